//! What an experiment differs in from another that was played, in words.

use toml::{Table, Value};

use super::{Manifest, Plan};
use crate::game::visible;

/// Keys of an experiment that results do not depend on.
const OF_NO_WEIGHT: [&str; 2] = ["name", "question"];

/// A value that is longer is not worth its room.
const LONGEST: usize = 40;

/// What a plan differs in from the experiment of a run, a part for each thing: `seed` is 1 there and 2 here.
pub(super) fn differences(plan: &Plan, other: &Manifest) -> Vec<String> {
    let version = env!("CARGO_PKG_VERSION");
    let mut said = Vec::new();
    if other.version != version {
        said.push(format!("it is of version {}, and this is {version}", visible(&other.version)));
    }
    let read = |text: &str| text.parse::<Table>().unwrap_or_default();
    let (there, here) = (read(&other.experiment), read(&plan.experiment));
    let mut keys: Vec<&String> = here.keys().chain(there.keys().filter(|key| !here.contains_key(*key))).collect();
    keys.retain(|key| !OF_NO_WEIGHT.contains(&key.as_str()));
    said.extend(keys.into_iter().filter_map(|key| difference(key, there.get(key), here.get(key))));
    for text in &plan.texts {
        if other.texts.iter().any(|known| known.role == text.role && known.text != text.text) {
            said.push(format!("`{}` has another text", visible(&text.role)));
        }
    }
    said
}

fn difference(key: &str, there: Option<&Value>, here: Option<&Value>) -> Option<String> {
    if there == here {
        return None;
    }
    let own = |one: Option<&Value>, other: Option<&Value>| -> Vec<String> {
        let items = |value: Option<&Value>| value.and_then(Value::as_array).cloned().unwrap_or_default();
        let others = items(other);
        items(one).iter().filter(|item| !others.contains(item)).map(ToString::to_string).collect()
    };
    let is_list = [there, here].iter().all(|value| value.is_none_or(Value::is_array));
    if is_list {
        let parts = [("only there", own(there, here)), ("only here", own(here, there))];
        let parts: Vec<String> = parts
            .into_iter()
            .filter(|(_, items)| !items.is_empty())
            .map(|(place, items)| format!("{place} {}", short(&items.join(", "))))
            .collect();
        let told = if parts.is_empty() { "in another order".to_owned() } else { parts.join(", ") };
        return Some(format!("`{key}`: {told}"));
    }
    let told = |value: Option<&Value>| value.map_or_else(|| "not said".to_owned(), |value| short(&value.to_string()));
    Some(format!("`{key}` is {} there and {} here", told(there), told(here)))
}

fn short(text: &str) -> String {
    let text = visible(text).into_owned();
    if text.chars().count() <= LONGEST { text } else { text.chars().take(LONGEST).chain(['…']).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_told_by_its_key() {
        let told = |there: &str, here: &str| {
            let read = |text: &str| text.parse::<Table>().unwrap().remove("key");
            difference("key", read(there).as_ref(), read(here).as_ref())
        };
        assert_eq!(told("key = 1", "key = 1"), None);
        assert_eq!(told("key = 1", "key = 2").unwrap(), "`key` is 1 there and 2 here");
        assert_eq!(told("", "key = \"x\"").unwrap(), "`key` is not said there and \"x\" here");
        assert_eq!(
            told("key = [\"a\", \"b\"]", "key = [\"b\", \"c\"]").unwrap(),
            "`key`: only there \"a\", only here \"c\""
        );
        assert_eq!(told("key = [\"a\", \"b\"]", "key = [\"b\", \"a\"]").unwrap(), "`key`: in another order");
        let long = told("key = 1", &format!("key = \"{}\"", "x".repeat(60))).unwrap();
        assert!(long.len() < 80 && long.contains('…'), "{long}");
    }
}
