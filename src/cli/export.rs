//! `evenodds export`: what is built in, to start from; army lists as files, as text and as strings to share.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use toml::Table;

use crate::cli::diagnostics::Failure;
use crate::cli::output::print;
use crate::cli::{complain, files, name_lookup, schema};
use crate::experiment::Run;
use crate::game::list_text::{self, ReadList, share};
use crate::game::{Diagnostic, Ruleset, Source};
use crate::rulesets;

/// Write army lists and other files to start from; turn lists into text and back
///
/// A list is the name of a built-in one, a file, a shared string, or a text as people post them, from a file or, with -, from the
/// standard input. What of a text is not understood is said, and the rest is read.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  evenodds export list titan > my-titan.toml
  evenodds export list titan --as text
  evenodds export list my-list.toml --as share
  evenodds export list post.txt --ruleset dogfaces --out my-list.toml
  evenodds export codex dogma --out my-codex.toml
  evenodds export battlefield river-line --ruleset dogfaces
  evenodds export experiment dogma --out first-look.toml
  evenodds export experiment reports/my-run
  evenodds export list-schema dogma --out list.schema.json")]
pub struct ExportArgs {
    /// What to write
    #[arg(value_enum)]
    what: What,
    /// Which list or battlefield; of all else the ruleset, of experiments also the folder of a run
    #[arg(value_name = "NAME")]
    name: String,
    /// How to write a list
    #[arg(long = "as", value_enum, default_value_t, value_name = "FORM")]
    form: Form,
    /// Ruleset, where the name alone or the text does not say it
    #[arg(long, value_name = "NAME")]
    ruleset: Option<String>,
    /// Write to this file; one that is there already is refused
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// An army list
    List,
    /// Units, weapons, tables, costs
    Codex,
    /// Doctrines with their weights
    Doctrines,
    /// A map
    Battlefield,
    /// The experiment that `run` plays when none is named, or that of a run
    Experiment,
    /// Claims about play
    Claims,
    /// JSON Schema of army lists, for editors
    ListSchema,
    /// JSON Schema of doctrine books
    DoctrinesSchema,
    /// JSON Schema of experiments
    ExperimentSchema,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Form {
    /// A file
    #[default]
    Toml,
    /// Plain text, for a post
    Text,
    /// One string that every command takes in the place of a list
    Share,
}

fn in_lines(schema: &serde_json::Value) -> String {
    format!("{schema:#}\n")
}

impl ExportArgs {
    /// Writes it.
    ///
    /// # Errors
    /// When there is nothing of that name, or a text holds no list.
    pub fn run(&self) -> Result<(), Failure> {
        if let Some(path) = &self.out {
            if path.exists() {
                let fault = Diagnostic::new("there is such a file already").allowing(["the name of a new file"]);
                return Err(fault.within(&path.display().to_string()).into());
            }
            files::prepare_file(path)?;
        }
        if self.what != What::List && self.form != Form::Toml {
            return Err(Diagnostic::new("only lists are written as text or to share").within("--as").into());
        }
        let text = match self.what {
            What::List => self.list()?,
            What::Battlefield => self.battlefield()?.text,
            What::Experiment if Path::new(&self.name).is_dir() => Run::load(Path::new(&self.name))?.manifest.experiment,
            What::Experiment => self.of_ruleset("experiment of its own", |ruleset| ruleset.first_look())?,
            What::Codex => self.of_ruleset("codex", |ruleset| Some(ruleset.codex()))?,
            What::Doctrines => self.of_ruleset("doctrines", |ruleset| {
                Some(ruleset.doctrine_book()).filter(|book| !book.text.is_empty())
            })?,
            What::Claims => self.of_ruleset("claims", |ruleset| ruleset.claims())?,
            What::ListSchema => in_lines(&schema::of_list(name_lookup::ruleset(&self.name)?)?),
            What::DoctrinesSchema => in_lines(&schema::of_doctrines(name_lookup::ruleset(&self.name)?)),
            What::ExperimentSchema => in_lines(&schema::of_experiment(name_lookup::ruleset(&self.name)?)?),
        };
        match &self.out {
            Some(path) => files::write_atomically(path, text.as_bytes()),
            None => print(&text),
        }
    }

    /// What the named ruleset has of something.
    fn of_ruleset(&self, what: &str, get: impl Fn(&dyn Ruleset) -> Option<Source>) -> Result<String, Diagnostic> {
        let ruleset = name_lookup::ruleset(&self.name)?;
        let found = get(ruleset).ok_or_else(|| Diagnostic::new(format!("{} has no {what}", ruleset.title())));
        Ok(found?.text)
    }

    fn battlefield(&self) -> Result<Source, Diagnostic> {
        let candidates = name_lookup::rulesets(self.ruleset.as_deref())?;
        let known: Vec<Source> = candidates.iter().flat_map(|ruleset| ruleset.battlefields()).collect();
        let found = known.iter().find(|source| name_lookup::key(source) == self.name).cloned();
        found.ok_or_else(|| Diagnostic::unknown("battlefield", &self.name, known.iter().map(name_lookup::key)))
    }

    fn list(&self) -> Result<String, Failure> {
        let (ruleset, source) = self.find()?;
        let codex = ruleset.codex();
        // A built-in list or a file is given as it is, comments included.
        if self.form == Form::Toml && !share::is_shared(&self.name) {
            return Ok(source.text);
        }
        let army = ruleset.read_army(&codex, &source)?;
        let list = list_text::table(&source)?;
        match self.form {
            Form::Toml => Ok(source.text),
            Form::Text => Ok(list_text::print(&list, ruleset.title(), &army, &ruleset.units(&codex)?)),
            Form::Share => match share::write(&list) {
                Some(shared) => Ok(shared + "\n"),
                None => Err(Diagnostic::new("this list cannot be shared as a string").within(&source.name).into()),
            },
        }
    }

    /// The list as a file, and its ruleset.
    fn find(&self) -> Result<(&'static dyn Ruleset, Source), Failure> {
        if share::is_shared(&self.name) {
            let source = share::source(&self.name)?;
            return Ok((name_lookup::ruleset_of(&source)?, source));
        }
        let path = Path::new(&self.name);
        let source = match self.name.as_str() {
            "-" => standard_input()?,
            _ if path.is_file() || self.name.contains('/') => files::read(path)?,
            _ => {
                let ruleset = name_lookup::ruleset_of_lists(std::slice::from_ref(&self.name), self.ruleset.as_deref())?;
                let built_in = ruleset.armies().into_iter().find(|list| name_lookup::key(list) == self.name);
                return Ok((ruleset, built_in.expect("the ruleset was found by its list")));
            }
        };
        if source.text.parse::<Table>().is_ok_and(|table| table.contains_key("name")) {
            let ruleset = match &self.ruleset {
                Some(slug) => name_lookup::ruleset(slug)?,
                None => name_lookup::ruleset_of(&source)?,
            };
            return Ok((ruleset, source));
        }
        self.of_text(source)
    }

    /// A list as people post them.
    fn of_text(&self, source: Source) -> Result<(&'static dyn Ruleset, Source), Failure> {
        let ruleset = match &self.ruleset {
            Some(slug) => name_lookup::ruleset(slug)?,
            None => {
                let named = rulesets::all().iter().find(|ruleset| source.text.contains(ruleset.title()));
                *named.ok_or_else(|| {
                    let ways = rulesets::all().iter().map(|ruleset| format!("--ruleset {}", ruleset.slug()));
                    Diagnostic::new("the text does not say of which game the list is")
                        .allowing(ways)
                        .within(&source.name)
                })?
            }
        };
        let codex = ruleset.codex();
        let ReadList { list, unread, points } = list_text::read(&source.text, ruleset.slug(), &ruleset.units(&codex)?);
        if list.keys().all(|key| matches!(key.as_str(), "name" | "ruleset")) {
            let known = ruleset.units(&codex)?.into_iter().map(|unit| format!("10x {}", unit.name));
            return Err(Diagnostic::new("no line of this text names a unit")
                .allowing(known)
                .within(&source.name)
                .into());
        }
        for line in &unread {
            let near = line.nearest.as_ref().map_or(String::new(), |unit| format!("; did you mean `{unit}`?"));
            complain(&format!("{}:{}: not understood: {}{near}", source.name, line.line, line.text));
        }
        let read = Source { name: source.name, text: list_text::to_toml(&list) };
        match ruleset.read_army(&codex, &read) {
            Ok(army) => {
                if let Some(points) = points.filter(|points| (points - army.cost).abs() > 1e-6) {
                    complain(&format!("{}: the text says {points} points, the codex {}", read.name, army.cost));
                }
            }
            // Places are those of the list as it was read, which nobody has seen.
            Err(faults) => {
                for fault in faults {
                    complain(&format!("{}: the list is not playable yet: {}", read.name, fault.message));
                }
            }
        }
        Ok((ruleset, read))
    }
}

fn standard_input() -> Result<Source, Failure> {
    let mut bytes = Vec::new();
    io::stdin()
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::Work(format!("cannot read the standard input: {error}")))?;
    Ok(Source::of_bytes("standard input".to_owned(), bytes)?)
}
