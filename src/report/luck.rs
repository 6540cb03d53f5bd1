//! Luck against play: where the variance between single games comes from.

use super::cells::is_base;
use super::components::crossing;
use super::model::Section;
use super::scope::Scope;
use super::settings::Seen;
use super::standings::{CONFIDENCE, Standings, seen_from};
use super::table::{Column, Datum, Table};
use crate::analysis::rounding::percent_within;
use crate::analysis::{GameVariance, SettingGames, VarianceShare};
use crate::experiment::Run;
use crate::outcomes::ClassTally;

/// The parts of the variance between games, in the order in which they are told.
struct Parts {
    /// What each is of, with its share.
    known: Vec<(String, VarianceShare)>,
    /// What cannot be told apart in this run, in words.
    together: Vec<String>,
}

/// The classes of a cell from the point of view of the first contestant.
fn classes((cell, turned): &Seen<'_>) -> Vec<ClassTally> {
    let seen = |class: &ClassTally| ClassTally { joint: seen_from(class.joint, *turned), ..class.clone() };
    cell.tally.classes.iter().map(seen).collect()
}

impl Parts {
    /// Of all match-ups of a run but mirrors, whatever is varied against a base left at its base; none where there is too little to tell.
    fn of(run: &Run, standings: &Standings<'_>) -> Option<Self> {
        let is_base = is_base(run);
        let played = |(cell, _): &Seen<'_>| is_base(cell) && cell.tally.pairs() > 0;
        let groups: Vec<Vec<Seen<'_>>> =
            standings.contests().map(|m| m.cells.iter().filter(|seen| played(seen)).copied().collect()).collect();
        let groups: Vec<Vec<Seen<'_>>> = groups.into_iter().filter(|cells| !cells.is_empty()).collect();
        if groups.is_empty() {
            return None;
        }
        let crossings: Vec<_> = groups.iter().map(|cells| crossing(run, standings, cells)).collect();
        let names = |at: usize| crossings[at].as_ref().map(|crossing| &crossing.aspects);
        // Where match-ups were not all played in the same crossing, a setting is one thing.
        let alike = (1..groups.len()).all(|at| names(at) == names(0));
        let several = groups.iter().any(|cells| cells.len() > 1);
        let aspects: Vec<String> = match names(0).filter(|_| alike) {
            Some(aspects) => aspects.iter().map(|(name, _)| name.clone()).collect(),
            None if several => vec!["setting".to_owned()],
            None => Vec::new(),
        };
        let levels = |group: usize, cell: usize| match &crossings[group] {
            Some(crossing) if alike => crossing.levels[cell].clone(),
            _ if several => vec![cell],
            _ => Vec::new(),
        };
        let turned: Vec<Vec<Vec<ClassTally>>> =
            groups.iter().map(|cells| cells.iter().map(classes).collect()).collect();
        let games = |(group, cells): (usize, &Vec<Seen<'_>>)| {
            let game = |(at, (cell, _)): (usize, &Seen<'_>)| SettingGames {
                match_up: group,
                levels: levels(group, at),
                classes: &turned[group][at],
                seats_change: !cell.tally.keeps_seats,
            };
            cells.iter().enumerate().map(game).collect::<Vec<_>>()
        };
        let games: Vec<SettingGames<'_>> = groups.iter().enumerate().flat_map(games).collect();
        // Where all games of a match-up came out alike nothing is seen of luck, which is not to say that there is none.
        let found =
            GameVariance::of(&games, aspects.len(), CONFIDENCE).ok().filter(|it| it.luck.interval.high > 0.0)?;
        let who = match standings.by_list {
            true => "the lists".to_owned(),
            false => format!("the {}", standings.kind),
        };
        let doctrines = aspects.iter().any(|name| name == DOCTRINES);
        let mut known = vec![(who, found.match_ups)];
        known.extend(aspects.iter().map(|name| in_words(name)).zip(found.factors));
        known.extend(found.together.map(|together| ("what these do together".to_owned(), together)));
        known.extend(found.seat.map(|seat| ("the seat".to_owned(), seat)));
        known.push((LUCK.to_owned(), found.luck));
        let scope = Scope::of(run);
        let mut together = Vec::new();
        if scope.of_one_setting() != Scope::default().of_one_setting() {
            together.push(format!("luck is that of {}, which every pair draws together", scope.drawn()));
        }
        if standings.by_list && !doctrines {
            together.push("a list and the doctrine that it plays were met as one".to_owned());
        }
        if !aspects.iter().any(|name| name != DOCTRINES) {
            together.push("there is one scenario and battlefield".to_owned());
        }
        if found.seat.is_none() {
            together.push("who attacks is a part of who meets".to_owned());
        }
        Some(Self { known, together })
    }
}

/// The aspect of doctrines.
const DOCTRINES: &str = "doctrine pair";

/// What is left.
const LUCK: &str = "luck";

fn in_words(aspect: &str) -> String {
    if aspect == DOCTRINES { "play (the doctrines)".to_owned() } else { format!("the {aspect}") }
}

/// A share with its interval; without one where there is nothing to tell of it.
fn told(share: &VarianceShare) -> String {
    if share.interval.high < 0.0005 { "0%".to_owned() } else { percent_within(share.share, share.interval) }
}

/// The part of a report; none where nobody but mirrors met, or too little was played.
pub fn section(run: &Run, standings: &Standings<'_>) -> Option<Section> {
    let Parts { known, together } = Parts::of(run, standings)?;
    let parts: Vec<String> = known.iter().map(|(name, share)| format!("{name} {}", told(share))).collect();
    let (luck, others) = parts.split_last()?;
    let mut texts =
        vec![format!("Where the variance between single games comes from: {} and {luck}.", others.join(", "))];
    if !together.is_empty() {
        texts.push(format!("Not to be told apart in this run: {}.", together.join("; ")));
    }
    texts.push(
        "Shares of the mean square by which results (1, ½, 0) lie from even: who meets counts by how far match-ups are from even. Intervals are of other dice (jackknife over classes of pairs), for what was played and not for others of its kind."
            .to_owned(),
    );
    if run.manifest.stop.is_sequential() {
        texts.push(
            "Cells stopped by their scores, so that these intervals are those of one look, and somewhat too narrow."
                .to_owned(),
        );
    }
    let columns = vec![
        Column::words("part", "Part"),
        Column::numbers("share", "Share"),
        Column::reading("95% interval"),
        Column::data("share_low"),
        Column::data("share_high"),
    ];
    let mut table = Table::new("What single games differ in", columns);
    for (name, share) in &known {
        let text = told(share);
        let (value, limits) = text.split_once(' ').unwrap_or((&text, "-"));
        table.push(vec![
            Datum::words(name.trim_start_matches("the ")),
            Datum::number(share.share, value),
            Datum::reading(limits),
            Datum::data(share.interval.low),
            Datum::data(share.interval.high),
        ]);
    }
    Some(Section { heading: "Luck, lists and play".to_owned(), texts, tables: vec![table], ..Section::default() })
}

/// The same in one sentence or two.
pub fn sentence(run: &Run, standings: &Standings<'_>) -> Option<String> {
    let section = section(run, standings)?;
    Some(
        section
            .texts
            .iter()
            .take(2)
            .map(String::as_str)
            .filter(|text| !text.starts_with("Shares"))
            .collect::<Vec<_>>()
            .join(" "),
    )
}

#[cfg(test)]
mod tests {
    use super::super::sample::{cell, joint, run};
    use super::super::settings::tests::scenarios;
    use super::*;

    fn shares(run: &Run) -> Vec<(String, f64)> {
        let table = section(run, &Standings::of(run)).unwrap().tables.remove(0);
        let json = table.to_json();
        let row = |row: &serde_json::Value| (row["part"].as_str().unwrap().to_owned(), row["share"].as_f64().unwrap());
        json.as_array().unwrap().iter().map(row).collect()
    }

    #[test]
    fn lists_that_are_uneven_take_their_share_and_luck_the_rest() {
        let mut played = run(vec![
            cell("x", "y", joint(700, 0, 300)),
            cell("x", "z", joint(500, 0, 500)),
            cell("y", "z", joint(500, 0, 500)),
        ]);
        let found = shares(&played);
        let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["lists", "seat", "luck"]);
        // One match-up in three lies 20 points from even, of 50.
        assert!((found[0].1 - 0.16 / 3.0).abs() < 0.01 && (found[2].1 - 0.947).abs() < 0.01, "{found:?}");
        let told = sentence(&played, &Standings::of(&played)).unwrap();
        assert!(
            told.starts_with("Where the variance between single games comes from: the lists 5")
                && told.contains(" and luck 9"),
            "{told}"
        );
        assert!(told.contains("luck is that of the dice and the tempers of the players"), "{told}");
        played.manifest.experiment = "[set]\n\"play.style\" = \"fixed\"\n".to_owned();
        let told = sentence(&played, &Standings::of(&played)).unwrap();
        assert!(!told.contains("tempers"), "{told}");
    }

    #[test]
    fn settings_have_a_share_of_their_own() {
        let found = shares(&run(scenarios(&[("hill", 800), ("flag", 200)])));
        assert_eq!(found[1].0, "scenario");
        assert!(found[0].1 < 0.01 && (found[1].1 - 0.36).abs() < 0.02, "{found:?}");
        let mirror = run(vec![cell("x", "x", joint(50, 0, 50))]);
        assert!(section(&mirror, &Standings::of(&mirror)).is_none());
    }
}
