//! The report, before it is written in any language.

use serde::Serialize;

use super::table::Table;
use crate::charts::Picture;
use crate::experiment::{Manifest, NeededFile, Run};
use crate::game::Source;
use crate::rulesets;

/// A report.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Title: what was asked, in the words of the experiment, or who met whom.
    pub title: String,
    /// What met what, and where, in a line.
    pub setting: String,
    /// The answer in one plain sentence.
    pub answer: String,
    /// Further sentences that belong beside the answer.
    pub remarks: Vec<String>,
    /// What a reader should know before believing the numbers.
    pub warnings: Vec<String>,
    /// Tables and charts, in reading order.
    pub sections: Vec<Section>,
    /// What was taken for granted.
    pub assumptions: Vec<String>,
    /// Sections for those who look closer; folded away where the language can.
    pub appendix: Vec<Section>,
    /// Where the numbers come from.
    pub provenance: Provenance,
}

/// A heading with what belongs under it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Section {
    /// Heading.
    pub heading: String,
    /// Whether it belongs into the short of the report.
    pub brief: bool,
    /// Paragraphs.
    pub texts: Vec<String>,
    /// Charts.
    pub figures: Vec<Figure>,
    /// Tables.
    pub tables: Vec<Table>,
    /// Games that can be told again.
    pub replays: Vec<Replay>,
}

/// A game that can be told again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Replay {
    /// What happened in it, in a line.
    pub words: String,
    /// The command that tells it.
    pub command: String,
}

/// A chart in a report.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Name of its files, without folder and ending.
    pub stem: String,
    /// The drawing.
    pub picture: Picture,
}

/// Where the numbers of a report come from, and how to have them again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Provenance {
    /// Version of the program.
    pub version: String,
    /// Ruleset.
    pub ruleset: String,
    /// Seed of the experiment.
    pub seed: u64,
    /// Digest of the results.
    pub digest: String,
    /// Engagements played.
    pub engagements: u64,
    /// The command that gives the same results again.
    pub command: String,
    /// Files that it takes and not everybody has: what they are, their names and digests.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<String>,
}

/// Files that whoever repeats a run lacks: those that it read and that are not built into the program.
#[must_use]
pub fn needed_files(manifest: &Manifest) -> Vec<NeededFile> {
    let built_in: Vec<Source> = rulesets::find(&manifest.ruleset).into_iter().flat_map(rulesets::built_in).collect();
    manifest.needed_files(&built_in)
}

impl Provenance {
    /// Of a run.
    #[must_use]
    pub fn of(run: &Run) -> Self {
        let manifest = &run.manifest;
        Self {
            version: manifest.version.clone(),
            ruleset: manifest.ruleset.clone(),
            seed: manifest.seed,
            digest: manifest.digest.clone(),
            engagements: run.engagements(),
            command: manifest.command.clone(),
            needs: needed_files(manifest).iter().map(ToString::to_string).collect(),
        }
    }

    /// What a footer says, beside the command.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![
            format!("Even Odds {}, ruleset {}", self.version, self.ruleset),
            format!("seed {}, {} engagements", self.seed, super::table::thousands(self.engagements)),
            format!("digest of the results {}", self.digest),
        ];
        lines.extend(self.needs.iter().map(|file| format!("it needs {file}")));
        lines
    }
}
