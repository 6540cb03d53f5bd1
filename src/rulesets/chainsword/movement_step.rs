//! A move: its way is named, dice for difficult ground are thrown, enemies on Overwatch may fire on the way (CW-MOV, R-91 to ).

use super::choices::{Choice, Refusal};
use super::combat::shooting::Hit;
use super::combat::vehicle::Round;
use super::events::{self, LogEntry};
use super::field::ways::Way;
use super::field::{Mover, rounded};
use super::fire_lines::Mode;
use super::geometry::with_ways;
use super::ledger::rule;
use super::rules::RunDistance;
use super::scenarios::TableEdge;
use super::state::{Battle, NOBODY, TeamId, TeamSet, bit, members, side_of};
use super::turn::Flow;
use super::victory::Ending;
use crate::dice::Dice;
use crate::game::{Observer, Side, UnitStat};
use crate::rulesets::chainsword::codex::Scenario;
use crate::tabletop::plane::{Outline, Point};

/// Most places of a way that are looked at for Overwatch: every inch, and its end.
const MOST_LOOKS: usize = 40;

/// Inches that a vehicle goes at combat speed (CW-BAS-24).
const SLOW: f64 = 6.0;

/// Inches that a road adds to a move of a vehicle along it (CW-GEO-06).
const ROAD: f64 = 3.0;

/// Inches by which an offered place is nearer than it has to be: places are rounded.
const NEAR: f64 = 0.02;

/// Inches between a Team and a hull by which it is offered to stand.
const BESIDE: f64 = 1.0;

/// Strength of a mine against a Team, and against a vehicle.
const MINES: [u8; 2] = [4, 8];

/// A move in progress.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Movement {
    /// Who moves.
    pub team: TeamId,
    /// Where.
    pub way: Way,
    /// Heading of a vehicle at its end.
    pub heading: u16,
    /// Inches of the way that it goes, as things stand.
    pub limit: f64,
    /// Inches that it has gone.
    pub gone: f64,
    /// The target of a charge that reaches it, or nobody.
    pub charges: TeamId,
    /// Inches that a charge has to spare.
    pub spare: f64,
    /// Inches from the middle of a charger to its edge and of its target to its own, together, at the dice of the charge.
    pub reach: f64,
    /// It comes from reserve: interceptors may fire at its end (CW-DEP-12).
    pub arrives: bool,
    /// Its Shock when that was last counted.
    shock: u16,
    /// The next place that is looked at.
    next: u8,
    /// Enemies on Overwatch who may fire at each place.
    asks: [TeamSet; MOST_LOOKS],
}

const fn refused<T>(rule: &'static str, reason: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, reason))
}

impl Movement {
    /// A Team goes so many inches of a way; who is on Overwatch may be asked on it.
    pub(super) fn new(battle: &mut Battle<'_>, team: TeamId, way: &Way, heading: u16, limit: f64) -> Self {
        let shock = battle.team(team).shock;
        let asks = battle.looks(team, way, limit);
        Self {
            team,
            way: *way,
            heading,
            limit,
            gone: 0.0,
            charges: NOBODY,
            spare: 0.0,
            reach: 0.0,
            arrives: false,
            shock,
            next: 0,
            asks,
        }
    }

    /// This enemy does not fire on the way.
    pub(super) fn not_asked(&mut self, enemy: TeamId) {
        self.asks.iter_mut().for_each(|asked| *asked &= !bit(enemy));
    }
}

impl Battle<'_> {
    /// Shock as far as it shortens moves (CW-MOV-05): none of vehicles.
    pub(super) fn drag(&self, team: TeamId) -> f64 {
        if self.profile(team).ld == 0 { 0.0 } else { f64::from(self.team(team).shock) * self.setup.rules.shock_move }
    }

    /// Inches of a move in this mode before dice, Shock and roads; of a run by a die the most that it may be (CW-MOV-01 to 04, 09).
    #[must_use]
    pub fn reach(&self, team: TeamId, mode: Mode) -> f64 {
        let (speed, profile, officer) = (f64::from(self.speed(team)), self.profile(team), self.team(team).officer);
        // who has an officer is no quicker than he.
        let least = if officer == NOBODY { profile.initiative } else { self.profile(officer).initiative };
        let initiative = f64::from(profile.initiative.min(least));
        match mode {
            Mode::Stand | Mode::Charge => 0.0,
            Mode::Standard | Mode::Cruising => speed,
            Mode::Run => match self.setup.rules.run_distance {
                RunDistance::MPlusI => speed + initiative,
                RunDistance::MPlusD6 => speed + 6.0,
            },
            Mode::Tactical => initiative,
            Mode::Combat if profile.is_fast() => (2.0 * SLOW).min(speed),
            Mode::Combat => SLOW.min(speed),
            Mode::FlatOut => speed + self.setup.rules.flat_out,
        }
    }

    /// The way of a move of the activation, if it is lawful.
    pub(super) fn way_of(&self, to: Point, heading: u16) -> Result<Way, Refusal> {
        let Some(activation) = self.activation else { return refused("CW-ACT-01", "nobody acts") };
        let (team, Some(mode)) = (activation.team, activation.mode) else {
            return refused("R-174", "it has not been named how it moves");
        };
        if activation.moved || matches!(mode, Mode::Stand | Mode::Charge) {
            return refused("CW-ACT-01", "it does not move, or has moved");
        }
        if heading >= 360 || !to.x.is_finite() || !to.y.is_finite() {
            return refused("R-87", "there is no such place");
        }
        let (mover, from) = (self.mover(team), self.stand(team));
        let to = rounded(to);
        let end = self.stand_at(team, to, heading);
        self.among(team, |crowd| {
            let land = self.land();
            if !land.room(&end, mover, crowd) {
                return refused("CW-MOV-06", "there is no room for it: terrain, the edge, or others are in the way");
            }
            self.check_house(team, to)?;
            let budget = self.reach(team, mode) - self.drag(team);
            let on_road = if mover.is_vehicle() && mode != Mode::FlatOut { ROAD } else { 0.0 };
            let way = with_ways(|ways| ways.way(&land, &from, mover, to, budget + on_road, crowd));
            match way {
                Some(way) if way.cost() <= budget + super::geometry::ALLOWANCE || way.road => Ok(way),
                // that is its whole Standard move, however short.
                _ if mode == Mode::Standard && budget > 0.0 => match land.across_wire(&from, mover, crowd) {
                    Some(way) if way.end() == to => Ok(way),
                    _ => refused("CW-MOV-01", "it does not get so far"),
                },
                _ => refused("CW-MOV-01", "it does not get so far"),
            }
        })
    }

    /// The way across the wire that a Team stands by, if it may cross it by its move.
    fn way_over_wire(&self, team: TeamId, mode: Mode) -> Option<Way> {
        let may = mode == Mode::Standard && self.reach(team, mode) > self.drag(team);
        let across = || self.among(team, |crowd| self.land().across_wire(&self.stand(team), self.mover(team), crowd));
        if may { across() } else { None }
    }

    /// Whether there is room in a building or bunker for a Team that ends there.
    pub(super) fn check_house(&self, team: TeamId, to: Point) -> Result<(), Refusal> {
        let land = self.land();
        let Some((house, room)) = land.house(to) else { return Ok(()) };
        if !self.profile(team).is_infantry() {
            return refused("R-102", "only infantry enters buildings");
        }
        let mut inside = u32::from(self.team(team).models);
        for side in Side::BOTH {
            for other in members(side, self.standing_teams(side)).filter(|other| *other != team) {
                if land.house(self.team(other).at).is_some_and(|(at, _)| at == house) {
                    if side != side_of(team) {
                        return refused("R-102", "an enemy is inside");
                    }
                    inside += u32::from(self.team(other).models);
                }
            }
        }
        if inside <= u32::from(room) { Ok(()) } else { refused("R-102", "too many are inside") }
    }

    /// The moves that are offered: some headings, at full, two thirds and one third of the allowance.
    pub(super) fn visit_moves(&self, visit: &mut impl FnMut(Choice)) {
        let Some(activation) = self.activation else { return };
        let Some(mode) = activation.mode.filter(|_| !activation.moved) else { return };
        let team = activation.team;
        let most = self.reach(team, mode) - self.drag(team);
        if most <= 0.0 {
            return;
        }
        let (from, headings) = (self.team(team).at, u16::from(self.setup.rules.move_headings));
        for step in 0..headings {
            let heading = 360 * step / headings;
            let ahead = crate::tabletop::plane::Facing::from_degrees(90.0 - f64::from(heading)).ahead();
            for thirds in [3.0, 2.0, 1.0] {
                let to = rounded(from + ahead * (most * thirds / 3.0));
                if self.way_of(to, heading).is_ok() {
                    visit(Choice::Move { to, heading });
                }
            }
        }
        self.visit_marks(team, mode, &mut |to| {
            let heading = super::charge_step::heading_towards(from, to).unwrap_or(0);
            if self.way_of(to, heading).is_ok() {
                visit(Choice::Move { to, heading });
            }
        });
    }

    /// Places that a Team may want to move to whatever its headings: the nearest spots of cover, by jump-off points, on the
    /// objective, at the goal edge, by a transport of its side, behind wire that it stands by.
    fn visit_marks(&self, team: TeamId, mode: Mode, visit: &mut impl FnMut(Point)) {
        let (side, stand, land) = (side_of(team), self.stand(team), self.land());
        let most = self.reach(team, mode) - self.drag(team) + super::geometry::ALLOWANCE;
        let (from, reach) = (stand.at(), stand.form.reach());
        let mut offer = |at: Point| {
            if from.distance(at) <= most + ROAD {
                visit(rounded(at));
            }
        };
        // Straight towards a place until the Team is so near to it.
        let within = |place: Point, inches: f64| {
            let off = (inches + reach - NEAR).max(0.0);
            (from - place).unit().filter(|_| from.distance(place) > off).map(|back| place + back * off)
        };
        land.nearest_cover(from).for_each(&mut offer);
        for own in Side::BOTH {
            let radius = self.setup.rules.jop_capture_radius;
            self.force(own).points.iter().filter_map(|point| within(point.at, radius)).for_each(&mut offer);
        }
        let objective = self.setup.objective.and_then(|at| within(at, self.setup.rules.objective_radius));
        objective.into_iter().for_each(&mut offer);
        if self.setup.scenario == Scenario::Probe && side == Side::A {
            offer(within(TableEdge::North.line(land.table()).nearest(from), 0.0).unwrap_or(from));
        }
        for transport in members(side, self.standing_teams(side) & !bit(team)) {
            if self.profile(transport).capacity > 0 {
                let gap = self.gap(team, transport);
                let hull = self.team(transport).at;
                let beside = (hull - from).unit().filter(|_| gap > BESIDE).map(|way| from + way * (gap - BESIDE));
                beside.into_iter().for_each(&mut offer);
            }
        }
        // However short its move is, it spends it on the wire.
        if let Some(way) = self.way_over_wire(team, mode) {
            visit(way.end());
        }
    }

    /// A Team sets out: dice for difficult ground, for a run, for boggy ground come first.
    pub(super) fn set_out<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        to: Point,
        heading: u16,
        dice: &mut D,
        observer: &mut C,
    ) {
        let Ok(way) = self.way_of(to, heading) else { return };
        let Some(activation) = &mut self.activation else { return };
        activation.moved = true;
        let (team, mode) = (activation.team, activation.mode.unwrap_or(Mode::Stand));
        if self.interrupt.is_some() {
            self.spend_interrupt(team);
            self.own_force_mut(team).tactical |= TeamSet::of_if(team, mode == Mode::Tactical);
        }
        let over_wire = self.way_over_wire(team, mode) == Some(way);
        self.set_off(team, mode, &way, heading, dice, observer);
        if over_wire {
            // Whatever the ground beside the wire is like, the move is spent on crossing it.
            self.movement = Some(Movement::new(self, team, &way, heading, way.length()));
            observer.rule_fired(rule::GEO_06);
        }
    }

    /// A Team sets off on a way in this mode.
    pub(super) fn set_off<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        team: TeamId,
        mode: Mode,
        way: &Way,
        heading: u16,
        dice: &mut D,
        observer: &mut C,
    ) {
        let mover = self.mover(team);
        let mut most = self.reach(team, mode);
        if mode == Mode::Run && self.setup.rules.run_distance == RunDistance::MPlusD6 {
            most = f64::from(self.speed(team) + dice.d6());
        }
        if way.difficult && !mover.floats() && mover != Mover::Wheels {
            most = most.min(f64::from(dice.d6().max(dice.d6())));
            observer.rule_fired(rule::MOV_07);
        }
        if way.road && mover.is_vehicle() && mode != Mode::FlatOut {
            most += ROAD;
        }
        let mut limit = way.inches_for((most - self.drag(team)).max(0.0));
        for bog in way.bogs().iter().filter(|at| **at <= limit) {
            if dice.d6() == 1 {
                limit = *bog;
                self.own_force_mut(team).immobilised |= bit(team);
                break;
            }
        }
        if mode == Mode::FlatOut {
            self.own_force_mut(team).raced |= bit(team);
        }
        observer.event(|| events::way(self, team, way, limit, dice.thrown()));
        self.count(team, UnitStat::Moves, 1, observer);
        let movement = Movement::new(self, team, way, heading, limit);
        self.movement = Some(movement);
    }

    /// Who is asked for Overwatch where on a way: at the first place seen, the nearest, the last, and the end.
    fn looks(&mut self, team: TeamId, way: &Way, limit: f64) -> [TeamSet; MOST_LOOKS] {
        let mut asks = [TeamSet::EMPTY; MOST_LOOKS];
        let enemy = side_of(team).other();
        let watchers = if side_of(team) == self.active { self.force(enemy).overwatch } else { TeamSet::EMPTY };
        if watchers.is_empty() {
            return asks;
        }
        let (start, count) = (self.team(team).at, looks_of(limit));
        for by in members(enemy, watchers) {
            let (mut first, mut last, mut nearest) = (None, None, None);
            for look in 0..count {
                self.team_mut(team).at = way.after(inches_at(look, limit));
                let sighting = self.sighting(by, team);
                if !sighting.seen {
                    continue;
                }
                first = first.or(Some(look));
                last = Some(look);
                if nearest.is_none_or(|(_, inches)| sighting.inches < inches) {
                    nearest = Some((look, sighting.inches));
                }
            }
            let end = last.filter(|last| last + 1 == count);
            for look in [first, last, nearest.map(|(look, _)| look), end].into_iter().flatten() {
                asks[look] |= bit(by);
            }
        }
        self.team_mut(team).at = start;
        asks
    }

    /// The move goes on to the next place where somebody may fire, or to its end.
    pub(super) fn run_movement<D: Dice, C: Observer<LogEntry>>(&mut self, dice: &mut D, observer: &mut C) -> Flow {
        let Some(mut movement) = self.movement else { return Flow::Go };
        let team = movement.team;
        if !self.stands(team) {
            self.movement = None;
            return Flow::Go;
        }
        let force = self.own_force(team);
        let stops = self.is_pinned(team) || force.stunned.contains(team) || force.falling_back.contains(team);
        let bogged = force.immobilised.contains(team) && self.profile(team).is_vehicle() && movement.next > 0;
        // More Shock shortens what is left.
        let shock = self.team(team).shock;
        if shock > movement.shock && self.profile(team).ld > 0 {
            movement.spare -= f64::from(shock - movement.shock) * self.setup.rules.shock_move;
            movement.limit = (movement.limit + movement.spare.min(0.0)).max(movement.gone);
            (movement.spare, movement.shock) = (movement.spare.max(0.0), shock);
        }
        if stops || bogged {
            movement.limit = movement.gone;
        }
        let count = looks_of(movement.limit);
        while usize::from(movement.next) < count {
            let look = usize::from(movement.next);
            movement.next += 1;
            let watchers = movement.asks[look] & self.force(side_of(team).other()).overwatch;
            let inches = inches_at(look, movement.limit);
            if watchers.is_empty() || inches < movement.gone {
                continue;
            }
            movement.gone = inches;
            self.team_mut(team).at = movement.way.after(inches);
            self.own_force_mut(team).moved |= TeamSet::of_if(team, inches > 0.0);
            self.movement = Some(movement);
            self.open_watch(team, watchers);
            return Flow::Go;
        }
        self.movement = None;
        self.arrive(&movement, dice, observer);
        Flow::Go
    }

    /// A move is over: the Team stands at the last place on its way where it can.
    fn arrive<D: Dice, C: Observer<LogEntry>>(&mut self, movement: &Movement, dice: &mut D, observer: &mut C) {
        let team = movement.team;
        let stand = self.stand_at(team, self.team(team).at, movement.heading);
        let mover = self.mover(team);
        let inches = if movement.limit >= movement.way.length() {
            movement.limit
        } else {
            // Who falls short does not stop in a building where there is no room for it, but to charge who is inside.
            let is_open = |at| movement.charges != NOBODY || self.check_house(team, at).is_ok();
            let (way, limit) = (&movement.way, movement.limit);
            self.among(team, |crowd| self.land().last_room(&stand, mover, way, limit, crowd, is_open))
        };
        let end = movement.way.after(inches);
        let state = self.team_mut(team);
        (state.at, state.heading) = (end, movement.heading);
        let moved = inches > 0.0;
        self.own_force_mut(team).moved |= TeamSet::of_if(team, moved);
        let mined = movement.way.mines.is_some_and(|at| at <= inches);
        let reaches = movement.charges != NOBODY && inches >= movement.way.length();
        if reaches {
            // Who falls to mines on the way of a charge falls before it strikes home.
            if mined {
                self.spring_mines(team, dice, observer);
            }
            if self.stands(team) {
                let contact = self.close_up(movement);
                observer.event(|| events::moved(self, team));
                if contact {
                    self.make_contact(team, movement.charges, movement.way.difficult, observer);
                }
            }
        } else {
            observer.event(|| events::moved(self, team));
            if mined {
                self.spring_mines(team, dice, observer);
            }
        }
        if movement.arrives && self.stands(team) {
            self.open_arrival(team);
        }
        self.joining = team;
        self.to_judge = true;
        let crossed = self.setup.scenario == Scenario::Probe
            && side_of(team) == Side::A
            && moved
            && self.stands(team)
            && !self.is_fleeing(team)
            && self.is_crosser(team)
            && (self.setup.rules.newcomers_win || !self.force(Side::A).came_on.contains(team));
        if crossed && self.touches(team, TableEdge::North) {
            observer.rule_fired(rule::SCN_06);
            self.end(Some(Side::A), Ending::Crossing, observer);
        }
    }

    /// Whether a Team touches an edge of the table.
    fn touches(&self, team: TeamId, edge: TableEdge) -> bool {
        let stand = self.stand(team);
        stand.gap_to(edge.line(self.setup.field.table()).nearest(stand.at())) <= super::field::CONTACT
    }

    /// A Team enters a minefield: hits of strength 4, or one of strength 8 on the rear of a vehicle; no Shock.
    pub(super) fn spring_mines<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        team: TeamId,
        dice: &mut D,
        observer: &mut C,
    ) {
        observer.rule_fired(rule::GEO_06);
        let profile = self.profile(team);
        if profile.is_vehicle() {
            let mut hull = self.hull_of(team, None, 0);
            hull.armour = profile.armour[2];
            hull.cover = 0;
            let hit = Hit::Direct { first: 1, second: 7 };
            let round = Round { shots: 1, hit, strength: MINES[1], pen_dice: 1, ap: 0, ignores_cover: true };
            self.strike_hull(team, team, &round, &hull, 1, dice, observer);
            return;
        }
        let hits = u16::from(dice.d6());
        self.suffer_hits(team, MINES[0], hits, dice, observer);
    }
}

/// How many places of a way of so many inches are looked at.
fn looks_of(limit: f64) -> usize {
    (limit.ceil() as usize).clamp(1, MOST_LOOKS)
}

/// Inches at which a place of a way is looked at.
fn inches_at(look: usize, limit: f64) -> f64 {
    ((look + 1) as f64).min(limit)
}

#[cfg(test)]
mod tests;
