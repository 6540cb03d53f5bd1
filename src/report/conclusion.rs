//! The conclusion: the answer to the question of a run, in one plain sentence.

use super::breakdowns::Breakdowns;
use super::cells::{draws, sum_of_joints, turned};
use super::reversal::{self, Reversal};
use super::robust;
use super::rounding::{portion, share, share_with_interval};
use super::scope::Scope;
use super::score_wording::{LOPSIDED, ScoreWording, first_seat_worth, p_unbalanced};
use super::sensitivity::Sensitivity;
use super::settings::OverSettings;
use super::standings::{CONFIDENCE, MatchUp, Standings, first_seat, five};
use super::table::thousands;
use crate::analysis::multiple_testing::{Correction, adjust_p};
use crate::analysis::relevance::{MARGIN, Verdict};
use crate::analysis::rounding::{count, counted};
use crate::analysis::{Interval, LuckAdjusted, Pairing, elo, rounding};
use crate::charts::Estimate;
use crate::experiment::{Run, VARIANT};

/// Chance of calling a match-up out of balance that is not.
const ALPHA: f64 = 0.05;

/// The sentence. Of a run that was broken off it begins with that.
pub fn answer(run: &Run, standings: &Standings<'_>) -> String {
    partial(run, said(run, standings))
}

/// An answer, with a word before it where the run was broken off.
pub fn partial(run: &Run, answer: String) -> String {
    if run.is_complete() || run.pairs() == 0 {
        return answer;
    }
    let (open, all) = (run.open_cells() as u64, run.cells.len() as u64);
    let are = if open == 1 { "is" } else { "are" };
    format!("Partial, {} of {} {are} unfinished: {answer}", count(open), counted(all, "cell"))
}

fn said(run: &Run, standings: &Standings<'_>) -> String {
    if let Some(headline) = Sensitivity::of(run, standings).and_then(|sensitivity| sensitivity.headline()) {
        return headline;
    }
    let contests: Vec<_> = standings.contests().filter(|m| m.pairs() > 0).collect();
    let all = standings.contests().count();
    if !contests.is_empty() && contests.len() < all {
        return format!(
            "{} of {all} match-ups have been played so far, which ranks no {}.",
            contests.len(),
            standings.kind
        );
    }
    match contests[..] {
        [] => mirrors(run, standings),
        [only] => duel(standings, only),
        _ => matrix(standings, &contests),
    }
}

fn mirrors(run: &Run, standings: &Standings<'_>) -> String {
    let Some(e) = first_seat(&run.cells, run.manifest.luck) else {
        return "No pair of engagements was finished, so nothing can be said.".to_owned();
    };
    let who = match &standings.contestants[..] {
        [one] => format!("{one} against itself"),
        several => format!("{} {}, each against itself", several.len(), standings.kind),
    };
    let span = Breakdowns::of(run, standings).widest_for_the_first_seat();
    let span = span.map_or_else(String::new, |span| format!(", {span}"));
    if run.cells.iter().all(|cell| cell.tally.keeps_seats) {
        // The first seat of the words is attacking there.
        let worth = first_seat_worth(e).replace("the first seat", "attacking");
        return format!("{who}: {worth}, the attacker scores {}{span}.", share_with_interval(e));
    }
    format!("{who}: {}, it scores {}{span}.", first_seat_worth(e), share_with_interval(e))
}

fn duel(standings: &Standings<'_>, m: &MatchUp<'_>) -> String {
    let Some(e) = m.score() else { return String::new() };
    if let Some(reversal) = Reversal::of(m) {
        return reversal.headline(standings.names(m));
    }
    let [a, b] = standings.names(m);
    let (better, worse, theirs) = if e.score >= 0.5 { (a, b, e) } else { (b, a, turned(e)) };
    let numbers = share_with_interval(theirs);
    let margin = 100.0 * MARGIN;
    let pairs = match (m.over_settings(), m.cells.len()) {
        (Some(over), _) => {
            format!("in settings of this kind, by {} pairs in {} of them", thousands(m.pairs()), over.each.len())
        }
        (None, 1) => format!("over {} pairs", thousands(m.pairs())),
        (None, n) => format!("over {} pairs in {n} cells, each counting the same", thousands(m.pairs())),
    };
    match ScoreWording::of(e) {
        ScoreWording::Lopsided => format!(
            "Lopsided: {better} is stronger than {worse} by more than {} points: it scores {numbers} {pairs}.",
            100.0 * LOPSIDED
        ),
        ScoreWording::Leaning => format!(
            "Leaning: {better} is stronger than {worse} by more than {margin} points: it scores {numbers} {pairs}."
        ),
        ScoreWording::Ahead => format!(
            "Ahead: {better} is stronger than {worse}, if perhaps by less than {margin} points: it scores {numbers} {pairs}."
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
    let [shown, alone] = unbalanced(contests);
    let alone =
        if alone > shown { format!(" all taken together, {alone} by their own intervals") } else { String::new() };
    let leader =
        if averages.iter().any(|(name, e)| name != best && e.high >= top.low) { "scores best" } else { "is strongest" };
    let turned = contests.iter().filter(|m| Reversal::of(m).is_some()).count();
    let turned = match turned {
        0 => String::new(),
        1 => "; one match-up turns round with the scenario or the battlefield".to_owned(),
        n => format!("; {n} match-ups turn round with the scenario or the battlefield"),
    };
    format!(
        "Of {} {}, {best} {leader} with {} on average and {worst} lowest with {}; {} of {} match-ups {} shown to be out of balance{alone}{turned}.",
        averages.len(),
        standings.kind,
        share_with_interval(*top),
        share_with_interval(*bottom),
        if shown == 0 { "none".to_owned() } else { shown.to_string() },
        contests.len(),
        if shown == 1 { "is" } else { "are" },
    )
}

/// How many match-ups are shown to be farther than [`MARGIN`] from even, all of them taken together (Holm), and how many are by
/// their own intervals, which are no fewer.
fn unbalanced(contests: &[&MatchUp<'_>]) -> [usize; 2] {
    let scored: Vec<_> =
        contests.iter().filter_map(|m| Some((m.score()?, p_unbalanced(m.score()?, m.chance.stop)?))).collect();
    let p_values: Vec<f64> = scored.iter().map(|(_, p)| *p).collect();
    let rejected = adjust_p(&p_values, Correction::Holm, ALPHA).map(|adjusted| adjusted.rejected).unwrap_or_default();
    // A test of one side says a little more than the interval, by which a match-up has its word.
    let alone = |e: Estimate| ScoreWording::of(e).verdict() == Verdict::Unbalanced;
    let together = scored.iter().zip(rejected).filter(|((e, _), rejected)| *rejected && alone(*e)).count();
    [together, scored.iter().filter(|(e, _)| alone(*e)).count()]
}

/// Sentences that belong beside the answer.
pub fn remarks(run: &Run, standings: &Standings<'_>) -> Vec<String> {
    let engagements = run.engagements();
    if engagements == 0 {
        return Vec::new();
    }
    let drawn = draws(&sum_of_joints(&run.cells));
    let mut remarks = vec![format!(
        "{} engagements were played, in {} pairs; {} were drawn{}.",
        thousands(engagements),
        thousands(run.pairs()),
        if drawn == 0 { "none".to_owned() } else { portion(drawn as f64, engagements as f64) },
        if drawn == 0 { "" } else { ", and a draw counts half" },
    )];
    if standings.contests().count() > 0
        && let Some(e) = first_seat(&run.cells, run.manifest.luck)
    {
        let within = if standings.settings { ", in the settings that were played" } else { "" };
        let attacks = run.cells.iter().filter(|cell| cell.tally.keeps_seats).count();
        let who = match attacks {
            0 => "The first seat",
            _ if attacks == run.cells.len() => "The attacker",
            _ => "The first seat, or the attacker,",
        };
        remarks.push(format!("{who} scores {}{within}.", share_with_interval(e)));
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
            "A match-up is out of balance, leaning or lopsided, when its score is shown to be more than {} points from even, all {contests} taken together; of single intervals, one in twenty misses its score by chance.",
            100.0 * MARGIN
        ));
    }
    remarks.extend(reversal_remark(standings));
    remarks.extend(settings_remarks(standings));
    remarks.extend(scope_remark(run, standings));
    remarks.extend(robust::remark(standings));
    remarks.extend(robust::mix_remark(run, standings));
    remarks.extend(factor_remark(run, standings));
    remarks
}

/// Which of several match-ups turn round; a single one says so in its answer.
fn reversal_remark(standings: &Standings<'_>) -> Option<String> {
    if standings.contests().count() > 1 { reversal::remark(standings) } else { None }
}

/// What a single match-up scores over the settings of its kind, in a new one, and in those that were played.
pub fn settings_remarks(standings: &Standings<'_>) -> Vec<String> {
    let [m] = standings.contests().collect::<Vec<_>>()[..] else { return Vec::new() };
    let (Some(over), Some(here)) = (m.over_settings(), m.here()) else { return Vec::new() };
    // Of the one that is ahead, as the answer has it.
    let turned = over.score.score < 0.5;
    let name = standings.names(m)[usize::from(turned)];
    let of = |e: Estimate| {
        if turned { Estimate { score: 1.0 - e.score, low: 1.0 - e.high, high: 1.0 - e.low } } else { e }
    };
    let mut remarks = Vec::new();
    if Reversal::of(m).is_some() {
        remarks.push(format!(
            "Over all settings of this kind {name} scores {}{}.",
            share_with_interval(of(over.score)),
            if over.new.is_none() { cut(&over) } else { "" }
        ));
    }
    remarks.push(match over.new {
        Some(new) => {
            let [low, high] = if turned { [1.0 - new.high, 1.0 - new.low] } else { [new.low, new.high] };
            format!(
                "In a new setting of this kind {name} scores from {} to {} (95% prediction interval{}).",
                rounding::percent(low, new.half_width()),
                rounding::percent(high, new.half_width()),
                cut(&over),
            )
        }
        None => format!("Two settings do not say what {name} scores in a third{}.", cut(&over)),
    });
    let Some([low, high]) = over.ends().map(|[low, high]| if turned { [high, low] } else { [low, high] }) else {
        return remarks;
    };
    remarks.push(format!(
        "In the {} settings that were played, each counting the same, it scores {}, dice alone considered: from {} ({}) to {} ({}).",
        over.each.len(),
        share_with_interval(of(here)),
        share(of(low.1)),
        over.name(&low.0),
        share(of(high.1)),
        over.name(&high.0),
    ));
    remarks
}

/// That limits are cut, where they are.
fn cut(over: &OverSettings<'_>) -> &'static str {
    if over.cut { "; limits are cut at 0 and 100" } else { "" }
}

/// What the intervals of a run cover.
pub fn scope_remark(run: &Run, standings: &Standings<'_>) -> Option<String> {
    let scope = Scope::of(run);
    let several = standings.contests().any(|m| m.over_settings().is_some());
    let interval = if standings.contests().count() == 1 { "The interval" } else { "Every interval" };
    if run.pairs() == 0 {
        None
    } else if several {
        Some(scope.of_settings())
    } else {
        Some(format!("{interval} {}.", scope.of_one_setting()))
    }
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
        let pairs = five([cell.tally.joint()].iter());
        let wide = |score: Estimate| luck.as_wide_as(Interval { low: score.low, high: score.high }, &pairs, CONFIDENCE);
        let luck = m.score().map_or(luck, wide);
        remarks.push(format!(
            "With the luck of the dice taken out, {} scores {}.",
            standings.names(m)[0],
            rounding::percent_within(luck.score, luck.interval)
        ));
    }
    let saved = Pairing::of(&cell.tally.joint()).ok();
    let saved = saved.and_then(|p| Some((p.saved_by_swap?, p.saved_by_seeds?, p.variance_ratio_within?)));
    if let Some((swap, dice, Interval { low, high })) = saved {
        // Rounded parts, and their sum: the line must add up for its readers.
        let [swap, dice] = [swap, dice].map(|share| (100.0 * share).round() + 0.0);
        remarks.push(format!(
            "Playing in pairs saved {}% (95% interval {} to {}) of the games that it takes otherwise: {swap}% by swapping seats, {dice}% by sharing dice and table.",
            swap + dice,
            rounding::fixed(100.0 * (1.0 - high), 0),
            rounding::fixed(100.0 * (1.0 - low), 0),
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
    use super::super::settings::tests::scenarios;
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
            text.starts_with("Ahead: The x is stronger than The y, if perhaps by less than 2 points: it scores 52.0%"),
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
    fn several_settings_stand_for_all_of_their_kind() {
        let played = run(scenarios(&[("hill", 620), ("flag", 580), ("march", 640)]));
        let standings = Standings::of(&played);
        // By the dice alone it would be lopsided: 61% ± 2.
        assert_eq!(
            answer(&played, &standings),
            "Leaning: The x is stronger than The y by more than 2 points: it scores 61% (95% interval 54 to 69) in settings of this kind, by 3,000 pairs in 3 of them."
        );
        let said = remarks(&played, &standings).join("\n");
        for part in [
            "In a new setting of this kind The x scores from 46% to 76% (95% prediction interval).",
            "In the 3 settings that were played, each counting the same, it scores 61% (95% interval 60 to 63)",
            ", dice alone considered: from 58% (flag) to 64% (march).",
            "Intervals of match-ups over several settings are for all settings of the kind (random effects); within one setting they cover the dice and the tempers",
        ] {
            assert!(said.contains(part), "{part} in {said}");
        }
        let two = run(scenarios(&[("hill", 620), ("flag", 580)]));
        let text = remarks(&two, &Standings::of(&two)).join("\n");
        assert!(text.contains("Two settings do not say what The x scores in a third"), "{text}");
    }

    #[test]
    fn a_single_setting_says_what_its_interval_covers() {
        let played = run(vec![cell("x", "y", joint(600, 100, 300))]);
        let text = remarks(&played, &Standings::of(&played)).join("\n");
        assert!(text.contains("The interval covers the dice and the tempers of the players, not another scenario, battlefield or doctrines."), "{text}");
        assert!(!text.contains("setting of this kind"), "{text}");
    }

    #[test]
    fn a_reversal_is_the_headline_and_no_single_score() {
        let mut cells = scenarios(&[("hill", 650), ("flag", 400), ("march", 550)]);
        let text = said(cells.clone());
        assert!(
            text.starts_with("It turns on the scenario: The x is stronger than The y in hill, where it scores 65%"),
            "{text}"
        );
        let duel = run(cells.clone());
        let beside = remarks(&duel, &Standings::of(&duel)).join("\n");
        assert!(beside.contains("Over all settings of this kind The x scores 53% (95% interval "), "{beside}");
        for scenario in ["hill", "flag", "march"] {
            let mut cell = cell("x", "z", joint(520, 0, 480));
            cell.key.scenario = scenario.to_owned();
            cells.push(cell);
        }
        let text = said(cells.clone());
        assert!(text.ends_with("; one match-up turns round with the scenario or the battlefield."), "{text}");
        let field = run(cells);
        let beside = remarks(&field, &Standings::of(&field)).join("\n");
        assert!(beside.contains("1 of 2 match-ups turns round with the scenario or the battlefield, The x against The y (65% in hill, 40% in flag)."), "{beside}");
    }

    #[test]
    fn a_mirror_is_about_the_seats() {
        let mut table = [[0; 3]; 3];
        (table[2][0], table[0][2]) = (600, 400);
        let text = said(vec![cell("x", "x", table)]);
        assert!(text.starts_with("The x against itself: the first seat is an advantage, it scores 60%"), "{text}");
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
