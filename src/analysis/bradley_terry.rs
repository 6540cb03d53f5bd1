//! Ratings: one strength for every list, from who beat whom.

use super::error::finite;
use super::linear::{Matrix, Reach, Vector};
use super::method::{Method, method};
use super::multiple_testing::{Correction, adjust_p};
use super::newton::{Peak, Slope, climb};
use super::special::squared;
use super::{Interval, Result, error_chance, refuse, special};
use serde::{Deserialize, Serialize};
use std::f64::consts::LN_10;

/// Games of one list against another with the seats as they are: who sat first, who second, and what the first won, drew
/// and lost. The numbers need not be whole.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct Games(
    /// Place of the list in the first seat.
    pub usize,
    /// Place of the list in the second seat.
    pub usize,
    /// Games that the first seat won.
    pub f64,
    /// Games drawn.
    pub f64,
    /// Games that the first seat lost.
    pub f64,
);

/// What a rating is made of besides the strengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ladder {
    /// Whether games may be drawn.
    pub draws: bool,
    /// Whether the first seat may be worth something.
    pub seat: bool,
}

/// All pairs of two lists: `joint[r][c]` pairs in which list `a` scored r (0 lost, 1 drew, 2 won) from the first seat and
/// c from the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairedGames {
    /// Place of the first-named list.
    pub a: usize,
    /// Place of the other list.
    pub b: usize,
    /// The joint table.
    pub joint: [[u64; 3]; 3],
    /// Number of the setting in which they were played: a scenario on a battlefield, with its doctrines.
    pub setting: usize,
}

/// A difference of two strengths.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct StrengthDifference {
    /// The difference, in natural logarithms of odds.
    pub estimate: f64,
    /// Its standard error, from both strengths and what they have in common.
    pub std_error: f64,
    /// Its interval.
    #[serde(flatten)]
    pub interval: Interval,
}

/// Strengths of lists on one ladder (Bradley and Terry 1952, with draws after Davidson 1970 and a seat effect after
/// Davidson and Beaver 1977).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BradleyTerry {
    /// Strengths in natural logarithms of odds; their sum is 0.
    pub strengths: Vec<f64>,
    /// Standard errors of the strengths. Not to be used for differences: see [`difference`](Self::difference).
    pub std_errors: Vec<f64>,
    /// The strengths as Elo.
    pub elo: Vec<f64>,
    /// What sitting first adds to a strength.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat_effect: Option<f64>,
    /// Its standard error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat_std_error: Option<f64>,
    /// `ln ν`: logarithm of the odds of a draw between equals, to a win of one of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw_effect: Option<f64>,
    /// Its standard error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw_std_error: Option<f64>,
    /// Logarithm of the likelihood, without the multinomial constant.
    pub log_likelihood: f64,
    /// The first list less the second.
    pub first_pair: StrengthDifference,
    #[serde(skip)]
    errors: Errors,
    #[serde(skip)]
    alpha: f64,
}

/// Covariances of estimates.
#[derive(Clone, Debug, PartialEq)]
struct Errors {
    /// What the dice leave open in the settings that were played.
    dice: Matrix,
    /// What other settings of their kind leave open; none of games in a single setting. It is larger by as much, squared, as
    /// Student's t with one degree of freedom less than settings reaches further than the normal, so that both are read alike.
    settings: Option<Matrix>,
}

impl Errors {
    /// The larger of the standard errors of a sum of the estimates.
    fn of(&self, sum: impl Fn(&Matrix) -> f64) -> f64 {
        let settings = self.settings.as_ref().map_or(0.0, &sum);
        sum(&self.dice).max(settings).max(0.0).sqrt()
    }

    /// Those of other estimates, of which these are the parts.
    fn map(&self, of: impl Fn(&Matrix) -> Matrix) -> Self {
        Self { dice: of(&self.dice), settings: self.settings.as_ref().map(of) }
    }
}

impl BradleyTerry {
    /// Rates lists by single games.
    ///
    /// With `d = θ_i - θ_j + η`, i sitting first, `P(win) : P(draw) : P(loss) = e^{d/2} : ν : e^{-d/2}`, fitted by largest
    /// likelihood. The errors are those of the model, which takes all games to be independent.
    ///
    /// # Errors
    /// Fewer than two lists; games of lists that are not there or with themselves; numbers of games below 0; a group of
    /// lists that never takes half a point from the rest, or games that leave the seat or the draws without a finite
    /// effect; a confidence outside (0, 1).
    pub fn of(players: &[String], games: &[Games], ladder: Ladder, confidence: f64) -> Result<Self> {
        Model::of(players, games, ladder)?.fit(confidence, |dice, _| Errors { dice, settings: None })
    }

    /// Rates lists by pairs of games, with a seat effect, and with draws if there are any. The errors hold whatever the
    /// two games of a pair have in common: `V (Σ s s') V` with s the score vector of a pair.
    ///
    /// Pairs in k > 1 settings are taken for settings drawn from all of their kind: the errors are then no smaller than those
    /// by settings, `k/(k-1) V (Σ S S') V` with S the score vector of all pairs of a setting (Liang and Zeger 1986), widened
    /// for Student's t with k - 1 degrees of freedom (Bell and McCaffrey 2002).
    ///
    /// `prior_pairs` virtual wins and as many losses are given to every list, spread over its cells; 0 for none. One is
    /// enough to keep the rating of a list finite that wins, or loses, everything.
    ///
    /// # Errors
    /// As [`BradleyTerry::of`]; a `prior_pairs` that is below 0.
    pub fn of_pairs(players: &[String], cells: &[PairedGames], prior_pairs: f64, confidence: f64) -> Result<Self> {
        if finite("prior_pairs", prior_pairs)? < 0.0 {
            return refuse("prior_pairs", format!("must not be below 0, got {prior_pairs}"));
        }
        let played: Vec<&PairedGames> =
            cells.iter().filter(|cell| cell.joint.as_flattened().iter().any(|n| *n > 0)).collect();
        let share = |list: usize| {
            let cells = played.iter().filter(|cell| cell.a == list || cell.b == list).count();
            prior_pairs / cells.max(1) as f64
        };
        let mut games = Vec::with_capacity(2 * played.len());
        for PairedGames { a, b, joint, .. } in played.iter().copied() {
            let from_first = |r: usize| joint[r].iter().sum::<u64>() as f64;
            let from_second = |c: usize| joint.iter().map(|row| row[c]).sum::<u64>() as f64;
            // The virtual games of both lists, half of them in either seat.
            let virtual_games = (share(*a) + share(*b)) / 2.0;
            games.push(Games(*a, *b, from_first(2) + virtual_games, from_first(1), from_first(0) + virtual_games));
            games.push(Games(*b, *a, from_second(0) + virtual_games, from_second(1), from_second(2) + virtual_games));
        }
        let draws = games.iter().any(|games| games.3 > 0.0);
        let model = Model::of(players, &games, Ladder { draws, seat: true })?;
        let mut settings: Vec<usize> = played.iter().map(|cell| cell.setting).collect();
        settings.sort_unstable();
        settings.dedup();
        let wider = match settings.len() {
            ..2 => 0.0,
            k => {
                let df = k as f64 - 1.0;
                let alpha = error_chance(confidence)?;
                let reach = special::student_two_sided(df, alpha) / special::normal_two_sided(alpha);
                k as f64 / df * squared(reach)
            }
        };
        model.fit(confidence, |covariance, place| {
            let size = place.len();
            let mut meat = Matrix::zeros(size, size);
            let mut sums = vec![Vector::zeros(size); settings.len()];
            for PairedGames { a, b, joint, setting } in played.iter().copied() {
                let sum = &mut sums[settings.binary_search(setting).expect("every setting is known")];
                for (r, row) in joint.iter().enumerate() {
                    for (c, n) in row.iter().enumerate() {
                        let score = model.score(*a, *b, r, place) + model.score(*b, *a, 2 - c, place);
                        meat.ger(*n as f64, &score, &score, 1.0);
                        sum.axpy(*n as f64, &score, 1.0);
                    }
                }
            }
            // Virtual games belong to no setting: without them the sums do not cancel.
            let centre = sums.iter().sum::<Vector>() / sums.len() as f64;
            let mut between = Matrix::zeros(size, size);
            for sum in &sums {
                let stray = sum - &centre;
                between.ger(wider, &stray, &stray, 1.0);
            }
            let around = |meat: Matrix| &covariance * meat * &covariance;
            Errors { settings: (settings.len() > 1).then(|| around(between)), dice: around(meat) }
        })
    }

    /// The strength of one list less that of another, with the error of the difference.
    ///
    /// # Panics
    /// When there is no such list.
    #[must_use]
    pub fn difference(&self, i: usize, j: usize) -> StrengthDifference {
        difference(&self.strengths, &self.errors, [i, j], self.alpha)
    }

    /// The lists from strong to weak, in groups within which no two are told apart while all pairs of lists are tested
    /// together (Holm 1979). A list may be in several groups.
    ///
    /// # Errors
    /// An alpha outside (0, 1).
    pub fn groups(&self, alpha: f64) -> Result<Vec<Vec<usize>>> {
        let n = self.strengths.len();
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by(|i, j| self.strengths[*j].total_cmp(&self.strengths[*i]));
        let pairs: Vec<(usize, usize)> = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j))).collect();
        let p_values: Vec<f64> = pairs
            .iter()
            .map(|(i, j)| {
                let StrengthDifference { estimate, std_error, .. } = self.difference(order[*i], order[*j]);
                // Without an error, equal strengths are equal and others are not.
                let z = if estimate == 0.0 { 0.0 } else { estimate.abs() / std_error };
                2.0 * special::normal_cdf(-z)
            })
            .collect();
        let apart = adjust_p(&p_values, Correction::Holm, alpha)?.rejected;
        let told_apart = |i: usize, j: usize| pairs.iter().zip(&apart).any(|(pair, apart)| *pair == (i, j) && *apart);
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut reached = 0;
        for first in 0..n {
            let together = |end: &usize| (first..*end).all(|i| (i + 1..*end).all(|j| !told_apart(i, j)));
            let end = (first + 1..=n).take_while(together).last().unwrap_or(first + 1);
            if end > reached {
                groups.push(order[first..end].to_vec());
                reached = end;
            }
        }
        Ok(groups)
    }
}

/// A ladder and the games that it shall explain. The unknowns are the strengths less that of the last list, then the seat
/// effect, then the logarithm of ν, the last two if they are wanted.
struct Model<'g> {
    players: usize,
    games: &'g [Games],
    ladder: Ladder,
}

impl<'g> Model<'g> {
    fn of(names: &[String], games: &'g [Games], ladder: Ladder) -> Result<Self> {
        let players = names.len();
        if players < 2 {
            return refuse("players", "must be at least two");
        }
        for Games(i, j, wins, draws, losses) in games {
            if *i.max(j) >= players {
                return refuse("games", format!("are of list {}, but the last one is {}", i.max(j), players - 1));
            }
            if i == j {
                return refuse("games", format!("must be between two lists, got {i} against itself"));
            }
            for number in [wins, draws, losses] {
                if finite("games", *number)? < 0.0 {
                    return refuse("games", format!("must not be fewer than 0, got {number}"));
                }
            }
        }
        let model = Self { players, games, ladder };
        model.check_points(names)?;
        model.check_draws()?;
        let played = || games.iter().filter(|games| games.2 + games.3 + games.4 > 0.0);
        let rows: Vec<_> = played().map(|games| model.direction(games.0, games.1).transpose()).collect();
        let told_apart = Reach::of(&Matrix::from_rows(&rows)).rank;
        if told_apart + usize::from(ladder.draws) < model.size() {
            return refuse("seat", "cannot be told from the strengths: let lists meet with swapped seats");
        }
        Ok(model)
    }

    /// Strengths are finite only if every group of lists has taken points from the rest.
    fn check_points(&self, names: &[String]) -> Result<()> {
        let took = |i: usize, j: usize| {
            self.games.iter().any(|Games(first, second, wins, draws, losses)| {
                (*first == i && *second == j && wins + draws > 0.0)
                    || (*first == j && *second == i && losses + draws > 0.0)
            })
        };
        let took: Vec<Vec<usize>> =
            (0..self.players).map(|i| (0..self.players).filter(|j| took(i, *j)).collect()).collect();
        // The lists from which list i took points, directly or through others, took points from each other only.
        let group_of = |i: usize| {
            let mut group = vec![i];
            let mut next = 0;
            while let Some(member) = group.get(next) {
                let new: Vec<usize> = took[*member].iter().copied().filter(|j| !group.contains(j)).collect();
                group.extend(new);
                next += 1;
            }
            group.sort_unstable();
            group
        };
        let smallest = (0..self.players).map(group_of).min_by_key(Vec::len).unwrap_or_default();
        if smallest.len() == self.players {
            return Ok(());
        }
        let named: Vec<&str> = smallest.iter().map(|i| names[*i].as_str()).collect();
        let never = "never took half a point from the rest, so that there are no finite ratings";
        refuse("games", format!("{} {never}", named.join(", ")))
    }

    fn check_draws(&self) -> Result<()> {
        let drawn: f64 = self.games.iter().map(|games| games.3).sum();
        let decided: f64 = self.games.iter().map(|games| games.2 + games.4).sum();
        match (self.ladder.draws, drawn > 0.0) {
            (false, true) => refuse("draws", "is false, but there are drawn games"),
            (true, false) => refuse("draws", "is true, but no game was drawn: its effect is not finite"),
            (true, true) if decided == 0.0 => refuse("games", "are all drawn: the effect of draws is not finite"),
            _ => Ok(()),
        }
    }

    fn size(&self) -> usize {
        self.players - 1 + usize::from(self.ladder.seat) + usize::from(self.ladder.draws)
    }

    /// How `d` of a game follows from the unknowns.
    fn direction(&self, i: usize, j: usize) -> Vector {
        let mut direction = Vector::zeros(self.size());
        let last = self.players - 1;
        if i < last {
            direction[i] = 1.0;
        }
        if j < last {
            direction[j] = -1.0;
        }
        if self.ladder.seat {
            direction[last] = 1.0;
        }
        direction
    }

    /// Logarithms of the chances that the first seat loses, draws and wins.
    fn ln_chances(&self, direction: &Vector, place: &Vector) -> [f64; 3] {
        let half = direction.dot(place) / 2.0;
        let draw = if self.ladder.draws { place[self.size() - 1] } else { f64::NEG_INFINITY };
        let largest = draw.max(half.abs());
        let sum = libm::log([-half, draw, half].map(|x| libm::exp(x - largest)).iter().sum::<f64>());
        [-half, draw, half].map(|x| x - largest - sum)
    }

    /// What one game adds to the gradient; `outcome` 0 when the first seat lost, 1 drew, 2 won.
    fn score(&self, i: usize, j: usize, outcome: usize, place: &Vector) -> Vector {
        let mut direction = self.direction(i, j);
        let [loss, draw, win] = self.ln_chances(&direction, place).map(libm::exp);
        direction *= outcome as f64 / 2.0 - 0.5 - (win - loss) / 2.0;
        if self.ladder.draws {
            direction[self.size() - 1] = f64::from(u8::from(outcome == 1)) - draw;
        }
        direction
    }

    fn slope(&self, place: &Vector) -> Slope {
        let size = self.size();
        let (mut value, mut gradient) = (0.0, Vector::zeros(size));
        let mut information = Matrix::zeros(size, size);
        for Games(i, j, wins, draws, losses) in self.games {
            let mut direction = self.direction(*i, *j);
            let logs = self.ln_chances(&direction, place);
            let [loss, draw, win] = logs.map(libm::exp);
            let games = wins + draws + losses;
            let counted = [(*losses, logs[0]), (*draws, logs[1]), (*wins, logs[2])];
            value += counted.iter().filter(|(n, _)| *n > 0.0).map(|(n, log)| n * log).sum::<f64>();
            let spread = (win + loss - squared(win - loss)) / 4.0;
            gradient.axpy((wins - losses - games * (win - loss)) / 2.0, &direction, 1.0);
            information.ger(games * spread, &direction, &direction, 1.0);
            if self.ladder.draws {
                let last = size - 1;
                gradient[last] += draws - games * draw;
                direction *= -games * draw * (win - loss) / 2.0;
                direction[last] = games * draw * (1.0 - draw) / 2.0;
                // The row and the column of ν; the corner is half in either.
                for k in 0..size {
                    information[(k, last)] += direction[k];
                    information[(last, k)] += direction[k];
                }
            }
        }
        Slope { value, gradient, information }
    }

    /// `errors` makes the covariances of the unknowns out of that of the model and the place of the peak.
    fn fit(&self, confidence: f64, errors: impl FnOnce(Matrix, &Vector) -> Errors) -> Result<BradleyTerry> {
        let alpha = error_chance(confidence)?;
        let mut start = Vector::zeros(self.size());
        if self.ladder.draws {
            let drawn: f64 = self.games.iter().map(|games| games.3).sum();
            let decided: f64 = self.games.iter().map(|games| games.2 + games.4).sum();
            start[self.size() - 1] = libm::log(2.0 * drawn / decided);
        }
        let Some(Peak { place, value, covariance }) = climb(start, |place| self.slope(place)) else {
            return refuse("games", "leave strengths and effects without finite values");
        };
        let errors = errors(covariance, &place);
        let n = self.players;
        let mean = place.rows(0, n - 1).sum() / n as f64;
        let strengths: Vec<f64> = (0..n).map(|i| if i < n - 1 { place[i] - mean } else { -mean }).collect();
        let centring = Matrix::identity(n, n) - Matrix::from_element(n, n, 1.0 / n as f64);
        let among_lists = errors.map(|covariance| {
            let mut lists = Matrix::zeros(n, n);
            lists.view_mut((0, 0), (n - 1, n - 1)).copy_from(&covariance.view((0, 0), (n - 1, n - 1)));
            &centring * lists * &centring
        });
        let error = |at: usize| errors.of(|covariance| covariance[(at, at)]);
        let effect = |wanted: bool, at: usize| wanted.then(|| (place[at], error(at))).unzip();
        let (seat_effect, seat_std_error) = effect(self.ladder.seat, n - 1);
        let (draw_effect, draw_std_error) = effect(self.ladder.draws, self.size() - 1);
        Ok(BradleyTerry {
            std_errors: (0..n).map(|list| among_lists.of(|covariance| covariance[(list, list)])).collect(),
            elo: strengths.iter().map(|strength| strength * 400.0 / LN_10).collect(),
            seat_effect,
            seat_std_error,
            draw_effect,
            draw_std_error,
            log_likelihood: value,
            first_pair: difference(&strengths, &among_lists, [0, 1], alpha),
            strengths,
            errors: among_lists,
            alpha,
        })
    }
}

fn difference(strengths: &[f64], errors: &Errors, [i, j]: [usize; 2], alpha: f64) -> StrengthDifference {
    let estimate = strengths[i] - strengths[j];
    let std_error = errors.of(|covariance| covariance[(i, i)] + covariance[(j, j)] - 2.0 * covariance[(i, j)]);
    let interval = Interval::around(estimate, special::normal_two_sided(alpha) * std_error);
    StrengthDifference { estimate, std_error, interval }
}

pub(super) const METHOD: Method = method!(
    "bradley-terry",
    "strengths of lists on one ladder, with a seat effect and with draws if wanted",
    { players: Vec<String>, games["[[first, second, wins, draws, losses], ...]"]: Vec<Games>, draws: bool = false,
      seat: bool = false, confidence: f64 = super::usual_confidence() }
    => BradleyTerry::of(&players, &games, Ladder { draws, seat }, confidence)
);

#[cfg(test)]
mod tests {
    use super::*;

    fn names(n: usize) -> Vec<String> {
        ["Ada", "Bob", "Cid", "Dee"][..n].iter().map(|name| (*name).to_owned()).collect()
    }

    const PLAIN: Ladder = Ladder { draws: false, seat: false };

    #[test]
    fn two_lists_are_a_logit() {
        let rating = BradleyTerry::of(&names(2), &[Games(0, 1, 30.0, 0.0, 10.0)], PLAIN, 0.95).unwrap();
        let StrengthDifference { estimate, std_error, .. } = rating.first_pair;
        assert!((estimate - libm::log(3.0)).abs() < 1e-12);
        assert!((std_error - (1.0 / 30.0 + 1.0 / 10.0f64).sqrt()).abs() < 1e-12);
        assert!((rating.strengths[0] + rating.strengths[1]).abs() < 1e-15);
    }

    #[test]
    fn the_order_of_seats_does_not_matter_without_a_seat_effect() {
        let ladder = Ladder { draws: true, seat: false };
        let one = [Games(0, 1, 40.0, 15.0, 25.0), Games(1, 2, 35.0, 20.0, 25.0), Games(2, 0, 28.0, 12.0, 40.0)];
        let other = one.map(|Games(i, j, w, d, l)| Games(j, i, l, d, w));
        let rate = |games: &[Games]| BradleyTerry::of(&names(3), games, ladder, 0.95).unwrap().strengths;
        assert!(rate(&one).iter().zip(rate(&other)).all(|(a, b)| (a - b).abs() < 1e-12));
    }

    #[test]
    fn whoever_takes_nothing_from_the_rest_is_named() {
        let refusal = |games: &[Games], ladder| BradleyTerry::of(&names(3), games, ladder, 0.95).unwrap_err();
        let beaten = refusal(&[Games(0, 1, 5.0, 0.0, 3.0), Games(0, 2, 4.0, 0.0, 0.0)], PLAIN);
        assert_eq!(beaten.input, "games");
        assert!(beaten.why.starts_with("Cid never took"), "{}", beaten.why);
        let apart = refusal(&[Games(0, 1, 5.0, 0.0, 3.0)], PLAIN);
        assert!(apart.why.starts_with("Cid never took"), "{}", apart.why);
        assert_eq!(refusal(&[Games(0, 3, 5.0, 0.0, 3.0)], PLAIN).input, "games");
        assert_eq!(refusal(&[Games(0, 0, 5.0, 0.0, 3.0)], PLAIN).input, "games");
    }

    #[test]
    fn effects_without_a_finite_value_are_refused() {
        let rate = |games: &[Games], draws, seat| BradleyTerry::of(&names(2), games, Ladder { draws, seat }, 0.95);
        let even = Games(0, 1, 5.0, 0.0, 3.0);
        assert_eq!(rate(&[even], false, true).unwrap_err().input, "seat");
        assert_eq!(rate(&[even], true, false).unwrap_err().input, "draws");
        assert_eq!(rate(&[Games(0, 1, 5.0, 1.0, 3.0)], false, false).unwrap_err().input, "draws");
        assert_eq!(rate(&[Games(0, 1, 0.0, 9.0, 0.0)], true, false).unwrap_err().input, "games");
        // The first seat always wins.
        let seats = [Games(0, 1, 5.0, 0.0, 0.0), Games(1, 0, 5.0, 0.0, 0.0)];
        assert_eq!(rate(&seats, false, true).unwrap_err().input, "games");
    }

    #[test]
    fn pairs_that_repeat_themselves_are_worth_one_game() {
        // Both games of a pair always go the same way, so that there are as many facts as pairs.
        let cells = [PairedGames { a: 0, b: 1, joint: [[10, 0, 0], [0; 3], [0, 0, 30]], setting: 0 }];
        let rating = BradleyTerry::of_pairs(&names(2), &cells, 0.0, 0.95).unwrap();
        assert!((rating.first_pair.estimate - libm::log(3.0)).abs() < 1e-12);
        assert!((rating.first_pair.std_error - (1.0 / 30.0 + 1.0 / 10.0f64).sqrt()).abs() < 1e-12);
        assert!(rating.seat_effect.unwrap().abs() < 1e-12 && rating.draw_effect.is_none());
    }

    #[test]
    fn settings_that_differ_widen_the_errors_and_settings_that_agree_leave_them() {
        // As many pairs won in all, in four settings.
        let rate = |won: [u64; 4]| {
            let cell = |(setting, won): (usize, u64)| PairedGames {
                a: 0,
                b: 1,
                joint: [[400 - won, 0, 0], [0; 3], [0, 0, won]],
                setting,
            };
            let cells: Vec<PairedGames> = won.into_iter().enumerate().map(|(n, won)| cell((n, won))).collect();
            BradleyTerry::of_pairs(&names(2), &cells, 0.0, 0.95).unwrap().first_pair
        };
        let [alike, apart] = [rate([240; 4]), rate([180, 300, 200, 280])];
        assert!((alike.estimate - apart.estimate).abs() < 1e-12);
        let dice = (1.0 / 960.0 + 1.0 / 640.0f64).sqrt();
        assert!((alike.std_error - dice).abs() < 1e-12, "{alike:?}");
        // By the delta method the logit strays as the share does, over p(1 - p).
        let shares = [180.0, 300.0, 200.0, 280.0].map(|won: f64| won / 400.0 - 0.6);
        let scatter = (shares.iter().map(|stray| stray * stray).sum::<f64>() / 3.0 / 4.0).sqrt() / 0.24;
        let wider = special::student_two_sided(3.0, 0.05) / special::normal_two_sided(0.05);
        assert!((apart.std_error - scatter * wider).abs() < 1e-9, "{apart:?}");
    }

    #[test]
    fn pairs_count_from_both_seats() {
        // 20 pairs: the first seat won all games of 12, list 0 both games of 8.
        let cells = [PairedGames { a: 0, b: 1, joint: [[1, 0, 0], [0; 3], [12, 0, 8]], setting: 0 }];
        let games = [Games(0, 1, 20.0, 0.0, 1.0), Games(1, 0, 13.0, 0.0, 8.0)];
        let paired = BradleyTerry::of_pairs(&names(2), &cells, 0.0, 0.95).unwrap();
        let single = BradleyTerry::of(&names(2), &games, Ladder { draws: false, seat: true }, 0.95).unwrap();
        assert!((paired.strengths[0] - single.strengths[0]).abs() < 1e-12);
        assert!((paired.seat_effect.unwrap() - single.seat_effect.unwrap()).abs() < 1e-12);
    }

    #[test]
    fn virtual_pairs_keep_ratings_finite() {
        let all = PairedGames { a: 0, b: 1, joint: [[0; 3], [0; 3], [0, 0, 9]], setting: 0 };
        assert!(BradleyTerry::of_pairs(&names(2), &[all], 0.0, 0.95).is_err());
        let rating = BradleyTerry::of_pairs(&names(2), &[all], 1.0, 0.95).unwrap();
        // 18 real wins, and one virtual win and loss of either list.
        assert!((rating.first_pair.estimate - libm::log(10.0)).abs() < 1e-10, "{}", rating.first_pair.estimate);
    }

    #[test]
    fn groups_are_runs_that_are_not_told_apart() {
        let cell = |a, b, won, lost| PairedGames { a, b, joint: [[lost, 0, 0], [0; 3], [0, 0, won]], setting: 0 };
        let even = [cell(0, 1, 52, 48), cell(1, 2, 50, 50), cell(0, 2, 49, 51)];
        let rating = BradleyTerry::of_pairs(&names(3), &even, 0.0, 0.95).unwrap();
        assert_eq!(rating.groups(0.05).unwrap().len(), 1);
        let apart = [cell(0, 1, 52, 48), cell(1, 2, 950, 50), cell(0, 2, 960, 40)];
        let rating = BradleyTerry::of_pairs(&names(3), &apart, 0.0, 0.95).unwrap();
        assert_eq!(rating.groups(0.05).unwrap(), [vec![0, 1], vec![2]]);
    }
}
