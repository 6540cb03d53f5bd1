//! Notation of choices: the keys under which a situation writes a choice and a trace tells it, stated once per game.
//!
//! A game lists its choices with [`notation!`], key by key, each with the [`Notation`] of its value. The list reads the
//! TOML of situations and writes the JSON of traces.

use serde_json::{Map, Value};

use super::situation::{ChoiceReader, certain};
use super::{Diagnostic, Game, Node};

/// How a value `T` stands in files and traces of a game `G` in progress.
pub(crate) struct Notation<G, T> {
    /// Reads it.
    pub read: fn(&G, &Node) -> Result<T, Diagnostic>,
    /// Writes it.
    pub write: fn(&G, &T) -> Value,
}

/// Reads a value `T` from the keys of a choice, whose own key is given.
type ReadKeys<G, T> = fn(&G, &'static str, &mut ChoiceReader<'_, '_, G>) -> Option<T>;

/// How a value `T` stands in several keys of the table of a choice, whose own key is given.
pub(crate) struct KeysNotation<G, T> {
    /// Reads it; none, with a diagnostic, where something is wrong.
    pub read: ReadKeys<G, T>,
    /// Writes its keys.
    pub write: fn(&G, &'static str, &T, &mut Map<String, Value>),
}

/// What may stand behind the key of a choice.
pub(crate) enum Row<G: Game> {
    /// A flag that means this choice.
    Flag(bool, G::Choice),
    /// A word, of what is named first, that means this choice.
    Word(&'static str, &'static str, G::Choice),
    /// The first of several keys that make up a choice.
    Keys(ReadKeys<G, G::Choice>),
    /// The first of several keys that are short for a series of choices.
    Series(ReadKeys<G, Vec<G::Choice>>),
}

/// A game whose choices can be written down; [`notation!`] implements it.
pub(crate) trait ChoiceNotation: Game {
    /// What each key of a choice may hold. A key may have several rows.
    fn rows() -> Vec<(&'static str, Row<Self>)>
    where
        Self: Sized;

    /// A choice as a JSON object, under the keys by which situations write it.
    fn choice_json(&self, choice: Self::Choice) -> Value;
}

/// The keys of which each written choice of a game has exactly one.
pub(crate) fn choice_keys<G: ChoiceNotation>() -> Vec<&'static str> {
    let mut keys: Vec<&str> = G::rows().into_iter().map(|(key, _)| key).collect();
    keys.dedup();
    keys
}

/// Reads the choice whose own key is `key`: usually one, several where it is short for a series. None, with a diagnostic,
/// where something is wrong with it.
pub(crate) fn read_choice<G: ChoiceNotation>(
    game: &G,
    key: &'static str,
    reader: &mut ChoiceReader<'_, '_, G>,
) -> Option<Vec<G::Choice>> {
    let (mut flags, mut words, mut kind, mut keys) = (Vec::new(), Vec::new(), "", None);
    for (_, row) in G::rows().into_iter().filter(|(other, _)| *other == key) {
        match row {
            Row::Flag(flag, choice) => flags.push((flag, choice)),
            Row::Word(what, word, choice) => {
                kind = what;
                words.push((word, choice));
            }
            Row::Keys(_) | Row::Series(_) => keys = Some(row),
        }
    }
    let word = reader.table.node(key).and_then(|node| node.text().ok());
    match (words.iter().find(|(known, _)| Some(*known) == word), keys) {
        (Some((_, choice)), _) => return Some(vec![*choice]),
        (None, Some(Row::Keys(read))) => return Some(vec![read(game, key, reader)?]),
        (None, Some(Row::Series(read))) => return read(game, key, reader),
        _ => {}
    }
    let choice = reader.table.optional(key, |node| match flags[..] {
        [] => node.one_of(kind, &words),
        [(_, choice)] => certain(node).map(|()| choice),
        _ => node.flag().map(|flag| flags.iter().find(|(known, _)| *known == flag).unwrap_or(&flags[0]).1),
    });
    choice.map(|choice| vec![choice])
}

/// Lists the choices of a game, each with its keys: `(CHOICE) { KEY: VALUES }`.
///
/// The values are `true` or `false`; or a kind of word and the word itself; or the fields of the choice, in the order of their
/// keys, each with the constant of the game that is its [`Notation`]: `FIELD(NOTATION)` under the choice's own key,
/// `FIELD(NOTATION, KEY)` under a key that is required, `FIELD(NOTATION, KEY, DEFAULT)` under one that may be left out, and
/// `FIELD(keys NOTATION)` under several keys, by a [`KeysNotation`]; or `keys NOTATION(FIELDS)` for several fields that depend
/// on each other. After all of them, `series KEY: FUNCTION` names keys that are short for several choices.
macro_rules! notation {
    (
        $game:ty as $choice:ident;
        $(($($shape:tt)+) { $key:literal: $($row:tt)+ })+
        $(series $short:literal: $series:ident)*
    ) => {
        impl $crate::game::notation::ChoiceNotation for $game {
            fn rows() -> Vec<(&'static str, $crate::game::notation::Row<Self>)> {
                vec![
                    $(($key, $crate::game::notation::notation!(@row $choice ($($shape)+) $($row)+)),)+
                    $(($short, $crate::game::notation::Row::Series(Self::$series)),)*
                ]
            }

            fn choice_json(&self, choice: $choice) -> serde_json::Value {
                let mut map = serde_json::Map::new();
                match &choice {
                    $($choice::$($shape)+ => $crate::game::notation::notation!(@write self map $key $($row)+),)+
                }
                serde_json::Value::Object(map)
            }
        }
    };

    (@row $choice:ident ($($shape:tt)+) true) => {
        $crate::game::notation::Row::Flag(true, $choice::$($shape)+)
    };
    (@row $choice:ident ($($shape:tt)+) false) => {
        $crate::game::notation::Row::Flag(false, $choice::$($shape)+)
    };
    (@row $choice:ident ($($shape:tt)+) $what:ident $word:literal) => {
        $crate::game::notation::Row::Word(stringify!($what), $word, $choice::$($shape)+)
    };
    (@row $choice:ident ($($shape:tt)+) keys $notation:ident($($field:ident),+)) => {
        $crate::game::notation::Row::Keys(|game, key, reader| {
            let ($($field),+) = (Self::$notation.read)(game, key, reader)?;
            Some($choice::$($shape)+)
        })
    };
    (@row $choice:ident ($($shape:tt)+) $($field:ident($($value:tt)+)),+) => {
        $crate::game::notation::Row::Keys(|game, key, reader| {
            $(let $field = $crate::game::notation::notation!(@read game key reader $($value)+);)+
            $(let $field = $field?;)+
            Some($choice::$($shape)+)
        })
    };

    (@read $game:ident $key:ident $reader:ident keys $notation:ident) => {
        (Self::$notation.read)($game, $key, $reader)
    };
    (@read $game:ident $key:ident $reader:ident $notation:ident) => {
        $reader.table.optional($key, |node| (Self::$notation.read)($game, node))
    };
    (@read $game:ident $own:ident $reader:ident $notation:ident, $key:literal) => {
        $reader.table.required($key, |node| (Self::$notation.read)($game, node))
    };
    (@read $game:ident $own:ident $reader:ident $notation:ident, $key:literal, $default:expr) => {
        Some($reader.table.or($key, $default, |node| (Self::$notation.read)($game, node)))
    };

    (@write $game:ident $map:ident $key:literal true) => {{
        $map.insert($key.to_owned(), true.into());
    }};
    (@write $game:ident $map:ident $key:literal false) => {{
        $map.insert($key.to_owned(), false.into());
    }};
    (@write $game:ident $map:ident $key:literal $what:ident $word:literal) => {{
        $map.insert($key.to_owned(), $word.into());
    }};
    (@write $game:ident $map:ident $key:literal keys $notation:ident($($field:ident),+)) => {
        (Self::$notation.write)($game, $key, &($(*$field),+), &mut $map)
    };
    (@write $game:ident $map:ident $key:literal $($field:ident($($value:tt)+)),+) => {{
        $($crate::game::notation::notation!(@put $game $map $key $field $($value)+);)+
    }};

    (@put $game:ident $map:ident $key:literal $field:ident keys $notation:ident) => {
        (Self::$notation.write)($game, $key, $field, &mut $map)
    };
    (@put $game:ident $map:ident $key:literal $field:ident $notation:ident) => {
        $map.insert($key.to_owned(), (Self::$notation.write)($game, $field))
    };
    (@put $game:ident $map:ident $own:literal $field:ident $notation:ident, $key:literal $(, $default:expr)?) => {
        $map.insert($key.to_owned(), (Self::$notation.write)($game, $field))
    };
}

pub(crate) use notation;
