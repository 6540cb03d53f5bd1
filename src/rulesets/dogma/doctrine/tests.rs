//! Whole games between scripts.

mod positions;

use std::sync::Arc;

use crate::dice::{Address, Purpose, Streams};
use crate::game::contract::games::CheckedPlayer;
use crate::game::{
    AnyPlayer, CodexFile, Game, GameCounters, Player, Policy, Random, Side, Silent, Source, UnitStat, UnitStats, engage,
};
use crate::rulesets::dogma::army::{self, Roster};
use crate::rulesets::dogma::cell::{lineup, table_for};
use crate::rulesets::dogma::codex::{Codex, Scenario};
use crate::rulesets::dogma::doctrine::ScriptedPlayer;
use crate::rulesets::dogma::doctrine_book::{DoctrineBook, Weights};
use crate::rulesets::dogma::ledger::LEDGER;
use crate::rulesets::dogma::rules::Rules;
use crate::rulesets::dogma::scenarios::Ending;
use crate::rulesets::dogma::state::{Battle, Decision, ElementId, Phase, Setup};

/// The weights of a doctrine of the book.
fn doctrine(name: &str) -> Weights {
    match DoctrineBook::built_in().script(name) {
        Ok(Policy::Weighted(weights)) => weights,
        other => panic!("{name}: {other:?}"),
    }
}

/// What games between two scripts left behind.
#[derive(Debug, Default, PartialEq)]
struct Games {
    endings: Vec<u8>,
    /// Score of the first-named script.
    score: f64,
    /// How often each rule of the ledger made a difference.
    rules: Vec<u32>,
    /// What was counted of each unit type, by index into the codex.
    stats: Vec<UnitStats>,
}

impl Games {
    fn counted(&self, rule: &str) -> u32 {
        self.rules[LEDGER.iter().position(|atom| atom.id == rule).unwrap()]
    }

    fn stat(&self, unit: &str, stat: UnitStat) -> i64 {
        let codex = Codex::built_in();
        self.stats[codex.units.iter().position(|known| known.key == unit).unwrap()][stat as usize]
    }
}

/// Plays pairs of games with the same list on both sides; the scripts change seats.
fn play(list: &str, doctrines: [&str; 2], scenario: Scenario, pairs: u64) -> Games {
    play_by(Rules::default(), list, doctrines, scenario, pairs)
}

/// The same by these rules.
fn play_by(rules: Rules, list: &str, doctrines: [&str; 2], scenario: Scenario, pairs: u64) -> Games {
    let codex = Codex::built_in();
    let source = Source::called(list, army::built_in()).unwrap();
    let roster = Roster::read(&codex, &Rules::default(), &source).unwrap();
    let units = codex.units.len();
    let size = table_for(&codex, roster.points_limit());
    let setup = Setup::new(Arc::new(codex), rules, size, roster.points_limit(), Some(scenario), None);
    let book = DoctrineBook::built_in();
    let lineup = lineup([&roster; 2]);
    let mut players = doctrines.map(|name| match book.script(name).unwrap() {
        Policy::Weighted(weights) => AnyPlayer::Scripted(Box::new(ScriptedPlayer::new(weights))),
        Policy::Ahead | Policy::Random => AnyPlayer::Random(Random::default()),
    });
    let mut games =
        Games { rules: vec![0; LEDGER.len()], stats: vec![UnitStats::default(); units], ..Games::default() };
    for game in 0..2 * pairs {
        let swapped = game % 2 == 1;
        let mut streams = Streams::new(Address { seed: 11, cell: 0, pair: game / 2 });
        let mut battle = Battle::new(&setup, &lineup);
        let mut counters = GameCounters::new([roster.units.len(); 2], LEDGER.len());
        players.iter_mut().for_each(Player::<Battle<'_>>::restart);
        let [one, other] = &mut players;
        let [a, b] = if swapped { [other, one] } else { [one, other] };
        let players = [&mut CheckedPlayer(a), &mut CheckedPlayer(b)];
        let verdict = engage(&mut battle, players, &mut streams, &mut counters);
        let first = if swapped { Side::B } else { Side::A };
        games.score += verdict.winner.map_or(0.5, |winner| if winner == first { 1.0 } else { 0.0 });
        games.endings.push(verdict.ending);
        games.rules.iter_mut().zip(&counters.rules).for_each(|(sum, count)| *sum += count);
        for side in &counters.stats {
            for (unit, stats) in roster.units.iter().zip(side) {
                games.stats[usize::from(*unit)].iter_mut().zip(stats).for_each(|(sum, count)| *sum += count);
            }
        }
    }
    games
}

/// The score against chance that a doctrine is made for, and how many standard errors below it is no bad luck any more: one
/// chance in two thousand million, as for all tests of this suite that draw samples.
const GOAL: f64 = 0.95;
const ERRORS: f64 = 6.1;

#[test]
fn every_doctrine_beats_chance() {
    let doctrines = DoctrineBook::built_in().doctrines;
    let pairs = 24;
    let score = |name: &str| play("combined-arms", [name, "random"], Scenario::Exterminate, pairs).score;
    let score: f64 = doctrines.iter().map(|doctrine| score(&doctrine.name)).sum();
    let games = (2 * pairs) as f64 * doctrines.len() as f64;
    let least = GOAL * games - ERRORS * (games * GOAL * (1.0 - GOAL)).sqrt();
    assert!(score >= least, "{score} of {games}");
}

#[test]
fn mirrors_are_decided_before_the_last_round_and_score_one_half() {
    for doctrine in ["balanced", "rush"] {
        let games = play("combined-arms", [doctrine; 2], Scenario::Exterminate, 2);
        assert!(games.endings.iter().all(|ending| *ending != Ending::Cap as u8), "{doctrine}: {:?}", games.endings);
        assert_eq!(games.score, 2.0, "the same script in both seats of one table and one set of dice");
    }
}

#[test]
fn scripts_are_deterministic() {
    let again = || play("scouts-out", ["hammer-and-anvil", "stalker"], Scenario::Control, 1);
    assert_eq!(again(), again());
}

#[test]
fn reserves_are_called() {
    let games = play("sky-strike", ["airborne", "balanced"], Scenario::Exterminate, 1);
    assert!(games.counted("DG-AIR-01") > 0 && games.stat("gunship", UnitStat::Attacks) > 0);
}

#[test]
fn those_who_move_or_fire_do_fire() {
    let games = play("walker-wall", ["gunline", "balanced"], Scenario::Exterminate, 1);
    assert!(games.stat("gunwalker", UnitStat::Attacks) > games.stat("gunwalker", UnitStat::Moves) / 2);
}

#[test]
fn traps_are_set() {
    let games = play("jump-trap", ["hammer-and-anvil", "rush"], Scenario::Exterminate, 1);
    assert!(games.counted("DG-REC-10") > 0 && games.counted("DG-CLO-04") > 0);
}

#[test]
fn invaders_leave_and_the_hill_is_held() {
    let games = play("combined-arms", ["objective-runner", "random"], Scenario::Invasion, 4);
    assert!(games.endings.contains(&(Ending::Invasion as u8)) && games.counted("DG-SCN-03") > 0);
    let games = play("combined-arms", ["objective-runner", "random"], Scenario::KingOfTheHill, 1);
    assert_eq!(games.endings, [Ending::KingOfTheHill as u8; 2]);
}

#[test]
fn passengers_get_off() {
    let games = play("mech-column", ["balanced"; 2], Scenario::Exterminate, 1);
    assert!(games.counted("DG-APC-05") > 0);
}

/// A list set up by a script on both sides, as its codex says it.
fn deployed(list: &str, weights: Weights, change: impl Fn(&mut Codex), check: impl Fn(&Battle<'_>)) {
    let mut codex = Codex::built_in();
    let source = Source::called(list, army::built_in()).unwrap();
    let mut rules = Rules::default();
    rules.set("terrain-policy", "none").unwrap();
    let roster = Roster::read(&codex, &rules, &source).unwrap();
    change(&mut codex);
    let size = table_for(&codex, roster.points_limit());
    let scenario = Some(Scenario::Exterminate);
    let setup = Setup::new(Arc::new(codex), rules, size, roster.points_limit(), scenario, None);
    let mut battle = Battle::new(&setup, &lineup([&roster; 2]));
    let mut player = ScriptedPlayer::new(weights);
    let mut streams = Streams::new(Address { seed: 11, cell: 0, pair: 0 });
    while battle.phase == Phase::Setup {
        let side = battle.to_choose().unwrap();
        let choice = player.choose(&battle, streams.get(battle.seat(side), Purpose::Script, battle.turn()));
        let key = battle.stream();
        battle.apply(choice, streams.get(key.seat, key.purpose, key.k), &mut Silent);
    }
    check(&battle);
}

/// A table of a million inches takes no longer to look over than one of a few hundred.
#[test]
fn places_for_features_are_bounded_whatever_the_points() {
    let codex = Codex::built_in();
    let source = Source::called("mech-column", army::built_in()).unwrap();
    let rules = Rules::default();
    let roster = Roster::read(&codex, &rules, &source).unwrap();
    let points = 1_000_000;
    let size = table_for(&codex, points);
    let setup = Setup::new(Arc::new(codex), rules, size, points, Some(Scenario::Exterminate), None);
    let lineup = lineup([&roster; 2]);
    let mut battle = Battle::new(&setup, &lineup);
    let mut streams = Streams::new(Address { seed: 11, cell: 0, pair: 0 });
    while battle.decision != Decision::Feature {
        let mut first = None;
        battle.choices(&mut |choice| {
            first.get_or_insert(choice);
        });
        let key = battle.stream();
        battle.apply(first.unwrap(), streams.get(key.seat, key.purpose, key.k), &mut Silent);
    }
    let mut shown = 0;
    battle.choices(&mut |_| shown += 1);
    assert!((100..20_000).contains(&shown), "{shown} on a table {} inches wide", setup.size.width);
}

/// An inch of speed takes no carrier to the wings, away from those whom it supports.
#[test]
fn carriers_deploy_in_the_middle_however_fast() {
    let faster = |codex: &mut Codex| {
        codex.units.iter_mut().filter(|unit| army::carries(unit)).for_each(|unit| unit.speed += 1.0);
    };
    deployed("mech-column", Weights::NEUTRAL, faster, |battle| {
        let middle = 0.5 * battle.setup.size.width;
        for side in Side::BOTH {
            let carriers = battle.on_the_table(side).filter(|element| battle.profile(*element).carries);
            let aside = carriers.map(|element| (battle.base(element).centre.x - middle).abs()).fold(0.0, f64::max);
            assert!((0.1..4.0).contains(&aside), "{aside}");
        }
    });
}

/// Scouts deploy up to the middle of the table; a Commander who could does not.
#[test]
fn a_commander_does_not_scout() {
    deployed(
        "scouts-out",
        doctrine("objective-runner"),
        |_| (),
        |battle| {
            let side = battle.aggressor;
            let depth = |element: ElementId| battle.base(element).centre.y;
            let limit = battle.setup.rules.deploy_depth;
            let commander = battle.force(side).commander;
            assert!(battle.on_the_table(side).any(|element| depth(element) > limit), "others do");
            assert!(depth(commander) < limit);
        },
    );
}

#[test]
fn groups_that_are_written_down_are_marched() {
    let mut rules = Rules::default();
    rules.set("group-membership", "declared").unwrap();
    rules.set("artillery-group", "declared").unwrap();
    let games = play_by(rules, "militia-swarm", ["gunline", "rush"], Scenario::Exterminate, 1);
    assert!(games.counted("DG-GRP-06") > 0 && games.counted("DG-DOG-01") > 0);
}
