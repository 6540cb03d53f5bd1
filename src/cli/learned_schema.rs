//! JSON Schemas that are learned: from examples of a kind of file, and from what its reader allows where it is shown a key that
//! there is not. So a schema has the keys that are read, and no list of them has to be kept beside the reader.

use serde_json::{Map, Value, json};

use super::schema::NO_KEY;
use crate::game::{Diagnostics, Source};

/// How deep tables are looked into.
const DEPTH: usize = 5;

/// One step from a table or a list to what is in it.
#[derive(Clone, Debug)]
enum Step {
    /// What stands under a key.
    Key(String),
    /// An item of a list.
    Item(usize),
}

/// The schema of a kind of file, by examples of it: `faults` is what its reader finds wrong with a file.
///
/// Tables whose keys are free, such as units by their names, are those of which the reader refuses no key. Single values are open:
/// what may stand there the reader says.
pub fn learned(examples: &[Source], faults: &dyn Fn(&Source) -> Diagnostics) -> Value {
    let mut schema = json!({});
    for example in examples {
        let Ok(base) = example.text.parse::<toml::Table>() else { continue };
        let learner = Learner { base: base.clone(), faults };
        let base = base.into();
        merge(&mut schema, learner.learn(&[], Some(&base), &[&base]));
    }
    schema
}

struct Learner<'r> {
    base: toml::Table,
    faults: &'r dyn Fn(&Source) -> Diagnostics,
}

impl Learner<'_> {
    /// The schema of what stands at a place, of which there may be an example; `all` are the values at all places like it.
    fn learn(&self, path: &[Step], example: Option<&toml::Value>, all: &[&toml::Value]) -> Value {
        let further = |step: Step| [path, &[step]].concat();
        let single = example.is_some_and(|value| !value.is_table() && !value.is_array());
        if single || path.len() >= DEPTH {
            return json!({});
        }
        if let Some(mut keys) = self.allowed(path) {
            // A refusal may name less than there is.
            for key in all.iter().filter_map(|value| value.as_table()).flat_map(toml::Table::keys) {
                if !keys.contains(key) {
                    keys.push(key.clone());
                }
            }
            let learned = |key: String| {
                let known: Vec<&toml::Value> = all.iter().filter_map(|table| table.get(key.as_str())).collect();
                let example = example.and_then(|table| table.get(key.as_str()));
                let schema = self.learn(&further(Step::Key(key.clone())), example, &known);
                (key, schema)
            };
            return json!({ "properties": keys.into_iter().map(learned).collect::<Map<_, _>>(), "additionalProperties": false });
        }
        match example {
            Some(toml::Value::Table(table)) => {
                let all: Vec<&toml::Value> =
                    all.iter().filter_map(|value| value.as_table()).flat_map(toml::Table::values).collect();
                let mut seen = Vec::new();
                let mut each = json!({});
                for (key, value) in table.iter().filter(|(_, value)| is_new(value, &mut seen)) {
                    merge(&mut each, self.learn(&further(Step::Key(key.clone())), Some(value), &all));
                }
                json!({ "additionalProperties": each })
            }
            Some(toml::Value::Array(list)) => {
                let all: Vec<&toml::Value> = all.iter().filter_map(|value| value.as_array()).flatten().collect();
                let mut seen = Vec::new();
                let mut each = json!({});
                for (place, value) in list.iter().enumerate().filter(|(_, value)| is_new(value, &mut seen)) {
                    merge(&mut each, self.learn(&further(Step::Item(place)), Some(value), &all));
                }
                json!({ "items": each })
            }
            _ => match self.allowed(&further(Step::Item(0))) {
                Some(_) => json!({ "items": self.learn(&further(Step::Item(0)), None, &[]) }),
                None => json!({}),
            },
        }
    }

    /// The keys that are allowed in the table at a place; none where no key is refused there.
    fn allowed(&self, path: &[Step]) -> Option<Vec<String>> {
        let mut file = toml::Value::Table(self.base.clone());
        let mut at = &mut file;
        for step in path {
            at = match step {
                Step::Key(key) => table(at).entry(key.clone()).or_insert(toml::Table::new().into()),
                Step::Item(place) => item(at, *place),
            };
        }
        table(at).insert(NO_KEY.to_owned(), 0.into());
        let source = Source { name: String::new(), text: toml::to_string(&file).ok()? };
        let refused = (self.faults)(&source).into_iter().find(|fault| fault.message.contains(NO_KEY));
        refused.map(|fault| fault.allowed).filter(|keys| !keys.is_empty())
    }
}

/// The table that stands there, or an empty one in the place of what does.
fn table(value: &mut toml::Value) -> &mut toml::Table {
    if !value.is_table() {
        *value = toml::Table::new().into();
    }
    value.as_table_mut().expect("it was made one")
}

/// The item of the list that stands there, or of one with nothing but empty tables in the place of what does.
fn item(value: &mut toml::Value, place: usize) -> &mut toml::Value {
    if value.as_array().is_none_or(|list| place >= list.len()) {
        *value = vec![toml::Value::from(toml::Table::new()); place + 1].into();
    }
    &mut value.as_array_mut().expect("it was made one")[place]
}

/// Whether a value is a table or a list, and no table with the same keys has been seen.
fn is_new(value: &toml::Value, seen: &mut Vec<Vec<String>>) -> bool {
    let keys = match value {
        toml::Value::Table(table) => table.keys().cloned().collect(),
        toml::Value::Array(_) => return true,
        _ => return false,
    };
    let new = !seen.contains(&keys);
    seen.push(keys);
    new
}

/// Lets a schema allow what another allows too.
fn merge(schema: &mut Value, other: Value) {
    let Value::Object(other) = other else { return };
    for (key, value) in other {
        match (&mut schema[&key], value) {
            (known @ Value::Null, value) => *known = value,
            // Keys that are free in one are free.
            (known @ Value::Bool(_), value @ Value::Object(_)) => *known = value,
            (Value::Object(_), Value::Bool(_)) => {}
            (Value::Object(known), Value::Object(more)) if key == "properties" => {
                for (name, value) in more {
                    merge(known.entry(name).or_insert_with(|| json!({})), value);
                }
            }
            (known, value) => merge(known, value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Diagnostic;

    /// A reader of files with a name and units, each of which has a cost and weapons with a range.
    fn faults(source: &Source) -> Diagnostics {
        let file: toml::Table = source.text.parse().unwrap();
        let mut faults = Diagnostics::new();
        let mut check = |table: &toml::Value, keys: &[&str]| {
            let unknown = table.as_table().and_then(|table| table.keys().find(|key| !keys.contains(&key.as_str())));
            faults.extend(unknown.map(|key| Diagnostic::unknown("key", key, keys)));
        };
        check(&file.clone().into(), &["name", "units"]);
        for unit in file.get("units").and_then(toml::Value::as_table).into_iter().flat_map(toml::Table::values) {
            check(unit, &["cost", "weapons"]);
            for weapon in unit.get("weapons").and_then(toml::Value::as_array).into_iter().flatten() {
                check(weapon, &["range"]);
            }
        }
        faults
    }

    #[test]
    fn keys_that_are_refused_close_a_table_and_names_leave_it_open() {
        let example = |text: &str| Source { name: String::new(), text: text.to_owned() };
        let weapon = json!({ "properties": { "range": {} }, "additionalProperties": false });
        let unit =
            json!({ "properties": { "cost": {}, "weapons": { "items": weapon } }, "additionalProperties": false });
        let wanted = json!({ "properties": { "name": {}, "units": { "additionalProperties": unit } }, "additionalProperties": false });
        assert_eq!(learned(&[example("[units.a]\ncost = 3")], &faults), wanted, "weapons are found without an example");
        let two = [example("name = \"x\""), example("[[units.a.weapons]]\nrange = 2\n[units.b]\ncost = 2")];
        assert_eq!(learned(&two, &faults), wanted);
    }
}
