//! The ground that lines of sight may run over, and what of a blocker stands in it.

use arrayvec::ArrayVec;

use super::passage::{Passage, Wedge};
use crate::tabletop::plane::outline::{MOST_CORNERS, Outline, ROUNDING};
use crate::tabletop::plane::segment::Segment;
use crate::tabletop::plane::vector::{Point, Vector};

/// Most points that stand for one blocker: a polygon has one more corner after each of two cuts, and a disc has ends and
/// crossing of two cuts.
const MOST_POSTS: usize = MOST_CORNERS + 2;

/// The ground between a front and an edge by which the target is entered; all lines of sight between them run there.
pub(super) struct Corridor {
    /// The part of the front from which the edge can be entered, from right to left.
    pub(super) front: Segment,
    /// The part of the edge that lies ahead of the front, from left to right.
    pub(super) entry: Segment,
    /// Unit vector ahead of the front.
    pub(super) ahead: Vector,
    /// Unit vector out of the target.
    pub(super) outward: Vector,
    /// Along the left side of the corridor, away from the front.
    pub(super) left: Vector,
    /// Along its right side.
    pub(super) right: Vector,
}

/// What a line must pass on its right or on its left, at a distance of more than `margin`.
#[derive(Clone, Copy)]
pub(super) struct Post {
    pub(super) at: Point,
    pub(super) margin: f64,
    /// Radius of a disc that is not wholly between front and target: what is not between does not count. Else 0.
    pub(super) cut: f64,
}

pub(super) type Posts = ArrayVec<Post, MOST_POSTS>;

impl Post {
    /// An end of the front or of the edge that is entered.
    pub(super) fn end(at: Point) -> Self {
        Self { at, margin: 0.0, cut: 0.0 }
    }
}

/// What stands for a blocker.
pub(super) struct Screen {
    pub(super) posts: Posts,
    /// Those that count when it is left on the left: so many from one of them on, round and round.
    pub(super) lefts: (u8, u8),
    /// Those that count when it is left on the right.
    pub(super) rights: (u8, u8),
}

impl Screen {
    /// A blocker seen along the directions of a wedge. The corners of a hull that stick out farthest to one side are the same
    /// for a range of directions: only those that do for directions of the wedge count.
    pub(super) fn new(posts: Posts, hull: bool, wedge: &Wedge) -> Self {
        let all = (0, posts.len() as u8);
        if !hull {
            return Self { posts, lefts: all, rights: all };
        }
        let farthest = |aside: Vector| {
            let mut best = (0, f64::NEG_INFINITY);
            for (at, post) in posts.iter().enumerate() {
                let out = aside.x * post.at.x + aside.y * post.at.y;
                if out > best.1 {
                    best = (at, out);
                }
            }
            best.0
        };
        let n = posts.len();
        let chain = |first: usize, last: usize| (first as u8, ((last + n - first) % n + 1) as u8);
        let (first, last) = (wedge.right.right(), wedge.left.right());
        let lefts = chain(farthest(first), farthest(last));
        let rights = chain(farthest(-first), farthest(-last));
        Self { posts, lefts, rights }
    }

    #[inline]
    pub(super) fn lefts(&self) -> impl Iterator<Item = &Post> {
        self.chain(self.lefts)
    }

    #[inline]
    pub(super) fn rights(&self) -> impl Iterator<Item = &Post> {
        self.chain(self.rights)
    }

    #[inline]
    pub(super) fn chain(&self, (first, count): (u8, u8)) -> impl Iterator<Item = &Post> {
        let (to_the_end, from_the_start) = (self.posts.iter().skip(usize::from(first)), self.posts.iter());
        to_the_end.chain(from_the_start).take(usize::from(count))
    }
}

impl Corridor {
    pub(super) fn between(front: &Segment, entry: &Segment) -> Option<Self> {
        let (aside, across) = (front.span(), entry.span());
        // In inches times the length of the edge.
        let outside = |point: Point| (point - entry.start).dot(across.right());
        if outside(front.start) <= 0.0 && outside(front.end) <= 0.0 {
            return None;
        }
        let (ahead, outward) = (aside.unit()?.right(), across.unit()?.right());
        let entry = part_beyond(entry, front.start, ahead)?;
        let front = part_beyond(front, entry.start, outward)?;
        let [left, right] =
            [entry.start - front.end, entry.end - front.start].map(|side| side.unit().unwrap_or(Vector::ZERO));
        Some(Self { front, entry, ahead, outward, left, right })
    }

    /// A clear line of `farthest` inches at most, if there is one.
    pub(super) fn line<O: Outline>(&self, farthest: f64, clearance: f64, blockers: &[O]) -> Option<Segment> {
        let wedge = Wedge {
            right: (self.entry.end - self.front.end).unit()?,
            left: (self.entry.start - self.front.start).unit()?,
        };
        let wedge = wedge.left_of(self.outward.left())?;
        let mut passage = Passage { corridor: self, screens: ArrayVec::new(), farthest };
        let (mut narrowed, mut lefts, mut rights) = (wedge, 0, 0);
        for blocker in blockers {
            let Some(screen) = self.screen(blocker, clearance, &wedge) else { continue };
            // What can be passed on one side alone is passed there first.
            let bit = 1 << passage.screens.len();
            match (passage.leave_left(narrowed, &screen, rights), passage.leave_right(narrowed, &screen, lefts)) {
                (None, None) => return None,
                (Some(left), None) => (narrowed, lefts) = (left, lefts | bit),
                (None, Some(right)) => (narrowed, rights) = (right, rights | bit),
                (Some(_), Some(_)) => {}
            }
            passage.screens.push(screen);
        }
        passage.find(narrowed, lefts, rights)
    }

    /// What of a blocker lines must pass; none when it is not in the way.
    pub(super) fn screen(&self, blocker: &impl Outline, clearance: f64, wedge: &Wedge) -> Option<Screen> {
        let (middle, reach) = (blocker.middle(), blocker.reach() + clearance);
        if self.room_left(middle) >= reach
            || self.room_right(middle) >= reach
            || self.beyond_front(middle) <= -reach
            || self.before_entry(middle) <= -reach
        {
            return None;
        }
        let corners = blocker.corners();
        let (posts, hull) = match corners.as_ref() {
            [centre] => (self.cut_disc(*centre, blocker.radius(), clearance), false),
            hull => (self.cut_hull(hull, blocker.radius() + clearance), true),
        };
        let in_the_way = !posts.iter().all(|post| self.room_left(post.at) >= post.margin)
            && !posts.iter().all(|post| self.room_right(post.at) >= post.margin);
        in_the_way.then(|| Screen::new(posts, hull, wedge))
    }

    /// Inches to the left of the corridor's left side.
    pub(super) fn room_left(&self, point: Point) -> f64 {
        self.left.cross(point - self.front.end)
    }

    /// Inches to the right of the corridor's right side.
    pub(super) fn room_right(&self, point: Point) -> f64 {
        -self.right.cross(point - self.front.start)
    }

    /// Inches ahead of the front.
    pub(super) fn beyond_front(&self, point: Point) -> f64 {
        (point - self.front.start).dot(self.ahead)
    }

    /// Inches on this side of the edge that is entered.
    pub(super) fn before_entry(&self, point: Point) -> f64 {
        (point - self.entry.start).dot(self.outward)
    }

    /// Whether a point is between front and target.
    pub(super) fn between_both(&self, point: Point) -> bool {
        self.beyond_front(point) >= 0.0 && self.before_entry(point) >= 0.0
    }

    /// The part of a hull between front and target.
    pub(super) fn cut_hull(&self, hull: &[Point], margin: f64) -> Posts {
        let mut screen: Posts = hull.iter().map(|&at| Post { at, margin, cut: 0.0 }).collect();
        for depth in [Self::beyond_front, Self::before_entry] {
            if screen.iter().any(|post| depth(self, post.at) < 0.0) {
                let whole = std::mem::take(&mut screen);
                for (at, post) in whole.iter().enumerate() {
                    let next = &whole[(at + 1) % whole.len()];
                    let (here, there) = (depth(self, post.at), depth(self, next.at));
                    if here >= 0.0 {
                        screen.push(*post);
                    }
                    if (here < 0.0) != (there < 0.0) {
                        let at = post.at + (next.at - post.at) * (here / (here - there));
                        screen.push(Post { at, ..*post });
                    }
                }
            }
        }
        screen
    }

    /// The part of a disc between front and target.
    pub(super) fn cut_disc(&self, centre: Point, radius: f64, clearance: f64) -> Posts {
        let mut screen = Posts::new();
        let cuts = [
            (self.beyond_front(centre), self.ahead, self.outward),
            (self.before_entry(centre), self.outward, self.ahead),
        ];
        let mut cut = 0.0;
        for (depth, inward, other) in cuts {
            if depth <= -radius {
                return Posts::new();
            }
            if depth < radius {
                cut = radius;
                // The ends of the chord, as far as the other line leaves it.
                let half = (radius * radius - depth * depth).max(0.0).sqrt();
                let middle = centre - inward * depth;
                let chord = Segment::new(middle + inward.right() * half, middle + inward.left() * half);
                let origin = if other == self.ahead { self.front.start } else { self.entry.start };
                if let Some(kept) = part_beyond(&chord, origin, other) {
                    screen.extend([kept.start, kept.end].map(|at| Post { at, margin: clearance, cut: 0.0 }));
                }
            }
        }
        screen.push(Post { at: centre, margin: radius + clearance, cut });
        screen
    }
}

/// The part of a segment that lies more than rounding beyond the line through `origin`, on the side where `inward` points.
pub(super) fn part_beyond(segment: &Segment, origin: Point, inward: Vector) -> Option<Segment> {
    let depth = |point: Point| (point - origin).dot(inward);
    let (start, end) = (depth(segment.start), depth(segment.end));
    if start <= ROUNDING && end <= ROUNDING {
        return None;
    }
    let crossing = || segment.start + segment.span() * (start / (start - end));
    Some(Segment::new(
        if start < 0.0 { crossing() } else { segment.start },
        if end < 0.0 { crossing() } else { segment.end },
    ))
}
