//! The course of a game (DF-TRN): from set-up through the six phases of every turn to the verdict.

use super::attack::Volley;
use super::choices::{Aim, Choice, Path, Refusal};
use super::codex::{Codex, MOST_UNITS};
use super::deployment::visit_mounts;
use super::events;
use super::ledger::rule;
use super::movement::Reach;
use super::scenarios::Progress;
use super::state::{
    Battle, Decision, Force, Lineup, MOST_MODES, NOBODY, Phase, Setup, Unit, UnitSet, bit, members, place_of, side_of,
    unit_id,
};
use super::tactics;
use crate::dice::{Dice, Purpose, Seat};
use crate::game::{Game, Observer, PlanStage, Side, StreamKey, Tactic, Tactics, Verdict, share};
use crate::tabletop::hexset::{HexSet, MOST_HEXES};

impl<'s> Battle<'s> {
    /// A game about to be set up.
    #[must_use]
    pub fn new(setup: &'s Setup, lineup: &Lineup<'_>) -> Self {
        let mut battle = Self::empty(setup);
        battle.restart(lineup);
        battle
    }

    /// A table with nobody on it.
    #[must_use]
    pub fn empty(setup: &'s Setup) -> Self {
        Self {
            setup,
            units: [Unit::NONE; 2 * MOST_UNITS],
            forces: [Force::default(); 2],
            occupant: [NOBODY; MOST_HEXES],
            held: [HexSet::EMPTY; 2],
            zones: [[0; MOST_HEXES]; 2],
            turn: 0,
            first: Side::A,
            active: Side::A,
            phase: Phase::Deployment,
            decision: Decision::Deploy,
            decider: Side::A,
            motion: None,
            volley: Volley::default(),
            effect: None,
            helpers: [UnitSet::EMPTY; 2],
            progress: Progress::default(),
            verdict: None,
            idle_turns: 0,
        }
    }

    /// Clears the table and musters two forces, keeping the memory.
    pub fn restart(&mut self, lineup: &Lineup<'_>) {
        self.occupant.fill(NOBODY);
        self.held = [HexSet::EMPTY; 2];
        self.zones.as_flattened_mut().fill(0);
        (self.turn, self.first, self.active) = (0, lineup.first, lineup.first);
        (self.motion, self.effect, self.verdict) = (None, None, None);
        self.volley.clear();
        self.progress = Progress {
            exits_needed: self.setup.scenario.exits_needed(&self.setup.codex.numbers, lineup.units[0].len() as u8),
            ..Progress::default()
        };
        self.idle_turns = 0;
        for side in Side::BOTH {
            let kinds = lineup.units[side.index()];
            self.forces[side.index()] = Force { size: kinds.len() as u8, ..Force::default() };
            for (place, &kind) in kinds.iter().enumerate() {
                self.enlist(side, place, kind);
            }
        }
        for side in Side::BOTH {
            for &(rider, carrier) in lineup.mounted[side.index()] {
                self.mount(unit_id(side, usize::from(rider)), unit_id(side, usize::from(carrier)));
            }
        }
        self.next_deployment();
    }

    fn enlist(&mut self, side: Side, place: usize, kind: u8) {
        let unit = unit_id(side, place);
        let profile = &self.setup.codex.profiles[usize::from(kind)];
        self.units[usize::from(unit)] = Unit { kind, ammo: full_load(&self.setup.codex, kind), ..Unit::NONE };
        let force = &mut self.forces[side.index()];
        force.alive |= bit(unit);
        force.unplaced |= bit(unit);
        force.leaders |= if profile.lead > 0 { bit(unit) } else { UnitSet::EMPTY };
        force.medics |= if profile.medic { bit(unit) } else { UnitSet::EMPTY };
        force.vehicles |= if profile.vehicle { bit(unit) } else { UnitSet::EMPTY };
    }

    /// Begins the Movement Phase of `side`.
    pub(super) fn begin_movement(&mut self, side: Side) {
        self.active = side;
        (self.phase, self.decision, self.decider) = (Phase::Movement, Decision::Move, side);
        let force = &mut self.forces[side.index()];
        (force.moved, force.boarded, force.rode, force.halted) = Default::default();
        let enemy = &mut self.forces[side.other().index()];
        enemy.watch_spent = UnitSet::EMPTY;
        // Watchers count their shots afresh.
        for unit in members(side.other(), enemy.watching) {
            let state = &mut self.units[usize::from(unit)];
            (state.shots, state.modes, state.aimed_at) = (0, 0, NOBODY);
        }
    }

    /// The Victory Phase, and the next turn unless the game is over.
    pub(super) fn end_turn<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) {
        self.tell_phase_ended(observer);
        self.idle_turns += 1;
        observer.event(events::victory);
        let verdict = self.victory_phase();
        observer.phase_ended(Phase::Over as u8, None, self.left(), || self.values());
        observer.turn_ended(Side::BOTH.map(|side| self.side_state(side)));
        observer.event(|| events::victory_phase(self));
        if let Some(verdict) = verdict {
            self.verdict = Some(verdict);
            (self.phase, self.decision) = (Phase::Over, Decision::Nothing);
            observer.rule_fired(self.setup.scenario.deciding_rule(verdict));
            observer.event(|| events::verdict(self, verdict));
            return;
        }
        self.turn += 1;
        self.begin_movement(self.first);
        observer.event(|| events::turn(self));
        observer.event(|| events::phase(self));
    }

    /// Whether a unit may be put on Overwatch now (DF-OVW-01 to DF-OVW-04, DF-OVW-13).
    fn check_watch(&self, unit: u8) -> Result<(), Refusal> {
        let side = side_of(unit);
        let force = self.force(side);
        if side != self.active {
            return Err(Refusal::new("DF-OVW-01", "only in its own Movement Phase"));
        }
        if !force.ready().contains(unit) {
            return Err(Refusal::new("DF-OVW-02", "the unit is not ready"));
        }
        if force.aboard.contains(unit) {
            return Err(Refusal::new("DF-OVW-13", "riders cannot be on Overwatch"));
        }
        if force.watching.contains(unit) {
            return Err(Refusal::new("DF-OVW-01", "it is on Overwatch already"));
        }
        if force.watching.len() >= u32::from(self.setup.rules.overwatch_limit) {
            return Err(Refusal::new("DF-OVW-01", "no more units may be on Overwatch"));
        }
        if !self.setup.rules.overwatch_after_move && (force.moved | force.rode).contains(unit) {
            return Err(Refusal::new("DF-OVW-03", "it has moved in this phase"));
        }
        if !self.led(unit) {
            return Err(Refusal::new("DF-OVW-02", "no ready friendly leader has it in range"));
        }
        Ok(())
    }

    /// The present phase is over.
    pub(super) fn tell_phase_ended<C: Observer<events::LogEntry>>(&self, observer: &mut C) {
        let of = matches!(self.phase, Phase::Movement | Phase::Attack).then_some(self.active);
        observer.phase_ended(self.phase as u8, of, self.left(), || self.values());
    }

    /// Who is alive, or has left the map unharmed.
    fn left(&self) -> Option<[u64; 2]> {
        Some(self.forces.each_ref().map(|force| (force.alive | force.saved).bits()))
    }

    /// Value alive of both sides, points.
    fn values(&self) -> [f64; 2] {
        Side::BOTH.map(|side| self.value(side))
    }

    /// Tells who stands where, once set-up is over.
    fn tell_start<C: Observer<events::LogEntry>>(&self, observer: &mut C) {
        if self.phase != Phase::Deployment {
            observer.phase_ended(Phase::Deployment as u8, None, self.left(), || self.values());
            observer.event(|| events::battle(self));
            observer.event(|| events::turn(self));
            observer.event(|| events::phase(self));
        }
    }

    fn visit_moves(&self, visit: &mut impl FnMut(Choice)) {
        let side = self.active;
        let mut reach = Reach::new();
        for unit in members(side, self.force(side).ready()) {
            if self.check_watch(unit).is_ok() {
                visit(Choice::Watch { unit });
            }
            if self.force(side).watching.contains(unit) {
                visit(Choice::StandDown { unit });
            }
            if self.check_mover(unit).is_err() {
                continue;
            }
            if self.profile(unit).jet.is_none() || self.setup.rules.jet_may_walk {
                reach.search(self, unit);
                for hex in reach.ends() {
                    visit(Choice::Move { unit, path: reach.path(self, hex) });
                }
                self.visit_exits(unit, &reach, visit);
            }
            self.visit_flights(unit, &mut |direction, length, _| visit(Choice::Fly { unit, direction, length }));
        }
        visit(Choice::EndMovement);
    }

    /// Shows the ways off the map (`breakthrough`), from every hex of the north row that leaves enough to pay for it.
    pub(super) fn visit_exits(&self, unit: u8, reach: &Reach, visit: &mut impl FnMut(Choice)) {
        for &hex in reach.entered() {
            if self.may_exit_from(unit, hex) {
                let path = reach.path(self, hex).then_exit();
                if self.check_move(unit, path).is_ok() {
                    visit(Choice::Move { unit, path });
                }
            }
        }
    }
}

/// The ammunition of a fresh unit.
fn full_load(codex: &Codex, kind: u8) -> [u8; MOST_MODES] {
    let mut ammo = [0; MOST_MODES];
    for (left, mode) in ammo.iter_mut().zip(&codex.profiles[usize::from(kind)].modes) {
        *left = codex.weapons[usize::from(mode.weapon)].ammo.unwrap_or(0);
    }
    ammo
}

impl Game for Battle<'_> {
    type Choice = Choice;
    type Event = events::LogEntry;
    type Refusal = Refusal;

    const TACTICS: &'static [Tactic] = tactics::TACTICS;

    fn tactics_of(&self, choice: Choice) -> Tactics {
        tactics::tactics_of(self, choice)
    }

    #[inline]
    fn to_choose(&self) -> Option<Side> {
        (self.decision != Decision::Nothing).then_some(self.decider)
    }

    fn choices(&self, visit: &mut impl FnMut(Choice)) {
        match self.decision {
            Decision::Deploy => {
                let side = self.decider;
                for unit in members(side, self.force(side).unplaced) {
                    self.visit_places(unit, &mut |hex| visit(Choice::Place { unit, hex }));
                }
                visit_mounts(self, &self.setup.rules, side, &mut |unit, carrier| {
                    visit(Choice::Mount { unit, carrier });
                });
            }
            Decision::Move => self.visit_moves(visit),
            Decision::React => {
                self.visit_shots(&mut |shot| visit(Choice::Shoot(shot)));
                visit(if self.volley.open { Choice::Fire } else { Choice::Hold });
            }
            Decision::Attack => {
                self.visit_shots(&mut |shot| visit(Choice::Shoot(shot)));
                visit(if self.volley.open { Choice::Fire } else { Choice::EndAttacks });
            }
            Decision::Stand => {
                visit(Choice::Stand);
                visit(Choice::GiveWay);
            }
            Decision::Retreat => {
                if let Some(effect) = &self.effect {
                    self.visit_retreats(effect, &mut |path, _| visit(Choice::Retreat { path }));
                }
            }
            Decision::Proceed => visit(Choice::Proceed),
            Decision::Recover => visit(Choice::Recover),
            Decision::Nothing => {}
        }
    }

    fn check(&self, choice: Choice) -> Result<(), Refusal> {
        let own = |unit: u8| {
            let listed = place_of(unit) < usize::from(self.force(side_of(unit)).size) && unit != NOBODY;
            if listed && side_of(unit) == self.decider {
                Ok(())
            } else {
                Err(Refusal::new("DF-ARM-01", "the unit is not of the side that decides"))
            }
        };
        let unplaced = |unit: u8| {
            if self.force(side_of(unit)).unplaced.contains(unit) {
                Ok(())
            } else {
                Err(Refusal::new("DF-SET-05", "the unit has been set up"))
            }
        };
        match (self.decision, choice) {
            (Decision::Deploy, Choice::Place { unit, hex }) => {
                own(unit)?;
                unplaced(unit)?;
                self.check_place(unit, hex)
            }
            (Decision::Deploy, Choice::Mount { unit, carrier }) => {
                own(unit)?;
                unplaced(unit)?;
                self.check_mount(unit, carrier)
            }
            (Decision::Move, Choice::Move { unit, path }) => {
                own(unit)?;
                if self.profile(unit).jet.is_some() && !self.setup.rules.jet_may_walk {
                    return Err(Refusal::new("DF-MOV-08", "it has to fly"));
                }
                self.check_move(unit, path)
            }
            (Decision::Move, Choice::Fly { unit, direction, length }) => {
                own(unit)?;
                self.check_flight(unit, direction, length)
            }
            (Decision::Move, Choice::Watch { unit }) => {
                own(unit)?;
                self.check_watch(unit)
            }
            (Decision::Move, Choice::StandDown { unit }) => {
                own(unit)?;
                if self.force(side_of(unit)).watching.contains(unit) {
                    Ok(())
                } else {
                    Err(Refusal::new("DF-OVW-04", "the unit is not on Overwatch"))
                }
            }
            (Decision::Move, Choice::EndMovement)
            | (Decision::Stand, Choice::Stand | Choice::GiveWay)
            | (Decision::Proceed, Choice::Proceed)
            | (Decision::Recover, Choice::Recover) => Ok(()),
            (Decision::Attack | Decision::React, Choice::Shoot(shot)) => {
                own(shot.unit)?;
                if let Aim::Unit(target) = shot.aim
                    && (target == NOBODY || place_of(target) >= usize::from(self.force(side_of(target)).size))
                {
                    return Err(Refusal::new("DF-ATK-18", "there is no such target"));
                }
                self.check_shot(shot)
            }
            (Decision::Attack | Decision::React, Choice::Fire) if self.volley.open => Ok(()),
            (Decision::Attack, Choice::EndAttacks) | (Decision::React, Choice::Hold) if !self.volley.open => Ok(()),
            (Decision::Retreat, Choice::Retreat { path }) => self.check_retreat(path),
            _ => Err(Refusal::new("DF-TRN-01", "that is not to be decided now")),
        }
    }

    fn stream(&self) -> StreamKey {
        let (side, purpose) = match self.decision {
            Decision::Deploy | Decision::Nothing => (self.decider, Purpose::Setup),
            Decision::Move => (self.decider, Purpose::Initiative),
            Decision::React => (self.decider, Purpose::Reaction),
            Decision::Attack => (self.decider, Purpose::Shooting),
            Decision::Stand => (self.decider, Purpose::Morale),
            // What follows are the attacker's dice for the rest of the attack.
            Decision::Retreat | Decision::Proceed if self.volley.reaction => (self.active.other(), Purpose::Reaction),
            Decision::Retreat | Decision::Proceed => (self.active, Purpose::Shooting),
            Decision::Recover => (self.decider, Purpose::Recovery),
        };
        StreamKey { seat: self.seat(side), purpose, k: self.turn }
    }

    #[inline]
    fn apply(&mut self, choice: Choice, dice: &mut impl Dice, observer: &mut impl Observer<events::LogEntry>) {
        if self.phase != Phase::Deployment {
            observer.event(|| events::choice(self, choice));
        }
        match choice {
            Choice::Place { unit, hex } => {
                self.place(unit, hex);
                self.tell_start(observer);
            }
            Choice::Mount { unit, carrier } => {
                self.mount(unit, carrier);
                self.tell_start(observer);
            }
            Choice::Move { unit, path } => self.begin_motion(unit, path, false, observer),
            Choice::Fly { unit, direction, length } => {
                let path = (0..length).fold(Path::EMPTY, |path, _| path.then(direction));
                observer.rule_fired(rule::MOV_08);
                self.begin_motion(unit, path, true, observer);
            }
            Choice::Watch { unit } => {
                self.forces[side_of(unit).index()].watching |= bit(unit);
                observer.rule_fired(rule::OVW_01);
                observer.event(|| events::status(self, unit, "overwatch"));
            }
            Choice::StandDown { unit } => {
                self.forces[side_of(unit).index()].watching &= !bit(unit);
                observer.rule_fired(rule::OVW_04);
                observer.event(|| events::status(self, unit, "off-overwatch"));
            }
            Choice::EndMovement => {
                self.tell_phase_ended(observer);
                self.begin_attacks();
                observer.event(|| events::phase(self));
            }
            Choice::Shoot(shot) => self.declare(shot),
            Choice::Fire => self.fire(dice, observer),
            Choice::Hold => self.hold(observer),
            Choice::EndAttacks => self.stop_attacking(dice, observer),
            Choice::Stand => {
                self.try_to_stand(dice, observer);
                self.go_on(observer);
            }
            Choice::GiveWay => {
                self.ask_retreat(observer);
                self.go_on(observer);
            }
            Choice::Retreat { path } => {
                if let Some(effect) = self.effect.take() {
                    self.finish_effect(&effect, path, observer);
                }
                self.proceed(dice, observer);
            }
            Choice::Proceed => self.proceed(dice, observer),
            Choice::Recover => self.recover(dice, observer),
        }
    }

    #[inline]
    fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    #[inline]
    fn seat(&self, side: Side) -> Seat {
        if side == self.first { Seat::First } else { Seat::Second }
    }

    #[inline]
    fn turn(&self) -> u16 {
        self.turn
    }

    fn plan_stage(&self) -> Option<PlanStage> {
        let own = self.turn == 0 || self.decider == self.active;
        own.then_some(PlanStage { turn: self.turn, phase: self.phase as u16, step: 0 })
    }

    fn standing(&self, side: Side) -> f64 {
        share(self.worth(side), self.worth(side.other()))
    }
}
