//! Tribes that will not do as they are told (HX-SKM-06): they close only with enemies that are hurt or tired.

use super::choices::Refusal;
use super::rules::ZocContact;
use super::state::{Battle, UnitId, side_of};
use crate::tabletop::hex::HexIndex;

impl Battle<'_> {
    fn is_fresh(&self, enemy: UnitId) -> bool {
        let state = self.unit(enemy);
        state.hits == 0 && state.te == 0
    }

    /// Whether a reluctant unit may end a move in a hex: not nearer to the nearest enemy than before, unless that one is hurt
    /// or tired.
    pub(super) fn check_tribe(&self, unit: UnitId, from: HexIndex, to: HexIndex) -> Result<(), Refusal> {
        let side = side_of(unit);
        if from == to || !self.force(side).reluctant.contains(unit) {
            return Ok(());
        }
        let field = &self.setup.field;
        let enemies = || self.force(side.other()).present.members(side.other());
        let before = enemies().map(|enemy| field.distance(from, self.unit(enemy).hex)).min();
        let distance = |enemy: UnitId| field.distance(to, self.unit(enemy).hex);
        let after = enemies().map(distance).min();
        let nearest_is_fresh =
            enemies().filter(|enemy| Some(distance(*enemy)) == after).all(|enemy| self.is_fresh(enemy));
        if after < before && nearest_is_fresh {
            return Err(Refusal::new("HX-SKM-06", "it will not close with a fresh enemy"));
        }
        let forced = self.setup.rules.zoc_contact == ZocContact::Mandatory;
        if forced && self.zones_over(side, to).any(|enemy| self.is_fresh(enemy)) {
            return Err(Refusal::new("HX-SKM-06", "it will not fight a fresh enemy"));
        }
        Ok(())
    }

    /// Whether a reluctant unit may melee an enemy.
    pub(super) fn check_tribe_contact(&self, unit: UnitId, enemy: UnitId) -> Result<(), Refusal> {
        if self.own_force(unit).reluctant.contains(unit) && self.is_fresh(enemy) {
            return Err(Refusal::new("HX-SKM-06", "it will not fight a fresh enemy"));
        }
        Ok(())
    }
}
