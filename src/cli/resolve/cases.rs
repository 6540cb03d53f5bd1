//! Many questions from one JSON file.

use std::path::Path;

use serde_json::{Map, Value};

use super::{Effort, Question, answer};
use crate::cli::diagnostics::Failure;
use crate::cli::output::print_json;
use crate::cli::{files, name_lookup};
use crate::game::{Diagnostic, Diagnostics};
use crate::report::format::Format;

/// Answers a list of questions: prints the list with the answers put in. A question that cannot be answered gets an
/// `error` in place of its odds, and the request counts as wrong.
pub(super) fn run(path: &Path, effort: &Effort, format: Format) -> Result<(), Failure> {
    if format != Format::Json {
        return Err(Diagnostic::new("--cases prints JSON").allowing(["--format json"]).into());
    }
    let file = files::read(path)?;
    let cases: Vec<Value> =
        serde_json::from_str(&file.text).map_err(|error| files::not_json(&file, "a list in JSON", &error))?;
    let mut diagnostics = Diagnostics::new();
    let mut answered = Vec::with_capacity(cases.len());
    for (place, case) in cases.into_iter().enumerate() {
        let Value::Object(mut object) = case else {
            diagnostics.push(Diagnostic::new(format!("entry {} is not an object", place + 1)).within(&file.name));
            continue;
        };
        match ask(&object, effort) {
            Ok(odds) => object.extend(odds),
            Err(wrong) => {
                object.insert("error".to_owned(), answer::errors(&wrong));
                let place = format!("{}, entry {}", file.name, place + 1);
                diagnostics.extend(wrong.into_iter().map(|diagnostic| diagnostic.of(&place)));
            }
        }
        answered.push(Value::Object(object));
    }
    print_json(&Value::Array(answered))?;
    if diagnostics.is_empty() { Ok(()) } else { Err(diagnostics.into()) }
}

fn ask(case: &Map<String, Value>, effort: &Effort) -> Result<Map<String, Value>, Diagnostics> {
    let word = |key: &str| {
        case.get(key)
            .and_then(Value::as_str)
            .ok_or_else(|| vec![Diagnostic::new(format!("the key `{key}` is missing"))])
    };
    let inputs = match case.get("inputs") {
        Some(Value::Object(inputs)) => inputs.clone(),
        None => Map::new(),
        Some(_) => return Err(vec![Diagnostic::new("`inputs` is not an object")]),
    };
    let ruleset = name_lookup::ruleset(word("ruleset")?).map_err(|diagnostic| vec![diagnostic])?;
    let question = Question { ruleset, resolution: word("resolution")?.to_owned(), inputs };
    question.ask(effort).map(|answer| answer::odds_to_json(&answer))
}
