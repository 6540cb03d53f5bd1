//! A player that looks ahead: policy rollouts over a portfolio of scripts.
//!
//! Where a plan is due, it tries every script of its portfolio: from the present position each is played to the end of the
//! game some tens of times, and the one that fares best is followed until the next plan (policy rollout after Tesauro and
//! Galperin 1996; the choice among scripts instead of among moves after Churchill and Buro 2013, portfolio greedy search).
//!
//! - Of the enemy it supposes a mixture of scripts, one after the other from rollout to rollout, and never asks which one sits there.
//! - All candidates meet the same enemies with the same dice (common random numbers), and rollouts go by halves to the
//!   better half of the candidates (sequential halving: Karnin, Koren and Somekh 2013).
//! - The dice of rollouts are the player's own: their seed is drawn from the stream that scripts leave their choices to.
//!   The game's dice are never looked at, and the same address gives the same game on every machine.

use arrayvec::ArrayVec;

use super::play::carry_out;
use super::{Game, PlanStage, Player, Side, Silent, Tactics, engage};
use crate::dice::{Address, SeededDice, Streams};

/// What a rollout's result weighs beside its standing: a game won narrowly is worth more than any game lost.
const RESULT: f64 = 0.9;

/// Different choices of one decision that are tried at most.
const MOST_CHOICES: usize = 32;

/// How rollouts are shared out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rollouts {
    /// Rollouts of each candidate on average: what is spent on a plan is this number times the number of candidates.
    pub per_candidate: u32,
    /// For how long a plan is followed.
    pub horizon: PlanHorizon,
}

/// For how long a plan is followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum PlanHorizon {
    /// For a turn.
    Turn,
    /// For a phase.
    #[default]
    Phase,
    /// Until the next unit is moved, where the game has turns of single units.
    Step,
    /// For a single choice: those of all scripts are tried, each with its script to follow. Costs nothing where all choose alike.
    Choice,
}

/// The horizons by name.
pub const PLAN_HORIZONS: [(&str, PlanHorizon); 4] = [
    ("turn", PlanHorizon::Turn),
    ("phase", PlanHorizon::Phase),
    ("step", PlanHorizon::Step),
    ("choice", PlanHorizon::Choice),
];

impl PlanHorizon {
    /// The stage as far as this horizon tells stages apart.
    fn of(self, stage: PlanStage) -> PlanStage {
        match self {
            Self::Turn => PlanStage { phase: 0, step: 0, ..stage },
            Self::Phase => PlanStage { step: 0, ..stage },
            Self::Step | Self::Choice => stage,
        }
    }
}

/// A player that tries scripts before it follows one; `S` is the ruleset's scripted player.
#[derive(Clone, Debug)]
pub struct LookAhead<S> {
    rollouts: Rollouts,
    /// Its own scripts, boxed for their size; of equals the first is followed.
    portfolio: Vec<Box<S>>,
    /// What the enemy may play.
    replies: Vec<Box<S>>,
    /// What the script that is followed has in mind, kept while it plays rollouts.
    memory: Box<S>,
    /// The script that is followed.
    followed: usize,
    /// The stage for which it was chosen.
    stage: Option<PlanStage>,
    /// Candidates of the plan, the best so far first, with the sum of what their rollouts were worth.
    candidates: Vec<(usize, f64)>,
}

impl<S> LookAhead<S> {
    /// A player of this portfolio against any of these replies, at least one of each; `memory` may be any script.
    #[must_use]
    pub fn new(rollouts: Rollouts, portfolio: Vec<Box<S>>, replies: Vec<Box<S>>, memory: Box<S>) -> Self {
        assert!(!portfolio.is_empty() && !replies.is_empty(), "somebody must play either side");
        let candidates = Vec::with_capacity(portfolio.len());
        Self { rollouts, portfolio, replies, memory, followed: 0, stage: None, candidates }
    }

    /// The scripts of its portfolio.
    pub fn portfolio(&mut self) -> &mut [Box<S>] {
        &mut self.portfolio
    }

    /// Chooses the script that fares best from here.
    fn plan<G: Game + Clone>(&mut self, game: &G, seed: u64)
    where
        S: Player<G> + Clone,
    {
        self.memory.clone_from(&self.portfolio[self.followed]);
        self.candidates.clear();
        self.candidates.extend((0..self.portfolio.len()).map(|at| (at, 0.0)));
        self.follow_the_best(game, seed, None);
    }

    /// Chooses the script whose next choice, by the dice of `chance`, fares best: of scripts that choose alike the first is tried,
    /// and before all others the one that is followed.
    fn weigh<G: Game + Clone>(&mut self, game: &G, seed: u64, chance: &SeededDice)
    where
        S: Player<G> + Clone,
    {
        self.memory.clone_from(&self.portfolio[self.followed]);
        self.candidates.clear();
        let mut choices = ArrayVec::<G::Choice, MOST_CHOICES>::new();
        let others = (0..self.portfolio.len()).filter(|at| *at != self.followed);
        for at in std::iter::once(self.followed).chain(others) {
            let script = &mut *self.portfolio[at];
            script.take_over(&self.memory);
            let choice = script.choose(game, &mut chance.clone());
            if !choices.contains(&choice) && choices.try_push(choice).is_ok() {
                self.candidates.push((at, 0.0));
            }
        }
        self.follow_the_best(game, seed, Some(chance));
    }

    /// Follows the candidate that fares best in rollouts, which begin, if `chance` is given, with what it chooses by these dice.
    fn follow_the_best<G: Game + Clone>(&mut self, game: &G, seed: u64, chance: Option<&SeededDice>)
    where
        S: Player<G> + Clone,
    {
        let Self { rollouts, portfolio, replies, memory, candidates, .. } = self;
        let rounds = candidates.len().next_power_of_two().trailing_zeros().max(1);
        let budget = (rollouts.per_candidate as usize * candidates.len()).div_ceil(rounds as usize);
        let enemies = replies.len();
        let mut played = 0u32;
        while candidates.len() > 1 {
            let more = budget.div_ceil(candidates.len()) as u32;
            for (candidate, worth) in &mut *candidates {
                for rollout in played..played + more {
                    let own = &mut *portfolio[*candidate];
                    own.take_over(memory);
                    let reply = &mut *replies[rollout as usize % enemies];
                    reply.join_against(memory);
                    *worth += play_out(game, own, reply, Address { seed, cell: 0, pair: rollout.into() }, chance);
                }
            }
            played += more;
            // All of them have played as much. The sort is stable: of equals the first stays before the others.
            candidates.sort_by(|one, other| other.1.total_cmp(&one.1));
            candidates.truncate(candidates.len().div_ceil(2));
        }
        self.followed = candidates[0].0;
        portfolio[self.followed].take_over(memory);
    }
}

/// Plays a copy of `game` to its end, with the dice of `address`: what the result is worth to whoever is to choose, from 0 to
/// 1. The first choice is made by the dice of `chance`, if they are given.
fn play_out<G: Game + Clone, S: Player<G>>(
    game: &G,
    own: &mut S,
    reply: &mut S,
    address: Address,
    chance: Option<&SeededDice>,
) -> f64 {
    let Some(side) = game.to_choose() else { return 0.0 };
    let mut game = game.clone();
    let mut streams = Streams::new(address);
    if let Some(chance) = chance {
        let choice = own.choose(&game, &mut chance.clone());
        carry_out(&mut game, choice, &mut streams, &mut Silent, &mut Vec::new());
    }
    let players = if side == Side::A { [own, reply] } else { [reply, own] };
    let verdict = engage(&mut game, players, &mut streams, &mut Silent);
    let result = match verdict.winner {
        None => 0.5,
        Some(winner) if winner == side => 1.0,
        Some(_) => 0.0,
    };
    RESULT * result + (1.0 - RESULT) * game.standing(side)
}

impl<G: Game + Clone, S: Player<G> + Clone> Player<G> for LookAhead<S> {
    fn choose(&mut self, game: &G, chance: &mut SeededDice) -> G::Choice {
        if self.rollouts.horizon != PlanHorizon::Choice
            && let Some(stage) = game.plan_stage().map(|stage| self.rollouts.horizon.of(stage))
            && self.stage != Some(stage)
        {
            self.stage = Some(stage);
            self.plan(game, chance.word());
        }
        if self.rollouts.horizon == PlanHorizon::Choice && game.plan_stage().is_some() {
            let seed = chance.word();
            self.weigh(game, seed, chance);
        }
        self.portfolio[self.followed].choose(game, chance)
    }

    fn restart(&mut self) {
        (self.followed, self.stage) = (0, None);
        self.portfolio[0].restart();
    }

    /// Whoever has the same portfolio goes on with the plan.
    fn take_over(&mut self, from: &Self) {
        (self.followed, self.stage) = (from.followed, from.stage);
        self.portfolio[self.followed].take_over(&from.portfolio[from.followed]);
    }

    /// What the enemy may play is not known, and does without nothing.
    fn do_without(&mut self, tactics: Tactics) {
        self.portfolio.iter_mut().for_each(|script| script.do_without(tactics));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Dice, Purpose, Seat};
    use crate::game::{Observer, StreamKey, Verdict, share};

    /// Four turns each. A side goes for coins, one a turn and die's worth of luck, or digs: who has dug when the last turn
    /// begins gets ten.
    #[derive(Clone, Debug, Default)]
    struct Dig {
        moves: u16,
        coins: [u32; 2],
        dug: [bool; 2],
    }

    const MOVES: u16 = 8;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Choice {
        Collect,
        Dig,
    }

    impl Dig {
        fn side(&self) -> Side {
            Side::BOTH[usize::from(self.moves % 2)]
        }
    }

    impl Game for Dig {
        type Choice = Choice;
        type Event = ();
        type Refusal = ();

        fn to_choose(&self) -> Option<Side> {
            (self.moves < MOVES).then(|| self.side())
        }

        fn choices(&self, visit: &mut impl FnMut(Choice)) {
            visit(Choice::Collect);
            visit(Choice::Dig);
        }

        fn check(&self, _: Choice) -> Result<(), ()> {
            Ok(())
        }

        fn stream(&self) -> StreamKey {
            StreamKey { seat: self.seat(self.side()), purpose: Purpose::Command, k: self.turn() }
        }

        fn apply(&mut self, choice: Choice, dice: &mut impl Dice, _: &mut impl Observer<()>) {
            let side = self.side().index();
            match choice {
                Choice::Collect => self.coins[side] += 1 + u32::from(dice.d6() == 6),
                Choice::Dig => self.dug[side] = true,
            }
            self.moves += 1;
            if self.moves == MOVES {
                for side in 0..2 {
                    self.coins[side] += if self.dug[side] { 10 } else { 0 };
                }
            }
        }

        fn verdict(&self) -> Option<Verdict> {
            let winner = match self.coins[0].cmp(&self.coins[1]) {
                std::cmp::Ordering::Greater => Some(Side::A),
                std::cmp::Ordering::Less => Some(Side::B),
                std::cmp::Ordering::Equal => None,
            };
            (self.moves == MOVES).then_some(Verdict { winner, ending: 0 })
        }

        fn seat(&self, side: Side) -> Seat {
            if side == Side::A { Seat::First } else { Seat::Second }
        }

        fn turn(&self) -> u16 {
            1 + self.moves / 2
        }

        fn standing(&self, side: Side) -> f64 {
            share(f64::from(self.coins[side.index()]), f64::from(self.coins[side.other().index()]))
        }
    }

    /// Always does the same.
    #[derive(Clone, Debug)]
    struct Only(Choice);

    impl Player<Dig> for Only {
        fn choose(&mut self, _: &Dig, _: &mut SeededDice) -> Choice {
            self.0
        }
    }

    fn player(per_candidate: u32, horizon: PlanHorizon) -> LookAhead<Only> {
        let rollouts = Rollouts { per_candidate, horizon };
        let scripts = || [Choice::Collect, Choice::Dig].map(|choice| Box::new(Only(choice))).into();
        LookAhead::new(rollouts, scripts(), scripts(), Box::new(Only(Choice::Collect)))
    }

    fn play(pair: u64, horizon: PlanHorizon) -> (Dig, Vec<Choice>) {
        let mut game = Dig::default();
        let mut streams = Streams::new(Address { seed: 1, cell: 0, pair });
        let (mut own, mut choices) = (player(8, horizon), Vec::new());
        while let Some(side) = game.to_choose() {
            let chance = streams.get(game.seat(side), Purpose::Script, game.turn());
            let choice = if side == Side::A { own.choose(&game, chance) } else { Choice::Collect };
            if side == Side::A {
                choices.push(choice);
            }
            let key = game.stream();
            game.apply(choice, streams.get(key.seat, key.purpose, key.k), &mut Silent);
        }
        (game, choices)
    }

    /// Neither of its scripts wins by digging four times and by never digging alike: it digs once, and collects.
    #[test]
    fn it_finds_what_none_of_its_scripts_does() {
        let each = [PlanHorizon::Turn, PlanHorizon::Choice];
        for (pair, horizon) in (0..20).flat_map(|pair| each.map(|horizon| (pair, horizon))) {
            let (game, choices) = play(pair, horizon);
            assert!(game.dug[0], "who digs gets ten");
            assert!(choices.contains(&Choice::Collect), "who has dug collects: {choices:?}");
            assert_eq!(game.verdict().unwrap().winner, Some(Side::A));
        }
    }

    #[test]
    fn the_same_address_gives_the_same_game() {
        for horizon in [PlanHorizon::Turn, PlanHorizon::Choice] {
            let (one, other) = (play(3, horizon), play(3, horizon));
            assert_eq!((one.0.coins, one.1), (other.0.coins, other.1));
        }
    }

    #[test]
    fn a_plan_is_kept_for_its_horizon() {
        let stage = |turn, phase, step| PlanStage { turn, phase, step };
        let now = stage(3, 2, 1);
        let changes = |horizon: PlanHorizon, then| horizon.of(now) != horizon.of(then);
        let thens = [stage(3, 2, 2), stage(3, 1, 1), stage(4, 2, 1)];
        assert_eq!(thens.map(|then| changes(PlanHorizon::Turn, then)), [false, false, true]);
        assert_eq!(thens.map(|then| changes(PlanHorizon::Phase, then)), [false, true, true]);
        assert_eq!(thens.map(|then| changes(PlanHorizon::Step, then)), [true, true, true]);
    }

    #[test]
    fn scripts_that_choose_alike_are_tried_once() {
        let rollouts = Rollouts { per_candidate: 2, horizon: PlanHorizon::Choice };
        let scripts = [Choice::Dig, Choice::Collect, Choice::Dig, Choice::Collect].map(|choice| Box::new(Only(choice)));
        let mut own = LookAhead::new(rollouts, scripts.to_vec(), scripts.to_vec(), Box::new(Only(Choice::Dig)));
        own.followed = 1;
        own.weigh(&Dig { moves: MOVES - 2, dug: [true, false], ..Dig::default() }, 9, &SeededDice::from_key(1));
        assert_eq!((own.followed, own.candidates.len()), (1, 1), "who has dug collects");
        let alike = vec![Box::new(Only(Choice::Dig)); 3];
        let mut own = LookAhead::new(rollouts, alike.clone(), alike, Box::new(Only(Choice::Dig)));
        own.weigh(&Dig::default(), 9, &SeededDice::from_key(1));
        assert_eq!(
            (own.followed, &own.candidates[..]),
            (0, &[(0, 0.0)][..]),
            "nothing is played where all choose alike"
        );
    }

    /// A player that sees no difference follows the first of its scripts.
    #[test]
    fn of_equals_the_first_is_followed() {
        let rollouts = Rollouts { per_candidate: 2, horizon: PlanHorizon::Turn };
        let scripts = vec![Box::new(Only(Choice::Collect)); 3];
        let mut own = LookAhead::new(rollouts, scripts.clone(), scripts, Box::new(Only(Choice::Dig)));
        own.plan(&Dig::default(), 9);
        assert_eq!(own.followed, 0);
    }
}
