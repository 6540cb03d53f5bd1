//! `evenodds play --from`, `--blunders` and `--situation --rollouts`: a game played on from a line of its trace, the choices
//! of a game that cost most, and a position played on.

use std::cmp::Reverse;
use std::ops::Range;
use std::path::PathBuf;
use std::str::FromStr;

use rayon::prelude::*;
use serde_json::Value;

use crate::analysis::Score;
use crate::cli::comparison_block::percent;
use crate::cli::diagnostics::Failure;
use crate::cli::files;
use crate::cli::replay::Replay;
use crate::dice::Address;
use crate::game::{
    Appraisal, Candidate, Decisions, Diagnostic, Engagement, Narration, PlayedOn, PositionPlayers, Results, Ruleset,
    Side, Source,
};
use crate::report::table::{Column, Datum, Table};

/// Confidence of every interval.
const CONFIDENCE: f64 = 0.95;

/// Rollouts that one call plays: enough that playing up to the position hardly counts.
const BLOCK: u64 = 32;

/// Rollouts by which alternatives are sorted before the worst choices are looked at closely.
const FIRST_LOOK: u64 = 16;

/// Choices looked at closely for each one that is named.
const CLOSE_LOOKS: usize = 4;

/// A line of a trace: of the game that the lists play, or of a trace that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceLine {
    file: Option<PathBuf>,
    line: usize,
}

impl FromStr for TraceLine {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (file, line) = match text.rsplit_once(':') {
            Some((file, line)) if !file.is_empty() => (Some(PathBuf::from(file)), line),
            _ => (None, text),
        };
        match line.parse() {
            Ok(line @ 1..) => Ok(Self { file, line }),
            _ => Err("allowed: the number of a line of the trace, from 1, or FILE:LINE".to_owned()),
        }
    }
}

impl TraceLine {
    /// The game that the trace is of: where it was written to a file, the address that stands in it.
    ///
    /// # Errors
    /// A file that cannot be read, or is no trace.
    pub fn place(&self, replay: &mut Replay) -> Result<Vec<Value>, Failure> {
        let Some(path) = &self.file else { return Ok(Vec::new()) };
        let source = files::read(path)?;
        let complain = |line: usize, what: &str| {
            Failure::from(Diagnostic::new(format!("line {line}: {what}")).within(&source.name))
        };
        let lines = source.text.lines().take(self.line).enumerate();
        let read = |(at, line)| serde_json::from_str(line).map_err(|_| complain(at + 1, "not an event of a trace"));
        let events = lines.map(read).collect::<Result<Vec<Value>, Failure>>()?;
        let of = |key: &str| events.first().and_then(|battle| battle[key].as_u64());
        let swapped = events.first().and_then(|battle| battle["swapped"].as_bool());
        match (of("seed"), of("cell"), of("pair"), swapped) {
            (Some(seed), Some(cell), Some(pair), Some(swapped)) => {
                (replay.address, replay.swapped) = (Address { seed, cell, pair }, swapped);
                Ok(events)
            }
            _ => Err(complain(1, "no address of a game, as `play --trace` writes it")),
        }
    }
}

/// Plays a game on from a line of its trace, and says how it ends.
///
/// # Errors
/// A line that is not of the game, or comes after its last decision.
pub fn play_on(replay: &Replay, from: &TraceLine, written: &[Value], rollouts: u64) -> Result<Table, Failure> {
    let simulator = replay.ruleset.prepare(&replay.setup)?;
    let engagement = Engagement { address: replay.address, swapped: replay.swapped };
    let told = simulator.narrate(engagement.address, engagement.swapped);
    if let Some(at) = written.iter().zip(&told.trace).position(|(written, told)| written != told) {
        let message = format!("line {} is not what these lists play there by these rules", at + 1);
        return Err(Diagnostic::new(message).within("--from").into());
    }
    let line = from.line;
    let wanting = || {
        let fault = Diagnostic::new(format!("nothing is left to decide at line {line}")).within("--from");
        Failure::from(fault.allowing([format!("lines of the trace, 1 to {}", told.trace.len())]))
    };
    let results = blocks(0..rollouts).map(|block| simulator.play_on(engagement, line, block));
    let results = results.collect::<Option<Vec<PlayedOn>>>().ok_or_else(wanting)?;
    let at = results[0].from.clone();
    let mut sum = Results::default();
    results.iter().for_each(|played| played.results.iter().zip(&mut sum).for_each(|(n, sum)| *sum += n));
    let names = names(&told);
    let list_of_a = if at.side == Side::A { at.list } else { 1 - at.list };
    let title = format!(
        "From line {}, {}, {} (side {}) to choose: {} games played on",
        at.line,
        turn(at.turn),
        names[at.side.index()],
        at.side.letter(),
        Datum::count(rollouts).text,
    );
    let columns = vec![
        Column::words("list", "List"),
        Column::words("side", "Side"),
        Column::numbers("won", "Won"),
        Column::numbers("drawn", "Drawn"),
        Column::numbers("lost", "Lost"),
        Column::numbers("score", "Score"),
        Column::reading("95% interval"),
        Column::data("low"),
        Column::data("high"),
        Column::data("line"),
        Column::data("turn"),
        Column::data("to_choose"),
    ];
    let mut table = Table::new(title, columns);
    for side in Side::BOTH {
        let list = if side == Side::A { list_of_a } else { 1 - list_of_a };
        let [lost, drawn, won] = if list == 0 { sum } else { [sum[2], sum[1], sum[0]] };
        let score = score_of(&[lost, drawn, won])?;
        table.push(vec![
            Datum::words(names[side.index()].as_str()),
            Datum::words(side.letter()),
            Datum::count(won),
            Datum::count(drawn),
            Datum::count(lost),
            Datum::number(score.score, percent(score.score, 0)),
            Datum::reading(interval(score.interval.low, score.interval.high)),
            Datum::data(score.interval.low),
            Datum::data(score.interval.high),
            Datum::data(at.line as u64),
            Datum::data(at.turn),
            Datum::data(at.side.letter()),
        ]);
    }
    Ok(table)
}

/// Plays on from where a situation ends: how the choice of whoever is to choose fares, and those that other scripts would make.
///
/// # Errors
/// What is wrong with the situation or with the players.
pub fn from_situation(
    ruleset: &dyn Ruleset,
    file: &Source,
    players: &PositionPlayers,
    rollouts: u64,
) -> Result<Table, Failure> {
    let parts = blocks(0..rollouts).map(|block| ruleset.appraise_situation(file, players, block));
    let parts = parts.collect::<Result<Vec<Appraisal>, _>>()?;
    let mut parts = parts.into_iter();
    let Appraisal { at, mut candidates } = parts.next().expect("there is a block");
    for part in parts {
        for (sum, candidate) in candidates.iter_mut().zip(part.candidates) {
            sum.results.iter_mut().zip(candidate.results).for_each(|(sum, games)| *sum += games);
            sum.gains.iter_mut().zip(candidate.gains).for_each(|(sum, games)| *sum += games);
        }
    }
    let [own, others] = [at.side, at.side.other()].map(|side| &players.doctrines[side.index()]);
    let title = format!(
        "From the end of {}, {}, side {} ({own}) to choose against {others}: {} games played on after each choice",
        file.stem().unwrap_or(&file.name),
        turn(at.turn),
        at.side.letter(),
        Datum::count(rollouts).text,
    );
    let columns = vec![
        Column::words("choice", "Choice"),
        Column::numbers("won", "Won"),
        Column::numbers("drawn", "Drawn"),
        Column::numbers("lost", "Lost"),
        Column::numbers("score", "Score"),
        Column::reading("95% interval"),
        Column::data("low"),
        Column::data("high"),
        Column::numbers("gain", "Gain"),
        Column::reading("95% interval of the gain"),
        Column::data("gain_low"),
        Column::data("gain_high"),
        Column::data("to_choose"),
        Column::data("turn"),
    ];
    let mut table = Table::new(title, columns);
    for (place, Candidate { choice, results: [lost, drawn, won], gains }) in candidates.iter().enumerate() {
        let (score, difference) = (score_of(&[*lost, *drawn, *won])?, score_of(gains)?);
        let [mean, low, high] =
            [difference.score, difference.interval.low, difference.interval.high].map(|share| 2.0 * share - 1.0);
        let is_own = place == 0;
        table.push(vec![
            Datum::value(choice.clone(), in_words(choice)),
            Datum::count(*won),
            Datum::count(*drawn),
            Datum::count(*lost),
            Datum::number(score.score, percent(score.score, 0)),
            Datum::reading(interval(score.interval.low, score.interval.high)),
            Datum::data(score.interval.low),
            Datum::data(score.interval.high),
            Datum::number(mean, if is_own { "its own".to_owned() } else { points(mean) }),
            Datum::reading(if is_own { String::new() } else { format!("[{}, {}]", points(low), points(high)) }),
            Datum::data(low),
            Datum::data(high),
            Datum::data(at.side.letter()),
            Datum::data(at.turn),
        ]);
    }
    Ok(table)
}

/// The choices of a game that cost most, `most` at most, each beside the best of those that other scripts would have made.
///
/// All alternatives are sorted by a few rollouts; the worst choices are looked at closely by others, and those that cost
/// most then are played on once more, on fresh dice: no figure that is printed had a part in the choice of what is printed.
///
/// # Errors
/// What is wrong with the cell.
pub fn blunders(replay: &Replay, most: usize, rollouts: u64) -> Result<Table, Failure> {
    let simulator = replay.ruleset.prepare(&replay.setup)?;
    let engagement = Engagement { address: replay.address, swapped: replay.swapped };
    let told = simulator.narrate(engagement.address, engagement.swapped);
    let glance = FIRST_LOOK.min(rollouts);
    let appraise = |decisions: &[u64], rollouts: Range<u64>| {
        simulator.appraise(engagement, &Decisions::These(decisions.to_vec()), rollouts)
    };
    let all = simulator.appraise(engagement, &Decisions::All, 0..0);
    let numbers: Vec<u64> = all.iter().filter(|one| !one.candidates.is_empty()).map(|one| one.at.decision).collect();
    let share = numbers.len().div_ceil(8 * rayon::current_num_threads()).max(1);
    let glances: Vec<Appraisal> = numbers.par_chunks(share).flat_map_iter(|some| appraise(some, 0..glance)).collect();
    let suspects = costliest(glances.iter().filter_map(best_alternative).collect(), CLOSE_LOOKS * most);
    let look_again = |suspects: &[Suspect], rollouts: Range<u64>| -> Vec<(Appraisal, usize)> {
        let look = |suspect: &Suspect| {
            let better = suspect.better;
            appraise(&[suspect.decision], rollouts.clone()).into_iter().map(move |appraisal| (appraisal, better))
        };
        suspects.par_iter().flat_map_iter(look).collect()
    };
    let close = look_again(&suspects, glance..glance + rollouts);
    let found = close.iter().map(|(appraisal, better)| Suspect::of(appraisal, *better)).filter(|one| one.gain > 0);
    let costly = costliest(found.collect(), most);
    let mut looks = look_again(&costly, glance + rollouts..glance + 2 * rollouts);
    // What only seemed to cost something is no blunder.
    looks.retain(|(appraisal, better)| gain(&appraisal.candidates[*better].gains) > 0);
    // The sort is stable: of equals the one that seemed costlier comes first.
    looks.sort_by_key(|(appraisal, better)| Reverse(gain(&appraisal.candidates[*better].gains)));
    blunder_table(&told, &numbers, &looks, rollouts)
}

/// What to say below the choices of [`blunders`] when not one of them is shown to have cost anything.
pub fn none_is_shown(table: &Table) -> Option<&'static str> {
    let low = table.columns.iter().position(|column| column.key == "low")?;
    let shown = table.rows.iter().any(|row| row[low].value.as_f64().is_some_and(|low| low > 0.0));
    (!shown).then_some(
        "Not one of these is shown to have cost anything: every interval holds 0, or what is below. More --rollouts tell more.",
    )
}

/// A choice beside the best alternative.
#[derive(Clone, Copy, Debug)]
struct Suspect {
    decision: u64,
    /// The alternative, by its place among the candidates.
    better: usize,
    /// Half games gained by it.
    gain: i64,
}

impl Suspect {
    fn of(appraisal: &Appraisal, better: usize) -> Self {
        Self { decision: appraisal.at.decision, better, gain: gain(&appraisal.candidates[better].gains) }
    }
}

/// Those of which the alternatives gained most; of equals the earlier ones.
fn costliest(mut suspects: Vec<Suspect>, most: usize) -> Vec<Suspect> {
    suspects.sort_by_key(|suspect| (Reverse(suspect.gain), suspect.decision));
    suspects.truncate(most);
    suspects
}

fn blunder_table(
    told: &Narration,
    numbers: &[u64],
    looks: &[(Appraisal, usize)],
    rollouts: u64,
) -> Result<Table, Failure> {
    let names = names(told);
    let title = format!(
        "Of {} choices for which a script knew another: those that cost most, by {} games played on from each",
        Datum::count(numbers.len() as u64).text,
        Datum::count(rollouts).text,
    );
    let columns = vec![
        Column::numbers("line", "Line"),
        Column::numbers("turn", "Turn"),
        Column::words("list", "List"),
        Column::words("side", "Side"),
        Column::words("choice", "Choice"),
        Column::numbers("score", "Score"),
        Column::words("better", "Best of the others"),
        Column::numbers("better_score", "Score then"),
        Column::numbers("gain", "Gain"),
        Column::reading("95% interval"),
        Column::data("low"),
        Column::data("high"),
    ];
    let mut table = Table::new(title, columns);
    for (Appraisal { at, candidates }, better) in looks {
        let [made, better] = [&candidates[0], &candidates[*better]];
        let scores = [score_of(&made.results)?, score_of(&better.results)?];
        let difference = score_of(&better.gains)?;
        let [mean, low, high] =
            [difference.score, difference.interval.low, difference.interval.high].map(|share| 2.0 * share - 1.0);
        let choice = |choice: &Value| Datum::value(choice.clone(), in_words(choice));
        table.push(vec![
            // The choice itself is the next line.
            Datum::count(at.line as u64 + 1),
            Datum::count(at.turn.into()),
            Datum::words(names[at.side.index()].as_str()),
            Datum::words(at.side.letter()),
            choice(&made.choice),
            Datum::number(scores[0].score, percent(scores[0].score, 0)),
            choice(&better.choice),
            Datum::number(scores[1].score, percent(scores[1].score, 0)),
            Datum::number(mean, points(mean)),
            Datum::reading(format!("[{}, {}]", points(low), points(high))),
            Datum::data(low),
            Datum::data(high),
        ]);
    }
    Ok(table)
}

/// Blocks of rollouts, to be played side by side.
fn blocks(all: Range<u64>) -> impl ParallelIterator<Item = Range<u64>> {
    let end = all.end;
    let starts: Vec<u64> = all.step_by(BLOCK as usize).collect();
    starts.into_par_iter().map(move |start| start..end.min(start + BLOCK))
}

/// A decision in which some alternative fared better, with the best of them.
fn best_alternative(appraisal: &Appraisal) -> Option<Suspect> {
    let others = (1..appraisal.candidates.len()).map(|at| Suspect::of(appraisal, at));
    // Of equals the first.
    let best = others.max_by_key(|suspect| (suspect.gain, Reverse(suspect.better)))?;
    (best.gain > 0).then_some(best)
}

/// Half games gained.
fn gain(gains: &[u64; 5]) -> i64 {
    gains.iter().zip(-2..).map(|(games, halves): (&u64, i64)| *games as i64 * halves).sum()
}

fn score_of(counts: &[u64]) -> Result<Score, Failure> {
    Score::from_counts(counts, CONFIDENCE).map_err(|error| Failure::Work(error.to_string()))
}

/// Names of the lists by side.
fn names(told: &Narration) -> [String; 2] {
    // What is drawn before the set-up may come before it.
    let lists = told.trace.iter().find(|event| event["event"] == "battle").map(|battle| &battle["lists"]);
    Side::BOTH.map(|side| lists.and_then(|lists| lists[side.letter()].as_str()).unwrap_or_default().to_owned())
}

fn turn(turn: u16) -> String {
    if turn == 0 { "set-up".to_owned() } else { format!("turn {turn}") }
}

fn points(share: f64) -> String {
    format!("{:+.0}", 100.0 * share)
}

fn interval(low: f64, high: f64) -> String {
    format!("[{:.0}, {:.0}]", 100.0 * low, 100.0 * high)
}

/// A choice as traces tell it, in a line: `move A:chuck, path (3,4) (4,4)`.
fn in_words(choice: &Value) -> String {
    let Some(fields) = choice.as_object() else { return choice.to_string() };
    let said = fields.iter().filter(|(_, value)| !matches!(value, Value::Null | Value::Bool(false)));
    let word = |(key, value): (&String, &Value)| match value {
        Value::Bool(true) => key.clone(),
        value => format!("{key} {}", value_in_words(value)),
    };
    match (fields.len(), fields.iter().next()) {
        // A flag alone says what it is about even where it is not set.
        (1, Some((key, Value::Bool(false)))) => format!("not {key}"),
        _ => said.map(word).collect::<Vec<String>>().join(", "),
    }
}

fn value_in_words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) if !items.is_empty() && items.iter().all(Value::is_number) => {
            format!("({})", items.iter().map(Value::to_string).collect::<Vec<String>>().join(","))
        }
        Value::Array(items) => items.iter().map(value_in_words).collect::<Vec<String>>().join(" "),
        Value::Object(_) => in_words(value),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_line_may_be_of_a_file() {
        let line = |file: Option<&str>, line| TraceLine { file: file.map(PathBuf::from), line };
        assert_eq!("120".parse(), Ok(line(None, 120)));
        assert_eq!("game.jsonl:7".parse(), Ok(line(Some("game.jsonl"), 7)));
        assert_eq!("C:/a.jsonl:7".parse(), Ok(line(Some("C:/a.jsonl"), 7)));
        for wrong in ["", "0", "-1", "game.jsonl", "game.jsonl:", ":7", "7:x"] {
            assert!(wrong.parse::<TraceLine>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn choices_are_told_in_a_line() {
        for (choice, words) in [
            (json!({ "move": "A:chuck", "path": [[3, 4], [4, 4]], "exit": false }), "move A:chuck, path (3,4) (4,4)"),
            (json!({ "stand": false }), "not stand"),
            (json!({ "fire": true }), "fire"),
            (json!({ "end": "movement" }), "end movement"),
            (json!({ "shoot": "A:chuck", "at": null, "route": [{ "ahead": 2.5 }] }), "shoot A:chuck, route ahead 2.5"),
        ] {
            assert_eq!(in_words(&choice), words);
        }
    }

    #[test]
    fn the_best_alternative_gains_most_half_games() {
        assert_eq!(gain(&[1, 0, 5, 0, 3]), 4);
        assert_eq!(gain(&[0, 2, 0, 1, 0]), -1);
    }
}
