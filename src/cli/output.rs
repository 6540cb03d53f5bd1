//! What goes to the standard output.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::{Mutex, PoisonError};

use crate::cli::diagnostics::Failure;
use crate::experiment::Manifest;
use crate::report::bbcode::{Bbcode, Dialect};
use crate::report::discord::Block;
use crate::report::format::Format;
use crate::report::markdown::Markdown;
use crate::report::markup::Markup as _;
use crate::report::table::Table;
use crate::report::told::Rows;
use crate::report::{self, columns, discord, told};

/// No command is broken into wider lines where no terminal says how wide it is.
const WIDEST: usize = 100;

/// No prose is broken into narrower lines.
const NARROWEST: usize = 40;

/// `--format`, wherever a table is printed.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct FormatArg {
    /// How to print the result
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: Format,
}

/// Prints `text` as it is.
///
/// # Errors
/// When the reader has gone, or the output cannot be written to.
pub fn print(text: &str) -> Result<(), Failure> {
    if let Some(post) = POST.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
        post.text.push_str(text);
        post.open.push_str(text);
        return Ok(());
    }
    write(text)
}

/// What is to be posted as chat messages, once all of it is there; none where everything is printed at once.
static POST: Mutex<Option<Post>> = Mutex::new(None);

/// Chat messages to come.
#[derive(Default)]
struct Post {
    /// All that has been printed.
    text: String,
    /// What of it is known to stay together.
    blocks: Vec<Block>,
    /// What has been printed behind these.
    open: String,
}

impl Post {
    /// Adds a table, which knows its head and its rows.
    fn table(&mut self, table: &Table) {
        self.text += &discord::table(table);
        self.close();
        self.blocks.extend(discord::of_table(table));
    }

    /// Adds a game, which knows what its lines tell.
    fn told(&mut self, rows: &Rows) {
        self.text += &told::block(rows, Format::Discord);
        self.close();
        self.blocks.extend(told::blocks(rows));
    }

    fn close(&mut self) {
        self.blocks.extend(discord::blocks_of(&std::mem::take(&mut self.open)));
    }
}

/// Prints what was kept for chat messages, with marks between them.
///
/// # Errors
/// As [`print`].
pub fn finish() -> Result<(), Failure> {
    let post = POST.lock().unwrap_or_else(PoisonError::into_inner).take();
    post.map_or(Ok(()), |mut post| {
        post.close();
        write(&discord::marked(&post.text, post.blocks))
    })
}

fn write(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::Closed,
        _ => Failure::Work(format!("cannot write to the standard output: {error}")),
    })
}

/// Prints a table.
///
/// # Errors
/// As [`print`].
pub fn print_table(table: &Table, format: Format) -> Result<(), Failure> {
    if format == Format::Discord {
        // Where messages end is known when all is said.
        POST.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default().table(table);
        return Ok(());
    }
    print(&format.render(table, terminal_width()))
}

/// Prints what is told of a game, as a block of code where it is for a post.
///
/// # Errors
/// As [`print`].
pub fn print_told(rows: &Rows, format: Format) -> Result<(), Failure> {
    if format == Format::Discord {
        POST.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default().told(rows);
        return Ok(());
    }
    print(&told::block(rows, format))
}

/// Prints what is said of a run, a paragraph each, and last where it comes from and how to have it again.
///
/// # Errors
/// As [`print`].
pub fn print_closing(said: &[String], manifest: &Manifest, format: Format) -> Result<(), Failure> {
    let Manifest { digest, seed, command, .. } = manifest;
    let repeat = repeat(command, format);
    let paragraphs: String = said.iter().map(|paragraph| prose(paragraph, format) + "\n\n").collect();
    let needed: Vec<String> = report::needed_files(manifest).iter().map(ToString::to_string).collect();
    let needs = if needed.is_empty() { String::new() } else { format!(" It needs {}.", needed.join("; ")) };
    let words = prose(&format!("Digest {digest}, seed {seed}.{needs} To repeat it:"), format);
    print(&format!("\n{paragraphs}{words}\n\n{repeat}\n"))
}

/// A command as it can be copied from a post or a terminal.
#[must_use]
pub fn repeat(command: &str, format: Format) -> String {
    let text = match format {
        Format::Markdown => Markdown.verbatim(command),
        Format::Bbcode => Bbcode { dialect: Dialect::Code }.verbatim(command),
        Format::Discord => discord::fenced(command),
        _ => columns::command(command, terminal_width().map_or(WIDEST, usize::from)).join("\n"),
    };
    text.trim_end().to_owned()
}

/// Lines of prose, broken between words where a terminal says how wide it is; posts break their lines themselves.
#[must_use]
pub fn prose(text: &str, format: Format) -> String {
    let Some(width) = terminal_width().filter(|_| format == Format::Table) else { return text.to_owned() };
    let broken = text.split('\n').flat_map(|line| columns::wrapped(line, usize::from(width).max(NARROWEST)));
    broken.collect::<Vec<_>>().join("\n")
}

/// Prints a JSON value, indented.
///
/// # Errors
/// As [`print`].
pub fn print_json(value: &serde_json::Value) -> Result<(), Failure> {
    print(&format!("{value:#}\n"))
}

/// Width of the terminal that reads the standard output; where none does, the number in the variable `COLUMNS`, if it is set.
#[must_use]
pub fn terminal_width() -> Option<u16> {
    let out = io::stdout();
    if out.is_terminal()
        && let Some((width, _)) = terminal_size::terminal_size_of(out)
    {
        return Some(width.0);
    }
    std::env::var("COLUMNS").ok()?.parse().ok().filter(|width| *width > 0)
}
