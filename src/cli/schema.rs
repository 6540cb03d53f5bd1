//! JSON Schemas (draft-07) of files that a user writes, for the completion and the checks of editors. `check` says more: what only
//! the rules know is no part of a schema.

use serde_json::{Map, Value, json};

use crate::cli::learned_schema::learned;
use crate::cli::name_lookup;
use crate::experiment::{ClaimBook, Companion, Quantity};
use crate::game::{Diagnostics, Listing, Ruleset, Source};

/// The dialect of all of them.
const DIALECT: &str = "http://json-schema.org/draft-07/schema#";

/// A key that no file has.
pub(super) const NO_KEY: &str = "no-such-key";

/// The schema of an army list. Its keys are those that the reader of the ruleset asks for.
///
/// # Errors
/// When the built-in codex or doctrines cannot be read.
pub fn of_list(ruleset: &dyn Ruleset) -> Result<Value, Diagnostics> {
    let codex = ruleset.codex();
    let units = ruleset.units(&codex)?.into_iter();
    let units: Map<String, Value> = units
        .map(|unit| (unit.name, json!({ "description": format!("{} points: {}", unit.cost, unit.about) })))
        .collect();
    let doctrine = one_of(names(&ruleset.doctrines(&ruleset.doctrine_book())?));
    let by_scenario = ruleset.scenarios().into_iter().map(|scenario| (scenario.name, doctrine.clone()));
    let by_scenario = only(by_scenario.collect());
    let mut keys = Map::new();
    for key in list_keys(ruleset) {
        let value = match key.as_str() {
            "name" => json!({ "type": "string", "maxLength": 100, "description": "What the list is called." }),
            "ruleset" => json!({ "const": ruleset.slug() }),
            "units" => only(units.clone()),
            "doctrine" => described(doctrine.clone(), "Who plays the list where nothing else is said."),
            "doctrines" => described(by_scenario.clone(), "The same for single scenarios."),
            _ => json!({}),
        };
        keys.insert(key, value);
    }
    Ok(file(&format!("Army list of {}", ruleset.title()), &["name", "ruleset"], only(keys)))
}

/// The keys of an army list: those that are allowed where an unknown one is refused.
fn list_keys(ruleset: &dyn Ruleset) -> Vec<String> {
    let text = format!("name = \"x\"\nruleset = \"{}\"\n{NO_KEY} = 0\n", ruleset.slug());
    let source = Source { name: String::new(), text };
    let refused = ruleset.read_army(&ruleset.codex(), &source).err().unwrap_or_default();
    let unknown = refused.into_iter().find(|fault| fault.message.contains(NO_KEY));
    unknown.map(|fault| fault.allowed).unwrap_or_default()
}

/// The schema of a doctrine book.
#[must_use]
pub fn of_doctrines(ruleset: &dyn Ruleset) -> Value {
    let weights = ruleset.weights().into_iter().map(|weight| {
        let about = json!({
            "type": "number", "minimum": weight.least, "maximum": weight.greatest, "default": weight.default,
            "description": weight.about,
        });
        (weight.name.to_owned(), about)
    });
    let mut doctrine: Map<String, Value> = weights.collect();
    doctrine.insert("about".to_owned(), json!({ "type": "string", "description": "The doctrine in a line." }));
    // Beside weights a doctrine may have words, which only its ruleset knows.
    let doctrine = json!({ "type": "object", "properties": doctrine });
    let mut book = json!({
        "type": "object",
        "properties": {
            "ruleset": { "const": ruleset.slug() },
            "defaults": described(doctrine.clone(), "What doctrines leave out."),
        },
    });
    book["additionalProperties"] = doctrine;
    file(&format!("Doctrine book of {}", ruleset.title()), &[], book)
}

/// The schema of an experiment.
///
/// # Errors
/// When the built-in codex or doctrines cannot be read.
pub fn of_experiment(ruleset: &dyn Ruleset) -> Result<Value, Diagnostics> {
    let hint = |words: Vec<String>, about: &str| {
        // Other words are files.
        let word = json!({ "anyOf": [one_of(words), { "type": "string" }] });
        json!({ "anyOf": [word.clone(), { "type": "array", "items": word, "minItems": 1 }], "description": about })
    };
    let all = |mut words: Vec<String>, more: &[&str]| {
        words.extend(more.iter().map(|word| (*word).to_owned()));
        words
    };
    let lists: Vec<String> = ruleset.armies().iter().map(|source| name_lookup::key(source).to_owned()).collect();
    let list = json!({ "anyOf": [one_of(lists.clone()), { "type": "string" }] });
    let doctrines = all(names(&ruleset.doctrines(&ruleset.doctrine_book())?), &["own", "all"]);
    let battlefields = all(
        ruleset.battlefields().iter().map(|source| name_lookup::key(source).to_owned()).collect(),
        &["default", "all"],
    );
    let rules = ruleset.knobs().into_iter().map(|knob| {
        let about =
            format!("{} ({}; {} when left out; allowed: {})", knob.about, knob.rule, knob.default, knob.allowed);
        (knob.name, json!({ "description": about }))
    });
    let rules = by_parts(rules.collect());
    let pairs = json!({ "type": "integer", "minimum": 1, "maximum": 1_000_000_000 });
    let wide = |least: f64, most: f64| json!({ "anyOf": [{ "type": "number", "minimum": least, "maximum": most }, { "type": "string" }] });
    let number = json!({ "type": "number" });
    let stop = json!({
        "type": "object", "minProperties": 1, "additionalProperties": false,
        "properties": {
            "pairs": described(pairs.clone(), "After so many pairs of games in every cell."),
            "precision": described(wide(0.0001, 100.0), "When the 95% interval of the score, or of what `of` names, is this wide to either side: 0.01, \"1%\" and \"1 point\" are one point; of turns, 0.2 or \"0.2 turns\"."),
            "of": { "enum": Quantity::KEYS, "description": "What `precision` is of: the score when left out." },
            "decide": described(wide(0.001, 0.25), "When it is known whether the score is within this of even: 0.02, \"2%\" and \"2 points\" are two points."),
            "claim": {
                "type": "object", "required": ["low", "high"], "additionalProperties": false,
                "properties": { "low": number, "high": number, "alpha": number },
                "description": "When it is known whether the score lies between two limits.",
            },
            "sprt": {
                "type": "object", "additionalProperties": false,
                "properties": {
                    "elo0": number, "elo1": number, "alpha": number, "beta": number,
                    "model": { "enum": ["logistic", "normalized"] },
                },
                "description": "When one of two differences in Elo is accepted against the other.",
            },
            "cap": described(pairs, "The most pairs of a cell, with all but `pairs`."),
        },
    });
    let companions = Companion::ALL
        .map(|one| (one.key().to_owned(), json!({ "type": "integer", "minimum": 1, "maximum": 100_000 })));
    let text = |about: &str| json!({ "type": "string", "description": about });
    let properties = json!({
        "ruleset": { "const": ruleset.slug() },
        "name": text("The folder of the results."),
        "question": text("What the report is to answer."),
        "seed": { "type": "integer", "minimum": 0, "description": "Seed of all chance." },
        "luck": { "enum": ["independent", "shared"], "description": "Whether cells share their dice." },
        "codex": text("A codex in the place of the built-in one: a path."),
        "doctrine-book": { "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }], "description": "Books that are laid over the built-in one: paths." },
        "armies": hint(lists, "Lists: built-in ones, paths, patterns of paths."),
        "pairing": { "enum": ["round-robin", "gauntlet", "mirror"], "description": "Which lists meet." },
        "pairings": { "type": "array", "items": { "type": "array", "items": list, "minItems": 2, "maxItems": 2 }, "minItems": 1, "description": "Which lists meet, one by one." },
        "scenarios": hint(all(names(&ruleset.scenarios()), &["all"]), "Scenarios; the first of the ruleset when left out."),
        "battlefields": hint(battlefields, "Battlefields: built-in ones or paths."),
        "doctrines": hint(doctrines, "Doctrines: one, `own`, `all`, or `X v Y`."),
        "doctrine-pairing": { "enum": ["same", "cross"], "description": "Whether both sides follow the same doctrine, or every one meets every other." },
        "stop": described(stop, "When a cell has seen enough: one of its rules."),
        "rules": described(rules.clone(), "Departures from the rules."),
        "play": { "type": "object", "description": "Departures from how scripts play." },
        "set": { "type": "object", "description": "Departures by dotted key: `codex.units.NAME.cost`, `rules.NAME`, `doctrines.NAME.WEIGHT`." },
        "vary": { "type": "object", "description": "Levels by dotted key, each a list of values, or `{ from = 1, to = 9, step = 2 }`." },
        "design": { "enum": ["crossed", "one-at-a-time", "latin-hypercube", "fair-costs"], "description": "How what is varied is put together." },
        "samples": { "type": "integer", "minimum": 2, "maximum": 10_000, "description": "Combinations of the design `latin-hypercube`." },
        "lists": {
            "type": "object", "additionalProperties": false,
            "properties": { "budget": { "type": "number", "minimum": 1 }, "jitter": { "type": "number", "minimum": 0, "maximum": 0.5 } },
            "description": "How lists are drawn, in the design `fair-costs`.",
        },
        "variants": {
            "type": "array", "minItems": 2,
            "items": { "type": "object", "required": ["name"], "properties": { "name": { "type": "string" }, "codex": { "anyOf": [{ "type": "string" }, { "type": "object" }] } } },
            "description": "Named departures that are set against each other, the first of which is the base.",
        },
        "companions": described(only(companions.into_iter().collect()), "What is played beside the cells, in pairs a cell."),
    });
    let Value::Object(properties) = properties else { unreachable!("it is written as an object") };
    Ok(file(&format!("Experiment of {}", ruleset.title()), &["ruleset"], only(properties)))
}

/// The schema of a codex.
#[must_use]
pub fn of_codex(ruleset: &dyn Ruleset) -> Value {
    let faults = |file: &Source| ruleset.units(file).err().unwrap_or_default();
    file(&format!("Codex of {}", ruleset.title()), &[], learned(&[ruleset.codex()], &faults))
}

/// The schema of a battlefield.
#[must_use]
pub fn of_battlefield(ruleset: &dyn Ruleset) -> Value {
    let codex = ruleset.codex();
    let faults = |file: &Source| ruleset.check_battlefield(&codex, file).err().unwrap_or_default();
    file(&format!("Battlefield of {}", ruleset.title()), &[], learned(&ruleset.battlefields(), &faults))
}

/// The schema of claims about play.
#[must_use]
pub fn of_claims(ruleset: &dyn Ruleset) -> Value {
    let faults = |file: &Source| ClaimBook::read(file).err().unwrap_or_default();
    let examples: Vec<Source> = ruleset.claims().into_iter().collect();
    file(&format!("Claims about play of {}", ruleset.title()), &["ruleset", "claim"], learned(&examples, &faults))
}

/// The schema of a situation.
#[must_use]
pub fn of_situation(ruleset: &dyn Ruleset) -> Value {
    let faults = |file: &Source| ruleset.situation(file).err().unwrap_or_default();
    // What is not set up is not there: everything that may be is found by asking for it.
    let least = Source { name: String::new(), text: format!("ruleset = \"{}\"\n", ruleset.slug()) };
    file(&format!("Situation of {}", ruleset.title()), &["ruleset"], learned(&[least], &faults))
}

/// An object with these keys and no others; a key with dots may also be written part by part, `turn.system = "activation"`.
fn by_parts(keys: Map<String, Value>) -> Value {
    let mut heads: Map<String, Value> = Map::new();
    let dotted: Vec<(&str, &str, &Value)> =
        keys.iter().filter_map(|(key, schema)| key.split_once('.').map(|(head, rest)| (head, rest, schema))).collect();
    for (head, ..) in &dotted {
        let own = dotted.iter().filter(|(other, ..)| other == head);
        let rest: Map<String, Value> = own.map(|(_, rest, schema)| ((*rest).to_owned(), (*schema).clone())).collect();
        heads.insert((*head).to_owned(), by_parts(rest));
    }
    only(keys.into_iter().chain(heads).collect())
}

/// An object with these keys and no others.
fn only(properties: Map<String, Value>) -> Value {
    json!({ "type": "object", "properties": properties, "additionalProperties": false })
}

fn one_of(words: Vec<String>) -> Value {
    json!({ "enum": words })
}

fn names(listings: &[Listing]) -> Vec<String> {
    listings.iter().map(|listing| listing.name.clone()).collect()
}

fn described(mut schema: Value, about: &str) -> Value {
    schema["description"] = about.into();
    schema
}

fn file(title: &str, required: &[&str], mut schema: Value) -> Value {
    schema["$schema"] = DIALECT.into();
    schema["title"] = title.into();
    if !required.is_empty() {
        schema["required"] = required.into();
    }
    schema
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Spec;
    use crate::rulesets;

    /// What in a value a schema refuses: as much of draft-07 as these schemas use.
    fn refused(schema: &Value, value: &Value, place: &str) -> Vec<String> {
        let mut wrong = Vec::new();
        let mut refuse = |why: &str| wrong.push(format!("{place}: {why}"));
        if let Some(options) = schema["anyOf"].as_array()
            && !options.iter().any(|option| refused(option, value, place).is_empty())
        {
            refuse("none of the forms");
        }
        if schema["enum"].as_array().is_some_and(|words| !words.contains(value)) {
            refuse("none of the words");
        }
        if !schema["const"].is_null() && schema["const"] != *value {
            refuse("another constant");
        }
        let is = |kind: &str| match kind {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            "integer" => value.is_i64() || value.is_u64(),
            "number" => value.is_number(),
            other => panic!("no type `{other}`"),
        };
        if schema["type"].as_str().is_some_and(|kind| !is(kind)) {
            refuse("another type");
        }
        if let Some(number) = value.as_f64() {
            let [least, most] = ["minimum", "maximum"].map(|limit| schema[limit].as_f64());
            if least.is_some_and(|least| number < least) || most.is_some_and(|most| number > most) {
                refuse("out of range");
            }
        }
        for required in schema["required"].as_array().into_iter().flatten() {
            if value.get(required.as_str().unwrap()).is_none() {
                refuse("a key is missing");
            }
        }
        for (key, inner) in value.as_object().into_iter().flatten() {
            let place = format!("{place}.{key}");
            match (schema["properties"].get(key), &schema["additionalProperties"]) {
                (Some(known), _) => wrong.extend(refused(known, inner, &place)),
                (None, Value::Bool(false)) => wrong.push(format!("{place}: unknown")),
                (None, Value::Null) => {}
                (None, others) => wrong.extend(refused(others, inner, &place)),
            }
        }
        for inner in value.as_array().into_iter().flatten() {
            wrong.extend(refused(&schema["items"], inner, &format!("{place}[]")));
        }
        wrong
    }

    fn value(source: &Source) -> Value {
        let table: toml::Table = source.text.parse().unwrap();
        serde_json::to_value(table).unwrap()
    }

    #[test]
    fn what_is_built_in_fits_its_schema_and_a_slip_does_not() {
        for ruleset in rulesets::all() {
            let (list, experiment) = (of_list(*ruleset).unwrap(), of_experiment(*ruleset).unwrap());
            for army in ruleset.armies() {
                let mut army = value(&army);
                assert_eq!(refused(&list, &army, "list"), Vec::<String>::new());
                army["nam"] = "x".into();
                army["doctrine"] = "massed".into();
                let mut wrong = refused(&list, &army, "list");
                wrong.sort();
                assert_eq!(wrong, ["list.doctrine: none of the words", "list.nam: unknown"]);
            }
            if let Some(look) = ruleset.first_look() {
                let mut look = value(&look);
                assert_eq!(refused(&experiment, &look, "experiment"), Vec::<String>::new());
                look["rules"] = json!({ "no-such-rule": 1 });
                look["stop"] = json!({ "pairs": 0 });
                let mut wrong = refused(&experiment, &look, "experiment");
                wrong.sort();
                assert_eq!(wrong, ["experiment.rules.no-such-rule: unknown", "experiment.stop.pairs: out of range"]);
            }
            let book = ruleset.doctrine_book();
            if !book.text.is_empty() {
                assert_eq!(refused(&of_doctrines(*ruleset), &value(&book), "book"), Vec::<String>::new());
            }
        }
    }

    #[test]
    fn files_fit_the_schemas_that_are_learned_from_their_readers() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/situations");
        for ruleset in rulesets::all() {
            let slug = ruleset.slug();
            let fits = |schema: &Value, source: &Source, key: &str| {
                let mut file = value(source);
                assert_eq!(refused(schema, &file, slug), Vec::<String>::new(), "{}", source.name);
                file[key] = 1.into();
                assert_eq!(refused(schema, &file, slug), [format!("{slug}.{key}: unknown")]);
            };
            fits(&of_codex(*ruleset), &ruleset.codex(), "unit");
            let schema = of_battlefield(*ruleset);
            ruleset.battlefields().iter().for_each(|map| fits(&schema, map, "mapp"));
            if let Some(claims) = ruleset.claims() {
                fits(&of_claims(*ruleset), &claims, "claims");
            }
            let schema = of_situation(*ruleset);
            for path in crate::cli::files::toml_files(&folder.join(slug)).unwrap() {
                fits(&schema, &crate::cli::files::read(&path).unwrap(), "unitts");
            }
        }
    }

    #[test]
    fn the_experiments_of_the_project_fit_their_schemas() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments");
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let files: Vec<Source> = files
            .filter(|path| path.extension().is_some_and(|end| end == "toml"))
            .map(|path| crate::cli::files::read(&path).unwrap())
            .collect();
        let mut fitted = 0;
        for ruleset in rulesets::all() {
            let schema = of_experiment(*ruleset).unwrap();
            let own = |file: &&Source| name_lookup::ruleset_of(file).unwrap().slug() == ruleset.slug();
            for file in files.iter().filter(own) {
                assert_eq!(refused(&schema, &value(file), "experiment"), Vec::<String>::new(), "{}", file.name);
                fitted += 1;
            }
        }
        assert!(fitted > 30, "{fitted}");
    }

    #[test]
    fn an_experiment_has_the_keys_of_its_schema_and_no_others() {
        let text = format!("ruleset = \"dogfaces\"\narmies = \"free-cd\"\n{NO_KEY} = 0\n");
        let faults = Spec::read(&Source { name: "x".into(), text }).unwrap_err();
        let mut read = faults[0].allowed.clone();
        let schema = of_experiment(rulesets::find("dogfaces").unwrap()).unwrap();
        let mut keys: Vec<String> = schema["properties"].as_object().unwrap().keys().cloned().collect();
        read.sort();
        keys.sort();
        assert_eq!(keys, read);
    }
}
