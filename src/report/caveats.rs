//! What was taken for granted, and what a reader should mind.

use super::cells::{distinct, list_name};
use super::quantities;
use super::rounding::share;
use super::scope;
use super::score_wording::ScoreWording;
use super::standings::{CONFIDENCE, MatchUp, Standings};
use super::table::thousands;
use super::tables::unit_sums;
use crate::analysis::pentanomial;
use crate::analysis::relevance::{MARGIN, Verdict};
use crate::analysis::rounding::{count, counted};
use crate::experiment::{ListSummary, Luck, Quantity, Run, Stop};
use crate::outcomes::{Cell, Stopped};

/// What was taken for granted.
pub fn assumptions(run: &Run) -> Vec<String> {
    let keys = || run.cells.iter().map(|cell| &cell.key);
    let mut scripts = distinct(keys().flat_map(|key| [&key.doctrine_a, &key.doctrine_b]));
    scripts.sort();
    let sides = || keys().flat_map(|k| [(&k.list_a, &k.doctrine_a), (&k.list_b, &k.doctrine_b)]);
    let each: Vec<_> = distinct(sides()).iter().map(|(list, doctrine)| (list_name(run, list), *doctrine)).collect();
    let each_has_one = distinct(each.iter().map(|(list, _)| list)).len() == each.len();
    let mut out = vec![if scripts.len() > 1 && each_has_one {
        let by_list = each.iter().map(|(list, doctrine)| format!("{list} by {doctrine}"));
        format!("Scripts play, not people: {}.", by_list.collect::<Vec<_>>().join(", "))
    } else {
        format!("Scripts play, not people. Doctrines: {}.", named(&scripts))
    }];
    out.push(format!("Scenario: {}.", named(&distinct(keys().map(|key| &key.scenario)))));
    out.push(format!("Battlefield: {}.", named(&distinct(keys().map(|key| scope::battlefield(&key.battlefield))))));
    for factor in &run.manifest.factors {
        let levels = keys().flat_map(|key| &key.factors).filter(|(name, _)| name == factor).map(|(_, level)| level);
        out.push(format!("Varied: {factor}, with the levels {}.", named(&distinct(levels))));
    }
    out.extend(departures(run));
    let attacks: Vec<&Cell> = run.cells.iter().filter(|cell| cell.tally.keeps_seats).collect();
    if attacks.is_empty() || attacks.len() < run.cells.len() {
        out.push(
            "Seats: engagements come in pairs on the same table with the same dice, the lists swapped between the first and the second seat, so that neither the seat nor the table favours a list. What the first seat brings is a matter of the game, in which dice may say who moves first."
                .to_owned(),
        );
    }
    if !attacks.is_empty() {
        let attacks = distinct(attacks.iter().map(|cell| &cell.key.scenario));
        out.push(format!(
            "Attack: in {} the first-named list attacks in both engagements of a pair, on the same table with other dice; a score is that of the attacker.",
            named(&attacks)
        ));
    }
    out.push(
        "Score: a win counts 1, a draw one half, a loss 0; intervals are of 95%, and the pair is what is counted."
            .to_owned(),
    );
    out.push(match run.manifest.luck {
        Luck::Shared => "Chance: pair number n of every match-up has the same dice and tables, which sharpens comparisons between match-ups.".to_owned(),
        Luck::Independent => "Chance: every match-up has dice and tables of its own.".to_owned(),
    });
    out.push(match run.manifest.stop {
        Stop::Pairs(1) => "Stop rule: one pair for each cell, fixed beforehand.".to_owned(),
        Stop::Pairs(pairs) => format!("Stop rule: {} pairs for each cell, fixed beforehand.", thousands(pairs)),
        Stop::Decide { margin, cap } => format!(
            "Stop rule: until a score is shown to be within {0} points of even or farther than that, at most {1} pairs a cell; each cell stops by itself, and all decisions together are wrong in one run of twenty at most. Intervals hold at every look (they are confidence sequences).",
            100.0 * margin,
            thousands(cap)
        ),
        Stop::Claim { low, high, alpha, cap } => format!(
            "Stop rule: until a score is shown to lie between {} and {} or outside, with an error rate of {alpha}, at most {} pairs a cell. Intervals hold at every look (they are confidence sequences).",
            100.0 * low,
            100.0 * high,
            thousands(cap)
        ),
        Stop::Sprt { hypotheses, cap } => format!(
            "Stop rule: sequential probability ratio test of {:+} against {:+} Elo with error rates {} and {}, at most {} pairs a cell. Intervals hold at every look (they are confidence sequences).",
            hypotheses.elo0,
            hypotheses.elo1,
            hypotheses.alpha,
            hypotheses.beta,
            thousands(cap)
        ),
        Stop::Precision { half_width, of: Quantity::Score, cap } => format!(
            "Stop rule: until the 95% interval of a cell is within {} of its score, at most {} pairs.",
            Quantity::Score.width_in_words(half_width),
            thousands(cap)
        ),
        Stop::Precision { half_width, of, cap } => format!(
            "Stop rule: until the 95% interval of {} in a cell reaches no more than {} to either side, at most {} pairs.",
            of.about(),
            of.width_in_words(half_width),
            thousands(cap)
        ),
    });
    out
}

/// Values put in the place of others for the whole run.
fn departures(run: &Run) -> Option<String> {
    let experiment: toml::Table = run.manifest.experiment.parse().ok()?;
    let changes = experiment.get("set")?.as_table()?.iter().map(|(key, value)| format!("{key} = {value}"));
    let changes: Vec<_> = changes.collect();
    (!changes.is_empty()).then(|| format!("Departures from rules and codex: {}.", changes.join(", ")))
}

fn named<T: AsRef<str>>(names: &[T]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(", ") }
}

/// What a reader should mind before believing the numbers.
pub fn warnings(run: &Run, standings: &Standings<'_>) -> Vec<String> {
    let mut out = broken_off(run);
    if run.engagements() == 0 {
        return out;
    }
    out.extend(few_pairs(run));
    out.extend(unequal_points(run, standings));
    out.extend(varied_prices(run));
    out.extend(precision(run, standings));
    out.extend(not_yet_known(standings));
    out.extend(two_settings(standings));
    out.extend(shut_outs(standings));
    out.extend(of_play(run));
    out
}

/// Who attacks, where the scenario says it and several lists met.
pub fn attack(run: &Run) -> Option<String> {
    let kept: Vec<&Cell> = run.cells.iter().filter(|cell| cell.tally.keeps_seats).collect();
    let scenarios = distinct(kept.iter().map(|cell| &cell.key.scenario));
    (kept.len() > 1).then(|| {
        format!(
            "In {} the list of a match-up that is named first attacks in every game, so that scores are of the attack too.",
            named(&scenarios)
        )
    })
}

/// Why scores over two settings reach so far; a single match-up says so beside its answer.
fn two_settings(standings: &Standings<'_>) -> Option<String> {
    let over: Vec<_> = standings.contests().filter_map(MatchUp::over_settings).collect();
    (over.len() > 1 && over.iter().all(|over| over.each.len() == 2)).then(|| {
        "Scores of match-ups are for all settings of the kind, and two settings say little of a third: their intervals reach far, and few match-ups can be shown to be out of balance. The scores in the two that were played stand by scenario and battlefield, and in `cells`; three settings or more say more of all of them."
            .to_owned()
    })
}

/// More match-ups than this in which one list won everything are told together.
const MOST_SHUT_OUTS: usize = 2;

/// Match-ups in which one list won every engagement.
fn shut_outs(standings: &Standings<'_>) -> Vec<String> {
    let contests: Vec<_> = standings.contests().collect();
    let found: Vec<_> = contests
        .iter()
        .filter_map(|m| {
            let e = m.here().filter(|e| e.score <= 0.0 || e.score >= 1.0)?;
            let [a, b] = standings.names(m);
            let (winner, loser) = if e.score >= 1.0 { (a, b) } else { (b, a) };
            Some((winner, loser, thousands(2 * m.pairs()), share(e)))
        })
        .collect();
    if found.len() <= MOST_SHUT_OUTS {
        let one = |(winner, loser, engagements, odds)| {
            format!(
                "{winner} won every one of {engagements} engagements against {loser}: odds of exactly {odds} may mean that one side cannot win, or that its script does not know how."
            )
        };
        return found.into_iter().map(one).collect();
    }
    let by_winner = distinct(found.iter().map(|(winner, ..)| winner)).into_iter().map(|winner| {
        let beaten: Vec<_> = found.iter().filter(|(other, ..)| other == winner).map(|(_, loser, ..)| loser).collect();
        format!("{winner} against {}", named(&beaten))
    });
    vec![format!(
        "In {} of {} match-ups one list won every engagement, which may mean that the other cannot win, or that its script does not know how: {}.",
        found.len(),
        contests.len(),
        by_winner.collect::<Vec<_>>().join("; ")
    )]
}

/// Fewer pairs than this are few.
pub const FEW_PAIRS: u64 = 100;

/// Lists whose points differ by a smaller share are of equal points: codices round.
const SAME_POINTS: f64 = 0.005;

/// Whether lists of so many points are no equals.
#[must_use]
pub fn are_unequal(one: f64, other: f64) -> bool {
    one.max(other) > one.min(other) * (1.0 + SAME_POINTS)
}

/// Points in words.
#[must_use]
pub fn told_points(points: f64) -> String {
    format!("{points:.1}").trim_end_matches(".0").to_owned()
}

/// That what is said of a sequential test holds at all of its looks, of which there have been so many.
#[must_use]
pub fn at_every_look(looks: u32) -> String {
    format!("Intervals and tests hold at every one of the looks, of which this was number {looks}.")
}

/// That cells have few pairs, where they have.
pub fn few_pairs(run: &Run) -> Option<String> {
    let pairs = |cell: &crate::outcomes::Cell| cell.tally.pairs();
    let few: Vec<u64> = run.cells.iter().map(pairs).filter(|pairs| *pairs < FEW_PAIRS).collect();
    let least = few.iter().min()?;
    Some(match run.cells.len() {
        1 if *least == 1 => {
            format!("1 pair is next to nothing: below {FEW_PAIRS} an interval is wide, and a single odd game counts.")
        }
        1 => format!("{least} pairs are few: below {FEW_PAIRS} an interval is wide, and a single odd game counts."),
        all => format!(
            "{} of {all} cells have fewer than {FEW_PAIRS} pairs, the least {least}: their intervals are wide, and a single odd game counts.",
            few.len()
        ),
    })
}

/// That points are those of the codex, where prices of units that lists have are varied.
pub fn varied_prices(run: &Run) -> Option<String> {
    let is_price = |factor: &&String| factor.starts_with("codex.units.") && factor.ends_with(".cost");
    let unit = |factor: &String| factor.split('.').nth(2).map(str::to_owned);
    let priced: Vec<String> = run.manifest.factors.iter().filter(is_price).filter_map(unit).collect();
    let has = |list: &&ListSummary| list.units.iter().any(|(unit, count)| *count > 0 && priced.contains(unit));
    let lists: Vec<&String> = run.manifest.lists.iter().filter(has).map(|list| &list.name).collect();
    (!lists.is_empty()).then(|| {
        format!(
            "Points are told by the prices of the codex; where the price of {} is varied, {} cost{} more or less, and lists that meet may be of unequal points.",
            named(&priced.iter().collect::<Vec<_>>()),
            named(&lists),
            if lists.len() == 1 { "s" } else { "" },
        )
    })
}

/// That lists which met are not of equal points, where they are not.
pub fn unequal_points(run: &Run, standings: &Standings<'_>) -> Option<String> {
    let points = |contestant: usize| {
        let key = &standings.lists[contestant];
        run.manifest.lists.iter().find(|list| list.key == *key).map(|list| list.cost)
    };
    let unequal = |m: &MatchUp<'_>| {
        let (one, other) = (points(m.a)?, points(m.b)?);
        let more = one.max(other) / one.min(other) - 1.0;
        are_unequal(one, other).then(|| (more, standings.names(m), [one, other]))
    };
    let mut met: Vec<_> = standings.contests().filter_map(unequal).collect();
    met.sort_by(|one, other| other.0.total_cmp(&one.0));
    let (more, [a, b], [one, other]) = met.first()?;
    let most = format!(
        "{a} has {} and {b} {}, {:.0}% more for the larger",
        told_points(*one),
        told_points(*other),
        (100.0 * more).max(1.0)
    );
    Some(match standings.contests().count() {
        1 => format!("The lists are not of equal points: {most}."),
        all => format!("In {} of {all} match-ups the lists are not of equal points, most of all: {most}.", met.len()),
    })
}

/// Pairs that count nowhere, because the program made a mistake in them.
fn left_out(run: &Run) -> Vec<String> {
    let pairs = run.cells.iter().flat_map(|cell| cell.tally.left_out.iter().map(|pair| (cell.key.number, pair)));
    let named: Vec<String> = pairs.map(|(cell, pair)| format!("{pair} of cell {cell}")).collect();
    match &named[..] {
        [] => Vec::new(),
        [one] => vec![format!("The program made a mistake in a game of pair {one}, which is left out.")],
        more => vec![format!(
            "The program made a mistake in games of these pairs, which are left out: {}.",
            more.join(", ")
        )],
    }
}

/// What is missing of a run: pairs that went wrong, and those of a run that was broken off.
pub fn broken_off(run: &Run) -> Vec<String> {
    let mut out = left_out(run);
    if !run.is_complete() {
        let (open, all) = (run.open_cells() as u64, run.cells.len() as u64);
        let have = if open == 1 { "has" } else { "have" };
        out.push(format!(
            "The run was broken off: {} of {} {have} fewer pairs than were asked for. What is there is sound, if less precise.",
            count(open),
            counted(all, "cell")
        ));
    }
    if run.engagements() == 0 {
        out.push("No engagement was finished.".to_owned());
    }
    out
}

/// What is odd about the play itself: units that do nothing, rules that never matter.
pub fn of_play(run: &Run) -> Vec<String> {
    let mut out = Vec::new();
    if run.engagements() == 0 {
        return out;
    }
    let idle: Vec<_> = unit_sums(run)
        .into_iter()
        .filter(|(.., unit)| unit.fielded > 0 && unit.active == 0)
        .map(|(list, _, unit)| format!("{} in {}", unit.name, list_name(run, &list)))
        .collect();
    if !idle.is_empty() {
        out.push(format!("These units never moved or attacked: {}.", idle.join(", ")));
    }
    let counted = || run.manifest.rules.iter().filter(|rule| rule.counted);
    let silent = counted().filter(|rule| rule.times == 0).count();
    if silent > 0 {
        out.push(format!(
            "{silent} of {} counted rules never made a difference in this run; they are listed at the end.",
            counted().count()
        ));
    }
    out
}

/// How many more pairs it takes where a single cell does not tell yet; those that are told apart by others say less.
fn not_yet_known(standings: &Standings<'_>) -> Option<String> {
    let open = |m: &&MatchUp<'_>| {
        m.cells.len() == 1 && m.score().is_some_and(|e| ScoreWording::of(e).verdict() == Verdict::Undecided)
    };
    let open: Vec<_> = standings.contests().filter(open).collect();
    let more = |m: &&MatchUp<'_>| m.chance.stop.more_units(&pentanomial(&m.joint()), MARGIN, CONFIDENCE).ok().flatten();
    let (least, most) = (open.iter().filter_map(more).min()?, open.iter().filter_map(more).max()?);
    let all = standings.contests().count();
    let about = |pairs: u64| {
        let unit = 10u64.pow(pairs.max(1).ilog10().saturating_sub(1));
        thousands(pairs.div_ceil(unit) * unit)
    };
    Some(if all == 1 {
        format!(
            "It is not yet known whether it matters: that takes about {} more pairs, if the score stays where it is.",
            about(least)
        )
    } else if open.len() == 1 {
        format!(
            "Of one match-up in {all} it is not yet known whether it is even: that takes about {} more pairs.",
            about(least)
        )
    } else {
        format!(
            "Of {} match-ups in {all} it is not yet known whether they are even: that takes from about {} to about {} more pairs each.",
            open.len(),
            about(least),
            about(most)
        )
    })
}

/// Which precision was asked for, where it was not reached.
pub(super) fn precision(run: &Run, standings: &Standings<'_>) -> Option<String> {
    let short = run.cells.iter().filter(|cell| cell.stopped == Stopped::Cap).count();
    let (half_width, of) = match run.manifest.stop {
        Stop::Precision { half_width, of, .. } => (half_width, of),
        _ if short > 0 => {
            return Some(format!(
                "{short} of {} cells took the most pairs allowed without being decided.",
                run.cells.len()
            ));
        }
        _ => return None,
    };
    let capped = standings.match_ups.iter().flat_map(|m| m.cells.iter().map(move |cell| (m, cell)));
    let capped = capped.filter(|(_, (cell, _))| cell.stopped == Stopped::Cap);
    let known = |(m, cell): (&MatchUp<'_>, &(&Cell, bool))| match of {
        Quantity::Score => m.score_of(cell),
        _ => quantities::of_cell(of, cell.0, false, run.manifest.luck),
    };
    let widths = capped.filter_map(known).map(crate::charts::Estimate::half_width);
    let widest = widths.fold(0.0, f64::max);
    (short > 0).then(|| {
        format!(
            "{short} of {} cells reached the most pairs allowed before the precision asked for{}: ±{} were wanted, the widest interval is ±{}.",
            run.cells.len(),
            if of.is_score() { String::new() } else { format!(" of {}", of.about()) },
            of.width_in_words(half_width),
            of.width_in_words(widest).split(' ').next().unwrap_or_default()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::super::sample::{cell, joint, run};
    use super::*;

    fn told(run: &Run) -> String {
        warnings(run, &Standings::of(run)).join("\n")
    }

    #[test]
    fn what_is_odd_is_pointed_out() {
        let mut run = run(vec![cell("x", "y", joint(0, 0, 50))]);
        run.cells[0].tally.units[0][0].active = 0;
        run.cells[0].stopped = Stopped::Interrupted;
        let text = told(&run);
        assert!(text.contains("The y won every one of 100 engagements against The x"), "{text}");
        assert!(text.contains("never moved or attacked: rifleman in The x."), "{text}");
        assert!(text.contains("1 of 2 counted rules never"), "{text}");
        assert!(text.contains("broken off: 1 of 1 cell has"), "{text}");
        let answer = crate::report::answer(&run);
        assert!(answer.starts_with("Partial, 1 of 1 cell is unfinished: "), "{answer}");
    }

    #[test]
    fn many_match_ups_that_one_list_always_wins_are_told_together() {
        let lists = [("x", "y"), ("x", "z"), ("w", "y")];
        let text = told(&run(lists.map(|(a, b)| cell(a, b, joint(100, 0, 0))).to_vec()));
        assert!(text.contains("In 3 of 3 match-ups one list won every engagement"), "{text}");
        assert!(text.contains("how: The x against The y, The z; The w against The y."), "{text}");
        assert_eq!(text.matches("script does not know how").count(), 1, "{text}");
    }

    #[test]
    fn who_attacks_and_varied_prices_are_told() {
        let mut run = run(vec![cell("x", "y", joint(52, 10, 40)), cell("x", "z", joint(52, 10, 40))]);
        assert_eq!((attack(&run), varied_prices(&run)), (None, None));
        run.cells.iter_mut().for_each(|cell| cell.tally.keeps_seats = true);
        assert!(attack(&run).unwrap().starts_with("In meeting the list of a match-up that is named first attacks"));
        run.manifest.factors = vec!["codex.units.tank.cost".to_owned(), "rules.turn-cap".to_owned()];
        assert_eq!(varied_prices(&run), None, "no list has any");
        run.manifest.factors[0] = "codex.units.rifleman.cost".to_owned();
        let text = varied_prices(&run).unwrap();
        assert!(text.contains("the price of rifleman is varied, The x, The y, The z cost more or less"), "{text}");
    }

    #[test]
    fn pairs_that_went_wrong_are_told() {
        let mut run = run(vec![cell("x", "y", joint(52, 10, 40)), cell("x", "z", joint(52, 10, 40))]);
        assert!(!told(&run).contains("mistake"));
        run.cells[1].tally.left_out = vec![17];
        let text = told(&run);
        assert!(
            text.contains("The program made a mistake in a game of pair 17 of cell 1, which is left out."),
            "{text}"
        );
        run.cells[0].tally.left_out = vec![3];
        assert!(told(&run).contains("these pairs, which are left out: 3 of cell 0, 17 of cell 1."), "{}", told(&run));
    }

    #[test]
    fn few_pairs_and_unequal_points_are_told() {
        let mut run = run(vec![cell("x", "y", joint(52, 10, 37))]);
        let text = told(&run);
        assert!(text.contains("99 pairs are few: below 100"), "{text}");
        assert!(!text.contains("equal points"), "{text}");
        run.manifest.lists[1].cost = 1600.0;
        let text = told(&run);
        assert!(
            text.contains("not of equal points: The x has 1310 and The y 1600, 22% more for the larger."),
            "{text}"
        );
        run.manifest.lists[1].cost = 1312.0;
        assert!(!told(&run).contains("equal points"), "codices round");
        let run = super::super::sample::run(vec![
            cell("x", "y", joint(52, 10, 38)),
            cell("x", "z", joint(20, 0, 20)),
            cell("y", "z", joint(20, 0, 10)),
        ]);
        assert!(told(&run).contains("2 of 3 cells have fewer than 100 pairs, the least 30"), "{}", told(&run));
    }

    #[test]
    fn what_is_not_yet_known_says_how_long_it_takes() {
        let text = told(&run(vec![cell("x", "y", joint(52, 10, 40))]));
        assert!(text.contains("not yet known whether it matters: that takes about "), "{text}");
        let text = told(&run(vec![cell("x", "y", joint(52, 10, 40)), cell("x", "z", joint(900, 10, 40))]));
        assert!(text.contains("Of one match-up in 2 it is not yet known"), "{text}");
        assert!(!told(&run(vec![cell("x", "z", joint(900, 10, 40))])).contains("not yet known"));
    }

    #[test]
    fn precision_that_was_not_reached_is_told() {
        let mut run = run(vec![cell("x", "y", joint(60, 10, 30))]);
        run.manifest.stop = Stop::Precision { half_width: 0.005, of: Quantity::Score, cap: 100 };
        run.cells[0].stopped = Stopped::Cap;
        let text = told(&run);
        assert!(text.contains("±0.50 points were wanted, the widest interval is ±8."), "{text}");
        run.manifest.stop = Stop::Precision { half_width: 0.005, of: Quantity::Draws, cap: 100 };
        let text = told(&run);
        assert!(text.contains("of the share of draws: ±0.50 points were wanted, the widest interval is ±"), "{text}");
        let rule = assumptions(&run).join("\n");
        assert!(rule.contains("until the 95% interval of the share of draws in a cell reaches"), "{rule}");
        run.cells[0].stopped = Stopped::Precision;
        assert!(!told(&run).contains("were wanted"));
        run.manifest.stop = Stop::Decide { margin: 0.02, cap: 100 };
        assert!(!told(&run).contains("without being decided"));
        run.cells[0].stopped = Stopped::Cap;
        assert!(told(&run).contains("1 of 1 cells took the most pairs allowed without being decided."));
    }

    #[test]
    fn assumptions_name_scripts_map_stop_rule_and_departures() {
        let text = assumptions(&run(vec![cell("x", "y", joint(6, 1, 3))])).join("\n");
        for part in ["massed-fire", "meeting", "farmstead", "500 pairs", "rules.turn-cap = 12", "swapped"] {
            assert!(text.contains(part), "{part} in {text}");
        }
        let mut attack = run(vec![cell("x", "y", joint(6, 1, 3))]);
        attack.cells[0].tally.keeps_seats = true;
        let text = assumptions(&attack).join("\n");
        assert!(
            text.contains("Attack: in meeting the first-named list attacks") && !text.contains("swapped"),
            "{text}"
        );
    }
}
