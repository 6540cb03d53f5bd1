//! Melees: which is fought next, whom each Team strikes at, and the course of a round (CW-MEL-01, CW-MEL-05, R-113, R-136).

use super::choices::{Choice, Decision, Refusal};
use super::events::LogEntry;
use super::ledger::rule;
use super::rules::MeleeCadence;
use super::state::{Battle, MOST_TEAMS, NOBODY, TeamId, TeamSet, bit, members, side_of};
use super::turn::Flow;
use crate::dice::Dice;
use crate::game::{Observer, Side};

/// A round of melee in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fight {
    /// Teams of both sides that are in it.
    pub teams: [TeamSet; 2],
    /// Whom each of them strikes at; nobody where there is nobody.
    pub aims: [TeamId; 2 * MOST_TEAMS],
    /// Officers who fight on alone after their Team has fallen in this round, by that Team.
    pub heirs: [TeamId; 2 * MOST_TEAMS],
    /// Teams that strike with grenades.
    pub grenades: [TeamSet; 2],
    /// Teams that have still to be gone through in this step.
    pub queue: [TeamSet; 2],
    /// What comes next.
    pub step: FightStep,
    /// Wounds that each side has lost in this round, hull points of walkers among them.
    pub lost: [u16; 2],
    /// Who has won the round; nobody has a drawn one.
    pub winner: Option<Side>,
    /// Who moves after the round, and so many inches.
    pub victor: Option<(TeamId, u8)>,
}

/// The steps of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FightStep {
    /// It is named who strikes at whom.
    Aims,
    /// Blows fall.
    Blows,
    /// Who has lost is tested.
    Tests,
    /// Who cannot hurt his enemies may break off.
    BreakOffs,
    /// Who has won may move.
    Victors,
}

const fn refused<T>(rule: &'static str, reason: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, reason))
}

impl Fight {
    /// A round between some Teams.
    #[must_use]
    pub fn new(teams: [TeamSet; 2]) -> Self {
        Self {
            teams,
            aims: [NOBODY; 2 * MOST_TEAMS],
            heirs: [NOBODY; 2 * MOST_TEAMS],
            grenades: [TeamSet::EMPTY; 2],
            queue: teams,
            step: FightStep::Aims,
            lost: [0; 2],
            winner: None,
            victor: None,
        }
    }

    /// Whether tests of Force Morale wait: all casualties and flights of the round come first.
    #[must_use]
    pub const fn holds_morale(&self) -> bool {
        matches!(self.step, FightStep::Tests | FightStep::BreakOffs)
    }

    /// Wounds by which the round was lost.
    #[must_use]
    pub const fn margin(&self) -> u16 {
        self.lost[0].abs_diff(self.lost[1])
    }
}

impl Battle<'_> {
    /// Enemies that a Team may strike at: those that it is locked with, and the vehicle that it has charged and touches.
    #[must_use]
    pub fn opponents(&self, team: TeamId) -> TeamSet {
        let locked = self.team(team).locked;
        match self.assailed(team) {
            Some(vehicle) => locked | bit(vehicle),
            None => locked,
        }
    }

    /// The Teams of both sides that are in one melee with this one, by whomever they are locked with.
    #[must_use]
    pub fn melee_of(&self, team: TeamId) -> [TeamSet; 2] {
        let mut all = [TeamSet::EMPTY; 2];
        all[side_of(team).index()] |= bit(team);
        loop {
            let mut more = all;
            for side in Side::BOTH {
                for one in members(side, all[side.index()]) {
                    more[side.other().index()] |= self.opponents(one);
                }
                for one in members(side, self.standing_teams(side)) {
                    if self.assailed(one).is_some_and(|vehicle| all[side.other().index()].contains(vehicle)) {
                        more[side.index()] |= bit(one);
                    }
                }
            }
            if more == all {
                return all;
            }
            all = more;
        }
    }

    /// A Team of each melee that has not been fought in this Phase: the first of the active side, or of the other where that has none.
    fn visit_melees(&self, mut visit: impl FnMut(TeamId)) {
        let mut seen = Side::BOTH.map(|side| self.force(side).fought);
        for side in self.sides_in_turn() {
            for team in members(side, self.standing_teams(side)) {
                if !seen[side.index()].contains(team) && !self.opponents(team).is_empty() {
                    let all = self.melee_of(team);
                    for side in Side::BOTH {
                        seen[side.index()] |= all[side.index()];
                    }
                    visit(team);
                }
            }
        }
    }

    /// The melees of the Phase, in the order that the active side likes (CW-MEL-01, R-113).
    pub(super) fn run_melees<C: Observer<LogEntry>>(&mut self, observer: &mut C) -> Flow {
        let (mut count, mut first) = (0, NOBODY);
        if self.setup.rules.melee_cadence == MeleeCadence::EveryPhase {
            self.visit_melees(|team| {
                count += 1;
                first = if first == NOBODY { team } else { first };
            });
        }
        match count {
            0 => self.end_melees(),
            1 => {
                observer.rule_fired(rule::MEL_01);
                self.begin_fight(first);
            }
            _ => return self.ask(Decision::Melee, self.active),
        }
        Flow::Go
    }

    /// The melees that may be fought next, each by one of its Teams.
    pub(super) fn visit_next_melees(&self, visit: &mut impl FnMut(Choice)) {
        self.visit_melees(|team| visit(Choice::Melee(team)));
    }

    /// Whether the melee of a Team may be fought next.
    pub(super) fn check_melee(&self, team: TeamId) -> Result<(), Refusal> {
        if !self.stands(team) || self.opponents(team).is_empty() {
            return refused("CW-MEL-01", "it is in no melee");
        }
        if self.own_force(team).fought.contains(team) {
            return refused("CW-MEL-01", "its melee has been fought in this Phase");
        }
        Ok(())
    }

    /// A round of the melee of a Team begins.
    pub(super) fn begin_fight(&mut self, team: TeamId) {
        let teams = self.melee_of(team);
        for side in Side::BOTH {
            self.force_mut(side).fought |= teams[side.index()];
        }
        self.fight = Some(Fight::new(teams));
    }

    /// The Team that has to name whom it strikes at: those of the active side first.
    #[must_use]
    pub fn asked_for_blows(&self) -> Option<TeamId> {
        let fight = self.fight.filter(|fight| fight.step == FightStep::Aims)?;
        self.sides_in_turn().into_iter().find_map(|side| members(side, fight.queue[side.index()]).next())
    }

    /// The blows that a Team may strike.
    pub(super) fn visit_blows(&self, team: TeamId, visit: &mut impl FnMut(Choice)) {
        let enemy = side_of(team).other();
        for target in members(enemy, self.opponents(team)) {
            for grenades in [false, true] {
                if self.check_blows(team, target, grenades).is_ok() {
                    visit(Choice::Blows { team, target, grenades });
                }
            }
        }
    }

    /// Whether a Team may strike so.
    pub(super) fn check_blows(&self, team: TeamId, target: TeamId, grenades: bool) -> Result<(), Refusal> {
        if self.asked_for_blows() != Some(team) {
            return refused("R-136", "another Team names its enemy first");
        }
        if side_of(target) == side_of(team) || !self.opponents(team).contains(target) {
            return refused("R-136", "it is not locked with this enemy");
        }
        if grenades && (!self.profile(target).drives() || self.profile(team).grenade.strength == 0) {
            return refused("R-138", "grenades are for vehicles, and for who has them");
        }
        Ok(())
    }

    /// A Team names whom it strikes at.
    pub(super) fn aim_blows(&mut self, team: TeamId, target: TeamId, grenades: bool) {
        let Some(fight) = &mut self.fight else { return };
        let side = side_of(team).index();
        fight.queue[side] &= !bit(team);
        fight.aims[usize::from(team)] = target;
        fight.grenades[side] |= TeamSet::of_if(team, grenades);
    }

    /// The round goes on to its next step.
    pub(super) fn run_fight<D: Dice, C: Observer<LogEntry>>(&mut self, dice: &mut D, observer: &mut C) -> Flow {
        let Some(fight) = self.fight else { return Flow::Go };
        match fight.step {
            FightStep::Aims => self.run_aims(),
            FightStep::Blows => {
                self.run_blows(dice, observer);
                Flow::Go
            }
            FightStep::Tests => {
                self.run_break_tests(dice, observer);
                Flow::Go
            }
            FightStep::BreakOffs => self.run_break_offs(),
            FightStep::Victors => self.run_victors(dice, observer),
        }
    }

    /// The next Team names its enemy, if it has a choice.
    fn run_aims(&mut self) -> Flow {
        let Some(team) = self.asked_for_blows() else {
            if let Some(fight) = &mut self.fight {
                fight.step = FightStep::Blows;
            }
            return Flow::Go;
        };
        let (mut ways, mut only) = (0, None);
        self.visit_blows(team, &mut |choice| {
            ways += 1;
            only = Some(choice);
        });
        match only {
            Some(Choice::Blows { team, target, grenades }) if ways == 1 => self.aim_blows(team, target, grenades),
            Some(_) => return self.ask(Decision::Blows, side_of(team)),
            // A vehicle that only takes blows.
            None => self.aim_blows(team, NOBODY, false),
        }
        Flow::Go
    }

    /// The round moves on: some Teams are gone through in the next step.
    pub(super) fn next_fight_step(&mut self, step: FightStep, queue: [TeamSet; 2]) {
        if let Some(fight) = &mut self.fight {
            (fight.step, fight.queue) = (step, queue);
        }
    }

    /// The next Team of this step that stands: those of the side whose Phase it is not come first where `others_first`.
    pub(super) fn next_in_fight(&mut self, others_first: bool) -> Option<TeamId> {
        let mut sides = self.sides_in_turn();
        if others_first {
            sides.reverse();
        }
        let fight = self.fight.as_mut()?;
        let next = sides.into_iter().find_map(|side| members(side, fight.queue[side.index()]).next())?;
        fight.queue[side_of(next).index()] &= !bit(next);
        Some(next)
    }
}

#[cfg(test)]
mod tests;
