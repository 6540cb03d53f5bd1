//! The formats in which a table can be printed, and their renderers.

use serde_json::Value;

use super::bbcode::Dialect;
use super::columns::{Look, Sheet, wrapped};
use super::discord;
use super::markdown::Markdown;
use super::table::{Audience, Table};
use super::{bbcode, markup};
use crate::experiment::plain_cell;

/// Formats in which a table can be printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For the terminal.
    #[default]
    Table,
    /// An array of objects, one a row; numbers in full precision.
    Json,
    /// Comma-separated values with a header line (RFC 4180); numbers in full precision.
    Csv,
    /// A Markdown table that GitHub and Reddit understand.
    Markdown,
    /// A monospaced block for forums.
    Bbcode,
    /// Monospaced blocks for chats, in messages that are short enough for Discord: where there are several, a line such as
    /// `--- message 2 of 3 ---`, which is no part of them, stands before each.
    Discord,
}

impl Format {
    /// `table` in this format, ending in a newline. `width` is that of the terminal, if there is one.
    #[must_use]
    pub fn render(self, table: &Table, width: Option<u16>) -> String {
        match self {
            Format::Table => to_terminal(&table.without(Audience::Programs), width),
            Format::Json => format!("{:#}\n", table.to_json()),
            Format::Csv => to_csv(&table.without(Audience::Readers)),
            Format::Markdown => markup::table(&Markdown, table),
            Format::Bbcode => bbcode::table(table, Dialect::Code),
            Format::Discord => discord::table(table),
        }
    }
}

fn to_csv(table: &Table) -> String {
    let mut out = csv_line(table.columns.iter().map(|column| column.key.clone()));
    for row in &table.rows {
        out += &csv_line(row.iter().map(|datum| match &datum.value {
            Value::Null => String::new(),
            Value::String(text) => plain_cell(text).into_owned(),
            value => value.to_string(),
        }));
    }
    out
}

fn to_terminal(table: &Table, width: Option<u16>) -> String {
    let width = width.map(usize::from);
    let lines = Sheet::of(table, str::to_owned).drawn(width, Look::TERMINAL);
    if table.title.is_empty() {
        return lines;
    }
    let title = width.map_or_else(|| table.title.clone(), |width| wrapped(&table.title, width.max(1)).join("\n"));
    format!("{title}\n{lines}")
}

fn csv_line(fields: impl Iterator<Item = String>) -> String {
    let quoted = fields.map(|field| {
        if field.contains([',', '"', '\n', '\r']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field }
    });
    quoted.collect::<Vec<_>>().join(",") + "\n"
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::sample;
    use super::*;

    #[test]
    fn csv_quotes_what_needs_it_and_keeps_full_precision() {
        let csv = Format::Csv.render(&sample(), None);
        assert_eq!(csv, "list_a,score,low,n\n\"Say \"\"hi\"\", |pipe|\",0.531234,0.52,12345\nplain,,,7\n");
    }

    #[test]
    fn terminal_tables_keep_to_the_width() {
        let text = Format::Table.render(&sample(), Some(40));
        assert!(text.lines().skip(1).all(|line| line.chars().count() <= 40), "{text}");
        assert!(text.contains("53.1%") && text.contains("12,345") && !text.contains("0.52"));
        assert!(!text.contains('\u{1b}'), "no escape codes without colour");
    }
}
