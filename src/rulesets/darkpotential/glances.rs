//! What figures see of each other where they stand, looked at once and kept until they move. Whoever thinks of attacks, checks one
//! and makes it looks again and again.

use std::cell::RefCell;

use super::combat::Cover;
use super::field::{Field, Stand};
use super::state::{FigureId, MOST_FIGURES};

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

/// What was looked at last.
struct Glances {
    /// Number of the field.
    field: u64,
    /// Where each figure was.
    stands: [Option<Stand>; FIGURES],
    /// By who looks and who is looked at.
    known: Vec<[Glance; FIGURES]>,
}

impl Default for Glances {
    fn default() -> Self {
        Self { field: u64::MAX, stands: [None; FIGURES], known: vec![[None; FIGURES]; FIGURES] }
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
        *self.known[usize::from(from)][usize::from(to)].get_or_insert_with(|| field.sight(here, there, &[]))
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
