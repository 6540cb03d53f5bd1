//! What terrain players like to put on the table, and where (D-02).

use super::doctrine_book::Taste;
use super::terrain::{Kind, Limits, Terrain};
use crate::dice::Dice;
use crate::tabletop::plane::{Area, Outline, Point, Vector};

/// A feature that a player means to place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proposal {
    /// What it is.
    pub kind: Kind,
    /// Its centre.
    pub at: Point,
    /// Its diameter or side, inches.
    pub across: f64,
}

/// A part of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Anywhere,
    /// The middle half in either direction.
    Middle,
    /// The quarter at one of the sides, drawn.
    Flank,
    /// The quarter along one of the four edges, drawn.
    Edge,
}

/// What a taste likes, each as much as the others, and where.
fn liking(taste: Taste) -> (&'static [Kind], Part) {
    match taste {
        Taste::Mixed => (&[], Part::Anywhere),
        Taste::Open => (&[Kind::DeepWater], Part::Anywhere),
        Taste::BlockedFlank => (&[Kind::Impassable], Part::Flank),
        Taste::BlockedCentre => (&[Kind::Hill, Kind::Impassable], Part::Middle),
        Taste::Hills => (&[Kind::Hill], Part::Anywhere),
        Taste::CoveredCentre => (&[Kind::Cover], Part::Middle),
        Taste::CoveredEdges => (&[Kind::Cover], Part::Edge),
        Taste::Blocked => (&[Kind::Impassable], Part::Anywhere),
    }
}

/// A feature to a player's taste: its kind, size and place drawn among what he likes. None when after
/// [`TRIES`](super::terrain::TRIES) places there was no room for it; then he forfeits it.
pub fn propose<D: Dice>(
    taste: Taste,
    terrain: &Terrain,
    table: &Area,
    limits: &Limits,
    dice: &mut D,
) -> Option<Proposal> {
    let (kinds, part) = liking(taste);
    let kind = match kinds {
        [] => Kind::random(dice),
        [only] => *only,
        several => several[dice.pick(several.len() as u32) as usize],
    };
    let sizes = kind.sizes();
    let across = sizes[dice.pick(sizes.len() as u32) as usize];
    let shape = terrain.find_place(kind, across, &centres(part, across, table, dice), table, limits, dice)?;
    Some(Proposal { kind, at: shape.middle(), across })
}

/// Where the centre of a feature may lie so that it lies in a part of the table, and not off the table.
fn centres<D: Dice>(part: Part, across: f64, table: &Area, dice: &mut D) -> Area {
    let half = Vector::new(across * 0.5, across * 0.5);
    let inside = Area { min: table.min + half, max: table.max - half };
    let quarter = (table.max - table.min) * 0.25;
    let mut area = inside;
    match part {
        Part::Anywhere => {}
        Part::Middle => area = Area { min: table.min + quarter, max: table.max - quarter },
        Part::Flank | Part::Edge => match dice.pick(if part == Part::Flank { 2 } else { 4 }) {
            0 => area.max.x = table.min.x + quarter.x,
            1 => area.min.x = table.max.x - quarter.x,
            2 => area.max.y = table.min.y + quarter.y,
            _ => area.min.y = table.max.y - quarter.y,
        },
    }
    // A feature wider than the part still lies on the table.
    Area { min: inside.nearest(area.min), max: inside.nearest(area.max) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Address, Purpose, Seat};
    use crate::rulesets::dogma::rules::Rules;

    const TASTES: [Taste; 8] = [
        Taste::Mixed,
        Taste::Open,
        Taste::BlockedFlank,
        Taste::BlockedCentre,
        Taste::Hills,
        Taste::CoveredCentre,
        Taste::CoveredEdges,
        Taste::Blocked,
    ];

    #[test]
    fn d_02_everyone_places_what_he_likes_where_he_likes() {
        let (table, limits) = (Area::table(24.0, 24.0), Limits::from(&Rules::default()));
        for taste in TASTES {
            for pair in 0..200 {
                let mut dice = Address { seed: 2, cell: 0, pair }.open(Seat::First, Purpose::Script, 0);
                let terrain = Terrain::default();
                let Proposal { kind, at, across } = propose(taste, &terrain, &table, &limits, &mut dice).unwrap();
                assert_eq!(terrain.check(&kind.shape(at, across), &table, &limits), Ok(()));
                let out = |low: f64, high: f64| low <= 6.0 || high <= 6.0;
                let (side, end) = (out(at.x, 24.0 - at.x), out(at.y, 24.0 - at.y));
                let (liked, placed) = match taste {
                    Taste::Mixed => (true, true),
                    Taste::Open => (kind == Kind::DeepWater, true),
                    Taste::BlockedFlank => (kind == Kind::Impassable, side),
                    Taste::BlockedCentre => {
                        (kind == Kind::Impassable || kind == Kind::Hill, at.distance(table.middle()) < 8.5)
                    }
                    Taste::Hills => (kind == Kind::Hill, true),
                    Taste::CoveredCentre => (kind == Kind::Cover, at.distance(table.middle()) < 8.5),
                    Taste::CoveredEdges => (kind == Kind::Cover, side || end),
                    Taste::Blocked => (kind == Kind::Impassable, true),
                };
                assert!(liked && placed, "{taste:?}: {kind:?} at {at:?}");
            }
        }
    }

    #[test]
    fn dg_ter_01_who_finds_no_room_forfeits() {
        let (table, limits) = (Area::table(6.0, 6.0), Limits::from(&Rules::default()));
        let mut terrain = Terrain::default();
        terrain.place(super::super::terrain::Feature::new(Kind::Hill, Kind::Hill.shape(Point::new(3.0, 3.0), 3.0)));
        let mut dice = Address { seed: 2, cell: 0, pair: 0 }.open(Seat::First, Purpose::Script, 0);
        assert_eq!(propose(Taste::Hills, &terrain, &table, &limits, &mut dice), None);
    }
}
