//! Cells made ready for play: all are tried before the first game, few are kept ready at a time.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;

use super::{Plan, RunError};
use crate::game::{CellSetup, Diagnostics, Purchase, Simulator, add_once};
use crate::outcomes::{CellTally, Recorder};

/// So many cells are kept ready, whatever the number of threads.
const FEWEST_READY: usize = 32;

/// What has to be known of a cell before it is played.
pub(super) struct CellFacts {
    /// Pairs that are worth handing to a thread at a time.
    pub block: u64,
    /// The sums of no engagements.
    pub nothing: CellTally,
}

/// The simulators of a plan. A cell is made ready when it is played, and again when it is played again after many others;
/// its results do not depend on it.
pub(super) struct Simulators<'a, 'm> {
    plan: &'a Plan,
    make: &'a Make<'m>,
    /// What lists are made of where they are drawn.
    purchases: Vec<Purchase>,
    /// What is allowed, but hardly meant, each once and sorted.
    warnings: Vec<String>,
    most: usize,
    ready: Mutex<Ready<'m>>,
}

/// Makes a cell ready for play.
pub(super) type Make<'a> = dyn Fn(&CellSetup) -> Result<Box<dyn Simulator + 'a>, Diagnostics> + Sync + 'a;

/// The cells that are ready, with the time of their last use.
#[derive(Default)]
struct Ready<'a> {
    time: u64,
    cells: BTreeMap<u32, (u64, Arc<dyn Simulator + 'a>)>,
}

impl<'a, 'm> Simulators<'a, 'm> {
    /// Makes every cell ready once, and says what has to be known of each, in the order of the plan.
    ///
    /// # Errors
    /// Everything wrong with any cell, each diagnostic once; the work failed when it was broken off.
    pub(super) fn of(
        plan: &'a Plan,
        make: &'a Make<'m>,
        abort: &AtomicBool,
    ) -> Result<(Self, Vec<CellFacts>), RunError> {
        let most = FEWEST_READY.max(2 * rayon::current_num_threads());
        let tried: Vec<_> = plan
            .cells
            .par_iter()
            .enumerate()
            .map(|(number, cell)| {
                if abort.load(Ordering::Relaxed) {
                    return None;
                }
                Some(make(&cell.setup).map(|simulator| {
                    let facts = CellFacts {
                        block: simulator.block(),
                        nothing: recorder(plan, simulator.as_ref()).into_tally(),
                    };
                    let purchases = if number == 0 { simulator.purchases().to_vec() } else { Vec::new() };
                    let warnings = simulator.warnings().to_vec();
                    (facts, purchases, warnings, (number < most).then(|| Arc::<dyn Simulator + 'm>::from(simulator)))
                }))
            })
            .collect();
        let mut simulators =
            Self { plan, make, purchases: Vec::new(), warnings: Vec::new(), most, ready: Mutex::default() };
        let (mut facts, mut diagnostics) = (Vec::with_capacity(tried.len()), Diagnostics::new());
        for (number, result) in (0..).zip(tried) {
            match result {
                None => return Err(RunError::Work("broken off before the first game".to_owned())),
                Some(Ok((fact, purchases, warnings, ready))) => {
                    facts.push(fact);
                    simulators.purchases.extend(purchases);
                    simulators.warnings.extend(warnings);
                    simulators.lock().cells.extend(ready.map(|simulator| (number, (0, simulator))));
                }
                Some(Err(more)) => add_once(&mut diagnostics, more),
            }
        }
        simulators.warnings.sort();
        simulators.warnings.dedup();
        if diagnostics.is_empty() { Ok((simulators, facts)) } else { Err(diagnostics.into()) }
    }

    /// What lists are made of where they are drawn.
    pub(super) fn purchases(&self) -> &[Purchase] {
        &self.purchases
    }

    /// What is allowed, but hardly meant, each once and sorted.
    pub(super) fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// The simulator of a cell, made ready where it is not.
    ///
    /// # Errors
    /// When a cell that was in order before no longer is.
    pub(super) fn get(&self, cell: u32) -> Result<Arc<dyn Simulator + 'm>, RunError> {
        if let Some(found) = self.lock().touch(cell) {
            return Ok(found);
        }
        let fresh = (self.make)(&self.plan.cells[cell as usize].setup)?;
        let mut ready = self.lock();
        // Another thread may have been faster.
        if let Some(found) = ready.touch(cell) {
            return Ok(found);
        }
        while ready.cells.len() >= self.most {
            let oldest =
                ready.cells.iter().min_by_key(|(number, (time, _))| (*time, **number)).map(|(number, _)| *number);
            oldest.and_then(|number| ready.cells.remove(&number));
        }
        let (time, simulator) = (ready.time, Arc::<dyn Simulator + 'm>::from(fresh));
        ready.cells.insert(cell, (time, Arc::clone(&simulator)));
        Ok(simulator)
    }

    /// Lets go of a cell that is complete.
    pub(super) fn drop(&self, cell: u32) {
        self.lock().cells.remove(&cell);
    }

    /// A thread that panics here has changed nothing.
    fn lock(&self) -> MutexGuard<'_, Ready<'m>> {
        self.ready.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<'a> Ready<'a> {
    fn touch(&mut self, cell: u32) -> Option<Arc<dyn Simulator + 'a>> {
        self.time += 1;
        let time = self.time;
        self.cells.get_mut(&cell).map(|(used, simulator)| {
            *used = time;
            Arc::clone(simulator)
        })
    }
}

/// A recorder of engagements of a cell.
pub(super) fn recorder(plan: &Plan, simulator: &dyn Simulator) -> Recorder {
    Recorder::new([simulator.roster(0), simulator.roster(1)], plan.endings.len(), plan.rules.len())
        .seated(simulator.seats())
}

#[cfg(test)]
mod tests {
    use super::super::fixture_game::Coins;
    use super::super::{FileLookup, Spec};
    use super::*;
    use crate::game::{Ruleset as _, Source};

    #[test]
    fn few_cells_are_ready_at_a_time_and_any_is_when_it_is_asked_for() {
        let levels = (1..=40).map(|n| n.to_string()).collect::<Vec<_>>().join(", ");
        let text = format!(
            "ruleset = \"coins\"\narmies = \"armies/coins/*.toml\"\nstop.pairs = 2\n[vary]\n\"rules.turn-limit\" = [{levels}]\n"
        );
        let spec = Spec::read(&Source { name: "try.toml".into(), text }).unwrap();
        let plan = Plan::resolve(&spec, &Coins, &FileLookup::new(&Coins, vec!["/nowhere".into()])).unwrap();
        let abort = AtomicBool::new(false);
        let make = |setup: &CellSetup| Coins.prepare(setup);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let (simulators, facts) = pool.install(|| Simulators::of(&plan, &make, &abort)).unwrap();
        assert_eq!((facts.len(), simulators.lock().cells.len()), (120, FEWEST_READY));
        let ready = |cell: u32| simulators.lock().cells.contains_key(&cell);
        assert!(ready(0) && !ready(119));
        simulators.get(0).unwrap();
        for cell in 100..100 + FEWEST_READY as u32 / 2 {
            simulators.get(cell).unwrap();
        }
        assert!(ready(0) && ready(100) && !ready(1), "those that were not used for longest go first");
        assert_eq!(simulators.lock().cells.len(), FEWEST_READY);
        simulators.drop(100);
        assert!(!ready(100));
        abort.store(true, Ordering::Relaxed);
        assert!(Simulators::of(&plan, &make, &abort).is_err());
    }
}
