//! What to write on the command line in the place of an input that is not of the right form.

use super::Question;
use crate::game::{Diagnostic, Diagnostics};

/// Diagnostics of a question with what the command line takes, where they say a form alone.
pub(super) fn add(diagnostics: Diagnostics, question: &Question) -> Diagnostics {
    diagnostics.into_iter().map(|diagnostic| of(&diagnostic, question).unwrap_or(diagnostic)).collect()
}

fn of(diagnostic: &Diagnostic, question: &Question) -> Option<Diagnostic> {
    let allowed = |ways: Vec<String>| Some(Diagnostic { allowed: ways, ..diagnostic.clone() });
    if diagnostic.source == "inputs" && diagnostic.message.contains(" lacks `") && diagnostic.allowed.is_empty() {
        let Question { ruleset, resolution, .. } = question;
        return allowed(vec![format!(
            "evenodds resolve {} {resolution} --list, which names all inputs",
            ruleset.slug()
        )]);
    }
    let key = diagnostic.source.strip_prefix("input `")?.strip_suffix('`')?;
    let (wanted, found) = diagnostic.message.strip_prefix("expected a ")?.split_once(", found \"")?;
    let found = found.strip_suffix('"')?;
    match wanted {
        "list" => allowed(vec![format!("{key}=[{found}]")]),
        "table" => {
            let doc = question.doc()?;
            let takes_unit = doc.inputs.iter().any(|input| input.name == key && input.allowed.contains("unit"));
            allowed(vec![if takes_unit { format!("{key}.unit={found}") } else { format!("{key}.NAME=VALUE") }])
        }
        _ => None,
    }
}
