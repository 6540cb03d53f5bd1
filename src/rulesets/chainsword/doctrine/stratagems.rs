//! Command points, and the point that goes.

use super::Script;
use super::setup::Ground;
use crate::game::Side;
use crate::rulesets::chainsword::choices::Choice;
use crate::rulesets::chainsword::codex::Scenario;
use crate::rulesets::chainsword::doctrine_book::Stratagem;
use crate::rulesets::chainsword::force_morale_step::MoraleEvent;
use crate::rulesets::chainsword::roll_step::RollKind;
use crate::rulesets::chainsword::state::{Battle, TeamId, members};

/// Level of Force Morale from which every lost level takes a die, or more.
const LOW: u8 = 5;

/// Level from which a test may rout.
const LAST: u8 = 3;

/// Command points, in stratagems, from which a side breaks in for harm alone (the rulebook: 10 points banked).
const RICH: u16 = 10;

/// Points of value for which a Squad breaks in.
const BREAK_IN: f64 = 25.0;

/// Inches from the far edge at which a Team of the attacker is about to cross.
const CROSSING: f64 = 11.0;

/// Inches within which a Team fires from ambush.
const AMBUSH: f64 = 18.0;

impl Script {
    /// Plays on. Where withdrawing would make a draw the game is settled already.
    pub(super) fn withdraw(&mut self, _: &Battle<'_>) -> Choice {
        Choice::Pass
    }

    /// Throws a die again only where the game hangs on it: a test that routs, or an arrival that fails with points to spare.
    pub(super) fn reroll(&mut self, battle: &Battle<'_>) -> Choice {
        let Some(roll) = &battle.roll else { return Choice::Pass };
        let force = battle.force(roll.owner);
        let hangs = match roll.kind {
            RollKind::Morale(_) => force.level <= LAST && roll.dice[0] >= 5,
            _ => false,
        };
        let choice = Choice::Reroll(0);
        if hangs && self.allows(battle, choice) { choice } else { Choice::Pass }
    }

    /// Skips a test of Force Morale that could cost dear.
    pub(super) fn steady(&mut self, battle: &Battle<'_>) -> Choice {
        let Some(due) = battle.dues.iter().find(|due| due.asked && due.side == battle.decider) else {
            return Choice::Pass;
        };
        let level = battle.force(due.side).level;
        let dear = !matches!(due.event, MoraleEvent::TeamBroken | MoraleEvent::TeamDestroyed);
        let heavy = matches!(due.event, MoraleEvent::WarlordKilled | MoraleEvent::SeniorLeaderKilled);
        let keeps = self.weights.stratagem != Stratagem::Steady;
        let due = if keeps { level <= LAST || (level <= LOW && dear) } else { level <= LOW || dear };
        if (due || heavy) && self.allows(battle, Choice::Steady) { Choice::Steady } else { Choice::Pass }
    }

    /// The point that goes: the one that serves least, those that are denied first.
    pub(super) fn lost_point(&mut self, battle: &Battle<'_>) -> Option<Choice> {
        let side = battle.owed_point?;
        let (force, ground) = (battle.force(side), Ground::of(battle, side));
        let own = side == battle.decider;
        let mut best: Option<(f64, Choice)> = None;
        for point in 0..force.points.len() as u8 {
            let choice = Choice::LosePoint(point);
            let denied = if battle.is_denied(side, point) { 30.0 } else { 0.0 };
            let far = force.points[usize::from(point)].at.distance(ground.focus);
            let least = if own { denied + far } else { -denied - far };
            if best.is_none_or(|(most, _)| least > most) && self.allows(battle, choice) {
                best = Some((least, choice));
            }
        }
        best.map(|(_, choice)| choice)
    }

    /// Breaks in between two actions against what decides now, or with points to spare.
    pub(super) fn between(&mut self, battle: &Battle<'_>) -> Choice {
        let side = battle.decider;
        let force = battle.force(side);
        let rich = force.command_points >= RICH || self.weights.stratagem == Stratagem::Interrupt;
        if self.faces_crossing(battle) || rich {
            let mut best: Option<(f64, u8)> = None;
            for squad in 0..force.squads {
                if !self.allows(battle, Choice::Interrupt { squad, fires: true }) {
                    continue;
                }
                let teams = force.squad_states[usize::from(squad)].teams & force.present;
                let worth: f64 = teams.members(side).map(|team| self.prospect(battle, team).harm).sum();
                if best.is_none_or(|(least, _)| worth > least) {
                    best = Some((worth, squad));
                }
            }
            if let Some((_, squad)) = best.filter(|(worth, _)| *worth > BREAK_IN) {
                return Choice::Interrupt { squad, fires: true };
            }
        }
        self.ambush(battle).unwrap_or(Choice::Pass)
    }

    /// Whether an enemy Team is about to cross the table in The Probe.
    fn faces_crossing(&self, battle: &Battle<'_>) -> bool {
        let (side, enemy) = (battle.decider, battle.decider.other());
        if battle.setup.scenario != Scenario::Probe || side != Side::B {
            return false;
        }
        let ground = Ground::of(battle, enemy);
        let near = |team: TeamId| ground.depth() - ground.progress(battle.team(team).at) < CROSSING;
        members(enemy, battle.standing_teams(enemy)).any(near)
    }

    /// A Team comes on from ambush: of those who keep their points for it, or have plenty, beside an enemy that it sees.
    pub(super) fn ambush(&mut self, battle: &Battle<'_>) -> Option<Choice> {
        let side = battle.decider;
        let force = battle.force(side);
        let wants = self.weights.stratagem == Stratagem::Ambush || force.command_points >= RICH;
        if !wants || !battle.can_pay(side) || force.waiting.is_empty() {
            return None;
        }
        let enemy = side.other();
        let foes = battle.standing_teams(enemy);
        let land = battle.land();
        let mut best: Option<(f64, Choice)> = None;
        battle.visit_ambushes(side, &mut |choice| {
            let Choice::Ambush { team, at } = choice else { return };
            let stand = battle.stand_at(team, at, 0);
            let open = |foe: &TeamId| land.cover_at(battle.team(*foe).at) == 0;
            let seen = members(enemy, foes).filter(|foe| {
                let other = battle.stand(*foe);
                other.gap(&stand) < AMBUSH && land.sees(&stand, &other)
            });
            let worth = seen.filter(open).map(|foe| battle.worth_left(foe)).fold(0.0, f64::max);
            let worth = worth.min(2.0 * battle.worth_left(team));
            if worth > BREAK_IN && best.is_none_or(|(least, _)| worth > least) {
                best = Some((worth, choice));
            }
        });
        best.map(|(_, choice)| choice).filter(|choice| self.allows(battle, *choice))
    }
}
