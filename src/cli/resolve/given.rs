//! Odds under a condition: what is written after `--given`.

use super::Question;
use crate::game::{Answer, Diagnostic, Given};

/// The option, as faults name it.
const OPTION: &str = "--given";

/// The name of the outcome among the results.
const OUTCOME: &str = "outcome";

/// Reads `outcome=LABEL`, `NAME=N`, `NAME<=N` or `NAME>=N`.
///
/// # Errors
/// When it is none of them.
pub(super) fn read(text: &str) -> Result<Given, Diagnostic> {
    let wrong = |what: &str| {
        Diagnostic::new(format!("`{text}` is no result: {what}"))
            .allowing(["outcome=LABEL", "NAME=N", "NAME<=N", "NAME>=N"])
            .within(OPTION)
    };
    let sign = text.find(['<', '>', '=']).ok_or_else(|| wrong("it has none of =, <= and >="))?;
    let (name, rest) = text.split_at(sign);
    let name = name.trim();
    let parts = ["<=", ">=", "="].iter().find_map(|sign| Some((*sign, rest.strip_prefix(sign)?.trim())));
    let (sign, value) = parts.ok_or_else(|| wrong("its sign is none of =, <= and >="))?;
    if name == OUTCOME {
        return if sign == "=" { Ok(Given::Outcome(value.to_owned())) } else { Err(wrong("an outcome goes with =")) };
    }
    let value: i64 = value.parse().map_err(|_| wrong(&format!("`{value}` is no whole number")))?;
    let (low, high) = match sign {
        "<=" => (i64::MIN, value),
        ">=" => (value, i64::MAX),
        _ => (value, value),
    };
    Ok(Given::Number { name: name.to_owned(), low, high })
}

/// Whether there is such a result, and it can come.
///
/// # Errors
/// When there is none of that name, or it never comes.
pub(super) fn check(given: &Given, question: &Question, answer: &Answer) -> Result<(), Diagnostic> {
    let known = || question.doc().map_or(Vec::new(), |doc| doc.labels);
    let fault = match (given, answer.given) {
        (Given::Outcome(name), Some(p)) if p.is_nan() => Diagnostic::unknown("outcome", name, known().iter().copied()),
        (Given::Number { name, .. }, Some(p)) if p.is_nan() => {
            let numbers = answer.numbers.iter().map(|number| number.name.as_str());
            Diagnostic::unknown("numeric result", name, std::iter::once(OUTCOME).chain(numbers))
        }
        (_, Some(p)) if p <= 0.0 => {
            let how = if answer.exact.is_some() { "it never comes" } else { "it came in no trial" };
            Diagnostic::new(format!("there are no odds given this: {how}"))
        }
        _ => return Ok(()),
    };
    Err(fault.within(OPTION))
}

/// What is given, in words.
pub(super) fn words(given: &Given) -> String {
    match given {
        Given::Outcome(label) => label.clone(),
        Given::Number { name, low, high } if low == high => format!("{name} {low}"),
        Given::Number { name, low: i64::MIN, high } => format!("{name} {high} at most"),
        Given::Number { name, low, .. } => format!("{name} {low} at least"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_and_told() {
        for (text, told) in [
            ("outcome=ooc", "ooc"),
            ("outcome = falls-back-ready", "falls-back-ready"),
            ("strength=3", "strength 3"),
            ("strength >= -2", "strength -2 at least"),
            ("hexes-lost<=1", "hexes-lost 1 at most"),
        ] {
            assert_eq!(words(&read(text).unwrap()), told);
        }
        for text in ["ooc", "strength>3", "outcome>=ooc", "strength=many", "strength==3"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
