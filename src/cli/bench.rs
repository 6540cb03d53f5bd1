//! `evenodds bench`: how fast this machine plays.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::cli::diagnostics::Failure;
use crate::cli::output::{FormatArg, print, print_table};
use crate::cli::{files, name_lookup};
use crate::experiment::benchmark;
use crate::report::format::Format;
use crate::report::table::{Column, Datum, Table};

/// Measure engagements and resolutions per second, with a checksum of the work
///
/// The checksums are the same on every machine and for any number of threads.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  evenodds bench
  evenodds bench dogfaces --seconds 5 --threads 4 --format json")]
pub struct BenchArgs {
    /// Ruleset
    #[arg(default_value = "dogfaces")]
    ruleset: String,
    /// Seconds to spend on each figure
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=3600))]
    seconds: u64,
    /// Add the doctrines of this book to those that are built in, in the place of those of their names; may be repeated
    #[arg(long = "doctrine-book", value_name = "FILE")]
    doctrine_books: Vec<PathBuf>,
    #[command(flatten)]
    format: FormatArg,
}

impl BenchArgs {
    /// Measures and prints.
    ///
    /// # Errors
    /// When there is no such ruleset, or the output cannot be written to.
    pub fn run(&self) -> Result<(), Failure> {
        let ruleset = name_lookup::ruleset(&self.ruleset)?;
        let most = rayon::current_num_threads();
        let threads = if most == 1 { vec![1] } else { vec![1, most] };
        let books = self.doctrine_books.iter().map(|path| files::read(path)).collect::<Result<Vec<_>, _>>()?;
        let measures = benchmark::measure(ruleset, &books, &threads, Duration::from_secs(self.seconds))?;
        let columns = vec![
            Column::words("what", "What"),
            Column::numbers("threads", "Threads"),
            Column::numbers("per_second", "Per second"),
            Column::words("checksum", "Checksum"),
        ];
        let mut table = Table::new(format!("Speed of {}", ruleset.title()), columns);
        for measure in measures {
            table.push(vec![
                Datum::words(measure.what),
                Datum::count(measure.threads as u64),
                Datum::count(measure.per_second.round() as u64),
                Datum::words(measure.checksum),
            ]);
        }
        print_table(&table, self.format.format)?;
        match (self.format.format, peak_memory()) {
            (Format::Json | Format::Csv, _) | (_, None) => Ok(()),
            (_, Some(kilobytes)) => {
                print(&format!("\nThe most memory that it held: {} MB.\n", kilobytes.div_ceil(1024)))
            }
        }
    }
}

/// The most memory that this process has held so far, kB; none where the system does not tell (`VmHWM` of proc(5)).
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}
