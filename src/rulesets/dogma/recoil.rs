//! Recoil: where a base that is thrown back ends up, and what is in its way.
//!
//! The rule is written once, over a [`Ground`]: the table of a game measures what a base meets on its way, the [`Lane`] of
//! an isolated attack is told.

use std::ops::{Add, Range, Sub};

use super::fixed_inches::{Length, ON_PAPER};
use super::rules::{RecoilOffTable, Rules};
use crate::tabletop::plane::ROUNDING;

/// A distance straight back.
pub trait Distance: Copy + PartialOrd + Add<Output = Self> + Sub<Output = Self> {
    /// None.
    const ZERO: Self;
    /// Room that lacks no more than this is room enough: positions on paper are rounded.
    const SLACK: Self;
    /// Two that overlap by no more than this only graze each other.
    const GRAZE: Self;
}

impl Distance for Length {
    const ZERO: Self = Length::ZERO;
    const SLACK: Self = Length::ZERO;
    const GRAZE: Self = Length::ZERO;
}

/// Inches.
impl Distance for f64 {
    const ZERO: Self = 0.0;
    const SLACK: Self = ON_PAPER;
    const GRAZE: Self = ROUNDING;
}

/// What a base meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Met<B> {
    /// A friend, which can be pushed.
    Friend {
        /// Which.
        base: B,
        /// Whether it passes over things when it is pushed.
        flyer: bool,
    },
    /// What destroys whoever is thrown into it: an enemy, impassable ground, a building, deep water.
    Deadly,
}

/// What lies behind a base that is thrown back along a straight line. Everything on it is convex, so that two of them
/// overlap during one stretch of the way.
pub trait Ground {
    /// Names a base.
    type Base: Copy + PartialEq;
    /// Distances along the line.
    type Distance: Distance;

    /// Shows everything else that `base` overlaps somewhere on its way, with the stretch of the way, counted from where
    /// everybody is now, on which it does; touching is not overlapping (DG-REC-08).
    fn meet(&self, base: Self::Base, visit: impl FnMut(Met<Self::Base>, Range<Self::Distance>));

    /// How far `base` can go before a part of it leaves the table.
    fn room(&self, base: Self::Base) -> Self::Distance;

    /// Puts a friend so much farther back.
    fn push(&mut self, friend: Self::Base, way: Self::Distance);

    /// Hears that `base`, which is thrown back or pushed, cannot go its way, and that the one who is thrown back is lost
    /// therefore: what begins `at` is in its way, or else the table edge.
    fn doom(&mut self, base: Self::Base, at: Option<Self::Distance>) {
        let _ = (base, at);
    }
}

/// Throws `base`, a `flyer` or not, back by `way`: how far it goes, or none when that destroys it. On the way it pushes
/// friends, which the ground remembers; they stay where they were when it is destroyed (DG-REC-05).
pub fn throw_back<G: Ground + Clone>(
    ground: &mut G,
    base: G::Base,
    flyer: bool,
    way: G::Distance,
    edge: RecoilOffTable,
) -> Option<G::Distance> {
    let thrown = Pusher { base, by: None };
    let way = if edge == RecoilOffTable::Stops && !flyer { stopped(ground, &thrown, way) } else { way };
    go(ground, &thrown, flyer, way, Terms { edge, deadly: true })
}

/// How far a base on the ground goes of `way` until it, or somebody that it pushes, is at the table edge.
fn stopped<G: Ground + Clone>(ground: &G, thrown: &Pusher<'_, G::Base>, mut way: G::Distance) -> G::Distance {
    let terms = Terms { edge: RecoilOffTable::Stops, deadly: false };
    // Whoever is at the edge first stops those beside him as well, who have been pushed too far then: from the start again,
    // until what is lost is no more than rounding, which a long row of friends loses every time.
    while let Some(shorter) = go(&mut ground.clone(), thrown, false, way, terms) {
        if shorter + G::Distance::GRAZE >= way {
            break;
        }
        way = shorter;
    }
    way
}

/// What becomes of those who are thrown back or pushed.
#[derive(Clone, Copy)]
struct Terms {
    /// What the table edge does.
    edge: RecoilOffTable,
    /// Whether what is deadly destroys; else it counts for nothing.
    deadly: bool,
}

/// A base that is thrown back or pushed, and who pushes it.
struct Pusher<'p, B> {
    base: B,
    by: Option<&'p Pusher<'p, B>>,
}

impl<B: PartialEq> Pusher<'_, B> {
    /// Whether this base, or who pushes it, is `other`.
    fn includes(&self, other: &B) -> bool {
        self.base == *other || self.by.is_some_and(|by| by.includes(other))
    }
}

fn go<G: Ground>(
    ground: &mut G,
    goer: &Pusher<'_, G::Base>,
    flyer: bool,
    way: G::Distance,
    terms: Terms,
) -> Option<G::Distance> {
    // DG-REC-07
    if flyer { fly(ground, goer.base, way, terms.edge) } else { slide(ground, goer, way, terms) }
}

/// Slides a base over the ground, friends before it.
fn slide<G: Ground>(
    ground: &mut G,
    goer: &Pusher<'_, G::Base>,
    mut way: G::Distance,
    terms: Terms,
) -> Option<G::Distance> {
    let base = goer.base;
    // Two that graze each other may each seem to lie ahead of the other: whoever pushes is never pushed back.
    let pushes = |met: &Met<G::Base>| matches!(met, Met::Friend { base, .. } if goer.includes(base));
    loop {
        let mut first: Option<(G::Distance, Met<G::Base>)> = None;
        ground.meet(base, |met, stretch| {
            let ahead = stretch.start < way && stretch.end > G::Distance::SLACK && !pushes(&met);
            let counts = terms.deadly || met != Met::Deadly;
            if ahead && counts && first.is_none_or(|(start, _)| stretch.start < start) {
                first = Some((stretch.start, met));
            }
        });
        let room = ground.room(base);
        if room < way && first.is_none_or(|(start, _)| room < start) {
            // DG-REC-06
            if terms.edge == RecoilOffTable::Destroyed && room + G::Distance::SLACK < way {
                ground.doom(base, None);
                return None;
            }
            way = room;
            continue;
        }
        if let Some((start, _)) = first
            && start + G::Distance::SLACK >= way
        {
            way = start;
            continue;
        }
        let Some((start, met)) = first else { return Some(way) };
        let Met::Friend { base: friend, flyer } = met else {
            ground.doom(base, Some(start)); // DG-REC-02, DG-REC-03
            return None;
        };
        // DG-REC-04, R-50: just far enough. DG-REC-05: who cannot be pushed dooms the one that pushes.
        let gone = go(ground, &Pusher { base: friend, by: Some(goer) }, flyer, way - start, terms)?;
        ground.push(friend, gone);
        // A flyer comes down farther off than it has to, and somebody stopped by the table edge less far.
        way = if gone < way - start { start + gone } else { way };
    }
}

/// Takes a flyer to the first clear place at or beyond `way`.
fn fly<G: Ground>(ground: &mut G, base: G::Base, way: G::Distance, edge: RecoilOffTable) -> Option<G::Distance> {
    // DG-REC-08
    let mut way = way;
    ground.meet(base, |_, stretch| {
        if stretch.start < way && way <= stretch.start + G::Distance::SLACK {
            way = stretch.start;
        }
    });
    let mut place = way;
    // DG-REC-08: a gap that is as deep as the base, on paper, is deep enough.
    settle(ground, base, &mut place, |stretch, at| {
        (stretch.start + G::Distance::GRAZE < at && at < stretch.end).then_some(stretch.end)
    });
    let room = ground.room(base);
    // DG-REC-08: room for what it has to go, on paper, is room enough.
    let slack = if place > way { G::Distance::ZERO } else { G::Distance::SLACK };
    if place <= room + slack {
        return Some(if room < place { room } else { place });
    }
    if edge == RecoilOffTable::Destroyed {
        ground.doom(base, None); // DG-REC-06
        return None;
    }
    // the last clear place short of the edge, or it stays.
    let mut place = if room < way { room } else { way };
    settle(ground, base, &mut place, |stretch, at| {
        (stretch.start < at && at + G::Distance::GRAZE < stretch.end).then_some(stretch.start)
    });
    Some(if place < G::Distance::ZERO { G::Distance::ZERO } else { place })
}

/// Moves `place` by `next` until nothing is left to move it on.
fn settle<G: Ground>(
    ground: &G,
    base: G::Base,
    place: &mut G::Distance,
    next: impl Fn(Range<G::Distance>, G::Distance) -> Option<G::Distance>,
) {
    loop {
        let mut moved = false;
        ground.meet(base, |_, stretch| {
            if let Some(farther) = next(stretch, *place) {
                *place = farther;
                moved = true;
            }
        });
        if !moved {
            return;
        }
    }
}

/// What a recoil does to the base that recoils.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Recoil {
    /// It comes to rest somewhere.
    Survived,
    /// It is destroyed.
    Fatal,
}

impl<D> From<Option<D>> for Recoil {
    fn from(way: Option<D>) -> Self {
        if way.is_some() { Recoil::Survived } else { Recoil::Fatal }
    }
}

/// What stands in a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// A friend of the recoiling base; a flyer passes over things when it is pushed.
    Friend {
        /// Whether it does.
        flyer: bool,
    },
    /// What destroys.
    Deadly,
    /// The table edge, beyond which there is nothing.
    TableEdge,
}

/// Something in the lane and the stretch of it that it takes up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Thing {
    what: Met<usize>,
    start: Length,
    end: Length,
}

/// A lane as wide as a base, straight behind the base that recoils, with everything exactly in line; measured from the
/// trailing edge of that base.
#[derive(Clone, Debug)]
pub struct Lane {
    base: Length,
    things: Vec<Thing>,
    end: Length,
    edge: Length,
}

/// The base at the head of a lane; the others go by their place in it.
const HEAD: usize = usize::MAX;

impl Lane {
    /// An empty lane between bases of depth `base`.
    #[must_use]
    pub fn new(base: Length) -> Self {
        Self { base, things: Vec::new(), end: Length::ZERO, edge: Length::ENDLESS }
    }

    /// Adds what comes next, `gap` behind what is there; `depth` is that of terrain, bases having their own.
    pub fn add(&mut self, what: Obstacle, gap: Length, depth: Option<Length>) {
        // Nothing lies beyond the table edge.
        if self.edge < Length::ENDLESS {
            return;
        }
        let start = self.end + gap;
        self.end = start + depth.unwrap_or(self.base);
        let what = match what {
            Obstacle::Friend { flyer } => Met::Friend { base: self.things.len(), flyer },
            Obstacle::Deadly => Met::Deadly,
            Obstacle::TableEdge => {
                self.edge = start;
                return;
            }
        };
        self.things.push(Thing { what, start, end: self.end });
    }

    /// Throws the base at the head of the lane back, a `flyer` or not.
    #[must_use]
    pub fn recoil(mut self, rules: &Rules, flyer: bool) -> Recoil {
        throw_back(&mut self, HEAD, flyer, rules.recoil_inches, rules.recoil_off_table).into()
    }

    /// Where the trailing edge of a base is.
    fn tail(&self, base: usize) -> Length {
        self.things.get(base).map_or(Length::ZERO, |thing| thing.end)
    }
}

impl Ground for Lane {
    type Base = usize;
    type Distance = Length;

    fn meet(&self, base: usize, mut visit: impl FnMut(Met<usize>, Range<Length>)) {
        let tail = self.tail(base);
        for (_, thing) in self.things.iter().enumerate().filter(|(at, _)| *at != base) {
            visit(thing.what, thing.start - tail..thing.end + self.base - tail);
        }
    }

    fn room(&self, base: usize) -> Length {
        self.edge - self.tail(base)
    }

    fn push(&mut self, friend: usize, way: Length) {
        let thing = &mut self.things[friend];
        (thing.start, thing.end) = (thing.start + way, thing.end + way);
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

    /// Two bases that overlap by a hair as they stand, so that each meets the other from where it is on; and how far the
    /// second has been pushed.
    #[derive(Clone)]
    struct Grazing(f64);

    impl Ground for Grazing {
        type Base = u8;
        type Distance = f64;

        fn meet(&self, base: u8, mut visit: impl FnMut(Met<u8>, Range<f64>)) {
            let stretch = if base == 0 { -0.05 + self.0..1.0 + self.0 } else { -1.0 - self.0..0.05 - self.0 };
            visit(Met::Friend { base: 1 - base, flyer: false }, stretch);
        }

        fn room(&self, _: u8) -> f64 {
            9.0
        }

        fn push(&mut self, friend: u8, way: f64) {
            assert_eq!(friend, 1, "nobody pushes his pusher");
            self.0 += way;
        }
    }

    #[test]
    fn dg_rec_04_nobody_pushes_his_pusher() {
        let mut ground = Grazing(0.0);
        let way = throw_back(&mut ground, 0, false, 1.0, RecoilOffTable::Destroyed).unwrap();
        assert!((way - 1.0).abs() < 1e-9 && (ground.0 - 1.05).abs() < 1e-9);
    }

    /// A friend half an inch behind, which seems a hair nearer than it has been pushed: so rounding shows it at the end of a
    /// long row.
    #[derive(Clone)]
    struct Rounded(f64);

    impl Ground for Rounded {
        type Base = u8;
        type Distance = f64;

        fn meet(&self, base: u8, mut visit: impl FnMut(Met<u8>, Range<f64>)) {
            if base == 0 {
                let start = if self.0 == 0.0 { 0.5 } else { (0.5 + self.0).next_down() };
                visit(Met::Friend { base: 1, flyer: false }, start..start + 2.0);
            }
        }

        fn room(&self, _: u8) -> f64 {
            9.0
        }

        fn push(&mut self, _: u8, way: f64) {
            self.0 += way;
        }
    }

    #[test]
    fn dg_rec_06_stopping_at_the_edge_ends_where_rounding_eats_up_the_way() {
        let way = throw_back(&mut Rounded(0.0), 0, false, 1.0, RecoilOffTable::Stops).unwrap();
        assert!((way - 1.0).abs() < 1e-9);
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
