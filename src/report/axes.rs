//! What the cells of a run differ in, level by level.

use std::cmp::Ordering;

use super::cells::{distinct, list_name};
use super::standings::Standings;
use crate::experiment::{Run, VARIANT};
use crate::outcomes::Cell;

/// Something in which cells differ, with its levels.
pub struct Axis<'r> {
    /// In words: the name of a factor, `scenario`.
    pub name: String,
    /// The levels, in the order of the experiment; numbers that go neither up nor down there, as in a sample, by their size.
    pub levels: Vec<AxisLevel<'r>>,
    /// Whether it is what the experiment varies, and no setting in which it does.
    pub varied: bool,
    /// Whether the levels are numbers, or differ in nothing but a number.
    pub numeric: bool,
}

/// A level and the cells that have it.
pub struct AxisLevel<'r> {
    /// Its name.
    pub name: String,
    /// Its cells.
    pub cells: Vec<&'r Cell>,
}

impl<'r> Axis<'r> {
    /// Of cells by what tells them apart; none where that is the same of all, or is not known of one.
    fn of(name: &str, varied: bool, cells: &[&'r Cell], level: impl Fn(&Cell) -> Option<String>) -> Option<Self> {
        let mut names: Vec<String> =
            distinct(cells.iter().map(|cell| level(cell))).into_iter().collect::<Option<_>>()?;
        put_in_order(&mut names);
        let with = |name: &String| cells.iter().copied().filter(|cell| level(cell).as_ref() == Some(name)).collect();
        let levels: Vec<_> = names.iter().map(|name| AxisLevel { name: name.clone(), cells: with(name) }).collect();
        (levels.len() > 1).then(|| Self { name: name.to_owned(), numeric: is_numbered(&names), levels, varied })
    }
}

/// Everything in which the cells of a run differ: what it varies first, then its settings. Named variants are no more than a setting
/// here: there is a part of the report that compares them.
pub fn axes<'r>(run: &'r Run, standings: &Standings<'r>) -> Vec<Axis<'r>> {
    let cells: Vec<&Cell> = run.cells.iter().filter(|cell| cell.tally.pairs() > 0).collect();
    let factors = run.manifest.factors.iter().enumerate().filter(|(_, factor)| *factor != VARIANT);
    let factors = factors.filter_map(|(place, factor)| {
        Axis::of(factor, true, &cells, |cell| cell.key.factors.get(place).map(|(_, level)| level.clone()))
    });
    let doctrines = |cell: &Cell| Some(format!("{} v {}", cell.key.doctrine_a, cell.key.doctrine_b));
    let variants = run.manifest.factors.iter().position(|factor| factor == VARIANT);
    let variant = |place: usize| {
        Axis::of(VARIANT, false, &cells, |cell| cell.key.factors.get(place).map(|(_, level)| level.clone()))
    };
    let settings = [
        variants.and_then(variant),
        Axis::of("scenario", false, &cells, |cell| Some(cell.key.scenario.clone())),
        Axis::of("battlefield", false, &cells, |cell| Some(cell.key.battlefield.clone())),
        standings.by_list.then(|| Axis::of("doctrines", false, &cells, doctrines)).flatten(),
    ];
    factors.chain(numbered_lists(run, standings, &cells)).chain(settings.into_iter().flatten()).collect()
}

/// Lists that stand for the steps of a factor: those that meet one and the same list, or themselves alone, and whose names differ in
/// a number alone.
pub fn numbered_lists<'r>(run: &'r Run, standings: &Standings<'r>, cells: &[&'r Cell]) -> Option<Axis<'r>> {
    let keys = || cells.iter().map(|cell| &cell.key);
    let [first, second] = [distinct(keys().map(|key| &key.list_a)), distinct(keys().map(|key| &key.list_b))];
    let steps = |cell: &Cell| if first.len() == 1 { cell.key.list_b.clone() } else { cell.key.list_a.clone() };
    let mirrors = keys().all(|key| key.list_a == key.list_b);
    if !standings.by_list || !mirrors && (first.len() == 1) == (second.len() == 1) {
        return None;
    }
    let axis = Axis::of("list", true, cells, |cell| Some(list_name(run, &steps(cell))))?;
    axis.numeric.then_some(axis)
}

/// Sorts numbers that go neither up nor down.
fn put_in_order(names: &mut [String]) {
    if !is_numbered(names) {
        return;
    }
    let Some(numbers) = names.iter().map(|name| number_of(name)).collect::<Option<Vec<f64>>>() else { return };
    if !numbers.is_sorted() && !numbers.iter().rev().is_sorted() {
        names.sort_by(|one, other| number_of(one).partial_cmp(&number_of(other)).unwrap_or(Ordering::Equal));
    }
}

/// Whether these names are numbers or proportions such as `4:3`, or differ in nothing else.
fn is_numbered(names: &[String]) -> bool {
    let parts: Option<Vec<_>> = names.iter().map(|name| around_number(name)).collect();
    parts.is_some_and(|parts| parts.windows(2).all(|two| two[0] == two[1]))
}

/// What stands before and behind the first number of a name; none where there is no number.
fn around_number(name: &str) -> Option<[&str; 2]> {
    let (before, _, behind) = first_number(name)?;
    Some([before, behind])
}

/// The first number of a name, or proportion such as `4:3`, and what stands round it.
fn first_number(name: &str) -> Option<(&str, &str, &str)> {
    let digits = name.find(|c: char| c.is_ascii_digit())?;
    let inside = |c: char| c.is_ascii_digit() || c == '.' || c == ':';
    let to = name[digits..].find(|c| !inside(c)).map_or(name.len(), |length| digits + length);
    let from = if name[..digits].ends_with('-') { digits - 1 } else { digits };
    Some((&name[..from], &name[from..to], &name[to..]))
}

/// The number in the name of a level; none where there is none, or a proportion.
pub fn number_of(name: &str) -> Option<f64> {
    first_number(name)?.1.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::super::sample::{cell, joint, run};
    use super::*;

    fn named(cells: Vec<Cell>, names: &[(&str, &str)]) -> Run {
        let mut run = run(cells);
        for list in &mut run.manifest.lists {
            if let Some((_, name)) = names.iter().find(|(key, _)| *key == list.key) {
                list.name = (*name).to_owned();
            }
        }
        run
    }

    fn told(run: &Run) -> Vec<(String, Vec<String>, bool)> {
        let axes = axes(run, &Standings::of(run));
        let levels = |axis: &Axis<'_>| axis.levels.iter().map(|level| level.name.clone()).collect();
        axes.iter().map(|axis| (axis.name.clone(), levels(axis), axis.numeric)).collect()
    }

    #[test]
    fn numbers_and_proportions_are_steps_and_words_are_not() {
        let numbered = |names: &[&str]| is_numbered(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert!(numbered(&["0", "1.5", "-3"]) && numbered(&["4:3", "3:2", "2:1"]));
        assert!(numbered(&["0 of 8 muskets", "2 of 8 muskets"]) && numbered(&["Margin 0", "Margin 12"]));
        assert!(!numbered(&["off", "1", "2"]) && !numbered(&["4 rifles", "4 muskets"]) && !numbered(&["yes", "no"]));
    }

    #[test]
    fn numbers_in_no_order_are_put_into_one() {
        let ordered = |names: &[&str]| {
            let mut names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            put_in_order(&mut names);
            names
        };
        assert_eq!(ordered(&["2", "3", "0", "11"]), ["0", "2", "3", "11"]);
        assert_eq!(ordered(&["9 men", "8 men", "7 men"]), ["9 men", "8 men", "7 men"], "down is an order too");
        assert_eq!(ordered(&["b", "a", "c"]), ["b", "a", "c"]);
    }

    #[test]
    fn lists_that_differ_in_a_number_are_the_levels_of_a_factor() {
        let cells = || ["p", "q", "r"].map(|list| cell("x", list, joint(5, 2, 3))).to_vec();
        let names = [("p", "Nine in defence"), ("q", "Eight in defence"), ("r", "Seven in defence")];
        assert_eq!(told(&named(cells(), &names)), [], "words are no numbers");
        let names = [("p", "9 in defence"), ("q", "8 in defence"), ("r", "7 in defence")];
        let levels = names.map(|(_, name)| name.to_owned()).to_vec();
        assert_eq!(told(&named(cells(), &names)), [("list".to_owned(), levels, true)]);
        let mut field = cells();
        field.push(cell("p", "q", joint(5, 2, 3)));
        assert_eq!(told(&named(field, &names)), [], "a field is no factor");
    }

    #[test]
    fn factors_come_before_settings() {
        let one = |level: &str, scenario: &str| {
            let mut cell = cell("x", "y", joint(5, 2, 3));
            cell.key.factors = vec![("rules.mode".to_owned(), level.to_owned())];
            cell.key.scenario = scenario.to_owned();
            cell
        };
        let played = run(vec![one("a", "hill"), one("b", "hill"), one("a", "river"), one("b", "river")]);
        let names: Vec<String> = told(&played).into_iter().map(|(name, ..)| name).collect();
        assert_eq!(names, ["rules.mode", "scenario"]);
    }
}
