//! Isolated resolutions: one simulated attack, and exact answers small and large.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use evenodds::game::Query;
use evenodds::rulesets;

fn query(resolution: &str, inputs: &str, trials: u64) -> Query {
    Query {
        resolution: resolution.to_owned(),
        inputs: serde_json::from_str(inputs).expect("a JSON object"),
        codex: None,
        trials,
        seed: 1,
        exact: trials == 0,
    }
}

fn resolutions(criterion: &mut Criterion) {
    const TRIALS: u64 = 1_000_000;
    let dogfaces = rulesets::find("dogfaces").expect("Dogfaces is built in");
    let mut simulated = criterion.benchmark_group("simulated");
    simulated.throughput(Throughput::Elements(TRIALS)).sample_size(20);
    for (name, inputs) in [
        ("one-rifle", r#"{"shooters": ["rifleman"], "target": "rifleman"}"#),
        ("five-at-a-suit", r#"{"shooters": ["chuck", "andy", "harry", "brett", "dave"], "target": "george"}"#),
    ] {
        let query = query("ranged-attack", inputs, TRIALS);
        simulated.bench_function(name, |bencher| bencher.iter(|| black_box(dogfaces.resolve(&query))));
    }
    simulated.finish();
    let mut exact = criterion.benchmark_group("exact");
    for (name, resolution, inputs) in [
        ("one-rifle", "ranged-attack", r#"{"shooters": ["rifleman"], "target": "rifleman"}"#),
        ("duel", "duel", r#"{"a": "tom", "b": "george", "turns": 30, "b-medic": true}"#),
    ] {
        let query = query(resolution, inputs, 0);
        exact.bench_function(name, |bencher| bencher.iter(|| black_box(dogfaces.resolve(&query))));
    }
    exact.finish();
}

criterion_group!(benches, resolutions);
criterion_main!(benches);
