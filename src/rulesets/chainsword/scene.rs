//! Scenes for tests: a few Teams, set down where a rule can be seen.

use std::sync::Arc;

use super::choices::{Choice, Decision, Use};
use super::codex::{Codex, Scenario};
use super::fire_lines::Mode;
use super::rules::Rules;
use super::state::{Battle, Setup, TeamId, bit, team_id};
use super::terrain::{Board, Kind, Piece};
use crate::dice::ScriptedDice;
use crate::game::{CodexFile, EventLog, Game, Side, Silent};
use crate::tabletop::plane::Point;

/// The usual setup of The Patrol.
pub(super) fn setup() -> Setup {
    setup_of(Scenario::Patrol, &[])
}

/// A setup of a scenario with some switches at other values.
pub(super) fn setup_of(scenario: Scenario, switches: &[(&str, &str)]) -> Setup {
    let codex = Codex::read(&Codex::source(), &[]).unwrap();
    let mut rules = Rules::default();
    for (name, value) in switches {
        rules.set(name, value).unwrap();
    }
    let board = Board::bare(&codex);
    Setup::new(Arc::new(codex), rules, scenario, &board)
}

/// The setup of a scenario on a table with some pieces: kind, middle, degrees.
pub(super) fn setup_on(scenario: Scenario, switches: &[(&str, &str)], pieces: &[(Kind, f64, f64, f64)]) -> Setup {
    let bare = setup_of(scenario, switches);
    let mut board = Board::bare(&bare.codex);
    let piece =
        |(kind, x, y, degrees): &(Kind, f64, f64, f64)| Piece::new(&bare.codex, *kind, Point::new(*x, *y), *degrees);
    board.pieces.extend(pieces.iter().map(piece));
    Setup::new(bare.codex.clone(), bare.rules.clone(), scenario, &board)
}

/// A Team of side A activates by a die 1, in this mode; nobody watches.
pub(super) fn act(battle: &mut Battle<'_>, team: TeamId, mode: Mode) {
    if battle.decision == Decision::Withdraw {
        play(battle, Choice::Pass, &[1, 1, 1, 1, 1]);
    }
    play(battle, Choice::Spend { face: 1, on: Use::Team(team) }, &[]);
    play(battle, Choice::Mode(mode), &[]);
}

/// Enlists a unit; the first of its Teams.
pub(super) fn enlist(battle: &mut Battle<'_>, side: Side, unit: &str) -> TeamId {
    let first = team_id(side, battle.force(side).teams.into());
    let profile = battle.setup.profile(unit).unwrap_or_else(|| panic!("no unit {unit}"));
    battle.enlist(side, profile).expect("there is room");
    first
}

/// Sets a Team down on the table.
pub(super) fn stand(battle: &mut Battle<'_>, team: TeamId, x: f64, y: f64) {
    let force = battle.own_force_mut(team);
    (force.waiting, force.reserve) = (force.waiting & !bit(team), force.reserve & !bit(team));
    force.present |= bit(team);
    battle.team_mut(team).at = Point::new(x, y);
}

/// Dice in this order, one by one.
pub(super) fn dice(thrown: &[u8]) -> ScriptedDice {
    ScriptedDice::new(thrown)
}

/// Carries out a choice that must be lawful, with these dice and no other.
pub(super) fn play(battle: &mut Battle<'_>, choice: Choice, thrown: &[u8]) {
    assert_eq!(battle.check(choice), Ok(()), "{choice:?} at {:?}", battle.decision);
    let mut dice = dice(thrown);
    battle.apply(choice, &mut dice, &mut Silent);
    dice.finish().unwrap_or_else(|error| panic!("{choice:?}: {error}"));
}

/// What is on offer.
pub(super) fn offered(battle: &Battle<'_>) -> Vec<Choice> {
    let mut all = Vec::new();
    battle.choices(&mut |choice| all.push(choice));
    for choice in &all {
        assert_eq!(battle.check(*choice), Ok(()), "{choice:?} is offered");
    }
    all
}

/// Two forces with a Squad and an officer each, both with so much Force Morale, and side A about to throw its Command Dice.
pub(super) fn two_forces(setup: &Setup, level: u8) -> Battle<'_> {
    let mut battle = Battle::empty(setup);
    for side in Side::BOTH {
        let y = if side == Side::A { 6.0 } else { 42.0 };
        let team = enlist(&mut battle, side, "levy-rifles");
        stand(&mut battle, team, 30.0, y);
        stand(&mut battle, team + 1, 40.0, y);
        let officer = enlist(&mut battle, side, "marshal");
        stand(&mut battle, officer, 35.0, y);
        battle.force_mut(side).level = level;
    }
    battle.begin(Side::A, &mut dice(&[]), &mut Silent);
    battle
}

/// The words of what happens on a choice.
pub(super) fn told(battle: &mut Battle<'_>, choice: Choice, thrown: &[u8]) -> Vec<String> {
    let (mut dice, mut log) = (dice(thrown), EventLog::default());
    battle.apply(choice, &mut dice, &mut log);
    dice.finish().unwrap_or_else(|error| panic!("{choice:?}: {error}"));
    log.lines()
}
