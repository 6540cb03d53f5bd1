//! Where the variance between single games comes from: who met, in what setting, from which seat, and what is left to luck.

use super::special::{normal_two_sided, squared};
use super::{Interval, Result, error_chance, jackknife, refuse};
use crate::outcomes::ClassTally;

/// The pairs of one match-up in one setting.
#[derive(Clone, Debug)]
pub struct SettingGames<'t> {
    /// Which match-up, from 0.
    pub match_up: usize,
    /// Its level of every factor of the setting, from 0.
    pub levels: Vec<usize>,
    /// Its classes.
    pub classes: &'t [ClassTally],
    /// Whether seats are taken in turn: where they are kept, what the seat does is a part of who met.
    pub seats_change: bool,
}

/// A share of the variance, less its bias of first order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VarianceShare {
    /// The share, not below 0.
    pub share: f64,
    /// Its interval for other dice, by the jackknife over classes for the root of the share; within 0 and 1.
    pub interval: Interval,
}

/// The mean square by which results of games (0, ½, 1) lie from even, by where it comes from. Shares are cut at 0, and add up to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct GameVariance {
    /// Who met: how far match-ups are from even.
    pub match_ups: VarianceShare,
    /// Every factor of the setting by itself.
    pub factors: Vec<VarianceShare>,
    /// What factors do together; none of fewer than two.
    pub together: Option<VarianceShare>,
    /// The seat, other than who met and where; none where no cell changes seats.
    pub seat: Option<VarianceShare>,
    /// What is left in one match-up, setting and seat: shares add up to 1.
    pub luck: VarianceShare,
}

/// Number of games' pairs, sums of the scores of the first contestant from the first seat and from the second, and of the squares by which
/// both lie from even.
type Sums = [f64; 4];

impl GameVariance {
    /// Of cells, each of `factors` levels. Match-ups count alike, and so do the cells of one, whatever their pairs. A setting's levels have
    /// to be balanced within a match-up for its factors to add up.
    ///
    /// With `y` the mean score of a cell, `ȳ` that of its match-up and `d` the difference of both seats: match-ups `(ȳ - ½)²`, factor f
    /// `mean (ȳ_fl - ȳ)²`, together the rest of `mean (y - ȳ)²`, seat `d²/4`, and luck what these leave of the mean square (the analysis
    /// of variance of Fisher 1925, of fixed levels). Errors, and the bias that squares of means with errors have, by the jackknife over
    /// classes, which holds where cells share their dice too.
    ///
    /// # Errors
    /// No cells, cells of other numbers of levels, a cell that has pairs in fewer than two classes, games that are all drawn, a confidence outside
    /// (0, 1).
    pub fn of(cells: &[SettingGames<'_>], factors: usize, confidence: f64) -> Result<Self> {
        if cells.is_empty() || cells.iter().any(|cell| cell.levels.len() != factors) {
            return refuse("cells", "must be some, each with a level of every factor");
        }
        let classes: Vec<Vec<Sums>> = cells.iter().map(|cell| cell.classes.iter().map(sums).collect()).collect();
        let wholes: Vec<Sums> = classes.iter().map(|classes| classes.iter().fold([0.0; 4], plus)).collect();
        let Some(full) = shares(cells, factors, &wholes) else {
            return refuse("cells", "must each have pairs, not all of them drawn");
        };
        let count = classes.iter().map(Vec::len).max().unwrap_or(0);
        let left_out = |class: usize| -> Option<Vec<f64>> {
            let without = |(whole, classes): (&Sums, &Vec<Sums>)| match classes.get(class) {
                Some(part) => std::array::from_fn(|k| whole[k] - part[k]),
                None => *whole,
            };
            let held = classes.iter().any(|classes| classes.get(class).is_some_and(|sums| sums[0] > 0.0));
            held.then(|| shares(cells, factors, &wholes.iter().zip(&classes).map(without).collect::<Vec<_>>()))
                .flatten()
        };
        let without: Vec<Vec<f64>> = (0..count).filter_map(left_out).collect();
        let held = (0..count).filter(|class| classes.iter().any(|c| c.get(*class).is_some_and(|s| s[0] > 0.0))).count();
        if without.len() < held || held < 2 {
            return refuse("cells", "must each have pairs in two classes or more");
        }
        let cut = |share: f64| share.clamp(0.0, 1.0);
        let found = |at: usize| {
            let others: Vec<f64> = without.iter().map(|shares| shares[at]).collect();
            jackknife(full[at], &others, confidence)
        };
        let z = normal_two_sided(error_chance(confidence)?);
        let share = |at: usize| -> Result<VarianceShare> {
            let found = found(at)?;
            // The square of something near nothing does not scatter as its root does: limits are those of the root.
            let (root, bias) = (full[at].max(0.0).sqrt(), (full[at] - found.estimate).max(0.0));
            let half = found.interval.high - found.estimate;
            let reach = if root > 0.0 { half / (2.0 * root) } else { z * bias.sqrt() };
            let low = squared((root - reach).max(0.0)) - bias;
            let interval = Interval { low: cut(low), high: cut(squared(root + reach)) };
            Ok(VarianceShare { share: cut(found.estimate), interval })
        };
        let match_ups = share(0)?;
        let factors_alone: Vec<VarianceShare> = (0..factors).map(|factor| share(1 + factor)).collect::<Result<_>>()?;
        let together = if factors > 1 { Some(share(1 + factors)?) } else { None };
        let seat = if cells.iter().any(|cell| cell.seats_change) { Some(share(2 + factors)?) } else { None };
        // Luck is what the others leave, and known no better than the one that is known least.
        let others = || [Some(match_ups), together, seat].into_iter().flatten().chain(factors_alone.iter().copied());
        let left = cut(1.0 - others().map(|other| other.share).sum::<f64>());
        let Interval { low, high } = found(3 + factors)?.interval;
        let [above, below] = [
            others().map(|other| other.interval.high - other.share).fold(0.0, f64::max),
            others().map(|other| other.share - other.interval.low).fold(0.0, f64::max),
        ];
        let interval = Interval { low: cut(low.min(left - above)), high: cut(high.max(left + below)) };
        let luck = VarianceShare { share: left, interval };
        Ok(Self { match_ups, factors: factors_alone, together, seat, luck })
    }
}

/// The sums of a class.
fn sums(class: &ClassTally) -> Sums {
    let mut sums = [0.0; 4];
    for (r, row) in class.joint.iter().enumerate() {
        for (c, pairs) in row.iter().enumerate() {
            let [first, second, n] = [r as f64 / 2.0, c as f64 / 2.0, *pairs as f64];
            let squares = squared(first - 0.5) + squared(second - 0.5);
            plus_to(&mut sums, [n, n * first, n * second, n * squares]);
        }
    }
    sums
}

fn plus(mut sums: Sums, more: &Sums) -> Sums {
    plus_to(&mut sums, *more);
    sums
}

fn plus_to(sums: &mut Sums, more: Sums) {
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

/// Match-ups, every factor, together, seat, luck; none where a cell has no pairs or no game was decided.
fn shares(cells: &[SettingGames<'_>], factors: usize, sums: &[Sums]) -> Option<Vec<f64>> {
    let mut parts = vec![0.0; factors + 4];
    let match_ups = cells.iter().map(|cell| cell.match_up).max()? + 1;
    let mut whole = 0.0;
    for match_up in 0..match_ups {
        let own: Vec<(&SettingGames<'_>, &Sums)> =
            cells.iter().zip(sums).filter(|(cell, _)| cell.match_up == match_up).collect();
        if own.is_empty() || own.iter().any(|(_, sums)| sums[0] <= 0.0) {
            return None;
        }
        let n = own.len() as f64;
        let score = |sums: &Sums| (sums[1] + sums[2]) / (2.0 * sums[0]);
        let mean = own.iter().map(|(_, sums)| score(sums)).sum::<f64>() / n;
        let square = own.iter().map(|(_, sums)| sums[3] / (2.0 * sums[0])).sum::<f64>() / n;
        let between = own.iter().map(|(_, sums)| squared(score(sums) - mean)).sum::<f64>() / n;
        let seat = own.iter().filter(|(cell, _)| cell.seats_change);
        let seat = seat.map(|(_, sums)| squared((sums[1] - sums[2]) / (2.0 * sums[0]))).sum::<f64>() / n;
        let mut alone = 0.0;
        for factor in 0..factors {
            let level_of = |cell: &SettingGames<'_>| cell.levels[factor];
            let levels = own.iter().map(|(cell, _)| level_of(cell)).max()? + 1;
            let mut effect = 0.0;
            for level in 0..levels {
                let here = own.iter().filter(|(cell, _)| level_of(cell) == level);
                let (count, sum) = here.fold((0.0, 0.0), |(count, sum), (_, sums)| (count + 1.0, sum + score(sums)));
                if count > 0.0 {
                    effect += count * squared(sum / count - mean) / n;
                }
            }
            parts[1 + factor] += effect;
            alone += effect;
        }
        parts[0] += squared(mean - 0.5);
        parts[1 + factors] += between - alone;
        parts[2 + factors] += seat;
        parts[3 + factors] += square - squared(mean - 0.5) - between - seat;
        whole += square;
    }
    (whole > 0.0).then(|| parts.iter().map(|part| part / whole).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::SeededDice;
    use crate::outcomes::CLASSES;

    /// Pairs in which the first contestant wins from either seat with these chances, without draws.
    fn cell(dice: &mut SeededDice, pairs: u64, chances: [f64; 2]) -> Vec<ClassTally> {
        let mut classes = vec![ClassTally::default(); CLASSES];
        for pair in 0..pairs {
            let won = chances.map(|p| 2 * usize::from(((dice.word() >> 11) as f64 / (1u64 << 53) as f64) < p));
            classes[(pair % CLASSES as u64) as usize].joint[won[0]][won[1]] += 1;
        }
        classes
    }

    fn games<'t>(match_up: usize, levels: &[usize], classes: &'t [ClassTally]) -> SettingGames<'t> {
        SettingGames { match_up, levels: levels.to_vec(), classes, seats_change: true }
    }

    #[test]
    fn planted_parts_come_back_within_their_intervals_and_without_bias() {
        // Two match-ups at 70 and 40 per cent, two scenarios 6 points to either side, 4 points to either side for the seat.
        let whole = 0.25;
        let planted = [(0.04 + 0.01) / 2.0, 0.0036, 0.0016].map(|part| part / whole);
        let (mut sums, mut held, rounds) = ([0.0; 3], [0; 3], 200);
        for seed in 0..rounds {
            let mut dice = SeededDice::from_key(seed);
            let mut played = Vec::new();
            for (match_up, score) in [0.7, 0.4].into_iter().enumerate() {
                for (level, moved) in [0.06, -0.06].into_iter().enumerate() {
                    let classes = cell(&mut dice, 64, [score + moved + 0.04, score + moved - 0.04]);
                    played.push((match_up, level, classes));
                }
            }
            let cells: Vec<_> = played.iter().map(|(m, level, classes)| games(*m, &[*level], classes)).collect();
            let found = GameVariance::of(&cells, 1, 0.95).unwrap();
            let parts = [found.match_ups, found.factors[0], found.seat.unwrap()];
            for (k, part) in parts.iter().enumerate() {
                sums[k] += part.share / rounds as f64;
                held[k] += u32::from(part.interval.contains(planted[k]));
            }
            let sum = parts.iter().map(|part| part.share).sum::<f64>() + found.luck.share;
            assert!((sum - 1.0).abs() < 1e-9 && found.together.is_none(), "{sum}");
        }
        // A plug-in adds the noise of means to every part, 0.0039, 0.0039 and 0.0078 here; three standard errors and more are allowed.
        for (k, tolerance) in [0.007, 0.0024, 0.0024].into_iter().enumerate() {
            assert!((sums[k] - planted[k]).abs() < tolerance, "{k}: {} for {}", sums[k], planted[k]);
        }
        assert!(held[0] >= 180 && held[1] >= 170, "{held:?} of {rounds}");
    }

    #[test]
    fn of_what_is_near_nothing_as_much_is_allowed_as_its_mean_allows() {
        // Even lists and even seats in forty pairs: a mean that is 5.6 points from even at its limit is a share of 5 per cent.
        let mut held = [0; 2];
        for seed in 0..200 {
            let classes = cell(&mut SeededDice::from_key(seed), 40, [0.6, 0.4]);
            let found = GameVariance::of(&[games(0, &[], &classes)], 0, 0.95).unwrap();
            assert!(found.match_ups.interval.high > 0.015, "{found:?}");
            assert!(found.luck.interval.low < 0.985, "{found:?}");
            held[0] += u32::from(found.match_ups.interval.contains(0.0));
            held[1] += u32::from(found.seat.unwrap().interval.contains(0.04));
        }
        assert!(held[0] >= 184 && held[1] >= 176, "{held:?} of 200");
    }

    #[test]
    fn exact_shares_of_a_crossing_are_those_of_its_squares() {
        let certain = |won: [u64; 2]| {
            let mut classes = vec![ClassTally::default(); CLASSES];
            // Of two pairs in every class so many were won from either seat.
            for class in &mut classes {
                for pair in 0..2 {
                    class.joint[2 * usize::from(pair < won[0])][2 * usize::from(pair < won[1])] += 1;
                }
            }
            classes
        };
        let played = [certain([2, 2]), certain([1, 1]), certain([1, 1]), certain([0, 0])];
        let levels = [[0, 0], [0, 1], [1, 0], [1, 1]];
        let cells: Vec<_> = played.iter().zip(&levels).map(|(classes, at)| games(0, at, classes)).collect();
        let found = GameVariance::of(&cells, 2, 0.95).unwrap();
        // Scores 1, ½, ½, 0: each factor moves them by a quarter to either side.
        let near = |share: VarianceShare, want: f64| (share.share - want).abs() < 1e-9;
        assert!(near(found.match_ups, 0.0) && found.factors.iter().all(|factor| near(*factor, 0.25)));
        assert!(near(found.together.unwrap(), 0.0) && near(found.seat.unwrap(), 0.0) && near(found.luck, 0.5));
    }

    #[test]
    fn what_says_nothing_is_refused() {
        assert!(GameVariance::of(&[], 0, 0.95).is_err());
        let empty = vec![ClassTally::default(); CLASSES];
        assert!(GameVariance::of(&[games(0, &[], &empty)], 0, 0.95).is_err());
        let mut drawn = empty.clone();
        drawn.iter_mut().for_each(|class| class.joint[1][1] = 1);
        assert!(GameVariance::of(&[games(0, &[], &drawn)], 0, 0.95).is_err());
        let mut lone = empty;
        lone[0].joint[2][0] = 5;
        assert!(GameVariance::of(&[games(0, &[], &lone)], 0, 0.95).is_err());
    }
}
