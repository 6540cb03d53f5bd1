//! Fire at a vehicle: penetration, saves, damage.

use arrayvec::ArrayVec;

use crate::dice::Dice;
use crate::rulesets::chainsword::codex::Codex;
use crate::rulesets::chainsword::rules::ShockShooting;

use super::shooting::{Hit, Line, MOST_LINES, Manner, Pool, Thrown};

/// Strength at which a weapon that ignores strength counts against vehicles (CW-BAS-06).
const FIXED_WOUND_STRENGTH: u8 = 3;

/// A vehicle under fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hull {
    /// Armour of the facing struck.
    pub armour: u8,
    /// Hull points.
    pub points: u8,
    /// Damage rolls are one higher.
    pub open_topped: bool,
    /// Cover or jink save (CW-BAS-23); 0 for none.
    pub cover: u8,
}

/// What one hit does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// It does not get through.
    NoEffect,
    /// It is saved.
    Saved,
    /// A hull point.
    Glance,
    /// A hull point; snap shots only.
    Shaken,
    /// A hull point; snap shots only, and no movement.
    Stunned,
    /// A hull point and a weapon.
    WeaponDestroyed,
    /// A hull point; it never moves again.
    Immobilised,
    /// It is gone.
    Explodes,
    /// The last hull point, without an explosion.
    Wrecked,
}

/// State of a vehicle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Condition {
    /// Hull points lost.
    pub lost: u8,
    /// Shaken, stunned or immobilised: a zooming flyer fires snap shots (CW-FLY-10).
    pub rattled: bool,
    /// Weapons that work, one bit for each.
    pub weapons: u16,
    /// What became of it.
    pub fate: Fate,
}

/// What became of a vehicle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Fate {
    /// It is alive.
    #[default]
    Alive,
    /// It has no hull points left.
    Wrecked,
    /// It has exploded.
    Exploded,
}

impl Condition {
    /// A vehicle as new, with so many weapons.
    #[must_use]
    pub fn whole(weapons: usize) -> Self {
        Self { weapons: ((1u32 << weapons) - 1) as u16, ..Self::default() }
    }

    /// Whether it is still there.
    #[must_use]
    pub fn alive(&self) -> bool {
        self.fate == Fate::Alive
    }

    /// Takes one of the working weapons away, chosen at random; nothing happens when there is none.
    fn lose_weapon<D: Dice>(&mut self, dice: &mut D) {
        let working = self.weapons.count_ones();
        if working > 0 {
            let mut left = self.weapons;
            for _ in 0..dice.pick(working) {
                left &= left - 1;
            }
            self.weapons &= !(left & left.wrapping_neg());
        }
    }
}

/// A line of a volley against a vehicle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// Dice.
    pub shots: u16,
    /// How a die hits.
    pub hit: Hit,
    /// Strength.
    pub strength: u8,
    /// Dice of penetration, 1 or 2.
    pub pen_dice: u8,
    /// AP; 0 for none.
    pub ap: u8,
    /// No cover saves.
    pub ignores_cover: bool,
}

impl Round {
    /// What `line` fires at a vehicle; none when it cannot fire in this manner.
    #[must_use]
    pub fn of(codex: &Codex, line: &Line, manner: Manner) -> Option<Self> {
        Some(Self {
            shots: line.shots,
            hit: Hit::of(codex, line, manner)?,
            strength: if line.wound_on > 0 { FIXED_WOUND_STRENGTH } else { line.strength },
            pen_dice: line.pen_dice,
            ap: line.ap,
            ignores_cover: line.ignores_cover,
        })
    }

    fn cover(&self, hull: &Hull) -> u8 {
        if self.ignores_cover { 0 } else { hull.cover }
    }

    /// Mean hull points that one die takes, in 23328ths.
    #[must_use]
    pub fn worth(&self, hull: &Hull) -> u32 {
        let wanted = u32::from(hull.armour.saturating_sub(self.strength));
        let ways = match self.pen_dice {
            1 => 6 * (1..=6).filter(|die| *die >= wanted).count() as u32,
            _ => (2..=12u32).filter(|sum| *sum >= wanted).map(|sum| 6 - sum.abs_diff(7)).sum(),
        };
        let fails = match self.cover(hull) {
            0 => 6,
            cover => u32::from(cover) - 1,
        };
        self.hit.mean(|blast, inches| u16::from(blast.covers(inches))) * ways * fails
    }

    /// One hit (CW-BAS-20, CW-BAS-21).
    pub fn strike<D: Dice>(&self, hull: &Hull, condition: &mut Condition, dice: &mut D) -> Effect {
        let total = u32::from(self.strength) + dice.sum(u32::from(self.pen_dice));
        let armour = u32::from(hull.armour);
        if total < armour {
            return Effect::NoEffect;
        }
        let cover = self.cover(hull);
        if cover > 0 && dice.successes(1, cover) == 1 {
            return Effect::Saved;
        }
        condition.lost += 1;
        let damage = if total == armour {
            Effect::Glance
        } else {
            let ap = match self.ap {
                1 => 2,
                2 => 1,
                _ => 0,
            };
            match dice.d6() + ap + u8::from(hull.open_topped) {
                ..=2 => Effect::Shaken,
                3 => Effect::Stunned,
                4 => Effect::WeaponDestroyed,
                5 => Effect::Immobilised,
                6.. => Effect::Explodes,
            }
        };
        if damage == Effect::Explodes {
            condition.fate = Fate::Exploded;
            return damage;
        }
        if condition.lost == hull.points {
            condition.fate = Fate::Wrecked;
            return Effect::Wrecked;
        }
        match damage {
            Effect::Shaken | Effect::Stunned | Effect::Immobilised => condition.rattled = true,
            Effect::WeaponDestroyed => condition.lose_weapon(dice),
            _ => {}
        }
        damage
    }
}

/// A volley against a vehicle.
#[derive(Clone, Debug, PartialEq)]
pub struct Barrage {
    /// Lines that can fire.
    pub rounds: ArrayVec<Round, MOST_LINES>,
    /// Shock of the firers.
    pub shooter_shock: u16,
    /// How many dice it takes.
    pub loss: ShockShooting,
}

/// A volley at a vehicle that is being fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bombardment {
    /// Dice left.
    pub pool: Pool,
    /// Line and number of hits that have still to be rolled for.
    pub hits: (u8, u16),
    /// The vehicle.
    pub condition: Condition,
}

impl Barrage {
    /// Lines fired in the same manner.
    #[must_use]
    pub fn new(codex: &Codex, lines: &[Line], manner: Manner) -> Self {
        let rounds = lines.iter().filter_map(|line| Round::of(codex, line, manner)).collect();
        Self { rounds, shooter_shock: 0, loss: ShockShooting::default() }
    }

    /// The volley before its first die.
    #[must_use]
    pub fn begin(&self, hull: &Hull, condition: Condition) -> Bombardment {
        let lines = self.rounds.iter().map(|round| (round.shots, round.worth(hull)));
        let pool = Pool::new(lines, self.shooter_shock, self.loss);
        Bombardment { pool, hits: (0, 0), condition }
    }

    /// Rolls once more; none when the volley is over, or the vehicle gone.
    pub fn step<D: Dice>(&self, hull: &Hull, mut now: Bombardment, dice: &mut D) -> Option<Bombardment> {
        if !now.condition.alive() {
            return None;
        }
        if let (line, hits @ 1..) = now.hits {
            self.rounds[usize::from(line)].strike(hull, &mut now.condition, dice);
            now.hits = (line, hits - 1);
        } else {
            let line = now.pool.next()?;
            let hits = match self.rounds[line].hit.throw(&mut now.pool.0[line], dice) {
                Thrown::Hits(hits) => hits,
                Thrown::Burst(blast, drift) => u16::from(blast.covers(drift)),
            };
            now.hits = (line as u8, hits);
        }
        if now.hits.1 == 0 {
            now.hits = (0, 0);
        }
        if !now.condition.alive() {
            (now.pool, now.hits) = (Pool::default(), (0, 0));
        }
        Some(now)
    }
}
