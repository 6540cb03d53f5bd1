//! Best-first search (Dijkstra, A*) over the stops of a cost map.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::SLACK;
use super::cost_map::{CostMap, Slow, Spot};
use super::leg::{Bend, Leg};
use super::stops::{Border, Pin, Post, Stops, hand, supports, tangent, touch, turn};
use crate::tabletop::plane::segment::Segment;
use crate::tabletop::plane::vector::{Point, Vector};

/// No label.
pub(super) const NONE: u32 = u32::MAX;

/// Labels of a large search.
const ROOM: usize = 1 << 15;

/// A bend that is drawn with straight legs gets another corner for so many radians.
pub(super) const SHARPEST: f64 = 2.1;

/// Inches by which a distance may be off for rounding.
const NEGLIGIBLE: f64 = 1e-9;

/// Costs that differ by less are equal.
const HAIR: f64 = 1e-12;

/// A stop that is passed in a certain sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Node {
    Pin(u32),
    /// Its centre is on the left, or not.
    Post(u32, bool),
}

/// The best way that was found to come to a stop along a certain line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Label {
    pub(super) node: Node,
    pub(super) cost: f64,
    /// Where it comes, and along which unit vector.
    pub(super) at: Point,
    pub(super) way: Vector,
    /// Corners of the way, drawn with straight legs.
    corners: u32,
    /// Whence.
    pub(super) parent: u32,
    /// Another label of the same stop.
    next: u32,
    /// Whether it came by a climb.
    pub(super) climbed: bool,
}

/// What is asked of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) start: Spot,
    pub(super) goal: Option<Spot>,
    pub(super) budget: f64,
    /// Most corners of a route of straight legs.
    pub(super) most_corners: Option<u32>,
}

impl Question {
    /// Whether a stop is the goal: the cheapest way there may not be possible with straight legs.
    fn asks_again(&self, node: Node) -> bool {
        self.goal.is_some() && node == Node::Pin(1)
    }
}

/// The state of a search, kept between searches for its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Search {
    pub(super) stops: Stops,
    pub(super) labels: Vec<Label>,
    /// Labels that cannot get better, from the cheapest.
    pub(super) settled: Vec<u32>,
    /// The last label of each stop.
    heads: Vec<u32>,
    /// By the bits of their cost, which for numbers above zero are in the order of the numbers.
    open: BinaryHeap<Reverse<(u64, u32)>>,
}

/// A way on from a label: the bend at its stop, then straight on to another.
pub(super) struct Step {
    pub(super) bend: Option<Bend>,
    pub(super) line: Segment,
    way: Vector,
    /// What it costs at least.
    pub(super) length: f64,
}

impl Search {
    /// One with memory for large searches.
    pub(super) fn roomy() -> Self {
        Self {
            stops: Stops::roomy(),
            labels: Vec::with_capacity(ROOM),
            settled: Vec::with_capacity(ROOM),
            heads: Vec::with_capacity(ROOM),
            open: BinaryHeap::with_capacity(ROOM),
        }
    }

    /// Begins a search.
    pub(super) fn begin(&mut self, map: &CostMap, question: &Question) {
        let Question { start, goal, budget, .. } = *question;
        self.stops.find(map, start, goal, budget);
        self.labels.clear();
        self.settled.clear();
        self.open.clear();
        self.heads.clear();
        self.heads.resize(self.stops.pins.len() + 2 * self.stops.posts.len(), NONE);
        let free = |spot: Spot| map.is_free_among(&self.stops.barriers, spot);
        if free(start) && goal.is_none_or(free) {
            let first = Label {
                node: Node::Pin(0),
                cost: 0.0,
                at: start.point,
                way: Vector::ZERO,
                corners: 0,
                parent: NONE,
                next: NONE,
                climbed: false,
            };
            self.push(question, first);
        }
    }

    /// The label that comes to the goal next cheapest; without a goal none, when all stops in reach are settled.
    pub(super) fn next_goal(&mut self, map: &CostMap, question: &Question) -> Option<u32> {
        while let Some(Reverse((_, at))) = self.open.pop() {
            let label = self.labels[at as usize];
            if !question.asks_again(label.node) && self.is_beaten(map, &label, at) {
                continue;
            }
            self.settled.push(at);
            if question.goal.is_some() && label.node == Node::Pin(1) {
                return Some(at);
            }
            self.expand(map, question, at);
        }
        None
    }

    /// Every way on from a label.
    fn expand(&mut self, map: &CostMap, question: &Question, at: u32) {
        let level = self.level(self.labels[at as usize].node);
        for pin in 1..self.stops.pins.len() as u32 {
            if self.stops.pins[pin as usize].spot.level == level {
                self.consider(map, question, at, Node::Pin(pin));
            }
        }
        for post in 0..self.stops.posts.len() as u32 {
            if self.stops.posts[post as usize].level == level {
                self.consider(map, question, at, Node::Post(post, true));
                self.consider(map, question, at, Node::Post(post, false));
            }
        }
        for climb in 0..self.stops.climbs.len() {
            let (cost, from, to) = self.stops.climbs[climb];
            let label = self.labels[at as usize];
            if label.node == Node::Pin(from) {
                let (node, cost) = (Node::Pin(to), label.cost + cost);
                let spot = self.stops.pins[to as usize].spot;
                let label = Label { node, cost, at: spot.point, way: Vector::ZERO, parent: at, climbed: true, ..label };
                if map.is_free_among(&self.stops.barriers, spot) && !self.is_beaten(map, &label, NONE) {
                    self.push(question, label);
                }
            }
        }
    }

    /// Goes on from a label to a stop, if that may be worth it.
    fn consider(&mut self, map: &CostMap, question: &Question, at: u32, node: Node) {
        let label = self.labels[at as usize];
        if label.node == node || self.is_hopeless(question, &label, node) {
            return;
        }
        let Some(step) = self.step(&label, node) else { return };
        let corners = label.corners + self.corners(&label, &step);
        if question.most_corners.is_some_and(|most| corners > most) {
            return;
        }
        let corners = if question.most_corners.is_some() { corners } else { 0 };
        let to_goal = question.goal.map_or(0.0, |goal| goal.point.distance(step.line.end));
        let mut next = Label {
            node,
            cost: label.cost + step.length,
            at: step.line.end,
            way: step.way,
            corners,
            parent: at,
            next: NONE,
            climbed: false,
        };
        let beaten = |search: &Self, next: &Label| !question.asks_again(node) && search.is_beaten(map, next, NONE);
        if next.cost + to_goal > question.budget + SLACK || (matches!(node, Node::Pin(_)) && beaten(self, &next)) {
            return;
        }
        let Some(cost) = self.cost(map, &step, self.level(label.node), question.most_corners.is_some()) else { return };
        next.cost = label.cost + cost;
        if next.cost + to_goal <= question.budget + SLACK && !beaten(self, &next) {
            self.push(question, next);
        }
    }

    /// Whether a stop is not worth a look from a label, by the straight distance alone: nearly all are not.
    fn is_hopeless(&self, question: &Question, label: &Label, node: Node) -> bool {
        let (centre, radius) = self.circle(node);
        let radius = radius.abs();
        let apart = (label.at.distance(centre) - radius).max(0.0);
        let on = question.goal.map_or(0.0, |goal| (goal.point.distance(centre) - radius).max(0.0));
        let least = label.cost + apart - NEGLIGIBLE;
        if least + on > question.budget + SLACK {
            return true;
        }
        // A pin is beaten by whoever comes there for less.
        let mut at = match node {
            Node::Pin(_) if question.most_corners.is_none() && !question.asks_again(node) => {
                self.heads[self.index(node)]
            }
            _ => NONE,
        };
        while at != NONE {
            let other = &self.labels[at as usize];
            if other.cost <= least {
                return true;
            }
            at = other.next;
        }
        false
    }

    /// The way on from a label to a stop, as if nothing barred it; none when no taut route goes there.
    fn step(&self, label: &Label, node: Node) -> Option<Step> {
        let to = self.circle(node);
        let step = self.step_to_circle(label, to)?;
        let passes = match node {
            Node::Pin(pin) => breaks(&self.stops.pins[pin as usize], step.way),
            Node::Post(post, _) => self.stops.posts[post as usize].bends_at(touch(step.way, to.1.signum())),
        };
        passes.then_some(step)
    }

    /// The way on from a label to any point.
    pub(super) fn step_to(&self, label: &Label, point: Point) -> Option<Step> {
        self.step_to_circle(label, (point, 0.0))
    }

    fn step_to_circle(&self, label: &Label, to: (Point, f64)) -> Option<Step> {
        let from = self.circle(label.node);
        let (way, length) = match tangent(from, to) {
            Some(found) => found,
            // It is there already.
            None if from.1 == 0.0 && from == to => (label.way, 0.0),
            None => return None,
        };
        let bend = match label.node {
            Node::Pin(pin) if breaks(&self.stops.pins[pin as usize], way) => None,
            Node::Pin(_) => return None,
            Node::Post(post, _) => {
                let post: &Post = &self.stops.posts[post as usize];
                if !post.bends_at(touch(way, from.1.signum())) {
                    return None;
                }
                let radians = turn(from.1, label.way, way);
                let out = touch(label.way, from.1.signum());
                let bend = Bend { centre: from.0, radius: post.radius, from: out, hand: hand(from.1), radians };
                (radians > HAIR).then_some(bend)
            }
        };
        let line = Segment::new(from.0 + touch(way, from.1), to.0 + touch(way, to.1));
        let length = length + bend.as_ref().map_or(0.0, Bend::length);
        Some(Step { bend, line, way, length })
    }

    /// What a step costs; none when it is barred. Drawn with straight legs bends are longer.
    pub(super) fn cost(&self, map: &CostMap, step: &Step, level: u8, straight: bool) -> Option<f64> {
        let stops = &self.stops;
        let bend = step.bend.map(Leg::Bend);
        if bend.is_some_and(|bend| !self.is_clear(map, &bend, level)) {
            return None;
        }
        let line = map.pass([&stops.barriers, &stops.slow, &stops.tolls], &step.line, level)?;
        let bend = bend.map_or(0.0, |leg| {
            let longer = match &leg {
                Leg::Bend(bend) if straight => drawn(bend.radians),
                _ => 1.0,
            };
            self.leg_cost(map, &leg, level) * longer
        });
        Some(bend + line)
    }

    pub(super) fn is_clear(&self, map: &CostMap, leg: &Leg, level: u8) -> bool {
        map.is_clear_of(&self.stops.barriers, leg, level)
    }

    pub(super) fn leg_cost(&self, map: &CostMap, leg: &Leg, level: u8) -> f64 {
        map.cost_over(&self.stops.slow, &self.stops.tolls, leg, level)
    }

    /// Slow ground that holds a place.
    pub(super) fn slow_at<'m>(&'m self, map: &'m CostMap, spot: Spot) -> impl Iterator<Item = &'m Slow> {
        let slow = self.stops.slow.iter().map(|&at| &map.slow[at as usize]).filter(move |on| on.level == spot.level);
        slow.map(|on| &on.it).filter(move |slow| slow.factor > 1.0 && slow.hull.holds(spot.point, 0.0))
    }

    /// Where a straight line crosses the outlines of slow ground between its ends, in inches from its start.
    pub(super) fn slow_on<'m>(
        &'m self,
        map: &'m CostMap,
        line: &'m Segment,
        level: u8,
    ) -> impl Iterator<Item = (f64, Border)> + 'm {
        const APART: f64 = 1e-3;
        let slow = self.stops.slow.iter().map(|&at| &map.slow[at as usize]).filter(move |on| on.level == level);
        let (length, along) = (line.length(), line.span().unit().unwrap_or(Vector::ZERO));
        slow.filter(|on| on.it.factor > 1.0)
            .filter_map(move |on| Some((&on.it, on.it.hull.cut(line, 0.0)?)))
            .flat_map(move |(slow, cut)| cut.map(|at| (slow, at)))
            .filter(move |(_, at)| *at > APART && *at < length - APART)
            .filter_map(move |(slow, at)| Some((at, slow.border_at(line.start + along * at)?)))
    }

    /// Corners of the way at the stop of a label, drawn with straight legs.
    fn corners(&self, label: &Label, step: &Step) -> u32 {
        match (&step.bend, label.node) {
            (Some(bend), _) => (bend.radians / SHARPEST).ceil() as u32,
            (None, Node::Pin(pin)) => u32::from(pin > 0 && label.way.dot(step.way) < 1.0 - 1e-9),
            (None, Node::Post(..)) => 0,
        }
    }

    /// Whether another label makes this one needless: it comes to the same stop, and from there to the same line, for no more.
    fn is_beaten(&self, map: &CostMap, label: &Label, own: u32) -> bool {
        let mut at = self.heads[self.index(label.node)];
        while at != NONE {
            let other = &self.labels[at as usize];
            let rival = at != own && other.corners <= label.corners && other.cost <= label.cost + HAIR;
            // Of equals the first one stays.
            let first = other.cost < label.cost - HAIR || at < own;
            if rival && first && self.reaches(map, other, label) {
                return true;
            }
            at = other.next;
        }
        false
    }

    fn reaches(&self, map: &CostMap, other: &Label, label: &Label) -> bool {
        let Node::Post(post, _) = label.node else { return true };
        let post = &self.stops.posts[post as usize];
        let (centre, radius) = self.circle(label.node);
        let radians = turn(radius, other.way, label.way);
        if radians <= 1e-9 {
            return true;
        }
        if other.cost + radians * post.radius > label.cost + HAIR {
            return false;
        }
        let from = touch(other.way, radius.signum());
        let bend = Leg::Bend(Bend { centre, radius: post.radius, from, hand: hand(radius), radians });
        self.is_clear(map, &bend, post.level) && other.cost + self.leg_cost(map, &bend, post.level) <= label.cost + HAIR
    }

    fn push(&mut self, question: &Question, mut label: Label) {
        let index = self.index(label.node);
        let at = self.labels.len() as u32;
        label.next = std::mem::replace(&mut self.heads[index], at);
        let to_goal = question.goal.map_or(0.0, |goal| goal.point.distance(label.at));
        self.labels.push(label);
        self.open.push(Reverse(((label.cost + to_goal).to_bits(), at)));
    }

    fn index(&self, node: Node) -> usize {
        match node {
            Node::Pin(pin) => pin as usize,
            Node::Post(post, left) => self.stops.pins.len() + 2 * post as usize + usize::from(left),
        }
    }

    pub(super) fn level(&self, node: Node) -> u8 {
        match node {
            Node::Pin(pin) => self.stops.pins[pin as usize].spot.level,
            Node::Post(post, _) => self.stops.posts[post as usize].level,
        }
    }

    /// Centre and radius of a stop, negative when its centre is on the right.
    pub(super) fn circle(&self, node: Node) -> (Point, f64) {
        match node {
            Node::Pin(pin) => (self.stops.pins[pin as usize].spot.point, 0.0),
            Node::Post(post, left) => {
                let post = &self.stops.posts[post as usize];
                (post.centre, if left { post.radius } else { -post.radius })
            }
        }
    }
}

/// Whether a route may pass a pin along a unit vector.
fn breaks(pin: &Pin, way: Vector) -> bool {
    pin.beside.is_none_or(|beside| supports(pin.spot.point, beside, way))
}

/// How much longer a bend is when it is drawn with straight legs.
pub(super) fn drawn(radians: f64) -> f64 {
    let half = 0.5 * radians / (radians / SHARPEST).ceil();
    libm::tan(half) / half
}
