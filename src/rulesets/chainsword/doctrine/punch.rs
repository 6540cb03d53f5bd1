//! What Teams may do to each other, remembered as long as both are as they were.

use super::memo::Memo;
use super::odds::{Aim, Clash, Fighter, Toll, clash, melee_at_hull, question, tested, untested};
use super::survey::{Piece, Survey};
use super::value::Values;
use crate::rulesets::chainsword::combat::melee::Blow;
use crate::rulesets::chainsword::combat::shooting::Losses;
use crate::rulesets::chainsword::facing::Facing;
use crate::rulesets::chainsword::fire_lines::{Fire, FireKind, Mode};
use crate::rulesets::chainsword::force_morale_step::MoraleEvent;
use crate::rulesets::chainsword::luck::{Toll as Chances, at_least};
use crate::rulesets::chainsword::state::{Battle, MOST_LOADS, MOST_TEAMS, NO_WEAPON, TeamId, place_of, side_of};

/// How a Team fires, as far as it changes the odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Posture {
    /// It stands.
    Still,
    /// It moves as far as it may and fires.
    Moved,
    /// A vehicle at cruising speed.
    Fast,
    /// Snap shots at a charger.
    Snap,
}

/// Inches at which the fire of a Team changes, in order; the last one is repeated.
pub(super) type Breaks = [f64; STRETCHES];

/// A volley of a Team at an enemy whom it sees.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shot<'p> {
    pub by: TeamId,
    pub target: &'p Piece,
    pub posture: Posture,
    /// The stretch of range in which the enemy is.
    pub stretch: usize,
    /// His save.
    pub cover: u8,
    /// The armour that he shows.
    pub facing: Facing,
}

/// The stretch of range in which a distance lies; nothing beyond all weapons.
#[inline]
pub(super) fn stretch_of(breaks: &Breaks, inches: f64) -> Option<usize> {
    // In order as they are, as many end before it as come before its own.
    let stretch = breaks.iter().map(|end| usize::from(inches > *end)).sum();
    (stretch < STRETCHES).then_some(stretch)
}

/// Numbers of postures, cover saves, stretches of range and facings that are told apart.
const POSTURES: usize = 4;
const COVERS: usize = 6;
const STRETCHES: usize = 8;
const FACINGS: usize = 3;

/// Numbers that are kept of a pair whose target is no vehicle, and of any pair.
const KEPT: usize = POSTURES * COVERS * STRETCHES;
const KEPT_OF_HULLS: usize = FACINGS * KEPT;

/// Pairs of a Team and an enemy.
const PAIRS: usize = 2 * MOST_TEAMS * MOST_TEAMS;

/// Tolls and clashes that are remembered.
const TOLLS: usize = 2048;
const CLASHES: usize = 128;

/// Share of its worth that a Team loses by being driven off.
const DRIVEN_OFF: f64 = 0.35;

/// What a charge comes to once it is in contact.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bout {
    /// What it takes from the enemy.
    pub harm: f64,
    /// What it costs.
    pub cost: f64,
    /// The chance that the enemy is gone or driven off.
    pub wins: f64,
}

/// What is remembered.
#[derive(Clone, Debug)]
pub(super) struct Punches {
    /// Of each pair what its odds were worked out for, and where they are kept: few pairs ever meet.
    kept: Vec<Kept>,
    worth: Vec<f32>,
    bout_stamps: Vec<u32>,
    bouts: Vec<[f32; 3]>,
    /// Tolls and clashes that do not change with all that the worth of them does.
    tolls: Memo<7, Toll>,
    clashes: Memo<2, Clash>,
    /// Inches at which the fire of each Team changes, by its place among all.
    breaks: Vec<Breaks>,
    break_stamps: Vec<u32>,
}

/// Where the odds of a pair are kept.
#[derive(Clone, Copy, Debug)]
struct Kept {
    /// What they were worked out for, 0 for nothing.
    stamp: u32,
    /// Which of those that have met it is.
    slot: u32,
}

impl Kept {
    /// A pair that has not met.
    const NOWHERE: Self = Self { stamp: 0, slot: u32::MAX };
}

impl Default for Punches {
    fn default() -> Self {
        Self {
            kept: vec![Kept::NOWHERE; PAIRS],
            worth: Vec::with_capacity(PAIRS * KEPT_OF_HULLS),
            bout_stamps: vec![0; PAIRS],
            bouts: vec![[0.0; 3]; PAIRS],
            tolls: Memo::roomy(TOLLS),
            clashes: Memo::roomy(CLASHES),
            breaks: vec![[0.0; STRETCHES]; 2 * MOST_TEAMS],
            break_stamps: vec![0; 2 * MOST_TEAMS],
        }
    }
}

/// The place of a pair.
fn pair(by: TeamId, target: TeamId) -> usize {
    usize::from(by) * MOST_TEAMS + place_of(target)
}

impl Punches {
    /// Forgets the last game.
    pub(super) fn restart(&mut self) {
        self.kept.fill(Kept::NOWHERE);
        self.worth.clear();
        self.tolls.clear();
        self.clashes.clear();
        self.bout_stamps.fill(0);
        self.break_stamps.fill(0);
    }

    /// Inches at which the fire of a Team changes.
    #[inline]
    pub(super) fn breaks(&mut self, battle: &Battle<'_>, seen: &Survey, by: TeamId) -> Breaks {
        let at = usize::from(by);
        if self.break_stamps[at] != seen.stamps[at] | 1 {
            self.break_stamps[at] = seen.stamps[at] | 1;
            self.breaks[at] = breaks(battle, by).map(f64::from);
        }
        self.breaks[at]
    }

    /// A distance in the middle of a stretch of range.
    fn middle(&self, by: TeamId, stretch: usize) -> f64 {
        let breaks = &self.breaks[usize::from(by)];
        let start = if stretch == 0 { 0.0 } else { breaks[stretch - 1] };
        0.5 * (start + breaks[stretch])
    }

    /// What the best volley of a Team takes from an enemy that it sees, in points of value.
    #[expect(clippy::too_many_arguments, reason = "who fires at whom, from how far, at what")]
    #[inline]
    pub(super) fn volley(
        &mut self,
        battle: &Battle<'_>,
        seen: &Survey,
        values: &Values,
        by: TeamId,
        target: &Piece,
        posture: Posture,
        inches: f64,
        cover: u8,
        facing: Facing,
    ) -> f64 {
        let Some(stretch) = stretch_of(&self.breaks(battle, seen, by), inches) else { return 0.0 };
        let place = self.place(seen, by, target);
        self.at(battle, values, place, &Shot { by, target, posture, stretch, cover, facing })
    }

    /// Where the odds of a Team against an enemy are kept: what is kept there is of both as they are.
    #[inline]
    pub(super) fn place(&mut self, seen: &Survey, by: TeamId, target: &Piece) -> u32 {
        let (pair, stamp) = (pair(by, target.team), seen.pair(by, target.team));
        if self.kept[pair].stamp != stamp {
            self.forget(pair, stamp, target.vehicle);
        }
        self.kept[pair].slot
    }

    /// What a volley takes whose odds are kept at a place.
    #[inline]
    pub(super) fn at(&mut self, battle: &Battle<'_>, values: &Values, place: u32, shot: &Shot<'_>) -> f64 {
        let facing = if shot.target.vehicle { shot.facing } else { Facing::Front };
        let cover = usize::from(shot.cover.saturating_sub(1)).min(COVERS - 1);
        let way = ((facing as usize * POSTURES + shot.posture as usize) * COVERS + cover) * STRETCHES + shot.stretch;
        let at = place as usize * KEPT_OF_HULLS + way;
        let worth = self.worth[at];
        if worth.is_nan() { self.work_out(battle, values, at, shot) } else { f64::from(worth) }
    }

    /// The same where it is not known yet.
    #[cold]
    #[inline(never)]
    fn work_out(&mut self, battle: &Battle<'_>, values: &Values, at: usize, shot: &Shot<'_>) -> f64 {
        let Shot { by, target, posture, stretch, cover, facing } = *shot;
        let facing = if target.vehicle { facing } else { Facing::Front };
        let (kind, mode) = manner(battle, by, posture);
        let aim = Aim { by, kind, mode, inches: self.middle(by, stretch), seen: true, cover, facing };
        self.worth[at] = best_volley(battle, values, &mut self.tolls, target.team, &aim) as f32;
        f64::from(self.worth[at])
    }

    /// Forgets the odds of a pair that is not as it was.
    #[cold]
    fn forget(&mut self, pair: usize, stamp: u32, hull: bool) {
        let Kept { slot, .. } = self.kept[pair];
        let slot = if slot == u32::MAX { (self.worth.len() / KEPT_OF_HULLS) as u32 } else { slot };
        self.kept[pair] = Kept { stamp, slot };
        let start = slot as usize * KEPT_OF_HULLS;
        if start == self.worth.len() {
            self.worth.resize(start + KEPT_OF_HULLS, f32::NAN);
        } else {
            self.worth[start..start + if hull { KEPT_OF_HULLS } else { KEPT }].fill(f32::NAN);
        }
    }

    /// What a volley at a target on the ground does on average.
    pub(super) fn toll(&mut self, battle: &Battle<'_>, fire: &Fire, aim: &Aim) -> Toll {
        toll_by(&mut self.tolls, battle, fire, aim)
    }

    /// What a charge of a Team at an enemy comes to once it is in contact.
    pub(super) fn bout(
        &mut self,
        battle: &Battle<'_>,
        seen: &Survey,
        values: &Values,
        by: TeamId,
        target: TeamId,
    ) -> Bout {
        let (pair, stamp) = (pair(by, target), seen.pair(by, target));
        if self.bout_stamps[pair] != stamp {
            self.bout_stamps[pair] = stamp;
            let bout = bout_of(battle, values, by, target, true, |sides| {
                self.clashes.of(Fighter::question(battle, [by, target], sides), || clash(battle, sides))
            });
            self.bouts[pair] = [bout.harm as f32, bout.cost as f32, bout.wins as f32];
        }
        let [harm, cost, wins] = self.bouts[pair].map(f64::from);
        Bout { harm, cost, wins }
    }
}

/// What the best volley of a Team takes from an enemy.
#[cold]
#[inline(never)]
fn best_volley(battle: &Battle<'_>, values: &Values, tolls: &mut Memo<7, Toll>, target: TeamId, aim: &Aim) -> f64 {
    let mut best = 0.0_f64;
    visit_fires(battle, aim.by, target, aim.mode, |fire| {
        best = best.max(values.harm(battle, target, &toll_by(tolls, battle, fire, aim)));
    });
    best
}

/// What a volley does on average, worked out unless that is remembered.
fn toll_by(tolls: &mut Memo<7, Toll>, battle: &Battle<'_>, fire: &Fire, aim: &Aim) -> Toll {
    let untested = tolls.of(question(battle, fire, aim), || untested(battle, fire, aim));
    tested(battle, fire.target, &untested)
}

/// How a Team fires in a posture.
fn manner(battle: &Battle<'_>, by: TeamId, posture: Posture) -> (FireKind, Mode) {
    match posture {
        Posture::Still => (FireKind::Shoot, Mode::Stand),
        Posture::Moved if battle.profile(by).drives() => (FireKind::Shoot, Mode::Combat),
        Posture::Moved => (FireKind::Shoot, Mode::Standard),
        Posture::Fast => (FireKind::Shoot, Mode::Cruising),
        Posture::Snap => (FireKind::Reaction, Mode::Stand),
    }
}

/// The volleys that a Team has in a mode: launchers with either round, and each weapon of a moving vehicle aimed.
pub(super) fn visit_fires(battle: &Battle<'_>, by: TeamId, target: TeamId, mode: Mode, mut visit: impl FnMut(&Fire)) {
    let loads = &battle.team(by).loads;
    let carried = |slot: &usize| loads[*slot].count > 0;
    let launchers = (0..MOST_LOADS)
        .filter(|slot| carried(slot) && loads[*slot].other != NO_WEAPON)
        .fold(0, |set, slot| set | 1 << slot);
    for second in [0, launchers].into_iter().take(if launchers == 0 { 1 } else { 2 }) {
        let fire = Fire { second, ..Fire::all(target) };
        visit(&fire);
        if mode == Mode::Combat {
            for slot in (0..MOST_LOADS).filter(carried) {
                visit(&Fire { aimed: 1 << slot, ..fire });
            }
        }
    }
}

/// Inches at which the fire of a Team changes, in order; the last one is repeated.
fn breaks(battle: &Battle<'_>, by: TeamId) -> [f32; STRETCHES] {
    let mut all = [0.0_f32; 4 * MOST_LOADS];
    let mut count = 0;
    let weapons = &battle.setup.codex.weapons;
    for load in battle.team(by).loads.iter().filter(|load| load.count > 0) {
        for weapon in [load.weapon, load.other].into_iter().filter(|weapon| *weapon != NO_WEAPON) {
            let weapon = &weapons[usize::from(weapon)];
            for inches in [weapon.minimum_range, 0.5 * weapon.range, weapon.range] {
                if inches > 0.0 && count < all.len() {
                    all[count] = inches as f32;
                    count += 1;
                }
            }
        }
    }
    all[..count].sort_by(f32::total_cmp);
    let mut kept = [0.0_f32; STRETCHES];
    let mut last = 0;
    for inches in &all[..count] {
        if last > 0 && kept[last - 1] >= *inches {
            continue;
        }
        if last == STRETCHES {
            // The longest range counts more than one step on the way to it.
            last -= 1;
        }
        kept[last] = *inches;
        last += 1;
    }
    if last > 0 {
        let end = kept[last - 1];
        kept[last..].fill(end);
    }
    kept
}

/// What a melee comes to for a Team that has just charged, or that has been in it for some time.
pub(super) fn bout(battle: &Battle<'_>, values: &Values, by: TeamId, target: TeamId, charging: bool) -> Bout {
    bout_of(battle, values, by, target, charging, |sides| clash(battle, sides))
}

/// The same by what the clash of two Teams of models comes to.
fn bout_of(
    battle: &Battle<'_>,
    values: &Values,
    by: TeamId,
    target: TeamId,
    charging: bool,
    clash: impl FnOnce(&[Fighter; 2]) -> Clash,
) -> Bout {
    let [own, other] = [by, target].map(|team| battle.profile(team));
    if other.is_vehicle() || own.is_vehicle() {
        let blows = |by: TeamId, at: TeamId, charging: bool| {
            if battle.profile(at).is_vehicle() {
                let both = [false, true].map(|grenades| melee_at_hull(battle, by, at, grenades, charging));
                if both[1].lost > both[0].lost { both[1] } else { both[0] }
            } else {
                blows_at(battle, by, at, charging)
            }
        };
        let dealt = blows(by, target, charging);
        let taken = if other.fights() { blows(target, by, false) } else { Toll::default() };
        return Bout {
            harm: values.harm(battle, target, &dealt),
            cost: values.harm(battle, by, &taken),
            wins: dealt.gone,
        };
    }
    let sides = [Fighter::of(battle, by, charging, false), Fighter::of(battle, target, false, false)];
    let clash = clash(&sides);
    let loss = |at: usize, team: TeamId| {
        clash.lost[at] * battle.team(team).worth
            + clash.gone[at] * values.event_of_loss(battle, team)
            + clash.flees[at]
                * (DRIVEN_OFF * battle.worth_left(team) + values.event(side_of(team), MoraleEvent::TeamBroken))
    };
    // Who is locked in melee does not cross the table.
    let held = values.stake(battle, target).map_or(0.0, |(stake, _)| stake);
    let wins = clash.gone[1] + clash.flees[1];
    let held = held + wins * values.garrison(battle, target);
    Bout { harm: loss(1, target) + held, cost: loss(0, by), wins }
}

/// What the blows of a Team take of models in one round.
pub(super) fn blows_at(battle: &Battle<'_>, by: TeamId, at: TeamId, charging: bool) -> Toll {
    let fighter = Fighter::of(battle, by, charging, false);
    let (profile, state) = (battle.profile(at), battle.team(at));
    let blow = Blow::new(&battle.setup.codex, &fighter.combatant, &profile.combatant(state.models.into()));
    let chance = at_least(blow.hit) * at_least(blow.wound) * (1.0 - at_least(blow.save));
    let mut chances = Chances::new(state.models.into(), profile.wounds, Losses { models: 0, wounds: state.wounds });
    chances.suffer(fighter.combatant.blows(fighter.combatant.models, &fighter.entry), chance, blow.instant_death);
    Toll { lost: chances.mean(), gone: chances.gone(), ..Toll::default() }
}
