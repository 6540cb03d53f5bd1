//! Which sets of Elements are Groups (DG-GRP-01).

use crate::rulesets::dogma::rules::GroupShapes;
use crate::rulesets::dogma::state::{Battle, ElementId, Formation, NOBODY, UnitSet, bit, members, place_of, side_of};
use crate::tabletop::plane::Edge;

/// How much the cosine of the angle between two facings may miss one for them to be the same facing.
const SAME_FACING: f64 = 1e-6;

impl Battle<'_> {
    /// Whether two Elements face the same way.
    #[inline]
    #[must_use]
    pub fn face_alike(&self, one: ElementId, other: ElementId) -> bool {
        self.base(one).facing.ahead().dot(self.base(other).facing.ahead()) > 1.0 - SAME_FACING
    }

    /// The friend of equal facing that shares the whole edge `edge` of an Element's base, or [`NOBODY`].
    #[inline]
    #[must_use]
    pub fn mate(&self, element: ElementId, edge: Edge) -> ElementId {
        let other = self.beside(element, edge);
        let mate = other != NOBODY && side_of(other) == side_of(element) && self.face_alike(element, other);
        if mate { other } else { NOBODY }
    }

    /// The same, if the two belong to one Group where Groups are written down, or [`NOBODY`].
    #[inline]
    #[must_use]
    pub fn fellow(&self, element: ElementId, edge: Edge) -> ElementId {
        let mate = self.mate(element, edge);
        if mate != NOBODY && self.belong_together(element, mate) { mate } else { NOBODY }
    }

    /// Whether an Element is in a Group: in full contact with a friend of equal facing.
    #[inline]
    #[must_use]
    pub fn in_group(&self, element: ElementId) -> bool {
        Edge::ALL.into_iter().any(|edge| self.fellow(element, edge) != NOBODY)
    }

    /// Everybody connected with an Element by full contacts between friends of equal facing, itself included; may be more
    /// than a Group may have.
    #[must_use]
    pub fn block(&self, element: ElementId) -> UnitSet {
        let side = side_of(element);
        let (mut block, mut fresh) = (bit(element), bit(element));
        while !fresh.is_empty() {
            let mut next = UnitSet::EMPTY;
            for one in members(side, fresh) {
                for edge in Edge::ALL {
                    let mate = self.mate(one, edge);
                    if mate != NOBODY {
                        next |= bit(mate);
                    }
                }
            }
            fresh = next & !block;
            block |= next;
        }
        block
    }

    /// Whether these Elements, as they stand, form a Group (DG-GRP-01): two to four, connected, of one facing, in a shape
    /// that the rules allow.
    #[must_use]
    pub fn is_group(&self, group: &Formation) -> bool {
        let set = group.unit_set();
        let count = set.len() as usize;
        let all_there = group.len() == count && group.iter().all(|one| self.on_table(one));
        let one_side = group.iter().all(|one| side_of(one) == side_of(group.leader()));
        (2..=usize::from(self.setup.rules.group_max)).contains(&count)
            && all_there
            && one_side
            && self.connected(group.leader(), set) == set
            && self.shape_allowed(group)
    }

    /// Those of `set` that are connected with `leader` by full contacts within `set`.
    #[must_use]
    pub fn connected(&self, leader: ElementId, set: UnitSet) -> UnitSet {
        let side = side_of(leader);
        let (mut found, mut fresh) = (bit(leader), bit(leader));
        while !fresh.is_empty() {
            let mut next = UnitSet::EMPTY;
            for one in members(side, fresh) {
                for edge in Edge::ALL {
                    let mate = self.mate(one, edge);
                    if mate != NOBODY {
                        next |= bit(mate);
                    }
                }
            }
            fresh = next & set & !found;
            found |= fresh;
        }
        found
    }

    /// Whether the links of a Group date from the start of the Movement phase (DG-GRP-03).
    #[must_use]
    pub(super) fn linked_since_start(&self, group: &Formation) -> bool {
        self.linked(group.leader(), group.unit_set()) == group.unit_set()
    }

    /// Those of `set` that were connected with `leader` within `set` when the Movement phase began.
    #[must_use]
    pub(in crate::rulesets::dogma) fn linked(&self, leader: ElementId, set: UnitSet) -> UnitSet {
        let (mut found, mut fresh) = (bit(leader), bit(leader));
        while !fresh.is_empty() {
            let mut next = UnitSet::EMPTY;
            for one in members(side_of(leader), fresh) {
                for mate in self.links[place_of(one)] {
                    if mate != NOBODY {
                        next |= bit(mate);
                    }
                }
            }
            fresh = next & set & !found;
            found |= fresh;
        }
        found
    }

    /// lines and columns only, under that switch.
    fn shape_allowed(&self, group: &Formation) -> bool {
        if self.setup.rules.group_shapes == GroupShapes::Any {
            return true;
        }
        let leader = self.base(group.leader());
        let offset = |one: ElementId| self.base(one).centre - leader.centre;
        let within = |along: crate::tabletop::plane::Vector| {
            group.iter().all(|one| offset(one).dot(along).abs() < 0.5 * self.setup.side)
        };
        within(leader.facing.ahead()) || within(leader.facing.right())
    }
}
