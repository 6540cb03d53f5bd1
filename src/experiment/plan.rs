//! An experiment resolved: every cell with everything it is made of.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;
use serde::Serialize;

use super::simulators::Simulators;
use super::{
    Counted, Drawn, ListSummary, Luck, Manifest, Origin, PhaseName, RuleCount, Run, RunError, Stop, Text, Timing,
    digest,
};
use crate::game::{
    Armies, CellSetup, Diagnostics, Override, PlaySettings, Purchase, RandomLists, Ruleset, Simulator, Source, add_once,
};
use crate::outcomes::{Cell, CellKey, CellTally};

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
    /// The phases of a turn.
    pub phases: Vec<PhaseName>,
    /// Ways a game can end.
    pub endings: Vec<String>,
    /// What the length of a game counts, in the plural.
    pub length_unit: String,
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
    /// Key of its addresses where cells have luck of their own.
    pub luck: u64,
}

impl Plan {
    /// Play settings that were set and change no game.
    #[must_use]
    pub fn idle_play(&self) -> Vec<&str> {
        let used = |name: &str| {
            self.cells.iter().any(|cell| {
                let play = PlaySettings::read(&cell.setup.overrides);
                play.is_ok_and(|play| play.uses(name, &cell.setup.doctrines))
            })
        };
        let set = self.set.iter().map(|change| change.key.as_str());
        set.filter(|key| key.strip_prefix("play.").is_some_and(|name| !used(name))).collect()
    }
}

/// What the games of a cell depend on, and nothing else: not what it is called, nor which other cells there are.
#[derive(Serialize)]
struct GamesOf<'a> {
    version: &'a str,
    ruleset: &'a str,
    seed: u64,
    luck: u64,
    /// Digests of codex and doctrine book.
    books: [&'a str; 2],
    overrides: Vec<(&'a str, String)>,
    lists: Option<[&'a str; 2]>,
    random_lists: Option<RandomLists>,
    doctrines: &'a [String; 2],
    scenario: &'a str,
    battlefield: Option<&'a str>,
    tables: u64,
}

/// Keys for the addresses of cells that are independent of each other, in order: they go by what meets under which conditions, and not
/// by the place of a cell. Two lists have the same games in whatever experiment they meet, whoever is named first; cells that come to an experiment later, or leave it, take no game from those that stay. The first battlefield, and the first doctrines under which two
/// lists meet, are no part of it: a table that was drawn has, as a file, the games that were played on it, and a doctrine that was
/// searched has, under whatever name, those of the search. Keys are from 1 to 2^52, so that whoever reads JSON can hold them.
pub(super) fn luck_keys(cells: &[CellKey]) -> Vec<u64> {
    let first_table = cells.first().map(|cell| &cell.battlefield);
    let mut first_doctrines: BTreeMap<u64, [(&String, &String); 2]> = BTreeMap::new();
    let mut asked: BTreeMap<u64, u32> = BTreeMap::new();
    let mut keys = Vec::with_capacity(cells.len());
    for cell in cells {
        let CellKey { number: _, list_a, list_b, doctrine_a, doctrine_b, scenario, battlefield, factors } = cell;
        let mut sides = [(list_a, doctrine_a), (list_b, doctrine_b)];
        sides.sort();
        let table = Some(battlefield).filter(|table| Some(*table) != first_table);
        let meeting = digest::number(&(sides.map(|(list, _)| list), scenario, table, factors));
        let first = first_doctrines.entry(meeting).or_insert(sides);
        let doctrines = (sides != *first).then(|| sides.map(|(_, doctrine)| doctrine));
        // A meeting that is asked for twice is played twice.
        let again = asked.entry(digest::number(&(meeting, doctrines))).or_default();
        *again += 1;
        keys.push(1 + (digest::number(&(meeting, doctrines, *again)) >> 12));
    }
    keys
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
    /// What cells that are independent of each other have their dice by; versions before counted the cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    luck_by: Option<&'a str>,
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
            luck_by: (self.luck == Luck::Independent).then_some("names"),
        })
    }

    /// Where the games of each cell come from.
    #[must_use]
    pub fn origins(&self) -> Vec<Origin> {
        // Cells share codices and book: each is read once.
        let mut read: Vec<(*const Source, String)> = Vec::new();
        let mut of_book = |book: &Arc<Source>| {
            let at = read.iter().position(|(known, _)| *known == Arc::as_ptr(book)).unwrap_or_else(|| {
                read.push((Arc::as_ptr(book), digest::of_bytes(book.text.as_bytes())));
                read.len() - 1
            });
            read[at].1.clone()
        };
        let origin = |(number, PlannedCell { setup, .. }): (u32, &PlannedCell)| {
            let books = [of_book(&setup.codex), of_book(&setup.doctrine_book)];
            let luck = self.luck_of(number);
            let (lists, random_lists) = match &setup.armies {
                Armies::Written(lists) => (Some(lists.each_ref().map(|list| list.text.as_str())), None),
                Armies::Random(lists) => (None, Some(*lists)),
            };
            let games = digest::of(&GamesOf {
                version: env!("CARGO_PKG_VERSION"),
                ruleset: &self.ruleset,
                seed: self.seed,
                luck,
                books: books.each_ref().map(String::as_str),
                overrides: changes(&setup.overrides),
                lists,
                random_lists,
                doctrines: &setup.doctrines,
                scenario: &setup.scenario,
                battlefield: setup.battlefield.as_ref().map(|table| table.text.as_str()),
                tables: setup.seed,
            });
            Origin { luck, games }
        };
        (0..).zip(&self.cells).map(origin).collect()
    }

    /// The games of cells of this plan that were played in other runs, by the number of the cell here: those of a run that it
    /// [goes on from](Self::goes_on_from), and those of every cell that depends on the same, whatever other cells its experiment
    /// had, under a rule that stopped it no later. Of several runs the one that has most of a cell counts.
    #[must_use]
    pub fn played_before(&self, runs: &[Run]) -> BTreeMap<u32, CellTally> {
        let mut found: BTreeMap<u32, CellTally> = BTreeMap::new();
        let mut origins = None;
        for run in runs {
            let mut take = |number: u32, cell: &Cell| {
                let tried = cell.tally.tried();
                if tried > 0 && found.get(&number).is_none_or(|other| other.tried() < tried) {
                    found.insert(number, cell.tally.clone());
                }
            };
            if self.goes_on_from(run) {
                (0..).zip(&run.cells).for_each(|(number, cell)| take(number, cell));
            } else if self.takes_games_of(run) {
                let known: BTreeMap<&str, usize> =
                    run.manifest.origins.iter().map(|origin| origin.games.as_str()).zip(0..).collect();
                for (number, origin) in (0..).zip(origins.get_or_insert_with(|| self.origins()).iter()) {
                    let cell = known.get(origin.games.as_str()).and_then(|place| run.cells.get(*place));
                    cell.filter(|cell| cell.tally.tried() <= self.stop.most())
                        .into_iter()
                        .for_each(|cell| take(number, cell));
                }
            }
        }
        found
    }

    /// Whether cells of a run can be gone on with under the stopping rule of this plan.
    fn takes_games_of(&self, run: &Run) -> bool {
        let Manifest { stop, origins, .. } = &run.manifest;
        // Cells that are decided together share out the chance of error: among more of them none is decided sooner.
        let as_many = || self.contests() >= run.cells.iter().filter(|cell| !cell.key.is_mirror()).count();
        origins.len() == run.cells.len()
            && self.stop.goes_on_from(stop)
            && (self.stop.is_fixed() || !self.stop.is_sequential() || as_many())
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
            Luck::Independent => self.cells[number as usize].luck,
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
            origins: self.origins(),
            digest: digest::of_cells(&hash, cells),
            hash,
            command,
            rules,
            counts: self.counts.clone(),
            states: self.states.clone(),
            turns_digest: digest::of_turns(cells),
            phases: self.phases.clone(),
            phases_digest: digest::of_phases(cells),
            endings: self.endings.clone(),
            length_unit: self.length_unit.clone(),
            timing,
        }
    }
}
