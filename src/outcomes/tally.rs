//! Accumulators of one cell.

use serde::{Deserialize, Serialize};

use crate::game::{Deed, Deeds, Engaged, Engagement, Gather, Points};

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
    /// Sums of [`Deed`]s, in their order.
    pub deeds: Deeds,
}

/// Everything that is kept of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellTally {
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
    /// Unit types of each list.
    pub units: [Vec<UnitTally>; 2],
    /// How often each rule of the ledger made a difference.
    pub rules: Vec<u64>,
    /// Place of each unit of a list in `units`.
    #[serde(skip)]
    slots: [Vec<usize>; 2],
    /// The first game of the pair that is being added, and the luck in it.
    #[serde(skip)]
    half: Option<Engagement>,
}

impl CellTally {
    /// An empty tally for lists of these units, `endings` ways to end and `rules` rules.
    #[must_use]
    pub fn new(rosters: [&[String]; 2], endings: usize, rules: usize) -> Self {
        let mut units = [Vec::new(), Vec::new()];
        let slots = [0, 1].map(|list| {
            rosters[list]
                .iter()
                .map(|name| {
                    let types: &mut Vec<UnitTally> = &mut units[list];
                    types.iter().position(|unit| unit.name == *name).unwrap_or_else(|| {
                        types.push(UnitTally { name: name.clone(), ..UnitTally::default() });
                        types.len() - 1
                    })
                })
                .collect()
        });
        Self {
            classes: vec![ClassTally::default(); CLASSES],
            endings: vec![[0; 3]; endings],
            turns: Vec::new(),
            losses: [vec![0; LOSS_BINS], vec![0; LOSS_BINS]],
            changes_of_lead: 0,
            units,
            rules: vec![0; rules],
            slots,
            half: None,
        }
    }

    /// Pairs added so far.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.joint().iter().flatten().sum()
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
        for list in 0..2 {
            add(&mut self.losses[list], &other.losses[list]);
            assert_eq!(self.units[list].len(), other.units[list].len(), "tallies of different lists");
            for (mine, theirs) in self.units[list].iter_mut().zip(&other.units[list]) {
                assert_eq!(mine.name, theirs.name, "tallies of different lists");
                mine.fielded += theirs.fielded;
                mine.active += theirs.active;
                mine.deeds.iter_mut().zip(&theirs.deeds).for_each(|(a, b)| *a += b);
            }
        }
    }

    fn add_engagement(&mut self, engaged: &Engaged<'_>) {
        let e = &engaged.engagement;
        self.endings[usize::from(e.ending)][usize::from(e.result)] += 1;
        let turns = usize::from(e.turns);
        if self.turns.len() <= turns {
            self.turns.resize(turns + 1, 0);
        }
        self.turns[turns] += 1;
        self.changes_of_lead += u64::from(e.changes_of_lead);
        for (sum, n) in self.rules.iter_mut().zip(engaged.rules) {
            *sum += u64::from(*n);
        }
        for list in 0..2 {
            self.losses[list][loss_bin(e.lost[list], e.fielded[list])] += 1;
            for (unit, deeds) in self.slots[list].iter().zip(engaged.deeds[list]) {
                let unit = &mut self.units[list][*unit];
                unit.fielded += 1;
                unit.active += u64::from(deeds[Deed::Moves as usize] + deeds[Deed::Attacks as usize] > 0);
                unit.deeds.iter_mut().zip(deeds).for_each(|(sum, n)| *sum += n);
            }
        }
    }

    fn add_pair(&mut self, index: u64, first: &Engagement, second: &Engagement) {
        let class = &mut self.classes[(index % CLASSES as u64) as usize];
        class.joint[usize::from(first.result)][usize::from(second.result)] += 1;
        class.turns += u64::from(first.turns) + u64::from(second.turns);
        for list in 0..2 {
            class.lost[list] += first.lost[list] + second.lost[list];
            class.fielded[list] += first.fielded[list] + second.fielded[list];
        }
        let luck = i128::from(first.luck) + i128::from(second.luck);
        class.luck += luck;
        class.luck_squared += luck * luck;
        class.luck_by_score += luck * i128::from(first.result + second.result);
    }
}

impl Gather for CellTally {
    fn take(&mut self, engaged: &Engaged<'_>) {
        self.add_engagement(engaged);
        if engaged.swapped {
            let first = self.half.take().expect("the swapped game of a pair follows the other");
            self.add_pair(engaged.pair, &first, &engaged.engagement);
        } else {
            self.half = Some(engaged.engagement);
        }
    }
}

fn add(sums: &mut [u64], more: &[u64]) {
    assert_eq!(sums.len(), more.len(), "tallies of different rulesets");
    sums.iter_mut().zip(more).for_each(|(a, b)| *a += b);
}

/// Twentieths of the fielded value that were lost, rounded down; a total loss has the last place to itself.
fn loss_bin(lost: Points, fielded: Points) -> usize {
    if fielded <= 0 {
        return 0;
    }
    (lost.max(0) * (LOSS_BINS as Points - 1) / fielded).min(LOSS_BINS as Points - 1) as usize
}
