//! Diagnostics: what is wrong with a request, where, and what would be right.

use std::fmt;
use std::ops::Range;

/// One thing wrong with something the user wrote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostic {
    /// Name of the source: a path, or what on the command line. Empty until the caller who knows it fills it in.
    pub source: String,
    /// Bytes of the source that are meant; none when the whole of it is.
    pub span: Option<Range<usize>>,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// Short remark at the place itself.
    pub label: String,
    /// What would be allowed.
    pub allowed: Vec<String>,
    /// The nearest right spelling.
    pub nearest: Option<String>,
    /// The rule that is broken: a rule of the game, or a check of its army lists such as `teams-out-of-order`.
    pub rule: Option<String>,
}

/// Everything wrong with a request; never empty.
pub type Diagnostics = Vec<Diagnostic>;

impl Diagnostic {
    /// A diagnostic that says `message`.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), ..Self::default() }
    }

    /// A name that is not among the allowed ones; finds the nearest spelling.
    #[must_use]
    pub fn unknown<S: AsRef<str>>(what: &str, got: &str, allowed: impl IntoIterator<Item = S>) -> Self {
        let allowed: Vec<String> = allowed.into_iter().map(|s| s.as_ref().to_owned()).collect();
        Self {
            message: format!("unknown {what} `{got}`"),
            label: format!("no such {what}"),
            nearest: nearest(got, allowed.iter().map(String::as_str)),
            allowed,
            ..Self::default()
        }
    }

    /// Says where in the source.
    #[must_use]
    pub fn at(mut self, span: Range<usize>) -> Self {
        self.span = Some(span);
        self
    }

    /// Says in which source, unless that is known already.
    #[must_use]
    pub fn within(mut self, source: &str) -> Self {
        if self.source.is_empty() {
            source.clone_into(&mut self.source);
        }
        self
    }

    /// Says in which larger source the source is.
    #[must_use]
    pub fn of(mut self, whole: &str) -> Self {
        self.source = if self.source.is_empty() { whole.to_owned() } else { format!("{whole}: {}", self.source) };
        self
    }

    /// Says which rule is broken.
    #[must_use]
    pub fn rule(mut self, rule: impl Into<String>) -> Self {
        self.rule = Some(rule.into());
        self
    }

    /// Puts a remark at the place itself.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Says what would be allowed.
    #[must_use]
    pub fn allowing<S: Into<String>>(mut self, allowed: impl IntoIterator<Item = S>) -> Self {
        self.allowed = allowed.into_iter().map(Into::into).collect();
        self
    }

    /// The diagnostic that a TOML reader found.
    #[must_use]
    pub fn from_toml(error: &toml::de::Error) -> Self {
        Self {
            message: error.message().lines().next().unwrap_or_default().to_owned(),
            span: error.span(),
            ..Self::default()
        }
    }
}

/// Adds diagnostics to others, each once.
pub fn add_once(known: &mut Diagnostics, more: Diagnostics) {
    for diagnostic in more {
        if !known.contains(&diagnostic) {
            known.push(diagnostic);
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.source.is_empty() {
            write!(f, "{}: ", self.source)?;
        }
        f.write_str(&self.message)?;
        if let Some(rule) = &self.rule {
            write!(f, " [{rule}]")?;
        }
        if let Some(nearest) = &self.nearest {
            write!(f, "; did you mean `{nearest}`?")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostic {}

/// The candidate nearest in spelling to `got`, unless all are far off. Where none is near as a whole, it is the one
/// alone that begins so, or that has a part between hyphens that is near.
pub fn nearest<'a>(got: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let wanted = got.to_lowercase().replace('_', "-");
    let distance = |text: &str| strsim::damerau_levenshtein(&wanted, &text.to_lowercase());
    let near = |distance: usize, text: &str| distance <= 1 + text.chars().count() / 3;
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let whole = candidates.iter().map(|c| (distance(c), *c)).min_by_key(|(distance, _)| *distance);
    let whole = whole.filter(|(distance, c)| near(*distance, c)).map(|(_, c)| c);
    // Short parts are like too much.
    let of_part = |c: &&'a str| {
        let parts = c.split('-').filter(|part| part.len() > 3);
        parts.map(distance).min().filter(|distance| *distance <= 2 && *distance <= wanted.len() / 3)
    };
    let by_part = || {
        let parts: Vec<(usize, &str)> = candidates.iter().filter_map(|c| Some((of_part(c)?, *c))).collect();
        let least = parts.iter().map(|(distance, _)| *distance).min()?;
        let mut best = parts.iter().filter(|(distance, _)| *distance == least);
        // A part that several names share suggests none of them.
        best.next().filter(|_| best.next().is_none()).map(|(_, c)| *c)
    };
    // What several names hold suggests none of them.
    let by_beginning = || {
        let mut longer = candidates.iter().filter(|c| wanted.len() > 2 && c.to_lowercase().contains(&wanted));
        longer.next().filter(|_| longer.next().is_none()).filter(|c| c.to_lowercase().starts_with(&wanted)).copied()
    };
    // Whoever types the first words of one name means it, however near another one is.
    let by_first_words = || {
        let mut longer = candidates.iter().filter(|c| wanted.len() > 3 && c.to_lowercase().contains(&wanted));
        let only = longer.next().filter(|_| longer.next().is_none());
        only.filter(|c| c.to_lowercase().starts_with(&format!("{wanted}-"))).copied()
    };
    by_first_words().or(whole).or_else(by_beginning).or_else(by_part).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_nearest_spelling_or_none() {
        assert_eq!(nearest("chukc", ["andy", "chuck"]).as_deref(), Some("chuck"));
        assert_eq!(nearest("Laser_Rifle", ["laser-rifle"]).as_deref(), Some("laser-rifle"));
        assert_eq!(nearest("tyrannosaurus", ["andy", "chuck"]), None);
        let scenarios = ["last-man-standing", "seize-and-hold", "last-stand"];
        assert_eq!(nearest("sieze", scenarios).as_deref(), Some("seize-and-hold"));
        assert_eq!(nearest("standing", scenarios).as_deref(), Some("last-man-standing"));
        assert_eq!(nearest("bal", ["balanced-division", "gun-line"]).as_deref(), Some("balanced-division"));
        assert_eq!(nearest("last", scenarios), None, "two begin so");
        assert_eq!(nearest("last-man", scenarios).as_deref(), Some("last-man-standing"), "the other is nearer");
        assert_eq!(nearest("and", scenarios), None);
        assert_eq!(nearest("half", ["half-or-more", "less-than-half"]), None);
    }
}
