//! Positions of a game, as situations describe them: in the set-up, at the start of a Phase, or among its Command Dice.

use super::choices::Decision;
use super::events::LogEntry;
use super::fire_lines::Mode;
use super::force::Force;
use super::patrol::phase::Marker;
use super::phase_step::{Hand, Stage};
use super::setup_step::SetUpStage;
use super::state::{
    Battle, JumpOffPoint, MOST_LOADS, MOST_SQUADS, NOBODY, Setup, TeamId, TeamSet, bit, place_of, side_of, team_id,
};
use super::support::SupportItem;
use crate::dice::Dice;
use crate::game::{Observer, Side};
use crate::tabletop::plane::Point;

/// A set of Teams of a side.
pub type Mark = fn(&mut Force) -> &mut TeamSet;

/// What may be marked on a Team, by key.
pub const MARKS: [(&str, Mark); 32] = [
    ("activated", |force| &mut force.activated),
    ("came-on", |force| &mut force.came_on),
    ("from-reserve", |force| &mut force.from_reserve),
    ("overwatch", |force| &mut force.overwatch),
    ("overwatch-moved", |force| &mut force.overwatch_moved),
    ("tactical", |force| &mut force.tactical),
    ("falling-back", |force| &mut force.falling_back),
    ("fled", |force| &mut force.fled),
    ("pinned", |force| &mut force.pinned),
    ("newly-pinned", |force| &mut force.newly_pinned),
    ("suppressed", |force| &mut force.suppressed),
    ("suppressed-next", |force| &mut force.suppressed_next),
    ("moved", |force| &mut force.moved),
    ("moved-before", |force| &mut force.moved_before),
    ("regrouped", |force| &mut force.regrouped),
    ("rode", |force| &mut force.rode),
    ("raced", |force| &mut force.raced),
    ("intercepted", |force| &mut force.intercepted),
    ("charged", |force| &mut force.charged),
    ("slowed", |force| &mut force.slowed),
    ("fought", |force| &mut force.fought),
    ("reacted", |force| &mut force.reacted),
    ("shaken", |force| &mut force.shaken),
    ("stunned", |force| &mut force.stunned),
    ("immobilised", |force| &mut force.immobilised),
    ("medic", |force| &mut force.medics),
    ("treated", |force| &mut force.treated),
    ("adjutant", |force| &mut force.adjutants),
    ("commanded", |force| &mut force.commanded),
    ("lurking", |force| &mut force.lurking),
    ("waiting", |force| &mut force.waiting),
    ("reserve", |force| &mut force.reserve),
];

/// Where a Team is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Whereabouts {
    /// Off the table, to deploy from a point.
    Waiting,
    /// In reserve.
    Reserve,
    /// On the table.
    Table(Point),
    /// With another Team of its side, by place; an officer.
    With(u8),
    /// Aboard a transport of its side, by place.
    Aboard(u8),
    /// Gone.
    Gone,
}

/// A Team of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Posted {
    /// Its unit type.
    pub profile: u8,
    /// Which Team of its unit it is.
    pub part: u8,
    /// Its Squad, by number.
    pub squad: u8,
    /// Options of its unit, by index in the codex.
    pub options: Vec<u8>,
    /// Where it is.
    pub place: Whereabouts,
    /// Heading of a vehicle.
    pub heading: u16,
    /// Models left; the printed number when none.
    pub models: Option<u8>,
    /// Models of each line of weapons; the printed numbers when none.
    pub lines: Option<[u8; MOST_LOADS]>,
    /// Wounds that the model in front has lost.
    pub wounds: u8,
    /// Hull points left; all when none.
    pub hull: Option<u8>,
    /// Its Shock.
    pub shock: u16,
    /// How it moved in its last activation.
    pub mode: Mode,
    /// Models that it had when the Phase began; those that it has when none.
    pub phase_models: Option<u8>,
    /// Models lost to shooting in this Phase.
    pub shot: u8,
    /// Places of the enemies that it is locked with.
    pub locked: Vec<u8>,
    /// Place of the vehicle that it has charged.
    pub assails: Option<u8>,
    /// Its Squad's transport, by place.
    pub transport: Option<u8>,
    /// Its marks, by index in [`MARKS`].
    pub marks: Vec<usize>,
}

/// A side of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PostedForce {
    /// Its Teams.
    pub teams: Vec<Posted>,
    /// Force Morale.
    pub level: u8,
    /// Command points.
    pub command_points: u16,
    /// Jump-off points.
    pub points: Vec<Point>,
    /// Command Dice fewer in its next Phase.
    pub jammed: u8,
    /// It has bought a preliminary barrage.
    pub barrage: bool,
    /// It has used `reroll` in this Phase.
    pub rerolled: bool,
    /// Patrol Markers.
    pub markers: Vec<Marker>,
    /// Support points.
    pub budget: f64,
    /// Works that have been bought and not placed, by [`SupportItem`].
    pub works: [u8; SupportItem::ALL.len()],
    /// Values of Ld by which Force Morale starts.
    pub leadership: Vec<u8>,
}

/// Where a position begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// In a step of the set-up.
    SetUp(SetUpStage),
    /// At the start of a Phase, with the question whether its side withdraws.
    Withdraw,
    /// Among the Command Dice of a Phase.
    Spend,
}

/// A position.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    /// Both sides.
    pub forces: [PostedForce; 2],
    /// Where it begins.
    pub start: Start,
    /// Phases so far, this one included.
    pub phase: u16,
    /// Turns so far, this one included.
    pub turns: u16,
    /// Whose Phase it is.
    pub active: Side,
    /// Who moves first in the Patrol Phase.
    pub mover: Side,
    /// Opening moves that the attacker has left.
    pub opening: u8,
    /// The Command Dice that have not been spent.
    pub hand: Hand,
    /// The active side has the next Phase too.
    pub again: bool,
    /// The Turn ends after this Phase.
    pub turn_ends: bool,
    /// Nobody sees far for so many Phases more.
    pub smoke: u8,
    /// Who controls the objective.
    pub controller: Side,
}

impl<'s> Battle<'s> {
    /// The game in which a position comes about. In the set-up it goes on to the first decision, for which `dice` may be thrown.
    pub fn posted<D: Dice, C: Observer<LogEntry>>(
        setup: &'s Setup,
        position: &Position,
        dice: &mut D,
        observer: &mut C,
    ) -> Self {
        let mut battle = Self::empty(setup);
        for side in Side::BOTH {
            battle.post(side, &position.forces[side.index()]);
        }
        for side in Side::BOTH {
            battle.relate(side, &position.forces[side.index()]);
        }
        (battle.phase, battle.turns, battle.active) = (position.phase, position.turns, position.active);
        (battle.hand, battle.again, battle.turn_ends) = (position.hand, position.again, position.turn_ends);
        (battle.smoke, battle.controller) = (position.smoke, position.controller);
        battle.set_up.mover = position.mover;
        match position.start {
            Start::SetUp(stage) => {
                (battle.phase, battle.turns) = (0, 0);
                battle.begin_set_up_at(stage, position);
                battle.proceed(dice, observer);
            }
            Start::Withdraw => {
                battle.stage = Stage::Regroup;
                battle.queue[position.active.index()] = battle.fleeing_teams(false);
                battle.ask(Decision::Withdraw, position.active);
            }
            Start::Spend => {
                battle.stage = Stage::Spend;
                battle.ask(Decision::Spend, position.active);
            }
        }
        battle
    }

    /// The set-up stands at a step, with the markers and points of the position.
    fn begin_set_up_at(&mut self, stage: SetUpStage, position: &Position) {
        let ordinary = Side::BOTH.map(|side| self.layout().points(side).ordinary);
        let (rules, numbers) = (&self.setup.rules, &self.setup.codex.numbers);
        let set_up = &mut self.set_up;
        set_up.stage = stage;
        for side in Side::BOTH {
            let (own, posted) = (side.index(), &position.forces[side.index()]);
            set_up.leadership[own] = posted.leadership.iter().copied().take(MOST_SQUADS).collect();
            (set_up.budget[own], set_up.works[own]) = (posted.budget, posted.works);
            set_up.patrol.markers[own] = posted.markers.iter().copied().collect();
            set_up.counts[own] = posted.markers.len() as u8;
            set_up.to_place[own] = ordinary[own].saturating_sub(posted.points.len() as u8);
        }
        match stage {
            SetUpStage::Patrol => set_up.patrol.begin(position.mover, position.opening, rules, numbers),
            SetUpStage::Infiltration | SetUpStage::Points => set_up.turn = position.mover,
            _ => {}
        }
    }

    /// Puts the Teams of a side down.
    fn post(&mut self, side: Side, posted: &PostedForce) {
        let squads = posted.teams.iter().map(|team| team.squad + 1).max().unwrap_or(0);
        let force = self.force_mut(side);
        (force.squads, force.listed) = (squads, squads);
        (force.level, force.command_points) = (posted.level, posted.command_points);
        (force.jammed, force.barrage, force.rerolled) = (posted.jammed, posted.barrage, posted.rerolled.into());
        for one in &posted.teams {
            let team = self.enlist_team(side, one.squad, one.profile, &one.options, one.part);
            let state = self.team_mut(team);
            (state.heading, state.wounds, state.shock) = (one.heading, one.wounds, one.shock);
            (state.mode, state.shot) = (one.mode, one.shot);
            state.models = one.models.unwrap_or(state.models);
            state.hull = one.hull.unwrap_or(state.hull);
            state.phase_models = one.phase_models.unwrap_or(state.models);
            match (one.lines, one.models) {
                (Some(lines), _) => {
                    for (load, count) in state.loads.iter_mut().zip(lines) {
                        load.count = count;
                    }
                }
                (None, Some(models)) => {
                    // Of those who are gone rank and file went first.
                    let carried: u8 = state.loads.iter().map(|load| load.count).sum();
                    let mut gone = carried.saturating_sub(models);
                    for load in &mut state.loads {
                        let lost = gone.min(load.count);
                        (load.count, gone) = (load.count - lost, gone - lost);
                    }
                    state.loads[0].count += models.saturating_sub(carried);
                }
                (None, None) => {}
            }
            let force = self.force_mut(side);
            let set = match one.place {
                Whereabouts::Waiting => &mut force.waiting,
                Whereabouts::Reserve => &mut force.reserve,
                Whereabouts::Table(_) => &mut force.present,
                // Those that they are with are known only when all stand.
                Whereabouts::With(_) | Whereabouts::Aboard(_) => continue,
                Whereabouts::Gone => &mut force.gone,
            };
            *set |= bit(team);
            if let Whereabouts::Table(at) = one.place {
                self.team_mut(team).at = at;
            }
            if one.place == Whereabouts::Gone {
                let state = self.team_mut(team);
                (state.models, state.hull, state.phase_models) = (0, 0, 0);
            }
        }
        let shaded: Vec<JumpOffPoint> =
            posted.points.iter().map(|at| JumpOffPoint { at: *at, shaded: self.layout().is_shaded(*at) }).collect();
        self.force_mut(side).points = shaded.into_iter().collect();
    }

    /// Who is with whom: officers, passengers, melees, transports, and what is marked on Teams.
    fn relate(&mut self, side: Side, posted: &PostedForce) {
        let id = |place: u8| team_id(side, place.into());
        for (place, one) in posted.teams.iter().enumerate() {
            let team = id(place as u8);
            if let Whereabouts::With(other) = one.place {
                let other = id(other);
                self.team_mut(other).officer = team;
                let (at, shock, carrier) = (self.team(other).at, self.team(other).shock, self.team(other).carrier);
                let own = self.team_mut(team);
                (own.with, own.at, own.shock, own.carrier) = (other, at, shock, carrier);
                let aboard = matches!(posted.teams[place_of(other)].place, Whereabouts::Aboard(_));
                let force = self.force_mut(side);
                let set = if aboard { &mut force.aboard } else { &mut force.present };
                *set |= bit(team);
            }
            if let Whereabouts::Aboard(transport) = one.place {
                self.team_mut(team).carrier = id(transport);
                self.force_mut(side).aboard |= bit(team);
                let officer = self.team(team).officer;
                if officer != NOBODY {
                    self.team_mut(officer).carrier = id(transport);
                }
            }
            if let Some(transport) = one.transport {
                self.force_mut(side).squad_states[usize::from(one.squad)].transport = id(transport);
            }
            for enemy in one.locked.iter().map(|enemy| team_id(side.other(), usize::from(*enemy))) {
                self.team_mut(team).locked |= bit(enemy);
                self.team_mut(enemy).locked |= bit(team);
            }
            self.team_mut(team).assails = one.assails.map_or(NOBODY, |enemy| team_id(side.other(), usize::from(enemy)));
            let force = self.force_mut(side);
            for mark in &one.marks {
                *MARKS[*mark].1(force) |= bit(team);
            }
        }
    }

    /// Where a Team is: on the table, aboard, waiting to deploy, in reserve, or gone.
    #[must_use]
    pub fn status_of(&self, team: TeamId) -> &'static str {
        let force = self.force(side_of(team));
        let sets = [force.present, force.aboard, force.waiting, force.reserve];
        let keys = ["table", "aboard", "waiting", "reserve"];
        sets.iter().zip(keys).find(|(set, _)| set.contains(team)).map_or("gone", |(_, key)| key)
    }
}
