//! Room to deploy (DP-SET-06, R-60, R-63, R-65).
//!
//! Where a script boxes itself in, its side is put down in rows. Where that fails too, the lists do not fit the table.

use super::army::Roster;
use super::codex::Codex;
use super::field::{BoardEdge, Field, Stand};
use crate::game::{Diagnostic, Diagnostics};
use crate::tabletop::plane::{Outline, Point, Spot};

/// Inches from one place of a row to the next, and from row to row, for bases of 25 mm.
const APART: f64 = 1.1;

/// Inches that larger bases leave between them.
const GAP: f64 = 0.1;

/// Places in rows for bases of this radius: over the strip along an edge, the row at the edge first, then on upper levels.
pub fn rows(field: &Field, edge: BoardEdge, radius: f64) -> impl Iterator<Item = Stand> + '_ {
    let strip = field.strip(edge);
    let apart = APART.max(2.0 * radius + GAP);
    let along_x = matches!(edge, BoardEdge::South | BoardEdge::North);
    let extent = strip.max - strip.min;
    let (length, depth) = if along_x { (extent.x, extent.y) } else { (extent.y, extent.x) };
    // Bases may hang out of the strip where their nearest point counts.
    let count = |inches: f64| ((inches / apart) as u32) + 2;
    let place = move |row: u32, column: u32| {
        let (in_from, along) = (radius + f64::from(row) * apart, radius + f64::from(column) * apart);
        match edge {
            BoardEdge::South => Point::new(strip.min.x + along, strip.min.y + in_from),
            BoardEdge::North => Point::new(strip.min.x + along, strip.max.y - in_from),
            BoardEdge::West => Point::new(strip.min.x + in_from, strip.min.y + along),
            BoardEdge::East => Point::new(strip.max.x - in_from, strip.min.y + along),
        }
    };
    let (rows, columns) = (count(depth), count(length));
    (0..=field.levels())
        .filter(move |level| {
            *level == 0 || {
                let (outline, _) = field.level(*level);
                let middle = outline.middle();
                let near =
                    Point::new(middle.x.clamp(strip.min.x, strip.max.x), middle.y.clamp(strip.min.y, strip.max.y));
                near.distance(middle) < outline.reach() + radius
            }
        })
        .flat_map(move |level| (0..rows).flat_map(move |row| (0..columns).map(move |column| (level, row, column))))
        .map(move |(level, row, column)| field.stand(Spot { point: place(row, column), level }, radius))
        .filter(move |stand| field.in_strip(edge, stand) && field.stands(stand))
}

/// Puts all models of a list down in rows along an edge, stealth models with their real bases alone; none where there is no room
/// for all.
#[must_use]
pub fn in_rows(field: &Field, codex: &Codex, edge: BoardEdge, roster: &Roster) -> Option<Vec<Stand>> {
    let mut placed: Vec<Stand> = Vec::new();
    for unit in &roster.units {
        let radius = field.radius_of(&codex.units[usize::from(*unit)]);
        let free = |stand: &Stand| !placed.iter().any(|other| other.overlaps(stand));
        let found = rows(field, edge, radius).find(free)?;
        placed.push(found);
    }
    Some(placed)
}

/// Checks that two lists can deploy on a table along some pair of opposite edges: `deployment-overflow`.
#[must_use]
pub fn check_room(field: &Field, codex: &Codex, lists: [&Roster; 2]) -> Diagnostics {
    let fits = |edge: BoardEdge| {
        let by_edge = [(edge, lists[0]), (edge.opposite(), lists[1])];
        by_edge.map(|(edge, list)| in_rows(field, codex, edge, list).is_some())
    };
    let directions: Vec<[bool; 2]> =
        BoardEdge::ALL.into_iter().filter(|edge| field.has_strips(*edge)).map(fits).collect();
    if directions.contains(&[true; 2]) {
        return Diagnostics::new();
    }
    let complaint = |list: &Roster, message: String| {
        let fewer = ["fewer models", "less terrain", "another rules.deployment-depth"];
        Diagnostic::new(message).within(&list.source).rule("deployment-overflow").allowing(fewer)
    };
    if directions.is_empty() {
        let message = "the deployment strips along all opposite edges overlap".to_owned();
        return vec![complaint(lists[0], message)];
    }
    let crowded = |at: usize| directions.iter().all(|fits| !fits[at]);
    let lists: Vec<&Roster> = (0..2).filter(|at| crowded(*at) || !crowded(1 - *at)).map(|at| lists[at]).collect();
    lists.into_iter().map(|list| complaint(list, format!("list `{}` finds no room to deploy", list.name))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::SeededDice;
    use crate::game::{CodexFile, Source};
    use crate::rulesets::darkpotential::army;
    use crate::rulesets::darkpotential::random_board;
    use crate::rulesets::darkpotential::rules::Rules;
    use crate::rulesets::darkpotential::terrain::Board;

    fn list(key: &str) -> Roster {
        let source = Source::called(key, army::built_in()).unwrap();
        Roster::read(&Codex::built_in(), &Rules::default(), &source).unwrap()
    }

    #[test]
    fn r_63_all_reference_lists_find_room_on_a_random_table() {
        let (codex, rules) = (Codex::built_in(), Rules::default());
        let board = random_board::draw(&codex, &rules, 1152.0, &mut SeededDice::from_key(4)).board;
        let field = Field::new(&rules, &board);
        for source in army::built_in() {
            let roster = list(source.stem().unwrap());
            assert!(check_room(&field, &codex, [&roster, &roster]).is_empty(), "{}", roster.name);
        }
        let horde = list("melee-horde");
        for edge in BoardEdge::ALL {
            let placed = in_rows(&field, &codex, edge, &horde).unwrap();
            assert_eq!(placed.len(), 16);
            for (at, stand) in placed.iter().enumerate() {
                assert!(field.stands(stand) && field.in_strip(edge, stand));
                assert!(!placed[..at].iter().any(|other| other.overlaps(stand)));
            }
        }
    }

    #[test]
    fn r_63_rows_go_from_the_edge_inwards_and_then_upstairs() {
        let codex = Codex::built_in();
        let radius = codex.unit("generic-soldier").unwrap().base_radius();
        let open = Field::new(&Rules::default(), &Board::bare(12.0, 48.0));
        let places: Vec<Stand> = rows(&open, BoardEdge::South, radius).collect();
        // Eleven in a row and eleven rows.
        assert_eq!(places.len(), 121);
        assert!(places[..11].iter().all(|stand| stand.spot.point.y == radius));
        assert!((places[11].spot.point.y - radius - 1.1).abs() < 1e-12);
        let text = "name = 'x'\nruleset = 'darkpotential'\ntable = [12, 48]\n[[features]]\npiece = 'building'\ncentre = [6, 6]\nsize = [8, 6]";
        let source = Source { name: "x".into(), text: text.into() };
        let read = super::super::battlefield::Battlefield::read(&codex, &Rules::default(), &source).unwrap();
        let super::super::battlefield::Ground::Map(board) = read.ground else { panic!("it is a map") };
        let housed = Field::new(&Rules::default(), &board);
        let levels: Vec<u8> = rows(&housed, BoardEdge::South, radius).map(|stand| stand.spot.level).collect();
        assert!(levels.is_sorted() && levels.contains(&1));
    }

    #[test]
    fn deployment_overflow_names_the_list_that_finds_no_room() {
        let (codex, mut rules) = (Codex::built_in(), Rules::default());
        rules.set("deployment-depth", "1").unwrap();
        let narrow = Field::new(&rules, &Board::bare(12.0, 12.0));
        let (horde, leaders) = (list("melee-horde"), list("four-leaders"));
        let found = check_room(&narrow, &codex, [&leaders, &horde]);
        assert_eq!((found.len(), found[0].rule.as_deref()), (1, Some("deployment-overflow")));
        assert!(found[0].source.ends_with("melee-horde.toml"), "{found:?}");
        assert!(check_room(&narrow, &codex, [&leaders, &leaders]).is_empty());
        // strips that overlap are refused.
        let short = Field::new(&Rules::default(), &Board::bare(20.0, 20.0));
        assert!(check_room(&short, &codex, [&leaders, &leaders])[0].message.contains("overlap"));
    }
}
