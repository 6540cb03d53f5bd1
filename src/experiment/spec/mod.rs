//! An experiment as the user writes it.

mod claims;
mod stopping;
mod variation;

use std::fmt;
use std::ops::Range;

use toml::{Table, Value};

pub use claims::{Claim, ClaimBook, Expectation, InlineList, Measure};
use stopping::read_stop;
pub use stopping::{LEAST_MARGIN, LEAST_WIDTH};
use variation::{CHANGES, read_changes, read_factors, read_variants};
pub use variation::{Factor, Variant};

use super::{Companion, CompanionPairs, Luck, Stop};
use crate::game::{Diagnostic, Diagnostics, Node, Override, Source, TableReader, visible};

/// The seed of an experiment that names none.
pub const USUAL_SEED: u64 = 1;

/// The pairs of every cell of an experiment that does not say when to stop.
pub const USUAL_PAIRS: u64 = 1000;

/// The most pairs of a cell that runs for a precision or a decision, unless the experiment says otherwise.
pub const USUAL_CAP: u64 = 100_000;

/// The most pairs that a cell may be asked for.
const MOST_PAIRS: i64 = 1_000_000_000;

/// A word of the experiment and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The word.
    pub text: String,
    /// Bytes of the experiment file that it takes; none when it came from elsewhere.
    pub span: Option<Range<usize>>,
}

impl Written {
    fn read(node: &Node) -> Result<Self, Diagnostic> {
        Ok(Self { text: node.text()?.to_owned(), span: span(node) })
    }

    /// A diagnostic, located here.
    #[must_use]
    pub fn locate(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        if diagnostic.source.is_empty() {
            diagnostic.span = self.span.clone();
        }
        diagnostic
    }
}

impl From<&str> for Written {
    fn from(text: &str) -> Self {
        Self { text: text.to_owned(), span: None }
    }
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Which lists meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pairing {
    /// Every list meets every other.
    RoundRobin,
    /// The first list meets all others.
    Gauntlet,
    /// Every list meets itself.
    Mirror,
    /// These lists meet.
    Pairs(Vec<[Written; 2]>),
}

/// How doctrines are shared out to the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DoctrinePairing {
    /// Both sides follow the same entry of the list of doctrines.
    Same,
    /// Every entry meets every other.
    Cross,
}

/// How varied factors are put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Design {
    /// Every level of one with every level of the others.
    Crossed,
    /// Every level by itself, beside a base that has none of them.
    OneAtATime,
    /// A sample of all combinations in which every level of every factor comes up equally often (McKay, Beckman and Conover 1979).
    LatinHypercube,
    /// Nothing is varied but the lists: two are drawn at random for every pair, to find what units should cost.
    FairCosts,
}

/// How lists are drawn, as far as it was written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drawing {
    /// Points of a list on average; those of a list of the ruleset's usual size when none.
    pub budget: Option<f64>,
    /// Share of that by which lists have more or less.
    pub jitter: f64,
}

impl Default for Drawing {
    fn default() -> Self {
        Self { budget: None, jitter: 0.1 }
    }
}

/// An experiment as the user wrote it, before any name in it has been looked up.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// The file; without text when the experiment came from the command line.
    pub source: Source,
    /// Key of the ruleset.
    pub ruleset: Written,
    /// Name of the experiment.
    pub name: Option<String>,
    /// What it is to answer.
    pub question: String,
    /// Seed of all chance.
    pub seed: u64,
    /// Whether cells share their luck.
    pub luck: Luck,
    /// Codex, if not the built-in one: a path.
    pub codex: Option<Written>,
    /// Doctrine books that are laid over the built-in one, each over those before it: paths.
    pub doctrine_books: Vec<Written>,
    /// Army lists: names of built-in ones, paths, patterns of paths.
    pub armies: Vec<Written>,
    /// Which lists meet.
    pub pairing: Pairing,
    /// Scenarios; the first of the ruleset when empty.
    pub scenarios: Vec<Written>,
    /// Battlefields: names of built-in ones, paths, `default`, `all`.
    pub battlefields: Vec<Written>,
    /// Doctrines: names, `own`, `all`, `X v Y`.
    pub doctrines: Vec<Written>,
    /// How doctrines are shared out.
    pub doctrine_pairing: DoctrinePairing,
    /// When cells stop.
    pub stop: Stop,
    /// Departures from codex and rules that hold everywhere, and where they stand.
    pub set: Vec<(Override, Option<Range<usize>>)>,
    /// What is varied.
    pub vary: Vec<Factor>,
    /// How it is varied.
    pub design: Design,
    /// Combinations of a Latin hypercube.
    pub samples: usize,
    /// How lists are drawn, where they are.
    pub drawing: Drawing,
    /// Named sets of departures that are set against each other, the first being the base.
    pub variants: Vec<Variant>,
    /// What is played beside the cells to say how far their play can be believed.
    pub companions: CompanionPairs,
}

impl Spec {
    /// An experiment of this ruleset that says nothing else.
    #[must_use]
    pub fn new(ruleset: &str) -> Self {
        Self {
            source: Source { name: "command line".into(), text: String::new() },
            ruleset: ruleset.into(),
            name: None,
            question: String::new(),
            seed: USUAL_SEED,
            luck: Luck::Independent,
            codex: None,
            doctrine_books: Vec::new(),
            armies: Vec::new(),
            pairing: Pairing::RoundRobin,
            scenarios: Vec::new(),
            battlefields: vec!["default".into()],
            doctrines: vec!["own".into()],
            doctrine_pairing: DoctrinePairing::Same,
            stop: Stop::Pairs(USUAL_PAIRS),
            set: Vec::new(),
            vary: Vec::new(),
            design: Design::Crossed,
            samples: USUAL_SAMPLES,
            drawing: Drawing::default(),
            variants: Vec::new(),
            companions: CompanionPairs::default(),
        }
    }

    /// Reads an experiment file.
    ///
    /// # Errors
    /// Everything wrong with the file that can be told without looking anything up.
    pub fn read(source: &Source) -> Result<Self, Diagnostics> {
        match Self::read_as_far_as_it_goes(source)? {
            (spec, faults) if faults.is_empty() => Ok(spec),
            (_, faults) => Err(faults),
        }
    }

    /// Reads an experiment file with faults, which are told beside it: what is wrong stands as if it had been left out.
    ///
    /// # Errors
    /// What is wrong with a file that is no experiment, or not one of a known game.
    pub fn read_as_far_as_it_goes(source: &Source) -> Result<(Self, Diagnostics), Diagnostics> {
        let node = Node::parse(source)?;
        let mut diagnostics = Diagnostics::new();
        let spec = Self::fill(source, &node, &mut diagnostics);
        let faults: Diagnostics = diagnostics.into_iter().map(|diagnostic| diagnostic.within(&source.name)).collect();
        match spec {
            Some(spec) => Ok((spec, faults)),
            None => Err(faults),
        }
    }

    fn fill(source: &Source, node: &Node, diagnostics: &mut Diagnostics) -> Option<Self> {
        let mut table = TableReader::open("the experiment", node, diagnostics)?;
        let ruleset = table.required("ruleset", Written::read);
        let usual = Self::new("");
        let mut spec = Self {
            source: source.clone(),
            ruleset: ruleset.clone().unwrap_or_else(|| "".into()),
            name: table.optional("name", |node| node.name().map(str::to_owned)),
            question: table.or("question", String::new(), |node| Ok(visible(node.text()?).into_owned())),
            seed: table.or("seed", usual.seed, |node| node.whole(0..=i64::MAX)),
            luck: usual.luck,
            codex: table.optional("codex", Written::read),
            doctrine_books: table.or("doctrine-book", Vec::new(), |node| match node.list() {
                Ok(books) => books.iter().map(Written::read).collect(),
                Err(_) => Ok(vec![Written::read(node)?]),
            }),
            armies: words(&mut table, "armies").unwrap_or_default(),
            pairing: read_pairing(&mut table),
            scenarios: words(&mut table, "scenarios").unwrap_or_default(),
            battlefields: words(&mut table, "battlefields").unwrap_or(usual.battlefields),
            doctrines: words(&mut table, "doctrines").unwrap_or(usual.doctrines),
            doctrine_pairing: usual.doctrine_pairing,
            stop: usual.stop,
            set: Vec::new(),
            vary: Vec::new(),
            design: table.or("design", usual.design, |node| node.one_of("design", &DESIGNS)),
            samples: usual.samples,
            drawing: usual.drawing,
            variants: Vec::new(),
            companions: usual.companions,
        };
        if spec.draws_lists() && table.node("doctrines").is_none() {
            spec.doctrines = vec!["all".into()];
        }
        spec.doctrine_pairing = table.or("doctrine-pairing", spec.usual_pairing(), |node| {
            let choices = [("same", DoctrinePairing::Same), ("cross", DoctrinePairing::Cross)];
            node.one_of("doctrine pairing", &choices)
        });
        if let Some(stop) = table.node("stop") {
            spec.stop = read_stop(stop, table.diagnostics()).unwrap_or(spec.stop);
        }
        for (key, prefix) in CHANGES {
            if let Some(node) = table.node(key) {
                spec.set.extend(read_changes(prefix, node, table.diagnostics()));
            }
        }
        if let Some(node) = table.node("companions") {
            spec.companions = read_companions(node, table.diagnostics()).unwrap_or_default();
        }
        if let Some(node) = table.node("vary") {
            spec.vary = read_factors(node, table.diagnostics());
        }
        if let Some(node) = table.node("samples") {
            spec.samples = table.or("samples", USUAL_SAMPLES, |node| node.whole(2..=MOST_SAMPLES));
            if spec.design != Design::LatinHypercube {
                let diagnostic = Diagnostic::new("only a Latin hypercube takes a sample of the combinations");
                table.diagnostics().push(node.locate(diagnostic.allowing(["design = \"latin-hypercube\""])));
            }
        }
        if let Some(node) = table.node("variants") {
            spec.variants = read_variants(node, table.diagnostics());
        }
        spec.luck = table.or("luck", spec.usual_luck(), |node| {
            node.one_of("luck", &[("independent", Luck::Independent), ("shared", Luck::Shared)])
        });
        if spec.design == Design::OneAtATime
            && let Some(variants) = table.node("variants")
        {
            let diagnostic =
                Diagnostic::new("`variants` are set against each other as they are, and not one at a time");
            table.diagnostics().push(variants.locate(diagnostic));
        }
        if spec.usual_luck() == Luck::Shared
            && spec.stop.is_sequential()
            && let Some(stop) = table.node("stop")
        {
            let diagnostic =
                Diagnostic::new("what a change changes is compared over pairs that do not depend on the score");
            table.diagnostics().push(stop.locate(diagnostic.allowing(["pairs = 5000", "precision = 0.005"])));
        }
        let has_lists = !spec.armies.is_empty() || matches!(spec.pairing, Pairing::Pairs(_));
        if spec.draws_lists() {
            spec.check_drawn(&mut table);
        } else if !has_lists && table.node("armies").is_none() {
            table.required_node("armies");
        }
        if let Some(lists) = table.node("lists") {
            spec.drawing = read_drawing(lists, table.diagnostics()).unwrap_or(spec.drawing);
            if !spec.draws_lists() {
                let diagnostic =
                    Diagnostic::new("lists are drawn at random to find what units should cost, and for nothing else");
                table.diagnostics().push(lists.locate(diagnostic.allowing(["design = \"fair-costs\""])));
            }
        }
        table.close();
        ruleset.map(|_| spec)
    }

    /// Whether lists are drawn at random for every pair.
    #[must_use]
    pub fn draws_lists(&self) -> bool {
        self.design == Design::FairCosts
    }

    /// Says what does not go with lists that are drawn.
    fn check_drawn(&self, table: &mut TableReader<'_, '_>) {
        for key in ["armies", "pairing", "pairings", "companions"] {
            if let Some(node) = table.node(key) {
                let diagnostic = Diagnostic::new(format!("`{key}` does not go with lists that are drawn at random"));
                table.diagnostics().push(node.locate(diagnostic.allowing(["lists = { budget = 24, jitter = 0.1 }"])));
            }
        }
        for key in ["vary", "variants"] {
            if let Some(node) = table.node(key) {
                let diagnostic =
                    Diagnostic::new("fair costs are those of one set of rules and costs: nothing else is varied");
                table
                    .diagnostics()
                    .push(node.locate(diagnostic.allowing(["rules.NAME = VALUE", "set = { PATH = VALUE }"])));
            }
        }
        if !self.stop.is_fixed()
            && let Some(stop) = table.node("stop")
        {
            let diagnostic = Diagnostic::new("fair costs are found from a number of pairs that is fixed beforehand");
            table.diagnostics().push(stop.locate(diagnostic.allowing(["pairs = 5000"])));
        }
    }

    /// How doctrines are shared out where it is not said: all of them meet each other. Lists that are drawn follow the
    /// same.
    #[must_use]
    pub fn usual_pairing(&self) -> DoctrinePairing {
        if !self.draws_lists() && self.doctrines.iter().any(|doctrine| doctrine.text == "all") {
            DoctrinePairing::Cross
        } else {
            DoctrinePairing::Same
        }
    }

    /// Which cells see the same dice where it is not said: all, if what is asked is what a change changes.
    #[must_use]
    pub fn usual_luck(&self) -> Luck {
        if self.design == Design::OneAtATime || !self.variants.is_empty() { Luck::Shared } else { Luck::Independent }
    }

    /// The experiment in TOML, everything spelt out.
    #[must_use]
    pub fn to_toml(&self) -> String {
        let mut table = Table::new();
        let mut put = |key: &str, value: Value| table.insert(key.to_owned(), value);
        let list =
            |words: &[Written]| Value::Array(words.iter().map(|word| Value::String(word.text.clone())).collect());
        put("ruleset", self.ruleset.text.clone().into());
        if let Some(name) = &self.name {
            put("name", name.clone().into());
        }
        put("question", self.question.clone().into());
        put("seed", Value::Integer(self.seed.cast_signed()));
        put("luck", if self.luck == Luck::Shared { "shared" } else { "independent" }.into());
        if let Some(path) = &self.codex {
            put("codex", path.text.clone().into());
        }
        match self.doctrine_books.as_slice() {
            [] => None,
            [book] => put("doctrine-book", book.text.clone().into()),
            books => put("doctrine-book", list(books)),
        };
        if !self.armies.is_empty() {
            // What was left out stays out: an empty list is refused.
            if !self.armies.is_empty() {
                put("armies", list(&self.armies));
            }
        }
        match &self.pairing {
            _ if self.draws_lists() => None,
            Pairing::RoundRobin => put("pairing", "round-robin".into()),
            Pairing::Gauntlet => put("pairing", "gauntlet".into()),
            Pairing::Mirror => put("pairing", "mirror".into()),
            Pairing::Pairs(pairs) => put("pairings", Value::Array(pairs.iter().map(|pair| list(pair)).collect())),
        };
        if !self.scenarios.is_empty() {
            put("scenarios", list(&self.scenarios));
        }
        put("battlefields", list(&self.battlefields));
        put("doctrines", list(&self.doctrines));
        let cross = self.doctrine_pairing == DoctrinePairing::Cross;
        put("doctrine-pairing", if cross { "cross" } else { "same" }.into());
        let mut stop = Table::new();
        match self.stop {
            Stop::Pairs(n) => {
                stop.insert("pairs".into(), Value::Integer(n.cast_signed()));
            }
            Stop::Precision { half_width, of, cap } => {
                stop.insert("precision".into(), Value::Float(half_width));
                if !of.is_score() {
                    stop.insert("of".into(), of.key().into());
                }
                stop.insert("cap".into(), Value::Integer(cap.cast_signed()));
            }
            Stop::Decide { margin, cap } => {
                stop.insert("decide".into(), Value::Float(margin));
                stop.insert("cap".into(), Value::Integer(cap.cast_signed()));
            }
            Stop::Claim { low, high, alpha, cap } => {
                let claim = [("low", low), ("high", high), ("alpha", alpha)];
                let claim = claim.map(|(key, value)| (key.to_owned(), Value::Float(value)));
                stop.insert("claim".into(), Value::Table(claim.into_iter().collect()));
                stop.insert("cap".into(), Value::Integer(cap.cast_signed()));
            }
            Stop::Sprt { hypotheses, cap } => {
                stop.insert("sprt".into(), Value::try_from(hypotheses).expect("numbers and a word"));
                stop.insert("cap".into(), Value::Integer(cap.cast_signed()));
            }
        }
        put("stop", stop.into());
        if !self.set.is_empty() {
            let changes = self.set.iter().map(|(change, _)| (change.key.clone(), change.value.clone()));
            put("set", Value::Table(changes.collect()));
        }
        if !self.vary.is_empty() {
            let levels = |factor: &Factor| Value::Array(factor.levels.iter().map(|(value, _)| value.clone()).collect());
            let factors = self.vary.iter().map(|factor| (factor.key.text.clone(), levels(factor)));
            put("vary", Value::Table(factors.collect()));
        }
        if let Some((word, _)) =
            DESIGNS.iter().find(|(_, design)| *design == self.design && self.design != DESIGNS[0].1)
        {
            table.insert("design".into(), (*word).into());
        }
        if self.design == Design::LatinHypercube {
            table.insert("samples".into(), Value::Integer(self.samples as i64));
        }
        if self.draws_lists() {
            let Drawing { budget, jitter } = self.drawing;
            let mut lists: Table = [("jitter".to_owned(), Value::Float(jitter))].into_iter().collect();
            lists.extend(budget.map(|budget| ("budget".to_owned(), Value::Float(budget))));
            table.insert("lists".into(), Value::Table(lists));
        }
        let companions =
            self.companions.each().map(|(one, pairs)| (one.key().to_owned(), Value::Integer(pairs as i64)));
        let companions: Table = companions.collect();
        if !companions.is_empty() {
            table.insert("companions".into(), Value::Table(companions));
        }
        if !self.variants.is_empty() {
            let changes = |variant: &Variant| {
                variant.changes.iter().map(|(change, _)| (change.key.clone(), change.value.clone())).collect()
            };
            // An array keeps the order, in which the first is the base.
            let variant = |variant: &Variant| {
                let mut table: Table = changes(variant);
                table.extend(variant.codex.iter().map(|codex| ("codex".to_owned(), codex.text.clone().into())));
                table.insert("name".into(), variant.name.text.clone().into());
                Value::Table(table)
            };
            table.insert("variants".into(), Value::Array(self.variants.iter().map(variant).collect()));
        }
        table.to_string()
    }
}

/// Designs and their words, the usual one first.
const DESIGNS: [(&str, Design); 4] = [
    ("crossed", Design::Crossed),
    ("one-at-a-time", Design::OneAtATime),
    ("latin-hypercube", Design::LatinHypercube),
    ("fair-costs", Design::FairCosts),
];

/// Combinations of a Latin hypercube where nothing is said.
const USUAL_SAMPLES: usize = 50;

/// More combinations than this are a slip of the pen.
const MOST_SAMPLES: i64 = 10_000;

/// Lists that differ by more than this share from their budget are no field of one size of game.
const MOST_JITTER: f64 = 0.5;

fn read_drawing(node: &Node, diagnostics: &mut Diagnostics) -> Option<Drawing> {
    let mut table = TableReader::open("[lists]", node, diagnostics)?;
    let drawing = Drawing {
        budget: table.optional("budget", |node| node.number(1.0..=100_000.0)),
        jitter: table.or("jitter", Drawing::default().jitter, |node| node.number(0.0..=MOST_JITTER)),
    };
    table.close();
    Some(drawing)
}

/// Most pairs of every cell of a companion.
const MOST_COMPANION_PAIRS: i64 = 100_000;

fn read_companions(node: &Node, diagnostics: &mut Diagnostics) -> Option<CompanionPairs> {
    let mut table = TableReader::open("[companions]", node, diagnostics)?;
    let pairs = Companion::ALL.map(|one| table.optional(one.key(), |node| node.whole(1..=MOST_COMPANION_PAIRS)));
    table.close();
    Some(CompanionPairs(pairs))
}

fn span(node: &Node) -> Option<Range<usize>> {
    node.locate(Diagnostic::default()).span
}

/// A list of strings, or a single one.
fn words(table: &mut TableReader<'_, '_>, key: &'static str) -> Option<Vec<Written>> {
    table.optional(key, |node| {
        if node.text().is_ok() {
            return Ok(vec![Written::read(node)?]);
        }
        let words = node.list()?.iter().map(Written::read).collect::<Result<Vec<_>, _>>()?;
        if words.is_empty() {
            Err(node.locate(Diagnostic::new(format!("`{key}` is an empty list"))))
        } else {
            Ok(words)
        }
    })
}

fn read_pairing(table: &mut TableReader<'_, '_>) -> Pairing {
    let choices = [("round-robin", 0), ("gauntlet", 1), ("mirror", 2)];
    let named = table.node("pairing");
    let choice = table.optional("pairing", |node| node.one_of("pairing", &choices));
    let pairs = table.optional("pairings", |node| {
        let pair = |node: &Node| match node.list()? {
            [a, b] => Ok([Written::read(a)?, Written::read(b)?]),
            _ => Err(node.locate(Diagnostic::new("a pairing is two lists").allowing(["[\"list\", \"other list\"]"]))),
        };
        let pairs = node.list()?.iter().map(pair).collect::<Result<Vec<_>, _>>()?;
        if pairs.is_empty() { Err(node.locate(Diagnostic::new("`pairings` is an empty list"))) } else { Ok(pairs) }
    });
    if let (Some(named), Some(_)) = (named, &pairs) {
        table.diagnostics().push(named.locate(Diagnostic::new("`pairing` and `pairings` exclude each other")));
    }
    match (pairs, choice) {
        (Some(pairs), _) => Pairing::Pairs(pairs),
        (None, Some(1)) => Pairing::Gauntlet,
        (None, Some(2)) => Pairing::Mirror,
        (None, _) => Pairing::RoundRobin,
    }
}

#[cfg(test)]
mod tests;
