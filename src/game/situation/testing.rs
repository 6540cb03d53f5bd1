//! What the tests of situations have in common over all games.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Debug, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use super::Position;
use crate::game::{Diagnostic, Diagnostics, Source, Transcript};

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

/// So many choices of a kind that are offered are held to be legal.
const OF_A_KIND: usize = 8;

/// What is found out while situations are played.
#[derive(Default)]
struct Hearing {
    /// Decisions, with the kind of choice that was made there: of several alike in a file one is enough.
    heard: BTreeSet<(&'static str, String)>,
    complaints: Vec<String>,
}

thread_local! {
    /// What is wrong with what situations are offered and come to, while somebody listens.
    static HEARING: RefCell<Option<Hearing>> = const { RefCell::new(None) };
}

/// What comes of something, and what was wrong in situations meanwhile with what they were offered and came to.
pub(crate) fn listen<T>(act: impl FnOnce() -> T) -> (T, Vec<String>) {
    HEARING.set(Some(Hearing::default()));
    let done = act();
    (done, HEARING.take().unwrap_or_default().complaints)
}

/// The beginning of a text; what comes then is not even written.
struct Beginning(String);

impl Write for Beginning {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.push_str(text);
        if self.0.len() < 48 { Ok(()) } else { Err(fmt::Error) }
    }
}

/// What a choice is called, with the action where it is one of several.
fn kind<C: Debug>(choice: &C) -> String {
    let mut beginning = Beginning(String::new());
    // It fails where it is cut off.
    let _ = write!(beginning, "{choice:?}");
    let first = |words: &str| -> String { words.chars().take_while(|letter| letter.is_alphanumeric()).collect() };
    let action = beginning.0.split_once("action: ").map(|(_, action)| first(action)).unwrap_or_default();
    first(&beginning.0) + &action
}

/// Holds what is offered to what is chosen, a legal choice: one of its kind is among it, if to another place, and the first of
/// each kind are legal.
pub(crate) fn hold_offers<G: Position>(game: &G, choice: G::Choice) {
    HEARING.with_borrow_mut(|hearing| {
        let Some(Hearing { heard, complaints }) = hearing else { return };
        if !heard.insert((game.moment().decision, kind(&choice))) {
            return;
        }
        let mut offers: BTreeMap<String, Vec<G::Choice>> = BTreeMap::new();
        game.choices(&mut |offer| {
            let alike = offers.entry(kind(&offer)).or_default();
            if alike.len() < OF_A_KIND {
                alike.push(offer);
            }
        });
        let made = kind(&choice);
        if !offers.contains_key(&made) && !G::SPARED.contains(&made.as_str()) {
            complaints.push(format!("nothing like {choice:?} is offered, and it is legal"));
        }
        for offer in offers.into_values().flatten() {
            if let Err(refusal) = game.check(offer) {
                complaints.push(format!("{offer:?} is offered, and refused: {refusal:?}"));
            }
        }
    });
}

/// Holds a game to what must hold in every one, after a choice.
pub(crate) fn hold_state<G: Position>(game: &G) {
    HEARING.with_borrow_mut(|hearing| {
        let Some(Hearing { complaints, .. }) = hearing else { return };
        if let Err(fault) = catch_unwind(AssertUnwindSafe(|| game.check_state())) {
            let words = fault.downcast_ref::<String>().map(String::as_str);
            complaints.push(words.or(fault.downcast_ref::<&str>().copied()).unwrap_or("something").to_owned());
        }
    });
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
    /// The lowest and the highest number that any dice can show.
    pub faces: [u16; 2],
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
        let [lowest, highest] = self.faces;
        let beyond = (highest + 1).to_string();
        assert!(self.broken(&attacks(&beyond))[0].message.contains(&format!("from {lowest} to {highest}")));
        let common = |dice: &str| format!("dice = [{dice}]\n{}", attacks("").replace(", dice = []", ""));
        assert_eq!(self.outcome(&common(dice)), None);
        assert!(self.diagnostic(&common(&format!("{dice}, 5"))).message.contains("never thrown: [5]"));
        assert_eq!(self.broken(&format!("dice = [4]\n{}", attacks(dice))).len(), 1);
    }

    /// After the attack, with other `dice`, each expectation is refused with what was found instead, see
    /// [`is_told`](Self::is_told).
    pub(crate) fn says_what_was_found(&self, dice: &str, expectations: &[(&str, &str)]) {
        for (expect, message) in expectations {
            self.is_told(&self.attacks(dice, &format!(", expect = {{ {expect} }}")), message);
        }
    }

    /// More text goes wrong with a message whose beginning and end are given, parted by three dots where there is something
    /// in between.
    pub(crate) fn is_told(&self, text: &str, message: &str) {
        let found = self.diagnostic(text).message;
        match message.split_once("...") {
            Some((start, end)) => assert!(found.starts_with(start) && found.ends_with(end), "{text}: {found}"),
            None => assert_eq!(found, *message, "{text}"),
        }
    }

    /// The one thing that is wrong with the duel where `units` stand in the place of its first unit, and the rule against it.
    pub(crate) fn refusal(&self, units: &str) -> (String, String) {
        let (head, rest) = self.text.split_once("units = [{").unwrap();
        let (_, rest) = rest.split_once('}').unwrap();
        let found = (self.tell)(&source(&format!("{head}units = [{units}{rest}"))).unwrap_err();
        assert_eq!(found.len(), 1, "{units}: {found:?}");
        (found[0].message.clone(), found[0].rule.clone().unwrap_or_default())
    }
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
