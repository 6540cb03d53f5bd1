//! Movement (HX-MOV, HX-ZOC, HX-TER): what a unit may do in its move, and what one step of it is.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`step`] | one step: ground, friends, enemies, zones of control, TE |
//! | [`plan`] | a whole move, checked |
//! | [`search`] | all ends of the moves of a unit |
//! | [`carry`] | carrying out a move step by step |
//! | [`fall_back`] | moves that a failed change of orders forces |

mod carry;
mod fall_back;
mod plan;
mod search;
mod step;
#[cfg(test)]
mod tests;

use super::choices::{Act, Refusal};
use super::codex::Service;
use super::events;
use super::kinds::ANY_TURNS;
use super::rules::{FatigueFacing, MovementCavalryTurns};
use super::state::{Battle, UnitId, UnitSet, side_of};
use super::terrain::MoveClass;
use crate::game::Observer;
use crate::tabletop::hex::{HexIndex, NOWHERE};

pub use search::{Search, with_search};
pub use step::Stride;

/// How a unit goes in one move: fixed before its first step.
#[derive(Clone, Copy, Debug)]
pub struct Gait {
    /// Who.
    pub unit: UnitId,
    /// What it does beside going.
    pub act: Act,
    /// What its steps are to the ground.
    pub class: MoveClass,
    /// Movement points.
    pub budget: u8,
    /// Changes of facing; [`ANY_TURNS`] for any number.
    pub turns: u8,
    /// It may melee, and so enter zones of control (HX-ZOC-05).
    pub fights: bool,
    /// It may pass through friends of any kind (HX-MOV-06).
    pub passes: bool,
}

impl Battle<'_> {
    /// Movement allowance of a unit as it stands (HX-MOV-01): nothing for guns that are not limbered.
    #[must_use]
    pub fn allowance(&self, unit: UnitId) -> u8 {
        let force = self.own_force(unit);
        if force.crews.contains(unit) {
            self.setup.codex.pieces.crew
        } else if self.is_battery(unit) && !force.limbered.contains(unit) {
            0
        } else {
            self.profile(unit).allowance(&self.setup.rules)
        }
    }

    /// How a unit moves as it stands.
    #[must_use]
    pub fn class(&self, unit: UnitId) -> MoveClass {
        if self.own_force(unit).crews.contains(unit) { MoveClass::Foot } else { self.kind(unit).class }
    }

    /// Whether a unit can melee as it stands (HX-MEL-01).
    #[must_use]
    pub fn fights(&self, unit: UnitId) -> bool {
        self.profile(unit).melee.is_some() && !self.is_battery(unit)
    }

    /// Whether a unit is cavalry in the saddle.
    #[must_use]
    pub fn is_cavalry(&self, unit: UnitId) -> bool {
        self.profile(unit).service == Service::Horse
    }

    /// Changes of facing in one move (HX-MOV-03, R-32).
    fn turns(&self, unit: UnitId) -> u8 {
        let profile = self.profile(unit);
        let rules = &self.setup.rules;
        let heavy_horse = profile.service == Service::Horse && !profile.light;
        if self.is_spent(unit) && rules.fatigue_facing == FatigueFacing::Locked && profile.turns != ANY_TURNS {
            0
        } else if heavy_horse && rules.movement_cavalry_turns == MovementCavalryTurns::LightOnly {
            profile.turns.min(1)
        } else {
            profile.turns
        }
    }

    /// Whether a unit may have a move now, whatever it is to be.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check_mover(&self, unit: UnitId) -> Result<(), Refusal> {
        let (side, force) = (side_of(unit), self.own_force(unit));
        if self.makes_way(unit) {
            return Ok(());
        }
        if side != self.phasing {
            return Err(Refusal::new("HX-TRN-02", "not its side's movement"));
        }
        if !force.present.contains(unit) || self.unit(unit).hex == NOWHERE {
            return Err(Refusal::new("HX-MOV-01", "the unit is not on the board"));
        }
        if force.routed.contains(unit) {
            return Err(Refusal::new("HX-ROU-07", "a routed unit moves by its rout alone"));
        }
        if force.done.contains(unit) {
            return Err(Refusal::new("R-131", "it has had its move"));
        }
        if self.by_activation() && self.unit(unit).group != self.active_group && !self.floats(unit) {
            return Err(Refusal::new("HX-TRN-04", "its group does not move now"));
        }
        if force.withdrew.contains(unit) && !self.setup.rules.integrity_withdrawn_moves {
            return Err(Refusal::new("R-163", "it withdrew in this half"));
        }
        Ok(())
    }

    /// How a unit goes that does `act` beside it.
    ///
    /// # Errors
    /// The rule that forbids the act.
    pub fn gait(&self, unit: UnitId, act: Act) -> Result<Gait, Refusal> {
        self.check_mover(unit)?;
        let (force, rules, state) = (self.own_force(unit), &self.setup.rules, self.unit(unit));
        let battery = self.is_battery(unit) && !force.crews.contains(unit);
        let limbered = force.limbered.contains(unit);
        let in_contact = self.in_contact(unit);
        if in_contact && act != Act::Withdraw {
            return Err(Refusal::new("HX-MOV-05", "it is in contact"));
        }
        let mut gait = Gait {
            unit,
            act,
            class: self.class(unit),
            budget: self.allowance(unit).saturating_sub(state.steps),
            turns: self.turns(unit),
            fights: self.fights(unit),
            passes: self.profile(unit).passes_friends,
        };
        let spent = |reason| Err(Refusal::new("R-128", reason));
        match act {
            Act::None => {}
            Act::Limber | Act::Push if !battery || limbered => {
                return Err(Refusal::new("HX-MOV-08", "only guns that are unlimbered"));
            }
            Act::Limber | Act::Push if self.is_fixed(unit) => {
                return Err(Refusal::new("HX-MOV-10", "these guns never move once unlimbered"));
            }
            Act::Limber if self.is_spent(unit) => return spent("it must rest before it limbers"),
            Act::Limber => {
                let heavy_fired = self.is_heavy(unit) && force.fired_now.contains(unit);
                let moves = self.profile(unit).allowance(rules).saturating_sub(state.steps);
                gait.budget = if heavy_fired { 0 } else { moves };
            }
            Act::Push if self.is_heavy(unit) => return Err(Refusal::new("HX-MOV-07", "heavy guns are not pushed")),
            Act::Push if self.is_spent(unit) => return spent("it must rest before it is pushed"),
            Act::Push => (gait.class, gait.budget) = (MoveClass::Pushed, u8::MAX),
            Act::Unlimber if !(battery && limbered) => {
                return Err(Refusal::new("HX-MOV-08", "only guns that are limbered"));
            }
            Act::Unlimber if self.is_spent(unit) => return spent("it must rest before it unlimbers"),
            Act::Unlimber => {}
            Act::Mount | Act::Dismount | Act::DismountAfter if force.remounted.contains(unit) => {
                return Err(Refusal::new("HX-MOV-13", "once a turn"));
            }
            Act::Mount => self.mount_gait(&mut gait)?,
            Act::Dismount | Act::DismountAfter => {
                let Some(on_foot) = self.kind(unit).on_foot else {
                    return Err(Refusal::new("HX-MOV-13", "only riders in the saddle dismount"));
                };
                if act == Act::Dismount {
                    let profile = self.setup.codex.profile(on_foot);
                    gait.class = self.setup.codex.kinds[usize::from(on_foot)].class;
                    gait.budget = profile.allowance(rules).saturating_sub(state.steps);
                    (gait.fights, gait.passes) = (profile.melee.is_some(), profile.passes_friends);
                    gait.turns = gait.turns.min(profile.turns);
                }
                gait.budget = self.pay(gait.budget, rules.movement_mount_cost)?;
            }
            Act::Withdraw => self.check_withdrawal(unit)?,
            Act::Man if state.guns == NOWHERE || !force.crews.contains(unit) => {
                return Err(Refusal::new("HX-ART-11", "only a crew without its guns"));
            }
            Act::Man => {}
        }
        let heavy_fired = battery && self.is_heavy(unit) && force.fired_now.contains(unit);
        if heavy_fired && act != Act::Push {
            //
            gait.budget = 0;
        }
        if self.makes_way(unit) {
            // Two full moves (HX-REI-03).
            (gait.budget, gait.turns) = (gait.budget.saturating_mul(2), gait.turns.saturating_mul(2));
        }
        Ok(gait)
    }

    /// Whether it serves heavy guns (HX-MOV-10).
    #[must_use]
    pub fn is_heavy(&self, unit: UnitId) -> bool {
        self.weapon(unit).is_some_and(|weapon| weapon.heavy)
    }

    fn pay(&self, budget: u8, cost: u8) -> Result<u8, Refusal> {
        budget.checked_sub(cost).ok_or(Refusal::new("HX-MOV-13", "the allowance does not pay for it"))
    }

    fn mount_gait(&self, gait: &mut Gait) -> Result<(), Refusal> {
        let (state, rules, codex) = (self.unit(gait.unit), &self.setup.rules, &self.setup.codex);
        if !self.own_force(gait.unit).on_foot.contains(gait.unit) {
            return Err(Refusal::new("HX-MOV-13", "it is not on foot"));
        }
        if state.horses == NOWHERE || self.setup.field.distance(state.hex, state.horses) > 1 {
            return Err(Refusal::new("HX-MOV-13", "its horses are not with it"));
        }
        let rider = &codex.kinds[usize::from(state.kind)];
        if !self.may_stand(state.hex, rider.class) {
            return Err(Refusal::new("HX-TER-05", "nobody mounts there"));
        }
        let profile = &codex.units[usize::from(rider.profile)];
        gait.class = rider.class;
        gait.budget = self.pay(profile.allowance(rules).saturating_sub(state.steps), rules.movement_mount_cost)?;
        (gait.fights, gait.passes) = (profile.melee.is_some(), profile.passes_friends);
        gait.turns = if self.is_spent(gait.unit) { gait.turns } else { gait.turns.min(profile.turns) };
        Ok(())
    }

    /// Whether a unit may leave its melee (HX-MEL-18).
    fn check_withdrawal(&self, unit: UnitId) -> Result<(), Refusal> {
        if !self.setup.rules.melee_withdraw {
            return Err(Refusal::new("HX-MEL-18", "nobody withdraws from melee"));
        }
        if !self.in_melee(unit) {
            return Err(Refusal::new("HX-MEL-18", "it is not in melee"));
        }
        if self.foes(unit).any(|foe| self.flanked_from(unit, self.unit(foe).hex)) {
            return Err(Refusal::new("HX-MEL-06", "it is attacked in flank or rear"));
        }
        Ok(())
    }

    /// Adds TE from any source but melee: beyond the limit it is ignored (HX-MOV-12, HX-MEL-13).
    pub(super) fn tire<C: Observer<events::LogEntry>>(&mut self, unit: UnitId, te: u8, observer: &mut C) {
        let most = self.setup.rules.fatigue_max;
        let state = self.unit_mut(unit);
        let before = state.te;
        state.te = state.te.saturating_add(te).min(most.max(state.te));
        if state.te > before {
            observer.event(|| events::fatigue(self, unit));
        }
    }

    /// Whether a unit could enter a hex next to it: for melee and for what follows it (HX-MEL-01).
    #[must_use]
    pub fn can_enter(&self, unit: UnitId, hex: HexIndex) -> bool {
        let from = self.unit(unit).hex;
        self.setup
            .field
            .direction(from, hex)
            .is_some_and(|direction| self.ground_step(from, direction, self.class(unit)).is_some())
    }

    /// The units of the phasing side that may still have a move.
    #[must_use]
    pub fn movers(&self) -> UnitSet {
        let side = self.phasing;
        let force = self.force(side);
        let waiting = force.steady() & !force.done;
        waiting.members(side).filter(|unit| self.check_mover(*unit).is_ok()).collect()
    }
}
