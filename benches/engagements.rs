//! Whole engagements: the standard game on the standard map, both sides scripted alike.

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
    let dogfaces = rulesets::find("dogfaces").expect("Dogfaces is built in");
    for (name, cell) in dogfaces.benchmark().cells {
        let arena = dogfaces.prepare(&cell).expect("the standard game is sound");
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let mut sum = Sum::default();
                arena.play(1, 0, 0..PAIRS, &mut sum);
                black_box(sum.0)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, engagements);
criterion_main!(benches);
