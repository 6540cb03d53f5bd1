//! At whom a Team fires, and how: a volley, covering fire, or Overwatch; from ambush.

use super::plan::Mind;
use super::punch::Posture;
use super::tactician::Tactician;
use super::threat::{Deal, Spot};
use crate::rulesets::chainsword::choices::Choice;
use crate::rulesets::chainsword::doctrine_book::Weights;
use crate::rulesets::chainsword::facing::Facing;
use crate::rulesets::chainsword::fire_lines::{FireKind, Mode};
use crate::rulesets::chainsword::state::{Battle, TeamId, side_of};

/// Share of what an enemy can do that a point of BS takes from it: at least, and by the wish for covering fire.
const HINDERED: [f64; 2] = [0.143, 0.143];

/// Inches beside a weapon's range within which targets are looked at: ranges run from edge to edge.
const MARGIN: f64 = 0.05;

impl Tactician {
    /// The best fire action of a Team as things stand; none where nothing is worth it. `watches` says that the plan is Overwatch.
    pub(super) fn fire_action(
        &mut self,
        battle: &Battle<'_>,
        team: TeamId,
        mode: Mode,
        mind: &Mind,
        weights: &Weights,
        watches: bool,
    ) -> Option<Choice> {
        let me = *self.survey.own(team)?;
        let kind = if battle.interrupt.is_some() { FireKind::Interrupt } else { FireKind::Shoot };
        let (mut best, mut worth, mut most) = (None, 0.0, Deal::default());
        for number in 0..self.survey.foes.len() {
            let foe = self.survey.foes[number];
            let inches = foe.stand.gap(&me.stand);
            if foe.locked || inches > me.range + MARGIN {
                continue;
            }
            let Some((fire, harm)) = self.best_volley(battle, team, foe.team, kind, mode) else { continue };
            let deal = Deal { harm, inches };
            if harm > most.harm {
                most = deal;
            }
            let volley = mind.deal(&deal);
            if volley > worth {
                (best, worth) = (Some(Choice::Fire { fire, covering: false }), volley);
            }
            if battle.interrupt.is_none()
                && !battle.again
                && let Some((fire, harm)) = self.best_volley(battle, team, foe.team, FireKind::Covering, mode)
            {
                let share = HINDERED[0] + HINDERED[1] * weights.covering_fire;
                let saved = share * foe.acts * self.danger(battle, number);
                let worth_covering = mind.deal(&Deal { harm, ..deal }) + mind.risk * saved;
                if worth_covering > worth && !battle.own_force(foe.team).suppressed_next.contains(foe.team) {
                    (best, worth) = (Some(Choice::Fire { fire, covering: true }), worth_covering);
                }
            }
        }
        if battle.check_overwatch(team, mode).is_ok() {
            let spot = Spot { at: me.at, cell: me.cell };
            let posture = if mode == Mode::Stand { Posture::Still } else { Posture::Moved };
            let watch = self.watching(battle, &me, &spot, mind, posture, &most);
            if watch > worth || (watches && watch > 0.9 * worth) {
                return Some(Choice::Overwatch);
            }
        }
        best
    }

    /// What the best volley of an enemy at any own Team would take.
    fn danger(&mut self, battle: &Battle<'_>, number: usize) -> f64 {
        let foe = self.survey.foes[number];
        let land = battle.land();
        let mut most = 0.0_f64;
        for at in 0..self.survey.own.len() {
            let own = self.survey.own[at];
            let inches = foe.stand.gap(&own.stand);
            if own.locked || inches > foe.range {
                continue;
            }
            let Some(cover) = self.ground.look(&land, foe.cell, own.cell) else { continue };
            let Self { punches, survey, values, .. } = self;
            let cover = own.cover(cover);
            let harm =
                punches.volley(battle, survey, values, foe.team, &own, Posture::Still, inches, cover, Facing::Front);
            most = most.max(harm);
        }
        most
    }
}

impl Tactician {
    /// At whom a Team fires from ambush.
    pub(super) fn ambush_fire(&mut self, battle: &Battle<'_>) -> Option<Choice> {
        let team = battle.ambusher;
        self.look(battle, side_of(team));
        let mut best: Option<(f64, Choice)> = None;
        for number in 0..self.survey.foes.len() {
            let foe = self.survey.foes[number].team;
            let volley = self.best_volley(battle, team, foe, FireKind::Ambush, Mode::Stand);
            if let Some((fire, worth)) = volley
                && best.is_none_or(|(most, _)| worth > most)
            {
                best = Some((worth, Choice::Fire { fire, covering: false }));
            }
        }
        Some(best.map_or(Choice::Pass, |(_, choice)| choice))
    }
}
