//! Tables drawn by chance (CW-GEO-05, R-86, R-105, R-106).
//!
//! Each half is three squares. It may have a stream or a road across one of them; then each square gets its pieces, by a d6 each,
//! every one in a place and at an angle that keep the gaps; who finds no place in so many tries is left out. The other half is the
//! image of the first, or is drawn by itself.

use super::codex::Codex;
use super::combat::d3;
use super::rules::{Rules, TerrainLayout};
use super::terrain::{Board, Kind, MOST_PIECES, Piece};
use crate::dice::Dice;
use crate::tabletop::plane::{Area, Disc, Outline, Point, Vector, distance};

/// Squares of a half.
const SQUARES: u32 = 3;

/// Tries for a piece.
const TRIES: u32 = 20;

/// Degrees from one angle of a piece to the next.
const ANGLE: u32 = 15;

/// Places in an inch on which chance puts pieces.
const PLACES: f64 = 1000.0;

/// Least and greatest distance of the middle of a stream or road from the side of its square, inches.
const STRIP: [f64; 2] = [6.0, 18.0];

/// Length of the sides of the ruins on the objective, and inches round its disc that are cleared.
pub const OBJECTIVE: [f64; 2] = [8.0, 2.0];

/// Draws a table.
pub fn draw<D: Dice>(codex: &Codex, rules: &Rules, dice: &mut D) -> Board {
    let mut board = Board::bare(codex);
    let pivot = board.table.middle();
    let mirrored = rules.terrain == TerrainLayout::Mirrored;
    if rules.terrain == TerrainLayout::Open {
        return board;
    }
    // Strips lie before any piece does, those of both halves.
    for half in 0..if mirrored { 1 } else { 2 } {
        let strip = draw_strip(codex, rules, half, &board, dice);
        board.pieces.extend(strip);
        board.pieces.extend(strip.filter(|_| mirrored).map(|strip| strip.turned_half(pivot)));
    }
    let strips = board.pieces.len();
    draw_half(codex, rules, 0, &mut board, dice);
    if mirrored {
        let images: Vec<Piece> = board.pieces[strips..].iter().map(|piece| piece.turned_half(pivot)).collect();
        board.pieces.extend(images);
    } else {
        draw_half(codex, rules, 1, &mut board, dice);
    }
    board
}

/// Puts the piece of the objective on a table and clears the ground about it.
pub fn add_objective(board: &mut Board, codex: &Codex, rules: &Rules, kind: Option<Kind>, centre: Point) {
    let [side, gap] = OBJECTIVE;
    let disc = Disc { centre, radius: rules.objective_radius + gap };
    board.pieces.retain(|piece| distance(&piece.form(), &disc) > 0.0);
    board.pieces.extend(kind.map(|kind| {
        let piece = Piece::new(codex, kind, centre, 0.0);
        if kind == Kind::Ruins { Piece { size: [side; 2], ..piece } } else { piece }
    }));
}

/// A square of a half.
fn square(table: &Area, half: u32, at: u32) -> Area {
    let extent = table.max - table.min;
    let (width, depth) = (extent.x / f64::from(SQUARES), extent.y / 2.0);
    let min = table.min + Vector::new(f64::from(at) * width, f64::from(half) * depth);
    Area { min, max: min + Vector::new(width, depth) }
}

fn draw_half<D: Dice>(codex: &Codex, rules: &Rules, half: u32, board: &mut Board, dice: &mut D) {
    for at in 0..SQUARES {
        let square = square(&board.table, half, at);
        let mut hills = 0;
        for _ in 0..rules.pieces_per_square {
            if 2 * (board.pieces.len() + 1) > MOST_PIECES {
                return;
            }
            let piece = draw_piece(codex, draw_kind(hills, dice), &square, dice);
            if let Some(piece) = find_place(rules, piece, &square, board, dice) {
                hills += u32::from(piece.kind == Kind::Hill);
                board.pieces.push(piece);
            }
        }
    }
}

/// A stream or a road across a square, by chance.
fn draw_strip<D: Dice>(codex: &Codex, rules: &Rules, half: u32, board: &Board, dice: &mut D) -> Option<Piece> {
    if dice.d6() > rules.linear_chance {
        return None;
    }
    let kind = if dice.d6() % 2 == 1 { Kind::Stream } else { Kind::Road };
    let square = square(&board.table, half, u32::from(d3(dice)) - 1);
    let along_x = dice.d6() % 2 == 1;
    let into = STRIP[0] + f64::from(dice.pick(((STRIP[1] - STRIP[0]) * PLACES) as u32 + 1)) / PLACES;
    let (extent, middle) = (square.max - square.min, square.middle());
    let piece = Piece::new(codex, kind, middle, 0.0);
    Some(if along_x {
        Piece { centre: Point::new(middle.x, square.min.y + into), size: [extent.x, piece.size[1]], ..piece }
    } else {
        Piece {
            centre: Point::new(square.min.x + into, middle.y),
            degrees: 90.0,
            size: [extent.y, piece.size[1]],
            ..piece
        }
    })
}

/// A kind of piece by a d6; a second hill in a square becomes scrub.
fn draw_kind<D: Dice>(hills: u32, dice: &mut D) -> Kind {
    match dice.d6() {
        1 => Kind::Woods,
        2 => Kind::Ruins,
        3 if dice.d6() == 1 => Kind::Rock,
        3 => Kind::Building,
        4 if dice.d6() % 2 == 1 => Kind::Wall,
        4 => Kind::Barricade,
        5 if dice.d6() % 2 == 1 => Kind::Scrub,
        5 => Kind::Crater,
        _ if hills > 0 => Kind::Scrub,
        _ => Kind::Hill,
    }
}

/// A piece of a kind in the middle of a square. Where the catalogue has a least and a greatest size, its radius is the least one and
/// up to 2 inches more by a d3.
fn draw_piece<D: Dice>(codex: &Codex, kind: Kind, square: &Area, dice: &mut D) -> Piece {
    let piece = Piece::new(codex, kind, square.middle(), 0.0);
    let entry = codex.terrain(kind);
    if entry.least == entry.most {
        return piece;
    }
    let more = 2.0 * (f64::from(d3(dice)) - 1.0);
    let size: [f64; 2] = std::array::from_fn(|at| (entry.least[at] + more).min(entry.most[at]));
    Piece { size, ..piece }
}

/// The piece in a place and at an angle by chance; none after so many tries without room.
fn find_place<D: Dice>(rules: &Rules, piece: Piece, square: &Area, board: &Board, dice: &mut D) -> Option<Piece> {
    let inside = square.inset(rules.edge_gap);
    let extent = square.max - square.min;
    let drawn = |dice: &mut D| {
        let mut along = |inches: f64| f64::from(dice.pick((inches * PLACES) as u32 + 1)) / PLACES;
        let centre = square.min + Vector::new(along(extent.x), along(extent.y));
        let degrees = f64::from(ANGLE * dice.pick(360 / ANGLE));
        Piece { centre, degrees, ..piece }
    };
    let fits = |piece: &Piece| {
        let form = piece.form();
        let near = |other: &Piece| {
            let (other, gap) = (other.form(), rules.terrain_gap);
            other.middle().distance(form.middle()) < form.reach() + other.reach() + gap && distance(&form, &other) < gap
        };
        inside.holds(&form) && !board.pieces.iter().any(near)
    };
    (0..TRIES).map(|_| drawn(dice)).find(fits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::SeededDice;
    use crate::game::CodexFile;

    fn drawn(seed: u64, settings: &[(&str, &str)]) -> Board {
        let mut rules = Rules::default();
        settings.iter().for_each(|(name, value)| rules.set(name, value).unwrap());
        draw(&Codex::built_in(), &rules, &mut SeededDice::from_key(seed))
    }

    #[test]
    fn cw_geo_05_mirrored_tables_are_their_own_image() {
        for seed in 0..100 {
            let board = drawn(seed, &[]);
            let pivot = board.table.middle();
            let half = board.pieces.len() / 2;
            assert_eq!(board.pieces.len(), 2 * half);
            for piece in &board.pieces {
                let is_image = |other: &&Piece| {
                    (other.kind, other.size) == (piece.kind, piece.size)
                        && other.centre.midpoint(piece.centre).distance(pivot) < 1e-9
                        && (other.degrees - piece.degrees).rem_euclid(360.0) == 180.0
                };
                assert_eq!(board.pieces.iter().filter(is_image).count(), 1);
            }
            assert_eq!(board.pieces.iter().filter(|piece| piece.centre.y < 24.0).count(), half);
            assert_eq!(board, drawn(seed, &[]), "equal seeds give equal tables");
        }
        assert!(drawn(1, &[("terrain", "open")]).pieces.is_empty());
        let random = drawn(1, &[("terrain", "random")]);
        assert!(random.pieces.iter().any(|piece| {
            let image = piece.turned_half(random.table.middle());
            !random.pieces.contains(&image)
        }));
    }

    #[test]
    fn cw_geo_05_pieces_keep_their_gaps_and_squares() {
        let settings = [("terrain", "random"), ("pieces-per-square", "3"), ("linear-chance", "3")];
        let (mut kinds, mut hills) = ([0u32; 16], 0);
        for seed in 0..150 {
            let board = drawn(seed, &settings);
            for (at, piece) in board.pieces.iter().enumerate() {
                kinds[piece.kind as usize] += 1;
                let form = piece.form();
                let strip = matches!(piece.kind, Kind::Stream | Kind::Road);
                let homes = (0..6).map(|at| square(&board.table, at / 3, at % 3));
                let mut homes = homes.filter(|square| square.inset(if strip { 0.0 } else { 1.0 }).holds(&form));
                assert!(homes.next().is_some(), "{piece:?}");
                for other in &board.pieces[..at] {
                    let apart = distance(&form, &other.form());
                    let strips = strip && matches!(other.kind, Kind::Stream | Kind::Road);
                    assert!(strips || apart >= 2.0 - 1e-9, "{piece:?} {other:?}");
                    let same = piece.centre.x as u32 / 24 == other.centre.x as u32 / 24
                        && piece.centre.y as u32 / 24 == other.centre.y as u32 / 24;
                    hills += u32::from(same && piece.kind == Kind::Hill && other.kind == Kind::Hill);
                }
            }
        }
        assert_eq!(hills, 0, "a square has one hill");
        let generated = [Kind::Wreck, Kind::Entrenchment, Kind::Bunker, Kind::RazorWire, Kind::Minefield];
        for kind in Kind::ALL {
            assert_eq!(kinds[kind as usize] == 0, generated.contains(&kind), "{}", kind.key());
        }
        assert!(kinds[Kind::Rock as usize] * 3 < kinds[Kind::Building as usize]);
    }

    #[test]
    fn r_105_a_half_in_six_has_a_strip_and_an_eighth_of_the_pieces_find_no_place() {
        let (mut strips, mut pieces) = (0, 0);
        for seed in 0..1000 {
            let board = drawn(seed, &[("terrain", "random")]);
            let is_strip = |piece: &&Piece| matches!(piece.kind, Kind::Stream | Kind::Road);
            for strip in board.pieces.iter().filter(is_strip) {
                strips += 1;
                let within = if strip.degrees == 0.0 { strip.centre.y } else { strip.centre.x };
                assert!(within % 24.0 >= 6.0 && within % 24.0 <= 18.0 && strip.size == [24.0, 3.0]);
            }
            pieces += board.pieces.iter().filter(|piece| !is_strip(piece)).count();
        }
        let (strips, dropped) = (f64::from(strips) / 2000.0, 1.0 - pieces as f64 / 12_000.0);
        assert!((strips - 1.0 / 6.0).abs() < 0.03, "{strips}");
        assert!((dropped - 0.12).abs() < 0.02, "{dropped}");
    }

    #[test]
    fn r_106_the_objective_clears_its_ground() {
        let (codex, rules) = (Codex::built_in(), Rules::default());
        let (centre, mut cleared) = (Point::new(30.0, 42.0), 0);
        for seed in 0..100 {
            let mut board = drawn(seed, &[]);
            let before = board.pieces.len();
            add_objective(&mut board, &codex, &rules, Some(Kind::Ruins), centre);
            let ruins = board.pieces.pop().unwrap();
            assert_eq!((ruins.kind, ruins.size, ruins.centre), (Kind::Ruins, [8.0, 8.0], centre));
            let gap = |piece: &Piece| distance(&piece.form(), &Disc { centre, radius: 6.0 });
            assert!(board.pieces.iter().all(|piece| gap(piece) > 2.0) && board.pieces.len() <= before);
            // An open objective has no piece.
            let left = board.pieces.len();
            add_objective(&mut board, &codex, &rules, None, centre);
            assert_eq!(board.pieces.len(), left);
            // A wider disc clears more.
            let wide = Rules { objective_radius: 12.0, ..Rules::default() };
            add_objective(&mut board, &codex, &wide, None, centre);
            let gap = |piece: &Piece| distance(&piece.form(), &Disc { centre, radius: 12.0 });
            assert!(board.pieces.iter().all(|piece| gap(piece) > 2.0));
            cleared += left - board.pieces.len();
        }
        assert!(cleared > 0);
    }
}
