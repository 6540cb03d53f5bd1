//! A game told shortly: what every turn and every part of it brought, from its film alone.

use std::fmt::Write as _;

use crate::analysis::rounding::fixed;
use crate::game::Side;
use crate::game::film::{Condition, Film, Form, State};

/// What is told behind the lines of a short telling, by the numbers of the steps.
#[derive(Clone, Debug, PartialEq)]
pub struct ShortTelling {
    /// What came of what stands between a step that is told and the next: empty where nothing did, and behind steps that are not told.
    pub brought: Vec<String>,
    /// Who stands how at the end of a turn, behind its last step.
    pub stand: Vec<Option<String>>,
}

impl ShortTelling {
    /// Of a film of which the steps are told that `told` says.
    #[must_use]
    pub fn of(film: &Film, told: impl Fn(usize) -> bool) -> Self {
        let (mut brought, mut stand) = (vec![String::new(); film.steps.len()], vec![None; film.steps.len()]);
        let mut now = Moment { states: vec![State::default(); film.pieces.len()], value: [0.0; 2] };
        // The step that is told last, with what was before it, and what was before the turn.
        let mut part: Option<(usize, Moment)> = None;
        let mut turn = now.clone();
        let mut in_all = [0.0; 2];
        for (number, step) in film.steps.iter().enumerate() {
            if told(number) {
                if let Some((at, before)) = &part {
                    brought[*at] = changes(film, before, &now).join("; ");
                }
                part = Some((number, now.clone()));
            }
            for (piece, state) in &step.changes {
                now.states[*piece].clone_from(state);
            }
            now.value = step.value;
            let next = film.steps.get(number + 1);
            if next.is_none_or(|next| next.turn != step.turn) {
                if let Some((at, before)) = part.take() {
                    brought[at] = changes(film, &before, &now).join("; ");
                }
                // Who is set up has lost nothing yet.
                if step.turn > 0 {
                    let cost = lost(&turn, &now);
                    in_all = [0, 1].map(|side| in_all[side] + cost[side]);
                    let whole = next.is_none().then_some(in_all);
                    stand[number] = Some(standing(film, &now, cost, whole));
                }
                turn.clone_from(&now);
            }
        }
        Self { brought, stand }
    }
}

/// How everything stands.
#[derive(Clone, Debug)]
struct Moment {
    states: Vec<State>,
    /// What the pieces of A and of B are worth that are not gone.
    value: [f64; 2],
}

/// What both sides lost from one moment to another; who is set up or comes later loses nothing by it.
fn lost(before: &Moment, after: &Moment) -> [f64; 2] {
    [0, 1].map(|side| (before.value[side] - after.value[side]).max(0.0))
}

/// A number of points with the word.
fn in_points(value: f64) -> String {
    match points(value).as_str() {
        "1" => "1 point".to_owned(),
        number => format!("{number} points"),
    }
}

/// A number of points, without what no rulebook counts.
fn points(value: f64) -> String {
    let text = fixed(value, 1);
    text.trim_end_matches(".0").to_owned()
}

/// What is otherwise, a part for each side and one for markers.
fn changes(film: &Film, before: &Moment, after: &Moment) -> Vec<String> {
    let mut said = Vec::new();
    for side in Side::BOTH {
        let own = || {
            let pieces = film.pieces.iter().zip(before.states.iter().zip(&after.states));
            pieces.filter(|(piece, _)| piece.side == Some(side) && piece.form != Form::Marker)
        };
        let became = |wanted: Condition| {
            own().filter(move |(_, (before, after))| before.condition != wanted && after.condition == wanted)
        };
        let mut gone: Vec<(&str, usize)> = Vec::new();
        for (piece, _) in became(Condition::Gone) {
            match gone.iter_mut().find(|(kind, _)| *kind == piece.kind) {
                Some((_, count)) => *count += 1,
                None => gone.push((&piece.kind, 1)),
            }
        }
        let named =
            |(kind, count): &(&str, usize)| if *count > 1 { format!("{count} {kind}") } else { (*kind).to_owned() };
        let mut parts: Vec<String> = Vec::new();
        let lost = lost(before, after)[side.index()];
        let value = if lost > 0.05 { in_points(lost) } else { String::new() };
        if !gone.is_empty() {
            let mut text = format!("loses {}", gone.iter().map(named).collect::<Vec<_>>().join(", "));
            if !value.is_empty() {
                let _ = write!(text, " ({value})");
            }
            parts.push(text);
        } else if !value.is_empty() {
            parts.push(format!("loses {value}"));
        }
        let hurt = became(Condition::Hurt).count();
        if hurt > 0 {
            parts.push(format!("has {hurt} put out of order"));
        }
        let recovered = own().filter(|(_, (before, after))| {
            before.condition == Condition::Hurt && matches!(after.condition, Condition::Ready | Condition::Watching)
        });
        let recovered = recovered.count();
        if recovered > 0 {
            parts.push(format!("has {recovered} in order again"));
        }
        if !parts.is_empty() {
            said.push(format!("{} {}", side.letter(), parts.join(" and ")));
        }
    }
    let markers =
        film.pieces.iter().zip(before.states.iter().zip(&after.states)).filter(|(piece, _)| piece.form == Form::Marker);
    for (marker, (before, after)) in markers.filter(|(_, (before, after))| before.owner != after.owner) {
        said.push(match (before.owner, after.owner) {
            (_, Some(side)) => format!("{} holds {}", side.letter(), marker.name),
            (Some(side), None) => format!("{} holds {} no longer", side.letter(), marker.name),
            (None, None) => continue,
        });
    }
    said
}

/// Who leads after a step, what the turn cost both sides, in the end the whole game too, and how many markers they hold.
fn standing(film: &Film, after: &Moment, cost: [f64; 2], whole: Option<[f64; 2]>) -> String {
    let [a, b] = after.value;
    let mut text = match a - b {
        lead if lead > 0.05 => format!("A leads by {}", in_points(lead)),
        lead if lead < -0.05 => format!("B leads by {}", in_points(-lead)),
        _ => "Nobody leads".to_owned(),
    };
    let _ = match cost {
        [a, b] if a + b < 0.05 => write!(text, "; no points were lost"),
        [a, b] => write!(text, "; A lost {}, B {}", points(a), points(b)),
    };
    if let Some([a, b]) = whole {
        let _ = write!(text, "; in the whole game A lost {}, B {}", points(a), points(b));
    }
    let owners = || {
        film.pieces
            .iter()
            .zip(&after.states)
            .filter(|(piece, _)| piece.form == Form::Marker)
            .map(|(_, state)| state.owner)
    };
    if owners().any(|owner| owner.is_some()) {
        let [a, b] = Side::BOTH.map(|side| owners().filter(|owner| *owner == Some(side)).count());
        let _ = write!(text, "; markers held: A {a}, B {b}");
    }
    text + "."
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::film::{At, Board, Measure, Piece, Step};

    const SIZE: At = [10.0, 10.0];

    fn piece(name: &str, side: Option<Side>, form: Form) -> Piece {
        Piece { name: name.to_owned(), side, kind: "rifleman".to_owned(), value: 100.0, range: None, form }
    }

    fn step(words: &str, level: usize, turn: usize, value: [f64; 2], changes: Vec<(usize, State)>) -> Step {
        Step { words: words.to_owned(), level, heads: level < 2, turn, value, changes, marks: Vec::new() }
    }

    fn is(condition: Condition) -> State {
        State { condition, ..State::default() }
    }

    #[test]
    fn every_part_says_what_it_brought_and_every_turn_who_leads() {
        let own = |side: Side, n: usize| piece(&format!("{}:rifleman-{n}", side.letter()), Some(side), Form::Counter);
        let held = State { owner: Some(Side::B), ..State::default() };
        let film = Film {
            scenario: String::new(),
            lists: ["Us", "Them"].map(str::to_owned),
            board: Board { size: SIZE, measure: Measure::Inches, features: Vec::new() },
            pieces: vec![own(Side::A, 1), own(Side::A, 2), own(Side::B, 1), piece("hill", None, Form::Marker)],
            turns: ["Set-up", "Turn 1", "Turn 2"].map(str::to_owned).to_vec(),
            steps: vec![
                step("set up", 0, 0, [200.0, 100.0], (0..4).map(|at| (at, State::default())).collect()),
                step("Turn 1", 0, 1, [200.0, 100.0], Vec::new()),
                step("Side A", 1, 1, [200.0, 100.0], Vec::new()),
                step("moves", 2, 1, [200.0, 100.0], Vec::new()),
                step("Side B", 1, 1, [200.0, 100.0], Vec::new()),
                step("fires", 2, 1, [0.0, 100.0], vec![(0, is(Condition::Gone)), (1, is(Condition::Gone))]),
                step("hurt", 2, 1, [0.0, 100.0], vec![(2, is(Condition::Hurt)), (3, held)]),
                step("Turn 2", 0, 2, [0.0, 70.0], vec![(2, is(Condition::Ready))]),
            ],
        };
        let told = ShortTelling::of(&film, |number| film.steps[number].level < 2);
        let brought =
            ["", "", "", "", "A loses 2 rifleman (200 points); B has 1 put out of order; B holds hill", "", ""];
        assert_eq!(told.brought[..7], brought);
        assert_eq!(told.brought[7], "B loses 30 points and has 1 in order again");
        assert_eq!(told.stand[6].as_deref(), Some("B leads by 100 points; A lost 200, B 0; markers held: A 0, B 1."));
        assert_eq!(
            told.stand[7].as_deref(),
            Some("B leads by 70 points; A lost 0, B 30; in the whole game A lost 200, B 30; markers held: A 0, B 1.")
        );
        assert!(told.stand[..6].iter().all(Option::is_none), "who is set up has lost nothing");
        assert_eq!([in_points(1.0), in_points(1.5)], ["1 point", "1.5 points"]);
    }
}
