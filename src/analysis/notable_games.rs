//! Notable games: the typical, the closest, the greatest comeback, the greatest upset.

use super::{Score, pentanomial};
use crate::outcomes::{Cell, Sketch};

/// Games worth replaying, each with the place of its cell among those they were picked from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotableGames {
    /// The one nearest to the medians of its margin, its length and its changes of lead, of those whose courses were kept.
    pub typical: Option<(usize, Sketch)>,
    /// The decided one that ended nearest to level, of those in which both lists lost a quarter at least.
    pub closest: Option<(usize, Sketch)>,
    /// The one whose winner had been farthest behind.
    pub most_dramatic: Option<(usize, Sketch)>,
    /// The clearest win of the side that its cell gives the least hope; none when no underdog won.
    pub greatest_upset: Option<(usize, Sketch)>,
}

impl NotableGames {
    /// NotableGames from the games that were kept of cells, mirrors left out. Where games are alike in all that counts, that of the
    /// first cell is picked.
    #[must_use]
    pub fn of(cells: &[Cell]) -> Self {
        let cells = || cells.iter().enumerate().filter(|(_, cell)| !cell.key.is_mirror());
        let notable = |of: fn(&Cell) -> Option<Sketch>| cells().filter_map(move |(n, cell)| Some((n, of(cell)?)));
        let upset = |(n, cell): (usize, &Cell)| {
            let score = Score::from_counts(&pentanomial(&cell.tally.joint()), super::usual_confidence()).ok()?.score;
            let underdog = usize::from(score > 0.5);
            let hope = score.min(1.0 - score);
            Some((hope, (n, cell.tally.notable.clearest[underdog]?))).filter(|(hope, _)| *hope < 0.5)
        };
        let upsets = cells().filter_map(upset);
        let greatest = upsets.min_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.1.doubt().cmp(&b.1.1.doubt())));
        Self {
            typical: typical(
                cells().flat_map(|(n, cell)| cell.tally.sample.iter().map(move |c| (n, c.game))).collect(),
            ),
            closest: notable(|cell| cell.tally.notable.closest).min_by_key(|(_, game)| game.distance()),
            most_dramatic: notable(|cell| cell.tally.notable.comeback).min_by_key(|(_, game)| game.calm()),
            greatest_upset: greatest.map(|(_, pick)| pick),
        }
    }
}

/// The first of the games nearest to the medians of all.
fn typical(games: Vec<(usize, Sketch)>) -> Option<(usize, Sketch)> {
    let off = [Sketch::margin, |game: &Sketch| game.turns, |game: &Sketch| game.changes_of_lead]
        .map(|of| offsets(games.iter().map(|(_, game)| f64::from(of(game))).collect()));
    let strangeness = |place: &usize| off.iter().map(|of| of[*place]).sum::<f64>();
    let place = (0..games.len()).min_by(|a, b| strangeness(a).total_cmp(&strangeness(b)))?;
    Some(games[place])
}

/// Distances from the median, in units of their own median; where that is 0, whether there is a distance at all.
fn offsets(values: Vec<f64>) -> Vec<f64> {
    let median = |mut values: Vec<f64>| {
        values.sort_by(f64::total_cmp);
        values.get(values.len() / 2).copied().unwrap_or_default()
    };
    let middle = median(values.clone());
    let distances: Vec<f64> = values.iter().map(|value| (value - middle).abs()).collect();
    let usual = median(distances.clone());
    let scaled = |distance: &f64| if usual > 0.0 { distance / usual } else { f64::from(u8::from(*distance > 0.0)) };
    distances.iter().map(scaled).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcomes::{CellKey, CellTally, Course, Stopped};

    /// A game: result, thousandths left of each list, turns, changes of lead, and how far its winner was behind.
    fn game(pair: u64, result: u8, left: [u16; 2], turns: u16, changes_of_lead: u16, behind: u8) -> Sketch {
        Sketch { pair, swapped: false, result, turns, changes_of_lead, left, behind, behind_at: 1 }
    }

    /// A cell of these games, of which the first list has won so many pairs of ten.
    fn cell(won: u64, games: &[Sketch]) -> Cell {
        let mut tally = CellTally::new([&[], &[]], 1, 0);
        tally.classes[0].joint = [[10 - won, 0, 0], [0; 3], [0, 0, won]];
        games.iter().for_each(|game| tally.notable.see(*game));
        tally.sample = games.iter().map(|game| Course { game: *game, leads: Vec::new() }).collect();
        let name = |name: &str| name.to_owned();
        let key = CellKey {
            number: 0,
            list_a: name("a"),
            list_b: name("b"),
            doctrine_a: name("x"),
            doctrine_b: name("x"),
            scenario: name("s"),
            battlefield: name("t"),
            factors: Vec::new(),
        };
        Cell { key, tally, stopped: Stopped::Pairs }
    }

    fn pairs(cells: &[Cell]) -> [Option<(usize, u64)>; 4] {
        let NotableGames { typical, closest, most_dramatic, greatest_upset } = NotableGames::of(cells);
        [typical, closest, most_dramatic, greatest_upset].map(|pick| pick.map(|(cell, game)| (cell, game.pair)))
    }

    #[test]
    fn each_for_its_own_reason() {
        let games = [
            game(0, 2, [600, 0], 8, 1, 5),
            game(1, 2, [650, 0], 7, 1, 0),
            game(2, 0, [0, 800], 9, 2, 10),
            game(3, 2, [50, 0], 14, 4, 20),
            game(4, 2, [500, 0], 8, 6, 45),
            game(5, 1, [500, 500], 20, 0, 0),
        ];
        assert_eq!(pairs(&[cell(7, &games)]), [Some((0, 0)), Some((0, 3)), Some((0, 4)), Some((0, 2))]);
    }

    #[test]
    fn the_least_hope_makes_the_upset() {
        let faint = cell(9, &[game(0, 0, [0, 300], 9, 2, 0), game(1, 2, [900, 0], 9, 2, 0)]);
        let fair = cell(6, &[game(0, 0, [0, 900], 9, 2, 0)]);
        assert_eq!(pairs(&[fair.clone(), faint.clone()])[3], Some((1, 0)));
        assert_eq!(pairs(&[fair, cell(9, &[game(1, 2, [900, 0], 9, 2, 0)])])[3], Some((0, 0)));
        assert_eq!(pairs(&[cell(5, &[game(1, 2, [900, 0], 9, 2, 0)])])[3], None, "nobody is the underdog");
        assert_eq!(pairs(&[]), [None; 4]);
        let mut mirror = faint;
        mirror.key.list_b = mirror.key.list_a.clone();
        assert_eq!(pairs(&[mirror]), [None; 4]);
    }
}
