//! What factors do: scores over the levels of each, and of two at once.

use super::axes::{Axis, axes, number_of};
use super::cells::list_name;
use super::figures::pairs_each;
use super::model::Figure;
use super::rounding::share;
use super::standings::{MatchUp, Standings, average, first_seat};
use crate::analysis::rounding::fixed;
use crate::charts::{Estimate, HeatMap, Levels, Line, Picture, Whisker, Whiskers};
use crate::experiment::Run;
use crate::outcomes::Cell;

/// Lines or colours that a reader can tell apart.
const MOST_LINES: usize = 6;

/// Levels that a grid has room for.
const MOST_IN_GRID: usize = 20;

/// Rows that a chart has room for.
const MOST_ROWS: usize = 40;

/// Charts of two factors at once that do not drown a section.
const MOST_CROSSED: usize = 6;

/// Levels of two numbers from which on they make a surface.
const FEWEST_OF_SURFACE: usize = 3;

/// Cells that belong together.
struct Group<'r> {
    name: String,
    cells: Vec<&'r Cell>,
}

/// The factors of a run, and what is read of its cells.
pub struct Factors<'s, 'r> {
    run: &'r Run,
    standings: &'s Standings<'r>,
    axes: Vec<Axis<'r>>,
    contests: Vec<&'s MatchUp<'r>>,
}

impl<'s, 'r> Factors<'s, 'r> {
    /// Reads a run.
    pub fn of(run: &'r Run, standings: &'s Standings<'r>) -> Self {
        Self { run, standings, axes: axes(run, standings), contests: standings.contests().collect() }
    }

    /// The charts: one for each factor, then those of two at once.
    pub fn figures(&self) -> Vec<Figure> {
        let figure = |(picture, n): (Picture, usize), stem: &str| Figure { stem: format!("{stem}-{n}"), picture };
        let alone = self.axes.iter().filter(|axis| axis.varied).filter_map(|axis| self.alone(axis));
        let crossed = self.crossed().into_iter().take(MOST_CROSSED);
        let crossed = crossed.zip(1..).map(|numbered| figure(numbered, "crossed"));
        alone.zip(1..).map(|numbered| figure(numbered, "factor")).chain(crossed).collect()
    }

    /// Whether all cells have one score to tell: that of one match-up, of one list against the steps of another, or of the first
    /// seat.
    fn is_one_question(&self) -> bool {
        self.contests.len() < 2 || self.has_steps()
    }

    /// Whether lists are the levels of a factor.
    fn has_steps(&self) -> bool {
        self.axes.iter().any(|axis| axis.varied && axis.name == "list")
    }

    /// Whose score it is, in words.
    fn whose(&self) -> String {
        match &self.contests[..] {
            [] => "the first seat".to_owned(),
            [only] => {
                let [a, b] = self.standings.names(only);
                format!("{a} against {b}")
            }
            _ => {
                let key = &self.contests[0].cells[0].0.key;
                let steady =
                    self.contests.iter().all(|m| m.cells.iter().all(|(cell, _)| cell.key.list_a == key.list_a));
                if steady {
                    list_name(self.run, &key.list_a)
                } else {
                    format!("the list against {}", list_name(self.run, &key.list_b))
                }
            }
        }
    }

    /// What intervals are within, where there are several settings.
    fn within(&self) -> &'static str {
        if self.axes.iter().any(|axis| !axis.varied) { " within the settings that were played" } else { "" }
    }

    /// What the dice leave open in the settings that were played: levels are compared with each other, in the same ones.
    fn read(&self, cells: &[&Cell]) -> Option<Estimate> {
        if self.contests.is_empty() {
            return first_seat(cells.iter().copied(), self.standings.chance.luck);
        }
        let seen = self.contests.iter().flat_map(|m| &m.cells);
        let seen = seen.filter(|(known, _)| cells.iter().any(|cell| std::ptr::eq(*cell, *known)));
        average(&seen.copied().collect::<Vec<_>>(), self.standings.chance)
    }

    /// What is read of the cells that two groups have in common.
    fn meet(&self, one: &[&Cell], other: &[&Cell]) -> Option<Estimate> {
        let both: Vec<&Cell> =
            one.iter().copied().filter(|cell| other.iter().any(|known| std::ptr::eq(*known, *cell))).collect();
        self.read(&both)
    }

    fn alone(&self, axis: &Axis<'r>) -> Option<Picture> {
        let group = |m: &&MatchUp<'r>| {
            let [a, b] = self.standings.names(m);
            Group { name: format!("{a} against {b}"), cells: m.cells.iter().map(|(cell, _)| *cell).collect() }
        };
        let groups: Vec<Group<'_>> = if self.is_one_question() {
            vec![Group { name: self.whose(), cells: self.run.cells.iter().collect() }]
        } else {
            self.contests.iter().map(group).collect()
        };
        self.chart(axis, &groups, format!("Score by {}", axis.name))
    }

    /// Charts of two things at once, one of which is varied, where there is one score to tell.
    fn crossed(&self) -> Vec<Picture> {
        if !self.is_one_question() {
            return Vec::new();
        }
        let pairs = self.axes.iter().enumerate().flat_map(|(n, x)| self.axes[n + 1..].iter().map(move |y| (x, y)));
        let pictures = pairs.filter(|(x, y)| x.varied || y.varied).filter_map(|(x, y)| {
            // What is a number lies along the bottom, then what has more levels.
            let along = |axis: &Axis<'_>| (axis.numeric, axis.levels.len());
            let (x, y) = if along(y) > along(x) { (y, x) } else { (x, y) };
            let [fewer, more] = [x.levels.len().min(y.levels.len()), x.levels.len().max(y.levels.len())];
            let surface = x.numeric && y.numeric && fewer >= FEWEST_OF_SURFACE;
            if more <= MOST_IN_GRID && (surface || fewer > MOST_LINES) {
                return Some(self.grid(x, y));
            }
            let (x, y) = if y.levels.len() > MOST_LINES { (y, x) } else { (x, y) };
            let group =
                |level: &super::axes::AxisLevel<'r>| Group { name: level.name.clone(), cells: level.cells.clone() };
            let groups: Vec<Group<'_>> = y.levels.iter().map(group).collect();
            let title = format!("Score of {} by {}, for each {}", self.whose(), x.name, y.name);
            if groups.len() > MOST_LINES { None } else { self.chart(x, &groups, title) }
        });
        pictures.collect()
    }

    /// Scores over the levels of an axis: lines where these are numbers, bars where they are not.
    fn chart(&self, axis: &Axis<'r>, groups: &[Group<'r>], title: String) -> Option<Picture> {
        let point = |group: &Group<'r>, level: usize| self.meet(&axis.levels[level].cells, &group.cells);
        let lines: Vec<Line> = groups
            .iter()
            .map(|group| Line {
                label: group.name.clone(),
                points: (0..axis.levels.len()).map(|level| point(group, level)).collect(),
            })
            .collect();
        let levels: Vec<String> = axis.levels.iter().map(|level| level.name.clone()).collect();
        let first = lines.first()?;
        let known =
            first.points.iter().zip(&levels).filter_map(|(e, level)| Some(format!("{} at {level}", share((*e)?))));
        let alt = format!(
            "Scores over {} levels of {}; {} scores {}.",
            levels.len(),
            axis.name,
            first.label,
            known.collect::<Vec<_>>().join(", ")
        );
        let mut subtitle =
            format!("Draws count half; {}; bars are 95% intervals{}", pairs_each(self.run), self.within());
        if let ([line], true) = (&lines[..], axis.numeric) {
            subtitle.extend(crossing(&line.points, &levels).map(|at| format!("; it is even {at}")));
        }
        if axis.numeric && lines.len() <= MOST_LINES {
            let chart = Levels { title, subtitle, factor: axis.name.clone(), alt, levels, lines };
            return Some(chart.picture());
        }
        // Colours for whatever there is less of.
        let by_level = lines.len() <= MOST_LINES;
        let (rows, series): (Vec<Whisker>, Vec<String>) = if by_level {
            let row = |(n, level): (usize, &String)| Whisker {
                label: level.clone(),
                points: lines.iter().enumerate().filter_map(|(s, line)| Some((s, per_cent(line.points[n]?)))).collect(),
            };
            let whose =
                if lines.len() == 1 { Vec::new() } else { lines.iter().map(|line| line.label.clone()).collect() };
            (levels.iter().enumerate().map(row).collect(), whose)
        } else {
            let row = |line: &Line| Whisker {
                label: line.label.clone(),
                points: line.points.iter().enumerate().filter_map(|(s, e)| Some((s, per_cent((*e)?)))).collect(),
            };
            (lines.iter().map(row).collect(), levels.clone())
        };
        if rows.len() > MOST_ROWS || series.len() > MOST_LINES {
            return None;
        }
        let line = 50.0;
        let title = if by_level && lines.len() == 1 && groups[0].name == self.whose() {
            format!("{title}: {}", self.whose())
        } else {
            title
        };
        Some(Whiskers { title, subtitle, series, unit: "%", signed: false, bars: true, line, rows, alt }.picture())
    }

    /// Scores over the levels of two axes.
    fn grid(&self, x: &Axis<'r>, y: &Axis<'r>) -> Picture {
        let names = |axis: &Axis<'_>| axis.levels.iter().map(|level| level.name.clone()).collect::<Vec<_>>();
        let row = |row: usize| x.levels.iter().map(|column| self.meet(&y.levels[row].cells, &column.cells)).collect();
        let cells: Vec<Vec<Option<Estimate>>> = (0..y.levels.len()).map(row).collect();
        let known = || {
            let at = |r: usize, c: usize| Some((r, c, cells[r][c]?));
            let all = (0..y.levels.len()).flat_map(move |r| (0..x.levels.len()).map(move |c| (r, c)));
            all.filter_map(move |(r, c)| at(r, c))
        };
        let said = |(r, c, e): (usize, usize, Estimate)| {
            format!("{} at {} {} and {} {}", share(e), y.name, y.levels[r].name, x.name, x.levels[c].name)
        };
        let by_score = |a: &(usize, usize, Estimate), b: &(usize, usize, Estimate)| a.2.score.total_cmp(&b.2.score);
        let ends = [known().min_by(by_score), known().max_by(by_score)].map(|end| end.map_or_else(String::new, said));
        let chart = HeatMap {
            title: format!("Score of {} by {} and {}", self.whose(), y.name, x.name),
            subtitle: format!("In per cent, draws counting half; {}; ± half of the 95% interval", pairs_each(self.run)),
            axes: [y.name.clone(), x.name.clone()],
            rows: names(y),
            columns: names(x),
            cells,
            legend: format!("score of {}", self.whose()),
            alt: format!("Scores of {} from {} to {}.", self.whose(), ends[0], ends[1]),
        };
        chart.picture()
    }
}

/// Low, estimate and high in per cent.
fn per_cent(e: Estimate) -> [f64; 3] {
    [e.low, e.score, e.high].map(|x| 100.0 * x)
}

/// Where a line passes an even score, if it does so once: at a number, or between two levels that are none.
fn crossing(points: &[Option<Estimate>], levels: &[String]) -> Option<String> {
    let known: Vec<(f64, &String)> =
        points.iter().zip(levels).filter_map(|(e, level)| Some(((*e)?.score - 0.5, level))).collect();
    let mut crossed = known.windows(2).filter(|two| (two[0].0 < 0.0) != (two[1].0 < 0.0));
    let [(before, from), (behind, to)] = *crossed.next()? else { return None };
    if crossed.next().is_some() {
        return None;
    }
    Some(match number_of(from).zip(number_of(to)) {
        Some((from, to)) => format!("at about {}", fixed(from + (to - from) * before / (before - behind), 1)),
        None => format!("between {from} and {to}"),
    })
}

#[cfg(test)]
mod tests {
    use super::super::sample::{cell, joint, run};
    use super::*;

    fn varied(levels: &[(&str, &str)], wins: u64) -> Cell {
        let mut cell = cell("x", "y", joint(wins, 0, 100 - wins));
        cell.key.factors = levels.iter().map(|(name, level)| ((*name).to_owned(), (*level).to_owned())).collect();
        cell
    }

    fn figures(cells: Vec<Cell>) -> Vec<Figure> {
        let run = run(cells);
        let figures = Factors::of(&run, &Standings::of(&run)).figures();
        figures.iter().for_each(|figure| figure.picture.check());
        figures
    }

    fn stems(figures: &[Figure]) -> Vec<&str> {
        figures.iter().map(|figure| figure.stem.as_str()).collect()
    }

    #[test]
    fn a_number_is_a_line_that_says_where_it_is_even() {
        let drawn =
            figures([("0", 80), ("2", 60), ("4", 20)].map(|(level, wins)| varied(&[("n", level)], wins)).to_vec());
        assert_eq!(stems(&drawn), ["factor-1"]);
        let texts = drawn[0].picture.texts().join(" ");
        assert!(texts.contains("it is even at about 2.5"), "{texts}");
        assert!(drawn[0].picture.alt.contains("The x against The y scores 80% at 0, 60% at 2, 20% at 4"));
        let ratio = figures([("4:3", 30), ("3:2", 60)].map(|(level, wins)| varied(&[("ratio", level)], wins)).to_vec());
        let texts = ratio[0].picture.texts().join(" ");
        assert!(texts.contains("it is even between 4:3 and 3:2"), "{texts}");
    }

    #[test]
    fn words_are_bars_with_their_numbers() {
        let drawn = figures([("on", 80), ("off", 30)].map(|(level, wins)| varied(&[("mode", level)], wins)).to_vec());
        let texts = drawn[0].picture.texts();
        assert!(
            texts.contains(&"Score by mode: The x against The y") && texts.iter().any(|t| t.starts_with("80% [")),
            "{texts:?}"
        );
    }

    #[test]
    fn two_factors_are_lines_of_each_other_and_two_numbers_a_surface() {
        let cross = |x: &[&str], y: &[&str]| {
            let cells = x.iter().flat_map(|x| y.iter().map(|y| varied(&[("x", x), ("y", y)], 40)));
            figures(cells.collect())
        };
        let lines = cross(&["1", "2", "3"], &["on", "off"]);
        assert_eq!(stems(&lines), ["factor-1", "factor-2", "crossed-1"]);
        assert!(lines[2].picture.texts().contains(&"off"));
        assert!(lines[2].picture.title.ends_with("by x, for each y"), "{}", lines[2].picture.title);
        let surface = cross(&["1", "2", "3"], &["10", "20", "30", "40"]);
        assert!(surface[2].picture.title.ends_with("by x and y"), "{}", surface[2].picture.title);
        assert_eq!(surface[2].picture.texts().iter().filter(|text| text.starts_with('±')).count(), 12);
    }

    #[test]
    fn a_factor_is_told_for_each_scenario() {
        let at = |level: &str, scenario: &str, wins: u64| {
            let mut cell = varied(&[("n", level)], wins);
            cell.key.scenario = scenario.to_owned();
            cell
        };
        let drawn = figures(vec![at("1", "hill", 60), at("2", "hill", 50), at("1", "ford", 20), at("2", "ford", 30)]);
        assert_eq!(stems(&drawn), ["factor-1", "crossed-1"]);
        let texts = drawn[1].picture.texts();
        assert!(texts.contains(&"hill") && texts.contains(&"ford"), "{texts:?}");
    }

    #[test]
    fn of_mirrors_the_first_seat_is_told() {
        let at = |level: &str, first: u64| {
            let mut cell = cell("x", "x", [[0; 3]; 3]);
            (cell.tally.classes[0].joint[2][0], cell.tally.classes[1].joint[0][2]) = (first, 100 - first);
            cell.key.factors = vec![("n".to_owned(), level.to_owned())];
            cell
        };
        let drawn = figures(vec![at("1", 70), at("2", 40)]);
        assert!(drawn[0].picture.alt.contains("the first seat scores 70% at 1, 40% at 2"), "{}", drawn[0].picture.alt);
    }

    #[test]
    fn many_match_ups_are_rows_with_a_colour_for_each_level() {
        let names = ["a", "b", "c", "d", "e"];
        let pairs = names.iter().enumerate().flat_map(|(n, a)| names[n + 1..].iter().map(move |b| (a, b)));
        let cells = pairs.flat_map(|(a, b)| {
            ["1", "2"].map(|level| {
                let mut cell = cell(a, b, joint(30, 0, 70));
                cell.key.factors = vec![("n".to_owned(), level.to_owned())];
                cell
            })
        });
        let drawn = figures(cells.collect());
        assert_eq!(stems(&drawn), ["factor-1"]);
        assert_eq!(drawn[0].picture.texts().iter().filter(|text| text.contains(" against ")).count(), 10);
    }
}
