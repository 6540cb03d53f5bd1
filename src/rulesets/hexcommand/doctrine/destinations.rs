//! The best place that a unit can get to. What every hex may be worth at most is bounded first; what it is worth is found out
//! only of those that may still be the best.

use arrayvec::ArrayVec;

use super::movement::{Manoeuvre, Place, UNIT_HITS, uphill};
use super::observation::Piece;
use super::prospect::{Prospect, prospect};
use super::reach::{MOST_REACHED, Stop};
use super::spot::Terms;
use crate::rulesets::hexcommand::choices::{Act, Choice};
use crate::rulesets::hexcommand::codex::Service;
use crate::rulesets::hexcommand::state::{Battle, side_of};
use crate::tabletop::hex::{NOWHERE, flat::Direction};

/// Most hexes that a unit may go to, whatever it does beside.
const MOST_DESTINATIONS: usize = 3 * MOST_REACHED;

/// Most places that turn out to be out of the question when they have been found the best.
const MOST_BARRED: usize = 64;

/// A melee that is part of a pair, for each point of the weight.
const SWORN: f32 = 0.2;

/// Being forced into a melee that is not wanted.
const UNWANTED: f32 = 7.0;

/// A hex where a unit may go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Destination {
    stop: Stop,
    act: Act,
    /// No less than what it is worth with any facing.
    most: f32,
}

/// Where a unit may go.
pub(super) type Destinations = ArrayVec<Destination, MOST_DESTINATIONS>;

/// The melee with an enemy beside a hex.
#[derive(Clone, Copy, Debug)]
enum Meeting {
    /// Nobody whom the unit could or would fight.
    None,
    /// It is worth that much.
    Wanted(f32),
    /// It is not wanted, and fought only if the enemy's zone forces the unit that goes there.
    Forced,
}

/// The greatest of these numbers, several of them compared at once.
fn greatest(numbers: &[f32]) -> f32 {
    let (eights, rest) = numbers.as_chunks::<8>();
    let mut most = [f32::NEG_INFINITY; 8];
    for eight in eights {
        for (most, number) in most.iter_mut().zip(eight) {
            *most = if *number > *most { *number } else { *most };
        }
    }
    most.iter().chain(rest).fold(f32::NEG_INFINITY, |most, number| if *number > most { *number } else { most })
}

/// A place that was found, with its worth and its number among all places of the unit.
type Found = (f64, usize, Place);

impl Manoeuvre<'_> {
    /// The best place for a unit that is worth more than `least`, with that and with the choice that leads there.
    pub(super) fn best_place(&mut self, battle: &Battle<'_>, least: f64) -> Option<(f64, Choice)> {
        let friend = self.friend();
        self.find_destinations(battle, &friend, least);
        let mut barred: ArrayVec<usize, MOST_BARRED> = ArrayVec::new();
        loop {
            let (worth, number, place) = self.seek(battle, &friend, least, &barred)?;
            if let Some(choice) = self.carry_out(battle, &friend, &place) {
                return Some((worth, choice));
            }
            barred.try_push(number).ok()?;
        }
    }

    /// Finds the hexes where a unit may go and that may be worth `least`, and bounds what they are worth.
    fn find_destinations(&mut self, battle: &Battle<'_>, friend: &Piece, least: f64) {
        let service = battle.profile(friend.unit).service;
        let limbered = battle.own_force(friend.unit).limbered.contains(friend.unit);
        let acts: &[Act] = match service {
            Service::Artillery if limbered => &[Act::None, Act::Unlimber],
            Service::Artillery => &[Act::None, Act::Limber, Act::Push],
            Service::Mounted => &[Act::None, Act::DismountAfter],
            _ if battle.own_force(friend.unit).crews.contains(friend.unit) => &[Act::None, Act::Man],
            _ => &[Act::None],
        };
        self.scratch.destinations.clear();
        for act in acts {
            let Ok(gait) = battle.gait(friend.unit, *act) else { continue };
            self.reach.search(battle, &gait, &self.seen.zones);
            let limits = self.limits(battle, friend, *act);
            for at in 0..self.reach.stops().len() {
                let stop = self.reach.stops()[at];
                let stop = Stop { te: stop.te + u8::from(*act == Act::Unlimber), ..stop };
                // Who may fight beside an enemy has to look; where one was a moment ago nothing is known by distances.
                let closest = self.seen.closest(stop.hex);
                let looks = closest == 0 || closest == 1 && friend.fights;
                let most = if looks { f32::INFINITY } else { self.bound(battle, friend, &stop, &limits) };
                if f64::from(most) >= least {
                    self.scratch.destinations.push(Destination { stop, act: *act, most });
                }
            }
        }
    }

    /// The best place that is worth more than `least` and not barred; the last of equals.
    fn seek(&mut self, battle: &Battle<'_>, friend: &Piece, least: f64, barred: &[usize]) -> Option<Found> {
        let mut best: Option<Found> = None;
        let mut left: ArrayVec<f32, MOST_DESTINATIONS> = ArrayVec::new();
        left.extend(self.scratch.destinations.iter().map(|destination| destination.most));
        loop {
            let known = best.map_or(least, |(worth, ..)| worth);
            let most = greatest(&left);
            if f64::from(most) < known || most == f32::NEG_INFINITY {
                return best;
            }
            let Some(number) = left.iter().position(|other| *other == most) else { return best };
            left[number] = f32::NEG_INFINITY;
            self.explore(battle, friend, number, (least, barred), &mut best);
        }
    }

    /// Finds out what a hex is worth, as far as it may be the best.
    fn explore(
        &mut self,
        battle: &Battle<'_>,
        friend: &Piece,
        number: usize,
        (least, barred): (f64, &[usize]),
        best: &mut Option<Found>,
    ) {
        let Destination { stop, act, .. } = self.scratch.destinations[number];
        let close = self.scratch.mover.close;
        let at = Place { hex: stop.hex, facing: friend.facing, act, te: stop.te, stays: false, breath: stop.breath };
        let matters = |worth: f32, best: &Option<Found>| {
            f64::from(worth) > least && best.is_none_or(|(known, ..)| f64::from(worth) >= known)
        };
        // Where an enemy was a moment ago nothing is known by distances.
        if self.seen.closest(stop.hex) > 0 && !matters(self.closer_bound(battle, friend, &at), best) {
            return;
        }
        let mut terms = self.spot(battle, &at);
        // Whether the melees are worth it is found out only of what may be the best.
        terms.hope_for_melees();
        let own = if stop.hex == friend.hex && act == Act::None { 1_u8 << friend.facing as u8 } else { 0 };
        let mut left = stop.facings & !(own & !terms.meets);
        let drop_hopeless = |left: &mut u8, terms: &Terms, best: &Option<Found>, this: &Self| {
            let most = terms.worth(&this.scales, close).into_iter().enumerate();
            *left &= most.fold(0, |set, (facing, most)| set | u8::from(matters(most, best)) << facing);
        };
        drop_hopeless(&mut left, &terms, best, self);
        if left == 0 {
            return;
        }
        self.settle_fire(battle, friend, &at, &mut terms);
        drop_hopeless(&mut left, &terms, best, self);
        if left == 0 {
            return;
        }
        let meets = self.seen.closest(stop.hex) <= 1;
        let meetings = if meets { self.meetings(battle, friend, &at) } else { [Meeting::None; 6] };
        let entered = self.seen.zones.contains(stop.hex);
        terms.melee = std::array::from_fn(|facing| {
            let stays = own & 1 << facing != 0;
            let facing = Direction::ALL[facing % 6];
            [0, 1, -1].iter().fold(0.0, |sum, turn| match meetings[facing.turned(*turn) as usize] {
                Meeting::Wanted(worth) => sum + worth,
                Meeting::Forced if entered && !stays => sum - UNWANTED,
                Meeting::Forced | Meeting::None => sum,
            })
        });
        let worth = terms.worth(&self.scales, close);
        for facing in Direction::ALL {
            let place = 6 * number + facing as usize;
            if left & 1 << facing as u8 == 0 || barred.contains(&place) {
                continue;
            }
            let worth = f64::from(worth[facing as usize]);
            let better = best.is_none_or(|(known, other, _)| worth > known || worth == known && place > other);
            if worth > least && better {
                let stays = own & 1 << facing as u8 != 0;
                *best = Some((worth, place, Place { facing, stays, ..at }));
            }
        }
    }

    /// The melees with the enemies beside a hex, by the direction in which they are.
    fn meetings(&self, battle: &Battle<'_>, friend: &Piece, place: &Place) -> [Meeting; 6] {
        let field = &battle.setup.field;
        let class = friend.class;
        Direction::ALL.map(|way| {
            let next = field.neighbour(place.hex, way);
            let there = if next == NOWHERE { None } else { battle.at(next) };
            if there.is_none_or(|there| side_of(there) == self.seen.side) {
                return Meeting::None;
            }
            let Some(foe) = self.seen.foes.iter().find(|foe| foe.hex == next && !foe.marker) else {
                return Meeting::None;
            };
            let breathless = !place.breath && uphill(battle, place.hex, next);
            if breathless || battle.ground_step(place.hex, way, class).is_none() {
                return Meeting::None;
            }
            let Prospect { outcome, worth } = prospect(battle, friend.unit, place.hex, foe.unit);
            if self.plan.sworn(friend.unit, foe.unit) {
                Meeting::Wanted(UNIT_HITS * worth.max(0.0) + SWORN * self.weights.pair as f32)
            } else if worth > 0.0 && outcome.win >= self.asked(battle, friend, place, foe) {
                Meeting::Wanted(UNIT_HITS * worth)
            } else if battle.in_front(foe.unit, place.hex) && battle.has_zone(foe.unit) {
                Meeting::Forced
            } else {
                Meeting::None
            }
        })
    }
}
