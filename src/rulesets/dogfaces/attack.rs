//! Attacks and Overwatch (DF-ATK, DF-OVW, DF-SPL): how they are declared, and the order in which they are resolved.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`aiming`] | who may fire at whom |

mod aiming;

use super::choices::{Aim, Shot};
use super::codex::{Area, CombatResult, MOST_UNITS, Terrain};
use super::combat::{self, Lower, Shooter, Target};
use super::events;
use super::ledger::rule;
use super::results::Origin;
use super::rules::Declare;
use super::state::{Battle, Decision, NOBODY, Phase, UnitId, UnitSet, bit, members, place_of, side_of};
use crate::dice::Dice;
use crate::game::{Observer, Side, UnitStat};
use crate::tabletop::hex::{Direction, HexIndex, NOWHERE};

/// Most shots declared at a time.
pub const MOST_SHOTS: usize = 2 * MOST_UNITS;

/// Most attacks declared at a time.
pub const MOST_ATTACKS: usize = MOST_UNITS;

/// Most bystanders of an attack: six hexes, each with a vehicle and two riders.
pub const MOST_BYSTANDERS: usize = 18;

/// One declared attack: a run of shots at one target.
#[derive(Clone, Copy, Debug)]
pub struct Declared {
    /// Its first shot.
    pub first: u8,
    /// Number of its shots.
    pub count: u8,
    /// What is aimed at.
    pub aim: Aim,
    /// The target hex when it was declared.
    pub hex: HexIndex,
    /// Who stood round the target hex when it was declared, by direction from it (DF-SPL-06).
    pub bystanders: [(UnitId, Direction); MOST_BYSTANDERS],
    /// Number of bystanders.
    pub standing: u8,
}

impl Volley {
    /// Whether a shot of this unit makes the attack being declared one of several shooters.
    #[must_use]
    pub fn is_joined_by(&self, unit: UnitId) -> bool {
        let last = self.attacks[..usize::from(self.attack_count)].last();
        let shots =
            last.map_or(&[][..], |attack| &self.shots[usize::from(attack.first)..][..usize::from(attack.count)]);
        shots.iter().any(|shot| shot.unit != unit)
    }
}

/// The attacks being declared and resolved.
#[derive(Clone, Debug)]
pub struct Volley {
    /// All shots declared.
    pub shots: [Shot; MOST_SHOTS],
    /// Number of shots.
    pub shot_count: u8,
    /// All attacks declared.
    pub attacks: [Declared; MOST_ATTACKS],
    /// Number of attacks.
    pub attack_count: u8,
    /// Whether the last attack still takes shots.
    pub open: bool,
    /// Whether attacks are being resolved.
    pub resolving: bool,
    /// The attack being resolved.
    pub current: u8,
    /// Next burst of the attack being resolved, by shot and bystander.
    burst: (u8, u8),
    /// Whether this is Overwatch fire.
    pub reaction: bool,
}

impl Default for Volley {
    fn default() -> Self {
        let shot = Shot { unit: NOBODY, mode: 0, aim: Aim::Hex(NOWHERE), splash: Direction::East };
        let declared = Declared {
            first: 0,
            count: 0,
            aim: Aim::Hex(NOWHERE),
            hex: NOWHERE,
            bystanders: [(NOBODY, Direction::East); MOST_BYSTANDERS],
            standing: 0,
        };
        Self {
            shots: [shot; MOST_SHOTS],
            shot_count: 0,
            attacks: [declared; MOST_ATTACKS],
            attack_count: 0,
            open: false,
            resolving: false,
            current: 0,
            burst: (0, 0),
            reaction: false,
        }
    }
}

impl Volley {
    /// Forgets all shots and attacks.
    pub(super) fn clear(&mut self) {
        self.shot_count = 0;
        self.attack_count = 0;
        self.open = false;
        self.resolving = false;
        self.current = 0;
        self.reaction = false;
    }

    /// The shots of an attack.
    #[must_use]
    pub fn shots_of(&self, attack: &Declared) -> &[Shot] {
        &self.shots[usize::from(attack.first)..usize::from(attack.first + attack.count)]
    }

    /// The attack that still takes shots.
    #[must_use]
    pub fn declaring(&self) -> Option<&Declared> {
        self.open.then(|| &self.attacks[usize::from(self.attack_count) - 1])
    }
}

impl<'s> Battle<'s> {
    /// Adds a legal shot. Ammunition and fire are spent now (DF-ATK-20).
    pub(super) fn declare(&mut self, shot: Shot) {
        if !self.volley.open {
            let hex = match shot.aim {
                Aim::Unit(target) => self.unit(target).hex,
                Aim::Hex(hex) => hex,
            };
            if let Aim::Unit(target) = shot.aim
                && self.decision == Decision::Attack
            {
                self.forces[side_of(target).index()].attacked |= bit(target);
            }
            let index = usize::from(self.volley.attack_count);
            let first = self.volley.shot_count;
            let attack = &mut self.volley.attacks[index];
            (attack.first, attack.count, attack.aim, attack.hex, attack.standing) = (first, 0, shot.aim, hex, 0);
            self.volley.attack_count += 1;
            self.volley.open = true;
        }
        let volley = &mut self.volley;
        volley.shots[usize::from(volley.shot_count)] = shot;
        volley.shot_count += 1;
        volley.attacks[usize::from(volley.attack_count) - 1].count += 1;
        let mode = &self.profile(shot.unit).modes[usize::from(shot.mode)];
        let limited = self.setup.codex.weapons[usize::from(mode.weapon)].ammo.is_some();
        let state = &mut self.units[usize::from(shot.unit)];
        state.shots += mode.shots;
        state.modes |= 1 << shot.mode;
        state.aimed_at = if let Aim::Unit(target) = shot.aim { target } else { NOBODY };
        if limited {
            state.ammo[usize::from(shot.mode)] -= 1;
        }
        let force = &mut self.forces[side_of(shot.unit).index()];
        if self.decision == Decision::React {
            force.watch_spent |= bit(shot.unit);
        } else {
            force.fired_last |= bit(shot.unit);
        }
    }

    /// Closes the attack being declared, fixes its bystanders, and resolves it unless all are declared first.
    pub(super) fn fire<D: Dice, C: Observer<events::LogEntry>>(&mut self, dice: &mut D, observer: &mut C) {
        self.volley.open = false;
        self.idle_turns = 0;
        let index = usize::from(self.volley.attack_count) - 1;
        self.note_bystanders(index);
        if self.volley.reaction {
            self.spend_watchers();
        }
        if self.setup.rules.declare == Declare::TargetByTarget || self.volley.reaction {
            self.volley.current = index as u8;
            self.resolve(dice, observer);
        }
    }

    /// DF-SPL-06
    fn note_bystanders(&mut self, index: usize) {
        let volley = &self.volley;
        let attack = volley.attacks[index];
        let area = volley.shots_of(&attack).iter().any(|shot| self.area_of(shot) != Area::None);
        if !area {
            return;
        }
        let mut bystanders = attack.bystanders;
        let mut standing = 0;
        for direction in Direction::ALL {
            let hex = self.setup.field.neighbours[usize::from(attack.hex)][direction as usize];
            if hex == NOWHERE || self.occupant[usize::from(hex)] == NOBODY {
                continue;
            }
            let unit = self.occupant[usize::from(hex)];
            if Aim::Unit(unit) != attack.aim {
                bystanders[standing] = (unit, direction);
                standing += 1;
            }
            if self.setup.rules.riders_targetable && self.profile(unit).capacity > 0 {
                for rider in members(side_of(unit), self.rider_set(unit)) {
                    if standing < MOST_BYSTANDERS && Aim::Unit(rider) != attack.aim {
                        bystanders[standing] = (rider, direction);
                        standing += 1;
                    }
                }
            }
        }
        let attack = &mut self.volley.attacks[index];
        attack.bystanders = bystanders;
        attack.standing = standing as u8;
    }

    fn area_of(&self, shot: &Shot) -> Area {
        let mode = &self.profile(shot.unit).modes[usize::from(shot.mode)];
        self.setup.codex.weapons[usize::from(mode.weapon)].area
    }

    /// Whether a fire mode splashes a hex of the shooter's choice (DF-SPL-04).
    #[must_use]
    pub fn is_flame(&self, unit: UnitId, mode: u8) -> bool {
        let mode = &self.profile(unit).modes[usize::from(mode)];
        self.setup.codex.weapons[usize::from(mode.weapon)].area == Area::OneHex
    }

    /// Resolves the current attack and those after it, as far as nobody has to decide.
    fn resolve<D: Dice, C: Observer<events::LogEntry>>(&mut self, dice: &mut D, observer: &mut C) {
        self.begin_attack(dice, observer);
        self.proceed(dice, observer);
    }

    /// The direct part of the current attack.
    fn begin_attack<D: Dice, C: Observer<events::LogEntry>>(&mut self, dice: &mut D, observer: &mut C) {
        self.volley.resolving = true;
        let attack = self.volley.attacks[usize::from(self.volley.current)];
        self.volley.burst = (attack.first, 0);
        for index in attack.first..attack.first + attack.count {
            let unit = self.volley.shots[usize::from(index)].unit;
            observer.count(side_of(unit), place_of(unit), UnitStat::Attacks, 1);
        }
        if let Aim::Unit(target) = attack.aim {
            if self.force(side_of(target)).alive.contains(target) {
                self.strike(&attack, target, dice, observer);
            } else {
                // lost with whatever would have burst.
                self.volley.burst = (attack.first + attack.count, 0);
                observer.event(|| events::shots_lost(self, &attack));
            }
        } else {
            observer.event(|| events::burst_on_ground(self, &attack));
        }
    }

    /// Steps 3 to 9 of a direct attack.
    fn strike<D: Dice, C: Observer<events::LogEntry>>(
        &mut self,
        attack: &Declared,
        target: UnitId,
        dice: &mut D,
        observer: &mut C,
    ) {
        let setup = self.setup;
        let hex = self.unit(target).hex;
        let mut shooters = [Shooter { profile: 0, mode: 0 }; MOST_SHOTS];
        let (mut count, mut lower, mut nearest) = (0, 0, (u8::MAX, NOBODY));
        for shot in self.volley.shots_of(attack) {
            shooters[count] = Shooter { profile: self.unit(shot.unit).kind, mode: shot.mode };
            count += 1;
            let from = self.unit(shot.unit).hex;
            // Declared first, and gone before its turn came: the shot is in the air all the same.
            if from != NOWHERE {
                lower += usize::from(setup.field.height[usize::from(from)] < setup.field.height[usize::from(hex)]);
                // DF-RTR-02: the nearest unit that took part, of several the one with the lowest number.
                nearest = nearest.min((setup.field.distance(from, hex), shot.unit));
            }
        }
        let shooters = &shooters[..count];
        let on = self.target(target, Lower::of(lower, count));
        let removed = setup.odds.removal(&setup.codex, &setup.rules, shooters, on);
        let strike = combat::Attack::new(&setup.codex, &setup.rules, shooters, on).strike(dice);
        self.count_attack_rules(shooters, on, &strike, observer);
        observer.event(|| events::attack(self, attack, target, shooters, on, &strike, dice.thrown()));
        self.account(target, strike.result, removed, observer);
        let threat = if nearest.1 == NOBODY { hex } else { self.unit(nearest.1).hex };
        self.begin_effect(target, strike.result, threat, Origin::Attack, observer);
    }

    /// Reports a random result with its exact expectation.
    fn account<C: Observer<events::LogEntry>>(
        &self,
        victim: UnitId,
        result: CombatResult,
        removed: f64,
        observer: &mut C,
    ) {
        let cost = self.profile(victim).cost;
        let actual = if result == CombatResult::OutOfCombat { cost } else { 0.0 };
        observer.random_result(side_of(victim), actual, cost * removed);
    }

    /// Which rules made a difference to a direct attack.
    fn count_attack_rules<C: Observer<events::LogEntry>>(
        &self,
        shooters: &[Shooter],
        on: Target<'_>,
        strike: &combat::Strike,
        observer: &mut C,
    ) {
        observer.rule_fired(if self.volley.reaction { rule::OVW_05 } else { rule::ATK_03 });
        let impact = strike.impact;
        if impact.lost > 0 {
            observer.rule_fired(rule::SOL_08);
        }
        if impact.absorbed > 0 {
            observer.rule_fired(rule::SUI_03);
        }
        if on.profile.strength_mod != 0 {
            observer.rule_fired(rule::ATK_07);
        }
        if on.terrain.strength_mod != 0 {
            observer.rule_fired(rule::ATK_08);
        }
        if strike.strength == 0 {
            observer.rule_fired(rule::ATK_09);
        } else if on.profile.lucky {
            observer.rule_fired(rule::SOL_24);
        }
        let party = combat::Party::of(&self.setup.codex, shooters);
        let rules = [rule::SOL_03, rule::SOL_17, rule::TER_04, rule::TER_05];
        for ((_, value), rule) in combat::die_modifiers(&self.setup.rules, party, on).into_iter().zip(rules) {
            if value != 0 {
                observer.rule_fired(rule);
            }
        }
    }

    /// Goes on with the attack being resolved: bursts, then further declared attacks, then back to the phase.
    pub(super) fn proceed<D: Dice, C: Observer<events::LogEntry>>(&mut self, dice: &mut D, observer: &mut C) {
        // A decision about the last victim comes before the next burst.
        while self.effect.is_none() {
            if let Some((shot, victim)) = self.next_burst() {
                self.splash(shot, victim, dice, observer);
                continue;
            }
            if !self.has_next_attack() {
                return self.close_attack(observer);
            }
            self.volley.current += 1;
            self.begin_attack(dice, observer);
        }
    }

    /// Whether more attacks have been declared and wait for their turn.
    fn has_next_attack(&self) -> bool {
        self.setup.rules.declare == Declare::AllFirst
            && !self.volley.reaction
            && self.volley.current + 1 < self.volley.attack_count
    }

    /// Back to the phase that the attack belongs to.
    fn close_attack<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) {
        let reaction = self.volley.reaction;
        self.volley.clear();
        if reaction {
            return self.resume_motion(observer);
        }
        (self.decision, self.decider) = (Decision::Attack, self.active);
        if self.setup.rules.declare == Declare::AllFirst {
            self.end_attacks(observer);
        }
    }

    /// Goes on after a decision of the victim's owner that was made with other dice than the attack's.
    pub(super) fn go_on<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) {
        if self.effect.is_some() {
            return;
        }
        let attack = &self.volley.attacks[usize::from(self.volley.current)];
        if attack.standing == 0 && !self.has_next_attack() {
            return self.close_attack(observer);
        }
        (self.decision, self.decider) = (Decision::Proceed, self.attacker());
    }

    /// The side whose attack is being resolved.
    pub(super) fn attacker(&self) -> Side {
        if self.volley.reaction { self.active.other() } else { self.active }
    }

    /// Overwatch: the watchers let the mover go on.
    pub(super) fn hold<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) {
        self.volley.clear();
        self.resume_motion(observer);
    }

    /// The next splash attack: shot by shot, hex by hex (DF-SPL-07).
    fn next_burst(&mut self) -> Option<(Shot, UnitId)> {
        let attack = self.volley.attacks[usize::from(self.volley.current)];
        let (mut index, mut place) = self.volley.burst;
        while index < attack.first + attack.count {
            let shot = self.volley.shots[usize::from(index)];
            let area = self.area_of(&shot);
            while area != Area::None && place < attack.standing {
                let (victim, direction) = attack.bystanders[usize::from(place)];
                place += 1;
                let hit = area == Area::Ring || direction == shot.splash;
                if hit && self.force(side_of(victim)).alive.contains(victim) {
                    self.volley.burst = (index, place);
                    return Some((shot, victim));
                }
            }
            index += 1;
            place = 0;
        }
        self.volley.burst = (index, 0);
        None
    }

    fn splash<D: Dice, C: Observer<events::LogEntry>>(
        &mut self,
        shot: Shot,
        victim: UnitId,
        dice: &mut D,
        observer: &mut C,
    ) {
        let setup = self.setup;
        let burst = self.volley.attacks[usize::from(self.volley.current)].hex;
        let hex = self.unit(victim).hex;
        let from = self.unit(shot.unit).hex;
        // A thrower who has gone since stands where his shot came from no longer: the burst hex counts then.
        let origin = if from == NOWHERE { burst } else { from };
        let lower = setup.field.height[usize::from(origin)] < setup.field.height[usize::from(hex)];
        let mode = &self.profile(shot.unit).modes[usize::from(shot.mode)];
        let weapon = &setup.codex.weapons[usize::from(mode.weapon)];
        let on = self.target(victim, Lower::of(usize::from(lower), 1));
        let odds = setup.odds.splash_results(&setup.rules, weapon, on);
        let strike = combat::splash(&setup.codex, &setup.rules, weapon, on, dice);
        observer.rule_fired(if weapon.area == Area::Ring { rule::SPL_01 } else { rule::SPL_04 });
        observer.event(|| events::splash(self, shot, victim, on, &strike, dice.thrown()));
        self.account(victim, strike.result, odds[CombatResult::OutOfCombat as usize], observer);
        self.begin_effect(victim, strike.result, burst, Origin::Burst(shot.unit), observer);
    }

    /// A unit as a target on the ground where it stands.
    #[inline]
    pub(super) fn target(&self, unit: UnitId, lower: Lower) -> Target<'s> {
        Target { profile: self.profile(unit), terrain: self.terrain_of(self.unit(unit).hex), lower }
    }

    /// The terrain of a hex.
    #[inline]
    pub(super) fn terrain_of(&self, hex: HexIndex) -> &'s Terrain {
        &self.setup.codex.terrain[usize::from(self.setup.field.terrain[usize::from(hex)])]
    }

    /// Begins the Attack Phase of the active side.
    pub(super) fn begin_attacks(&mut self) {
        let side = self.active;
        (self.phase, self.decision, self.decider) = (Phase::Attack, Decision::Attack, side);
        self.volley.clear();
        self.forces[side.other().index()].attacked = UnitSet::EMPTY;
        self.forces[side.index()].fired_last = UnitSet::EMPTY;
        for unit in members(side, self.force(side).alive) {
            let state = &mut self.units[usize::from(unit)];
            (state.shots, state.modes, state.aimed_at) = (0, 0, NOBODY);
        }
    }

    /// Ends the declaration of attacks: resolves them if they were all declared first, else ends the phase.
    pub(super) fn stop_attacking<D: Dice, C: Observer<events::LogEntry>>(&mut self, dice: &mut D, observer: &mut C) {
        if self.setup.rules.declare == Declare::AllFirst && self.volley.attack_count > 0 {
            self.volley.current = 0;
            self.resolve(dice, observer);
        } else {
            self.end_attacks(observer);
        }
    }

    fn end_attacks<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) {
        // DF-OVW-11: the phase that Overwatch fire cost is over.
        self.forces[self.active.index()].spent = UnitSet::EMPTY;
        self.tell_phase_ended(observer);
        if self.active == self.first {
            self.begin_movement(self.first.other());
            observer.event(|| events::phase(self));
        } else {
            self.begin_recovery(observer);
        }
    }

    /// Shares out the credit for what happened to a victim among those who did it, in thousandths.
    pub(super) fn credit<C: Observer<events::LogEntry>>(
        &self,
        origin: Origin,
        victim: UnitId,
        stat: UnitStat,
        amount: f64,
        observer: &mut C,
    ) {
        let total = (amount * 1000.0).round() as i64;
        match origin {
            Origin::Burst(unit) => {
                if side_of(unit) != side_of(victim) {
                    observer.count(side_of(unit), place_of(unit), stat, total);
                }
            }
            Origin::Attack => {
                let attack = &self.volley.attacks[usize::from(self.volley.current)];
                let shots = self.volley.shots_of(attack);
                let share = total / shots.len() as i64;
                let rest = total - share * (shots.len() as i64 - 1);
                for (index, shot) in shots.iter().enumerate() {
                    let amount = if index == 0 { rest } else { share };
                    observer.count(side_of(shot.unit), place_of(shot.unit), stat, amount);
                }
            }
        }
    }
}
