//! Accumulators of one cell.

use serde::{Deserialize, Serialize};

use super::{Course, LeadTally, Meetings, Notable, PhaseTally, TurnTally};
use crate::game::{Points, UnitStat, UnitStats};

/// Pairs are kept in this many classes, by pair index: enough for resampling, and small.
pub const CLASSES: usize = 64;

/// Losses are counted in steps of a twentieth of the value fielded; the last place is a total loss.
pub const LOSS_BINS: usize = 21;

/// Sums over the pairs whose index is congruent to the class number modulo [`CLASSES`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClassTally {
    /// `joint[r][c]`: pairs in which the first-named list scored r (0 lost, 1 drew, 2 won) from the first seat and c
    /// from the second.
    pub joint: [[u64; 3]; 3],
    /// Turns played, both games.
    pub turns: u64,
    /// Value lost by each list, both games.
    pub lost: [Points; 2],
    /// Value fielded by each list, both games.
    pub fielded: [Points; 2],
    /// Dice luck of the first-named list, summed over both games of each pair.
    pub luck: i128,
    /// Squares of a pair's luck.
    pub luck_squared: i128,
    /// A pair's luck times its score in quarters (0 to 4).
    pub luck_by_score: i128,
}

/// Sums over one unit type of one list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitTally {
    /// Unit type.
    pub name: String,
    /// Units fielded, over all engagements.
    pub fielded: u64,
    /// Units that moved or attacked at least once in their engagement.
    pub active: u64,
    /// Sums of [`UnitStat`](crate::game::UnitStat)s, in their order.
    #[serde(rename = "deeds")]
    pub stats: UnitStats,
}

/// Sums over something that is counted of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountTally {
    /// Its sum over all engagements.
    pub sum: i64,
    /// Sum of the squares of what both games of a pair come to.
    pub squares: i128,
}

/// Everything that is kept of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellTally {
    /// The first-named list has the first seat in both games of a pair.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub keeps_seats: bool,
    /// The classes.
    pub classes: Vec<ClassTally>,
    /// Engagements by ending and by result of the first-named list.
    pub endings: Vec<[u64; 3]>,
    /// Engagements by number of turns.
    pub turns: Vec<u64>,
    /// Engagements by the share of value that each list lost, in [`LOSS_BINS`] steps.
    pub losses: [Vec<u64>; 2],
    /// Changes of lead, all engagements.
    pub changes_of_lead: u64,
    /// Games by turn and lead.
    pub leads: LeadTally,
    /// How the lists stood turn by turn.
    #[serde(default, skip_serializing_if = "TurnTally::is_empty")]
    pub by_turn: TurnTally,
    /// What the lists lost phase by phase; empty in what was kept before it was counted.
    #[serde(default, skip_serializing_if = "PhaseTally::is_empty")]
    pub by_phase: PhaseTally,
    /// Courses of some games, in the order of pairs.
    pub sample: Vec<Course>,
    /// Games that are worth a look.
    pub notable: Notable,
    /// Unit types of each list.
    pub units: [Vec<UnitTally>; 2],
    /// Value that the units of each type destroyed, in thousandths of a point, in the order of `units`; empty in what was kept before
    /// it was counted.
    #[serde(default, skip_serializing_if = "nothing_counted")]
    pub work: [Vec<CountTally>; 2],
    /// How often each rule of the ledger made a difference.
    pub rules: Vec<u64>,
    /// What the ruleset counts of each list; empty where it counts nothing.
    #[serde(default, skip_serializing_if = "nothing_counted")]
    pub counts: [Vec<CountTally>; 2],
    /// What met what, where lists are drawn anew for every pair.
    #[serde(default, skip_serializing_if = "Meetings::is_empty")]
    pub meetings: Meetings,
    /// Numbers of pairs that count nowhere, because the program made a mistake in a game of theirs; ascending.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<u64>,
}

impl CellTally {
    /// An empty tally for lists of these unit types, `endings` ways to end and `rules` rules.
    #[must_use]
    pub fn new(types: [&[String]; 2], endings: usize, rules: usize) -> Self {
        Self {
            keeps_seats: false,
            classes: vec![ClassTally::default(); CLASSES],
            endings: vec![[0; 3]; endings],
            turns: Vec::new(),
            losses: [vec![0; LOSS_BINS], vec![0; LOSS_BINS]],
            changes_of_lead: 0,
            leads: LeadTally::default(),
            by_turn: TurnTally::default(),
            by_phase: PhaseTally::default(),
            sample: Vec::new(),
            notable: Notable::default(),
            units: types
                .map(|names| names.iter().map(|n| UnitTally { name: n.clone(), ..UnitTally::default() }).collect()),
            work: [Vec::new(), Vec::new()],
            rules: vec![0; rules],
            counts: [Vec::new(), Vec::new()],
            meetings: Meetings::default(),
            left_out: Vec::new(),
        }
    }

    /// Pairs added so far.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.joint().iter().flatten().sum()
    }

    /// Pairs that were played, or left out.
    #[must_use]
    pub fn tried(&self) -> u64 {
        self.pairs() + self.left_out.len() as u64
    }

    /// What the units of a type, by its place in a list, destroyed; none where some of the pairs were played before it was counted.
    #[must_use]
    pub fn work_of(&self, list: usize, unit: usize) -> Option<&CountTally> {
        let destroyed = self.units[list].get(unit)?.stats[UnitStat::Destroyed as usize];
        self.work[list].get(unit).filter(|work| work.sum == destroyed)
    }

    /// The joint table of the cell, a sufficient statistic for its scores.
    #[must_use]
    pub fn joint(&self) -> [[u64; 3]; 3] {
        let mut sum = [[0; 3]; 3];
        for class in &self.classes {
            for (row, part) in sum.iter_mut().zip(&class.joint) {
                for (cell, n) in row.iter_mut().zip(part) {
                    *cell += n;
                }
            }
        }
        sum
    }

    /// Adds the sums of another part of the same cell.
    ///
    /// # Panics
    /// When the other tally is of other lists or another ruleset.
    pub fn merge(&mut self, other: &Self) {
        for (mine, theirs) in self.classes.iter_mut().zip(&other.classes) {
            for (row, part) in mine.joint.iter_mut().flatten().zip(theirs.joint.iter().flatten()) {
                *row += part;
            }
            mine.turns += theirs.turns;
            mine.luck += theirs.luck;
            mine.luck_squared += theirs.luck_squared;
            mine.luck_by_score += theirs.luck_by_score;
            for list in 0..2 {
                mine.lost[list] += theirs.lost[list];
                mine.fielded[list] += theirs.fielded[list];
            }
        }
        add(self.endings.as_flattened_mut(), other.endings.as_flattened());
        self.turns.resize(self.turns.len().max(other.turns.len()), 0);
        add(&mut self.turns[..other.turns.len()], &other.turns);
        add(&mut self.rules, &other.rules);
        self.changes_of_lead += other.changes_of_lead;
        self.meetings.merge(&other.meetings);
        self.left_out.extend_from_slice(&other.left_out);
        self.left_out.sort_unstable();
        self.leads.merge(&other.leads);
        self.by_turn.merge(&other.by_turn);
        self.by_phase.merge(&other.by_phase);
        self.notable.merge(&other.notable);
        self.sample.extend_from_slice(&other.sample);
        self.sample.sort_by_key(|course| (course.game.pair, course.game.swapped));
        for list in 0..2 {
            add_counts(&mut self.counts[list], &other.counts[list]);
            add_counts(&mut self.work[list], &other.work[list]);
            add(&mut self.losses[list], &other.losses[list]);
            assert_eq!(self.units[list].len(), other.units[list].len(), "tallies of different lists");
            for (mine, theirs) in self.units[list].iter_mut().zip(&other.units[list]) {
                assert_eq!(mine.name, theirs.name, "tallies of different lists");
                mine.fielded += theirs.fielded;
                mine.active += theirs.active;
                mine.stats.iter_mut().zip(&theirs.stats).for_each(|(a, b)| *a += b);
            }
        }
    }
}

/// Adds to what is counted of a list; the first that is added says how much that is.
fn add_counts(sums: &mut Vec<CountTally>, more: &[CountTally]) {
    sums.resize(sums.len().max(more.len()), CountTally::default());
    for (sum, more) in sums.iter_mut().zip(more) {
        sum.sum += more.sum;
        sum.squares += more.squares;
    }
}

/// What the digest of a run is of: everything in a tally but how the lists stood turn by turn and what they lost phase by phase, which have
/// digests of their own, and how what units destroy scatters, of which `units` has the sums.
#[derive(Debug, Serialize)]
pub struct DigestedTally<'a> {
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    keeps_seats: bool,
    classes: &'a [ClassTally],
    endings: &'a [[u64; 3]],
    turns: &'a [u64],
    losses: &'a [Vec<u64>; 2],
    changes_of_lead: u64,
    leads: &'a LeadTally,
    sample: &'a [Course],
    notable: &'a Notable,
    units: &'a [Vec<UnitTally>; 2],
    rules: &'a [u64],
    #[serde(skip_serializing_if = "nothing_counted")]
    counts: &'a [Vec<CountTally>; 2],
    #[serde(skip_serializing_if = "Meetings::is_empty")]
    meetings: &'a Meetings,
    #[serde(skip_serializing_if = "<[u64]>::is_empty")]
    left_out: &'a [u64],
}

impl<'a> From<&'a CellTally> for DigestedTally<'a> {
    fn from(tally: &'a CellTally) -> Self {
        let CellTally {
            keeps_seats,
            classes,
            endings,
            turns,
            losses,
            changes_of_lead,
            leads,
            by_turn: _,
            by_phase: _,
            sample,
            notable,
            units,
            work: _,
            rules,
            counts,
            meetings,
            left_out,
        } = tally;
        Self {
            keeps_seats: *keeps_seats,
            classes,
            endings,
            turns,
            losses,
            changes_of_lead: *changes_of_lead,
            leads,
            sample,
            notable,
            units,
            rules,
            counts,
            meetings,
            left_out,
        }
    }
}

fn nothing_counted(counts: &[Vec<CountTally>; 2]) -> bool {
    counts.iter().all(Vec::is_empty)
}

fn add(sums: &mut [u64], more: &[u64]) {
    assert_eq!(sums.len(), more.len(), "tallies of different rulesets");
    sums.iter_mut().zip(more).for_each(|(a, b)| *a += b);
}
