//! Rolls that a scenario asks for before the first Turn: support points (CW-SCN) and opening moves (CW-PAT-12).

use super::d3;
use crate::dice::Dice;
use crate::game::Side;
use crate::rulesets::chainsword::codex::{Codex, Scenario};
use crate::rulesets::chainsword::rules::{HalfSupport, PatrolSupport};

/// Support points of attacker and defender; in The Patrol of the first and the second player (CW-SCN-02, 05, 08, 12, 16,
/// 19).
pub fn support<D: Dice>(
    codex: &Codex,
    scenario: Scenario,
    patrol: PatrolSupport,
    half: HalfSupport,
    dice: &mut D,
) -> (u16, u16) {
    let data = codex.support[scenario as usize];
    let roll = |dice: &mut D| {
        let pips = if data.dice == 0 { u16::from(d3(dice)) } else { dice.sum(u32::from(data.dice)) as u16 };
        let points = pips * data.pip;
        (pips, if data.most > 0 { points.min(data.most) } else { points })
    };
    let (pips, attacker) = roll(dice);
    let defender = match scenario {
        Scenario::Patrol if patrol == PatrolSupport::Shared => attacker,
        Scenario::Patrol => roll(dice).1,
        Scenario::Probe => attacker / 2,
        // The limit comes before the half.
        Scenario::AttackAndDefend | Scenario::DelayingAction => match half {
            HalfSupport::To50 => attacker / 2 / 50 * 50,
            HalfSupport::Exact => attacker / 2,
        },
        Scenario::FlankAttack | Scenario::AttackOnAnObjective => pips / 2 * data.pip,
    };
    (attacker, defender)
}

/// One roll-off: a die for each side (CW-PAT-03).
pub fn roll_off<D: Dice>(dice: &mut D) -> [u8; 2] {
    [dice.d6(), dice.d6()]
}

/// Who moves first in the Patrol Phase: the side with the higher Force Morale, of equals who wins a roll-off, thrown again while it
/// is tied (CW-PAT-03, R-70, R-111).
pub fn first_mover<D: Dice>(levels: [u8; 2], dice: &mut D) -> Side {
    let mut scores = levels;
    while scores[0] == scores[1] {
        scores = roll_off(dice);
    }
    if scores[0] > scores[1] { Side::A } else { Side::B }
}

/// Opening moves of the attacker's Patrol Markers (CW-PAT-12).
pub fn opening_moves<D: Dice>(scenario: Scenario, dice: &mut D) -> u8 {
    match scenario {
        Scenario::Patrol | Scenario::DelayingAction => 0,
        Scenario::AttackAndDefend => dice.d6(),
        Scenario::Probe | Scenario::FlankAttack | Scenario::AttackOnAnObjective => d3(dice) + 1,
    }
}
