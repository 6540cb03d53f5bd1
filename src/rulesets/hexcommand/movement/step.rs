//! One step of a move: THE implementation that search, check and carrying out share.

use super::super::choices::{Act, Refusal};
use super::super::field::StepCost;
use super::super::kinds::ANY_TURNS;
use super::super::rules::{ArtilleryPushDirection, TerrainRoadColumn};
use super::super::state::{Battle, UnitId, side_of};
use super::super::terrain::MoveClass;
use super::Gait;
use crate::tabletop::hex::{HexIndex, NOWHERE, flat::Direction};

/// A unit on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stride {
    /// Where it is.
    pub hex: HexIndex,
    /// Movement points used.
    pub cost: u8,
    /// Its TE.
    pub te: u8,
    /// Steps of this move so far, those of its entry into the board included.
    pub steps: u8,
    /// It may not go on.
    pub stopped: Stop,
    /// It is in column on a road (HX-TER-09).
    pub column: bool,
    /// It stands in the hex of a friend that it passes, and may not stay.
    pub passing: bool,
    /// It has left the road inside forest, and is on foot.
    pub dismounted: bool,
}

/// What keeps a unit from going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Nothing.
    None,
    /// A zone of control (HX-ZOC-03).
    Zone,
    /// A forest (HX-TER-04).
    Forest,
    /// It has been dismounted.
    Dismounted,
    /// A friend whose hex it shares.
    Friend,
}

impl Battle<'_> {
    /// Where a move begins.
    #[must_use]
    pub(in super::super) fn standing_start(&self, gait: &Gait) -> Stride {
        let state = self.unit(gait.unit);
        let te = state.te + u8::from(matches!(gait.act, Act::Limber | Act::Withdraw));
        Stride {
            hex: state.hex,
            cost: 0,
            te: te.min(self.setup.rules.fatigue_max.max(state.te)),
            steps: state.steps,
            stopped: Stop::None,
            column: self.own_force(gait.unit).column.contains(gait.unit),
            passing: false,
            dismounted: false,
        }
    }

    /// A step to the neighbour in a direction over the ground as it is now, works that were built included.
    #[inline]
    #[must_use]
    pub fn ground_step(&self, from: HexIndex, way: Direction, class: MoveClass) -> Option<StepCost> {
        let setup = self.setup;
        if self.has_built_works() {
            setup.field.step_among(&setup.codex, &setup.rules, &self.works[..setup.field.hexes()], (from, way, class))
        } else {
            setup.field.step(from, way, class)
        }
    }

    /// Whether anybody has built works, so that steps are not those of the map any more.
    #[inline]
    #[must_use]
    pub fn has_built_works(&self) -> bool {
        self.sites.iter().any(|site| site.built.is_some())
    }

    /// Whether a unit that faces `facing` may step this way (HX-MOV-02, HX-MOV-04).
    pub(super) fn check_direction(&self, gait: &Gait, facing: Direction, way: Direction) -> Result<(), Refusal> {
        let any = gait.turns == ANY_TURNS && gait.act != Act::Withdraw
            || gait.act == Act::Push && self.setup.rules.artillery_push_direction == ArtilleryPushDirection::Any;
        let ahead = facing == way;
        let aside = facing.turned(1) == way || facing.turned(-1) == way;
        if any || ahead || (aside && self.setup.rules.movement_oblique) {
            Ok(())
        } else if aside {
            Err(Refusal::new("HX-MOV-02", "only straight ahead"))
        } else {
            Err(Refusal::new("HX-MOV-04", "only into a front hex"))
        }
    }

    /// A unit after one more step. Whether an enemy marker stands in the hex does not matter here: nobody knows what it is.
    ///
    /// # Errors
    /// The rule that forbids the step.
    pub(in super::super) fn stride(&self, gait: &Gait, from: Stride, way: Direction) -> Result<Stride, Refusal> {
        self.stride_among(gait, from, way, |hex| self.in_enemy_zone(side_of(gait.unit), hex))
    }

    /// The same where it is known which hexes lie in enemy zones.
    ///
    /// # Errors
    /// The rule that forbids the step.
    #[inline]
    pub(super) fn stride_among(
        &self,
        gait: &Gait,
        from: Stride,
        way: Direction,
        in_zone: impl Fn(HexIndex) -> bool,
    ) -> Result<Stride, Refusal> {
        let rules = &self.setup.rules;
        let refusal = match from.stopped {
            Stop::None => None,
            Stop::Zone => Some(Refusal::new("HX-ZOC-03", "an enemy zone ends its move there")),
            Stop::Forest => Some(Refusal::new("HX-TER-04", "the forest ends its move")),
            Stop::Dismounted => Some(Refusal::new("R-192", "it has left the road and is on foot")),
            Stop::Friend => Some(Refusal::new("HX-MOV-06", "it does not pass through a friend")),
        };
        if let Some(refusal) = refusal {
            return Err(refusal);
        }
        let limit = from.te >= rules.fatigue_max;
        if limit && from.steps >= rules.fatigue_movement && gait.act != Act::Withdraw {
            return Err(Refusal::new("HX-MOV-12", "its TE ends its move"));
        }
        let to = self.setup.field.neighbour(from.hex, way);
        if to == NOWHERE {
            return Err(Refusal::new("HX-MOV-11", "the board ends there"));
        }
        let Some(ground) = self.ground_step(from.hex, way, gait.class) else {
            return Err(Self::refuse_ground(gait.class));
        };
        let cost = from.cost.saturating_add(ground.cost);
        if cost > gait.budget {
            return Err(Refusal::new("HX-MOV-01", "the allowance does not pay for that hex"));
        }
        if self.makes_way(gait.unit) {
            self.check_way_out(gait.unit, from.hex, to)?;
        }
        let side = side_of(gait.unit);
        let mut next = Stride {
            hex: to,
            cost,
            te: from.te,
            steps: from.steps + 1,
            stopped: Stop::None,
            column: self.column_after(&from, to, &ground),
            passing: false,
            dismounted: ground.dismounts,
        };
        let mut tires = gait.act == Act::Push || self.tires(gait, &from, to, &ground);
        if let Some(there) = self.at(to).filter(|there| *there != gait.unit) {
            if side_of(there) != side {
                if !self.own_force(there).hidden.contains(there) {
                    return Err(Refusal::new("HX-MOV-06", "an enemy stands there"));
                }
            } else if self.may_pass(gait, &from, there) {
                (next.passing, tires) = (!self.has_room(gait.unit, to), true);
            } else if self.has_room(gait.unit, to) {
                next.stopped = Stop::Friend;
            } else {
                return Err(Refusal::new("HX-MOV-06", "a friend stands there"));
            }
        }
        if in_zone(to) {
            if !gait.fights && gait.act != Act::Withdraw {
                return Err(Refusal::new("HX-ZOC-05", "it cannot melee and keeps out of enemy zones"));
            }
            if next.passing {
                return Err(Refusal::new("R-131", "an enemy zone would stop it in the hex of a friend"));
            }
            next.stopped = Stop::Zone;
        } else if ground.dismounts {
            next.stopped = Stop::Dismounted;
        } else if ground.stops {
            if next.passing {
                return Err(Refusal::new("R-131", "the forest would stop it in the hex of a friend"));
            }
            next.stopped = Stop::Forest;
        }
        if tires {
            next.te = (next.te + 1).min(rules.fatigue_max.max(next.te));
        }
        Ok(next)
    }

    /// Whether the ground tires a unit in this step: an obstacle, unless it is the first step of the move (HX-TER-02, R-127).
    fn tires(&self, gait: &Gait, from: &Stride, to: HexIndex, ground: &StepCost) -> bool {
        let works = self.works[usize::from(to)];
        let spared = || self.spared_by_sphere(gait.unit, to) && !self.setup.field.is_double_cover(to, works);
        ground.obstacle && from.steps > 0 && gait.act != Act::Withdraw && !spared()
    }

    /// Whether a unit is in column after a step along a road (HX-TER-09, R-69).
    fn column_after(&self, from: &Stride, to: HexIndex, ground: &StepCost) -> bool {
        match self.setup.rules.terrain_road_column {
            TerrainRoadColumn::Off => false,
            TerrainRoadColumn::AllRoads => ground.by_road,
            TerrainRoadColumn::TerrainOnly => {
                let avoided = ground.spared && from.steps > 0;
                ground.by_road && self.setup.field.road_cancels(to) && (from.column || avoided)
            }
        }
    }

    /// Whether a unit may pass through a friend: its own kind may, or the friend is artillery; neither it nor the friend in a
    /// state that forbids it (HX-MOV-06, HX-SKM-05, R-128, R-189).
    fn may_pass(&self, gait: &Gait, from: &Stride, friend: UnitId) -> bool {
        let guns = self.is_battery(friend) && !self.own_force(friend).crews.contains(friend);
        (gait.passes || guns) && from.te < self.setup.rules.fatigue_max && !self.in_contact(friend)
    }

    fn refuse_ground(class: MoveClass) -> Refusal {
        match class {
            MoveClass::Horse | MoveClass::Mounted => Refusal::new("HX-TER-05", "riders do not go there"),
            MoveClass::Limbered | MoveClass::Mountain => Refusal::new("HX-MOV-09", "guns do not go there"),
            MoveClass::Pushed => Refusal::new("HX-MOV-07", "guns are not pushed there"),
            _ => Refusal::new("HX-TER-13", "that terrain may not be entered"),
        }
    }
}
