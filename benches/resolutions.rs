//! Isolated resolutions: simulated attacks, and exact answers small and large.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use evenodds::game::Query;
use evenodds::rulesets;

fn resolutions(criterion: &mut Criterion) {
    const TRIALS: u64 = 1_000_000;
    let dogfaces = rulesets::find("dogfaces").expect("Dogfaces is built in");
    let mut simulated = criterion.benchmark_group("simulated");
    simulated.throughput(Throughput::Elements(TRIALS)).sample_size(20);
    for (name, query) in dogfaces.benchmark().queries {
        let query = Query { trials: TRIALS, exact: false, ..query };
        simulated.bench_function(name, |bencher| bencher.iter(|| black_box(dogfaces.resolve(&query))));
    }
    simulated.finish();
    let mut exact = criterion.benchmark_group("exact");
    for (name, query) in dogfaces.benchmark().queries {
        exact.bench_function(name, |bencher| bencher.iter(|| black_box(dogfaces.resolve(&query))));
    }
    exact.finish();
}

criterion_group!(benches, resolutions);
criterion_main!(benches);
