//! The board of a game that was told, as a battlefield file describes it.

use std::collections::BTreeMap;

use serde_json::Value;
use toml::Table;

use super::board_map::Map;
use crate::tabletop::hex::flat::Grid;

/// Keys of a battlefield file from the first event of a trace; none where it tells no board.
pub(super) fn keys(battle: &Value) -> Option<Table> {
    let board = &battle["board"];
    let [columns, rows] = ["columns", "rows"].map(|key| u16::try_from(board[key].as_u64()?).ok());
    let grid = Map::bare(columns?, rows?).grid;
    let (mut hills, mut terrain) = (BTreeMap::<u64, Vec<&str>>::new(), BTreeMap::<&str, Vec<&str>>::new());
    for told in board["hexes"].as_array()? {
        let (hex, kind, level) = (told["hex"].as_str()?, told["terrain"].as_str()?, told["level"].as_u64()?);
        if level > 0 {
            hills.entry(level).or_default().push(hex);
        }
        if kind != "clear" {
            terrain.entry(kind).or_default().push(hex);
        }
    }
    let mut sides = BTreeMap::<&str, Vec<&str>>::new();
    for told in board["sides"].as_array()? {
        sides.entry(told["feature"].as_str()?).or_default().push(told["side"].as_str()?);
    }
    let mut works = Vec::new();
    for told in battle["works"].as_array().into_iter().flatten().filter(|told| told["what"] == "quick-works") {
        works.push(format!("{}/{}", told["hex"].as_str()?, told["front"].as_str()?));
    }
    let mut keys = Table::new();
    keys.insert("size".into(), vec![i64::from(columns?), i64::from(rows?)].into());
    let roads: Option<Vec<&str>> = board["roads"].as_array()?.iter().map(Value::as_str).collect();
    keys.insert("roads".into(), chains(grid, &roads?)?.into());
    let hill = |(level, hexes): (u64, Vec<&str>)| {
        let keys = [("level", (level as i64).into()), ("hexes", hexes.join(" ").into())];
        keys.map(|(key, value): (&str, toml::Value)| (key.to_owned(), value)).into_iter().collect::<Table>()
    };
    keys.insert("hills".into(), hills.into_iter().map(hill).collect::<Vec<_>>().into());
    let listed = |groups: BTreeMap<&str, Vec<&str>>| {
        groups.into_iter().map(|(key, words)| (key.to_owned(), words.join(" ").into())).collect::<Table>()
    };
    keys.insert("terrain".into(), listed(terrain).into());
    keys.insert("sides".into(), listed(sides).into());
    if !works.is_empty() {
        keys.insert("works".into(), Table::from_iter([("quick-works".to_owned(), works.join(" ").into())]).into());
    }
    Some(keys)
}

/// Roads as chains of neighbouring hexes, from the hexsides that they lead over.
fn chains(grid: Grid, sides: &[&str]) -> Option<Vec<String>> {
    let ends = |side: &&str| {
        let side = grid.parse_side(side).ok()?;
        Some([side.hex(), grid.neighbour(side.hex(), side.direction())?])
    };
    let mut open = sides.iter().map(ends).collect::<Option<Vec<_>>>()?;
    let mut chains = Vec::new();
    while !open.is_empty() {
        let mut chain = Vec::from(open.remove(0));
        while let Some(at) = open.iter().position(|ends| ends.contains(&chain[chain.len() - 1])) {
            let [one, other] = open.remove(at);
            chain.push(if one == chain[chain.len() - 1] { other } else { one });
        }
        chains.push(chain.into_iter().map(|hex| grid.number(hex).to_string()).collect::<Vec<_>>().join(" "));
    }
    Some(chains)
}
