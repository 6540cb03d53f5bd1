//! Game flow: who leads when, what a lead is worth, when it is decided, what is exchanged, and who was lucky.

use super::cells::{is_base, turned};
use super::figures;
use super::model::{Figure, Section};
use super::phases::Phases;
use super::rounding::{portion, share, share_with_interval};
use super::standings::{CONFIDENCE, MatchUp, Standings};
use super::table::{Column, Datum, Table, thousands};
use super::turn_curves::capitalised;
use super::{MOST_ROWS, standings, tables, turn_curves};
use crate::analysis::rounding::{fixed, percent, percent_within, places, signed, value_within};
use crate::analysis::special::{normal_two_sided, squared};
use crate::analysis::{Courses, Exchange, Interval, LuckAdjusted, Openness, PairMean, Score};
use crate::charts::{Bands, Dots, Estimate, Group, Levels, Line, Panel, Row, Spread};
use crate::experiment::{Luck, Run};
use crate::outcomes::{CellTally, ClassTally, LEAD_BINS, LeadTally};

/// Match-ups whose leads are drawn.
const MOST_PANELS: usize = 4;

/// Match-ups of which it is drawn what luck moved: those that it moved most.
const MOST_LUCKY: usize = 10;

/// Games at a turn with a lead that say something about it.
const FEWEST_GAMES: u64 = 40;

/// A match-up's cells, whatever is varied about them left at its base.
fn base<'r>(run: &Run, m: &MatchUp<'r>) -> MatchUp<'r> {
    let is_base = is_base(run);
    let cells = m.cells.iter().filter(|(cell, _)| is_base(cell)).copied().collect();
    MatchUp { a: m.a, b: m.b, cells, chance: m.chance }
}

/// What there is to say about how games go.
pub struct GameFlow<'s, 'r> {
    run: &'r Run,
    standings: &'s Standings<'r>,
    /// Match-ups of two different contestants, by the base of what is varied.
    contests: Vec<MatchUp<'r>>,
    /// The games that were kept, as chances to win; none of too few games.
    courses: Option<Courses>,
    /// Places of the cells of each contest among those of the courses.
    places: Vec<Vec<usize>>,
}

impl<'s, 'r> GameFlow<'s, 'r> {
    /// Reads a run.
    pub fn of(run: &'r Run, standings: &'s Standings<'r>) -> Self {
        let contests: Vec<_> = standings.contests().map(|m| base(run, m)).filter(|m| m.pairs() > 0).collect();
        let mut tallies: Vec<&CellTally> = Vec::new();
        let mut places = Vec::new();
        for m in &contests {
            places.push((tallies.len()..tallies.len() + m.cells.len()).collect());
            tallies.extend(m.cells.iter().map(|(cell, _)| &cell.tally));
        }
        Self { run, standings, contests, courses: Courses::of(&tallies).ok(), places }
    }

    /// The part of a report for everybody.
    pub fn section(&self) -> Section {
        let mut section = Section { heading: "How it goes".to_owned(), ..Section::default() };
        section.texts.extend(self.openness_text());
        section.texts.extend(self.exchange_text());
        let phases = Phases::of(self.run, self.standings, &self.contests);
        section.texts.extend(phases.as_ref().and_then(Phases::text));
        section.texts.extend(self.luck_text());
        section.figures.extend(self.leads());
        section.figures.extend(self.chances());
        section.figures.extend(self.luck_chart());
        section.tables.push(tables::endings(self.run));
        if self.standings.contestants.len() > 2 {
            section.tables.push(self.exchanges());
        }
        section.tables.extend(phases.map(|phases| phases.tables()).into_iter().flat_map(|[short, _]| short));
        if self.contests.len() <= MOST_ROWS {
            section.tables.extend(self.match_ups());
        }
        section
    }

    /// The part for those who look closer.
    pub fn details(&self) -> Section {
        let mut section = Section { heading: "How it goes, in detail".to_owned(), ..Section::default() };
        section.figures = figures::course(self.run);
        section.figures.extend(turn_curves::figures(self.run, self.standings, &self.contests));
        if self.contests.len() > MOST_ROWS {
            section.tables.extend(self.match_ups());
        }
        let phases = Phases::of(self.run, self.standings, &self.contests);
        section.tables.extend(phases.map(|phases| phases.tables()).into_iter().flat_map(|[_, long]| long));
        section
    }

    fn names(&self, m: &MatchUp<'_>) -> [&str; 2] {
        self.standings.names(m)
    }

    fn openness_text(&self) -> Option<String> {
        let courses = self.courses.as_ref()?;
        let z = courses.calibration.spiegelhalter_z.map_or_else(|| "0".to_owned(), |z| signed(z, 1));
        let everything: Vec<usize> = self.places.iter().flatten().copied().collect();
        let Some(open) = courses.openness(&everything, CONFIDENCE) else {
            return Some(format!(
                "How dramatic the games are cannot be said: that takes chances to win, and those that were fitted to lead, turn and match-up are not calibrated on other games (Spiegelhalter's z = {z})."
            ));
        };
        let Openness { comebacks, decided, games, .. } = open;
        Some(format!(
            "In {} of the decided games the winner had been the underdog at the end of some turn. On average {} of a game is still to be played when its winner first stands better than its loser ever does. Both are of {} games; the chances to win were fitted to lead, turn and match-up in {} others, and {} (Spiegelhalter's z = {z}).",
            of_pairs(comebacks?),
            of_pairs(decided?),
            thousands(games as u64),
            thousands(courses.fitted),
            if courses.calibration.p_value.is_none_or(|p| p >= 0.05) {
                "are calibrated"
            } else {
                "are off by more than chance, though not so far that nothing could be said"
            },
        ))
    }

    fn exchange(&self, contestant: usize) -> Option<Exchange> {
        let mine = self.contests.iter().filter(|m| m.a == contestant || m.b == contestant);
        let classes: Vec<(&[ClassTally], bool)> = mine
            .flat_map(|m| {
                m.cells.iter().map(move |(cell, turn)| (&cell.tally.classes[..], *turn != (m.a != contestant)))
            })
            .collect();
        Exchange::of_classes(&classes, CONFIDENCE).ok()
    }

    /// Of two alone; of more there is a table.
    fn exchange_text(&self) -> Option<String> {
        let [only] = &self.contests[..] else { return None };
        let exchange = self.exchange(only.a)?;
        let [a, b] = self.names(only);
        let ratio = ratio_text(&exchange)?;
        Some(format!(
            "{a} destroys {ratio} points for each that it loses against {b}: {} points a game on balance.",
            swing_text(&exchange)
        ))
    }

    fn exchanges(&self) -> Table {
        let mut columns = vec![
            Column::words("list", self.standings.noun),
            Column::numbers("swing", "Points swing a game"),
            Column::reading("95% interval"),
            Column::numbers("exchange_ratio", "Destroyed for each lost"),
            Column::reading("95% interval"),
        ];
        columns.extend(["swing_low", "swing_high", "exchange_low", "exchange_high"].map(Column::data));
        let mut table = Table::new("What is destroyed, and what is lost for it, mirrors left out", columns);
        let known = |(contestant, _)| Some((contestant, self.exchange(contestant)?));
        let mut rows: Vec<(usize, Exchange)> = self.standings.ranking().into_iter().filter_map(known).collect();
        rows.sort_by(|a, b| b.1.mean_swing.total_cmp(&a.1.mean_swing));
        for (contestant, e) in rows {
            let mut row = vec![Datum::words(&self.standings.contestants[contestant])];
            row.extend(exchange_cells(&e));
            row.extend([Some(e.swing_low), Some(e.swing_high), e.ratio_low, e.ratio_high].map(Datum::data));
            table.push(row);
        }
        table
    }

    /// Length, changes of lead and openness of every match-up, and what is lost in it.
    fn match_ups(&self) -> [Table; 2] {
        let luck = self.run.manifest.luck;
        let mut course = Vec::new();
        let mut losses = Vec::new();
        for (m, places) in self.contests.iter().zip(&self.places) {
            let cells = || m.cells.iter().map(|(cell, _)| *cell);
            let open = self.courses.as_ref().and_then(|courses| courses.openness(places, CONFIDENCE));
            let of_games = |value: fn(&Openness) -> Option<PairMean>| open.as_ref().and_then(value);
            let turns = standings::mean_turns(cells()).map(|turns| PairMean {
                mean: turns.score,
                interval: Some(Interval { low: turns.low, high: turns.high }),
            });
            course.push(vec![
                turns,
                standings::mean_changes_of_lead(cells(), luck),
                of_games(|open| open.comebacks),
                of_games(|open| open.drama),
                of_games(|open| open.decided),
            ]);
            let classes: Vec<_> = m.cells.iter().map(|(cell, turned)| (&cell.tally.classes[..], *turned)).collect();
            let lost = |theirs| Exchange::of_own(&classes, theirs, CONFIDENCE).ok().as_ref().and_then(ratio_mean);
            let exchange = Exchange::of_classes(&classes, CONFIDENCE).ok();
            // A ratio without limits may be anything.
            let ratio = exchange.as_ref().and_then(ratio_mean).filter(|mean| mean.interval.is_some());
            losses.push(vec![lost(false), lost(true), ratio]);
        }
        let turns = capitalised(&self.run.manifest.length_unit);
        [
            self.means(
                "Match-ups, on average",
                &[
                    ("turns", &turns, false),
                    ("changes_of_lead", "Changes of lead", false),
                    ("comebacks", "Winner was underdog", true),
                    ("drama", "Drama", false),
                    ("decided", "Left when decided", true),
                ],
                &course,
            ),
            self.means(
                "What is destroyed in match-ups, on average",
                &[
                    ("lost_a", "Value lost", true),
                    ("lost_b", "Value destroyed", true),
                    ("exchange_ratio", "Destroyed for each lost", false),
                ],
                &losses,
            ),
        ]
    }

    /// A table of numbers of all match-ups, each with its interval; each column by its key, its title and whether it is a share.
    fn means(&self, title: &str, numbers: &[(&str, &str, bool)], rows: &[Vec<Option<PairMean>>]) -> Table {
        let mut columns = vec![Column::words("list_a", self.standings.noun), Column::words("list_b", "Against")];
        // What is not known of any is nothing to read.
        let column = |(at, (key, title, _)): (usize, &(&str, &str, bool))| {
            let told = rows.iter().any(|means| means[at].is_some());
            if told { Column::numbers(key, title) } else { Column::data(key) }
        };
        columns.extend(numbers.iter().enumerate().map(column));
        columns.extend(
            numbers.iter().flat_map(|(key, ..)| ["low", "high"].map(|end| Column::data(&format!("{key}_{end}")))),
        );
        let mut table = Table::new(title, columns);
        // Where all games are alike there is no error to know.
        let known = |mean: &PairMean| mean.interval.filter(|interval| interval.low < interval.high);
        for (m, means) in self.contests.iter().zip(rows) {
            let mut row = self.names(m).map(Datum::words).to_vec();
            row.extend(means.iter().zip(numbers).map(|(mean, (.., is_share))| {
                mean.as_ref().map_or_else(Datum::none, |mean| {
                    Datum::number(mean.mean, mean_text(mean.mean, known(mean), *is_share))
                })
            }));
            let limits = |mean: &Option<PairMean>| mean.as_ref().and_then(known).map(|it| [it.low, it.high]);
            row.extend(
                means.iter().map(limits).flat_map(|limits| [0, 1].map(|end| limits.map(|it| it[end]))).map(Datum::data),
            );
            table.push(row);
        }
        table
    }

    /// Who leads when, in the match-ups of interest.
    fn leads(&self) -> Option<Figure> {
        let picked = self.of_interest();
        let panels: Vec<(Panel, LeadTally)> = picked.iter().filter_map(|(why, m)| self.panel(why, m)).collect();
        let (first, _) = panels.first()?;
        let middle = first.turns.get(first.turns.len().div_ceil(2).saturating_sub(1))?;
        let turn = first.turns.len().div_ceil(2);
        let said = |lead: f64| match fixed(100.0 * lead.abs(), 0) {
            level if level == "0" => "level".to_owned(),
            percent => format!("{percent}% of a force ahead for {}", first.sides[usize::from(lead < 0.0)]),
        };
        let alt = format!(
            "{} against {}: after turn {turn}, eight games in ten lie between {} and {}; the median is {}.",
            first.sides[0],
            first.sides[1],
            said(middle[0]),
            said(middle[4]),
            said(middle[2])
        );
        let chart = Bands {
            title: "Who leads, turn by turn".to_owned(),
            subtitle: "Lead in value alive, as a share of a force. Line: the median game; dark: the middle half; pale: the middle eight tenths. A game that is over keeps its last lead"
                .to_owned(),
            axis: "turns played".to_owned(),
            panels: panels.into_iter().map(|(panel, _)| panel).collect(),
            alt,
        };
        Some(Figure { stem: "leads".to_owned(), picture: chart.picture() })
    }

    /// Up to four match-ups, and why each is of interest.
    fn of_interest(&self) -> Vec<(&'static str, &MatchUp<'r>)> {
        if self.contests.len() <= MOST_PANELS {
            return self.contests.iter().map(|m| ("", m)).collect();
        }
        let distance = |m: &&MatchUp<'_>| m.score().map_or(0.0, |e| (e.score - 0.5).abs());
        let changes = |m: &&MatchUp<'_>| {
            let changes: u64 = m.cells.iter().map(|(cell, _)| cell.tally.changes_of_lead).sum();
            changes as f64 / m.pairs() as f64
        };
        let length = |m: &&MatchUp<'_>| {
            let turns = |cell: &crate::outcomes::Cell| cell.tally.classes.iter().map(|class| class.turns).sum::<u64>();
            m.cells.iter().map(|(cell, _)| turns(cell)).sum::<u64>() as f64 / m.pairs() as f64
        };
        let mut picked: Vec<(&'static str, &MatchUp<'r>)> = Vec::new();
        let mut pick = |why: &'static str, key: &dyn Fn(&&MatchUp<'_>) -> f64| {
            let left = self.contests.iter().filter(|m| picked.iter().all(|(_, known)| !std::ptr::eq(*known, *m)));
            picked.extend(left.min_by(|a, b| key(a).total_cmp(&key(b))).map(|m| (why, m)));
        };
        pick("Most even", &distance);
        pick("Most lopsided", &|m| -distance(m));
        pick("Most changes of lead", &|m| -changes(m));
        pick("Longest", &|m| -length(m));
        picked
    }

    fn panel(&self, why: &str, m: &MatchUp<'_>) -> Option<(Panel, LeadTally)> {
        let mut leads = LeadTally::default();
        for (cell, turned) in &m.cells {
            leads.merge(&if *turned { mirrored(&cell.tally.leads) } else { cell.tally.leads.clone() });
        }
        let all = leads.by_turn();
        let last = turn_curves::last_of(&leads)?;
        let turns: Vec<Spread> = all[..=last.min(all.len() - 1)]
            .iter()
            .map(|turn| [0.1, 0.25, 0.5, 0.75, 0.9].map(|q| quantile(turn, q)))
            .collect();
        let [a, b] = self.names(m);
        let heading = if why.is_empty() { format!("{a} v {b}") } else { why.to_owned() };
        Some((Panel { heading, sides: [a, b].map(str::to_owned), turns }, leads))
    }

    /// What a lead is worth, early and late.
    fn chances(&self) -> Option<Figure> {
        let mut going: Vec<[[u64; 3]; LEAD_BINS]> = Vec::new();
        for (cell, _) in self.contests.iter().flat_map(|m| &m.cells) {
            let more = &cell.tally.leads.going;
            going.resize(going.len().max(more.len()), [[0; 3]; LEAD_BINS]);
            let sums = going.as_flattened_mut().as_flattened_mut().iter_mut();
            sums.zip(more.as_flattened().as_flattened()).for_each(|(sum, n)| *sum += n);
        }
        // Of the side that is ahead, by so many tenths, whichever list it is.
        let ahead = |turn: usize, tenths: usize| -> [u64; 3] {
            let [mine, theirs] = [going[turn][10 + tenths], going[turn][10 - tenths]];
            std::array::from_fn(|result| mine[result] + theirs[2 - result])
        };
        let known = |turn: usize, tenths: usize| {
            let counts = ahead(turn, tenths);
            let score = Score::from_counts(&counts, CONFIDENCE).ok()?;
            let Score { score, interval, .. } = score;
            (counts.iter().sum::<u64>() >= FEWEST_GAMES).then_some(Estimate {
                score,
                low: interval.low,
                high: interval.high,
            })
        };
        let turns = self.early_and_late(&going);
        let most = (1..=10).rev().find(|tenths| turns.iter().any(|turn| known(*turn, *tenths).is_some()))?;
        let line = |turn: &usize| Line {
            label: format!("after turn {}", turn + 1),
            points: (1..=most).map(|tenths| known(*turn, tenths)).collect(),
        };
        let lines: Vec<Line> = turns.iter().map(line).collect();
        // The smallest lead that is no level game to speak of.
        let common = [2, 1, 3].into_iter().find(|tenths| turns.iter().all(|turn| known(*turn, *tenths).is_some()))?;
        let said: Vec<String> = turns
            .iter()
            .filter_map(|turn| Some(format!("{} after turn {}", share_with_interval(known(*turn, common)?), turn + 1)))
            .collect();
        let chart = Levels {
            title: "What a lead is worth".to_owned(),
            subtitle: format!(
                "Score of the side that is ahead, draws counting half, by its lead in value alive; {} games, all match-ups together; bars are 95% intervals",
                thousands(2 * self.contests.iter().map(MatchUp::pairs).sum::<u64>())
            ),
            factor: "lead, as a share of a force".to_owned(),
            alt: format!("A side that leads by {}0% of a force goes on to score {}.", common, said.join(", ")),
            levels: (1..=most).map(|tenths| format!("{tenths}0%")).collect(),
            lines,
        };
        Some(Figure { stem: "chances".to_owned(), picture: chart.picture() })
    }

    /// Turns, from 0, at a quarter, a half and three quarters of the median game, if there are games that go on after them.
    fn early_and_late(&self, going: &[[[u64; 3]; LEAD_BINS]]) -> Vec<usize> {
        let mut lengths: Vec<u64> = Vec::new();
        for (cell, _) in self.contests.iter().flat_map(|m| &m.cells) {
            lengths.resize(lengths.len().max(cell.tally.turns.len()), 0);
            lengths.iter_mut().zip(&cell.tally.turns).for_each(|(sum, n)| *sum += n);
        }
        let half = lengths.iter().sum::<u64>().div_ceil(2);
        let mut sum = 0;
        let median = lengths.iter().position(|n| {
            sum += n;
            sum >= half
        });
        let Some(median) = median else { return Vec::new() };
        let mut turns: Vec<usize> = [1, 2, 3].map(|quarter| (median * quarter).div_ceil(4).max(1) - 1).to_vec();
        turns.dedup();
        turns.retain(|turn| {
            going.get(*turn).is_some_and(|bins| bins.as_flattened().iter().sum::<u64>() >= FEWEST_GAMES)
        });
        turns
    }

    /// What luck did to a match-up: its score as it is, the same with luck taken out, and the part of the variance of pairs
    /// that luck explains.
    fn luck(&self, m: &MatchUp<'_>) -> Option<(Estimate, Estimate, f64)> {
        let cells: Vec<(LuckAdjusted, bool)> = m
            .cells
            .iter()
            .map(|(cell, turned)| Some((LuckAdjusted::of(&cell.tally.classes, CONFIDENCE).ok()?, *turned)))
            // Where taking luck out does not sharpen a score, there are too few pairs to weigh it.
            .map(|known| known.filter(|(luck, _)| luck.std_error < luck.plain_std_error))
            .collect::<Option<_>>()?;
        let k = cells.len() as f64;
        let score =
            cells.iter().map(|(luck, turned)| if *turned { 1.0 - luck.score } else { luck.score }).sum::<f64>() / k;
        let error = |of: fn(&LuckAdjusted) -> f64| match self.run.manifest.luck {
            // What cells have in common does not average out.
            Luck::Shared => cells.iter().map(|(luck, _)| of(luck)).sum::<f64>() / k,
            Luck::Independent => cells.iter().map(|(luck, _)| squared(of(luck))).sum::<f64>().sqrt() / k,
        };
        let raw = m.score()?;
        let z = normal_two_sided(1.0 - CONFIDENCE);
        // As much wider as the interval of the score is for the rule it stopped by.
        let wider = (raw.half_width() / (z * error(|luck| luck.plain_std_error))).max(1.0);
        let half = wider * z * error(|luck| luck.std_error);
        let score = score.clamp(0.0, 1.0);
        let adjusted = Estimate { score, low: (score - half).max(0.0), high: (score + half).min(1.0) };
        let explained = cells.iter().map(|(luck, _)| luck.explained.max(0.0)).sum::<f64>() / k;
        Some((raw, adjusted, explained))
    }

    /// Match-ups with what luck did to them, the most moved first.
    fn moved(&self) -> Vec<(&MatchUp<'r>, Estimate, Estimate, f64)> {
        let known = |m| {
            let (raw, adjusted, explained) = self.luck(m)?;
            Some((m, raw, adjusted, explained))
        };
        let mut moved: Vec<_> = self.contests.iter().filter_map(known).collect();
        let by = |(_, raw, adjusted, _): &(&MatchUp<'_>, Estimate, Estimate, f64)| (raw.score - adjusted.score).abs();
        moved.sort_by(|one, other| by(other).total_cmp(&by(one)));
        moved
    }

    fn luck_text(&self) -> Option<String> {
        let moved = self.moved();
        let (m, raw, adjusted, _) = moved.first()?;
        let (raw, adjusted, [a, b]) = if raw.score >= adjusted.score {
            (*raw, *adjusted, self.names(m))
        } else {
            let [a, b] = self.names(m);
            (turned(*raw), turned(*adjusted), [b, a])
        };
        let explained = moved.iter().map(|(.., explained)| explained).sum::<f64>() / moved.len() as f64;
        let most = if moved.len() == 1 { "" } else { ", of all match-ups the most," };
        let points = 100.0 * (raw.score - adjusted.score);
        let explains = format!(
            "What the dice did beyond their odds explains {} of what tells one pair of games from another.",
            portion(explained, 1.0)
        );
        let places = places(50.0 * raw.half_width()).max(1);
        if fixed(points, places) == fixed(0.0, places) {
            return Some(format!("{explains} On average it moved no score."));
        }
        Some(format!(
            "{explains} {a} was lucky{most} by {} points of score against {b}: it scores {}, and {} with the luck taken out.",
            fixed(points, places),
            share(raw),
            share_with_interval(adjusted),
        ))
    }

    fn luck_chart(&self) -> Option<Figure> {
        let moved = self.moved();
        if moved.len() < 2 {
            return None;
        }
        let row = |(m, raw, adjusted, _): &(&MatchUp<'_>, Estimate, Estimate, f64)| {
            let [a, b] = self.names(m);
            Row { label: format!("{a} v {b}"), points: vec![(0, *raw), (1, *adjusted)] }
        };
        let rows: Vec<Row> = moved.iter().take(MOST_LUCKY).map(row).collect();
        let farthest = 100.0 * (moved[0].1.score - moved[0].2.score).abs();
        let subject = if moved.len() > MOST_LUCKY { "The match-ups that luck moved most, " } else { "" };
        let few = match self.contests.len() - moved.len() {
            0 => String::new(),
            1 => "; of one too few pairs were played to say".to_owned(),
            n => format!("; of {n} too few pairs were played to say"),
        };
        let little = moved.iter().filter(|(_, raw, adjusted, _)| (raw.score - adjusted.score).abs() < 0.01).count();
        let chart = Dots {
            title: "Who was lucky".to_owned(),
            subtitle: format!(
                "{subject}score of the first-named as played and with the luck of the dice taken out; bars are 95% intervals{few}"
            ),
            series: vec!["as played".to_owned(), "luck taken out".to_owned()],
            line: 0.5,
            alt: format!(
                "Luck moved {} most, by {} points of score; of {} match-ups, {} {} moved by less than one.",
                rows[0].label,
                fixed(farthest, 1),
                moved.len(),
                little,
                if little == 1 { "was" } else { "were" },
            ),
            groups: vec![Group { heading: String::new(), rows }],
        };
        Some(Figure { stem: "luck".to_owned(), picture: chart.picture() })
    }
}

/// `31% (95% interval 29 to 33)`.
fn of_pairs(PairMean { mean, interval }: PairMean) -> String {
    match interval {
        Some(interval) => {
            share_with_interval(Estimate { score: mean, low: interval.low.max(0.0), high: interval.high.min(1.0) })
        }
        None => percent(mean, 0.1),
    }
}

/// A ratio as a mean with its interval.
fn ratio_mean(e: &Exchange) -> Option<PairMean> {
    let interval = e.ratio_low.zip(e.ratio_high).map(|(low, high)| Interval { low, high });
    Some(PairMean { mean: e.ratio?, interval })
}

/// `31% [28, 34]`, or `0.42 [0.40, 0.44]`; two decimal places where there is no interval to round by.
fn mean_text(mean: f64, interval: Option<Interval>, is_share: bool) -> String {
    match (interval, is_share) {
        (Some(Interval { low, high }), true) => {
            percent_within(mean, Interval { low: low.max(0.0), high: high.min(1.0) })
        }
        (Some(interval), false) => value_within(mean, interval),
        (None, true) => percent(mean, 0.1),
        (None, false) => fixed(mean, 2),
    }
}

/// Decimal places of points a game.
fn swing_places(e: &Exchange) -> usize {
    places((e.swing_high - e.swing_low) / 2.0).min(2)
}

fn swing_text(e: &Exchange) -> String {
    let [swing, low, high] = [e.mean_swing, e.swing_low, e.swing_high].map(|points| signed(points, swing_places(e)));
    format!("{swing} (95% interval {low} to {high})")
}

fn ratio_places(e: &Exchange) -> Option<usize> {
    Some(places((e.ratio_high? - e.ratio_low?) / 2.0).min(2))
}

/// The ratio in the digits that its interval supports; none where it has none.
fn ratio_of(e: &Exchange) -> Option<String> {
    Some(fixed(e.ratio?, ratio_places(e)?))
}

fn ratio_text(e: &Exchange) -> Option<String> {
    let places = ratio_places(e)?;
    Some(format!(
        "{} (95% interval {} to {})",
        fixed(e.ratio?, places),
        fixed(e.ratio_low?, places),
        fixed(e.ratio_high?, places)
    ))
}

fn exchange_cells(e: &Exchange) -> [Datum; 4] {
    let swing = |points: f64| signed(points, swing_places(e));
    let bounds = |low: String, high: String| Datum::reading(format!("[{low}, {high}]"));
    let ratio = e.ratio.zip(ratio_of(e)).map_or_else(Datum::none, |(ratio, text)| Datum::number(ratio, text));
    let within = ratio_places(e).zip(e.ratio_low.zip(e.ratio_high));
    let within =
        within.map_or_else(Datum::none, |(places, (low, high))| bounds(fixed(low, places), fixed(high, places)));
    [Datum::number(e.mean_swing, swing(e.mean_swing)), bounds(swing(e.swing_low), swing(e.swing_high)), ratio, within]
}

/// From the point of view of the other list.
fn mirrored(leads: &LeadTally) -> LeadTally {
    let mut other = leads.clone();
    for turn in &mut other.going {
        turn.reverse();
        turn.iter_mut().for_each(|results| results.reverse());
    }
    other.over.iter_mut().for_each(|turn| turn.reverse());
    other
}

/// The lead below which this share of the games lies, as if those of a bin were spread over it evenly.
fn quantile(counts: &[u64; LEAD_BINS], share: f64) -> f64 {
    let wanted = share * counts.iter().sum::<u64>() as f64;
    let mut below = 0.0;
    for (bin, n) in counts.iter().enumerate() {
        let n = *n as f64;
        if n > 0.0 && below + n >= wanted {
            let within = (wanted - below) / n - 0.5;
            return ((bin as f64 - 10.0 + within) / 10.0).clamp(-1.0, 1.0);
        }
        below += n;
    }
    0.0
}

#[cfg(test)]
mod tests {
    use super::super::sample::{cell, joint, run};
    use super::super::table::Audience;
    use super::*;
    use crate::experiment::fixture_game::play;
    use crate::outcomes::Cell;

    fn stems(section: &Section) -> Vec<&str> {
        section.figures.iter().inspect(|figure| figure.picture.check()).map(|figure| figure.stem.as_str()).collect()
    }

    #[test]
    fn a_field_has_leads_chances_and_luck() {
        let run = play("armies = \"armies/coins/*.toml\"\nstop.pairs = 600");
        let standings = Standings::of(&run);
        let section = GameFlow::of(&run, &standings).section();
        assert_eq!(stems(&section), ["leads", "chances", "luck"]);
        let text = section.texts.join("\n");
        for part in [
            "the winner had been the underdog",
            "and are calibrated (Spiegelhalter's z = ",
            " was lucky, of all match-ups the most,",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        let titles: Vec<&str> = section.tables.iter().map(|table| table.title.as_str()).collect();
        assert_eq!(titles.len(), 5, "{titles:?}");
        assert!(
            titles[2].starts_with("Which phase decides: ") && text.contains("most value falls in throw"),
            "{titles:?}"
        );
        let exchanges = section.tables[1].to_json();
        let swing = |row: usize| exchanges[row]["swing"].as_f64().unwrap();
        assert!(swing(0) > swing(1) && swing(1) > swing(2));
        assert!((swing(0) + swing(1) + swing(2)).abs() < 1e-9, "what one destroys another loses");
        let (course, losses) = (section.tables[3].to_json(), section.tables[4].to_json());
        for (table, key) in [
            (&course, "turns"),
            (&course, "comebacks"),
            (&course, "drama"),
            (&course, "decided"),
            (&losses, "lost_a"),
            (&losses, "lost_b"),
            (&losses, "exchange_ratio"),
        ] {
            let of = |end: &str| table[0][format!("{key}{end}")].as_f64().unwrap_or_else(|| panic!("{key}{end}"));
            assert!(of("_low") < of("") && of("") < of("_high"), "{key}");
        }
    }

    #[test]
    fn a_duel_says_in_words_what_is_no_chart() {
        let run = play("armies = [\"weak\", \"rich\"]\nstop.pairs = 600");
        let standings = Standings::of(&run);
        let course = GameFlow::of(&run, &standings);
        assert_eq!(stems(&course.section()), ["leads", "chances"]);
        let text = course.section().texts.join("\n");
        assert!(
            text.contains(" points for each that it loses against ") && text.contains("with the luck taken out"),
            "{text}"
        );
        let details = ["lengths", "losses", "units-by-turn", "morale-by-turn", "objective-by-turn"];
        assert_eq!(stems(&course.details()), details);
    }

    #[test]
    fn of_variants_the_base_alone_is_drawn() {
        let run = play(
            "armies = [\"weak\", \"rich\"]\nstop.pairs = 300\n[[variants]]\nname = \"old\"\n[[variants]]\nname = \"new\"\nrules.turn-limit = 2",
        );
        let standings = Standings::of(&run);
        let course = GameFlow::of(&run, &standings);
        assert_eq!(course.contests[0].cells.len(), 1);
        assert_eq!(course.contests[0].cells[0].0.key.factors[0].1, "old");
    }

    #[test]
    fn runs_without_courses_have_nothing_to_draw() {
        for cells in [Vec::new(), vec![cell("x", "y", joint(0, 0, 0))], vec![cell("x", "x", joint(5, 0, 5))]] {
            let run = run(cells);
            let standings = Standings::of(&run);
            let section = GameFlow::of(&run, &standings).section();
            assert!(section.figures.is_empty() && section.texts.is_empty());
        }
    }

    #[test]
    fn games_longer_than_leads_are_counted_are_drawn_as_far_as_they_are() {
        let mut long = cell("x", "y", joint(30, 5, 15));
        (0..100).for_each(|_| long.tally.leads.add(&[10; 60], 2));
        let run = run(vec![long]);
        let standings = Standings::of(&run);
        let course = GameFlow::of(&run, &standings);
        let (panel, _) = course.panel("", &course.contests[0]).unwrap();
        assert_eq!(panel.turns.len(), crate::outcomes::MOST_TURNS);
        assert_eq!(stems(&course.section())[0], "leads");
    }

    #[test]
    fn a_match_up_seen_from_the_other_side_is_turned() {
        let mut leads = LeadTally::default();
        leads.add(&[30, 40, 100], 2);
        let mut other = LeadTally::default();
        other.add(&[-30, -40, -100], 0);
        assert_eq!(mirrored(&leads), other);
    }

    #[test]
    fn quantiles_lie_within_their_bins() {
        let mut counts = [0; LEAD_BINS];
        counts[10] = 4;
        assert!((quantile(&counts, 0.5)).abs() < 1e-12 && (quantile(&counts, 0.25) + 0.025).abs() < 1e-12);
        counts[20] = 4;
        assert_eq!(quantile(&counts, 0.99), 1.0);
        assert_eq!(quantile(&[0; LEAD_BINS], 0.5), 0.0);
    }

    #[test]
    fn many_match_ups_go_to_the_details() {
        let names = ["a", "b", "c", "d", "e", "f", "g"];
        let pairs = names.iter().enumerate().flat_map(|(i, a)| names[i + 1..].iter().map(move |b| (a, b)));
        let cells: Vec<Cell> = pairs.map(|(a, b)| cell(a, b, joint(30, 5, 15))).collect();
        let run = run(cells);
        let standings = Standings::of(&run);
        let course = GameFlow::of(&run, &standings);
        assert_eq!((course.section().tables.len(), course.details().tables.len()), (2, 2));
        let [table, losses] = &course.details().tables[..] else { panic!("two tables") };
        assert_eq!((table.rows.len(), losses.rows.len()), (21, 21));
        // Of the drama nothing is known, which nobody has to read 21 times.
        let told = table.without(Audience::Programs);
        let titles: Vec<&str> = told.columns.iter().map(|column| column.title.as_str()).collect();
        assert_eq!(titles, ["List", "Against", "Turns", "Changes of lead"]);
        assert!(table.to_json()[0]["drama"].is_null());
    }
}
