//! The table of a game that was told, as a battlefield file describes it.

use serde_json::{Value, json};
use toml::Table;

use super::codex::Codex;
use super::terrain::{Category, Footprint};
use super::terrain_file::GRADES;
use crate::game::{CodexFile, trace};

/// Keys of a battlefield file from the first event of a trace; none where it tells no terrain, or pieces that the built-in
/// codex does not know.
pub(super) fn keys(battle: &Value) -> Option<Table> {
    let codex = Codex::built_in();
    let pieces =
        battle["terrain"].as_array()?.iter().map(|told| piece(&codex, told)).collect::<Option<Vec<Table>>>()?;
    let size = toml::Value::try_from(battle["table"]["size"].as_array()?).ok()?;
    Some([("table".to_owned(), size), ("features".to_owned(), pieces.into())].into_iter().collect())
}

/// A piece as a file says it: what its kind has by itself is left out.
fn piece(codex: &Codex, told: &Value) -> Option<Table> {
    let kind = codex.terrain.iter().find(|kind| told["piece"] == kind.key.as_str())?;
    let mut keys = Table::new();
    let mut say = |key: &str, value: &Value| {
        let value = toml::Value::try_from(value).ok()?;
        keys.insert(key.to_owned(), value);
        Some(())
    };
    for key in ["piece", "centre", "size", "angle"] {
        say(key, told.get(key)?)?;
    }
    let round = told["round"].as_bool()?;
    if kind.category == Category::Area && round != (kind.footprint != Footprint::Rectangle) {
        let shape = if round { Footprint::Ellipse } else { Footprint::Rectangle };
        say("shape", &json!(shape.key()))?;
    }
    let grade = GRADES.into_iter().find(|(_, grade)| *grade == kind.grade).map(|(key, _)| key);
    let own = [
        ("height", trace::inches(kind.height).into()),
        ("cover", json!(grade)),
        ("difficult", kind.difficult.into()),
        ("obscures", kind.obscures.into()),
    ];
    for (key, usual) in own {
        if told.get(key)? != &usual {
            say(key, &told[key])?;
        }
    }
    if kind.category == Category::Ruin {
        for key in ["walls", "floor"] {
            say(key, told.get(key)?)?;
        }
    }
    Some(keys)
}
