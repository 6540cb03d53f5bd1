//! A toy game for the player's kit: each side's runners, on a strip of fields, take coins; whoever has more value wins.

use super::{Evaluation, Learning, ScriptedPlayer, Stamp};
use crate::dice::{Address, Dice, Seat, SeededDice, Streams};
use crate::game::{Game, Observer, Player, Random, Side, Silent, StreamKey, Verdict, engage, share};

const FIELDS: usize = 40;
const RUNNERS: usize = 4;
const STRIDE: usize = 5;
const TURNS: u16 = 12;

/// A game in progress.
#[derive(Clone, Debug)]
struct Strip {
    /// Value of the coin on each field.
    coins: [u8; FIELDS],
    /// Where the runners of each side stand.
    at: [[usize; RUNNERS]; 2],
    /// Who has moved this turn.
    moved: [bool; RUNNERS],
    active: Side,
    turn: u16,
    score: [u32; 2],
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Choice {
    Run { runner: usize, to: usize },
    End,
}

impl Strip {
    fn drawn(seed: u64) -> Self {
        let mut dice = SeededDice::from_key(seed);
        let coins = std::array::from_fn(|_| (dice.pick(3) * dice.pick(6)) as u8);
        let at = [0, 1].map(|_| std::array::from_fn(|_| dice.pick(FIELDS as u32) as usize));
        Self { coins, at, moved: [false; RUNNERS], active: Side::A, turn: 1, score: [0; 2] }
    }

    /// What a runner gets on the way to a field and on it.
    fn loot(&self, from: usize, to: usize) -> u32 {
        (from.min(to)..=from.max(to)).map(|field| u32::from(self.coins[field])).sum()
    }
}

impl Game for Strip {
    type Choice = Choice;
    type Event = ();
    type Refusal = ();

    fn to_choose(&self) -> Option<Side> {
        (self.turn <= TURNS).then_some(self.active)
    }

    fn choices(&self, visit: &mut impl FnMut(Choice)) {
        visit(Choice::End);
        for runner in 0..RUNNERS {
            for to in 0..FIELDS {
                let choice = Choice::Run { runner, to };
                if self.check(choice).is_ok() {
                    visit(choice);
                }
            }
        }
    }

    fn check(&self, choice: Choice) -> Result<(), ()> {
        match choice {
            Choice::End => Ok(()),
            Choice::Run { runner, to } => {
                let from = self.at[self.active.index()][runner];
                // Nobody ends where another one stands.
                let free = !self.at.as_flattened().contains(&to);
                if !self.moved[runner] && free && to.abs_diff(from) <= STRIDE { Ok(()) } else { Err(()) }
            }
        }
    }

    fn stream(&self) -> StreamKey {
        StreamKey { seat: Seat::Environment, purpose: crate::dice::Purpose::Setup, k: 0 }
    }

    fn apply(&mut self, choice: Choice, _: &mut impl Dice, _: &mut impl Observer<()>) {
        let side = self.active.index();
        match choice {
            Choice::Run { runner, to } => {
                let from = std::mem::replace(&mut self.at[side][runner], to);
                self.score[side] += self.loot(from, to);
                self.coins[from.min(to)..=from.max(to)].fill(0);
                self.moved[runner] = true;
            }
            Choice::End => {
                self.moved = [false; RUNNERS];
                self.turn += u16::from(self.active == Side::B);
                self.active = self.active.other();
            }
        }
    }

    fn verdict(&self) -> Option<Verdict> {
        let winner = match self.score[0].cmp(&self.score[1]) {
            std::cmp::Ordering::Greater => Some(Side::A),
            std::cmp::Ordering::Less => Some(Side::B),
            std::cmp::Ordering::Equal => None,
        };
        (self.turn > TURNS).then_some(Verdict { winner, ending: 0 })
    }

    fn seat(&self, side: Side) -> Seat {
        if side == Side::A { Seat::First } else { Seat::Second }
    }

    fn turn(&self) -> u16 {
        self.turn
    }

    fn standing(&self, side: Side) -> f64 {
        let [own, other] = [side, side.other()].map(|side| f64::from(self.score[side.index()]));
        share(own, other)
    }
}

/// The greedy policy: what a runner gets, less the way.
#[derive(Clone, Debug)]
struct Greedy {
    view: Strip,
    weighed: u32,
    /// Whether stamps are ignored and bounds say nothing.
    plodding: bool,
    /// Whether runners move by their number, whatever they gain.
    orderly: bool,
}

/// What a field of the way costs, and by how much equals differ, so that the order in which they are found is nothing.
const FAR: f64 = 0.125;
const HAIR: f64 = 1e-4;

impl Evaluation<Strip> for Greedy {
    type Place = usize;
    /// What is found, how far it is, and what decides between equals.
    type Terms = (u32, usize, usize);

    fn observe(&mut self, game: &Strip, _: Side) -> bool {
        self.view = game.clone();
        true
    }

    fn units(&self, game: &Strip, show: &mut impl FnMut(usize, Stamp)) {
        for runner in (0..RUNNERS).filter(|runner| !game.moved[*runner]) {
            // Everything that a runner can reach, and who stands there.
            let at = game.at[game.active.index()][runner];
            let near = at.saturating_sub(STRIDE)..(at + STRIDE + 1).min(FIELDS);
            let mut stamp: Stamp = at as Stamp + 1;
            for field in near {
                let taken = game.at.as_flattened().contains(&field);
                stamp = stamp.wrapping_mul(1009).wrapping_add(2 * Stamp::from(game.coins[field]) + Stamp::from(taken));
            }
            show(runner, if self.plodding { Stamp::from(self.weighed) << 8 | runner as Stamp } else { stamp });
        }
    }

    fn rank(&self, runner: usize) -> usize {
        if self.orderly { RUNNERS - runner } else { 0 }
    }

    fn most(&self, runner: usize) -> f64 {
        let at = self.view.at[self.view.active.index()][runner];
        let near = at.saturating_sub(STRIDE)..(at + STRIDE + 1).min(FIELDS);
        if self.plodding { 1e6 } else { f64::from(self.view.loot(near.start, near.end - 1)) }
    }

    fn stay(&mut self, _: &Strip, _: usize) -> f64 {
        0.0
    }

    fn candidates(&mut self, _: &Strip, runner: usize, show: &mut impl FnMut(usize, f64)) {
        let at = self.view.at[self.view.active.index()][runner];
        for to in at.saturating_sub(STRIDE)..(at + STRIDE + 1).min(FIELDS) {
            // All that lies on that side of the runner.
            let end = if to < at { at.saturating_sub(STRIDE) } else { (at + STRIDE).min(FIELDS - 1) };
            show(
                to,
                if self.plodding { 1e6 } else { f64::from(self.view.loot(at, end)) - FAR * to.abs_diff(at) as f64 },
            );
        }
    }

    fn terms(&mut self, _: &Strip, runner: usize, to: usize) -> (u32, usize, usize) {
        self.weighed += 1;
        let at = self.view.at[self.view.active.index()][runner];
        (self.view.loot(at, to), to.abs_diff(at), to + FIELDS * runner)
    }

    fn weigh(&self, (loot, way, rank): &(u32, usize, usize)) -> f64 {
        f64::from(*loot) - FAR * *way as f64 - HAIR * *rank as f64
    }

    fn choice(&self, game: &Strip, runner: usize, to: usize) -> Option<Choice> {
        let choice = Choice::Run { runner, to };
        game.check(choice).is_ok().then_some(choice)
    }

    fn otherwise(&mut self, _: &Strip, _: &mut SeededDice) -> Choice {
        Choice::End
    }
}

type Greedily = ScriptedPlayer<Greedy, Strip, RUNNERS, 16>;

fn greedy(game: &Strip, plodding: bool) -> Greedily {
    let evaluation = Greedy { view: game.clone(), weighed: 0, plodding, orderly: false };
    Greedily::new(evaluation, Learning { rate: 0.0, least: 1.0, behind: 1.0 }, 0.0)
}

/// Plays a game of the greedy policy against chance and returns its score, the enemy's, and how many terms were found.
fn play(seed: u64, plodding: bool) -> (u32, u32, u32) {
    let mut game = Strip::drawn(seed);
    let mut player = greedy(&game, plodding);
    let mut streams = Streams::new(Address { seed, cell: 0, pair: 0 });
    while let Some(side) = game.to_choose() {
        let chance = streams.get(game.seat(side), crate::dice::Purpose::Script, game.turn());
        let choice =
            if side == Side::A { player.choose(&game, chance) } else { Random::default().choose(&game, chance) };
        assert!(game.check(choice).is_ok(), "{choice:?}");
        game.apply(choice, &mut SeededDice::from_key(0), &mut Silent);
    }
    (game.score[0], game.score[1], player.evaluation.weighed)
}

#[test]
fn stamps_and_bounds_save_work_and_change_no_gain() {
    let (mut quick, mut slow) = (0, 0);
    for seed in 0..200 {
        let (ours, theirs, terms) = play(seed, false);
        let (same, other, all) = play(seed, true);
        assert_eq!((ours, theirs), (same, other), "seed {seed}");
        (quick, slow) = (quick + terms, slow + all);
    }
    assert!(3 * quick < slow, "{quick} terms with bounds and stamps, {slow} without");
}

#[test]
fn a_lower_rank_moves_first() {
    let mut game = Strip::drawn(3);
    let mut player = greedy(&game, false);
    player.evaluation.orderly = true;
    let mut chance = SeededDice::from_key(0);
    let mut order = Vec::new();
    while game.turn <= TURNS {
        let choice = player.choose(&game, &mut chance);
        if let Choice::Run { runner, .. } = choice {
            order.push((game.turn, game.active.index(), RUNNERS - runner));
        }
        game.apply(choice, &mut SeededDice::from_key(0), &mut Silent);
    }
    assert!(order.len() > 6 && order.is_sorted(), "{order:?}");
}

#[test]
fn the_greedy_policy_beats_chance() {
    let wins = (0..200).filter(|seed| {
        let (ours, theirs, _) = play(*seed, false);
        ours > theirs
    });
    assert!(wins.count() > 190);
}

#[test]
fn two_scripted_players_play_a_whole_game() {
    let mut game = Strip::drawn(7);
    let [mut a, mut b] = [greedy(&game, false), greedy(&game, false)];
    let mut streams = Streams::new(Address { seed: 7, cell: 0, pair: 0 });
    let verdict = engage(&mut game, [&mut a, &mut b], &mut streams, &mut Silent);
    assert_eq!(Some(verdict), game.verdict());
}
