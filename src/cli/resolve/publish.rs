//! A sweep, or a single answer, as files.

use std::fs;
use std::io;
use std::path::Path;

use polars::prelude::*;

use crate::charts::Picture;
use crate::cli::diagnostics::Failure;
use crate::cli::{complain, files};
use crate::experiment;
use crate::game::Diagnostic;
use crate::report::format::Format;
use crate::report::table::{Audience, Table};

/// The file by which a folder of odds is known.
const ODDS: &str = "odds.csv";

/// All files of odds.
const FILES: [&str; 4] = [ODDS, "odds.parquet", "chart.svg", "chart.png"];

/// Files by which the folder of a run is known, finished or not.
const RUN: [&str; 2] = ["manifest.json", "checkpoint.json"];

/// Makes sure, before any work is done, that odds may be written into a folder: it is a new one, an empty one, one that holds odds
/// already, or one that is meant to be `fresh`, none of a run, and none with files of these names that are no odds.
///
/// # Errors
/// When it holds something else, or cannot be written to.
pub(super) fn prepare(folder: &Path, fresh: bool) -> Result<(), Diagnostic> {
    let holds_others = || fs::read_dir(folder).is_ok_and(|mut held| held.next().is_some());
    let wrong = |what: &str, ways: &[&str]| {
        let fault = Diagnostic::new(format!("this folder holds {what}"));
        Err(fault.allowing(ways.iter().copied()).within(&folder.display().to_string()))
    };
    if RUN.iter().any(|file| folder.join(file).is_file()) {
        return wrong("a run, and no odds", &["another folder"]);
    }
    let holds_odds = FILES[..2].iter().all(|file| folder.join(file).is_file());
    if let Some(file) = FILES.iter().find(|file| !holds_odds && folder.join(file).exists()) {
        return wrong(&format!("`{file}`, and no odds that it would be of"), &["another folder"]);
    }
    if !fresh && !holds_odds && holds_others() {
        return wrong("something else than odds", &["--fresh", "another folder"]);
    }
    files::prepare_folder(folder)
}

/// Writes a table as `odds.parquet` and `odds.csv` and, where there is one, its chart as `chart.svg` and `chart.png` into a folder,
/// each whole or not at all. Other odds that the folder holds stay, unless it is to be `fresh`.
///
/// # Errors
/// When the folder holds other odds, or the disk does not take them.
pub(super) fn write(table: &Table, picture: Option<&Picture>, folder: &Path, fresh: bool) -> Result<(), Failure> {
    let failed = |what: &Path, error: &dyn std::fmt::Display| -> Failure {
        Failure::Work(format!("cannot write {}: {error}", what.display()))
    };
    fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
    let csv = folder.join(ODDS);
    let text = Format::Csv.render(table, None);
    if !fresh && csv.is_file() && fs::read(&csv).is_ok_and(|held| held != text.as_bytes()) {
        let fault = Diagnostic::new("this folder holds the odds of another question");
        return Err(fault.allowing(["--fresh", "another folder"]).within(&folder.display().to_string()).into());
    }
    experiment::write_atomically(&csv, text.as_bytes()).map_err(|error| failed(&csv, &error))?;
    let parquet = folder.join("odds.parquet");
    let mut frame = frame(table).map_err(|error| failed(&parquet, &error))?;
    experiment::write_parquet(&parquet, &mut frame)?;
    if let Some(picture) = picture {
        let [svg, png] = ["chart.svg", "chart.png"].map(|name| folder.join(name));
        let drawn = picture.to_svg().map_err(|error| failed(&svg, &error))?;
        experiment::write_atomically(&svg, drawn.as_bytes()).map_err(|error| failed(&svg, &error))?;
        let work = || -> io::Result<()> {
            let beside = tempfile::Builder::new().prefix(".chart-").tempdir_in(folder)?;
            let drawn = beside.path().join("chart.png");
            picture.write_png(&drawn)?;
            fs::File::open(&drawn)?.sync_all()?;
            fs::rename(&drawn, &png)
        };
        work().map_err(|error| failed(&png, &error))?;
    }
    complain(&format!("odds: {}", folder.display()));
    Ok(())
}

/// The columns of a table that programs see: numbers where all are, texts elsewhere.
fn frame(table: &Table) -> PolarsResult<DataFrame> {
    let table = table.without(Audience::Readers);
    let columns = table.columns.iter().enumerate().map(|(place, column)| {
        let values = || table.rows.iter().map(|row| &row[place].value);
        let name = column.key.as_str().into();
        if values().all(|value| value.is_number() || value.is_null()) {
            Column::new(name, values().map(serde_json::Value::as_f64).collect::<Vec<Option<f64>>>())
        } else {
            let text = |value: &serde_json::Value| (!value.is_null()).then(|| super::axes::name(value));
            Column::new(name, values().map(text).collect::<Vec<Option<String>>>())
        }
    });
    DataFrame::new_infer_height(columns.collect())
}
