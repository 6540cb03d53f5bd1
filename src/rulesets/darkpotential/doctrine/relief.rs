//! The terrain as a script sees it: drawn on squares of half an inch, coarse enough to tell by a few steps along a line what two
//! places see of each other. The rules look closer; who judges hundreds of places does not have to.

use super::super::combat::{Cover, Grade};
use super::super::field::{Field, Stand};
use super::super::rules::{AreaSight, Rules};
use super::super::terrain::{Category, DOOR, GAP, PARAPET, Piece, SIDES, WALL, WALL_PER_WINDOW, WINDOW};
use super::ground::Mutual;
use crate::tabletop::plane::{Area, Outline, Point, Segment, Shape, Vector};

/// Inches of a square on a table of the usual size, and most squares along an edge of any table.
const SQUARE: f64 = 0.5;
const MOST_SQUARES: f64 = 512.0;

/// Parts of an inch in which heights are kept.
const PARTS: f64 = 16.0;

/// Heights of the lines that are followed to a model, above its foot: shares of its height, and its eyes.
const ROWS: [f64; 2] = [0.08, 0.52];
const LINES: usize = 3;
const ALL_LINES: u8 = (1 << LINES) - 1;

/// Inches from who looks within which something stands at its base, and gives nobody cover from it.
const BESIDE: f64 = 0.8;

/// Bits of a fraction of a square.
const FRACTION: u32 = 16;

/// Inches of area terrain beyond which it blocks, by `area-sight = block-beyond-6`.
const DEEPEST: f64 = 6.0;

/// Greatest penalty for cover that is told apart.
pub(super) const MOST_PENALTY: i32 = 7;

/// What stands on a square. Pieces are numbered from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Square {
    /// Height to which it blocks, and to which it hides; in parts of an inch above the table.
    blocks: u8,
    hides: u8,
    /// The piece that hides.
    piece: u8,
    /// The area terrain, or the room, that the square belongs to.
    within: u8,
}

/// What a square is to who looks from the ground to the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Heap {
    /// Nothing.
    Flat,
    /// Something that may hide.
    Low,
    /// It blocks everything.
    High,
}

/// What matters of a piece.
#[derive(Clone, Copy, Debug)]
struct Kind {
    grade: Grade,
    /// It is a building: its room is no area terrain, but its walls are heavy cover for who is inside.
    building: bool,
}

/// A table drawn on squares.
#[derive(Clone, Debug)]
pub(super) struct Relief {
    table: Area,
    /// Inches of a square, and squares of an inch.
    square: f64,
    squares_of_inch: f64,
    columns: usize,
    rows: usize,
    squares: Vec<Square>,
    heaps: Vec<Heap>,
    kinds: Vec<Kind>,
    /// Penalty by grade, full and partial.
    penalties: [[i32; 2]; 4],
    lines: [f64; LINES],
    eye: f64,
    eye_parts: u8,
    /// Hidden share from which cover is full.
    cover_half: f64,
    blocks_deep: bool,
}

impl Default for Relief {
    fn default() -> Self {
        Self {
            table: Area::table(0.0, 0.0),
            square: SQUARE,
            squares_of_inch: 1.0 / SQUARE,
            columns: 0,
            rows: 0,
            squares: Vec::new(),
            heaps: Vec::new(),
            kinds: Vec::new(),
            penalties: [[0; 2]; 4],
            lines: [0.0; LINES],
            eye: 0.0,
            eye_parts: 0,
            cover_half: 0.5,
            blocks_deep: false,
        }
    }
}

/// Somebody who looks, or is looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Eye {
    pub point: Point,
    pub foot: f64,
}

impl From<&Stand> for Eye {
    fn from(stand: &Stand) -> Self {
        Self { point: stand.spot.point, foot: stand.foot }
    }
}

/// What hides a model from another one: lines, a bit each.
#[derive(Clone, Copy, Debug, Default)]
struct Hidden {
    blocked: u8,
    covered: u8,
    grade: u8,
}

/// Two models, and the squares on which they stand.
struct Ends {
    place: Eye,
    figure: Eye,
    start: Square,
    end: Square,
    on_the_ground: bool,
}

impl Relief {
    /// Draws a table.
    pub(super) fn draw(&mut self, field: &Field, rules: &Rules) {
        self.table = *field.table();
        let extent = self.table.max - self.table.min;
        self.square = SQUARE.max(extent.x.max(extent.y) / MOST_SQUARES);
        self.squares_of_inch = 1.0 / self.square;
        self.columns = (extent.x * self.squares_of_inch).ceil() as usize + 1;
        self.rows = (extent.y * self.squares_of_inch).ceil() as usize + 1;
        self.squares.clear();
        self.squares.resize(self.columns * self.rows, Square::default());
        self.kinds.clear();
        self.kinds.push(Kind { grade: Grade::None, building: false });
        let grades = [Grade::None, Grade::Light, Grade::Medium, Grade::Heavy];
        self.penalties = grades.map(|grade| {
            [false, true].map(|partial| Cover { grade, partial, more: 0 }.penalty(rules, 0).clamp(0, MOST_PENALTY))
        });
        let inch = 1.0 / rules.length_scale;
        let [low, middle] = ROWS.map(|share| share * rules.model_height * inch);
        self.eye = rules.eye_height * inch;
        self.eye_parts = parts(self.eye);
        self.lines = [low, middle, self.eye];
        self.cover_half = rules.cover_half;
        self.blocks_deep = rules.area_sight == AreaSight::BlockBeyond6;
        for piece in field.pieces() {
            self.add(piece, inch);
        }
        let (squares, eye) = (&self.squares, self.eye_parts);
        let heap = |square: &Square| match (square.blocks > eye, square.hides | square.blocks > 0) {
            (true, _) => Heap::High,
            (_, true) => Heap::Low,
            _ => Heap::Flat,
        };
        self.heaps.clear();
        self.heaps.extend(squares.iter().map(heap));
    }

    fn add(&mut self, piece: &Piece, inch: f64) {
        let Some(number) = u8::try_from(self.kinds.len()).ok() else { return };
        let kind = &piece.kind;
        let building = kind.category == Category::Building;
        self.kinds.push(Kind { grade: kind.grade, building });
        let height = parts(kind.height);
        match kind.category {
            Category::Area | Category::Ruin => {
                let hides = if kind.obscures { height } else { 0 };
                self.fill(&piece.outline, |square| {
                    square.within = number;
                    if hides > square.hides {
                        (square.hides, square.piece) = (hides, number);
                    }
                });
            }
            Category::Building => self.fill(&piece.outline, |square| square.within = number),
            Category::Hill | Category::Solid => self.fill(&piece.outline, |square| square.raise(height, true, number)),
            Category::Linear | Category::HighWall => {}
        }
        let base = &piece.rectangle;
        match kind.category {
            Category::Area | Category::Hill | Category::Solid => {}
            Category::Ruin => {
                for side in SIDES.into_iter().filter(|side| piece.has_wall(*side)) {
                    let edge = inner(&base.edge(side), WALL * inch);
                    let (middle, half) = (0.5 * edge.length(), 0.5 * GAP * inch);
                    let top = if side == piece.floor { parts(kind.height + PARAPET * inch) } else { height };
                    self.stroke(&edge, 0.0, middle - half, |square| square.raise(top, true, number));
                    self.stroke(&edge, middle + half, edge.length(), |square| square.raise(top, true, number));
                }
            }
            Category::Building => {
                let sill = parts(WINDOW[1] * inch);
                for side in SIDES {
                    let edge = inner(&base.edge(side), WALL * inch);
                    let length = edge.length();
                    self.stroke(&edge, 0.0, length, |square| square.raise(height, true, number));
                    let windows = (length / (WALL_PER_WINDOW * inch) + 1e-9) as u32;
                    for at in 0..windows {
                        let centre = (f64::from(at) + 0.5) * length / f64::from(windows);
                        let half = 0.5 * WINDOW[0] * inch;
                        self.stroke(&edge, centre - half, centre + half, |square| square.lower(sill));
                    }
                    if piece.is_long(side) {
                        let (middle, half) = (0.5 * length, 0.5 * DOOR[0] * inch);
                        self.stroke(&edge, middle - half, middle + half, |square| square.lower(0));
                    }
                }
            }
            Category::Linear | Category::HighWall => {
                for side in SIDES.into_iter().filter(|side| piece.is_long(*side)).take(1) {
                    let axis = inner(&base.edge(side), 2.0 * base.half_across(side));
                    let blocks = !kind.obscures;
                    self.stroke(&axis, 0.0, axis.length(), |square| square.raise(height, blocks, number));
                }
            }
        }
    }

    /// The squares whose middle lies in a convex outline.
    fn fill(&mut self, outline: &Shape, mut paint: impl FnMut(&mut Square)) {
        let (square, min) = (self.square, self.table.min);
        let (columns, squares) = (self.columns, &mut self.squares);
        spans(outline, min, square, [columns, self.rows], |row, from, until| {
            squares[row * columns + from..row * columns + until].iter_mut().for_each(&mut paint);
        });
    }

    /// The squares on a part of a line.
    fn stroke(&mut self, line: &Segment, from: f64, until: f64, mut paint: impl FnMut(&mut Square)) {
        if until <= from {
            return;
        }
        let along = line.span() * (1.0 / line.length());
        let steps = (2.0 * (until - from) * self.squares_of_inch).ceil().max(1.0) as u32;
        for step in 0..=steps {
            let at = line.start + along * (from + (until - from) * f64::from(step) / f64::from(steps));
            if let Some(number) = self.number(at) {
                paint(&mut self.squares[number]);
            }
        }
    }

    /// The square of a point on the table.
    fn number(&self, point: Point) -> Option<usize> {
        let (x, y) =
            ((point.x - self.table.min.x) * self.squares_of_inch, (point.y - self.table.min.y) * self.squares_of_inch);
        let (column, row) = (x as usize, y as usize);
        (x >= 0.0 && y >= 0.0 && column < self.columns && row < self.rows).then(|| row * self.columns + column)
    }

    /// What two models see of each other, if they do: by the line between them, and where that is blocked by those past a rim.
    pub(super) fn look(&self, place: Eye, figure: Eye, radius: f64) -> Option<Mutual> {
        let way = figure.point - place.point;
        let length = way.length();
        if length <= radius {
            return Some(Mutual { of_place: 0, of_figure: 0 });
        }
        let [start, end] =
            [place, figure].map(|it| self.number(it.point).map_or(Square::default(), |at| self.squares[at]));
        let ends = Ends { place, figure, start, end, on_the_ground: place.foot == 0.0 && figure.foot == 0.0 };
        let mut met = self.follow(&ends, place.point, figure.point);
        if met.is_none() {
            let rim = way.left() * (radius / length);
            let lines = [(Vector::ZERO, rim), (Vector::ZERO, -rim), (rim, Vector::ZERO), (-rim, Vector::ZERO)];
            met =
                lines.into_iter().find_map(|(one, other)| self.follow(&ends, place.point + one, figure.point + other));
            // The middle is hidden by what blocks.
            let hard = Grade::Medium as u8;
            for hidden in met.iter_mut().flatten() {
                (hidden.grade, hidden.covered) = (hidden.grade.max(hard), hidden.covered | (ALL_LINES & !1));
            }
        }
        let [forth, back] = met?;
        Some(Mutual { of_place: self.penalty(back, start, place), of_figure: self.penalty(forth, end, figure) })
    }

    /// What hides the one and the other along a line, there and back; none when neither sees the other.
    fn follow(&self, ends: &Ends, from: Point, to: Point) -> Option<[Hidden; 2]> {
        let mut hidden = [Hidden::default(); 2];
        let way = (to - from) * self.squares_of_inch;
        let length = way.length();
        let steps = length as u32;
        if steps < 2 {
            return Some(hidden);
        }
        let share = 1.0 / f64::from(steps);
        let whole = |squares: f64| (squares * f64::from(1 << FRACTION)) as i32;
        let [step_x, step_y] = [way.x, way.y].map(|squares| whole(squares * share));
        let start = (from - self.table.min) * self.squares_of_inch;
        let (mut x, mut y) = (whole(start.x), whole(start.y));
        let beside = BESIDE * self.squares_of_inch / length;
        let mut deep = 0_u32;
        for number in 1..steps {
            (x, y) = (x + step_x, y + step_y);
            let at = (y >> FRACTION) as usize * self.columns + (x >> FRACTION) as usize;
            match self.heaps.get(at) {
                None | Some(Heap::Flat) => continue,
                Some(Heap::High) if ends.on_the_ground => return None,
                Some(_) => {}
            }
            let square = self.squares[at];
            let shared = share * f64::from(number);
            deep += u32::from(square.blocks == 0 && square.piece == square.within);
            let far = [square.piece != ends.start.within && shared > beside, {
                square.piece != ends.end.within && shared < 1.0 - beside
            }];
            let high = ends.on_the_ground && square.blocks == 0 && square.hides > self.eye_parts;
            let [blocked, covered] = if high { [[0; 2], [ALL_LINES; 2]] } else { self.met(ends, square, shared) };
            let grade = self.kinds[usize::from(square.piece)].grade as u8;
            for (at, target) in [ends.end, ends.start].into_iter().enumerate() {
                let hidden = &mut hidden[at];
                hidden.blocked |= blocked[at];
                if covered[at] != 0 && far[at] {
                    hidden.covered |= covered[at];
                    hidden.grade = hidden.grade.max(self.grade_for(grade, square, target));
                }
            }
            if hidden[0].blocked & hidden[1].blocked == ALL_LINES {
                return None;
            }
        }
        let open = !self.blocks_deep || f64::from(deep) * self.square <= DEEPEST;
        open.then_some(hidden)
    }

    /// The lines that a square blocks, and those that it hides: there and back.
    fn met(&self, ends: &Ends, square: Square, shared: f64) -> [[u8; 2]; 2] {
        let (place, figure) = (ends.place.foot, ends.figure.foot);
        let under = |top: u8| {
            let top = f64::from(top) / PARTS;
            let mut met = [0_u8; 2];
            for (line, height) in self.lines.iter().enumerate().filter(|_| top > 0.0) {
                let there = place + self.eye + (figure + height - place - self.eye) * shared;
                let hither = figure + self.eye + (place + height - figure - self.eye) * (1.0 - shared);
                met[0] |= u8::from(there < top) << line;
                met[1] |= u8::from(hither < top) << line;
            }
            met
        };
        let hides = under(square.hides);
        [if square.blocks == square.hides { hides } else { under(square.blocks) }, hides]
    }

    /// a wall of the building in which the target stands is heavy cover.
    fn grade_for(&self, grade: u8, square: Square, target: Square) -> u8 {
        let inside = target.within == square.piece && self.kinds[usize::from(square.piece)].building;
        if inside { Grade::Heavy as u8 } else { grade }
    }

    /// Penalty for who shoots at a model.
    fn penalty(&self, hidden: Hidden, square: Square, target: Eye) -> i32 {
        let kind = self.kinds[usize::from(square.within)];
        let ground = target.foot == 0.0 && square.within > 0 && !kind.building;
        let inside = if ground { self.penalties[kind.grade as usize][0] } else { 0 };
        let count = f64::from(hidden.covered.count_ones());
        let partial = count < self.cover_half * LINES as f64;
        let behind =
            if hidden.covered > 0 { self.penalties[usize::from(hidden.grade)][usize::from(partial)] } else { 0 };
        inside.max(behind)
    }
}

impl Square {
    /// Something stands here.
    fn raise(&mut self, height: u8, blocks: bool, piece: u8) {
        if blocks {
            self.blocks = self.blocks.max(height);
        }
        if height > self.hides {
            (self.hides, self.piece) = (height, piece);
        }
    }

    /// There is an opening above this height.
    fn lower(&mut self, height: u8) {
        (self.blocks, self.hides) = (height, height);
    }
}

/// A height in parts of an inch.
fn parts(height: f64) -> u8 {
    (height * PARTS).round().min(f64::from(u8::MAX)) as u8
}

/// The middle line of a wall that is so thick and stands on the inner side of an edge.
pub(super) fn inner(edge: &Segment, thickness: f64) -> Segment {
    let inward = edge.span().unit().map_or(edge.span(), |along| along.left() * (0.5 * thickness));
    Segment::new(edge.start + inward, edge.end + inward)
}

/// Shows for each row of a lattice which of its points lie in a convex outline: from the first until beyond the last. The points
/// are the middles of squares.
pub(super) fn spans(
    outline: &Shape,
    min: Point,
    square: f64,
    [columns, rows]: [usize; 2],
    mut visit: impl FnMut(usize, usize, usize),
) {
    let (middle, reach) = (outline.middle(), outline.reach());
    let line = |y: f64| ((y - min.y) / square - 0.5).ceil().max(0.0) as usize;
    let (first, last) = (line(middle.y - reach), line(middle.y + reach).min(rows));
    let corners = outline.corners();
    for row in first..last {
        let y = min.y + square * (row as f64 + 0.5);
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        if let [centre] = corners {
            let half = outline.radius() * outline.radius() - (y - centre.y) * (y - centre.y);
            if half >= 0.0 {
                (low, high) = (centre.x - half.sqrt(), centre.x + half.sqrt());
            }
        } else {
            for (at, start) in corners.iter().enumerate() {
                let end = corners[(at + 1) % corners.len()];
                if (start.y <= y) != (end.y <= y) {
                    let x = start.x + (end.x - start.x) * (y - start.y) / (end.y - start.y);
                    (low, high) = (low.min(x), high.max(x));
                }
            }
        }
        if low <= high {
            let place = |x: f64| ((x - min.x) / square - 0.5).ceil().max(0.0) as usize;
            let (from, until) = (place(low).min(columns), place(high).min(columns));
            if from < until {
                visit(row, from, until);
            }
        }
    }
}

/// What tells one table from another: a digest of all that is drawn of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fingerprint(u64);

impl Fingerprint {
    /// Of a table, and the bases for which it is surveyed.
    pub(super) fn of(field: &Field, radius: f64) -> Self {
        const PRIME: u64 = 0x0000_0100_0000_01b3;
        let mut digest: u64 = 0xcbf2_9ce4_8422_2325;
        let mut add = |number: u64| digest = (digest ^ number).wrapping_mul(PRIME).rotate_left(29);
        let extent = field.table().max - field.table().min;
        [extent.x, extent.y, radius].into_iter().for_each(|number| add(number.to_bits()));
        for piece in field.pieces() {
            let (kind, base) = (&piece.kind, &piece.rectangle);
            let (ahead, centre) = (base.facing.ahead(), base.centre);
            let numbers = [centre.x, centre.y, ahead.x, ahead.y, base.half_width, base.half_depth, kind.height];
            numbers.into_iter().for_each(|number| add(number.to_bits()));
            let walls = piece.walls.iter().fold(0, |walls, wall| 2 * walls + u64::from(*wall));
            let corners = piece.outline.corners().len() as u64;
            let words = [kind.category as u64, kind.grade as u64, piece.floor as u64, walls, corners];
            let flags = u64::from(kind.difficult) + 2 * u64::from(kind.obscures);
            add(words.into_iter().fold(flags, |all, word| 16 * all + word));
        }
        Self(digest)
    }
}

#[cfg(test)]
mod tests {
    use super::super::ground::mutual;
    use super::*;
    use crate::dice::{Address, Purpose, Seat};
    use crate::game::CodexFile;
    use crate::rulesets::darkpotential::codex::Codex;
    use crate::rulesets::darkpotential::random_board;
    use crate::rulesets::darkpotential::terrain::Board;
    use crate::tabletop::plane::Spot;

    const RADIUS: f64 = 0.4921;

    fn drawn(field: &Field) -> Relief {
        let mut relief = Relief::default();
        relief.draw(field, field.rules());
        relief
    }

    #[test]
    fn on_a_bare_table_everybody_sees_everybody() {
        let field = Field::new(&Rules::default(), &Board::bare(48.0, 48.0));
        let eye = |x: f64, y: f64| Eye { point: Point::new(x, y), foot: 0.0 };
        let look = drawn(&field).look(eye(1.0, 1.0), eye(47.0, 40.0), RADIUS);
        assert_eq!(look, Some(Mutual { of_place: 0, of_figure: 0 }));
    }

    /// A glance tells nine times in ten whether two places see each other, and seldom errs on one side only.
    #[test]
    fn glances_tell_most_of_what_the_rules_see() {
        let (codex, rules) = (Codex::built_in(), Rules::default());
        let (mut right, mut hidden, mut shown) = (0.0, 0.0, 0.0);
        for pair in 0..3 {
            let mut lot = Address { seed: 5, cell: 0, pair }.open(Seat::Environment, Purpose::Setup, 0);
            let board = random_board::draw(&codex, &rules, rules.terrain_area, &mut lot).board;
            let field = Field::new(&rules, &board);
            let relief = drawn(&field);
            let places =
                || (0..23 * 23).map(|at| Point::new(f64::from(at % 23) * 2.0 + 1.5, f64::from(at / 23) * 2.0 + 1.5));
            let stands = || places().map(|point| field.stand(Spot::from(point), RADIUS)).filter(|it| field.stands(it));
            for one in stands().step_by(11) {
                for other in stands().step_by(7).filter(|it| it.gap(&one) > 1.0 && it.gap(&one) < 24.0) {
                    let exact = mutual(&field, &one, &other).is_some();
                    let rough = relief.look(Eye::from(&one), Eye::from(&other), RADIUS).is_some();
                    *if exact == rough {
                        &mut right
                    } else if exact {
                        &mut hidden
                    } else {
                        &mut shown
                    } += 1.0;
                }
            }
        }
        let all: f64 = right + hidden + shown;
        assert!(all > 1000.0 && right > 0.88 * all, "{right} {hidden} {shown}");
        assert!(hidden < 3.0 * shown && shown < 3.0 * hidden, "{right} {hidden} {shown}");
    }
}
