//! Main effects: what each level of what was varied does to the score, taken together, and which factors do more together than apart.

use super::axes::{Axis, axes, number_of};
use super::model::Section;
use super::standings::{CONFIDENCE, Standings, average, first_seat};
use super::table::{Column, Datum, Table};
use crate::analysis::multiple_testing::{Correction, adjust_p};
use crate::analysis::rounding::{p_value, signed};
use crate::analysis::special::{normal_two_sided, squared};
use crate::analysis::{DesignFactor, Interval, MainEffects};
use crate::charts::Estimate;
use crate::experiment::Run;
use crate::outcomes::Cell;

/// Numbers of more levels than this move along a line; of fewer where the cells tell no more apart.
const MOST_LEVELS: [usize; 2] = [4, 2];

/// Chance of a false alarm among what factors do together.
const ALPHA: f64 = 0.05;

/// What is left over, in units of the dice, from which on a reader is told.
const WORTH_TELLING: f64 = 1.5;

/// The effects of whatever the cells of a run differ in.
pub struct Effects<'r> {
    axes: Vec<Axis<'r>>,
    found: MainEffects,
}

impl<'r> Effects<'r> {
    /// Of a run that varies something; none where it has several match-ups, or too few cells to tell effects apart.
    pub fn of(run: &'r Run, standings: &Standings<'r>) -> Option<Self> {
        let axes = axes(run, standings);
        if !axes.iter().any(|axis| axis.varied) {
            return None;
        }
        let contests: Vec<_> = standings.contests().collect();
        let read = |cell: &'r Cell| match contests[..] {
            [] => first_seat([cell], run.manifest.luck),
            [only] => {
                let seen = only.cells.iter().find(|(known, _)| std::ptr::eq(*known, cell))?;
                average(std::slice::from_ref(seen), standings.chance.of_the_dice())
            }
            _ => None,
        };
        let cells: Vec<&Cell> = run.cells.iter().filter(|cell| cell.tally.pairs() > 0).collect();
        let known = cells.iter().map(|cell| read(cell)).collect::<Option<Vec<Estimate>>>()?;
        let means: Vec<f64> = known.iter().map(|e| e.score).collect();
        let variances: Vec<f64> =
            known.iter().map(|e| squared(e.half_width() / normal_two_sided(1.0 - CONFIDENCE))).collect();
        let found = MOST_LEVELS.iter().find_map(|most| {
            let factors = axes.iter().map(|axis| factor(axis, &cells, *most)).collect::<Option<Vec<_>>>()?;
            MainEffects::of(&factors, &means, &variances, CONFIDENCE).ok()
        });
        Some(Self { axes, found: found? })
    }

    /// The part of a report.
    pub fn section(&self) -> Section {
        let mut texts = vec![
            "Effects of all that differs are found together, by least squares: a level lies so many points of score above the mean of its levels, whatever else is played; of numbers, so many points from the least to the greatest. Intervals are 95%, and cover what is drawn for every pair."
                .to_owned(),
        ];
        texts.extend(self.said_of_the_rest());
        Section {
            heading: "Main effects".to_owned(),
            texts,
            tables: vec![self.table()].into_iter().chain(self.together()).collect(),
            ..Section::default()
        }
    }

    /// Whether the sum of the effects says it all.
    fn said_of_the_rest(&self) -> Option<String> {
        let misfit = self.found.misfit;
        (misfit > WORTH_TELLING).then(|| {
            format!(
                "Scores differ from the sum of the effects by {} times what the dice explain: the factors do not only add up, and intervals are as much wider.",
                format_args!("{:.1}", misfit.sqrt())
            )
        })
    }

    /// One row for each level.
    pub fn table(&self) -> Table {
        let columns = vec![
            Column::words("factor", "Factor"),
            Column::words("level", "Level"),
            Column::numbers("effect", "Points"),
            Column::reading("95% interval"),
            Column::data("effect_low"),
            Column::data("effect_high"),
            Column::numbers("p_value", "p of the factor"),
        ];
        let mut table = Table::new("Main effects", columns);
        for (axis, effects) in self.axes.iter().zip(&self.found.factors) {
            let is_line = effects.effects.len() == 1;
            let levels: Vec<String> = if is_line {
                let ends = ends(axis).map_or_else(String::new, |[low, high]| format!("from {low} to {high}"));
                vec![ends]
            } else {
                axis.levels.iter().map(|level| level.name.clone()).collect()
            };
            for (n, (level, (effect, within))) in
                levels.into_iter().zip(effects.effects.iter().zip(&effects.intervals)).enumerate()
            {
                // A straight line may leave what scores can be, which no score does.
                let within = if is_line {
                    Interval { low: within.low.clamp(-1.0, 1.0), high: within.high.clamp(-1.0, 1.0) }
                } else {
                    *within
                };
                let effect = &if is_line { effect.clamp(-1.0, 1.0) } else { *effect };
                table.push(vec![
                    Datum::words(&axis.name),
                    Datum::words(level),
                    Datum::number(*effect, points(*effect)),
                    Datum::reading(format!("[{}, {}]", points(within.low), points(within.high))),
                    Datum::data(Some(within.low)),
                    Datum::data(Some(within.high)),
                    // Said once of a factor.
                    Datum::number(effects.p_value, if n == 0 { p_value(effects.p_value) } else { String::new() }),
                ]);
            }
        }
        table
    }

    /// One row for every two factors that the cells tell apart; none where there are none.
    fn together(&self) -> Option<Table> {
        let pairs = &self.found.together;
        if pairs.is_empty() {
            return None;
        }
        let columns = vec![
            Column::words("factor_a", "Factor"),
            Column::words("factor_b", "and factor"),
            Column::numbers("deviation", "Points"),
            Column::numbers("p_adjusted", "p"),
            Column::words("verdict", "Together"),
        ];
        let mut table = Table::new("What two factors do together beyond the sum of both", columns);
        let chances: Vec<f64> = pairs.iter().map(|pair| pair.p_value).collect();
        let adjusted = adjust_p(&chances, Correction::Holm, ALPHA).ok()?.adjusted;
        for (pair, adjusted) in pairs.iter().zip(adjusted) {
            let [one, other] = pair.factors.map(|factor| Datum::words(&self.axes[factor].name));
            table.push(vec![
                one,
                other,
                Datum::number(pair.deviation, format!("{:.1}", 100.0 * pair.deviation)),
                Datum::number(adjusted, p_value(adjusted)),
                Datum::words(if adjusted <= ALPHA { "more than the sum" } else { "not shown" }),
            ]);
        }
        Some(table)
    }
}

/// What every cell has of an axis; none of a cell that has nothing of it.
fn factor(axis: &Axis<'_>, cells: &[&Cell], most: usize) -> Option<DesignFactor> {
    let level = |cell: &&Cell| axis.levels.iter().position(|level| level.cells.iter().any(|c| std::ptr::eq(*c, *cell)));
    let levels = cells.iter().map(level).collect::<Option<Vec<usize>>>()?;
    let numbers = axis.levels.iter().map(|level| number_of(&level.name)).collect::<Option<Vec<f64>>>();
    Some(match numbers.filter(|_| axis.numeric && axis.levels.len() > most) {
        Some(numbers) => DesignFactor::Trend { numbers: levels.iter().map(|level| numbers[*level]).collect() },
        None => DesignFactor::Levels { levels },
    })
}

/// The names of the least and the greatest level of numbers.
fn ends<'a>(axis: &'a Axis<'_>) -> Option<[&'a str; 2]> {
    let mut known: Vec<(f64, &str)> =
        axis.levels.iter().map(|level| Some((number_of(&level.name)?, level.name.as_str()))).collect::<Option<_>>()?;
    known.sort_by(|a, b| a.0.total_cmp(&b.0));
    Some([known.first()?.1, known.last()?.1])
}

fn points(share: f64) -> String {
    signed(100.0 * share, 1)
}

#[cfg(test)]
mod tests {
    use super::super::sample::{cell, joint, run};
    use super::*;

    fn varied(levels: &[(&str, &str)], wins: u64) -> Cell {
        let mut cell = cell("x", "y", joint(wins, 0, 1000 - wins));
        cell.key.factors = levels.iter().map(|(name, level)| ((*name).to_owned(), (*level).to_owned())).collect();
        cell
    }

    fn section(cells: Vec<Cell>) -> Option<Section> {
        let run = run(cells);
        Effects::of(&run, &Standings::of(&run)).map(|effects| effects.section())
    }

    fn texts(table: &Table) -> Vec<Vec<&str>> {
        table.rows.iter().map(|row| row.iter().map(|datum| datum.text.as_str()).collect()).collect()
    }

    #[test]
    fn levels_lie_above_and_below_the_mean_of_their_factor() {
        let cells = [("on", "hill", 600), ("off", "hill", 500), ("on", "ford", 500), ("off", "ford", 400)];
        let told = section(cells.map(|(mode, place, wins)| varied(&[("mode", mode), ("place", place)], wins)).to_vec());
        let told = told.unwrap();
        let rows = texts(&told.tables[0]);
        let firsts: Vec<[&str; 3]> = rows.iter().map(|row| [row[0], row[1], row[2]]).collect();
        assert_eq!(
            firsts,
            [["mode", "on", "+5.0"], ["mode", "off", "-5.0"], ["place", "hill", "+5.0"], ["place", "ford", "-5.0"]]
        );
        assert_eq!(texts(&told.tables[1])[0][4], "not shown");
        assert_eq!(told.texts.len(), 1);
    }

    #[test]
    fn what_two_do_together_is_told() {
        let cells = [("on", "hill", 700), ("off", "hill", 300), ("on", "ford", 300), ("off", "ford", 700)];
        let told = section(cells.map(|(mode, place, wins)| varied(&[("mode", mode), ("place", place)], wins)).to_vec());
        let told = told.unwrap();
        let row = &texts(&told.tables[1])[0];
        assert_eq!((row[0], row[1], row[4]), ("mode", "place", "more than the sum"));
        assert!(row[2].starts_with("19.") || row[2].starts_with("20."), "{row:?}");
        assert!(told.texts[1].contains("do not only add up"), "{:?}", told.texts);
    }

    #[test]
    fn a_number_of_many_levels_is_a_line() {
        let cells = (0..6).map(|n| varied(&[("n", &n.to_string())], 300 + 40 * n)).collect();
        let told = section(cells).unwrap();
        let rows = texts(&told.tables[0]);
        assert_eq!((rows.len(), rows[0][1], rows[0][2]), (1, "from 0 to 5", "+20.0"));
    }

    #[test]
    fn of_several_match_ups_or_settings_alone_nothing_is_told() {
        let with = |a: &str, b: &str, level: &str| {
            let mut cell = cell(a, b, joint(500, 0, 500));
            cell.key.factors = vec![("n".to_owned(), level.to_owned())];
            cell
        };
        assert!(
            section(vec![with("x", "y", "1"), with("x", "y", "2"), with("x", "z", "1"), with("x", "z", "2")]).is_none()
        );
        assert!(section(vec![cell("x", "y", joint(500, 0, 500))]).is_none());
    }
}
