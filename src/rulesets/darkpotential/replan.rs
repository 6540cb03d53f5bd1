//! The way on of a movement that was interrupted, or back to where the mover may stay.

use super::choices::{Choice, Decision, Refusal, Way};
use super::events::{self, LogEntry};
use super::movement::{MoveStage, Movement};
use super::rules::ReplanAfterShot;
use super::state::{Battle, Figure, FigureId, NOBODY, side_of};
use super::turn::Flow;
use crate::game::Observer;
use crate::tabletop::plane::{Spot, Vector};

/// Inches from one place to the next where a mover looks back for room.
const BACK: f64 = 0.05;

/// How often the last of these inches is halved then.
const HALVINGS: u32 = 10;

impl Battle<'_> {
    /// The way on after an interruption; who runs for cover leads on as it began, if it can.
    pub(super) fn offer_replan<C: Observer<LogEntry>>(&mut self, observer: &mut C) -> Flow {
        let Movement { figure, runs, .. } = *self.movement_mut();
        if !runs {
            return self.ask(Decision::Replan, side_of(figure));
        }
        let declared = self.declared_end();
        self.replan(Some(Way::straight(declared)), observer);
        Flow::Go
    }

    /// Where the present plan ends.
    #[must_use]
    fn declared_end(&self) -> Spot {
        self.movement().map_or(Spot::from(crate::tabletop::plane::Point::new(0.0, 0.0)), |movement| {
            movement.points.last().map_or(movement.from, |point| point.at)
        })
    }

    /// Whether a figure may lead its movement on by this way, after it was interrupted.
    pub(super) fn check_replan(&self, figure: FigureId, way: &Way) -> Result<(), Refusal> {
        let Some(movement) = self.movement().filter(|movement| movement.figure == figure) else {
            return Err(Refusal::new("R-80", "its movement was not interrupted"));
        };
        if self.setup.rules.replan_after_shot == ReplanAfterShot::AsDeclared {
            if *way != Way::straight(self.declared_end()) {
                return Err(Refusal::new("R-80", "it may only lead on the way it declared"));
            }
            return self.check_room(figure, way.to);
        }
        self.path(figure, way, movement.left()).map(drop)
    }

    /// A movement that was interrupted goes on, or ends where it is.
    pub(super) fn replan<C: Observer<LogEntry>>(&mut self, way: Option<Way>, observer: &mut C) {
        // where it may not stay it goes back to the last place where it may.
        let safe = self.last_room();
        let as_declared = self.setup.rules.replan_after_shot == ReplanAfterShot::AsDeclared;
        let movement = self.movement_mut();
        movement.safe = safe;
        let (figure, left) = (movement.figure, movement.left());
        if as_declared && way.is_some() && !movement.runs {
            self.lead_on(observer);
            return;
        }
        if let Some(path) = way.and_then(|way| self.path(figure, &way, left).ok()) {
            self.take_path(path, observer);
            return;
        }
        let at = safe;
        self.figure_mut(figure).at = at;
        let movement = self.movement_mut();
        movement.spent = movement.cost(movement.at_point);
        movement.points.clear();
        (movement.from, movement.at_point, movement.open, movement.safe) = (at, 0, 0, at);
        movement.stage = MoveStage::Points;
    }

    /// The movement leads on along the rest of the path that was declared.
    fn lead_on<C: Observer<LogEntry>>(&mut self, observer: &mut C) {
        let movement = self.movement_mut();
        let (at, from) = (movement.at_point, movement.place(movement.at_point));
        let used = movement.cost(at) - movement.spent;
        movement.points.drain(..usize::from(at));
        for point in &mut movement.points {
            point.cost -= used;
        }
        (movement.spent, movement.from, movement.at_point) = (movement.spent + used, from, 0);
        (movement.attacked, movement.open, movement.stage) = (false, 0, MoveStage::Points);
        observer.event(|| events::path(self));
    }

    /// The last place of the path so far where the mover may stay: where it is, or back along it.
    fn last_room(&self) -> Spot {
        let Some(movement) = self.movement() else { return Figure::NONE.at };
        let is_free = |at: Spot| self.check_room(movement.figure, at).is_ok();
        let mut blocked = movement.place(movement.at_point);
        if is_free(blocked) {
            return blocked;
        }
        for point in (0..movement.at_point).rev() {
            let (ahead, before) = (blocked, movement.place(point));
            // From level to level there is nothing between.
            let back = if before.level == ahead.level { before.point - ahead.point } else { Vector::ZERO };
            let steps = (back.length() / BACK).ceil() as u32;
            for step in 1..steps {
                let at = Spot { point: ahead.point + back * (f64::from(step) / f64::from(steps)), ..ahead };
                if is_free(at) {
                    return self.last_between(at, blocked);
                }
                blocked = at;
            }
            if is_free(before) {
                return if before.level == blocked.level { self.last_between(before, blocked) } else { before };
            }
            blocked = before;
        }
        movement.safe
    }

    /// The last place between a free one and one that is not.
    fn last_between(&self, mut free: Spot, mut blocked: Spot) -> Spot {
        let figure = self.movement().map_or(NOBODY, |movement| movement.figure);
        for _ in 0..HALVINGS {
            let at = Spot { point: free.point + (blocked.point - free.point) * 0.5, ..free };
            if self.check_room(figure, at).is_ok() {
                free = at;
            } else {
                blocked = at;
            }
        }
        free
    }

    /// Shows ways on for the movement that was interrupted.
    pub(super) fn visit_replans(&self, visit: &mut impl FnMut(Choice)) {
        let Some(movement) = self.movement() else { return };
        let figure = movement.figure;
        visit(Choice::Stay(figure));
        let mut show = |way: Way| {
            if self.check_replan(figure, &way).is_ok() {
                visit(Choice::Move { figure, way });
            }
        };
        show(Way::straight(self.declared_end()));
        self.visit_ways(figure, movement.left(), &mut show);
    }
}
