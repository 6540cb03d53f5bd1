//! The activation of a Team as one plan: how it moves, where, and what it does.

use arrayvec::ArrayVec;

use super::punch::Posture;
use super::survey::Piece;
use super::tactician::{Brief, Tactician};
use super::tasks::{Task, Tasks};
use super::threat::{Deal, Exposure, Spot};
use crate::game::Side;
use crate::game::policy::BestFirst;
use crate::rulesets::chainsword::codex::Scenario;
use crate::rulesets::chainsword::doctrine_book::Weights;
use crate::rulesets::chainsword::fire_lines::Mode;
use crate::rulesets::chainsword::profiles::Body;
use crate::rulesets::chainsword::state::{Battle, MOST_TEAMS, NOBODY, TeamId, place_of, side_of};
use crate::tabletop::plane::Point;

/// Most places that a Team thinks of, and how many of the best it keeps in case that others are not lawful.
const MOST_PLACES: usize = 400;
const KEPT_PLACES: usize = 3;

/// Weight of harm: at least, and by aggression; what close range adds to it within so many inches.
const HARM: [f64; 2] = [0.6, 0.8];
const CLOSE: f64 = 0.3;
const CLOSE_INCHES: f64 = 12.0;

/// Share of what can be done from a place in the next own Phase that counts now.
const NEXT_PHASE: f64 = 0.5;

/// Weight of risk: at least, and by the wish for cover.
const RISK: [f64; 2] = [0.3, 0.6];

/// Share of its worth that an inch of way to its goal is to a Team: at least, by aggression, and by the wish for ground.
const GROUND: [f64; 3] = [0.008, 0.022, 0.012];

/// The same for those who had better stay where they fire from, as a share of that.
const STANDING: f64 = 0.15;

/// Share of the volley that a Team keeps for Overwatch: at a target that is seen already, and at one that may come.
const WATCHED: f64 = 0.8;
const AWAITED: f64 = 0.4;

/// Weight of Overwatch: at least, and by the doctrine.
const WATCH: [f64; 2] = [0.35, 0.7];

/// Share of its worth that is lost with each inch that an officer alone is farther from his Teams than this.
const LEFT_ALONE: f64 = 0.02;
const BESIDE: f64 = 4.0;

/// Mean inches that dice leave of a move through difficult ground, and the chances of each die to allow so much.
const ALLOWED: [f64; 7] = [1.0, 1.0, 35.0 / 36.0, 32.0 / 36.0, 27.0 / 36.0, 20.0 / 36.0, 11.0 / 36.0];

/// Share of its worth that guns with a lane must risk to leave it.
const LOST_THERE: f64 = 0.7;

/// Inches beyond the line count against a Team that is to wait, as a share.
const BEYOND: f64 = 0.5;

/// Share of its worth that each inch counts by which a Team is farther from what it holds than it may be.
const ABSENT: f64 = 0.04;

/// What is risked beyond the boldness of a doctrine counts so much more.
const OVERBOLD: f64 = 1.0;

/// What a Team does besides moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// Nothing.
    Nothing,
    /// It fires before it moves, or without moving.
    FireFirst,
    /// It fires after its move.
    FireThen,
    /// It goes on Overwatch.
    Watch,
    /// It charges.
    Charge(TeamId),
    /// It gets off its transport.
    GetOff,
}

/// A plan.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// Whose.
    pub team: TeamId,
    /// How it moves.
    pub mode: Mode,
    /// Where to: the best place first.
    pub places: ArrayVec<Point, KEPT_PLACES>,
    /// What it does.
    pub deed: Deed,
    /// What it is worth more than doing nothing, in points of value.
    pub gain: f64,
    /// What it takes from the enemy in this activation.
    pub harm: f64,
}

/// The worth of the best activation of a Team, as it was found.
#[derive(Clone, Copy, Debug, Default)]
struct Idea {
    stamp: u64,
    gain: f64,
    harm: f64,
}

/// The worth of the best activation of each Team of a side.
#[derive(Clone, Debug)]
pub(super) struct Ideas([Idea; MOST_TEAMS]);

impl Default for Ideas {
    fn default() -> Self {
        Self([Idea::default(); MOST_TEAMS])
    }
}

impl Ideas {
    /// Forgets the last game.
    pub(super) fn restart(&mut self) {
        self.0 = [Idea::default(); MOST_TEAMS];
    }
}

/// What the best activation of a Team is worth now.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Prospect {
    /// More than doing nothing, in points of value.
    pub worth: f64,
    /// Of that what it takes from the enemy.
    pub harm: f64,
}

/// A place that is thought of.
#[derive(Clone, Copy, Debug)]
struct Place {
    at: Point,
    cell: u16,
    mode: Mode,
    /// Value of ground gained.
    ground: f64,
    /// The chance to get there.
    arrives: f64,
}

/// What a Team thinks by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mind {
    pub harm: f64,
    pub close: f64,
    pub risk: f64,
    pub inch: f64,
    pub watch: f64,
    pub whole: f64,
    pub bold: f64,
    pub contest: f64,
    pub goal: Point,
    pub line: f64,
    pub hold: Option<(Point, f64)>,
    pub hull: bool,
    pub officer: bool,
    pub stands: bool,
}

impl Mind {
    /// What harm by a volley is worth.
    pub(super) fn deal(&self, deal: &Deal) -> f64 {
        let near = if deal.inches <= CLOSE_INCHES { 1.0 + self.close } else { 1.0 };
        self.harm * near * deal.harm
    }

    /// What the way from one place to the goal is shorter than from another is worth: short of the line only until its group goes on.
    pub(super) fn ground(&self, from: f64, to: f64) -> f64 {
        let counts = |way: f64| if way >= self.line { way } else { self.line + BEYOND * (self.line - way) };
        self.inch * (counts(from) - counts(to))
    }

    /// What it costs to be elsewhere than the Team is to hold.
    pub(super) fn absence(&self, at: Point) -> f64 {
        let far = self.hold.map_or(0.0, |(place, inches)| (at.distance(place) - inches).max(0.0));
        ABSENT * self.whole * far.min(12.0)
    }

    /// What risk costs.
    pub(super) fn dread(&self, risk: f64) -> f64 {
        self.risk * risk + OVERBOLD * (risk - self.bold * self.whole).max(0.0)
    }
}

impl Tactician {
    /// What a Team thinks by.
    pub(super) fn mind(&self, battle: &Battle<'_>, brief: &Brief<'_>, team: TeamId) -> Mind {
        let (weights, task) = (brief.weights, brief.tasks.of(team));
        let profile = battle.profile(team);
        let whole = self.values.whole(battle, team);
        let officer = battle.is_officer(team);
        let inch = GROUND[0] + GROUND[1] * weights.aggression + GROUND[2] * weights.flank;
        let stands = profile.body == Body::Battery;
        let protect = if officer { 1.0 + weights.protect_officers } else { 1.0 };
        // Who has more to put in their place can afford losses: Command Dice bound what both do in a Phase, not what they have.
        let superior = self.values.superiority(side_of(team));
        let afford = 1.0 / (superior * superior);
        Mind {
            harm: HARM[0] + HARM[1] * weights.aggression,
            close: CLOSE * weights.close_range,
            risk: (RISK[0] + RISK[1] * weights.cover_seek)
                * self.values.care(battle, team, weights.thrift)
                * protect
                * afford,
            inch: task.haste * whole * inch * if stands { STANDING } else { 1.0 } * if officer { 0.0 } else { 1.0 },
            watch: WATCH[0] + WATCH[1] * weights.overwatch,
            whole,
            bold: if weights.bold > 0.0 { weights.bold } else { 1.0 },
            contest: weights.contest,
            goal: self.goal(battle, task, team),
            line: task.line.unwrap_or(0.0),
            hold: task.hold,
            hull: profile.drives(),
            officer,
            stands,
        }
    }

    /// What the best activation of a Team is worth now; it is kept until the board changes near it.
    pub(super) fn prospect(&mut self, battle: &Battle<'_>, weights: &Weights, tasks: &Tasks, team: TeamId) -> Prospect {
        self.look(battle, side_of(team));
        let stamp = self.survey.board;
        let known = self.ideas.0[place_of(team)];
        if known.stamp == stamp {
            return Prospect { worth: known.gain, harm: known.harm };
        }
        let (gain, harm) = if battle.is_flyer(team) && battle.own_force(team).reserve.contains(team) {
            let worth = self.sortie_worth(battle, team);
            (worth, worth)
        } else {
            let plan = self.think(battle, &Brief { weights, tasks }, team);
            plan.map_or((0.0, 0.0), |plan| (plan.gain, plan.harm))
        };
        self.ideas.0[place_of(team)] = Idea { stamp, gain, harm };
        Prospect { worth: gain, harm }
    }

    /// The best plan of a Team; none where there is nothing that it can do.
    pub(super) fn think(&mut self, battle: &Battle<'_>, brief: &Brief<'_>, team: TeamId) -> Option<Plan> {
        self.look(battle, side_of(team));
        let mind = self.mind(battle, brief, team);
        if battle.is_aboard(team) {
            return self.think_aboard(battle, team, &mind);
        }
        let me = *self.survey.own(team)?;
        let here = Spot { at: me.at, cell: me.cell };
        let lane = self.deal(battle, &me, &here, Posture::Still);
        let stays = Exposure { tactical: me.tactical, moves: false };
        let fresh = Exposure { tactical: false, moves: false };
        let risk = self.risk(battle, &me, &here, stays);
        let watch_here = self.watching(battle, &me, &here, &mind, Posture::Still, &lane);
        let next = NEXT_PHASE * mind.deal(&lane);
        // Doing nothing it keeps its Overwatch, and the cover that it has.
        let idle = next - mind.dread(risk) + if me.watches { watch_here } else { 0.0 };
        let open = if me.tactical { self.risk(battle, &me, &here, fresh) } else { risk };
        let stand = next - mind.dread(open);
        let mut best = Plan {
            team,
            mode: Mode::Stand,
            places: ArrayVec::new(),
            deed: Deed::Nothing,
            gain: stand - idle,
            harm: 0.0,
        };
        let mut offer = |plan: Plan| {
            if plan.gain > best.gain {
                best = plan;
            }
        };
        let still = |deed: Deed, gain: f64, harm: f64| Plan {
            team,
            mode: Mode::Stand,
            places: ArrayVec::new(),
            deed,
            gain,
            harm,
        };
        if lane.harm > 0.0 {
            offer(still(Deed::FireFirst, stand + mind.deal(&lane) - idle, lane.harm));
        }
        if battle.check_overwatch(team, Mode::Stand).is_ok() {
            offer(still(Deed::Watch, stand + watch_here - idle, 0.0));
        }
        if let Some(plan) = self.think_of_charges(battle, &me, &mind, idle) {
            offer(plan);
        }
        // Guns that have a lane do not move, unless they would be lost there.
        let rooted = mind.stands && lane.harm > 0.0 && risk < LOST_THERE * mind.whole;
        if let Some(plan) = if rooted { None } else { self.think_of_moves(battle, &me, &mind, idle) } {
            offer(plan);
        }
        Some(best)
    }

    /// What Overwatch from a place is worth.
    pub(super) fn watching(
        &mut self,
        battle: &Battle<'_>,
        me: &Piece,
        spot: &Spot,
        mind: &Mind,
        posture: Posture,
        lane: &Deal,
    ) -> f64 {
        let mut awaited = 0.0_f64;
        for number in 0..self.survey.foes.len() {
            let foe = self.survey.foes[number];
            let inches = (spot.at.distance(foe.at) - me.radius - foe.radius - foe.moves).max(1.0);
            if foe.locked || foe.moves <= 0.0 || inches > me.range {
                continue;
            }
            let Self { punches, survey, values, .. } = self;
            let facing = crate::rulesets::chainsword::facing::Facing::Front;
            let harm = punches.volley(battle, survey, values, me.team, foe.team, posture, inches, foe.cover(0), facing);
            awaited = awaited.max(AWAITED * foe.acts * harm);
        }
        mind.watch * mind.harm * awaited.max(WATCHED * lane.harm)
    }

    /// The best move of a Team.
    fn think_of_moves(&mut self, battle: &Battle<'_>, me: &Piece, mind: &Mind, idle: f64) -> Option<Plan> {
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
        let start = self.ground.way(me.at, mind.goal, mind.hull);
        let before = self.deal(battle, me, &Spot { at: me.at, cell: me.cell }, Posture::Moved);
        let first = mind.deal(&before);
        let ceiling = self.ceiling(battle, me, most);
        let mut list: BestFirst<Place, MOST_PLACES> = BestFirst::new(idle);
        let mut places: ArrayVec<(Point, usize), MOST_PLACES> = ArrayVec::new();
        self.visit_places(battle, me, mind, most, |at, cell| {
            let _ = places.try_push((at, cell));
        });
        for (at, cell) in places {
            let inches = at.distance(me.at);
            let way = self.ground.way(at, mind.goal, mind.hull);
            let ground =
                mind.ground(start, way) + mind.absence(me.at) - mind.absence(at) - self.solitude(battle, me, mind, at)
                    + self.duty(battle, me, mind, at);
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
                list.put(
                    Place { at, cell: cell as u16, mode, ground, arrives },
                    bound.max(idle + (bound - idle) * arrives),
                );
            }
        }
        let mut plan: Option<Plan> = None;
        while let Some((place, worth)) = list.next_best(|place| self.weigh(battle, me, mind, place, first, idle).0) {
            match &mut plan {
                None => {
                    let (_, deed, harm) = self.weigh(battle, me, mind, &place, first, idle);
                    plan = Some(Plan {
                        team,
                        mode: place.mode,
                        places: [place.at].into_iter().collect(),
                        deed,
                        gain: worth - idle,
                        harm,
                    });
                }
                Some(plan) => {
                    if place.mode == plan.mode {
                        plan.places.push(place.at);
                    }
                    if plan.places.is_full() {
                        break;
                    }
                }
            }
        }
        plan
    }

    /// The most that the volley of a Team may be worth after a move of so many inches.
    fn ceiling(&mut self, battle: &Battle<'_>, me: &Piece, most: f64) -> f64 {
        let mut best = 0.0_f64;
        for number in 0..self.survey.foes.len() {
            let foe = self.survey.foes[number];
            let inches = (me.at.distance(foe.at) - me.radius - foe.radius - most).max(0.5);
            if foe.locked || inches > me.range {
                continue;
            }
            let facing = if foe.vehicle {
                crate::rulesets::chainsword::facing::Facing::Rear
            } else {
                crate::rulesets::chainsword::facing::Facing::Front
            };
            let Self { punches, survey, values, .. } = self;
            let harm =
                punches.volley(battle, survey, values, me.team, foe.team, Posture::Still, inches, foe.cover(0), facing);
            best = best.max(harm);
        }
        (1.0 + CLOSE) * (HARM[0] + HARM[1]) * best
    }

    /// What a place is worth, what the Team does on the way there, and what that takes from the enemy.
    fn weigh(
        &mut self,
        battle: &Battle<'_>,
        me: &Piece,
        mind: &Mind,
        place: &Place,
        first: f64,
        idle: f64,
    ) -> (f64, Deed, f64) {
        let spot = Spot { at: place.at, cell: usize::from(place.cell) };
        let lane = self.deal(battle, me, &spot, Posture::Still);
        let next = NEXT_PHASE * mind.deal(&lane);
        let (mut deed, mut now, mut harm) = (Deed::Nothing, 0.0, 0.0);
        let posture = match place.mode {
            Mode::Cruising => Some(Posture::Fast),
            Mode::Standard | Mode::Combat => Some(Posture::Moved),
            _ => None,
        };
        if let Some(posture) = posture {
            let after = self.deal(battle, me, &spot, posture);
            let after_worth = mind.deal(&after);
            let first = if posture == Posture::Fast { 0.0 } else { first };
            if first > 0.0 && first >= after_worth {
                (deed, now, harm) = (Deed::FireFirst, first, first / mind.harm);
            } else if after_worth > 0.0 {
                (deed, now, harm) = (Deed::FireThen, after_worth, after.harm);
            }
            if posture == Posture::Moved && battle.check_overwatch(me.team, place.mode).is_ok() {
                let watch = self.watching(battle, me, &spot, mind, posture, &after);
                if watch > now {
                    (deed, now, harm) = (Deed::Watch, watch, 0.0);
                }
            }
        }
        let how = Exposure { tactical: place.mode == Mode::Tactical && deed == Deed::Nothing, moves: true };
        let risk = self.risk(battle, me, &spot, how);
        let worth = now + next + place.ground - mind.dread(risk);
        (idle + (worth - idle) * place.arrives, deed, harm)
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
        let step = self.ground.step();
        let (columns, rows) = self.ground.extent();
        let steps = (most / step).ceil() as usize;
        let (column, row) = (me.cell % columns, me.cell / columns);
        let sparse = most > 11.0;
        let far = most * most;
        for row in row.saturating_sub(steps)..=(row + steps).min(rows - 1) {
            for column in column.saturating_sub(steps)..=(column + steps).min(columns - 1) {
                let cell = row * columns + column;
                let at = self.ground.point(cell);
                let off = (at - me.at).length_squared();
                if off > far || off < 0.25 || (sparse && off > 36.0 && !self.ground.is_even(cell)) {
                    continue;
                }
                let kind = self.ground.place(cell);
                if !(if mind.hull { kind.hull } else { kind.foot }) || self.is_taken(me, at) {
                    continue;
                }
                visit(at, cell);
            }
        }
        for at in self.special_places(battle, me, mind, most) {
            if (at - me.at).length_squared() <= far && !self.is_taken(me, at) {
                visit(at, self.ground.cell(at));
            }
        }
    }

    /// Whether others stand where a Team would.
    pub(super) fn is_taken(&self, me: &Piece, at: Point) -> bool {
        let near = |piece: &Piece, gap: f64| {
            let off = piece.radius.min(2.0) + me.radius.min(2.0) + gap;
            (piece.at - at).length_squared() < off * off
        };
        self.survey.own.iter().any(|own| own.team != me.team && near(own, 0.0))
            || self.survey.foes.iter().any(|foe| near(foe, 1.0))
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

impl Tactician {
    /// Where a Team goes: as it was told; else to the nearest place of the enemy.
    pub(super) fn goal(&self, battle: &Battle<'_>, task: &Task, team: TeamId) -> Point {
        if let Some(goal) = task.goal {
            return goal;
        }
        let (side, at) = (side_of(team), battle.stand(team).at());
        let table = battle.setup.field.table();
        if battle.setup.scenario == Scenario::Probe && side == Side::A && battle.is_crosser(team) {
            return Point::new(at.x, table.max.y);
        }
        if battle.setup.scenario == Scenario::Probe && side == Side::B {
            return self.post(battle, at);
        }
        if let Some(objective) = battle.setup.objective {
            return objective;
        }
        let points = battle.force(side.other()).points.iter().map(|point| point.at);
        let foes = self.survey.foes.iter().map(|foe| foe.at);
        let nearest = points.chain(foes).min_by(|one, other| one.distance(at).total_cmp(&other.distance(at)));
        nearest.unwrap_or_else(|| table.min.midpoint(table.max))
    }
}
