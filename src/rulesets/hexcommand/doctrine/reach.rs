//! Where a unit can get to in one move: hexes with the facings that it can have there, found without a path to each.
//!
//! It goes by the ground, by friends and enemies in the way and by zones of control, and leaves out what is rare: a turn
//! on the way of riders, passing through guns. A path is looked for when a move has been chosen, and checked by the rules.

use arrayvec::ArrayVec;

use crate::game::Side;
use crate::rulesets::hexcommand::choices::{Act, March, Path};
use crate::rulesets::hexcommand::kinds::ANY_TURNS;
use crate::rulesets::hexcommand::movement::Gait;
use crate::rulesets::hexcommand::state::{Battle, UnitId, members, side_of};
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

/// The search. It keeps its memory.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    leg: ArrayVec<Node, MOST_LEG>,
    stops: ArrayVec<Stop, MOST_REACHED>,
    /// Number of each hex among the stops, plus one.
    number: [u8; MOST_HEXES],
}

impl Default for Reach {
    fn default() -> Self {
        Self { leg: ArrayVec::new(), stops: ArrayVec::new(), number: [0; MOST_HEXES] }
    }
}

impl Reach {
    /// Finds all stops of a unit that goes like this among these enemy zones; the first one is where it stands.
    pub(super) fn search(&mut self, battle: &Battle<'_>, gait: &Gait, zones: &HexSet) -> &[Stop] {
        for stop in self.stops.drain(..) {
            self.number[usize::from(stop.hex)] = 0;
        }
        let facing = battle.unit(gait.unit).facing;
        let barred = barred(battle, gait);
        for turn in 0..6 {
            let heading = facing.turned(turn);
            let Some(ends) = ends(gait, facing, heading) else { continue };
            self.go(battle, gait, [zones, &barred], heading);
            for node in &self.leg {
                if node.passing || (gait.act == Act::Push && node.steps == 0) {
                    continue;
                }
                let locked = node.te >= battle.setup.rules.fatigue_max && node.steps > 0;
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
        let barred = barred(battle, gait);
        for turn in [0, 1, -1, 2, -2, 3] {
            let heading = facing.turned(turn);
            let Some(ends) = ends(gait, facing, heading) else { continue };
            if ends & 1 << end as u8 == 0 {
                continue;
            }
            self.go(battle, gait, [zones, &barred], heading);
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

    /// All hexes of a leg that keeps its heading, among zones and hexes that are barred.
    fn go(&mut self, battle: &Battle<'_>, gait: &Gait, [zones, barred]: [&HexSet; 2], heading: Direction) {
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
        let ways: ArrayVec<Direction, 6> = turns.iter().map(|turn| heading.turned(*turn)).collect();
        let budget = if gait.act == Act::Push { 1 } else { gait.budget };
        let built = battle.has_built_works();
        let steps = field.steps(gait.class);
        let mut seen = *barred;
        seen.insert(state.hex);
        self.leg.clear();
        self.leg.push(first);
        let mut at = 0;
        while at < self.leg.len() {
            let node = self.leg[at];
            let from = at as u8;
            at += 1;
            let spent = node.te >= most && node.steps >= locked;
            // Every step costs something.
            if node.stopped || spent || node.cost >= budget {
                continue;
            }
            let round = &field.neighbours[usize::from(node.hex)];
            for &way in &ways {
                let to = round[way as usize];
                if to == NOWHERE || seen.contains(to) || self.leg.is_full() {
                    continue;
                }
                let ground = if built {
                    battle.ground_step(node.hex, way, gait.class)
                } else {
                    steps[usize::from(node.hex)][way as usize]
                };
                let Some(ground) = ground else { continue };
                let cost = node.cost + ground.cost.min(budget + 1);
                if cost > budget {
                    continue;
                }
                let mut next = Node {
                    hex: to,
                    from,
                    way,
                    cost,
                    steps: node.steps + 1,
                    te: node.te + u8::from(ground.obstacle && node.steps > 0 || gait.act == Act::Push),
                    stopped: ground.stops,
                    passing: false,
                };
                if gait.passes && battle.at(to).is_some() {
                    (next.passing, next.te) = (true, next.te + 1);
                }
                if zones.contains(to) {
                    if !gait.fights || next.passing {
                        continue;
                    }
                    next.stopped = true;
                }
                if next.passing && next.stopped {
                    continue;
                }
                next.te = next.te.min(most.max(te));
                seen.insert(to);
                self.leg.push(next);
            }
        }
    }
}

/// Hexes that a unit which goes like this cannot go through for who is there.
fn barred(battle: &Battle<'_>, gait: &Gait) -> HexSet {
    let side = side_of(gait.unit);
    let mut barred = HexSet::EMPTY;
    for owner in Side::BOTH {
        for piece in members(owner, battle.force(owner).present) {
            let hex = battle.unit(piece).hex;
            let stands = |there: UnitId| side_of(there) != side || !gait.passes || battle.in_contact(there);
            if battle.at(hex).is_some_and(stands) {
                barred.insert(hex);
            }
        }
    }
    barred
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
