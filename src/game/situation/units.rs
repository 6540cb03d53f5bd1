//! The units that a situation begins with: who they are, and that they go by their right names.

use super::list;
use crate::game::{Diagnostic, Diagnostics, Node, Side, TableReader};

/// A unit as the file lists it.
pub(crate) struct Listed<'n, U> {
    /// The identifier, for complaints.
    pub id: &'n Node,
    /// The identifier.
    pub name: &'n str,
    /// Index of its profile in the codex.
    pub kind: u8,
    /// What the game reads of it.
    pub unit: U,
}

/// The units of a file, by side, in the order of the file.
pub(crate) struct UnitList<'n, U> {
    /// The units of side A and of side B.
    pub sides: [Vec<Listed<'n, U>>; 2],
}

impl<'n, U> UnitList<'n, U> {
    /// Reads a list of units whose profiles are called `kinds`. What an identifier looks like is shown by `examples`: of one
    /// unit, and of one of several of a kind. The other keys are for `read`, which is told the side; where that is
    /// wrong it is A, and the unit left out.
    pub(crate) fn read(
        node: Option<&'n Node>,
        kinds: &[&str],
        examples: [&str; 2],
        diagnostics: &mut Diagnostics,
        mut read: impl FnMut(Side, u8, &mut TableReader<'n, '_>) -> Option<U>,
    ) -> Self {
        let mut sides = [Vec::new(), Vec::new()];
        for node in list(node, diagnostics) {
            let Some(mut table) = TableReader::open("the unit", node, diagnostics) else { continue };
            let who = table.required("id", |id| {
                let name = id.text()?;
                Ok((id, name, read_identifier(kinds, examples, id, name)?))
            });
            let (side, kind) = who.map_or((Side::A, 0), |(_, _, found)| found);
            let unit = read(side, kind, &mut table);
            table.close();
            if let (Some((id, name, _)), Some(unit)) = (who, unit) {
                sides[side.index()].push(Listed { id, name, kind, unit });
            }
        }
        Self { sides }
    }

    /// Complains of units beyond `most` of a side, and of those that do not go by the names that they would have in a game
    /// of these `kinds`, numbered where there are several `alike`.
    pub(crate) fn check_names(&self, kinds: &[&str], most: usize, alike: &str, diagnostics: &mut Diagnostics) {
        for side in Side::BOTH {
            let units = &self.sides[side.index()];
            if let Some(extra) = units.get(most) {
                diagnostics.push(extra.id.locate(Diagnostic::new(format!("a side has at most {most} units"))));
            }
            for (place, listed) in units.iter().enumerate() {
                let name = self.proper_name(kinds, side, place);
                if listed.name != name {
                    let message = format!("this unit is called `{name}`");
                    let label = format!("{alike} are numbered in the order of the file");
                    diagnostics.push(listed.id.locate(Diagnostic::new(message).label(label).allowing([name])));
                }
            }
        }
    }

    /// The name that a unit has in the game.
    fn proper_name(&self, kinds: &[&str], side: Side, place: usize) -> String {
        let units = &self.sides[side.index()];
        let kind = units[place].kind;
        let count = |units: &[Listed<'_, U>]| units.iter().filter(|other| other.kind == kind).count();
        let (letter, key) = (side.letter(), kinds[usize::from(kind)]);
        match count(units) {
            1 => format!("{letter}:{key}"),
            _ => format!("{letter}:{key}-{}", count(&units[..=place])),
        }
    }

    /// Side and place of all units, side A first.
    pub(crate) fn seats(&self) -> impl Iterator<Item = (Side, u8)> + use<U> {
        let counts = [self.sides[0].len(), self.sides[1].len()];
        Side::BOTH.into_iter().flat_map(move |side| (0..counts[side.index()]).map(move |place| (side, place as u8)))
    }

    /// The unit of a side at a place.
    pub(crate) fn get(&self, (side, place): (Side, u8)) -> &Listed<'n, U> {
        &self.sides[side.index()][usize::from(place)]
    }

    /// The unit of a side at a place, to be changed.
    pub(crate) fn get_mut(&mut self, (side, place): (Side, u8)) -> &mut Listed<'n, U> {
        &mut self.sides[side.index()][usize::from(place)]
    }

    /// Side and place of the unit that a string names.
    ///
    /// # Errors
    /// When there is none of this name.
    pub(crate) fn find(&self, node: &Node) -> Result<(Side, u8), Diagnostic> {
        self.find_name(node, node.text()?)
    }

    /// Side and place of the unit whose name is part of the string `node`.
    ///
    /// # Errors
    /// When there is none of this name.
    pub(crate) fn find_name(&self, node: &Node, name: &str) -> Result<(Side, u8), Diagnostic> {
        let found = self.seats().find(|seat| self.get(*seat).name == name);
        let names = || self.seats().map(|seat| self.get(seat).name);
        found.ok_or_else(|| node.locate(Diagnostic::unknown("unit", name, names())))
    }

    /// The units that a list names, one `what` of each side at most.
    pub(crate) fn named(&self, node: Option<&Node>, what: &str, diagnostics: &mut Diagnostics) -> [Option<u8>; 2] {
        let mut found = [None, None];
        for node in list(node, diagnostics) {
            match self.find(node) {
                Ok((side, place)) if found[side.index()].is_none() => found[side.index()] = Some(place),
                Ok((side, _)) => {
                    diagnostics.push(node.locate(Diagnostic::new(format!("side {} has one {what}", side.letter()))));
                }
                Err(diagnostic) => diagnostics.push(diagnostic),
            }
        }
        found
    }
}

/// Side and kind of a unit, from an identifier such as `A:chuck` or `B:rifleman-2`.
fn read_identifier(kinds: &[&str], examples: [&str; 2], node: &Node, id: &str) -> Result<(Side, u8), Diagnostic> {
    let shape = || node.locate(Diagnostic::new(format!("`{id}` is no identifier of a unit")).allowing(examples));
    let (side, name) = id.split_once(':').ok_or_else(shape)?;
    let side = Side::of_letter(side).ok_or_else(shape)?;
    let find = |name: &str| kinds.iter().position(|kind| *kind == name);
    let numbered = || name.rsplit_once('-').filter(|(_, number)| number.parse::<u8>().is_ok());
    let kind = find(name).or_else(|| numbered().and_then(|(name, _)| find(name)));
    let kind = kind.ok_or_else(|| node.locate(Diagnostic::unknown("unit", name, kinds)))?;
    Ok((side, kind as u8))
}
