//! What the enemy sees of the lattice, and of own figures: looked at once, and kept until somebody moves.

use super::super::combat::{Cover, Grade};
use super::super::field::sight::Shutter;
use super::super::field::{Field, Stand};
use super::super::glances;
use super::super::rules::{CoverStacking, Rules};
use super::super::state::{FigureId, MOST_FIGURES, place_of};
use crate::tabletop::plane::Spot;

/// Greatest penalty for cover that is told apart.
const MOST_PENALTY: i32 = 7;

/// What a place and a figure see of each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mutual {
    /// Penalty for who shoots at the place, before what digs in adds to it.
    pub of_place: i32,
    /// Penalty for who shoots from it.
    pub of_figure: i32,
}

/// Numbers of what is known of a place: nothing yet, that it is not seen, and from which number on it is.
const UNKNOWN: u8 = 0;
const UNSEEN: u8 = 1;
const SEEN: u8 = 2;

/// What is known of it as a number, and back.
fn code(look: Option<Mutual>) -> u8 {
    look.map_or(UNSEEN, |look| SEEN + (look.of_place * (MOST_PENALTY + 1) + look.of_figure) as u8)
}

fn look_of(code: u8) -> Option<Mutual> {
    let code = i32::from(code.checked_sub(SEEN)?);
    Some(Mutual { of_place: code / (MOST_PENALTY + 1), of_figure: code % (MOST_PENALTY + 1) })
}

/// What figures of the enemy see of the lattice, and of the own figures, looked at once and kept until they move.
#[derive(Clone, Debug)]
pub(super) struct Looks {
    cells: usize,
    from: [Option<Spot>; MOST_FIGURES],
    known: Vec<u8>,
    /// Where the own figures were, and by own figure and enemy what both see of each other.
    own: [Option<Spot>; MOST_FIGURES],
    faces: [[u8; MOST_FIGURES]; MOST_FIGURES],
    /// What was last in the way of each figure of the enemy.
    shutters: [Shutter; MOST_FIGURES],
}

impl Default for Looks {
    fn default() -> Self {
        let (nowhere, faces) = ([None; MOST_FIGURES], [[UNKNOWN; MOST_FIGURES]; MOST_FIGURES]);
        let shutters = [Shutter::default(); MOST_FIGURES];
        Self { cells: 0, from: nowhere, known: Vec::new(), own: nowhere, faces, shutters }
    }
}

impl Looks {
    /// Forgets everything: another table, or another side to look at.
    pub(super) fn restart(&mut self, cells: usize) {
        self.cells = cells;
        (self.from, self.own) = ([None; MOST_FIGURES], [None; MOST_FIGURES]);
        self.known.resize(cells * MOST_FIGURES, UNKNOWN);
    }

    /// Forgets what a figure of the enemy saw, where it has moved.
    #[inline]
    pub(super) fn note(&mut self, figure: &Stand, place: usize) {
        if self.from[place] != Some(figure.spot) {
            self.from[place] = Some(figure.spot);
            self.known[place * self.cells..][..self.cells].fill(UNKNOWN);
            self.faces.iter_mut().for_each(|own| own[place] = UNKNOWN);
        }
    }

    /// What a place of the lattice and a figure see of each other, if they do. Where the figure is has been noted.
    pub(super) fn at(
        &mut self,
        field: &Field,
        (cell, there): (usize, &Stand),
        (figure, stand): (FigureId, &Stand),
    ) -> Option<Mutual> {
        let place = place_of(figure);
        debug_assert_eq!(self.from[place], Some(stand.spot), "it has been noted");
        let known = &mut self.known[place * self.cells + cell];
        if *known == UNKNOWN {
            *known = code(mutual(field, there, stand, &mut self.shutters[place]));
        }
        look_of(*known)
    }

    /// The same, if it has been looked at.
    #[inline]
    pub(super) fn remembered(&self, cell: usize, (figure, stand): (FigureId, &Stand)) -> Option<Option<Mutual>> {
        let place = place_of(figure);
        debug_assert_eq!(self.from[place], Some(stand.spot), "it has been noted");
        let known = self.known[place * self.cells + cell];
        (known != UNKNOWN).then(|| look_of(known))
    }

    /// What an own figure and one of the enemy see of each other where they stand, if they do; `cell` is the place of the lattice
    /// on which the own one stands, if it does.
    pub(super) fn face(
        &mut self,
        field: &Field,
        (own, here, cell): (FigureId, &Stand, Option<usize>),
        (figure, stand): (FigureId, &Stand),
    ) -> Option<Mutual> {
        let (mine, place) = (place_of(own), place_of(figure));
        self.note(stand, place);
        if self.own[mine] != Some(here.spot) {
            self.own[mine] = Some(here.spot);
            self.faces[mine].fill(UNKNOWN);
        }
        if self.faces[mine][place] == UNKNOWN {
            self.faces[mine][place] = match cell {
                Some(cell) => code(self.at(field, (cell, here), (figure, stand))),
                None => code(mutual(field, here, stand, &mut self.shutters[place])),
            };
        }
        look_of(self.faces[mine][place])
    }
}

/// The greatest penalty that full cover may mean.
pub(super) fn worst_penalty(rules: &Rules) -> i32 {
    greatest_penalty(rules, &[false])
}

/// The greatest penalty that any cover may mean: by odd rules that is cover of less than half.
pub(super) fn hardest_penalty(rules: &Rules) -> i32 {
    greatest_penalty(rules, &[false, true])
}

fn greatest_penalty(rules: &Rules, partial: &[bool]) -> i32 {
    if rules.cover_stacking == CoverStacking::Sum {
        return MOST_PENALTY;
    }
    let penalty = |grade, partial| Cover { grade, partial, ..Cover::NONE }.penalty(rules, 0).clamp(0, MOST_PENALTY);
    let grades = [Grade::Light, Grade::Medium, Grade::Heavy];
    grades.into_iter().flat_map(|grade| partial.iter().map(move |partial| penalty(grade, *partial))).fold(0, i32::max)
}

/// What two figures see of each other, the one as if it stood there: as the rules look. `last` is what was in the way before.
pub(super) fn mutual(field: &Field, there: &Stand, figure: &Stand, last: &mut Shutter) -> Option<Mutual> {
    let [of_place, of_figure] = glances::mutual(field, figure, there, last)?;
    let penalty = |cover: Cover| cover.penalty(field.rules(), 0).clamp(0, MOST_PENALTY);
    Some(Mutual { of_place: penalty(of_place), of_figure: penalty(of_figure) })
}
