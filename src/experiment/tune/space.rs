//! The space that is searched: weights on a scale on which a step means as much everywhere.

use super::WeightChange;
use crate::analysis::Interval;
use crate::game::{WeighedDoctrine, WeightDoc};

/// A weight is searched up to so many times the greatest that any doctrine of the book gives it, and down to half of that many
/// times the least where that is below nought.
const FARTHEST: f64 = 4.0;

/// Digits that found weights have.
const DIGITS: usize = 4;

/// Weights of a game as coordinates: `w = s·sinh(u)`, with the mean size `s` that doctrines of the book give to the weight.
/// Far above `s` that is a logarithmic scale, below it a linear one, so that nought can be left and come to.
#[derive(Clone, Debug)]
pub(super) struct SearchSpace {
    weights: Vec<WeightDoc>,
    sizes: Vec<f64>,
    /// Least and greatest number of each weight that is looked at.
    ranges: Vec<Interval>,
}

impl SearchSpace {
    /// The space of a game's weights by the doctrines of a book.
    pub(super) fn new(weights: Vec<WeightDoc>, book: &[WeighedDoctrine]) -> Self {
        let (mut sizes, mut ranges) = (Vec::new(), Vec::new());
        for (at, WeightDoc { least, greatest, .. }) in weights.iter().enumerate() {
            let given = || book.iter().map(|doctrine| doctrine.numbers[at]);
            let mean = given().map(f64::abs).sum::<f64>() / book.len().max(1) as f64;
            // A weight that no doctrine has is tried about 1.
            let size = if mean > 0.0 { mean } else { greatest.min(1.0) };
            let high = given().fold(size, f64::max);
            let low = given().fold(0.0, f64::min);
            sizes.push(size);
            ranges.push(Interval {
                low: (FARTHEST / 2.0 * low).clamp(*least, *greatest),
                high: (FARTHEST * high).clamp(*least, *greatest),
            });
        }
        Self { weights, sizes, ranges }
    }

    /// Coordinates of weights.
    pub(super) fn point(&self, numbers: &[f64]) -> Vec<f64> {
        let limits = self.limits();
        let coordinate = |((number, size), limits): ((&f64, &f64), &Interval)| {
            libm::asinh(number / size).clamp(limits.low, limits.high)
        };
        numbers.iter().zip(&self.sizes).zip(&limits).map(coordinate).collect()
    }

    /// Weights at a point.
    pub(super) fn numbers(&self, point: &[f64]) -> Vec<f64> {
        let number =
            |((u, size), range): ((&f64, &f64), &Interval)| (size * libm::sinh(*u)).clamp(range.low, range.high);
        point.iter().zip(&self.sizes).zip(&self.ranges).map(number).collect()
    }

    /// Least and greatest coordinates.
    pub(super) fn limits(&self) -> Vec<Interval> {
        let limits = |(range, size): (&Interval, &f64)| Interval {
            low: libm::asinh(range.low / size),
            high: libm::asinh(range.high / size),
        };
        self.ranges.iter().zip(&self.sizes).map(limits).collect()
    }

    /// Weights with as many digits as are written.
    pub(super) fn rounded(&self, numbers: &[f64]) -> Vec<f64> {
        let places = DIGITS - 1;
        let round = |(number, range): (&f64, &Interval)| {
            let text = format!("{number:.places$e}");
            text.parse::<f64>().expect("a number").clamp(range.low, range.high)
        };
        numbers.iter().zip(&self.ranges).map(round).collect()
    }

    /// How each weight was changed, the farthest first.
    pub(super) fn changes(&self, start: &[f64], found: &[f64]) -> Vec<WeightChange> {
        let [from, to] = [start, found].map(|numbers| self.point(numbers));
        let change = |(at, weight): (usize, &WeightDoc)| WeightChange {
            weight: weight.clone(),
            start: start[at],
            found: found[at],
            distance: to[at] - from[at],
        };
        let mut changes: Vec<WeightChange> = self.weights.iter().enumerate().map(change).collect();
        changes.sort_by(|one, other| other.distance.abs().total_cmp(&one.distance.abs()));
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space() -> SearchSpace {
        let weight = |name, least| WeightDoc { name, about: "?", least, greatest: 10.0, default: 0.0 };
        let doctrine = |numbers: [f64; 4]| WeighedDoctrine {
            name: String::new(),
            about: String::new(),
            numbers: numbers.to_vec(),
            words: Vec::new(),
        };
        let book = [doctrine([1.0, 0.0, 6.0, -0.5]), doctrine([3.0, 0.0, 0.0, 0.5])];
        SearchSpace::new(vec![weight("a", 0.0), weight("b", 0.0), weight("c", 0.0), weight("d", -10.0)], &book)
    }

    #[test]
    fn weights_are_looked_at_as_far_as_the_book_suggests() {
        let interval = |low, high| Interval { low, high };
        // The third goes to the most that a book may say; nobody has the second.
        let expected = [interval(0.0, 10.0), interval(0.0, 4.0), interval(0.0, 10.0), interval(-1.0, 2.0)];
        assert_eq!(space().ranges, expected);
    }

    #[test]
    fn points_are_weights_on_another_scale() {
        let space = space();
        for numbers in [[2.0, 0.0, 3.0, 0.0], [0.3, 1.0, 10.0, -0.7]] {
            let back = space.numbers(&space.point(&numbers));
            assert!(back.iter().zip(numbers).all(|(a, b)| (a - b).abs() < 1e-12), "{back:?}");
        }
        // About nought a step is a share of the usual size; far above it a factor.
        let at = |u: f64| space.numbers(&[u, 0.0, 0.0, 0.0])[0];
        assert!((at(0.01) - 0.02).abs() < 1e-5);
        let factor = at(2.2) / at(2.1);
        assert!((factor - libm::exp(0.1)).abs() < 0.01, "{factor}");
        assert_eq!(space.numbers(&[99.0, -99.0, 0.0, 0.0])[..2], [10.0, 0.0]);
    }

    #[test]
    fn found_weights_have_four_digits_and_stay_within_their_range() {
        assert_eq!(space().rounded(&[1.234_56, 0.000_123_456, 9.999_99, -0.999_99]), [1.235, 0.000_123_5, 10.0, -1.0]);
    }

    #[test]
    fn what_moved_farthest_stands_first() {
        let changes = space().changes(&[2.0, 0.0, 3.0, 0.5], &[2.2, 0.0, 0.0, 0.5]);
        let names: Vec<&str> = changes.iter().map(|change| change.weight.name).collect();
        assert_eq!(names[..2], ["c", "a"]);
        assert!(changes[0].distance < -0.8 && changes[1].distance > 0.0 && changes[3].distance == 0.0);
    }
}
