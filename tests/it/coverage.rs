//! Do intervals cover and tests err as often as they say? Simulated from known truth, with fixed seeds.

use evenodds::analysis::fair_costs::{Encounters, Errors, FairCosts, Reference};
use evenodds::analysis::multiple_testing::{Correction, adjust_p};
use evenodds::analysis::sprt::{Hypotheses, Sprt, SprtState};
use evenodds::analysis::stopping::{PrecisionStop, look_points};
use evenodds::analysis::{RandomEffects, Score, VarianceComponents, elo, new_setting, sequence, special};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A distribution of pair scores, 0 to 1 in quarters.
#[derive(Clone, Copy, Debug)]
struct Pairs([f64; 5]);

/// Even and lopsided, with and without draws, held together by the swap of seats and torn apart by the table.
const KINDS: [Pairs; 6] = [
    Pairs([0.25, 0.0, 0.5, 0.0, 0.25]),
    Pairs([0.04, 0.24, 0.44, 0.24, 0.04]),
    Pairs([0.02, 0.0, 0.9, 0.0, 0.08]),
    Pairs([0.4, 0.02, 0.06, 0.02, 0.5]),
    Pairs([0.01, 0.02, 0.2, 0.17, 0.6]),
    Pairs([0.0, 0.0, 0.1, 0.1, 0.8]),
];

impl Pairs {
    fn mean(self) -> f64 {
        self.0.iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]).map(|(p, a)| p * a).sum()
    }

    /// The likeliest way to lean these scores over to this mean: by powers of one factor.
    fn leaning_to(self, mean: f64) -> Self {
        let lean = |log: f64| {
            let weights: Vec<f64> = self.0.iter().zip(0..).map(|(p, k)| p * libm::exp(log * f64::from(k))).collect();
            let sum: f64 = weights.iter().sum();
            Self(std::array::from_fn(|k| weights[k] / sum))
        };
        lean(special::root_between(-20.0, 20.0, |log| lean(log).mean() - mean))
    }

    fn add(self, counts: &mut [u64; 5], pairs: u64, random: &mut Xoshiro256PlusPlus) {
        for _ in 0..pairs {
            let mut rest: f64 = random.random();
            let place = self.0.iter().position(|p| {
                rest -= p;
                rest < 0.0
            });
            counts[place.unwrap_or(4)] += 1;
        }
    }
}

/// The share of `runs` that `happens`, each with its own chance.
fn share(seed: u64, runs: u32, mut happens: impl FnMut(&mut Xoshiro256PlusPlus) -> bool) -> f64 {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    f64::from((0..runs).map(|_| u32::from(happens(&mut random))).sum::<u32>()) / f64::from(runs)
}

#[test]
fn intervals_cover_whatever_the_distribution() {
    for (kind, pairs) in KINDS.iter().enumerate() {
        for (n, runs) in [(10, 20_000), (30, 20_000), (100, 20_000), (1000, 4_000)] {
            let covered = share(1 + kind as u64, runs, |random| {
                let mut counts = [0; 5];
                pairs.add(&mut counts, n, random);
                Score::from_counts(&counts, 0.95).unwrap().interval.contains(pairs.mean())
            });
            assert!(covered >= 0.93, "{pairs:?}, {n} pairs: {covered}");
        }
    }
}

/// A normally distributed number with mean zero.
fn normal(random: &mut Xoshiro256PlusPlus, deviation: f64) -> f64 {
    deviation * special::normal_quantile((f64::from(random.random::<u32>()) + 0.5) / 4_294_967_296.0)
}

#[test]
fn few_settings_say_what_they_may_of_their_kind() {
    // From settings that are all alike to such as hide their dice, with cells of more pairs and of fewer. Limits for a new
    // setting rest on the spread of the others, which is seen where it is larger than the dice.
    for (seed, (tau, seen)) in (51..).zip([(0.0, false), (0.03, false), (0.1, true), (0.2, true)]) {
        for k in [3_u32, 6, 12] {
            let runs = 2_000;
            let mut foreseen = 0;
            let covered = share(seed + 10 * u64::from(k), runs, |random| {
                let variances: Vec<f64> = (0..k).map(|i| 0.0004 * f64::from(1 + i % 3)).collect();
                let drawn = |random: &mut Xoshiro256PlusPlus| 0.5 + normal(random, tau);
                let estimates: Vec<f64> = variances.iter().map(|v| drawn(random) + normal(random, v.sqrt())).collect();
                let found = RandomEffects::of(&estimates, &variances, 0.95).unwrap();
                let new = drawn(random);
                foreseen += u32::from((found.prediction_low.unwrap()..=found.prediction_high.unwrap()).contains(&new));
                found.interval.contains(0.5)
            });
            let foreseen = f64::from(foreseen) / f64::from(runs);
            assert!(covered >= 0.93, "{k} settings, {tau}: {covered}");
            assert!(foreseen >= 0.92 || !seen, "a new setting after {k}, {tau}: {foreseen}");
        }
    }
}

#[test]
fn limits_for_a_new_setting_hold_however_much_settings_differ() {
    // The errors are 0.02 to 0.035: settings that are all alike, that differ by less, and that differ by more.
    for (seed, tau) in (61..).zip([0.0, 0.02, 0.06]) {
        for k in [3_u32, 12] {
            let held = share(seed + 10 * u64::from(k), 300, |random| {
                let variances: Vec<f64> = (0..k).map(|i| 0.0004 * f64::from(1 + i % 3)).collect();
                let drawn = |random: &mut Xoshiro256PlusPlus| 0.5 + normal(random, tau);
                let estimates: Vec<f64> = variances.iter().map(|v| drawn(random) + normal(random, v.sqrt())).collect();
                new_setting(&estimates, &variances, 0.95).unwrap().contains(drawn(random))
            });
            assert!(held >= 0.93, "{k} settings, {tau}: {held}");
        }
    }
}

#[test]
fn components_of_a_crossing_have_limits_that_hold() {
    let (levels, deviations) = ([4, 3], [0.08, 0.05]);
    let mut limits = [0; 2];
    let runs = 2_000;
    let covered = share(55, runs, |random| {
        let effects: [Vec<f64>; 2] =
            std::array::from_fn(|f| (0..levels[f]).map(|_| normal(random, deviations[f])).collect());
        let cell = |random: &mut Xoshiro256PlusPlus, x: &f64, y: &f64| 0.5 + x + y + normal(random, 0.03);
        let means: Vec<f64> =
            effects[0].iter().flat_map(|x| effects[1].iter().map(|y| cell(random, x, y)).collect::<Vec<_>>()).collect();
        let found = VarianceComponents::of(&levels, &means, &[0.0004; 12], 0.95).unwrap();
        for (f, held) in limits.iter_mut().enumerate() {
            let within = found.components_low[f].unwrap()..=found.components_high[f].unwrap();
            *held += u32::from(within.contains(&(deviations[f] * deviations[f])));
        }
        found.interval.contains(0.5)
    });
    assert!(covered >= 0.93, "{covered}");
    for held in limits.map(|held| f64::from(held) / f64::from(runs)) {
        assert!(held >= 0.93, "{held}");
    }
}

#[test]
fn intervals_cover_after_a_precision_stop() {
    let stop = PrecisionStop::new(0.02, 0.95).unwrap();
    for (kind, pairs) in KINDS.iter().enumerate() {
        let covered = share(11 + kind as u64, 2_000, |random| {
            let (mut counts, mut n) = ([0; 5], 0);
            for look in look_points() {
                pairs.add(&mut counts, look - n, random);
                n = look;
                if stop.stops(&counts) {
                    break;
                }
            }
            Score::from_counts(&counts, 0.95).unwrap().interval.contains(pairs.mean())
        });
        assert!(covered >= 0.93, "{pairs:?}: {covered}");
    }
}

#[test]
fn sequences_seldom_ever_miss() {
    for (kind, pairs) in KINDS.iter().enumerate() {
        let [mut asymptotic, mut exact] = [0; 2];
        share(21 + kind as u64, 1_000, |random| {
            let mut counts = [0; 5];
            let (mut missed, mut refuted) = (false, false);
            for look in 0..60 {
                pairs.add(&mut counts, if look == 0 { 100 } else { 40 }, random);
                let interval = sequence::asymptotic(&counts, 1_000.0, 0.95).unwrap().interval;
                missed |= !interval.contains(pairs.mean());
                refuted |= sequence::log_e_value(&counts, pairs.mean()).unwrap() > libm::log(20.0);
            }
            asymptotic += u32::from(missed);
            exact += u32::from(refuted);
            missed
        });
        assert!(asymptotic <= 50 && exact <= 50, "{pairs:?}: {asymptotic} and {exact} of 1000");
    }
}

#[test]
fn sequential_tests_keep_their_error_rates() {
    let hypotheses = Hypotheses { elo1: 30.0, ..Hypotheses::default() };
    for (seed, kind, elo, wrong) in [
        (31, KINDS[1], 0.0, SprtState::AcceptH1),
        (32, KINDS[1], 30.0, SprtState::AcceptH0),
        (33, KINDS[3], 0.0, SprtState::AcceptH1),
        (34, KINDS[3], 30.0, SprtState::AcceptH0),
    ] {
        let pairs = kind.leaning_to(elo::to_score(elo));
        let erred = share(seed, 2_000, |random| {
            let mut counts = [0; 5];
            loop {
                pairs.add(&mut counts, 10, random);
                let state = Sprt::of(&counts, &hypotheses).unwrap().state;
                if state != SprtState::Continue {
                    return state == wrong;
                }
            }
        });
        assert!(erred <= 0.06, "{pairs:?}: {erred}");
    }
}

#[test]
fn false_discoveries_keep_their_share() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(41);
    let runs = 2_000;
    let mut false_share = 0.0;
    for _ in 0..runs {
        // Thirty even cells, ten that are three standard errors off.
        let p: Vec<f64> = (0..40)
            .map(|cell| {
                let z = special::normal_quantile(random.random_range(1e-12..1.0)) + if cell < 30 { 0.0 } else { 3.0 };
                2.0 * special::normal_cdf(-z.abs())
            })
            .collect();
        let rejected = adjust_p(&p, Correction::Bh, 0.05).unwrap().rejected;
        let count = |cells: &[bool]| cells.iter().filter(|rejected| **rejected).count() as f64;
        false_share += count(&rejected[..30]) / count(&rejected).max(1.0);
    }
    let false_share = false_share / f64::from(runs);
    assert!((0.03..=0.05).contains(&false_share), "{false_share}");
}

#[test]
fn planted_costs_come_back_from_lists_of_jittered_budgets() {
    const COSTS: [f64; 5] = [8.0, 12.0, 20.0, 35.0, 50.0];
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(5);
    let list = |chance: &mut Xoshiro256PlusPlus| {
        let mut left = 300.0 * (0.9 + 0.2 * chance.random::<f64>());
        let mut units = [0.0; COSTS.len()];
        loop {
            let unit = chance.random_range(0..COSTS.len());
            if COSTS[unit] > left {
                return units;
            }
            units[unit] += 1.0;
            left -= COSTS[unit];
        }
    };
    let rows = 20_000;
    let differences: Vec<Vec<f64>> =
        (0..rows).map(|_| list(&mut chance).iter().zip(list(&mut chance)).map(|(a, b)| a - b).collect()).collect();
    let points = differences.iter().map(|row| {
        // Twenty points make the odds e to 1.
        let logit: f64 = row.iter().zip(COSTS).map(|(d, cost)| d * cost / 20.0).sum();
        let mut won = || f64::from(u8::from(chance.random::<f64>() < 1.0 / (1.0 + libm::exp(-logit))));
        (won() + won()) / 2.0
    });
    let encounters = Encounters { points: points.collect(), trials: vec![1.0; rows], differences };
    let reference = Reference::List { list: vec![1.0; COSTS.len()], cost: COSTS.iter().sum() };
    let worths = FairCosts::of(&encounters, &reference, Errors::Robust, 0.999).unwrap().worths.unwrap();
    for (unit, cost) in COSTS.into_iter().enumerate() {
        let fair = worths.costs[unit].unwrap();
        assert!((fair / cost - 1.0).abs() < 0.05, "unit {unit}: {fair} instead of {cost}");
        assert!(worths.interval(unit).unwrap().contains(cost));
    }
}
