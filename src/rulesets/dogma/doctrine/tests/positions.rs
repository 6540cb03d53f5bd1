//! Positions in which a script has to see what is to be done.

use std::sync::Arc;

use super::super::ScriptedPlayer;
use super::super::deployment::next_line;
use super::super::dynamic_weights::dynamic_weights;
use super::super::observation::Observation;
use super::super::threat_assessment::ThreatAssessment;
use super::doctrine;
use crate::dice::{Address, Purpose, Seat};
use crate::game::{CodexFile, Game, Player, Side, Silent};
use crate::rulesets::dogma::cell::table_for;
use crate::rulesets::dogma::choices::{Choice, Meeting, Path, Target};
use crate::rulesets::dogma::codex::{Codex, Scenario};
use crate::rulesets::dogma::doctrine_book::Weights;
use crate::rulesets::dogma::position::{Moment, Position, Stand};
use crate::rulesets::dogma::rules::{Rules, TerrainPolicy};
use crate::rulesets::dogma::scenarios::Progress;
use crate::rulesets::dogma::state::{Battle, Command, NOBODY, Phase, Place, Pose, Setup, UnitSet, bit, element_id};
use crate::rulesets::dogma::terrain::{Feature, Kind, Terrain};
use crate::tabletop::plane::{Facing, Point, contains};

/// A unit, where it stands, and how many degrees it has turned clockwise from north.
type Unit = (&'static str, f64, f64, f64);

/// Side A, with the southern edge, is about to move.
struct Scene {
    setup: Setup,
    position: Position,
}

impl Scene {
    fn new(scenario: Scenario, rock: Option<(f64, f64)>, units: [&[Unit]; 2]) -> Self {
        let codex = Codex::built_in();
        let size = table_for(&codex, 24);
        let mut terrain = Terrain::default();
        if let Some((x, y)) = rock {
            terrain.place(Feature::new(Kind::Impassable, Kind::Impassable.shape(Point::new(x, y), 4.0)));
        }
        let stand = |(key, x, y, degrees): &Unit| Stand {
            kind: codex.units.iter().position(|unit| unit.key == *key).unwrap() as u8,
            place: Place::Table,
            pose: Pose::new(Point::new(*x, *y), Facing::from_degrees(*degrees)),
            carrier: None,
            marks: Vec::new(),
        };
        let units = units.map(|units| units.iter().map(stand).collect::<Vec<Stand>>());
        let rules = Rules { terrain_policy: TerrainPolicy::Fixed, ..Rules::default() };
        let setup = Setup::new(Arc::new(codex), rules, size, 24, Some(scenario), Some(terrain));
        let position = Position {
            units,
            commanders: [Some(0), Some(0)],
            dogmas: Default::default(),
            aggressor: Side::A,
            active: Side::A,
            round: 1,
            moment: Moment::Phase(Phase::Movement),
            command: Command { points: 1, left: 1, ..Command::default() },
            progress: Progress::default(),
            groups: Vec::new(),
        };
        Self { setup, position }
    }

    /// The game once side A, by a doctrine of these weights, has moved.
    fn moved(&self, weights: Weights) -> Battle<'_> {
        let mut battle = Battle::set_up(&self.setup, &self.position, &mut Silent);
        let mut player = ScriptedPlayer::new(weights);
        let mut dice = Address { seed: 1, cell: 0, pair: 0 }.open(Seat::First, Purpose::Script, 1);
        while battle.phase == Phase::Movement && battle.active == Side::A && battle.verdict().is_none() {
            let choice = player.choose(&battle, &mut dice.clone());
            assert_eq!(battle.check(choice), Ok(()));
            battle.apply(choice, &mut dice, &mut Silent);
            if choice == Choice::EndMovement {
                break;
            }
        }
        battle
    }
}

/// An Element against the table edge, with another one behind it, cannot turn where it stands.
#[test]
fn whoever_has_no_room_to_turn_goes_aside() {
    let ours: [Unit; 2] = [("spaag", 0.7875, 10.0, 0.0), ("sht", 0.7875, 12.0, 90.0)];
    let theirs: [Unit; 1] = [("gunship", 6.0, 22.0, 180.0)];
    let scene = Scene::new(Scenario::Exterminate, None, [&ours, &theirs]);
    let battle = scene.moved(Weights { press: 10.0, standoff: 0.0, ..doctrine("rush") });
    let stood = |place: usize| Point::new(ours[place].1, ours[place].2);
    assert!((0..2).any(|place| battle.base(element_id(Side::A, place)).centre.distance(stood(place)) > 1.0));
}

/// The nearest place from which a marker can be covered may lie along a rock.
#[test]
fn a_marker_beside_a_rock_is_covered() {
    for (x, y) in [(16.5, 12.0), (16.0, 11.0), (15.5, 11.0)] {
        let ours: [Unit; 1] = [("jet-bike", x, y, 0.0)];
        let theirs: [Unit; 1] = [("elites", 2.0, 22.0, 180.0)];
        let mut scene = Scene::new(Scenario::Control, Some((12.0, 12.0)), [&ours, &theirs]);
        let marker = Point::new(14.0, 12.0);
        scene.position.progress.centre = Some(marker);
        scene.position.progress.markers = [Some(Point::new(14.0, 12.3)); 2];
        let battle = scene.moved(doctrine("balanced"));
        assert!(contains(battle.base(element_id(Side::A, 0)), marker), "from {x}, {y}");
    }
}

/// Speed 3 and 3.1 inches to go: a corner reaches farther than a side.
#[test]
fn an_invader_touches_the_edge_with_a_corner() {
    let ours: [Unit; 2] = [("elites", 12.0, 24.0 - 0.7874 - 3.1, 0.0), ("elites", 2.0, 2.0, 0.0)];
    let theirs: [Unit; 1] = [("spaag", 22.0, 22.0, 0.0)];
    let mut scene = Scene::new(Scenario::Invasion, None, [&ours, &theirs]);
    scene.position.round = 15;
    let battle = scene.moved(doctrine("balanced"));
    assert!(!battle.force(Side::A).exited.is_empty());
}

#[test]
fn a_flag_on_the_ground_is_picked_up() {
    let ours: [Unit; 2] = [("sht", 4.0, 4.0, 0.0), ("regular-infantry", 14.0, 15.0, 90.0)];
    let theirs: [Unit; 2] = [("sht", 20.0, 21.0, 180.0), ("mbt", 18.0, 19.5, 180.0)];
    let mut scene = Scene::new(Scenario::CaptureTheFlag, None, [&ours, &theirs]);
    scene.position.progress.flags = [None, Some(Point::new(14.0, 18.0))];
    scene.position.progress.bearers = [Some(element_id(Side::A, 1)), None];
    let battle = scene.moved(doctrine("stalker"));
    assert_eq!(battle.verdict().and_then(|verdict| verdict.winner), Some(Side::A));
}

/// Those who came in first do not keep out those who wanted to come in at the same place.
#[test]
fn reserves_come_in_together() {
    let ours: [Unit; 7] = [("elites", 12.0, 4.0, 0.0); 7];
    let theirs: [Unit; 1] = [("mbt", 2.0, 21.0, 180.0)];
    let mut scene = Scene::new(Scenario::Invasion, None, [&ours, &theirs]);
    scene.position.command = Command { points: 5, left: 5, may_call: true, ..Command::default() };
    scene.position.units[0][1..].iter_mut().for_each(|stand| stand.place = Place::Reserve);
    let battle = scene.moved(doctrine("airborne"));
    assert_eq!(battle.force(Side::A).reserve, UnitSet::EMPTY);
}

/// DG-TER-12: a building that has fallen bars nobody any more, from the next look on.
#[test]
fn a_ruin_is_no_way_round() {
    let units: [Unit; 1] = [("mbt", 12.0, 4.0, 0.0)];
    let others: [Unit; 1] = [("mbt", 12.0, 20.0, 180.0)];
    let mut scene = Scene::new(Scenario::Exterminate, None, [&units, &others]);
    let mut terrain = Terrain::default();
    terrain.place(Feature::new(Kind::Building(2), Kind::Building(2).shape(Point::new(12.0, 12.0), 4.0)));
    scene.setup.terrain = Some(terrain);
    let mut battle = Battle::set_up(&scene.setup, &scene.position, &mut Silent);
    let mut observation = Observation::new();
    let mut way = |battle: &Battle<'_>| {
        observation.look(battle, Side::A, &Weights::NEUTRAL);
        let friend = observation.friends[0];
        observation.way(&friend, friend.base.centre, observation.foes[0].base.centre)
    };
    assert!(way(&battle) > 16.5);
    battle.terrain.ruin(0);
    assert_eq!(way(&battle), 16.0);
}

/// DG-RNG-11: supporters beyond the cap add nothing, and no attack is planned with them.
#[test]
fn no_more_guns_are_named_than_count() {
    let ours = [11.2126, 12.0].map(|x| ("regular-infantry", x, 10.0, 0.0));
    let theirs: [Unit; 1] = [("mbt", 12.0, 12.2, 180.0)];
    for (cap, supporters) in [(4, 1), (0, 0)] {
        let mut scene = Scene::new(Scenario::Exterminate, None, [&ours, &theirs]);
        scene.setup.rules.support_cap = cap;
        scene.position.moment = Moment::Phase(Phase::Ranged);
        let battle = Battle::set_up(&scene.setup, &scene.position, &mut Silent);
        let mut dice = Address { seed: 1, cell: 0, pair: 0 }.open(Seat::First, Purpose::Script, 1);
        let choice = ScriptedPlayer::new(doctrine("balanced")).choose(&battle, &mut dice);
        let Choice::Fire(attack) = choice else { panic!("{choice:?}") };
        assert_eq!(attack.supporters().count(), supporters);
    }
}

/// However little a doctrine fears, it does not risk the Element with which the game is lost.
#[test]
fn a_commander_is_guarded_where_he_decides() {
    let units: [Unit; 1] = [("mbt", 12.0, 4.0, 0.0)];
    let others: [Unit; 1] = [("mbt", 12.0, 20.0, 180.0)];
    let guarded_by = |weights: &Weights, scenario: Scenario, round: u16| {
        let mut scene = Scene::new(scenario, None, [&units, &others]);
        scene.position.round = round;
        let battle = Battle::set_up(&scene.setup, &scene.position, &mut Silent);
        let dynamic_weights = dynamic_weights(&battle, Side::A, weights);
        dynamic_weights.guard * dynamic_weights.standoff
    };
    let guarded = |scenario: Scenario, round: u16| guarded_by(&doctrine("rush"), scenario, round);
    assert!(guarded(Scenario::Exterminate, 1) < 0.1);
    for round in [1, 10, 20] {
        assert!(guarded(Scenario::Regicide, round) >= 1.0);
    }
    // Who fears nothing at all has a guard that is a number none the less.
    assert_eq!(guarded_by(&Weights { standoff: 0.0, ..doctrine("rush") }, Scenario::Regicide, 1), 0.0);
}

#[test]
fn invaders_fight_before_they_run() {
    let units: [Unit; 1] = [("mbt", 12.0, 4.0, 0.0)];
    let others: [Unit; 1] = [("mbt", 12.0, 20.0, 180.0)];
    let weights = |round: u16, side: Side| {
        let mut scene = Scene::new(Scenario::Invasion, None, [&units, &others]);
        scene.position.round = round;
        dynamic_weights(&Battle::set_up(&scene.setup, &scene.position, &mut Silent), side, &Weights::NEUTRAL)
    };
    let (early, late) = (weights(2, Side::A), weights(12, Side::A));
    assert!(early.press > early.objective && late.press < late.objective);
    assert_eq!((early.standoff, late.standoff), (1.0, 1.0));
    assert_eq!(weights(2, Side::B).press, weights(12, Side::B).press);
}

/// Whoever loses the game by his own loss does not lead the charge, until little time is left.
#[test]
fn those_who_decide_the_game_stay_behind() {
    let ours: [Unit; 2] = [("elites", 12.0, 5.0, 0.0), ("spaag", 20.0, 2.0, 0.0)];
    let theirs: [Unit; 2] = [("mbt", 12.0, 22.0, 180.0), ("spaag", 20.0, 22.0, 180.0)];
    for (scenario, round, goes) in [
        (Scenario::Regicide, 2, false),
        (Scenario::CaptureTheFlag, 2, false),
        (Scenario::Regicide, 16, true),
        (Scenario::CaptureTheFlag, 16, true),
        (Scenario::Exterminate, 2, true),
    ] {
        let mut scene = Scene::new(scenario, None, [&ours, &theirs]);
        scene.position.round = round;
        scene.position.command = Command { points: 2, left: 2, ..Command::default() };
        scene.position.progress.bearers = [Some(element_id(Side::A, 0)), Some(element_id(Side::B, 1))];
        let battle = scene.moved(doctrine("balanced"));
        let gone = battle.base(element_id(Side::A, 0)).centre.y > 6.0;
        assert_eq!(gone, goes, "{scenario:?} in round {round}");
    }
}

/// Whoever runs after a flag bearer far behind runs into the guns of all others: that is for the last rounds, or for those
/// who have little to fear any more.
#[test]
fn a_bearer_far_behind_is_not_run_after_at_first() {
    let ours: [Unit; 2] = [("mbt", 12.0, 3.0, 0.0), ("elites", 12.0, 1.0, 0.0)];
    let theirs: [Unit; 3] =
        [("elites", 2.0, 22.0, 180.0), ("elites", 22.0, 16.0, 180.0), ("elites", 20.0, 16.0, 180.0)];
    let heads_for_the_bearer = |round: u16, theirs: &[Unit]| {
        let mut scene = Scene::new(Scenario::CaptureTheFlag, None, [&ours, theirs]);
        scene.position.round = round;
        scene.position.progress.bearers = [Some(element_id(Side::A, 1)), Some(element_id(Side::B, 0))];
        scene.moved(doctrine("balanced")).base(element_id(Side::A, 0)).centre.x < 12.0
    };
    assert!(!heads_for_the_bearer(2, &theirs));
    assert!(heads_for_the_bearer(16, &theirs));
    assert!(heads_for_the_bearer(2, &theirs[..2]));
}

/// A gunship does not let itself be shot at from behind: it turns on him, or is gone.
#[test]
fn a_gunship_minds_who_is_behind_it() {
    let ours: [Unit; 2] = [("elites", 2.0, 2.0, 0.0), ("gunship", 12.0, 12.0, 0.0)];
    let theirs: [Unit; 2] = [("elites", 22.0, 22.0, 180.0), ("elites", 12.0, 9.5, 0.0)];
    let scene = Scene::new(Scenario::Exterminate, None, [&ours, &theirs]);
    let battle = scene.moved(doctrine("balanced"));
    let (gunship, behind) = (battle.base(element_id(Side::A, 1)), battle.base(element_id(Side::B, 1)));
    let way = behind.centre - gunship.centre;
    assert!(way.dot(gunship.facing.ahead()) > 0.0 || way.length() > 5.0 + 1.6);
}

/// Whoever goes back and forth wastes the points for both ways.
#[test]
fn the_way_back_is_worth_less_than_any_other() {
    let units: [Unit; 1] = [("mbt", 12.0, 8.0, 0.0)];
    let others: [Unit; 1] = [("mbt", 12.0, 20.0, 180.0)];
    let scene = Scene::new(Scenario::Exterminate, None, [&units, &others]);
    let battle = Battle::set_up(&scene.setup, &scene.position, &mut Silent);
    let mut player = ScriptedPlayer::new(Weights::NEUTRAL);
    player.aim(&battle, Side::A, false);
    let evaluation = player.evaluation(&battle);
    let stands = |came_from: Option<Point>| {
        let mut assessment = ThreatAssessment::unseen(evaluation.friend(0));
        assessment.look(&evaluation, 0, 4.0, 0, came_from);
        let at = |y: f64| battle.base(0).moved(Point::new(12.0, y) - Point::new(12.0, 8.0));
        [4.0, 8.0, 10.0].map(|y| assessment.stand(&evaluation, &at(y)))
    };
    let ([back, here, on], [new_back, new_here, new_on]) = (stands(None), stands(Some(Point::new(12.0, 4.0))));
    assert!(new_back < back - 0.5);
    assert_eq!([new_here, new_on], [here, on]);
}

/// An enemy who wins at the end of the turn is fired at, however hard he is and however easy somebody else.
#[test]
fn the_last_chance_is_taken() {
    let ours: [Unit; 1] = [("mbt", 12.0, 8.0, 0.0)];
    let theirs: [Unit; 3] = [("jet-bike", 11.0, 12.5, 180.0), ("mbt", 13.0, 12.5, 180.0), ("spaag", 22.0, 22.0, 180.0)];
    let holder = element_id(Side::B, 1);
    let fires_at_the_holder = |scenario: Scenario, holders: [UnitSet; 2]| {
        let mut scene = Scene::new(scenario, None, [&ours, &theirs]);
        scene.position.moment = Moment::Phase(Phase::Ranged);
        scene.setup.rules.koth_points = 3.0;
        let progress = &mut scene.position.progress;
        progress.centre = Some(Point::new(13.0, 12.0));
        progress.markers = [Some(Point::new(13.0, 12.3)), Some(Point::new(13.0, 11.9))];
        progress.holders[Side::B.index()] = holders;
        let battle = Battle::set_up(&scene.setup, &scene.position, &mut Silent);
        let mut dice = Address { seed: 1, cell: 0, pair: 0 }.open(Seat::First, Purpose::Script, 1);
        let choice = ScriptedPlayer::new(doctrine("balanced")).choose(&battle, &mut dice);
        let Choice::Fire(attack) = choice else { panic!("{choice:?}") };
        attack.target == Target::Element(holder)
    };
    let held = bit(holder);
    assert!(fires_at_the_holder(Scenario::Control, [held, held]));
    assert!(!fires_at_the_holder(Scenario::Control, [UnitSet::EMPTY, UnitSet::EMPTY]));
    assert!(fires_at_the_holder(Scenario::KingOfTheHill, [held, UnitSet::EMPTY]));
    // If too few are left without him, there is no last chance to take.
    assert!(!fires_at_the_holder(Scenario::KingOfTheHill, [UnitSet::EMPTY, UnitSet::EMPTY]));
}

/// A marker counts for whoever lives through the enemy turn: danger there costs what is held besides who holds it.
#[test]
fn danger_costs_a_holder_what_it_holds() {
    let ours: [Unit; 1] = [("elites", 12.0, 12.0, 0.0)];
    let theirs: [Unit; 1] = [("mbt", 12.0, 17.0, 180.0)];
    let harm_at = |marker: Point| {
        let mut scene = Scene::new(Scenario::Control, None, [&ours, &theirs]);
        scene.position.progress.centre = Some(marker);
        scene.position.progress.markers = [Some(marker); 2];
        let battle = Battle::set_up(&scene.setup, &scene.position, &mut Silent);
        let mut player = ScriptedPlayer::new(doctrine("balanced"));
        player.aim(&battle, Side::A, false);
        let evaluation = player.evaluation(&battle);
        let friend = evaluation.friend(0);
        let assessment = ThreatAssessment::new(&evaluation, Some(0), friend, 0.0, false);
        (
            assessment.harm(&evaluation, false, &friend.base),
            evaluation.objective.hold(friend, &friend.base, evaluation.weights),
            assessment.loss(false, friend.base.centre) / friend.worth,
        )
    };
    let (elsewhere, nothing, chance) = harm_at(Point::new(2.0, 12.0));
    let (here, held, _) = harm_at(Point::new(12.0, 12.0));
    assert!(elsewhere > 0.0 && nothing == 0.0 && held > 6.0);
    assert!((here - elsewhere - held * chance).abs() < 1e-9);
}

/// Who moves alone without going anywhere has moved none the less: its Group does not march with it any more.
#[test]
fn a_group_does_not_wait_for_who_has_moved() {
    let ours: [Unit; 2] = [("mbt", 10.0, 6.0, 0.0), ("mbt", 11.5748, 6.0, 0.0)];
    let theirs: [Unit; 1] = [("elites", 11.0, 21.0, 180.0)];
    let mut scene = Scene::new(Scenario::Exterminate, None, [&ours, &theirs]);
    scene.position.command = Command { points: 3, left: 3, ..Command::default() };
    let mut battle = Battle::set_up(&scene.setup, &scene.position, &mut Silent);
    let mut player = ScriptedPlayer::new(doctrine("balanced"));
    let mut dice = Address { seed: 1, cell: 0, pair: 0 }.open(Seat::First, Purpose::Script, 1);
    assert!(matches!(player.choose(&battle, &mut dice), Choice::March { .. }));
    let element = element_id(Side::A, 1);
    let (path, meeting) = (Path::turn(Facing::NORTH), Meeting::ANY);
    battle.apply(Choice::Move { element, path, meeting, join: NOBODY }, &mut dice, &mut Silent);
    let next = player.choose(&battle, &mut dice);
    assert_eq!(battle.check(next), Ok(()));
}

/// A choice that the game has refused is not made again.
#[test]
fn whoever_is_refused_thinks_of_something_else() {
    let ours: [Unit; 2] = [("mbt", 6.0, 6.0, 0.0), ("mbt", 16.0, 6.0, 0.0)];
    let theirs: [Unit; 1] = [("elites", 11.0, 21.0, 180.0)];
    let mut scene = Scene::new(Scenario::Exterminate, None, [&ours, &theirs]);
    scene.position.command = Command { points: 3, left: 3, ..Command::default() };
    let battle = Battle::set_up(&scene.setup, &scene.position, &mut Silent);
    let mut player = ScriptedPlayer::new(doctrine("balanced"));
    let mut dice = Address { seed: 1, cell: 0, pair: 0 }.open(Seat::First, Purpose::Script, 1);
    let choices = [(); 3].map(|()| player.choose(&battle, &mut dice));
    assert!(choices[0] != choices[1] && choices[1] != choices[2], "{choices:?}");
    assert_eq!(choices[2], Choice::EndMovement);
}

/// One pins a tank in front, another one takes it in the flank in the same turn.
#[test]
fn two_moves_make_a_trap() {
    let ours: [Unit; 2] = [("regular-infantry", 12.0, 9.5, 0.0), ("regular-infantry", 14.5, 12.5, 270.0)];
    let theirs: [Unit; 2] = [("mbt", 12.0, 12.0, 180.0), ("elites", 2.0, 22.0, 180.0)];
    let mut scene = Scene::new(Scenario::Exterminate, None, [&ours, &theirs]);
    scene.position.command = Command { points: 2, left: 2, ..Command::default() };
    let caught = |trap: f64| {
        let battle = scene.moved(Weights { trap, brink: 0.0, ..doctrine("balanced") });
        !battle.flankers(element_id(Side::B, 0)).is_empty()
    };
    assert!(caught(1.0));
    assert!(!caught(0.0));
}

/// Where the next loss ends the game, an Element is worth more than it costs, whoever's it is.
#[test]
fn the_last_that_may_be_lost_are_dear() {
    let units: [Unit; 2] = [("mbt", 12.0, 4.0, 0.0), ("mbt", 4.0, 4.0, 0.0)];
    let others: [Unit; 2] = [("mbt", 12.0, 20.0, 180.0), ("mbt", 4.0, 20.0, 180.0)];
    let dear = |scenario: Scenario, brink: f64| {
        let scene = Scene::new(scenario, None, [&units, &others]);
        let battle = Battle::set_up(&scene.setup, &scene.position, &mut Silent);
        let mut observation = Observation::new();
        observation.look(&battle, Side::A, &Weights { brink, ..Weights::NEUTRAL });
        (observation.friends[1].worth > 6.0, observation.foes[1].worth > 6.0)
    };
    assert_eq!(dear(Scenario::Exterminate, 1.0), (true, true));
    assert_eq!(dear(Scenario::Exterminate, 0.0), (false, false));
    assert_eq!(dear(Scenario::Invasion, 1.0), (true, false), "only the aggressor loses by his losses");
    assert_eq!(dear(Scenario::Regicide, 1.0), (false, false));
}

/// Whoever deploys first gets the middle of the front: the best of a Force, where the middle of the table decides.
#[test]
fn the_best_stand_across_from_the_middle_that_decides() {
    let ours: [Unit; 2] = [("regular-infantry", 12.0, 4.0, 0.0), ("mbt", 4.0, 4.0, 0.0)];
    let theirs: [Unit; 1] = [("mbt", 12.0, 20.0, 180.0)];
    let first = |scenario: Scenario| {
        let scene = Scene::new(scenario, None, [&ours, &theirs]);
        let battle = Battle::set_up(&scene.setup, &scene.position, &mut Silent);
        next_line(&battle, Side::A, battle.force(Side::A).table)[0]
    };
    for scenario in [Scenario::KingOfTheHill, Scenario::Control] {
        assert_eq!(first(scenario), element_id(Side::A, 1));
    }
    assert_eq!(first(Scenario::Exterminate), element_id(Side::A, 0));
}
