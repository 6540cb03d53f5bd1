//! The rules of set-up.

use std::sync::Arc;

use super::*;
use crate::dice::{Address, Purpose, ScriptedDice, Seat, SeededDice};
use crate::game::{CodexFile, Game, Silent, Source};
use crate::rulesets::darkpotential::army::{self, Roster};
use crate::rulesets::darkpotential::codex::Codex;
use crate::rulesets::darkpotential::field::Field;
use crate::rulesets::darkpotential::muster::Lineup;
use crate::rulesets::darkpotential::rules::Rules;
use crate::rulesets::darkpotential::scenarios::Scenario;
use crate::rulesets::darkpotential::state::Setup;
use crate::rulesets::darkpotential::terrain::Board;

fn setup() -> Setup {
    let rules = Rules::default();
    let field = Field::new(&rules, &Board::bare(48.0, 48.0));
    let terms = Scenario::Elimination.terms(&rules);
    Setup { codex: Arc::new(Codex::built_in()), rules, field, terms }
}

fn list(setup: &Setup, name: &str) -> Roster {
    let source = Source::called(name, army::built_in()).unwrap();
    Roster::read(&setup.codex, &setup.rules, &source).unwrap()
}

fn apply(battle: &mut Battle<'_>, choice: Choice, dice: &[u8]) {
    battle.check(choice).unwrap_or_else(|refusal| panic!("{choice:?}: {refusal}"));
    let mut dice = ScriptedDice::new(dice);
    battle.apply(choice, &mut dice, &mut Silent);
    dice.finish().unwrap();
}

fn spot(x: f64, y: f64) -> Spot {
    Spot { point: Point::new(x, y), level: 0 }
}

/// A game in which A goes first and deploys in the south.
fn deploying<'s>(setup: &'s Setup, roster: &Roster) -> Battle<'s> {
    let mut battle = Battle::new(setup, &Lineup { first: Side::A, forces: [roster, roster] });
    apply(&mut battle, Choice::RollOff, &[6, 1]);
    apply(&mut battle, Choice::First(true), &[]);
    apply(&mut battle, Choice::Edge(BoardEdge::South), &[]);
    battle
}

#[test]
fn dp_set_05_the_winner_of_the_roll_off_chooses() {
    let setup = setup();
    let roster = list(&setup, "four-leaders");
    let mut battle = Battle::new(&setup, &Lineup { first: Side::A, forces: [&roster, &roster] });
    assert_eq!((battle.decision, battle.decider), (Decision::RollOff, Side::A));
    apply(&mut battle, Choice::RollOff, &[3, 3, 2, 5]);
    assert_eq!((battle.decision, battle.decider), (Decision::First, Side::B), "equal dice are thrown again");
    apply(&mut battle, Choice::First(false), &[]);
    assert_eq!((battle.decision, battle.decider, battle.first), (Decision::Edge, Side::A, Side::A));
    for (rule, first) in [("force-b", Side::B), ("alternate", Side::A)] {
        let mut rules = setup.rules.clone();
        rules.set("first-player", rule).unwrap();
        let forced = Setup { rules, ..setup.clone() };
        let battle = Battle::new(&forced, &Lineup { first: Side::A, forces: [&roster, &roster] });
        assert_eq!((battle.decision, battle.decider), (Decision::Edge, first), "{rule}");
    }
}

#[test]
fn dp_set_07_both_deploy_at_opposite_edges() {
    let setup = setup();
    let roster = list(&setup, "suggested");
    let mut battle = deploying(&setup, &roster);
    let refused = |battle: &Battle<'_>, figure, at| battle.check(Choice::Place { figure, at }).unwrap_err().rule;
    assert_eq!(refused(&battle, 0, spot(20.0, 11.6)), "DP-SET-06");
    assert_eq!(refused(&battle, 64, spot(20.0, 40.0)), "DP-SET-07", "it is not the turn of B");
    let mut chance: SeededDice = Address { seed: 3, cell: 0, pair: 0 }.open(Seat::First, Purpose::Script, 0);
    let mut leaders = [0, 0];
    while battle.phase == Phase::Deployment {
        let choice = battle.any_choice(&mut chance);
        let side = battle.decider;
        if let Choice::Place { figure, at } = choice {
            assert_eq!(side_of(figure), side);
            let strip = if side == Side::A { 0.0..=12.0 } else { 36.0..=48.0 };
            assert!(strip.contains(&at.point.y), "{at:?}");
            assert!(side == Side::A || battle.deployment.unplaced.len() <= 8);
        }
        leaders[side.index()] += u32::from(matches!(choice, Choice::Leader(_)));
        apply(&mut battle, choice, &[]);
    }
    assert_eq!(leaders, [1, 1], "each squad has a leader (DP-SET-08)");
    assert_eq!((battle.turn, battle.active), (1, Side::A));
    for side in Side::BOTH {
        let full = (0..battle.force(side).units).all(|unit| {
            let state = battle.unit(side, unit);
            state.points == state.base_points
        });
        assert!(full, "pools begin full (DP-SET-10)");
    }
}

#[test]
fn dp_set_09_bases_deploy_in_coherency() {
    let setup = setup();
    let roster = list(&setup, "assassin-cell");
    let mut battle = deploying(&setup, &roster);
    apply(&mut battle, Choice::Hide(0), &[]);
    let first = battle.figure(0).first_base;
    assert_eq!((battle.decision, battle.figure(0).bases), (Decision::PlaceBase, 4));
    apply(&mut battle, Choice::Place { figure: first, at: spot(10.0, 5.0) }, &[]);
    let place = |x: f64| Choice::Place { figure: first + 1, at: spot(x, 5.0) };
    let (edge, beyond) = (10.0 + 9.0 + 25.0 / 25.4, 10.0 + 9.01 + 25.0 / 25.4);
    assert_eq!(battle.check(place(beyond)).unwrap_err().rule, "DP-STL-06");
    apply(&mut battle, place(edge), &[]);
    apply(&mut battle, Choice::Place { figure: first + 2, at: spot(12.0, 5.0) }, &[]);
    apply(&mut battle, Choice::Place { figure: first + 3, at: spot(14.0, 5.0) }, &[]);
    assert_eq!(battle.decision, Decision::Real);
    assert!(battle.check(Choice::Real(0)).is_err());
    apply(&mut battle, Choice::Real(first + 2), &[]);
    assert_eq!((battle.decision, battle.figure(0).real), (Decision::Deploy, first + 2));
    apply(&mut battle, Choice::Place { figure: 1, at: spot(30.0, 5.0) }, &[]);
    assert!(battle.is_present(1) && battle.is_hidden(0), "the next one is deployed openly (DP-STL-02)");
}
