//! One attack with all its effects, in their order: hit, Strength rolls, removals; what comes after the removals stands in
//! [`super::aftermath`].

use super::aoe;
use super::choices::{Choice, Decision, Refusal};
use super::combat::{self, Attack, Cover, FireMode, Shot, Target};
use super::events::{self, LogEntry};
use super::ledger::rule;
use super::roll::{RollKind, Rolled};
use super::state::{Battle, FigureId, FigureSet, MOST_FIGURES, NOBODY, Stance, bit, members, place_of, side_of};
use super::turn::Flow;
use crate::game::keyed::keyed;
use crate::game::{Observer, Side, UnitStat};
use crate::tabletop::plane::{Aloft, Facing};

keyed! {
    /// What an attack is part of.
    AttackMode {
        /// A ranged attack as an action.
        Aimed = "aimed",
        /// Overwatch.
        Overwatch = "overwatch",
        /// Suppressing Fire.
        Suppressing = "suppressing-fire",
        /// Close combat.
        Close = "close",
        /// A free attack on a model that leaves (DP-MOV-10).
        Free = "free",
    }
}

impl AttackMode {
    /// Whether it is made with a ranged weapon.
    #[must_use]
    pub const fn is_ranged(self) -> bool {
        matches!(self, Self::Aimed | Self::Overwatch | Self::Suppressing)
    }

    /// As the numbers of ranged attacks know it.
    const fn fire_mode(self) -> FireMode {
        match self {
            Self::Suppressing => FireMode::Suppressing,
            Self::Overwatch => FireMode::Overwatch,
            Self::Aimed | Self::Close | Self::Free => FireMode::Aimed,
        }
    }
}

/// What an attack does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Stealth bases that are attacked: given up, or the model shown (DP-STL-12).
    Bases,
    /// The hit roll.
    Hit,
    /// The roll for the direction of a deviation.
    Direction,
    /// The roll for its inches.
    Distance,
    /// Who lies under the template.
    Template,
    /// The next Strength roll.
    Strength,
    /// Removals (DP-AOE-09).
    Removal,
    /// New squad leaders (DP-SQD-02).
    Leaders,
    /// The next Leadership roll.
    Leadership,
    /// The next weapon to be taken over.
    PickUp,
    /// Nothing.
    Done,
}

/// An attack in progress.
#[derive(Clone, Debug, PartialEq)]
pub struct AttackStep {
    /// What comes next.
    pub stage: Stage,
    /// Who attacks.
    pub attacker: FigureId,
    /// Whom.
    pub target: FigureId,
    /// With what.
    pub weapon: u8,
    /// As part of what.
    pub mode: AttackMode,
    /// The hit roll has been made.
    rolled_to_hit: bool,
    /// Target number of the hit roll.
    pub hit_target: i32,
    /// Inches from base to base.
    pub distance: f64,
    /// Centre of the template of an area weapon.
    pub centre: Aloft,
    /// Direction of its deviation.
    direction: i32,
    /// The template lies on the target: nothing deviated.
    on_target: bool,
    /// Who takes the full Strength.
    pub centred: FigureId,
    /// Stealth bases under attack, by side.
    pub bases: [FigureSet; 2],
    /// Models hit, by side.
    pub hit: [FigureSet; 2],
    /// Models whose Strength roll is still to come.
    pub(super) due: [FigureSet; 2],
    /// Models that have lost their last wound.
    pub dying: [FigureSet; 2],
    /// Who rolls, or is rolled against, now.
    pub(super) rolling: FigureId,
    /// Models hit that have still to test.
    pub(super) hit_tests: [FigureSet; 2],
    /// Tests still due for deaths seen, by place.
    pub(super) witness_tests: [[u8; MOST_FIGURES]; 2],
    /// Dead whose special weapons may be taken over.
    pub(super) dropped: [FigureSet; 2],
}

impl AttackStep {
    /// The side of the target.
    fn target_side(&self) -> Side {
        side_of(self.target)
    }

    /// Both sides, that of the target first.
    pub(super) fn sides(&self) -> [Side; 2] {
        [self.target_side(), self.target_side().other()]
    }

    /// Models of a side that owe a test for deaths seen.
    pub(super) fn witnesses(&self, side: Side) -> FigureSet {
        let due = &self.witness_tests[side.index()];
        (0..MOST_FIGURES).filter(|place| due[*place] > 0).map(|place| place as FigureId).collect()
    }
}

impl Battle<'_> {
    /// The numbers of a model as a target.
    #[must_use]
    pub fn target_of(&self, model: FigureId) -> Target {
        let commander = self.best_commander(model);
        let wounds = self.figure(model).wounds.into();
        Target { wounds, ..Target::of(self.profile(model)) }.led(commander)
    }

    /// The highest Leadership of a Commander whose range a model is in (DP-LDR-09, R-94, R-112).
    #[must_use]
    pub fn best_commander(&self, model: FigureId) -> Option<i32> {
        let side = side_of(model);
        let lends = |other: &FigureId| {
            *other != model && !self.is_lost(*other) && self.in_command_range(model, self.command_post(*other))
        };
        let force = self.force(side);
        let commanders = members(side, force.alive() & force.commanders);
        commanders.filter(lends).map(|other| self.profile(other).leadership).max()
    }

    /// The numbers of an attack from where both stand, with its distance; `cover` is that of the target.
    #[must_use]
    pub fn attack_numbers(
        &self,
        attacker: FigureId,
        target: FigureId,
        weapon: u8,
        mode: AttackMode,
        distance: f64,
        cover: Cover,
    ) -> Attack {
        let (rules, profile, weapon) = (&self.setup.rules, self.profile(attacker), self.weapon(weapon));
        let victim = self.target_of(target);
        if mode.is_ranged() {
            let shot = Shot { distance, cover, mode: mode.fire_mode(), modifier: 0 };
            Attack::ranged(rules, profile.ranged.unwrap_or_default(), weapon, &shot, &victim)
        } else {
            let free = mode == AttackMode::Free;
            Attack::close(rules, profile.close_combat.unwrap_or_default(), weapon, &victim, free)
        }
    }

    /// Begins an attack, on a model that is seen or in contact, or in Suppressing Fire on a stealth base.
    pub(super) fn begin_attack<C: Observer<LogEntry>>(
        &mut self,
        attacker: FigureId,
        target: FigureId,
        weapon: u8,
        mode: AttackMode,
        observer: &mut C,
    ) {
        debug_assert!(self.attack.is_none(), "attacks do not nest");
        let mut bases = [FigureSet::EMPTY; 2];
        let stage = if self.is_base(target) {
            bases[side_of(target).index()] = bit(target);
            Stage::Bases
        } else {
            Stage::Hit
        };
        let centre = self.centre_on(target);
        self.attack = Some(AttackStep {
            stage,
            attacker,
            target,
            weapon,
            mode,
            rolled_to_hit: false,
            hit_target: 0,
            distance: 0.0,
            centre,
            direction: 1,
            on_target: true,
            centred: NOBODY,
            bases,
            hit: [FigureSet::EMPTY; 2],
            due: [FigureSet::EMPTY; 2],
            dying: [FigureSet::EMPTY; 2],
            rolling: NOBODY,
            hit_tests: [FigureSet::EMPTY; 2],
            witness_tests: [[0; MOST_FIGURES]; 2],
            dropped: [FigureSet::EMPTY; 2],
        });
        observer.count(side_of(attacker), place_of(attacker), UnitStat::Attacks, 1);
    }

    /// Goes on with the attack.
    pub(super) fn run_attack<C: Observer<LogEntry>>(&mut self, observer: &mut C) -> Flow {
        let Some(attack) = &self.attack else { return Flow::Go };
        match attack.stage {
            Stage::Bases => self.attack_bases(observer),
            Stage::Hit => self.roll_to_hit(observer),
            Stage::Direction => {
                let (attacker, target) = (attack.attacker, attack.target);
                self.begin_deviation(RollKind::Direction, attacker, target, 1);
                Flow::Go
            }
            Stage::Distance => {
                let (attacker, target) = (attack.attacker, attack.target);
                let dice = aoe::deviation_dice(&self.setup.rules, attack.distance);
                self.begin_deviation(RollKind::Distance, attacker, target, dice);
                Flow::Go
            }
            Stage::Template => self.lay_template(observer),
            Stage::Strength => self.next_strength_roll(),
            Stage::Removal => self.remove_the_dying(observer),
            Stage::Leaders => self.name_leaders(observer),
            Stage::Leadership => self.next_leadership_roll(),
            Stage::PickUp => self.next_pick_up(),
            Stage::Done => {
                self.attack = None;
                Flow::Go
            }
        }
    }

    /// The attack in progress, to change it.
    pub(super) fn attack_mut(&mut self) -> &mut AttackStep {
        self.attack.as_mut().expect("an attack is in progress")
    }

    /// The attack goes on with another stage.
    pub(super) fn go_to(&mut self, stage: Stage) -> Flow {
        self.attack_mut().stage = stage;
        Flow::Go
    }

    /// The hit roll (DP-SHT-02, DP-CLC-02).
    fn roll_to_hit<C: Observer<LogEntry>>(&mut self, observer: &mut C) -> Flow {
        let AttackStep { attacker, target, weapon, mode, .. } = *self.attack_mut();
        if !self.is_present(target) || !self.is_present(attacker) {
            return self.go_to(Stage::Done);
        }
        let distance = self.distance(attacker, target);
        let cover = if mode.is_ranged() { self.cover(attacker, target).unwrap_or(Cover::NONE) } else { Cover::NONE };
        let numbers = self.attack_numbers(attacker, target, weapon, mode, distance, cover);
        let centre = self.centre_on(target);
        let attack = self.attack_mut();
        (attack.hit_target, attack.distance, attack.centre) = (numbers.hit, distance, centre);
        attack.rolled_to_hit = true;
        observer.event(|| events::attack(self, cover));
        self.begin_test(RollKind::Hit, attacker, target, numbers.hit);
        Flow::Go
    }

    /// A roll of the attack is over.
    pub(super) fn attack_rolled<C: Observer<LogEntry>>(&mut self, rolled: Rolled, observer: &mut C) {
        match rolled.kind {
            RollKind::Hit => self.after_hit_roll(rolled.margin >= 0, observer),
            RollKind::Direction => {
                let attack = self.attack_mut();
                (attack.direction, attack.stage) = (rolled.total, Stage::Distance);
            }
            RollKind::Distance => self.deviate(rolled.total, observer),
            RollKind::Strength => self.after_strength_roll(rolled.margin, observer),
            RollKind::Leadership => {
                let tester = self.attack_mut().rolling;
                self.after_leadership_roll(tester, rolled.margin >= 0, observer);
            }
            RollKind::Perception => {}
        }
    }

    fn after_hit_roll<C: Observer<LogEntry>>(&mut self, hit: bool, observer: &mut C) {
        let AttackStep { target, weapon, .. } = *self.attack_mut();
        let area = self.weapon(weapon).aoe > 0.0;
        observer.event(|| events::hit(self, hit));
        match (hit, area) {
            (true, true) => observer.rule_fired(rule::AOE_02),
            (false, true) => observer.rule_fired(rule::AOE_03),
            (true, false) => observer.rule_fired(rule::SHT_09),
            (false, false) => {}
        }
        let stage = match (hit, area) {
            (true, true) => Stage::Template,   // DP-AOE-02
            (false, true) => Stage::Direction, // DP-AOE-03
            (false, false) => Stage::Done,     // DP-SHT-09
            (true, false) => Stage::Strength,
        };
        if stage == Stage::Strength {
            let side = side_of(target).index();
            let attack = self.attack_mut();
            (attack.hit[side], attack.due[side], attack.centred) = (bit(target), bit(target), target);
            self.stances_of_the_hit();
        }
        self.attack_mut().stage = stage;
    }

    /// Models that are hit lose what they did in the enemy's turn (DP-SHT-11, DP-CBR-07, DP-CBR-08, DP-SUP-10).
    fn stances_of_the_hit(&mut self) {
        let (hit, ranged) = (self.attack_mut().hit, self.attack_mut().mode.is_ranged());
        for side in Side::BOTH {
            for model in members(side, hit[side.index()]) {
                let ends = ranged || matches!(self.figure(model).stance, Stance::CombatReady { .. });
                if ends {
                    self.end_stance(model);
                }
            }
        }
    }

    /// The centre of the template after a deviation (DP-AOE-03, DP-AOE-04, R-17).
    fn deviate<C: Observer<LogEntry>>(&mut self, inches: i32, observer: &mut C) {
        let AttackStep { attacker, target, direction, .. } = *self.attack_mut();
        if inches > 0 {
            let (from, at) = (self.figure(attacker).at.point, self.figure(target).at.point);
            let line = Facing::along(at - from).unwrap_or(Facing::NORTH);
            let deviation = aoe::Deviation { direction: direction as u32 - 1, inches: inches as u32 };
            let centre = self.surface(deviation.centre(&self.setup.rules, at, line));
            let attack = self.attack_mut();
            (attack.centre, attack.on_target) = (centre, false);
        }
        self.attack_mut().stage = Stage::Template;
        observer.event(|| events::deviation(self, direction, inches));
    }

    /// Who lies under the template of an area weapon (DP-AOE-05 to 11, R-18, R-110).
    fn lay_template<C: Observer<LogEntry>>(&mut self, observer: &mut C) -> Flow {
        let AttackStep { weapon, centre, target, on_target, .. } = *self.attack_mut();
        let template = aoe::Template::new(&self.setup.rules, self.weapon(weapon));
        let (mut hit, mut bases) = ([FigureSet::EMPTY; 2], [FigureSet::EMPTY; 2]);
        let mut centred = (NOBODY, f64::INFINITY);
        for side in Side::BOTH {
            for figure in members(side, self.force(side).present) {
                let exposure = template.exposure(centre.point, &self.disc(figure));
                if exposure == aoe::Exposure::Clear || !self.on_level_of(centre, &self.stand(figure)) {
                    continue;
                }
                let away = centre.point.distance(self.figure(figure).at.point);
                if exposure == aoe::Exposure::Centred && away < centred.1 {
                    centred = (figure, away);
                }
                let set = if self.is_base(figure) { &mut bases } else { &mut hit };
                set[side.index()] |= bit(figure);
            }
        }
        let attack = self.attack_mut();
        attack.centred = if on_target { target } else { centred.0 };
        (attack.hit, attack.bases) = (hit, bases);
        observer.event(|| events::template(self));
        self.go_to(Stage::Bases)
    }

    /// Stealth bases that are attacked (DP-AOE-11, DP-STL-12, R-95).
    fn attack_bases<C: Observer<LogEntry>>(&mut self, observer: &mut C) -> Flow {
        for side in Side::BOTH {
            let bases = self.attack_mut().bases[side.index()] & self.force(side).bases();
            let Some(base) = members(side, bases).next() else { continue };
            let model = self.figure(base).model;
            if self.figure(model).real == base {
                return self.ask(Decision::GiveUp, side);
            }
            self.attack_mut().bases[side.index()] = bases & !bit(base);
            self.remove_base(base, observer);
            return Flow::Go;
        }
        let AttackStep { target, mode, weapon, .. } = *self.attack_mut();
        if self.weapon(weapon).aoe > 0.0 && self.attack_mut().hit != [FigureSet::EMPTY; 2] {
            let attack = self.attack_mut();
            attack.due = attack.hit;
            self.stances_of_the_hit();
            return self.go_to(Stage::Strength);
        }
        // A base in Suppressing Fire, or under a free attack: either its model stands here now, and is attacked, or nobody.
        let at_bases = matches!(mode, AttackMode::Suppressing | AttackMode::Free);
        let shown = at_bases && !self.is_base(target) && self.is_present(target);
        let rolled = self.attack_mut().rolled_to_hit;
        self.go_to(if shown && !rolled { Stage::Hit } else { Stage::Done })
    }

    /// The real base that is under attack now.
    pub(super) fn base_given_up(&self) -> Option<FigureId> {
        let attack = self.attack.as_ref()?;
        Side::BOTH.into_iter().find_map(|side| {
            let bases = attack.bases[side.index()] & self.force(side).bases();
            members(side, bases).find(|base| self.figure(self.figure(*base).model).real == *base)
        })
    }

    /// The owner of a real base under attack shows its model, which then suffers the attack, or gives it up.
    pub(super) fn answer_for_base<C: Observer<LogEntry>>(&mut self, shown: bool, observer: &mut C) {
        let Some(base) = self.base_given_up() else { return };
        let (side, model) = (side_of(base), self.figure(base).model);
        if !shown {
            self.remove_base(base, observer);
            return;
        }
        self.reveal(model, observer);
        let attack = self.attack_mut();
        attack.bases[side.index()] &= !bit(base);
        if attack.target == base {
            attack.target = model;
        }
        if attack.centred == base {
            attack.centred = model;
        }
        if attack.rolled_to_hit {
            attack.hit[side.index()] |= bit(model);
        }
    }

    /// The next Strength roll: the target's first, then as the firing side likes.
    fn next_strength_roll(&mut self) -> Flow {
        let AttackStep { attacker, target, due, .. } = *self.attack_mut();
        let left = due[0].len() + due[1].len();
        if left == 0 {
            return self.go_to(Stage::Removal);
        }
        let side = side_of(target);
        if due[side.index()].contains(target) {
            self.roll_strength(target);
            return Flow::Go;
        }
        if left > 1 && self.any_points() {
            return self.ask(Decision::Next, side_of(attacker));
        }
        let next = Side::BOTH.into_iter().flat_map(|side| members(side, due[side.index()])).next();
        self.roll_strength(next.expect("somebody is left"));
        Flow::Go
    }

    /// Whether anybody has Command Points: without them no order of rolls makes a difference.
    pub(super) fn any_points(&self) -> bool {
        let has = |side: Side| (0..self.force(side).units).any(|unit| self.unit(side, unit).points > 0);
        Side::BOTH.into_iter().any(has)
    }

    /// Begins the Strength roll against a victim (DP-WND-01, DP-AOE-05); nobody may answer for the firing side's own.
    fn roll_strength(&mut self, victim: FigureId) {
        let AttackStep { attacker, weapon, centred, .. } = *self.attack_mut();
        let weapon = self.weapon(weapon);
        let strength =
            if victim == centred { weapon.strength } else { weapon.strength_blast.unwrap_or(weapon.strength) };
        let side = side_of(victim).index();
        let attack = self.attack_mut();
        (attack.rolling, attack.due[side]) = (victim, attack.due[side] & !bit(victim));
        let affected = if side_of(victim) == side_of(attacker) { NOBODY } else { victim };
        let target = strength - self.profile(victim).armor;
        self.begin_test(RollKind::Strength, attacker, affected, target);
    }

    /// Wounds lost (DP-WND-02 to DP-WND-05).
    fn after_strength_roll<C: Observer<LogEntry>>(&mut self, margin: i32, observer: &mut C) {
        let victim = self.attack_mut().rolling;
        let base = self.setup.rules.wounds_base as i32;
        let lost = if margin < 0 { 0 } else { (base + margin).clamp(0, i32::from(self.figure(victim).wounds)) };
        self.figure_mut(victim).wounds -= lost as u16;
        let (side, dies) = (side_of(victim).index(), self.figure(victim).wounds == 0);
        let attack = self.attack_mut();
        if dies {
            attack.dying[side] |= bit(victim);
        } else {
            attack.hit_tests[side] |= bit(victim);
        }
        observer.event(|| events::wounds(self, victim, lost as u32));
        observer.rule_fired(if lost > 0 { rule::WND_02 } else { rule::WND_06 });
    }

    /// All who die are removed together, and the game may be over.
    fn remove_the_dying<C: Observer<LogEntry>>(&mut self, observer: &mut C) -> Flow {
        let AttackStep { attacker, dying, .. } = *self.attack_mut();
        self.attack_mut().stage = Stage::Leaders;
        for side in Side::BOTH {
            for model in members(side, dying[side.index()]) {
                let value = (self.profile(model).value * 1000.0) as i64;
                if side != side_of(attacker) {
                    observer.count(side_of(attacker), place_of(attacker), UnitStat::Destroyed, value);
                }
                self.destroy(model, observer);
            }
        }
        if self.decide_by_elimination(observer) {
            return Flow::Go;
        }
        for side in Side::BOTH {
            self.call_witnesses(side, dying[side.index()]);
            let carriers = members(side, dying[side.index()]);
            let dropped = carriers.filter(|dead| self.unit_of(*dead).squad && self.figure(*dead).specials != 0);
            let dropped: FigureSet = dropped.collect();
            self.attack_mut().dropped[side.index()] = dropped;
        }
        Flow::Go
    }

    /// Whose roll may come next.
    fn next_due(&self) -> [FigureSet; 2] {
        let mut due = [FigureSet::EMPTY; 2];
        match &self.attack {
            Some(attack) if attack.stage == Stage::Strength => due = attack.due,
            Some(_) => {
                if let Some((side, set)) = self.leadership_due() {
                    due[side.index()] = set;
                }
            }
            None => {}
        }
        due
    }

    /// Shows whose roll may come next.
    pub(super) fn visit_next(&self, visit: &mut impl FnMut(Choice)) {
        let due = self.next_due();
        for side in Side::BOTH {
            members(side, due[side.index()]).for_each(|model| visit(Choice::Next(model)));
        }
    }

    /// Whether the roll of this model may come next.
    pub(super) fn check_next(&self, model: FigureId) -> Result<(), Refusal> {
        if self.next_due()[side_of(model).index()].contains(model) {
            Ok(())
        } else {
            Err(Refusal::new("R-110", "no roll of that model is due"))
        }
    }

    /// The roll of this model comes next.
    pub(super) fn take_next(&mut self, model: FigureId) {
        if self.attack_mut().stage == Stage::Strength {
            self.roll_strength(model);
        } else {
            self.roll_leadership(model);
        }
    }

    /// The numbers of an attack from where both stand; none when a ranged one is out of sight.
    #[must_use]
    pub fn odds_of(
        &self,
        attacker: FigureId,
        target: FigureId,
        weapon: u8,
        mode: AttackMode,
    ) -> Option<combat::Attack> {
        let cover = if mode.is_ranged() { self.cover(attacker, target)? } else { Cover::NONE };
        Some(self.attack_numbers(attacker, target, weapon, mode, self.distance(attacker, target), cover))
    }
}
