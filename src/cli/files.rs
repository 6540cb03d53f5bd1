//! Reading what the user names, and writing where the user says.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::cli::diagnostics::Failure;
use crate::experiment;
use crate::game::{Diagnostic, Source, nearest};

/// Reads a text file.
///
/// # Errors
/// When it is missing, a folder, not readable, not UTF-8 or empty.
pub fn read(path: &Path) -> Result<Source, Diagnostic> {
    let source = Source::of_bytes(path.display().to_string(), read_bytes(path)?)?;
    if source.text.trim().is_empty() {
        return Err(Diagnostic::new("this file is empty").within(&source.name));
    }
    Ok(source)
}

/// Reads a file of any kind.
///
/// # Errors
/// When it is missing, a folder, or not readable.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, Diagnostic> {
    fs::read(path).map_err(|error| unreadable(path, &error))
}

fn unreadable(path: &Path, error: &io::Error) -> Diagnostic {
    let name = path.display().to_string();
    if path.is_dir() {
        return Diagnostic::new("this is a folder, not a file").within(&name);
    }
    if error.kind() == io::ErrorKind::NotFound {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let wanted = path.file_name().unwrap_or_default().to_string_lossy();
        // An ending that all files have makes none of them alike.
        let (stem, ending) = wanted.rsplit_once('.').unwrap_or((&*wanted, ""));
        let mut siblings: Vec<String> = fs::read_dir(folder)
            .into_iter()
            .flatten()
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter_map(|name| {
                let (stem, own) = name.rsplit_once('.').unwrap_or((&*name, ""));
                (own == ending).then(|| stem.to_owned())
            })
            .collect();
        siblings.sort();
        let named =
            |stem: String| path.with_file_name(if ending.is_empty() { stem } else { format!("{stem}.{ending}") });
        return Diagnostic {
            nearest: nearest(stem, siblings.iter().map(String::as_str)).map(|stem| named(stem).display().to_string()),
            ..Diagnostic::new("there is no such file")
        }
        .within(&name);
    }
    Diagnostic::new(format!("cannot read this file: {error}")).within(&name)
}

/// The diagnostic of a file that is not `what`, at the place where reading it stopped.
#[must_use]
pub fn not_json(file: &Source, what: &str, error: &serde_json::Error) -> Diagnostic {
    let start: usize = file.text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let mut end = (start + error.column().saturating_sub(1)).min(file.text.len());
    while !file.text.is_char_boundary(end) {
        end -= 1;
    }
    Diagnostic::new(format!("this is not {what}: {error}")).at(end..end).within(&file.name)
}

/// The files that `path` stands for: itself, or the TOML files in it and below when it is a folder, by name.
///
/// # Errors
/// When a folder cannot be read, or holds no TOML file.
pub fn toml_files(path: &Path) -> Result<Vec<PathBuf>, Diagnostic> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    collect(path, &mut files).map_err(|error| {
        Diagnostic::new(format!("cannot read this folder: {error}")).within(&path.display().to_string())
    })?;
    files.sort();
    if files.is_empty() {
        return Err(Diagnostic::new("this folder holds no TOML files").within(&path.display().to_string()));
    }
    Ok(files)
}

/// The shard files that `paths` stand for: themselves, or those in them when they are folders, by name.
///
/// # Errors
/// When a folder cannot be read, or holds none.
pub fn shard_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Diagnostic> {
    let is_shard = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("shard-") && name.ends_with(".json")
    };
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let diagnostic = |message: String| Diagnostic::new(message).within(&path.display().to_string());
        let entries = fs::read_dir(path).map_err(|error| diagnostic(format!("cannot read this folder: {error}")))?;
        let mut inside: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_shard).collect();
        if inside.is_empty() {
            return Err(diagnostic("this folder holds no shards".to_owned()));
        }
        inside.sort();
        files.extend(inside);
    }
    Ok(files)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        // Folders that are links are left out: one of them may lead back here.
        if entry.file_type()?.is_dir() {
            collect(&path, files)?;
        } else if path.is_file() && path.extension().is_some_and(|extension| extension == "toml") {
            files.push(path);
        }
    }
    Ok(())
}

/// Makes sure, before any work is done, that `folder` exists and can be written to.
///
/// # Errors
/// When it cannot: the request was wrong.
pub fn prepare_folder(folder: &Path) -> Result<(), Diagnostic> {
    if folder.is_file() {
        return Err(Diagnostic::new("this is a file, not a folder").within(&folder.display().to_string()));
    }
    let diagnostic = |error: io::Error| {
        Diagnostic::new(format!("cannot write to this folder: {error}")).within(&folder.display().to_string())
    };
    fs::create_dir_all(folder).map_err(diagnostic)?;
    tempfile::NamedTempFile::new_in(folder).map(drop).map_err(diagnostic)
}

/// Makes sure, before any work is done, that a file can appear at `path`.
///
/// # Errors
/// When it cannot: the request was wrong.
pub fn prepare_file(path: &Path) -> Result<(), Diagnostic> {
    if path.is_dir() {
        return Err(Diagnostic::new("this is a folder, not a file").within(&path.display().to_string()));
    }
    prepare_folder(path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")))
}

/// As [`prepare_file`], for a file that is not to take the place of another one, unless it is asked to with `--fresh`.
///
/// # Errors
/// When there is such a file, or it cannot be written.
pub fn prepare_new_file(path: &Path, fresh: bool) -> Result<(), Diagnostic> {
    if path.is_file() && !fresh {
        return Err(in_the_way(path));
    }
    prepare_file(path)
}

fn in_the_way(path: &Path) -> Diagnostic {
    let fault = Diagnostic::new("there is such a file already").allowing(["--fresh", "the name of a new file"]);
    fault.within(&path.display().to_string())
}

/// As [`write_atomically`], where no other file is in the way, unless it is to be replaced with `--fresh`.
///
/// # Errors
/// When one is, or the disk does not take it.
pub fn write_new(path: &Path, bytes: &[u8], fresh: bool) -> Result<(), Failure> {
    if !fresh && path.is_file() && fs::read(path).is_ok_and(|held| held != bytes) {
        return Err(in_the_way(path).into());
    }
    write_atomically(path, bytes)
}

/// Writes a file whole or not at all.
///
/// # Errors
/// When the disk does not take it.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    experiment::write_atomically(path, bytes)
        .map_err(|error| Failure::Work(format!("cannot write {}: {error}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_unreadable_file_is_told_apart() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let at = |name: &str| folder.path().join(name);
        fs::write(at("army.toml"), "name = 1").expect("writable");
        fs::write(at("latin.toml"), b"name = \"\xe9\"").expect("writable");
        fs::write(at("empty.toml"), "\n").expect("writable");
        let message = |name: &str| read(&at(name)).expect_err("unreadable").message;
        assert!(message("latin.toml").contains("byte 8 is not UTF-8"));
        assert_eq!(message("empty.toml"), "this file is empty");
        assert_eq!(message(""), "this is a folder, not a file");
        let missing = read(&at("armi.toml")).expect_err("missing");
        assert!(missing.nearest.is_some_and(|file| file.ends_with("army.toml")));
        assert_eq!(read(&at("patch.toml")).expect_err("missing").nearest, None, "only the ending is alike");
        assert_eq!(read(&at("army.toml")).expect("readable").text, "name = 1");
    }
}
