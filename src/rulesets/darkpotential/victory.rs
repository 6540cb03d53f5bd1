//! Who has won (DP-VIC).

use super::events::{self, LogEntry};
use super::ledger::rule;
use super::scenarios::{self, Ending, after_removals, at_the_cap};
use super::state::{Battle, FigureId, members};
use crate::game::{Observer, Side, SideState, StateWords, Verdict};

/// How sides stand at the end of a player turn, in words.
pub const STATES: StateWords = StateWords {
    units: "models that live, those in stealth included",
    morale: "living models that are not Suppressed",
    objective: "wounds left, in hundredths of those that it began with",
    told: [Some("not Suppressed"), Some("% of wounds")],
};

impl Battle<'_> {
    /// How a side stands, as [`STATES`] says it.
    #[must_use]
    pub fn side_state(&self, side: Side) -> SideState {
        let force = self.force(side);
        SideState {
            value: self.worth(side),
            units: force.alive().len() as u16,
            morale: (force.alive() & !force.suppressed).len() as i32,
            objective: (100.0 * self.attrition(side)).round() as i32,
        }
    }

    /// Ends the game when a side has nobody left. Whether it is over.
    pub(super) fn decide_by_elimination<C: Observer<LogEntry>>(&mut self, observer: &mut C) -> bool {
        let verdict = after_removals(Side::BOTH.map(|side| {
            let lives = |model: FigureId| !self.is_lost(model);
            members(side, self.force(side).alive()).any(lives)
        }));
        if let Some(verdict) = verdict {
            // The turn ends with the game, in its midst.
            self.tell_part_ended(observer);
            observer.turn_ended(Side::BOTH.map(|side| self.side_state(side)));
            self.end(verdict, observer);
        }
        verdict.is_some()
    }

    /// The verdict after the last round.
    pub(super) fn decide_at_the_cap<C: Observer<LogEntry>>(&mut self, observer: &mut C) {
        let shares = Side::BOTH.map(|side| self.attrition(side));
        self.end(at_the_cap(&self.setup.rules, &self.setup.terms, shares), observer);
    }

    /// The game is over.
    fn end<C: Observer<LogEntry>>(&mut self, verdict: scenarios::Verdict, observer: &mut C) {
        self.verdict = Some(Verdict { winner: verdict.winner, ending: verdict.ending as u8 });
        observer.event(|| events::verdict(self));
        observer.rule_fired(match verdict.ending {
            Ending::WipeOut => rule::VIC_01,
            Ending::DrawMutual => rule::VIC_02,
            Ending::Attrition | Ending::DrawCap => rule::VIC_03,
        });
    }

    /// The share of its wounds that a side has left.
    #[must_use]
    pub fn attrition(&self, side: Side) -> f64 {
        let models = members(side, self.force(side).all_models()).map(|model| self.figure(model));
        let wounds = models.map(|figure| (figure.profile, u32::from(figure.wounds)));
        scenarios::attrition_share(&self.setup.codex, &self.setup.rules, wounds)
    }

    /// What scripts take the models of a side to be worth that are alive.
    #[must_use]
    pub fn worth(&self, side: Side) -> f64 {
        let living = members(side, self.force(side).alive()).filter(|model| !self.is_lost(*model));
        living.map(|model| self.profile(model).value).sum()
    }
}
