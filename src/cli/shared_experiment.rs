//! Experiments as strings to share: `eo1x~TEXT~SUM`, the file packed and in letters that an address can hold, with a checksum.
//!
//! Whoever gets the string has none of the files that the experiment names: lists of one's own are in it, as strings of their own,
//! and an experiment that needs other files cannot be shared.

use std::io::{Read as _, Write as _};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use crate::cli::{execute, name_lookup, portable};
use crate::experiment::{FileLookup, Pairing, Spec, Written};
use crate::game::list_text::share;
use crate::game::{Diagnostic, Ruleset, Source};

/// What every such string begins with.
const MARK: &str = "eo1x~";

/// Bytes of an unpacked experiment beyond which it is none.
const LARGEST: u64 = 1 << 20;

/// Whether a word is meant as a shared experiment.
pub fn is_shared(word: &str) -> bool {
    word.starts_with(MARK)
}

/// The string of an experiment; its lists are looked for by `library`.
///
/// # Errors
/// When it names files that no string holds.
pub fn write(spec: &Spec, ruleset: &dyn Ruleset, library: &FileLookup<'_>) -> Result<String, Diagnostic> {
    let own = |written: &Written| {
        let message = format!("`{}` is a file of one's own, which a shared experiment cannot hold", written.text);
        written.locate(Diagnostic::new(message))
    };
    let codices = spec.codex.iter().chain(spec.variants.iter().filter_map(|variant| variant.codex.as_ref()));
    for codex in codices {
        if library.codex(&codex.text).is_ok_and(|found| found.text != ruleset.codex().text) {
            return Err(own(codex));
        }
    }
    if let Some(book) = spec.doctrine_books.first() {
        return Err(own(book));
    }
    for written in &spec.battlefields {
        let known = || ruleset.battlefields().into_iter();
        // Words such as `default` stand for no file.
        let found = library.battlefields(&written.text).unwrap_or_default();
        if found.iter().any(|map| known().all(|built_in| built_in.text != map.text)) {
            return Err(own(written));
        }
    }
    let lists = |written: &Written| -> Result<Vec<Written>, Diagnostic> {
        let found = library.armies(&written.text)?;
        let word = |list: &Source| match portable::word(list, ruleset) {
            Some(word) => Ok(word.as_str().into()),
            None => Err(own(written)),
        };
        found.iter().map(word).collect()
    };
    let mut portable = spec.clone();
    portable.name = portable.name.or_else(|| Some(name_lookup::key(&spec.source).to_owned()));
    portable.armies = spec.armies.iter().map(&lists).collect::<Result<Vec<_>, _>>()?.concat();
    if let Pairing::Pairs(pairs) = &mut portable.pairing {
        for written in pairs.iter_mut().flatten() {
            *written = lists(written)?.swap_remove(0);
        }
    }
    let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
    let packed = packer.write_all(portable.to_toml().as_bytes()).and_then(|()| packer.finish());
    let text = URL_SAFE_NO_PAD.encode(packed.map_err(|error| Diagnostic::new(format!("cannot pack it: {error}")))?);
    Ok(format!("{MARK}{text}~{}", share::checksum(&text)))
}

/// The experiment of a string, as a file.
///
/// # Errors
/// When the string is damaged, or of another version.
pub fn read(shared: &str) -> Result<Source, Diagnostic> {
    let wrong = |what: &str| Diagnostic::new(format!("this shared experiment {what}"));
    let (text, sum) = shared[MARK.len()..].split_once('~').ok_or_else(|| wrong("ends too early"))?;
    if sum != share::checksum(text) {
        return Err(wrong("is damaged: its letters and its checksum do not go together; was it copied whole?"));
    }
    let damaged = || wrong("cannot be unpacked");
    let packed = URL_SAFE_NO_PAD.decode(text).map_err(|_| damaged())?;
    let mut text = String::new();
    DeflateDecoder::new(&packed[..]).take(LARGEST).read_to_string(&mut text).map_err(|_| damaged())?;
    Ok(Source { name: "shared experiment".to_owned(), text })
}

/// The string of the experiment in a file; none where it is no experiment, one that is built in, or one that cannot be shared.
pub fn of_file(source: &Source) -> Option<String> {
    let spec = Spec::read(source).ok()?;
    let ruleset = name_lookup::ruleset(&spec.ruleset.text).ok()?;
    if ruleset.first_look().is_some_and(|look| look.text == source.text) {
        return None;
    }
    write(&spec, ruleset, &execute::library(&spec, ruleset)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Plan;
    use crate::rulesets;

    fn spec(text: &str) -> Spec {
        Spec::read(&Source { name: "mine.toml".to_owned(), text: text.to_owned() }).unwrap()
    }

    #[test]
    fn an_experiment_comes_back_with_the_lists_in_it() {
        let folder = tempfile::tempdir().unwrap();
        let list = "name = \"Ten rifles\"\nruleset = \"dogfaces\"\n[units]\nrifleman = 10\n";
        std::fs::write(folder.path().join("mine.toml"), list).unwrap();
        let dogfaces = rulesets::find("dogfaces").unwrap();
        let text = "ruleset = \"dogfaces\"\nseed = 3\npairings = [[\"mine.toml\", \"rifle-13\"]]\nstop.pairs = 4\n[vary]\n\"rules.turn-cap\" = [8, 9]";
        let shared = write(&spec(text), dogfaces, &FileLookup::new(dogfaces, vec![folder.path().to_owned()])).unwrap();
        assert!(shared.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte)), "{shared}");
        assert!(is_shared(&shared) && !share::is_shared(&shared));
        let back = Spec::read(&read(&shared).unwrap()).unwrap();
        assert_eq!((back.seed, back.name.as_deref()), (3, Some("mine")));
        // Nothing but the string is needed to play it.
        let plan = Plan::resolve(&back, dogfaces, &FileLookup::new(dogfaces, Vec::new())).unwrap();
        assert_eq!((plan.cells.len(), plan.lists[0].name.as_str()), (2, "Ten rifles"));
    }

    #[test]
    fn damage_is_seen_and_files_of_other_kinds_are_refused() {
        let dogfaces = rulesets::find("dogfaces").unwrap();
        let library = FileLookup::new(dogfaces, Vec::new());
        let shared =
            write(&spec("ruleset = \"dogfaces\"\narmies = [\"rifle-13\", \"rifle-10\"]"), dogfaces, &library).unwrap();
        for at in MARK.len()..shared.len() {
            let mut damaged = shared.clone().into_bytes();
            damaged[at] = if damaged[at] == b'7' { b'8' } else { b'7' };
            assert!(read(std::str::from_utf8(&damaged).unwrap()).is_err());
            assert!(read(&shared[..at]).is_err());
        }
        let book = spec("ruleset = \"dogfaces\"\narmies = [\"rifle-13\"]\ndoctrine-book = \"mine.toml\"");
        assert!(write(&book, dogfaces, &library).unwrap_err().message.contains("`mine.toml` is a file of one's own"));
    }
}
