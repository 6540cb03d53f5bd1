//! The command: one file per subcommand, and what they share.
//!
//! Results go to the standard output, everything else to the standard error. Exit codes: 0 done, 1 the work failed,
//! 2 the request was wrong, 141 whoever read the answer left early, 130 broken off at once; `assert` has 1 for a claim that is refuted and 3 for one that is open.

mod assert;
mod bench;
mod check;
mod check_odds;
mod check_play;
mod compare;
mod comparison_block;
mod costs;
mod diagnostics;
mod execute;
mod export;
mod file_kind;
mod files;
mod learned_schema;
mod list;
mod match_file;
mod matrix;
mod merge;
mod name_lookup;
mod numbers;
mod options;
mod output;
mod patch;
mod plan;
mod play;
mod portable;
mod progress;
mod publish;
mod race;
mod replay;
mod report;
mod resolve;
mod rollouts;
mod row_files;
mod run;
mod schema;
mod shard_arg;
mod shared_experiment;
mod shell;
mod stages;
mod stats;
mod summary;
mod tune;
mod tune_costs;
mod tune_rules;
mod values;

use std::io::Write as _;
use std::panic;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::game::under_way;
use diagnostics::Failure;

pub use diagnostics::render;
pub use resolve::odds_to_json;
pub use summary::of as summary;

/// Exit code when the reader of the standard output has left, as shells give it.
const LEFT: u8 = 141;

/// Monte Carlo balance analyser for tabletop wargames: whole games, exact odds, error bars
///
/// Without a command it plays the built-in first look, as `evenodds run` does.
#[derive(Debug, Parser)]
#[command(name = "evenodds", version, propagate_version = true, max_term_width = 100)]
#[command(after_help = "Exit codes: 0 done, 1 the work failed, 2 the request was wrong, 141 the reader left early.")]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// Threads to work with; as many as there are processors when left out. Results do not depend on it
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Run(run::RunArgs),
    Compare(compare::CompareArgs),
    Matrix(matrix::MatrixArgs),
    Race(race::RaceArgs),
    Assert(assert::AssertArgs),
    Plan(plan::PlanArgs),
    Patch(patch::PatchArgs),
    Costs(costs::CostsArgs),
    Tune(tune::TuneArgs),
    Play(play::PlayArgs),
    Resolve(resolve::ResolveArgs),
    Check(check::CheckArgs),
    List(list::ListArgs),
    Export(export::ExportArgs),
    Bench(bench::BenchArgs),
    Report(report::ReportArgs),
    Merge(merge::MergeArgs),
    Stats(stats::StatsArgs),
    Completions(shell::CompletionsArgs),
    Man(shell::ManArgs),
}

impl Command {
    fn run(&self) -> Result<(), Failure> {
        match self {
            Self::Run(args) => args.run(),
            Self::Compare(args) => args.run(),
            Self::Matrix(args) => args.run(),
            Self::Race(args) => args.run(),
            Self::Assert(args) => args.run(),
            Self::Plan(args) => args.run(),
            Self::Patch(args) => args.run(),
            Self::Costs(args) => args.run(),
            Self::Tune(args) => args.run(),
            Self::Play(args) => args.run(),
            Self::Resolve(args) => args.run(),
            Self::Check(args) => args.run(),
            Self::List(args) => args.run(),
            Self::Export(args) => args.run(),
            Self::Bench(args) => args.run(),
            Self::Report(args) => args.run(),
            Self::Merge(args) => args.run(),
            Self::Stats(args) => args.run(),
            Self::Completions(args) => args.run(),
            Self::Man(args) => args.run(),
        }
    }
}

/// Runs the command with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    panic::set_hook(Box::new(|panic| {
        let game = under_way().map_or_else(String::new, |game| format!(" in the game of {game}"));
        complain(&format!(
            "error: the program has made a mistake of its own{game} ({panic}).\nWhat was written before this is whole. \
             Please report it together with the command that led here."
        ));
    }));
    let cli: Cli = numbers::parse(row_files::join_kinds(std::env::args_os()));
    if let Some(threads) = cli.threads {
        limit_threads(threads);
    }
    let command = cli.command.unwrap_or_else(|| Command::Run(run::RunArgs::default()));
    // What went wrong is told after what was found out before.
    let run = || {
        let ran = command.run();
        output::finish().and(ran)
    };
    match panic::catch_unwind(run) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(Failure::Closed)) => ExitCode::from(LEFT),
        Ok(Err(Failure::Answered(code))) => ExitCode::from(code),
        Ok(Err(Failure::Work(message))) => {
            complain(&format!("error: {message}"));
            ExitCode::FAILURE
        }
        Ok(Err(Failure::Request(diagnostics))) => {
            complain(&diagnostics::render(&diagnostics, &name_lookup::text_of, diagnostics::coloured()));
            ExitCode::from(2)
        }
        Err(_) => ExitCode::FAILURE,
    }
}

/// Writes to the standard error, and does not mind when nobody reads it.
fn complain(message: &str) {
    let _ = writeln!(std::io::stderr(), "{message}");
}

/// One number of threads for the simulation and for the data frames, which keep a pool of their own.
fn limit_threads(threads: u16) {
    // SAFETY: no other thread is running yet.
    #[allow(unsafe_code)]
    unsafe {
        std::env::set_var("POLARS_MAX_THREADS", threads.to_string());
    }
    // Nothing has used the pool before, so that this cannot fail; if it did, the default would do.
    let _ = rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build_global();
}
