//! Questions that movement and sight ask of the plane, over bases strewn as densely as two armies that have met.
//!
//! On a 2026 cloud machine: whether two bases overlap takes 5 nanoseconds, their distance 20, where one that goes straight
//! meets another 25, where one that wheels meets another 180 when they are near and 15 when they are not, and whether one
//! sees another past ten that stand about 500. Two bases are compared along their four axes; everything else goes from edge
//! to edge, and what is far is told by the distance of middles.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use evenodds::tabletop::plane::{
    Base, Corner, Edge, Facing, Hand, Point, Vector, distance, edge_distance, overlap, sees, stretch, turn_until,
};

/// So many bases, strewn by a fixed rule over a square of `side` inches.
fn strewn(count: u32, side: f64) -> Vec<Base> {
    let part = |at: u32, step: f64| (f64::from(at) * step).fract();
    let base = |at: u32| {
        let centre = Point::new(part(at, 0.618_033_988_75) * side, part(at, 0.754_877_666_25) * side);
        Base::square(centre, Facing::from_degrees(part(at, 0.569_840_290_99) * 360.0), 40.0 / 25.4)
    };
    (0..count).map(base).collect()
}

fn plane(criterion: &mut Criterion) {
    let bases = strewn(1024, 6.0);
    let mut group = criterion.benchmark_group("plane");
    let mut next = 0;
    let mut pair = || {
        next = (next + 1) % 1024;
        (&bases[next], &bases[(next * 7 + 1) % 1024])
    };
    group.bench_function("overlap", |bencher| {
        bencher.iter(|| {
            let (a, b) = pair();
            overlap(black_box(a), black_box(b))
        });
    });
    group.bench_function("distance", |bencher| {
        bencher.iter(|| {
            let (a, b) = pair();
            distance(black_box(a), black_box(b))
        });
    });
    group.bench_function("range", |bencher| {
        bencher.iter(|| {
            let (a, b) = pair();
            edge_distance(&black_box(a).edge(Edge::Front), black_box(b))
        });
    });
    group.bench_function("straight move", |bencher| {
        bencher.iter(|| {
            let (a, b) = pair();
            stretch(black_box(a), a.facing.ahead(), 0.0, 4.0, black_box(b))
        });
    });
    group.bench_function("wheel", |bencher| {
        bencher.iter(|| {
            let (a, b) = pair();
            turn_until(black_box(a), a.corner(Corner::FrontLeft), Hand::Left, 0.8, black_box(b))
        });
    });
    let others = strewn(10, 12.0);
    group.bench_function("sight past ten", |bencher| {
        bencher.iter(|| {
            let (a, b) = pair();
            let target = b.moved(Vector::new(0.0, 4.0));
            sees(&black_box(a).edge(Edge::Front), &target, 0.005, others.iter())
        });
    });
    group.finish();
}

criterion_group!(benches, plane);
criterion_main!(benches);
