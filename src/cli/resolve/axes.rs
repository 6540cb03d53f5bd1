//! The axes of a sweep: which inputs take which values.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::place::Place;
use super::{Effort, Question};
use crate::cli::values;
use crate::game::{Diagnostic, Diagnostics};

/// Stands for everything that the ruleset allows in a place.
const ALL: &str = "all";

/// Most questions in a sweep.
pub(super) const MOST_QUESTIONS: usize = 100_000;

/// An input and the values that it takes, in order.
#[derive(Debug)]
pub(super) struct Axis {
    pub(super) place: Place,
    pub(super) values: Vec<Value>,
    /// Whether the user has written the values, so that each of them should make sense.
    pub(super) written: bool,
}

impl Axis {
    /// Reads `KEY=A,B,C` or `KEY=FROM..TO`, both ends included; no values for `KEY=all`.
    fn read(axis: &str) -> Result<(Place, Option<Vec<Value>>), Diagnostic> {
        let wrong = || {
            Diagnostic::new(format!("`{axis}` does not say what to sweep"))
                .allowing(["KEY=A,B,C", "KEY=FROM..TO", "KEY=all"])
                .within("--sweep")
        };
        let (key, text) =
            axis.split_once('=').filter(|(key, text)| !key.is_empty() && !text.is_empty()).ok_or_else(wrong)?;
        let place = Place::read(key.trim());
        if text.trim() == ALL {
            return Ok((place, None));
        }
        if let Some((from, to)) = text.split_once("..") {
            let (from, to): (i64, i64) =
                (from.trim().parse().map_err(|_| wrong())?, to.trim().parse().map_err(|_| wrong())?);
            if from > to || to.abs_diff(from) >= MOST_QUESTIONS as u64 {
                return Err(wrong());
            }
            return Ok((place, Some((from..=to).map(Value::from).collect())));
        }
        // The brackets let values hold commas of their own: lists and tables.
        match values::parse(&format!("[{text}]")).map_err(|_| wrong())? {
            toml::Value::Array(values) if !values.is_empty() => {
                Ok((place, Some(values.iter().map(values::to_json).collect())))
            }
            _ => Err(wrong()),
        }
    }

    /// Whether all its values are numbers.
    pub(super) fn is_numeric(&self) -> bool {
        self.values.iter().all(Value::is_number)
    }

    /// Names of its values.
    pub(super) fn names(&self) -> Vec<String> {
        self.values.iter().map(name).collect()
    }
}

/// A value as a reader sees it.
pub(super) fn name(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned)
}

/// The axes that `sweeps` and every `all` among the inputs of `question` open; an `all` that the ruleset takes for what it
/// says opens none.
pub(super) fn of(question: &mut Question, sweeps: &[String], effort: &Effort) -> Result<Vec<Axis>, Diagnostics> {
    let (mut written, mut seen) = (Vec::new(), Vec::new());
    for sweep in sweeps {
        let (place, values) = Axis::read(sweep).map_err(|diagnostic| vec![diagnostic])?;
        if seen.contains(&place) {
            return Err(vec![
                Diagnostic::new(format!("`{sweep}` sweeps once more what is swept already")).within("--sweep"),
            ]);
        }
        if place.find(&question.inputs).is_some_and(|given| given != ALL) {
            let fault = Diagnostic::new(format!("`{place}` is given, and swept too")).allowing([sweep.as_str()]);
            return Err(vec![fault.within("--sweep")]);
        }
        seen.push(place.clone());
        let stand_in = values.as_ref().map_or_else(|| Value::from(ALL), |values| values[0].clone());
        place.put(&mut question.inputs, stand_in).map_err(|diagnostic| vec![diagnostic])?;
        written.extend(values.map(|values| Axis { place, values, written: true }));
    }
    let mut axes = Vec::new();
    for place in Place::of_word(ALL, &question.inputs) {
        if written.iter().any(|axis| axis.place == place) {
            continue;
        }
        let known: Vec<&Axis> = axes.iter().chain(&written).collect();
        let (place, values) = match everything(question, &place, &known, effort) {
            Allowed::Names(values) => (place, values),
            Allowed::List => {
                let item = place.first_item();
                place.put(&mut question.inputs, Value::from(vec![ALL])).map_err(|diagnostic| vec![diagnostic])?;
                match everything(question, &item, &known, effort) {
                    Allowed::Names(values) => (item, values),
                    _ => continue,
                }
            }
            Allowed::Unknown => continue,
        };
        place.put(&mut question.inputs, values[0].clone()).map_err(|diagnostic| vec![diagnostic])?;
        axes.push(Axis { place, values, written: false });
    }
    axes.extend(written);
    let questions = axes.iter().try_fold(1_usize, |n, axis| n.checked_mul(axis.values.len()));
    if questions.is_none_or(|n| n > MOST_QUESTIONS) {
        return Err(vec![
            Diagnostic::new(format!("a sweep takes at most {MOST_QUESTIONS} questions")).within("--sweep"),
        ]);
    }
    Ok(axes)
}

/// All combinations of the values of `axes` put into `inputs`; the last axis varies fastest.
pub(super) fn combinations<'a>(
    inputs: &Map<String, Value>,
    axes: impl IntoIterator<Item = &'a Axis>,
) -> Result<Vec<Map<String, Value>>, Diagnostic> {
    let mut all = vec![inputs.clone()];
    for axis in axes {
        let mut extended = Vec::with_capacity(all.len() * axis.values.len());
        for inputs in &all {
            for value in &axis.values {
                let mut inputs = inputs.clone();
                axis.place.put(&mut inputs, value.clone())?;
                extended.push(inputs);
            }
        }
        all = extended;
    }
    Ok(all)
}

/// What may stand in a place.
enum Allowed {
    /// One of these.
    Names(Vec<Value>),
    /// A list.
    List,
    /// Whatever it is, it has not been listed.
    Unknown,
}

/// Everything that may stand in `place`, where `all` stands now: what the ruleset lists when it refuses that word. What is
/// allowed may depend on other inputs, so it is asked for all values of the axes `known`.
fn everything(question: &Question, place: &Place, known: &[&Axis], effort: &Effort) -> Allowed {
    let source = format!("input `{place}`");
    let (mut names, mut seen, mut list) = (Vec::new(), BTreeSet::new(), false);
    for inputs in combinations(&question.inputs, known.iter().copied()).unwrap_or_default() {
        let Err(diagnostics) = question.with(inputs).read(effort) else { continue };
        for diagnostic in diagnostics.iter().filter(|diagnostic| diagnostic.source == source) {
            list |= diagnostic.allowed == ["a list"];
            let flags = diagnostic.allowed == ["true or false"];
            let values = if flags { vec![false.into(), true.into()] } else { words(&diagnostic.allowed) };
            names.extend(values.into_iter().filter(|value: &Value| seen.insert(value.to_string())));
        }
        // One answer is enough unless the list depends on the other inputs.
        if !names.is_empty() && diagnostics.iter().all(|diagnostic| diagnostic.source == source) && known.is_empty() {
            break;
        }
    }
    match (names.is_empty(), list) {
        (false, _) => Allowed::Names(names),
        (true, true) => Allowed::List,
        (true, false) => Allowed::Unknown,
    }
}

/// Names, unless they are phrases that describe what is allowed.
fn words(allowed: &[String]) -> Vec<Value> {
    if allowed.iter().any(|word| word.contains(' ')) {
        return Vec::new();
    }
    allowed.iter().map(|word| Value::from(word.as_str())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_is_a_list_or_a_range_or_all() {
        let json = |axis: &str| {
            Axis::read(axis).map(|(place, values)| format!("{place} {}", values.map_or("all".into(), Value::from))).ok()
        };
        assert_eq!(json("damage=1..3").as_deref(), Some("damage [1,2,3]"));
        assert_eq!(json("terrain=town, forest").as_deref(), Some(r#"terrain ["town","forest"]"#));
        assert_eq!(json("shooters=[dave],[dave,dave]").as_deref(), Some(r#"shooters [["dave"],["dave","dave"]]"#));
        assert_eq!(json("rules.shaken-target=3,4").as_deref(), Some("rules.shaken-target [3,4]"));
        assert_eq!(json("attacker=all").as_deref(), Some("attacker \"all\""));
        for axis in ["damage", "damage=", "damage=3..1", "damage=a..b", "=1"] {
            assert!(Axis::read(axis).is_err(), "{axis}");
        }
    }
}
