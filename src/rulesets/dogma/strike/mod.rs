//! Attacks in a game: at range, in close combat, on buildings; recoils and wrecks.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`sight`] | range and sight |
//! | [`ranged`] | ranged attacks |
//! | [`close`] | close attacks, flanks, supports |
//! | [`building`] | buildings as targets |
//! | [`recoil`] | recoils and pushes on the table, evading Air Support |
//! | [`wreck`] | taking off the destroyed; passengers of wrecked APCs |
//! | [`barrage`] | the Artillery Dogma |
//!
//! Dice fall in the functions of [`combat`](super::combat); what an attack can be expected to do comes from
//! [`odds`](super::odds), which runs the same functions.

mod barrage;
mod building;
mod close;
mod ranged;
pub(super) mod recoil;
pub(super) mod sight;
mod wreck;

use super::choices::{Attack, Refusal, Target};
use super::state::{Battle, ElementId, bit, place_of, side_of};
use crate::game::{LogEntry, Observer, Points, UnitStat};

pub use sight::Sights;
pub use wreck::Wreck;

/// How an attack is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Means {
    Ranged,
    Close,
}

impl Battle<'_> {
    /// Shows everything that the active side might attack: enemies on the table, standing buildings.
    pub(super) fn targets(&self, mut visit: impl FnMut(Target)) {
        for enemy in self.on_the_table(self.active.other()) {
            visit(Target::Element(enemy));
        }
        for index in 0..self.terrain.features().len() as u8 {
            if self.check_standing(index).is_ok() {
                visit(Target::Building(index));
            }
        }
    }

    /// Whether an Element is an enemy of the active side that may be attacked once more this turn.
    fn check_enemy(&self, target: ElementId) -> Result<(), Refusal> {
        let (force, it) = (self.force(side_of(target)), bit(target));
        if side_of(target) == self.active || place_of(target) >= usize::from(force.size) {
            return Err(Refusal::new("DG-RNG-01", "there is no such enemy"));
        }
        match it {
            _ if force.reserve.meets(it) => Err(Refusal::new("DG-AIR-11", "the target is in reserve")),
            _ if force.aboard.meets(it) => Err(Refusal::new("DG-APC-08", "the target is aboard")),
            _ if (force.table & it).is_empty() => Err(Refusal::new("DG-RNG-01", "the target is not on the table")),
            _ if force.attacked.meets(it) => Err(Refusal::new("DG-RNG-10", "the target has been attacked")),
            _ => Ok(()),
        }
    }

    /// Whether the supporters of an attack are different Elements, few enough, and each of them fit by `fit`.
    fn check_supporters(
        &self,
        attack: &Attack,
        mut fit: impl FnMut(ElementId) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let mut seen = bit(attack.attacker);
        for (number, supporter) in attack.supporters().enumerate() {
            if number >= self.most_supporters() {
                return Err(Refusal::new("DG-RNG-11", "more supporters than count"));
            }
            if seen.contains(supporter) {
                return Err(Refusal::new("DG-RNG-12", "an Element is named twice"));
            }
            seen |= bit(supporter);
            fit(supporter)?;
        }
        Ok(())
    }

    /// Reports what a random result did to an Element, and what it could be expected to do.
    fn account<C: Observer<LogEntry>>(&self, target: ElementId, lost: bool, expected: f64, observer: &mut C) {
        let worth = self.profile(target).cost as f64 / 1000.0;
        observer.random_result(side_of(target), if lost { worth } else { 0.0 }, expected * worth);
    }

    /// Counts an attack for everybody who takes part in it.
    fn count_parts<C: Observer<LogEntry>>(&self, attack: &Attack, observer: &mut C) {
        for one in std::iter::once(attack.attacker).chain(attack.supporters()) {
            observer.count(side_of(one), place_of(one), UnitStat::Attacks, 1);
        }
    }

    /// Shares `amount` of a stat among those who took part in an attack; Artillery has nobody to praise.
    fn credit<C: Observer<LogEntry>>(&self, attack: Option<&Attack>, stat: UnitStat, amount: Points, observer: &mut C) {
        let Some(attack) = attack else { return };
        let count = 1 + attack.supporters().count() as Points;
        let side = side_of(attack.attacker);
        // What does not divide falls to the attacker.
        observer.count(side, place_of(attack.attacker), stat, amount - amount / count * (count - 1));
        for supporter in attack.supporters() {
            observer.count(side, place_of(supporter), stat, amount / count);
        }
    }
}
