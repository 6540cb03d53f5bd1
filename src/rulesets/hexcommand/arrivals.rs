//! Reinforcements (HX-REI): where they enter, who stands in their way, how they come on.

use super::choices::{Act, Choice, March, Refusal};
use super::events;
use super::ledger::rule;
use super::movement::with_search;
use super::rules::{ReinforcementEntry, ReinforcementRoll, ZocContact};
use super::scene::Entry;
use super::spotting;
use super::state::{Battle, Decision, NOBODY, UnitId, UnitSet, bit, members, side_of};
use crate::dice::Dice;
use crate::game::{Observer, Side};
use crate::tabletop::hex::{HexIndex, flat::Direction};

/// Where the arrival step is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    /// Nobody arrives.
    #[default]
    Over,
    /// The die for the location is thrown.
    Roll,
    /// Those in the way stay or go.
    Block,
    /// They go.
    MakeWay,
    /// Units enter.
    Enter,
}

/// What the arrival step, and the start of a turn, are in the middle of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    stage: Stage,
    /// Those who make way and have still to go.
    leaving: UnitSet,
    /// Number of the turn for which initiative has been settled.
    pub initiative: u16,
}

impl<'s> Battle<'s> {
    /// Whether arrivals of a side are due in this turn.
    #[must_use]
    pub fn arrives(&self, side: Side) -> bool {
        !self.force(side).due.is_empty() && !self.due_now(side).is_empty()
    }

    /// The units of a side that may come on in this turn: those of the turn, and those who waited.
    #[must_use]
    pub fn due_now(&self, side: Side) -> UnitSet {
        let arrivals = &self.setup.scenario.arrivals;
        let due =
            |unit: &UnitId| arrivals.get(usize::from(self.unit(*unit).wave)).is_none_or(|it| it.turn <= self.turn);
        self.force(side).due.members(side).filter(due).collect()
    }

    /// The entries between which it is to be settled where a unit comes on.
    fn entries(&self, unit: UnitId) -> usize {
        let arrivals = self.setup.scenario.arrivals.get(usize::from(self.unit(unit).wave));
        arrivals.map_or(1, |arrivals| arrivals.entries[side_of(unit).index()].len())
    }

    /// The units of which it is to be settled where they come on.
    fn unlocated(&self, side: Side) -> UnitSet {
        self.due_now(side).members(side).filter(|unit| self.unit(*unit).entry == NOBODY).collect()
    }

    pub(super) fn begin_arrivals(&mut self) {
        let side = self.phasing;
        self.arrival.leaving = UnitSet::EMPTY;
        self.arrival.stage = if self.arrives(side) { Stage::Roll } else { Stage::Over };
    }

    /// What the arrival step has still to decide.
    pub(super) fn ask_arrivals(&mut self, side: Side) -> Option<(Decision, Side)> {
        loop {
            match self.arrival.stage {
                Stage::Over => return None,
                Stage::Roll => {
                    let unlocated = self.unlocated(side);
                    let thrown = self.setup.rules.reinforcement_entry == ReinforcementEntry::D6;
                    if thrown && unlocated.members(side).any(|unit| self.entries(unit) > 1) {
                        return Some((Decision::Entry, side));
                    }
                    for unit in members(side, unlocated) {
                        // The written entry is the middle one (HX-REI-02).
                        self.unit_mut(unit).entry = (self.entries(unit) / 2) as u8;
                    }
                    self.arrival.stage = Stage::Block;
                }
                Stage::Block => {
                    if !self.blockers(side).is_empty() {
                        return Some((Decision::Block, side.other()));
                    }
                    self.arrival.stage = Stage::Enter;
                }
                Stage::MakeWay => {
                    if !self.arrival.leaving.is_empty() {
                        return Some((Decision::MakeWay, side.other()));
                    }
                    self.arrival.stage = Stage::Enter;
                }
                Stage::Enter => {
                    let mut any = false;
                    self.visit_entries(side, &mut |_| any = true);
                    return any.then_some((Decision::Arrive, side));
                }
            }
        }
    }

    /// Where a unit arrives, and the zone in which it comes on; none before that is settled.
    #[must_use]
    pub fn entry(&self, unit: UnitId) -> Option<&'s Entry> {
        let (scenario, side, state) = (&self.setup.scenario, side_of(unit).index(), self.unit(unit));
        match scenario.arrivals.get(usize::from(state.wave)) {
            Some(arrivals) => arrivals.entries[side].get(usize::from(state.entry)),
            None => Some(&scenario.overflow[side]),
        }
    }

    /// Whether a hex lies in the entry zone of any unit of a side that may come on now (HX-REI-04).
    fn in_arrival_zone(&self, side: Side, hex: HexIndex) -> bool {
        self.due_now(side).members(side).any(|unit| self.entry(unit).is_some_and(|entry| entry.zone.contains(hex)))
    }

    /// The enemies in the entry zones of a side's arrivals that could make way: steady, out of contact (HX-REI-03, R-169).
    fn blockers(&self, side: Side) -> UnitSet {
        let enemy = side.other();
        let force = self.force(enemy);
        let there = (force.steady() & force.combat).members(enemy);
        there.filter(|unit| !self.in_contact(*unit) && self.in_arrival_zone(side, self.unit(*unit).hex)).collect()
    }

    /// Whether an enemy makes way for arrivals now: it moves out of turn.
    pub(super) fn makes_way(&self, unit: UnitId) -> bool {
        self.decision == Decision::MakeWay && self.arrival.leaving.contains(unit) && side_of(unit) == self.decider
    }

    /// Whether a unit that makes way may take a step: never nearer to an entry, never into a zone of control.
    pub(super) fn check_way_out(&self, unit: UnitId, from: HexIndex, to: HexIndex) -> Result<(), Refusal> {
        let side = side_of(unit).other();
        let nearer = |arrival: UnitId| {
            let distance = |hex: HexIndex, entry: &Entry| self.setup.field.distance(hex, entry.hex);
            self.entry(arrival).is_some_and(|entry| distance(to, entry) < distance(from, entry))
        };
        if self.due_now(side).members(side).any(nearer) {
            return Err(Refusal::new("R-169", "that leads nearer to the entry"));
        }
        if self.in_enemy_zone(side_of(unit), to) {
            return Err(Refusal::new("R-169", "that leads into an enemy zone"));
        }
        Ok(())
    }

    /// The next unit that makes way, in list order.
    fn leaver(&self) -> UnitId {
        self.arrival.leaving.members(self.decider).next().unwrap_or(NOBODY)
    }

    /// Whether a unit that makes way can leave the zones of the arrivals.
    fn finds_a_way_out(&self, unit: UnitId) -> bool {
        let side = side_of(unit).other();
        let mut out = false;
        with_search(|search| {
            for act in [Act::None, Act::Limber] {
                search.visit(self, unit, act, &mut |march| {
                    out |= self.check_march(&march).is_ok_and(|(_, at)| !self.in_arrival_zone(side, at.hex));
                });
            }
        });
        out
    }

    fn visit_ways_out(&self, visit: &mut impl FnMut(Choice)) {
        let unit = self.leaver();
        let side = side_of(unit).other();
        let out = self.finds_a_way_out(unit);
        with_search(|search| {
            for act in [Act::None, Act::Limber] {
                search.visit(self, unit, act, &mut |march| {
                    let ends = self.check_march(&march).map(|(_, at)| at.hex);
                    if ends.is_ok_and(|hex| !out || !self.in_arrival_zone(side, hex)) {
                        visit(Choice::March(march));
                    }
                });
            }
        });
        if !out {
            visit(Choice::March(March::stay(unit, self.unit(unit).facing)));
        }
    }

    pub(super) fn visit_arrivals(&self, visit: &mut impl FnMut(Choice)) {
        match self.decision {
            Decision::Block => {
                visit(Choice::Stay);
                visit(Choice::MakeWay);
            }
            Decision::MakeWay => self.visit_ways_out(visit),
            Decision::Arrive => {
                self.visit_entries(self.decider, visit);
                visit(Choice::Done);
            }
            _ => {}
        }
    }

    /// Shows how the arrivals of a side can enter.
    fn visit_entries(&self, side: Side, visit: &mut impl FnMut(Choice)) {
        for unit in members(side, self.due_now(side)) {
            let Some(entry) = self.entry(unit) else { continue };
            for hex in entry.zone.iter() {
                for facing in Direction::ALL {
                    if self.check_entry(unit, hex, facing).is_ok() {
                        visit(Choice::Enter { unit, hex, facing });
                    }
                }
            }
        }
    }

    /// Whether a unit may enter the board in a hex (HX-REI-01, HX-REI-04, R-168).
    fn check_entry(&self, unit: UnitId, hex: HexIndex, facing: Direction) -> Result<(), Refusal> {
        let side = side_of(unit);
        let field = &self.setup.field;
        if !self.due_now(side).contains(unit) {
            return Err(Refusal::new("HX-REI-01", "the unit is not due"));
        }
        if usize::from(hex) >= field.hexes() {
            return Err(Refusal::new("HX-REI-04", "there is no such hex"));
        }
        if !self.entry(unit).is_some_and(|entry| entry.zone.contains(hex)) {
            return Err(Refusal::new("HX-REI-04", "not a hex of its entry zone"));
        }
        if self.at(hex).is_some() || !self.may_stand(hex, self.class(unit)) {
            return Err(Refusal::new("HX-REI-05", "it cannot enter there"));
        }
        if self.in_enemy_zone(side, hex) {
            let bound = self.setup.rules.zoc_contact == ZocContact::Mandatory;
            if !self.fights(unit) {
                return Err(Refusal::new("HX-ZOC-05", "it cannot melee and keeps out of enemy zones"));
            }
            let faces = |enemy: UnitId| {
                let way = field.direction(hex, self.unit(enemy).hex);
                way.is_some_and(|way| [-1, 0, 1].iter().any(|turn| facing.turned(*turn) == way))
            };
            if bound && !self.zones_over(side, hex).any(faces) {
                return Err(Refusal::new("HX-ZOC-05", "it must face an enemy whose zone it enters"));
            }
        }
        self.check_behind_blockers(unit, hex)
    }

    /// Before any arrival may stand in flank or rear of a blocker, each blocker is faced by one of them (HX-REI-04).
    fn check_behind_blockers(&self, unit: UnitId, hex: HexIndex) -> Result<(), Refusal> {
        let (side, field) = (side_of(unit), &self.setup.field);
        let force = self.force(side);
        let enemy = side.other();
        let zone = |foe: &UnitId| {
            let at = self.unit(*foe).hex;
            let near = |one: UnitId| self.entry(one).is_some_and(|entry| entry.zone.contains(at));
            (force.arrived | self.due_now(side)).members(side).any(near)
        };
        let enemies = self.force(enemy);
        let standing = enemies.steady() & enemies.combat & !enemies.hidden;
        let behind = |foe: &UnitId| field.distance(self.unit(*foe).hex, hex) == 1 && self.flanked_from(*foe, hex);
        if !standing.members(enemy).filter(zone).any(|foe| behind(&foe)) {
            return Ok(());
        }
        let faced = |foe: UnitId| {
            (force.arrived & force.present & !bit(unit)).members(side).any(|one| {
                let state = self.unit(one);
                field.distance(state.hex, self.unit(foe).hex) == 1
                    && self.in_front(one, self.unit(foe).hex)
                    && !self.flanked_from(foe, state.hex)
            })
        };
        if standing.members(enemy).filter(zone).all(faced) {
            Ok(())
        } else {
            Err(Refusal::new("HX-REI-04", "each enemy in the way must be faced first"))
        }
    }

    /// The same for the end of a move of a unit that arrived in this turn.
    pub(super) fn check_arrival_end(&self, unit: UnitId, hex: HexIndex) -> Result<(), Refusal> {
        if self.own_force(unit).arrived.contains(unit) { self.check_behind_blockers(unit, hex) } else { Ok(()) }
    }

    pub(super) fn check_arrivals(&self, choice: Choice) -> Result<(), Refusal> {
        match (self.decision, choice) {
            (Decision::Block, Choice::Stay | Choice::MakeWay) | (Decision::Arrive, Choice::Done) => Ok(()),
            (Decision::MakeWay, Choice::March(march)) => {
                self.check_own(march.unit)?;
                if march.unit != self.leaver() {
                    return Err(Refusal::new("R-169", "those in the way go in list order"));
                }
                let (_, at) = self.check_march(&march)?;
                let side = side_of(march.unit).other();
                if !self.in_arrival_zone(side, at.hex) || !self.finds_a_way_out(march.unit) {
                    return Ok(());
                }
                Err(Refusal::new("R-169", "it leaves the zone if it can"))
            }
            (Decision::Arrive, Choice::Enter { unit, hex, facing }) => {
                self.check_own(unit)?;
                self.check_entry(unit, hex, facing)
            }
            _ => Err(Refusal::new("HX-TRN-02", "that is not to be decided now")),
        }
    }

    pub(super) fn apply_arrivals<D: Dice, C: Observer<events::LogEntry>>(
        &mut self,
        choice: Choice,
        dice: &mut D,
        observer: &mut C,
    ) {
        let side = self.phasing;
        match (self.decision, choice) {
            (Decision::Entry, _) => self.roll_entry(side, dice, observer),
            (Decision::Block, Choice::Stay) => self.arrival.stage = Stage::Enter,
            (Decision::Block, _) => {
                self.arrival.leaving = self.blockers(side);
                for unit in members(side.other(), self.arrival.leaving) {
                    // What it did in its own half does not shorten these moves.
                    self.unit_mut(unit).steps = 0;
                }
                self.arrival.stage = Stage::MakeWay;
                observer.rule_fired(rule::REI_03);
            }
            (Decision::MakeWay, Choice::March(march)) => {
                self.carry_out(&march, observer);
                self.arrival.leaving &= !bit(march.unit);
                self.reveal_what_is_near(observer);
            }
            (Decision::Arrive, Choice::Enter { unit, hex, facing }) => {
                self.come_on(unit, hex, facing, dice, observer);
            }
            _ => self.arrival.stage = Stage::Over,
        }
    }

    /// Throws for where arrivals enter (HX-REI-02, R-168).
    fn roll_entry<D: Dice, C: Observer<events::LogEntry>>(&mut self, side: Side, dice: &mut D, observer: &mut C) {
        observer.rule_fired(rule::REI_02);
        let unlocated = self.unlocated(side);
        match self.setup.rules.reinforcement_roll {
            ReinforcementRoll::PerSide => self.locate(side, unlocated, dice),
            ReinforcementRoll::PerGroup => {
                for group in 0..self.force(side).groups {
                    let own = unlocated.members(side).filter(|unit| self.unit(*unit).group == group).collect();
                    self.locate(side, own, dice);
                }
            }
        }
        let thrown = dice.thrown();
        observer.event(|| events::entry(self, side, thrown));
    }

    /// One throw for all of these units: each comes on at that of its entries for which the face stands.
    fn locate<D: Dice>(&mut self, side: Side, units: UnitSet, dice: &mut D) {
        if units.is_empty() {
            return;
        }
        let face = dice.d6();
        for unit in members(side, units) {
            self.unit_mut(unit).entry = spotting::location(self.entries(unit) as u8, face) - 1;
        }
    }

    /// A unit comes on the board. In an enemy zone it has entered that zone.
    fn come_on<D: Dice, C: Observer<events::LogEntry>>(
        &mut self,
        unit: UnitId,
        hex: HexIndex,
        facing: Direction,
        dice: &mut D,
        observer: &mut C,
    ) {
        let side = side_of(unit);
        self.unit_mut(unit).facing = facing;
        self.put(unit, hex);
        let force = self.force_mut(side);
        force.due &= !bit(unit);
        force.arrived |= bit(unit);
        force.late |= UnitSet::of_if(unit, force.checked);
        force.stirred |= bit(unit);
        observer.rule_fired(rule::REI_01);
        observer.event(|| events::arrived(self, unit));
        self.enter_hex(unit, observer);
        self.reveal_near(unit, observer);
        self.unit_mut(unit).steps = 0;
        if self.own_force(unit).present.contains(unit) && self.in_enemy_zone(side, hex) {
            self.march.left = self.allowance(unit);
            // The zone ends its move there (HX-ZOC-03).
            self.unit_mut(unit).steps = self.march.left;
            if self.setup.rules.zoc_contact == ZocContact::Mandatory {
                self.contact_entered(unit, dice, observer);
            }
        }
        self.reveal_what_is_near(observer);
        self.run_breaking(dice, observer);
    }

    /// Whether some of a side's arrivals can come on in its movement step.
    pub(super) fn may_enter_now(&self, side: Side) -> bool {
        let mut any = false;
        self.visit_late_entries(side, &mut |_| any = true);
        any
    }

    /// Shows how arrivals that found no room before can enter in the movement step.
    pub(super) fn visit_late_entries(&self, side: Side, visit: &mut impl FnMut(Choice)) {
        if self.arrives(side) {
            self.visit_entries(side, &mut |choice| {
                if let Choice::Enter { unit, hex, facing } = choice
                    && self.check_late_entry(unit, hex, facing).is_ok()
                {
                    visit(choice);
                }
            });
        }
    }

    pub(super) fn check_late_entry(&self, unit: UnitId, hex: HexIndex, facing: Direction) -> Result<(), Refusal> {
        if self.by_activation() && self.unit(unit).group != self.active_group && !self.floats(unit) {
            return Err(Refusal::new("HX-TRN-04", "its group does not move now"));
        }
        self.check_entry(unit, hex, facing)
    }

    /// A unit comes on in the movement step: its entry is one hex of its move.
    pub(super) fn enter_late<D: Dice, C: Observer<events::LogEntry>>(
        &mut self,
        unit: UnitId,
        hex: HexIndex,
        facing: Direction,
        dice: &mut D,
        observer: &mut C,
    ) {
        self.come_on(unit, hex, facing, dice, observer);
        let state = self.unit_mut(unit);
        state.steps = state.steps.max(1);
        if self.in_contact(unit) {
            self.force_mut(side_of(unit)).done |= bit(unit);
        }
        observer.rule_fired(rule::REI_05);
    }
}
