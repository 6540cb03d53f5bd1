//! The door of a ruleset: coarse, object-safe, known to everything above.

use std::ops::Range;
use std::sync::Arc;

use crate::dice::Fraction;

use super::{
    Appraisal, Diagnostic, Diagnostics, EventLog, Example, Film, RandomLists, Simulator, StateWords, TurnPhase,
    WeighedDoctrine, WeightDoc,
};

/// A text that the user or the program supplies, with the name under which to complain about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// A path, or the name of something built in.
    pub name: String,
    /// TOML.
    pub text: String,
}

impl Source {
    /// The text of a file of this name.
    ///
    /// # Errors
    /// When it is not UTF-8.
    pub fn of_bytes(name: String, bytes: Vec<u8>) -> Result<Self, Diagnostic> {
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self { name, text }),
            Err(error) => {
                let place = error.utf8_error().valid_up_to();
                Err(Diagnostic::new(format!("this is not a text file: byte {place} is not UTF-8")).within(&name))
            }
        }
    }

    /// Of several files the one that is called `stem.toml`, in whatever folder.
    #[must_use]
    pub fn called(stem: &str, files: Vec<Self>) -> Option<Self> {
        files.into_iter().find(|file| file.stem() == Some(stem))
    }

    /// The name of its file, without folder and ending; none where it is no TOML file.
    #[must_use]
    pub fn stem(&self) -> Option<&str> {
        self.name.rsplit('/').next()?.strip_suffix(".toml")
    }
}

/// One value put in the place of another: `rules.shaken-target = 3`, `codex.units.mbt.cost = 4`,
/// `doctrines.hold.risk = 0.5`.
#[derive(Clone, Debug, PartialEq)]
pub struct Override {
    /// Dotted key, beginning with `rules`, `codex` or `doctrines`.
    pub key: String,
    /// The value.
    pub value: toml::Value,
}

/// Everything that a cell of an experiment is made of.
#[derive(Clone, Debug)]
pub struct CellSetup {
    /// Units, weapons, costs; shared by the cells of an experiment.
    pub codex: Arc<Source>,
    /// Doctrines and their weights; shared by the cells of an experiment.
    pub doctrine_book: Arc<Source>,
    /// Departures from codex, doctrines and rules.
    pub overrides: Vec<Override>,
    /// The lists.
    pub armies: Armies,
    /// Name of each list's doctrine.
    pub doctrines: [String; 2],
    /// Name of the scenario.
    pub scenario: String,
    /// The table; none for the scenario's and size's usual one.
    pub battlefield: Option<Source>,
    /// Seed of the experiment, for tables drawn at random.
    pub seed: u64,
}

impl CellSetup {
    /// A cell by the codex and the doctrines that are built in, without overrides, on the usual table.
    #[must_use]
    pub fn usual(ruleset: &dyn Ruleset, armies: Armies, doctrines: [&str; 2], scenario: &str) -> Self {
        Self {
            codex: Arc::new(ruleset.codex()),
            doctrine_book: Arc::new(ruleset.doctrine_book()),
            overrides: Vec::new(),
            armies,
            doctrines: doctrines.map(str::to_owned),
            scenario: scenario.to_owned(),
            battlefield: None,
            seed: 1,
        }
    }
}

/// The lists of a cell.
#[derive(Clone, Debug)]
pub enum Armies {
    /// These two.
    Written([Source; 2]),
    /// Two for every pair.
    Random(RandomLists),
}

/// A name with a line about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Key.
    pub name: String,
    /// One line.
    pub about: String,
}

impl Listing {
    /// Something of this name.
    #[must_use]
    pub fn new(name: &str, about: &str) -> Self {
        Self { name: name.to_owned(), about: about.to_owned() }
    }
}

/// A unit type, for lists.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitDoc {
    /// Key.
    pub name: String,
    /// Cost in points.
    pub cost: f64,
    /// One line.
    pub about: String,
}

/// A switch or number of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Knob {
    /// Name, without `rules.`.
    pub name: String,
    /// Default.
    pub default: String,
    /// What may stand there, in words or as a list of values.
    pub allowed: String,
    /// Rule or ruling it belongs to.
    pub rule: String,
    /// One line.
    pub about: String,
}

/// One rule of the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleAtom {
    /// Identifier, such as `DF-ATK-07`.
    pub id: &'static str,
    /// In a few words.
    pub about: &'static str,
    /// Whether games count how often it makes a difference.
    pub counted: bool,
}

/// Something that games count of each side, beside what they count of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideCount {
    /// Key.
    pub name: &'static str,
    /// What is counted, and in which unit.
    pub about: &'static str,
}

/// An input of a resolution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputDoc {
    /// Key.
    pub name: &'static str,
    /// Type and allowed values, in words.
    pub allowed: &'static str,
    /// Default, or `required`.
    pub default: &'static str,
}

/// An isolated resolution, for lists and help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolutionDoc {
    /// Key.
    pub name: &'static str,
    /// One line.
    pub about: &'static str,
    /// Inputs.
    pub inputs: Vec<InputDoc>,
    /// Labels of its outcomes, in order.
    pub labels: Vec<&'static str>,
    /// Names of its numeric results.
    pub numbers: Vec<&'static str>,
    /// Its two sides, when it can tell what they stand to lose.
    pub sides: Option<Sides>,
    /// What players decide in it once dice have fallen, when they do.
    pub decisions: Option<DecisionDoc>,
}

/// What players decide in a resolution once dice have fallen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecisionDoc {
    /// Who decides what, in words.
    pub about: &'static str,
    /// The input that says by which simple policy it is decided, and the policies that it may name; none where a question has
    /// several such inputs.
    pub policies: Option<(&'static str, &'static [&'static str])>,
}

/// The sides of a resolution whose losses have a value in points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sides {
    /// Inputs that name the attacker and the defender, or whoever acts first and the other.
    pub keys: [&'static str; 2],
    /// Whether the attacker can lose anything too. If not, what it risks is told by the same resolution with the sides
    /// exchanged.
    pub mutual: bool,
    /// Inputs that name, or count, who helps either of them and cannot be lost.
    pub support: [&'static [&'static str]; 2],
}

/// What a resolution costs its two sides, in points; the attacker stands first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stakes {
    /// What each side has brought that can be lost, in points.
    pub cost: [f64; 2],
    /// What those cost that help it and cannot be lost, in points.
    pub support: [f64; 2],
    /// How many help it beside these, of whom nobody says who they are.
    pub unnamed: [u64; 2],
    /// The share of that, from 0 to 1, which it loses on average.
    pub lost: [f64; 2],
    /// How far that may be off, where it was sampled.
    pub sampled: Option<SampledLosses>,
}

/// How far mean losses that were sampled may be off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampledLosses {
    /// Trials.
    pub trials: u64,
    /// Variance of the mean of either side.
    pub variance: [f64; 2],
    /// Covariance of the two means.
    pub covariance: f64,
}

impl SampledLosses {
    /// The means of so many trials, and how far they may be off, from sums over these: of the losses of either side, of their
    /// squares, and of their products.
    pub(crate) fn of(trials: u64, sums: [f64; 2], squares: [f64; 2], products: f64) -> Option<([f64; 2], Self)> {
        let n = trials as f64;
        (trials > 1).then(|| {
            let mean = sums.map(|sum| sum / n);
            let spread = |sum: f64, a: usize, b: usize| (sum / n - mean[a] * mean[b]) / (n - 1.0);
            let variance = [spread(squares[0], 0, 0).max(0.0), spread(squares[1], 1, 1).max(0.0)];
            (mean, Self { trials, variance, covariance: spread(products, 0, 1) })
        })
    }
}

/// A question about one resolution.
#[derive(Clone, Debug)]
pub struct Query {
    /// Key of the resolution.
    pub resolution: String,
    /// Inputs, a JSON object.
    pub inputs: serde_json::Map<String, serde_json::Value>,
    /// Codex to take units from; the built-in one when none.
    pub codex: Option<Source>,
    /// Number of simulated trials; 0 for none.
    pub trials: u64,
    /// Seed of the trials.
    pub seed: u64,
    /// Whether exact odds are wanted.
    pub exact: bool,
    /// Branches that exact odds may take, as [`crate::dice::exact::evaluate_within`] counts them. Where they take more there
    /// are none, and numeric results come from the trials.
    pub budget: u64,
    /// Whether exact odds are wanted as fractions too, where these take no more than [`FRACTIONS_BUDGET`].
    ///
    /// [`FRACTIONS_BUDGET`]: super::FRACTIONS_BUDGET
    pub fractions: bool,
    /// The results that the answer is limited to; all when none.
    pub given: Option<Given>,
    /// Labels of the outcomes that players want who decide once dice have fallen: the answer then says what the resolution
    /// comes to when they decide for the best. Not asked when empty.
    pub wanted: Vec<String>,
}

/// A condition on the result of a resolution: odds under it are those of the results that meet it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// The outcome is this one.
    Outcome(String),
    /// A numeric result lies within limits, both included.
    Number {
        /// Its name.
        name: String,
        /// The least value.
        low: i64,
        /// The greatest value.
        high: i64,
    },
}

impl Query {
    /// Asks for the exact odds of a resolution by the built-in codex; `inputs` that are no object stand for none.
    #[must_use]
    pub fn exact(resolution: &str, inputs: &serde_json::Value) -> Self {
        Self {
            resolution: resolution.to_owned(),
            inputs: inputs.as_object().cloned().unwrap_or_default(),
            codex: None,
            trials: 0,
            seed: 1,
            exact: true,
            budget: u64::MAX,
            fractions: false,
            given: None,
            wanted: Vec::new(),
        }
    }
}

/// The answer to a [`Query`].
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// All labels, in order, with their exact probabilities.
    pub exact: Option<Vec<(String, f64)>>,
    /// The same probabilities, and those of the numeric results, as the fractions that they are: where they were asked for, the
    /// chain is sure to end, and they are not too long.
    pub fractions: Option<Fractions>,
    /// Probability of chains that had not ended: below 1e-12 unless the resolution says otherwise.
    pub open: f64,
    /// Numeric results.
    pub numbers: Vec<NumberAnswer>,
    /// Simulated counts.
    pub simulated: Option<Simulated>,
    /// What is at stake, where units with costs meet and no result is given: exact where odds are.
    pub stakes: Option<Stakes>,
    /// All labels, in order, with their exact probabilities when everybody decides for the best: where that was asked for and
    /// does not take more than the budget.
    pub best_play: Option<Vec<(String, f64)>>,
    /// Probability of what is given, exact where odds are: not a number where there is no result of its name. None when nothing
    /// is given.
    pub given: Option<f64>,
}

/// The exact odds of an [`Answer`] as fractions, in its order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fractions {
    /// Of each label.
    pub labels: Vec<Fraction>,
    /// Of each value of each numeric result.
    pub numbers: Vec<Vec<Fraction>>,
}

/// The exact distribution of a numeric result.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NumberAnswer {
    /// Its name.
    pub name: String,
    /// Value and probability, ascending.
    pub odds: Vec<(i64, f64)>,
    /// Probability that it was cut off at its greatest value, and is at least that.
    pub cut: f64,
    /// Probability that there is none: it counts as 0 among the values.
    pub absent: f64,
    /// Labels of the outcomes that have none.
    pub absent_at: &'static [&'static str],
}

/// A numeric result that not every outcome tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenEnded {
    /// Its name.
    pub number: &'static str,
    /// Labels of outcomes at which it was cut off.
    pub cut: &'static [&'static str],
    /// Labels of outcomes that have none.
    pub absent: &'static [&'static str],
}

/// Simulated counts of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Simulated {
    /// Trials; where something is given, those that met it.
    pub trials: u64,
    /// Seed.
    pub seed: u64,
    /// All labels, in order, with their counts.
    pub counts: Vec<(String, u64)>,
    /// Numeric results, with shares of the trials for probabilities, where exact odds were asked for and would take more than
    /// their budget.
    pub numbers: Vec<NumberAnswer>,
}

/// A mustered army, as far as the outside needs to know it.
#[derive(Clone, Debug, PartialEq)]
pub struct Army {
    /// Name that the list gives itself.
    pub name: String,
    /// The list's usual doctrine.
    pub doctrine: Option<String>,
    /// The same by scenario, where it is another one there.
    pub by_scenario: Vec<ScenarioDoctrine>,
    /// Unit types and how many of each.
    pub units: Vec<(String, u32)>,
    /// What it spends points on besides units, and how many of each: commanders, dogmas, options.
    pub extras: Vec<(String, u32)>,
    /// Total cost in points.
    pub cost: f64,
    /// Points that it was made for, where the list or the rules set a limit.
    pub limit: Option<f64>,
    /// What is allowed, but hardly meant.
    pub warnings: Vec<String>,
}

impl Army {
    /// What is in it, units first: `13 rifleman`, `uriah`.
    #[must_use]
    pub fn contents(&self) -> Vec<String> {
        contents(&self.units, &self.extras)
    }
}

/// What a line of a list in words may name beside units: commanders, dogmas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListWord {
    /// Its name.
    pub name: &'static str,
    /// Key of the list under which it stands.
    pub key: &'static str,
    /// Whether its number stands there, and not its name among others.
    pub counted: bool,
}

/// What a list has, in words: its units, then what else it spends points on.
#[must_use]
pub fn contents(units: &[(String, u32)], extras: &[(String, u32)]) -> Vec<String> {
    let told = |(what, n): &(String, u32)| if *n == 1 { what.clone() } else { format!("{n} {what}") };
    units.iter().chain(extras).map(told).collect()
}

/// The usual doctrine of a list in a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioDoctrine {
    /// Name of the scenario.
    pub scenario: &'static str,
    /// Whether the list is the first-named one of its cell, 0, or the other, 1.
    pub place: usize,
    /// Name of the doctrine.
    pub doctrine: String,
}

/// What became of a hand-set situation.
#[derive(Clone, Debug)]
pub struct Transcript {
    /// In words.
    pub lines: Vec<String>,
    /// As JSON Lines.
    pub trace: Vec<serde_json::Value>,
    /// Both together, event by event.
    pub log: EventLog,
    /// Whether the file expects anything: else it only plays.
    pub expects: bool,
    /// The first choice that was refused, with its rule; or an expectation of the file that does not hold.
    pub diagnostic: Option<Diagnostic>,
}

/// Who plays on from a position that was set up by hand.
#[derive(Clone, Debug)]
pub struct PositionPlayers {
    /// Doctrines of side A and of side B.
    pub doctrines: [String; 2],
    /// The book that they stand in.
    pub doctrine_book: Source,
    /// Changes of doctrines and of play.
    pub overrides: Vec<Override>,
    /// Seed of all chance.
    pub seed: u64,
}

/// What a ruleset is timed with.
#[derive(Clone, Debug)]
pub struct Benchmark {
    /// Standard games, named.
    pub cells: Vec<(String, CellSetup)>,
    /// Resolutions, named: one small, one large.
    pub queries: Vec<(String, Query)>,
}

/// What the length of a game counts in most games.
pub const USUAL_LENGTH: &str = "turns";

/// What reads the overrides of one kind, with what their keys look like.
pub(crate) type OverrideReader<'a> = (&'static str, &'a dyn Fn(&[Override]) -> Result<(), Diagnostics>);

/// Checks an override with the one of `readers` that whose key, such as `rules.NAME`, begins with the same word.
///
/// # Errors
/// The first thing wrong with it.
pub(crate) fn check_override(change: &Override, readers: &[OverrideReader<'_>]) -> Result<(), Diagnostic> {
    let first = |key: &str| key.split('.').next().map(str::to_owned);
    match readers.iter().find(|(key, _)| first(key) == first(&change.key)) {
        Some((_, read)) => read(std::slice::from_ref(change)).map_err(|mut diagnostics| diagnostics.swap_remove(0)),
        None => Err(Diagnostic::unknown("override", &change.key, readers.iter().map(|(key, _)| key))),
    }
}

/// What a ruleset answers that offers isolated resolutions alone when it is asked for a game.
fn resolutions_alone(title: &str) -> Diagnostic {
    Diagnostic::new(format!("{title} is here for its isolated resolutions alone; whole games of it are not played"))
}

/// A ruleset, as everything above it sees it.
///
/// Methods that concern whole games have defaults for a ruleset that offers its isolated resolutions alone.
pub trait Ruleset: Send + Sync {
    /// Key in files and on the command line.
    fn slug(&self) -> &'static str;
    /// Name.
    fn title(&self) -> &'static str;
    /// Ways a game can end; verdicts and records hold an index into it.
    fn endings(&self) -> &'static [&'static str] {
        &[]
    }
    /// Every rule atom; rule counters follow this order.
    fn ledger(&self) -> &'static [RuleAtom];
    /// What games count of each side; sums of counts follow this order.
    fn side_counts(&self) -> &'static [SideCount] {
        &[]
    }
    /// What the numbers mean that say how a side stands at the end of a turn; none where games do not say it.
    fn side_states(&self) -> Option<StateWords> {
        None
    }
    /// What the length of a game counts, in the plural: whatever [`Game::turn`](super::Game::turn) goes up with.
    fn length_unit(&self) -> &'static str {
        USUAL_LENGTH
    }
    /// The phases of a turn, set-up first, in their order; none where games do not say when they end.
    fn phases(&self) -> &'static [TurnPhase] {
        &[]
    }
    /// The codex built into the program.
    fn codex(&self) -> Source;
    /// The doctrine book built into the program.
    fn doctrine_book(&self) -> Source {
        Source { name: format!("armies/{}/doctrines.toml", self.slug()), text: String::new() }
    }
    /// Army lists built into the program.
    fn armies(&self) -> Vec<Source> {
        Vec::new()
    }
    /// Battlefields built into the program.
    fn battlefields(&self) -> Vec<Source> {
        Vec::new()
    }
    /// The experiment that `run` plays when none is named, if this ruleset has one.
    fn first_look(&self) -> Option<Source> {
        None
    }
    /// Best answers that searches have found to the usual doctrines of the lists, if any are kept.
    fn best_answers(&self) -> Option<Source> {
        None
    }
    /// Claims about play that `check --play` plays when no file is named, if this ruleset has any.
    fn claims(&self) -> Option<Source> {
        None
    }
    /// Unit types of a codex.
    ///
    /// # Errors
    /// What is wrong with the codex.
    fn units(&self, codex: &Source) -> Result<Vec<UnitDoc>, Diagnostics>;
    /// What a line of a list in words may name beside units.
    fn list_words(&self) -> Vec<ListWord> {
        Vec::new()
    }
    /// Names of the doctrines of a book, `random` included.
    ///
    /// # Errors
    /// What is wrong with the book.
    fn doctrines(&self, book: &Source) -> Result<Vec<Listing>, Diagnostics> {
        let _ = book;
        Ok(Vec::new())
    }
    /// What players may do without, as `massed-fire without overwatch` names it.
    fn tactics(&self) -> Vec<Listing> {
        Vec::new()
    }
    /// What its doctrines weigh; nothing where no games are played.
    fn weights(&self) -> Vec<WeightDoc> {
        Vec::new()
    }
    /// The doctrines of a book with all that they weigh; those without weights are not among them.
    ///
    /// # Errors
    /// What is wrong with the book.
    fn weighed_doctrines(&self, book: &Source) -> Result<Vec<WeighedDoctrine>, Diagnostics> {
        let _ = book;
        Ok(Vec::new())
    }
    /// Scenarios.
    fn scenarios(&self) -> Vec<Listing> {
        Vec::new()
    }
    /// Switches and numbers of the rules.
    fn knobs(&self) -> Vec<Knob>;
    /// Checks a rules override: the key must exist and the value be allowed.
    ///
    /// # Errors
    /// What is wrong with it.
    fn check_override(&self, codex: &Source, change: &Override) -> Result<(), Diagnostic>;
    /// Combat resolutions.
    fn resolutions(&self) -> Vec<ResolutionDoc>;
    /// The worked examples of the rulebook, if there is one.
    fn examples(&self) -> Vec<Example> {
        Vec::new()
    }
    /// Answers a question about one resolution.
    ///
    /// # Errors
    /// What is wrong with the question.
    fn resolve(&self, query: &Query) -> Result<Answer, Diagnostics>;
    /// Points of a list of the usual size, for lists that are drawn at random; none where none are.
    fn usual_budget(&self) -> Option<f64> {
        None
    }
    /// Reads an army list and checks it against the rules of its own.
    ///
    /// # Errors
    /// Everything wrong with the list.
    fn read_army(&self, codex: &Source, list: &Source) -> Result<Army, Diagnostics> {
        let _ = codex;
        Err(vec![resolutions_alone(self.title()).within(&list.name)])
    }
    /// The same by departures from the rules; others are left alone.
    ///
    /// # Errors
    /// Everything wrong with the list, or with the departures.
    fn read_army_by(&self, codex: &Source, overrides: &[Override], list: &Source) -> Result<Army, Diagnostics> {
        let _ = overrides;
        self.read_army(codex, list)
    }
    /// What is played on where no battlefield is named, in a line.
    fn usual_battlefield(&self) -> &'static str {
        "nothing: no games are played"
    }

    /// Checks a battlefield.
    ///
    /// # Errors
    /// Everything wrong with it.
    fn check_battlefield(&self, codex: &Source, battlefield: &Source) -> Result<Listing, Diagnostics> {
        let _ = codex;
        Err(vec![resolutions_alone(self.title()).within(&battlefield.name)])
    }

    /// Checks the terms of a scenario, where they are written in files.
    ///
    /// # Errors
    /// Everything wrong with them.
    fn check_scenario(&self, codex: &Source, terms: &Source) -> Result<Listing, Diagnostics> {
        let _ = codex;
        let message = format!("scenarios of {} are not written in files", self.title());
        Err(vec![Diagnostic::new(message).within(&terms.name)])
    }

    /// Makes a cell ready for play.
    ///
    /// # Errors
    /// Everything wrong with it.
    fn prepare(&self, cell: &CellSetup) -> Result<Box<dyn Simulator>, Diagnostics> {
        let _ = cell;
        Err(vec![resolutions_alone(self.title())])
    }
    /// The standard game and resolutions that its speed is quoted for.
    fn benchmark(&self) -> Benchmark {
        Benchmark { cells: Vec::new(), queries: Vec::new() }
    }
    /// The film of a game that was told; none where its games are not filmed, or nothing of the game was told.
    fn film(&self, log: &EventLog) -> Option<Film> {
        let _ = log;
        None
    }
    /// What a battlefield file says of the table that a game was played on, beside its name, from the first event of its
    /// trace; none where the event does not tell it.
    fn told_battlefield(&self, battle: &serde_json::Value) -> Option<toml::Table> {
        let _ = battle;
        None
    }
    /// Sets up a position, carries out the written choices with the written dice, and tells what happens.
    ///
    /// # Errors
    /// Everything wrong with the file itself; a refused choice is part of the [`Transcript`].
    fn situation(&self, file: &Source) -> Result<Transcript, Diagnostics> {
        Err(vec![resolutions_alone(self.title()).within(&file.name)])
    }
    /// Plays on from where a situation ends, with rollouts of these numbers: how the choice of whoever is to choose fares,
    /// which comes first, and those that other scripts would make.
    ///
    /// # Errors
    /// Everything wrong with the file, a choice that is refused, expectations that do not hold, a doctrine that is not in
    /// the book; a game that is over.
    fn appraise_situation(
        &self,
        file: &Source,
        players: &PositionPlayers,
        rollouts: Range<u64>,
    ) -> Result<Appraisal, Diagnostics> {
        let _ = (players, rollouts);
        Err(vec![resolutions_alone(self.title()).within(&file.name)])
    }
}
