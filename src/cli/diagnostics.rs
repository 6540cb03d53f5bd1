//! What went wrong, told to the user: file, line and column, the line itself, what is allowed, the nearest spelling.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use crate::game::{Diagnostic, Diagnostics};

/// Diagnostics beyond this many are counted alone.
const MOST_SHOWN: usize = 50;

/// Allowed values beyond this many are not spelt out.
const MOST_ALLOWED: usize = 24;

/// Why a subcommand did not do what it was asked to.
#[derive(Debug)]
pub enum Failure {
    /// The request was wrong: exit code 2.
    Request(Diagnostics),
    /// The work failed: exit code 1.
    Work(String),
    /// The work is done and the answer printed, but it is not what was hoped for: this exit code says so.
    Answered(u8),
    /// The reader of the standard output has left, as `head` does: nothing to complain about.
    Closed,
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Request(vec![diagnostic])
    }
}

impl From<Diagnostics> for Failure {
    fn from(diagnostics: Diagnostics) -> Self {
        Self::Request(diagnostics)
    }
}

/// That a flag would change nothing, and why.
#[must_use]
pub fn no_meaning(flag: &str, why: &str) -> Diagnostic {
    Diagnostic::new(format!("{flag} has no meaning here: {why}"))
}

/// The diagnostic of the first of these flags that is given, as none of them would change anything.
///
/// # Errors
/// That diagnostic.
pub fn none_given(flags: &[(&str, bool)], why: &str) -> Result<(), Diagnostic> {
    let found = flags.iter().find(|(_, given)| *given);
    found.map_or(Ok(()), |(flag, _)| Err(no_meaning(flag, why)))
}

/// Whether what goes to standard error may be coloured.
#[must_use]
pub fn coloured() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    io::stderr().is_terminal() && !set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Renders diagnostics one below the other, each once; `text_of` finds the text of a source by its name.
#[must_use]
pub fn render(diagnostics: &[Diagnostic], text_of: &dyn Fn(&str) -> Option<String>, coloured: bool) -> String {
    let renderer = if coloured { Renderer::styled() } else { Renderer::plain() };
    let mut shown: Vec<&Diagnostic> = Vec::new();
    let mut more = 0;
    for diagnostic in diagnostics {
        if shown.len() == MOST_SHOWN {
            more += 1;
        } else if !shown.contains(&diagnostic) {
            shown.push(diagnostic);
        }
    }
    let mut texts = BTreeMap::new();
    let mut each: Vec<String> = Vec::with_capacity(shown.len() + 1);
    for diagnostic in shown {
        let text = texts.entry(&diagnostic.source).or_insert_with(|| text_of(&diagnostic.source));
        each.push(render_one(diagnostic, text.as_deref(), &renderer));
    }
    if more > 0 {
        each.push(format!("and {more} more like these"));
    }
    each.join("\n\n")
}

fn render_one(diagnostic: &Diagnostic, text: Option<&str>, renderer: &Renderer) -> String {
    let place = diagnostic.span.clone().and_then(|span| {
        let text = text?;
        text.get(span.clone()).is_some().then_some((text, span))
    });
    let mut title = Level::ERROR.primary_title(&diagnostic.message);
    if let Some(rule) = &diagnostic.rule {
        title = title.id(rule);
    }
    let mut group = match &place {
        // A diagnostic of the file as a whole, such as a missing key, points at nothing.
        Some((text, span)) if !span.is_empty() => {
            let mark = AnnotationKind::Primary.span(span.clone());
            let mark = if diagnostic.label.is_empty() { mark } else { mark.label(&diagnostic.label) };
            title.element(Snippet::source(*text).path(&diagnostic.source).annotation(mark))
        }
        Some((text, span)) => {
            let before = &text[..span.start];
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            title.element(Origin::path(&diagnostic.source).line(line).char_column(column))
        }
        None if diagnostic.source.is_empty() => Group::with_title(title),
        None => title.element(Origin::path(&diagnostic.source)),
    };
    if let Some(allowed) = allowed(diagnostic) {
        group = group.element(Level::NOTE.message(format!("allowed: {allowed}")));
    }
    if let Some(nearest) = &diagnostic.nearest {
        group = group.element(Level::HELP.message(format!("did you mean `{nearest}`?")));
    }
    renderer.render(&[group])
}

/// The allowed values in one line; a long list is cut, but keeps what is spelt most like what was written.
fn allowed(diagnostic: &Diagnostic) -> Option<String> {
    if diagnostic.allowed.is_empty() {
        return None;
    }
    let shown: Vec<&str> = diagnostic.allowed.iter().take(MOST_ALLOWED).map(String::as_str).collect();
    let mut line = shown.join(", ");
    let hidden = diagnostic.allowed.len() - shown.len();
    if hidden > 0 {
        let _ = write!(line, " and {hidden} more");
    }
    Some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "name = \"Alpha\"\n[units]\nchukc = 1\n";

    fn rendered(diagnostic: Diagnostic) -> String {
        render(&[diagnostic.within("alpha.toml")], &|name| (name == "alpha.toml").then(|| LIST.to_owned()), false)
    }

    #[test]
    fn shows_the_line_the_remark_and_the_way_out() {
        let text = rendered(Diagnostic::unknown("unit", "chukc", ["andy", "chuck"]).at(23..28).rule("unknown-unit"));
        for part in [
            "error[unknown-unit]: unknown unit `chukc`",
            "alpha.toml:3:1",
            "chukc = 1",
            "^^^^^ no such unit",
            "allowed: andy, chuck",
            "did you mean `chuck`?",
        ] {
            assert!(text.contains(part), "{part} is missing in\n{text}");
        }
    }

    #[test]
    fn a_diagnostic_without_a_place_names_the_source_alone() {
        assert_eq!(rendered(Diagnostic::new("missing field `units`")).lines().count(), 2);
        assert!(rendered(Diagnostic::new("missing field `units`").at(0..0)).contains("alpha.toml:1:1"));
    }

    #[test]
    fn a_place_outside_of_the_text_does_no_harm() {
        assert!(rendered(Diagnostic::new("odd").at(900..901)).contains("alpha.toml"));
    }

    #[test]
    fn of_many_diagnostics_the_first_are_shown_and_the_rest_counted() {
        let many: Vec<Diagnostic> =
            (0..2000).map(|n| Diagnostic::new(format!("fault {n}")).within("alpha.toml")).collect();
        let read = std::cell::Cell::new(0);
        let text_of = |_: &str| {
            read.set(read.get() + 1);
            Some(LIST.to_owned())
        };
        let text = render(&many, &text_of, false);
        assert!(text.contains("fault 49") && !text.contains("fault 50") && text.ends_with("and 1950 more like these"));
        assert_eq!(read.get(), 1, "the file is read once");
    }

    #[test]
    fn long_lists_are_cut() {
        let many: Vec<String> = (0..100).map(|n| format!("unit-{n}")).collect();
        let text = rendered(Diagnostic::unknown("unit", "zebra", many));
        assert!(text.contains("unit-23 and 76 more"), "{text}");
    }
}
