//! Playing one engagement.

use super::{Observer, Side, Tactic, Tactics, Verdict};
use crate::dice::{Dice, Purpose, Seat, SeededDice, Streams};

/// The part of a stream's address that the game knows: whose dice, for what, in which turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamKey {
    /// Whose dice.
    pub seat: Seat,
    /// For what.
    pub purpose: Purpose,
    /// Turn or activation number.
    pub k: u16,
}

/// Where in a game a plan is due: a player that looks ahead keeps to one plan while as much of this stays the same as it
/// goes by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlanStage {
    /// Number of the turn; 0 during set-up.
    pub turn: u16,
    /// Number of the phase within the turn.
    pub phase: u16,
    /// Number of the move, attack or activation within the phase, where sides take them one by one.
    pub step: u16,
}

/// One ruleset's game in progress. The rules never choose, and the players never roll.
pub trait Game {
    /// A decision that a side may take; small and copied.
    type Choice: Copy + PartialEq + std::fmt::Debug;
    /// What an observer is told.
    type Event;
    /// Why a choice is not legal.
    type Refusal: std::fmt::Debug;

    /// Families of choices that a player may do without.
    const TACTICS: &'static [Tactic] = &[];

    /// Which of them a choice is one of.
    fn tactics_of(&self, choice: Self::Choice) -> Tactics {
        let _ = choice;
        Tactics::NONE
    }

    /// Who is to choose; none when the game is over.
    fn to_choose(&self) -> Option<Side>;

    /// Shows the legal choices to `visit`, at least one. Where there are too many to list (every path of a move) a
    /// sample is shown that reaches every result; [`Game::check`] knows them all.
    fn choices(&self, visit: &mut impl FnMut(Self::Choice));

    /// Any of the choices that are shown, by `chance`: each equally likely, unless the game has a quicker way to one that
    /// may be any of them.
    fn any_choice(&self, chance: &mut SeededDice) -> Self::Choice {
        any_shown(self, chance)
    }

    /// Whether `choice` is legal now.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn check(&self, choice: Self::Choice) -> Result<(), Self::Refusal>;

    /// The stream that [`Game::apply`] will take its dice from for the present decision.
    fn stream(&self) -> StreamKey;

    /// Carries out a legal choice.
    fn apply(&mut self, choice: Self::Choice, dice: &mut impl Dice, observer: &mut impl Observer<Self::Event>);

    /// The verdict, once the game is over.
    fn verdict(&self) -> Option<Verdict>;

    /// The seat of a side: first if it moves first or attacks.
    fn seat(&self, side: Side) -> Seat;

    /// Number of the present turn, from 1; 0 during set-up.
    fn turn(&self) -> u16;

    /// The stage that whoever is to choose may plan for; none where it answers within the turn of the other side, and goes
    /// by the plan that it has.
    fn plan_stage(&self) -> Option<PlanStage> {
        Some(PlanStage { turn: self.turn(), ..PlanStage::default() })
    }

    /// The share of the points of both sides still in play that belongs to `side`, from 0 to 1; a half when neither has any.
    fn standing(&self, side: Side) -> f64;
}

/// Any of the choices that a game shows, each equally likely.
///
/// # Panics
/// When it shows none.
pub fn any_shown<G: Game + ?Sized>(game: &G, chance: &mut SeededDice) -> G::Choice {
    any_shown_without(game, Tactics::NONE, chance)
}

/// The same, those of some tactics left out.
///
/// # Panics
/// When it shows none.
pub fn any_shown_without<G: Game + ?Sized>(game: &G, tactics: Tactics, chance: &mut SeededDice) -> G::Choice {
    let mut count = 0u32;
    visit_without(game, tactics, &mut |_| count += 1);
    let mut left = chance.pick(count.max(1));
    let mut picked = None;
    visit_without(game, tactics, &mut |choice| {
        if left == 0 && picked.is_none() {
            picked = Some(choice);
        }
        left = left.saturating_sub(1);
    });
    picked.expect("a game shows at least one choice to whom it asks")
}

/// A legal choice as the game draws one, none of some tactics.
///
/// # Panics
/// When there is none.
pub fn any_choice_without<G: Game + ?Sized>(game: &G, tactics: Tactics, chance: &mut SeededDice) -> G::Choice {
    if tactics == Tactics::NONE { game.any_choice(chance) } else { any_shown_without(game, tactics, chance) }
}

/// Shows the legal choices, those of some tactics left out.
fn visit_without<G: Game + ?Sized>(game: &G, tactics: Tactics, visit: &mut impl FnMut(G::Choice)) {
    if tactics == Tactics::NONE {
        game.choices(visit);
    } else {
        game.choices(&mut |choice| {
            if !game.tactics_of(choice).meets(tactics) {
                visit(choice);
            }
        });
    }
}

/// What `own` is of both, from 0 to 1; a half of nothing.
#[must_use]
pub fn share(own: f64, other: f64) -> f64 {
    let both = own + other;
    if both > 0.0 { own / both } else { 0.5 }
}

/// Somebody who decides.
pub trait Player<G: Game> {
    /// Chooses one of the game's legal choices. `chance` is the player's own stream, never the game's dice.
    fn choose(&mut self, game: &G, chance: &mut SeededDice) -> G::Choice;

    /// Forgets the last game, before another one begins.
    fn restart(&mut self) {}

    /// Goes on in the midst of a game in place of `from`, who has played the same side until now. Whoever goes by the same
    /// doctrine, and does without the same, plays on as `from` would have, choice for choice; anybody else keeps what `from`
    /// has noted of the course of the game, and makes plans of its own.
    fn take_over(&mut self, from: &Self)
    where
        Self: Sized,
    {
        let _ = from;
        self.restart();
    }

    /// Begins to play in the midst of a game against `enemy`: what either side notes of its course is taken from there, and
    /// nothing of what the enemy has in mind.
    fn join_against(&mut self, enemy: &Self)
    where
        Self: Sized,
    {
        let _ = enemy;
        self.restart();
    }

    /// Does without these tactics from now on. Whoever plays a game that has any has to keep to it.
    fn do_without(&mut self, tactics: Tactics) {
        let _ = tactics;
    }
}

/// Choices after which a game is taken for one that never ends: a hundred times those of the longest ones.
const MOST_CHOICES: u32 = 1_000_000;

/// The same of one turn: most such games never come to the next one.
const MOST_CHOICES_OF_A_TURN: u32 = 100_000;

/// Counts the choices of a game, and gives up one that never ends.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Patience {
    choices: u32,
    turn: u16,
    choices_of_turn: u32,
}

impl Patience {
    /// One more choice is due, in this turn.
    ///
    /// # Panics
    /// When so many are too many.
    pub(super) fn spend(&mut self, turn: u16) {
        if turn != self.turn {
            (self.turn, self.choices_of_turn) = (turn, 0);
        }
        self.choices += 1;
        self.choices_of_turn += 1;
        assert!(self.choices <= MOST_CHOICES, "a game goes on after {MOST_CHOICES} choices");
        let most = MOST_CHOICES_OF_A_TURN;
        assert!(self.choices_of_turn <= most, "turn {turn} of a game goes on after {most} choices");
    }
}

/// Plays `game` to its end and returns the verdict. `players` are those of side A and side B.
pub fn engage<G: Game, C: Observer<G::Event>>(
    game: &mut G,
    players: [&mut impl Player<G>; 2],
    streams: &mut Streams,
    observer: &mut C,
) -> Verdict {
    let [a, b] = players;
    let mut log = Vec::new();
    let mut patience = Patience::default();
    while let Some(side) = game.to_choose() {
        patience.spend(game.turn());
        let chance = streams.get(game.seat(side), Purpose::Script, game.turn());
        let choice = match side {
            Side::A => a.choose(game, chance),
            Side::B => b.choose(game, chance),
        };
        carry_out(game, choice, streams, observer, &mut log);
    }
    game.verdict().expect("a game with nobody to choose is over")
}

/// Carries out a legal choice with the dice of the stream that the game names; `log` keeps them for an observer.
pub(super) fn carry_out<G: Game, C: Observer<G::Event>>(
    game: &mut G,
    choice: G::Choice,
    streams: &mut Streams,
    observer: &mut C,
    log: &mut Vec<u16>,
) {
    debug_assert!(game.check(choice).is_ok(), "{choice:?} is refused: {:?}", game.check(choice));
    let key = game.stream();
    let dice = streams.get(key.seat, key.purpose, key.k);
    if C::OBSERVES {
        game.apply(choice, &mut crate::dice::RecordingDice::new(dice, log), observer);
    } else {
        game.apply(choice, dice, observer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Address;
    use crate::game::Silent;

    /// A game of one choice that never ends; its turns are of so many choices.
    struct Forever {
        choices: u32,
        turn: u32,
    }

    impl Game for Forever {
        type Choice = ();
        type Event = ();
        type Refusal = ();

        fn to_choose(&self) -> Option<Side> {
            Some(Side::A)
        }

        fn choices(&self, visit: &mut impl FnMut(())) {
            visit(());
        }

        fn check(&self, (): ()) -> Result<(), ()> {
            Ok(())
        }

        fn stream(&self) -> StreamKey {
            StreamKey { seat: Seat::First, purpose: Purpose::Script, k: 1 }
        }

        fn apply(&mut self, (): (), _: &mut impl Dice, _: &mut impl Observer<()>) {
            self.choices += 1;
        }

        fn verdict(&self) -> Option<Verdict> {
            None
        }

        fn seat(&self, _: Side) -> Seat {
            Seat::First
        }

        fn turn(&self) -> u16 {
            1 + (self.choices / self.turn) as u16
        }

        fn standing(&self, _: Side) -> f64 {
            0.5
        }
    }

    struct Nobody;

    impl Player<Forever> for Nobody {
        fn choose(&mut self, _: &Forever, _: &mut SeededDice) {}
    }

    fn play_for_ever(turn: u32) {
        let mut streams = Streams::new(Address { seed: 1, cell: 0, pair: 0 });
        engage(&mut Forever { choices: 0, turn }, [&mut Nobody, &mut Nobody], &mut streams, &mut Silent);
    }

    #[test]
    #[should_panic(expected = "a game goes on after 1000000 choices")]
    fn a_game_that_never_ends_is_given_up() {
        play_for_ever(50_000);
    }

    #[test]
    #[should_panic(expected = "turn 1 of a game goes on after 100000 choices")]
    fn a_turn_that_never_ends_is_given_up() {
        play_for_ever(200_000);
    }
}
