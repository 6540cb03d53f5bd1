//! Ground that channels: the hexes through which all short ways from one part of a board to another go, such as bridges and
//! fords, who goes through which of them, and when.

use arrayvec::ArrayVec;

use super::super::observation::{Observation, Piece};
use super::{CLASSES, FAR, class_number};
use crate::rulesets::hexcommand::field::Field;
use crate::rulesets::hexcommand::order_of_battle::MOST_UNITS;
use crate::rulesets::hexcommand::state::{Battle, place_of};
use crate::rulesets::hexcommand::terrain::MoveClass;
use crate::tabletop::hex::{HexIndex, NOWHERE, flat::Direction};
use crate::tabletop::hexset::MOST_HEXES;

/// Most gates of a board.
const MOST_GATES: usize = 8;

/// Hexes that the way round a gate is longer by, at least.
const DETOUR: u8 = 4;

/// Hexes that one more before it in the queue is to a unit: two of foot go through in a half.
const QUEUE: u8 = 2;

/// Enemies who hit the far side of a gate at color or better, from whom on it is covered.
const COVERERS: usize = 2;

/// Chance of a shot at color.
const COLOR: f32 = 0.5;

/// Hexes from a gate within which enemies hold it, and friends are ready to go.
const NEAR: u8 = 6;
const READY: u8 = 3;

/// Own halves of shooting at who covers a gate, after which the army goes all the same.
const PATIENCE: u8 = 4;

/// Hexes from the exit of a gate at which it is held.
const POST: u8 = 2;

/// Of a hex: no part of the board, or a gate.
const NO_PART: u8 = u8::MAX;

/// A gate.
#[derive(Clone, Copy, Debug)]
struct Gate {
    hex: HexIndex,
    /// The classes that may use it, one bit each.
    classes: u8,
    /// It is not to be gone through yet.
    shut: bool,
    /// Own halves for which somebody has been ready to go through.
    waited: u8,
}

/// What every hex of the board is to a class of movement.
#[derive(Clone, Debug)]
struct Ground {
    /// The part of the board to which the hex belongs when all gates are shut.
    parts: [u8; MOST_HEXES],
}

/// The gates of a board, and who goes through which of them. Boards without any have none of its tables.
#[derive(Clone, Debug)]
pub(in crate::rulesets::hexcommand) struct Gates {
    gates: ArrayVec<Gate, MOST_GATES>,
    ground: Vec<Ground>,
    /// By gate and class: hexes from a gate.
    from: Vec<[[u8; MOST_HEXES]; CLASSES.len()]>,
    /// By unit: number of the gate that it goes through, and the part of the board where it stands.
    through: [Option<(u8, u8)>; MOST_UNITS],
}

impl Gates {
    /// The gates of a board.
    pub(in crate::rulesets::hexcommand) fn of(field: &Field) -> Self {
        let mut gates: ArrayVec<Gate, MOST_GATES> = ArrayVec::new();
        let exits = CLASSES.map(|class| Exits::of(field, class));
        for (number, exits) in exits.iter().enumerate() {
            for hex in field.grid.hexes().filter(|hex| exits.is_gate(field, *hex)) {
                // Of a row of such hexes that is the gate which is narrowest.
                let near = |gate: &Gate| field.distance(gate.hex, hex) <= 1;
                if let Some(gate) = gates.iter_mut().find(|gate| near(gate)) {
                    gate.classes |= 1 << number;
                    if exits.width(hex) < exits.width(gate.hex) {
                        gate.hex = hex;
                    }
                } else if !gates.is_full() {
                    gates.push(Gate { hex, classes: 1 << number, shut: false, waited: 0 });
                }
            }
        }
        let mut found = Self { gates, ground: Vec::new(), from: Vec::new(), through: [None; MOST_UNITS] };
        if found.gates.is_empty() {
            return found;
        }
        found.ground = exits.each_ref().map(|exits| Ground { parts: found.parts(field, exits) }).into();
        let distances = |gate: &Gate| exits.each_ref().map(|exits| exits.spread(field, gate.hex, (None, FAR)));
        found.from = found.gates.iter().map(distances).collect();
        found
    }

    /// Forgets the last game.
    pub(super) fn restart(&mut self) {
        self.through = [None; MOST_UNITS];
        self.gates.iter_mut().for_each(|gate| (gate.shut, gate.waited) = (false, 0));
    }

    /// The parts into which the board falls when all gates are shut.
    fn parts(&self, field: &Field, exits: &Exits) -> [u8; MOST_HEXES] {
        let mut parts = [NO_PART; MOST_HEXES];
        let mut next = 0;
        for start in field.grid.hexes() {
            if !exits.is_open(field, start) || parts[usize::from(start)] != NO_PART || self.is_gate(start) {
                continue;
            }
            let mut queue: ArrayVec<HexIndex, MOST_HEXES> = ArrayVec::new();
            queue.push(start);
            parts[usize::from(start)] = next;
            let mut at = 0;
            while at < queue.len() {
                let hex = queue[at];
                for to in exits.of_hex(field, hex) {
                    if parts[usize::from(to)] == NO_PART && !self.is_gate(to) {
                        parts[usize::from(to)] = next;
                        queue.push(to);
                    }
                }
                at += 1;
            }
            next = (next + 1).min(NO_PART - 1);
        }
        parts
    }

    /// Whether a hex is a gate.
    pub(in super::super) fn is_gate(&self, hex: HexIndex) -> bool {
        self.gates.iter().any(|gate| gate.hex == hex)
    }

    /// The part of the board of a hex, for a class of movement.
    fn part(&self, hex: HexIndex, class: usize) -> u8 {
        self.ground[class].parts[usize::from(hex)]
    }

    /// Hexes to the enemy by the gate that a unit is to go through, `beyond` by hex from the gate on; none when it goes through none
    /// or is past it.
    pub(super) fn way(&self, place: usize, hex: HexIndex, class: MoveClass, beyond: &[u8; MOST_HEXES]) -> Option<u8> {
        let (gate, near) = self.through[place]?;
        let class = class_number(class);
        let way = || {
            let gate = usize::from(gate);
            self.from[gate][class][usize::from(hex)].saturating_add(beyond[usize::from(self.gates[gate].hex)]).min(FAR)
        };
        (self.part(hex, class) == near).then(way)
    }

    /// Whether a unit would go through its gate, or into it, before it is time.
    pub(in super::super) fn is_early(&self, place: usize, hex: HexIndex, class: MoveClass) -> bool {
        let Some((gate, near)) = self.through[place] else { return false };
        self.gates[usize::from(gate)].shut && self.part(hex, class_number(class)) != near
    }

    /// Whether a unit is to go through a gate.
    #[cfg(test)]
    pub(super) fn is_bound_for(&self, place: usize, hex: HexIndex) -> bool {
        self.through[place].is_some_and(|(gate, _)| self.gates[usize::from(gate)].hex == hex)
    }

    /// Shares out the units that have to get to another part of the board, and says which gates are shut.
    pub(super) fn share(
        &mut self,
        battle: &Battle<'_>,
        seen: &mut Observation,
        goes: impl Fn(&Piece) -> bool,
        beyond: &[Box<[u8; MOST_HEXES]>; CLASSES.len()],
        pressed: bool,
    ) {
        self.through = [None; MOST_UNITS];
        if self.gates.is_empty() {
            return;
        }
        let mut order: ArrayVec<(u8, usize), MOST_UNITS> = ArrayVec::new();
        for (number, friend) in seen.friends.iter().enumerate() {
            let class = class_number(friend.class);
            let part = self.part(friend.hex, class);
            // Enemies on this side are dealt with first.
            let here = |foe: &Piece| !foe.routed && self.part(foe.hex, class) == part;
            if goes(friend) && part != NO_PART && !seen.foes.iter().any(here) {
                order.push((beyond[class][usize::from(friend.hex)], number));
            }
        }
        order.sort_unstable();
        let mut queues = [0_u8; MOST_GATES];
        for (_, number) in order {
            let friend = &seen.friends[number];
            let class = class_number(friend.class);
            let length = |(at, gate): (usize, &Gate)| {
                let way = self.from[at][class][usize::from(friend.hex)];
                let open = gate.classes & 1 << class != 0 && way < FAR;
                let all = way.saturating_add(beyond[class][usize::from(gate.hex)]);
                open.then_some((all.saturating_add(QUEUE * queues[at]), at))
            };
            if let Some((_, at)) = self.gates.iter().enumerate().filter_map(length).min() {
                queues[at] += 1;
                self.through[place_of(friend.unit)] = Some((at as u8, self.part(friend.hex, class)));
            }
        }
        for at in 0..self.gates.len() {
            let (shut, ready) = self.judge(battle, seen, at, pressed);
            let gate = &mut self.gates[at];
            gate.waited += u8::from(ready);
            gate.shut = shut && gate.waited <= PATIENCE;
        }
    }

    /// Whether a gate is better not gone through yet, and whether anybody could.
    fn judge(&self, battle: &Battle<'_>, seen: &mut Observation, at: usize, pressed: bool) -> (bool, bool) {
        let field = &battle.setup.field;
        let gate = self.gates[at].hex;
        let (mut queue, mut ready, mut near) = (0, 0, NO_PART);
        for friend in &seen.friends {
            let Some((_, part)) = self.through[place_of(friend.unit)].filter(|(own, _)| usize::from(*own) == at) else {
                continue;
            };
            queue += 1;
            near = part;
            ready += u8::from(self.from[at][class_number(friend.class)][usize::from(friend.hex)] <= READY);
        }
        if queue == 0 {
            return (false, false);
        }
        let across = seen.friends.iter().any(|friend| {
            let part = self.part(friend.hex, 0);
            part != near && part != NO_PART && field.distance(friend.hex, gate) <= READY
        });
        // Who is across already is not left alone; nobody goes alone.
        if across || pressed {
            return (false, ready > 0);
        }
        if ready < queue.min(2) {
            return (true, ready > 0);
        }
        let shaken = |foe: &&Piece| field.distance(foe.hex, gate) <= NEAR && (foe.hits >= 2 || foe.routed);
        let routed = seen.foes.iter().filter(shaken).any(|foe| foe.routed);
        if routed || seen.foes.iter().filter(shaken).count() >= 2 {
            return (false, true);
        }
        let mut covered = true;
        for next in Direction::ALL.iter().filter_map(|way| leads(field, gate, *way, MoveClass::Foot)) {
            if self.part(next, 0) != near && self.part(next, 0) != NO_PART {
                let view = seen.view(battle, next);
                covered &= view.lines.iter().filter(|line| line.front >= COLOR).count() >= COVERERS;
            }
        }
        (covered, true)
    }

    /// Where a unit that holds its ground stands best when the enemy has to come through gates: two hexes from their exits, with two
    /// units for each gate before any gets a third; none where no gate is between the armies.
    pub(super) fn post(
        &self,
        battle: &Battle<'_>,
        seen: &Observation,
        friend: &Piece,
        taken: &[HexIndex],
    ) -> Option<HexIndex> {
        let field = &battle.setup.field;
        let own = self.gates.first().map(|_| self.part(friend.hex, 0)).filter(|part| *part != NO_PART)?;
        if seen.foes.is_empty() || seen.foes.iter().any(|foe| self.part(foe.hex, 0) == own) {
            return None;
        }
        let mut best: Option<(i32, HexIndex)> = None;
        for gate in &self.gates {
            let exits = || field.neighbours[usize::from(gate.hex)].into_iter().filter(|hex| self.is_own(*hex, own));
            let held = taken.iter().filter(|hex| field.distance(**hex, gate.hex) <= POST + 1).count();
            for hex in field.grid.hexes().filter(|hex| self.is_own(*hex, own) && !taken.contains(hex)) {
                let range = exits().map(|exit| field.distance(hex, exit)).min();
                if range != Some(POST) || field.distance(hex, gate.hex) != POST + 1 {
                    continue;
                }
                let cover = i32::from(battle.cover(hex, gate.hex, None, false));
                let way = i32::from(field.distance(friend.hex, hex));
                let worth = 3 * cover - way - 12 * (held as i32 / 2);
                if best.is_none_or(|(known, _)| worth > known) {
                    best = Some((worth, hex));
                }
            }
        }
        best.map(|(_, hex)| hex)
    }

    fn is_own(&self, hex: HexIndex, part: u8) -> bool {
        hex != NOWHERE && self.part(hex, 0) == part
    }
}

/// The hex to which a step leads, if it may be made.
fn leads(field: &Field, hex: HexIndex, way: Direction, class: MoveClass) -> Option<HexIndex> {
    field.step(hex, way, class).map(|_| field.neighbour(hex, way))
}

/// The ways that lead out of every hex for a class of movement, one bit each.
#[derive(Clone, Debug)]
struct Exits([u8; MOST_HEXES]);

impl Exits {
    fn of(field: &Field, class: MoveClass) -> Self {
        let mut exits = Self([0; MOST_HEXES]);
        for (set, steps) in exits.0.iter_mut().zip(field.steps(class)) {
            *set = (0..6).fold(0, |set, way| set | u8::from(steps[way].is_some()) << way);
        }
        exits
    }

    /// Whether a way leads out of a hex.
    fn leads(&self, hex: HexIndex, way: Direction) -> bool {
        self.0[usize::from(hex)] & 1 << way as u8 != 0
    }

    /// The hexes to which the ways out of a hex lead.
    fn of_hex(&self, field: &Field, hex: HexIndex) -> impl Iterator<Item = HexIndex> {
        let (set, round) = (self.0[usize::from(hex)], field.neighbours[usize::from(hex)]);
        round.into_iter().enumerate().filter(move |(way, _)| set & 1 << way != 0).map(|(_, to)| to)
    }

    /// Whether a hex can be entered: out of a river there would be a way.
    fn is_open(&self, field: &Field, hex: HexIndex) -> bool {
        Direction::ALL.iter().any(|way| {
            let from = field.neighbour(hex, *way);
            from != NOWHERE && self.leads(from, way.opposite())
        })
    }

    /// Ways that lead out of a hex.
    fn width(&self, hex: HexIndex) -> u32 {
        self.0[usize::from(hex)].count_ones()
    }

    /// Steps from a hex to every other, without going through `but`, up to so many.
    fn spread(&self, field: &Field, start: HexIndex, (but, most): (Option<HexIndex>, u8)) -> [u8; MOST_HEXES] {
        let mut far = [FAR; MOST_HEXES];
        let mut queue: ArrayVec<HexIndex, MOST_HEXES> = ArrayVec::new();
        far[usize::from(start)] = 0;
        queue.push(start);
        let mut at = 0;
        while at < queue.len() && far[usize::from(queue[at])] < most {
            let hex = queue[at];
            at += 1;
            for to in self.of_hex(field, hex) {
                if far[usize::from(to)] == FAR && Some(to) != but {
                    far[usize::from(to)] = (far[usize::from(hex)] + 1).min(FAR - 1);
                    queue.push(to);
                }
            }
        }
        far
    }

    /// Whether the ways from one side of a hex to the other lead through it, unless they are [longer](DETOUR) by far.
    fn is_gate(&self, field: &Field, hex: HexIndex) -> bool {
        let round = &field.neighbours[usize::from(hex)];
        let open = |at: usize| self.leads(hex, Direction::ALL[at % 6]);
        // Neighbours next to each other, with a step between them, are one side of it.
        let joined = |at: usize| open(at) && open(at + 1) && self.leads(round[at % 6], Direction::ALL[(at + 2) % 6]);
        let starts = |at: &usize| open(*at) && !joined((at + 5) % 6);
        let mut sides = (0..6).filter(starts);
        let (Some(first), Some(_)) = (sides.next(), sides.next()) else { return false };
        if !self.is_open(field, hex) {
            return false;
        }
        // Whoever is farther off than that is as good as out of reach.
        let near = 1 + DETOUR;
        let far = self.spread(field, round[first], (Some(hex), near));
        (0..6).filter(starts).any(|other| far[usize::from(round[other])] > near)
    }
}
