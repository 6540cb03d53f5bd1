//! The best move of a Team: the places that it may go to, what they are worth, and what it does on the way.

use arrayvec::ArrayVec;

use super::ground::{Ground, MOST_CELLS};
use super::plan::{CLOSE, Deed, HARM, Mind, NEXT_PHASE, Plan};
use super::punch::Posture;
use super::ranking::Ranking;
use super::survey::Piece;
use super::tactician::Tactician;
use super::threat::{Deal, Exposure, Spot};
use crate::game::policy::BestFirst;
use crate::rulesets::chainsword::facing::Facing;
use crate::rulesets::chainsword::fire_lines::Mode;
use crate::rulesets::chainsword::state::{Battle, MOST_TEAMS, NOBODY};
use crate::tabletop::plane::Point;

/// Most places that a Team thinks of.
const MOST_PLACES: usize = 400;

/// Share of its worth that is lost with each inch that an officer alone is farther from his Teams than this.
const LEFT_ALONE: f64 = 0.02;
const BESIDE: f64 = 4.0;

/// Mean inches that dice leave of a move through difficult ground, and the chances of each die to allow so much.
const ALLOWED: [f64; 7] = [1.0, 1.0, 35.0 / 36.0, 32.0 / 36.0, 27.0 / 36.0, 20.0 / 36.0, 11.0 / 36.0];

/// Inches by which sums of distances may be off.
const HAIR: f64 = 1e-6;

/// A place that is thought of.
#[derive(Clone, Copy, Debug)]
struct Place {
    at: Point,
    cell: u16,
    /// Which of those that were shown; it is there in each mode that gets there.
    number: u16,
    mode: Mode,
    /// Value of ground gained.
    ground: f64,
    /// The chance to get there.
    arrives: f64,
}

impl Place {
    /// How the Team fires after its move there, if it may.
    fn fires(&self) -> Option<Posture> {
        match self.mode {
            Mode::Cruising => Some(Posture::Fast),
            Mode::Standard | Mode::Combat => Some(Posture::Moved),
            _ => None,
        }
    }
}

/// What a Team does on the way to a place, and what its lanes there and from there are worth.
#[derive(Clone, Copy, Debug)]
struct Lanes {
    worth: f64,
    deed: Deed,
    /// What it takes from the enemy in this activation.
    harm: f64,
}

/// What is wanted of a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// What the best place is worth.
    Worth,
    /// The best place, and others in case that it is not lawful.
    Places,
}

/// What all places of a race have in common.
#[derive(Clone, Copy, Debug)]
struct Stakes {
    /// What it is worth to fire before the move.
    first: f64,
    /// What it is worth to do nothing.
    idle: f64,
    /// It may go on Overwatch after a move that leaves time to fire.
    watches: bool,
    wanted: Wanted,
}

/// How much is known of what a place is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// A bound.
    Bound,
    /// Its lanes: all but the risk there.
    Lanes,
    /// All.
    Worth,
}

/// A place in the race for the best.
#[derive(Clone, Copy, Debug)]
struct Runner {
    place: Place,
    /// The bound that was known first.
    bound: f64,
    known: Known,
    lanes: Lanes,
    /// The worth, once it is known.
    worth: f64,
}

/// All places in the race.
#[derive(Debug)]
struct Runners {
    list: ArrayVec<Runner, MOST_PLACES>,
    /// The best volley from each place in the next Phase, once it is known.
    next: ArrayVec<Option<f64>, MOST_PLACES>,
}

/// Two places are worth the same: which is better depends on who was looked at before.
struct Alike;

/// Others, with the square of the inches that a Team keeps off them.
struct Others(ArrayVec<(Point, f64), { 2 * MOST_TEAMS }>);

impl Others {
    /// Whether one of them stands where the Team would.
    fn are_at(&self, at: Point) -> bool {
        self.0.iter().any(|(other, off)| (*other - at).length_squared() < *off)
    }

    /// The places of the lattice where one of them stands, a bit for each.
    fn taken(&self, ground: &Ground) -> [u64; MOST_CELLS.div_ceil(64)] {
        let mut taken = [0; MOST_CELLS.div_ceil(64)];
        for (other, off) in &self.0 {
            for (cell, at) in ground.about(*other, off.sqrt() + HAIR) {
                taken[cell / 64] |= u64::from((*other - at).length_squared() < *off) << (cell % 64);
            }
        }
        taken
    }
}

impl Tactician {
    /// The best move of a Team.
    pub(super) fn think_of_moves(
        &mut self,
        battle: &Battle<'_>,
        me: &Piece,
        mind: &Mind,
        idle: f64,
        wanted: Wanted,
    ) -> Option<Plan> {
        let mut field = Runners { list: ArrayVec::new(), next: ArrayVec::new() };
        let first = self.line_up(battle, me, mind, idle, &mut field)?;
        let mode = if battle.profile(me.team).drives() { Mode::Combat } else { Mode::Standard };
        let watches = battle.check_overwatch(me.team, mode).is_ok();
        let stakes = Stakes { first, idle, watches, wanted };
        self.race(battle, me, mind, &mut field, &stakes)
            .unwrap_or_else(|Alike| self.race_in_full(battle, me, mind, &mut field, &stakes))
    }

    /// Lines up all places that may be worth more than to do nothing; what it is worth to fire before the move. Nothing where the
    /// Team does not move.
    fn line_up(&mut self, battle: &Battle<'_>, me: &Piece, mind: &Mind, idle: f64, field: &mut Runners) -> Option<f64> {
        if me.pinned || battle.own_force(me.team).stunned.contains(me.team) {
            return None;
        }
        let team = me.team;
        let drives = battle.profile(team).drives();
        let modes = if drives {
            [Mode::Combat, Mode::Cruising, Mode::FlatOut]
        } else {
            [Mode::Tactical, Mode::Standard, Mode::Run]
        };
        let drag = battle.drag(team);
        let reach = modes.map(|mode| (battle.reach(team, mode) - drag).max(0.0));
        let lawful = modes.map(|mode| battle.interrupt.is_none() || battle.check_mode(team, mode).is_ok());
        let most = reach.into_iter().fold(0.0, f64::max);
        if most <= 0.0 {
            return None;
        }
        let goal = self.ground.goal(mind.goal, mind.hull);
        let start = self.ground.way_to(me.at, me.cell, &goal);
        let before = self.deal(battle, me, &Spot { at: me.at, cell: me.cell }, Posture::Moved);
        let first = mind.deal(&before);
        let ceiling = self.ceiling(battle, me, most);
        let mut places: ArrayVec<(Point, usize), MOST_PLACES> = ArrayVec::new();
        self.visit_places(battle, me, mind, most, |at, cell| {
            let _ = places.try_push((at, cell));
        });
        let posts = self.posts(battle, me, mind);
        for (number, &(at, cell)) in places.iter().enumerate() {
            field.next.push(None);
            let inches = at.distance(me.at);
            let way = self.ground.way_to(at, cell, &goal);
            let ground =
                mind.ground(start, way) + mind.absence(me.at) - mind.absence(at) - self.solitude(battle, me, mind, at)
                    + self.duty_by(battle, me, mind, &posts, at);
            let slow = !drives && (self.ground.place(cell).difficult || self.ground.place(me.cell).difficult);
            let slow = slow && !battle.mover(team).floats();
            let arrives =
                if slow { ALLOWED[(inches.ceil() as usize).min(6)] * f64::from(u8::from(inches <= 6.0)) } else { 1.0 };
            if arrives <= 0.0 {
                continue;
            }
            for (at_mode, mode) in modes.into_iter().enumerate() {
                // The slowest mode that gets there: others only where they do more.
                let slower = at_mode > 0 && inches <= reach[at_mode - 1] && mode != Mode::Standard;
                if inches > reach[at_mode] || slower || !lawful[at_mode] {
                    continue;
                }
                let fires = matches!(mode, Mode::Standard | Mode::Combat | Mode::Cruising);
                let most_harm = if fires { ceiling.max(first) } else { 0.0 };
                let bound = ground + most_harm + NEXT_PHASE * ceiling;
                let bound = bound.max(idle + (bound - idle) * arrives);
                if bound > idle {
                    let place = Place { at, cell: cell as u16, number: number as u16, mode, ground, arrives };
                    let lanes = Lanes { worth: 0.0, deed: Deed::Nothing, harm: 0.0 };
                    // There is room for all places but a few in odd modes.
                    let _ = field.list.try_push(Runner { place, bound, known: Known::Bound, lanes, worth: bound });
                }
            }
        }
        Some(first)
    }

    /// The best places of a race, the best first: what is known of a place becomes more only where it may be one of them. In the end
    /// all that would have been weighed in full without that is noted as looked at.
    fn race(
        &mut self,
        battle: &Battle<'_>,
        me: &Piece,
        mind: &Mind,
        field: &mut Runners,
        stakes: &Stakes,
    ) -> Result<Option<Plan>, Alike> {
        let Stakes { idle, wanted, .. } = *stakes;
        // The risk of an officer alone is that of others too, and odd weights may make risk welcome.
        let staged = mind.risk >= 0.0 && !(mind.officer && battle.team(me.team).with == NOBODY);
        let (mut plan, mut ranking) = (None, Ranking::<MOST_PLACES>::of(field.list.iter().map(|runner| runner.bound)));
        'race: while let Some((mut worth, number)) = ranking.take() {
            // More is found out of the leader as long as it leads by that.
            loop {
                let Runner { place, known, lanes, .. } = field.list[usize::from(number)];
                if known == Known::Worth {
                    if ranking.most() >= worth {
                        return Err(Alike);
                    }
                    if self.is_enough(me, &mut plan, &place, worth - idle, &lanes, wanted) {
                        break 'race;
                    }
                    break;
                }
                worth = if staged && known == Known::Bound {
                    let lanes = self.know_lanes(battle, me, mind, field, number, stakes);
                    idle + (lanes.worth + place.ground - idle) * place.arrives
                } else {
                    self.know_worth(battle, me, mind, field, number, stakes)
                };
                if worth <= idle {
                    break;
                }
                if worth <= ranking.most() {
                    ranking.put(worth, number);
                    break;
                }
            }
        }
        if self.wrecks {
            for runner in field.list.iter().filter(|runner| runner.known == Known::Lanes) {
                let Place { at, cell, .. } = runner.place;
                self.note_looks(battle, me, &Spot { at, cell: usize::from(cell) });
            }
        }
        Ok(plan)
    }

    /// The lanes of a place, found if need be.
    fn know_lanes(
        &mut self,
        battle: &Battle<'_>,
        me: &Piece,
        mind: &Mind,
        field: &mut Runners,
        number: u16,
        stakes: &Stakes,
    ) -> Lanes {
        let Runners { list, next } = field;
        let runner = &mut list[usize::from(number)];
        if runner.known == Known::Bound {
            let next = &mut next[usize::from(runner.place.number)];
            let spot = Spot { at: runner.place.at, cell: usize::from(runner.place.cell) };
            let after = match (*next, runner.place.fires()) {
                (None, Some(posture)) => {
                    let [still, after] = self.deals(battle, me, &spot, [Posture::Still, posture]);
                    *next = Some(NEXT_PHASE * mind.deal(&still));
                    Some((posture, after))
                }
                (Some(_), Some(posture)) => Some((posture, self.deal(battle, me, &spot, posture))),
                (_, None) => None,
            };
            let lane =
                *next.get_or_insert_with(|| NEXT_PHASE * mind.deal(&self.deal(battle, me, &spot, Posture::Still)));
            runner.lanes = self.lanes(battle, me, mind, &spot, stakes, after);
            runner.lanes.worth += lane;
            runner.known = Known::Lanes;
        }
        runner.lanes
    }

    /// The worth of a place, found if need be.
    fn know_worth(
        &mut self,
        battle: &Battle<'_>,
        me: &Piece,
        mind: &Mind,
        field: &mut Runners,
        number: u16,
        stakes: &Stakes,
    ) -> f64 {
        let lanes = self.know_lanes(battle, me, mind, field, number, stakes);
        let runner = &mut field.list[usize::from(number)];
        if runner.known == Known::Lanes {
            runner.worth = self.worth(battle, me, mind, &runner.place, &lanes, stakes.idle);
            runner.known = Known::Worth;
        }
        runner.worth
    }

    /// One more of the best places: whether no more are wanted.
    fn is_enough(
        &self,
        me: &Piece,
        plan: &mut Option<Plan>,
        place: &Place,
        gain: f64,
        lanes: &Lanes,
        wanted: Wanted,
    ) -> bool {
        match plan {
            None => {
                let places = [place.at].into_iter().collect();
                let Lanes { deed, harm, .. } = *lanes;
                *plan = Some(Plan { team: me.team, mode: place.mode, places, deed, gain, harm });
                wanted == Wanted::Worth && !self.wrecks
            }
            Some(plan) => {
                if place.mode == plan.mode {
                    plan.places.push(place.at);
                }
                plan.places.is_full()
            }
        }
    }

    /// The same where places are alike: all whose bounds are high enough are weighed in full, in order.
    fn race_in_full(
        &mut self,
        battle: &Battle<'_>,
        me: &Piece,
        mind: &Mind,
        field: &mut Runners,
        stakes: &Stakes,
    ) -> Option<Plan> {
        let mut ranking: BestFirst<u16, MOST_PLACES> = BestFirst::new(stakes.idle);
        field.list.iter().enumerate().for_each(|(number, runner)| ranking.put(number as u16, runner.bound));
        let mut plan: Option<Plan> = None;
        while let Some((number, worth)) =
            ranking.next_best(|number| self.know_worth(battle, me, mind, field, *number, stakes))
        {
            let Runner { place, lanes, .. } = &field.list[usize::from(number)];
            if self.is_enough(me, &mut plan, place, worth - stakes.idle, lanes, stakes.wanted) {
                break;
            }
        }
        plan
    }

    /// The most that the volley of a Team may be worth after a move of so many inches.
    fn ceiling(&mut self, battle: &Battle<'_>, me: &Piece, most: f64) -> f64 {
        let mut best = 0.0_f64;
        let Self { punches, survey, values, .. } = self;
        for foe in &survey.foes {
            let inches = (me.at.distance(foe.at) - me.radius - foe.radius - most).max(0.5);
            if foe.locked || inches > me.range {
                continue;
            }
            let facing = if foe.vehicle { Facing::Rear } else { Facing::Front };
            let harm =
                punches.volley(battle, survey, values, me.team, foe, Posture::Still, inches, foe.cover(0), facing);
            best = best.max(harm);
        }
        (1.0 + CLOSE) * (HARM[0] + HARM[1]) * best
    }

    /// What the Team does on the way to a place, by the best volley that it has there after its move, and what its lanes then are worth,
    /// beside those of the next Phase.
    fn lanes(
        &mut self,
        battle: &Battle<'_>,
        me: &Piece,
        mind: &Mind,
        spot: &Spot,
        stakes: &Stakes,
        after: Option<(Posture, Deal)>,
    ) -> Lanes {
        let (mut deed, mut worth, mut harm) = (Deed::Nothing, 0.0, 0.0);
        if let Some((posture, after)) = after {
            let after_worth = mind.deal(&after);
            let first = if posture == Posture::Fast { 0.0 } else { stakes.first };
            if first > 0.0 && first >= after_worth {
                (deed, worth, harm) = (Deed::FireFirst, first, first / mind.harm);
            } else if after_worth > 0.0 {
                (deed, worth, harm) = (Deed::FireThen, after_worth, after.harm);
            }
            if posture == Posture::Moved && stakes.watches {
                let watch = self.watching(battle, me, spot, mind, posture, &after);
                if watch > worth {
                    (deed, worth, harm) = (Deed::Watch, watch, 0.0);
                }
            }
        }
        Lanes { worth, deed, harm }
    }

    /// What a place is worth by its lanes and the risk there.
    fn worth(&mut self, battle: &Battle<'_>, me: &Piece, mind: &Mind, place: &Place, lanes: &Lanes, idle: f64) -> f64 {
        let spot = Spot { at: place.at, cell: usize::from(place.cell) };
        let how = Exposure { tactical: place.mode == Mode::Tactical && lanes.deed == Deed::Nothing, moves: true };
        let risk = self.risk(battle, me, &spot, how);
        let worth = lanes.worth + place.ground - mind.dread(risk);
        idle + (worth - idle) * place.arrives
    }

    /// Shows the places that a Team may go to.
    fn visit_places(
        &mut self,
        battle: &Battle<'_>,
        me: &Piece,
        mind: &Mind,
        most: f64,
        mut visit: impl FnMut(Point, usize),
    ) {
        let (step, others) = (self.ground.step(), self.others_about(me, most));
        let taken = others.taken(&self.ground);
        let (columns, rows) = self.ground.extent();
        let steps = (most / step).ceil() as usize;
        let (column, row) = (me.cell % columns, me.cell / columns);
        let sparse = most > 11.0;
        let far = most * most;
        for row in row.saturating_sub(steps)..=(row + steps).min(rows - 1) {
            for column in column.saturating_sub(steps)..=(column + steps).min(columns - 1) {
                let cell = row * columns + column;
                let at = self.ground.crossing(column, row);
                let off = (at - me.at).length_squared();
                if off > far || off < 0.25 || (sparse && off > 36.0 && (column | row) & 1 == 1) {
                    continue;
                }
                let kind = self.ground.place(cell);
                if !(if mind.hull { kind.hull } else { kind.foot }) || taken[cell / 64] >> (cell % 64) & 1 == 1 {
                    continue;
                }
                visit(at, cell);
            }
        }
        for at in self.special_places(battle, me, mind, most) {
            if (at - me.at).length_squared() <= far && !others.are_at(at) {
                visit(at, self.ground.cell(at));
            }
        }
    }

    /// Who may stand where a Team would within so many inches of it.
    fn others_about(&self, me: &Piece, most: f64) -> Others {
        let mut others = Others(ArrayVec::new());
        let own = self.survey.own.iter().filter(|own| own.team != me.team).map(|own| (own, 0.0));
        for (piece, gap) in own.chain(self.survey.foes.iter().map(|foe| (foe, 1.0))) {
            let off = piece.radius.min(2.0) + me.radius.min(2.0) + gap;
            let far = most + off + HAIR;
            if (piece.at - me.at).length_squared() <= far * far {
                others.0.push((piece.at, off * off));
            }
        }
        others
    }

    /// Whether others stand where a Team would.
    pub(super) fn is_taken(&self, me: &Piece, at: Point) -> bool {
        self.others_about(me, at.distance(me.at)).are_at(at)
    }

    /// What it costs an officer who is alone to be far from his Teams.
    fn solitude(&self, battle: &Battle<'_>, me: &Piece, mind: &Mind, at: Point) -> f64 {
        if !mind.officer || battle.team(me.team).with != NOBODY {
            return 0.0;
        }
        let alone = |at: Point| {
            let others = self.survey.own.iter().filter(|own| own.team != me.team && !battle.is_officer(own.team));
            others.map(|own| (own.at.distance(at) - BESIDE).max(0.0)).min_by(f64::total_cmp).unwrap_or(0.0)
        };
        mind.whole * LEFT_ALONE * (alone(at) - alone(me.at))
    }
}

#[cfg(test)]
mod tests;
