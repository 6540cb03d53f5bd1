//! What the tests of situations have in common over all games.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use proptest::prelude::*;

use crate::game::{Diagnostic, Diagnostics, Node, Source, Transcript};

/// What tells a situation of a game.
pub(crate) type Tell = fn(&Source) -> Result<Transcript, Diagnostics>;

/// A file of the project.
fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The text of a page of the documentation.
pub(crate) fn page(name: &str) -> String {
    std::fs::read_to_string(path("docs").join(name)).unwrap()
}

/// The situations of a ruleset under `tests/situations`, by name.
pub(crate) fn files(ruleset: &str) -> Vec<Source> {
    let folder = path("tests/situations").join(ruleset);
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let read = |path: PathBuf| Source {
        name: path.file_name().unwrap().to_string_lossy().into_owned(),
        text: std::fs::read_to_string(&path).unwrap(),
    };
    paths.into_iter().map(read).collect()
}

/// A file that holds `text`.
pub(crate) fn source(text: &str) -> Source {
    Source { name: "test".into(), text: text.into() }
}

/// The words of `text` that a diagnostic points at.
pub(crate) fn words<'t>(text: &'t str, diagnostic: &Diagnostic) -> &'t str {
    &text[diagnostic.span.clone().unwrap()]
}

/// Two units that can attack each other, and what the tests of every game do with them.
pub(crate) struct Duel {
    /// What tells a situation of the game.
    pub tell: Tell,
    /// Ruleset, table and units.
    pub text: &'static str,
    /// The phase and the attack, as a choice without dice: `{ fire = ... }`.
    pub attack: [&'static str; 2],
    /// Dice that the attack throws.
    pub dice: &'static str,
}

impl Duel {
    /// What is wrong with the duel and more text.
    pub(crate) fn broken(&self, text: &str) -> Diagnostics {
        (self.tell)(&source(&format!("{}{text}", self.text))).unwrap_err()
    }

    /// What becomes of the duel and more text.
    pub(crate) fn outcome(&self, text: &str) -> Option<Diagnostic> {
        (self.tell)(&source(&format!("{}{text}", self.text))).unwrap().diagnostic
    }

    /// What goes wrong in the duel with more text.
    pub(crate) fn diagnostic(&self, text: &str) -> Diagnostic {
        self.outcome(text).unwrap_or_else(|| panic!("{text} holds"))
    }

    /// The attack with `dice`, and what the choice has besides.
    fn attacks(&self, dice: &str, more: &str) -> String {
        let [phase, attack] = self.attack;
        let attack = attack.trim_end_matches(" }");
        format!("phase = \"{phase}\"\nchoices = [{attack}, dice = [{dice}]{more} }}]")
    }

    /// Each text has a word in it that is misspelt: it is refused at its place, and the nearest right one named.
    pub(crate) fn refuses_misspelt_words(&self, texts: &[(&str, &str, &str)]) {
        for (text, place, nearest) in texts {
            let whole = format!("{}{text}", self.text);
            let diagnostics = self.broken(text);
            let diagnostic = diagnostics.iter().find(|diagnostic| diagnostic.nearest.as_deref() == Some(nearest));
            let diagnostic = diagnostic.unwrap_or_else(|| panic!("{text}: {diagnostics:?}"));
            assert_eq!(words(&whole, diagnostic), *place);
            assert_eq!(diagnostic.source, "test");
        }
    }

    /// `rule` refuses the first choice, not `other`, and not the second choice. Choices stand without braces.
    pub(crate) fn names_refusals(&self, [refused, legal]: [&str; 2], rule: &str, other: &str) {
        let of = |choice: &str, more: &str| format!("choices = [{{ {choice}{more} }}]");
        let whole = format!("{}{}", self.text, of(refused, ""));
        let diagnostic = self.diagnostic(&of(refused, ""));
        assert_eq!(diagnostic.rule.as_deref(), Some(rule));
        assert!(words(&whole, &diagnostic).starts_with(&format!("{{ {}", &refused[..4])));
        assert_eq!(self.outcome(&of(refused, &format!(", refused = \"{rule}\""))), None);
        assert_eq!(self.diagnostic(&of(refused, &format!(", refused = \"{other}\""))).rule.as_deref(), Some(rule));
        assert_eq!(self.diagnostic(&of(refused, ", legal = true")).rule.as_deref(), Some(rule));
        let legal = self.diagnostic(&of(legal, &format!(", refused = \"{rule}\"")));
        assert_eq!(legal.message, format!("{rule} was to refuse this choice, but it is legal"));
    }

    /// Dice are written as many as are thrown, with the choice or at the top of the file, where they serve all choices.
    pub(crate) fn wants_all_its_dice(&self) {
        let (dice, attacks) = (self.dice, |dice: &str| self.attacks(dice, ""));
        assert_eq!(self.outcome(&attacks(dice)), None);
        assert!(self.diagnostic(&attacks(dice[1..].trim_start_matches([',', ' ']))).message.contains("not prepared"));
        assert!(self.diagnostic(&attacks(&format!("{dice}, 1"))).message.contains("never thrown"));
        assert!(self.broken(&attacks("7"))[0].message.contains("from 1 to 6"));
        let common = |dice: &str| format!("dice = [{dice}]\n{}", attacks("").replace(", dice = []", ""));
        assert_eq!(self.outcome(&common(dice)), None);
        assert!(self.diagnostic(&common(&format!("{dice}, 5"))).message.contains("never thrown: [5]"));
        assert_eq!(self.broken(&format!("dice = [4]\n{}", attacks(dice))).len(), 1);
    }

    /// After the attack, with other `dice`, each expectation is refused with what was found instead: a message whose
    /// beginning and end are given, parted by three dots where there is something in between.
    pub(crate) fn says_what_was_found(&self, dice: &str, expectations: &[(&str, &str)]) {
        for (expect, message) in expectations {
            let found = self.diagnostic(&self.attacks(dice, &format!(", expect = {{ {expect} }}"))).message;
            match message.split_once("...") {
                Some((start, end)) => assert!(found.starts_with(start) && found.ends_with(end), "{expect}: {found}"),
                None => assert_eq!(found, *message, "{expect}"),
            }
        }
    }
}

/// The example of the page for a ruleset is a situation that holds, and tells something.
pub(crate) fn the_documented_example_holds(ruleset: &str, tell: Tell) {
    let page = page("situations.md");
    let mut examples = page.split("```toml").skip(1).map(|rest| rest.split("```").next().unwrap());
    let example = examples.find(|text| text.contains(&format!("ruleset = \"{ruleset}\""))).unwrap();
    let transcript = tell(&source(example)).unwrap();
    assert_eq!(transcript.diagnostic, None);
    assert!(transcript.lines.len() > 5, "{:?}", transcript.lines);
}

fn complain(file: &Source, diagnostic: &Diagnostic) -> String {
    let line = |at: usize| file.text[..at].matches('\n').count() + 1;
    let place = diagnostic.span.as_ref().map_or(String::new(), |span| format!(":{}", line(span.start)));
    let message = Diagnostic { source: String::new(), ..diagnostic.clone() };
    format!("{}{place}: {message}", file.name)
}

/// Holds every situation of a ruleset to what it says. Each names its rules, and expects something, without which it would
/// show nothing.
pub(crate) fn every_situation_holds(ruleset: &str, tell: Tell) {
    let mut complaints = Vec::new();
    for file in files(ruleset) {
        match tell(&file) {
            Ok(Transcript { diagnostic, lines, expects, .. }) => {
                complaints.extend(
                    diagnostic.map(|diagnostic| format!("{}\n{}", complain(&file, &diagnostic), lines.join("\n"))),
                );
                complaints.extend((!expects).then(|| format!("{}: shows nothing", file.name)));
            }
            Err(diagnostics) => complaints.extend(diagnostics.iter().map(|diagnostic| complain(&file, diagnostic))),
        }
        let root = Node::parse(&file).unwrap();
        if !root.entries().unwrap().iter().any(|entry| entry.key == "rule") {
            complaints.push(format!("{}: names no rule", file.name));
        }
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n\n"));
}

/// Looks up on `page` every key that a file may have: each of `strays` are the diagnostics of a file with an unknown key
/// `stray`, which list those that are known there.
pub(crate) fn every_key_is_documented(page: &str, strays: &[Diagnostics]) {
    for diagnostics in strays {
        let diagnostic = diagnostics.iter().find(|diagnostic| diagnostic.message.contains("`stray`"));
        let diagnostic = diagnostic.unwrap_or_else(|| panic!("{diagnostics:?}"));
        assert!(!diagnostic.allowed.is_empty());
        for key in &diagnostic.allowed {
            let stands = ["`", "{ ", ", "]
                .iter()
                .any(|before| [" = ", "`", "]"].iter().any(|after| page.contains(&format!("{before}{key}{after}"))));
            assert!(stands, "`{key}` is not documented");
        }
    }
}

/// The events and fields that a page describes, as `event field`.
pub(crate) fn documented(page: &str) -> BTreeSet<String> {
    let mut event = "";
    let mut found = BTreeSet::new();
    for line in page.lines() {
        let code = line.split('`').nth(1).unwrap_or_default();
        if line.starts_with("## `") {
            event = code;
        } else if line.starts_with("| `") {
            found.insert(format!("{event} {code}"));
        }
    }
    found
}

/// A file with a piece taken out and another piece of it, or of nonsense, put there.
pub(crate) fn mutilate(text: &str, cut: (usize, usize), graft: (usize, usize), nonsense: &str) -> String {
    let piece = |(at, length): (usize, usize)| {
        let at = text.floor_char_boundary(at % (text.len() + 1));
        (at, text.floor_char_boundary((at + length).min(text.len())))
    };
    let (cut, graft) = (piece(cut), piece(graft));
    [&text[..cut.0], nonsense, &text[graft.0..graft.1], &text[cut.1..]].concat()
}

/// Tells situations of a ruleset that were mutilated: none may make the game panic, and every diagnostic points into the file.
pub(crate) fn no_situation_panics(ruleset: &str, tell: Tell) {
    let files = files(ruleset);
    let pieces = || (0_usize..4_000, 0_usize..40);
    let nonsense = "(|-|9|0|99999999999999999999|[\\[\\]{}=\"\n .a-z0-9]{0,6})";
    proptest!(|(which in 0..files.len(), cut in pieces(), graft in pieces(), nonsense in nonsense)| {
        let text = mutilate(&files[which].text, cut, graft, &nonsense);
        let file = Source { name: "situation".into(), text };
        let diagnostics = match tell(&file) {
            Ok(transcript) => Vec::from_iter(transcript.diagnostic),
            Err(diagnostics) => {
                prop_assert!(!diagnostics.is_empty());
                diagnostics
            }
        };
        for diagnostic in diagnostics {
            prop_assert_eq!(&diagnostic.source, &file.name);
            prop_assert!(diagnostic.span.is_none_or(|span| span.end <= file.text.len()));
        }
    });
}
