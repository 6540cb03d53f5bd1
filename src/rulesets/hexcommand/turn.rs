//! The course of a game (HX-TRN): from set-up through the steps of every half and turn to the verdict.

use super::choices::{Choice, Refusal};
use super::events;
use super::rules::{CommandPlacement, RallyTiming, TurnActivationFire, TurnActivationRout, TurnGroupOrder, TurnSystem};
use super::state::{Battle, Decision, Force, NOBODY, Phase, Step, UnitSet};
use super::tactics;
use crate::dice::{Dice, Purpose, Seat, SeededDice};
use crate::game::{Game, Observer, PlanStage, Side, StreamKey, Tactic, Tactics, Verdict, any_shown, share};

impl Battle<'_> {
    /// Whether groups move in turn.
    #[must_use]
    pub fn by_activation(&self) -> bool {
        self.setup.rules.turn_system == TurnSystem::Activation
    }

    /// Whether each group is a small half of its own (HX-TRN-07).
    #[must_use]
    pub fn by_group(&self) -> bool {
        self.by_activation() && self.setup.rules.turn_activation_fire == TurnActivationFire::PerGroup
    }

    /// Leads from a step that is over to the next one with something to decide.
    pub(super) fn next_step<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) {
        loop {
            if self.phase == Phase::Over {
                return;
            }
            let (step, phase) = (self.step, self.turn_phase());
            self.step = self.following();
            // The end of a turn is told before the turn is over.
            if step != Step::TurnEnd && phase != self.turn_phase() {
                observer.phase_ended(phase.0, phase.1, self.survivors(), || self.worths());
            }
            self.begin(observer);
            if self.phase == Phase::Over || self.hands_over(observer) || self.ask(observer) {
                return;
            }
        }
    }

    /// Stays in the present step while it has something to decide, else leads to the next one.
    pub(super) fn go_on<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) {
        if !self.ask(observer) {
            self.next_step(observer);
        }
    }

    /// The step after the present one. Sides, halves and groups change here.
    fn following(&mut self) -> Step {
        let groups = self.by_activation();
        let late = self.setup.rules.command_placement == CommandPlacement::AfterMovement;
        match self.step {
            Step::SetUp | Step::TurnEnd => {
                self.turn += 1;
                Step::TurnStart
            }
            Step::TurnStart => {
                (self.phasing, self.second_half) = (self.leader, false);
                Step::Lift
            }
            Step::Lift => Step::Integrity,
            Step::Integrity => Step::Spotting,
            Step::Spotting => Step::Arrivals,
            Step::Arrivals => Step::Orders,
            Step::Orders => Step::Commanders,
            Step::Commanders => Step::RoutMoves,
            Step::RoutMoves => Step::RoutedCommanders,
            Step::RoutedCommanders if !groups => Step::Movement,
            Step::RoutedCommanders if !self.second_half => {
                (self.phasing, self.second_half) = (self.leader.other(), true);
                Step::Lift
            }
            Step::RoutedCommanders => {
                // The first group is one of A's (HX-TRN-04).
                self.phasing = self.leader.other();
                Step::Groups
            }
            Step::Groups => {
                if self.next_group() {
                    return Step::Movement;
                }
                (self.phasing, self.active_group) = (self.leader, NOBODY);
                match (self.by_group(), late) {
                    (true, _) => Step::Rally,
                    (false, true) => {
                        self.second_half = false;
                        Step::LateCommanders
                    }
                    (false, false) => Step::Fire,
                }
            }
            Step::Movement if groups => Step::Opportunity,
            Step::Movement | Step::Opportunity if late && (!groups || self.by_group()) => Step::LateCommanders,
            Step::Movement => Step::Fire,
            Step::Opportunity if self.by_group() => Step::Fire,
            Step::Opportunity => Step::Groups,
            Step::LateCommanders if groups && !self.by_group() && !self.second_half => {
                (self.phasing, self.second_half) = (self.leader.other(), true);
                Step::LateCommanders
            }
            Step::LateCommanders => {
                if groups && !self.by_group() {
                    self.phasing = self.leader;
                }
                Step::Fire
            }
            Step::Fire => Step::Melee,
            Step::Melee if self.by_group() => Step::Groups,
            Step::Melee => Step::Rally,
            Step::Rally if !groups && !self.second_half => {
                (self.phasing, self.second_half) = (self.leader.other(), true);
                Step::Lift
            }
            Step::Rally if self.rallies_together() && !self.both_rallied => {
                (self.phasing, self.both_rallied) = (self.phasing.other(), true);
                Step::Rally
            }
            Step::Rally => Step::TurnEnd,
        }
    }

    /// The phase that the present step belongs to, by its place in [`PHASES`](super::state::PHASES), and whose it is.
    fn turn_phase(&self) -> (u8, Option<Side>) {
        let together = self.by_activation() && !self.by_group();
        let phase = match self.step {
            Step::SetUp => return (0, None),
            Step::TurnStart => return (1, None),
            Step::Lift | Step::Integrity => 2,
            Step::Spotting | Step::Arrivals | Step::Orders | Step::Commanders => 3,
            Step::RoutMoves | Step::RoutedCommanders => 4,
            Step::Groups | Step::Movement | Step::Opportunity | Step::LateCommanders => 5,
            Step::Fire if together => return (6, None),
            Step::Fire => 6,
            Step::Melee if together => return (7, None),
            Step::Melee => 7,
            Step::Rally | Step::TurnEnd => 8,
        };
        (phase, Some(self.phasing))
    }

    /// The combat units that both sides have left.
    fn survivors(&self) -> Option<[u64; 2]> {
        Some(Side::BOTH.map(|side| self.left(side).bits()))
    }

    /// What scripts take both sides to be worth.
    fn worths(&self) -> [f64; 2] {
        Side::BOTH.map(|side| self.worth(side))
    }

    /// What happens at the beginning of a step without anybody's choice.
    fn begin<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) {
        let phase = match self.step {
            Step::SetUp => Phase::Deployment,
            Step::TurnStart => Phase::Initiative,
            Step::Lift | Step::Integrity | Step::Spotting | Step::Arrivals | Step::Orders => Phase::Command,
            Step::Commanders | Step::RoutMoves | Step::RoutedCommanders => Phase::Command,
            Step::Groups | Step::Movement | Step::Opportunity | Step::LateCommanders => Phase::Movement,
            Step::Fire => Phase::Fire,
            Step::Melee => Phase::Melee,
            Step::Rally | Step::TurnEnd => Phase::Rally,
        };
        self.decision = Decision::Nothing;
        let heads = matches!(self.step, Step::Lift | Step::Movement | Step::Fire | Step::Melee | Step::Rally);
        self.phase = phase;
        if heads {
            observer.event(|| events::phase(self));
        }
        match self.step {
            Step::TurnStart => {
                self.clear_marks();
                observer.event(|| events::turn(self));
            }
            Step::Lift => self.begin_half(observer),
            Step::Spotting => self.begin_spotting(observer),
            Step::Arrivals => self.begin_arrivals(),
            Step::Orders => self.begin_orders(observer),
            Step::Movement => self.begin_movement(observer),
            Step::Opportunity => self.end_group(observer),
            Step::Rally => self.close_half(observer),
            Step::TurnEnd => self.end_turn(observer),
            _ => {}
        }
    }

    /// Steps of combat ask for themselves. Whether they have taken over.
    fn hands_over<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) -> bool {
        match self.step {
            Step::Fire => self.begin_fire(observer),
            Step::Melee => self.begin_melee(observer),
            Step::Opportunity => return self.begin_opportunity(observer),
            _ => return false,
        }
        true
    }

    /// Asks for what the present step has still to decide. Whether there is anything.
    fn ask<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) -> bool {
        let side = self.phasing;
        let asked = match self.step {
            Step::TurnStart => self.rolls_initiative().then_some((Decision::Initiative, self.leader)),
            Step::Lift => self.may_replace(side).then_some((Decision::Replace, side)),
            Step::Integrity => self.integrity_due(side).then_some((Decision::Integrity, side)),
            Step::Spotting => self.may_spot(side).then_some((Decision::Spot, side)),
            Step::Arrivals => self.ask_arrivals(side),
            Step::Orders => self.ask_orders(side),
            Step::Commanders => self.ask_commanders(Decision::Attach),
            Step::RoutMoves => (!self.routers_due(side).is_empty()).then_some((Decision::RoutMoves, side)),
            Step::RoutedCommanders => self.ask_commanders(Decision::AttachRouted),
            Step::Groups => self.ask_sequence(),
            Step::Movement => self.ask_movement(observer),
            Step::LateCommanders => self.ask_commanders(Decision::Attach),
            Step::Rally => self.ask_rally(observer),
            Step::SetUp | Step::Opportunity | Step::Fire | Step::Melee | Step::TurnEnd => None,
        };
        if let Some((decision, decider)) = asked {
            (self.decision, self.decider) = (decision, decider);
        }
        asked.is_some()
    }

    /// Marks that last to the end of the turn come off (HX-TRN-10, R-129).
    fn clear_marks(&mut self) {
        self.both_rallied = false;
        let rewritten = self.setup.rules.turn_group_order == TurnGroupOrder::EachTurn;
        for force in &mut self.forces {
            for set in [
                &mut force.moved,
                &mut force.unlimbered,
                &mut force.turned,
                &mut force.remounted,
                &mut force.routed_now,
                &mut force.fired_now,
                &mut force.struck,
                &mut force.arrived,
            ] {
                *set = UnitSet::EMPTY;
            }
            (force.replacement_tried, force.next_group) = (false, 0);
            if rewritten && self.turn > 1 {
                force.ordered = 0;
            }
        }
        self.groups.as_flattened_mut().iter_mut().for_each(|group| group.activated = false);
    }

    /// A side's own half begins, or its part of the turn under activation.
    fn begin_half<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) {
        let side = self.phasing;
        let force: &mut Force = self.force_mut(side);
        force.withdrew = UnitSet::EMPTY;
        force.stirred = UnitSet::EMPTY;
        force.done = UnitSet::EMPTY;
        force.ran = UnitSet::EMPTY;
        self.lift_commanders(side, observer);
        self.end_consequences(side);
    }

    /// Whether both sides rally one after the other at the end of the turn (HX-RAL-01).
    fn rallies_together(&self) -> bool {
        self.by_activation() || self.setup.rules.rally_timing == RallyTiming::EndOfTurn
    }

    /// The end of a half, before units rally: columns deploy, works grow, units hide again, figures alone are caught.
    fn close_half<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) {
        let side = self.phasing;
        self.rallied = false;
        // Where both rally at the end of the turn, the side of the first half has done the rest at the end of its half.
        if self.by_activation() || !self.both_rallied {
            self.deploy_columns(side, observer);
            self.do_works(side, observer);
            self.hide_again(side, observer);
            self.catch_figures(observer);
        }
    }

    /// What the rally step asks for: first an army whose supreme figure was caught rolls (HX-CMD-15), then units rally, and
    /// those that came back from rout are faced.
    fn ask_rally<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) -> Option<(Decision, Side)> {
        if let Some(side) = Side::BOTH.into_iter().find(|side| self.force(*side).panic) {
            return Some((Decision::Integrity, side));
        }
        if !self.rallied {
            self.rallied = true;
            self.rally_at_last(observer);
        }
        self.ask_facing()
    }

    /// Units rally, or wait for the end of the turn.
    fn rally_at_last<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) {
        let side = self.phasing;
        let first = self.by_activation() || !self.both_rallied;
        let force = self.force_mut(side);
        if first {
            force.stirred_own = force.stirred;
        } else {
            // what it did in the enemy half does not matter.
            force.stirred = force.stirred_own;
        }
        if self.by_activation() || self.second_half || !self.rallies_together() {
            self.rally_step(side, observer);
        }
    }

    /// The end of a turn, and of the game where that is over (HX-VIC).
    fn end_turn<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) {
        let verdict = self.turn_end(observer);
        let (phase, of) = self.turn_phase();
        observer.phase_ended(phase, of, self.survivors(), || self.worths());
        observer.turn_ended(Side::BOTH.map(|side| self.side_state(side)));
        if let Some(verdict) = verdict {
            self.verdict = Some(verdict);
            (self.phase, self.decision) = (Phase::Over, Decision::Nothing);
            observer.event(|| events::verdict(self, verdict));
        }
    }

    /// What scripts take the combat units of a side to be worth that are left: those still to arrive included.
    #[must_use]
    pub fn worth(&self, side: Side) -> f64 {
        self.left(side).members(side).map(|unit| self.kind(unit).value).sum()
    }

    /// The combat units that a side has left, with their guns.
    #[must_use]
    pub fn left(&self, side: Side) -> UnitSet {
        let force = self.force(side);
        force.combat & (force.present | force.due | force.unplaced) & !force.crews
    }

    /// Whether routed units run when their group is activated.
    pub(super) fn routs_with_groups(&self) -> bool {
        self.by_activation() && self.setup.rules.turn_activation_rout == TurnActivationRout::WithGroup
    }

    /// The routed units of a side whose rout move is due now (HX-ROU-01, R-177).
    #[must_use]
    pub fn routers_due(&self, side: Side) -> UnitSet {
        let force = self.force(side);
        let due = force.routed & force.present & !force.ran;
        match (self.routs_with_groups(), self.step) {
            (false, _) => due,
            (true, Step::Movement) => due
                .members(side)
                .filter(|unit| self.floats(*unit) || self.unit(*unit).group == self.active_group)
                .collect(),
            (true, _) => UnitSet::EMPTY,
        }
    }
}

impl Game for Battle<'_> {
    type Choice = Choice;
    type Event = events::LogEntry;
    type Refusal = Refusal;

    const TACTICS: &'static [Tactic] = tactics::TACTICS;

    fn tactics_of(&self, choice: Choice) -> Tactics {
        tactics::tactics_of(self, choice)
    }

    #[inline]
    fn to_choose(&self) -> Option<Side> {
        (self.decision != Decision::Nothing).then_some(self.decider)
    }

    fn choices(&self, visit: &mut impl FnMut(Choice)) {
        match self.decision {
            Decision::Draw
            | Decision::Initiative
            | Decision::Integrity
            | Decision::Entry
            | Decision::Resolve
            | Decision::RoutMoves => visit(Choice::Proceed),
            Decision::Prepare | Decision::Deploy | Decision::MarkRetreat | Decision::Number | Decision::Write => {
                self.visit_deployment(visit)
            }
            Decision::Replace => {
                visit(Choice::Replace);
                visit(Choice::Done);
            }
            Decision::Spot => self.visit_spotting(visit),
            Decision::Block | Decision::MakeWay | Decision::Arrive => self.visit_arrivals(visit),
            Decision::Order => self.visit_order_changes(visit),
            Decision::Attach | Decision::AttachRouted => self.visit_commanders(visit),
            Decision::March => self.visit_movement(visit),
            Decision::Contact => self.visit_contacts(visit),
            Decision::Evade => {
                visit(Choice::Rout);
                visit(Choice::Remove);
            }
            Decision::Fire
            | Decision::Opportunity
            | Decision::FireRouts
            | Decision::Primary
            | Decision::Canister
            | Decision::Press
            | Decision::Melee
            | Decision::Advance
            | Decision::AdvanceContact
            | Decision::FireOrder
            | Decision::Face => self.visit_combat(visit),
            Decision::Nothing => {}
        }
    }

    fn any_choice(&self, chance: &mut SeededDice) -> Choice {
        let quick = match self.decision {
            Decision::Deploy => self.any_place(chance),
            Decision::March => Some(self.any_march(chance)),
            _ => None,
        };
        quick.unwrap_or_else(|| any_shown(self, chance))
    }

    fn check(&self, choice: Choice) -> Result<(), Refusal> {
        match (self.decision, choice) {
            (
                Decision::Initiative | Decision::Integrity | Decision::Entry | Decision::Resolve | Decision::RoutMoves,
                Choice::Proceed,
            )
            | (Decision::Replace, Choice::Replace | Choice::Done)
            | (Decision::Evade, Choice::Rout | Choice::Remove) => Ok(()),
            (
                Decision::Draw
                | Decision::Prepare
                | Decision::Deploy
                | Decision::MarkRetreat
                | Decision::Number
                | Decision::Write,
                choice,
            ) => self.check_deployment(choice),
            (Decision::Spot, choice) => self.check_spotting(choice),
            (Decision::Block | Decision::MakeWay | Decision::Arrive, choice) => self.check_arrivals(choice),
            (Decision::Order, choice) => self.check_order_change(choice),
            (Decision::Attach | Decision::AttachRouted, choice) => self.check_commanders(choice),
            (Decision::March, choice) => self.check_movement(choice),
            (Decision::Contact, choice) => self.check_contacts(choice),
            (
                Decision::Fire
                | Decision::Opportunity
                | Decision::FireRouts
                | Decision::Primary
                | Decision::Canister
                | Decision::Press
                | Decision::Melee
                | Decision::Advance
                | Decision::AdvanceContact
                | Decision::FireOrder
                | Decision::Face,
                choice,
            ) => self.check_combat(choice),
            _ => Err(Refusal::new("HX-TRN-02", "that is not to be decided now")),
        }
    }

    fn stream(&self) -> StreamKey {
        let reacts = self.turn > 0 && self.decider != self.phasing;
        let purpose = match self.decision {
            Decision::Draw
            | Decision::Prepare
            | Decision::Deploy
            | Decision::MarkRetreat
            | Decision::Number
            | Decision::Write
            | Decision::Nothing => Purpose::Setup,
            Decision::Initiative => Purpose::Initiative,
            Decision::Integrity | Decision::RoutMoves => Purpose::Morale,
            Decision::Replace
            | Decision::Spot
            | Decision::Entry
            | Decision::Block
            | Decision::MakeWay
            | Decision::Arrive
            | Decision::Order
            | Decision::Resolve
            | Decision::Attach
            | Decision::AttachRouted
            | Decision::March
            | Decision::Contact
            | Decision::Evade => Purpose::Command,
            Decision::Fire | Decision::FireOrder | Decision::Opportunity | Decision::FireRouts if reacts => {
                Purpose::Reaction
            }
            Decision::Fire | Decision::FireOrder | Decision::Opportunity | Decision::FireRouts => Purpose::Shooting,
            Decision::Primary
            | Decision::Canister
            | Decision::Press
            | Decision::Melee
            | Decision::Advance
            | Decision::AdvanceContact => Purpose::Melee,
            Decision::Face => Purpose::Recovery,
        };
        StreamKey { seat: self.seat(self.decider), purpose, k: self.turn }
    }

    fn apply(&mut self, choice: Choice, dice: &mut impl Dice, observer: &mut impl Observer<events::LogEntry>) {
        if self.phase != Phase::Deployment {
            observer.event(|| events::choice(self, choice));
        }
        let side = self.decider;
        match self.decision {
            Decision::Attach if self.turn == 0 => {
                self.apply_commanders(choice, observer);
                self.go_on_with_set_up(observer);
                return;
            }
            Decision::Draw
            | Decision::Prepare
            | Decision::Deploy
            | Decision::MarkRetreat
            | Decision::Number
            | Decision::Write => return self.apply_deployment(choice, dice, observer),
            Decision::Initiative => self.roll_initiative(dice, observer),
            Decision::Replace => self.apply_replacement(choice, dice, observer),
            Decision::Integrity if self.step == Step::Rally => {
                self.force_mut(side).panic = false;
                self.flee_from_loss(side, dice, observer);
            }
            Decision::Integrity => {
                self.integrity_step(side, dice, observer);
                self.next_step(observer);
                return;
            }
            Decision::Spot => {
                if choice == Choice::Done {
                    self.next_step(observer);
                    return;
                }
                self.apply_spotting(choice, dice, observer);
            }
            Decision::Entry | Decision::Block | Decision::MakeWay | Decision::Arrive => {
                self.apply_arrivals(choice, dice, observer);
            }
            Decision::Order | Decision::Resolve => {
                if choice == Choice::Done {
                    self.next_step(observer);
                    return;
                }
                self.apply_orders(choice, dice, observer);
            }
            Decision::Attach | Decision::AttachRouted => {
                if choice == Choice::Done {
                    self.next_step(observer);
                    return;
                }
                self.apply_commanders(choice, observer);
            }
            Decision::RoutMoves => {
                let due = self.routers_due(side);
                self.rout_moves(side, dice, observer);
                self.force_mut(side).ran |= due;
            }
            Decision::March | Decision::Contact | Decision::Evade => {
                if self.apply_movement(choice, dice, observer) {
                    self.next_step(observer);
                    return;
                }
            }
            Decision::Fire
            | Decision::Opportunity
            | Decision::FireRouts
            | Decision::Primary
            | Decision::Canister
            | Decision::Press
            | Decision::Melee
            | Decision::Advance
            | Decision::AdvanceContact
            | Decision::FireOrder
            | Decision::Face => {
                self.apply_combat(choice, dice, observer);
                return;
            }
            Decision::Nothing => return,
        }
        self.go_on(observer);
    }

    #[inline]
    fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    #[inline]
    fn seat(&self, side: Side) -> Seat {
        if side == self.first { Seat::First } else { Seat::Second }
    }

    #[inline]
    fn turn(&self) -> u16 {
        self.turn
    }

    fn plan_stage(&self) -> Option<PlanStage> {
        let own = self.turn == 0 || self.decider == self.phasing;
        let step = (u16::from(self.second_half) << 8) | u16::from(self.active_group);
        own.then_some(PlanStage { turn: self.turn, phase: self.phase as u16, step })
    }

    fn standing(&self, side: Side) -> f64 {
        share(self.worth(side), self.worth(side.other()))
    }
}
