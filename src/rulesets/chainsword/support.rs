//! Support: what its points buy, who may not have it, and how much of it a side may have (CW-ARM-03 to 07, R-103, R-104).

use super::codex::Scenario;
use crate::game::Side;
use crate::game::keyed::keyed;

keyed! {
    /// What support points buy besides units.
    SupportItem {
        /// A trench.
        Entrenchment = "entrenchment",
        /// A belt of wire.
        RazorWire = "razor-wire",
        /// A field of mines.
        Minefield = "minefield",
        /// A bunker.
        Bunker = "bunker",
        /// Hinders enemy deployment in Turn 1 (CW-ARM-06).
        PreliminaryBarrage = "preliminary-barrage",
        /// One order more for an officer (CW-ARM-07).
        Adjutant = "adjutant",
        /// A Team may ignore its first unsaved wound in each Phase (CW-ARM-07).
        Medic = "medic",
    }
}

keyed! {
    /// Kinds of support, as scenarios ban them.
    SupportClass {
        /// Trenches.
        Entrenchment = "entrenchment",
        /// Wire, mines, bunkers.
        StaticDefence = "static-defence",
        /// Preliminary barrages.
        Barrage = "barrage",
        /// Adjutants and medics.
        Specialist = "specialist",
        /// Units.
        Reinforcement = "reinforcement",
    }
}

impl SupportItem {
    /// Its class.
    #[must_use]
    pub const fn class(self) -> SupportClass {
        match self {
            SupportItem::Entrenchment => SupportClass::Entrenchment,
            SupportItem::RazorWire | SupportItem::Minefield | SupportItem::Bunker => SupportClass::StaticDefence,
            SupportItem::PreliminaryBarrage => SupportClass::Barrage,
            SupportItem::Adjutant | SupportItem::Medic => SupportClass::Specialist,
        }
    }

    /// Whether it is a piece that is put on the table before the Patrol Phase (CW-ARM-05).
    #[must_use]
    pub const fn is_piece(self) -> bool {
        matches!(self.class(), SupportClass::Entrenchment | SupportClass::StaticDefence)
    }
}

impl SupportClass {
    /// Whether a side may not have it in a scenario (CW-ARM-04, CW-SCN-02, 05, 08, 12, 16, 19). Side A attacks.
    #[must_use]
    pub fn banned(self, scenario: Scenario, side: Side) -> bool {
        use SupportClass::{Barrage, Entrenchment, StaticDefence};
        let works = matches!(self, Entrenchment | StaticDefence | Barrage);
        match (scenario, side) {
            (Scenario::Patrol, _) | (Scenario::Probe, Side::A) | (Scenario::DelayingAction, Side::B) => works,
            (Scenario::Probe | Scenario::AttackAndDefend, Side::B) => self == Barrage,
            _ => false,
        }
    }
}
