//! Codex files: the data of a ruleset, built in or read from TOML with overrides, and what of it may be varied.

use super::{Diagnostic, Diagnostics, Knob, Node, Override, Source, TableReader};

/// A file of the project, built into the program: as a [`Source`], its path in one or several pieces, or as a list of them
/// from one folder.
macro_rules! built_in {
    ($($part:literal),+) => {
        $crate::game::Source {
            name: concat!($($part),+).to_owned(),
            text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $($part),+)).to_owned(),
        }
    };
    ($folder:literal: $($name:literal),+ $(,)?) => {
        vec![$($crate::game::Source {
            name: concat!($folder, "/", $name, ".toml").to_owned(),
            text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $folder, "/", $name, ".toml")).to_owned(),
        }),+]
    };
}

pub(crate) use built_in;

/// The data of a ruleset, as its file has it: `armies/RULESET/codex.toml`.
pub trait CodexFile: Sized {
    /// The file built into the program.
    fn source() -> Source;

    /// Reads the whole file; what is missing or wrong goes to `diagnostics`, and may be something harmless in the codex.
    fn read_root(root: &Node, diagnostics: &mut Diagnostics) -> Option<Self>;

    /// What an experiment may vary: named by the path in the file, in which capitals stand for any name of that kind,
    /// and without defaults.
    fn varied() -> Vec<Knob>;

    /// The codex built into the program, read.
    ///
    /// # Panics
    /// Never: a test reads it.
    #[must_use]
    fn built_in() -> Self {
        Self::read(&Self::source(), &[]).expect("the built-in codex is sound")
    }

    /// Reads a codex. Overrides whose key begins with `codex.` replace the value at that path, or a default left out
    /// there; the others are not meant for the codex and left alone.
    ///
    /// # Errors
    /// Everything wrong with the file and with the overrides.
    fn read(source: &Source, overrides: &[Override]) -> Result<Self, Diagnostics> {
        Node::read_with(source, overrides, "codex", Self::read_root)
    }

    /// What an experiment may vary, by whole names; the default of what differs from entry to entry is empty.
    #[must_use]
    fn knobs() -> Vec<Knob> {
        let file: toml::Table = Self::source().text.parse().expect("a test reads the built-in codex");
        let default = |path: &str| {
            let (table, key) = path.split_once('.').unwrap_or_default();
            file.get(table).and_then(|table| table.get(key)).map(ToString::to_string).unwrap_or_default()
        };
        let whole = |knob: Knob| Knob { default: default(&knob.name), name: format!("codex.{}", knob.name), ..knob };
        Self::varied().into_iter().map(whole).collect()
    }
}

/// Points of a unit.
///
/// # Errors
/// When it is no number from 0 to a million.
pub fn points(node: &Node) -> Result<f64, Diagnostic> {
    node.number(0.0..=1e6)
}

/// What scripts take a unit to be worth: its `value`, else the `cost` that the file has for it, whatever price is tried.
pub fn read_value(table: &mut TableReader<'_, '_>) -> f64 {
    // What is wrong with the cost is told where it is read.
    let cost = table.node("cost").and_then(|cost| points(cost.as_written()).ok());
    table.or("value", cost.unwrap_or(0.0), points)
}

/// What may be varied, as a table of path, what is allowed, rule, and a few words.
#[must_use]
pub(crate) fn varied<const N: usize>(rows: [(&str, &str, &str, &str); N]) -> Vec<Knob> {
    let knob = |(path, allowed, rule, about): (&str, &str, &str, &str)| Knob {
        name: path.to_owned(),
        default: String::new(),
        allowed: allowed.to_owned(),
        rule: rule.to_owned(),
        about: about.to_owned(),
    };
    rows.map(knob).into()
}

/// Holds what may be varied to what is read: a number takes both ends of its range somewhere in the built-in codex, changes
/// it by one of them, and takes nothing beyond; what is not a number has a value somewhere; and defaults change nothing.
/// Numbers whose names end with one of `coupled` are bounded by another key as well: they need take one end only.
#[cfg(test)]
pub(crate) fn check_knobs<C: CodexFile + PartialEq>(coupled: &[&str]) {
    let file = toml::Value::Table(C::source().text.parse().unwrap());
    let built_in = C::built_in();
    let varied = |path: &str, value: &str| {
        let value = format!("x = {value}").parse::<toml::Table>().unwrap()["x"].clone();
        C::read(&C::source(), &[Override { key: format!("codex.{path}"), value }]).ok()
    };
    for knob in C::knobs() {
        let paths = paths(knob.name.strip_prefix("codex.").unwrap(), Some(&file));
        if !knob.default.is_empty() {
            assert!(varied(&paths[0], &knob.default).as_ref() == Some(&built_in), "{}", knob.name);
        }
        let words: Vec<&str> = knob.allowed.split([' ', ',']).take(3).collect();
        let ends: Option<[f64; 2]> = match words[..] {
            [low, "to", high] => low.parse().ok().zip(high.parse().ok()).map(Into::into),
            _ => None,
        };
        let Some([low, high]) = ends else {
            let value = |path: &String| path.split('.').try_fold(&file, |at, key| at.get(key)).is_some();
            assert!(paths.iter().any(value), "{} is nowhere", knob.name);
            continue;
        };
        let is_coupled = coupled.iter().any(|end| knob.name.ends_with(end));
        let changed = [(low, low - 1.0), (high, high + 1.0)].map(|(end, beyond)| {
            let mut taken = paths.iter().filter_map(|path| Some((path, varied(path, &end.to_string())?))).peekable();
            match taken.peek() {
                Some((path, _)) => assert!(varied(path, &beyond.to_string()).is_none(), "{path} takes {beyond}"),
                None => assert!(is_coupled, "{} takes no {end}", knob.name),
            }
            taken.any(|(_, codex)| codex != built_in)
        });
        assert!(changed.contains(&true), "{} does nothing", knob.name);
    }
}

/// The paths that `path`, in which capitals stand for any name, leads to from `at`; names beyond the file stand as they are.
#[cfg(test)]
fn paths(path: &str, at: Option<&toml::Value>) -> Vec<String> {
    let (part, rest) = path.split_once('.').map_or((path, None), |(part, rest)| (part, Some(rest)));
    let table = at.and_then(toml::Value::as_table);
    let names = match table {
        Some(table) if part.chars().all(|letter| letter.is_ascii_uppercase()) => table.keys().cloned().collect(),
        _ => vec![part.replace("-N", "-1")],
    };
    let below = |name: String| match rest {
        None => vec![name],
        Some(rest) => {
            let found = paths(rest, table.and_then(|table| table.get(&name)));
            found.into_iter().map(|path| format!("{name}.{path}")).collect()
        }
    };
    names.into_iter().flat_map(below).collect()
}
