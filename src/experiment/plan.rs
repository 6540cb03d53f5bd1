//! An experiment resolved: every cell with everything it is made of.

use std::sync::atomic::AtomicBool;

use rayon::prelude::*;
use serde::Serialize;

use super::simulators::Simulators;
use super::{Counted, Drawn, ListSummary, Luck, Manifest, RuleCount, Run, RunError, Stop, Text, Timing, digest};
use crate::game::{CellSetup, Diagnostics, Override, Purchase, RandomLists, Ruleset, Simulator, add_once};
use crate::outcomes::{Cell, CellKey};

/// An experiment with nothing left to look up.
#[derive(Clone, Debug)]
pub struct Plan {
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
    /// Departures from codex and rules that hold in every cell.
    pub set: Vec<Override>,
    /// Names of the varied factors.
    pub factors: Vec<String>,
    /// Named variants and their departures.
    pub variants: Vec<(String, Vec<Override>)>,
    /// The lists that take part.
    pub lists: Vec<ListSummary>,
    /// How lists are drawn, where two are drawn for every pair.
    pub random_lists: Option<RandomLists>,
    /// The experiment as it was understood, in TOML.
    pub experiment: String,
    /// Every file that the experiment depends on.
    pub texts: Vec<Text>,
    /// Rule atoms of the ruleset, not counted yet.
    pub rules: Vec<RuleCount>,
    /// What games count of each side.
    pub counts: Vec<Counted>,
    /// What says how a side stands at the end of a turn.
    pub states: Vec<Counted>,
    /// Ways a game can end.
    pub endings: Vec<String>,
    /// The cells, in the order of their numbers.
    pub cells: Vec<PlannedCell>,
}

/// A cell to be played.
#[derive(Clone, Debug)]
pub struct PlannedCell {
    /// What is asked.
    pub key: CellKey,
    /// What it is made of.
    pub setup: CellSetup,
}

/// What the results depend on, and nothing else.
#[derive(Serialize)]
struct Fingerprint<'a> {
    version: &'a str,
    ruleset: &'a str,
    seed: u64,
    luck: Luck,
    stop: Stop,
    set: Vec<(&'a str, String)>,
    texts: Vec<(&'a str, &'a str)>,
    cells: Vec<&'a CellKey>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variants: Vec<(&'a str, Vec<(&'a str, String)>)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    random_lists: Option<RandomLists>,
}

fn changes(set: &[Override]) -> Vec<(&str, String)> {
    set.iter().map(|change| (change.key.as_str(), change.value.to_string())).collect()
}

impl Plan {
    /// Hash of the experiment with everything its results depend on; questions, names of files and of the experiment
    /// itself are no part of it.
    #[must_use]
    pub fn hash(&self) -> String {
        self.hash_by(self.stop)
    }

    /// The hash of the same experiment under another stopping rule.
    fn hash_by(&self, stop: Stop) -> String {
        digest::of(&Fingerprint {
            version: env!("CARGO_PKG_VERSION"),
            ruleset: &self.ruleset,
            seed: self.seed,
            luck: self.luck,
            stop,
            set: changes(&self.set),
            texts: self.texts.iter().map(|text| (text.role.as_str(), text.text.as_str())).collect(),
            cells: self.cells.iter().map(|cell| &cell.key).collect(),
            variants: self.variants.iter().map(|(name, set)| (name.as_str(), changes(set))).collect(),
            random_lists: self.random_lists,
        })
    }

    /// Whether the games of `run` are the first games of this plan: the same experiment under a rule that stops its cells no
    /// later. Then a run of this plan may go on from there and comes to the same results, to the bit.
    #[must_use]
    pub fn goes_on_from(&self, run: &Run) -> bool {
        self.stop.goes_on_from(&run.manifest.stop)
            && self.hash_by(run.manifest.stop) == run.manifest.hash
            && run.cells.iter().map(|cell| &cell.key).eq(self.cells.iter().map(|cell| &cell.key))
            && run.cells.iter().all(|cell| cell.tally.tried() <= self.stop.most())
    }

    /// Makes all cells ready for play.
    ///
    /// # Errors
    /// Everything wrong with any cell, each diagnostic once.
    pub fn prepare(&self, ruleset: &dyn Ruleset) -> Result<Vec<Box<dyn Simulator>>, Diagnostics> {
        let ready: Vec<_> = self.cells.par_iter().map(|cell| ruleset.prepare(&cell.setup)).collect();
        let mut simulators = Vec::with_capacity(ready.len());
        let mut diagnostics = Diagnostics::new();
        for result in ready {
            match result {
                Ok(simulator) => simulators.push(simulator),
                Err(more) => add_once(&mut diagnostics, more),
            }
        }
        if diagnostics.is_empty() { Ok(simulators) } else { Err(diagnostics) }
    }

    /// Makes every cell ready for play once, to see whether it can be.
    ///
    /// # Errors
    /// Everything wrong with any cell, each diagnostic once.
    pub fn check(&self, ruleset: &dyn Ruleset) -> Result<(), RunError> {
        Simulators::of(self, &|setup: &CellSetup| ruleset.prepare(setup), &AtomicBool::new(false)).map(drop)
    }

    /// Cells in which one thing meets another, and not itself: what a decision is about.
    #[must_use]
    pub fn contests(&self) -> usize {
        self.cells.iter().filter(|cell| !cell.key.is_mirror()).count()
    }

    /// The cell key of the addresses of cell `number`.
    #[must_use]
    pub fn luck_of(&self, number: u32) -> u64 {
        match self.luck {
            Luck::Shared => 0,
            Luck::Independent => u64::from(number) + 1,
        }
    }

    /// The manifest of a run of this plan; `purchases` are what lists are made of where they are drawn.
    #[must_use]
    pub fn manifest(&self, cells: &[Cell], purchases: &[Purchase], command: String, timing: Timing) -> Manifest {
        let mut rules = self.rules.clone();
        for cell in cells {
            rules.iter_mut().zip(&cell.tally.rules).for_each(|(rule, times)| rule.times += times);
        }
        let hash = self.hash();
        Manifest {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            name: self.name.clone(),
            question: self.question.clone(),
            ruleset: self.ruleset.clone(),
            title: self.title.clone(),
            seed: self.seed,
            luck: self.luck,
            stop: self.stop,
            looks: None,
            factors: self.factors.clone(),
            lists: self.lists.clone(),
            drawn: self.random_lists.map(|lists| Drawn { lists, purchases: purchases.to_vec() }),
            experiment: self.experiment.clone(),
            texts: self.texts.clone(),
            digest: digest::of_cells(&hash, cells),
            hash,
            command,
            rules,
            counts: self.counts.clone(),
            states: self.states.clone(),
            turns_digest: digest::of_turns(cells),
            endings: self.endings.clone(),
            timing,
        }
    }
}
