//! Who moves next, and where: the places that a unit can get to, weighed by what it gives and takes there, and by what the plan
//! wants.

use super::destinations::Destinations;
use super::melee::{TOGETHER, asked_of};
use super::observation::{Observation, Piece};
use super::plan::{Plan, Task};
use super::reach::Reach;
use super::spot::{CROWD, Scales, TIRED};
use super::{LEAST_GAIN, ScriptedPlayer};
use crate::dice::SeededDice;
use crate::game::Side;
use crate::game::policy::{Evaluation, Stamp};
use crate::rulesets::hexcommand::choices::{Act, Choice, March};
use crate::rulesets::hexcommand::doctrine_book::Weights;
use crate::rulesets::hexcommand::order_of_battle::MOST_UNITS;
use crate::rulesets::hexcommand::state::{Battle, Decision, NOBODY, members, place_of};
use crate::tabletop::hex::{HexIndex, NOWHERE, flat::Direction};

/// Candidates of a unit: the best place alone is shown.
pub(super) const MOST_PLACES: usize = 1;

/// A hex nearer to the enemy; what one more is worth with every turn; and when the army goes.
const CLOSE: f32 = 0.5;
const PRESS: f32 = 0.8;
const PRESS_OF_ATTACKER: f32 = 1.0;
const GO: f32 = 1.0;

/// A hex nearer to those who fight, for each point of the weight.
const HELP: f32 = 0.5;

/// Hits that make up a unit.
pub(super) const UNIT_HITS: f32 = 3.0;

/// Where a unit may go, and what it does beside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) hex: HexIndex,
    pub(super) facing: Direction,
    pub(super) act: Act,
    pub(super) te: u8,
    /// The rules of the place are known: it is where the unit stands as it is.
    pub(super) stays: bool,
    /// Movement is left there, as a melee uphill needs it.
    pub(super) breath: bool,
}

/// How near other friends are to each enemy, by his number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest {
    /// Hexes to the nearest of them.
    pub(super) range: [u8; MOST_UNITS],
    /// How many are as near.
    pub(super) count: [u8; MOST_UNITS],
}

impl Nearest {
    const NONE: Self = Self { range: [u8::MAX; MOST_UNITS], count: [0; MOST_UNITS] };

    /// One more friend, by its hexes to each enemy. What stands beyond the last enemy is as good as any: all numbers are taken at once.
    #[inline]
    fn add(&mut self, ranges: &[u8; MOST_UNITS]) {
        for ((near, count), range) in self.range.iter_mut().zip(&mut self.count).zip(ranges) {
            let (nearer, equal) = (u8::from(*range < *near), u8::from(*range == *near));
            *count = nearer | count.wrapping_add(equal) & nearer.wrapping_sub(1);
            *near = (*near).min(*range);
        }
    }
}

/// What is asked of a unit while it is thought out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mover {
    pub(super) number: usize,
    pub(super) task: Task,
    pub(super) stop: u8,
    pub(super) keep_off: u8,
    pub(super) close: f32,
    /// By how much it is dearer than others.
    pub(super) dear: f32,
    pub(super) near: Nearest,
}

/// What the moves are weighed by, borrowed from the player.
pub(super) struct Manoeuvre<'a> {
    pub weights: &'a Weights,
    pub scales: Scales,
    pub seen: &'a mut Observation,
    pub plan: &'a Plan,
    pub reach: &'a mut Reach,
    pub scratch: &'a mut Scratch,
}

/// What is kept of a unit's thoughts from one call to the next.
#[derive(Clone, Debug)]
pub(super) struct Scratch {
    pub(super) mover: Mover,
    /// What each enemy is worth as a target for those friends who have moved and fire at him.
    pub(super) crowd: [f32; MOST_UNITS],
    /// Of how many friends that is known.
    counted: Option<(u16, bool, u32)>,
    /// What it is worth to the unit to stay as it is, and to go to the best place.
    stay: f64,
    worth: f64,
    /// Where it may go.
    pub(super) destinations: Destinations,
}

impl Default for Scratch {
    fn default() -> Self {
        let (task, near) = (Task::Attack, Nearest::NONE);
        let mover = Mover { number: 0, task, stop: 0, keep_off: 0, close: 0.0, dear: 0.0, near };
        Self {
            mover,
            crowd: [CROWD[0]; MOST_UNITS],
            counted: None,
            stay: 0.0,
            worth: 0.0,
            destinations: Destinations::new(),
        }
    }
}

impl Scratch {
    /// Forgets the last game.
    pub(super) fn restart(&mut self) {
        self.counted = None;
    }
}

impl Manoeuvre<'_> {
    /// Odds that a melee must have.
    pub(super) fn asked(&self, battle: &Battle<'_>, friend: &Piece, place: &Place, foe: &Piece) -> f32 {
        let field = &battle.setup.field;
        let near = |other: &&Piece| {
            other.unit != friend.unit
                && other.fights
                && field.distance(other.hex, foe.hex).min(field.distance(other.ahead, foe.hex)) <= TOGETHER
        };
        let others = self.seen.friends.iter().filter(near).count();
        asked_of(battle, self.weights, friend.unit, place.hex, foe.unit, (others, self.plan.released))
    }

    /// Notes what is asked of a unit, how near other friends are to each enemy, and at whom friends fire who have moved.
    fn prepare(&mut self, battle: &Battle<'_>, number: usize) {
        let friend = self.seen.friends[number];
        let place = place_of(friend.unit);
        let task = self.plan.tasks[place];
        let attacks = battle.setup.scenario.attacker == Some(self.seen.side);
        let press = if attacks { PRESS_OF_ATTACKER } else { PRESS };
        let late = (battle.turn as f32 - 1.0).min(5.0) * press;
        let goes = if self.plan.goes(&friend) { GO + 0.5 * f32::from(self.plan.pressed.min(6)) } else { 0.0 };
        let close = match task {
            Task::Attack => CLOSE * self.weights.close.max(0.5) as f32 + late + goes,
            Task::Reserve => CLOSE * self.weights.close.max(0.5) as f32,
            Task::Guns => 0.6 + late.min(1.0),
            Task::Join(_) => HELP * self.weights.idle as f32,
            Task::Retire | Task::Hold | Task::Contest(_) => 0.0,
        };
        let leader = battle.unit(friend.unit).commander != NOBODY;
        let mover = &mut self.scratch.mover;
        (mover.number, mover.task, mover.stop, mover.close) = (number, task, self.plan.stops[place], close);
        mover.dear =
            (friend.value - 0.8).max(0.0) + if friend.gun { 0.5 } else { 0.0 } + if leader { 1.5 } else { 0.0 };
        mover.keep_off = self.plan.keep_off(self.seen, &friend);
        if task == Task::Reserve {
            mover.stop = mover.stop.max(mover.keep_off);
        }
        mover.near = Nearest::NONE;
        for other in (0..self.seen.friends.len()).filter(|other| *other != number) {
            mover.near.add(self.seen.ranges(other));
        }
        let counted = Some((battle.turn, battle.second_half, battle.force(self.seen.side).done.len()));
        if self.scratch.counted != counted {
            self.scratch.counted = counted;
            self.count_aims(battle);
        }
    }

    /// Counts for each enemy the friends who have moved and have nobody nearer to fire at.
    fn count_aims(&mut self, battle: &Battle<'_>) {
        let field = &battle.setup.field;
        let mut aims = [0_u8; MOST_UNITS];
        for friend in &self.seen.friends {
            if !friend.done || friend.gunnery.is_none() || friend.gun {
                continue;
            }
            let (mut nearest, mut target) = (u8::MAX, None);
            for (number, foe) in self.seen.foes.iter().enumerate() {
                let range = field.distance(friend.hex, foe.hex);
                let seen = self.seen.arcs(field, friend.hex, foe.hex) & 1 << friend.facing as u8 != 0;
                if seen && range <= friend.reach && range < nearest {
                    (nearest, target) = (range, Some(number));
                }
            }
            if let Some(number) = target {
                aims[number] += 1;
            }
        }
        self.scratch.crowd = aims.map(|aims| CROWD[usize::from(aims).min(CROWD.len() - 1)]);
    }
}

/// Whether a hex lies higher than another one: who gets to its foot with no movement left fights nobody there (HX-MEL-02).
pub(super) fn uphill(battle: &Battle<'_>, from: HexIndex, to: HexIndex) -> bool {
    let level = &battle.setup.field.level;
    level[usize::from(to)] > level[usize::from(from)]
}

impl Manoeuvre<'_> {
    /// The choice that takes a unit to a place, if it is legal.
    pub(super) fn carry_out(&mut self, battle: &Battle<'_>, friend: &Piece, place: &Place) -> Option<Choice> {
        if place.stays {
            let stay = March::stay(friend.unit, friend.facing);
            return battle.check_march(&stay).is_ok().then_some(Choice::March(stay));
        }
        let gait = battle.gait(friend.unit, place.act).ok()?;
        self.reach.march(battle, &gait, &self.seen.zones, (place.hex, place.facing)).map(Choice::March)
    }
}

impl Evaluation<Battle<'_>> for Manoeuvre<'_> {
    /// The choice that leads to the best place.
    type Place = Choice;
    /// What that is worth.
    type Terms = f64;

    fn observe(&mut self, _: &Battle<'_>, _: Side) -> bool {
        true
    }

    fn units(&self, battle: &Battle<'_>, show: &mut impl FnMut(usize, Stamp)) {
        let field = &battle.setup.field;
        for (number, friend) in self.seen.friends.iter().enumerate() {
            // A fake stands like a real unit: what strolls about is looked at, and found out.
            let fake = friend.marker && battle.own_force(friend.unit).fakes.contains(friend.unit);
            if friend.done || friend.contact || fake || battle.check_mover(friend.unit).is_err() {
                continue;
            }
            let round = field.neighbours[usize::from(friend.hex)].iter().enumerate();
            let taken = round.fold(0, |set: Stamp, (way, next)| {
                set | Stamp::from(*next != NOWHERE && battle.at(*next).is_some()) << way
            });
            show(number, self.seen.stamp() << 24 | Stamp::from(friend.hex) << 8 | taken);
        }
    }

    fn rank(&self, unit: usize) -> usize {
        usize::from(self.plan.ranks[place_of(self.seen.friends[unit].unit)])
    }

    fn most(&self, _: usize) -> f64 {
        1e6
    }

    fn stay(&mut self, battle: &Battle<'_>, unit: usize) -> f64 {
        self.prepare(battle, unit);
        let friend = self.friend();
        let te = battle.unit(friend.unit).te;
        let place = Place { hex: friend.hex, facing: friend.facing, act: Act::None, te, stays: true, breath: true };
        let mut terms = self.spot(battle, &place);
        self.settle_fire(battle, &friend, &place, &mut terms);
        // Rest takes a TE off.
        let rest = TIRED * if te >= battle.setup.rules.fatigue_max { 3.0 } else { f32::from(te.min(2)) };
        terms.other = terms.other.map(|other| other + rest);
        self.scratch.stay = f64::from(terms.worth(&self.scales, self.scratch.mover.close)[friend.facing as usize]);
        self.scratch.stay
    }

    fn candidates(&mut self, battle: &Battle<'_>, _: usize, show: &mut impl FnMut(Choice, f64)) {
        if let Some((worth, choice)) = self.best_place(battle, self.scratch.stay + LEAST_GAIN) {
            self.scratch.worth = worth;
            show(choice, worth);
        }
    }

    fn terms(&mut self, _: &Battle<'_>, _: usize, _: Choice) -> f64 {
        self.scratch.worth
    }

    fn weigh(&self, worth: &f64) -> f64 {
        *worth
    }

    fn choice(&self, _: &Battle<'_>, _: usize, choice: Choice) -> Option<Choice> {
        Some(choice)
    }

    fn otherwise(&mut self, _: &Battle<'_>, _: &mut SeededDice) -> Choice {
        Choice::Done
    }
}

impl ScriptedPlayer {
    /// Takes the view of whoever decides.
    pub(super) fn look(&mut self, battle: &Battle<'_>) {
        self.observation.look(battle, battle.decider);
    }

    /// The next move.
    pub(super) fn march(&mut self, battle: &Battle<'_>) -> Choice {
        debug_assert_eq!(battle.decision, Decision::March);
        self.look(battle);
        self.plan.make(battle, &mut self.observation, &mut self.reach, &self.weights);
        let weights = self.plan.weights(&self.weights);
        let mut manoeuvre = Manoeuvre {
            weights: &weights,
            scales: Scales::of(&weights),
            seen: &mut self.observation,
            plan: &self.plan,
            reach: &mut self.reach,
            scratch: &mut self.scratch,
        };
        if let Some(choice) = self.moves.next(&mut manoeuvre, battle) {
            return choice;
        }
        let side = battle.decider;
        for unit in members(side, battle.movers()) {
            if let Some(choice) = self.build(battle, unit) {
                return choice;
            }
        }
        Choice::Done
    }
}
