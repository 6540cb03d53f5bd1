//! What hexes and hexsides are made of: the terrain of the codex.

use super::codex::Weapon;
use super::kinds::Service;
use crate::game::keyed::keyed;
use crate::tabletop::hex::flat::Direction;

/// Most kinds of terrain in a codex.
pub const MOST_TERRAINS: usize = 60;

keyed! {
    /// What terrain does to a line of sight that passes through it.
    SightThrough {
        /// Nothing.
        Open = "open",
        /// It masks the view partly (HX-LOS-04).
        Partial = "partial",
        /// It blocks it by its height (HX-LOS-05).
        Blocks = "blocks",
    }
}

keyed! {
    /// How a hex may be entered.
    Entry {
        /// From anywhere.
        Free = "free",
        /// Along a road.
        RoadOnly = "road",
        /// Along a road, or from a hex of clear terrain (HX-MOV-09).
        FromClear = "from-clear",
        /// Not at all.
        Never = "never",
    }
}

keyed! {
    /// How a hexside may be crossed by guns.
    GunCrossing {
        /// Limbered or pushed.
        Free = "free",
        /// Limbered.
        Limbered = "limbered",
        /// Not at all.
        Never = "never",
    }
}

keyed! {
    /// What kind of wood terrain is: from wood to wood of the same kind nothing tires or stops any more (HX-TER-03).
    Wood {
        /// None.
        None = "none",
        /// Light.
        Light = "light",
        /// Dense.
        Dense = "dense",
    }
}

keyed! {
    /// How a piece moves.
    MoveClass {
        /// On foot; crews likewise.
        Foot = "foot",
        /// In open order.
        Skirmisher = "skirmisher",
        /// Cavalry.
        Horse = "horse",
        /// Infantry in the saddle.
        Mounted = "mounted",
        /// Limbered guns.
        Limbered = "limbered",
        /// Guns pushed by hand.
        Pushed = "pushed",
        /// Mountain guns, packed on animals (HX-MOV-09).
        Mountain = "mountain",
        /// Wagons.
        Wagon = "wagon",
        /// Commanders and couriers (HX-CMD-10).
        Figure = "figure",
    }
}

impl MoveClass {
    /// How units of an arm move, batteries with this weapon when limbered.
    #[must_use]
    pub fn of(service: Service, weapon: Option<&Weapon>) -> Self {
        match service {
            Service::Foot => Self::Foot,
            Service::Skirmisher => Self::Skirmisher,
            Service::Horse => Self::Horse,
            Service::Mounted => Self::Mounted,
            Service::Artillery if weapon.is_some_and(|weapon| weapon.packed) => Self::Mountain,
            Service::Artillery => Self::Limbered,
            Service::Wagon => Self::Wagon,
        }
    }

    /// Whether it rides.
    #[must_use]
    pub const fn rides(self) -> bool {
        matches!(self, Self::Horse | Self::Mounted)
    }
}

/// Terrain of a hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terrain {
    /// Key.
    pub name: String,
    /// Levels of cover of a unit in it.
    pub cover: u8,
    /// A field fortification: its cover is `cover.fort` instead.
    pub fort: bool,
    /// What it does to lines through it.
    pub sight: SightThrough,
    /// Levels by which it stands above its ground, where it blocks.
    pub height: u8,
    /// An obstacle: a TE on entry (HX-TER-02).
    pub obstacle: bool,
    /// Entering it from outside ends the move (HX-TER-04).
    pub stops: bool,
    /// What kind of wood it is.
    pub wood: Wood,
    /// A redoubt or fort, whose structure may take a shot (HX-ART-04).
    pub fortified: bool,
    /// Markers in it are not revealed without a roll (HX-SPT-04).
    pub concealed: bool,
    /// Clear ground: guns are pushed over it and enter woods from it.
    pub clear: bool,
    /// Water that cannot be crossed: no way leads from here onto a crossing, and none back.
    pub river: bool,
    /// A crossing of a river.
    pub crossing: bool,
    /// Movement that it costs; that of `movement.hex-cost` when none.
    pub hex_cost: Option<u8>,
    /// How those on foot enter it.
    pub foot: Entry,
    /// How riders enter it.
    pub horse: Entry,
    /// How limbered guns and wagons enter it.
    pub guns: Entry,
}

keyed! {
    /// What lies on a hexside.
    SideFeature {
        /// A wall.
        Wall = "wall",
        /// A fence.
        Fence = "fence",
        /// A hedge.
        Hedge = "hedge",
        /// A stream.
        Stream = "stream",
        /// A creek, which has no effect (HX-TER-08).
        Creek = "creek",
        /// A bridge over a stream.
        Bridge = "bridge",
        /// A ford in a stream.
        Ford = "ford",
        /// Nothing.
        None = "none",
    }
}

/// How many hexside features there are beside none.
pub const SIDE_FEATURES: usize = SideFeature::ALL.len() - 1;

/// What a hexside feature does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Border {
    /// Levels of cover of the unit behind it.
    pub cover: u8,
    /// An obstacle: a TE to cross (HX-TER-02).
    pub obstacle: bool,
    /// How guns and wagons cross it.
    pub guns: GunCrossing,
}

impl Border {
    /// What no feature does.
    pub const NONE: Self = Self { cover: 0, obstacle: false, guns: GunCrossing::Free };
}

/// Works that stand on the ground of a hex (HX-CON-01, HX-CON-03).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Works {
    /// None.
    #[default]
    None,
    /// Quick works, which face this way: they cover through their three front sides.
    QuickWorks(Direction),
    /// A redoubt.
    Redoubt,
    /// A pontoon bridge.
    Pontoon,
}
