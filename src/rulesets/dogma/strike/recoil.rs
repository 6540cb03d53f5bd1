//! Recoil on the table (DG-REC): what a base meets on its way straight back, and where everybody comes to rest.

use std::ops::Range;

use crate::game::{Chronicle, Told};
use crate::rulesets::dogma::events::{self, Trail};
use crate::rulesets::dogma::ledger::rule;
use crate::rulesets::dogma::recoil::{Ground, Met, throw_back};
use crate::rulesets::dogma::rules::RecoilOffTable;
use crate::rulesets::dogma::state::{Battle, ElementId, MOST_ELEMENTS, Pose, Squad, bit, members, place_of, side_of};
use crate::tabletop::plane::{Stretch, Vector, stretch};

/// Where everybody comes to rest after a recoil that nobody is destroyed by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Retreat {
    /// How far the target goes, inches.
    way: f64,
    /// Friends that are pushed.
    pushed: Squad,
    /// How far, by place.
    pushes: [f64; MOST_ELEMENTS],
}

/// Farther than anything on a table, inches.
const FAR: f64 = 1000.0;

/// The table behind a base that is thrown back.
struct Table<'b, 's> {
    battle: &'b Battle<'s>,
    /// Straight away, a unit vector.
    away: Vector,
    pushed: Squad,
    pushes: [f64; MOST_ELEMENTS],
}

impl Table<'_, '_> {
    /// How far a base has been pushed already.
    fn pushed_by(&self, element: ElementId) -> f64 {
        self.pushes[place_of(element)]
    }
}

impl Ground for Table<'_, '_> {
    type Base = ElementId;
    type Distance = f64;

    fn meet(&self, mover: ElementId, mut visit: impl FnMut(Met<ElementId>, Range<f64>)) {
        let battle = self.battle;
        let (base, gone) = (battle.base(mover), self.pushed_by(mover));
        // Nobody is pushed aside: who is beside the way stays there.
        let aside = |other: ElementId| (battle.base(other).centre - base.centre).cross(self.away).abs();
        for other in battle.everybody().filter(|other| *other != mover && aside(*other) < battle.setup.reach) {
            let Some(Stretch { from, until }) = stretch(base, self.away, -FAR, FAR, battle.base(other)) else {
                continue;
            };
            let friend = side_of(other) == side_of(mover);
            let lead = if friend { self.pushed_by(other) } else { 0.0 } - gone;
            let met =
                if friend { Met::Friend { base: other, flyer: battle.profile(other).flyer } } else { Met::Deadly };
            visit(met, from + lead..until + lead);
        }
        for feature in battle.terrain.features().iter().filter(|feature| feature.kind().bars()) {
            if let Some(Stretch { from, until }) = stretch(base, self.away, -FAR, FAR, feature.shape()) {
                visit(Met::Deadly, from - gone..until - gone);
            }
        }
    }

    fn room(&self, mover: ElementId) -> f64 {
        self.battle.table().room(self.battle.base(mover), self.away) - self.pushed_by(mover)
    }

    fn push(&mut self, friend: ElementId, way: f64) {
        self.pushed |= bit(friend);
        self.pushes[place_of(friend)] += way;
    }
}

impl<'s> Battle<'s> {
    /// Throws an Element back along `away`: none when that destroys it.
    fn retreat(&self, element: ElementId, away: Vector, edge: RecoilOffTable) -> Option<Retreat> {
        let mut table = Table { battle: self, away, pushed: 0, pushes: [0.0; MOST_ELEMENTS] };
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

    /// Carries out a recoil that the target survives (DG-CLO-08).
    pub(super) fn give_ground<C: Chronicle<Told>>(
        &mut self,
        attacker: ElementId,
        target: ElementId,
        chronicle: &mut C,
    ) {
        let away = self.away_from(attacker, target);
        let Some(retreat) = self.thrown_back(attacker, target) else { return };
        chronicle.rule(rule::CLO_08);
        let pushed = members(side_of(target), retreat.pushed);
        for friend in pushed {
            chronicle.rule(rule::REC_04);
            self.shift(friend, away * retreat.pushes[place_of(friend)], "push", "DG-REC-04", chronicle);
        }
        self.shift(target, away * retreat.way, "recoil", "DG-REC-01", chronicle);
    }

    /// An enemy moves into contact with Air Support: it recoils straight away from the mover, and stops at the table edge
    /// (DG-AIR-07, R-57).
    pub(in crate::rulesets::dogma) fn evade<C: Chronicle<Told>>(
        &mut self,
        air: ElementId,
        mover: ElementId,
        chronicle: &mut C,
    ) {
        let away = self.away_from(mover, air);
        if let Some(retreat) = self.retreat(air, away, RecoilOffTable::Stops) {
            chronicle.rule(rule::AIR_07);
            self.shift(air, away * retreat.way, "evade", "DG-AIR-07", chronicle);
        }
    }

    /// Puts an Element elsewhere and tells of it.
    fn shift<C: Chronicle<Told>>(
        &mut self,
        element: ElementId,
        step: Vector,
        kind: &str,
        rule: &str,
        chronicle: &mut C,
    ) {
        let from = *self.base(element);
        let to = from.moved(step);
        self.put(element, Pose::from(to));
        chronicle.tell(|| {
            let trail = Trail { element, bases: vec![from, to] };
            events::moved(self, kind, &[trail], step.length(), 0, rule)
        });
    }
}
