//! Army lists as plain text, both ways, and as short strings to share.
//!
//! A list is a TOML table; its units stand in `[units]`, or in what other keys have: teams, squads, brigades. As text it has a head, a line
//! for every unit type (`10x rifleman (500)`, with ` (in teams)` behind it where another key has it), and a line for every other key. Reading takes what people post: bullets, bold, counts before or behind the name, points in brackets,
//! plural names; what it does not understand it says.

mod reader;
pub mod share;
mod suggest;

use std::fmt::Write as _;

use toml::{Table, Value};

use super::{Army, Diagnostic, Source, UnitDoc};

pub use reader::{Another, ReadList, Unread, normal, read, read_with, unit_called};

/// The table of a list file.
///
/// # Errors
/// When it is no TOML.
pub fn table(list: &Source) -> Result<Table, Diagnostic> {
    list.text.parse().map_err(|error: toml::de::Error| Diagnostic::from_toml(&error).within(&list.name))
}

/// A list as a TOML file: its name and ruleset first.
#[must_use]
pub fn to_toml(list: &Table) -> String {
    let mut text = String::new();
    for key in ["name", "ruleset"] {
        if let Some(value) = list.get(key) {
            let _ = writeln!(text, "{key} = {value}");
        }
    }
    let rest: Table = others(list).map(|(key, value)| (key.clone(), value.clone())).collect();
    text + &rest.to_string()
}

/// What stands behind units of a text that another key of the list has, before the name of that key and a bracket.
const IN_KEY: &str = " (in ";

/// Keys by which lists have units, beside `units`.
const GROUPS: [&str; 7] = ["teams", "brigades", "battalions", "detachments", "squads", "independents", "officers"];

/// A list as plain text. `title` is that of its game; points are those of `units`.
#[must_use]
pub fn print(list: &Table, title: &str, army: &Army, units: &[UnitDoc]) -> String {
    let mut text = format!("{} ({title}, {} points)\n\n", army.name, army.cost);
    let line = |key: &str, count: i64| {
        let cost = units.iter().find(|unit| unit.name == key).map(|unit| unit.cost);
        // Sums of costs such as 0.1 are shown as they were meant.
        let points = cost.map(|cost| format!(" ({})", (cost * count as f64 * 1000.0).round() / 1000.0));
        format!("{count}x {key}{}", points.unwrap_or_default())
    };
    let own = list.get("units").and_then(Value::as_table);
    for (key, count) in own.into_iter().flatten() {
        let _ = match count.as_integer() {
            Some(count) => writeln!(text, "{}", line(key, count)),
            None => writeln!(text, "{count}x {key}"),
        };
    }
    let groups: Vec<(&str, String)> =
        GROUPS.into_iter().filter_map(|group| Some((group, list.get(group)?.to_string()))).collect();
    if let Some((first, _)) = groups.first() {
        // A key that names the unit has it; teams and squads of the codex name none.
        let of = |key: &str| groups.iter().find(|(_, named)| named.contains(key)).map_or(*first, |(group, _)| group);
        let listed = |key: &str| own.and_then(|own| own.get(key)?.as_integer()).unwrap_or(0);
        let grouped = army.units.iter().map(|(key, count)| (key, i64::from(*count) - listed(key)));
        for (key, count) in grouped.filter(|(_, count)| *count > 0) {
            let _ = writeln!(text, "{}{IN_KEY}{})", line(key, count), of(key));
        }
    }
    let mut others = others(list).filter(|(key, _)| *key != "units").peekable();
    if others.peek().is_some() {
        text.push('\n');
    }
    for (key, value) in others {
        let _ = writeln!(text, "{key}: {}", plain(value));
    }
    text
}

/// What a list has beside its name and ruleset.
fn others(list: &Table) -> impl Iterator<Item = (&String, &Value)> {
    list.iter().filter(|(key, _)| !matches!(key.as_str(), "name" | "ruleset"))
}

/// A value on a line: texts as they are, where nothing else can be meant.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) if written(text) == *value && text.trim() == text => text.clone(),
        other => other.to_string(),
    }
}

/// The value that is written on a line: TOML, or else a text.
fn written(text: &str) -> Value {
    let read = format!("value = {text}").parse::<Table>().ok().and_then(|mut table| table.remove("value"));
    read.filter(|_| !text.contains('\n')).unwrap_or_else(|| Value::String(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets;

    #[test]
    fn every_built_in_list_comes_back_from_its_text_and_from_its_share_string() {
        let mut lists = 0;
        for ruleset in rulesets::all() {
            let codex = ruleset.codex();
            let units = ruleset.units(&codex).unwrap();
            for source in ruleset.armies() {
                let list = table(&source).unwrap();
                let army = ruleset.read_army(&codex, &source).unwrap();
                let text = print(&list, ruleset.title(), &army, &units);
                let back = read(&text, ruleset.slug(), &units);
                assert_eq!((&back.list, &back.unread[..]), (&list, &[][..]), "{text}");
                assert_eq!(to_toml(&list).parse::<Table>().unwrap(), list);
                let shared = share::write(&list).unwrap();
                assert_eq!(share::read(&shared).unwrap(), list, "{shared}");
                lists += 1;
            }
        }
        assert!(lists > 60, "{lists}");
    }
}
