//! At whom a unit may fire: the nearest band, and how many at one target (HX-FIR-07 to HX-FIR-09).

use arrayvec::ArrayVec;

use crate::rulesets::hexcommand::codex::{Arm, Service};
use crate::rulesets::hexcommand::fire::farthest;
use crate::rulesets::hexcommand::order_of_battle::MOST_UNITS;
use crate::rulesets::hexcommand::rules::{FireGangLimit, FireNearest};
use crate::rulesets::hexcommand::sighting::{Sighted, band_of};
use crate::rulesets::hexcommand::state::{Battle, UnitId, members, side_of};

/// A target that a unit could shoot at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    /// The enemy.
    pub(super) target: UnitId,
    /// Its band.
    pub(super) band: u8,
    /// Hexes to it.
    pub(super) range: u8,
    /// It stands beside the unit, out of its arc (HX-FIR-07).
    pub(super) off_arc: bool,
    /// Skirmishers may be passed over (HX-FIR-08).
    pub(super) passed_over: bool,
}

/// The targets of a unit.
pub(super) type Marks = ArrayVec<Mark, MOST_UNITS>;

impl Battle<'_> {
    /// All targets that a unit could shoot at now, but for bands and other shooters.
    pub(super) fn marks(&self, unit: UnitId, captured: bool) -> Marks {
        let mut marks = Marks::new();
        if self.may_fire(unit, captured).is_err() {
            return marks;
        }
        let Some((weapon, _)) = self.arms(unit, captured) else { return marks };
        let side = side_of(unit);
        let (from, farthest) = (self.unit(unit).hex, farthest(&self.setup.codex, &self.setup.rules, weapon));
        let mut near: ArrayVec<(u8, UnitId), MOST_UNITS> = ArrayVec::new();
        for target in members(side.other(), self.open_enemies(side)) {
            let range = self.range(from, self.unit(target).hex);
            if usize::from(range) <= farthest {
                near.push((range, target));
            }
        }
        // Past the nearest band with a target nobody needs to be looked for.
        near.sort_unstable();
        let mut nearest = u8::MAX;
        for (range, target) in near {
            if range > 0 && band_of(range, weapon.is_gun()) > nearest {
                break;
            }
            if let Ok(Sighted { shot, band, .. }) = self.sight_target(unit, target, captured) {
                let passed_over = self.profile(target).service == Service::Skirmisher;
                let counts = self.setup.rules.fire_nearest == FireNearest::Shootable && !passed_over && !shot.off_arc;
                nearest = if counts { nearest.min(band) } else { nearest };
                marks.push(Mark { target, band, range: shot.range, off_arc: shot.off_arc, passed_over });
            }
        }
        marks.sort_unstable_by_key(|mark| mark.target);
        self.keep_nearest(unit, captured, &mut marks);
        marks
    }

    /// Leaves the marks of the nearest band that holds any target; skirmishers do not make a band, and point-blank shots out of
    /// the arc stay where there is nothing at one hex in it (HX-FIR-07, HX-FIR-08).
    fn keep_nearest(&self, unit: UnitId, captured: bool, marks: &mut Marks) {
        let ahead = |mark: &&Mark| !mark.off_arc;
        let beside = marks.iter().filter(ahead).any(|mark| mark.range == 1);
        let shootable = marks.iter().filter(ahead).filter(|mark| !mark.passed_over).map(|mark| mark.band).min();
        let nearest = match self.setup.rules.fire_nearest {
            FireNearest::Shootable => shootable,
            FireNearest::Seen => self.nearest_seen(unit, captured),
        };
        marks.retain(|mark| if mark.off_arc { !beside } else { nearest.is_none_or(|nearest| mark.band <= nearest) });
    }

    /// The nearest band with an enemy in arc and sight, whether it can be shot at or not (`fire.nearest` = seen).
    fn nearest_seen(&self, unit: UnitId, captured: bool) -> Option<u8> {
        let side = side_of(unit);
        let from = self.unit(unit).hex;
        let gun = captured || self.is_battery(unit);
        let seen = members(side.other(), self.open_enemies(side)).filter(|enemy| {
            let hex = self.unit(*enemy).hex;
            self.profile(*enemy).service != Service::Skirmisher && self.in_arc_of(unit, hex) && self.sees(unit, hex)
        });
        seen.map(|enemy| band_of(self.range(from, self.unit(enemy).hex), gun)).min()
    }

    /// Whether a target may be shot at by one more unit: so many of an arm, and from the second on only who has no other target
    /// in its band, as those before (HX-FIR-09).
    pub(super) fn takes_another(&self, marks: &Marks, mark: &Mark, arm: Arm) -> bool {
        let rules = &self.setup.rules;
        let target = self.unit(mark.target);
        let (shooters, choosy) = match rules.fire_gang_limit {
            FireGangLimit::PerArm => (target.shooters[arm as usize], target.choosy[arm as usize]),
            FireGangLimit::Total => (target.shooters.iter().sum(), target.choosy.contains(&true)),
        };
        let sole = !rules.fire_gang_sole_target || !choosy && is_sole(marks, mark);
        shooters < rules.fire_gang_max && (shooters == 0 || sole)
    }
}

/// Whether a mark is the only one in its band.
pub(super) fn is_sole(marks: &Marks, mark: &Mark) -> bool {
    marks.iter().filter(|other| other.band == mark.band).count() == 1
}
