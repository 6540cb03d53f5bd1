//! What games ask of the units of a codex at every step, worked out beforehand.

use super::codex::{Codex, Fighter, Rank, Vehicle};
use super::combat::melee::Combatant;
use crate::game::keyed::keyed;

keyed! {
    /// A trait of a unit.
    Trait {
        /// Carries a pistol besides its melee weapon.
        SecondWeapon = "second-weapon",
        /// Charges through difficult ground at its own initiative.
        AssaultGrenades = "assault-grenades",
        /// Has one attack against vehicles.
        BreachingCharge = "breaching-charge",
        /// May come from reserve by Deep Strike.
        DeepStrike = "deep-strike",
        /// Moving does not matter to its heavy weapons.
        Relentless = "relentless",
        /// Deploys twice as far from a point.
        Scout = "scout",
        /// May be set up in the Patrol Phase.
        Infiltrate = "infiltrate",
        /// Ignores terrain on its way.
        Jump = "jump",
        /// May come from reserve by a table edge.
        Outflank = "outflank",
        /// Has a save when it has moved.
        Jink = "jink",
        /// Fires at flyers at full skill.
        Skyfire = "skyfire",
        /// Fires at arrivals from reserve.
        Interceptor = "interceptor",
        /// Flies.
        Flyer = "flyer",
        /// May hover.
        Hover = "hover",
        /// Is a creature.
        Creature = "creature",
        /// Passes every test on Ld.
        Fearless = "fearless",
        /// Walks.
        Walker = "walker",
        /// Passengers may charge on leaving it.
        AssaultRamp = "assault-ramp",
        /// Fires two weapons at full skill at a higher speed.
        Fast = "fast",
        /// Ignores difficult ground.
        Skimmer = "skimmer",
        /// Damage rolls are one higher.
        OpenTopped = "open-topped",
        /// Has a junior leader aboard.
        Commander = "commander",
        /// May turn on an attack run.
        VectorDancer = "vector-dancer",
        /// Rides in transports.
        Rides = "rides",
    }
}

/// Some traits, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traits(u32);

impl Traits {
    fn read(names: &[String]) -> Self {
        let has = |own: Trait| names.iter().any(|name| name == own.key());
        Self(Trait::ALL.into_iter().filter(|own| has(*own)).fold(0, |set, own| set | 1 << own as u32))
    }

    /// Whether one is among them.
    #[inline]
    #[must_use]
    pub const fn has(self, wanted: Trait) -> bool {
        self.0 >> wanted as u32 & 1 == 1
    }
}

keyed! {
    /// What a Team is made of.
    Body {
        /// Models on foot.
        Infantry = "infantry",
        /// Guns, each with its crew on one base.
        Battery = "battery",
        /// Bikes.
        Bikes = "bikes",
        /// A creature.
        Creature = "creature",
        /// An officer.
        Officer = "officer",
        /// A vehicle, walkers among them.
        Vehicle = "vehicle",
    }
}

/// What a melee weapon makes of its user (CW-BAS-16 to CW-BAS-18).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arm {
    /// Strength of its blows.
    pub strength: u8,
    /// AP; 0 for none.
    pub ap: u8,
    /// Strikes at initiative 1.
    pub unwieldy: bool,
}

/// A unit type as games see it. Numbers that it lacks are 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Key.
    pub name: String,
    /// What its Teams are made of.
    pub body: Body,
    /// Role in a list.
    pub role: String,
    /// Rank of an officer.
    pub rank: Option<Rank>,
    /// Cost of the whole unit in points.
    pub cost: f64,
    /// Models of the whole unit.
    pub models: u8,
    /// Move in inches.
    pub speed: u8,
    /// Weapon skill; of a vehicle that is no walker 0.
    pub ws: u8,
    /// Ballistic skill.
    pub bs: u8,
    /// Strength.
    pub strength: u8,
    /// Toughness.
    pub toughness: u8,
    /// Wounds of a model.
    pub wounds: u8,
    /// Initiative.
    pub initiative: u8,
    /// Attacks of a model, a second weapon counted in.
    pub attacks: u8,
    /// Leadership; 0 for vehicles.
    pub ld: u8,
    /// Armour save; 0 for none.
    pub save: u8,
    /// Invulnerable save; 0 for none.
    pub invulnerable: u8,
    /// Armour: front, side, rear.
    pub armour: [u8; 3],
    /// Hull points.
    pub hull_points: u8,
    /// Passengers.
    pub capacity: u8,
    /// How it strikes.
    pub arm: Arm,
    /// How it strikes at vehicles with a grenade, once for each model; strength 0 where it has none.
    pub grenade: Arm,
    /// Traits.
    pub traits: Traits,
}

impl Profile {
    /// Every unit of a codex: fighters first, then vehicles, in its order.
    #[must_use]
    pub fn all(codex: &Codex) -> Vec<Self> {
        let fighters = codex.fighters.iter().map(|fighter| Self::of_fighter(codex, fighter));
        fighters.chain(codex.vehicles.iter().map(|vehicle| Self::of_vehicle(codex, vehicle))).collect()
    }

    fn of_fighter(codex: &Codex, unit: &Fighter) -> Self {
        let traits = Traits::read(&unit.traits);
        let body = if unit.rank.is_some() {
            Body::Officer
        } else if traits.has(Trait::Creature) {
            Body::Creature
        } else if unit.role == "heavy" {
            Body::Battery
        } else if traits.has(Trait::Outflank) {
            Body::Bikes
        } else {
            Body::Infantry
        };
        let per_team = |team: &super::codex::Team| team.weapons.iter().map(|(_, count)| *count).sum::<u8>();
        Self {
            name: unit.name.clone(),
            body,
            role: unit.role.clone(),
            rank: unit.rank,
            cost: unit.cost,
            models: unit.teams.iter().map(per_team).sum(),
            speed: unit.speed,
            ws: unit.ws,
            bs: unit.bs,
            strength: unit.strength,
            toughness: unit.toughness,
            wounds: unit.wounds,
            initiative: unit.initiative,
            attacks: unit.attacks + u8::from(traits.has(Trait::SecondWeapon)),
            ld: unit.ld,
            save: unit.save,
            invulnerable: unit.invulnerable,
            armour: [0; 3],
            hull_points: 0,
            capacity: 0,
            arm: arm(codex, unit.melee_weapon, unit.strength),
            grenade: if traits.has(Trait::BreachingCharge) { grenade(codex) } else { Arm::default() },
            traits,
        }
    }

    fn of_vehicle(codex: &Codex, unit: &Vehicle) -> Self {
        let fights = unit.walker;
        Self {
            name: unit.name.clone(),
            body: Body::Vehicle,
            role: unit.role.clone(),
            rank: None,
            cost: unit.cost,
            models: 1,
            speed: unit.speed,
            ws: fights.map_or(0, |walker| walker.ws),
            bs: unit.bs,
            strength: fights.map_or(0, |walker| walker.strength),
            toughness: 0,
            wounds: 0,
            initiative: fights.map_or(0, |walker| walker.initiative),
            attacks: fights.map_or(0, |walker| walker.attacks),
            ld: 0,
            save: 0,
            invulnerable: 0,
            armour: unit.armour,
            hull_points: unit.hull_points,
            capacity: unit.capacity,
            arm: fights.map_or_else(Arm::default, |walker| arm(codex, walker.melee_weapon, walker.strength)),
            grenade: Arm::default(),
            traits: Traits::read(&unit.traits),
        }
    }

    /// Whether it has a trait.
    #[inline]
    #[must_use]
    pub const fn is(&self, wanted: Trait) -> bool {
        self.traits.has(wanted)
    }

    /// Whether it is a vehicle, walkers among them.
    #[inline]
    #[must_use]
    pub fn is_vehicle(&self) -> bool {
        self.body == Body::Vehicle
    }

    /// Whether it is infantry.
    #[must_use]
    pub fn is_infantry(&self) -> bool {
        matches!(self.body, Body::Infantry | Body::Battery | Body::Officer)
    }

    /// Whether it takes part in melees: all but vehicles that do not walk.
    #[inline]
    #[must_use]
    pub fn fights(&self) -> bool {
        self.ws > 0
    }

    /// So many models of it hand to hand.
    #[must_use]
    pub fn combatant(&self, models: u16) -> Combatant {
        Combatant {
            ws: self.ws,
            strength: self.arm.strength,
            toughness: self.toughness,
            wounds: self.wounds,
            initiative: self.initiative,
            attacks: self.attacks,
            ld: self.ld,
            save: self.save,
            invulnerable: self.invulnerable,
            ap: self.arm.ap,
            models,
            fearless: self.is(Trait::Fearless),
            initiative_one: self.arm.unwieldy,
            assault_grenades: self.is(Trait::AssaultGrenades),
        }
    }

    /// Whether it is a vehicle that does not walk: nobody is locked with it.
    #[must_use]
    pub fn drives(&self) -> bool {
        self.is_vehicle() && !self.is(Trait::Walker)
    }

    /// Whether it fires two weapons at full skill at a higher speed: fast vehicles, and flyers that hover (CW-BAS-24, CW-FLY-13).
    #[must_use]
    pub fn is_fast(&self) -> bool {
        self.is(Trait::Fast) || self.is(Trait::Flyer)
    }

    /// Whether it is a heavy vehicle, for Force Morale.
    #[must_use]
    pub fn is_tank(&self) -> bool {
        self.is_vehicle() && (self.role == "heavy" || self.is(Trait::AssaultRamp))
    }
}

/// How a user of this strength strikes with a melee weapon.
fn arm(codex: &Codex, weapon: usize, user: u8) -> Arm {
    let weapon = &codex.melee_weapons[weapon];
    let strength = weapon.strength.unwrap_or((user * weapon.factor).min(10));
    Arm { strength, ap: weapon.ap, unwieldy: weapon.unwieldy }
}

/// How the weapon strikes that has one attack and is used on vehicles alone.
fn grenade(codex: &Codex) -> Arm {
    let place = codex.melee_weapons.iter().position(|weapon| weapon.single_attack);
    place.map_or_else(Arm::default, |place| arm(codex, place, 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::CodexFile;

    #[test]
    fn profiles_say_what_units_are_for_the_rules() {
        let codex = Codex::read(&Codex::source(), &[]).unwrap();
        let all = Profile::all(&codex);
        let of = |name: &str| all.iter().find(|profile| profile.name == name).unwrap();
        let bodies = ["hulks", "mortar-battery", "outriders", "sky-beast", "marshal", "strider"];
        assert_eq!(
            bodies.map(|name| of(name).body),
            [Body::Infantry, Body::Battery, Body::Bikes, Body::Creature, Body::Officer, Body::Vehicle]
        );
        assert_eq!((of("breachers").attacks, of("levy-rifles").models, of("bulwark-guard").arm.strength), (2, 10, 8));
        assert!(of("strider").fights() && !of("mule").fights() && of("strider").arm.strength == 10);
        let tanks = ["rampart", "lancer", "redoubt-carrier", "mule", "strider", "gadfly", "lance-battery"];
        assert_eq!(tanks.map(|name| of(name).is_tank()), [true, true, true, false, false, false, false]);
        assert!(of("bulwark-guard").is(Trait::DeepStrike) && !of("bulwark-guard").is(Trait::Scout));
    }
}
