//! A game as a film: the board, the pieces on it, and how they stand after every event that is told.
//!
//! A film is made from a game's log alone. The ruleset says how its events move its pieces ([`Reel`]); whoever shows a film needs
//! to know nothing of the game.

mod board;
mod reel;

use serde::Serialize;

use super::Side;

pub use board::{At, Board, Feature, HexLayout, Look, Measure, Outline};
pub use reel::{Reel, film, number, on_page, text};

/// A game that can be looked at.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Film {
    /// Key of the scenario.
    pub scenario: String,
    /// What sides A and B are called.
    pub lists: [String; 2],
    /// The ground.
    pub board: Board,
    /// Everything that stands on it at some time.
    pub pieces: Vec<Piece>,
    /// What turns are called; the first is the set-up.
    pub turns: Vec<String>,
    /// What is told, in order; the first step sets everything up.
    pub steps: Vec<Step>,
}

/// Something that stands on the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Piece {
    /// Its name in the trace.
    pub name: String,
    /// Whose it is; none of markers.
    pub side: Option<Side>,
    /// Its type.
    pub kind: String,
    /// What it is worth; 0 where that is not told.
    pub value: f64,
    /// Its longest range, in the measure of the board; none where it has none.
    pub range: Option<f64>,
    /// Its form.
    pub form: Form,
}

/// The form of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// A rectangle of this width and depth.
    Base(f64, f64),
    /// A disc of this radius.
    Disc(f64),
    /// A counter that lies in a hex.
    Counter,
    /// A marker: an objective, a flag, works.
    Marker,
}

/// How a piece stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct State {
    /// Where; none off the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<At>,
    /// Which way it faces, in degrees clockwise from the top of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing: Option<f64>,
    /// What can be seen of its state.
    #[serde(skip_serializing_if = "Condition::is_ready")]
    pub condition: Condition,
    /// Whose a marker is now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<Side>,
    /// What is left of its value, where that is not all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worth: Option<f64>,
    /// How large it is for its form, where it has shrunk or grown: 1 is as large.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<f64>,
    /// What lies on it: hits, wounds; in the order in which it is shown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<(&'static str, i64)>,
    /// What else there is to know.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
}

impl State {
    /// Puts a number in the place of what was counted under `name`.
    pub fn count(&mut self, name: &'static str, number: i64) {
        match self.counts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count = number,
            None => self.counts.push((name, number)),
        }
    }
}

/// What can be seen of the state of a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// Nothing: it is well.
    #[default]
    Ready,
    /// It waits to react.
    Watching,
    /// It is stunned, shaken, suppressed or routed.
    Hurt,
    /// The enemy does not know what or where it is.
    Hidden,
    /// It is gone for good.
    Gone,
}

impl Condition {
    fn is_ready(&self) -> bool {
        *self == Self::Ready
    }
}

/// Something that is told.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Step {
    /// In words.
    pub words: String,
    /// How deeply the words are indented.
    pub level: usize,
    /// Whether the words head others.
    pub heads: bool,
    /// Number of the turn, in [`Film::turns`].
    pub turn: usize,
    /// What the pieces of A and of B are worth that are not gone.
    pub value: [f64; 2],
    /// Pieces that stand otherwise from now on, and how.
    pub changes: Vec<(usize, State)>,
    /// What happened between places.
    pub marks: Vec<Mark>,
}

/// What happens between places, shown with the step alone.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// Somebody goes this way.
    Way(Vec<At>),
    /// Somebody attacks somebody, or something.
    Attack(At, At),
    /// Something covers a disc.
    Blast(At, f64),
}

impl Film {
    /// How every piece stands after a step, in the order of [`pieces`](Self::pieces); after the last one where there is no such
    /// step.
    #[must_use]
    pub fn after(&self, step: usize) -> Vec<State> {
        let mut states = vec![State::default(); self.pieces.len()];
        for (piece, state) in self.steps.iter().take(step.saturating_add(1)).flat_map(|step| &step.changes) {
            states[*piece].clone_from(state);
        }
        states
    }

    /// What its markers stand for, each once.
    #[must_use]
    pub fn markers(&self) -> Vec<&str> {
        let markers = self.pieces.iter().filter(|piece| piece.form == Form::Marker);
        let mut kinds: Vec<&str> = markers.map(|piece| piece.kind.as_str()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    /// Steps that tell the game in so many pictures, in order: the end of set-up and the last, and between them ends of turns
    /// that are spread evenly; other steps where there are too few turns.
    #[must_use]
    pub fn moments(&self, pictures: usize) -> Vec<usize> {
        let last = self.steps.len().saturating_sub(1);
        let ends = self.steps.windows(2).enumerate().filter(|(_, two)| two[0].turn < two[1].turn).map(|(step, _)| step);
        let ends: Vec<usize> = ends.collect();
        // Who is drawn or set up after the first event is there at the end of set-up.
        let first = ends.first().copied().filter(|_| self.steps[0].turn == 0).unwrap_or(0);
        let ends: Vec<usize> = ends.into_iter().filter(|step| *step > first).collect();
        let between = pictures.saturating_sub(2);
        let mut moments = vec![first];
        moments.extend((1..=between).map(|picture| match ends.len() {
            turns if turns >= between => ends[picture * turns / (between + 1)],
            _ => first + picture * (last - first) / (between + 1),
        }));
        moments.push(last);
        moments.dedup();
        moments
    }
}

impl Serialize for Side {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.letter())
    }
}
