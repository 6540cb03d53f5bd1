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
    written(language, report, &[])
}

/// Writes a report for a post of at most `most` characters. Where it is longer, it goes without as few sections as it can of those
/// for who looks closer, then without tables, the last first and those of the short report last of all, and names what it goes
/// without.
pub fn post(language: &impl Markup, report: &Report, most: usize) -> String {
    let mut short = report.clone();
    let mut left_out: Vec<String> = Vec::new();
    loop {
        let text = written(language, &short, &left_out);
        let length = text.chars().count();
        if length <= most {
            return text;
        }
        match shorten(language, &mut short, length - most) {
            Some(name) if left_out.contains(&name) => {}
            Some(name) => left_out.push(name),
            None => return text,
        }
    }
}

/// Takes from a report that is longer by so many characters what it can best do without, and says what it was; nothing when
/// there is nothing left to take.
fn shorten(language: &impl Markup, report: &mut Report, over: usize) -> Option<String> {
    let length = |section: &Section| part(language, section).chars().count();
    let lengths: Vec<usize> = report.appendix.iter().map(length).collect();
    let enough = (0..lengths.len()).filter(|at| lengths[*at] >= over).min_by_key(|at| lengths[*at]);
    if let Some(at) = enough.or_else(|| (0..lengths.len()).max_by_key(|at| lengths[*at])) {
        return Some(report.appendix.remove(at).heading);
    }
    for brief in [false, true] {
        let sections = report.sections.iter().enumerate().rev();
        let mut with_tables = sections.filter(|(_, section)| section.brief == brief && !section.tables.is_empty());
        if let Some((at, _)) = with_tables.next() {
            let section = &mut report.sections[at];
            let title = section.tables.pop().map(|table| table.title).filter(|title| !title.is_empty());
            let name = title.unwrap_or_else(|| section.heading.clone());
            let is_empty = section.tables.is_empty()
                && section.figures.is_empty()
                && section.texts.is_empty()
                && section.replays.is_empty();
            if is_empty {
                report.sections.remove(at);
            }
            return Some(name);
        }
    }
    report.sections.pop().map(|section| section.heading)
}

fn written(language: &impl Markup, report: &Report, left_out: &[String]) -> String {
    let mut parts =
        vec![language.heading(1, &report.title), language.paragraph(&report.setting), language.strong(&report.answer)];
    parts.extend(report.remarks.iter().map(|remark| language.paragraph(remark)));
    if !report.warnings.is_empty() {
        parts.push(language.heading(2, "Caution"));
        parts.push(language.bullets(&report.warnings));
    }
    parts.extend(report.sections.iter().map(|section| part(language, section)));
    parts.push(language.heading(2, "What was assumed"));
    parts.push(language.bullets(&report.assumptions));
    parts.extend(report.appendix.iter().map(|section| part(language, section)));
    if !left_out.is_empty() {
        let names = left_out.join("; ");
        parts.push(language.paragraph(&format!("Left out so that a post can hold it, and in report.html: {names}.")));
    }
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
