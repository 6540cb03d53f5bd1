//! How games are won: what each scenario counts, and when it is tested (DG-SCN, DG-VIC).

use super::codex::Scenario;
use super::events::{self, LogEntry};
use super::ledger::rule;
use super::rules::{CapResult, HoldCheck, InvasionAtCap, InvasionBase, KothPointsScaling};
use super::state::{Battle, ElementId, NOBODY, UnitSet, bit, members, place_of, side_of};
use crate::game::keyed::keyed;
use crate::game::{Observer, Points, Side, SideState, StateWords, UnitStat};
use crate::tabletop::plane::{Point, contains, within};

/// Ways a game can end, in the order of [`Ending`].
pub const ENDINGS: [&str; 9] = Ending::KEYS;

keyed! {
    /// How a game ended.
    Ending {
        /// Half a Force is destroyed, either in Exterminate, the aggressor's in Invasion (DG-SCN-01, DG-SCN-04).
        Losses = "losses",
        /// The enemy Commander is destroyed (DG-SCN-02).
        Regicide = "regicide",
        /// A third of the aggressor's Force is off the enemy edge (DG-SCN-03).
        Invasion = "invasion",
        /// The hill was held (DG-SCN-05).
        KingOfTheHill = "king-of-the-hill",
        /// The enemy flag was taken (DG-SCN-06).
        CaptureTheFlag = "capture-the-flag",
        /// Both markers were held (DG-SCN-10).
        Control = "control",
        /// A side has nobody left (DG-VIC-02).
        Elimination = "elimination",
        /// The aggressor can no longer bring a third off.
        OutOfReach = "out-of-reach",
        /// The last round is over (DG-VIC-03).
        Cap = "cap",
    }
}

impl Ending {
    /// The rule by which the game ends so.
    #[must_use]
    pub const fn rule(self, scenario: Scenario) -> u16 {
        match (self, scenario) {
            (Ending::Losses, Scenario::Exterminate) => rule::SCN_01,
            (Ending::Losses | Ending::OutOfReach, _) => rule::SCN_04,
            (Ending::Regicide, _) => rule::SCN_02,
            (Ending::Invasion, _) => rule::SCN_03,
            (Ending::KingOfTheHill, _) => rule::SCN_05,
            (Ending::CaptureTheFlag, _) => rule::SCN_06,
            (Ending::Control, _) => rule::SCN_10,
            (Ending::Elimination, _) => rule::VIC_02,
            (Ending::Cap, _) => rule::VIC_03,
        }
    }
}

/// How sides stand at the end of a round, in words.
pub const STATES: StateWords = StateWords {
    units: "Elements that are not destroyed",
    morale: "Elements in play that are not shaken",
    objective: "Elements on the hill in king-of-the-hill, markers held in control, whole points brought off in \
                invasion, 1 while it bears its own flag in capture-the-flag and while its Commander lives in regicide; else 0",
    told: [Some("not shaken"), None],
};

/// What may be held: the hill or central marker, and a side's own marker in the enemy half.
pub(super) const CENTRE: usize = 0;
pub(super) const OWN: usize = 1;

/// What a scenario counts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// The marker at the centre, in King of the Hill and Control.
    pub centre: Option<Point>,
    /// Each side's own marker in the enemy half (DG-SCN-09).
    pub markers: [Option<Point>; 2],
    /// Each side's flag bearer while somebody bears its flag (DG-SCN-06).
    pub bearers: [Option<ElementId>; 2],
    /// Where each side's flag lies when nobody bears it.
    pub flags: [Option<Point>; 2],
    /// Those of each side who held at the end of its last turn, by what they held: the centre or hill, the own marker.
    pub holders: [[UnitSet; 2]; 2],
    /// What each side controls for good, under `control-persists`.
    pub controlled: [[bool; 2]; 2],
}

/// Why an Element is destroyed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// By the dice of a ranged attack.
    Shot,
    /// By the dice of a close attack.
    Close,
    /// By a recoil from a close attack (DG-REC-10).
    Recoil,
    /// By Artillery (DG-DOG-01).
    Artillery,
    /// In an APC that was wrecked by a ranged attack, without a place to get off (DG-APC-09).
    ShotAboard,
    /// In an APC that was wrecked by a close attack or its recoil, without a place to get off.
    CloseAboard,
}

impl Cause {
    /// Key in traces.
    #[must_use]
    pub const fn key(self) -> &'static str {
        ["shot", "close", "recoil", "artillery", "aboard", "aboard"][self as usize]
    }

    /// What becomes of passengers without a place, of an APC lost so.
    #[must_use]
    pub const fn aboard(self) -> Self {
        if self.by_close_attack() { Cause::CloseAboard } else { Cause::ShotAboard }
    }

    /// Whether it is a close attack that destroys (DG-SCN-08, DG-REC-10).
    #[must_use]
    pub const fn by_close_attack(self) -> bool {
        matches!(self, Cause::Close | Cause::Recoil | Cause::CloseAboard)
    }
}

impl Battle<'_> {
    /// Called after an Element has been removed as destroyed: flags, value, Commander, nobody left. Sets the verdict when
    /// the game is over (DG-VIC-01). `by` attacked it; nobody is behind Artillery.
    pub(super) fn after_destruction<C: Observer<LogEntry>>(
        &mut self,
        victim: ElementId,
        cause: Cause,
        by: ElementId,
        observer: &mut C,
    ) {
        let side = side_of(victim);
        let rules = &self.setup.rules;
        let lost = self.worth(side, self.force(side).destroyed);
        let reached = match self.scenario {
            Scenario::Exterminate => {
                let half = rules.exterminate_fraction.reached(lost, self.force(side).value);
                half.then_some(Ending::Losses)
            }
            Scenario::Regicide => self.commander_lost(side).then_some(Ending::Regicide),
            Scenario::Invasion if side == self.aggressor => {
                if rules.invasion_loss_fraction.reached(lost, self.force(side).value) {
                    Some(Ending::Losses)
                } else {
                    (!self.third_in_reach()).then_some(Ending::OutOfReach)
                }
            }
            Scenario::CaptureTheFlag => self.lose_flag(victim, cause, by, observer),
            Scenario::Invasion | Scenario::KingOfTheHill | Scenario::Control => None,
        };
        let empty = self.force(side).present().is_empty();
        if let Some(ending) = reached.or(empty.then_some(Ending::Elimination)) {
            self.decide(Some(side.other()), ending, observer);
        }
    }

    /// Called after the Elements of `moved`, all of `side`, have ended a move of their own, a slide by closing the door
    /// included: takes off those who exit in Invasion, picks up flags. Sets the verdict when the game is over.
    pub(super) fn after_move<C: Observer<LogEntry>>(&mut self, side: Side, moved: UnitSet, observer: &mut C) {
        match self.scenario {
            Scenario::Invasion if side == self.aggressor => self.leave(moved, observer),
            Scenario::CaptureTheFlag => self.pick_up_flags(side, moved, observer),
            _ => {}
        }
    }

    /// Called at the end of every turn of `side`: holds; and at the end of the last turn the cap (DG-VIC-03). Sets the
    /// verdict when the game is over.
    pub(super) fn after_turn<C: Observer<LogEntry>>(&mut self, side: Side, observer: &mut C) {
        let enemy = side.other();
        let won = match self.scenario {
            Scenario::KingOfTheHill => self.held_the_hill(enemy).then_some(Ending::KingOfTheHill),
            Scenario::Control => self.holds_both(enemy).then_some(Ending::Control),
            _ => None,
        };
        if matches!(self.scenario, Scenario::KingOfTheHill | Scenario::Control) {
            self.progress.holders[side.index()] = self.holders(side);
            observer.event(|| events::holding(self, side));
        }
        if let Some(ending) = won {
            self.decide(Some(enemy), ending, observer);
        } else if side != self.aggressor && self.round >= self.setup.rules.max_rounds {
            self.decide(self.winner_at_the_cap(), Ending::Cap, observer);
        }
    }

    /// Whether an Element may end a move over the enemy edge, because it leaves there (DG-SCN-03, R-73); asked only of
    /// bases that touch or cross it.
    #[must_use]
    pub(super) fn may_exit(&self, element: ElementId) -> bool {
        let side = side_of(element);
        self.scenario == Scenario::Invasion && side == self.aggressor && !self.force(side).air.contains(element)
    }

    /// How a side stands, as [`STATES`] says it.
    #[must_use]
    pub fn side_state(&self, side: Side) -> SideState {
        let force = self.force(side);
        let held = self.progress.holders[side.index()];
        SideState {
            value: self.value_alive(side) as f64 / 1000.0,
            units: (force.present() | force.exited).len() as u16,
            morale: (force.present() & !force.shaken).len() as i32,
            objective: match self.scenario {
                Scenario::KingOfTheHill => held[CENTRE].len() as i32,
                Scenario::Control => [CENTRE, OWN].into_iter().filter(|what| !held[*what].is_empty()).count() as i32,
                Scenario::Invasion if side == self.aggressor => (self.brought_off() / 1000) as i32,
                Scenario::CaptureTheFlag => self.progress.bearers[side.index()].is_some().into(),
                Scenario::Regicide => i32::from(!self.commander_lost(side)),
                Scenario::Invasion | Scenario::Exterminate => 0,
            },
        }
    }

    /// Ends the game.
    fn decide<C: Observer<LogEntry>>(&mut self, winner: Option<Side>, ending: Ending, observer: &mut C) {
        if self.verdict.is_none() {
            observer.rule_fired(ending.rule(self.scenario));
        }
        self.end_game(winner, ending, observer);
    }

    /// Value that the aggressor has brought off the enemy edge, Air Support not counted (DG-SCN-03).
    pub(super) fn brought_off(&self) -> Points {
        let force = self.force(self.aggressor);
        self.worth(self.aggressor, force.exited & !force.air)
    }

    /// The Force value of which the aggressor has to bring off his share.
    pub(super) fn invasion_value(&self) -> Points {
        let force = self.force(self.aggressor);
        match self.setup.rules.invasion_base {
            InvasionBase::WithoutAir => force.ground_value,
            InvasionBase::Whole => force.value,
        }
    }

    /// Whether the aggressor has brought off his share, or could if nobody else were lost (DG-SCN-04, R-73).
    fn third_in_reach(&self) -> bool {
        let force = self.force(self.aggressor);
        let possible = self.worth(self.aggressor, (force.present() | force.exited) & !force.air);
        self.setup.rules.invasion_fraction.reached(possible, self.invasion_value())
    }

    /// Takes off those of the aggressor's Elements that touch the enemy edge (DG-SCN-03).
    fn leave<C: Observer<LogEntry>>(&mut self, moved: UnitSet, observer: &mut C) {
        let side = self.aggressor;
        for element in members(side, moved & self.force(side).table) {
            let farthest = self.base(element).corners().iter().map(|corner| corner.y).fold(0.0, f64::max);
            let touches = self.setup.size.depth - farthest < self.setup.rules.contact_tolerance;
            if !touches || !self.may_exit(element) {
                continue;
            }
            let riders: UnitSet = self.riders(element).collect();
            self.lift(element);
            let force = self.force_mut(side);
            force.aboard &= !riders;
            force.exited |= riders | bit(element);
            for gone in members(side, riders | bit(element)) {
                observer.count(side, place_of(gone), UnitStat::Left, 1);
                observer.event(|| events::left(self, gone, element));
            }
        }
        if self.setup.rules.invasion_fraction.reached(self.brought_off(), self.invasion_value()) {
            self.decide(Some(side), Ending::Invasion, observer);
        } else if self.force(side).present().is_empty() {
            self.decide(Some(side.other()), Ending::Elimination, observer);
        }
    }

    /// The flag of a bearer that is destroyed: handed over by a close attack (DG-SCN-08), else dropped (DG-SCN-06).
    fn lose_flag<C: Observer<LogEntry>>(
        &mut self,
        victim: ElementId,
        cause: Cause,
        by: ElementId,
        observer: &mut C,
    ) -> Option<Ending> {
        let side = side_of(victim);
        if self.progress.bearers[side.index()] != Some(victim) {
            return None;
        }
        self.progress.bearers[side.index()] = None;
        if cause.by_close_attack() {
            observer.rule_fired(rule::SCN_08);
            observer.event(|| events::flag(self, side, by));
            return Some(Ending::CaptureTheFlag);
        }
        // a base that is destroyed still knows where it stood; a passenger's is that of its APC.
        self.progress.flags[side.index()] = Some(self.base(victim).centre);
        observer.event(|| events::flag(self, side, NOBODY));
        None
    }

    /// Flags under the bases that have moved (DG-SCN-06, DG-SCN-07).
    fn pick_up_flags<C: Observer<LogEntry>>(&mut self, side: Side, moved: UnitSet, observer: &mut C) {
        for element in members(side, moved & self.force(side).table) {
            let over = |flag: Option<Point>| flag.is_some_and(|at| contains(self.base(element), at));
            if over(self.progress.flags[side.other().index()]) {
                self.progress.flags[side.other().index()] = None;
                self.progress.bearers[side.other().index()] = Some(element);
                observer.event(|| events::flag(self, side.other(), NOBODY));
                self.decide(Some(side), Ending::CaptureTheFlag, observer);
                return;
            }
            if over(self.progress.flags[side.index()]) {
                self.progress.flags[side.index()] = None;
                self.progress.bearers[side.index()] = Some(element);
                observer.rule_fired(rule::SCN_07);
                observer.event(|| events::flag(self, side, NOBODY));
            }
        }
    }

    /// Whether an Element stands on the hill, or covers the marker that is meant (DG-SCN-05, DG-SCN-10).
    fn holds(&self, element: ElementId, what: usize) -> bool {
        let marker =
            if what == CENTRE { self.progress.centre } else { self.progress.markers[side_of(element).index()] };
        let (Some(at), base) = (marker, self.base(element)) else { return false };
        match self.scenario {
            Scenario::KingOfTheHill => what == CENTRE && within(base, at, self.setup.rules.koth_radius),
            _ => contains(base, at),
        }
    }

    /// Those of `side` who hold something now, too few or not.
    pub(super) fn holding(&self, side: Side, what: usize) -> UnitSet {
        let there = self.on_the_table(side).filter(|element| self.holds(*element, what));
        there.fold(UnitSet::EMPTY, |set, element| set | bit(element))
    }

    /// Those of `side` who hold now; passengers and reserves hold nothing (DG-APC-08, DG-AIR-11).
    fn holders(&self, side: Side) -> [UnitSet; 2] {
        let held = [CENTRE, OWN].map(|what| self.holding(side, what));
        // Too few for the hill do not wait.
        if self.scenario == Scenario::KingOfTheHill && self.worth(side, held[CENTRE]) < self.hill_points() {
            return [UnitSet::EMPTY, UnitSet::EMPTY];
        }
        held
    }

    /// Those of the holders of `side` who count at the end of the enemy turn.
    pub(super) fn still_holding(&self, side: Side, what: usize) -> UnitSet {
        let noted = self.progress.holders[side.index()][what];
        let alive = noted & !self.force(side).destroyed;
        match self.setup.rules.hold_check {
            HoldCheck::Survive => alive,
            HoldCheck::SurviveAndRemain => {
                let there = members(side, alive & self.force(side).table).filter(|one| self.holds(*one, what));
                there.fold(UnitSet::EMPTY, |set, element| set | bit(element))
            }
        }
    }

    /// Worth of the Elements that it takes to hold the hill.
    pub(super) fn hill_points(&self) -> Points {
        let points = match self.setup.rules.koth_points_scaling {
            KothPointsScaling::Fixed => self.setup.rules.koth_points,
            KothPointsScaling::Quarter => f64::from(self.setup.points) / 4.0,
        };
        (points * 1000.0).round() as Points
    }

    /// Whether `side` has held the hill through the enemy turn that ends (DG-SCN-05).
    fn held_the_hill(&self, side: Side) -> bool {
        let holding = self.still_holding(side, CENTRE);
        !holding.is_empty() && self.worth(side, holding) >= self.hill_points()
    }

    /// Whether `side` controls the centre and its own marker at the end of the enemy turn (DG-SCN-10).
    fn holds_both(&mut self, side: Side) -> bool {
        let persists = self.setup.rules.control_persists;
        let controls = [CENTRE, OWN].map(|what| {
            let kept = persists && self.progress.controlled[side.index()][what] && !self.covered(side, what);
            !self.still_holding(side, what).is_empty() || kept
        });
        self.progress.controlled[side.index()] = controls;
        controls == [true, true]
    }

    /// Whether what `side` held has lasted through the enemy turn that has just ended.
    pub(super) fn lasts(&self, side: Side, what: usize) -> bool {
        match self.scenario {
            Scenario::Control => self.progress.controlled[side.index()][what],
            _ => what == CENTRE && self.held_the_hill(side),
        }
    }

    /// Whether an enemy of `side` covers a marker of `side`.
    fn covered(&self, side: Side, what: usize) -> bool {
        let marker = if what == CENTRE { self.progress.centre } else { self.progress.markers[side.index()] };
        marker.is_some_and(|at| self.on_the_table(side.other()).any(|enemy| contains(self.base(enemy), at)))
    }

    /// Who wins when the last round is over (DG-VIC-03, R-77).
    fn winner_at_the_cap(&self) -> Option<Side> {
        let rules = &self.setup.rules;
        match self.scenario {
            Scenario::Invasion => match rules.invasion_at_cap {
                InvasionAtCap::Opponent => return Some(self.aggressor.other()),
                InvasionAtCap::Draw => return None,
            },
            Scenario::Regicide => {
                let waits = Side::BOTH.map(|side| {
                    let force = self.force(side);
                    force.reserve.contains(force.commander)
                });
                match waits {
                    [true, false] => return Some(Side::B),
                    [false, true] => return Some(Side::A),
                    [true, true] => return None,
                    [false, false] => {}
                }
            }
            _ => {}
        }
        match rules.cap_result {
            CapResult::Draw => None,
            CapResult::Points => {
                // Shares of the two Forces, compared without rounding.
                let [a, b] = Side::BOTH.map(|side| {
                    let enemy = side.other();
                    self.worth(enemy, self.force(enemy).destroyed) * self.force(side).value
                });
                match a.cmp(&b) {
                    std::cmp::Ordering::Greater => Some(Side::A),
                    std::cmp::Ordering::Less => Some(Side::B),
                    std::cmp::Ordering::Equal => None,
                }
            }
        }
    }
}
