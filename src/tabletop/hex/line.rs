//! Straight lines from hex centre to hex centre: hexes passed through, hexsides run along, hexsides crossed.

use super::{Axial, Compass};

/// How the straight line between two hex centres meets a third hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Crossing {
    /// The line runs through its inside.
    Through,
    /// The line runs along its edge, which it shares with the second hex given.
    Along(Axial),
}

/// The hexes that the line from the origin's centre to that of `to` passes through, both ends left out, in the order in
/// which it meets them; two hexes whose common side it runs along stand next to each other.
///
/// A hex is passed through when it shares a stretch of positive length with the line; a corner that is merely touched
/// does not count. The arithmetic is exact: three intervals of rationals are intersected.
///
/// ```
/// use evenodds::tabletop::hex::{Axial, Crossing, line};
///
/// let (left, right) = (Axial::new(0, 1), Axial::new(1, 0));
/// assert_eq!(line(Axial::new(1, 1)), [(left, Crossing::Along(right)), (right, Crossing::Along(left))]);
/// assert_eq!(line(Axial::new(2, 0)), [(right, Crossing::Through)]);
/// ```
#[must_use]
pub fn line(to: Axial) -> Vec<(Axial, Crossing)> {
    let met = stretches(to);
    crossings(&met).collect()
}

/// The hexes of these stretches, with those that share a side of which the line runs along.
fn crossings(met: &[(Axial, Stretch)]) -> impl Iterator<Item = (Axial, Crossing)> {
    let crossing = move |cell: Axial, s: &Stretch| {
        if !s.on_edge {
            return Crossing::Through;
        }
        let twin = met.iter().find(|(other, span)| *other != cell && span.on_edge && span.from == s.from);
        Crossing::Along(twin.expect("two hexes share an edge").0)
    };
    met.iter().map(move |(cell, s)| (*cell, crossing(*cell, s)))
}

/// The hexes that the line from the origin to `to` shares a stretch with, the ends left out, in order.
fn stretches(to: Axial) -> Vec<(Axial, Stretch)> {
    let reach = to.length() as i16;
    let mut met = Vec::new();
    for q in -reach..=reach {
        for r in -reach..=reach {
            let cell = Axial::new(q, r);
            if cell != Axial::default()
                && cell != to
                && cell.length() + (to - cell).length() <= reach as u16 + 2
                && let Some(stretch) = stretch(to, cell)
            {
                met.push((cell, stretch));
            }
        }
    }
    met.sort_by(|(_, a), (_, b)| (a.from.0 * b.from.1).cmp(&(b.from.0 * a.from.1)));
    met
}

/// The hexsides that the line from the origin to `to`, which meets the hexes of these stretches, crosses between their
/// ends, in order: the hex it leaves and the direction in which it leaves it.
fn sides<D: Compass>(to: Axial, met: &[(Axial, Stretch)]) -> impl Iterator<Item = (Axial, D)> {
    let end = stretch(to, to).map(|end| (to, end));
    let mut last = Axial::default();
    met.iter().copied().chain(end).filter_map(move |(cell, s)| {
        let before = std::mem::replace(&mut last, cell);
        // Onto an edge, and from one, it comes through a corner.
        if s.on_edge || s.through_corner { None } else { Some((before, D::of_step(cell - before)?)) }
    })
}

/// All straight lines up to some length, worked out once and read without allocation.
///
/// ```
/// use evenodds::tabletop::hex::{Axial, Crossing, Lines, flat::Direction};
///
/// let lines = Lines::<Direction>::within(10);
/// // Two hexes due north: through one hex, across its south and its north side.
/// let north = Direction::North.step();
/// let shot = lines.to(north + north).unwrap();
/// assert_eq!(shot.between, [(north, Crossing::Through)]);
/// assert_eq!(shot.sides, [(Axial::default(), Direction::North), (north, Direction::North)]);
/// assert_eq!(shot.entry(), Some(Direction::South));
/// ```
#[derive(Clone, Debug)]
pub struct Lines<D> {
    reach: u16,
    /// By offset, row by row: ends of its parts of `between` and `sides`, which begin where those of the offset before end.
    ends: Vec<[u32; 2]>,
    between: Vec<(Axial, Crossing)>,
    sides: Vec<(Axial, D)>,
}

/// What a straight line from the origin meets on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineOfSight<'a, D> {
    /// Where it ends.
    pub to: Axial,
    /// The hexes between, as [`line`] gives them.
    pub between: &'a [(Axial, Crossing)],
    /// The hexsides it crosses between their ends, in order: the hex it leaves and the direction in which it leaves it. A
    /// side that it runs along, or meets at a corner, is not crossed.
    pub sides: &'a [(Axial, D)],
}

impl<D: Compass> LineOfSight<'_, D> {
    /// The side of the last hex across which the line enters it, as the direction from that hex; none when it comes along
    /// a hexside and enters at a corner.
    #[must_use]
    pub fn entry(&self) -> Option<D> {
        let &(hex, direction) = self.sides.last()?;
        (hex + direction.step() == self.to).then(|| direction.turned(3))
    }
}

impl<D: Compass> Lines<D> {
    /// The lines to all hexes at a distance of 1 to `reach`.
    #[must_use]
    pub fn within(reach: u16) -> Self {
        let mut lines = Self { reach, ends: Vec::new(), between: Vec::new(), sides: Vec::new() };
        for to in offsets(reach) {
            if (1..=reach).contains(&to.length()) {
                let met = stretches(to);
                lines.between.extend(crossings(&met));
                lines.sides.extend(sides::<D>(to, &met));
            }
            lines.ends.push([lines.between.len() as u32, lines.sides.len() as u32]);
        }
        lines
    }

    /// The line to an offset; none to the origin itself and beyond the reach.
    #[inline]
    #[must_use]
    pub fn to(&self, to: Axial) -> Option<LineOfSight<'_, D>> {
        let [from, until] = self.parts(to)?;
        let [(a, b), (c, d)] = [0, 1].map(|part| (from[part] as usize, until[part] as usize));
        Some(LineOfSight { to, between: &self.between[a..b], sides: &self.sides[c..d] })
    }

    /// The hexes between of the line to an offset, as [`to`](Self::to) gives them with the rest.
    #[inline]
    #[must_use]
    pub fn between(&self, to: Axial) -> Option<&[(Axial, Crossing)]> {
        let [from, until] = self.parts(to)?;
        Some(&self.between[from[0] as usize..until[0] as usize])
    }

    /// Where the parts of the line to an offset begin and end.
    #[inline]
    fn parts(&self, to: Axial) -> Option<[[u32; 2]; 2]> {
        if !(1..=self.reach).contains(&to.length()) {
            return None;
        }
        let reach = i32::from(self.reach);
        let index = (i32::from(to.q) + reach) * (2 * reach + 1) + i32::from(to.r) + reach;
        // The first offset is a corner of the square, farther than the reach.
        Some([self.ends[index as usize - 1], self.ends[index as usize]])
    }

    /// All lines.
    pub fn iter(&self) -> impl Iterator<Item = LineOfSight<'_, D>> {
        offsets(self.reach).filter_map(|to| self.to(to))
    }
}

/// The square of offsets in which the hexes within a reach lie.
fn offsets(reach: u16) -> impl Iterator<Item = Axial> {
    let reach = reach as i16;
    (-reach..=reach).flat_map(move |q| (-reach..=reach).map(move |r| Axial::new(q, r)))
}

/// A rational number with positive denominator.
type Fraction = (i64, i64);

fn less(a: Fraction, b: Fraction) -> bool {
    a.0 * b.1 < b.0 * a.1
}

/// A stretch of the line inside a hex.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    /// Where it begins, from 0 at the origin to 1 at the end of the line, in lowest terms.
    from: Fraction,
    /// The stretch lies on the border of the hex.
    on_edge: bool,
    /// It begins at a corner of the hex.
    through_corner: bool,
}

/// The part of the line from the origin to `to` that lies in the closed hexagon `cell`, when longer than zero.
fn stretch(to: Axial, cell: Axial) -> Option<Stretch> {
    let (t, c) = (to.cube(), cell.cube());
    let (mut from, mut until): (Fraction, Fraction) = ((0, 1), (1, 1));
    let (mut on_edge, mut through_corner) = (false, false);
    for (a, b) in [(0, 1), (1, 2), (2, 0)] {
        // |s * slope - offset| <= 1
        let (slope, offset) = (t[a] - t[b], c[a] - c[b]);
        if slope == 0 {
            match offset.abs() {
                0 => {}
                1 => on_edge = true,
                _ => return None,
            }
            continue;
        }
        let sign = slope.signum();
        let low = ((offset * sign - 1), slope.abs());
        let high = ((offset * sign + 1), slope.abs());
        if less(from, low) {
            (from, through_corner) = (low, false);
        } else if !less(low, from) {
            // Two sides of the hexagon are met at once.
            through_corner = true;
        }
        if less(high, until) {
            until = high;
        }
    }
    let g = gcd(from.0.abs(), from.1);
    less(from, until).then(|| Stretch { from: (from.0 / g, from.1 / g), on_edge, through_corner })
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.max(1) } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::super::{flat, pointy::Direction};
    use super::*;
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    /// A sixth of a turn, and the reflection that exchanges q and r.
    const TURN: fn(Axial) -> Axial = |a| Axial::new(-a.r, a.q + a.r);
    const MIRROR: fn(Axial) -> Axial = |a| Axial::new(a.r, a.q);

    type Offsets = &'static [(i16, i16)];

    /// Target, hexes crossed, hexes touched along an edge: one sextant up to range 4, from the rulebook of Dogfaces.
    const SEXTANT: [((i16, i16), Offsets, Offsets); 9] = [
        ((2, 0), &[(1, 0)], &[]),
        ((1, 1), &[], &[(1, 0), (0, 1)]),
        ((3, 0), &[(1, 0), (2, 0)], &[]),
        ((2, 1), &[(1, 0), (1, 1)], &[]),
        ((1, 2), &[(0, 1), (1, 1)], &[]),
        ((4, 0), &[(1, 0), (2, 0), (3, 0)], &[]),
        ((3, 1), &[(1, 0), (2, 0), (1, 1), (2, 1)], &[]),
        ((2, 2), &[(1, 1)], &[(1, 0), (0, 1), (2, 1), (1, 2)]),
        ((1, 3), &[(0, 1), (0, 2), (1, 1), (1, 2)], &[]),
    ];

    #[test]
    fn lines_cross_the_tabled_hexes_under_all_twelve_symmetries() {
        let mut targets = BTreeSet::new();
        for (to, crossed, touched) in SEXTANT {
            for symmetry in 0..12 {
                let image = |(q, r): (i16, i16)| {
                    let start = if symmetry < 6 { Axial::new(q, r) } else { MIRROR(Axial::new(q, r)) };
                    (0..symmetry % 6).fold(start, |at, _| TURN(at))
                };
                let met = line(image(to));
                let of = |along: bool| -> BTreeSet<Axial> {
                    let kind = |crossing: &Crossing| matches!(crossing, Crossing::Along(_)) == along;
                    met.iter().filter(|(_, crossing)| kind(crossing)).map(|(cell, _)| *cell).collect()
                };
                assert_eq!(of(false), crossed.iter().map(|&at| image(at)).collect(), "to {to:?}, symmetry {symmetry}");
                assert_eq!(of(true), touched.iter().map(|&at| image(at)).collect(), "to {to:?}, symmetry {symmetry}");
                targets.insert(image(to));
            }
        }
        // All 54 hexes at distances 2, 3 and 4 have been shot at.
        assert_eq!(targets.len(), 12 + 18 + 24);
        assert!(Direction::ALL.iter().all(|direction| line(direction.step()).is_empty()));
    }

    #[test]
    fn hexes_along_an_edge_come_as_pairs_of_neighbours() {
        for (cell, crossing) in line(Axial::new(2, 2)) {
            if let Crossing::Along(twin) = crossing {
                assert_eq!((twin - cell).length(), 1);
                assert!(line(Axial::new(2, 2)).contains(&(twin, Crossing::Along(cell))));
            }
        }
    }

    #[test]
    fn sides_are_crossed_between_their_ends() {
        let lines = Lines::<Direction>::within(4);
        let sides = |q, r| {
            lines.to(Axial::new(q, r)).unwrap().sides.iter().map(|(at, d)| (at.q, at.r, d.name())).collect::<Vec<_>>()
        };
        assert_eq!(sides(1, 0), [(0, 0, "E")]);
        assert_eq!(sides(2, 1), [(0, 0, "E"), (1, 0, "SE"), (1, 1, "E")]);
        // From corner to corner along the side of two hexes.
        assert_eq!(sides(1, 1), []);
        assert_eq!(sides(2, 2), []);
        assert_eq!(lines.to(Axial::default()), None);
        assert_eq!(lines.to(Axial::new(4, 1)), None);
        // At a third and at two thirds of the way from hex to hex through a corner.
        let far = Lines::<Direction>::within(5);
        let past_corners = far.to(Axial::new(4, 1)).unwrap();
        assert_eq!(
            past_corners.between.iter().map(|(at, _)| (at.q, at.r)).collect::<Vec<_>>(),
            [(1, 0), (2, 0), (2, 1), (3, 1)]
        );
        assert_eq!(past_corners.sides.iter().map(|(at, _)| (at.q, at.r)).collect::<Vec<_>>(), [(0, 0), (2, 0), (3, 1)]);
    }

    /// HX-FIR-19: cover of a hexside counts when the line enters the hex across that side.
    #[test]
    fn a_line_enters_across_a_side_or_at_a_corner() {
        let lines = Lines::<flat::Direction>::within(8);
        let board = flat::Grid::flat(21, 13).ragged();
        let entry = |from: &str, to: &str| {
            let [from, to] = [from, to].map(|number| board.axial(board.parse(number).unwrap()));
            lines.to(to - from).unwrap().entry().map(flat::Direction::name)
        };
        assert_eq!(entry("1107", "1105"), Some("S"));
        assert_eq!(entry("1107", "1206"), Some("SW"));
        assert_eq!(entry("1107", "1306"), Some("SW"));
        assert_eq!(entry("1107", "1205"), None, "along the side of 1106 and 1206");
        assert_eq!(entry("1107", "1204"), Some("S"));
        assert_eq!(entry("1107", "1307"), None);
    }

    fn crossed(to: Axial) -> Vec<(Axial, Direction)> {
        sides(to, &stretches(to)).collect()
    }

    /// The line back, as seen from the origin of the line there.
    fn reversed(to: Axial) -> BTreeSet<(Axial, Option<Axial>)> {
        pairs(line(Axial::default() - to).into_iter().map(|(at, crossing)| match crossing {
            Crossing::Through => (at + to, Crossing::Through),
            Crossing::Along(twin) => (at + to, Crossing::Along(twin + to)),
        }))
    }

    fn pairs(met: impl IntoIterator<Item = (Axial, Crossing)>) -> BTreeSet<(Axial, Option<Axial>)> {
        let twin = |crossing| match crossing {
            Crossing::Through => None,
            Crossing::Along(twin) => Some(twin),
        };
        met.into_iter().map(|(at, crossing)| (at, twin(crossing))).collect()
    }

    proptest! {
        #[test]
        fn lines_are_the_same_both_ways(q in -15..16i16, r in -15..16i16) {
            let to = Axial::new(q, r);
            prop_assert_eq!(pairs(line(to)), reversed(to));
            let other_way: BTreeSet<(Axial, Direction)> = crossed(Axial::default() - to)
                .into_iter()
                .map(|(at, direction)| (at + direction.step() + to, direction.opposite()))
                .collect();
            prop_assert_eq!(crossed(to).into_iter().collect::<BTreeSet<_>>(), other_way);
        }

        /// Sides that the line crosses at less than half their length from their middles, which is 1 in 12 of squared steps.
        #[test]
        fn sides_crossed_are_met_between_their_ends(q in -15..16i16, r in -15..16i16) {
            let to = Axial::new(q, r);
            let square = |x: f64, z: f64| x * x + x * z + z * z;
            let mut expected = BTreeSet::new();
            for at in line(to).into_iter().map(|(at, _)| at).chain([Axial::default()]) {
                for direction in Direction::ALL {
                    let step = direction.step();
                    let (dx, dz) = (f64::from(step.q), f64::from(step.r));
                    // Of two offsets the scalar product, twice.
                    let along = |x: f64, z: f64| 2.0 * (x * dx + z * dz) + x * dz + z * dx;
                    let speed = along(f64::from(q), f64::from(r));
                    let middle = (f64::from(at.q) + dx / 2.0, f64::from(at.r) + dz / 2.0);
                    let time = along(middle.0, middle.1) / speed;
                    let away = square(f64::from(q) * time - middle.0, f64::from(r) * time - middle.1);
                    if speed > 0.0 && time < 1.0 && away < 1.0 / 12.0 - 1e-9 {
                        expected.insert((at, direction));
                    }
                }
            }
            prop_assert_eq!(crossed(to).into_iter().collect::<BTreeSet<_>>(), expected);
        }

        /// The hexes come in the order of the way, each a neighbour of one before; points of the line, taken finely, lie in
        /// no other hex.
        #[test]
        fn points_of_the_line_lie_in_its_hexes(q in -15..16i16, r in -15..16i16) {
            let to = Axial::new(q, r);
            let met = line(to);
            let mut last = vec![Axial::default()];
            for (at, crossing) in &met {
                prop_assert!(last.iter().any(|before| (*at - *before).length() == 1), "{:?} in {:?}", at, met);
                match crossing {
                    Crossing::Along(twin) if last.contains(twin) => last.push(*at),
                    _ => last = vec![*at],
                }
            }
            for step in 0..=600 {
                let along = f64::from(step) / 600.0;
                let (x, z) = (f64::from(q) * along, f64::from(r) * along);
                let away = |at: Axial| {
                    let (x, z) = (x - f64::from(at.q), z - f64::from(at.r));
                    let y = -x - z;
                    (x - y).abs().max((y - z).abs()).max((z - x).abs())
                };
                let inside = met.iter().map(|(at, _)| *at).chain([Axial::default(), to]).any(|at| away(at) < 1.0 + 1e-9);
                prop_assert!(inside);
            }
        }
    }

    #[test]
    fn the_table_holds_every_line_within_reach() {
        let lines = Lines::<Direction>::within(6);
        assert_eq!(lines.iter().count(), 3 * 6 * 7);
        for sight in lines.iter() {
            assert_eq!(sight.between, line(sight.to));
            assert_eq!(sight.sides, crossed(sight.to));
            assert_eq!(lines.to(sight.to), Some(sight));
        }
        assert_eq!(lines.to(Axial::new(7, 0)), None);
        assert_eq!(Lines::<Direction>::within(0).iter().count(), 0);
    }
}
