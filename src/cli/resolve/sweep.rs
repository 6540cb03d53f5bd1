//! One question asked for several values of some of its inputs.

use rayon::prelude::*;
use serde_json::{Map, Value};

use super::axes::{self, Axis};
use super::value::{self, Exchange};
use super::{Effort, Question, answer, spread};
use crate::analysis::Interval;
use crate::game::{Answer, Diagnostic, Diagnostics};
use crate::report::table::{Column, Datum, Table};

/// The answers of a sweep, in order; the last axis varies fastest.
pub(super) struct Sweep {
    pub(super) title: String,
    pub(super) axes: Vec<Axis>,
    cells: Vec<Cell>,
    measures: Vec<Measure>,
}

/// One combination of values.
struct Cell {
    question: Question,
    /// What the ruleset says; the diagnostics when it refuses the combination.
    reply: Result<Reply, Diagnostics>,
}

struct Reply {
    answer: Answer,
    exchange: Option<Exchange>,
}

/// A number that every answered cell has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// Probability of an outcome.
    Outcome(String),
    /// Mean of a numeric result.
    Mean(String),
    /// Cost of the attacker.
    Cost,
    /// Share of the defender that is lost.
    DefenderLost,
    /// Points destroyed for each point of the attacker.
    DestroyedPerPoint,
    /// Points lost for each point of the defender.
    ReturnedPerPoint,
    /// Cost of the attacker at which both are even.
    BreakEven,
}

impl Measure {
    const VALUE: [Self; 5] =
        [Self::Cost, Self::DefenderLost, Self::DestroyedPerPoint, Self::ReturnedPerPoint, Self::BreakEven];

    /// Name on the command line and in frames.
    pub(super) fn key(&self) -> String {
        match self {
            Self::Outcome(label) => label.clone(),
            Self::Mean(number) => format!("mean-{number}"),
            Self::Cost => "attacker-cost".to_owned(),
            Self::DefenderLost => "defender-lost".to_owned(),
            Self::DestroyedPerPoint => "destroyed-per-point".to_owned(),
            Self::ReturnedPerPoint => "returned-per-point".to_owned(),
            Self::BreakEven => "break-even-cost".to_owned(),
        }
    }

    /// For readers.
    pub(super) fn title(&self) -> String {
        match self {
            Self::Outcome(label) => label.clone(),
            Self::Mean(number) => format!("mean {number}"),
            Self::Cost => "cost".to_owned(),
            Self::DefenderLost => "defender lost".to_owned(),
            Self::DestroyedPerPoint => "destroyed per point".to_owned(),
            Self::ReturnedPerPoint => "returned per point".to_owned(),
            Self::BreakEven => "break-even cost".to_owned(),
        }
    }

    /// Whether it is a share from 0 to 1.
    pub(super) fn is_share(&self) -> bool {
        matches!(self, Self::Outcome(_) | Self::DefenderLost)
    }

    fn of(&self, reply: &Reply) -> Option<f64> {
        match self {
            Self::Outcome(label) => {
                let place = answer::labels(&reply.answer).into_iter().position(|other| other == label)?;
                answer::shares(&reply.answer).get(place).copied()
            }
            Self::Mean(name) => {
                answer::numbers(&reply.answer).iter().find(|number| number.name == *name).map(spread::mean)
            }
            Self::Cost => Some(reply.exchange?.cost[0]),
            Self::DefenderLost => Some(reply.exchange?.destroyed),
            Self::DestroyedPerPoint => reply.exchange?.destroyed_per_point(),
            Self::ReturnedPerPoint => reply.exchange?.returned_per_point(),
            Self::BreakEven => reply.exchange?.break_even(),
        }
    }

    /// The 95% interval of a number that was sampled; none where it is exact.
    fn interval(&self, reply: &Reply) -> Option<Interval> {
        match self {
            Self::DefenderLost => return reply.exchange?.destroyed_within(),
            Self::DestroyedPerPoint => return reply.exchange?.destroyed_per_point_within(),
            Self::ReturnedPerPoint => return reply.exchange?.returned_per_point_within(),
            Self::BreakEven => return reply.exchange?.break_even_within(),
            _ => {}
        }
        let simulated = reply.answer.simulated.as_ref().filter(|_| reply.answer.exact.is_none())?;
        match self {
            Self::Outcome(label) => {
                let (_, count) = simulated.counts.iter().find(|(other, _)| other == label)?;
                answer::of_trials(*count, simulated.trials)
            }
            Self::Mean(name) => {
                let number = simulated.numbers.iter().find(|number| number.name == *name)?;
                spread::of_mean(number, &reply.answer)
            }
            _ => None,
        }
    }

    fn datum(&self, cell: &Cell) -> Datum {
        let Ok(reply) = &cell.reply else { return Datum::none() };
        let (value, within) = (self.of(reply), self.interval(reply));
        match (self, value) {
            (_, None) => Datum::none(),
            (Self::Outcome(_) | Self::DefenderLost, Some(share)) => {
                let told = answer::percent(share);
                let within = within.map_or_else(String::new, |within| format!(" {}", answer::bracketed(within)));
                Datum::number(share, told.text + &within)
            }
            (Self::Mean(_), Some(mean)) => {
                let within =
                    within.map_or_else(String::new, |Interval { low, high }| format!(" [{low:.3}, {high:.3}]"));
                Datum::number(mean, format!("{mean:.3}{within}"))
            }
            (_, Some(amount)) => {
                let within = within.map_or_else(String::new, |Interval { low, high }| {
                    format!(" [{}, {}]", value::points(low), value::points(high))
                });
                Datum::number(amount, value::points(amount) + &within)
            }
        }
    }
}

/// Asks `base` for each combination of the values of `axes`. What the ruleset refuses stays empty.
///
/// # Errors
/// When it refuses everything, or everything with one of the values that the user has written.
pub(super) fn run(base: &Question, axes: Vec<Axis>, effort: &Effort) -> Result<Sweep, Diagnostics> {
    let inputs = axes::combinations(&base.inputs, &axes).map_err(|diagnostic| vec![diagnostic])?;
    let ask = |inputs: Map<String, Value>| {
        let question = base.with(inputs);
        let reply = question.ask(effort).map(|answer| {
            let exchange = answer.stakes.and_then(|stakes| Exchange::of(&question, stakes, effort));
            Reply { answer, exchange }
        });
        Cell { question, reply }
    };
    let cells: Vec<Cell> = inputs.into_par_iter().map(ask).collect();
    let refused = |cells: &mut dyn Iterator<Item = &Cell>| {
        let mut diagnostics = cells.map(|cell| cell.reply.as_ref().err()).collect::<Option<Vec<_>>>()?.into_iter();
        diagnostics.next().cloned()
    };
    if let Some(diagnostics) = refused(&mut cells.iter()) {
        return Err(diagnostics);
    }
    let mut block = cells.len();
    for axis in &axes {
        block /= axis.values.len();
        for value in (0..axis.values.len()).filter(|_| axis.written) {
            let here = |at: usize| at / block % axis.values.len() == value;
            if let Some(diagnostics) = refused(&mut (0..cells.len()).filter(|at| here(*at)).map(|at| &cells[at])) {
                return Err(diagnostics);
            }
        }
    }
    let mut sweep = Sweep { title: title(base, &axes), axes, cells, measures: Vec::new() };
    sweep.measures = sweep.all_measures();
    Ok(sweep)
}

impl Sweep {
    fn replies(&self) -> impl Iterator<Item = &Reply> {
        self.cells.iter().filter_map(|cell| cell.reply.as_ref().ok())
    }

    /// Every measure of any answer, in order.
    fn all_measures(&self) -> Vec<Measure> {
        let mut measures = Vec::new();
        let mut add = |measure: Measure| {
            if !measures.contains(&measure) {
                measures.push(measure);
            }
        };
        // Labels may depend on the inputs: those that come later are put in where their answer has them.
        for reply in self.replies() {
            answer::labels(&reply.answer).into_iter().for_each(|label| add(Measure::Outcome(label.to_owned())));
        }
        for reply in self.replies() {
            answer::numbers(&reply.answer).iter().for_each(|number| add(Measure::Mean(number.name.clone())));
        }
        if self.replies().any(|reply| reply.exchange.is_some()) {
            Measure::VALUE.into_iter().for_each(add);
        }
        measures
    }

    /// All measures.
    pub(super) fn measures(&self) -> &[Measure] {
        &self.measures
    }

    /// The measure called `name`; without a name the one that says most: what the defender loses, where that is known, or
    /// the first mean, or the first outcome.
    ///
    /// # Errors
    /// When there is none of that name.
    pub(super) fn measure(&self, name: Option<&str>) -> Result<&Measure, Diagnostic> {
        let Some(name) = name else {
            let kinds: [fn(&Measure) -> bool; 3] =
                [|m| *m == Measure::DefenderLost, |m| matches!(m, Measure::Mean(_)), |_| true];
            let usual = kinds.iter().find_map(|kind| self.measures.iter().find(|measure| kind(measure)));
            return usual.ok_or_else(|| Diagnostic::new("there is nothing to show").within("--show"));
        };
        let keys = || self.measures.iter().map(Measure::key);
        let found = keys().position(|key| key == name);
        found
            .map(|place| &self.measures[place])
            .ok_or_else(|| Diagnostic::unknown("measure", name, keys()).within("--show"))
    }

    /// A measure of all cells, in order; none where the combination is refused.
    pub(super) fn values(&self, measure: &Measure) -> Vec<Option<f64>> {
        self.cells.iter().map(|cell| measure.of(cell.reply.as_ref().ok()?)).collect()
    }

    /// A list of answers; refused combinations have an `error` in the place of theirs.
    pub(super) fn to_json(&self) -> Value {
        let object = |cell: &Cell| {
            let mut object = cell.question.to_json();
            match &cell.reply {
                Ok(reply) => {
                    object.extend(answer::odds_to_json(&reply.answer));
                    object.extend(reply.exchange.map(|exchange| ("value".to_owned(), exchange.to_json().into())));
                }
                Err(diagnostics) => {
                    object.insert("error".to_owned(), answer::errors(diagnostics));
                }
            }
            Value::Object(object)
        };
        self.cells.iter().map(object).collect()
    }

    /// One row for each combination: the values of the axes, every measure, and why a combination is refused.
    pub(super) fn to_table(&self) -> Table {
        self.table_of(&self.measures)
    }

    /// The same with one measure alone, for those who read.
    pub(super) fn of_measure(&self, measure: &Measure) -> Table {
        let mut table = self.table_of(std::slice::from_ref(measure));
        // It was asked for, whatever else it is for.
        table.columns[self.axes.len()] = Column::numbers(&measure.key(), &measure.title());
        table
    }

    fn table_of(&self, measures: &[Measure]) -> Table {
        let column = |axis: &Axis| {
            let key = axis.place.to_string();
            if axis.is_numeric() { Column::numbers(&key, &key) } else { Column::words(&key, &key) }
        };
        let mut columns: Vec<Column> = self.axes.iter().map(column).collect();
        let bloodless = self.values(&Measure::DefenderLost).into_iter().flatten().all(|share| share == 0.0);
        columns.extend(measures.iter().map(|measure| match measure {
            Measure::Outcome(_) | Measure::Mean(_) => Column::numbers(&measure.key(), &measure.title()),
            // Readers see what the costs lead to, where anything is lost at all.
            Measure::Cost | Measure::DefenderLost => Column::data(&measure.key()),
            _ if bloodless => Column::data(&measure.key()),
            _ => Column::numbers(&measure.key(), &measure.title()),
        }));
        let limited: Vec<&Measure> =
            measures.iter().filter(|measure| self.replies().any(|reply| measure.interval(reply).is_some())).collect();
        columns.extend(limited.iter().flat_map(|measure| ["low", "high"].map(|end| limit(measure, end))));
        let exact = self.replies().any(|reply| reply.answer.exact.is_some());
        columns.extend(exact.then(|| Column::data("open")));
        let uncounted = self.uncounted();
        columns.extend(uncounted.then(|| Column::data("uncounted-supporters")));
        let refused = self.cells.iter().any(|cell| cell.reply.is_err());
        columns.extend(refused.then(|| Column::data("refused")));
        let mut table = Table::new(self.title.as_str(), columns);
        for (at, cell) in self.cells.iter().enumerate() {
            let mut row: Vec<Datum> = self.at(at).map(|value| Datum::value(value.clone(), axes::name(value))).collect();
            row.extend(measures.iter().map(|measure| measure.datum(cell)));
            let reply = cell.reply.as_ref().ok();
            for measure in &limited {
                let within = reply.and_then(|reply| measure.interval(reply));
                row.extend([within.map(|within| within.low), within.map(|within| within.high)].map(Datum::data));
            }
            if exact {
                let answer = reply.map(|reply| &reply.answer).filter(|answer| answer.exact.is_some());
                row.push(Datum::data(answer.map(|answer| answer.open)));
            }
            if uncounted {
                let exchange = reply.and_then(|reply| reply.exchange);
                row.push(Datum::data(exchange.map(|exchange| exchange.unnamed.iter().sum::<u64>())));
            }
            if refused {
                row.push(
                    cell.reply.as_ref().err().map_or_else(Datum::none, |diagnostics| Datum::data(reason(diagnostics))),
                );
            }
            table.push(row);
        }
        table
    }

    /// One measure, the values of the first axis in rows and those of the second in columns; none unless there are two.
    pub(super) fn to_matrix(&self, measure: &Measure) -> Option<Table> {
        let [rows, columns] = &self.axes[..] else { return None };
        let corner = format!("{} \\ {}", rows.place, columns.place);
        let mut heads = vec![Column::words(&rows.place.to_string(), &corner)];
        heads.extend(columns.names().iter().map(|name| Column::numbers(name, name)));
        let mut table = Table::new(format!("{}: {}", self.title, measure.title()), heads);
        for (name, row) in rows.names().into_iter().zip(self.cells.chunks(columns.values.len())) {
            let cells = row.iter().map(|cell| measure.datum(cell));
            table.push([Datum::words(name)].into_iter().chain(cells).collect());
        }
        Some(table)
    }

    /// The values of the axes at a cell.
    fn at(&self, cell: usize) -> impl Iterator<Item = &Value> {
        let mut block = self.cells.len();
        self.axes.iter().map(move |axis| {
            block /= axis.values.len();
            &axis.values[cell / block % axis.values.len()]
        })
    }

    /// How many combinations were answered by trials alone; none where none was.
    pub(super) fn sampled(&self, effort: &Effort) -> Option<String> {
        let sampled = self.replies().filter(|reply| reply.answer.exact.is_none()).count();
        let all = self.cells.len();
        let which = if sampled == all { "All".to_owned() } else { format!("{sampled} of {all}") };
        let trials = answer::trials(effort.trials);
        (sampled > 0).then(|| {
            format!("{which} combinations are sampled, {trials} each with seed {}, with 95% intervals.", effort.seed)
        })
    }

    /// What exact answers leave open; none where there are none.
    pub(super) fn open(&self) -> Option<String> {
        let exact: Vec<f64> =
            self.replies().filter(|reply| reply.answer.exact.is_some()).map(|it| it.answer.open).collect();
        let most = exact.iter().copied().fold(0.0, f64::max);
        (!exact.is_empty()).then(|| match most {
            none if none <= 0.0 => "Exact, nothing left open.".to_owned(),
            most => format!("Exact, but for {most:.1e} of chains that had not ended at the most."),
        })
    }

    /// Whether any value leaves supporters out.
    fn uncounted(&self) -> bool {
        self.replies().any(|reply| reply.exchange.is_some_and(|exchange| exchange.unnamed != [0; 2]))
    }

    /// What supporters cost in the values of a sweep that has any.
    pub(super) fn supporters(&self) -> Option<String> {
        let named = self.replies().any(|reply| reply.exchange.is_some_and(|exchange| exchange.support != [0.0; 2]));
        let mut said = Vec::new();
        if self.uncounted() {
            said.push("Supporters, of whom nobody says who they are, cost nothing in values and break-even costs.");
        }
        if named {
            said.push("Supporters who are named count with their points; break-even costs are beside them.");
        }
        (!said.is_empty()).then(|| said.join(" "))
    }

    /// How many combinations are refused, and the first reasons for it.
    pub(super) fn refusals(&self) -> Option<String> {
        const MOST_REASONS: usize = 3;
        let refused: Vec<&Diagnostics> = self.cells.iter().filter_map(|cell| cell.reply.as_ref().err()).collect();
        let mut reasons: Vec<String> = Vec::new();
        for diagnostics in &refused {
            let reason = reason(diagnostics);
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
        let more = if reasons.len() > MOST_REASONS { "; ..." } else { "" };
        reasons.truncate(MOST_REASONS);
        let (count, all) = (refused.len(), self.cells.len());
        (count > 0).then(|| format!("{count} of {all} combinations are refused: {}{more}", reasons.join("; ")))
    }
}

/// A column of one end of the intervals of a measure, for programs.
fn limit(measure: &Measure, end: &str) -> Column {
    Column::data(&format!("{}_{end}", measure.key()))
}

/// What is asked, and with which inputs that are the same throughout.
fn title(base: &Question, axes: &[Axis]) -> String {
    let mut fixed = base.inputs.clone();
    axes.iter().for_each(|axis| axis.place.take_from(&mut fixed));
    match answer::words(&fixed) {
        none if none.is_empty() => base.title(),
        fixed => format!("{}, {fixed}", base.title()),
    }
}

/// What is wrong with a combination, in a line.
fn reason(diagnostics: &Diagnostics) -> String {
    let each = diagnostics.iter().map(|diagnostic| match &diagnostic.rule {
        Some(rule) => format!("{} ({rule})", diagnostic.message),
        None => diagnostic.message.clone(),
    });
    each.collect::<Vec<_>>().join("; ")
}
