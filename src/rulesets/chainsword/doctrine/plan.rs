//! The activation of a Team as one plan: how it moves, where, and what it does.

use arrayvec::ArrayVec;

use super::moves::Wanted;
use super::punch::Posture;
use super::rivals::Bench;
use super::survey::Piece;
use super::tactician::{Brief, Tactician};
use super::tasks::{Task, Tasks};
use super::threat::{Deal, Exposure, Spot};
use crate::game::Side;
use crate::rulesets::chainsword::codex::Scenario;
use crate::rulesets::chainsword::doctrine_book::Weights;
use crate::rulesets::chainsword::facing::Facing;
use crate::rulesets::chainsword::fire_lines::Mode;
use crate::rulesets::chainsword::profiles::Body;
use crate::rulesets::chainsword::state::{Battle, MOST_TEAMS, TeamId, place_of, side_of};
use crate::tabletop::plane::Point;

/// Weight of harm: at least, and by aggression; what close range adds to it within so many inches.
pub(super) const HARM: [f64; 2] = [0.6, 0.8];
pub(super) const CLOSE: f64 = 0.3;
const CLOSE_INCHES: f64 = 12.0;

/// Share of what can be done from a place in the next own Phase that counts now.
pub(super) const NEXT_PHASE: f64 = 0.5;

/// Weight of risk: at least, and by the wish for cover.
const RISK: [f64; 2] = [0.42, 0.84];

/// Share of its worth that an inch of way to its goal is to a Team: at least, by aggression, and by the wish for ground. It is to break
/// ties: who goes forward for the sake of ground leaves his cover and his lanes, and is shot by those who have stayed.
const GROUND: [f64; 3] = [0.0008, 0.0022, 0.0012];

/// The same for those who had better stay where they fire from, as a share of that.
const STANDING: f64 = 0.15;

/// Share of the volley that a Team keeps for Overwatch: at a target that is seen already, and at one that may come.
const WATCHED: f64 = 0.8;
const AWAITED: f64 = 0.4;

/// Weight of Overwatch: at least, and by the doctrine.
const WATCH: [f64; 2] = [0.35, 0.7];

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

/// How many of the best places are kept in case that others are not lawful.
pub(super) const KEPT_PLACES: usize = 3;

/// A plan.
#[derive(Clone, Debug, PartialEq)]
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

/// A plan that has been thought of, with what it depends on beside the Teams on the table.
#[derive(Clone, Debug)]
struct Thought {
    /// Which look at the table it goes by.
    look: u64,
    mind: Mind,
    /// Pieces that lay on the table beside those from the beginning.
    laid: usize,
    plan: Option<Plan>,
    /// It is the plan for who wants only the worth of it, and for who wants all places.
    whole: bool,
}

/// What the best activation of each Team of a side is, and is worth.
#[derive(Clone, Debug)]
pub(super) struct Ideas {
    worths: [Idea; MOST_TEAMS],
    thoughts: [Option<Thought>; MOST_TEAMS],
}

impl Default for Ideas {
    fn default() -> Self {
        Self { worths: [Idea::default(); MOST_TEAMS], thoughts: [const { None }; MOST_TEAMS] }
    }
}

impl Ideas {
    /// Forgets the last game.
    pub(super) fn restart(&mut self) {
        self.worths.fill(Idea::default());
        self.thoughts.fill(None);
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

/// What a Team thinks by.
#[derive(Clone, Copy, Debug, PartialEq)]
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
        // Who has more to put in their place can afford losses: Command Dice bound what both do in a Phase, not what they have. So much
        // the more in defence, where the enemy comes by himself and who hangs back is shot at by turns.
        let superior = self.values.superiority(side_of(team));
        let defends = side_of(team) == Side::B && battle.layout().has_roles();
        let afford = 1.0 / (superior * superior * if defends { superior } else { 1.0 });
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
        let known = self.ideas.worths[place_of(team)];
        if known.stamp == stamp {
            return Prospect { worth: known.gain, harm: known.harm };
        }
        let (gain, harm) = if battle.is_flyer(team) && battle.own_force(team).reserve.contains(team) {
            let worth = self.sortie_worth(battle, team);
            (worth, worth)
        } else {
            let plan = self.think(battle, &Brief { weights, tasks }, team, Wanted::Worth);
            plan.map_or((0.0, 0.0), |plan| (plan.gain, plan.harm))
        };
        self.ideas.worths[place_of(team)] = Idea { stamp, gain, harm };
        Prospect { worth: gain, harm }
    }

    /// The best plan of a Team; none where there is nothing that it can do.
    pub(super) fn think(
        &mut self,
        battle: &Battle<'_>,
        brief: &Brief<'_>,
        team: TeamId,
        wanted: Wanted,
    ) -> Option<Plan> {
        self.look(battle, side_of(team));
        let mind = self.mind(battle, brief, team);
        if battle.is_aboard(team) {
            return self.think_aboard(battle, team, &mind);
        }
        if battle.interrupt.is_some() {
            return self.think_afresh(battle, &mind, team, wanted);
        }
        let (look, laid) = (self.survey.looks, battle.land().laid());
        let known = self.ideas.thoughts[place_of(team)].as_ref().filter(|thought| {
            (thought.look, thought.laid) == (look, laid)
                && thought.mind == mind
                && (thought.whole || wanted == Wanted::Worth)
        });
        if let Some(Thought { plan, .. }) = known {
            let plan = plan.clone();
            if cfg!(debug_assertions) {
                let fresh = self.think_afresh(battle, &mind, team, wanted);
                let worth =
                    |plan: &Option<Plan>| plan.as_ref().map(|plan| (plan.mode, plan.deed, plan.gain, plan.harm));
                debug_assert_eq!(worth(&plan), worth(&fresh), "nothing has changed since");
                debug_assert!(wanted == Wanted::Worth || plan == fresh, "{plan:?} {fresh:?}");
            }
            return plan;
        }
        let plan = self.think_afresh(battle, &mind, team, wanted);
        // Where wrecks may come about all places are looked at in any case.
        let stays = plan.as_ref().is_none_or(|plan| matches!(plan.mode, Mode::Stand | Mode::Charge));
        let whole = wanted == Wanted::Places || self.wrecks || stays;
        self.ideas.thoughts[place_of(team)] = Some(Thought { look, mind, laid, plan: plan.clone(), whole });
        plan
    }

    /// The same of a Team on the table, of which nothing is known.
    fn think_afresh(&mut self, battle: &Battle<'_>, mind: &Mind, team: TeamId, wanted: Wanted) -> Option<Plan> {
        let me = *self.survey.own(team)?;
        let here = Spot { at: me.at, cell: me.cell };
        let lane = self.deal(battle, &me, &here, Posture::Still);
        let stays = Exposure { tactical: me.tactical, moves: false };
        let fresh = Exposure { tactical: false, moves: false };
        let risk = self.risk(battle, &me, &here, stays);
        let watch_here = self.watching(battle, &me, &here, mind, Posture::Still, &lane);
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
        if let Some(plan) = self.think_of_charges(battle, &me, mind, idle) {
            offer(plan);
        }
        // Guns that have a lane do not move, unless they would be lost there.
        let rooted = mind.stands && lane.harm > 0.0 && risk < LOST_THERE * mind.whole;
        if let Some(plan) = if rooted { None } else { self.think_of_moves(battle, &me, mind, idle, wanted) } {
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
        self.rivals.face(battle, &mut self.punches, &self.survey, me);
        let mut awaited = 0.0_f64;
        let Self { punches, survey, values, rivals, .. } = self;
        let mut bench = Bench { battle, punches, survey, values, rivals, me };
        for row in 0..bench.rivals.rows.len() {
            let rival = &bench.rivals.rows[row];
            let Some(inches) = rival.comes_to(me, spot.at) else { continue };
            let (acts, cover) = (rival.acts, rival.cover(0));
            let harm = bench.volley(row, posture, inches, cover, Facing::Front);
            awaited = awaited.max(AWAITED * acts * harm);
        }
        mind.watch * mind.harm * awaited.max(WATCHED * lane.harm)
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
