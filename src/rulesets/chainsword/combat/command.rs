//! Command Dice, Force Morale, support, reserves.

use crate::dice::Dice;
use crate::rulesets::chainsword::codex::{Codex, Rank, RankData, Scenario};
use crate::rulesets::chainsword::rules::{FmFormula, FmTable, FmTests, HalfSupport, PatrolSupport};

/// A d3: a d6 halved and rounded up.
pub fn d3<D: Dice>(dice: &mut D) -> u8 {
    dice.d6().div_ceil(2)
}

/// Command Dice at a level of Force Morale (CW-CMD-01, CW-FMO-02).
#[must_use]
pub fn dice_at(codex: &Codex, level: u8, table: FmTable) -> u8 {
    codex.command_dice[table as usize][usize::from(level.clamp(1, 5)) - 1]
}

/// How many of `n` Command Dice show a six, and how many of the others show the face `f`, whichever of 1 to 5 it is.
pub fn sixes_and_face<D: Dice>(n: u8, dice: &mut D) -> (u8, u8) {
    // Two of six faces matter; of the dice that show one of them, half show the six.
    let either = dice.successes(u32::from(n), 5);
    let sixes = dice.successes(either, 4);
    (sixes as u8, (either - sixes) as u8)
}

/// Whether a throw does what needs `face`: the face is there, or a lone six stands for it (CW-CMD-07, CW-CMD-08).
#[must_use]
pub fn offers(sixes: u8, face: u8) -> bool {
    face > 0 || sixes == 1
}

/// Command points from a throw (CW-CMD-06, CW-CMD-07).
#[must_use]
pub fn command_points(sixes: u8, fives: u8, wildcard_as_cp: bool) -> u8 {
    fives + u8::from(wildcard_as_cp && sixes == 1)
}

/// Orders that an officer has in an activation (CW-OFF-01, CW-ARM-07).
#[must_use]
pub fn orders(rank: &RankData, extra: u8, spent_elsewhere: u8) -> u8 {
    (rank.orders + extra).saturating_sub(spent_elsewhere)
}

/// Starting Force Morale of an army with these Ld values (CW-FMO-01). There is at least one.
pub fn starting_level<D: Dice>(leadership: &[u8], formula: FmFormula, dice: &mut D) -> u8 {
    let sum: u32 = leadership.iter().map(|ld| u32::from(*ld)).sum();
    let count = leadership.len() as u32;
    match formula {
        FmFormula::D3Troops => (sum / count) as u8 + d3(dice),
        FmFormula::UnitAverage => sum.div_ceil(count) as u8,
    }
}

/// Levels of Force Morale that an event costs (CW-FMO-04); `event` is an index into the codex.
pub fn levels_lost<D: Dice>(codex: &Codex, event: usize, tests: FmTests, dice: &mut D) -> u8 {
    let event = &codex.events[event];
    match tests {
        FmTests::Table => event.losses[usize::from(dice.d6()) - 1],
        FmTests::Flat => u8::from(event.name != "team-broken"),
    }
}

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

/// Opening moves of the attacker's Patrol Markers (CW-PAT-12).
pub fn opening_moves<D: Dice>(scenario: Scenario, dice: &mut D) -> u8 {
    match scenario {
        Scenario::Patrol | Scenario::DelayingAction => 0,
        Scenario::AttackAndDefend => dice.d6(),
        Scenario::Probe | Scenario::FlankAttack | Scenario::AttackOnAnObjective => d3(dice) + 1,
    }
}

/// Whether a unit in reserve arrives (CW-DEP-09).
pub fn arrives<D: Dice>(reserve_roll: u8, dice: &mut D) -> bool {
    dice.successes(1, reserve_roll) == 1
}

/// How far the scatter die and its 2d6 carry something that is dropped (CW-DEP-10): nothing in one case of three.
pub fn drift<D: Dice>(dice: &mut D) -> u8 {
    if dice.successes(1, 5) == 1 { 0 } else { dice.sum(2) as u8 }
}

/// Where a flank march comes on (CW-DEP-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edge {
    /// The edge on the owner's left.
    Left,
    /// The edge on his right.
    Right,
    /// Either, as he likes.
    Choice,
}

/// Rolls for the edge of a flank march.
pub fn outflank_edge<D: Dice>(dice: &mut D) -> Edge {
    match d3(dice) {
        1 => Edge::Left,
        2 => Edge::Right,
        _ => Edge::Choice,
    }
}

/// What an officer's rank means.
#[must_use]
pub fn rank(codex: &Codex, rank: Rank) -> &RankData {
    &codex.ranks[rank as usize]
}
