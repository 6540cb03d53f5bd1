//! What costs other points in one variant of a game than in another.

use std::collections::BTreeMap;

use super::table::{Column, Datum, Table};
use crate::experiment::{Run, Spec, Variant, codex_role};
use crate::game::{Override, Source};

/// How the key of a price ends.
pub const COST: &str = ".cost";

/// The values of a codex by their dotted keys, with departures from them.
#[must_use]
pub fn values(codex: &str, changes: &[Override]) -> BTreeMap<String, String> {
    let mut values = BTreeMap::new();
    flatten("codex", &toml::Value::Table(codex.parse().unwrap_or_default()), &mut values);
    values.extend(changes.iter().map(|change| (change.key.clone(), worded(&change.value))));
    values
}

/// What costs other points by the second values than by the first; none where that is one thing at most.
#[must_use]
pub fn table([before, after]: [&BTreeMap<String, String>; 2]) -> Option<Table> {
    let columns = vec![
        Column::words("what", "What"),
        Column::numbers("before", "Was"),
        Column::numbers("after", "New"),
        Column::numbers("change", "Change"),
    ];
    let mut table = Table::new("New prices", columns);
    let number = |text: &String| text.parse::<f64>().ok();
    for (key, was) in before {
        let Some(what) = key.strip_prefix("codex.").and_then(|key| key.strip_suffix(COST)) else { continue };
        let (Some(before), Some(after)) = (number(was), after.get(key).and_then(number)) else { continue };
        if before == after {
            continue;
        }
        let change = ((after - before) * 1000.0).round() / 1000.0;
        let sign = if change > 0.0 { "+" } else { "" };
        table.push(vec![
            Datum::words(what.rsplit('.').next().unwrap_or(what)),
            Datum::number(before, before.to_string()),
            Datum::number(after, after.to_string()),
            Datum::number(change, format!("{sign}{change}")),
        ]);
    }
    (table.rows.len() > 1).then_some(table)
}

/// The prices that the second of two variants of a run has otherwise than the first.
pub(super) fn of(run: &Run) -> Option<Table> {
    let manifest = &run.manifest;
    let spec = Spec::read(&Source { name: String::new(), text: manifest.experiment.clone() }).ok()?;
    let [before, after] = &spec.variants[..] else { return None };
    let of = |variant: &Variant| {
        let own = codex_role(&variant.name.text);
        let text = |role: &str| manifest.texts.iter().find(|text| text.role == role).map(|text| text.text.as_str());
        let changes: Vec<Override> =
            spec.set.iter().chain(&variant.changes).map(|(change, _)| change.clone()).collect();
        Some(values(text(&own).or_else(|| text("codex"))?, &changes))
    };
    table([&of(before)?, &of(after)?])
}

/// The values of a table by their dotted keys.
fn flatten(key: &str, value: &toml::Value, into: &mut BTreeMap<String, String>) {
    match value {
        toml::Value::Table(table) => {
            table.iter().for_each(|(name, value)| flatten(&format!("{key}.{name}"), value, into))
        }
        value => drop(into.insert(key.to_owned(), worded(value))),
    }
}

/// A value in words: a number by what it is worth, whether it was written as whole or not.
fn worded(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        toml::Value::Float(number) => number.to_string(),
        value => value.to_string(),
    }
}
