//! One volley at one team: dice, Shock that takes them, hits, wounds, saves, losses.

use arrayvec::ArrayVec;

use crate::dice::Dice;
use crate::rulesets::chainsword::codex::{Blast, Codex, Kind, NEVER, Weapon, WeaponType};
use crate::rulesets::chainsword::rules::{ShockShooting, ShockTrigger};

use super::d3;

/// Most lines of a volley.
pub const MOST_LINES: usize = 16;

/// A line of a volley: dice of one kind of weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Dice.
    pub shots: u16,
    /// Ballistic skill.
    pub bs: u8,
    /// Strength.
    pub strength: u8,
    /// AP; 0 for none.
    pub ap: u8,
    /// How a die hits.
    pub kind: Kind,
    /// Misses are thrown again.
    pub twin_linked: bool,
    /// No cover saves.
    pub ignores_cover: bool,
    /// Full skill against zooming flyers.
    pub skyfire: bool,
    /// This line fires snap shots.
    pub snap: bool,
    /// Wounds on so much; 0 for the chart.
    pub wound_on: u8,
    /// Dice of penetration, 1 or 2.
    pub pen_dice: u8,
}

/// Who fires a weapon, and from where.
#[derive(Clone, Copy, Debug)]
pub struct Firers {
    /// Models with the weapon.
    pub models: u16,
    /// Their ballistic skill.
    pub bs: u8,
    /// Inches to the target; none for in range, but beyond half of it.
    pub distance: Option<f64>,
    /// They moved in this Phase.
    pub moved: bool,
    /// Moving does not matter to them.
    pub relentless: bool,
}

impl Line {
    /// The dice of `weapon` (CW-BAS-12, CW-BAS-13, CW-BAS-22, CW-BAS-32).
    #[must_use]
    pub fn of(weapon: &Weapon, firers: &Firers) -> Self {
        let near = firers.distance.is_some_and(|inches| 2.0 * inches <= weapon.range);
        let in_range = firers.distance.is_none_or(|inches| weapon.minimum_range <= inches && inches <= weapon.range);
        let each = match weapon.weapon_type {
            _ if !in_range => 0,
            WeaponType::RapidFire if near => 2 * u16::from(weapon.shots),
            _ => u16::from(weapon.shots),
        };
        Self {
            shots: each * firers.models,
            bs: firers.bs,
            strength: weapon.strength,
            ap: weapon.ap,
            kind: weapon.kind,
            twin_linked: weapon.twin_linked,
            ignores_cover: weapon.ignores_cover,
            skyfire: weapon.skyfire,
            snap: weapon.weapon_type == WeaponType::Heavy && firers.moved && !firers.relentless,
            wound_on: weapon.wound_on,
            pen_dice: if weapon.fusion && near { 2 } else { 1 },
        }
    }
}

/// How a whole volley is fired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Manner {
    /// Snap shots.
    pub snap: bool,
    /// BS that covering fire takes off the firers, 0 where they are under none (CW-SHO-03, CW-SHO-04).
    pub covering_fire: u8,
    /// Blasts are lobbed without line of sight: they scatter by the full 2d6 (CW-BAS-32).
    pub indirect: bool,
}

/// How one die of a line hits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hit {
    /// On so much, and on so much when thrown again.
    Direct {
        /// First roll.
        first: u8,
        /// Second roll of a miss.
        second: u8,
    },
    /// By itself.
    Template,
    /// By where the template comes down.
    Blast {
        /// The template.
        blast: Blast,
        /// Inches that skill takes off the scatter.
        skill: u8,
    },
}

/// What dice of a line come to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Thrown {
    /// So many hits.
    Hits(u16),
    /// A template that comes down so many inches from its target.
    Burst(Blast, f64),
}

impl Hit {
    /// Throws dice of a line that has so many left: all that hit directly at once, templates and blasts one by one.
    pub fn throw<D: Dice>(self, left: &mut u16, dice: &mut D) -> Thrown {
        match self {
            Self::Direct { first, second } => Thrown::Hits(direct_hits(std::mem::take(left), first, second, dice)),
            Self::Template => {
                *left -= 1;
                Thrown::Hits(d3(dice).into())
            }
            Self::Blast { blast, skill } => {
                *left -= 1;
                Thrown::Burst(blast, scatter(skill, dice).into())
            }
        }
    }

    /// How the dice of `line` hit; none when it cannot fire in this manner (CW-BAS-01 to CW-BAS-04).
    #[must_use]
    pub fn of(codex: &Codex, line: &Line, manner: Manner) -> Option<Self> {
        let snap = manner.snap || line.snap;
        let skilled = line.bs.saturating_sub(manner.covering_fire).max(1);
        let bs = if snap { 1 } else { skilled };
        match line.kind {
            Kind::Direct => {
                let [first, second] = codex.to_hit.map(|needs| needs[usize::from(bs) - 1]);
                Some(Self::Direct { first, second: if line.twin_linked { first } else { second } })
            }
            _ if snap => None,
            Kind::Template => Some(Self::Template),
            Kind::SmallBlast | Kind::LargeBlast => {
                let blast = codex.blasts[usize::from(line.kind == Kind::LargeBlast)];
                Some(Self::Blast { blast, skill: if manner.indirect { 0 } else { bs } })
            }
        }
    }

    /// Mean hits of one die in 108ths, where a blast at a distance in inches makes `hits`.
    #[must_use]
    pub fn mean(&self, hits: impl Fn(&Blast, f64) -> u16) -> u32 {
        match self {
            Self::Direct { first, second } => {
                let (first, second) = (u32::from(*first), u32::from(*second));
                3 * (6 * (7 - first) + (first - 1) * (7 - second))
            }
            Self::Template => 2 * 108,
            Self::Blast { blast, skill } => {
                let on_target = 36 * u32::from(hits(blast, 0.0));
                let ways = |total: u8| u32::from(6 - total.abs_diff(7));
                let scatter =
                    (2..=12).map(|total| ways(total) * u32::from(hits(blast, total.saturating_sub(*skill).into())));
                on_target + 2 * scatter.sum::<u32>()
            }
        }
    }
}

/// Inches from the target at which a blast comes down (CW-BAS-14).
pub fn scatter<D: Dice>(skill: u8, dice: &mut D) -> u8 {
    if dice.successes(1, 5) == 1 { 0 } else { (dice.sum(2) as u8).saturating_sub(skill) }
}

impl Blast {
    /// Whether something at so many inches from where it comes down is under it.
    #[must_use]
    pub fn covers(&self, inches: f64) -> bool {
        inches <= self.radius
    }

    /// Hits on a team of `models` whose centre is so far from where it comes down (CW-BAS-14).
    #[must_use]
    pub fn hits(&self, inches: f64, models: u16) -> u16 {
        let most = models.min(u16::from(self.most));
        match inches {
            inches if inches <= 0.0 => most,
            inches if self.covers(inches) => most / 2,
            _ => 0,
        }
    }
}

/// Direct dice that hit.
pub fn direct_hits<D: Dice>(dice_thrown: u16, first: u8, second: u8, dice: &mut D) -> u16 {
    let hits = dice.successes(u32::from(dice_thrown), first);
    (hits + dice.successes(u32::from(dice_thrown) - hits, second)) as u16
}

/// A team under fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// Toughness.
    pub toughness: u8,
    /// Armour save; 0 for none.
    pub save: u8,
    /// Invulnerable save; 0 for none.
    pub invulnerable: u8,
    /// Wounds of a model.
    pub wounds: u8,
    /// Models before the first loss.
    pub models: u16,
    /// Cover save as it is now; 0 for none.
    pub cover: u8,
}

/// The cover save of a team that may have made a Tactical move, with so much of a save in the open, or gone to ground (CW-MOV-04,
/// CW-SHK-08); 0 for none.
#[must_use]
pub fn cover_save(cover: u8, tactical: u8, pinned: bool) -> u8 {
    let better = |open| if cover == 0 { open } else { (cover - 1).max(2) };
    let tactical = if tactical > 0 { better(tactical) } else { cover };
    let pinned = if pinned { better(6) } else { cover };
    [tactical, pinned].into_iter().filter(|save| *save > 0).min().unwrap_or(0)
}

/// The one save against a wound (CW-BAS-07 to CW-BAS-09).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Save {
    /// Saved on so much, [`NEVER`] for no save.
    pub need: u8,
    /// It is the armour's.
    pub armour: bool,
}

impl Save {
    /// The best of armour, invulnerable and cover; 0 for none of a kind.
    #[must_use]
    pub fn best(ap: u8, armour: u8, invulnerable: u8, cover: u8) -> Self {
        let armour = if ap > 0 && ap <= armour { 0 } else { armour };
        // Equal ones are rolled in this order.
        [(armour, true), (invulnerable, false), (cover, false)]
            .into_iter()
            .filter(|(need, _)| *need > 0)
            .min_by_key(|(need, _)| *need)
            .map_or(Self { need: NEVER, armour: false }, |(need, armour)| Self { need: need.max(2), armour })
    }
}

/// Need to wound by the chart (CW-BAS-05).
#[must_use]
pub fn to_wound(codex: &Codex, strength: u8, toughness: u8) -> u8 {
    let step = (i16::from(strength) - i16::from(toughness)).clamp(-4, 2) + 4;
    codex.to_wound[step as usize]
}

/// Whether an unsaved wound removes the whole model (CW-BAS-10).
#[must_use]
pub fn instant_death(strength: u8, toughness: u8) -> bool {
    strength >= 2 * toughness
}

/// A line of a volley against its target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shot {
    /// Dice.
    pub shots: u16,
    /// How a die hits.
    pub hit: Hit,
    /// Wounds on so much.
    pub wound: u8,
    /// The save against a wound.
    pub save: Save,
    /// Whether a wound removes the whole model.
    pub instant_death: bool,
}

impl Shot {
    /// What `line` does to `target`; none when it cannot fire in this manner.
    #[must_use]
    pub fn of(codex: &Codex, line: &Line, manner: Manner, target: &Target) -> Option<Self> {
        let cover = if line.ignores_cover { 0 } else { target.cover };
        Some(Self {
            shots: line.shots,
            hit: Hit::of(codex, line, manner)?,
            // CW-BAS-06
            wound: if line.wound_on > 0 { line.wound_on } else { to_wound(codex, line.strength, target.toughness) },
            save: Save::best(line.ap, target.save, target.invulnerable, cover),
            instant_death: instant_death(line.strength, target.toughness),
        })
    }

    /// Mean unsaved wounds of one die on so many models, in 3888ths.
    #[must_use]
    pub fn worth(&self, models: u16) -> u32 {
        let fails = u32::from(self.save.need) - 1;
        self.hit.mean(|blast, inches| blast.hits(inches, models)) * u32::from(7 - self.wound) * fails
    }
}

/// Dice left in each line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pool(pub [u16; MOST_LINES]);

impl Pool {
    /// The dice of lines, less those that Shock takes (CW-SHO-02): those of least worth, and of equal ones the last.
    pub fn new(lines: impl Iterator<Item = (u16, u32)>, shock: u16, loss: ShockShooting) -> Self {
        let (mut pool, mut worth) = (Self::default(), [0; MOST_LINES]);
        for (at, (shots, each)) in lines.enumerate() {
            (pool.0[at], worth[at]) = (shots, each);
        }
        let mut lost = match loss {
            ShockShooting::PerPoint => shock,
            ShockShooting::Flat => shock.min(1),
        };
        while lost > 0 {
            let left = (0..MOST_LINES).rev().filter(|at| pool.0[*at] > 0);
            let Some(cheapest) = left.min_by_key(|at| worth[*at]) else { break };
            let gone = lost.min(pool.0[cheapest]);
            pool.0[cheapest] -= gone;
            lost -= gone;
        }
        pool
    }

    /// All dice.
    #[must_use]
    pub fn total(&self) -> u16 {
        self.0.iter().sum()
    }

    /// The first line that has dice left.
    #[must_use]
    pub fn next(&self) -> Option<usize> {
        self.0.iter().position(|dice| *dice > 0)
    }
}

/// What a team has lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Losses {
    /// Models.
    pub models: u16,
    /// Wounds of the model in front.
    pub wounds: u8,
}

impl Losses {
    /// Takes unsaved wounds; returns how many wounds were really lost (CW-BAS-10, CW-BAS-11).
    pub fn suffer(&mut self, unsaved: u16, instant_death: bool, models: u16, wounds: u8) -> u16 {
        let mut lost = 0;
        for _ in 0..unsaved {
            if self.models == models {
                break;
            }
            let taken = if instant_death { wounds - self.wounds } else { 1 };
            lost += u16::from(taken);
            self.wounds += taken;
            if self.wounds == wounds {
                self.models += 1;
                self.wounds = 0;
            }
        }
        lost
    }
}

impl Losses {
    /// Unsaved wounds that it takes from here to destroy a whole target.
    #[must_use]
    pub fn needed(&self, instant_death: bool, target: &Target) -> u16 {
        let (mut now, mut needed) = (*self, 0);
        while now.models < target.models {
            now.suffer(1, instant_death, target.models, target.wounds);
            needed += 1;
        }
        needed
    }
}

/// A volley against its target.
#[derive(Clone, Debug, PartialEq)]
pub struct Volley {
    /// Lines that can fire.
    pub shots: ArrayVec<Shot, MOST_LINES>,
    /// Shock of the firers.
    pub shooter_shock: u16,
    /// How many dice it takes.
    pub loss: ShockShooting,
    /// What gives Shock to the target.
    pub trigger: ShockTrigger,
}

/// A volley that is being fired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Firing {
    /// Dice left.
    pub pool: Pool,
    /// What has still to be rolled for.
    pub pending: Pending,
    /// Losses of the target, those before the volley included.
    pub losses: Losses,
    /// Shock that the volley has given so far.
    pub shock: u16,
}

/// Hits and wounds that have still to be rolled for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Pending {
    /// None.
    #[default]
    Nothing,
    /// Hits of a line.
    Hits(u8, u16),
    /// Wounds of a line.
    Wounds(u8, u16),
}

impl Volley {
    /// Lines against `target`, all fired in the same manner.
    #[must_use]
    pub fn new(codex: &Codex, lines: &[Line], manner: Manner, target: &Target) -> Self {
        let shots = lines.iter().filter_map(|line| Shot::of(codex, line, manner, target)).collect();
        Self { shots, shooter_shock: 0, loss: ShockShooting::default(), trigger: ShockTrigger::default() }
    }

    /// Dice that are fired at a team with `models` left.
    #[must_use]
    pub fn pool(&self, models: u16) -> Pool {
        let lines = self.shots.iter().map(|shot| (shot.shots, shot.worth(models)));
        Pool::new(lines, self.shooter_shock, self.loss)
    }

    /// The volley before its first die.
    #[must_use]
    pub fn begin(&self, target: &Target, losses: Losses) -> Firing {
        let models = target.models - losses.models;
        let pool = if models == 0 { Pool::default() } else { self.pool(models) };
        Firing { pool, losses, ..Firing::default() }
    }

    /// Rolls once more; none when the volley is over.
    pub fn step<D: Dice>(&self, target: &Target, mut now: Firing, dice: &mut D) -> Option<Firing> {
        match now.pending {
            Pending::Nothing => {
                let line = now.pool.next()?;
                let hits = match self.shots[line].hit.throw(&mut now.pool.0[line], dice) {
                    Thrown::Hits(hits) => hits,
                    Thrown::Burst(blast, drift) => blast.hits(drift, target.models - now.losses.models),
                };
                now.pending = if hits > 0 { Pending::Hits(line as u8, hits) } else { Pending::Nothing };
            }
            Pending::Hits(line, hits) => {
                let wounds = dice.successes(u32::from(hits), self.shots[usize::from(line)].wound) as u16;
                now.pending = if wounds > 0 { Pending::Wounds(line, wounds) } else { Pending::Nothing };
            }
            Pending::Wounds(line, wounds) => {
                let unsaved = self.unsaved(line, wounds, dice);
                self.take_wounds(target, &mut now, line, wounds, unsaved);
            }
        }
        Some(now)
    }

    /// Wounds of a line that are not saved.
    pub fn unsaved<D: Dice>(&self, line: u8, wounds: u16, dice: &mut D) -> u16 {
        wounds - dice.successes(u32::from(wounds), self.shots[usize::from(line)].save.need) as u16
    }

    /// The target takes the unsaved ones of so many wounds of a line, and Shock (CW-SHK-01, CW-SHK-02).
    pub fn take_wounds(&self, target: &Target, now: &mut Firing, line: u8, wounds: u16, unsaved: u16) {
        let shot = &self.shots[usize::from(line)];
        match self.trigger {
            ShockTrigger::SaveStep => now.shock = 1,
            ShockTrigger::ArmourSave if shot.save.armour => now.shock = 1,
            ShockTrigger::ArmourSave => {}
            ShockTrigger::PerSave => now.shock += wounds,
            ShockTrigger::PerUnsaved => now.shock += unsaved,
        }
        now.losses.suffer(unsaved, shot.instant_death, target.models, target.wounds);
        now.pending = Pending::Nothing;
        // A destroyed team takes in the rest.
        if now.losses.models == target.models {
            now.pool = Pool::default();
        }
    }

    /// Most Shock that the volley can give.
    #[must_use]
    pub fn most_shock(&self, models: u16) -> u16 {
        let most = |shot: &Shot| match shot.hit {
            Hit::Direct { .. } => shot.shots,
            Hit::Template => 3 * shot.shots,
            Hit::Blast { blast, .. } => shot.shots * models.min(u16::from(blast.most)),
        };
        match self.trigger {
            ShockTrigger::SaveStep | ShockTrigger::ArmourSave => 1,
            ShockTrigger::PerSave | ShockTrigger::PerUnsaved => self.shots.iter().map(most).sum(),
        }
    }
}
