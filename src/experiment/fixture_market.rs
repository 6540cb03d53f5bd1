//! A test fixture: a game whose costs are known beforehand, in which the list of more weight mostly wins.

use std::ops::Range;

use crate::dice::{Address, Purpose, Seat, SeededDice};
use crate::game::{
    Answer, Armies, CellSetup, Diagnostic, Diagnostics, EventLog, GameRecord, GameView, Item, Knob, ListGenerator,
    Listing, Narration, Override, Points, Purchase, Query, RandomList, RandomMatchups, ResolutionDoc, ResultSink,
    RuleAtom, Ruleset, SideState, Simulator, Source, UnitDoc, UnitStat, UnitStats, fill,
};

/// The ruleset.
pub struct Market;

/// Units: name, present cost, weight. A pawn and a twin are the same; a rook is better than a knight at the same cost.
pub const UNITS: [(&str, f64, f64); 5] =
    [("pawn", 1.0, 0.10), ("twin", 1.0, 0.10), ("knight", 3.0, 0.20), ("rook", 3.0, 0.40), ("queen", 5.0, 0.50)];

struct Items {
    purchases: Vec<Purchase>,
    units: Vec<String>,
    /// Whether every knight with every rook is worth more.
    friends: bool,
}

struct Scales {
    rosters: [Vec<String>; 2],
    weights: [f64; 2],
}

impl ListGenerator for Items {
    type Simulator = Scales;

    fn purchases(&self) -> &[Purchase] {
        &self.purchases
    }

    fn units(&self) -> &[String] {
        &self.units
    }

    fn draw(&self, budget: Points, dice: &mut SeededDice) -> RandomList {
        let items = UNITS.map(|(_, cost, _)| Item { cost: (1000.0 * cost) as Points, most: 99 });
        let counts = fill(&items, budget, 99, dice);
        let words = self.units.iter().zip(&counts).flat_map(|(unit, n)| vec![unit.as_str(); usize::from(*n)]);
        RandomList { text: words.collect::<Vec<_>>().join(" "), counts }
    }

    fn meet(&self, lists: [&str; 2]) -> Result<Scales, Diagnostics> {
        let rosters = lists.map(|list| list.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        if rosters.iter().any(Vec::is_empty) {
            return Err(vec![Diagnostic::new("the list is empty").rule("empty-list")]);
        }
        let weights = rosters.each_ref().map(|roster| {
            let number = |name: &str| roster.iter().filter(|unit| *unit == name).count() as f64;
            let sum: f64 = UNITS.iter().map(|(name, _, weight)| weight * number(name)).sum();
            sum + if self.friends { 0.15 * number("knight") * number("rook") } else { 0.0 }
        });
        Ok(Scales { rosters, weights })
    }
}

impl Simulator for Scales {
    fn play(&self, seed: u64, cell: u64, pairs: Range<u64>, sink: &mut dyn ResultSink) {
        let stats = self.rosters.each_ref().map(|roster| vec![[0; UnitStat::ALL.len()]; roster.len()]);
        for pair in pairs {
            for swapped in [false, true] {
                let mut dice = Address { seed, cell, pair }.open(Seat::First, Purpose::Melee, 0);
                let [first, second] = if swapped { [1, 0] } else { [0, 1] };
                let p = 1.0 / (1.0 + libm::exp(self.weights[second] - self.weights[first]));
                let first_wins = (dice.word() >> 11) as f64 / (1u64 << 53) as f64 <= p;
                let units = self.rosters.each_ref().map(|roster| roster.len() as u16);
                let result = if first_wins == swapped { 0 } else { 2 };
                let record = GameRecord { result, turns: 1, units, alive: units, ..GameRecord::default() };
                let stats: [&[UnitStats]; 2] = [&stats[0], &stats[1]];
                sink.take(&GameView {
                    pair,
                    swapped,
                    record,
                    stats,
                    turns: [&[SideState { value: 1.0, units: 1, morale: 0, objective: 0 }]; 2],
                    phases: &[],
                    rules: &[],
                    counts: [&[], &[]],
                });
            }
        }
    }

    fn narrate(&self, _: Address, _: bool) -> Narration {
        Narration { lines: Vec::new(), trace: Vec::new(), log: EventLog::default(), record: GameRecord::default() }
    }

    fn roster(&self, list: usize) -> &[String] {
        &self.rosters[list]
    }
}

impl Ruleset for Market {
    fn slug(&self) -> &'static str {
        "market"
    }
    fn title(&self) -> &'static str {
        "Market"
    }
    fn endings(&self) -> &'static [&'static str] {
        &["weighed"]
    }
    fn ledger(&self) -> &'static [RuleAtom] {
        &[]
    }
    fn codex(&self) -> Source {
        Source { name: "armies/market/codex.toml".into(), text: String::new() }
    }
    fn units(&self, _: &Source) -> Result<Vec<UnitDoc>, Diagnostics> {
        Ok(Vec::new())
    }
    fn doctrines(&self, _: &Source) -> Result<Vec<Listing>, Diagnostics> {
        let listing = |name: &str| Listing { name: name.into(), about: String::new() };
        Ok(vec![listing("haggle"), listing("shout"), listing("random")])
    }
    fn scenarios(&self) -> Vec<Listing> {
        ["weigh", "befriend"].map(|name| Listing { name: name.into(), about: String::new() }).into()
    }
    fn knobs(&self) -> Vec<Knob> {
        Vec::new()
    }
    fn check_override(&self, _: &Source, change: &Override) -> Result<(), Diagnostic> {
        Err(Diagnostic::unknown("rule", &change.key, ["none"]))
    }
    fn resolutions(&self) -> Vec<ResolutionDoc> {
        Vec::new()
    }
    fn resolve(&self, _: &Query) -> Result<Answer, Diagnostics> {
        Err(vec![Diagnostic::new("there is nothing to resolve")])
    }
    fn usual_budget(&self) -> Option<f64> {
        Some(20.0)
    }
    fn prepare(&self, cell: &CellSetup) -> Result<Box<dyn Simulator>, Diagnostics> {
        let Armies::Random(lists) = cell.armies else { return Err(vec![Diagnostic::new("nothing is written here")]) };
        let items = Items {
            purchases: UNITS.map(|(name, cost, _)| Purchase { name: name.into(), cost }).into(),
            units: UNITS.map(|(name, ..)| name.to_owned()).into(),
            friends: cell.scenario == "befriend",
        };
        Ok(Box::new(RandomMatchups::open(items, lists)?))
    }
}

/// A plan of this experiment.
pub fn plan(text: &str) -> Result<super::Plan, Diagnostics> {
    let text = format!("ruleset = \"market\"\ndesign = \"fair-costs\"\nseed = 5\n{text}");
    let spec = super::Spec::read(&Source { name: "market.toml".into(), text })?;
    super::Plan::resolve(&spec, &Market, &super::FileLookup::new(&Market, vec!["/nowhere".into()]))
}
