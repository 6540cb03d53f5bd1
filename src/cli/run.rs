//! `evenodds run`: an experiment, from file to report.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::diagnostics::{Failure, no_meaning};
use crate::cli::execute::{self, Keeping};
use crate::cli::options::{Amount, Departures, no_idle_play};
use crate::cli::output::{FormatArg, print, print_closing, print_json, print_table};
use crate::cli::row_files::RowKind;
use crate::cli::shard_arg::ShardArg;
use crate::cli::{complain, costs, files, publish, shared_experiment, summary};
use crate::experiment::{
    BestAnswers, Companion, CompanionPairs, Companions, Manifest, Plan, Run, RunFolder, Shard, Spec,
};
use crate::game::{Diagnostic, Ruleset, Source, visible};
use crate::report::format::Format;
use crate::report::{self, Costs};
use crate::rulesets;

/// Play an experiment and write its report
///
/// Without a file it is the built-in first look. A run that is broken off, or killed, goes on where it was when the same
/// command is given again. With --shard, several machines play a part each, for `merge` to put together.
#[derive(Debug, Default, Args)]
#[command(after_help = "Examples:
  evenodds run
  evenodds run experiments/doctrine-ladder.toml --precision 0.01
  evenodds run experiments/doctrine-ladder.toml --precision '2 points' --of draws
  evenodds run experiments/doctrine-ladder.toml --rows engagements,turns,events --pairs 20
  evenodds run experiments/doctrine-ladder.toml --shard 0/4 --out part0
  evenodds run experiments/doctrine-ladder.toml --gauges --looking-ahead --stronger-hands 20
  evenodds run --rule overwatch-limit=0 --set codex.units.andy.cost=110 --out reports/what-if")]
pub struct RunArgs {
    /// Experiment: a file, or a shared string
    #[arg(value_name = "EXPERIMENT.toml")]
    experiment: Option<PathBuf>,
    #[command(flatten)]
    amount: Amount,
    #[command(flatten)]
    departures: Departures,
    /// Folder for the results [default: reports/NAME]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Keep rows of the games: `engagements` where no kind is named; `turns` and `events`, for which they are played once more
    #[arg(long, value_name = "KINDS", num_args = 0..=1, require_equals = true, default_missing_value = "engagements", value_delimiter = ',', conflicts_with = "shard")]
    rows: Vec<RowKind>,
    /// Play part I, from 0, of N parts; `auto` or `auto/N` in a task of Slurm, Kubernetes, HyperQueue or GNU parallel, where
    /// the task's number says which
    #[arg(long, value_name = "I/N")]
    shard: Option<ShardArg>,
    /// Begin again where the folder holds an unfinished run, and replace the results of another experiment
    #[arg(long)]
    fresh: bool,
    /// Take over the games of this run where they are those of the experiment: cells that stand there as they stand here, with no
    /// more pairs. May be repeated
    #[arg(long, value_name = "DIR", conflicts_with = "shard")]
    from: Vec<PathBuf>,
    #[command(flatten)]
    beside: Beside,
    #[command(flatten)]
    format: FormatArg,
}

/// What is played beside the run, to say how far its play can be believed.
#[derive(Clone, Debug, Default, Args)]
struct Beside {
    /// Play every list's usual doctrine against chance and against all others, in so many pairs a cell, 50 when no number is
    /// given; without being asked for, in 20 to 50 pairs a cell where they take no more than a tenth of the pairs of the run
    #[arg(long, value_name = "PAIRS", num_args = 0..=1, default_missing_value = "50", conflicts_with = "shard", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    gauges: Option<u64>,
    /// Play no gauges that are not asked for
    #[arg(long, conflicts_with = "gauges")]
    no_gauges: bool,
    /// Let every list look ahead against itself under its usual doctrine, in so many pairs a cell, 5 when no number is given;
    /// it takes seconds a pair
    #[arg(long, value_name = "PAIRS", num_args = 0..=1, default_missing_value = "5", conflicts_with = "shard", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    looking_ahead: Option<u64>,
    /// Play all match-ups with both lists looking ahead, in so many pairs a cell, 10 when no number is given; it takes seconds
    /// a pair
    #[arg(long, value_name = "PAIRS", num_args = 0..=1, default_missing_value = "10", conflicts_with = "shard", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    stronger_hands: Option<u64>,
    /// Show best answers of this file beside the gauges, as `tune doctrine --record` keeps them; those that are built in when
    /// left out
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,
}

/// Gauges that nobody has asked for take no more than this part of the pairs of a run: one in so many.
const SPARE: u64 = 10;

/// Pairs of each of their cells.
const GAUGE_PAIRS: RangeInclusive<u64> = 20..=50;

impl Beside {
    /// What the experiment asks for, unless it is asked for here.
    fn over(&self, written: CompanionPairs) -> CompanionPairs {
        let here = [self.gauges, self.looking_ahead, self.stronger_hands];
        CompanionPairs(std::array::from_fn(|at| here[at].or(written.0[at])))
    }

    /// The same with gauges where a run of so many pairs has room for them: `cells` of them, of lists with doctrines of their own.
    fn with_room_for_gauges(&self, asked: CompanionPairs, cells: u64, pairs: u64) -> CompanionPairs {
        let mut all = asked;
        let share = pairs / SPARE / cells.max(1);
        if !self.no_gauges && share >= *GAUGE_PAIRS.start() {
            let at = Companion::ALL.iter().position(|companion| *companion == Companion::Gauges);
            all.0[at.expect("gauges are a companion")].get_or_insert(share.min(*GAUGE_PAIRS.end()));
        }
        all
    }

    /// That best answers which are named can be read, and have gauges to stand beside: those that are asked for, or those that the run
    /// has room for.
    fn answers_are_of_use(&self, spec: &Spec, plan: &Plan, ruleset: &dyn Ruleset) -> Result<(), Failure> {
        let Some(path) = &self.answers else { return Ok(()) };
        BestAnswers::read(&files::read(path)?)?;
        let asked = spec.companions;
        let cells = if spec.draws_lists() { u64::MAX } else { gauge_cells(spec, &plan.name, ruleset)? };
        let pairs = plan.stop.most().saturating_mul(plan.cells.len() as u64);
        let played = self.with_room_for_gauges(asked, cells, pairs);
        if played.each().any(|(companion, _)| companion == Companion::Gauges) {
            return Ok(());
        }
        let fault = no_meaning("--answers", "best answers stand beside gauges, and none are played");
        Err(fault.allowing(["--gauges"]).within("--answers").into())
    }

    /// Puts the best answers beside the gauges, where there are any.
    fn keep_answers(&self, ruleset: &dyn Ruleset, folder: &Path) -> Result<(), Failure> {
        let source = match &self.answers {
            Some(path) => Some(files::read(path)?),
            None => ruleset.best_answers(),
        };
        let Some(source) = source else { return Ok(()) };
        files::write_atomically(&Companions::answers_in(folder), source.text.as_bytes())
    }
}

impl RunArgs {
    /// Plays, prints the results, writes the report.
    ///
    /// # Errors
    /// What is wrong with the request, and what may happen to the work.
    pub fn run(&self) -> Result<(), Failure> {
        let shard = self.shard.map_or(Ok(Shard::WHOLE), ShardArg::shard)?;
        let (mut spec, ruleset) = read(self.experiment.as_deref())?;
        self.amount.apply(&mut spec)?;
        self.departures.apply(&mut spec, ruleset)?;
        spec.companions = self.beside.over(spec.companions);
        if spec.draws_lists() && spec.companions != CompanionPairs::default() {
            let message = "lists that are drawn at random have no usual doctrine, and nothing is played beside them";
            return Err(Diagnostic::new(message).into());
        }
        let plan = execute::plan(&spec, ruleset)?;
        // Companions may look ahead.
        if spec.companions == CompanionPairs::default() {
            no_idle_play(&plan)?;
        }
        self.beside.answers_are_of_use(&spec, &plan, ruleset)?;
        let path = self.out.clone().unwrap_or_else(|| Path::new("reports").join(&plan.name));
        let rows = self.rows.contains(&RowKind::Engagements);
        let folder = RunFolder::hold_for(&plan, &path, shard, self.fresh, rows)?;
        let earlier = self.earlier(&plan, &folder)?;
        let keeping = Keeping {
            folder: Some(&path),
            from: &earlier,
            fresh: self.fresh,
            rows,
            checked: self.amount.checked,
            shard,
        };
        let run = execute::play(&plan, ruleset, keeping)?;
        if !shard.is_whole() {
            return publish::close_shard(&run, &path, shard);
        }
        if !run.is_complete() {
            publish::close(&run, Some(&folder), &self.rows)?;
            print_results(&run, &Companions::default(), self.format.format)?;
            return publish::complete(&run, Some(&path));
        }
        self.play_beside(&spec, &run, ruleset, &path)?;
        publish::close(&run, Some(&folder), &self.rows)?;
        print_results(&run, &Companions::load(&path, &run)?, self.format.format)
    }

    /// Earlier runs with games of a plan: what the folder holds, and those that are named.
    fn earlier(&self, plan: &Plan, folder: &RunFolder) -> Result<Vec<Run>, Failure> {
        let mut runs = folder.earlier().to_vec();
        if !self.from.is_empty() && self.rows.contains(&RowKind::Engagements) {
            let message = "rows are kept of games as they are played, and games that are taken over have none";
            return Err(Diagnostic::new(message)
                .within("--from")
                .allowing(["no --rows=engagements", "no --from"])
                .into());
        }
        for place in &self.from {
            let run = Run::load(place)?;
            if plan.played_before(std::slice::from_ref(&run)).is_empty() {
                complain(&format!(
                    "warning: no cell of {} is one of this experiment, with the same seed and no more pairs",
                    visible(&place.display().to_string())
                ));
            }
            runs.push(run);
        }
        Ok(runs)
    }

    /// Plays what is asked for beside the run, and what it has room for, each in a folder of its own within the one of the run.
    fn play_beside(&self, spec: &Spec, run: &Run, ruleset: &dyn Ruleset, folder: &Path) -> Result<(), Failure> {
        let name = &run.manifest.name;
        let plan = |companion: Companion, pairs: u64, book: &[String]| {
            execute::plan(&companion.spec(spec, pairs, name, book), ruleset)
        };
        let mut companions = spec.companions;
        if !spec.draws_lists() {
            let cells = gauge_cells(spec, name, ruleset)?;
            let pairs = run.cells.iter().map(|cell| cell.tally.pairs()).sum();
            companions = self.beside.with_room_for_gauges(companions, cells, pairs);
        }
        let wanted: Vec<_> = companions.each().collect();
        for (companion, pairs) in &wanted {
            let names = doctrines_of(&plan(*companion, *pairs, &[])?, ruleset)?;
            let place = companion.folder(folder);
            files::prepare_folder(&place)?;
            let earlier: Vec<Run> = (!self.fresh).then(|| Run::load(&place).ok()).flatten().into_iter().collect();
            let keeping = Keeping { folder: Some(&place), from: &earlier, fresh: self.fresh, ..Keeping::default() };
            let run = execute::play(&plan(*companion, *pairs, &names)?, ruleset, keeping)?;
            publish::complete(&run, Some(folder))?;
            publish::keep(&run, &place)?;
            if *companion == Companion::Gauges {
                self.beside.keep_answers(ruleset, folder)?;
            }
        }
        // Whoever is broken off before this finds everything that is finished.
        wanted.iter().try_for_each(|(companion, _)| publish::forget(&companion.folder(folder)))
    }
}

/// How many cells the gauges of an experiment have.
fn gauge_cells(spec: &Spec, name: &str, ruleset: &dyn Ruleset) -> Result<u64, Failure> {
    let plan = |book: &[String]| execute::plan(&Companion::Gauges.spec(spec, 1, name, book), ruleset);
    Ok(plan(&doctrines_of(&plan(&[])?, ruleset)?)?.cells.len() as u64)
}

/// The doctrines of the book of a run, with whatever was laid over the built-in one.
fn doctrines_of(plan: &Plan, ruleset: &dyn Ruleset) -> Result<Vec<String>, Failure> {
    let book = &plan.cells.first().expect("a plan has cells").setup.doctrine_book;
    Ok(ruleset.doctrines(book)?.into_iter().map(|doctrine| doctrine.name).collect())
}

/// Reads an experiment, or the built-in first look, and finds its ruleset.
///
/// # Errors
/// Everything wrong with it.
pub fn read(path: Option<&Path>) -> Result<(Spec, &'static dyn Ruleset), Failure> {
    let source = match path {
        Some(path) => match path.to_str().filter(|word| shared_experiment::is_shared(word)) {
            Some(shared) => shared_experiment::read(shared)?,
            None if Manifest::load(path).is_ok() => {
                let fault = Diagnostic::new("this is the folder of a run, and no experiment");
                let ways = [format!("evenodds report {}", path.display()), "FILE.toml".to_owned()];
                return Err(fault.allowing(ways).within(&path.display().to_string()).into());
            }
            None => files::read(path)?,
        },
        None => first_look().ok_or_else(|| Diagnostic::new("no first look is built in: name an experiment"))?,
    };
    Ok(execute::experiment(&source)?)
}

fn first_look() -> Option<Source> {
    rulesets::all().iter().find_map(|ruleset| ruleset.first_look())
}

/// Prints the results of all cells.
///
/// # Errors
/// When they cannot be printed.
pub fn print_results(run: &Run, companions: &Companions, format: Format) -> Result<(), Failure> {
    let manifest = &run.manifest;
    if let Some(costs) = Costs::of(run) {
        return costs::print_costs(run, &costs, format);
    }
    if format == Format::Json {
        return print_json(&summary::of(run, companions));
    }
    print_table(&report::moves(run).unwrap_or_else(|| report::match_ups(run)), format)?;
    if format == Format::Csv {
        return Ok(());
    }
    if let Some(moves) = report::components(run) {
        print("\n")?;
        print_table(&moves, format)?;
    }
    if let Some(effects) = report::effects(run) {
        print("\n")?;
        print_table(&effects, format)?;
    }
    for (_, table) in report::play_tables(run, companions) {
        print("\n")?;
        print_table(&table, format)?;
    }
    let mut said = vec![report::answer(run)];
    said.extend(report::beside_the_answer(run));
    said.extend(report::under_stronger_hands(run, companions));
    said.extend(report::robustness(run));
    print_closing(&said, manifest, format)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gauges_are_played_unasked_where_a_tenth_of_the_run_has_room_for_them() {
        let usual = Beside::default();
        let gauges = |beside: &Beside, asked: Option<u64>, cells, pairs| {
            beside.with_room_for_gauges(CompanionPairs([asked, None, None]), cells, pairs).0[0]
        };
        assert_eq!(gauges(&usual, None, 96, 31_200), Some(32));
        assert_eq!(gauges(&usual, None, 16, 1000), None, "six pairs a cell say nothing");
        assert_eq!(gauges(&usual, None, 16, 1_000_000), Some(50));
        assert_eq!(gauges(&usual, Some(7), 16, 1_000_000), Some(7), "what is asked for holds");
        assert_eq!(gauges(&Beside { no_gauges: true, ..Beside::default() }, None, 16, 1_000_000), None);
    }
}
