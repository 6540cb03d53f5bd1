use std::ops::Range;

use super::*;
use crate::experiment::{FileLookup, Spec};
use crate::game::doctrine_book::weights;
use crate::game::{
    Answer, Army, CellSetup, EventLog, GameRecord, GameView, Knob, Listing, Narration, Override, Policy, Query,
    ResolutionDoc, ResultSink, RuleAtom, Simulator, Source, UnitDoc, Weights as _, doctrine_weights,
};

weights! {
    /// How a dart is thrown.
    book Source {
        name: "doctrines".to_owned(),
        text: "[bold]\nabout = '?'\nforce = 2\n[shy]\nabout = '?'\nforce = 0.25\n[straight]\nabout = '?'\naim = 0.75".to_owned(),
    };
    numbers f64 = 1.0, 0.0..=10.0;
    words {}
    force "force" "how hard";
    aim "aim" "how straight";
    style "style" "how handsomely, which does not matter";
}

impl Weights {
    /// What a throw is worth: most at a force of 1 and an aim of 0.25.
    fn worth(&self) -> f64 {
        -(self.force - 1.0) * (self.force - 1.0) - 4.0 * (self.aim - 0.25) * (self.aim - 0.25)
    }
}

/// Two players who throw darts: whoever throws better wins more often.
struct Darts;

struct Board {
    weights: [Weights; 2],
    /// How much worth counts here.
    weight: f64,
}

impl Simulator for Board {
    fn play(&self, seed: u64, cell: u64, pairs: Range<u64>, sink: &mut dyn ResultSink) {
        let [a, b] = self.weights.map(|weights| weights.worth());
        let chance = 1.0 / (1.0 + libm::exp(self.weight * (b - a)));
        for pair in pairs {
            for swapped in [false, true] {
                let mut dice = Address { seed, cell, pair }.open(Seat::First, Purpose::Shooting, u16::from(swapped));
                let fraction = (dice.word() >> 11) as f64 / (1_u64 << 53) as f64;
                let record = GameRecord { result: if fraction < chance { 2 } else { 0 }, ..GameRecord::default() };
                sink.take(&GameView {
                    pair,
                    swapped,
                    record,
                    stats: [&[], &[]],
                    turns: [&[], &[]],
                    phases: &[],
                    rules: &[],
                    counts: [&[], &[]],
                });
            }
        }
    }

    fn with_weights(&self, list: usize, numbers: &[f64]) -> Option<Box<dyn Simulator>> {
        let mut weights = self.weights;
        numbers.iter().enumerate().for_each(|(at, number)| weights[list].set_number(at, *number));
        Some(Box::new(Self { weights, ..*self }))
    }

    fn narrate(&self, _: Address, _: bool) -> Narration {
        Narration { lines: Vec::new(), trace: Vec::new(), log: EventLog::default(), record: GameRecord::default() }
    }

    fn roster(&self, _: usize) -> &[String] {
        &[]
    }
}

impl Ruleset for Darts {
    fn slug(&self) -> &'static str {
        "darts"
    }
    fn title(&self) -> &'static str {
        "Darts"
    }
    fn ledger(&self) -> &'static [RuleAtom] {
        &[]
    }
    fn codex(&self) -> Source {
        Source { name: "codex".to_owned(), text: String::new() }
    }
    fn doctrine_book(&self) -> Source {
        Weights::source()
    }
    fn armies(&self) -> Vec<Source> {
        let list = |name: &str, text: &str| Source { name: format!("armies/{name}.toml"), text: text.to_owned() };
        vec![list("plain", "bold"), list("chancer", "random")]
    }
    fn units(&self, _: &Source) -> Result<Vec<UnitDoc>, Diagnostics> {
        Ok(Vec::new())
    }
    fn doctrines(&self, book: &Source) -> Result<Vec<Listing>, Diagnostics> {
        Ok(DoctrineBook::read(book, &[])?.listings())
    }
    fn weights(&self) -> Vec<WeightDoc> {
        doctrine_weights::weights::<Weights>()
    }
    fn weighed_doctrines(&self, book: &Source) -> Result<Vec<WeighedDoctrine>, Diagnostics> {
        doctrine_weights::weighed_doctrines::<Weights>(book)
    }
    fn scenarios(&self) -> Vec<Listing> {
        vec![Listing::new("pub", "for beer"), Listing::new("club", "for money")]
    }
    fn knobs(&self) -> Vec<Knob> {
        Vec::new()
    }
    fn check_override(&self, _: &Source, _: &Override) -> Result<(), Diagnostic> {
        Ok(())
    }
    fn resolutions(&self) -> Vec<ResolutionDoc> {
        Vec::new()
    }
    fn resolve(&self, _: &Query) -> Result<Answer, Diagnostics> {
        Err(vec![Diagnostic::new("there is nothing to resolve")])
    }
    fn read_army(&self, _: &Source, list: &Source) -> Result<Army, Diagnostics> {
        let (name, doctrine) = (list.name.clone(), Some(list.text.clone()));
        Ok(Army {
            name,
            doctrine,
            by_scenario: Vec::new(),
            units: Vec::new(),
            extras: Vec::new(),
            cost: 1.0,
            limit: None,
            warnings: Vec::new(),
        })
    }
    fn prepare(&self, cell: &CellSetup) -> Result<Box<dyn Simulator>, Diagnostics> {
        let book = DoctrineBook::read(&cell.doctrine_book, &cell.overrides)?;
        let weights = cell.doctrines.each_ref().map(|name| match book.script(name) {
            Ok(Policy::Weighted(weights)) => weights,
            _ => Weights::NEUTRAL,
        });
        Ok(Box::new(Board { weights, weight: if cell.scenario == "club" { 4.0 } else { 2.0 } }))
    }
}

static ON: AtomicBool = AtomicBool::new(false);

const CONDITIONS: TuneConditions<'_> =
    TuneConditions { start: None, evaluations: 120, pairs: 40, fresh_pairs: 600, abort: &ON, watch: &|_| {} };

fn plan(lists: [&str; 2], doctrines: &[&str], scenarios: &[&str]) -> Plan {
    let mut spec = Spec::new("darts");
    spec.pairing = crate::experiment::Pairing::Pairs(vec![lists.map(Into::into)]);
    spec.doctrines = doctrines.iter().map(|name| (*name).into()).collect();
    spec.scenarios = scenarios.iter().map(|name| (*name).into()).collect();
    Plan::resolve(&spec, &Darts, &FileLookup::new(&Darts, Vec::new())).unwrap()
}

fn run(doctrines: &[&str], scenarios: &[&str], conditions: &TuneConditions<'_>) -> Tuned {
    tune(&plan(["plain", "plain"], doctrines, scenarios), &Darts, conditions).unwrap()
}

#[test]
fn a_search_finds_better_weights_and_says_what_they_score() {
    let plan = Plan { seed: 4, ..plan(["plain", "plain"], &["own"], &["pub"]) };
    let tuned = tune(&plan, &Darts, &CONDITIONS).unwrap();
    assert_eq!((tuned.usual.as_str(), tuned.evaluations <= 120, tuned.interrupted), ("bold", true, false));
    assert_ne!(tuned.start, "bold", "two of the book do better");
    let [force, aim, _] = tuned.found.numbers[..] else { panic!("three weights") };
    assert!((0.5..1.5).contains(&force) && (0.0..0.7).contains(&aim), "{:?}", tuned.found);
    let [usual, found] = [Contender::Usual, Contender::Found].map(|of| tuned.figure(of).score);
    assert!(usual.interval.low < 0.5 && usual.interval.high > 0.5);
    // The best that there is scores 1/(1+e^-6.5).
    assert!(found.interval.low > 0.97, "{found:?}");
    assert_eq!((found.units, tuned.fresh_seed), (600, 5));
    assert_eq!(tuned.changes.len(), 3);
}

#[test]
fn every_setting_has_its_share() {
    let tuned = run(&["own v shy", "own v straight"], &["pub", "club"], &CONDITIONS);
    assert_eq!(tuned.settings.len(), 4);
    let found = tuned.figure(Contender::Found);
    assert!(found.by_setting.iter().all(|score| score.units == 150));
    let mean = found.by_setting.iter().map(|score| score.score).sum::<f64>() / 4.0;
    assert!((mean - found.score.score).abs() < 1e-12);
}

#[test]
fn threads_change_nothing() {
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| run(&["own"], &["pub", "club"], &CONDITIONS))
    };
    assert_eq!(on(1), on(3));
}

#[test]
fn a_budget_is_kept_and_too_small_a_one_tries_doctrines_alone() {
    let tuned = run(&["own"], &["pub"], &TuneConditions { evaluations: 2, ..CONDITIONS });
    assert_eq!((tuned.evaluations, tuned.generations), (2, 0));
    assert!(tuned.figures.iter().all(|figure| figure.of != Contender::Found));
    assert_eq!(
        tuned.found.numbers,
        Darts
            .weighed_doctrines(&Darts.doctrine_book())
            .unwrap()
            .iter()
            .find(|d| d.name == tuned.start)
            .unwrap()
            .numbers
    );
    let tuned = run(&["own"], &["pub"], &TuneConditions { evaluations: 30, start: Some("shy"), ..CONDITIONS });
    assert_eq!((tuned.start.as_str(), tuned.evaluations, tuned.generations), ("shy", 29, 4));
    let upto = 2 * (29 * 40 + 4 * 4 * 40 + 3 * 600);
    assert!(tuned.games < upto, "{} of {upto}", tuned.games);
}

#[test]
fn a_search_that_is_broken_off_has_figures_all_the_same() {
    let raised = AtomicBool::new(true);
    let tuned = run(&["own"], &["pub"], &TuneConditions { abort: &raised, ..CONDITIONS });
    assert!(tuned.interrupted);
    assert_eq!((tuned.start.as_str(), tuned.figures.len(), tuned.generations), ("bold", 1, 0));
}

#[test]
fn doctrines_without_weights_cannot_be_searched() {
    let diagnostic = |plan: &Plan, start| match tune(plan, &Darts, &TuneConditions { start, ..CONDITIONS }) {
        Err(RunError::Request(mut diagnostics)) => diagnostics.remove(0),
        other => panic!("{other:?}"),
    };
    let mirror = plan(["plain", "plain"], &["own"], &["pub"]);
    assert_eq!(diagnostic(&mirror, Some("blod")).nearest.as_deref(), Some("bold"));
    assert_eq!(
        diagnostic(&plan(["chancer", "plain"], &["own"], &["pub"]), None).message,
        "unknown doctrine with weights `random`"
    );
    assert_eq!(following(i64::MAX as u64), 0);
}
