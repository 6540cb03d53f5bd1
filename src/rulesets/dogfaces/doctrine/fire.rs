//! Attacks (P-07 to P-10): whom to fire at, with whom and how; and Overwatch fire.

use crate::rulesets::dogfaces::tactics;
use arrayvec::ArrayVec;

use super::movement_phase::LEVEL;
use super::{Ranks, ScriptedPlayer, ordered, target_value};
use crate::game::Side;
use crate::rulesets::dogfaces::choices::{Aim, Choice, Shot};
use crate::rulesets::dogfaces::codex::{Area, Fire};
use crate::rulesets::dogfaces::combat::{self, Lower, Party, Shooter, Target};
use crate::rulesets::dogfaces::field::NO_SHOT;
use crate::rulesets::dogfaces::odds::{Barrage, STRENGTHS};
use crate::rulesets::dogfaces::rules::AttacksPerTarget;
use crate::rulesets::dogfaces::state::{Battle, NOBODY, UnitId, UnitSet, bit, members, place_of, side_of};
use crate::tabletop::hex::{Direction, HexIndex, NOWHERE};

/// Worth of a shot of limited ammunition that is kept.
const ROUND: f32 = 0.05;

/// Most shooters that one attack is given.
const MOST_SHOOTERS: usize = 16;

/// What a watcher waits for at least, per point of its weapon.
const AMBUSH: f32 = 0.03;

/// How many times that a doctrine of full inclination to Overwatch waits for, and how fast that grows as it is less inclined: the
/// shot is paid for with a part in the next attack of all together (DF-OVW-11).
const PATIENCE: (f32, f32) = (0.5, 0.2);

/// The least inclination that tells.
const INCLINED: f32 = 0.05;

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

/// The best attack on one target, as planned.
#[derive(Clone, Copy, Debug)]
pub(super) struct Salvo {
    shots: [Shot; MOST_SHOOTERS],
    count: usize,
    next: usize,
    /// Worth of the attack, divided by the number of shooters to the power `thrift`.
    score: f32,
    /// Worth of the attack.
    worth: f32,
    /// Everybody who was considered.
    considered: UnitSet,
    /// Where the target stood.
    hex: HexIndex,
    /// Whether the target was Stunned.
    stunned: bool,
}

impl Salvo {
    pub(super) const NONE: Salvo = Salvo {
        shots: [Shot { unit: NOBODY, mode: 0, aim: Aim::Hex(NOWHERE), splash: Direction::East }; MOST_SHOOTERS],
        count: 0,
        next: 0,
        score: 0.0,
        worth: 0.0,
        considered: UnitSet::EMPTY,
        hex: NOWHERE,
        stunned: false,
    };

    /// Whether the plan still holds as far as the target goes.
    fn is_about(&self, battle: &Battle<'_>, target: UnitId) -> bool {
        self.hex == battle.unit(target).hex && self.stunned == battle.is_stunned(target)
    }

    /// Whether its shooters can still carry it out: a burst among friends may have driven one of them elsewhere.
    fn can_be_fired(&self, battle: &Battle<'_>) -> bool {
        self.shots[..self.count].iter().all(|shot| battle.check_shot(*shot).is_ok())
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
        let (force, enemy) = (battle.force(side), battle.force(side.other()));
        let barred = if battle.setup.rules.attacks_per_target == AttacksPerTarget::One {
            enemy.attacked
        } else {
            UnitSet::EMPTY
        };
        // Who has fired is done, unless he has another weapon or pistol left.
        let (mut shooters, mut fresh) = (UnitSet::EMPTY, UnitSet::EMPTY);
        for unit in members(side, force.ready() & !force.aboard & !force.spent) {
            let is_fresh = battle.unit(unit).modes == 0;
            let fires_again = battle.profile(unit).fire != Fire::Once;
            fresh |= UnitSet::of_if(unit, is_fresh);
            shooters |= UnitSet::of_if(unit, is_fresh | fires_again);
        }
        let anew = self.enter(battle);
        let targets = enemy.standing() & !barred;
        if anew {
            self.target_values.begin(self.precomputed, battle, side.other());
        }
        let mut weighed = UnitSet::EMPTY;
        for target in members(side.other(), targets) {
            if anew || !self.plans[place_of(target)].is_about(battle, target) {
                self.weigh_attack(battle, shooters, target);
                weighed |= bit(target);
            }
        }
        // Plans whose shooters have fired since were worth more then than new ones would be now: a new one is made when the
        // old one is the best.
        while let Some(target) = self.best_target(side.other(), targets) {
            let plan = &self.plans[place_of(target)];
            if weighed.contains(target) || ((plan.considered & !fresh).is_empty() && plan.can_be_fired(battle)) {
                self.salvo = *plan;
                return self.salvo.next();
            }
            self.weigh_attack(battle, shooters, target);
            weighed |= bit(target);
        }
        Choice::EndAttacks
    }

    /// The target of the best attack that has been planned.
    fn best_target(&self, side: Side, targets: UnitSet) -> Option<UnitId> {
        let (mut best, mut first) = (0.0, NOBODY);
        for target in members(side, targets) {
            let score = self.plans[place_of(target)].score;
            let better = score > best + LEVEL;
            best = if better { score } else { best };
            first = if better { target } else { first };
        }
        (first != NOBODY).then_some(first)
    }

    /// Overwatch: fires when the attack is worth the watchers' next own one (P-07).
    pub(super) fn react(&mut self, battle: &Battle<'s>) -> Choice {
        if battle.volley.open {
            return self.salvo.next();
        }
        let side = battle.decider;
        let Some(mover) = battle.motion.map(|motion| motion.unit) else { return Choice::Hold };
        let watchers =
            members(side, battle.force(side).watching).filter(|unit| battle.check_shooter(*unit).is_ok()).collect();
        if self.enter(battle) {
            self.target_values.begin(self.precomputed, battle, side.other());
        }
        self.weigh_attack(battle, watchers, mover);
        self.salvo = self.plans[place_of(mover)];
        let points: f32 = self.salvo.shots[..self.salvo.count]
            .iter()
            .map(|shot| self.precomputed.weight(false, battle.unit(shot.unit).kind))
            .sum();
        let inclined = self.mood.overwatch.max(INCLINED);
        let patience = (PATIENCE.1 / (inclined * inclined)).max(PATIENCE.0);
        if self.salvo.count == 0 || self.salvo.worth < AMBUSH * points * patience {
            return Choice::Hold;
        }
        self.salvo.next()
    }

    /// Weighs attacks on one target by growing sets of shooters, strongest first, and writes the best down in its place.
    fn weigh_attack(&mut self, battle: &Battle<'s>, shooters: UnitSet, target: UnitId) {
        let setup = battle.setup;
        let hex = battle.unit(target).hex;
        let place = place_of(target);
        let plan = &mut self.plans[place];
        (plan.count, plan.next, plan.score, plan.worth, plan.considered) = (0, 0, 0.0, 0.0, UnitSet::EMPTY);
        (plan.hex, plan.stunned) = (hex, battle.is_stunned(target));
        // Without a branch, for who has a shot cannot be foreseen.
        let (mut in_sight, mut seen) = ([(NOBODY, NO_SHOT); MOST_SHOOTERS], 0);
        let shots = setup.field.shots_at(hex);
        for unit in members(side_of(target).other(), shooters) {
            let range = shots[usize::from(battle.unit(unit).hex)];
            in_sight[seen] = (unit, range);
            seen += usize::from(range != NO_SHOT);
            if seen == MOST_SHOOTERS {
                break;
            }
        }
        if seen == 0 {
            return;
        }
        let target_value = self.target_values.of(self.precomputed, battle, &self.mood, target);
        let worth = target_value.by_result;
        // What a point is worth in an attack of several.
        let slope = (target_value.by_points[6] / 6.0).max(target_value.by_points[1]);
        let mut offers: ArrayVec<Offer, MOST_SHOOTERS> = ArrayVec::new();
        // Strongest first, of equals the one with the lower number.
        let mut ranks = Ranks::<MOST_SHOOTERS, 4>::new();
        let mut considered = UnitSet::EMPTY;
        for &(unit, range) in &in_sight[..seen] {
            if let Some(offer) = self.offer(battle, unit, target, range, slope) {
                considered |= bit(unit);
                ranks.put(u64::from(!ordered(offer.key)) << 32 | offers.len() as u64);
                offers.push(offer);
            }
        }
        let (profile, terrain) = (battle.profile(target), battle.terrain_of(hex));
        let (mut party, mut barrage) = (Party::default(), Barrage::EMPTY);
        let (mut lower, mut extra) = (0, 0.0);
        // What a roll is worth by strength, with these modifiers of the die.
        let (mut known, mut worths) = (i8::MAX, [0.0; STRENGTHS]);
        let plan = &mut self.plans[place];
        plan.considered = considered;
        let most = if self.without.has(tactics::JOINT_FIRE) { 1 } else { MOST_SHOOTERS };
        for (index, rank) in ranks.as_slice().iter().take(most).enumerate() {
            let offer = &offers[*rank as u32 as usize];
            let shooter = Shooter { profile: battle.unit(offer.unit).kind, mode: offer.mode };
            party.join(&setup.codex, shooter);
            lower += usize::from(offer.lower);
            extra += offer.extra;
            setup.odds.add(&mut barrage, shooter.profile, shooter.mode, profile);
            let on = Target { profile, terrain, lower: Lower::of(lower, index + 1) };
            let die_mod = combat::die_mod(&setup.rules, party, on);
            if die_mod != known {
                (known, worths) = (die_mod, setup.odds.worths(die_mod, profile.lucky, &worth));
            }
            let strength = |points| usize::from(combat::strength(&setup.rules, on, points, true));
            let mean = barrage.mean(|points| f64::from(worths[strength(points)])) as f32;
            let whole = mean + extra;
            let score = whole / self.thrift[index];
            if whole > self.mood.threshold && score > plan.score + LEVEL {
                (plan.score, plan.worth, plan.count) = (score, whole, index + 1);
            }
            let aim = Aim::Unit(target);
            plan.shots[index] = Shot { unit: offer.unit, mode: offer.mode, aim, splash: offer.splash };
        }
    }

    /// The best mode of a unit against a target (P-09), if it has a shot at all; `slope` is what a point is worth.
    fn offer(&mut self, battle: &Battle<'s>, unit: UnitId, target: UnitId, range: u8, slope: f32) -> Option<Offer> {
        let (precomputed, field) = (self.precomputed, &battle.setup.field);
        let state = battle.unit(unit);
        let hex = battle.unit(target).hex;
        let marksman = f32::from(battle.profile(unit).marksman);
        let mut best: Option<Offer> = None;
        for arm in precomputed.arms(state.kind, battle.unit(target).kind) {
            if !(arm.min..=arm.max).contains(&range) {
                continue;
            }
            // A unit that has not fired may use any mode; the rules know what the others may still do.
            let legal = if state.modes == 0 {
                !arm.limited || state.ammo[usize::from(arm.mode)] > 0
            } else {
                let splash = if arm.area == Area::OneHex { field.side_on_the_map(hex) } else { Direction::East };
                battle.check_shot(Shot { unit, mode: arm.mode, aim: Aim::Unit(target), splash }).is_ok()
            };
            if !legal {
                continue;
            }
            let (splash, extra) = match arm.area {
                Area::None => (Direction::East, 0.0),
                Area::Ring => (Direction::East, self.ring(battle, unit, arm.weapon, target)),
                Area::OneHex => self.lick(battle, unit, arm.weapon, hex),
            };
            let spent = if arm.limited { ROUND } else { 0.0 };
            let key = (arm.points + marksman) * slope + extra - spent;
            if best.is_none_or(|known| key > known.key + LEVEL) {
                let lower = field.height[usize::from(state.hex)] < field.height[usize::from(hex)];
                best = Some(Offer { unit, mode: arm.mode, splash, extra, key, lower });
            }
        }
        best
    }

    /// Worth of a burst on everybody round its target, own men counted against it.
    #[inline(never)]
    fn ring(&mut self, battle: &Battle<'s>, thrower: UnitId, weapon: u8, target: UnitId) -> f32 {
        let centre = battle.unit(target).hex;
        let six = battle.setup.field.neighbours[usize::from(centre)];
        six.into_iter().map(|hex| self.splash_worth(battle, thrower, weapon, hex)).sum()
    }

    /// The hex that a flame should lick at, and what that is worth; an empty one where only friends are near.
    #[inline(never)]
    fn lick(&mut self, battle: &Battle<'s>, thrower: UnitId, weapon: u8, centre: HexIndex) -> (Direction, f32) {
        let mut best = (Direction::East, f32::NEG_INFINITY);
        // The six directions in the order in which the thrower's side sees them.
        let turn = if side_of(thrower) == Side::A { 0 } else { 3 };
        for index in 0..6 {
            let direction = Direction::ALL[(index + turn) % 6];
            let hex = battle.setup.field.neighbours[usize::from(centre)][direction as usize];
            if hex == NOWHERE {
                continue;
            }
            let worth = self.splash_worth(battle, thrower, weapon, hex);
            if worth > best.1 + LEVEL {
                best = (direction, worth);
            }
        }
        best
    }

    /// Worth of a splash on whoever stands in a hex.
    fn splash_worth(&mut self, battle: &Battle<'s>, thrower: UnitId, weapon: u8, hex: HexIndex) -> f32 {
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
            -target_value::mean(&odds, &target_value::own_loss(self.precomputed, battle, victim))
        } else {
            target_value::mean(&odds, &self.target_values.of(self.precomputed, battle, &self.mood, victim).by_result)
        }
    }
}
