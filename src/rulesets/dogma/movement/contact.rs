//! What touches what, closing the door, turning to face (DG-CON).

use arrayvec::ArrayVec;

use super::unit_move::{Door, Mover};
use crate::game::Side;
use crate::rulesets::dogma::army::Dogma;
use crate::rulesets::dogma::choices::{Meeting, Refusal};
use crate::rulesets::dogma::codex::Type;
use crate::rulesets::dogma::fixed_inches::ON_PAPER;
use crate::rulesets::dogma::rules::{AirClose, ContactEdge, FlankStart, ScoutBar};
use crate::rulesets::dogma::state::{Battle, ElementId, NOBODY, Neighbours, Pose, UnitSet, bit, members, side_of};
use crate::tabletop::plane::{
    Base, Contact, Edge, Point, Segment, Tolerances, contact, nearer_than, overlap, touches_edge,
};

/// Steps in which a part of a way is gone back to find where it began to touch somebody, and how often the last one is halved.
const STEPS: u32 = 64;
const HALVINGS: usize = 40;

impl Battle<'_> {
    /// How close is contact (DG-CON-01).
    #[inline]
    pub(in crate::rulesets::dogma) fn tolerances(&self) -> Tolerances {
        let rules = &self.setup.rules;
        Tolerances { contact: rules.contact_tolerance, full_contact: rules.full_contact_tolerance }
    }

    /// Puts an Element on the table, there or elsewhere, and brings all contacts up to date.
    pub(in crate::rulesets::dogma) fn put(&mut self, element: ElementId, pose: Pose) {
        self.forget_contacts(element);
        self.force_mut(side_of(element)).table |= bit(element);
        self.elements[usize::from(element)].base = self.base_at(pose);
        self.find_contacts(element);
    }

    /// Puts several Elements of one side down at once.
    pub(super) fn put_all(&mut self, movers: &[(ElementId, Base)]) {
        for &(element, _) in movers {
            self.forget_contacts(element);
        }
        for &(element, base) in movers {
            self.force_mut(side_of(element)).table |= bit(element);
            self.elements[usize::from(element)].base = base;
        }
        for &(element, _) in movers {
            self.find_contacts(element);
        }
    }

    /// Takes an Element off the table into no place at all, and brings all contacts up to date: the caller puts it into the
    /// set where it belongs now.
    pub(in crate::rulesets::dogma) fn lift(&mut self, element: ElementId) {
        self.forget_contacts(element);
        self.force_mut(side_of(element)).table &= !bit(element);
    }

    /// Takes an Element out of the neighbourhood and the sight of all others.
    fn forget_contacts(&mut self, element: ElementId) {
        let side = side_of(element);
        self.sights.forget();
        let old = std::mem::replace(&mut self.elements[usize::from(element)].contact, Neighbours::NONE);
        self.force_mut(side).engaged &= !bit(element);
        for foe in members(side.other(), old.foes) {
            self.elements[usize::from(foe)].contact.foes &= !bit(element);
        }
        for other in old.edges.into_iter().filter(|other| *other != NOBODY) {
            for edge in &mut self.elements[usize::from(other)].contact.edges {
                if *edge == element {
                    *edge = NOBODY;
                }
            }
            if side_of(other) != side {
                self.refresh_engaged(other);
            }
        }
    }

    /// Finds out what an Element touches, that touched nothing before.
    fn find_contacts(&mut self, element: ElementId) {
        let side = side_of(element);
        let base = *self.base(element);
        let tolerances = self.tolerances();
        for owner in Side::BOTH {
            for other in members(owner, self.force(owner).table) {
                if other == element || !self.close_by(&base, self.base(other)) {
                    continue;
                }
                let found = contact(&base, self.base(other), &tolerances);
                if found == Contact::Apart {
                    continue;
                }
                // contact with enemy Air Support has no effect.
                if owner != side && !self.may_touch(element, other) {
                    continue;
                }
                if owner != side {
                    self.elements[usize::from(element)].contact.foes |= bit(other);
                    self.elements[usize::from(other)].contact.foes |= bit(element);
                }
                if let Contact::Full { mine, theirs } = found {
                    self.elements[usize::from(element)].contact.edges[mine as usize] = other;
                    self.elements[usize::from(other)].contact.edges[theirs as usize] = element;
                    if owner != side {
                        self.force_mut(owner).engaged |= bit(other);
                        self.force_mut(side).engaged |= bit(element);
                    }
                }
            }
        }
    }

    /// Whether enemies that touch are in contact: not when one of them is Air Support, unless it may fight.
    pub(in crate::rulesets::dogma) fn may_touch(&self, one: ElementId, other: ElementId) -> bool {
        let air = |element: ElementId| self.force(side_of(element)).air.contains(element);
        self.setup.rules.air_close == AirClose::Allowed || !(air(one) || air(other))
    }

    fn refresh_engaged(&mut self, element: ElementId) {
        let side = side_of(element);
        let edges = self.element(element).contact.edges;
        let engaged = edges.into_iter().any(|other| other != NOBODY && side_of(other) != side);
        let force = self.force_mut(side);
        if engaged {
            force.engaged |= bit(element);
        } else {
            force.engaged &= !bit(element);
        }
    }

    /// Turns a base on the spot without moving it: the edges change their names.
    pub(super) fn turn_on_the_spot(&mut self, element: ElementId, front: Edge) {
        let base = self.base(element).turned_to(front);
        self.put(element, base.into());
    }

    /// Friends that an Element's base touches in any way.
    pub(super) fn friends_touched(&self, base: &Base, of: ElementId) -> UnitSet {
        let side = side_of(of);
        let limit = self.setup.rules.contact_tolerance;
        let near = |other: &ElementId| *other != of && self.close_by(base, self.base(*other));
        let touched = |other: &ElementId| near(other) && nearer_than(base, self.base(*other), limit);
        members(side, self.force(side).table).filter(touched).fold(UnitSet::EMPTY, |set, other| set | bit(other))
    }

    /// Enemies near a mover that a base of it touches in any way.
    pub(super) fn foes_touched(&self, mover: &Mover, base: &Base) -> UnitSet {
        let enemy = mover.side.other();
        let limit = self.setup.rules.contact_tolerance;
        let near = |other: ElementId| self.close_by(base, self.base(other));
        let touched = |other: &ElementId| near(*other) && nearer_than(base, self.base(*other), limit);
        members(enemy, mover.near[enemy.index()]).filter(touched).fold(UnitSet::EMPTY, |set, other| set | bit(other))
    }

    /// Whether a base touches the front of one of `foes` (DG-CON-06).
    pub(super) fn touches_front(&self, base: &Base, side: Side, foes: UnitSet) -> bool {
        let limit = self.setup.rules.contact_tolerance;
        members(side.other(), foes).any(|foe| touches_edge(base, &self.base(foe).edge(Edge::Front), limit))
    }

    /// The edges of `foe` with which a mover may close the door that touches it at `end`, and whose centre was at `first` when
    /// it touched it first, the likeliest first: of those that it touches one whose outer side held its centre, the
    /// front before others, and one along which it stands before one that it touches at a corner only.
    fn contacted_edges(&self, foe: ElementId, first: impl FnOnce() -> Point, end: &Base) -> ArrayVec<Edge, 4> {
        let enemy = self.base(foe);
        let limit = self.setup.rules.contact_tolerance;
        let mut touched: ArrayVec<Edge, 4> = ArrayVec::new();
        touched.extend(Edge::ALL.into_iter().filter(|edge| touches_edge(end, &enemy.edge(*edge), limit)));
        if touched.len() < 2 {
            return touched;
        }
        let first = first();
        let along = |edge: Edge| {
            let whole = enemy.edge(edge);
            let corner = whole.span() * (2.0 * limit / whole.length()).min(0.5);
            touches_edge(end, &Segment::new(whole.start + corner, whole.end - corner), limit)
        };
        let rank = |edge: Edge| {
            let outside = enemy.beyond(edge, first) > 0.0;
            (outside, outside && edge == Edge::Front, along(edge))
        };
        let best = touched.iter().map(|edge| rank(*edge)).max();
        touched.retain(|edge| Some(rank(*edge)) == best);
        // Where the rules leave it open, the edge beyond which the mover's centre was farther, and if there is nothing between
        // them the one that it looks at.
        let better = |one: &Edge, other: &Edge| {
            let farther = enemy.beyond(*other, first) - enemy.beyond(*one, first);
            let looks = |edge: &Edge| -enemy.outward(*edge).dot(end.facing.ahead());
            let (by, equal) = if farther.abs() > limit { (farther, 0.0) } else { (looks(other), looks(one)) };
            by.total_cmp(&equal)
        };
        touched.sort_unstable_by(better);
        touched
    }

    /// Where a mover first touched an enemy that it touches at the end of its way, and has touched ever since. The way comes
    /// in parts, the last one first, each from share 0 to 1.
    pub(super) fn first_touch(
        &self,
        foe: ElementId,
        end: &Base,
        parts: impl Iterator<Item = impl Fn(f64) -> Base>,
    ) -> Base {
        let (enemy, limit) = (self.base(foe), self.setup.rules.contact_tolerance);
        // Whoever flies over an enemy does not touch it there.
        let touches = |base: &Base| nearer_than(base, enemy, limit) && !overlap(base, enemy);
        let mut first = *end;
        for part in parts {
            let mut shares = (0..=STEPS).rev().map(|step| f64::from(step) / f64::from(STEPS));
            let mut touching = None;
            let free = shares.find(|share| {
                let there = touches(&part(*share));
                touching = if there { Some(*share) } else { touching };
                !there
            });
            // A base that is turned between two parts may touch after it alone.
            let Some(mut touching) = touching else { break };
            let Some(mut free) = free else {
                first = part(touching);
                continue;
            };
            for _ in 0..HALVINGS {
                let middle = 0.5 * (free + touching);
                *(if touches(&part(middle)) { &mut touching } else { &mut free }) = middle;
            }
            return part(touching);
        }
        first
    }

    /// Whether a base that is to be put against an edge slides along it by no more than its own width, however it turns.
    pub(super) fn is_one_slide(&self, from: &Base, aligned: &Base) -> bool {
        let aside = (aligned.centre - from.centre).dot(aligned.facing.right()).abs();
        aside <= self.setup.side + self.setup.rules.contact_tolerance
    }

    /// The doors that a mover may close, which touches the enemies of `touched` at `end`: with the enemy of `meeting`, or with
    /// any, the best first: whose front it meets, then the nearest. `first` says where its centre was when it touched an enemy
    /// first, `visit` whether a door will do.
    ///
    /// # Errors
    /// When the owner picks an edge that the rules do not.
    pub(super) fn doors(
        &self,
        mover: &Mover,
        first: impl Fn(ElementId) -> Point,
        end: &Base,
        touched: UnitSet,
        meeting: Meeting,
        mut visit: impl FnMut(Door) -> bool,
    ) -> Result<(), Refusal> {
        let mut left = if meeting.foe == NOBODY { touched } else { touched & bit(meeting.foe) };
        while !left.is_empty() {
            let candidates = members(mover.side.other(), left).map(|foe| {
                let edges = self.contacted_edges(foe, || first(foe), end);
                let near = (self.base(foe).centre - end.centre).length_squared();
                (foe, edges, near)
            });
            let better = |one: &(ElementId, ArrayVec<Edge, 4>, f64), other: &(ElementId, ArrayVec<Edge, 4>, f64)| {
                let front = |edges: &[Edge]| edges.first() == Some(&Edge::Front);
                front(&other.1).cmp(&front(&one.1)).then(one.2.total_cmp(&other.2))
            };
            let Some((foe, edges, _)) = candidates.min_by(better) else { break };
            let mut door = Door { foe, edge: edges.first().copied().unwrap_or(Edge::Front) };
            if let Some(edge) = meeting.edge {
                let limit = self.setup.rules.contact_tolerance;
                let free = self.setup.rules.contact_edge == ContactEdge::Free;
                let touches = touches_edge(end, &self.base(door.foe).edge(edge), limit);
                if !(edges.contains(&edge) || free && touches) {
                    return Err(Refusal::new("DG-CON-07", "that is not the edge that it contacts"));
                }
                door.edge = edge;
            }
            if visit(door) {
                break;
            }
            left &= !bit(door.foe);
        }
        Ok(())
    }

    /// under that switch, whether a mover that began at `start` may contact this edge.
    pub(super) fn may_flank(&self, door: &Door, start: &Base) -> bool {
        let enemy = self.base(door.foe);
        let behind = || start.corners().iter().all(|corner| enemy.beyond(Edge::Front, *corner) <= ON_PAPER);
        door.edge == Edge::Front || self.setup.rules.flank_start == FlankStart::Anywhere || behind()
    }

    /// Whether an enemy turns to face whoever has just come into full contact with its side or rear (DG-CON-03, DG-CON-04).
    /// `engaged` says who was engaged before.
    pub(super) fn turns_to_face(&self, foe: ElementId, engaged: UnitSet) -> bool {
        let free = !engaged.contains(foe);
        free && (self.setup.rules.group_elements_turn || !self.in_group(foe))
    }

    /// Refuses contact with `foes` to Air Support, unless they are Air Support and give way (DG-AIR-08, DG-CON-11), and to Scouts
    /// in their first turn (DG-DOG-07).
    pub(super) fn check_may_touch(&self, element: ElementId, foes: impl FnOnce() -> UnitSet) -> Result<(), Refusal> {
        let side = side_of(element);
        let aloof = self.profile(element).air() && self.setup.rules.air_close == AirClose::Forbidden;
        //
        let barred = match self.setup.rules.scout_bar {
            ScoutBar::DeployedForward => self.force(side).scouted.contains(element),
            ScoutBar::AllAssault => {
                self.force(side).dogmas.contains(Dogma::Scout) && self.profile(element).kind == Type::Assault
            }
        };
        let barred = barred && self.round == 1 && side == self.aggressor;
        let foes = if aloof || barred { foes() } else { UnitSet::EMPTY };
        if aloof && foes.meets(!self.force(side.other()).air) {
            return Err(Refusal::new("DG-AIR-08", "Air Support may not end in contact with an enemy"));
        }
        if barred && !foes.is_empty() {
            return Err(Refusal::new("DG-DOG-07", "a Scout may make no contact in the first turn"));
        }
        Ok(())
    }
}
