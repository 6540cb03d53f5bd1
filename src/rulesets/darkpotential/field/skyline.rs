//! What stands in lines of sight, laid out so that those of it which may lie between two places are found at a glance: pieces
//! first, then their screens, eight at a time.
//!
//! A glance is rough: it is made with half of the digits, and a hundredth of an inch is let go. What it leaves out is off for certain;
//! what it shows is then looked at exactly.

use arrayvec::ArrayVec;

use super::plan::Plan;
use super::sight::Grid;
use super::structure::{Plot, Screen};
use crate::tabletop::plane::{Point, Vector};

/// How many are looked at together.
const LANES: usize = 8;

/// Most screens between two places that are told apart; where there are more, all are looked at.
const MOST_NEAR: usize = 128;

/// Inches by which a glance may be off.
const ROUGH: f32 = 0.01;

/// Sizes of a lane in which there is nothing: no way is near it.
const NOTHING: f32 = -1e30;

/// Rectangles, side by side.
#[derive(Clone, Debug)]
struct Block {
    centre: [[f32; LANES]; 2],
    right: [[f32; LANES]; 2],
    half_width: [f32; LANES],
    half_depth: [f32; LANES],
}

impl Block {
    const EMPTY: Self = Self {
        centre: [[0.0; LANES]; 2],
        right: [[0.0; LANES]; 2],
        half_width: [NOTHING; LANES],
        half_depth: [NOTHING; LANES],
    };

    fn put(&mut self, lane: usize, plan: &Plan) {
        let ([x, y], [right_x, right_y]) = (plan.centre(), plan.right());
        (self.centre[0][lane], self.centre[1][lane]) = (x as f32, y as f32);
        (self.right[0][lane], self.right[1][lane]) = (right_x as f32, right_y as f32);
        [self.half_width[lane], self.half_depth[lane]] = plan.halves().map(|half| half as f32 + ROUGH);
    }

    /// The lanes that may come near a lane of sight, a bit each.
    #[inline]
    fn near(&self, lane: &Lane) -> u32 {
        let [along_x, along_y] = lane.along;
        let greater = |a: f32, b: f32| if a > b { a } else { b };
        // By how much they are apart along the axes of both, at least: they are apart where one of these tells them apart.
        let mut apart = [0.0f32; LANES];
        for (at, apart) in apart.iter_mut().enumerate() {
            let (x, y) = (self.centre[0][at] - lane.middle[0], self.centre[1][at] - lane.middle[1]);
            let (right_x, right_y) = (self.right[0][at], self.right[1][at]);
            let (width, depth) = (self.half_width[at], self.half_depth[at]);
            let cos = (along_x * right_x + along_y * right_y).abs();
            let sin = (along_x * right_y - along_y * right_x).abs();
            let along = (x * along_x + y * along_y).abs() - (lane.half_length + width * cos + depth * sin);
            let across = (x * along_y - y * along_x).abs() - (width * sin + depth * cos);
            let wide = (x * right_x + y * right_y).abs() - (width + lane.half_length * cos);
            let deep = (x * right_y - y * right_x).abs() - (depth + lane.half_length * sin);
            *apart = greater(greater(along, across), greater(wide, deep));
        }
        let mut near = 0;
        for (at, apart) in apart.iter().enumerate() {
            near |= u32::from(*apart <= lane.half_width) << at;
        }
        near
    }
}

/// The strip of ground between two places in which all lines between them run.
#[derive(Clone, Copy, Debug)]
struct Lane {
    middle: [f32; 2],
    /// Unit vector; zero where both places are one.
    along: [f32; 2],
    half_length: f32,
    half_width: f32,
}

/// A screen, by the axes of its rectangle.
#[derive(Clone, Debug)]
pub(super) struct Slab {
    pub screen: Screen,
    /// Of which plot, and which of its parts, it is one.
    pub part: (u16, u16),
    /// Its part hides without blocking.
    pub obscures: bool,
}

/// Everything that stands in lines of sight.
#[derive(Clone, Debug, Default)]
pub(super) struct Skyline {
    /// The outlines of plots.
    plots: Vec<Block>,
    /// For each plot, the first of its blocks of screens, and how many there are.
    blocks_of: Vec<(u16, u16)>,
    blocks: Vec<Block>,
    /// The screens of the blocks, in their order; that of a lane is the number of its block times eight, and of the lane.
    slabs: Vec<Option<Slab>>,
}

/// The screens that may stand between two places, in their order.
#[derive(Clone, Debug)]
pub(super) struct Between {
    near: ArrayVec<u16, MOST_NEAR>,
    /// There are too many to tell apart.
    all: bool,
    /// One of them stops all lines, both ways, for certain.
    pub shut: bool,
}

/// How many screens are kept that stopped all lines.
const KEPT: usize = 4;

/// The screens that stopped all lines between two models when that was last asked of somebody who stood hereabouts, the last one
/// first: they are looked at first. Whichever they are, what is found is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shutter([u16; KEPT]);

impl Default for Shutter {
    fn default() -> Self {
        Self([u16::MAX; KEPT])
    }
}

impl Shutter {
    /// Puts a screen before those that stood before it.
    fn put_first(&mut self, screen: u16) {
        let place = self.0.iter().position(|kept| *kept == screen).unwrap_or(KEPT - 1);
        (0..place).rev().for_each(|at| self.0[at + 1] = self.0[at]);
        self.0[0] = screen;
    }
}

/// All lines between two models, both ways.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fan {
    /// The middles of both.
    pub middles: [Point; 2],
    /// The greater of their radii.
    pub wide: f64,
    /// The lowest and the highest that lines begin or end.
    pub heights: [f64; 2],
}

impl Fan {
    /// The outermost lines from each to the other.
    fn outermost(&self, along: Vector) -> [[Point; 2]; 4] {
        let ([one, other], aside) = (self.middles, along.right() * self.wide);
        [[one, other + aside], [one, other - aside], [other, one + aside], [other, one - aside]]
    }
}

impl Between {
    /// Nothing yet.
    #[inline]
    pub(super) fn new() -> Self {
        Self { near: ArrayVec::new(), all: false, shut: false }
    }

    /// Takes all screens that there are.
    pub(super) fn take_all(&mut self) {
        self.near.clear();
        (self.all, self.shut) = (true, false);
    }

    /// Whether nothing stands there.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.near.is_empty() && !self.all && !self.shut
    }
}

impl Skyline {
    /// That of some plots.
    pub(super) fn of(plots: &[Plot]) -> Self {
        let mut all = Self::default();
        for (number, plot) in plots.iter().enumerate() {
            if number.is_multiple_of(LANES) {
                all.plots.push(Block::EMPTY);
            }
            all.plots[number / LANES].put(number % LANES, &plot.plan);
            let first = all.blocks.len();
            let slabs = plot.parts.iter().enumerate().flat_map(|(part, it)| {
                let slab = move |screen: &Screen| Slab {
                    screen: screen.clone(),
                    part: (number as u16, part as u16),
                    obscures: it.obscures,
                };
                it.screens.iter().map(slab)
            });
            for (at, slab) in slabs.enumerate() {
                if at.is_multiple_of(LANES) {
                    all.blocks.push(Block::EMPTY);
                    all.slabs.resize(LANES * all.blocks.len(), None);
                }
                let block = first + at / LANES;
                all.blocks[block].put(at % LANES, &slab.screen.plan);
                all.slabs[LANES * block + at % LANES] = Some(slab);
            }
            all.blocks_of.push((first as u16, (all.blocks.len() - first) as u16));
        }
        all
    }

    /// Finds the screens that may stand in some lines. As soon as there is one that stops all of them, the others are left out.
    pub(super) fn find(&self, fan: &Fan, last: &mut Shutter, found: &mut Between) {
        let [from, to] = fan.middles;
        let span = to - from;
        let length = span.length();
        let along = if length > 0.0 { span * (1.0 / length) } else { span };
        let outermost = fan.outermost(along);
        let shuts = |screen: &u16| {
            let slab = self.slabs.get(usize::from(*screen)).and_then(Option::as_ref);
            slab.is_some_and(|slab| slab.shuts(&outermost, fan.heights))
        };
        if let Some(screen) = last.0.iter().copied().find(shuts) {
            found.shut = true;
            last.put_first(screen);
            return;
        }
        let middle = from.midpoint(to);
        let lane = Lane {
            middle: [middle.x as f32, middle.y as f32],
            along: [along.x as f32, along.y as f32],
            half_length: 0.5 * length as f32,
            half_width: fan.wide as f32 + ROUGH,
        };
        for (group, block) in self.plots.iter().enumerate() {
            for plot in bits(block.near(&lane)) {
                let (first, count) = self.blocks_of[LANES * group + plot];
                for number in first..first + count {
                    for screen in bits(self.blocks[usize::from(number)].near(&lane)) {
                        let screen = LANES as u16 * number + screen as u16;
                        if let Some(slab) = &self.slabs[usize::from(screen)]
                            && slab.shuts(&outermost, fan.heights)
                        {
                            found.shut = true;
                            last.put_first(screen);
                            return;
                        }
                        found.all |= found.near.try_push(screen).is_err();
                    }
                }
            }
        }
    }

    /// Those screens.
    #[inline]
    pub(super) fn slabs<'s>(&'s self, between: &'s Between) -> impl Iterator<Item = &'s Slab> {
        let (near, all): (&[u16], &[Option<Slab>]) =
            if between.all { (&[], &self.slabs) } else { (&between.near, &[]) };
        near.iter().filter_map(|at| self.slabs[usize::from(*at)].as_ref()).chain(all.iter().flatten())
    }
}

/// The places of the bits of a number, from the lowest.
#[inline]
fn bits(mut number: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = number.trailing_zeros();
        number &= number.wrapping_sub(1);
        (at < u32::BITS).then_some(at as usize)
    })
}

impl Slab {
    /// Whether it stops all lines of a fan, for certain: it is higher than they are, and the outermost ones cross it, so that those
    /// between them do as well.
    #[inline]
    fn shuts(&self, outermost: &[[Point; 2]; 4], [lowest, highest]: [f64; 2]) -> bool {
        let Screen { plan, bottom, top } = &self.screen;
        !self.obscures
            && *bottom < lowest - f64::from(ROUGH)
            && *top > highest + f64::from(ROUGH)
            && outermost.iter().all(|[start, end]| plan.is_crossed(*start, *end, f64::from(ROUGH)))
    }

    /// The lines of a grid that it stops, a bit each; what lies no higher than `lowest` stops none.
    #[inline]
    pub(super) fn met(&self, grid: &Grid, lowest: f64) -> u128 {
        if self.screen.top <= lowest { 0 } else { grid.met(&self.screen) }
    }
}
