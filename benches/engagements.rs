//! Whole engagements: the standard game on the standard map, both sides scripted alike.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use evenodds::game::{Arena, CellSetup, Engaged, Gather, Source};
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

fn arena(doctrine: &str) -> Box<dyn Arena> {
    let dogfaces = rulesets::find("dogfaces").expect("Dogfaces is built in");
    let find = |sources: Vec<Source>, name: &str| {
        sources.into_iter().find(|source| source.name.ends_with(&format!("/{name}.toml"))).expect("it is built in")
    };
    let list = find(dogfaces.armies(), "std-ab");
    let cell = CellSetup {
        codex: dogfaces.codex(),
        doctrine_book: dogfaces.doctrine_book(),
        overrides: Vec::new(),
        armies: [list.clone(), list],
        doctrines: [doctrine.to_owned(), doctrine.to_owned()],
        scenario: "last-man-standing".to_owned(),
        battlefield: Some(find(dogfaces.battlefields(), "farmstead")),
        seed: 1,
    };
    dogfaces.prepare(&cell).expect("the standard game is sound")
}

fn engagements(criterion: &mut Criterion) {
    const PAIRS: u64 = 200;
    let mut group = criterion.benchmark_group("engagements");
    group.throughput(Throughput::Elements(2 * PAIRS)).sample_size(10);
    for doctrine in ["massed-fire", "overwatch-anvil", "random"] {
        let arena = arena(doctrine);
        group.bench_function(doctrine, |bencher| {
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
