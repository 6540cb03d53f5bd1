//! The results of a run in numbers: what `--format json` prints and `summary.json` keeps.

use serde_json::{Map, Value, json};

use crate::cli::comparison_block::ComparisonBlock;
use crate::experiment::{Companions, Manifest, Run};
use crate::report::{self, Costs};

/// Name of the file in the folder of a run.
pub const FILE: &str = "summary.json";

/// What the object is and how it is laid out: the number goes up when something in it changes its meaning or goes away, not
/// when something is added.
const SCHEMA: &str = "evenodds summary 1";

/// What only the machine decides that played.
const OF_THE_MACHINE: &str = "engagements_per_second";

/// All results: of a run between lists the standing of every cell with score, interval and verdict, of one between lists that
/// were drawn what everything should cost.
#[must_use]
pub fn of(run: &Run, companions: &Companions) -> Value {
    let Manifest { name, question, ruleset, digest, seed, stop, .. } = &run.manifest;
    let mut value = json!({
        "schema": SCHEMA, "name": name, "question": question, "ruleset": ruleset, "partial": !run.is_complete(),
        "answer": report::answer(run), "seed": seed, "stop_rule": stop.to_string(), "digest": digest,
    });
    let results = match Costs::of(run) {
        Some(costs) => json!({
            "costs": costs.table().to_json(),
            "lists": run.manifest.drawn.as_ref().map(|drawn| &drawn.lists),
        }),
        None => {
            let standings = run.cells.iter().filter_map(|cell| ComparisonBlock::of(cell, run));
            json!({
                "cells": standings.map(|standing| standing.to_json()).collect::<Value>(),
                "match_ups": report::match_ups(run).to_json(),
                "moves": report::moves(run).map(|moves| moves.to_json()),
                "components": report::components(run).map(|moves| moves.to_json()),
                "effects": report::effects(run).map(|effects| effects.to_json()),
                "said": report::beside_the_answer(run),
                "play": report::play_tables(run, companions).into_iter()
                    .map(|(name, table)| (name.to_owned(), table.to_json())).collect::<Map<_, _>>(),
            })
        }
    };
    if let (Value::Object(all), Value::Object(results)) = (&mut value, results) {
        all.extend(results);
    }
    value
}

/// The same without how fast it went, as it is kept: the same to the byte for every repetition of the run by the same command.
#[must_use]
pub fn kept(run: &Run, companions: &Companions) -> Value {
    let mut value = of(run, companions);
    for cell in value.get_mut("cells").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Value::Object(cell) = cell {
            cell.remove(OF_THE_MACHINE);
        }
    }
    value
}
