//! Buildings as targets (DG-TER-10 to DG-TER-12, DG-CLO-13).

use super::Means;
use crate::dice::Dice;
use crate::game::{LogEntry, Observer};
use crate::rulesets::dogma::choices::{Attack, Refusal};
use crate::rulesets::dogma::combat;
use crate::rulesets::dogma::events;
use crate::rulesets::dogma::ledger::rule;
use crate::rulesets::dogma::state::{Battle, ElementId};
use crate::rulesets::dogma::terrain::{Feature, Kind};
use crate::tabletop::plane::overlap;

impl Battle<'_> {
    /// Class of a standing building, from 1.
    #[must_use]
    pub fn building_class(&self, index: u8) -> Option<u8> {
        match self.terrain.features().get(usize::from(index))?.kind() {
            Kind::Building(class) => Some(class),
            _ => None,
        }
    }

    /// Whether a building stands and may be attacked once more this turn.
    pub(super) fn check_standing(&self, index: u8) -> Result<(), Refusal> {
        if self.building_class(index).is_none() {
            return Err(Refusal::new("DG-TER-12", "no building stands there"));
        }
        if self.stormed & 1 << index != 0 {
            return Err(Refusal::new("DG-RNG-10", "the building has been attacked"));
        }
        Ok(())
    }

    /// Whether the Type of an Element attacks buildings (DG-TER-10).
    #[must_use]
    pub fn storms(&self, element: ElementId) -> bool {
        self.setup.codex.traits(self.profile(element).kind).attacks_buildings
    }

    /// Whether an Element stands so that it can attack a building in close combat.
    pub(super) fn check_storm_reach(&self, attacker: ElementId, index: u8) -> Result<(), Refusal> {
        if !self.storms(attacker) {
            return Err(Refusal::new("DG-TER-10", "its Type does not attack buildings"));
        }
        // A hair's breadth farther ahead it would overlap what its front touches, not what lies at its side.
        let base = self.base(attacker);
        let ahead = base.moved(base.facing.ahead() * self.setup.rules.contact_tolerance);
        let touches = |feature: &Feature| overlap(&ahead, feature.shape());
        if !self.terrain.features().get(usize::from(index)).is_some_and(touches) {
            return Err(Refusal::new("DG-CLO-13", "its front does not touch the building"));
        }
        Ok(())
    }

    /// Carries out a legal attack on a building; nobody is shaken, nothing recoils.
    pub(super) fn storm<C: Observer<LogEntry>>(
        &mut self,
        attack: &Attack,
        index: u8,
        means: Means,
        dice: &mut impl Dice,
        observer: &mut C,
    ) {
        let Some(class) = self.building_class(index) else { return };
        let defence = self.setup.codex.buildings[usize::from(class) - 1];
        let modifier = self.profile(attack.attacker).modifier;
        let supporters = attack.supporters().count() as u32;
        let falls = combat::storm_building(&self.setup.rules, modifier, supporters, defence, dice);
        observer.rule_fired(if means == Means::Close { rule::CLO_13 } else { rule::TER_11 });
        observer.event(|| events::storm(self, attack, defence, falls, means == Means::Close, &dice.thrown()));
        if falls {
            observer.rule_fired(rule::TER_12);
            self.terrain.ruin(usize::from(index));
            self.sights.forget();
        }
    }
}
