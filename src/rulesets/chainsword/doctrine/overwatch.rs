//! Shots from Overwatch and by interceptors: fire, or hold.

use super::odds::reaches;
use super::punch::Posture;
use super::tactician::{Brief, Tactician};
use crate::rulesets::chainsword::choices::Choice;
use crate::rulesets::chainsword::facing::Facing;
use crate::rulesets::chainsword::fire_lines::FireKind;
use crate::rulesets::chainsword::phase_step::Stage;
use crate::rulesets::chainsword::state::{Battle, TeamId, TeamSet, members};

/// Share of the best shot that may still come which a shot now must be worth: at least, and by the wish to keep Overwatch.
const PATIENCE: [f64; 2] = [0.35, 0.35];

impl Tactician {
    /// A shot from Overwatch, or none.
    pub(super) fn watch(&mut self, battle: &Battle<'_>, brief: &Brief<'_>) -> Option<Choice> {
        let watch = battle.watch?;
        self.look(battle, watch.side);
        let last = battle.stage == Stage::LastWatch;
        let mut best: Option<(f64, Choice)> = None;
        for by in members(watch.side, watch.watchers | watch.interceptors) {
            let force = battle.force(watch.side);
            let intercepts = (watch.interceptors & !force.intercepted).contains(by);
            if !intercepts && !(watch.watchers & force.overwatch).contains(by) {
                continue;
            }
            let (kind, mode) = if intercepts {
                (FireKind::Interceptor, crate::rulesets::chainsword::fire_lines::Mode::Stand)
            } else {
                (FireKind::Overwatch, battle.team(by).mode)
            };
            let targets = if watch.target == crate::rulesets::chainsword::state::NOBODY {
                battle.standing_teams(watch.side.other())
            } else {
                TeamSet::of(watch.target)
            };
            // An interceptor loses nothing by its shot; Overwatch that waits may get a better one.
            let later = if intercepts || last { 0.0 } else { self.best_to_come(battle, by, watch.target) };
            let patience = PATIENCE[0] + PATIENCE[1] * brief.weights.overwatch.min(1.0);
            for target in members(watch.side.other(), targets) {
                let Some((fire, worth)) = self.best_volley(battle, by, target, kind, mode) else { continue };
                let enough = worth > 0.0 && worth >= patience * later;
                if enough && best.is_none_or(|(most, _)| worth > most) {
                    best = Some((worth, Choice::React { by, fire }));
                }
            }
        }
        Some(best.map_or(Choice::Pass, |(_, choice)| choice))
    }
}

impl Tactician {
    /// What the best shot of a Team on Overwatch may be worth that may still come in this Phase.
    fn best_to_come(&mut self, battle: &Battle<'_>, by: TeamId, now: TeamId) -> f64 {
        let Some(me) = self.survey.own(by).copied() else { return 0.0 };
        let mut best = 0.0_f64;
        for number in 0..self.survey.foes.len() {
            let foe = self.survey.foes[number];
            if foe.team == now || foe.locked || battle.own_force(foe.team).activated.contains(foe.team) {
                continue;
            }
            let inches = (me.at.distance(foe.at) - me.radius - foe.radius - 0.5 * foe.moves).max(1.0);
            if inches > me.range {
                continue;
            }
            let Self { punches, survey, values, .. } = self;
            let cover = foe.cover(0);
            let harm = punches.volley(battle, survey, values, by, &foe, Posture::Still, inches, cover, Facing::Front);
            // Whoever comes to charge is the first to be shot at.
            let comes = foe.charges.map_or(0.0, |before| reaches(me.stand.gap(&foe.stand) - before, false));
            best = best.max(harm * foe.acts.max(comes * foe.acts));
        }
        best
    }
}
