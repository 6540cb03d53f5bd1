//! `evenodds export`: what is built in, to start from; army lists as files, as text and as strings to share, and from army builders.

mod roster;
mod roster_names;
mod told_battlefield;

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use toml::{Table, Value};

use crate::cli::diagnostics::Failure;
use crate::cli::output::print;
use crate::cli::{complain, execute, file_kind, files, name_lookup, run, schema, shared_experiment};
use crate::experiment::Run;
use crate::game::list_text::{self, Another, ReadList, share};
use crate::game::{Diagnostic, Ruleset, Source};
use crate::rulesets;
use roster::Roster;
use roster_names::{Mapped, Names};

/// Write army lists and other files to start from; turn lists into text and back
///
/// A list is the name of a built-in one, a file, a shared string, a roster of BattleScribe (.ros, .rosz) or New Recruit (.json), or a
/// text as people post them, from a file or, with -, from the standard input. What is not understood is said, and the rest is read.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  evenodds export list titan > my-titan.toml
  evenodds export list titan --as text
  evenodds export list my-list.toml --as share
  evenodds export list post.txt --ruleset dogfaces --out my-list.toml
  evenodds export list army.rosz --ruleset dogma --names my-names.toml --out my-list.toml
  evenodds export codex dogma --out my-codex.toml
  evenodds export battlefield river-line --ruleset dogfaces
  evenodds export battlefield game.jsonl --out drawn.toml
  evenodds export experiment dogma --out first-look.toml
  evenodds export situation dogma --out my-position.toml
  evenodds export experiment reports/my-run
  evenodds export experiment my-experiment.toml --as share
  evenodds export list-schema dogma --out list.schema.json")]
pub struct ExportArgs {
    /// What to write
    #[arg(value_enum)]
    what: What,
    /// Which list or battlefield, or the trace of a game whose battlefield is wanted; of all else the ruleset, of experiments
    /// also the folder of a run, a file to share, or a shared string
    #[arg(value_name = "NAME")]
    name: String,
    /// How to write a list
    #[arg(long = "as", value_enum, default_value_t, value_name = "FORM")]
    form: Form,
    /// Ruleset, where the name alone or the text does not say it
    #[arg(long, value_name = "NAME")]
    ruleset: Option<String>,
    /// File that says which units the names of a roster mean
    #[arg(long, value_name = "FILE")]
    names: Option<PathBuf>,
    /// Take units and their costs from this codex, to write a list as text or to read one
    #[arg(long, value_name = "FILE")]
    codex: Option<PathBuf>,
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
    /// A map: one that is built in, or the one of a game from its trace
    Battlefield,
    /// The experiment that `run` plays when none is named, or that of a run
    Experiment,
    /// Claims about play
    Claims,
    /// A position with written choices and dice
    Situation,
    /// JSON Schema of army lists, for editors
    ListSchema,
    /// JSON Schema of doctrine books
    DoctrinesSchema,
    /// JSON Schema of experiments
    ExperimentSchema,
    /// JSON Schema of codices
    CodexSchema,
    /// JSON Schema of battlefields
    BattlefieldSchema,
    /// JSON Schema of situations
    SituationSchema,
    /// JSON Schema of claims
    ClaimsSchema,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Form {
    /// A file
    #[default]
    Toml,
    /// Plain text, for a post
    Text,
    /// One string that every command takes in the place of a list, or `run` in the place of an experiment
    Share,
}

/// A situation of each ruleset to start from: one in which somebody moves and shoots.
const SITUATIONS: [(&str, &str); 5] = [
    ("dogfaces", include_str!("../../../tests/situations/dogfaces/ovw-05-overwatch-runner.toml")),
    ("dogma", include_str!("../../../tests/situations/dogma/air-03-arrives-and-fires.toml")),
    ("hexcommand", include_str!("../../../tests/situations/hexcommand/art-09-canister.toml")),
    ("chainsword", include_str!("../../../tests/situations/chainsword/act-01-move-then-fire.toml")),
    ("darkpotential", include_str!("../../../tests/situations/darkpotential/act-02-found-and-shot.toml")),
];

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
        if self.form != Form::Toml
            && self.what != What::List
            && !(self.what == What::Experiment && self.form == Form::Share)
        {
            return Err(Diagnostic::new("only lists are written as text, and lists and experiments to share")
                .within("--as")
                .into());
        }
        if self.codex.is_some() && self.what != What::List {
            return Err(Diagnostic::new("only lists are read by a codex").within("--codex").into());
        }
        if self.names.is_some() && !(self.what == What::List && roster::is_roster(Path::new(&self.name))) {
            return Err(Diagnostic::new("only rosters of army builders have names to map").within("--names").into());
        }
        let text = match self.what {
            What::List => self.list()?,
            What::Battlefield => self.battlefield()?.text,
            What::Experiment if self.form == Form::Share => self.shared_experiment()? + "\n",
            What::Experiment if Path::new(&self.name).is_dir() => Run::load(Path::new(&self.name))?.manifest.experiment,
            What::Experiment if shared_experiment::is_shared(&self.name) => shared_experiment::read(&self.name)?.text,
            What::Experiment => self.of_ruleset("experiment of its own", |ruleset| ruleset.first_look())?,
            What::Codex => self.of_ruleset("codex", |ruleset| Some(ruleset.codex()))?,
            What::Doctrines => self.of_ruleset("doctrines", |ruleset| {
                Some(ruleset.doctrine_book()).filter(|book| !book.text.is_empty())
            })?,
            What::Claims => self.of_ruleset("claims", |ruleset| ruleset.claims())?,
            What::Situation => self.of_ruleset("situation", |ruleset| {
                let found = SITUATIONS.iter().find(|(slug, _)| *slug == ruleset.slug());
                found.map(|(slug, text)| Source { name: format!("{slug} situation"), text: (*text).to_owned() })
            })?,
            What::ListSchema => in_lines(&schema::of_list(name_lookup::ruleset(&self.name)?)?),
            What::DoctrinesSchema => in_lines(&schema::of_doctrines(name_lookup::ruleset(&self.name)?)),
            What::ExperimentSchema => in_lines(&schema::of_experiment(name_lookup::ruleset(&self.name)?)?),
            What::CodexSchema => in_lines(&schema::of_codex(name_lookup::ruleset(&self.name)?)),
            What::BattlefieldSchema => in_lines(&schema::of_battlefield(name_lookup::ruleset(&self.name)?)),
            What::SituationSchema => in_lines(&schema::of_situation(name_lookup::ruleset(&self.name)?)),
            What::ClaimsSchema => in_lines(&schema::of_claims(name_lookup::ruleset(&self.name)?)),
        };
        match &self.out {
            Some(path) => files::write_atomically(path, text.as_bytes()),
            None => print(&text),
        }
    }

    /// The codex by which lists are read.
    fn codex_of(&self, ruleset: &dyn Ruleset) -> Result<Source, Diagnostic> {
        self.codex.as_deref().map_or_else(|| Ok(ruleset.codex()), files::read)
    }

    /// What the named ruleset has of something.
    fn of_ruleset(&self, what: &str, get: impl Fn(&dyn Ruleset) -> Option<Source>) -> Result<String, Diagnostic> {
        let ruleset = name_lookup::ruleset(&self.name)?;
        let found = get(ruleset).ok_or_else(|| Diagnostic::new(format!("{} has no {what}", ruleset.title())));
        Ok(found?.text)
    }

    /// The string of an experiment in a file.
    fn shared_experiment(&self) -> Result<String, Failure> {
        let (spec, ruleset) = run::read(Some(Path::new(&self.name)))?;
        let shared = shared_experiment::write(&spec, ruleset, &execute::library(&spec, ruleset));
        Ok(shared.map_err(|fault| fault.within(&self.name))?)
    }

    /// The battlefield of this name, or the one of the game whose trace is in the file of this name.
    fn battlefield(&self) -> Result<Source, Diagnostic> {
        if Path::new(&self.name).is_file() {
            let source = files::read(Path::new(&self.name))?;
            return told_battlefield::of_trace(&source).map_err(|fault| fault.within(&source.name));
        }
        let candidates = name_lookup::rulesets(self.ruleset.as_deref())?;
        let known: Vec<Source> = candidates.iter().flat_map(|ruleset| ruleset.battlefields()).collect();
        let found = known.iter().find(|source| name_lookup::key(source) == self.name).cloned();
        found.ok_or_else(|| Diagnostic::unknown("battlefield", &self.name, known.iter().map(name_lookup::key)))
    }

    fn list(&self) -> Result<String, Failure> {
        let (ruleset, source) = self.find()?;
        // A built-in list or a file is given as it is, comments included.
        if self.form == Form::Toml && !share::is_shared(&self.name) {
            return Ok(source.text);
        }
        let codex = self.codex_of(ruleset)?;
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
            _ if roster::is_roster(path) => return self.of_roster(path),
            _ if path.is_file() || self.name.contains('/') => files::read(path)?,
            _ => {
                let ruleset = name_lookup::ruleset_of_lists(std::slice::from_ref(&self.name), self.ruleset.as_deref())?;
                let built_in = ruleset.armies().into_iter().find(|list| name_lookup::key(list) == self.name);
                return Ok((ruleset, built_in.expect("the ruleset was found by its list")));
            }
        };
        if let Some(diagnostic) = file_kind::no_list(&source) {
            return Err(diagnostic.into());
        }
        if source.text.parse::<Table>().is_ok_and(|table| table.contains_key("name")) {
            let ruleset = match &self.ruleset {
                Some(slug) => name_lookup::ruleset(slug)?,
                None => name_lookup::ruleset_of(&source)?,
            };
            return Ok((ruleset, source));
        }
        self.of_text(source)
    }

    /// The list of a roster.
    fn of_roster(&self, path: &Path) -> Result<(&'static dyn Ruleset, Source), Failure> {
        let shown = path.display().to_string();
        let roster = roster::read(&shown, files::read_bytes(path)?)?;
        let names = self.names.as_deref().map(files::read).transpose()?;
        let ruleset = self.ruleset_of_roster(&roster, names.as_ref()).map_err(|fault| fault.within(&shown))?;
        let codex = self.codex_of(ruleset)?;
        let units = ruleset.units(&codex)?;
        let names = names.map(|source| Names::read(&source, &units)).transpose()?.unwrap_or_default();
        let Mapped { units: counts, left_out } = names.map(&roster.chosen, &units);
        for what in &left_out {
            complain(&format!("{shown}: {what}"));
        }
        if counts.is_empty() {
            let fault =
                Diagnostic::new("nothing in this roster goes by the name of a unit; `--names` maps names to units");
            return Err(fault.allowing(units.into_iter().map(|unit| unit.name)).within(&shown).into());
        }
        let mut list = names.keys.clone();
        let name = if roster.name.is_empty() { "List".to_owned() } else { roster.name };
        list.entry("name").or_insert(Value::String(name));
        list.insert("ruleset".to_owned(), Value::String(ruleset.slug().to_owned()));
        let counts = counts.into_iter().map(|(unit, count)| (unit, Value::Integer(count)));
        list.insert("units".to_owned(), Value::Table(counts.collect()));
        let read = Source { name: shown, text: list_text::to_toml(&list) };
        say_what_is_wrong(ruleset, &codex, &read, roster.points);
        Ok((ruleset, read))
    }

    /// The ruleset of a roster: as asked, as the file of names says, or the one of the same title.
    fn ruleset_of_roster(&self, roster: &Roster, names: Option<&Source>) -> Result<&'static dyn Ruleset, Diagnostic> {
        if let Some(slug) = &self.ruleset {
            return name_lookup::ruleset(slug);
        }
        let says = |source: &&Source| source.text.parse::<Table>().is_ok_and(|table| table.contains_key("ruleset"));
        if let Some(source) = names.filter(says) {
            return name_lookup::ruleset_of(source);
        }
        let game = list_text::normal(&roster.game);
        let named = rulesets::all().iter().find(|ruleset| list_text::normal(ruleset.title()) == game);
        named.copied().ok_or_else(|| {
            let ways = rulesets::all().iter().map(|ruleset| format!("--ruleset {}", ruleset.slug()));
            Diagnostic::new(format!("the roster is for `{}`, which is none of the rulesets", roster.game))
                .allowing(ways)
        })
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
        let codex = self.codex_of(ruleset)?;
        let ReadList { list, unread, points, another } =
            list_text::read_with(&source.text, ruleset.slug(), &ruleset.units(&codex)?, &ruleset.list_words());
        let names_none = list.keys().all(|key| matches!(key.as_str(), "name" | "ruleset"));
        for line in unread.iter().take(if names_none { MOST_UNREAD } else { usize::MAX }) {
            let near = match &line.like[..] {
                [] => String::new(),
                units => format!("; did you mean `{}`?", units.join("`, `")),
            };
            complain(&format!("{}:{}: not understood: {}{near}", source.name, line.line, line.text));
        }
        if names_none {
            let known = ruleset.units(&codex)?.into_iter().map(|unit| format!("10x {}", unit.name));
            return Err(Diagnostic::new("no line of this text names a unit")
                .allowing(known)
                .within(&source.name)
                .into());
        }
        if let Some(Another { line, counted }) = another {
            let about = match counted {
                true => "seems to begin here; its units are counted with those above",
                false => "begins here, and is not read",
            };
            complain(&format!("{}:{line}: another list {about}", source.name));
        }
        if unread.iter().any(|line| line.like.is_empty()) {
            complain(&format!("what units there are, and what they do: evenodds list units {}", ruleset.slug()));
        }
        let read = Source { name: source.name, text: list_text::to_toml(&list) };
        say_what_is_wrong(ruleset, &codex, &read, points);
        Ok((ruleset, read))
    }
}

/// Lines that are shown of a text that is no list.
const MOST_UNREAD: usize = 10;

/// Says what keeps a list that was read from being played, or how its points differ from those that it came with.
fn say_what_is_wrong(ruleset: &dyn Ruleset, codex: &Source, read: &Source, points: Option<f64>) {
    match ruleset.read_army(codex, read) {
        Ok(army) => {
            if let Some(points) = points.filter(|points| (points - army.cost).abs() > 1e-6) {
                complain(&format!("{}: the text says {points} points, the codex {}", read.name, army.cost));
            }
        }
        // Places are those of the list as it was read, which nobody has seen.
        Err(faults) => {
            let cost = points.and_then(|_| cost_of_units(ruleset, codex, read));
            if let (Some(points), Some(cost)) = (points, cost.filter(|cost| points != Some(*cost))) {
                complain(&format!("{}: the text says {points} points, its units come to {cost}", read.name));
            }
            for fault in faults {
                let ways = match &fault.allowed[..] {
                    few @ ([_] | [_, _]) => format!("; allowed: {}", few.join(", ")),
                    _ => String::new(),
                };
                complain(&format!("{}: the list is not playable yet: {}{ways}", read.name, fault.message));
            }
        }
    }
}

/// What the units of a list that cannot be played come to; none where it has more than units.
fn cost_of_units(ruleset: &dyn Ruleset, codex: &Source, read: &Source) -> Option<f64> {
    let list: Table = read.text.parse().ok()?;
    let known = ruleset.units(codex).ok()?;
    let has_more = list.keys().any(|key| !matches!(key.as_str(), "name" | "ruleset" | "units" | "doctrine"));
    let cost = |(unit, count): (&String, &Value)| {
        Some(known.iter().find(|known| known.name == *unit)?.cost * count.as_integer()? as f64)
    };
    list.get("units").filter(|_| !has_more)?.as_table()?.iter().map(cost).sum()
}

fn standard_input() -> Result<Source, Failure> {
    let mut bytes = Vec::new();
    io::stdin()
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::Work(format!("cannot read the standard input: {error}")))?;
    Ok(Source::of_bytes("standard input".to_owned(), bytes)?)
}
