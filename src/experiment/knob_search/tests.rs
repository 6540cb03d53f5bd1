use super::*;
use crate::analysis::Interval;
use crate::experiment::fixture_game::Coins;
use crate::experiment::{FileLookup, Spec};

fn plan(text: &str) -> Plan {
    let source = Source { name: "try.toml".into(), text: format!("ruleset = \"coins\"\nseed = 5\n{text}") };
    let spec = Spec::read(&source).unwrap();
    Plan::resolve(&spec, &Coins, &FileLookup::new(&Coins, vec!["/nowhere".into()])).unwrap()
}

fn goals(texts: &[&str]) -> Vec<Goal> {
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

fn limit(low: f64, high: f64, present: f64) -> KnobRange {
    KnobRange { key: "rules.turn-limit".to_owned(), low, high, present: Some(present), step: Some(1.0) }
}

fn search(threads: usize, knob: &KnobRange, goals: &[Goal]) -> KnobsTuned {
    let plan = plan("armies = [\"strong\", \"weak\"]");
    let conditions = KnobConditions {
        knobs: std::slice::from_ref(knob),
        goals,
        steps: 30,
        pairs: 40,
        fresh_pairs: 2000,
        abort: &AtomicBool::new(false),
        watch: &|_| {},
        known: &[],
        keep: &|_| Ok(()),
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| tune_knobs(&plan, &Coins, &conditions)).unwrap()
}

#[test]
fn goals_are_read_and_told() {
    for text in ["first-seat=50", "score=52.5", "draws<=5", "turns>=6", "lost<=50", "destroyed=40"] {
        assert_eq!(text.parse::<Goal>().unwrap().to_string(), text);
    }
    assert_eq!("draws <= 5%".parse::<Goal>().unwrap().to_string(), "draws<=5");
    let fault = |text: &str| text.parse::<Goal>().unwrap_err();
    assert_eq!(fault("draw<=5").nearest.as_deref(), Some("draws"));
    assert!(fault("draws").allowed.iter().any(|allowed| allowed == "draws<=5"));
    assert!(fault("score=120").message.contains("from 0 to 100"));
    assert!(fault("turns=many").message.contains("is no goal"));
}

#[test]
fn a_miss_counts_on_the_wrong_side_alone() {
    let miss = |goal: &str, value: f64| goal.parse::<Goal>().unwrap().miss(value);
    assert!((miss("score=50", 0.6) - 1.0).abs() < 1e-12 && (miss("score=50", 0.45) + 0.5).abs() < 1e-12);
    assert_eq!((miss("draws<=5", 0.02), miss("turns>=6", 9.0)), (0.0, 0.0));
    assert!((miss("draws<=5", 0.15) - 1.0).abs() < 1e-12 && (miss("turns>=10", 8.0) + 2.0).abs() < 1e-12);
}

#[test]
fn knobs_are_numbers_of_the_game_within_limits_that_it_takes() {
    let find = |key: &str, limits| KnobRange::find(&Coins, &Coins.codex(), &[], key, limits);
    let cost = find("codex.units.penny.cost", [1.0, 4.0]).unwrap();
    assert_eq!((cost.step, cost.present), (Some(1.0), Some(1.0)));
    assert_eq!(cost.change(3.0).value, toml::Value::Integer(3));
    assert!(find("rules.turn-limits", [1.0, 4.0]).unwrap_err().nearest.is_some());
    assert!(find("rules.turn-limit", [0.0, 4.0]).unwrap_err().message.contains("from 1 to 99"));
    assert!(find("codex.units.penny.cost", [4.0, 4.0]).unwrap_err().message.contains("leave no choice"));
    // What is said already counts, and not what the rules begin with.
    let said = [Override { key: "rules.turn-limit".to_owned(), value: 7.into() }];
    let known = KnobRange::find(&Coins, &Coins.codex(), &said, "rules.turn-limit", [1.0, 9.0]).unwrap();
    assert_eq!(known.present, Some(7.0));
}

#[test]
fn values_are_such_as_their_knob_can_have() {
    let whole = limit(2.0, 12.0, 5.0);
    assert_eq!([-1.0, 0.0, 0.34, 1.0, 9.0].map(|share| whole.at(share)), [2.0, 2.0, 5.0, 12.0, 12.0]);
    let part = KnobRange { step: None, ..limit(0.0, 0.5, 0.1) };
    assert_eq!(part.at(0.5), 0.25);
    assert_eq!(part.at(1.0 / 3.0), 0.1675);
    assert!((part.share(0.1) - 0.2).abs() < 1e-12);
    let halves = KnobRange { step: Some(0.5), ..limit(1.0, 4.0, 1.0) };
    assert_eq!([0.0, 0.4, 0.5, 1.0].map(|share| halves.at(share)), [1.0, 2.0, 2.5, 4.0]);
    assert_eq!(halves.change(2.0).value, toml::Value::Float(2.0));
}

#[test]
fn knobs_go_by_halves_or_stand_nowhere_in_some_games() {
    let dogfaces = crate::rulesets::find("dogfaces").unwrap();
    let find = |key: &str, limits| KnobRange::find(dogfaces, &dogfaces.codex(), &[], key, limits);
    let speed = find("codex.units.lcv-1.move", [1.0, 4.0]).unwrap();
    assert_eq!(speed.step, Some(0.5), "{speed:?}");
    assert_eq!(find("rules.turn-cap", [6.0, 60.0]).unwrap().step, Some(1.0));
}

#[test]
fn a_search_finds_the_turns_after_which_three_games_in_ten_are_drawn() {
    // After 4 turns 29 games in 100 are drawn, after 3 and 5 twice and half as many, and after 10 none.
    let wanted = goals(&["draws=30"]);
    let found = search(2, &limit(1.0, 40.0, 30.0), &wanted);
    let [before, after] = [&found.before[0], &found.after[0]];
    assert!(before.value < 0.01 && before.word() == "not reached", "{found:?}");
    assert_eq!(found.found, [4.0], "{found:?}");
    assert!((after.value - 0.29).abs() < 0.03, "{found:?}");
    assert_eq!(found, search(1, &limit(1.0, 40.0, 30.0), &wanted), "threads change nothing");
}

#[test]
fn what_holds_already_stays() {
    let wanted = goals(&["draws<=50", "turns<=30"]);
    let found = search(2, &limit(10.0, 40.0, 30.0), &wanted);
    assert!(found.after.iter().all(Reached::is_possible), "{found:?}");
    for (bound, low, high, word) in [
        (Bound::Even, 0.4, 0.6, "within the interval"),
        (Bound::Even, 0.6, 0.7, "not reached"),
        (Bound::AtMost, 0.3, 0.5, "reached"),
        (Bound::AtMost, 0.4, 0.6, "not yet known"),
        (Bound::AtLeast, 0.5, 0.7, "reached"),
        (Bound::AtLeast, 0.2, 0.4, "not reached"),
    ] {
        let goal = Goal { quantity: Quantity::Score, bound, target: 0.5 };
        let reached = Reached { goal, value: (low + high) / 2.0, interval: Interval { low, high } };
        assert_eq!(reached.word(), word, "{bound:?} {low} {high}");
    }
    // After 4 turns 29 games in 100 are drawn: the knob stays there, and moves much for all that.
    let stays = search(2, &limit(1.0, 40.0, 4.0), &goals(&["draws=29"]));
    assert_eq!((&stays.found[..], &stays.idle[..]), (&[4.0][..], &[false][..]), "{stays:?}");
}

#[test]
fn a_knob_that_moves_nothing_is_found_out() {
    let plan = Plan { seed: 1, ..plan("armies = [\"strong\", \"weak\"]") };
    // What a piece costs is nothing to games between lists that are written.
    let cost = KnobRange {
        key: "codex.units.penny.cost".to_owned(),
        low: 1.0,
        high: 4.0,
        present: Some(1.0),
        step: Some(1.0),
    };
    let idle = |knobs: &[KnobRange]| {
        let conditions = KnobConditions {
            knobs,
            goals: &goals(&["draws=30"]),
            steps: 8,
            pairs: 8,
            fresh_pairs: 200,
            abort: &AtomicBool::new(false),
            watch: &|_| {},
            known: &[],
            keep: &|_| Ok(()),
        };
        tune_knobs(&plan, &Coins, &conditions).unwrap().idle
    };
    assert_eq!(idle(std::slice::from_ref(&cost)), [true]);
    assert_eq!(idle(&[limit(1.0, 40.0, 30.0), cost]), [false, true]);
}

#[test]
fn a_search_that_is_broken_off_has_figures_all_the_same() {
    let plan = plan("armies = [\"strong\", \"weak\"]");
    let (knob, wanted) = (limit(1.0, 40.0, 30.0), goals(&["score=50"]));
    let conditions = KnobConditions {
        knobs: &[knob],
        goals: &wanted,
        steps: 30,
        pairs: 4,
        fresh_pairs: 10,
        abort: &AtomicBool::new(true),
        watch: &|_| {},
        known: &[],
        keep: &|_| Ok(()),
    };
    let found = tune_knobs(&plan, &Coins, &conditions).unwrap();
    assert!(found.interrupted && found.steps == 0);
    assert_eq!((found.found, found.pairs, found.games), (vec![30.0], 10, 40));
}

#[test]
fn a_search_goes_on_from_its_first_matches_to_the_same_end() {
    let plan = plan("armies = [\"strong\", \"weak\"]");
    let (knob, wanted) = ([limit(1.0, 40.0, 30.0)], goals(&["score=50"]));
    let kept = std::sync::Mutex::new(Vec::new());
    let keep = |one: &KnobMatch| {
        kept.lock().unwrap().push(one.clone());
        Ok(())
    };
    let conditions = KnobConditions {
        knobs: &knob,
        goals: &wanted,
        steps: 10,
        pairs: 8,
        fresh_pairs: 40,
        abort: &AtomicBool::new(false),
        watch: &|_| {},
        known: &[],
        keep: &keep,
    };
    let whole = tune_knobs(&plan, &Coins, &conditions).unwrap();
    let all = kept.lock().unwrap().split_off(0);
    assert!(all.len() > 12, "scans, steps, choice and closing: {}", all.len());
    let resumed = tune_knobs(&plan, &Coins, &KnobConditions { known: &all[..7], ..conditions }).unwrap();
    assert_eq!(resumed, whole);
    assert_eq!(*kept.lock().unwrap(), all[7..], "what is known is not played again");
    let other = tune_knobs(&plan, &Coins, &KnobConditions { known: &all[1..], ..conditions });
    assert!(matches!(other, Err(RunError::Request(faults)) if faults[0].message.contains("another search")));
}
