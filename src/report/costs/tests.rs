//! What is told of costs that were planted.

use polars::prelude::*;
use polars_io::prelude::*;

use super::super::table::Audience;
use super::{Costs, SAMPLES};
use crate::analysis::FairCosts;
use crate::analysis::fair_costs::{Encounters, Errors, Reference};
use crate::experiment::Run;
use crate::experiment::fixture_game::run_of;
use crate::experiment::fixture_market::{Market, UNITS, plan};

fn play(text: &str) -> Run {
    run_of(&plan(text).unwrap(), &Market)
}

fn costs(run: &Run) -> Costs<'_> {
    Costs::of(run).unwrap()
}

#[test]
fn planted_prices_are_told_from_wrong_ones() {
    let run = play("stop.pairs = 4000");
    let costs = costs(&run);
    let table = costs.table();
    let readers = table.without(Audience::Programs);
    let verdict = |row: usize| readers.rows[row][4].text.clone();
    assert_eq!([verdict(2), verdict(3)], ["overpriced", "underpriced"]);
    let json = table.to_json();
    assert_eq!((&json[2]["unit"], &json[2]["present_cost"]), (&"knight".into(), &3.0.into()));
    assert!(json[2]["fair_high"].as_f64() < Some(3.0) && json[3]["fair_low"].as_f64() > Some(3.0));
    assert_eq!(json[2]["pairs"], 8000);
    let answer = costs.answer();
    assert!(answer.starts_with("Of 5 costs "), "{answer}");
    assert!(answer.contains("by 8,000 pairs between random lists of about 20 points."), "{answer}");
    assert!(answer.contains("should cost "), "{answer}");
    let report = costs.report();
    report.sections[0].figures[0].picture.check();
    assert!(report.remarks.iter().any(|text| text.starts_with("A tenth more points")));
    assert!(!costs.is_more_than_its_parts(), "{:?}", costs.additivity);
    let text = report.sections.iter().flat_map(|section| &section.texts).cloned().collect::<Vec<_>>().join(" ");
    assert!(text.contains("Nothing is seen that speaks against adding up units."), "{text}");
    assert!(report.assumptions[0].contains("20 points give or take 10%"));
}

#[test]
fn combinations_are_named_with_a_caveat() {
    let run = play("scenarios = \"befriend\"\nstop.pairs = 2000");
    let costs = costs(&run);
    let section = costs.sums().unwrap();
    let first = &section.tables[0].rows[0];
    assert_eq!((first[0].text.as_str(), first[1].text.as_str()), ("knight", "rook"));
    assert!(costs.warnings().iter().any(|text| text.starts_with("Lists are more, or less,")));
}

#[test]
fn lists_of_equal_points_are_said_to_say_nothing_of_a_point() {
    let run = play("lists.jitter = 0\nstop.pairs = 300");
    let costs = costs(&run);
    let answer = costs.answer();
    assert!(answer.contains("cannot be told from these 600 pairs: All lists have the same points"), "{answer}");
    let table = costs.table();
    assert!(table.rows.iter().all(|row| row[4].text == "not known" && row[2].value.is_null()));
    assert!(costs.chart().is_none() && costs.sums().is_none());
    super::super::html::render(&costs.report()).unwrap();
}

#[test]
fn too_few_pairs_leave_costs_open() {
    let run = play("stop.pairs = 12");
    let costs = costs(&run);
    assert!(costs.answer().contains("is not clear after 24 pairs"), "{}", costs.answer());
    super::super::html::render(&costs.report()).unwrap();
}

#[test]
fn settings_are_told_apart_and_lists_are_shown() {
    let run = play("scenarios = \"all\"\nstop.pairs = 1000");
    let costs = costs(&run);
    let tables = costs.settings();
    let titles: Vec<Vec<&str>> =
        tables.iter().map(|table| table.columns[2..].iter().map(|column| column.title.as_str()).collect()).collect();
    assert_eq!(titles, [["haggle", "shout"], ["weigh", "befriend"]]);
    let survives = costs.robustness().unwrap();
    assert!(survives.contains("lean the same way under every one of 2 doctrines"), "{survives}");
    let samples = costs.samples();
    assert_eq!(samples.rows.len(), SAMPLES);
    assert!(samples.rows.iter().all(|row| (18.0..=22.0).contains(&row[1].value.as_f64().unwrap())));
}

#[test]
fn meetings_can_be_fitted_again_by_anybody() {
    let folder = tempfile::tempdir().unwrap();
    let run = play("stop.pairs = 400");
    run.write_frames(folder.path()).unwrap();
    let file = std::fs::File::open(folder.path().join("meetings.parquet")).unwrap();
    let frame = ParquetReader::new(file).finish().unwrap();
    assert_eq!(frame.height() as u64, run.pairs());
    let names: Vec<&str> = frame.get_column_names().into_iter().map(|name| name.as_str()).collect();
    assert_eq!(names[..5], ["cell", "pair", "score", "a.pawn", "a.twin"]);
    let column = |name: &str| -> Vec<f64> {
        let column = frame.column(name).unwrap().cast(&DataType::Float64).unwrap();
        column.f64().unwrap().iter().flatten().collect()
    };
    let [a, b] = ["a", "b"].map(|side| UNITS.map(|(unit, ..)| column(&format!("{side}.{unit}"))));
    let rows = frame.height();
    let encounters = Encounters {
        differences: (0..rows).map(|row| (0..5).map(|unit| a[unit][row] - b[unit][row]).collect()).collect(),
        trials: vec![1.0; rows],
        points: column("score"),
    };
    let list: Vec<f64> = (0..5).map(|unit| a[unit].iter().chain(&b[unit]).sum::<f64>() / (2 * rows) as f64).collect();
    let cost = list.iter().zip(UNITS).map(|(n, (_, cost, _))| n * cost).sum();
    let reference = Reference::List { list, cost };
    let again = FairCosts::of(&encounters, &reference, Errors::Leverage, 0.95).unwrap().worths.unwrap();
    let told = costs(&run).table().to_json();
    for (unit, again) in again.costs.iter().enumerate() {
        assert!((again.unwrap() - told[unit]["fair_cost"].as_f64().unwrap()).abs() < 1e-9);
    }
    // Columns are named as they are documented.
    let text = include_str!("../../../reports/README.md");
    let section = text.split_once("## `costs`").unwrap().1.split("\n## ").next().unwrap();
    for column in costs(&run).table().without(Audience::Readers).columns {
        assert!(section.contains(&format!("`{}`", column.key)), "{} is not in reports/README.md", column.key);
    }
}
