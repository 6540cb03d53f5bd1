use super::super::choices::Choice;
use super::super::fire_lines::Mode;
use super::super::scene::{enlist, offered, play, setup, setup_of, stand, two_forces};
use super::*;
use crate::game::Game;
use crate::rulesets::chainsword::codex::Scenario;

fn uses(battle: &Battle<'_>) -> Vec<(u8, Use)> {
    let pick = |choice: Choice| if let Choice::Spend { face, on } = choice { Some((face, on)) } else { None };
    offered(battle).into_iter().filter_map(pick).collect()
}

/// The Team that acts stands still and does nothing else.
fn idle(battle: &mut Battle<'_>) {
    play(battle, Choice::Mode(Mode::Stand), &[]);
    play(battle, Choice::Pass, &[]);
}

#[test]
fn cw_cmd_02_a_one_activates_one_team_and_cw_trn_10_only_once() {
    let setup = setup();
    let mut battle = two_forces(&setup, 9);
    play(&mut battle, Choice::Pass, &[1, 1, 5, 5, 5]);
    assert_eq!(uses(&battle), [(1, Use::Team(0)), (1, Use::Team(1))]);
    play(&mut battle, Choice::Spend { face: 1, on: Use::Team(0) }, &[]);
    idle(&mut battle);
    assert_eq!(uses(&battle), [(1, Use::Team(1))], "the other Team of the Squad has not acted");
    let refusal = battle.check(Choice::Spend { face: 1, on: Use::Team(0) }).unwrap_err();
    assert_eq!(refusal.rule, "CW-TRN-10");
    assert_eq!(battle.check(Choice::Spend { face: 4, on: Use::Team(2) }).unwrap_err().rule, "CW-CMD-11");
}

#[test]
fn cw_cmd_03_a_two_activates_the_teams_of_a_squad_in_any_order() {
    let setup = setup();
    let mut battle = two_forces(&setup, 9);
    play(&mut battle, Choice::Pass, &[1, 2, 5, 5, 5]);
    play(&mut battle, Choice::Spend { face: 2, on: Use::Squad(0) }, &[]);
    assert_eq!(offered(&battle), [Choice::Pass, Choice::Activate(0), Choice::Activate(1)]);
    play(&mut battle, Choice::Activate(1), &[]);
    idle(&mut battle);
    assert_eq!(offered(&battle), [Choice::Pass, Choice::Activate(0)]);
    // a Team may be left out, and then has a die 1.
    play(&mut battle, Choice::Pass, &[]);
    assert_eq!(uses(&battle), [(1, Use::Team(0))]);
}

#[test]
fn r_185_a_squad_takes_a_two_for_those_who_have_not_acted() {
    let setup = setup();
    let mut battle = two_forces(&setup, 9);
    play(&mut battle, Choice::Pass, &[2, 1, 1, 5, 5]);
    play(&mut battle, Choice::Spend { face: 1, on: Use::Team(0) }, &[]);
    idle(&mut battle);
    assert!(uses(&battle).contains(&(2, Use::Squad(0))));
    play(&mut battle, Choice::Spend { face: 1, on: Use::Team(1) }, &[]);
    play(&mut battle, Choice::Mode(Mode::Stand), &[]);
    battle.forces[0].command_points = 6;
    play(&mut battle, Choice::Pass, &[]);
    assert_eq!(battle.check(Choice::Spend { face: 2, on: Use::Squad(0) }).unwrap_err().rule, "R-185");
}

#[test]
fn cw_cmd_04_and_05_leaders_and_commanders_act_on_their_faces() {
    let setup = setup();
    let mut battle = two_forces(&setup, 9);
    for unit in ["lieutenant", "rampart", "mule", "captain"] {
        let team = enlist(&mut battle, Side::A, unit);
        stand(&mut battle, team, 20.0, 6.0);
    }
    let after = |battle: &Battle<'_>, thrown: &[u8]| {
        let mut battle = battle.clone();
        play(&mut battle, Choice::Pass, thrown);
        uses(&battle).into_iter().map(|(_, on)| on).collect::<Vec<_>>()
    };
    use Use::{Squad, Team};
    assert_eq!(after(&battle, &[3, 5, 5, 5, 5]), [Team(3), Team(4)], "a junior leader, or a commander");
    assert_eq!(after(&battle, &[4, 5, 5, 5, 5]), [Team(2), Team(6)]);
    assert_eq!(after(&battle, &[1, 5, 5, 5, 5]), [Team(0), Team(1), Team(4), Team(5)], "R-180: no officer");
    assert_eq!(after(&battle, &[2, 5, 5, 5, 5]), [Squad(0), Squad(3), Squad(4)]);
    let setup = setup_of(Scenario::Patrol, &[("vehicle-activation", "junior-leader")]);
    let mut battle = two_forces(&setup, 9);
    for unit in ["mule", "kestrel"] {
        let team = enlist(&mut battle, Side::A, unit);
        stand(&mut battle, team, 20.0, 6.0);
    }
    assert_eq!(after(&battle, &[3, 5, 5, 5, 5]), [Team(3), Team(4)], "CW-CMD-13, CW-FLY-01");
    assert_eq!(after(&battle, &[1, 5, 5, 5, 5]), [Team(0), Team(1)]);
}

#[test]
fn cw_cmd_07_a_wildcard_is_any_face() {
    let setup = setup();
    let mut battle = two_forces(&setup, 9);
    play(&mut battle, Choice::Pass, &[6, 5, 5, 5, 5]);
    let expected = [(1, Use::Team(0)), (1, Use::Team(1)), (2, Use::Squad(0)), (4, Use::Team(2))];
    assert_eq!(uses(&battle), expected);
    play(&mut battle, Choice::Spend { face: 2, on: Use::Squad(0) }, &[]);
    assert!(!battle.hand.wild);
}

#[test]
fn r_127_a_transport_acts_with_its_squad_and_by_itself_once_that_is_gone() {
    let setup = setup();
    let mut battle = two_forces(&setup, 9);
    let mule = enlist(&mut battle, Side::A, "mule");
    stand(&mut battle, mule, 20.0, 6.0);
    battle.forces[0].squad_states[0].transport = mule;
    play(&mut battle, Choice::Pass, &[2, 1, 5, 5, 5]);
    assert_eq!(battle.check(Choice::Spend { face: 2, on: Use::Squad(2) }).unwrap_err().rule, "R-127");
    assert!(uses(&battle).contains(&(1, Use::Team(mule))));
    play(&mut battle, Choice::Spend { face: 2, on: Use::Squad(0) }, &[]);
    assert!(offered(&battle).contains(&Choice::Activate(mule)));
    play(&mut battle, Choice::Pass, &[]);
    battle.forces[0].gone |= battle.forces[0].squad_states[0].teams;
    battle.hand.faces[1] = 1;
    assert_eq!(battle.check(Choice::Spend { face: 2, on: Use::Squad(2) }), Ok(()));
}

#[test]
fn cw_act_02_broken_and_cw_act_04_locked_teams_do_not_activate() {
    let setup = setup();
    let mut battle = two_forces(&setup, 9);
    battle.teams[0].shock = 14;
    battle.teams[1].locked |= bit(64);
    battle.teams[64].locked |= bit(1);
    battle.hand.faces[0] = 1;
    let rule = |battle: &Battle<'_>, team: TeamId| battle.may_activate(team).unwrap_err().rule;
    assert_eq!((rule(&battle, 0), rule(&battle, 1)), ("CW-ACT-02", "CW-ACT-04"));
    battle.teams[0].shock = 0;
    battle.forces[0].falling_back |= bit(0);
    assert_eq!(rule(&battle, 0), "CW-ACT-02");
}

#[test]
fn cw_sho_05_overwatch_is_for_steady_teams_and_cw_act_03_lost_on_activating() {
    let setup = setup();
    let mut battle = two_forces(&setup, 9);
    play(&mut battle, Choice::Pass, &[1, 1, 2, 5, 5]);
    play(&mut battle, Choice::Spend { face: 1, on: Use::Team(0) }, &[]);
    play(&mut battle, Choice::Mode(Mode::Stand), &[]);
    play(&mut battle, Choice::Overwatch, &[]);
    assert!(battle.forces[0].overwatch.contains(0) && battle.forces[0].overwatch_moved.is_empty());
    play(&mut battle, Choice::Spend { face: 1, on: Use::Team(1) }, &[]);
    play(&mut battle, Choice::Mode(Mode::Tactical), &[]);
    assert_eq!(battle.check(Choice::Overwatch).unwrap_err().rule, "CW-SHO-05");
    play(&mut battle, Choice::Pass, &[]);
    assert!(battle.forces[0].tactical.contains(1), "a Tactical move may be no move at all");
    // In a later Phase it acts again.
    play(&mut battle, Choice::Pass, &[3, 3, 3, 3, 3]);
    play(&mut battle, Choice::Pass, &[2, 3, 3, 3, 3]);
    assert!(battle.forces[0].overwatch.contains(0));
    play(&mut battle, Choice::Spend { face: 2, on: Use::Squad(0) }, &[]);
    play(&mut battle, Choice::Activate(0), &[]);
    assert!(battle.forces[0].overwatch.is_empty());
    let setup = setup_of(Scenario::Patrol, &[("self-overwatch", "no")]);
    let mut battle = two_forces(&setup, 9);
    play(&mut battle, Choice::Pass, &[1, 1, 2, 5, 5]);
    play(&mut battle, Choice::Spend { face: 1, on: Use::Team(0) }, &[]);
    play(&mut battle, Choice::Mode(Mode::Stand), &[]);
    assert_eq!(battle.check(Choice::Overwatch).unwrap_err().rule, "CW-TRN-01", "nothing is left to ask");
}
