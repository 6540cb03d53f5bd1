//! Tests of the course of whole turns: the order of steps, initiative, activation, the command step, set-up, arrivals,
//! markers, works, tribes.

use super::choices::{Act, Choice, March, Order, Path, Stance, Works};
use super::codex::{Codex, Trait};
use super::fuzz::muster;
use super::ledger::{LEDGER, rule};
use super::muster::Lineup;
use super::order_of_battle::{Level, OrderOfBattle};
use super::state::{Battle, Decision, Fate, NOBODY, Phase, Setup, Step, UnitId, UnitSet, bit, unit_id};
use super::terrain;
use super::test_position::{CAVALRY, NAPOLEONS, RIFLES, Table, WAGON, setup};
use crate::dice::{Address, Purpose, ScriptedDice, Streams};
use crate::game::{CodexFile, Game, LoggedGame, Side};
use crate::tabletop::hex::NOWHERE;
use crate::tabletop::hex::flat::Direction::{self, *};

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
        (setup.scenario.attacker, setup.scenario.attacker_first) = (Some(Side::B), true);
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

// Commanders

fn in_command_step(table: &mut Table<'_>, decision: Decision, step: Step) {
    (table.battle.step, table.battle.phase) = (step, Phase::Command);
    (table.battle.decision, table.battle.decider) = (decision, table.battle.phasing);
}

#[test]
fn hx_cmd_01_to_04_symbols_are_lifted_and_placed_anew() {
    let setup = setup("", &[]);
    let mut table = Table::new(&setup);
    let units = ["1112", "0912", "1312"].map(|hex| table.put(Side::A, RIFLES, hex, North));
    let wagon = table.put(Side::A, WAGON, "0712", North);
    table.put(Side::B, RIFLES, "1101", South);
    table.commander(units[0], 1);
    table.commander(units[1], 1);
    table.battle.lift_commanders(Side::A, &mut table.told);
    assert!(units.iter().all(|unit| table.battle.unit(*unit).commander == NOBODY));
    assert_eq!(table.fired(rule::CMD_01), 2);
    in_command_step(&mut table, Decision::Attach, Step::Commanders);
    table.choose(Choice::Attach { commander: 0, unit: units[2] }, &[]);
    assert_eq!(table.refused(Choice::Attach { commander: 1, unit: units[2] }), "HX-CMD-02", "one to a unit");
    assert_eq!(table.refused(Choice::Attach { commander: 0, unit: units[0] }), "HX-CMD-02", "for the turn");
    assert_eq!(table.refused(Choice::Attach { commander: 1, unit: wagon }), "R-157");
    table.routed(units[0]);
    assert_eq!(table.refused(Choice::Attach { commander: 1, unit: units[0] }), "HX-RAL-07");
    table.mark(units[0], |force| &mut force.routed_now);
    table.battle.decision = Decision::AttachRouted;
    assert_eq!(table.refused(Choice::Attach { commander: 1, unit: units[0] }), "HX-CMD-04");
    table.battle.force_mut(Side::A).routed_now = UnitSet::EMPTY;
    assert!(table.battle.check(Choice::Attach { commander: 1, unit: units[0] }).is_ok(), "after its rout move");
    assert_eq!(table.refused(Choice::Attach { commander: 1, unit: units[1] }), "HX-CMD-03", "steady units come before");
}

#[test]
fn hx_ral_04_each_half_with_a_unit_counts_once() {
    for mode in ["symbols", "figures"] {
        let setup = setup("", &[("command.mode", mode), ("rally.escalation", "escalating")]);
        let mut table = Table::new(&setup);
        let unit = table.put(Side::A, RIFLES, "1109", North);
        table.commander(unit, 1);
        for half in 1..=3 {
            table.battle.lift_commanders(Side::A, &mut table.told);
            table.battle.attach(Side::A, 0, unit);
            table.battle.rally_step(Side::A, &mut table.told);
            assert_eq!(table.battle.commander(Side::A, 0).halves, half, "{mode}");
        }
    }
}

#[test]
fn hx_cmd_03_placement_is_before_or_after_movement() {
    let codex = codex();
    let own = list(&codex, 6, 2);
    for (value, step) in [("before-movement", Step::Commanders), ("after-movement", Step::LateCommanders)] {
        let setup = setup("", &[("command.placement", value)]);
        let mut game = Played::new(&setup, [&own, &own]);
        game.until(|battle| battle.decision == Decision::Attach && battle.turn() == 1);
        assert_eq!(game.battle.step, step, "{value}");
    }
}

#[test]
fn hx_cmd_03_the_unit_carries_him_along() {
    let setup = setup("", &[("command.mode", "figures")]);
    let mut table = Table::new(&setup);
    let unit = table.put(Side::A, RIFLES, "1112", North);
    table.put(Side::A, RIFLES, "0112", North);
    table.put(Side::B, RIFLES, "1101", South);
    table.commander(unit, 1);
    let march = March { path: Path::EMPTY.then(North), ..March::stay(unit, North) };
    (table.battle.decision, table.battle.decider) = (Decision::March, Side::A);
    table.choose(Choice::March(march), &[]);
    let commander = table.battle.commander(Side::A, 0);
    assert_eq!(table.battle.spot(table.battle.commander_hex(commander)), "1111");
}

#[test]
fn hx_cmd_10_figures_ride_join_and_are_caught_alone() {
    let setup = setup("[terrain]\nriver = \"1109\"", &[("command.mode", "figures")]);
    let mut table = Table::new(&setup);
    let unit = table.put(Side::A, RIFLES, "1112", North);
    let near = table.put(Side::A, RIFLES, "1108", North);
    let far = table.put(Side::A, RIFLES, "0101", North);
    let enemy = table.put(Side::B, RIFLES, "1104", South);
    table.commander(unit, 1);
    in_command_step(&mut table, Decision::Attach, Step::Commanders);
    assert_eq!(table.refused(Choice::Attach { commander: 0, unit: far }), "HX-CMD-10", "five hexes at most");
    assert!(table.battle.check(Choice::Attach { commander: 0, unit: near }).is_ok(), "over the river");
    let hex = table.hex("1107");
    assert!(table.battle.check(Choice::Ride { commander: 0, hex }).is_ok());
    let taken = table.battle.unit(near).hex;
    assert_eq!(table.refused(Choice::Ride { commander: 0, hex: taken }), "HX-CMD-10");
    table.choose(Choice::Ride { commander: 0, hex }, &[]);
    assert_eq!((table.battle.unit(unit).commander, table.battle.commander(Side::A, 0).hex), (NOBODY, hex));
    table.battle.catch_figures(&mut table.told);
    assert_eq!(table.battle.commander(Side::A, 0).fate, Fate::Present, "nobody is next to him");
    table.battle.shift(enemy, setup.field.neighbour(hex, North));
    table.battle.catch_figures(&mut table.told);
    assert_eq!(table.battle.commander(Side::A, 0).fate, Fate::Captured);
}

#[test]
fn hx_cmd_11_to_13_spheres_share_him() {
    for (value, rally, combat) in [("off", false, false), ("rally", true, false), ("rally-and-combat", true, true)] {
        let setup = setup("", &[("command.sphere", value)]);
        let mut table = Table::new(&setup);
        let units = ["1107", "1106", "1105"].map(|hex| table.put(Side::A, RIFLES, hex, North));
        table.commander(units[0], 1);
        assert_eq!(table.battle.leader_in_rally(units[1]).is_some(), rally, "{value}");
        assert_eq!(table.battle.leader_in_combat(units[1]).is_some(), combat, "{value}");
        assert_eq!(table.battle.leader_in_rally(units[2]), None, "two hexes off");
        assert_eq!(table.battle.leader_in_combat(units[0]), Some(0));
    }
    let setup = setup("", &[("command.sphere", "rally-and-combat")]);
    let mut table = Table::new(&setup);
    let units = ["1107", "1106", "1105"].map(|hex| table.put(Side::A, RIFLES, hex, North));
    table.commander(units[0], 0);
    table.commander(units[2], 2);
    assert_eq!(table.battle.leader_in_combat(units[1]), Some(1), "in two spheres it gets one: the better");
}

#[test]
fn hx_cmd_12_the_sphere_spares_te_but_of_double_cover() {
    let ground = "hills = [{ level = 1, hexes = \"0705\" }]\n[terrain]\nruin = \"1105\"\ntrench = \"0905\"\nforested-hill = \"0705\"";
    for (value, te) in [("off", 1), ("on", 0)] {
        let setup = setup(ground, &[("command.sphere-te-exempt", value)]);
        let double = [("0907", ["0906", "0905"], 1), ("0707", ["0706", "0705"], 1)];
        for (from, to, expected) in [("1107", ["1106", "1105"], te)].into_iter().chain(double) {
            let mut table = Table::new(&setup);
            let unit = table.put(Side::A, RIFLES, from, North);
            table.put(Side::A, RIFLES, "0113", North);
            table.put(Side::B, RIFLES, "2101", South);
            table.commander(unit, 1);
            let mut path = Path::EMPTY;
            let mut at = table.hex(from);
            for hex in to.map(|hex| table.hex(hex)) {
                path = path.then(setup.field.direction(at, hex).unwrap());
                at = hex;
            }
            (table.battle.decision, table.battle.decider) = (Decision::March, Side::A);
            table.choose(Choice::March(March { path, ..March::stay(unit, North) }), &[]);
            assert_eq!(table.state(unit), (0, expected), "{value} {from}");
        }
    }
}

#[test]
fn hx_arm_08_and_cvs_15_whom_commanders_lead() {
    let usual = setup("", &[]);
    let mut table = Table::new(&usual);
    let units = ["1112", "0912"].map(|hex| table.put(Side::A, RIFLES, hex, North));
    table.battle.unit_mut(units[0]).people = 1;
    table.commander(units[1], 1);
    assert_eq!(table.battle.check_lead(Side::A, 0, units[0]).unwrap_err().rule, "HX-ARM-08");
    table.battle.commanders[0][0].people = 1;
    assert!(table.battle.check_lead(Side::A, 0, units[0]).is_ok());
    assert_eq!(table.battle.check_lead(Side::A, 0, units[1]).unwrap_err().rule, "HX-ARM-08");
    let strict = setup("", &[("command.hierarchy", "on")]);
    let mut table = Table::new(&strict);
    let own = table.put(Side::A, RIFLES, "1112", North);
    let other = table.put(Side::A, RIFLES, "0912", North);
    let guns = table.put(Side::A, NAPOLEONS, "0712", North);
    table.battle.unit_mut(other).group = 1;
    table.battle.groups[0][1].brigade.division = 1;
    table.commander(own, 1);
    let legal = |table: &Table<'_>| [own, other, guns].map(|unit| table.battle.check_lead(Side::A, 0, unit).is_ok());
    for (level, expected) in [
        (Level::Army, [true, true, true]),
        (Level::Division, [true, false, false]),
        (Level::Brigade, [true, false, false]),
        (Level::Artillery, [false, false, true]),
    ] {
        table.battle.commanders[0][0].level = level;
        assert_eq!(legal(&table), expected, "{level:?}");
    }
}

#[test]
fn hx_cvs_04_values_are_drawn_anew_for_each_game() {
    let codex = codex();
    let setup = setup("", &[("cvs.mode", "random")]);
    let own = list(&codex, 5, 3);
    let mut game = Played::new(&setup, [&own, &own]);
    assert_eq!((game.battle.decision, game.battle.decider), (Decision::Draw, Side::B));
    let mut dice = ScriptedDice::new(&[6, 6, 1, 1, 3, 2]);
    game.battle.apply(Choice::Proceed, &mut dice, &mut game.told);
    dice.finish().unwrap();
    let values = |number: u8| game.battle.commander(Side::B, number).values;
    assert_eq!([values(0), values(1), values(2)], [[1, 2, 4, 4, 4], [0, 0, 7, 7, 6], [1, 1, 6, 7, 5]]);
    assert_eq!(game.battle.decider, Side::A);
}

#[test]
fn hx_cvs_05_and_07_orders_are_written_up_to_the_limit() {
    let codex = codex();
    let own = muster(&codex, &[(RIFLES, 18), (NAPOLEONS, 1)], 1);
    let setup = setup("", &[("cvs.mode", "set"), ("cvs.change-limit", "1")]);
    let mut game = Played::new(&setup, [&own, &own]);
    game.until(|battle| battle.decision == Decision::Write);
    let side = game.battle.decider;
    game.take(Choice::Write { order: Order::Hold, supports: 0 });
    assert_eq!(game.battle.decision, Decision::Write, "to hold needs no order");
    assert!(game.battle.check(Choice::Write { order: Order::Support, supports: 1 }).is_err());
    game.take(Choice::Write { order: Order::Attack, supports: 1 });
    let orders = [0, 1, 2, 3].map(|group| game.battle.groups[side.index()][group].order);
    assert_eq!(game.battle.decider, side.other(), "the third brigade holds, and the battalion is free (R-174)");
    assert_eq!(orders, [Order::Hold, Order::Attack, Order::Hold, Order::Attack]);
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
fn hx_cvs_05_holding_brigades_do_not_close() {
    let setup = setup("", &[("cvs.mode", "set")]);
    for (order, free) in [(Order::Attack, true), (Order::Hold, false), (Order::Withdraw, false)] {
        let (mut table, unit, enemy) = ordered(&setup, order);
        assert_eq!(table.battle.check_march(&northward(unit, 1)).is_ok(), free, "{order:?}");
        let turn = March { end: South, ..March::stay(unit, North) };
        assert!(table.battle.check_march(&turn).is_ok(), "turns are free");
        table.battle.shift(enemy, table.battle.setup.field.neighbour(table.battle.unit(unit).hex, North));
        table.hits(enemy, 1);
        assert_eq!(table.battle.could_contact(unit, 3, false).next().is_some(), free);
    }
    // Support: free near the brigade that it supports, else towards it.
    let (mut table, unit, _) = ordered(&setup, Order::Support);
    table.battle.groups[0][0].supports = 1;
    let friend = table.put(Side::A, RIFLES, "2113", North);
    table.battle.unit_mut(friend).group = 1;
    assert_eq!(table.battle.check_march(&northward(unit, 1)).unwrap_err().rule, "R-174");
    let near = table.hex("1210");
    table.battle.shift(friend, near);
    assert!(table.battle.check_march(&northward(unit, 1)).is_ok());
}

#[test]
fn r_174_far_from_its_brigade_support_only_goes_to_it() {
    let setup = setup("", &[("cvs.mode", "set")]);
    let (mut table, unit, enemy) = ordered(&setup, Order::Support);
    table.battle.groups[0][0].supports = 1;
    let friend = table.put(Side::A, RIFLES, "2113", North);
    table.battle.unit_mut(friend).group = 1;
    let aside = |way| March { start: way, end: way, path: Path::EMPTY.then(way), ..March::stay(unit, North) };
    assert!(table.battle.check_march(&aside(SouthEast)).is_ok());
    assert_eq!(table.battle.check_march(&aside(SouthWest)).unwrap_err().rule, "R-174", "away from it");
    table.battle.shift(enemy, table.hex("1108"));
    assert_eq!(table.battle.could_contact(unit, 3, false).count(), 0);
    table.battle.shift(friend, table.hex("1210"));
    assert_eq!(table.battle.could_contact(unit, 3, false).count(), 1);
}

#[test]
fn r_163_who_withdrew_stays_for_the_turn_under_activation() {
    let setup = setup("", &[("turn.system", "activation")]);
    let mut table = Table::new(&setup);
    let unit = table.put(Side::A, RIFLES, "1109", North);
    table.put(Side::B, RIFLES, "1102", South);
    for side in Side::BOTH {
        table.battle.force_mut(side).ordered = 1;
    }
    table.mark(unit, |force| &mut force.withdrew);
    table.battle.step = Step::RoutedCommanders;
    table.battle.next_step(&mut table.told);
    (table.battle.phasing, table.battle.active_group) = (Side::A, 0);
    assert_eq!(table.battle.check_mover(unit).unwrap_err().rule, "R-163", "the other side's command step has passed");
}

#[test]
fn hx_cvs_06_to_12_orders_are_changed_and_failure_tells() {
    let usual = setup("", &[("cvs.mode", "set")]);
    let attempt = |setup, dice: &[u8]| {
        let (mut table, unit, _) = ordered(setup, Order::Hold);
        in_command_step(&mut table, Decision::Order, Step::Orders);
        table.choose(Choice::ChangeOrder { group: 0, order: Order::Attack, supports: 0 }, dice);
        (table.battle.groups[0][0], table.state(unit), table.battle.force(Side::A).changes)
    };
    let (group, state, changes) = attempt(&usual, &[6]);
    assert_eq!((group.order, group.consequences, state, changes), (Order::Attack, 0, (0, 0), 1));
    for (roll, consequence, state) in [(1, 1, (0, 0)), (2, 2, (0, 1)), (4, 4, (0, 0)), (8, 5, (1, 0)), (10, 0, (1, 0))]
    {
        let (group, after, _) = attempt(&usual, &[5, roll]);
        let bound = if consequence == 0 { 0 } else { 1 << consequence };
        assert_eq!((group.order, group.consequences, after), (Order::Hold, bound, state), "{roll}");
    }
    let chosen = setup("", &[("cvs.mode", "set"), ("cvs.opponent-choice", "2")]);
    assert!(attempt(&chosen, &[5, 9]).0.is_bound(&[2]), "HX-CVS-10");
    let none = setup("", &[("cvs.mode", "set"), ("cvs.consequences", "none")]);
    assert_eq!(attempt(&none, &[5]).0.consequences, 0);
    let (mut table, ..) = ordered(&usual, Order::Hold);
    in_command_step(&mut table, Decision::Order, Step::Orders);
    table.battle.force_mut(Side::A).changes = 0;
    assert_eq!(table.refused(Choice::ChangeOrder { group: 0, order: Order::Attack, supports: 0 }), "HX-CVS-07");
    // HX-CVS-12: a third hit routs at once.
    let (mut table, unit, _) = ordered(&usual, Order::Hold);
    table.hits(unit, 2);
    in_command_step(&mut table, Decision::Order, Step::Orders);
    table.choose(Choice::ChangeOrder { group: 0, order: Order::Attack, supports: 0 }, &[1, 10]);
    assert!(table.battle.is_routed(unit));
    assert_eq!((table.at(unit).as_str(), table.battle.commander(Side::A, 0).fate), ("1112", Fate::Captured));
}

#[test]
fn hx_cvs_08_and_09_what_consequences_forbid_and_for_how_long() {
    let setup = setup("", &[("cvs.mode", "set")]);
    for (consequence, advances, turns) in [(1, false, false), (2, false, false), (3, false, true), (4, false, true)] {
        let (mut table, unit, _) = ordered(&setup, Order::Attack);
        table.battle.groups[0][0].bind(consequence);
        assert_eq!(table.battle.check_march(&northward(unit, 1)).is_ok(), advances, "{consequence}");
        let turn = March { end: South, ..March::stay(unit, North) };
        assert_eq!(table.battle.check_march(&turn).is_ok(), turns, "{consequence}");
        table.battle.end_consequences(Side::A);
        let lasts = table.battle.groups[0][0].consequences != 0;
        assert_eq!(lasts, consequence > 2, "{consequence} (R-175)");
    }
    let (mut table, unit, _) = ordered(&setup, Order::Attack);
    table.battle.groups[0][0].bind(3);
    in_command_step(&mut table, Decision::Resolve, Step::Orders);
    table.proceed(&[5]);
    assert!(table.battle.groups[0][0].is_bound(&[3]));
    table.battle.force_mut(Side::A).resolved = false;
    in_command_step(&mut table, Decision::Resolve, Step::Orders);
    table.proceed(&[6]);
    assert!(table.battle.check_march(&northward(unit, 1)).is_ok(), "aggressiveness lifts it");
}

#[test]
fn hx_cvs_08_a_later_consequence_does_not_end_an_earlier_one() {
    let setup = setup("", &[("cvs.mode", "set")]);
    let (mut table, unit, _) = ordered(&setup, Order::Hold);
    table.battle.groups[0][0].bind(4);
    in_command_step(&mut table, Decision::Order, Step::Orders);
    table.choose(Choice::ChangeOrder { group: 0, order: Order::Attack, supports: 0 }, &[5, 1]);
    table.battle.end_consequences(Side::A);
    table.battle.phasing = Side::A;
    let back = March { start: South, end: South, path: Path::EMPTY.then(South), ..March::stay(unit, North) };
    assert_eq!(table.battle.check_march(&back).unwrap_err().rule, "HX-CVS-08", "it holds until new orders arrive");
}

#[test]
fn hx_cvs_09_the_brigade_closes_on_no_enemy_at_all() {
    let setup = setup("", &[("cvs.mode", "set")]);
    let (mut table, unit, _) = ordered(&setup, Order::Attack);
    table.put(Side::B, RIFLES, "1709", South);
    let aside =
        March { start: SouthEast, end: SouthEast, path: Path::EMPTY.then(SouthEast), ..March::stay(unit, North) };
    assert!(table.battle.check_march(&aside).is_ok());
    table.battle.groups[0][0].bind(3);
    assert_eq!(
        table.battle.check_march(&aside).unwrap_err().rule,
        "HX-CVS-09",
        "not nearer to the nearest, but to one"
    );
    let away = March { start: SouthWest, end: SouthWest, path: Path::EMPTY.then(SouthWest), ..aside };
    assert!(table.battle.check_march(&away).is_ok());
}

#[test]
fn hx_cvs_11_brigades_that_fall_back_stop_in_cover_or_at_the_edge() {
    let usual = setup("[terrain]\nruin = \"1111\"", &[("cvs.mode", "set")]);
    let (mut table, unit, _) = ordered(&usual, Order::Attack);
    table.battle.groups[0][0].bind(6);
    table.battle.send_back(Side::A, &mut table.told);
    assert_eq!(
        (table.at(unit).as_str(), table.battle.unit(unit).facing),
        ("1111", North),
        "in cover, facing the enemy"
    );
    assert_eq!(table.state(unit), (0, 0), "no TE from ground (R-127)");
    let bare = setup("", &[("cvs.mode", "set")]);
    let (mut table, unit, _) = ordered(&bare, Order::Attack);
    table.battle.groups[0][0].bind(7);
    table.battle.send_back(Side::A, &mut table.told);
    assert_eq!(table.at(unit), "1112");
    table.battle.force_mut(Side::A).done = UnitSet::EMPTY;
    table.battle.send_back(Side::A, &mut table.told);
    table.battle.force_mut(Side::A).done = UnitSet::EMPTY;
    table.battle.send_back(Side::A, &mut table.told);
    assert_eq!(table.at(unit), "1113", "they do not leave the board");
}

#[test]
fn hx_cvs_13_a_commander_with_the_unit_settles_it_else_his_t_is_tried() {
    let setup = setup("", &[("cvs.mode", "set"), ("cvs.decision-rolls", "on")]);
    for (attached, dice, goes) in [(true, &[][..], true), (false, &[6][..], true), (false, &[5][..], false)] {
        let (mut table, unit, _) = ordered(&setup, Order::Hold);
        table.put(Side::A, RIFLES, "0113", North);
        if !attached {
            table.battle.detach(Side::A, 0);
        }
        (table.battle.decision, table.battle.decider) = (Decision::March, Side::A);
        table.choose(Choice::March(northward(unit, 1)), dice);
        assert_eq!(table.at(unit), if goes { "1108" } else { "1109" });
    }
}

#[test]
fn hx_cvs_14_lost_commanders_are_replaced_from_a_shrinking_pool() {
    let setup = setup("", &[("cvs.mode", "set")]);
    let (mut table, unit, _) = ordered(&setup, Order::Attack);
    assert!(!table.battle.may_replace(Side::A), "nobody is lost");
    table.battle.lose_commander(Side::A, 0, Fate::Killed, &mut table.told);
    assert!(table.battle.may_replace(Side::A));
    in_command_step(&mut table, Decision::Replace, Step::Lift);
    // T 7 where none is left; then his group and row.
    table.choose(Choice::Replace, &[8, 6, 6]);
    let force = table.battle.force(Side::A);
    assert_eq!((force.commanders_gained, force.supreme), (1, 1), "he takes the empty post (HX-INT-07)");
    assert_eq!(table.battle.commander(Side::A, 1).values, [1, 2, 4, 4, 4]);
    assert!(!table.battle.may_replace(Side::A), "one attempt a turn");
    let _ = unit;
    let off = self::setup("", &[("cvs.mode", "set"), ("cvs.replacements", "off")]);
    let (mut table, ..) = ordered(&off, Order::Attack);
    table.battle.lose_commander(Side::A, 0, Fate::Killed, &mut table.told);
    assert!(!table.battle.may_replace(Side::A));
    // Three attempts before it: the pool of one is spent.
    let (mut table, ..) = ordered(&setup, Order::Attack);
    table.battle.lose_commander(Side::A, 0, Fate::Killed, &mut table.told);
    table.battle.force_mut(Side::A).replacements_tried = 2;
    assert!(!table.battle.may_replace(Side::A));
}

#[test]
fn hx_cvs_16_couriers_take_time() {
    let setup = setup("", &[("cvs.mode", "set"), ("command.mode", "figures"), ("command.couriers", "on")]);
    let (mut table, unit, _) = ordered(&setup, Order::Hold);
    table.battle.detach(Side::A, 0);
    table.battle.commanders[0][0].hex = table.hex("0113");
    in_command_step(&mut table, Decision::Order, Step::Orders);
    // Eleven hexes: three turns, less one.
    let distance = setup.field.distance(table.hex("0113"), table.battle.unit(unit).hex);
    table.choose(Choice::ChangeOrder { group: 0, order: Order::Attack, supports: 0 }, &[6]);
    let delay = distance.div_ceil(5) - 1;
    assert_eq!(table.battle.groups[0][0].coming, Some((Order::Attack, 0, delay)));
    for _ in 0..delay {
        assert_eq!(table.battle.groups[0][0].order, Order::Hold);
        table.battle.phasing = Side::A;
        table.battle.begin_orders(&mut table.told);
    }
    assert_eq!(table.battle.groups[0][0].order, Order::Attack);
    // A supreme commander who came in the command step is nowhere yet (HX-CVS-14).
    let (mut table, ..) = ordered(&setup, Order::Hold);
    table.battle.detach(Side::A, 0);
    table.battle.commanders[0][0].hex = NOWHERE;
    in_command_step(&mut table, Decision::Order, Step::Orders);
    table.choose(Choice::ChangeOrder { group: 0, order: Order::Attack, supports: 0 }, &[6]);
    assert_eq!(table.battle.groups[0][0].order, Order::Attack);
}

#[test]
fn hx_skm_06_reluctant_tribes_close_only_with_the_hurt() {
    let setup = setup("", &[]);
    let mut table = Table::new(&setup);
    let unit = table.put(Side::A, RIFLES, "1109", North);
    let enemy = table.put(Side::B, RIFLES, "1104", South);
    assert!(table.battle.check_march(&northward(unit, 1)).is_ok());
    table.mark(unit, |force| &mut force.reluctant);
    assert_eq!(table.battle.check_march(&northward(unit, 1)).unwrap_err().rule, "HX-SKM-06");
    table.battle.unit_mut(enemy).te = 1;
    assert!(table.battle.check_march(&northward(unit, 1)).is_ok());
    table.battle.unit_mut(enemy).te = 0;
    table.battle.shift(enemy, table.hex("1108"));
    assert_eq!(table.battle.could_contact(unit, 3, false).count(), 0);
    table.hits(enemy, 1);
    assert_eq!(table.battle.could_contact(unit, 3, false).count(), 1);
}

#[test]
fn hx_skm_06_reluctant_tribes_enter_no_zone_of_the_fresh() {
    let setup = setup("", &[]);
    let mut table = Table::new(&setup);
    let unit = table.put(Side::A, RIFLES, "1109", North);
    table.put(Side::B, RIFLES, "1108", North);
    let other = table.put(Side::B, RIFLES, "1309", SouthWest);
    table.mark(unit, |force| &mut force.reluctant);
    let aside =
        March { start: SouthEast, end: SouthEast, path: Path::EMPTY.then(SouthEast), ..March::stay(unit, North) };
    assert_eq!(table.battle.check_march(&aside).unwrap_err().rule, "HX-SKM-06", "it would have to fight there");
    table.battle.unit_mut(other).te = 1;
    assert!(table.battle.check_march(&aside).is_ok());
}

// Works

#[test]
fn hx_con_01_to_03_works_grow_while_nothing_else_is_done() {
    let switches = [("construction.mode", "on"), ("construction.quick-works", "2"), ("construction.pontoon", "1")];
    let usual = setup("[terrain]\nriver = \"1108\"", &switches);
    let mut table = Table::new(&usual);
    let unit = table.put(Side::A, RIFLES, "1109", North);
    let riders = table.put(Side::A, CAVALRY, "0109", North);
    table.put(Side::B, RIFLES, "2101", South);
    (table.battle.decision, table.battle.decider) = (Decision::March, Side::A);
    let hex = table.battle.unit(unit).hex;
    let dig = Choice::Build { unit, works: Works::Quick, hex };
    let riders_hex = table.battle.unit(riders).hex;
    assert_eq!(table.refused(Choice::Build { unit: riders, works: Works::Quick, hex: riders_hex }), "R-182");
    table.choose(dig, &[]);
    table.battle.do_works(Side::A, &mut table.told);
    assert_eq!(table.battle.unit(unit).work, 1);
    // HX-CON-02
    table.battle.interrupt_work(unit);
    assert_eq!(table.battle.unit(unit).work, 0, "progress is lost");
    table.battle.do_works(Side::A, &mut table.told);
    table.battle.force_mut(Side::A).done = UnitSet::EMPTY;
    table.choose(dig, &[]);
    table.battle.do_works(Side::A, &mut table.told);
    table.battle.do_works(Side::A, &mut table.told);
    assert_eq!(table.battle.works[usize::from(hex)], terrain::Works::QuickWorks(North));
    let (front, rear) = (table.hex("1107"), table.hex("1111"));
    assert_eq!(usual.field.works_cover(table.battle.works[usize::from(hex)], Some(North)), 1);
    assert_eq!(usual.field.works_cover(table.battle.works[usize::from(hex)], Some(South)), 0);
    let _ = (front, rear);
    // A pontoon bridges the river.
    let river = table.hex("1108");
    table.battle.force_mut(Side::A).done = UnitSet::EMPTY;
    assert!(table.battle.check_march(&northward(unit, 1)).is_err());
    table.choose(Choice::Build { unit, works: Works::Pontoon, hex: river }, &[]);
    table.battle.do_works(Side::A, &mut table.told);
    table.battle.force_mut(Side::A).done = UnitSet::EMPTY;
    assert!(table.battle.check_march(&northward(unit, 1)).is_ok());
    let off = setup("", &[]);
    let mut table = Table::new(&off);
    let unit = table.put(Side::A, RIFLES, "1109", North);
    (table.battle.decision, table.battle.decider) = (Decision::March, Side::A);
    let hex = table.battle.unit(unit).hex;
    assert_eq!(table.refused(Choice::Build { unit, works: Works::Quick, hex }), "HX-CON-01");
}

#[test]
fn hx_con_02_pause_keeps_the_progress() {
    let setup = setup("", &[("construction.mode", "on"), ("construction.interrupt", "pause")]);
    let mut table = Table::new(&setup);
    let unit = table.put(Side::A, RIFLES, "1109", North);
    table.put(Side::A, RIFLES, "0113", North);
    table.put(Side::B, RIFLES, "2101", South);
    (table.battle.decision, table.battle.decider) = (Decision::March, Side::A);
    let hex = table.battle.unit(unit).hex;
    table.choose(Choice::Build { unit, works: Works::Redoubt, hex }, &[]);
    table.battle.do_works(Side::A, &mut table.told);
    table.battle.interrupt_work(unit);
    table.battle.do_works(Side::A, &mut table.told);
    assert_eq!(table.battle.unit(unit).work, 1, "nothing gained, nothing lost");
    table.battle.do_works(Side::A, &mut table.told);
    assert_eq!(table.battle.unit(unit).work, 2);
}

// Hidden units

/// A unit of side A and markers of side B: a unit and a fake.
fn hidden<'s>(setup: &'s Setup, observer: &str, marker: &str) -> (Table<'s>, UnitId, UnitId) {
    let mut table = Table::new(setup);
    let unit = table.put(Side::A, RIFLES, observer, North);
    let enemy = table.put(Side::B, RIFLES, marker, South);
    table.mark(enemy, |force| &mut force.hidden);
    (table, unit, enemy)
}

fn make_fake(table: &mut Table<'_>, unit: UnitId) {
    table.mark(unit, |force| &mut force.fakes);
    let force = table.battle.force_mut(Side::B);
    force.combat &= !bit(unit);
}

#[test]
fn hx_spt_01_the_defender_starts_as_markers_with_a_fake_each_and_decoys() {
    let codex = codex();
    let own = list(&codex, 5, 1);
    let setup = setup("", &[("hidden.mode", "on"), ("hidden.decoys", "2")]);
    let battle = {
        let mut battle = Battle::empty(&setup);
        battle.restart(&Lineup { first: Side::A, forces: [&own, &own] });
        battle
    };
    let (open, markers) = (battle.force(Side::A), battle.force(Side::B));
    assert_eq!((open.size, open.hidden.len()), (6, 0));
    assert_eq!((markers.size, markers.hidden.len(), markers.fakes.len(), markers.fielded), (14, 14, 8, 6));
    let both = self::setup("", &[("hidden.mode", "on"), ("hidden.sides", "both")]);
    let battle = Battle::new(&both, &Lineup { first: Side::A, forces: [&own, &own] });
    assert_eq!(battle.force(Side::A).hidden.len(), 14);
}

#[test]
fn hx_spt_01_a_fake_starts_within_two_hexes_of_its_unit() {
    let codex = codex();
    let own = list(&codex, 4, 0);
    let setup = setup("", &[("hidden.mode", "on")]);
    let mut game = Played::new(&setup, [&own, &own]);
    let (unit, fake) = (unit_id(Side::B, 0), unit_id(Side::B, 5));
    let place = |unit, number: &str| Choice::Place {
        unit,
        hex: setup.field.grid.parse(number).unwrap(),
        facing: South,
        stance: Stance::Usual,
    };
    assert_eq!(game.battle.check(place(fake, "1102")).unwrap_err().rule, "HX-SPT-01", "its unit comes first");
    game.take(place(unit, "1102"));
    assert_eq!(game.battle.check(place(fake, "1402")).unwrap_err().rule, "HX-SPT-01");
    assert!(game.battle.check(place(fake, "1302")).is_ok());
}

#[test]
fn hx_spt_02_only_the_unseen_start_hidden_or_hide_again() {
    let setup = setup("", &[("hidden.mode", "on"), ("hidden.start", "unseen"), ("hidden.rehide", "on")]);
    for (marker, stays) in [("1103", false), ("1102", true)] {
        // Nine hexes are seen on a clear day.
        let (mut table, _, enemy) = hidden(&setup, "1112", marker);
        table.battle.reveal_what_is_seen(&mut table.told);
        assert_eq!(table.battle.force(Side::B).hidden.contains(enemy), stays, "{marker}");
        table.battle.hide_again(Side::B, &mut table.told);
        assert_eq!(table.battle.force(Side::B).hidden.contains(enemy), stays, "{marker} (R-171)");
    }
    let dim = self::setup("", &[("hidden.mode", "on"), ("hidden.visibility", "other")]);
    let (mut table, _, enemy) = hidden(&dim, "1112", "1105");
    table.battle.reveal_what_is_seen(&mut table.told);
    assert!(table.battle.force(Side::B).hidden.contains(enemy), "six hexes otherwise");
}

#[test]
fn hx_spt_03_markers_are_rolled_for_once() {
    let ground = "hills = [{ level = 1, hexes = \"0912\" }]";
    let setup = setup(ground, &[("hidden.mode", "on")]);
    let spot = |table: &mut Table<'_>| in_command_step(table, Decision::Spot, Step::Spotting);
    let (mut table, _, enemy) = hidden(&setup, "1112", "1104");
    let other = table.put(Side::B, RIFLES, "1305", South);
    table.mark(other, |force| &mut force.hidden);
    spot(&mut table);
    table.choose(Choice::Spot { unit: enemy }, &[2]);
    assert_eq!(table.refused(Choice::Spot { unit: enemy }), "HX-SPT-03", "once");
    assert!(table.battle.force(Side::B).hidden.contains(enemy));
    table.battle.force_mut(Side::B).rolled = UnitSet::EMPTY;
    table.choose(Choice::Spot { unit: enemy }, &[1]);
    assert!(!table.battle.force(Side::B).hidden.contains(enemy), "Red H");
    let (mut table, _, enemy) = hidden(&setup, "1112", "1103");
    spot(&mut table);
    assert_eq!(table.refused(Choice::Spot { unit: enemy }), "HX-SPT-03", "nine hexes are too far");
    let (mut table, _, enemy) = hidden(&setup, "0912", "0901");
    spot(&mut table);
    assert!(table.battle.check(Choice::Spot { unit: enemy }).is_ok(), "not so from a hill");
}

#[test]
fn hx_spt_04_what_is_near_and_in_the_open_is_seen() {
    let setup = setup("[terrain]\nbuildings = \"0907\"", &[("hidden.mode", "on")]);
    for (marker, observer, found) in [("1107", "1112", true), ("1106", "1112", false), ("0907", "0911", false)] {
        let (mut table, _, enemy) = hidden(&setup, observer, marker);
        table.battle.begin_spotting(&mut table.told);
        assert_eq!(!table.battle.force(Side::B).hidden.contains(enemy), found, "{marker}");
    }
    let (mut table, _, enemy) = hidden(&setup, "0908", "0907");
    table.battle.begin_spotting(&mut table.told);
    assert!(!table.battle.force(Side::B).hidden.contains(enemy), "next to an enemy whatever the ground (R-172)");
}

#[test]
fn hx_spt_05_fakes_vanish_before_a_mover_and_units_stop_him() {
    let setup = setup("[terrain]\nbuildings = \"1106\"", &[("hidden.mode", "on")]);
    for (fake, ends) in [(true, "1107"), (false, "1107")] {
        let (mut table, unit, enemy) = hidden(&setup, "1109", "1106");
        table.put(Side::A, RIFLES, "0113", North);
        table.put(Side::B, RIFLES, "2101", South);
        if fake {
            make_fake(&mut table, enemy);
        }
        (table.battle.decision, table.battle.decider) = (Decision::March, Side::A);
        table.choose(Choice::March(northward(unit, 3)), &[]);
        if fake {
            assert!(table.is_gone(enemy));
            assert_eq!(table.at(unit), "1106", "the mover goes on");
        } else {
            assert_eq!(table.at(unit), ends, "its zone stops the mover");
            assert!(table.battle.in_contact(unit), "who owes the melee");
        }
    }
    // Who cannot melee steps back.
    let mut table = Table::new(&setup);
    let wagon = table.put(Side::A, WAGON, "1109", North);
    table.put(Side::A, RIFLES, "0113", North);
    let enemy = table.put(Side::B, RIFLES, "1106", South);
    table.mark(enemy, |force| &mut force.hidden);
    (table.battle.decision, table.battle.decider) = (Decision::March, Side::A);
    table.choose(Choice::March(northward(wagon, 2)), &[]);
    assert_eq!(table.at(wagon), "1108");
}

// Arrivals

/// Side A's arrivals due, with the entry at 1113.
fn arriving<'s>(setup: &'s Setup, kinds: &[&str]) -> (Table<'s>, Vec<UnitId>) {
    let mut table = Table::new(setup);
    let units: Vec<UnitId> = kinds
        .iter()
        .enumerate()
        .map(|(at, kind)| {
            let unit = table.put(Side::A, kind, &format!("{:02}01", 1 + 2 * at), North);
            table.battle.lift(unit);
            table.battle.force_mut(Side::A).due |= bit(unit);
            unit
        })
        .collect();
    table.put(Side::A, RIFLES, "0113", North);
    table.put(Side::B, RIFLES, "2101", South);
    (table, units)
}

fn begin_arrivals(table: &mut Table<'_>) {
    (table.battle.step, table.battle.phase) = (Step::Arrivals, Phase::Command);
    table.battle.begin_arrivals();
    let asked = table.battle.ask_arrivals(Side::A);
    if let Some((decision, decider)) = asked {
        (table.battle.decision, table.battle.decider) = (decision, decider);
    }
}

#[test]
fn hx_rei_01_and_05_arrivals_enter_at_their_zone_or_wait() {
    let setup = setup("", &[]);
    let (mut table, units) = arriving(&setup, &[RIFLES, RIFLES]);
    begin_arrivals(&mut table);
    assert_eq!(table.battle.decision, Decision::Arrive);
    let enter = |table: &Table<'_>, unit, number: &str| Choice::Enter { unit, hex: table.hex(number), facing: North };
    assert_eq!(table.refused(enter(&table, units[0], "0513")), "HX-REI-04");
    let choice = enter(&table, units[0], "1113");
    table.choose(choice, &[]);
    assert_eq!(table.at(units[0]), "1113");
    assert_eq!(table.refused(enter(&table, units[1], "1113")), "HX-REI-05", "one to a hex");
    assert!(table.battle.check_mover(units[0]).is_ok(), "it moves in this turn");
    table.done();
    assert!(table.battle.force(Side::A).due.contains(units[1]), "who waits tries again");
}

#[test]
fn hx_rei_02_a_die_finds_the_place_of_entry() {
    let codex = codex();
    let own = list(&codex, 8, 0);
    let mut setup = setup("", &[("reinforcement.entry", "d6")]);
    let locations = [["0513", "1113", "1713"], ["0501", "1101", "1701"]]
        .map(|side| side.map(|number| setup.field.grid.parse(number).unwrap()));
    setup.scenario.arrivals = Some(super::scene::Arrivals { turn: 3, locations });
    let mut game = Played::new(&setup, [&own, &own]);
    game.until(|battle| battle.turn() == 1);
    for force in &game.battle.forces {
        assert_eq!(
            ((force.combat & force.due).len(), (force.combat & force.present).len()),
            (4, 5),
            "half starts later"
        );
    }
    game.until(|battle| battle.decision == Decision::Entry);
    assert_eq!(game.battle.turn(), 3, "on the due turn (HX-SET-06)");
    let side = game.battle.decider;
    let mut dice = ScriptedDice::new(&[5]);
    game.battle.apply(Choice::Proceed, &mut dice, &mut game.told);
    let due = game.battle.force(side).due.members(side).next().unwrap();
    assert_eq!(game.battle.entry_hex(due), Some(locations[side.index()][2]));
}

#[test]
fn hx_rei_03_and_04_blockers_stay_or_make_way() {
    let setup = setup("", &[]);
    for stays in [true, false] {
        let (mut table, units) = arriving(&setup, &[RIFLES, RIFLES]);
        let blocker = table.put(Side::B, RIFLES, "1112", South);
        let inside = table.put(Side::B, RIFLES, "1313", South);
        let _ = blocker;
        begin_arrivals(&mut table);
        assert_eq!((table.battle.decision, table.battle.decider), (Decision::Block, Side::B));
        if stays {
            table.choose(Choice::Stay, &[]);
            assert_eq!(table.battle.decision, Decision::Arrive);
            // Both neighbours of the blocker in the row lie in its flank; nobody faces it yet.
            let beside = Choice::Enter { unit: units[0], hex: table.hex("1212"), facing: NorthWest };
            assert!(matches!(table.refused(beside), "HX-REI-04"), "{}", table.refused(beside));
        } else {
            table.choose(Choice::MakeWay, &[]);
            assert_eq!(table.battle.decision, Decision::MakeWay);
            let mut first = None;
            table.battle.choices(&mut |choice| first = first.or(Some(choice)));
            let Some(Choice::March(march)) = first else { panic!("{first:?}") };
            assert_eq!(march.unit, inside);
            table.choose(Choice::March(march), &[]);
            assert_ne!(table.at(inside), "1313", "out of the zone if it can");
        }
    }
}

#[test]
fn r_169_who_makes_way_has_his_moves_whatever_he_marched_before() {
    let setup = setup("", &[]);
    let (mut table, _) = arriving(&setup, &[RIFLES]);
    let inside = table.put(Side::B, RIFLES, "1313", South);
    table.battle.unit_mut(inside).steps = 3;
    begin_arrivals(&mut table);
    table.choose(Choice::MakeWay, &[]);
    let stay = Choice::March(March::stay(inside, South));
    assert_eq!(table.refused(stay), "R-169", "it can leave the zone, and so it does");
}

#[test]
fn r_168_who_enters_in_a_zone_stops_there_and_fights_if_he_must() {
    for (value, bound) in [("mandatory", true), ("declare", false)] {
        let setup = setup("", &[("zoc.contact", value)]);
        let (mut table, units) = arriving(&setup, &[RIFLES, RIFLES]);
        table.put(Side::B, RIFLES, "1112", South);
        begin_arrivals(&mut table);
        let enter = |facing| Choice::Enter { unit: units[0], hex: table.hex("1113"), facing };
        let (towards, away) = (enter(North), enter(South));
        assert_eq!(table.battle.check(away).is_err(), bound, "HX-ZOC-05");
        table.choose(towards, &[]);
        assert_eq!(table.battle.in_contact(units[0]), bound, "HX-ZOC-08");
        table.battle.begin_movement(&mut table.told);
        let march = March { path: Path::EMPTY.then(NorthWest), ..March::stay(units[0], North) };
        assert!(table.battle.check_march(&march).is_err(), "HX-ZOC-03");
    }
}

// Set-up

#[test]
fn hx_set_05_and_11_the_defender_places_first_in_his_zone() {
    let codex = codex();
    let own = list(&codex, 5, 0);
    let mut setup = setup("[terrain]\nriver = \"1102\"\nforest = \"0902\"", &[]);
    setup.scenario.limbered = true;
    let mut game = Played::new(&setup, [&own, &own]);
    assert_eq!((game.battle.decision, game.battle.decider), (Decision::Deploy, Side::B));
    let place = |unit, number: &str, stance| Choice::Place {
        unit,
        hex: setup.field.grid.parse(number).unwrap(),
        facing: South,
        stance,
    };
    let (unit, guns) = (unit_id(Side::B, 0), unit_id(Side::B, 5));
    let rule = |game: &Played<'_>, choice| game.battle.check(choice).unwrap_err().rule;
    assert_eq!(rule(&game, place(unit, "1104", Stance::Usual)), "HX-SET-11");
    assert_eq!(rule(&game, place(unit, "1102", Stance::Usual)), "R-116");
    assert_eq!(rule(&game, place(unit, "1302", Stance::Other)), "HX-ARM-13");
    assert_eq!(rule(&game, place(guns, "1302", Stance::Usual)), "HX-SET-02", "guns start limbered here");
    assert_eq!(rule(&game, place(unit_id(Side::A, 0), "1302", Stance::Usual)), "HX-ARM-02");
    game.take(place(guns, "1302", Stance::Other));
    assert!(game.battle.force(Side::B).limbered.contains(guns));
    assert_eq!(rule(&game, place(unit, "1302", Stance::Usual)), "HX-TER-14");
    assert_eq!(rule(&game, place(guns, "1502", Stance::Other)), "HX-SET-05");
}

#[test]
fn hx_set_07_each_division_or_brigade_marks_its_retreat() {
    let codex = codex();
    let own = muster(&codex, &[(RIFLES, 12), (NAPOLEONS, 1)], 0);
    for (value, marks) in [("division", 1), ("brigade", 3)] {
        let setup = setup("", &[("setup.ror-per", value)]);
        let mut game = Played::new(&setup, [&own, &own]);
        game.until(|battle| battle.decision == Decision::MarkRetreat);
        let side = game.battle.decider;
        let far = setup.field.grid.parse("1107").unwrap();
        assert_eq!(game.battle.check(Choice::MarkRetreat { hex: far }).unwrap_err().rule, "R-122");
        game.until(|battle| battle.turn() == 1);
        let force = game.battle.force(side);
        assert_eq!(force.marked, marks);
        let unit = unit_id(side, 12);
        let route = if marks == 1 { 0 } else { 2 };
        assert_eq!(game.battle.retreat_of(unit), force.retreats[route]);
        assert_eq!(setup.field.to_own_edge(side, force.retreats[route]), 0);
    }
}

#[test]
fn r_117_figures_start_with_any_unit_and_symbols_in_hand() {
    let codex = codex();
    let own = list(&codex, 5, 2);
    let figures = setup("", &[("command.mode", "figures")]);
    let mut game = Played::new(&figures, [&own, &own]);
    game.until(|battle| battle.turn() == 1);
    for side in Side::BOTH {
        assert!(game.battle.present_commanders(side).all(|(_, one)| one.with != NOBODY && one.hex != NOWHERE));
    }
    let symbols = setup("", &[]);
    let mut game = Played::new(&symbols, [&own, &own]);
    game.until(|battle| battle.turn() == 1);
    assert!(game.battle.present_commanders(Side::A).all(|(_, one)| one.with == NOBODY));
}

#[test]
fn hx_arm_06_and_07_rare_units_and_the_supreme_commander() {
    let codex = codex();
    let own = list(&codex, 5, 2);
    let setup = setup("", &[("command.value", "2")]);
    let battle = Battle::new(&setup, &Lineup { first: Side::A, forces: [&own, &own] });
    let thresholds = [0, 1].map(|place| battle.unit(unit_id(Side::A, place)).rout_at);
    assert_eq!(thresholds, [3, 4], "the second regiment is rare");
    assert_eq!((battle.force(Side::A).supreme, battle.commander(Side::A, 1).values[0]), (0, 2));
    let none = list(&codex, 5, 0);
    let battle = Battle::new(&setup, &Lineup { first: Side::A, forces: [&none, &none] });
    assert_eq!(battle.force(Side::A).supreme, NOBODY);
}

#[test]
fn hx_arm_04_batteries_follow_their_battalion() {
    let codex = codex();
    let own = list(&codex, 7, 0);
    let setup = setup("", &[("turn.system", "activation")]);
    let battle = Battle::new(&setup, &Lineup { first: Side::A, forces: [&own, &own] });
    let guns = unit_id(Side::A, 7);
    assert!(battle.groups[0][usize::from(battle.unit(guns).group)].brigade.battalion);
    assert_eq!(battle.numbered(Side::A).collect::<Vec<u8>>(), [0, 1], "it needs no number");
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
