//! Races of coins.

use super::*;
use crate::experiment::fixture_game::Coins;
use crate::experiment::{FileLookup, Plan, Spec};
use crate::game::Source;

fn raced(threads: usize, lists: &str, prize: Prize, cap: u64) -> Raced {
    raced_with(5, threads, lists, prize, cap)
}

fn raced_with(seed: u64, threads: usize, lists: &str, prize: Prize, cap: u64) -> Raced {
    let text = format!("ruleset = \"coins\"\nseed = {seed}\narmies = [{lists}]");
    let spec = Spec::read(&Source { name: "try.toml".into(), text }).unwrap();
    let list = |name: &str, coins: u8| {
        let text = format!("name = \"{name}\"\nskill = 1\ncoins = {coins}");
        Source { name: name.to_owned(), text }
    };
    let library = FileLookup::new(&Coins, vec!["/nowhere".into()]).with_armies(vec![list("poor", 3), list("worse", 1)]);
    let plan = Plan::resolve(&spec, &Coins, &library).unwrap();
    let conditions = RaceConditions { prize, cap, abort: &AtomicBool::new(false), watch: &|_| {} };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| race(&plan, &Coins, &conditions)).unwrap()
}

const PRIZE: Prize = Prize { places: 1, margin: 0.02, alpha: 0.05 };

#[test]
fn whoever_is_out_of_the_running_plays_no_more() {
    // Both of skill 1 are behind soon, and meet each other no more.
    let lists = "\"weak\", \"poor\", \"rich\", \"worse\", \"strong\"";
    let found = raced(2, lists, PRIZE, 4000);
    let order: Vec<usize> = found.racers.iter().map(|racer| racer.number).collect();
    assert!([[4, 2, 0, 1, 3], [2, 4, 0, 1, 3]].contains(&order[..].try_into().unwrap()), "{found:?}");
    assert!(found.decided && !found.interrupted && found.games < found.games_of_all, "{found:?}");
    assert!(!found.racers[0].is_out && found.racers[4].is_out, "{found:?}");
    // The two that are left are within the margin of each other, and neither is shown to be the best.
    assert!(found.racers.iter().all(|racer| !racer.is_shown), "{found:?}");
    assert!(found.racers[4].interval.low < found.racers[4].value && found.racers[4].pairs >= FIRST_LOOK);
    assert!(found.racers[4].pairs < found.racers[0].pairs, "{found:?}");
    assert_eq!(found, raced(1, lists, PRIZE, 4000), "threads change nothing");
}

#[test]
fn of_each_of_the_best_it_is_said_whether_its_place_is_shown() {
    // Two lead that are alike: both are among the best two, and neither is shown to be the best.
    let shown = |places: usize| {
        let found = raced_with(4, 1, "\"weak\", \"rich\", \"strong\"", Prize { places, margin: 0.2, ..PRIZE }, 4000);
        assert!(found.decided && found.racers[2].number == 0, "{found:?}");
        found.racers.iter().map(|racer| racer.is_shown).collect::<Vec<_>>()
    };
    assert_eq!(shown(2), [true, true, false]);
    assert_eq!(shown(1), [false, false, false]);
}

#[test]
fn a_race_that_is_broken_off_tells_what_was_played() {
    let broken = AtomicBool::new(true);
    let spec = Spec::read(&Source {
        name: "try.toml".into(),
        text: "ruleset = \"coins\"\nseed = 5\narmies = [\"weak\", \"strong\"]".into(),
    });
    let library = FileLookup::new(&Coins, vec!["/nowhere".into()]);
    let plan = Plan::resolve(&spec.unwrap(), &Coins, &library).unwrap();
    let conditions = RaceConditions { prize: PRIZE, cap: 4000, abort: &broken, watch: &|_| {} };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let found = pool.install(|| race(&plan, &Coins, &conditions)).unwrap();
    assert!(found.interrupted && !found.decided, "{found:?}");
    assert!((1..FIRST_LOOK).contains(&found.racers[0].pairs), "{found:?}");
}

#[test]
fn a_race_ends_at_its_cap_or_as_soon_as_nobody_can_win_by_more_than_the_margin() {
    let capped = raced(1, "\"weak\", \"strong\"", Prize { margin: 0.001, ..PRIZE }, 2);
    assert_eq!((capped.racers[0].pairs, capped.games, capped.decided), (2, 4, false));
    let all = raced(1, "\"weak\", \"strong\"", Prize { places: 2, ..PRIZE }, 4000);
    assert!(all.decided && all.racers.iter().all(|racer| racer.pairs == FIRST_LOOK && !racer.is_out), "{all:?}");
}

fn raced_settings(threads: usize, goal: &str, prize: Prize) -> (Raced, Vec<String>) {
    let text = "ruleset = \"coins\"\nseed = 5\nluck = \"shared\"\npairings = [[\"weak\", \"strong\"]]\n\
                vary = { rules.turn-limit = [1, 2, 6, 8] }";
    let spec = Spec::read(&Source { name: "try.toml".into(), text: text.to_owned() }).unwrap();
    let library = FileLookup::new(&Coins, vec!["/nowhere".into()]);
    let plan = Plan::resolve(&spec, &Coins, &library).unwrap();
    let conditions = RaceConditions { prize, cap: 400, abort: &AtomicBool::new(false), watch: &|_| {} };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let (raced, levels) = pool.install(|| race_settings(&plan, &Coins, &goal.parse().unwrap(), &conditions)).unwrap();
    let of = |racer: &Racer| levels[racer.number].iter().map(|(_, level)| level.as_str()).collect::<String>();
    let order = raced.racers.iter().map(of).collect();
    (raced, order)
}

#[test]
fn of_settings_the_nearest_to_the_goal_wins_and_those_far_off_play_no_more() {
    let (found, order) = raced_settings(2, "turns=2", PRIZE);
    assert_eq!(order[0], "2", "{found:?}");
    assert!(found.decided && found.racers[0].is_shown && !found.racers[0].is_out, "{found:?}");
    assert!(found.racers[3].is_out && found.games <= found.games_of_all, "{found:?}");
    let Racer { value, interval, .. } = found.racers[0];
    assert!(interval.low < value && value < interval.high && (1.0..=2.0).contains(&value), "{found:?}");
    assert_eq!(found, raced_settings(1, "turns=2", PRIZE).0, "threads change nothing");
    // Whatever is short enough is as good as what is shorter.
    let (found, order) = raced_settings(1, "turns<=2", PRIZE);
    assert!(
        ["1", "2"].contains(&&*order[0]) && found.racers.iter().filter(|racer| !racer.is_out).count() == 2,
        "{found:?}"
    );
}
