//! The map of a game that was told, as a battlefield file draws it.

use serde_json::Value;
use toml::Table;

use super::codex::Codex;
use crate::game::CodexFile;

/// Keys of a battlefield file from the first event of a trace; none where it tells no map, or one with ground that the
/// built-in codex does not know.
pub(super) fn keys(battle: &Value) -> Option<Table> {
    let table = &battle["table"];
    let codex = Codex::built_in();
    let [rows, heights] = [table["hexes"].as_array()?, table["heights"].as_array()?];
    let (mut map, mut above, mut raised) = (String::from("\n"), String::from("\n"), false);
    for (row, heights) in rows.iter().zip(heights) {
        for (name, height) in row.as_array()?.iter().zip(heights.as_array()?) {
            let kind = &codex.terrain[usize::from(codex.terrain(name.as_str()?)?)];
            map.push(kind.letter);
            let height = height.as_i64()?;
            let own = height == i64::from(kind.height);
            raised |= !own;
            above.push(if own { '.' } else { char::from_digit(u32::try_from(height).ok()?, 10)? });
        }
        map.push('\n');
        above.push('\n');
    }
    let mut keys = Table::new();
    let objectives = table["objectives"].as_array()?;
    if !objectives.is_empty() {
        keys.insert("objectives".into(), toml::Value::try_from(objectives).ok()?);
    }
    keys.insert("map".into(), map.into());
    if raised {
        keys.insert("heights".into(), above.into());
    }
    Some(keys)
}
