//! Where a unit can get to in one move: hexes with the facings that it can have there, found without a path to each.
//!
//! It goes by the ground, by friends and enemies in the way and by zones of control, and leaves out what is rare: a turn
//! on the way of riders, passing through guns. A path is looked for when a move has been chosen, and checked by the rules.

use arrayvec::ArrayVec;

use crate::game::Side;
use crate::rulesets::hexcommand::choices::{Act, March, Path};
use crate::rulesets::hexcommand::kinds::ANY_TURNS;
use crate::rulesets::hexcommand::movement::Gait;
use crate::rulesets::hexcommand::state::{Battle, members, side_of};
use crate::tabletop::hex::{HexIndex, NOWHERE, flat::Direction};
use crate::tabletop::hexset::{HexSet, MOST_HEXES};

/// Most hexes of one leg.
const MOST_LEG: usize = 96;

/// Most hexes that a unit can get to.
pub(super) const MOST_REACHED: usize = 160;

/// All facings.
const ALL_FACINGS: u8 = 0b11_1111;

/// A hex on a leg.
#[derive(Clone, Copy, Debug)]
struct Node {
    hex: HexIndex,
    /// Number of the node before it.
    from: u8,
    /// The step that led here.
    way: Direction,
    cost: u8,
    steps: u8,
    /// TE so far.
    te: u8,
    stopped: bool,
    /// In the hex of a friend, where it may not stay.
    passing: bool,
}

/// A hex that a unit can get to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stop {
    /// The hex.
    pub hex: HexIndex,
    /// The facings that it can have there, one bit each.
    pub facings: u8,
    /// TE at the end.
    pub te: u8,
    /// Movement is left on some way there, as a melee uphill needs it.
    pub breath: bool,
}

/// A hex that a unit cannot go through for who is there, one in an enemy zone, and that of a friend whom it may pass. The other bits
/// of a mark are the number of the leg that last came to the hex.
const BARRED: u8 = 0x80;
const ZONE: u8 = 0x40;
const FRIEND: u8 = 0x20;
const LEG: u8 = 0x1f;

/// The search. It keeps its memory.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    leg: ArrayVec<Node, MOST_LEG>,
    stops: ArrayVec<Stop, MOST_REACHED>,
    /// Number of each hex among the stops, plus one.
    number: [u8; MOST_HEXES],
    /// What every hex is to the unit that is on its way.
    marks: [u8; MOST_HEXES],
}

impl Default for Reach {
    fn default() -> Self {
        Self { leg: ArrayVec::new(), stops: ArrayVec::new(), number: [0; MOST_HEXES], marks: [0; MOST_HEXES] }
    }
}

impl Reach {
    /// Finds all stops of a unit that goes like this among these enemy zones; the first one is where it stands.
    pub(super) fn search(&mut self, battle: &Battle<'_>, gait: &Gait, zones: &HexSet) -> &[Stop] {
        for stop in self.stops.drain(..) {
            self.number[usize::from(stop.hex)] = 0;
        }
        let facing = battle.unit(gait.unit).facing;
        let (pushed, most) = (gait.act == Act::Push, battle.setup.rules.fatigue_max);
        self.mark(battle, gait, zones);
        for turn in 0..6 {
            let heading = facing.turned(turn);
            let Some(ends) = ends(gait, facing, heading) else { continue };
            self.go(battle, gait, heading, turn as u8 + 1);
            for node in &self.leg {
                if node.passing || pushed && node.steps == 0 {
                    continue;
                }
                let locked = node.te >= most && node.steps > 0;
                let facings = if locked { 1 << heading as u8 } else { ends };
                let breath = node.steps == 0 || node.cost < gait.budget;
                let number = &mut self.number[usize::from(node.hex)];
                if *number > 0 {
                    let known = &mut self.stops[usize::from(*number) - 1];
                    known.facings |= facings;
                    known.te = known.te.min(node.te);
                    known.breath |= breath;
                } else if !self.stops.is_full() {
                    self.stops.push(Stop { hex: node.hex, facings, te: node.te, breath });
                    *number = self.stops.len() as u8;
                }
            }
        }
        &self.stops
    }

    /// The stops found last.
    pub(super) fn stops(&self) -> &[Stop] {
        &self.stops
    }

    /// A move to a hex with this facing, if there is one.
    pub(super) fn march(
        &mut self,
        battle: &Battle<'_>,
        gait: &Gait,
        zones: &HexSet,
        (hex, end): (HexIndex, Direction),
    ) -> Option<March> {
        let facing = battle.unit(gait.unit).facing;
        self.mark(battle, gait, zones);
        for (leg, turn) in [0, 1, -1, 2, -2, 3].into_iter().enumerate() {
            let heading = facing.turned(turn);
            let Some(ends) = ends(gait, facing, heading) else { continue };
            if ends & 1 << end as u8 == 0 {
                continue;
            }
            self.go(battle, gait, heading, leg as u8 + 1);
            let Some(mut at) = self.leg.iter().position(|node| node.hex == hex && !node.passing) else { continue };
            let mut ways: ArrayVec<Direction, MOST_LEG> = ArrayVec::new();
            while at > 0 {
                ways.push(self.leg[at].way);
                at = usize::from(self.leg[at].from);
            }
            let path = ways.iter().rev().fold(Path::EMPTY, |path, way| path.then(*way));
            // A turn in place is made once.
            let start = if path.is_empty() && gait.turns != ANY_TURNS { end } else { heading };
            let march = March { unit: gait.unit, act: gait.act, start, path, middle: None, end, deploy: false };
            if battle.check_march(&march).is_ok() {
                return Some(march);
            }
        }
        None
    }

    /// Marks what the hexes of the board are to a unit that goes like this, for who is there and whose zones cover them.
    fn mark(&mut self, battle: &Battle<'_>, gait: &Gait, zones: &HexSet) {
        let side = side_of(gait.unit);
        self.marks[..battle.setup.field.hexes()].fill(0);
        for hex in zones.iter() {
            self.marks[usize::from(hex)] |= ZONE;
        }
        for owner in Side::BOTH {
            for piece in members(owner, battle.force(owner).present) {
                let hex = battle.unit(piece).hex;
                let Some(there) = battle.at(hex) else { continue };
                let stands = side_of(there) != side || !gait.passes || battle.in_contact(there);
                self.marks[usize::from(hex)] |= if stands { BARRED } else { FRIEND };
            }
        }
    }

    /// All hexes of a leg that keeps its heading, among the hexes that are [marked](Self::mark); legs of one search have numbers of
    /// their own.
    fn go(&mut self, battle: &Battle<'_>, gait: &Gait, heading: Direction, number: u8) {
        let (state, rules, field) = (battle.unit(gait.unit), &battle.setup.rules, &battle.setup.field);
        let (most, locked) = (rules.fatigue_max, rules.fatigue_movement);
        let te = state.te + u8::from(gait.act == Act::Limber);
        let first = Node {
            hex: state.hex,
            from: 0,
            way: heading,
            cost: 0,
            steps: state.steps,
            te,
            stopped: false,
            passing: false,
        };
        let turns: &[i32] = if gait.turns == ANY_TURNS {
            &[0, 1, 2, 3, 4, 5]
        } else if rules.movement_oblique {
            &[0, 1, -1]
        } else {
            &[0]
        };
        let mut ways = [heading; 6];
        for (way, turn) in ways.iter_mut().zip(turns) {
            *way = heading.turned(*turn);
        }
        let ways = &ways[..turns.len()];
        let pushed = gait.act == Act::Push;
        let budget = if pushed { 1 } else { gait.budget };
        let built = battle.has_built_works();
        let steps = field.steps(gait.class);
        let Self { leg, marks, .. } = self;
        let here = &mut marks[usize::from(state.hex)];
        *here = *here & !LEG | number;
        leg.clear();
        leg.push(first);
        let mut at = 0;
        while at < leg.len() {
            let node = leg[at];
            let from = at as u8;
            at += 1;
            let spent = node.te >= most && node.steps >= locked;
            // Every step costs something.
            if node.stopped || spent || node.cost >= budget {
                continue;
            }
            let (round, ground) = (&field.neighbours[usize::from(node.hex)], &steps[usize::from(node.hex)]);
            for &way in ways {
                let to = round[way as usize];
                if to == NOWHERE {
                    continue;
                }
                let mark = marks[usize::from(to)];
                if mark & BARRED != 0 || mark & LEG == number || leg.is_full() {
                    continue;
                }
                let step = if built { battle.ground_step(node.hex, way, gait.class) } else { ground[way as usize] };
                let Some(step) = step else { continue };
                let cost = node.cost.saturating_add(step.cost);
                if cost > budget {
                    continue;
                }
                let passing = mark & FRIEND != 0;
                let tires = u8::from(step.obstacle && node.steps > 0 || pushed) + u8::from(passing);
                let zone = mark & ZONE != 0;
                let stopped = step.stops || zone;
                if zone && !gait.fights || passing && stopped {
                    continue;
                }
                let te = (node.te + tires).min(most.max(te));
                marks[usize::from(to)] = mark & !LEG | number;
                leg.push(Node { hex: to, from, way, cost, steps: node.steps + 1, te, stopped, passing });
            }
        }
    }
}

/// The facings that a leg with this heading can end with; none when it cannot begin so.
fn ends(gait: &Gait, facing: Direction, heading: Direction) -> Option<u8> {
    let turned = u8::from(heading != facing);
    if gait.turns == ANY_TURNS {
        (turned == 0).then_some(1 << facing as u8)
    } else if gait.turns < turned {
        None
    } else if gait.turns > turned {
        Some(ALL_FACINGS)
    } else {
        Some(1 << heading as u8)
    }
}
