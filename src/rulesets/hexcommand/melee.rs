//! Rounds of melee.

use std::cmp::Ordering;

use super::codex::{Codex, Face, Tag};
use super::rules::{Rules, SecondaryDamage};
use crate::dice::Dice;

/// A unit in melee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fighter {
    /// Base value, by grade and type.
    pub value: i32,
    /// Hits.
    pub hits: u8,
    /// TE.
    pub te: u8,
    /// Levels of cover before the first round.
    pub cover: u8,
    /// C of a commander with it.
    pub commander: Option<u8>,
    /// A friend stands past the melee plane.
    pub support: bool,
    /// Hits at which it routs.
    pub rout_at: u8,
}

/// Whether `te` puts a unit at a penalty in fire and melee (HX-FIR-18, R-51).
#[must_use]
pub fn fatigued(rules: &Rules, te: u8) -> bool {
    te >= rules.fatigue_max || te >= rules.fatigue_disorder_at
}

impl Fighter {
    /// Melee value in a round, counted from 1, when it attacks the enemy in flank or rear or not (HX-MEL-03).
    #[must_use]
    pub fn strength(&self, rules: &Rules, round: u32, on_flank: bool) -> i32 {
        // HX-MEL-08
        let worn = if rules.melee_cover_degrades { round.saturating_sub(1) } else { 0 };
        let cover = u32::from(self.cover).saturating_sub(worn) as i32;
        // HX-MEL-07
        let plane = if self.support { i32::from(rules.melee_plane_bonus) } else { 0 };
        self.value - i32::from(self.hits) - i32::from(fatigued(rules, self.te))
            + i32::from(on_flank)
            + cover
            + i32::from(self.commander.unwrap_or(0))
            + plane
    }

    /// Adds hits and TE to it; TE past the limit become hits (HX-MEL-13). Hits and TE really added.
    pub fn suffer(&mut self, rules: &Rules, hits: u8, te: u8) -> (u8, u8) {
        let room = rules.fatigue_max.saturating_sub(self.te);
        let (stays, over) = (te.min(room), te.saturating_sub(room));
        self.te += stays;
        self.hits += hits + over;
        (hits + over, stays)
    }

    /// Whether it has as many hits as rout it.
    #[must_use]
    pub const fn routs(&self) -> bool {
        self.hits >= self.rout_at
    }
}

/// What the dice of a pair do to one of the two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Harm {
    /// Casualties of the chart, none when the commander took them.
    pub hits: u8,
    /// TE of the chart.
    pub te: u8,
    /// The commander fell.
    pub commander_killed: bool,
}

/// The melee chart: hits and TE on a unit, which rolled `own`, from an enemy who rolled `other`; `standing` compares
/// their values (HX-MEL-04).
const fn chart(own: Face, other: Face, standing: Ordering) -> (u8, u8) {
    let tires = match (own.shows(Tag::Red), other.shows(Tag::Red)) {
        (true, true) => standing.is_lt(),
        (true, false) => standing.is_eq(),
        (false, true) => false,
        (false, false) => standing.is_le(),
    };
    (other.shows(Tag::Red) as u8, tires as u8)
}

/// One side of a pair before the dice.
#[derive(Clone, Copy, Debug)]
pub struct Corner {
    /// Melee value.
    pub strength: i32,
    /// It is attacked in flank or rear.
    pub flanked: bool,
    /// A commander is with it.
    pub commander: bool,
}

/// What the faces of a pair, that of `own` first, do to `own`.
#[must_use]
pub fn harm(rules: &Rules, [own, other]: [Corner; 2], faces: [Face; 2]) -> Harm {
    let (hits, te) = chart(faces[0], faces[1], own.strength.cmp(&other.strength));
    // HX-MEL-05
    let factor = if own.flanked { rules.melee_flank_multiplier } else { 1 };
    // HX-CMD-08
    let killed = rules.melee_commander_kill && own.commander && hits > 0 && faces[1].shows(Tag::RedH);
    Harm { hits: if killed { 0 } else { hits * factor }, te: te * factor, commander_killed: killed }
}

/// Hits of the chart that `own` is exactly expected to take in a pair.
#[must_use]
pub fn expected_hits(codex: &Codex, rules: &Rules, pair: [Corner; 2]) -> f64 {
    let faces = &codex.cube(rules.dice_mapping).faces;
    let throws = faces.iter().flat_map(|own| faces.iter().map(move |other| [*own, *other]));
    throws.map(|throw| f64::from(harm(rules, pair, throw).hits)).sum::<f64>() / 36.0
}

/// Both sides of a pair roll.
pub fn clash<D: Dice>(codex: &Codex, rules: &Rules, pair: [Corner; 2], dice: &mut D) -> [Harm; 2] {
    let faces = throw(codex, rules, dice);
    [harm(rules, pair, faces), harm(rules, [pair[1], pair[0]], [faces[1], faces[0]])]
}

/// The faces of a pair.
pub fn throw<D: Dice>(codex: &Codex, rules: &Rules, dice: &mut D) -> [Face; 2] {
    let cube = codex.cube(rules.dice_mapping);
    [cube.roll(dice), cube.roll(dice)]
}

/// What casualties of the chart are to a unit that is not the primary enemy: hits and TE (HX-MEL-11).
#[must_use]
pub fn secondary(rules: &Rules, hits: u8) -> (u8, u8) {
    match rules.melee_secondary_damage {
        SecondaryDamage::HitsBecomeTe => (0, hits),
        SecondaryDamage::HitsDropped => (0, 0),
    }
}

/// TE that the stronger gives the weaker without dice (HX-MEL-15).
#[must_use]
pub fn pressed(rules: &Rules, own: i32, other: i32) -> u8 {
    u8::from(rules.melee_points && own < other)
}

/// What a round really added to a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Toll {
    /// The commander fell.
    pub commander_killed: bool,
    /// Hits.
    pub hits: u8,
    /// TE.
    pub te: u8,
}

/// One round of one pair, attacker and defender, either of whom may be attacked in flank or rear.
pub fn round<D: Dice>(
    codex: &Codex,
    rules: &Rules,
    sides: &mut [Fighter; 2],
    flanked: [bool; 2],
    round: u32,
    dice: &mut D,
) -> [Toll; 2] {
    let strengths = [sides[0].strength(rules, round, flanked[1]), sides[1].strength(rules, round, flanked[0])];
    let corner = |side: usize| Corner {
        strength: strengths[side],
        flanked: flanked[side],
        commander: sides[side].commander.is_some(),
    };
    let harm = clash(codex, rules, [corner(0), corner(1)], dice);
    // HX-MEL-10
    [0, 1].map(|side: usize| {
        let Harm { hits, te, commander_killed } = harm[side];
        let te = te + pressed(rules, strengths[side], strengths[1 - side]);
        if commander_killed {
            sides[side].commander = None;
        }
        let (hits, te) = sides[side].suffer(rules, hits, te);
        Toll { commander_killed, hits, te }
    })
}

/// One unit against several, pair by pair: values are those at the start of the round, and what it suffers itself adds
/// up over the pairs (HX-MEL-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Single {
    /// Its commander is alive.
    pub commander: bool,
    /// Casualties so far.
    pub hits: u8,
    /// TE so far.
    pub te: u8,
}

/// An enemy of a unit that fights several.
#[derive(Clone, Copy, Debug)]
pub struct Opponent {
    /// The unit.
    pub fighter: Fighter,
    /// It attacks the single unit in flank or rear.
    pub on_flank: bool,
    /// It is the primary enemy.
    pub primary: bool,
    /// The single unit presses it, if stronger.
    pub chosen: bool,
}

impl Single {
    /// Fights one pair of a round against an enemy; the enemy as it is after it.
    pub fn meet<D: Dice>(
        &mut self,
        codex: &Codex,
        rules: &Rules,
        strength: i32,
        enemy: &Opponent,
        round: u32,
        dice: &mut D,
    ) -> Fighter {
        let theirs = enemy.fighter.strength(rules, round, enemy.on_flank);
        let own = Corner { strength, flanked: enemy.on_flank, commander: self.commander };
        let other = Corner { strength: theirs, flanked: false, commander: enemy.fighter.commander.is_some() };
        let [mine, on_enemy] = clash(codex, rules, [own, other], dice);
        // the first Red H takes the commander, a second one finds none.
        self.commander &= !mine.commander_killed;
        self.hits += mine.hits;
        self.te += mine.te + pressed(rules, strength, theirs);
        let mut after = enemy.fighter;
        if on_enemy.commander_killed {
            after.commander = None;
        }
        let (hits, becoming) = if enemy.primary { (on_enemy.hits, 0) } else { secondary(rules, on_enemy.hits) };
        let given = if enemy.chosen { pressed(rules, theirs, strength) } else { 0 };
        after.suffer(rules, hits, on_enemy.te + becoming + given);
        after
    }
}
