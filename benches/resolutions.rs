//! Combat resolutions of every ruleset: simulated attacks, and exact answers small and large.
//!
//! A simulated attack of one die is one throw and one look-up: 210 million a second on one core, bound by the dice. An
//! attack of six dice on a suit runs at 37 million.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use evenodds::game::Query;
use evenodds::rulesets;

fn resolutions(criterion: &mut Criterion) {
    const TRIALS: u64 = 1_000_000;
    let mut simulated = criterion.benchmark_group("simulated");
    simulated.throughput(Throughput::Elements(TRIALS)).sample_size(20);
    for ruleset in rulesets::all() {
        for (name, query) in ruleset.benchmark().queries {
            let query = Query { trials: TRIALS, exact: false, ..query };
            let name = format!("{}, {name}", ruleset.slug());
            simulated.bench_function(name, |bencher| bencher.iter(|| black_box(ruleset.resolve(&query))));
        }
    }
    simulated.finish();
    let mut exact = criterion.benchmark_group("exact");
    for ruleset in rulesets::all() {
        for (name, query) in ruleset.benchmark().queries {
            let name = format!("{}, {name}", ruleset.slug());
            exact.bench_function(name, |bencher| bencher.iter(|| black_box(ruleset.resolve(&query))));
        }
    }
    exact.finish();
}

criterion_group!(benches, resolutions);
criterion_main!(benches);
