//! Rollouts: a game is taken up to some point and played on from there many times, by the same players with other dice.
//!
//! What a position is worth to a list is its score over such games. What a choice cost is the difference between its
//! score and that of another choice at the same point, on common dice. Alternatives come from other scripts (every
//! doctrine of the portfolio, and some tempers of the list's own), so that a choice is held against what a script would
//! have done there, not against every legal one.

use std::ops::Range;

use serde_json::Value;

use super::cell::{Cell, Playable};
use super::hands::{Hands, Players};
use super::play::{Patience, carry_out};
use super::{EventLog, Game, LogEntry, Observer, Player, Seating, Side, Silent, engage};
use crate::dice::{Address, Purpose, Seat, SeededDice, Streams};

/// How games ended for a list: lost, drawn, won.
pub type Results = [u64; 3];

/// One game of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Engagement {
    /// Where its luck comes from.
    pub address: Address,
    /// Whether the second-named list has the first seat.
    pub swapped: bool,
}

/// Where a game stood.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// Number of the decision that is due, from 0; those of set-up count.
    pub decision: u64,
    /// Lines of the trace that have been told.
    pub line: usize,
    /// Turn; 0 during set-up.
    pub turn: u16,
    /// The list that is to choose.
    pub list: usize,
    /// Its side.
    pub side: Side,
}

/// A game played on from some point.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedOn {
    /// Where from.
    pub from: Moment,
    /// Results of the first-named list.
    pub results: Results,
}

/// A choice, and how it fared.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// As traces tell it.
    pub choice: Value,
    /// Results of the list that chooses.
    pub results: Results,
    /// Games by how much better it fared than the choice that was made, on the same dice: from a whole game worse to a whole
    /// game better, by halves.
    pub gains: [u64; 5],
}

/// What a choice was worth, beside others that could have been made.
#[derive(Clone, Debug, PartialEq)]
pub struct Appraisal {
    /// Where it was made.
    pub at: Moment,
    /// The choices: first the one that was made. None where no script would have chosen another.
    pub candidates: Vec<Candidate>,
}

/// Which decisions of a game are appraised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decisions {
    /// All of them.
    All,
    /// Those with these numbers, in order.
    These(Vec<u64>),
}

impl Decisions {
    fn include(&self, decision: u64) -> bool {
        match self {
            Self::All => true,
            Self::These(numbers) => numbers.binary_search(&decision).is_ok(),
        }
    }

    /// Whether none of them comes at this decision or later.
    fn end_before(&self, decision: u64) -> bool {
        match self {
            Self::All => false,
            Self::These(numbers) => numbers.last().is_none_or(|last| *last < decision),
        }
    }
}

/// Counts the lines of a trace as they are told.
#[derive(Debug, Default)]
struct TraceLines(usize);

impl Observer<LogEntry> for TraceLines {
    const OBSERVES: bool = true;

    fn event(&mut self, event: impl FnOnce() -> LogEntry) {
        self.0 += usize::from(!event().trace.is_null());
    }
}

/// A choice of a ruleset's game.
pub(super) type ChoiceOf<'s, P> = <<P as Playable>::Battle<'s> as Game>::Choice;

/// Gives players tempers of their own in every rollout.
type Tempering<'s, P> = (&'s Hands<P>, &'s <P as Playable>::Setup);

/// A game that its own players play, decision by decision.
pub(super) struct InProgress<'s, P: Playable> {
    game: P::Battle<'s>,
    players: Players<'s, P>,
    /// The same players once more, for rollouts: those who play keep what they have in mind.
    doubles: Players<'s, P>,
    /// Where the position is of no pair of games, and has no tempers of its own.
    tempering: Option<Tempering<'s, P>>,
    seating: Seating,
    address: Address,
    streams: Streams,
    told: TraceLines,
    decision: u64,
    patience: Patience,
    dice: Vec<u16>,
}

impl<'s, P: Playable> InProgress<'s, P> {
    fn begin(cell: &Cell<P>, table: &'s P::Setup, engagement: Engagement) -> Self {
        let address = engagement.address;
        let (seating, dice) = cell.seating(table, engagement);
        let mut doubles = cell.hands.players(table);
        cell.hands.temper(table, &mut doubles, cell.tempers, address);
        let mut laid = cell.lay(table);
        cell.temper(table, &mut laid, address);
        cell.begin(&mut laid, seating);
        let (game, players) = laid;
        let (streams, told) = (Streams::new(dice), TraceLines::default());
        Self {
            game,
            players,
            doubles,
            tempering: None,
            seating,
            address: dice,
            streams,
            told,
            decision: 0,
            patience: Patience::default(),
            dice: Vec::new(),
        }
    }

    /// A game that stands as it was set up by hand, after so many lines of its trace: side A is played as the first list is.
    pub(super) fn set_up(
        game: P::Battle<'s>,
        setup: &'s P::Setup,
        hands: &'s Hands<P>,
        seed: u64,
        lines: usize,
    ) -> Self {
        let address = Address { seed, cell: 0, pair: 0 };
        Self {
            game,
            players: hands.players(setup),
            doubles: hands.players(setup),
            tempering: Some((hands, setup)),
            seating: Seating { first: Side::A, list_of_a: 0 },
            address,
            streams: Streams::new(address),
            told: TraceLines(lines),
            decision: 0,
            patience: Patience::default(),
            dice: Vec::new(),
        }
    }

    /// Who is to choose, and where; none when the game is over.
    pub(super) fn moment(&self) -> Option<Moment> {
        let side = self.game.to_choose()?;
        let (list, turn) = (self.seating.list(side), self.game.turn());
        Some(Moment { decision: self.decision, line: self.told.0, turn, list, side })
    }

    /// What whoever is to choose chooses.
    pub(super) fn choose(&mut self, at: &Moment) -> ChoiceOf<'s, P> {
        let chance = self.streams.get(self.game.seat(at.side), Purpose::Script, at.turn);
        self.players[at.list].choose(&self.game, chance)
    }

    fn carry_out(&mut self, choice: ChoiceOf<'s, P>) {
        self.patience.spend(self.game.turn());
        carry_out(&mut self.game, choice, &mut self.streams, &mut self.told, &mut self.dice);
        self.decision += 1;
    }

    /// The dice of a rollout from here.
    fn rollout_dice(&self, rollout: u64) -> Streams {
        let root = self.address.key(Seat::Environment, Purpose::Script, self.decision as u16);
        Streams::new(Address { seed: root, cell: 0, pair: rollout })
    }

    /// The choice that is made, and those that advisers would make, by `dice` of their own.
    pub(super) fn candidates(
        &self,
        made: ChoiceOf<'s, P>,
        advisers: &mut [Box<P::Script<'s>>],
        dice: impl Fn() -> SeededDice,
    ) -> Vec<ChoiceOf<'s, P>> {
        let mut choices = vec![made];
        for adviser in advisers {
            adviser.restart();
            let other = adviser.choose(&self.game, &mut dice());
            if !choices.contains(&other) && self.game.check(other).is_ok() {
                choices.push(other);
            }
        }
        choices
    }

    /// Plays on from here, after `choice` if one is given: the result of the first-named list, 0 lost, 1 drawn, 2 won.
    fn play_out(&mut self, choice: Option<ChoiceOf<'s, P>>, rollout: u64) -> usize {
        let mut streams = self.rollout_dice(rollout);
        let mut game = self.game.clone();
        if let Some(choice) = choice {
            carry_out(&mut game, choice, &mut streams, &mut Silent, &mut self.dice);
        }
        if let Some((hands, setup)) = self.tempering {
            hands.temper(setup, &mut self.doubles, [0, 1], Address { pair: rollout, ..self.address });
        }
        self.doubles.iter_mut().for_each(Player::<P::Battle<'s>>::restart);
        let [first, second] = &mut self.doubles;
        let players = if self.seating.list_of_a == 0 { [first, second] } else { [second, first] };
        usize::from(self.seating.result(engage(&mut game, players, &mut streams, &mut Silent)))
    }

    /// A choice as traces tell it.
    fn tell(&mut self, choice: ChoiceOf<'s, P>) -> Value {
        let (mut game, mut streams, mut log) = (self.game.clone(), self.rollout_dice(0), EventLog::default());
        carry_out(&mut game, choice, &mut streams, &mut log, &mut self.dice);
        let told = log.trace().find(|event| event["event"] == "choice").map(|event| event["choice"].clone());
        told.unwrap_or_default()
    }

    /// How choices fare; the first of them is the one that was made.
    pub(super) fn appraise(&mut self, at: Moment, choices: &[ChoiceOf<'s, P>], rollouts: &Range<u64>) -> Appraisal {
        let mut made = Vec::new();
        let mut candidates = Vec::new();
        for choice in choices {
            let (mut results, mut gains) = (Results::default(), [0; 5]);
            for rollout in rollouts.clone() {
                let result = self.play_out(Some(*choice), rollout);
                let result = if at.list == 0 { result } else { 2 - result };
                results[result] += 1;
                if candidates.is_empty() {
                    made.push(result);
                }
                gains[2 + result - made[(rollout - rollouts.start) as usize]] += 1;
            }
            candidates.push(Candidate { choice: self.tell(*choice), results, gains });
        }
        Appraisal { at, candidates }
    }
}

impl<P: Playable> Cell<P> {
    /// [`Simulator::play_on`](super::Simulator::play_on) of a cell.
    pub(super) fn play_on_from(&self, engagement: Engagement, line: usize, rollouts: Range<u64>) -> Option<PlayedOn> {
        let table = self.table(engagement.address);
        let mut game = InProgress::begin(self, &table, engagement);
        loop {
            let at = game.moment()?;
            if at.line >= line.max(1) {
                let mut results = Results::default();
                rollouts.for_each(|rollout| results[game.play_out(None, rollout)] += 1);
                return Some(PlayedOn { from: at, results });
            }
            let choice = game.choose(&at);
            game.carry_out(choice);
        }
    }

    /// [`Simulator::appraise`](super::Simulator::appraise) of a cell.
    pub(super) fn appraise_choices(
        &self,
        engagement: Engagement,
        decisions: &Decisions,
        rollouts: &Range<u64>,
    ) -> Vec<Appraisal> {
        let table = self.table(engagement.address);
        let mut game = InProgress::begin(self, &table, engagement);
        let mut advisers = [0, 1].map(|list| {
            let mut dice = engagement.address.open(Seat::Environment, Purpose::Temper, 2 + list as u16);
            self.hands.advisers(&table, list, &mut dice)
        });
        let mut appraisals = Vec::new();
        while let Some(at) = game.moment() {
            if decisions.end_before(at.decision) {
                break;
            }
            let choice = game.choose(&at);
            // Set-up is not told, and nobody could find it again.
            if at.line > 0 && decisions.include(at.decision) {
                let dice = || engagement.address.open(Seat::Environment, Purpose::Script, at.decision as u16);
                let choices = game.candidates(choice, &mut advisers[at.list], dice);
                appraisals.push(match choices[..] {
                    [_] => Appraisal { at, candidates: Vec::new() },
                    _ => game.appraise(at, &choices, rollouts),
                });
            }
            game.carry_out(choice);
        }
        appraisals
    }
}
