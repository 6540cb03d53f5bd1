//! What figures see of each other where they stand, looked at once and kept until they move. Whoever thinks of attacks, checks one
//! and makes it looks again and again.

use std::cell::RefCell;

use super::combat::Cover;
use super::field::sight::Shutter;
use super::field::{Field, Stand};
use super::state::{FigureId, MOST_FIGURES};
use crate::tabletop::plane::{Point, Spot};

/// Figures of both sides.
const FIGURES: usize = 2 * MOST_FIGURES;

/// What is known of the cover of a figure against another one: nothing yet, that it is not seen, or the cover.
type Glance = Option<Option<Cover>>;

thread_local! {
    /// The glances of a thread, so that games are copied without them.
    static LASTING: RefCell<Glances> = RefCell::default();
}

/// The cover of a figure against another one that sees it where both stand, whoever else is there; none where it does not.
pub(super) fn cover(field: &Field, from: (FigureId, &Stand), to: (FigureId, &Stand)) -> Option<Cover> {
    LASTING.with_borrow_mut(|glances| glances.cover(field, from, to))
}

/// What two figures see of each other, wherever they stand, if they do: the cover of the second one first. `last` is what was in the
/// way before.
pub(super) fn mutual(field: &Field, one: &Stand, other: &Stand, last: &mut Shutter) -> Option<[Cover; 2]> {
    LASTING.with_borrow_mut(|glances| {
        if let Some(covers) = glances.remembered(field, one, other) {
            debug_assert_eq!(covers, field.mutual_sight(one, other, &[], last), "the same is seen again");
            return covers;
        }
        let covers = field.mutual_sight(one, other, &[], last);
        glances.pairs[place_of_pair(one, other)] = Pair { field: field.number(), stands: [*one, *other], covers };
        covers
    })
}

/// How many pairs of places are kept: more than a side looks at in a turn.
const PAIRS: usize = 1 << PAIR_BITS;
const PAIR_BITS: u32 = 11;

/// What two places see of each other.
#[derive(Clone, Copy)]
struct Pair {
    /// Number of the field.
    field: u64,
    stands: [Stand; 2],
    covers: Option<[Cover; 2]>,
}

/// Where a pair of places is kept, whichever of them is named first.
#[inline]
fn place_of_pair(one: &Stand, other: &Stand) -> usize {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mixed = |stand: &Stand| {
        let Point { x, y } = stand.spot.point;
        (x.to_bits() ^ y.to_bits().rotate_left(21)).wrapping_mul(ODD)
    };
    (mixed(one).wrapping_add(mixed(other)).wrapping_mul(ODD) >> (u64::BITS - PAIR_BITS)) as usize
}

/// What was looked at last.
struct Glances {
    /// Number of the field.
    field: u64,
    /// Where each figure was.
    stands: [Option<Stand>; FIGURES],
    /// By who looks and who is looked at.
    known: Vec<[Glance; FIGURES]>,
    /// What places see of each other, wherever figures were thought of.
    pairs: Vec<Pair>,
}

impl Default for Glances {
    fn default() -> Self {
        let nowhere = Stand { spot: Spot::from(Point::new(0.0, 0.0)), radius: 0.0, foot: 0.0 };
        let pair = Pair { field: u64::MAX, stands: [nowhere; 2], covers: None };
        let known = vec![[None; FIGURES]; FIGURES];
        Self { field: u64::MAX, stands: [None; FIGURES], known, pairs: vec![pair; PAIRS] }
    }
}

impl Glances {
    fn cover(
        &mut self,
        field: &Field,
        (from, here): (FigureId, &Stand),
        (to, there): (FigureId, &Stand),
    ) -> Option<Cover> {
        if self.field != field.number() {
            self.field = field.number();
            self.stands = [None; FIGURES];
        }
        self.note(from, here);
        self.note(to, there);
        if let Some(known) = self.known[usize::from(from)][usize::from(to)] {
            return known;
        }
        let cover = match self.remembered(field, here, there) {
            Some(covers) => covers.map(|[cover, _]| cover),
            None => field.sight(here, there, &[]),
        };
        debug_assert_eq!(cover, field.sight(here, there, &[]), "the same is seen again");
        self.known[usize::from(from)][usize::from(to)] = Some(cover);
        cover
    }

    /// What two figures see of each other at their places, if that was looked at lately.
    #[inline]
    fn remembered(&self, field: &Field, one: &Stand, other: &Stand) -> Option<Option<[Cover; 2]>> {
        let pair = &self.pairs[place_of_pair(one, other)];
        if pair.field != field.number() {
            return None;
        }
        let [first, second] = &pair.stands;
        if (first, second) == (one, other) {
            Some(pair.covers)
        } else if (first, second) == (other, one) {
            Some(pair.covers.map(|[one, other]| [other, one]))
        } else {
            None
        }
    }

    /// Forgets what is known of a figure, where it has moved.
    #[inline]
    fn note(&mut self, figure: FigureId, stand: &Stand) {
        let place = usize::from(figure);
        if self.stands[place] != Some(*stand) {
            self.stands[place] = Some(*stand);
            self.known[place] = [None; FIGURES];
            self.known.iter_mut().for_each(|known| known[place] = None);
        }
    }
}
