//! Recoil: where a base that is thrown back ends up, and what is in its way.
//!
//! Everything that matters lies in a lane as wide as a base, straight behind the base that recoils.

use super::length::Length;
use super::rules::{RecoilOffTable, Rules};

/// What stands in the lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// A friend of the recoiling base; a flyer passes over things when it is pushed.
    Friend {
        /// Whether it does.
        flyer: bool,
    },
    /// What destroys whoever is thrown into it: an enemy, impassable ground, a building, deep water.
    Deadly,
    /// The table edge, beyond which there is nothing.
    TableEdge,
}

/// Something in the lane and the stretch of it that it takes up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Thing {
    what: Obstacle,
    start: Length,
    end: Length,
}

/// What a recoil does to the base that recoils.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Recoil {
    /// It comes to rest somewhere.
    Survived,
    /// It is destroyed.
    Fatal,
}

/// The lane behind a base, measured from its trailing edge.
#[derive(Clone, Debug)]
pub struct Lane {
    base: Length,
    things: Vec<Thing>,
    end: Length,
}

impl Lane {
    /// An empty lane between bases of depth `base`.
    #[must_use]
    pub fn new(base: Length) -> Self {
        Self { base, things: Vec::new(), end: Length::ZERO }
    }

    /// Adds what comes next, `gap` behind what is there; `depth` is that of terrain, bases having their own.
    pub fn add(&mut self, what: Obstacle, gap: Length, depth: Option<Length>) {
        // Nothing lies beyond the table edge.
        if self.end >= Length::ENDLESS {
            return;
        }
        let start = self.end + gap;
        self.end = match what {
            Obstacle::TableEdge => Length::ENDLESS,
            Obstacle::Friend { .. } | Obstacle::Deadly => start + depth.unwrap_or(self.base),
        };
        self.things.push(Thing { what, start, end: self.end });
    }

    /// Throws the base at the head of the lane back, a `flyer` or not.
    #[must_use]
    pub fn recoil(mut self, rules: &Rules, flyer: bool) -> Recoil {
        let distance = rules.recoil_inches;
        let edge = rules.recoil_off_table;
        let survives = if flyer {
            // DG-REC-07: its trailing edge is where a base behind it would begin, one base back.
            let from = Length::ZERO - self.base;
            self.first_clear(None, from + distance).is_some() || edge == RecoilOffTable::Stops
        } else {
            self.travel(Length::ZERO, distance, edge).is_some()
        };
        if survives { Recoil::Survived } else { Recoil::Fatal }
    }

    /// Moves a ground base until its trailing edge gets from `from` to `to`, and pushes friends out of its way: where the
    /// trailing edge ends up, or none when it cannot be done.
    fn travel(&mut self, from: Length, mut to: Length, edge: RecoilOffTable) -> Option<Length> {
        while let Some(at) = self.next_hit(from, to) {
            let thing = self.things[at];
            match thing.what {
                Obstacle::Deadly => return None, // DG-REC-02, DG-REC-03
                // DG-REC-06
                Obstacle::TableEdge if edge == RecoilOffTable::Destroyed => return None,
                Obstacle::TableEdge => to = thing.start,
                Obstacle::Friend { flyer: false } => {
                    // DG-REC-04: just far enough. DG-REC-05: who cannot be pushed dooms the one that pushes.
                    let depth = thing.end - thing.start;
                    to = self.travel(thing.end, to + depth, edge)? - depth;
                    self.put(at, to);
                }
                //
                Obstacle::Friend { flyer: true } => match (self.first_clear(Some(at), to), edge) {
                    (Some(place), _) => self.put(at, place),
                    (None, RecoilOffTable::Destroyed) => return None,
                    // the last clear place short of the edge, or it stays.
                    (None, RecoilOffTable::Stops) => {
                        to = self.last_clear(at, to);
                        self.put(at, to);
                    }
                },
            }
        }
        Some(to)
    }

    /// The first thing that a base overlaps whose trailing edge moves from `from` to `to`; touching is not overlapping
    /// (DG-REC-08).
    fn next_hit(&self, from: Length, to: Length) -> Option<usize> {
        let start = |at: &usize| self.things[*at].start;
        (0..self.things.len()).filter(|at| (from..to).contains(&start(at))).min_by_key(start)
    }

    fn put(&mut self, at: usize, start: Length) {
        let thing = &mut self.things[at];
        (thing.start, thing.end) = (start, start + (thing.end - thing.start));
    }

    /// Whether a base that begins at `start` overlaps nothing but `mover`.
    fn clear(&self, mover: Option<usize>, start: Length) -> bool {
        let end = start + self.base;
        let mut others = self.things.iter().enumerate().filter(|(at, _)| Some(*at) != mover);
        others.all(|(_, thing)| end <= thing.start || start >= thing.end)
    }

    /// The first place at or beyond `from` where a base overlaps nothing.
    fn first_clear(&self, mover: Option<usize>, from: Length) -> Option<Length> {
        let ends = self.things.iter().map(|thing| thing.end).filter(|end| *end > from && *end < Length::ENDLESS);
        ends.chain([from]).filter(|start| self.clear(mover, *start)).min()
    }

    /// The last place short of `to` where the base at `mover` overlaps nothing; at least where it stands.
    fn last_clear(&self, mover: usize, to: Length) -> Length {
        let stands = self.things[mover].start;
        let starts = self.things.iter().map(|thing| thing.start - self.base).filter(|start| *start < to);
        starts.filter(|start| self.clear(Some(mover), *start)).max().map_or(stands, |last| last.max(stands))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRIEND: Obstacle = Obstacle::Friend { flyer: false };
    const JUMP: Obstacle = Obstacle::Friend { flyer: true };
    const DEADLY: Obstacle = Obstacle::Deadly;
    const EDGE: Obstacle = Obstacle::TableEdge;

    /// Under both rulings about the table edge, for a base on the ground and for a flyer; true: it survives.
    fn survives(rules: &[(&str, &str)], things: &[(Obstacle, f64)]) -> [[bool; 2]; 2] {
        let mut lane = Lane::new(Length::from_millimetres(40.0));
        for (what, gap) in things {
            lane.add(*what, Length::from_inches(*gap), None);
        }
        ["destroyed", "stops"].map(|edge| {
            let mut all = Rules::default();
            for (name, value) in rules.iter().chain([&("recoil-off-table", edge)]) {
                all.set(name, value).unwrap();
            }
            [false, true].map(|flyer| lane.clone().recoil(&all, flyer) == Recoil::Survived)
        })
    }

    const ALWAYS: [[bool; 2]; 2] = [[true; 2]; 2];
    const BY_STOPPING: [[bool; 2]; 2] = [[false; 2], [true; 2]];
    const FLYERS: [[bool; 2]; 2] = [[false, true]; 2];

    #[test]
    fn dg_rec_08_room_of_one_inch_is_enough() {
        assert_eq!(survives(&[], &[(DEADLY, 1.0)]), ALWAYS);
        assert_eq!(survives(&[], &[(DEADLY, 0.99)]), FLYERS);
        assert_eq!(survives(&[], &[(FRIEND, 0.6), (DEADLY, 0.4)]), ALWAYS);
        assert_eq!(survives(&[], &[(FRIEND, 0.7), (DEADLY, 0.3)]), ALWAYS);
        assert_eq!(survives(&[], &[(FRIEND, 0.6), (DEADLY, 0.39)]), FLYERS);
        assert_eq!(survives(&[("recoil-inches", "0.5")], &[(DEADLY, 0.5)]), ALWAYS);
        assert_eq!(survives(&[("recoil-inches", "0")], &[(DEADLY, 0.0)]), ALWAYS);
    }

    #[test]
    fn dg_rec_04_pushes_chain_and_use_up_the_gaps() {
        assert_eq!(survives(&[], &[(FRIEND, 0.0), (FRIEND, 0.5), (DEADLY, 0.5)]), ALWAYS);
        assert_eq!(survives(&[], &[(FRIEND, 0.0), (FRIEND, 0.5), (DEADLY, 0.4)]), FLYERS);
        assert_eq!(survives(&[], &[(FRIEND, 0.0), (FRIEND, 1.0), (DEADLY, 0.0)]), ALWAYS);
    }

    #[test]
    fn dg_rec_06_the_table_edge_destroys_or_stops() {
        // A flyer that has no room behind the friend is lost as well.
        assert_eq!(survives(&[], &[(EDGE, 0.5)]), BY_STOPPING);
        assert_eq!(survives(&[], &[(EDGE, 1.0)]), ALWAYS);
        assert_eq!(survives(&[], &[(FRIEND, 0.5), (EDGE, 0.4)]), BY_STOPPING);
        assert_eq!(survives(&[], &[(FRIEND, 0.5), (DEADLY, 0.3), (EDGE, 9.0)]), FLYERS);
        // What lies beyond the edge does not matter.
        assert_eq!(survives(&[], &[(EDGE, 0.5), (DEADLY, 0.0)]), BY_STOPPING);
    }

    #[test]
    fn dg_rec_07_flyers_come_down_at_the_first_clear_place() {
        // One base and 1.5748 inches behind it; then no room before the edge.
        assert_eq!(survives(&[], &[(DEADLY, 0.0), (EDGE, 1.58)]), FLYERS);
        assert_eq!(survives(&[], &[(DEADLY, 0.0), (EDGE, 1.57)]), [[false, false], [false, true]]);
        assert_eq!(survives(&[], &[(DEADLY, 0.9), (DEADLY, 1.5), (EDGE, 1.58)]), FLYERS);
    }

    #[test]
    fn r_50_a_pushed_flyer_passes_over_what_is_behind_it() {
        assert_eq!(survives(&[], &[(JUMP, 0.0), (DEADLY, 0.0)]), ALWAYS);
        // Room for the pushed flyer beyond, but none for it when the edge is too near; stopping, it stays short of it.
        assert_eq!(survives(&[], &[(JUMP, 0.0), (DEADLY, 0.0), (EDGE, 1.0)]), BY_STOPPING);
        assert!(survives(&[], &[(JUMP, 0.5), (EDGE, 0.5)])[0][0]);
        // A long recoil reaches what the flyer has left uncovered.
        assert!(!survives(&[("recoil-inches", "2")], &[(JUMP, 0.0), (DEADLY, 0.0)])[0][0]);
        assert!(survives(&[("recoil-inches", "2")], &[(JUMP, 0.0), (FRIEND, 0.0)])[0][0]);
        // A friend pushes a flyer that passes over an enemy.
        assert!(survives(&[], &[(FRIEND, 0.2), (JUMP, 0.2), (DEADLY, 0.0)])[0][0]);
    }
}
