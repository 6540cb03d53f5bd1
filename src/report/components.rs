//! Components: what moves a result, in points of score.
//!
//! The score of every cell of a match-up, from either seat, over a full crossing of whatever its cells differ in.

use super::cells::{distinct, is_base};
use super::model::Section;
use super::settings::Seen;
use super::standings::{CONFIDENCE, MatchUp, Standings, five, seen_from, sums};
use super::table::{Column, Datum, Table, thousands};
use crate::analysis::rounding::percent_within;
use crate::analysis::special::{chi_square_quantile, squared};
use crate::analysis::{Interval, RandomEffects, VarianceComponents};
use crate::experiment::{Run, VARIANT};

/// Chance that limits miss.
const ALPHA: f64 = 1.0 - CONFIDENCE;

/// One thing that moves a result.
#[derive(Clone, Debug, PartialEq)]
struct Source {
    name: String,
    /// Levels that were played; none of what has no levels.
    levels: Option<usize>,
    /// By how much it moves a score: the square root of its component.
    deviation: f64,
    /// Limits of that, where it has any.
    limits: Option<Interval>,
    /// Whether it is more than the dice may have done, as far as that is known.
    shown: bool,
}

/// What moves the score of one match-up.
#[derive(Clone, Debug, PartialEq)]
pub struct Components {
    sources: Vec<Source>,
    /// What the dice move in one cell.
    dice: Source,
    /// The mean for new levels of everything crossed but the seat, of which there are no others; none of a single factor.
    mean: Option<(f64, Interval)>,
}

/// What tells cells apart, and what a cell has of it.
type Aspect<'a, 'r> = (String, Box<dyn Fn(&Seen<'r>) -> String + 'a>);

impl Components {
    /// Of a match-up, whatever is varied against a base left at its base; none where its cells do not differ.
    pub fn of<'r>(run: &'r Run, standings: &Standings<'r>, m: &MatchUp<'r>) -> Option<Self> {
        let is_base = is_base(run);
        let cells: Vec<Seen<'r>> =
            m.cells.iter().filter(|(cell, _)| is_base(cell) && cell.tally.pairs() > 0).copied().collect();
        let Crossing { aspects, seats, pairs, .. } = crossing(run, standings, &cells)?;
        let levels: Vec<usize> = aspects.iter().map(|(_, levels)| *levels).collect();
        let (means, variances) = (seats.means(), seats.variances()?);
        let with_seat: Vec<usize> = levels.iter().copied().chain([2]).collect();
        let found = VarianceComponents::of(&with_seat, &means, &variances, CONFIDENCE).ok()?;
        // Every pair is played from both seats, and there are no others: what the seat does elsewhere is no error of a level.
        let (means, variances) = (pairs.means(), pairs.variances()?);
        let settings = VarianceComponents::of(&levels, &means, &variances, CONFIDENCE);
        let source = |name: String, levels: Option<usize>, component: f64, limits: Option<(f64, f64)>| Source {
            name,
            levels,
            deviation: component.sqrt(),
            // Scores from 0 to 1 deviate by no more than a half.
            limits: limits.map(|(low, high)| Interval { low: low.sqrt().min(0.5), high: high.sqrt().min(0.5) }),
            shown: component > 0.0 && limits.is_none_or(|(low, _)| low > 0.0),
        };
        let mut sources: Vec<Source> = Vec::new();
        match (&settings, &aspects[..]) {
            (Ok(settings), _) => {
                for (factor, (name, levels)) in aspects.into_iter().enumerate() {
                    let limits = settings.components_low[factor].zip(settings.components_high[factor]);
                    sources.push(source(name, Some(levels), settings.components[factor], limits));
                }
            }
            (Err(_), [(name, levels)]) => {
                let effects = RandomEffects::of(&means, &variances, CONFIDENCE).ok()?;
                // Two levels say too little of their own spread.
                let limits = (*levels > 2).then(|| spread(&means, &variances, levels - 1));
                sources.push(source(name.clone(), Some(*levels), effects.tau_squared, limits));
            }
            (Err(_), _) => return None,
        }
        let seat = levels.len();
        let limits = found.components_low[seat].zip(found.components_high[seat]);
        sources.push(source("seat".to_owned(), Some(2), found.components[seat], limits));
        let rest = with_seat.iter().product::<usize>() - 1 - with_seat.iter().map(|levels| levels - 1).sum::<usize>();
        let limits =
            (found.interaction > 0.0).then(|| between(found.interaction + found.sampling, found.sampling, rest));
        sources.push(source("what they do together".to_owned(), None, found.interaction, limits));
        let mean = settings.ok().map(|found| (found.mean, found.interval));
        Some(Self { sources, dice: dice(&cells, &variances), mean })
    }
}

/// Limits of a component from a mean square of so many degrees of freedom that holds the dice as well.
fn between(mean_square: f64, dice: f64, df: usize) -> (f64, f64) {
    let df = df as f64;
    let at = |p: f64| (df * mean_square / chi_square_quantile(df, p) - dice).max(0.0);
    (at(1.0 - ALPHA / 2.0), at(ALPHA / 2.0))
}

/// The same of the levels of a single factor.
fn spread(means: &[f64], variances: &[f64], df: usize) -> (f64, f64) {
    let mean = means.iter().sum::<f64>() / means.len() as f64;
    let mean_square = means.iter().map(|value| squared(value - mean)).sum::<f64>() / df as f64;
    between(mean_square, variances.iter().sum::<f64>() / variances.len() as f64, df)
}

/// Scores of a full crossing of aspects.
pub(super) struct Crossing {
    /// Names and numbers of levels.
    pub(super) aspects: Vec<(String, usize)>,
    /// The level of every cell, an aspect after the other.
    pub(super) levels: Vec<Vec<usize>>,
    /// From the first seat and from the second, the seat fastest, then the last aspect.
    seats: Scattered<3>,
    /// From both, the last aspect fastest.
    pairs: Scattered<5>,
}

/// How often each score, from 0 to 1 in equal steps, came out: of every value the cells that it is the mean of.
pub(super) struct Scattered<const SCORES: usize>(Vec<Vec<[u64; SCORES]>>);

impl<const SCORES: usize> Scattered<SCORES> {
    fn means(&self) -> Vec<f64> {
        let mean = |counts: &[u64; SCORES]| {
            let [n, sum, _] = sums(counts);
            sum / n
        };
        self.0.iter().map(|cells| cells.iter().map(mean).sum::<f64>() / cells.len() as f64).collect()
    }

    /// Variances of the means by the dice: as if what comes out varied alike in every cell. Of few games in each a cell says next to
    /// nothing of its own variance, and all together say it without bias; none where no cell holds two.
    fn variances(&self) -> Option<Vec<f64>> {
        let cells = || self.0.iter().flatten().map(sums);
        let df: f64 = cells().map(|[n, ..]| n - 1.0).sum();
        let within: f64 = cells().map(|[n, sum, squares]| squares - sum * sum / n).sum();
        let games: f64 = cells().map(|[n, ..]| n).sum();
        // Where all came out alike, the next ones may not.
        let one = (within / df).max(0.25 / games);
        let of = |cells: &Vec<[u64; SCORES]>| {
            let parts = cells.iter().map(|counts| one / sums(counts)[0]).sum::<f64>();
            parts / squared(cells.len() as f64)
        };
        (df > 0.0).then(|| self.0.iter().map(of).collect())
    }
}

/// What the dice move in one of these cells: the root of the mean of their variances.
fn dice(cells: &[Seen<'_>], variances: &[f64]) -> Source {
    let deviation = (variances.iter().sum::<f64>() / variances.len() as f64).sqrt();
    let pairs = distinct(cells.iter().map(|(cell, _)| cell.tally.pairs()));
    let of = match (pairs.iter().min(), pairs.iter().max()) {
        (Some(least), Some(most)) if least != most => format!("{} to {} pairs", thousands(*least), thousands(*most)),
        _ => format!("{} pairs", thousands(pairs[0])),
    };
    Source { name: format!("dice of one cell ({of})"), levels: None, deviation, limits: None, shown: true }
}

/// The full crossing of whatever cells differ in. What was not crossed in full is taken together; none where nothing differs.
pub(super) fn crossing<'r>(run: &'r Run, standings: &Standings<'r>, cells: &[Seen<'r>]) -> Option<Crossing> {
    let scenario = |(cell, _): &Seen<'r>| cell.key.scenario.clone();
    let battlefield = |(cell, _): &Seen<'r>| cell.key.battlefield.clone();
    let scripts = |(cell, turned): &Seen<'r>| {
        let [a, b] = [&cell.key.doctrine_a, &cell.key.doctrine_b];
        let [a, b] = if *turned { [b, a] } else { [a, b] };
        if standings.by_list { format!("{a} v {b}") } else { String::new() }
    };
    let factor = |place: usize| {
        move |(cell, _): &Seen<'r>| cell.key.factors.get(place).map_or_else(String::new, |(_, level)| level.clone())
    };
    let place = |cell: &Seen<'r>| format!("{} on {}", scenario(cell), battlefield(cell));
    let factors = || {
        let varied = run.manifest.factors.iter().enumerate().filter(|(_, name)| *name != VARIANT);
        varied.map(|(at, name)| -> Aspect<'_, 'r> { (name.clone(), Box::new(factor(at))) })
    };
    let everything = |cell: &Seen<'r>| format!("{}, {}, {:?}", place(cell), scripts(cell), cell.0.key.factors);
    let doctrines = || -> Aspect<'_, 'r> { ("doctrine pair".to_owned(), Box::new(scripts)) };
    let apart: Vec<Aspect<'_, 'r>> = vec![
        ("scenario".to_owned(), Box::new(scenario)),
        ("battlefield".to_owned(), Box::new(battlefield)),
        doctrines(),
    ];
    let together: Vec<Aspect<'_, 'r>> = vec![("scenario and battlefield".to_owned(), Box::new(place)), doctrines()];
    let all: Vec<Aspect<'_, 'r>> = vec![("setting".to_owned(), Box::new(everything))];
    let tried = [apart.into_iter().chain(factors()).collect(), together.into_iter().chain(factors()).collect(), all];
    tried.into_iter().find_map(|aspects| full(&aspects, cells))
}

/// The crossing of these aspects, those that do not differ left out; none unless every combination was played.
fn full<'r>(aspects: &[Aspect<'_, 'r>], cells: &[Seen<'r>]) -> Option<Crossing> {
    let known = aspects.iter().map(|(name, of)| (name, of, distinct(cells.iter().map(of))));
    let known: Vec<_> = known.filter(|(_, _, levels)| levels.len() > 1).collect();
    if known.is_empty() {
        return None;
    }
    let combinations: usize = known.iter().map(|(_, _, levels)| levels.len()).product();
    if combinations > cells.len() {
        return None;
    }
    let (mut seats, mut pairs) =
        (Scattered(Vec::with_capacity(2 * combinations)), Scattered(Vec::with_capacity(combinations)));
    for combination in 0..combinations {
        let mut rest = combination;
        let mut wanted = vec![0; known.len()];
        for (at, (_, _, levels)) in known.iter().enumerate().rev() {
            (wanted[at], rest) = (rest % levels.len(), rest / levels.len());
        }
        let fits =
            |cell: &&Seen<'r>| known.iter().zip(&wanted).all(|((_, of, levels), level)| of(cell) == levels[*level]);
        let here: Vec<&Seen<'r>> = cells.iter().filter(fits).collect();
        if here.is_empty() {
            return None;
        }
        for first in [true, false] {
            seats.0.push(here.iter().map(|cell| from_seat(cell, first)).collect());
        }
        pairs.0.push(here.iter().map(|(cell, turned)| five([seen_from(cell.tally.joint(), *turned)].iter())).collect());
    }
    let aspects = known.iter().map(|(name, _, levels)| ((*name).clone(), levels.len())).collect();
    let level = |cell: &Seen<'r>, of: &dyn Fn(&Seen<'r>) -> String, levels: &[String]| {
        levels.iter().position(|level| *level == of(cell)).expect("every cell has one of the levels")
    };
    let of_cell = |cell: &Seen<'r>| known.iter().map(|(_, of, levels)| level(cell, of, levels)).collect();
    Some(Crossing { aspects, levels: cells.iter().map(of_cell).collect(), seats, pairs })
}

/// How often the first contestant lost, drew and won from one seat.
fn from_seat((cell, turned): &Seen<'_>, first: bool) -> [u64; 3] {
    let mut results = [0; 3];
    for (r, row) in seen_from(cell.tally.joint(), *turned).iter().enumerate() {
        for (c, n) in row.iter().enumerate() {
            results[if first { r } else { c }] += n;
        }
    }
    results
}

/// The part of a report, and the same match-up by match-up where there are many; none where no match-up was played in several
/// settings.
pub fn sections(run: &Run, standings: &Standings<'_>) -> Option<(Section, Option<Section>)> {
    let of = |m| Some((standings.names(m), Components::of(run, standings, m)?));
    let known: Vec<_> = standings.contests().filter_map(of).collect();
    let (_, first) = known.first()?;
    let heading = "What moves this result".to_owned();
    if known.len() == 1 {
        let mut texts = vec![lead(&first.sources, &first.dice), how()];
        texts.extend(first.mean.map(mean_for_new_levels));
        return Some((
            Section { heading, brief: true, texts, tables: vec![table(&known)], ..Section::default() },
            None,
        ));
    }
    let (sources, dice) = typical(&known)?;
    let typical = Components { sources, dice, mean: None };
    let mut texts = vec![lead(&typical.sources, &typical.dice), how()];
    texts.push(format!("Of {} match-ups, the root of the mean of their components.", known.len()));
    let mut short = table(&[(["", ""], typical)]);
    short.columns.drain(..2);
    short.rows.iter_mut().for_each(|row| drop(row.drain(..2)));
    let brief = Section { heading: heading.clone(), brief: true, texts, tables: vec![short], ..Section::default() };
    let each = Section {
        heading: format!("{heading}, match-up by match-up"),
        tables: vec![table(&known)],
        ..Section::default()
    };
    Some((brief, Some(each)))
}

/// The sources of several match-ups taken together; none unless they are the same.
fn typical(known: &[([&str; 2], Components)]) -> Option<(Vec<Source>, Source)> {
    let first = &known[0].1;
    let mean = |of: &dyn Fn(&Components) -> Option<f64>| {
        let squares = known.iter().map(|(_, components)| of(components).map(squared)).collect::<Option<Vec<f64>>>()?;
        Some((squares.iter().sum::<f64>() / squares.len() as f64).sqrt())
    };
    let source = |source: &Source| {
        let named = |components: &Components| {
            components.sources.iter().find(|other| other.name == source.name).map(|other| other.deviation)
        };
        let shown = |(_, components): &&([&str; 2], Components)| {
            components.sources.iter().any(|other| other.name == source.name && other.shown)
        };
        let shown = 2 * known.iter().filter(shown).count() > known.len();
        Some(Source { deviation: mean(&named)?, limits: None, shown, ..source.clone() })
    };
    let sources = first.sources.iter().map(source).collect::<Option<Vec<Source>>>()?;
    let name =
        if known.iter().all(|(_, c)| c.dice.name == first.dice.name) { &first.dice.name } else { "dice of one cell" };
    let dice = Source { deviation: mean(&|c| Some(c.dice.deviation))?, name: name.to_owned(), ..first.dice.clone() };
    Some((sources, dice))
}

/// What moves it most, beside the dice.
fn lead(sources: &[Source], dice: &Source) -> String {
    let largest = |shown: bool| {
        let sources = sources.iter().filter(move |source| source.shown == shown);
        let most = sources.max_by(|one, other| one.deviation.total_cmp(&other.deviation));
        most.filter(|most| most.deviation > dice.deviation)
    };
    match (largest(true), largest(false)) {
        (Some(most), _) => format!(
            "What moves it most is {}: by {} points of score, where the dice of one cell move it by {}.",
            with_article(&most.name),
            points(most.deviation),
            points(dice.deviation)
        ),
        // What the dice may have done is no answer.
        (None, Some(most)) => format!(
            "Nothing is shown to move it by more than the dice of one cell do, {} points of score: {} is put at {}, which may be dice.",
            points(dice.deviation),
            with_article(&most.name),
            points(most.deviation)
        ),
        (None, None) => format!(
            "Nothing moves it by more than the dice of one cell do: {} points of score.",
            points(dice.deviation)
        ),
    }
}

fn with_article(name: &str) -> String {
    if name.starts_with("what ") { name.to_owned() } else { format!("the {name}") }
}

fn how() -> String {
    "Points are square roots of variance components over the full crossing of what was played: by so much a score typically moves from one level to another, the dice taken out, which are as if the same in every cell. Limits are 95% (Williams 1962, by F and chi-square); two levels are too few for any."
        .to_owned()
}

/// The mean where cells that share a level are no independent witnesses of others.
fn mean_for_new_levels((mean, Interval { low, high }): (f64, Interval)) -> String {
    let within = Interval { low: low.clamp(0.0, 1.0), high: high.clamp(0.0, 1.0) };
    let cut = if within == (Interval { low, high }) { "" } else { ", limits cut at 0 and 100" };
    format!(
        "Cells that share a level are not independent: for new levels of everything that was crossed the mean is {} (Satterthwaite{cut}).",
        percent_within(mean, within)
    )
}

fn points(deviation: f64) -> String {
    format!("{:.1}", 100.0 * deviation)
}

/// One row for each match-up and what moves it.
fn table(known: &[([&str; 2], Components)]) -> Table {
    let columns = vec![
        Column::words("list_a", "Of"),
        Column::words("list_b", "Against"),
        Column::words("source", "Moved by"),
        Column::numbers("levels", "Levels"),
        Column::numbers("deviation", "Points"),
        Column::reading("95% interval"),
        Column::data("deviation_low"),
        Column::data("deviation_high"),
    ];
    let mut table = Table::new("What moves this result", columns);
    for (names, components) in known {
        for source in components.sources.iter().chain([&components.dice]) {
            let mut row = names.map(Datum::words).to_vec();
            row.push(Datum::words(&source.name));
            row.push(source.levels.map_or_else(Datum::none, |levels| Datum::count(levels as u64)));
            row.push(Datum::number(source.deviation, points(source.deviation)));
            row.push(source.limits.map_or_else(Datum::none, |Interval { low, high }| {
                Datum::reading(format!("[{}, {}]", points(low), points(high)))
            }));
            row.extend(
                [source.limits.map(|limits| limits.low), source.limits.map(|limits| limits.high)].map(Datum::data),
            );
            table.push(row);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::super::sample::{cell, joint, run};
    use super::super::settings::tests::scenarios;
    use super::*;
    use crate::outcomes::Cell;

    fn texts(table: &Table, row: usize) -> Vec<&str> {
        table.rows[row].iter().map(|datum| datum.text.as_str()).collect()
    }

    fn crossed(wins: [[u64; 2]; 3]) -> Vec<Cell> {
        let maps = ["plain", "wood"];
        let mut cells = Vec::new();
        for (scenario, wins) in ["hill", "flag", "march"].iter().zip(wins) {
            for (map, wins) in maps.iter().zip(wins) {
                cells.extend(scenarios(&[(*scenario, wins)]).into_iter().map(|mut cell| {
                    cell.key.battlefield = (*map).to_owned();
                    cell
                }));
            }
        }
        cells
    }

    #[test]
    fn scenarios_that_differ_are_what_moves_it() {
        let run = run(crossed([[700, 720], [400, 420], [550, 570]]));
        let (section, each) = sections(&run, &Standings::of(&run)).unwrap();
        assert!(each.is_none() && section.brief);
        let rows: Vec<&str> = (0..5).map(|row| texts(&section.tables[0], row)[2]).collect();
        assert_eq!(
            rows,
            ["scenario", "battlefield", "seat", "what they do together", "dice of one cell (1,000 pairs)"]
        );
        // The variance of 0.71, 0.41 and 0.56 is 0.0225; that of two points is half its square.
        assert_eq!(texts(&section.tables[0], 0)[3..5], ["3", "15.0"]);
        assert_eq!(texts(&section.tables[0], 1)[3..6], ["2", "1.4", "-"]);
        assert_eq!(texts(&section.tables[0], 2)[4], "0.0");
        assert!(section.texts[0].starts_with("What moves it most is the scenario: by 15.0 points of score, where the dice of one cell move it by 1.5."), "{}", section.texts[0]);
    }

    #[test]
    fn cells_that_share_a_level_are_not_independent() {
        let crossing = run(crossed([[700, 720], [400, 420], [550, 570]]));
        let (section, _) = sections(&crossing, &Standings::of(&crossing)).unwrap();
        // Mean squares 0.045 and 0.0006 over six cells: 0.56 ± t sqrt(0.0456/6) at (0.0456)²/(0.045²/2 + 0.0006²) = 2.05 degrees.
        let text = section.texts.last().unwrap();
        assert!(text.contains("the mean is 56% [19, 93] (Satterthwaite)."), "{text}");
        let single = run(scenarios(&[("hill", 700), ("flag", 400)]));
        let (section, _) = sections(&single, &Standings::of(&single)).unwrap();
        assert!(!section.texts.join("").contains("Satterthwaite"));
    }

    #[test]
    fn seats_are_told_apart_within_a_pair() {
        let mut cells = scenarios(&[("hill", 0), ("flag", 0)]);
        for cell in &mut cells {
            // From the first seat always won, from the second always lost.
            for class in &mut cell.tally.classes {
                class.joint[2][0] = std::mem::take(&mut class.joint[0][0]);
            }
        }
        let run = run(cells);
        let standings = Standings::of(&run);
        let found = Components::of(&run, &standings, &standings.match_ups[0]).unwrap();
        assert_eq!(found.sources[1].name, "seat");
        assert!((found.sources[1].deviation - 0.5_f64.sqrt()).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn what_the_seat_does_on_a_map_does_not_hide_what_the_map_does() {
        // On one map the first seat wins all, on the other none; the list is better on the first.
        let mut cells = crossed([[0, 0], [0, 0], [0, 0]]);
        cells.truncate(2);
        for (cell, [first, second]) in cells.iter_mut().zip([[90, 60], [10, 40]]) {
            let counts = |won: u64| won * 10 / 64;
            for class in &mut cell.tally.classes {
                // From the first seat and from the second, each by itself.
                class.joint = [[0; 3]; 3];
                class.joint[2][0] = counts(first);
                class.joint[0][2] = counts(second);
                class.joint[0][0] = counts(150 - first - second);
            }
        }
        let run = run(cells);
        let (section, _) = sections(&run, &Standings::of(&run)).unwrap();
        let of_maps = texts(&section.tables[0], 0);
        assert_eq!(of_maps[2], "battlefield");
        assert!(of_maps[4].parse::<f64>().unwrap() > 10.0, "{of_maps:?}");
    }

    #[test]
    fn what_is_estimated_above_the_dice_and_not_shown_is_told_as_such() {
        let source = |name: &str, deviation: f64, shown: bool| Source {
            name: name.to_owned(),
            levels: None,
            deviation,
            limits: None,
            shown,
        };
        let dice = source("dice", 0.066, true);
        let together = |shown| [source("seat", 0.02, true), source("what they do together", 0.097, shown)];
        assert_eq!(
            lead(&together(false), &dice),
            "Nothing is shown to move it by more than the dice of one cell do, 6.6 points of score: what they do together is put at 9.7, which may be dice."
        );
        assert!(lead(&together(true), &dice).starts_with("What moves it most is what they do together: by 9.7 points"));
    }

    #[test]
    fn what_few_pairs_scatter_is_not_called_what_levels_do_together() {
        // Two pairs a cell, of which one is won and one lost, or both, as dice have it.
        let wins = [[2, 1], [0, 1], [1, 1]];
        let mut cells = crossed([[0, 0], [0, 0], [0, 0]]);
        for (cell, wins) in cells.iter_mut().zip(wins.as_flattened()) {
            for (pair, class) in cell.tally.classes.iter_mut().enumerate() {
                let won = u64::from(pair < *wins);
                class.joint = if pair < 2 { [[1 - won, 0, 0], [0; 3], [0, 0, won]] } else { [[0; 3]; 3] };
            }
        }
        let crossing = run(cells);
        let (section, _) = sections(&crossing, &Standings::of(&crossing)).unwrap();
        assert!(section.texts[0].starts_with("Nothing moves it by more than the dice"), "{}", section.texts[0]);
        let single = run(cells_of_one_pair());
        assert!(
            sections(&single, &Standings::of(&single)).is_none(),
            "of one pair a cell nothing is known of the dice"
        );
    }

    fn cells_of_one_pair() -> Vec<Cell> {
        let mut cells = scenarios(&[("hill", 0), ("flag", 0)]);
        for cell in &mut cells {
            cell.tally.classes.iter_mut().for_each(|class| class.joint = [[0; 3]; 3]);
            cell.tally.classes[0].joint[2][2] = 1;
        }
        cells
    }

    #[test]
    fn what_was_not_crossed_is_taken_together() {
        let mut cells = crossed([[700, 0], [400, 0], [550, 0]]);
        cells.retain(|cell| cell.key.battlefield == "plain");
        cells[1].key.battlefield = "wood".to_owned();
        let run = run(cells);
        let (section, _) = sections(&run, &Standings::of(&run)).unwrap();
        assert_eq!(texts(&section.tables[0], 0)[2..4], ["scenario and battlefield", "3"]);
    }

    #[test]
    fn one_setting_has_no_such_table_and_many_match_ups_have_two() {
        let single = run(vec![cell("x", "y", joint(60, 10, 30))]);
        assert!(sections(&single, &Standings::of(&single)).is_none());
        let mut cells = scenarios(&[("hill", 700), ("flag", 400)]);
        cells.extend(scenarios(&[("hill", 500), ("flag", 500)]).into_iter().map(|mut cell| {
            cell.key.list_b = "z".to_owned();
            cell
        }));
        let run = run(cells);
        let (section, each) = sections(&run, &Standings::of(&run)).unwrap();
        assert_eq!(texts(&section.tables[0], 0), ["scenario", "2", "15.0", "-", "", ""]);
        assert_eq!(each.unwrap().tables[0].rows.len(), 8);
    }
}
