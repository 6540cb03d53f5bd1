//! Ledgers: every rule of a rulebook under its identifier, and the indices under which games count them.

use super::RuleAtom;

/// Declares the rules of a rulebook in order: identifier, the constant of those that games count, and a few words.
///
/// Gives `LEDGER`, and in `rule` the index of every rule that has a constant, for
/// [`Observer::rule_fired`](crate::game::Observer::rule_fired).
macro_rules! ledger {
    ($($id:literal $($name:ident)? $about:literal;)+) => {
        /// Every rule, in order.
        pub const LEDGER: &[$crate::game::RuleAtom] = &[$($crate::game::RuleAtom {
            id: $id,
            about: $about,
            counted: {
                const CONSTANTS: &[&str] = &[$(stringify!($name))?];
                !CONSTANTS.is_empty()
            },
        }),+];

        /// Index in [`LEDGER`] of each rule that games count.
        pub mod rule {
            $($(
                #[doc = concat!("`", $id, "`: ", $about, ".")]
                pub const $name: u16 = $crate::game::ledger::index(super::LEDGER, $id);
            )?)+
        }
    };
}

/// The tests of a ledger: `$slug` is its ruleset, `$prefix` begins all identifiers, and every subsystem of the rulebook
/// stands with the numbers of its rules, in order.
#[cfg(test)]
macro_rules! ledger_contract {
    ($slug:literal, $prefix:literal: $($subsystem:ident $numbers:expr),+ $(,)?) => {
        #[cfg(test)]
        mod tests {
            use super::LEDGER;

            #[test]
            fn every_rule_stands_once_and_in_order() {
                let mut expected: Vec<String> = Vec::new();
                $(expected.extend($numbers.map(|n: u8| format!("{}-{}-{n:02}", $prefix, stringify!($subsystem))));)+
                assert_eq!(LEDGER.iter().map(|atom| atom.id).collect::<Vec<_>>(), expected);
            }

            #[test]
            fn the_page_maps_every_rule_to_code_and_test() {
                $crate::game::ledger_page::check($slug, LEDGER, include_str!("LEDGER.md"));
            }
        }
    };
}

/// Index of the rule `id` in `ledger`.
///
/// # Panics
/// When it is not there: while compiling.
pub(crate) const fn index(ledger: &[RuleAtom], id: &str) -> u16 {
    let mut at = 0;
    while !same(ledger[at].id.as_bytes(), id.as_bytes()) {
        at += 1;
    }
    at as u16
}

const fn same(one: &[u8], other: &[u8]) -> bool {
    let mut at = one.len();
    if at != other.len() {
        return false;
    }
    // Identifiers differ at their ends.
    while at > 0 && one[at - 1] == other[at - 1] {
        at -= 1;
    }
    at == 0
}

pub(crate) use ledger;
#[cfg(test)]
pub(crate) use ledger_contract;

#[cfg(test)]
mod tests {
    mod some {
        ledger! {
            "X-ONE-01" "not counted";
            "X-ONE-02" ONE_02 "counted";
            "X-TWO-01" TWO_01 "counted as well";
        }
    }

    #[test]
    fn rules_with_a_constant_are_counted_at_their_index() {
        assert_eq!(some::LEDGER.iter().map(|atom| atom.counted).collect::<Vec<_>>(), [false, true, true]);
        assert_eq!((some::rule::ONE_02, some::rule::TWO_01), (1, 2));
        assert_eq!((some::LEDGER[1].id, some::LEDGER[2].about), ("X-ONE-02", "counted as well"));
    }
}
