//! Patrol Markers: how many, where they start, how they move (CW-PAT, R-107, R-108).

use arrayvec::ArrayVec;

use super::{SetUpChoice, SetUpStage};
use crate::dice::Dice;
use crate::game::{Observer, Side};
use crate::rulesets::chainsword::choices::{Decision, Refusal};
use crate::rulesets::chainsword::codex::Scenario;
use crate::rulesets::chainsword::combat::{d3, scenario_rolls};
use crate::rulesets::chainsword::events::{self, LogEntry};
use crate::rulesets::chainsword::patrol::phase::Marker;
use crate::rulesets::chainsword::patrol::{MOST_MARKERS, REACH, edges, gap, kept, towards};
use crate::rulesets::chainsword::scenarios::StartArea;
use crate::rulesets::chainsword::state::Battle;
use crate::rulesets::chainsword::turn::Flow;
use crate::tabletop::plane::Point;

/// Places along an edge, and across an area along x and y, that are offered for a marker.
const ALONG: u16 = 24;
const ACROSS: [u16; 2] = [12, 4];

/// The number of opening moves that means those which the scenario rolls for (CW-PAT-12).
const ROLLED: u8 = 7;

/// Headings about other markers, and on rings of the objective, that are offered.
const ROUND: u16 = 24;

/// Most places that are thought of for a marker: those of an area or about the objective, and those about other markers.
const MOST_PLACES: usize =
    ((ACROSS[0] + 1) * (ACROSS[1] + 1)) as usize + 2 * ROUND as usize + MOST_MARKERS * ROUND as usize;

impl Battle<'_> {
    /// CW-PAT-13
    pub(super) fn run_marker_count<D: Dice, C: Observer<LogEntry>>(&mut self, dice: &mut D, observer: &mut C) -> Flow {
        for side in Side::BOTH {
            let [fewest, most] = self.layout().marker_start(side).markers;
            if self.set_up.counts[side.index()] == 0 {
                if fewest < most {
                    return self.ask(Decision::MarkerCount, side);
                }
                self.set_up.counts[side.index()] = most;
            }
        }
        if self.setup.scenario == Scenario::Patrol {
            self.set_up.segments = Side::BOTH.map(|_| d3(dice));
            observer.event(|| events::segments(self, dice.thrown()));
        }
        // the defender first.
        (self.set_up.stage, self.set_up.turn) = (SetUpStage::Markers, Side::B);
        Flow::Go
    }

    pub(super) fn visit_marker_counts(&self, visit: &mut impl FnMut(SetUpChoice)) {
        let [fewest, most] = self.layout().marker_start(self.decider).markers;
        (fewest..=most).for_each(|count| visit(SetUpChoice::Markers(count)));
    }

    pub(super) fn check_marker_count(&self, count: u8) -> Result<(), Refusal> {
        let [fewest, most] = self.layout().marker_start(self.decider).markers;
        let allowed = (fewest..=most).contains(&count);
        if allowed { Ok(()) } else { Err(Refusal::new("CW-PAT-13", "the scenario gives another number of markers")) }
    }

    /// Markers of a side that have not been set up.
    fn to_set_up(&self, side: Side) -> u8 {
        let done = self.set_up.patrol.of(side).len() as u8 + self.set_up.left_out[side.index()];
        self.set_up.counts[side.index()] - done
    }

    pub(super) fn run_markers<D: Dice, C: Observer<LogEntry>>(&mut self, dice: &mut D, observer: &mut C) -> Flow {
        let side = self.set_up.turn;
        if self.to_set_up(side) > 0 {
            if self.setup.scenario == Scenario::Patrol {
                let entry = self.layout().patrol_entry(side, self.set_up.segments[side.index()]);
                self.place_marker(entry, observer);
                return Flow::Go;
            }
            let mut any = false;
            self.visit_marker_places(&mut |_| any = true);
            if any {
                return self.ask(Decision::PlaceMarker, side);
            }
            self.set_up.left_out[side.index()] += 1;
            return Flow::Go;
        }
        if side == Side::B {
            self.set_up.turn = Side::A;
            return Flow::Go;
        }
        let opening = match self.setup.rules.opening_moves {
            set if set < ROLLED && self.layout().has_roles() => set,
            _ => scenario_rolls::opening_moves(self.setup.scenario, dice),
        };
        observer.event(|| events::opening_moves(opening, dice.thrown()));
        let (rules, numbers) = (&self.setup.rules, &self.setup.codex.numbers);
        self.set_up.patrol.begin(self.set_up.mover, opening, rules, numbers);
        self.set_up.stage = SetUpStage::Patrol;
        self.tell_locked(observer);
        Flow::Go
    }

    /// The group of the next marker of a side: those of one group are set up one after the other.
    fn next_group(&self, side: Side) -> u8 {
        let count = self.set_up.counts[side.index()];
        let done = count - self.to_set_up(side);
        done * self.layout().marker_start(side).groups / count.max(1)
    }

    fn start_area(&self, side: Side) -> StartArea {
        self.layout().start_area(side, self.next_group(side), self.set_up.segments[side.index()])
    }

    pub(super) fn check_marker_place(&self, at: Point) -> Result<(), Refusal> {
        let (side, at) = (self.set_up.turn, kept(at));
        let (start, rules) = (self.layout().marker_start(side), &self.setup.rules);
        if !self.start_area(side).contains(at) {
            return Err(Refusal::new("CW-PAT-01", "that is not where the scenario lets the marker start"));
        }
        let gap = |other: &Marker| gap(&self.setup.codex.numbers, rules.patrol_measure, at, other.at);
        if start.clear && self.set_up.patrol.of(side.other()).iter().any(|enemy| gap(enemy) <= rules.patrol_lock) {
            return Err(Refusal::new("CW-SCN-14", "that is too near to an enemy marker"));
        }
        let own = self.set_up.patrol.of(side);
        if start.apart > 0.0 && own.iter().any(|other| gap(other) < start.apart - REACH) {
            return Err(Refusal::new("CW-SCN-10", "that is too near to another own marker"));
        }
        if start.linked && !self.can_link(side, at) {
            return Err(Refusal::new("R-107", "it would leave markers without link"));
        }
        Ok(())
    }

    /// Whether every marker of a side can still get its link when the next one is set up at a place: each of those to come can
    /// stand beside one that has none.
    fn can_link(&self, side: Side, at: Point) -> bool {
        let (rules, numbers) = (&self.setup.rules, &self.setup.codex.numbers);
        let group = self.next_group(side);
        let count = self.set_up.counts[side.index()] / self.layout().marker_start(side).groups;
        let mut places: ArrayVec<Point, { MOST_MARKERS + 1 }> =
            self.set_up.patrol.of(side).iter().filter(|marker| marker.group == group).map(|it| it.at).collect();
        places.push(at);
        let linked = |place: usize| {
            let near = |other: usize| {
                gap(numbers, rules.patrol_measure, places[place], places[other]) <= rules.patrol_link + REACH
            };
            (0..places.len()).any(|other| other != place && near(other))
        };
        let without = (0..places.len()).filter(|place| !linked(*place)).count();
        without <= usize::from(count).saturating_sub(places.len())
    }

    /// Sets up the next marker, or all where they start in one place.
    pub(super) fn place_marker<C: Observer<LogEntry>>(&mut self, at: Point, observer: &mut C) {
        let side = self.set_up.turn;
        let stacked = self.layout().marker_start(side).stacked;
        for _ in 0..if stacked { self.to_set_up(side) } else { 1 } {
            let marker = Marker { at: kept(at), locked: false, group: self.next_group(side) };
            self.set_up.patrol.markers[side.index()].push(marker);
            let number = self.set_up.patrol.of(side).len() as u8 - 1;
            observer.event(|| events::marker(self, side, number));
        }
    }

    /// Tells of the markers that are locked before any has moved (CW-PAT-09).
    fn tell_locked<C: Observer<LogEntry>>(&self, observer: &mut C) {
        for side in Side::BOTH {
            for (number, marker) in (0_u8..).zip(self.set_up.patrol.of(side)) {
                if marker.locked {
                    observer.event(|| events::marker(self, side, number));
                }
            }
        }
    }

    pub(super) fn visit_marker_places(&self, visit: &mut impl FnMut(SetUpChoice)) {
        let side = self.set_up.turn;
        let mut places: ArrayVec<Point, MOST_PLACES> = ArrayVec::new();
        let turns = |steps: u16| (0..steps).map(move |step| f64::from(step) * 360.0 / f64::from(steps));
        let part = |step: u16, steps: u16| f64::from(step) / f64::from(steps);
        match self.start_area(side) {
            StartArea::Edge(edge) => {
                places.extend((0..=ALONG).map(|step| kept(edge.start + edge.span() * part(step, ALONG))));
            }
            StartArea::Area(area) => {
                let [columns, rows] = ACROSS;
                let span = area.max - area.min;
                let place = |column: u16, row: u16| {
                    let [x, y] = [span.x * part(column, columns), span.y * part(row, rows)];
                    kept(Point::new(area.min.x + x, area.min.y + y))
                };
                places.extend((0..=columns).flat_map(|column| (0..=rows).map(move |row| place(column, row))));
            }
            StartArea::Disc(disc) => {
                places.push(kept(disc.centre));
                let ring =
                    |share: f64| turns(ROUND).map(move |degrees| towards(disc.centre, degrees, disc.radius * share));
                places.extend([0.5, 1.0].into_iter().flat_map(ring));
            }
        }
        // As far from those that stand as the link, or the gap between them, asks for.
        let start = self.layout().marker_start(side);
        let (rules, numbers) = (&self.setup.rules, &self.setup.codex.numbers);
        let group = self.next_group(side);
        let asked = if start.linked { rules.patrol_link } else { start.apart };
        let beside = asked + edges(numbers, rules.patrol_measure);
        let own = self.set_up.patrol.of(side).iter().filter(|marker| marker.group == group && asked > 0.0);
        places.extend(own.flat_map(|marker| turns(ROUND).map(move |degrees| towards(marker.at, degrees, beside))));
        for (number, at) in places.iter().enumerate() {
            if !places[..number].contains(at) && self.check_marker_place(*at).is_ok() {
                visit(SetUpChoice::Marker(*at));
            }
        }
    }

    pub(super) fn run_patrol(&mut self) -> Flow {
        let (rules, numbers) = (&self.setup.rules, &self.setup.codex.numbers);
        if self.set_up.patrol.is_over(rules) {
            (self.set_up.stage, self.set_up.turn) = (SetUpStage::Infiltration, self.set_up.mover);
            self.set_up.to_place = Side::BOTH.map(|side| self.layout().points(side).ordinary);
            return Flow::Go;
        }
        // who has no legal move passes.
        if self.set_up.patrol.can_move(rules, numbers) {
            return self.ask(Decision::MarkerMove, self.set_up.patrol.mover);
        }
        self.set_up.patrol.pass();
        Flow::Go
    }

    pub(super) fn visit_marker_moves(&self, visit: &mut impl FnMut(SetUpChoice)) {
        let (rules, numbers) = (&self.setup.rules, &self.setup.codex.numbers);
        self.set_up.patrol.moves(rules, numbers).for_each(|(marker, to)| visit(SetUpChoice::Move { marker, to }));
    }

    pub(super) fn check_marker_move(&self, marker: u8, to: Point) -> Result<(), Refusal> {
        let (rules, numbers) = (&self.setup.rules, &self.setup.codex.numbers);
        self.set_up.patrol.check(marker, to, rules, numbers).map(drop)
    }

    /// Moves a marker as far as it comes.
    pub(super) fn move_marker<C: Observer<LogEntry>>(&mut self, marker: u8, to: Point, observer: &mut C) {
        let (rules, numbers) = (&self.setup.rules, &self.setup.codex.numbers);
        if let Ok(stop) = self.set_up.patrol.check(marker, to, rules, numbers) {
            let (side, before) = (self.set_up.patrol.mover, self.set_up.patrol.clone());
            self.set_up.patrol.go(marker, stop, rules, numbers);
            observer.event(|| events::marker(self, side, marker));
            let enemy = side.other();
            for (number, old) in (0_u8..).zip(before.of(enemy)) {
                if self.set_up.patrol.of(enemy)[usize::from(number)].locked && !old.locked {
                    observer.event(|| events::marker(self, enemy, number));
                }
            }
        }
    }
}
