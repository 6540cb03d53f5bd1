use super::super::fire_lines::Fire;
use super::super::profiles::Profile;
use super::super::scene::{dice, enlist, setup, setup_of, stand};
use super::super::state::{Setup, TeamSet};
use super::*;
use crate::game::Silent;
use crate::rulesets::chainsword::codex::Scenario;

/// A game with a firer of side A and a target of side B, 10 inches apart.
fn duel<'s>(setup: &'s Setup, by: &str, at: &str) -> Battle<'s> {
    let mut battle = Battle::empty(setup);
    let (by, at) = (enlist(&mut battle, Side::A, by), enlist(&mut battle, Side::B, at));
    stand(&mut battle, by, 30.0, 20.0);
    stand(&mut battle, at, 30.0, 32.0);
    for side in Side::BOTH {
        battle.force_mut(side).level = 9;
    }
    battle
}

fn seen(inches: f64) -> Sighting {
    Sighting { inches, seen: true, cover: 0 }
}

/// Team 0 fires all it has at Team 64, with these dice and no others.
fn fire(battle: &mut Battle<'_>, kind: FireKind, mode: Mode, inches: f64, thrown: &[u8]) {
    shoot_so(battle, &Fire::all(64), kind, mode, &seen(inches), thrown);
}

fn shoot_so(battle: &mut Battle<'_>, fire: &Fire, kind: FireKind, mode: Mode, sighting: &Sighting, thrown: &[u8]) {
    assert_eq!(battle.check_volley(0, fire, kind, mode, sighting), Ok(()));
    let mut dice = dice(thrown);
    battle.fire_volley(0, fire, kind, mode, sighting, &mut dice, &mut Silent);
    dice.finish().unwrap();
}

fn refused(battle: &Battle<'_>, fire: &Fire, kind: FireKind, mode: Mode, sighting: &Sighting) -> &'static str {
    battle.check_volley(0, fire, kind, mode, sighting).unwrap_err().rule
}

#[test]
fn cw_sho_01_a_volley_takes_models_and_cw_shk_01_gives_shock() {
    let setup = setup();
    let mut battle = duel(&setup, "levy-rifles", "levy-rifles");
    // Five rifles at half range throw ten dice: six hits, three wounds, one of them saved.
    let thrown = [[4, 4, 4, 4, 4, 4, 1, 1, 1, 1].as_slice(), &[4, 4, 4, 1, 1, 1], &[5, 1, 1]].concat();
    fire(&mut battle, FireKind::Shoot, Mode::Stand, 12.0, &thrown);
    let state = battle.team(64);
    assert_eq!((state.models, state.shot, state.shock, state.loads[0].count), (3, 2, 1, 3));
    let far = refused(&battle, &Fire::all(64), FireKind::Shoot, Mode::Stand, &seen(24.01));
    assert_eq!(far, "CW-SHO-01");
    let unseen = Sighting { seen: false, ..seen(10.0) };
    assert_eq!(refused(&battle, &Fire::all(64), FireKind::Shoot, Mode::Stand, &unseen), "CW-SHO-01");
}

#[test]
fn cw_sho_09_a_team_in_melee_is_no_target() {
    let setup = setup();
    let mut battle = duel(&setup, "levy-rifles", "levy-rifles");
    battle.teams[64].locked |= bit(1);
    let at = |battle: &Battle<'_>| refused(battle, &Fire::all(64), FireKind::Shoot, Mode::Stand, &seen(10.0));
    assert_eq!(at(&battle), "CW-SHO-09");
    battle.teams[64].locked = TeamSet::EMPTY;
    battle.teams[0].locked |= bit(65);
    assert_eq!(at(&battle), "CW-ACT-04");
}

#[test]
fn cw_sho_02_shock_takes_dice_and_leaves_none_at_last() {
    for (rule, dice) in [("per-point", 2), ("flat", 4)] {
        let setup = setup_of(Scenario::Patrol, &[("shock-shooting", rule)]);
        let mut battle = duel(&setup, "levy-rifles", "levy-rifles");
        battle.teams[0].shock = 3;
        fire(&mut battle, FireKind::Shoot, Mode::Stand, 20.0, &vec![1; dice]);
    }
    let setup = setup();
    let mut battle = duel(&setup, "levy-rifles", "levy-rifles");
    battle.teams[0].shock = 5;
    assert_eq!(refused(&battle, &Fire::all(64), FireKind::Shoot, Mode::Stand, &seen(20.0)), "CW-SHO-02");
}

#[test]
fn cw_sho_03_covering_fire_snaps_and_hinders_and_cw_sho_04_lowers_skill() {
    let setup = setup();
    let mut battle = duel(&setup, "levy-rifles", "levy-rifles");
    fire(&mut battle, FireKind::Covering, Mode::Stand, 20.0, &[5, 5, 5, 5, 5]);
    assert!(battle.forces[1].suppressed_next.contains(64), "even without a hit");
    // BS 3 less 1 hits on 5.
    battle.forces[0].suppressed |= bit(0);
    fire(&mut battle, FireKind::Shoot, Mode::Stand, 20.0, &[4, 4, 4, 4, 5, 1]);
    // Snap shots hit on 6 as before.
    fire(&mut battle, FireKind::Covering, Mode::Stand, 20.0, &[5, 5, 5, 5, 6, 1]);
}

#[test]
fn cw_sho_06_overwatch_is_spent_and_snaps_where_the_switch_says_so() {
    for (rule, die) in [("normal", 4), ("snap", 6)] {
        let setup = setup_of(Scenario::Patrol, &[("overwatch-bs", rule)]);
        let mut battle = duel(&setup, "levy-rifles", "levy-rifles");
        battle.forces[0].overwatch |= bit(0);
        fire(&mut battle, FireKind::Overwatch, Mode::Stand, 20.0, &[die - 1, die - 1, die - 1, die - 1, die, 1]);
        assert!(battle.forces[0].overwatch.is_empty());
    }
}

#[test]
fn r_130_heavy_weapons_snap_on_overwatch_after_a_move() {
    for (rule, dice) in [("snap-heavy", [5, 5, 5].as_slice()), ("full", &[4, 3, 3, 1])] {
        let setup = setup_of(Scenario::Patrol, &[("overwatch-after-move", rule)]);
        let mut battle = duel(&setup, "repeater-battery", "levy-rifles");
        battle.forces[0].overwatch_moved |= bit(0);
        battle.teams[0].loads[0].count = 1;
        fire(&mut battle, FireKind::Overwatch, Mode::Standard, 20.0, dice);
    }
}

#[test]
fn cw_sho_08_templates_are_no_snap_shots_at_a_charger() {
    let setup = setup();
    let mut battle = duel(&setup, "breachers", "levy-rifles");
    let flame = battle.team(1).loads;
    battle.teams[0].loads = flame;
    // Three carbines snap with two dice each; the template makes d3 hits that wound on 3.
    fire(&mut battle, FireKind::Reaction, Mode::Stand, 8.0, &[5, 5, 5, 5, 5, 5, 3, 2, 2]);
    assert!(battle.forces[0].reacted.contains(0));
}

#[test]
fn cw_mov_10_only_assault_and_pistols_fire_before_a_charge() {
    let setup = setup();
    let battle = duel(&setup, "levy-rifles", "levy-rifles");
    let charge = FireKind::BeforeCharge;
    assert_eq!(refused(&battle, &Fire::all(64), charge, Mode::Charge, &seen(8.0)), "CW-SHO-01");
    let mut battle = duel(&setup, "falconers", "levy-rifles");
    fire(&mut battle, charge, Mode::Charge, 8.0, &[3, 3, 3]);
}

#[test]
fn cw_act_02_pinned_teams_snap_or_do_not_fire() {
    let setup = setup();
    let mut battle = duel(&setup, "levy-rifles", "levy-rifles");
    battle.forces[0].pinned |= bit(0);
    fire(&mut battle, FireKind::Shoot, Mode::Stand, 20.0, &[5, 5, 5, 5, 5]);
    let setup = setup_of(Scenario::Patrol, &[("pinned-fire", "none")]);
    let mut battle = duel(&setup, "levy-rifles", "levy-rifles");
    battle.forces[0].pinned |= bit(0);
    assert_eq!(refused(&battle, &Fire::all(64), FireKind::Shoot, Mode::Stand, &seen(20.0)), "CW-ACT-02");
}

#[test]
fn cw_mov_03_runners_fire_as_the_switch_says() {
    let shots = |rule: &str| {
        let setup = setup_of(Scenario::Patrol, &[("run-and-shoot", rule)]);
        let battle = duel(&setup, "levy-rifles", "levy-rifles");
        let guns = battle.guns(0, &Fire::all(64), FireKind::Shoot, Mode::Run, &seen(20.0));
        guns.map(|guns| guns[0].line.snap).map_err(|refusal| refusal.rule)
    };
    assert_eq!((shots("no"), shots("snap"), shots("yes")), (Err("CW-MOV-03"), Ok(true), Ok(false)));
}

#[test]
fn cw_mov_04_the_cover_of_a_tactical_move_is_lost_on_shooting() {
    let setup = setup();
    let mut battle = duel(&setup, "levy-rifles", "levy-rifles");
    battle.forces[0].tactical |= bit(0);
    assert_eq!((battle.cover_of(0, 0), battle.cover_of(0, 4)), (5, 3));
    fire(&mut battle, FireKind::Overwatch, Mode::Stand, 20.0, &[1, 1, 1, 1, 1]);
    assert_eq!(battle.cover_of(0, 0), 0);
    battle.forces[0].pinned |= bit(0);
    assert_eq!((battle.cover_of(0, 0), battle.cover_of(0, 4)), (6, 3), "CW-SHK-08");
}

#[test]
fn r_150_jinking_is_a_save_of_whoever_moved() {
    let setup = setup();
    let mut battle = duel(&setup, "outriders", "gadfly");
    assert_eq!((battle.cover_of(0, 0), battle.cover_of(64, 0)), (0, 0));
    battle.forces[0].moved |= bit(0);
    battle.forces[1].moved_before |= bit(64);
    assert_eq!((battle.cover_of(0, 0), battle.cover_of(64, 0), battle.cover_of(0, 4)), (5, 5, 4));
}

#[test]
fn cw_bas_24_a_vehicle_aims_by_its_speed() {
    let setup = setup();
    let battle = duel(&setup, "rampart", "levy-rifles");
    let snapped = |mode: Mode, aimed: u8| {
        let fire = Fire { aimed, ..Fire::all(64) };
        battle.check_volley(0, &fire, FireKind::Shoot, mode, &seen(20.0)).map_err(|refusal| refusal.rule)?;
        let guns = battle.guns(0, &fire, FireKind::Shoot, mode, &seen(20.0)).map_err(|refusal| refusal.rule)?;
        Ok::<_, &str>(guns.iter().map(|gun| (gun.weapon.name.as_str(), gun.line.snap)).collect::<Vec<_>>())
    };
    // Ordnance makes all else snap.
    let all = Ok(vec![("tank-gun", false), ("heavy-repeater", true)]);
    assert_eq!(snapped(Mode::Stand, 0), all);
    assert_eq!(snapped(Mode::Combat, 1), all);
    assert_eq!(snapped(Mode::Combat, 3), Err("CW-BAS-24"));
    assert_eq!(snapped(Mode::Cruising, 0), Ok(vec![("heavy-repeater", true)]), "ordnance not at all");
    assert_eq!(snapped(Mode::FlatOut, 0), Err("CW-MOV-09"));
    let silent = Fire { slots: 2, ..Fire::all(64) };
    let guns = battle.guns(0, &silent, FireKind::Shoot, Mode::Stand, &seen(20.0)).unwrap();
    assert!(!guns[0].line.snap, "R-172: the tank gun is held back");
}

#[test]
fn cw_bas_31_flak_fires_at_the_ground_with_full_skill_only_if_it_intercepts() {
    let mut setup = setup();
    let snaps = |setup: &Setup| {
        let battle = duel(setup, "flak-battery", "levy-rifles");
        battle.guns(0, &Fire::all(64), FireKind::Shoot, Mode::Stand, &seen(20.0)).unwrap()[0].line.snap
    };
    assert!(!snaps(&setup));
    let kind = usize::from(setup.profile("flak-battery").unwrap());
    setup.profiles[kind] = Profile { traits: Default::default(), ..setup.profiles[kind].clone() };
    assert!(snaps(&setup));
}

#[test]
fn cw_bas_32_a_barrage_needs_no_sight_but_a_least_range() {
    let setup = setup();
    let mut battle = duel(&setup, "mortar-battery", "levy-rifles");
    battle.teams[0].loads[0].count = 1;
    let unseen = Sighting { inches: 20.0, seen: false, cover: 0 };
    // It scatters by the full 2d6: 9 inches, to the east.
    shoot_so(&mut battle, &Fire::all(64), FireKind::Shoot, Mode::Stand, &unseen, &[1, 4, 5, 0]);
    assert_eq!(battle.team(64).models, 5);
    let near = Sighting { inches: 11.9, ..unseen };
    assert_eq!(refused(&battle, &Fire::all(64), FireKind::Shoot, Mode::Stand, &near), "CW-SHO-01");
}

#[test]
fn cw_bas_14_a_blast_that_drifts_hits_whoever_is_under_it() {
    let setup = setup();
    let mut battle = duel(&setup, "mortar-battery", "levy-rifles");
    battle.teams[0].loads[0].count = 1;
    stand(&mut battle, 65, 34.0, 32.0);
    let mule = enlist(&mut battle, Side::A, "mule");
    stand(&mut battle, mule, 34.0, 33.4);
    // It drifts 7 - 3 inches to the east: dead on the other Team, and over an own hull 1.4 inches off.
    let thrown = [1, 3, 4, 0, 6, 3, 3, 3, 1, 2, 2];
    fire(&mut battle, FireKind::Shoot, Mode::Stand, 20.0, &thrown);
    assert_eq!((battle.team(64).models, battle.team(65).models, battle.team(mule).hull), (5, 2, 2));
    assert!(battle.pin_tests[1] == bit(65), "each Team takes its own Shock and test");
    assert_eq!((battle.team(64).shock, battle.team(65).shock), (0, 1));
}

#[test]
fn cw_bas_25_a_pinning_wound_makes_a_test_due() {
    let setup = setup();
    let mut battle = duel(&setup, "pathfinders", "levy-rifles");
    battle.stage = super::super::phase_step::Stage::Withdraw;
    fire(&mut battle, FireKind::Shoot, Mode::Stand, 20.0, &[3, 1, 1, 1, 1, 4, 1]);
    assert!(battle.pin_tests[1].contains(64));
    // Ld 7 less a point of Shock.
    for (thrown, pinned) in [([3, 3], false), ([3, 4], true)] {
        let mut battle = battle.clone();
        let mut dice = dice(&thrown);
        battle.proceed(&mut dice, &mut Silent);
        dice.finish().unwrap();
        assert_eq!(battle.is_pinned(64), pinned);
    }
}

#[test]
fn cw_bas_28_a_precise_six_goes_to_the_officer() {
    let setup = setup();
    let with_officer = |setup| {
        let mut battle = duel(setup, "pathfinders", "levy-rifles");
        let officer = enlist(&mut battle, Side::B, "lieutenant");
        stand(&mut battle, officer, 30.0, 32.0);
        (battle.teams[64].officer, battle.teams[usize::from(officer)].with) = (officer, 64);
        battle.teams[0].loads[0].count = 2;
        (battle, officer)
    };
    let fire = Fire { at_officer: true, ..Fire::all(64) };
    // A six and a miss; it wounds; he is not spared, and fails his save.
    let (mut battle, officer) = with_officer(&setup);
    shoot_so(&mut battle, &fire, FireKind::Shoot, Mode::Stand, &seen(20.0), &[6, 1, 4, 3, 1]);
    assert!(battle.forces[1].gone.contains(officer) && battle.team(64).models == 5);
    assert_eq!(battle.team(64).officer, NOBODY);
    // Spared: the Team takes it.
    let (mut battle, officer) = with_officer(&setup);
    shoot_so(&mut battle, &fire, FireKind::Shoot, Mode::Stand, &seen(20.0), &[6, 1, 4, 4, 1]);
    assert!(!battle.forces[1].gone.contains(officer) && battle.team(64).models == 4);
    assert!(battle.pin_tests[1].contains(64));
    // Snap shots pick nobody out.
    let moved = refused(&battle, &fire, FireKind::Shoot, Mode::Standard, &seen(20.0));
    assert_eq!(moved, "CW-BAS-28");
}

#[test]
fn r_188_shots_left_when_the_last_trooper_falls_are_lost_or_fall_on_the_officer() {
    for (rule, falls) in [("no", false), ("spill", true)] {
        let setup = setup_of(Scenario::Patrol, &[("officer-spill", rule)]);
        let mut battle = duel(&setup, "levy-rifles", "levy-rifles");
        let officer = enlist(&mut battle, Side::B, "lieutenant");
        stand(&mut battle, officer, 30.0, 32.0);
        (battle.teams[64].officer, battle.teams[usize::from(officer)].with) = (officer, 64);
        (battle.teams[64].models, battle.teams[64].loads[0].count) = (1, 1);
        // Two hits wound, and neither is saved: the second finds no trooper.
        fire(&mut battle, FireKind::Shoot, Mode::Stand, 20.0, &[4, 4, 1, 1, 1, 4, 4, 1, 1]);
        assert!(battle.forces[1].gone.contains(64));
        assert_eq!(battle.forces[1].gone.contains(officer), falls, "{rule}");
    }
}

#[test]
fn cw_arm_07_a_medic_saves_the_first_unsaved_wound_of_a_phase() {
    let setup = setup();
    let mut battle = duel(&setup, "levy-rifles", "levy-rifles");
    battle.forces[1].medics |= bit(64);
    let thrown = [4, 4, 1, 1, 1, 4, 4, 1, 1];
    fire(&mut battle, FireKind::Shoot, Mode::Stand, 20.0, &[thrown.as_slice(), &[5]].concat());
    assert_eq!(battle.team(64).models, 4, "one of two");
    fire(&mut battle, FireKind::Shoot, Mode::Stand, 20.0, &thrown);
    assert_eq!(battle.team(64).models, 2, "once a Phase");
}

#[test]
fn cw_sho_10_rank_and_file_fall_first_or_anybody() {
    let setup = setup();
    let mut battle = duel(&setup, "levy-rifles", "levy-rifles");
    for _ in 0..4 {
        battle.lose_model(1, &mut dice(&[]));
    }
    assert_eq!(battle.team(1).loads.map(|load| load.count)[..2], [0, 1], "the repeater goes last");
    let setup = setup_of(Scenario::Patrol, &[("casualty-allocation", "random")]);
    let mut battle = duel(&setup, "levy-rifles", "levy-rifles");
    battle.lose_model(1, &mut dice(&[4]));
    assert_eq!(battle.team(1).loads.map(|load| load.count)[..2], [4, 0]);
}

#[test]
fn cw_bas_21_damage_by_the_facing_struck() {
    let setup = setup();
    let struck = |heading: u16, thrown: &[u8]| {
        let mut battle = duel(&setup, "lance-battery", "rampart");
        battle.teams[64].heading = heading;
        battle.teams[0].loads[0].count = 1;
        fire(&mut battle, FireKind::Shoot, Mode::Stand, 20.0, thrown);
        battle
    };
    // It heads away from the firer: armour 10. A 4 to hit; 9 + 2 penetrates; AP 2 makes a 3 of a 2.
    let stunned = struck(90, &[4, 2, 2]);
    assert_eq!((stunned.team(64).hull, stunned.forces[1].stunned), (2, bit(64)));
    // It faces the firer: armour 14, and 9 + 5 is a glance.
    let glanced = struck(270, &[4, 5]);
    assert_eq!((glanced.team(64).hull, glanced.forces[1].stunned), (2, TeamSet::EMPTY));
    let immobile = struck(90, &[4, 2, 4]);
    assert_eq!(immobile.forces[1].immobilised, bit(64));
    let disarmed = struck(90, &[4, 2, 3, 0]);
    assert_eq!(disarmed.team(64).loads.map(|load| load.count)[..2], [0, 1]);
    let gone = struck(90, &[4, 2, 5]);
    assert!(gone.forces[1].gone.contains(64) && gone.additions.pieces().next().is_none());
    assert_eq!(gone.dues[0].event, super::super::force_morale_step::MoraleEvent::TankDestroyed);
}

#[test]
fn r_181_a_wreck_lies_where_the_vehicle_stood() {
    let setup = setup();
    let mut battle = duel(&setup, "lance-battery", "mule");
    battle.teams[0].loads[0].count = 1;
    battle.teams[64].hull = 1;
    fire(&mut battle, FireKind::Shoot, Mode::Stand, 20.0, &[4, 2, 1]);
    let wrecks: Vec<Point> = battle.additions.pieces().map(|piece| piece.centre).collect();
    assert_eq!(wrecks, [Point::new(30.0, 32.0)]);
}

#[test]
fn cw_shk_03_vehicles_take_no_shock() {
    let setup = setup();
    let mut battle = duel(&setup, "levy-rifles", "mule");
    battle.add_shock(64, 3, &mut Silent);
    battle.add_shock(0, 3, &mut Silent);
    assert_eq!((battle.team(64).shock, battle.team(0).shock), (0, 3));
}

#[test]
fn r_100_a_vehicle_does_not_fire_behind_itself_where_the_switch_says_so() {
    let setup = setup_of(Scenario::Patrol, &[("vehicle-arcs", "front-half")]);
    let mut battle = duel(&setup, "rampart", "levy-rifles");
    battle.teams[0].heading = 90;
    assert_eq!(battle.check_volley(0, &Fire::all(64), FireKind::Shoot, Mode::Stand, &seen(9.0)), Ok(()));
    battle.teams[0].heading = 270;
    assert_eq!(refused(&battle, &Fire::all(64), FireKind::Shoot, Mode::Stand, &seen(9.0)), "R-100");
}

/// What the luck of a volley adds up to over many games.
#[test]
fn the_luck_of_volleys_is_even() {
    #[derive(Default)]
    struct Sum(f64, f64);
    impl Observer<LogEntry> for Sum {
        const OBSERVES: bool = false;
        fn random_result(&mut self, _: Side, actual: f64, expected: f64) {
            self.0 += actual - expected;
            self.1 += actual;
        }
    }
    let setup = setup();
    for (by, at, inches) in [
        ("pathfinders", "levy-rifles", 20.0),
        ("mortar-battery", "hulks", 20.0),
        ("lance-battery", "strider", 20.0),
        ("rampart", "breachers", 20.0),
        ("breachers", "ironclads", 7.0),
    ] {
        let (mut sum, mut chance) = (Sum::default(), crate::dice::SeededDice::from_key(7));
        for _ in 0..4000 {
            let mut battle = duel(&setup, by, at);
            let officer = enlist(&mut battle, Side::B, "captain");
            let at_officer = by == "pathfinders";
            if at_officer {
                stand(&mut battle, officer, 30.0, 32.0);
                (battle.teams[64].officer, battle.teams[usize::from(officer)].with) = (officer, 64);
            }
            let fire = Fire { at_officer, ..Fire::all(64) };
            battle.fire_volley(0, &fire, FireKind::Shoot, Mode::Stand, &seen(inches), &mut chance, &mut sum);
        }
        assert!(sum.0.abs() < 0.04 * sum.1, "{by} at {at}: {} of {}", sum.0, sum.1);
    }
}
