//! Ratings of the lists: one ladder, what goes in cycles, what is worth playing, and what prices could repair.

use super::cells::distinct;
use super::figures::MOST_CONTESTANTS;
use super::model::{Figure, Section};
use super::settings::{Seen, Setting, doctrines_are_settings};
use super::standings::{MatchUp, Standings};
use super::table::{Column, Datum, Table};
use crate::analysis::PayoffMatrix;
use crate::analysis::league::{Circle, FEWEST, League, Metagame, Ratings};
use crate::analysis::payoff_matrix::{Cell, InMix};
use crate::analysis::rounding::{count, fixed, p_value, percent, places, signed};
use crate::analysis::special::normal_two_sided;
use crate::charts::{Parts, Whisker, Whiskers};
use crate::experiment::{Luck, Run};

/// Elo of a strength of 1.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Chance of seeing circles where there is a ladder.
const ALPHA: f64 = 0.05;

/// The key of a cell in the addresses of its engagements: cells of one key share their seeds.
pub fn luck_key(run: &Run, cell: &crate::outcomes::Cell) -> u64 {
    match run.manifest.luck {
        Luck::Shared => 0,
        Luck::Independent => u64::from(cell.key.number) + 1,
    }
}

/// Works out the field of a run, if it is one.
pub fn league(run: &Run, standings: &Standings<'_>) -> Option<League> {
    // Where everybody meets nobody but itself there is no field.
    if !(FEWEST..=MOST_CONTESTANTS).contains(&standings.contestants.len()) || standings.contests().next().is_none() {
        return None;
    }
    let settings = settings(standings);
    let number = |seen| settings.at(&seen);
    let cells = standings.contests().flat_map(|m| {
        m.cells.iter().map(move |(cell, turned)| {
            let (a, b) = if *turned { (m.b, m.a) } else { (m.a, m.b) };
            Cell { a, b, classes: &cell.tally.classes, key: luck_key(run, cell), setting: number((*cell, *turned)) }
        })
    });
    let field = PayoffMatrix::new(standings.contestants.len(), cells).ok()?;
    League::of(&standings.contestants, &units(run, standings), &field, run.manifest.seed).ok()
}

/// The settings in which a field met.
struct Settings<'r> {
    known: Vec<Setting<'r>>,
    doctrines: bool,
}

impl<'r> Settings<'r> {
    fn of_cell(seen: &Seen<'r>, doctrines: bool) -> Setting<'r> {
        if doctrines { Setting::of(seen) } else { Setting::of_place(seen) }
    }

    /// Number of the setting of a cell.
    fn at(&self, seen: &Seen<'r>) -> usize {
        let setting = Self::of_cell(seen, self.doctrines);
        self.known.iter().position(|known| *known == setting).expect("the settings of all cells are known")
    }
}

/// Scenarios and battlefields; doctrines are a part of a setting where every two contestants met under all pairs of them.
fn settings<'r>(standings: &Standings<'r>) -> Settings<'r> {
    let groups: Vec<&[Seen<'r>]> = standings.contests().map(|m| m.cells.as_slice()).collect();
    let doctrines = doctrines_are_settings(&groups);
    let known = distinct(groups.iter().copied().flatten().map(|seen| Settings::of_cell(seen, doctrines)));
    Settings { known, doctrines }
}

/// How many of each unit each contestant fields; nothing where all field the same.
fn units(run: &Run, standings: &Standings<'_>) -> Vec<Vec<f64>> {
    let list = |key: &String| run.manifest.lists.iter().find(|list| list.key == *key);
    let mut types: Vec<&String> = Vec::new();
    for (unit, _) in run.manifest.lists.iter().flat_map(|list| &list.units) {
        if !types.contains(&unit) {
            types.push(unit);
        }
    }
    let count = |key: &String, unit: &String| {
        let units = list(key).map(|list| &list.units);
        units.and_then(|units| units.iter().find(|(name, _)| name == unit)).map_or(0.0, |(_, n)| f64::from(*n))
    };
    standings.lists.iter().map(|key| types.iter().map(|unit| count(key, unit)).collect()).collect()
}

/// Everything about the field, as a part of a report.
pub fn section(run: &Run, league: &League, standings: &Standings<'_>) -> Section {
    let told_apart = tells_units(&units(run, standings));
    let mut section = Section { heading: "The field".to_owned(), brief: true, ..Section::default() };
    section.texts.push(ladder_text(league, standings));
    let played = settings(standings).known.len();
    if played > 1 {
        section.texts.push(format!(
            "The {} met in {played} settings. Intervals of ratings, groups, shares of the mix and the budget hold for others of their kind as well, as if these had been drawn from all of them; circles are told of the settings that were played.",
            standings.kind
        ));
    }
    section.texts.extend(circles_text(league, standings));
    if let Some(metagame) = &league.metagame {
        section.texts.push(mix_text(metagame, standings));
        if standings.by_list {
            section.texts.extend(budget_text(league, standings.contestants.len(), told_apart));
        }
    }
    section.texts.extend(counts_text(standings));
    // Doctrines of one list have no units whose prices could repair anything.
    if standings.by_list {
        section.figures.extend(budget_chart(league, told_apart));
    }
    section.tables.push(table(league, standings));
    section
}

/// The part for those who look closer.
pub fn details(league: &League, standings: &Standings<'_>) -> Section {
    let ratings = league.ratings.as_ref().map(|ratings| ratings_chart(ratings, standings));
    Section {
        heading: "The field, in detail".to_owned(),
        figures: ratings.into_iter().chain(mix_chart(league, standings)).collect(),
        ..Section::default()
    }
}

/// What the ratings rest on, where match-ups that were settled took fewer games than others.
fn counts_text(standings: &Standings<'_>) -> Option<String> {
    let pairs = || standings.contests().map(MatchUp::pairs).filter(|pairs| *pairs > 0);
    let (least, most) = (pairs().min()?, pairs().max()?);
    (least < most).then(|| {
        format!(
            "Match-ups took from {} to {} pairs. Ratings weigh them by their pairs, so that those that took long to settle count most; averages and the mix count every match-up the same.",
            count(least),
            count(most)
        )
    })
}

/// One row a contestant, the strongest first.
pub fn table(league: &League, standings: &Standings<'_>) -> Table {
    let mut columns = vec![
        Column::words("list", standings.noun),
        Column::numbers("elo", "Elo"),
        Column::reading("95% interval"),
        Column::words("groups", "Group"),
    ];
    columns.extend(["elo_low", "elo_high", "strength", "std_error"].map(Column::data));
    columns.extend([Column::numbers("mix", "Share of the mix"), Column::reading("95% interval")]);
    columns.push(Column::numbers("mix_present", "In it"));
    columns.extend(["mix_low", "mix_high"].map(Column::data));
    columns.push(Column::numbers("alpha_rank", "Alpha-rank"));
    let mut table = Table::new("Ratings and what is worth playing", columns);
    for list in order(league, standings) {
        let mut row = vec![Datum::words(&standings.contestants[list])];
        match &league.ratings {
            Some(ratings) => {
                let [low, elo, high] = elo(ratings, list);
                let places = places((high - low) / 2.0);
                row.extend([
                    Datum::number(elo, signed(elo, places)),
                    Datum::reading(format!("[{}, {}]", signed(low, places), signed(high, places))),
                    Datum::words(letters(ratings, list)),
                ]);
                let ladder = &ratings.ladder;
                row.extend([low, high, ladder.strengths[list], ladder.std_errors[list]].map(Datum::data));
            }
            None => row.extend(vec![Datum::none(); 7]),
        }
        match &league.metagame {
            Some(metagame) => {
                let InMix { share, interval, frequency: present } = metagame.mix[list];
                let half = interval.half_width().max(0.01);
                row.extend([
                    Datum::number(share, percent(share, half)),
                    Datum::reading(bounds(interval.low, interval.high, half)),
                    Datum::number(present, percent(present, 0.01)),
                ]);
                row.extend([interval.low, interval.high].map(Datum::data));
                row.push(Datum::number(metagame.alpha_rank[list], percent(metagame.alpha_rank[list], 0.01)));
            }
            None => row.extend(vec![Datum::none(); 6]),
        }
        table.push(row);
    }
    table
}

/// Contestants from strong to weak: by rating, else by average score.
fn order(league: &League, standings: &Standings<'_>) -> Vec<usize> {
    let strength = |list: &usize| match &league.ratings {
        Some(ratings) => ratings.ladder.strengths[*list],
        None => standings.average(*list).map_or(0.5, |e| e.score),
    };
    let mut order: Vec<usize> = (0..standings.contestants.len()).collect();
    order.sort_by(|a, b| strength(b).total_cmp(&strength(a)));
    order
}

/// Low, estimate, high.
fn elo(ratings: &Ratings, list: usize) -> [f64; 3] {
    let (elo, error) = (ratings.ladder.elo[list], ELO * ratings.ladder.std_errors[list]);
    let half = normal_two_sided(ALPHA) * error;
    [elo - half, elo, elo + half]
}

/// A letter for each group that a list is in: those that share one cannot be told apart.
fn letters(ratings: &Ratings, list: usize) -> String {
    let letter = |n: usize| char::from(b'a' + (n % 26) as u8);
    let mine = ratings.groups.iter().enumerate().filter(|(_, group)| group.contains(&list));
    mine.map(|(n, _)| letter(n)).collect()
}

fn bounds(low: f64, high: f64, half: f64) -> String {
    let places = places(100.0 * half);
    format!("[{}, {}]", fixed(100.0 * low, places), fixed(100.0 * high, places))
}

fn ladder_text(league: &League, standings: &Standings<'_>) -> String {
    let Some(ratings) = &league.ratings else {
        return format!("The {} have not met in a way that one ladder could hold them all.", standings.kind);
    };
    let apart = if ratings.groups.iter().all(|group| group.len() == 1) {
        format!("all {} can be told apart", standings.kind)
    } else {
        format!("{} that share a letter cannot be told apart", standings.kind)
    };
    // Where seats made no difference in any pair, nothing is known of what they may do.
    let seat = ratings.ladder.seat_effect.zip(ratings.ladder.seat_std_error).filter(|(_, error)| *error > 1e-9);
    let seat = seat.map(|(effect, error)| {
        let (elo, half) = (ELO * effect, ELO * normal_two_sided(ALPHA) * error);
        let places = places(half);
        let [elo, low, high] = [elo, elo - half, elo + half].map(|elo| signed(elo, places));
        format!(" The first seat is worth {elo} Elo [{low}, {high}].")
    });
    let steadied = if ratings.steadied {
        " A virtual win and loss for each keeps the ratings of those finite that won or lost everything."
    } else {
        ""
    };
    format!(
        "On one ladder (Bradley-Terry with draws and a seat effect), {apart}.{}{steadied}",
        seat.unwrap_or_default()
    )
}

fn circles_text(league: &League, standings: &Standings<'_>) -> Option<String> {
    let share = league.hodge.cyclic_share?;
    let sure = league.hodge.p_value <= ALPHA;
    let verdict = if sure { "more than chance brings" } else { "no more than chance brings" };
    let name = |list: usize| &standings.contestants[list];
    let told = |circle: &Circle| {
        let [a, b, c] = circle.lists.map(name);
        let [ab, bc, ca] = circle.scores.map(|score| fixed(100.0 * score, 0));
        format!("{a} beats {b} ({ab}%), {b} beats {c} ({bc}%), {c} beats {a} ({ca}%)")
    };
    let circles: Vec<String> = league.circles.iter().map(told).collect();
    let named = match (&circles[..], sure) {
        ([], _) => " No three go in a circle.".to_owned(),
        (_, true) => {
            format!(" Most likely in a circle, by scores drawn a little towards even: {}.", circles.join("; "))
        }
        (_, false) => String::new(),
    };
    Some(format!(
        "A ladder leaves {} of the differences unexplained, {verdict} (p {}).{named}",
        percent(share, 0.005),
        p_value(league.hodge.p_value)
    ))
}

fn mix_text(metagame: &Metagame, standings: &Standings<'_>) -> String {
    let alone = metagame.mix.iter().position(|portion| portion.share > 0.995);
    let worth = match alone {
        Some(list) => {
            let others = metagame.mix.iter().enumerate().filter(|(at, _)| *at != list);
            let most = others.map(|(_, portion)| portion.frequency).fold(0.0, f64::max);
            let but = match (100.0 * most).ceil() {
                0.0 => "and no other in any of 200 resamples".to_owned(),
                few @ ..5.0 => format!("and no other in more than {few}% of 200 resamples"),
                some => format!("though in up to {some}% of 200 resamples another is in the mix"),
            };
            format!("only {} is worth playing, {but}", standings.contestants[list])
        }
        None => {
            let InMix { share, interval, .. } = metagame.worth_playing;
            let places = places(interval.half_width().max(0.1));
            let [n, low, high] = [share, interval.low, interval.high].map(|n| fixed(n, places));
            format!("{n} [{low}, {high}] of {} {} are worth playing", standings.contestants.len(), standings.kind)
        }
    };
    format!(
        "Where everybody knows the match-ups, {worth}. The mix that nobody beats is in the table, with the part of the resamples in which each belongs to it."
    )
}

/// Whether the lists are enough to tell what units bring from what combinations of them bring.
fn tells_units(run_units: &[Vec<f64>]) -> bool {
    let lists = run_units.len();
    let types = run_units.first().map_or(0, Vec::len);
    let varied = (0..types).filter(|unit| run_units.iter().any(|counts| counts[*unit] != run_units[0][*unit])).count();
    varied > 0 && varied + 1 < lists
}

fn budget_text(league: &League, lists: usize, told_apart: bool) -> Option<String> {
    let budget = league.metagame.as_ref()?.budget.as_ref()?;
    let e = budget.exploitability_interval;
    // The field holds the list itself, which is even against itself; the averages of the table leave it out.
    let without_itself = lists as f64 / (lists as f64 - 1.0).max(1.0);
    let places = places(100.0 * without_itself * e.half_width());
    let repair = if told_apart {
        "Of what is out of balance, prices of units can repair the first part of the bar below and nothing else."
    } else {
        "With so few lists, what single units bring cannot be told from what their combinations bring; prices can repair the former alone."
    };
    if e.half_width() <= 0.0 {
        return Some(format!(
            "The best of them scores about {:.0} points above even against the others; pairs that all came out alike do not tell how well that is known. {repair}",
            100.0 * without_itself * budget.exploitability
        ));
    }
    let [best, low, high] =
        [budget.exploitability, e.low, e.high].map(|share| fixed(100.0 * without_itself * share, places));
    Some(format!(
        "The best of them scores {best} points above even against the others (95% interval {low} to {high}, for all of them together). {repair}"
    ))
}

fn ratings_chart(ratings: &Ratings, standings: &Standings<'_>) -> Figure {
    let mut order: Vec<usize> = (0..standings.contestants.len()).collect();
    order.sort_by(|a, b| ratings.ladder.strengths[*b].total_cmp(&ratings.ladder.strengths[*a]));
    let row = |list: &usize| Whisker {
        label: format!("{} ({})", standings.contestants[*list], letters(ratings, *list)),
        points: vec![(0, elo(ratings, *list))],
    };
    let said: Vec<String> = order
        .iter()
        .map(|list| format!("{} {}", standings.contestants[*list], signed(ratings.ladder.elo[*list], 0)))
        .collect();
    let chart = Whiskers {
        title: format!("Ratings of the {}", standings.kind),
        subtitle: "Elo about the mean of the field, with 95% intervals; those that share a letter cannot be told apart"
            .to_owned(),
        series: Vec::new(),
        unit: " Elo",
        signed: true,
        bars: false,
        line: 0.0,
        rows: order.iter().map(row).collect(),
        alt: format!("Ratings in Elo, from the strongest: {}.", said.join(", ")),
    };
    Figure { stem: "ratings".to_owned(), picture: chart.picture() }
}

fn mix_chart(league: &League, standings: &Standings<'_>) -> Option<Figure> {
    let metagame = league.metagame.as_ref()?;
    let mut order: Vec<usize> = (0..metagame.mix.len()).collect();
    order.sort_by(|a, b| metagame.mix[*b].share.total_cmp(&metagame.mix[*a].share));
    // Those that are never in the mix would only be rows of zeros.
    order.retain(|list| metagame.mix[*list].frequency > 0.0 || metagame.mix[*list].share > 0.0);
    if order.len() < 2 {
        return None;
    }
    let row = |list: &usize| {
        let InMix { share, interval, .. } = metagame.mix[*list];
        Whisker {
            label: standings.contestants[*list].clone(),
            points: vec![(0, [interval.low.min(share), share, interval.high.max(share)].map(|share| 100.0 * share))],
        }
    };
    let said: Vec<String> = order
        .iter()
        .filter(|list| metagame.mix[**list].share > 0.005)
        .map(|list| format!("{} {}", standings.contestants[*list], percent(metagame.mix[*list].share, 0.01)))
        .collect();
    let chart = Whiskers {
        title: format!("The mix of {} that nobody beats", standings.kind),
        subtitle: "Share of each in the equilibrium of largest entropy; bars hold 95 of 100 resamples".to_owned(),
        series: Vec::new(),
        unit: "%",
        signed: false,
        bars: true,
        line: 0.0,
        rows: order.iter().map(row).collect(),
        alt: format!("The mix that nobody beats: {}.", said.join(", ")),
    };
    Some(Figure { stem: "equilibrium".to_owned(), picture: chart.picture() })
}

fn budget_chart(league: &League, told_apart: bool) -> Option<Figure> {
    let budget = league.metagame.as_ref()?.budget.as_ref()?;
    let part = |name: &str, n: usize| {
        let InMix { share, interval, .. } = budget.parts[n];
        let places = places(100.0 * interval.half_width().max(0.0005)).min(1);
        let [size, low, high] = [share, interval.low, interval.high].map(|share| fixed(100.0 * share, places));
        (name.to_owned(), share, format!("{size} points [{low}, {high}]"))
    };
    let counters = part("Counter-picking: prices cannot", 2);
    let parts = if told_apart {
        vec![part("Units: prices can repair it", 0), part("Combinations: prices cannot", 1), counters]
    } else {
        // With so few lists the numbers of units explain everything that is no counter-picking.
        vec![part("Units and their combinations", 0), counters]
    };
    let said: Vec<String> = parts.iter().map(|(name, _, text)| format!("{name}, {text}")).collect();
    let chart = Parts {
        title: "The balance budget".to_owned(),
        subtitle: "Root mean square distance of match-ups from even, in points of score, by what causes it".to_owned(),
        parts,
        alt: format!("The balance budget: {}.", said.join("; ")),
    };
    Some(Figure { stem: "balance-budget".to_owned(), picture: chart.picture() })
}

#[cfg(test)]
mod tests {
    use super::super::sample::{cell, joint, run};
    use super::*;
    use crate::outcomes;

    fn circle() -> Vec<outcomes::Cell> {
        let table = [("x", "y", 600, 400), ("y", "z", 600, 400), ("z", "x", 600, 400), ("x", "x", 500, 500)];
        table.map(|(a, b, wins, losses)| cell(a, b, joint(wins, 40, losses))).to_vec()
    }

    #[test]
    fn a_circle_is_named_and_everything_is_worth_playing() {
        let run = run(circle());
        let standings = Standings::of(&run);
        let league = league(&run, &standings).unwrap();
        let section = section(&run, &league, &standings);
        let text = section.texts.join("\n");
        for part in [
            "lists that share a letter cannot be told apart",
            "more than chance brings",
            "The x beats The y (60%), The y beats The z (60%), The z beats The x (60%)",
            "of 3 lists are worth playing",
            "what single units bring cannot be told",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        let details = details(&league, &standings);
        let figures = || section.figures.iter().chain(&details.figures);
        let stems: Vec<&str> = figures().map(|figure| figure.stem.as_str()).collect();
        assert_eq!(stems, ["balance-budget", "ratings", "equilibrium"]);
        figures().for_each(|figure| figure.picture.check());
        assert!(!text.contains("Match-ups took from"));
        let json = section.tables[0].to_json();
        assert_eq!(json[0]["groups"], "a");
        assert!((json[0]["mix"].as_f64().unwrap() - 1.0 / 3.0).abs() < 0.1);
        assert!(json[1]["elo_low"].as_f64() < json[1]["elo"].as_f64());
    }

    #[test]
    fn a_ladder_is_told_apart_and_has_no_circle() {
        let cells = [("x", "y", 600, 400), ("y", "z", 600, 400), ("x", "z", 700, 300)];
        let run = run(cells.map(|(a, b, wins, losses)| cell(a, b, joint(wins, 40, losses))).to_vec());
        let standings = Standings::of(&run);
        let league = league(&run, &standings).unwrap();
        let text = section(&run, &league, &standings).texts.join("\n");
        assert!(text.contains("all lists can be told apart") && text.contains("No three go in a circle."), "{text}");
        assert!(text.contains("only The x is worth playing, and no other in any of 200 resamples"), "{text}");
        assert!(details(&league, &standings).figures.len() == 1, "one list alone is no mix to draw");
        let table = table(&league, &standings);
        let names: Vec<&str> = table.rows.iter().map(|row| row[0].text.as_str()).collect();
        assert_eq!(names, ["The x", "The y", "The z"]);
    }

    #[test]
    fn how_often_another_list_is_in_the_mix_is_told() {
        let text = |wins: u64| {
            let cells = [("x", "y", wins, 1000 - wins), ("y", "z", 600, 400), ("x", "z", 700, 300)];
            let run = run(cells.map(|(a, b, wins, losses)| cell(a, b, joint(wins, 40, losses))).to_vec());
            let standings = Standings::of(&run);
            mix_text(league(&run, &standings).unwrap().metagame.as_ref().unwrap(), &standings)
        };
        assert!(text(505).contains("though in up to"), "{}", text(505));
        assert!(text(530).contains("and no other in more than"), "{}", text(530));
    }

    #[test]
    fn what_ratings_rest_on_is_told_where_match_ups_took_different_numbers_of_pairs() {
        let cells = [("x", "y", 600, 400), ("y", "z", 600, 400), ("x", "z", 1700, 300)];
        let run = run(cells.map(|(a, b, wins, losses)| cell(a, b, joint(wins, 0, losses))).to_vec());
        let text = counts_text(&Standings::of(&run)).unwrap();
        assert!(text.starts_with("Match-ups took from 1,000 to 2,000 pairs. Ratings weigh them"), "{text}");
    }

    #[test]
    fn units_are_told_from_combinations_by_more_lists_than_types() {
        assert!(!tells_units(&[vec![1.0, 2.0], vec![2.0, 1.0], vec![3.0, 3.0]]));
        assert!(tells_units(&[vec![1.0, 5.0], vec![2.0, 5.0], vec![3.0, 5.0]]), "what all field alike is no type");
        assert!(!tells_units(&[vec![1.0], vec![1.0], vec![1.0]]), "where all field the same there is nothing to price");
    }

    #[test]
    fn settings_that_differ_widen_all_that_is_said_of_the_field() {
        let played = |spread: u64| {
            let table = [("x", "y", 600), ("y", "z", 600), ("x", "z", 700)];
            let at = |(scenario, sign): (&str, i64)| {
                table.map(|(a, b, wins)| {
                    let wins = wins + sign * spread as i64;
                    let mut cell = cell(a, b, joint(wins as u64, 40, 1000 - wins as u64));
                    cell.key.scenario = scenario.to_owned();
                    cell
                })
            };
            run([("hill", 1), ("flag", 0), ("march", -1)].map(at).concat())
        };
        let of = |run: &Run| {
            let standings = Standings::of(run);
            let league = league(run, &standings).unwrap();
            (section(run, &league, &standings).texts.join("\n"), league)
        };
        let [(text, alike), (_, apart)] = [played(0), played(200)].map(|run| of(&run));
        assert!(text.contains("The lists met in 3 settings. Intervals of ratings"), "{text}");
        let groups = |league: &League| league.ratings.as_ref().unwrap().groups.clone();
        assert_eq!((groups(&alike), groups(&apart)), (vec![vec![0], vec![1], vec![2]], vec![vec![0, 1, 2]]));
        let shares = |league: &League| {
            let metagame = league.metagame.as_ref().unwrap();
            (metagame.mix[2].frequency, metagame.budget.as_ref().unwrap().exploitability_interval.half_width())
        };
        let [(alike, narrow), (apart, wide)] = [shares(&alike), shares(&apart)];
        assert!(alike == 0.0 && apart > 0.05, "{alike} {apart}");
        assert!(wide > 3.0 * narrow, "{wide} {narrow}");
    }

    #[test]
    fn doctrines_are_a_part_of_the_setting_where_all_met_under_all_of_them() {
        let met = |pairs: &[(&str, &str, &str)]| {
            let cells = pairs.iter().map(|(a, b, doctrine)| {
                let mut cell = cell(a, b, joint(600, 0, 400));
                cell.key.doctrine_b = (*doctrine).to_owned();
                cell
            });
            let run = run(cells.collect());
            settings(&Standings::of(&run)).known.len()
        };
        let own = [("x", "y", "rush"), ("y", "z", "wait"), ("x", "z", "wait")];
        assert_eq!(met(&own), 1, "doctrines that lists bring with them are no settings");
        let all = ["rush", "wait"].map(|d| [("x", "y", d), ("y", "z", d), ("x", "z", d)]).concat();
        assert_eq!(met(&all), 2);
    }

    #[test]
    fn two_lists_are_no_field() {
        let run = run(vec![cell("x", "y", joint(60, 0, 40))]);
        assert!(league(&run, &Standings::of(&run)).is_none());
    }
}
