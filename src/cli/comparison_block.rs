//! The comparison block: how two lists stand to each other by one cell, in numbers, as a block, in a sentence.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use crate::analysis::relevance::{MARGIN, order_holds};
use crate::analysis::rounding::{count, fixed, percent_within, signed};
use crate::analysis::sprt::{Sprt, SprtState};
use crate::analysis::{Interval, LuckAdjusted, Pairing, Score, rounding};
use crate::charts::Estimate;
use crate::experiment::{ListSummary, Manifest, Measured, Quantity, Run, Stop};
use crate::game::visible;
use crate::outcomes::{Cell, CellKey, Stopped};
use crate::report::bbcode::WIDTH;
use crate::report::columns;
use crate::report::discord;
use crate::report::format::Format;
use crate::report::markdown::Markdown;
use crate::report::markup::Markup as _;
use crate::report::{self, FEW_PAIRS, LOPSIDED, Scope, ScoreWording, are_unequal, told_points};

/// Confidence of all intervals.
const CONFIDENCE: f64 = 0.95;

/// Columns of the names of lines.
const NAMES: usize = 14;

/// Bytes after which the contents of a list are cut short.
const LONGEST_SIDE: usize = 230;

/// The line of the bar goes without a name.
const BAR: &str = "";

/// Line of the score without luck.
const ADJUSTED: &str = "Luck-adjusted";

/// Line of what pairs saved.
const PAIRING: &str = "Pairing";

/// Lines of what the lists have left.
const LEFT: &str = "Left by turn";

/// Line of the value that both lists lose.
const LOST: &str = "Value lost";

/// What is said behind the pairs of what did not come to its end.
const BROKEN_OFF: &str = " (broken off)";

/// Most turns that have a column of their own there.
const TURNS: usize = 30;

/// Lines that a post with little room does without, in the order in which they go.
const DETAILS: [&str; 7] = [LEFT, PAIRING, ADJUSTED, BAR, LOST, "First list", "Second list"];

/// The statistics of one cell.
#[derive(Clone, Debug)]
pub struct ComparisonBlock<'c> {
    cell: &'c Cell,
    manifest: &'c Manifest,
    score: Score,
    pairing: Pairing,
    /// Score of whoever has the first seat.
    first_seat: Option<Estimate>,
    /// None when there is too little to adjust.
    luck: Option<LuckAdjusted>,
    /// Share of games that were drawn.
    draws: f64,
    /// The same with its interval.
    drawn: Option<Estimate>,
    /// Mean number of turns of a game.
    turns: Option<Estimate>,
    /// Shares of their value that the first-named list and the other lose.
    lost: [Option<Measured>; 2],
    finding: ScoreWording,
    /// Pairs that it still takes to know whether the score matters, where that is not known; none beyond counting.
    more_pairs: Option<u64>,
    /// The test that was run, if one was.
    sprt: Option<Sprt>,
    /// What the interval covers.
    scope: Scope,
    /// The same lists when both look ahead, where that was played.
    pub stronger_hands: Option<StrongerHands>,
}

/// The score of the first-named list when both lists look ahead.
#[derive(Clone, Copy, Debug)]
pub struct StrongerHands {
    score: Score,
    /// Whether it was broken off.
    interrupted: bool,
}

impl StrongerHands {
    /// That of a cell; none when no pair was played.
    #[must_use]
    pub fn of(cell: &Cell) -> Option<Self> {
        let pairing = Pairing::of(&cell.tally.joint()).ok()?;
        let score = Score::from_counts(&pairing.pentanomial, CONFIDENCE).ok()?;
        Some(Self { score, interrupted: cell.stopped == Stopped::Interrupted })
    }

    /// All numbers, beside the interval of the scripts' score.
    fn to_json(self, scripts: Interval) -> Value {
        let Score { score, units, interval: Interval { low, high }, .. } = self.score;
        json!({ "score": score, "low": low, "high": high, "pairs": units, "order_holds": self.holds(scripts), "interrupted": self.interrupted })
    }

    /// Whether the order of the lists is the one that scripts lead to: none where either interval holds an even score.
    fn holds(&self, scripts: Interval) -> Option<bool> {
        order_holds(scripts, self.score.interval)
    }
}

impl<'c> ComparisonBlock<'c> {
    /// The standing of a cell of a run; none when no pair was played.
    #[must_use]
    pub fn of(cell: &'c Cell, run: &'c Run) -> Option<Self> {
        let manifest = &run.manifest;
        let stop = manifest.stop;
        let pairing = Pairing::of(&cell.tally.joint()).ok()?;
        let counts = pairing.pentanomial;
        let score = stop.score(&counts, CONFIDENCE).ok()?;
        let drawn: u64 = cell.tally.endings.iter().map(|results| results[1]).sum();
        let Interval { low, high } = score.interval;
        let luck = LuckAdjusted::of(&cell.tally.classes, CONFIDENCE).ok();
        Some(Self {
            cell,
            manifest,
            luck: luck.map(|luck| luck.as_wide_as(score.interval, &counts, CONFIDENCE)),
            draws: drawn as f64 / score.games as f64,
            drawn: report::drawn_share([cell], manifest.luck),
            turns: report::mean_turns([cell]),
            lost: [Quantity::Lost, Quantity::Destroyed].map(|quantity| quantity.in_cell(&cell.tally)),
            finding: ScoreWording::of(Estimate { score: score.score, low, high }),
            more_pairs: stop.more_units(&counts, MARGIN, CONFIDENCE).ok().flatten(),
            sprt: if let Stop::Sprt { hypotheses, .. } = stop { Sprt::of(&counts, &hypotheses).ok() } else { None },
            scope: Scope::of(run),
            stronger_hands: None,
            first_seat: report::first_seat([cell], manifest.luck),
            score,
            pairing,
        })
    }

    /// All numbers, under the names of the data frames.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let (key, manifest) = (&self.cell.key, self.manifest);
        let mut value = json!({
            "ruleset": manifest.ruleset,
            "list_a": key.list_a,
            "list_b": key.list_b,
            "doctrine_a": key.doctrine_a,
            "doctrine_b": key.doctrine_b,
            "scenario": key.scenario,
            "battlefield": key.battlefield,
            "factors": key.factors.iter().map(|(name, level)| (name.clone(), Value::from(level.as_str()))).collect::<Map<_, _>>(),
            "score": self.score.score,
            "low": self.score.interval.low,
            "high": self.score.interval.high,
            "std_error": self.score.std_error,
            "effective_games": self.score.effective_games,
            "elo": self.score.elo,
            "elo_low": self.score.elo_low,
            "elo_high": self.score.elo_high,
            "pairs": self.score.units,
            "pentanomial": self.pairing.pentanomial,
            "joint": self.cell.tally.joint(),
            "first_seat_score": self.pairing.first_seat_score,
            "draws": self.draws,
            "variance_ratio": self.pairing.variance_ratio,
            "saved_by_swap": self.pairing.saved_by_swap,
            "saved_by_seeds": self.pairing.saved_by_seeds,
            "luck_adjusted": self.luck.map(|luck| luck.score),
            "luck_adjusted_low": self.luck.map(|luck| luck.interval.low),
            "luck_adjusted_high": self.luck.map(|luck| luck.interval.high),
            "saved_by_luck": self.luck.map(|luck| luck.explained),
            "verdict": self.finding.verdict().word(),
            "finding": self.finding.word(),
            "more_pairs": if self.is_open() { self.more_pairs } else { Some(0) },
            "sprt": self.sprt,
            "stop_rule": manifest.stop.to_string(),
            "stopped": self.cell.stopped,
            "engagements_per_second": manifest.timing.engagements_per_second,
            "seed": manifest.seed,
            "digest": manifest.digest,
            "command": manifest.command,
            "stronger_hands": self.stronger_hands.map(|hands| hands.to_json(self.score.interval)),
            "covers": self.scope.of_one_setting(),
            "caveats": self.caveats(),
        });
        let within = self.pairing.variance_ratio_within;
        value["variance_ratio_low"] = within.map(|within| within.low).into();
        value["variance_ratio_high"] = within.map(|within| within.high).into();
        value["draws_low"] = self.drawn.map(|drawn| drawn.low).into();
        value["draws_high"] = self.drawn.map(|drawn| drawn.high).into();
        value["first_seat_low"] = self.first_seat.map(|seat| seat.low).into();
        value["first_seat_high"] = self.first_seat.map(|seat| seat.high).into();
        value["turns"] = self.turns.map(|turns| turns.score).into();
        value["turns_low"] = self.turns.map(|turns| turns.low).into();
        value["turns_high"] = self.turns.map(|turns| turns.high).into();
        for (name, lost) in ["lost", "destroyed"].into_iter().zip(self.lost) {
            value[name] = lost.map(|lost| lost.value).into();
            value[format!("{name}_low")] = lost.map(|lost| lost.interval.low).into();
            value[format!("{name}_high")] = lost.map(|lost| lost.interval.high).into();
        }
        value["needs"] = json!(report::needed_files(manifest));
        value["points_a"] = self.points(&key.list_a).into();
        value["points_b"] = self.points(&key.list_b).into();
        value
    }

    /// What was asked.
    #[must_use]
    pub fn key(&self) -> &'c CellKey {
        &self.cell.key
    }

    /// Mean score of the first-named list.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.score.score
    }

    /// The interval of the score.
    #[must_use]
    pub fn interval(&self) -> Interval {
        self.score.interval
    }

    /// Pairs by their score, from 0 to 1 in quarters.
    #[must_use]
    pub fn counts(&self) -> [u64; 5] {
        self.pairing.pentanomial
    }

    /// The whole standing in lines of at most [`WIDTH`] columns, made to be pasted: what met, the answer, and last how to have it
    /// again. Of the formats for posts it is the same block, in a fence; for Discord it leaves detail out until it fits.
    #[must_use]
    pub fn block(&self, format: Format) -> String {
        let block = self.lines(&|_| true);
        match format {
            Format::Markdown => Markdown.verbatim(block.trim_end()).trim_end().to_owned() + "\n",
            Format::Bbcode => {
                let inner = block.replace("[/code", "(/code").replace("[code", "(code");
                format!("[code]\n{inner}[/code]\n")
            }
            Format::Discord => {
                let fits = |block: &String| discord::fenced(block).encode_utf16().count() <= discord::LONGEST;
                let without = |left_out: &[&str]| self.lines(&|name| !left_out.contains(&name));
                let shorter = (1..=DETAILS.len()).map(|n| without(&DETAILS[..n]));
                let block = std::iter::once(block.clone()).chain(shorter).find(fits);
                discord::fenced(&block.unwrap_or_else(|| without(&DETAILS)))
            }
            _ => block,
        }
    }

    /// The lines of the block whose names `wanted` lets through.
    fn lines(&self, wanted: &dyn Fn(&str) -> bool) -> String {
        let (key, manifest) = (&self.cell.key, self.manifest);
        let mut block = String::new();
        for line in columns::wrapped(&format!("{} v {}", visible(&key.list_a), visible(&key.list_b)), WIDTH) {
            let _ = writeln!(block, "{line}");
        }
        let mut put = |name: &str, lines: Vec<String>| {
            if wanted(name) {
                for (n, text) in lines.iter().enumerate() {
                    let name = if n == 0 { name } else { "" };
                    let _ = writeln!(block, "{}", format!("{name:<NAMES$}{text}").trim_end());
                }
            }
        };
        let text = |text: String| whole_intervals(&visible(&text), WIDTH - NAMES);
        put("Game", text(format!("{}, {} on {}", manifest.title, key.scenario, report::battlefield(&key.battlefield))));
        let sides = [(&key.list_a, &key.doctrine_a), (&key.list_b, &key.doctrine_b)];
        if sides[0] == sides[1] {
            put("Both lists", text(self.side(sides[0])));
        } else {
            put("First list", text(self.side(sides[0])));
            put("Second list", text(self.side(sides[1])));
        }
        put("Verdict", text(self.verdict()));
        let sure = if manifest.stop.is_sequential() { "95% at every look" } else { "95%" };
        let score = percent_within(self.score.score, self.score.interval);
        let elo = rounding::elo_within(&self.score);
        let attacks = if self.keeps_seats() { ", which attacks" } else { "" };
        put("Score", text(format!("{score} for {}{attacks} ({sure}), Elo {elo}", self.names()[0])));
        put(BAR, vec![bar(self.score.score, self.score.interval)]);
        put("Pairs", text(self.pairs()));
        if let (Some(test), Stop::Sprt { hypotheses, .. }) = (&self.sprt, manifest.stop) {
            put("Test", text(rounding::sprt_line(test, &hypotheses)));
        }
        let within = |drawn: Estimate| percent_within(drawn.score, Interval { low: drawn.low, high: drawn.high });
        let drawn = self.drawn.map_or_else(|| rounding::percent(self.draws, self.score.interval.half_width()), within);
        let length = self.turns.map_or_else(String::new, |turns| {
            // Where every game is as long as the other there is no error to round by.
            let told = if turns.low < turns.high {
                rounding::value_within(turns.score, Interval { low: turns.low, high: turns.high })
            } else {
                fixed(turns.score, 1)
            };
            format!("; games last {told} {}", manifest.length_unit)
        });
        put("Draws", text(format!("{drawn} of the games{length}")));
        // Where the first list always attacks, the score is that of the first seat.
        if let Some(seat) = self.first_seat.as_ref().filter(|_| !self.keeps_seats()) {
            let within = Interval { low: seat.low, high: seat.high };
            put("First seat", text(format!("scores {}", percent_within(seat.score, within))));
        }
        // What is left by turn says as much, without its interval.
        let asked = matches!(manifest.stop, Stop::Precision { of: Quantity::Lost | Quantity::Destroyed, .. });
        if asked
            && let [Some(own), Some(others)] = self.lost.map(|lost| Some(percent_within(lost?.value, lost?.interval)))
        {
            let [a, b] = self.names();
            let [a, b] = if a == b { ["the first".to_owned(), "the other".to_owned()] } else { [a, b] };
            put(LOST, text(format!("{own} by {a}, {others} by {b}")));
        }
        put(LEFT, self.left_by_turn());
        if let Some(luck) = self.luck {
            let score = percent_within(luck.score, luck.interval);
            let saved = if luck.explained > 0.0 {
                format!("{} of the pairs", whole(luck.explained))
            } else {
                "nothing".to_owned()
            };
            put(ADJUSTED, text(format!("{score}, which saves {saved}")));
        }
        // A list against itself scores one half in every pair, whatever is played.
        if sides[0] != sides[1]
            && let (Some(swap), Some(seeds), Some(Interval { low, high })) =
                (self.pairing.saved_by_swap, self.pairing.saved_by_seeds, self.pairing.variance_ratio_within)
        {
            let [swap, seeds] = [swap, seeds].map(|share| (100.0 * share).round() / 100.0);
            let [both, swap, seeds] = [swap + seeds, swap, seeds].map(whole);
            let [low, high] = [1.0 - high, 1.0 - low].map(|share| fixed(100.0 * share, 0));
            put(
                PAIRING,
                text(format!(
                    "saved {both} [{low}, {high}] of the games ({swap} by swapping seats, {seeds} by shared dice)"
                )),
            );
        }
        if let Some(hands) = self.stronger_hands {
            let order = match hands.holds(self.score.interval) {
                Some(true) => "the order of the lists holds",
                Some(false) => "the order of the lists turns round",
                None => "whether the order of the lists holds is open",
            };
            let score = percent_within(hands.score.score, hands.score.interval);
            let why = if hands.interrupted { BROKEN_OFF } else { "" };
            let pairs = count(hands.score.units);
            put("Looking ahead", text(format!("{score} in {pairs} pairs in which both do{why}: {order}")));
        }
        let mind = std::iter::once(format!("the interval {}", self.scope.of_one_setting())).chain(self.caveats());
        put("Mind", text(mind.collect::<Vec<_>>().join("; ")));
        let per_second = count(manifest.timing.engagements_per_second.round() as u64);
        let threads = counted(manifest.timing.threads as u64, "thread");
        put(
            "Run",
            text(format!(
                "Even Odds {}, seed {}, digest {}{}; {per_second} games/s on {threads}",
                manifest.version,
                manifest.seed,
                manifest.digest,
                if self.cell.stopped == Stopped::Interrupted {
                    " of what was played, which goes on when repeated"
                } else {
                    ""
                }
            )),
        );
        let needed: Vec<String> = report::needed_files(manifest).iter().map(ToString::to_string).collect();
        if !needed.is_empty() {
            put("Needs", text(needed.join("; ")));
        }
        put("Repeat", columns::command(&manifest.command, WIDTH - NAMES));
        block
    }

    /// A list with its points, its doctrine and what is in it.
    fn side(&self, (list, doctrine): (&String, &String)) -> String {
        let Some(known) = self.manifest.lists.iter().find(|known| known.key == *list) else { return doctrine.clone() };
        // A name that is that of another list says which it is.
        let is_shared = |other: &ListSummary| other.key != *list && [&other.name, &other.key].contains(&&known.name);
        let mut side = match known.name == *list {
            true => String::new(),
            false if self.manifest.lists.iter().any(is_shared) => format!("{} ({list}), ", known.name),
            false => format!("{}, ", known.name),
        };
        let _ = write!(side, "{} points, plays {doctrine}: ", told_points(known.cost));
        let kinds = known.units.len() + known.extras.len();
        for (n, (what, times)) in known.units.iter().chain(&known.extras).enumerate() {
            if side.len() > LONGEST_SIDE {
                let _ = write!(side, " and {} more", counted((kinds - n) as u64, "kind"));
                break;
            }
            let _ = write!(side, "{}{times} {what}", if n == 0 { "" } else { ", " });
        }
        side
    }

    /// Pairs by how both games of them went, without those that never came.
    fn pairs(&self) -> String {
        let [ll, ld, even, dw, ww] = self.pairing.pentanomial;
        let by_result = [
            ("both games lost", ll, true),
            ("one lost, one drawn", ld, ld > 0),
            ("even", even, true),
            ("one drawn, one won", dw, dw > 0),
            ("both won", ww, true),
        ];
        let told = by_result.iter().filter(|(_, _, told)| *told).map(|(name, n, _)| format!("{name} {}", count(*n)));
        format!("{}: {}{}", count(self.score.units), told.collect::<Vec<_>>().join("; "), self.why())
    }

    /// What each list has left of its points at the end of each turn, on average, as a line of columns: until nine games in ten
    /// are over. Nothing where games do not say it.
    fn left_by_turn(&self) -> Vec<String> {
        let tally = &self.cell.tally;
        let turns = tally.by_turn.turns();
        let Some(last) = report::last_turn(&tally.leads).filter(|_| !turns.is_empty()) else { return Vec::new() };
        let last = last.min(turns.len() - 1);
        let key = &self.cell.key;
        let both = self.names();
        let lists = if key.is_mirror() { &both[..1] } else { &both };
        let room = lists.iter().map(|list| visible(list).chars().count()).max().unwrap_or(0).min(TURNS);
        let line = |(side, list): (usize, &String)| {
            // What it fielded, by value as what is left: points paid for are another thing.
            let fielded: i64 = tally.classes.iter().map(|class| class.fielded[side]).sum();
            let all = fielded as f64 * tally.by_turn.pairs() as f64 / tally.pairs() as f64;
            if all <= 0.0 {
                return None;
            }
            let shares: Vec<f64> = turns[..=last].iter().map(|turn| turn[side][0].sum as f64 / all).collect();
            let name: String = visible(list).chars().take(room).collect();
            let end = whole(*shares.last()?);
            let turn = if side == 0 { format!(" after turn {}", last + 1) } else { String::new() };
            Some(format!("{name:room$}  {}  {end}{turn}", report::sparkline(&shares, TURNS)))
        };
        // One line without the other would mislead.
        lists.iter().enumerate().map(line).collect::<Option<_>>().unwrap_or_default()
    }

    /// The verdict in words.
    fn verdict(&self) -> String {
        let key = &self.cell.key;
        if key.is_mirror() && !self.keeps_seats() {
            return "a mirror: the same list and doctrine on both sides score one half by themselves".to_owned();
        }
        if self.is_mirror_by_another_name() {
            return "a mirror by another name: the same units and doctrine on both sides score one half by themselves"
                .to_owned();
        }
        let sides = match (key.list_a == key.list_b, key.doctrine_a == key.doctrine_b) {
            (true, true) => ["the attacker", "the defender"],
            (true, false) => [key.doctrine_a.as_str(), &key.doctrine_b],
            _ => [key.list_a.as_str(), &key.list_b],
        };
        let better = sides[usize::from(self.score.score < 0.5)];
        let points = |share: f64| signed(100.0 * share, 0).trim_start_matches('+').to_owned();
        let word = self.finding.word();
        let test = match self.sprt.map(|test| test.state) {
            Some(SprtState::AcceptH0) => "; the test accepts its first hypothesis",
            Some(SprtState::AcceptH1) => "; the test accepts its second hypothesis",
            _ => "",
        };
        let said = match self.finding {
            ScoreWording::Lopsided => format!("{word}: {better} is stronger by more than {} points", points(LOPSIDED)),
            ScoreWording::Leaning => format!("{word}: {better} is stronger by more than {} points", points(MARGIN)),
            ScoreWording::Even => format!("{word}: within {} points of 50%", points(MARGIN)),
            ScoreWording::Ahead => format!(
                "{word}: {better} is stronger, but whether by {} points takes {}",
                points(MARGIN),
                more(self.more_pairs)
            ),
            ScoreWording::Undecided => format!("{word}: it takes {}", more(self.more_pairs)),
        };
        said + test
    }

    /// What a reader should mind before believing the numbers, each within a sentence.
    fn caveats(&self) -> Vec<String> {
        let key = &self.cell.key;
        let mut caveats = Vec::new();
        if self.keeps_seats() {
            caveats.push(format!("{} attacks in every game, so that the score is of the attack too", key.list_a));
        }
        if self.score.units < FEW_PAIRS {
            let pairs =
                if self.score.units == 1 { "1 pair is".to_owned() } else { format!("{} pairs are", self.score.units) };
            caveats.push(format!("{pairs} few"));
        }
        if let (Some(a), Some(b)) = (self.points(&key.list_a), self.points(&key.list_b))
            && are_unequal(a, b)
        {
            caveats.push(format!("points differ, {} against {}", told_points(a), told_points(b)));
        }
        caveats
    }

    /// Points of a list, by the codex without varied prices.
    fn points(&self, list: &str) -> Option<f64> {
        self.manifest.lists.iter().find(|known| known.key == *list).map(|known| known.cost)
    }

    /// The lists, and where one list meets itself under other doctrines these too.
    fn names(&self) -> [String; 2] {
        let key = &self.cell.key;
        let sides = [(&key.list_a, &key.doctrine_a), (&key.list_b, &key.doctrine_b)];
        let alike = key.list_a == key.list_b && key.doctrine_a != key.doctrine_b;
        sides.map(|(list, doctrine)| if alike { format!("{list} by {doctrine}") } else { list.clone() })
    }

    /// Whether two lists of different names hold the same, and every pair came out even.
    fn is_mirror_by_another_name(&self) -> bool {
        let key = &self.cell.key;
        let [ll, ld, _, dw, ww] = self.pairing.pentanomial;
        let known = |list: &String| self.manifest.lists.iter().find(|known| known.key == *list);
        let contents = |list: &String| known(list).map(|known| (&known.units, &known.extras));
        key.list_a != key.list_b
            && key.doctrine_a == key.doctrine_b
            && ll + ld + dw + ww == 0
            && contents(&key.list_a).is_some()
            && contents(&key.list_a) == contents(&key.list_b)
    }

    /// Whether the first-named list attacks in every game.
    #[must_use]
    pub fn keeps_seats(&self) -> bool {
        self.cell.tally.keeps_seats
    }

    fn is_open(&self) -> bool {
        matches!(self.finding, ScoreWording::Ahead | ScoreWording::Undecided)
    }

    /// Why the cell stopped where it did, if that was not to be expected.
    fn why(&self) -> String {
        match (self.cell.stopped, self.manifest.stop) {
            (Stopped::Pairs | Stopped::Precision | Stopped::Decided, _) => String::new(),
            (Stopped::Cap, Stop::Precision { half_width, of, .. }) => format!(
                " (as many as were allowed; {} was to be known within {})",
                of.about(),
                of.width_in_words(half_width)
            ),
            (Stopped::Cap, _) => " (as many as were allowed)".to_owned(),
            (Stopped::Interrupted, _) => BROKEN_OFF.to_owned(),
        }
    }
}

/// The score on a line from 0 to 100: `#` in an interval of `=`, with a stroke at one half.
fn bar(score: f64, within: Interval) -> String {
    // An odd number of columns, so that one half has one of its own.
    const COLUMNS: usize = 57;
    let column = |share: f64| (share.clamp(0.0, 1.0) * (COLUMNS - 1) as f64).round() as usize;
    let [low, middle, half, high] = [within.low, score, 0.5, within.high].map(column);
    let sign = |c: usize| match c {
        c if c == middle => '#',
        c if c == half => '|',
        c if (low..=high).contains(&c) => '=',
        _ => '-',
    };
    format!("0 {} 100", (0..COLUMNS).map(sign).collect::<String>())
}

/// A text in lines of at most so many columns, none of which ends within brackets: an interval is not broken.
fn whole_intervals(text: &str, width: usize) -> Vec<String> {
    let mut within = false;
    let hold = |c: char| {
        within = if within { c != ']' } else { c == '[' };
        if within && c == ' ' { '\u{a0}' } else { c }
    };
    let held: String = text.chars().map(hold).collect();
    columns::wrapped(&held, width).into_iter().map(|line| line.replace('\u{a0}', " ")).collect()
}

/// So many of something.
fn counted(n: u64, what: &str) -> String {
    format!("{} {what}{}", count(n), if n == 1 { "" } else { "s" })
}

/// So many more pairs, in words. Forecasts hold to two digits at best.
fn more(pairs: Option<u64>) -> String {
    match pairs {
        Some(pairs) if pairs < 1_000_000_000 => {
            let unit = 10u64.pow(pairs.max(1).ilog10().saturating_sub(1));
            format!("about {} more pairs, if the score stays where it is", count(pairs.div_ceil(unit) * unit))
        }
        _ => "more pairs than anybody can play, if the score stays where it is".to_owned(),
    }
}

/// A share in whole per cent.
fn whole(share: f64) -> String {
    format!("{}%", fixed(100.0 * share, 0))
}

/// A share in per cent.
#[must_use]
pub fn percent(share: f64, digits: usize) -> String {
    format!("{:.digits$}%", 100.0 * share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::execute::{self, Keeping};
    use crate::experiment::fixture_game::Coins;
    use crate::experiment::{FileLookup, Plan, Spec};
    use crate::game::Source;

    #[test]
    fn forecasts_are_told_to_two_digits() {
        assert_eq!(more(Some(0)), "about 0 more pairs, if the score stays where it is");
        assert_eq!(more(Some(7)), "about 7 more pairs, if the score stays where it is");
        assert_eq!(more(Some(3_321)), "about 3,400 more pairs, if the score stays where it is");
        assert!(more(None).starts_with("more pairs than anybody"));
    }

    #[test]
    fn a_bar_has_the_score_in_its_interval_and_a_stroke_at_one_half() {
        let text = bar(0.25, Interval { low: 0.0, high: 0.5 });
        assert_eq!(text, format!("0 {}#{}|{} 100", "=".repeat(14), "=".repeat(13), "-".repeat(28)));
        assert_eq!(
            bar(1.0, Interval { low: 0.9, high: 1.0 }),
            format!("0 {}|{}======# 100", "-".repeat(28), "-".repeat(21))
        );
        assert!(bar(0.5, Interval { low: 0.5, high: 0.5 }).len() <= WIDTH - NAMES);
    }

    #[test]
    fn intervals_stay_on_one_line() {
        let lines = whole_intervals("31% [20, 41] for free-cd, Elo -142 [-242, -61]", 42);
        assert_eq!(lines, ["31% [20, 41] for free-cd, Elo -142", "[-242, -61]"]);
    }

    #[test]
    fn an_order_holds_where_both_intervals_lie_on_one_side() {
        let hands = |counts: [u64; 5]| StrongerHands {
            score: Score::from_counts(&counts, CONFIDENCE).unwrap(),
            interrupted: false,
        };
        let [ahead, behind] = [Interval { low: 0.55, high: 0.7 }, Interval { low: 0.2, high: 0.4 }];
        assert_eq!(hands([0, 0, 2, 0, 40]).holds(ahead), Some(true));
        assert_eq!(hands([0, 0, 2, 0, 40]).holds(behind), Some(false));
        assert_eq!(hands([20, 0, 2, 0, 20]).holds(ahead), None);
        assert_eq!(hands([40, 0, 2, 0, 0]).holds(Interval { low: 0.4, high: 0.6 }), None);
    }

    #[test]
    fn pairs_in_which_both_look_ahead_are_said_to_be_broken_off() {
        let text = "ruleset = \"coins\"\narmies = [\"weak\", \"strong\"]\nstop.pairs = 6".to_owned();
        let spec = Spec::read(&Source { name: "try.toml".into(), text }).unwrap();
        let plan = Plan::resolve(&spec, &Coins, &FileLookup::new(&Coins, vec!["/nowhere".into()])).unwrap();
        let run = execute::play(&plan, &Coins, Keeping::default()).unwrap();
        let told = |stopped: Stopped| {
            let mut block = ComparisonBlock::of(&run.cells[0], &run).unwrap();
            block.stronger_hands = StrongerHands::of(&Cell { stopped, ..run.cells[0].clone() });
            (block.block(Format::Table), block.to_json()["stronger_hands"]["interrupted"].clone())
        };
        let (whole, _) = told(Stopped::Pairs);
        assert!(whole.contains("in 6 pairs in which both do: ") && !whole.contains("broken off"), "{whole}");
        let (partial, interrupted) = told(Stopped::Interrupted);
        assert!(partial.contains("in 6 pairs in which both do (broken off): "), "{partial}");
        assert_eq!(interrupted, true);
    }
}
