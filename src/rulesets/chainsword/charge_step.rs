//! A charge: who may charge whom, fire before it, the answer of the charged Team, dice, contact (CW-MOV-02, 08, 10, CW-SHO-08,
//! CW-MEL-04, CW-MEL-06, R-132 to ).

use arrayvec::ArrayVec;

use super::choices::{Choice, Decision, Refusal};
use super::combat::melee::{charge_inches, charge_roll};
use super::events::{self, LogEntry};
use super::field::ways::Way;
use super::field::{CONTACT, Crowd};
use super::fire_lines::{Fire, FireKind, Mode};
use super::geometry::{ALLOWANCE, Stands, with_ways};
use super::ledger::rule;
use super::movement_step::Movement;
use super::profiles::Body;
use super::roll_step::RollKind;
use super::rules::{ChargeReaction, FailedCharge, MeleeCadence};
use super::state::{Battle, NOBODY, TeamId, TeamSet, bit, members, side_of};
use super::turn::Flow;
use crate::dice::Dice;
use crate::game::{Observer, UnitStat};
use crate::tabletop::plane::{Facing, Outline, Point};

/// A charge in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charge {
    /// Who charges.
    pub team: TeamId,
    /// Whom.
    pub target: TeamId,
    /// The charged Team has fired snap shots at it: its Overwatch does not fire at this charge as well.
    reacted: bool,
    /// What comes next.
    step: ChargeStep,
}

/// The steps of a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ChargeStep {
    /// The charger may fire.
    Fire,
    /// The charged Team may fire.
    Reaction,
    /// Others on Overwatch may fire.
    Watch,
    /// The dice.
    Dice,
    /// They lie, or the move is on its way.
    Done,
}

const fn refused<T>(rule: &'static str, reason: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, reason))
}

impl Battle<'_> {
    /// Whether a Team may charge at all: it is no battery, drives no vehicle, and has not come from reserve in this Phase.
    ///
    /// # Errors
    /// Why not.
    pub fn check_charger(&self, team: TeamId) -> Result<(), Refusal> {
        let (profile, force) = (self.profile(team), self.own_force(team));
        if self.interrupt.is_some() {
            return refused("CW-STR-03", "a Squad that breaks in does not charge");
        }
        if profile.drives() || self.is_flyer(team) {
            return refused("CW-MOV-09", "vehicles other than walkers do not charge");
        }
        if profile.body == Body::Battery {
            return refused("R-101", "batteries do not charge");
        }
        if force.came_on.contains(team) && force.from_reserve.contains(team) {
            return refused("CW-DEP-10", "nobody charges in the Phase in which he arrives from reserve");
        }
        Ok(())
    }

    /// Most inches that a charge of a Team may go as it is.
    #[must_use]
    pub fn charge_reach(&self, team: TeamId) -> f64 {
        let most = 6.0 * f64::from(self.setup.rules.charge_dice);
        (f64::from(self.speed(team)) + most - self.drag(team)).max(0.0)
    }

    /// The shortest way of a charge into contact, as things stand.
    fn charge_way(&self, team: TeamId, target: TeamId) -> Option<Way> {
        let reach = self.charge_reach(team);
        let (stand, goal) = (self.stand(team), self.stand(target));
        if stand.gap(&goal) > reach + ALLOWANCE {
            return None;
        }
        let side = side_of(team);
        let (mut foes, mut friends) = (Stands::new(), Stands::new());
        self.add_stands(side.other(), target, &mut foes);
        self.add_stands(side, team, &mut friends);
        let crowd = Crowd { foes: &foes, friends: &friends };
        let mover = self.mover(team);
        with_ways(|ways| ways.charge(&self.land(), &stand, mover, &goal, reach, &crowd))
    }

    /// The way of a charge of a Team at an enemy, if it may charge it (CW-MOV-02, R-132).
    ///
    /// # Errors
    /// Why it may not.
    pub fn check_charge(&self, team: TeamId, target: TeamId) -> Result<Way, Refusal> {
        if target == NOBODY || usize::from(target) >= self.teams.len() || side_of(target) == side_of(team) {
            return refused("CW-MOV-02", "it charges an enemy");
        }
        self.check_charger(team)?;
        if !self.stands(target) {
            return refused("CW-MOV-02", "the target is not on the table");
        }
        if self.gap(team, target) > self.charge_reach(team) + ALLOWANCE {
            return refused("R-132", "the target is farther than any dice reach");
        }
        if !self.sees(team, target) {
            return refused("CW-MOV-02", "the target is not seen");
        }
        match self.charge_way(team, target) {
            Some(way) => Ok(way),
            None => refused("R-132", "there is no way into contact, or no free place there"),
        }
    }

    /// Whether a Team may charge anybody now.
    pub(super) fn has_charge(&self, team: TeamId) -> Result<(), Refusal> {
        self.check_charger(team)?;
        let enemy = side_of(team).other();
        if members(enemy, self.standing_teams(enemy)).any(|target| self.check_charge(team, target).is_ok()) {
            Ok(())
        } else {
            refused("CW-MOV-02", "there is nobody that it can charge")
        }
    }

    /// Whether the Team of the activation may charge an enemy now.
    pub(super) fn check_act_charge(&self, target: TeamId) -> Result<(), Refusal> {
        match self.activation {
            Some(activation) if activation.mode == Some(Mode::Charge) && !activation.moved => {
                self.check_charge(activation.team, target).map(drop)
            }
            _ => refused("R-174", "it does not act in order to charge, or has charged"),
        }
    }

    /// The enemies that the Team of the activation may charge.
    pub(super) fn visit_charges(&self, visit: &mut impl FnMut(Choice)) {
        let Some(activation) = self.activation else { return };
        let enemy = side_of(activation.team).other();
        members(enemy, self.standing_teams(enemy))
            .filter(|target| self.check_act_charge(*target).is_ok())
            .for_each(|target| visit(Choice::Charge(target)));
    }

    /// A Team declares its charge: that is its move, and what it fires it fires before.
    pub(super) fn declare_charge<C: Observer<LogEntry>>(&mut self, target: TeamId, observer: &mut C) {
        let Some(activation) = &mut self.activation else { return };
        (activation.moved, activation.fired) = (true, true);
        let team = activation.team;
        self.charge = Some(Charge { team, target, reacted: false, step: ChargeStep::Fire });
        observer.event(|| events::charge(self, team, target));
        observer.rule_fired(rule::MOV_02);
    }

    /// Whether a charge goes on: its charger stands, unpinned, and its target is there.
    fn charge_goes_on(&self, charge: &Charge) -> bool {
        let force = self.own_force(charge.team);
        let held = force.stunned.contains(charge.team) || force.immobilised.contains(charge.team);
        let able = self.stands(charge.team) && !self.is_pinned(charge.team) && !self.is_fleeing(charge.team);
        able && !held && self.stands(charge.target)
    }

    /// The charge goes on to its next step.
    pub(super) fn run_charge<D: Dice, C: Observer<LogEntry>>(&mut self, dice: &mut D, observer: &mut C) -> Flow {
        let Some(charge) = &mut self.charge else { return Flow::Go };
        let now = *charge;
        charge.step = match now.step {
            ChargeStep::Fire => ChargeStep::Reaction,
            ChargeStep::Reaction => ChargeStep::Watch,
            ChargeStep::Watch => ChargeStep::Dice,
            ChargeStep::Dice | ChargeStep::Done => ChargeStep::Done,
        };
        if now.step == ChargeStep::Done || !self.charge_goes_on(&now) {
            self.charge = None;
            return Flow::Go;
        }
        let side = side_of(now.team);
        let mut shots = 0;
        match now.step {
            ChargeStep::Fire => {
                self.visit_charge_fire(&mut |_| shots += 1);
                if shots > 1 {
                    return self.ask(Decision::ChargeFire, side);
                }
            }
            ChargeStep::Reaction => {
                self.visit_reactions(&mut |_| shots += 1);
                if shots > 1 {
                    return self.ask(Decision::Reaction, side.other());
                }
            }
            ChargeStep::Watch => {
                let watchers = self.force(side.other()).overwatch & !bit(now.target);
                self.open_watch(now.team, watchers);
            }
            ChargeStep::Dice => {
                let difficult = self.charge_way(now.team, now.target).is_some_and(|way| way.difficult);
                let count = self.setup.rules.charge_dice + u8::from(difficult);
                self.throw(RollKind::Charge(now.team), side, count, dice, observer);
            }
            ChargeStep::Done => {}
        }
        Flow::Go
    }

    /// What a Team may fire before it charges (CW-MOV-10, R-173).
    pub(super) fn visit_charge_fire(&self, visit: &mut impl FnMut(Choice)) {
        visit(Choice::Pass);
        let Some(Charge { team, target, .. }) = self.charge else { return };
        self.visit_volleys(team, target, FireKind::BeforeCharge, Mode::Charge, &mut |fire| {
            visit(Choice::Fire { fire, covering: false });
        });
    }

    /// Whether a Team may fire so before it charges.
    pub(super) fn check_charge_fire(&self, fire: &Fire) -> Result<(), Refusal> {
        let Some(Charge { team, target, .. }) = self.charge else { return refused("CW-MOV-10", "nobody charges") };
        if fire.target != target {
            return refused("CW-MOV-10", "a charger fires at the Team that it charges");
        }
        self.check_volley(team, fire, FireKind::BeforeCharge, Mode::Charge, &self.sighting(team, target))
    }

    /// The charger fires.
    pub(super) fn fire_before_charge<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        fire: &Fire,
        dice: &mut D,
        observer: &mut C,
    ) {
        let Some(Charge { team, target, .. }) = self.charge else { return };
        let sighting = self.sighting(team, target);
        observer.rule_fired(rule::MOV_10);
        self.fire_volley(team, fire, FireKind::BeforeCharge, Mode::Charge, &sighting, dice, observer);
    }

    /// Whether the charged Team may answer so (CW-SHO-08, R-133).
    pub(super) fn check_reaction(&self, fire: &Fire, overwatch: bool) -> Result<(), Refusal> {
        let Some(Charge { team, target, .. }) = self.charge else { return refused("CW-SHO-08", "nobody charges") };
        if fire.target != team {
            return refused("CW-SHO-08", "a charged Team fires at the charger");
        }
        if self.is_pinned(target) || self.is_fleeing(target) {
            return refused("CW-SHO-08", "pinned, broken and falling-back Teams do not react");
        }
        let (sighting, force) = (self.sighting(target, team), self.own_force(target));
        if overwatch {
            if !force.overwatch.contains(target) {
                return refused("CW-SHO-06", "it is not on Overwatch");
            }
            return self.check_volley(target, fire, FireKind::Overwatch, self.team(target).mode, &sighting);
        }
        if self.setup.rules.charge_reaction == ChargeReaction::OverwatchOnly || self.profile(target).drives() {
            return refused("R-133", "it reacts by spending Overwatch alone");
        }
        if force.reacted.contains(target) {
            return refused("R-133", "it has reacted to a charge in this Phase");
        }
        self.check_volley(target, fire, FireKind::Reaction, Mode::Stand, &sighting)
    }

    /// How the charged Team may answer.
    pub(super) fn visit_reactions(&self, visit: &mut impl FnMut(Choice)) {
        visit(Choice::Pass);
        let Some(Charge { team, target, .. }) = self.charge else { return };
        for (kind, mode, overwatch) in
            [(FireKind::Reaction, Mode::Stand, false), (FireKind::Overwatch, self.team(target).mode, true)]
        {
            self.visit_volleys(target, team, kind, mode, &mut |fire| {
                if self.check_reaction(&fire, overwatch).is_ok() {
                    visit(Choice::ReactToCharge { fire, overwatch });
                }
            });
        }
    }

    /// The charged Team fires at the charger.
    pub(super) fn react_to_charge<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        fire: &Fire,
        overwatch: bool,
        dice: &mut D,
        observer: &mut C,
    ) {
        let Some(charge) = &mut self.charge else { return };
        charge.reacted |= !overwatch;
        let (team, target) = (charge.team, charge.target);
        let sighting = self.sighting(target, team);
        let (kind, mode) =
            if overwatch { (FireKind::Overwatch, self.team(target).mode) } else { (FireKind::Reaction, Mode::Stand) };
        self.fire_volley(target, fire, kind, mode, &sighting, dice, observer);
    }

    /// The dice of a charge stand: it goes into contact, or falls short (CW-MOV-02, CW-MOV-08).
    pub(super) fn take_charge_roll<C: Observer<LogEntry>>(&mut self, team: TeamId, thrown: &[u8], observer: &mut C) {
        let Some(charge) = self.charge else { return };
        let all = f64::from(charge_inches(self.speed(team), 0, charge_roll(thrown, self.setup.rules.charge_dice)));
        let inches = (all - self.drag(team)).max(0.0);
        if let Some(way) = self.charge_way(team, charge.target)
            && way.cost() <= inches + ALLOWANCE
        {
            // A walker faces whom it touches.
            let heading = heading_towards(way.end(), self.team(charge.target).at);
            let heading = heading.unwrap_or(self.team(team).heading);
            self.charge_off(&charge, &way, heading, Some(inches - way.cost()), observer);
            return;
        }
        observer.rule_fired(rule::MOV_08);
        let most = match self.setup.rules.failed_charge {
            FailedCharge::MoveM => f64::from(self.speed(team)) - self.drag(team),
            FailedCharge::Stay => 0.0,
            FailedCharge::FullRoll => inches,
        };
        let (own, goal, mover) = (*self.team(team), self.stand(charge.target), self.mover(team));
        // A walker faces where it goes: its corners keep their inch as it stands there.
        let ahead = heading_towards(own.at, goal.at()).unwrap_or(own.heading);
        let stand = self.stand_at(team, own.at, ahead);
        let way = self.among(team, |crowd| self.land().advance(&stand, mover, &goal, most.max(0.0), crowd));
        let heading = if way.length() > 0.0 { ahead } else { own.heading };
        self.charge_off(&charge, &way, heading, None, observer);
    }

    /// A charger sets out: into contact with so many inches to spare, or not so far.
    fn charge_off<C: Observer<LogEntry>>(
        &mut self,
        charge: &Charge,
        way: &Way,
        heading: u16,
        spare: Option<f64>,
        observer: &mut C,
    ) {
        let team = charge.team;
        let limit = way.length();
        observer.event(|| events::way(self, team, way, limit, Vec::new()));
        self.count(team, UnitStat::Moves, 1, observer);
        let contact = spare.map(|_| charge.target);
        let mut movement = Movement::new(self, team, way, heading, limit);
        (movement.charges, movement.spare) = (contact.unwrap_or(NOBODY), spare.unwrap_or(0.0));
        movement.reach = self.stand(team).form.reach() + self.stand(charge.target).form.reach();
        if charge.reacted {
            movement.not_asked(charge.target);
        }
        self.movement = Some(movement);
    }

    /// A charger that has come to the end of its way closes up: it goes on as far as both discs have shrunk since its dice, for a charge
    /// ends in contact. Whether it touches its target.
    pub(super) fn close_up(&mut self, movement: &Movement) -> bool {
        let (team, target) = (movement.team, movement.charges);
        if !self.stands(target) {
            return false;
        }
        let touches = |battle: &Self| battle.stand(team).touches(&battle.stand(target));
        let shrunk = movement.reach - self.stand(team).form.reach() - self.stand(target).form.reach();
        if !touches(self)
            && let Some(rest) = self.charge_way(team, target).filter(|rest| rest.cost() <= shrunk + CONTACT)
        {
            self.team_mut(team).at = rest.end();
        }
        touches(self)
    }

    /// Enemies that a Team touches.
    fn touched(&self, team: TeamId) -> TeamSet {
        let (stand, enemy) = (self.stand(team), side_of(team).other());
        members(enemy, self.standing_teams(enemy)).filter(|other| stand.touches(&self.stand(*other))).collect()
    }

    /// A charger is in contact: it locks whom it touches, or strikes at a vehicle; who flees is caught (CW-MEL-04, CW-MEL-06, R-134,
    ///
    pub(super) fn make_contact<C: Observer<LogEntry>>(
        &mut self,
        team: TeamId,
        target: TeamId,
        difficult: bool,
        observer: &mut C,
    ) {
        let side = side_of(team);
        let phase = self.phase;
        let force = self.own_force_mut(team);
        if force.tally.contact == 0 {
            force.tally.contact = phase;
        }
        force.charged |= bit(team);
        force.slowed |= TeamSet::of_if(team, difficult);
        for enemy in members(side.other(), self.touched(team)) {
            let force = self.own_force_mut(enemy);
            // CW-SHO-07: who is charged into contact is off Overwatch.
            force.overwatch &= !bit(enemy);
            force.overwatch_moved &= !bit(enemy);
            if self.profile(enemy).drives() {
                if enemy == target {
                    self.team_mut(team).assails = enemy;
                    observer.event(|| events::contact(self, team, enemy));
                }
            } else if self.is_fleeing(enemy) {
                observer.rule_fired(rule::MEL_04);
                self.cut_down(team, enemy, "caught", observer);
            } else {
                self.team_mut(team).locked |= bit(enemy);
                self.team_mut(enemy).locked |= bit(team);
                observer.event(|| events::contact(self, team, enemy));
                observer.rule_fired(rule::MEL_06);
            }
        }
        if self.setup.rules.melee_cadence == MeleeCadence::OnActivation {
            self.begin_fight(team);
        }
    }

    /// A whole Team falls without a blow, with the officer who is with it: caught, or swept.
    pub(super) fn cut_down<C: Observer<LogEntry>>(
        &mut self,
        by: TeamId,
        team: TeamId,
        cause: &'static str,
        observer: &mut C,
    ) {
        let officer = self.team(team).officer;
        let fallen: ArrayVec<TeamId, 2> = [officer, team].into_iter().filter(|one| *one != NOBODY).collect();
        for one in fallen {
            self.credit(by, self.worth_left(one), observer);
            self.destroy(one, cause, observer);
        }
    }

    /// The vehicle that a Team strikes at: it has charged it, and touches it still.
    #[must_use]
    pub fn assailed(&self, team: TeamId) -> Option<TeamId> {
        let vehicle = self.team(team).assails;
        let touches = vehicle != NOBODY && self.stands(vehicle) && self.gap(team, vehicle) <= CONTACT;
        touches.then_some(vehicle)
    }
}

/// The heading from one place to another as whole degrees, counter-clockwise from +x; none where they are the same.
#[must_use]
pub fn heading_towards(from: Point, to: Point) -> Option<u16> {
    Facing::along(to - from).map(|facing| (90.0 - facing.degrees()).rem_euclid(360.0).round() as u16 % 360)
}

#[cfg(test)]
mod tests;
