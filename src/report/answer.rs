//! The answer to the question of a run, in one plain sentence.

use super::digits::{portion, share, share_with_interval};
use super::standings::{MatchUp, Standings, draws, first_seat};
use super::table::thousands;
use crate::analysis::{Score, elo, pentanomial};
use crate::charts::Estimate;
use crate::experiment::Run;

/// Scores within this distance of one half are even for all that matters at a table.
pub const EVEN: f64 = 0.05;

/// What a score with its interval says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// One side is stronger, and it matters.
    Stronger,
    /// One side is stronger, by less than matters.
    SlightlyStronger,
    /// The interval holds one half, and nothing farther away than [`EVEN`].
    Even,
    /// The interval holds one half, and more besides.
    Undecided,
}

impl Finding {
    /// Reads a score.
    pub fn of(e: Estimate) -> Self {
        let near = e.low >= 0.5 - EVEN && e.high <= 0.5 + EVEN;
        match (e.low > 0.5 || e.high < 0.5, near) {
            (true, false) => Self::Stronger,
            (true, true) => Self::SlightlyStronger,
            (false, true) => Self::Even,
            (false, false) => Self::Undecided,
        }
    }
}

/// The sentence.
pub fn answer(run: &Run, standings: &Standings<'_>) -> String {
    let contests: Vec<_> = standings.contests().filter(|m| m.pairs() > 0).collect();
    match contests[..] {
        [] => mirrors(run, standings),
        [only] => duel(standings, only),
        _ => matrix(standings, &contests),
    }
}

fn mirrors(run: &Run, standings: &Standings<'_>) -> String {
    let Some(e) = first_seat(&run.cells) else {
        return "No pair of engagements was finished, so nothing can be said.".to_owned();
    };
    let who = match &standings.contestants[..] {
        [one] => format!("{one} against itself"),
        several => format!("{} {}, each against itself", several.len(), standings.kind),
    };
    let seat = match Finding::of(e) {
        Finding::Stronger if e.score > 0.5 => "going first is an advantage",
        Finding::Stronger => "going first is a handicap",
        Finding::SlightlyStronger if e.score > 0.5 => "going first is a slight advantage",
        Finding::SlightlyStronger => "going first is a slight handicap",
        Finding::Even => "going first is worth next to nothing",
        Finding::Undecided => "what going first is worth is not decided yet",
    };
    format!("{who}: {seat}, the first seat scores {}.", share_with_interval(e))
}

fn duel(standings: &Standings<'_>, m: &MatchUp<'_>) -> String {
    let Some(e) = m.score() else { return String::new() };
    let [a, b] = standings.names(m);
    let (better, worse, theirs) = if e.score >= 0.5 { (a, b, e) } else { (b, a, turned(e)) };
    let numbers = share_with_interval(theirs);
    let settings = match m.cells.len() {
        1 => String::new(),
        n => format!(" in {n} settings, each counting the same"),
    };
    let pairs = format!("over {} pairs{settings}", thousands(m.pairs()));
    match Finding::of(e) {
        Finding::Stronger => format!("{better} is stronger than {worse}: it scores {numbers} {pairs}."),
        Finding::SlightlyStronger => {
            format!("{better} is stronger than {worse}, but by less than five points: it scores {numbers} {pairs}.")
        }
        Finding::Even => format!("{a} and {b} are even, to within five points: {better} scores {numbers} {pairs}."),
        Finding::Undecided => {
            format!("It is not decided which of {a} and {b} is stronger: {better} scores {numbers} {pairs}.")
        }
    }
}

fn matrix(standings: &Standings<'_>, contests: &[&MatchUp<'_>]) -> String {
    let averages: Vec<_> = (0..standings.contestants.len())
        .filter_map(|n| standings.average(n).map(|e| (standings.contestants[n].as_str(), e)))
        .collect();
    let by_score = |a: &&(&str, Estimate), b: &&(&str, Estimate)| a.1.score.total_cmp(&b.1.score);
    let (Some((best, top)), Some((worst, bottom))) =
        (averages.iter().max_by(by_score), averages.iter().min_by(by_score))
    else {
        return String::new();
    };
    let uneven = contests.iter().filter(|m| surely_uneven(m, contests.len())).count();
    let leader =
        if averages.iter().any(|(name, e)| name != best && e.high >= top.low) { "scores best" } else { "is strongest" };
    format!(
        "Of {} {}, {best} {leader} with {} on average and {worst} lowest with {}; {} of {} match-ups {} surely not even.",
        averages.len(),
        standings.kind,
        share_with_interval(*top),
        share_with_interval(*bottom),
        if uneven == 0 { "none".to_owned() } else { uneven.to_string() },
        contests.len(),
        if uneven == 1 { "is" } else { "are" },
    )
}

/// Whether the interval misses one half even when all match-ups of a run are taken together (Bonferroni).
fn surely_uneven(m: &MatchUp<'_>, match_ups: usize) -> bool {
    let (Some(e), Ok(score)) =
        (m.score(), Score::from_counts(&pentanomial(&m.joint()), 1.0 - 0.05 / match_ups.max(1) as f64))
    else {
        return false;
    };
    // Of cells that share their dice, neither interval alone is wide enough.
    [e.low, score.interval.low].iter().all(|low| *low > 0.5)
        || [e.high, score.interval.high].iter().all(|high| *high < 0.5)
}

/// Sentences that belong beside the answer.
pub fn remarks(run: &Run, standings: &Standings<'_>) -> Vec<String> {
    let mut joint = [[0; 3]; 3];
    for m in &standings.match_ups {
        joint.iter_mut().flatten().zip(m.joint().iter().flatten()).for_each(|(sum, n)| *sum += n);
    }
    let engagements = run.engagements();
    if engagements == 0 {
        return Vec::new();
    }
    let drawn = draws(&joint);
    let mut remarks = vec![format!(
        "{} engagements were played, in {} pairs; {} were drawn, and a draw counts half.",
        thousands(engagements),
        thousands(run.pairs()),
        if drawn == 0 { "none".to_owned() } else { portion(drawn as f64, engagements as f64) },
    )];
    if standings.contests().count() > 0
        && let Some(e) = first_seat(&run.cells)
    {
        remarks.push(format!("Whoever goes first scores {}.", share_with_interval(e)));
    }
    let contests = standings.contests().count();
    if let [only] = standings.contests().collect::<Vec<_>>()[..] {
        remarks.extend(only.score().and_then(elo_remark));
    }
    if contests > 1 {
        remarks.push(format!(
            "Each interval is one of {contests}, and one in twenty misses its score by chance; a match-up is called surely not even when it still misses 50% with all of them taken together."
        ));
    }
    remarks.extend(factor_remark(run, standings));
    remarks
}

/// The score in Elo, where it is a number.
fn elo_remark(e: Estimate) -> Option<String> {
    let stronger = if e.score < 0.5 { turned(e) } else { e };
    let [score, low, high] = [stronger.score, stronger.low, stronger.high].map(elo::from_score);
    Some(format!("The difference is worth {:+.0} Elo (95% interval {:+.0} to {:+.0}).", score?, low?, high?))
}

/// How far the score moves over the levels of the only varied factor.
fn factor_remark(run: &Run, standings: &Standings<'_>) -> Option<String> {
    let [factor] = &run.manifest.factors[..] else { return None };
    let [only] = standings.contests().collect::<Vec<_>>()[..] else { return None };
    let level = |(cell, turned): &(&crate::outcomes::Cell, bool)| {
        let single = MatchUp { a: only.a, b: only.b, cells: vec![(*cell, *turned)] };
        Some((cell.key.factors.first()?.1.clone(), single.score()?))
    };
    let levels: Vec<_> = only.cells.iter().filter_map(level).collect();
    let (low, high) = (
        levels.iter().min_by(|a, b| a.1.score.total_cmp(&b.1.score))?,
        levels.iter().max_by(|a, b| a.1.score.total_cmp(&b.1.score))?,
    );
    let name = standings.names(only)[0];
    Some(format!(
        "With {factor} varied, {name} scores from {} at {} to {} at {}.",
        share(low.1),
        low.0,
        share(high.1),
        high.0
    ))
}

/// The score from the other side.
pub fn turned(e: Estimate) -> Estimate {
    Estimate { score: 1.0 - e.score, low: 1.0 - e.high, high: 1.0 - e.low }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{cell, joint, run};
    use super::*;
    use crate::outcomes::Cell;

    fn said(cells: Vec<Cell>) -> String {
        let run = run(cells);
        answer(&run, &Standings::of(&run))
    }

    #[test]
    fn a_clear_win_names_the_stronger_side_whichever_it_is() {
        let text = said(vec![cell("x", "y", joint(600, 100, 300))]);
        assert_eq!(text, "The x is stronger than The y: it scores 65% (95% interval 62 to 68) over 1,000 pairs.");
        let text = said(vec![cell("x", "y", joint(300, 100, 600))]);
        assert_eq!(text, "The y is stronger than The x: it scores 65% (95% interval 62 to 68) over 1,000 pairs.");
    }

    #[test]
    fn a_small_lead_is_called_small() {
        let text = said(vec![cell("x", "y", joint(10_400, 0, 9_600))]);
        assert!(
            text.starts_with("The x is stronger than The y, but by less than five points: it scores 52.0%"),
            "{text}"
        );
    }

    #[test]
    fn an_even_match_and_an_undecided_one_are_told_apart() {
        let even = said(vec![cell("x", "y", joint(1_000, 3_000, 1_000))]);
        assert!(even.starts_with("The x and The y are even, to within five points: The x scores 50.0%"), "{even}");
        let open = said(vec![cell("x", "y", joint(21, 0, 19))]);
        assert!(open.starts_with("It is not decided which of The x and The y is stronger: The x scores 52%"), "{open}");
    }

    #[test]
    fn a_mirror_is_about_the_seats() {
        let mut table = [[0; 3]; 3];
        (table[2][0], table[0][2]) = (600, 400);
        let text = said(vec![cell("x", "x", table)]);
        assert!(
            text.starts_with("The x against itself: going first is an advantage, the first seat scores 60%"),
            "{text}"
        );
    }

    #[test]
    fn a_matrix_names_both_ends_and_counts_what_is_not_even() {
        let table = [("x", "y", 400, 100), ("x", "z", 450, 50), ("y", "z", 260, 240), ("x", "x", 250, 250)];
        let text = said(table.map(|(a, b, wins, losses)| cell(a, b, joint(wins, 0, losses))).to_vec());
        assert!(text.starts_with("Of 3 lists, The x is strongest with 85% (95% interval "), "{text}");
        assert!(
            text.contains("The z lowest with 29% ") && text.ends_with("2 of 3 match-ups are surely not even."),
            "{text}"
        );
    }

    #[test]
    fn nothing_played_is_nothing_said() {
        assert!(said(vec![cell("x", "y", joint(0, 0, 0))]).starts_with("No pair of engagements"));
        assert!(said(Vec::new()).starts_with("No pair of engagements"));
    }
}
