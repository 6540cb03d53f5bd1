//! The hexes that a unit can reach, found by a search.

use std::ops::Deref;

use super::Entry as Meeting;
use crate::game::Side;
use crate::rulesets::dogfaces::choices::{MOST_STEPS, Path};
use crate::rulesets::dogfaces::field::Field;
use crate::rulesets::dogfaces::state::{Battle, UnitId, side_of};
use crate::tabletop::hex::{self, Direction, Entry, HexIndex, StepCost};
use crate::tabletop::hexset::HexSet;

/// The hexes a unit can reach, with cheapest paths; costs are in half units. Reused from search to search.
#[derive(Clone, Debug, Default)]
pub struct Reach(hex::Reach);

/// A unit on its way.
struct Walk<'a> {
    battle: &'a Battle<'a>,
    field: &'a Field,
    unit: UnitId,
    side: Side,
    vehicle: bool,
    shunned: &'a HexSet,
}

impl StepCost for Walk<'_> {
    #[inline]
    fn steps(&self, from: HexIndex, _left: u8) -> impl Iterator<Item = (u8, HexIndex)> {
        let costs = self.field.costs(self.vehicle, from).iter().copied();
        costs.zip(self.field.neighbours[usize::from(from)].iter().copied())
    }

    #[inline]
    fn entry(&self, hex: HexIndex) -> Option<Entry> {
        if self.shunned.contains(hex) {
            return None;
        }
        let zoned = self.battle.in_enemy_zone(self.side, hex);
        match self.battle.entry(self.unit, hex) {
            Meeting::Open | Meeting::Board => Some(Entry { ends: true, passes: !zoned }),
            Meeting::BoardOnly => Some(Entry { ends: true, passes: false }),
            Meeting::Pass if !zoned => Some(Entry { ends: false, passes: true }),
            Meeting::Pass | Meeting::Closed => None,
        }
    }
}

impl Reach {
    /// An empty search.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Searches all hexes that `unit` can walk or drive to with its own allowance (DF-MOV-01), from where it stands or
    /// rides, whether or not it may move just now.
    pub fn search(&mut self, battle: &Battle<'_>, unit: UnitId) {
        self.search_past(battle, unit, &HexSet::EMPTY);
    }

    /// The same on ways that enter none of some hexes.
    pub fn search_past(&mut self, battle: &Battle<'_>, unit: UnitId, shunned: &HexSet) {
        let (field, side, profile) = (&battle.setup.field, side_of(unit), battle.profile(unit));
        let walk = Walk { battle, field, unit, side, vehicle: profile.vehicle, shunned };
        self.0.search(battle.unit(unit).hex, profile.speed, &walk);
    }

    /// The cheapest path to a hex of [`hex::Reach::entered`].
    #[must_use]
    pub fn path(&self, battle: &Battle<'_>, hex: HexIndex) -> Path {
        let mut steps = [0; MOST_STEPS];
        let mut count = 0;
        for step in self.0.steps_back(hex, &battle.setup.field.neighbours) {
            steps[count] = step;
            count += 1;
        }
        steps[..count].iter().rev().fold(Path::EMPTY, |path, step| path.then(Direction::ALL[*step]))
    }
}

/// Everything that a search on any hex board is asked.
impl Deref for Reach {
    type Target = hex::Reach;

    #[inline]
    fn deref(&self) -> &hex::Reach {
        &self.0
    }
}
