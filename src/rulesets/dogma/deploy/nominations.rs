//! Flag bearers (DG-SCN-06) and markers (DG-SCN-05, DG-SCN-09).

use crate::rulesets::dogma::choices::{Choice, Refusal};
use crate::rulesets::dogma::codex::Scenario;
use crate::rulesets::dogma::state::{Battle, ElementId, NOBODY, UnitSet, bit, members, place_of, side_of};
use crate::tabletop::plane::{Point, Vector};

impl Battle<'_> {
    /// Those of the side that nominates who may bear its flag: anybody but the Commander who does not start in reserve; the
    /// Commander when there is nobody else.
    fn bearers(&self) -> UnitSet {
        let force = self.force(self.decider);
        let commander = if force.commander == NOBODY { UnitSet::EMPTY } else { bit(force.commander) };
        let able = force.present() & !force.reserve & !commander;
        match (able, force.present() & !force.reserve) {
            (UnitSet::EMPTY, UnitSet::EMPTY) => force.present(),
            (UnitSet::EMPTY, alone) => alone,
            (able, _) => able,
        }
    }

    /// Shows who may bear the flag.
    pub(super) fn visit_bearers(&self, visit: &mut impl FnMut(Choice)) {
        members(self.decider, self.bearers()).for_each(|element| visit(Choice::Bearer { element }));
    }

    /// Whether an Element may bear the flag (DG-SCN-06).
    pub(super) fn check_bearer(&self, element: ElementId) -> Result<(), Refusal> {
        let side = self.decider;
        let own = side_of(element) == side && place_of(element) < usize::from(self.force(side).size);
        if !own || !self.bearers().contains(element) {
            return Err(Refusal::new("DG-SCN-06", "it may not bear the flag"));
        }
        Ok(())
    }

    /// Puts the central marker down, in the scenarios that have one: at the centre, or at the nearest point that a base can
    /// cover.
    pub(super) fn place_centre(&mut self) {
        if matches!(self.scenario, Scenario::KingOfTheHill | Scenario::Control) {
            let middle = self.table().middle();
            self.progress.centre = Some(self.nearest_coverable(middle));
        }
    }

    /// Whether a base clear of impassable things can cover a point.
    #[must_use]
    pub fn coverable(&self, at: Point) -> bool {
        self.terrain.coverable(at, self.setup.side, &self.table())
    }

    /// The nearest point to this one that a base can cover; itself when there is none.
    fn nearest_coverable(&self, at: Point) -> Point {
        self.terrain.nearest_coverable(at, self.setup.side, &self.table())
    }

    /// Whether the control marker of the side that places one may lie there (DG-SCN-09).
    pub(super) fn check_marker(&self, at: Point) -> Result<(), Refusal> {
        if !self.half(self.decider.other()).contains(at) {
            return Err(Refusal::new("DG-SCN-09", "it lies outside the enemy half"));
        }
        let centre = self.progress.centre.unwrap_or(at);
        if at.distance(centre) < self.setup.rules.control_marker_min_distance {
            return Err(Refusal::new("DG-SCN-09", "it lies too near to the central marker"));
        }
        //
        if !self.coverable(at) {
            return Err(Refusal::new("DG-SCN-09", "no base can cover it"));
        }
        Ok(())
    }

    /// Shows places for a control marker, two inches apart, and beside the centre.
    pub(super) fn visit_markers(&self, visit: &mut impl FnMut(Choice)) {
        let half = self.half(self.decider.other());
        let (columns, rows) = ((half.max.x - half.min.x) as i32 / 2, (half.max.y - half.min.y) as i32 / 2);
        let mut points =
            (0..=rows).flat_map(|row| (0..=columns).map(move |column| Vector::new(f64::from(column), f64::from(row))));
        let mut shown = false;
        points.by_ref().map(|step| half.min + step * 2.0).filter(|at| self.check_marker(*at).is_ok()).for_each(|at| {
            shown = true;
            visit(Choice::Marker { at });
        });
        if !shown {
            // A table full of rock: whatever is nearest to the middle of the half.
            visit(Choice::Marker { at: self.nearest_coverable(half.middle()) });
        }
    }
}
