//! What happens before the first Phase: support, Patrol Markers, jump-off points ("Sequence before play").
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`purchase`] | what support points buy |
//! | [`works`] | where the works lie that they have bought |
//! | [`markers`] | how many Patrol Markers, where they start, how they move |
//! | [`infiltration`] | Teams that are set up early |
//! | [`points`] | jump-off points |

pub mod infiltration;
pub mod markers;
pub mod points;
pub mod purchase;
pub mod works;

use arrayvec::ArrayVec;

use super::army::Roster;
use super::choices::{Decision, Refusal};
use super::combat::{force_morale, scenario_rolls};
use super::events::{self, LogEntry};
use super::patrol::phase::PatrolPhase;
use super::patrol::search::Found;
use super::patrol::{MOST_MARKERS, kept};
use super::scenarios::Layout;
use super::state::{Battle, MOST_SQUADS, NOBODY, TeamId};
use super::support::SupportItem;
use super::turn::Flow;
use crate::dice::Dice;
use crate::game::keyed::keyed;
use crate::game::{Observer, Side};
use crate::tabletop::plane::Point;

use purchase::Purchase;

/// A choice before the first Phase.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SetUpChoice {
    /// Throws for Force Morale, for the first move in the Patrol Phase, and for support.
    Roll,
    /// Buys support.
    Buy(Purchase),
    /// Places the next work that the side has bought (CW-ARM-05).
    Work {
        /// Its middle.
        at: Point,
        /// The way its length runs, in degrees counter-clockwise from +x, below 180.
        degrees: u16,
    },
    /// Takes so many Patrol Markers (CW-PAT-13).
    Markers(u8),
    /// Sets up the next marker, or all of them where they start in one place.
    Marker(Point),
    /// Moves a marker towards a place (CW-PAT-04).
    Move {
        /// The marker, by its number.
        marker: u8,
        /// Where it goes, if nothing stops it.
        to: Point,
    },
    /// Sets up a Team that infiltrates (CW-DEP-06).
    Infiltrate {
        /// The Team.
        team: TeamId,
        /// Where its centre is.
        at: Point,
    },
    /// Places a jump-off point.
    Point(Point),
}

keyed! {
    /// The steps before the first Phase.
    SetUpStage {
        /// Force Morale, the first mover and support are rolled for (CW-FMO-01, CW-PAT-03).
        Rolls = "rolls",
        /// Support is bought (CW-ARM-03).
        Purchase = "purchase",
        /// Works are placed (CW-ARM-05).
        Works = "works",
        /// Sides choose the number of their markers.
        MarkerCount = "marker-count",
        /// Markers are set up.
        Markers = "markers",
        /// Markers move.
        Patrol = "patrol",
        /// Teams that infiltrate are set up (CW-PAT-15).
        Infiltration = "infiltration",
        /// Jump-off points by markers.
        Points = "points",
        /// Jump-off points of the scenario.
        ExtraPoints = "extra-points",
        /// The first Phase begins.
        Done = "done",
    }
}

/// What happens before the first Phase, as far as it has come.
#[derive(Clone, Debug)]
pub struct SetUp {
    /// The step.
    pub stage: SetUpStage,
    /// The values of Ld by which Force Morale starts, of each side (CW-FMO-01).
    pub leadership: [ArrayVec<u8, MOST_SQUADS>; 2],
    /// Whose turn it is within the step, where it is not the Patrol Phase itself.
    pub turn: Side,
    /// Who moves first in the Patrol Phase (CW-PAT-03, R-111).
    pub mover: Side,
    /// Support points that are left.
    pub budget: [f64; 2],
    /// Works that have been bought and not placed, by [`SupportItem`].
    pub works: [[u8; SupportItem::ALL.len()]; 2],
    /// Markers that each side has; 0 while it has not chosen.
    pub counts: [u8; 2],
    /// Segment of its edge from which each side enters The Patrol (CW-SCN-01).
    pub segments: [u8; 2],
    /// Markers that have been passed over, for want of a legal place.
    pub left_out: [u8; 2],
    /// The Patrol Phase.
    pub patrol: PatrolPhase,
    /// The Team of the Squad that infiltrates now, or nobody.
    pub infiltrating: TeamId,
    /// Which sides set nobody up early any more.
    pub infiltrated: [bool; 2],
    /// Jump-off points that each marker of each side serves (CW-JOP-06).
    pub used: [[u8; MOST_MARKERS]; 2],
    /// What the search for the next point has found, once it is asked for.
    pub found: Option<Found>,
    /// Points that each side has still to place, those of the scenario not among them.
    pub to_place: [u8; 2],
}

impl Default for SetUp {
    fn default() -> Self {
        Self {
            stage: SetUpStage::Rolls,
            leadership: [ArrayVec::new(), ArrayVec::new()],
            turn: Side::A,
            mover: Side::A,
            budget: [0.0; 2],
            works: [[0; SupportItem::ALL.len()]; 2],
            counts: [0; 2],
            segments: [0; 2],
            left_out: [0; 2],
            patrol: PatrolPhase::default(),
            infiltrating: NOBODY,
            infiltrated: [false; 2],
            used: [[0; MOST_MARKERS]; 2],
            found: None,
            to_place: [0; 2],
        }
    }
}

impl Battle<'_> {
    /// The ground of the scenario.
    #[must_use]
    pub fn layout(&self) -> Layout<'_> {
        let setup = self.setup;
        Layout {
            scenario: setup.scenario,
            rules: &setup.rules,
            numbers: &setup.codex.numbers,
            objective: setup.objective.unwrap_or_default(),
        }
    }

    /// A game between two lists begins: they are mustered, off the table, and the first rolls are due. What there was before is
    /// forgotten.
    pub fn restart(&mut self, rosters: [&Roster; 2]) {
        *self = Self::empty(self.setup);
        let formula = self.setup.rules.fm_formula;
        for (side, roster) in Side::BOTH.into_iter().zip(rosters) {
            self.muster(side, roster);
            let leadership = &mut self.set_up.leadership[side.index()];
            leadership.extend(roster.leadership(&self.setup.codex, formula).take(MOST_SQUADS));
        }
        // It goes on by itself to a decision that is always asked.
        self.ask(Decision::StartingRolls, Side::A);
    }

    /// The same, the first rolls thrown: the game goes on to the decision after them.
    pub fn set_up_game<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        rosters: [&Roster; 2],
        dice: &mut D,
        observer: &mut C,
    ) {
        self.restart(rosters);
        self.roll_for_the_start(dice, observer);
        self.proceed(dice, observer);
    }

    /// Force Morale starts, the first mover is found, and support is rolled for.
    fn roll_for_the_start<D: Dice, C: Observer<LogEntry>>(&mut self, dice: &mut D, observer: &mut C) {
        observer.event(|| events::battle(self));
        let (codex, rules, scenario) = (&self.setup.codex, &self.setup.rules, self.setup.scenario);
        for side in Side::BOTH {
            let leadership = &self.set_up.leadership[side.index()];
            self.force_mut(side).level = force_morale::starting_level(leadership, rules.fm_formula, dice);
        }
        let [a, b] = Side::BOTH.map(|side| self.force(side).level);
        let mover = scenario_rolls::first_mover([a, b], dice);
        let (first, second) = scenario_rolls::support(codex, scenario, rules.patrol_support, rules.half_support, dice);
        // In The Patrol the roll is told for the first mover first.
        let swapped = !self.layout().has_roles() && mover == Side::B;
        let budget = if swapped { [second, first] } else { [first, second] };
        let budget = budget.map(|points| (f64::from(points) * rules.support_share).floor());
        (self.set_up.mover, self.set_up.budget) = (mover, budget);
        self.set_up.stage = SetUpStage::Purchase;
        observer.event(|| events::set_up(self, dice.thrown()));
    }

    /// The next step before the first Phase.
    pub(super) fn run_set_up<D: Dice, C: Observer<LogEntry>>(&mut self, dice: &mut D, observer: &mut C) -> Flow {
        match self.set_up.stage {
            SetUpStage::Rolls => self.ask(Decision::StartingRolls, Side::A),
            SetUpStage::Purchase => self.run_purchase(),
            SetUpStage::Works => self.run_works(),
            SetUpStage::MarkerCount => self.run_marker_count(dice, observer),
            SetUpStage::Markers => self.run_markers(dice, observer),
            SetUpStage::Patrol => self.run_patrol(),
            SetUpStage::Infiltration => self.run_infiltration(),
            SetUpStage::Points => self.run_points(),
            SetUpStage::ExtraPoints => self.run_extra_points(),
            SetUpStage::Done => {
                // CW-JOP-08
                self.set_up.patrol = PatrolPhase::default();
                self.note_points();
                self.active = self.layout().first_active(self.set_up.mover);
                self.begin_first_phase(observer);
                Flow::Go
            }
        }
    }

    /// The choices that are offered.
    pub(super) fn visit_set_up(&self, visit: &mut impl FnMut(SetUpChoice)) {
        match self.decision {
            Decision::StartingRolls => visit(SetUpChoice::Roll),
            Decision::Purchase => self.visit_purchases(visit),
            Decision::PlaceSupport => self.visit_works(visit),
            Decision::MarkerCount => self.visit_marker_counts(visit),
            Decision::PlaceMarker => self.visit_marker_places(visit),
            Decision::MarkerMove => self.visit_marker_moves(visit),
            Decision::Infiltrate => self.visit_infiltration(visit),
            Decision::PlacePoint => self.visit_points(visit),
            _ => {}
        }
    }

    /// Whether a choice is lawful.
    pub(super) fn check_set_up(&self, choice: SetUpChoice) -> Result<(), Refusal> {
        match (self.decision, choice) {
            (Decision::StartingRolls, SetUpChoice::Roll) => Ok(()),
            (Decision::Purchase, SetUpChoice::Buy(purchase)) => self.check_purchase(purchase),
            (Decision::PlaceSupport, SetUpChoice::Work { at, degrees }) => self.check_work(at, degrees),
            (Decision::Infiltrate, SetUpChoice::Infiltrate { team, at }) => self.check_infiltration(team, kept(at)),
            (Decision::MarkerCount, SetUpChoice::Markers(count)) => self.check_marker_count(count),
            (Decision::PlaceMarker, SetUpChoice::Marker(at)) => self.check_marker_place(at),
            (Decision::MarkerMove, SetUpChoice::Move { marker, to }) => self.check_marker_move(marker, to),
            (Decision::PlacePoint, SetUpChoice::Point(at)) => self.check_point(at),
            _ => Err(Refusal::new("CW-PAT-10", "that is not to be decided now")),
        }
    }

    /// Carries out a lawful choice.
    pub(super) fn choose_set_up<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        choice: SetUpChoice,
        dice: &mut D,
        observer: &mut C,
    ) {
        match choice {
            SetUpChoice::Roll => self.roll_for_the_start(dice, observer),
            SetUpChoice::Buy(purchase) => {
                let side = self.set_up.turn;
                let known = self.force(side).teams;
                self.buy(purchase);
                observer.event(|| events::bought(self, side, known));
            }
            SetUpChoice::Work { at, degrees } => {
                let (side, known) = (self.set_up.turn, self.land().pieces().count());
                self.place_work(at, degrees);
                observer.event(|| events::work(self, side, known));
            }
            SetUpChoice::Infiltrate { team, at } => {
                self.infiltrate(team, at);
                observer.event(|| events::infiltrated(self, team));
                // who is set down in mines enters them.
                if self.land().is_mined(self.team(team).at) {
                    self.spring_mines(team, dice, observer);
                }
            }
            SetUpChoice::Markers(count) => self.set_up.counts[self.decider.index()] = count,
            SetUpChoice::Marker(at) => self.place_marker(at, observer),
            SetUpChoice::Move { marker, to } => self.move_marker(marker, to, observer),
            SetUpChoice::Point(at) => {
                let side = self.set_up.turn;
                self.place_point(at);
                observer.event(|| events::point(self, side));
            }
        }
    }

    /// Declines what is offered before the first Phase.
    pub(super) fn pass_set_up(&mut self) {
        match self.decision {
            Decision::Purchase => self.end_purchases(),
            Decision::PlaceSupport => self.give_up_work(),
            Decision::MarkerMove => self.set_up.patrol.pass(),
            Decision::Infiltrate => self.decline_infiltration(),
            _ => {}
        }
    }

    /// Whether what is decided may be declined.
    pub(super) fn may_pass_set_up(&self) -> bool {
        match self.decision {
            Decision::Purchase | Decision::PlaceSupport | Decision::MarkerMove => true,
            // A Squad that has begun is set up whole.
            Decision::Infiltrate => self.set_up.infiltrating == NOBODY,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests;
