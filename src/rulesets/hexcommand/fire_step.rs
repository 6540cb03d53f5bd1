//! The fire steps (HX-FIR): who fires when, at which of the targets in reach, and when casualties tell.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`targets`] | at whom a unit may fire |
//! | [`tally`] | which rules make a difference to a shot |

mod tally;
mod targets;

use arrayvec::ArrayVec;
use std::cmp::Ordering;

use super::choices::{Choice, Refusal};
use super::codex::Arm;
use super::command;
use super::events;
use super::fire::{GRAPESHOT, Struck, hits_of};
use super::ledger::rule;
use super::order_of_battle::MOST_GROUPS;
use super::rules::{Casualties, FireOrder, InitiativeMode, TurnActivationFire};
use super::sighting::Sighted;
use super::state::{Battle, Decision, Fate, NOBODY, Site, UnitId, UnitSet, bit, members, place_of, side_of};
use crate::dice::Dice;
use crate::game::{Observer, Side, UnitStat};
use crate::tabletop::hex::HexIndex;
use targets::{Mark, is_sole};

/// Most stages of a fire step.
const MOST_STAGES: usize = 4;

/// Equal rolls after which who was A wins.
const MOST_TIES: u8 = 20;

/// Which of a side's shots belong to a stage of a fire step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All.
    All,
    /// Those of units with a commander (`fire.order` = commanders-first).
    Commanded,
    /// Those of the others.
    Rest,
    /// Those at brigades over which the own one won the roll (`fire.order` = tactical-roll).
    Ahead,
    /// Those of guns at one or two hexes.
    Close,
    /// Those that are not: close guns have had their batch.
    Far,
    /// Those of the active group and of floating batteries (HX-TRN-07, R-180).
    Group,
    /// Those of batteries, out of turn (HX-TRN-09).
    Batteries,
}

/// A stage of a fire step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Who fires; both by turns when none.
    pub side: Option<Side>,
    /// Which shots.
    pub part: Part,
    /// What has been hit tells after it.
    pub settles: bool,
}

/// What the fire step is in the middle of.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// Its stages.
    stages: ArrayVec<Stage, MOST_STAGES>,
    /// The present one.
    at: usize,
    /// Sides that have ended the present stage.
    finished: [bool; 2],
    /// Whose turn it is where both fire by turns.
    turn: Option<Side>,
    /// Commanders who have fallen in a step whose losses do not tell yet, a bit each.
    pub doomed: [u32; 2],
    /// By brigade of side A, the brigades of side B before which it fires, a bit each (HX-FIR-04).
    ahead: [u16; MOST_GROUPS],
    /// It is opportunity fire.
    opportunity: bool,
    /// By side, the unit that was last found to have a shot: the search for the next one begins with it.
    shooters: [Option<UnitId>; 2],
}

impl Battle<'_> {
    /// Begins the fire step of a half, of a turn, or of a group.
    pub(super) fn begin_fire<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) {
        self.clear_fire();
        self.note_holders();
        let rules = &self.setup.rules;
        let stage = |side: Side, part, settles| Stage { side: Some(side), part, settles };
        let by_turns = |part| Stage { side: None, part, settles: true };
        let own = self.phasing;
        let stages = match (self.by_activation(), rules.turn_activation_fire) {
            (false, _) if rules.fire_order != FireOrder::NonPhasing => {
                if Side::BOTH.into_iter().any(|side| self.has_shot(stage(side, Part::All, false))) {
                    (self.decision, self.decider) = (Decision::FireOrder, own);
                } else {
                    self.close_fire(observer);
                }
                return;
            }
            (false, _) => [stage(own.other(), Part::All, false), stage(own, Part::All, true)],
            (true, TurnActivationFire::Simultaneous) => [by_turns(Part::Close), by_turns(Part::Far)],
            (true, TurnActivationFire::AThenB) => {
                [stage(self.leader, Part::All, true), stage(self.leader.other(), Part::All, true)]
            }
            (true, TurnActivationFire::PerGroup) => {
                [stage(own.other(), Part::All, false), stage(own, Part::Group, true)]
            }
        };
        self.fire.stages = stages.into_iter().collect();
        observer.rule_fired(match (self.by_activation(), self.setup.rules.turn_activation_fire) {
            (false, _) => rule::FIR_01,
            (true, TurnActivationFire::Simultaneous) => rule::TRN_05,
            (true, TurnActivationFire::AThenB) => rule::TRN_06,
            (true, TurnActivationFire::PerGroup) => rule::TRN_07,
        });
        self.next_shot(observer);
    }

    /// Begins opportunity fire of the batteries of the side that has not just moved (HX-TRN-09, R-179). Whether there is any.
    pub(super) fn begin_opportunity<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) -> bool {
        let stage = Stage { side: Some(self.phasing.other()), part: Part::Batteries, settles: true };
        self.clear_fire();
        if self.by_group() || !self.has_shot(stage) {
            return false;
        }
        self.fire.stages.push(stage);
        self.fire.opportunity = true;
        self.next_shot(observer);
        true
    }

    fn clear_fire(&mut self) {
        self.fire = Progress::default();
        self.melee = super::melee_step::Progress::default();
        for force in &mut self.forces {
            force.fired = UnitSet::EMPTY;
        }
        for unit in self.all_units() {
            let state = self.unit_mut(unit);
            (state.pending, state.pending_te, state.shooters, state.choosy) = (0, 0, [0; 2], [false; 2]);
        }
    }

    /// Throws for who fires first (HX-FIR-04).
    fn throw_for_fire<D: Dice, C: Observer<events::LogEntry>>(&mut self, dice: &mut D, observer: &mut C) {
        observer.rule_fired(rule::FIR_04);
        let mut first = self.phasing.other();
        if self.setup.rules.fire_order == FireOrder::TacticalRoll {
            self.roll_pairs(dice, observer);
        } else {
            first = self.roll_off(InitiativeMode::Plain, [0; 2], dice);
            let thrown = dice.thrown();
            observer.event(|| events::fire_order(self, None, first, thrown));
        }
        let parts: &[Part] = match self.setup.rules.fire_order {
            FireOrder::TacticalRoll => &[Part::Ahead, Part::All],
            FireOrder::CommandersFirst => &[Part::Commanded, Part::Rest],
            FireOrder::DieRoll | FireOrder::NonPhasing => &[Part::All],
        };
        let stage = |part: &Part, side| Stage { side: Some(side), part: *part, settles: false };
        let sides = [first, first.other()];
        self.fire.stages = parts.iter().flat_map(|part| sides.map(|side| stage(part, side))).collect();
        if let Some(last) = self.fire.stages.last_mut() {
            last.settles = true;
        }
        self.next_shot(observer);
    }

    /// Who rolls higher, or has the larger margin over its value; ties are rolled again.
    fn roll_off<D: Dice>(&self, mode: InitiativeMode, values: [u8; 2], dice: &mut D) -> Side {
        let result = (0..MOST_TIES).find_map(|_| match command::opposed(mode, values, dice) {
            Ordering::Greater => Some(Side::A),
            Ordering::Less => Some(Side::B),
            Ordering::Equal => None,
        });
        result.unwrap_or(self.leader)
    }

    /// Every pair of brigades that face each other rolls by its commanders' T.
    fn roll_pairs<D: Dice, C: Observer<events::LogEntry>>(&mut self, dice: &mut D, observer: &mut C) {
        let mut facing = [0u16; MOST_GROUPS];
        for side in Side::BOTH {
            for unit in members(side, self.force(side).present) {
                for captured in [false, true] {
                    for mark in self.marks(unit, captured) {
                        let groups = [unit, mark.target].map(|unit| self.unit(unit).group);
                        let [own, other] = if side == Side::A { groups } else { [groups[1], groups[0]] };
                        facing[usize::from(own)] |= 1 << other;
                    }
                }
            }
        }
        for (own, enemies) in facing.into_iter().enumerate() {
            for other in (0..MOST_GROUPS).filter(|other| enemies & 1 << other != 0) {
                let values = [self.tactical(Side::A, own as u8), self.tactical(Side::B, other as u8)];
                let first = self.roll_off(InitiativeMode::Margin, values, dice);
                if first == Side::A {
                    self.fire.ahead[own] |= 1 << other;
                }
                let thrown = dice.thrown();
                observer.event(|| events::fire_order(self, Some([own as u8, other as u8]), first, thrown));
            }
        }
    }

    /// The present stage.
    fn stage(&self) -> Option<Stage> {
        self.fire.stages.get(self.fire.at).copied()
    }

    /// Asks for the next shot, or ends the stages in which nobody can fire any more.
    fn next_shot<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) {
        while let Some(stage) = self.stage() {
            let turn = self.fire.turn.unwrap_or(self.leader);
            let sides = match stage.side {
                Some(side) => [Some(side), None],
                None => [Some(turn), Some(turn.other())],
            };
            let shooter = |side: Side| {
                let waits = !self.fire.finished[side.index()];
                let unit = if waits { self.shooter(Stage { side: Some(side), ..stage }) } else { None };
                unit.map(|unit| (side, unit))
            };
            if let Some((side, unit)) = sides.into_iter().flatten().find_map(shooter) {
                self.fire.shooters[side.index()] = Some(unit);
                self.decision = if self.fire.opportunity { Decision::Opportunity } else { Decision::Fire };
                self.decider = side;
                self.fire.turn = stage.side.is_none().then_some(side);
                return;
            }
            self.fire.at += 1;
            (self.fire.finished, self.fire.turn) = ([false; 2], None);
            if stage.settles && self.settle(observer) {
                (self.decision, self.decider) = (Decision::FireRouts, self.phasing);
                return;
            }
        }
        self.close_fire(observer);
    }

    /// What was hit in the stages so far tells now. Whether anybody has to run for it.
    fn settle<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) -> bool {
        for side in Side::BOTH {
            let doomed = std::mem::take(&mut self.fire.doomed[side.index()]);
            for commander in (0..u32::BITS as u8).filter(|commander| doomed & 1 << commander != 0) {
                self.lose_commander(side, commander, Fate::Killed, observer);
            }
        }
        for unit in self.all_units() {
            let state = self.unit_mut(unit);
            let (hits, te) = (std::mem::take(&mut state.pending), std::mem::take(&mut state.pending_te));
            if te > 0 {
                self.tire(unit, te, observer);
            }
            self.shot_down(unit, hits, observer);
        }
        self.somebody_runs()
    }

    /// Whether anybody has broken, or is to roll for the death of a commander.
    fn somebody_runs(&self) -> bool {
        self.forces.iter().any(|force| !force.breaking.is_empty() || force.panic)
    }

    /// Hits of fire tell on a unit; chargers take note of where their enemy stood.
    fn shot_down<C: Observer<events::LogEntry>>(&mut self, unit: UnitId, hits: u8, observer: &mut C) {
        if hits == 0 || self.force(side_of(unit)).removed.contains(unit) {
            return;
        }
        let state = self.unit(unit);
        if !self.is_routed(unit) && state.hits.saturating_add(hits) >= state.rout_at {
            self.note_chargers(unit);
        }
        self.wound(unit, hits, observer);
    }

    /// The fire step is over.
    fn close_fire<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) {
        // HX-FIR-20: who did not fire has no target that it fired at last.
        if !self.fire.opportunity {
            let group = self.by_group().then_some(self.active_group);
            for unit in self.all_units() {
                let took_part = side_of(unit) != self.phasing
                    || group.is_none_or(|group| self.unit(unit).group == group || self.is_battery(unit));
                if took_part && !self.own_force(unit).fired.contains(unit) {
                    self.unit_mut(unit).aimed_at = NOBODY;
                }
            }
        }
        self.note_holders();
        if self.begin_charges(observer) {
            return;
        }
        self.next_step(observer);
    }

    /// When casualties tell in this step.
    fn casualties(&self) -> Casualties {
        let rules = &self.setup.rules;
        match rules.turn_activation_fire {
            //
            _ if self.fire.opportunity => Casualties::Sequential,
            // HX-TRN-05, HX-TRN-06
            TurnActivationFire::Simultaneous | TurnActivationFire::AThenB if self.by_activation() => {
                Casualties::Simultaneous
            }
            _ => rules.fire_casualties,
        }
    }

    /// Whether a shot belongs to a stage.
    fn belongs(&self, stage: Stage, unit: UnitId, captured: bool, mark: &Mark) -> bool {
        let gun = captured || self.is_battery(unit);
        let commanded = self.commander_with(unit).is_some();
        match stage.part {
            Part::All => true,
            Part::Commanded => commanded,
            Part::Rest => !commanded,
            Part::Ahead => {
                let [own, other] = [unit, mark.target].map(|unit| usize::from(self.unit(unit).group));
                match side_of(unit) {
                    Side::A => self.fire.ahead[own] & 1 << other != 0,
                    Side::B => self.fire.ahead[other] & 1 << own == 0,
                }
            }
            Part::Close => gun && mark.range <= GRAPESHOT,
            Part::Far => !gun || mark.range > GRAPESHOT,
            Part::Group => self.unit(unit).group == self.active_group || self.is_battery(unit),
            Part::Batteries => self.is_battery(unit) && !captured,
        }
    }

    /// Shows the shots of a stage to `visit` until it has seen enough.
    fn visit_shots(&self, stage: Stage, visit: &mut impl FnMut(Choice) -> bool) {
        let Some(side) = stage.side else { return };
        for unit in members(side, self.may_have_shots(side)) {
            if !self.visit_shots_of(unit, stage, visit) {
                return;
            }
        }
    }

    fn may_have_shots(&self, side: Side) -> UnitSet {
        let force = self.force(side);
        force.steady() & !force.fakes & !force.fired
    }

    /// Shows the shots of a unit in a stage; whether more are wanted.
    fn visit_shots_of(&self, unit: UnitId, stage: Stage, visit: &mut impl FnMut(Choice) -> bool) -> bool {
        for captured in [false, true] {
            if captured && self.captured_guns(unit).is_none() {
                continue;
            }
            let marks = self.marks(unit, captured);
            let arm = self.arm_of(unit, captured);
            for mark in &marks {
                let fits = self.belongs(stage, unit, captured, mark) && self.takes_another(&marks, mark, arm);
                if fits && !visit(Choice::Shoot { unit, target: mark.target, captured }) {
                    return false;
                }
            }
        }
        true
    }

    /// Somebody who has a shot in a stage; who had one before is asked first, then those after him: who was passed over may well have
    /// none, and is asked last.
    fn shooter(&self, stage: Stage) -> Option<UnitId> {
        let side = stage.side?;
        let able = self.may_have_shots(side);
        let shoots = |unit: &UnitId| !self.visit_shots_of(*unit, stage, &mut |_| false);
        let Some(known) = self.fire.shooters[side.index()] else { return members(side, able).find(shoots) };
        let [before, after] =
            [false, true].map(|after| members(side, able).filter(move |unit| (*unit >= known) == after));
        after.chain(before).find(shoots)
    }

    fn has_shot(&self, stage: Stage) -> bool {
        self.shooter(stage).is_some()
    }

    fn arm_of(&self, unit: UnitId, captured: bool) -> Arm {
        if captured || self.is_battery(unit) { Arm::Gun } else { Arm::Small }
    }

    /// Shows what may be decided about fire.
    pub(super) fn visit_fire(&self, visit: &mut impl FnMut(Choice)) {
        match (self.decision, self.stage()) {
            (Decision::Fire | Decision::Opportunity, Some(stage)) => {
                self.visit_shots(Stage { side: Some(self.decider), ..stage }, &mut |choice| {
                    visit(choice);
                    true
                });
                visit(Choice::Done);
            }
            _ => visit(Choice::Proceed),
        }
    }

    /// Whether a choice about fire is legal.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(super) fn check_fire(&self, choice: Choice) -> Result<(), Refusal> {
        let refuse = |rule, reason| Err(Refusal::new(rule, reason));
        match (self.decision, choice) {
            (Decision::FireOrder | Decision::FireRouts, Choice::Proceed)
            | (Decision::Fire | Decision::Opportunity, Choice::Done) => Ok(()),
            (Decision::Fire | Decision::Opportunity, Choice::Shoot { unit, target, captured }) => {
                let known = |unit: UnitId| usize::from(unit) < self.units.len();
                if !known(unit) || !known(target) {
                    return refuse("HX-FIR-05", "there is no such unit");
                }
                if side_of(unit) != self.decider {
                    return refuse("HX-FIR-01", "the other side fires now");
                }
                self.may_fire(unit, captured)?;
                let marks = self.marks(unit, captured);
                let Some(mark) = marks.iter().find(|mark| mark.target == target) else {
                    return match self.sight_target(unit, target, captured)?.shot.off_arc {
                        true => refuse("HX-FIR-07", "an enemy at one hex in the arc comes first"),
                        false => refuse("HX-FIR-08", "a nearer target comes first"),
                    };
                };
                if !self.takes_another(&marks, mark, self.arm_of(unit, captured)) {
                    return refuse("HX-FIR-09", "too many fire at it, or could fire at others");
                }
                match self.stage() {
                    Some(stage) if self.belongs(stage, unit, captured, mark) => Ok(()),
                    _ => refuse("HX-FIR-01", "it is not its turn to fire"),
                }
            }
            _ => refuse("HX-FIR-01", "shots are fired now"),
        }
    }

    /// Carries out a choice about fire.
    pub(super) fn apply_fire<D: Dice, C: Observer<events::LogEntry>>(
        &mut self,
        choice: Choice,
        dice: &mut D,
        observer: &mut C,
    ) {
        match choice {
            Choice::Shoot { unit, target, captured } => {
                self.shoot(unit, target, captured, dice, observer);
                self.fire.turn = self.fire.turn.map(Side::other);
                self.next_shot(observer);
            }
            Choice::Proceed if self.decision == Decision::FireOrder => self.throw_for_fire(dice, observer),
            Choice::Proceed => {
                self.run_breaking(dice, observer);
                self.reward_chargers(dice, observer);
                self.next_shot(observer);
            }
            _ => {
                self.fire.finished[self.decider.index()] = true;
                self.next_shot(observer);
            }
        }
    }

    /// One unit fires.
    fn shoot<D: Dice, C: Observer<events::LogEntry>>(
        &mut self,
        unit: UnitId,
        target: UnitId,
        captured: bool,
        dice: &mut D,
        observer: &mut C,
    ) {
        let setup = self.setup;
        let (codex, rules) = (&setup.codex, &setup.rules);
        let Ok(Sighted { shot, gun, .. }) = self.sight_target(unit, target, captured) else { return };
        let marks = self.marks(unit, captured);
        let mark = marks.iter().find(|mark| mark.target == target);
        let sole = mark.is_some_and(|mark| is_sole(&marks, mark));
        if mark.is_some_and(|mark| marks.iter().any(|other| other.passed_over && other.band < mark.band)) {
            observer.rule_fired(rule::SKM_03);
        }
        let side = side_of(unit);
        if self.force(side).hidden.contains(unit) {
            self.reveal(unit, observer);
        }
        let on = self.target(target);
        let leader = self.leader_in_combat(target);
        let struck = shot.fire(codex, rules, &on, dice);
        let value = self.kind(target).value;
        let worth = value * on.worth(struck);
        observer.random_result(side_of(target), worth, value * shot.expected(codex, rules, &on));
        observer.count(side, place_of(unit), UnitStat::Attacks, 1);
        if worth > 0.0 {
            observer.count(side, place_of(unit), UnitStat::Destroyed, (worth * 1000.0).round() as i64);
        }
        if matches!(struck, Struck::Routs(_)) {
            observer.count(side, place_of(unit), UnitStat::Hindered, 1000);
        }
        let thrown = dice.thrown();
        observer.event(|| events::shot(self, unit, target, captured, &shot, &on, struck, thrown));
        self.count_fire_rules(unit, target, &shot, struck, observer);
        self.spend_shot(unit, captured, observer);
        let arm = usize::from(gun);
        let state = self.unit_mut(target);
        state.shooters[arm] += 1;
        state.choosy[arm] |= !sole;
        self.unit_mut(unit).aimed_at = target;
        self.interrupt_work(unit);
        let force = self.force_mut(side);
        force.fired |= bit(unit);
        force.fired_now |= bit(unit);
        // HX-FIR-02, R-141: close artillery counts at once, but for that of the last shots.
        let last = self.fire.at + 1 == self.fire.stages.len();
        let batch = self.stage().is_some_and(|stage| stage.side.is_none());
        let grapeshot = gun && shot.range <= GRAPESHOT && !last && !batch;
        let casualties = self.casualties();
        let tells = if grapeshot { Casualties::Sequential } else { casualties };
        if grapeshot && casualties != Casualties::Sequential && struck.hits() > 0 {
            observer.rule_fired(rule::FIR_02);
        }
        match struck {
            Struck::NoShot | Struck::Miss => {}
            Struck::Structure => {
                let hits = shot.weapon.map_or(1, |weapon| hits_of(rules, weapon));
                self.batter(self.unit(target).hex, hits, observer);
            }
            Struck::Te if tells == Casualties::Sequential => self.tire(target, 1, observer),
            Struck::Te => self.unit_mut(target).pending_te += 1,
            Struck::Hit(hits) | Struck::Routs(hits) | Struck::Destroyed(hits) => {
                self.count_hits(target, hits, tells, observer);
            }
            Struck::CommanderKilled => {
                if let Some(leader) = leader {
                    if tells == Casualties::Simultaneous {
                        self.fire.doomed[side_of(target).index()] |= 1 << leader;
                    } else {
                        self.lose_commander(side_of(target), leader, Fate::Killed, observer);
                    }
                }
            }
        }
        if self.somebody_runs() {
            self.run_breaking(dice, observer);
            self.reward_chargers(dice, observer);
        }
    }

    /// Hits of a shot tell now or later (HX-FIR-02, HX-FIR-03).
    fn count_hits<C: Observer<events::LogEntry>>(
        &mut self,
        target: UnitId,
        hits: u8,
        tells: Casualties,
        observer: &mut C,
    ) {
        match tells {
            Casualties::Sequential => self.shot_down(target, hits, observer),
            Casualties::Simultaneous => self.unit_mut(target).pending += hits,
            Casualties::CpDeferred => {
                self.unit_mut(target).pending += hits;
                observer.rule_fired(rule::FIR_03);
                if self.at_threshold(target) {
                    let hits = std::mem::take(&mut self.unit_mut(target).pending);
                    self.shot_down(target, hits, observer);
                }
            }
        }
    }

    /// The works of a hex take a hit (HX-ART-04, HX-ART-06).
    fn batter<C: Observer<events::LogEntry>>(&mut self, hex: HexIndex, hits: u8, observer: &mut C) {
        let limit = self.setup.rules.structure_hits;
        if limit == 0 {
            return;
        }
        observer.rule_fired(rule::ART_06);
        let found = self.sites.iter().position(|site| site.hex == hex);
        let at = match found {
            Some(at) => at,
            None if self.sites.is_full() => return,
            None => {
                let facing = Self::homeward(Side::A);
                self.sites.push(Site { hex, built: None, facing, hits: 0, worn: 0 });
                self.sites.len() - 1
            }
        };
        let site = &mut self.sites[at];
        site.hits += hits;
        if site.hits >= limit {
            (site.hits, site.worn) = (0, site.worn.saturating_add(1));
        }
        observer.event(|| events::battered(self, hex));
    }
}

#[cfg(test)]
mod tests;
