//! How far the play of a run can be believed: what its companions say.

use super::cells::{base_cells, distinct, list_name, turned};
use super::model::Section;
use super::rounding::{interval, share, share_with_interval};
use super::standings::{Chance, average};
use super::table::{Column, Datum, Table, thousands};
use crate::analysis::Interval;
use crate::analysis::relevance::{order_holds, side_of_even};
use crate::charts::Estimate;
use crate::experiment::{BestAnswer, Companion, Companions, Run};
use crate::outcomes::{Cell, CellKey};

/// The heading of what the companions say.
const HEADING: &str = "How good the play is";

/// Score of the first-named list over some cells of a run, each counting the same; none where there are none.
fn score(run: &Run, wanted: impl Fn(&CellKey) -> bool) -> Option<Estimate> {
    let cells: Vec<(&Cell, bool)> =
        run.cells.iter().filter(|cell| wanted(&cell.key)).map(|cell| (cell, false)).collect();
    average(&cells, Chance::of(run))
}

/// One list and how its usual doctrine does.
struct Gauge<'r> {
    list: &'r str,
    /// Its usual doctrines: one, or several where scenario and role decide.
    doctrines: Vec<&'r str>,
    /// Against the same list played by chance.
    chance: Option<Estimate>,
    /// Against the doctrine of the book that does best against it, and which that is.
    best: Option<(&'r str, Estimate)>,
    /// What the list scores that looks ahead.
    ahead: Option<Estimate>,
    /// The best answer that a search has found, as it was last kept.
    answer: Option<&'r BestAnswer>,
}

fn gauges<'r>(run: &'r Run, companions: &'r Companions) -> Vec<Gauge<'r>> {
    let [tried, ahead] = [Companion::Gauges, Companion::LookingAhead].map(|companion| companions.get(companion));
    let scenarios = distinct(run.cells.iter().map(|cell| cell.key.scenario.as_str()));
    let lists = run.manifest.lists.iter().filter_map(|list| {
        let mine = move |key: &CellKey| key.list_a == list.key;
        let looks = ahead.and_then(|run| score(run, mine));
        let keys = |run: Option<&'r Run>| {
            run.into_iter().flat_map(|run| &run.cells).map(|cell| &cell.key).filter(move |key| mine(key))
        };
        let own = keys(tried).map(|key| &key.doctrine_a).chain(keys(ahead).map(|key| &key.doctrine_b));
        let doctrines = distinct(own.map(String::as_str));
        if doctrines.is_empty() {
            return None;
        }
        let others = distinct(keys(tried).filter(|key| !key.is_mirror()).map(|key| key.doctrine_b.as_str()));
        let against = |other: &str| score(tried?, |key| mine(key) && key.doctrine_b == other);
        let named = others.iter().filter(|name| **name != "random").filter_map(|name| Some((*name, against(name)?)));
        let best = named.min_by(|(_, one), (_, other)| one.score.total_cmp(&other.score));
        // Searches are of scripts: without gauges of scripts, what they found has no place.
        let answer = tried.and_then(|_| companions.answers().to(&list.key, &run.manifest, &scenarios));
        Some(Gauge { list: &list.key, doctrines, chance: against("random"), best, ahead: looks, answer })
    });
    lists.collect()
}

/// The score of a match-up in the run itself, and with both lists looking ahead.
struct Hands<'r> {
    lists: [&'r str; 2],
    scripts: Estimate,
    ahead: Estimate,
}

fn limits(Estimate { low, high, .. }: Estimate) -> Interval {
    Interval { low, high }
}

impl Hands<'_> {
    /// Whether the order of the lists is the one that scripts lead to: none where either interval holds an even score.
    fn holds(&self) -> Option<bool> {
        order_holds(limits(self.scripts), limits(self.ahead))
    }
}

fn hands<'r>(run: &'r Run, companions: &'r Companions) -> Vec<Hands<'r>> {
    let Some(stronger) = companions.get(Companion::StrongerHands) else { return Vec::new() };
    let keys = stronger.cells.iter().map(|cell| &cell.key).filter(|key| key.list_a != key.list_b);
    let met = distinct(keys.map(|key| [key.list_a.as_str(), key.list_b.as_str()]));
    let played = base_cells(run);
    let match_up = |lists: [&'r str; 2]| {
        let seen = |cell: &&'r Cell| {
            let names = [cell.key.list_a.as_str(), cell.key.list_b.as_str()];
            (names == lists || names == [lists[1], lists[0]]).then_some((*cell, names != lists))
        };
        let cells: Vec<(&Cell, bool)> = played.iter().filter_map(seen).collect();
        let scripts = average(&cells, Chance::of(run))?;
        let ahead = score(stronger, |key| [key.list_a.as_str(), key.list_b.as_str()] == lists)?;
        Some(Hands { lists, scripts, ahead })
    };
    met.into_iter().filter_map(match_up).collect()
}

/// An estimate, its interval, and its numbers for programs.
fn columns(key: &str, title: &str) -> [Column; 4] {
    [
        Column::numbers(key, title),
        Column::reading("95% interval"),
        Column::data(&format!("{key}_low")),
        Column::data(&format!("{key}_high")),
    ]
}

fn data(e: Option<Estimate>) -> [Datum; 4] {
    match e {
        Some(e) => {
            [Datum::number(e.score, share(e)), Datum::reading(interval(e)), Datum::data(e.low), Datum::data(e.high)]
        }
        None => std::array::from_fn(|_| Datum::none()),
    }
}

/// How the usual doctrine of every list does; none where that was not played.
pub fn gauge_table(run: &Run, companions: &Companions) -> Option<Table> {
    let gauges = gauges(run, companions);
    let mut heads = vec![Column::words("list", "List"), Column::words("doctrine", "Usual doctrine")];
    heads.extend(columns("chance", "Against chance"));
    heads.push(Column::words("best_doctrine", "Hardest doctrine"));
    heads.extend(columns("best", "Against it"));
    heads.extend(columns("ahead", "Looking ahead scores"));
    let answered = gauges.iter().any(|gauge| gauge.answer.is_some());
    if answered {
        heads.extend(columns("answer", "Best answer found"));
        heads.extend(["answer_evaluations", "answer_scenarios"].map(Column::data));
    }
    let mut table = Table::new("The usual doctrine of each list, with the same list on both sides", heads);
    for gauge in &gauges {
        let mut row = vec![Datum::words(list_name(run, gauge.list)), Datum::words(gauge.doctrines.join(", "))];
        row.extend(data(gauge.chance));
        row.push(gauge.best.map_or_else(Datum::none, |(name, _)| Datum::words(name)));
        row.extend(data(gauge.best.map(|(_, e)| e)));
        row.extend(data(gauge.ahead));
        if answered {
            row.extend(data(gauge.answer.map(|found| Estimate {
                score: found.score,
                low: found.low,
                high: found.high,
            })));
            row.push(gauge.answer.map_or_else(Datum::none, |found| Datum::data(found.evaluations)));
            row.push(gauge.answer.map_or_else(Datum::none, |found| Datum::data(found.scenarios.join(", "))));
        }
        table.push(row);
    }
    (!gauges.is_empty()).then_some(table)
}

/// The match-ups with both lists looking ahead, beside what scripts lead to; none where that was not played.
pub fn hands_table(run: &Run, companions: &Companions) -> Option<Table> {
    let hands = hands(run, companions);
    let mut heads = vec![Column::words("list_a", "List"), Column::words("list_b", "Against")];
    heads.extend(columns("scripts", "By scripts"));
    heads.extend(columns("ahead", "Both looking ahead"));
    heads.push(Column::words("order_holds", "Order"));
    let mut table = Table::new("Under stronger hands", heads);
    for one in &hands {
        let mut row: Vec<Datum> = one.lists.iter().map(|list| Datum::words(list_name(run, list))).collect();
        row.extend(data(Some(one.scripts)));
        row.extend(data(Some(one.ahead)));
        row.push(match one.holds() {
            Some(holds) => Datum::value(holds, if holds { "holds" } else { "turns round" }),
            None => Datum::value(serde_json::Value::Null, "not yet known"),
        });
        table.push(row);
    }
    (!hands.is_empty()).then_some(table)
}

/// Pairs of each cell of a companion.
fn pairs_of(run: &Run) -> String {
    let pairs = run.cells.iter().map(|cell| cell.tally.pairs()).max().unwrap_or(0);
    format!("{} {}", thousands(pairs), if pairs == 1 { "pair" } else { "pairs" })
}

/// What becomes of the order of the lists under stronger hands, in a sentence; none where that was not played.
pub fn hands_remark(run: &Run, companions: &Companions) -> Option<String> {
    let hands = hands(run, companions);
    let pairs = pairs_of(companions.get(Companion::StrongerHands)?);
    let told = |one: &Hands<'_>| {
        let flip = one.scripts.score < 0.5;
        let [ahead, behind] = if flip { [one.lists[1], one.lists[0]] } else { one.lists };
        let score = if flip { turned(one.ahead) } else { one.ahead };
        format!("{} v {} scores {}", list_name(run, ahead), list_name(run, behind), share_with_interval(score))
    };
    if let [one] = &hands[..] {
        let word = match one.holds() {
            Some(true) => "the order of the lists holds",
            Some(false) => "the order of the lists turns round",
            None => "whether the order of the lists holds is not yet known",
        };
        return Some(format!("Under stronger hands (both lists look ahead, {pairs}) {word}: {}.", told(one)));
    }
    let shown = hands.iter().filter(|one| side_of_even(limits(one.scripts)).is_some()).count();
    let count = |wanted: bool| hands.iter().filter(|one| one.holds() == Some(wanted)).count();
    let turned: Vec<String> = hands.iter().filter(|one| one.holds() == Some(false)).map(told).collect();
    let named = if turned.is_empty() { String::new() } else { format!(" ({})", turned.join("; ")) };
    (!hands.is_empty()).then(|| {
        format!(
            "Under stronger hands (both lists look ahead, {pairs} a cell) the order of the lists holds in {} of the {shown} match-ups in which one of them is shown to be ahead, turns round in {}{named}, and is not yet known in {}.",
            count(true),
            count(false),
            shown - count(true) - count(false),
        )
    })
}

/// What searches for best answers have found, and of which lists nothing is known.
fn answers_text(run: &Run, companions: &Companions) -> String {
    let gauges = gauges(run, companions);
    let of = |known: bool| gauges.iter().filter(move |gauge| gauge.answer.is_some() == known);
    let missing: Vec<String> = of(false).map(|gauge| list_name(run, gauge.list)).collect();
    let searched: Vec<u64> = of(true).filter_map(|gauge| Some(gauge.answer?.evaluations)).collect();
    let (Some(least), Some(most)) = (searched.iter().min(), searched.iter().max()) else {
        return "How far the usual doctrines can be exploited is not told: no search for a best answer was kept that had these lists, doctrines and scenarios (`evenodds tune doctrine LIST --record FILE`).".to_owned();
    };
    let each = if least == most { thousands(*least) } else { format!("{} to {}", thousands(*least), thousands(*most)) };
    let without = if missing.is_empty() {
        String::new()
    } else {
        format!(" Nothing was kept of {} with these doctrines and scenarios.", missing.join(", "))
    };
    format!(
        "The best answer is what a search of {each} sets of weights found against the usual doctrine, when it was last made: its score, on dice that nothing was chosen by, is a lower limit of how far that doctrine can be exploited.{without}"
    )
}

/// That nobody has tried how good the play of a run is; none where that was tried.
pub fn untried(companions: &Companions) -> Option<String> {
    companions.get(Companion::Gauges).is_none().then(|| {
        "Play: how the usual doctrines do against chance and against the others was not tried in this run; `evenodds run EXPERIMENT.toml --gauges` tries it."
            .to_owned()
    })
}

/// What the companions of a run say; none where there are none.
pub fn section(run: &Run, companions: &Companions) -> Option<Section> {
    let tables: Vec<Table> =
        [gauge_table(run, companions), hands_table(run, companions)].into_iter().flatten().collect();
    let mut texts = Vec::new();
    if let Some(tried) = companions.get(Companion::Gauges) {
        texts.push(format!(
            "Against chance a sound script wins nearly always. Where another doctrine of the book does better than even against the usual one, that list could be played better. The hardest one is picked by these same games: its figure is a little too hard, and its interval does not allow for that. Intervals are those of the settings that were played; {} of every cell.",
            pairs_of(tried)
        ));
    }
    if companions.get(Companion::Gauges).is_some() {
        texts.push(answers_text(run, companions));
    }
    if let Some(ahead) = companions.get(Companion::LookingAhead) {
        texts.push(format!(
            "What a list scores that tries out all doctrines by rollouts before it moves, against itself under its usual one, is how much skill the script leaves out; {} of every cell.",
            pairs_of(ahead)
        ));
    }
    let attacks =
        |companion| companions.get(companion).is_some_and(|run| run.cells.iter().any(|cell| cell.tally.keeps_seats));
    if attacks(Companion::Gauges) || attacks(Companion::LookingAhead) {
        texts.push("Where a scenario has an attacker, the list whose play is gauged attacks in both games of a pair: there 50% is not even, and only the difference between two doctrines of one list tells which is better.".to_owned());
    }
    (!tables.is_empty()).then(|| Section { heading: HEADING.to_owned(), texts, tables, ..Section::default() })
}

#[cfg(test)]
mod tests {
    use super::super::sample::{cell, joint, run};
    use super::*;
    use crate::experiment::BestAnswers;

    fn played(a: &str, doctrine_a: &str, b: &str, doctrine_b: &str, pairs: [[u64; 3]; 3]) -> Cell {
        let mut cell = cell(a, b, pairs);
        (cell.key.doctrine_a, cell.key.doctrine_b) = (doctrine_a.to_owned(), doctrine_b.to_owned());
        cell
    }

    fn own(list: &str, other: &str, pairs: [[u64; 3]; 3]) -> Cell {
        played(list, "massed-fire", list, other, pairs)
    }

    fn companions(main: &Run, each: [(Companion, Vec<Cell>); 3]) -> Companions {
        let mut companions = Companions::default();
        for (companion, cells) in each {
            companions.add(companion, run(cells), main);
        }
        companions
    }

    fn sample() -> (Run, Companions) {
        let main = run(vec![cell("x", "y", joint(400, 0, 100)), cell("y", "z", joint(300, 0, 200))]);
        let gauges = vec![
            own("x", "random", joint(99, 0, 1)),
            own("x", "rush", joint(60, 0, 40)),
            own("x", "wait", joint(20, 0, 80)),
        ];
        let ahead = vec![played("x", "ahead", "x", "massed-fire", joint(70, 0, 30))];
        let hands = vec![cell("x", "y", joint(10, 0, 90)), cell("y", "z", joint(55, 0, 45))];
        let each = [(Companion::Gauges, gauges), (Companion::LookingAhead, ahead), (Companion::StrongerHands, hands)];
        let companions = companions(&main, each);
        (main, companions)
    }

    #[test]
    fn gauges_tell_chance_the_hardest_doctrine_and_looking_ahead() {
        let (main, companions) = sample();
        let rows = gauge_table(&main, &companions).unwrap().to_json();
        assert_eq!(rows.as_array().unwrap().len(), 1, "only the list that was played");
        assert_eq!((&rows[0]["list"], &rows[0]["doctrine"]), (&"The x".into(), &"massed-fire".into()));
        let near = |key: &str, wanted: f64| assert!((rows[0][key].as_f64().unwrap() - wanted).abs() < 1e-9, "{key}");
        near("chance", 0.99);
        near("best", 0.2);
        near("ahead", 0.7);
        assert_eq!(rows[0]["best_doctrine"], "wait");
    }

    #[test]
    fn what_was_not_tried_is_said() {
        assert_eq!(untried(&sample().1), None);
        assert!(untried(&Companions::default()).unwrap().contains("--gauges"));
    }

    #[test]
    fn gauges_of_attacks_say_that_half_is_not_even() {
        let said = |keeps_seats: bool| {
            let main = run(vec![cell("x", "y", joint(400, 0, 100))]);
            let mut gauge = own("x", "random", joint(99, 0, 1));
            gauge.tally.keeps_seats = keeps_seats;
            let mut each = Companions::default();
            each.add(Companion::Gauges, run(vec![gauge]), &main);
            section(&main, &each).unwrap().texts.join("\n").contains("50% is not even")
        };
        assert!(said(true) && !said(false));
    }

    #[test]
    fn best_answers_are_told_where_they_were_kept() {
        let (main, companions) = sample();
        let missing = section(&main, &companions).unwrap().texts.join("\n");
        assert!(missing.contains("How far the usual doctrines can be exploited is not told"), "{missing}");
        assert!(gauge_table(&main, &companions).unwrap().to_json()[0].get("answer").is_none());
        let mut answers = BestAnswers::default();
        answers.put(BestAnswer {
            list: "x".to_owned(),
            usual: "massed-fire".to_owned(),
            scenarios: vec!["meeting".to_owned()],
            battlefields: vec!["farmstead".to_owned()],
            score: 0.58,
            low: 0.56,
            high: 0.6,
            pairs: 1000,
            evaluations: 1200,
            seed: 1,
            version: "0.1.0".to_owned(),
            texts: BestAnswer::texts_of(&main.manifest, "x"),
        });
        let companions = companions.with_answers(answers);
        let row = gauge_table(&main, &companions).unwrap().to_json()[0].clone();
        assert_eq!((&row["answer"], &row["answer_evaluations"]), (&0.58.into(), &1200.into()));
        let told = section(&main, &companions).unwrap().texts.join("\n");
        assert!(told.contains("a search of 1,200 sets of weights") && !told.contains("Nothing was kept"), "{told}");
    }

    #[test]
    fn stronger_hands_say_what_becomes_of_the_order() {
        let (main, companions) = sample();
        let rows = hands_table(&main, &companions).unwrap().to_json();
        assert_eq!((&rows[0]["order_holds"], &rows[1]["order_holds"]), (&false.into(), &serde_json::Value::Null));
        let told = hands_remark(&main, &companions).unwrap();
        assert!(told.contains("holds in 0 of the 2 match-ups"), "{told}");
        assert!(told.contains("turns round in 1 (The x v The y scores 10%") && told.ends_with("known in 1."), "{told}");
    }

    #[test]
    fn a_single_match_up_is_told_from_the_list_that_is_ahead() {
        let main = run(vec![cell("x", "y", joint(100, 0, 400))]);
        let mut companions = Companions::default();
        companions.add(Companion::StrongerHands, run(vec![cell("x", "y", joint(10, 0, 90))]), &main);
        let told = hands_remark(&main, &companions).unwrap();
        assert!(told.contains("holds: The y v The x scores 90%"), "{told}");
        assert_eq!(section(&main, &companions).unwrap().tables.len(), 1);
    }

    #[test]
    fn without_companions_nothing_is_said() {
        let main = run(vec![cell("x", "y", joint(100, 0, 400))]);
        let none = Companions::default();
        assert_eq!((section(&main, &none), hands_remark(&main, &none)), (None, None));
    }
}
