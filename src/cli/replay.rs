//! The engagement at an address of a run, with everything that it needs to be played again alone.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::cli::diagnostics::Failure;
use crate::cli::{complain, execute, name_lookup, run};
use crate::dice::Address;
use crate::experiment::{Levels, Luck, Manifest, Plan, Run, Spec, VARIANT, codex_role};
use crate::game::{Armies, CellSetup, Diagnostic, Override, Ruleset, Source};
use crate::outcomes::CellKey;

/// One engagement, ready to be told.
pub struct Replay {
    /// The game.
    pub ruleset: &'static dyn Ruleset,
    /// What the cell is made of.
    pub setup: CellSetup,
    /// Where its luck comes from.
    pub address: Address,
    /// Whether the second-named list has the first seat.
    pub swapped: bool,
}

/// Where an engagement stands in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    cell: u32,
    pair: u64,
    swapped: bool,
}

impl FromStr for Place {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self, Diagnostic> {
        let wrong = || {
            let diagnostic = Diagnostic::new(format!("`{text}` is not the address of an engagement"));
            diagnostic.allowing(["CELL/PAIR/a", "CELL/PAIR/b"]).within("--game")
        };
        let parts: Vec<&str> = text.split('/').collect();
        let [cell, pair, game @ ("a" | "b")] = parts[..] else { return Err(wrong()) };
        Ok(Self {
            cell: cell.parse().map_err(|_| wrong())?,
            pair: pair.parse().map_err(|_| wrong())?,
            swapped: game == "b",
        })
    }
}

impl Replay {
    /// The names of both lists, the first-named one first; none where lists are drawn.
    #[must_use]
    pub fn names(&self) -> Option<[String; 2]> {
        let CellSetup { codex, overrides, armies: Armies::Written(lists), .. } = &self.setup else { return None };
        let name = |list: &Source| self.ruleset.read_army_by(codex, overrides, list).ok().map(|army| army.name);
        let [first, second] = lists.each_ref().map(name);
        first.zip(second).map(<[String; 2]>::from)
    }

    /// Finds the engagement at `[RUN#]CELL/PAIR/a` or `b`, where RUN is the folder of a run or an experiment file.
    ///
    /// # Errors
    /// When the address is malformed, or there is no such run or cell.
    pub fn find(address: &str, run: Option<&Path>) -> Result<Self, Failure> {
        let (run, place) = match (address.rsplit_once('#'), run) {
            (Some((run, place)), None) => (PathBuf::from(run), place),
            (None, Some(run)) => (run.to_owned(), address),
            (Some(_), Some(_)) => {
                return Err(Diagnostic::new("the run is given twice: in --game and by --run").within("--game").into());
            }
            (None, None) => {
                let diagnostic = Diagnostic::new(format!("`{address}` does not say of which run"));
                return Err(diagnostic.allowing(["RUN#CELL/PAIR/a", "--run RUN"]).within("--game").into());
            }
        };
        let place: Place = place.parse()?;
        if !run.is_dir() {
            return Self::of_experiment(&run, place);
        }
        match Manifest::load(&run)? {
            (_, true) => Self::of_run(&Run::load(&run)?, place),
            (manifest, false) => Self::of_manifest(&manifest, place),
        }
    }

    /// One engagement of a plan.
    ///
    /// # Errors
    /// When there is no such cell.
    pub fn of_plan(
        plan: &Plan,
        ruleset: &'static dyn Ruleset,
        cell: u32,
        pair: u64,
        swapped: bool,
    ) -> Result<Self, Diagnostic> {
        let planned = plan.cells.get(cell as usize).ok_or_else(|| no_cell(cell, plan.cells.len()))?;
        let address = Address { seed: plan.seed, cell: plan.luck_of(cell), pair };
        Ok(Self { ruleset, setup: planned.setup.clone(), address, swapped })
    }

    fn of_experiment(path: &Path, place: Place) -> Result<Self, Failure> {
        let (spec, ruleset) = run::read(Some(path))?;
        let plan = execute::plan(&spec, ruleset)?;
        Ok(Self::of_plan(&plan, ruleset, place.cell, place.pair, place.swapped)?)
    }

    /// Of a run whose results are not there: its cells are counted out anew, from the same lists and files.
    fn of_manifest(manifest: &Manifest, place: Place) -> Result<Self, Failure> {
        let ruleset = name_lookup::ruleset(&manifest.ruleset)?;
        let spec = Spec::read(&Source { name: "manifest.json".to_owned(), text: manifest.experiment.clone() })?;
        let plan = execute::plan(&spec, ruleset)?;
        if plan.hash() != manifest.hash {
            let message =
                "this folder has no results, and what the run was made of is no longer the same: play it again";
            return Err(Diagnostic::new(message).within("--game").into());
        }
        Ok(Self::of_plan(&plan, ruleset, place.cell, place.pair, place.swapped)?)
    }

    /// From the texts that the run has kept: the files it was made of may have changed since.
    fn of_run(run: &Run, place: Place) -> Result<Self, Failure> {
        let manifest = &run.manifest;
        let ruleset = name_lookup::ruleset(&manifest.ruleset)?;
        let cell = run.cells.iter().find(|cell| cell.key.number == place.cell);
        let cell = cell.ok_or_else(|| no_cell(place.cell, run.cells.len()))?;
        if place.pair >= cell.tally.tried().max(1) {
            let message = format!("cell {} of this run has {} pairs, from 0", place.cell, cell.tally.tried());
            return Err(Diagnostic::new(message).within("--game").into());
        }
        if manifest.version != env!("CARGO_PKG_VERSION") {
            complain(&format!("this run was played by version {}: it may have gone otherwise there", manifest.version));
        }
        Ok(Self {
            ruleset,
            setup: setup(manifest, &cell.key)?,
            address: Address { seed: manifest.seed, cell: luck_of(manifest, place.cell), pair: place.pair },
            swapped: place.swapped,
        })
    }
}

/// The number under which a cell of a run draws its luck.
pub fn luck_of(manifest: &Manifest, cell: u32) -> u64 {
    match manifest.luck {
        Luck::Shared => 0,
        // A run that does not say it counted its cells.
        Luck::Independent => manifest.origins.get(cell as usize).map_or(u64::from(cell) + 1, |origin| origin.luck),
    }
}

/// What a cell of a run was made of.
///
/// # Errors
/// When the manifest lacks something of it.
pub fn setup(manifest: &Manifest, key: &CellKey) -> Result<CellSetup, Failure> {
    let spec = Spec::read(&Source { name: "manifest.json".to_owned(), text: manifest.experiment.clone() })?;
    let text = |role: String| {
        let text = manifest.texts.iter().find(|text| text.role == role);
        text.map(|text| Source { name: text.name.clone(), text: text.text.clone() })
    };
    let needed = |role: String| {
        text(role.clone()).ok_or_else(|| Diagnostic::new(format!("the manifest lacks the text `{role}`")))
    };
    // In the manifest factors stand in the order of their names.
    let same = |levels: &Levels| levels.iter().all(|level| key.factors.contains(level));
    let way = spec.ways().into_iter().find(|(levels, _)| same(levels));
    let (_, changes) = way.ok_or_else(|| Diagnostic::new("the manifest does not know the levels of this cell"))?;
    let overrides: Vec<Override> = spec.set.into_iter().map(|(change, _)| change).chain(changes).collect();
    let own = key.factors.iter().find(|(factor, _)| factor == VARIANT).and_then(|(_, name)| text(codex_role(name)));
    Ok(CellSetup {
        seed: manifest.seed,
        codex: own.map_or_else(|| needed("codex".to_owned()), Ok)?.into(),
        doctrine_book: needed("doctrines".to_owned())?.into(),
        overrides,
        armies: match &manifest.drawn {
            Some(drawn) => Armies::Random(drawn.lists),
            None => Armies::Written([needed(format!("list {}", key.list_a))?, needed(format!("list {}", key.list_b))?]),
        },
        doctrines: [key.doctrine_a.clone(), key.doctrine_b.clone()],
        scenario: key.scenario.clone(),
        battlefield: text(format!("battlefield {}", key.battlefield)),
    })
}

fn no_cell(cell: u32, cells: usize) -> Diagnostic {
    let diagnostic = Diagnostic::new(format!("there is no cell {cell}")).within("--game");
    diagnostic.allowing([format!("0 to {}", cells.saturating_sub(1))])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_cell_pair_and_game() {
        assert_eq!("4/117/b".parse(), Ok(Place { cell: 4, pair: 117, swapped: true }));
        for text in ["", "4/117", "4/117/c", "4/-1/a", "x/1/a", "1/2/a/b"] {
            assert!(text.parse::<Place>().is_err(), "{text}");
        }
    }
}
