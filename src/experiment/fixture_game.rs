//! A test fixture: a game small enough to check a run by. Each seat throws dice for its list until one has had enough.

use std::ops::Range;
#[cfg(feature = "command")]
use std::sync::atomic::AtomicBool;

#[cfg(feature = "command")]
use super::{CHECKPOINT_EVERY, Conditions, FileLookup, Plan, Run, Shard, Spec};
use crate::dice::{Address, Dice, Purpose, Seat, Streams};
use crate::game::{
    Answer, Armies, Army, Benchmark, CellSetup, Diagnostic, Diagnostics, EventLog, GameRecord, GameView, Knob, Listing,
    Narration, Node, Override, PhaseLoss, Query, ResolutionDoc, ResultSink, RuleAtom, Ruleset, SideCount, SideState,
    Simulator, Source, StateWords, Transcript, TurnPhase, UnitDoc, UnitStat, UnitStats,
};

/// The ruleset: lists are a skill from 1 to 6 and a number of coins.
pub struct Coins;

/// Plays a plan of the toy ruleset, for tests of what is made of a run.
#[cfg(feature = "command")]
pub fn run(plan: &Plan) -> Run {
    run_of(plan, &Coins)
}

/// Plays an experiment of the toy game, as it is written but for ruleset and seed.
#[cfg(feature = "command")]
pub fn play(text: &str) -> Run {
    let source = Source { name: "try.toml".into(), text: format!("ruleset = \"coins\"\nseed = 5\n{text}") };
    let spec = Spec::read(&source).unwrap();
    run(&Plan::resolve(&spec, &Coins, &FileLookup::new(&Coins, vec!["/nowhere".into()])).unwrap())
}

/// The same of any ruleset.
#[cfg(feature = "command")]
pub fn run_of(plan: &Plan, ruleset: &dyn Ruleset) -> Run {
    let conditions = Conditions {
        shard: Shard::WHOLE,
        folder: None,
        from: &[],
        fresh: false,
        rows: false,
        checked: false,
        checkpoint_every: CHECKPOINT_EVERY,
        abort: &AtomicBool::new(false),
        watch: &|_| {},
        warn: &|_| {},
        command: "evenodds run try.toml".to_owned(),
    };
    super::run(plan, ruleset, &conditions).unwrap()
}

struct Table {
    skill: [u8; 2],
    roster: [Vec<String>; 2],
    turn_limit: u16,
}

const LEDGER: [RuleAtom; 2] = [
    RuleAtom { id: "CO-01", about: "a coin is lost", counted: true },
    RuleAtom { id: "CO-02", about: "the limit is reached", counted: true },
];

fn source(name: &str, text: &str) -> Source {
    Source { name: name.into(), text: text.into() }
}

/// The coins and the skill of a list.
fn read_list(list: &Source) -> Result<(u8, Vec<String>, Option<String>), Diagnostics> {
    let node = Node::parse(list)?;
    let get = |key: &str| node.entries().ok()?.iter().find(|entry| entry.key == key).map(|entry| entry.node.clone());
    let missing = || vec![Diagnostic::new("a list has a skill and coins").within(&list.name).rule("no-coins")];
    let skill = get("skill").and_then(|node| node.whole(1..=6).ok()).ok_or_else(missing)?;
    let coins: u8 = get("coins").and_then(|node| node.whole(1..=9).ok()).ok_or_else(missing)?;
    let doctrine = get("doctrine").and_then(|node| node.text().map(str::to_owned).ok());
    let roster = (0..coins).map(|n| if n == 0 { "crown" } else { "penny" }.to_owned()).collect();
    Ok((skill, roster, doctrine))
}

impl Table {
    fn game(
        &self,
        streams: &mut Streams,
        swapped: bool,
        stats: &mut [Vec<UnitStats>; 2],
        turns: &mut [Vec<SideState>; 2],
        phases: &mut [PhaseLoss; 2],
        rules: &mut [u32],
    ) -> GameRecord {
        let seats = if swapped { [1, 0] } else { [0, 1] };
        let coins = [0, 1].map(|list| self.roster[list].len());
        let mut left = coins;
        let mut luck = 0.0;
        let mut record = GameRecord { units: coins.map(|n| n as u16), ending: 1, result: 1, ..GameRecord::default() };
        for turn in 1..=self.turn_limit {
            record.turns = turn;
            for (seat, list) in [Seat::First, Seat::Second].into_iter().zip(seats) {
                let hit = streams.get(seat, Purpose::Shooting, turn).d6() <= self.skill[list];
                let odds = f64::from(self.skill[list].min(6)) / 6.0;
                luck += if list == 0 { 1.0 } else { -1.0 } * (f64::from(u8::from(hit)) - odds);
                stats[list][0][UnitStat::Attacks as usize] += 1;
                if hit {
                    rules[0] += 1;
                    left[1 - list] -= 1;
                    phases[1][list][1 - list] += 1000;
                    stats[1 - list][left[1 - list]][UnitStat::Lost as usize] += 1;
                    stats[list][0][UnitStat::Destroyed as usize] += 1000;
                    if left[1 - list] == 0 {
                        (record.result, record.ending) = (if list == 0 { 2 } else { 0 }, 0);
                        break;
                    }
                }
            }
            // A coin is a point and a unit; whoever has lost none has its morale, and what is played for is the coins of the enemy.
            for (list, turns) in turns.iter_mut().enumerate() {
                let (own, taken) = (left[list], coins[1 - list] - left[1 - list]);
                turns.push(SideState {
                    value: own as f64,
                    units: own as u16,
                    morale: i32::from(own == coins[list]),
                    objective: taken as i32,
                });
            }
            if record.ending == 0 {
                break;
            }
        }
        rules[1] += u32::from(record.ending == 1);
        record.fielded = coins.map(|n| 1000 * n as i64);
        record.lost = [0, 1].map(|list| 1000 * (coins[list] - left[list]) as i64);
        record.alive = left.map(|n| n as u16);
        record.luck = (1000.0 * luck).round() as i64;
        record
    }
}

impl Simulator for Table {
    fn play(&self, seed: u64, cell: u64, pairs: Range<u64>, sink: &mut dyn ResultSink) {
        let empty = || [0, 1].map(|list| vec![UnitStats::default(); self.roster[list].len()]);
        for pair in pairs {
            for swapped in [false, true] {
                let mut streams = Streams::new(Address { seed, cell, pair });
                let (mut stats, mut turns, mut rules) = (empty(), [Vec::new(), Vec::new()], [0; 2]);
                let mut phases = [PhaseLoss::default(); 2];
                let record = self.game(&mut streams, swapped, &mut stats, &mut turns, &mut phases, &mut rules);
                let (stats, turns) = ([&stats[0][..], &stats[1][..]], [&turns[0][..], &turns[1][..]]);
                let left = record.alive.map(|left| [i64::from(left)]);
                let counts = [&left[0][..], &left[1][..]];
                let (phases, rules) = (&phases[..], &rules[..]);
                sink.take(&GameView { pair, swapped, record, stats, turns, phases, rules, counts });
            }
        }
    }

    fn narrate(&self, _: Address, _: bool) -> Narration {
        Narration { lines: Vec::new(), trace: Vec::new(), log: EventLog::default(), record: GameRecord::default() }
    }

    fn roster(&self, list: usize) -> &[String] {
        &self.roster[list]
    }
}

impl Ruleset for Coins {
    fn slug(&self) -> &'static str {
        "coins"
    }
    fn title(&self) -> &'static str {
        "Coins"
    }
    fn endings(&self) -> &'static [&'static str] {
        &["broke", "limit"]
    }
    fn ledger(&self) -> &'static [RuleAtom] {
        &LEDGER
    }
    fn side_counts(&self) -> &'static [SideCount] {
        &[SideCount { name: "coins-left", about: "coins left at the end" }]
    }
    fn phases(&self) -> &'static [TurnPhase] {
        const { &[TurnPhase::shared("set-up"), TurnPhase::of_a_side("throw")] }
    }
    fn side_states(&self) -> Option<StateWords> {
        Some(StateWords {
            units: "coins left",
            morale: "1 while no coin is lost",
            objective: "enemy coins taken",
            told: [None; 2],
        })
    }
    fn codex(&self) -> Source {
        source("armies/coins/codex.toml", "[units.penny]\ncost = 1")
    }
    fn doctrine_book(&self) -> Source {
        source("armies/coins/doctrines.toml", "")
    }
    fn armies(&self) -> Vec<Source> {
        vec![
            source("armies/coins/strong.toml", "name = \"Strong\"\nskill = 4\ncoins = 3"),
            source("armies/coins/weak.toml", "name = \"Weak\"\nskill = 3\ncoins = 3\ndoctrine = \"bold\""),
            source("armies/coins/rich.toml", "name = \"Rich\"\nskill = 2\ncoins = 6"),
        ]
    }
    fn battlefields(&self) -> Vec<Source> {
        vec![source("battlefields/coins/felt.toml", ""), source("battlefields/coins/oak.toml", "")]
    }
    fn first_look(&self) -> Option<Source> {
        None
    }
    fn units(&self, _: &Source) -> Result<Vec<UnitDoc>, Diagnostics> {
        Ok(Vec::new())
    }
    fn doctrines(&self, _: &Source) -> Result<Vec<Listing>, Diagnostics> {
        let listing = |name: &str| Listing { name: name.into(), about: String::new() };
        Ok(vec![listing("careful"), listing("bold"), listing("random")])
    }
    fn scenarios(&self) -> Vec<Listing> {
        let listing = |name: &str| Listing { name: name.into(), about: String::new() };
        vec![listing("duel"), listing("brawl")]
    }
    fn knobs(&self) -> Vec<Knob> {
        Vec::new()
    }
    fn check_override(&self, _: &Source, change: &Override) -> Result<(), Diagnostic> {
        match (change.key.as_str(), change.value.as_integer()) {
            ("rules.turn-limit", Some(1..=99)) | ("codex.units.penny.cost", Some(_)) => Ok(()),
            ("rules.turn-limit", _) => Err(Diagnostic::new("a turn limit is from 1 to 99")),
            (key, _) => Err(Diagnostic::unknown("rule", key, ["rules.turn-limit"])),
        }
    }
    fn resolutions(&self) -> Vec<ResolutionDoc> {
        Vec::new()
    }
    fn resolve(&self, _: &Query) -> Result<Answer, Diagnostics> {
        Err(vec![Diagnostic::new("there is nothing to resolve")])
    }
    fn read_army(&self, _: &Source, list: &Source) -> Result<Army, Diagnostics> {
        let (_, roster, doctrine) = read_list(list)?;
        let units = vec![("crown".into(), 1), ("penny".into(), roster.len() as u32 - 1)];
        Ok(Army {
            name: list.name.clone(),
            doctrine,
            by_scenario: Vec::new(),
            units,
            extras: Vec::new(),
            cost: roster.len() as f64,
            limit: None,
            warnings: Vec::new(),
        })
    }
    fn check_battlefield(&self, _: &Source, battlefield: &Source) -> Result<Listing, Diagnostics> {
        match battlefield.text.as_str() {
            "" => Ok(Listing { name: battlefield.name.clone(), about: String::new() }),
            _ => Err(vec![Diagnostic::new("a table is bare").within(&battlefield.name)]),
        }
    }
    fn prepare(&self, cell: &CellSetup) -> Result<Box<dyn Simulator>, Diagnostics> {
        let Armies::Written(lists) = &cell.armies else {
            return Err(vec![Diagnostic::new("coins are counted out by hand")]);
        };
        let [a, b] = [read_list(&lists[0])?, read_list(&lists[1])?];
        let limit = cell.overrides.iter().rev().find(|change| change.key == "rules.turn-limit");
        let turn_limit = limit.and_then(|change| change.value.as_integer()).unwrap_or(8) as u16;
        Ok(Box::new(Table { skill: [a.0, b.0], roster: [a.1, b.1], turn_limit }))
    }
    fn benchmark(&self) -> Benchmark {
        Benchmark { cells: Vec::new(), queries: Vec::new() }
    }

    fn situation(&self, _: &Source) -> Result<Transcript, Diagnostics> {
        Err(vec![Diagnostic::new("there are no situations")])
    }
}
