//! Recoil on the table (DG-REC): what a base meets on its way straight back, and where everybody comes to rest.

use std::ops::Range;

use arrayvec::ArrayVec;

use crate::game::{LogEntry, Observer};
use crate::rulesets::dogma::events::{Moved, Trail};
use crate::rulesets::dogma::fixed_inches::ON_PAPER;
use crate::rulesets::dogma::ledger::rule;
use crate::rulesets::dogma::recoil::{Ground, Met, throw_back};
use crate::rulesets::dogma::rules::RecoilOffTable;
use crate::rulesets::dogma::state::{Battle, ElementId, MOST_ELEMENTS, Pose, UnitSet, bit, members, place_of, side_of};
use crate::tabletop::plane::{Stretch, Vector, stretch};

/// Where everybody comes to rest after a recoil that nobody is destroyed by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Retreat {
    /// How far the target goes, inches.
    way: f64,
    /// Friends that are pushed.
    pushed: UnitSet,
    /// How far, by place.
    pushes: [f64; MOST_ELEMENTS],
}

/// Farther than anything on a table, inches.
const FAR: f64 = 1000.0;

/// The table behind a base that is thrown back.
#[derive(Clone)]
struct Table<'b, 's> {
    battle: &'b Battle<'s>,
    /// Straight away, a unit vector.
    away: Vector,
    pushed: UnitSet,
    pushes: [f64; MOST_ELEMENTS],
    /// Who cannot go its way, and where on it what is in its way begins, unless it is the table edge.
    doom: Option<(ElementId, Option<f64>)>,
}

/// Something that stands on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thing {
    Base(ElementId),
    /// A feature that nobody enters, by its index.
    Feature(usize),
}

/// What destroys a base that is thrown back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::rulesets::dogma) enum Obstacle {
    /// An enemy (DG-REC-02).
    Enemy(ElementId),
    /// A terrain feature, by its index (DG-REC-03).
    Feature(usize),
    /// The table edge (DG-REC-06).
    TableEdge,
}

/// Why a base that is thrown back is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::rulesets::dogma) struct Doom {
    /// Who cannot go on: it, or a friend that it would push (DG-REC-05).
    pub who: ElementId,
    /// What is in the way.
    pub obstacle: Obstacle,
}

impl<'b, 's> Table<'b, 's> {
    fn behind(battle: &'b Battle<'s>, away: Vector) -> Self {
        Self { battle, away, pushed: UnitSet::EMPTY, pushes: [0.0; MOST_ELEMENTS], doom: None }
    }

    /// How far a base has been pushed already.
    fn pushed_by(&self, element: ElementId) -> f64 {
        self.pushes[place_of(element)]
    }

    /// Shows everything that a base overlaps somewhere on its way, with the stretch of the way on which it does.
    fn things(&self, mover: ElementId, mut visit: impl FnMut(Thing, Range<f64>)) {
        let battle = self.battle;
        let (base, gone) = (battle.base(mover), self.pushed_by(mover));
        // Nobody is pushed aside: who is beside the way stays there.
        let aside = |other: ElementId| (battle.base(other).centre - base.centre).cross(self.away).abs();
        for other in battle.everybody().filter(|other| *other != mover && aside(*other) < battle.setup.reach) {
            let Some(Stretch { from, until }) = stretch(base, self.away, -FAR, FAR, battle.base(other)) else {
                continue;
            };
            let lead = if side_of(other) == side_of(mover) { self.pushed_by(other) } else { 0.0 } - gone;
            visit(Thing::Base(other), from + lead..until + lead);
        }
        for (index, feature) in battle.terrain.features().iter().enumerate().filter(|(_, it)| it.kind().bars()) {
            if let Some(Stretch { from, until }) = stretch(base, self.away, -FAR, FAR, feature.shape()) {
                visit(Thing::Feature(index), from - gone..until - gone);
            }
        }
    }

    /// What is in the way of a base from `at` on.
    fn obstacle(&self, mover: ElementId, at: f64) -> Option<Obstacle> {
        let mut found = None;
        self.things(mover, |thing, stretch| {
            let deadly = match thing {
                Thing::Base(other) => (side_of(other) != side_of(mover)).then_some(Obstacle::Enemy(other)),
                Thing::Feature(index) => Some(Obstacle::Feature(index)),
            };
            if stretch.start == at && found.is_none() {
                found = deadly;
            }
        });
        found
    }
}

impl Ground for Table<'_, '_> {
    type Base = ElementId;
    type Distance = f64;

    fn meet(&self, mover: ElementId, mut visit: impl FnMut(Met<ElementId>, Range<f64>)) {
        self.things(mover, |thing, stretch| {
            let met = match thing {
                Thing::Base(base) if side_of(base) == side_of(mover) => {
                    Met::Friend { base, flyer: self.battle.profile(base).flyer }
                }
                _ => Met::Deadly,
            };
            visit(met, stretch);
        });
    }

    fn room(&self, mover: ElementId) -> f64 {
        self.battle.table().room(self.battle.base(mover), self.away) - self.pushed_by(mover)
    }

    fn push(&mut self, friend: ElementId, way: f64) {
        self.pushed |= bit(friend);
        self.pushes[place_of(friend)] += way;
    }

    fn doom(&mut self, base: ElementId, at: Option<f64>) {
        self.doom = Some((base, at));
    }
}

impl<'s> Battle<'s> {
    /// Throws an Element back along `away`: none when that destroys it.
    fn retreat(&self, element: ElementId, away: Vector, edge: RecoilOffTable) -> Option<Retreat> {
        let mut table = Table::behind(self, away);
        let inches = self.setup.rules.recoil_inches.inches();
        let way = throw_back(&mut table, element, self.profile(element).flyer, inches, edge)?;
        Some(Retreat { way, pushed: table.pushed, pushes: table.pushes })
    }

    /// The way straight away from an attacker through the edge that it shares with its target (DG-REC-01).
    fn away_from(&self, attacker: ElementId, target: ElementId) -> Vector {
        let base = self.base(attacker);
        let towards = || base.edge_towards(self.base(target).centre);
        base.outward(self.shared_edge(attacker, target).unwrap_or_else(towards))
    }

    /// What a recoil from a close attack does: none when it destroys the target.
    pub(super) fn thrown_back(&self, attacker: ElementId, target: ElementId) -> Option<Retreat> {
        self.retreat(target, self.away_from(attacker, target), self.setup.rules.recoil_off_table)
    }

    /// Why a recoil from a close attack destroys the target: none when it does not.
    pub(in crate::rulesets::dogma) fn doom_of(&self, attacker: ElementId, target: ElementId) -> Option<Doom> {
        let rules = &self.setup.rules;
        let (flyer, way) = (self.profile(target).flyer, rules.recoil_inches.inches());
        let mut table = Table::behind(self, self.away_from(attacker, target));
        if throw_back(&mut table, target, flyer, way, rules.recoil_off_table).is_some() {
            return None;
        }
        let (who, at) = table.doom?;
        let obstacle = match at {
            Some(at) => table.obstacle(who, at)?,
            None => Obstacle::TableEdge,
        };
        Some(Doom { who, obstacle })
    }

    /// Carries out a recoil that the target survives (DG-CLO-08): the farthest of the friends that it pushes goes first.
    pub(super) fn give_ground<C: Observer<LogEntry>>(
        &mut self,
        attacker: ElementId,
        target: ElementId,
        observer: &mut C,
    ) {
        let away = self.away_from(attacker, target);
        let Some(retreat) = self.thrown_back(attacker, target) else { return };
        observer.rule_fired(rule::CLO_08);
        let far = |one: &ElementId| (self.base(*one).centre - self.base(target).centre).dot(away);
        let mut pushed: ArrayVec<ElementId, MOST_ELEMENTS> = members(side_of(target), retreat.pushed).collect();
        pushed.sort_unstable_by(|one, other| far(other).total_cmp(&far(one)).then(one.cmp(other)));
        for friend in pushed {
            observer.rule_fired(rule::REC_04);
            self.shift(friend, away * retreat.pushes[place_of(friend)], "push", "DG-REC-04", observer);
        }
        self.shift(target, away * retreat.way, "recoil", "DG-REC-01", observer);
    }

    /// An enemy moves into contact with Air Support: it recoils straight away from the mover, and stops at the table edge
    /// (DG-AIR-07, R-57).
    pub(in crate::rulesets::dogma) fn evade<C: Observer<LogEntry>>(
        &mut self,
        air: ElementId,
        mover: ElementId,
        observer: &mut C,
    ) {
        let away = self.away_from(mover, air);
        if let Some(retreat) = self.retreat(air, away, RecoilOffTable::Stops) {
            observer.rule_fired(rule::AIR_07);
            self.shift(air, away * retreat.way, "evade", "DG-AIR-07", observer);
        }
    }

    /// Puts an Element elsewhere and tells of it.
    fn shift<C: Observer<LogEntry>>(
        &mut self,
        element: ElementId,
        step: Vector,
        kind: &'static str,
        rule: &'static str,
        observer: &mut C,
    ) {
        let from = *self.base(element);
        let to = from.moved(step);
        self.put(element, Pose::from(to));
        // Only who passes over things goes farther than a recoil throws him.
        let lands = step.length() > self.setup.rules.recoil_inches.inches() + ON_PAPER;
        observer.event(|| {
            let trail = Trail { element, bases: vec![from, to] };
            Moved::new(kind, vec![trail], rule).spending(step.length(), 0).landing(lands).told(self)
        });
    }
}
