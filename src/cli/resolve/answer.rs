//! One answer, in JSON, as a table and as a sentence.

use serde_json::{Map, Value};

use super::spread::{Spread, of_mean, present};
use super::value::Exchange;
use super::{Effort, Question, axes, given};
use crate::analysis::{Interval, Share, ShareInterval};
use crate::dice::Fraction;
use crate::game::{Answer, Diagnostics, NumberAnswer};
use crate::report::table::{Align, Column, Datum, Table, thousands};

/// Fractions of no more characters than this are shown to those who read; data have all of them.
const LONGEST_SHOWN: usize = 17;

/// Denominators up to here are told in the sentence.
const LARGEST_TOLD: u32 = 9_999;

/// Chances below this one are told as one in so many.
const SMALL: f64 = 0.01;

/// Columns of a bar that stands for certainty.
const BAR: f64 = 16.0;

/// What rows of outcomes begin with.
const OUTCOME: &str = "outcome";

/// What rows of those say that have no such number.
const NO_VALUE: &str = "none";

/// Ends of the intervals of the three quantiles that are told.
const QUANTILE_LIMITS: [&str; 6] = ["p5_low", "p5_high", "median_low", "median_high", "p95_low", "p95_high"];

/// Values less likely than this have no row for those who read.
const UNLIKELY: f64 = 1e-6;

/// Most outcomes that the sentence names.
const MOST_NAMED: usize = 8;

/// The answer alone: `exact`, `simulated` and, where there are any, `fractions` and `numbers`.
#[must_use]
pub fn odds_to_json(answer: &Answer) -> Map<String, Value> {
    let mut object = Map::new();
    let exact = answer
        .exact
        .as_ref()
        .map(|odds| odds.iter().map(|(label, p)| (label.clone(), Value::from(*p))).collect::<Map<_, _>>());
    object.insert("exact".to_owned(), exact.map_or(Value::Null, Value::Object));
    if let Some(fractions) = &answer.fractions {
        let labels = labels(answer).into_iter().zip(&fractions.labels);
        let labels = labels.map(|(label, p)| (label.to_owned(), Value::from(p.to_string())));
        let numbers = answer.numbers.iter().zip(&fractions.numbers).map(|(number, odds)| {
            let values = number.odds.iter().zip(odds).map(|((value, _), p)| (value.to_string(), p.to_string().into()));
            (number.name.clone(), Value::Object(values.collect()))
        });
        let mut all = Map::from_iter([("exact".to_owned(), Value::Object(labels.collect()))]);
        let numbers: Map<_, _> = numbers.collect();
        if !numbers.is_empty() {
            all.insert("numbers".to_owned(), Value::Object(numbers));
        }
        object.insert("fractions".to_owned(), Value::Object(all));
    }
    let simulated = answer.simulated.as_ref().map(|simulated| {
        let counts: Map<_, _> = simulated.counts.iter().map(|(label, n)| (label.clone(), Value::from(*n))).collect();
        let limits = simulated.counts.iter().map(|(label, n)| {
            let within = of_trials(*n, simulated.trials);
            (label.clone(), within.map_or(Value::Null, |Interval { low, high }| serde_json::json!([low, high])))
        });
        let limits: Map<_, _> = limits.collect();
        serde_json::json!({ "trials": simulated.trials, "seed": simulated.seed, "counts": counts, "intervals": limits })
    });
    object.insert("simulated".to_owned(), simulated.unwrap_or(Value::Null));
    let known = numbers(answer);
    if !known.is_empty() {
        let numbers = known.iter().map(|number| {
            let odds = number.odds.iter().map(|(value, p)| (value.to_string(), Value::from(*p)));
            (number.name.clone(), Value::Object(odds.collect()))
        });
        object.insert("numbers".to_owned(), Value::Object(numbers.collect()));
        let spreads = known.iter().map(|number| {
            let Spread { mean, low, median, high, within, .. } = Spread::within(number, answer);
            let mut spread = serde_json::json!({ "mean": mean, "p5": low, "median": median, "p95": high });
            for (key, p) in [("cut", number.cut), ("absent", number.absent)] {
                if p > 0.0 {
                    spread[key] = p.into();
                }
            }
            for (key, within) in ["p5", "median", "p95"].into_iter().zip(within) {
                if let Some([low, high]) = within {
                    (spread[format!("{key}_low")], spread[format!("{key}_high")]) = (low.into(), high.into());
                }
            }
            if let Some(within) = of_mean(number, answer) {
                (spread["mean_low"], spread["mean_high"]) = (within.low.into(), within.high.into());
            }
            (number.name.clone(), spread)
        });
        object.insert("spread".to_owned(), Value::Object(spreads.collect()));
    }
    if answer.exact.is_some() {
        object.insert("open".to_owned(), Value::from(answer.open));
    }
    if let Some(given) = answer.given {
        object.insert("given".to_owned(), Value::from(given));
    }
    object
}

/// Numeric results: exact ones, or those of the trials where there are none.
pub(super) fn numbers(answer: &Answer) -> &[NumberAnswer] {
    match &answer.simulated {
        Some(simulated) if answer.exact.is_none() => &simulated.numbers,
        _ => &answer.numbers,
    }
}

/// The interval of a share of trials (Wilson), at 95%; none without trials.
pub(super) fn of_trials(n: u64, trials: u64) -> Option<Interval> {
    Share::of(n, trials, ShareInterval::Wilson, 0.95).ok().map(|share| share.interval)
}

/// What is wrong with a question, for programs.
pub(super) fn errors(diagnostics: &Diagnostics) -> Value {
    diagnostics.iter().map(|diagnostic| Value::from(diagnostic.to_string())).collect()
}

/// The question in the way it is asked on the command line, without quotes.
pub(super) fn inputs(inputs: &Map<String, Value>) -> String {
    fn plain(value: &Value) -> String {
        match value {
            Value::Array(list) => format!("[{}]", list.iter().map(plain).collect::<Vec<_>>().join(", ")),
            Value::Object(table) => format!("{{{}}}", pairs(table).join(", ")),
            other => axes::name(other),
        }
    }
    fn pairs(table: &Map<String, Value>) -> Vec<String> {
        table.iter().map(|(key, value)| format!("{key}={}", plain(value))).collect()
    }
    pairs(inputs).join(" ")
}

/// The inputs in words: `attacker elites, supports 1, cover`.
pub(super) fn words(inputs: &Map<String, Value>) -> String {
    fn word(value: &Value) -> String {
        match value {
            Value::Array(list) => match &list.iter().map(word).collect::<Vec<_>>()[..] {
                [] => "none".to_owned(),
                [one] => one.clone(),
                [many @ .., last] => format!("{} and {last}", many.join(", ")),
            },
            Value::Object(table) => format!("({})", words(table)),
            other => axes::name(other),
        }
    }
    let pair = |(key, value): (&String, &Value)| match value {
        Value::Bool(true) => key.clone(),
        Value::Bool(false) => format!("no {key}"),
        value => format!("{key} {}", word(value)),
    };
    inputs.iter().map(pair).collect::<Vec<_>>().join(", ")
}

/// One row for each outcome, then one for each value of each numeric result.
pub(super) fn to_table(question: &Question, answer: &Answer) -> Table {
    let columns = vec![
        Column::words("result", "result"),
        Column::words("value", "value"),
        Column::numbers("probability", "exactly"),
        Column::numbers("fraction", "fraction"),
        Column::numbers("one_in", "1 in"),
        Column::numbers("at_least", "at least"),
        Column::numbers("at_most", "at most"),
        Column::numbers("simulated", "simulated"),
        Column::reading("95% interval"),
    ];
    let data = ["mean", "p5", "median", "p95", "simulated_low", "simulated_high"];
    let data = data.into_iter().chain(["mean_low", "mean_high"]).chain(QUANTILE_LIMITS).chain(["open"]);
    let columns = columns.into_iter().chain(data.map(Column::data)).collect();
    let open = answer.exact.as_ref().map(|_| answer.open);
    let mut table = Table::new(format!("{} {}", question.title(), inputs(&question.inputs)).trim_end(), columns);
    for (place, label) in labels(answer).into_iter().enumerate() {
        let p = answer.exact.as_ref().map(|odds| odds[place].1);
        let share = answer.simulated.as_ref().filter(|s| s.trials > 0);
        let share = share.map(|s| s.counts[place].1 as f64 / s.trials as f64);
        let mut row = vec![Datum::words(OUTCOME), Datum::words(label)];
        row.extend(odds_cells(p, answer.fractions.as_ref().map(|fractions| &fractions.labels[place])));
        row.extend([Datum::none(), Datum::none(), share.map_or_else(Datum::none, percent)]);
        let within = answer.simulated.as_ref().and_then(|s| of_trials(s.counts[place].1, s.trials));
        row.push(reading(within));
        row.extend([Datum::none(), Datum::none(), Datum::none(), Datum::none()]);
        row.extend(limits(within));
        row.extend([None; 2 + QUANTILE_LIMITS.len()].map(|none: Option<f64>| Datum::data(none)));
        row.push(Datum::data(open));
        table.push(row);
    }
    let sampled = answer.exact.is_none();
    for (which, number) in numbers(answer).iter().enumerate() {
        let Spread { mean, low, median, high, within: quantiles, .. } = Spread::within(number, answer);
        let of_mean = of_mean(number, answer);
        let present = present(number);
        let (mut below, above) = (0.0, tails(&present));
        // Who has no such number stands in a row of his own, and in none of the others.
        let nobody = absent_fraction(number, answer);
        let absent = (number.absent > 0.0).then_some((None, number.absent, nobody.clone()));
        let values = present.iter().enumerate().map(|(place, (value, p))| {
            let fraction = answer.fractions.as_ref().map(|fractions| fractions.numbers[which][place].clone());
            let rest = fraction.map(|fraction| match (&nobody, *value) {
                (Some(nobody), 0) => fraction - nobody,
                _ => fraction,
            });
            (Some((place, *value)), *p, rest)
        });
        for (value, p, fraction) in values.filter(|(_, p, _)| number.absent == 0.0 || *p > 0.0).chain(absent) {
            let told = value.map_or(Datum::words(NO_VALUE), |(_, value)| Datum::value(value, value.to_string()));
            let mut row = vec![Datum::words(&number.name), told];
            row.extend(odds_cells(Some(p).filter(|_| !sampled), fraction.as_ref()));
            let trials = answer.simulated.as_ref().filter(|_| sampled).map_or(0, |simulated| simulated.trials);
            let within = of_trials((p * trials as f64).round() as u64, trials);
            below += p;
            row.extend(match value {
                Some((place, _)) => [percent(above[place].clamp(0.0, 1.0)), percent(below.min(1.0))],
                None => [Datum::none(), Datum::none()],
            });
            row.extend([if sampled { percent(p) } else { Datum::none() }, reading(within)]);
            row.push(Datum::data(mean));
            row.extend([low, median, high].map(Datum::data));
            row.extend(limits(within));
            row.extend(limits(of_mean));
            row.extend(
                quantiles.into_iter().flat_map(|within| [0, 1].map(|end| Datum::data(within.map(|it| it[end])))),
            );
            row.push(Datum::data(open));
            table.push(row);
        }
    }
    // Columns that say nothing are left out.
    for place in (2..table.columns.len()).rev() {
        if table.rows.iter().all(|row| row[place].value.is_null()) {
            table.columns.remove(place);
            table.rows.iter_mut().for_each(|row| drop(row.remove(place)));
        }
    }
    table
}

/// The chance that there is no such number, as a fraction; none where there are no fractions, or all have one.
fn absent_fraction(number: &NumberAnswer, answer: &Answer) -> Option<Fraction> {
    let fractions = answer.fractions.as_ref().filter(|_| number.absent > 0.0)?;
    let of = |(label, fraction): (&str, &Fraction)| number.absent_at.contains(&label).then(|| fraction.clone());
    labels(answer).into_iter().zip(&fractions.labels).filter_map(of).reduce(|sum, fraction| sum + fraction)
}

/// The chance of each value or a greater one. It is summed from the far end: what is left of a sum of all is no better than its rounding.
fn tails(odds: &[(i64, f64)]) -> Vec<f64> {
    let mut above = 0.0;
    let mut tails: Vec<f64> = odds
        .iter()
        .rev()
        .map(|(_, p)| {
            above += p;
            above
        })
        .collect();
    tails.reverse();
    tails
}

/// Takes values of numeric results out of a table of [`to_table`] that are less likely than any reader minds, and says which, if there
/// are any.
pub(super) fn leave_out_unlikely(table: &mut Table) -> Option<String> {
    let exact = table.columns.iter().position(|column| column.key == "probability")?;
    let mut left_out: Vec<(String, Vec<String>)> = Vec::new();
    table.rows.retain(|row| {
        let (name, value) = (&row[0].text, &row[1].text);
        let keep = name == OUTCOME || row[exact].value.as_f64().is_none_or(|p| p >= UNLIKELY);
        if !keep {
            match left_out.iter_mut().find(|(known, _)| known == name) {
                Some((_, values)) => values.push(value.clone()),
                None => left_out.push((name.clone(), vec![value.clone()])),
            }
        }
        keep
    });
    let told = |(name, values): &(String, Vec<String>)| match &values[..] {
        [one] => format!("{name} {one}"),
        many => format!("{} values of {name} from {} to {}", many.len(), many[0], many[many.len() - 1]),
    };
    let told: Vec<String> = left_out.iter().map(told).collect();
    (!told.is_empty()).then(|| {
        format!("Left out are rows of less than one in a million: {}; `--format csv` has them.", told.join(", "))
    })
}

/// An interval of a share, for readers.
fn reading(within: Option<Interval>) -> Datum {
    within.map_or_else(Datum::none, |within| Datum::value(vec![within.low, within.high], bracketed(within)))
}

/// An interval of a share in brackets: `[79.2, 80.8]`.
pub(super) fn bracketed(within: Interval) -> String {
    let [low, high] = [within.low, within.high].map(|limit| percent(limit).text);
    format!("[{}, {}]", low.trim_end_matches('%'), high.trim_end_matches('%'))
}

/// Both ends of an interval, for programs.
fn limits(within: Option<Interval>) -> [Datum; 2] {
    [within.map(|within| within.low), within.map(|within| within.high)].map(Datum::data)
}

/// Puts a bar beside every probability of a table of [`to_table`], for those who read.
pub(super) fn add_bars(table: &mut Table) {
    let column = |key: &str| table.columns.iter().position(|column| column.key == key);
    let [exact, simulated] = ["probability", "simulated"].map(column);
    table.columns.push(Column { align: Align::Left, ..Column::reading("") });
    for row in &mut table.rows {
        let share = |place: Option<usize>| place.and_then(|place| row[place].value.as_f64());
        let eighths = share(exact).or(share(simulated)).map_or(0, |p| (8.0 * BAR * p.clamp(0.0, 1.0)).round() as usize);
        let mut bar = "█".repeat(eighths / 8);
        bar.extend(["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"].get(eighths % 8).copied());
        row.push(Datum::reading(bar));
    }
}

/// So many trials, in words.
pub(super) fn trials(trials: u64) -> String {
    if trials == 1 { "1 trial".to_owned() } else { format!("{} trials", thousands(trials)) }
}

/// The answer in a sentence to quote, likeliest outcome first, and one about its worth in points.
pub(super) fn sentence(question: &Question, answer: &Answer, effort: &Effort, exchange: Option<&Exchange>) -> String {
    let fractions = (0..).map(|place| answer.fractions.as_ref()?.labels.get(place));
    let odds = labels(answer).into_iter().zip(shares(answer)).zip(fractions);
    let mut odds: Vec<(&str, f64, Option<&Fraction>)> = odds.map(|((label, p), exactly)| (label, p, exactly)).collect();
    if odds.is_empty() {
        return "Neither exact odds nor trials were asked for.".to_owned();
    }
    odds.retain(|(_, p, _)| *p > 0.0);
    odds.sort_by(|a, b| b.1.total_cmp(&a.1));
    let named = if odds.len() <= MOST_NAMED { odds.len() } else { MOST_NAMED - 1 };
    let others: f64 = odds[named..].iter().map(|(_, p, _)| p).sum();
    // Shares of trials are fractions of no meaning.
    let chance = |p: f64, exactly| if answer.exact.is_some() { told(p, exactly) } else { percent(p).text };
    let mut parts: Vec<String> =
        odds[..named].iter().map(|(label, p, exactly)| format!("{label} {}", chance(*p, *exactly))).collect();
    if named < odds.len() {
        parts.push(format!("{} others {}", odds.len() - named, percent(others).text));
    }
    let exact = match answer.open {
        open if open > 0.0 => format!("exact but for {open:.1e} of chains that had not ended"),
        _ => "exact, nothing left open".to_owned(),
    };
    let how = match (&answer.exact, &answer.simulated) {
        (Some(_), Some(s)) => format!("{exact}; {} with seed {} beside it", trials(s.trials), s.seed),
        (None, Some(s)) => {
            let why = if effort.budget == 0 {
                String::new()
            } else {
                format!("; exact odds take more than {} branches", thousands(effort.budget))
            };
            format!("{} with seed {}{why}", trials(s.trials), s.seed)
        }
        _ => exact,
    };
    let given =
        effort.given.as_ref().zip(answer.given).map_or(String::new(), |(given, p)| {
            format!(", given {}, which has {}", given::words(given), percent(p).text)
        });
    let inputs = words(&question.inputs);
    let asked = if inputs.is_empty() { String::new() } else { format!(", {inputs}") };
    let mut text =
        format!("{}, {}{asked}{given}: {} ({how}).", question.ruleset.title(), question.resolution, parts.join(", "));
    let numbers: Vec<String> = numbers(answer)
        .iter()
        .map(|number| Spread::within(number, answer).sentence(&number.name, of_mean(number, answer)))
        .collect();
    if !numbers.is_empty() {
        text += &format!("\nNumbers: {}.", numbers.join("; "));
    }
    if let Some(exchange) = exchange {
        text += &format!("\n{}", exchange.sentence());
    }
    text
}

/// That rules which are given change none of the odds, if there are any.
pub(super) fn of_idle_rules(rules: &[String]) -> Option<String> {
    let named: Vec<String> = rules.iter().map(|rule| format!("`rules.{rule}`")).collect();
    match &named[..] {
        [] => None,
        [one] => Some(format!("{one} changes nothing here: the odds are the same without it.")),
        [most @ .., last] => {
            Some(format!("{} and {last} each change nothing here: the odds are the same without it.", most.join(", ")))
        }
    }
}

/// A chance in words: in per cent, as a fraction where it is a short one, as one in so many where it is small.
fn told(p: f64, exactly: Option<&Fraction>) -> String {
    let short = exactly.filter(|fraction| *fraction.denom() <= LARGEST_TOLD.into());
    match short {
        Some(fraction) if fraction.is_integer() => "for certain".to_owned(),
        Some(fraction) if p >= SMALL || *fraction.numer() == 1_u32.into() => {
            format!("{} ({fraction})", percent(p).text)
        }
        None if p >= 1.0 => "for certain".to_owned(),
        _ if p < SMALL => format!("{} (1 in {})", percent(p).text, significant(1.0 / p)),
        _ => percent(p).text,
    }
}

/// The probability of each label: exact where there are exact odds, the share of the trials otherwise.
pub(super) fn shares(answer: &Answer) -> Vec<f64> {
    match (&answer.exact, &answer.simulated) {
        (Some(exact), _) => exact.iter().map(|(_, p)| *p).collect(),
        (None, Some(simulated)) => {
            simulated.counts.iter().map(|(_, n)| *n as f64 / simulated.trials.max(1) as f64).collect()
        }
        (None, None) => Vec::new(),
    }
}

/// The labels of an answer, in order.
pub(super) fn labels(answer: &Answer) -> Vec<&str> {
    match (&answer.exact, &answer.simulated) {
        (Some(exact), _) => exact.iter().map(|(label, _)| label.as_str()).collect(),
        (None, Some(simulated)) => simulated.counts.iter().map(|(label, _)| label.as_str()).collect(),
        (None, None) => Vec::new(),
    }
}

fn odds_cells(p: Option<f64>, exactly: Option<&Fraction>) -> [Datum; 3] {
    let Some(p) = p else {
        return [Datum::none(), Datum::none(), Datum::none()];
    };
    let fraction = exactly.map_or_else(Datum::none, |fraction| {
        let text = fraction.to_string();
        let shown = if text.len() <= LONGEST_SHOWN { text.clone() } else { Datum::none().text };
        Datum::value(text, shown)
    });
    let one_in = if p > 0.0 { Datum::number(1.0 / p, significant(1.0 / p)) } else { Datum::none() };
    [percent(p), fraction, one_in]
}

/// A probability in per cent, with two decimals, and more where these would show nothing.
pub(super) fn percent(p: f64) -> Datum {
    let text = match 100.0 * p {
        p if p <= 0.0 || p >= 0.01 => format!("{p:.2}%"),
        p if p >= 1e-6 => format!("{p:.*}%", 1 + (-libm::log10(p)).ceil() as usize),
        p => format!("{p:.1e}%"),
    };
    Datum::number(p, text)
}

/// Three significant digits.
fn significant(x: f64) -> String {
    match x {
        x if x < 10.0 => format!("{x:.2}"),
        x if x < 100.0 => format!("{x:.1}"),
        x if x < 1e15 => thousands(x.round() as u64),
        x => format!("{x:.1e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Mass;

    #[test]
    fn small_probabilities_are_not_shown_as_zero() {
        assert_eq!(percent(0.0).text, "0.00%");
        assert_eq!(percent(1.0 / 3.0).text, "33.33%");
        assert_eq!(percent(0.000_02).text, "0.0020%");
        assert_eq!(percent(0.000_000_153).text, "0.000015%");
        assert_eq!(percent(1.0 / libm::pow(6.0, 14.0)).text, "1.3e-9%");
    }

    #[test]
    fn chances_are_told_as_fractions_or_as_one_in_so_many() {
        for (n, d, words) in [
            (1, 1, "for certain"),
            (5, 9, "55.56% (5/9)"),
            (1, 216, "0.46% (1/216)"),
            (3, 1296, "0.23% (1/432)"),
            (5, 1296, "0.39% (1 in 259)"),
            (3, 10, "30.00% (3/10)"),
            (46_655, 46_656, "100.00%"),
        ] {
            let fraction = Fraction::certain().scaled(n, d);
            assert_eq!(told(fraction.to_f64(), Some(&fraction)), words);
        }
        assert_eq!((told(1.0, None), told(0.3, None)), ("for certain".to_owned(), "30.00%".to_owned()));
    }

    #[test]
    fn long_fractions_stand_in_data_alone() {
        let long = Fraction::one_of(6).power(9);
        let [_, short, _] = odds_cells(Some(0.3), Some(&Fraction::certain().scaled(3, 10)));
        assert_eq!((short.text.as_str(), &short.value), ("3/10", &Value::from("3/10")));
        let [_, shown, _] = odds_cells(Some(long.to_f64()), Some(&long));
        assert_eq!((shown.text.as_str(), &shown.value), ("1/10077696", &Value::from("1/10077696")));
        let [_, kept, _] = odds_cells(Some(long.to_f64()), Some(&long.power(3)));
        assert_eq!((kept.text, kept.value), (Datum::none().text, Value::from(long.power(3).to_string())));
    }

    #[test]
    fn small_tails_are_summed_from_their_end() {
        let odds: Vec<(i64, f64)> = vec![(1, 1.0 - 1e-12), (2, 1e-12), (3, 1e-20)];
        let above = tails(&odds);
        assert!((above[0] - 1.0).abs() < 1e-15 && above[2] == 1e-20, "{above:?}");
        assert!((above[1] - (1e-12 + 1e-20)).abs() < 1e-27, "{above:?}");
    }

    #[test]
    fn inputs_are_told_as_asked_and_in_words() {
        let map = serde_json::json!({"shooters": ["dave", "ernie"], "cover": true, "lower": false, "rules": {"a": 3}});
        let map = map.as_object().unwrap();
        assert_eq!(inputs(map), "shooters=[dave, ernie] cover=true lower=false rules={a=3}");
        assert_eq!(words(map), "shooters dave and ernie, cover, no lower, rules (a 3)");
    }
}
