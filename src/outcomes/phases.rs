//! What lists lose in each phase of a turn, added up over games.

use serde::{Deserialize, Serialize};

use super::tally::CountTally;
use crate::game::{PhaseLoss, Points};

/// Whose phases: those of a list, those of its enemy, or all of them, with those that nobody has for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Those of the list itself.
    Own,
    /// Those of its enemy.
    Enemy,
    /// All of them.
    All,
}

impl Whose {
    /// All three, in the order of rows of tables.
    pub const EACH: [Self; 3] = [Self::All, Self::Own, Self::Enemy];

    /// The word for it in frames.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::Enemy => "enemy",
            Self::All => "all",
        }
    }

    /// The place among the sums of a phase, as seen by a list.
    fn of(self, list: usize) -> usize {
        match self {
            Self::Own => list,
            Self::Enemy => 1 - list,
            Self::All => 2,
        }
    }
}

/// Sums over a phase of one list, of the other, or of whomever.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sums {
    /// What each list loses.
    lost: [CountTally; 2],
    /// Squares of what one list loses more than the other in both games of a pair.
    swing_squares: i128,
    /// The same of single games.
    game_squares: i128,
}

/// Numbers of the sums of a phase in a line.
const NUMBERS: usize = 3 * 6;

/// What both lists lost in each phase, over both games of every pair, thousandths of a point.
///
/// What comes to a side in a phase is lost less: all phases together come to what a side fielded less what it has at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Lines", try_from = "Lines")]
pub struct PhaseTally {
    pairs: u64,
    phases: Vec<[Sums; 3]>,
}

/// A tally as it is written: a line for each phase, of three times six numbers, in phases of the first-named list, of the other, and
/// in all: sum and squares of what each list lost, squares of the swing of pairs, and of games.
#[derive(Serialize, Deserialize)]
struct Lines {
    pairs: u64,
    phases: Vec<String>,
}

/// What a list lost and destroyed in phases, thousandths of a point; sums over all games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhaseSums {
    /// Value lost; squares are of pairs.
    pub lost: CountTally,
    /// Value that the enemy lost.
    pub destroyed: CountTally,
    /// The second less the first.
    pub swing: CountTally,
    /// Squares of the swing of single games.
    pub game_squares: i128,
}

impl PhaseSums {
    /// Standard deviation of the swing of single games, of so many pairs; none of fewer than two games.
    #[must_use]
    pub fn spread(&self, pairs: u64) -> Option<f64> {
        let games = 2 * i128::from(pairs);
        let squares = self.game_squares * games - square(self.swing.sum);
        (games > 0).then(|| (squares as f64 / games as f64 / (games - 1) as f64).sqrt())
    }
}

impl PhaseTally {
    /// Whether nothing was added.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.phases.is_empty()
    }

    /// Pairs that were added.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.pairs
    }

    /// Phases that are known.
    #[must_use]
    pub fn phases(&self) -> usize {
        self.phases.len()
    }

    /// What happened to a list (0 is the first-named) in a phase.
    ///
    /// # Panics
    /// When there is no such phase.
    #[must_use]
    pub fn of(&self, phase: usize, list: usize, whose: Whose) -> PhaseSums {
        let Sums { lost, swing_squares, game_squares } = self.phases[phase][whose.of(list)];
        let (lost, destroyed) = (lost[list], lost[1 - list]);
        let swing = CountTally { sum: destroyed.sum - lost.sum, squares: swing_squares };
        PhaseSums { lost, destroyed, swing, game_squares }
    }

    /// Adds a pair: what lists lost in each phase of its games, by list.
    pub fn add(&mut self, games: [&[PhaseLoss]; 2]) {
        let phases = games.map(<[PhaseLoss]>::len).into_iter().max().unwrap_or(0);
        if phases == 0 {
            return;
        }
        self.pairs += 1;
        self.reach(phases);
        for (phase, sums) in self.phases.iter_mut().enumerate() {
            let games = games.map(|game| with_all(game.get(phase).copied().unwrap_or_default()));
            for (whose, sums) in sums.iter_mut().enumerate() {
                let games = games.map(|game| game[whose]);
                for (list, sum) in sums.lost.iter_mut().enumerate() {
                    let lost = games[0][list] + games[1][list];
                    sum.sum += lost;
                    sum.squares += square(lost);
                }
                let swings = games.map(|[a, b]| b - a);
                sums.swing_squares += square(swings[0] + swings[1]);
                sums.game_squares += swings.map(square).iter().sum::<i128>();
            }
        }
    }

    /// Adds the pairs of another part of the same cell.
    pub fn merge(&mut self, other: &Self) {
        self.pairs += other.pairs;
        self.reach(other.phases.len());
        for (sums, more) in self.phases.as_flattened_mut().iter_mut().zip(other.phases.as_flattened()) {
            for (sum, more) in sums.lost.iter_mut().zip(more.lost) {
                sum.sum += more.sum;
                sum.squares += more.squares;
            }
            sums.swing_squares += more.swing_squares;
            sums.game_squares += more.game_squares;
        }
    }

    fn reach(&mut self, phases: usize) {
        self.phases.resize(self.phases.len().max(phases), Default::default());
    }
}

/// What is lost in a phase, with that of all in the place of what is nobody's.
fn with_all([a, b, shared]: PhaseLoss) -> PhaseLoss {
    [a, b, [0, 1].map(|list: usize| a[list] + b[list] + shared[list])]
}

fn square(points: Points) -> i128 {
    i128::from(points) * i128::from(points)
}

impl From<PhaseTally> for Lines {
    fn from(tally: PhaseTally) -> Self {
        let numbers = |sums: &Sums| {
            let [a, b] = sums.lost;
            [a.sum.into(), a.squares, b.sum.into(), b.squares, sums.swing_squares, sums.game_squares]
        };
        let line = |sums: &[Sums; 3]| {
            let words = sums.iter().flat_map(numbers).map(|number| number.to_string());
            words.collect::<Vec<_>>().join(" ")
        };
        Self { pairs: tally.pairs, phases: tally.phases.iter().map(line).collect() }
    }
}

impl TryFrom<Lines> for PhaseTally {
    type Error = String;

    fn try_from(Lines { pairs, phases }: Lines) -> Result<Self, String> {
        let sum = |number: i128| i64::try_from(number).map_err(|_| format!("`{number}` is not a sum"));
        let sums = |line: &String| {
            let numbers: Result<Vec<i128>, _> = line.split_whitespace().map(str::parse).collect();
            let numbers = numbers.ok().filter(|numbers| numbers.len() == NUMBERS);
            let numbers = numbers.ok_or_else(|| format!("`{line}` is not {NUMBERS} numbers"))?;
            let mut all = <[Sums; 3]>::default();
            for (sums, numbers) in all.iter_mut().zip(numbers.chunks_exact(NUMBERS / 3)) {
                *sums = Sums {
                    lost: [
                        CountTally { sum: sum(numbers[0])?, squares: numbers[1] },
                        CountTally { sum: sum(numbers[2])?, squares: numbers[3] },
                    ],
                    swing_squares: numbers[4],
                    game_squares: numbers[5],
                };
            }
            Ok(all)
        };
        Ok(Self { pairs, phases: phases.iter().map(sums).collect::<Result<_, String>>()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::PairMean;
    use crate::outcomes::CellTally;

    const GAMES: [[[PhaseLoss; 2]; 2]; 3] = [
        [[[[0; 2]; 3], [[0, 30], [20, 0], [0; 2]]], [[[0, -5], [0; 2], [0; 2]], [[10, 0], [40, 10], [3, 0]]]],
        [[[[0; 2]; 3], [[0, 50], [0; 2], [0; 2]]], [[[0; 2]; 3], [[0, 10], [10, 0], [0; 2]]]],
        [[[[0; 2]; 3], [[0; 2], [60, 0], [0; 2]]], [[[0; 2]; 3], [[0; 2], [0; 2], [0, 7]]]],
    ];

    fn add(tally: &mut PhaseTally, [one, other]: &[[PhaseLoss; 2]; 2]) {
        tally.add([one, other]);
    }

    fn whole() -> PhaseTally {
        let mut tally = PhaseTally::default();
        GAMES.iter().for_each(|pair| add(&mut tally, pair));
        tally
    }

    #[test]
    fn sums_are_of_games_and_squares_of_pairs() {
        let tally = whole();
        assert_eq!((tally.pairs(), tally.phases(), tally.is_empty()), (3, 2, false));
        let own = tally.of(1, 0, Whose::Own);
        assert_eq!((own.lost.sum, own.lost.squares), (10, 100));
        assert_eq!((own.destroyed.sum, own.destroyed.squares), (90, 30 * 30 + 60 * 60));
        assert_eq!((own.swing.sum, own.swing.squares), (80, 20 * 20 + 60 * 60));
        assert_eq!(own.game_squares, 30 * 30 + 10 * 10 + 50 * 50 + 10 * 10);
        let all = tally.of(1, 0, Whose::All);
        // Swings of the games: 30 - 20, 10 - 53; 50, 10 - 10; -60, 7.
        assert_eq!((all.swing.sum, all.swing.squares), (10 - 43 + 50 - 60 + 7, 33 * 33 + 50 * 50 + 53 * 53));
        assert_eq!(all.game_squares, 10 * 10 + 43 * 43 + 50 * 50 + 60 * 60 + 7 * 7);
        let mean = 36.0 / 6.0;
        let swings = [10.0, -43.0, 50.0, 0.0, -60.0, 7.0].map(|swing: f64| swing * swing);
        // The mean of the six is -6.
        let expected = ((swings.iter().sum::<f64>() - 6.0 * mean * mean) / 5.0).sqrt();
        assert!((all.spread(3).unwrap() - expected).abs() < 1e-9, "{:?} {expected}", all.spread(3));
        assert_eq!(all.spread(0), None);
        let came = tally.of(0, 1, Whose::Enemy);
        assert_eq!((came.lost.sum, came.lost.squares, came.swing.sum), (-5, 25, 5), "what comes is lost less");
    }

    #[test]
    fn the_other_list_sees_the_same_turned() {
        let tally = whole();
        for (own, other) in [(Whose::Own, Whose::Enemy), (Whose::Enemy, Whose::Own), (Whose::All, Whose::All)] {
            let (mine, theirs) = (tally.of(1, 0, own), tally.of(1, 1, other));
            assert_eq!((mine.lost, mine.destroyed), (theirs.destroyed, theirs.lost));
            assert_eq!((mine.swing.sum, mine.swing.squares), (-theirs.swing.sum, theirs.swing.squares));
            assert_eq!(mine.game_squares, theirs.game_squares);
        }
    }

    #[test]
    fn a_swing_has_the_interval_of_its_pairs() {
        let swing = whole().of(1, 0, Whose::Own).swing;
        let mean = PairMean::of_sums(3, swing.sum, swing.squares, 0.95).unwrap();
        // Pairs come to 20, 60 and 0: a mean of 80 / 3 with a standard deviation of 30.55, of a game half of both.
        let half = 4.302_653 * 30.550_505 / f64::sqrt(3.0) / 2.0;
        assert!((mean.mean - 80.0 / 6.0).abs() < 1e-12);
        assert!((mean.interval.unwrap().half_width() - half).abs() < 1e-4, "{mean:?}");
    }

    #[test]
    fn parts_add_up_to_the_whole_in_any_order() {
        let parts = GAMES.map(|pair| {
            let mut part = PhaseTally::default();
            add(&mut part, &pair);
            part
        });
        for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
            let mut sum = PhaseTally::default();
            sum.merge(&PhaseTally::default());
            assert!(sum.is_empty());
            order.iter().for_each(|at| sum.merge(&parts[*at]));
            assert_eq!(sum, whole());
        }
    }

    #[test]
    fn what_was_kept_before_phases_were_counted_is_read_without() {
        let types = ["tank".to_owned()];
        let mut tally = CellTally::new([&types, &types], 1, 1);
        let before = serde_json::to_value(&tally).unwrap();
        assert!(before.get("by_phase").is_none(), "an empty tally is not written");
        assert_eq!(serde_json::from_value::<CellTally>(before.clone()).unwrap(), tally);
        tally.by_phase = whole();
        let now = serde_json::to_value(&tally).unwrap();
        assert!(now.get("by_phase").is_some());
        assert_eq!(serde_json::from_value::<CellTally>(now).unwrap(), tally);
        // Pairs of both put together: those that say nothing of phases count nowhere.
        let mut both = serde_json::from_value::<CellTally>(before).unwrap();
        both.merge(&tally);
        assert_eq!(both.by_phase, whole());
    }

    #[test]
    fn a_tally_is_read_as_it_was_written() {
        let tally = whole();
        let text = serde_json::to_string(&tally).unwrap();
        assert_eq!(serde_json::from_str::<PhaseTally>(&text).unwrap(), tally);
        assert!(serde_json::from_str::<PhaseTally>(&text.replacen("10 ", "x ", 1)).is_err());
        assert!(serde_json::from_str::<PhaseTally>("{\"pairs\": 1, \"phases\": [\"1 2\"]}").is_err());
        let mut none = PhaseTally::default();
        none.add([&[], &[]]);
        assert_eq!(none, PhaseTally::default(), "games that say nothing count nowhere");
    }
}
