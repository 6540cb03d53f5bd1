//! Set-up (HX-SET): who may stand where, routes of retreat, the order of groups, the first orders.

use super::choices::{Choice, Order, Refusal, Stance};
use super::codex::Service;
use super::events;
use super::ledger::rule;
use super::order_of_battle::MOST_GROUPS;
use super::rules::{CommandMode, CvsMode, HiddenStart, SetupRorPer, TurnSystem};
use super::state::{Battle, Decision, NOBODY, Phase, Step, UnitId, UnitSet, bit, members, place_of, side_of, unit_id};
use super::terrain::MoveClass;
use crate::dice::Dice;
use crate::dice::SeededDice;
use crate::game::{Observer, Side};
use crate::tabletop::hex::{HexIndex, NOWHERE, flat::Direction};

/// Hexes from its unit within which the fake marker of a unit starts (HX-SPT-01).
const FAKE_REACH: u8 = 2;

impl Battle<'_> {
    /// Turns to the next thing of the set-up that has to be decided, or to the first turn. The earlier side comes first in
    /// each of the parts (HX-SET-11).
    pub(super) fn next_deployment(&mut self) {
        let sides = [self.first.other(), self.first];
        self.phase = Phase::Deployment;
        sides.into_iter().for_each(|side| self.write_what_is_no_choice(side));
        let due = |battle: &Self, side: Side| -> [bool; 7] {
            let force = battle.force(side);
            [
                !force.drawn,
                battle.prepares(side),
                !force.unplaced.is_empty(),
                battle.figure_in_hand(side).is_some(),
                force.marked < battle.retreats(side),
                battle.writes_sequence() && force.ordered < battle.numbered(side).count() as u8,
                battle.writes_orders(side),
            ]
        };
        const DECISIONS: [Decision; 7] = [
            Decision::Draw,
            Decision::Prepare,
            Decision::Deploy,
            Decision::Attach,
            Decision::MarkRetreat,
            Decision::Number,
            Decision::Write,
        ];
        for (part, decision) in DECISIONS.into_iter().enumerate() {
            for side in sides {
                if due(self, side)[part] {
                    (self.decision, self.decider) = (decision, side);
                    return;
                }
            }
        }
        self.step = Step::SetUp;
        self.decision = Decision::Nothing;
    }

    /// Whether set-up is over and the first turn has still to begin.
    pub(super) fn is_set_up(&self) -> bool {
        self.turn == 0 && self.decision == Decision::Nothing
    }

    /// Begins the first turn when set-up is over.
    pub(super) fn go_on_with_set_up<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) {
        self.next_deployment();
        if self.is_set_up() {
            observer.event(|| events::battle(self));
            if self.setup.rules.hidden_mode && self.setup.rules.hidden_start == HiddenStart::Unseen {
                self.reveal_what_is_seen(observer);
            }
            self.next_step(observer);
        }
    }

    /// A commander who has still to start with a unit, as a figure.
    fn figure_in_hand(&self, side: Side) -> Option<u8> {
        let figures = self.setup.rules.command_mode == CommandMode::Figures;
        let waits = |commander: &u8| self.commander(side, *commander).hex == NOWHERE;
        let somebody = |commander: &u8| {
            self.force(side).present.members(side).any(|unit| self.check_attach(side, *commander, unit).is_ok())
        };
        (0..self.force(side).commanders_start).filter(|_| figures).filter(waits).find(somebody)
    }

    /// The hexes of the edge that a side calls its own.
    pub fn edge(&self, side: Side) -> impl Iterator<Item = HexIndex> + '_ {
        let field = &self.setup.field;
        field.grid.hexes().filter(move |hex| field.to_own_edge(side, *hex) == 0)
    }

    /// Number of routes of retreat of a side (HX-SET-07).
    #[must_use]
    pub fn retreats(&self, side: Side) -> u8 {
        let force = self.force(side);
        let groups = &self.groups[side.index()][..usize::from(force.groups)];
        match self.setup.rules.setup_ror_per {
            SetupRorPer::Division => groups.iter().map(|group| group.brigade.division + 1).max().unwrap_or(1),
            SetupRorPer::Brigade => force.groups.max(1),
        }
    }

    /// The hex of the route of retreat of a unit; [`NOWHERE`] where none was marked.
    #[must_use]
    pub fn retreat_of(&self, unit: UnitId) -> HexIndex {
        let side = side_of(unit);
        let group = self.unit(unit).group;
        let route = match self.setup.rules.setup_ror_per {
            SetupRorPer::Division => self.groups[side.index()][usize::from(group)].brigade.division,
            SetupRorPer::Brigade => group,
        };
        self.force(side).retreats[usize::from(route)]
    }

    /// Whether players write an order of groups (HX-SET-04).
    pub(super) fn writes_sequence(&self) -> bool {
        self.setup.rules.turn_system == TurnSystem::Activation
    }

    /// The groups of a side that need a number: those with units which do not move with any activation (HX-TRN-09).
    pub fn numbered(&self, side: Side) -> impl Iterator<Item = u8> + '_ {
        let force = self.force(side);
        (0..force.groups).filter(move |group| {
            (0..usize::from(force.size)).any(|place| {
                let unit = unit_id(side, place);
                self.unit(unit).group == *group && !self.floats(unit)
            })
        })
    }

    /// Whether a unit moves with any activation of its side: batteries, and whoever belongs to a battalion (HX-TRN-09).
    #[must_use]
    pub fn floats(&self, unit: UnitId) -> bool {
        let group = &self.groups[side_of(unit).index()][usize::from(self.unit(unit).group)];
        group.brigade.battalion || self.is_battery(unit)
    }

    /// Whether a side has still a first order to write. Battalions have none and are free; a brigade without one holds
    /// (HX-CVS-05, R-174).
    fn writes_orders(&self, side: Side) -> bool {
        let force = self.force(side);
        self.setup.rules.cvs_mode != CvsMode::Off && force.written < force.groups
    }

    /// Battalions are free, and brigades hold for which no order is left (HX-CVS-07, R-174).
    fn write_what_is_no_choice(&mut self, side: Side) {
        while self.writes_orders(side) {
            let number = self.next_brigade(side);
            let free = self.groups[side.index()][usize::from(number)].brigade.battalion;
            if !free && self.force(side).orders > 0 {
                return;
            }
            let group = &mut self.groups[side.index()][usize::from(number)];
            (group.order, group.supports) = (if free { Order::Attack } else { Order::Hold }, number);
            self.force_mut(side).written += 1;
        }
    }

    /// The brigade whose first order is written next.
    fn next_brigade(&self, side: Side) -> u8 {
        self.force(side).written
    }

    /// Shows every way in which a unit may be set up now.
    pub fn visit_places(&self, unit: UnitId, visit: &mut impl FnMut(Choice)) {
        let zone = &self.setup.scenario.zones[side_of(unit).index()];
        for hex in self.setup.field.grid.hexes().filter(|hex| zone.contains(*hex)) {
            for stance in Stance::ALL {
                if self.check_place(unit, hex, stance).is_ok() {
                    for facing in Direction::ALL {
                        visit(Choice::Place { unit, hex, facing, stance });
                    }
                }
            }
        }
    }

    pub(super) fn visit_deployment(&self, visit: &mut impl FnMut(Choice)) {
        let side = self.decider;
        match self.decision {
            Decision::Prepare => self.visit_prepared(side, visit),
            Decision::Deploy => {
                let mut placed = false;
                for unit in members(side, self.force(side).unplaced) {
                    self.visit_places(unit, &mut |choice| {
                        placed = true;
                        visit(choice);
                    });
                }
                for unit in members(side, self.force(side).unplaced) {
                    if self.check_keep(unit, placed).is_ok() {
                        visit(Choice::Keep { unit });
                    }
                }
            }
            Decision::MarkRetreat => self.edge(side).for_each(|hex| visit(Choice::MarkRetreat { hex })),
            Decision::Number => self.numbered(side).for_each(|group| {
                if self.check_number(side, group).is_ok() {
                    visit(Choice::Number { group });
                }
            }),
            Decision::Write => {
                let group = self.next_brigade(side);
                self.visit_orders(side, group, &mut |order, supports| {
                    if self.check_write(side, order, supports).is_ok() {
                        visit(Choice::Write { order, supports });
                    }
                });
            }
            _ => {}
        }
    }

    /// Shows every order that a brigade may have, with the brigade that it supports.
    pub(super) fn visit_orders(&self, side: Side, group: u8, visit: &mut impl FnMut(Order, u8)) {
        for order in Order::ALL {
            if order == Order::Support {
                for supported in (0..self.force(side).groups).filter(|other| *other != group) {
                    visit(order, supported);
                }
            } else {
                visit(order, group);
            }
        }
    }

    /// Any placement of the present side, each unit as likely as any other: quicker than counting them all.
    pub(super) fn any_place(&self, chance: &mut SeededDice) -> Option<Choice> {
        let side = self.decider;
        let unplaced = self.force(side).unplaced;
        let zone = &self.setup.scenario.zones[side.index()];
        let hexes = self.setup.field.grid.len() as u32;
        (0..64).find_map(|_| {
            let unit = unplaced.members(side).nth(chance.pick(unplaced.len()) as usize)?;
            let hex = chance.pick(hexes) as HexIndex;
            let stance = Stance::ALL[chance.pick(2) as usize];
            let facing = Direction::ALL[chance.pick(6) as usize];
            let legal = zone.contains(hex) && self.check_place(unit, hex, stance).is_ok();
            legal.then_some(Choice::Place { unit, hex, facing, stance })
        })
    }

    /// Whether a unit may be set up in a hex (HX-TER-14, R-116, R-117).
    pub(super) fn check_place(&self, unit: UnitId, hex: HexIndex, stance: Stance) -> Result<(), Refusal> {
        let side = side_of(unit);
        let (force, field, scenario) = (self.force(side), &self.setup.field, &self.setup.scenario);
        if !force.unplaced.contains(unit) {
            return Err(Refusal::new("HX-SET-05", "the unit has been set up"));
        }
        if usize::from(hex) >= field.grid.len() || !scenario.zones[side.index()].contains(hex) {
            return Err(Refusal::new("HX-SET-11", "not a hex of its zone"));
        }
        let other = stance == Stance::Other;
        let kind = self.kind(unit);
        if other && !self.is_battery(unit) && kind.on_foot.is_none() {
            return Err(Refusal::new("HX-ARM-13", "it knows one formation only"));
        }
        if self.is_battery(unit) && scenario.limbered && !other {
            return Err(Refusal::new("HX-SET-02", "guns start limbered in this scenario"));
        }
        let class = match kind.on_foot {
            Some(on_foot) if other => self.setup.codex.kinds[usize::from(on_foot)].class,
            _ => kind.class,
        };
        if !self.may_stand(hex, class) {
            return Err(Refusal::new("R-116", "it cannot stand on that ground"));
        }
        if !self.has_room(unit, hex) {
            return Err(Refusal::new("HX-TER-14", "somebody stands there"));
        }
        if force.fakes.contains(unit) {
            return self.check_fake(unit, hex);
        }
        if scenario.half().is_some() && force.combat.contains(unit) {
            let placed = (force.combat & !force.unplaced & !force.due).len();
            if placed >= u32::from(force.fielded - force.later).div_ceil(2) {
                return Err(Refusal::new("HX-SET-06", "half of the army arrives later"));
            }
        }
        Ok(())
    }

    /// Whether a piece may stand in a hex at set-up, or where it is put without a step: on its terrain, and in its works.
    #[must_use]
    pub fn may_stand(&self, hex: HexIndex, class: MoveClass) -> bool {
        self.setup.field.may_stand_among(&self.setup.codex, &self.works, hex, class)
    }

    /// Whether one more piece fits into a hex at the end of a move (HX-TER-14, R-183).
    #[must_use]
    pub fn has_room(&self, unit: UnitId, hex: HexIndex) -> bool {
        let Some(there) = self.at(hex) else { return true };
        let stacks = |one: UnitId| {
            let service = self.profile(one).service;
            !matches!(service, Service::Artillery | Service::Wagon) && !self.is_battery(one)
        };
        there == unit
            || (self.setup.rules.board_stack_limit > 1
                && side_of(there) == side_of(unit)
                && self.below[usize::from(hex)] == NOBODY
                && stacks(unit)
                && stacks(there))
    }

    /// Whether a fake marker may start in a hex: near the unit that it goes with, if there is room (HX-SPT-01).
    fn check_fake(&self, fake: UnitId, hex: HexIndex) -> Result<(), Refusal> {
        let side = side_of(fake);
        let force = self.force(side);
        let number = place_of(fake) - usize::from(force.listed);
        let Some(unit) = force.combat.members(side).nth(number) else { return Ok(()) };
        if force.unplaced.contains(unit) {
            return Err(Refusal::new("HX-SPT-01", "its unit comes first"));
        }
        let (field, at) = (&self.setup.field, self.unit(unit).hex);
        if force.due.contains(unit) || field.distance(at, hex) <= FAKE_REACH {
            return Ok(());
        }
        let class = self.kind(fake).class;
        let zone = &self.setup.scenario.zones[side.index()];
        let near = field.grid.hexes().filter(|next| zone.contains(*next) && field.distance(at, *next) <= FAKE_REACH);
        if near.into_iter().any(|next| self.may_stand(next, class) && self.has_room(fake, next)) {
            return Err(Refusal::new("HX-SPT-01", "it starts within two hexes of its unit"));
        }
        Ok(())
    }

    /// Whether a unit may be kept for the arrivals: half of the army in relief (HX-SET-06), or who finds no room anywhere.
    fn check_keep(&self, unit: UnitId, somebody_has_room: bool) -> Result<(), Refusal> {
        let force = self.force(side_of(unit));
        if !force.unplaced.contains(unit) {
            return Err(Refusal::new("HX-SET-05", "the unit has been set up"));
        }
        if !somebody_has_room || self.joins_the_half(unit) {
            Ok(())
        } else {
            Err(Refusal::new("HX-SET-06", "it is set up"))
        }
    }

    /// Whether a unit may be one of the half that arrives later (HX-SET-06).
    fn joins_the_half(&self, unit: UnitId) -> bool {
        let force = self.force(side_of(unit));
        let kept = (force.combat & force.due).len() - u32::from(force.later);
        self.setup.scenario.half().is_some()
            && force.combat.contains(unit)
            && kept < u32::from(force.fielded - force.later) / 2
    }

    fn somebody_has_room(&self, side: Side) -> bool {
        let mut found = false;
        for unit in members(side, self.force(side).unplaced) {
            self.visit_places(unit, &mut |_| found = true);
        }
        found
    }

    fn check_number(&self, side: Side, group: u8) -> Result<(), Refusal> {
        let force = self.force(side);
        if force.sequence[..usize::from(force.ordered)].contains(&group) {
            return Err(Refusal::new("HX-SET-04", "the group has its number"));
        }
        if !self.numbered(side).any(|numbered| numbered == group) {
            return Err(Refusal::new("HX-TRN-09", "the group needs no number"));
        }
        Ok(())
    }

    fn check_write(&self, side: Side, order: Order, supports: u8) -> Result<(), Refusal> {
        let force = self.force(side);
        Self::check_supported(self.next_brigade(side), force.groups, order, supports)
    }

    /// A brigade supports another one, and names itself under any other order.
    pub(super) fn check_supported(group: u8, groups: u8, order: Order, supports: u8) -> Result<(), Refusal> {
        match order {
            Order::Support if supports >= groups || supports == group => {
                Err(Refusal::new("HX-CVS-05", "it supports another brigade"))
            }
            Order::Attack | Order::Hold | Order::Withdraw if supports != group => {
                Err(Refusal::new("HX-CVS-05", "only under support does it name another brigade"))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn check_deployment(&self, choice: Choice) -> Result<(), Refusal> {
        let side = self.decider;
        match (self.decision, choice) {
            (Decision::Draw, Choice::Proceed) => Ok(()),
            (Decision::Prepare, Choice::Prepare { works, hex, .. }) => self.check_prepared(side, works, hex),
            (Decision::Deploy, Choice::Place { unit, hex, stance, .. }) => {
                self.check_own(unit)?;
                self.check_place(unit, hex, stance)
            }
            (Decision::Deploy, Choice::Keep { unit }) => {
                self.check_own(unit)?;
                self.check_keep(unit, self.somebody_has_room(side))
            }
            (Decision::MarkRetreat, Choice::MarkRetreat { hex }) => {
                if self.edge(side).any(|edge| edge == hex) {
                    Ok(())
                } else {
                    Err(Refusal::new("R-122", "not a hex of the own edge"))
                }
            }
            (Decision::Number, Choice::Number { group }) => self.check_number(side, group),
            (Decision::Write, Choice::Write { order, supports }) => self.check_write(side, order, supports),
            _ => Err(Refusal::new("HX-SET-11", "that is not to be decided now")),
        }
    }

    pub(super) fn apply_deployment<D: Dice, C: Observer<events::LogEntry>>(
        &mut self,
        choice: Choice,
        dice: &mut D,
        observer: &mut C,
    ) {
        let side = self.decider;
        match choice {
            Choice::Proceed => self.draw(side, dice, observer),
            Choice::Prepare { works, hex, facing } => self.lay_prepared(side, works, hex, facing, observer),
            Choice::Place { unit, hex, facing, stance } => self.place(unit, hex, facing, stance),
            Choice::Keep { unit } => {
                let wave = self.setup.scenario.half().filter(|_| self.joins_the_half(unit));
                self.keep(unit, wave.unwrap_or(NOBODY));
            }
            Choice::MarkRetreat { hex } => {
                let force = self.force_mut(side);
                force.retreats[usize::from(force.marked)] = hex;
                force.marked += 1;
            }
            Choice::Number { group } => {
                let force = self.force_mut(side);
                force.sequence[usize::from(force.ordered)] = group;
                force.ordered += 1;
                if self.turn > 0 {
                    // Rewritten for the turn that has begun.
                    self.go_on(observer);
                    return;
                }
            }
            Choice::Write { order, supports } => {
                let number = usize::from(self.next_brigade(side));
                debug_assert!(number < MOST_GROUPS);
                let group = &mut self.groups[side.index()][number];
                (group.order, group.supports) = (order, supports);
                let counts = order != Order::Hold;
                let force = self.force_mut(side);
                force.written += 1;
                force.orders -= u8::from(counts && force.orders != u8::MAX);
                observer.rule_fired(rule::CVS_05);
            }
            _ => {}
        }
        self.go_on_with_set_up(observer);
    }

    /// Keeps a unit for these arrivals of the scenario.
    pub(super) fn keep(&mut self, unit: UnitId, wave: u8) {
        let guns = self.is_battery(unit);
        self.unit_mut(unit).wave = wave;
        let force = self.force_mut(side_of(unit));
        force.unplaced &= !bit(unit);
        force.due |= bit(unit);
        force.limbered |= UnitSet::of_if(unit, guns);
    }

    /// Puts a unit into its first hex.
    pub(super) fn place(&mut self, unit: UnitId, hex: HexIndex, facing: Direction, stance: Stance) {
        let (battery, other) = (self.is_battery(unit), stance == Stance::Other);
        self.unit_mut(unit).facing = facing;
        self.put(unit, hex);
        let force = self.force_mut(side_of(unit));
        force.unplaced &= !bit(unit);
        force.limbered |= UnitSet::of_if(unit, battery && other);
        force.on_foot |= UnitSet::of_if(unit, !battery && other);
        if !battery && other {
            let horses = self.horses_behind(unit);
            self.unit_mut(unit).horses = horses;
        }
    }

    /// Where the horses of a unit wait that dismounts: in the hex behind, else with it (HX-MOV-13, R-138).
    #[must_use]
    pub fn horses_behind(&self, unit: UnitId) -> HexIndex {
        let state = self.unit(unit);
        let field = &self.setup.field;
        let behind = field.neighbour(state.hex, state.facing.opposite());
        let rider = self.setup.codex.kinds[usize::from(state.kind)].class;
        let enemy = |hex: HexIndex| self.at(hex).is_some_and(|there| side_of(there) != side_of(unit));
        if behind != NOWHERE && self.may_stand(behind, rider) && !enemy(behind) { behind } else { state.hex }
    }

    /// Whether a unit is of the side that decides.
    pub(super) fn check_own(&self, unit: UnitId) -> Result<(), Refusal> {
        let side = self.decider;
        let listed = usize::from(unit) < self.units.len() && place_of(unit) < usize::from(self.force(side).size);
        if listed && side_of(unit) == side {
            Ok(())
        } else {
            Err(Refusal::new("HX-ARM-02", "not a unit of the side that decides"))
        }
    }
}
