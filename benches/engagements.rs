//! Whole engagements: the standard games of every ruleset, both sides scripted alike.
//!
//! Of Dogfaces, one core of a 2026 cloud machine plays about 3,300 a second under `massed-fire` (two threads: 1.83 times one) and 1,100
//! under `overwatch-anvil`, whose games are half as long again and whose movers weigh paths under fire. What bounds it is
//! judgement, not rules: four fifths of the instructions are the script's, a third of them the scoring of some nineteen
//! destinations for each of about 420 unit moves a game, then the weighing of attacks and the search for reach, all
//! of it loads from tables in the first-level cache with bounds checks between. The rules themselves take 60
//! microseconds a game.

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
