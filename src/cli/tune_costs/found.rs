//! What a search for prices has found, as a table and in words.

use std::path::Path;
use std::time::Duration;

use serde_json::json;

use super::Round;
use crate::analysis::Interval;
use crate::analysis::price_search::{Measured, PriceSearch, spread};
use crate::analysis::rounding::{fixed, places, signed, signed_within};
use crate::cli::diagnostics::Failure;
use crate::cli::execute;
use crate::cli::output::{print, print_json, print_table, prose, repeat};
use crate::report::Costs;
use crate::report::format::Format;
use crate::report::table::{Column, Datum, Table, thousands};

/// What a search has found.
pub struct Found<'f> {
    /// The file that the codex was asked for in.
    pub asked: Option<&'f Path>,
    /// Prices before the search.
    pub old: &'f [f64],
    /// Where it came to.
    pub search: &'f PriceSearch,
    /// Prices after it, on the grid.
    pub new: &'f [f64],
    /// Steps of prices.
    pub grid: f64,
    /// Whether no price was shown to be wrong any more.
    pub settled: bool,
    /// All rounds before the last.
    pub rounds: &'f [Round],
    /// The round on fresh lists.
    pub last: &'f Round,
    /// How long it took.
    pub took: Duration,
    /// Of each purchase whether it has a price of its own in the codex.
    pub alone: &'f [bool],
}

impl Found<'_> {
    /// Prints it.
    ///
    /// # Errors
    /// When it cannot be printed.
    pub fn tell(&self, format: Format) -> Result<(), Failure> {
        let (table, manifest) = (self.table(), &self.last.run.manifest);
        if format == Format::Json {
            return print_json(&json!({
                "prices": table.to_json(), "settled": self.settled, "rounds": self.rounds.len(), "round_to": self.grid,
                "spread_before": self.rounds[0].spread(), "spread_after": self.last.spread(), "pairs": self.pairs(),
                "still_wrong": self.still_wrong(), "digest": manifest.digest, "seed": manifest.seed,
                "search_seed": self.seed(), "moved": self.moved(), "repeat": execute::this_command(),
            }));
        }
        print_table(&table, format)?;
        if format == Format::Csv {
            return Ok(());
        }
        let again = repeat(&execute::this_command(), format);
        print(&format!("\n{}\n\n{again}\n", prose(&self.sentences().join("\n\n"), format)))
    }

    /// The seed that the search was asked for: that of its first round.
    fn seed(&self) -> u64 {
        self.rounds[0].run.manifest.seed
    }

    /// How many prices are others than before.
    fn moved(&self) -> usize {
        self.new.iter().zip(self.old).filter(|(new, old)| (*new - *old).abs() > 1e-9).count()
    }

    fn table(&self) -> Table {
        let columns = vec![
            Column::words("unit", "Unit"),
            Column::numbers("old", "Was"),
            Column::numbers("found", "Found"),
            Column::numbers("new", "New"),
            Column::numbers("low", "Fair from"),
            Column::numbers("high", "to"),
            Column::reading("Gains before"),
            Column::data("gain_before"),
            Column::data("gain_before_low"),
            Column::data("gain_before_high"),
            Column::reading("after"),
            Column::data("gain_after"),
            Column::data("gain_after_low"),
            Column::data("gain_after_high"),
            Column::words("remark", "Remark"),
        ];
        let mut table = Table::new("", columns);
        let (names, checked) = (&self.last.drawn().purchases, self.last.measured());
        let gains = [&self.rounds[0], self.last].map(Round::gains);
        let points = |gain: Option<(f64, Option<Interval>)>| {
            let within = gain.and_then(|(_, within)| within);
            let text = match (gain, within) {
                (None, _) => "-".to_owned(),
                (Some((gain, _)), None) => signed(gain, 1),
                (Some((gain, _)), Some(within)) => signed_within(gain, within),
            };
            let data = |value: Option<f64>| value.map_or_else(Datum::none, Datum::data);
            let numbers = [gain.map(|(gain, _)| gain), within.map(|it| it.low), within.map(|it| it.high)];
            std::iter::once(Datum::reading(text)).chain(numbers.map(data))
        };
        for (at, purchase) in names.iter().enumerate() {
            let number = |value: Option<f64>, width: f64| {
                value.map_or_else(Datum::none, |value| Datum::number(value, fixed(value, places(width).min(2))))
            };
            let width = checked[at].map_or(1.0, |one| one.interval.half_width());
            let mut row = vec![
                Datum::words(&purchase.name),
                Datum::number(self.old[at], self.old[at].to_string()),
                number(Some(self.search.prices[at]), width.min(self.grid)),
                Datum::number(self.new[at], self.new[at].to_string()),
                number(checked[at].map(|one| one.interval.low), width),
                number(checked[at].map(|one| one.interval.high), width),
            ];
            row.extend(gains.iter().flat_map(|gains| points(gains[at])));
            row.push(Datum::words(self.remark(at, checked[at])));
            table.push(row);
        }
        table
    }

    /// What there is to say of a price.
    fn remark(&self, at: usize, checked: Option<Measured>) -> String {
        let terms = &self.search.terms[at];
        let mut remarks = Vec::new();
        if terms.held {
            remarks.push(if self.alone[at] { "kept" } else { "kept: no price of its own in the codex" });
        } else if self.rounds.iter().all(|round| round.measured()[at].is_none()) {
            remarks.push("not known");
        } else if checked.is_none() {
            remarks.push("not known in the last round");
        }
        if terms.tied_to != at
            || self.search.terms.iter().enumerate().any(|(other, terms)| other != at && terms.tied_to == at)
        {
            remarks.push("tied");
        }
        let bounded = self.search.prices[at] <= terms.least || self.search.prices[at] >= terms.most;
        if bounded && !terms.held {
            remarks.push("at its limit");
        } else if !terms.held && self.new[at] - self.search.prices[at] > self.grid / 2.0 {
            remarks.push("no less than a step");
        }
        // By itself: of many prices some are outside by chance.
        let outside = |one: Measured| !(one.interval.low..=one.interval.high).contains(&self.new[at]);
        if checked.is_some_and(|one| one.shown_wrong) {
            remarks.push("still shown wrong");
        } else if checked.is_some_and(outside) && terms.held {
            remarks.push("outside its interval");
        } else if checked.is_some_and(outside) {
            remarks.push("outside its interval, perhaps by chance");
        }
        remarks.join(", ")
    }

    /// Units whose prices are shown to be wrong in the last round.
    fn still_wrong(&self) -> Vec<&str> {
        let all = self.last.drawn().purchases.iter().zip(self.last.measured());
        all.filter(|(_, price)| price.is_some_and(|price| price.shown_wrong))
            .map(|(one, _)| one.name.as_str())
            .collect()
    }

    /// How far lists of the last round that met are apart by errors of prices, in points of win rate; none where no worth is known.
    fn lost_by(&self, errors: &[f64]) -> Option<f64> {
        let prices = &self.last.list.prices;
        let (points, cost) = prices.iter().fold((0.0, 0.0), |(points, cost), price| {
            let worth = price.worth.map_or(0.0, |worth| worth.points);
            (points + price.per_list * worth, cost + price.per_list * price.present)
        });
        let worth = |error: &f64| error * points / cost;
        let points: Vec<f64> = (points > 0.0 && cost > 0.0).then(|| errors.iter().map(worth).collect())?;
        spread(self.last.run.cells.iter().flat_map(|cell| cell.tally.meetings.iter()).map(|row| row.counts), &points)
    }

    /// What the best bought purchase gained over the worst at the old prices, and what it gains at the new ones.
    fn best_and_worst(&self) -> Option<String> {
        let names = &self.last.drawn().purchases;
        let ends = |round: &Round| {
            let known = round.gains().into_iter().enumerate().filter_map(|(at, gain)| Some((at, gain?.0)));
            let by = |one: &(usize, f64), other: &(usize, f64)| one.1.total_cmp(&other.1);
            let all: Vec<(usize, f64)> = known.collect();
            let [(worst, low), (best, high)] = [all.iter().copied().min_by(by)?, all.iter().copied().max_by(by)?];
            Some((high - low, &names[worst].name, &names[best].name))
        };
        let [(before, from, to), (after, out, into)] = [ends(&self.rounds[0])?, ends(self.last)?];
        // Of the worst and the best of many figures errors make more, not less.
        let verdict = if after > before {
            "which is more: the errors of the last round are larger than what it could have found"
        } else {
            "errors of both included"
        };
        let [before, after] = [before, after].map(|points| fixed(points, 1));
        Some(format!(
            "Gains are the points of win rate that a tenth of a list's points wins in an even game, spent on this and not on the mean list, with the intervals that go with those of fair costs. Moved from {from} to {to}, the worst buy and the best, a tenth gained {before} points at the old prices; at the new ones, from {out} to {into}, it gains {after}, {verdict}."
        ))
    }

    /// Pairs of all rounds.
    fn pairs(&self) -> u64 {
        self.rounds.iter().chain([self.last]).map(|round| round.run.pairs()).sum()
    }

    fn sentences(&self) -> Vec<String> {
        let (manifest, rounds) = (&self.last.run.manifest, self.rounds.len());
        let known = self.rounds.iter().any(|round| round.measured().iter().any(Option::is_some));
        let times = if rounds == 1 { "1 round".to_owned() } else { format!("{rounds} rounds") };
        let end = if !known {
            "What units should cost cannot be told from the pairs of these rounds, and prices stay as they are: play more --pairs."
                .to_owned()
        } else if self.settled {
            let later =
                if self.still_wrong().is_empty() { "" } else { "; fresh lists at the new prices show some, below" };
            format!(
                "After {times} no price that may move is shown to be wrong any more when all are tested together{later}."
            )
        } else {
            format!("After {times} prices still move: more --rounds or more --pairs would take them further.")
        };
        let mut said = vec![
            end,
            "Found is what the rounds came to, New the same on the grid and within limits; what is fair, from and to, is the interval of the last round, on fresh lists at the new prices."
                .to_owned(),
        ];
        said.extend(known.then(|| self.best_and_worst()).flatten());
        let moved = self.moved();
        // Limits move prices too, and are no rounding.
        let within = self.search.prices.iter().zip(&self.search.terms);
        let within =
            within.map(|(found, terms)| if terms.held { *found } else { found.clamp(terms.least, terms.most) });
        let rounded: Vec<f64> = self.new.iter().zip(within).map(|(new, found)| new - found).collect();
        let (most, sum) =
            rounded.iter().fold((0.0_f64, 0.0), |(most, sum), one| (most.max(one.abs()), sum + one.abs()));
        said.push(format!(
            "{moved} of {} prices are others than before. Rounding to steps of {} moves prices by {} points on average, {} at most{}.",
            self.new.len(),
            self.grid,
            fixed(sum / self.new.len().max(1) as f64, 2),
            fixed(most, 2),
            self.lost_by(&rounded).map_or_else(String::new, |lost| {
                format!(": that alone puts random lists that meet {} points of win rate apart", fixed(lost, 1))
            })
        ));
        if let (Some(before), Some(after)) = (self.rounds[0].spread(), self.last.spread()) {
            said.push(format!(
                "Random lists that meet are {} points of win rate apart at the old prices, and {} at the new ones, on fresh lists; what is left comes from budgets that differ, rounding, and the errors of both figures.",
                fixed(before, 1),
                fixed(after, 1)
            ));
        }
        let wrong = self.still_wrong();
        if !wrong.is_empty() {
            let why = if !known {
                " The rounds before it saw too little to move any."
            } else if self.settled {
                " Rounding, limits and prices that are held are why, or that the last round sees what the one before it did not."
            } else {
                ""
            };
            said.push(format!(
                "At the new prices, on fresh lists, these are still shown to be wrong: {}.{why}",
                wrong.join(", ")
            ));
        }
        if let Some(costs) = Costs::of(&self.last.run) {
            said.extend(costs.beyond_prices().map(|beyond| format!("What prices cannot repair: {beyond}")));
            said.extend(costs.cautions());
        }
        said.push(format!("Play: {}.", self.play()));
        let engagements: u64 = self.rounds.iter().chain([self.last]).map(|round| round.run.engagements()).sum();
        if let Some(path) = self.asked.map(Path::display) {
            said.push(match moved {
                0 => format!("No price has moved, and no codex is written to {path}."),
                _ => format!("The codex with the new prices is {path}: --codex takes it."),
            });
        }
        said.push(format!(
            "{} games in {} pairs and {} rounds, {} minutes. Digest of the last round {}; seed {}. To repeat it:",
            thousands(engagements),
            thousands(self.pairs()),
            rounds + 1,
            fixed(self.took.as_secs_f64() / 60.0, 1),
            manifest.digest,
            self.seed()
        ));
        said
    }

    /// Doctrines, scenarios and battlefields that were played.
    fn play(&self) -> String {
        let each = |of: &dyn Fn(&crate::outcomes::CellKey) -> String| {
            let mut all: Vec<String> = Vec::new();
            for cell in &self.last.run.cells {
                let one = of(&cell.key);
                if !all.contains(&one) {
                    all.push(one);
                }
            }
            all.join(", ")
        };
        format!(
            "doctrines {}; scenario {}; battlefield {}",
            each(&|key| key.doctrine_a.clone()),
            each(&|key| key.scenario.clone()),
            each(&|key| key.battlefield.clone())
        )
    }
}
