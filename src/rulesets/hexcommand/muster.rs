//! What stands in the field before set-up: units, commanders, brigades, and the markers of units that hide (HX-ARM, HX-SPT-01).

use arrayvec::ArrayVec;

use super::choices::Stance;
use super::codex::{Grade, Service, Trait};
use super::command;
use super::ledger::rule;
use super::order_of_battle::{MOST_COMMANDERS, MOST_GROUPS, MOST_UNITS, OrderOfBattle, Recruit, TRAITS};
use super::rules::{CvsChangeLimit, CvsMode, HiddenSides, TribalCheck};
use super::scene::{MOST_OBJECTIVES, Who};
use super::state::{
    Battle, Commander, Decision, Fate, Force, Group, MOST_ROUTES, NOBODY, Phase, Setup, Step, Unit, UnitSet, bit,
    members, unit_id,
};
use super::terrain::Works;
use super::{arrivals, events, fire_step, march, melee_step};
use crate::dice::Dice;
use crate::game::{Observer, Side};
use crate::tabletop::hex::NOWHERE;
use crate::tabletop::hexset::MOST_HEXES;

/// T of a brigade that nobody leads, and values of commanders where there are none (HX-CVS-14, R-176).
pub const LEADERLESS: u8 = 7;

/// What a game begins with.
#[derive(Clone, Copy, Debug)]
pub struct Lineup<'l> {
    /// The first seat: it sets up last.
    pub first: Side,
    /// What each side musters.
    pub forces: [&'l OrderOfBattle; 2],
}

impl<'s> Battle<'s> {
    /// A game about to be set up.
    #[must_use]
    pub fn new(setup: &'s Setup, lineup: &Lineup<'_>) -> Self {
        let mut battle = Self::empty(setup);
        battle.restart(lineup);
        battle
    }

    /// A board with nobody on it.
    #[must_use]
    pub fn empty(setup: &'s Setup) -> Self {
        Self {
            setup,
            units: [Unit::NONE; 2 * MOST_UNITS],
            forces: [Force::default(); 2],
            commanders: [[Commander::NONE; MOST_COMMANDERS]; 2],
            groups: [[Group::NONE; MOST_GROUPS]; 2],
            occupant: [NOBODY; MOST_HEXES],
            below: [NOBODY; MOST_HEXES],
            contacts: ArrayVec::new(),
            sites: ArrayVec::new(),
            works: [Works::None; MOST_HEXES],
            both_rallied: false,
            rallied: false,
            held: [None; MOST_OBJECTIVES],
            turn: 0,
            first: Side::A,
            leader: Side::A,
            second_half: false,
            phasing: Side::A,
            active_group: NOBODY,
            phase: Phase::Deployment,
            step: Step::SetUp,
            decision: Decision::Nothing,
            decider: Side::A,
            march: march::Progress::default(),
            arrival: arrivals::Progress::default(),
            fire: fire_step::Progress::default(),
            melee: melee_step::Progress::default(),
            verdict: None,
        }
    }

    /// Clears the board and musters two forces, keeping the memory.
    pub fn restart(&mut self, lineup: &Lineup<'_>) {
        self.clear(lineup.first);
        for side in Side::BOTH {
            self.muster(side, lineup.forces[side.index()]);
        }
        self.next_deployment();
    }

    /// Takes everything off the board.
    pub(super) fn clear(&mut self, first: Side) {
        self.occupant.fill(NOBODY);
        self.below.fill(NOBODY);
        self.contacts.clear();
        self.sites.clear();
        self.works[..self.setup.field.hexes()].copy_from_slice(&self.setup.field.works);
        self.held = [None; MOST_OBJECTIVES];
        (self.turn, self.first, self.leader, self.phasing) = (0, first, first, first);
        (self.second_half, self.active_group, self.verdict) = (false, NOBODY, None);
        (self.phase, self.step) = (Phase::Deployment, Step::SetUp);
        self.march = march::Progress::default();
        self.arrival = arrivals::Progress::default();
        self.fire = fire_step::Progress::default();
        self.melee = melee_step::Progress::default();
    }

    /// Musters the force of a side, all of it still to be set up.
    pub(super) fn muster(&mut self, side: Side, list: &OrderOfBattle) {
        let hides = self.hides(side);
        self.forces[side.index()] = Force {
            listed: list.units.len() as u8,
            supreme: NOBODY,
            break_point: self.setup.scenario.break_points[side.index()],
            groups: list.groups.len() as u8,
            retreats: [NOWHERE; MOST_ROUTES],
            redoubts: list.redoubts,
            quick_works: list.quick_works,
            ..Force::default()
        };
        for (place, recruit) in list.units.iter().enumerate() {
            self.enlist(side, place, recruit, false);
        }
        let force = self.force_mut(side);
        (force.size, force.fielded) = (force.listed, force.combat.len() as u8);
        self.take_up_terms(side);
        if hides {
            self.add_fakes(side);
        }
        self.groups[side.index()] = [Group::NONE; MOST_GROUPS];
        for (group, brigade) in self.groups[side.index()].iter_mut().zip(&list.groups) {
            group.brigade = *brigade;
        }
        self.appoint(side, list);
    }

    /// Puts units where the scenario has them stand, and sets those aside that it has arrive later: the last ones of their
    /// kind.
    fn take_up_terms(&mut self, side: Side) {
        let scenario = &self.setup.scenario;
        let unplaced = |battle: &Self, kind: u8| -> UnitSet {
            let unplaced = battle.force(side).unplaced;
            unplaced.members(side).filter(|unit| battle.unit(*unit).kind == kind).collect()
        };
        for placed in scenario.placed.iter().filter(|placed| placed.side == side) {
            if let Some(unit) = unplaced(self, placed.kind).members(side).next() {
                let limbered = scenario.limbered && self.is_battery(unit);
                self.place(unit, placed.hex, placed.facing, if limbered { Stance::Other } else { Stance::Usual });
            }
        }
        for (wave, arrivals) in scenario.arrivals.iter().enumerate() {
            let Who::Units { side: whose, kind, count } = arrivals.who else { continue };
            let own = if whose == side { unplaced(self, kind) } else { UnitSet::EMPTY };
            let first = (own.len() as usize).saturating_sub(count.into());
            for unit in own.members(side).skip(first) {
                self.keep(unit, wave as u8);
                let counts = self.force(side).combat.contains(unit);
                self.force_mut(side).later += u8::from(counts);
            }
        }
    }

    /// Whether a side sets its units up as markers (HX-SPT-01, R-170): the defender, who in equal games is who sets up first.
    #[must_use]
    pub fn hides(&self, side: Side) -> bool {
        let rules = &self.setup.rules;
        rules.hidden_mode && (rules.hidden_sides == HiddenSides::Both || side != self.attacker())
    }

    /// The attacker; in equal games who sets up last.
    #[must_use]
    pub fn attacker(&self) -> Side {
        self.setup.scenario.attacker.unwrap_or(self.first)
    }

    fn enlist(&mut self, side: Side, place: usize, recruit: &Recruit, fake: bool) {
        let (rules, unit) = (&self.setup.rules, unit_id(side, place));
        let counts = !fake && self.setup.codex.is_combat_unit(recruit.kind);
        let hidden = self.hides(side) && (fake || counts);
        self.units[usize::from(unit)] = Unit {
            kind: recruit.kind,
            group: recruit.group,
            people: recruit.people,
            facing: Self::homeward(side).opposite(),
            rout_at: if recruit.rare { rules.unit_rare_rout_at } else { rules.unit_rout_at },
            supply: rules.supply_points,
            holder: side,
            ..Unit::NONE
        };
        let force = self.force_mut(side);
        force.unplaced |= bit(unit);
        force.combat |= UnitSet::of_if(unit, counts);
        force.fakes |= UnitSet::of_if(unit, fake);
        force.hidden |= UnitSet::of_if(unit, hidden);
        force.rare |= UnitSet::of_if(unit, recruit.rare);
        force.reluctant |= UnitSet::of_if(unit, recruit.tribal);
        force.special |= UnitSet::of_if(unit, recruit.special);
    }

    /// Fake markers: one for each unit, and decoys (HX-SPT-01, R-170). They go as infantry (HX-SPT-05).
    fn add_fakes(&mut self, side: Side) {
        let listed = usize::from(self.force(side).listed);
        let foot = |kind: u8| self.setup.codex.profile(kind).service == Service::Foot;
        let own = (0..listed).map(|place| self.unit(unit_id(side, place)).kind).find(|kind| foot(*kind));
        let any = || (0..self.setup.codex.sold as u8).find(|kind| foot(*kind)).unwrap_or_default();
        let kind = own.unwrap_or_else(any);
        let true_ones: UnitSet = self.force(side).combat;
        let fakes = true_ones.members(side).map(|unit| self.unit(unit).group);
        let decoys = std::iter::repeat_n(0, usize::from(self.setup.rules.hidden_decoys));
        let groups: ArrayVec<u8, { 2 * MOST_UNITS }> = fakes.chain(decoys).collect();
        for group in groups {
            let place = usize::from(self.force(side).size);
            if place < MOST_UNITS {
                self.enlist(side, place, &Recruit { kind, group, ..Recruit::default() }, true);
                self.force_mut(side).size += 1;
            }
        }
    }

    /// The commanders of a side, the first one supreme (HX-ARM-07, R-176). Without command values each has C alone.
    fn appoint(&mut self, side: Side, list: &OrderOfBattle) {
        let rules = &self.setup.rules;
        let plain = [rules.command_value, 0, LEADERLESS, LEADERLESS, rules.initiative_leaderless];
        self.commanders[side.index()] = [Commander::NONE; MOST_COMMANDERS];
        for (commander, appointed) in self.commanders[side.index()].iter_mut().zip(&list.commanders) {
            let own = appointed.values.filter(|_| rules.cvs_mode != CvsMode::Off);
            *commander = Commander {
                values: own.unwrap_or(plain),
                level: appointed.level,
                of: appointed.of,
                people: appointed.people,
                fate: Fate::Present,
                ..Commander::NONE
            };
        }
        let tribes = rules.tribal_check != TribalCheck::Off && !self.force(side).reluctant.is_empty();
        let draws = rules.cvs_mode == CvsMode::Random && !list.commanders.is_empty();
        let force = self.force_mut(side);
        force.commanders_start = list.commanders.len().min(MOST_COMMANDERS) as u8;
        force.supreme = if list.commanders.is_empty() { NOBODY } else { 0 };
        force.drawn = !(tribes || draws);
        force.spread = list.spread.unwrap_or([0; 3]);
        if !tribes {
            self.force_mut(side).reluctant = UnitSet::EMPTY;
        }
        self.limit_changes(side);
    }

    /// How many orders may be written at the start, and as many changed later (HX-CVS-07, R-84).
    pub(super) fn limit_changes(&mut self, side: Side) {
        let force = self.force(side);
        let changes = match self.setup.rules.cvs_change_limit {
            _ if self.setup.rules.cvs_mode == CvsMode::Off => 0,
            CvsChangeLimit::None => u8::MAX,
            CvsChangeLimit::Number(number) => number,
            CvsChangeLimit::InitiativeValue if force.supreme == NOBODY => 0,
            CvsChangeLimit::InitiativeValue => self.commander(side, force.supreme).values[Trait::Initiative as usize],
        };
        let force = self.force_mut(side);
        (force.changes, force.orders) = (changes, changes);
    }

    /// Draws the command values of a side (HX-CVS-04, HX-SET-01), then checks its tribes (HX-SKM-06).
    pub(super) fn draw<D: Dice, C: Observer<events::LogEntry>>(&mut self, side: Side, dice: &mut D, observer: &mut C) {
        if self.setup.rules.cvs_mode == CvsMode::Random {
            for commander in 0..self.force(side).commanders_start {
                let values = self.draw_values(side, dice);
                self.commanders[side.index()][usize::from(commander)].values = values;
                observer.rule_fired(rule::CVS_04);
                let thrown = dice.thrown();
                observer.event(|| events::drawn(self, side, commander, thrown));
            }
            self.limit_changes(side);
        }
        let tagged = self.force(side).reluctant;
        for unit in members(side, tagged) {
            let tactical = self.tactical_of(unit);
            let willing = command::willing(&self.setup.rules, tactical, dice);
            observer.rule_fired(rule::SKM_06);
            if willing {
                self.force_mut(side).reluctant &= !bit(unit);
            }
            let thrown = dice.thrown();
            observer.event(|| events::check(self, "tribal", unit, tactical, willing, thrown));
        }
        self.force_mut(side).drawn = true;
    }

    /// Values of a commander who is drawn by the die, or by year and nation (HX-CVS-04, HX-ARM-05).
    pub(super) fn draw_values<D: Dice>(&self, side: Side, dice: &mut D) -> [u8; TRAITS] {
        let (codex, rules) = (&self.setup.codex, &self.setup.rules);
        let group: Grade = command::draw_group(codex, rules, self.force(side).spread, dice);
        command::draw_commander(codex, group, dice)
    }
}
