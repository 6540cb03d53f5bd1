//! The games of a run that are most worth a look, each with the command that tells it again.

use super::cells::{distinct, list_name};
use super::model::Replay;
use super::rounding::share;
use super::standings::{Chance, MatchUp};
use super::table::{Column, Datum, Table};
use super::turn_curves::capitalised;
use crate::analysis::NotableGames;
use crate::charts::Estimate;
use crate::experiment::Run;
use crate::outcomes::{Cell, Sketch};

/// One of them.
struct Pick<'r> {
    /// Why it was picked.
    kind: &'static str,
    cell: &'r Cell,
    game: Sketch,
}

fn picks(run: &Run) -> Vec<Pick<'_>> {
    let NotableGames { typical, closest, most_dramatic, greatest_upset } = NotableGames::of(&run.cells);
    let named = [
        ("typical", typical),
        ("closest", closest),
        ("most dramatic", most_dramatic),
        ("greatest upset", greatest_upset),
    ];
    let pick = |(kind, pick): (&'static str, Option<(usize, Sketch)>)| {
        pick.map(|(place, game)| Pick { kind, cell: &run.cells[place], game })
    };
    named.into_iter().filter_map(pick).collect()
}

/// What happened in them, in words, and how they are told again from the folder `place`.
pub fn replays(run: &Run, place: &str) -> Vec<Replay> {
    let replay = |pick: Pick<'_>| Replay { words: words(run, &pick), command: command(&pick, place) };
    picks(run).into_iter().map(replay).collect()
}

/// The same as a frame.
pub fn table(run: &Run, place: &str) -> Table {
    let columns = vec![
        Column::words("game", "Game"),
        Column::words("list_a", "List"),
        Column::words("list_b", "Against"),
        Column::words("result", "Result"),
        Column::numbers("turns", &capitalised(&run.manifest.length_unit)),
        Column::numbers("changes_of_lead", "Changes of lead"),
        Column::words("about", "What happened"),
        Column::words("command", "Told again by"),
    ];
    let mut table = Table::new("Games worth a look", columns);
    for pick in picks(run) {
        let Pick { kind, cell, game } = &pick;
        table.push(vec![
            Datum::words(*kind),
            Datum::words(&cell.key.list_a),
            Datum::words(&cell.key.list_b),
            Datum::words(["lost", "drawn", "won"][usize::from(game.result.min(2))]),
            Datum::count(game.turns.into()),
            Datum::count(game.changes_of_lead.into()),
            Datum::words(words(run, &pick)),
            Datum::words(command(&pick, place)),
        ]);
    }
    table
}

fn command(Pick { cell, game, .. }: &Pick<'_>, place: &str) -> String {
    let address = format!("{place}#{}/{}/{}", cell.key.number, game.pair, if game.swapped { 'b' } else { 'a' });
    let plain = address.chars().all(|c| c.is_alphanumeric() || "-_./#,@%+".contains(c));
    let address = if plain { address } else { format!("'{}'", address.replace('\'', r"'\''")) };
    format!("evenodds play --game {address}")
}

fn words(run: &Run, Pick { kind, cell, game }: &Pick<'_>) -> String {
    let key = &cell.key;
    let alike = key.list_a == key.list_b;
    let name = |list: usize| {
        let (list, doctrine) = [(&key.list_a, &key.doctrine_a), (&key.list_b, &key.doctrine_b)][list];
        if alike { format!("{} by {doctrine}", list_name(run, list)) } else { list_name(run, list) }
    };
    let left = game.left.map(|thousandths| format!("{}%", (thousandths + 5) / 10));
    let turns = run.manifest.length(game.turns.into());
    let scenarios = distinct(run.cells.iter().map(|cell| &cell.key.scenario)).len() > 1;
    let scenario = if scenarios { format!(" of {}", key.scenario) } else { String::new() };
    let what = match game.winner() {
        Some(w) => format!(
            "{} beat {} in {turns}{scenario}, with {} of its value left against {}",
            name(w),
            name(1 - w),
            left[w],
            left[1 - w]
        ),
        None => format!(
            "{} and {} drew after {turns}{scenario}, with {} and {} of their value left",
            name(0),
            name(1),
            left[0],
            left[1]
        ),
    };
    let lead = match game.changes_of_lead {
        0 => "; the lead never changed hands".to_owned(),
        1 => "; the lead changed hands once".to_owned(),
        2 => "; the lead changed hands twice".to_owned(),
        n => format!("; the lead changed hands {n} times"),
    };
    let more = match *kind {
        "most dramatic" => format!(", having been behind by {}% of a force after turn {}", game.behind, game.behind_at),
        "greatest upset" => {
            let m = MatchUp { a: 0, b: 1, cells: vec![(cell, game.winner() == Some(1))], chance: Chance::of(run) };
            m.score().map_or_else(String::new, |e: Estimate| {
                format!(", where it scores {} on average under the same conditions", share(e))
            })
        }
        _ => lead,
    };
    let mut kind = (*kind).to_owned();
    kind[..1].make_ascii_uppercase();
    format!("{kind}: {what}{more}.")
}

#[cfg(test)]
mod tests {
    use super::super::sample::{cell, joint, run};
    use super::*;
    use crate::outcomes::Course;

    fn game(pair: u64, result: u8, left: [u16; 2]) -> Sketch {
        Sketch { pair, swapped: true, result, turns: 9, changes_of_lead: 1, left, behind: 30, behind_at: 4 }
    }

    fn played(games: &[Sketch]) -> Run {
        let mut cell = cell("x", "y", joint(70, 10, 20));
        games.iter().for_each(|game| cell.tally.notable.see(*game));
        cell.tally.sample = games.iter().map(|game| Course { game: *game, leads: vec![0, 50] }).collect();
        run(vec![cell])
    }

    #[test]
    fn each_game_has_a_line_in_words_and_its_command() {
        let replays = replays(&played(&[game(7, 2, [400, 0]), game(8, 0, [0, 655])]), "reports/first-look");
        let said: Vec<&str> = replays.iter().map(|replay| replay.words.as_str()).collect();
        assert_eq!(
            said,
            [
                "Typical: The y beat The x in 9 turns, with 66% of its value left against 0%; the lead changed hands once.",
                "Closest: The x beat The y in 9 turns, with 40% of its value left against 0%; the lead changed hands once.",
                "Most dramatic: The x beat The y in 9 turns, with 40% of its value left against 0%, having been behind by 30% of a force after turn 4.",
                "Greatest upset: The y beat The x in 9 turns, with 66% of its value left against 0%, where it scores 25% on average under the same conditions.",
            ]
        );
        assert_eq!(replays[3].command, "evenodds play --game reports/first-look#0/8/b");
        assert_eq!(replays.len(), 4);
    }

    #[test]
    fn draws_and_odd_folders_are_written_too() {
        let replays = replays(&played(&[game(3, 1, [500, 480])]), "my reports/a'b");
        assert_eq!(replays.len(), 1);
        assert!(replays[0].words.starts_with("Typical: The x and The y drew after 9 turns, with 50% and 48% of their"));
        assert_eq!(replays[0].command, r"evenodds play --game 'my reports/a'\''b#0/3/b'");
    }

    #[test]
    fn nothing_is_picked_where_nothing_was_played() {
        assert!(replays(&run(vec![cell("x", "y", joint(0, 0, 0))]), "x").is_empty());
        assert_eq!(table(&played(&[game(7, 2, [400, 0])]), "x").rows.len(), 3);
    }
}
