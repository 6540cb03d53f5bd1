//! Target values: what units and results are worth to a script, in riflemen.

use arrayvec::ArrayVec;

use super::precomputed::{POINTS, Precomputed};
use crate::game::Side;
use crate::rulesets::dogfaces::codex::{CombatResult, MOST_UNITS, Profile};
use crate::rulesets::dogfaces::combat;
use crate::rulesets::dogfaces::doctrine_book::Weights;
use crate::rulesets::dogfaces::odds::ResultOdds;
use crate::rulesets::dogfaces::recovery;
use crate::rulesets::dogfaces::scenarios::Scenario;
use crate::rulesets::dogfaces::state::{Battle, Setup, UnitId, members, place_of, side_of};
use crate::tabletop::hex::{HexIndex, NOWHERE};
use crate::tabletop::hexset::HexSet;

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

/// How much more an enemy is worth who holds ground that scores, or keeps one from holding it.
const GROUND: f32 = 1.6;

/// Half units of path that one goes further for such an enemy.
const TO_GROUND: i16 = 4;

/// Half units of path that one goes further for the most hunted enemy.
const HUNTING: f32 = 6.0;

/// What the owner of a unit type loses with it; leaders on foot count for more in `decapitation`.
pub(super) fn value(profile: &Profile, scenario: Scenario) -> f32 {
    let staked = scenario == Scenario::Decapitation && profile.lead > 0 && !profile.vehicle;
    (profile.value / RIFLEMAN) as f32 * if staked { STAKE } else { 1.0 }
}

/// What a unit type is worth more to those who hunt leaders and medics.
fn hunted(profile: &Profile, weights: &Weights) -> f32 {
    let hunted = (profile.lead > 0 && !profile.vehicle) || profile.medic;
    if hunted { 1.0 + 2.0 * weights.hunt } else { 1.0 }
}

/// Whether a unit stands on ground that scores (`seize-and-hold`).
fn holds_objective(battle: &Battle<'_>, unit: UnitId) -> bool {
    battle.setup.scenario == Scenario::SeizeAndHold && battle.setup.field.objectives.contains(&battle.unit(unit).hex)
}

/// What is to be won by an attack on one enemy.
#[derive(Clone, Copy, Debug)]
pub(super) struct TargetValue {
    /// What each result is worth.
    pub(super) by_result: [f32; 5],
    /// What an attack of so many points from below is worth.
    pub(super) by_points: [f32; POINTS],
}

/// A leader or medic who could help when the phase began: who, the hexes in his range, and the number that he lends.
type Helper<'s> = (UnitId, &'s HexSet, u8);

/// What enemies are worth, as far as it has been worked out.
#[derive(Clone, Debug)]
pub(super) struct TargetValues<'s> {
    /// By profile: what the enemy loses with it, the hunt for leaders and medics included.
    values: Vec<f32>,
    /// By profile: half units of path by which it is preferred to others as a focus.
    appeals: Vec<i16>,
    leaders: ArrayVec<Helper<'s>, MOST_UNITS>,
    medics: ArrayVec<Helper<'s>, MOST_UNITS>,
    /// Number of the phase, its turn, and whose it is.
    phase: u32,
    begun: (u16, Side),
    /// By place of the enemy: in which phase it was worked out, where he stood, and whether Stunned.
    known: [(u32, HexIndex, bool, TargetValue); MOST_UNITS],
}

impl<'s> TargetValues<'s> {
    /// Nothing known.
    pub(super) fn new(precomputed: &Precomputed, setup: &Setup, weights: &Weights) -> Self {
        let nothing = TargetValue { by_result: [0.0; 5], by_points: [0.0; POINTS] };
        let profiles = setup.codex.profiles.len();
        let mut new = Self {
            values: vec![0.0; profiles],
            appeals: vec![0; profiles],
            leaders: ArrayVec::new(),
            medics: ArrayVec::new(),
            phase: 0,
            begun: (0, Side::A),
            known: [(0, NOWHERE, false, nothing); MOST_UNITS],
        };
        new.retune(precomputed, setup, weights);
        new
    }

    /// Works out anew what rests on weights alone.
    pub(super) fn retune(&mut self, precomputed: &Precomputed, setup: &Setup, weights: &Weights) {
        for ((at, profile), value) in setup.codex.profiles.iter().enumerate().zip(precomputed.values()) {
            let hunted = hunted(profile, weights);
            self.values[at] = value * hunted;
            self.appeals[at] = (HUNTING * ((hunted - 1.0) / 2.0).min(1.0)) as i16;
        }
    }

    /// Forgets the last game.
    pub(super) fn restart(&mut self) {
        self.phase += 1;
        self.begun = (0, Side::A);
        self.leaders.clear();
        self.medics.clear();
    }

    /// Begins what a side does in its part of a turn against the units of `enemy`: notes who of them can help whom.
    pub(super) fn begin(&mut self, precomputed: &'s Precomputed, battle: &Battle<'s>, enemy: Side) {
        let now = (battle.turn, battle.active);
        if self.begun == now {
            return;
        }
        self.restart();
        self.begun = now;
        let (force, rules) = (battle.force(enemy), &battle.setup.rules);
        for unit in members(enemy, force.leaders & force.ready()) {
            let profile = battle.profile(unit);
            let disc = &precomputed.discs(profile.lead)[usize::from(battle.unit(unit).hex)];
            self.leaders.push((unit, disc, recovery::lent_number(rules, profile)));
        }
        for unit in members(enemy, force.medics & force.ready()) {
            let disc = &precomputed.discs(battle.setup.codex.numbers.medic_reach)[usize::from(battle.unit(unit).hex)];
            self.medics.push((unit, disc, 0));
        }
    }

    /// The chance that a unit recovers in the next Stun Recovery Phase once it is Stunned.
    pub(super) fn recovery(&self, battle: &Battle<'_>, unit: UnitId) -> f32 {
        let (hex, profile) = (battle.unit(unit).hex, battle.profile(unit));
        let helps = |(helper, disc, _): &&Helper<'_>| *helper != unit && disc.contains(hex);
        if self.medics.iter().any(|medic| helps(&medic)) && recovery::treats(&battle.setup.rules, false, profile, false)
        {
            return 1.0;
        }
        let lent = self.leaders.iter().filter(helps).map(|(.., number)| *number).min();
        f32::from(7u8.saturating_sub(recovery::recovery_number(profile, lent)).min(6)) / 6.0
    }

    /// What is to be won by an attack on a unit, worked out once a phase for each place and state that it is in: that its
    /// leader may have been Stunned since is let pass.
    #[inline]
    pub(super) fn of(
        &mut self,
        precomputed: &Precomputed,
        battle: &Battle<'_>,
        weights: &Weights,
        unit: UnitId,
    ) -> &TargetValue {
        let place = place_of(unit);
        let (hex, stunned) = (battle.unit(unit).hex, battle.is_stunned(unit));
        if (self.known[place].0, self.known[place].1, self.known[place].2) != (self.phase, hex, stunned) {
            let target_value = self.work_out(precomputed, battle, weights, unit);
            self.known[place] = (self.phase, hex, stunned, target_value);
        }
        &self.known[place].3
    }

    /// What is to be won by an attack on a unit, traits and leadership taken into account.
    fn work_out(&self, precomputed: &Precomputed, battle: &Battle<'_>, weights: &Weights, unit: UnitId) -> TargetValue {
        let (state, profile) = (battle.unit(unit), battle.profile(unit));
        let stakes = if holds_objective(battle, unit) { GROUND } else { 1.0 };
        let value = self.values[usize::from(state.kind)] * stakes;
        let turns = 1.0 / self.recovery(battle, unit).max(1.0 / LONG_STUN);
        let length = SHORT_STUN + (1.0 - SHORT_STUN) * (turns - 1.0) / (LONG_STUN - 1.0);
        // DF-LDR-01: who is led stays more often than not.
        let stands = f32::from(7 - battle.setup.codex.numbers.ignore_retreat.clamp(1, 7)) / 6.0;
        let led = profile.lead > 0 || self.leaders.iter().any(|(_, disc, _)| disc.contains(state.hex));
        let goes = if led { 1.0 - stands } else { 1.0 };
        let terrain = battle.terrain_of(state.hex);
        let uncovered = if terrain.strength_mod < 0 || terrain.die_mod < 0 { 1.0 } else { 0.0 };
        let (killed, stopped) = (weights.kill * value, weights.suppress * value);
        // Miss, Stun, retreat, retreat Stunned, out of combat
        let worth = if battle.is_stunned(unit) {
            let round = weights.suppress * DRIVEN_BACK * goes * uncovered - weights.revive * length * COME_ROUND;
            [0.0, 0.0, value * round, stopped * DRIVEN_BACK * 0.5 * goes, killed * (1.0 - weights.spare * length)]
        } else {
            let both = (length + DRIVEN_BACK * goes).min(1.0);
            [0.0, stopped * length, stopped * DRIVEN_BACK * goes, stopped * both, killed]
        };
        let by_result = if profile.ignores_retreat || profile.ignores_stun {
            CombatResult::ALL.map(|result| worth[combat::after_traits(profile, result) as usize])
        } else {
            worth
        };
        let terrain = battle.setup.field.terrain[usize::from(state.hex)];
        TargetValue { by_result, by_points: precomputed.curve(state.kind, terrain, &by_result) }
    }

    /// By how many half units of path an enemy is preferred to others as a focus.
    #[inline]
    pub(super) fn appeal(&self, battle: &Battle<'_>, unit: UnitId) -> i16 {
        let state = battle.unit(unit);
        let ahead = match (battle.setup.scenario, side_of(unit)) {
            // Who is nearest to the way out has to be stopped first.
            (Scenario::Breakthrough, Side::A) => {
                let grid = battle.setup.field.grid;
                (grid.height - 1 - grid.row(state.hex)) as i16
            }
            (Scenario::SeizeAndHold, _) if holds_objective(battle, unit) => TO_GROUND,
            _ => 0,
        };
        self.appeals[usize::from(state.kind)] + ahead
    }
}

/// What each result on an own unit costs.
pub(super) fn own_loss(precomputed: &Precomputed, battle: &Battle<'_>, unit: UnitId) -> [f32; 5] {
    let profile = battle.profile(unit);
    let value = precomputed.value(battle.unit(unit).kind);
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
