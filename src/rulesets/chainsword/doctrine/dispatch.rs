//! What officers may do by their orders yet: a die spent on a Team that they could send on gains only what it adds to that.

use super::Script;
use super::command::ORDERED;
use crate::game::Side;
use crate::rulesets::chainsword::combat::command_dice;
use crate::rulesets::chainsword::state::{Battle, TeamId, TeamSet, members};

/// The face of the die that activates an officer; nothing for who is none.
pub(super) fn face_of(battle: &Battle<'_>, officer: TeamId) -> Option<u8> {
    battle.profile(officer).rank.map(|rank| command_dice::rank(&battle.setup.codex, rank).face)
}

/// Orders of an officer by one die.
pub(super) fn orders_of(battle: &Battle<'_>, officer: TeamId) -> u8 {
    let adjutant = u8::from(battle.own_force(officer).adjutants.contains(officer));
    let rank = battle.profile(officer).rank;
    rank.map_or(0, |rank| command_dice::orders(command_dice::rank(&battle.setup.codex, rank), adjutant, 0))
}

impl Script {
    /// What it takes from the orders of officers that these Teams act by another die, of what those may do with all of them.
    pub(super) fn taken_from_orders(&mut self, battle: &Battle<'_>, teams: TeamSet, all: f64) -> f64 {
        let force = battle.force(battle.active);
        let acting = teams & !force.waiting & !force.reserve;
        if all <= 0.0 || acting.is_empty() { 0.0 } else { all - self.worth_of_orders(battle, acting) }
    }

    /// What officers for whom there is a die may do by their orders to activate, one after another, these Teams left out.
    pub(super) fn worth_of_orders(&mut self, battle: &Battle<'_>, without: TeamSet) -> f64 {
        let side = battle.active;
        let alive = battle.force(side).alive();
        let (mut dice, mut done, mut sum) = (battle.hand.faces, without, 0.0);
        for officer in members(side, alive).filter(|team| battle.is_officer(*team)) {
            let Some(face) = face_of(battle, officer) else { continue };
            let die = &mut dice[usize::from(face) - 1];
            if *die == 0 || battle.may_command(officer).is_err() {
                continue;
            }
            *die -= 1;
            for _ in 0..orders_of(battle, officer) {
                let Some((team, worth)) = self.best_order(battle, side, officer, alive & !done) else { break };
                done |= TeamSet::of(team);
                sum += ORDERED * worth;
            }
        }
        sum
    }

    /// The Team among these that an officer had best send on, with what that is worth.
    fn best_order(
        &mut self,
        battle: &Battle<'_>,
        side: Side,
        officer: TeamId,
        teams: TeamSet,
    ) -> Option<(TeamId, f64)> {
        let mut best: Option<(TeamId, f64)> = None;
        for team in members(side, teams) {
            if team == officer || !battle.in_command(officer, team) || battle.may_activate(team).is_err() {
                continue;
            }
            let worth = self.worth_of_team(battle, team);
            if worth > best.map_or(0.0, |(_, most)| most) {
                best = Some((team, worth));
            }
        }
        best
    }
}
