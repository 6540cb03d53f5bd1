//! An activation: how the Team moves is named first; then it moves and takes one fire action, in any order (CW-ACT, R-174).

use super::choices::{Choice, Decision, Refusal};
use super::events::{self, LogEntry};
use super::fire_lines::{Fire, FireKind, Mode};
use super::ledger::rule;
use super::profiles::Trait;
use super::state::{Battle, TeamId, TeamSet, bit, members, side_of};
use super::turn::Flow;
use crate::dice::Dice;
use crate::game::Observer;

/// An activation in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Activation {
    /// Who acts.
    pub team: TeamId,
    /// How it moves, once that is named.
    pub mode: Option<Mode>,
    /// It has taken its fire action.
    pub fired: bool,
    /// It has made its move.
    pub moved: bool,
}

const fn refused<T>(rule: &'static str, reason: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, reason))
}

impl Battle<'_> {
    /// A Team activates: it loses its Overwatch and Tactical state first (CW-ACT-03).
    pub(super) fn begin_activation<C: Observer<LogEntry>>(&mut self, team: TeamId, observer: &mut C) {
        if self.interrupt.is_some() {
            observer.event(|| events::activated(self, team));
            self.activation = Some(Activation { team, mode: None, fired: false, moved: false });
            return;
        }
        let force = self.own_force_mut(team);
        force.activated |= bit(team);
        if force.overwatch.contains(team) || force.tactical.contains(team) {
            observer.rule_fired(rule::ACT_03);
        }
        force.overwatch &= !bit(team);
        force.overwatch_moved &= !bit(team);
        force.tactical &= !bit(team);
        observer.event(|| events::activated(self, team));
        if self.is_locked(team) {
            // CW-ACT-04: it does nothing but fight, where it may activate at all.
            self.begin_fight(team);
            self.between_due = true;
            return;
        }
        self.activation = Some(Activation { team, mode: None, fired: false, moved: false });
        if side_of(team) == self.active {
            self.open_watch(team, self.force(self.active.other()).overwatch);
        }
    }

    /// Whether a Team may act in this mode.
    pub(super) fn check_mode(&self, team: TeamId, mode: Mode) -> Result<(), Refusal> {
        let force = self.own_force(team);
        let drives = self.profile(team).is_vehicle() && !self.profile(team).is(Trait::Walker);
        match mode {
            // getting off is its whole move, and counts as a Standard one.
            Mode::Standard if self.is_aboard(team) => self.may_get_off(team),
            _ if self.is_aboard(team) => refused("R-147", "aboard it gets off, or does nothing"),
            Mode::Stand => Ok(()),
            _ if self.interrupt.is_some_and(|interrupt| interrupt.fires) => {
                refused("CW-STR-03", "the Squad fires and does not move")
            }
            _ if self.is_pinned(team) => refused("CW-ACT-02", "pinned Teams do not move"),
            _ if force.immobilised.contains(team) || force.stunned.contains(team) => {
                refused("CW-BAS-21", "it cannot move")
            }
            _ if self.is_locked(team) => refused("CW-ACT-04", "locked in melee it does not move"),
            Mode::Charge => self.has_charge(team),
            Mode::Standard | Mode::Run | Mode::Tactical if drives => {
                refused("CW-MOV-09", "vehicles move by their speeds")
            }
            Mode::Combat | Mode::Cruising | Mode::FlatOut if !drives => {
                refused("CW-MOV-09", "only vehicles that do not walk move so")
            }
            _ => Ok(()),
        }
    }

    /// The activation goes on: its mode is named, then what the Team does.
    pub(super) fn run_activation(&mut self) -> Flow {
        let Some(Activation { team, mode, .. }) = self.activation else { return Flow::Go };
        let side = side_of(team);
        if !(self.stands(team) || self.is_aboard(team)) || self.is_fleeing(team) {
            self.end_activation();
            return Flow::Go;
        }
        if mode.is_none() {
            let (mut modes, mut only) = (0, Mode::Stand);
            self.visit_modes(&mut |choice| {
                modes += 1;
                if let Choice::Mode(mode) = choice {
                    only = mode;
                }
            });
            if modes == 1 {
                self.name_mode(only);
                return Flow::Go;
            }
            return self.ask(Decision::Activate, side);
        }
        if self.has_acts() {
            return self.ask(Decision::Act, side);
        }
        self.end_activation();
        Flow::Go
    }

    /// The modes that the Team may act in.
    pub(super) fn visit_modes(&self, visit: &mut impl FnMut(Choice)) {
        let Some(Activation { team, .. }) = self.activation else { return };
        if self.check_leave().is_ok() {
            visit(Choice::Leave);
        }
        Mode::ALL
            .into_iter()
            .filter(|mode| self.check_mode(team, *mode).is_ok())
            .for_each(|mode| visit(Choice::Mode(mode)));
    }

    /// The mode of the activation is named.
    pub(super) fn name_mode(&mut self, mode: Mode) {
        let Some(activation) = &mut self.activation else { return };
        activation.mode = Some(mode);
        let team = activation.team;
        self.team_mut(team).mode = mode;
        if mode == Mode::Tactical {
            self.own_force_mut(team).tactical |= bit(team);
        }
    }

    /// Whether a Team may go on Overwatch as its fire action (CW-SHO-05).
    pub(super) fn check_overwatch(&self, team: TeamId, mode: Mode) -> Result<(), Refusal> {
        if self.interrupt.is_some() {
            return refused("CW-STR-03", "a Squad that breaks in moves or fires");
        }
        if !self.setup.rules.self_overwatch {
            return refused("CW-SHO-05", "only officers put Teams on Overwatch");
        }
        if !matches!(mode, Mode::Stand | Mode::Standard | Mode::Combat) {
            return refused("CW-SHO-05", "only who stands or makes a Standard move goes on Overwatch");
        }
        self.may_watch(team)
    }

    /// Whether a Team may be on Overwatch at all: neither pinned nor locked, and not without weapons.
    pub(super) fn may_watch(&self, team: TeamId) -> Result<(), Refusal> {
        if self.is_aboard(team) {
            return refused("R-147", "nobody holds Overwatch inside");
        }
        if self.is_pinned(team) {
            return refused("CW-SHO-05", "pinned Teams do not go on Overwatch");
        }
        if self.is_locked(team) {
            return refused("CW-ACT-04", "locked in melee it does not shoot");
        }
        if self.team(team).loads.iter().all(|load| load.count == 0) {
            return refused("CW-SHO-05", "it has nothing to fire");
        }
        Ok(())
    }

    /// Whether there is anything that the Team may do now.
    fn has_acts(&self) -> bool {
        let Some(Activation { team, mode: Some(mode), fired, moved }) = self.activation else { return false };
        let mut acts = 0;
        if self.is_aboard(team) {
            self.visit_disembarking(&mut |_| acts += 1);
            return acts > 0;
        }
        if mode == Mode::Charge {
            return !moved;
        }
        // A Team that may move at all need not: nobody has to look for a way first.
        if (!moved && self.reach(team, mode) > self.drag(team)) || (!fired && self.check_overwatch(team, mode).is_ok())
        {
            return true;
        }
        if !fired {
            self.visit_fire(team, mode, &mut |_| acts += 1);
        }
        acts > 0
    }

    /// What the Team may do now.
    pub(super) fn visit_acts(&self, visit: &mut impl FnMut(Choice)) {
        visit(Choice::Pass);
        let Some(Activation { team, mode: Some(mode), fired, .. }) = self.activation else { return };
        if self.is_aboard(team) {
            self.visit_disembarking(visit);
            return;
        }
        if mode == Mode::Charge {
            return self.visit_charges(visit);
        }
        self.visit_moves(visit);
        if fired {
            return;
        }
        self.visit_fire(team, mode, visit);
    }

    /// The fire actions of a Team in this mode.
    pub(super) fn visit_fire(&self, team: TeamId, mode: Mode, visit: &mut impl FnMut(Choice)) {
        if self.check_overwatch(team, mode).is_ok() {
            visit(Choice::Overwatch);
        }
        if let Some(interrupt) = self.interrupt {
            let enemy = side_of(team).other();
            let targets = if interrupt.fires { self.standing_teams(enemy) } else { TeamSet::EMPTY };
            for target in members(enemy, targets) {
                self.visit_volleys(team, target, FireKind::Interrupt, mode, &mut |fire| {
                    visit(Choice::Fire { fire, covering: false });
                });
            }
            return;
        }
        let enemy = side_of(team).other();
        for target in members(enemy, self.standing_teams(enemy)) {
            for (kind, covering) in [(FireKind::Shoot, false), (FireKind::Covering, true)] {
                self.visit_volleys(team, target, kind, mode, &mut |fire| visit(Choice::Fire { fire, covering }));
            }
        }
    }

    /// Whether the Team may go on Overwatch now.
    pub(super) fn check_act_overwatch(&self) -> Result<(), Refusal> {
        match self.activation {
            Some(Activation { team, mode: Some(mode), fired: false, .. }) => self.check_overwatch(team, mode),
            _ => refused("CW-ACT-01", "it has taken its fire action"),
        }
    }

    /// Whether the Team may fire so now.
    pub(super) fn check_act_fire(&self, fire: &Fire, covering: bool) -> Result<(), Refusal> {
        let Some(Activation { team, mode: Some(mode), fired: false, .. }) = self.activation else {
            return refused("CW-ACT-01", "it has taken its fire action");
        };
        if mode == Mode::Charge {
            return refused("CW-MOV-10", "a charger fires at whom it charges, once it has named him");
        }
        if usize::from(fire.target) >= self.teams.len() {
            return refused("CW-TRN-08", "there is no such Team");
        }
        let kind = match self.interrupt {
            Some(interrupt) if !interrupt.fires || covering => {
                return refused("CW-STR-03", "a Squad that breaks in moves or shoots");
            }
            Some(_) => FireKind::Interrupt,
            None if covering => FireKind::Covering,
            None => FireKind::Shoot,
        };
        self.check_volley(team, fire, kind, mode, &self.sighting(team, fire.target))
    }

    /// The Team fires as its fire action; then enemies on Overwatch may answer.
    pub(super) fn act_fire<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        fire: &Fire,
        covering: bool,
        dice: &mut D,
        observer: &mut C,
    ) {
        let Some(activation) = &mut self.activation else { return };
        activation.fired = true;
        let (team, mode) = (activation.team, activation.mode.unwrap_or(Mode::Stand));
        self.spend_interrupt(team);
        let kind = match (self.interrupt, covering) {
            (Some(_), _) => FireKind::Interrupt,
            (None, true) => FireKind::Covering,
            (None, false) => FireKind::Shoot,
        };
        let sighting = self.sighting(team, fire.target);
        self.fire_volley(team, fire, kind, mode, &sighting, dice, observer);
        if side_of(team) == self.active {
            self.open_watch(team, self.force(self.active.other()).overwatch);
        }
    }

    /// The Team goes on Overwatch as its fire action.
    pub(super) fn go_on_overwatch<C: Observer<LogEntry>>(&mut self, observer: &mut C) {
        let Some(activation) = &mut self.activation else { return };
        activation.fired = true;
        let (team, moved) = (activation.team, activation.mode != Some(Mode::Stand));
        self.watch(team, moved, observer);
    }

    /// A Team is on Overwatch from now on.
    pub(super) fn watch<C: Observer<LogEntry>>(&mut self, team: TeamId, moved: bool, observer: &mut C) {
        let force = self.own_force_mut(team);
        force.overwatch |= bit(team);
        force.overwatch_moved = force.overwatch_moved & !bit(team) | TeamSet::of_if(team, moved);
        observer.event(|| events::overwatch(self, team));
        observer.rule_fired(rule::SHO_05);
    }

    /// The activation is over: a vehicle is no longer shaken or stunned.
    pub(super) fn end_activation(&mut self) {
        if let Some(Activation { team, .. }) = self.activation.take()
            && self.interrupt.is_none()
        {
            self.recover(team);
        }
        self.between_due = true;
        self.to_judge = true;
    }
}
