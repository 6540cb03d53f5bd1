//! Ranged attacks (DG-RNG): who may fire at whom, with whose support, and what comes of it.

use super::Means;
use crate::dice::Dice;
use crate::game::{LogEntry, Observer, UnitStat};
use crate::rulesets::dogma::choices::{Attack, Choice, MOST_SUPPORTERS, Refusal, Target};
use crate::rulesets::dogma::combat::{self, Fighter, Gunner, RangedAttack, Shot};
use crate::rulesets::dogma::events;
use crate::rulesets::dogma::ledger::rule;
use crate::rulesets::dogma::rules::SupportExhausts;
use crate::rulesets::dogma::scenarios::Cause;
use crate::rulesets::dogma::state::{Battle, ElementId, NOBODY, UnitSet, bit, members, side_of};

impl Battle<'_> {
    /// Whether an Element may fire or support fire now, targets left aside.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check_shooter(&self, element: ElementId) -> Result<(), Refusal> {
        let (force, it) = (self.force(side_of(element)), bit(element));
        let profile = self.profile(element);
        if (force.table & it).is_empty() {
            return Err(if force.reserve.meets(it) {
                Refusal::new("DG-AIR-11", "it is in reserve")
            } else {
                Refusal::new("DG-APC-08", "it is not on the table")
            });
        }
        if profile.range < 0.0 {
            return Err(Refusal::new("DG-RNG-03", "it has no ranged attack"));
        }
        if force.used.meets(it) {
            return Err(Refusal::new("DG-RNG-12", "it has attacked or supported"));
        }
        if force.engaged.meets(it) {
            return Err(Refusal::new("DG-RNG-02", "it is engaged"));
        }
        if self.setup.rules.partial_contact_blocks_shooting && !self.element(element).contact.foes.is_empty() {
            return Err(Refusal::new("DG-RNG-02", "it touches an enemy"));
        }
        if force.fronted.meets(it) {
            return Err(Refusal::new("DG-CON-06", "it moved into an enemy front"));
        }
        if profile.move_or_fire && force.got_off.meets(it) {
            return Err(Refusal::new("DG-APC-07", "it got off, and moves or fires"));
        }
        if profile.move_or_fire && force.displaced.meets(it) {
            return Err(Refusal::new("DG-MOV-08", "it moved, and moves or fires"));
        }
        if force.failed.meets(it) {
            return Err(Refusal::new("DG-MOR-03", "it failed its shaken check"));
        }
        Ok(())
    }

    /// Whether a target may be attacked at range now, attackers left aside.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check_shot_at(&self, target: Target) -> Result<(), Refusal> {
        let target = match target {
            Target::Building(index) => return self.check_standing(index),
            Target::Element(target) => target,
        };
        self.check_enemy(target)?;
        let (force, it) = (self.force(side_of(target)), bit(target));
        if force.engaged.meets(it) {
            return Err(Refusal::new("DG-RNG-02", "the target is engaged"));
        }
        if self.setup.rules.partial_contact_blocks_shooting && !self.element(target).contact.foes.is_empty() {
            return Err(Refusal::new("DG-RNG-02", "the target touches an enemy"));
        }
        Ok(())
    }

    /// Whether an Element has a target in range and in sight.
    ///
    /// # Errors
    /// The rule that forbids the shot.
    pub fn check_line(&self, element: ElementId, target: Target) -> Result<(), Refusal> {
        if matches!(target, Target::Building(_)) && !self.storms(element) {
            return Err(Refusal::new("DG-TER-10", "its Type does not attack buildings"));
        }
        if !self.in_range(element, target) {
            return Err(Refusal::new("DG-LOS-07", "the target is out of range"));
        }
        if !self.sees(element, target) {
            return Err(Refusal::new("DG-LOS-01", "there is no line of sight"));
        }
        Ok(())
    }

    /// Those who could attack a target at range now, or support each other in it if they are of one Type.
    #[must_use]
    pub fn shooters_at(&self, target: Target) -> UnitSet {
        let side = self.active;
        if self.check_shot_at(target).is_err() {
            return UnitSet::EMPTY;
        }
        let force = self.force(side);
        // Most have attacked, or are kept from it, and of the others most are out of range.
        let idle = force.table & !(force.used | force.engaged | force.fronted | force.failed);
        let able = |element: &ElementId| {
            self.in_range(*element, target)
                && self.check_shooter(*element).is_ok()
                && self.check_line(*element, target).is_ok()
        };
        members(side, idle).filter(able).fold(UnitSet::EMPTY, |set, element| set | bit(element))
    }

    /// Those of `shooters` who may support the attack of one of them (DG-RNG-11).
    #[must_use]
    pub fn fire_supporters(&self, attacker: ElementId, shooters: UnitSet) -> UnitSet {
        let kind = self.profile(attacker).kind;
        let mates = members(side_of(attacker), shooters & !bit(attacker));
        mates.filter(|mate| self.profile(*mate).kind == kind).fold(UnitSet::EMPTY, |set, mate| set | bit(mate))
    }

    /// Shows ranged attacks of the active side (DG-RNG), alone and with all the support there is, shaken checks for them,
    /// and the end of the phase.
    pub(in crate::rulesets::dogma) fn visit_ranged(&self, visit: &mut impl FnMut(Choice)) {
        let side = self.active;
        for element in members(side, self.force(side).table & self.force(side).unsteady()) {
            if self.check_shooter(element).is_ok() && self.check_check(element).is_ok() {
                visit(Choice::Check { element });
            }
        }
        self.targets(|target| {
            let shooters = self.shooters_at(target);
            for attacker in members(side, shooters) {
                let attack = Attack::new(attacker, target);
                visit(Choice::Fire(attack));
                let most = self.most_supporters();
                let all = members(side, self.fire_supporters(attacker, shooters)).take(most);
                let supported = all.fold(attack, Attack::with);
                if supported != attack {
                    visit(Choice::Fire(supported));
                }
            }
        });
        visit(Choice::EndRanged);
    }

    /// Whether a ranged attack is legal now.
    pub(in crate::rulesets::dogma) fn check_fire(&self, attack: &Attack) -> Result<(), Refusal> {
        self.check_guns(attack)?;
        self.check_line(attack.attacker, attack.target)?;
        attack.supporters().try_for_each(|supporter| self.check_line(supporter, attack.target))
    }

    /// Whether those who take part in a ranged attack may fire, and the target may be fired at; range and sight left aside.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(in crate::rulesets::dogma) fn check_guns(&self, attack: &Attack) -> Result<(), Refusal> {
        self.check_shooter(attack.attacker)?;
        self.check_shot_at(attack.target)?;
        self.check_supporters(attack, |supporter| {
            if self.profile(supporter).kind != self.profile(attack.attacker).kind {
                return Err(Refusal::new("DG-RNG-11", "a supporter is of another Type"));
            }
            self.check_shooter(supporter)
        })
    }

    /// The ranged attack as far as its dice go, `supporters` able and shaken checks passed; and whether cover took its
    /// Optimal Target.
    #[must_use]
    pub fn shot(&self, attacker: ElementId, target: ElementId, supporters: u32) -> (RangedAttack, bool) {
        let gunner = Gunner::Element(self.fighter(attacker));
        self.aimed(gunner, target, supporters)
    }

    /// The same by anybody.
    pub(super) fn aimed(&self, gunner: Gunner, target: ElementId, supporters: u32) -> (RangedAttack, bool) {
        let (codex, rules) = (&self.setup.codex, &self.setup.rules);
        let fighter = self.fighter(target);
        let cover = self.in_cover(target);
        let attack = RangedAttack::new(codex, rules, gunner, fighter, cover).supported(supporters);
        let spoilt = cover && !attack.optimal && combat::optimal_at_range(codex, rules, gunner, fighter, false);
        (attack, spoilt)
    }

    /// An Element as far as its dice go.
    #[must_use]
    pub fn fighter(&self, element: ElementId) -> Fighter {
        let profile = self.profile(element);
        Fighter { modifier: profile.modifier, kind: Some(profile.kind), flyer: profile.flyer }
    }

    /// Carries out a legal ranged attack: checks of the shaken first, the attacker's before the others.
    pub(in crate::rulesets::dogma) fn fire<C: Observer<LogEntry>>(
        &mut self,
        attack: &Attack,
        dice: &mut impl Dice,
        observer: &mut C,
    ) {
        if !self.steadies(attack.attacker, dice, observer) {
            return;
        }
        let mut able = Attack::new(attack.attacker, attack.target);
        for supporter in attack.supporters() {
            if self.steadies(supporter, dice, observer) {
                able = able.with(supporter);
            }
        }
        self.spend(&able);
        self.count_parts(&able, observer);
        match able.target {
            Target::Element(target) => self.shoot(&able, target, dice, observer),
            Target::Building(index) => self.storm(&able, index, Means::Ranged, dice, observer),
        }
    }

    /// Throws the shaken check of an Element that needs one to fire (DG-MOR-01, DG-MOR-02): whether it may.
    fn steadies<C: Observer<LogEntry>>(&mut self, element: ElementId, dice: &mut impl Dice, observer: &mut C) -> bool {
        let unsteady = |battle: &Self| battle.force(side_of(element)).unsteady().contains(element);
        if unsteady(self) {
            self.throw_check(element, dice, observer);
        }
        !unsteady(self)
    }

    fn shoot<C: Observer<LogEntry>>(
        &mut self,
        attack: &Attack,
        target: ElementId,
        dice: &mut impl Dice,
        observer: &mut C,
    ) {
        let supporters = attack.supporters().count() as u32;
        let (shot, spoilt) = self.shot(attack.attacker, target, supporters);
        let result = shot.fire(&self.setup.rules, dice);
        self.count_shot(attack, target, spoilt, observer);
        observer.event(|| events::shot(self, Some(attack), target, &shot, spoilt, result, &dice.thrown()));
        let pairing = self.setup.odds.pairing(self.element(attack.attacker).kind, self.element(target).kind);
        let expected = pairing.ranged[usize::from(self.in_cover(target))][supporters as usize].destroyed;
        self.account(target, result == Shot::Destroyed, expected, observer);
        self.suffer(Some(attack), target, result, Cause::Shot, observer);
    }

    /// What a shot does to its target.
    pub(super) fn suffer<C: Observer<LogEntry>>(
        &mut self,
        attack: Option<&Attack>,
        target: ElementId,
        result: Shot,
        cause: Cause,
        observer: &mut C,
    ) {
        match result {
            Shot::Destroyed => {
                self.credit(attack, UnitStat::Destroyed, self.profile(target).cost, observer);
                self.destroy(target, cause, attack.map_or(NOBODY, |attack| attack.attacker), observer);
            }
            // DG-RNG-07, DG-MOR-06
            Shot::Shaken => {
                observer.rule_fired(rule::RNG_07);
                self.credit(attack, UnitStat::Hindered, 1000, observer);
                let force = self.force_mut(side_of(target));
                let fresh = !force.shaken.contains(target);
                force.shaken |= bit(target);
                if fresh {
                    observer.event(|| events::status(self, target, "shaken"));
                }
            }
            Shot::NoEffect | Shot::NoAttack => {}
        }
    }

    /// Counts the rules that make a difference to a shot.
    fn count_shot<C: Observer<LogEntry>>(&self, attack: &Attack, target: ElementId, spoilt: bool, observer: &mut C) {
        observer.rule_fired(rule::RNG_01);
        if attack.supporters().next().is_some() {
            observer.rule_fired(rule::RNG_11);
        }
        if spoilt {
            observer.rule_fired(rule::TER_03);
        } else if self.in_cover(target) && self.setup.codex.traits(self.profile(target).kind).ignores_cover {
            observer.rule_fired(rule::TER_04);
        }
    }

    /// Most supporters that add anything to an attack (DG-RNG-11, DG-CLO-05).
    #[must_use]
    pub fn most_supporters(&self) -> usize {
        let rules = &self.setup.rules;
        let most = rules.support_cap.checked_div(rules.support_bonus).unwrap_or(0);
        let rest = rules.support_bonus > 0 && !rules.support_cap.is_multiple_of(rules.support_bonus);
        (usize::from(most) + usize::from(rest)).min(MOST_SUPPORTERS)
    }

    /// Notes who is used up and who has been attacked (DG-RNG-10, DG-RNG-12, DG-CLO-12).
    pub(super) fn spend(&mut self, attack: &Attack) {
        let supports_cost = self.setup.rules.support_exhausts != SupportExhausts::Never;
        let force = self.force_mut(side_of(attack.attacker));
        force.used |= bit(attack.attacker);
        if supports_cost {
            force.used |= attack.supporters().fold(UnitSet::EMPTY, |set, supporter| set | bit(supporter));
        }
        match attack.target {
            Target::Element(target) => self.force_mut(side_of(target)).attacked |= bit(target),
            Target::Building(index) => self.stormed |= 1 << index,
        }
    }
}
