//! Units, weapons, terrain and the combat table: the data of the game.

use crate::game::keyed::keyed;

/// Most units on a side.
pub const MOST_UNITS: usize = 64;

/// Most weapons in a codex.
pub const MOST_WEAPONS: usize = 32;

/// Most unit types in a codex; likewise most terrain types and most teams.
pub const MOST_PROFILES: usize = 250;

/// Most fire modes of a unit type.
pub const MOST_MODES: usize = 4;

/// Longest range, flight, leadership or retreat in hexes, and most move units.
pub const FARTHEST: u8 = 12;

/// Movement is counted in half units, so that roads are exact (DF-MOV-06).
pub type Halves = u8;

/// The data of the game, as read from `armies/dogfaces/codex.toml`.
#[derive(Clone, Debug, PartialEq)]
pub struct Codex {
    /// Terrain types.
    pub terrain: Vec<Terrain>,
    /// Weapons.
    pub weapons: Vec<Weapon>,
    /// Teams, in the order in which foot teams come; vehicles last.
    pub teams: Vec<Team>,
    /// Unit types, in the order of the rulebook.
    pub profiles: Vec<Profile>,
    /// `table[die - 1][strength - 1]`, strength 7 standing for more as well.
    pub table: [[CombatResult; 7]; 6],
    /// Numbers that belong to no single unit.
    pub numbers: Numbers,
}

impl Codex {
    /// Index of the unit type `name`.
    #[must_use]
    pub fn profile(&self, name: &str) -> Option<u8> {
        index(self.profile_names(), name)
    }

    /// Index of the weapon `name`.
    #[must_use]
    pub fn weapon(&self, name: &str) -> Option<u8> {
        index(self.weapons.iter().map(|weapon| weapon.name.as_str()), name)
    }

    /// Index of the terrain `name`.
    #[must_use]
    pub fn terrain(&self, name: &str) -> Option<u8> {
        index(self.terrain_names(), name)
    }

    /// Index of the terrain that maps show as `letter`.
    #[must_use]
    pub fn terrain_of(&self, letter: char) -> Option<u8> {
        self.terrain.iter().position(|terrain| terrain.letter == letter).map(|at| at as u8)
    }

    /// Index of the team `name`.
    #[must_use]
    pub fn team(&self, name: &str) -> Option<u8> {
        index(self.team_names(), name)
    }

    /// Names of the unit types, in order.
    pub fn profile_names(&self) -> impl Iterator<Item = &str> {
        self.profiles.iter().map(|profile| profile.name.as_str())
    }

    /// Names of the terrain types, in order.
    pub fn terrain_names(&self) -> impl Iterator<Item = &str> {
        self.terrain.iter().map(|terrain| terrain.name.as_str())
    }

    /// Names of the teams, in order.
    pub fn team_names(&self) -> impl Iterator<Item = &str> {
        self.teams.iter().map(|team| team.name.as_str())
    }
}

fn index<'n>(mut names: impl Iterator<Item = &'n str>, wanted: &str) -> Option<u8> {
    names.position(|name| name == wanted).map(|at| at as u8)
}

impl Profile {
    /// Index of the fire mode `name`.
    #[must_use]
    pub fn mode(&self, name: &str) -> Option<u8> {
        index(self.modes.iter().map(|mode| mode.name.as_str()), name)
    }

    /// What it is and can do, in one line.
    #[must_use]
    pub fn describe(&self, codex: &Codex) -> String {
        let team = self.team.map_or("no team", |team| codex.teams[usize::from(team)].name.as_str());
        let modes: Vec<&str> = self.modes.iter().map(|mode| mode.name.as_str()).collect();
        let between = if self.fire == Fire::EachAtAnother { " and " } else { " or " };
        let mut line = format!("{team}; move {}; {}", f64::from(self.speed) / 2.0, modes.join(between));
        let mut add = |applies: bool, text: &str| {
            if applies {
                line.push_str("; ");
                line.push_str(text);
            }
        };
        add(self.recovers != 6, &format!("recovers on {}", self.recovers));
        add(self.lead > 0, &format!("leads at {}", self.lead));
        add(self.marksman != 0, &format!("{:+} on the die of its attacks", self.marksman));
        add(self.dodge != 0, &format!("{:+} on the die of attacks on it", self.dodge));
        add(self.lucky, "attackers take the lower of two dice");
        add(self.suit, "armoured suit");
        add(self.ignores_retreat, "ignores retreats");
        add(self.ignores_stun, "ignores stuns");
        add(self.medic, "medic");
        if let Some((min, max)) = self.jet {
            add(true, &format!("flies {min} to {max} hexes"));
        }
        add(self.strength_mod != 0, &format!("{:+} on the strength of attacks on it", self.strength_mod));
        add(self.only_armour_piercing, "harmed by armour-piercing weapons alone");
        add(self.capacity > 0, &format!("carries {}", self.capacity));
        line
    }

    /// A leader on foot, as `decapitation` counts them.
    #[must_use]
    pub fn leads_on_foot(&self) -> bool {
        self.lead > 0 && !self.vehicle
    }
}

/// Numbers that belong to no single unit, `[numbers]` in the codex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// A retreat is ignored under leadership on this or more (DF-LDR-01): 3.
    pub ignore_retreat: u8,
    /// A suit absorbs a laser or a direct flame on this or more (DF-SUI-03): 5.
    pub suit_absorbs: u8,
    /// Second shots are lost on this or less (DF-SOL-08): 2.
    pub second_shot_lost: u8,
    /// Hexes of a retreat (DF-RTR-01): 2.
    pub retreat: u8,
    /// Distance at which a medic treats (DF-SOL-21): 1.
    pub medic_reach: u8,
    /// Cost of a step from road to road (DF-TER-08): 1.
    pub road_cost: Halves,
    /// Points that win seize-and-hold, with a lead (DF-SCN-02): 20.
    pub points_to_win: u16,
    /// First turn that scores in seize-and-hold (DF-SCN-02): 3.
    pub points_from_turn: u16,
    /// Share of the attacker's units that must leave the map in breakthrough, in hundredths (DF-SCN-03): 40.
    pub exit_percent: u8,
    /// Cost of leaving the map in breakthrough (DF-SCN-03): 2.
    pub exit_cost: Halves,
    /// Distance from the centre within which the defenders of last-stand set up (DF-SCN-05): 3.
    pub stand_radius: u8,
    /// Most copies of a named unit on a side (DF-ARM-06): 1.
    pub max_copies: u8,
}

/// A terrain type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terrain {
    /// Key.
    pub name: String,
    /// Letter on maps.
    pub letter: char,
    /// Cost on foot; none when forbidden.
    pub cost_foot: Option<Halves>,
    /// Cost for vehicles; none when forbidden.
    pub cost_vehicle: Option<Halves>,
    /// Height, unless the map gives one.
    pub height: i8,
    /// Added to the die of fire at a unit here.
    pub die_mod: i8,
    /// Added to the die as well when the shooter stands lower.
    pub die_mod_if_lower: i8,
    /// Added to the strength of attacks at a unit here.
    pub strength_mod: i8,
    /// Most hexes of a retreat from here.
    pub retreat_cap: u8,
    /// Longest shot through or into such a hex; none when unlimited.
    pub range_cap: Option<u8>,
    /// No shot may cross it, whatever `sight-blockers` says.
    pub blocks_sight: bool,
    /// Enemy zones do not reach into it.
    pub negates_zoc: bool,
    /// A road: half cost from road to road.
    pub is_road: bool,
    /// No unit may move through an occupied hex of it (bridges).
    pub no_passing: bool,
}

/// What a weapon does to armour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum WeaponKind {
    /// Absorbed shot by shot by suits.
    Laser,
    /// Rails, grenades and rockets.
    Rail,
    /// Ignored by suits.
    Frag,
    /// Absorbed as a whole by suits, useless against vehicles.
    Flame,
}

/// Whom a weapon hits beside its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Area {
    /// Nobody.
    None,
    /// Everybody in the six hexes round the target hex.
    Ring,
    /// One hex adjacent to the target hex, of the shooter's choice.
    OneHex,
}

/// A weapon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// Key.
    pub name: String,
    /// What armour makes of it.
    pub kind: WeaponKind,
    /// Shortest range in hexes.
    pub min: u8,
    /// Longest range in hexes.
    pub max: u8,
    /// Points of damage.
    pub damage: u8,
    /// Goes through suits, and harms what only such weapons harm.
    pub armour_piercing: bool,
    /// Shots in the whole game; none when unlimited.
    pub ammo: Option<u8>,
    /// Whom it hits beside the target.
    pub area: Area,
    /// Points of damage of the area effect.
    pub splash: u8,
}

/// A team, taken whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Team {
    /// Key.
    pub name: String,
    /// Squad number.
    pub squad: u8,
    /// Vehicles: may be added to any game, outside the order.
    pub vehicles: bool,
    /// Indices of its members' profiles, in order.
    pub members: Vec<u8>,
}

/// One thing a unit can do with its attack in a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mode {
    /// Key, as in `wally:one-pistol`.
    pub name: String,
    /// Index of the weapon.
    pub weapon: u8,
    /// Number of shots, all at one target.
    pub shots: u8,
    /// Whether all shots after the first may miss by themselves (Harry's second shot).
    pub unsure: bool,
}

/// How many of its modes a unit may use in one phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fire {
    /// One mode.
    Once,
    /// As many shots as its largest mode has, shared among targets as it likes (Wally's pistols).
    Split,
    /// Each mode once, at different targets (the MCV's gun and laser).
    EachAtAnother,
    /// One mode, or under `tom-both-weapons` each mode once (Tom's rocket and pistol).
    OnceOrEach,
}

/// A unit type.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Key.
    pub name: String,
    /// Index of its team, if it has one.
    pub team: Option<u8>,
    /// Move allowance.
    pub speed: Halves,
    /// Recovers from Stun on this or more.
    pub recovers: u8,
    /// Leader range; 0 for none.
    pub lead: u8,
    /// Fire modes, the default first.
    pub modes: Vec<Mode>,
    /// How many of them in one phase.
    pub fire: Fire,
    /// Added to the die of every attack it takes part in (Chuck).
    pub marksman: i8,
    /// Added to the die of attacks aimed at it, frags alone and splash excepted (Rocky).
    pub dodge: i8,
    /// Attacks on it roll twice and use the lower die (Xavier).
    pub lucky: bool,
    /// Armoured suit.
    pub suit: bool,
    /// Drops the retreat part of results.
    pub ignores_retreat: bool,
    /// Drops the stun part of results.
    pub ignores_stun: bool,
    /// Treats Stunned friends next to it.
    pub medic: bool,
    /// Shortest and longest flight of a jet pack.
    pub jet: Option<(u8, u8)>,
    /// A vehicle.
    pub vehicle: bool,
    /// Added to the strength of attacks on it.
    pub strength_mod: i8,
    /// Only armour-piercing weapons harm it.
    pub only_armour_piercing: bool,
    /// How many soldiers it carries.
    pub capacity: u8,
    /// Cost in points; a plain rifleman is 100.
    pub cost: f64,
    /// What scripts take it to be worth, in points: not what is paid for it, so that a new price alone changes no choice.
    pub value: f64,
}

keyed! {
    /// A result of the combat table, and what is left of it once a victim has ignored parts of it.
    CombatResult {
        /// Nothing.
        Miss = "miss",
        /// Stunned.
        Stun = "st",
        /// Retreat.
        Retreat = "r2",
        /// Retreat, and Stunned.
        RetreatStun = "r2s",
        /// Out of combat.
        OutOfCombat = "ooc",
    }
}

impl CombatResult {
    /// Whether it has a retreat part.
    #[must_use]
    pub const fn retreats(self) -> bool {
        matches!(self, CombatResult::Retreat | CombatResult::RetreatStun)
    }

    /// Whether it has a stun part.
    #[must_use]
    pub const fn stuns(self) -> bool {
        matches!(self, CombatResult::Stun | CombatResult::RetreatStun)
    }

    /// What is left without the retreat part.
    #[must_use]
    pub const fn without_retreat(self) -> CombatResult {
        match self {
            CombatResult::Retreat => CombatResult::Miss,
            CombatResult::RetreatStun => CombatResult::Stun,
            other => other,
        }
    }

    /// What is left without the stun part.
    #[must_use]
    pub const fn without_stun(self) -> CombatResult {
        match self {
            CombatResult::Stun => CombatResult::Miss,
            CombatResult::RetreatStun => CombatResult::Retreat,
            other => other,
        }
    }
}
