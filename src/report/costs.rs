//! What everything should cost: the report of a run whose lists were drawn at random.

use super::cells::distinct;
use super::model::{Figure, Provenance, Report, Section};
use super::rounding::portion;
use super::standings::CONFIDENCE;
use super::table::{Column, Datum, Table, thousands};
use super::{caveats, conclusion, figures, head, tables, without_empty_tables};
use crate::analysis::price_list::{Finding, Price, PriceList, Worth, gain};
use crate::analysis::rounding::{fixed, p_value, places, signed, signed_within};
use crate::analysis::stopping::spent;
use crate::analysis::{self, Additivity, Departure, Interval};
use crate::charts::{PriceTag, Prices, Side};
use crate::experiment::{Drawn, Run};
use crate::outcomes::{Cell, Meetings};

/// p-value from which lists are said to be more, or less, than the sum of their parts.
const ALPHA: f64 = 0.05;

/// Combinations of units that cannot be told apart and are told one by one.
const MOST_UNSEEN: usize = 4;

/// Combinations that are named.
const MOST_NAMED: usize = 8;

/// Drawn lists that are shown.
const SAMPLES: usize = 6;

/// What a cell is one of several of: its doctrines, say.
type SettingOf<'f> = &'f dyn Fn(&Cell) -> String;

/// What everything that lists are made of should cost.
pub struct Costs<'r> {
    run: &'r Run,
    drawn: &'r Drawn,
    list: analysis::Result<PriceList>,
    additivity: Option<Additivity>,
}

impl<'r> Costs<'r> {
    /// Works out the costs of a run; none when its lists were not drawn.
    #[must_use]
    pub fn of(run: &'r Run) -> Option<Self> {
        let drawn = run.manifest.drawn.as_ref()?;
        let meetings: Vec<&Meetings> = run.cells.iter().map(|cell| &cell.tally.meetings).collect();
        let list = price_list(drawn, &meetings, run.manifest.looks);
        let additivity = list.as_ref().ok().and_then(|list| list.additivity(&meetings));
        Some(Self { run, drawn, list, additivity })
    }

    fn name(&self, at: usize) -> &'r str {
        &self.drawn.purchases[at].name
    }

    /// Names and prices whose worth is known.
    fn known(&self) -> Vec<(&'r str, &Price, Worth)> {
        let prices = self.list.as_ref().map_or(&[][..], |list| &list.prices);
        prices.iter().enumerate().filter_map(|(at, price)| Some((self.name(at), price, price.worth?))).collect()
    }

    /// How far the widest interval of a fair cost reaches to either side, in points of cost, without the costs that the lists
    /// cannot tell apart; none where one has no end.
    #[must_use]
    pub fn widest(&self) -> Option<f64> {
        let widths = self.known().into_iter().map(|(_, _, worth)| worth.interval.map(|interval| interval.half_width()));
        let widths: Option<Vec<f64>> = widths.collect();
        widths?.into_iter().max_by(f64::total_cmp)
    }

    /// Whether of every cost it is shown that it is wrong, or that it is fair to within so many points; false where none is known.
    #[must_use]
    pub fn is_decided(&self, margin: f64) -> bool {
        let fair = |price: &Price, interval: Interval| {
            price.present - interval.low <= margin && interval.high - price.present <= margin
        };
        let known = self.known();
        let decided = |(_, price, worth): &(&str, &Price, Worth)| {
            price.is_shown_wrong() || worth.interval.is_some_and(|interval| fair(price, interval))
        };
        !known.is_empty() && known.iter().all(decided)
    }

    /// The answer in a sentence or two. Of a run that was broken off it begins with that.
    #[must_use]
    pub fn answer(&self) -> String {
        conclusion::partial(self.run, self.said())
    }

    fn said(&self) -> String {
        let list = match &self.list {
            _ if self.run.pairs() == 0 => {
                return "No pair of engagements was finished, so nothing can be said.".to_owned();
            }
            Ok(list) => list,
            Err(impossible) => return format!("No costs can be found: {impossible}."),
        };
        let pairs = thousands(list.pairs);
        let known = self.known();
        if known.is_empty() {
            return format!(
                "What units should cost cannot be told from these {pairs} pairs: {}",
                match (&list.impossible, self.unseen()) {
                    (Some(why), _) => format!("{why}."),
                    // What stands in no list is in nobody's way.
                    (None, why) if list.unseen.iter().all(|direction| is_absent(direction, list)) => {
                        let too_few = "they are too few, or lists of so few points differ too little.".to_owned();
                        [vec![too_few], why].concat().join(" ")
                    }
                    (None, why) => why.join(" "),
                }
            );
        }
        if known.iter().all(|(_, _, worth)| worth.interval.is_none()) {
            return format!(
                "What a point is worth is not clear after {pairs} pairs, and so no cost is: play more pairs, or let lists differ more."
            );
        }
        let wrong: Vec<_> = known.iter().filter(|(_, price, _)| price.is_shown_wrong()).collect();
        let of = |finding: Finding| wrong.iter().filter(|(_, price, _)| price.finding() == finding).count();
        let counted = |n: usize| if n == 0 { "none".to_owned() } else { n.to_string() };
        let (over, under) = (of(Finding::Overpriced), of(Finding::Underpriced));
        let mut text = format!(
            "Of {} costs {} {} shown to be too high and {} too low when all are tested together, by {pairs} pairs between random lists of about {} points.",
            known.len(),
            counted(over),
            if over == 1 { "is" } else { "are" },
            counted(under),
            self.drawn.lists.budget,
        );
        let distance =
            |(_, price, worth): &(&str, &Price, Worth)| worth.fair.map_or(0.0, |fair| (fair - price.present).abs());
        let farthest = wrong.iter().max_by(|a, b| distance(a).total_cmp(&distance(b)));
        if let Some((name, price, worth)) = farthest
            && let (Some(fair), Some(interval)) = (worth.fair, worth.interval)
        {
            text += &format!(
                " The farthest off: {name} should cost {} instead of {}.",
                within(fair, interval, digits(price)),
                price.present
            );
        }
        text
    }

    /// Sentences that belong beside the answer.
    fn remarks(&self) -> Vec<String> {
        let Ok(list) = &self.list else { return Vec::new() };
        let engagements = self.run.engagements();
        let mut remarks = vec![format!(
            "{} engagements were played, in {} pairs: two lists are drawn for every pair, and meet twice with the seats swapped.",
            thousands(engagements),
            thousands(list.pairs)
        )];
        remarks.extend(self.run.manifest.looks.map(caveats::at_every_look));
        let known = self.known();
        let (points, total) = known.iter().fold((0.0, 0.0), |(points, total), (_, price, worth)| {
            (points + price.per_list * worth.points, total + price.per_list * price.present)
        });
        if total > 0.0 {
            let tenth = points * 0.1 * self.drawn.lists.budget / total;
            remarks.push(format!(
                "A tenth more points, spent on everything alike, adds {} points of win rate in an even game.",
                fixed(gain(tenth), 1)
            ));
        }
        if known.iter().any(|(_, _, worth)| worth.interval.is_some()) {
            remarks.push("A fair cost is measured in points of the mean list, which keeps its total; of single intervals, one in twenty misses its cost by chance.".to_owned());
        }
        remarks.extend(self.robustness());
        remarks
    }

    /// What the lists cannot tell apart, in words.
    fn unseen(&self) -> Vec<String> {
        let Ok(list) = &self.list else { return Vec::new() };
        let costs: Vec<f64> = self.drawn.purchases.iter().map(|purchase| purchase.cost).collect();
        if list.unseen.len() > MOST_UNSEEN {
            return vec![format!(
                "{} combinations of units come in step in all pairs, or stand in none or too few, so that their costs cannot be told apart: more pairs tell most of them.",
                list.unseen.len()
            )];
        }
        list.unseen.iter().map(|direction| self.in_words(direction, list, &costs)).collect()
    }

    fn in_words(&self, direction: &[(usize, f64)], list: &PriceList, costs: &[f64]) -> String {
        let PriceList { prices, rare, .. } = list;
        let fielded = prices.iter().filter(|price| price.per_list > 0.0).count();
        let unit = direction.first().map_or(0.0, |(at, x)| x / costs[*at]);
        let by_cost = direction.len() > 1
            && direction.len() == fielded
            && direction.iter().all(|(at, x)| (x / costs[*at] - unit).abs() < 1e-6 * unit.abs());
        if by_cost {
            return "All lists have the same points, so that the games say what is worth more than what, but not what a point is worth: let lists differ (`jitter`).".to_owned();
        }
        match direction {
            [(at, _)] if is_absent(direction, list) => {
                format!("{} stands in no list, so that nothing is known of it.", self.name(*at))
            }
            [(at, _)] if rare.contains(at) => {
                format!("Too few pairs say anything of {}, so that nothing is known of it.", self.name(*at))
            }
            [(at, _)] => {
                format!("There is always as much of {} in both lists, so that nothing is known of it.", self.name(*at))
            }
            parts => {
                let part =
                    |(at, x): &(usize, f64)| format!("{} {}", signed(*x, 2).trim_end_matches(".00"), self.name(*at));
                let parts: Vec<String> = parts.iter().map(part).collect();
                format!(
                    "These come in step, so that their costs cannot be told apart; in every pair the same is left of: {}.",
                    parts.join(", ")
                )
            }
        }
    }

    /// One row for each cost.
    #[must_use]
    pub fn table(&self) -> Table {
        let mut columns = vec![
            Column::words("unit", "Unit"),
            Column::numbers("present_cost", "Now"),
            Column::numbers("fair_cost", "Fair"),
            Column::reading("95% interval"),
            Column::words("verdict", "Verdict"),
            Column::data("win_points"),
            Column::data("win_points_per_tenth"),
            Column::reading("One more adds"),
            Column::reading("A tenth spent on it adds"),
            Column::numbers("per_list", "In a list"),
        ];
        let data = ["fair_low", "fair_high", "win_points_std_error", "in_lists", "p_value", "p_adjusted", "pairs"];
        let ends = ["win_points_low", "win_points_high", "win_points_per_tenth_low", "win_points_per_tenth_high"];
        columns.extend(data.into_iter().chain(ends).map(Column::data));
        let mut table = Table::new("Present and fair costs; what it adds is in points of win rate", columns);
        let Ok(list) = &self.list else { return table };
        for (at, price) in list.prices.iter().enumerate() {
            let worth = price.worth;
            let interval = worth.and_then(|worth| worth.interval);
            let mut row = vec![Datum::words(self.name(at)), Datum::number(price.present, price.present.to_string())];
            row.push(worth.and_then(|w| w.fair).map_or_else(Datum::none, |fair| match interval {
                Some(_) => Datum::number(fair, fixed(fair, digits(price))),
                None => Datum::number(fair, "?"),
            }));
            row.push(interval.map_or_else(|| Datum::reading("-"), |i| Datum::reading(limits(i, digits(price)))));
            row.push(Datum::words(price.verdict()));
            row.extend([worth.map(|w| w.points), worth.and_then(|w| w.points_per_tenth)].map(Datum::data));
            row.push(worth.map_or_else(|| Datum::reading("-"), |w| gained(w.points, w.points_interval)));
            let tenth = worth.as_ref().and_then(a_tenth_adds);
            row.push(tenth.map_or_else(|| Datum::reading("-"), |(points, within)| gained(points, within)));
            row.push(Datum::number(price.per_list, fixed(price.per_list, 2)));
            row.extend([interval.map(|i| i.low), interval.map(|i| i.high)].map(Datum::data));
            row.push(Datum::data(worth.map(|w| w.points_std_error)));
            row.push(Datum::data(price.in_lists));
            row.extend([worth.and_then(|w| w.p_value), worth.and_then(|w| w.p_adjusted)].map(Datum::data));
            row.push(Datum::data(list.pairs));
            row.extend([worth.map(|w| w.points_interval.low), worth.map(|w| w.points_interval.high)].map(Datum::data));
            row.extend([tenth.map(|(_, within)| within.low), tenth.map(|(_, within)| within.high)].map(Datum::data));
            table.push(row);
        }
        table
    }

    /// Fair costs against present ones, what is too dear first.
    fn chart(&self) -> Option<Figure> {
        let mut rows: Vec<(f64, PriceTag)> = Vec::new();
        for (name, price, worth) in self.known() {
            let (Some(fair), Some(Interval { low, high })) = (worth.fair, worth.interval) else { continue };
            let side = match price.finding() {
                Finding::Overpriced => Side::Below,
                Finding::Underpriced => Side::Above,
                Finding::NoChange | Finding::Unknown => Side::About,
            };
            let (label, places) = (name.to_owned(), digits(price));
            let tag = PriceTag { label, present: price.present, fair: [low, fair, high], places, side };
            rows.push((fair / price.present.max(1e-9), tag));
        }
        if rows.is_empty() {
            return None;
        }
        rows.sort_by(|a, b| a.0.total_cmp(&b.0));
        let end = |tag: Option<&(f64, PriceTag)>| {
            tag.map_or_else(String::new, |(_, tag)| {
                format!("{}, fair at {} and now {}", tag.label, fixed(tag.fair[1], 1), tag.present)
            })
        };
        let alt = format!(
            "Fair and present costs, from what costs too much to what costs too little: from {} to {}.",
            end(rows.first()),
            end(rows.last())
        );
        let pairs = self.list.as_ref().map_or(0, |list| list.pairs);
        let chart = Prices {
            title: format!("What it should cost, {}", self.run.manifest.title),
            subtitle: format!(
                "Black marks: present costs. Dots: fair costs with 95% intervals, from {} pairs between random lists",
                thousands(pairs)
            ),
            rows: rows.into_iter().map(|(_, tag)| tag).collect(),
            alt,
        };
        Some(Figure { stem: "costs".to_owned(), picture: chart.picture() })
    }

    /// Whether combinations matter beyond the sum of what they are made of.
    fn is_more_than_its_parts(&self) -> bool {
        self.additivity.as_ref().is_some_and(|sum| sum.p_value <= ALPHA || !sum.departures.is_empty())
    }

    /// How far prices can say what a list is worth.
    fn sums(&self) -> Option<Section> {
        let Ok(list) = &self.list else { return None };
        if self.known().is_empty() {
            return None;
        }
        let mut section = Section { heading: "Is a list the sum of its units?".to_owned(), ..Section::default() };
        let Some(sum) = &self.additivity else {
            section.texts.push(format!(
                "That is asked of the square of every number and the product of every two, and {} pairs are too few to answer it.",
                thousands(list.pairs)
            ));
            return Some(section);
        };
        let points = |square: f64| fixed(100.0 * square.max(0.0).sqrt(), 1);
        section.texts.push(format!(
            "Random lists are this far from even against the field, root mean square: {} points of win rate by the sum of their units, which costs can repair, and {} points by what their units do for each other, which no costs can (squares and products of numbers, {} terms; p {} that they do nothing at all).",
            points(sum.unit_part),
            points(sum.synergy_part),
            sum.terms,
            match p_value(sum.p_value) {
                small if small.starts_with('<') => small,
                p => format!("= {p}"),
            }
        ));
        section.texts.push(if self.is_more_than_its_parts() {
            "A list is not quite the sum of its units: a fair cost is that of a unit in the company it has in these lists, and would be another in others.".to_owned()
        } else {
            "Nothing is seen that speaks against adding up units.".to_owned()
        });
        if !sum.departures.is_empty() {
            section.tables.push(self.departures(&sum.departures));
        }
        Some(section)
    }

    /// What no prices can repair: how far lists are from even by what their units do for each other.
    #[must_use]
    pub fn beyond_prices(&self) -> Option<String> {
        let list = self.list.as_ref().ok()?;
        let Some(sum) = &self.additivity else {
            let pairs = thousands(list.pairs);
            return Some(format!("{pairs} pairs in a round are too few to tell what units do for each other."));
        };
        let synergy = fixed(100.0 * sum.synergy_part.max(0.0).sqrt(), 1);
        if !self.is_more_than_its_parts() {
            return Some(format!(
                "nothing is seen; what units do for each other puts random lists {synergy} points of win rate from even, root mean square, which chance explains."
            ));
        }
        let most = sum.departures.first().map_or_else(String::new, |departure| {
            let with = if departure.first == departure.second { "another one" } else { self.name(departure.second) };
            format!(", most of all {} with {with}", self.name(departure.first))
        });
        Some(format!(
            "what units do for each other puts random lists {synergy} points of win rate from even, root mean square{most}."
        ))
    }

    fn departures(&self, departures: &[Departure]) -> Table {
        let columns = vec![
            Column::words("first", "Unit"),
            Column::words("second", "With"),
            Column::numbers("win_points", "Together they add"),
            Column::numbers("p_adjusted", "p (Holm)"),
        ];
        let mut table = Table::new("Worth more, or less, together; in points of win rate beyond the sum", columns);
        for departure in departures.iter().take(MOST_NAMED) {
            let Departure { first, second, points, p_adjusted } = *departure;
            table.push(vec![
                Datum::words(self.name(first)),
                Datum::words(if first == second { "another one" } else { self.name(second) }),
                Datum::number(points, signed(points, 1)),
                Datum::number(p_adjusted, p_value(p_adjusted)),
            ]);
        }
        table
    }

    /// Names of the doctrines that met in a cell.
    fn doctrines(cell: &Cell) -> String {
        match (&cell.key.doctrine_a, &cell.key.doctrine_b) {
            (a, b) if a == b => a.clone(),
            (a, b) => format!("{a} v {b}"),
        }
    }

    /// The settings of this kind, and the costs in each alone; none where there is but one.
    fn apart(&self, of: SettingOf<'_>) -> Option<Vec<(String, PriceList)>> {
        let settings = distinct(self.run.cells.iter().map(of));
        if settings.len() < 2 {
            return None;
        }
        let alone = |setting: String| {
            let cells = self.run.cells.iter().filter(|cell| of(cell) == setting);
            let meetings: Vec<&Meetings> = cells.map(|cell| &cell.tally.meetings).collect();
            Some((setting, price_list(self.drawn, &meetings, self.run.manifest.looks).ok()?))
        };
        settings.into_iter().map(alone).collect()
    }

    /// Whether what is shown of costs survives other play.
    fn robustness(&self) -> Option<String> {
        let apart = self.apart(&Self::doctrines)?;
        let list = self.list.as_ref().ok()?;
        let wrong: Vec<usize> = (0..list.prices.len()).filter(|at| list.prices[*at].is_shown_wrong()).collect();
        let side = |list: &PriceList, at: usize| {
            let price = list.prices[at];
            Some(price.worth?.fair? < price.present)
        };
        let everywhere = |at: &&usize| apart.iter().all(|(_, alone)| side(alone, **at) == side(list, **at));
        (!wrong.is_empty()).then(|| format!(
            "Of the {} that are shown to be wrong, {} lean the same way under every one of {} doctrines taken alone.",
            wrong.len(),
            wrong.iter().filter(everywhere).count(),
            apart.len()
        ))
    }

    /// Fair costs under each doctrine, in each scenario and on each battlefield alone.
    fn settings(&self) -> Vec<Table> {
        let by: [(&str, SettingOf<'_>); 3] = [
            ("doctrine", &Self::doctrines),
            ("scenario", &|cell| cell.key.scenario.clone()),
            ("battlefield", &|cell| cell.key.battlefield.clone()),
        ];
        by.into_iter().filter_map(|(word, of)| Some(self.side_by_side(word, &self.apart(of)?))).collect()
    }

    fn side_by_side(&self, word: &str, lists: &[(String, PriceList)]) -> Table {
        let mut columns = vec![Column::words("unit", "Unit"), Column::numbers("present_cost", "Now")];
        columns
            .extend(lists.iter().enumerate().map(|(n, (name, _))| Column::numbers(&format!("{word}_{}", n + 1), name)));
        let mut table = Table::new(format!("Fair cost by {word}, ± half of the interval"), columns);
        for (at, purchase) in self.drawn.purchases.iter().enumerate() {
            let mut row = vec![Datum::words(&purchase.name), Datum::number(purchase.cost, purchase.cost.to_string())];
            row.extend(lists.iter().map(|(_, list)| {
                let known = list.prices[at].worth.and_then(|worth| Some((worth.fair?, worth.interval?)));
                known.map_or_else(Datum::none, |(fair, interval)| {
                    let digits = places(interval.half_width()).min(2);
                    Datum::number(fair, format!("{} ±{}", fixed(fair, digits), fixed(interval.half_width(), digits)))
                })
            }));
            table.push(row);
        }
        table
    }

    /// Some of the lists that were drawn.
    fn samples(&self) -> Table {
        let columns = vec![
            Column::words("list", "Pair"),
            Column::numbers("cost", "Points"),
            Column::words("units", "Units"),
            Column::words("result", "Score"),
        ];
        let mut table = Table::new("The first lists that were drawn", columns);
        let Some(cell) = self.run.cells.first() else { return table };
        for row in cell.tally.meetings.iter().take(SAMPLES.div_ceil(2)) {
            for (list, counts) in row.counts.into_iter().enumerate() {
                let parts = self.drawn.purchases.iter().zip(counts).filter(|(_, n)| **n > 0);
                let cost: f64 = parts.clone().map(|(purchase, n)| purchase.cost * f64::from(*n)).sum();
                let words = parts.map(
                    |(purchase, n)| {
                        if *n == 1 { purchase.name.clone() } else { format!("{n} {}", purchase.name) }
                    },
                );
                let score = f64::from(row.quarters) / 4.0;
                table.push(vec![
                    Datum::words(format!("{}/{}", cell.key.number, row.pair)),
                    Datum::number(cost, cost.to_string()),
                    Datum::words(words.collect::<Vec<_>>().join(", ")),
                    Datum::words(portion(if list == 0 { score } else { 1.0 - score }, 1.0)),
                ]);
            }
        }
        table
    }

    /// What a reader should mind about the costs themselves.
    #[must_use]
    pub fn cautions(&self) -> Vec<String> {
        let mut cautions = Vec::new();
        if self.is_more_than_its_parts() {
            cautions.push("Lists are more, or less, than the sum of their units. Costs of units are right on average over such lists, and not for every one.".to_owned());
        }
        if !self.known().is_empty() {
            cautions.extend(self.unseen());
            let held = self
                .list
                .as_ref()
                .is_ok_and(|list| list.prices.iter().any(|price| price.per_list > 0.0 && price.worth.is_none()));
            if held {
                cautions.push(
                    "Of what cannot be told apart one cost is held as it is, and the others are measured beside it."
                        .to_owned(),
                );
            }
        }
        cautions
    }

    fn warnings(&self) -> Vec<String> {
        [caveats::broken_off(self.run), self.cautions(), caveats::of_play(self.run)].concat()
    }

    fn assumptions(&self) -> Vec<String> {
        let lists = self.drawn.lists;
        let mut assumptions = vec![format!(
            "Lists: drawn at random from all that the rules of lists allow, each with a budget of its own, {} points give or take {}%. A fair cost is an average over these lists, these doctrines and this table.",
            lists.budget,
            fixed(100.0 * lists.jitter, 1).trim_end_matches(".0")
        )];
        assumptions.extend(caveats::assumptions(self.run));
        assumptions
    }

    /// The whole report.
    #[must_use]
    pub fn report(&self) -> Report {
        let run = self.run;
        let costs = Section {
            heading: "What it should cost".to_owned(),
            brief: true,
            texts: vec!["Fair costs are those at which every unit gives as much for its points as any other. Where the interval holds the present cost, no change is supported.".to_owned()],
            figures: self.chart().into_iter().collect(),
            tables: vec![self.table()],
            ..Section::default()
        };
        let course = Section {
            heading: "How it goes".to_owned(),
            figures: figures::course(run),
            tables: vec![tables::endings(run)],
            ..Section::default()
        };
        let appendix = [
            ("Fair costs in each setting alone", self.settings()),
            ("The lists", vec![self.samples()]),
            (
                "How often the rules mattered",
                vec![tables::rules(run, false), tables::rules(run, true), tables::counts(run)],
            ),
        ];
        let sections = [without_empty_tables(costs), self.sums(), without_empty_tables(course)];
        let section = |(heading, tables): (&str, Vec<Table>)| Section {
            heading: heading.to_owned(),
            tables,
            ..Section::default()
        };
        Report {
            title: head::title(run),
            setting: head::setting(run),
            answer: self.answer(),
            remarks: self.remarks(),
            warnings: self.warnings(),
            sections: sections.into_iter().flatten().collect(),
            assumptions: self.assumptions(),
            appendix: appendix.into_iter().map(section).filter_map(without_empty_tables).collect(),
            provenance: Provenance::of(run),
        }
    }
}

fn price_list(drawn: &Drawn, meetings: &[&Meetings], look: Option<u32>) -> analysis::Result<PriceList> {
    let present: Vec<f64> = drawn.purchases.iter().map(|purchase| purchase.cost).collect();
    let of = |confidence: f64| PriceList::of(meetings, &present, drawn.lists.budget, confidence);
    match look {
        None => of(CONFIDENCE),
        Some(look) => Ok(of(1.0 - spent(ALPHA, look))?.at_look(look)),
    }
}

/// What something adds in an even game, with its interval.
fn gained(points: f64, within: Interval) -> Datum {
    Datum::reading(signed_within(gain(points), Interval { low: gain(within.low), high: gain(within.high) }))
}

/// What a tenth of the budget that is spent on something adds, with its interval, which is that of one more.
fn a_tenth_adds(worth: &Worth) -> Option<(f64, Interval)> {
    let tenth = worth.points_per_tenth?;
    let scale = tenth / worth.points;
    let Interval { low, high } = worth.points_interval;
    scale.is_finite().then_some((tenth, Interval { low: low * scale, high: high * scale }))
}

/// Decimal places in which a fair cost is told: as many as its interval supports, hundredths at most, and one more where a
/// limit would otherwise read like the present cost that it leaves out.
fn digits(price: &Price) -> usize {
    let Some(interval) = price.worth.and_then(|worth| worth.interval) else { return 0 };
    let places = places(interval.half_width()).min(2);
    let unclear =
        [interval.low, interval.high].iter().any(|limit| fixed(*limit, places) == fixed(price.present, places));
    places + usize::from(unclear && price.finding() != Finding::NoChange)
}

/// `[2.7, 3.1]`.
fn limits(interval: Interval, digits: usize) -> String {
    let [low, high] = [interval.low, interval.high].map(|limit| fixed(limit, digits));
    format!("[{low}, {high}]")
}

/// `2.9 (95% interval 2.7 to 3.1)`.
fn within(fair: f64, interval: Interval, digits: usize) -> String {
    let [fair, low, high] = [fair, interval.low, interval.high].map(|cost| fixed(cost, digits));
    format!("{fair} (95% interval {low} to {high})")
}

/// Whether something is not told apart because no list has it.
fn is_absent(direction: &[(usize, f64)], list: &PriceList) -> bool {
    matches!(direction, [(at, _)] if list.prices[*at].per_list == 0.0)
}

#[cfg(test)]
mod tests;
