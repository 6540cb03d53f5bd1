//! Which way a unit had best face.

use crate::game::Side;
use crate::rulesets::hexcommand::state::{Battle, UnitId, members, side_of};
use crate::tabletop::hex::{Aspect, HexIndex, flat::Direction};

/// Enemies farther off are left out of account.
const FAR: u8 = 12;

/// The facing of a unit in `hex` that has most of the near enemies in front, and fewest in flank and rear; with no enemy near,
/// away from its own edge. Of equals that which is nearest to `present`.
pub(super) fn best_facing(battle: &Battle<'_>, unit: UnitId, hex: HexIndex, present: Direction) -> Direction {
    let side = side_of(unit);
    let field = &battle.setup.field;
    let mut scores = [0.0_f32; 6];
    let force = battle.force(side.other());
    for foe in members(side.other(), force.steady() & !force.fakes & !force.crews) {
        let at = battle.unit(foe).hex;
        let range = field.distance(hex, at);
        if range == 0 || range > FAR {
            continue;
        }
        let weight = 8.0 / ((f32::from(range) + 1.0) * (f32::from(range) + 1.0));
        for (score, facing) in scores.iter_mut().zip(Direction::ALL) {
            *score += weight
                * match field.aspect(hex, facing, at) {
                    Some(Aspect::Front) | None => 1.0,
                    Some(Aspect::Flank) => -0.5,
                    Some(Aspect::Rear) => -0.75,
                };
        }
    }
    let ahead = Battle::homeward(side.other());
    let mut best = (f32::MIN, present);
    for turn in [0, 1, -1, 2, -2, 3] {
        let facing = present.turned(turn);
        let towards = if facing == ahead { 0.02 } else { 0.0 };
        let score = scores[facing as usize] + towards;
        if score > best.0 + 1e-4 {
            best = (score, facing);
        }
    }
    best.1
}

/// The direction away from a side's own edge.
pub(super) fn ahead(side: Side) -> Direction {
    Battle::homeward(side.other())
}
