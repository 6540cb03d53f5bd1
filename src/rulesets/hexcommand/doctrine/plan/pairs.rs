//! Enemies whom two can take together, where one alone could not: a pin, and a flanker.

use arrayvec::ArrayVec;

use super::super::movement::uphill;
use super::super::observation::{Observation, Piece};
use super::super::reach::Reach;
use super::{Plan, Task};
use crate::rulesets::hexcommand::choices::Act;
use crate::rulesets::hexcommand::doctrine_book::Weights;
use crate::rulesets::hexcommand::odds::{Approach, Stake, struggle::Helper};
use crate::rulesets::hexcommand::order_of_battle::MOST_UNITS;
use crate::rulesets::hexcommand::state::{Battle, place_of};
use crate::tabletop::hex::HexIndex;

impl Plan {
    /// Finds enemies whom two can take together, where one alone could not.
    pub(super) fn swear_pairs(
        &mut self,
        battle: &Battle<'_>,
        seen: &Observation,
        reach: &mut Reach,
        weights: &Weights,
    ) {
        self.pairs.clear();
        let field = &battle.setup.field;
        let odds = battle.setup.odds();
        // By enemy: own units that can come into its front, and into flank or rear.
        let mut sides = [[0_u64; 2]; MOST_UNITS];
        let mut any = 0_u64;
        for (number, friend) in seen.friends.iter().enumerate() {
            let ready = friend.fights && !friend.contact && !friend.done && friend.left > 1;
            let near = seen.nearest(friend.hex) <= friend.moves + 1;
            if !ready || !near || self.tasks[place_of(friend.unit)] == Task::Reserve {
                continue;
            }
            let Ok(gait) = battle.gait(friend.unit, Act::None) else { continue };
            for stop in reach.search(battle, &gait, &seen.zones).iter().filter(|stop| seen.closest(stop.hex) <= 1) {
                for (index, foe) in seen.foes.iter().enumerate() {
                    if field.distance(stop.hex, foe.hex) != 1 || foe.routed || foe.marker {
                        continue;
                    }
                    let breathless = !stop.breath && uphill(battle, stop.hex, foe.hex);
                    if breathless || stop.facings & seen.arcs(field, stop.hex, foe.hex) == 0 {
                        continue;
                    }
                    // In the zone of another enemy it would fight both.
                    let zone = |other: &Piece| {
                        other.unit != foe.unit && battle.has_zone(other.unit) && covers(battle, other, stop.hex)
                    };
                    if seen.zones.contains(stop.hex) && seen.foes.iter().any(zone) {
                        continue;
                    }
                    let front = foe.round || seen.arcs(field, foe.hex, stop.hex) & 1 << foe.facing as u8 != 0;
                    sides[index][usize::from(!front)] |= 1 << number;
                    any |= 1 << index;
                }
            }
        }
        let mut taken = 0_u64;
        let mut offers: ArrayVec<(f32, usize, usize, usize), MOST_UNITS> = ArrayVec::new();
        for (index, foe) in seen.foes.iter().enumerate() {
            let [front, flank] = sides[index];
            if any & 1 << index == 0 || (front | flank).count_ones() < 2 || foe.gun {
                continue;
            }
            let Some(defender) = odds.contender(battle, foe.unit) else { continue };
            let sturdy = |set: u64| {
                let of = |number: &usize| (seen.friends[*number].left, seen.friends[*number].unit);
                (0..seen.friends.len()).filter(|number| set & 1 << number != 0).max_by_key(of)
            };
            let Some(pin) = sturdy(front).or_else(|| sturdy(flank)) else { continue };
            let others = |set: u64| sturdy(set & !(1 << pin));
            let (second, helper) = match (others(flank), others(front)) {
                (Some(second), _) => (second, Helper::Flank),
                (None, Some(second)) => (second, Helper::Front),
                (None, None) => continue,
            };
            let Some(attacker) = odds.contender(battle, seen.friends[pin].unit) else { continue };
            let cover = battle.cover(foe.hex, seen.friends[pin].hex, None, false);
            let approach = Approach { cover, helper: Some(helper), ..Approach::default() };
            let outcome = odds.charge(&attacker, &defender, &approach);
            if f64::from(outcome.win) < weights.melee_min {
                continue;
            }
            let stakes = [seen.friends[pin].unit, foe.unit].map(|unit| Stake::of(battle, unit));
            offers.push((outcome.worth(&stakes[0], &stakes[1]), index, pin, second));
        }
        offers.sort_unstable_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        for (worth, index, pin, second) in offers {
            let both = 1 << pin | 1 << second;
            if worth <= 0.0 || taken & both != 0 || self.pairs.remaining_capacity() < 2 {
                continue;
            }
            taken |= both;
            for number in [pin, second] {
                self.pairs.push((seen.friends[number].unit, seen.foes[index].unit));
            }
        }
    }
}

/// Whether an enemy has a hex next to it in front.
fn covers(battle: &Battle<'_>, foe: &Piece, hex: HexIndex) -> bool {
    battle.setup.field.distance(foe.hex, hex) == 1 && battle.in_front(foe.unit, hex)
}
