//! Which phase of a turn decides: what is destroyed and what is lost in each.

use super::MOST_ROWS;
use super::rounding::portion;
use super::standings::{CONFIDENCE, MatchUp, Standings};
use super::table::{Column, Datum, Table};
use crate::analysis::rounding::{fixed, places, signed};
use crate::analysis::{Interval, PairMean};
use crate::experiment::Run;
use crate::outcomes::{Cell, CountTally, PhaseSums, Whose};

/// Match-ups that have rows of their own; of more, lists have, on average over theirs.
const MOST_CONTESTS: usize = 3;

/// A part of what falls in a phase that is not worth a row.
const LITTLE: f64 = 0.01;

/// Thousandths of a point in a point.
const SCALE: f64 = 1000.0;

/// Somebody of whom it is said what it destroys and loses in each phase.
struct Subject<'r> {
    /// What is told of.
    list: usize,
    /// Whom it met; all of them where there is none.
    against: Option<usize>,
    /// Cells, with its place in them.
    cells: Vec<(&'r Cell, usize)>,
}

/// What somebody destroys and loses in a phase, points a game.
struct Balance {
    destroyed: PairMean,
    lost: PairMean,
    swing: PairMean,
    /// Standard deviation of the swing of a game.
    spread: Option<f64>,
}

impl Balance {
    /// All that falls.
    fn fallen(&self) -> f64 {
        self.destroyed.mean + self.lost.mean
    }

    /// Decimal places that the interval of the swing supports.
    fn places(&self) -> usize {
        self.swing.interval.map_or(1, |interval| places(interval.half_width())).min(2)
    }

    /// `+34 points a game (95% interval 12 to 56)`.
    fn swing_text(&self) -> String {
        let text = |points: f64| signed(points, self.places());
        let told = text(self.swing.mean);
        let unit = if matches!(told.as_str(), "+1" | "-1") { "point" } else { "points" };
        let interval = self.swing.interval.map_or_else(String::new, |interval| {
            format!(" (95% interval {} to {})", text(interval.low), text(interval.high))
        });
        format!("{told} {unit} a game{interval}")
    }
}

impl<'r> Subject<'r> {
    fn of(contests: &[&MatchUp<'r>], list: usize, against: Option<usize>) -> Self {
        let cells = contests
            .iter()
            .flat_map(|m| m.cells.iter().map(move |(cell, turned)| (*cell, usize::from(*turned != (m.b == list)))));
        Self { list, against, cells: cells.collect() }
    }

    /// The mean over its cells: by their pairs. Cells share maps and dice, nobody knows how much: half the widths of their
    /// intervals are averaged as their means are, and the interval holds however they do.
    fn mean(&self, phase: usize, whose: Whose, of: fn(&PhaseSums) -> CountTally) -> Option<PairMean> {
        let (mut pairs, mut sum, mut half) = (0.0, 0.0, Some(0.0));
        for (cell, list) in &self.cells {
            let tally = &cell.tally.by_phase;
            if phase >= tally.phases() {
                continue;
            }
            let count = of(&tally.of(phase, *list, whose));
            let Some(own) = PairMean::of_sums(tally.pairs(), count.sum, count.squares, CONFIDENCE) else { continue };
            let weight = tally.pairs() as f64;
            pairs += weight;
            sum += weight * own.mean;
            half = half.zip(own.interval).map(|(half, interval)| half + weight * interval.half_width());
        }
        let scaled = |sum: f64| sum / pairs / SCALE;
        (pairs > 0.0).then(|| PairMean {
            mean: scaled(sum),
            interval: half.map(|half| Interval { low: scaled(sum - half), high: scaled(sum + half) }),
        })
    }

    fn balance(&self, phase: usize, whose: Whose) -> Option<Balance> {
        let mut pairs = 0;
        let mut all: Option<PhaseSums> = None;
        for (cell, list) in self.cells.iter().filter(|(cell, _)| phase < cell.tally.by_phase.phases()) {
            let more = cell.tally.by_phase.of(phase, *list, whose);
            pairs += cell.tally.by_phase.pairs();
            all = Some(all.map_or(more, |mut sums| {
                sums.swing.sum += more.swing.sum;
                sums.game_squares += more.game_squares;
                sums
            }));
        }
        Some(Balance {
            destroyed: self.mean(phase, whose, |sums| sums.destroyed)?,
            lost: self.mean(phase, whose, |sums| sums.lost)?,
            swing: self.mean(phase, whose, |sums| sums.swing)?,
            spread: all?.spread(pairs).map(|spread| spread / SCALE),
        })
    }
}

/// Which phase decides, as far as games say it.
pub struct Phases<'s, 'r> {
    run: &'r Run,
    standings: &'s Standings<'r>,
    subjects: Vec<Subject<'r>>,
    /// Phases in which anything falls, in the order of a turn.
    phases: Vec<usize>,
    /// A single match-up.
    duel: bool,
}

impl<'s, 'r> Phases<'s, 'r> {
    /// Reads match-ups of a run; nothing where games say nothing of phases, or nothing falls.
    pub fn of(run: &'r Run, standings: &'s Standings<'r>, contests: &[MatchUp<'r>]) -> Option<Self> {
        let all: Vec<&MatchUp<'r>> = contests.iter().collect();
        let subjects: Vec<Subject<'r>> = if contests.len() <= MOST_CONTESTS {
            contests.iter().map(|m| Subject::of(&[m], m.a, Some(m.b))).collect()
        } else {
            let contestants = 0..standings.contestants.len();
            let own = |list| Vec::from_iter(all.iter().filter(|m| m.a == list || m.b == list).copied());
            contestants.map(|list| Subject::of(&own(list), list, None)).filter(|s| !s.cells.is_empty()).collect()
        };
        let falls = |phase: &usize| {
            // What comes is lost less: a phase in which more comes than falls decides nothing.
            let falls = |subject: &Subject<'_>| subject.balance(*phase, Whose::All).is_some_and(|b| b.fallen() > 0.0);
            subjects.iter().any(falls)
        };
        let phases: Vec<usize> = (0..run.manifest.phases.len()).filter(falls).collect();
        let duel = contests.len() == 1;
        (!phases.is_empty()).then_some(Self { run, standings, subjects, phases, duel })
    }

    fn name(&self, phase: usize) -> &str {
        &self.run.manifest.phases[phase].name
    }

    fn list(&self, contestant: usize) -> &str {
        &self.standings.contestants[contestant]
    }

    /// What is destroyed and lost in each phase: by whom, and of a single match-up in whose phases.
    fn table(&self) -> Table {
        let several = self.subjects.len() > 1;
        let met = several && self.subjects.iter().all(|subject| subject.against.is_some());
        let mut columns = Vec::new();
        columns.extend(several.then(|| Column::words("list", self.standings.noun)));
        columns.extend(met.then(|| Column::words("against", "Against")));
        columns.push(Column::words("phase", "Phase"));
        let apart = |subject: &Subject<'_>| self.phases.iter().any(|phase| self.rows(subject, *phase).len() > 1);
        let whose =
            if self.subjects.iter().any(apart) { Column::words("whose", "Whose") } else { Column::data("whose") };
        columns.extend(self.duel.then_some(whose));
        columns.extend([
            Column::numbers("destroyed", "Destroyed"),
            Column::numbers("lost", "Lost"),
            Column::numbers("swing", "Swing"),
            Column::reading("95% interval"),
            Column::numbers("swing_sd", "Spread of a game"),
        ]);
        let limits = ["destroyed_low", "destroyed_high", "lost_low", "lost_high", "swing_low", "swing_high"];
        columns.extend(limits.map(Column::data));
        let title = match &self.subjects[..] {
            [Subject { list, against: Some(against), .. }] => format!(
                "Which phase decides: points a game that {} destroys and loses in each, against {}",
                self.list(*list),
                self.list(*against)
            ),
            _ if met => "Which phase decides: points a game that the first destroys and loses in each".to_owned(),
            _ => "Which phase decides: points a game destroyed and lost in each, on average".to_owned(),
        };
        let mut table = Table::new(title, columns);
        for subject in &self.subjects {
            for &phase in &self.phases {
                for whose in self.rows(subject, phase) {
                    let Some(balance) = subject.balance(phase, whose) else { continue };
                    let mut row = Vec::new();
                    row.extend(several.then(|| Datum::words(self.list(subject.list))));
                    let against = subject.against.filter(|_| met);
                    row.extend(against.map(|against| Datum::words(self.list(against))));
                    row.push(Datum::words(self.name(phase)));
                    row.extend(self.duel.then(|| Datum::value(whose.word(), word(whose))));
                    row.extend(cells(&balance));
                    table.push(row);
                }
            }
        }
        table
    }

    /// Whose phases have rows: those of one side where both lose something in them, else what falls in all of them tells it.
    fn rows(&self, subject: &Subject<'_>, phase: usize) -> Vec<Whose> {
        let both_lose = |whose: Whose| {
            let all = subject.balance(phase, Whose::All).map_or(0.0, |all| all.fallen());
            let part = subject.balance(phase, whose);
            part.is_some_and(|part| part.destroyed.mean.min(part.lost.mean) > LITTLE * all)
        };
        let apart = self.duel && self.run.manifest.phases[phase].of_a_side;
        if apart && (both_lose(Whose::Own) || both_lose(Whose::Enemy)) {
            Whose::EACH.to_vec()
        } else {
            vec![Whose::All]
        }
    }

    /// All that falls in each phase in all match-ups, with its share, and who gains and who loses most by it.
    fn together(&self) -> Table {
        let columns = vec![
            Column::words("phase", "Phase"),
            Column::numbers("fallen", "Value that falls"),
            Column::numbers("share", "Of all"),
            Column::words("most_gained_by", "Gains most"),
            Column::numbers("gain", "Swing"),
            Column::reading("95% interval"),
            Column::words("most_lost_by", "Loses most"),
            Column::numbers("loss", "Swing"),
            Column::reading("95% interval"),
        ];
        let mut table = Table::new("Which phase decides, all match-ups together, points a game", columns);
        let total: f64 = self.phases.iter().map(|phase| self.fallen(*phase)).sum();
        for &phase in &self.phases {
            let fallen = self.fallen(phase);
            let mut row = vec![
                Datum::words(self.name(phase)),
                Datum::number(fallen, fixed(fallen, 1)),
                Datum::number(fallen / total, portion(fallen, total)),
            ];
            for sign in [1.0, -1.0] {
                let (list, balance) = self.extreme(phase, sign);
                row.push(Datum::words(self.list(list)));
                row.extend([
                    Datum::number(balance.swing.mean, signed(balance.swing.mean, balance.places())),
                    interval(&balance),
                ]);
            }
            table.push(row);
        }
        table
    }

    /// Whose swing is the greatest in a phase, or the least.
    fn extreme(&self, phase: usize, sign: f64) -> (usize, Balance) {
        let known = |subject: &Subject<'_>| Some((subject.list, subject.balance(phase, Whose::All)?));
        let all = self.subjects.iter().filter_map(known);
        let most = all.max_by(|(_, a), (_, b)| (sign * a.swing.mean).total_cmp(&(sign * b.swing.mean)));
        most.expect("something falls in the phase")
    }

    /// All that falls in a phase, on average over subjects, points a game.
    fn fallen(&self, phase: usize) -> f64 {
        let known: Vec<f64> =
            self.subjects.iter().filter_map(|s| Some(s.balance(phase, Whose::All)?.fallen())).collect();
        known.iter().sum::<f64>() / known.len().max(1) as f64
    }

    /// Where most value falls, and where who gains most in all gains it.
    pub fn text(&self) -> Option<String> {
        let total: f64 = self.phases.iter().map(|phase| self.fallen(*phase)).sum();
        let most = *self.phases.iter().max_by(|a, b| self.fallen(**a).total_cmp(&self.fallen(**b)))?;
        let fallen = self.fallen(most);
        let first = format!(
            "Phase by phase, most value falls in {}: {} of the {} points that both sides lose in a game.",
            self.name(most),
            portion(fallen, total),
            fixed(total, places(total / 1000.0).min(1)),
        );
        // Of a subject that is seen from one side, its enemy may be the leader.
        let mut seen: Vec<(usize, bool, &Subject<'r>)> = Vec::new();
        for subject in &self.subjects {
            seen.push((subject.list, false, subject));
            seen.extend(subject.against.map(|against| (against, true, subject)));
        }
        let sign = |turned: bool| if turned { -1.0 } else { 1.0 };
        let swing = |turned: bool, subject: &Subject<'_>, phase: usize| {
            subject.balance(phase, Whose::All).map_or(0.0, |balance| sign(turned) * balance.swing.mean)
        };
        let sum = |(_, turned, subject): &(usize, bool, &Subject<'r>)| -> f64 {
            self.phases.iter().map(|phase| swing(*turned, subject, *phase)).sum()
        };
        let leader = seen.iter().max_by(|a, b| sum(a).total_cmp(&sum(b))).filter(|leader| sum(leader) > 0.0);
        let Some((list, turned, subject)) = leader else { return Some(first) };
        let by = |a: &&usize, b: &&usize| swing(*turned, subject, **a).total_cmp(&swing(*turned, subject, **b));
        let phase = *self.phases.iter().max_by(by)?;
        let mut balance = subject.balance(phase, Whose::All)?;
        if *turned {
            balance.swing = turned_mean(balance.swing);
        }
        let against = match (self.subjects.len(), subject.against) {
            (1, _) | (_, None) => String::new(),
            (_, Some(against)) => {
                let enemy = if *turned { subject.list } else { against };
                format!(" (against {})", self.list(enemy))
            }
        };
        let place = if phase == most { "there".to_owned() } else { format!("in {}", self.name(phase)) };
        let chance = balance.swing.interval.is_none_or(|interval| interval.low <= 0.0);
        let chance = if chance { ", which may be chance" } else { "" };
        let why = if self.duel { "which destroys more than it loses" } else { "with the best balance in all" };
        let [list, gain] = [self.list(*list).to_owned(), balance.swing_text()];
        Some(format!("{first} {list}, {why}, gains most {place}{against}: {gain}{chance}."))
    }

    /// The tables of the section for everybody, and those for who looks closer.
    pub fn tables(&self) -> [Vec<Table>; 2] {
        let table = self.table();
        match (self.duel, table.rows.len() > MOST_ROWS) {
            (true, _) => [vec![table], Vec::new()],
            (false, true) => [vec![self.together()], vec![table]],
            (false, false) => [vec![table], Vec::new()],
        }
    }
}

/// Whose phases they are, for readers.
fn word(whose: Whose) -> &'static str {
    match whose {
        Whose::All => "all",
        Whose::Own => "its own",
        Whose::Enemy => "the enemy's",
    }
}

fn turned_mean(PairMean { mean, interval }: PairMean) -> PairMean {
    PairMean { mean: -mean, interval: interval.map(|i| Interval { low: -i.high, high: -i.low }) }
}

/// `[+12, +56]`.
fn interval(balance: &Balance) -> Datum {
    balance.swing.interval.map_or_else(Datum::none, |interval| {
        let [low, high] = [interval.low, interval.high].map(|limit| signed(limit, balance.places()));
        Datum::reading(format!("[{low}, {high}]"))
    })
}

/// The figures of a row, those for programs last.
fn cells(balance: &Balance) -> Vec<Datum> {
    let places = balance.places();
    let Balance { destroyed, lost, swing, spread } = balance;
    let mut row = vec![
        Datum::number(destroyed.mean, fixed(destroyed.mean, places)),
        Datum::number(lost.mean, fixed(lost.mean, places)),
        Datum::number(swing.mean, signed(swing.mean, places)),
        interval(balance),
        spread.map_or_else(Datum::none, |spread| Datum::number(spread, fixed(spread, places))),
    ];
    for PairMean { interval, .. } in [destroyed, lost, swing] {
        row.extend([interval.map(|i| i.low), interval.map(|i| i.high)].map(Datum::data));
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::fixture_game::play;
    use crate::report::standings::Standings;

    /// The text, and titles and contents of the tables of both sections.
    fn told(experiment: &str) -> (String, [Vec<Table>; 2]) {
        let run = play(experiment);
        let standings = Standings::of(&run);
        let contests: Vec<MatchUp<'_>> = standings.contests().cloned().collect();
        let phases = Phases::of(&run, &standings, &contests).expect("coins fall in throws");
        (phases.text().unwrap(), phases.tables())
    }

    #[test]
    fn a_duel_says_in_which_phase_its_winner_gains() {
        let (text, [short, long]) = told("armies = [\"weak\", \"rich\"]\nstop.pairs = 200");
        assert!(text.starts_with("Phase by phase, most value falls in throw: 100% of the "), "{text}");
        assert!(text.contains(", which destroys more than it loses, gains most there: +"), "{text}");
        assert!(text.contains(" points a game (95% interval +") && !text.contains("chance"), "{text}");
        let [table] = &short[..] else { panic!("one table: {short:?}") };
        assert!(long.is_empty());
        assert!(table.title.starts_with("Which phase decides: points a game that "), "{}", table.title);
        let json = table.to_json();
        assert_eq!(json.as_array().unwrap().len(), 1, "in a throw one side alone loses a coin");
        let number = |key: &str| json[0][key].as_f64().unwrap();
        assert_eq!((&json[0]["phase"], &json[0]["whose"]), (&"throw".into(), &"all".into()));
        assert!((number("destroyed") - number("lost") - number("swing")).abs() < 1e-9);
        assert!(number("swing_low") < number("swing") && number("swing") < number("swing_high"));
        assert!(number("swing_sd") > number("swing_high") - number("swing"), "a game scatters more than the mean");
    }

    #[test]
    fn few_match_ups_have_rows_of_their_own_and_many_lists_on_average() {
        let (text, [short, long]) = told("armies = [\"weak\", \"rich\", \"strong\"]\nstop.pairs = 100");
        assert!(text.contains(", with the best balance in all, gains most there (against "), "{text}");
        let json = short[0].to_json();
        assert_eq!((json.as_array().unwrap().len(), long.len()), (3, 0));
        assert!(json[0]["against"].is_string());
    }

    #[test]
    fn games_that_say_nothing_of_phases_have_no_table() {
        let mut run = play("armies = [\"weak\", \"rich\"]\nstop.pairs = 20");
        run.cells.iter_mut().for_each(|cell| cell.tally.by_phase = Default::default());
        let standings = Standings::of(&run);
        let contests: Vec<MatchUp<'_>> = standings.contests().cloned().collect();
        assert!(Phases::of(&run, &standings, &contests).is_none());
        run.manifest.phases.clear();
        let standings = Standings::of(&run);
        let contests: Vec<MatchUp<'_>> = standings.contests().cloned().collect();
        assert!(Phases::of(&run, &standings, &contests).is_none());
    }
}
