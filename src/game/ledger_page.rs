//! Holding the page of a ledger to its rules, to the code and to the tests.

use std::fs;
use std::path::Path;

use crate::game::RuleAtom;

/// Checks `page`, the `LEDGER.md` of the ruleset `slug`: a row for every rule of `ledger`, in order, and nothing named that
/// does not exist.
///
/// A row names where the rule is implemented (`file.rs::function`, or `codex.toml::table.key`) and what shows it
/// (`file.rs::test`, or a situation that names the rule). A row that names no code says instead why the rule has no effect,
/// or that only whole games need it, which is no reason once games count rules.
pub fn check(slug: &str, ledger: &[RuleAtom], page: &str) {
    let id_of = |line: &str| line.split('|').nth(1).map(str::trim).unwrap_or_default().to_owned();
    let is_rule = |line: &&str| {
        let id = id_of(line);
        line.starts_with("| ") && id.len() > 7 && id.as_bytes()[2] == b'-' && id.as_bytes()[6] == b'-'
    };
    let rows: Vec<Vec<&str>> =
        page.lines().filter(is_rule).map(|line| line.split('|').map(str::trim).skip(1).take(4).collect()).collect();
    let ids: Vec<&str> = rows.iter().map(|row| row[0]).collect();
    assert_eq!(ids, ledger.iter().map(|atom| atom.id).collect::<Vec<_>>());
    let played = ledger.iter().any(|atom| atom.counted);
    assert!(!(played && page.contains("Whole games.")), "whole games are played");
    let mut complaints = Vec::new();
    for (row, atom) in rows.iter().zip(ledger) {
        let &[id, about, code, shown] = &row[..] else { panic!("{row:?}") };
        assert_eq!(about, atom.about, "{id}");
        if let Some(reason) = shown.strip_prefix("No effect: ") {
            assert!(code.is_empty() && reason.len() > 10, "{id}");
            continue;
        }
        let left_to_games = shown.is_empty() || shown == "Whole games.";
        if named(code).is_empty() != left_to_games || (!left_to_games && named(shown).is_empty()) {
            complaints.push(format!("{id} lacks code or test"));
        }
        complaints.extend(named(code).into_iter().filter_map(|name| missing(slug, name, false)));
        for name in named(shown) {
            let wrong = if name.contains("::") { missing(slug, name, true) } else { not_shown(slug, name, id) };
            complaints.extend(wrong);
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// The words of a column that stand in backquotes.
fn named(column: &str) -> Vec<&str> {
    column.split('`').skip(1).step_by(2).collect()
}

fn read(path: &str) -> Result<String, String> {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).map_err(|_| format!("no file {path}"))
}

/// What is wrong with the name of a function, a test, or a key of the codex. Tests bear their attribute, unless a macro
/// gives it to them.
fn missing(slug: &str, name: &str, test: bool) -> Option<String> {
    let found = match name.split_once("::") {
        Some(("codex.toml", key)) => read(&format!("armies/{slug}/codex.toml")).map(|text| {
            let codex: toml::Table = text.parse().unwrap();
            let (table, key) = key.split_once('.').unwrap();
            codex.get(table).and_then(|table| table.get(key)).is_some()
        }),
        Some((file, function)) => read(&format!("src/rulesets/{slug}/{file}")).map(|text| {
            let lines: Vec<&str> = text.lines().map(str::trim).collect();
            let opens = |line: &str| ["(", "<"].iter().any(|end| line.contains(&format!("fn {function}{end}")));
            let plain = |pair: &[&str]| opens(pair[1]) && (!test || pair[0] == "#[test]");
            lines.windows(2).any(plain) || (test && lines.iter().any(|line| line.starts_with(&format!("{function}:"))))
        }),
        None => read(&format!("src/rulesets/{slug}/{name}")).map(|_| !test),
    };
    match found {
        Ok(true) => None,
        Ok(false) => Some(format!("{name} does not exist")),
        Err(error) => Some(error),
    }
}

/// What is wrong with a situation that should show the rule `id`.
fn not_shown(slug: &str, file: &str, id: &str) -> Option<String> {
    let text = read(&format!("tests/situations/{slug}/{file}")).ok();
    let situation = text.and_then(|text| text.parse::<toml::Table>().ok());
    let rules = situation.and_then(|situation| situation.get("rule")?.as_array().cloned()).unwrap_or_default();
    (!rules.iter().any(|rule| rule.as_str() == Some(id))).then(|| format!("{file} is no situation that shows {id}"))
}
