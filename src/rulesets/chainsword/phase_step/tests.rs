use super::super::choices::{Choice, Decision};
use super::super::scene::{play, setup, setup_of, told, two_forces};
use super::super::state::{Battle, bit};
use super::*;
use crate::game::{Game, Side, Silent};
use crate::rulesets::chainsword::codex::Scenario;

/// Passes to the Command Dice of the active side, and throws them.
fn throw(battle: &mut Battle<'_>, thrown: &[u8]) {
    assert_eq!(battle.decision, Decision::Withdraw);
    play(battle, Choice::Pass, thrown);
}

#[test]
fn cw_trn_02_phases_alternate_and_cw_cmd_09_two_sixes_keep_the_initiative() {
    let setup = setup();
    let mut battle = two_forces(&setup, 9);
    throw(&mut battle, &[3, 3, 3, 3, 3]);
    assert_eq!((battle.active, battle.phase), (Side::B, 2), "nothing to spend dice on: the Phase is over");
    throw(&mut battle, &[6, 6, 3, 3, 3]);
    assert_eq!((battle.active, battle.phase, battle.turns), (Side::B, 3, 1));
    throw(&mut battle, &[6, 3, 3, 3, 3]);
    play(&mut battle, Choice::Pass, &[]);
    assert_eq!((battle.active, battle.phase), (Side::A, 4), "one six keeps nothing");
    let counted = |battle: &Battle<'_>| Side::BOTH.map(|side| battle.forces[side.index()].tally.phases);
    assert_eq!(counted(&battle), [2, 2], "Phases are those of who was active");
}

#[test]
fn cw_cmd_09_sixes_keep_no_phase_where_the_switch_says_so_and_end_turns_still() {
    let setup = setup_of(Scenario::Patrol, &[("keep-phase", "no")]);
    let mut battle = two_forces(&setup, 9);
    throw(&mut battle, &[6, 6, 3, 3, 3]);
    assert_eq!((battle.active, battle.phase, battle.turns), (Side::B, 2, 1));
    throw(&mut battle, &[6, 6, 6, 3, 3]);
    assert_eq!((battle.active, battle.phase, battle.turns), (Side::A, 3, 2));
}

#[test]
fn cw_trn_04_three_sixes_end_the_turn_after_the_phase_and_keep_the_initiative() {
    let setup = setup();
    let mut battle = two_forces(&setup, 9);
    battle.forces[0].overwatch |= bit(0);
    throw(&mut battle, &[6, 6, 6, 3, 3]);
    assert_eq!((battle.turns, battle.active, battle.phase), (2, Side::A, 2));
    assert!(battle.forces[0].overwatch.is_empty(), "CW-SHO-07: Overwatch is lost");
}

#[test]
fn cw_cmd_01_dice_by_force_morale_and_by_event() {
    let setup = setup();
    let mut battle = two_forces(&setup, 9);
    let dice = [9, 5, 4, 3, 2, 1].map(|level| {
        battle.forces[0].level = level;
        battle.command_dice(Side::A)
    });
    assert_eq!(dice, [5, 5, 4, 3, 3, 2]);
    battle.forces[0].jammed = 1;
    assert_eq!(battle.command_dice(Side::A), 1, "R-11: never none");
    let setup = setup_of(Scenario::Patrol, &[("fm-table", "by-row"), ("command-dice", "2")]);
    let mut battle = two_forces(&setup, 9);
    let dice = [9, 4, 3, 2, 1].map(|level| {
        battle.forces[0].level = level;
        battle.command_dice(Side::A)
    });
    assert_eq!(dice, [2, 1, 1, 1, 1]);
}

#[test]
fn cw_cmd_06_fives_and_cw_cmd_07_a_wildcard_left_over_are_command_points() {
    for (wild, points) in [("yes", 3), ("no", 2)] {
        let setup = setup_of(Scenario::Patrol, &[("wildcard-cp", wild)]);
        let mut battle = two_forces(&setup, 9);
        throw(&mut battle, &[5, 5, 6, 3, 3]);
        play(&mut battle, Choice::Pass, &[]);
        assert_eq!((battle.active, battle.forces[0].command_points), (Side::B, points));
        assert_eq!(battle.forces[0].tally.dice_wasted, 5 - points, "what is no command point has lapsed");
        throw(&mut battle, &[6, 6, 3, 3, 3]);
        assert_eq!(battle.forces[1].command_points, 0, "CW-CMD-08: two sixes are no wildcards");
    }
}

#[test]
fn cw_str_02_a_command_die_is_thrown_again_once_in_a_phase() {
    let setup = setup();
    let mut battle = two_forces(&setup, 9);
    battle.forces[0].command_points = 13;
    throw(&mut battle, &[3, 3, 3, 3, 5]);
    assert_eq!((battle.decision, battle.to_choose()), (Decision::Reroll, Some(Side::A)));
    assert!(battle.check(Choice::Reroll(5)).is_err(), "there is no such die");
    play(&mut battle, Choice::Reroll(4), &[6]);
    assert_eq!(battle.forces[0].command_points, 7, "the second result stands");
    assert!(battle.forces[0].rerolled == 1 && battle.hand.wild);
    assert_eq!(battle.decision, Decision::Spend);
    // The same with too few points for it.
    let mut battle = two_forces(&setup, 9);
    battle.forces[0].command_points = 5;
    throw(&mut battle, &[3, 3, 3, 3, 3]);
    assert_eq!(battle.active, Side::B);
}

#[test]
fn cw_str_04_a_turn_is_ended_for_six_points() {
    let setup = setup();
    let mut battle = two_forces(&setup, 9);
    battle.forces[0].command_points = 6;
    throw(&mut battle, &[3, 3, 3, 3, 3]);
    play(&mut battle, Choice::Pass, &[]);
    assert_eq!(battle.decision, Decision::Spend);
    play(&mut battle, Choice::EndTurn, &[]);
    assert_eq!((battle.forces[0].command_points, battle.forces[0].tally.points_spent), (0, 6));
    assert_eq!((battle.turns, battle.active), (2, Side::B), "the dice decide who is next");
}

#[test]
fn cw_trn_05_broken_teams_leave_and_cw_trn_06_shock_stays() {
    for (rule, left) in [("keep", 5), ("halve", 2), ("clear", 0)] {
        let setup = setup_of(Scenario::Patrol, &[("turn-end-shock", rule)]);
        let mut battle = two_forces(&setup, 9);
        battle.teams[64].shock = 14;
        battle.teams[65].shock = 5;
        battle.forces[0].falling_back |= bit(1);
        battle.forces[1].tactical |= bit(65);
        // Side B is not active: its test comes first.
        let words = told(&mut battle, Choice::Pass, &[6, 6, 6, 3, 3, 4, 3]).join("\n");
        assert_eq!((battle.force(Side::A).gone, battle.force(Side::B).gone), (bit(1), bit(64)));
        assert_eq!((battle.teams[65].shock, battle.forces[1].tactical), (left, TeamSet::EMPTY));
        assert_eq!((battle.forces[0].level, battle.forces[1].level), (9, 8));
        let (b, a) = (words.find("Force Morale of B").unwrap(), words.find("Force Morale of A").unwrap());
        assert!(b < a, "R-156: {words}");
    }
}

#[test]
fn r_157_an_officer_leaves_with_his_team_at_a_turn_end() {
    let setup = setup();
    let mut battle = two_forces(&setup, 9);
    (battle.teams[64].officer, battle.teams[66].with) = (66, 64);
    battle.forces[1].falling_back |= bit(64);
    throw(&mut battle, &[6, 6, 6, 3, 3, 1, 1]);
    assert!(battle.force(Side::B).gone.contains(64) && battle.force(Side::B).gone.contains(66));
}

#[test]
fn cw_trn_11_the_game_stops_at_its_last_phase() {
    let setup = setup_of(Scenario::Patrol, &[("max-phases", "2")]);
    let mut battle = two_forces(&setup, 9);
    throw(&mut battle, &[3, 3, 3, 3, 3]);
    throw(&mut battle, &[6, 6, 6, 3, 3]);
    let verdict = battle.verdict().unwrap();
    assert_eq!((verdict.winner, verdict.ending), (None, crate::rulesets::chainsword::victory::Ending::Cap as u8));
    assert_eq!(battle.turns, 2, "R-119: the Turn end comes first");
    assert_eq!(battle.to_choose(), None);
}

#[test]
fn cw_shk_08_a_pinned_team_stays_so_to_the_end_of_its_next_phase() {
    let setup = setup();
    let mut battle = two_forces(&setup, 9);
    battle.forces[1].pinned |= bit(64);
    battle.forces[0].pinned |= bit(0);
    battle.forces[0].newly_pinned |= bit(0);
    throw(&mut battle, &[3, 3, 3, 3, 3]);
    assert!(battle.is_pinned(64) && battle.is_pinned(0), "pinned in its own Phase: until its next one");
    throw(&mut battle, &[3, 3, 3, 3, 3]);
    assert!(!battle.is_pinned(64) && battle.is_pinned(0));
    throw(&mut battle, &[3, 3, 3, 3, 3]);
    assert!(!battle.is_pinned(0));
}

#[test]
fn cw_cmd_12_four_sixes_bring_a_random_event_unless_there_are_none() {
    let setup = setup();
    let after = |event: &[u8]| {
        let mut battle = two_forces(&setup, 9);
        battle.teams[0].shock = 2;
        let thrown: Vec<u8> = [6, 6, 6, 6, 3].iter().chain(event).copied().collect();
        play(&mut battle, Choice::Pass, &thrown);
        battle
    };
    assert_eq!(after(&[1]).smoke, 1, "the Phase that is over was one of two");
    let shelled = after(&[2, 4, 5]);
    assert_eq!(shelled.teams[65].shock, 3, "the fifth of all Teams takes d3");
    let calm = after(&[3]);
    assert_eq!((calm.teams[0].shock, calm.teams[1].shock), (1, 0));
    assert_eq!(after(&[4, 5]).forces[0].command_points, 3);
    assert_eq!(after(&[5]).command_dice(Side::B), 4);
    after(&[6]);
    let setup = setup_of(Scenario::Patrol, &[("random-events", "none")]);
    let mut battle = two_forces(&setup, 9);
    throw(&mut battle, &[6, 6, 6, 6, 3]);
    assert_eq!(battle.turns, 2);
}

#[test]
fn cw_sho_03_covering_fire_lasts_for_the_next_phase_or_for_the_targets_next() {
    for (rule, first, second) in [("next-phase", true, false), ("next-enemy-phase", false, true)] {
        let setup = setup_of(Scenario::Patrol, &[("covering-fire-duration", rule)]);
        let mut battle = two_forces(&setup, 9);
        battle.forces[1].suppressed_next |= bit(64);
        // A has the next Phase too.
        throw(&mut battle, &[6, 6, 3, 3, 3]);
        assert_eq!(battle.forces[1].suppressed.contains(64), first, "{rule}");
        throw(&mut battle, &[3, 3, 3, 3, 3]);
        assert_eq!(battle.forces[1].suppressed.contains(64), second, "{rule}");
        throw(&mut battle, &[3, 3, 3, 3, 3]);
        assert!(battle.forces[1].suppressed.is_empty());
    }
}

#[test]
fn cw_fmo_07_a_side_may_withdraw_at_the_start_of_its_phase() {
    let setup = setup();
    let mut battle = two_forces(&setup, 9);
    battle.apply(Choice::Withdraw, &mut super::super::scene::dice(&[]), &mut Silent);
    assert_eq!(battle.verdict().unwrap().winner, Some(Side::B));
    let mut battle = two_forces(&setup, 9);
    let mut chance = crate::dice::SeededDice::from_key(1);
    assert_eq!(battle.any_choice(&mut chance), Choice::Pass, "R-167");
    battle.forces[1].level = 2;
    battle.apply(Choice::Withdraw, &mut super::super::scene::dice(&[]), &mut Silent);
    assert_eq!(battle.verdict().unwrap().winner, None, "the other side is too weak");
}

#[test]
fn cw_cmd_06_points_are_kept_up_to_a_cap_where_there_is_one() {
    for (cap, kept) in [("0", 4), ("2", 2)] {
        let setup = setup_of(Scenario::Patrol, &[("cp-cap", cap)]);
        let mut battle = two_forces(&setup, 9);
        throw(&mut battle, &[5, 5, 5, 5, 1]);
        assert_eq!(battle.forces[0].command_points, kept);
    }
}
