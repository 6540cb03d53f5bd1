//! Which of many games to look at: the typical, the closest, the most dramatic, the greatest upset.

use crate::outcomes::Row;
use std::cmp::Ordering;

/// Games worth replaying, as places in the list they were picked from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Picks {
    /// The one nearest to the medians of its margin, its length and its changes of lead.
    pub typical: usize,
    /// The one that ended nearest to level.
    pub closest: usize,
    /// The one in which the lead changed hands most often.
    pub most_dramatic: usize,
    /// The clearest win of the side that its cell gives the least hope; none when no underdog won.
    pub greatest_upset: Option<usize>,
}

impl Picks {
    /// Picks from games with the numbers of their cells; `score_of` is the mean score of the first-named list of a cell.
    /// Where games are alike in all that counts, the first of them is picked. None of no games.
    #[must_use]
    pub fn of(games: &[(u32, Row)], score_of: impl Fn(u32) -> f64) -> Option<Self> {
        let places = 0..games.len();
        let margin = |place: usize| lead(&games[place].1).abs();
        let turns = |place: usize| f64::from(games[place].1.engagement.turns);
        let changes = |place: usize| f64::from(games[place].1.engagement.changes_of_lead);
        let nearer = |a: &usize, b: &usize| margin(*a).total_cmp(&margin(*b));
        let livelier = |a: &usize, b: &usize| changes(*b).total_cmp(&changes(*a));
        let longer = |a: &usize, b: &usize| turns(*b).total_cmp(&turns(*a));
        let first = |order: &dyn Fn(&usize, &usize) -> Ordering| places.clone().min_by(|a, b| order(a, b));

        let off =
            [&margin as &dyn Fn(usize) -> f64, &turns, &changes].map(|of| offsets(places.clone().map(of).collect()));
        let strangeness = |place: usize| off.iter().map(|of| of[place]).sum::<f64>();
        // How much the cell expects of the winner.
        let hope = |place: usize| {
            let (cell, row) = &games[place];
            match row.engagement.result {
                0 => 1.0 - score_of(*cell),
                1 => 0.5,
                _ => score_of(*cell),
            }
        };
        let upsets = places.clone().filter(|place| hope(*place) < 0.5);
        Some(Self {
            typical: first(&|a, b| strangeness(*a).total_cmp(&strangeness(*b)))?,
            closest: first(&|a, b| nearer(a, b).then_with(|| livelier(a, b)).then_with(|| longer(a, b)))?,
            most_dramatic: first(&|a, b| livelier(a, b).then_with(|| nearer(a, b)).then_with(|| longer(a, b)))?,
            greatest_upset: upsets.min_by(|a, b| hope(*a).total_cmp(&hope(*b)).then_with(|| nearer(b, a))),
        })
    }
}

/// Share of its value that the first-named list has left, less the share that the other has left: from -1 to 1.
fn lead(row: &Row) -> f64 {
    let left = |list: usize| {
        let (fielded, lost) = (row.engagement.fielded[list], row.engagement.lost[list]);
        if fielded == 0 { 0.0 } else { (fielded - lost) as f64 / fielded as f64 }
    };
    left(0) - left(1)
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
    use crate::game::Engagement;

    /// A game of two lists of 100 points: result, points lost by each, turns, changes of lead.
    fn game(cell: u32, result: u8, lost: [i64; 2], turns: u16, changes_of_lead: u16) -> (u32, Row) {
        let [a, b] = lost.map(|points| points * 1000);
        let fielded = [100_000, 100_000];
        let engagement = Engagement { result, turns, fielded, lost: [a, b], changes_of_lead, ..Engagement::default() };
        (cell, Row { pair: 0, swapped: false, engagement })
    }

    #[test]
    fn each_for_its_own_reason() {
        let games = [
            game(0, 2, [40, 100], 8, 1),
            game(0, 2, [35, 100], 7, 1),
            game(0, 0, [100, 20], 9, 2),
            game(0, 2, [95, 100], 14, 4),
            game(0, 2, [50, 100], 8, 6),
            game(0, 1, [50, 50], 20, 0),
        ];
        let picks = Picks::of(&games, |_| 0.7).unwrap();
        assert_eq!((picks.closest, picks.most_dramatic, picks.greatest_upset), (5, 4, Some(2)));
        assert_eq!(picks.typical, 0);
    }

    #[test]
    fn the_least_hope_makes_the_upset() {
        let games = [game(0, 0, [100, 20], 9, 2), game(1, 0, [100, 60], 9, 2), game(1, 2, [10, 100], 9, 2)];
        let score = |cell: u32| [0.6, 0.9][cell as usize];
        assert_eq!(Picks::of(&games, score).unwrap().greatest_upset, Some(1));
        assert_eq!(Picks::of(&games[2..], score).unwrap().greatest_upset, None);
        assert_eq!(Picks::of(&[], score), None);
    }
}
