//! A race of candidates on common pairs: whoever is plainly worse is dropped before all pairs are played (Maron and Moore 1994).

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use super::arena::{Contestant, Results, results_of};
use crate::experiment::search_arena::SearchArena;

/// A candidate is dropped whose score lies so many standard errors of the difference below the last place that counts.
const PLAINLY: f64 = 2.0;

/// After which shares of its pairs a race drops candidates: a quarter, and a half.
const STAGES: [u64; 2] = [4, 2];

/// A candidate under way.
#[derive(Clone, Debug, Default)]
struct Runner {
    results: Results,
    /// Stages that it took part in.
    stages: usize,
}

impl Runner {
    fn quarters(&self) -> impl Iterator<Item = f64> {
        self.results.iter().flatten().map(|quarter| f64::from(*quarter))
    }

    /// Mean score, from 0 to 1.
    fn score(&self) -> f64 {
        let (n, sum) = self.quarters().fold((0.0, 0.0), |(n, sum), quarter| (n + 1.0, sum + quarter));
        if n > 0.0 { sum / n / 4.0 } else { 0.5 }
    }

    /// Whether it does plainly worse than another on the same pairs.
    fn trails(&self, other: &Self) -> bool {
        let gaps: Vec<f64> = other.quarters().zip(self.quarters()).map(|(other, own)| (other - own) / 4.0).collect();
        let n = gaps.len() as f64;
        let mean = gaps.iter().sum::<f64>() / n;
        // One gap each way keeps few pairs that come out alike from looking sure.
        let squares = gaps.iter().map(|gap| (gap - mean) * (gap - mean)).sum::<f64>() + 1.0;
        mean > PLAINLY * (squares / (n + 1.0) / n).sqrt()
    }
}

/// Ranks contestants over `pairs` of every setting: their places, the best first, with their scores. Of the best `keep` all pairs
/// are played; those that were dropped stand behind the others, the later the farther ahead. None when `abort` was raised.
pub(super) fn race(
    arena: &SearchArena<'_>,
    contestants: &[Contestant],
    keep: usize,
    pairs: Range<u64>,
    abort: &AtomicBool,
) -> Option<Vec<(usize, f64)>> {
    let play = |running: &[usize], pairs: Range<u64>| {
        let chosen: Vec<&Contestant> = running.iter().map(|place| &contestants[*place]).collect();
        results_of(arena, &chosen, arena.seed(), pairs)
    };
    let runners = stages(contestants.len(), keep, pairs, |running, pairs| {
        (!abort.load(Ordering::Relaxed)).then(|| play(running, pairs))
    })?;
    Some(ranking(&runners))
}

/// Runs the stages of a race: `play` has the runners at some places play some pairs, unless it is to end.
fn stages(
    runners: usize,
    keep: usize,
    pairs: Range<u64>,
    mut play: impl FnMut(&[usize], Range<u64>) -> Option<Vec<Results>>,
) -> Option<Vec<Runner>> {
    let mut runners = vec![Runner::default(); runners];
    let rounds = pairs.end - pairs.start;
    let ends = STAGES.iter().map(|share| pairs.start + rounds / share).chain([pairs.end]);
    let mut running: Vec<usize> = (0..runners.len()).collect();
    let mut from = pairs.start;
    for to in ends {
        if to == from {
            continue;
        }
        for (place, results) in running.iter().zip(play(&running, from..to)?) {
            let runner = &mut runners[*place];
            runner.results.resize(results.len(), Vec::new());
            runner.results.iter_mut().zip(results).for_each(|(all, new)| all.extend(new));
            runner.stages += 1;
        }
        running.sort_by(|one, other| ahead(&runners, *one, *other));
        if to < pairs.end && running.len() > keep {
            let last = &runners[running[keep - 1]];
            running = running
                .iter()
                .enumerate()
                .filter(|(n, place)| *n < keep || !runners[**place].trails(last))
                .map(|(_, place)| *place)
                .collect();
        }
        from = to;
    }
    Some(runners)
}

/// The order of two runners: who went farther, then who did better, then who was named first.
fn ahead(runners: &[Runner], one: usize, other: usize) -> std::cmp::Ordering {
    let [a, b] = [one, other].map(|place| &runners[place]);
    b.stages.cmp(&a.stages).then(b.score().total_cmp(&a.score())).then(one.cmp(&other))
}

fn ranking(runners: &[Runner]) -> Vec<(usize, f64)> {
    let mut order: Vec<usize> = (0..runners.len()).collect();
    order.sort_by(|one, other| ahead(runners, *one, *other));
    order.into_iter().map(|place| (place, runners[place].score())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A race of runners who win each pair whose number leaves less than their skill when divided by 10.
    fn run(skills: &[u64], keep: usize, pairs: u64) -> (Vec<(usize, f64)>, Vec<usize>) {
        let mut played = vec![0; skills.len()];
        let runners = stages(skills.len(), keep, 100..100 + pairs, |running, pairs| {
            let result = |place: &usize, pair: u64| if pair * 7 % 10 < skills[*place] { 4 } else { 0 };
            let results =
                running.iter().map(|place| vec![pairs.clone().map(|pair| result(place, pair)).collect::<Vec<u8>>()]);
            running.iter().for_each(|place| played[*place] += (pairs.end - pairs.start) as usize);
            Some(results.collect())
        });
        (ranking(&runners.unwrap()), played)
    }

    #[test]
    fn the_best_stand_first_and_the_plainly_worse_play_less() {
        let (ranked, played) = run(&[5, 9, 0, 6, 8], 2, 80);
        assert_eq!(ranked.iter().map(|(place, _)| *place).collect::<Vec<_>>(), [1, 4, 3, 0, 2]);
        assert_eq!((ranked[0].1, ranked[1].1), (0.9, 0.8));
        assert_eq!((played[1], played[4], played[2]), (80, 80, 20));
        assert!(played[0] < 80, "five in ten trail eight in ten after forty pairs: {played:?}");
    }

    #[test]
    fn nobody_is_dropped_on_a_handful_of_pairs() {
        let (_, played) = run(&[4, 6, 5], 1, 8);
        assert_eq!(played, [8, 8, 8]);
        let (ranked, played) = run(&[3, 7], 1, 1);
        assert_eq!((ranked.len(), played), (2, vec![1, 1]));
    }

    #[test]
    fn equals_stand_in_the_order_in_which_they_were_named() {
        let (ranked, _) = run(&[5, 5, 5], 1, 40);
        assert_eq!(ranked.iter().map(|(place, _)| *place).collect::<Vec<_>>(), [0, 1, 2]);
    }

    #[test]
    fn a_race_that_is_to_end_has_no_order() {
        assert!(stages(2, 1, 0..8, |_, _| None).is_none());
    }
}
