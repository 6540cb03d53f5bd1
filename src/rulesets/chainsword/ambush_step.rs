//! Ambush: an infantry Team comes on and fires at once, for command points (CW-STR-05, R-114, R-128).

use arrayvec::ArrayVec;

use super::choices::{Choice, Decision, Refusal};
use super::events::{self, LogEntry};
use super::field::sight::Target;
use super::field::{Crowd, REACH, Stand, rounded};
use super::fire_lines::{Fire, FireKind, Mode};
use super::ledger::rule;
use super::rules::Struck;
use super::state::{Battle, Load, MOST_POINTS, NOBODY, TeamId, bit, members, side_of};
use super::turn::Flow;
use crate::dice::Dice;
use crate::game::{Observer, Side};
use crate::tabletop::plane::{Facing, Point};

/// Headings and rings of the places that are offered round a point.
const HEADINGS: u16 = 12;

/// Inches within which no enemy may stand of a Team that leaves (CW-STR-07).
const RELOCATION_GAP: f64 = 6.0;

/// Inches between the rings.
const RING: f64 = 4.0;

const fn refused<T>(rule: &'static str, reason: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, reason))
}

impl Battle<'_> {
    /// Whether a side may lay an ambush with a Team here.
    pub(super) fn check_ambush(&self, team: TeamId, at: Point) -> Result<(), Refusal> {
        let side = side_of(team);
        let (force, rules) = (self.force(side), &self.setup.rules);
        if !self.can_pay(side) {
            return refused("CW-STR-01", "too few command points");
        }
        if !force.waiting.contains(team) || !self.profile(team).is_infantry() || self.is_officer(team) {
            return refused("CW-STR-05", "an infantry Team that waits to deploy lies in ambush");
        }
        if !at.x.is_finite() || !at.y.is_finite() {
            return refused("R-87", "there is no such place");
        }
        let at = rounded(at);
        let near = |point: u8| {
            let own = force.points[usize::from(point)].at;
            own.distance(at) <= rules.ambush_radius + REACH && !self.is_denied(side, point)
        };
        if !(0..force.points.len() as u8).any(near) {
            return refused("CW-STR-05", "no point of its own that is not denied is near enough");
        }
        self.among(team, |crowd| self.check_hide(team, at, crowd, &self.hulls()))
    }

    /// Whether a Team finds room at a place, and no enemy is near it or sees it in the open (CW-STR-05, R-128).
    fn check_hide(&self, team: TeamId, at: Point, crowd: &Crowd<'_>, hulls: &[Stand]) -> Result<(), Refusal> {
        let stand = self.stand_at(team, at, 0);
        let gap = self.setup.rules.ambush_gap - REACH;
        if crowd.foes.iter().any(|foe| foe.gap(&stand) < gap) {
            return refused("CW-STR-05", "an enemy is too near");
        }
        if !self.land().room(&stand, self.mover(team), crowd) {
            return refused("CW-STR-05", "there is no room");
        }
        self.check_house(team, at)?;
        // who sees the spot sees it in cover.
        let target = Target { stand, infantry: true };
        if crowd.foes.iter().any(|foe| self.land().sight(foe, &target, hulls) == Some(0)) {
            return refused("R-128", "an enemy sees it in the open");
        }
        Ok(())
    }

    /// The ambushes that are offered to a side.
    pub(super) fn visit_ambushes(&self, side: Side, visit: &mut impl FnMut(Choice)) {
        self.find_ambush(side, &mut |choice| {
            visit(choice);
            false
        });
    }

    /// Whether a side is offered any ambush.
    pub(super) fn may_ambush(&self, side: Side) -> bool {
        self.find_ambush(side, &mut |_| true)
    }

    /// Shows the ambushes that are offered to a side until one pleases; whether one did.
    fn find_ambush(&self, side: Side, pleases: &mut impl FnMut(Choice) -> bool) -> bool {
        let force = self.force(side);
        let able = |team: &TeamId| self.profile(*team).is_infantry() && !self.is_officer(*team);
        if !self.can_pay(side) || !members(side, force.waiting).any(|team| able(&team)) {
            return false;
        }
        let radius = self.setup.rules.ambush_radius;
        let rings = (radius / RING).floor() as u16;
        let open = |point: &u8| !self.is_denied(side, *point);
        let points: ArrayVec<Point, MOST_POINTS> =
            (0..force.points.len() as u8).filter(open).map(|point| force.points[usize::from(point)].at).collect();
        let places = force.points.iter().flat_map(|own| {
            (0..=rings)
                .flat_map(move |ring| (0..if ring == 0 { 1 } else { HEADINGS }).map(move |step| (ring, step)))
                .map(move |(ring, step)| {
                    let way = Facing::from_degrees(f64::from(360 / HEADINGS * step)).ahead();
                    rounded(own.at + way * (RING * f64::from(ring)))
                })
        });
        // Nobody who waits is on the table: all have the same Teams about them.
        let hulls = self.hulls();
        self.among_all(side, NOBODY, |crowd| {
            members(side, force.waiting).filter(able).any(|team| {
                let mut near = places.clone().filter(|at| points.iter().any(|own| own.distance(*at) <= radius + REACH));
                near.any(|at| self.check_hide(team, at, crowd, &hulls).is_ok() && pleases(Choice::Ambush { team, at }))
            })
        })
    }

    /// A Team comes on from ambush: it has activated, and fires.
    pub(super) fn lay_ambush<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        team: TeamId,
        at: Point,
        dice: &mut D,
        observer: &mut C,
    ) {
        let at = rounded(at);
        self.pay(side_of(team), "ambush", observer);
        observer.rule_fired(rule::STR_05);
        self.come_on(team, at, 0);
        self.own_force_mut(team).activated |= bit(team);
        observer.event(|| events::deployed(self, team));
        if self.land().is_mined(at) {
            self.spring_mines(team, dice, observer);
        }
        self.ambusher = team;
        self.to_judge = true;
    }

    /// Whether a Team with precision weapons may leave the table, to deploy again (CW-STR-07, R-41).
    pub(super) fn check_relocation(&self, team: TeamId) -> Result<(), Refusal> {
        let side = side_of(team);
        if self.setup.rules.struck_stratagems == Struck::Off {
            return refused("CW-STR-07", "the text has struck this stratagem out");
        }
        if side != self.active || !self.can_pay(side) {
            return refused("CW-STR-01", "too few command points, or not in its own Phase");
        }
        let weapons = &self.setup.codex.weapons;
        let precise = |load: &Load| load.count > 0 && weapons[usize::from(load.weapon)].precision;
        if !self.stands(team) || !self.team(team).loads.iter().any(precise) {
            return refused("CW-STR-07", "a Team with precision weapons leaves the table");
        }
        if self.is_locked(team) || self.is_fleeing(team) {
            return refused("CW-STR-07", "it is in melee or in flight");
        }
        let stand = self.stand(team);
        let near = |foe: &Stand| foe.is_within(RELOCATION_GAP, &stand);
        if self.stands_of(side.other(), NOBODY).iter().any(near) {
            return refused("CW-STR-07", "an enemy is within 6 inches");
        }
        Ok(())
    }

    /// A Team leaves the table and waits to deploy again; its officer stays.
    pub(super) fn relocate<C: Observer<LogEntry>>(&mut self, team: TeamId, observer: &mut C) {
        self.pay(side_of(team), "relocate-sniper", observer);
        observer.rule_fired(rule::STR_07);
        self.take_off(team);
        self.own_force_mut(team).waiting |= bit(team);
        observer.event(|| events::relocated(self, team));
        self.to_judge = true;
    }

    /// The volleys of the Team that lies in ambush.
    pub(super) fn visit_ambush_fire(&self, visit: &mut impl FnMut(Choice)) {
        visit(Choice::Pass);
        let team = self.ambusher;
        if team == NOBODY || !self.stands(team) {
            return;
        }
        let enemy = side_of(team).other();
        for target in members(enemy, self.standing_teams(enemy)) {
            self.visit_volleys(team, target, FireKind::Ambush, Mode::Stand, &mut |fire| {
                visit(Choice::Fire { fire, covering: false });
            });
        }
    }

    /// The Team in ambush fires, if it has a target.
    pub(super) fn run_ambush(&mut self) -> Flow {
        let mut options = 0;
        self.visit_ambush_fire(&mut |_| options += 1);
        if options > 1 {
            let side = side_of(self.ambusher);
            return self.ask(Decision::AmbushFire, side);
        }
        self.end_ambush();
        Flow::Go
    }

    /// Whether the Team in ambush may fire so.
    pub(super) fn check_ambush_fire(&self, fire: &Fire) -> Result<(), Refusal> {
        if usize::from(fire.target) >= self.teams.len() {
            return refused("CW-TRN-08", "there is no such Team");
        }
        let sighting = self.sighting(self.ambusher, fire.target);
        self.check_volley(self.ambusher, fire, FireKind::Ambush, Mode::Stand, &sighting)
    }

    /// The Team in ambush fires.
    pub(super) fn fire_from_ambush<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        fire: &Fire,
        dice: &mut D,
        observer: &mut C,
    ) {
        let team = self.ambusher;
        let sighting = self.sighting(team, fire.target);
        self.fire_volley(team, fire, FireKind::Ambush, Mode::Stand, &sighting, dice, observer);
        self.end_ambush();
    }

    /// The ambush is over; in the own Phase Overwatch may answer it.
    pub(super) fn end_ambush(&mut self) {
        let team = std::mem::replace(&mut self.ambusher, NOBODY);
        if team != NOBODY && side_of(team) == self.active {
            self.between_due = true;
            self.open_watch(team, self.force(self.active.other()).overwatch);
        }
    }
}

#[cfg(test)]
mod tests;
