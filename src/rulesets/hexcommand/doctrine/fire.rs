//! Who fires at whom.
//!
//! A unit that has one target fires at it. Of those that could fire at the same one as many do as are allowed, the surest
//! first, and whoever has several is kept for the others, for with him nobody else may fire at his (HX-FIR-09). Those with
//! several are shared out by what each adds, from exact odds; what has been hit in the meantime is known by then.

use super::super::tactics;
use super::ScriptedPlayer;
use super::value::{commander_worth, urgency};
use crate::dice::SeededDice;
use crate::game::policy::{Salvo, Share, share_out};
use crate::game::{Game, PlanStage, Side};
use crate::rulesets::hexcommand::choices::Choice;
use crate::rulesets::hexcommand::codex::Arm;
use crate::rulesets::hexcommand::odds::{COUNTS, Stake, Volley};
use crate::rulesets::hexcommand::order_of_battle::MOST_UNITS;
use crate::rulesets::hexcommand::rules::FireGangLimit;
use crate::rulesets::hexcommand::state::{Battle, UnitId, UnitSet, bit, members, place_of, side_of, unit_id};

/// Most units that are shared out among the targets at once, by arm two at one target.
const PARTY: usize = 4;

/// Chance of a shot at color: a battery out of turn waits for it, and a hidden unit stays hidden without it.
const COLOR: f32 = 0.5;

/// Worth of a TE, as a share of a hit.
const TIRING: f32 = 0.25;

/// Worth of enemy batteries in that of others: they fire farther, and never flee from what is near.
const GUNS: f32 = 1.25;

/// What a commander on a target adds: a shot kills him on one face of six.
const FATAL: f32 = 1.0 / 6.0;

/// One shot that a unit may take.
#[derive(Clone, Copy, Debug)]
struct Mark {
    unit: UnitId,
    target: UnitId,
    captured: bool,
    /// Chance to hit.
    chance: f32,
    /// Hits of a hit.
    hits: u8,
    gun: bool,
    /// It gives TE in place of hits.
    tires: bool,
}

/// Most shots that are kept in mind; those past it are found when the others have been taken.
const MOST_MARKS: usize = 192;

/// The shots of a fire step.
#[derive(Clone, Debug)]
pub(super) struct Shots {
    /// Whose fire step, and the part of it.
    stage: Option<(PlanStage, Side)>,
    /// Enemies that could be fired at when the shots were found.
    open: UnitSet,
    marks: arrayvec::ArrayVec<Mark, MOST_MARKS>,
    /// Units that have one target alone.
    sole: UnitSet,
    /// What hits on each target are worth, by their number.
    worth: [[f32; COUNTS]; MOST_UNITS],
    /// Units whose targets have been shared out, and those targets.
    planned: UnitSet,
    plan: [UnitId; MOST_UNITS],
}

impl Default for Shots {
    fn default() -> Self {
        Self {
            stage: None,
            open: UnitSet::EMPTY,
            marks: arrayvec::ArrayVec::new(),
            sole: UnitSet::EMPTY,
            worth: [[0.0; COUNTS]; MOST_UNITS],
            planned: UnitSet::EMPTY,
            plan: [0; MOST_UNITS],
        }
    }
}

/// Enemies who can still be fired at.
fn open(battle: &Battle<'_>, side: Side) -> UnitSet {
    let enemy = side.other();
    battle.open_enemies(side).members(enemy).filter(|unit| !battle.at_threshold(*unit)).collect()
}

/// What hits on an enemy are worth: by its value, more so when it is about to break the enemy, when it is a battery, and
/// when one of ours is about to fight it hand to hand.
fn worth_of(battle: &Battle<'_>, side: Side, enemy: UnitId, pressing: f32) -> [f32; COUNTS] {
    let stake = Stake::of(battle, enemy);
    let mut worth = stake.table();
    let guns = if battle.is_battery(enemy) { GUNS } else { 1.0 };
    for (hits, one) in worth.iter_mut().enumerate() {
        *one *= guns;
        // A rout, and the end of one who could rally, count towards the break.
        if hits > 0 && usize::from(stake.left) <= hits {
            *one *= pressing;
        }
    }
    if stake.left > 1 && !battle.in_melee(enemy) {
        let odds = battle.setup.odds();
        for friend in battle.foes(enemy) {
            let (Some(own), Some(other)) = (odds.contender(battle, friend), odds.contender(battle, enemy)) else {
                continue;
            };
            let approach = super::prospect::approach_of(battle, friend, enemy);
            let prize = Stake::of(battle, friend);
            let fight =
                |hits: u8| other.wounded(hits).map(|other| odds.melee(&own, &other, &approach).worth(&prize, &stake));
            let Some(before) = fight(0) else { continue };
            for (hits, one) in worth.iter_mut().enumerate().skip(1) {
                // The hit itself counts above; here what it does to the melee.
                if let Some(after) = fight(hits as u8) {
                    *one += 0.5 * (after - before).max(0.0);
                }
            }
            break;
        }
    }
    debug_assert!(side_of(enemy) != side);
    worth
}

impl Shots {
    /// Forgets the last game.
    pub(super) fn forget(&mut self) {
        self.stage = None;
    }

    /// Finds all shots that may be taken now.
    fn find(&mut self, battle: &Battle<'_>, side: Side) {
        let odds = battle.setup.odds();
        self.marks.clear();
        (self.sole, self.planned) = (UnitSet::EMPTY, UnitSet::EMPTY);
        self.open = open(battle, side);
        let (mut seen, mut several, mut targets) = (UnitSet::EMPTY, UnitSet::EMPTY, UnitSet::EMPTY);
        let marks = &mut self.marks;
        battle.choices(&mut |choice| {
            let Choice::Shoot { unit, target, captured } = choice else { return };
            let Ok(sighted) = battle.sight_target(unit, target, captured) else { return };
            let on = battle.target(target);
            let Some((weapon, need)) = sighted.shot.need(&battle.setup.codex, &battle.setup.rules, on.fortified) else {
                return;
            };
            if marks.is_full() {
                return;
            }
            let faces = &battle.setup.codex.cube(battle.setup.rules.dice_mapping).faces;
            let mut hit = faces.iter().filter(|face| need.passed_by(**face)).count() as f32 / 6.0;
            if let Some(arms) = odds.arms(battle.unit(unit).kind).filter(|_| on.fortified && !captured) {
                hit *= odds.through(arms);
            }
            let hits = crate::rulesets::hexcommand::fire::hits_of(&battle.setup.rules, weapon);
            if seen.contains(unit) {
                several |= bit(unit);
            }
            seen |= bit(unit);
            targets |= bit(target);
            let gun = sighted.gun;
            marks.push(Mark { unit, target, captured, chance: hit, hits, gun, tires: sighted.shot.skirmish });
        });
        self.sole = seen & !several;
        let pressing = urgency(battle, side.other());
        for target in members(side.other(), targets) {
            let worth = &mut self.worth[place_of(target)];
            *worth = worth_of(battle, side, target, pressing);
            if let Some(leader) = battle.leader_in_combat(target) {
                // One shot in six kills him, and does not hit.
                let prize = commander_worth(battle, side.other(), leader);
                let first = FATAL * prize;
                for (hits, one) in worth.iter_mut().enumerate().skip(1) {
                    *one += first * hits as f32;
                }
            }
        }
    }

    /// What a shot adds to those that have been planned at its target.
    fn gain(&self, mark: &Mark, volley: &Volley) -> f32 {
        let worth = &self.worth[place_of(mark.target)];
        if mark.tires {
            return TIRING * mark.chance * (worth[1] - worth[0]);
        }
        let mut more = *volley;
        more.add(mark.chance, mark.hits);
        more.worth(worth) - volley.worth(worth)
    }

    /// The surest shot of a unit that has one target alone, if others may not fire at it as well.
    fn next_sole(&self, battle: &Battle<'_>, fired: UnitSet) -> Option<Mark> {
        let mut best: Option<(f32, &Mark)> = None;
        for mark in &self.marks {
            let waits = self.sole.contains(mark.unit) && !fired.contains(mark.unit) && self.open.contains(mark.target);
            if !waits {
                continue;
            }
            let gain = self.gain(mark, &Volley::NONE);
            if gain > 0.0 && best.is_none_or(|(known, _)| gain > known) && takes_another(battle, mark) {
                best = Some((gain, mark));
            }
        }
        best.map(|(_, mark)| *mark)
    }

    /// Shares out those that have several targets.
    fn plan(&mut self, battle: &Battle<'_>, side: Side, fired: UnitSet) {
        let mut salvos: [Salvo<PARTY>; MOST_UNITS] = std::array::from_fn(|_| Salvo::default());
        let mut targets = [0u128; MOST_UNITS];
        let mut free = 0u128;
        for mark in &self.marks {
            let waits = !self.sole.contains(mark.unit) && !fired.contains(mark.unit) && self.open.contains(mark.target);
            // From the second shooter on nobody may have had a choice.
            if waits && takes_another(battle, mark) {
                targets[place_of(mark.unit)] |= 1 << place_of(mark.target);
                free |= 1 << place_of(mark.unit);
            }
        }
        self.planned = UnitSet::EMPTY;
        if free == 0 {
            return;
        }
        let this = &*self;
        let at = |gun: usize, target: usize| {
            let mut best: Option<&Mark> = None;
            for mark in this.marks.iter().filter(|mark| (place_of(mark.unit), place_of(mark.target)) == (gun, target)) {
                if best.is_none_or(|known| mark.chance > known.chance) {
                    best = Some(mark);
                }
            }
            best
        };
        let alone = battle.setup.rules.fire_gang_sole_target;
        let total = battle.setup.rules.fire_gang_limit == FireGangLimit::Total;
        let most = usize::from(battle.setup.rules.fire_gang_max).min(PARTY);
        let volley = |target: usize, salvo: &Salvo<PARTY>| {
            let mut volley = Volley::NONE;
            for mark in salvo.guns.iter().filter_map(|gun| at(usize::from(*gun), target)).filter(|mark| !mark.tires) {
                volley.add(mark.chance, mark.hits);
            }
            volley
        };
        let share = |gun: usize, target: usize, salvo: &Salvo<PARTY>| {
            let none = Share { gain: 0.0, leads: false };
            let Some(mark) = at(gun, target) else { return none };
            let like = |other: &u8| at(usize::from(*other), target).is_some_and(|other| total || other.gun == mark.gun);
            let others = salvo.guns.iter().filter(|other| like(other)).count();
            if salvo.guns.is_full() || (others > 0 && (alone || others >= most)) {
                return none;
            }
            Share { gain: f64::from(this.gain(mark, &volley(target, salvo))), leads: false }
        };
        let worth = |target: usize, salvo: &Salvo<PARTY>| f64::from(volley(target, salvo).worth(&this.worth[target]));
        share_out(free, &targets, &mut salvos, 0.0, share, worth);
        for (target, salvo) in salvos.iter().enumerate() {
            for gun in &salvo.guns {
                self.plan[usize::from(*gun)] = unit_id(side.other(), target);
                self.planned |= bit(unit_id(side, usize::from(*gun)));
            }
        }
    }

    /// The next shot of those that were shared out.
    fn next_planned(&self, fired: UnitSet, side: Side) -> Option<Mark> {
        for unit in members(side, self.planned & !fired) {
            let target = self.plan[place_of(unit)];
            let mut best: Option<&Mark> = None;
            for mark in self.marks.iter().filter(|mark| (mark.unit, mark.target) == (unit, target)) {
                if best.is_none_or(|known| mark.chance > known.chance) {
                    best = Some(mark);
                }
            }
            if best.is_some() {
                return best.copied();
            }
        }
        None
    }
}

/// Whether one more of an arm may fire at a target; who has a choice only if nobody has fired at it yet (HX-FIR-09).
fn takes_another(battle: &Battle<'_>, mark: &Mark) -> bool {
    let choice = Choice::Shoot { unit: mark.unit, target: mark.target, captured: mark.captured };
    let target = battle.unit(mark.target);
    let arm = if mark.gun { Arm::Gun } else { Arm::Small };
    let shooters = match battle.setup.rules.fire_gang_limit {
        FireGangLimit::PerArm => target.shooters[arm as usize],
        FireGangLimit::Total => target.shooters.iter().sum(),
    };
    shooters == 0 || battle.check(choice).is_ok()
}

impl ScriptedPlayer {
    /// The next shot, or the end of the fire.
    pub(super) fn fire(&mut self, battle: &Battle<'_>, _chance: &mut SeededDice) -> Choice {
        let side = battle.decider;
        let step =
            PlanStage { turn: battle.turn, phase: u16::from(battle.second_half), step: u16::from(battle.active_group) };
        let stage = Some((step, side));
        let fired = battle.force(side).fired;
        let fresh = self.shots.stage != stage || fired.is_empty() || self.shots.open != open(battle, side);
        if fresh {
            self.shots.find(battle, side);
            self.shots.stage = stage;
        }
        if let Some(choice) = self.next_shot(battle, side, fired) {
            return choice;
        }
        if !fresh {
            // Who has lost his target may have found another one.
            self.shots.find(battle, side);
            if let Some(choice) = self.next_shot(battle, side, fired) {
                return choice;
            }
        }
        Choice::Done
    }

    fn next_shot(&mut self, battle: &Battle<'_>, side: Side, fired: UnitSet) -> Option<Choice> {
        let hidden = battle.force(side).hidden;
        let held = |mark: &Mark| hidden.contains(mark.unit) && mark.chance < COLOR;
        let shunned = self.without.has(tactics::CAPTURED_GUNS);
        self.shots.marks.retain(|mark| !(held(mark) || mark.captured && shunned));
        loop {
            let found = match self.shots.next_sole(battle, fired) {
                Some(mark) => mark,
                None => {
                    if (self.shots.planned & !fired).is_empty() {
                        self.shots.plan(battle, side, fired);
                    }
                    self.shots.next_planned(fired, side)?
                }
            };
            let choice = Choice::Shoot { unit: found.unit, target: found.target, captured: found.captured };
            if battle.check(choice).is_ok() {
                return Some(choice);
            }
            // Somebody nearer has come into sight, or too many fire there.
            self.shots.marks.retain(|mark| (mark.unit, mark.target) != (found.unit, found.target));
            self.shots.planned &= !bit(found.unit);
        }
    }

    /// A battery fires out of turn at the first target that it hits at color or better, and else waits.
    pub(super) fn opportunity(&mut self, battle: &Battle<'_>, _chance: &mut SeededDice) -> Choice {
        let side = battle.decider;
        self.shots.find(battle, side);
        self.shots.stage = None;
        let mut best: Option<(f32, &Mark)> = None;
        let shunned = self.without.has(tactics::CAPTURED_GUNS);
        let fair = |mark: &&Mark| mark.chance >= COLOR && !(mark.captured && shunned);
        for mark in self.shots.marks.iter().filter(fair) {
            let gain = self.shots.gain(mark, &Volley::NONE);
            if best.is_none_or(|(known, _)| gain > known) {
                best = Some((gain, mark));
            }
        }
        best.map_or(Choice::Done, |(_, mark)| Choice::Shoot {
            unit: mark.unit,
            target: mark.target,
            captured: mark.captured,
        })
    }
}

#[cfg(test)]
mod tests;
