//! What the plain markup formats have in common.

use super::model::{Figure, Provenance, Report, Section};
use super::table::{Align, Audience, Column, Table};

/// A markup language for documents with tables.
///
/// The texts that go in are raw: each method escapes what its language would take for markup.
pub trait Markup {
    /// A heading; level 1 is the title.
    fn heading(&self, level: u8, text: &str) -> String;
    /// A paragraph.
    fn paragraph(&self, text: &str) -> String;
    /// A paragraph that stands out.
    fn strong(&self, text: &str) -> String;
    /// A list.
    fn bullets(&self, items: &[String]) -> String;
    /// Something to be typed exactly so.
    fn verbatim(&self, text: &str) -> String;
    /// A chart, or a sentence in its place.
    fn figure(&self, figure: &Figure) -> String;
    /// Everything of a table but its heading.
    fn table(&self, table: &Table) -> String;
}

/// A language whose tables are written row by row.
pub trait Rows {
    /// What stands before the rows.
    fn opening(&self) -> String;
    /// The row of column titles, with what divides it from the others.
    fn header(&self, columns: &[Column]) -> String;
    /// A row.
    fn row(&self, cells: &[(&str, Align)]) -> String;
    /// What stands after the rows.
    fn closing(&self) -> String;
}

/// Writes a table row by row.
pub fn rows(language: &impl Rows, table: &Table) -> String {
    let mut out = language.opening() + &language.header(&table.columns);
    for row in &table.rows {
        let cells: Vec<_> = row.iter().zip(&table.columns).map(|(d, c)| (d.text.as_str(), c.align)).collect();
        out += &language.row(&cells);
    }
    out + &language.closing()
}

/// Writes a table with its heading.
pub fn table(language: &impl Markup, table: &Table) -> String {
    let heading = if table.title.is_empty() { String::new() } else { language.strong(&table.title) };
    heading + &language.table(&table.without(Audience::Programs))
}

/// Writes a whole report.
pub fn document(language: &impl Markup, report: &Report) -> String {
    let mut parts = vec![language.heading(1, &report.title)];
    if let Some(question) = &report.question {
        parts.push(language.paragraph(question));
    }
    parts.push(language.strong(&report.answer));
    parts.extend(report.remarks.iter().map(|remark| language.paragraph(remark)));
    if !report.warnings.is_empty() {
        parts.push(language.heading(2, "Caution"));
        parts.push(language.bullets(&report.warnings));
    }
    parts.extend(report.sections.iter().map(|section| part(language, section)));
    parts.push(language.heading(2, "What was assumed"));
    parts.push(language.bullets(&report.assumptions));
    parts.extend(report.appendix.iter().map(|section| part(language, section)));
    parts.push(footer(language, &report.provenance));
    parts.concat()
}

fn part(language: &impl Markup, section: &Section) -> String {
    let mut out = language.heading(2, &section.heading);
    for text in &section.texts {
        out += &language.paragraph(text);
    }
    for figure in &section.figures {
        out += &language.figure(figure);
    }
    for t in &section.tables {
        out += &table(language, t);
    }
    for replay in &section.replays {
        out += &language.paragraph(&replay.words);
        out += &language.verbatim(&replay.command);
    }
    out
}

fn footer(language: &impl Markup, provenance: &Provenance) -> String {
    let mut out = language.heading(2, "To repeat it");
    out += &language.verbatim(&provenance.command);
    out + &language.bullets(&provenance.lines())
}
