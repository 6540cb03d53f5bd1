//! Suppressed models: what binds them, and how they run for cover (DP-LDR-06 to 13, R-34 to ).

use super::choices::{Choice, Refusal, Way};
use super::events::{self, LogEntry};
use super::geometry::Path;
use super::ledger::rule;
use super::rules::{SuppressedInCombat, SuppressionInOwnActivation};
use super::state::{Battle, FigureId, FigureSet, bit};
use crate::game::{Observer, Side};
use crate::tabletop::plane::Spot;

/// What a model may do for its suppression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bond {
    /// Anything: it is not suppressed, or its movement has brought it into cover.
    Free,
    /// It may not move: it was in cover (DP-LDR-08).
    Held,
    /// It must run for cover (DP-LDR-07).
    Runs,
}

impl Battle<'_> {
    /// What suppression leaves a figure to do.
    #[must_use]
    pub fn bond(&self, figure: FigureId) -> Bond {
        let force = self.own_force(figure);
        // a suppression binds all bases of a model that hid all the same.
        if !force.suppressed.contains(self.figure(figure).model) || force.freed.contains(figure) {
            return Bond::Free;
        }
        let stays = self.setup.rules.suppressed_in_combat == SuppressedInCombat::Stay && self.engaged(figure);
        if force.held.contains(figure) || stays || self.in_cover_at(figure, self.figure(figure).at) {
            Bond::Held
        } else {
            Bond::Runs
        }
    }

    /// Whether a figure must run for cover.
    #[must_use]
    pub fn must_run(&self, figure: FigureId) -> bool {
        self.bond(figure) == Bond::Runs
    }

    /// A model has rolled against its Leadership (DP-LDR-05, DP-LDR-06, R-34).
    pub(super) fn after_leadership_roll<C: Observer<LogEntry>>(
        &mut self,
        model: FigureId,
        passed: bool,
        observer: &mut C,
    ) {
        observer.event(|| events::tested(self, model, passed));
        if passed {
            observer.rule_fired(rule::LDR_04);
            return;
        }
        observer.rule_fired(rule::LDR_06);
        let own = self.activation.as_ref().is_some_and(|now| now.holds(self, model));
        let later = own && self.setup.rules.suppression_in_own_activation == SuppressionInOwnActivation::Next;
        self.end_stance(model);
        let force = self.own_force_mut(model);
        force.failed |= bit(model);
        let set = if later { &mut force.suppressed_later } else { &mut force.suppressed };
        *set |= bit(model);
    }

    /// The activation of a unit is over: suppression that bound it lifts (DP-LDR-11).
    pub(super) fn lift_suppression(&mut self, side: Side, unit: u8) {
        let members = self.members_of(side, unit);
        let force = self.force_mut(side);
        let later = force.suppressed_later & members;
        force.suppressed = (force.suppressed & !members) | later;
        force.suppressed_later &= !members;
        (force.held, force.freed) = (FigureSet::EMPTY, FigureSet::EMPTY);
    }

    /// Shows where a model that must run may run to: every place of cover within half an inch of the nearest. Nothing when
    /// it cannot run at all.
    pub(super) fn visit_runs(&self, figure: FigureId, budget: f64, visit: &mut impl FnMut(Choice)) {
        self.runs(figure, budget).for_each(|way| visit(Choice::Move { figure, way }));
    }

    /// The first of these runs.
    #[must_use]
    pub fn first_run(&self, figure: FigureId, budget: f64) -> Option<Way> {
        self.runs(figure, budget).next()
    }

    fn runs(&self, figure: FigureId, budget: f64) -> impl Iterator<Item = Way> {
        let leads_on = move |to: &Spot| self.run_path(figure, *to, budget).is_some();
        self.cover_places(figure, budget).into_iter().filter(leads_on).map(Way::straight)
    }

    /// The path of a run towards a place of cover, as far as it can pay.
    ///
    /// # Errors
    /// When that is no place to run to, or there is no way.
    pub(super) fn check_run(&self, figure: FigureId, way: &Way, budget: f64) -> Result<Path, Refusal> {
        if !self.cover_places(figure, budget).iter().any(|to| Way::straight(*to) == *way) {
            return Err(Refusal::new("R-93", "a suppressed model runs for the nearest cover"));
        }
        self.run_path(figure, way.to, budget).ok_or(Refusal::new("R-75", "it cannot get any nearer to cover"))
    }
}
