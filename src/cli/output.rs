//! What goes to the standard output.

use std::io::{self, IsTerminal as _, Write as _};

use crate::cli::diagnostics::Failure;
use crate::report::format::Format;
use crate::report::table::Table;

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
    print(&format.render(table, terminal_width()))
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
