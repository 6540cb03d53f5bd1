//! Does a claim survive other play? Every match-up under every pair of doctrines that it was tried with.

use super::cells::distinct;
use super::ratings::luck_key;
use super::rounding::share;
use super::score_wording::ScoreWording;
use super::standings::{CONFIDENCE, MatchUp, Standings};
use super::table::{Column, Datum, Table};
use crate::analysis::chosen_well::{self, Tried};
use crate::analysis::league::FEWEST;
use crate::analysis::payoff_matrix::InMix;
use crate::analysis::relevance::{MARGIN, Verdict};
use crate::analysis::robustness::Lean;
use crate::analysis::rounding::fixed;
use crate::analysis::special::{chi_square_upper, normal_two_sided, squared};
use crate::analysis::{self, MatrixGame, rounding};
use crate::charts::Estimate;
use crate::experiment::Run;
use crate::outcomes::Cell;

/// So many doctrines on either side make a claim about the rules, and not about scripts.
const ENOUGH: usize = 4;

/// What stands for the doctrines of a list's own, whichever it names for a setting.
const OWN: &str = "own";

/// Doctrines that are chosen more seldom are left out of words.
const LEAST_SHARE: f64 = 0.005;

/// One match-up under several pairs of doctrines.
pub struct Robustness<'r> {
    /// Doctrines of both sides, and the score of the first contestant under them.
    tried: Vec<([&'r str; 2], Estimate, ScoreWording)>,
    /// What the scores are worth when both sides choose their doctrine well; none unless every pair was tried.
    whole: Option<analysis::Robustness>,
    /// Doctrines of either side.
    sides: [Vec<&'r str>; 2],
}

/// What becomes of "the first is stronger", or "the two are even", under other play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Survival {
    /// There was no other play.
    Untried,
    /// The value when both choose well, what either side is sure of and every pair of doctrines are on one side of even, and
    /// many doctrines were tried.
    Robust,
    /// The same for few doctrines, or every pair is even for all that matters.
    Survives,
    /// Pairs of doctrines lie on both sides of even; the value when both choose well and what either side is sure of do not.
    ValueAlone,
    /// None of this, and scores differ by more than luck.
    Dependent,
    /// None of this, and scores differ by no more than luck makes them.
    Open,
}

impl Survival {
    fn word(self) -> &'static str {
        match self {
            Self::Untried => "untried",
            Self::Robust => "robust",
            Self::Survives => "survives",
            Self::ValueAlone => "when both choose well",
            Self::Dependent => "doctrine-dependent",
            Self::Open => "not yet known",
        }
    }
}

impl<'r> Robustness<'r> {
    /// Sorts the cells of a match-up by the doctrines of both sides.
    pub fn of(m: &MatchUp<'r>) -> Self {
        let sides = |(cell, turned): &(&'r crate::outcomes::Cell, bool)| {
            let [a, b] = [cell.key.doctrine_a.as_str(), cell.key.doctrine_b.as_str()];
            if *turned { [b, a] } else { [a, b] }
        };
        let pairs = distinct(m.cells.iter().map(sides));
        // Doctrines that were not all played in the same settings were not chosen, but came with these: as where a list names one for
        // each scenario. Their scores differ as the settings do.
        let settings = |pair: &[&str; 2]| {
            let cells = m.cells.iter().filter(|cell| sides(cell) == *pair);
            let mut settings: Vec<_> =
                cells.map(|(cell, _)| (&cell.key.scenario, &cell.key.battlefield, &cell.key.factors)).collect();
            settings.sort_unstable();
            settings.dedup();
            settings
        };
        if pairs.iter().any(|pair| settings(pair) != settings(&pairs[0])) {
            let tried = m.here().map(|e| ([OWN; 2], e, ScoreWording::of(e)));
            return Self { whole: None, sides: [vec![OWN], vec![OWN]], tried: tried.into_iter().collect() };
        }
        let score = |pair: &[&str; 2]| {
            let cells = m.cells.iter().filter(|cell| sides(cell) == *pair).copied().collect();
            // What is compared are doctrines, in the same settings.
            MatchUp { a: m.a, b: m.b, cells, chance: m.chance }.here()
        };
        let tried: Vec<_> =
            pairs.into_iter().filter_map(|pair| score(&pair).map(|e| (pair, e, ScoreWording::of(e)))).collect();
        let [mine, theirs] = [0, 1].map(|side| distinct(tried.iter().map(|(pair, ..)| pair[side])));
        let cell = |a: &str, b: &str| tried.iter().find(|(pair, ..)| *pair == [a, b]).map(|(_, e, _)| *e);
        let row = |a: &&str| theirs.iter().map(|b| cell(a, b)).collect::<Option<Vec<Estimate>>>();
        let table: Option<Vec<Vec<Estimate>>> = mine.iter().map(row).collect();
        let each = |table: &[Vec<Estimate>], of: &dyn Fn(&Estimate) -> f64| -> Vec<Vec<f64>> {
            table.iter().map(|row| row.iter().map(of).collect()).collect()
        };
        let std_error = |e: &Estimate| e.half_width() / normal_two_sided(1.0 - CONFIDENCE);
        let whole = table.and_then(|table| {
            analysis::Robustness::of(&each(&table, &|e| e.score), &each(&table, &std_error), MARGIN).ok()
        });
        Self { whole, sides: [mine, theirs], tried }
    }

    fn survival(&self) -> Survival {
        let same_way = match &self.whole {
            Some(whole) => whole.robust,
            None => {
                let mut leans = self.tried.iter().map(|(_, e, _)| Lean::of(e.score, MARGIN));
                let first = leans.next();
                leans.all(|lean| Some(lean) == first)
            }
        };
        let scores = || self.tried.iter().map(|(_, e, _)| e.score);
        let both_sides = scores().any(|score| score < 0.5) && scores().any(|score| score > 0.5);
        let all_even = scores().all(|score| Lean::of(score, MARGIN) == Lean::Even);
        match same_way {
            _ if self.tried.len() < 2 => Survival::Untried,
            false if self.differ() => Survival::Dependent,
            false => Survival::Open,
            true if all_even => Survival::Survives,
            true if both_sides => Survival::ValueAlone,
            true if self.sides.iter().all(|side| side.len() >= ENOUGH) => Survival::Robust,
            true => Survival::Survives,
        }
    }

    /// Whether the scores under the pairs of doctrines are shown to differ: by the squares of their distances from their common mean in
    /// standard errors, which are those behind the intervals (Cochran 1954).
    fn differ(&self) -> bool {
        let z = normal_two_sided(1.0 - CONFIDENCE);
        let weight = |e: &Estimate| 1.0 / squared((e.half_width() / z).max(f64::MIN_POSITIVE));
        let sum = |of: &dyn Fn(&Estimate) -> f64| self.tried.iter().map(|(_, e, _)| weight(e) * of(e)).sum::<f64>();
        let mean = sum(&|e| e.score) / sum(&|_| 1.0);
        let q = sum(&|e| squared(e.score - mean));
        self.tried.len() > 1 && chi_square_upper((self.tried.len() - 1) as f64, q) < 1.0 - CONFIDENCE
    }

    /// What either side plays when both choose well; none unless every pair was tried.
    fn choices(&self) -> Option<[String; 2]> {
        let game = &self.whole.as_ref()?.game;
        Some([mixture(&self.sides[0], &game.row), mixture(&self.sides[1], &game.column)])
    }

    fn range(&self) -> Option<[&([&'r str; 2], Estimate, ScoreWording); 2]> {
        let by_score = |x: &&([&str; 2], Estimate, ScoreWording), y: &&([&str; 2], Estimate, ScoreWording)| {
            x.1.score.total_cmp(&y.1.score)
        };
        Some([self.tried.iter().min_by(by_score)?, self.tried.iter().max_by(by_score)?])
    }
}

/// A mixture in words, the most frequent choice first: `rush 60%, wait 40%`; a single choice is its name.
fn mixture(names: &[&str], shares: &[f64]) -> String {
    let mut chosen: Vec<_> = names.iter().zip(shares).filter(|(_, share)| **share >= LEAST_SHARE).collect();
    chosen.sort_by(|one, other| other.1.total_cmp(one.1));
    match chosen[..] {
        [(only, _)] => (*only).to_owned(),
        _ => {
            chosen.iter().map(|(name, share)| format!("{name} {:.0}%", 100.0 * **share)).collect::<Vec<_>>().join(", ")
        }
    }
}

/// Over how many pairs of doctrines the claims of a report were tried, and how many survive.
pub fn remark(standings: &Standings<'_>) -> Option<String> {
    let contests: Vec<_> = standings.contests().filter(|m| m.pairs() > 0).collect();
    let tried: Vec<Robustness<'_>> = contests.iter().map(|m| Robustness::of(m)).collect();
    // Where doctrines are what is compared, they are no condition of the claim.
    if tried.is_empty() || !standings.by_list {
        return None;
    }
    let most = tried.iter().map(|robustness| robustness.tried.len()).max().unwrap_or(0);
    if most < 2 {
        let what = if contests.len() == 1 { "It was" } else { "Every match-up was" };
        return Some(format!(
            "{what} tried under one pair of doctrines: a result about these scripts, and not yet about the rules."
        ));
    }
    if let ([m], [robustness]) = (&contests[..], &tried[..]) {
        return Some(single(standings.names(m)[0], robustness));
    }
    let count = |survival| tried.iter().filter(|robustness| robustness.survival() == survival).count();
    let alone = match count(Survival::ValueAlone) {
        0 => String::new(),
        1 => "1 holds only when both sides choose well, ".to_owned(),
        n => format!("{n} hold only when both sides choose well, "),
    };
    let survives = |robustness: &Robustness<'_>| matches!(robustness.survival(), Survival::Robust | Survival::Survives);
    let unknown = |m: &MatchUp<'_>| m.score().is_some_and(|score| ScoreWording::of(score) == ScoreWording::Undecided);
    let open = contests.iter().zip(&tried).filter(|(m, robustness)| survives(robustness) && unknown(m)).count();
    let not_known = match open + count(Survival::Open) {
        0 => String::new(),
        1 => "1 is not yet known, ".to_owned(),
        n => format!("{n} are not yet known, "),
    };
    Some(format!(
        "Every match-up was tried over up to {most} pairs of doctrines: {} of {} results survive whichever doctrines are chosen, {not_known}{alone}{} {} on the doctrine.",
        tried.iter().filter(|robustness| survives(robustness)).count() - open,
        tried.len(),
        count(Survival::Dependent),
        if count(Survival::Dependent) == 1 { "depends" } else { "depend" },
    ))
}

/// Resamples behind the intervals of a mix.
const RESAMPLES: u64 = 100;

/// The mix of lists that nobody beats when both sides choose their doctrine well in every match-up; none where fewer than three
/// lists met, or not under every pair of doctrines.
pub fn mix_remark(run: &Run, standings: &Standings<'_>) -> Option<String> {
    let lists = standings.contestants.len();
    let chosen = || standings.contests().all(|m| Robustness::of(m).whole.is_some());
    if !standings.by_list || lists < FEWEST || !chosen() {
        return None;
    }
    let cells: Vec<(&MatchUp<'_>, &Cell, bool)> =
        standings.contests().flat_map(|m| m.cells.iter().map(move |(cell, turned)| (m, *cell, *turned))).collect();
    let doctrines = distinct(cells.iter().flat_map(|(_, cell, _)| [&cell.key.doctrine_a, &cell.key.doctrine_b]));
    let number = |name: &String| doctrines.iter().position(|known| *known == name).unwrap_or_default();
    let tried: Vec<Tried<'_>> = cells
        .iter()
        .map(|(m, cell, turned)| Tried {
            lists: if *turned { [m.b, m.a] } else { [m.a, m.b] },
            doctrines: [&cell.key.doctrine_a, &cell.key.doctrine_b].map(number),
            classes: &cell.tally.classes,
            key: luck_key(run, cell),
        })
        .collect();
    // Where nobody has a choice, the mix is the one of the table.
    let choices = |list: usize| {
        let own =
            tried.iter().flat_map(|cell| [(cell.lists[0], cell.doctrines[0]), (cell.lists[1], cell.doctrines[1])]);
        distinct(own.filter(|(of, _)| *of == list).map(|(_, doctrine)| doctrine)).len()
    };
    if (0..lists).all(|list| choices(list) < 2) {
        return None;
    }
    let mix = chosen_well::mix(lists, &tried, run.manifest.seed, RESAMPLES, CONFIDENCE).ok()?;
    let mut chosen: Vec<usize> = (0..lists).filter(|list| mix[*list].share >= LEAST_SHARE).collect();
    chosen.sort_by(|one, other| mix[*other].share.total_cmp(&mix[*one].share));
    let told = |list: &usize| {
        let InMix { share, interval, .. } = mix[*list];
        let [share, low, high] = [share, interval.low, interval.high].map(|share| fixed(100.0 * share, 0));
        format!("{} {share}% [{low}, {high}]", standings.contestants[*list])
    };
    Some(format!(
        "Where both sides know whom they meet and choose their doctrine well, the mix of {} that nobody beats is {} (95% of {RESAMPLES} resamples); it counts no play that nobody would choose, as averages do.",
        standings.kind,
        chosen.iter().map(told).collect::<Vec<_>>().join(", ")
    ))
}

fn single(name: &str, robustness: &Robustness<'_>) -> String {
    let Some([low, high]) = robustness.range() else { return String::new() };
    let under = |(pair, ..): &([&str; 2], Estimate, ScoreWording)| format!("{} v {}", pair[0], pair[1]);
    let ahead = robustness.tried.iter().filter(|(_, e, _)| e.score > 0.5).count();
    let shown = robustness
        .tried
        .iter()
        .filter(|(_, e, finding)| finding.verdict() == Verdict::Unbalanced && e.score > 0.5)
        .count();
    let survival = robustness.survival();
    // What both would choose by luck alone is no choice.
    let known = robustness.whole.as_ref().filter(|_| survival != Survival::Open);
    let value = known.map_or_else(String::new, |whole| {
        let half = robustness.tried.iter().map(|(_, e, _)| e.half_width()).fold(0.0, f64::max);
        let [mine, theirs] = robustness.choices().unwrap_or_default();
        format!(
            " When both commanders choose their doctrine well it scores {} ({mine} against {theirs}).",
            rounding::percent(whole.game.value, half)
        )
    });
    let few = robustness.sides.iter().any(|side| side.len() < ENOUGH);
    let verdict = match survival {
        Survival::Robust => {
            "That value is robust: no pair of doctrines, and nothing that either side is sure of, is on the other side of even."
        }
        Survival::Survives if few => {
            "The result survives the doctrines tried, fewer than the four a side that make it one about the rules."
        }
        Survival::Survives => {
            "The result survives: under every pair of doctrines the two are even for all that matters."
        }
        Survival::ValueAlone => {
            "Pairs of doctrines lie on both sides of even: the result is one of both choosing well, and not of every pair."
        }
        Survival::Untried | Survival::Dependent => "The result depends on the doctrine.",
        Survival::Open => {
            "Whether the result depends on the doctrine is not yet known: these scores differ no more than luck makes them."
        }
    };
    format!(
        "Tried over {} pairs of doctrines, {name} scores from {} ({}) to {} ({}), is ahead in {ahead} of them and shown to be stronger by {} points in {shown}.{value} {verdict}",
        robustness.tried.len(),
        share(low.1),
        under(low),
        share(high.1),
        under(high),
        100.0 * MARGIN,
    )
}

/// One row a match-up that was tried under several pairs of doctrines.
pub fn table(standings: &Standings<'_>) -> Table {
    let columns = vec![
        Column::words("list_a", standings.noun),
        Column::words("list_b", "Against"),
        Column::numbers("doctrine_pairs", "Doctrine pairs"),
        Column::numbers("lowest", "Lowest"),
        Column::numbers("highest", "Highest"),
        Column::numbers("value", "Both choose well"),
        Column::numbers("maximin_pure", "Sure of"),
        Column::numbers("minimax_pure", "At most"),
        Column::words("robustness", "Result"),
        Column::data("choice_a"),
        Column::data("choice_b"),
    ];
    let mut table = Table::new("Does it survive other play?", columns);
    if !standings.by_list {
        return table;
    }
    for m in standings.contests() {
        let robustness = Robustness::of(m);
        let Some([low, high]) = robustness.range().filter(|_| robustness.tried.len() > 1) else { continue };
        let half = low.1.half_width().max(high.1.half_width());
        let score = |score: f64| Datum::number(score, rounding::percent(score, half));
        let of_game = |value: fn(&MatrixGame) -> f64| {
            robustness.whole.as_ref().map_or_else(Datum::none, |whole| score(value(&whole.game)))
        };
        let mut row = standings.names(m).map(Datum::words).to_vec();
        row.extend([
            Datum::count(robustness.tried.len() as u64),
            score(low.1.score),
            score(high.1.score),
            of_game(|game| game.value),
            of_game(|game| game.maximin_pure),
            of_game(|game| game.minimax_pure),
            Datum::words(robustness.survival().word()),
        ]);
        let choices = robustness.choices().map_or([None, None], |choices| choices.map(Some));
        row.extend(choices.map(Datum::data));
        table.push(row);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::super::sample::{cell, joint, run};
    use super::*;
    use crate::outcomes::Cell;

    /// x against y under two doctrines a side, with these wins of a thousand.
    fn under(wins: [[u64; 2]; 2]) -> Vec<Cell> {
        let scripts = ["rush", "wait"];
        let cell = |a: usize, b: usize| {
            let mut cell = cell("x", "y", joint(wins[a][b], 0, 1000 - wins[a][b]));
            (cell.key.doctrine_a, cell.key.doctrine_b) = (scripts[a].to_owned(), scripts[b].to_owned());
            cell
        };
        vec![cell(0, 0), cell(0, 1), cell(1, 0), cell(1, 1)]
    }

    fn said(cells: Vec<Cell>) -> (String, Table) {
        let run = run(cells);
        let standings = Standings::of(&run);
        (remark(&standings).unwrap(), table(&standings))
    }

    #[test]
    fn one_pair_of_doctrines_is_no_claim_about_the_rules() {
        let (text, table) = said(vec![cell("x", "y", joint(600, 0, 400))]);
        assert!(text.starts_with("It was tried under one pair of doctrines"), "{text}");
        assert!(table.rows.is_empty());
    }

    #[test]
    fn doctrines_that_come_with_the_scenario_are_not_chosen() {
        let own = |scenario: &str, doctrine: &str, wins| {
            let mut cell = cell("x", "y", joint(wins, 0, 1000 - wins));
            (cell.key.scenario, cell.key.doctrine_a) = (scenario.to_owned(), doctrine.to_owned());
            cell
        };
        let cells = vec![own("exterminate", "rush", 100), own("control", "wait", 600)];
        let (text, table) = said(cells.clone());
        assert!(text.starts_with("It was tried under one pair of doctrines"), "{text}");
        assert!(table.rows.is_empty());
        // Where each was played in each scenario, they were.
        let both = vec![own("exterminate", "wait", 300), own("control", "rush", 600)];
        let (text, _) = said([cells, both].concat());
        assert!(text.starts_with("Tried over 2 pairs of doctrines"), "{text}");
    }

    #[test]
    fn a_list_that_wins_by_the_right_doctrine_is_the_mix_whatever_its_average() {
        let scripts = ["rush", "wait"];
        let mut cells = Vec::new();
        for (a, b) in [("x", "y"), ("x", "z"), ("y", "z")] {
            for (mine, theirs) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                // Who waits with x loses everything; else x wins 70%, and y and z are even.
                let wins = match (a, mine) {
                    ("x", 0) => 700,
                    ("x", _) => 0,
                    _ => 500,
                };
                let mut cell = cell(a, b, joint(wins, 0, 1000 - wins));
                (cell.key.doctrine_a, cell.key.doctrine_b) = (scripts[mine].to_owned(), scripts[theirs].to_owned());
                cells.push(cell);
            }
        }
        let run = run(cells);
        let text = mix_remark(&run, &Standings::of(&run)).unwrap();
        assert!(text.contains("that nobody beats is The x 100% [100, 100] (95% of 100 resamples)"), "{text}");
        let single = super::super::sample::run(vec![
            cell("x", "y", joint(6, 0, 4)),
            cell("x", "z", joint(6, 0, 4)),
            cell("y", "z", joint(6, 0, 4)),
        ]);
        assert_eq!(mix_remark(&single, &Standings::of(&single)), None, "nobody had a choice");
    }

    #[test]
    fn what_holds_under_every_pair_survives() {
        let (text, table) = said(under([[600, 650], [700, 620]]));
        for part in [
            "Tried over 4 pairs of doctrines, The x scores from 60% (rush v rush) to 70% (wait v rush)",
            "is ahead in 4 of them and shown to be stronger by 2 points in 4",
            "survives the doctrines tried, fewer than the four",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        let json = table.to_json();
        // Rush against wait, and wait against rush, are what the other side avoids: 0.6 and 0.62 in the end.
        assert_eq!((&json[0]["robustness"], &json[0]["doctrine_pairs"]), (&"survives".into(), &4.into()));
        assert_eq!((json[0]["maximin_pure"].as_f64(), json[0]["minimax_pure"].as_f64()), (Some(0.62), Some(0.65)));
        let value = json[0]["value"].as_f64().unwrap();
        assert!((value - (0.6 * 0.62 - 0.65 * 0.7) / (0.6 + 0.62 - 0.65 - 0.7)).abs() < 1e-9, "{value}");
    }

    #[test]
    fn what_luck_makes_depends_on_nothing() {
        let mut few = under([[600, 350], [300, 620]]);
        for (cell, wins) in few.iter_mut().zip([2, 1, 1, 2]) {
            cell.tally = super::super::sample::cell("x", "y", joint(wins, 0, 3 - wins)).tally;
        }
        let (text, table) = said(few);
        assert!(text.ends_with("these scores differ no more than luck makes them."), "{text}");
        assert!(!text.contains("choose their doctrine well"), "{text}");
        assert_eq!(table.to_json()[0]["robustness"], "not yet known");
    }

    #[test]
    fn what_turns_with_the_doctrine_depends_on_it() {
        let (text, table) = said(under([[600, 350], [300, 620]]));
        assert!(text.ends_with("The result depends on the doctrine."), "{text}");
        assert_eq!(table.to_json()[0]["robustness"], "doctrine-dependent");
    }

    /// x against y under four doctrines a side.
    fn under_four(wins: [[u64; 4]; 4]) -> Vec<Cell> {
        let scripts = ["rush", "wait", "flank", "hold"];
        let played = |(a, b): (usize, usize)| {
            let mut cell = cell("x", "y", joint(wins[a][b], 0, 1000 - wins[a][b]));
            (cell.key.doctrine_a, cell.key.doctrine_b) = (scripts[a].to_owned(), scripts[b].to_owned());
            cell
        };
        (0..4).flat_map(|a| (0..4).map(move |b| (a, b))).map(played).collect()
    }

    #[test]
    fn robust_is_the_value_and_never_beside_cells_on_both_sides() {
        let (text, table) = said(under_four([[600; 4], [580; 4], [570; 4], [560; 4]]));
        assert!(text.contains("it scores 60% (rush against "), "{text}");
        assert!(text.ends_with("is on the other side of even.") && text.contains("That value is robust: "), "{text}");
        assert_eq!(table.to_json()[0]["robustness"], "robust");
        // The same but for pairs that nobody chooses: 12% to 71%.
        let (text, table) = said(under_four([[600; 4], [580; 4], [710, 120, 570, 570], [560; 4]]));
        assert!(!text.contains("robust") && text.contains("from 12% (flank v wait) to 71% (flank v rush)"), "{text}");
        assert!(text.ends_with("Pairs of doctrines lie on both sides of even: the result is one of both choosing well, and not of every pair."), "{text}");
        let json = table.to_json();
        assert_eq!((&json[0]["robustness"], &json[0]["choice_a"]), (&"when both choose well".into(), &"rush".into()));
    }

    #[test]
    fn mixtures_are_told_by_their_shares() {
        assert_eq!(mixture(&["rush", "wait", "flank"], &[0.4, 0.6, 0.001]), "wait 60%, rush 40%");
        assert_eq!(mixture(&["rush", "wait"], &[0.0, 1.0]), "wait");
    }

    #[test]
    fn pairs_that_are_even_throughout_survive() {
        let (text, table) = said(under_four([[505, 495, 500, 510]; 4]));
        assert!(text.ends_with("under every pair of doctrines the two are even for all that matters."), "{text}");
        assert_eq!(table.to_json()[0]["robustness"], "survives");
    }

    #[test]
    fn many_match_ups_are_counted() {
        let mut cells = under([[600, 650], [700, 620]]);
        cells.extend(under([[600, 350], [300, 620]]).into_iter().map(|mut cell| {
            cell.key.list_b = "z".to_owned();
            cell
        }));
        let (text, table) = said(cells);
        assert!(text.contains("1 of 2 results survive whichever doctrines are chosen, 1 depend"), "{text}");
        let few = |wins, list: &str| {
            let mut cells = under(wins);
            for cell in &mut cells {
                cell.key.list_b = list.to_owned();
                cell.tally = super::super::sample::cell("x", "y", joint(wins[0][0], 0, 10 - wins[0][0])).tally;
            }
            cells
        };
        let (text, _) = said([few([[6; 2]; 2], "y"), few([[6; 2]; 2], "z")].concat());
        assert!(
            text.contains("0 of 2 results survive whichever doctrines are chosen, 2 are not yet known, 0"),
            "{text}"
        );
        assert_eq!(table.rows.len(), 2);
    }
}
