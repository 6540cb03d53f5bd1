//! How games end (CW-SCN, "Checks and ends").

use super::codex::Scenario;
use super::events::{self, LogEntry};
use super::ledger::rule;
use super::phase_step::Stage;
use super::profiles::Body;
use super::rules::{CrossingTeam, Kept, RoutRule, Rules};
use super::state::{Battle, NOBODY, TeamId, members};
use crate::game::keyed::keyed;
use crate::game::{Observer, Side, SideState, StateWords, Verdict};

keyed! {
    /// How a game can end.
    Ending {
        /// Force Morale at 0.
        Rout = "rout",
        /// A side withdraws.
        Withdrawal = "withdrawal",
        /// A Team of the attacker touches the defender's edge.
        Crossing = "crossing",
        /// The attacker denies a point in the shaded area at a Turn end.
        Capture = "capture",
        /// The last Phase.
        Cap = "cap",
        /// A side has nobody left.
        WipedOut = "wiped-out",
        /// Only one outcome is left.
        Settled = "settled",
    }
}

/// What a verdict depends on besides its cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Force Morale of both sides.
    pub levels: [u8; 2],
    /// The attacker controls the objective (CW-SCN-20).
    pub attacker_controls: bool,
    /// The attacker has an unbroken ground Team able to move, on the table or still to come (CW-SCN-22).
    pub attacker_can_move: bool,
}

/// Who wins when a side routs, withdraws or is wiped out: the winner, none for a draw; nothing where the game goes on.
#[must_use]
pub fn after_loss(
    scenario: Scenario,
    rules: &Rules,
    loser: Side,
    ending: Ending,
    standing: &Standing,
) -> Option<Option<Side>> {
    let winner = loser.other();
    let steady = standing.levels[winner.index()] >= rules.win_morale;
    let goal = |reached: bool| Some(if reached { Side::A } else { Side::B });
    match scenario {
        Scenario::Patrol | Scenario::AttackAndDefend => Some(steady.then_some(winner)),
        _ if loser == Side::A => Some(Some(Side::B)),
        Scenario::Probe | Scenario::DelayingAction => match rules.rout_rule {
            RoutRule::RoutConcedes => Some(goal(standing.attacker_can_move)),
            RoutRule::PlayOn => None,
            RoutRule::Literal if ending == Ending::WipedOut => None,
            RoutRule::Literal => Some(Some(Side::B)),
        },
        Scenario::FlankAttack => Some(goal(steady)),
        // who is wiped out leaves the objective open.
        Scenario::AttackOnAnObjective if ending == Ending::WipedOut => Some(goal(standing.attacker_can_move)),
        Scenario::AttackOnAnObjective => Some(goal(standing.attacker_controls)),
    }
}

/// Whether a scenario is the same for both sides, and knows draws.
#[must_use]
pub fn is_symmetrical(scenario: Scenario) -> bool {
    matches!(scenario, Scenario::Patrol | Scenario::AttackAndDefend)
}

/// The winner after the last Phase; none for a draw.
#[must_use]
pub fn at_the_cap(scenario: Scenario) -> Option<Side> {
    if is_symmetrical(scenario) { None } else { Some(Side::B) }
}

/// The winner of a game that has only one outcome left, none for a draw; nothing where there are more.
/// `attacker_may_cross`: whether he has a Team that may still touch the edge.
#[must_use]
pub fn settled(
    scenario: Scenario,
    rules: &Rules,
    levels: [u8; 2],
    attacker_may_cross: impl FnOnce() -> bool,
) -> Option<Option<Side>> {
    if rules.early_decision == Kept::Off {
        return None;
    }
    let weak = levels.map(|level| level < rules.win_morale);
    let over = match scenario {
        Scenario::Patrol | Scenario::AttackAndDefend => weak[0] && weak[1],
        Scenario::FlankAttack => weak[0],
        Scenario::Probe => !attacker_may_cross(),
        Scenario::DelayingAction | Scenario::AttackOnAnObjective => false,
    };
    over.then(|| at_the_cap(scenario))
}

/// Whether a side may withdraw at the start of its Phase (CW-FMO-07, R-85).
#[must_use]
pub fn may_withdraw(scenario: Scenario, side: Side, attacker_controls: bool) -> bool {
    side == Side::A
        || match scenario {
            Scenario::Patrol | Scenario::AttackAndDefend | Scenario::FlankAttack => true,
            Scenario::Probe | Scenario::DelayingAction => false,
            Scenario::AttackOnAnObjective => attacker_controls,
        }
}

/// How sides stand at the end of a turn, in words.
pub const STATES: StateWords = StateWords {
    units: "Teams of the list that are not gone, those off the table included",
    morale: "Force Morale",
    objective: "jump-off points left",
    told: [Some("Force Morale"), Some("jump-off points")],
};

impl Battle<'_> {
    /// How a side stands, as [`STATES`] says it; what has come as support is in no list.
    #[must_use]
    pub fn side_state(&self, side: Side) -> SideState {
        let force = self.force(side);
        SideState {
            value: self.listed_worth(side),
            units: self.listed_alive(side).len() as u16,
            morale: force.level.into(),
            objective: force.points.len() as i32,
        }
    }

    /// Whether a side may withdraw now (CW-FMO-07).
    #[must_use]
    pub fn may_withdraw(&self, side: Side) -> bool {
        may_withdraw(self.setup.scenario, side, self.controller == Side::A)
    }

    /// A side withdraws.
    pub(super) fn withdraw<C: Observer<LogEntry>>(&mut self, side: Side, observer: &mut C) {
        observer.rule_fired(rule::FMO_07);
        self.decide_after_loss(side, Ending::Withdrawal, observer);
    }

    /// What verdicts depend on now.
    #[must_use]
    pub fn standing_for_verdict(&self) -> Standing {
        Standing {
            levels: Side::BOTH.map(|side| self.force(side).level),
            attacker_controls: self.controller == Side::A,
            attacker_can_move: self.has_mover(Side::A),
        }
    }

    /// Whether a Team may come onto the table still, or is on it: waiting with a point left, in reserve, aboard.
    fn counts(&self, side: Side, team: TeamId) -> bool {
        let force = self.force(side);
        // A Squad may come on aboard its flyer, without a point.
        let flyer = self.squad_of(team).transport;
        let flown = flyer != NOBODY && self.is_flyer(flyer) && !force.gone.contains(flyer);
        let waits = force.waiting.contains(team) && (flown || !force.points.is_empty());
        !self.is_flyer(team)
            && (waits || force.present.contains(team) || force.reserve.contains(team) || force.aboard.contains(team))
    }

    /// Whether a side has an unbroken ground Team able to move, on the table or still to come: in The Probe one that may cross.
    fn has_mover(&self, side: Side) -> bool {
        let crosses = |team: TeamId| self.setup.scenario != Scenario::Probe || self.is_crosser(team);
        let able = |team: TeamId| {
            self.counts(side, team)
                && crosses(team)
                && !self.is_fleeing(team)
                && !self.force(side).immobilised.contains(team)
        };
        members(side, self.force(side).alive()).any(able)
    }

    /// Whether a side has nobody on the table and nobody to come.
    #[must_use]
    pub fn is_wiped_out(&self, side: Side) -> bool {
        !members(side, self.force(side).alive()).any(|team| self.counts(side, team))
    }

    /// Whether a Team is one of those that cross the table in The Probe.
    #[must_use]
    pub fn is_crosser(&self, team: TeamId) -> bool {
        let (rules, profile, force) = (&self.setup.rules, self.profile(team), self.own_force(team));
        let kind = match rules.crossing_team {
            CrossingTeam::Infantry => profile.is_infantry() || profile.body == Body::Bikes,
            CrossingTeam::Ground => true,
        };
        let own_way = rules.crossing_by_reserves || !(force.reserve | force.from_reserve).contains(team);
        kind && own_way && !self.is_flyer(team) && (rules.officer_holds || !self.is_officer(team))
    }

    /// Whether the attacker has a Team that may still cross the table.
    fn may_cross(&self) -> bool {
        let may = |team: TeamId| self.is_crosser(team) && self.counts(Side::A, team);
        members(Side::A, self.force(Side::A).alive()).any(may)
    }

    /// The verdict after an action, once all its tests are taken.
    pub(super) fn judge<C: Observer<LogEntry>>(&mut self, observer: &mut C) {
        self.to_judge = false;
        if self.phase == 0 {
            // Mines may have struck who was set up early: the game has not begun.
            return;
        }
        self.update_control();
        let routed = std::mem::take(&mut self.routed);
        if let Some(first) = routed.first() {
            self.decide_after_loss(*first, Ending::Rout, observer);
        }
        if self.verdict.is_none() {
            match Side::BOTH.map(|side| self.is_wiped_out(side)) {
                [true, true] => self.end(at_the_cap(self.setup.scenario), Ending::WipedOut, observer),
                [true, false] => self.decide_after_loss(Side::A, Ending::WipedOut, observer),
                [false, true] => self.decide_after_loss(Side::B, Ending::WipedOut, observer),
                [false, false] => {}
            }
        }
        if self.verdict.is_none() {
            let levels = Side::BOTH.map(|side| self.force(side).level);
            if let Some(winner) = settled(self.setup.scenario, &self.setup.rules, levels, || self.may_cross()) {
                self.end(winner, Ending::Settled, observer);
            }
        }
    }

    /// A side is gone, in one way or another.
    fn decide_after_loss<C: Observer<LogEntry>>(&mut self, loser: Side, ending: Ending, observer: &mut C) {
        let standing = self.standing_for_verdict();
        match after_loss(self.setup.scenario, &self.setup.rules, loser, ending, &standing) {
            Some(winner) => self.end(winner, ending, observer),
            // the attacker plays on alone.
            None => self.leave_the_field(loser),
        }
    }

    /// The whole force of a side is gone, without further tests.
    fn leave_the_field(&mut self, side: Side) {
        for team in members(side, self.force(side).alive()) {
            self.take_off(team);
            let force = self.force_mut(side);
            force.gone |= super::state::bit(team);
            let state = self.team_mut(team);
            (state.models, state.hull) = (0, 0);
        }
        self.dues.retain(|due| due.side != side);
    }

    /// The verdict after the last Phase (CW-TRN-11).
    pub(super) fn decide_at_the_cap<C: Observer<LogEntry>>(&mut self, observer: &mut C) {
        self.end(at_the_cap(self.setup.scenario), Ending::Cap, observer);
    }

    /// The game is over.
    pub(super) fn end<C: Observer<LogEntry>>(&mut self, winner: Option<Side>, ending: Ending, observer: &mut C) {
        self.verdict = Some(Verdict { winner, ending: ending as u8 });
        self.stage = Stage::Over;
        // The Turn ends with the game, in its midst.
        self.tell_part_ended(observer);
        observer.turn_ended(Side::BOTH.map(|side| self.side_state(side)));
        observer.event(|| events::verdict(self));
    }
}

#[cfg(test)]
mod tests;
