//! Close attacks (DG-CLO): who may fight whom, flanks, supports, and what comes of it.

use super::Means;
use crate::dice::Dice;
use crate::game::{LogEntry, Observer, Side, UnitStat};
use crate::rulesets::dogma::choices::{Attack, Choice, Refusal, Target};
use crate::rulesets::dogma::combat::{self, Charge, CloseAttack};
use crate::rulesets::dogma::events;
use crate::rulesets::dogma::ledger::rule;
use crate::rulesets::dogma::recoil::Recoil;
use crate::rulesets::dogma::rules::{AirClose, CloseAttackEdge, RecoilWhen};
use crate::rulesets::dogma::scenarios::Cause;
use crate::rulesets::dogma::state::{Battle, ElementId, NOBODY, UnitSet, bit, members, side_of};
use crate::tabletop::plane::Edge;

/// The edges of a base that are no front (DG-CLO-04).
const FLANKS: [Edge; 3] = [Edge::Left, Edge::Rear, Edge::Right];

impl Battle<'_> {
    /// The enemies in full contact with a side or the rear of an Element's base (DG-CLO-04).
    #[must_use]
    pub fn flankers(&self, target: ElementId) -> UnitSet {
        let enemy = side_of(target).other();
        let beside = FLANKS.into_iter().map(|edge| self.beside(target, edge));
        beside
            .filter(|other| *other != NOBODY && side_of(*other) == enemy)
            .fold(UnitSet::EMPTY, |set, one| set | bit(one))
    }

    /// Those of `side` that share a whole edge with an Element.
    fn full_contacts(&self, element: ElementId, side: Side) -> UnitSet {
        let beside = self.element(element).contact.edges.into_iter();
        beside
            .filter(|other| *other != NOBODY && side_of(*other) == side)
            .fold(UnitSet::EMPTY, |set, one| set | bit(one))
    }

    /// Whether an Element may fight or support a fight now, targets left aside.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check_fighter(&self, element: ElementId) -> Result<(), Refusal> {
        let (force, it) = (self.force(side_of(element)), bit(element));
        if (force.table & it).is_empty() {
            return Err(if force.reserve.meets(it) {
                Refusal::new("DG-AIR-11", "it is in reserve")
            } else {
                Refusal::new("DG-APC-08", "it is not on the table")
            });
        }
        //
        if force.air.meets(it) && self.setup.rules.air_close == AirClose::Forbidden {
            return Err(Refusal::new("DG-AIR-08", "Air Support stays out of close combat"));
        }
        if force.used.meets(it) {
            return Err(Refusal::new("DG-CLO-12", "it has attacked or supported"));
        }
        Ok(())
    }

    /// Whether an Element stands so that it can attack a target in close combat, other reasons left aside.
    fn check_reach(&self, attacker: ElementId, target: Target) -> Result<(), Refusal> {
        let target = match target {
            Target::Building(index) => return self.check_storm_reach(attacker, index),
            Target::Element(target) => target,
        };
        let Some(edge) = self.shared_edge(attacker, target) else {
            return Err(Refusal::new("DG-CLO-01", "they are not in full contact"));
        };
        //
        if self.setup.rules.close_attack_edge == CloseAttackEdge::Front && edge != Edge::Front {
            return Err(Refusal::new("DG-CLO-02", "it attacks through its front only"));
        }
        Ok(())
    }

    /// Whether a target may be attacked in close combat now, attackers left aside.
    fn check_fought(&self, target: Target) -> Result<(), Refusal> {
        match target {
            Target::Building(index) => self.check_standing(index),
            Target::Element(target) => {
                self.check_enemy(target)?;
                if self.force(side_of(target)).air.contains(target) {
                    return Err(Refusal::new("DG-AIR-06", "nobody attacks Air Support in close combat"));
                }
                Ok(())
            }
        }
    }

    /// Whether an Element may support a close attack (DG-CLO-05).
    fn check_backer(&self, attacker: ElementId, target: Target, supporter: ElementId) -> Result<(), Refusal> {
        self.check_fighter(supporter)?;
        let foe = if let Target::Element(target) = target { target } else { NOBODY };
        let enemy = side_of(attacker).other();
        let busy = Edge::ALL
            .into_iter()
            .map(|edge| self.beside(supporter, edge))
            .any(|other| other != NOBODY && other != foe && side_of(other) == enemy);
        if busy {
            return Err(Refusal::new("DG-CLO-05", "a supporter is engaged with another enemy"));
        }
        let flanks = foe != NOBODY && self.setup.rules.flankers_support && self.flankers(foe).contains(supporter);
        if !flanks && self.shared_edge(supporter, attacker).is_none() {
            return Err(Refusal::new("DG-CLO-05", "a supporter neither touches the attacker nor flanks"));
        }
        Ok(())
    }

    /// Those who may support a close attack.
    #[must_use]
    pub fn backers(&self, attacker: ElementId, target: Target) -> UnitSet {
        let side = side_of(attacker);
        let flankers = if let Target::Element(foe) = target { self.flankers(foe) } else { UnitSet::EMPTY };
        let near = (self.full_contacts(attacker, side) | flankers) & !bit(attacker);
        let fit = |supporter: &ElementId| self.check_backer(attacker, target, *supporter).is_ok();
        members(side, near).filter(fit).fold(UnitSet::EMPTY, |set, supporter| set | bit(supporter))
    }

    /// Those who could attack a target in close combat now.
    #[must_use]
    pub fn fighters_at(&self, target: Target) -> UnitSet {
        if self.check_fought(target).is_err() {
            return UnitSet::EMPTY;
        }
        let side = self.active;
        let near = match target {
            Target::Element(foe) => self.full_contacts(foe, side),
            Target::Building(_) => self.force(side).table,
        };
        let able =
            |element: &ElementId| self.check_fighter(*element).is_ok() && self.check_reach(*element, target).is_ok();
        members(side, near).filter(able).fold(UnitSet::EMPTY, |set, element| set | bit(element))
    }

    /// Shows close attacks of the active side (DG-CLO), alone and with all the support there is, and the end of the phase.
    pub(in crate::rulesets::dogma) fn visit_close(&self, visit: &mut impl FnMut(Choice)) {
        let side = self.active;
        self.targets(|target| {
            for attacker in members(side, self.fighters_at(target)) {
                let attack = Attack::new(attacker, target);
                visit(Choice::Fight(attack));
                let all = members(side, self.backers(attacker, target)).take(self.most_supporters());
                let supported = all.fold(attack, Attack::with);
                if supported != attack {
                    visit(Choice::Fight(supported));
                }
            }
        });
        visit(Choice::EndClose);
    }

    /// Whether a close attack is legal now.
    pub(in crate::rulesets::dogma) fn check_fight(&self, attack: &Attack) -> Result<(), Refusal> {
        self.check_fighter(attack.attacker)?;
        self.check_fought(attack.target)?;
        self.check_reach(attack.attacker, attack.target)?;
        self.check_supporters(attack, |supporter| self.check_backer(attack.attacker, attack.target, supporter))
    }

    /// The close attack as far as its dice go; and whether the target is flanked. The two must share an edge.
    #[must_use]
    pub fn charge(&self, attacker: ElementId, target: ElementId, supporters: u32) -> (CloseAttack, bool) {
        let (codex, rules) = (&self.setup.codex, &self.setup.rules);
        let (fighter, victim) = (self.fighter(attacker), self.fighter(target));
        let flanked = !self.flankers(target).is_empty();
        let attack = CloseAttack {
            attack: fighter.modifier,
            defence: victim.modifier,
            optimal: combat::optimal_in_close(codex, rules, fighter, victim, flanked),
            supporters,
            recoil: self.thrown_back(attacker, target).into(),
        };
        (attack, flanked)
    }

    /// Carries out a legal close attack.
    pub(in crate::rulesets::dogma) fn fight<C: Observer<LogEntry>>(
        &mut self,
        attack: &Attack,
        dice: &mut impl Dice,
        observer: &mut C,
    ) {
        self.spend(attack);
        self.count_parts(attack, observer);
        let target = match attack.target {
            Target::Building(index) => return self.storm(attack, index, Means::Close, dice, observer),
            Target::Element(target) => target,
        };
        let supporters = attack.supporters().count() as u32;
        let (charge, flanked) = self.charge(attack.attacker, target, supporters);
        let result = charge.fight(&self.setup.rules, dice);
        self.count_fight(attack, &charge, flanked, observer);
        observer.event(|| events::charge(self, attack, target, &charge, flanked, result, &dice.thrown()));
        let expected = self.expect_loss(attack.attacker, target, &charge, flanked);
        self.account(target, result.destroys(), expected, observer);
        match result {
            Charge::Destroyed | Charge::DestroyedOnRecoil => {
                let by_dice = result == Charge::Destroyed;
                if !by_dice {
                    observer.rule_fired(rule::REC_10);
                }
                self.credit(Some(attack), UnitStat::Destroyed, self.profile(target).cost, observer);
                let cause = if by_dice { Cause::Close } else { Cause::Recoil };
                self.destroy(target, cause, attack.attacker, observer);
            }
            Charge::Recoils => {
                self.credit(Some(attack), UnitStat::Hindered, 1000, observer);
                self.give_ground(attack.attacker, target, observer);
            }
            Charge::Holds => {}
        }
    }

    /// Probability that a close attack destroys its target, by the dice or on recoil.
    fn expect_loss(&self, attacker: ElementId, target: ElementId, charge: &CloseAttack, flanked: bool) -> f64 {
        let pairing = self.setup.odds.pairing(self.element(attacker).kind, self.element(target).kind);
        let supporters = charge.supporters as usize;
        match (charge.recoil, self.setup.rules.recoil_when) {
            (Recoil::Survived, _) => pairing.close[usize::from(flanked)][supporters],
            (Recoil::Fatal, RecoilWhen::Always) => 1.0,
            // A higher total is one that destroys or shakes at range, whoever is an Optimal Target.
            (Recoil::Fatal, RecoilWhen::AttackerHigher) => {
                let higher = pairing.ranged[0][supporters];
                higher.destroyed + higher.shaken
            }
        }
    }

    /// Counts the rules that make a difference to a close attack.
    fn count_fight<C: Observer<LogEntry>>(
        &self,
        attack: &Attack,
        charge: &CloseAttack,
        flanked: bool,
        observer: &mut C,
    ) {
        observer.rule_fired(rule::CLO_01);
        if attack.supporters().next().is_some() {
            observer.rule_fired(rule::CLO_05);
        }
        if flanked && charge.optimal {
            observer.rule_fired(rule::CLO_04);
        }
    }
}
