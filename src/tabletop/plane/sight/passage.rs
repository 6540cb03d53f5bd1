//! The search for a line: which blockers it leaves on its left and which on its right.

use arrayvec::ArrayVec;

use super::corridor::{Corridor, Post, Screen};
use crate::tabletop::plane::segment::Segment;
use crate::tabletop::plane::vector::Vector;

/// Most blockers in the way; more of them shut the view.
pub(super) const MOST_SCREENS: usize = 64;

/// Sine of the narrowest wedge of directions that still holds a line.
const NARROWEST: f64 = 1e-9;

/// The larger part of a length that is divided by the golden section.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// Divisions after which a wedge is too narrow to matter. Nearer to its ends, where lines may run along the edge that they end
/// at, rounding would count.
const GOLDEN_STEPS: usize = 40;

/// The search for a line through a corridor.
pub(super) struct Passage<'a> {
    pub(super) corridor: &'a Corridor,
    pub(super) screens: ArrayVec<Screen, MOST_SCREENS>,
    /// Longest line, inches.
    pub(super) farthest: f64,
}

impl Passage<'_> {
    /// A line in the wedge that leaves the screens of the set `lefts` on its left and those of `rights` on its right, one bit
    /// each, and the others on either side.
    pub(super) fn find(&self, wedge: Wedge, lefts: u64, rights: u64) -> Option<Segment> {
        // What is too long already does not become shorter by passing more.
        let short = match self.farthest.is_finite() {
            true => Some(self.shortest_line(&wedge, lefts, rights)?),
            false => None,
        };
        let at = (lefts | rights).trailing_ones() as usize;
        let Some(screen) = self.screens.get(at) else {
            return short.or_else(|| Some(self.middle_line(&wedge, lefts, rights)));
        };
        let bit = 1 << at;
        let on_the_left =
            self.leave_left(wedge, screen, rights).and_then(|wedge| self.find(wedge, lefts | bit, rights));
        on_the_left.or_else(|| self.find(self.leave_right(wedge, screen, lefts)?, lefts, rights | bit))
    }

    /// The directions in which a screen can be left on the left, and the screens of the set `rights` on the right.
    pub(super) fn leave_left(&self, wedge: Wedge, screen: &Screen, rights: u64) -> Option<Wedge> {
        self.rights(rights).try_fold(wedge, |wedge, right| {
            screen.lefts().try_fold(wedge, |wedge, left| wedge.between(self.corridor, left, &right))
        })
    }

    /// The directions in which a screen can be left on the right, and the screens of the set `lefts` on the left.
    pub(super) fn leave_right(&self, wedge: Wedge, screen: &Screen, lefts: u64) -> Option<Wedge> {
        self.lefts(lefts).try_fold(wedge, |wedge, left| {
            screen.rights().try_fold(wedge, |wedge, right| wedge.between(self.corridor, &left, right))
        })
    }

    /// What must be left on the left.
    pub(super) fn lefts(&self, lefts: u64) -> impl Iterator<Item = Post> {
        let ends = [self.corridor.front.end, self.corridor.entry.start].map(Post::end);
        ends.into_iter().chain(self.chosen(lefts).flat_map(|screen| screen.lefts().copied()))
    }

    /// What must be left on the right.
    pub(super) fn rights(&self, rights: u64) -> impl Iterator<Item = Post> {
        let ends = [self.corridor.front.start, self.corridor.entry.end].map(Post::end);
        ends.into_iter().chain(self.chosen(rights).flat_map(|screen| screen.rights().copied()))
    }

    /// The screens of a set.
    pub(super) fn chosen(&self, mut set: u64) -> impl Iterator<Item = &Screen> {
        std::iter::from_fn(move || {
            let screen = self.screens.get(set.trailing_zeros() as usize)?;
            set &= set - 1;
            Some(screen)
        })
    }

    /// A line along the middle of the wedge, half-way between what it leaves on its left and on its right.
    pub(super) fn middle_line(&self, wedge: &Wedge, lefts: u64, rights: u64) -> Segment {
        let along = (wedge.left + wedge.right).unit().unwrap_or(wedge.left);
        let [from, to] = self.room(along, lefts, rights);
        self.line_at(along, 0.5 * (from + to))
    }

    /// The shortest line in the wedge, if it is no longer than it may be.
    pub(super) fn shortest_line(&self, wedge: &Wedge, lefts: u64, rights: u64) -> Option<Segment> {
        let shortest = |share: f64| {
            let along = (wedge.right * (1.0 - share) + wedge.left * share).unit().unwrap_or(wedge.left);
            let [one, other] = self.room(along, lefts, rights).map(|offset| self.line_at(along, offset));
            if one.length() < other.length() { one } else { other }
        };
        // By the golden section: the length is convex over the directions.
        let (mut low, mut high) = (0.0, 1.0);
        let inner = |low: f64, high: f64| [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
        let [mut left, mut right] = inner(low, high).map(|share| (share, shortest(share)));
        for _ in 0..GOLDEN_STEPS {
            if left.1.length() < right.1.length() {
                (high, right) = (right.0, left);
                let share = inner(low, high)[0];
                left = (share, shortest(share));
            } else {
                (low, left) = (left.0, right);
                let share = inner(low, high)[1];
                right = (share, shortest(share));
            }
        }
        [left.1, right.1].into_iter().find(|line| line.length() <= self.farthest)
    }

    /// How far to the right of the front's start lines of a direction may run: from and to.
    pub(super) fn room(&self, along: Vector, lefts: u64, rights: u64) -> [f64; 2] {
        let corridor = self.corridor;
        let aside = along.right();
        let reach = |post: &Post, inward: Vector| {
            // What is cut away does not reach out.
            let counts = post.cut == 0.0 || corridor.between_both(post.at + inward * post.cut);
            counts.then(|| (post.at - corridor.front.start).dot(inward) + post.margin)
        };
        let from = self.lefts(lefts).filter_map(|post| reach(&post, aside)).fold(f64::NEG_INFINITY, f64::max);
        let to = -self.rights(rights).filter_map(|post| reach(&post, -aside)).fold(f64::NEG_INFINITY, f64::max);
        [from, to]
    }

    /// The line of a direction that runs so far to the right of the front's start, from front to target.
    pub(super) fn line_at(&self, along: Vector, offset: f64) -> Segment {
        let (corridor, aside) = (self.corridor, along.right());
        let on = |line: &Segment| {
            let missing = offset - (line.start - corridor.front.start).dot(aside);
            line.start + line.span() * (missing / line.span().dot(aside)).clamp(0.0, 1.0)
        };
        Segment::new(on(&corridor.front), on(&corridor.entry))
    }
}

/// Directions from one unit vector to another one, less than half a turn to the left; both left out.
#[derive(Clone, Copy)]
pub(super) struct Wedge {
    pub(super) right: Vector,
    pub(super) left: Vector,
}

impl Wedge {
    /// The directions that point to the left of a unit vector.
    pub(super) fn left_of(self, limit: Vector) -> Option<Self> {
        let wedge = match (limit.cross(self.right) >= 0.0, limit.cross(self.left) >= 0.0) {
            (true, true) => self,
            (false, true) => Wedge { right: limit, ..self },
            (true, false) => Wedge { left: -limit, ..self },
            (false, false) => return None,
        };
        (wedge.right.cross(wedge.left) > NARROWEST).then_some(wedge)
    }

    /// The directions of lines that have one post on their left and another on their right, at more than their margins.
    pub(super) fn between(self, corridor: &Corridor, left: &Post, right: &Post) -> Option<Self> {
        let (apart, margin) = (right.at - left.at, left.margin + right.margin);
        // What suits both ends of a wedge of less than half a turn suits all of it.
        if apart.dot(self.right.right()) > margin && apart.dot(self.left.right()) > margin {
            return Some(self);
        }
        let distance = apart.length();
        let touch = |post: &Post, side: Vector| post.cut == 0.0 || corridor.between_both(post.at + side * post.cut);
        if distance <= margin {
            // No line fits, unless the two come close only where something has been cut away.
            let inside = distance <= left.cut.max(right.cut) && left.cut.min(right.cut) == 0.0;
            let close = inside || apart.unit().is_none_or(|side| touch(left, side) && touch(right, -side));
            return (!close).then_some(self);
        }
        let apart = apart * (1.0 / distance);
        let cos = margin / distance;
        let sin = (1.0 - cos * cos).sqrt();
        let mut wedge = self;
        // The two lines that touch both posts and cross between them.
        for (limit, sign) in [(apart.left() * cos + apart * sin, 1.0), (apart.left() * cos - apart * sin, -1.0)] {
            if touch(left, limit.right()) && touch(right, limit.left()) {
                wedge = wedge.left_of(limit * sign)?;
            }
        }
        Some(wedge)
    }
}
