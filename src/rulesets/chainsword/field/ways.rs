//! Moves that players choose: the shortest way to a place, what it crosses, and ways into contact (CW-MOV, R-90 to,
//!

use arrayvec::ArrayVec;

use super::{CONTACT, Crowd, GRAZE, Land, Mover, Part, REACH, Stand, rounded};
use crate::rulesets::chainsword::terrain::{Kind, Passage};
use crate::tabletop::plane::{
    Base, CostMap, Disc, Facing, Form, Outline, Point, ROUNDING, RouteFinder, Segment, Turn, Vector, run,
};

/// Most straight legs of a way.
pub const MOST_LEGS: usize = 3;

/// Most walls that a way crosses, and pieces in which vehicles may bog down on it.
const MOST_CROSSINGS: usize = 8;

/// Places round the target of a charge at which it may end.
pub const CHARGE_SPOTS: u32 = 36;

/// Gap at which a charge ends, inches: it is contact however the place is rounded.
const CLOSE: f64 = 0.4 * CONTACT;

/// Inches before a wall at which a way ends that cannot pay for crossing it.
const BEFORE: f64 = 0.01;

/// Inches from one place at which it is seen whether a Team can stop to the next.
const STEP: f64 = 0.1;

/// Inches of a way inside of a piece that are too short to count.
const SHORTEST: f64 = 1e-6;

/// A way of up to three straight legs, and what it meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Way {
    points: [Point; MOST_LEGS + 1],
    legs: u8,
    length: f64,
    /// Inches at which it crosses walls, and what each crossing takes.
    walls: [[f64; 2]; MOST_CROSSINGS],
    crossings: u8,
    bogs: [f64; MOST_CROSSINGS],
    bog_count: u8,
    /// It begins in difficult ground or enters it: those on foot roll for it.
    pub difficult: bool,
    /// Inches at which it first enters a minefield.
    pub mines: Option<f64>,
    /// All of it is on a road.
    pub road: bool,
}

impl Way {
    /// The way that stays where it is.
    #[must_use]
    pub fn nowhere(at: Point) -> Self {
        Self {
            points: [at; MOST_LEGS + 1],
            legs: 0,
            length: 0.0,
            walls: [[0.0; 2]; MOST_CROSSINGS],
            crossings: 0,
            bogs: [0.0; MOST_CROSSINGS],
            bog_count: 0,
            difficult: false,
            mines: None,
            road: false,
        }
    }

    /// Its corners, from its start to its end.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.points[..=usize::from(self.legs)]
    }

    /// Its legs.
    pub fn legs(&self) -> impl Iterator<Item = Segment> + Clone + '_ {
        self.points().windows(2).map(|pair| Segment::new(pair[0], pair[1]))
    }

    /// Where it ends.
    #[must_use]
    pub fn end(&self) -> Point {
        self.points[usize::from(self.legs)]
    }

    /// Inches of path.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.length
    }

    /// Inches of movement that it takes: its length, and what walls add.
    #[must_use]
    pub fn cost(&self) -> f64 {
        self.length + self.walls[..usize::from(self.crossings)].iter().map(|[_, cost]| cost).sum::<f64>()
    }

    /// Inches at which tracks and wheels enter difficult ground or a stream: each time one may bog down (CW-GEO-06).
    #[must_use]
    pub fn bogs(&self) -> &[f64] {
        &self.bogs[..usize::from(self.bog_count)]
    }

    /// The place after so many inches of path, as places are kept.
    #[must_use]
    pub fn after(&self, inches: f64) -> Point {
        let mut left = inches.max(0.0);
        for leg in self.legs() {
            let length = leg.length();
            if left < length {
                return rounded(leg.start + leg.span() * (left / length));
            }
            left -= length;
        }
        self.end()
    }

    /// Inches of path that an allowance is good for, walls paid: up to a wall where it does not pay for crossing it.
    #[must_use]
    pub fn inches_for(&self, allowance: f64) -> f64 {
        let mut paid = 0.0;
        for [at, cost] in &self.walls[..usize::from(self.crossings)] {
            if allowance + REACH < at + paid + cost {
                return (allowance - paid).min(at - BEFORE).max(0.0);
            }
            paid += cost;
        }
        if allowance + REACH >= self.length + paid { self.length } else { (allowance - paid).max(0.0) }
    }
}

/// Finds ways. It keeps the memory of its searches: it allocates nothing once it is made. What it finds does not depend on what it was
/// used for before.
#[derive(Clone, Debug)]
pub struct Ways {
    map: CostMap,
    finder: RouteFinder,
}

impl Default for Ways {
    fn default() -> Self {
        Self { map: CostMap::roomy(), finder: RouteFinder::roomy() }
    }
}

/// What is asked of a way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Errand<'e> {
    /// Who goes.
    pub(super) stand: &'e Stand,
    /// How.
    pub(super) mover: Mover,
    /// Enemies off whom it keeps.
    pub(super) foes: &'e [Stand],
    /// Inches by which it keeps off them.
    pub(super) gap: f64,
    /// The target of a charge, which it may touch.
    pub(super) target: Option<&'e Stand>,
    /// Walls and wire count.
    pub(super) lines: bool,
}

impl Errand<'_> {
    /// Inches that the centre keeps off a shape on the way: as many as it is off now, where that is less.
    fn clearance(&self, form: &Form, wanted: f64) -> f64 {
        let here = Stand::disc(self.stand.at(), 0.0).gap(&Stand { form: *form });
        if here < wanted { (here - 2.0 * ROUNDING).max(0.0) } else { wanted }
    }

    /// Inches that the centre keeps off an enemy, but for what it is too near already.
    fn apart(&self) -> f64 {
        (self.stand.body() + self.gap - REACH).max(0.0)
    }

    /// Inches that the centre keeps off a piece; none where it lies in it already and so may leave it.
    fn off(&self, part: &Part) -> Option<f64> {
        if part.core.holds(self.stand.at(), 0.0) {
            return None;
        }
        Some(if self.mover.is_vehicle() { self.clearance(part.core.form(), self.stand.body()) } else { 0.0 })
    }
}

impl Ways {
    /// The shortest way to a place that takes no more than a budget, walls counted; none where there is none or where the mover
    /// cannot stand at its end. Of vehicles it is not asked how they would stand there, for their heading is free.
    pub fn way(
        &mut self,
        land: &Land,
        stand: &Stand,
        mover: Mover,
        to: Point,
        budget: f64,
        crowd: &Crowd,
    ) -> Option<Way> {
        let gap = land.enemy_gap();
        let errand = Errand { stand, mover, foes: crowd.foes, gap, target: None, lines: true };
        let to = rounded(to);
        let closed = || land.closed(mover).any(|part| part.patch.holds(to, GRAZE));
        if !land.field.table.contains(to) || (!mover.is_vehicle() && closed()) {
            return None;
        }
        self.find(land, &errand, to, budget)
    }

    /// The shortest way into contact with a target that takes no more than a budget, the other enemies kept off, to a place that is
    /// free. Nobody looks whether the target is seen.
    pub fn charge(
        &mut self,
        land: &Land,
        stand: &Stand,
        mover: Mover,
        target: &Stand,
        budget: f64,
        crowd: &Crowd,
    ) -> Option<Way> {
        if stand.gap(target) > budget + REACH {
            return None;
        }
        let gap = land.enemy_gap();
        let errand = Errand { stand, mover, foes: crowd.foes, gap, target: Some(target), lines: true };
        let mut spots: ArrayVec<(f64, Stand), { CHARGE_SPOTS as usize }> = ArrayVec::new();
        // The first of them lies straight between both.
        let towards = (stand.at() - target.at()).unit().unwrap_or(Vector::new(1.0, 0.0));
        for at in 0..CHARGE_SPOTS {
            let turn = Turn::clockwise(std::f64::consts::TAU * f64::from(at) / f64::from(CHARGE_SPOTS));
            let place = beside(stand, target, towards.turned(turn));
            let inches = place.at().distance(stand.at());
            if inches <= budget + REACH {
                spots.push((inches, place));
            }
        }
        spots.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut best: Option<Way> = None;
        for (inches, place) in spots {
            let most = best.as_ref().map_or(budget, Way::cost);
            if inches > most + REACH || best.as_ref().is_some_and(|best| inches >= best.cost()) {
                break;
            }
            if land.room(&place, mover, crowd)
                && let Some(way) = self.find(land, &errand, place.at(), most)
                && best.as_ref().is_none_or(|best| way.cost() < best.cost())
            {
                best = Some(way);
            }
        }
        best
    }

    /// The shortest way of an errand.
    pub(super) fn find(&mut self, land: &Land, errand: &Errand, to: Point, budget: f64) -> Option<Way> {
        let from = errand.stand.at();
        let line = Segment::new(from, to);
        let length = line.length();
        if length > budget + REACH {
            return None;
        }
        if is_clear(land, errand, &line) {
            let way = land.way_along(errand, &[from, to]);
            if way.crossings == 0 {
                return Some(way);
            }
        }
        self.map.clear(land.field.table, 0.0);
        for part in land.barriers(errand.mover).filter(|part| errand.lines || !part.is_line()) {
            if let Some(off) = errand.off(part) {
                self.map.bar(part.core.form(), off);
            }
        }
        for foe in errand.foes {
            self.map.bar(&foe.form, errand.clearance(&foe.form, errand.apart()));
        }
        if let Some(target) = errand.target {
            self.map.bar(&target.form, errand.clearance(&target.form, errand.stand.body()));
        }
        if errand.lines && !errand.mover.floats() {
            for part in land.parts().filter(|part| part.crossing > 0.0) {
                if let Form::Wall(wall) = part.patch.form() {
                    self.map.toll(&wall.line(), part.crossing);
                }
            }
        }
        let route = self.finder.straight_route(&self.map, from, to, budget + REACH, MOST_LEGS)?;
        let mut points: ArrayVec<Point, { MOST_LEGS + 1 }> = ArrayVec::new();
        points.push(from);
        points.extend(route.legs().iter().map(|leg| leg.end()).take(MOST_LEGS));
        Some(land.way_along(errand, &points)).filter(|way| way.cost() <= budget + 2.0 * REACH)
    }
}

/// Whether nothing bars a straight line.
fn is_clear(land: &Land, errand: &Errand, line: &Segment) -> bool {
    let barred = |part: &Part| {
        !part.core.is_off(line, errand.stand.body())
            && errand.off(part).is_some_and(|off| match off {
                0.0 => part.core.cut(line).is_some(),
                off => CostMap::bars(part.core.form(), off, line),
            })
    };
    let meets = |form: &Form, off: f64| {
        !line.keeps_off(form.middle(), form.reach() + off) && CostMap::bars(form, errand.clearance(form, off), line)
    };
    let body = errand.stand.body();
    !land.barriers(errand.mover).filter(|part| errand.lines || !part.is_line()).any(barred)
        && !errand.foes.iter().any(|foe| meets(&foe.form, errand.apart()))
        && !errand.target.is_some_and(|target| meets(&target.form, body))
}

/// The stand of a mover that touches a target on this side of it; a hull faces it.
fn beside(stand: &Stand, target: &Stand, towards: Vector) -> Stand {
    let far = target.form.reach() + stand.form.reach() + 1.0;
    let start = target.at() + towards * far;
    let there = match stand.form {
        Form::Disc(disc) => Stand::disc(start, disc.radius),
        Form::Base(base) => {
            let facing = Facing::along(-towards).unwrap_or(base.facing);
            Stand { form: Form::Base(Base { centre: start, facing, ..base }) }
        }
        Form::Wall(_) => *stand,
    };
    let inches = match (there.form, target.form) {
        (Form::Disc(one), Form::Disc(other)) => far - one.radius - other.radius,
        (Form::Disc(disc), _) => run(&disc, -towards, far, [((), &target.form)]).length,
        (_, _) => run(&there.form, -towards, far, [((), &target.form)]).length,
    };
    there.moved_to(rounded(start - towards * (inches - CLOSE)))
}

impl Land<'_> {
    /// What a way of straight legs meets.
    pub(super) fn way_along(&self, errand: &Errand, points: &[Point]) -> Way {
        let mut way = Way::nowhere(points[0]);
        way.legs = (points.len() - 1) as u8;
        way.points[..points.len()].copy_from_slice(points);
        let lengths: ArrayVec<f64, MOST_LEGS> = way.legs().map(|leg| leg.length()).collect();
        way.length = lengths.iter().sum();
        let mover = errand.mover;
        let vehicle = mover.is_vehicle();
        let mut on_road = [false; MOST_LEGS];
        for part in self.parts() {
            let kind = part.piece.kind;
            let mines = kind == Kind::Minefield;
            let slows = part.passage(mover) == Passage::Difficult && !mover.floats();
            let wall = part.crossing > 0.0 && errand.lines && !mover.floats();
            if !(mines || slows || wall || kind == Kind::Road) {
                continue;
            }
            if slows && part.patch.contains(points[0]) {
                way.difficult = true;
            }
            if mines && mover.floats() {
                if way.length > 0.0 && part.patch.contains(way.end()) {
                    way.mines = Some(way.length);
                }
                continue;
            }
            let mut before = 0.0;
            for at in 0..lengths.len() {
                let leg = Segment::new(way.points[at], way.points[at + 1]);
                if let Some(cut) = part.patch.cut(&leg) {
                    let entered = before + cut.from;
                    let enters = cut.from > SHORTEST;
                    if wall && enters && !passes_an_end(part, leg.start + leg.span() * (cut.from / lengths[at])) {
                        way.cross(entered, part.crossing);
                    }
                    if slows {
                        way.difficult = true;
                        if enters && mover == Mover::Wheels {
                            way.bog(entered);
                        }
                    }
                    if mines && enters {
                        way.mines = Some(way.mines.map_or(entered, |first: f64| first.min(entered)));
                    }
                    on_road[at] |= kind == Kind::Road && !enters && cut.until > lengths[at] - SHORTEST;
                }
                before += lengths[at];
            }
        }
        way.road = vehicle && way.length > 0.0 && on_road[..lengths.len()].iter().all(|on| *on);
        way
    }

    /// The last place of a way, after no more than so many inches, where a mover can stand and which is open to it: where a Team stops
    /// that is stopped. Its start where there is none.
    pub fn last_room(
        &self,
        stand: &Stand,
        mover: Mover,
        way: &Way,
        inches: f64,
        crowd: &Crowd,
        is_open: impl Fn(Point) -> bool,
    ) -> f64 {
        let steps = (inches / STEP).ceil() as u32;
        let free = |at: &f64| is_open(way.after(*at)) && self.room(&stand.moved_to(way.after(*at)), mover, crowd);
        (0..steps).map(|step| inches - f64::from(step) * STEP).find(free).unwrap_or(0.0)
    }
}

/// Whether a way that touches a wall here goes past its end, which is no crossing.
fn passes_an_end(part: &Part, at: Point) -> bool {
    part.patch.form().corners().iter().any(|end| end.distance(at) < SHORTEST)
}

impl Way {
    fn cross(&mut self, at: f64, cost: f64) {
        let count = usize::from(self.crossings);
        if count < MOST_CROSSINGS {
            self.walls[count] = [at, cost];
            self.crossings += 1;
            self.walls[..=count].sort_by(|a, b| a[0].total_cmp(&b[0]));
        }
    }

    fn bog(&mut self, at: f64) {
        let count = usize::from(self.bog_count);
        if count < MOST_CROSSINGS {
            self.bogs[count] = at;
            self.bog_count += 1;
            self.bogs[..=count].sort_by(f64::total_cmp);
        }
    }
}

/// Inches along a straight line at which a mover first comes nearer than it may to an enemy; none where it does not.
pub(super) fn meets(errand: &Errand, foe: &Stand, line: &Segment) -> Option<f64> {
    let off = errand.clearance(&foe.form, errand.apart());
    if line.keeps_off(foe.at(), foe.form.reach() + off) {
        return None;
    }
    let along = line.span().unit()?;
    let mover = Disc { centre: line.start, radius: off };
    let went = run(&mover, along, line.length(), [((), &foe.form)]);
    went.stopped_by.map(|()| went.length)
}

/// Inches along a straight line at which a mover is stopped by what it may not go through; none where it is not.
pub(super) fn stopped(land: &Land, errand: &Errand, line: &Segment) -> Option<f64> {
    let stops = |part: &Part| {
        let off = errand.off(part)?;
        if part.core.is_off(line, off) {
            return None;
        }
        if off == 0.0 {
            return part.core.cut(line).map(|cut| cut.from);
        }
        let along = line.span().unit()?;
        let went = run(&Disc { centre: line.start, radius: off }, along, line.length(), [((), part.core.form())]);
        went.stopped_by.map(|()| went.length)
    };
    let parts = land.barriers(errand.mover).filter(|part| errand.lines || !part.is_line());
    parts.filter_map(stops).min_by(f64::total_cmp)
}
