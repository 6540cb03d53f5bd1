//! What happens before the first Phase: support, markers, points, in all scenarios.

use super::purchase::NOTHING;
use super::*;
use crate::dice::SeededDice;
use crate::game::{Game, Silent, Source};
use crate::rulesets::chainsword::army;
use crate::rulesets::chainsword::choices::Choice;
use crate::rulesets::chainsword::codex::Scenario;
use crate::rulesets::chainsword::scene;
use crate::rulesets::chainsword::state::{NOBODY, Setup, TeamId, team_id};
use crate::rulesets::chainsword::terrain::{Board, Kind};

/// A setup with woods about the table.
fn setup_of(scenario: Scenario, switches: &[(&str, &str)]) -> Setup {
    let bare = scene::setup_of(scenario, switches);
    let mut board = Board::bare(&bare.codex);
    for y in [10.0, 20.0, 28.0, 38.0] {
        let woods = |x: f64| bare.field.piece(Kind::Woods, Point::new(x, y), 0.0);
        board.pieces.extend([8.0, 22.0, 36.0, 50.0, 64.0].map(woods));
    }
    let setup = Setup::new(bare.codex.clone(), bare.rules.clone(), scenario, &board);
    Setup { objective: Some(Point::new(30.0, 42.0)), ..setup }
}

fn list(setup: &Setup, name: &str) -> Roster {
    let source = Source::called(name, army::built_in()).unwrap();
    Roster::read(&setup.codex, &setup.rules, &source).unwrap()
}

/// A game of two lists, at its first decision.
fn game(setup: &Setup, key: u64) -> Battle<'_> {
    let (one, other) = (list(setup, "levy-foot"), list(setup, "ironclad-elite"));
    let mut battle = Battle::empty(setup);
    battle.set_up_game([&one, &other], &mut SeededDice::from_key(key), &mut Silent);
    battle
}

fn pick(battle: &mut Battle<'_>, choice: Choice) {
    assert_eq!(battle.check(choice), Ok(()), "{choice:?} at {:?}", battle.decision);
    battle.apply(choice, &mut SeededDice::from_key(7), &mut Silent);
}

fn refused(battle: &Battle<'_>, choice: SetUpChoice) -> &'static str {
    battle.check(Choice::SetUp(choice)).unwrap_err().rule
}

fn buy(purchase: Purchase) -> Choice {
    Choice::SetUp(SetUpChoice::Buy(purchase))
}

/// Goes on until something of this kind is to be decided, declining what may be declined, and else taking what comes first.
fn until(battle: &mut Battle<'_>, decision: Decision) {
    while battle.decision != decision {
        assert_eq!(battle.phase, 0, "{decision:?} is never asked");
        let choice = scene::offered(battle)[0];
        pick(battle, choice);
    }
}

#[test]
fn cw_arm_03_to_07_support_is_bought_within_points_bans_and_limits() {
    let setup = setup_of(Scenario::Probe, &[]);
    let mut battle = game(&setup, 1);
    battle.set_up.budget = [400.0, 200.0];
    let unit = |name: &str| setup.profile(name).unwrap();
    let of = |battle: &Battle<'_>, side: Side, name: &str| -> TeamId {
        let own = |at: &u8| battle.profile(team_id(side, usize::from(*at))).name == name;
        team_id(side, (0..battle.force(side).teams).find(own).unwrap().into())
    };
    assert_eq!((battle.decision, battle.decider), (Decision::Purchase, Side::A));
    let plain = |name: &str| Purchase::Unit { profile: unit(name), option: NOTHING, reserve: false };
    let no = |battle: &Battle<'_>, purchase| refused(battle, SetUpChoice::Buy(purchase));
    // The attacker of The Probe has no works and no barrage, nobody has a warlord.
    for item in [SupportItem::Entrenchment, SupportItem::Bunker, SupportItem::PreliminaryBarrage] {
        assert_eq!(no(&battle, Purchase::Item(item)), "CW-ARM-04");
    }
    assert_eq!(no(&battle, plain("marshal")), "R-65");
    assert_eq!((no(&battle, plain("mule")), no(&battle, plain("sky-beast"))), ("R-104", "R-52"));
    let option = setup.codex.options.iter().position(|option| option.name == "launcher").unwrap() as u8;
    let with_option = |name: &str| Purchase::Unit { profile: unit(name), option, reserve: false };
    assert_eq!(no(&battle, with_option("breachers")), "CW-ARM-02");
    let dropped = |name: &str| Purchase::Unit { profile: unit(name), option: NOTHING, reserve: true };
    assert_eq!(no(&battle, dropped("levy-rifles")), "CW-DEP-09");
    // CW-ARM-07: one adjutant an officer, one medic a Team.
    let marshal = of(&battle, Side::A, "marshal");
    assert_eq!(no(&battle, Purchase::Medic(marshal)), "CW-ARM-07");
    assert_eq!(no(&battle, Purchase::Adjutant(0)), "CW-ARM-07");
    pick(&mut battle, buy(Purchase::Adjutant(marshal)));
    pick(&mut battle, buy(Purchase::Medic(0)));
    assert_eq!((no(&battle, Purchase::Adjutant(marshal)), no(&battle, Purchase::Medic(0))), ("R-104", "R-104"));
    assert!(battle.force(Side::A).adjutants.contains(marshal) && battle.force(Side::A).medics.contains(0));
    // A transport for a Squad that has none, and a unit with its option: they come on like others.
    let squad = battle.team(0).squad;
    pick(&mut battle, buy(Purchase::Transport { squad, profile: unit("mule") }));
    assert_eq!(no(&battle, Purchase::Transport { squad, profile: unit("mule") }), "R-104");
    assert!(battle.squad_of(0).transport != NOBODY);
    let battery = battle.team(of(&battle, Side::A, "mortar-battery")).squad;
    assert_eq!(no(&battle, Purchase::Transport { squad: battery, profile: unit("mule") }), "R-101");
    let teams = battle.force(Side::A).teams;
    pick(&mut battle, buy(with_option("levy-rifles")));
    assert_eq!((battle.force(Side::A).teams, battle.set_up.budget[0]), (teams + 2, 400.0 - 30.0 - 30.0 - 50.0 - 75.0));
    pick(&mut battle, buy(dropped("bulwark-guard")));
    assert_eq!(battle.force(Side::A).reserve.len(), 1);
    assert_eq!(no(&battle, plain("breachers")), "CW-ARM-03", "65 points are left");
    pick(&mut battle, Choice::Pass);
    // What is left is lost; then it is the defender's turn.
    assert_eq!((battle.set_up.budget[0], battle.decider), (0.0, Side::B));
    assert_eq!(no(&battle, Purchase::Item(SupportItem::PreliminaryBarrage)), "CW-ARM-04");
    pick(&mut battle, buy(Purchase::Item(SupportItem::Entrenchment)));
    pick(&mut battle, buy(Purchase::Item(SupportItem::Entrenchment)));
    assert_eq!(battle.set_up.works[1][SupportItem::Entrenchment as usize], 2);
    // CW-FMO-08: what support brings does not count for the level.
    assert!((8..=10).contains(&battle.force(Side::A).level));
}

#[test]
fn cw_arm_05_works_lie_in_the_own_half_off_terrain_and_apart() {
    let setup = setup_of(Scenario::Probe, &[]);
    let mut battle = game(&setup, 1);
    battle.set_up.budget = [0.0, 200.0];
    pick(&mut battle, Choice::Pass);
    for item in [SupportItem::Entrenchment, SupportItem::Entrenchment, SupportItem::Bunker, SupportItem::RazorWire] {
        pick(&mut battle, buy(Purchase::Item(item)));
    }
    pick(&mut battle, Choice::Pass);
    assert_eq!((battle.decision, battle.decider), (Decision::PlaceSupport, Side::B));
    let work = |x: f64, y: f64, degrees: u16| SetUpChoice::Work { at: Point::new(x, y), degrees };
    // A trench is 6 by 2: it has to lie wholly in the own half.
    assert_eq!(refused(&battle, work(14.0, 24.5, 0)), "CW-ARM-05");
    assert_eq!(refused(&battle, work(22.0, 38.0, 0)), "CW-ARM-05", "in the woods");
    assert_eq!(refused(&battle, work(14.0, 33.0, 180)), "CW-ARM-05", "half a turn is no turn");
    assert!(!scene::offered(&battle).is_empty());
    pick(&mut battle, Choice::SetUp(work(15.0, 33.0, 0)));
    assert_eq!(battle.next_work(Side::B), Some(SupportItem::Entrenchment));
    assert_eq!(refused(&battle, work(15.0, 40.9, 0)), "CW-ARM-05", "5.9 from the other trench");
    pick(&mut battle, Choice::SetUp(work(15.0, 41.0, 0)));
    // Another class may stand nearer; a work may be given up.
    assert_eq!(battle.next_work(Side::B), Some(SupportItem::RazorWire));
    pick(&mut battle, Choice::SetUp(work(15.0, 36.0, 0)));
    pick(&mut battle, Choice::Pass);
    assert_eq!(battle.decision, Decision::PlaceMarker);
    assert_eq!(battle.land().pieces().count(), 20 + 3);
}

#[test]
fn cw_dep_06_and_07_infiltrators_are_set_up_in_turn_near_markers_and_off_enemies() {
    let setup = scene::setup_of(Scenario::AttackAndDefend, &[]);
    let lists = [list(&setup, "airborne-raiders"), list(&setup, "levy-foot")];
    let mut battle = Battle::empty(&setup);
    battle.set_up_game([&lists[0], &lists[1]], &mut SeededDice::from_key(5), &mut Silent);
    until(&mut battle, Decision::Infiltrate);
    assert_eq!(battle.decider, battle.set_up.mover);
    // Markers of both sides where the distances are plain.
    let marker = |x: f64, y: f64| crate::rulesets::chainsword::patrol::phase::Marker {
        at: Point::new(x, y),
        locked: true,
        group: 0,
    };
    battle.set_up.patrol.markers =
        [[marker(30.0, 10.0)].into_iter().collect(), [marker(30.0, 30.0)].into_iter().collect()];
    (battle.set_up.turn, battle.decider) = (Side::A, Side::A);
    let own = |battle: &Battle<'_>, side: Side| -> Vec<TeamId> {
        let all = (0..battle.force(side).teams).map(|at| team_id(side, at.into()));
        all.filter(|team| battle.profile(*team).name == "pathfinders").collect()
    };
    let (first, enemy) = (own(&battle, Side::A), own(&battle, Side::B));
    let set = |team: TeamId, x: f64, y: f64| SetUpChoice::Infiltrate { team, at: Point::new(x, y) };
    assert_eq!(refused(&battle, set(0, 30.0, 10.0)), "CW-DEP-06", "they do not infiltrate");
    assert_eq!(refused(&battle, set(enemy[0], 30.0, 10.0)), "CW-DEP-06");
    // 12 from the edge of the marker.
    assert_eq!(refused(&battle, set(first[0], 43.3, 10.0)), "CW-DEP-06");
    // A disc of five has a radius of 1.565: in sight 12 from the edge of the enemy marker.
    let least = 30.0 - 1.25 - 12.0 - 0.7 * libm::sqrt(5.0);
    assert_eq!(refused(&battle, set(first[0], 30.0, least + 0.05)), "CW-DEP-07");
    pick(&mut battle, Choice::SetUp(set(first[0], 30.0, least - 0.05)));
    assert!(battle.force(Side::A).present.contains(first[0]) && !battle.force(Side::A).waiting.contains(first[0]));
    assert_eq!((battle.decision, battle.decider), (Decision::Infiltrate, Side::B), "CW-DEP-07: in turn");
    pick(&mut battle, Choice::Pass);
    // Who has declined is not asked again.
    assert_eq!((battle.decision, battle.decider), (Decision::Infiltrate, Side::A));
    assert_eq!(refused(&battle, set(first[1], 30.0, least - 0.05)), "CW-DEP-02");
    pick(&mut battle, Choice::SetUp(set(first[1], 30.0, 8.0)));
    assert_eq!(battle.decision, Decision::PlacePoint);
}

#[test]
fn r_104_two_flyers_and_one_barrage_are_the_most() {
    let setup = setup_of(Scenario::FlankAttack, &[]);
    let mut battle = game(&setup, 1);
    battle.set_up.budget = [500.0; 2];
    let kestrel = Purchase::Unit { profile: setup.profile("kestrel").unwrap(), option: NOTHING, reserve: false };
    for purchase in [kestrel, kestrel, Purchase::Item(SupportItem::PreliminaryBarrage)] {
        pick(&mut battle, buy(purchase));
    }
    assert!(battle.force(Side::A).barrage && battle.force(Side::A).reserve.len() == 2);
    let barrage = Purchase::Item(SupportItem::PreliminaryBarrage);
    for purchase in [kestrel, barrage] {
        assert_eq!(refused(&battle, SetUpChoice::Buy(purchase)), "R-104");
    }
}

#[test]
fn cw_arm_04_bans_go_by_scenario_and_side() {
    use crate::rulesets::chainsword::support::SupportClass::{self, Barrage, Entrenchment, StaticDefence};
    let banned = |scenario: Scenario, side: Side| -> Vec<SupportClass> {
        SupportClass::ALL.into_iter().filter(|class| class.banned(scenario, side)).collect()
    };
    let works = [Entrenchment, StaticDefence, Barrage];
    assert_eq!(Side::BOTH.map(|side| banned(Scenario::Patrol, side)), [works, works]);
    assert_eq!(Side::BOTH.map(|side| banned(Scenario::Probe, side)), [works.to_vec(), vec![Barrage]]);
    assert_eq!(Side::BOTH.map(|side| banned(Scenario::AttackAndDefend, side)), [vec![], vec![Barrage]]);
    assert_eq!(Side::BOTH.map(|side| banned(Scenario::DelayingAction, side)), [vec![], works.to_vec()]);
    for scenario in [Scenario::FlankAttack, Scenario::AttackOnAnObjective] {
        assert_eq!(Side::BOTH.map(|side| banned(scenario, side)), [vec![], vec![]]);
    }
}

#[test]
fn cw_pat_13_and_cw_scn_01_the_patrol_is_entered_by_three_or_four_stacked_markers() {
    let setup = setup_of(Scenario::Patrol, &[]);
    let mut battle = game(&setup, 3);
    until(&mut battle, Decision::MarkerCount);
    assert_eq!(battle.decider, Side::A);
    assert_eq!(refused(&battle, SetUpChoice::Markers(5)), "CW-PAT-13");
    pick(&mut battle, Choice::SetUp(SetUpChoice::Markers(3)));
    assert_eq!((battle.decider, battle.set_up.patrol.of(Side::A).len()), (Side::B, 0), "R-107: unseen");
    pick(&mut battle, Choice::SetUp(SetUpChoice::Markers(4)));
    assert_eq!((battle.decision, battle.decider), (Decision::MarkerMove, battle.set_up.mover));
    for (side, count) in [(Side::A, 3), (Side::B, 4)] {
        let markers = battle.set_up.patrol.of(side);
        let entry = battle.layout().patrol_entry(side, battle.set_up.segments[side.index()]);
        assert!(markers.len() == count && markers.iter().all(|marker| marker.at == entry), "{markers:?}");
    }
}

#[test]
fn cw_arm_03_support_points_are_multiplied_and_rounded_down() {
    let start = |share: &str| {
        let setup = setup_of(Scenario::Probe, &[("support-share", share), ("half-support", "exact")]);
        let battle = game(&setup, 3);
        (battle.decision, battle.set_up.budget)
    };
    let (decision, [attacker, defender]) = start("1");
    assert!(decision == Decision::Purchase && attacker >= 50.0 && defender == attacker / 2.0);
    assert_eq!(start("0.3").1, [attacker, defender].map(|points| (points * 0.3).floor()));
    assert_eq!(start("0"), (Decision::PlaceMarker, [0.0, 0.0]), "nothing can be bought");
}

#[test]
fn cw_pat_12_opening_moves_are_those_of_the_switch_where_somebody_attacks() {
    for (scenario, moves) in [(Scenario::Probe, 5), (Scenario::DelayingAction, 5), (Scenario::Patrol, 0)] {
        let setup = setup_of(scenario, &[("opening-moves", "5")]);
        let mut battle = game(&setup, 2);
        until(&mut battle, Decision::MarkerMove);
        assert_eq!(battle.set_up.patrol.opening, moves, "{scenario:?}");
    }
}

#[test]
fn r_107_the_defender_sets_up_first_and_leaves_nobody_without_link() {
    let setup = setup_of(Scenario::AttackAndDefend, &[]);
    let mut battle = game(&setup, 2);
    until(&mut battle, Decision::PlaceMarker);
    assert_eq!(battle.decider, Side::B);
    let place = |x: f64, y: f64| SetUpChoice::Marker(Point::new(x, y));
    assert_eq!(refused(&battle, place(10.0, 20.0)), "CW-PAT-01");
    // Pairs will do; the third of four may stand alone only while the fourth can join it.
    for (x, y) in [(5.0, 40.0), (19.5, 40.0), (60.0, 40.0)] {
        pick(&mut battle, Choice::SetUp(place(x, y)));
    }
    assert_eq!(refused(&battle, place(34.0, 40.0)), "R-107");
    assert_eq!(refused(&battle, place(60.0, 25.0)), "CW-PAT-01");
    pick(&mut battle, Choice::SetUp(place(60.0, 30.0)));
    assert_eq!((battle.decision, battle.decider), (Decision::PlaceMarker, Side::A));
    assert_eq!(refused(&battle, place(60.0, 1.0)), "CW-PAT-01");
}

#[test]
fn cw_scn_10_and_14_gaps_between_own_and_to_enemy_markers() {
    let setup = setup_of(Scenario::DelayingAction, &[]);
    let mut battle = game(&setup, 2);
    until(&mut battle, Decision::PlaceMarker);
    let place = |x: f64, y: f64| SetUpChoice::Marker(Point::new(x, y));
    pick(&mut battle, Choice::SetUp(place(63.0, 24.0)));
    assert_eq!(refused(&battle, place(63.0, 32.4)), "CW-SCN-10");
    pick(&mut battle, Choice::SetUp(place(63.0, 32.5)));
    let setup = setup_of(Scenario::FlankAttack, &[("flank-edges", "near-flank")]);
    let mut battle = game(&setup, 2);
    until(&mut battle, Decision::PlaceMarker);
    for (x, y) in [(72.0, 24.0), (71.0, 24.0), (70.0, 24.0), (60.0, 0.0), (50.0, 0.0), (40.0, 0.0)] {
        pick(&mut battle, Choice::SetUp(place(x, y)));
    }
    // The second group enters by the other edge, out of reach of the defender.
    assert_eq!((refused(&battle, place(72.0, 12.0)), refused(&battle, place(50.0, 0.0))), ("CW-SCN-14", "CW-PAT-01"));
    pick(&mut battle, Choice::SetUp(place(72.0, 5.0)));
    assert_eq!(battle.set_up.patrol.of(Side::A).iter().map(|it| it.group).collect::<Vec<_>>(), [0, 0, 0, 1]);
}

#[test]
fn cw_jop_01_points_are_placed_in_turn_and_those_of_the_scenario_last() {
    let setup = setup_of(Scenario::DelayingAction, &[]);
    let mut battle = game(&setup, 4);
    until(&mut battle, Decision::PlacePoint);
    let (mover, mut placed) = (battle.set_up.mover, Vec::new());
    while battle.set_up.stage == SetUpStage::Points {
        placed.push(battle.decider);
        let choice = scene::offered(&battle)[0];
        pick(&mut battle, choice);
    }
    let other = mover.other();
    let expected = [mover, other, mover, other, Side::A];
    assert_eq!(placed, expected, "three of the attacker, two of the defender");
    assert_eq!(battle.decider, Side::B);
    assert_eq!(refused(&battle, SetUpChoice::Point(Point::new(59.0, 20.0))), "CW-JOP-09");
    // Beside nobody's marker, and in the open.
    pick(&mut battle, Choice::SetUp(SetUpChoice::Point(Point::new(65.0, 7.5))));
    let points = &battle.force(Side::B).points;
    assert_eq!((points.len(), points[2].at, points[2].shaded), (3, Point::new(65.0, 7.5), true));
    // CW-JOP-08, CW-TRN-12
    assert!(battle.set_up.patrol.of(Side::A).is_empty() && battle.set_up.patrol.of(Side::B).is_empty());
    assert_eq!((battle.phase, battle.active), (1, Side::A));
}

#[test]
fn every_scenario_is_set_up_by_whatever_is_offered() {
    for (number, (_, scenario)) in Scenario::ALL.into_iter().enumerate() {
        let counts = match scenario {
            Scenario::FlankAttack => [4, 4],
            Scenario::AttackOnAnObjective => [3, 4],
            _ => [3, 3],
        };
        for key in 0..4 {
            let mut setup = setup_of(scenario, &[]);
            if key == 3 {
                let open = scene::setup_of(scenario, &[]);
                setup = Setup { objective: setup.objective, ..open };
            }
            let mut battle = game(&setup, key);
            let mut chance = SeededDice::from_key(100 * number as u64 + key);
            let mut choices = 0;
            while battle.phase == 0 {
                let choice = battle.any_choice(&mut chance);
                pick(&mut battle, choice);
                choices += 1;
                assert!(choices < 200, "{scenario:?} comes to an end");
            }
            let points = Side::BOTH.map(|side| battle.force(side).points.len());
            assert_eq!(points, counts, "{scenario:?}, {key}");
            // Who has nothing to decide in the first Phase is through with it.
            let first = battle.layout().first_active(battle.set_up.mover);
            assert!(battle.active == first || battle.phase > 1, "{scenario:?}, {key}");
            let table = battle.layout().table();
            let all = Side::BOTH.iter().flat_map(|side| &battle.force(*side).points);
            assert!(all.clone().all(|point| table.contains(point.at)));
        }
    }
}
