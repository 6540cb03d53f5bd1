//! Where in the inputs of a question a value stands: `attacker`, `attacker.unit`, `shooters[0]`, `rules.bonus-cap`.

use std::fmt;

use serde_json::{Map, Value};

use crate::game::Diagnostic;

/// One step into a value.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Key(String),
    Item(usize),
}

/// A way into the inputs, spelt as the ruleset spells it when it complains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place(Vec<Step>);

impl Place {
    /// Reads a key, or keys with dots between them. What follows `rules.` is one name, dots and all.
    pub(super) fn read(text: &str) -> Self {
        let keys: Vec<&str> = match text.strip_prefix("rules.") {
            Some(rule) => vec!["rules", rule],
            None => text.split('.').collect(),
        };
        Self(keys.into_iter().map(|key| Step::Key(key.to_owned())).collect())
    }

    /// The first item of the list that stands here.
    pub(super) fn first_item(&self) -> Self {
        Self([&self.0[..], &[Step::Item(0)]].concat())
    }

    /// All places at which the string `word` stands, in order.
    pub(super) fn of_word(word: &str, inputs: &Map<String, Value>) -> Vec<Self> {
        let mut found = Vec::new();
        for (key, value) in inputs {
            search(word, value, &mut vec![Step::Key(key.clone())], &mut found);
        }
        found
    }

    /// What stands here.
    pub(super) fn find<'v>(&self, inputs: &'v Map<String, Value>) -> Option<&'v Value> {
        let (Step::Key(first), rest) = self.0.split_first()? else { return None };
        rest.iter().try_fold(inputs.get(first)?, |value, step| match step {
            Step::Key(key) => value.get(key),
            Step::Item(at) => value.get(at),
        })
    }

    /// Takes away what stands here, and the tables and lists around it that hold nothing else.
    pub(super) fn take_from(&self, inputs: &mut Map<String, Value>) {
        fn emptied(value: &mut Value, steps: &[Step]) -> bool {
            let Some((first, rest)) = steps.split_first() else { return true };
            match (first, value) {
                (Step::Key(key), Value::Object(table)) => {
                    if table.get_mut(key).is_some_and(|inner| emptied(inner, rest)) {
                        table.remove(key);
                    }
                    table.is_empty()
                }
                // What else is in a list keeps its place.
                (Step::Item(at), Value::Array(list)) => {
                    list.len() == 1 && list.get_mut(*at).is_some_and(|inner| emptied(inner, rest))
                }
                _ => false,
            }
        }
        let mut all = Value::Object(std::mem::take(inputs));
        emptied(&mut all, &self.0);
        if let Value::Object(left) = all {
            *inputs = left;
        }
    }

    /// Puts `value` here; tables on the way are opened where there are none.
    ///
    /// # Errors
    /// When something else than a table or a list is on the way.
    pub(super) fn put(&self, inputs: &mut Map<String, Value>, value: Value) -> Result<(), Diagnostic> {
        let wrong = || Diagnostic::new(format!("`{self}` leads into something that is no table")).within("inputs");
        let Some((Step::Key(first), rest)) = self.0.split_first() else { return Err(wrong()) };
        let mut here = inputs.entry(first.clone()).or_insert(Value::Null);
        for step in rest {
            if here.is_null() {
                *here = match step {
                    Step::Key(_) => Value::Object(Map::new()),
                    Step::Item(_) => Value::Array(Vec::new()),
                };
            }
            here = match (step, here) {
                (Step::Key(key), Value::Object(table)) => table.entry(key.clone()).or_insert(Value::Null),
                (Step::Item(at), Value::Array(list)) => {
                    while list.len() <= *at {
                        list.push(Value::Null);
                    }
                    &mut list[*at]
                }
                _ => return Err(wrong()),
            };
        }
        *here = value;
        Ok(())
    }
}

fn search(word: &str, value: &Value, way: &mut Vec<Step>, found: &mut Vec<Place>) {
    let mut deeper = |step: Step, value: &Value| {
        way.push(step);
        search(word, value, way, found);
        way.pop();
    };
    match value {
        Value::Array(list) => list.iter().enumerate().for_each(|(at, item)| deeper(Step::Item(at), item)),
        Value::Object(table) => table.iter().for_each(|(key, item)| deeper(Step::Key(key.clone()), item)),
        Value::String(text) if text == word => found.push(Place(way.clone())),
        _ => {}
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, step) in self.0.iter().enumerate() {
            match step {
                Step::Key(key) if at == 0 => f.write_str(key)?,
                Step::Key(key) => write!(f, ".{key}")?,
                Step::Item(item) => write!(f, "[{item}]")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn map(value: Value) -> Map<String, Value> {
        value.as_object().unwrap().clone()
    }

    #[test]
    fn places_are_spelt_as_they_are_read() {
        for text in ["attacker", "attacker.unit", "rules.fire.bonus-cap"] {
            assert_eq!(Place::read(text).to_string(), text);
        }
        assert_eq!(Place::read("shooters").first_item().to_string(), "shooters[0]");
        let inputs = map(json!({"a": "all", "b": {"c": ["x", "all"]}, "d": "al"}));
        let found = Place::of_word("all", &inputs);
        assert_eq!(found.iter().map(ToString::to_string).collect::<Vec<_>>(), ["a", "b.c[1]"]);
    }

    #[test]
    fn what_is_taken_away_leaves_nothing_empty_behind() {
        for (before, place, after) in [
            (json!({"range": 1, "cover": 2}), Place::read("range"), json!({"cover": 2})),
            (json!({"attacker": {"unit": "all"}, "cover": 2}), Place::read("attacker.unit"), json!({"cover": 2})),
            (json!({"attacker": {"unit": "all", "n": 3}}), Place::read("attacker.unit"), json!({"attacker": {"n": 3}})),
            (json!({"shooters": ["all"], "n": 3}), Place::read("shooters").first_item(), json!({"n": 3})),
            (
                json!({"shooters": ["all", "dave"]}),
                Place::read("shooters").first_item(),
                json!({"shooters": ["all", "dave"]}),
            ),
            (json!({"cover": 2}), Place::read("rules.fire.bonus-cap"), json!({"cover": 2})),
        ] {
            let mut inputs = map(before);
            place.take_from(&mut inputs);
            assert_eq!(Value::Object(inputs), after, "{place}");
        }
    }

    #[test]
    fn values_are_put_where_they_belong() {
        let mut inputs = map(json!({"a": {"b": 1}, "n": 3}));
        for (place, value) in [("a.c", 2), ("rules.fire.bonus-cap", 3), ("x", 4)] {
            Place::read(place).put(&mut inputs, value.into()).unwrap();
        }
        Place::read("s").first_item().put(&mut inputs, "dave".into()).unwrap();
        let expected = json!({"a": {"b": 1, "c": 2}, "n": 3, "rules": {"fire.bonus-cap": 3}, "x": 4, "s": ["dave"]});
        assert_eq!(Value::Object(inputs.clone()), expected);
        assert!(Place::read("n.deep").put(&mut inputs, 1.into()).is_err());
    }
}
