//! Sorties of flyers: what they come for, the die for arrival, hovering, waiting to intercept, leaving (CW-FLY-01 to 03, 11, 13 to 16, 20,
//!

use arrayvec::ArrayVec;

use super::activation::Activation;
use super::choices::{Choice, Decision, Refusal};
use super::events::{self, LogEntry};
use super::field::lanes::{Lane, way_off};
use super::field::rounded;
use super::fire_lines::{Fire, Mode};
use super::ledger::rule;
use super::profiles::Body;
use super::roll_step::RollKind;
use super::rules::InterceptDie;
use super::state::{Battle, MOST_TEAMS, NOBODY, TeamId, TeamSet, bit, members, side_of};
use super::turn::Flow;
use crate::dice::Dice;
use crate::game::keyed::keyed;
use crate::game::{Observer, Side};
use crate::tabletop::plane::{Facing, Point};

/// Inches between the places along an edge that are offered to who hovers, and its parts of a move from it.
const ALONG: f64 = 4.0;
const DEPTHS: [f64; 3] = [1.0 / 3.0, 2.0 / 3.0, 1.0];

/// The die of a junior leader, and of a senior one.
const JUNIOR: u8 = 3;
const SENIOR: u8 = 4;

keyed! {
    /// What a flyer comes for (CW-FLY-02).
    Aim {
        /// An attack run.
        Zoom = "zoom",
        /// To stay on the table as a fast skimmer.
        Hover = "hover",
        /// To wait for a raider off the table.
        Intercept = "intercept",
    }
}

/// How far a sortie has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortieStep {
    /// What it is for has to be named.
    Aim,
    /// It has arrived, and goes to hover.
    Hover,
    /// It has arrived: its vector has to be named.
    Vector,
    /// An enemy may be waiting for it.
    Interceptor,
    /// The enemy declares his fire at it.
    AntiAir,
    /// It may jink.
    Jink,
    /// It may turn on the interceptor.
    Dogfight,
    /// The interceptor fires.
    Interception,
    /// The fire that was declared is resolved.
    Ground,
    /// It fires at the interceptor.
    Answer,
    /// It fires on its run.
    Strafe,
    /// It is off the table.
    Off,
}

/// Fire at a zooming flyer, as it was declared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shot {
    /// Who.
    pub by: TeamId,
    /// With what.
    pub fire: Fire,
    /// Inches along the vector at which it is fired.
    pub inches: f64,
}

/// A sortie of a flyer in progress.
#[derive(Clone, Debug, PartialEq)]
pub struct Sortie {
    /// Who.
    pub team: TeamId,
    /// The face of the die that it came by.
    pub face: u8,
    /// What for, once that is named; nothing of a hovering flyer that leaves.
    pub aim: Option<Aim>,
    /// How far it has come.
    pub step: SortieStep,
    /// The attack vector, or the way off the table.
    pub lane: Option<Lane>,
    /// The enemy flyer that intercepts it, or nobody.
    pub interceptor: TeamId,
    /// Fire at it that was declared and has not been resolved, in its order.
    pub shots: ArrayVec<Shot, MOST_TEAMS>,
    /// Teams that have declared fire.
    pub declared: TeamSet,
    /// It jinks.
    pub jinks: bool,
    /// It turns on the interceptor instead of going on.
    pub dogfights: bool,
    /// Its weapons that have fired, a bit each.
    pub fired: u8,
    /// Teams of each side that it has given Shock (CW-FLY-12).
    pub shaken_up: [TeamSet; 2],
}

impl Sortie {
    fn new(team: TeamId, face: u8, step: SortieStep) -> Self {
        Self {
            team,
            face,
            aim: None,
            step,
            lane: None,
            interceptor: NOBODY,
            shots: ArrayVec::new(),
            declared: TeamSet::EMPTY,
            jinks: false,
            dogfights: false,
            fired: 0,
            shaken_up: [TeamSet::EMPTY; 2],
        }
    }
}

const fn refused<T>(rule: &'static str, reason: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, reason))
}

impl Battle<'_> {
    /// Whether a flyer is in the air over the table: on a run, leaving, or against a raider.
    #[must_use]
    pub fn is_aloft(&self, team: TeamId) -> bool {
        let flies = |sortie: &Sortie| sortie.team == team || sortie.interceptor == team;
        self.sortie.as_ref().is_some_and(flies) && self.own_force(team).reserve.contains(team)
    }

    /// Whether a flyer hovers on the table.
    #[must_use]
    pub fn is_hovering(&self, team: TeamId) -> bool {
        self.is_flyer(team) && self.stands(team)
    }

    /// Whether a flyer in the air jinks (CW-FLY-08); interceptors never do (CW-FLY-19).
    pub(super) fn jinks(&self, team: TeamId) -> bool {
        self.sortie.as_ref().is_some_and(|sortie| sortie.team == team && sortie.jinks)
    }

    /// Whether a flyer that is off the table may begin a sortie by a die of this face (CW-FLY-01).
    ///
    /// # Errors
    /// Why not.
    pub fn may_sortie(&self, team: TeamId, face: u8) -> Result<(), Refusal> {
        let force = self.own_force(team);
        if !self.is_flyer(team) || !force.reserve.contains(team) {
            return refused("CW-FLY-01", "it is no flyer off the table");
        }
        if force.activated.contains(team) {
            return refused("CW-TRN-10", "it has activated in this Phase");
        }
        if self.is_fleeing(team) {
            return refused("R-154", "it is broken");
        }
        if Aim::ALL.into_iter().any(|aim| self.check_aim_by(team, face, aim).is_ok()) {
            Ok(())
        } else {
            refused("CW-FLY-01", "this die is not for it")
        }
    }

    /// Whether a flyer may come for this by a die of this face (CW-FLY-01, CW-FLY-13, CW-FLY-15).
    fn check_aim_by(&self, team: TeamId, face: u8, aim: Aim) -> Result<(), Refusal> {
        let profile = self.profile(team);
        let own = if profile.is_vehicle() { face == JUNIOR } else { face == 1 || face == 2 };
        let by_senior = aim == Aim::Intercept && self.setup.rules.intercept_die == InterceptDie::Senior;
        if if by_senior { face != SENIOR } else { !own } {
            return refused("CW-FLY-01", "this die is not for that");
        }
        if aim == Aim::Hover && !profile.is(super::profiles::Trait::Hover) {
            return refused("CW-FLY-13", "it cannot hover");
        }
        Ok(())
    }

    /// A flyer off the table activates: it waits no longer, whatever it does (CW-FLY-20).
    pub(super) fn begin_sortie<C: Observer<LogEntry>>(&mut self, team: TeamId, face: u8, observer: &mut C) {
        let force = self.own_force_mut(team);
        force.activated |= bit(team);
        if force.lurking.contains(team) {
            observer.rule_fired(rule::FLY_20);
        }
        force.lurking &= !bit(team);
        observer.event(|| events::activated(self, team));
        self.sortie = Some(Sortie::new(team, face, SortieStep::Aim));
    }

    /// What the flyer may come for.
    pub(super) fn visit_aims(&self, visit: &mut impl FnMut(Choice)) {
        Aim::ALL.into_iter().filter(|aim| self.check_aim(*aim).is_ok()).for_each(|aim| visit(Choice::Sortie(aim)));
    }

    /// Whether the flyer may come for this.
    pub(super) fn check_aim(&self, aim: Aim) -> Result<(), Refusal> {
        match &self.sortie {
            Some(sortie) if sortie.step == SortieStep::Aim => self.check_aim_by(sortie.team, sortie.face, aim),
            _ => refused("CW-FLY-02", "no flyer is about to come"),
        }
    }

    /// What the flyer comes for is named, and its die thrown (CW-FLY-02).
    pub(super) fn name_aim<D: Dice, C: Observer<LogEntry>>(&mut self, aim: Aim, dice: &mut D, observer: &mut C) {
        let Some(sortie) = &mut self.sortie else { return };
        sortie.aim = Some(aim);
        let team = sortie.team;
        observer.event(|| events::sortie(self, team, aim));
        self.throw(RollKind::Flyer(team), side_of(team), 1, dice, observer);
    }

    /// The die of a flyer stands: it arrives, or the die is spent for nothing (CW-FLY-02).
    pub(super) fn take_flyer_roll<C: Observer<LogEntry>>(&mut self, team: TeamId, die: u8, observer: &mut C) {
        observer.rule_fired(rule::FLY_02);
        let arrives = die >= self.setup.rules.flyer_arrival;
        let Some(sortie) = &mut self.sortie else { return };
        sortie.step = match sortie.aim {
            Some(Aim::Zoom) if arrives => SortieStep::Vector,
            Some(Aim::Hover) if arrives => SortieStep::Hover,
            _ => SortieStep::Off,
        };
        if arrives && sortie.aim == Some(Aim::Intercept) {
            self.own_force_mut(team).lurking |= bit(team);
            observer.rule_fired(rule::FLY_15);
        }
    }

    /// The sortie goes on.
    pub(super) fn run_sortie<D: Dice, C: Observer<LogEntry>>(&mut self, dice: &mut D, observer: &mut C) -> Flow {
        let Some(sortie) = &self.sortie else { return Flow::Go };
        let (team, side) = (sortie.team, side_of(sortie.team));
        if self.own_force(team).gone.contains(team) {
            self.end_sortie(observer);
            return Flow::Go;
        }
        match sortie.step {
            SortieStep::Aim => {
                let mut only = None;
                let mut aims = 0;
                self.visit_aims(&mut |choice| (aims, only) = (aims + 1, Some(choice)));
                if aims > 1 {
                    return self.ask(Decision::Sortie, side);
                }
                match only {
                    Some(Choice::Sortie(aim)) => self.name_aim(aim, dice, observer),
                    _ => self.end_sortie(observer),
                }
            }
            SortieStep::Hover => {
                let mut places = 0;
                self.visit_hovers(&mut |_| places += 1);
                if places > 0 {
                    return self.ask(Decision::Hover, side);
                }
                self.end_sortie(observer);
            }
            SortieStep::Vector => return self.ask(Decision::Vector, side),
            SortieStep::Off => self.end_sortie(observer),
            _ => return self.run_attack(dice, observer),
        }
        Flow::Go
    }

    /// The sortie is over: the flyer is off the table, and ready for the next one (CW-FLY-11).
    fn end_sortie<C: Observer<LogEntry>>(&mut self, observer: &mut C) {
        let Some(sortie) = self.sortie.take() else { return };
        let leaves = sortie.aim.is_none() && self.activation.is_some();
        if sortie.lane.is_some() && self.own_force(sortie.team).reserve.contains(sortie.team) {
            observer.event(|| events::left(self, sortie.team));
            observer.rule_fired(rule::FLY_11);
        }
        if leaves {
            self.end_activation();
        } else {
            self.recover(sortie.team);
        }
        if sortie.interceptor != NOBODY {
            self.recover(sortie.interceptor);
        }
        self.between_due = true;
        self.to_judge = true;
    }

    /// The places on the table that a flyer is offered which comes to hover: from its own edges inwards.
    pub(super) fn visit_hovers(&self, visit: &mut impl FnMut(Choice)) {
        let Some(team) = self.sortie.as_ref().map(|sortie| sortie.team) else { return };
        let most = f64::from(self.speed(team));
        let table = self.setup.field.table();
        for edge in self.own_edges(side_of(team)) {
            let line = edge.line(table);
            let Some(along) = line.span().unit() else { continue };
            let inward = edge.inward();
            let ahead = Facing::from_degrees(90.0 - f64::from(inward)).ahead();
            let depth = self.depth(team);
            let spots = (line.length() / ALONG) as u32;
            for (spot, part) in (0..spots).flat_map(|spot| DEPTHS.map(|part| (spot, part))) {
                let foot = line.start + along * ((f64::from(spot) + 0.5) * ALONG);
                let to = rounded(foot + ahead * (depth + most * part));
                if self.check_hover(to, inward).is_ok() {
                    visit(Choice::Move { to, heading: inward });
                }
            }
        }
    }

    /// Whether the flyer may hover here at the end of its move from its own edge (CW-FLY-13).
    pub(super) fn check_hover(&self, to: Point, heading: u16) -> Result<(), Refusal> {
        let Some(sortie) = self.sortie.as_ref().filter(|sortie| sortie.step == SortieStep::Hover) else {
            return refused("CW-FLY-13", "no flyer comes to hover");
        };
        if heading >= 360 || !to.x.is_finite() || !to.y.is_finite() {
            return refused("R-87", "there is no such place");
        }
        let team = sortie.team;
        self.way_from_edge(team, rounded(to), heading, self.own_edges(side_of(team))).map(drop)
    }

    /// The flyer comes on from its own edge and hovers: this is its activation, in which it has moved (CW-FLY-13, CW-DEP-13).
    pub(super) fn hover<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        to: Point,
        heading: u16,
        dice: &mut D,
        observer: &mut C,
    ) {
        let Some(sortie) = self.sortie.take() else { return };
        let team = sortie.team;
        let Ok((start, way)) = self.way_from_edge(team, rounded(to), heading, self.own_edges(side_of(team))) else {
            return;
        };
        let mode = if self.profile(team).is_vehicle() { Mode::Combat } else { Mode::Standard };
        self.appear(team, start, mode, observer);
        self.set_off(team, mode, &way, heading, dice, observer);
        if let Some(movement) = &mut self.movement {
            movement.arrives = true;
        }
        observer.rule_fired(rule::FLY_13);
    }

    /// Whether the hovering flyer that activates may leave (CW-FLY-14).
    pub(super) fn check_leave(&self) -> Result<(), Refusal> {
        let Some(activation) = self.activation.filter(|activation| activation.mode.is_none()) else {
            return refused("R-174", "a flyer leaves in an activation of its own, before all else");
        };
        let (team, force) = (activation.team, self.own_force(activation.team));
        if !self.is_hovering(team) || self.interrupt.is_some() {
            return refused("CW-FLY-14", "it is no hovering flyer");
        }
        if self.is_locked(team) {
            return refused("CW-ACT-04", "locked in melee it does not move");
        }
        if force.immobilised.contains(team) || force.stunned.contains(team) {
            return refused("CW-BAS-21", "it cannot move");
        }
        if self.riders(team).meets(force.rode) {
            return refused("CW-FLY-14", "somebody has got aboard in this Phase");
        }
        Ok(())
    }

    /// A hovering flyer leaves, straight ahead: a target like a zooming one on its way (CW-FLY-14, R-182).
    pub(super) fn leave<C: Observer<LogEntry>>(&mut self, observer: &mut C) {
        let Some(Activation { team, .. }) = self.activation else { return };
        let lane = self.way_off(team);
        self.lift(team);
        self.own_force_mut(team).moved |= bit(team);
        observer.event(|| events::vector(self, team, &lane));
        observer.rule_fired(rule::FLY_14);
        let sortie = Sortie { lane: Some(lane), ..Sortie::new(team, 0, SortieStep::AntiAir) };
        self.sortie = Some(sortie);
    }

    /// The way straight off the table of a hovering flyer: ahead, of a creature to the nearest edge.
    fn way_off(&self, team: TeamId) -> Lane {
        let (table, from) = (self.setup.field.table(), self.team(team).at);
        let exit = if self.profile(team).body == Body::Vehicle {
            way_off(table, from, self.heading_of(team).ahead())
        } else {
            let near = table.edges().map(|edge| edge.nearest(from)).into_iter();
            near.min_by(|a, b| from.distance(*a).total_cmp(&from.distance(*b))).unwrap_or(from)
        };
        Lane { entry: from, turn: None, exit }
    }

    /// A hovering flyer is off the table, in reserve; who is aboard stays aboard.
    pub(super) fn lift(&mut self, team: TeamId) {
        let own = bit(team);
        let force = self.own_force_mut(team);
        for set in [
            &mut force.present,
            &mut force.overwatch,
            &mut force.overwatch_moved,
            &mut force.tactical,
            &mut force.falling_back,
            &mut force.fled,
            &mut force.pinned,
            &mut force.newly_pinned,
        ] {
            *set &= !own;
        }
        force.reserve |= own;
        self.to_judge = true;
    }

    /// At the start of its Phase a side's flying creatures off the table lose a point of Shock each.
    pub(super) fn calm_flyers<C: Observer<LogEntry>>(&mut self, side: Side, observer: &mut C) {
        for team in members(side, self.force(side).reserve) {
            if self.is_flyer(team) {
                self.calm(team, observer);
            }
        }
    }
}

#[cfg(test)]
mod tests;
