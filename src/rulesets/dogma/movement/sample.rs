//! A finite sample of the legal moves, rich enough to reach every kind of result.

use arrayvec::ArrayVec;

use super::unit_move::Mover;
use crate::game::Side;
use crate::rulesets::dogma::choices::{Away, Choice, Leg, Meeting, Path, Route};
use crate::rulesets::dogma::setup::TableEdge;
use crate::rulesets::dogma::state::{Battle, ElementId, Formation, NOBODY, Pose, UnitSet, members, side_of};
use crate::tabletop::plane::{Base, Edge, Facing};

/// Angles of wheels that are shown, degrees.
const WHEELS: [f64; 3] = [15.0, 30.0, 60.0];

/// Enemies towards which moves are shown.
const MOST_FOES: usize = 3;

/// Shortest leg that is shown, inches.
const LEAST_LEG: f64 = 0.05;

/// The path of two legs that takes a base from where it stands to `to`, facing included, if there is one: forwards, or
/// backwards.
#[must_use]
pub fn path_to(from: &Base, to: Pose) -> Option<Path> {
    let (one, two) = (from.facing.ahead(), to.facing.ahead());
    let way = to.centre - from.centre;
    let cross = one.cross(two);
    let path = if cross.abs() < 1e-9 {
        // Along one line, or not at all.
        if way.cross(one).abs() > 1e-6 {
            return None;
        }
        Path { first: way.dot(one), facing: Some(to.facing), second: 0.0 }
    } else {
        Path { first: way.cross(two) / cross, facing: Some(to.facing), second: one.cross(way) / cross }
    };
    let tidy = |leg: f64| if leg.abs() < 1e-9 { 0.0 } else { leg };
    let path = Path { first: tidy(path.first), second: tidy(path.second), ..path };
    (path.first * path.second >= 0.0).then_some(path)
}

/// A tactical move that is shown.
#[derive(Clone, Copy, Debug)]
pub(in crate::rulesets::dogma) enum Sketch {
    /// By this path, with whom it closes the door, and whose facing it takes up.
    Drawn(Path, Meeting, ElementId),
    /// After so many inches straight on, towards an enemy by a share of the way that is free, which is still to be measured.
    Towards(ElementId, f64, f64),
}

impl Battle<'_> {
    /// Shows choices of the Movement phase.
    pub(in crate::rulesets::dogma) fn visit_movement(&self, visit: &mut impl FnMut(Choice)) {
        let side = self.active;
        let force = self.force(side);
        visit(Choice::EndMovement);
        for rider in members(side, force.aboard & force.aboard_since) {
            let apc = self.element(rider).carrier;
            self.visit_beside(rider, apc, &mut |pose| visit(Choice::Disembark { element: rider, pose }));
        }
        for mover in members(side, self.last_move.movers & force.table) {
            for apc in members(side, self.last_move.apcs & force.table) {
                if self.check_board(mover, apc).is_ok() {
                    visit(Choice::Board { element: mover, apc });
                }
            }
        }
        if self.check_call().is_ok() {
            for element in members(side, force.reserve) {
                self.visit_entries(element, visit);
            }
        }
        if self.command.called {
            return;
        }
        for element in self.on_the_table(side) {
            if self.command.left > 0 && !force.moved.contains(element) && self.check_check(element).is_ok() {
                visit(Choice::Check { element });
            }
            if self.check_ready(element, 0).is_err() {
                continue;
            }
            if force.partial.contains(element) {
                self.visit_leaving(element, visit);
            } else {
                self.visit_tactical(element, visit);
            }
            self.visit_groups(element, &mut |group| self.visit_marches(&group, visit));
        }
    }

    /// Shows tactical moves of an Element.
    fn visit_tactical(&self, element: ElementId, visit: &mut impl FnMut(Choice)) {
        self.sketch_tactical(element, &mut |sketch| {
            let (path, meeting, join) = self.draw(element, sketch);
            if self.plan_move(element, &path, meeting, join).is_ok() {
                visit(Choice::Move { element, path, meeting, join });
            }
        });
    }

    /// Shows paths that a tactical move of an Element may take, legal or not, and with whom it closes the door or whose
    /// facing it takes up: straight, towards every enemy, into contact, into formation. Nothing when it may not move.
    pub(in crate::rulesets::dogma) fn sketch_tactical(&self, element: ElementId, visit: &mut impl FnMut(Sketch)) {
        let mut show = |path, meeting, join| visit(Sketch::Drawn(path, meeting, join));
        let rules = &self.setup.rules;
        let held = self.check_free(element).is_err() && !rules.engaged_may_withdraw;
        if held || self.check_ready(element, rules.move_cost_ip).is_err() {
            return;
        }
        let base = *self.base(element);
        let mover = self.mover(element);
        let speed = self.profile(element).speed;
        if !self.apcs_near(element, UnitSet::EMPTY).is_empty() && self.profile(element).may_ride {
            show(Path::STAY, Meeting::ANY, NOBODY);
        }
        let forwards = self.run_length(&mover, &base, base.facing.ahead(), speed);
        let back = self.run_length(&mover, &base, -base.facing.ahead(), speed);
        for distance in [forwards, forwards * 0.5, -back, -back * 0.5] {
            if distance.abs() > LEAST_LEG {
                show(Path::straight(distance), Meeting::ANY, NOBODY);
            }
        }
        for quarters in 1..4 {
            show(Path::turn(base.facing.quarters(quarters)), Meeting::ANY, NOBODY);
        }
        for foe in self.nearest_foes(&base, mover.side) {
            for first in [0.0, 0.4 * speed] {
                for share in [1.0, 0.5, 0.0] {
                    visit(Sketch::Towards(foe, first, share));
                }
            }
        }
        let mut show = |path, meeting, join| visit(Sketch::Drawn(path, meeting, join));
        for foe in self.on_the_table(mover.side.other()) {
            self.visit_slots(&base, self.base(foe), speed, true, &mut |path, _| {
                show(path, Meeting::ANY, NOBODY);
                show(path, Meeting::with(foe), NOBODY);
            });
        }
        for friend in self.on_the_table(mover.side) {
            if friend != element {
                self.visit_slots(&base, self.base(friend), speed, false, &mut |path, alike| {
                    show(path, Meeting::ANY, if alike { NOBODY } else { friend });
                });
            }
        }
    }

    /// The enemies of `side` that are nearest to a base, at most [`MOST_FOES`], the nearest first.
    fn nearest_foes(&self, base: &Base, side: Side) -> ArrayVec<ElementId, MOST_FOES> {
        let mut nearest: ArrayVec<(f64, ElementId), MOST_FOES> = ArrayVec::new();
        for foe in self.on_the_table(side.other()) {
            let far = (self.base(foe).centre - base.centre).length_squared();
            let at = nearest.iter().take_while(|(other, _)| *other <= far).count();
            if at < MOST_FOES {
                if nearest.is_full() {
                    nearest.pop();
                }
                nearest.insert(at, (far, foe));
            }
        }
        nearest.into_iter().map(|(_, foe)| foe).collect()
    }

    /// The path of a sketch, with whom it closes the door, and whose facing it takes up.
    pub(in crate::rulesets::dogma) fn draw(&self, element: ElementId, sketch: Sketch) -> (Path, Meeting, ElementId) {
        let (foe, first, share) = match sketch {
            Sketch::Drawn(path, meeting, join) => return (path, meeting, join),
            Sketch::Towards(foe, first, share) => (foe, first, share),
        };
        let base = self.base(element);
        let start = base.moved(base.facing.ahead() * first);
        let facing = Facing::along(self.base(foe).centre - start.centre).unwrap_or(base.facing);
        let left = self.profile(element).speed - first;
        let far = self.run_length(&self.mover(element), &start.with_facing(facing), facing.ahead(), left);
        (Path { first, facing: Some(facing), second: far * share }, Meeting::ANY, NOBODY)
    }

    /// Shows paths to the places beside a base that share a whole edge with it: facing it, or facing as it does. Tells
    /// whether the facing at the end is that of the base.
    fn visit_slots(&self, base: &Base, other: &Base, speed: f64, face: bool, show: &mut impl FnMut(Path, bool)) {
        let reach = speed + 2.0 * self.setup.side;
        if (other.centre - base.centre).length_squared() > reach * reach {
            return;
        }
        for edge in Edge::ALL {
            let slot = base.against(Edge::Front, other, edge);
            let facings = if face { [Some(slot.facing), None] } else { [Some(other.facing), Some(slot.facing)] };
            for facing in facings.into_iter().flatten() {
                if let Some(path) = path_to(base, Pose::new(slot.centre, facing))
                    && path.length() <= speed
                {
                    show(path, facing == other.facing);
                }
            }
        }
    }

    /// Shows slides and break-offs of an Element in partial contact, alone and with its Group.
    pub(in crate::rulesets::dogma) fn visit_leaving(&self, element: ElementId, visit: &mut impl FnMut(Choice)) {
        self.visit_leaving_with(&Formation::single(element), visit);
        self.visit_groups(element, &mut |group| self.visit_leaving_with(&group, visit));
    }

    fn visit_leaving_with(&self, group: &Formation, visit: &mut impl FnMut(Choice)) {
        let leader = group.leader();
        let foes = self.element(leader).contact.foes;
        for foe in members(side_of(leader).other(), foes) {
            if self.plan_slide(group, foe).is_ok() {
                visit(Choice::Slide { group: *group, foe });
            }
        }
        let speed = group.iter().map(|one| self.profile(one).speed).fold(f64::INFINITY, f64::min);
        for away in [Away::Back, Away::Left, Away::Right] {
            for distance in [0.5, 0.5 * speed, speed] {
                let facings = [None, Facing::along(self.base(leader).facing.right())];
                for facing in facings.into_iter().take(if group.len() == 1 { 2 } else { 1 }) {
                    if self.plan_break_off(group, away, distance, facing).is_ok() {
                        visit(Choice::BreakOff { group: *group, away, distance, facing });
                    }
                }
            }
        }
    }

    /// Shows Groups that an Element may lead: those of some shapes, or the one that is written down.
    pub fn visit_groups(&self, leader: ElementId, visit: &mut impl FnMut(Formation)) {
        if !self.groups_are_declared() {
            return self.visit_shapes(leader, visit);
        }
        let group = self.undivided(leader);
        if group.len() > 1 {
            visit(group);
        }
    }

    /// Shows formations that stand together: lines to the right of an Element, columns behind it, a block of four.
    pub(in crate::rulesets::dogma) fn visit_shapes(&self, leader: ElementId, visit: &mut impl FnMut(Formation)) {
        let mut behind = Formation::single(leader);
        for edge in [Edge::Right, Edge::Rear] {
            let mut group = Formation::single(leader);
            let mut last = leader;
            for _ in 1..self.setup.rules.group_max {
                last = self.mate(last, edge);
                if last == NOBODY {
                    break;
                }
                group = group.with(last);
                visit(group);
            }
            if edge == Edge::Rear {
                behind = group;
            }
        }
        // Two ranks of two.
        if behind.len() >= 2 && self.setup.rules.group_max == 4 {
            let second = self.mate(leader, Edge::Rear);
            let (beside, corner) = (self.mate(leader, Edge::Right), self.mate(second, Edge::Right));
            if beside != NOBODY && corner != NOBODY {
                visit(Formation::single(leader).with(second).with(beside).with(corner));
            }
        }
    }

    /// Shows Group moves.
    fn visit_marches(&self, group: &Formation, visit: &mut impl FnMut(Choice)) {
        self.sketch_marches(group, &mut |choice| {
            if self.check_movement(choice).is_ok() {
                visit(choice);
            }
        });
    }

    /// Shows moves that a Group may make, legal or not: straight, wheels, turns. Nothing when it may not move.
    pub(in crate::rulesets::dogma) fn sketch_marches(&self, group: &Formation, visit: &mut impl FnMut(Choice)) {
        let group = *group;
        if group.iter().any(|one| self.check_ready(one, self.setup.rules.group_move_cost_ip).is_err()) {
            return;
        }
        let speed = group.iter().map(|one| self.profile(one).speed).fold(f64::INFINITY, f64::min);
        let run = |forwards: bool| {
            group
                .iter()
                .map(|one| {
                    let base = self.base(one);
                    let ahead = if forwards { base.facing.ahead() } else { -base.facing.ahead() };
                    let mover = Mover { set: group.unit_set(), ..self.mover(one) };
                    self.run_length(&mover, base, ahead, speed)
                })
                .fold(speed, f64::min)
        };
        let mut show = |route: Route| visit(Choice::March { group, route, meeting: Meeting::ANY });
        let (forwards, back) = (run(true), run(false));
        for distance in [forwards, forwards * 0.5, speed, -back, -back * 0.5] {
            if distance.abs() > LEAST_LEG {
                show(Route::straight(distance));
            }
        }
        for degrees in WHEELS {
            for sign in [-1.0, 1.0] {
                let wheel = Leg::Wheel(sign * degrees.to_radians());
                show(Route::STAY.then(wheel));
                show(Route::STAY.then(wheel).then(Leg::Straight(0.4 * speed)));
                show(Route::straight(0.4 * speed).then(wheel));
            }
        }
        for quarters in 1..4 {
            visit(Choice::Turn { group, quarters });
        }
    }

    /// Shows ways of coming in from reserve: at some places of every open edge, straight or with a bend.
    pub(in crate::rulesets::dogma) fn visit_entries(&self, element: ElementId, visit: &mut impl FnMut(Choice)) {
        let speed = self.profile(element).speed;
        let mover = self.mover(element);
        for edge in TableEdge::ALL {
            let Some((from, to)) = self.open_stretch(self.active, edge) else { continue };
            for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
                let half = self.setup.side * 0.5;
                let at = from + half + (to - from - 2.0 * half) * share;
                let start = self.entry_base(edge, at);
                let far = self.entry_run(&mover, &start, speed);
                for distance in [far, far * 0.7] {
                    let path = Path::straight(distance);
                    let (meeting, join) = (Meeting::ANY, NOBODY);
                    if self.plan_entry(element, edge, at, &path, meeting, join).is_ok() {
                        visit(Choice::Enter { element, edge, at, path, meeting, join });
                    }
                }
            }
        }
    }
}
