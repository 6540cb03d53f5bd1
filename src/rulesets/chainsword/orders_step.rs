//! Officers and their orders (CW-OFF, R-142 to R-146).

use super::choices::{Choice, Decision, Refusal};
use super::combat::command_dice;
use super::events::{self, LogEntry};
use super::field::{Stand, rounded, team_radius};
use super::fire_lines::Mode;
use super::geometry::ALLOWANCE;
use super::ledger::rule;
use super::luck::MOST_MODELS;
use super::rules::OrderTarget;
use super::spend_step::Troop;
use super::state::{
    Battle, Load, MOST_LOADS, MOST_TEAMS, NOBODY, Team, TeamId, TeamSet, bit, members, side_of, team_id,
};
use super::turn::Flow;
use crate::game::Observer;
use crate::tabletop::plane::{Facing, Point};

/// Most Teams of a Squad.
const MOST_SQUAD_TEAMS: u32 = 4;

/// An officer who gives orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orders {
    /// He.
    pub officer: TeamId,
    /// Orders left.
    pub left: u8,
}

/// An order (CW-OFF-05 to CW-OFF-10).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Order {
    /// A Team activates; of a lone officer himself, or of one who leaves his Team to act alone, he does.
    Activate(TeamId),
    /// A Team goes on Overwatch.
    Overwatch(TeamId),
    /// A Team loses a point of Shock.
    Rally(TeamId),
    /// A model goes from a Team to another one of its Squad, with the weapon of this line.
    Transfer {
        /// Who gives it.
        from: TeamId,
        /// Who takes it.
        to: TeamId,
        /// The line of weapons.
        slot: u8,
    },
    /// Models of the officer's own Team become a new Team, which activates at once.
    FormTeam {
        /// How many of each line of weapons go.
        counts: [u8; MOST_LOADS],
        /// Where the new Team stands.
        at: Point,
    },
}

const fn refused<T>(rule: &'static str, reason: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, reason))
}

impl Battle<'_> {
    /// Whether an officer may give orders now by his die (CW-OFF-12, R-145).
    ///
    /// # Errors
    /// Why not.
    pub fn may_command(&self, officer: TeamId) -> Result<(), Refusal> {
        let force = self.own_force(officer);
        if !self.is_reachable(officer) {
            return refused("CW-DEP-01", "he is not on the table");
        }
        if force.commanded.contains(officer) {
            return refused("CW-OFF-12", "he has had his die in this Phase");
        }
        let own = self.company_of(officer);
        if self.is_fleeing(own) {
            return refused("R-145", "with a broken or falling-back Team he gives no orders");
        }
        Ok(())
    }

    /// Whether orders are given by a Team or to it: on the table, or in a hull that is (CW-OFF-04).
    fn is_reachable(&self, team: TeamId) -> bool {
        let force = self.own_force(team);
        force.present.contains(team) || (force.aboard.contains(team) && force.present.contains(self.team(team).carrier))
    }

    /// The Team that an officer is with; himself when he is alone.
    #[must_use]
    pub fn company_of(&self, officer: TeamId) -> TeamId {
        let with = self.team(officer).with;
        if with == NOBODY { officer } else { with }
    }

    /// An officer begins to give orders (CW-OFF-02).
    pub(super) fn begin_orders<C: Observer<LogEntry>>(&mut self, officer: TeamId, observer: &mut C) {
        let Some(rank) = self.profile(officer).rank else { return };
        let helped = self.own_force(officer).adjutants.contains(officer);
        let adjutant = if helped { self.setup.rules.adjutant_orders } else { 0 };
        let left = command_dice::orders(command_dice::rank(&self.setup.codex, rank), adjutant, 0);
        self.own_force_mut(officer).commanded |= bit(officer);
        self.orders = Some(Orders { officer, left });
        observer.event(|| events::commands(self, officer, left));
    }

    /// Whether a Team is within the command range of an officer (CW-OFF-04).
    #[must_use]
    pub fn in_command(&self, officer: TeamId, team: TeamId) -> bool {
        let Some(rank) = self.profile(officer).rank else { return false };
        let range = f64::from(command_dice::rank(&self.setup.codex, rank).range);
        self.is_reachable(team) && self.gap(officer, team) <= range + ALLOWANCE
    }

    /// Whether an officer may give an order.
    pub(super) fn check_order(&self, order: Order) -> Result<(), Refusal> {
        let Some(Orders { officer, .. }) = self.orders else { return refused("CW-OFF-02", "nobody gives orders") };
        let (first, second) = match order {
            Order::Activate(team) | Order::Overwatch(team) | Order::Rally(team) => (team, team),
            Order::Transfer { from, to, .. } => (from, to),
            Order::FormTeam { .. } => (officer, officer),
        };
        for team in [first, second] {
            if side_of(team) != side_of(officer) || !self.in_command(officer, team) {
                return refused("CW-OFF-04", "it is not within his command range");
            }
        }
        let company = self.company_of(officer);
        if self.is_locked(company) && order != Order::Rally(company) {
            return refused("R-145", "locked in melee he only rallies his own Team");
        }
        match order {
            Order::Activate(team) if team == officer && team != company => {
                if self.own_force(company).activated.contains(company) {
                    return refused("R-143", "he has acted with his Team in this Phase");
                }
                if self.own_force(officer).activated.contains(officer) {
                    return refused("CW-TRN-10", "he has activated in this Phase");
                }
                if self.is_aboard(officer) && self.may_get_off(company).is_err() {
                    return refused("R-147", "he cannot get off");
                }
                Ok(())
            }
            Order::Activate(team) if self.is_flyer(team) => refused("CW-OFF-05", "flyers take no orders"),
            Order::Activate(team) => self.may_activate(team),
            Order::Overwatch(team) => {
                self.may_activate(team)?;
                if self.is_flyer(team) {
                    return refused("CW-OFF-05", "flyers take no orders");
                }
                self.may_watch(team)
            }
            Order::Rally(team) if self.is_attached(team) => refused("CW-SHK-09", "he shares the Shock of his Team"),
            Order::Rally(team) if self.team(team).shock == 0 => refused("CW-OFF-10", "it has no Shock"),
            Order::Rally(_) => Ok(()),
            Order::Transfer { from, to, slot } => self.check_transfer(from, to, slot),
            Order::FormTeam { counts, at } => self.check_form_team(company, &counts, at),
        }
    }

    /// Whether models of a Team may become a new one here (CW-OFF-08, R-146).
    fn check_form_team(&self, parent: TeamId, counts: &[u8; MOST_LOADS], at: Point) -> Result<(), Refusal> {
        let (state, force) = (self.team(parent), self.own_force(parent));
        if state.officer == NOBODY || self.is_aboard(parent) {
            return refused("CW-OFF-08", "he is with no Team that stands on the table");
        }
        self.may_activate(parent)?;
        let moved: u8 = counts.iter().fold(0, |sum, count| sum.saturating_add(*count));
        let carried = counts.iter().zip(&state.loads).all(|(count, load)| *count <= load.count);
        if moved == 0 || moved >= state.models || !carried {
            return refused("CW-OFF-08", "some models go, and not all");
        }
        let alive = (self.squad_of(parent).teams & !force.gone).len();
        if alive >= MOST_SQUAD_TEAMS || usize::from(force.teams) >= MOST_TEAMS {
            return refused("R-146", "the Squad has as many Teams as it may");
        }
        if !at.x.is_finite() || !at.y.is_finite() {
            return refused("R-87", "there is no such place");
        }
        let stand = Stand::disc(rounded(at), team_radius(u32::from(self.bulk_of(parent, moved))));
        let rest = Stand::disc(state.at, team_radius(u32::from(self.bulk_of(parent, state.models - moved))));
        if rest.gap(&stand) > self.setup.rules.coherency + ALLOWANCE || rest.overlaps(&stand) {
            return refused("R-146", "the new Team stands in coherency with the old one");
        }
        let room = self.among(parent, |crowd| self.land().room(&stand, self.mover(parent), crowd));
        if room { Ok(()) } else { refused("R-146", "there is no room for the new Team") }
    }

    /// Models become a Team of their own, with their share of Shock (CW-OFF-08, CW-SHK-09, R-190); it activates at once.
    fn form_team<C: Observer<LogEntry>>(
        &mut self,
        parent: TeamId,
        counts: &[u8; MOST_LOADS],
        at: Point,
        observer: &mut C,
    ) {
        let side = side_of(parent);
        let new = team_id(side, self.force(side).teams.into());
        let old = *self.team(parent);
        let moved: u8 = counts.iter().sum();
        let shock = old.shock * u16::from(moved) / u16::from(old.models);
        let mut state =
            Team { officer: NOBODY, assails: NOBODY, at: rounded(at), models: moved, wounds: 0, shot: 0, shock, ..old };
        state.phase_models = moved;
        for (load, count) in state.loads.iter_mut().zip(counts) {
            load.count = *count;
        }
        *self.team_mut(new) = state;
        let rest = self.team_mut(parent);
        rest.models -= moved;
        rest.shock -= shock;
        for (load, count) in rest.loads.iter_mut().zip(counts) {
            load.count -= count;
        }
        let (left, officer) = (rest.shock, rest.officer);
        self.team_mut(officer).shock = left;
        let force = self.force_mut(side);
        force.teams += 1;
        (force.present, force.split) = (force.present | bit(new), force.split | bit(new));
        for set in [&mut force.came_on, &mut force.from_reserve, &mut force.pinned, &mut force.newly_pinned] {
            *set |= TeamSet::of_if(new, set.contains(parent));
        }
        let squad = &mut force.squad_states[usize::from(old.squad)];
        squad.teams |= bit(new);
        let gone = force.gone;
        squad.most = squad.most.max((squad.teams & !gone).len() as u8);
        observer.event(|| events::formed(self, parent, new));
        observer.rule_fired(rule::OFF_08);
        self.begin_activation(new, observer);
    }

    /// Whether a model may go from one Team to another (CW-OFF-09, R-146, R-190).
    fn check_transfer(&self, from: TeamId, to: TeamId, slot: u8) -> Result<(), Refusal> {
        let (giver, taker) = (self.team(from), self.team(to));
        if from == to || giver.squad != taker.squad || self.profile(from).is_vehicle() {
            return refused("CW-OFF-09", "models go between Teams of one Squad");
        }
        if self.gap(from, to) > self.setup.rules.transfer_distance + ALLOWANCE {
            return refused("CW-OFF-09", "the Teams are too far apart");
        }
        if self.is_aboard(from) || self.is_aboard(to) {
            return refused("CW-OFF-09", "nobody changes Teams in a transport");
        }
        if giver.models < 2 {
            return refused("R-146", "a Team keeps its last model");
        }
        if self.is_locked(from) || self.is_locked(to) || self.is_fleeing(from) || self.is_fleeing(to) {
            return refused("CW-OFF-09", "nobody leaves or joins a Team in melee or in flight");
        }
        let Some(load) = giver.loads.get(usize::from(slot)).filter(|load| load.count > 0) else {
            return refused("CW-OFF-09", "nobody carries that");
        };
        if taking(&taker.loads, load).is_none() || usize::from(taker.models) >= MOST_MODELS {
            return refused("CW-OFF-09", "that Team has no room for it");
        }
        Ok(())
    }

    /// The officer goes on giving orders, while he has any and somebody to give them to.
    pub(super) fn run_orders(&mut self) -> Flow {
        let Some(Orders { officer, left }) = self.orders else { return Flow::Go };
        let side = side_of(officer);
        let company = self.company_of(officer);
        if left >= self.setup.rules.order_cost
            && !self.own_force(officer).gone.contains(officer)
            && !self.is_fleeing(company)
            && self.find_order(&mut |_| true)
        {
            return self.ask(Decision::Order, side);
        }
        self.orders = None;
        self.to_judge = true;
        Flow::Go
    }

    /// The orders that may be given; he may always stop.
    pub(super) fn visit_orders(&self, visit: &mut impl FnMut(Choice)) {
        visit(Choice::Pass);
        self.find_order(&mut |order| {
            visit(Choice::Order(order));
            false
        });
    }

    /// Shows the orders that may be given until one pleases; whether one did.
    fn find_order(&self, pleases: &mut impl FnMut(Order) -> bool) -> bool {
        let Some(Orders { officer, .. }) = self.orders else { return false };
        let side = side_of(officer);
        let mut offer = |order: Order| self.check_order(order).is_ok() && pleases(order);
        let near: TeamSet =
            members(side, self.force(side).alive()).filter(|team| self.in_command(officer, *team)).collect();
        for team in members(side, near) {
            if offer(Order::Activate(team)) || offer(Order::Overwatch(team)) || offer(Order::Rally(team)) {
                return true;
            }
        }
        for from in members(side, near) {
            for to in members(side, near & self.squad_of(from).teams) {
                if (0..MOST_LOADS as u8).any(|slot| offer(Order::Transfer { from, to, slot })) {
                    return true;
                }
            }
        }
        let company = self.company_of(officer);
        let (state, far) = (self.team(company), 2.0 * self.setup.rules.coherency);
        for (slot, load) in state.loads.iter().enumerate().filter(|(_, load)| company != officer && load.count > 0) {
            let mut counts = [0; MOST_LOADS];
            counts[slot] = if load.count == state.models { load.count.div_ceil(2) } else { load.count };
            for step in 0..8 {
                let way = Facing::from_degrees(45.0 * f64::from(step)).ahead();
                if offer(Order::FormTeam { counts, at: rounded(state.at + way * far) }) {
                    return true;
                }
            }
        }
        false
    }

    /// An officer gives an order.
    pub(super) fn give_order<C: Observer<LogEntry>>(&mut self, order: Order, observer: &mut C) {
        let Some(orders) = &mut self.orders else { return };
        orders.left = orders.left.saturating_sub(self.setup.rules.order_cost);
        let officer = orders.officer;
        observer.rule_fired(rule::OFF_02);
        match order {
            Order::Activate(team) if team == officer && self.is_attached(officer) => {
                observer.rule_fired(rule::OFF_06);
                self.detach(officer);
                self.begin_activation(officer, observer);
            }
            Order::Activate(team) => {
                observer.rule_fired(if team == officer { rule::OFF_06 } else { rule::OFF_05 });
                let squad = self.squad_of(team).teams & !self.own_force(team).gone;
                let mut all = members(side_of(team), squad);
                let whole = self.setup.rules.order_target == OrderTarget::Squad
                    && squad.len() > 1
                    && all.all(|one| self.in_command(officer, one));
                if whole {
                    self.troop = Some(Troop::new(side_of(team), squad));
                } else {
                    self.begin_activation(team, observer);
                }
            }
            Order::Overwatch(team) => {
                let force = self.own_force_mut(team);
                force.activated |= bit(team);
                force.tactical &= !bit(team);
                // It stands, however it moved when it last activated.
                self.team_mut(team).mode = Mode::Stand;
                self.watch(team, false, observer);
                observer.rule_fired(rule::OFF_07);
            }
            Order::Rally(team) => {
                self.calm(team, observer);
                observer.rule_fired(rule::OFF_10);
            }
            Order::Transfer { from, to, slot } => self.transfer(from, to, slot, observer),
            Order::FormTeam { counts, at } => {
                let company = self.company_of(officer);
                self.form_team(company, &counts, at, observer);
            }
        }
    }

    /// A model goes from one Team to another with its weapon.
    fn transfer<C: Observer<LogEntry>>(&mut self, from: TeamId, to: TeamId, slot: u8, observer: &mut C) {
        let load = self.team(from).loads[usize::from(slot)];
        let Some(into) = taking(&self.team(to).loads, &load) else { return };
        let giver = self.team_mut(from);
        giver.loads[usize::from(slot)].count -= 1;
        giver.models -= 1;
        let taker = self.team_mut(to);
        let count = taker.loads[into].count + 1;
        taker.loads[into] = Load { count, ..load };
        taker.models += 1;
        // a wounded model stays. CW-SHK-10: both are still measured by the models that they had at the start of the Phase.
        observer.event(|| events::transferred(self, from, to));
        observer.rule_fired(rule::OFF_09);
    }

    /// An officer leaves his Team, with a share of its Shock (CW-OFF-11, R-142); he stands where it stands until he moves.
    pub(super) fn detach(&mut self, officer: TeamId) {
        let with = std::mem::replace(&mut self.team_mut(officer).with, NOBODY);
        let company = self.team_mut(with);
        company.officer = NOBODY;
        let (at, shock, models) = (company.at, company.shock, u16::from(company.models));
        let share = shock / (models + 1);
        let own = self.team_mut(officer);
        (own.at, own.shock) = (at, share);
    }
}

/// The line of weapons that one more of these models would stand in.
fn taking(loads: &[Load; MOST_LOADS], load: &Load) -> Option<usize> {
    let same = |own: &Load| own.weapon == load.weapon && own.other == load.other && own.count > 0;
    loads.iter().position(same).or_else(|| loads.iter().position(|own| own.count == 0))
}

#[cfg(test)]
mod tests;
