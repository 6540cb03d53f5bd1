//! One shot, and two units that fire at each other.

use super::codex::{Class, Codex, Face, Grade, Need, Tag, Weapon};
use super::rules::{AExtension, AutoKill, CapScope, Casualties, Era, RifledClose, Rules, StructureTest};
use super::rules::{TrainedArms, TrainedBonus};
use crate::dice::Dice;

/// Range at which artillery fire counts at once (HX-FIR-02, R-24).
pub const GRAPESHOT: u8 = 2;

/// One unit about to fire, and how its target lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot<'c> {
    /// What it fires; none when it cannot fire at all.
    pub weapon: Option<&'c Weapon>,
    /// Hexes to the target; a neighbour is at 1.
    pub range: u8,
    /// Grade of the firer.
    pub grade: Grade,
    /// Hits on the firer.
    pub hits: u8,
    /// The firer is at the limit of its TE.
    pub fatigued: bool,
    /// C of a commander with the firer.
    pub commander: Option<u8>,
    /// The firer stands outside the front arc of the target.
    pub flank: bool,
    /// Levels of cover that the target enjoys.
    pub cover: u8,
    /// The line of sight is partly masked.
    pub partial_view: bool,
    /// The target is a neighbour outside the firer's arc.
    pub off_arc: bool,
    /// A battery that moved and unlimbered, or was pushed, in this turn.
    pub artillery_moved: bool,
    /// A battery that turned in this turn.
    pub turned: bool,
    /// Consecutive fire gives a bonus.
    pub consecutive: bool,
    /// The firer stands higher than its target.
    pub higher: bool,
    /// Skirmishers fire: hits are TE.
    pub skirmish: bool,
}

/// A unit under fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// Hits before the shot.
    pub hits: u8,
    /// Hits at which it routs.
    pub rout_at: u8,
    /// It has routed already.
    pub routed: bool,
    /// A commander is with it.
    pub commander: bool,
    /// It is in a redoubt or fort.
    pub fortified: bool,
}

/// What a shot did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Struck {
    /// It could not be taken.
    NoShot,
    /// Nothing.
    Miss,
    /// The works took it.
    Structure,
    /// A TE.
    Te,
    /// So many hits.
    Hit(u8),
    /// So many hits, and the unit routs.
    Routs(u8),
    /// So many hits, and the unit, which had routed, is gone.
    Destroyed(u8),
    /// The commander fell instead.
    CommanderKilled,
}

impl Struck {
    /// Hits given.
    #[must_use]
    pub const fn hits(self) -> u8 {
        match self {
            Struck::Hit(hits) | Struck::Routs(hits) | Struck::Destroyed(hits) => hits,
            _ => 0,
        }
    }
}

impl Target {
    /// What `hits` do to it.
    #[must_use]
    pub const fn take(&self, hits: u8) -> Struck {
        if self.routed {
            // HX-ROU-05
            Struck::Destroyed(hits)
        } else if self.hits + hits >= self.rout_at {
            // HX-FIR-22, HX-ARM-06
            Struck::Routs(hits)
        } else {
            Struck::Hit(hits)
        }
    }

    /// What a shot destroys of it, in units: a hit counts its share of those that rout, the one that routs twice, and the
    /// destruction of a routed unit half a unit.
    #[must_use]
    pub fn worth(&self, struck: Struck) -> f64 {
        match struck {
            Struck::Hit(hits) => f64::from(hits) / f64::from(self.rout_at),
            Struck::Routs(_) => (f64::from(self.rout_at.saturating_sub(self.hits)) + 1.0) / f64::from(self.rout_at),
            Struck::Destroyed(_) => 0.5,
            Struck::NoShot | Struck::Miss | Struck::Structure | Struck::Te | Struck::CommanderKilled => 0.0,
        }
    }
}

/// Hits that a hit of `weapon` counts (HX-FIR-21).
#[must_use]
pub fn hits_of(rules: &Rules, weapon: &Weapon) -> u8 {
    if weapon.heavy { rules.fire_heavy_hits } else { 1 }
}

/// Class of `weapon` in this era (HX-ERA-01).
#[must_use]
pub fn class_of(rules: &Rules, weapon: &Weapon) -> Class {
    match (rules.era, weapon.class) {
        (Era::PikeAndShot, Class::A) => Class::B,
        (_, class) => class,
    }
}

/// Farthest hex that a shot of `weapon` reaches, whatever it needs there.
#[must_use]
pub fn farthest(codex: &Codex, rules: &Rules, weapon: &Weapon) -> usize {
    let bands = codex.bands(weapon.arm, class_of(rules, weapon));
    // HX-FIR-12
    let reach = match rules.fire_a_extension {
        AExtension::None => 0,
        AExtension::Cnc | AExtension::BonusOnly => usize::from(bands.reach),
    };
    let reached = weapon.max.map_or(usize::MAX, usize::from).min(bands.needs.len() + reach);
    // HX-ART-14
    let extra = if weapon.heavy { usize::from(rules.fire_heavy_extra_range) } else { 0 };
    reached + extra
}

/// Rung that a shot of `weapon` at `range` needs before bonuses and penalties, counted from auto; none out of range.
#[must_use]
pub fn base_rung(codex: &Codex, rules: &Rules, weapon: &Weapon, range: u8) -> Option<i32> {
    let bands = codex.bands(weapon.arm, class_of(rules, weapon));
    let listed = weapon.max.map_or(usize::MAX, usize::from).min(bands.needs.len());
    let hexes = usize::from(range);
    // HX-ART-07, HX-FIR-13
    if range < weapon.min || hexes > farthest(codex, rules, weapon) {
        return None;
    }
    Some(if hexes <= listed {
        // HX-FIR-16
        let floor_only = range <= bands.close && rules.fire_rifled_close == RifledClose::FloorOnly;
        if floor_only { Need::Auto as i32 } else { bands.needs[hexes - 1] as i32 }
    } else if bands.reach > 0 && rules.fire_a_extension == AExtension::BonusOnly {
        Need::Cnc as i32 + 1
    } else {
        Need::Cnc as i32
    })
}

impl<'c> Shot<'c> {
    /// Bonuses, before any cap.
    fn bonuses(&self, codex: &Codex, rules: &Rules, weapon: &Weapon) -> u8 {
        // HX-FIR-14
        let drilled = match rules.fire_trained_bonus {
            TrainedBonus::TrainedAndVeteran => codex.grades[self.grade as usize].trained,
            TrainedBonus::VeteranOnly => self.grade == Grade::Veteran,
            TrainedBonus::None => false,
        };
        let drilled = drilled && (rules.fire_trained_arms == TrainedArms::All || !weapon.is_gun());
        u8::from(drilled)
            + weapon.bonus
            // HX-CMD-05
            + self.commander.unwrap_or(0)
            // HX-FIR-17
            + if self.flank { rules.fire_flank_cb } else { 0 }
            // HX-FIR-20
            + u8::from(self.consecutive)
            // HX-TER-11
            + u8::from(self.higher && rules.fire_higher_bonus)
    }

    /// Penalties.
    fn penalties(&self, rules: &Rules, weapon: &Weapon, fortified: bool) -> u8 {
        // HX-ART-05
        let bare = rules.artillery_howitzer_ignores_cover && weapon.is_gun() && weapon.indirect && fortified;
        // HX-FIR-18
        self.hits
            + u8::from(self.fatigued)
            + if bare { 0 } else { self.cover }
            // HX-LOS-04
            + if self.partial_view { rules.los_partial_cp } else { 0 }
            // HX-FIR-07
            + if self.off_arc { rules.fire_off_arc_cp } else { 0 }
            // HX-ART-02
            + u8::from(self.artillery_moved && weapon.is_gun())
            // HX-ERA-02
            + if self.turned && weapon.is_gun() && rules.era == Era::PikeAndShot { rules.era_turn_cp } else { 0 }
    }

    /// What the shot needs against a target in the open or in works, with its weapon; none when it cannot be taken.
    #[must_use]
    pub fn need(&self, codex: &Codex, rules: &Rules, fortified: bool) -> Option<(&'c Weapon, Need)> {
        let weapon = self.weapon?;
        if self.off_arc && self.range > 1 {
            return None;
        }
        let base = base_rung(codex, rules, weapon, self.range)?;
        let bonuses = i32::from(self.bonuses(codex, rules, weapon));
        let penalties = i32::from(self.penalties(rules, weapon, fortified));
        let cap = i32::from(rules.fire_bonus_cap);
        // HX-FIR-11
        let shift = match rules.fire_cap_scope {
            CapScope::Gross => bonuses.min(cap) - penalties,
            CapScope::Net => (bonuses - penalties).min(cap),
        };
        let best = codex.bands(weapon.arm, class_of(rules, weapon)).best;
        let rung = (base - shift).max(best as i32);
        Need::ALL.get(rung as usize).map(|(_, need)| (weapon, *need))
    }

    /// The test by which the works of the target take the shot, if they may (HX-ART-04, HX-ART-05).
    fn structure_test(rules: &Rules, target: &Target, weapon: &Weapon) -> Option<Tag> {
        (target.fortified && weapon.is_gun() && !weapon.indirect).then_some(match rules.artillery_structure_test {
            StructureTest::Color => Tag::Color,
            StructureTest::Code => Tag::Code,
            StructureTest::Cnc => Tag::Cnc,
        })
    }

    /// Takes the shot.
    pub fn fire<D: Dice>(&self, codex: &Codex, rules: &Rules, target: &Target, dice: &mut D) -> Struck {
        let Some((weapon, need)) = self.need(codex, rules, target.fortified) else { return Struck::NoShot };
        let cube = codex.cube(rules.dice_mapping);
        let test = Self::structure_test(rules, target, weapon);
        if test.is_some_and(|test| cube.roll(dice).shows(test)) {
            return Struck::Structure;
        }
        let endangered = endangers(rules, target, need);
        let face = if endangered || need != Need::Auto { cube.roll(dice) } else { Face::default() };
        self.strike(rules, target, weapon, need, face)
    }

    /// What the shot does on this face; an automatic hit at nobody's commander needs none.
    fn strike(&self, rules: &Rules, target: &Target, weapon: &Weapon, need: Need, face: Face) -> Struck {
        // HX-CMD-06
        if endangers(rules, target, need) && face.shows(Tag::RedH) {
            Struck::CommanderKilled
        } else if !need.passed_by(face) {
            Struck::Miss
        } else if self.skirmish {
            // HX-SKM-02
            Struck::Te
        } else {
            target.take(hits_of(rules, weapon))
        }
    }

    /// What the shot is exactly expected to be worth, in units of its target (see [`Target::worth`]).
    #[must_use]
    pub fn expected(&self, codex: &Codex, rules: &Rules, target: &Target) -> f64 {
        let Some((weapon, need)) = self.need(codex, rules, target.fortified) else { return 0.0 };
        let faces = &codex.cube(rules.dice_mapping).faces;
        let test = Self::structure_test(rules, target, weapon);
        let through = faces.iter().filter(|face| test.is_none_or(|test| !face.shows(test))).count() as f64 / 6.0;
        let worth = |face: &Face| target.worth(self.strike(rules, target, weapon, need, *face));
        through * faces.iter().map(worth).sum::<f64>() / 6.0
    }
}

/// Whether a shot may kill the commander of its target: an automatic hit rolls for him alone, or not at all (HX-CMD-07).
fn endangers(rules: &Rules, target: &Target, need: Need) -> bool {
    target.commander && (need != Need::Auto || rules.fire_auto_kill == AutoKill::Roll)
}

/// One of two units that fire at each other: its shot, and itself as a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duellist<'c> {
    /// Its shot at the other.
    pub shot: Shot<'c>,
    /// As the target of the other.
    pub target: Target,
}

/// Two units fire at each other once, the non-phasing one first: what happened to the first, and to the second
/// (HX-FIR-01 to HX-FIR-03).
pub fn exchange<D: Dice>(
    codex: &Codex,
    rules: &Rules,
    first: &Duellist<'_>,
    second: &Duellist<'_>,
    dice: &mut D,
) -> [Struck; 2] {
    let on_second = first.shot.fire(codex, rules, &second.target, dice);
    let grapeshot = first.shot.range <= GRAPESHOT && first.shot.weapon.is_some_and(Weapon::is_gun);
    let casualties = if grapeshot { Casualties::Sequential } else { rules.fire_casualties };
    let mut answer = second.shot;
    if casualties != Casualties::Simultaneous {
        match on_second {
            Struck::Routs(_) | Struck::Destroyed(_) => answer.weapon = None,
            Struck::CommanderKilled => answer.commander = None,
            _ => {}
        }
    }
    if casualties == Casualties::Sequential {
        answer.hits += on_second.hits();
    }
    [answer.fire(codex, rules, &first.target, dice), on_second]
}
