use super::super::scene::{dice, enlist, setup_of, stand, two_forces};
use super::super::state::bit;
use super::*;
use crate::game::{Game, Silent};

const STANDING: Standing = Standing { levels: [5, 5], attacker_controls: false, attacker_can_move: true };

fn lost(scenario: Scenario, loser: Side, ending: Ending, standing: &Standing) -> Option<Option<Side>> {
    after_loss(scenario, &Rules::default(), loser, ending, standing)
}

#[test]
fn cw_scn_03_the_winner_of_the_patrol_stands_at_three_or_more() {
    for scenario in [Scenario::Patrol, Scenario::AttackAndDefend] {
        for (level, winner) in [(3, Some(Side::B)), (2, None)] {
            let standing = Standing { levels: [0, level], ..STANDING };
            assert_eq!(lost(scenario, Side::A, Ending::Rout, &standing), Some(winner));
        }
    }
}

#[test]
fn cw_scn_21_an_attacker_who_routs_has_lost() {
    let weak = Standing { levels: [0, 1], ..STANDING };
    for scenario in [Scenario::Probe, Scenario::DelayingAction, Scenario::FlankAttack, Scenario::AttackOnAnObjective] {
        assert_eq!(lost(scenario, Side::A, Ending::Rout, &weak), Some(Some(Side::B)), "{scenario:?}");
    }
}

#[test]
fn cw_scn_22_a_rout_of_the_defender_leaves_the_goal_open() {
    for scenario in [Scenario::Probe, Scenario::DelayingAction] {
        for (can_move, winner) in [(true, Side::A), (false, Side::B)] {
            let standing = Standing { attacker_can_move: can_move, ..STANDING };
            assert_eq!(lost(scenario, Side::B, Ending::Rout, &standing), Some(Some(winner)));
        }
        let by = |rule: RoutRule, ending: Ending| {
            let rules = Rules { rout_rule: rule, ..Rules::default() };
            after_loss(scenario, &rules, Side::B, ending, &STANDING)
        };
        assert_eq!(by(RoutRule::PlayOn, Ending::Rout), None);
        assert_eq!(by(RoutRule::Literal, Ending::Rout), Some(Some(Side::B)));
        assert_eq!(by(RoutRule::Literal, Ending::WipedOut), None);
    }
}

#[test]
fn cw_scn_17_the_flank_attack_is_won_by_a_steady_attacker() {
    for (level, winner) in [(3, Side::A), (2, Side::B)] {
        let standing = Standing { levels: [level, 0], ..STANDING };
        assert_eq!(lost(Scenario::FlankAttack, Side::B, Ending::Rout, &standing), Some(Some(winner)));
    }
}

#[test]
fn cw_scn_20_a_rout_without_control_is_a_win_of_the_defender() {
    let objective = Scenario::AttackOnAnObjective;
    for (controls, winner) in [(true, Side::A), (false, Side::B)] {
        let standing = Standing { attacker_controls: controls, ..STANDING };
        assert_eq!(lost(objective, Side::B, Ending::Rout, &standing), Some(Some(winner)));
    }
    assert_eq!(lost(objective, Side::B, Ending::WipedOut, &STANDING), Some(Some(Side::A)), "R-165");
    let stuck = Standing { attacker_can_move: false, ..STANDING };
    assert_eq!(lost(objective, Side::B, Ending::WipedOut, &stuck), Some(Some(Side::B)));
}

#[test]
fn cw_fmo_07_defenders_who_hold_a_goal_may_not_walk_off() {
    let open = |side: Side, controls: bool| Scenario::ALL.map(|(_, scenario)| may_withdraw(scenario, side, controls));
    assert_eq!(open(Side::A, false), [true; 6]);
    assert_eq!(open(Side::B, false), [true, false, true, false, true, false]);
    assert_eq!(open(Side::B, true), [true, false, true, false, true, true]);
}

#[test]
fn r_164_a_settled_game_stops() {
    let end = |scenario, levels, may_cross| settled(scenario, &Rules::default(), levels, || may_cross);
    assert_eq!(end(Scenario::Patrol, [2, 2], true), Some(None));
    assert_eq!(end(Scenario::Patrol, [2, 3], true), None);
    assert_eq!(end(Scenario::FlankAttack, [2, 9], true), Some(Some(Side::B)));
    assert_eq!(end(Scenario::Probe, [9, 9], false), Some(Some(Side::B)));
    assert_eq!(end(Scenario::AttackOnAnObjective, [2, 2], false), None);
    let rules = Rules { early_decision: Kept::Off, ..Rules::default() };
    assert_eq!(settled(Scenario::Patrol, &rules, [2, 2], || true), None);
}

#[test]
fn r_166_a_side_is_wiped_out_without_anybody_on_the_table_or_to_come() {
    let setup = setup_of(Scenario::Patrol, &[]);
    let mut battle = two_forces(&setup, 9);
    let late = enlist(&mut battle, Side::A, "mule");
    let kestrel = enlist(&mut battle, Side::A, "kestrel");
    for team in [0, 1, 2] {
        battle.take_off(team);
        battle.forces[0].gone |= bit(team);
    }
    assert!(battle.is_wiped_out(Side::A), "no point to come from, and flyers do not count");
    battle.forces[0]
        .points
        .push(super::super::state::JumpOffPoint { at: crate::tabletop::plane::Point::new(10.0, 10.0), shaded: false });
    assert!(!battle.is_wiped_out(Side::A));
    battle.forces[0].points.clear();
    battle.forces[0].waiting &= !bit(late);
    battle.forces[0].aboard |= bit(late);
    assert!(!battle.is_wiped_out(Side::A), "passengers off the table count");
    battle.destroy(late, "test", &mut Silent);
    battle.proceed(&mut dice(&[1]), &mut Silent);
    let verdict = battle.verdict().unwrap();
    assert_eq!((verdict.winner, verdict.ending), (Some(Side::B), Ending::WipedOut as u8));
    assert!(battle.force(Side::A).reserve.contains(kestrel));
}

#[test]
fn r_161_infantry_and_bikes_cross_but_no_vehicles_officers_or_reserves() {
    let mut setup = setup_of(Scenario::Probe, &[]);
    let crossers = |setup: &super::super::state::Setup| {
        let mut battle = two_forces(setup, 9);
        let units = ["outriders", "mule", "strider", "bulwark-guard"];
        let [riders, mule, strider, guard] = units.map(|unit| enlist(&mut battle, Side::A, unit));
        stand(&mut battle, guard, 50.0, 6.0);
        battle.forces[0].from_reserve |= bit(guard);
        [0, 2, riders, mule, strider, guard].map(|team| battle.is_crosser(team))
    };
    assert_eq!(crossers(&setup), [true, false, true, false, false, false]);
    setup.rules.crossing_team = CrossingTeam::Ground;
    setup.rules.officer_holds = true;
    setup.rules.crossing_by_reserves = true;
    assert_eq!(crossers(&setup), [true; 6]);
}

#[test]
fn r_161_in_the_probe_a_carrier_is_no_team_that_reaches_the_edge() {
    for (rule, reaches) in [("infantry", false), ("ground", true)] {
        let setup = setup_of(Scenario::Probe, &[("crossing-team", rule)]);
        let mut battle = two_forces(&setup, 9);
        let mule = enlist(&mut battle, Side::A, "rampart");
        stand(&mut battle, mule, 20.0, 20.0);
        battle.forces[0].gone = [0, 1, 2].into_iter().collect();
        let gone = battle.forces[0].gone;
        battle.forces[0].present &= !gone;
        assert_eq!(battle.standing_for_verdict().attacker_can_move, reaches, "{rule}");
    }
}

#[test]
fn r_166_a_squad_whose_flyer_may_bring_it_is_still_to_come() {
    let setup = setup_of(Scenario::Patrol, &[]);
    let mut battle = two_forces(&setup, 9);
    let rider = enlist(&mut battle, Side::A, "levy-rifles");
    let heron = enlist(&mut battle, Side::A, "heron");
    let (squad, carrier) = (battle.team(rider).squad, battle.team(heron).squad);
    battle.forces[0].gone = [0, 1, 2].into_iter().collect();
    let gone = battle.forces[0].gone;
    battle.forces[0].present &= !gone;
    assert!(battle.is_wiped_out(Side::A), "no point is left");
    battle.name_transport(Side::A, squad, carrier);
    assert!(!battle.is_wiped_out(Side::A));
}

#[test]
fn what_comes_as_support_is_in_no_list_and_none_of_its_value() {
    let setup = setup_of(Scenario::Patrol, &[]);
    let mut battle = two_forces(&setup, 9);
    battle.forces[0].listed = battle.forces[0].squads;
    let before = battle.side_state(Side::A);
    assert_eq!((before.value, before.units), (battle.worth(Side::A), 3));
    let rampart = enlist(&mut battle, Side::A, "rampart");
    stand(&mut battle, rampart, 20.0, 20.0);
    assert!(battle.is_listed(0) && !battle.is_listed(rampart));
    assert_eq!((battle.side_state(Side::A), battle.worth(Side::A)), (before, before.value + 150.0));
    battle.destroy(rampart, "test", &mut Silent);
    let after = battle.side_state(Side::A);
    assert_eq!((after.value, after.units), (before.value, before.units), "what goes of it is no loss");
    battle.destroy(0, "test", &mut Silent);
    let after = battle.side_state(Side::A);
    assert!(after.value < before.value && after.units == 2, "{after:?}");
}
