//! What Command Dice are spent on ("Allocating Command Dice").
//!
//! Dice go out one by one, each to the use that is worth most: first those of their own face, Squads before Teams and both before
//! officers, who come on beside them and send on whoever is left; then the lone six, into the gap where it gains most. Whom officers with
//! a die can send on as well is left to them: a die for such a Team counts by what it adds, so that others act, or come on, by it.

use super::Script;
use super::contest::level_worth;
use super::dispatch::{face_of, orders_of};
use crate::game::Side;
use crate::rulesets::chainsword::choices::{Choice, Use};
use crate::rulesets::chainsword::codex::Scenario;
use crate::rulesets::chainsword::state::{Battle, TeamId, TeamSet, members, side_of};

/// Faces in the order in which they are spent.
const FACES: [u8; 4] = [2, 1, 4, 3];

/// Share of its value that it is worth to bring a Team on.
const DEPLOY: f64 = 0.22;

/// The same of an officer beside a Team that has come on.
const OFFICER: f64 = 0.15;

/// Teams that a side has on the table before its officers come on.
const COMPANY: u32 = 2;

/// What an order is worth beyond what it makes a Team do, of that.
pub(super) const ORDERED: f64 = 0.9;

/// Share of the value of a Team by which `activity` rewards its use.
const ACTIVITY: f64 = 0.02;

/// Points of value that a command point is worth to a side that banks.
const POINT: f64 = 6.0;

/// What the last command point for a stratagem is worth, in common ones.
const LAST_POINT: f64 = 4.0;

/// Most orders of an officer, those of an adjutant counted in.
const MOST_ORDERS: usize = 6;

/// Points of value for which a Turn is ended.
const TURN_END: f64 = 70.0;

impl Script {
    /// The next die, a stratagem, or the end of the Phase.
    pub(super) fn spend(&mut self, battle: &Battle<'_>) -> Option<Choice> {
        self.tactician.values.take_stock(battle, battle.active);
        let orders = self.worth_of_orders(battle, TeamSet::EMPTY);
        let natural = FACES.into_iter().filter(|face| battle.hand.faces[usize::from(*face) - 1] > 0);
        for face in natural {
            if let Some((worth, choice)) = self.best_use(battle, face, orders)
                && worth > 0.0
            {
                return Some(choice);
            }
        }
        if battle.hand.wild {
            let gaps = FACES.into_iter().filter_map(|face| self.best_use(battle, face, orders));
            let best = gaps.max_by(|one, other| one.0.total_cmp(&other.0));
            if let Some((worth, choice)) = best
                && worth > self.worth_of_point(battle)
            {
                return Some(choice);
            }
        }
        let ends = Choice::EndTurn;
        if self.allows(battle, ends) && self.worth_of_turn_end(battle) > TURN_END {
            return Some(ends);
        }
        if let Some(ambush) = self.ambush(battle) {
            return Some(ambush);
        }
        Some(Choice::Pass)
    }

    /// The best use of a die of this face, with its worth, where officers may do so much by their orders.
    fn best_use(&mut self, battle: &Battle<'_>, face: u8, orders: f64) -> Option<(f64, Choice)> {
        let mut best: Option<(f64, Choice)> = None;
        battle.visit_uses(face, &mut |choice| {
            let worth = self.worth_of_use(battle, choice, orders);
            if best.is_none_or(|(least, _)| worth > least) {
                best = Some((worth, choice));
            }
        });
        best
    }

    /// What it is worth to spend a die so.
    fn worth_of_use(&mut self, battle: &Battle<'_>, choice: Choice, orders: f64) -> f64 {
        match choice {
            Choice::Spend { on: Use::Team(team), .. } if battle.is_officer(team) => self.worth_of_officer(battle, team),
            Choice::Spend { on: Use::Team(team), .. } => {
                self.worth_of_team(battle, team) - self.taken_from_orders(battle, TeamSet::of(team), orders)
            }
            Choice::Spend { on: Use::Squad(squad), .. } => {
                let teams = battle.teams_on_a_two(battle.active, squad);
                let worth: f64 = teams.members(battle.active).map(|team| self.worth_of_team(battle, team)).sum();
                worth - self.taken_from_orders(battle, teams, orders)
            }
            _ => 0.0,
        }
    }

    /// What it is worth that a Team acts, or comes on.
    pub(super) fn worth_of_team(&mut self, battle: &Battle<'_>, team: TeamId) -> f64 {
        let force = battle.own_force(team);
        let value = battle.worth_left(team);
        if force.waiting.contains(team) {
            self.tactician.look(battle, battle.active);
            let superior = self.tactician.values.superiority(battle.active);
            let guards = self.weights.contest * self.tactician.guard_wanted(battle, team);
            return value * DEPLOY * superior * self.eagerness(battle) + self.worth_of_company(battle) + guards;
        }
        if force.reserve.contains(team) {
            return value * DEPLOY * self.eagerness(battle);
        }
        if battle.may_activate(team).is_err() {
            return 0.0;
        }
        f64::max(self.prospect(battle, team).worth, 0.0) + ACTIVITY * self.weights.activity * value
    }

    /// What it is worth that officers come on beside a Team: as much as the best of them for whom there is a die (CW-DEP-14).
    fn worth_of_company(&self, battle: &Battle<'_>) -> f64 {
        let side = battle.active;
        let own = battle.force(side);
        let due = |officer: &TeamId| {
            face_of(battle, *officer).is_some_and(|face| battle.hand.faces[usize::from(face) - 1] > 0)
        };
        let waiting = members(side, own.waiting).filter(due);
        waiting.map(|officer| self.worth_of_coming(battle, officer)).fold(0.0, f64::max)
    }

    /// What it is worth that an officer comes on: he is to have others about him.
    fn worth_of_coming(&self, battle: &Battle<'_>, officer: TeamId) -> f64 {
        let side = side_of(officer);
        let about = battle.standing_teams(side).len();
        if about < COMPANY { 0.0 } else { OFFICER * battle.worth_left(officer) }
    }

    /// How eager a side is to bring on who is still off the table, from 0 to 1 and beyond: those who hold back are so later.
    fn eagerness(&self, battle: &Battle<'_>) -> f64 {
        let force = battle.force(battle.decider);
        let own_phase = f64::from(battle.phase / 2 + 1);
        let due = (own_phase / self.weights.latest.max(1.0)).min(1.5);
        let off: f64 = members(battle.decider, force.waiting | force.reserve).map(|team| battle.worth_left(team)).sum();
        let all: f64 = battle.worth(battle.decider).max(1.0);
        // A side with nobody on the table is in no position to wait.
        let empty = if off > 0.7 * all { 1.0 } else { 0.0 };
        f64::max(1.0 - self.weights.reserve_hold + self.weights.reserve_hold * due, empty)
    }

    /// What it is worth that an officer gives orders, or comes on beside a Team.
    fn worth_of_officer(&mut self, battle: &Battle<'_>, officer: TeamId) -> f64 {
        let side = side_of(officer);
        let force = battle.force(side);
        let value = battle.worth_left(officer);
        if force.waiting.contains(officer) {
            return self.worth_of_coming(battle, officer);
        }
        let orders = orders_of(battle, officer);
        let mut best = [0.0; MOST_ORDERS];
        for team in members(side, force.alive()).filter(|team| *team != officer && battle.in_command(officer, *team)) {
            let worth = f64::max(
                if battle.may_activate(team).is_ok() { self.worth_of_team(battle, team) } else { 0.0 },
                self.worth_of_rally(battle, team),
            );
            let mut next = worth;
            for place in &mut best {
                if next > *place {
                    std::mem::swap(&mut next, place);
                }
            }
        }
        let reached: f64 = best.iter().take(usize::from(orders).min(MOST_ORDERS)).sum();
        // An officer with nobody in range goes after the others.
        ORDERED * reached + ACTIVITY * self.weights.activity * value
    }

    /// What a point of Shock off a Team is worth.
    pub(super) fn worth_of_rally(&self, battle: &Battle<'_>, team: TeamId) -> f64 {
        let (ld, shock) = (u16::from(battle.ld(team)), battle.team(team).shock);
        if ld == 0 || shock == 0 || battle.is_attached(team) {
            return 0.0;
        }
        let point = battle.worth_left(team) / f64::from(2 * ld);
        match shock {
            shock if shock == 2 * ld => 8.0 * point,
            shock if shock >= ld && shock <= ld + 3 => 3.0 * point,
            _ => point,
        }
    }

    /// What a command point is worth: most where it is the last one for a stratagem.
    fn worth_of_point(&self, battle: &Battle<'_>) -> f64 {
        if !battle.setup.rules.wildcard_cp {
            return 0.0;
        }
        let (bank, cost) = (battle.force(battle.active).command_points, u16::from(battle.setup.rules.stratagem_cost));
        let last = if bank + 1 == cost { LAST_POINT } else { 1.0 };
        POINT * self.weights.command_bank * last
    }

    /// What it is worth that the Turn ends: broken enemies go, points are captured, and the same to one's own.
    fn worth_of_turn_end(&self, battle: &Battle<'_>) -> f64 {
        let side = battle.active;
        let flight = |side: Side| -> f64 {
            let fleeing = members(side, battle.standing_teams(side)).filter(|team| battle.is_fleeing(*team));
            fleeing.map(|team| battle.worth_left(team) + 0.6 * level_worth(battle, side)).sum()
        };
        let captured = |side: Side| {
            let points = 0..battle.force(side).points.len() as u8;
            let wins = battle.setup.scenario == Scenario::DelayingAction && side == Side::B;
            let worth = |point: u8| {
                let shaded = battle.force(side).points[usize::from(point)].shaded;
                if wins && shaded { battle.worth(side) } else { 1.33 * level_worth(battle, side) }
            };
            points.filter(|point| battle.is_captured(side, *point)).map(worth).sum::<f64>()
        };
        let enemy = side.other();
        flight(enemy) + captured(enemy) - flight(side) - captured(side)
    }
}
