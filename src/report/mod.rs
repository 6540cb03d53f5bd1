//! Balance reports: one model, written in several languages.
//!
//! [`Report::of`] reads a run and says what is in it: the answer in a sentence, tables, charts, what was assumed, what
//! to mind, and how to have it again. [`write`] puts it into a folder as HTML, Markdown and BBCode.

mod axes;
pub mod bbcode;
mod breakdowns;
mod caveats;
mod cells;
pub mod columns;
mod components;
mod conclusion;
mod costs;
pub mod discord;
mod effects;
mod factors;
mod figures;
mod film;
pub mod format;
pub mod frame;
mod game_flow;
mod games;
mod head;
pub mod html;
mod luck;
pub mod markdown;
pub mod markup;
mod model;
pub mod new_prices;
mod phases;
mod play_quality;
mod quantities;
mod ratings;
mod reversal;
mod robust;
mod rounding;
#[cfg(test)]
mod sample;
mod scope;
mod score_wording;
mod sensitivity;
mod settings;
mod short_telling;
mod sparkline;
mod standings;
pub mod table;
mod tables;
mod text_board;
pub mod told;
mod turn_curves;
mod write;

pub use caveats::{FEW_PAIRS, are_unequal, at_every_look, told_points};
pub use costs::Costs;
pub use film::page as film_page;
pub use model::{Figure, Provenance, Replay, Report, Section, needed_files};
pub use scope::{Scope, battlefield};
pub use score_wording::{LOPSIDED, ScoreWording};
pub use short_telling::ShortTelling;
pub use sparkline::sparkline;
pub use standings::{drawn_share, first_seat, mean_turns};
pub use text_board::text_board;
pub use turn_curves::last_of as last_turn;
pub use write::{Written, write};

use crate::charts::Estimate;
use crate::experiment::{Companions, Run};
use breakdowns::Breakdowns;
use effects::Effects;
use game_flow::GameFlow;
use sensitivity::Sensitivity;
use standings::{MatchUp, Standings};
use table::Table;

/// The heading of the scores.
const SCORES: &str = "Who beats whom";

/// Rows of a table that do not drown a section; a longer one goes to the details.
const MOST_ROWS: usize = 15;

impl Report {
    /// The report of a run that is kept in `place`: a folder, as it is written in commands.
    #[must_use]
    pub fn of(run: &Run, place: &str) -> Self {
        if let Some(costs) = Costs::of(run) {
            return costs.report();
        }
        let standings = Standings::of(run);
        let mut scores = Section { heading: SCORES.to_owned(), brief: true, ..Section::default() };
        scores.figures = figures::scores(run, &standings);
        let contests = standings.contests().next().is_some();
        if contests && standings.contestants.len() > 2 {
            scores.tables.push(tables::averages(&standings));
        }
        // Where a heat map shows every match-up, long tables of them are for those who look closer.
        let mut every = vec![tables::match_ups(&standings)];
        every.extend(standings.settings.then(|| tables::settings(run, &standings)));
        every.extend(tables::quantity(run, &standings));
        let (long, short): (Vec<Table>, Vec<Table>) = every.into_iter().partition(|table| table.rows.len() > MOST_ROWS);
        scores.tables.extend(short);
        scores.tables.push(robust::table(&standings));
        let sensitivity = Sensitivity::of(run, &standings).map(|sensitivity| {
            let mut section = sensitivity.section();
            section.tables.extend(new_prices::of(run));
            section
        });
        let (moves, moves_each) =
            components::sections(run, &standings).map_or((None, None), |(all, each)| (Some(all), each));
        let effects = Effects::of(run, &standings).map(|effects| effects.section());
        let league = ratings::league(run, &standings);
        let field = league.as_ref().map(|league| ratings::section(run, league, &standings));
        let ladder = league.as_ref().map(|league| ratings::details(league, &standings));
        let course = GameFlow::of(run, &standings);
        let mut aspects = Breakdowns::of(run, &standings).section();
        aspects.brief = !contests;
        // Of mirrors, seats are what there is to tell.
        let (seats, aspects) = if contests { (None, Some(aspects)) } else { (Some(aspects), None) };
        let games = Section {
            heading: "Games worth a look".to_owned(),
            brief: true,
            replays: games::replays(run, place),
            ..Section::default()
        };
        let units = Section {
            heading: "What the units do".to_owned(),
            texts: vec!["Active is the share of units that moved or attacked at least once in their engagement; value destroyed is what one unit removes, in points, shared among the attackers.".to_owned()],
            figures: figures::work(run).into_iter().collect(),
            tables: vec![tables::units(run)],
            ..Section::default()
        };
        let tables = |heading: &str, tables| Section { heading: heading.to_owned(), tables, ..Section::default() };
        let (many_units, few_units) =
            if units.tables[0].rows.len() > MOST_ROWS { (Some(units), None) } else { (None, Some(units)) };
        let appendix = [
            Some(tables("Who beats whom, in detail", long)),
            moves_each,
            ladder,
            Some(course.details()),
            many_units,
            Some(tables("The lists", vec![tables::lists(run)])),
            Some(tables(
                "How often the rules mattered",
                vec![tables::rules(run, false), tables::rules(run, true), tables::counts(run)],
            )),
        ];
        Self {
            title: head::title(run),
            setting: head::setting(run),
            answer: conclusion::answer(run, &standings),
            remarks: conclusion::remarks(run, &standings),
            warnings: caveats::warnings(run, &standings),
            sections: [
                seats,
                sensitivity,
                Some(scores),
                moves,
                luck::section(run, &standings),
                effects,
                field,
                aspects,
                Some(course.section()),
                Some(games),
                few_units,
            ]
            .into_iter()
            .flatten()
            .filter_map(without_empty_tables)
            .collect(),
            assumptions: caveats::assumptions(run),
            appendix: appendix.into_iter().flatten().filter_map(without_empty_tables).collect(),
            provenance: Provenance::of(run),
        }
    }

    /// The same with what the companions of the run say.
    #[must_use]
    pub fn with_companions(mut self, run: &Run, companions: &Companions) -> Self {
        self.remarks.extend(play_quality::hands_remark(run, companions));
        let place = self.sections.iter().position(|section| section.heading == SCORES).map_or(0, |place| place + 1);
        self.sections.splice(place..place, play_quality::section(run, companions));
        self.assumptions.extend(play_quality::untried(companions));
        self
    }
}

/// What the companions of a run say, in tables: how the usual doctrine of every list does, and the match-ups under stronger
/// hands.
#[must_use]
pub fn play_tables(run: &Run, companions: &Companions) -> Vec<(&'static str, Table)> {
    let gauges = play_quality::gauge_table(run, companions).map(|table| ("gauges", table));
    let hands = play_quality::hands_table(run, companions).map(|table| ("stronger_hands", table));
    gauges.into_iter().chain(hands).collect()
}

/// What becomes of the order of the lists under stronger hands; none where that was not played.
#[must_use]
pub fn under_stronger_hands(run: &Run, companions: &Companions) -> Option<String> {
    play_quality::hands_remark(run, companions)
}

/// The answer to the question of a run, in one plain sentence.
#[must_use]
pub fn answer(run: &Run) -> String {
    if let Some(costs) = Costs::of(run) {
        return costs.answer();
    }
    conclusion::answer(run, &Standings::of(run))
}

/// What belongs beside the answer wherever it stands: what a score is over other settings and in those that were played, what
/// intervals cover, and what a reader should mind of the amount of play and of the lists.
#[must_use]
pub fn beside_the_answer(run: &Run) -> Vec<String> {
    let standings = Standings::of(run);
    if Costs::of(run).is_some() || run.pairs() == 0 {
        return Vec::new();
    }
    let mut said = conclusion::settings_remarks(&standings);
    said.extend(robust::mix_remark(run, &standings));
    said.extend(conclusion::scope_remark(run, &standings));
    said.extend(caveats::attack(run));
    said.extend(caveats::precision(run, &standings));
    said.extend(caveats::few_pairs(run));
    said.extend(caveats::unequal_points(run, &standings));
    said.extend(caveats::varied_prices(run));
    said
}

/// What moves the results of a run, in points of score; none where nothing was played in several settings.
#[must_use]
pub fn components(run: &Run) -> Option<Table> {
    let (all, each) = components::sections(run, &Standings::of(run))?;
    each.unwrap_or(all).tables.into_iter().next()
}

/// What single games differ in, by lists, play, setting, seat and luck, in words; none where nobody but mirrors met.
#[must_use]
pub fn luck_and_play(run: &Run) -> Option<String> {
    luck::sentence(run, &Standings::of(run))
}

/// The same as a table.
#[must_use]
pub fn shares_of_luck_and_play(run: &Run) -> Option<Table> {
    luck::section(run, &Standings::of(run))?.tables.into_iter().next()
}

/// What every level of what a run varies does to the score; none where nothing is varied, or in several match-ups.
#[must_use]
pub fn effects(run: &Run) -> Option<Table> {
    Effects::of(run, &Standings::of(run)).map(|effects| effects.table())
}

/// Every match-up of a run, one a row.
#[must_use]
pub fn match_ups(run: &Run) -> Table {
    tables::match_ups(&Standings::of(run))
}

/// What a run was to know of each cell, one a row; none where that is the score, or where pairs or decisions end cells.
#[must_use]
pub fn quantity(run: &Run) -> Option<Table> {
    tables::quantity(run, &Standings::of(run))
}

/// What takes part in a run, by average score without mirrors, the strongest first.
#[must_use]
pub fn averages(run: &Run) -> Table {
    tables::averages(&Standings::of(run))
}

/// Average scores of lists, by their keys, without mirrors, the strongest first; nothing where lists with their doctrines, or
/// doctrines alone, are what is compared.
#[must_use]
pub fn list_averages(run: &Run) -> Vec<(String, Estimate)> {
    let standings = Standings::of(run);
    if !standings.by_list {
        return Vec::new();
    }
    standings.ranking().into_iter().map(|(n, average)| (standings.lists[n].clone(), average)).collect()
}

/// Scores of all match-ups of two lists, by their keys, from the point of view of the first; nothing where lists with their
/// doctrines, or doctrines alone, are what is compared.
#[must_use]
pub fn list_match_ups(run: &Run) -> Vec<([String; 2], Estimate)> {
    let standings = Standings::of(run);
    if !standings.by_list {
        return Vec::new();
    }
    let keys = |m: &MatchUp<'_>| [m.a, m.b].map(|list| standings.lists[list].clone());
    standings.contests().filter_map(|m| Some((keys(m), m.score()?))).collect()
}

/// Ratings of what takes part in a run, and what is worth playing; none where it is no field.
#[must_use]
pub fn ratings(run: &Run) -> Option<Table> {
    let standings = Standings::of(run);
    let league = ratings::league(run, &standings)?;
    Some(ratings::table(&league, &standings))
}

/// What is said of the field of a run, in sentences; nothing where it is none.
#[must_use]
pub fn field(run: &Run) -> Vec<String> {
    let standings = Standings::of(run);
    ratings::league(run, &standings).map_or_else(Vec::new, |league| ratings::section(run, &league, &standings).texts)
}

/// The games of a run that are most worth a look, each with the command that tells it again from the folder `place`.
#[must_use]
pub fn games(run: &Run, place: &str) -> Table {
    games::table(run, place)
}

/// What the variants of a run move against their base; none where it has no variants.
#[must_use]
pub fn moves(run: &Run) -> Option<Table> {
    Sensitivity::of(run, &Standings::of(run)).map(|sensitivity| sensitivity.table())
}

/// How far the widest interval of what the variants of a run move reaches to either side, as a share; none where it has no
/// variants.
#[must_use]
pub fn widest_move(run: &Run) -> Option<f64> {
    Sensitivity::of(run, &Standings::of(run))?.widest()
}

/// Whether of every score that the variants of a run may move it is known that it moves, or that it moves by less than half a
/// point; false where it has no variants.
#[must_use]
pub fn moves_are_known(run: &Run) -> bool {
    Sensitivity::of(run, &Standings::of(run)).is_some_and(|sensitivity| sensitivity.is_decided())
}

/// Over how many pairs of doctrines the claims of a run were tried, and whether they survive.
#[must_use]
pub fn robustness(run: &Run) -> Option<String> {
    robust::remark(&Standings::of(run))
}

/// The section without tables that have no rows; none when nothing is left.
fn without_empty_tables(mut section: Section) -> Option<Section> {
    section.tables.retain(|table| !table.rows.is_empty());
    let Section { figures, tables, replays, .. } = &section;
    (!tables.is_empty() || !figures.is_empty() || !replays.is_empty()).then_some(section)
}
