//! The Phase: what begins it, Command Dice, what they are spent on, what ends it (CW-TRN, CW-CMD).

use super::choices::{Choice, Decision, Refusal};
use super::combat::command_dice::{command_points, dice_at};
use super::events::{self, LogEntry};
use super::ledger::rule;
use super::roll_step::RollKind;
use super::rules::{CoveringFireDuration, RandomEvents};
use super::state::{Battle, NOBODY, TeamId, TeamSet, members};
use super::turn::Flow;
use crate::dice::Dice;
use crate::game::keyed::keyed;
use crate::game::{Observer, Side, TurnPhase};

/// Most Command Dice of a roll, whatever the rules say.
const MOST_COMMAND_DICE: u8 = super::roll_step::MOST_DICE as u8;

keyed! {
    /// The step of the Phase.
    Stage {
        /// Before the first Phase.
        SetUp = "set-up",
        /// May the active side withdraw?
        Withdraw = "withdraw",
        /// Falling-back Teams of the active side test to regroup.
        Regroup = "regroup",
        /// Its broken Teams fall back.
        Flee = "flee",
        /// The Command Dice.
        Dice = "dice",
        /// They are spent.
        Spend = "spend",
        /// The last Overwatch before what ends the Phase.
        LastWatch = "last-watch",
        /// Melees.
        Melee = "melee",
        /// Tests for losses to shooting.
        Casualties = "casualties",
        /// States that end with the Phase.
        States = "states",
        /// Teams that leave at a Turn end, and what ends with it.
        TurnEnd = "turn-end",
        /// Jump-off points that are captured.
        Captures = "captures",
        /// The cap, and the next player.
        Next = "next",
        /// The game is over.
        Over = "over",
    }
}

keyed! {
    /// The part of a Phase, or of a Turn, in which something is lost.
    PhasePart {
        /// Before the first Phase.
        SetUp = "set-up",
        /// Teams regroup or fall back.
        Start = "start of the Phase",
        /// Command Dice are thrown and spent.
        Dice = "Command Dice",
        /// Melees.
        Melee = "melee",
        /// Tests for losses to shooting, and states that end.
        End = "end of the Phase",
        /// Teams that leave, and captures.
        TurnEnd = "Turn end",
    }
}

/// The phases of a turn, by the number of their [`PhasePart`].
pub const PHASES: &[TurnPhase] = &{
    let mut phases = [TurnPhase::shared(""); PhasePart::ALL.len()];
    let mut at = 0;
    while at < phases.len() {
        let (name, part) = PhasePart::CHOICES[at];
        let shared = matches!(part, PhasePart::SetUp | PhasePart::TurnEnd);
        phases[at] = if shared { TurnPhase::shared(name) } else { TurnPhase::of_a_side(name) };
        at += 1;
    }
    phases
};

impl Stage {
    /// The part that it belongs to; none of its own where it only leads on.
    fn part(self) -> Option<PhasePart> {
        match self {
            Self::SetUp => Some(PhasePart::SetUp),
            Self::Withdraw | Self::Regroup | Self::Flee => Some(PhasePart::Start),
            Self::Dice | Self::Spend | Self::LastWatch => Some(PhasePart::Dice),
            Self::Melee => Some(PhasePart::Melee),
            Self::Casualties | Self::States => Some(PhasePart::End),
            Self::TurnEnd | Self::Captures => Some(PhasePart::TurnEnd),
            Self::Next | Self::Over => None,
        }
    }
}

/// The Command Dice of a Phase that have not been spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hand {
    /// Dice that show 1, 2, 3, 4.
    pub faces: [u8; 4],
    /// The lone six (CW-CMD-07).
    pub wild: bool,
}

impl Hand {
    /// Whether a die shows this face, or the wildcard stands in.
    #[must_use]
    pub fn offers(&self, face: u8) -> bool {
        (1..=4).contains(&face) && (self.wild || self.faces[usize::from(face) - 1] > 0)
    }

    /// Spends a die of this face, or the wildcard where none is left. Whether it was the wildcard.
    pub(super) fn spend(&mut self, face: u8) -> bool {
        let left = &mut self.faces[usize::from(face) - 1];
        if *left > 0 {
            *left -= 1;
            return false;
        }
        std::mem::take(&mut self.wild)
    }

    /// Dice that are left.
    #[must_use]
    pub fn left(&self) -> u8 {
        self.faces.iter().sum::<u8>() + u8::from(self.wild)
    }
}

impl Battle<'_> {
    /// The first Phase begins: of this side (CW-TRN-12).
    pub fn begin<D: Dice, C: Observer<LogEntry>>(&mut self, first: Side, dice: &mut D, observer: &mut C) {
        self.active = first;
        self.begin_first_phase(observer);
        self.proceed(dice, observer);
    }

    /// The first Phase begins, of the side that is active.
    pub(super) fn begin_first_phase<C: Observer<LogEntry>>(&mut self, observer: &mut C) {
        self.turns = 1;
        self.tell_part_ended(observer);
        observer.event(|| events::turn(self));
        self.begin_phase(observer);
    }

    /// A Phase begins: what belongs to the last one ends.
    pub(super) fn begin_phase<C: Observer<LogEntry>>(&mut self, observer: &mut C) {
        self.phase += 1;
        self.part = PhasePart::Start;
        (self.again, self.turn_ends, self.hand) = (false, false, Hand::default());
        let none = TeamSet::EMPTY;
        for side in Side::BOTH {
            let force = self.force_mut(side);
            (force.activated, force.came_on, force.regrouped) = (none, none, none);
            (force.charged, force.slowed, force.reacted) = (none, none, none);
            (force.rode, force.raced, force.intercepted) = (none, none, none);
            force.fought = none;
            force.deployed_from.clear();
            (force.treated, force.commanded, force.rerolled) = (none, none, 0);
            for team in members(side, self.force(side).all()) {
                let state = self.team_mut(team);
                (state.phase_models, state.shot) = (state.models, 0);
            }
            self.begin_suppression(side);
        }
        self.calm_flyers(self.active, observer);
        let force = self.force_mut(self.active);
        force.tally.phases += 1;
        (force.moved_before, force.moved) = (force.moved, none);
        observer.event(|| events::phase(self));
        self.stage = Stage::Withdraw;
    }

    /// Covering fire of the last Phase begins to hinder (CW-SHO-03).
    fn begin_suppression(&mut self, side: Side) {
        let waits = match self.setup.rules.covering_fire_duration {
            CoveringFireDuration::NextPhase => false,
            CoveringFireDuration::NextEnemyPhase => side != self.active,
        };
        let force = self.force_mut(side);
        if waits {
            force.suppressed = TeamSet::EMPTY;
        } else {
            force.suppressed = std::mem::take(&mut force.suppressed_next);
        }
    }

    /// The part of the Phase that went on is over.
    pub(super) fn tell_part_ended<C: Observer<LogEntry>>(&self, observer: &mut C) {
        let of = (!matches!(self.part, PhasePart::SetUp | PhasePart::TurnEnd)).then_some(self.active);
        observer.phase_ended(self.part as u8, of, None, || Side::BOTH.map(|side| self.listed_worth(side)));
    }

    /// The next step of the Phase.
    pub(super) fn run_stage<D: Dice, C: Observer<LogEntry>>(&mut self, dice: &mut D, observer: &mut C) -> Flow {
        // What earlier steps made due has been done by now.
        if let Some(part) = self.stage.part().filter(|part| *part != self.part) {
            self.tell_part_ended(observer);
            self.part = part;
        }
        match self.stage {
            Stage::SetUp => return self.run_set_up(dice, observer),
            Stage::Over => {}
            Stage::Withdraw => {
                self.stage = Stage::Regroup;
                self.queue[self.active.index()] = self.fleeing_teams(false);
                if self.may_withdraw(self.active) {
                    return self.ask(Decision::Withdraw, self.active);
                }
            }
            Stage::Regroup => {
                if !self.regroup_next(dice, observer) {
                    self.stage = Stage::Flee;
                    self.queue[self.active.index()] = self.fleeing_teams(true);
                }
            }
            Stage::Flee => {
                if !self.flee_next(dice, observer) {
                    self.stage = Stage::Dice;
                }
            }
            Stage::Dice => {
                let count = self.command_dice(self.active);
                self.force_mut(self.active).jammed = 0;
                self.stage = Stage::Spend;
                self.throw(RollKind::Command, self.active, count, dice, observer);
            }
            Stage::Spend => {
                if self.may_spend_anything() {
                    return self.ask(Decision::Spend, self.active);
                }
                self.end_spending(observer);
            }
            Stage::LastWatch => {
                self.stage = Stage::Melee;
                self.open_watch(NOBODY, self.force(self.active.other()).overwatch);
            }
            Stage::Melee => return self.run_melees(observer),
            Stage::Casualties => {
                if std::mem::take(&mut self.casualties_due) {
                    self.queue = Side::BOTH.map(|side| self.hurt_teams(side));
                }
                if !self.casualty_test_next(dice, observer) {
                    self.stage = Stage::States;
                }
            }
            Stage::States => self.end_states(observer),
            Stage::TurnEnd => self.end_turn(observer),
            Stage::Captures => self.capture_points(observer),
            Stage::Next => self.next_phase(observer),
        }
        Flow::Go
    }

    /// The melees are over: tests for losses to shooting come next.
    pub(super) fn end_melees(&mut self) {
        self.stage = Stage::Casualties;
        self.queue = Side::BOTH.map(|_| TeamSet::EMPTY);
        self.casualties_due = true;
    }

    /// Command Dice of a side in its Phase: less by Force Morale and events, never none (CW-CMD-01, CW-FMO-02).
    #[must_use]
    pub fn command_dice(&self, side: Side) -> u8 {
        let (codex, rules, force) = (&self.setup.codex, &self.setup.rules, self.force(side));
        let fewer = dice_at(codex, u8::MAX, rules.fm_table).saturating_sub(dice_at(codex, force.level, rules.fm_table));
        rules.command_dice.saturating_sub(fewer + force.jammed).clamp(1, MOST_COMMAND_DICE)
    }

    /// The Command Dice stand (CW-CMD-06 to CW-CMD-09).
    pub(super) fn take_command_dice<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        thrown: &[u8],
        dice: &mut D,
        observer: &mut C,
    ) {
        let count = |face: u8| thrown.iter().filter(|die| **die == face).count() as u8;
        let sixes = count(6);
        self.hand = Hand { faces: [1, 2, 3, 4].map(count), wild: sixes == 1 };
        let gained = command_points(sixes, count(5), false);
        self.gain_points(self.active, gained);
        self.again = sixes >= 2 && self.setup.rules.keep_phase;
        self.turn_ends = sixes >= 3;
        observer.event(|| events::hand(self, gained));
        if self.again || self.turn_ends {
            observer.rule_fired(rule::CMD_09);
        }
        if sixes >= 4 && self.setup.rules.random_events == RandomEvents::Table {
            observer.rule_fired(rule::CMD_12);
            self.random_event(dice, observer);
        }
        self.between_due = true;
        // the first moment of the Phase.
        self.open_watch(NOBODY, self.force(self.active.other()).overwatch);
    }

    /// A side gains command points, as far as it may keep them (CW-CMD-06).
    pub(super) fn gain_points(&mut self, side: Side, points: u8) {
        let cap = match self.setup.rules.cp_cap {
            0 => u16::MAX,
            cap => cap,
        };
        let own = &mut self.force_mut(side).command_points;
        *own = own.saturating_add(points.into()).min(cap.max(*own));
    }

    /// What the active side may do with its dice and points; always to end the Phase.
    pub(super) fn visit_spending(&self, visit: &mut impl FnMut(Choice)) {
        visit(Choice::Pass);
        (1..=4).filter(|face| self.hand.offers(*face)).for_each(|face| self.visit_uses(face, visit));
        self.visit_ambushes(self.active, visit);
        self.relocations().for_each(|team| visit(Choice::Relocate(team)));
        if self.check_end_turn().is_ok() {
            visit(Choice::EndTurn);
        }
    }

    /// Teams that may leave the table, to deploy again.
    fn relocations(&self) -> impl Iterator<Item = TeamId> {
        members(self.active, self.force(self.active).present).filter(|team| self.check_relocation(*team).is_ok())
    }

    /// Whether the active side has anything to do with its dice and points but to end the Phase.
    fn may_spend_anything(&self) -> bool {
        self.check_end_turn().is_ok()
            || (1..=4).any(|face| self.hand.offers(face) && self.has_use(face))
            || self.may_ambush(self.active)
            || self.relocations().next().is_some()
    }

    /// Whether the active side may end the Turn for command points (CW-STR-04).
    pub(super) fn check_end_turn(&self) -> Result<(), Refusal> {
        if self.turn_ends {
            return Err(Refusal::new("CW-TRN-04", "the Turn ends after this Phase as it is"));
        }
        if self.can_pay(self.active) { Ok(()) } else { Err(Refusal::new("CW-STR-01", "too few command points")) }
    }

    /// The active side ends the Turn for command points (CW-STR-04).
    pub(super) fn buy_turn_end<C: Observer<LogEntry>>(&mut self, observer: &mut C) {
        self.turn_ends = true;
        self.pay(self.active, "end-turn", observer);
        observer.rule_fired(rule::STR_04);
    }

    /// Nothing more is spent: the wildcard becomes a command point, other dice lapse.
    pub(super) fn end_spending<C: Observer<LogEntry>>(&mut self, observer: &mut C) {
        let point = self.hand.wild && self.setup.rules.wildcard_cp;
        let lapsed = self.hand.left() - u8::from(point);
        self.gain_points(self.active, point.into());
        let force = self.force_mut(self.active);
        force.tally.dice_wasted += u16::from(lapsed);
        self.hand = Hand::default();
        if point {
            observer.rule_fired(rule::CMD_07);
        }
        observer.event(|| events::spent(self, point, lapsed));
        self.between_due = true;
        self.stage = Stage::LastWatch;
    }

    /// States that last until the end of the owner's next Phase end (CW-TRN-07, CW-SHK-08).
    fn end_states<C: Observer<LogEntry>>(&mut self, observer: &mut C) {
        let force = self.force_mut(self.active);
        force.tally.activations += force.activated.len() as u16;
        let ended = force.pinned & !force.newly_pinned;
        (force.pinned, force.newly_pinned) = (force.newly_pinned, TeamSet::EMPTY);
        if !ended.is_empty() {
            observer.rule_fired(rule::SHK_08);
        }
        self.smoke = self.smoke.saturating_sub(1);
        self.queue = Side::BOTH.map(|side| {
            let fleeing = |team: &u8| self.is_fleeing(*team);
            members(side, self.force(side).present).filter(fleeing).collect()
        });
        self.stage = if self.turn_ends { Stage::TurnEnd } else { Stage::Next };
    }

    /// The next Phase begins, or the game has come to its cap (CW-TRN-02, CW-TRN-11, R-119).
    fn next_phase<C: Observer<LogEntry>>(&mut self, observer: &mut C) {
        if self.phase >= self.setup.rules.max_phases {
            observer.rule_fired(rule::TRN_11);
            self.decide_at_the_cap(observer);
            return;
        }
        self.tell_part_ended(observer);
        if !self.again {
            self.active = self.active.other();
        }
        self.begin_phase(observer);
    }
}

#[cfg(test)]
mod tests;
