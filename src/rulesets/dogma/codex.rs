//! Units, Types, buildings and tables: the data of the game.

use crate::game::keyed::keyed;

/// The data of the game, as read from `armies/dogma/codex.toml`.
#[derive(Clone, Debug, PartialEq)]
pub struct Codex {
    /// Units, in the order of the rulebook.
    pub units: Vec<Unit>,
    /// What the Types are good and bad at, by [`Type`].
    pub types: [Traits; 7],
    /// Combat modifiers of the buildings, class 1 first (DG-TER-11).
    pub buildings: [u8; 4],
    /// Tables, by ascending points.
    pub sizes: Vec<Size>,
    /// The scenario of each roll, 1 first.
    pub scenarios: [Scenario; 6],
    /// Numbers that belong to no single unit.
    pub numbers: Numbers,
}

impl Codex {
    /// The unit that goes by `name`: its key, its name, or one of its aliases.
    #[must_use]
    pub fn unit(&self, name: &str) -> Option<&Unit> {
        let by_key = self.units.iter().find(|unit| unit.key == name);
        by_key.or_else(|| {
            let goes_by = |unit: &&Unit| unit.name == name || unit.aliases.iter().any(|alias| alias == name);
            self.units.iter().find(goes_by)
        })
    }

    /// What a Type is good and bad at.
    #[must_use]
    pub fn traits(&self, of: Type) -> &Traits {
        &self.types[of as usize]
    }

    /// The table for a game of `points`: the smallest that is made for so many, else the largest.
    ///
    /// # Panics
    /// Never: a codex has at least one size.
    #[must_use]
    pub fn size(&self, points: u32) -> &Size {
        let fits = self.sizes.iter().find(|size| size.points >= points);
        fits.or(self.sizes.last()).expect("a codex has at least one size")
    }
}

keyed! {
    /// What an Element is, as far as Optimal Targets and supports go.
    Type {
        /// Soldiers on foot.
        Infantry = "infantry",
        /// Tanks, walkers, powered suits.
        Armour = "armour",
        /// Guns against armour.
        HeavySupport = "heavy-support",
        /// Bikes, jump troops, transports; the text calls it Fast Attack as well (DG-ARM-07).
        Assault = "assault",
        /// The heaviest tanks.
        SuperHeavy = "super-heavy",
        /// Aircraft.
        AirSupport = "air-support",
        /// Flak.
        AntiAircraft = "anti-aircraft",
    }
}

/// A set of Types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Types(u8);

impl Types {
    /// Whether `wanted` is one of them.
    #[must_use]
    pub fn contains(self, wanted: Type) -> bool {
        self.0 & (1 << wanted as u8) != 0
    }
}

impl FromIterator<Type> for Types {
    fn from_iter<I: IntoIterator<Item = Type>>(types: I) -> Self {
        Types(types.into_iter().fold(0, |set, one| set | 1 << one as u8))
    }
}

/// What a Type is good and bad at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traits {
    /// Optimal Targets at range (DG-RNG-09).
    pub optimal_at_range: Types,
    /// Optimal Targets in close combat (DG-CLO-03).
    pub optimal_in_close: Types,
    /// Whether it may attack buildings (DG-TER-10).
    pub attacks_buildings: bool,
    /// Whether cover does nothing for it (DG-TER-04).
    pub ignores_cover: bool,
}

/// A unit type.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    /// Key.
    pub key: String,
    /// Name.
    pub name: String,
    /// Other spellings.
    pub aliases: Vec<String>,
    /// Its Type.
    pub kind: Type,
    /// Longest tactical move, inches.
    pub speed: f64,
    /// Whether it may not fire in a turn in which it moved (DG-MOV-08).
    pub move_or_fire: bool,
    /// Combat modifier.
    pub modifier: u8,
    /// Range of its fire, inches; none for units without ranged attacks (DG-RNG-03).
    pub range: Option<f64>,
    /// Cost, FP.
    pub cost: f64,
    /// What scripts take it to be worth, FP: not what is paid for it, so that a new price alone changes no choice.
    pub value: f64,
    /// Whether it may ride in an APC (DG-APC-01).
    pub may_ride: bool,
    /// Whether it may pass over things (DG-TER-07).
    pub flyer: bool,
}

impl Unit {
    /// What it is and can do, in one line.
    #[must_use]
    pub fn describe(&self) -> String {
        let range = self.range.map_or("no ranged attack".to_owned(), |range| format!("range {range}"));
        let mut line =
            format!("{}: {}, speed {}, modifier {}, {range}", self.name, self.kind.key(), self.speed, self.modifier);
        let remarks =
            [(self.move_or_fire, "moves or fires"), (self.may_ride, "may ride"), (self.flyer, "passes over things")];
        for (_, remark) in remarks.iter().filter(|(applies, _)| *applies) {
            line.push_str(", ");
            line.push_str(remark);
        }
        line
    }
}

/// A table.
#[derive(Clone, Debug, PartialEq)]
pub struct Size {
    /// Key.
    pub key: String,
    /// Most points that it is made for, FP.
    pub points: u32,
    /// Length of the edges along which Forces are deployed, inches.
    pub width: f64,
    /// Distance between them, inches.
    pub depth: f64,
    /// Number of terrain features (DG-TER-01).
    pub features: u8,
}

impl Size {
    /// Whether all edges are alike (DG-SET-04, DG-SET-05).
    #[must_use]
    pub fn square(&self) -> bool {
        self.width == self.depth
    }
}

keyed! {
    /// A scenario.
    Scenario {
        /// Destroy half the enemy Force (DG-SCN-01).
        Exterminate = "exterminate",
        /// Destroy the enemy Commander (DG-SCN-02).
        Regicide = "regicide",
        /// A third of the Force off the enemy edge (DG-SCN-03).
        Invasion = "invasion",
        /// Hold the centre (DG-SCN-05).
        KingOfTheHill = "king-of-the-hill",
        /// Take the enemy flag (DG-SCN-06).
        CaptureTheFlag = "capture-the-flag",
        /// Hold two markers (DG-SCN-09).
        Control = "control",
    }
}

/// Numbers that belong to no single unit, `[numbers]` in the codex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers {
    /// Side of every base, millimetres: 40.
    pub base_mm: f64,
    /// Sides of the initiative die (DG-CMD-01): 6.
    pub ip_die: u8,
    /// Elements that one APC carries (DG-APC-02): 2.
    pub apc_capacity: u8,
}
