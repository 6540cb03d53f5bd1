//! Whole engagements: the standard game on the standard map.
//!
//! A game under `massed-fire` takes about 2.4 million instructions. In a mirror match both games of a pair are the same game
//! with the names exchanged, so that it is played, and counted, once; the engagements of an experiment come twice as fast
//! there. Two threads take no more processor time for a game than one. Where every pair draws its map, drawing it and
//! surveying it for the scripts takes 2.5 million more for each pair, half of it for path costs, ways to a shot and areas of
//! threat; maps that are their own half-turn are surveyed by halves.
//!
//! What bounds it is judgement, not rules: four fifths of the instructions of a game are the script's. Each of its 275 unit
//! moves weighs some shots and some eight destinations, in 3,700 instructions; 44 Movement Phases are planned in 10,000 each,
//! and attacks on 370 targets weighed in 700 each. The profile is flat: what can be chosen without a branch is, and yet a
//! third of the time goes into branches that cannot be foreseen. Most of them end loops over as many units, shots or
//! destinations as there happen to be; the rest is code that does not fit the first-level instruction cache, which one turn
//! goes round once.
//!
//! A game of Commander's Dogma at 24 points takes about 0.99 milliseconds of one core under `balanced` in any scenario, 1.06 under
//! `gunline`: 1,010 and 940 games a second. Here too it is judgement that bounds it: nine tenths of the 6.2 million instructions
//! are the script's. In each of some 17 turns it weighs three times who had better move, which takes a seventh for hopes and
//! half for thinking out the moves of two Elements and of a Group: more than two moves are thought out for each that is made.
//! Plans of fire take an eighth, the picture of the board a twentieth, moving and fighting a sixteenth.
//!
//! A game of Hex Command Gunpowder takes about 14 million instructions on open ground and 16 million on random maps, nine tenths
//! of them the script's. Half goes into moves: some 83 times a unit is thought out, for about 50 moves. Where it can get to is found
//! first, all hexes there are bounded, and 11 or 12 of them looked at. The rest is a long tail of plans, fire, commanders and set-up.
//!
//! A game of Dark Potential takes about 64 million instructions under `bounding` (32 million where the pairs of a mirror are played
//! once and count twice). More than half of them weigh where some 220 times a figure could go: a fifth of all goes into lines of
//! sight, a sixth into guesses at places, before it is known who sees them. Ways over the lattice take a tenth, Command Points and
//! deployment a twentieth each, the rules of the game another, and 2 million instructions draw the table and lay it.
//!
//! A game of Chainsword of Command takes about 116 million instructions for combined arms in `patrol` under `methodical`, and as
//! many for breachers against a gun line in `attack-and-defend`, on tables drawn for every pair. More than half of them weigh what
//! some 300 activations would be worth, of which a tenth is carried out: where each Team could go, what it could fire at from there,
//! what it would risk. An eighth goes into exact odds of volleys and clashes, a sixth into set-up and places to deploy, a tenth into
//! the rules; the rest is a long tail.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use evenodds::game::{GameView, ResultSink};
use evenodds::rulesets;

/// Adds up results, so that a faster wrong answer shows.
#[derive(Default)]
struct Sum(u64);

impl ResultSink for Sum {
    fn take(&mut self, engaged: &GameView<'_>) {
        let record = engaged.record;
        self.0 = self.0.wrapping_mul(31).wrapping_add(u64::from(record.result) + 3 * u64::from(record.turns));
    }
}

fn engagements(criterion: &mut Criterion) {
    const PAIRS: u64 = 200;
    let mut group = criterion.benchmark_group("engagements");
    group.sample_size(10);
    for ruleset in rulesets::all() {
        for (name, cell) in ruleset.benchmark().cells {
            let simulator = ruleset.prepare(&cell).expect("the standard game is sound");
            group.throughput(Throughput::Elements(simulator.games_of_pair() * PAIRS));
            group.bench_function(format!("{}: {name}", ruleset.slug()), |bencher| {
                bencher.iter(|| {
                    let mut sum = Sum::default();
                    simulator.play(1, 0, 0..PAIRS, &mut sum);
                    black_box(sum.0)
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, engagements);
criterion_main!(benches);
