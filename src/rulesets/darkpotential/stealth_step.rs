//! Models in stealth and their bases (DP-STL): shown, hidden again, given up, kept together.

use arrayvec::ArrayVec;

use super::activation::ActivationStep;
use super::choices::{Choice, Decision, Refusal};
use super::deployment_step::DeploymentStep;
use super::events::{self, LogEntry};
use super::field::{Contact, Stand};
use super::ledger::rule;
use super::rules::{LeaderDeathPool, StealthRealRemoved, StealthReentry};
use super::state::{Battle, FigureId, FigureSet, MOST_FIGURES, NOBODY, Stance, bit, members, place_of, side_of};
use super::stealth;
use super::turn::Flow;
use crate::game::{Observer, Side, UnitStat};
use crate::tabletop::plane::Spot;

impl Battle<'_> {
    /// A model in stealth takes the place of its real base, and its other bases go (DP-STL-09, DP-STL-11).
    pub(super) fn reveal<C: Observer<LogEntry>>(&mut self, model: FigureId, observer: &mut C) {
        let real = self.figure(model).real;
        let at = self.figure(real).at;
        self.figure_mut(model).at = at;
        self.figure_mut(model).stance = Stance::None;
        let bases = self.bases_of(model);
        let force = self.own_force_mut(model);
        force.present = (force.present & !bases) | bit(model);
        force.hidden &= !bit(model);
        for set in [&mut force.moved, &mut force.covered, &mut force.held, &mut force.freed] {
            let had = set.contains(real);
            *set = (*set & !bases) | FigureSet::of_if(model, had);
        }
        self.figure_mut(model).real = NOBODY;
        // DP-SUP-09: what was used against the base was used against the model.
        for template in &mut self.force_mut(side_of(model).other()).templates {
            for set in &mut template.attacked {
                *set |= FigureSet::of_if(model, set.contains(real));
            }
        }
        if let Some(movement) = self.movements.iter_mut().find(|movement| movement.figure == real) {
            movement.figure = model;
        }
        if side_of(model) == self.active
            && let Some(activation) = &mut self.activation
        {
            activation.shown(model, bases, real);
        }
        observer.event(|| events::revealed(self, model));
        observer.rule_fired(rule::STL_09);
    }

    /// Takes a base off the board; without its real one a model is destroyed, and causes no tests (DP-STL-10, R-41, R-95).
    pub(super) fn remove_base<C: Observer<LogEntry>>(&mut self, base: FigureId, observer: &mut C) {
        let model = self.figure(base).model;
        let real = self.figure(model).real == base;
        let at_once = self.setup.rules.stealth_real_removed == StealthRealRemoved::Destroyed;
        let gone = if real && at_once { self.bases_of(model) } else { bit(base) };
        let force = self.own_force_mut(base);
        force.present &= !gone;
        observer.event(|| events::base_removed(self, base, real && at_once));
        if self.bases_of(model).is_empty() {
            self.destroy(model, observer);
        } else if real {
            self.figure_mut(model).wounds = 0;
        }
        if real {
            self.decide_by_elimination(observer);
        }
    }

    /// Whether a model in stealth is dead, and its other bases do not tell.
    #[must_use]
    pub fn is_lost(&self, model: FigureId) -> bool {
        self.is_hidden(model) && self.figure(model).wounds == 0
    }

    /// Bases in contact with an enemy at the end of a movement are discovered without a roll.
    pub(super) fn discover<C: Observer<LogEntry>>(&mut self, mover: FigureId, observer: &mut C) {
        let enemy = side_of(mover).other();
        let touching = |other: &FigureId| {
            let contact = self.setup.field.contact(&self.stand(mover), &self.stand(*other));
            contact == Some(Contact::Bases)
        };
        let found: FigureSet = if !self.is_base(mover) {
            members(enemy, self.force(enemy).bases()).filter(touching).collect()
        } else if members(enemy, self.force(enemy).shown()).any(|other| touching(&other)) {
            bit(mover)
        } else {
            FigureSet::EMPTY
        };
        let side = if self.is_base(mover) { side_of(mover) } else { enemy };
        for base in members(side, found) {
            if self.is_present(base) {
                self.uncover(base, observer);
            }
        }
    }

    /// A base is found: the real one is shown, a false one goes (DP-STL-11).
    pub(super) fn uncover<C: Observer<LogEntry>>(&mut self, base: FigureId, observer: &mut C) {
        let model = self.figure(base).model;
        if self.figure(model).real == base {
            self.reveal(model, observer);
        } else {
            self.remove_base(base, observer);
        }
    }

    /// Removes a model from the game: its stance, its place, and the points of a unit that nobody is left of (DP-CMD-18).
    pub(super) fn destroy<C: Observer<LogEntry>>(&mut self, model: FigureId, observer: &mut C) {
        self.end_stance(model);
        self.figure_mut(model).wounds = 0;
        let (side, unit) = (side_of(model), self.figure(model).unit);
        let force = self.force_mut(side);
        force.present &= !bit(model);
        force.hidden &= !bit(model);
        force.destroyed |= bit(model);
        force.suppressed &= !bit(model);
        let gone = self.living(side, unit).is_empty();
        let lose = self.setup.rules.leader_death_pool == LeaderDeathPool::Lose;
        let state = self.unit_mut(side, unit);
        if state.leader == model {
            state.leader = NOBODY;
            if gone || lose {
                state.points = 0;
            }
        }
        observer.count(side, place_of(model), UnitStat::Lost, 1);
        observer.event(|| events::removed(self, model));
        observer.rule_fired(rule::WND_04);
    }

    /// A unit of a side that lives without a leader.
    pub(super) fn leaderless(&self, side: Side) -> Option<u8> {
        (0..self.force(side).units)
            .find(|unit| self.unit(side, *unit).leader == NOBODY && !self.living(side, *unit).is_empty())
    }

    /// Names the leader of a squad.
    pub(super) fn name_leader<C: Observer<LogEntry>>(&mut self, model: FigureId, observer: &mut C) {
        let (side, unit) = (side_of(model), self.figure(model).unit);
        self.unit_mut(side, unit).leader = model;
        observer.event(|| events::leader(self, model));
        observer.rule_fired(rule::SQD_01);
    }

    /// Whether a model may become the leader of its squad now.
    pub(super) fn check_leader(&self, model: FigureId) -> Result<(), Refusal> {
        let side = side_of(model);
        let wanted = side == self.decider && self.leaderless(side) == Some(self.figure(model).unit);
        if wanted && self.is_alive(model) {
            Ok(())
        } else {
            Err(Refusal::new("DP-SQD-02", "its squad needs no leader, or it is dead"))
        }
    }

    /// Shows who may lead the squad that is asked about.
    pub(super) fn visit_leaders(&self, visit: &mut impl FnMut(Choice)) {
        let side = self.decider;
        if let Some(unit) = self.leaderless(side) {
            members(side, self.living(side, unit)).for_each(|model| visit(Choice::Leader(model)));
        }
    }

    /// Whether a model may enter stealth again now (DP-STL-13, DP-STL-21, R-96, R-111).
    pub(super) fn check_hide_again(&self, model: FigureId) -> Result<(), Refusal> {
        let Some(activation) = self.activation.as_ref().filter(|now| now.holds(self, model)) else {
            return Err(Refusal::new("DP-STL-13", "it may do so when it activates"));
        };
        if self.figure(model).bases == 0 || !self.is_present(model) {
            return Err(Refusal::new("DP-STL-13", "it has no stealth, or is in it already"));
        }
        if activation.revealed {
            return Err(Refusal::new("R-111", "it has shown itself in this activation"));
        }
        let bound = self.engaged(model) || self.own_force(model).suppressed.contains(model);
        if bound && self.setup.rules.stealth_reentry == StealthReentry::Unengaged {
            return Err(Refusal::new("R-42", "it is in contact with an enemy, or suppressed"));
        }
        Ok(())
    }

    /// A model becomes stealth bases again: one in its place, the others beside that one (DP-STL-13).
    pub(super) fn hide_again<C: Observer<LogEntry>>(&mut self, model: FigureId, observer: &mut C) {
        let figure = *self.figure(model);
        let first = figure.first_base;
        self.end_stance(model);
        self.figure_mut(first).at = figure.at;
        let force = self.own_force_mut(model);
        force.present = (force.present & !bit(model)) | bit(first);
        force.hidden |= bit(model);
        // Until the owner says which is the real one, it is the one in the place of the model.
        self.figure_mut(model).real = first;
        observer.event(|| events::hidden(self, model));
        observer.rule_fired(rule::STL_13);
    }

    /// A model begins to hide again in step 1.
    pub(super) fn begin_hiding<C: Observer<LogEntry>>(&mut self, model: FigureId, observer: &mut C) {
        self.hide_again(model, observer);
        let activation = self.activation_mut();
        (activation.hiding, activation.reentered) = (model, true);
        self.step_to(ActivationStep::PlaceBases);
    }

    /// A model shows itself: in step 1 or 2, or before its action.
    pub(super) fn show<C: Observer<LogEntry>>(&mut self, model: FigureId, observer: &mut C) {
        let activation = self.activation_mut();
        activation.revealed = true;
        let to_act = activation.step == ActivationStep::Act;
        self.reveal(model, observer);
        if to_act && self.setup.rules.combat_ready_on_reveal {
            self.end_move_of_shown(model);
        }
    }

    /// The owner says which base is the real one.
    pub(super) fn mark_real<C: Observer<LogEntry>>(&mut self, base: FigureId, observer: &mut C) {
        let model = self.figure(base).model;
        self.figure_mut(model).real = base;
        observer.event(|| events::real(self, base));
        match &mut self.activation {
            Some(activation) => activation.step = ActivationStep::Perception,
            None => self.deployment.step = DeploymentStep::Place,
        }
    }

    /// Shows places for the next base of a model that hides again.
    pub(super) fn visit_bases_to_place(&self, visit: &mut impl FnMut(Choice)) {
        let Some(activation) = &self.activation else { return };
        let first = self.figure(activation.hiding).first_base;
        if let Some(base) = self.base_to_place(activation.hiding) {
            self.visit_beside(first, base, &mut |at| visit(Choice::Place { figure: base, at }));
        }
    }

    /// Whether the next base of a model that hides again may be put down here.
    pub(super) fn check_base_to_place(&self, base: FigureId, at: Spot) -> Result<(), Refusal> {
        let hiding = self.activation.map_or(NOBODY, |now| now.hiding);
        if hiding == NOBODY || self.base_to_place(hiding) != Some(base) {
            return Err(Refusal::new("DP-STL-13", "it is not its turn to be put down"));
        }
        self.check_beside(self.figure(hiding).first_base, base, at)
    }

    /// The next base of a model that has still to be put down, if there is room for it beside the first (DP-STL-14).
    pub(super) fn base_to_place(&self, model: FigureId) -> Option<FigureId> {
        let figure = self.figure(model);
        let present = self.own_force(model).present;
        let next = (0..figure.bases).map(|at| figure.first_base + at).find(|base| !present.contains(*base))?;
        let mut room = false;
        self.visit_beside(figure.first_base, next, &mut |_| room = true);
        room.then_some(next)
    }

    /// Shows places of a base in contact with another one.
    pub(super) fn visit_beside(&self, first: FigureId, base: FigureId, visit: &mut impl FnMut(Spot)) {
        let places = self.setup.field.room_round(&self.stand(first), self.radius(base), &[]);
        for place in places.filter(|place| self.check_beside(first, base, place.spot).is_ok()) {
            visit(place.spot);
        }
    }

    /// Whether a base may be put down here, in contact with another one.
    pub(super) fn check_beside(&self, first: FigureId, base: FigureId, at: Spot) -> Result<(), Refusal> {
        if !self.touches(self.stand(first), self.stand_at(base, at)) {
            return Err(Refusal::new("DP-STL-13", "it is not in contact with the first base"));
        }
        self.check_room(base, at)
    }

    /// Whether the bases of a model hang together (DP-STL-06, R-38).
    #[must_use]
    pub fn in_coherency(&self, model: FigureId) -> bool {
        let bases: ArrayVec<Stand, MOST_FIGURES> =
            members(side_of(model), self.bases_of(model)).map(|base| self.stand(base)).collect();
        stealth::are_linked(&self.setup.field, self.profile(model), &bases)
    }

    /// Longest link between two bases of a model, inches.
    #[must_use]
    pub fn coherency(&self, model: FigureId) -> f64 {
        self.setup.rules.coherency_per_level * f64::from(self.profile(model).stealth)
    }

    /// At the end of an activation: a base goes while the set does not hang together (DP-STL-07).
    pub(super) fn keep_coherency(&mut self, side: Side, unit: u8) -> Option<Flow> {
        let loose = |model: &FigureId| self.is_hidden(*model) && !self.in_coherency(*model);
        members(side, self.living(side, unit)).find(loose).map(|_| self.ask(Decision::Coherency, side))
    }

    /// Shows the bases that may go for coherency.
    pub(super) fn visit_loose(&self, visit: &mut impl FnMut(Choice)) {
        let Some(activation) = &self.activation else { return };
        let side = self.active;
        let hidden = members(side, self.living(side, activation.unit)).filter(|model| self.is_hidden(*model));
        for model in hidden.filter(|model| !self.in_coherency(*model)) {
            members(side, self.bases_of(model)).for_each(|base| visit(Choice::Remove(base)));
        }
    }
}
