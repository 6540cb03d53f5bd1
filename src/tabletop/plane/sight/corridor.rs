//! The ground that lines of sight may run over, and what of a blocker stands in it.

use arrayvec::ArrayVec;

use super::passage::{Passage, Wedge};
use crate::tabletop::plane::outline::{MOST_CORNERS, Outline, ROUNDING};
use crate::tabletop::plane::segment::Segment;
use crate::tabletop::plane::vector::{Point, Vector};

/// Most points that stand for one blocker: its corners, and the ends of two cuts.
const MOST_POSTS: usize = MOST_CORNERS + 4;

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
    /// The margin, if what it keeps free is not wholly between front and target: what is not between does not count. Else 0.
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
    /// A blocker seen along the directions of a wedge. The corners of a whole one that stick out farthest to one side are the
    /// same for a range of directions: only those that do for directions of the wedge count.
    pub(super) fn new(posts: Posts, whole: bool, wedge: &Wedge) -> Self {
        let all = (0, posts.len() as u8);
        if !whole {
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
        let (posts, whole) = self.kept_free(corners.as_ref(), blocker.radius() + clearance);
        let in_the_way = !posts.iter().all(|post| self.room_left(post.at) >= post.margin)
            && !posts.iter().all(|post| self.room_right(post.at) >= post.margin);
        in_the_way.then(|| Screen::new(posts, whole, wedge))
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

    /// What must be kept free round a blocker, so many inches round the hull of its corners, as far as it lies between front
    /// and target; and whether that is all of it. Lines stop at the front and at the edge that is entered, so that both cut
    /// through what is kept free, not through the blocker: one beside the front has to be kept clear of as well.
    ///
    /// That it is enough: what a line must keep free of is the convex set F of all points within the margin of the hull, and the
    /// line has both ends in the convex set B between front and edge, so that it meets F if and only if it meets the convex
    /// set F ∩ B. It leaves a convex set on one side if and only if it leaves every extreme point of it there. Those of F ∩ B
    /// lie on the rims of discs round corners, which a post with its margin stands for, or where the limit of B cuts the rim of
    /// F, which is where a chord ends. A corner as far as the margin behind the limit has no part of its disc in B. Where the
    /// limit cuts F beside all of B the ends of its chord are cut off at the other limit, the corner of B.
    fn kept_free(&self, corners: &[Point], margin: f64) -> (Posts, bool) {
        let depths = |point: Point| [self.beyond_front(point), self.before_entry(point)];
        let mut posts = Posts::new();
        let mut cuts = [false; 2];
        for &at in corners {
            let [ahead, before] = depths(at);
            cuts = [cuts[0] || ahead < margin, cuts[1] || before < margin];
            if ahead > -margin && before > -margin {
                let cut = if ahead < margin || before < margin { margin } else { 0.0 };
                posts.push(Post { at, margin, cut });
            }
        }
        let sides = [(self.front.start, self.ahead), (self.entry.start, self.outward)];
        for (cut, (origin, inward), (other, beyond)) in [(cuts[0], sides[0], sides[1]), (cuts[1], sides[1], sides[0])] {
            let chord = if cut { chord(corners, margin, origin, inward) } else { None };
            if let Some(kept) = chord.and_then(|chord| part_beyond(&chord, other, beyond)) {
                posts.extend([kept.start, kept.end].map(Post::end));
            }
        }
        (posts, cuts == [false; 2])
    }
}

/// The part of the line through `origin` square to `inward` that is less than `margin` away from the hull of some corners.
fn chord(corners: &[Point], margin: f64, origin: Point, inward: Vector) -> Option<Segment> {
    let aside = inward.right();
    let place = |point: Point| ((point - origin).dot(inward), (point - origin).dot(aside));
    let (mut from, mut until) = (f64::INFINITY, f64::NEG_INFINITY);
    let mut take = |at: f64| (from, until) = (from.min(at), until.max(at));
    for (index, &corner) in corners.iter().enumerate() {
        let (depth, along) = place(corner);
        if depth.abs() < margin {
            let half = (margin * margin - depth * depth).sqrt();
            take(along - half);
            take(along + half);
        }
        // The edge to the next corner, moved out by the margin.
        let Some(out) = (corners[(index + 1) % corners.len()] - corner).unit().map(|edge| edge.right() * margin) else {
            continue;
        };
        let (next_depth, next_along) = place(corners[(index + 1) % corners.len()] + out);
        let (depth, along) = place(corner + out);
        if (depth < 0.0) != (next_depth < 0.0) {
            take(along + (next_along - along) * (depth / (depth - next_depth)));
        }
    }
    (from < until).then(|| Segment::new(origin + aside * from, origin + aside * until))
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
