//! What a run was, and what came of it.

use std::ffi::OsStr;
use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Stop, digest};
use crate::game::{Purchase, RandomLists, Source, TurnPhase, USUAL_LENGTH, contents};
use crate::outcomes::{Cell, Stopped};

/// A run with its results: all that charts and reports are made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// What was asked, and how the work went.
    pub manifest: Manifest,
    /// The cells, in the order of their numbers.
    pub cells: Vec<Cell>,
}

impl Run {
    /// Pairs played, over all cells.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.cells.iter().map(|cell| cell.tally.pairs()).sum()
    }

    /// Cells that were broken off before their stopping rule was met.
    #[must_use]
    pub fn open_cells(&self) -> usize {
        self.cells.iter().filter(|cell| cell.stopped == Stopped::Interrupted).count()
    }

    /// Whether no cell was broken off.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.open_cells() == 0
    }

    /// Engagements played, over all cells.
    #[must_use]
    pub fn engagements(&self) -> u64 {
        2 * self.pairs()
    }
}

/// What was asked, and how the work went.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Manifest {
    /// Version of the program.
    pub version: String,
    /// Name of the experiment, fit for a folder.
    pub name: String,
    /// The question in the user's words; empty when none was given.
    pub question: String,
    /// Key of the ruleset.
    pub ruleset: String,
    /// Name of the ruleset.
    pub title: String,
    /// Seed of all chance.
    pub seed: u64,
    /// Whether cells share their luck.
    pub luck: Luck,
    /// When cells stop.
    pub stop: Stop,
    /// How often differences were looked at before the pairs of `stop` were taken for enough, where they were played in stages until
    /// something was known: intervals and tests of differences then hold at every look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub looks: Option<u32>,
    /// Names of the varied factors, in the order of every cell's levels.
    pub factors: Vec<String>,
    /// The lists that take part, in the order of the experiment.
    pub lists: Vec<ListSummary>,
    /// How lists were drawn, where two were drawn for every pair.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn: Option<Drawn>,
    /// The experiment as it was understood, in TOML: with it and `texts` the run can be repeated anywhere.
    pub experiment: String,
    /// Every file that the run depends on.
    pub texts: Vec<Text>,
    /// Where the games of each cell come from, by its number; none in a run of a version that did not say it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub origins: Vec<Origin>,
    /// Hash of the experiment with everything it depends on.
    pub hash: String,
    /// Digest of the results: the same for any number of threads, shards and resumes.
    pub digest: String,
    /// The command that repeats the run.
    pub command: String,
    /// Rule atoms of the ruleset, and how often each made a difference.
    pub rules: Vec<RuleCount>,
    /// What games count of each side, in the order of every tally.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<Counted>,
    /// What says how a side stands at the end of a turn, in the order of every tally.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<Counted>,
    /// Digest of how the sides stood turn by turn, where games say it: `digest` is of everything else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns_digest: Option<String>,
    /// Phases of a turn, in the order of every tally.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub phases: Vec<PhaseName>,
    /// Digest of what the sides lost phase by phase, where games say it: neither of the other two is of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phases_digest: Option<String>,
    /// Ways a game can end, in the order of every tally.
    pub endings: Vec<String>,
    /// What the length of a game counts, in the plural: turns where nothing is said.
    #[serde(default = "usual_length", skip_serializing_if = "is_usual_length")]
    pub length_unit: String,
    /// How fast it went: the only part that differs between repetitions.
    pub timing: Timing,
}

fn usual_length() -> String {
    USUAL_LENGTH.to_owned()
}

fn is_usual_length(unit: &str) -> bool {
    unit == USUAL_LENGTH
}

impl Manifest {
    /// So much of the unit of length in words: `1 turn`, `12 phases`.
    #[must_use]
    pub fn length(&self, number: u64) -> String {
        let unit = &self.length_unit;
        if number == 1 { format!("1 {}", unit.strip_suffix('s').unwrap_or(unit)) } else { format!("{number} {unit}") }
    }

    /// Files that the command, or the experiment that it names, reads and whoever repeats it must have: their roles, names and digests.
    /// What `built_in` holds everybody has.
    #[must_use]
    pub fn needed_files(&self, built_in: &[Source]) -> Vec<NeededFile> {
        let is_built_in = |text: &Text| built_in.iter().any(|source| source.text == text.text);
        // An experiment names files as seen from its folder; a list that is told by a string to share is no file.
        let is_file = |text: &Text| {
            let name = Path::new(&text.name).file_name().and_then(OsStr::to_str);
            self.command.contains(&text.name) || name.is_some_and(|name| self.experiment.contains(name))
        };
        let named = |text: &&Text| is_file(text) && !is_built_in(text);
        let needed = |text: &Text| NeededFile {
            role: text.role.clone(),
            name: text.name.clone(),
            digest: digest::of_bytes(text.text.as_bytes()),
        };
        self.texts.iter().filter(named).map(needed).collect()
    }
}

/// A file without which a run cannot be repeated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct NeededFile {
    /// What it is, as in [`Text`].
    pub role: String,
    /// The path under which the command names it.
    pub name: String,
    /// Digest of what was read from it.
    pub digest: String,
}

impl fmt::Display for NeededFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.role.split(' ').next().unwrap_or_default();
        write!(f, "the {kind} {}, digest {}", self.name, self.digest)
    }
}

/// Where the games of a cell come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Origin {
    /// Key of the cell in the addresses of its games: 0 where cells share their luck, else from 1 to 2^52.
    pub luck: u64,
    /// Digest of all that its games depend on: cells of which it is the same have the same games, pair by pair.
    pub games: String,
}

/// Which cells see the same dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Luck {
    /// Pair number `n` of every cell has the same luck: differences between cells are sharper.
    Shared,
    /// Cells are independent of each other.
    Independent,
}

/// A list that takes part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ListSummary {
    /// Key in the cells.
    pub key: String,
    /// Name that the list gives itself.
    pub name: String,
    /// The list's usual doctrine.
    pub doctrine: Option<String>,
    /// Total cost in points, by the codex without varied prices.
    pub cost: f64,
    /// Unit types and how many of each.
    pub units: Vec<(String, u32)>,
    /// What it spends points on besides units, and how many of each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extras: Vec<(String, u32)>,
}

impl ListSummary {
    /// What is in it, units first: `13 rifleman`, `uriah`.
    #[must_use]
    pub fn contents(&self) -> Vec<String> {
        contents(&self.units, &self.extras)
    }
}

/// Lists that are drawn at random.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Drawn {
    /// How.
    pub lists: RandomLists,
    /// What they are made of, at present costs; the counts of every meeting are in this order.
    pub purchases: Vec<Purchase>,
}

/// A text that a run depends on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Text {
    /// What it is: `codex`, `doctrines`, `list KEY`, `battlefield KEY`.
    pub role: String,
    /// Where it came from: a path, or the name of something built in.
    pub name: String,
    /// The text, in TOML.
    pub text: String,
}

/// How often a rule made a difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct RuleCount {
    /// Identifier.
    pub id: String,
    /// In a few words.
    pub about: String,
    /// Whether games count it at all.
    pub counted: bool,
    /// Number of times, over all engagements.
    pub times: u64,
}

/// Something that games count of each side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Counted {
    /// Key.
    pub name: String,
    /// What is counted, and in which unit.
    pub about: String,
}

/// A phase of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct PhaseName {
    /// Its name.
    pub name: String,
    /// Whether each side has one of its own; else both share it.
    pub of_a_side: bool,
}

impl From<&TurnPhase> for PhaseName {
    fn from(phase: &TurnPhase) -> Self {
        Self { name: phase.name.to_owned(), of_a_side: phase.of_a_side }
    }
}

/// How fast a run went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Timing {
    /// Threads that played.
    pub threads: usize,
    /// Wall seconds of play in the last go.
    pub seconds: f64,
    /// Engagements played in the last go, those beyond a stopping point included.
    pub engagements: u64,
    /// Engagements per second in the last go.
    pub engagements_per_second: f64,
}
