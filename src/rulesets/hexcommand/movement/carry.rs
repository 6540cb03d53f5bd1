//! Carrying out a move step by step: markers are found out, friends are passed, the unit stops where it must.

use super::super::choices::{Act, March, PathStep};
use super::super::events;
use super::super::ledger::rule;
use super::super::state::{Battle, NOBODY, UnitId, UnitSet, bit, place_of, side_of};
use super::Gait;
use super::plan::Turns;
use super::step::{Stop, Stride};
use crate::game::{Observer, UnitStat};
use crate::tabletop::hex::{HexIndex, NOWHERE, flat::Direction};

/// How a move went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Outcome {
    /// It entered a hex.
    pub went: bool,
    /// Movement points left at its end.
    pub left: u8,
    /// It entered enemy zones of control there.
    pub in_zone: bool,
}

impl Battle<'_> {
    /// Carries out a move that is legal.
    pub(in super::super) fn carry_out<C: Observer<events::LogEntry>>(
        &mut self,
        march: &March,
        observer: &mut C,
    ) -> Outcome {
        let unit = march.unit;
        let Ok(gait) = self.gait(unit, march.act) else {
            debug_assert!(false, "only legal moves are made: {march:?}");
            return Outcome { went: false, left: 0, in_zone: false };
        };
        let begun = *self.unit(unit);
        let mut at = self.standing_start(&gait);
        self.begin_act(march, observer);
        let mut turns = self.spend_turn(&gait, &at, Turns::NONE, begun.facing, march.start);
        let mut heading = march.start;
        self.unit_mut(unit).facing = heading;
        let (mut cut_short, mut reached) = (false, begun.hex);
        for (number, step) in march.path.steps().enumerate() {
            let PathStep::To(way) = step else { break };
            if let Some((at_step, to)) = march.middle
                && usize::from(at_step) == number
            {
                turns = self.spend_turn(&gait, &at, turns, heading, to);
                heading = to;
                self.unit_mut(unit).facing = to;
            }
            let next = match march.act {
                Act::Withdraw => self.stride(&gait, at, way),
                _ => self.stride_after(&gait, at, turns, way),
            };
            let Some(next) = next.ok().filter(|next| !self.is_barred(unit, next.hex, observer)) else {
                cut_short = true;
                break;
            };
            let from = at;
            at = next;
            self.enter(&gait, &from, &mut at, observer);
            reached = at.hex;
            if self.find_out(&gait, &from, &mut at, observer) {
                cut_short = true;
                break;
            }
        }
        self.keep_column(unit, &at);
        if at.passing {
            // What it found out has cut its move short in the hex of a friend: it stays where it came from.
            self.step_back(unit, &begun, &mut at);
            observer.event(|| events::step(self, unit, reached, begun.hex, self.unit(unit).te));
        }
        self.end_move(&gait, march, &mut at, turns, (heading, cut_short), observer);
        let went = at.hex != begun.hex || at.steps > begun.steps;
        let spent = at.cost.saturating_add(self.spend_turn(&gait, &at, turns, heading, self.unit(unit).facing).cost());
        self.mark(march, &begun, went, observer);
        Outcome { went, left: gait.budget.saturating_sub(spent), in_zone: at.stopped == Stop::Zone }
    }

    fn spend_turn(&self, gait: &Gait, at: &Stride, turns: Turns, from: Direction, to: Direction) -> Turns {
        self.change_facing(gait, at, turns, from, to).unwrap_or(turns)
    }

    /// What a unit does before its first step.
    fn begin_act<C: Observer<events::LogEntry>>(&mut self, march: &March, observer: &mut C) {
        let unit = march.unit;
        match march.act {
            Act::Limber => {
                self.force_mut(side_of(unit)).limbered |= bit(unit);
                self.tire(unit, 1, observer);
                observer.rule_fired(rule::MOV_08);
                observer.event(|| events::status(self, unit, "limbered"));
            }
            Act::Mount => {
                let force = self.force_mut(side_of(unit));
                force.on_foot &= !bit(unit);
                force.remounted |= bit(unit);
                self.unit_mut(unit).horses = NOWHERE;
                observer.rule_fired(rule::MOV_13);
                observer.event(|| events::status(self, unit, "mounted"));
            }
            Act::Dismount => self.dismount(unit, observer),
            Act::Withdraw => {
                self.end_contacts(unit);
                self.tire(unit, 1, observer);
                observer.rule_fired(rule::MEL_18);
            }
            Act::Push => {
                self.tire(unit, 1, observer);
                observer.rule_fired(rule::MOV_07);
            }
            Act::None | Act::Unlimber | Act::DismountAfter | Act::Man => {}
        }
    }

    /// A rider dismounts where it stands: its horses wait behind it (HX-MOV-13, R-138).
    fn dismount<C: Observer<events::LogEntry>>(&mut self, unit: UnitId, observer: &mut C) {
        let horses = self.horses_behind(unit);
        let force = self.force_mut(side_of(unit));
        force.on_foot |= bit(unit);
        force.remounted |= bit(unit);
        self.unit_mut(unit).horses = horses;
        observer.rule_fired(rule::MOV_13);
        observer.event(|| events::status(self, unit, "dismounted"));
    }

    /// One step: the piece is moved, a friend passed is tired, horses that are with it go along (HX-MOV-06, R-138).
    fn enter<C: Observer<events::LogEntry>>(&mut self, gait: &Gait, from: &Stride, at: &mut Stride, observer: &mut C) {
        let unit = gait.unit;
        if let Some(friend) = self.at(at.hex).filter(|there| side_of(*there) == side_of(unit))
            && at.stopped != Stop::Friend
        {
            self.tire(friend, 1, observer);
            observer.rule_fired(if gait.passes { rule::SKM_05 } else { rule::MOV_06 });
            observer.event(|| events::passed(self, unit, friend));
        }
        let own_horses = self.unit(unit).horses == from.hex && self.own_force(unit).on_foot.contains(unit);
        if !from.passing {
            self.lift(unit);
        }
        if at.passing {
            // It stands nowhere until it is through.
            self.unit_mut(unit).hex = at.hex;
        } else {
            self.put(unit, at.hex);
        }
        let state = self.unit_mut(unit);
        state.te = at.te.max(state.te);
        state.steps = at.steps;
        if own_horses {
            state.horses = at.hex;
        }
        if at.te > from.te && !at.passing && gait.act != Act::Push {
            observer.rule_fired(rule::TER_02);
        }
        match at.stopped {
            Stop::Zone => observer.rule_fired(rule::ZOC_03),
            Stop::Forest => observer.rule_fired(rule::TER_04),
            Stop::Dismounted => observer.rule_fired(rule::TER_05),
            Stop::None | Stop::Friend => {}
        }
        if at.dismounted {
            let force = self.force_mut(side_of(unit));
            force.on_foot |= bit(unit);
            force.remounted |= bit(unit);
            // They stay where it left the road.
            self.unit_mut(unit).horses = from.hex;
        }
        observer.event(|| events::step(self, unit, from.hex, at.hex, self.unit(unit).te));
        if at.dismounted {
            observer.event(|| events::status(self, unit, "dismounted"));
        }
        self.enter_hex(unit, observer);
    }

    /// Whether an enemy bars a hex: a marker there is revealed, and a fake one bars nothing.
    fn is_barred<C: Observer<events::LogEntry>>(&mut self, unit: UnitId, hex: HexIndex, observer: &mut C) -> bool {
        let enemy = |battle: &Self| battle.at(hex).filter(|there| side_of(*there) != side_of(unit));
        if let Some(marker) = enemy(self) {
            self.reveal(marker, observer);
        }
        enemy(self).is_some()
    }

    /// Enemy markers next to the mover are revealed, and it if it is one: fakes vanish; what is true may stop it, or send it
    /// back. Whether its move is cut short.
    fn find_out<C: Observer<events::LogEntry>>(
        &mut self,
        gait: &Gait,
        from: &Stride,
        at: &mut Stride,
        observer: &mut C,
    ) -> bool {
        let unit = gait.unit;
        if !self.reveal_near(unit, observer) {
            return false;
        }
        if !self.own_force(unit).present.contains(unit) && !at.passing {
            return true;
        }
        if at.stopped == Stop::Zone || !self.in_enemy_zone(side_of(unit), at.hex) {
            return false;
        }
        observer.rule_fired(rule::SPT_05);
        if gait.fights && !at.passing {
            at.stopped = Stop::Zone;
        } else {
            let (te, met) = (at.te, at.hex);
            if !at.passing {
                self.lift(unit);
            }
            *at = *from;
            at.te = te;
            at.stopped = Stop::Forest;
            if !at.passing {
                self.put(unit, at.hex);
                observer.event(|| events::step(self, unit, met, at.hex, te));
            }
        }
        true
    }

    /// A unit whose move was cut short in the hex of a friend goes back to where it began.
    fn step_back(&mut self, unit: UnitId, begun: &super::super::state::Unit, at: &mut Stride) {
        at.hex = begun.hex;
        at.passing = false;
        self.put(unit, begun.hex);
    }

    fn keep_column(&mut self, unit: UnitId, at: &Stride) {
        let force = self.force_mut(side_of(unit));
        force.column = force.column & !bit(unit) | UnitSet::of_if(unit, at.column);
    }

    /// What a unit does after its last step, and its last change of facing.
    fn end_move<C: Observer<events::LogEntry>>(
        &mut self,
        gait: &Gait,
        march: &March,
        at: &mut Stride,
        turns: Turns,
        (heading, cut_short): (Direction, bool),
        observer: &mut C,
    ) {
        let unit = march.unit;
        if !self.own_force(unit).present.contains(unit) {
            return;
        }
        let end = if cut_short { self.end_facing(gait, at, turns, heading, march.end) } else { march.end };
        self.unit_mut(unit).facing = end;
        match march.act {
            Act::Unlimber if self.unit(unit).te < self.setup.rules.fatigue_max => {
                let force = self.force_mut(side_of(unit));
                force.limbered &= !bit(unit);
                force.unlimbered |= bit(unit);
                self.tire(unit, 1, observer);
                observer.rule_fired(rule::MOV_08);
                observer.event(|| events::status(self, unit, "unlimbered"));
            }
            Act::Push => {
                self.force_mut(side_of(unit)).unlimbered |= bit(unit);
            }
            Act::DismountAfter if !at.dismounted => self.dismount(unit, observer),
            Act::Man if at.hex == self.unit(unit).guns => {
                self.man_guns(unit, observer);
                observer.rule_fired(rule::ART_11);
            }
            _ => {}
        }
        if at.column {
            observer.rule_fired(rule::TER_09);
            if march.deploy && !cut_short {
                self.force_mut(side_of(unit)).column &= !bit(unit);
                self.tire(unit, 1, observer);
                observer.event(|| events::status(self, unit, "deployed"));
            } else {
                observer.event(|| events::status(self, unit, "in-column"));
            }
        }
    }

    /// Where a unit faces whom something unforeseen stopped: as it meant to if that is towards an enemy whose zone it is in,
    /// else towards such an enemy if it may turn, else as it went (HX-ZOC-05).
    fn end_facing(&self, gait: &Gait, at: &Stride, turns: Turns, heading: Direction, meant: Direction) -> Direction {
        let wanted = [heading, meant].into_iter().chain(Direction::ALL);
        wanted
            .filter(|facing| self.change_facing(gait, at, turns, heading, *facing).is_ok())
            .find(|facing| self.faces_a_zone(gait, at, *facing))
            .unwrap_or(heading)
    }

    /// Marks what a unit did in its move.
    fn mark<C: Observer<events::LogEntry>>(
        &mut self,
        march: &March,
        begun: &super::super::state::Unit,
        went: bool,
        observer: &mut C,
    ) {
        let unit = march.unit;
        let side = side_of(unit);
        let turned = self.unit(unit).facing != begun.facing;
        let stirs = went || turned || march.act != Act::None;
        let force = self.force_mut(side);
        force.moved |= UnitSet::of_if(unit, went);
        force.turned |= UnitSet::of_if(unit, turned);
        force.stirred |= UnitSet::of_if(unit, stirs);
        if stirs {
            self.unit_mut(unit).aimed_at = NOBODY;
            // Fake markers are no units of the list.
            if !self.force(side).fakes.contains(unit) {
                observer.count(side, place_of(unit), UnitStat::Moves, 1);
            }
        }
        // A fake marker that was found out stands nowhere any more.
        if turned && self.own_force(unit).present.contains(unit) {
            observer.event(|| events::faced(self, unit));
        }
    }
}
