//! What a situation begins with, as far as all games have it: switches and numbers, turn and phase, units.

use crate::game::{CodexFile, Diagnostic, Diagnostics, Node, Override, Side, Source, TableReader, switches};

/// Declares a struct of the keys of a file by name, and `of`, which asks a table for them; each is a value that may be missing.
macro_rules! keys {
    ($(#[$doc:meta])* $name:ident { $($field:ident = $key:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub(crate) struct $name<'n> {
            $(#[doc = concat!("`", $key, "`.")] pub $field: Option<&'n $crate::game::Node>),+
        }

        impl<'n> $name<'n> {
            /// Asks the table of a file for the keys.
            pub(crate) fn of(table: &mut $crate::game::TableReader<'n, '_>) -> Self {
                Self { $($field: table.node($key)),+ }
            }
        }
    };
}

pub(crate) use keys;

/// The keys with which the situations of all games begin.
#[derive(Debug)]
pub(crate) struct Stage<'n> {
    /// Switches.
    pub rules: Option<&'n Node>,
    /// Numbers of the codex.
    pub codex: Option<&'n Node>,
    /// The scenario.
    pub scenario: Option<&'n Node>,
    /// Number of the turn.
    pub turn: Option<&'n Node>,
    /// The phase that begins.
    pub phase: Option<&'n Node>,
    /// Whose turn or phase it is.
    pub active: Option<&'n Node>,
    /// The list of units, which may not be missing.
    pub units: Option<&'n Node>,
}

impl<'n> Stage<'n> {
    /// Asks the table of a file for the keys.
    pub(crate) fn of(table: &mut TableReader<'n, '_>) -> Self {
        Self {
            rules: table.node("rules"),
            codex: table.node("codex"),
            scenario: table.node("scenario"),
            turn: table.node("turn"),
            phase: table.node("phase"),
            active: table.node("active"),
            units: table.required_node("units"),
        }
    }

    /// The codex with what the table `codex` of the file overrides; none, with diagnostics, where that is wrong.
    pub(crate) fn read_codex<C: CodexFile>(&self, file: &Source, diagnostics: &mut Diagnostics) -> Option<C> {
        let mut overrides = Vec::new();
        if let Some(node) = self.codex {
            node.entries().map_err(|diagnostic| diagnostics.push(diagnostic)).ok()?;
            let table: toml::Table = toml::from_str(&file.text).ok()?;
            flatten("codex", table.get("codex")?, &mut overrides);
        }
        let blame = |diagnostic: Diagnostic| match self.codex {
            Some(node) => node.locate(Diagnostic { source: String::new(), ..diagnostic }),
            None => diagnostic,
        };
        C::read(&C::source(), &overrides).map_err(|found| diagnostics.extend(found.into_iter().map(blame))).ok()
    }

    /// Hands the switches of the table `rules` to `set`, as name and value.
    pub(crate) fn read_rules(
        &self,
        diagnostics: &mut Diagnostics,
        set: impl FnMut(&str, &str) -> Result<(), Diagnostic>,
    ) {
        if let Some(node) = self.rules {
            switches::from_table(node, diagnostics, set);
        }
    }
}

/// The overrides that a table of the file amounts to.
fn flatten(key: &str, value: &toml::Value, overrides: &mut Vec<Override>) {
    match value {
        toml::Value::Table(table) => {
            table.iter().for_each(|(name, value)| flatten(&format!("{key}.{name}"), value, overrides));
        }
        _ => overrides.push(Override { key: key.to_owned(), value: value.clone() }),
    }
}

/// The value at a key that may be missing, or the default; the default as well, with a diagnostic, where the value is wrong.
pub(crate) fn value<'n, T>(
    node: Option<&'n Node>,
    default: T,
    diagnostics: &mut Diagnostics,
    read: impl FnOnce(&'n Node) -> Result<T, Diagnostic>,
) -> T {
    let read = node.map_or(Ok(None), |node| read(node).map(Some));
    read.map_err(|diagnostic| diagnostics.push(diagnostic)).ok().flatten().unwrap_or(default)
}

/// A table, `what` in complaints, with a value for A, for B, or for both.
pub(crate) fn by_side<'n, T>(
    node: Option<&'n Node>,
    what: &str,
    diagnostics: &mut Diagnostics,
    mut read: impl FnMut(Side, &'n Node) -> Result<T, Diagnostic>,
) -> [Option<T>; 2] {
    let Some(mut table) = node.and_then(|node| TableReader::open(what, node, diagnostics)) else {
        return [None, None];
    };
    let both = Side::BOTH.map(|side| table.optional(side.letter(), |node| read(side, node)));
    table.close();
    both
}
