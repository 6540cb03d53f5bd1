//! Officers, in positions where a script that leaves them by themselves loses them; and what a larger army can afford.

use super::*;
use crate::rulesets::chainsword::doctrine::Script;
use crate::rulesets::chainsword::state::JumpOffPoint;

/// Inches between an officer at a place and a Team, from edge to edge.
fn apart(battle: &Battle<'_>, at: Point, team: TeamId) -> f64 {
    battle.stand(team).gap_to(at) - 0.5
}

#[test]
fn an_officer_comes_on_beside_a_team_that_he_may_join() {
    let setup = setup_on(Scenario::Patrol, &[("officer-deploy", "free")], &[]);
    let units = [(Side::A, "levy-rifles", 35.0, 9.5), (Side::B, "autocannon-battery", 36.0, 40.0)];
    let mut battle = scene(&setup, &units);
    let at = Point::new(32.0, 9.0);
    let _ = battle.forces[0].points.try_push(JumpOffPoint { at, shaded: false });
    let marshal = enlist(&mut battle, Side::A, "marshal");
    let mut script = Script::new(weights("methodical"));
    // Only by the die that brings him on.
    battle.hand.faces = [0, 0, 0, 1];
    play(&mut battle, Choice::Spend { face: 4, on: Use::Team(marshal) }, &[]);
    assert_eq!(battle.decision, Decision::Squad);
    let Some(Choice::Place { at, .. }) = script.post(&battle, marshal) else { panic!("he comes on") };
    assert!(apart(&battle, at, 0) <= setup.rules.attach, "{at:?}");
}

#[test]
fn an_officer_joins_a_team_though_it_may_be_charged() {
    let setup = setup();
    let units = [
        (Side::A, "lieutenant", 30.0, 20.0),
        (Side::A, "levy-rifles", 30.0, 17.0),
        (Side::B, "breachers", 30.0, 32.0),
        (Side::B, "autocannon-battery", 40.0, 40.0),
    ];
    let mut battle = scene(&setup, &units);
    battle.joining = 0;
    let mut tactician = Tactician::default();
    let (weights, tasks) = (weights("methodical"), Tasks::default());
    let choice = tactician.attach(&battle, &Brief { weights: &weights, tasks: &tasks });
    assert_eq!(choice, Some(Choice::Attach { officer: 0, team: 1 }), "by himself he is shot");
    let alone = tactician.gain_of_joining(&battle, 0, 1);
    assert!(alone > 0.2, "{alone}");
}

#[test]
fn the_larger_army_puts_more_at_risk() {
    let setup = setup();
    let units = [(Side::A, "levy-rifles", 30.0, 9.0), (Side::B, "levy-rifles", 30.0, 40.0)];
    let risk = |units: &[(Side, &str, f64, f64)], side: Side, team: TeamId| {
        let battle = scene(&setup, units);
        let mut tactician = Tactician::default();
        tactician.look(&battle, side);
        let (weights, tasks) = (weights("firebase"), Tasks::default());
        tactician.mind(&battle, &Brief { weights: &weights, tasks: &tasks }, team).risk
    };
    let [own, enemy] = [risk(&units, Side::A, 0), risk(&units, Side::B, 64)];
    assert!((own - enemy).abs() < 1e-9, "{own} {enemy}");
    let twice = [units[0], (Side::A, "levy-rifles", 40.0, 9.0), units[1]];
    assert!((risk(&twice, Side::A, 0) - 0.25 * own).abs() < 1e-9);
    assert!((risk(&twice, Side::B, 64) - enemy).abs() < 1e-9, "the smaller army plays as usual");
}
