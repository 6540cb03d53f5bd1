//! Even Odds for Python: what `evenodds/__init__.py` calls. Questions and answers pass as JSON; whoever imports the package sees dictionaries.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use evenodds::cli;
use evenodds::experiment::{
    self, CHECKPOINT_EVERY, Companions, Conditions, FileLookup, Plan, RunError, Shard, Spec, Stop,
};
use evenodds::game::{Diagnostics, Given, Query, Ruleset, Source};
use evenodds::rulesets;
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    _native,
    RequestError,
    PyValueError,
    "Something is wrong with what was asked: what, where, and what would be right."
);

/// How often a run looks whether it is to be broken off.
const LOOK: Duration = Duration::from_millis(10);

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::{RequestError, Run, built_in, resolve, run};
}

/// Diagnostics with the lines that they are about; `written` is what has no file.
fn refused(faults: &Diagnostics, written: &Source) -> PyErr {
    let text_of = |name: &str| {
        if name == written.name { Some(written.text.clone()) } else { std::fs::read_to_string(name).ok() }
    };
    RequestError::new_err(cli::render(faults, &text_of, false))
}

fn ruleset_called(slug: &str) -> PyResult<&'static dyn Ruleset> {
    rulesets::find(slug).ok_or_else(|| {
        let known: Vec<&str> = rulesets::all().iter().map(|ruleset| ruleset.slug()).collect();
        RequestError::new_err(format!("unknown ruleset `{slug}`; allowed: {}", known.join(", ")))
    })
}

/// What is built in, as JSON: rulesets with their title, lists, scenarios, battlefields and resolutions.
#[pyfunction]
fn built_in() -> String {
    let names = |sources: Vec<Source>| -> Vec<String> {
        sources.iter().filter_map(|source| source.stem().map(str::to_owned)).collect()
    };
    let all = rulesets::all().iter().map(|ruleset| {
        let scenarios: Vec<_> = ruleset.scenarios().iter().map(|scenario| scenario.name.clone()).collect();
        let resolutions: Vec<_> = ruleset.resolutions().iter().map(|resolution| resolution.name.clone()).collect();
        let about = serde_json::json!({
            "title": ruleset.title(), "lists": names(ruleset.armies()), "scenarios": scenarios,
            "battlefields": names(ruleset.battlefields()), "resolutions": resolutions,
        });
        (ruleset.slug().to_owned(), about)
    });
    serde_json::Value::Object(all.collect()).to_string()
}

/// Odds of a resolution, as JSON, from inputs in JSON. `given` is an outcome, or the name of a number with its limits.
#[pyfunction]
#[pyo3(signature = (ruleset, resolution, inputs, trials, seed, budget, given, codex))]
#[expect(clippy::too_many_arguments, reason = "they have names where the package is used")]
fn resolve(
    py: Python<'_>,
    ruleset: &str,
    resolution: &str,
    inputs: &str,
    trials: u64,
    seed: u64,
    budget: u64,
    given: Option<(String, Option<(i64, i64)>)>,
    codex: Option<(String, String)>,
) -> PyResult<String> {
    let ruleset = ruleset_called(ruleset)?;
    let inputs = serde_json::from_str(inputs).map_err(|error| RequestError::new_err(error.to_string()))?;
    let given = given.map(|(name, limits)| match limits {
        Some((low, high)) => Given::Number { name, low, high },
        None => Given::Outcome(name),
    });
    let codex = codex.map(|(name, text)| Source { name, text });
    let written = codex.clone().unwrap_or(Source { name: String::new(), text: String::new() });
    let query = Query { trials, seed, budget, given, codex, ..Query::exact(resolution, &inputs) };
    let answer = py.detach(|| ruleset.resolve(&query)).map_err(|faults| refused(&faults, &written))?;
    Ok(serde_json::Value::Object(cli::odds_to_json(&answer)).to_string())
}

/// A run that was played.
#[pyclass(frozen)]
struct Run {
    run: experiment::Run,
    /// What was said of the plan beforehand.
    #[pyo3(get)]
    warnings: Vec<String>,
}

#[pymethods]
impl Run {
    /// The results as JSON, laid out as `summary.json`.
    fn summary(&self) -> String {
        cli::summary(&self.run, &Companions::default()).to_string()
    }

    /// Writes the data frames into a folder that exists.
    fn write_frames(&self, py: Python<'_>, folder: PathBuf) -> PyResult<()> {
        py.detach(|| self.run.write_frames(&folder)).map_err(|error| PyRuntimeError::new_err(error.to_string()))
    }
}

/// Plays the experiment of a text called `name`; what it names is looked for in `folders`. Ctrl-C breaks it off.
#[pyfunction]
#[pyo3(signature = (name, text, folders, pairs, seed, threads))]
fn run(
    py: Python<'_>,
    name: String,
    text: String,
    folders: Vec<PathBuf>,
    pairs: Option<u64>,
    seed: Option<u64>,
    threads: Option<NonZeroUsize>,
) -> PyResult<Run> {
    let source = Source { name, text };
    let refuse = |faults: Diagnostics| refused(&faults, &source);
    let mut spec = Spec::read(&source).map_err(refuse)?;
    let ruleset = ruleset_called(&spec.ruleset.text)?;
    spec.stop = pairs.map_or(spec.stop, Stop::Pairs);
    spec.seed = seed.unwrap_or(spec.seed);
    let plan = Plan::resolve(&spec, ruleset, &FileLookup::new(ruleset, folders)).map_err(refuse)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.map_or(0, NonZeroUsize::get)).build();
    let pool = pool.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let (abort, warnings) = (AtomicBool::new(false), Mutex::new(Vec::new()));
    let conditions = Conditions {
        shard: Shard::WHOLE,
        folder: None,
        from: &[],
        fresh: false,
        rows: false,
        checked: false,
        checkpoint_every: CHECKPOINT_EVERY,
        abort: &abort,
        watch: &|_| {},
        warn: &|warning| warnings.lock().expect("nobody panics with it").push(warning.to_owned()),
        command: String::new(),
    };
    // Signals of Python reach its main thread alone: that one waits and listens, and another one works.
    let played = thread::scope(|scope| {
        let work = scope.spawn(|| pool.install(|| experiment::run(&plan, ruleset, &conditions)));
        while !work.is_finished() {
            py.detach(|| thread::sleep(LOOK));
            if let Err(interrupt) = py.check_signals() {
                abort.store(true, Ordering::Relaxed);
                // What is under way is finished first; it takes moments.
                let _ = py.detach(|| work.join());
                return Err(interrupt);
            }
        }
        work.join().map_err(|_| PyRuntimeError::new_err("the program made a mistake"))
    })?;
    let run = played.map_err(|error| match error {
        RunError::Request(faults) => refused(&faults, &source),
        RunError::Work(message) => PyRuntimeError::new_err(message),
    })?;
    let warnings = warnings.into_inner().expect("nobody panicked with it");
    Ok(Run { run, warnings })
}
