//! Who met whom, and how it went: the cells of a run, put together into match-ups and averages.

use std::collections::BTreeMap;

use super::cells::{distinct, list_name};
use super::settings::{OverSettings, Seen};
use crate::analysis::classes::{Contrast, Term};
use crate::analysis::multiple_testing::Correction;
use crate::analysis::special::{squared, student_two_sided};
use crate::analysis::{Interval, PairMean, Score, pentanomial};
use crate::charts::Estimate;
use crate::experiment::{Luck, Run, Stop};
use crate::outcomes::{Cell, CellKey, Course};

/// Confidence of every interval in a report.
pub const CONFIDENCE: f64 = 0.95;

/// Fewer classes than this say too little about their own spread, whatever Student's t allows for.
const FEWEST_CLASSES: usize = 6;

/// What errors of scores depend on beside the pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    /// The rule by which cells stopped.
    pub stop: Stop,
    /// Whether they have dice in common.
    pub luck: Luck,
}

impl Chance {
    /// That of a run.
    pub fn of(run: &Run) -> Self {
        Self { stop: run.manifest.stop, luck: run.manifest.luck }
    }

    /// The same whenever cells stopped: the dice alone.
    pub fn of_the_dice(self) -> Self {
        Self { stop: Stop::Pairs(0), ..self }
    }
}

/// What takes part, and every match-up of two.
pub struct Standings<'r> {
    /// Names of what takes part: lists, doctrines, or lists with their doctrine, whatever tells them apart.
    pub contestants: Vec<String>,
    /// The list of each of them, by its key.
    pub lists: Vec<String>,
    /// Whether the contestants are lists, whatever doctrines they follow.
    pub by_list: bool,
    /// What a contestant is.
    pub noun: &'static str,
    /// The same in the plural.
    pub kind: &'static str,
    /// Match-ups, in the order of the experiment.
    pub match_ups: Vec<MatchUp<'r>>,
    /// Whether cells differ in scenario, battlefield or factors as well.
    pub settings: bool,
    /// What errors depend on.
    pub chance: Chance,
    /// How p-values of the match-ups are corrected for their number: those of cells that share their luck hang together.
    pub correction: Correction,
}

/// All cells in which two contestants met, from the point of view of the first.
#[derive(Clone)]
pub struct MatchUp<'r> {
    /// Place of the first among the contestants.
    pub a: usize,
    /// Place of the other.
    pub b: usize,
    /// The cells, and whether their point of view is the other's.
    pub cells: Vec<(&'r Cell, bool)>,
    /// What errors depend on.
    pub chance: Chance,
}

impl<'r> Standings<'r> {
    /// Puts the cells of a run together.
    pub fn of(run: &'r Run) -> Self {
        let keys = || run.cells.iter().map(|cell| &cell.key);
        let lists = distinct(keys().flat_map(|key| [&key.list_a, &key.list_b]));
        let mut scripts: BTreeMap<&String, Vec<&String>> = BTreeMap::new();
        for (list, script) in keys().flat_map(|k| [(&k.list_a, &k.doctrine_a), (&k.list_b, &k.doctrine_b)]) {
            let known = scripts.entry(list).or_default();
            if !known.contains(&script) {
                known.push(script);
            }
        }
        // Where lists meet under several doctrines, these are conditions; where a list meets itself under another one, they
        // are what is compared.
        let self_play = keys().any(|key| key.list_a == key.list_b && key.doctrine_a != key.doctrine_b);
        let by_list = scripts.values().all(|scripts| scripts.len() == 1) || (lists.len() > 1 && !self_play);
        let name = |list: &str, doctrine: &str| match (by_list, lists.len()) {
            (true, _) => list_name(run, list),
            (false, 1) => doctrine.to_owned(),
            (false, _) => format!("{} / {doctrine}", list_name(run, list)),
        };
        let sides = |key: &CellKey| [name(&key.list_a, &key.doctrine_a), name(&key.list_b, &key.doctrine_b)];
        let keys_of = |key: &CellKey| [key.list_a.clone(), key.list_b.clone()];
        let known = distinct(keys().flat_map(|key| sides(key).into_iter().zip(keys_of(key))));
        let (contestants, lists_of): (Vec<String>, Vec<String>) = known.into_iter().unzip();
        let chance = Chance::of(run);
        let correction = if run.manifest.luck == Luck::Shared { Correction::By } else { Correction::Bh };
        let mut match_ups: Vec<MatchUp<'r>> = Vec::new();
        for cell in &run.cells {
            let [a, b] = sides(&cell.key).map(|name| place(&contestants, &name));
            let same = |m: &MatchUp<'_>| (m.a, m.b) == (a, b) || (m.a, m.b) == (b, a);
            match match_ups.iter_mut().find(|m| same(m)) {
                Some(known) => known.cells.push((cell, known.a != a)),
                None => match_ups.push(MatchUp { a, b, cells: vec![(cell, false)], chance }),
            }
        }
        let settings = distinct(keys().map(|k| (&k.scenario, &k.battlefield, &k.factors))).len() > 1
            || match_ups.iter().any(|m| m.cells.len() > 1);
        let (noun, kind) = match (by_list, lists.len()) {
            (true, _) => ("List", "lists"),
            (false, 1) => ("Doctrine", "doctrines"),
            (false, _) => ("List / doctrine", "lists with their doctrines"),
        };
        Self { contestants, lists: lists_of, by_list, noun, kind, match_ups, settings, chance, correction }
    }

    /// Names of both sides of a match-up.
    pub fn names(&self, m: &MatchUp<'_>) -> [&str; 2] {
        [&self.contestants[m.a], &self.contestants[m.b]]
    }

    /// Match-ups of two different contestants.
    pub fn contests(&self) -> impl Iterator<Item = &MatchUp<'r>> {
        self.match_ups.iter().filter(|m| !m.is_mirror())
    }

    /// Contestants with their average scores, the strongest first.
    pub fn ranking(&self) -> Vec<(usize, Estimate)> {
        let mut ranking: Vec<_> = (0..self.contestants.len()).filter_map(|n| Some((n, self.average(n)?))).collect();
        ranking.sort_by(|a, b| b.1.score.total_cmp(&a.1.score));
        ranking
    }

    /// Average score of a contestant over its opponents, each counting the same, without mirrors.
    pub fn average(&self, contestant: usize) -> Option<Estimate> {
        self.average_on(contestant, &|_| true, None)
    }

    /// The same over some opponents, and on one battlefield if one is named.
    pub fn average_on(
        &self,
        contestant: usize,
        against: &dyn Fn(usize) -> bool,
        battlefield: Option<&String>,
    ) -> Option<Estimate> {
        let mine = self.contests().filter_map(|m| match (m.a == contestant, m.b == contestant) {
            (true, _) if against(m.b) => Some((m, false)),
            (_, true) if against(m.a) => Some((m, true)),
            _ => None,
        });
        let cells = mine.flat_map(|(m, turn)| m.cells.iter().map(move |(cell, turned)| (*cell, *turned != turn)));
        let cells: Vec<_> =
            cells.filter(|(cell, _)| battlefield.is_none_or(|name| cell.key.battlefield == *name)).collect();
        let opponent = |(cell, _): &Seen<'r>| {
            let met = |m: &&MatchUp<'r>| m.cells.iter().any(|(other, _)| std::ptr::eq(*other, *cell));
            self.contests().find(met).map_or(contestant, |m| if m.a == contestant { m.b } else { m.a })
        };
        let over = OverSettings::of_many(&cells, self.chance, &opponent).map(|over| over.score);
        over.or_else(|| average(&cells, self.chance))
    }

    /// The match-up of two contestants, and whether its point of view is the other's.
    pub fn meeting(&self, a: usize, b: usize) -> Option<(&MatchUp<'r>, bool)> {
        self.match_ups.iter().find(|m| (m.a, m.b) == (a, b) || (m.a, m.b) == (b, a)).map(|m| (m, m.a != a))
    }
}

impl<'r> MatchUp<'r> {
    /// Whether both sides are the same.
    pub fn is_mirror(&self) -> bool {
        self.a == self.b
    }

    /// Pairs played.
    pub fn pairs(&self) -> u64 {
        self.cells.iter().map(|(cell, _)| cell.tally.pairs()).sum()
    }

    /// Score of the first contestant; none without pairs. Where it was played in several settings, they stand for all of their
    /// kind.
    pub fn score(&self) -> Option<Estimate> {
        self.over_settings().map(|over| over.score).or_else(|| self.here())
    }

    /// The same in the cells that were played, each counting the same: what the dice alone leave open.
    pub fn here(&self) -> Option<Estimate> {
        average(&self.cells, self.chance)
    }

    /// Its score over the settings in which it was played; none in one setting, and of mirrors.
    pub fn over_settings(&self) -> Option<OverSettings<'r>> {
        if self.is_mirror() { None } else { OverSettings::of(&self.cells, self.chance) }
    }

    /// The joint tables of the classes of each cell, seen from the first contestant.
    pub fn classes(&self) -> Vec<Vec<[[u64; 3]; 3]>> {
        classes(&self.cells)
    }

    /// Score of one of its cells, seen from the first contestant.
    pub fn score_of(&self, cell: &(&Cell, bool)) -> Option<Estimate> {
        average(std::slice::from_ref(cell), self.chance)
    }

    /// The joint tables of all cells, added up.
    pub fn joint(&self) -> [[u64; 3]; 3] {
        let mut sum = [[0; 3]; 3];
        for (cell, turned) in &self.cells {
            let joint = seen_from(cell.tally.joint(), *turned);
            sum.iter_mut().flatten().zip(joint.iter().flatten()).for_each(|(a, b)| *a += b);
        }
        sum
    }
}

/// Score of whoever sits in the first seat, over all cells of a run.
///
/// No rule that stops cells looks at it, so that its interval is always the one for a single look.
pub fn first_seat<'r>(cells: impl IntoIterator<Item = &'r Cell>, luck: Luck) -> Option<Estimate> {
    // A pair's first-seat score is (r + 2 - c)/4, so turning the second game round makes it a score like any other.
    mean_of(cells, luck, |cell| if cell.tally.keeps_seats { |joint| joint } else { by_seat })
}

/// Share of engagements that are drawn, over cells each counting the same.
pub fn drawn_share<'r>(cells: impl IntoIterator<Item = &'r Cell>, luck: Luck) -> Option<Estimate> {
    mean_of(cells, luck, |_| by_draws)
}

/// Mean number of turns of a game, over cells each counting the same, as turns with limits in turns. The pairs of several cells may
/// share their dice: the error comes from classes, as that of scores does. None where fewer than two classes hold pairs.
pub fn mean_turns<'r>(cells: impl IntoIterator<Item = &'r Cell>) -> Option<Estimate> {
    let played: Vec<&Cell> = cells.into_iter().filter(|cell| cell.tally.pairs() > 0).collect();
    let weight = 1.0 / played.len() as f64;
    let terms: Vec<Term<'_>> =
        played.iter().map(|cell| Term { weight, classes: &cell.tally.classes, key: 0 }).collect();
    let Contrast { estimate, interval, .. } = Contrast::of_turns(&terms, CONFIDENCE).ok()?;
    // No game lasts less than nothing.
    Some(Estimate { score: estimate, low: interval.low.max(0.0), high: interval.high })
}

/// Mean number of changes of lead of a game, over cells each counting the same. How far pairs differ is taken from those whose courses
/// were kept, all cells together: no limits where these are fewer than two or all alike.
pub fn mean_changes_of_lead<'r>(cells: impl IntoIterator<Item = &'r Cell>, luck: Luck) -> Option<PairMean> {
    let played: Vec<&Cell> = cells.into_iter().filter(|cell| cell.tally.pairs() > 0).collect();
    let k = played.len() as f64;
    let mean = |cell: &&Cell| cell.tally.changes_of_lead as f64 / cell.tally.pairs() as f64 / 2.0;
    let of_pair = |pair: &[Course]| pair.iter().map(|course| f64::from(course.game.changes_of_lead)).sum::<f64>();
    let (mut squares, mut freedom) = (0.0, 0.0);
    for cell in &played {
        let by_pair = |one: &Course, other: &Course| one.game.pair == other.game.pair;
        let kept: Vec<f64> = cell.tally.sample.chunk_by(by_pair).map(of_pair).collect();
        let middle = kept.iter().sum::<f64>() / kept.len().max(1) as f64;
        squares += kept.iter().map(|sum| squared(sum - middle)).sum::<f64>();
        freedom += kept.len().saturating_sub(1) as f64;
    }
    if played.is_empty() {
        return None;
    }
    let mean = played.iter().map(mean).sum::<f64>() / k;
    // Of the mean of a cell, by the variance of the sums of its pairs.
    let variance = |cell: &&Cell| squares / freedom / cell.tally.pairs() as f64 / 4.0;
    let error = match luck {
        // What cells have in common does not average out.
        Luck::Shared => played.iter().map(|cell| variance(cell).sqrt()).sum::<f64>() / k,
        Luck::Independent => played.iter().map(variance).sum::<f64>().sqrt() / k,
    };
    let half = (squares > 0.0).then(|| student_two_sided(freedom, 1.0 - CONFIDENCE) * error);
    let interval = half.map(|half| Interval { low: (mean - half).max(0.0), high: mean + half });
    Some(PairMean { mean, interval })
}

/// A reading of a joint table.
type Reading = fn([[u64; 3]; 3]) -> [[u64; 3]; 3];

/// Mean score over cells, each counting the same, when the joint tables of each are read as `reading` says.
fn mean_of<'r>(
    cells: impl IntoIterator<Item = &'r Cell>,
    luck: Luck,
    reading: fn(&Cell) -> Reading,
) -> Option<Estimate> {
    let read = |cell: &Cell| cell.tally.classes.iter().map(|class| reading(cell)(class.joint)).collect();
    let tables: Vec<_> = cells.into_iter().map(read).collect();
    mean(&tables, Chance { stop: Stop::Pairs(0), luck })
}

fn place(names: &[String], name: &str) -> usize {
    names.iter().position(|known| known == name).expect("every side is a contestant")
}

/// The same pairs, from the point of view of the other list.
pub fn seen_from(joint: [[u64; 3]; 3], other: bool) -> [[u64; 3]; 3] {
    if !other {
        return joint;
    }
    let mut turned = [[0; 3]; 3];
    for (r, row) in joint.iter().enumerate() {
        for (c, n) in row.iter().enumerate() {
            turned[2 - c][2 - r] += n;
        }
    }
    turned
}

/// Whoever sits first in either game, as the first-named list of a joint table.
pub fn by_seat(joint: [[u64; 3]; 3]) -> [[u64; 3]; 3] {
    joint.map(|[loss, draw, win]| [win, draw, loss])
}

/// A drawn game as one that is won, and any other as one that is lost.
fn by_draws(joint: [[u64; 3]; 3]) -> [[u64; 3]; 3] {
    let mut read = [[0; 3]; 3];
    for (r, row) in joint.iter().enumerate() {
        for (c, n) in row.iter().enumerate() {
            let won = |result: usize| if result == 1 { 2 } else { 0 };
            read[won(r)][won(c)] += n;
        }
    }
    read
}

/// Score over cells, each counting the same: what the dice alone leave open.
pub fn average(cells: &[(&Cell, bool)], chance: Chance) -> Option<Estimate> {
    mean(&classes(cells), chance)
}

fn classes(cells: &[(&Cell, bool)]) -> Vec<Vec<[[u64; 3]; 3]>> {
    cells
        .iter()
        .map(|(cell, turned)| cell.tally.classes.iter().map(|class| seen_from(class.joint, *turned)).collect())
        .collect()
}

/// Mean score over cells, each counting the same, from the joint tables of their classes.
///
/// One cell has the interval of its pairs. The pairs of several cells may share their dice: then the error comes from
/// the scores of the classes, each averaged over the cells first, which is right whether they share them or not. Of few pairs it
/// comes from all cells together where each has dice of its own, as if a pair had the same variance in every one. Where the
/// score decides when a cell stops, it is widened by as much as the sequence of any of the cells is wider than an interval
/// for one look.
fn mean(cells: &[Vec<[[u64; 3]; 3]>], Chance { stop, luck }: Chance) -> Option<Estimate> {
    let sums: Vec<[u64; 5]> = cells.iter().map(|classes| five(classes.iter())).collect();
    let scored: Vec<Score> = sums.iter().filter_map(|counts| stop.score(counts, CONFIDENCE).ok()).collect();
    let smallest = scored.iter().min_by_key(|score| score.units)?;
    let score = scored.iter().map(|s| s.score).sum::<f64>() / scored.len() as f64;
    let own = |s: &Score| Estimate { score: s.score, low: s.interval.low, high: s.interval.high };
    if scored.len() == 1 {
        return Some(own(smallest));
    }
    let classes = cells.iter().map(Vec::len).max().unwrap_or(0);
    let class_score = |class: usize| {
        let scores = cells.iter().zip(&sums).filter(|(_, sum)| sum.iter().any(|n| *n > 0)).map(|(classes, _)| {
            let counts = five(classes.get(class).into_iter());
            Score::from_counts(&counts, CONFIDENCE).ok().map(|s| s.score)
        });
        scores.sum::<Option<f64>>().map(|sum| sum / scored.len() as f64)
    };
    let values: Vec<f64> = (0..classes).filter_map(class_score).collect();
    let n = values.len() as f64;
    let centre = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|u| squared(u - centre)).sum::<f64>() / (n - 1.0);
    let wider = |counts: &[u64; 5]| {
        let [honest, plain] = [stop, Stop::Pairs(0)].map(|stop| stop.score(counts, CONFIDENCE));
        Some(honest.ok()?.interval.half_width() / plain.ok()?.interval.half_width())
    };
    let widening = sums.iter().filter_map(wider).fold(1.0, f64::max);
    let half = if values.len() >= FEWEST_CLASSES && variance > 0.0 {
        widening * student_two_sided(n - 1.0, 1.0 - CONFIDENCE) * (variance / n).sqrt()
    } else {
        // As if every cell repeated the smallest: the widest interval that can be right.
        let widest = own(smallest).half_width();
        if luck == Luck::Independent { (widening * of_few(&sums)).min(widest) } else { widest }
    };
    Some(Estimate { score, low: (score - half).max(0.0), high: (score + half).min(1.0) })
}

/// How far the interval of the mean over independent cells of few pairs reaches, from pairs by their score: by what pairs differ in
/// within cells, and of one pair in each by what cells differ in.
fn of_few(cells: &[[u64; 5]]) -> f64 {
    let known: Vec<[f64; 3]> = cells.iter().map(sums).filter(|[n, ..]| *n > 0.0).collect();
    let count = known.len() as f64;
    let df: f64 = known.iter().map(|[n, ..]| n - 1.0).sum();
    let reach = |df: f64, variance: f64| student_two_sided(df, 1.0 - CONFIDENCE) * variance.sqrt();
    if df > 0.0 {
        let within: f64 = known.iter().map(|[n, sum, squares]| squares - sum * sum / n).sum();
        // Where all came out alike, the next ones may not.
        let of_a_pair = (within / df).max(0.25 / known.iter().map(|[n, ..]| n).sum::<f64>());
        reach(df, known.iter().map(|[n, ..]| of_a_pair / n).sum::<f64>() / squared(count))
    } else {
        let mean = known.iter().map(|[_, sum, _]| sum).sum::<f64>() / count;
        let between = known.iter().map(|[_, sum, _]| squared(sum - mean)).sum::<f64>() / (count - 1.0);
        reach(count - 1.0, between.max(0.25 / count) / count)
    }
}

/// Number, sum and sum of squares of scores, from 0 to 1 in equal steps, of which each came so often.
pub fn sums<const SCORES: usize>(counts: &[u64; SCORES]) -> [f64; 3] {
    let score = |at: usize| at as f64 / (SCORES - 1) as f64;
    counts.iter().enumerate().fold([0.0; 3], |[n, sum, squares], (at, count)| {
        let count = *count as f64;
        [n + count, sum + count * score(at), squares + count * squared(score(at))]
    })
}

/// Pairs of several joint tables by their score, from 0 to 1 in quarters.
pub fn five<'t>(tables: impl Iterator<Item = &'t [[u64; 3]; 3]>) -> [u64; 5] {
    tables.map(pentanomial).fold([0; 5], |sum, part| std::array::from_fn(|k| sum[k] + part[k]))
}

#[cfg(test)]
mod tests {
    use super::super::sample::{cell, joint, run};
    use super::*;
    use crate::outcomes::Sketch;

    #[test]
    fn changes_of_lead_are_as_far_apart_as_those_of_the_courses_kept() {
        // 16 pairs with 40 changes; of three of them the courses were kept, with 1, 3 and 5 in their two games.
        let mut one = cell("x", "y", joint(8, 0, 8));
        one.tally.changes_of_lead = 40;
        let kept = |pair, swapped, changes_of_lead| Course {
            game: Sketch { pair, swapped, result: 2, turns: 4, changes_of_lead, left: [0; 2], behind: 0, behind_at: 0 },
            leads: Vec::new(),
        };
        one.tally.sample = [(0, [0, 1]), (4, [2, 1]), (8, [0, 5])]
            .map(|(pair, [a, b])| [kept(pair, false, a), kept(pair, true, b)])
            .concat();
        let PairMean { mean, interval } = mean_changes_of_lead([&one], Luck::Shared).unwrap();
        let half = interval.unwrap().half_width();
        // The sums have variance 4, and Student's t of two degrees is 4.3027; a mean of 16 pairs, of two games each.
        assert!((mean - 1.25).abs() < 1e-12 && (half - 4.302_653 * 2.0 / 4.0 / 2.0).abs() < 1e-6, "{mean} {half}");
        let over_two = |luck| mean_changes_of_lead([&one, &one], luck).unwrap().interval.unwrap().half_width();
        // Four degrees: 2.7764. Of independent cells the errors average out.
        assert!((over_two(Luck::Shared) - 2.776_445 / 4.0).abs() < 1e-6);
        assert!((over_two(Luck::Independent) - 2.776_445 / 4.0 / 2.0_f64.sqrt()).abs() < 1e-6);
        one.tally.sample.truncate(2);
        assert_eq!(mean_changes_of_lead([&one], Luck::Shared).unwrap(), PairMean { mean: 1.25, interval: None });
    }

    #[test]
    fn a_single_list_is_told_apart_by_doctrine() {
        let mut one = cell("std", "std", joint(40, 20, 40));
        one.key.doctrine_b = "random".to_owned();
        let run = run(vec![one]);
        let standings = Standings::of(&run);
        assert_eq!(standings.contestants, ["massed-fire", "random"]);
        assert_eq!((standings.kind, standings.contests().count()), ("doctrines", 1));
    }

    #[test]
    fn doctrines_are_conditions_where_lists_meet_under_several() {
        let cells = ["rush", "wait"].map(|doctrine| {
            let mut cell = cell("x", "y", joint(40, 20, 40));
            cell.key.doctrine_b = doctrine.to_owned();
            cell
        });
        let run = run(cells.to_vec());
        let standings = Standings::of(&run);
        assert_eq!((standings.contestants.len(), standings.kind, standings.match_ups.len()), (2, "lists", 1));
        assert!(standings.by_list && standings.settings);
        assert_eq!(standings.lists, ["x", "y"]);
    }

    #[test]
    fn a_match_up_is_the_same_from_both_sides() {
        let run = run(vec![cell("x", "y", joint(300, 100, 100)), cell("y", "x", joint(100, 100, 300))]);
        let standings = Standings::of(&run);
        assert_eq!(standings.match_ups.len(), 1);
        let (m, turned) = standings.meeting(1, 0).unwrap();
        assert!(turned);
        assert!((m.score().unwrap().score - 0.7).abs() < 1e-12);
        assert_eq!(m.joint()[2][2], 600);
    }

    #[test]
    fn averages_leave_mirrors_out_and_weigh_opponents_alike() {
        let cells = [("x", "x", 250, 250), ("x", "y", 400, 100), ("x", "z", 500, 500)];
        let run = run(cells.map(|(a, b, wins, losses)| cell(a, b, joint(wins, 0, losses))).to_vec());
        let standings = Standings::of(&run);
        let average = standings.average(0).unwrap();
        assert!((average.score - 0.65).abs() < 1e-12);
        assert!(average.low < 0.65 && average.high > 0.65);
    }

    #[test]
    fn cells_that_share_their_dice_do_not_narrow_the_interval() {
        let twins: Vec<_> = ["y", "z", "w"].map(|other| cell("x", other, joint(333, 0, 500))).to_vec();
        let fixed = Chance { stop: Stop::Pairs(1000), luck: Luck::Shared };
        let alone = average(&[(&twins[0], false)], fixed).unwrap();
        let cells = twins.iter().map(|cell| (cell, false)).collect::<Vec<_>>();
        let together = average(&cells, fixed).unwrap();
        assert!((together.half_width() / alone.half_width() - 1.0).abs() < 0.25, "{together:?} {alone:?}");
        let decided = average(&cells, Chance { stop: Stop::Decide { margin: 0.02, cap: 1000 }, ..fixed }).unwrap();
        assert!(decided.half_width() > 1.4 * together.half_width(), "{decided:?} {together:?}");
    }

    #[test]
    fn few_pairs_of_many_cells_tell_how_far_their_average_may_be_off() {
        let few = |luck: Luck, pairs: usize| {
            let with = |number: usize| {
                let mut cell = cell("x", "y", [[0; 3]; 3]);
                for (pair, class) in cell.tally.classes.iter_mut().take(pairs).enumerate() {
                    let result = if (5 * number + pair * pair) % 7 < 3 { 2 } else { 0 };
                    class.joint[result][result] = 1;
                }
                cell
            };
            let cells: Vec<Cell> = (0..20).map(with).collect();
            let cells: Vec<(&Cell, bool)> = cells.iter().map(|cell| (cell, false)).collect();
            average(&cells, Chance { stop: Stop::Pairs(8), luck }).unwrap().half_width()
        };
        // Four classes are as sure as a single cell of four pairs, eight have an error of their own; cells that have dice of their
        // own need no classes.
        let [four, eight] = [4, 8].map(|pairs| few(Luck::Shared, pairs));
        assert!(four > 0.25 && eight < 0.1, "{four} {eight}");
        let [one, two, four] = [1, 2, 4].map(|pairs| few(Luck::Independent, pairs));
        assert!(four < 0.125 && two < 0.2 && one < 0.3 && four.min(two).min(one) > 0.05, "{one} {two} {four}");
        assert_eq!(few(Luck::Independent, 8), eight);
    }

    #[test]
    fn the_first_seat_is_read_from_swapped_pairs() {
        let mut split = cell("x", "x", [[0; 3]; 3]);
        split.tally.classes[0].joint[2][0] = 60;
        split.tally.classes[1].joint[0][2] = 40;
        assert!((first_seat(&[split], Luck::Shared).unwrap().score - 0.6).abs() < 1e-12);
    }

    #[test]
    fn where_lists_keep_their_seats_the_first_seat_is_the_first_named_list() {
        let mut attack = cell("x", "y", joint(30, 0, 10));
        attack.tally.keeps_seats = true;
        assert!((first_seat(&[attack], Luck::Shared).unwrap().score - 0.75).abs() < 1e-12);
    }
}
