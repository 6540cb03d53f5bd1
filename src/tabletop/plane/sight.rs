//! Lines of sight from an edge to a shape, past shapes that must be kept clear of.
//!
//! Whether there is a clear line is decided exactly, not by trying lines. A line that passes an obstacle leaves it either on
//! its left or on its right. Say which for each obstacle in the way: then there is a clear line if and only if one direction
//! suits every pair of a point that must stay on the left and a point that must stay on the right, and for each pair those
//! directions form a wedge. So wedges are intersected, obstacle after obstacle, each both ways, until nothing is left or all
//! obstacles are passed.
//!
//! Where the line may not be too long either, the shortest one is sought for each way of passing the obstacles. Of all lines of
//! one direction it is the one farthest to the side where front and target edge draw nearer to each other, so it touches
//! something on that side; its length is the greatest of the lengths of the lines that touch one of those points, each of which is a
//! sum of secants of the direction. Such a sum is convex, and so is the greatest of several: one search over the
//! directions of the wedge finds the shortest line of all.

use arrayvec::ArrayVec;

use super::outline::{MOST_CORNERS, Outline, ROUNDING, edges};
use super::segment::Segment;
use super::vector::{Point, Vector};

/// Most blockers in the way; more of them shut the view.
const MOST_SCREENS: usize = 64;

/// Most points that stand for one blocker: a polygon has one more corner after each of two cuts, and a disc has ends and
/// crossing of two cuts.
const MOST_POSTS: usize = MOST_CORNERS + 2;

/// Corners of the polygon that a round target is taken for.
const ROUND_CORNERS: usize = 32;

/// Sine of the narrowest wedge of directions that still holds a line.
const NARROWEST: f64 = 1e-9;

/// The larger part of a length that is divided by the golden section.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// Divisions after which a wedge is too narrow to matter. Nearer to its ends, where lines may run along the edge that they end
/// at, rounding would count.
const GOLDEN_STEPS: usize = 40;

/// Whether there is a [`sight_line`].
///
/// ```
/// use evenodds::tabletop::plane::{Base, Edge, Facing, Point, sees};
///
/// let base = |x: f64, y: f64| Base::square(Point::new(x, y), Facing::NORTH, 1.5748);
/// let front = base(0.0, 0.0).edge(Edge::Front);
/// assert!(!sees(&front, &base(0.0, 4.0), 0.005, [base(0.0, 2.0)]));
/// assert!(sees(&front, &base(0.0, 4.0), 0.005, [base(0.3, 2.0)]));
/// ```
#[must_use]
pub fn sees<O: Outline>(
    front: &Segment,
    target: &impl Outline,
    clearance: f64,
    blockers: impl IntoIterator<Item = O>,
) -> bool {
    let Some(near) = Lane::new(front, target).blockers(clearance, blockers) else { return false };
    seems_open(front, target, clearance, &near) || find_line(f64::INFINITY, front, target, clearance, &near).is_some()
}

/// A straight line from some point of `front` to some point of the target that leaves `front` to its outer side, and keeps
/// more than `clearance` inches from every blocker. The outer side is on the right of the way from start to end, as with the
/// edges of shapes.
///
/// The target ends the line where it is met first. What lies behind the front, or behind the edge by which the target is
/// entered, does not matter, be it ever so near. A round target is seen as the polygon of 32
/// corners that is drawn round it.
#[must_use]
pub fn sight_line<O: Outline>(
    front: &Segment,
    target: &impl Outline,
    clearance: f64,
    blockers: impl IntoIterator<Item = O>,
) -> Option<Segment> {
    sight_line_within(f64::INFINITY, front, target, clearance, blockers)
}

/// A [`sight_line`] that is no longer than `farthest` inches. Lines that touch what they must keep clear of count as limits
/// of lines that do not. A round target ends the line at the polygon that is drawn round it, up to half a hundredth of its radius
/// before the disc.
#[must_use]
pub fn sight_line_within<O: Outline>(
    farthest: f64,
    front: &Segment,
    target: &impl Outline,
    clearance: f64,
    blockers: impl IntoIterator<Item = O>,
) -> Option<Segment> {
    let near = Lane::new(front, target).blockers(clearance, blockers)?;
    find_line(farthest, front, target, clearance, &near)
}

/// A line past the blockers of a lane.
fn find_line<O: Outline>(
    farthest: f64,
    front: &Segment,
    target: &impl Outline,
    clearance: f64,
    near: &[O],
) -> Option<Segment> {
    let through = |entry: Segment| Corridor::between(front, &entry)?.line(farthest, clearance, near);
    let corners = target.corners();
    match corners.as_ref() {
        [centre] => edges(&drawn_round(*centre, target.radius())).find_map(through),
        hull => edges(hull).find_map(through),
    }
}

/// Parts of the front from which a line to the middle of the target is tried before others.
const TRIED: [f64; 3] = [0.5, 0.05, 0.95];

/// Inches that a line which is tried keeps clear beyond what it must, so that rounding does not matter.
const SPARE: f64 = 1e-6;

/// Whether one of a few straight lines from the front to the middle of the target is clear, for certain.
fn seems_open<O: Outline>(front: &Segment, target: &impl Outline, clearance: f64, near: &[O]) -> bool {
    let (span, middle) = (front.span(), target.middle());
    // Well ahead: as far as the target reaches, and a bit.
    let least = target.reach() + 0.1;
    if span.right().dot(middle - front.start) < least * span.length() {
        return false;
    }
    TRIED.into_iter().any(|part| {
        let line = Segment::new(front.start + span * part, middle);
        near.iter().all(|blocker| passes(&line, blocker, clearance + SPARE))
    })
}

/// Whether a line keeps more than so many inches from a blocker, for certain.
fn passes(line: &Segment, blocker: &impl Outline, apart: f64) -> bool {
    if line.keeps_off(blocker.middle(), blocker.reach() + apart) {
        return true;
    }
    let Some(base) = blocker.as_base() else { return false };
    let (ahead, right) = (base.facing.ahead(), base.facing.right());
    let (start, end, span) = (line.start - base.centre, line.end - base.centre, line.span());
    // Both ends beyond an edge, or the corners all on one side of the line.
    let beyond = |axis: Vector, half: f64| {
        let (start, end) = (start.dot(axis), end.dot(axis));
        start.min(end) > half + apart || start.max(end) < -half - apart
    };
    let spread = base.half_depth * span.cross(ahead).abs() + base.half_width * span.cross(right).abs();
    beyond(ahead, base.half_depth)
        || beyond(right, base.half_width)
        || span.cross(start).abs() > spread + apart * span.length()
}

/// The straight way from the middle of the front to the middle of the target, so wide that all lines of sight run in it.
struct Lane {
    start: Point,
    along: Vector,
    length: f64,
    half_width: f64,
}

impl Lane {
    fn new(front: &Segment, target: &impl Outline) -> Self {
        let start = front.midpoint();
        let span = target.middle() - start;
        let length = span.length();
        let along = if length > 0.0 { span * (1.0 / length) } else { Vector::new(1.0, 0.0) };
        // As far out as the corners of the polygon that is drawn round a disc.
        let reach = target.reach() + 0.01 * target.radius();
        Self { start, along, length, half_width: reach.max(0.5 * front.length()) }
    }

    /// Those of the blockers that may stand in it; none when they are too many.
    fn blockers<O: Outline>(
        &self,
        clearance: f64,
        blockers: impl IntoIterator<Item = O>,
    ) -> Option<ArrayVec<O, MOST_SCREENS>> {
        let mut near = ArrayVec::new();
        for blocker in blockers {
            if self.is_near(&blocker, clearance) {
                near.try_push(blocker).ok()?;
            }
        }
        Some(near)
    }

    #[inline]
    fn is_near(&self, blocker: &impl Outline, clearance: f64) -> bool {
        let (to, near) = (blocker.middle() - self.start, self.half_width + blocker.reach() + clearance);
        let along = to.dot(self.along);
        to.cross(self.along).abs() < near && along > -near && along < self.length + near
    }
}

/// Corners of the polygon whose edges touch a disc.
fn drawn_round(centre: Point, radius: f64) -> [Point; ROUND_CORNERS] {
    let turn = std::f64::consts::TAU / ROUND_CORNERS as f64;
    let out = radius / libm::cos(0.5 * turn);
    std::array::from_fn(|at| {
        let (sin, cos) = libm::sincos(turn * at as f64);
        centre + Vector::new(cos, sin) * out
    })
}

/// The ground between a front and an edge by which the target is entered; all lines of sight between them run there.
struct Corridor {
    /// The part of the front from which the edge can be entered, from right to left.
    front: Segment,
    /// The part of the edge that lies ahead of the front, from left to right.
    entry: Segment,
    /// Unit vector ahead of the front.
    ahead: Vector,
    /// Unit vector out of the target.
    outward: Vector,
    /// Along the left side of the corridor, away from the front.
    left: Vector,
    /// Along its right side.
    right: Vector,
}

/// What a line must pass on its right or on its left, at a distance of more than `margin`.
#[derive(Clone, Copy)]
struct Post {
    at: Point,
    margin: f64,
    /// Radius of a disc that is not wholly between front and target: what is not between does not count. Else 0.
    cut: f64,
}

type Posts = ArrayVec<Post, MOST_POSTS>;

impl Post {
    /// An end of the front or of the edge that is entered.
    fn end(at: Point) -> Self {
        Self { at, margin: 0.0, cut: 0.0 }
    }
}

/// What stands for a blocker.
struct Screen {
    posts: Posts,
    /// Those that count when it is left on the left: so many from one of them on, round and round.
    lefts: (u8, u8),
    /// Those that count when it is left on the right.
    rights: (u8, u8),
}

impl Screen {
    /// A blocker seen along the directions of a wedge. The corners of a hull that stick out farthest to one side are the same
    /// for a range of directions: only those that do for directions of the wedge count.
    fn new(posts: Posts, hull: bool, wedge: &Wedge) -> Self {
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
    fn lefts(&self) -> impl Iterator<Item = &Post> {
        self.chain(self.lefts)
    }

    #[inline]
    fn rights(&self) -> impl Iterator<Item = &Post> {
        self.chain(self.rights)
    }

    #[inline]
    fn chain(&self, (first, count): (u8, u8)) -> impl Iterator<Item = &Post> {
        let (to_the_end, from_the_start) = (self.posts.iter().skip(usize::from(first)), self.posts.iter());
        to_the_end.chain(from_the_start).take(usize::from(count))
    }
}

impl Corridor {
    fn between(front: &Segment, entry: &Segment) -> Option<Self> {
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
    fn line<O: Outline>(&self, farthest: f64, clearance: f64, blockers: &[O]) -> Option<Segment> {
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
    fn screen(&self, blocker: &impl Outline, clearance: f64, wedge: &Wedge) -> Option<Screen> {
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
    fn room_left(&self, point: Point) -> f64 {
        self.left.cross(point - self.front.end)
    }

    /// Inches to the right of the corridor's right side.
    fn room_right(&self, point: Point) -> f64 {
        -self.right.cross(point - self.front.start)
    }

    /// Inches ahead of the front.
    fn beyond_front(&self, point: Point) -> f64 {
        (point - self.front.start).dot(self.ahead)
    }

    /// Inches on this side of the edge that is entered.
    fn before_entry(&self, point: Point) -> f64 {
        (point - self.entry.start).dot(self.outward)
    }

    /// Whether a point is between front and target.
    fn between_both(&self, point: Point) -> bool {
        self.beyond_front(point) >= 0.0 && self.before_entry(point) >= 0.0
    }

    /// The part of a hull between front and target.
    fn cut_hull(&self, hull: &[Point], margin: f64) -> Posts {
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
    fn cut_disc(&self, centre: Point, radius: f64, clearance: f64) -> Posts {
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
fn part_beyond(segment: &Segment, origin: Point, inward: Vector) -> Option<Segment> {
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

/// The search for a line through a corridor.
struct Passage<'a> {
    corridor: &'a Corridor,
    screens: ArrayVec<Screen, MOST_SCREENS>,
    /// Longest line, inches.
    farthest: f64,
}

impl Passage<'_> {
    /// A line in the wedge that leaves the screens of the set `lefts` on its left and those of `rights` on its right, one bit
    /// each, and the others on either side.
    fn find(&self, wedge: Wedge, lefts: u64, rights: u64) -> Option<Segment> {
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
    fn leave_left(&self, wedge: Wedge, screen: &Screen, rights: u64) -> Option<Wedge> {
        self.rights(rights).try_fold(wedge, |wedge, right| {
            screen.lefts().try_fold(wedge, |wedge, left| wedge.between(self.corridor, left, &right))
        })
    }

    /// The directions in which a screen can be left on the right, and the screens of the set `lefts` on the left.
    fn leave_right(&self, wedge: Wedge, screen: &Screen, lefts: u64) -> Option<Wedge> {
        self.lefts(lefts).try_fold(wedge, |wedge, left| {
            screen.rights().try_fold(wedge, |wedge, right| wedge.between(self.corridor, &left, right))
        })
    }

    /// What must be left on the left.
    fn lefts(&self, lefts: u64) -> impl Iterator<Item = Post> {
        let ends = [self.corridor.front.end, self.corridor.entry.start].map(Post::end);
        ends.into_iter().chain(self.chosen(lefts).flat_map(|screen| screen.lefts().copied()))
    }

    /// What must be left on the right.
    fn rights(&self, rights: u64) -> impl Iterator<Item = Post> {
        let ends = [self.corridor.front.start, self.corridor.entry.end].map(Post::end);
        ends.into_iter().chain(self.chosen(rights).flat_map(|screen| screen.rights().copied()))
    }

    /// The screens of a set.
    fn chosen(&self, mut set: u64) -> impl Iterator<Item = &Screen> {
        std::iter::from_fn(move || {
            let screen = self.screens.get(set.trailing_zeros() as usize)?;
            set &= set - 1;
            Some(screen)
        })
    }

    /// A line along the middle of the wedge, half-way between what it leaves on its left and on its right.
    fn middle_line(&self, wedge: &Wedge, lefts: u64, rights: u64) -> Segment {
        let along = (wedge.left + wedge.right).unit().unwrap_or(wedge.left);
        let [from, to] = self.room(along, lefts, rights);
        self.line_at(along, 0.5 * (from + to))
    }

    /// The shortest line in the wedge, if it is no longer than it may be.
    fn shortest_line(&self, wedge: &Wedge, lefts: u64, rights: u64) -> Option<Segment> {
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
    fn room(&self, along: Vector, lefts: u64, rights: u64) -> [f64; 2] {
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
    fn line_at(&self, along: Vector, offset: f64) -> Segment {
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
struct Wedge {
    right: Vector,
    left: Vector,
}

impl Wedge {
    /// The directions that point to the left of a unit vector.
    fn left_of(self, limit: Vector) -> Option<Self> {
        let wedge = match (limit.cross(self.right) >= 0.0, limit.cross(self.left) >= 0.0) {
            (true, true) => self,
            (false, true) => Wedge { right: limit, ..self },
            (true, false) => Wedge { left: -limit, ..self },
            (false, false) => return None,
        };
        (wedge.right.cross(wedge.left) > NARROWEST).then_some(wedge)
    }

    /// The directions of lines that have one post on their left and another on their right, at more than their margins.
    fn between(self, corridor: &Corridor, left: &Post, right: &Post) -> Option<Self> {
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
            let touch = |post: &Post, side: Vector| post.cut == 0.0 || corridor.between_both(post.at + side * post.cut);
            if touch(left, limit.right()) && touch(right, limit.left()) {
                wedge = wedge.left_of(limit * sign)?;
            }
        }
        Some(wedge)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tabletop::plane::testing::{any_base, any_shape};
    use crate::tabletop::plane::{Base, Disc, Edge, Facing, Shape, edge_distance, overlap, point_distance};

    use proptest::prelude::*;

    const SIDE: f64 = 40.0 / 25.4;
    const CLEARANCE: f64 = 0.005;

    fn base(x: f64, y: f64) -> Base {
        Base::square(Point::new(x, y), Facing::NORTH, SIDE)
    }

    fn seen(target: &impl Outline, blockers: &[Shape]) -> bool {
        sees(&base(0.0, 0.0).edge(Edge::Front), target, CLEARANCE, blockers)
    }

    fn bases(places: &[(f64, f64)]) -> Vec<Shape> {
        places.iter().map(|&(x, y)| Shape::from(base(x, y))).collect()
    }

    #[test]
    fn dg_geo_01_a_base_of_the_same_width_hides_what_is_behind_it() {
        assert!(seen(&base(0.0, 4.0), &[]));
        assert!(!seen(&base(0.0, 4.0), &bases(&[(0.0, 2.0)])));
    }

    #[test]
    fn dg_geo_02_beside_it_there_is_sight() {
        let friend = bases(&[(0.3, 2.0)]);
        assert!(seen(&base(0.0, 4.0), &friend));
        let line = sight_line(&base(0.0, 0.0).edge(Edge::Front), &base(0.0, 4.0), CLEARANCE, &friend).unwrap();
        assert!(line.start.x < -0.49 && line.end.x < -0.49);
    }

    #[test]
    fn dg_geo_04_and_05_sight_goes_ahead_of_the_front() {
        assert!(!seen(&base(2.5, 0.0), &[]));
        assert!(seen(&base(2.5, 0.2), &[]));
        assert!(!seen(&base(0.0, -4.0), &[]));
    }

    #[test]
    fn dg_geo_07_a_round_hill_hides_what_is_as_wide() {
        let hill = |x: f64| [Shape::Disc(Disc { centre: Point::new(x, 3.0), radius: 1.0 })];
        assert!(!seen(&base(0.0, 6.0), &hill(0.0)));
        assert!(seen(&base(0.0, 6.0), &hill(0.3)));
        assert!(seen(&base(0.0, 6.0), &hill(1.0)));
    }

    #[test]
    fn dg_geo_09_there_is_no_sight_through_a_seam() {
        let half = SIDE / 2.0;
        assert!(!seen(&base(0.0, 4.0), &bases(&[(-half, 2.0), (half, 2.0)])));
        // Twice the clearance on both sides opens it, and so does a corridor along the seam.
        assert!(!seen(&base(0.0, 4.0), &bases(&[(-half - 0.0049, 2.0), (half + 0.0049, 2.0)])));
        assert!(seen(&base(0.0, 4.0), &bases(&[(-half - 0.0051, 2.0), (half + 0.0051, 2.0)])));
    }

    #[test]
    fn a_slanting_line_finds_its_way_between_two_ranks() {
        // Gaps in two ranks, the first a bit to the left, the second to the right.
        let ranks = |gap: f64| {
            let half = 0.5 * (SIDE + gap);
            bases(&[(-0.3 - half, 1.7), (-0.3 + half, 1.7), (0.3 - half, 3.6), (0.3 + half, 3.6)])
        };
        assert!(!seen(&base(0.0, 5.5), &ranks(0.48)));
        assert!(seen(&base(0.0, 5.5), &ranks(0.53)));
    }

    #[test]
    fn what_stands_behind_the_target_or_the_front_does_not_matter() {
        let beside = bases(&[(SIDE, 0.0), (-SIDE, 0.0), (SIDE, 3.0), (-SIDE, 3.0), (0.0, 3.0 + SIDE), (0.0, -SIDE)]);
        assert!(seen(&base(0.0, 3.0), &beside));
        // A rock reaches from the target's flank to behind it, another from beside the front to behind it.
        let rocks = [(2.2, 3.5, 1.4), (-2.2, -0.2, 1.4)]
            .map(|(x, y, radius)| Shape::Disc(Disc { centre: Point::new(x, y), radius }));
        assert!(seen(&base(0.0, 3.0), &rocks));
    }

    #[test]
    fn round_targets_are_seen() {
        let pool = Disc { centre: Point::new(0.0, 4.0), radius: 1.0 };
        assert!(seen(&pool, &[]));
        assert!(!seen(&pool, &bases(&[(0.0, 2.0), (SIDE, 2.0), (-SIDE, 2.0)])));
        assert!(!seen(&Disc { centre: Point::new(3.0, -0.5), radius: 1.0 }, &[]));
    }

    #[test]
    fn the_shortest_line_is_found() {
        let half = SIDE / 2.0;
        let front = base(0.0, 0.0).edge(Edge::Front);
        let within = |farthest: f64, target: &Base, blockers: &[Shape]| {
            sight_line_within(farthest, &front, target, 0.0, blockers).is_some()
        };
        let holds = |least: f64, target: &Base, blockers: &[Shape]| {
            assert!(within(least + 1e-7, target, blockers) && !within(least - 1e-7, target, blockers), "{least}");
        };
        holds(4.0 - SIDE, &base(0.0, 4.0), &[]);
        // From corner to corner.
        holds((3.0 - SIDE).hypot(4.0 - SIDE), &base(3.0, 4.0), &[]);
        let aslant = Base::square(Point::new(0.0, 5.0), Facing::from_degrees(45.0), SIDE);
        holds(5.0 - half - half * std::f64::consts::SQRT_2, &aslant, &[]);
        // Past the left side of one base and the right side of another, farther to the right: the line touches a corner of each.
        let ranks = bases(&[(half, 1.7), (0.2 - half, 5.0)]);
        let slope = 0.2 / (3.3 - SIDE);
        holds((8.0 - SIDE) * 1f64.hypot(slope), &base(0.0, 8.0), &ranks);
    }

    /// A line from the front to the target of so many inches at most, tried at so many points of each, that keeps this clear of
    /// everything.
    fn tried(
        farthest: f64,
        front: &Segment,
        target: &Shape,
        clearance: f64,
        blockers: &[Shape],
        points: u32,
    ) -> Option<Segment> {
        let ahead = front.span().right();
        let spread = |line: &Segment, at: u32| line.start + line.span() * (f64::from(at) / f64::from(points));
        let corners = target.corners();
        let clear = |line: &Segment| {
            // The target must not be entered on the way.
            let short = Segment::new(line.start, line.start + line.span() * (1.0 - 1e-6));
            line.length() <= farthest
                && line.span().dot(ahead) > 1e-6
                && edge_distance(&short, target) > 0.0
                && blockers.iter().all(|blocker| edge_distance(line, blocker) > clearance)
        };
        let lines = edges(corners).flat_map(|edge| {
            (0..=points)
                .flat_map(move |from| (0..=points).map(move |to| Segment::new(spread(front, from), spread(&edge, to))))
        });
        lines.into_iter().find(clear)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        /// A line that is tried first is one that is found by the search.
        #[test]
        fn what_seems_open_is(
            target in any_base(6.0), blockers in prop::collection::vec(any_base(6.0), 0..8), rocks in any_shape(6.0),
        ) {
            let firer = base(0.0, 0.0);
            prop_assume!(!overlap(&firer, &target));
            let front = firer.edge(Edge::Front);
            let line = sight_line(&front, &target, CLEARANCE, &blockers);
            prop_assert_eq!(sees(&front, &target, CLEARANCE, &blockers), line.is_some());
            let line = sight_line(&front, &target, CLEARANCE, [&rocks]);
            prop_assert_eq!(sees(&front, &target, CLEARANCE, [&rocks]), line.is_some());
        }

        /// A line that is found by trying is found; a line that is found keeps clear.
        #[test]
        fn lines_are_found_by_trying(
            target in any_base(3.0), blockers in prop::collection::vec(any_shape(3.0), 0..5),
            farthest in prop_oneof![Just(f64::INFINITY), 0.5..9.0],
        ) {
            let firer = base(0.0, -3.0);
            let target = Shape::from(target.moved(Vector::new(0.0, 3.0)));
            prop_assume!(!overlap(&firer, &target));
            let front = firer.edge(Edge::Front);
            let blockers: Vec<Shape> = blockers.into_iter().filter(|blocker| !overlap(blocker, &target)).collect();
            match sight_line_within(farthest, &front, &target, CLEARANCE, &blockers) {
                Some(line) => {
                    prop_assert!(line.length() <= farthest);
                    prop_assert!(front.distance_to_point(line.start) < 1e-9);
                    prop_assert!(point_distance(line.end, &target) < 1e-9);
                    prop_assert!(line.span().dot(front.span().right()) > 0.0);
                    let short = Segment::new(line.start, line.start + line.span() * (1.0 - 1e-6));
                    prop_assert!(edge_distance(&short, &target) > 0.0);
                    // Two, where it ends at a corner.
                    let entries = edges(target.corners()).filter(|edge| edge.distance_to_point(line.end) < 1e-9);
                    let corridors: Vec<_> = entries.filter_map(|entry| Corridor::between(&front, &entry)).collect();
                    prop_assert!(!corridors.is_empty());
                    for blocker in &blockers {
                        let between = |corner: Point, it: &Corridor| {
                            it.beyond_front(corner).min(it.before_entry(corner)) >= blocker.radius()
                        };
                        let whole =
                            corridors.iter().all(|it| blocker.corners().iter().all(|&corner| between(corner, it)));
                        let least = if whole { CLEARANCE - 1e-9 } else { 0.0 };
                        prop_assert!(edge_distance(&line, blocker) > least, "{line:?} {blocker:?}");
                    }
                }
                None => {
                    let line = tried(farthest - 1e-6, &front, &target, CLEARANCE + 1e-6, &blockers, 24);
                    prop_assert!(line.is_none(), "{line:?}");
                }
            }
        }
    }
}
