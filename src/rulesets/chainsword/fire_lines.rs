//! What a Team fires: its weapons as lines of a volley, by what it does and how fast it goes (CW-SHO, CW-BAS-12, CW-BAS-13, CW-BAS-24).

use arrayvec::ArrayVec;

use super::choices::Refusal;
use super::codex::{Kind, Weapon, WeaponType};
use super::combat::shooting::{Firers, Line, Manner, cover_save};
use super::profiles::Trait;
use super::rules::{OverwatchAfterMove, OverwatchBs, PinnedFire, RunAndShoot, VehicleArcs};
use super::state::{Battle, MOST_LOADS, NO_WEAPON, NOBODY, TeamId, side_of};
use crate::game::keyed::keyed;
use crate::tabletop::plane::Point;

keyed! {
    /// How a Team moves in an activation (CW-MOV, CW-BAS-24).
    Mode {
        /// It stands.
        Stand = "stand",
        /// Up to its move.
        Standard = "standard",
        /// Up to its move and initiative.
        Run = "run",
        /// Up to its initiative, with cover afterwards.
        Tactical = "tactical",
        /// Into contact.
        Charge = "charge",
        /// A vehicle: up to 6 inches, 12 if it is fast.
        Combat = "combat-speed",
        /// A vehicle: up to its move.
        Cruising = "cruising",
        /// A vehicle: 6 inches beyond its move.
        FlatOut = "flat-out",
    }
}

keyed! {
    /// Why a Team fires.
    FireKind {
        /// A volley of its activation.
        Shoot = "shoot",
        /// Covering fire (CW-SHO-03).
        Covering = "covering-fire",
        /// From Overwatch (CW-SHO-06).
        Overwatch = "overwatch",
        /// At a charger (CW-SHO-08).
        Reaction = "reaction",
        /// At the Team that it goes to charge (CW-MOV-10).
        BeforeCharge = "before-charge",
        /// Out of turn, for command points (CW-STR-03).
        Interrupt = "interrupt",
        /// From ambush (CW-STR-05).
        Ambush = "ambush",
        /// At a Team that arrives from reserve (CW-DEP-12).
        Interceptor = "interceptor",
        /// From Overwatch at a zooming flyer (CW-FLY-05).
        AntiAir = "anti-air",
        /// By the trait `interceptor` at a zooming flyer.
        Flak = "flak",
        /// Of a flyer on its run (CW-FLY-09).
        AttackRun = "attack-run",
        /// Of a flyer at a flyer (CW-FLY-18).
        Dogfight = "dogfight",
    }
}

impl FireKind {
    /// Whether it is fire at a flyer in the air.
    #[must_use]
    pub const fn is_upwards(self) -> bool {
        matches!(self, Self::AntiAir | Self::Flak | Self::Dogfight)
    }
}

/// A volley as a player names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fire {
    /// At whom.
    pub target: TeamId,
    /// The lines of weapons that fire, a bit each.
    pub slots: u8,
    /// Launchers among them that fire their other round, a bit each.
    pub second: u8,
    /// Of a moving vehicle the weapons that fire at full skill, a bit each (CW-BAS-24).
    pub aimed: u8,
    /// Precise hits go to the officer who is with the target (CW-BAS-28).
    pub at_officer: bool,
}

impl Fire {
    /// Everything that is carried, at a target.
    #[must_use]
    pub const fn all(target: TeamId) -> Self {
        Self { target, slots: u8::MAX, second: 0, aimed: 0, at_officer: false }
    }
}

/// How a target is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sighting {
    /// Inches between the nearest points.
    pub inches: f64,
    /// There is a line of sight.
    pub seen: bool,
    /// Cover save by terrain; 0 for none.
    pub cover: u8,
}

/// A line that fires, with the weapon behind it.
#[derive(Clone, Copy, Debug)]
pub struct Gun<'s> {
    /// The line.
    pub line: Line,
    /// Its weapon.
    pub weapon: &'s Weapon,
    /// Whether it is lobbed without line of sight.
    pub indirect: bool,
}

impl Gun<'_> {
    /// How it is fired by who has lost so much BS to covering fire.
    #[must_use]
    pub fn manner(&self, covering_fire: u8) -> Manner {
        Manner { snap: false, covering_fire, indirect: self.indirect }
    }
}

/// The lines of a volley.
pub type Guns<'s> = ArrayVec<Gun<'s>, MOST_LOADS>;

const fn refused<T>(rule: &'static str, reason: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, reason))
}

impl<'s> Battle<'s> {
    /// Whether a vehicle fires by its speed: walkers do not.
    fn drives(&self, team: TeamId) -> bool {
        let profile = self.profile(team);
        profile.is_vehicle() && !profile.is(Trait::Walker)
    }

    /// Weapons that a vehicle fires at full skill in this mode; those beyond fire snap shots (CW-BAS-24).
    fn aimed_weapons(&self, team: TeamId, mode: Mode) -> u32 {
        match mode {
            Mode::Stand => MOST_LOADS as u32,
            Mode::Combat if self.profile(team).is_fast() => 2,
            Mode::Combat => 1,
            _ => 0,
        }
    }

    /// The weapon that a slot fires.
    fn weapon_in(&self, team: TeamId, slot: usize, fire: &Fire) -> Option<&'s Weapon> {
        let load = self.team(team).loads[slot];
        let weapon = if fire.second >> slot & 1 == 1 { load.other } else { load.weapon };
        let fires = load.count > 0 && fire.slots >> slot & 1 == 1 && weapon != NO_WEAPON;
        fires.then(|| &self.setup.codex.weapons[usize::from(weapon)])
    }

    /// Whether all that a Team fires now are snap shots, whatever it fires; nothing where it may not fire at all.
    fn snaps(&self, by: TeamId, kind: FireKind, mode: Mode) -> Result<bool, Refusal> {
        let (rules, force) = (&self.setup.rules, self.own_force(by));
        if self.is_pinned(by) && rules.pinned_fire == PinnedFire::None {
            return refused("CW-ACT-02", "pinned Teams do not fire");
        }
        if self.is_pinned(by) && self.is_hovering(by) {
            return refused("R-154", "a pinned flyer may only leave");
        }
        let watches = matches!(kind, FireKind::Overwatch | FireKind::AntiAir);
        let by_mode = match mode {
            Mode::Run if watches => false,
            Mode::Run => match rules.run_and_shoot {
                RunAndShoot::No => return refused("CW-MOV-03", "who runs does not shoot"),
                RunAndShoot::Snap => true,
                RunAndShoot::Yes => false,
            },
            Mode::Tactical => return refused("CW-MOV-04", "a Tactical move leaves no time to fire"),
            Mode::FlatOut => return refused("CW-MOV-09", "nobody fires flat out"),
            _ => false,
        };
        let by_kind = match kind {
            FireKind::Covering | FireKind::Reaction => true,
            FireKind::Overwatch | FireKind::AntiAir => rules.overwatch_bs == OverwatchBs::Snap,
            FireKind::AttackRun | FireKind::Dogfight => self.jinks(by),
            _ => false,
        };
        let hindered = force.shaken.contains(by) || force.stunned.contains(by) || force.regrouped.contains(by);
        Ok(by_mode || by_kind || hindered || self.is_pinned(by))
    }

    /// The lines that a Team fires at a target: out of range, out of sight, and what may not fire now is left out.
    ///
    /// # Errors
    /// Why it may not fire at all.
    pub fn guns(
        &self,
        by: TeamId,
        fire: &Fire,
        kind: FireKind,
        mode: Mode,
        sighting: &Sighting,
    ) -> Result<Guns<'s>, Refusal> {
        let snaps = self.snaps(by, kind, mode)?;
        let profile = self.profile(by);
        let drives = self.drives(by);
        let on_foot_moved = match kind {
            FireKind::Overwatch | FireKind::AntiAir => {
                self.own_force(by).overwatch_moved.contains(by)
                    && self.setup.rules.overwatch_after_move == OverwatchAfterMove::SnapHeavy
            }
            FireKind::Reaction | FireKind::Interrupt | FireKind::Ambush | FireKind::Interceptor => false,
            FireKind::Flak | FireKind::AttackRun | FireKind::Dogfight => false,
            FireKind::Shoot | FireKind::Covering | FireKind::BeforeCharge => mode != Mode::Stand,
        };
        let weapons = (0..MOST_LOADS).filter_map(|slot| self.weapon_in(by, slot, fire).map(|weapon| (slot, weapon)));
        let ordnance = weapons.clone().any(|(_, weapon)| weapon.weapon_type == WeaponType::Ordnance);
        let mut guns = Guns::new();
        for (slot, weapon) in weapons {
            let is_ordnance = weapon.weapon_type == WeaponType::Ordnance;
            let silent = match kind {
                FireKind::BeforeCharge => {
                    !matches!(weapon.weapon_type, WeaponType::Assault | WeaponType::Pistol | WeaponType::Template)
                }
                // blasts and templates need skyfire against what flies.
                _ if kind.is_upwards() && weapon.kind != Kind::Direct && !weapon.skyfire => true,
                _ => is_ordnance && (mode == Mode::Cruising || (!drives && on_foot_moved)),
            };
            let indirect = !sighting.seen && weapon.barrage;
            if silent || !(sighting.seen || indirect) {
                continue;
            }
            let firers = Firers {
                models: self.team(by).loads[slot].count.into(),
                bs: profile.bs,
                distance: Some(sighting.inches),
                moved: !drives && on_foot_moved && !profile.is(Trait::Walker),
                relentless: profile.is(Trait::Relentless),
            };
            let mut line = Line::of(weapon, &firers);
            let all_aimed = !drives || self.aimed_weapons(by, mode) >= MOST_LOADS as u32;
            let by_speed = !all_aimed && fire.aimed >> slot & 1 == 0;
            // CW-BAS-31: what is made to fire at flyers snaps at all else; CW-FLY-07: all else snaps at flyers.
            let unfit = match kind {
                FireKind::AntiAir | FireKind::Flak => !weapon.skyfire,
                FireKind::Dogfight => false,
                _ => weapon.skyfire && !profile.is(Trait::Interceptor),
            };
            // CW-SHO-08: templates are no snap shots at a charger.
            let by_all = snaps && !(kind == FireKind::Reaction && weapon.kind == Kind::Template);
            line.snap |= by_all || by_speed || unfit || (ordnance && !is_ordnance);
            if line.shots > 0 && super::combat::shooting::Hit::of(&self.setup.codex, &line, Manner::default()).is_some()
            {
                guns.push(Gun { line, weapon, indirect });
            }
        }
        Ok(guns)
    }

    /// Whether a Team may fire so, seen like this.
    pub fn check_volley(
        &self,
        by: TeamId,
        fire: &Fire,
        kind: FireKind,
        mode: Mode,
        sighting: &Sighting,
    ) -> Result<(), Refusal> {
        let target = fire.target;
        let there = if kind.is_upwards() { self.is_aloft(target) } else { self.stands(target) };
        if target == NOBODY || side_of(target) == side_of(by) || !there {
            return refused("CW-SHO-01", "there is no such target on the table");
        }
        if self.is_locked(by) {
            return refused("CW-ACT-04", "who is locked in melee does not fire");
        }
        if self.is_aboard(by) {
            return refused("R-147", "nobody shoots from inside");
        }
        if self.is_locked(target) {
            return refused("CW-SHO-09", "a Team in melee cannot be a target");
        }
        let loads = &self.team(by).loads;
        let second_rounds = (0..MOST_LOADS).filter(|slot| loads[*slot].other != NO_WEAPON);
        let launchers: u8 = second_rounds.fold(0, |set, slot| set | 1 << slot);
        if fire.second & !launchers != 0 {
            return refused("CW-BAS-12", "this weapon has one kind of round");
        }
        let aimed = fire.aimed.count_ones();
        if aimed > 0 && (!self.drives(by) || aimed > self.aimed_weapons(by, mode)) {
            return refused("CW-BAS-24", "so many weapons do not fire at full skill at this speed");
        }
        // CW-FLY-09: the arcs of a flyer on its run are free; where a zooming one is fired at has been looked at.
        if !kind.is_upwards() && kind != FireKind::AttackRun {
            self.check_arc(by, self.team(target).at)?;
        }
        let guns = self.guns(by, fire, kind, mode, sighting)?;
        let dice: u16 = guns.iter().map(|gun| gun.line.shots).sum();
        if dice == 0 {
            return refused("CW-SHO-01", "nothing that fires is in range and sight");
        }
        let shock = if self.profile(by).ld == 0 { 0 } else { self.team(by).shock };
        let lost = match self.setup.rules.shock_shooting {
            super::rules::ShockShooting::PerPoint => shock,
            super::rules::ShockShooting::Flat => shock.min(1),
        };
        if lost >= dice {
            return refused("CW-SHO-02", "Shock leaves it no die");
        }
        let precise = guns.iter().any(|gun| gun.weapon.precision && !gun.line.snap);
        if fire.at_officer && (!precise || self.team(target).officer == NOBODY) {
            return refused("CW-BAS-28", "nothing that fires can pick out an officer there");
        }
        Ok(())
    }

    /// The cover save of a target (CW-MOV-04, CW-SHK-08, R-150); 0 for none.
    #[must_use]
    pub fn cover_of(&self, target: TeamId, by_terrain: u8) -> u8 {
        let force = self.own_force(target);
        if self.is_aloft(target) {
            return if self.jinks(target) { self.setup.rules.jink_save } else { 0 };
        }
        let profile = self.profile(target);
        let jinks = (profile.is(Trait::Jink) || profile.is(Trait::Flyer))
            && (force.moved.contains(target) || force.moved_before.contains(target));
        let tactical = if force.tactical.contains(target) { self.setup.rules.tactical_cover } else { 0 };
        let own = cover_save(by_terrain, tactical, self.is_pinned(target));
        let jink = if jinks { 5 } else { 0 };
        [own, jink].into_iter().filter(|save| *save > 0).min().unwrap_or(0)
    }

    /// Whether a vehicle may fire at what is there: where its arcs count, not behind it.
    pub(super) fn check_arc(&self, by: TeamId, at: Point) -> Result<(), Refusal> {
        let counts = self.drives(by) && self.setup.rules.vehicle_arcs == VehicleArcs::FrontHalf;
        if counts && (at - self.team(by).at).dot(self.heading_of(by).ahead()) < 0.0 {
            return refused("R-100", "the target is behind the vehicle");
        }
        Ok(())
    }

    /// Where a vehicle heads; headings of games run counter-clockwise from +x.
    #[must_use]
    pub fn heading_of(&self, vehicle: TeamId) -> crate::tabletop::plane::Facing {
        crate::tabletop::plane::Facing::from_degrees(90.0 - f64::from(self.team(vehicle).heading))
    }
}
