//! Hand-made positions of whole sides: who waits for whom, who is sent where, and who is not.

use super::{Post, STANDARD, apply, choose, first_attack, hex, kinds, manoeuvre, player, position, table};
use crate::game::{Side, Silent};
use crate::rulesets::dogfaces::cell::Table;
use crate::rulesets::dogfaces::choices::{Aim, Choice};
use crate::rulesets::dogfaces::codex::CombatResult;
use crate::rulesets::dogfaces::events;
use crate::rulesets::dogfaces::results::Origin;
use crate::rulesets::dogfaces::scenarios::Scenario;
use crate::rulesets::dogfaces::state::{Battle, Decision, Lineup, Setup, UnitSet, bit, members, unit_id};
use crate::tabletop::hex::NOWHERE;
use crate::tabletop::hexset::HexSet;

/// Both sides set up by a doctrine, side A to move first.
fn set_up<'s>(setup: &'s Table, names: &[&str], doctrine: &str) -> Battle<'s> {
    let units = kinds(&setup.codex, names);
    let lineup = Lineup { units: [&units, &units], mounted: [&[], &[]], first: Side::A };
    let mut battle = Battle::new(setup, &lineup);
    let mut players = Side::BOTH.map(|_| player(setup, doctrine));
    while battle.decision == Decision::Deploy {
        let choice = choose(&mut players[battle.decider.index()], &battle);
        apply(&mut battle, choice);
    }
    battle
}

#[test]
fn defenders_set_up_out_of_reach_of_the_first_mover() {
    let setup = table("long-valley", Scenario::Breakthrough);
    let battle = set_up(&setup, &STANDARD, "massed-fire");
    let precomputed = setup.precomputed();
    let reached = members(Side::A, battle.force(Side::A).alive).fold(HexSet::EMPTY, |set, unit| {
        let state = battle.unit(unit);
        set | precomputed.threat_area(state.kind, state.hex)
    });
    for unit in members(Side::B, battle.force(Side::B).alive) {
        assert!(!reached.contains(battle.unit(unit).hex), "{} can be fired at at once", battle.name(unit));
    }
}

#[test]
fn who_has_to_get_across_rides() {
    let setup = table("long-valley", Scenario::Breakthrough);
    let battle = set_up(&setup, &["rifleman", "rifleman", "dave", "lcv-1"], "overwatch-anvil");
    assert_eq!(battle.force(Side::A).aboard.len(), 2);
    assert_eq!(battle.force(Side::B).aboard, UnitSet::EMPTY, "who waits does not");
}

#[test]
fn a_jet_and_a_vehicle_do_not_leave_the_others_behind() {
    let setup = table("proving-ground", Scenario::LastManStanding);
    for name in ["larry", "mcv-1", "lcv-1"] {
        let own = [(name, [5, 9]), ("rifleman", [3, 9]), ("rifleman", [4, 9]), ("rifleman", [6, 9]), ("sam", [7, 9])];
        let foes: Vec<Post> = (2..8).map(|column| ("rifleman", [column, 0])).collect();
        let mut battle = position(&setup, &own, &foes);
        let rows: Vec<_> = manoeuvre(&mut player(&setup, "close-assault"), &mut battle)
            .into_iter()
            .map(|at| setup.field.grid.row(at))
            .collect();
        let foremost = rows[1..].iter().min().unwrap();
        assert!(rows[0] + 1 >= *foremost, "{name} stands in row {}, the others in {rows:?}", rows[0]);
        // Alone he need not wait for anybody.
        let mut battle = position(&setup, &own[..1], &foes[..1]);
        let end = manoeuvre(&mut player(&setup, "close-assault"), &mut battle)[0];
        assert!(setup.field.grid.row(end) <= 6, "{name} goes ahead");
    }
}

#[test]
fn a_rider_does_not_get_off_to_walk_back() {
    let setup = table("proving-ground", Scenario::LastManStanding);
    let own = [("lcv-1", [4, 6]), ("+rifleman", [4, 6]), ("rifleman", [4, 9]), ("rifleman", [5, 9])];
    let foes: Vec<Post> = (1..9).map(|column| ("dave", [column, 0])).collect();
    let mut battle = position(&setup, &own, &foes);
    battle.forces[0].moved |= bit(0);
    for doctrine in ["massed-fire", "standoff", "overwatch-anvil"] {
        let mut battle = battle.clone();
        manoeuvre(&mut player(&setup, doctrine), &mut battle);
        let rider = battle.unit(unit_id(Side::A, 1));
        let stays = !battle.force(Side::A).aboard.is_empty();
        assert!(stays || setup.field.grid.row(rider.hex) <= 6, "{doctrine}: he walked back");
    }
}

#[test]
fn leaders_and_medics_are_not_sent_to_hold_ground() {
    let setup = table("proving-ground", Scenario::SeizeAndHold);
    let objective = hex(&setup, 4, 5);
    for needed in ["frank", "uriah"] {
        // He is nearer by a hex to every objective.
        let own = [(needed, [4, 7]), ("rifleman", [4, 8]), ("rifleman", [5, 8]), ("rifleman", [3, 8]), ("sam", [6, 8])];
        let mut battle = position(&setup, &own, &[("rifleman", [4, 0])]);
        let mut script = player(&setup, "massed-fire");
        manoeuvre(&mut script, &mut battle);
        let assignments = script.manoeuvre.assignments;
        assert_eq!(assignments[0], NOWHERE, "{needed} is not sent");
        assert!(assignments[1..5].contains(&objective), "somebody else is");
    }
}

#[test]
fn ground_that_scores_already_is_left_for_ground_that_does_not() {
    let setup = table("proving-ground", Scenario::SeizeAndHold);
    let own = [("rifleman", spot_of(&setup, 0)), ("rifleman", [9, 9])];
    for (foe, guarded) in [([4, 0], false), ([4, 2], true)] {
        let mut battle = position(&setup, &own, &[("rifleman", foe)]);
        battle.progress.holders[0] = Some(Side::A);
        let mut script = player(&setup, "massed-fire");
        manoeuvre(&mut script, &mut battle);
        let guards = script.manoeuvre.assignments.contains(&setup.field.objectives[0]);
        assert_eq!(guards, guarded, "the enemy stands at {foe:?}");
    }
}

/// Column and row of an objective.
fn spot_of(setup: &Setup, index: usize) -> [i32; 2] {
    let (grid, at) = (setup.field.grid, setup.field.objectives[index]);
    [i32::from(grid.column(at)), i32::from(grid.row(at))]
}

#[test]
fn who_holds_ground_is_fired_at_first() {
    let setup = table("proving-ground", Scenario::SeizeAndHold);
    let own: Vec<Post> = (2..7).map(|column| ("rifleman", [column, 7])).collect();
    // Jack is worth more than a rifleman, but for the ground.
    for (holder, bystander) in [("rifleman", "jack"), ("rifleman", "inigo")] {
        let foes = [(bystander, [3, 5]), (holder, [4, 5])];
        let mut battle = position(&setup, &own, &foes);
        let shots = first_attack(&mut player(&setup, "massed-fire"), &mut battle);
        assert_eq!(shots[0].aim, Aim::Unit(unit_id(Side::B, 1)), "{bystander} is nobody's business");
    }
}

#[test]
fn defenders_turn_on_those_who_are_nearly_out() {
    let setup = table("long-valley", Scenario::Breakthrough);
    let mut battle = position(&setup, &[("rifleman", [0, 4])], &[("frank", [7, 5]), ("dave", [8, 5]), ("sam", [8, 6])]);
    apply(&mut battle, Choice::EndMovement);
    while battle.active == Side::A {
        let pass = if battle.decision == Decision::Attack { Choice::EndAttacks } else { Choice::Proceed };
        apply(&mut battle, pass);
    }
    let enemy = hex(&setup, 0, 4);
    let before: Vec<u8> =
        (0..3).map(|place| setup.field.distance(battle.unit(unit_id(Side::B, place)).hex, enemy)).collect();
    let mut script = player(&setup, "standoff");
    while battle.decision == Decision::Move && battle.active == Side::B {
        let choice = choose(&mut script, &battle);
        apply(&mut battle, choice);
    }
    for (place, before) in before.into_iter().enumerate() {
        let unit = unit_id(Side::B, place);
        assert!(setup.field.distance(battle.unit(unit).hex, enemy) < before, "{} comes nearer", battle.name(unit));
    }
}

#[test]
fn a_side_with_few_guns_goes_for_the_helpless() {
    let setup = table("farmstead", Scenario::LastManStanding);
    // A suit in a forest on one hand, a Stunned man in the open on the other, a hex farther away.
    let own = [("rifleman", [5, 7]), ("rifleman", [5, 8]), ("rifleman", [4, 7])];
    let battle = position(&setup, &own, &[("george", [8, 5]), ("rifleman!", [0, 5])]);
    let mut script = player(&setup, "massed-fire");
    let _ = choose(&mut script, &battle);
    let plan = &script.manoeuvre;
    assert!(plan.prospects[1].appeal > plan.prospects[0].appeal, "they go for the man in the open");
}

#[test]
fn who_is_under_fire_does_not_shift_from_foot_to_foot() {
    let setup = table("proving-ground", Scenario::LastManStanding);
    let mut battle = position(&setup, &[("rifleman", [4, 6])], &[("rifleman", [4, 4])]);
    battle.idle_turns = 0;
    let mut script = player(&setup, "massed-fire");
    let _ = choose(&mut script, &battle);
    assert!(script.manoeuvre.settled > 0.0);
    battle.idle_turns = 4;
    battle.turn += 1;
    let _ = choose(&mut script, &battle);
    assert!(script.manoeuvre.settled == 0.0, "on the march everybody goes where it is best");
}

#[test]
fn a_side_comes_into_reach_together_or_waits() {
    let setup = table("proving-ground", Scenario::LastManStanding);
    let line = |count: i32, row: i32| -> Vec<Post> { (1..=count).map(|column| ("rifleman", [column, row])).collect() };
    let precomputed = setup.precomputed();
    // Three hexes of march and fire short of the enemy's line, of whom some could be fired at at once.
    for (own, foes, goes) in [(2, 8, false), (8, 2, true)] {
        let mut battle = position(&setup, &line(own, 8), &line(foes, 3));
        let reached = members(Side::B, battle.force(Side::B).alive).fold(HexSet::EMPTY, |set, unit| {
            let state = battle.unit(unit);
            set | precomputed.threat_area(state.kind, state.hex)
        });
        let ends = manoeuvre(&mut player(&setup, "massed-fire"), &mut battle);
        let within = ends.iter().filter(|end| reached.contains(**end)).count();
        assert_eq!(within > 0, goes, "{own} against {foes}: {within} in reach");
    }
}

#[test]
fn a_leader_walks_behind_the_foremost() {
    // Where the leaders are the stake; elsewhere by half a hex, which broken ground alone shows.
    let setup = table("proving-ground", Scenario::Decapitation);
    let own = [("frank", [4, 9]), ("rifleman", [2, 9]), ("rifleman", [3, 9]), ("rifleman", [5, 9]), ("sam", [6, 9])];
    let foes: Vec<Post> = (2..8).map(|column| ("rifleman", [column, 0])).chain([("andy", [8, 0])]).collect();
    let mut battle = position(&setup, &own, &foes);
    let ends = manoeuvre(&mut player(&setup, "massed-fire"), &mut battle);
    let rows: Vec<_> = ends.into_iter().map(|end| setup.field.grid.row(end)).collect();
    assert!(rows[0] > *rows[1..].iter().min().unwrap(), "he stands in row {}, they in {rows:?}", rows[0]);
}

#[test]
fn nobody_closes_with_whom_he_cannot_harm() {
    let setup = table("proving-ground", Scenario::LastManStanding);
    let (enemy, start) = ([4, 1], [4, 8]);
    let mut battle = position(&setup, &[("rifleman", start), ("rifleman", [5, 8])], &[("mcv-1", enemy)]);
    let ends = manoeuvre(&mut player(&setup, "close-assault"), &mut battle);
    let [foe, own] = [enemy, start].map(|[column, row]| hex(&setup, column, row));
    assert!(setup.field.distance(ends[0], foe) >= setup.field.distance(own, foe), "a laser does nothing to it");
}

#[test]
fn a_medic_goes_to_the_stunned() {
    let setup = table("proving-ground", Scenario::LastManStanding);
    let fallen = [7, 8];
    let own = [("uriah", [4, 8]), ("rifleman!", fallen), ("rifleman", [4, 7]), ("rifleman", [3, 7]), ("sam", [5, 7])];
    // As many of the enemy, out of reach.
    let foes: Vec<Post> = (2..7).map(|column| ("rifleman", [column, 0])).collect();
    let mut battle = position(&setup, &own, &foes);
    let ends = manoeuvre(&mut player(&setup, "massed-fire"), &mut battle);
    assert_eq!(setup.field.distance(ends[0], hex(&setup, fallen[0], fallen[1])), 1, "he treats him");
}

#[test]
fn bridges_part_the_ground() {
    let river = table("river-line", Scenario::LastManStanding);
    let bank = |column, row| river.precomputed().bank(hex(&river, column, row));
    assert_eq!(bank(0, 0), bank(11, 3));
    assert_eq!(bank(0, 8), bank(11, 11));
    assert_ne!(bank(0, 0), bank(0, 8));
    let plain = table("proving-ground", Scenario::LastManStanding);
    let banks: Vec<u8> = plain.field.grid.hexes().map(|hex| plain.precomputed().bank(hex)).collect();
    assert!(banks.iter().all(|bank| *bank == banks[0]));
}

// What readers are told

#[test]
fn narration_names_who_decides_and_why() {
    let setup = table("proving-ground", Scenario::LastManStanding);
    let mut battle = position(&setup, &[("sam!", [4, 6]), ("frank", [5, 6])], &[("rifleman", [4, 4])]);
    let threat = hex(&setup, 4, 4);
    battle.begin_effect(0, CombatResult::Retreat, threat, Origin::Burst(unit_id(Side::B, 0)), &mut Silent);
    let accepts = events::choice(&battle, Choice::GiveWay).words;
    assert!(accepts.contains("A:sam accepts the retreat (DF-LDR-02)"), "{accepts}");
    let stands = events::stand_check(&battle, 0, true, vec![3]).words;
    assert!(stands.contains("3 or more needed with A:frank, DF-LDR-01"), "{stands}");
}
