//! Attacks (P-07 to P-10): whom to fire at, with whom and how; and Overwatch fire.

use super::survey::POINTS;
use super::{ScriptedPlayer, prize};
use crate::game::Side;
use crate::rulesets::dogfaces::choices::{Aim, Choice, Shot};
use crate::rulesets::dogfaces::codex::Area;
use crate::rulesets::dogfaces::combat::{self, Lower, Shooter, Target};
use crate::rulesets::dogfaces::field::NO_SHOT;
use crate::rulesets::dogfaces::odds::Barrage;
use crate::rulesets::dogfaces::rules::AttacksPerTarget;
use crate::rulesets::dogfaces::state::{Battle, MOST_MODES, NOBODY, UnitId, members, side_of};
use crate::tabletop::hex::{Direction, HexIndex, NOWHERE};

/// Worth of a shot of limited ammunition that is kept.
const ROUND: f32 = 0.05;

/// Most shooters that one attack is given.
const MOST_SHOOTERS: usize = 16;

/// What a watcher waits for at least, per point of its weapon.
const AMBUSH: f32 = 0.03;

/// One unit's best way to fire at a target.
#[derive(Clone, Copy, Debug)]
struct Offer {
    unit: UnitId,
    mode: u8,
    splash: Direction,
    /// Worth of its splash.
    extra: f32,
    /// Worth of its part in the attack, for the order of shooters.
    key: f32,
    lower: bool,
}

/// An attack as planned.
#[derive(Clone, Debug)]
pub(super) struct Salvo {
    shots: [Shot; MOST_SHOOTERS],
    count: usize,
    next: usize,
    /// Worth of the attack, divided by the number of shooters to the power `thrift`.
    score: f32,
    /// Worth of the attack.
    worth: f32,
}

impl Salvo {
    pub(super) fn new() -> Self {
        let shot = Shot { unit: NOBODY, mode: 0, aim: Aim::Hex(NOWHERE), splash: Direction::East };
        Self { shots: [shot; MOST_SHOOTERS], count: 0, next: 0, score: 0.0, worth: 0.0 }
    }

    fn next(&mut self) -> Choice {
        if self.next == self.count {
            return Choice::Fire;
        }
        self.next += 1;
        Choice::Shoot(self.shots[self.next - 1])
    }
}

impl<'s> ScriptedPlayer<'s> {
    /// The next choice of the Attack Phase: the best attack there is, then the best of the rest.
    pub(super) fn attack(&mut self, battle: &Battle<'s>) -> Choice {
        if battle.volley.open {
            return self.salvo.next();
        }
        let side = battle.decider;
        let enemy = battle.force(side.other());
        let barred = if battle.setup.rules.attacks_per_target == AttacksPerTarget::One { enemy.attacked } else { 0 };
        (self.salvo.count, self.salvo.next, self.salvo.score) = (0, 0, 0.0);
        let shooters = battle.force(side).ready() & !battle.force(side).aboard & !battle.force(side).spent;
        for target in members(side.other(), enemy.standing() & !barred) {
            self.weigh_attack(battle, shooters, target);
        }
        if self.salvo.count == 0 { Choice::EndAttacks } else { self.salvo.next() }
    }

    /// Overwatch: fires when the attack is worth the watchers' next own one (P-07).
    pub(super) fn react(&mut self, battle: &Battle<'s>) -> Choice {
        if battle.volley.open {
            return self.salvo.next();
        }
        let side = battle.decider;
        let Some(mover) = battle.motion.map(|motion| motion.unit) else { return Choice::Hold };
        (self.salvo.count, self.salvo.next, self.salvo.score) = (0, 0, 0.0);
        let force = battle.force(side);
        self.weigh_attack(battle, force.watching & force.ready() & !force.watch_spent, mover);
        let points: f32 = self.salvo.shots[..self.salvo.count]
            .iter()
            .map(|shot| self.survey.weight(false, battle.unit(shot.unit).kind))
            .sum();
        let patience = (1.5 - self.mood.overwatch).max(0.5);
        if self.salvo.count == 0 || self.salvo.worth < AMBUSH * points * patience {
            return Choice::Hold;
        }
        self.salvo.next()
    }

    /// Weighs attacks on one target by growing sets of shooters, strongest first, and keeps the best of all so far.
    fn weigh_attack(&mut self, battle: &Battle<'s>, shooters: u64, target: UnitId) {
        let setup = battle.setup;
        let hex = battle.unit(target).hex;
        let (profile, terrain) = (battle.profile(target), battle.terrain_of(hex));
        let side = side_of(target).other();
        let mut offers = [None; MOST_SHOOTERS];
        let mut count = 0;
        let mut prize = None;
        for unit in members(side, shooters) {
            if count == MOST_SHOOTERS || setup.field.shot(battle.unit(unit).hex, hex) == NO_SHOT {
                continue;
            }
            let worth = prize.get_or_insert_with(|| prize::by_points(battle, &self.mood, target));
            if let Some(offer) = self.offer(battle, unit, target, worth) {
                offers[count] = Some(offer);
                count += 1;
            }
        }
        if count == 0 {
            return;
        }
        let offers = &mut offers[..count];
        offers.sort_by(|a, b| key(b).total_cmp(&key(a)));
        let worth = prize::by_result(battle, &self.mood, target);
        let mut party = [Shooter { profile: 0, mode: 0 }; MOST_SHOOTERS];
        let mut barrage = Barrage::EMPTY;
        let (mut lower, mut extra) = (0, 0.0);
        let mut best = None;
        for (index, offer) in offers.iter().flatten().enumerate() {
            let shooter = Shooter { profile: battle.unit(offer.unit).kind, mode: offer.mode };
            party[index] = shooter;
            lower += usize::from(offer.lower);
            extra += offer.extra;
            setup.odds.add(&mut barrage, shooter.profile, shooter.mode, profile);
            let on = Target { profile, terrain, lower: Lower::of(lower, index + 1) };
            let mut die_mod = 0;
            combat::die_modifiers(&setup.codex, &setup.rules, &party[..=index], on, |(_, value)| die_mod += value);
            let mean = barrage.mean(|points| {
                let strength = combat::strength(&setup.rules, on, points, true);
                f64::from(prize::mean(setup.odds.roll(strength, die_mod, profile.lucky), &worth))
            }) as f32;
            let whole = mean + extra;
            let score = whole / self.thrift[index];
            if whole > self.mood.threshold && score > self.salvo.score + 1e-6 {
                (self.salvo.score, self.salvo.worth) = (score, whole);
                best = Some(index);
            }
        }
        let Some(last) = best else { return };
        self.salvo.count = last + 1;
        for (shot, offer) in self.salvo.shots.iter_mut().zip(offers[..=last].iter().flatten()) {
            let aim = Aim::Unit(target);
            *shot = Shot { unit: offer.unit, mode: offer.mode, aim, splash: offer.splash };
        }
    }

    /// The best mode of a unit against a target (P-09), if it has a shot at all.
    fn offer(&self, battle: &Battle<'s>, unit: UnitId, target: UnitId, worth: &[f32; POINTS]) -> Option<Offer> {
        let setup = battle.setup;
        let state = battle.unit(unit);
        let hex = battle.unit(target).hex;
        // What a point is worth in an attack of several.
        let slope = (worth[6] / 6.0).max(worth[1]);
        let mut best: Option<Offer> = None;
        for (index, mode) in battle.profile(unit).modes.iter().enumerate().take(MOST_MODES) {
            let shot = Shot { unit, mode: index as u8, aim: Aim::Unit(target), splash: Direction::East };
            if battle.check_shot(shot).is_err() {
                continue;
            }
            let weapon = &setup.codex.weapons[usize::from(mode.weapon)];
            let points = setup.odds.mean_points(state.kind, index as u8, battle.profile(target)) as f32;
            let (splash, extra) = match weapon.area {
                Area::None => (Direction::East, 0.0),
                Area::Ring => (Direction::East, self.ring(battle, unit, mode.weapon, target)),
                Area::OneHex => self.lick(battle, unit, mode.weapon, hex),
            };
            let spent = if weapon.ammo.is_some() { ROUND } else { 0.0 };
            let marksman = f32::from(battle.profile(unit).marksman);
            let key = (points + marksman) * slope + extra - spent;
            if best.is_none_or(|known| key > known.key + 1e-6) {
                let lower = setup.field.height[usize::from(state.hex)] < setup.field.height[usize::from(hex)];
                best = Some(Offer { unit, mode: index as u8, splash, extra, key, lower });
            }
        }
        best
    }

    /// Worth of a burst on everybody round its target, own men counted against it.
    fn ring(&self, battle: &Battle<'s>, thrower: UnitId, weapon: u8, target: UnitId) -> f32 {
        let centre = battle.unit(target).hex;
        let six = battle.setup.field.neighbours[usize::from(centre)];
        six.into_iter().map(|hex| self.splash_worth(battle, thrower, weapon, hex)).sum()
    }

    /// The hex that a flame should lick at, and what that is worth; an empty one where only friends are near.
    fn lick(&self, battle: &Battle<'s>, thrower: UnitId, weapon: u8, centre: HexIndex) -> (Direction, f32) {
        let mut best = (Direction::East, f32::NEG_INFINITY);
        // The six directions in the order in which the thrower's side sees them.
        let turn = if side_of(thrower) == Side::A { 0 } else { 3 };
        for index in 0..6 {
            let direction = Direction::ALL[(index + turn) % 6];
            let hex = battle.setup.field.neighbours[usize::from(centre)][direction as usize];
            let worth = self.splash_worth(battle, thrower, weapon, hex);
            if worth > best.1 + 1e-6 {
                best = (direction, worth);
            }
        }
        best
    }

    /// Worth of a splash on whoever stands in a hex.
    fn splash_worth(&self, battle: &Battle<'s>, thrower: UnitId, weapon: u8, hex: HexIndex) -> f32 {
        if hex == NOWHERE || battle.occupant[usize::from(hex)] == NOBODY {
            return 0.0;
        }
        let setup = battle.setup;
        let victim = battle.occupant[usize::from(hex)];
        let heights = &setup.field.height;
        let lower = heights[usize::from(battle.unit(thrower).hex)] < heights[usize::from(hex)];
        let on = Target {
            profile: battle.profile(victim),
            terrain: battle.terrain_of(hex),
            lower: Lower::of(usize::from(lower), 1),
        };
        let weapon = &setup.codex.weapons[usize::from(weapon)];
        let odds = setup.odds.splash_results(&setup.rules, weapon, on);
        if side_of(victim) == side_of(thrower) {
            -prize::mean(&odds, &prize::own_loss(battle, victim))
        } else {
            prize::mean(&odds, &prize::by_result(battle, &self.mood, victim))
        }
    }
}

fn key(offer: &Option<Offer>) -> f32 {
    offer.map_or(f32::NEG_INFINITY, |offer| offer.key)
}
