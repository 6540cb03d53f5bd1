//! What went wrong, told to the user: file, line and column, the line itself, what is allowed, the nearest spelling.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use crate::game::{Diagnostic, Diagnostics};

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
    fn from(fault: Diagnostic) -> Self {
        Self::Request(vec![fault])
    }
}

impl From<Diagnostics> for Failure {
    fn from(faults: Diagnostics) -> Self {
        Self::Request(faults)
    }
}

/// Whether what goes to standard error may be coloured.
#[must_use]
pub fn coloured() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    io::stderr().is_terminal() && !set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Renders faults one below the other, each once; `text_of` finds the text of a source by its name.
#[must_use]
pub fn render(faults: &[Diagnostic], text_of: &dyn Fn(&str) -> Option<String>, coloured: bool) -> String {
    let renderer = if coloured { Renderer::styled() } else { Renderer::plain() };
    let new = |(index, fault): &(usize, &Diagnostic)| !faults[..*index].contains(fault);
    let each = faults.iter().enumerate().filter(new).map(|(_, fault)| render_one(fault, text_of, &renderer));
    each.collect::<Vec<_>>().join("\n\n")
}

fn render_one(fault: &Diagnostic, text_of: &dyn Fn(&str) -> Option<String>, renderer: &Renderer) -> String {
    let place = fault.span.clone().and_then(|span| {
        let text = text_of(&fault.source)?;
        text.get(span.clone()).is_some().then_some((text, span))
    });
    let mut title = Level::ERROR.primary_title(&fault.message);
    if let Some(rule) = &fault.rule {
        title = title.id(rule);
    }
    let mut group = match &place {
        // A fault of the file as a whole, such as a missing key, points at nothing.
        Some((text, span)) if !span.is_empty() => {
            let mark = AnnotationKind::Primary.span(span.clone());
            let mark = if fault.label.is_empty() { mark } else { mark.label(&fault.label) };
            title.element(Snippet::source(text).path(&fault.source).annotation(mark))
        }
        Some((text, span)) => {
            let before = &text[..span.start];
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            title.element(Origin::path(&fault.source).line(line).char_column(column))
        }
        None if fault.source.is_empty() => Group::with_title(title),
        None => title.element(Origin::path(&fault.source)),
    };
    if let Some(allowed) = allowed(fault) {
        group = group.element(Level::NOTE.message(format!("allowed: {allowed}")));
    }
    if let Some(nearest) = &fault.nearest {
        group = group.element(Level::HELP.message(format!("did you mean `{nearest}`?")));
    }
    renderer.render(&[group])
}

/// The allowed values in one line; a long list is cut, but keeps what is spelt most like what was written.
fn allowed(fault: &Diagnostic) -> Option<String> {
    if fault.allowed.is_empty() {
        return None;
    }
    let shown: Vec<&str> = fault.allowed.iter().take(MOST_ALLOWED).map(String::as_str).collect();
    let mut line = shown.join(", ");
    let hidden = fault.allowed.len() - shown.len();
    if hidden > 0 {
        let _ = write!(line, " and {hidden} more");
    }
    Some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "name = \"Alpha\"\n[units]\nchukc = 1\n";

    fn rendered(fault: Diagnostic) -> String {
        render(&[fault.within("alpha.toml")], &|name| (name == "alpha.toml").then(|| LIST.to_owned()), false)
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
    fn a_fault_without_a_place_names_the_source_alone() {
        assert_eq!(rendered(Diagnostic::new("missing field `units`")).lines().count(), 2);
        assert!(rendered(Diagnostic::new("missing field `units`").at(0..0)).contains("alpha.toml:1:1"));
    }

    #[test]
    fn a_place_outside_of_the_text_does_no_harm() {
        assert!(rendered(Diagnostic::new("odd").at(900..901)).contains("alpha.toml"));
    }

    #[test]
    fn long_lists_are_cut() {
        let many: Vec<String> = (0..100).map(|n| format!("unit-{n}")).collect();
        let text = rendered(Diagnostic::unknown("unit", "zebra", many));
        assert!(text.contains("unit-23 and 76 more"), "{text}");
    }
}
