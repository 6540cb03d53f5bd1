//! Whole engagements: the standard game on the standard map.
//!
//! One core of a 2026 cloud machine takes about 280 microseconds of processor time for a game under `massed-fire`, 735
//! under `overwatch-anvil`, whose games are half as long again and whose movers weigh ways round the enemy's arcs, and 260
//! for `massed-fire` against `headhunters`. In a mirror match both games of a pair are the same game with the names
//! exchanged, so that it is played once: engagements come twice as fast there, 7,100 and 2,700 a second, as against 3,800
//! a second where the two doctrines differ. Two threads take no more processor time for a game than one.
//!
//! What bounds it is judgement, not rules: three quarters of the 1.6 million instructions of a game are the script's, half
//! of those the scoring of some thirteen destinations for each of 185 unit moves, the rest the weighing of attacks on 300
//! targets and the search for ways past the enemy. The profile is flat; the code of one move hardly fits the first-level
//! instruction cache, and one branch in a dozen cannot be foreseen. A build for a newer processor
//! (`-C target-cpu=x86-64-v3`) is about a tenth faster.
//!
//! A game of Commander's Dogma at 24 points takes about 7 milliseconds of one core under `balanced` in any scenario, 6 where
//! the scenario is to destroy half the enemy, 7 under `gunline`, and 2.5 between two random players, whose games go on for
//! twenty rounds: 280, 340, 300 and 800 engagements a second in a mirror match. Here too it is judgement that bounds it:
//! three quarters of the time go into thinking of moves, more than two thirds of that into those of single Elements. What a
//! place may lose to the enemy and whether a shot from it is open cost most, then what a path meets.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use evenodds::game::{Engaged, Gather};
use evenodds::rulesets;

/// Adds up results, so that a faster wrong answer shows.
#[derive(Default)]
struct Sum(u64);

impl Gather for Sum {
    fn take(&mut self, engaged: &Engaged<'_>) {
        let engagement = engaged.engagement;
        self.0 = self.0.wrapping_mul(31).wrapping_add(u64::from(engagement.result) + 3 * u64::from(engagement.turns));
    }
}

fn engagements(criterion: &mut Criterion) {
    const PAIRS: u64 = 200;
    let mut group = criterion.benchmark_group("engagements");
    group.throughput(Throughput::Elements(2 * PAIRS)).sample_size(10);
    for ruleset in rulesets::all() {
        for (name, cell) in ruleset.benchmark().cells {
            let arena = ruleset.prepare(&cell).expect("the standard game is sound");
            group.bench_function(format!("{}: {name}", ruleset.slug()), |bencher| {
                bencher.iter(|| {
                    let mut sum = Sum::default();
                    arena.play(1, 0, 0..PAIRS, &mut sum);
                    black_box(sum.0)
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, engagements);
criterion_main!(benches);
