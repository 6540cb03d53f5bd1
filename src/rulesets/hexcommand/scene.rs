//! What is played for on a board: the terms of a scenario, worked out hex by hex.

use arrayvec::ArrayVec;

use super::codex::Codex;
use super::field::Field;
use super::rules::Rules;
use super::scenarios::Scenario;
pub use super::terms::{Bank, MOST_OBJECTIVES, Objective, Placed, Who};
use super::terms::{Terms, entry_zone};
use crate::game::{Diagnostic, Diagnostics, Side};
use crate::tabletop::hex::HexIndex;
use crate::tabletop::hexset::HexSet;

/// A place where units enter the board (HX-REI-02, HX-REI-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its hex.
    pub hex: HexIndex,
    /// The edge hexes round it where they come on.
    pub zone: HexSet,
}

/// Units that arrive later (HX-REI-01).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrivals {
    /// From this turn on.
    pub turn: u16,
    /// Who.
    pub who: Who,
    /// Where they enter, by side: one place, or 2, 3 or 6 of which the die takes one.
    pub entries: [Vec<Entry>; 2],
}

/// A scenario on its board.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Key of the scenario.
    pub key: &'static str,
    /// Where each side sets up.
    pub zones: [HexSet; 2],
    /// The attacker, if any.
    pub attacker: Option<Side>,
    /// Who is A on turn 1; none when initiative is rolled for.
    pub first: Option<Side>,
    /// Guns start limbered.
    pub limbered: bool,
    /// The attacker should have a heavy gun.
    pub heavy_gun: bool,
    /// Who arrives later.
    pub arrivals: Vec<Arrivals>,
    /// Units that stand where the scenario says.
    pub placed: Vec<Placed>,
    /// What counts at the end.
    pub objectives: ArrayVec<Objective, MOST_OBJECTIVES>,
    /// A bank that counts at the end.
    pub bank: Option<Bank>,
    /// The hexes of that bank.
    pub far_bank: HexSet,
    /// Percentage of loss at which the army of each side breaks (HX-VIC-01).
    pub break_points: [u8; 2],
    /// Where those come on who found no room at set-up: in the middle of the own edge.
    pub overflow: [Entry; 2],
}

impl Scene {
    /// A scenario by its terms, on a board. It depends on the extent of the board and on nothing that lies there.
    #[must_use]
    pub fn of(terms: &Terms, field: &Field, rules: &Rules, scenario: Scenario) -> Self {
        let entry = |hex: &HexIndex| Entry { hex: *hex, zone: entry_zone(field, rules, *hex).into_iter().collect() };
        let arrivals = terms.arrivals.iter().map(|arrival| Arrivals {
            turn: arrival.turn.into(),
            who: arrival.who.clone(),
            entries: arrival.entries.each_ref().map(|hexes| hexes.iter().map(entry).collect()),
        });
        let middle = |side: Side| {
            let column = field.grid.width / 2;
            let own = |hex: &HexIndex| field.to_own_edge(side, *hex) == 0 && field.grid.column(*hex) == column;
            entry(&field.grid.hexes().find(own).unwrap_or_default())
        };
        let across = |hex: &HexIndex| terms.bank.is_some_and(|bank| terms.on_bank(field, bank.side, *hex));
        Self {
            key: scenario.key(),
            zones: Side::BOTH.map(|side| terms.zone(field, rules, side)),
            attacker: terms.attacker,
            first: terms.first,
            limbered: terms.limbered,
            heavy_gun: terms.heavy_gun,
            arrivals: arrivals.collect(),
            placed: terms.placed.clone(),
            objectives: terms.objectives(field.grid).take(MOST_OBJECTIVES).collect(),
            bank: terms.bank,
            far_bank: field.grid.hexes().filter(across).collect(),
            break_points: Side::BOTH.map(|side| terms.break_point(rules, side)),
            overflow: Side::BOTH.map(middle),
        }
    }

    /// Two equal armies with nothing to play for, in the usual zones.
    #[cfg(test)]
    pub fn bare(field: &Field, rules: &Rules) -> Self {
        Self::of(&Terms::default(), field, rules, Scenario::OpenField)
    }

    /// Which of the arrivals are half of each army, at the owner's choice (HX-SET-06).
    #[must_use]
    pub fn half(&self) -> Option<u8> {
        self.arrivals.iter().position(|arrivals| arrivals.who == Who::Half).map(|at| at as u8)
    }

    /// What cannot be on this board: pieces that the scenario puts on ground that is barred to them, or two in one hex.
    #[must_use]
    pub fn faults(&self, codex: &Codex, field: &Field) -> Diagnostics {
        let mut faults = Diagnostics::new();
        let mut taken = HexSet::default();
        for placed in &self.placed {
            let (kind, number) = (&codex.kinds[usize::from(placed.kind)], field.grid.number(placed.hex));
            if !field.may_stand(codex, placed.hex, kind.class) {
                faults.push(Diagnostic::new(format!("`{}` cannot stand at {number}", kind.name)).rule("R-116"));
            }
            if taken.contains(placed.hex) {
                faults.push(Diagnostic::new(format!("two units are placed at {number}")).rule("HX-TER-14"));
            }
            taken.insert(placed.hex);
        }
        faults
    }
}

#[cfg(test)]
mod tests;
