//! What changes move: variants against their base, on common dice.

use super::cells::distinct;
use super::model::{Figure, Section};
use super::standings::{MatchUp, Standings, by_seat, five};
use super::table::{Column, Datum, Table};
use crate::analysis::multiple_testing::{Correction, adjust_p};
use crate::analysis::rounding::{fixed, p_value, percent, places, signed};
use crate::analysis::special::{student_two_sided, student_upper};
use crate::analysis::stopping::spent;
use crate::analysis::{Interval, PairedDifference, Score};
use crate::charts::{Whisker, Whiskers};
use crate::experiment::{Run, VARIANT};
use crate::outcomes::Cell;

/// Chance of seeing a move where there is none, over all of them and all looks.
const ALPHA: f64 = 0.05;

/// A move of less than this is nothing: half a point.
const NOTHING: f64 = 0.005;

/// What is said of a change under which nothing that is counted differs.
const NEVER: &str = "never in play";

/// The measure that is no match-up.
const FIRST_SEAT: &str = "The first seat";

/// More rows than this make no chart that anybody can read.
const MOST_ROWS: usize = 40;

/// What is said of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    /// It is shown that something moves.
    Moves,
    /// It is shown that nothing moves by more than [`NOTHING`].
    Nothing,
    /// Neither is shown.
    Open,
}

impl Said {
    fn word(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Nothing => "within half a point",
            Self::Open => "not yet known",
        }
    }
}

/// What a variant does to one measure.
struct Move {
    variant: String,
    /// What is measured, such as `The x against The y`.
    measure: String,
    /// The measure under the base and under the variant.
    values: [f64; 2],
    difference: PairedDifference,
    /// p-value of "it does not move", corrected for all moves (Holm) and for looks.
    p_adjusted: f64,
    /// Whether it is shown to move by less than [`NOTHING`] (two one-sided tests).
    nothing: bool,
    /// Pairs that were compared in each cell.
    pairs: u64,
}

/// Whether everything that is counted is the same in the cells of two variants, match-up by match-up.
fn alike(base: &[&Cell], changed: &[&Cell]) -> bool {
    let same = |(one, other): (&&Cell, &&Cell)| one.tally == other.tally && one.tally.pairs() > 0;
    !base.is_empty() && base.len() == changed.len() && base.iter().zip(changed).all(same)
}

impl Move {
    fn said(&self) -> Said {
        match (self.p_adjusted <= ALPHA, self.nothing) {
            (_, true) => Said::Nothing,
            (true, _) => Said::Moves,
            _ => Said::Open,
        }
    }

    /// Whether no class of pairs came out differently.
    fn is_still(&self) -> bool {
        self.difference.std_error == 0.0 && self.difference.mean_difference == 0.0
    }

    /// `+1.2 points (95% interval 0.8 to 1.6)`.
    fn points(&self) -> String {
        let Interval { low, high } = self.difference.interval;
        let places = places(100.0 * self.difference.interval.half_width().max(NOTHING));
        let [d, low, high] = [self.difference.mean_difference, low, high].map(|x| signed(100.0 * x, places));
        format!("{d} points (95% interval {low} to {high})")
    }
}

/// Everything that the variants of a run move.
pub struct Sensitivity {
    base: String,
    variants: Vec<String>,
    moves: Vec<Move>,
    /// Variants under which nothing that is counted differs from the base.
    idle: Vec<String>,
    /// Whether intervals and tests hold at every look.
    sequential: bool,
}

impl Sensitivity {
    /// Compares every variant of a run with the first; none when the run has no variants.
    pub fn of(run: &Run, standings: &Standings<'_>) -> Option<Self> {
        let place = run.manifest.factors.iter().position(|factor| factor == VARIANT)?;
        let level = |cell: &crate::outcomes::Cell| cell.key.factors[place].1.clone();
        let mut variants = distinct(run.cells.iter().map(level));
        if variants.len() < 2 {
            return None;
        }
        let base = variants.remove(0);
        let alpha = run.manifest.looks.map_or(ALPHA, |look| spent(ALPHA, look));
        let mut moves = Vec::new();
        for variant in &variants {
            for m in standings.contests() {
                let of = |name: &String| {
                    let cells = m.cells.iter().filter(|(cell, _)| level(cell) == *name).copied().collect();
                    MatchUp { a: m.a, b: m.b, cells, chance: m.chance }.classes()
                };
                let [a, b] = standings.names(m);
                moves.extend(compare(variant, format!("{a} against {b}"), &of(&base), &of(variant), alpha));
            }
            let seat = |name: &String| {
                let cells = run.cells.iter().filter(|cell| level(cell) == *name);
                let classes = |cell: &crate::outcomes::Cell| {
                    let reading = if cell.tally.keeps_seats { |joint| joint } else { by_seat };
                    cell.tally.classes.iter().map(|class| reading(class.joint)).collect::<Vec<_>>()
                };
                cells.map(classes).collect::<Vec<_>>()
            };
            moves.extend(compare(variant, FIRST_SEAT.to_owned(), &seat(&base), &seat(variant), alpha));
        }
        let p_values: Vec<f64> = moves.iter().map(|m: &Move| m.p_adjusted).collect();
        let adjusted = adjust_p(&p_values, Correction::Holm, ALPHA).ok()?.adjusted;
        moves.iter_mut().zip(adjusted).for_each(|(m, p)| m.p_adjusted = p);
        let cells = |name: &String| run.cells.iter().filter(|cell| level(cell) == *name).collect::<Vec<_>>();
        let idle = variants.iter().filter(|variant| alike(&cells(&base), &cells(variant))).cloned().collect();
        Some(Self { base, variants, moves, idle, sequential: run.manifest.looks.is_some() })
    }

    /// Whether of every measure it is known that it moves, or that it moves by next to nothing.
    pub fn is_decided(&self) -> bool {
        self.moves.iter().all(|m| m.said() != Said::Open)
    }

    /// How far the widest interval reaches to either side, as a share; none where nothing was compared.
    pub fn widest(&self) -> Option<f64> {
        self.moves.iter().map(|m| m.difference.interval.half_width()).max_by(f64::total_cmp)
    }

    fn of_variant<'s>(&'s self, variant: &'s str) -> impl Iterator<Item = &'s Move> {
        self.moves.iter().filter(move |m| m.variant == variant)
    }

    /// What becomes of a variant, all measures taken together.
    fn said(&self, variant: &str) -> Said {
        let said = |said: Said| self.of_variant(variant).filter(|m| m.said() == said).count();
        if said(Said::Moves) > 0 {
            Said::Moves
        } else if said(Said::Open) == 0 {
            Said::Nothing
        } else {
            Said::Open
        }
    }

    /// Whether a variant never came into play.
    fn is_idle(&self, variant: &str) -> bool {
        self.idle.iter().any(|idle| idle == variant)
    }

    /// Whether no score of a variant is different.
    fn is_still(&self, variant: &str) -> bool {
        self.of_variant(variant).all(Move::is_still)
    }

    /// The answer to what is changed by a change.
    pub fn headline(&self) -> Option<String> {
        if let [variant] = &self.variants[..] {
            return self.patch(variant);
        }
        let in_play = || self.variants.iter().filter(|variant| !self.is_idle(variant));
        let count = |said: Said| in_play().filter(|variant| self.said(variant) == said).count();
        let idle = match self.variants.len() - in_play().count() {
            0 => String::new(),
            idle => format!(", {idle} {NEVER}"),
        };
        let most = self.largest(self.moves.iter().filter(|m| m.said() == Said::Moves));
        let most = most.map_or_else(String::new, |m| {
            format!(" The largest move: with {}, {} by {}.", m.variant, lower(&m.measure), m.points())
        });
        Some(format!(
            "Of {} changes to the {}: {} shown to move a score, {} shown to move nothing by more than half a point, {} not yet known{idle}.{most}",
            self.variants.len(),
            self.base,
            count(Said::Moves),
            count(Said::Nothing),
            count(Said::Open),
        ))
    }

    fn patch(&self, variant: &str) -> Option<String> {
        let largest = self.largest(self.of_variant(variant))?;
        let [before, after] = largest.values;
        let half = largest.difference.interval.half_width().max(NOTHING);
        let what = format!(
            "{} by {}, from {} to {}",
            lower(&largest.measure),
            largest.points(),
            percent(before, half),
            percent(after, half)
        );
        let base = &self.base;
        if self.is_idle(variant) {
            let moves = match self.said(variant) {
                Said::Nothing => "moves nothing by more than half a point",
                Said::Moves | Said::Open => "has not changed one score",
            };
            return Some(format!(
                "Playing {variant} instead of {base} {moves} in {} pairs; it never came into play: nothing that is counted differs. Of lists and doctrines that use what it changes, this says nothing.",
                largest.pairs
            ));
        }
        if self.is_still(variant) && self.said(variant) == Said::Open {
            return Some(format!(
                "Playing {variant} instead of {base} has not changed one score in {} pairs; that it moves nothing by more than half a point takes {} such pairs to show.",
                largest.pairs,
                pairs_of_stillness()
            ));
        }
        Some(match (self.said(variant), self.of_variant(variant).count()) {
            (Said::Moves, 2) => format!("Playing {variant} instead of {base} moves {what}."),
            (Said::Moves, n) => {
                let moved = self.of_variant(variant).filter(|m| m.said() == Said::Moves).count();
                format!("Playing {variant} instead of {base} moves {moved} of {n} scores, most of all {what}.")
            }
            (Said::Nothing, _) => {
                format!(
                    "Playing {variant} instead of {base} moves nothing by more than half a point; most of all {what}."
                )
            }
            (Said::Open, _) => {
                format!("Not yet known whether playing {variant} instead of {base} moves anything: most of all {what}.")
            }
        })
    }

    /// The move farthest from 0, a match-up before the first seat.
    fn largest<'s>(&self, moves: impl Iterator<Item = &'s Move>) -> Option<&'s Move> {
        let size = |m: &Move| m.difference.mean_difference.abs();
        moves.fold(None, |best: Option<&Move>, m| match best {
            Some(best) if size(best) >= size(m) => Some(best),
            _ => Some(m),
        })
    }

    /// The part of a report.
    pub fn section(&self) -> Section {
        let nothing: Vec<&str> =
            self.variants.iter().filter(|v| self.said(v) == Said::Nothing).map(String::as_str).collect();
        let mut texts = vec![
            "Every variant was played on the dice and tables of the base: what is compared are the games, one by one. A change moves a score when that is shown over all of them taken together (Holm), and moves nothing when every score is shown to stay within half a point (two one-sided tests)."
                .to_owned(),
        ];
        texts.push(if nothing.is_empty() {
            "Of none of them is it shown that it moves nothing by more than half a point.".to_owned()
        } else {
            format!("These move nothing by more than half a point: {}.", nothing.join(", "))
        });
        if self.sequential {
            texts.push(
                "The games were played in stages until this was known: intervals and tests hold at every look, and are wider for it."
                    .to_owned(),
            );
        }
        if !self.idle.is_empty() {
            texts.push(format!(
                "These never came into play, and were not tried: {}. Nothing that is counted differs from the base.",
                self.idle.join(", ")
            ));
        }
        let still: Vec<&str> =
            self.variants.iter().filter(|variant| self.is_still(variant)).map(String::as_str).collect();
        if !still.is_empty() {
            texts.push(format!(
                "Not one result is different with: {}. It takes {} pairs of that to show that a change moves nothing by more than half a point.",
                still.join(", "),
                pairs_of_stillness()
            ));
        }
        Section {
            heading: "What the changes move".to_owned(),
            brief: true,
            texts,
            figures: vec![self.chart()],
            tables: vec![self.table()],
            ..Section::default()
        }
    }

    /// One row for each variant and measure.
    pub fn table(&self) -> Table {
        let mut columns = vec![
            Column::words("variant", "Change"),
            Column::words("measure", "Score of"),
            Column::numbers("base", "Base"),
            Column::numbers("value", "Changed"),
            Column::numbers("difference", "Points"),
            Column::reading("95% interval"),
            Column::numbers("p_adjusted", "p (Holm)"),
            Column::words("verdict", "Verdict"),
        ];
        columns.extend(["difference_low", "difference_high", "std_error", "variance_ratio"].map(Column::data));
        let mut table = Table::new("Against the base, on common dice", columns);
        for m in &self.moves {
            let PairedDifference { mean_difference, std_error, interval, variance_ratio, .. } = m.difference;
            let half = interval.half_width().max(NOTHING);
            let places = places(100.0 * half);
            let points = |x: f64| signed(100.0 * x, places);
            let mut row = vec![Datum::words(&m.variant), Datum::words(&m.measure)];
            row.extend(m.values.map(|value| Datum::number(value, percent(value, half))));
            row.extend([
                Datum::number(mean_difference, points(mean_difference)),
                Datum::reading(format!("[{}, {}]", points(interval.low), points(interval.high))),
                Datum::number(m.p_adjusted, p_value(m.p_adjusted)),
                Datum::words(if self.is_idle(&m.variant) { NEVER } else { m.said().word() }),
            ]);
            row.extend([interval.low, interval.high, std_error].map(Datum::data));
            row.push(Datum::data(variance_ratio));
            table.push(row);
        }
        table
    }

    /// The tornado: what each variant moves most, the largest first.
    fn chart(&self) -> Figure {
        // Of one match-up the chart shows what becomes of its score; of many, what each change moves most.
        let first = &self.moves[0].measure;
        let single = self.moves.iter().all(|m| m.measure == *first || m.measure == FIRST_SEAT);
        let moves_of = |variant| self.of_variant(variant).filter(|m| !single || m.measure == *first);
        let mut rows: Vec<&Move> =
            self.variants.iter().filter_map(|variant| self.largest(moves_of(variant.as_str()))).collect();
        rows.sort_by(|a, b| b.difference.mean_difference.abs().total_cmp(&a.difference.mean_difference.abs()));
        rows.truncate(MOST_ROWS);
        let row = |m: &&Move| {
            let Interval { low, high } = m.difference.interval;
            let label = if single { m.variant.clone() } else { format!("{}: {}", m.variant, lower(&m.measure)) };
            Whisker { label, points: vec![(0, [low, m.difference.mean_difference, high].map(|x| 100.0 * x))] }
        };
        let said: Vec<String> = rows
            .iter()
            .take(5)
            .map(|m| format!("{} {} points", m.variant, fixed(100.0 * m.difference.mean_difference, 1)))
            .collect();
        let chart = Whiskers {
            title: format!("What the changes move, against {}", self.base),
            subtitle: if single {
                format!("Score of {first}, in points, with 95% intervals on common dice")
            } else {
                "The score that each moves most, in points, with 95% intervals on common dice".to_owned()
            },
            series: Vec::new(),
            unit: "",
            signed: true,
            bars: true,
            line: 0.0,
            rows: rows.iter().map(row).collect(),
            alt: format!("Points of score that each change moves, the largest first: {}.", said.join(", ")),
        };
        Figure { stem: "tornado".to_owned(), picture: chart.picture() }
    }
}

/// Pairs without a difference that show that there is next to none.
fn pairs_of_stillness() -> u64 {
    (-libm::log(ALPHA) / NOTHING).ceil() as u64
}

/// A measure within a sentence.
fn lower(measure: &str) -> String {
    if measure == FIRST_SEAT { "the first seat".to_owned() } else { measure.to_owned() }
}

/// The joint tables of the classes of a cell.
type Classes = Vec<[[u64; 3]; 3]>;

/// Mean over the cells of each class's score, and how many pairs of each cell that is on average; none for classes without pairs.
fn by_class(cells: &[Classes]) -> Vec<Option<(f64, f64)>> {
    let classes = cells.iter().map(Vec::len).max().unwrap_or(0);
    let score = |class: usize| {
        let scored = cells.iter().map(|classes| Score::from_counts(&five(classes.get(class).into_iter()), 1.0 - ALPHA));
        let scores = scored.collect::<Result<Vec<Score>, _>>().ok().filter(|scores| !scores.is_empty())?;
        let mean = |of: fn(&Score) -> f64| scores.iter().map(of).sum::<f64>() / scores.len() as f64;
        Some((mean(|score| score.score), mean(|score| score.units as f64)))
    };
    (0..classes).map(score).collect()
}

/// A variant against the base, by intervals and tests with this chance of error; its p-value is not corrected for other moves yet.
fn compare(variant: &str, measure: String, base: &[Classes], with: &[Classes], alpha: f64) -> Option<Move> {
    let pairs = base.iter().chain(with).map(|classes| five(classes.iter()).iter().sum()).min()?;
    let classes = || by_class(with).into_iter().zip(by_class(base)).filter_map(|(x, y)| x.zip(y));
    let (x, y): (Vec<f64>, Vec<f64>) = classes().map(|((x, _), (y, _))| (x, y)).unzip();
    let weights: Vec<f64> = classes().map(|((_, pairs), (_, others))| pairs.min(others)).collect();
    let mut difference = PairedDifference::weighted(&x, &y, &weights, 1.0 - alpha).ok()?;
    let PairedDifference { mean_difference: d, std_error, .. } = difference;
    let df = x.len() as f64 - 1.0;
    // However alike all pairs came out, one in a few hundred may differ: of n that do not, the chance of one that does is
    // below -ln(alpha)/n.
    let unseen = -libm::log(alpha) / pairs as f64;
    let Interval { low, high } = match std_error {
        0.0 => Interval { low: d - unseen, high: d + unseen },
        _ => difference.interval,
    };
    // No score moves by more than a whole game.
    difference.interval = Interval { low: low.max(-1.0), high: high.min(1.0) };
    let p = match (d == 0.0, std_error == 0.0) {
        (true, _) => 1.0,
        // The sign test: all to one side.
        (_, true) => libm::exp2(1.0 - x.len() as f64).min(1.0),
        _ => 2.0 * student_upper(df, (d / std_error).abs()),
    };
    // Two one-sided tests, each at the whole of alpha.
    let reach = (student_two_sided(df, 2.0 * alpha) * std_error).max(unseen);
    let nothing = d.abs() + reach < NOTHING;
    let all: f64 = weights.iter().sum();
    let mean = |values: &[f64]| values.iter().zip(&weights).map(|(value, weight)| weight * value).sum::<f64>() / all;
    Some(Move {
        variant: variant.to_owned(),
        measure,
        values: [mean(&y), mean(&x)],
        difference,
        p_adjusted: (p * ALPHA / alpha).min(1.0),
        nothing,
        pairs,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::fixture_game::play;

    fn sensitivity(run: &Run) -> Sensitivity {
        Sensitivity::of(run, &Standings::of(run)).unwrap()
    }

    #[test]
    fn a_knob_that_does_nothing_is_told_from_one_that_does() {
        let run = play(
            "armies = [\"weak\", \"rich\"]\ndesign = \"one-at-a-time\"\nstop.pairs = 3000\n\
             [vary]\n\"rules.turn-limit\" = [2, 20]\n\"codex.units.penny.cost\" = [2]",
        );
        let s = sensitivity(&run);
        assert_eq!((s.base.as_str(), s.variants.len()), ("base", 3));
        assert_eq!(s.said("codex.units.penny.cost = 2"), Said::Nothing);
        assert_eq!(s.said("rules.turn-limit = 2"), Said::Moves);
        let section = s.section();
        let text = section.texts.join("\n");
        assert!(text.contains("These move nothing by more than half a point: codex.units.penny.cost = 2."), "{text}");
        assert!(
            text.contains("Not one result is different with: codex.units.penny.cost = 2. It takes 600 pairs"),
            "{text}"
        );
        section.figures[0].picture.check();
        assert!(s.headline().unwrap().starts_with("Of 3 changes to the base: "), "{:?}", s.headline());
    }

    #[test]
    fn classes_count_by_their_pairs() {
        // 96 pairs: the first 32 classes hold two each, of which both are won under the change and one under the base.
        let classes = |won: [u64; 2]| -> Classes {
            let class = |index| {
                if index < 32 {
                    [[2 - won[0], 0, 0], [0; 3], [0, 0, won[0]]]
                } else {
                    [[1 - won[1], 0, 0], [0; 3], [0, 0, won[1]]]
                }
            };
            (0..64).map(class).collect()
        };
        let moved = compare("change", "score".to_owned(), &[classes([1, 0])], &[classes([2, 0])], ALPHA).unwrap();
        assert!((moved.values[0] - 32.0 / 96.0).abs() < 1e-12 && (moved.values[1] - 64.0 / 96.0).abs() < 1e-12);
        assert!((moved.difference.mean_difference - 32.0 / 96.0).abs() < 1e-12);
    }

    #[test]
    fn a_patch_is_one_sentence() {
        let patch = |limit: u8| {
            play(&format!(
                "armies = [\"weak\", \"rich\"]\nstop.pairs = 2000\n\
                 [[variants]]\nname = \"old\"\n[[variants]]\nname = \"new\"\nrules.turn-limit = {limit}"
            ))
        };
        let text = sensitivity(&patch(2)).headline().unwrap();
        assert!(
            text.starts_with("Playing new instead of old moves ") && text.contains(" points (95% interval "),
            "{text}"
        );
        let same = sensitivity(&patch(8)).headline().unwrap();
        let few = play(
            "armies = [\"weak\", \"rich\"]\nstop.pairs = 200\n[[variants]]\nname = \"old\"\n[[variants]]\nname = \"same\"",
        );
        let few = sensitivity(&few);
        assert!(sensitivity(&patch(8)).is_decided() && !few.is_decided());
        // Of 200 pairs that all came out alike, the next ones may differ: 3 in 200.
        let row = &few.table().to_json()[0];
        let limits = ["difference_low", "difference_high"].map(|limit| (1000.0 * row[limit].as_f64().unwrap()).round());
        assert_eq!(limits, [-15.0, 15.0]);
        let few = few.headline().unwrap();
        assert!(few.starts_with("Playing same instead of old has not changed one score in 200 pairs; "), "{few}");
        assert!(same.starts_with("Playing new instead of old moves nothing by more than half a point"), "{same}");
    }

    #[test]
    fn a_change_that_never_came_into_play_is_not_called_tried() {
        let never = "armies = [\"weak\", \"rich\"]\nstop.pairs = 200\n\
             [[variants]]\nname = \"old\"\n[[variants]]\nname = \"new\"\nrules.turn-limit = ";
        let idle = play(&format!("{never}8"));
        let s = sensitivity(&idle);
        let text = s.headline().unwrap();
        assert!(text.contains("; it never came into play: nothing that is counted differs."), "{text}");
        assert!(s.section().texts.join("\n").contains("These never came into play, and were not tried: new."));
        assert_eq!(s.table().to_json()[0]["verdict"], "never in play");
        // A single count that differs is play.
        let mut other = idle.clone();
        other.cells[1].tally.changes_of_lead += 1;
        let s = sensitivity(&other);
        assert!(!s.headline().unwrap().contains("came into play"), "{:?}", s.headline());
    }

    #[test]
    fn common_dice_sharpen_the_difference() {
        let run = play(
            "armies = [\"weak\", \"rich\"]\nstop.pairs = 2000\n\
             [[variants]]\nname = \"old\"\n[[variants]]\nname = \"new\"\nrules.turn-limit = 7",
        );
        let json = sensitivity(&run).table().to_json();
        assert!(json[0]["variance_ratio"].as_f64() < Some(0.5), "{json}");
        assert!(json[0]["difference_low"].as_f64() <= json[0]["difference"].as_f64());
    }

    #[test]
    fn looks_widen_what_is_said_of_the_same_games() {
        let mut run = play(
            "armies = [\"weak\", \"rich\"]\nstop.pairs = 2000\n\
             [[variants]]\nname = \"old\"\n[[variants]]\nname = \"new\"\nrules.turn-limit = 2",
        );
        let half = |run: &Run| sensitivity(run).widest().unwrap();
        let (once, p_once) = (half(&run), sensitivity(&run).moves[0].p_adjusted);
        run.manifest.looks = Some(1);
        let first = half(&run);
        run.manifest.looks = Some(4);
        let fourth = half(&run);
        assert!(once < first && first < fourth && fourth < 2.0 * once, "{once} {first} {fourth}");
        let s = sensitivity(&run);
        assert!((s.moves[0].p_adjusted / p_once - 20.0).abs() < 1e-6 || s.moves[0].p_adjusted >= 1.0 || p_once == 0.0);
        assert!(s.section().texts.join("\n").contains("hold at every look"));
        let whole: f64 = (1..100_000).map(|look| spent(ALPHA, look)).sum();
        assert!(whole <= ALPHA && whole > 0.9999 * ALPHA, "{whole}");
    }

    #[test]
    fn without_variants_there_is_nothing_to_say() {
        let run = play("armies = [\"weak\", \"rich\"]\nstop.pairs = 20");
        assert!(Sensitivity::of(&run, &Standings::of(&run)).is_none());
    }
}
