//! The table of a game that was told, as a battlefield file describes it.

use serde_json::Value;
use toml::Table;

/// What a file says of a piece.
const OF_A_PIECE: [&str; 4] = ["piece", "centre", "size", "angle"];

/// Keys of a battlefield file from the first event of a trace; none where it tells no terrain.
pub(super) fn keys(battle: &Value) -> Option<Table> {
    let piece = |told: &Value| {
        let keys = OF_A_PIECE.map(|key| Some((key.to_owned(), toml::Value::try_from(told.get(key)?).ok()?)));
        keys.into_iter().collect::<Option<Table>>()
    };
    let pieces = battle["terrain"].as_array()?.iter().map(piece).collect::<Option<Vec<Table>>>()?;
    Some([("features".to_owned(), pieces.into())].into_iter().collect())
}
