//! What each unit is to do in a half.

use arrayvec::ArrayVec;

use super::super::observation::{Observation, Piece};
use super::super::value::urgency;
use super::{GUN_STOP, Plan, Task};
use crate::game::Side;
use crate::rulesets::hexcommand::codex::Service;
use crate::rulesets::hexcommand::doctrine_book::Weights;
use crate::rulesets::hexcommand::order_of_battle::MOST_UNITS;
use crate::rulesets::hexcommand::state::{Battle, place_of};

/// Turns before the likely end from which objectives count.
const CONTEST: u16 = 4;

/// Turn ends that a game lasts once an army is about to break.
const BREAKING: u16 = 2;

/// Hexes to the enemy within which a unit has something to do; TE at which it rests; own halves of standing about.
const BUSY: u8 = 5;
const TIRED: u8 = 2;
const IDLE: u8 = 2;

impl Plan {
    pub(super) fn give_tasks(&mut self, battle: &Battle<'_>, seen: &Observation, weights: &Weights) {
        self.note_idle(battle, seen, weights);
        // An army that is mostly horse has nobody else to fight.
        let fighters = || seen.friends.iter().filter(|friend| friend.fights && !friend.gun);
        let mounted = fighters().filter(|friend| friend.horse).count();
        let keeps_horse = weights.cavalry_back >= 0.5 && 2 * mounted < fighters().count();
        let range = weights.range.round().clamp(1.0, 8.0) as u8;
        let mut order: ArrayVec<(u8, usize), MOST_UNITS> = ArrayVec::new();
        for (number, friend) in seen.friends.iter().enumerate() {
            let place = place_of(friend.unit);
            let foot = !friend.gun && !friend.horse && friend.fights;
            let back = f64::from(friend.hits) >= weights.retire.round().max(1.0) && !friend.contact;
            let horse_back = friend.horse && keeps_horse && !self.released;
            let wagon = battle.profile(friend.unit).service == Service::Wagon && !battle.setup.rules.supply_mode;
            self.tasks[place] = if friend.marker && self.holding || wagon {
                Task::Hold
            } else if friend.gun {
                Task::Guns
            } else if !friend.fights {
                // Wagons that are needed, and who is nobody's match.
                Task::Reserve
            } else if back {
                Task::Retire
            } else if horse_back {
                Task::Reserve
            } else if self.holding {
                Task::Hold
            } else {
                Task::Attack
            };
            self.stops[place] = if friend.gun { GUN_STOP.min(friend.reach.max(3)) } else { range.min(4) };
            if foot && self.tasks[place] == Task::Attack {
                let way = self.way(friend.hex, friend.class);
                order.push((way, number));
            }
        }
        if !self.released {
            // Those farthest back stay there.
            let kept = (order.len() as f64 * weights.reserve.clamp(0.0, 0.6)) as usize;
            order.sort_unstable_by_key(|(way, number)| (u8::MAX - *way, *number));
            for (_, number) in &order[..kept] {
                self.tasks[place_of(seen.friends[*number].unit)] = Task::Reserve;
            }
        }
        self.take_posts(battle, seen, weights);
        self.find_work(battle, seen, weights);
        self.contest(battle, seen);
    }

    /// Takes down who has nothing to do: no enemy in range, no hurt to heal, and the hex where it stood in the last half.
    fn note_idle(&mut self, battle: &Battle<'_>, seen: &Observation, weights: &Weights) {
        for friend in &seen.friends {
            let place = place_of(friend.unit);
            let (halves, hex) = &mut self.idle[place];
            let way = self.ways[super::class_number(friend.class)][usize::from(friend.hex)];
            let busy = friend.contact
                || !friend.fights
                || way <= BUSY
                || f64::from(friend.hits) >= weights.retire
                || battle.unit(friend.unit).te >= TIRED;
            *halves = if *hex != friend.hex || busy { 0 } else { *halves + 1 };
            *hex = friend.hex;
        }
    }

    /// Who has had nothing to do for two halves helps the nearest who fight, else goes on.
    fn find_work(&mut self, battle: &Battle<'_>, seen: &Observation, weights: &Weights) {
        if weights.idle <= 0.0 {
            return;
        }
        let field = &battle.setup.field;
        for friend in &seen.friends {
            let place = place_of(friend.unit);
            let task = self.tasks[place];
            let free = task == Task::Attack || task == Task::Hold || task == Task::Reserve && self.released;
            let keeps = task == Task::Hold
                && (battle.setup.scenario.objectives.iter().any(|objective| objective.hex == friend.hex)
                    || self.posts.contains(&friend.hex));
            if !free || keeps || self.idle[place].0 < IDLE {
                continue;
            }
            let fights =
                |other: &&Piece| other.unit != friend.unit && !other.gun && self.way(other.hex, other.class) <= BUSY;
            let near = |other: &Piece| (field.distance(other.hex, friend.hex), other.unit);
            if let Some(other) = seen.friends.iter().filter(fights).min_by_key(|other| near(other)) {
                self.tasks[place] = Task::Join(other.hex);
            }
        }
    }

    /// Who holds its ground with gates before it goes to hold those.
    fn take_posts(&mut self, battle: &Battle<'_>, seen: &Observation, weights: &Weights) {
        let attacked = battle.setup.scenario.attacker == Some(seen.side.other());
        if !attacked || weights.gate <= 0.0 || self.posted {
            return;
        }
        self.posted = true;
        for friend in seen.friends.iter().filter(|friend| friend.fights && !friend.gun && !friend.horse) {
            if let Some(post) = self.gates.post(battle, seen, friend, &self.posts)
                && !self.posts.is_full()
            {
                self.posts.push(post);
                self.anchors[place_of(friend.unit)] = post;
            }
        }
    }

    /// Towards the end, sends those who are nearest to objectives that are not held.
    fn contest(&mut self, battle: &Battle<'_>, seen: &Observation) {
        let side = seen.side;
        if turns_left(battle) > CONTEST {
            return;
        }
        let field = &battle.setup.field;
        for objective in &battle.setup.scenario.objectives {
            if objective.side.is_some_and(|only| only != side) && !self.holding {
                continue;
            }
            for _ in 0..2 {
                let free = seen.friends.iter().filter(|friend| {
                    let task = self.tasks[place_of(friend.unit)];
                    friend.fights && !friend.contact && !matches!(task, Task::Contest(_) | Task::Retire)
                });
                let nearest = free.min_by_key(|friend| (field.distance(friend.hex, objective.hex), friend.unit));
                if let Some(friend) = nearest {
                    self.tasks[place_of(friend.unit)] = Task::Contest(objective.hex);
                }
            }
        }
    }
}

/// Turns to the likely end: the limit, or sooner when an army is about to break.
fn turns_left(battle: &Battle<'_>) -> u16 {
    let limit = u16::from(battle.setup.rules.turn_limit).saturating_sub(battle.turn);
    let breaking = Side::BOTH.into_iter().any(|side| urgency(battle, side) > 1.0);
    if breaking { limit.min(BREAKING) } else { limit }
}
