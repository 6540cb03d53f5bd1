//! The conclusion: the answer to the question of a run, in one plain sentence.

use super::breakdowns::Breakdowns;
use super::cells::{draws, sum_of_joints, turned};
use super::robust;
use super::rounding::{portion, share, share_with_interval};
use super::score_wording::{LOPSIDED, ScoreWording, first_seat_worth, p_unbalanced};
use super::sensitivity::Sensitivity;
use super::standings::{CONFIDENCE, MatchUp, Standings, first_seat};
use super::table::thousands;
use crate::analysis::multiple_testing::{Correction, adjust_p};
use crate::analysis::relevance::MARGIN;
use crate::analysis::{LuckAdjusted, Pairing, elo, rounding};
use crate::charts::Estimate;
use crate::experiment::{Run, VARIANT};

/// Chance of calling a match-up out of balance that is not.
const ALPHA: f64 = 0.05;

/// The sentence.
pub fn answer(run: &Run, standings: &Standings<'_>) -> String {
    if let Some(headline) = Sensitivity::of(run, standings).and_then(|sensitivity| sensitivity.headline()) {
        return headline;
    }
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
    let span = Breakdowns::of(run, standings).widest_for_the_first_seat();
    let span = span.map_or_else(String::new, |span| format!(", {span}"));
    format!("{who}: {}, the first seat scores {}{span}.", first_seat_worth(e), share_with_interval(e))
}

fn duel(standings: &Standings<'_>, m: &MatchUp<'_>) -> String {
    let Some(e) = m.score() else { return String::new() };
    let [a, b] = standings.names(m);
    let (better, worse, theirs) = if e.score >= 0.5 { (a, b, e) } else { (b, a, turned(e)) };
    let numbers = share_with_interval(theirs);
    let margin = 100.0 * MARGIN;
    let settings = match m.cells.len() {
        1 => String::new(),
        n => format!(" in {n} settings, each counting the same"),
    };
    let pairs = format!("over {} pairs{settings}", thousands(m.pairs()));
    match ScoreWording::of(e, m.stop) {
        ScoreWording::Lopsided => format!(
            "Lopsided: {better} is stronger than {worse} by more than {} points: it scores {numbers} {pairs}.",
            100.0 * LOPSIDED
        ),
        ScoreWording::Leaning => format!(
            "Leaning: {better} is stronger than {worse} by more than {margin} points: it scores {numbers} {pairs}."
        ),
        ScoreWording::Ahead => format!(
            "Not yet known how much it matters: {better} is stronger than {worse}, if perhaps by less than {margin} points: it scores {numbers} {pairs}."
        ),
        ScoreWording::Even => format!(
            "Even: {a} and {b} are within {margin} points of each other for all that matters: {better} scores {numbers} {pairs}."
        ),
        ScoreWording::Undecided => {
            format!("Not yet known which of {a} and {b} is stronger: {better} scores {numbers} {pairs}.")
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
    let shown = unbalanced(contests);
    let leader =
        if averages.iter().any(|(name, e)| name != best && e.high >= top.low) { "scores best" } else { "is strongest" };
    format!(
        "Of {} {}, {best} {leader} with {} on average and {worst} lowest with {}; {} of {} match-ups {} shown to be out of balance.",
        averages.len(),
        standings.kind,
        share_with_interval(*top),
        share_with_interval(*bottom),
        if shown == 0 { "none".to_owned() } else { shown.to_string() },
        contests.len(),
        if shown == 1 { "is" } else { "are" },
    )
}

/// How many match-ups are shown to be farther than [`MARGIN`] from even, all of them taken together (Holm).
fn unbalanced(contests: &[&MatchUp<'_>]) -> usize {
    let p = |m: &&MatchUp<'_>| p_unbalanced(m.score()?, m.stop);
    let p_values: Vec<f64> = contests.iter().filter_map(p).collect();
    let adjusted = adjust_p(&p_values, Correction::Holm, ALPHA);
    adjusted.map_or(0, |adjusted| adjusted.rejected.into_iter().filter(|rejected| *rejected).count())
}

/// Sentences that belong beside the answer.
pub fn remarks(run: &Run, standings: &Standings<'_>) -> Vec<String> {
    let engagements = run.engagements();
    if engagements == 0 {
        return Vec::new();
    }
    let drawn = draws(&sum_of_joints(&run.cells));
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
    let variants = run.manifest.factors.iter().any(|factor| factor == VARIANT);
    if let [only] = standings.contests().collect::<Vec<_>>()[..]
        && !variants
    {
        remarks.extend(only.score().and_then(elo_remark));
        remarks.extend(duel_remarks(standings, only));
    }
    if contests > 1 {
        remarks.push(format!(
            "A match-up is out of balance when its score is shown to be more than {} points from even, all {contests} taken together; of single intervals, one in twenty misses its score by chance.",
            100.0 * MARGIN
        ));
    }
    remarks.extend(robust::remark(standings));
    remarks.extend(factor_remark(run, standings));
    remarks
}

/// The score in Elo, where it is a number.
fn elo_remark(e: Estimate) -> Option<String> {
    let stronger = if e.score < 0.5 { turned(e) } else { e };
    let [score, low, high] = [stronger.score, stronger.low, stronger.high].map(elo::from_score);
    Some(format!("The difference is worth {:+.0} Elo (95% interval {:+.0} to {:+.0}).", score?, low?, high?))
}

/// What a single cell tells beyond its score.
fn duel_remarks(standings: &Standings<'_>, m: &MatchUp<'_>) -> Vec<String> {
    let [(cell, _)] = m.cells[..] else { return Vec::new() };
    let mut remarks = Vec::new();
    if let Ok(luck) = LuckAdjusted::of(&cell.tally.classes, CONFIDENCE) {
        remarks.push(format!(
            "With the luck of the dice taken out, {} scores {}.",
            standings.names(m)[0],
            rounding::percent_within(luck.score, luck.interval)
        ));
    }
    let saved = Pairing::of(&cell.tally.joint()).ok().and_then(|p| Some((p.saved_by_swap?, p.saved_by_seeds?)));
    if let Some((swap, dice)) = saved {
        // Rounded parts, and their sum: the line must add up for its readers.
        let [swap, dice] = [swap, dice].map(|share| (100.0 * share).round() + 0.0);
        remarks.push(format!(
            "Playing in pairs saved {}% of the games that it takes otherwise: {swap}% by swapping seats, {dice}% by sharing dice and table.",
            swap + dice
        ));
    }
    remarks
}

/// How far the score moves over the levels of the only varied factor.
fn factor_remark(run: &Run, standings: &Standings<'_>) -> Option<String> {
    let [factor] = &run.manifest.factors[..] else { return None };
    if factor == VARIANT {
        return None;
    }
    let [only] = standings.contests().collect::<Vec<_>>()[..] else { return None };
    let level = |(cell, turned): &(&crate::outcomes::Cell, bool)| {
        Some((cell.key.factors.first()?.1.clone(), only.score_of(&(*cell, *turned))?))
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
        assert_eq!(
            text,
            "Lopsided: The x is stronger than The y by more than 5 points: it scores 65% (95% interval 62 to 68) over 1,000 pairs."
        );
        let text = said(vec![cell("x", "y", joint(300, 100, 600))]);
        assert_eq!(
            text,
            "Lopsided: The y is stronger than The x by more than 5 points: it scores 65% (95% interval 62 to 68) over 1,000 pairs."
        );
    }

    #[test]
    fn a_small_lead_is_called_small() {
        let text = said(vec![cell("x", "y", joint(10_400, 0, 9_600))]);
        assert!(
            text.starts_with("Not yet known how much it matters: The x is stronger than The y, if perhaps by less than 2 points: it scores 52.0%"),
            "{text}"
        );
    }

    #[test]
    fn an_even_match_and_an_undecided_one_are_told_apart() {
        let even = said(vec![cell("x", "y", joint(1_000, 3_000, 1_000))]);
        assert!(
            even.starts_with(
                "Even: The x and The y are within 2 points of each other for all that matters: The x scores 50.0%"
            ),
            "{even}"
        );
        let open = said(vec![cell("x", "y", joint(21, 0, 19))]);
        assert!(open.starts_with("Not yet known which of The x and The y is stronger: The x scores 52%"), "{open}");
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
            text.contains("The z lowest with 29% ")
                && text.ends_with("2 of 3 match-ups are shown to be out of balance."),
            "{text}"
        );
    }

    #[test]
    fn nothing_played_is_nothing_said() {
        assert!(said(vec![cell("x", "y", joint(0, 0, 0))]).starts_with("No pair of engagements"));
        assert!(said(Vec::new()).starts_with("No pair of engagements"));
    }
}
