//! Tests of the course of whole turns: the order of steps, initiative, activation; and of what happens in them.

use super::choices::{Act, Choice, March, Order, Path, Stance, Works};
use super::codex::{Codex, Service, Trait};
use super::fuzz::muster;
use super::ledger::{LEDGER, rule};
use super::muster::Lineup;
use super::order_of_battle::{Level, OrderOfBattle};
use super::scenarios::Scenario;
use super::scene::Scene;
use super::state::{Battle, Decision, Fate, NOBODY, Phase, Setup, Step, UnitId, UnitSet, bit, unit_id};
use super::terms::Terms;
use super::terrain;
use super::test_position::{CAVALRY, NAPOLEONS, RIFLES, Table, WAGON, setup};
use crate::dice::{Address, Purpose, ScriptedDice, Streams};
use crate::game::{CodexFile, Game, LoggedGame, Side};
use crate::tabletop::hex::NOWHERE;
use crate::tabletop::hex::flat::Direction::{self, *};

mod arriving_units;
mod commanders;
mod orders;
mod set_up;
mod works_and_markers;

/// A list of so many rifle regiments and commanders, and a battery.
fn list(codex: &Codex, rifles: usize, commanders: usize) -> OrderOfBattle {
    muster(codex, &[(RIFLES, rifles), (NAPOLEONS, 1)], commanders)
}

/// A game whose set-up is over, and what it told.
struct Played<'s> {
    battle: Battle<'s>,
    told: LoggedGame,
    streams: Streams,
}

impl<'s> Played<'s> {
    fn new(setup: &'s Setup, lists: [&OrderOfBattle; 2]) -> Self {
        let mut battle = Battle::empty(setup);
        battle.restart(&Lineup { first: Side::A, forces: lists });
        let streams = Streams::new(Address { seed: 5, cell: 0, pair: 0 });
        Self { battle, told: LoggedGame::new([64; 2], LEDGER.len()), streams }
    }

    fn take(&mut self, choice: Choice) {
        self.battle
            .check(choice)
            .unwrap_or_else(|refusal| panic!("{choice:?} at {:?}: {refusal}", self.battle.decision));
        let key = self.battle.stream();
        let dice = self.streams.get(key.seat, key.purpose, key.k);
        let mut log = Vec::new();
        self.battle.apply(choice, &mut crate::dice::RecordingDice::new(dice, &mut log), &mut self.told);
    }

    fn any(&mut self) {
        let side = self.battle.to_choose().expect("somebody chooses");
        let chance = self.streams.get(self.battle.seat(side), Purpose::Script, self.battle.turn());
        let choice = self.battle.any_choice(chance);
        self.take(choice);
    }

    /// Any choices until a step of a turn, at which `Done` or `Proceed` is taken where it may be.
    fn until(&mut self, stop: impl Fn(&Battle<'_>) -> bool) {
        for _ in 0..4000 {
            if self.battle.to_choose().is_none() || stop(&self.battle) {
                return;
            }
            let idle = [Choice::Done, Choice::Proceed].into_iter().find(|choice| self.battle.check(*choice).is_ok());
            match idle {
                Some(choice) if self.battle.turn > 0 => self.take(choice),
                _ => self.any(),
            }
        }
        panic!("it does not come to that: {:?} in turn {}", self.battle.decision, self.battle.turn);
    }

    fn phases(&self) -> Vec<String> {
        let name = |event: &serde_json::Value| {
            let side = event["side"].as_str().unwrap_or("-").to_owned();
            format!("{}{side}", event["phase"].as_str().unwrap_or_default())
        };
        self.told.log.trace().filter(|event| event["event"] == "phase").map(name).collect()
    }
}

fn codex() -> Codex {
    Codex::built_in()
}

#[test]
fn hx_trn_01_and_02_each_half_has_its_steps_in_order() {
    let codex = codex();
    let setup = setup("", &[]);
    let own = list(&codex, 6, 2);
    let mut game = Played::new(&setup, [&own, &own]);
    game.until(|battle| battle.turn() == 2);
    let leader = if game.phases()[0].ends_with('A') { ["A", "B"] } else { ["B", "A"] };
    let steps = ["command", "movement", "fire", "melee", "rally"];
    let expected: Vec<String> =
        leader.iter().flat_map(|side| steps.iter().map(move |step| format!("{step}{side}"))).collect();
    assert_eq!(game.phases()[..10], expected[..]);
    let names: Vec<String> = game
        .told
        .log
        .trace()
        .map(|event| event["event"].as_str().unwrap_or_default().to_owned())
        .filter(|name| ["battle", "turn", "initiative", "phase"].contains(&name.as_str()))
        .collect();
    assert_eq!(names[..3], ["battle", "turn", "initiative"], "set-up comes before initiative (HX-SET-11)");
}

#[test]
fn hx_trn_03_initiative_is_rolled_each_turn_or_once() {
    let codex = codex();
    let own = list(&codex, 5, 0);
    for (frequency, rolls) in [("each-turn", 4), ("once", 1)] {
        let setup = setup("", &[("initiative.frequency", frequency)]);
        let mut game = Played::new(&setup, [&own, &own]);
        game.until(|battle| battle.turn() == 5);
        let rolled = game.told.log.trace().filter(|event| event["event"] == "initiative").count();
        assert!(rolled == rolls || rolled == rolls + 1 && frequency == "each-turn", "{frequency}: {rolled}");
    }
}

#[test]
fn hx_trn_03_the_attacker_has_the_first_turn_where_the_scenario_says_so() {
    let codex = codex();
    let own = list(&codex, 5, 0);
    for frequency in ["each-turn", "once"] {
        let mut setup = setup("", &[("initiative.frequency", frequency)]);
        (setup.scenario.attacker, setup.scenario.first) = (Some(Side::B), Some(Side::B));
        let mut game = Played::new(&setup, [&own, &own]);
        game.until(|battle| battle.turn() == 1 && battle.phase == Phase::Movement);
        assert_eq!(game.battle.leader, Side::B);
        game.until(|battle| battle.turn() == 4 && battle.phase == Phase::Movement);
        let rolled = game.told.log.trace().filter(|event| event["event"] == "initiative").count();
        assert_eq!(rolled, if frequency == "once" { 0 } else { 3 }, "R-197");
    }
}

#[test]
fn hx_cvs_01_and_02_initiative_by_dice_or_by_margin() {
    let setup = setup("", &[("initiative.mode", "margin"), ("cvs.mode", "set")]);
    let mut table = Table::new(&setup);
    let units = [table.put(Side::A, RIFLES, "1112", North), table.put(Side::B, RIFLES, "1102", South)];
    for (unit, initiative) in units.into_iter().zip([4, 6]) {
        table.commander(unit, 0);
        let side = super::state::side_of(unit);
        table.battle.commanders[side.index()][0].values[Trait::Initiative as usize] = initiative;
    }
    (table.battle.step, table.battle.decision, table.battle.decider) = (Step::TurnStart, Decision::Initiative, Side::A);
    table.battle.arrival.initiative = table.battle.turn;
    // 5 - 4 against 6 - 6
    table.proceed(&[5, 6]);
    assert_eq!(table.battle.leader, Side::A);
    // after twenty equal rolls the leader of the turn before.
    (table.battle.step, table.battle.decision, table.battle.decider) = (Step::TurnStart, Decision::Initiative, Side::A);
    table.battle.leader = Side::B;
    table.proceed(&[1, 3].repeat(20));
    assert_eq!(table.battle.leader, Side::B);
}

#[test]
fn hx_trn_04_groups_move_in_turn() {
    let codex = codex();
    let setup = setup("", &[("turn.system", "activation"), ("integrity.break-point", "95")]);
    let lists = [
        muster(&codex, &[(RIFLES, 18), (NAPOLEONS, 1)], 0),
        muster(&codex, &[(RIFLES, 24), (CAVALRY, 2), (NAPOLEONS, 2)], 0),
    ];
    let mut game = Played::new(&setup, [&lists[0], &lists[1]]);
    game.until(|battle| battle.turn() == 2);
    let moves: Vec<String> = game.phases().into_iter().filter(|phase| phase.starts_with("movement")).collect();
    let order: String = moves[..8].iter().map(|phase| &phase[8..]).collect();
    let expected = if order.starts_with('A') { "ABABABBB" } else { "BABABABB" };
    assert_eq!(order, expected, "three groups against five");
    let steps = ["fire-", "melee-"];
    let after: Vec<String> = game.phases().into_iter().skip_while(|phase| phase != "fire-").take(2).collect();
    assert_eq!(after, steps, "all fire together, then one melee step (HX-TRN-05)");
    // Number is asked once for the game, or anew each turn (HX-SET-04, R-178).
    assert_eq!(game.battle.force(Side::A).ordered, 3);
    let anew = self::setup("", &[("turn.system", "activation"), ("turn.group-order", "each-turn")]);
    let mut game = Played::new(&anew, [&lists[0], &lists[0]]);
    game.until(|battle| battle.turn() == 2 && battle.decision == Decision::Number);
    assert_eq!(game.battle.decision, Decision::Number);
}

#[test]
fn hx_trn_09_batteries_move_with_any_activation() {
    let setup = setup("", &[("turn.system", "activation")]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1112", North);
    let other = table.put(Side::A, RIFLES, "0912", North);
    let guns = table.put(Side::A, NAPOLEONS, "1312", North);
    table.battle.unit_mut(other).group = 1;
    table.battle.unit_mut(guns).group = 1;
    table.battle.active_group = 0;
    let movers = table.battle.movers();
    assert!(movers.contains(own) && movers.contains(guns) && !movers.contains(other));
    assert_eq!(table.battle.check_mover(other).unwrap_err().rule, "HX-TRN-04");
}

#[test]
fn r_178_a_group_that_cannot_move_is_passed_over() {
    let setup = setup("", &[("turn.system", "activation")]);
    let mut table = Table::new(&setup);
    let locked = table.put(Side::A, RIFLES, "1107", North);
    let free = table.put(Side::A, RIFLES, "0912", North);
    let enemy = table.put(Side::B, RIFLES, "1106", South);
    table.battle.unit_mut(free).group = 1;
    table.contact(enemy, locked, 0);
    for side in Side::BOTH {
        let force = table.battle.force_mut(side);
        force.sequence[..2].copy_from_slice(&[0, 1]);
        force.ordered = 2;
    }
    table.battle.phasing = Side::B;
    assert!(table.battle.next_group());
    assert_eq!((table.battle.phasing, table.battle.active_group), (Side::A, 1), "its number is lost, not the turn");
    assert!(!table.battle.next_group(), "the other side's only unit is in contact");
}

#[test]
fn hx_trn_10_and_11_marks_come_off_and_the_game_stops() {
    let codex = codex();
    let setup = setup("", &[("turn.limit", "4"), ("victory.grace-turns", "off")]);
    let own = list(&codex, 6, 0);
    let mut game = Played::new(&setup, [&own, &own]);
    game.until(|battle| battle.turn() == 1 && battle.phase == Phase::Movement);
    for side in Side::BOTH {
        let force = game.battle.force_mut(side);
        let all = force.present;
        (force.moved, force.turned, force.fired_now, force.routed_now) = (all, all, all, all);
    }
    game.until(|battle| battle.turn() == 2);
    for force in &game.battle.forces {
        let marks = force.moved | force.turned | force.fired_now | force.routed_now;
        assert_eq!(marks & !force.removed, UnitSet::EMPTY);
    }
    game.until(|_| false);
    assert_eq!((game.battle.turn(), game.battle.phase), (4, Phase::Over));
}

fn in_command_step(table: &mut Table<'_>, decision: Decision, step: Step) {
    (table.battle.step, table.battle.phase) = (step, Phase::Command);
    (table.battle.decision, table.battle.decider) = (decision, table.battle.phasing);
}

/// A brigade of side A in the command step with an order, its enemy five hexes off.
fn ordered<'s>(setup: &'s Setup, order: Order) -> (Table<'s>, UnitId, UnitId) {
    let mut table = Table::new(setup);
    let unit = table.put(Side::A, RIFLES, "1109", North);
    let enemy = table.put(Side::B, RIFLES, "1104", South);
    table.commander(unit, 0);
    table.battle.commanders[0][0].values = [0, 0, 5, 5, 5];
    table.battle.groups[0][0].order = order;
    table.battle.force_mut(Side::A).groups = 2;
    table.battle.force_mut(Side::A).changes = 2;
    (table, unit, enemy)
}

fn northward(unit: UnitId, steps: usize) -> March {
    let path = (0..steps).fold(Path::EMPTY, |path, _| path.then(North));
    March { path, ..March::stay(unit, North) }
}

#[test]
fn a_move_is_written_and_told_by_hexes() {
    let setup = setup("", &[]);
    let mut table = Table::new(&setup);
    let unit = table.put(Side::A, RIFLES, "1109", North);
    let march = Choice::March(March { act: Act::None, end: Direction::SouthEast, ..northward(unit, 2) });
    use crate::game::notation::ChoiceNotation as _;
    let json = table.battle.choice_json(march);
    assert_eq!(json["path"], serde_json::json!(["1109", "1108", "1107"]));
    assert_eq!((json["end"].as_str(), json["march"].as_str()), (Some("SE"), Some(table.battle.name(unit).as_str())));
}
