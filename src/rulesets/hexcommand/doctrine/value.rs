//! What commanders are worth, and how likely units are to be lost where they stand.

use crate::game::Side;
use crate::rulesets::hexcommand::integrity_step::Book;
use crate::rulesets::hexcommand::odds::{COUNTS, MEASURE, Stake, Volley};
use crate::rulesets::hexcommand::state::{Battle, CommanderId, UnitId, members, side_of};
use crate::tabletop::hex::HexIndex;

/// Shots of an arm at one unit that count in a fire step.
const GANG: usize = 2;

/// Chance that an enemy who could fire at a unit as it stands has no better target.
const PICKED: f32 = 0.7;

/// The same of an enemy who would have to come nearer first.
const SOUGHT: f32 = 0.35;

/// Chance that an enemy who could charge a hurt unit does and strikes it, and the hits that he gives.
const CHARGE: (f32, u8) = (0.2, 2);

/// Chance of a shot to kill the commander of its target: one face of six.
const FATAL: f32 = 1.0 / 6.0;

/// Worth of the supreme commander in that of others: his loss makes every unit roll.
const SUPREME: f32 = 1.5;

/// What a commander is worth, measured by units: his weight in the loss of his side, of what it has left.
pub(super) fn commander_worth(battle: &Battle<'_>, side: Side, commander: CommanderId) -> f32 {
    let share = f64::from(battle.setup.rules.integrity_commander_weight) / 100.0;
    let worth = (battle.worth(side) / MEASURE * share).max(0.5) as f32;
    if battle.force(side).supreme == commander { worth * SUPREME } else { worth }
}

/// How near a side is to its break point: 1 far from it, 2 when one unit or commander more would do.
pub(super) fn urgency(battle: &Battle<'_>, side: Side) -> f32 {
    let rules = &battle.setup.rules;
    let losses = battle.losses(side, Book::Whole);
    let missing = f64::from(battle.force(side).break_point) - losses.percent(rules);
    let unit = 100.0 / f64::from(battle.force(side).fielded.max(1));
    if missing <= unit.max(f64::from(rules.integrity_commander_weight)) {
        2.0
    } else if missing <= 2.0 * unit {
        1.5
    } else {
        1.0
    }
}

/// What may happen to a unit in a hex until its own next half.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Risk {
    /// It routs; one that has routed is destroyed.
    pub(super) rout: f32,
    /// A commander with it falls, or is captured.
    pub(super) commander: f32,
    /// Enemies who could fire at it as they stand.
    pub(super) shooters: u8,
}

/// The best shots of an arm at a unit.
#[derive(Clone, Copy, Debug, Default)]
struct Gang {
    shots: [(f32, u8); GANG],
}

impl Gang {
    fn put(&mut self, mut shot: (f32, u8)) {
        for known in &mut self.shots {
            if shot.0 > known.0 {
                std::mem::swap(known, &mut shot);
            }
        }
    }
}

/// The risk of a unit that stands in `hex`: the fire of this half, and that of the enemy's half, in which he may come nearer.
pub(super) fn risk(battle: &Battle<'_>, unit: UnitId, hex: HexIndex) -> Risk {
    risk_after(battle, unit, hex, 0, 0)
}

/// The same of a unit that goes so many hexes back before the fire of this half, and has so many hits less in the next one.
pub(super) fn risk_after(battle: &Battle<'_>, unit: UnitId, hex: HexIndex, back: u8, healed: u8) -> Risk {
    let odds = battle.setup.odds();
    let side = side_of(unit);
    let enemy = side.other();
    let force = battle.force(enemy);
    let (mut now, mut next) = ([Gang::default(); 2], [Gang::default(); 2]);
    let mut risk = Risk::default();
    let prey = battle.unit(unit).hits > 0;
    let mut charges = Gang::default();
    for foe in members(enemy, force.steady() & force.combat & !force.hidden & !force.fakes & !force.crews) {
        let at = battle.unit(foe).hex;
        let (range, allowance) = (battle.range(at, hex) + back, battle.allowance(foe));
        let stays = battle.in_contact(foe);
        if prey && !stays && range <= allowance + 1 && battle.fights(foe) {
            charges.put(CHARGE);
        }
        let Some(arms) = odds.arms_of(battle, foe) else { continue };
        let reach = odds.reach(arms) + 1;
        let near = range.saturating_sub(if stays { 0 } else { allowance }).max(1);
        if near > reach {
            continue;
        }
        let Some(gunnery) = odds.gunnery(battle, foe) else { continue };
        let arm = usize::from(battle.is_battery(foe));
        let cover = battle.cover(hex, at, None, false);
        let limbered = force.limbered.contains(foe);
        if range <= reach && !limbered && !battle.in_melee(foe) && battle.in_arc_of(foe, hex) && battle.sees(foe, hex) {
            let flank = battle.unit(unit).hex == hex && battle.flanked_from(unit, at);
            let hit = odds.hit(gunnery, range, cover, flank);
            if hit > 0.0 {
                now[arm].put((hit * PICKED, odds.hits(gunnery.arms)));
                risk.shooters += 1;
            }
        }
        next[arm].put((odds.hit(gunnery, near, cover, false) * SOUGHT, odds.hits(gunnery.arms)));
    }
    let mut spared = 1.0;
    let mut fire = |gangs: &[Gang]| {
        let mut volley = Volley::NONE;
        for (hit, hits) in gangs.iter().flat_map(|gang| gang.shots) {
            volley.add(hit, hits);
            // A shot that misses may be the one that would have killed him: it is the shots that count, not the hits.
            spared *= 1.0 - FATAL * hit.min(1.0);
        }
        volley
    };
    let (now, next) = (fire(&now), fire(&[next[0], next[1], charges]));
    let left = Stake::of(battle, unit).left.clamp(1, COUNTS as u8 - 1);
    risk.rout = now.at_least(left);
    for (hits, chance) in now.chances[..usize::from(left)].iter().enumerate() {
        // Hits of this half are those that are healed first.
        let after = left + healed - (hits as u8).min(left);
        risk.rout += chance * next.at_least(after.max(1));
    }
    risk.commander = 1.0 - spared * (1.0 - risk.rout);
    risk
}
