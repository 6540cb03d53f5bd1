//! The table of a game that was told, as a battlefield file describes it.

use serde_json::Value;
use toml::Table;

/// Keys of a battlefield file from the first event of a trace, whose features are told in the words of such files; none where
/// it tells no table.
pub(super) fn keys(battle: &Value) -> Option<Table> {
    let table = &battle["table"];
    let mut keys = Table::new();
    keys.insert("table".into(), toml::Value::try_from(table["size"].as_array()?).ok()?);
    keys.insert("features".into(), toml::Value::try_from(table["terrain"].as_array()?).ok()?);
    Some(keys)
}
