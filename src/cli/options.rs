//! Flags that several subcommands share, read into what they mean.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::analysis::sprt::Hypotheses;
use crate::cli::diagnostics::{Failure, no_meaning, none_given};
use crate::cli::execute::{self, Keeping};
use crate::cli::values::Assignment;
use crate::cli::{complain, file_kind, files, name_lookup, portable, publish};
use crate::experiment::{
    LEAST_MARGIN, LEAST_WIDTH, Pairing, Plan, PlannedCell, Quantity, Run, RunError, RunFolder, Shard, Spec, Stop,
    USUAL_CAP, Width, Written,
};
use crate::game::{Diagnostic, Diagnostics, Override, PositionPlayers, Ruleset, layered_book};

/// Where results go.
#[derive(Clone, Debug, Default, Args)]
pub struct Out {
    /// Write frames, charts and report into this folder, and go on from there after a break
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Begin again where the folder holds an unfinished run, and replace the results of another experiment
    #[arg(long, requires = "out")]
    fresh: bool,
}

impl Out {
    /// Holds the folder, if one is named, for the results of a plan.
    ///
    /// # Errors
    /// When it cannot be written to, or holds something else.
    pub fn hold(&self, plan: &Plan) -> Result<Option<RunFolder>, RunError> {
        let hold = |folder: &PathBuf| RunFolder::hold_for(plan, folder, Shard::WHOLE, self.fresh, false);
        self.out.as_ref().map(hold).transpose()
    }

    /// As [`Self::hold`], for a plan that is played in stages.
    ///
    /// # Errors
    /// As [`Self::hold`].
    pub fn hold_for_stages(&self, plan: &Plan) -> Result<Option<RunFolder>, RunError> {
        self.out.as_ref().map(|folder| RunFolder::hold_for_stages(plan, folder, self.fresh)).transpose()
    }

    /// Says of a run that was broken off that it was, and where it goes on.
    ///
    /// # Errors
    /// When it was.
    pub fn complete(&self, run: &Run) -> Result<(), Failure> {
        publish::complete(run, self.out.as_deref())
    }

    /// How a run is kept in the folder while it is played.
    #[must_use]
    pub fn keeping<'a>(&self, folder: Option<&'a RunFolder>) -> Keeping<'a> {
        let from = folder.map_or(&[][..], RunFolder::earlier);
        Keeping { folder: folder.map(RunFolder::path), from, fresh: self.fresh, ..Keeping::default() }
    }
}

/// How much is played, and with what chance.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct Amount {
    /// Play this many pairs of games per cell
    #[arg(long, value_name = "N", conflicts_with = "cap", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub pairs: Option<u64>,
    /// Play until the 95% interval of the score is this wide to either side: 0.01, 1% or '1 point' is one point
    #[arg(long, value_name = "X", conflicts_with = "pairs", value_parser = width)]
    pub precision: Option<Width>,
    /// Whose interval --precision is of: score, draws, first-seat, lost (share of the first list's value), destroyed (of the other's), or
    /// turns, as in --precision '0.2 turns' --of turns [default: score]
    // What `--precision` excludes is named too: clap asks for no flag that another excludes.
    #[arg(long, value_name = "QUANTITY", requires = "precision", conflicts_with_all = ["pairs", "decide", "sprt"], value_parser = quantity)]
    pub of: Option<Quantity>,
    /// Play until it is known whether the score is within X of even: 0.02, 2% or '2 points' is two points
    #[arg(long, value_name = "X", conflicts_with_all = ["pairs", "precision"], value_parser = margin)]
    pub decide: Option<f64>,
    /// Play until one of two differences in Elo is accepted against the other, as testers of chess engines do
    #[arg(
        long,
        value_name = "ELO0,ELO1",
        conflicts_with_all = ["pairs", "precision", "decide"],
        value_parser = hypotheses,
        allow_hyphen_values = true
    )]
    pub sprt: Option<Hypotheses>,
    /// Play at most this many pairs per cell
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub cap: Option<u64>,
    /// Seed of all chance
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    pub seed: Option<u64>,
    /// Check every state, every choice and what it changes, as games are played; results are the same, and take longer
    #[arg(long)]
    pub checked: bool,
}

impl Amount {
    /// Whether nothing is said of how much is played.
    #[must_use]
    pub fn says_nothing(&self) -> bool {
        let Self { pairs, precision, of: _, decide, sprt, cap, seed: _, checked: _ } = self;
        pairs.is_none() && precision.is_none() && decide.is_none() && sprt.is_none() && cap.is_none()
    }

    /// Puts into an experiment what was asked for.
    ///
    /// # Errors
    /// A cap for an experiment that fixes its pairs beforehand, a precision that no quantity of its kind can have.
    pub fn apply(&self, spec: &mut Spec) -> Result<(), Diagnostic> {
        let known = if spec.stop.is_fixed() { USUAL_CAP } else { spec.stop.most() };
        let cap = self.cap.unwrap_or(known);
        if let Some(pairs) = self.pairs {
            spec.stop = Stop::Pairs(pairs);
        } else if let Some(width) = self.precision {
            let of = self.of.unwrap_or(Quantity::Score);
            let half_width = width.of(of, LEAST_WIDTH).map_err(|allowed| {
                Diagnostic::new(format!("--precision of {} cannot be {width}; {allowed}", of.about()))
            })?;
            spec.stop = Stop::Precision { half_width, of, cap };
        } else if let Some(margin) = self.decide {
            spec.stop = Stop::Decide { margin, cap };
        } else if let Some(hypotheses) = self.sprt {
            spec.stop = Stop::Sprt { hypotheses, cap };
        } else if self.cap.is_some() {
            spec.stop = match spec.stop {
                Stop::Pairs(_) => {
                    let diagnostic = Diagnostic::new("--cap goes with a rule that looks at the results");
                    return Err(diagnostic.allowing([
                        "--precision X",
                        "--decide X",
                        "--sprt ELO0,ELO1",
                        "--pairs N alone",
                    ]));
                }
                looking => looking.capped(cap),
            };
        }
        spec.seed = self.seed.unwrap_or(spec.seed);
        Ok(())
    }
}

/// A half-width of scores, as a share.
///
/// # Errors
/// What is allowed.
pub fn precision(text: &str) -> Result<f64, String> {
    width(text)?.share(LEAST_WIDTH)
}

/// A difference of scores that matters, as a share.
///
/// # Errors
/// What is allowed.
pub fn margin(text: &str) -> Result<f64, String> {
    width(text)?.share(LEAST_MARGIN)
}

/// A width with its unit.
///
/// # Errors
/// What is allowed.
pub fn width(text: &str) -> Result<Width, String> {
    text.parse::<Width>().map_err(told_in_a_line)
}

fn quantity(text: &str) -> Result<Quantity, String> {
    text.parse::<Quantity>().map_err(told_in_a_line)
}

/// A diagnostic where there is room for a line alone.
#[must_use]
pub fn told_in_a_line(fault: Diagnostic) -> String {
    match fault.allowed.as_slice() {
        [] => fault.to_string(),
        allowed => format!("{fault} (allowed: {})", allowed.join(", ")),
    }
}

fn hypotheses(text: &str) -> Result<Hypotheses, String> {
    let wrong = || "allowed: two numbers such as 0,10, the first the smaller, from -1000 to 1000".to_owned();
    let (elo0, elo1) = text.split_once(',').ok_or_else(wrong)?;
    let [elo0, elo1] = [elo0, elo1].map(|text| text.trim().parse::<f64>().ok().filter(|elo| elo.abs() <= 1000.0));
    match (elo0, elo1) {
        (Some(elo0), Some(elo1)) if elo0 < elo1 => Ok(Hypotheses { elo0, elo1, ..Hypotheses::default() }),
        _ => Err(wrong()),
    }
}

/// In what setting lists meet that are named on the command line.
#[derive(Clone, Debug, Args)]
pub struct Setting {
    /// Ruleset, where the lists do not say it
    #[arg(long, value_name = "NAME")]
    pub ruleset: Option<String>,
    /// Who plays: a doctrine, 'X v Y' for different ones (of more than two lists, every one plays both), or 'all' for each
    /// against each; each list's own when left out
    #[arg(long, value_name = "NAME")]
    doctrine: Option<String>,
    #[command(flatten)]
    scene: Scene,
}

/// A pair of doctrines turned round; none where both sides play the same.
fn turned(pair: &str) -> Option<String> {
    let (one, other) = pair.split_once(" v ").map(|(one, other)| (one.trim(), other.trim()))?;
    (one != other).then(|| format!("{other} v {one}"))
}

impl Setting {
    /// An experiment with these lists in this setting.
    ///
    /// # Errors
    /// When a list cannot be found, the lists are of different rulesets, or a departure is impossible.
    pub fn spec(&self, lists: &[String]) -> Result<(Spec, &'static dyn Ruleset), Diagnostics> {
        let ruleset = name_lookup::ruleset_of_lists(lists, self.ruleset.as_deref())?;
        let mut spec = Spec::new(ruleset.slug());
        spec.armies = lists.iter().map(|list| Written::from(list.as_str())).collect();
        spec.doctrines = one(self.doctrine.as_ref()).unwrap_or(spec.doctrines);
        // Which of two lists plays which doctrine is said by their order; of many, every list plays both.
        if lists.len() > 2 {
            let turned = spec.doctrines.iter().filter_map(|pair| turned(&pair.text)).collect::<Vec<_>>();
            spec.doctrines.extend(turned.iter().map(|pair| Written::from(pair.as_str())));
        }
        spec.doctrine_pairing = spec.usual_pairing();
        self.scene.apply(&mut spec, ruleset)?;
        make_portable(&mut spec, ruleset);
        Ok((spec, ruleset))
    }

    /// Who plays on from a situation: the first doctrine of the book where none is named. Rules, codex and ground are those of
    /// the situation.
    ///
    /// # Errors
    /// When a departure is impossible, or of what stands in the situation.
    pub fn players(&self, ruleset: &dyn Ruleset, seed: Option<u64>) -> Result<PositionPlayers, Diagnostics> {
        self.scene.of_no_use().map_err(|fault| vec![fault])?;
        let mut doctrine_book = ruleset.doctrine_book();
        let departures = &self.scene.departures;
        for path in &departures.doctrine_books {
            let top = files::read(Path::new(path)).map_err(|fault| vec![fault])?;
            doctrine_book = layered_book(ruleset, &doctrine_book, &top)?;
        }
        let overrides = departures.overrides(ruleset, !departures.doctrine_books.is_empty())?;
        if let Some(change) =
            overrides.iter().find(|change| !["doctrines.", "play."].iter().any(|root| change.key.starts_with(root)))
        {
            let message = format!("`{}` is said by the situation itself", change.key);
            return Err(vec![Diagnostic::new(message).allowing(["doctrines.NAME.KEY=VALUE", "play.NAME=VALUE"])]);
        }
        let doctrines = match self.doctrine.as_deref() {
            Some(both) => match both.split_once(" v ") {
                Some((a, b)) => [a.trim(), b.trim()].map(str::to_owned),
                None => [both, both].map(str::to_owned),
            },
            None => {
                let first = ruleset.doctrines(&doctrine_book)?.first().map(|doctrine| doctrine.name.clone());
                [(); 2].map(|()| first.clone().unwrap_or_default())
            }
        };
        let seed = seed.unwrap_or(Spec::new(ruleset.slug()).seed);
        Ok(PositionPlayers { doctrines, doctrine_book, overrides, seed })
    }

    /// The first thing that is said here, by its flag.
    #[must_use]
    pub fn said(&self) -> Option<&'static str> {
        let Self { ruleset, doctrine, scene: Scene { scenario, battlefield, codex, departures } } = self;
        let Departures { play, doctrine_books, rules, values } = departures;
        let said = [
            ("--ruleset", ruleset.is_some()),
            ("--doctrine", doctrine.is_some()),
            ("--scenario", scenario.is_some()),
            ("--battlefield", battlefield.is_some()),
            ("--codex", codex.is_some()),
            ("--play", play.is_some()),
            ("--doctrine-book", !doctrine_books.is_empty()),
            ("--rule", !rules.is_empty()),
            ("--set", !values.is_empty()),
        ];
        said.into_iter().find(|(_, said)| *said).map(|(flag, _)| flag)
    }

    /// Nothing of this has a meaning where a written position is told, and nobody plays.
    ///
    /// # Errors
    /// What was said of players, chance, ground or rules.
    pub fn of_no_use(&self, seed: Option<u64>) -> Result<(), Diagnostic> {
        let Departures { play, doctrine_books, rules: _, values } = &self.scene.departures;
        let said = [
            ("--doctrine", self.doctrine.is_some()),
            ("--seed", seed.is_some()),
            ("--play", play.is_some()),
            ("--doctrine-book", !doctrine_books.is_empty()),
            ("--set", !values.is_empty()),
        ];
        match said.into_iter().find(|(_, said)| *said) {
            Some((flag, _)) => {
                Err(Diagnostic::new(format!("{flag} has no meaning for a situation without --rollouts")))
            }
            None => self.scene.of_no_use(),
        }
    }
}

/// Warns of lists that were named more than once where each takes part once.
pub fn warn_of_twins(named: &[String], plan: &Plan) {
    let twins = named.len().saturating_sub(plan.lists.len());
    if twins > 0 {
        let they = if twins == 1 {
            "one of them is the same as another, and takes"
        } else {
            "some are the same as others, and take"
        };
        complain(&format!("warning: {} lists are named; {they} part once", named.len()));
    }
}

/// That all settings of play that are set change a game.
///
/// # Errors
/// The first that changes none.
pub fn no_idle_play(plan: &Plan) -> Result<(), Diagnostic> {
    let idle = plan.idle_play();
    let Some(key) = idle.first() else { return Ok(()) };
    let (why, way) = match *key {
        "play.spread" => ("doctrines are played as they are written", "--play varied"),
        _ => ("nobody looks ahead", "--play ahead"),
    };
    Err(no_meaning(key, why).allowing([way]).within(key))
}

/// The first of some lists against the last: of two, one against the other.
#[must_use]
pub fn first_meets_last(lists: &[Written]) -> Pairing {
    let ends = lists.first().zip(lists.last());
    Pairing::Pairs(ends.map(|(first, last)| [first.clone(), last.clone()]).into_iter().collect())
}

/// That a question about one match-up was asked of several settings: nobody says which of them is meant.
///
/// # Errors
/// How many settings there are, and how to name one.
pub fn of_one_setting(plan: &Plan) -> Result<(), Diagnostic> {
    if plan.cells.len() < 2 {
        return Ok(());
    }
    let differ = |of: fn(&PlannedCell) -> &String| plan.cells.iter().any(|cell| of(cell) != of(&plan.cells[0]));
    let flag = match () {
        () if differ(|cell| &cell.key.doctrine_a) || differ(|cell| &cell.key.doctrine_b) => "--doctrine",
        () if differ(|cell| &cell.key.scenario) => "--scenario",
        () => "--battlefield",
    };
    let message = format!("this is asked of one setting, and here are {}", plan.cells.len());
    let one = match flag {
        "--doctrine" => vec!["one doctrine".to_owned(), "'ONE v OTHER'".to_owned()],
        _ => vec!["one name".to_owned()],
    };
    Err(Diagnostic::new(message).allowing(one).within(flag))
}

/// Names the lists of an experiment by words that mean the same everywhere: labels, addresses and digests then are of the lists, and
/// not of the files that somebody keeps them in, and the command that is printed to repeat a run gives the same ones.
pub fn make_portable(spec: &mut Spec, ruleset: &dyn Ruleset) {
    let codex = match &spec.codex {
        Some(written) => execute::library(spec, ruleset).codex(&written.text),
        None => Ok(ruleset.codex()),
    };
    // What is wrong with the codex is told by whoever looks everything up.
    let Ok(codex) = codex else { return };
    let set: Vec<Override> = spec.set.iter().map(|(change, _)| change.clone()).collect();
    for list in &mut spec.armies {
        if let Some(word) = portable::of_file(&list.text, ruleset, &codex, &set) {
            *list = word.as_str().into();
        }
    }
}

/// Where games are played, and by what rules.
#[derive(Clone, Debug, Args)]
pub struct Scene {
    /// Scenario; the first of the ruleset when left out
    #[arg(long, value_name = "NAME")]
    scenario: Option<String>,
    /// Battlefield: a name or a file; the usual one of scenario and size when left out
    #[arg(long, value_name = "NAME")]
    battlefield: Option<String>,
    /// Take units and weapons from this codex
    #[arg(long, value_name = "FILE")]
    codex: Option<String>,
    #[command(flatten)]
    departures: Departures,
}

impl Scene {
    /// Puts the scene into an experiment.
    ///
    /// # Errors
    /// When a departure is impossible.
    pub fn apply(&self, spec: &mut Spec, ruleset: &dyn Ruleset) -> Result<(), Diagnostics> {
        spec.scenarios = one(self.scenario.as_ref()).unwrap_or_default();
        if let Some(battlefields) = one(self.battlefield.as_ref()) {
            let file = self.battlefield.as_deref().map(Path::new).filter(|path| path.is_file());
            if let Some(other) = file.and_then(|path| file_kind::no_battlefield(&files::read(path).ok()?)) {
                return Err(vec![other.within("--battlefield")]);
            }
            spec.battlefields = battlefields;
        }
        spec.codex = self.codex.as_deref().map(Written::from);
        let codex = self.codex.as_deref().map(Path::new).filter(|path| path.is_file());
        file_kind::codex(codex, ruleset).map_err(|fault| vec![fault])?;
        self.departures.apply(spec, ruleset)
    }
}

impl Scene {
    /// What a situation says itself.
    ///
    /// # Errors
    /// The first flag that would say it again.
    fn of_no_use(&self) -> Result<(), Diagnostic> {
        let said = [
            ("--scenario", self.scenario.is_some()),
            ("--battlefield", self.battlefield.is_some()),
            ("--codex", self.codex.is_some()),
            ("--rule", !self.departures.rules.is_empty()),
        ];
        none_given(&said, "the situation itself says it")
    }
}

fn one(word: Option<&String>) -> Option<Vec<Written>> {
    word.map(|word| vec![Written::from(word.as_str())])
}

/// Departures from codex and rules.
#[derive(Clone, Debug, Default, Args)]
pub struct Departures {
    /// Play doctrines as they are written ('fixed'), with tempers drawn for every pair ('varied', the usual way), or look
    /// ahead ('ahead': both lists try all doctrines by rollouts, at a thousand times the cost)
    #[arg(long, value_name = "STYLE")]
    play: Option<String>,
    /// Add the doctrines of this book to those that are built in, in the place of those of their names; may be repeated
    #[arg(long = "doctrine-book", value_name = "FILE")]
    doctrine_books: Vec<String>,
    /// Play with another rule: `list rules` shows them; may be repeated
    #[arg(long = "rule", value_name = "NAME=VALUE")]
    rules: Vec<String>,
    /// Play with another value of codex or doctrines, such as codex.units.andy.cost=120; may be repeated
    #[arg(long = "set", value_name = "PATH=VALUE")]
    values: Vec<String>,
}

impl Departures {
    /// Puts the departures into an experiment, in place of those that it makes itself.
    ///
    /// # Errors
    /// Everything wrong with any of them.
    pub fn apply(&self, spec: &mut Spec, ruleset: &dyn Ruleset) -> Result<(), Diagnostics> {
        let book =
            |path: &String| files::read(Path::new(path)).ok().and_then(|book| file_kind::no_doctrine_book(&book));
        let others = self.doctrine_books.iter().filter_map(|path| Some(book(path)?.within("--doctrine-book")));
        let others: Diagnostics = others.collect();
        if !others.is_empty() {
            return Err(others);
        }
        spec.doctrine_books.extend(self.doctrine_books.iter().map(|book| Written::from(book.as_str())));
        let overrides = self.overrides(ruleset, !spec.doctrine_books.is_empty())?;
        spec.set.retain(|(old, _)| overrides.iter().all(|new| new.key != old.key));
        spec.set.extend(overrides.into_iter().map(|change| (change, None)));
        Ok(())
    }

    /// The departures that change a value. With doctrines of other books, those of doctrines are checked where all of them
    /// are read.
    fn overrides(&self, ruleset: &dyn Ruleset, other_books: bool) -> Result<Vec<Override>, Diagnostics> {
        let rules = self.rules.iter().map(|text| ("--rule", text, "rules."));
        let values = self.values.iter().map(|text| ("--set", text, ""));
        let codex = ruleset.codex();
        let (mut overrides, mut diagnostics) = (Vec::new(), Diagnostics::new());
        if let Some(style) = &self.play {
            let change = Override { key: "play.style".to_owned(), value: style.as_str().into() };
            match ruleset.check_override(&codex, &change) {
                Ok(()) => overrides.push(change),
                Err(diagnostic) => {
                    diagnostics.push(Diagnostic { source: format!("--play {style}"), span: None, ..diagnostic })
                }
            }
        }
        for (flag, text, prefix) in rules.chain(values) {
            let place = format!("{flag} {text}");
            let read = text.parse::<Assignment>().and_then(|Assignment { key, value }| {
                let change = Override { key: format!("{prefix}{key}"), value };
                if !["rules.", "codex.", "doctrines.", "play."].iter().any(|root| change.key.starts_with(root)) {
                    return Err(Diagnostic::new(format!("`{key}` is no key of codex, doctrines, rules or play"))
                        .allowing([
                            "codex.PATH=VALUE",
                            "doctrines.NAME.KEY=VALUE",
                            "rules.NAME=VALUE",
                            "play.NAME=VALUE",
                        ]));
                }
                if !(other_books && change.key.starts_with("doctrines.")) {
                    ruleset.check_override(&codex, &change)?;
                }
                Ok(change)
            });
            match read {
                Ok(change) if overrides.iter().any(|other| other.key == change.key) => {
                    diagnostics.push(Diagnostic::new(format!("`{}` is given twice", change.key)).within(&place));
                }
                Ok(change) => overrides.push(change),
                Err(diagnostic) => diagnostics.push(Diagnostic { source: place, span: None, ..diagnostic }),
            }
        }
        if diagnostics.is_empty() { Ok(overrides) } else { Err(diagnostics) }
    }
}
