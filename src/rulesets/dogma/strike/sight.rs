//! Range and sight (DG-LOS).

use crate::rulesets::dogma::choices::Target;
use crate::rulesets::dogma::state::{Battle, ElementId};
use crate::tabletop::plane::{Edge, edge_distance};

impl Battle<'_> {
    /// Whether an Element is in cover (DG-TER-17).
    #[must_use]
    pub fn in_cover(&self, element: ElementId) -> bool {
        let _ = element;
        false
    }

    /// Whether a target is in range of an Element: the least distance from its front edge (DG-LOS-07).
    #[must_use]
    pub fn in_range(&self, element: ElementId, target: Target) -> bool {
        let front = self.base(element).edge(Edge::Front);
        let range = self.profile(element).range;
        match target {
            Target::Element(target) => {
                edge_distance(&front, self.base(target)) <= range + crate::tabletop::plane::ROUNDING
            }
            Target::Building(_) => false,
        }
    }

    /// Whether an Element sees a target (DG-LOS-01).
    #[must_use]
    pub fn sees(&self, element: ElementId, target: Target) -> bool {
        let _ = (element, target);
        true
    }
}
