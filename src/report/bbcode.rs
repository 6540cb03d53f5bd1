//! BBCode for forums, in two dialects.

use super::columns::{Look, Part, Sheet, command};
use super::markdown::inert;
use super::markup::{Markup, Rows, rows};
use super::model::Figure;
use super::table::{Align, Column, Table};
use crate::game::visible;

/// No line of a `[code]` block is longer: forums neither wrap nor widen one.
pub const WIDTH: usize = 78;

/// How tables are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Dialect {
    /// Monospaced in a `[code]` block of at most 78 columns: every forum has it.
    #[default]
    Code,
    /// `[table]`, `[tr]` and `[td]`: where the forum has them.
    Tags,
}

/// A table, with its heading.
#[must_use]
pub fn table(table: &Table, dialect: Dialect) -> String {
    super::markup::table(&Bbcode { dialect }, table)
}

/// The language.
pub struct Bbcode {
    /// How tables are written.
    pub dialect: Dialect,
}

impl Markup for Bbcode {
    fn heading(&self, level: u8, text: &str) -> String {
        let text = inert(&escape(text));
        if level == 1 { format!("[size=150][b]{text}[/b][/size]\n\n") } else { format!("[b][u]{text}[/u][/b]\n\n") }
    }

    fn paragraph(&self, text: &str) -> String {
        // A forum breaks lines where its page ends, and keeps every one that is broken in a post.
        format!("{}\n\n", inert(&escape(text)))
    }

    fn strong(&self, text: &str) -> String {
        format!("[b]{}[/b]\n\n", inert(&escape(text)))
    }

    fn bullets(&self, items: &[String]) -> String {
        let item = |text: &String| format!("[*]{}\n", inert(&escape(text)));
        format!("[list]\n{}[/list]\n\n", items.iter().map(item).collect::<String>())
    }

    fn verbatim(&self, text: &str) -> String {
        let lines: Vec<String> = text.lines().flat_map(|line| command(&escape(line), WIDTH)).collect();
        format!("[code]\n{}\n[/code]\n\n", lines.join("\n"))
    }

    fn figure(&self, figure: &Figure) -> String {
        self.paragraph(&format!("(charts/{}.png: {})", figure.stem, figure.picture.alt))
    }

    fn table(&self, table: &Table) -> String {
        match self.dialect {
            Dialect::Code => format!("[code]\n{}[/code]\n\n", monospaced(table, WIDTH)),
            Dialect::Tags => rows(self, table),
        }
    }
}

impl Rows for Bbcode {
    fn opening(&self) -> String {
        "[table]\n".to_owned()
    }

    fn header(&self, columns: &[Column]) -> String {
        let titles = columns.iter().map(|column| format!("[td][b]{}[/b][/td]\n", escape(&column.title)));
        format!("[tr]\n{}[/tr]\n", titles.collect::<String>())
    }

    fn row(&self, cells: &[(&str, Align)]) -> String {
        let cells = cells.iter().map(|(text, _)| format!("[td]{}[/td]\n", inert(&escape(text))));
        format!("[tr]\n{}[/tr]\n", cells.collect::<String>())
    }

    fn closing(&self) -> String {
        "[/table]\n\n".to_owned()
    }
}

/// Makes a text mean itself, on one line. BBCode has no escapes that all forums share, so brackets become round unless
/// they hold a number, as intervals do.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in visible(text).split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.extend(word.chars().filter(|c| !c.is_control()));
    }
    let mut out = String::with_capacity(line.len());
    let (mut letters, mut number) = (line.chars().peekable(), false);
    while let Some(c) = letters.next() {
        number = if c == '[' { holds_number(letters.clone()) } else { number };
        out.push(match c {
            '[' if !number => '(',
            ']' if !number => ')',
            c => c,
        });
    }
    out
}

/// Whether letters begin with a number, of either sign.
fn holds_number(mut letters: impl Iterator<Item = char>) -> bool {
    let first = letters.next();
    let first = if matches!(first, Some('+' | '-' | '−')) { letters.next() } else { first };
    first.is_some_and(|c| c.is_ascii_digit())
}

/// A table in columns, no line longer than `width`, with nothing in it that a forum would take for markup.
pub fn monospaced(table: &Table, width: usize) -> String {
    Sheet::of(table, escape).drawn(Some(width), Look::BLOCK)
}

/// The parts of the same.
pub fn parts(table: &Table, width: usize) -> Vec<Part> {
    Sheet::of(table, escape).parts(Some(width), Look::BLOCK)
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::super::table::Datum;
    use super::*;

    fn wide(columns: usize) -> Table {
        let mut table = Table::new("Wide", vec![Column::words("list", "List"), Column::words("other", "Against")]);
        for n in 2..columns {
            table.columns.push(Column::numbers(&format!("c{n}"), "Share of games"));
        }
        let name = "The Extraordinarily Long-Winded Expeditionary Battalion of [code]Dogfaces[/code], 戦車";
        for _ in 0..3 {
            let mut row = vec![Datum::words(name), Datum::words("Unbreakable".repeat(9))];
            row.resize(columns, Datum::number(0.5, "50.12% [49.98, 50.26]"));
            table.push(row);
        }
        table
    }

    #[test]
    fn no_line_of_the_code_dialect_is_wider_than_78_columns() {
        for columns in 2..12 {
            let text = table(&wide(columns), Dialect::Code);
            assert!(text.lines().all(|line| line.width() <= WIDTH), "{text}");
        }
    }

    #[test]
    fn every_column_and_every_letter_is_still_there() {
        let text = table(&wide(9), Dialect::Code);
        assert_eq!(text.matches("50.12%").count(), 3 * 7);
        let letters = |s: &str| s.chars().filter(|c| *c == 'k').count();
        assert_eq!(letters(&text) % (3 * 9), 0, "each long word is whole, if wrapped:\n{text}");
    }

    #[test]
    fn prose_is_left_to_the_forum_to_wrap() {
        let (language, long) = (Bbcode { dialect: Dialect::Code }, "Nobody counts columns in prose. ".repeat(9));
        let once = |text: &str| text.trim_end().lines().count() == 1;
        assert!(once(&language.paragraph(&long)) && once(&language.strong(&long)) && once(&language.heading(1, &long)));
        assert_eq!(language.bullets(&[long.clone(), long]).trim_end().lines().count(), 2 + 2);
    }

    #[test]
    fn names_cannot_close_the_block() {
        let text = table(&wide(4), Dialect::Code);
        assert_eq!((text.matches("[code]").count(), text.matches("[/code]").count()), (1, 1));
        let text = table(&wide(4), Dialect::Tags);
        assert_eq!(text.matches("[td]").count(), 4 * 4);
        assert!(!text.contains("[code]"));
    }

    #[test]
    fn a_long_command_is_continued_with_backslashes() {
        let command = format!("evenodds matrix {} --seed 1", "armies/dogfaces/std-ab.toml ".repeat(8).trim_end());
        let text = Bbcode { dialect: Dialect::Code }.verbatim(&command);
        assert!(text.lines().all(|line| line.width() <= WIDTH), "{text}");
        assert_eq!(text.replace(" \\\n  ", " ").replace("[code]\n", "").replace("\n[/code]\n\n", ""), command);
    }

    #[test]
    fn names_lead_nowhere_outside_of_code_and_commands_stay_as_they_are() {
        let language = Bbcode { dialect: Dialect::Tags };
        assert!(!language.paragraph("see http://x.org").contains("://"));
        assert!(language.verbatim("evenodds run http://x").contains("http://x"));
    }

    #[test]
    fn brackets_stay_round_numbers_alone() {
        assert_eq!(escape("[-9, +14] [+48, +107] [-] [+x]"), "[-9, +14] [+48, +107] (-) (+x)");
        assert_eq!(escape("[46, 54] [b]x[/b] [*] [1] [url=x]"), "[46, 54] (b)x(/b) (*) [1] (url=x)");
    }

    #[test]
    fn an_empty_table_is_no_accident() {
        assert_eq!(monospaced(&Table::default(), WIDTH), "");
    }
}
