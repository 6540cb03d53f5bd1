//! Hidden units (HX-SPT): what reveals markers, the spotting step, and hiding again.

use super::choices::{Choice, Refusal};
use super::events;
use super::ledger::rule;
use super::rules::HiddenVisibility;
use super::spotting::{self, Marker, Spotted};
use super::state::{Battle, NOBODY, UnitId, UnitSet, bit, members, place_of, side_of};
use crate::dice::Dice;
use crate::game::{Observer, Side};
use crate::tabletop::hex::{HexIndex, NOWHERE};

impl Battle<'_> {
    /// The markers of a side on the board.
    #[must_use]
    pub fn markers(&self, side: Side) -> UnitSet {
        let force = self.force(side);
        force.hidden & force.present
    }

    /// The units of a side that look out for markers.
    fn observers(&self, side: Side) -> impl Iterator<Item = UnitId> {
        let force = self.force(side);
        (force.steady() & force.combat).members(side)
    }

    /// A marker shows what it is: a unit, or nothing (HX-SPT-05). Whoever is no marker stays as it is.
    pub(super) fn reveal<C: Observer<events::LogEntry>>(&mut self, unit: UnitId, observer: &mut C) {
        let side = side_of(unit);
        if !self.force(side).hidden.contains(unit) {
            return;
        }
        let fake = self.force(side).fakes.contains(unit);
        self.force_mut(side).hidden &= !bit(unit);
        observer.rule_fired(rule::SPT_05);
        observer.event(|| events::revealed(self, unit));
        if fake {
            let hex = self.unit(unit).hex;
            let stands =
                hex != NOWHERE && (self.occupant[usize::from(hex)] == unit || self.below[usize::from(hex)] == unit);
            if stands {
                self.lift(unit);
            }
            self.unit_mut(unit).hex = NOWHERE;
            let force = self.force_mut(side);
            force.present &= !bit(unit);
            force.removed |= bit(unit);
        }
    }

    /// Markers next to a unit that has entered a hex are revealed, and it if it is one and an enemy is next to it.
    /// Whether anything was.
    pub(super) fn reveal_near<C: Observer<events::LogEntry>>(&mut self, unit: UnitId, observer: &mut C) -> bool {
        if (self.forces[0].hidden | self.forces[1].hidden).is_empty() {
            return false;
        }
        let (side, hex) = (side_of(unit), self.unit(unit).hex);
        let mut any = false;
        let mut met = false;
        for at in 0..6 {
            let next = self.setup.field.neighbours[usize::from(hex)][at];
            if next == NOWHERE {
                continue;
            }
            let there = self.occupant[usize::from(next)];
            if there == NOBODY || side_of(there) == side {
                continue;
            }
            if self.own_force(there).hidden.contains(there) {
                self.reveal(there, observer);
                any = true;
            }
            met |= self.occupant[usize::from(next)] == there;
        }
        if met && self.force(side).hidden.contains(unit) {
            self.reveal(unit, observer);
            any = true;
        }
        any
    }

    /// After a move of either side: markers within the range of automatic spotting, in sight and in the open, and those next
    /// to an enemy (HX-SPT-04, R-172, R-173).
    pub(super) fn reveal_what_is_near<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) {
        for side in Side::BOTH {
            self.reveal_by(side, observer);
        }
    }

    /// Reveals the markers of a side that an enemy sees within the range of automatic spotting.
    fn reveal_by<C: Observer<events::LogEntry>>(&mut self, side: Side, observer: &mut C) {
        let reach = self.setup.rules.spotting_auto_range;
        for marker in members(side, self.markers(side)) {
            let hex = self.unit(marker).hex;
            let concealed = self.setup.field.is_concealed(hex);
            let near = |enemy: UnitId| {
                let distance = self.setup.field.distance(self.unit(enemy).hex, hex);
                distance <= 1 || (distance <= reach && !concealed && self.sees(enemy, hex))
            };
            if self.observers(side.other()).any(near) {
                observer.rule_fired(rule::SPT_04);
                self.reveal(marker, observer);
            }
        }
    }

    /// Hexes within which an enemy who sees a unit keeps it from hiding (HX-SPT-02).
    fn sight_range(&self) -> u8 {
        let rules = &self.setup.rules;
        match rules.hidden_visibility {
            HiddenVisibility::ClearDay => rules.hidden_sight_clear,
            HiddenVisibility::Other => rules.hidden_sight_other,
        }
    }

    fn is_seen(&self, unit: UnitId) -> bool {
        let (side, hex, range) = (side_of(unit), self.unit(unit).hex, self.sight_range());
        let mut enemies = self.observers(side.other());
        enemies.any(|enemy| self.setup.field.distance(self.unit(enemy).hex, hex) <= range && self.sees(enemy, hex))
    }

    /// When both sides are set up: markers that an enemy sees are revealed, where only unseen units start hidden.
    pub(super) fn reveal_what_is_seen<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) {
        let seen = Side::BOTH
            .map(|side| self.markers(side).members(side).filter(|unit| self.is_seen(*unit)).collect::<UnitSet>());
        for side in Side::BOTH {
            for unit in members(side, seen[side.index()]) {
                observer.rule_fired(rule::SPT_02);
                self.reveal(unit, observer);
            }
        }
    }

    /// At the end of a side's half its units hide again that no enemy sees, where that is played.
    pub(super) fn hide_again<C: Observer<events::LogEntry>>(&mut self, side: Side, observer: &mut C) {
        if !(self.setup.rules.hidden_rehide && self.hides(side)) {
            return;
        }
        let force = self.force(side);
        let open = force.fit() & !force.hidden;
        for unit in members(side, open) {
            if !self.in_contact(unit) && !self.is_seen(unit) {
                self.force_mut(side).hidden |= bit(unit);
                observer.rule_fired(rule::SPT_02);
                observer.event(|| events::status(self, unit, "hidden"));
            }
        }
    }

    /// The spotting step begins: what is near is seen without a roll (HX-SPT-04).
    pub(super) fn begin_spotting<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) {
        let enemy = self.phasing.other();
        self.force_mut(enemy).rolled = UnitSet::EMPTY;
        self.reveal_by(enemy, observer);
    }

    /// A marker as those see it who may roll for it; none where nobody may (HX-SPT-03).
    fn observed(&self, marker: UnitId) -> Option<Marker> {
        let (rules, hex) = (&self.setup.rules, self.unit(marker).hex);
        let mut found: Option<Marker> = None;
        for watcher in self.observers(side_of(marker).other()) {
            let at: HexIndex = self.unit(watcher).hex;
            let range = self.setup.field.distance(at, hex);
            let near = range <= rules.spotting_range;
            let from_hill = self.setup.field.is_hill(at);
            if !(near || (from_hill && range <= rules.spotting_hill_range)) || !self.sees(watcher, hex) {
                continue;
            }
            let known = found.unwrap_or(Marker {
                range,
                from_hill,
                concealed: self.setup.field.is_concealed(hex),
                observers: 0,
            });
            let closer = range < known.range;
            found = Some(Marker {
                range: known.range.min(range),
                from_hill: if closer { from_hill } else { known.from_hill || from_hill },
                observers: known.observers + 1,
                ..known
            });
        }
        found
    }

    pub(super) fn may_spot(&self, side: Side) -> bool {
        let enemy = side.other();
        let waiting = self.markers(enemy) & !self.force(enemy).rolled;
        waiting.members(enemy).any(|marker| self.observed(marker).is_some())
    }

    pub(super) fn visit_spotting(&self, visit: &mut impl FnMut(Choice)) {
        let enemy = self.decider.other();
        for unit in members(enemy, self.markers(enemy)) {
            if self.check_spot(unit).is_ok() {
                visit(Choice::Spot { unit });
            }
        }
        visit(Choice::Done);
    }

    fn check_spot(&self, unit: UnitId) -> Result<(), Refusal> {
        let enemy = self.decider.other();
        let listed = side_of(unit) == enemy && place_of(unit) < usize::from(self.force(enemy).size);
        if !listed || !self.markers(enemy).contains(unit) {
            return Err(Refusal::new("HX-SPT-03", "not an enemy marker"));
        }
        if self.force(enemy).rolled.contains(unit) {
            return Err(Refusal::new("HX-SPT-03", "it has been rolled for in this step"));
        }
        if self.observed(unit).is_none() {
            return Err(Refusal::new("HX-SPT-03", "nobody sees it near enough"));
        }
        Ok(())
    }

    pub(super) fn check_spotting(&self, choice: Choice) -> Result<(), Refusal> {
        match choice {
            Choice::Done => Ok(()),
            Choice::Spot { unit } => self.check_spot(unit),
            _ => Err(Refusal::new("HX-TRN-02", "that is not to be decided now")),
        }
    }

    pub(super) fn apply_spotting<D: Dice, C: Observer<events::LogEntry>>(
        &mut self,
        choice: Choice,
        dice: &mut D,
        observer: &mut C,
    ) {
        let Choice::Spot { unit } = choice else { return };
        let Some(marker) = self.observed(unit) else { return };
        self.force_mut(side_of(unit)).rolled |= bit(unit);
        let spotted = spotting::spot(&self.setup.codex, &self.setup.rules, &marker, dice) == Spotted::Revealed;
        observer.rule_fired(rule::SPT_03);
        let thrown = dice.thrown();
        observer.event(|| events::spotted(self, unit, marker.range, spotted, thrown));
        if spotted {
            self.reveal(unit, observer);
        }
    }
}
