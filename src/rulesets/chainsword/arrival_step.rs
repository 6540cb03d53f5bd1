//! Arrivals from reserve: Deep Strike with scatter and mishaps, flank marches by an edge (CW-DEP-09 to CW-DEP-13, CW-BAS-27, R-124).

use arrayvec::ArrayVec;

use super::activation::Activation;
use super::choices::{Choice, Decision, Refusal};
use super::combat::reserves::{Edge, drift, outflank_edge};
use super::events::{self, LogEntry};
use super::field::room::drifted;
use super::field::rounded;
use super::field::ways::Way;
use super::fire_lines::Mode;
use super::geometry::with_ways;
use super::ledger::rule;
use super::profiles::Trait;
use super::roll_step::RollKind;
use super::scenarios::TableEdge;
use super::spend_step::Troop;
use super::state::{Battle, NOBODY, TeamId, TeamSet, bit, members, side_of};
use super::turn::Flow;
use crate::dice::Dice;
use crate::game::{Observer, Side};
use crate::tabletop::plane::{Facing, Point};

/// Inches between the places that are offered to who is dropped.
const GRID: f64 = 6.0;

/// Inches between the places along an edge that are offered to a flank march, and its parts of a move from it.
const ALONG: f64 = 4.0;
const DEPTHS: [f64; 3] = [1.0 / 3.0, 2.0 / 3.0, 1.0];

/// Inches between the spots of an edge from which a way onto the table is looked for.
const STEP: f64 = 1.0;

/// The die of a mishap on which a Team is lost, and the greatest one on which its enemy sets it down (CW-BAS-27).
const LOST: u8 = 1;
const PLACED: u8 = 3;

const fn refused<T>(rule: &'static str, reason: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, reason))
}

impl Battle<'_> {
    /// Teams of a side in reserve that come by a die of their own: all but flyers.
    #[must_use]
    pub fn reserves(&self, side: Side) -> TeamSet {
        members(side, self.force(side).reserve).filter(|team| !self.is_flyer(*team)).collect()
    }

    /// Whether a Team may try to arrive from reserve (CW-DEP-09).
    ///
    /// # Errors
    /// When it is in none, or flies.
    pub fn may_arrive(&self, team: TeamId) -> Result<(), Refusal> {
        if self.reserves(side_of(team)).contains(team) {
            Ok(())
        } else {
            refused("CW-DEP-09", "it is not in reserve for Deep Strike or a flank march")
        }
    }

    /// The die of an arrival stands: below its need all stay in reserve; a flank march is told its edge (CW-DEP-09, CW-DEP-11).
    pub(super) fn take_arrival_roll<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        die: u8,
        dice: &mut D,
        observer: &mut C,
    ) {
        let Some(mut troop) = self.troop else { return };
        let reserves = self.reserves(troop.side);
        observer.rule_fired(rule::DEP_09);
        if die < self.setup.rules.reserve_roll {
            troop.left &= !reserves;
            self.troop = Some(troop);
            return;
        }
        troop.arrives = true;
        if members(troop.side, troop.left & reserves).any(|team| self.profile(team).is(Trait::Outflank)) {
            let own = self.own_edges(troop.side)[0];
            troop.edges = match outflank_edge(dice) {
                Edge::Left => [Some(own.left()), None],
                Edge::Right => [Some(own.right()), None],
                Edge::Choice => [Some(own.left()), Some(own.right())],
            };
            observer.event(|| events::flank(troop.side, troop.edges, dice.thrown()));
            observer.rule_fired(rule::DEP_11);
        }
        self.troop = Some(troop);
    }

    /// Teams of the troop that arrive now.
    fn arriving(&self) -> TeamSet {
        match self.troop {
            Some(troop) if troop.arrives => troop.left & self.reserves(troop.side),
            _ => TeamSet::EMPTY,
        }
    }

    /// Whether a Team can stand here that is dropped, or set down.
    fn check_landing(&self, team: TeamId, at: Point) -> Result<(), Refusal> {
        self.check_landing_so(team, at, 0)
    }

    /// The same with this heading of a vehicle.
    fn check_landing_so(&self, team: TeamId, at: Point, heading: u16) -> Result<(), Refusal> {
        let stand = self.stand_at(team, at, heading);
        let room = self.among(team, |crowd| self.land().room(&stand, self.mover(team), crowd));
        if !room {
            return refused("CW-BAS-27", "there is no room for it: terrain, the edge, or others are in the way");
        }
        self.check_house(team, at)
    }

    /// The way of a flank march onto the table.
    fn march(&self, team: TeamId, to: Point) -> Result<(Point, Way), Refusal> {
        let Some(troop) = self.troop else { return refused("CW-DEP-11", "nobody arrives") };
        let edges: ArrayVec<TableEdge, 2> = troop.edges.into_iter().flatten().collect();
        self.way_from_edge(team, to, 0, &edges)
    }

    /// Inches from an edge at which the centre of a Team stands that has just come over it.
    pub(super) fn depth(&self, team: TeamId) -> f64 {
        let profile = self.profile(team);
        if profile.is_vehicle() { profile.hull_size()[0] / 2.0 } else { 0.0 }
    }

    /// The way onto the table from one of these edges: from the free spot of it that is nearest to its end, no longer than a Standard
    /// move (CW-DEP-13, CW-FLY-13, R-124).
    pub(super) fn way_from_edge(
        &self,
        team: TeamId,
        to: Point,
        heading: u16,
        edges: &[TableEdge],
    ) -> Result<(Point, Way), Refusal> {
        self.check_landing_so(team, to, heading)?;
        let (mover, land, depth) = (self.mover(team), self.land(), self.depth(team));
        let budget = self.reach(team, Mode::Standard) - self.drag(team);
        let spots = (budget / STEP).max(0.0) as i32;
        for edge in edges {
            let line = edge.line(land.table());
            let (foot, along) = (line.nearest(to), line.span().unit());
            let inward = Facing::from_degrees(90.0 - f64::from(edge.inward())).ahead() * depth;
            let Some(along) = along.filter(|_| foot.distance(to) <= depth + budget + super::geometry::ALLOWANCE) else {
                continue;
            };
            for step in (0..=spots).flat_map(|step| [step, -step]) {
                let start = rounded(foot + inward + along * (f64::from(step) * STEP));
                let stand = self.stand_at(team, start, edge.inward());
                let way = self.among(team, |crowd| {
                    let free = land.room(&stand, mover, crowd);
                    free.then(|| with_ways(|ways| ways.way(&land, &stand, mover, to, budget, crowd))).flatten()
                });
                if let Some(way) = way {
                    return Ok((start, way));
                }
            }
        }
        refused("CW-DEP-11", "it does not get so far from a free spot of its edge")
    }

    /// Whether a Team that arrives may name this place: where it is to be dropped, or the end of its way from the edge.
    pub(super) fn check_arrival(&self, team: TeamId, at: Point) -> Result<(), Refusal> {
        if !self.arriving().contains(team) {
            return refused("CW-DEP-09", "it is none of the Teams that arrive by this die");
        }
        if !at.x.is_finite() || !at.y.is_finite() {
            return refused("R-87", "there is no such place");
        }
        if self.profile(team).is(Trait::Outflank) {
            return self.march(team, rounded(at)).map(drop);
        }
        if self.setup.field.table().contains(rounded(at)) {
            Ok(())
        } else {
            refused("CW-DEP-10", "it is dropped somewhere on the table")
        }
    }

    /// The places of a grid where a Team can be set down.
    fn visit_grid(&self, team: TeamId, visit: &mut impl FnMut(Choice)) {
        let table = self.setup.field.table();
        let [columns, rows] = [table.max.x - table.min.x, table.max.y - table.min.y].map(|side| (side / GRID) as u32);
        for (column, row) in (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row))) {
            let step = |at: u32| (f64::from(at) + 0.5) * GRID;
            let at = Point::new(table.min.x + step(column), table.min.y + step(row));
            if self.check_landing(team, at).is_ok() {
                visit(Choice::Arrive { team, at });
            }
        }
    }

    /// Where Teams of the troop may arrive; or they stay in reserve.
    pub(super) fn visit_arrivals(&self, visit: &mut impl FnMut(Choice)) {
        visit(Choice::Pass);
        let Some(troop) = self.troop else { return };
        for team in members(troop.side, self.arriving()) {
            if !self.profile(team).is(Trait::Outflank) {
                self.visit_grid(team, visit);
                continue;
            }
            let most = self.reach(team, Mode::Standard) - self.drag(team);
            for edge in troop.edges.into_iter().flatten() {
                let line = edge.line(self.setup.field.table());
                let inward = edge.opposite().line(self.setup.field.table()).nearest(line.start) - line.start;
                let (Some(along), Some(inward)) = (line.span().unit(), inward.unit()) else { continue };
                let spots = (line.length() / ALONG) as u32;
                for (spot, depth) in (0..spots).flat_map(|spot| DEPTHS.map(|depth| (spot, depth))) {
                    let foot = line.start + along * ((f64::from(spot) + 0.5) * ALONG);
                    let at = rounded(foot + inward * (most * depth));
                    if self.check_arrival(team, at).is_ok() {
                        visit(Choice::Arrive { team, at });
                    }
                }
            }
        }
    }

    /// Teams of the troop that arrive do so before others act; those that find no place stay in reserve.
    pub(super) fn run_arrivals(&mut self) -> Option<Flow> {
        if self.arriving().is_empty() {
            return None;
        }
        let mut places = 0;
        self.visit_arrivals(&mut |_| places += 1);
        if places > 1 {
            let side = self.troop.map_or(self.active, |troop| troop.side);
            return Some(self.ask(Decision::Arrive, side));
        }
        self.stay_in_reserve();
        None
    }

    /// Those of the troop that have not arrived stay in reserve.
    pub(super) fn stay_in_reserve(&mut self) {
        if let Some(troop) = self.troop {
            self.troop = Some(Troop { left: troop.left & !self.reserves(troop.side), ..troop });
        }
    }

    /// A Team arrives: it is dropped and scatters, or walks on from its edge (CW-DEP-10, CW-DEP-11).
    pub(super) fn come_from_reserve<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        team: TeamId,
        at: Point,
        dice: &mut D,
        observer: &mut C,
    ) {
        let at = rounded(at);
        if self.dropped == team {
            self.dropped = NOBODY;
            self.land_at(team, at, dice, observer);
            return;
        }
        let march = self.profile(team).is(Trait::Outflank).then(|| self.march(team, at)).and_then(Result::ok);
        if let Some(troop) = &mut self.troop {
            troop.left &= !bit(team);
            troop.activates = Some(false);
        }
        if let Some((start, way)) = march {
            self.appear(team, start, Mode::Standard, observer);
            self.set_off(team, Mode::Standard, &way, 0, dice, observer);
            if let Some(movement) = &mut self.movement {
                movement.arrives = true;
            }
            return;
        }
        let inches = drift(dice);
        let end = if inches > 0 { drifted(at, f64::from(dice.pick(360)), inches.into()) } else { at };
        observer.event(|| events::dropped(self, team, at, end, dice.thrown()));
        observer.rule_fired(rule::DEP_10);
        if self.check_landing(team, end).is_ok() {
            self.land_at(team, end, dice, observer);
        } else {
            observer.rule_fired(rule::BAS_27);
            self.throw(RollKind::Mishap(team), side_of(team), 1, dice, observer);
        }
    }

    /// A Team stands on the table from now on, in the activation of its arrival: that counts as a Standard move, of a vehicle at
    /// combat speed (CW-DEP-13, R-175).
    pub(super) fn appear<C: Observer<LogEntry>>(&mut self, team: TeamId, at: Point, mode: Mode, observer: &mut C) {
        self.come_on(team, at, 0);
        self.team_mut(team).mode = mode;
        let force = self.own_force_mut(team);
        force.from_reserve |= bit(team);
        force.activated |= bit(team);
        force.moved |= bit(team);
        self.activation = Some(Activation { team, mode: Some(mode), fired: false, moved: true });
        self.between_due = true;
        self.to_judge = true;
        observer.event(|| events::arrived(self, team));
    }

    /// A Team lands: interceptors and Overwatch may fire at it, then it may shoot (CW-DEP-12, CW-DEP-13).
    fn land_at<D: Dice, C: Observer<LogEntry>>(&mut self, team: TeamId, at: Point, dice: &mut D, observer: &mut C) {
        self.appear(team, at, Mode::Standard, observer);
        if self.land().is_mined(at) {
            self.spring_mines(team, dice, observer);
        }
        self.joining = team;
        self.open_arrival(team);
    }

    /// The die of a mishap stands: the Team is lost, set down by its enemy, or back in reserve (CW-BAS-27).
    pub(super) fn take_mishap_roll<C: Observer<LogEntry>>(&mut self, team: TeamId, die: u8, observer: &mut C) {
        if die <= LOST {
            self.destroy(team, "mishap", observer);
        } else if die <= PLACED {
            self.dropped = team;
        }
    }

    /// The enemy sets a Team down, if there is a place; else it is back in reserve.
    pub(super) fn run_dropped(&mut self) -> Flow {
        let team = self.dropped;
        let mut places = 0;
        self.visit_grid(team, &mut |_| places += 1);
        if places > 0 {
            return self.ask(Decision::Mishap, side_of(team).other());
        }
        self.dropped = NOBODY;
        Flow::Go
    }

    /// Where the enemy may set the Team down.
    pub(super) fn visit_mishap(&self, visit: &mut impl FnMut(Choice)) {
        self.visit_grid(self.dropped, visit);
    }

    /// Whether the enemy may set a Team down here.
    pub(super) fn check_mishap(&self, team: TeamId, at: Point) -> Result<(), Refusal> {
        if team != self.dropped {
            return refused("CW-BAS-27", "it is another Team that is set down");
        }
        if !at.x.is_finite() || !at.y.is_finite() {
            return refused("R-87", "there is no such place");
        }
        self.check_landing(team, rounded(at))
    }
}

#[cfg(test)]
mod tests;
