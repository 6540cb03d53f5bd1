//! A game in progress: who stands where, in what state, and what is being decided.

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::activation::Activation;
use super::charge_step::Charge;
use super::choices::Decision;
use super::codex::{Codex, Scenario};
use super::combat::morale::Bearing;
use super::field::{Additions, Field};
use super::fire_lines::Mode;
pub use super::force::Force;
use super::force_morale_step::Due;
use super::interrupt_step::Interrupt;
use super::melee_step::Fight;
use super::movement_step::Movement;
use super::orders_step::Orders;
use super::phase_step::{Hand, PhasePart, Stage};
use super::profiles::{Profile, Trait};
use super::roll_step::Roll;
use super::rules::Rules;
use super::setup_step::SetUp;
use super::sortie_step::Sortie;
use super::spend_step::Troop;
pub use super::tally::Tally;
use super::terrain::{Board, heading};
use super::watch_step::Watch;
pub use crate::game::NOBODY;
use crate::game::{Side, Verdict, units};
use crate::tabletop::plane::{Facing, Point};

/// Most Teams of a side, those made by orders counted in.
pub const MOST_TEAMS: usize = 64;

/// Most Squads of a side.
pub const MOST_SQUADS: usize = 48;

/// Most lines of weapons of a Team.
pub const MOST_LOADS: usize = 6;

/// Most jump-off points of a side.
pub const MOST_POINTS: usize = 8;

/// Stands for "no weapon".
pub const NO_WEAPON: u8 = u8::MAX;

units! { TeamSet in u64, MOST_TEAMS, TeamId by team_id }

/// What is fixed before an engagement begins: data, rules, scenario.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Data.
    pub codex: Arc<Codex>,
    /// Its units, as games ask for them.
    pub profiles: Vec<Profile>,
    /// Switches.
    pub rules: Rules,
    /// The table.
    pub field: Field,
    /// What the game is about.
    pub scenario: Scenario,
    /// The middle of the objective, where there is one (CW-SCN-18).
    pub objective: Option<Point>,
    /// Whole degrees as headings.
    pub(super) facings: Arc<[Facing]>,
}

impl Setup {
    /// A setup of this data.
    #[must_use]
    pub fn new(codex: Arc<Codex>, rules: Rules, scenario: Scenario, board: &Board) -> Self {
        let field = Field::new(&codex, &rules, board);
        let facings = (0..360_u16).map(|degrees| heading(degrees.into())).collect();
        Self { profiles: Profile::all(&codex), field, codex, rules, scenario, objective: None, facings }
    }

    /// A heading in whole degrees counter-clockwise from +x.
    #[must_use]
    pub fn facing(&self, degrees: u16) -> Facing {
        self.facings[usize::from(degrees) % self.facings.len()]
    }

    /// The unit type of this name.
    #[must_use]
    pub fn profile(&self, name: &str) -> Option<u8> {
        self.profiles.iter().position(|profile| profile.name == name).map(|at| at as u8)
    }
}

/// A line of weapons of a Team: so many models carry it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// The weapon, by its place in the codex.
    pub weapon: u8,
    /// Of a launcher the weapon that its other round is; else [`NO_WEAPON`].
    pub other: u8,
    /// Models that carry it; of a vehicle 1 while it works.
    pub count: u8,
}

impl Load {
    /// Nothing.
    pub const NONE: Self = Self { weapon: NO_WEAPON, other: NO_WEAPON, count: 0 };
}

/// One or more models that act together, an officer, or a vehicle (CW-TRN-08).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Team {
    /// Its unit type, by its place in [`Setup::profiles`].
    pub profile: u8,
    /// Which Team of its unit it is.
    pub part: u8,
    /// Its Squad within the side.
    pub squad: u8,
    /// Where its centre is; it means nothing off the table.
    pub at: Point,
    /// Heading of a vehicle in whole degrees, counter-clockwise from +x.
    pub heading: u16,
    /// Models left, an attached officer not among them.
    pub models: u8,
    /// Wounds that the model in front has lost.
    pub wounds: u8,
    /// Hull points left.
    pub hull: u8,
    /// Weapons, rank and file first.
    pub loads: [Load; MOST_LOADS],
    /// How it moved in its last activation.
    pub mode: Mode,
    /// Its Shock.
    pub shock: u16,
    /// Models when the Phase began, or when it came onto the table in it.
    pub phase_models: u8,
    /// Models lost to shooting in this Phase.
    pub shot: u8,
    /// The officer who is with it.
    pub officer: TeamId,
    /// Of an officer the Team that he is with.
    pub with: TeamId,
    /// The transport that it is aboard.
    pub carrier: TeamId,
    /// Enemies that it is locked in melee with.
    pub locked: TeamSet,
    /// The vehicle that it has charged and strikes at while it touches it, or nobody.
    pub assails: TeamId,
    /// Value of a model, or of a hull point, in points.
    pub worth: f64,
}

impl Team {
    /// Nobody, nowhere.
    pub(super) const NONE: Self = Self {
        profile: 0,
        part: 0,
        squad: 0,
        at: Point { x: 0.0, y: 0.0 },
        heading: 0,
        models: 0,
        wounds: 0,
        hull: 0,
        loads: [Load::NONE; MOST_LOADS],
        mode: Mode::Stand,
        shock: 0,
        phase_models: 0,
        shot: 0,
        officer: NOBODY,
        with: NOBODY,
        carrier: NOBODY,
        locked: TeamSet::EMPTY,
        assails: NOBODY,
        worth: 0.0,
    };
}

/// Teams that were bought as one entry (CW-TRN-08).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Squad {
    /// Its Teams, those that are gone included; its transport is none of them.
    pub teams: TeamSet,
    /// Its transport, or nobody.
    pub transport: TeamId,
    /// Most Teams that it ever had.
    pub most: u8,
}

impl Squad {
    /// No Squad.
    pub(super) const NONE: Self = Self { teams: TeamSet::EMPTY, transport: NOBODY, most: 0 };
}

/// A jump-off point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JumpOffPoint {
    /// Where it is.
    pub at: Point,
    /// It lies in the shaded area of Delaying Action (CW-SCN-13).
    pub shaded: bool,
}

/// A game in progress.
///
/// What is being resolved lies in layers, the innermost first; the game goes on with the innermost one until somebody has something
/// to choose, and a layer that is done is taken off:
///
/// 1. [`roll`](Self::roll): a roll that may be thrown again;
/// 2. [`dues`](Self::dues), and what else an action has left behind: tests of Force Morale;
/// 3. [`watch`](Self::watch): a moment for Overwatch;
/// 4. [`movement`](Self::movement): a move on its way;
/// 5. [`charge`](Self::charge): a charge before its dice;
/// 6. [`sortie`](Self::sortie): what a flyer does that comes, or leaves;
/// 7. [`fight`](Self::fight): a round of melee;
/// 8. [`activation`](Self::activation): what one Team does;
/// 9. [`troop`](Self::troop): the Teams of a Squad, one after another;
/// 10. [`orders`](Self::orders): the orders of an officer;
/// 11. [`stage`](Self::stage): the step of the Phase.
#[derive(Clone, Debug)]
pub struct Battle<'s> {
    /// What is fixed.
    pub setup: &'s Setup,
    /// What happens before the first Phase.
    pub set_up: SetUp,
    /// Teams of both sides, by [`TeamId`].
    pub teams: [Team; 2 * MOST_TEAMS],
    /// Both sides.
    pub forces: [Force; 2],
    /// Phases so far, this one included; 0 during set-up.
    pub phase: u16,
    /// Turns so far, this one included; 0 during set-up.
    pub turns: u16,
    /// Whose Phase it is.
    pub active: Side,
    /// The step of the Phase.
    pub stage: Stage,
    /// The part of the Phase that goes on, or is over and was not told yet.
    pub part: PhasePart,
    /// A moment for Overwatch.
    pub watch: Option<Watch>,
    /// The move in progress.
    pub movement: Option<Movement>,
    /// The charge in progress.
    pub charge: Option<Charge>,
    /// The sortie of a flyer in progress.
    pub sortie: Option<Sortie>,
    /// The round of melee in progress.
    pub fight: Option<Fight>,
    /// Who has just moved or come on, and may join an officer or a Team; or nobody.
    pub joining: TeamId,
    /// The activation in progress.
    pub activation: Option<Activation>,
    /// The Team that fires from ambush, or nobody.
    pub ambusher: TeamId,
    /// The Team that its enemy sets down after a mishap, or nobody.
    pub dropped: TeamId,
    /// The other side may break in before the next action.
    pub between_due: bool,
    /// A Squad acts out of turn.
    pub interrupt: Option<Interrupt>,
    /// Teams that act one after another on one die or order.
    pub troop: Option<Troop>,
    /// The officer who gives orders.
    pub orders: Option<Orders>,
    /// The Command Dice of the Phase.
    pub hand: Hand,
    /// The active side has the next Phase too (CW-CMD-09).
    pub again: bool,
    /// The Turn ends after this Phase (CW-TRN-04).
    pub turn_ends: bool,
    /// Teams that a step of the Phase has still to go through, of each side.
    pub queue: [TeamSet; 2],
    /// Who controls the objective, where there is one.
    pub controller: Side,
    /// Nobody sees farther than 18 inches for so many Phases more (`smoke-drift`).
    pub smoke: u8,
    /// Tests of Force Morale that are due, in the order in which they arose.
    pub dues: ArrayVec<Due, MOST_DUES>,
    /// Teams of each side that a pinning weapon has wounded: their tests are due.
    pub pin_tests: [TeamSet; 2],
    /// Teams of each side that have become broken and have not fled yet.
    pub broke: [TeamSet; 2],
    /// Tests for losses to shooting have still to be looked for in this Phase.
    pub casualties_due: bool,
    /// What has come onto the table: works, wrecks, fires.
    pub additions: Additions,
    /// Who owes a jump-off point for a low level (CW-FMO-03).
    pub owed_point: Option<Side>,
    /// Something has happened on which the game may end: the verdict is asked for once the action is over.
    pub to_judge: bool,
    /// Who has routed, the first one first (CW-FMO-06).
    pub routed: ArrayVec<Side, 2>,
    /// A roll in progress.
    pub roll: Option<Roll>,
    /// What is to be decided.
    pub decision: Decision,
    /// Who decides.
    pub decider: Side,
    /// How the game ended.
    pub verdict: Option<Verdict>,
}

/// Most tests of Force Morale that one action can make due: one for every Team, and one for every point.
pub const MOST_DUES: usize = 2 * (2 * MOST_TEAMS + MOST_POINTS);

impl<'s> Battle<'s> {
    /// A table with nobody on it.
    #[must_use]
    pub fn empty(setup: &'s Setup) -> Self {
        Self {
            setup,
            set_up: SetUp::default(),
            teams: [Team::NONE; 2 * MOST_TEAMS],
            forces: [Force::default(), Force::default()],
            phase: 0,
            turns: 0,
            active: Side::A,
            stage: Stage::SetUp,
            part: PhasePart::SetUp,
            watch: None,
            movement: None,
            charge: None,
            sortie: None,
            fight: None,
            joining: NOBODY,
            activation: None,
            ambusher: NOBODY,
            dropped: NOBODY,
            between_due: false,
            interrupt: None,
            troop: None,
            orders: None,
            hand: Hand::default(),
            again: false,
            turn_ends: false,
            queue: [TeamSet::EMPTY; 2],
            controller: Side::B,
            smoke: 0,
            dues: ArrayVec::new(),
            pin_tests: [TeamSet::EMPTY; 2],
            broke: [TeamSet::EMPTY; 2],
            casualties_due: false,
            additions: Additions::default(),
            owed_point: None,
            to_judge: false,
            routed: ArrayVec::new(),
            roll: None,
            decision: Decision::Nothing,
            decider: Side::A,
            verdict: None,
        }
    }

    /// A Team.
    #[inline]
    #[must_use]
    pub fn team(&self, team: TeamId) -> &Team {
        &self.teams[usize::from(team)]
    }

    /// The same, to change it.
    #[inline]
    pub(super) fn team_mut(&mut self, team: TeamId) -> &mut Team {
        &mut self.teams[usize::from(team)]
    }

    /// A side.
    #[inline]
    #[must_use]
    pub fn force(&self, side: Side) -> &Force {
        &self.forces[side.index()]
    }

    /// The same, to change it.
    #[inline]
    pub(super) fn force_mut(&mut self, side: Side) -> &mut Force {
        &mut self.forces[side.index()]
    }

    /// The side of a Team.
    #[inline]
    #[must_use]
    pub fn own_force(&self, team: TeamId) -> &Force {
        self.force(side_of(team))
    }

    /// The same, to change it.
    #[inline]
    pub(super) fn own_force_mut(&mut self, team: TeamId) -> &mut Force {
        self.force_mut(side_of(team))
    }

    /// What a Team is.
    #[inline]
    #[must_use]
    pub fn profile(&self, team: TeamId) -> &'s Profile {
        &self.setup.profiles[usize::from(self.team(team).profile)]
    }

    /// The Squad of a Team.
    #[inline]
    #[must_use]
    pub fn squad_of(&self, team: TeamId) -> &Squad {
        &self.own_force(team).squad_states[usize::from(self.team(team).squad)]
    }

    /// Whether a Team is an officer.
    #[inline]
    #[must_use]
    pub fn is_officer(&self, team: TeamId) -> bool {
        self.profile(team).rank.is_some()
    }

    /// Whether a Team is an officer who is with another Team.
    #[inline]
    #[must_use]
    pub fn is_attached(&self, team: TeamId) -> bool {
        self.team(team).with != NOBODY
    }

    /// Whether a Team has its own place on the table: an attached officer stands with his Team.
    #[inline]
    #[must_use]
    pub fn stands(&self, team: TeamId) -> bool {
        self.own_force(team).present.contains(team) && !self.is_attached(team)
    }

    /// The Teams of a side that have their own place on the table.
    #[must_use]
    pub fn standing_teams(&self, side: Side) -> TeamSet {
        members(side, self.force(side).present).filter(|team| !self.is_attached(*team)).collect()
    }

    /// The Ld of a Team, the highest in it, an attached officer counted in (CW-SHK-05); 0 for vehicles.
    #[must_use]
    pub fn ld(&self, team: TeamId) -> u8 {
        let own = self.profile(team).ld;
        let Team { officer, with, .. } = *self.team(team);
        [officer, with]
            .into_iter()
            .filter(|other| *other != NOBODY)
            .map(|other| self.profile(other).ld)
            .fold(own, u8::max)
    }

    /// How a Team stands under its Shock (CW-SHK-05, CW-SHK-06); vehicles always do (CW-SHK-03).
    #[must_use]
    pub fn bearing(&self, team: TeamId) -> Bearing {
        match self.ld(team) {
            0 => Bearing::Steady,
            ld => Bearing::of(self.team(team).shock, ld, self.setup.rules.broken_multiple),
        }
    }

    /// Whether a Team is pinned, by Shock or by a test.
    #[must_use]
    pub fn is_pinned(&self, team: TeamId) -> bool {
        self.own_force(team).pinned.contains(team) || self.bearing(team) != Bearing::Steady
    }

    /// Whether a Team is broken.
    #[must_use]
    pub fn is_broken(&self, team: TeamId) -> bool {
        self.bearing(team) == Bearing::Broken
    }

    /// Whether a Team is in flight: broken or falling back.
    #[must_use]
    pub fn is_fleeing(&self, team: TeamId) -> bool {
        self.own_force(team).falling_back.contains(team) || self.is_broken(team)
    }

    /// Whether a Team is locked in melee.
    #[inline]
    #[must_use]
    pub fn is_locked(&self, team: TeamId) -> bool {
        !self.team(team).locked.is_empty()
    }

    /// Whether a Team is a flyer.
    #[inline]
    #[must_use]
    pub fn is_flyer(&self, team: TeamId) -> bool {
        self.profile(team).is(Trait::Flyer)
    }

    /// What the models of a Team, or its hull, are worth that are left, in points.
    #[must_use]
    pub fn worth_left(&self, team: TeamId) -> f64 {
        let state = self.team(team);
        let left = if self.profile(team).is_vehicle() { state.hull } else { state.models };
        state.worth * f64::from(left)
    }

    /// The same of a whole side, what has come as support counted in: what its player has to lose.
    #[must_use]
    pub fn worth(&self, side: Side) -> f64 {
        members(side, self.force(side).alive()).map(|team| self.worth_left(team)).sum()
    }

    /// Whether a Team is of the list of its side, and has not come as support; all are where no list was mustered.
    #[must_use]
    pub fn is_listed(&self, team: TeamId) -> bool {
        let listed = self.own_force(team).listed;
        listed == 0 || self.team(team).squad < listed
    }

    /// The Teams of the list of a side that are not gone.
    #[must_use]
    pub fn listed_alive(&self, side: Side) -> TeamSet {
        members(side, self.force(side).alive()).filter(|team| self.is_listed(*team)).collect()
    }

    /// What is left of the list of a side, in points: what is fielded and lost in records, phases, turns and films alike.
    #[must_use]
    pub fn listed_worth(&self, side: Side) -> f64 {
        members(side, self.listed_alive(side)).map(|team| self.worth_left(team)).sum()
    }
}
