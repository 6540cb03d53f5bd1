//! `advance-under-fire`: an Element crosses ground on which it is shot at.

use super::inputs::{COVER, Inputs, MOST_SUPPORTS, RULES, SUPPORTS, any, armed, required, unit};
use super::{CombatResolution, Rules};
use crate::dice::{Dice, Resolution, Step};
use crate::game::InputDoc;
use crate::rulesets::dogma::codex::Codex;
use crate::rulesets::dogma::combat::{Gunner, RangedAttack, Shot, pass_check};

/// A shot and then a move each turn.
pub(super) struct AdvanceUnderFire {
    rules: Rules,
    attack: RangedAttack,
    moves_needed: u32,
    turns: u32,
}

/// Before a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Progress {
    turn: u32,
    moves: u32,
}

/// How it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum End {
    Arrives,
    Destroyed,
    StillComing,
}

impl<'c> CombatResolution<'c> for AdvanceUnderFire {
    type Codex = Codex;
    const NAME: &'static str = "advance-under-fire";
    const ABOUT: &'static str = "an Element that is shot at every turn needs some moves to arrive";
    const LABELS: &'static [&'static str] = &["arrives", "destroyed", "still-coming"];

    fn inputs() -> Vec<InputDoc> {
        vec![
            required("attacker", "unit key of a unit with a range"),
            SUPPORTS,
            COVER,
            unit("defender"),
            required("moves-needed", "1 to 10"),
            required("turns", "1 to 20"),
            RULES,
        ]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let rules = inputs.rules();
        let attacker = inputs.unit("attacker", armed);
        let supports = inputs.count(SUPPORTS.name, MOST_SUPPORTS);
        let cover = inputs.flag(COVER.name);
        let defender = inputs.unit("defender", any);
        let moves_needed = inputs.table.required("moves-needed", |node| node.whole(1..=10));
        let turns = inputs.table.required("turns", |node| node.whole(1..=20));
        let gunner = Gunner::Element(attacker?.into());
        let attack = RangedAttack::new(inputs.codex, &rules, gunner, defender?.into(), cover).supported(supports);
        Some(Self { rules, attack, moves_needed: moves_needed?, turns: turns? })
    }

    fn label(&self, end: &End) -> usize {
        *end as usize
    }
}

impl Resolution for AdvanceUnderFire {
    type State = Progress;
    type Outcome = End;

    fn begin(&self) -> Progress {
        Progress { turn: 1, moves: 0 }
    }

    fn step<D: Dice>(&self, mut now: Progress, dice: &mut D) -> Step<Progress, End> {
        let moves = match self.attack.fire(&self.rules, dice) {
            Shot::Destroyed => return Step::Done(End::Destroyed),
            Shot::Shaken => pass_check(&self.rules, 1, dice),
            Shot::NoEffect | Shot::NoAttack => 1,
        };
        now.moves += moves;
        if now.moves == self.moves_needed {
            return Step::Done(End::Arrives);
        }
        if now.turn == self.turns {
            return Step::Done(End::StillComing);
        }
        now.turn += 1;
        Step::Next(now)
    }
}
