//! `evenodds costs`: what units should cost.

use clap::Args;

use crate::cli::diagnostics::Failure;
use crate::cli::options::{Out, Scene};
use crate::cli::output::{FormatArg, print_closing, print_json, print_table};
use crate::cli::stages::{self, Aim, Cap};
use crate::cli::{name_lookup, summary};
use crate::experiment::{Companions, Design, Drawing, Run, Spec, Stop, Written};
use crate::game::Ruleset;
use crate::report::format::Format;
use crate::report::{self, Costs};

/// Pairs under every doctrine, unless told otherwise.
const USUAL_PAIRS: u64 = 1000;

/// What units should cost, with error bars, from whole games between random lists
///
/// For every pair of games two legal lists are drawn at random, each with a budget of its own. Who wins says what every
/// unit is worth, and so what it should cost, if the mean list keeps its total. Where the interval of a fair cost holds the
/// present one, no change is supported.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  evenodds costs dogma
  evenodds costs dogma --precision 0.25 --cap 20000
  evenodds costs dogma --decide 0.5
  evenodds costs dogfaces --pairs 5000 --doctrine massed-fire --out reports/costs
  evenodds costs dogma --budget 48 --rule shaken-target=5 --set codex.units.sht.cost=5
As an experiment file: design = \"fair-costs\" and [lists] with budget and jitter.")]
pub struct CostsArgs {
    #[command(flatten)]
    question: CostQuestion,
    /// Play, in stages, until the 95% interval of every fair cost is this wide to either side, in points of a list: 0.25
    #[arg(long, group = "staged", value_name = "POINTS", conflicts_with = "pairs", value_parser = points)]
    precision: Option<f64>,
    /// Play, in stages, until of every cost it is known that it is wrong, or that it is fair to within so many points of a list: 0.5
    #[arg(long, group = "staged", value_name = "POINTS", conflicts_with_all = ["pairs", "precision"], value_parser = points)]
    decide: Option<f64>,
    #[command(flatten)]
    cap: Cap,
    #[command(flatten)]
    out: Out,
    #[command(flatten)]
    format: FormatArg,
}

/// Which lists are drawn, and how they meet.
#[derive(Debug, Args)]
pub struct CostQuestion {
    /// Ruleset
    #[arg(value_name = "RULESET")]
    ruleset: String,
    /// Points of a list, on average; those of a usual list when left out
    #[arg(long, value_name = "B", value_parser = budget)]
    budget: Option<f64>,
    /// Share by which lists have more or less than that: 0.1 is a tenth
    #[arg(long, value_name = "J", default_value_t = Drawing::default().jitter, value_parser = jitter)]
    jitter: f64,
    /// Who plays: a doctrine, 'X v Y' for different ones, or 'all' for each against itself
    #[arg(long, value_name = "NAME", default_value = "all")]
    doctrine: String,
    #[command(flatten)]
    scene: Scene,
    /// Play this many pairs of games, under every doctrine
    #[arg(long, value_name = "N", default_value_t = USUAL_PAIRS, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pairs: u64,
    /// Seed of all chance
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: Option<u64>,
}

impl CostQuestion {
    /// The experiment, and its ruleset.
    ///
    /// # Errors
    /// What is wrong with the request.
    pub fn spec(&self) -> Result<(Spec, &'static dyn Ruleset), Failure> {
        let ruleset = name_lookup::ruleset(&self.ruleset)?;
        let mut spec = Spec::new(ruleset.slug());
        spec.design = Design::FairCosts;
        spec.drawing = Drawing { budget: self.budget, jitter: self.jitter };
        spec.doctrines = vec![Written::from(self.doctrine.as_str())];
        spec.doctrine_pairing = spec.usual_pairing();
        spec.question = format!("What should the units of {} cost?", ruleset.title());
        spec.name = Some(format!("{}-costs", ruleset.slug()));
        spec.stop = Stop::Pairs(self.pairs);
        spec.seed = self.seed.unwrap_or(spec.seed);
        self.scene.apply(&mut spec, ruleset)?;
        Ok((spec, ruleset))
    }
}

fn budget(text: &str) -> Result<f64, String> {
    within(text, 1.0, 100_000.0)
}

fn points(text: &str) -> Result<f64, String> {
    within(text, 0.001, 100_000.0)
}

fn jitter(text: &str) -> Result<f64, String> {
    within(text, 0.0, 0.5)
}

fn within(text: &str, least: f64, most: f64) -> Result<f64, String> {
    let number = text.parse::<f64>().map_err(|_| "not a number".to_owned())?;
    if (least..=most).contains(&number) { Ok(number) } else { Err(format!("allowed: from {least} to {most}")) }
}

impl CostsArgs {
    /// Plays, and prints what everything should cost.
    ///
    /// # Errors
    /// What is wrong with the request, and what may happen to the work.
    pub fn run(&self) -> Result<(), Failure> {
        let (spec, ruleset) = self.question.spec()?;
        let run = match (self.precision, self.decide) {
            (Some(half_width), _) => {
                let aim = Aim { half_width, cap: self.cap };
                stages::play(&spec, ruleset, &self.out, aim, |run| Costs::of(run)?.widest())?
            }
            (None, Some(margin)) => {
                let known = |run: &Run| Costs::of(run).is_some_and(|costs| costs.is_decided(margin));
                stages::until_known(&spec, ruleset, &self.out, self.cap, known)?
            }
            (None, None) => stages::at_once(&spec, ruleset, &self.out)?,
        };
        if let Some(costs) = Costs::of(&run) {
            print_costs(&run, &costs, self.format.format)?;
        }
        self.out.complete(&run)
    }
}

/// Prints what everything should cost.
///
/// # Errors
/// When it cannot be printed.
pub fn print_costs(run: &Run, costs: &Costs<'_>, format: Format) -> Result<(), Failure> {
    let (manifest, answer, table) = (&run.manifest, costs.answer(), costs.table());
    if format == Format::Json {
        return print_json(&summary::of(run, &Companions::default()));
    }
    print_table(&table, format)?;
    if format == Format::Csv {
        return Ok(());
    }
    let mut said = vec![answer];
    said.extend(costs.cautions());
    said.extend(manifest.looks.map(report::at_every_look));
    print_closing(&said, manifest, format)
}
