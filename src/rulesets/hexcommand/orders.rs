//! Written orders of brigades (HX-CVS-05 to HX-CVS-17): how they are changed, what failure brings, what they allow.

use super::choices::{Choice, Order, Refusal};
use super::command::{self, OrderChange};
use super::events;
use super::ledger::rule;
use super::rules::CvsMode;
use super::state::{Battle, Decision, UnitId, UnitSet, members, side_of};
use crate::dice::Dice;
use crate::game::{Observer, Side};
use crate::tabletop::hex::{HexIndex, NOWHERE};

/// Hexes from a brigade within which those that support it are as free as under attack.
const SUPPORT_REACH: u8 = 4;

impl Battle<'_> {
    /// Whether brigades have orders that bind them.
    #[must_use]
    pub fn has_orders(&self) -> bool {
        self.setup.rules.cvs_mode != CvsMode::Off
    }

    /// Consequences that last to the owner's next command step end.
    pub(super) fn end_consequences(&mut self, side: Side) {
        for group in &mut self.groups[side.index()] {
            group.tried = false;
            group.release(&[1, 2, 5]);
        }
        self.force_mut(side).resolved = false;
    }

    /// Couriers ride on, and orders that arrive take effect (HX-CVS-16).
    pub(super) fn begin_orders<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) {
        let side = self.phasing;
        for number in 0..self.force(side).groups {
            let group = &mut self.groups[side.index()][usize::from(number)];
            match group.coming {
                Some((order, supports, left)) if left <= 1 => {
                    group.take_order(order, supports);
                    observer.rule_fired(rule::CVS_16);
                    observer.event(|| events::ordered(self, side, number, Vec::new()));
                }
                Some((order, supports, left)) => group.coming = Some((order, supports, left - 1)),
                None => {}
            }
        }
    }

    /// What the step of orders has still to decide: first aggressiveness, then changes.
    pub(super) fn ask_orders(&self, side: Side) -> Option<(Decision, Side)> {
        let force = self.force(side);
        let groups = &self.groups[side.index()][..usize::from(force.groups)];
        if !force.resolved && groups.iter().any(|group| group.is_bound(&[3])) {
            return Some((Decision::Resolve, side));
        }
        let any = (0..force.groups).any(|group| self.check_change(side, group).is_ok());
        any.then_some((Decision::Order, side))
    }

    /// Whether a change of the order of a brigade may be tried now (HX-CVS-06, HX-CVS-07).
    fn check_change(&self, side: Side, number: u8) -> Result<(), Refusal> {
        let force = self.force(side);
        let group = &self.groups[side.index()][usize::from(number)];
        if !self.has_orders() {
            return Err(Refusal::new("HX-CVS-05", "brigades have no orders"));
        }
        if number >= force.groups || group.brigade.battalion {
            return Err(Refusal::new("HX-CVS-05", "not a brigade of the side"));
        }
        if force.changes == 0 {
            return Err(Refusal::new("HX-CVS-07", "no change is left"));
        }
        if group.tried || group.coming.is_some() {
            return Err(Refusal::new("HX-CVS-06", "one attempt a brigade in each command step"));
        }
        if self.brigade(side, number).is_empty() {
            return Err(Refusal::new("HX-CVS-06", "nobody of the brigade is on the board"));
        }
        Ok(())
    }

    /// The combat units of a brigade on the board, routed ones included.
    #[must_use]
    pub fn brigade(&self, side: Side, group: u8) -> UnitSet {
        let force = self.force(side);
        (force.present & force.combat).members(side).filter(|unit| self.unit(*unit).group == group).collect()
    }

    pub(super) fn visit_order_changes(&self, visit: &mut impl FnMut(Choice)) {
        let side = self.decider;
        for group in 0..self.force(side).groups {
            if self.check_change(side, group).is_ok() {
                let present = &self.groups[side.index()][usize::from(group)];
                self.visit_orders(side, group, &mut |order, supports| {
                    if (order, supports) != (present.order, present.supports) {
                        visit(Choice::ChangeOrder { group, order, supports });
                    }
                });
            }
        }
        visit(Choice::Done);
    }

    pub(super) fn check_order_change(&self, choice: Choice) -> Result<(), Refusal> {
        let side = self.decider;
        match choice {
            Choice::Done => Ok(()),
            Choice::ChangeOrder { group, order, supports } => {
                if usize::from(group) >= usize::from(self.force(side).groups) {
                    return Err(Refusal::new("HX-CVS-05", "not a brigade of the side"));
                }
                self.check_change(side, group)?;
                Self::check_supported(group, self.force(side).groups, order, supports)?;
                let present = &self.groups[side.index()][usize::from(group)];
                if (order, supports) == (present.order, present.supports) {
                    return Err(Refusal::new("HX-CVS-06", "that is its order"));
                }
                Ok(())
            }
            _ => Err(Refusal::new("HX-TRN-02", "that is not to be decided now")),
        }
    }

    pub(super) fn apply_orders<D: Dice, C: Observer<events::LogEntry>>(
        &mut self,
        choice: Choice,
        dice: &mut D,
        observer: &mut C,
    ) {
        let side = self.decider;
        match choice {
            Choice::Proceed => self.try_aggression(side, dice, observer),
            Choice::ChangeOrder { group, order, supports } => {
                self.try_change(side, group, (order, supports), dice, observer);
            }
            _ => {}
        }
    }

    /// Brigades that may not close try the aggressiveness of their commanders, each once (HX-CVS-09).
    fn try_aggression<D: Dice, C: Observer<events::LogEntry>>(&mut self, side: Side, dice: &mut D, observer: &mut C) {
        self.force_mut(side).resolved = true;
        for number in 0..self.force(side).groups {
            if !self.groups[side.index()][usize::from(number)].is_bound(&[3]) {
                continue;
            }
            let value = self.aggression(side, number);
            let passed = command::check(value, dice);
            if passed {
                self.groups[side.index()][usize::from(number)].release(&[3]);
            }
            observer.rule_fired(rule::CVS_09);
            let thrown = dice.thrown();
            observer.event(|| events::aggression(self, side, number, value, passed, thrown));
        }
    }

    fn try_change<D: Dice, C: Observer<events::LogEntry>>(
        &mut self,
        side: Side,
        number: u8,
        wanted: (Order, u8),
        dice: &mut D,
        observer: &mut C,
    ) {
        let tactical = self.tactical(side, number);
        let changes = self.force(side).changes;
        let outcome = command::change_order(&self.setup.rules, tactical, changes, dice);
        let force = self.force_mut(side);
        force.changes -= u8::from(changes != u8::MAX);
        let delay = self.courier_turns(side, number);
        let group = &mut self.groups[side.index()][usize::from(number)];
        group.tried = true;
        observer.rule_fired(rule::CVS_06);
        let consequence = match outcome {
            OrderChange::Changed if delay > 0 => {
                group.coming = Some((wanted.0, wanted.1, delay));
                0
            }
            OrderChange::Changed => {
                group.take_order(wanted.0, wanted.1);
                0
            }
            OrderChange::NotAllowed | OrderChange::Unchanged => 0,
            OrderChange::Consequence(consequence) => consequence,
        };
        let thrown = dice.thrown();
        observer.event(|| events::order_change(self, side, number, wanted, tactical, outcome, thrown));
        if consequence > 0 {
            self.suffer_consequence(side, number, consequence, dice, observer);
        }
    }

    /// Own command steps that a courier needs (HX-CVS-16).
    fn courier_turns(&self, side: Side, group: u8) -> u8 {
        let rules = &self.setup.rules;
        let supreme = self.force(side).supreme;
        if !(rules.command_couriers && self.has_figures()) || supreme == super::state::NOBODY {
            return 0;
        }
        let from = self.commander_hex(self.commander(side, supreme));
        if from == NOWHERE {
            // Who has just come in another's place has no hex yet (HX-CVS-14).
            return 0;
        }
        let speed = self.setup.codex.pieces.courier.max(1);
        let near = self.brigade(side, group).members(side).map(|unit| self.unit(unit).hex);
        let distance = near.map(|hex| self.setup.field.distance(from, hex)).min().unwrap_or(0);
        distance.div_ceil(speed).saturating_sub(1)
    }

    /// What a failed change brings on a brigade (HX-CVS-08, HX-CVS-12, R-188).
    fn suffer_consequence<D: Dice, C: Observer<events::LogEntry>>(
        &mut self,
        side: Side,
        number: u8,
        consequence: u8,
        dice: &mut D,
        observer: &mut C,
    ) {
        observer.rule_fired(rule::CVS_08);
        let group = &mut self.groups[side.index()][usize::from(number)];
        match consequence {
            1..=7 => group.bind(consequence),
            8 => group.bind(5),
            _ => {}
        }
        let (hits, te) = match consequence {
            2 | 7 => (0, 1),
            8 | 10 => (1, 0),
            _ => (0, 0),
        };
        if hits + te == 0 {
            return;
        }
        observer.rule_fired(rule::CVS_12);
        for unit in members(side, self.brigade(side, number)) {
            if self.own_force(unit).hidden.contains(unit) {
                self.reveal(unit, observer);
            }
            if hits > 0 {
                self.suffer(unit, hits, 0, observer);
            } else {
                self.tire(unit, te, observer);
            }
        }
        self.run_breaking(dice, observer);
    }

    /// Whether the orders of a unit, and what binds its brigade, let it end a move in a hex.
    ///
    /// # Errors
    /// The rule that forbids it; with the flag whether a check of T could let it (HX-CVS-13).
    pub(super) fn check_orders(&self, unit: UnitId, from: HexIndex, to: HexIndex) -> Result<(), (Refusal, bool)> {
        if !self.has_orders() {
            return Ok(());
        }
        let side = side_of(unit);
        let group = &self.groups[side.index()][usize::from(self.unit(unit).group)];
        let nearer = || from != to && self.nearest_enemy(side, to) < self.nearest_enemy(side, from);
        let refuse = |id, reason, free| Err((Refusal::new(id, reason), free));
        if group.is_bound(&[1, 2]) && nearer() {
            return refuse("R-175", "the brigade may not advance", false);
        }
        if group.is_bound(&[3]) && self.closes_on_any(side, from, to) {
            return refuse("HX-CVS-09", "the brigade may not close", false);
        }
        if group.is_bound(&[4, 6, 7]) && from != to {
            return refuse("HX-CVS-08", "the brigade holds until new orders arrive", false);
        }
        match group.order {
            Order::Attack => Ok(()),
            Order::Hold | Order::Withdraw if nearer() => refuse("R-174", "its orders keep it from the enemy", true),
            Order::Hold | Order::Withdraw => Ok(()),
            Order::Support if from == to => Ok(()),
            Order::Support => {
                let [before, after] = [from, to].map(|hex| self.to_brigade(side, group.supports, hex));
                if after <= SUPPORT_REACH || after < before {
                    Ok(())
                } else {
                    refuse("R-174", "it supports its brigade first", true)
                }
            }
        }
    }

    /// Whether orders let a unit contact enemies by its own choice.
    pub(super) fn check_contact_orders(&self, unit: UnitId) -> Result<(), (Refusal, bool)> {
        if !self.has_orders() {
            return Ok(());
        }
        let (side, state) = (side_of(unit), self.unit(unit));
        let group = &self.groups[side.index()][usize::from(state.group)];
        if group.is_bound(&[1, 2, 3, 4, 6, 7]) {
            return Err((Refusal::new("R-175", "the brigade may not close"), false));
        }
        match group.order {
            Order::Hold | Order::Withdraw => Err((Refusal::new("R-174", "its orders forbid contact"), true)),
            Order::Support if self.to_brigade(side, group.supports, state.hex) > SUPPORT_REACH => {
                Err((Refusal::new("R-174", "it supports its brigade first"), true))
            }
            Order::Attack | Order::Support => Ok(()),
        }
    }

    /// Whether what binds its brigade keeps a unit from turning (HX-CVS-08).
    pub(super) fn may_turn_by_orders(&self, unit: UnitId) -> bool {
        let group = &self.groups[side_of(unit).index()][usize::from(self.unit(unit).group)];
        !self.has_orders() || !group.is_bound(&[1, 2])
    }

    /// Hexes from a hex to the nearest unit of a brigade; 0 when it has none on the board.
    fn to_brigade(&self, side: Side, group: u8, hex: HexIndex) -> u8 {
        let units = self.brigade(side, group);
        units.members(side).map(|one| self.setup.field.distance(hex, self.unit(one).hex)).min().unwrap_or(0)
    }

    /// Whether a move leads closer to any enemy who is no marker, the nearest one or not (HX-CVS-09).
    fn closes_on_any(&self, side: Side, from: HexIndex, to: HexIndex) -> bool {
        let (enemy, field) = (self.force(side.other()), &self.setup.field);
        let known = enemy.present & !enemy.hidden & !enemy.fakes;
        known
            .members(side.other())
            .map(|foe| self.unit(foe).hex)
            .any(|foe| field.distance(to, foe) < field.distance(from, foe))
    }
}

impl super::state::Group {
    /// New orders: what bound the brigade until they came ends.
    fn take_order(&mut self, order: Order, supports: u8) {
        (self.order, self.supports, self.coming) = (order, supports, None);
        self.release(&[4, 5, 6, 7]);
    }

    /// A consequence binds the brigade beside those that do already: each lasts as long as it says.
    pub(super) fn bind(&mut self, consequence: u8) {
        self.consequences |= 1 << consequence;
    }

    fn release(&mut self, consequences: &[u8]) {
        consequences.iter().for_each(|one| self.consequences &= !(1 << one));
    }

    /// Whether any of these consequences binds the brigade.
    pub(super) fn is_bound(&self, consequences: &[u8]) -> bool {
        consequences.iter().any(|one| self.consequences & 1 << one != 0)
    }
}
