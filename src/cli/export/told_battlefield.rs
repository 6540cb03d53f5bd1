//! The battlefield of a game that was told, as a file to play on again.

use serde_json::Value;
use toml::Table;

use crate::cli::name_lookup;
use crate::game::{Diagnostic, Source};

/// The battlefield of the game in a trace, named after its address.
///
/// # Errors
/// When the text is no trace, or its ruleset does not say what a battlefield file would.
pub(super) fn of_trace(trace: &Source) -> Result<Source, Diagnostic> {
    let no_trace = || {
        let fault = Diagnostic::new("this is no trace of a game");
        fault.allowing(["what `evenodds play A B --trace FILE` writes", "the name of a built-in battlefield"])
    };
    let events = trace.text.lines().map_while(|line| serde_json::from_str::<Value>(line).ok());
    let battle = events.into_iter().find(|event| event["event"] == "battle").ok_or_else(no_trace)?;
    let ruleset = name_lookup::ruleset(battle["ruleset"].as_str().ok_or_else(no_trace)?)?;
    let keys = ruleset
        .told_battlefield(&battle)
        .ok_or_else(|| Diagnostic::new("this trace does not tell its battlefield in the words of battlefield files"))?;
    let scenario = battle["scenario"].as_str().unwrap_or_default();
    let (name, about) = match ["seed", "pair"].map(|key| battle[key].as_u64()) {
        [Some(seed), Some(pair)] => {
            (format!("table-{seed}-{pair}"), format!("Where pair {pair} of seed {seed} was played, in {scenario}."))
        }
        _ => ("table".to_owned(), format!("Where a game of {scenario} was played.")),
    };
    let head = [("name", name), ("ruleset", ruleset.slug().to_owned()), ("about", about)];
    let head = head.map(|(key, value)| format!("{key} = {}\n", toml::Value::from(value)));
    // Drawings keep their lines.
    let (drawings, rest): (Vec<_>, Vec<_>) =
        keys.into_iter().partition(|(_, value)| value.as_str().is_some_and(|text| text.contains('\n')));
    let rest: Table = rest.into_iter().collect();
    let drawings =
        drawings.iter().filter_map(|(key, value)| Some(format!("{key} = \"\"\"{}\"\"\"\n", value.as_str()?)));
    let rest = toml::to_string(&rest).expect("a table of plain values is written");
    Ok(Source { name: trace.name.clone(), text: head.into_iter().chain(drawings).collect::<String>() + &rest })
}
