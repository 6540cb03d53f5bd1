//! `roll-off`, `table-edge` and `scenario-roll`: the dice of setting up.

use super::CombatResolution;
use super::inputs::{Inputs, RULES};
use crate::dice::{Dice, Resolution, Step};
use crate::game::{InputDoc, Node};
use crate::rulesets::dogma::codex::{Codex, Scenario};
use crate::rulesets::dogma::setup::{Edge, RollOff, edge, roll_off, scenario};

/// Who throws higher.
pub(super) struct RollOffOdds {
    reroll_ties: bool,
}

impl<'c> CombatResolution<'c> for RollOffOdds {
    type Codex = Codex;
    const NAME: &'static str = "roll-off";
    const ABOUT: &'static str = "both players throw a die, the higher wins";
    const LABELS: &'static [&'static str] = &["first-high", "second-high", "tie"];

    fn inputs() -> Vec<InputDoc> {
        vec![InputDoc { name: "reroll-ties", allowed: "false: one throw", default: "true" }, RULES]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        inputs.rules();
        Some(Self { reroll_ties: inputs.table.or("reroll-ties", true, Node::flag) })
    }

    fn label(&self, outcome: &RollOff) -> usize {
        *outcome as usize
    }
}

impl Resolution for RollOffOdds {
    type State = ();
    type Outcome = RollOff;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), RollOff> {
        match roll_off(dice) {
            RollOff::Tie if self.reroll_ties => Step::Next(()),
            outcome => Step::Done(outcome),
        }
    }
}

/// Where the players stand.
pub(super) struct TableEdge {
    square: bool,
}

/// Who gets which edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Place {
    /// The opponent's, on the square table.
    Edge(Edge),
    /// The winner of the roll-off picks, on the others (DG-SET-05).
    Picks(RollOff),
}

impl<'c> CombatResolution<'c> for TableEdge {
    type Codex = Codex;
    const NAME: &'static str = "table-edge";
    const ABOUT: &'static str = "which edge the opponent gets, or who picks one";
    const LABELS: &'static [&'static str] =
        &["chosen", "adjacent-left", "adjacent-right", "opposite", "opponent-picks", "aggressor-picks"];

    fn inputs() -> Vec<InputDoc> {
        vec![InputDoc { name: "points", allowed: "points limit: 1 to 1000000", default: "24" }, RULES]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        inputs.rules();
        let points = inputs.table.or("points", 24, |node| node.whole(1..=1_000_000));
        Some(Self { square: inputs.codex.size(points).square() })
    }

    fn label(&self, place: &Place) -> usize {
        match place {
            Place::Edge(edge) => *edge as usize,
            Place::Picks(RollOff::First) => 4,
            Place::Picks(_) => 5,
        }
    }
}

impl Resolution for TableEdge {
    type State = ();
    type Outcome = Place;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), Place> {
        if self.square {
            return Step::Done(Place::Edge(edge(dice)));
        }
        match roll_off(dice) {
            RollOff::Tie => Step::Next(()),
            winner => Step::Done(Place::Picks(winner)),
        }
    }
}

/// Which scenario is played.
pub(super) struct ScenarioRoll<'c> {
    codex: &'c Codex,
}

impl<'c> CombatResolution<'c> for ScenarioRoll<'c> {
    type Codex = Codex;
    const NAME: &'static str = "scenario-roll";
    const ABOUT: &'static str = "the scenario that the aggressor rolls";
    const LABELS: &'static [&'static str] =
        &["exterminate", "regicide", "invasion", "king-of-the-hill", "capture-the-flag", "control"];

    fn inputs() -> Vec<InputDoc> {
        vec![RULES]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        inputs.rules();
        Some(Self { codex: inputs.codex })
    }

    fn label(&self, scenario: &Scenario) -> usize {
        *scenario as usize
    }
}

impl Resolution for ScenarioRoll<'_> {
    type State = ();
    type Outcome = Scenario;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), Scenario> {
        Step::Done(scenario(self.codex, dice))
    }
}
