//! Works: those that were prepared before the battle, and those built in it (HX-CON).

use super::choices::{Choice, Refusal, Works};
use super::codex::Service;
use super::events;
use super::field::forward;
use super::ledger::rule;
use super::rules::ConstructionInterrupt;
use super::state::{Battle, Site, UnitId, bit, members, side_of};
use super::terrain::{self, MoveClass};
use crate::game::{Observer, Side};
use crate::tabletop::hex::{HexIndex, NOWHERE, flat::Direction};

impl Battle<'_> {
    /// Whether a unit may be set to work now (HX-CON-01, R-95, R-182).
    pub(super) fn check_build(&self, unit: UnitId, works: Works, hex: HexIndex) -> Result<(), Refusal> {
        if !self.setup.rules.construction_mode {
            return Err(Refusal::new("HX-CON-01", "nobody builds in this game"));
        }
        self.check_mover(unit)?;
        let (state, field) = (self.unit(unit), &self.setup.field);
        if self.profile(unit).service != Service::Foot || !self.own_force(unit).fit().contains(unit) {
            return Err(Refusal::new("R-182", "only units on foot build"));
        }
        if self.in_contact(unit) {
            return Err(Refusal::new("R-182", "it is in contact"));
        }
        if usize::from(hex) >= field.hexes() || self.sites.is_full() {
            return Err(Refusal::new("HX-CON-01", "there is no such hex"));
        }
        if state.site == (works, hex) {
            return Err(Refusal::new("HX-CON-01", "it builds that already"));
        }
        let terrain = &self.setup.codex.terrain[usize::from(field.terrain[usize::from(hex)])];
        let bare = self.works[usize::from(hex)] == terrain::Works::None;
        let fits = match works {
            Works::Pontoon => terrain.river && bare && field.distance(state.hex, hex) == 1,
            Works::Quick => hex == state.hex && bare && !terrain.fort && !terrain.crossing,
            Works::Redoubt => {
                let redoubt = self.works[usize::from(hex)] == terrain::Works::Redoubt;
                hex == state.hex && !redoubt && !terrain.fort && !terrain.crossing && !terrain.river
            }
        };
        if fits { Ok(()) } else { Err(Refusal::new("HX-CON-01", "that cannot be built there")) }
    }

    /// Shows what a unit may be set to build.
    pub(super) fn visit_works(&self, unit: UnitId, visit: &mut impl FnMut(Choice)) {
        if !self.setup.rules.construction_mode {
            return;
        }
        let own = self.unit(unit).hex;
        for works in Works::ALL {
            let round = self.setup.field.neighbours[usize::from(own)];
            let hexes = round.into_iter().filter(|hex| works == Works::Pontoon && *hex != NOWHERE);
            for hex in hexes.chain((works != Works::Pontoon).then_some(own)) {
                if self.check_build(unit, works, hex).is_ok() {
                    visit(Choice::Build { unit, works, hex });
                }
            }
        }
    }

    /// A unit begins to build: that is its move.
    pub(super) fn set_to_work<C: Observer<events::LogEntry>>(
        &mut self,
        unit: UnitId,
        works: Works,
        hex: HexIndex,
        observer: &mut C,
    ) {
        let state = self.unit_mut(unit);
        (state.site, state.work) = ((works, hex), 0);
        self.force_mut(side_of(unit)).done |= bit(unit);
        observer.rule_fired(rule::CON_01);
        observer.event(|| events::works(self, unit, "begun"));
    }

    /// A unit did something else than build: it gains nothing until its next own rally step is over, and may lose what it has
    /// done (HX-CON-02).
    pub(super) fn interrupt_work(&mut self, unit: UnitId) {
        self.force_mut(side_of(unit)).busy |= bit(unit);
        if self.setup.rules.construction_interrupt == ConstructionInterrupt::LoseProgress {
            let state = self.unit_mut(unit);
            (state.work, state.site.1) = (0, NOWHERE);
        }
    }

    /// At a side's rally step its builders gain a turn of work, and what is finished stands (HX-CON-01, HX-CON-03, R-182).
    pub(super) fn do_works<C: Observer<events::LogEntry>>(&mut self, side: Side, observer: &mut C) {
        let force = self.force(side);
        let idle = force.fit() & !force.busy;
        for unit in members(side, idle) {
            if self.unit(unit).site.1 != NOWHERE && !self.in_contact(unit) {
                self.work_on(unit, observer);
            }
        }
        self.force_mut(side).busy = super::state::UnitSet::EMPTY;
    }

    fn work_on<C: Observer<events::LogEntry>>(&mut self, unit: UnitId, observer: &mut C) {
        let rules = &self.setup.rules;
        let (works, hex) = self.unit(unit).site;
        let near = match works {
            Works::Pontoon => self.setup.field.distance(self.unit(unit).hex, hex) == 1,
            Works::Quick | Works::Redoubt => self.unit(unit).hex == hex,
        };
        if !near {
            self.unit_mut(unit).site.1 = NOWHERE;
            return;
        }
        let needed = match works {
            Works::Pontoon => rules.construction_pontoon,
            Works::Quick => rules.construction_quick_works,
            Works::Redoubt => rules.construction_redoubt,
        };
        let state = self.unit_mut(unit);
        state.work += 1;
        let (done, facing) = (state.work >= needed, state.facing);
        observer.rule_fired(rule::CON_01);
        if !done {
            observer.event(|| events::works(self, unit, "progress"));
            return;
        }
        observer.event(|| events::works(self, unit, "finished"));
        let state = self.unit_mut(unit);
        (state.work, state.site.1) = (0, NOWHERE);
        self.lay(works, hex, facing, observer);
    }

    /// Works stand from now on (HX-CON-03).
    fn lay<C: Observer<events::LogEntry>>(&mut self, works: Works, hex: HexIndex, facing: Direction, observer: &mut C) {
        self.works[usize::from(hex)] = match works {
            Works::Pontoon => terrain::Works::Pontoon,
            Works::Quick => terrain::Works::QuickWorks(facing),
            Works::Redoubt => terrain::Works::Redoubt,
        };
        let site = Site { hex, built: Some(works), facing, hits: 0, worn: 0 };
        match self.sites.iter_mut().find(|site| site.hex == hex) {
            Some(known) => *known = site,
            None => self.sites.push(site),
        }
        observer.rule_fired(rule::CON_03);
    }

    /// How many works of a kind a side has still to lay that were prepared before the battle.
    fn prepared(&self, side: Side, works: Works) -> u8 {
        match works {
            Works::Pontoon => 0,
            Works::Quick => self.force(side).quick_works,
            Works::Redoubt => self.force(side).redoubts,
        }
    }

    /// Whether a side has prepared works to lay, and room for them.
    pub(super) fn prepares(&self, side: Side) -> bool {
        let mut found = false;
        if Works::ALL.iter().any(|works| self.prepared(side, *works) > 0) {
            self.visit_prepared(side, &mut |_| found = true);
        }
        found
    }

    /// Whether prepared works may be laid in a hex: in the own zone of set-up, on ground where foot may stand and no works are.
    pub(super) fn check_prepared(&self, side: Side, works: Works, hex: HexIndex) -> Result<(), Refusal> {
        let field = &self.setup.field;
        if self.prepared(side, works) == 0 || self.sites.is_full() {
            return Err(Refusal::new("HX-CON-01", "no such works are left to be laid"));
        }
        if usize::from(hex) >= field.hexes() || !self.setup.scenario.zones[side.index()].contains(hex) {
            return Err(Refusal::new("HX-SET-11", "not a hex of its zone"));
        }
        let terrain = &self.setup.codex.terrain[usize::from(field.terrain[usize::from(hex)])];
        let bare = self.works[usize::from(hex)] == terrain::Works::None && !terrain.fort && !terrain.crossing;
        // a scenario may have set up riders there.
        let ridden = works == Works::Redoubt && self.at(hex).is_some_and(|unit| self.class(unit).rides());
        if bare && !ridden && self.may_stand(hex, MoveClass::Foot) {
            Ok(())
        } else {
            Err(Refusal::new("HX-CON-03", "works cannot stand there"))
        }
    }

    /// Shows where prepared works may be laid, and which way.
    pub(super) fn visit_prepared(&self, side: Side, visit: &mut impl FnMut(Choice)) {
        for works in Works::ALL {
            let fronts = if works == Works::Quick { Direction::ALL.as_slice() } else { &[forward(side)] };
            for hex in self.setup.scenario.zones[side.index()].iter() {
                if self.check_prepared(side, works, hex).is_ok() {
                    fronts.iter().for_each(|facing| visit(Choice::Prepare { works, hex, facing: *facing }));
                }
            }
        }
    }

    /// Lays works that were prepared before the battle.
    pub(super) fn lay_prepared<C: Observer<events::LogEntry>>(
        &mut self,
        side: Side,
        works: Works,
        hex: HexIndex,
        facing: Direction,
        observer: &mut C,
    ) {
        let force = self.force_mut(side);
        match works {
            Works::Pontoon => {}
            Works::Quick => force.quick_works -= 1,
            Works::Redoubt => force.redoubts -= 1,
        }
        self.lay(works, hex, facing, observer);
    }
}
