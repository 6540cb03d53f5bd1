//! What units and results are worth to a script, in riflemen.

use crate::game::Side;
use crate::rulesets::dogfaces::codex::{CombatResult, MOST_UNITS};
use crate::rulesets::dogfaces::combat;
use crate::rulesets::dogfaces::doctrine_book::Weights;
use crate::rulesets::dogfaces::odds::ResultOdds;
use crate::rulesets::dogfaces::recovery;
use crate::rulesets::dogfaces::scenarios::Scenario;
use crate::rulesets::dogfaces::state::{Battle, UnitId, bit, members, place_of, side_of};
use crate::tabletop::hex::{HexIndex, NOWHERE};

/// Cost of the yardstick.
const RIFLEMAN: f64 = 100.0;

/// Turns that a Stun lasts on average when only a six ends it.
const LONG_STUN: f32 = 6.0;

/// Share of a unit's value that the shortest Stun takes.
const SHORT_STUN: f32 = 0.25;

/// What driving a ready unit back is worth, as a share of a long Stun.
const DRIVEN_BACK: f32 = 0.2;

/// What bringing a Stunned enemy round costs, as a share of what Stunning him was worth.
const COME_ROUND: f32 = 0.8;

/// How much more a leader is worth where the leaders are the stake.
const STAKE: f32 = 2.0;

/// Half units of path that one goes further for the most hunted enemy.
const HUNTING: f32 = 6.0;

/// What the owner of a unit loses with it.
pub(super) fn own_value(battle: &Battle<'_>, unit: UnitId) -> f32 {
    (battle.profile(unit).cost / RIFLEMAN) as f32 * stake(battle, unit)
}

/// Leaders on foot count for more in `decapitation`.
fn stake(battle: &Battle<'_>, unit: UnitId) -> f32 {
    let profile = battle.profile(unit);
    let staked = battle.setup.scenario == Scenario::Decapitation && profile.lead > 0 && !profile.vehicle;
    if staked { STAKE } else { 1.0 }
}

/// What the enemy loses with a unit, with the hunt for leaders and medics.
pub(super) fn enemy_value(battle: &Battle<'_>, weights: &Weights, unit: UnitId) -> f32 {
    let profile = battle.profile(unit);
    let hunted = (profile.lead > 0 && !profile.vehicle) || profile.medic;
    own_value(battle, unit) * if hunted { 1.0 + 2.0 * weights.hunt } else { 1.0 }
}

/// By how many half units of path an enemy is preferred to others as a focus.
pub(super) fn appeal(battle: &Battle<'_>, weights: &Weights, unit: UnitId) -> i16 {
    let plain = own_value(battle, unit);
    let hunted = enemy_value(battle, weights, unit) / plain.max(0.01) - 1.0;
    let ahead = match (battle.setup.scenario, side_of(unit)) {
        // Who is nearest to the way out has to be stopped first.
        (Scenario::Breakthrough, Side::A) => {
            let grid = battle.setup.field.grid;
            (grid.height - 1 - grid.row(battle.unit(unit).hex)) as f32
        }
        _ => 0.0,
    };
    (HUNTING * (hunted / 2.0).min(1.0) + ahead) as i16
}

/// The chance that a Stunned unit recovers in the next Stun Recovery Phase as things stand.
pub(super) fn recovery(battle: &Battle<'_>, unit: UnitId) -> f32 {
    let side = side_of(unit);
    let (force, hex) = (battle.force(side), battle.unit(unit).hex);
    let (field, rules) = (&battle.setup.field, &battle.setup.rules);
    let others = force.ready() & !bit(unit);
    let near = |other: UnitId, range: u8| field.distance(battle.unit(other).hex, hex) <= range;
    let reach = battle.setup.codex.numbers.medic_reach;
    let treated = members(side, force.medics & others)
        .any(|medic| near(medic, reach) && recovery::treats(rules, false, battle.profile(unit), false));
    if treated {
        return 1.0;
    }
    let lent = members(side, force.leaders & others)
        .filter(|leader| near(*leader, battle.profile(*leader).lead))
        .map(|leader| recovery::lent_number(rules, battle.profile(leader)))
        .min();
    let number = recovery::recovery_number(battle.profile(unit), lent);
    f32::from(7u8.saturating_sub(number).min(6)) / 6.0
}

/// What each result on an enemy is worth before its probability, traits and leadership taken into account.
pub(super) fn by_result(battle: &Battle<'_>, weights: &Weights, unit: UnitId) -> [f32; 5] {
    let profile = battle.profile(unit);
    let value = enemy_value(battle, weights, unit);
    let turns = 1.0 / recovery(battle, unit).max(1.0 / LONG_STUN);
    let length = SHORT_STUN + (1.0 - SHORT_STUN) * (turns - 1.0) / (LONG_STUN - 1.0);
    // DF-LDR-01: who is led stays more often than not.
    let stands = f32::from(7 - battle.setup.codex.numbers.ignore_retreat.clamp(1, 7)) / 6.0;
    let goes = if profile.lead > 0 || battle.led(unit) { 1.0 - stands } else { 1.0 };
    let terrain = battle.terrain_of(battle.unit(unit).hex);
    let uncovered = if terrain.strength_mod < 0 || terrain.die_mod < 0 { 1.0 } else { 0.0 };
    let (killed, stopped) = (weights.kill * value, weights.suppress * value);
    // Miss, Stun, retreat, retreat Stunned, out of combat
    let worth = if battle.is_stunned(unit) {
        let round = weights.suppress * DRIVEN_BACK * goes * uncovered - weights.revive * length * COME_ROUND;
        [0.0, 0.0, value * round, stopped * DRIVEN_BACK * 0.5 * goes, killed]
    } else {
        let both = (length + DRIVEN_BACK * goes).min(1.0);
        [0.0, stopped * length, stopped * DRIVEN_BACK * goes, stopped * both, killed]
    };
    CombatResult::ALL.map(|result| worth[combat::after_traits(profile, result) as usize])
}

/// What results on enemies are worth, as far as it has been worked out in a turn.
#[derive(Clone, Debug)]
pub(super) struct Prizes {
    /// By place of the enemy: turn, hex, Stunned or not, worth.
    known: [(u16, HexIndex, bool, [f32; 5]); MOST_UNITS],
}

impl Prizes {
    /// Nothing known.
    pub(super) const NONE: Prizes = Prizes { known: [(0, NOWHERE, false, [0.0; 5]); MOST_UNITS] };

    /// Forgets everything: weights have changed, or the game.
    pub(super) fn forget(&mut self) {
        self.known.iter_mut().for_each(|known| known.0 = 0);
    }

    /// [`by_result`], worked out once a turn for each place and state of a unit: that its leader may have been Stunned
    /// meanwhile is let pass.
    #[inline]
    pub(super) fn by_result(&mut self, battle: &Battle<'_>, weights: &Weights, unit: UnitId) -> [f32; 5] {
        let known = &mut self.known[place_of(unit)];
        let (hex, stunned) = (battle.unit(unit).hex, battle.is_stunned(unit));
        if (known.0, known.1, known.2) != (battle.turn, hex, stunned) {
            *known = (battle.turn, hex, stunned, by_result(battle, weights, unit));
        }
        known.3
    }
}

/// What each result on an own unit costs.
pub(super) fn own_loss(battle: &Battle<'_>, unit: UnitId) -> [f32; 5] {
    let profile = battle.profile(unit);
    let value = own_value(battle, unit);
    let loss = |result: CombatResult| match (result, battle.is_stunned(unit)) {
        (CombatResult::Miss, _) | (CombatResult::Stun | CombatResult::RetreatStun, true) => 0.0,
        (CombatResult::OutOfCombat, _) => value,
        (CombatResult::Stun | CombatResult::RetreatStun, false) => 0.6 * value,
        (CombatResult::Retreat, false) => 0.2 * value,
        // A Stunned soldier who is driven back comes round.
        (CombatResult::Retreat, true) => -0.3 * value,
    };
    CombatResult::ALL.map(|result| loss(combat::after_traits(profile, result)))
}

/// The mean of a worth by result.
#[inline]
pub(super) fn mean(odds: &ResultOdds, worth: &[f32; 5]) -> f32 {
    odds.iter().zip(worth).map(|(&chance, &worth)| chance as f32 * worth).sum()
}
