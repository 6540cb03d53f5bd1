//! Names and other texts of users, as far as they can be shown: on a terminal, in a table, in a post.

use std::borrow::Cow;

/// Most characters of a name.
pub const LONGEST_NAME: usize = 100;

/// What keeps a text from being a name; none when it may be one. A name has 1 to [`LONGEST_NAME`] characters, and none that
/// cannot be seen or that turns the text after it.
#[must_use]
pub fn name_fault(text: &str) -> Option<String> {
    let count = text.chars().count();
    if text.trim().is_empty() {
        Some("a name has at least one letter".to_owned())
    } else if count > LONGEST_NAME {
        Some(format!("a name has at most {LONGEST_NAME} characters, and this one has {count}"))
    } else {
        text.chars()
            .find(|c| is_hidden(*c))
            .map(|c| format!("a name has no control characters such as U+{:04X}", c as u32))
    }
}

/// A text without what cannot be seen, or turns the text after it: a sign stands in its place. Lines stay lines.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    let hidden = |c: char| is_hidden(c) && c != '\n';
    if text.contains(hidden) { text.replace(hidden, "\u{fffd}").into() } else { text.into() }
}

/// Whether a character is a control character, a line end of its own kind, or turns the direction of writing.
fn is_hidden(c: char) -> bool {
    let turns = matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{61c}');
    c.is_control() || turns || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_can_be_seen() {
        for good in ["Charlie and Delta", "戦車", "=1+1", "@everyone", "a\u{a0}b"] {
            assert_eq!(name_fault(good), None, "{good}");
            assert_eq!(visible(good), good);
        }
        assert_eq!(name_fault(&"x".repeat(LONGEST_NAME)), None);
        assert!(name_fault(&"x".repeat(LONGEST_NAME + 1)).is_some_and(|fault| fault.contains("at most 100")));
        assert!(name_fault(" ").is_some() && name_fault("").is_some());
        for bad in ["a\u{1b}[2J", "a\rb", "a\u{7}", "a\0", "a\u{85}", "a\u{2028}", "a\u{202e}b", "a\nb", "\u{2066}a"] {
            assert!(name_fault(bad).is_some_and(|fault| fault.contains("U+")), "{bad:?}");
        }
        assert_eq!(visible("a\u{1b}b\nc"), "a\u{fffd}b\nc");
    }
}
