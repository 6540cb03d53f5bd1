//! The tables of a report.

use super::cells::turned;
use super::cells::{distinct, draws, list_name};
use super::quantities;
use super::reversal::Reversal;
use super::rounding::{interval, portion, share};
use super::score_wording::{ScoreWording, p_unbalanced};
use super::standings::{CONFIDENCE, MatchUp, Standings, first_seat};
use super::table::{Column, Datum, Table};
use super::turn_curves::capitalised;
use crate::analysis::multiple_testing::adjust_p;
use crate::analysis::special::{normal_two_sided, squared};
use crate::analysis::{Interval, LuckAdjusted, Pairing, elo, pentanomial};
use crate::charts::Estimate;
use crate::experiment::{Luck, Run};
use crate::game::UnitStat;
use crate::outcomes::{Cell, UnitTally};

/// Share of false alarms among the match-ups that are called out of balance.
const ALPHA: f64 = 0.05;

/// Every match-up, one a row.
pub fn match_ups(standings: &Standings<'_>) -> Table {
    let mut columns = vec![Column::words("list_a", standings.noun), Column::words("list_b", "Against")];
    columns.extend(score_columns());
    columns.extend(["p_unbalanced", "p_adjusted"].map(Column::data));
    let several = standings.contests().any(|m| m.over_settings().is_some());
    if several {
        columns.push(Column::reading("In a new setting"));
    }
    let data = ["settings", "tau", "prediction_low", "prediction_high", "played_score", "played_low", "played_high"];
    columns.extend(data.map(Column::data));
    columns.push(Column::data("turns_on"));
    let mut table = Table::new("Match-ups", columns);
    let p_value = |m: &MatchUp<'_>| p_unbalanced(m.score()?, m.chance.stop).filter(|_| !m.is_mirror());
    let p_values: Vec<Option<f64>> = standings.match_ups.iter().map(p_value).collect();
    let tested: Vec<f64> = p_values.iter().flatten().copied().collect();
    let adjusted = adjust_p(&tested, standings.correction, ALPHA).map(|adjusted| adjusted.adjusted);
    let mut adjusted = adjusted.unwrap_or_default().into_iter();
    for (m, p) in standings.match_ups.iter().zip(p_values) {
        let mut row = standings.names(m).map(Datum::words).to_vec();
        row.extend(score_cells(m));
        row.extend([p, p.and_then(|_| adjusted.next())].map(Datum::data));
        let over = m.over_settings();
        let new = over.as_ref().and_then(|over| over.new);
        if several {
            let told = |new: Interval| interval(Estimate { score: 0.5, low: new.low, high: new.high });
            row.push(new.map_or_else(Datum::none, |new| Datum::reading(told(new))));
        }
        row.push(Datum::data(over.as_ref().map_or(1, |over| over.each.len())));
        row.push(Datum::data(over.map(|over| over.effects.tau)));
        row.extend([new.map(|new| new.low), new.map(|new| new.high)].map(Datum::data));
        let here = m.here();
        row.extend([here.map(|e| e.score), here.map(|e| e.low), here.map(|e| e.high)].map(Datum::data));
        row.push(Datum::data(Reversal::of(m).map(|reversal| reversal.aspect)));
        table.push(row);
    }
    table
}

/// Every cell, one a row, with whatever tells it from the others.
pub fn settings(run: &Run, standings: &Standings<'_>) -> Table {
    let setting = CellColumns::of(run, standings);
    let mut table = Table::new("Every cell", setting.columns().into_iter().chain(score_columns()).collect());
    for (m, (cell, turned)) in standings.match_ups.iter().flat_map(|m| m.cells.iter().map(move |cell| (m, cell))) {
        let single = MatchUp { a: m.a, b: m.b, cells: vec![(*cell, *turned)], chance: m.chance };
        let mut row = setting.row(m, cell, *turned);
        row.extend(score_cells(&single));
        table.push(row);
    }
    table
}

/// Every cell, one a row, with what a run was to know of it where that is another quantity than the score.
pub fn quantity(run: &Run, standings: &Standings<'_>) -> Option<Table> {
    let of = quantities::asked(run)?;
    let setting = CellColumns::of(run, standings);
    let mut columns = setting.columns();
    columns.extend([Column::numbers(of.key(), of.heading()), Column::reading("95% interval")]);
    columns.extend(["low", "high", "pairs"].map(Column::data));
    let mut table = Table::new(capitalised(of.about()), columns);
    for (m, (cell, turned)) in standings.match_ups.iter().flat_map(|m| m.cells.iter().map(move |cell| (m, cell))) {
        let mut row = setting.row(m, cell, *turned);
        let known = quantities::of_cell(of, cell, *turned, run.manifest.luck);
        let [value, limits] = known.map_or([Datum::none(), Datum::none()], |e| quantities::cells(of, e));
        row.extend([value, limits]);
        row.extend([known.map(|e| e.low), known.map(|e| e.high)].map(Datum::data));
        row.push(Datum::data(Some(cell.tally.pairs())));
        table.push(row);
    }
    Some(table)
}

/// The first columns of a table of cells: who meets, and whatever tells a cell from the others.
struct CellColumns<'r> {
    standings: &'r Standings<'r>,
    scripts: bool,
    scenarios: bool,
    battlefields: bool,
    factors: &'r [String],
}

impl<'r> CellColumns<'r> {
    fn of(run: &'r Run, standings: &'r Standings<'r>) -> Self {
        let keys = || run.cells.iter().map(|cell| &cell.key);
        Self {
            standings,
            scripts: standings.by_list && distinct(keys().map(|key| (&key.doctrine_a, &key.doctrine_b))).len() > 1,
            scenarios: distinct(keys().map(|key| &key.scenario)).len() > 1,
            battlefields: distinct(keys().map(|key| &key.battlefield)).len() > 1,
            factors: &run.manifest.factors,
        }
    }

    fn columns(&self) -> Vec<Column> {
        let mut columns = vec![Column::words("list_a", self.standings.noun), Column::words("list_b", "Against")];
        if self.scripts {
            columns.extend([Column::words("doctrine_a", "Doctrine"), Column::words("doctrine_b", "Of the other")]);
        }
        columns.extend(self.scenarios.then(|| Column::words("scenario", "Scenario")));
        columns.extend(self.battlefields.then(|| Column::words("battlefield", "Battlefield")));
        columns.extend(self.factors.iter().map(|factor| Column::words(factor, factor)));
        columns
    }

    fn row(&self, m: &MatchUp<'_>, cell: &Cell, turned: bool) -> Vec<Datum> {
        let mut row = self.standings.names(m).map(Datum::words).to_vec();
        if self.scripts {
            let [a, b] = [&cell.key.doctrine_a, &cell.key.doctrine_b];
            row.extend((if turned { [b, a] } else { [a, b] }).map(Datum::words));
        }
        row.extend(self.scenarios.then(|| Datum::words(&cell.key.scenario)));
        row.extend(self.battlefields.then(|| Datum::words(&cell.key.battlefield)));
        row.extend(self.factors.iter().map(|name| {
            let level = cell.key.factors.iter().find(|(factor, _)| factor == name);
            level.map_or_else(Datum::none, |(_, level)| Datum::words(level))
        }));
        row
    }
}

/// What is known of a score; those that programs alone see come last.
fn score_columns() -> Vec<Column> {
    let mut columns = vec![
        Column::numbers("score", "Score"),
        Column::reading("95% interval"),
        Column::numbers("pairs", "Pairs"),
        Column::numbers("draws", "Draws"),
        Column::numbers("first_seat_score", "First seat"),
        Column::words("verdict", "Verdict"),
    ];
    let data =
        ["low", "high", "elo", "elo_low", "elo_high", "variance_ratio", "luck_adjusted", "ll", "ld", "mid", "dw", "ww"];
    columns.extend(data.map(Column::data));
    columns
}

fn score_cells(m: &MatchUp<'_>) -> Vec<Datum> {
    let Some(e) = m.score() else {
        let mut row = vec![Datum::none(); score_columns().len()];
        row[2] = Datum::count(0);
        return row;
    };
    let joint = m.joint();
    let pairing = Pairing::of(&joint).ok();
    let (drawn, games) = (draws(&joint) as f64, 2.0 * m.pairs() as f64);
    let kept = m.cells.iter().any(|(cell, _)| cell.tally.keeps_seats);
    let first = match &pairing {
        Some(pairing) if !kept => Some(pairing.first_seat_score),
        _ => first_seat(m.cells.iter().map(|(cell, _)| *cell), m.chance.luck).map(|first| first.score),
    };
    let found = ScoreWording::of(e);
    let finding = match m.is_mirror() {
        true => "mirror",
        false if Reversal::of(m).is_some() => "turns round",
        false => found.for_one(e.score > 0.5),
    };
    let mut row = vec![
        Datum::number(e.score, share(e)),
        Datum::reading(interval(e)),
        Datum::count(m.pairs()),
        Datum::number(drawn / games, portion(drawn, games)),
        first.map_or_else(Datum::none, |score| Datum::number(score, share(Estimate { score, ..e }))),
        Datum::value(if m.is_mirror() { "mirror" } else { found.verdict().word() }, finding),
    ];
    row.extend([e.low, e.high].map(Datum::data));
    row.extend([e.score, e.low, e.high].map(|share| Datum::data(elo::from_score(share))));
    row.push(Datum::data(pairing.and_then(|p| p.variance_ratio)));
    let luck = match m.cells[..] {
        [(cell, turned)] => LuckAdjusted::of(&cell.tally.classes, CONFIDENCE).ok().map(|luck| (luck.score, turned)),
        _ => None,
    };
    row.push(Datum::data(luck.map(|(score, turned)| if turned { 1.0 - score } else { score })));
    row.extend(pentanomial(&joint).map(Datum::data));
    row
}

/// Contestants by their average score, without mirrors, the strongest first.
pub fn averages(standings: &Standings<'_>) -> Table {
    let columns = vec![
        Column::words("list", standings.noun),
        Column::numbers("score", "Average score"),
        Column::reading("95% interval"),
        Column::data("low"),
        Column::data("high"),
        Column::words("best", "Best against"),
        Column::words("worst", "Worst against"),
    ];
    let mut table = Table::new("Averages, mirrors left out", columns);
    for (contestant, e) in standings.ranking() {
        let meetings = (0..standings.contestants.len()).filter(|other| *other != contestant).filter_map(|other| {
            let (m, turn) = standings.meeting(contestant, other)?;
            let score = m.score()?;
            Some((other, if turn { turned(score) } else { score }))
        });
        let mut meetings: Vec<_> = meetings.collect();
        meetings.sort_by(|a, b| a.1.score.total_cmp(&b.1.score));
        let named = |meeting: Option<&(usize, Estimate)>| {
            let text = |(other, e): &(usize, Estimate)| format!("{} ({})", standings.contestants[*other], share(*e));
            meeting.map_or_else(Datum::none, |meeting| Datum::words(text(meeting)))
        };
        table.push(vec![
            Datum::words(&standings.contestants[contestant]),
            Datum::number(e.score, share(e)),
            Datum::reading(interval(e)),
            Datum::data(e.low),
            Datum::data(e.high),
            named(meetings.last()),
            named(meetings.first()),
        ]);
    }
    table
}

/// How engagements end, all cells together.
pub fn endings(run: &Run) -> Table {
    let columns = vec![
        Column::words("ending", "Ending"),
        Column::numbers("engagements", "Engagements"),
        Column::numbers("share", "Share"),
        Column::numbers("draws", "Drawn among them"),
    ];
    let mut table = Table::new("How engagements end", columns);
    let all = run.engagements() as f64;
    for (n, ending) in run.manifest.endings.iter().enumerate() {
        let results = run.cells.iter().filter_map(|cell| cell.tally.endings.get(n));
        let sums = results.fold([0; 3], |sum: [u64; 3], part| std::array::from_fn(|k| sum[k] + part[k]));
        let total: u64 = sums.iter().sum();
        let (part, drawn) = (total as f64, sums[1] as f64);
        table.push(vec![
            Datum::words(ending),
            Datum::count(total),
            Datum::number(if all > 0.0 { part / all } else { 0.0 }, portion(part, all)),
            if total > 0 { Datum::number(drawn / part, portion(drawn, part)) } else { Datum::none() },
        ]);
    }
    table
}

/// What each unit type of each list did, all cells together.
pub fn units(run: &Run) -> Table {
    let columns = vec![
        Column::words("list", "List"),
        Column::words("unit", "Unit"),
        Column::numbers("fielded", "Fielded"),
        Column::numbers("active", "Active"),
        Column::numbers("lost", "Lost"),
        Column::numbers("left", "Left the table"),
        Column::numbers("destroyed", "Value destroyed, each"),
        Column::reading("95% interval"),
        Column::data("destroyed_low"),
        Column::data("destroyed_high"),
    ];
    let mut table = Table::new("Per engagement", columns);
    for (list, engagements, unit) in unit_sums(run) {
        if unit.fielded == 0 {
            continue;
        }
        let fielded = unit.fielded as f64;
        let of_all = |part: f64| Datum::number(part / fielded, portion(part, fielded));
        let each = unit.stats[UnitStat::Destroyed as usize] as f64 / 1000.0 / fielded;
        let number = fielded / engagements as f64;
        let half =
            error_of_work(run, &list, &unit.name).map(|error| normal_two_sided(1.0 - CONFIDENCE) * error / fielded);
        let [low, high] = [half.map(|half| (each - half).max(0.0)), half.map(|half| each + half)];
        let limits = low.zip(high).map_or_else(|| "-".to_owned(), |(low, high)| format!("[{low:.1}, {high:.1}]"));
        table.push(vec![
            Datum::words(list_name(run, &list)),
            Datum::words(&unit.name),
            Datum::number(number, format!("{number:.1}").trim_end_matches(".0").to_owned()),
            of_all(unit.active as f64),
            of_all(unit.stats[UnitStat::Lost as usize] as f64),
            of_all(unit.stats[UnitStat::Left as usize] as f64),
            Datum::number(each, format!("{each:.1}")),
            Datum::reading(limits),
            Datum::data(low),
            Datum::data(high),
        ]);
    }
    table
}

/// Standard error of the value, in points, that all units of a type in a list destroyed; none where it was not counted by pairs.
///
/// Pairs are independent, what both games of one come to is not. Where cells share their dice, and where a list meets itself, what is
/// added up goes up and down together at worst, so that errors add up and not their squares.
fn error_of_work(run: &Run, list: &str, unit: &str) -> Option<f64> {
    let (mut linear, mut squares) = (0.0, 0.0);
    for cell in run.cells.iter().filter(|cell| cell.tally.pairs() > 0) {
        let mut error = 0.0;
        for (side, _) in [&cell.key.list_a, &cell.key.list_b].into_iter().enumerate().filter(|(_, key)| *key == list) {
            let Some(at) = cell.tally.units[side].iter().position(|known| known.name == unit) else { continue };
            let work = cell.tally.work_of(side, at)?;
            let n = cell.tally.pairs() as f64;
            let scatter = work.squares as f64 / 1e6 - squared(work.sum as f64 / 1e3) / n;
            error += (scatter.max(0.0) * n / (n - 1.0)).sqrt();
        }
        linear += error;
        squares += squared(error);
    }
    let error = if run.manifest.luck == Luck::Shared { linear } else { squares.sqrt() };
    error.is_finite().then_some(error)
}

/// Sums over every unit type of every list, with the engagements that the list played, mirrors counted for both sides.
pub fn unit_sums(run: &Run) -> Vec<(String, u64, UnitTally)> {
    let mut sums: Vec<(String, u64, UnitTally)> = Vec::new();
    for cell in &run.cells {
        let played = 2 * cell.tally.pairs();
        for (list, units) in [&cell.key.list_a, &cell.key.list_b].into_iter().zip(&cell.tally.units) {
            for unit in units {
                match sums.iter_mut().find(|(l, _, known)| l == list && known.name == unit.name) {
                    Some((_, engagements, known)) => {
                        *engagements += played;
                        known.fielded += unit.fielded;
                        known.active += unit.active;
                        known.stats.iter_mut().zip(&unit.stats).for_each(|(sum, n)| *sum += n);
                    }
                    None => sums.push((list.clone(), played, unit.clone())),
                }
            }
        }
    }
    let lists = distinct(sums.iter().map(|(list, ..)| list.clone()));
    sums.sort_by_key(|(list, ..)| lists.iter().position(|known| known == list));
    sums
}

/// The lists that took part.
pub fn lists(run: &Run) -> Table {
    let columns = vec![
        Column::words("list", "List"),
        Column::numbers("cost", "Points"),
        Column::words("doctrine", "Usual doctrine"),
        Column::words("units", "Units"),
    ];
    let mut table = Table::new("", columns);
    for list in &run.manifest.lists {
        table.push(vec![
            Datum::value(list.key.clone(), list_name(run, &list.key)),
            Datum::number(list.cost, format!("{:.1}", list.cost).trim_end_matches(".0").to_owned()),
            list.doctrine.as_ref().map_or_else(Datum::none, Datum::words),
            Datum::words(list.contents().join(", ")),
        ]);
    }
    table
}

/// What games count of each side, on average over both sides of all engagements.
pub fn counts(run: &Run) -> Table {
    let columns =
        vec![Column::words("count", "Count"), Column::words("about", "About"), Column::numbers("mean", "Per side")];
    let mut table = Table::new("What is counted of each side", columns);
    let sides = 2.0 * run.engagements().max(1) as f64;
    for (at, count) in run.manifest.counts.iter().enumerate() {
        let sums = run.cells.iter().flat_map(|cell| &cell.tally.counts).filter_map(|counts| counts.get(at));
        let mean = sums.map(|count| count.sum).sum::<i64>() as f64 / sides;
        table.push(vec![
            Datum::words(&count.name),
            Datum::words(&count.about),
            Datum::number(mean, format!("{mean:.2}")),
        ]);
    }
    table
}

/// Rules that games count; first those that never made a difference.
pub fn rules(run: &Run, fired: bool) -> Table {
    let columns = vec![
        Column::words("rule", "Rule"),
        Column::words("about", "About"),
        Column::numbers("times", "Times"),
        Column::numbers("per_engagement", "Per engagement"),
    ];
    let title = if fired { "How often rules made a difference" } else { "Rules that never made a difference" };
    let mut table = Table::new(title, columns);
    let engagements = run.engagements().max(1) as f64;
    for rule in run.manifest.rules.iter().filter(|rule| rule.counted && (rule.times > 0) == fired) {
        let each = rule.times as f64 / engagements;
        let digits = if each < 0.1 { 4 } else { 2 };
        table.push(vec![
            Datum::words(&rule.id),
            Datum::words(&rule.about),
            Datum::count(rule.times),
            Datum::number(each, if rule.times == 0 { "0".to_owned() } else { format!("{each:.digits$}") }),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::super::sample::{cell, joint, run};
    use super::super::table::Audience;
    use super::*;
    use crate::experiment::{Counted, Quantity, Stop};
    use crate::outcomes::Cell;
    use crate::outcomes::CountTally;

    #[test]
    fn a_row_has_all_that_belongs_beside_a_score() {
        let run = run(vec![cell("x", "y", joint(600, 100, 300)), cell("x", "x", joint(0, 10, 0))]);
        let table = match_ups(&Standings::of(&run));
        let readers = table.without(Audience::Programs);
        let texts: Vec<&str> = readers.rows[0].iter().map(|datum| datum.text.as_str()).collect();
        assert_eq!(texts, ["The x", "The y", "65%", "[62, 68]", "1,000", "10%", "50%", "lopsided for it"]);
        assert_eq!(table.rows[1][7].text, "mirror");
        let json = &table.to_json()[0];
        assert_eq!((&json["score"], &json["ww"], &json["mid"]), (&0.65.into(), &600.into(), &100.into()));
        assert!(json["elo"].as_f64().unwrap() > 100.0 && json["low"].as_f64().unwrap() < 0.65);
    }

    #[test]
    fn what_a_run_was_to_know_has_a_row_in_every_cell() {
        let mut run = run(vec![cell("x", "y", joint(600, 100, 300)), cell("x", "x", joint(0, 40, 0))]);
        assert!(quantity(&run, &Standings::of(&run)).is_none(), "pairs end the cells");
        let precise = |of| Stop::Precision { half_width: 0.01, of, cap: 2000 };
        run.manifest.stop = precise(Quantity::Score);
        assert!(quantity(&run, &Standings::of(&run)).is_none(), "scores are told everywhere");
        run.manifest.stop = precise(Quantity::Draws);
        let table = quantity(&run, &Standings::of(&run)).unwrap();
        let texts = |row: usize| -> Vec<String> {
            table.without(Audience::Programs).rows[row].iter().map(|datum| datum.text.clone()).collect()
        };
        assert_eq!(texts(0), ["The x", "The y", "10%", "[8, 12]"]);
        assert_eq!(texts(1)[..3], ["The x", "The x", "100%"]);
        assert_eq!(table.to_json()[0]["pairs"], 1000);
    }

    #[test]
    fn units_are_told_per_engagement() {
        let told = |cells: Vec<Cell>| {
            let table = units(&run(cells)).without(Audience::Programs);
            table.rows[0].iter().map(|datum| datum.text.clone()).collect::<Vec<String>>()
        };
        let before = cell("x", "y", joint(6, 1, 3));
        assert_eq!(told(vec![before.clone()]), ["The x", "rifleman", "4", "88%", "38%", "0%", "6.9", "-"]);
        // Five pairs in which its units destroyed 45 points, five with 65: a standard error of 33.3 points of 550, for 80 units.
        let counted = |mut cell: Cell| {
            let work = CountTally { sum: 550_000, squares: 5 * (45_i128.pow(2) + 65_i128.pow(2)) * 1_000_000 };
            cell.tally.work = [vec![work; 2], vec![work; 2]];
            cell
        };
        assert_eq!(told(vec![counted(before.clone())])[6..], ["6.9", "[6.1, 7.7]"]);
        let mut partly = counted(before);
        partly.tally.work[0][0].sum -= 1;
        assert_eq!(told(vec![partly])[6..], ["6.9", "-"], "not all pairs were counted");
        // Of a list against itself both sides say the same.
        assert_eq!(told(vec![counted(cell("x", "x", joint(6, 1, 3)))])[6..], ["6.9", "[6.1, 7.7]"]);
    }

    #[test]
    fn counts_are_those_of_a_side() {
        let mut run = run(vec![cell("x", "y", joint(2, 0, 2))]);
        run.manifest.counts = vec![Counted { name: "wasted".to_owned(), about: "dice wasted".to_owned() }];
        let sums = [10, 14].map(|sum| vec![CountTally { sum, squares: 0 }]);
        run.cells[0].tally.counts = sums;
        let table = counts(&run);
        let texts: Vec<&str> = table.rows[0].iter().map(|datum| datum.text.as_str()).collect();
        assert_eq!(texts, ["wasted", "dice wasted", "1.50"]);
    }

    #[test]
    fn the_strongest_comes_first() {
        let run = run(vec![cell("x", "y", joint(100, 0, 400)), cell("x", "z", joint(0, 0, 500))]);
        let table = averages(&Standings::of(&run));
        let names: Vec<&str> = table.rows.iter().map(|row| row[0].text.as_str()).collect();
        assert_eq!(names, ["The z", "The y", "The x"]);
        assert_eq!(table.rows[2][5].text, "The y (20%)");
    }

    #[test]
    fn settings_show_what_differs_and_nothing_else() {
        let mut on_a_hill = cell("x", "y", joint(6, 1, 3));
        on_a_hill.key.battlefield = "hill".to_owned();
        let run = run(vec![cell("x", "y", joint(6, 1, 3)), on_a_hill]);
        let table = settings(&run, &Standings::of(&run));
        let keys: Vec<&str> = table.columns.iter().map(|column| column.key.as_str()).collect();
        assert_eq!(keys[..3], ["list_a", "list_b", "battlefield"]);
        assert_eq!(table.rows.len(), 2);
    }

    #[test]
    fn a_cell_without_pairs_is_a_row_of_dashes() {
        let run = run(vec![cell("x", "y", joint(0, 0, 0))]);
        let table = match_ups(&Standings::of(&run));
        assert_eq!(table.rows[0][2].text, "-");
        assert_eq!(endings(&run).rows[0][3].text, "-");
    }
}
