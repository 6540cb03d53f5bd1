//! Range and sight (DG-LOS), cover and hills (DG-TER-03, DG-TER-14, DG-TER-17).

use std::cell::Cell;

use crate::rulesets::dogma::choices::Target;
use crate::rulesets::dogma::rules::SightLine;
use crate::rulesets::dogma::state::{Battle, ElementId, MOST_ELEMENTS, NOBODY, UnitSet, bit, side_of};
use crate::rulesets::dogma::terrain::{Feature, Kind};
use crate::tabletop::plane::{
    Base, Edge, Obstacle, Outline, Point, ROUNDING, Segment, nearer_than, sees, sight_line_within,
};

/// Who is known to see whom as everybody stands, so that nobody looks twice: asked and answered through a shared reference, by
/// the number of who looks.
#[derive(Clone, Debug)]
pub struct Sights {
    /// Counts how often anything has moved.
    now: u64,
    looks: [Cell<Look>; 2 * MOST_ELEMENTS],
}

/// Whom one Element has looked at.
#[derive(Clone, Copy, Debug)]
struct Look {
    /// When it last did.
    at: u64,
    /// Those at whom it has looked since.
    known: UnitSet,
    /// Those of them whom it sees.
    seen: UnitSet,
}

impl Default for Sights {
    fn default() -> Self {
        Self {
            now: 0,
            looks: [const { Cell::new(Look { at: 0, known: UnitSet::EMPTY, seen: UnitSet::EMPTY }) };
                2 * MOST_ELEMENTS],
        }
    }
}

impl Sights {
    /// Somebody stands elsewhere, or the ground has changed.
    pub(in crate::rulesets::dogma) fn forget(&mut self) {
        self.now = self.now.wrapping_add(1);
    }

    /// Whether `element` sees `victim`; `look` finds out.
    fn recall(&self, element: ElementId, victim: ElementId, look: impl FnOnce() -> bool) -> bool {
        let (kept, it) = (&self.looks[usize::from(element)], bit(victim));
        let mut looked = kept.get();
        if looked.at != self.now {
            looked = Look { at: self.now, known: UnitSet::EMPTY, seen: UnitSet::EMPTY };
        }
        if (looked.known & it).is_empty() {
            looked.known |= it;
            looked.seen |= if look() { it } else { UnitSet::EMPTY };
            kept.set(looked);
        }
        looked.seen.meets(it)
    }
}

/// What is looked at, as far as it is not its outline.
#[derive(Clone, Copy, Debug)]
struct Mark {
    /// The Element, or [`NOBODY`] for a building.
    element: ElementId,
    /// Whether it is on a hill.
    lifted: bool,
    /// Whether it is Air Support.
    air: bool,
}

impl<'s> Battle<'s> {
    /// Whether a base is in a feature (DG-TER-17, R-14).
    fn occupies(&self, base: &Base, feature: &Feature) -> bool {
        feature.holds(base, self.setup.rules.terrain_occupancy)
    }

    /// Whether a base at `base` is in a feature of `kind`.
    #[must_use]
    pub fn stands_in(&self, base: &Base, kind: Kind) -> bool {
        self.terrain.features().iter().any(|feature| feature.kind() == kind && self.occupies(base, feature))
    }

    /// Whether an Element is in cover.
    #[must_use]
    pub fn in_cover(&self, element: ElementId) -> bool {
        self.stands_in(self.base(element), Kind::Cover)
    }

    /// Whether a target is in range of an Element: the least distance from its front edge (DG-LOS-07).
    #[must_use]
    pub fn in_range(&self, element: ElementId, target: Target) -> bool {
        let (base, range) = (self.base(element), self.profile(element).range);
        match target {
            Target::Element(target) => reaches(base, range, self.base(target)),
            Target::Building(index) => reaches(base, range, self.terrain.features()[usize::from(index)].shape()),
        }
    }

    /// Whether an Element sees a target (DG-LOS-01).
    #[must_use]
    pub fn sees(&self, element: ElementId, target: Target) -> bool {
        let look = || self.sees_from(element, self.base(element), target);
        match target {
            Target::Element(victim) => self.sights.recall(element, victim, look),
            Target::Building(_) => look(),
        }
    }

    /// Whether an Element would see a target if it stood at `base`.
    #[must_use]
    pub fn sees_from(&self, element: ElementId, base: &Base, target: Target) -> bool {
        match target {
            Target::Element(victim) => {
                let (at, air) = (self.base(victim), self.profile(victim).air());
                let lifted = self.stands_in(at, Kind::Hill);
                let own = |feature: &Feature, _| self.occupies(at, feature);
                self.line(element, base, at, Mark { element: victim, lifted, air }, own)
            }
            Target::Building(index) => {
                let shape = self.terrain.features()[usize::from(index)].shape();
                let own = |_: &Feature, at: usize| at == usize::from(index);
                self.line(element, base, shape, Mark { element: NOBODY, lifted: false, air: false }, own)
            }
        }
    }

    /// Whether there is a clear line from the front of `base` to a mark at `at`. Features that are the mark's `own` do not
    /// intervene, nor those of the firer (DG-LOS-05, R-17).
    fn line(
        &self,
        element: ElementId,
        base: &Base,
        at: &impl Outline,
        mark: Mark,
        own: impl Fn(&Feature, usize) -> bool + Copy,
    ) -> bool {
        let front = base.edge(Edge::Front);
        // Lines of sight keep near the straight way from middle to middle; a bit more for round marks, which are taken for polygons.
        let way = Segment::new(front.midpoint(), at.middle());
        let half = base.half_width.max(1.01 * at.reach()) + self.setup.rules.sight_clearance;
        let beside = move |middle: Point, reach: f64| way.keeps_off(middle, half + reach);
        // DG-TER-14, R-15
        if mark.lifted || self.stands_in(base, Kind::Hill) {
            return self.unbroken(element, &front, at, std::iter::empty::<Obstacle<'_>>());
        }
        let features = self.terrain.features().iter().enumerate().filter(move |(index, feature)| {
            let shape = feature.shape();
            feature.kind().screens()
                && !beside(shape.middle(), shape.reach())
                && !own(feature, *index)
                && !self.occupies(base, feature)
        });
        let features = features.map(|(_, feature)| Obstacle::Feature(feature.shape()));
        // DG-LOS-06, DG-AIR-09
        if mark.air || self.profile(element).air() {
            return self.unbroken(element, &front, at, features);
        }
        let bases = self
            .everybody()
            .filter(move |other| !beside(self.base(*other).centre, 0.5 * self.setup.reach))
            .filter(move |other| *other != element && *other != mark.element && self.blocks_sight(*other));
        self.unbroken(element, &front, at, features.chain(bases.map(|other| Obstacle::Base(self.base(other)))))
    }

    /// Whether a base stands in the way of sight (DG-LOS-04, R-18).
    fn blocks_sight(&self, element: ElementId) -> bool {
        self.setup.rules.air_blocks_los || !self.force(side_of(element)).air.contains(element)
    }

    /// Whether a line from `front` to `at` keeps clear of all blockers, and is in range where that is asked of it.
    fn unbroken<'b>(
        &self,
        element: ElementId,
        front: &Segment,
        at: &impl Outline,
        blockers: impl Iterator<Item = Obstacle<'b>> + Clone,
    ) -> bool {
        let clearance = self.setup.rules.sight_clearance;
        if self.setup.rules.sight_line == SightLine::Independent {
            return sees(front, at, clearance, blockers);
        }
        sight_line_within(self.profile(element).range + ROUNDING, front, at, clearance, blockers).is_some()
    }
}

/// Whether a shape is within `range` of the front of a base.
pub(in crate::rulesets::dogma) fn reaches(base: &Base, range: f64, shape: &impl Outline) -> bool {
    let front = base.front_line();
    let apart = (shape.middle() - front.centre).length_squared();
    // Most are too far anyhow, or so near that their middle is in range.
    let most = range + base.half_width + shape.reach() + ROUNDING;
    let (near, far) = (apart <= range * range, apart > most * most);
    range >= 0.0 && !far && (near || nearer_than(&front, shape, range + ROUNDING))
}
