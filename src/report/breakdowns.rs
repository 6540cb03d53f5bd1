//! Breakdowns: how seats, draws and length change with whatever the cells of a run differ in.

use std::cmp::Ordering;

use super::axes::{AxisLevel, numbered_lists};
use super::cells::base_cells;
use super::cells::{distinct, draws, list_name, sum_of_joints};
use super::model::{Figure, Section};
use super::rounding::{interval, portion, share};
use super::score_wording::first_seat_worth;
use super::standings::{Standings, drawn_share, first_seat, mean_turns};
use super::table::{Column, Datum, Table, thousands};
use super::turn_curves::capitalised;
use crate::charts::{BoxGroup, BoxRow, Boxes, Dots, Estimate, Group, Row};
use crate::experiment::{Luck, Run, VARIANT};
use crate::outcomes::Cell;

/// More levels of one aspect than this make no chart that anybody can read.
const MOST_LEVELS: usize = 24;

/// Draws are drawn when they are more than this share of the engagements of a level.
const WORTH_DRAWING: f64 = 0.01;

/// All cells that have something in common.
struct Level<'r> {
    name: String,
    cells: Vec<&'r Cell>,
}

/// The name of a level and what was read there.
type End<'n> = (&'n str, Estimate);

/// What is read from the cells of a level.
type Reading = fn(&[&Cell], Luck) -> Option<Estimate>;

/// Score of the first seat.
const FIRST_SEAT: Reading = |cells, luck| first_seat(cells.iter().copied(), luck);

/// Share of engagements that are drawn.
const DRAWN: Reading = |cells, luck| drawn_share(cells.iter().copied(), luck);

impl Level<'_> {
    fn engagements(&self) -> u64 {
        2 * self.cells.iter().map(|cell| cell.tally.pairs()).sum::<u64>()
    }

    /// Mean number of turns.
    fn turns(&self) -> f64 {
        let turns: u64 = self.cells.iter().flat_map(|cell| &cell.tally.classes).map(|class| class.turns).sum();
        turns as f64 / self.engagements() as f64
    }
}

/// Something in which cells differ.
struct Aspect<'r> {
    /// In words: `scenario`, `list`, the name of a factor.
    name: String,
    levels: Vec<Level<'r>>,
}

/// What there is to say beside who beats whom.
pub struct Breakdowns<'r> {
    aspects: Vec<Aspect<'r>>,
    /// Whether cells have dice in common.
    luck: Luck,
    /// What the length of a game counts.
    length_unit: &'r str,
}

impl<'r> Breakdowns<'r> {
    /// Sorts the cells of a run; what is varied against a base is left at its base.
    pub fn of(run: &'r Run, standings: &Standings<'r>) -> Self {
        let cells: Vec<&Cell> = base_cells(run).into_iter().filter(|cell| cell.tally.pairs() > 0).collect();
        let mut aspects = Vec::new();
        let mut add = |name: &str, of: &dyn Fn(&Cell) -> Option<String>| {
            let mut known = distinct(cells.iter().map(|cell| of(cell)));
            // Numbers stand by their size, in whatever order they were played.
            let number = |name: &Option<String>| name.as_deref().and_then(|name| name.parse::<f64>().ok());
            if known.iter().all(|name| number(name).is_some()) {
                known.sort_by(|one, other| number(one).partial_cmp(&number(other)).unwrap_or(Ordering::Equal));
            }
            if !(2..=MOST_LEVELS).contains(&known.len()) || known.contains(&None) {
                return;
            }
            let level = |name: &Option<String>| Level {
                name: name.clone().unwrap_or_default(),
                cells: cells.iter().copied().filter(|cell| of(cell) == *name).collect(),
            };
            aspects.push(Aspect { name: name.to_owned(), levels: known.iter().map(level).collect() });
        };
        add("scenario", &|cell| Some(cell.key.scenario.clone()));
        add("battlefield", &|cell| Some(cell.key.battlefield.clone()));
        // Of lists and doctrines only mirrors say something that the match-ups do not.
        let alike = |one: &str, other: &str, name: String| (one == other).then_some(name);
        add("list", &|cell| alike(&cell.key.list_a, &cell.key.list_b, list_name(run, &cell.key.list_a)));
        add("doctrine", &|cell| alike(&cell.key.doctrine_a, &cell.key.doctrine_b, cell.key.doctrine_a.clone()));
        for (place, factor) in run.manifest.factors.iter().enumerate().filter(|(_, factor)| *factor != VARIANT) {
            add(factor, &|cell| cell.key.factors.get(place).map(|(_, level)| level.clone()));
        }
        // A field whose cells are its match-ups and nothing else has said everything already.
        if !standings.settings && standings.contests().next().is_some() {
            aspects.clear();
        }
        if !aspects.iter().any(|aspect| aspect.name == "list")
            && let Some(axis) = numbered_lists(run, standings, &cells)
        {
            let levels = axis.levels.into_iter().map(|AxisLevel { name, cells }| Level { name, cells }).collect();
            aspects.push(Aspect { name: axis.name, levels });
        }
        Self { aspects, luck: run.manifest.luck, length_unit: &run.manifest.length_unit }
    }

    /// The part of a report for everybody; empty where cells do not differ.
    pub fn section(&self) -> Section {
        let mut section = Section { heading: "Seats, draws and length".to_owned(), ..Section::default() };
        section.texts.extend(self.seat_texts());
        section.texts.extend(self.draws_texts());
        section.figures.extend(self.seats_chart());
        section.figures.extend(self.draws_chart());
        section.figures.extend(self.lengths_chart());
        section.tables.push(self.table());
        section
    }

    /// Over which aspects the first seat's score differs, and how.
    fn seat_texts(&self) -> Vec<String> {
        fn worth((level, e): End<'_>) -> String {
            format!("{} ({level}: {})", share(e), first_seat_worth(e))
        }
        let said = |name: &str, low: End<'_>, high: End<'_>| {
            format!("By {name} the first seat scores from {} to {}.", worth(low), worth(high))
        };
        self.texts(FIRST_SEAT, "the first seat's scores", said)
    }

    /// Over which aspects the share of draws differs, and how; nothing where next to none are drawn.
    fn draws_texts(&self) -> Vec<String> {
        fn level((level, e): End<'_>) -> String {
            format!("{} ({level})", share(e))
        }
        let said = |name: &str, low: End<'_>, high: End<'_>| {
            format!("By {name}, from {} to {} of the games are drawn.", level(low), level(high))
        };
        if self.draws_are_worth_drawing() { self.texts(DRAWN, "shares of draws", said) } else { Vec::new() }
    }

    /// A sentence for each aspect whose ends can be told apart, and one for all the others.
    fn texts(&self, reading: Reading, what: &str, said: impl Fn(&str, End<'_>, End<'_>) -> String) -> Vec<String> {
        let mut texts = Vec::new();
        let mut alike: Vec<&str> = Vec::new();
        for aspect in &self.aspects {
            match ends(&aspect.scores(reading, self.luck)) {
                Some((low, high)) if apart(low.1, high.1) => texts.push(said(&aspect.name, low, high)),
                Some(_) => alike.push(&aspect.name),
                None => {}
            }
        }
        if let [first, rest @ ..] = &alike[..] {
            let names = rest.iter().fold((*first).to_owned(), |names, name| format!("{names} or {name}"));
            texts.push(format!("By {names}, {what} are too near each other for so many games to tell them apart."));
        }
        texts
    }

    /// The aspects, in words.
    fn names(&self) -> String {
        let names: Vec<&str> = self.aspects.iter().map(|aspect| aspect.name.as_str()).collect();
        names.join(", ")
    }

    fn draws_are_worth_drawing(&self) -> bool {
        let levels = || self.aspects.iter().flat_map(|aspect| &aspect.levels);
        levels().filter_map(|level| DRAWN(&level.cells, self.luck)).any(|e| e.score > WORTH_DRAWING)
    }

    /// The aspect over which the first seat's score differs most, in words; nothing where no two levels can be told apart.
    pub fn widest_for_the_first_seat(&self) -> Option<String> {
        let span = |aspect: &Aspect<'_>| {
            let (low, high) = ends(&aspect.scores(FIRST_SEAT, self.luck))?;
            apart(low.1, high.1).then(|| {
                let words = |(name, e): &(&str, Estimate)| format!("{} ({} {name})", share(*e), aspect.name);
                (high.1.score - low.1.score, format!("from {} to {}", words(&low), words(&high)))
            })
        };
        self.aspects.iter().filter_map(span).max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, words)| words)
    }

    fn groups(&self, reading: Reading) -> Vec<Group> {
        let group = |aspect: &Aspect<'_>| {
            let row = |level: &Level<'_>| {
                Some(Row { label: level.name.clone(), points: vec![(0, reading(&level.cells, self.luck)?)] })
            };
            Group { heading: format!("By {}", aspect.name), rows: aspect.levels.iter().filter_map(row).collect() }
        };
        self.aspects.iter().map(group).filter(|group| !group.rows.is_empty()).collect()
    }

    fn seats_chart(&self) -> Option<Figure> {
        let groups = self.groups(FIRST_SEAT);
        let chart = Dots {
            title: "Score of the first seat".to_owned(),
            subtitle: "Of whoever is named first when a game is set up, draws counting half; bars are 95% intervals"
                .to_owned(),
            series: Vec::new(),
            line: 0.5,
            alt: format!("Scores of the first seat by {}.", self.names()),
            groups,
        };
        (!chart.groups.is_empty()).then(|| Figure { stem: "first-seat".to_owned(), picture: chart.picture() })
    }

    fn draws_chart(&self) -> Option<Figure> {
        let groups = self.groups(DRAWN);
        self.draws_are_worth_drawing().then(|| {
            let chart = Dots {
                title: "How many games are drawn".to_owned(),
                subtitle: "Share of the engagements that nobody wins; bars are 95% intervals".to_owned(),
                series: Vec::new(),
                line: 0.0,
                alt: format!("Shares of drawn games by {}.", self.names()),
                groups,
            };
            Figure { stem: "draws".to_owned(), picture: chart.picture() }
        })
    }

    /// Spreads of the number of turns, level by level.
    fn lengths_chart(&self) -> Option<Figure> {
        let row = |level: &Level<'_>| {
            let mut counts: Vec<u64> = Vec::new();
            for turns in level.cells.iter().map(|cell| &cell.tally.turns) {
                counts.resize(counts.len().max(turns.len()), 0);
                counts.iter_mut().zip(turns).for_each(|(sum, n)| *sum += n);
            }
            BoxRow { label: level.name.clone(), counts }
        };
        let group = |aspect: &Aspect<'_>| BoxGroup {
            heading: format!("By {}", aspect.name),
            rows: aspect.levels.iter().map(row).collect(),
        };
        let groups: Vec<BoxGroup> = self.aspects.iter().map(group).collect();
        (!groups.is_empty()).then(|| {
            let chart = Boxes {
                title: "How long games last".to_owned(),
                subtitle: format!(
                    "In {}. Box: the middle half, with the median; whiskers: the middle nine tenths; dot: the mean",
                    self.length_unit
                ),
                axis: self.length_unit.to_owned(),
                groups,
            };
            Figure { stem: "lengths-by-level".to_owned(), picture: chart.picture() }
        })
    }

    fn table(&self) -> Table {
        let columns = vec![
            Column::words("aspect", "By"),
            Column::words("level", ""),
            Column::numbers("engagements", "Engagements"),
            Column::numbers("first_seat_score", "First seat"),
            Column::reading("95% interval"),
            Column::data("first_seat_low"),
            Column::data("first_seat_high"),
            Column::numbers("draws", "Draws"),
            Column::numbers("turns", &capitalised(self.length_unit)),
            Column::data("draws_low"),
            Column::data("draws_high"),
            Column::data("turns_low"),
            Column::data("turns_high"),
        ];
        let mut table = Table::new("Seats, draws and length", columns);
        for aspect in &self.aspects {
            for level in &aspect.levels {
                let Some(seat) = FIRST_SEAT(&level.cells, self.luck) else { continue };
                let games = level.engagements();
                let drawn = draws(&sum_of_joints(level.cells.iter().copied())) as f64;
                let cells = || level.cells.iter().copied();
                let mut row = vec![
                    Datum::words(&aspect.name),
                    Datum::words(&level.name),
                    Datum::value(games, thousands(games)),
                    Datum::number(seat.score, share(seat)),
                    Datum::reading(interval(seat)),
                    Datum::data(seat.low),
                    Datum::data(seat.high),
                    Datum::number(drawn / games as f64, portion(drawn, games as f64)),
                    Datum::number(level.turns(), format!("{:.1}", level.turns())),
                ];
                for known in [drawn_share(cells(), self.luck), mean_turns(cells())] {
                    row.extend([known.map(|e| e.low), known.map(|e| e.high)].map(Datum::data));
                }
                table.push(row);
            }
        }
        table
    }
}

impl Aspect<'_> {
    fn scores(&self, reading: Reading, luck: Luck) -> Vec<End<'_>> {
        self.levels.iter().filter_map(|level| Some((level.name.as_str(), reading(&level.cells, luck)?))).collect()
    }
}

/// Whether the intervals of two estimates do not touch.
fn apart(low: Estimate, high: Estimate) -> bool {
    low.high < high.low
}

/// The lowest and the highest of several.
fn ends<'n>(estimates: &[End<'n>]) -> Option<(End<'n>, End<'n>)> {
    let by_score = |a: &&End<'_>, b: &&End<'_>| a.1.score.total_cmp(&b.1.score);
    Some((*estimates.iter().min_by(by_score)?, *estimates.iter().max_by(by_score)?))
}

#[cfg(test)]
mod tests {
    use super::super::sample::{cell, joint, run};
    use super::*;

    /// A mirror in a scenario: so many pairs in which the first seat wins both games, so many in which both are drawn, and
    /// so many in which the second seat wins both.
    fn mirror(list: &str, scenario: &str, [first, drawn, second]: [u64; 3]) -> Cell {
        let mut table = [[0; 3]; 3];
        (table[2][0], table[1][1], table[0][2]) = (first, drawn, second);
        let mut cell = cell(list, list, table);
        cell.key.scenario = scenario.to_owned();
        cell
    }

    fn section(cells: Vec<Cell>) -> Section {
        let run = run(cells);
        Breakdowns::of(&run, &Standings::of(&run)).section()
    }

    fn stems(section: &Section) -> Vec<&str> {
        section.figures.iter().map(|figure| figure.stem.as_str()).collect()
    }

    #[test]
    fn seats_and_draws_are_told_by_scenario() {
        let section = section(vec![mirror("x", "hill", [800, 0, 200]), mirror("x", "flag", [300, 400, 300])]);
        section.figures.iter().for_each(|figure| figure.picture.check());
        assert_eq!(stems(&section), ["first-seat", "draws", "lengths-by-level"]);
        assert_eq!(
            section.texts,
            [
                "By scenario the first seat scores from 50% (flag: what the first seat is worth is not decided yet) to 80% (hill: the first seat is an advantage).",
                "By scenario, from 0.0% (hill) to 40% (flag) of the games are drawn.",
            ]
        );
        let row = |n: usize| section.tables[0].rows[n].iter().map(|datum| datum.text.as_str()).collect::<Vec<_>>();
        assert_eq!(row(0)[..4], ["scenario", "hill", "2,000", "80%"]);
        assert_eq!(row(1)[7], "40%");
    }

    #[test]
    fn mirrors_of_several_lists_are_told_by_list() {
        let section = section(vec![mirror("x", "hill", [500, 0, 500]), mirror("y", "hill", [520, 0, 480])]);
        assert_eq!(stems(&section), ["first-seat", "lengths-by-level"]);
        assert_eq!(
            section.texts,
            ["By list, the first seat's scores are too near each other for so many games to tell them apart."]
        );
    }

    #[test]
    fn a_factor_is_an_aspect_and_a_field_of_match_ups_has_none() {
        let level = |value: &str| {
            let mut cell = cell("x", "y", joint(30, 5, 15));
            cell.key.factors = vec![("rules.max-rounds".into(), value.into())];
            cell
        };
        let varied = section(vec![level("10"), level("20")]);
        assert_eq!(varied.tables[0].rows.len(), 2);
        assert_eq!(stems(&varied), ["first-seat", "draws", "lengths-by-level"]);
        varied.figures[2].picture.check();
        let field = section(vec![cell("x", "y", joint(30, 5, 15)), cell("x", "z", joint(5, 5, 5))]);
        assert!(field.tables[0].rows.is_empty() && field.figures.is_empty() && field.texts.is_empty());
    }
}
