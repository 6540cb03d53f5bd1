//! The contract of a ruleset's files: what is built in is sound, overrides go by their first word, and nothing that anybody
//! writes makes a reader panic.

use std::collections::BTreeSet;

use proptest::prelude::*;

use crate::game::situation::testing::mutilate;
use crate::game::{Diagnostics, Override, Ruleset, Source};

/// Declares the tests that the files of a ruleset owe.
macro_rules! file_contract {
    ($ruleset:expr) => {
        #[test]
        fn everything_built_in_is_sound() {
            $crate::game::contract::files::everything_built_in_is_sound(&$ruleset);
        }

        #[test]
        fn overrides_are_checked_by_their_first_word() {
            $crate::game::contract::files::overrides_are_checked_by_their_first_word(&$ruleset);
        }

        #[test]
        fn rules_take_what_is_listed_and_refuse_nonsense() {
            $crate::game::contract::files::rules_take_what_is_listed(&$ruleset);
        }

        #[test]
        fn no_file_makes_the_readers_panic() {
            $crate::game::contract::files::no_file_makes_the_readers_panic(&$ruleset);
        }
    };
}

pub(crate) use file_contract;

fn assert_different<'n>(what: &str, names: impl IntoIterator<Item = &'n String>) {
    let mut seen = BTreeSet::new();
    names.into_iter().for_each(|name| assert!(seen.insert(name), "two {what} are called {name}"));
}

/// Units, doctrines, lists, battlefields, the first look and the benchmark can be read, and name only each other.
pub(crate) fn everything_built_in_is_sound(ruleset: &dyn Ruleset) {
    let codex = ruleset.codex();
    let units = ruleset.units(&codex).unwrap();
    assert!(!units.is_empty());
    assert_different("units", units.iter().map(|unit| &unit.name));
    let doctrines = ruleset.doctrines(&ruleset.doctrine_book()).unwrap();
    let knobs = ruleset.knobs();
    assert_different("rules and numbers", knobs.iter().map(|knob| &knob.name));
    assert!(knobs.iter().any(|knob| knob.name.starts_with("codex.")), "numbers of the codex may be varied");
    assert_different("doctrines", doctrines.iter().map(|doctrine| &doctrine.name));
    for list in ruleset.armies() {
        let army = ruleset.read_army(&codex, &list).unwrap();
        // Where nobody plays yet, lists name their doctrines before there are any.
        let known = |name: &String| doctrines.is_empty() || doctrines.iter().any(|doctrine| doctrine.name == *name);
        assert!(army.doctrine.as_ref().is_some_and(known), "{}: {:?}", list.name, army.doctrine);
    }
    for battlefield in ruleset.battlefields() {
        ruleset.check_battlefield(&codex, &battlefield).unwrap();
    }
    assert_different("scenarios", ruleset.scenarios().iter().map(|scenario| &scenario.name));
    if let Some(first_look) = ruleset.first_look() {
        let first_look: toml::Table = first_look.text.parse().unwrap();
        for (key, sources) in [("armies", ruleset.armies()), ("battlefields", ruleset.battlefields())] {
            for name in first_look.get(key).and_then(toml::Value::as_array).into_iter().flatten() {
                let path = format!("/{}/{}.toml", ruleset.slug(), name.as_str().unwrap());
                let built_in = sources.iter().any(|source| source.name.ends_with(&path));
                assert!(built_in || (key, name.as_str()) == ("battlefields", Some("default")), "{path}");
            }
        }
    }
    let benchmark = ruleset.benchmark();
    assert!(benchmark.queries.len() >= 2, "resolutions small and large");
    for (name, query) in &benchmark.queries {
        assert!(ruleset.resolve(query).is_ok(), "{name}");
    }
    assert_eq!(benchmark.cells.is_empty(), ruleset.scenarios().is_empty(), "games are timed where they are played");
    for (name, cell) in &benchmark.cells {
        assert!(ruleset.prepare(cell).is_ok(), "{name}");
    }
}

/// The path and value of the first number, word or flag of each table of `table`, keys joined with dots.
fn leaves(path: &str, table: &toml::Table, found: &mut Vec<(String, toml::Value)>) {
    let named = |key: &String| if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
    let plain = table.iter().find(|(_, value)| !value.is_table() && !value.is_array());
    found.extend(plain.filter(|_| !path.is_empty()).map(|(key, value)| (named(key), value.clone())));
    let tables = table.iter().filter_map(|(key, value)| Some((key, value.as_table()?)));
    // Of the units of a codex the first two stand for all.
    let most = if path.is_empty() { usize::MAX } else { 2 };
    tables.take(most).for_each(|(key, table)| leaves(&named(key), table, found));
}

/// Overrides that begin with `codex` and `doctrines` replace what the built-in files have, key by key: the value that
/// stands there already is taken, a key with a letter too many is refused with the right one, and so is a first word.
pub(crate) fn overrides_are_checked_by_their_first_word(ruleset: &dyn Ruleset) {
    let codex = ruleset.codex();
    let check = |key: &str, value: &toml::Value| {
        ruleset.check_override(&codex, &Override { key: key.to_owned(), value: value.clone() })
    };
    for (word, source) in [("codex", &codex), ("doctrines", &ruleset.doctrine_book())] {
        let mut found = Vec::new();
        leaves("", &source.text.parse().unwrap(), &mut found);
        assert_eq!(found.is_empty(), source.text.is_empty());
        for (path, value) in found {
            let key = format!("{word}.{path}");
            assert_eq!(check(&key, &value), Ok(()), "{key}");
            let parts: Vec<&str> = key.split('.').collect();
            for (at, part) in parts.iter().enumerate() {
                let mut misspelt: Vec<String> = parts.iter().map(|part| (*part).to_owned()).collect();
                misspelt[at].push('x');
                let refused = check(&misspelt.join("."), &value).expect_err(&misspelt.join("."));
                // The first word says whose key it is; the others are keys.
                assert!(at == 0 || refused.nearest.as_deref() == Some(*part), "{misspelt:?}: {refused}");
            }
            assert!(check(&path, &value).is_err(), "{path}");
        }
    }
}

/// Every rule takes its default and each value that is listed, and refuses nonsense and a letter too many in its name.
pub(crate) fn rules_take_what_is_listed(ruleset: &dyn Ruleset) {
    let codex = ruleset.codex();
    let set = |name: &str, value: &str| {
        let change = Override { key: format!("rules.{name}"), value: value.into() };
        ruleset.check_override(&codex, &change)
    };
    for knob in ruleset.knobs().iter().filter(|knob| !knob.name.starts_with("codex.")) {
        let words = knob.allowed.split(", ").filter(|word| !word.contains(' '));
        for value in words.chain([&*knob.default]) {
            assert_eq!(set(&knob.name, value), Ok(()), "{}", knob.name);
        }
        let refused = set(&knob.name, "nonsense").expect_err("no rule takes nonsense");
        assert_eq!(refused.source, format!("override `rules.{}`", knob.name));
        let misspelt = set(&format!("{}x", knob.name), &knob.default).unwrap_err();
        assert_eq!(misspelt.nearest.as_deref(), Some(&*knob.name));
    }
}

/// Files with a piece taken out and another piece, or nonsense, put there: every diagnostic points into the file.
pub(crate) fn no_file_makes_the_readers_panic(ruleset: &dyn Ruleset) {
    type Read<'r> = Box<dyn Fn(&Source) -> Option<Diagnostics> + 'r>;
    let codex = ruleset.codex();
    let book = Some(ruleset.doctrine_book()).filter(|book| !book.text.is_empty());
    let kinds: [(Vec<Source>, Read<'_>); 4] = [
        (vec![codex.clone()], Box::new(|file| ruleset.units(file).err())),
        (Vec::from_iter(book), Box::new(|file| ruleset.doctrines(file).err())),
        (ruleset.armies(), Box::new(|file| ruleset.read_army(&codex, file).err())),
        (ruleset.battlefields(), Box::new(|file| ruleset.check_battlefield(&codex, file).err())),
    ];
    let files: Vec<(&Source, &Read<'_>)> =
        kinds.iter().flat_map(|(files, read)| files.iter().map(move |file| (file, read))).collect();
    let pieces = || (0_usize..20_000, 0_usize..60);
    let nonsense = "(|-|9|99999999999999999999|[\\[\\]{}=\"\n .a-z0-9]{0,6})";
    proptest!(|(which in 0..files.len(), cut in pieces(), graft in pieces(), nonsense in nonsense)| {
        let (source, read) = files[which];
        let file = Source { text: mutilate(&source.text, cut, graft, &nonsense), ..source.clone() };
        for diagnostic in read(&file).into_iter().flatten() {
            prop_assert_eq!(&diagnostic.source, &file.name);
            prop_assert!(diagnostic.span.is_none_or(|span| span.end <= file.text.len()));
        }
    });
}
