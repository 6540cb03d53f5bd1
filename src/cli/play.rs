//! `evenodds play`: one engagement, told.

use std::ffi::OsStr;
use std::io;
use std::num::NonZeroU8;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::Value;

use crate::charts::{self, Picture};
use crate::cli::diagnostics::{Failure, no_meaning};
use crate::cli::options::{Setting, first_meets_last, no_idle_play, of_one_setting};
use crate::cli::output::{print, print_table, print_told, repeat, terminal_width};
use crate::cli::replay::Replay;
use crate::cli::rollouts::{self, TraceLine};
use crate::cli::{execute, files, name_lookup};
use crate::dice::Address;
use crate::game::{Diagnostic, EventLog, Film, Ruleset, Seats};
use crate::report::columns::{self, wrapped};
use crate::report::format::Format;
use crate::report::told::{Post, Rows};
use crate::report::{self, ShortTelling};

/// No line of what is told is wider.
const WIDEST: usize = 100;

/// No board is wider: it fits into a block of code in a post.
const WIDEST_BOARD: usize = 78;

/// No line of a caption is wider, so that it fits below the pictures.
const CAPTION: usize = 120;

/// A command of more lines is left out of a caption.
const MOST_CAPTION: usize = 3;

/// By how much a line that goes on below is indented further.
const FURTHER: usize = 4;

/// One engagement, told move by move
///
/// The engagement is that of two lists; or, with --game, one of a run, played again alone; or, with --situation, a
/// position set up by hand with written choices and dice.
///
/// The address of an engagement is CELL/PAIR/a for the game in which the first-named list of the cell has the first
/// seat, CELL/PAIR/b for the one with seats swapped, behind the folder of the run, or the file of the experiment, and a #.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  evenodds play std-ab free-be
  evenodds play std-ab free-be --seed 7 --pair 3 --swapped --trace game.jsonl
  evenodds play --game reports/first-look#4/117/b
  evenodds play std-ab free-be --seed 7 --film game.html --strip game.png
  evenodds play --game 4/117/b --run reports/first-look --trace -
  evenodds play std-ab free-be --seed 7 --detail choices
  evenodds play std-ab free-be --seed 7 --detail turns --board
  evenodds play std-ab free-be --seed 7 --format discord
  evenodds play std-ab free-be --seed 7 --from 120
  evenodds play std-ab free-be --from game.jsonl:120 --rollouts 2000
  evenodds play std-ab free-be --seed 7 --blunders
  evenodds play --situation tests/situations/dogfaces/ovw-05-overwatch-runner.toml
  evenodds play --situation my-position.toml --rollouts 400 --doctrine 'massed-fire v headhunters'")]
pub struct PlayArgs {
    /// Two lists: files, or names of built-in lists
    #[arg(num_args = 2, value_name = "LIST", required_unless_present_any = ["game", "situation"])]
    lists: Vec<String>,
    #[command(flatten)]
    setting: Setting,
    /// Seed of all chance
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: Option<u64>,
    /// Number of the pair
    #[arg(long, default_value_t = 0, value_name = "N")]
    pair: u64,
    /// Give the second-named list the first seat
    #[arg(long)]
    swapped: bool,
    /// Replay an engagement of a run: [RUN#]CELL/PAIR/a or b
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["lists", "situation", "seed", "pair", "swapped"])]
    game: Option<String>,
    /// The run of --game: its folder, or an experiment file
    #[arg(long, value_name = "PATH", requires = "game")]
    run: Option<PathBuf>,
    /// Set up a position and carry out what is written with it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["lists", "pair", "swapped"])]
    situation: Option<PathBuf>,
    /// Write the trace, JSON Lines, to this file; - prints it in place of the words
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Write the game as a film: one page with the board, a slider and what is told, which needs no network
    #[arg(long, value_name = "FILE.html", conflicts_with_all = ["from", "blunders", "rollouts"])]
    film: Option<PathBuf>,
    /// Write the game in six pictures of the board, for a post: a .png or .svg
    #[arg(long, value_name = "FILE.png", conflicts_with_all = ["from", "blunders", "rollouts"])]
    strip: Option<PathBuf>,
    /// Replace the files that --trace, --film and --strip name, where they are there already
    #[arg(long)]
    fresh: bool,
    /// Play on from this line of the trace, many times with other dice, and say how often each list wins from there; with a
    /// file, from that line of the trace in it
    #[arg(long, value_name = "[FILE:]LINE", conflicts_with_all = ["situation", "trace"])]
    from: Option<TraceLine>,
    /// Name the choices that cost most, 5 or as many as given: each beside the best of those that other scripts would have made
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "5", conflicts_with_all = ["situation", "trace", "from"])]
    blunders: Option<NonZeroU8>,
    /// Games played on with --from, 400 when left out, or for each choice with --blunders, 200 when left out; with
    /// --situation, games played on from its end for each choice that a script would make there
    #[arg(long, value_name = "N", conflicts_with = "trace", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    rollouts: Option<u64>,
    /// How much is told: the course of the turns, the choices, or every roll too [default: all; for a post as much as it takes]
    #[arg(long, value_enum, value_name = "LEVEL", conflicts_with_all = ["from", "blunders", "rollouts"])]
    detail: Option<Detail>,
    /// Draw the board in text among what is told: at set-up and at the end of every turn
    #[arg(long, conflicts_with_all = ["from", "blunders", "rollouts"])]
    board: bool,
    /// How to print what is told, or with --from, --blunders or --rollouts the table. A game is told in plain words, or ready to be pasted:
    /// markdown and bbcode as one block, discord in messages; of what is too long for a post less is told, which is said
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

/// How much of a game is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Detail {
    /// Turns and their parts with what each brought, who leads after each turn, and the end.
    Turns,
    /// What is chosen too.
    Choices,
    /// Everything, every roll included.
    #[default]
    All,
}

impl Detail {
    /// All levels, the fullest first.
    const FROM_FULLEST: [Self; 3] = [Self::All, Self::Choices, Self::Turns];

    /// Whether a line is told that is indented by `indent` columns, in a game whose deepest lines are by `deepest`: turns and
    /// their parts stand at the margin, and what follows from a choice deepest.
    fn tells(self, line: &str, indent: usize, deepest: usize) -> bool {
        match self {
            // What a colon announces is told in more detail.
            Self::Turns => indent < 2 && !line.ends_with(':'),
            Self::Choices => indent < deepest.max(3),
            Self::All => true,
        }
    }
}

impl PlayArgs {
    /// Tells the engagement.
    ///
    /// # Errors
    /// What is wrong with the request.
    pub fn run(&self) -> Result<(), Failure> {
        let trace = self.trace.as_deref().filter(|path| *path != Path::new("-"));
        for path in [trace, self.film.as_deref(), self.strip.as_deref()].into_iter().flatten() {
            files::prepare_new_file(path, self.fresh)?;
        }
        if let Some(path) = self.film.as_ref().filter(|path| path.extension().is_none_or(|end| end != "html")) {
            let fault = Diagnostic::new(format!("`{}` is no name of a page", path.display()));
            return Err(fault.allowing(["FILE.html"]).within("--film").into());
        }
        let is_table = self.from.is_some() || self.blunders.is_some() || self.rollouts.is_some();
        if !is_table && matches!(self.format, Format::Json | Format::Csv) {
            let fault = Diagnostic::new("a game is told in words, and `--trace -` tells it to programs");
            let ways = ["table", "markdown", "bbcode", "discord", "--from", "--blunders", "--rollouts"];
            return Err(fault.allowing(ways).within("--format").into());
        }
        if self.format != Format::Table && self.trace.as_deref() == Some(Path::new("-")) {
            return Err(no_meaning("--format", "--trace - prints the trace").within("--format").into());
        }
        self.nothing_is_ignored()?;
        if let Some(path) = &self.situation {
            return self.tell_situation(path);
        }
        let mut replay = match &self.game {
            Some(address) => Replay::find(address, self.run.as_deref())?,
            None => self.engagement()?,
        };
        if let Some(from) = &self.from {
            let written = from.place(&mut replay)?;
            self.is_no_other_game(&replay)?;
            let table = rollouts::play_on(&replay, from, &written, self.rollouts.unwrap_or(400))?;
            return print_table(&table, self.format);
        }
        if let Some(most) = self.blunders {
            let table = rollouts::blunders(&replay, usize::from(most.get()), self.rollouts.unwrap_or(200))?;
            print_table(&table, self.format)?;
            return match (self.format, rollouts::none_is_shown(&table)) {
                (Format::Json | Format::Csv, _) | (_, None) => Ok(()),
                (_, Some(note)) => print(&format!("\n{note}\n")),
            };
        }
        let simulator = replay.ruleset.prepare(&replay.setup)?;
        let told = simulator.narrate(replay.address, replay.swapped);
        let film = self.film(replay.ruleset, &told.log)?;
        let origin = Origin::of(&replay, simulator.seats());
        self.show(replay.ruleset, film.as_ref(), None, &origin)?;
        self.tell(&told.lines, &told.trace, film.as_ref(), &origin)
    }

    /// Nothing is said that would change nothing.
    ///
    /// # Errors
    /// What was.
    fn nothing_is_ignored(&self) -> Result<(), Diagnostic> {
        if self.rollouts.is_some() && self.from.is_none() && self.blunders.is_none() && self.situation.is_none() {
            let fault = Diagnostic::new("--rollouts plays on from somewhere");
            return Err(fault.allowing(["--from LINE", "--blunders", "--situation FILE"]).within("--rollouts"));
        }
        // Where both exclude each other clap does not ask for the one that the other needs.
        if self.run.is_some() && self.game.is_none() {
            return Err(Diagnostic::new("--run is the run of --game").allowing(["--game CELL/PAIR/a"]).within("--run"));
        }
        if self.fresh && self.trace.is_none() && self.film.is_none() && self.strip.is_none() {
            let fault = Diagnostic::new("--fresh replaces files, and none is written");
            return Err(fault.allowing(["--trace FILE", "--film FILE.html", "--strip FILE.png"]).within("--fresh"));
        }
        let wordless = self.trace.as_deref() == Some(Path::new("-"));
        for (flag, given) in [("--board", self.board), ("--detail", self.detail.is_some())] {
            if given && wordless {
                let fault = Diagnostic::new(format!("{flag} is of the words, and a trace stands in their place"));
                return Err(fault.allowing(["--trace FILE"]).within(flag));
            }
        }
        match self.setting.said().filter(|_| self.game.is_some()) {
            Some(flag) => {
                let fault =
                    Diagnostic::new(format!("{flag} has no meaning here: the run says how its games are played"));
                Err(fault.allowing(["play LIST LIST"]).within(flag))
            }
            None => Ok(()),
        }
    }

    /// A trace says itself of which game it is.
    ///
    /// # Errors
    /// What was said of another one.
    fn is_no_other_game(&self, replay: &Replay) -> Result<(), Diagnostic> {
        let Address { seed, pair, .. } = replay.address;
        let said = [
            ("--seed", self.seed.is_some_and(|asked| asked != seed)),
            ("--pair", self.pair != 0 && self.pair != pair),
            ("--swapped", self.swapped && !replay.swapped),
        ];
        match said.into_iter().find(|(_, differs)| *differs) {
            Some((flag, _)) => {
                let fault = Diagnostic::new(format!("the trace is of another game than {flag} says"));
                Err(fault.allowing(["--from FILE:LINE alone", "--from LINE"]).within(flag))
            }
            None => Ok(()),
        }
    }

    /// An engagement of the two lists.
    fn engagement(&self) -> Result<Replay, Failure> {
        let (mut spec, ruleset) = self.setting.spec(&self.lists)?;
        spec.pairing = first_meets_last(&spec.armies);
        spec.seed = self.seed.unwrap_or(spec.seed);
        let plan = execute::plan(&spec, ruleset)?;
        // Who plays on from a choice may look ahead.
        if self.blunders.is_none() && self.from.is_none() {
            no_idle_play(&plan)?;
        }
        of_one_setting(&plan)?;
        Ok(Replay::of_plan(&plan, ruleset, 0, self.pair, self.swapped)?)
    }

    fn tell_situation(&self, path: &Path) -> Result<(), Failure> {
        let source = files::read(path)?;
        let ruleset = match self.setting.ruleset.as_deref() {
            Some(slug) => name_lookup::ruleset(slug)?,
            None => name_lookup::ruleset_of(&source)?,
        };
        if let Some(rollouts) = self.rollouts {
            let players = self.setting.players(ruleset, self.seed)?;
            let table = rollouts::from_situation(ruleset, &source, &players, rollouts)?;
            return print_table(&table, self.format);
        }
        self.setting.of_no_use(self.seed)?;
        let transcript = ruleset.situation(&source)?;
        let film = self.film(ruleset, &transcript.log)?;
        let origin = Origin { address: None, command: execute::this_command() };
        self.show(ruleset, film.as_ref(), Some(path), &origin)?;
        self.tell(&transcript.lines, &transcript.trace, film.as_ref(), &origin)?;
        match transcript.diagnostic {
            None => Ok(()),
            Some(diagnostic) => Err(diagnostic.within(&source.name).into()),
        }
    }

    /// The film of the game, where a film, pictures or boards were asked for, or what turns brought.
    fn film(&self, ruleset: &dyn Ruleset, log: &EventLog) -> Result<Option<Film>, Failure> {
        let option = match (&self.film, &self.strip, self.board) {
            (Some(_), ..) => "--film",
            (_, Some(_), _) => "--strip",
            (.., true) => "--board",
            _ if self.detail == Some(Detail::Turns) || self.format != Format::Table => return Ok(ruleset.film(log)),
            _ => return Ok(None),
        };
        let message = || format!("there is nothing to show: games of {} are not filmed", ruleset.title());
        ruleset.film(log).ok_or_else(|| Diagnostic::new(message()).within(option).into()).map(Some)
    }

    /// Writes the film and the pictures that were asked for; a situation is called after its file.
    fn show(
        &self,
        ruleset: &dyn Ruleset,
        film: Option<&Film>,
        situation: Option<&Path>,
        origin: &Origin,
    ) -> Result<(), Failure> {
        let Some(film) = film else { return Ok(()) };
        let what = match situation.and_then(Path::file_stem) {
            Some(name) => name.to_string_lossy().into_owned(),
            None => film.lists.join(" against "),
        };
        let title = format!("{}: {what}", ruleset.title());
        if let Some(path) = &self.film {
            let page = report::film_page(film, &title, origin.address.as_deref(), &origin.command)
                .map_err(|error| Failure::Work(error.to_string()))?;
            files::write_atomically(path, page.as_bytes())?;
        }
        match &self.strip {
            Some(path) => write_picture(path, &charts::strip(film, &title, &origin.caption())),
            None => Ok(()),
        }
    }

    /// Prints the words, with boards where they were asked for, or the trace; writes the trace.
    fn tell(&self, lines: &[String], trace: &[Value], film: Option<&Film>, origin: &Origin) -> Result<(), Failure> {
        let told = |detail: Detail, width: usize| match film.filter(|_| self.board || detail == Detail::Turns) {
            Some(film) => {
                // Who meets is told before the log begins.
                let opening = film.steps.iter().map(|step| step.words.as_str()).find(|words| !words.trim().is_empty());
                let opening = opening.unwrap_or_default();
                let lines: Vec<&str> = lines.iter().flat_map(|line| line.split('\n')).collect();
                let opens = |line: &&str| !line.trim().is_empty() && opening.contains(line.trim());
                let before = lines.iter().position(opens).unwrap_or(0);
                let mut rows: Rows = lines[..before].iter().map(|line| broken(line, width)).collect();
                rows.extend(from_film(film, detail, self.board, width));
                rows
            }
            None => words(lines, detail, width),
        };
        let print_all = || {
            let (rows, left_out) = match Post::of(self.format) {
                Some(post) => self.as_much_as_fits(post, &|detail| told(detail, post.width)),
                None => (told(self.detail.unwrap_or_default(), width()), None),
            };
            print_told(&rows, self.format)?;
            let left_out = left_out.map_or_else(String::new, |said| format!("\n{said}\n"));
            print(&format!("{left_out}{}", origin.words(self.format)))
        };
        let json = || trace.iter().map(|event| format!("{event}\n")).collect::<String>();
        match self.trace.as_deref() {
            Some(path) if path == Path::new("-") => print(&json()),
            Some(path) => {
                files::write_atomically(path, json().as_bytes())?;
                print_all()
            }
            None => print_all(),
        }
    }

    /// What a post takes of a game, by the fullest level that fits into it, and what is left out, in words.
    fn as_much_as_fits(&self, post: Post, told: &dyn Fn(Detail) -> Rows) -> (Rows, Option<String>) {
        let asked = self.detail.unwrap_or_default();
        // Whoever asks for a level in messages has as many as it takes.
        let any = self.format == Format::Discord && self.detail.is_some();
        let mut levels = Detail::FROM_FULLEST.into_iter().skip_while(|level| *level != asked).peekable();
        while let Some(level) = levels.next() {
            let rows = told(level);
            let takes = any || post.takes(&rows, self.format);
            if takes || levels.peek().is_none() {
                let about = post.about;
                let said = match level {
                    _ if !takes => Some(format!("The turns alone are longer than {about}.")),
                    level if level == asked => None,
                    Detail::Turns => Some(format!("Told are the turns alone: more is longer than {about}.")),
                    _ => Some(format!("Told are turns and choices: every roll is longer than {about}.")),
                };
                return (rows, said);
            }
        }
        (Rows::new(), None)
    }
}

/// Where a game comes from, and how to have it again.
struct Origin {
    /// Seed, pair and seats; none of a position.
    address: Option<String>,
    command: String,
}

impl Origin {
    fn of(replay: &Replay, seats: Seats) -> Self {
        let Address { seed, cell, pair } = replay.address;
        // Who attacks attacks in both games of a pair.
        let (seat, swapped) = match seats {
            Seats::Exchanged => ("has the first seat", replay.swapped),
            Seats::Kept if replay.swapped => ("attacks in this second game of the pair too", false),
            Seats::Kept => ("attacks", false),
        };
        let named = if swapped { "second" } else { "first" };
        let has_it = match replay.names().map(|[first, second]| if swapped { [second, first] } else { [first, second] })
        {
            // A name that both have says nothing.
            Some([own, other]) if own != other => format!("{own}, named {named}, {seat}"),
            _ => format!("the {named}-named list {seat}"),
        };
        let shared = if cell == 0 { ", dice that all cells share" } else { "" };
        let address = format!("Seed {seed}, pair {pair}{shared}; {has_it}.");
        Self { address: Some(address), command: execute::this_command() }
    }

    /// Below what is told.
    fn words(&self, format: Format) -> String {
        let address = self.address.as_ref().map_or_else(String::new, |address| format!("{address} "));
        let command = match format {
            Format::Table => columns::command(&self.command, width()).join("\n"),
            post => repeat(&self.command, post),
        };
        format!("\n{address}To tell it again:\n\n{command}\n")
    }

    /// In a picture: the command only where it leaves room for the game.
    fn caption(&self) -> Vec<String> {
        let command = columns::command(&self.command, CAPTION);
        let command = if command.len() <= MOST_CAPTION { command } else { Vec::new() };
        self.address.iter().cloned().chain(command).collect()
    }
}

/// Writes a picture as what the ending of its file says.
fn write_picture(path: &Path, picture: &Picture) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::Work(format!("cannot write {}: {error}", path.display()));
    match path.extension().and_then(OsStr::to_str) {
        Some("png") => picture.write_png(path).map_err(failed),
        Some("svg") => files::write_atomically(path, picture.to_svg().map_err(failed)?.as_bytes()),
        _ => {
            let fault = Diagnostic::new(format!("`{}` is no name of a picture", path.display()));
            Err(fault.allowing(["FILE.png", "FILE.svg"]).within("--strip").into())
        }
    }
}

/// Columns for what is told: those of the terminal, a hundred at most.
fn width() -> usize {
    terminal_width().map_or(WIDEST, usize::from).clamp(40, WIDEST)
}

/// By how many columns a line is indented.
fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// The lines in words, those of a level, broken where they are wider than the terminal or a hundred columns.
fn words(lines: &[String], detail: Detail, width: usize) -> Rows {
    let lines: Vec<&str> = lines.iter().flat_map(|line| line.split('\n')).collect();
    let deepest = lines.iter().map(|line| indent(line)).max().unwrap_or(0);
    lines.iter().filter(|line| detail.tells(line, indent(line), deepest)).map(|line| broken(line, width)).collect()
}

/// A line, broken where it is too wide.
fn broken(line: &str, width: usize) -> Vec<String> {
    let depth = indent(line);
    let parts = wrapped(&line[depth..], width - depth - FURTHER);
    let further = |n: usize| if n == 0 { 0 } else { FURTHER };
    let whole = |(n, part): (usize, &String)| format!("{:1$}{part}", "", depth + further(n)).trim_end().to_owned();
    parts.iter().enumerate().map(whole).collect()
}

/// The game in words, those of a level: told shortly, with what every part brought and who leads; with the board as it stands after the
/// set-up and after each turn, where it is drawn.
fn from_film(film: &Film, detail: Detail, drawn: bool, width: usize) -> Rows {
    let deepest = film.steps.iter().map(|step| step.level).max().unwrap_or(0);
    let told = |number: usize| detail.tells(&film.steps[number].words, film.steps[number].level, deepest);
    let short = (detail == Detail::Turns).then(|| ShortTelling::of(film, told));
    let mut out = Rows::new();
    for (number, step) in film.steps.iter().enumerate() {
        let line = |line: &str| broken(&format!("{:1$}{line}", "", step.level), width);
        if told(number) && !step.words.trim().is_empty() {
            if step.level == 0 && !out.is_empty() {
                out.push(vec![String::new()]);
            }
            let brought = short.as_ref().map_or("", |short| &short.brought[number]);
            let words = if brought.is_empty() { step.words.clone() } else { format!("{}: {brought}", step.words) };
            // What opens a game is one step of many lines.
            let told = |line: &&str| detail.tells(line, step.level + indent(line), deepest);
            out.extend(words.split('\n').filter(told).map(line));
        }
        if let Some(stand) = short.as_ref().and_then(|short| short.stand[number].as_ref()) {
            out.push(broken(&format!(" {stand}"), width));
        }
        let next = film.steps.get(number + 1);
        if drawn && next.is_none_or(|next| next.turn != step.turn) {
            out.push(vec![String::new()]);
            out.push(report::text_board(film, number, width.min(WIDEST_BOARD)).lines().map(str::to_owned).collect());
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn told_lines_are_broken_and_left_out_by_their_depth() {
        let words = |lines: &[String], detail: Detail| super::words(lines, detail, WIDEST).concat();
        assert_eq!(words(&["Turn 1\n  A:mbt moves".to_owned()], Detail::Turns), ["Turn 1"]);
        let lines = ["Turn 1", " Side A", "  A:mbt moves", "      A:apc falls back"].map(str::to_owned);
        assert_eq!(words(&lines, Detail::All), lines);
        assert_eq!(words(&lines, Detail::Choices), lines[..3]);
        assert_eq!(words(&lines, Detail::Turns), lines[..2]);
        assert_eq!(words(&["Side A:".to_owned(), "  A:mbt".to_owned()], Detail::Turns), [""; 0]);
        let long = [format!("  A:mbt {}", "moves on ".repeat(40).trim_end())];
        let told = words(&long, Detail::All).join("\n");
        assert!(told.lines().count() > 3 && told.lines().all(|line| line.len() <= WIDEST), "{told}");
        assert!(
            told.lines().skip(1).all(|line| line.starts_with("      moves") || line.starts_with("      on")),
            "{told}"
        );
        assert_eq!(told.split_whitespace().collect::<Vec<_>>(), long[0].split_whitespace().collect::<Vec<_>>());
    }
}
