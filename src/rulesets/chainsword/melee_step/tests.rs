use super::super::choices::Use;
use super::super::codex::Scenario;
use super::super::fire_lines::Mode;
use super::super::profiles::Trait;
use super::super::scene::{act, enlist, offered, play, setup, setup_of, stand, told, two_forces};
use super::super::state::Setup;
use super::*;
use crate::game::{Game, Silent};
use crate::tabletop::plane::Point;

/// So many models of a Team are left.
fn left(battle: &mut Battle<'_>, team: TeamId, models: u8) {
    let state = &mut battle.teams[usize::from(team)];
    let mut extra = state.models - models;
    for load in state.loads.iter_mut() {
        let gone = load.count.min(extra);
        load.count -= gone;
        extra -= gone;
    }
    (state.models, state.phase_models) = (models, models);
}

/// Two Teams are locked.
fn lock(battle: &mut Battle<'_>, a: TeamId, b: TeamId) {
    battle.teams[usize::from(a)].locked |= bit(b);
    battle.teams[usize::from(b)].locked |= bit(a);
}

/// Side A, in whose Phase nothing is left to spend but the last die, with a Team of its own locked with the levies 64 of side B in the
/// middle of the table.
fn melee<'s>(setup: &'s Setup, unit: &str, own: u8, enemies: u8, change: impl FnOnce(&mut Battle<'_>)) -> Battle<'s> {
    let mut battle = two_forces(setup, 9);
    for (team, x) in [(0, 60.0), (1, 65.0), (2, 70.0)] {
        stand(&mut battle, team, x, 6.0);
    }
    let team = enlist(&mut battle, Side::A, unit);
    assert_eq!(team, 3);
    stand(&mut battle, 3, 30.0, 20.0);
    if !battle.profile(3).is_vehicle() {
        left(&mut battle, 3, own);
    }
    left(&mut battle, 64, enemies);
    stand(&mut battle, 64, 30.0, 22.5);
    lock(&mut battle, 3, 64);
    change(&mut battle);
    play(&mut battle, Choice::Pass, &[1, 1, 1, 1, 1]);
    battle
}

#[test]
fn cw_mel_01_a_melee_is_fought_once_in_each_phase_at_its_end() {
    let setup = setup();
    let mut battle = melee(&setup, "levy-rifles", 1, 1, |_| {});
    // Both miss; nobody breaks off, for either can hurt the other.
    play(&mut battle, Choice::Pass, &[1, 1]);
    assert_eq!((battle.active, battle.decision), (Side::B, Decision::Withdraw));
    assert!(battle.forces[0].fought.is_empty(), "a new Phase");
    play(&mut battle, Choice::Pass, &[1, 1, 1, 1, 1]);
    play(&mut battle, Choice::Pass, &[1, 1]);
    assert_eq!(battle.active, Side::A);
}

#[test]
fn cw_trn_01_the_steps_of_a_phase_come_in_their_order() {
    use super::super::phase_step::Stage;
    let setup = setup();
    let mut battle = two_forces(&setup, 9);
    // A Team in flight, a melee, losses to shooting, and a state that ends.
    for (team, x) in [(0, 60.0), (1, 66.0), (2, 71.0)] {
        stand(&mut battle, team, x, 6.0);
    }
    battle.forces[0].falling_back |= bit(1);
    battle.queue[0] = bit(1);
    battle.forces[0].pinned |= bit(0);
    left(&mut battle, 64, 1);
    left(&mut battle, 0, 1);
    stand(&mut battle, 64, 60.0, 8.5);
    lock(&mut battle, 0, 64);
    // Start of the Phase: the test to regroup, and then the Command Dice.
    play(&mut battle, Choice::Pass, &[1, 1, 1, 1, 1, 1, 1]);
    assert!(battle.stage == Stage::Spend && !battle.forces[0].falling_back.contains(1));
    battle.teams[65].shot = 2;
    // Dice are spent; then the blows of both sides, the test for losses, the states.
    play(&mut battle, Choice::Pass, &[1, 1, 2, 2]);
    assert_eq!((battle.active, battle.decision), (Side::B, Decision::Withdraw));
    assert!(battle.forces[0].pinned.is_empty());
}

#[test]
fn cw_bas_18_the_quicker_strike_first_and_the_dead_not_at_all() {
    let setup = setup();
    let mut battle = melee(&setup, "breachers", 1, 1, |_| {});
    // Two attacks of initiative 4: one hits on 3+, wounds on 4+, is not saved on 5+. Force Morale stands; the victor may move 3.
    play(&mut battle, Choice::Pass, &[2, 3, 4, 4, 1, 3]);
    assert!(battle.forces[1].gone.contains(64));
    assert_eq!((battle.decision, battle.decider), (Decision::Consolidate, Side::A));
    // Equal initiatives strike together: both fall, and side B, whose Phase it is not, tests first.
    let mut battle = melee(&setup, "levy-rifles", 1, 1, |_| {});
    play(&mut battle, Choice::Pass, &[4, 4, 4, 4, 4, 4, 1, 1]);
    assert!(battle.forces[0].gone.contains(3) && battle.forces[1].gone.contains(64));
}

#[test]
fn cw_mel_03_a_charge_gives_an_attack_in_its_phase_and_cw_bas_18_slow_ones_strike_last() {
    let setup = setup();
    let mut battle = melee(&setup, "breachers", 1, 1, |_| {});
    battle.forces[0].charged |= bit(3);
    // Three attacks in place of two, and the levy strikes back.
    play(&mut battle, Choice::Pass, &[1, 1, 1, 1]);
    assert_eq!(battle.active, Side::B);
    // Through difficult ground levies strike after those whom they charge; breachers have grenades.
    let slowed = |battle: &mut Battle<'_>| {
        battle.forces[0].charged |= bit(3);
        battle.forces[0].slowed |= bit(3);
    };
    let mut battle = melee(&setup, "levy-rifles", 1, 1, |_| {});
    slowed(&mut battle);
    // The levy of side B kills, and nobody strikes back.
    play(&mut battle, Choice::Pass, &[4, 4, 1, 1, 1]);
    assert!(battle.forces[0].gone.contains(3));
    let mut battle = melee(&setup, "breachers", 1, 1, |_| {});
    slowed(&mut battle);
    play(&mut battle, Choice::Pass, &[3, 1, 1, 4, 1, 1, 3]);
    assert!(battle.forces[1].gone.contains(64));
}

#[test]
fn cw_bas_19_the_loser_is_tested_with_margin_and_shock() {
    let setup = setup();
    // Ld 7, a margin of 1: 6 holds, 7 does not; then it gets away, and falls back 2 inches.
    let blows = [4, 1, 4, 1, 1, 1];
    let mut battle = melee(&setup, "levy-rifles", 2, 2, |_| {});
    play(&mut battle, Choice::Pass, &[blows.as_slice(), &[3, 3]].concat());
    assert!(battle.is_locked(64) && battle.active == Side::B, "it holds");
    let mut battle = melee(&setup, "levy-rifles", 2, 2, |_| {});
    play(&mut battle, Choice::Pass, &[blows.as_slice(), &[3, 4, 2, 3, 2, 2, 1, 1]].concat());
    assert!(!battle.is_locked(64) && !battle.is_locked(3) && battle.forces[1].falling_back.contains(64));
    assert_eq!((battle.team(64).at, battle.decision), (Point::new(30.0, 26.5), Decision::Consolidate));
    let mut battle = melee(&setup, "levy-rifles", 2, 2, |battle| battle.teams[64].shock = 2);
    play(&mut battle, Choice::Pass, &[blows.as_slice(), &[2, 3, 3, 3, 1, 1]].concat());
    assert!(battle.forces[1].gone.contains(64), "swept with equal totals, CW-MEL-06");
    assert_eq!(battle.decision, Decision::Consolidate);
}

#[test]
fn cw_bas_19_the_fearless_do_not_throw() {
    let setup = setup_of(Scenario::Patrol, &[("flying-beasts", "on")]);
    let mut battle = two_forces(&setup, 9);
    let beast = enlist(&mut battle, Side::B, "sky-beast");
    assert!(battle.profile(beast).is(Trait::Fearless));
    stand(&mut battle, beast, 30.0, 20.0);
    battle.teams[usize::from(beast)].locked = bit(0);
    stand(&mut battle, 0, 30.0, 17.0);
    battle.teams[0].locked = bit(beast);
    let queue = [TeamSet::EMPTY, bit(beast)];
    let teams = [bit(0), bit(beast)];
    battle.fight = Some(Fight { winner: Some(Side::A), step: FightStep::Tests, queue, ..Fight::new(teams) });
    let mut dice = super::super::scene::dice(&[]);
    battle.run_break_tests(&mut dice, &mut Silent);
    assert!(battle.roll.is_none());
}

#[test]
fn r_113_the_active_side_says_which_melee_comes_next_and_r_136_each_team_whom_it_strikes() {
    let setup = setup();
    let mut battle = melee(&setup, "levy-rifles", 1, 1, |battle| {
        // Two Teams of side A on one of side B, and another melee.
        stand(battle, 4, 32.2, 22.5);
        left(battle, 4, 1);
        lock(battle, 4, 64);
        stand(battle, 0, 50.0, 20.0);
        stand(battle, 65, 50.0, 22.5);
        left(battle, 0, 1);
        left(battle, 65, 1);
        lock(battle, 0, 65);
    });
    play(&mut battle, Choice::Pass, &[]);
    assert_eq!((battle.decision, battle.decider), (Decision::Melee, Side::A));
    assert_eq!(offered(&battle), [Choice::Melee(0), Choice::Melee(3)]);
    assert_eq!(battle.check(Choice::Melee(1)).unwrap_err().rule, "CW-MEL-01");
    play(&mut battle, Choice::Melee(4), &[]);
    assert_eq!((battle.decision, battle.decider), (Decision::Blows, Side::B), "it is locked with two");
    let blows = |target| Choice::Blows { team: 64, target, grenades: false };
    assert_eq!(offered(&battle), [blows(3), blows(4)]);
    // CW-MEL-05: one of two attacks hits it, and it hits one; sums decide, equal ones are a draw. It falls; the other melee follows.
    play(&mut battle, blows(4), &[1, 4, 4, 1, 4, 4, 1, 1, 1, 1, 1]);
    assert!(
        battle.forces[1].gone.contains(64) && battle.forces[0].gone.contains(4) && !battle.forces[0].gone.contains(3)
    );
    assert_eq!(battle.active, Side::B, "nobody moves for a drawn round");
}

#[test]
fn r_46_melees_may_be_fought_on_the_charge_and_when_a_locked_team_is_activated() {
    let setup = setup_of(Scenario::Patrol, &[("melee-cadence", "on-activation")]);
    let mut battle = melee(&setup, "levy-rifles", 1, 1, |battle| {
        left(battle, 0, 1);
        left(battle, 65, 1);
        stand(battle, 0, 50.0, 20.0);
        stand(battle, 65, 50.0, 26.0);
    });
    play(&mut battle, Choice::Spend { face: 1, on: Use::Team(0) }, &[]);
    play(&mut battle, Choice::Mode(Mode::Charge), &[]);
    play(&mut battle, Choice::Charge(65), &[]);
    // The charge, and the round at once: two attacks against one.
    play(&mut battle, Choice::Pass, &[3, 3, 1, 1, 1]);
    assert!(battle.is_locked(0) && battle.decision == Decision::Spend);
    play(&mut battle, Choice::Spend { face: 1, on: Use::Team(3) }, &[1, 1]);
    assert_eq!(battle.decision, Decision::Spend);
    assert!(battle.forces[0].activated.contains(3));
    play(&mut battle, Choice::Pass, &[]);
    assert_eq!(battle.active, Side::B, "no melee at the end of the Phase");
}

#[test]
fn r_138_walkers_lock_and_count_hull_points_and_never_break() {
    let setup = setup();
    // WS 4 against 3, strength 10: one hit, one wound, no save against AP 2. Levies hit on 4+, and cannot get through front armour 12.
    let mut battle = melee(&setup, "strider", 1, 2, |_| {});
    play(&mut battle, Choice::Pass, &[3, 1, 2, 4, 1, 6, 1, 1]);
    assert_eq!((battle.team(64).models, battle.team(3).hull), (1, 3));
    assert!(battle.is_locked(3));
    // Ironclads have strength 4 and no grenades for walkers; with strength 8 the fists of guards cost a hull point on 4.
    let mut battle = melee(&setup, "bulwark-guard", 1, 1, |battle| {
        let strider = enlist(battle, Side::B, "strider");
        battle.teams[3].locked = bit(strider);
        battle.teams[64].locked = TeamSet::EMPTY;
        stand(battle, 64, 60.0, 40.0);
        stand(battle, strider, 30.0, 22.5);
        battle.teams[usize::from(strider)].locked = bit(3);
    });
    // The strider strikes first and misses; one of two blows tells: glancing. It has lost, and is not tested.
    play(&mut battle, Choice::Pass, &[1, 1, 4, 1, 4]);
    assert_eq!((battle.team(67).hull, battle.active), (2, Side::B));
}

#[test]
fn r_138_a_vehicle_is_struck_on_its_rear_with_grenades_and_by_itself_unless_it_has_moved() {
    let setup = setup();
    let scene = |moved: bool| {
        let setup = &setup;
        let mut battle = two_forces(setup, 9);
        let ironclads = enlist(&mut battle, Side::A, "ironclads");
        let mule = enlist(&mut battle, Side::B, "mule");
        assert_eq!((ironclads, mule), (3, 67));
        for (team, x) in [(0, 60.0), (1, 65.0), (2, 70.0)] {
            stand(&mut battle, team, x, 6.0);
        }
        stand(&mut battle, 3, 30.0, 20.0);
        stand(&mut battle, mule, 30.0, 20.0 + 0.7 * 3.0_f64.sqrt() + 1.27);
        battle.teams[3].assails = mule;
        battle.forces[1].moved = TeamSet::of_if(mule, moved);
        play(&mut battle, Choice::Pass, &[1, 1, 1, 1, 1]);
        play(&mut battle, Choice::Pass, &[]);
        assert_eq!((battle.decision, battle.decider), (Decision::Blows, Side::A));
        battle
    };
    let blows = |grenades| Choice::Blows { team: 3, target: 67, grenades };
    let mut battle = scene(false);
    assert_eq!(offered(&battle), [blows(false), blows(true)]);
    // Three hits by themselves: 6 and 4 is the armour of 10, a glance; 6 and 5 is more, and shakes it; 6 and 3 is nothing.
    play(&mut battle, blows(true), &[4, 5, 1, 3]);
    assert!(battle.team(67).hull == 1 && battle.forces[1].shaken.contains(67));
    assert_eq!(battle.active, Side::B, "nobody wins, nobody is tested, nobody moves");
    let mut battle = scene(true);
    // One of three hits a vehicle that has moved.
    play(&mut battle, blows(true), &[2, 2, 3, 4]);
    assert_eq!(battle.team(67).hull, 2);
    let mut battle = scene(false);
    // Blades of strength 4 need a 6.
    play(&mut battle, blows(false), &[6, 1, 1]);
    assert_eq!(battle.team(67).hull, 2);
}

#[test]
fn r_139_who_cannot_hurt_its_enemies_may_break_off() {
    let setup = setup();
    let mut battle = melee(&setup, "strider", 1, 1, |_| {});
    // Both miss.
    play(&mut battle, Choice::Pass, &[1, 1, 1]);
    assert_eq!((battle.decision, battle.decider), (Decision::BreakOff, Side::B));
    // 1 and 3 against 6 and 3: it gets away, 2d6 inches, and its flight is tested.
    play(&mut battle, Choice::BreakOff, &[1, 6, 3, 3, 1]);
    assert!(!battle.is_locked(64) && battle.forces[1].falling_back.contains(64));
    let mut battle = melee(&setup, "strider", 1, 1, |_| {});
    play(&mut battle, Choice::Pass, &[1, 1, 1]);
    play(&mut battle, Choice::Pass, &[]);
    assert!(battle.is_locked(64) && battle.active == Side::B);
}

/// The marshal of side A fights with Team 3.
fn with_marshal(battle: &mut Battle<'_>) {
    battle.teams[3].officer = 2;
    battle.teams[2].with = 3;
}

#[test]
fn r_136_an_officer_strikes_by_his_own_numbers_and_falls_last() {
    let setup = setup();
    let mut battle = melee(&setup, "levy-rifles", 1, 1, with_marshal);
    // Initiative 4: three attacks, 3+ to hit by WS 4. The levies of both sides strike at 3.
    play(&mut battle, Choice::Pass, &[3, 2, 2, 3, 1, 4, 4, 1, 4, 5, 1]);
    assert!(battle.forces[0].gone.contains(3) && !battle.forces[0].gone.contains(2));
    assert_eq!((battle.team(2).locked, battle.team(64).locked), (bit(64), bit(2)), "he fights on alone");
    assert!(battle.stands(2) && !battle.is_attached(2));
    assert_eq!(battle.active, Side::B, "Ld 10, a margin of 1: 9 would do");
}

#[test]
fn r_188_blows_left_when_the_last_trooper_falls_are_lost_or_fall_on_the_officer() {
    for (value, wounds) in [("no", 0), ("spill", 1)] {
        let setup = setup_of(Scenario::Patrol, &[("officer-spill", value)]);
        let mut battle = melee(&setup, "levy-rifles", 1, 1, |battle| {
            with_marshal(battle);
            let breachers = enlist(battle, Side::B, "breachers");
            assert_eq!(breachers, 67);
            left(battle, 67, 1);
            stand(battle, 64, 60.0, 40.0);
            battle.teams[64].locked = TeamSet::EMPTY;
            battle.teams[3].locked = TeamSet::EMPTY;
            stand(battle, 67, 30.0, 22.5);
            lock(battle, 3, 67);
        });
        // At 4 the marshal misses, and both blows of the breacher wound the last levy. Nobody is left to strike at 3. The marshal has
        // Ld 10 and holds; Force Morale is tested for the levies.
        play(&mut battle, Choice::Pass, &[1, 1, 1, 3, 3, 4, 4, 1, 1, 1, 1, 1]);
        assert!(battle.forces[0].gone.contains(3));
        assert_eq!(battle.team(2).wounds, wounds, "{value}");
        assert!(battle.is_locked(2));
    }
}

#[test]
fn r_141_a_locked_team_that_breaks_with_its_officer_is_swept_or_flees_at_once() {
    let setup = setup();
    for (escape, gone) in [(6, false), (1, true)] {
        let mut battle = melee(&setup, "levy-rifles", 5, 5, |battle| {
            with_marshal(battle);
            (battle.teams[2].shock, battle.teams[3].shock) = (14, 14);
        });
        assert!(battle.is_pinned(3) && !battle.is_broken(3), "Ld 10 holds it");
        battle.destroy(2, "test", &mut Silent);
        let rest: &[u8] = if gone { &[] } else { &[3, 3] };
        let mut dice = super::super::scene::dice(&[&[3, escape], rest, &[1, 1]].concat());
        battle.proceed(&mut dice, &mut Silent);
        dice.finish().unwrap();
        assert_eq!((battle.forces[0].gone.contains(3), battle.is_locked(64)), (gone, false));
        assert!(!battle.forces[0].falling_back.contains(3), "broken Teams do not regroup");
    }
}

#[test]
fn r_140_who_has_won_moves_up_to_a_die_and_keeps_an_inch_off_enemies() {
    let setup = setup();
    let mut battle = melee(&setup, "breachers", 1, 1, |battle| stand(battle, 65, 30.0, 24.8));
    play(&mut battle, Choice::Pass, &[2, 3, 4, 4, 1, 3]);
    assert_eq!(battle.decision, Decision::Consolidate);
    let to = |x: f64, y: f64| Choice::Consolidate { to: Point::new(x, y), heading: 0 };
    assert_eq!(battle.check(to(30.0, 23.0)).unwrap_err().rule, "R-140", "too near to Team 65");
    assert_eq!(battle.check(to(26.9, 20.0)).unwrap_err().rule, "R-140", "four inches");
    assert!(offered(&battle).len() > 20);
    play(&mut battle, to(27.0, 20.0), &[]);
    assert_eq!((battle.team(3).at, battle.active), (Point::new(27.0, 20.0), Side::B));
}

#[test]
fn r_140_a_move_after_a_melee_is_no_crossing() {
    let setup = setup_of(Scenario::Probe, &[]);
    let mut battle = melee(&setup, "breachers", 1, 1, |battle| {
        stand(battle, 3, 20.0, 45.0);
        stand(battle, 64, 21.8, 45.0);
    });
    play(&mut battle, Choice::Pass, &[2, 3, 4, 4, 1, 3]);
    // Side B may not withdraw from The Probe: its Command Dice come at once.
    play(&mut battle, Choice::Consolidate { to: Point::new(20.0, 47.9), heading: 0 }, &[1, 1, 1, 1, 1]);
    assert_eq!(battle.verdict(), None);
}

#[test]
fn cw_mel_04_pinned_teams_fight_but_do_not_move_after_it() {
    let setup = setup();
    let mut battle = melee(&setup, "breachers", 1, 1, |battle| battle.teams[3].shock = 8);
    play(&mut battle, Choice::Pass, &[2, 3, 4, 4, 1]);
    assert!(battle.forces[1].gone.contains(64) && battle.active == Side::B);
}

#[test]
fn r_137_who_flees_passes_those_it_fought_but_does_not_stay_beside_them() {
    let setup = setup();
    // Team 64 flees to the north, past Team 3, which stands there. A full roll of 3 ends beside it; 1.5 inches farther is room.
    let scene = |thrown: &[u8]| {
        let mut battle = melee(&setup, "levy-rifles", 2, 2, |battle| {
            stand(battle, 3, 30.0, 25.0);
            stand(battle, 64, 30.0, 22.5);
        });
        play(&mut battle, Choice::Pass, &[&[4, 1, 4, 1, 1, 1, 6, 6, 2, 3], thrown].concat());
        battle
    };
    let battle = scene(&[1, 2, 1, 1]);
    assert!(!battle.forces[1].gone.contains(64));
    let gap = battle.gap(3, 64);
    assert!((0.98..1.2).contains(&gap) && battle.team(64).at.y > 25.0, "{gap}");
    // A friend of side A behind it leaves no room within three inches more.
    let mut battle = melee(&setup, "levy-rifles", 2, 2, |battle| {
        stand(battle, 3, 30.0, 25.0);
        stand(battle, 64, 30.0, 22.5);
        stand(battle, 4, 30.0, 28.0);
        left(battle, 4, 1);
        lock(battle, 4, 64);
    });
    play(&mut battle, Choice::Pass, &[]);
    play(
        &mut battle,
        Choice::Blows { team: 64, target: 3, grenades: false },
        &[4, 1, 4, 1, 1, 1, 1, 6, 6, 2, 3, 1, 2, 1, 1, 1],
    );
    assert!(battle.forces[1].gone.contains(64), "run down");
}

#[test]
fn cw_str_02_own_dice_of_charges_tests_and_sweeps_may_be_thrown_again() {
    let setup = setup();
    let mut battle = two_forces(&setup, 9);
    stand(&mut battle, 64, 30.0, 18.0);
    act(&mut battle, 0, Mode::Charge);
    battle.forces[0].command_points = 6;
    play(&mut battle, Choice::Charge(64), &[]);
    play(&mut battle, Choice::Pass, &[1, 1]);
    assert_eq!((battle.decision, battle.decider), (Decision::Reroll, Side::A));
    play(&mut battle, Choice::Reroll(0), &[6]);
    assert!(battle.is_locked(0));
    // The loser's test, by side B.
    let mut battle = melee(&setup, "levy-rifles", 2, 2, |battle| battle.forces[1].command_points = 6);
    for decision in [Decision::Between, Decision::Spend] {
        assert_eq!(battle.decision, decision);
        play(&mut battle, Choice::Pass, &[]);
    }
    play(&mut battle, Choice::Pass, &[4, 1, 4, 1, 1, 1, 6, 6]);
    assert_eq!((battle.decision, battle.decider), (Decision::Reroll, Side::B));
    play(&mut battle, Choice::Pass, &[2, 3]);
    // The winner's die is his own; the loser's comes after it.
    assert_eq!((battle.decision, battle.decider), (Decision::Reroll, Side::B));
    let roll = battle.roll.as_ref().unwrap();
    assert!(matches!(roll.kind, super::super::roll_step::RollKind::Escape { team: 64, pursuit: 2 }));
}

#[test]
fn a_round_is_told() {
    let setup = setup();
    let mut battle = melee(&setup, "breachers", 1, 1, |_| {});
    let lines = told(&mut battle, Choice::Pass, &[2, 3, 4, 4, 1, 3]).concat();
    for words in ["strikes at B:levy-rifles-1: 1 of 2", "A wins the round", "may move 3 inches"] {
        assert!(lines.contains(words), "{words}: {lines}");
    }
}
