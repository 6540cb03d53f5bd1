//! An activation: how the Team moves is named first; then it moves and takes one fire action, in any order (CW-ACT, R-174).

use super::choices::{Choice, Decision, Refusal};
use super::events::{self, LogEntry};
use super::fire_lines::Mode;
use super::ledger::rule;
use super::state::{Battle, TeamId, bit, side_of};
use super::turn::Flow;
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
}

const fn refused<T>(rule: &'static str, reason: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, reason))
}

impl Battle<'_> {
    /// A Team activates: it loses its Overwatch and Tactical state first (CW-ACT-03).
    pub(super) fn begin_activation<C: Observer<LogEntry>>(&mut self, team: TeamId, observer: &mut C) {
        let force = self.own_force_mut(team);
        force.activated |= bit(team);
        if force.overwatch.contains(team) || force.tactical.contains(team) {
            observer.rule_fired(rule::ACT_03);
        }
        force.overwatch &= !bit(team);
        force.overwatch_moved &= !bit(team);
        force.tactical &= !bit(team);
        observer.event(|| events::activated(self, team));
        self.activation = Some(Activation { team, mode: None, fired: false });
    }

    /// Whether a Team may act in this mode.
    pub(super) fn check_mode(&self, team: TeamId, mode: Mode) -> Result<(), Refusal> {
        let force = self.own_force(team);
        match mode {
            Mode::Stand => Ok(()),
            _ if self.is_pinned(team) => refused("CW-ACT-02", "pinned Teams do not move"),
            _ if force.immobilised.contains(team) || force.stunned.contains(team) => {
                refused("CW-BAS-21", "it cannot move")
            }
            _ if self.is_locked(team) => refused("CW-ACT-04", "locked in melee it does not move"),
            Mode::Tactical if self.profile(team).initiative == 0 => {
                refused("CW-MOV-09", "vehicles make no Tactical move")
            }
            // A Tactical move of no inches at all (CW-MOV-04).
            Mode::Tactical => Ok(()),
            _ => refused("CW-MOV-01", "it cannot move so"),
        }
    }

    /// The activation goes on: its mode is named, then what the Team does.
    pub(super) fn run_activation(&mut self) -> Flow {
        let Some(Activation { team, mode, fired }) = self.activation else { return Flow::Go };
        let side = side_of(team);
        if !self.stands(team) || self.is_fleeing(team) {
            self.end_activation();
            return Flow::Go;
        }
        let Some(mode) = mode else {
            let mut modes = 0;
            self.visit_modes(&mut |_| modes += 1);
            if modes == 1 {
                self.name_mode(Mode::Stand);
                return Flow::Go;
            }
            return self.ask(Decision::Activate, side);
        };
        if !fired && self.check_overwatch(team, mode).is_ok() {
            return self.ask(Decision::Act, side);
        }
        self.end_activation();
        Flow::Go
    }

    /// The modes that the Team may act in.
    pub(super) fn visit_modes(&self, visit: &mut impl FnMut(Choice)) {
        let Some(Activation { team, .. }) = self.activation else { return };
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
        if mode == Mode::Tactical {
            self.own_force_mut(team).tactical |= bit(team);
        }
    }

    /// Whether a Team may go on Overwatch as its fire action (CW-SHO-05).
    pub(super) fn check_overwatch(&self, team: TeamId, mode: Mode) -> Result<(), Refusal> {
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

    /// What the Team may do now.
    pub(super) fn visit_acts(&self, visit: &mut impl FnMut(Choice)) {
        visit(Choice::Pass);
        if let Some(Activation { team, mode: Some(mode), .. }) = self.activation
            && self.check_overwatch(team, mode).is_ok()
        {
            visit(Choice::Overwatch);
        }
    }

    /// Whether the Team may go on Overwatch now.
    pub(super) fn check_act_overwatch(&self) -> Result<(), Refusal> {
        match self.activation {
            Some(Activation { team, mode: Some(mode), fired: false }) => self.check_overwatch(team, mode),
            _ => refused("CW-ACT-01", "it has taken its fire action"),
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
        if moved {
            force.overwatch_moved |= bit(team);
        }
        observer.event(|| events::overwatch(self, team));
        observer.rule_fired(rule::SHO_05);
    }

    /// The activation is over: a vehicle is no longer shaken or stunned.
    pub(super) fn end_activation(&mut self) {
        if let Some(Activation { team, .. }) = self.activation.take() {
            let force = self.own_force_mut(team);
            force.shaken &= !bit(team);
            force.stunned &= !bit(team);
        }
        self.to_judge = true;
    }
}
