//! Making a film of a game's log.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{At, Board, Condition, Film, Mark, Outline, Piece, State, Step};
use crate::game::{EventLog, Side};

/// A text of an event; nothing where there is none.
#[must_use]
pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// A number of an event; 0 where there is none.
#[must_use]
pub fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_default()
}

/// A point of a table, `[x, y]` in inches from its south-western corner, on the page, where y grows downwards; `depth` is that of
/// the table. None where it is no point.
#[must_use]
pub fn on_page(point: &Value, depth: f64) -> Option<At> {
    Some([point.get(0)?.as_f64()?, depth - point.get(1)?.as_f64()?])
}

/// A film under way: what a ruleset moves, event by event.
#[derive(Debug)]
pub struct Reel {
    board: Board,
    pieces: Vec<Piece>,
    names: BTreeMap<String, usize>,
    now: Vec<State>,
    touched: BTreeSet<usize>,
    marks: Vec<Mark>,
    turns: Vec<String>,
    steps: Vec<Step>,
}

impl Reel {
    /// An empty board.
    #[must_use]
    pub fn new(board: Board) -> Self {
        Self {
            board,
            pieces: Vec::new(),
            names: BTreeMap::new(),
            now: Vec::new(),
            touched: BTreeSet::new(),
            marks: Vec::new(),
            turns: vec!["Set-up".to_owned()],
            steps: Vec::new(),
        }
    }

    /// A piece comes into being; one of a name that is known already is left as it is.
    pub fn add(&mut self, piece: Piece, state: State) {
        if self.names.contains_key(&piece.name) {
            return;
        }
        let index = self.pieces.len();
        self.names.insert(piece.name.clone(), index);
        self.pieces.push(piece);
        self.now.push(state);
        self.touched.insert(index);
    }

    /// Width and depth of the board.
    #[must_use]
    pub fn size(&self) -> At {
        self.board.size
    }

    /// The middle of a feature of the board, by its number.
    #[must_use]
    pub fn feature(&self, number: usize) -> Option<At> {
        let middle = |points: &[At]| {
            let sum = points.iter().fold([0.0, 0.0], |sum, at| [sum[0] + at[0], sum[1] + at[1]]);
            sum.map(|length| length / points.len().max(1) as f64)
        };
        match &self.board.features.get(number)?.outline {
            Outline::Disc(at, _) => Some(*at),
            Outline::Area(points) | Outline::Line(points) => Some(middle(points)),
        }
    }

    /// The names of all pieces of a type.
    #[must_use]
    pub fn of_kind(&self, kind: &str) -> Vec<String> {
        self.those(|piece, _| piece.kind == kind)
    }

    /// The names of all pieces of which this holds as they stand now.
    #[must_use]
    pub fn those(&self, wanted: impl Fn(&Piece, &State) -> bool) -> Vec<String> {
        let pieces = self.pieces.iter().zip(&self.now).filter(|(piece, state)| wanted(piece, state));
        pieces.map(|(piece, _)| piece.name.clone()).collect()
    }

    /// A piece by its name; none where there is none.
    #[must_use]
    pub fn piece(&self, name: &str) -> Option<&Piece> {
        self.names.get(name).map(|index| &self.pieces[*index])
    }

    /// How a piece stands now; none where there is none of this name.
    #[must_use]
    pub fn state(&self, name: &str) -> Option<&State> {
        self.names.get(name).map(|index| &self.now[*index])
    }

    /// Where a piece stands now.
    #[must_use]
    pub fn at(&self, name: &str) -> Option<At> {
        self.state(name)?.at
    }

    /// A piece stands otherwise; names that are not known are passed over.
    pub fn change(&mut self, name: &str, change: impl FnOnce(&mut State)) {
        if let Some(index) = self.names.get(name) {
            change(&mut self.now[*index]);
            self.touched.insert(*index);
        }
    }

    /// A piece stands here from now on.
    pub fn put(&mut self, name: &str, at: At) {
        self.change(name, |state| state.at = Some(at));
    }

    /// A piece goes this way, the start first.
    pub fn goes(&mut self, name: &str, way: Vec<At>) {
        if let Some(end) = way.last() {
            self.put(name, *end);
        }
        if way.len() > 1 {
            self.marks.push(Mark::Way(way));
        }
    }

    /// A piece attacks another.
    pub fn attacks(&mut self, attacker: &str, target: &str) {
        if let (Some(from), Some(to)) = (self.at(attacker), self.at(target)) {
            self.mark(Mark::Attack(from, to));
        }
    }

    /// Something happens between places.
    pub fn mark(&mut self, mark: Mark) {
        if !self.marks.contains(&mark) {
            self.marks.push(mark);
        }
    }

    /// A piece is gone for good.
    pub fn remove(&mut self, name: &str) {
        self.change(name, |state| state.condition = Condition::Gone);
    }

    fn value(&self) -> [f64; 2] {
        Side::BOTH.map(|side| {
            let own = self.pieces.iter().zip(&self.now).filter(|(piece, _)| piece.side == Some(side));
            let left = own.filter(|(_, state)| state.condition != Condition::Gone);
            left.map(|(piece, state)| state.worth.unwrap_or(piece.value)).sum()
        })
    }

    /// What has changed since the last time it was asked for.
    fn changes(&mut self) -> Vec<(usize, State)> {
        let touched = std::mem::take(&mut self.touched);
        touched.into_iter().map(|index| (index, self.now[index].clone())).collect()
    }

    /// A step ends, told in these words.
    fn step(&mut self, words: &str, heads: bool) {
        let trimmed = words.trim_start_matches('\n');
        let level = trimmed.bytes().take_while(|byte| *byte == b' ').count();
        let step = Step {
            words: trimmed.trim().to_owned(),
            level,
            heads,
            turn: self.turns.len() - 1,
            value: self.value(),
            changes: self.changes(),
            marks: std::mem::take(&mut self.marks),
        };
        self.steps.push(step);
    }

    /// What has happened without words belongs to the last step.
    fn belongs_to_the_last(&mut self) {
        if self.touched.is_empty() && self.marks.is_empty() {
            return;
        }
        let (value, changes, marks) = (self.value(), self.changes(), std::mem::take(&mut self.marks));
        if let Some(last) = self.steps.last_mut() {
            last.changes.retain(|(index, _)| changes.iter().all(|(later, _)| later != index));
            last.changes.extend(changes);
            last.marks.extend(marks);
            last.value = value;
        }
    }
}

/// The film of a game: `open` lays the board by the event `battle`, `tell` moves the pieces by every event after it. None where
/// the log has no such event.
#[must_use]
pub fn film(log: &EventLog, open: fn(&Value) -> Reel, tell: fn(&mut Reel, &Value)) -> Option<Film> {
    let begin = log.entries.iter().position(|entry| entry.trace["event"] == "battle")?;
    let (before, after) = log.entries.split_at(begin + 1);
    let battle = &before[begin].trace;
    let mut reel = open(battle);
    let opening: Vec<&str> =
        before.iter().map(|entry| entry.words.trim_matches('\n')).filter(|words| !words.is_empty()).collect();
    reel.step(&opening.join("\n"), false);
    let told = log.told();
    for (entry, told) in after.iter().zip(&told[begin + 1..]) {
        if matches!(text(&entry.trace["event"]), "turn" | "player-turn") {
            reel.turns.push(entry.words.trim().to_owned());
        }
        if !entry.trace.is_null() {
            tell(&mut reel, &entry.trace);
        }
        if *told { reel.step(&entry.words, entry.heads) } else { reel.belongs_to_the_last() }
    }
    let list = |side: Side| match text(&battle["lists"][side.letter()]) {
        "" => format!("Side {}", side.letter()),
        name => name.to_owned(),
    };
    Some(Film {
        scenario: text(&battle["scenario"]).to_owned(),
        lists: Side::BOTH.map(list),
        board: reel.board,
        pieces: reel.pieces,
        turns: reel.turns,
        steps: reel.steps,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::game::LogEntry;
    use crate::game::film::{Form, Measure};

    fn open(_: &Value) -> Reel {
        let mut reel = Reel::new(Board { size: [4.0, 4.0], measure: Measure::Inches, features: Vec::new() });
        for (name, side) in [("A:tank", Side::A), ("B:tank", Side::B)] {
            let piece = Piece {
                name: name.to_owned(),
                side: Some(side),
                kind: "tank".to_owned(),
                value: 5.0,
                range: None,
                form: Form::Disc(0.5),
            };
            reel.add(piece, State { at: Some([1.0, side.index() as f64]), ..State::default() });
        }
        reel
    }

    fn tell(reel: &mut Reel, event: &Value) {
        match text(&event["event"]) {
            "move" => reel.goes("A:tank", vec![[1.0, 0.0], [3.0, 0.0]]),
            "shot" => reel.attacks("A:tank", "B:tank"),
            "removed" => reel.remove("B:tank"),
            _ => {}
        }
    }

    fn sample() -> Film {
        let event = |name: &str, words: &str| LogEntry::new(json!({ "event": name }), words);
        let entries = vec![
            event("battle", "They meet."),
            event("turn", "\nTurn 1"),
            LogEntry::heading(json!({ "event": "phase" }), "  movement"),
            event("move", "    A goes"),
            LogEntry::heading(json!({ "event": "phase" }), "  rally"),
            LogEntry::heading(json!({ "event": "phase" }), "  fire"),
            event("shot", "    A shoots"),
            event("removed", ""),
        ];
        film(&EventLog { entries }, open, tell).unwrap()
    }

    #[test]
    fn a_step_has_what_is_told_and_what_changes_without_words() {
        let film = sample();
        let words: Vec<&str> = film.steps.iter().map(|step| step.words.as_str()).collect();
        assert_eq!(words, ["They meet.", "Turn 1", "movement", "A goes", "fire", "A shoots"]);
        assert_eq!(film.turns, ["Set-up", "Turn 1"]);
        let shot = &film.steps[5];
        assert_eq!(shot.marks, [Mark::Attack([3.0, 0.0], [1.0, 1.0])]);
        assert_eq!((shot.value, film.steps[4].value), ([5.0, 0.0], [5.0, 5.0]));
    }

    #[test]
    fn pieces_stand_after_a_step_as_all_steps_before_it_left_them() {
        let film = sample();
        let at = |step: usize| film.after(step)[0].at;
        assert_eq!([0, 2, 3, 99].map(at), [Some([1.0, 0.0]), Some([1.0, 0.0]), Some([3.0, 0.0]), Some([3.0, 0.0])]);
        assert_eq!(film.after(5)[1].condition, Condition::Gone);
    }

    #[test]
    fn moments_are_the_first_the_last_and_some_between() {
        let film = sample();
        assert_eq!(film.moments(2), [0, 5]);
        assert_eq!(film.moments(3), [0, 2, 5]);
        assert_eq!(film.moments(9), [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn a_log_without_a_beginning_is_no_film() {
        assert_eq!(film(&EventLog::default(), open, tell), None);
    }
}
