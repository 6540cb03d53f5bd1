//! Terrain: the catalogue of pieces, and pieces on a table (CW-GEO-05, CW-GEO-06, R-90, R-96).

use super::codex::Codex;
use crate::game::keyed::keyed;
use crate::tabletop::plane::{Area, Base, Disc, Facing, Form, Point, Segment, Wall};

/// Most pieces on a table when a game begins.
pub const MOST_PIECES: usize = 128;

keyed! {
    /// A kind of terrain.
    Kind {
        /// Woods: they hide what lies far behind them.
        Woods = "woods",
        /// Scrub.
        Scrub = "scrub",
        /// A crater.
        Crater = "crater",
        /// Ruins.
        Ruins = "ruins",
        /// A wall.
        Wall = "wall",
        /// A barricade.
        Barricade = "barricade",
        /// A building.
        Building = "building",
        /// Impassable rock.
        Rock = "rock",
        /// A hill.
        Hill = "hill",
        /// A stream.
        Stream = "stream",
        /// A road.
        Road = "road",
        /// What is left of a vehicle.
        Wreck = "wreck",
        /// A trench.
        Entrenchment = "entrenchment",
        /// A bunker.
        Bunker = "bunker",
        /// A belt of wire.
        RazorWire = "razor-wire",
        /// A minefield.
        Minefield = "minefield",
    }
}

impl Kind {
    /// Whether it is bought with support points: an entrenchment or a static defence.
    #[must_use]
    pub const fn is_work(self) -> bool {
        matches!(self, Self::Entrenchment | Self::Bunker | Self::RazorWire | Self::Minefield)
    }
}

keyed! {
    /// What the outline of a piece is.
    Footprint {
        /// A disc.
        Disc = "disc",
        /// A rectangle.
        Rectangle = "rectangle",
        /// A line without width.
        Line = "line",
    }
}

keyed! {
    /// How ground is walked, or driven over.
    Passage {
        /// Freely.
        Open = "open",
        /// With dice.
        Difficult = "difficult",
        /// Not at all; a line is not crossed.
        Impassable = "impassable",
    }
}

keyed! {
    /// What a piece does to lines of sight that cross it.
    Screen {
        /// Nothing.
        Open = "open",
        /// It blocks them where they cross more of such ground than `numbers.woods-depth`.
        Deep = "deep",
        /// It blocks them between two places of which neither is on it.
        Crest = "crest",
        /// It blocks them, unless it holds one of the two.
        Blocked = "blocked",
    }
}

/// An entry of the catalogue.
#[derive(Clone, Debug, PartialEq)]
pub struct TerrainType {
    /// What its outline is.
    pub footprint: Footprint,
    /// Least length and width in inches: of a disc twice its radius, of a line its length and nothing.
    pub least: [f64; 2],
    /// Greatest length and width in inches.
    pub most: [f64; 2],
    /// Cover save of who is in it; 0 for none.
    pub cover: u8,
    /// It gives that save to who is behind it as well.
    pub behind: bool,
    /// What it is for whoever goes on foot, on a bike, or on legs of its own.
    pub foot: Passage,
    /// What it is for tracks and wheels, and as far as it bars the way for skimmers.
    pub vehicles: Passage,
    /// What it is for walkers.
    pub walkers: Passage,
    /// Inches that crossing it adds to a way.
    pub crossing: f64,
    /// What it does to lines of sight.
    pub screen: Screen,
    /// Infantry models that find room in it; 0 for no limit.
    pub room: u8,
}

/// A piece of terrain on a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    /// What it is.
    pub kind: Kind,
    /// Its middle.
    pub centre: Point,
    /// The way its length runs, in degrees counter-clockwise from +x.
    pub degrees: f64,
    /// Its length and width in inches; of a disc both are twice its radius, a line has no width.
    pub size: [f64; 2],
    /// What its outline is.
    pub footprint: Footprint,
}

impl Piece {
    /// A piece of the catalogue, of its least size.
    #[must_use]
    pub fn new(codex: &Codex, kind: Kind, centre: Point, degrees: f64) -> Self {
        let entry = codex.terrain(kind);
        Self { kind, centre, degrees, size: entry.least, footprint: entry.footprint }
    }

    /// Its outline.
    #[must_use]
    pub fn form(&self) -> Form {
        let [length, width] = self.size;
        let facing = heading(self.degrees);
        match self.footprint {
            Footprint::Disc => Form::Disc(Disc { centre: self.centre, radius: 0.5 * length }),
            Footprint::Rectangle => {
                Form::Base(Base { centre: self.centre, facing, half_width: 0.5 * width, half_depth: 0.5 * length })
            }
            Footprint::Line => {
                let half = facing.ahead() * (0.5 * length);
                Form::Wall(Wall::new(Segment::new(self.centre - half, self.centre + half)))
            }
        }
    }

    /// The piece turned half round a point.
    #[must_use]
    pub fn turned_half(&self, pivot: Point) -> Self {
        let centre = pivot + (pivot - self.centre);
        Self { centre, degrees: (self.degrees + 180.0).rem_euclid(360.0), ..*self }
    }
}

/// A heading in degrees counter-clockwise from +x, as the plane has it.
#[must_use]
pub fn heading(degrees: f64) -> Facing {
    Facing::from_degrees(90.0 - degrees)
}

/// A table with its terrain.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// The table.
    pub table: Area,
    /// What lies on it.
    pub pieces: Vec<Piece>,
}

impl Board {
    /// A bare table (CW-GEO-01).
    #[must_use]
    pub fn bare(codex: &Codex) -> Self {
        let [length, width] = codex.numbers.table;
        Self { table: Area::table(length, width), pieces: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::CodexFile;
    use crate::tabletop::plane::{Outline, Patch};

    #[test]
    fn cw_geo_06_the_catalogue_is_that_of_the_rulebook() {
        let codex = Codex::built_in();
        let row = |kind: Kind| {
            let entry = codex.terrain(kind);
            (entry.cover, entry.foot, entry.vehicles, entry.screen, entry.crossing)
        };
        use Passage::{Difficult, Impassable, Open};
        let rows = [
            (Kind::Woods, (5, Difficult, Difficult, Screen::Deep, 0.0)),
            (Kind::Scrub, (5, Open, Open, Screen::Open, 0.0)),
            (Kind::Crater, (5, Difficult, Difficult, Screen::Open, 0.0)),
            (Kind::Ruins, (4, Difficult, Impassable, Screen::Open, 0.0)),
            (Kind::Wall, (4, Open, Open, Screen::Open, 2.0)),
            (Kind::Barricade, (4, Open, Open, Screen::Open, 2.0)),
            (Kind::Building, (4, Difficult, Impassable, Screen::Blocked, 0.0)),
            (Kind::Rock, (5, Impassable, Impassable, Screen::Blocked, 0.0)),
            (Kind::Hill, (0, Open, Open, Screen::Crest, 0.0)),
            (Kind::Stream, (0, Difficult, Difficult, Screen::Open, 0.0)),
            (Kind::Road, (0, Open, Open, Screen::Open, 0.0)),
            (Kind::Wreck, (5, Impassable, Impassable, Screen::Open, 0.0)),
            (Kind::Entrenchment, (3, Open, Open, Screen::Open, 0.0)),
            (Kind::Bunker, (3, Open, Impassable, Screen::Blocked, 0.0)),
            (Kind::RazorWire, (0, Impassable, Open, Screen::Open, 0.0)),
            (Kind::Minefield, (0, Open, Open, Screen::Open, 0.0)),
        ];
        for (kind, expected) in rows {
            assert_eq!(row(kind), expected, "{}", kind.key());
        }
        assert_eq!([Kind::Building, Kind::Bunker].map(|kind| codex.terrain(kind).room), [10, 10]);
        assert_eq!([Kind::Woods, Kind::Ruins].map(|kind| codex.terrain(kind).walkers), [Open, Difficult]);
    }

    #[test]
    fn r_99_rectangles_and_lines_run_along_their_heading() {
        let codex = Codex::built_in();
        let at = Point::new(20.0, 20.0);
        let trench = Patch::new(Piece::new(&codex, Kind::Entrenchment, at, 90.0).form());
        assert!(trench.contains(Point::new(20.0, 22.9)) && !trench.contains(Point::new(22.9, 20.0)));
        let Form::Wall(wall) = Piece::new(&codex, Kind::Wall, at, 0.0).form() else { panic!("a wall is a line") };
        assert_eq!((wall.line().start, wall.line().end), (Point::new(17.0, 20.0), Point::new(23.0, 20.0)));
        let turned = Piece::new(&codex, Kind::Bunker, at, 30.0).turned_half(Point::new(36.0, 24.0));
        assert_eq!((turned.centre, turned.degrees), (Point::new(52.0, 28.0), 210.0));
        assert_eq!(Piece::new(&codex, Kind::Crater, at, 0.0).form().reach(), 2.0);
    }
}
