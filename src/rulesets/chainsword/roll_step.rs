//! Rolls that may be thrown again (CW-STR-02, R-115): thrown, offered to their owner, applied.

use arrayvec::ArrayVec;

use super::choices::{Choice, Decision, Refusal};
use super::combat::morale::most_to_pass;
use super::events::{self, LogEntry};
use super::force_morale_step::MoraleEvent;
use super::ledger::rule;
use super::rules::RerollAt;
use super::state::{Battle, TeamId};
use super::turn::Flow;
use crate::dice::Dice;
use crate::game::keyed::keyed;
use crate::game::{Observer, Side};

/// Most dice of a roll: the Command Dice.
pub const MOST_DICE: usize = 8;

/// What a roll is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RollKind {
    /// The Command Dice of a Phase.
    Command,
    /// A test of Force Morale.
    Morale(MoraleEvent),
    /// A test of a Team for pinning.
    Pinning(TeamId),
    /// A deployment under a preliminary barrage.
    Deployment,
    /// A test to regroup.
    Regroup(TeamId),
    /// A test for losses to shooting.
    Casualties(TeamId),
    /// An arrival from reserve.
    Arrival,
    /// An arrival of a flyer.
    Flyer(TeamId),
    /// A mishap of a Team that was dropped.
    Mishap(TeamId),
    /// A charge of a Team.
    Charge(TeamId),
    /// A test of a Team after a lost round of melee.
    Break(TeamId),
    /// The winner's die of a sweep, by the loser.
    Pursuit(TeamId),
    /// The loser's die of a sweep.
    Escape {
        /// Who.
        team: TeamId,
        /// The winner's die.
        pursuit: u8,
    },
}

keyed! {
    /// The names of rolls in traces.
    RollName {
        /// The Command Dice of a Phase.
        Command = "command-dice",
        /// A test of Force Morale.
        Morale = "force-morale",
        /// A test of a Team for pinning.
        Pinning = "pinning",
        /// A deployment under a preliminary barrage.
        Deployment = "deployment",
        /// A test to regroup.
        Regroup = "regroup",
        /// A test for losses to shooting.
        Casualties = "casualties",
        /// An arrival from reserve.
        Arrival = "arrival",
        /// An arrival of a flyer.
        Flyer = "flyer",
        /// A mishap of a Team that was dropped.
        Mishap = "mishap",
        /// A charge.
        Charge = "charge",
        /// A test after a lost round of melee.
        Break = "break",
        /// The winner's die of a sweep.
        Pursuit = "pursuit",
        /// The loser's die of a sweep.
        Escape = "escape",
    }
}

impl RollKind {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> RollName {
        match self {
            Self::Command => RollName::Command,
            Self::Morale(_) => RollName::Morale,
            Self::Pinning(_) => RollName::Pinning,
            Self::Deployment => RollName::Deployment,
            Self::Regroup(_) => RollName::Regroup,
            Self::Casualties(_) => RollName::Casualties,
            Self::Arrival => RollName::Arrival,
            Self::Flyer(_) => RollName::Flyer,
            Self::Mishap(_) => RollName::Mishap,
            Self::Charge(_) => RollName::Charge,
            Self::Break(_) => RollName::Break,
            Self::Pursuit(_) => RollName::Pursuit,
            Self::Escape { .. } => RollName::Escape,
        }
    }
}

impl RollKind {
    /// The Team that it is for.
    #[must_use]
    pub const fn team(self) -> Option<TeamId> {
        match self {
            Self::Command | Self::Morale(_) | Self::Deployment | Self::Arrival => None,
            Self::Pinning(team)
            | Self::Regroup(team)
            | Self::Casualties(team)
            | Self::Flyer(team)
            | Self::Mishap(team)
            | Self::Charge(team)
            | Self::Break(team)
            | Self::Pursuit(team)
            | Self::Escape { team, .. } => Some(team),
        }
    }
}

/// A roll in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll {
    /// What it is for.
    pub kind: RollKind,
    /// Whose it is.
    pub owner: Side,
    /// The dice, as they lie.
    pub dice: ArrayVec<u8, MOST_DICE>,
    /// Its owner has been asked.
    pub asked: bool,
}

impl Battle<'_> {
    /// Throws `count` dice; what they do comes when their owner lets them stand.
    pub(super) fn throw<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        kind: RollKind,
        owner: Side,
        count: u8,
        dice: &mut D,
        observer: &mut C,
    ) {
        let thrown = (0..count).map(|_| dice.d6()).collect();
        self.roll = Some(Roll { kind, owner, dice: thrown, asked: false });
        observer.event(|| events::roll(self, dice.thrown()));
    }

    /// The highest sum with which a test on Ld is passed; none of other rolls (CW-BAS-25).
    #[must_use]
    pub fn most_of_roll(&self, roll: &Roll) -> Option<i32> {
        let (margin, few) = match roll.kind {
            RollKind::Pinning(_) | RollKind::Casualties(_) => (0, false),
            RollKind::Regroup(team) => (0, self.is_under_a_quarter(team)),
            RollKind::Break(_) => (self.fight.map_or(0, |fight| fight.margin()), false),
            _ => return None,
        };
        let team = roll.kind.team()?;
        Some(most_to_pass(self.ld(team), self.team(team).shock, margin, few))
    }

    /// Whether a side has the command points for a stratagem (CW-STR-01).
    #[must_use]
    pub fn can_pay(&self, side: Side) -> bool {
        self.force(side).command_points >= u16::from(self.setup.rules.stratagem_cost)
    }

    /// A side pays for a stratagem.
    pub(super) fn pay<C: Observer<LogEntry>>(&mut self, side: Side, stratagem: &'static str, observer: &mut C) {
        let cost = u16::from(self.setup.rules.stratagem_cost);
        let force = self.force_mut(side);
        force.command_points -= cost;
        force.tally.points_spent += cost;
        observer.event(|| events::stratagem(self, side, stratagem));
        observer.rule_fired(rule::STR_01);
    }

    /// Whether the owner of a roll may throw one of its dice again (CW-STR-02, R-115).
    fn may_reroll(&self, roll: &Roll) -> bool {
        let key = self.setup.rules.reroll_at == RerollAt::KeyRolls || roll.kind == RollKind::Command;
        key && self.can_pay(roll.owner) && self.force(roll.owner).rerolled < self.setup.rules.reroll_per_phase
    }

    /// The roll in progress goes on: its owner is asked, or it is applied.
    pub(super) fn run_roll<D: Dice, C: Observer<LogEntry>>(&mut self, dice: &mut D, observer: &mut C) -> Flow {
        let Some(roll) = self.roll.take() else { return Flow::Go };
        if !roll.asked && self.may_reroll(&roll) {
            let owner = roll.owner;
            self.roll = Some(roll);
            return self.ask(Decision::Reroll, owner);
        }
        match roll.kind {
            RollKind::Command => self.take_command_dice(&roll.dice, dice, observer),
            RollKind::Deployment => self.take_deployment_roll(roll.dice[0], observer),
            RollKind::Regroup(team) => self.take_regroup_roll(team, &roll.dice, dice, observer),
            RollKind::Casualties(team) => self.take_casualty_roll(team, &roll.dice, dice, observer),
            RollKind::Arrival => self.take_arrival_roll(roll.dice[0], dice, observer),
            RollKind::Flyer(team) => self.take_flyer_roll(team, roll.dice[0], observer),
            RollKind::Mishap(team) => self.take_mishap_roll(team, roll.dice[0], observer),
            RollKind::Charge(team) => self.take_charge_roll(team, &roll.dice, observer),
            RollKind::Break(team) => self.take_break_roll(team, &roll.dice, dice, observer),
            RollKind::Pursuit(team) => self.take_pursuit_roll(team, roll.dice[0], dice, observer),
            RollKind::Escape { team, pursuit } => {
                self.take_escape_roll(team, [pursuit, roll.dice[0]], dice, observer);
            }
            RollKind::Pinning(team) => self.take_pin_test(team, &roll.dice, observer),
            RollKind::Morale(event) => self.take_morale_roll(roll.owner, event, roll.dice[0], observer),
        }
        Flow::Go
    }

    /// The dice that may be thrown again, or none of them.
    pub(super) fn visit_rerolls(&self, visit: &mut impl FnMut(Choice)) {
        visit(Choice::Pass);
        if let Some(roll) = &self.roll {
            (0..roll.dice.len() as u8).for_each(|die| visit(Choice::Reroll(die)));
        }
    }

    /// Whether a die of the roll may be thrown again.
    pub(super) fn check_reroll(&self, die: u8) -> Result<(), Refusal> {
        match &self.roll {
            Some(roll) if usize::from(die) < roll.dice.len() => Ok(()),
            _ => Err(Refusal::new("CW-STR-02", "the roll has no such die")),
        }
    }

    /// The owner of the roll throws a die again, or lets the roll stand; the second result stands.
    pub(super) fn reroll<D: Dice, C: Observer<LogEntry>>(&mut self, die: Option<u8>, dice: &mut D, observer: &mut C) {
        let Some(mut roll) = self.roll.take() else { return };
        roll.asked = true;
        if let Some(die) = die {
            roll.dice[usize::from(die)] = dice.d6();
            self.force_mut(roll.owner).rerolled += 1;
            self.pay(roll.owner, "reroll", observer);
            observer.rule_fired(rule::STR_02);
        }
        self.roll = Some(roll);
        if die.is_some() {
            observer.event(|| events::roll(self, dice.thrown()));
        }
    }
}
