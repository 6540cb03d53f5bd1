//! What is fuzzed: whole games of every ruleset, and every reader of files.
//!
//! A target takes any bytes. It panics where the program makes a mistake: then the bytes are kept, and become a test.

use std::fmt::Write as _;

use evenodds::dice::Address;
use evenodds::experiment::Spec;
use evenodds::game::{
    Armies, CellSetup, Diagnostic, Diagnostics, GameView, Knob, Override, RandomLists, ResultSink, Ruleset, Source,
    doctrine_without,
};
use evenodds::rulesets;

/// Numbers that say how long a game may go on: they hold in every game.
const LIMITS: [(&str, i64); 5] =
    [("max-rounds", 6), ("max-phases", 24), ("round-cap", 3), ("turn-cap", 8), ("turn.limit", 5)];

/// Numbers that say how large or how fine a table is, which costs time and shows nothing else.
const SIZES: [&str; 6] =
    ["board-depth", "board-width", "board.columns", "board.rows", "measure-step", "terrain-attempts"];

/// A doctrine that plays like the others, at a thousand times their cost.
const SLOW: &str = "ahead";

/// Reads what to do out of the bytes of an input; when they are used up it reads zeros.
struct Input<'d>(&'d [u8]);

impl Input<'_> {
    fn byte(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        *first
    }

    fn word(&mut self) -> u64 {
        u64::from(self.byte()) << 8 | u64::from(self.byte())
    }

    fn pick<'a, T>(&mut self, things: &'a [T]) -> &'a T {
        let at = if things.len() > 256 { self.word() } else { self.byte().into() };
        &things[at as usize % things.len()]
    }
}

/// The rulesets of which whole games are played.
#[must_use]
pub fn played() -> Vec<&'static dyn Ruleset> {
    rulesets::all().iter().copied().filter(|ruleset| !ruleset.benchmark().cells.is_empty()).collect()
}

/// A game that an input asks for.
struct Asked {
    ruleset: &'static dyn Ruleset,
    cell: CellSetup,
    address: Address,
    /// Whether it is told as well, which must not change it.
    told: bool,
}

/// What may stand behind a knob: its words, or some of its numbers, among them both ends.
fn values(knob: &Knob) -> Vec<toml::Value> {
    let words: Vec<&str> = knob.allowed.split(' ').collect();
    let ends = match words[..] {
        [low, "to", high] => low.parse::<f64>().ok().zip(high.parse::<f64>().ok()),
        _ => None,
    };
    let Some((low, high)) = ends else {
        let words = knob.allowed.split(", ").filter(|word| !word.contains(' '));
        return words.map(Into::into).collect();
    };
    let usual = knob.default.parse().unwrap_or(low);
    let whole = ![words[0], words[2], &knob.default].iter().any(|number| number.contains('.'));
    let numbers = [low, high, usual, (low + usual) / 2.0, 2.0 * usual + 1.0, usual + 1.0];
    let numbers = numbers.map(|number| number.clamp(low, high));
    numbers.map(|number| if whole { (number as i64).into() } else { toml::Value::from(number) }).into()
}

/// Departures from the rules: some knobs with a value each, and how long a game may go on.
fn departures(ruleset: &dyn Ruleset, input: &mut Input<'_>) -> Vec<Override> {
    let knobs = ruleset.knobs();
    let drawn = |knob: &&Knob| {
        !LIMITS.iter().any(|(name, _)| knob.name == *name) && !SIZES.contains(&&*knob.name) && !knob.name.contains('*')
    };
    let key = |name: &str| if name.starts_with("codex.") { name.to_owned() } else { format!("rules.{name}") };
    let of_length = LIMITS.iter().filter(|(name, _)| knobs.iter().any(|knob| knob.name == *name));
    let mut changes: Vec<Override> =
        of_length.map(|(name, value)| Override { key: key(name), value: (*value).into() }).collect();
    let open: Vec<(&Knob, Vec<toml::Value>)> =
        knobs.iter().filter(drawn).map(|knob| (knob, values(knob))).filter(|(_, values)| !values.is_empty()).collect();
    for _ in 0..input.byte() % 24 {
        let (knob, values) = input.pick(&open);
        let change = Override { key: key(&knob.name), value: input.pick(values).clone() };
        // What no codex has, or no rule takes, is no departure.
        if ruleset.check_override(&ruleset.codex(), &change).is_ok() {
            changes.push(change);
        }
    }
    changes
}

impl Asked {
    /// The game that an input asks for; none where lists, rules, scenario and table do not go together.
    fn of(input: &mut Input<'_>) -> Option<(Self, Box<dyn evenodds::game::Simulator>)> {
        let ruleset = *input.pick(&played());
        let address = Address { seed: input.word(), cell: 0, pair: input.byte().into() };
        let flags = input.byte();
        let (lists, tables, scenarios) = (ruleset.armies(), ruleset.battlefields(), ruleset.scenarios());
        let book = ruleset.doctrine_book();
        let doctrines = ruleset.doctrines(&book).expect("the built-in book is sound");
        let doctrines: Vec<&str> =
            doctrines.iter().map(|doctrine| &*doctrine.name).filter(|name| *name != SLOW).collect();
        let armies = match ruleset.usual_budget().filter(|_| flags & 3 == 3) {
            Some(budget) => Armies::Random(RandomLists { budget, jitter: 0.25 }),
            None => Armies::Written([input.pick(&lists).clone(), input.pick(&lists).clone()]),
        };
        let tactics: Vec<String> = ruleset.tactics().into_iter().map(|tactic| tactic.name).collect();
        let doctrines = [4, 8].map(|flag| {
            // Every fourth player has no plan.
            let name = if flags & 3 == 2 { "random" } else { input.pick(&doctrines) };
            let without = if flags & flag != 0 { tactics.len() } else { 0 };
            doctrine_without(name, &tactics[..without.min(usize::from(input.byte() % 8))])
        });
        let cell = CellSetup {
            codex: ruleset.codex().into(),
            doctrine_book: book.into(),
            armies,
            doctrines,
            scenario: input.pick(&scenarios).name.clone(),
            battlefield: (flags & 16 != 0 && !tables.is_empty()).then(|| input.pick(&tables).clone()),
            seed: address.seed,
            overrides: departures(ruleset, input),
        };
        let simulator = ruleset.prepare(&cell).ok()?;
        Some((Self { ruleset, cell, address, told: flags & 32 != 0 }, simulator))
    }

    /// The options of `evenodds play` that play it.
    fn told(&self) -> String {
        let stem = |source: &Source| source.stem().unwrap_or(&source.name).to_owned();
        let mut told = format!("evenodds play --ruleset {}", self.ruleset.slug());
        match &self.cell.armies {
            Armies::Written(lists) => lists.iter().for_each(|list| told += &format!(" {}", stem(list))),
            Armies::Random(lists) => told += &format!(" (lists drawn for {} points)", lists.budget),
        }
        let [one, other] = &self.cell.doctrines;
        let _ = write!(told, " --doctrine '{one} v {other}' --scenario {}", self.cell.scenario);
        if let Some(table) = &self.cell.battlefield {
            let _ = write!(told, " --battlefield {}", stem(table));
        }
        for Override { key, value } in &self.cell.overrides {
            let _ = write!(told, " --set {key}={value}");
        }
        let Address { seed, pair, .. } = self.address;
        let _ = write!(told, " --seed {seed} --pair {pair}");
        told
    }
}

/// What a game that an input asks for has come to.
#[derive(Debug, Default)]
pub struct Seen {
    /// Key of the ruleset.
    pub ruleset: &'static str,
    /// The rules of its ledger that made a difference.
    pub rules: Vec<usize>,
}

struct Sink {
    endings: usize,
    results: Vec<evenodds::game::GameRecord>,
    rules: Vec<u32>,
}

impl ResultSink for Sink {
    fn take(&mut self, view: &GameView<'_>) {
        let record = view.record;
        assert!(usize::from(record.ending) < self.endings && record.result <= 2, "{record:?}");
        self.results.push(record);
        self.rules.resize(view.rules.len(), 0);
        self.rules.iter_mut().zip(view.rules).for_each(|(sum, more)| *sum += more);
    }
}

/// Plays both games of the pair that an input asks for; none where there is no such game.
///
/// # Panics
/// When the program makes a mistake in one of them, or they are others when they are told.
pub fn games(data: &[u8], watch: &mut dyn FnMut(String)) -> Option<Seen> {
    let (asked, simulator) = Asked::of(&mut Input(data))?;
    watch(asked.told());
    let Address { seed, cell, pair } = asked.address;
    let mut sink = Sink { endings: asked.ruleset.endings().len(), results: Vec::new(), rules: Vec::new() };
    simulator.play(seed, cell, pair..pair + 1, &mut sink);
    assert_eq!(sink.results.len(), 2);
    if asked.told {
        let told = simulator.narrate(asked.address, false);
        assert_eq!(told.record, sink.results[0], "a game is another one when it is told");
    }
    let rules = sink.rules.iter().enumerate().filter(|(_, times)| **times > 0).map(|(rule, _)| rule).collect();
    Some(Seen { ruleset: asked.ruleset.slug(), rules })
}

/// Diagnostics point into the text.
fn check(text: &str, result: Result<(), Diagnostics>) -> bool {
    for Diagnostic { span, .. } in result.as_ref().err().into_iter().flatten() {
        assert!(span.as_ref().is_none_or(|span| text.get(span.clone()).is_some()), "{span:?}");
    }
    result.is_ok()
}

/// Reads a text as every kind of file that there is, by the ruleset of its first byte; true where it is one.
///
/// # Panics
/// When the program makes a mistake.
pub fn texts(data: &[u8]) -> bool {
    let Some((first, text)) = data.split_first() else { return false };
    let Ok(text) = std::str::from_utf8(text) else { return false };
    let ruleset = rulesets::all()[usize::from(*first) % rulesets::all().len()];
    let (codex, file) = (ruleset.codex(), Source { name: "fuzz.toml".to_owned(), text: text.to_owned() });
    let read = [
        Spec::read(&file).map(drop),
        ruleset.units(&file).map(drop),
        ruleset.doctrines(&file).map(drop),
        ruleset.read_army(&codex, &file).map(drop),
        ruleset.check_battlefield(&codex, &file).map(drop),
        ruleset.check_scenario(&codex, &file).map(drop),
        ruleset.situation(&file).map(drop),
    ];
    // Each is checked, whatever the others say.
    read.into_iter().map(|result| check(text, result)).max() == Some(true)
}
