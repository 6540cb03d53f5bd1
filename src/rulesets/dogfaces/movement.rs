//! Movement (DF-MOV, DF-ZOC, DF-TER, DF-VEH): where a unit can go, and carrying out a move step by step.

use super::choices::{MOST_STEPS, Path, PathStep, Refusal};
use super::codex::Halves;
use super::events;
use super::field::FORBIDDEN;
use super::ledger::rule;
use super::rules::{DismountAfterRide, JetZoc};
use super::state::{Battle, Decision, NOBODY, Phase, Squad, UnitId, bit, members, side_of};
use crate::game::{Chronicle, Deed, Side};
use crate::tabletop::hex::{Direction, HexIndex, NOWHERE};
use crate::tabletop::hexset::{HexSet, MOST_HEXES};

/// Cost of each hex of a flight (DF-MOV-08).
const FLIGHT_COST: Halves = 2;

/// A move under way.
#[derive(Clone, Copy, Debug)]
pub struct Motion {
    /// The mover.
    pub unit: UnitId,
    /// The declared path.
    pub path: Path,
    /// Steps taken.
    pub taken: u8,
    /// Whether it flies.
    pub flying: bool,
    /// The vehicle it got off, or [`NOBODY`].
    pub from_carrier: UnitId,
    /// Half units spent.
    pub spent: Halves,
    /// Whether it has left the map.
    pub gone: bool,
    /// Hexes visited, the start first.
    pub trail: [HexIndex; MOST_STEPS + 1],
    /// Steps that the chronicle has been told of.
    pub told: u8,
    /// Whether the mover was hit and went somewhere else, which ends the move.
    pub diverted: bool,
}

impl Motion {
    /// The hex the mover has reached.
    #[must_use]
    pub fn at(&self) -> HexIndex {
        self.trail[usize::from(self.taken)]
    }
}

/// What a hex is to a mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    /// Empty: it may stop there.
    Open,
    /// A friend stands there: it may pass, unless an enemy zone would stop it.
    Pass,
    /// A vehicle of its side with room: it may board, or pass.
    Board,
    /// As `Board`, but a bridge: it may board and not pass.
    BoardOnly,
    /// It may not enter.
    Closed,
}

/// What a search knows of one hex.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Number of the search that last wrote it.
    search: u32,
    cost: Halves,
    /// Direction of the step that leads there.
    step: u8,
    /// The move may end there.
    ends: bool,
    /// The move may go on from there.
    passes: bool,
}

/// The hexes a unit can reach, with cheapest paths. Reused from search to search.
#[derive(Clone, Debug)]
pub struct Reach {
    nodes: [Node; MOST_HEXES],
    /// The hexes met, in the order in which they were first met.
    found: [HexIndex; MOST_HEXES],
    count: usize,
    search: u32,
    start: HexIndex,
}

impl Default for Reach {
    fn default() -> Self {
        Self::new()
    }
}

impl Reach {
    /// An empty search.
    #[must_use]
    pub fn new() -> Self {
        let node = Node { search: 0, cost: 0, step: 0, ends: false, passes: false };
        Self { nodes: [node; MOST_HEXES], found: [0; MOST_HEXES], count: 0, search: 0, start: NOWHERE }
    }

    /// Searches all hexes that `unit` can walk or drive to with its own allowance (DF-MOV-01), from where it stands or
    /// rides, whether or not it may move just now.
    pub fn search(&mut self, battle: &Battle<'_>, unit: UnitId) {
        self.search_past(battle, unit, &HexSet::EMPTY);
    }

    /// The same on ways that enter none of some hexes.
    pub fn search_past(&mut self, battle: &Battle<'_>, unit: UnitId, shunned: &HexSet) {
        let field = &battle.setup.field;
        let (side, profile) = (side_of(unit), battle.profile(unit));
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.nodes.iter_mut().for_each(|node| node.search = 0);
            self.search = 1;
        }
        self.start = battle.unit(unit).hex;
        self.count = 0;
        self.mark(self.start, Node { search: self.search, cost: 0, step: 0, ends: false, passes: true });
        // A hex is put in when first met, and its cost may still fall before its turn comes: costs are small whole
        // numbers, so the hexes of each cost are taken one cost after the other. No step is free, so those that take the
        // whole allowance need not be looked at again.
        let mut level = 0;
        while level < profile.speed {
            // Nothing costs as much as what may not be entered.
            let left = (profile.speed - level).min(FORBIDDEN - 1);
            let mut next = Halves::MAX;
            let mut index = 0;
            while index < self.count {
                let hex = self.found[index];
                let node = self.nodes[usize::from(hex)];
                index += 1;
                if node.cost != level || !node.passes {
                    if node.cost > level && node.passes {
                        next = next.min(node.cost);
                    }
                    continue;
                }
                let steps = field.costs(profile.vehicle, hex).iter().zip(&field.neighbours[usize::from(hex)]);
                for (direction, (&step, &to)) in steps.enumerate() {
                    if step > left {
                        continue;
                    }
                    let total = level + step;
                    let known = &mut self.nodes[usize::from(to)];
                    if known.search == self.search {
                        if known.cost > total {
                            (known.cost, known.step) = (total, direction as u8);
                            next = next.min(total);
                        }
                        continue;
                    }
                    if shunned.contains(to) {
                        continue;
                    }
                    let zoned = battle.in_enemy_zone(side, to);
                    let (ends, passes) = match battle.entry(unit, to) {
                        Entry::Open | Entry::Board => (true, !zoned),
                        Entry::BoardOnly => (true, false),
                        Entry::Pass if !zoned => (false, true),
                        Entry::Pass | Entry::Closed => continue,
                    };
                    self.mark(to, Node { search: self.search, cost: total, step: direction as u8, ends, passes });
                    next = next.min(total);
                }
            }
            if next == Halves::MAX {
                break;
            }
            level = next;
        }
    }

    #[inline]
    fn mark(&mut self, hex: HexIndex, node: Node) {
        self.nodes[usize::from(hex)] = node;
        self.found[self.count] = hex;
        self.count += 1;
    }

    /// Where the search began.
    #[must_use]
    pub fn start(&self) -> HexIndex {
        self.start
    }

    /// The hexes in which the move may end, the start left out.
    pub fn ends(&self) -> impl Iterator<Item = HexIndex> + '_ {
        self.found[..self.count].iter().copied().filter(|hex| self.nodes[usize::from(*hex)].ends)
    }

    /// All hexes entered, those that can only be passed through included; the start comes first.
    #[must_use]
    pub fn entered(&self) -> &[HexIndex] {
        &self.found[..self.count]
    }

    /// Cost in half units of reaching `hex`; none when out of reach.
    #[must_use]
    pub fn cost(&self, hex: HexIndex) -> Option<Halves> {
        let node = &self.nodes[usize::from(hex)];
        (node.search == self.search).then_some(node.cost)
    }

    /// Whether the move may end in `hex`.
    #[must_use]
    pub fn may_end(&self, hex: HexIndex) -> bool {
        let node = &self.nodes[usize::from(hex)];
        node.search == self.search && node.ends
    }

    /// Whether the move may go on from `hex`.
    #[must_use]
    pub fn passes(&self, hex: HexIndex) -> bool {
        let node = &self.nodes[usize::from(hex)];
        node.search == self.search && node.passes
    }

    /// The cheapest path to a hex of [`Reach::entered`].
    #[must_use]
    pub fn path(&self, battle: &Battle<'_>, hex: HexIndex) -> Path {
        let mut steps = [Direction::East; MOST_STEPS];
        let (mut count, mut at) = (0, hex);
        while at != self.start {
            let direction = Direction::ALL[usize::from(self.nodes[usize::from(at)].step)];
            steps[count] = direction;
            count += 1;
            let opposite = (direction as usize + 3) % 6;
            at = battle.setup.field.neighbours[usize::from(at)][opposite];
        }
        steps[..count].iter().rev().fold(Path::EMPTY, |path, direction| path.then(*direction))
    }
}

impl Battle<'_> {
    /// What `hex` is to `unit` on its way, terrain left aside.
    #[inline]
    fn entry(&self, unit: UnitId, hex: HexIndex) -> Entry {
        let there = self.occupant[usize::from(hex)];
        if there == NOBODY || there == unit {
            return Entry::Open;
        }
        if side_of(there) != side_of(unit) {
            return Entry::Closed;
        }
        let bridge = self.setup.field.no_passing.contains(hex);
        match (self.check_boarding(unit, there).is_ok(), bridge) {
            (true, false) => Entry::Board,
            (true, true) => Entry::BoardOnly,
            (false, false) => Entry::Pass,
            (false, true) => Entry::Closed,
        }
    }

    /// Whether `unit` may end its move aboard `carrier` (DF-VEH-06, DF-VEH-07, DF-VEH-15).
    fn check_boarding(&self, unit: UnitId, carrier: UnitId) -> Result<(), Refusal> {
        let (passenger, vehicle) = (self.profile(unit), self.profile(carrier));
        let capacity = vehicle.capacity;
        if !vehicle.vehicle {
            return Err(Refusal::new("DF-MOV-03", "a friend stands there"));
        }
        if capacity == 0 || passenger.vehicle {
            return Err(Refusal::new("DF-VEH-06", "only soldiers ride, and only where there are places"));
        }
        if self.unit(unit).carrier == carrier {
            return Err(Refusal::new("DF-VEH-09", "it only just got off"));
        }
        if self.is_stunned(carrier) {
            return Err(Refusal::new("DF-VEH-15", "nobody boards a Stunned vehicle"));
        }
        if self.riders(carrier).count() >= usize::from(capacity) {
            return Err(Refusal::new("DF-VEH-06", "the vehicle is full"));
        }
        Ok(())
    }

    /// Whether a unit may begin a move at all, by whichever path.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check_mover(&self, unit: UnitId) -> Result<(), Refusal> {
        let side = side_of(unit);
        let force = self.force(side);
        if side != self.active || self.phase != Phase::Movement {
            return Err(Refusal::new("DF-TRN-01", "not its side's Movement Phase"));
        }
        if force.alive & bit(unit) == 0 {
            return Err(Refusal::new("DF-RES-08", "the unit is not on the map"));
        }
        if force.stunned & bit(unit) != 0 {
            return Err(Refusal::new("DF-MOV-05", "a Stunned unit does not move"));
        }
        if force.moved & bit(unit) != 0 {
            return Err(Refusal::new("DF-TRN-01", "the unit has moved in this phase"));
        }
        if self.riders(unit).any(|rider| force.boarded & bit(rider) != 0) {
            return Err(Refusal::new("DF-VEH-08", "a rider who boarded this turn is not carried before the next"));
        }
        let carrier = self.unit(unit).carrier;
        if carrier != NOBODY && force.rode & bit(unit) != 0 {
            let refused = match self.setup.rules.dismount_after_ride {
                DismountAfterRide::Full => false,
                DismountAfterRide::None => true,
                DismountAfterRide::UnlessZoc => force.halted & bit(carrier) != 0,
            };
            if refused {
                return Err(Refusal::new("DF-VEH-09", "no getting off after this ride"));
            }
        }
        Ok(())
    }

    /// Whether a unit may walk or drive along `path`.
    pub(super) fn check_move(&self, unit: UnitId, path: Path) -> Result<(), Refusal> {
        self.check_mover(unit)?;
        let field = &self.setup.field;
        let (side, profile) = (side_of(unit), self.profile(unit));
        let mut at = self.unit(unit).hex;
        let mut left = profile.speed;
        if path.is_empty() {
            return Err(Refusal::new("DF-MOV-01", "a move takes at least one step"));
        }
        for (index, step) in path.steps().enumerate() {
            let last = index + 1 == path.len();
            if index > 0 && self.in_enemy_zone(side, at) {
                return Err(Refusal::new("DF-ZOC-01", "an enemy zone stops it there"));
            }
            let PathStep::To(direction) = step else {
                if !last || !self.may_exit_from(unit, at) {
                    return Err(Refusal::new("DF-MOV-07", "nobody leaves the map there"));
                }
                if left < self.setup.codex.numbers.exit_cost {
                    return Err(Refusal::new("DF-SCN-03", "the allowance does not pay for leaving the map"));
                }
                return Ok(());
            };
            let to = field.neighbours[usize::from(at)][direction as usize];
            if to == NOWHERE {
                return Err(Refusal::new("DF-MOV-07", "the map ends there"));
            }
            let cost = field.cost(profile.vehicle, at, direction as usize);
            if cost == FORBIDDEN {
                return Err(Refusal::new(self.forbidding_rule(to), "that terrain may not be entered"));
            }
            if cost > left {
                return Err(Refusal::new("DF-TER-12", "the allowance does not pay for that hex"));
            }
            left -= cost;
            match (self.entry(unit, to), last) {
                (Entry::Closed, _) if side_of(self.occupant[usize::from(to)]) != side => {
                    return Err(Refusal::new("DF-MOV-04", "an enemy stands there"));
                }
                (Entry::Closed, false) | (Entry::BoardOnly, false) => {
                    return Err(Refusal::new("DF-TER-07", "an occupied bridge may not be moved through"));
                }
                (Entry::Pass | Entry::Closed, true) => {
                    self.check_boarding(unit, self.occupant[usize::from(to)])?;
                }
                _ => {}
            }
            at = to;
        }
        Ok(())
    }

    /// The rule that closes the terrain of `hex`.
    fn forbidding_rule(&self, hex: HexIndex) -> &'static str {
        let terrain = &self.setup.codex.terrain[usize::from(self.setup.field.terrain[usize::from(hex)])];
        if terrain.cost_foot.is_none() { "DF-TER-06" } else { "DF-TER-03" }
    }

    /// Whether a unit may fly `length` hexes (DF-MOV-08, DF-MOV-09).
    pub(super) fn check_flight(&self, unit: UnitId, direction: Direction, length: u8) -> Result<(), Refusal> {
        self.check_mover(unit)?;
        let Some((shortest, longest)) = self.profile(unit).jet else {
            return Err(Refusal::new("DF-SOL-12", "it has no jet pack"));
        };
        let zones = self.setup.rules.jet_zoc == JetZoc::Stops;
        let side = side_of(unit);
        let mut at = self.unit(unit).hex;
        if length == 0 || length > longest {
            return Err(Refusal::new("DF-MOV-08", "a flight is of four or five hexes"));
        }
        for taken in 1..=length {
            at = self.setup.field.neighbours[usize::from(at)][direction as usize];
            if at == NOWHERE {
                return Err(Refusal::new("DF-MOV-07", "the map ends there"));
            }
            let there = self.occupant[usize::from(at)];
            if there != NOBODY && side_of(there) != side && (zones || taken == length) {
                return Err(Refusal::new("DF-MOV-04", "an enemy stands there"));
            }
            let stopped = zones && self.in_enemy_zone(side, at);
            if taken < length && stopped {
                return Err(Refusal::new("DF-ZOC-01", "an enemy zone ends the flight before"));
            }
            if taken == length && length < shortest && !stopped {
                return Err(Refusal::new("DF-MOV-08", "a flight is of four or five hexes"));
            }
        }
        if self.occupant[usize::from(at)] != NOBODY {
            return Err(Refusal::new("DF-MOV-03", "a flight ends in an empty hex"));
        }
        if !self.setup.field.may_stand(self.profile(unit).vehicle, at) {
            return Err(Refusal::new("DF-MOV-08", "nobody can land there"));
        }
        Ok(())
    }

    /// Shows every legal flight of a unit: direction, length, end.
    pub fn visit_flights(&self, unit: UnitId, visit: &mut impl FnMut(Direction, u8, HexIndex)) {
        let Some((_, longest)) = self.profile(unit).jet else { return };
        for direction in Direction::ALL {
            let mut at = self.unit(unit).hex;
            for length in 1..=longest {
                at = self.setup.field.neighbours[usize::from(at)][direction as usize];
                if at == NOWHERE {
                    break;
                }
                if self.check_flight(unit, direction, length).is_ok() {
                    visit(direction, length, at);
                }
            }
        }
    }

    /// Takes a unit off the board, if it stands on it.
    pub(super) fn lift(&mut self, unit: UnitId) {
        let hex = self.unit(unit).hex;
        if hex == NOWHERE || self.occupant[usize::from(hex)] != unit {
            return;
        }
        self.occupant[usize::from(hex)] = NOBODY;
        self.held[side_of(unit).index()].remove(hex);
        if self.exerts_zone(unit) {
            self.change_zones(unit, hex, u8::wrapping_sub);
        }
    }

    /// Puts a unit into an empty hex.
    pub(super) fn put(&mut self, unit: UnitId, hex: HexIndex) {
        debug_assert!(self.occupant[usize::from(hex)] == NOBODY, "one unit per hex (DF-STK-01)");
        self.units[usize::from(unit)].hex = hex;
        self.occupant[usize::from(hex)] = unit;
        self.held[side_of(unit).index()].insert(hex);
        if self.exerts_zone(unit) {
            self.change_zones(unit, hex, u8::wrapping_add);
        }
        if self.is_ready(unit) {
            self.take_objective(side_of(unit), hex);
        }
    }

    /// Whether a unit on the board stops enemy movers (DF-ZOC-05).
    fn exerts_zone(&self, unit: UnitId) -> bool {
        self.setup.rules.stunned_zoc || !self.is_stunned(unit)
    }

    /// All hexes in the zones of control of a side (DF-ZOC-01, DF-ZOC-04).
    #[must_use]
    pub fn zones_of(&self, side: Side) -> HexSet {
        let field = &self.setup.field;
        let force = self.force(side);
        let quiet = if self.setup.rules.stunned_zoc { 0 } else { force.stunned };
        members(side, force.standing() & !force.unplaced & !quiet)
            .map(|unit| (unit, usize::from(self.unit(unit).hex)))
            .filter(|(unit, hex)| self.occupant[*hex] == *unit)
            .fold(HexSet::EMPTY, |set, (_, hex)| set | &field.around[hex])
            - &field.zone_free
    }

    fn change_zones(&mut self, unit: UnitId, hex: HexIndex, change: fn(u8, u8) -> u8) {
        let zones = &mut self.zones[side_of(unit).index()];
        for neighbour in self.setup.field.neighbours[usize::from(hex)] {
            if neighbour != NOWHERE {
                let zone = &mut zones[usize::from(neighbour)];
                *zone = change(*zone, 1);
            }
        }
    }

    /// Marks a unit as Stunned or ready, with its zone.
    pub(super) fn set_stunned(&mut self, unit: UnitId, stunned: bool) {
        if self.is_stunned(unit) == stunned {
            return;
        }
        let hex = self.unit(unit).hex;
        let standing = hex != NOWHERE && self.occupant[usize::from(hex)] == unit;
        let force = &mut self.forces[side_of(unit).index()];
        if stunned {
            force.stunned |= bit(unit);
            force.watching &= !bit(unit);
        } else {
            force.stunned &= !bit(unit);
        }
        if standing && !self.setup.rules.stunned_zoc {
            self.change_zones(unit, hex, if stunned { u8::wrapping_sub } else { u8::wrapping_add });
        }
        if standing && !stunned {
            self.take_objective(side_of(unit), hex);
        }
    }

    /// Begins a legal move.
    pub(super) fn begin_motion<C: Chronicle<events::Told>>(
        &mut self,
        unit: UnitId,
        path: Path,
        flying: bool,
        chronicle: &mut C,
    ) {
        let force = &mut self.forces[side_of(unit).index()];
        force.moved |= bit(unit);
        // DF-OVW-04
        if force.watching & bit(unit) != 0 {
            force.watching &= !bit(unit);
            chronicle.rule(rule::OVW_04);
            chronicle.tell(|| events::status(self, unit, "off-overwatch"));
        }
        let from_carrier = self.unit(unit).carrier;
        if from_carrier == NOBODY {
            self.lift(unit);
        } else {
            chronicle.rule(rule::VEH_09);
            self.leave_carrier(unit);
            chronicle.tell(|| events::status(self, unit, "gets-off"));
        }
        let riders = self.rider_squad(unit);
        self.forces[side_of(unit).index()].rode |= riders;
        if riders != 0 {
            chronicle.rule(rule::VEH_08);
        }
        let mut trail = [NOWHERE; MOST_STEPS + 1];
        trail[0] = self.unit(unit).hex;
        self.motion = Some(Motion {
            unit,
            path,
            taken: 0,
            flying,
            from_carrier,
            spent: 0,
            gone: false,
            trail,
            told: 0,
            diverted: false,
        });
        chronicle.deed(side_of(unit), super::state::place_of(unit), Deed::Moves, 1);
        self.advance(chronicle);
    }

    /// The riders of a vehicle as a set.
    pub(super) fn rider_squad(&self, carrier: UnitId) -> Squad {
        if self.profile(carrier).capacity == 0 {
            return 0;
        }
        self.riders(carrier).fold(0, |squad, rider| squad | bit(rider))
    }

    pub(super) fn leave_carrier(&mut self, unit: UnitId) {
        self.units[usize::from(unit)].carrier = NOBODY;
        self.forces[side_of(unit).index()].aboard &= !bit(unit);
    }

    pub(super) fn board(&mut self, unit: UnitId, carrier: UnitId) {
        let hex = self.unit(carrier).hex;
        let state = &mut self.units[usize::from(unit)];
        state.carrier = carrier;
        state.hex = hex;
        let force = &mut self.forces[side_of(unit).index()];
        force.aboard |= bit(unit);
        force.watching &= !bit(unit);
    }

    /// Takes the mover further along its path until it arrives, is stopped, or may be fired at.
    pub(super) fn advance<C: Chronicle<events::Told>>(&mut self, chronicle: &mut C) {
        let Some(mut motion) = self.motion else { return };
        let unit = motion.unit;
        let side = side_of(unit);
        let vehicle = self.profile(unit).vehicle;
        let enemy = side.other();
        while usize::from(motion.taken) < motion.path.len() {
            let at = motion.at();
            let PathStep::To(direction) = motion.path.step(usize::from(motion.taken)) else {
                motion.spent += self.setup.codex.numbers.exit_cost;
                motion.gone = true;
                self.motion = Some(motion);
                self.tell_motion(chronicle);
                return self.exit(unit, chronicle);
            };
            let to = self.setup.field.neighbours[usize::from(at)][direction as usize];
            let there = self.occupant[usize::from(to)];
            // Overwatch fire may have driven somebody into the way.
            if there != NOBODY && !motion.flying && matches!(self.entry(unit, to), Entry::Closed) {
                break;
            }
            motion.spent +=
                if motion.flying { FLIGHT_COST } else { self.setup.field.cost(vehicle, at, direction as usize) };
            motion.taken += 1;
            motion.trail[usize::from(motion.taken)] = to;
            self.carry_to(unit, to);
            if self.force(enemy).watching != 0 && self.triggers(enemy, unit, at, to) {
                self.motion = Some(motion);
                if self.occupant[usize::from(to)] == NOBODY {
                    self.put_in_passing(unit, to);
                }
                self.tell_motion(chronicle);
                self.open_reaction(enemy);
                return;
            }
            if self.stops_here(&motion, chronicle) {
                break;
            }
        }
        self.motion = Some(motion);
        self.tell_motion(chronicle);
        self.arrive(chronicle);
    }

    /// Ends the move of a ready mover where it has got to: aboard the vehicle there, or on the ground.
    fn arrive<C: Chronicle<events::Told>>(&mut self, chronicle: &mut C) {
        let Some(motion) = self.motion else { return };
        let unit = motion.unit;
        let there = self.occupant[usize::from(motion.at())];
        let walked_all = !motion.flying && usize::from(motion.taken) == motion.path.len();
        if !walked_all || there == NOBODY || there == unit || self.check_boarding(unit, there).is_err() {
            return self.settle_mover(chronicle);
        }
        // DF-OVW-05: he has been under fire in this hex as in any other; only now is he a rider.
        self.board(unit, there);
        self.forces[side_of(unit).index()].boarded |= bit(unit);
        chronicle.rule(rule::VEH_07);
        chronicle.tell(|| events::status(self, unit, "boards"));
        self.end_motion();
    }

    /// Whether an enemy zone ends the move where it has got to.
    fn stops_here<C: Chronicle<events::Told>>(&mut self, motion: &Motion, chronicle: &mut C) -> bool {
        let side = side_of(motion.unit);
        if !self.in_enemy_zone(side, motion.at()) || (motion.flying && self.setup.rules.jet_zoc == JetZoc::Ignores) {
            return false;
        }
        self.forces[side.index()].halted |= bit(motion.unit);
        chronicle.rule(rule::ZOC_01);
        true
    }

    /// Goes on with a move after an Overwatch attack, or after the watchers have held their fire.
    pub(super) fn resume_motion<C: Chronicle<events::Told>>(&mut self, chronicle: &mut C) {
        let Some(motion) = self.motion else { return };
        let unit = motion.unit;
        let side = side_of(unit);
        (self.phase, self.decision, self.decider) = (Phase::Movement, Decision::Move, side);
        if self.force(side).alive & bit(unit) == 0 || motion.diverted {
            return self.end_motion();
        }
        if self.is_stunned(unit) {
            // DF-OVW-09
            return self.settle_mover(chronicle);
        }
        let arrived = usize::from(motion.taken) == motion.path.len();
        if self.stops_here(&motion, chronicle) || arrived {
            return self.arrive(chronicle);
        }
        self.lift(unit);
        self.advance(chronicle);
    }

    /// Ends the move in the hex reached, or in the last one on its way where the mover may stop (DF-OVW-10).
    fn settle_mover<C: Chronicle<events::Told>>(&mut self, chronicle: &mut C) {
        let Some(motion) = self.motion else { return };
        let unit = motion.unit;
        self.lift(unit);
        let vehicle = self.profile(unit).vehicle;
        for taken in (0..=usize::from(motion.taken)).rev() {
            let hex = motion.trail[taken];
            let there = self.occupant[usize::from(hex)];
            if there == NOBODY && self.setup.field.may_stand(vehicle, hex) {
                self.carry_to(unit, hex);
                self.put(unit, hex);
                if taken < usize::from(motion.taken) {
                    chronicle.rule(rule::OVW_10);
                    chronicle.tell(|| events::put_back(self, unit));
                }
                return self.end_motion();
            }
            // Only the start can be a vehicle that the mover got off.
            if there != NOBODY && there == motion.from_carrier {
                self.board(unit, there);
                chronicle.rule(rule::OVW_10);
                chronicle.tell(|| events::put_back(self, unit));
                return self.end_motion();
            }
        }
        // The start was taken by somebody driven back there while the mover was on its way: the nearest empty hex.
        let hex = self.nearest_open(unit, motion.trail[0]);
        self.carry_to(unit, hex);
        self.put(unit, hex);
        chronicle.rule(rule::OVW_10);
        chronicle.tell(|| events::put_back(self, unit));
        self.end_motion();
    }

    /// The empty hex nearest to `from` that a unit may enter, `from` included; of several the lowest index.
    pub(super) fn nearest_open(&self, unit: UnitId, from: HexIndex) -> HexIndex {
        let field = &self.setup.field;
        let vehicle = self.profile(unit).vehicle;
        field
            .grid
            .hexes()
            .filter(|hex| self.occupant[usize::from(*hex)] == NOBODY && field.may_stand(vehicle, *hex))
            .min_by_key(|hex| (field.distance(from, *hex), *hex))
            .expect("a map has more hexes than units")
    }

    fn end_motion(&mut self) {
        self.motion = None;
        (self.phase, self.decision, self.decider) = (Phase::Movement, Decision::Move, self.active);
    }

    /// Writes the place of a unit in transit, and of its riders, without setting it on the board.
    fn carry_to(&mut self, unit: UnitId, hex: HexIndex) {
        self.units[usize::from(unit)].hex = hex;
        if self.profile(unit).capacity > 0 {
            for rider in members(side_of(unit), self.rider_squad(unit)) {
                self.units[usize::from(rider)].hex = hex;
            }
        }
    }

    /// Sets a mover on the board for the time of an Overwatch attack; it takes over no objective in passing.
    fn put_in_passing(&mut self, unit: UnitId, hex: HexIndex) {
        self.occupant[usize::from(hex)] = unit;
        self.held[side_of(unit).index()].insert(hex);
        if self.exerts_zone(unit) {
            self.change_zones(unit, hex, u8::wrapping_add);
        }
    }

    /// DF-SCN-03
    fn exit<C: Chronicle<events::Told>>(&mut self, unit: UnitId, chronicle: &mut C) {
        let side = side_of(unit);
        let leaving = bit(unit) | self.rider_squad(unit);
        chronicle.rule(rule::SCN_03);
        for who in members(side, leaving) {
            chronicle.deed(side, super::state::place_of(who), Deed::Left, 1);
            chronicle.tell(|| events::removed(self, who, "left-map"));
        }
        let force = &mut self.forces[side.index()];
        force.saved |= leaving;
        force.alive &= !leaving;
        force.aboard &= !leaving;
        // A Stunned rider is out of harm's way, and out of the reach of whoever could bring him round.
        force.stunned &= !leaving;
        force.watching &= !leaving;
        for who in members(side, leaving) {
            let state = &mut self.units[usize::from(who)];
            state.hex = NOWHERE;
            state.carrier = NOBODY;
        }
        self.end_motion();
    }

    /// Tells of the steps that have not been told yet.
    fn tell_motion<C: Chronicle<events::Told>>(&mut self, chronicle: &mut C) {
        let Some(motion) = &self.motion else { return };
        if C::TELLS && (motion.told < motion.taken || motion.gone) {
            let motion = *motion;
            chronicle.tell(|| events::moved(self, &motion));
            if let Some(motion) = &mut self.motion {
                motion.told = motion.taken;
            }
        }
    }
}
