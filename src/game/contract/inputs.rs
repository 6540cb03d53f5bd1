//! The contract of documented inputs: names, allowed values and defaults are those that the reader goes by.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::resolutions::{ask, cases, refuse};
use crate::game::{Answer, Diagnostics, InputDoc, Query, ResolutionDoc, Ruleset};

type Inputs = Map<String, Value>;

/// Every key that is documented is read, and no other.
pub(crate) fn documented_inputs_are_read(ruleset: &dyn Ruleset) {
    for doc in ruleset.resolutions() {
        let found = refuse(ruleset, doc.name, &json!({ "no-such-key": 1 }));
        let unknown = found.iter().find(|diagnostic| diagnostic.message.contains("no-such-key"));
        let Some(unknown) = unknown else { panic!("{}: the key is not refused: {found:?}", doc.name) };
        let read: BTreeSet<&str> = unknown.allowed.iter().map(String::as_str).collect();
        let documented: BTreeSet<&str> = doc.inputs.iter().map(|input| input.name).collect();
        assert_eq!(documented.len(), doc.inputs.len(), "{}: a key is documented twice", doc.name);
        assert_eq!(read, documented, "{}", doc.name);
    }
}

/// Values that the documentation of an input allows, and values beyond them.
fn values(allowed: &str) -> (Vec<Value>, Vec<Value>) {
    let wrong_kind = vec![json!(true)];
    if ["list ", "table ", "["].iter().any(|start| allowed.starts_with(start)) {
        return (Vec::new(), wrong_kind);
    }
    if allowed.starts_with("true") || allowed.starts_with("false") {
        return (vec![json!(true), json!(false)], vec![json!(7), json!("no-such-word")]);
    }
    if let Some(numbers) = numbers(allowed) {
        let steps = numbers.iter().flat_map(|range| [range[0] - 1.0, range[1] + 1.0]);
        let beyond = steps.filter(|step| !numbers.iter().any(|range| (range[0]..=range[1]).contains(step)));
        let refused = beyond.filter(|step| step.is_finite()).map(number).chain(wrong_kind).collect();
        return (numbers.iter().flatten().filter(|end| end.is_finite()).map(|end| number(*end)).collect(), refused);
    }
    let words: Vec<&str> = allowed.rsplit(": ").next().unwrap_or_default().split(", ").collect();
    let is_word = |word: &&str| word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    let listed = words.len() > 1 && words.iter().all(is_word);
    let accepted = if listed { words.into_iter().map(Value::from).collect() } else { Vec::new() };
    (accepted, [wrong_kind, vec![json!("no-such-word")]].concat())
}

/// The ranges of numbers that a line about an input speaks of: `1 to 6`, `0 and up`, `3, 4`, `0 for none, or 2 to 6`.
fn numbers(allowed: &str) -> Option<Vec<[f64; 2]>> {
    let words: Vec<&str> = allowed.split_whitespace().map(|word| word.trim_end_matches([',', ';', ':'])).collect();
    let value = |at: usize| words.get(at).and_then(|word| word.parse::<f64>().ok());
    let mut ranges = Vec::new();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let next = words.get(at + 1).copied().unwrap_or_default();
        match (word.parse::<f64>(), next, value(at + 2)) {
            (Ok(low), "to", Some(high)) => {
                ranges.push([low, high]);
                at += 2;
            }
            (Ok(low), "and", None) if words.get(at + 2) == Some(&"up") => ranges.push([low, f64::INFINITY]),
            (Ok(one), "for", _) => ranges.push([one; 2]),
            (Ok(one), ..) if words.iter().all(|word| *word == "or" || word.parse::<f64>().is_ok()) => {
                ranges.push([one; 2]);
            }
            _ => {}
        }
        at += 1;
    }
    (!ranges.is_empty()).then_some(ranges)
}

fn number(value: f64) -> Value {
    if value.fract() == 0.0 { json!(value as i64) } else { json!(value) }
}

/// Questions about a resolution that are answered: its worked examples, and after them the cases calculated apart.
fn questions(ruleset: &dyn Ruleset) -> BTreeMap<String, Vec<Inputs>> {
    let mut questions = BTreeMap::<_, Vec<_>>::new();
    for example in ruleset.examples().into_iter().chain(cases(ruleset)) {
        questions.entry(example.resolution).or_default().push(example.inputs);
    }
    questions
}

/// Reads a question without answering it.
fn read(ruleset: &dyn Ruleset, doc: &ResolutionDoc, inputs: Inputs) -> Result<Answer, Diagnostics> {
    ruleset.resolve(&Query { exact: false, ..ask(doc.name, &inputs.into()) })
}

fn with(question: &Inputs, key: &str, value: Value) -> Inputs {
    let mut question = question.clone();
    question.insert(key.to_owned(), value);
    question
}

fn without(question: &Inputs, key: &str) -> Inputs {
    question.iter().filter(|(other, _)| *other != key).map(|(other, value)| (other.clone(), value.clone())).collect()
}

/// What is wrong with one documented input.
fn complaints(ruleset: &dyn Ruleset, doc: &ResolutionDoc, input: &InputDoc, questions: &[Inputs]) -> Vec<String> {
    let mut complaints = Vec::new();
    let mut complain =
        |what: String| complaints.push(format!("{} {} ({}): {what}", doc.name, input.name, input.allowed));
    let (accepted, refused) = values(input.allowed);
    for value in accepted {
        let taken = |question: &Inputs| read(ruleset, doc, with(question, input.name, value.clone())).is_ok();
        if !questions.iter().any(taken) {
            complain(format!("{value} is refused"));
        }
    }
    for value in refused {
        let at = format!("input `{}`", input.name);
        let refused = |question: &Inputs| {
            let found = read(ruleset, doc, with(question, input.name, value.clone())).err().unwrap_or_default();
            found.iter().any(|diagnostic| diagnostic.source == at)
        };
        // Where another input stands in for this one, it is not looked at.
        let alone = |question: &Inputs| question.keys().any(|other| refused(&without(question, other)));
        if !questions.iter().any(refused) && !questions.iter().take(3).any(alone) {
            complain(format!("{value} is taken"));
        }
    }
    let answered = |question: &Inputs| read(ruleset, doc, without(question, input.name)).is_ok();
    if input.default == "required" && questions.iter().take(3).any(answered) {
        complain("it may be left out".to_owned());
    }
    // One of two inputs may be required.
    let required = [input.default, input.allowed].iter().any(|text| text.contains("required"));
    if !required && !questions.iter().any(answered) {
        complain("it may not be left out".to_owned());
    }
    complaints
}

/// Both ends of every documented range are taken and one beyond is refused, every listed word is taken and nonsense
/// refused, and exactly what is documented as required is required.
pub(crate) fn documented_values_are_taken(ruleset: &dyn Ruleset) {
    let questions = questions(ruleset);
    let check = |doc: &ResolutionDoc| -> Vec<String> {
        doc.inputs.iter().flat_map(|input| complaints(ruleset, doc, input, &questions[doc.name])).collect()
    };
    let complaints: Vec<String> = ruleset.resolutions().iter().flat_map(check).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// The value of a documented default, and the key without which it holds; none where it depends on other inputs.
fn default(input: &InputDoc) -> Option<(Value, Option<&'static str>)> {
    let (text, unless) = match input.default.split_once(", or of the ") {
        Some((text, named)) => (text, Some(named)),
        None => (input.default, None),
    };
    let text = text.split_once(" for ").map_or(text, |(number, _)| number);
    let value = match text {
        "required" => return None,
        "empty" => json!({}),
        "none" if !input.allowed.split(", ").any(|word| word == "none") => return None,
        word if word.contains(' ') => return None,
        other => serde_json::from_str(other).unwrap_or_else(|_| other.into()),
    };
    Some((value, unless))
}

/// What is answered to a question that is sound: exact odds and numeric results.
fn told(ruleset: &dyn Ruleset, doc: &ResolutionDoc, inputs: &Inputs) -> Option<impl PartialEq + use<>> {
    let answer = ruleset.resolve(&ask(doc.name, &inputs.clone().into())).ok()?;
    Some((answer.exact, answer.numbers))
}

/// Giving a documented default is the same as leaving the input out: in every worked example that leaves it out, and for
/// inputs that none leaves out in one without it.
pub(crate) fn documented_defaults_are_left_out(ruleset: &dyn Ruleset) {
    let (mut differ, mut never) = (Vec::new(), Vec::new());
    for doc in &ruleset.resolutions() {
        let examples = ruleset.examples().into_iter().filter(|example| example.resolution == doc.name);
        let examples: Vec<Inputs> = examples.map(|example| example.inputs).collect();
        let defaults =
            doc.inputs.iter().filter_map(|input| default(input).map(|(value, unless)| (input.name, value, unless)));
        let mut unseen: BTreeMap<&str, (Value, Option<&str>)> =
            defaults.map(|(name, value, unless)| (name, (value, unless))).collect();
        let all = unseen.clone();
        let mut compare = |question: &Inputs, key: &str, value: &Value| {
            let plain = told(ruleset, doc, question);
            let given = told(ruleset, doc, &with(question, key, value.clone()));
            if plain.is_some() && given.is_some() && plain != given {
                differ.push(format!("{}: {key} = {value} is not the default", doc.name));
            }
            plain.is_some() && given.is_some()
        };
        for example in &examples {
            let applies = |unless: &Option<&str>| unless.is_none_or(|named| !example.contains_key(named));
            let left_out: Vec<_> = all
                .iter()
                .filter(|(key, (_, unless))| !example.contains_key(**key) && applies(unless))
                .map(|(key, (value, _))| (*key, value))
                .collect();
            let given = left_out.iter().fold(example.clone(), |all, (key, value)| with(&all, key, (*value).clone()));
            let alike = told(ruleset, doc, &given).is_some_and(|given| told(ruleset, doc, example) == Some(given));
            for (key, value) in left_out {
                // Some exclude each other, or one of them differs.
                if alike || compare(example, key, value) {
                    unseen.remove(key);
                }
            }
        }
        for (key, (value, unless)) in unseen {
            let plain = |example: &Inputs| without(&without(example, key), unless.unwrap_or(key));
            let mut others = examples.iter().map(plain);
            if !others.any(|question| compare(&question, key, &value)) {
                never.push(format!("{}: the default of {key} is never taken", doc.name));
            }
        }
    }
    assert!(differ.is_empty() && never.is_empty(), "{}", [differ, never].concat().join("\n"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_about_inputs_are_understood() {
        let whole = |accepted: &[i64], refused: &[i64]| {
            let list = |numbers: &[i64]| numbers.iter().map(|number| json!(number)).collect::<Vec<_>>();
            (list(accepted), [list(refused), vec![json!(true)]].concat())
        };
        assert_eq!(values("Force Morale, 1 to 12: it sets the dice"), whole(&[1, 12], &[0, 13]));
        assert_eq!(values("-1 for none, else his C from 0 to 2"), whole(&[-1, -1, 0, 2], &[-2, 3]));
        assert_eq!(values("0 for none, or 2 to 6"), whole(&[0, 0, 2, 6], &[-1, 1, 1, 7]));
        assert_eq!(values("strength, 0 and up"), whole(&[0], &[-1]));
        assert_eq!(values("3, 4"), whole(&[3, 3, 4, 4], &[2, 5]));
        let words = |words: &[&str]| words.iter().map(|word| json!(word)).collect::<Vec<_>>();
        assert_eq!(values("room: clear, one-hex").0, words(&["clear", "one-hex"]));
        assert_eq!(values("list of 1 to 6 tables").0, words(&[]));
        assert_eq!(values("unit key").0, words(&[]));
    }
}
