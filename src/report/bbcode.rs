//! BBCode for forums, in two dialects.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::markdown::inert;
use super::markup::{Markup, Rows, rows};
use super::model::Figure;
use super::table::{Align, Column, Table};
use crate::game::visible;

/// No line of a report in BBCode is longer: forums neither wrap nor widen a `[code]` block.
pub const WIDTH: usize = 78;

/// Narrowest column that words are squeezed into.
const SQUEEZED: usize = 12;

/// How tables are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Dialect {
    /// Monospaced in a `[code]` block of at most [`WIDTH`] columns: every forum has it.
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
        let text = wrap(&inert(&escape(text)), WIDTH - 30).join("\n");
        if level == 1 { format!("[size=150][b]{text}[/b][/size]\n\n") } else { format!("[b][u]{text}[/u][/b]\n\n") }
    }

    fn paragraph(&self, text: &str) -> String {
        format!("{}\n\n", wrap(&inert(&escape(text)), WIDTH).join("\n"))
    }

    fn strong(&self, text: &str) -> String {
        format!("[b]{}[/b]\n\n", wrap(&inert(&escape(text)), WIDTH - 7).join("\n"))
    }

    fn bullets(&self, items: &[String]) -> String {
        let item = |text: &String| format!("[*]{}\n", wrap(&inert(&escape(text)), WIDTH - 3).join("\n"));
        format!("[list]\n{}[/list]\n\n", items.iter().map(item).collect::<String>())
    }

    fn verbatim(&self, text: &str) -> String {
        // A shell takes a line that ends in a backslash together with the next.
        let lines = text.lines().map(|line| wrap(&escape(line), WIDTH - 4).join(" \\\n  "));
        format!("[code]\n{}\n[/code]\n\n", lines.collect::<Vec<_>>().join("\n"))
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
        number = if c == '[' { letters.peek().is_some_and(char::is_ascii_digit) } else { number };
        out.push(match c {
            '[' if !number => '(',
            ']' if !number => ')',
            c => c,
        });
    }
    out
}

/// A table in columns, no line longer than `width`. Words wrap inside their column; when the numbers alone are too
/// wide, the table goes on below with its first column repeated.
pub fn monospaced(table: &Table, width: usize) -> String {
    let cells: Vec<Vec<String>> = table.rows.iter().map(|row| row.iter().map(|d| escape(&d.text)).collect()).collect();
    let titles: Vec<String> = table.columns.iter().map(|column| escape(&column.title)).collect();
    let mut widths: Vec<usize> = (0..titles.len())
        .map(|c| {
            let heading = titles[c].split(' ').map(UnicodeWidthStr::width).max().unwrap_or(0);
            cells.iter().map(|row| row[c].width()).max().unwrap_or(0).max(heading).min(width / 2)
        })
        .collect();
    let total = |widths: &[usize]| widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1);
    while total(&widths) > width {
        let squeezable = (0..widths.len()).filter(|c| table.columns[*c].align == Align::Left && widths[*c] > SQUEEZED);
        match squeezable.max_by_key(|c| widths[*c]) {
            Some(widest) => widths[widest] -= 1,
            None => break,
        }
    }
    let mut out = String::new();
    let mut rest: Vec<usize> = (1..widths.len()).collect();
    loop {
        let mut shown = vec![0];
        let mut used = widths.first().copied().unwrap_or(0);
        while let Some(next) = rest.first().copied().filter(|next| used + 2 + widths[*next] <= width) {
            used += 2 + widths[next];
            shown.push(rest.remove(0));
        }
        if titles.is_empty() {
            break;
        }
        let line = |texts: &[String]| {
            let placed = shown.iter().map(|c| (texts[*c].as_str(), widths[*c], table.columns[*c].align));
            laid_out(&placed.collect::<Vec<_>>())
        };
        out += &line(&titles);
        out += &format!("{}\n", "-".repeat(used));
        cells.iter().for_each(|row| out += &line(row));
        if rest.is_empty() {
            break;
        }
        out.push('\n');
    }
    out
}

/// One row, on as many lines as its longest cell needs.
fn laid_out(cells: &[(&str, usize, Align)]) -> String {
    let wrapped: Vec<Vec<String>> = cells.iter().map(|(text, width, _)| wrap(text, *width)).collect();
    let lines = wrapped.iter().map(Vec::len).max().unwrap_or(0);
    let mut out = String::new();
    for n in 0..lines {
        let mut line = String::new();
        for ((_, width, align), texts) in cells.iter().zip(&wrapped) {
            let text = texts.get(n).map_or("", String::as_str);
            let space = " ".repeat(width.saturating_sub(text.width()));
            let gap = if line.is_empty() { "" } else { "  " };
            line += &match align {
                Align::Left => format!("{gap}{text}{space}"),
                Align::Right => format!("{gap}{space}{text}"),
            };
        }
        out += line.trim_end();
        out.push('\n');
    }
    out
}

/// Breaks a text between words into lines of at most `width` columns; a word that is longer is cut, after a hyphen if
/// it has one.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split(' ') {
        let room = used + usize::from(used > 0) + word.width() <= width;
        if used > 0 && !room {
            lines.push(String::new());
            used = 0;
        }
        if used > 0 {
            lines.last_mut().expect("there is a line").push(' ');
            used += 1;
        }
        for part in word.split_inclusive('-') {
            if used > 0 && used + part.width() > width {
                lines.push(String::new());
                used = 0;
            }
            for c in part.chars() {
                let columns = c.width().unwrap_or(0);
                if used > 0 && used + columns > width {
                    lines.push(String::new());
                    used = 0;
                }
                lines.last_mut().expect("there is a line").push(c);
                used += columns;
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
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
        assert_eq!(escape("[46, 54] [b]x[/b] [*] [1] [url=x]"), "[46, 54] (b)x(/b) (*) [1] (url=x)");
    }

    #[test]
    fn an_empty_table_is_no_accident() {
        assert_eq!(monospaced(&Table::default(), WIDTH), "");
    }
}
