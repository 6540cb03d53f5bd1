//! Who can fire at whom from where they stand: range, arc, sight, cover, and what of it makes up a shot (HX-LOS, HX-FIR-06 to
//! HX-FIR-24).

use super::choices::Refusal;
use super::codex::{Grade, Service, Trait, Weapon};
use super::fire::{Shot, Target, base_rung};
use super::rules::{ArtilleryMoveFire, Era, FireConsecutive, FireRate, LosSkirmishers, TurnSystem};
use super::sight::{Between, Sight, Viewer};
use super::state::{Battle, NOBODY, UnitId, UnitSet, bit, side_of};
use super::terrain::Works;
use crate::game::Side;
use crate::tabletop::hex::{Aspect, HexIndex, NOWHERE, flat::Direction};

/// A shot that a unit could lawfully take now, but for bands and for others who fire at the same target.
#[derive(Clone, Copy, Debug)]
pub struct Sighted<'s> {
    /// The shot.
    pub shot: Shot<'s>,
    /// Band of range: a hex of small arms, two of guns (HX-ART-01).
    pub band: u8,
    /// It is a gun's.
    pub gun: bool,
}

/// Hexes of a band of small arms, and of guns.
const BANDS: [u8; 2] = [1, 2];

/// The band of a range of one hex or more (HX-ART-01).
pub(super) fn band_of(range: u8, gun: bool) -> u8 {
    (range - 1) / BANDS[usize::from(gun)]
}

impl<'s> Battle<'s> {
    /// Hexes between two hexes.
    #[inline]
    #[must_use]
    pub fn range(&self, from: HexIndex, to: HexIndex) -> u8 {
        self.setup.field.distance(from, to)
    }

    /// Whether `unit` has `hex` in its front arc (HX-LOS-01); skirmishers and crews look all round.
    #[inline]
    #[must_use]
    pub fn in_arc_of(&self, unit: UnitId, hex: HexIndex) -> bool {
        let state = self.unit(unit);
        self.profile(unit).all_round || self.setup.field.in_arc(state.hex, state.facing, hex)
    }

    /// Whether a unit sees a hex, in any direction (HX-LOS-02, R-126).
    #[must_use]
    pub fn sees(&self, unit: UnitId, hex: HexIndex) -> bool {
        let block = |hex: HexIndex| if self.mask_in(hex).is_some() { Between::Enemy } else { Between::Nobody };
        let from = self.unit(unit).hex;
        from == hex || self.setup.field.sight(from, hex, Viewer::default(), block, || true).is_some()
    }

    /// A piece in `hex` that stands in the way of lines of sight: no skirmishers, no markers.
    #[inline]
    fn mask_in(&self, hex: HexIndex) -> Option<UnitId> {
        let at = usize::from(hex);
        // Nobody stands below nobody.
        if self.occupant[at] == NOBODY {
            return None;
        }
        [self.occupant[at], self.below[at]].into_iter().find(|unit| {
            *unit != NOBODY && {
                let force = self.own_force(*unit);
                let open = self.profile(*unit).service == Service::Skirmisher
                    && self.setup.rules.los_skirmishers == LosSkirmishers::Clear;
                !open && !(force.hidden | force.fakes).contains(*unit)
            }
        })
    }

    /// The line of fire from one hex to another with a weapon of this kind (HX-LOS-02 to HX-LOS-12).
    fn line_of_fire(&self, side: Side, from: HexIndex, to: HexIndex, weapon: &Weapon) -> Option<Sight> {
        let viewer = Viewer { indirect: weapon.is_gun() && weapon.indirect, artillery: weapon.is_gun() };
        let unit_at = |hex: HexIndex| match self.mask_in(hex) {
            None => Between::Nobody,
            Some(unit) if side_of(unit) == side => Between::Friend,
            Some(_) => Between::Enemy,
        };
        //
        let friend = |unit: UnitId| side_of(unit) == side && !self.force(side).fakes.contains(unit);
        let beside_friend = || self.neighbours(to).any(friend);
        self.setup.field.sight(from, to, viewer, unit_at, beside_friend)
    }

    /// The line of fire of a unit to another, wherever both face.
    #[must_use]
    pub fn line_between(&self, unit: UnitId, target: UnitId) -> Option<Sight> {
        let (from, to) = (self.unit(unit).hex, self.unit(target).hex);
        let weapon = self.weapon(unit).filter(|_| from != NOWHERE && to != NOWHERE && from != to)?;
        self.line_of_fire(side_of(unit), from, to, weapon)
    }

    /// The works in a hex, and the levels of cover that fire has worn off it.
    fn works_in(&self, hex: HexIndex) -> (Works, u8) {
        (self.works[usize::from(hex)], self.site(hex).map_or(0, |site| site.worn))
    }

    /// Levels of cover of what stands in `hex` against an enemy in `from`, whose fire or attack comes in across the side `entry`:
    /// the better of terrain and works, height, and what lies on that side (R-125, HX-FIR-19), which counts only if `held`
    /// (HX-MEL-09).
    #[inline]
    #[must_use]
    pub fn cover(&self, hex: HexIndex, from: HexIndex, entry: Option<Direction>, held: bool) -> u8 {
        if self.is_bare(hex) { 0 } else { self.covered(hex, from, entry, held) }
    }

    /// The [cover](Self::cover) in a hex that is not bare.
    fn covered(&self, hex: HexIndex, from: HexIndex, entry: Option<Direction>, held: bool) -> u8 {
        let field = &self.setup.field;
        let (works, worn) = self.works_in(hex);
        // HX-TER-12, HX-CON-03
        let (ground, built) = (field.hex_cover(hex), field.works_cover(works, entry));
        // HX-ART-06: fire wears off works, of the map or built, and not the ground that they stand on.
        let of_the_map = field.is_fortified(hex, Works::None);
        let ground =
            if of_the_map { ground.max(built).saturating_sub(worn) } else { ground.max(built.saturating_sub(worn)) };
        // HX-TER-11
        let height = field.height_cover(hex, from);
        ground + height + entry.filter(|_| held).map_or(0, |side| field.side_cover(hex, side))
    }

    /// Levels of cover of what stands in `hex` against fire from another one (HX-FIR-18, HX-FIR-19).
    #[inline]
    #[must_use]
    pub fn cover_from(&self, hex: HexIndex, from: HexIndex) -> u8 {
        if self.is_bare(hex) { 0 } else { self.covered(hex, from, self.setup.field.entry_side(from, hex), true) }
    }

    /// Whether nothing in a hex gives cover against anybody.
    #[inline]
    fn is_bare(&self, hex: HexIndex) -> bool {
        self.setup.field.is_bare(hex) && self.works[usize::from(hex)] == Works::None
    }

    /// Whether the hex is a redoubt or fort, of the map or built (HX-ART-04).
    #[inline]
    #[must_use]
    pub fn is_fortified(&self, hex: HexIndex) -> bool {
        self.setup.field.is_fortified(hex, self.works[usize::from(hex)])
    }

    /// A unit as the target of a shot that is about to be taken: with the hits of this fire step, and the commander if he has
    /// not fallen in it.
    #[must_use]
    pub fn target(&self, unit: UnitId) -> Target {
        let state = self.unit(unit);
        let side = side_of(unit);
        let leader = self.leader_in_combat(unit);
        Target {
            hits: state.hits.saturating_add(state.pending),
            rout_at: state.rout_at,
            routed: self.is_routed(unit),
            commander: leader.is_some_and(|leader| self.fire.doomed[side.index()] & 1 << leader == 0),
            fortified: self.is_fortified(state.hex),
        }
    }

    /// What a unit fires, and the grade with which it does: its own arms, or the guns that it captured (HX-ART-12).
    pub(super) fn arms(&self, unit: UnitId, captured: bool) -> Option<(&'s Weapon, Grade)> {
        if captured {
            let guns = self.captured_guns(unit)?;
            self.weapon(guns).map(|weapon| (weapon, Grade::Untrained))
        } else {
            self.weapon(unit).map(|weapon| (weapon, self.kind(unit).grade))
        }
    }

    /// Whether units fire once a turn (HX-FIR-05, HX-TRN-08, HX-ERA-01).
    #[must_use]
    pub fn fires_once_a_turn(&self) -> bool {
        let rules = &self.setup.rules;
        rules.fire_rate == FireRate::PerTurn
            || rules.turn_system == TurnSystem::Activation
            || rules.era == Era::PikeAndShot
    }

    /// Whether a unit can fire at all now (HX-FIR-24).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn may_fire(&self, unit: UnitId, captured: bool) -> Result<(), Refusal> {
        let (rules, force) = (&self.setup.rules, self.own_force(unit));
        let (state, own) = (self.unit(unit), bit(unit));
        let refuse = |rule, reason| Err(Refusal::new(rule, reason));
        if !(force.present & !force.fakes).meets(own) || self.occupant[usize::from(state.hex)] != unit {
            return refuse("HX-FIR-24", "who is not there, or not on top in its hex, does not fire");
        }
        if force.routed.meets(own) {
            return refuse("HX-FIR-24", "a routed unit does not fire");
        }
        if self.in_melee(unit) {
            return refuse("HX-FIR-24", "a unit in melee does not fire");
        }
        if force.fired.meets(own) {
            return refuse("HX-FIR-05", "it has fired in this step");
        }
        let again = force.special.meets(own) && rules.turn_system == TurnSystem::Activation;
        if self.fires_once_a_turn() && force.fired_now.meets(own) && !again {
            return refuse("HX-TRN-08", "it has fired in this turn");
        }
        // The point of a turn pays for all of its shots.
        if rules.supply_mode && state.supply == 0 && !force.fired_now.meets(own) {
            return refuse("HX-SUP-01", "it is out of supply");
        }
        if captured {
            return match self.captured_guns(unit) {
                Some(_) => Ok(()),
                None => refuse("HX-ART-12", "it holds no guns that it could fire"),
            };
        }
        let Some(weapon) = self.weapon(unit).filter(|_| !force.crews.meets(own)) else {
            return refuse("HX-FIR-24", "it has nothing to fire");
        };
        match self.profile(unit).service {
            Service::Horse if !rules.fire_mounted_cavalry => {
                return refuse("HX-FIR-23", "cavalry does not fire mounted");
            }
            // Muskets are the small arms that reach as far as their class does.
            Service::Mounted if !rules.fire_mounted_cavalry || weapon.max.is_none() => {
                return refuse("HX-MNT-01", "muskets are not fired from the saddle");
            }
            _ => {}
        }
        if weapon.is_gun() {
            if force.limbered.meets(own) {
                return refuse("HX-FIR-24", "limbered guns do not fire");
            }
            if weapon.heavy && force.moved.meets(own) {
                return refuse("HX-MOV-10", "heavy guns do not move and fire in one turn");
            }
            let late = rules.artillery_move_fire == ArtilleryMoveFire::NextTurn;
            if late && self.has_deployed(unit) {
                return refuse("HX-ART-02", "it moved and unlimbered in this turn");
            }
        }
        Ok(())
    }

    /// Whether a battery moved and unlimbered, or was pushed, in this turn (HX-ART-02).
    fn has_deployed(&self, unit: UnitId) -> bool {
        let force = self.own_force(unit);
        (force.moved & force.unlimbered).contains(unit)
    }

    /// The shot of a unit at an enemy, if it could lawfully be taken now but for the nearest band and for others who fire at the
    /// same target. A shot out of the arc is among them (HX-FIR-07).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn sight_target(&self, unit: UnitId, target: UnitId, captured: bool) -> Result<Sighted<'s>, Refusal> {
        let refuse = |rule, reason| Err(Refusal::new(rule, reason));
        let (codex, rules, field) = (&self.setup.codex, &self.setup.rules, &self.setup.field);
        let side = side_of(unit);
        let (from, to) = (self.unit(unit).hex, self.unit(target).hex);
        let (own, foe) = (self.own_force(unit), self.own_force(target));
        let open = foe.present & !foe.hidden & !foe.fakes;
        if side_of(target) == side || !open.contains(target) {
            return refuse("HX-FIR-06", "no enemy to be seen there");
        }
        let Some((weapon, grade)) = self.arms(unit, captured) else {
            return refuse("HX-FIR-24", "it has nothing to fire");
        };
        let range = self.range(from, to);
        if base_rung(codex, rules, weapon, range).is_none() {
            return refuse("HX-FIR-06", "out of range");
        }
        if self.at_threshold(target) {
            return refuse("HX-FIR-22", "it is about to rout");
        }
        let skirmish = self.profile(unit).service == Service::Skirmisher && !captured;
        if self.in_melee(target) {
            //
            let fresh = self.contacts.iter().all(|contact| contact.other(target).is_none() || contact.rounds <= 1);
            if !(skirmish && fresh && range == 1) {
                let rule = if skirmish { "HX-SKM-04" } else { "HX-LOS-13" };
                return refuse(rule, "no fire into a melee");
            }
        }
        let flank = self.flanked_from(target, from);
        let off_arc = !self.in_arc_of(unit, to);
        if off_arc {
            let aside = field.aspect(from, self.unit(unit).facing, to) == Some(Aspect::Flank);
            if range > 1 || !aside {
                return refuse("HX-FIR-06", "outside the front arc");
            }
            if self.in_arc_of(target, from) {
                return refuse("HX-FIR-07", "the enemy beside it has it in its own arc");
            }
        }
        let Some(sight) = self.line_of_fire(side, from, to, weapon) else {
            return refuse("HX-LOS-02", "out of sight");
        };
        let battery = weapon.is_gun() && !captured;
        let state = self.unit(unit);
        let consecutive = match rules.fire_consecutive {
            FireConsecutive::Off => false,
            FireConsecutive::SecondShooter => self.unit(target).shooters.iter().sum::<u8>() == 1,
            FireConsecutive::SameTarget => state.aimed_at == target,
        };
        let leader = self.leader_in_combat(unit);
        let shot = Shot {
            weapon: Some(weapon),
            range,
            grade,
            hits: state.hits,
            fatigued: self.is_fatigued(unit),
            commander: leader.map(|leader| self.commander(side, leader).values[Trait::Combat as usize]),
            flank,
            cover: self.cover_from(to, from),
            partial_view: sight.partial,
            off_arc,
            artillery_moved: battery && self.has_deployed(unit),
            turned: battery && own.turned.contains(unit),
            consecutive,
            higher: field.level[usize::from(from)] > field.level[usize::from(to)],
            skirmish,
        };
        if shot.need(codex, rules, self.is_fortified(to)).is_none() {
            return refuse("HX-FIR-11", "past the last rung");
        }
        let gun = weapon.is_gun();
        Ok(Sighted { shot, band: band_of(range, gun), gun })
    }

    /// Whether a unit has as many hits as rout it, and has still to make its rout move; a routed unit that was hit is as good
    /// as gone (HX-FIR-22, R-100).
    #[must_use]
    pub fn at_threshold(&self, unit: UnitId) -> bool {
        let (state, force) = (self.unit(unit), self.own_force(unit));
        if force.routed.contains(unit) {
            force.breaking.contains(unit) || state.pending > 0
        } else {
            state.hits.saturating_add(state.pending) >= state.rout_at
        }
    }

    /// Enemies of a side whom it sees as they are: no markers.
    #[must_use]
    pub fn open_enemies(&self, side: Side) -> UnitSet {
        let force = self.force(side.other());
        force.present & !force.hidden & !force.fakes
    }
}

#[cfg(test)]
mod tests;
