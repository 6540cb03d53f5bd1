//! Routs: units that break, how they run, and how pieces and commanders leave the game (HX-ROU, HX-CMD-09, R-157 to R-161).

use arrayvec::ArrayVec;

use super::codex::Service;
use super::events;
use super::ledger::rule;
use super::rules::{CommandMode, ConstructionUnderFire, RoutDirection, RoutFriends, RoutZoc};
use super::state::{Battle, CommanderId, Fate, NOBODY, UnitId, bit, members, place_of, side_of};
use crate::dice::Dice;
use crate::game::keyed::keyed;
use crate::game::{Observer, Side, UnitStat};
use crate::tabletop::hex::{HexIndex, NOWHERE, flat::Direction};

keyed! {
    /// Why a piece is gone.
    Cause {
        /// It was hit after it had routed (HX-ROU-05).
        Hit = "hit",
        /// Its rout was blocked by an enemy, or by friends whom it could not pass (HX-ROU-03, HX-ROU-04).
        Blocked = "blocked",
        /// Its rout led into an enemy zone of control (HX-ROU-04).
        Zone = "zone",
        /// Its rout led to ground that it may not enter, and no way led along it (HX-ROU-02).
        Ground = "ground",
        /// It ran off the board (HX-ROU-06).
        LeftBoard = "left-board",
        /// It withdrew off the board (HX-INT-03).
        Withdrew = "withdrew",
        /// It was destroyed in contact (HX-SKM-01, HX-MEL-20, R-133).
        Destroyed = "destroyed",
        /// It was captured with its limbered guns (HX-ART-13).
        Captured = "captured",
        /// A crew that could not step back from its guns (HX-ART-11).
        NoRoom = "no-room",
        /// A fake marker that was revealed (HX-SPT-05).
        Fake = "fake",
    }
}

/// Most hexes of one rout move, with those of friends who are passed.
const MOST_RUN: usize = 32;

/// Where a step of a rout leads.
enum Course {
    /// Into this hex.
    Into(HexIndex),
    /// Past a friend into the hex beyond.
    Past(UnitId, HexIndex),
    /// Past a friend, or not, off the board.
    Off(Option<UnitId>),
    /// Nowhere.
    Lost(Cause),
}

impl<'s> Battle<'s> {
    /// Steps from a hex straight to the edge row of a side.
    #[must_use]
    pub fn steps_home(&self, side: Side, hex: HexIndex) -> u16 {
        let grid = self.setup.field.grid;
        match side {
            Side::A => (grid.height - grid.column(hex) % 2 - 1).saturating_sub(grid.row(hex)),
            Side::B => grid.row(hex),
        }
    }

    /// Hexes from `hex` to the nearest enemy of `side` who is no marker; none when there is none.
    #[must_use]
    pub fn nearest_enemy(&self, side: Side, hex: HexIndex) -> Option<u16> {
        let other = side.other();
        let force = self.force(other);
        let seen = force.present & !force.hidden & !force.fakes;
        members(other, seen).map(|enemy| u16::from(self.setup.field.distance(hex, self.unit(enemy).hex))).min()
    }

    /// Whether the ground lets a unit that is driven go from one hex to the next.
    pub(super) fn may_be_driven(&self, unit: UnitId, from: HexIndex, direction: Direction) -> bool {
        self.ground_step(from, direction, self.class(unit)).is_some()
    }

    /// Moves a unit into a hex by no will of its own: no TE from the ground, no recovery (R-127, HX-RAL-09).
    pub(super) fn drive<C: Observer<events::LogEntry>>(&mut self, unit: UnitId, hex: HexIndex, observer: &mut C) {
        self.shift(unit, hex);
        let side = side_of(unit);
        let force = self.force_mut(side);
        force.moved |= bit(unit);
        force.stirred |= bit(unit);
        force.column &= !bit(unit);
        self.unit_mut(unit).aimed_at = NOBODY;
        if let Some(commander) = self.commander_with(unit)
            && self.setup.rules.command_mode == CommandMode::Figures
        {
            self.commanders[side.index()][usize::from(commander)].hex = hex;
        }
        self.enter_hex(unit, observer);
        self.reveal_near(unit, observer);
    }

    /// Hits on a unit from whatever source: they may interrupt its work, and at the threshold it breaks (HX-FIR-22).
    pub(super) fn wound<C: Observer<events::LogEntry>>(&mut self, unit: UnitId, hits: u8, observer: &mut C) {
        if hits == 0 {
            return;
        }
        let side = side_of(unit);
        self.force_mut(side).struck |= bit(unit);
        if self.is_routed(unit) {
            observer.rule_fired(rule::ROU_05);
            return self.remove(unit, Cause::Hit, observer);
        }
        if self.setup.rules.construction_under_fire == ConstructionUnderFire::Interrupt {
            self.interrupt_work(unit);
        }
        let state = self.unit_mut(unit);
        state.hits = state.hits.saturating_add(hits);
        observer.event(|| events::wound(self, unit, hits));
        let state = self.unit(unit);
        if state.hits >= state.rout_at {
            if state.rout_at > self.setup.rules.unit_rout_at {
                observer.rule_fired(rule::ARM_06);
            }
            self.break_unit(unit, observer);
        }
    }

    /// Hits and TE outside fire and melee (HX-CVS-12); a unit at its threshold breaks, to be run by [`Battle::run_breaking`].
    pub(super) fn suffer<C: Observer<events::LogEntry>>(&mut self, unit: UnitId, hits: u8, te: u8, observer: &mut C) {
        if te > 0 {
            self.tire(unit, te, observer);
        }
        self.wound(unit, hits, observer);
    }

    /// A steady unit routs: its commander is captured, its contacts lapse, and it turns about, still to make its move
    /// (HX-ROU-01, HX-ROU-07, R-135).
    pub(super) fn break_unit<C: Observer<events::LogEntry>>(&mut self, unit: UnitId, observer: &mut C) {
        let side = side_of(unit);
        if self.force(side).hidden.contains(unit) {
            self.reveal(unit, observer);
        }
        if let Some(commander) = self.commander_with(unit) {
            observer.rule_fired(rule::CMD_09);
            self.lose_commander(side, commander, Fate::Captured, observer);
        }
        self.end_contacts(unit);
        self.interrupt_work(unit);
        // As it stood when it broke: a crew that leaves its guns had their facing.
        let straight = self.setup.rules.rout_direction == RoutDirection::OwnEdge || self.profile(unit).all_round;
        if self.is_battery(unit) && !self.force(side).crews.contains(unit) {
            observer.rule_fired(rule::ART_08);
            // HX-ERA-02, R-155: guns that never move are left.
            if self.is_fixed(unit) {
                self.leave_guns(unit, side);
                observer.event(|| events::guns(self, unit, "left"));
            } else {
                self.force_mut(side).limbered |= bit(unit);
            }
        }
        let state = self.unit_mut(unit);
        state.facing = if straight { Self::homeward(side) } else { state.facing.opposite() };
        // of those over the threshold are hits that had still to tell when it broke.
        (state.hits, state.pending) = (state.hits.min(state.rout_at), 0);
        state.aimed_at = NOBODY;
        // horses that wait in the unit's own hex are lost.
        if state.horses == state.hex {
            state.horses = NOWHERE;
        }
        let force = self.force_mut(side);
        for set in [&mut force.routed, &mut force.routed_now, &mut force.breaking, &mut force.stirred] {
            *set |= bit(unit);
        }
        force.column &= !bit(unit);
        observer.rule_fired(rule::ROU_01);
        observer.rule_fired(rule::ROU_07);
        observer.event(|| events::status(self, unit, "routed"));
    }

    /// All units that broke run, of both sides together: nearest to their own edge first, then those of the side that is not
    /// phasing, then in the order of their lists (HX-ROU-08, R-161).
    pub(super) fn run_breaking<D: Dice, C: Observer<events::LogEntry>>(&mut self, dice: &mut D, observer: &mut C) {
        let several = self.forces.iter().map(|force| force.breaking.len()).sum::<u32>() > 1;
        if several {
            observer.rule_fired(rule::ROU_08);
        }
        loop {
            let all = Side::BOTH.into_iter().flat_map(|side| members(side, self.force(side).breaking));
            let rank = |unit: &UnitId| {
                let side = side_of(*unit);
                (self.steps_home(side, self.unit(*unit).hex), side == self.phasing, place_of(*unit))
            };
            let Some(unit) = all.min_by_key(rank) else { break };
            self.force_mut(side_of(unit)).breaking &= !bit(unit);
            self.run(unit, dice, observer);
        }
        for side in Side::BOTH {
            if std::mem::take(&mut self.force_mut(side).panic) {
                self.flee_from_loss(side, dice, observer);
            }
        }
    }

    /// The rout moves of a side in its own half (HX-ROU-01).
    pub(super) fn rout_moves<D: Dice, C: Observer<events::LogEntry>>(
        &mut self,
        side: Side,
        dice: &mut D,
        observer: &mut C,
    ) {
        self.force_mut(side).breaking = self.routers_due(side);
        self.run_breaking(dice, observer);
    }

    /// One unit makes its rout move.
    fn run<D: Dice, C: Observer<events::LogEntry>>(&mut self, unit: UnitId, dice: &mut D, observer: &mut C) {
        // Whoever contacted it as a routed unit has nobody there any more.
        self.end_contacts(unit);
        let mut way: ArrayVec<HexIndex, MOST_RUN> = ArrayVec::new();
        way.push(self.unit(unit).hex);
        let mut lost = None;
        for _ in 0..self.profile(unit).rout_distance(&self.setup.rules) {
            match self.course(unit, dice, observer) {
                Course::Into(hex) => {
                    self.drive(unit, hex, observer);
                    way.push(hex);
                }
                Course::Past(friend, hex) => {
                    observer.rule_fired(rule::ROU_03);
                    self.tire(friend, 1, observer);
                    way.push(self.unit(friend).hex);
                    self.drive(unit, hex, observer);
                    way.push(hex);
                }
                Course::Off(friend) => {
                    if let Some(friend) = friend {
                        observer.rule_fired(rule::ROU_03);
                        self.tire(friend, 1, observer);
                    }
                    lost = Some(Cause::LeftBoard);
                }
                Course::Lost(cause) => lost = Some(cause),
            }
            let in_zone = || self.in_rout_zone(side_of(unit), self.unit(unit).hex);
            lost = lost.or_else(|| in_zone().then_some(Cause::Zone).filter(|_| self.unit(unit).hex != way[0]));
            if lost.is_some() {
                break;
            }
        }
        observer.event(|| events::rout(self, unit, &way));
        if let Some(cause) = lost {
            observer.rule_fired(match cause {
                Cause::LeftBoard => rule::ROU_06,
                Cause::Ground => rule::ROU_02,
                _ => rule::ROU_04,
            });
            self.remove(unit, cause, observer);
        }
    }

    /// Where the next step of a rout leads.
    fn course<D: Dice, C: Observer<events::LogEntry>>(
        &mut self,
        unit: UnitId,
        dice: &mut D,
        observer: &mut C,
    ) -> Course {
        let (side, hex, facing) = (side_of(unit), self.unit(unit).hex, self.unit(unit).facing);
        let ahead = self.setup.field.neighbour(hex, facing);
        // who stands on its route of retreat leaves there.
        if ahead == NOWHERE || hex == self.retreat_of(unit) {
            return Course::Off(None);
        }
        if !self.may_be_driven(unit, hex, facing) {
            return self.along(unit, dice, observer);
        }
        let Some(other) = self.at(ahead) else { return Course::Into(ahead) };
        if side_of(other) != side {
            // HX-SPT-05: a marker is revealed, and a fake is in nobody's way.
            let force = self.force(side_of(other));
            if (force.hidden | force.fakes).contains(other) {
                self.reveal(other, observer);
            }
            return if self.at(ahead).is_none() { Course::Into(ahead) } else { Course::Lost(Cause::Blocked) };
        }
        if self.setup.rules.rout_friends == RoutFriends::Sidestep
            && let Some(aside) = self.free_side(unit, 1, None, dice, observer)
        {
            return Course::Into(aside);
        }
        let cavalry = |unit: UnitId| self.profile(unit).service == Service::Horse;
        let in_the_way = cavalry(other) || self.profile(other).service == Service::Artillery;
        if self.below[usize::from(ahead)] != NOBODY || cavalry(unit) && in_the_way {
            return Course::Lost(Cause::Blocked);
        }
        // passing is one step for both hexes, and the first of them is entered as well.
        if self.in_rout_zone(side, ahead) {
            return Course::Lost(Cause::Zone);
        }
        match self.setup.field.neighbour(ahead, facing) {
            NOWHERE => Course::Off(Some(other)),
            // HX-ROU-03: it is destroyed where no hex beyond the friend takes it, be it for a unit or for the ground.
            beyond if self.at(beyond).is_some() || !self.may_be_driven(unit, ahead, facing) => {
                Course::Lost(Cause::Blocked)
            }
            beyond => Course::Past(other, beyond),
        }
    }

    /// The way along ground that a router may not enter (HX-ROU-02, R-159).
    fn along<D: Dice, C: Observer<events::LogEntry>>(
        &mut self,
        unit: UnitId,
        dice: &mut D,
        observer: &mut C,
    ) -> Course {
        let near = self.nearest_enemy(side_of(unit), self.unit(unit).hex);
        let way = [1, 2].into_iter().find_map(|turns| self.free_side(unit, turns, near, dice, observer));
        if way.is_some() {
            observer.rule_fired(rule::ROU_02);
        }
        way.map_or(Course::Lost(Cause::Ground), Course::Into)
    }

    /// The free hex so many sixths of a turn to one side or the other that a router may take: not nearer to the enemy than
    /// `near`; of two that which is nearer to its route of retreat.
    fn free_side<D: Dice, C: Observer<events::LogEntry>>(
        &self,
        unit: UnitId,
        turns: i32,
        near: Option<u16>,
        dice: &mut D,
        observer: &mut C,
    ) -> Option<HexIndex> {
        let (side, hex, facing) = (side_of(unit), self.unit(unit).hex, self.unit(unit).facing);
        let retreat = self.retreat_of(unit);
        let grid = self.setup.field.grid;
        let mut best: ArrayVec<HexIndex, 2> = ArrayVec::new();
        let mut least = u16::MAX;
        for direction in [facing.turned(-turns), facing.turned(turns)] {
            let next = self.setup.field.neighbour(hex, direction);
            if next == NOWHERE || !self.may_be_driven(unit, hex, direction) || self.at(next).is_some() {
                continue;
            }
            if near.is_some() && self.nearest_enemy(side, next) < near {
                continue;
            }
            let away = if retreat == NOWHERE { 0 } else { grid.distance(next, retreat) };
            if away < least {
                best.clear();
                least = away;
            }
            if away == least {
                best.push(next);
            }
        }
        best.get(self.draw_hex("rout", unit, &best, dice, observer)).copied()
    }

    /// Whether a routed unit of `side` that enters `hex` runs into an enemy: one whose zone is active, or any front hex. Units
    /// that fought in this melee step have no zone against those whom they beat (HX-ROU-04, R-71, R-150).
    fn in_rout_zone(&self, side: Side, hex: HexIndex) -> bool {
        let foe = self.force(side.other());
        let blind = foe.fought | foe.hidden | foe.fakes;
        self.neighbours(hex).any(|unit| {
            side_of(unit) != side
                && !blind.contains(unit)
                && self.in_front(unit, hex)
                && match self.setup.rules.rout_zoc {
                    RoutZoc::Active => self.has_zone(unit),
                    RoutZoc::AnyFront => self.could_have_zone(unit),
                }
        })
    }

    /// Takes a piece out of the game.
    pub(super) fn remove<C: Observer<events::LogEntry>>(&mut self, unit: UnitId, cause: Cause, observer: &mut C) {
        let side = side_of(unit);
        if let Some(commander) = self.commander_with(unit) {
            if cause == Cause::Withdrew {
                self.free_commander(side, commander, observer);
            } else {
                //
                self.lose_commander(side, commander, Fate::Captured, observer);
            }
        }
        self.end_contacts(unit);
        let hex = self.unit(unit).hex;
        let left = matches!(cause, Cause::LeftBoard | Cause::Withdrew);
        let retreat = self.retreat_of(unit);
        let reach = u16::from(self.setup.rules.rout_ror_reach);
        // HX-SET-08, R-99, R-122: the exit is the last hex that it stood on.
        if left && retreat != NOWHERE && self.setup.field.grid.distance(hex, retreat) > reach {
            observer.rule_fired(rule::SET_08);
            self.force_mut(side).strayed |= bit(unit);
        }
        observer.event(|| events::removed(self, unit, cause));
        self.lift(unit);
        let force = self.force_mut(side);
        for set in [&mut force.routed, &mut force.breaking, &mut force.limbered, &mut force.column, &mut force.hidden] {
            *set &= !bit(unit);
        }
        force.removed |= bit(unit);
        let state = self.unit_mut(unit);
        (state.horses, state.site.1, state.pending, state.pending_te) = (NOWHERE, NOWHERE, 0, 0);
        if self.force(side).combat.contains(unit) {
            let stat = if left { UnitStat::Left } else { UnitStat::Lost };
            observer.count(side, place_of(unit), stat, 1);
        }
    }

    /// A commander whose unit withdrew off the board: back in hand, or away as a figure.
    fn free_commander<C: Observer<events::LogEntry>>(&mut self, side: Side, commander: CommanderId, observer: &mut C) {
        let figures = self.setup.rules.command_mode == CommandMode::Figures;
        let state = &mut self.commanders[side.index()][usize::from(commander)];
        let unit = std::mem::replace(&mut state.with, NOBODY);
        if figures {
            (state.fate, state.hex) = (Fate::Away, NOWHERE);
        }
        self.unit_mut(unit).commander = NOBODY;
        observer.event(|| events::lifted(self, side, commander));
    }

    /// A commander is killed or captured. The loss of the supreme one calls for a check, or, where he is a figure, for one at
    /// once, which [`Battle::run_breaking`] makes (HX-INT-07, HX-CMD-15).
    pub(super) fn lose_commander<C: Observer<events::LogEntry>>(
        &mut self,
        side: Side,
        commander: CommanderId,
        fate: Fate,
        observer: &mut C,
    ) {
        let state = &mut self.commanders[side.index()][usize::from(commander)];
        if state.fate != Fate::Present {
            return;
        }
        (state.fate, state.hex) = (fate, NOWHERE);
        let unit = std::mem::replace(&mut state.with, NOBODY);
        if unit != NOBODY {
            self.unit_mut(unit).commander = NOBODY;
        }
        let figures = self.setup.rules.command_mode == CommandMode::Figures;
        let force = self.force_mut(side);
        if force.supreme == commander {
            force.supreme = NOBODY;
            force.supreme_lost = !figures;
            force.panic = figures;
        }
        observer.event(|| events::commander_lost(self, side, commander, unit, fate));
    }
}

#[cfg(test)]
mod tests;
