//! Combinations of what an experiment varies.

use crate::dice::{Address, Dice as _, Purpose, Seat};

/// Exchanges after which twins are given up: samples that leave hardly a way out may have no better ones.
const MOST_EXCHANGES: usize = 10_000;

/// All ways to take one of each, the last varying fastest; one empty way when there is nothing to take.
pub(super) fn crossed<'a, T: Clone + 'a>(choices: impl Iterator<Item = &'a [T]>) -> Vec<Vec<T>> {
    choices.fold(vec![Vec::new()], |ways, choice| {
        let longer = |way: &Vec<T>, one: &T| way.iter().cloned().chain([one.clone()]).collect();
        ways.iter().flat_map(|way| choice.iter().map(move |one| longer(way, one))).collect()
    })
}

/// A sample of all ways to take one of each in which everything there is to take comes up equally often, as far as its number divides
/// `samples`, and no way twice; all ways, where they are no more than `samples`. The same for the same seed.
pub(super) fn latin_hypercube<T: Clone + PartialEq>(choices: &[&[T]], samples: usize, seed: u64) -> Vec<Vec<T>> {
    let all = choices.iter().try_fold(1_usize, |all, choice| all.checked_mul(choice.len()));
    if all.is_some_and(|all| all <= samples) {
        return distinct(crossed(choices.iter().copied()));
    }
    let mut ways = vec![Vec::with_capacity(choices.len()); samples];
    for (factor, choice) in choices.iter().enumerate() {
        // No cell and no pair has this address.
        let address = Address { seed, cell: u64::MAX, pair: factor as u64 };
        let mut chance = address.open(Seat::Environment, Purpose::Setup, 0);
        let mut pick = |n: usize| chance.pick(u32::try_from(n).expect("samples and levels are few")) as usize;
        let mut order: Vec<usize> = (0..samples).collect();
        for last in (1..samples).rev() {
            order.swap(last, pick(last + 1));
        }
        for (way, stratum) in ways.iter_mut().zip(order) {
            way.push(choice[(stratum * choice.len() + pick(choice.len())) / samples].clone());
        }
    }
    part_twins(&mut ways, seed);
    distinct(ways)
}

/// Exchanges what twins have with others until no way comes up twice, which leaves how often everything comes up as it is.
fn part_twins<T: PartialEq>(ways: &mut [Vec<T>], seed: u64) {
    let factors = ways.first().map_or(0, Vec::len);
    let address = Address { seed, cell: u64::MAX, pair: u64::MAX };
    let mut chance = address.open(Seat::Environment, Purpose::Setup, 0);
    let mut pick = |n: usize| chance.pick(u32::try_from(n).expect("samples and factors are few")) as usize;
    for _ in 0..MOST_EXCHANGES {
        let twin = (1..ways.len()).find(|at| ways[..*at].contains(&ways[*at]));
        let Some(twin) = twin else { return };
        let (other, factor) = (pick(ways.len()), pick(factors));
        if other == twin {
            continue;
        }
        let exchange = |ways: &mut [Vec<T>]| {
            let [one, other] = ways.get_disjoint_mut([twin, other]).expect("two ways");
            std::mem::swap(&mut one[factor], &mut other[factor]);
        };
        exchange(ways);
        let is_twin = |at: usize| ways.iter().enumerate().any(|(number, way)| number != at && *way == ways[at]);
        if is_twin(twin) || is_twin(other) {
            exchange(ways);
        }
    }
}

/// Without repetitions, in order.
pub(super) fn distinct<T: PartialEq>(items: Vec<T>) -> Vec<T> {
    let mut kept = Vec::with_capacity(items.len());
    for item in items {
        if !kept.contains(&item) {
            kept.push(item);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_a_hypercube_every_level_comes_up_equally_often() {
        let (four, ten, many): (Vec<usize>, Vec<usize>, Vec<usize>) =
            ((0..4).collect(), (0..10).collect(), (0..100).collect());
        let choices: [&[usize]; 3] = [&four, &ten, &many];
        let ways = latin_hypercube(&choices, 20, 7);
        assert_eq!(ways.len(), 20);
        for (factor, choice) in choices.iter().enumerate() {
            // Of a factor of more levels than samples, one of every run of five.
            let strata = choice.len().min(20);
            for stratum in 0..strata {
                let here = ways.iter().filter(|way| way[factor] * strata / choice.len() == stratum).count();
                assert_eq!(here, 20 / strata, "factor {factor}, stratum {stratum}");
            }
        }
        assert_eq!(ways, latin_hypercube(&choices, 20, 7));
        assert_ne!(ways, latin_hypercube(&choices, 20, 8));
    }

    #[test]
    fn factors_are_shuffled_by_themselves_and_no_way_comes_twice() {
        let levels: Vec<usize> = (0..50).collect();
        let ways = latin_hypercube(&[&levels, &levels], 50, 1);
        let together: f64 = ways.iter().map(|way| (way[0] as f64 - 24.5) * (way[1] as f64 - 24.5)).sum();
        // The correlation of a shuffle has a standard deviation of 1/√49.
        assert!((together / 50.0 / 208.25).abs() < 4.0 / 7.0, "{together}");
        assert_eq!(latin_hypercube(&[&levels[..1], &levels[..2]], 10, 1).len(), 2);
    }

    #[test]
    fn a_sample_of_few_ways_holds_none_twice_and_everything_equally_often() {
        let (three, four): (Vec<usize>, Vec<usize>) = ((0..3).collect(), (0..4).collect());
        for seed in 0..40 {
            let ways = latin_hypercube(&[&three[..], &four, &three], 24, seed);
            assert_eq!(ways.len(), 24, "seed {seed}");
            for (factor, levels) in [3, 4, 3].into_iter().enumerate() {
                for level in 0..levels {
                    let here = ways.iter().filter(|way| way[factor] == level).count();
                    assert_eq!(here, 24 / levels, "seed {seed}");
                }
            }
        }
        assert_eq!(latin_hypercube(&[&three[..], &four], 200, 1), crossed([&three[..], &four].into_iter()));
    }
}
