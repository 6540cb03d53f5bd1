//! Switches and numbers of the rules: how a ruleset declares them, and how they are read.
//!
//! A ruleset lists its switches once, with [`rules!`]; words that a switch takes are an enum declared with [`choices!`].

use super::{Diagnostic, Diagnostics, Node, Override};

/// What can stand behind a switch.
pub(crate) trait Value: Sized {
    /// Reads it.
    fn read(text: &str) -> Option<Self>;
    /// Spells it as it is read.
    fn write(&self) -> String;
    /// What may stand there: all words, or one phrase.
    fn allowed() -> Vec<&'static str>;
}

impl Value for bool {
    fn read(text: &str) -> Option<Self> {
        match text {
            "yes" | "on" | "true" => Some(true),
            "no" | "off" | "false" => Some(false),
            _ => None,
        }
    }
    fn write(&self) -> String {
        if *self { "yes" } else { "no" }.to_owned()
    }
    fn allowed() -> Vec<&'static str> {
        vec!["yes", "no"]
    }
}

/// Numbers; the range of each is its rule's affair.
macro_rules! numbers {
    ($($type:ty: $wanted:literal),+) => {
        $(impl Value for $type {
            fn read(text: &str) -> Option<Self> {
                text.parse().ok()
            }
            fn write(&self) -> String {
                self.to_string()
            }
            fn allowed() -> Vec<&'static str> {
                vec![$wanted]
            }
        })+
    };
}

numbers! { u8: "a whole number", u16: "a whole number", u32: "a whole number", i32: "a whole number", f64: "a number" }

impl Value for Vec<String> {
    fn read(text: &str) -> Option<Self> {
        Some(text.split(',').map(|key| key.trim().to_owned()).filter(|key| !key.is_empty()).collect())
    }
    fn write(&self) -> String {
        self.join(",")
    }
    fn allowed() -> Vec<&'static str> {
        vec!["a list of terrain keys"]
    }
}

/// Declares an enum of switch values with their spellings; the first is the default.
macro_rules! choices {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $key:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum $name {
            #[default]
            $($(#[$vdoc])* $variant),+
        }
        impl $crate::game::switches::Value for $name {
            fn read(text: &str) -> Option<Self> {
                match text {
                    $($key => Some(Self::$variant),)+
                    _ => None,
                }
            }
            fn write(&self) -> String {
                match self {
                    $(Self::$variant => $key.to_owned(),)+
                }
            }
            fn allowed() -> Vec<&'static str> {
                vec![$($key),+]
            }
        }
    };
}

/// Declares the rules with name, field, type, range, default, ruling and a line about each, as a struct `Rules`.
macro_rules! rules {
    (@allowed $type:ty) => {
        <$type as $crate::game::switches::Value>::allowed()
    };
    (@allowed $type:ty, $low:literal, $high:literal) => {
        vec![concat!($low, " to ", $high)]
    };
    ($(
        $name:literal $field:ident: $type:ty $(where $low:literal..=$high:literal)? = $default:expr, $ruling:literal,
        $about:literal;
    )+) => {
        /// All switches of a game.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Rules {
            $(#[doc = concat!("`", $name, "` (", $ruling, "): ", $about, ".")] pub $field: $type),+
        }

        impl Default for Rules {
            fn default() -> Self {
                Self { $($field: $default),+ }
            }
        }

        impl Rules {
            /// Names of all switches.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// Sets one switch.
            ///
            /// # Errors
            /// When there is no such switch, or it does not take that value.
            pub fn set(&mut self, name: &str, value: &str) -> Result<(), $crate::game::Diagnostic> {
                use $crate::game::switches::{Value, refuse};
                match name {
                    $($name => {
                        let read = <$type as Value>::read(value)$(.filter(|number| ($low..=$high).contains(number)))?;
                        let allowed = $crate::game::switches::rules!(@allowed $type $(, $low, $high)?);
                        self.$field = read.ok_or_else(|| refuse(name, value, &allowed).rule($ruling))?;
                        Ok(())
                    })+
                    _ => Err($crate::game::Diagnostic::unknown("rule", name, Self::NAMES)),
                }
            }

            /// All switches with their present values.
            #[must_use]
            pub fn values(&self) -> Vec<(&'static str, String)> {
                vec![$(($name, $crate::game::switches::Value::write(&self.$field))),+]
            }

            /// All switches, described.
            #[must_use]
            pub fn knobs() -> Vec<$crate::game::Knob> {
                use $crate::game::switches::Value;
                let default = Self::default();
                vec![$($crate::game::Knob {
                    name: $name.to_owned(),
                    default: Value::write(&default.$field),
                    allowed: $crate::game::switches::rules!(@allowed $type $(, $low, $high)?).join(", "),
                    rule: $ruling.to_owned(),
                    about: $about.to_owned(),
                }),+]
            }
        }
    };
}

pub(crate) use {choices, rules};

/// Hands the overrides whose key begins with `rules.` to `set`, in order, as name and value.
///
/// # Errors
/// Everything wrong with them.
pub(crate) fn from_overrides(
    overrides: &[Override],
    mut set: impl FnMut(&str, &str) -> Result<(), Diagnostic>,
) -> Result<(), Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    for change in overrides {
        let Some(name) = change.key.strip_prefix("rules.") else { continue };
        let done = text(&change.value)
            .ok_or_else(|| Diagnostic::new(format!("rule `{name}` takes a word, a number, or a list")))
            .and_then(|value| set(name, &value));
        diagnostics.extend(done.err().map(|diagnostic| diagnostic.within(&format!("override `{}`", change.key))));
    }
    if diagnostics.is_empty() { Ok(()) } else { Err(diagnostics) }
}

/// Hands the entries of the table `node` to `set`, in order, as name and value; what is wrong with them goes to `diagnostics`.
pub(crate) fn from_table(
    node: &Node,
    diagnostics: &mut Diagnostics,
    mut set: impl FnMut(&str, &str) -> Result<(), Diagnostic>,
) {
    let entries = node.entries().unwrap_or_else(|diagnostic| {
        diagnostics.push(diagnostic);
        &[]
    });
    for entry in entries {
        let value = entry.node.switch();
        diagnostics.extend(
            value.and_then(|value| set(&entry.key, &value).map_err(|diagnostic| entry.locate(diagnostic))).err(),
        );
    }
}

/// The diagnostic of a rule that does not take a value.
pub(crate) fn refuse(name: &str, value: &str, allowed: &[&str]) -> Diagnostic {
    Diagnostic {
        nearest: super::nearest(value, allowed.iter().copied()),
        ..Diagnostic::new(format!("rule `{name}` does not take `{value}`")).allowing(allowed.iter().copied())
    }
}

/// A switch's value as it would stand in a string.
fn text(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Integer(number) => Some(number.to_string()),
        toml::Value::Float(number) => Some(number.to_string()),
        toml::Value::Boolean(flag) => Some(Value::write(flag)),
        toml::Value::Array(items) => {
            items.iter().map(toml::Value::as_str).collect::<Option<Vec<&str>>>().map(|items| items.join(","))
        }
        toml::Value::Datetime(_) | toml::Value::Table(_) => None,
    }
}

#[cfg(test)]
mod tests {
    choices! {
        /// How a coin falls.
        Coin {
            /// One way.
            Heads = "heads",
            /// The other.
            Tails = "tails",
        }
    }

    rules! {
        "coin" coin: Coin = Coin::Heads, "R-01", "which side counts";
        "throws" throws: u8 where 1..=9 = 3, "R-02", "how often it is thrown";
        "edge" edge: bool = false, "R-03", "whether it may stand";
    }

    #[test]
    fn what_is_set_is_told_and_the_rest_stays() {
        let mut rules = Rules::default();
        for (name, value) in [("coin", "tails"), ("throws", "9"), ("edge", "on")] {
            rules.set(name, value).unwrap();
        }
        assert_eq!(rules, Rules { coin: Coin::Tails, throws: 9, edge: true });
        assert_eq!(rules.values(), [("coin", "tails".into()), ("throws", "9".into()), ("edge", "yes".into())]);
        for knob in Rules::knobs() {
            rules.set(&knob.name, &knob.default).unwrap();
        }
        assert_eq!(rules, Rules::default());
        assert_eq!(Rules::knobs()[1].allowed, "1 to 9");
    }

    #[test]
    fn what_a_rule_does_not_take_is_refused_with_its_ruling() {
        let refused = |name: &str, value: &str| Rules::default().set(name, value).unwrap_err();
        assert_eq!(refused("throws", "10").rule.as_deref(), Some("R-02"));
        assert_eq!(refused("coin", "tail").nearest.as_deref(), Some("tails"));
        assert_eq!(refused("coins", "tails").nearest.as_deref(), Some("coin"));
    }
}
