//! The frames of a run as files.

use std::borrow::Cow;
use std::io;
use std::path::Path;

use polars::prelude::*;
use polars_io::prelude::*;

use super::Frames;
use super::{AtomicFile, Drawn, RowWriter, Run, RunError};
use crate::outcomes::{MeetingRow, Row};

/// Rows of a row group of the frame `engagements`: what is held in memory at a time.
const ROW_GROUP: usize = 1 << 16;

impl Run {
    /// Calls `work` with the frames of the run.
    fn with_frames<T>(&self, work: impl FnOnce(&Frames<'_>) -> T) -> T {
        work(&Frames {
            cells: &self.cells,
            factors: &self.manifest.factors,
            endings: &self.manifest.endings,
            rules: &self.manifest.rules,
            counts: &self.manifest.counts,
            states: &self.manifest.states,
            phases: &self.manifest.phases,
            seed: self.manifest.seed,
            stop: self.manifest.stop,
        })
    }

    /// Writes `cells.parquet`, `cells.csv`, `classes.parquet`, `leads.parquet`, and `units`, `rules`, `states`, `phases` and `counts` as
    /// Parquet and CSV, into a folder that exists, each whole or not at all; `states` where games say how sides stand turn by turn,
    /// `phases` where they say what is lost phase by phase, `counts` where they count anything of each side, and `meetings.parquet` where lists were drawn.
    ///
    /// # Errors
    /// When the disk does not take them.
    pub fn write_frames(&self, folder: &Path) -> Result<(), RunError> {
        self.with_frames(|frames| {
            let mut cells = frames.cells().map_err(|error| failed("cells", &error))?;
            let mut classes = frames.classes().map_err(|error| failed("classes", &error))?;
            let mut leads = frames.leads().map_err(|error| failed("leads", &error))?;
            let mut units = frames.units().map_err(|error| failed("units", &error))?;
            write_frame(folder, "cells", &mut cells)?;
            write_parquet(&folder.join("classes.parquet"), &mut classes)?;
            write_parquet(&folder.join("leads.parquet"), &mut leads)?;
            write_frame(folder, "units", &mut units)?;
            let mut rules = frames.rules().map_err(|error| failed("rules", &error))?;
            write_frame(folder, "rules", &mut rules)?;
            if !self.manifest.states.is_empty() {
                let mut states = frames.states().map_err(|error| failed("states", &error))?;
                write_frame(folder, "states", &mut states)?;
            }
            if self.cells.iter().any(|cell| !cell.tally.by_phase.is_empty()) {
                let mut phases = frames.phases().map_err(|error| failed("phases", &error))?;
                write_frame(folder, "phases", &mut phases)?;
            }
            if self.manifest.counts.is_empty() {
                return Ok(());
            }
            let mut counts = frames.counts().map_err(|error| failed("counts", &error))?;
            write_frame(folder, "counts", &mut counts)
        })?;
        self.manifest.drawn.as_ref().map_or(Ok(()), |drawn| self.write_meetings(folder, drawn))
    }

    /// Writes `meetings.parquet`, in blocks, in the order of cells and pairs.
    fn write_meetings(&self, folder: &Path, drawn: &Drawn) -> Result<(), RunError> {
        let names: Vec<String> = drawn.purchases.iter().map(|purchase| purchase.name.clone()).collect();
        let frame = |rows: &[(u32, MeetingRow<'_>)]| Frames::meetings(&names, rows);
        write_rows(&folder.join("meetings.parquet"), frame, |take| {
            for cell in &self.cells {
                let rows: Vec<_> = cell.tally.meetings.iter().map(|row| (cell.key.number, row)).collect();
                rows.chunks(ROW_GROUP).try_for_each(&mut *take)?;
            }
            Ok(())
        })
    }

    /// Writes `engagements.parquet` into a folder from the rows that the run has kept in another, whole or not at all: in the
    /// order of cells and pairs, in blocks, however many there are.
    ///
    /// # Errors
    /// When the rows cannot be read, or the disk does not take the file.
    pub fn write_engagements(&self, kept: &Path, folder: &Path) -> Result<(), RunError> {
        let spool = RowWriter::new(kept);
        let unread = |error: io::Error| RunError::Work(format!("cannot read the rows of the engagements: {error}"));
        self.with_frames(|frames| {
            write_rows(
                &folder.join("engagements.parquet"),
                |rows| frames.engagements(rows),
                |take| {
                    let mut block: Vec<(u32, Row)> = Vec::with_capacity(ROW_GROUP);
                    for cell in &self.cells {
                        let number = cell.key.number;
                        for row in spool.rows(number).map_err(unread)? {
                            block.push((number, row.map_err(unread)?));
                            if block.len() == ROW_GROUP {
                                take(&block)?;
                                block.clear();
                            }
                        }
                    }
                    take(&block)
                },
            )
        })
    }
}

/// Takes blocks of rows on their way to a file.
type TakeRows<'a, T> = dyn FnMut(&[T]) -> Result<(), RunError> + 'a;

/// Writes a Parquet file block by block, whole or not at all: `fill` hands on the rows, of which `frame` makes data frames.
///
/// # Errors
/// What `fill` says, and when the disk does not take the file.
pub fn write_rows<T, E: From<RunError>>(
    path: &Path,
    frame: impl Fn(&[T]) -> PolarsResult<DataFrame>,
    fill: impl FnOnce(&mut TakeRows<'_, T>) -> Result<(), E>,
) -> Result<(), E> {
    let wrong = |error: &PolarsError| failed(&path.display().to_string(), error);
    let mut file = AtomicFile::create(path).map_err(|error| wrong(&error.into()))?;
    let schema = frame(&[]).map_err(|error| wrong(&error))?.schema().clone();
    let writer = ParquetWriter::new(&mut file).with_compression(zstd()).batched(&schema);
    let mut writer = writer.map_err(|error| wrong(&error))?;
    fill(&mut |rows| {
        if rows.is_empty() {
            return Ok(());
        }
        frame(rows).and_then(|frame| writer.write_batch(&frame)).map_err(|error| wrong(&error))
    })?;
    writer.finish().map_err(|error| wrong(&error))?;
    drop(writer);
    Ok(file.keep().map_err(|error| wrong(&error.into()))?)
}

/// Writes a frame as `NAME.parquet` and `NAME.csv` into a folder that exists, each whole or not at all.
///
/// # Errors
/// When the disk does not take them.
pub fn write_frame(folder: &Path, name: &str, frame: &mut DataFrame) -> Result<(), RunError> {
    write_parquet(&folder.join(format!("{name}.parquet")), frame)?;
    write_csv(&folder.join(format!("{name}.csv")), frame)
}

fn zstd() -> ParquetCompression {
    ParquetCompression::Zstd(None)
}

fn failed(what: &str, error: &PolarsError) -> RunError {
    RunError::Work(format!("cannot write {what}: {error}"))
}

/// Writes a frame as Parquet, whole or not at all.
///
/// # Errors
/// When the disk does not take it.
pub fn write_parquet(path: &Path, frame: &mut DataFrame) -> Result<(), RunError> {
    write(path, |file| ParquetWriter::new(file).with_compression(zstd()).finish(frame).map(drop))
}

fn write_csv(path: &Path, frame: &mut DataFrame) -> Result<(), RunError> {
    write(path, |file| CsvWriter::new(file).finish(&mut without_formulas(frame)?))
}

/// The same frame with a quote before every text that a spreadsheet would take for a formula.
fn without_formulas(frame: &DataFrame) -> PolarsResult<DataFrame> {
    let mut safe = frame.clone();
    for column in frame.columns() {
        let Ok(texts) = column.str() else { continue };
        if texts.iter().flatten().any(|text| plain_cell(text) != text) {
            let texts: StringChunked = texts.iter().map(|text| text.map(plain_cell)).collect();
            safe.with_column(texts.with_name(column.name().clone()).into_column())?;
        }
    }
    Ok(safe)
}

/// A text as a cell of a spreadsheet: one that would be taken for a formula gets a quote before it.
#[must_use]
pub fn plain_cell(text: &str) -> Cow<'_, str> {
    let is_formula =
        text.starts_with(['=', '+', '-', '@', '\t', '\r']) && text.len() > 1 && text.parse::<f64>().is_err();
    if is_formula { format!("'{text}").into() } else { text.into() }
}

fn write(path: &Path, fill: impl FnOnce(&mut AtomicFile) -> PolarsResult<()>) -> Result<(), RunError> {
    let work = || -> PolarsResult<()> {
        let mut file = AtomicFile::create(path)?;
        fill(&mut file)?;
        Ok(file.keep()?)
    };
    work().map_err(|error| failed(&path.display().to_string(), &error))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;
    use std::sync::atomic::AtomicBool;

    use super::super::fixture_game::Coins;
    use super::super::{CHECKPOINT_EVERY, Conditions, FileLookup, Plan, Shard, Spec, run};
    use super::*;
    use crate::game::Source;

    const EXPERIMENT: &str = "ruleset = \"coins\"\narmies = \"armies/coins/*.toml\"\nstop.pairs = 150\n\
                              [vary]\n\"rules.turn-limit\" = [4, 8]\n";

    /// Plays the experiment and writes everything there is to write.
    fn published(folder: PathBuf, threads: usize) -> Run {
        fs::create_dir_all(&folder).unwrap();
        let spec = Spec::read(&Source { name: "try.toml".into(), text: EXPERIMENT.into() }).unwrap();
        let plan = Plan::resolve(&spec, &Coins, &FileLookup::new(&Coins, vec!["/nowhere".into()])).unwrap();
        let conditions = Conditions {
            shard: Shard::WHOLE,
            folder: Some(&folder),
            from: &[],
            fresh: false,
            rows: true,
            checked: false,
            checkpoint_every: CHECKPOINT_EVERY,
            abort: &AtomicBool::new(false),
            watch: &|_| {},
            warn: &|_| {},
            command: String::new(),
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let run = pool.install(|| run(&plan, &Coins, &conditions)).unwrap();
        run.write_frames(&folder).unwrap();
        run.write_engagements(&folder, &folder).unwrap();
        run
    }

    #[test]
    fn no_name_is_a_formula_in_a_spreadsheet() {
        let folder = tempfile::tempdir().unwrap();
        let names = ["=1+1", "@x", "+a", "plain", "-", "-3.5"];
        let mut frame = df!("name" => names, "n" => [1, 2, 3, 4, 5, 6]).unwrap();
        write_frame(folder.path(), "try", &mut frame).unwrap();
        let csv = fs::read_to_string(folder.path().join("try.csv")).unwrap();
        assert_eq!(csv, "name,n\n'=1+1,1\n'@x,2\n'+a,3\nplain,4\n-,5\n-3.5,6\n");
        let kept = read(&folder.path().join("try.parquet"));
        assert_eq!(kept.column("name").unwrap().str().unwrap().get(0), Some("=1+1"), "frames hold names as they are");
    }

    fn read(path: &Path) -> DataFrame {
        ParquetReader::new(fs::File::open(path).unwrap()).finish().unwrap()
    }

    fn sum(frame: &DataFrame, column: &str) -> f64 {
        let column = frame.column(column).unwrap().cast(&DataType::Float64).unwrap();
        column.f64().unwrap().sum().unwrap()
    }

    #[test]
    fn frames_hold_what_the_sums_hold() {
        let folder = tempfile::tempdir().unwrap();
        let run = published(folder.path().to_owned(), 2);
        let frame = |name: &str| read(&folder.path().join(name));
        let (cells, classes) = (frame("cells.parquet"), frame("classes.parquet"));
        let (units, engagements) = (frame("units.parquet"), frame("engagements.parquet"));
        let (rules, counts, states) = (frame("rules.parquet"), frame("counts.parquet"), frame("states.parquet"));

        assert_eq!((cells.height(), classes.height(), units.height()), (6, 6 * 64, 6 * 4));
        assert_eq!(engagements.height() as u64, run.engagements());
        for name in ["j00", "j11", "j20", "j22"] {
            assert_eq!(sum(&cells, name), sum(&classes, name), "{name}");
        }
        let levels = cells.column("rules.turn-limit").unwrap().str().unwrap().iter().flatten().collect::<Vec<_>>();
        assert_eq!(levels, ["4", "4", "4", "8", "8", "8"]);
        // Every cell has as many engagements, so the mean of the means is the mean.
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a} {b}");
        close(sum(&cells, "score") / 6.0, sum(&engagements, "score") / 1800.0);
        close(sum(&cells, "turns") / 6.0, sum(&engagements, "turns") / 1800.0);
        close(sum(&cells, "lost_b") / 6.0, sum(&engagements, "lost_b") / 1800.0);
        close(sum(&classes, "luck"), sum(&engagements, "luck"));
        close(sum(&units, "destroyed"), sum(&classes, "lost_a") + sum(&classes, "lost_b"));
        close(sum(&units, "destroyed"), sum(&units, "lost"));
        // Every hit loses a coin, and is counted under its rule; what is left is counted of each list.
        let times = rules.column("times").unwrap().u64().unwrap();
        close(times.iter().flatten().step_by(2).sum::<u64>() as f64, sum(&units, "lost"));
        assert_eq!((rules.height(), counts.height()), (6 * 2, 6 * 2));
        close(sum(&counts, "mean") / 6.0, (sum(&engagements, "alive_a") + sum(&engagements, "alive_b")) / 1800.0);
        assert!(sum(&counts, "low") < sum(&counts, "mean") && sum(&counts, "mean") < sum(&counts, "high"));
        // A coin is a point and a unit, and what is played for is those of the enemy.
        close(sum(&states, "value"), sum(&states, "units"));
        let number = |frame: &DataFrame, column: &str, row: usize| {
            frame.column(column).unwrap().cast(&DataType::Float64).unwrap().f64().unwrap().get(row).unwrap()
        };
        let last = (0..states.height()).rev().find(|row| number(&states, "cell", *row) == 0.0).unwrap();
        assert_eq!((number(&states, "turn", 0), number(&states, "turn", last)), (1.0, 4.0), "four turns at most");
        let [ends_a, ends_b] = [last - 1, last].map(|row| number(&states, "value", row));
        close(ends_a, number(&counts, "mean", 0));
        close(ends_b, number(&counts, "mean", 1));
        let coins = (sum(&engagements, "units_a") / 1800.0, number(&states, "objective", last - 1) + ends_b);
        assert!(coins.1 <= 6.0 && coins.0 > 0.0, "{coins:?}");
        // All coins are lost in throws, which each side has for itself: those of the enemy in its own.
        let phases = frame("phases.parquet");
        assert_eq!(phases.height(), 6 * 2 * (1 + 3), "set-up is shared");
        close(number(&phases, "pairs", 0), 150.0);
        let of = |phase: &str, whose: &str, column: &str| -> f64 {
            let is = |row: &usize| {
                let text = |column: &str| phases.column(column).unwrap().str().unwrap().get(*row).unwrap();
                (text("phase"), text("whose")) == (phase, whose)
            };
            (0..phases.height()).filter(is).map(|row| number(&phases, column, row)).sum()
        };
        close(of("throw", "all", "lost"), sum(&cells, "lost_a") + sum(&cells, "lost_b"));
        close(of("throw", "own", "destroyed"), of("throw", "all", "lost"));
        close(of("throw", "enemy", "lost"), of("throw", "all", "lost"));
        close(of("throw", "own", "lost") + of("throw", "all", "swing") + of("set-up", "all", "lost"), 0.0);
        let [swing, low, high, spread] =
            ["swing", "swing_low", "swing_high", "swing_sd"].map(|column| number(&phases, column, 2));
        close(swing, number(&cells, "swing", 0));
        assert!(low < swing && swing < high && spread > 0.0, "{low} {swing} {high} {spread}");
        let leads = frame("leads.parquet");
        close(sum(&leads, "over"), 1800.0);
        // Every game goes on after each of its turns but the last.
        let going = sum(&leads, "lost") + sum(&leads, "drawn") + sum(&leads, "won");
        close(going, sum(&classes, "turns") - 1800.0);
        close(sum(&cells, "swing"), sum(&cells, "lost_b") - sum(&cells, "lost_a"));
        close(sum(&cells, "ended_broke") + sum(&cells, "ended_limit"), 1800.0);
        close(sum(&cells, "ww") + sum(&cells, "ll"), sum(&cells, "j22") + sum(&cells, "j00"));

        let csv = fs::read_to_string(folder.path().join("cells.csv")).unwrap();
        assert!(csv.starts_with("cell,list_a,list_b,doctrine_a,"));
        assert_eq!(csv.lines().count(), 7);
        let pairs = engagements.column("pair").unwrap().u64().unwrap().iter().flatten().collect::<Vec<_>>();
        assert!(pairs.chunks(300).all(|cell| cell.iter().copied().eq((0..300).map(|game| game / 2))));
    }

    #[test]
    fn files_are_the_same_to_the_byte_for_any_number_of_threads() {
        let folder = tempfile::tempdir().unwrap();
        let (one, four) = (folder.path().join("one"), folder.path().join("four"));
        published(one.clone(), 1);
        published(four.clone(), 4);
        let files = [
            "cells.parquet",
            "cells.csv",
            "classes.parquet",
            "leads.parquet",
            "units.parquet",
            "units.csv",
            "rules.csv",
            "counts.csv",
            "states.csv",
            "states.parquet",
            "phases.csv",
            "phases.parquet",
            "engagements.parquet",
        ];
        for file in files {
            assert!(fs::read(one.join(file)).unwrap() == fs::read(four.join(file)).unwrap(), "{file}");
        }
    }

    #[test]
    fn every_column_is_documented() {
        let folder = tempfile::tempdir().unwrap();
        published(folder.path().to_owned(), 2);
        let text = include_str!("../../reports/README.md");
        for name in ["cells", "classes", "leads", "units", "rules", "counts", "states", "phases", "engagements"] {
            let after = text.split_once(&format!("## `{name}`")).unwrap().1;
            let section = after.split("\n## ").next().unwrap();
            let keys = text.split_once("## Columns that say which cell").unwrap().1.split("\n## ").next().unwrap();
            for column in read(&folder.path().join(format!("{name}.parquet"))).get_column_names() {
                let column = column.as_str();
                let written = [section, keys].iter().any(|part| part.contains(&format!("`{column}`")));
                let open_ended = ["rules.", "codex.", "ended_"].iter().any(|family| column.starts_with(family));
                let joint = name == "classes" && column.starts_with('j');
                assert!(written || open_ended || joint, "`{column}` of {name} is not in reports/README.md");
            }
        }
    }
}
