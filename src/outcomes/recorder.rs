//! From engagements to sums.

use super::{CLASSES, CellTally, CountTally, Course, LOSS_BINS, Lead, MeetingRow, Sketch, is_sampled, lead_of};
use crate::game::{GameRecord, GameView, Matchup, PhaseLoss, Points, ResultSink, Seats, SideState, UnitStat};

/// Adds engagements to a [`CellTally`] as they are played.
#[derive(Clone, Debug)]
pub struct Recorder {
    tally: CellTally,
    /// Place of each unit of a list among the list's unit types.
    slots: [Vec<usize>; 2],
    /// The first game of the pair that is being added.
    half: Option<GameRecord>,
    /// How each list stood turn by turn in that game.
    turns_of_half: [Vec<SideState>; 2],
    /// What the lists lost phase by phase in it.
    phases_of_half: Vec<PhaseLoss>,
    /// What the lists of the pair are made of, where they were drawn for it.
    counts: Option<[Vec<u8>; 2]>,
    /// The leads of the game that is being added.
    leads: Vec<Lead>,
    /// What was counted of each list in the pair that is being added.
    side_counts: [Vec<i64>; 2],
    /// What the units of each type destroyed in it.
    work: [Vec<i64>; 2],
}

impl Recorder {
    /// Begins an empty tally for lists of these units, `endings` ways to end and `rules` rules.
    #[must_use]
    pub fn new(rosters: [&[String]; 2], endings: usize, rules: usize) -> Self {
        let mut types = [Vec::new(), Vec::new()];
        let slots = [0, 1].map(|list| rosters[list].iter().map(|name| place(&mut types[list], name)).collect());
        let tally = CellTally::new([&types[0], &types[1]], endings, rules);
        Self {
            tally,
            slots,
            half: None,
            turns_of_half: [Vec::new(), Vec::new()],
            phases_of_half: Vec::new(),
            counts: None,
            leads: Vec::new(),
            side_counts: [Vec::new(), Vec::new()],
            work: [Vec::new(), Vec::new()],
        }
    }

    /// The same where lists have these seats in the second game of a pair.
    #[must_use]
    pub fn seated(mut self, seats: Seats) -> Self {
        self.tally.keeps_seats = seats == Seats::Kept;
        self
    }

    /// The sums.
    #[must_use]
    pub fn into_tally(self) -> CellTally {
        self.tally
    }

    fn add_engagement(&mut self, view: &GameView<'_>) {
        let e = &view.record;
        let tally = &mut self.tally;
        tally.endings[usize::from(e.ending)][usize::from(e.result)] += 1;
        let turns = usize::from(e.turns);
        if tally.turns.len() <= turns {
            tally.turns.resize(turns + 1, 0);
        }
        tally.turns[turns] += 1;
        tally.changes_of_lead += u64::from(e.changes_of_lead);
        let [a, b] = view.turns;
        self.leads.clear();
        self.leads.extend(a.iter().zip(b).map(|(a, b)| lead_of([a.value, b.value], e.fielded)));
        tally.leads.add(&self.leads, e.result);
        let game = Sketch::of(view.pair, view.swapped, e, &self.leads);
        tally.notable.see(game);
        if is_sampled(view.pair) {
            tally.sample.push(Course { game, leads: self.leads.clone() });
        }
        for (sum, n) in tally.rules.iter_mut().zip(view.rules) {
            *sum += u64::from(*n);
        }
        for list in 0..2 {
            tally.losses[list][loss_bin(e.lost[list], e.fielded[list])] += 1;
            for (slot, stats) in self.slots[list].iter().zip(view.stats[list]) {
                let unit = &mut tally.units[list][*slot];
                unit.fielded += 1;
                unit.active += u64::from(stats[UnitStat::Moves as usize] + stats[UnitStat::Attacks as usize] > 0);
                unit.stats.iter_mut().zip(stats).for_each(|(sum, n)| *sum += n);
            }
        }
    }

    /// What both games of a pair come to is squared, for these are not independent.
    fn add_side_counts(&mut self, view: &GameView<'_>) {
        for (list, counts) in view.counts.into_iter().enumerate() {
            let pair = begun(&mut self.side_counts[list], view.swapped, counts.len());
            pair.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
            if view.swapped {
                square(&mut self.tally.counts[list], pair);
            }
            let pair = begun(&mut self.work[list], view.swapped, self.tally.units[list].len());
            for (slot, stats) in self.slots[list].iter().zip(view.stats[list]) {
                pair[*slot] += stats[UnitStat::Destroyed as usize];
            }
            if view.swapped {
                square(&mut self.tally.work[list], pair);
            }
        }
    }

    fn add_pair(&mut self, index: u64, first: &GameRecord, second: &GameRecord) {
        let class = &mut self.tally.classes[(index % CLASSES as u64) as usize];
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
        if let Some([a, b]) = &self.counts {
            let pair = u32::try_from(index).expect("a cell has fewer pairs");
            self.tally.meetings.push(MeetingRow { pair, quarters: first.result + second.result, counts: [a, b] });
        }
    }
}

impl ResultSink for Recorder {
    fn meet(&mut self, lists: &Matchup<'_>) {
        for list in 0..2 {
            let types = &self.tally.units[list];
            let slot =
                |name: &String| types.iter().position(|unit| unit.name == *name).expect("lists have known types");
            self.slots[list] = lists.rosters[list].iter().map(slot).collect();
        }
        self.counts = Some(lists.counts.map(<[u8]>::to_vec));
    }

    fn take(&mut self, view: &GameView<'_>) {
        self.add_engagement(view);
        self.add_side_counts(view);
        if view.swapped {
            let first = self.half.take().expect("the swapped game of a pair follows the other");
            self.add_pair(view.pair, &first, &view.record);
            let [a, b] = &self.turns_of_half;
            self.tally.by_turn.add([[a, b], view.turns]);
            self.tally.by_phase.add([&self.phases_of_half, view.phases]);
        } else {
            self.half = Some(view.record);
            for (kept, turns) in self.turns_of_half.iter_mut().zip(view.turns) {
                kept.clear();
                kept.extend_from_slice(turns);
            }
            self.phases_of_half.clear();
            self.phases_of_half.extend_from_slice(view.phases);
        }
    }
}

/// What is counted in a pair, with nothing in it before its first game.
fn begun(pair: &mut Vec<i64>, swapped: bool, counts: usize) -> &mut [i64] {
    if !swapped {
        pair.clear();
        pair.resize(counts, 0);
    }
    pair
}

/// Adds what was counted in a pair, and its squares.
fn square(tally: &mut Vec<CountTally>, pair: &[i64]) {
    tally.resize(pair.len(), CountTally::default());
    for (tally, count) in tally.iter_mut().zip(pair) {
        tally.sum += *count;
        tally.squares += i128::from(*count) * i128::from(*count);
    }
}

/// Place of `name` among `types`, where it is put if it is new.
fn place(types: &mut Vec<String>, name: &str) -> usize {
    types.iter().position(|known| known == name).unwrap_or_else(|| {
        types.push(name.to_owned());
        types.len() - 1
    })
}

/// Twentieths of the fielded value that were lost, rounded down; a total loss has the last place to itself.
fn loss_bin(lost: Points, fielded: Points) -> usize {
    if fielded <= 0 {
        return 0;
    }
    (lost.max(0) * (LOSS_BINS as Points - 1) / fielded).min(LOSS_BINS as Points - 1) as usize
}
