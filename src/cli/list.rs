//! `evenodds list`: what there is.

use std::fmt;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::Value;

use crate::cli::diagnostics::Failure;
use crate::cli::output::{FormatArg, print_table};
use crate::cli::{file_kind, files, name_lookup};
use crate::game::{Diagnostic, Listing, Ruleset, Source, layered_book};
use crate::report::table::{Column, Datum, Table};

/// List what is built in
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  evenodds list rulesets
  evenodds list units dogfaces
  evenodds list units dogfaces --codex my-codex.toml
  evenodds list doctrines dogma gunline
  evenodds list rules dogfaces --format markdown")]
pub struct ListArgs {
    /// What to list; the topics themselves when left out
    #[arg(value_enum)]
    topic: Option<Topic>,
    /// Of which ruleset; of all when left out
    ruleset: Option<String>,
    /// Of which doctrine the weights are to be listed, one by one
    #[arg(requires = "ruleset")]
    doctrine: Option<String>,
    /// Add the doctrines of this book to those that are built in, in the place of those of their names; may be repeated
    #[arg(long = "doctrine-book", value_name = "FILE", requires = "ruleset")]
    doctrine_books: Vec<PathBuf>,
    /// List the units of this codex
    #[arg(long, value_name = "FILE", requires = "ruleset")]
    codex: Option<PathBuf>,
    #[command(flatten)]
    format: FormatArg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Topic {
    /// The games
    Rulesets,
    /// Unit types and their costs
    Units,
    /// Army lists
    Armies,
    /// Scenarios
    Scenarios,
    /// Isolated combat resolutions, with their inputs and outcomes
    Resolutions,
    /// Scripts that play
    Doctrines,
    /// Families of choices that a player may do without: `massed-fire without overwatch`
    Tactics,
    /// Switches and numbers of the rules
    Rules,
    /// Maps
    Battlefields,
    /// Every rule of the rulebook
    Ledger,
}

impl fmt::Display for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.to_possible_value().expect("no topic is hidden").get_name())
    }
}

impl ListArgs {
    /// Prints the list.
    ///
    /// # Errors
    /// When there is no such ruleset.
    pub fn run(&self) -> Result<(), Failure> {
        let Some(topic) = self.topic else {
            return print_table(&topics(), self.format.format);
        };
        let rulesets = name_lookup::rulesets(self.ruleset.as_deref())?;
        if topic != Topic::Doctrines && (self.doctrine.is_some() || !self.doctrine_books.is_empty()) {
            let diagnostic = Diagnostic::new(format!("{topic} are listed without the name or the book of a doctrine"));
            return Err(diagnostic
                .allowing(["list doctrines RULESET NAME", "list doctrines RULESET --doctrine-book FILE"])
                .into());
        }
        if topic != Topic::Units && self.codex.is_some() {
            let fault = Diagnostic::new(format!("{topic} are listed without a codex"));
            return Err(fault.allowing(["list units RULESET --codex FILE"]).within("--codex").into());
        }
        if let (Some(name), Some(ruleset)) = (&self.doctrine, rulesets.first()) {
            return print_table(&weights_of(*ruleset, &self.book(*ruleset)?, name)?, self.format.format);
        }
        let mut columns = vec![Column::words("ruleset", "ruleset")];
        columns.extend(topic.columns());
        let mut table = Table::new("", columns);
        for ruleset in rulesets {
            let codex = file_kind::codex(self.codex.as_deref(), ruleset)?.unwrap_or_else(|| ruleset.codex());
            for row in topic.rows(ruleset, &codex, &self.book(ruleset)?)? {
                let mut cells = vec![Datum::words(ruleset.slug())];
                cells.extend(row);
                table.push(cells);
            }
        }
        print_table(&table, self.format.format)
    }

    /// The doctrines of a ruleset.
    fn book(&self, ruleset: &dyn Ruleset) -> Result<Source, Failure> {
        let mut book = ruleset.doctrine_book();
        for path in &self.doctrine_books {
            book = layered_book(ruleset, &book, &files::read(path)?)?;
        }
        Ok(book)
    }
}

/// What can be listed.
fn topics() -> Table {
    let mut table = Table::new("", ["topic", "about"].map(|name| Column::words(name, name)).to_vec());
    for topic in Topic::value_variants() {
        let about = topic.to_possible_value().and_then(|value| value.get_help().map(ToString::to_string));
        table.push(vec![Datum::words(topic.to_string()), Datum::words(about.unwrap_or_default())]);
    }
    table
}

impl Topic {
    fn columns(self) -> Vec<Column> {
        let words = |name: &&str| Column::words(name, name);
        let numbers = |name: &&str| Column::numbers(name, name);
        match self {
            Self::Rulesets => {
                let mut columns = vec![Column::words("title", "title")];
                columns.extend(
                    ["units", "armies", "scenarios", "resolutions", "battlefields", "rules"].iter().map(numbers),
                );
                columns
            }
            Self::Units => vec![words(&"name"), numbers(&"cost"), words(&"about")],
            Self::Armies => {
                vec![words(&"name"), numbers(&"units"), numbers(&"cost"), words(&"doctrine"), words(&"content")]
            }
            Self::Doctrines => ["name", "about", "weights"].iter().map(words).collect(),
            Self::Scenarios | Self::Battlefields | Self::Tactics => ["name", "about"].iter().map(words).collect(),
            Self::Resolutions => ["name", "about", "inputs", "outcomes", "numbers"].iter().map(words).collect(),
            Self::Rules => ["name", "default", "allowed", "rule", "about"].iter().map(words).collect(),
            Self::Ledger => ["id", "counted", "about"].iter().map(words).collect(),
        }
    }

    fn rows(self, ruleset: &dyn Ruleset, codex: &Source, book: &Source) -> Result<Vec<Vec<Datum>>, Failure> {
        let named = |listings: Vec<Listing>| -> Vec<Vec<Datum>> {
            listings.into_iter().map(|l| vec![Datum::words(l.name), Datum::words(l.about)]).collect()
        };
        Ok(match self {
            Self::Rulesets => {
                let counts = [
                    ruleset.units(codex)?.len(),
                    ruleset.armies().len(),
                    ruleset.scenarios().len(),
                    ruleset.resolutions().len(),
                    ruleset.battlefields().len(),
                    ruleset.knobs().len(),
                ];
                let mut row = vec![Datum::words(ruleset.title())];
                row.extend(counts.map(|n| Datum::count(n as u64)));
                vec![row]
            }
            Self::Units => {
                let row = |unit: crate::game::UnitDoc| {
                    vec![Datum::words(unit.name), cost(unit.cost), Datum::words(unit.about)]
                };
                ruleset.units(codex)?.into_iter().map(row).collect()
            }
            Self::Armies => armies(ruleset)?,
            Self::Scenarios => named(ruleset.scenarios()),
            Self::Tactics => named(ruleset.tactics()),
            Self::Doctrines => doctrines(ruleset, book)?,
            Self::Battlefields => {
                let maps = ruleset.battlefields();
                let maps = maps.iter().map(|map| {
                    let about = ruleset.check_battlefield(codex, map)?.about;
                    Ok::<_, Failure>(vec![Datum::words(name_lookup::key(map)), Datum::words(about)])
                });
                let usual = vec![Datum::words("default"), Datum::words(ruleset.usual_battlefield())];
                std::iter::once(Ok(usual)).chain(maps).collect::<Result<_, _>>()?
            }
            Self::Resolutions => ruleset.resolutions().iter().map(resolution).collect(),
            Self::Rules => {
                let row = |knob: crate::game::Knob| {
                    [knob.name, knob.default, knob.allowed, knob.rule, knob.about].map(Datum::words).to_vec()
                };
                ruleset.knobs().into_iter().map(row).collect()
            }
            Self::Ledger => {
                let row = |atom: &crate::game::RuleAtom| {
                    [atom.id, if atom.counted { "yes" } else { "no" }, atom.about].map(Datum::words).to_vec()
                };
                ruleset.ledger().iter().map(row).collect()
            }
        })
    }
}

/// The doctrines of a book: for readers with the weights in which they differ from the defaults, for programs with all.
fn doctrines(ruleset: &dyn Ruleset, book: &Source) -> Result<Vec<Vec<Datum>>, Failure> {
    let (weights, weighed) = (ruleset.weights(), ruleset.weighed_doctrines(book)?);
    let row = |listing: Listing| {
        let own = weighed.iter().find(|doctrine| doctrine.name == listing.name);
        let weights = own.map_or_else(Datum::none, |doctrine| {
            let numbers = || weights.iter().zip(&doctrine.numbers);
            let differing = numbers().filter(|(weight, number)| weight.default != **number);
            let differing = differing.map(|(weight, number)| format!("{} {number}", weight.name));
            let text: Vec<String> =
                differing.chain(doctrine.words.iter().map(|(key, word)| format!("{key} {word}"))).collect();
            let all = numbers().map(|(weight, number)| (weight.name.to_owned(), Value::from(*number)));
            let words = doctrine.words.iter().map(|(key, word)| ((*key).to_owned(), Value::from(*word)));
            Datum::value(Value::Object(all.chain(words).collect()), text.join(", "))
        });
        vec![Datum::words(listing.name), Datum::words(listing.about), weights]
    };
    Ok(ruleset.doctrines(book)?.into_iter().map(row).collect())
}

/// The weights of a doctrine, one a row.
fn weights_of(ruleset: &dyn Ruleset, book: &Source, name: &str) -> Result<Table, Failure> {
    let weighed = ruleset.weighed_doctrines(book)?;
    let Some(doctrine) = weighed.iter().find(|doctrine| doctrine.name == name) else {
        let names = weighed.iter().map(|doctrine| doctrine.name.as_str());
        return Err(Diagnostic::unknown("doctrine with weights", name, names).into());
    };
    let numbers = |name: &str| Column::numbers(name, name);
    let words = |name: &str| Column::words(name, name);
    let columns = vec![
        words("weight"),
        numbers("value"),
        numbers("default"),
        numbers("least"),
        numbers("greatest"),
        words("about"),
    ];
    let mut table = Table::new(format!("{name}: {}", doctrine.about), columns);
    for (weight, number) in ruleset.weights().iter().zip(&doctrine.numbers) {
        let mut row = vec![Datum::words(weight.name)];
        row.extend([*number, weight.default, weight.least, weight.greatest].map(cost));
        row.push(Datum::words(weight.about));
        table.push(row);
    }
    for (key, word) in &doctrine.words {
        let mut row = vec![Datum::words(*key), Datum::words(*word)];
        row.extend(std::iter::repeat_with(Datum::none).take(4));
        table.push(row);
    }
    Ok(table)
}

fn armies(ruleset: &dyn Ruleset) -> Result<Vec<Vec<Datum>>, Failure> {
    let codex = ruleset.codex();
    let row = |list: &crate::game::Source| {
        let army = ruleset.read_army(&codex, list)?;
        let content = army.contents().join(", ");
        Ok(vec![
            Datum::words(name_lookup::key(list)),
            Datum::count(army.units.iter().map(|(_, n)| u64::from(*n)).sum()),
            cost(army.cost),
            army.doctrine.map_or_else(Datum::none, Datum::words),
            Datum::words(content),
        ])
    };
    ruleset.armies().iter().map(row).collect()
}

fn resolution(doc: &crate::game::ResolutionDoc) -> Vec<Datum> {
    let inputs: Vec<&str> = doc.inputs.iter().map(|input| input.name).collect();
    vec![
        Datum::words(doc.name),
        Datum::words(doc.about),
        Datum::value(inputs.clone(), inputs.join(", ")),
        Datum::value(doc.labels.clone(), doc.labels.join(", ")),
        Datum::value(doc.numbers.clone(), doc.numbers.join(", ")),
    ]
}

fn cost(points: f64) -> Datum {
    Datum::number(points, points.to_string())
}
