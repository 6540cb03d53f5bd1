//! The charts of a report.

use super::cells::turned;
use super::cells::{distinct, list_name};
use super::factors::Factors;
use super::model::Figure;
use super::rounding::share;
use super::standings::Standings;
use super::table::thousands;
use super::tables;
use crate::charts::{Dots, Estimate, Group, HeatMap, Histogram, MOST_PARTS, Ridge, Ridges, Row, Stack, Stacks};
use crate::experiment::Run;
use crate::game::UnitStat;
use crate::outcomes::{LOSS_BINS, UnitTally};

/// Name of the player that chooses at random, the floor of every ladder of doctrines.
const RANDOM: &str = "random";

/// More lists than this make neither a matrix nor a ranking that anybody can read.
pub const MOST_CONTESTANTS: usize = 40;

/// More lists than this make no bars that anybody compares.
const MOST_WORKING: usize = 16;

/// Charts of scores that the run has enough in it for.
pub fn scores(run: &Run, standings: &Standings<'_>) -> Vec<Figure> {
    // Where everybody meets nobody but itself there are no scores to draw.
    let many = (3..=MOST_CONTESTANTS).contains(&standings.contestants.len()) && standings.contests().next().is_some();
    let mut figures = Vec::new();
    if many {
        figures.push(heat_map(run, standings));
        let ladder = standings.contestants.iter().any(|name| name == RANDOM);
        figures.push(if ladder { self::ladder(run, standings) } else { win_rates(run, standings) });
    } else {
        figures.extend(cells(run, standings));
    }
    figures.extend(Factors::of(run, standings).figures());
    figures
}

/// Charts of how engagements go.
pub fn course(run: &Run) -> Vec<Figure> {
    if run.engagements() == 0 {
        return Vec::new();
    }
    vec![lengths(run), losses(run)]
}

/// So many pairs a cell, in words.
pub fn pairs_each(run: &Run) -> String {
    let counts = distinct(run.cells.iter().map(|cell| cell.tally.pairs()));
    match (counts.iter().min(), counts.iter().max()) {
        (Some(low), Some(high)) if low != high => format!("{} to {} pairs a cell", thousands(*low), thousands(*high)),
        (Some(n), _) => format!("{} pairs a cell", thousands(*n)),
        _ => "no pairs".to_owned(),
    }
}

fn heat_map(run: &Run, standings: &Standings<'_>) -> Figure {
    let n = standings.contestants.len();
    let cell = |r: usize, c: usize| {
        if r == c {
            return None;
        }
        let (m, turn) = standings.meeting(r, c)?;
        m.score().map(|e| if turn { turned(e) } else { e })
    };
    let cells: Vec<Vec<Option<Estimate>>> = (0..n).map(|r| (0..n).map(|c| cell(r, c)).collect()).collect();
    let known = |(r, row): (usize, &Vec<Option<Estimate>>)| {
        row.iter().enumerate().filter_map(|(c, e)| Some((r, c, (*e)?))).collect::<Vec<_>>()
    };
    let most = cells.iter().enumerate().flat_map(known).max_by(|a, b| a.2.score.total_cmp(&b.2.score));
    let names = &standings.contestants;
    let chart = HeatMap {
        title: format!("Match-ups, {}", run.manifest.title),
        subtitle: format!(
            "Score of the row against the column in per cent, draws counting half; {}; ± half of the 95% interval",
            pairs_each(run)
        ),
        axes: [String::new(), String::new()],
        rows: names.clone(),
        columns: names.clone(),
        cells,
        legend: "score of the row".to_owned(),
        alt: most.map_or_else(
            || format!("Heat map of {n} contestants, none of which met another."),
            |(r, c, e)| {
                let [a, b] = [&names[r], &names[c]];
                format!(
                    "Heat map of {n} contestants against each other; the most one-sided is {a} against {b} with {}.",
                    share(e)
                )
            },
        ),
    };
    Figure { stem: "match-ups".to_owned(), picture: chart.picture() }
}

fn win_rates(run: &Run, standings: &Standings<'_>) -> Figure {
    let ranking = standings.ranking();
    let row = |(n, e): &(usize, Estimate)| Row { label: standings.contestants[*n].clone(), points: vec![(0, *e)] };
    let said: Vec<_> = [ranking.first(), ranking.last()]
        .into_iter()
        .flatten()
        .map(|(n, e)| format!("{} with {}", standings.contestants[*n], share(*e)))
        .collect();
    let chart = Dots {
        title: format!("Average score of the {}", standings.kind),
        subtitle: format!("Over all opponents, mirrors left out; {}; bars are 95% intervals", pairs_each(run)),
        series: Vec::new(),
        line: 0.5,
        groups: vec![Group { heading: String::new(), rows: ranking.iter().map(row).collect() }],
        alt: format!("Average scores of the {}, from {}.", standings.kind, said.join(" down to ")),
    };
    Figure { stem: "win-rates".to_owned(), picture: chart.picture() }
}

/// Doctrines against the random player and against each other, a colour for each battlefield.
fn ladder(run: &Run, standings: &Standings<'_>) -> Figure {
    let battlefields = distinct(run.cells.iter().map(|cell| &cell.key.battlefield));
    let series = if battlefields.len() <= 6 { battlefields } else { Vec::new() };
    let floor = |n: usize| standings.contestants[n] == RANDOM;
    let mut order: Vec<_> = standings.ranking().into_iter().map(|(n, _)| n).filter(|n| !floor(*n)).collect();
    order.dedup();
    let rows = |against: &dyn Fn(usize) -> bool| {
        let row = |n: &usize| {
            let average = |on: Option<&String>| standings.average_on(*n, against, on);
            let points = if series.len() < 2 {
                average(None).map(|e| (0, e)).into_iter().collect()
            } else {
                series.iter().enumerate().filter_map(|(s, map)| Some((s, average(Some(map))?))).collect()
            };
            Row { label: standings.contestants[*n].clone(), points }
        };
        order.iter().map(row).filter(|row| !row.points.is_empty()).collect::<Vec<_>>()
    };
    let groups = vec![
        Group { heading: "Against random choices".to_owned(), rows: rows(&floor) },
        Group { heading: "Against each other".to_owned(), rows: rows(&|n| !floor(n)) },
    ];
    let lowest = groups[0].rows.iter().flat_map(|row| row.points.iter().map(move |(_, e)| (&row.label, e)));
    let alt = match lowest.min_by(|a, b| a.1.score.total_cmp(&b.1.score)) {
        Some((name, e)) => format!(
            "Ladder of {} {}: against random choices even {name}, the lowest, scores {}.",
            order.len(),
            standings.kind,
            share(*e)
        ),
        None => format!("Ladder of {} {}.", order.len(), standings.kind),
    };
    let chart = Dots {
        title: "Ladder of the doctrines".to_owned(),
        subtitle: format!("Average scores, draws counting half; {}; bars are 95% intervals", pairs_each(run)),
        series: series.into_iter().cloned().collect(),
        line: 0.5,
        groups: groups.into_iter().filter(|group| !group.rows.is_empty()).collect(),
        alt,
    };
    Figure { stem: "ladder".to_owned(), picture: chart.picture() }
}

/// The score of every cell, when there are only two contestants and the factors do not say more.
fn cells(run: &Run, standings: &Standings<'_>) -> Option<Figure> {
    let only = standings.contests().next()?;
    if !run.manifest.factors.is_empty() || only.cells.len() > MOST_CONTESTANTS {
        return None;
    }
    let [a, b] = standings.names(only);
    let pairs = only.cells.iter().map(|(cell, _)| (&cell.key.doctrine_a, &cell.key.doctrine_b));
    let scripts = standings.by_list && distinct(pairs).len() > 1;
    let row = |cell: &(&crate::outcomes::Cell, bool)| {
        let key = &cell.0.key;
        let label = if scripts {
            let [a, b] = [&key.doctrine_a, &key.doctrine_b];
            let [a, b] = if cell.1 { [b, a] } else { [a, b] };
            format!("{a} v {b}, {}", key.battlefield)
        } else {
            format!("{}, {}", key.battlefield, key.scenario)
        };
        Some(Row { label, points: vec![(0, only.score_of(cell)?)] })
    };
    let rows: Vec<_> = only.cells.iter().filter_map(row).collect();
    // A single dot says no more than the table.
    if rows.len() < 2 {
        return None;
    }
    let said: Vec<_> = rows.iter().map(|row| format!("{} on {}", share(row.points[0].1), row.label)).collect();
    let chart = Dots {
        title: format!("Score of {a} against {b}"),
        subtitle: format!("Draws count half; {}; bars are 95% intervals", pairs_each(run)),
        series: Vec::new(),
        line: 0.5,
        alt: format!("Score of {a} against {b}: {}.", said.join(", ")),
        groups: vec![Group { heading: String::new(), rows }],
    };
    Some(Figure { stem: "win-rates".to_owned(), picture: chart.picture() })
}

fn lengths(run: &Run) -> Figure {
    let unit = &run.manifest.length_unit;
    let longest = run.cells.iter().map(|cell| cell.tally.turns.len()).max().unwrap_or(0);
    let count = |turn: usize| run.cells.iter().map(|cell| cell.tally.turns.get(turn).copied().unwrap_or(0)).sum();
    let counts: Vec<u64> = (1..longest).map(count).collect();
    let chart = Histogram {
        title: "How long an engagement lasts".to_owned(),
        subtitle: format!("Share of all {} engagements by number of {unit}", thousands(run.engagements())),
        axis: unit.clone(),
        first: 1,
        counts,
    };
    Figure { stem: "lengths".to_owned(), picture: chart.picture() }
}

fn losses(run: &Run) -> Figure {
    let sides =
        || run.cells.iter().flat_map(|c| [(&c.key.list_a, &c.tally.losses[0]), (&c.key.list_b, &c.tally.losses[1])]);
    let ridge = |list: &String| {
        let mut counts = vec![0; LOSS_BINS];
        for (_, losses) in sides().filter(|(name, _)| *name == list) {
            counts.iter_mut().zip(losses).for_each(|(sum, n)| *sum += n);
        }
        Ridge { label: list_name(run, list), counts }
    };
    let lists = distinct(sides().map(|(list, _)| list));
    let chart = Ridges {
        title: "What the lists lose".to_owned(),
        subtitle: format!(
            "Over all {} engagements; orange: everything lost. Line and dot below: the middle eight tenths and the median",
            thousands(run.engagements())
        ),
        axis: "share of the fielded value that was lost".to_owned(),
        ridges: lists.into_iter().take(MOST_CONTESTANTS).map(ridge).collect(),
    };
    Figure { stem: "losses".to_owned(), picture: chart.picture() }
}

/// What each list destroys, by the type of the unit that does it; none of too many lists, and where nothing was destroyed.
pub fn work(run: &Run) -> Option<Figure> {
    let sums = tables::unit_sums(run);
    let destroyed = |unit: &UnitTally| unit.stats[UnitStat::Destroyed as usize].max(0) as f64 / 1000.0;
    let lists = distinct(sums.iter().map(|(list, ..)| list));
    let mut types: Vec<(&str, f64)> = Vec::new();
    for (_, games, unit) in sums.iter().filter(|(_, games, _)| *games > 0) {
        let more = destroyed(unit) / *games as f64;
        match types.iter_mut().find(|(name, _)| *name == unit.name) {
            Some((_, sum)) => *sum += more,
            None => types.push((&unit.name, more)),
        }
    }
    types.retain(|(_, sum)| *sum > 0.0);
    if types.is_empty() || lists.len() > MOST_WORKING {
        return None;
    }
    types.sort_by(|a, b| b.1.total_cmp(&a.1));
    // As many as have a colour; one of them for all others.
    let named = if types.len() > MOST_PARTS { MOST_PARTS - 1 } else { types.len() };
    let part = |name: &str| types.iter().position(|(known, _)| *known == name).map(|place| place.min(named));
    let row = |list: &&String| {
        let mut lengths = vec![0.0; types.len().min(MOST_PARTS)];
        for (_, games, unit) in sums.iter().filter(|(known, games, _)| known == *list && *games > 0) {
            if let Some(place) = part(&unit.name) {
                lengths[place] += destroyed(unit) / *games as f64;
            }
        }
        Stack { label: list_name(run, list), lengths }
    };
    let mut parts: Vec<String> = types.iter().take(named).map(|(name, _)| (*name).to_owned()).collect();
    parts.extend((types.len() > named).then(|| "others".to_owned()));
    let chart = Stacks {
        title: "Who does the work".to_owned(),
        subtitle: "Enemy value that a list destroys in a game, shared among the attackers, by type of unit".to_owned(),
        axis: "points a game".to_owned(),
        parts,
        rows: lists.iter().map(row).collect(),
    };
    Some(Figure { stem: "work".to_owned(), picture: chart.picture() })
}

#[cfg(test)]
mod tests {
    use super::super::sample::{cell, joint, run};
    use super::*;
    use crate::outcomes::Cell;

    fn stems(cells: Vec<Cell>) -> Vec<String> {
        let run = run(cells);
        let figures = scores(&run, &Standings::of(&run)).into_iter().chain(course(&run));
        figures.inspect(|figure| figure.picture.check()).map(|figure| figure.stem).collect()
    }

    #[test]
    fn every_kind_of_run_has_its_charts() {
        let x_y = || cell("x", "y", joint(30, 5, 15));
        let with = |change: &dyn Fn(&mut Cell)| {
            let mut cell = x_y();
            change(&mut cell);
            cell
        };
        assert_eq!(stems(vec![x_y()]), ["lengths", "losses"]);
        let on = |map: &str| with(&|cell| cell.key.battlefield = map.to_owned());
        assert_eq!(stems(vec![on("hill"), on("river")]), ["win-rates", "lengths", "losses"]);
        assert_eq!(stems(vec![x_y(), cell("x", "z", joint(5, 5, 5))]), ["match-ups", "win-rates", "lengths", "losses"]);
        assert_eq!(stems(vec![cell("x", "x", joint(5, 0, 5))]), ["lengths", "losses"]);
        let level = |value: &str| with(&|cell| cell.key.factors = vec![("rules.turn-cap".into(), value.into())]);
        assert_eq!(stems(vec![level("10"), level("12")]), ["factor-1", "lengths", "losses"]);
        let doctrine = |a: &str, b: &str, map: &str| {
            let mut cell = cell("x", "x", joint(30, 5, 15));
            (cell.key.doctrine_a, cell.key.doctrine_b) = (a.into(), b.into());
            cell.key.battlefield = map.into();
            cell
        };
        let ladder = ["hill", "river"].iter().flat_map(|map| {
            [("rush", "random"), ("wait", "random"), ("rush", "wait")].map(|(a, b)| doctrine(a, b, map))
        });
        assert_eq!(stems(ladder.collect()), ["match-ups", "ladder", "lengths", "losses"]);
        assert_eq!(stems(Vec::new()), [""; 0]);
        assert_eq!(stems(vec![cell("x", "y", joint(0, 0, 0))]), [""; 0]);
    }
}
