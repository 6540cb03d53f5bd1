//! File lookup: where the files are that an experiment names.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::game::list_text::share;
use crate::game::{Diagnostic, Ruleset, Source, nearest};

/// The texts that an experiment can name: files, and what is built into the program.
///
/// A path means the file; where there is no such file, the built-in text of the same path, so that experiments work
/// from any folder. A bare name means a file of that name or else the built-in text.
pub struct FileLookup<'a> {
    ruleset: &'a dyn Ruleset,
    folders: Vec<PathBuf>,
    /// Army lists that go before all others of their name.
    armies: Vec<Source>,
}

impl<'a> FileLookup<'a> {
    /// The library of a ruleset; paths are looked for in `folders`, in their order.
    #[must_use]
    pub fn new(ruleset: &'a dyn Ruleset, folders: Vec<PathBuf>) -> Self {
        Self { ruleset, folders, armies: Vec::new() }
    }

    /// With army lists of its own, which are found by their names before any other.
    #[must_use]
    pub fn with_armies(self, armies: Vec<Source>) -> Self {
        Self { armies, ..self }
    }

    /// The army lists that a name, a path or a pattern of paths stands for; at least one.
    ///
    /// # Errors
    /// When it stands for none, or a file cannot be read.
    pub fn armies(&self, written: &str) -> Result<Vec<Source>, Diagnostic> {
        match self.armies.iter().find(|list| list.name == written) {
            _ if share::is_shared(written) => Ok(vec![share::source(written)?]),
            Some(own) => Ok(vec![own.clone()]),
            None => {
                self.find("army list", written, self.ruleset.armies().into_iter().chain(self.armies.clone()).collect())
            }
        }
    }

    /// The battlefield of a name or path.
    ///
    /// # Errors
    /// When there is none, or the file cannot be read.
    pub fn battlefields(&self, written: &str) -> Result<Vec<Source>, Diagnostic> {
        self.find("battlefield", written, self.ruleset.battlefields())
    }

    /// The codex of a path.
    ///
    /// # Errors
    /// When there is no such file, or it cannot be read.
    pub fn codex(&self, written: &str) -> Result<Source, Diagnostic> {
        Ok(self
            .find("codex", written, vec![self.ruleset.codex()])
            .map_err(|fault| file_is_meant(fault, written))?
            .swap_remove(0))
    }

    /// The doctrine book of a path.
    ///
    /// # Errors
    /// When there is no such file, or it cannot be read.
    pub fn doctrine_book(&self, written: &str) -> Result<Source, Diagnostic> {
        let found = self.find("doctrine book", written, vec![self.ruleset.doctrine_book()]);
        Ok(found.map_err(|fault| file_is_meant(fault, written))?.swap_remove(0))
    }

    fn find(&self, what: &str, written: &str, built_in: Vec<Source>) -> Result<Vec<Source>, Diagnostic> {
        if written.contains(['*', '?', '[']) {
            return self.matching(what, written, built_in);
        }
        let places = || self.folders.iter().map(|folder| folder.join(written));
        if let Some(path) = places().find(|path| path.is_file()) {
            return Ok(vec![read(&path)?]);
        }
        if let Some(found) = built_in.iter().find(|source| source.name == written || stem(&source.name) == written) {
            return Ok(vec![found.clone()]);
        }
        if places().any(|path| path.is_dir()) {
            let pattern = format!("{}/*.toml", written.trim_end_matches('/'));
            return Err(Diagnostic::new(format!("`{written}` is a folder")).allowing([pattern]));
        }
        if written.contains(['/', '\\']) || written.ends_with(".toml") {
            let mut diagnostic = Diagnostic::new(format!("there is no file `{written}`"));
            diagnostic.nearest = self.nearest_file(written);
            return Err(diagnostic);
        }
        Err(Diagnostic::unknown(what, written, built_in.iter().map(|source| stem(&source.name))))
    }

    /// What a pattern stands for: the files of the first folder that has any, else built-in texts.
    fn matching(&self, what: &str, written: &str, built_in: Vec<Source>) -> Result<Vec<Source>, Diagnostic> {
        let broken = |error: glob::PatternError| Diagnostic::new(format!("this pattern cannot be read: {}", error.msg));
        let pattern = glob::Pattern::new(written).map_err(broken)?;
        for folder in &self.folders {
            let inside = Path::new(&glob::Pattern::escape(&folder.to_string_lossy())).join(written);
            let mut paths: Vec<PathBuf> = glob::glob(&inside.to_string_lossy())
                .map_err(broken)?
                .filter_map(Result::ok)
                .filter(|path| path.is_file() && !is_book(path))
                .collect();
            if !paths.is_empty() {
                paths.sort_by_key(|path| (path.components().count(), path.clone()));
                // A link that leads back into its own folder shows the same files again and again.
                let mut seen = BTreeSet::new();
                paths.retain(|path| path.canonicalize().map_or(true, |file| seen.insert(file)));
                paths.sort();
                return paths.iter().map(|path| read(path)).collect();
            }
        }
        let known: Vec<&str> = built_in.iter().map(|source| stem(&source.name)).collect();
        let missing = Diagnostic::new(format!("no file and no built-in {what} matches `{written}`")).allowing(known);
        let found: Vec<Source> = built_in.into_iter().filter(|source| pattern.matches(&source.name)).collect();
        if found.is_empty() { Err(missing) } else { Ok(found) }
    }

    fn nearest_file(&self, written: &str) -> Option<String> {
        let wanted = Path::new(written);
        let name = wanted.file_name()?.to_string_lossy();
        self.folders.iter().find_map(|folder| {
            let entries = fs::read_dir(folder.join(wanted).parent()?).ok()?;
            let mut names: Vec<String> =
                entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
            names.sort();
            let found = nearest(&name, names.iter().map(String::as_str))?;
            Some(wanted.with_file_name(found).to_string_lossy().into_owned())
        })
    }
}

/// The diagnostic of a bare name that stands for nothing, where there is nothing built in to choose from.
fn file_is_meant(fault: Diagnostic, written: &str) -> Diagnostic {
    if !fault.message.starts_with("unknown ") {
        return fault;
    }
    Diagnostic::new(format!("there is no file `{written}`")).allowing(["FILE.toml"])
}

/// Whether a file that stands beside army lists is none.
fn is_book(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "codex.toml" || name == "doctrines.toml")
}

/// The name of a file without folders and ending.
pub(super) fn stem(name: &str) -> &str {
    Path::new(name).file_stem().and_then(|stem| stem.to_str()).unwrap_or(name)
}

fn read(path: &Path) -> Result<Source, Diagnostic> {
    let name = path.display().to_string();
    let bytes =
        fs::read(path).map_err(|error| Diagnostic::new(format!("cannot read this file: {error}")).within(&name))?;
    Source::of_bytes(name, bytes)
}

#[cfg(test)]
mod tests {
    use super::super::fixture_game::Coins;
    use super::*;

    #[test]
    fn files_take_the_place_of_what_is_built_in() {
        let folder = tempfile::tempdir().unwrap();
        let library = FileLookup::new(&Coins, vec![folder.path().to_owned()]);
        let names = |written: &str| -> Vec<String> {
            library.armies(written).unwrap().into_iter().map(|source| source.name).collect()
        };
        assert_eq!(names("weak"), ["armies/coins/weak.toml"]);
        assert_eq!(names("armies/coins/weak.toml"), ["armies/coins/weak.toml"]);
        assert_eq!(names("armies/coins/*.toml").len(), 3);

        let lists = folder.path().join("armies/coins");
        fs::create_dir_all(&lists).unwrap();
        for name in ["weak.toml", "odd.toml", "codex.toml", "doctrines.toml", "notes.txt"] {
            fs::write(lists.join(name), "skill = 1").unwrap();
        }
        assert_eq!(library.armies("armies/coins/weak.toml").unwrap()[0].text, "skill = 1");
        let found: Vec<String> = names("armies/coins/*.toml").iter().map(|name| stem(name).to_owned()).collect();
        assert_eq!(found, ["odd", "weak"]);
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(".", lists.join("self")).unwrap();
            assert_eq!(names("armies/**/*.toml").len(), 2, "a link to its own folder leads nowhere new");
        }
        fs::write(lists.join("latin.toml"), b"name = \"\xe9\"").unwrap();
        assert!(library.armies("latin").is_err());
        let wrong = library.armies("armies/coins/latin.toml").unwrap_err();
        assert!(wrong.message.contains("byte 8 is not UTF-8"), "{}", wrong.message);
        assert_eq!(names("weak"), ["armies/coins/weak.toml"]);
    }

    #[test]
    fn what_is_not_there_is_told_with_the_nearest_that_is() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("mine.toml"), "x").unwrap();
        fs::write(folder.path().join("bytes.toml"), [0xff, 0xfe]).unwrap();
        let library = FileLookup::new(&Coins, vec![folder.path().to_owned()]);
        let diagnostic = |written: &str| library.armies(written).unwrap_err();
        assert_eq!(diagnostic("strnog").nearest.as_deref(), Some("strong"));
        assert_eq!(diagnostic("./mien.toml").nearest.as_deref(), Some("./mine.toml"));
        assert!(diagnostic("*.tml").allowed.contains(&"rich".to_owned()));
        assert!(diagnostic("[").message.contains("pattern"));
        assert!(diagnostic("bytes.toml").source.ends_with("bytes.toml"));
        assert!(diagnostic(".").message.contains("folder"));
        let codex = library.codex("strong").unwrap_err();
        assert_eq!(
            (codex.message.as_str(), &codex.allowed[..]),
            ("there is no file `strong`", &["FILE.toml".to_owned()][..])
        );
    }
}
