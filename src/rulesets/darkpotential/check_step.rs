//! Perception checks of stealth bases (DP-PER).

use super::combat;
use super::events::{self, LogEntry};
use super::roll::{RollKind, Rolled};
use super::state::{Battle, FigureId};
use crate::game::Observer;
use crate::tabletop::plane::Spot;

/// A Perception check in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckStep {
    /// Who looks.
    pub observer: FigureId,
    /// At which base.
    pub base: FigureId,
    /// As an action (DP-PER-06).
    pub active: bool,
}

impl Battle<'_> {
    /// The target number of a check of a base that is seen, from where both stand (DP-PER-01 to 03).
    #[must_use]
    pub fn perception_target(&self, observer: FigureId, base: FigureId, active: bool) -> Option<i32> {
        self.perception_target_at(observer, base, self.figure(base).at, active)
    }

    /// The same as if the base stood elsewhere.
    #[must_use]
    pub fn perception_target_at(&self, observer: FigureId, base: FigureId, at: Spot, active: bool) -> Option<i32> {
        let skill = self.profile(observer).perception?;
        let cover = self.cover_at(observer, base, at)?;
        let distance = self.setup.field.distance(&self.stand(observer), &self.stand_at(base, at));
        let (rules, dug_in) = (&self.setup.rules, self.profile(base).dug_in);
        Some(combat::perception_target(rules, skill, distance, cover, dug_in, active))
    }

    /// Begins a check; the owner of the base answers through its model (DP-PER-07, R-99).
    pub(super) fn begin_check<C: Observer<LogEntry>>(
        &mut self,
        observer: FigureId,
        base: FigureId,
        active: bool,
        told: &mut C,
    ) {
        let Some(target) = self.perception_target(observer, base, active) else { return };
        self.check = Some(CheckStep { observer, base, active });
        told.event(|| events::check(self, observer, base, target));
        self.begin_test(RollKind::Perception, observer, self.figure(base).model, target);
    }

    /// The roll of a check is over (DP-STL-11).
    pub(super) fn check_rolled<C: Observer<LogEntry>>(&mut self, rolled: Rolled, observer: &mut C) {
        let Some(CheckStep { base, .. }) = self.check.take() else { return };
        if rolled.margin >= 0 {
            self.uncover(base, observer);
        }
    }
}
