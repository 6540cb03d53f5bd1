//! How far the work has come, on the standard error.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::experiment::Progress;
use crate::report::table::thousands;

/// Where there is no terminal, a line is written at most this often.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// Shows progress: a bar on a terminal, plain lines otherwise.
#[derive(Debug)]
pub struct Meter {
    look: Look,
    /// What the work is divided into.
    part: &'static str,
}

#[derive(Debug)]
enum Look {
    Bar(ProgressBar),
    Lines(Mutex<Instant>),
}

impl Meter {
    /// A meter of cells that has not been shown yet.
    #[must_use]
    pub fn new() -> Self {
        Self::of("cell")
    }

    /// A meter of other parts than cells.
    #[must_use]
    pub fn of(part: &'static str) -> Self {
        if !io::stderr().is_terminal() {
            return Self { look: Look::Lines(Mutex::new(Instant::now())), part };
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{wide_bar} {percent:>3}%  {msg}").expect("a fixed template");
        bar.set_style(style.progress_chars("━━╌"));
        Self { look: Look::Bar(bar), part }
    }

    /// Shows how far the work has come.
    pub fn show(&self, progress: &Progress) {
        match &self.look {
            Look::Bar(bar) => {
                bar.set_length(progress.expected.max(1));
                bar.set_position(progress.engagements);
                bar.set_message(words(progress, self.part));
            }
            Look::Lines(last) => {
                // A watcher that panicked has left a time, which is as good as any.
                let mut last = last.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                if last.elapsed() >= LINE_EVERY {
                    *last = Instant::now();
                    let share = 100.0 * progress.engagements as f64 / progress.expected.max(1) as f64;
                    let _ = writeln!(io::stderr(), "{share:.0}%  {}", words(progress, self.part));
                }
            }
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Look::Bar(bar) = &self.look {
            bar.finish_and_clear();
        }
    }
}

fn words(progress: &Progress, part: &str) -> String {
    let cells = format!("{part} {} of {}", (progress.cells_complete + 1).min(progress.cells), progress.cells);
    let left = progress.expected.saturating_sub(progress.engagements) as f64 / progress.engagements_per_second;
    let left = if left.is_finite() { format!(", {} left", clock(left)) } else { String::new() };
    format!(
        "{} engagements, {cells}, {}/s{left}",
        thousands(progress.engagements),
        thousands(progress.engagements_per_second.round() as u64),
    )
}

/// Seconds in words.
#[must_use]
pub fn clock(seconds: f64) -> String {
    let seconds = seconds.ceil() as u64;
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} min", seconds / 3600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_in_words() {
        let progress = Progress {
            engagements: 12_000,
            expected: 36_000,
            cells_complete: 2,
            cells: 6,
            engagements_per_second: 200.0,
        };
        assert_eq!(words(&progress, "cell"), "12,000 engagements, cell 3 of 6, 200/s, 2 min 00 s left");
        let begun = Progress { engagements: 0, engagements_per_second: 0.0, ..progress };
        assert_eq!(words(&begun, "cell"), "0 engagements, cell 3 of 6, 0/s");
        assert_eq!(clock(3661.0), "1 h 01 min");
    }
}
