//! Tables drawn by chance (DP-SET-02, DP-SET-03, R-52, R-62).
//!
//! Pieces go down in falling size, each with its image under a half turn, with smaller and straighter second tries; then the
//! table is filled up with more of them, then come linear obstacles. A draw that misses the wanted area, or leaves gaps that
//! are too wide, is thrown away and drawn again.

mod gaps;

use super::codex::Codex;
use super::rules::{Rules, TerrainSymmetry};
use super::terrain::{Board, Category, Footprint, MOST_PIECES, Piece, SIDES, TerrainType};
use crate::dice::Dice;
use crate::tabletop::plane::{
    Area, Edge, Facing, Outline, Point, Shape, Turn, Vector, distance, overlap, random_facing, random_point,
};
use gaps::lattice;
pub use gaps::share_far;

/// Places in an inch on which chance puts pieces.
const PLACES: f64 = 16.0;

/// Directions in which chance turns pieces.
const DIRECTIONS: u32 = 72;

/// Sizes in an inch that chance gives pieces.
const SIZES: f64 = 4.0;

/// Inches between pieces that a base must be able to pass.
const PASSAGE: f64 = 1.5;

/// Square inches for which the usual mixture is meant.
const USUAL_AREA: f64 = 1152.0;

/// Square inches from which small pieces are never missing.
const NEVER_MISSING: f64 = 400.0;

/// Tries for a piece: with fresh sizes, with the least one, and with the least one and straight.
const TRIES: u32 = 200;

/// Tries for a piece that fills up: with fresh sizes, then with the least one and straight.
const FILLING_TRIES: u32 = 100;

/// Pieces that find no place before filling up ends, and before it takes small ones.
const MOST_FAILURES: [u32; 2] = [12, 4];

/// The share of the wanted area at which filling up ends, and over which no piece may lift it.
const FILL: [f64; 2] = [0.97, 1.10];

/// Pairs of linear obstacles and high walls: the fewest, and one more than the most.
const OBSTACLES: [u32; 2] = [3, 7];

/// Most pairs that close gaps, and inches from the worst point within which they lie.
const STOPGAPS: (u32, f64) = (12, 2.0);

/// A table drawn by chance.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// The table.
    pub board: Board,
    /// Square inches of terrain that it has.
    pub area: f64,
    /// How often it was drawn until it was accepted.
    pub draws: u32,
    /// Whether it keeps to the wanted area and to the limit of gaps; if not, it is the nearest of all draws.
    pub accepted: bool,
}

/// Draws a table with so many square inches of terrain. It is never an error: of draws that all fail, the one nearest to the
/// wanted area is taken.
pub fn draw<D: Dice>(codex: &Codex, rules: &Rules, area: f64, dice: &mut D) -> Drawn {
    let off = |drawn: &Drawn| (drawn.area - area).abs();
    let mut best: Option<Drawn> = None;
    for draws in 1..=rules.terrain_attempts {
        let Layout { board, is_closed, .. } = Layout::draw(codex, rules, area, dice);
        let covered = board.area();
        let within = (covered - area).abs() <= rules.terrain_tolerance * area;
        let accepted = within && (area == 0.0 || is_closed);
        let drawn = Drawn { board, area: covered, draws, accepted };
        if accepted {
            return drawn;
        }
        if best.as_ref().is_none_or(|best| off(&drawn) < off(best)) {
            best = Some(drawn);
        }
    }
    let nearest = best.expect("there is at least one draw");
    Drawn { draws: rules.terrain_attempts, ..nearest }
}

/// Inches from the middle of a piece in which there is nothing but the piece, at least.
fn least_reach(piece: &Piece) -> f64 {
    let least = piece.rectangle.half_width.min(piece.rectangle.half_depth);
    match &piece.outline {
        Shape::Disc(disc) => disc.radius,
        Shape::Polygon(polygon) if polygon.points().len() == 4 => least,
        Shape::Polygon(_) => ELLIPSE * least,
        Shape::Wall(_) => 0.0,
    }
}

/// Of an ellipse with twelve corners: share of its least radius in which it is whole, the cosine of 15 degrees at most.
const ELLIPSE: f64 = 0.965;

/// How the size and angle of a piece are drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Draw {
    /// Any size and angle.
    Fresh,
    /// The least size, at any angle.
    Least,
    /// The least size, along the edges of the table.
    Straight,
}

/// A table that is being laid.
struct Layout<'c> {
    codex: &'c Codex,
    board: Board,
    /// Square inches so far.
    area: f64,
    /// Square inches that are wanted.
    wanted: f64,
    symmetry: TerrainSymmetry,
    /// Few points are far from all pieces.
    is_closed: bool,
}

impl<'c> Layout<'c> {
    fn draw<D: Dice>(codex: &'c Codex, rules: &Rules, wanted: f64, dice: &mut D) -> Self {
        let board = Board::bare(rules.board_width, rules.board_depth);
        let mut layout = Self { codex, board, area: 0.0, wanted, symmetry: rules.terrain_symmetry, is_closed: false };
        if wanted > 0.0 {
            layout.lay_mixture(dice);
            layout.fill_up(dice);
            layout.lay_obstacles(dice);
            layout.is_closed = layout.close_gaps(rules, dice);
        }
        layout
    }

    /// Entries of the catalogue of a category; those of area terrain that are as large as woods, or smaller ones.
    fn kinds(&self, category: Category, large: bool) -> impl Iterator<Item = &'c TerrainType> {
        let is_large = |kind: &TerrainType| kind.least[0] * kind.least[1] >= 60.0;
        self.codex
            .terrain
            .iter()
            .filter(move |kind| kind.category == category && (category != Category::Area || is_large(kind) == large))
    }

    fn any<D: Dice>(&self, category: Category, large: bool, dice: &mut D) -> Option<&'c TerrainType> {
        let count = self.kinds(category, large).count();
        if count == 0 { None } else { self.kinds(category, large).nth(dice.pick(count as u32) as usize) }
    }

    /// The mixture: so many pairs of each kind, by chance, times the wanted area; large ones first.
    fn lay_mixture<D: Dice>(&mut self, dice: &mut D) {
        let factor = self.wanted / USUAL_AREA;
        let least = u32::from(self.wanted >= NEVER_MISSING);
        for (category, large, fewest, spread, always) in [
            (Category::Hill, true, 0, 2, 0),
            (Category::Area, true, 1, 2, 0),
            (Category::Ruin, true, 1, 2, 0),
            (Category::Building, true, 1, 1, least),
            (Category::Area, false, 1, 1, least),
            (Category::Solid, false, 1, 1, least),
        ] {
            let pairs = f64::from(fewest + dice.pick(spread)) * factor;
            let whole = pairs.floor() as u32;
            // What is left of a pair is one by that chance.
            let broken = u32::from(f64::from(dice.pick(1000)) < 1000.0 * (pairs - pairs.floor()));
            for _ in 0..(whole + broken).max(always) {
                let Some(kind) = self.any(category, large, dice) else { break };
                let tries = [(Draw::Fresh, TRIES), (Draw::Least, TRIES), (Draw::Straight, TRIES)];
                self.lay_pair(kind, &tries, None, dice);
            }
        }
    }

    /// More pieces until the area is nearly reached.
    fn fill_up<D: Dice>(&mut self, dice: &mut D) {
        let large = |kind: &TerrainType| kind.least[0] * kind.least[1] >= 30.0;
        let smallest: Vec<f64> = self.codex.terrain.iter().map(smallest).collect();
        let mut failures = 0;
        while self.area < FILL[0] * self.wanted && failures < MOST_FAILURES[0] {
            let fits = |(kind, smallest): &(&TerrainType, &f64)| {
                kind.counts_as_area() && self.area + 2.0 * **smallest <= FILL[1] * self.wanted
            };
            let all: Vec<&TerrainType> =
                self.codex.terrain.iter().zip(&smallest).filter(fits).map(|(kind, _)| kind).collect();
            let some: Vec<&TerrainType> = all.iter().copied().filter(|kind| large(kind)).collect();
            let kinds = if failures < MOST_FAILURES[1] && !some.is_empty() { some } else { all };
            if kinds.is_empty() {
                return;
            }
            let kind = kinds[dice.pick(kinds.len() as u32) as usize];
            let tries = [(Draw::Fresh, FILLING_TRIES), (Draw::Straight, FILLING_TRIES)];
            failures = if self.lay_pair(kind, &tries, None, dice) { failures.saturating_sub(1) } else { failures + 1 };
        }
    }

    /// An entry of the catalogue that is an obstacle to climb or to step over.
    fn any_obstacle<D: Dice>(&self, dice: &mut D) -> Option<&'c TerrainType> {
        let obstacles = || self.codex.terrain.iter().filter(|kind| !kind.counts_as_area());
        let count = obstacles().count();
        if count == 0 { None } else { obstacles().nth(dice.pick(count as u32) as usize) }
    }

    fn lay_obstacles<D: Dice>(&mut self, dice: &mut D) {
        let [fewest, end] = OBSTACLES;
        for _ in 0..fewest + dice.pick(end - fewest) {
            let Some(kind) = self.any_obstacle(dice) else { return };
            self.lay_pair(kind, &[(Draw::Fresh, TRIES)], None, dice);
        }
    }

    /// Pairs near the point that is farthest from all pieces, while too many are far away: whether few are in the end.
    fn close_gaps<D: Dice>(&mut self, rules: &Rules, dice: &mut D) -> bool {
        let (most, near) = STOPGAPS;
        for _ in 0..most {
            if share_far(&self.board, rules) <= rules.gap_exempt_share {
                return true;
            }
            let farther = |best: (f64, Point), point: Point| {
                let away = self.board.distance_from_terrain(point);
                if away > best.0 { (away, point) } else { best }
            };
            let (_, worst) = lattice(&self.board.table).fold((0.0, self.board.table.middle()), farther);
            let Some(kind) = self.any_obstacle(dice) else { return false };
            let around = Vector::new(near, near);
            let area = Area { min: worst - around, max: worst + around };
            self.lay_pair(kind, &[(Draw::Fresh, TRIES)], Some(&area), dice);
        }
        share_far(&self.board, rules) <= rules.gap_exempt_share
    }

    /// Lays two pieces of a kind, one the image of the other where the table is mirrored: whether there was room.
    fn lay_pair<D: Dice>(
        &mut self,
        kind: &TerrainType,
        tries: &[(Draw, u32)],
        within: Option<&Area>,
        dice: &mut D,
    ) -> bool {
        let pieces = if self.symmetry == TerrainSymmetry::None { 1 } else { 2 };
        let table = self.board.table;
        if self.board.pieces.len() + 2 > MOST_PIECES {
            return false;
        }
        let mut laid = false;
        // Without a mirror both are drawn by themselves.
        for _ in 0..2 / pieces {
            'tries: for &(draw, times) in tries {
                for _ in 0..times {
                    let sketch = Sketch::draw(kind, draw, within.unwrap_or(&table), dice);
                    if !self.may_have_room(&sketch, pieces == 2) {
                        continue;
                    }
                    let piece = sketch.piece();
                    if kind.counts_as_area() && self.area + f64::from(pieces) * piece.area() > FILL[1] * self.wanted {
                        continue;
                    }
                    if !self.has_room(&piece) {
                        continue;
                    }
                    if pieces == 2 {
                        let image = piece.turned_about(table.middle(), Turn::quarters(2));
                        if crowds(&piece, &image) || !self.has_room(&image) {
                            continue;
                        }
                        self.put(image);
                    }
                    self.put(piece);
                    laid = true;
                    break 'tries;
                }
            }
        }
        laid
    }

    fn put(&mut self, piece: Piece) {
        if piece.kind.counts_as_area() {
            self.area += piece.area();
        }
        self.board.pieces.push(piece);
    }

    fn has_room(&self, piece: &Piece) -> bool {
        self.board.table.holds(&piece.outline) && !self.board.pieces.iter().any(|other| crowds(piece, other))
    }

    /// Whether a piece may have room, by a rough look: most drawn ones have none.
    fn may_have_room(&self, sketch: &Sketch<'_>, is_mirrored: bool) -> bool {
        let (centre, inner) = (sketch.centre, sketch.inner());
        let overlaps = |other: Point, reach: f64| {
            let apart = inner + reach - SURE;
            apart > 0.0 && (other - centre).length_squared() < apart * apart
        };
        let table = &self.board.table;
        let [east, north] = sketch.extent();
        let off = centre.x - east < table.min.x - SURE
            || centre.x + east > table.max.x + SURE
            || centre.y - north < table.min.y - SURE
            || centre.y + north > table.max.y + SURE;
        let image = || centre.turned_about(table.middle(), Turn::quarters(2));
        let crowded = || {
            is_mirrored && overlaps(image(), inner)
                || self.board.pieces.iter().any(|other| overlaps(other.outline.middle(), least_reach(other)))
        };
        !off && !crowded()
    }
}

/// Inches by which pieces overlap that do so for certain.
const SURE: f64 = 1e-3;

/// Square inches of the smallest piece of a kind.
fn smallest(kind: &TerrainType) -> f64 {
    let round = kind.footprint == Footprint::Disc || kind.footprint == Footprint::Ellipse;
    Piece::new(kind, Point::new(0.0, 0.0), Facing::NORTH, kind.least, round).area()
}

/// Whether two pieces overlap, or leave no passage where there must be one.
fn crowds(one: &Piece, other: &Piece) -> bool {
    let gap = if one.kind.keeps_a_passage() && other.kind.keeps_a_passage() { PASSAGE } else { 0.0 };
    let apart = one.outline.middle().distance(other.outline.middle());
    apart < one.outline.reach() + other.outline.reach() + gap
        && (overlap(&one.outline, &other.outline) || distance(&one.outline, &other.outline) < gap)
}

/// A piece of a kind as it is drawn by chance, before it is laid out.
struct Sketch<'k> {
    kind: &'k TerrainType,
    centre: Point,
    facing: Facing,
    size: [f64; 2],
    round: bool,
    /// The walls of a ruin, on two or three sides, and the wall along which its upper floor lies.
    ruin: Option<([bool; 4], Edge)>,
}

impl<'k> Sketch<'k> {
    /// Its place, size and angle by chance.
    fn draw<D: Dice>(kind: &'k TerrainType, draw: Draw, within: &Area, dice: &mut D) -> Self {
        let centre = random_point(within, PLACES, dice);
        let facing = match draw {
            Draw::Straight => Facing::NORTH.quarters(dice.pick(4) as i32),
            Draw::Fresh | Draw::Least => random_facing(DIRECTIONS, dice),
        };
        let mut extent = |at: usize| {
            let steps = if draw == Draw::Fresh { ((kind.most[at] - kind.least[at]) * SIZES) as u32 } else { 0 };
            kind.least[at] + if steps == 0 { 0.0 } else { f64::from(dice.pick(steps + 1)) / SIZES }
        };
        let mut size = [extent(0), extent(1)];
        let round = match kind.footprint {
            Footprint::Rectangle => false,
            Footprint::Ellipse => true,
            Footprint::Disc => {
                size[1] = size[0];
                true
            }
            Footprint::Either => dice.pick(2) == 0,
        };
        let ruin = (kind.category == Category::Ruin).then(|| draw_ruin(dice));
        Self { kind, centre, facing, size, round, ruin }
    }

    fn piece(&self) -> Piece {
        let piece = Piece::new(self.kind, self.centre, self.facing, self.size, self.round);
        match self.ruin {
            Some((walls, floor)) => Piece { walls, floor, ..piece },
            None => piece,
        }
    }

    /// Inches from its middle in which there is nothing but the piece, at least.
    fn inner(&self) -> f64 {
        let least = 0.5 * self.size[0].min(self.size[1]);
        if self.round { ELLIPSE * least } else { least }
    }

    /// How far it reaches from its middle to the east and to the north, at least.
    fn extent(&self) -> [f64; 2] {
        let right = self.facing.right() * (0.5 * self.size[0]);
        let ahead = self.facing.ahead() * (0.5 * self.size[1]);
        [(right.x, ahead.x), (right.y, ahead.y)].map(|(one, other)| {
            if self.round { ELLIPSE * Vector::new(one, other).length() } else { one.abs() + other.abs() }
        })
    }
}

/// The walls of a ruin, on two or three sides, and the wall along which its upper floor lies.
fn draw_ruin<D: Dice>(dice: &mut D) -> ([bool; 4], Edge) {
    let open = dice.pick(4) as usize;
    let mut walls = [true; 4];
    walls[open] = false;
    if dice.pick(2) == 0 {
        // Two walls, side by side or opposite.
        walls[(open + 1 + dice.pick(3) as usize) % 4] = false;
    }
    let walled = || SIDES.into_iter().zip(walls).filter_map(|(side, walled)| walled.then_some(side));
    let at = dice.pick(walled().count() as u32) as usize;
    (walls, walled().nth(at).expect("at least two sides have walls"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::SeededDice;
    use crate::game::CodexFile;

    fn drawn(area: f64, seed: u64, rules: &Rules) -> Drawn {
        draw(&Codex::built_in(), rules, area, &mut SeededDice::from_key(seed))
    }

    #[test]
    fn shares_are_those_of_all_points_and_pieces() {
        for (area, seed) in [(400.0, 1), (1152.0, 2), (1440.0, 3)] {
            for gap in ["8", "3", "0"] {
                let mut rules = Rules::default();
                let board = drawn(area, seed, &rules).board;
                rules.set("max-gap", gap).unwrap();
                let away: Vec<f64> = lattice(&board.table).map(|point| board.distance_from_terrain(point)).collect();
                let count = |least: f64| away.iter().filter(|away| **away > least).count() as f64;
                assert_eq!(share_far(&board, &rules), count(0.5 * rules.max_gap) / count(0.0).max(1.0));
            }
        }
    }

    #[test]
    fn what_is_left_out_at_a_rough_look_has_no_room() {
        let (codex, rules, mut dice) = (Codex::built_in(), Rules::default(), SeededDice::from_key(8));
        let (mut out, mut kept) = (0, 0);
        for seed in 0..3 {
            let mut layout = Layout::draw(&codex, &rules, 900.0, &mut SeededDice::from_key(seed));
            layout.board.pieces.truncate(16);
            for _ in 0..1500 {
                let kind = &codex.terrain[dice.pick(codex.terrain.len() as u32) as usize];
                let table = layout.board.table;
                let sketch = Sketch::draw(kind, Draw::Fresh, &table, &mut dice);
                let piece = sketch.piece();
                let image = piece.turned_about(table.middle(), Turn::quarters(2));
                let has_room = layout.has_room(&piece) && !crowds(&piece, &image);
                let may = layout.may_have_room(&sketch, true);
                assert!(may || !has_room, "{piece:?}");
                out += u32::from(!may);
                kept += u32::from(has_room);
            }
        }
        assert!(out > 2000 && kept > 300, "{out} {kept}");
    }

    #[test]
    fn dp_set_02_and_03_tables_have_the_wanted_terrain_and_few_wide_gaps() {
        let rules = Rules::default();
        for (area, tables) in [(400.0, 2), (576.0, 2), (1152.0, 2), (1440.0, 1)] {
            for seed in 0..tables {
                let Drawn { board, area: covered, accepted, .. } = drawn(area, seed, &rules);
                assert!(accepted, "{area} by {seed}: {covered}");
                assert!((covered - area).abs() <= 0.15 * area && (board.area() - covered).abs() < 1e-9);
                assert!(share_far(&board, &rules) <= 0.1);
                let has = |category| board.pieces.iter().any(|piece| piece.kind.category == category);
                assert!(has(Category::Building) && has(Category::Solid) && has(Category::Linear) || area < 401.0);
                for (at, piece) in board.pieces.iter().enumerate() {
                    assert!(board.table.holds(&piece.outline) && piece.check(&rules).is_ok());
                    assert!(!board.pieces[..at].iter().any(|other| crowds(piece, other)), "{piece:?}");
                    assert!(piece.kind.category != Category::Ruin || piece.has_wall(piece.floor));
                }
            }
        }
    }

    #[test]
    fn r_52_one_half_is_the_image_of_the_other_unless_there_is_no_mirror() {
        let mut rules = Rules::default();
        let mirrored = |board: &Board| {
            board.pieces.iter().all(|piece| {
                let image = piece.turned_about(board.table.middle(), Turn::quarters(2));
                board.pieces.iter().any(|other| {
                    other.outline.middle().distance(image.outline.middle()) < 1e-9
                        && (&other.kind, other.walls, other.floor) == (&image.kind, image.walls, image.floor)
                })
            })
        };
        assert!(mirrored(&drawn(576.0, 5, &rules).board));
        rules.set("terrain-symmetry", "none").unwrap();
        assert!(!mirrored(&drawn(576.0, 5, &rules).board));
    }

    #[test]
    fn r_62_a_table_that_cannot_be_is_the_nearest_draw_and_no_error() {
        let mut rules = Rules::default();
        rules.set("terrain-attempts", "3").unwrap();
        let Drawn { area, draws, accepted, .. } = drawn(2300.0, 1, &rules);
        assert!((draws, accepted) == (3, false) && area > 800.0, "{area}");
        let bare = drawn(0.0, 1, &rules);
        assert!(bare.accepted && bare.board.pieces.is_empty());
        assert_eq!(drawn(576.0, 9, &rules), drawn(576.0, 9, &rules));
    }
}
