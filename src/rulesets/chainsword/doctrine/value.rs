//! What play counts in: value of models and hull points left, levels of Force Morale, Shock.

use super::contest::{Crossing, crossing};
use super::odds::Toll;
use crate::game::Side;
use crate::rulesets::chainsword::codex::Scenario;
use crate::rulesets::chainsword::force_morale_step::MoraleEvent;
use crate::rulesets::chainsword::rules::FmTests;
use crate::rulesets::chainsword::state::{Battle, TeamId, members, side_of};

/// Events that put Force Morale to the test.
const EVENTS: usize = MoraleEvent::ALL.len();

/// How much dearer the point of Shock is that pins a Team.
const PINNING_POINT: f64 = 3.0;

/// Share of its worth that it is to a Team to be pinned by a test until the end of its owner's next Phase.
const PINNED: f64 = 0.2;

/// A unit is dear that is worth more than this share of its army.
const DEAR: f64 = 0.1;

/// Share of an army that hangs on each crosser of The Probe, by the own Phases in which it may be at the edge.
const CROSSES: [f64; 5] = [0.0, 0.5, 0.2, 0.08, 0.03];

/// Share of an army that hangs on the Teams of the enemy on the objective, while an own Team is there and while none is.
const GARRISON: [f64; 2] = [0.3, 0.15];

/// What a level of the defender is worth to an attacker who does not control the objective, in usual ones: many left, some, few. A
/// rout would lose him the game.
const NO_ROUT: [f64; 3] = [0.4, 0.0, -1.5];

/// Of that, the share that it is worth to pin a crosser, or to slow it so that it needs a Phase more.
const HELD: f64 = 0.6;

/// What Force Morale and Shock are worth, in points of value.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Values {
    /// Whose eyes these are: they value what an enemy would win the game by.
    side: Option<Side>,
    /// The army of each side as it began.
    army: [f64; 2],
    /// Its Force Morale then.
    start: [u8; 2],
    /// What the next level of each side is worth.
    level: [f64; 2],
    /// Levels that an event costs on average.
    events: [f64; EVENTS],
}

impl Values {
    /// Takes stock of both sides, for one of them.
    pub(super) fn take_stock(&mut self, battle: &Battle<'_>, eyes: Side) {
        self.side = Some(eyes);
        for side in Side::BOTH {
            let (at, force) = (side.index(), battle.force(side));
            self.army[at] = self.army[at].max(battle.worth(side));
            self.start[at] = self.start[at].max(force.level);
            let dearer = match force.level {
                6.. => 1.0,
                4 | 5 => 1.5,
                _ => 2.5,
            };
            let spares = battle.setup.scenario == Scenario::AttackOnAnObjective
                && eyes == Side::A
                && side == Side::B
                && battle.controller != Side::A;
            let dearer = match force.level {
                _ if !spares => dearer,
                7.. => NO_ROUT[0],
                5 | 6 => NO_ROUT[1],
                _ => NO_ROUT[2],
            };
            self.level[at] = dearer * self.army[at] / f64::from(self.start[at].max(1));
        }
        for (event, mean) in MoraleEvent::ALL.into_iter().zip(&mut self.events) {
            let row = battle.setup.codex.events.iter().find(|row| row.name == event.key());
            let table =
                row.map_or(0.0, |row| f64::from(row.losses.iter().map(|loss| u32::from(*loss)).sum::<u32>()) / 6.0);
            *mean = match battle.setup.rules.fm_tests {
                FmTests::Table => table,
                FmTests::Flat => f64::from(u8::from(event != MoraleEvent::TeamBroken)),
            };
        }
    }

    /// Forgets the last game.
    pub(super) fn restart(&mut self) {
        *self = Self::default();
    }

    /// How much larger the army of a side was as it began than the enemy's: from 1, where it was not, to 2.
    pub(super) fn superiority(&self, side: Side) -> f64 {
        let [own, enemy] = [side, side.other()].map(|side| self.army[side.index()].max(1.0));
        (own / enemy).clamp(1.0, 2.0)
    }

    /// The army of a side as it began.
    pub(super) fn army(&self, side: Side) -> f64 {
        self.army[side.index()]
    }

    /// What the next level of a side is worth.
    pub(super) fn level(&self, side: Side) -> f64 {
        self.level[side.index()]
    }

    /// What an event costs a side on average.
    pub(super) fn event(&self, side: Side, event: MoraleEvent) -> f64 {
        self.events[event as usize] * self.level(side)
    }

    /// What the loss of a whole Team costs its side, its models left out.
    pub(super) fn event_of_loss(&self, battle: &Battle<'_>, team: TeamId) -> f64 {
        self.event(side_of(team), battle.event_of_loss(team))
    }

    /// What the loss of a whole Team costs its side.
    pub(super) fn whole(&self, battle: &Battle<'_>, team: TeamId) -> f64 {
        battle.worth_left(team) + self.event_of_loss(battle, team)
    }

    /// What some points of Shock cost a Team.
    pub(super) fn shock(&self, battle: &Battle<'_>, team: TeamId, points: f64) -> f64 {
        let ld = u16::from(battle.ld(team));
        if ld == 0 || points <= 0.0 {
            return 0.0;
        }
        let worth = battle.worth_left(team);
        let each = worth / f64::from(2 * ld);
        let next = battle.team(team).shock + 1;
        let first = if next == ld {
            PINNING_POINT * each
        } else if next == 2 * ld {
            worth + self.event(side_of(team), MoraleEvent::TeamBroken)
        } else {
            each
        };
        points.min(1.0) * first + (points - 1.0).max(0.0) * each
    }

    /// What it is worth to stop an enemy who is about to cross the table, and how he stands to the edge; nothing otherwise.
    pub(super) fn stake(&self, battle: &Battle<'_>, target: TeamId) -> Option<(f64, Crossing)> {
        let side = side_of(target);
        if self.side != Some(side.other()) {
            return None;
        }
        let crossing = crossing(battle, target)?;
        Some((CROSSES[usize::from(crossing.phases)] * self.army(side.other()), crossing))
    }

    /// What it is worth that an enemy who is about to cross the table is gone or in flight, is pinned, or takes Shock.
    pub(super) fn stopped(&self, battle: &Battle<'_>, target: TeamId, gone: f64, pins: f64, shock: f64) -> f64 {
        let Some((stake, crossing)) = self.stake(battle, target) else { return 0.0 };
        let ld = u16::from(battle.ld(target));
        let pinning = battle.team(target).shock + 1 == ld || crossing.spare < battle.setup.rules.shock_move;
        let shocked = if pinning { shock.min(1.0) } else { 0.0 };
        stake * (gone + HELD * (1.0 - gone) * (pins + shocked).min(1.0))
    }

    /// What it is worth that an enemy Team is gone from the objective.
    pub(super) fn garrison(&self, battle: &Battle<'_>, target: TeamId) -> f64 {
        let (side, radius) = (side_of(target), battle.setup.rules.objective_radius);
        let Some(objective) = battle.setup.objective.filter(|_| self.side == Some(side.other())) else { return 0.0 };
        let there = |team: &TeamId| battle.holds_ground(*team) && battle.stand(*team).gap_to(objective) <= radius;
        if !there(&target) {
            return 0.0;
        }
        let held = |side: Side| members(side, battle.standing_teams(side)).filter(there).count();
        let share = if held(side.other()) > 0 { GARRISON[0] } else { GARRISON[1] };
        share * self.army(side.other()) / held(side).max(1) as f64
    }

    /// What a volley takes from the side of its target.
    pub(super) fn harm(&self, battle: &Battle<'_>, target: TeamId, toll: &Toll) -> f64 {
        self.stopped(battle, target, toll.gone, toll.pins, toll.shock)
            + toll.gone * self.garrison(battle, target)
            + toll.lost * battle.team(target).worth
            + toll.gone * self.event_of_loss(battle, target)
            + self.shock(battle, target, toll.shock)
            + toll.pins * PINNED * battle.worth_left(target)
    }

    /// How much more the risk of a Team counts by the thrift of a doctrine: of officers and dear units.
    pub(super) fn care(&self, battle: &Battle<'_>, team: TeamId, thrift: f64) -> f64 {
        let dear = battle.worth_left(team) > DEAR * self.army(side_of(team));
        if dear || battle.is_officer(team) { 1.0 + thrift } else { 1.0 }
    }
}
