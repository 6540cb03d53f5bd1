//! The course of a game: from one decision to the next, turn by turn, to the verdict (DP-TRN, DP-VIC).

use super::choices::{Choice, Decision, Refusal};
use super::events::{self, LogEntry};
use super::field::BoardEdge;
use super::ledger::rule;
use super::rules::RegenSide;
use super::state::{Battle, FigureId, FigureSet, Phase, TurnPart, members};
use super::tactics::{self, TACTICS};
use super::upkeep::{self, Holder};
use crate::dice::{Dice, Purpose, Seat, SeededDice};
use crate::game::{Game, Observer, PlanStage, Side, StreamKey, Tactic, Tactics, Verdict, share};

/// Whether the game goes on by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// It does.
    Go,
    /// Somebody has something to choose.
    Ask,
}

impl Battle<'_> {
    /// Somebody has something to choose.
    pub(super) fn ask(&mut self, decision: Decision, side: Side) -> Flow {
        (self.decision, self.decider) = (decision, side);
        Flow::Ask
    }

    /// Goes on with the innermost layer until somebody has something to choose, or the game is over.
    pub(super) fn proceed<D: Dice, C: Observer<LogEntry>>(&mut self, dice: &mut D, observer: &mut C) {
        loop {
            if self.verdict.is_some() {
                (self.phase, self.decision) = (Phase::Over, Decision::Nothing);
                return;
            }
            let flow = if self.roll.is_some() {
                self.run_roll(dice, observer)
            } else if self.attack.is_some() {
                self.run_attack(observer)
            } else if !self.movements.is_empty() {
                self.run_movement(observer)
            } else if self.activation.is_some() {
                self.run_activation(observer)
            } else if self.phase == Phase::Deployment {
                self.run_deployment(observer)
            } else {
                self.next_unit(observer)
            };
            if flow == Flow::Ask {
                return;
            }
        }
    }

    /// The next unit of the active side, or the end of its turn.
    fn next_unit<C: Observer<LogEntry>>(&mut self, observer: &mut C) -> Flow {
        match self.to_activate() {
            0 => {
                self.end_turn(observer);
                Flow::Go
            }
            units if units.is_power_of_two() => {
                self.activate(units.trailing_zeros() as u8, observer);
                Flow::Go
            }
            _ => self.ask(Decision::Activate, self.active),
        }
    }

    /// A player turn begins: Command Points come back (DP-TRN-01 to 04).
    pub(super) fn begin_turn<C: Observer<LogEntry>>(&mut self, observer: &mut C) {
        self.turn += 1;
        self.part = TurnPart::Regeneration;
        for side in Side::BOTH {
            let force = self.force_mut(side);
            force.failed = FigureSet::EMPTY;
            (force.moved, force.covered) = (FigureSet::EMPTY, FigureSet::EMPTY);
            force.activated = 0;
            for model in members(side, self.force(side).all_models()) {
                self.figure_mut(model).answered = FigureSet::EMPTY;
            }
        }
        observer.event(|| events::turn(self));
        for side in [self.active, self.active.other()] {
            if side == self.active || self.setup.rules.regen_side == RegenSide::Both {
                self.regenerate(side, observer);
            }
        }
    }

    /// The part of the turn that went on is over.
    pub(super) fn tell_part_ended<C: Observer<LogEntry>>(&self, observer: &mut C) {
        let of = (self.part != TurnPart::Deployment).then_some(self.active);
        observer.phase_ended(self.part as u8, of, None, || Side::BOTH.map(|side| self.worth(side)));
    }

    /// Command Points of a side come back.
    fn regenerate<C: Observer<LogEntry>>(&mut self, side: Side, observer: &mut C) {
        for unit in 0..self.force(side).units {
            let living = self.living(side, unit).len();
            if living == 0 {
                continue;
            }
            let state = *self.unit(side, unit);
            let holder = if state.squad { Holder::Squad(living) } else { Holder::Independent };
            let (base, points) = (state.base_points.into(), state.points.into());
            let after = upkeep::regenerated(&self.setup.rules, holder, base, points) as u8;
            if after != state.points {
                self.unit_mut(side, unit).points = after;
                observer.event(|| events::regenerated(self, side, unit));
                observer.rule_fired(rule::TRN_03);
            }
        }
    }

    /// A player turn is over: what the waiting side did in it ends, and after the last round the game does.
    fn end_turn<C: Observer<LogEntry>>(&mut self, observer: &mut C) {
        self.end_stances(self.active.other());
        self.tell_part_ended(observer);
        observer.turn_ended(Side::BOTH.map(|side| self.side_state(side)));
        let last = self.active != self.first && u32::from(self.round()) >= self.setup.terms.round_cap;
        if last {
            self.decide_at_the_cap(observer);
            return;
        }
        self.active = self.active.other();
        self.begin_turn(observer);
    }

    /// Whether a choice names figures and units that there are: what players of other games say is refused, not looked up.
    fn check_names(&self, choice: Choice) -> Result<(), Refusal> {
        let known = |figure: FigureId| usize::from(figure) < self.figures.len();
        let sound = match choice {
            Choice::Place { figure, .. }
            | Choice::Hide(figure)
            | Choice::Real(figure)
            | Choice::Leader(figure)
            | Choice::Reveal(figure)
            | Choice::Remove(figure)
            | Choice::Move { figure, .. }
            | Choice::Stay(figure)
            | Choice::Act { model: figure, .. }
            | Choice::React { by: figure, .. }
            | Choice::Charge { by: figure, .. }
            | Choice::FreeAttack(figure)
            | Choice::Strike { target: figure, .. }
            | Choice::Declare { model: figure, .. }
            | Choice::Next(figure)
            | Choice::PickUp(figure) => known(figure),
            Choice::Observe { observer, base } => known(observer) && known(base),
            _ => true,
        };
        if sound { Ok(()) } else { Err(Refusal::new("DP-GEN-01", "there is no such figure")) }
    }
}

/// What is not on offer.
const NOT_NOW: Refusal = Refusal::new("DP-TRN-01", "that is not to be decided now");

impl Game for Battle<'_> {
    type Choice = Choice;
    type Event = LogEntry;
    type Refusal = Refusal;

    const TACTICS: &'static [Tactic] = TACTICS;

    fn tactics_of(&self, choice: Choice) -> Tactics {
        tactics::tactics_of(self, choice)
    }

    fn to_choose(&self) -> Option<Side> {
        (self.decision != Decision::Nothing).then_some(self.decider)
    }

    fn choices(&self, visit: &mut impl FnMut(Choice)) {
        match self.decision {
            Decision::RollOff => visit(Choice::RollOff),
            Decision::First => [true, false].into_iter().for_each(|first| visit(Choice::First(first))),
            Decision::Edge => BoardEdge::ALL.into_iter().for_each(|edge| visit(Choice::Edge(edge))),
            Decision::Deploy => self.visit_placements(visit),
            Decision::PlaceBase if self.activation.is_some() => self.visit_bases_to_place(visit),
            Decision::PlaceBase => self.visit_placements(visit),
            Decision::Real => self.visit_reals(visit),
            Decision::Leader => self.visit_leaders(visit),
            Decision::Activate => {
                let units = self.to_activate();
                (0..32).filter(|unit| units >> unit & 1 == 1).for_each(|unit| visit(Choice::Activate(unit)));
            }
            Decision::Stealth => self.visit_stealth(visit),
            Decision::Observe => self.visit_observations(visit),
            Decision::Manoeuvre => {
                visit(Choice::Pass);
                let units = self.manoeuvre_sources();
                (0..32).filter(|unit| units >> unit & 1 == 1).for_each(|unit| visit(Choice::Manoeuvre(unit)));
            }
            Decision::Move => self.visit_moves(visit),
            Decision::Replan => self.visit_replans(visit),
            Decision::React => self.visit_reactions(visit),
            Decision::ReactionCharge => self.visit_charges(visit),
            Decision::FreeAttack => self.visit_free_attacks(visit),
            Decision::Act => self.visit_actions(visit),
            Decision::Answer => self.visit_answers(visit),
            Decision::Strike => self.visit_strikes(visit),
            Decision::Declare => self.visit_declarations(visit),
            Decision::GiveUp => {
                if let Some(base) = self.base_given_up() {
                    visit(Choice::Reveal(self.figure(base).model));
                    visit(Choice::Remove(base));
                }
            }
            Decision::Next => self.visit_next(visit),
            Decision::PickUp => {
                visit(Choice::Pass);
                if let Some(dead) = self.carrier() {
                    members(self.decider, self.takers(dead)).for_each(|taker| visit(Choice::PickUp(taker)));
                }
            }
            Decision::Coherency => self.visit_loose(visit),
            Decision::Bid => self.visit_bids(visit),
            Decision::Nothing => {}
        }
    }

    fn any_choice(&self, chance: &mut SeededDice) -> Choice {
        self.draw_choice(chance)
    }

    fn check(&self, choice: Choice) -> Result<(), Refusal> {
        self.check_names(choice)?;
        let side = self.decider;
        match (self.decision, choice) {
            (Decision::RollOff, Choice::RollOff) => Ok(()),
            (Decision::First, Choice::First(_)) | (Decision::Edge, Choice::Edge(_)) => Ok(()),
            (Decision::Deploy, Choice::Hide(model)) => self.check_hide(model),
            (Decision::Deploy, Choice::Place { figure, at }) => self.check_placement(figure, at),
            (Decision::PlaceBase, Choice::Place { figure, at }) if self.activation.is_some() => {
                self.check_base_to_place(figure, at)
            }
            (Decision::PlaceBase, Choice::Place { figure, at }) => self.check_placement(figure, at),
            (Decision::Real, Choice::Real(base)) => self.check_real(base),
            (Decision::Leader, Choice::Leader(model)) => self.check_leader(model),
            (Decision::Activate, Choice::Activate(unit)) => {
                if unit < 32 && self.to_activate() >> unit & 1 == 1 {
                    Ok(())
                } else {
                    Err(Refusal::new("DP-TRN-05", "it has been activated, or is no more"))
                }
            }
            (Decision::Stealth | Decision::Observe, Choice::Pass) => self.check_shown(choice),
            (Decision::Stealth, Choice::Hide(model)) => self.check_hide_again(model),
            (Decision::Stealth | Decision::Observe, Choice::Reveal(_)) => self.check_shown(choice),
            (Decision::Observe, Choice::Observe { observer, base }) => self.check_observation(observer, base),
            (Decision::Manoeuvre, Choice::Manoeuvre(payer)) => {
                if payer < 32 && self.manoeuvre_sources() >> payer & 1 == 1 {
                    Ok(())
                } else {
                    Err(Refusal::new("DP-TAC-01", "these Command Points are not at hand"))
                }
            }
            (Decision::Manoeuvre | Decision::React | Decision::ReactionCharge, Choice::Pass)
            | (Decision::FreeAttack | Decision::Answer | Decision::PickUp | Decision::Bid, Choice::Pass) => Ok(()),
            (Decision::Move, Choice::Move { figure, way }) => self.check_move(figure, &way),
            (Decision::Move, Choice::Stay(figure)) => self.check_stay(figure),
            (Decision::Replan, Choice::Move { figure, way }) => self.check_replan(figure, &way),
            (Decision::Replan, Choice::Stay(figure)) => {
                if self.movement().is_some_and(|movement| movement.figure == figure) {
                    Ok(())
                } else {
                    Err(Refusal::new("R-80", "its movement was not interrupted"))
                }
            }
            (Decision::React, Choice::React { .. }) => self.check_reaction(choice),
            (Decision::ReactionCharge, Choice::Charge { by, way }) => self.check_charge(by, &way),
            (Decision::FreeAttack, Choice::FreeAttack(by)) => self.check_free_attack(by),
            (Decision::Act, Choice::Reveal(model)) => {
                if self.may_reveal_to_act(model) {
                    Ok(())
                } else {
                    Err(Refusal::new("R-39", "it cannot show itself now"))
                }
            }
            (Decision::Act, Choice::Act { model, action }) => self.check_action(model, &action),
            (Decision::Answer, Choice::React { .. }) => self.check_answer(choice),
            (Decision::Strike, Choice::Strike { .. }) => self.check_shown(choice),
            (Decision::Declare, Choice::Declare { model, weapon }) => self.check_declaration(model, weapon),
            (Decision::GiveUp, Choice::Reveal(_) | Choice::Remove(_)) => self.check_shown(choice),
            (Decision::Next, Choice::Next(model)) => self.check_next(model),
            (Decision::PickUp, Choice::PickUp(taker)) => {
                let may = self.carrier().is_some_and(|dead| self.takers(dead).contains(taker));
                if may && super::state::side_of(taker) == side {
                    Ok(())
                } else {
                    Err(Refusal::new("DP-SQD-07", "it is no squad mate within reach"))
                }
            }
            (Decision::Coherency, Choice::Remove(_)) => self.check_shown(choice),
            (Decision::Bid, Choice::Bid { bid, payer }) => self.check_bid(bid, payer),
            _ => Err(NOT_NOW),
        }
    }

    fn stream(&self) -> StreamKey {
        let purpose = match (self.phase, &self.attack) {
            (Phase::Deployment, _) => Purpose::Setup,
            (_, Some(attack)) if !attack.mode.is_ranged() => Purpose::Melee,
            _ if self.decider == self.active => Purpose::Shooting,
            _ => Purpose::Reaction,
        };
        StreamKey { seat: self.seat(self.active), purpose, k: self.turn }
    }

    fn apply(&mut self, choice: Choice, dice: &mut impl Dice, observer: &mut impl Observer<LogEntry>) {
        observer.event(|| events::choice(self, choice));
        self.carry_out(choice, dice, observer);
        self.proceed(dice, observer);
    }

    fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    fn seat(&self, side: Side) -> Seat {
        if side == self.first { Seat::First } else { Seat::Second }
    }

    fn turn(&self) -> u16 {
        self.turn
    }

    fn plan_stage(&self) -> Option<PlanStage> {
        let own = self.phase == Phase::Turn && self.decider == self.active && self.decision != Decision::Bid;
        let activated = self.force(self.active).activated.count_ones() as u16;
        own.then_some(PlanStage { turn: self.turn, phase: activated, step: 0 })
    }

    fn standing(&self, side: Side) -> f64 {
        share(self.worth(side), self.worth(side.other()))
    }
}

impl Battle<'_> {
    /// Whether a choice is among those shown.
    fn check_shown(&self, choice: Choice) -> Result<(), Refusal> {
        let mut found = false;
        self.choices(&mut |other| found |= other == choice);
        if found { Ok(()) } else { Err(NOT_NOW) }
    }

    /// Carries out a lawful choice.
    fn carry_out<D: Dice, C: Observer<LogEntry>>(&mut self, choice: Choice, dice: &mut D, observer: &mut C) {
        match (self.decision, choice) {
            (_, Choice::RollOff) => self.roll_off(dice, observer),
            (_, Choice::First(first)) => {
                let winner = self.decider;
                self.go_first(if first { winner } else { winner.other() });
            }
            (_, Choice::Edge(edge)) => self.take_edge(edge, observer),
            (_, Choice::Place { figure, at }) => self.place(figure, at, observer),
            (Decision::Deploy, Choice::Hide(model)) => self.deploy_hidden(model),
            (_, Choice::Hide(model)) => self.begin_hiding(model, observer),
            (_, Choice::Real(base)) => self.mark_real(base, observer),
            (_, Choice::Leader(model)) => self.name_leader(model, observer),
            (_, Choice::Activate(unit)) => self.activate(unit, observer),
            (Decision::GiveUp, Choice::Reveal(_)) => self.answer_for_base(true, observer),
            (Decision::GiveUp, Choice::Remove(_)) => self.answer_for_base(false, observer),
            (_, Choice::Reveal(model)) => self.show(model, observer),
            (_, Choice::Remove(base)) => self.remove_base(base, observer),
            (_, Choice::Observe { observer: model, base }) => self.observe(model, base, observer),
            (_, Choice::Manoeuvre(payer)) => self.buy_manoeuvre(payer, observer),
            (Decision::Replan, Choice::Move { way, .. }) => self.replan(Some(way), observer),
            (_, Choice::Move { figure, way }) => {
                self.make_move(figure, &way, super::movement::MoveKind::Move, observer);
            }
            (Decision::Replan, Choice::Stay(_)) => self.replan(None, observer),
            (_, Choice::Stay(figure)) => self.forgo_move(figure, observer),
            (_, Choice::Act { model, action }) => self.declare_action(model, action, observer),
            (Decision::Answer, Choice::React { by, template, .. }) => {
                self.answer(template.map(|template| (by, template)), observer);
            }
            (_, Choice::React { by, point, template }) => self.react(by, point, template, observer),
            (_, Choice::Charge { by, way }) => self.charge(Some((by, way)), observer),
            (_, Choice::FreeAttack(by)) => self.free_attack(Some(by), observer),
            (_, Choice::Strike { weapon, target }) => self.strike(weapon, target, observer),
            (_, Choice::Declare { model, weapon }) => self.declare_weapon(model, weapon),
            (_, Choice::Next(model)) => self.take_next(model),
            (_, Choice::PickUp(taker)) => self.pick_up(Some(taker), observer),
            (_, Choice::Bid { bid, payer }) => self.bid(bid, payer, dice, observer),
            (decision, Choice::Pass) => self.decline(decision, dice, observer),
        }
    }

    /// What is offered is declined.
    fn decline<D: Dice, C: Observer<LogEntry>>(&mut self, decision: Decision, dice: &mut D, observer: &mut C) {
        match decision {
            Decision::Stealth => {
                self.step_to(super::activation::ActivationStep::Perception);
            }
            Decision::Observe => self.skip_observation(),
            Decision::Manoeuvre => {
                self.begin_moves();
            }
            Decision::React => self.let_pass(),
            Decision::ReactionCharge => self.charge(None, observer),
            Decision::FreeAttack => self.free_attack(None, observer),
            Decision::Answer => self.answer(None, observer),
            Decision::PickUp => self.pick_up(None, observer),
            Decision::Bid => self.go_on_bidding(super::bidding::Bid::Pass, dice, observer),
            _ => {}
        }
    }
}
