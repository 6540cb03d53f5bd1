//! The course of a game: from one decision to the next, Phase by Phase, to the verdict.
//!
//! Every game ends, whatever the switches say. Before the first Phase each choice buys with points that run out, places
//! something of which there is so much, or uses up one of a fixed number of marker moves. Then Phases are counted, and stop at
//! their cap. Within a Phase its steps come in one order; each choice of the step that goes on spends something that nothing in
//! the step gives back: a Command Die, an order, command points for a stratagem or a die thrown again, a test that is due, the
//! activation of a Team, its move or its fire action within it, an Overwatch marker or the once that an interceptor or a charged
//! Team fires, a weapon of a flyer on its run, a melee of the Phase, blows, a place after it; or it declines, which ends the step
//! or the moment. An action within a step is finished before the next one begins.

use super::choices::{Choice, Decision, Refusal, Use};
use super::events::{self, LogEntry};
use super::orders_step::Order;
use super::phase_step::Stage;
use super::sortie_step::SortieStep;
use super::state::{Battle, NOBODY, TeamId, side_of};
use super::tactics::{self, TACTICS};
use crate::dice::{Dice, Purpose, Seat, SeededDice};
use crate::game::{Game, Observer, PlanStage, Side, StreamKey, Tactic, Tactics, Verdict, any_shown, share};

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

    /// Whether a choice names Teams and Squads that there are.
    fn check_names(&self, choice: Choice) -> Result<(), Refusal> {
        let known = |team: TeamId| usize::from(team) < self.teams.len() && self.own_force(team).all().contains(team);
        let sound = match choice {
            Choice::Spend { on: Use::Team(team), .. } | Choice::Activate(team) => {
                known(team) && side_of(team) == self.decider
            }
            Choice::Spend { on: Use::Squad(squad), .. } => squad < self.force(self.decider).squads,
            Choice::React { by: team, .. }
            | Choice::Place { team, .. }
            | Choice::Charge(team)
            | Choice::Arrive { team, .. }
            | Choice::Melee(team)
            | Choice::Intercept(team)
            | Choice::AntiAir { by: team, .. }
            | Choice::Ambush { team, .. }
            | Choice::Relocate(team) => known(team),
            Choice::Board { team, transport } => known(team) && known(transport),
            Choice::Attach { officer, team } => known(officer) && known(team),
            Choice::Blows { team, target, .. } => known(team) && known(target),
            Choice::Order(Order::Activate(team) | Order::Overwatch(team) | Order::Rally(team)) => known(team),
            Choice::Order(Order::FormTeam { .. }) => true,
            Choice::Order(Order::Transfer { from, to, .. }) => known(from) && known(to),
            _ => true,
        };
        if sound { Ok(()) } else { Err(Refusal::new("CW-TRN-08", "there is no such Team")) }
    }

    /// Goes on with the innermost layer until somebody has something to choose, or the game is over.
    pub(super) fn proceed<D: Dice, C: Observer<LogEntry>>(&mut self, dice: &mut D, observer: &mut C) {
        loop {
            if self.verdict.is_some() {
                (self.stage, self.decision) = (Stage::Over, Decision::Nothing);
                return;
            }
            let flow = if self.roll.is_some() {
                self.run_roll(dice, observer)
            } else if self.has_pin_tests() {
                self.run_pin_tests(dice, observer);
                Flow::Go
            } else if self.has_broken() {
                self.run_broken(dice, observer);
                Flow::Go
            } else if self.fight.is_some_and(|fight| fight.holds_morale()) {
                self.run_fight(dice, observer)
            } else if self.owed_point.is_some() {
                self.run_owed_point(observer)
            } else if !self.dues.is_empty() {
                self.run_dues(dice, observer)
            } else if self.to_judge {
                self.judge(observer);
                Flow::Go
            } else if self.watch.is_some() {
                self.run_watch()
            } else if self.movement.is_some() {
                self.run_movement(dice, observer)
            } else if self.charge.is_some() {
                self.run_charge(dice, observer)
            } else if self.ambusher != NOBODY {
                self.run_ambush()
            } else if self.dropped != NOBODY {
                self.run_dropped()
            } else if self.sortie.is_some() {
                self.run_sortie(dice, observer)
            } else if self.joining != NOBODY {
                self.run_joining()
            } else if self.fight.is_some() {
                self.run_fight(dice, observer)
            } else if self.activation.is_some() {
                self.run_activation()
            } else if self.between_due {
                self.run_between()
            } else if self.troop.is_some() {
                self.run_troop()
            } else if self.orders.is_some() {
                self.run_orders()
            } else {
                self.run_stage(dice, observer)
            };
            if flow == Flow::Ask {
                return;
            }
        }
    }
}

/// What is not on offer.
const NOT_NOW: Refusal = Refusal::new("CW-TRN-01", "that is not to be decided now");

impl Game for Battle<'_> {
    type Choice = Choice;
    type Event = LogEntry;
    type Refusal = Refusal;

    const TACTICS: &'static [Tactic] = TACTICS;

    fn tactics_of(&self, choice: Choice) -> Tactics {
        tactics::tactics_of(choice)
    }

    fn to_choose(&self) -> Option<Side> {
        (self.decision != Decision::Nothing).then_some(self.decider)
    }

    fn choices(&self, visit: &mut impl FnMut(Choice)) {
        match self.decision {
            Decision::Withdraw => [Choice::Pass, Choice::Withdraw].into_iter().for_each(visit),
            Decision::Reroll => self.visit_rerolls(visit),
            Decision::Steady => [Choice::Pass, Choice::Steady].into_iter().for_each(visit),
            Decision::LostPoint => self.visit_lost_points(visit),
            Decision::Spend => self.visit_spending(visit),
            Decision::StartingRolls
            | Decision::Purchase
            | Decision::PlaceSupport
            | Decision::Infiltrate
            | Decision::MarkerCount
            | Decision::PlaceMarker
            | Decision::MarkerMove
            | Decision::PlacePoint => {
                if self.may_pass_set_up() {
                    visit(Choice::Pass);
                }
                self.visit_set_up(&mut |choice| visit(Choice::SetUp(choice)));
            }
            Decision::Squad => self.visit_troop(visit),
            Decision::Activate => self.visit_modes(visit),
            Decision::Act => self.visit_acts(visit),
            Decision::Overwatch => self.visit_watch(visit),
            Decision::Attach => self.visit_joins(visit),
            Decision::Between => self.visit_between(visit),
            Decision::AmbushFire => self.visit_ambush_fire(visit),
            Decision::Arrive => self.visit_arrivals(visit),
            Decision::Mishap => self.visit_mishap(visit),
            Decision::ChargeFire => self.visit_charge_fire(visit),
            Decision::Reaction => self.visit_reactions(visit),
            Decision::Melee => self.visit_next_melees(visit),
            Decision::Blows => {
                if let Some(team) = self.asked_for_blows() {
                    self.visit_blows(team, visit);
                }
            }
            Decision::BreakOff => [Choice::Pass, Choice::BreakOff].into_iter().for_each(visit),
            Decision::Consolidate => self.visit_consolidations(visit),
            Decision::Sortie => self.visit_aims(visit),
            Decision::Hover => self.visit_hovers(visit),
            Decision::Vector => self.visit_vectors(visit),
            Decision::Interceptor => self.visit_interceptors(visit),
            Decision::AntiAir => self.visit_anti_air(visit),
            Decision::Jink => [Choice::Pass, Choice::Jink].into_iter().for_each(visit),
            Decision::Dogfight => [Choice::Pass, Choice::Dogfight].into_iter().for_each(visit),
            Decision::Strafe => self.visit_strafes(visit),
            Decision::Order => self.visit_orders(visit),
            Decision::Nothing => {}
        }
    }

    fn any_choice(&self, chance: &mut SeededDice) -> Choice {
        // random players never withdraw.
        if self.decision == Decision::Withdraw {
            return Choice::Pass;
        }
        self.draw_choice(chance).unwrap_or_else(|| any_shown(self, chance))
    }

    fn check(&self, choice: Choice) -> Result<(), Refusal> {
        self.check_names(choice)?;
        match (self.decision, choice) {
            (Decision::Withdraw, Choice::Pass | Choice::Withdraw) => Ok(()),
            (Decision::Reroll | Decision::Spend | Decision::Squad, Choice::Pass) => Ok(()),
            (Decision::Act | Decision::Order | Decision::Overwatch, Choice::Pass) => Ok(()),
            (Decision::Attach | Decision::Between, Choice::Pass) => Ok(()),
            (Decision::ChargeFire | Decision::Reaction | Decision::Arrive, Choice::Pass) => Ok(()),
            (Decision::Arrive, Choice::Arrive { team, at }) => self.check_arrival(team, at),
            (Decision::Mishap, Choice::Arrive { team, at }) => self.check_mishap(team, at),
            (Decision::BreakOff, Choice::Pass | Choice::BreakOff) => Ok(()),
            (Decision::Consolidate, Choice::Pass) => Ok(()),
            (Decision::Act, Choice::Charge(target)) => self.check_act_charge(target),
            (Decision::ChargeFire, Choice::Fire { fire, covering: false }) => self.check_charge_fire(&fire),
            (Decision::Reaction, Choice::ReactToCharge { fire, overwatch }) => self.check_reaction(&fire, overwatch),
            (Decision::Melee, Choice::Melee(team)) => self.check_melee(team),
            (Decision::Blows, Choice::Blows { team, target, grenades }) => self.check_blows(team, target, grenades),
            (Decision::Consolidate, Choice::Consolidate { to, heading }) => self.check_consolidation(to, heading),
            (Decision::Between | Decision::Spend, Choice::Ambush { team, at }) => {
                if side_of(team) == self.decider {
                    self.check_ambush(team, at)
                } else {
                    Err(NOT_NOW)
                }
            }
            (Decision::Spend, Choice::Relocate(team)) => self.check_relocation(team),
            (Decision::AmbushFire, Choice::Pass) => Ok(()),
            (Decision::AmbushFire, Choice::Fire { fire, covering: false }) => self.check_ambush_fire(&fire),
            (Decision::Between, Choice::Interrupt { squad, .. }) => self.check_interrupt(squad),
            (Decision::Attach, Choice::Attach { officer, team }) => self.check_attach(officer, team),
            (Decision::Attach | Decision::Squad, Choice::Board { team, transport }) => {
                self.check_board(team, transport)
            }
            (Decision::Act, Choice::Disembark { at }) => self.check_disembark(at),
            (Decision::Squad, Choice::Place { team, point, at, heading }) => {
                self.check_troop_place(team, point, at, heading)
            }
            (Decision::Act, Choice::Move { to, heading }) => self.way_of(to, heading).map(drop),
            (Decision::Act, Choice::Fire { fire, covering }) => self.check_act_fire(&fire, covering),
            (Decision::Overwatch, Choice::React { by, fire }) => self.check_react(by, &fire),
            (Decision::Spend, Choice::Spend { face, on }) => self.may_spend(face, on),
            (Decision::Squad, Choice::Activate(team)) => self.check_trooper(team),
            (Decision::Activate, Choice::Mode(mode)) => match self.activation {
                Some(activation) => self.check_mode(activation.team, mode),
                None => Err(NOT_NOW),
            },
            (Decision::Activate, Choice::Leave) => self.check_leave(),
            (Decision::Sortie, Choice::Sortie(aim)) => self.check_aim(aim),
            (Decision::Hover, Choice::Move { to, heading }) => self.check_hover(to, heading),
            (Decision::Vector, Choice::Vector(lane)) => self.check_vector(&lane),
            (Decision::Interceptor, Choice::Intercept(team)) => self.check_interceptor(team),
            (Decision::AntiAir | Decision::Strafe, Choice::Pass) => Ok(()),
            (Decision::AntiAir, Choice::AntiAir { by, fire, inches }) => self.check_anti_air(by, &fire, inches),
            (Decision::Jink, Choice::Pass | Choice::Jink) => Ok(()),
            (Decision::Dogfight, Choice::Pass | Choice::Dogfight) => Ok(()),
            (Decision::Strafe, Choice::Strafe { fire, inches }) => self.check_strafe(&fire, inches),
            (Decision::Act, Choice::Overwatch) => self.check_act_overwatch(),
            (Decision::Order, Choice::Order(order)) => self.check_order(order),
            (Decision::Reroll, Choice::Reroll(die)) => self.check_reroll(die),
            (Decision::Steady, Choice::Pass | Choice::Steady) => Ok(()),
            (Decision::LostPoint, Choice::LosePoint(point)) => self.check_lost_point(point),
            (Decision::Spend, Choice::EndTurn) => self.check_end_turn(),
            (_, Choice::SetUp(choice)) => self.check_set_up(choice),
            (_, Choice::Pass) if self.may_pass_set_up() => Ok(()),
            _ => Err(NOT_NOW),
        }
    }

    fn stream(&self) -> StreamKey {
        let purpose = match self.decision {
            Decision::Withdraw | Decision::Reroll => Purpose::Command,
            Decision::Steady | Decision::LostPoint => Purpose::Morale,
            _ if self.phase == 0 => Purpose::Setup,
            _ if self.decider == self.active => Purpose::Shooting,
            _ => Purpose::Reaction,
        };
        StreamKey { seat: self.seat(self.active), purpose, k: self.phase }
    }

    fn apply(&mut self, choice: Choice, dice: &mut impl Dice, observer: &mut impl Observer<LogEntry>) {
        if self.decision == Decision::StartingRolls {
            // It is told in words with what was rolled for it.
            observer.event(|| LogEntry { words: String::new(), ..events::battle(self) });
        }
        observer.event(|| events::choice(self, choice));
        self.carry_out(choice, dice, observer);
        self.proceed(dice, observer);
    }

    fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    fn seat(&self, side: Side) -> Seat {
        if side == Side::A { Seat::First } else { Seat::Second }
    }

    fn turn(&self) -> u16 {
        self.phase
    }

    fn plan_stage(&self) -> Option<PlanStage> {
        let own = self.decider == self.active && self.decision == Decision::Spend;
        own.then_some(PlanStage { turn: self.phase, phase: u16::from(self.hand.left()), step: 0 })
    }

    fn standing(&self, side: Side) -> f64 {
        share(self.worth(side), self.worth(side.other()))
    }
}

impl Battle<'_> {
    /// Carries out a lawful choice.
    fn carry_out<D: Dice, C: Observer<LogEntry>>(&mut self, choice: Choice, dice: &mut D, observer: &mut C) {
        match (self.decision, choice) {
            (_, Choice::Withdraw) => self.withdraw(self.decider, observer),
            (_, Choice::Reroll(die)) => self.reroll(Some(die), dice, observer),
            (_, Choice::Steady) => self.steady(true, observer),
            (_, Choice::LosePoint(point)) => self.lose_point(point, observer),
            (_, Choice::EndTurn) => self.buy_turn_end(observer),
            (Decision::Reroll, Choice::Pass) => self.reroll(None, dice, observer),
            (Decision::Steady, Choice::Pass) => self.steady(false, observer),
            (Decision::Spend, Choice::Pass) => self.end_spending(observer),
            (_, Choice::SetUp(choice)) => self.choose_set_up(choice, dice, observer),
            (_, Choice::Spend { face, on }) => self.spend(face, on, dice, observer),
            (_, Choice::Activate(team)) => self.activate_trooper(team, observer),
            (_, Choice::Mode(mode)) => self.name_mode(mode),
            (_, Choice::Place { team, point, at, heading }) => self.place(team, point, at, heading, dice, observer),
            (_, Choice::Attach { officer, team }) => self.attach(officer, team, observer),
            (_, Choice::Board { team, transport }) => self.board(team, transport, observer),
            (_, Choice::Disembark { at }) => self.disembark(at, dice, observer),
            (Decision::Attach, Choice::Pass) => self.joining = NOBODY,
            (_, Choice::Sortie(aim)) => self.name_aim(aim, dice, observer),
            (Decision::Hover, Choice::Move { to, heading }) => self.hover(to, heading, dice, observer),
            (_, Choice::Vector(lane)) => self.take_vector(&lane, observer),
            (_, Choice::Intercept(team)) => self.intercept(team, observer),
            (_, Choice::AntiAir { by, fire, inches }) => self.declare_anti_air(by, &fire, inches, observer),
            (Decision::AntiAir, Choice::Pass) => self.go_to(SortieStep::Jink),
            (_, Choice::Jink) => self.jink(true, observer),
            (Decision::Jink, Choice::Pass) => self.jink(false, observer),
            (_, Choice::Dogfight) => self.dogfight(true),
            (Decision::Dogfight, Choice::Pass) => self.dogfight(false),
            (_, Choice::Strafe { fire, inches }) => self.strafe(&fire, inches, dice, observer),
            (Decision::Strafe, Choice::Pass) => self.go_to(SortieStep::Off),
            (_, Choice::Leave) => self.leave(observer),
            (_, Choice::Move { to, heading }) => self.set_out(to, heading, dice, observer),
            (_, Choice::Charge(target)) => self.declare_charge(target, observer),
            (Decision::ChargeFire, Choice::Fire { fire, .. }) => self.fire_before_charge(&fire, dice, observer),
            (Decision::ChargeFire | Decision::Reaction, Choice::Pass) => {}
            (_, Choice::Arrive { team, at }) => self.come_from_reserve(team, at, dice, observer),
            (Decision::Arrive, Choice::Pass) => self.stay_in_reserve(),
            (_, Choice::ReactToCharge { fire, overwatch }) => self.react_to_charge(&fire, overwatch, dice, observer),
            (_, Choice::Melee(team)) => self.begin_fight(team),
            (_, Choice::Blows { team, target, grenades }) => self.aim_blows(team, target, grenades),
            (_, Choice::BreakOff) => self.break_off(true, dice, observer),
            (Decision::BreakOff, Choice::Pass) => self.break_off(false, dice, observer),
            (_, Choice::Consolidate { to, heading }) => self.consolidate(to, heading, dice, observer),
            (Decision::Consolidate, Choice::Pass) => {}
            (Decision::AmbushFire, Choice::Fire { fire, .. }) => self.fire_from_ambush(&fire, dice, observer),
            (_, Choice::Fire { fire, covering }) => self.act_fire(&fire, covering, dice, observer),
            (_, Choice::React { by, fire }) => self.react(by, &fire, dice, observer),
            (Decision::Overwatch, Choice::Pass) => self.watch = None,
            (_, Choice::Overwatch) => self.go_on_overwatch(observer),
            (_, Choice::Order(order)) => self.give_order(order, observer),
            (_, Choice::Relocate(team)) => self.relocate(team, observer),
            (_, Choice::Ambush { team, at }) => self.lay_ambush(team, at, dice, observer),
            (Decision::AmbushFire, Choice::Pass) => self.end_ambush(),
            (_, Choice::Interrupt { squad, fires }) => self.begin_interrupt(squad, fires, observer),
            (Decision::Between, Choice::Pass) => {}
            (Decision::Squad, Choice::Pass) => {
                self.troop = None;
                self.end_interrupt();
            }
            (Decision::Act, Choice::Pass) => self.end_activation(),
            (Decision::Order, Choice::Pass) => self.orders = None,
            (_, Choice::Pass) => self.pass_set_up(),
        }
    }
}
