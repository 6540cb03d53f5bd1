//! `initiative` and `reserve-arrival`: what the initiative die allows.

use std::borrow::Cow;

use super::inputs::{Inputs, RULES, flag, required};
use super::{CombatResolution, Rules};
use crate::dice::{Dice, Resolution, Step};
use crate::game::InputDoc;
use crate::rulesets::dogma::codex::Codex;
use crate::rulesets::dogma::command::{Initiative, initiative};

const COMMANDER_DESTROYED: InputDoc = flag("commander-destroyed");

/// One initiative die.
pub(super) struct InitiativeRoll {
    rules: Rules,
    sides: u8,
    commander_destroyed: bool,
}

impl InitiativeRoll {
    fn throw<D: Dice>(&self, dice: &mut D) -> Initiative {
        initiative(&self.rules, self.sides, self.commander_destroyed, dice)
    }
}

impl<'c> CombatResolution<'c> for InitiativeRoll {
    type Codex = Codex;
    const NAME: &'static str = "initiative";
    const ABOUT: &'static str = "Initiative Points of a turn, and whether reserves may be called in";
    const LABELS: &'static [&'static str] = &[
        "ip-1",
        "ip-1-call",
        "ip-2",
        "ip-2-call",
        "ip-3",
        "ip-3-call",
        "ip-4",
        "ip-4-call",
        "ip-5",
        "ip-5-call",
        "ip-6",
        "ip-6-call",
    ];
    const NUMBERS: &'static [&'static str] = &["ip"];

    fn inputs() -> Vec<InputDoc> {
        vec![COMMANDER_DESTROYED, RULES]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let rules = inputs.rules();
        let commander_destroyed = inputs.flag(COMMANDER_DESTROYED.name);
        Some(Self { rules, sides: inputs.codex.numbers.ip_die, commander_destroyed })
    }

    fn label(&self, initiative: &Initiative) -> usize {
        2 * usize::from(initiative.points - 1) + usize::from(initiative.may_call)
    }

    fn values(&self, initiative: &Initiative) -> Vec<i64> {
        vec![i64::from(initiative.points)]
    }
}

impl Resolution for InitiativeRoll {
    type State = ();
    type Outcome = Initiative;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), Initiative> {
        Step::Done(self.throw(dice))
    }
}

/// Turn after turn until reserves may come.
pub(super) struct ReserveArrival {
    initiative: InitiativeRoll,
    turns: usize,
}

impl<'c> CombatResolution<'c> for ReserveArrival {
    type Codex = Codex;
    const NAME: &'static str = "reserve-arrival";
    const ABOUT: &'static str = "first own turn in which reserves may come";
    const LABELS: &'static [&'static str] = &["turn-{n}", "not-arrived"];

    fn inputs() -> Vec<InputDoc> {
        vec![required("turns", "1 to 20"), COMMANDER_DESTROYED, RULES]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let turns = inputs.table.required("turns", |node| node.whole(1..=20));
        let initiative = InitiativeRoll::read(inputs);
        Some(Self { initiative: initiative?, turns: turns? })
    }

    fn labels(&self) -> Vec<Cow<'static, str>> {
        let turns = (1..=self.turns).map(|turn| Cow::Owned(format!("turn-{turn}")));
        turns.chain([Cow::Borrowed("not-arrived")]).collect()
    }

    fn label(&self, waited: &usize) -> usize {
        *waited
    }
}

impl Resolution for ReserveArrival {
    /// Turns waited in vain.
    type State = usize;
    type Outcome = usize;

    fn begin(&self) -> usize {
        0
    }

    fn step<D: Dice>(&self, waited: usize, dice: &mut D) -> Step<usize, usize> {
        if self.initiative.throw(dice).may_call {
            Step::Done(waited)
        } else if waited + 1 == self.turns {
            Step::Done(self.turns)
        } else {
            Step::Next(waited + 1)
        }
    }
}
