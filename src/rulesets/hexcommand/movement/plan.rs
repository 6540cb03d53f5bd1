//! A whole move, checked against every rule before it is made.

use super::super::choices::{Act, March, PathStep, Refusal};
use super::super::kinds::ANY_TURNS;
use super::super::rules::{FatigueFacing, ZocContact};
use super::super::state::{Battle, UnitId, side_of};
use super::Gait;
use super::step::{Stop, Stride};
use crate::tabletop::hex::{HexIndex, NOWHERE, flat::Direction};

/// What is left to a move while it goes on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turns {
    /// Changes of facing made.
    used: u8,
    /// Movement points that they took.
    cost: u8,
}

impl Turns {
    /// None made yet.
    pub(super) const NONE: Turns = Turns { used: 0, cost: 0 };

    /// Movement points that they took.
    pub(super) fn cost(self) -> u8 {
        self.cost
    }
}

impl Battle<'_> {
    /// A change of facing at this point of a move (HX-MOV-03, HX-MOV-12, R-31).
    pub(super) fn change_facing(
        &self,
        gait: &Gait,
        at: &Stride,
        turns: Turns,
        from: Direction,
        to: Direction,
    ) -> Result<Turns, Refusal> {
        let rules = &self.setup.rules;
        if from == to || gait.turns == ANY_TURNS {
            return Ok(turns);
        }
        if turns.used >= gait.turns {
            return Err(Refusal::new("HX-MOV-03", "no change of facing is left"));
        }
        if at.te >= rules.fatigue_max && rules.fatigue_facing == FatigueFacing::Locked {
            return Err(Refusal::new("HX-MOV-12", "at the limit of its TE it does not turn"));
        }
        if !self.may_turn_by_orders(gait.unit) {
            return Err(Refusal::new("R-175", "the brigade may not turn"));
        }
        let cost = turns.cost + rules.movement_facing_cost;
        if rules.movement_facing_cost > 0 && at.cost.saturating_add(cost) > gait.budget.max(1) {
            return Err(Refusal::new("R-31", "the allowance does not pay for the turn"));
        }
        Ok(Turns { used: turns.used + 1, cost })
    }

    /// A step of a move in which turns have cost movement too.
    pub(super) fn stride_after(
        &self,
        gait: &Gait,
        at: Stride,
        turns: Turns,
        way: Direction,
    ) -> Result<Stride, Refusal> {
        self.stride(&Self::gait_after(gait, turns), at, way)
    }

    /// How a unit goes on after turns that have cost movement too.
    pub(super) fn gait_after(gait: &Gait, turns: Turns) -> Gait {
        Gait { budget: gait.budget.saturating_sub(turns.cost), ..*gait }
    }

    /// Checks a move from its beginning to its end, as far as the side that makes it can know; gives its end.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check_march(&self, march: &March) -> Result<(Gait, Stride), Refusal> {
        let gait = self.gait(march.unit, march.act)?;
        let facing = self.unit(march.unit).facing;
        let mut at = self.standing_start(&gait);
        let begun = at.hex;
        if march.act == Act::Withdraw {
            self.check_withdrawing(march)?;
            at = self.stride(&gait, at, first_way(march)?)?;
            self.check_end(&gait, march, &at, Turns::NONE, march.start)?;
            return Ok((gait, at));
        }
        let mut turns = self.change_facing(&gait, &at, Turns::NONE, facing, march.start)?;
        let mut heading = march.start;
        for (number, step) in march.path.steps().enumerate() {
            let PathStep::To(way) = step else {
                return Err(Refusal::new("HX-MOV-11", "nobody leaves the board of his own will"));
            };
            if let Some((at_step, to)) = march.middle
                && usize::from(at_step) == number
            {
                if number == 0 || at.passing || gait.turns < 2 {
                    return Err(Refusal::new("HX-MOV-03", "a turn on the way comes between two steps"));
                }
                turns = self.change_facing(&gait, &at, turns, heading, to)?;
                heading = to;
            }
            if gait.act == Act::Push && number > 0 {
                return Err(Refusal::new("HX-MOV-07", "guns are pushed one hex"));
            }
            self.check_direction(&gait, heading, way)?;
            at = self.stride_after(&gait, at, turns, way)?;
        }
        if let Some((at_step, _)) = march.middle
            && usize::from(at_step) >= march.path.len()
        {
            return Err(Refusal::new("HX-MOV-03", "a turn on the way comes between two steps"));
        }
        if gait.act == Act::Push && march.path.is_empty() {
            return Err(Refusal::new("HX-MOV-07", "guns are pushed one hex"));
        }
        if at.passing {
            return Err(Refusal::new("HX-MOV-06", "it may not stay in the hex of a friend"));
        }
        self.check_end(&gait, march, &at, turns, heading)?;
        self.check_bounds(march.unit, begun, at.hex)?;
        Ok((gait, at))
    }

    /// The end of a move: the last change of facing, what it does there, and the enemies that it must face (HX-ZOC-05).
    pub(super) fn check_end(
        &self,
        gait: &Gait,
        march: &March,
        at: &Stride,
        turns: Turns,
        heading: Direction,
    ) -> Result<(), Refusal> {
        let rules = &self.setup.rules;
        self.change_facing(gait, at, turns, heading, march.end)?;
        match march.act {
            Act::Unlimber if at.te >= rules.fatigue_max => {
                return Err(Refusal::new("R-128", "it must rest before it unlimbers"));
            }
            Act::DismountAfter if at.dismounted => {
                return Err(Refusal::new("HX-MOV-13", "it is on foot already"));
            }
            Act::Man if at.hex != self.unit(march.unit).guns => {
                return Err(Refusal::new("HX-ART-11", "its guns are not there"));
            }
            _ => {}
        }
        if march.deploy {
            if !at.column || march.path.is_empty() {
                return Err(Refusal::new("HX-TER-09", "it is not in column on a road"));
            }
            if at.te >= rules.fatigue_max {
                return Err(Refusal::new("R-128", "it must rest before it deploys"));
            }
        }
        let bound =
            at.stopped == Stop::Zone && rules.zoc_contact == ZocContact::Mandatory && march.act != Act::Withdraw;
        if bound && !self.faces_a_zone(gait, at, march.end) {
            let other = Direction::ALL.into_iter().find(|facing| {
                self.faces_a_zone(gait, at, *facing) && self.change_facing(gait, at, turns, heading, *facing).is_ok()
            });
            if other.is_some() {
                return Err(Refusal::new("HX-ZOC-05", "it must face an enemy whose zone it entered"));
            }
        }
        Ok(())
    }

    /// Whether a unit at the end of its move faces an enemy whose zone it entered, and whom it can melee.
    pub(super) fn faces_a_zone(&self, gait: &Gait, at: &Stride, facing: Direction) -> bool {
        self.zones_over(side_of(gait.unit), at.hex).any(|enemy| {
            let way = self.setup.field.direction(at.hex, self.unit(enemy).hex);
            way.is_some_and(|way| {
                [-1, 0, 1].iter().any(|turn| facing.turned(*turn) == way)
                    && self.ground_step(at.hex, way, gait.class).is_some()
            })
        })
    }

    /// What orders, tribes and arrivals say to the end of a move; nothing to a unit that makes way.
    pub(super) fn check_bounds(&self, unit: UnitId, from: HexIndex, to: HexIndex) -> Result<(), Refusal> {
        if self.makes_way(unit) {
            return Ok(());
        }
        if let Err((refusal, may_ask)) = self.check_orders(unit, from, to)
            && !(may_ask && self.setup.rules.cvs_decision_rolls)
        {
            return Err(refusal);
        }
        self.check_tribe(unit, from, to)?;
        self.check_arrival_end(unit, to)
    }

    /// A withdrawal turns about and goes one hex away from everybody in contact (HX-MEL-18).
    fn check_withdrawing(&self, march: &March) -> Result<(), Refusal> {
        let state = self.unit(march.unit);
        let about = state.facing.opposite();
        if march.start != about || march.end != about || march.path.len() != 1 || march.middle.is_some() || march.deploy
        {
            return Err(Refusal::new("HX-MEL-18", "it turns about and goes one hex"));
        }
        let way = first_way(march)?;
        if ![-1, 0, 1].iter().any(|turn| about.turned(*turn) == way) {
            return Err(Refusal::new("HX-MOV-04", "only into a front hex"));
        }
        let to = self.setup.field.neighbour(state.hex, way);
        if to == NOWHERE {
            return Err(Refusal::new("HX-MOV-11", "the board ends there"));
        }
        if self.at(to).is_some() {
            return Err(Refusal::new("HX-MOV-06", "somebody stands there"));
        }
        if self.foes(march.unit).any(|foe| self.setup.field.distance(self.unit(foe).hex, to) <= 1) {
            return Err(Refusal::new("HX-MEL-18", "the contact would not end"));
        }
        Ok(())
    }
}

fn first_way(march: &March) -> Result<Direction, Refusal> {
    match march.path.steps().next() {
        Some(PathStep::To(way)) => Ok(way),
        _ => Err(Refusal::new("HX-MEL-18", "it turns about and goes one hex")),
    }
}
