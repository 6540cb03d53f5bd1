//! Play in stages, each of which goes on from the one before, until what a run is about is known well enough.

use clap::Args;

use crate::analysis::rounding::counted;
use crate::analysis::stopping::FIRST_LOOK;
use crate::cli::diagnostics::Failure;
use crate::cli::execute::{self, Keeping};
use crate::cli::options::Out;
use crate::cli::{complain, publish};
use crate::experiment::{Run, Spec, Stop, USUAL_CAP};
use crate::game::Ruleset;

/// A stage takes at least, and at most, so many times the pairs of the one before.
const GROWTH: [f64; 2] = [1.25, 4.0];

/// Pairs are asked for in hundreds.
const STEP: u64 = 100;

/// An end for stages.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct Cap {
    /// Play at most this many pairs per cell; 100,000 when left out
    #[arg(long, value_name = "N", requires = "staged", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    cap: Option<u64>,
}

/// What is to be reached.
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    /// Half-width of the widest 95% interval, in the unit of what is measured.
    pub half_width: f64,
    /// Where it ends, reached or not.
    pub cap: Cap,
}

/// Plays an experiment with variants in stages, each of twice as many pairs as the one before, until of every difference it is `known`
/// what it is, and writes what it leaves into the folder, if one is named.
///
/// The stages are the looks of a sequential test: which one a number of pairs is does not depend on what was played before, and the
/// manifest says it, so that whoever reads the run spends the chance of error accordingly.
///
/// # Errors
/// What is wrong with the request, and what may happen to the work.
pub fn until_known(
    spec: &Spec,
    ruleset: &dyn Ruleset,
    out: &Out,
    cap: Cap,
    known: impl Fn(&Run) -> bool,
) -> Result<Run, Failure> {
    let cap = cap.cap.unwrap_or(USUAL_CAP);
    let stage = |pairs: u64| execute::plan(&Spec { stop: Stop::Pairs(pairs), ..spec.clone() }, ruleset);
    let folder = out.hold_for_stages(&stage(cap)?)?;
    let mut before = folder.as_ref().and_then(|folder| folder.earlier().first()).cloned();
    let played = before.as_ref().map_or(0, pairs_of);
    let mut run = None;
    for (look, pairs) in (1..).zip(looks(cap)).filter(|(_, pairs)| *pairs >= played.min(cap)) {
        let mut stage =
            execute::play(&stage(pairs)?, ruleset, Keeping { from: before.as_slice(), ..Keeping::default() })?;
        stage.manifest.looks = Some(look);
        if !stage.is_complete() || known(&stage) {
            run = Some(stage);
            break;
        }
        if pairs == cap {
            complain(&format!("{} did not tell enough of all that was asked; --cap allows more", counted(cap, "pair")));
        }
        before = Some(stage.clone());
        run = Some(stage);
    }
    let run = run.ok_or_else(|| Failure::Work("no stage was played".to_owned()))?;
    publish::close(&run, folder.as_ref(), &[])?;
    Ok(run)
}

/// Pairs of the stages up to a cap: twice as many each time.
fn looks(cap: u64) -> impl Iterator<Item = u64> {
    let next = move |pairs: &u64| (*pairs < cap).then(|| pairs.saturating_mul(2).min(cap));
    std::iter::successors(Some(FIRST_LOOK.min(cap)), next)
}

/// Plays an experiment as it stands, and writes what it leaves into the folder, if one is named.
///
/// # Errors
/// What is wrong with the request, and what may happen to the work.
pub fn at_once(spec: &Spec, ruleset: &dyn Ruleset, out: &Out) -> Result<Run, Failure> {
    let plan = execute::plan(spec, ruleset)?;
    let folder = out.hold(&plan)?;
    let run = execute::play(&plan, ruleset, out.keeping(folder.as_ref()))?;
    publish::close(&run, folder.as_ref(), &[])?;
    Ok(run)
}

/// Plays an experiment to the end of its stages, and writes what it leaves into the folder, if one is named. `widest` says
/// how far the widest interval of a run reaches to either side; nothing where one has no end yet.
///
/// How many pairs a stage takes depends on the results of the one before alone, so that a run that is broken off comes to
/// the same end. As the width of the intervals decides when it ends, and not where they lie, they stay honest after it
/// (METHODS 6.1).
///
/// # Errors
/// What is wrong with the request, and what may happen to the work.
pub fn play(
    spec: &Spec,
    ruleset: &dyn Ruleset,
    out: &Out,
    aim: Aim,
    widest: impl Fn(&Run) -> Option<f64>,
) -> Result<Run, Failure> {
    let cap = aim.cap.cap.unwrap_or(USUAL_CAP);
    let stage = |pairs: u64| execute::plan(&Spec { stop: Stop::Pairs(pairs), ..spec.clone() }, ruleset);
    let folder = out.hold_for_stages(&stage(cap)?)?;
    let mut before = folder.as_ref().and_then(|folder| folder.earlier().first()).cloned();
    let mut pairs = before.as_ref().map_or(FIRST_LOOK, pairs_of).min(cap);
    let run = loop {
        let run = execute::play(&stage(pairs)?, ruleset, Keeping { from: before.as_slice(), ..Keeping::default() })?;
        let width = widest(&run);
        if !run.is_complete() || width.is_some_and(|width| width <= aim.half_width) {
            break run;
        }
        if pairs == cap {
            let reached = width.map_or_else(String::new, |width| format!(": the widest interval is ±{width:.3}"));
            complain(&format!("the precision was not reached within {cap} pairs{reached}; --cap allows more"));
            break run;
        }
        pairs = more(pairs, width, aim.half_width).min(cap);
        before = Some(run);
    };
    publish::close(&run, folder.as_ref(), &[])?;
    Ok(run)
}

/// Pairs of a cell that the stage of a run took, or would have taken.
fn pairs_of(run: &Run) -> u64 {
    match run.manifest.stop {
        Stop::Pairs(pairs) => pairs,
        _ => run.cells.iter().map(|cell| cell.tally.tried()).max().unwrap_or(FIRST_LOOK),
    }
}

/// Pairs of the next stage: a tenth more than the width should take, which goes down by the root of the pairs.
fn more(pairs: u64, width: Option<f64>, half_width: f64) -> u64 {
    let [least, most] = GROWTH;
    let factor = width.map_or(2.0, |width| 1.1 * (width / half_width) * (width / half_width)).clamp(least, most);
    ((pairs as f64 * factor) as u64).div_ceil(STEP) * STEP
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_double_up_to_the_cap() {
        assert_eq!(looks(1000).collect::<Vec<_>>(), [200, 400, 800, 1000]);
        assert_eq!(looks(800).collect::<Vec<_>>(), [200, 400, 800]);
        assert_eq!(looks(50).collect::<Vec<_>>(), [50]);
    }

    #[test]
    fn a_stage_takes_what_the_width_asks_for_and_not_more_than_four_times_as_much() {
        assert_eq!(more(400, Some(0.02), 0.015), 800, "400 by 16/9 and a tenth is 782");
        assert_eq!(more(400, Some(0.2), 0.01), 1600);
        assert_eq!(more(400, Some(0.0101), 0.01), 500);
        assert_eq!(more(400, None, 0.01), 800, "nothing is known yet");
    }
}
