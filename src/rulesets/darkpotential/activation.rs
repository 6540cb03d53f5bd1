//! The activation of a unit, step by step (DP-ACT).

use super::choices::{Action, Choice, Decision, Refusal, Way};
use super::events::{self, LogEntry};
use super::ledger::rule;
use super::movement::MoveKind;
use super::rules::RevealTiming;
use super::state::{Battle, FigureId, FigureSet, MOST_FIGURES, NOBODY, TurnPart, UnitMask, bit, members, side_of};
use super::suppression::Bond;
use super::turn::Flow;
use crate::game::Observer;
use crate::game::keyed::keyed;

keyed! {
    /// The steps of an activation (DP-ACT-01 to DP-ACT-05).
    ActivationStep {
        /// Stealth: models are shown or hidden.
        Stealth = "stealth",
        /// Bases of a model that hides again are put down.
        PlaceBases = "place-bases",
        /// Which of them is the real one.
        Real = "real",
        /// Passive Perception.
        Perception = "perception",
        /// Tactical Manoeuvre.
        Manoeuvre = "manoeuvre",
        /// Move.
        Move = "move",
        /// Action.
        Act = "act",
        /// Coherency; then suppression lifts.
        End = "end",
    }
}

impl ActivationStep {
    /// The part of a turn that it belongs to.
    fn part(self) -> TurnPart {
        match self {
            Self::Stealth | Self::PlaceBases | Self::Real => TurnPart::Stealth,
            Self::Perception => TurnPart::Perception,
            Self::Manoeuvre => TurnPart::Manoeuvre,
            Self::Move => TurnPart::Move,
            Self::Act => TurnPart::Act,
            Self::End => TurnPart::End,
        }
    }
}

/// The activation of a unit in progress.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Activation {
    /// The unit.
    pub unit: u8,
    /// What comes next.
    pub step: ActivationStep,
    /// Figures that have not moved yet in step 4.
    pub to_move: FigureSet,
    /// Figures that have not acted yet in step 5, or may act again.
    pub to_act: FigureSet,
    /// Actions so far, by place.
    pub acted: [u8; MOST_FIGURES],
    /// The model that hides again, while its bases are put down.
    pub hiding: FigureId,
    /// The model has become bases in this activation: it only moves (DP-STL-16).
    pub reentered: bool,
    /// The model has shown itself in this activation.
    pub revealed: bool,
    /// A base has begun its second move: it is too late to show the model.
    pub base_acted: bool,
    /// Models that are Combat Ready and had the real base of the model in arc and sight when that moved.
    pub real_seen_by: FigureSet,
    /// Enemies that bases of the model have left, and that strike no more at others.
    pub left: FigureSet,
    /// The squad has laid a template in this activation.
    pub suppressed_fire: bool,
    /// An action that has been declared, and whose it is.
    pub pending: Option<(FigureId, Action)>,
    /// Templates that have been offered an answer to it.
    pub answered: u32,
    /// Who acts, and has still to be offered to enemy templates.
    pub exposed: FigureSet,
    /// Those of them who were not suppressed when it was declared.
    pub steady: FigureSet,
    /// Participants of Suppressing Fire whose weapon is not declared yet.
    pub to_declare: FigureSet,
}

impl Activation {
    /// Whether it is the activation of a model's unit.
    #[must_use]
    pub fn holds(&self, battle: &Battle<'_>, model: FigureId) -> bool {
        side_of(model) == battle.active && battle.figure(model).unit == self.unit
    }

    /// A model has been shown in the place of its real base.
    pub(super) fn shown(&mut self, model: FigureId, bases: FigureSet, real: FigureId) {
        for set in [&mut self.to_move, &mut self.to_act] {
            // the others go at once, moved or not.
            if !(*set & bases).is_empty() {
                let left = set.contains(real);
                *set = (*set & !bases) | FigureSet::of_if(model, left);
            }
        }
    }
}

impl Battle<'_> {
    /// Units of the active side that may be activated (DP-TRN-05, R-48, R-103).
    #[must_use]
    pub fn to_activate(&self) -> UnitMask {
        let force = self.force(self.active);
        let living = (0..force.units).filter(|unit| !self.living(self.active, *unit).is_empty());
        living.fold(0, |mask, unit| mask | 1 << unit) & !force.activated
    }

    /// Begins the activation of a unit.
    pub(super) fn activate<C: Observer<LogEntry>>(&mut self, unit: u8, observer: &mut C) {
        let side = self.active;
        let members_of = self.members_of(side, unit);
        for model in members(side, members_of) {
            self.figure_mut(model).looked = FigureSet::EMPTY;
        }
        let force = self.force_mut(side);
        force.activated |= 1 << unit;
        (force.moved, force.covered) = (FigureSet::EMPTY, FigureSet::EMPTY);
        self.activation = Some(Activation {
            unit,
            step: ActivationStep::Stealth,
            to_move: FigureSet::EMPTY,
            to_act: FigureSet::EMPTY,
            acted: [0; MOST_FIGURES],
            hiding: NOBODY,
            reentered: false,
            revealed: false,
            base_acted: false,
            real_seen_by: FigureSet::EMPTY,
            left: FigureSet::EMPTY,
            suppressed_fire: false,
            pending: None,
            answered: 0,
            exposed: FigureSet::EMPTY,
            steady: FigureSet::EMPTY,
            to_declare: FigureSet::EMPTY,
        });
        observer.event(|| events::activated(self, unit));
    }

    /// The activation in progress, to change it.
    pub(super) fn activation_mut(&mut self) -> &mut Activation {
        self.activation.as_mut().expect("a unit is activated")
    }

    /// The activation goes on with another step.
    pub(super) fn step_to(&mut self, step: ActivationStep) -> Flow {
        self.activation_mut().step = step;
        Flow::Go
    }

    /// What of the activated unit stands on the board: its models, or the bases of one in stealth.
    #[must_use]
    pub fn figures_of_activation(&self) -> FigureSet {
        let Some(activation) = &self.activation else { return FigureSet::EMPTY };
        let side = self.active;
        let living = self.living(side, activation.unit);
        members(side, living).fold(FigureSet::EMPTY, |set, model| {
            set | if self.is_hidden(model) { self.bases_of(model) } else { bit(model) }
        })
    }

    /// Goes on with the activation.
    pub(super) fn run_activation<C: Observer<LogEntry>>(&mut self, observer: &mut C) -> Flow {
        let Some(activation) = self.activation else { return Flow::Go };
        let side = self.active;
        let part = activation.step.part();
        if part != self.part {
            self.tell_part_ended(observer);
            self.part = part;
        }
        match activation.step {
            ActivationStep::Stealth => {
                let mut any = false;
                self.visit_stealth(&mut |choice| any |= choice != Choice::Pass);
                if any { self.ask(Decision::Stealth, side) } else { self.step_to(ActivationStep::Perception) }
            }
            ActivationStep::PlaceBases => match self.base_to_place(activation.hiding) {
                Some(_) => self.ask(Decision::PlaceBase, side),
                None => self.step_to(ActivationStep::Real),
            },
            ActivationStep::Real => {
                if self.bases_of(activation.hiding).len() > 1 {
                    return self.ask(Decision::Real, side);
                }
                self.step_to(ActivationStep::Perception)
            }
            ActivationStep::Perception => self.offer_observation(observer),
            ActivationStep::Manoeuvre => {
                if self.manoeuvre_sources() == 0 {
                    return self.begin_moves();
                }
                self.ask(Decision::Manoeuvre, side)
            }
            ActivationStep::Move => self.next_move(observer),
            ActivationStep::Act => self.next_action(observer),
            ActivationStep::End => {
                if let Some(flow) = self.keep_coherency(side, activation.unit) {
                    return flow;
                }
                self.lift_suppression(side, activation.unit);
                self.activation = None;
                Flow::Go
            }
        }
    }

    /// Shows what models of the unit may do about stealth in step 1.
    pub(super) fn visit_stealth(&self, visit: &mut impl FnMut(Choice)) {
        visit(Choice::Pass);
        let Some(activation) = &self.activation else { return };
        for model in members(self.active, self.living(self.active, activation.unit)) {
            if self.is_hidden(model) {
                if !self.is_lost(model) {
                    visit(Choice::Reveal(model));
                }
            } else if self.check_hide_again(model).is_ok() {
                visit(Choice::Hide(model));
            }
        }
    }

    /// The pairs of observer and base that are still to be checked in step 2 (DP-PER-04).
    fn observations(&self, visit: &mut impl FnMut(FigureId, FigureId) -> bool) {
        let Some(activation) = &self.activation else { return };
        let (side, enemy) = (self.active, self.active.other());
        let bases = self.force(enemy).bases();
        if bases.is_empty() {
            return;
        }
        for observer in members(side, self.living(side, activation.unit) & self.force(side).shown()) {
            if self.profile(observer).perception.is_none() {
                continue;
            }
            for base in members(enemy, bases & !self.figure(observer).looked) {
                if self.sees(observer, base) && visit(observer, base) {
                    return;
                }
            }
        }
    }

    /// The next passive check, or the offer to show a model that could make one (DP-STL-17, R-97, R-101).
    fn offer_observation<C: Observer<LogEntry>>(&mut self, told: &mut C) -> Flow {
        let mut pairs = 0;
        let mut only = None;
        self.observations(&mut |observer, base| {
            pairs += 1;
            only = Some((observer, base));
            pairs > 1
        });
        match (pairs, only) {
            (1, Some((observer, base))) => {
                self.observe(observer, base, told);
                Flow::Go
            }
            (0, _) if self.may_show_to_look() => self.ask(Decision::Observe, self.active),
            (0, _) => self.step_to(ActivationStep::Manoeuvre),
            _ => self.ask(Decision::Observe, self.active),
        }
    }

    /// Whether a hidden model of the unit would see a base if it showed itself.
    fn may_show_to_look(&self) -> bool {
        self.hidden_observer().is_some()
    }

    /// The hidden model of the unit that might look for bases.
    fn hidden_observer(&self) -> Option<FigureId> {
        let activation = self.activation.filter(|now| !now.reentered)?;
        let (side, enemy) = (self.active, self.active.other());
        members(side, self.living(side, activation.unit) & self.force(side).hidden).find(|model| {
            let real = self.figure(*model).real;
            let looks = !self.figure(*model).looked.contains(real) && !self.is_lost(*model);
            looks
                && self.profile(*model).perception.is_some()
                && members(enemy, self.force(enemy).bases()).any(|base| self.sees(real, base))
        })
    }

    /// Shows the passive checks that may come next.
    pub(super) fn visit_observations(&self, visit: &mut impl FnMut(Choice)) {
        let mut any = false;
        self.observations(&mut |observer, base| {
            visit(Choice::Observe { observer, base });
            any = true;
            false
        });
        if let Some(model) = self.hidden_observer().filter(|_| !any) {
            visit(Choice::Pass);
            visit(Choice::Reveal(model));
        }
    }

    /// Whether a passive check may come next.
    pub(super) fn check_observation(&self, observer: FigureId, base: FigureId) -> Result<(), Refusal> {
        let mut found = false;
        self.observations(&mut |one, other| {
            found |= (one, other) == (observer, base);
            found
        });
        if found { Ok(()) } else { Err(Refusal::new("DP-PER-04", "that check is not due")) }
    }

    /// A passive check.
    pub(super) fn observe<C: Observer<LogEntry>>(&mut self, observer: FigureId, base: FigureId, told: &mut C) {
        let looked = self.figure(observer).looked | bit(base);
        self.figure_mut(observer).looked = looked;
        self.begin_check(observer, base, false, told);
    }

    /// A hidden model stays hidden instead of looking.
    pub(super) fn skip_observation(&mut self) {
        if let Some(model) = self.hidden_observer() {
            let real = self.figure(model).real;
            self.figure_mut(model).looked = bit(real);
        }
    }

    /// The units that may pay for a Tactical Manoeuvre.
    #[must_use]
    pub fn manoeuvre_sources(&self) -> UnitMask {
        let Some(activation) = &self.activation else { return 0 };
        let leader = self.unit(self.active, activation.unit).leader;
        if leader == NOBODY { 0 } else { self.payers(leader, self.setup.rules.tm_cost) }
    }

    /// Buys a Tactical Manoeuvre, which covers whom it reaches now (DP-TAC-01 to 03, R-87).
    pub(super) fn buy_manoeuvre<C: Observer<LogEntry>>(&mut self, payer: u8, observer: &mut C) {
        let side = self.active;
        let unit = self.activation_mut().unit;
        self.unit_mut(side, payer).points -= self.setup.rules.tm_cost as u8;
        let leader = self.unit(side, unit).leader;
        let near = |model: &FigureId| self.in_command_range(*model, leader);
        let covered = if self.is_hidden(leader) {
            self.bases_of(leader)
        } else {
            members(side, self.living(side, unit)).filter(near).collect()
        };
        self.force_mut(side).covered = covered;
        observer.event(|| events::manoeuvre(self, unit, payer));
        observer.rule_fired(rule::TAC_01);
        let _ = self.begin_moves();
    }

    /// Step 4 begins.
    pub(super) fn begin_moves(&mut self) -> Flow {
        let figures = self.figures_of_activation();
        self.activation_mut().to_move = figures;
        self.step_to(ActivationStep::Move)
    }

    /// The next Move of a figure (DP-ACT-04, R-92).
    fn next_move<C: Observer<LogEntry>>(&mut self, observer: &mut C) -> Flow {
        let side = self.active;
        let figures = self.figures_of_activation();
        let left = self.activation_mut().to_move & figures;
        self.activation_mut().to_move = left;
        // Whoever may not move has moved.
        for figure in members(side, left) {
            let bond = self.bond(figure);
            let stuck = bond == Bond::Runs && self.first_run(figure, self.allowance(figure, MoveKind::Move)).is_none();
            if bond == Bond::Held || stuck {
                let force = self.force_mut(side);
                force.moved |= bit(figure); // it counts as having moved
                if bond == Bond::Held {
                    force.held |= bit(figure);
                }
                let activation = self.activation_mut();
                activation.to_move &= !bit(figure);
                observer.event(|| events::stays(self, figure));
            }
        }
        if self.activation_mut().to_move.is_empty() {
            let figures = self.figures_of_activation();
            self.activation_mut().to_act = figures;
            return self.step_to(ActivationStep::Act);
        }
        self.ask(Decision::Move, side)
    }

    /// Shows Moves of the figures that have still to move.
    pub(super) fn visit_moves(&self, visit: &mut impl FnMut(Choice)) {
        let Some(activation) = &self.activation else { return };
        for figure in members(self.active, activation.to_move) {
            let budget = self.allowance(figure, MoveKind::Move);
            if self.must_run(figure) {
                self.visit_runs(figure, budget, visit);
                continue;
            }
            visit(Choice::Stay(figure));
            self.visit_ways(figure, budget, &mut |way| {
                if self.path(figure, &way, budget).is_ok() {
                    visit(Choice::Move { figure, way });
                }
            });
        }
    }

    /// Whether a figure may be moved in this way in step 4.
    pub(super) fn check_move(&self, figure: FigureId, way: &Way) -> Result<(), Refusal> {
        self.check_mover(figure)?;
        let budget = self.allowance(figure, MoveKind::Move);
        if self.must_run(figure) {
            return self.check_run(figure, way, budget).map(drop);
        }
        self.path(figure, way, budget).map(drop)
    }

    /// Whether a figure has still its Move to make.
    pub(super) fn check_mover(&self, figure: FigureId) -> Result<(), Refusal> {
        let due = self.activation.is_some_and(|now| now.to_move.contains(figure)) && side_of(figure) == self.active;
        if due && self.is_present(figure) { Ok(()) } else { Err(Refusal::new("DP-ACT-04", "its Move is not due")) }
    }

    /// Whether a figure may forgo its Move.
    pub(super) fn check_stay(&self, figure: FigureId) -> Result<(), Refusal> {
        self.check_mover(figure)?;
        if self.must_run(figure) {
            return Err(Refusal::new("DP-LDR-07", "it is suppressed, and must run for cover"));
        }
        Ok(())
    }

    /// A figure makes its Move.
    pub(super) fn make_move<C: Observer<LogEntry>>(
        &mut self,
        figure: FigureId,
        way: &Way,
        kind: MoveKind,
        observer: &mut C,
    ) {
        if kind == MoveKind::Move {
            let activation = self.activation_mut();
            activation.to_move &= !bit(figure);
        }
        let budget = self.allowance(figure, kind);
        let run = self.must_run(figure) && kind != MoveKind::Charge;
        let path = if run { self.check_run(figure, way, budget) } else { self.path(figure, way, budget) };
        if let Ok(path) = path {
            self.begin_movement(figure, kind, path, NOBODY, observer);
        }
    }

    /// A figure stays where it is in step 4.
    pub(super) fn forgo_move<C: Observer<LogEntry>>(&mut self, figure: FigureId, observer: &mut C) {
        let activation = self.activation_mut();
        activation.to_move &= !bit(figure);
        observer.event(|| events::stays(self, figure));
    }

    /// Whether a hidden model may still show itself before its action (DP-STL-09, R-97).
    pub(super) fn may_reveal_to_act(&self, model: FigureId) -> bool {
        let timing = self.setup.rules.reveal_timing == RevealTiming::StartOrBeforeAction;
        timing
            && self.is_hidden(model)
            && !self.is_lost(model)
            && self.activation.is_some_and(|now| now.holds(self, model) && !now.reentered && !now.base_acted)
    }
}
