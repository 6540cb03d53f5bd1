//! Calling in reserves (D-07): who comes in where.

use arrayvec::ArrayVec;

use super::evaluation::Evaluation;
use super::observation::Friend;
use super::threat_assessment::{Focus, ThreatAssessment};
use super::unit_moves::{Offer, end_of};
use crate::rulesets::dogma::choices::{Choice, Meeting, Path};
use crate::rulesets::dogma::setup::TableEdge;
use crate::rulesets::dogma::state::{ElementId, NOBODY, members};
use crate::tabletop::plane::{Facing, Point};

/// Number of places that are tried along an edge, besides those across from enemies.
const PLACES: u32 = 7;

/// How many of the best entries are tried until one is legal.
const TRIES: usize = 40;

/// How many of the best entries at one place are tried: those who came in before may stand in the way of all of them.
const PER_PLACE: usize = 2;

/// A way in, and what it is worth.
#[derive(Clone, Copy, Debug)]
struct Entry {
    edge: TableEdge,
    at: f64,
    path: Path,
    worth: f64,
}

/// So many entries, the best first.
#[derive(Default)]
struct Best<const COUNT: usize>(ArrayVec<Entry, COUNT>);

impl<const COUNT: usize> Best<COUNT> {
    /// Takes an entry in, if it is one of the best.
    fn take(&mut self, entry: Entry) {
        let place = self.0.iter().take_while(|other| other.worth >= entry.worth).count();
        if place == COUNT {
            return;
        }
        self.0.truncate(COUNT - 1);
        self.0.insert(place, entry);
    }
}

impl Evaluation<'_, '_> {
    /// The best entry of all reserves, with so many FP a point of cost for being on the table.
    pub fn best_entry(&self, on_the_table: f64) -> Option<Offer> {
        let mut best: Option<Offer> = None;
        for id in self.waiting() {
            if let Some(offer) = self.entry(id, on_the_table)
                && best.is_none_or(|other| offer.gain > other.gain)
            {
                best = Some(offer);
            }
        }
        best
    }

    /// What all reserves together gain by coming in.
    pub fn entries(&self, on_the_table: f64) -> f64 {
        self.waiting().filter_map(|id| self.entry(id, on_the_table)).map(|offer| offer.gain).sum()
    }

    fn waiting(&self) -> impl Iterator<Item = ElementId> + use<> {
        let side = self.observation.side;
        members(side, self.battle.force(side).reserve)
    }

    /// The best way in of an Element, if it gains something.
    fn entry(&self, id: ElementId, on_the_table: f64) -> Option<Offer> {
        let friend = Friend::of(self.battle, id, self.weights);
        let mut best = Best::<TRIES>::default();
        for edge in TableEdge::ALL {
            self.ways_in(&friend, edge, &mut |here| here.into_iter().for_each(|entry| best.take(entry)));
        }
        // Nobody is farther off than those who wait behind the own edge.
        let outside =
            self.battle.entry_base(self.battle.own_edge(self.observation.side), 0.5 * self.observation.table.x);
        let waiting = Friend { base: outside, ..friend };
        let waiting = ThreatAssessment::new(self, None, &waiting, 0.0, false).stand(self, &outside).min(0.0);
        let bonus = on_the_table * friend.value - waiting;
        for Entry { edge, at, path, worth } in best.0 {
            let gain = worth + bonus;
            if gain <= 0.0 {
                return None;
            }
            let meeting = Meeting::ANY;
            let legal = self.battle.plan_entry(id, edge, at, &path, meeting, NOBODY);
            if legal.is_ok_and(|course| course.touched.is_empty()) {
                let choice = Choice::Enter { element: id, edge, at, path, meeting, join: NOBODY };
                return Some(Offer { gain, choice });
            }
        }
        None
    }

    /// Shows ways in over an edge: evenly spread, and across from every enemy, straight or with a bend towards it.
    fn ways_in(&self, friend: &Friend, edge: TableEdge, visit: &mut impl FnMut(ArrayVec<Entry, PER_PLACE>)) {
        let (battle, observation) = (self.battle, self.observation);
        let Some((from, to)) = battle.open_stretch(observation.side, edge) else { return };
        let (from, to) = (from + 0.5 * observation.base, to - 0.5 * observation.base);
        let along = |point: Point| match edge {
            TableEdge::South | TableEdge::North => point.x,
            TableEdge::East | TableEdge::West => point.y,
        };
        let spread = (0..PLACES).map(|place| from + (to - from) * f64::from(place) / f64::from(PLACES - 1));
        let across = observation.foes.iter().map(|foe| along(foe.base.centre).clamp(from, to));
        for at in spread.chain(across) {
            let start = battle.entry_base(edge, at);
            let mut here = *friend;
            here.base = start;
            let assessment = ThreatAssessment::new(self, None, &here, friend.speed, true);
            let mut best = Best::<PER_PLACE>::default();
            let mut consider = |path: Path| {
                let end = end_of(&start, &path);
                let fires = !(friend.move_or_fire && path.length() > 0.0);
                let worth = assessment.stand(self, &end) + if fires { assessment.shot(self, &end).0 } else { 0.0 };
                best.take(Entry { edge, at, path, worth });
            };
            // Wholly on the table, and as far as it goes.
            let least = observation.base + 0.01;
            for distance in [least, 0.5 * (least + friend.speed), friend.speed] {
                if distance <= friend.speed {
                    consider(Path::straight(distance));
                }
            }
            let bend = start.centre + start.facing.ahead() * least;
            let towards = |focus: Focus| Some((focus, Facing::along(focus.at - bend)?));
            if let Some((focus, facing)) = assessment.focus.and_then(towards) {
                let wanted = bend.distance(focus.at) - friend.range.max(0.0) - observation.base;
                for second in [wanted.clamp(0.0, (friend.speed - least).max(0.0)), (friend.speed - least).max(0.0)] {
                    if least + second <= friend.speed {
                        consider(Path { first: least, facing: Some(facing), second });
                    }
                }
            }
            visit(best.0);
        }
    }
}
