//! Short names of long texts.

use serde::Serialize;

use crate::outcomes::{Cell, CellKey, DigestedTally, PhaseTally, Stopped, TurnTally};

/// Hexadecimal digits of a digest: 64 bits, far beyond chance and short enough to compare by eye.
pub(super) const DIGITS: usize = 16;

/// Digest of anything that always serializes in the same way.
pub fn of(value: &impl Serialize) -> String {
    of_bytes(&serde_json::to_vec(value).expect("plain data serializes"))
}

/// A number of 64 bits that stands for something which always serializes in the same way.
pub fn number(value: &impl Serialize) -> u64 {
    let hash = blake3::hash(&serde_json::to_vec(value).expect("plain data serializes"));
    u64::from_le_bytes(*hash.as_bytes().first_chunk().expect("a hash has 32 bytes"))
}

/// Digest of a text.
pub fn of_bytes(text: &[u8]) -> String {
    blake3::hash(text).to_hex()[..DIGITS].to_owned()
}

/// A cell as far as its digest goes.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Digested<'a> {
    key: &'a CellKey,
    tally: DigestedTally<'a>,
    stopped: Stopped,
}

impl<'a> From<&'a Cell> for Digested<'a> {
    fn from(Cell { key, tally, stopped }: &'a Cell) -> Self {
        Self { key, tally: tally.into(), stopped: *stopped }
    }
}

/// Digest of the results of the experiment with this hash, without what [`of_turns`] and [`of_phases`] are of.
pub fn of_cells(hash: &str, cells: &[Cell]) -> String {
    of(&(hash, cells.iter().map(Digested::from).collect::<Vec<_>>()))
}

/// Digest of how the lists stood turn by turn; none where no game says it.
pub fn of_turns(cells: &[Cell]) -> Option<String> {
    let turns: Vec<&TurnTally> = cells.iter().map(|cell| &cell.tally.by_turn).collect();
    turns.iter().any(|turns| !turns.is_empty()).then(|| of(&turns))
}

/// Digest of what the lists lost phase by phase; none where no game says it.
pub fn of_phases(cells: &[Cell]) -> Option<String> {
    let phases: Vec<&PhaseTally> = cells.iter().map(|cell| &cell.tally.by_phase).collect();
    phases.iter().any(|phases| !phases.is_empty()).then(|| of(&phases))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::SideState;
    use crate::outcomes::CellTally;

    #[test]
    fn a_digest_is_of_all_results_but_what_goes_by_turn_and_by_phase_which_have_their_own() {
        let key = CellKey {
            number: 0,
            list_a: "a".into(),
            list_b: "b".into(),
            doctrine_a: "x".into(),
            doctrine_b: "y".into(),
            scenario: "s".into(),
            battlefield: "m".into(),
            factors: Vec::new(),
        };
        let types = ["u".to_owned()];
        let mut tally = CellTally::new([&types, &types], 2, 1);
        (tally.keeps_seats, tally.left_out) = (true, vec![3]);
        let cells = [Cell { key, tally, stopped: Stopped::Pairs }];
        assert_eq!(of_cells("h", &cells), of(&("h", &cells)), "everything of a tally is in it");
        assert_eq!((of_turns(&cells), of_phases(&cells)), (None, None));
        let mut played = cells.clone();
        let state = [SideState::default()];
        played[0].tally.by_turn.add([[&state, &state]; 2]);
        assert_eq!(of_cells("h", &played), of_cells("h", &cells));
        assert!(of_turns(&played).is_some() && of_phases(&played).is_none());
        played[0].tally.by_phase.add([&[[[1, 2]; 3]]; 2]);
        assert_eq!(of_cells("h", &played), of_cells("h", &cells));
        assert!(of_phases(&played).is_some());
        played[0].tally.changes_of_lead = 1;
        assert_ne!(of_cells("h", &played), of_cells("h", &cells));
    }
}
