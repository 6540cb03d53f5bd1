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

/// The words of `text` that a fault points at.
pub(crate) fn words<'t>(text: &'t str, fault: &Diagnostic) -> &'t str {
    &text[fault.span.clone().unwrap()]
}

fn complain(file: &Source, fault: &Diagnostic) -> String {
    let line = |at: usize| file.text[..at].matches('\n').count() + 1;
    let place = fault.span.as_ref().map_or(String::new(), |span| format!(":{}", line(span.start)));
    let message = Diagnostic { source: String::new(), ..fault.clone() };
    format!("{}{place}: {message}", file.name)
}

/// Holds every situation of a ruleset to what it says. Each names its rules, and expects something, without which it would
/// show nothing.
pub(crate) fn every_situation_holds(ruleset: &str, tell: Tell) {
    let mut complaints = Vec::new();
    for file in files(ruleset) {
        match tell(&file) {
            Ok(Transcript { fault, lines, expects, .. }) => {
                complaints.extend(fault.map(|fault| format!("{}\n{}", complain(&file, &fault), lines.join("\n"))));
                complaints.extend((!expects).then(|| format!("{}: shows nothing", file.name)));
            }
            Err(faults) => complaints.extend(faults.iter().map(|fault| complain(&file, fault))),
        }
        let root = Node::parse(&file).unwrap();
        if !root.entries().unwrap().iter().any(|entry| entry.key == "rule") {
            complaints.push(format!("{}: names no rule", file.name));
        }
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n\n"));
}

/// Looks up on `page` every key that a file may have: each of `strays` are the faults of a file with an unknown key
/// `stray`, which list those that are known there.
pub(crate) fn every_key_is_documented(page: &str, strays: &[Diagnostics]) {
    for faults in strays {
        let fault = faults.iter().find(|fault| fault.message.contains("`stray`"));
        let fault = fault.unwrap_or_else(|| panic!("{faults:?}"));
        assert!(!fault.allowed.is_empty());
        for key in &fault.allowed {
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

/// Tells situations of a ruleset that were mutilated: none may make the game panic, and every fault points into the file.
pub(crate) fn no_situation_panics(ruleset: &str, tell: Tell) {
    let files = files(ruleset);
    let pieces = || (0_usize..4_000, 0_usize..40);
    let nonsense = "(|-|9|0|99999999999999999999|[\\[\\]{}=\"\n .a-z0-9]{0,6})";
    proptest!(|(which in 0..files.len(), cut in pieces(), graft in pieces(), nonsense in nonsense)| {
        let text = mutilate(&files[which].text, cut, graft, &nonsense);
        let file = Source { name: "situation".into(), text };
        let faults = match tell(&file) {
            Ok(transcript) => Vec::from_iter(transcript.fault),
            Err(faults) => {
                prop_assert!(!faults.is_empty());
                faults
            }
        };
        for fault in faults {
            prop_assert_eq!(&fault.source, &file.name);
            prop_assert!(fault.span.is_none_or(|span| span.end <= file.text.len()));
        }
    });
}
