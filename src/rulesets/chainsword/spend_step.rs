//! What Command Dice are spent on: Teams, Squads, officers, vehicles with a commander (CW-CMD-02 to 05, 11, 13, R-180, R-185).

use super::choices::{Choice, Decision, Refusal, Use};
use super::codex::Rank;
use super::events::{self, LogEntry};
use super::ledger::rule;
use super::profiles::Trait;
use super::rules::{MeleeCadence, SplitSquad, VehicleActivation};
use super::scenarios::TableEdge;
use super::state::{Battle, NOBODY, TeamId, TeamSet, bit, members, side_of};
use super::turn::Flow;
use crate::dice::Dice;
use crate::game::{Observer, Side};

/// Some Teams of a side that act one after another on one die or order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Troop {
    /// Whose they are.
    pub side: Side,
    /// Those who have not had their turn.
    pub left: TeamSet,
    /// The point by which its Teams deploy, once one has.
    pub point: Option<u8>,
    /// Whether its Teams activate, or deploy, once one has.
    pub activates: Option<bool>,
    /// The transport that has come on by this die: the Squad may come on aboard.
    pub carrier: TeamId,
    /// Its Teams in reserve arrive by this die (CW-DEP-09).
    pub arrives: bool,
    /// The edges by which a flank march may come on (CW-DEP-11).
    pub edges: [Option<TableEdge>; 2],
    /// Its Teams that have activated.
    pub active: TeamSet,
    /// Inches to one of those within which others activate, 0 for any distance (CW-CMD-03).
    pub link: f64,
}

impl Troop {
    /// Some Teams of a side.
    #[must_use]
    pub const fn new(side: Side, left: TeamSet) -> Self {
        Self {
            side,
            left,
            point: None,
            activates: None,
            carrier: NOBODY,
            arrives: false,
            edges: [None; 2],
            active: TeamSet::EMPTY,
            link: 0.0,
        }
    }
}

const fn refused<T>(rule: &'static str, reason: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, reason))
}

impl Battle<'_> {
    /// Whether a Team on the table may activate now, whoever makes it (CW-TRN-10, CW-ACT-02, CW-ACT-04).
    ///
    /// # Errors
    /// Why not.
    pub fn may_activate(&self, team: TeamId) -> Result<(), Refusal> {
        let force = self.own_force(team);
        if force.activated.contains(team) {
            return refused("CW-TRN-10", "it has activated in this Phase");
        }
        if self.is_aboard(team) {
            return self.may_get_off(team);
        }
        if !self.stands(team) {
            return refused("CW-DEP-01", "it has no place of its own on the table");
        }
        if self.is_fleeing(team) {
            return refused("CW-ACT-02", "broken and falling-back Teams do not activate");
        }
        if self.is_locked(team) && self.setup.rules.melee_cadence == MeleeCadence::EveryPhase {
            return refused("CW-ACT-04", "locked in melee it can neither move nor shoot");
        }
        Ok(())
    }

    /// The Squad whose transport a Team is, while a Team of it is left.
    fn owner_of(&self, transport: TeamId) -> Option<u8> {
        let force = self.own_force(transport);
        let owns = |squad: &u8| {
            let squad = force.squad_states[usize::from(*squad)];
            squad.transport == transport && !(squad.teams & !force.gone).is_empty()
        };
        (0..force.squads).find(owns)
    }

    /// The Teams that a die 2 for a Squad covers: its own, and its transport (CW-DEP-04).
    #[must_use]
    pub fn teams_on_a_two(&self, side: Side, squad: u8) -> TeamSet {
        let squad = self.force(side).squad_states[usize::from(squad)];
        // Flyers act by their own dice (CW-FLY-01).
        let shares = squad.transport != NOBODY && !self.is_flyer(squad.transport);
        if shares { squad.teams | bit(squad.transport) } else { squad.teams }
    }

    /// Whether a Team may act by a die 1, as far as its kind goes (CW-CMD-02, CW-CMD-13, R-180).
    fn acts_on_a_one(&self, team: TeamId) -> Result<(), Refusal> {
        let profile = self.profile(team);
        if profile.rank.is_some() {
            return refused("R-180", "officers act by their own die or an order");
        }
        if profile.is_vehicle() && profile.is(Trait::Flyer) {
            return refused("CW-FLY-01", "flying vehicles act by a 3 alone");
        }
        if profile.is_vehicle() && self.setup.rules.vehicle_activation == VehicleActivation::JuniorLeader {
            return refused("CW-CMD-13", "vehicles act by a 3 alone");
        }
        Ok(())
    }

    /// Whether a Team may activate, deploy from a point, or try to arrive from reserve or to begin a sortie by a die of this face.
    fn may_act(&self, team: TeamId, face: u8) -> Result<(), Refusal> {
        let force = self.own_force(team);
        if force.waiting.contains(team) {
            self.may_deploy(team)
        } else if force.reserve.contains(team) {
            if self.is_flyer(team) { self.may_sortie(team, face) } else { self.may_arrive(team) }
        } else {
            self.may_activate(team)
        }
    }

    /// Whether a die of this face may be spent so.
    pub(super) fn may_spend(&self, face: u8, on: Use) -> Result<(), Refusal> {
        if !self.hand.offers(face) {
            return refused("CW-CMD-11", "there is no such die left");
        }
        match (face, on) {
            (1, Use::Team(team)) => {
                self.acts_on_a_one(team)?;
                self.may_act(team, face)
            }
            (2, Use::Squad(squad)) => {
                let teams = self.teams_on_a_two(self.active, squad);
                let mut able = members(self.active, teams)
                    .filter(|team| self.acts_on_a_one(*team).is_ok() && self.may_act(*team, face).is_ok());
                let alone = members(self.active, teams).next().filter(|_| teams.len() == 1);
                if alone.is_some_and(|transport| self.owner_of(transport).is_some()) {
                    return refused("R-127", "a transport shares the die of its Squad");
                }
                if able.next().is_none() {
                    return refused("R-185", "no Team of the Squad can act by this die");
                }
                Ok(())
            }
            (3 | 4, Use::Team(team)) => match (self.profile(team).rank, face) {
                (Some(Rank::Char), 3) | (Some(Rank::Ic | Rank::Warlord), 4)
                    if self.own_force(team).waiting.contains(team) =>
                {
                    self.may_deploy(team)
                }
                (Some(Rank::Char), 3) | (Some(Rank::Ic | Rank::Warlord), 4) => self.may_command(team),
                (None, 4) if self.is_flyer(team) => self.may_sortie(team, face),
                (None, 3) if self.profile(team).is(Trait::Commander) => self.may_act(team, face),
                (None, 3)
                    if self.profile(team).is_vehicle()
                        && self.setup.rules.vehicle_activation == VehicleActivation::JuniorLeader =>
                {
                    self.may_act(team, face)
                }
                _ => refused("CW-CMD-04", "this die is not for him"),
            },
            _ => refused("CW-CMD-11", "this die is not for that"),
        }
    }

    /// Every use of a die of this face.
    pub(super) fn visit_uses(&self, face: u8, visit: &mut impl FnMut(Choice)) {
        self.find_use(face, &mut |choice| {
            visit(choice);
            false
        });
    }

    /// Whether there is any use of a die of this face.
    pub(super) fn has_use(&self, face: u8) -> bool {
        self.find_use(face, &mut |_| true)
    }

    /// Shows the uses of a die of this face until one pleases; whether one did.
    fn find_use(&self, face: u8, pleases: &mut impl FnMut(Choice) -> bool) -> bool {
        let force = self.force(self.active);
        let mut offer = |on: Use| self.may_spend(face, on).is_ok() && pleases(Choice::Spend { face, on });
        if face == 2 {
            (0..force.squads).any(|squad| offer(Use::Squad(squad)))
        } else {
            members(self.active, force.alive()).any(|team| offer(Use::Team(team)))
        }
    }

    /// Spends a die.
    pub(super) fn spend<D: Dice, C: Observer<LogEntry>>(&mut self, face: u8, on: Use, dice: &mut D, observer: &mut C) {
        let wild = self.hand.spend(face);
        observer.event(|| events::die(self, face, wild));
        observer.rule_fired([rule::CMD_02, rule::CMD_03, rule::CMD_04, rule::CMD_05][usize::from(face) - 1]);
        if wild {
            observer.rule_fired(rule::CMD_07);
        }
        let flyer = match on {
            Use::Team(team) => Some(team),
            Use::Squad(squad) => members(self.active, self.teams_on_a_two(self.active, squad)).next(),
        };
        if let Some(team) = flyer.filter(|team| self.is_flyer(*team) && !self.stands(*team)) {
            observer.rule_fired(rule::FLY_01);
            return self.begin_sortie(team, face, observer);
        }
        match on {
            Use::Team(team) if (self.own_force(team).waiting | self.reserves(self.active)).contains(team) => {
                self.begin_troop(Troop::new(self.active, bit(team)), dice, observer);
            }
            Use::Team(team) if self.is_officer(team) => self.begin_orders(team, observer),
            Use::Team(team) => self.begin_activation(team, observer),
            Use::Squad(squad) => {
                let left = self.teams_on_a_two(self.active, squad);
                let link = self.setup.rules.squad_link;
                self.begin_troop(Troop { link, ..Troop::new(self.active, left) }, dice, observer);
            }
        }
    }

    /// Teams of the troop that may act now.
    fn troopers_to_act(&self) -> TeamSet {
        let Some(troop) = self.troop else { return TeamSet::EMPTY };
        if self.setup.rules.split_squad == SplitSquad::OneKind && troop.activates == Some(false) {
            return TeamSet::EMPTY;
        }
        let acts = |team: &TeamId| self.may_activate(*team).is_ok() && self.is_linked(&troop, *team);
        members(troop.side, troop.left).filter(acts).collect()
    }

    /// Whether a Team is near enough to one that has activated by the same die (CW-CMD-03).
    fn is_linked(&self, troop: &Troop, team: TeamId) -> bool {
        let near = |other: TeamId| self.stand(team).is_within(troop.link, &self.stand(other));
        troop.link == 0.0 || troop.active.is_empty() || members(troop.side, troop.active).any(near)
    }

    /// The next Team of a Squad acts, in any order.
    pub(super) fn run_troop(&mut self) -> Flow {
        if let Some(flow) = self.run_arrivals() {
            return flow;
        }
        if self.troopers_to_act().is_empty() && !self.finds_troop_place() {
            self.troop = None;
            self.end_interrupt();
            return Flow::Go;
        }
        let side = self.troop.map_or(self.active, |troop| troop.side);
        self.ask(Decision::Squad, side)
    }

    /// The Teams of the troop that may act; the others may be left out.
    pub(super) fn visit_troop(&self, visit: &mut impl FnMut(Choice)) {
        visit(Choice::Pass);
        let side = self.troop.map_or(self.active, |troop| troop.side);
        self.visit_troop_places(visit);
        members(side, self.troopers_to_act()).for_each(|team| visit(Choice::Activate(team)));
    }

    /// Whether a Team of the troop may act now.
    pub(super) fn check_trooper(&self, team: TeamId) -> Result<(), Refusal> {
        if side_of(team) == self.decider && self.troopers_to_act().contains(team) {
            return Ok(());
        }
        refused("R-118", "it is none of the Teams that act by this die, or has acted")
    }

    /// A Team of the troop acts.
    pub(super) fn activate_trooper<C: Observer<LogEntry>>(&mut self, team: TeamId, observer: &mut C) {
        if let Some(troop) = &mut self.troop {
            troop.left &= !bit(team);
            troop.active |= bit(team);
            troop.activates = Some(true);
        }
        self.begin_activation(team, observer);
    }
}

#[cfg(test)]
mod tests;
