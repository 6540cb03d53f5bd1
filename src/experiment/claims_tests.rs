//! Claims of the toy game, played and judged.

use super::super::fixture_game::Coins;
use super::*;
use crate::game::Source;

fn book(text: &str) -> ClaimBook {
    let text = format!("ruleset = \"coins\"\npairs = 100\n{text}");
    ClaimBook::read(&Source { name: "bets.toml".into(), text }).unwrap()
}

fn claim(name: &str, text: &str) -> String {
    format!("[[claim]]\nname = \"{name}\"\nabout = \"it pays\"\n{text}\n")
}

fn play(book: &ClaimBook) -> Vec<ClaimResult> {
    ClaimPlan::new(book, &Coins, vec!["/nowhere".into()]).unwrap().play(None, None, &|_| {})
}

fn judge(measure: Measure, low: f64, high: f64, results: &[PairResults]) -> Finding {
    find(&Expectation { measure, limits: Interval { low, high } }, results, None, of_first_seat).unwrap()
}

#[test]
fn the_interval_decides() {
    let results: Vec<PairResults> = [[[2, 2]; 60], [[2, 0]; 60]].concat();
    let score = |low, high| judge(Measure::Score, low, high, &results);
    let Finding { value, interval, .. } = score(0.0, 1.0);
    assert_eq!(value, 0.75);
    assert!(interval.low > 0.69 && interval.high < 0.8, "{interval:?}");
    assert_eq!(score(0.69, 1.0).answer, Answer::Holds);
    assert_eq!(score(0.0, 0.69).answer, Answer::Fails);
    assert_eq!(score(0.81, 1.0).answer, Answer::Fails);
    assert_eq!(score(0.75, 1.0).answer, Answer::Open);
    assert_eq!(judge(Measure::FirstSeat, 0.0, 1.0, &results).value, 0.75);
    assert_eq!(judge(Measure::FirstSeat, 0.0, 1.0, &[[0, 2]; 40]).value, 0.0);
}

#[test]
fn a_change_is_judged_by_the_differences_of_pairs() {
    let expectation = Expectation { measure: Measure::Change, limits: Interval { low: -0.02, high: 1.0 } };
    let change = |old: &[PairResults], new: &[PairResults]| find(&expectation, old, Some(new), of_first_seat).unwrap();
    let same = change(&[[2, 0]; 200], &[[2, 0]; 200]);
    assert_eq!((same.value, same.answer), (0.0, Answer::Holds));
    assert!(same.interval.low < 0.0 && same.interval.high > 0.0, "a width all the same");
    assert_eq!(change(&[[2, 0]; 20], &[[2, 0]; 20]).answer, Answer::Open);
    let worse = change(&[[2, 2]; 50], &[[1, 2]; 50]);
    assert_eq!((worse.value, worse.answer), (-0.25, Answer::Fails));
    assert_eq!(change(&[[2, 2]], &[[2, 2]]).answer, Answer::Open, "one pair says nothing");
}

#[test]
fn claims_are_played_in_all_their_settings() {
    let text = claim("skill", "lists = [{ skill = 6, coins = 3 }, \"weak\"]\nat-least = 0.7\nscenarios = \"all\"")
        + &claim(
            "seat",
            "lists = [\"weak\", \"weak\"]\nfirst-seat-between = [0.0, 0.2]\nknown-gap = { duel = \"so it is\" }",
        )
        + &claim(
            "limit",
            "lists = [\"strong\", \"rich\"]\ncompared-with = { rules.turn-limit = 1 }\nloses-at-least = 0.0\nbattlefields = [\"felt\", \"oak\"]",
        );
    let book = book(&text);
    let results = play(&book);
    let told: Vec<(usize, &str, &str, u64)> = results
        .iter()
        .map(|result| (result.claim, result.key.scenario.as_str(), result.key.battlefield.as_str(), result.pairs))
        .collect();
    let expected = [
        (0, "duel", "default", 100),
        (0, "brawl", "default", 100),
        (1, "duel", "default", 100),
        (2, "duel", "felt", 100),
        (2, "duel", "oak", 100),
    ];
    assert_eq!(told, expected);
    assert_eq!((results[0].finding.answer, &results[0].known_gap), (Answer::Holds, &None));
    assert_eq!((results[2].finding.answer, results[2].known_gap.as_deref()), (Answer::Fails, Some("so it is")));
    // With one turn nobody loses three coins: all games are drawn.
    let change = results[3].finding;
    let [before, after] = [8, 1].map(|limit| {
        let text =
            claim("plain", &format!("lists = [\"strong\", \"rich\"]\nat-least = 0.0\nrules.turn-limit = {limit}"));
        // A change is played on the dice that all cells share.
        let mut book = self::book(&text);
        book.claims[0].spec.luck = crate::experiment::Luck::Shared;
        play(&book)[0].finding.value
    });
    assert_eq!(after, 0.5);
    assert!((change.value - (after - before)).abs() < 1e-12);
}

#[test]
fn results_do_not_depend_on_threads() {
    let book = book(&claim("even", "lists = [\"strong\", \"weak\"]\nat-least = 0.5\nscenarios = \"all\""));
    let on = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(|| play(&book));
    assert_eq!(on(1), on(3));
}

#[test]
fn diagnostics_are_told_at_their_place() {
    let diagnostics = |text: &str| {
        let book = book(text);
        let diagnostic = ClaimPlan::new(&book, &Coins, vec!["/nowhere".into()]).err().unwrap().remove(0);
        assert_eq!(diagnostic.source, "bets.toml");
        (diagnostic.message, diagnostic.span.map(|span| book.source.text[span].to_owned()).unwrap(), diagnostic.nearest)
    };
    let (message, place, nearest) = diagnostics(&claim("a", "lists = [\"strnog\", \"weak\"]\nat-least = 0.5"));
    assert!(message.contains("unknown army list"), "{message}");
    assert_eq!((place.as_str(), nearest.as_deref()), ("\"strnog\"", Some("strong")));
    let (message, place, _) = diagnostics(&claim("a", "lists = [{ skill = 9 }, \"weak\"]\nat-least = 0.5"));
    assert_eq!((message.as_str(), place.as_str()), ("a list has a skill and coins", "{ skill = 9 }"));
    let gap = "lists = [\"weak\", \"weak\"]\nat-least = 0.5\nknown-gap = { dual = \"x\" }";
    let (_, place, nearest) = diagnostics(&claim("a", gap));
    assert_eq!((place.as_str(), nearest.as_deref()), ("dual", Some("duel")));
    let (_, place, nearest) =
        diagnostics(&claim("a", "lists = [\"weak\", \"weak\"]\nat-least = 0.5\nscenarios = \"dual\""));
    assert_eq!((place.as_str(), nearest.as_deref()), ("\"dual\"", Some("duel")));
}

#[test]
fn the_claims_that_are_built_in_can_be_played() {
    for ruleset in crate::rulesets::all() {
        let Some(source) = ruleset.claims() else { continue };
        let book = ClaimBook::read(&source).unwrap();
        let plan = ClaimPlan::new(&book, *ruleset, vec!["/nowhere".into()]);
        assert!(plan.unwrap_or_else(|diagnostics| panic!("{diagnostics:#?}")).settings() >= book.claims.len());
    }
}
