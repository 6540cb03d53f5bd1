//! A page that needs nothing else: charts and style are in it, and it asks no network for anything.

use std::io;

use minijinja::{Environment, value::Serde};
use serde::Serialize;

use super::model::{Figure, Replay, Report, Section};
use super::table::{Align, Audience, Column, Table};
use crate::charts::Picture;

const TEMPLATE: &str = include_str!("templates/report.html");

/// Charts may shrink to this share of their size before they scroll: below it, their labels are too small to read.
const SMALLEST: f64 = 0.8;

/// The report as a page.
///
/// # Errors
/// When a chart cannot be drawn.
pub fn render(report: &Report) -> io::Result<String> {
    let mut environment = Environment::new();
    // The ending of the name turns escaping on.
    environment.add_template("report.html", TEMPLATE).map_err(io::Error::other)?;
    let context =
        minijinja::context! { report => Serde(Page::of(report)?), dark => crate::charts::dark_style(".chart") };
    let template = environment.get_template("report.html").map_err(io::Error::other)?;
    template.render(context).map_err(io::Error::other)
}

#[derive(Serialize)]
struct Page<'r> {
    title: &'r str,
    setting: &'r str,
    answer: &'r str,
    remarks: &'r [String],
    warnings: &'r [String],
    sections: Vec<Part<'r>>,
    assumptions: &'r [String],
    appendix: Vec<Part<'r>>,
    command: &'r str,
    footer: Vec<String>,
}

#[derive(Serialize)]
struct Part<'r> {
    heading: &'r str,
    texts: &'r [String],
    figures: Vec<Drawing<'r>>,
    tables: Vec<Grid>,
    replays: &'r [Replay],
}

#[derive(Serialize)]
struct Drawing<'r> {
    title: &'r str,
    alt: &'r str,
    svg: String,
    /// The same for a phone.
    narrow: Option<String>,
}

#[derive(Serialize)]
struct Grid {
    title: String,
    columns: Vec<Head>,
    rows: Vec<Vec<String>>,
}

#[derive(Serialize)]
struct Head {
    title: String,
    number: bool,
}

impl<'r> Page<'r> {
    fn of(report: &'r Report) -> io::Result<Self> {
        Ok(Self {
            title: &report.title,
            setting: &report.setting,
            answer: &report.answer,
            remarks: &report.remarks,
            warnings: &report.warnings,
            sections: report.sections.iter().map(Part::of).collect::<io::Result<_>>()?,
            assumptions: &report.assumptions,
            appendix: report.appendix.iter().map(Part::of).collect::<io::Result<_>>()?,
            command: &report.provenance.command,
            footer: report.provenance.lines(),
        })
    }
}

impl<'r> Part<'r> {
    fn of(section: &'r Section) -> io::Result<Self> {
        Ok(Self {
            heading: &section.heading,
            texts: &section.texts,
            figures: section.figures.iter().map(Drawing::of).collect::<io::Result<_>>()?,
            tables: section.tables.iter().map(|table| Grid::of(&table.without(Audience::Programs))).collect(),
            replays: &section.replays,
        })
    }
}

impl<'r> Drawing<'r> {
    fn of(figure: &'r Figure) -> io::Result<Self> {
        let picture = &figure.picture;
        // The namespace of a file of its own is no part of a page, and would look like an address.
        let bare = |picture: &Picture| {
            picture.to_svg().map(|svg| svg.replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1))
        };
        let style = format!("<svg style=\"min-width:{:.0}px\"", SMALLEST * picture.width);
        Ok(Self {
            title: &picture.title,
            alt: &picture.alt,
            svg: bare(picture)?.replacen("<svg", &style, 1),
            narrow: picture.narrow.as_deref().map(bare).transpose()?,
        })
    }
}

impl Grid {
    fn of(table: &Table) -> Self {
        let head = |column: &Column| Head { title: column.title.clone(), number: column.align == Align::Right };
        Self {
            title: table.title.clone(),
            columns: table.columns.iter().map(head).collect(),
            rows: table.rows.iter().map(|row| row.iter().map(|datum| datum.text.clone()).collect()).collect(),
        }
    }
}
