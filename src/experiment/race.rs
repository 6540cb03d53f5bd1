//! A race of lists: all against all, and whoever is out of the running plays no more.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::claims::{PairSink, of_list};
use super::search_arena::SearchArena;
use super::{Plan, Progress, RunError};
use crate::analysis::elimination::{Prize, RoundRobin};
use crate::analysis::{AnalysisError, Interval};
use crate::game::{Diagnostic, Ruleset};

/// Pairs of a match-up before the first look.
const FIRST_LOOK: u64 = 24;

/// Pairs of a match-up that are played at a time at least.
const PORTION: u64 = 4;

/// How a race goes.
#[derive(Clone, Copy)]
pub struct RaceConditions<'a> {
    /// What is to be found out.
    pub prize: Prize,
    /// Most pairs of a match-up.
    pub cap: u64,
    /// Raised when the race is to end: what was played by then is told.
    pub abort: &'a AtomicBool,
    /// Told how far it has come.
    pub watch: &'a (dyn Fn(&Progress) + Sync),
}

/// A list, and how it fared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Racer {
    /// Its place in the plan.
    pub list: usize,
    /// Mean score over all other lists, from 0 to 1.
    pub score: f64,
    /// Its interval, which holds at every look.
    pub interval: Interval,
    /// Pairs that it played against every other list.
    pub pairs: u64,
    /// Whether it was out of the running before the race ended.
    pub is_out: bool,
    /// Whether it is shown to be among the best that are looked for.
    pub is_shown: bool,
}

/// What became of a race.
#[derive(Clone, Debug, PartialEq)]
pub struct Raced {
    /// All lists: those that ran to the end, the best first, then those that were out, the last to go first.
    pub racers: Vec<Racer>,
    /// Whether those that lead are shown to be the best, or behind nobody by more than the margin.
    pub decided: bool,
    /// Games that were played.
    pub games: u64,
    /// Games that every match-up would have taken, had all played as many pairs as the best.
    pub games_of_all: u64,
    /// Whether it was told to end.
    pub interrupted: bool,
}

/// Lets the lists of a plan race: cells in which a list meets itself are left out; of several cells of a match-up each counts the same.
/// The pairs of a cell are the first of those that a run of the plan plays there, so that results are the same for any number of
/// threads.
///
/// # Errors
/// Fewer than two lists, two that nowhere meet, and everything wrong with any cell.
pub fn race(plan: &Plan, ruleset: &dyn Ruleset, conditions: &RaceConditions<'_>) -> Result<Raced, RunError> {
    let lists = plan.lists.len();
    let mut robin = RoundRobin::new(lists);
    let cells = cells_by_match_up(plan, &robin)?;
    let arena = SearchArena::new(plan, ruleset);
    let simulators = arena.ready(plan.seed, |_| {})?;
    let of_pair = simulators.first().map_or(2, |simulator| simulator.games_of_pair());
    let RaceConditions { prize, cap, abort, watch } = *conditions;
    let impossible = |error: AnalysisError| RunError::Work(error.to_string());
    let began = Instant::now();
    let mut running: Vec<usize> = (0..lists).collect();
    // Those that went, the last first.
    let mut out: Vec<usize> = Vec::new();
    let (mut pairs, mut look, mut decided) = (0, 0, false);
    let mut look_at = FIRST_LOOK.min(cap);
    while !decided && pairs < cap && !(abort.load(Ordering::Relaxed) && pairs > 0) {
        let runs = |match_up: &usize| cells[*match_up].lists.iter().any(|list| running.contains(list));
        let playing: Vec<usize> = (0..cells.len()).filter(runs).collect();
        let settings: Vec<usize> = playing.iter().flat_map(|match_up| cells[*match_up].cells.clone()).collect();
        // Enough for all threads; how much at a time decides nothing but how soon a race can be broken off.
        let portion = (PORTION * rayon::current_num_threads() as u64).div_ceil(settings.len() as u64).max(PORTION);
        let to = (pairs + portion).min(look_at);
        let kept = |sink: PairSink| sink.0.iter().map(of_list).collect();
        let played = arena.play_some(&[&simulators], plan.seed, pairs..to, |_| settings.clone(), kept);
        for match_up in playing {
            let MatchUp { lists: [low, _], cells } = &cells[match_up];
            // Quarters of a pair, of the list of the lower number.
            let of_cell = |cell: &usize, pair: usize| {
                let own: u8 = played[0][*cell][pair];
                if plan.cells[*cell].key.list_a == plan.lists[*low].key { own } else { 4 - own }
            };
            let share = |pair: usize| {
                let quarters: u32 = cells.iter().map(|cell| u32::from(of_cell(cell, pair))).sum();
                f64::from(quarters) / 4.0 / cells.len() as f64
            };
            robin.add(match_up, (0..(to - pairs) as usize).map(share));
        }
        pairs = to;
        if pairs == look_at {
            look += 1;
            let mut beaten = robin.beaten(&running, &prize, look).map_err(impossible)?;
            running.retain(|list| !beaten.contains(list));
            beaten.sort_by(|one, other| robin.score(*other).total_cmp(&robin.score(*one)).then(one.cmp(other)));
            out.splice(0..0, beaten);
            decided = robin.is_decided(&running, &prize, look).map_err(impossible)?;
            look_at = (pairs + pairs / 2).min(cap);
        }
        let games = arena.games();
        let left = cells.iter().filter(|cell| cell.lists.iter().any(|list| running.contains(list)));
        let left: usize = left.map(|match_up| match_up.cells.len()).sum();
        watch(&Progress {
            engagements: games,
            // What will be known at the next look nobody knows.
            expected: if decided { games } else { games + (look_at - pairs) * of_pair * left as u64 },
            cells_complete: out.len(),
            cells: lists,
            engagements_per_second: games as f64 / began.elapsed().as_secs_f64().max(1e-9),
        });
    }
    running.sort_by(|one, other| robin.score(*other).total_cmp(&robin.score(*one)).then(one.cmp(other)));
    let interrupted = !decided && pairs < cap;
    // Between two looks what is told is the next look.
    let look = look + u32::from(interrupted);
    // Who is out is none of the best; of all others it takes those that a list is not shown to be ahead of.
    let is_shown = |list: usize| -> Result<bool, RunError> {
        let mut not_behind = 0;
        for other in running.iter().filter(|other| **other != list) {
            let duel = Prize { places: 1, ..prize };
            let beaten = robin.beaten(&[list, *other], &duel, look).map_err(impossible)?;
            not_behind += usize::from(!beaten.contains(other));
        }
        Ok(not_behind < prize.places)
    };
    let racer = |list: usize, is_out: bool| {
        Ok(Racer {
            is_shown: !is_out && is_shown(list)?,
            list,
            score: robin.score(list),
            interval: robin.interval(list, prize.alpha, look).map_err(impossible)?,
            pairs: robin.pairs(list) as u64,
            is_out,
        })
    };
    let racers = running.iter().map(|list| racer(*list, false)).chain(out.iter().map(|list| racer(*list, true)));
    let all_cells: usize = cells.iter().map(|match_up| match_up.cells.len()).sum();
    Ok(Raced {
        racers: racers.collect::<Result<_, RunError>>()?,
        decided,
        games: arena.games(),
        games_of_all: pairs * of_pair * all_cells as u64,
        interrupted,
    })
}

/// The cells in which two lists meet.
#[derive(Clone, Debug)]
struct MatchUp {
    /// Both, by place in the plan, the lower first.
    lists: [usize; 2],
    cells: Vec<usize>,
}

fn cells_by_match_up(plan: &Plan, robin: &RoundRobin) -> Result<Vec<MatchUp>, RunError> {
    let lists = plan.lists.len();
    let pairs = (0..lists).flat_map(|low| (low + 1..lists).map(move |high| [low, high]));
    let mut match_ups: Vec<MatchUp> = pairs.map(|lists| MatchUp { lists, cells: Vec::new() }).collect();
    let place = |key: &str| plan.lists.iter().position(|list| list.key == key);
    for (number, cell) in plan.cells.iter().enumerate() {
        if let (Some(one), Some(other)) = (place(&cell.key.list_a), place(&cell.key.list_b))
            && one != other
        {
            match_ups[robin.match_up(one, other)].cells.push(number);
        }
    }
    let apart = match_ups.iter().find(|match_up| match_up.cells.is_empty());
    match apart.map(|match_up| match_up.lists.map(|list| &plan.lists[list].name)) {
        _ if lists < 2 => Err(Diagnostic::new("a race takes two lists at least").into()),
        Some([one, other]) => Err(Diagnostic::new(format!("`{one}` and `{other}` do not meet")).into()),
        None => Ok(match_ups),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::fixture_game::Coins;
    use crate::experiment::{FileLookup, Spec};
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
        let library =
            FileLookup::new(&Coins, vec!["/nowhere".into()]).with_armies(vec![list("poor", 3), list("worse", 1)]);
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
        let order: Vec<usize> = found.racers.iter().map(|racer| racer.list).collect();
        assert!([[4, 2, 0, 1, 3], [2, 4, 0, 1, 3]].contains(&order[..].try_into().unwrap()), "{found:?}");
        assert!(found.decided && !found.interrupted && found.games < found.games_of_all, "{found:?}");
        assert!(!found.racers[0].is_out && found.racers[4].is_out, "{found:?}");
        // The two that are left are within the margin of each other, and neither is shown to be the best.
        assert!(found.racers.iter().all(|racer| !racer.is_shown), "{found:?}");
        assert!(found.racers[4].interval.low < found.racers[4].score && found.racers[4].pairs >= FIRST_LOOK);
        assert!(found.racers[4].pairs < found.racers[0].pairs, "{found:?}");
        assert_eq!(found, raced(1, lists, PRIZE, 4000), "threads change nothing");
    }

    #[test]
    fn of_each_of_the_best_it_is_said_whether_its_place_is_shown() {
        // Two lead that are alike: both are among the best two, and neither is shown to be the best.
        let shown = |places: usize| {
            let found =
                raced_with(4, 1, "\"weak\", \"rich\", \"strong\"", Prize { places, margin: 0.2, ..PRIZE }, 4000);
            assert!(found.decided && found.racers[2].list == 0, "{found:?}");
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
}
