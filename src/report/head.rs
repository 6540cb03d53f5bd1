//! The head of a report: a title that says what was asked, and a line of what met what, for how many points, and where.

use super::cells::distinct;
use super::scope::battlefield;
use crate::experiment::Run;

/// Names beyond this many are counted alone.
const MOST_NAMED: usize = 4;

/// The question of a run, or else who met whom.
pub fn title(run: &Run) -> String {
    let manifest = &run.manifest;
    if !manifest.question.is_empty() {
        return manifest.question.clone();
    }
    match &manifest.lists[..] {
        [] => format!("{}: {}", manifest.title, manifest.name),
        [only] => format!("{} against itself", only.name),
        [one, other] => format!("{} against {}", one.name, other.name),
        lists => format!("{} lists of {}", lists.len(), manifest.title),
    }
}

/// The game, the lists with their points, the scenarios, the battlefields.
pub fn setting(run: &Run) -> String {
    let manifest = &run.manifest;
    let keys = || run.cells.iter().map(|cell| &cell.key);
    let mut parts = vec![manifest.title.clone()];
    let costs: Vec<f64> = manifest.lists.iter().map(|list| list.cost).collect();
    let low = costs.iter().copied().fold(f64::INFINITY, f64::min);
    let high = costs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // Sums of costs such as 0.1 are told as they were meant.
    let points = |cost: f64| (cost * 1000.0).round() / 1000.0;
    match &manifest.lists[..] {
        [] => {}
        lists if lists.len() <= MOST_NAMED => {
            let named: Vec<String> =
                lists.iter().map(|list| format!("{} ({} points)", list.name, points(list.cost))).collect();
            parts.push(named.join(", "));
        }
        lists if low == high => parts.push(format!("{} lists of {} points", lists.len(), points(low))),
        lists => parts.push(format!("{} lists of {} to {} points", lists.len(), points(low), points(high))),
    }
    let scenarios = distinct(keys().map(|key| key.scenario.as_str()));
    parts.push(named(&scenarios, "scenarios"));
    let battlefields = distinct(keys().map(|key| battlefield(&key.battlefield)));
    parts.push(format!("on {}", named(&battlefields, "battlefields")));
    format!("{}.", parts.join("; "))
}

/// These names, or how many they are.
fn named(names: &[&str], plural: &str) -> String {
    if names.len() <= MOST_NAMED { names.join(", ") } else { format!("{} {plural}", names.len()) }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{cell, joint, run};
    use super::*;

    #[test]
    fn a_report_says_what_was_asked_of_what_and_where() {
        let mut asked = run(vec![cell("x", "y", joint(5, 2, 3))]);
        for list in &mut asked.manifest.lists {
            list.cost = 23.5;
        }
        asked.manifest.title = "Zoo".to_owned();
        asked.manifest.question = String::new();
        assert_eq!(title(&asked), "The x against The y");
        let here = &asked.cells[0].key;
        let wanted = format!(
            "Zoo; The x (23.5 points), The y (23.5 points); {}; on {}.",
            here.scenario,
            battlefield(&here.battlefield)
        );
        assert_eq!(setting(&asked), wanted);
        asked.manifest.question = "Who wins?".to_owned();
        assert_eq!(title(&asked), "Who wins?");
    }

    #[test]
    fn many_lists_and_places_are_counted() {
        let names = ["a", "b", "c", "d", "e"];
        let mut many: Vec<_> = names.iter().map(|other| cell("x", other, joint(5, 2, 3))).collect();
        for (n, cell) in many.iter_mut().enumerate() {
            cell.key.scenario = format!("scenario-{n}");
        }
        let mut asked = run(many);
        asked.manifest.question = String::new();
        for (n, list) in asked.manifest.lists.iter_mut().enumerate() {
            list.cost = 20.0 + n as f64;
        }
        assert!(title(&asked).starts_with("6 lists of"), "{}", title(&asked));
        assert!(setting(&asked).contains("6 lists of 20 to 25 points; 5 scenarios; on "), "{}", setting(&asked));
    }
}
