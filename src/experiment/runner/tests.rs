//! Runs of toys: the same results however they are played.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicU64;

use super::super::fixture_game::Coins;
use super::super::fixture_market;
use super::super::{FileLookup, Quantity, RunFolder, Spec, Stop};
use super::*;
use crate::analysis::sprt::{Hypotheses, Sprt, SprtState};
use crate::analysis::{Verdict, pentanomial};
use crate::dice::Address;
use crate::game::{Narration, ResultSink, Simulator, Source};
use crate::outcomes::{CellKey, Row};

mod mistakes;

const FIXED: &str = "stop.pairs = 333";
const PRECISE: &str = "stop = { precision = 0.03, cap = 700 }";
const DECISIVE: &str = "stop = { decide = 0.05, cap = 900 }";
const TESTED: &str = "stop = { sprt = { elo0 = 0, elo1 = 40 }, cap = 900 }";

fn plan(stop: &str) -> Plan {
    plan_of(&format!("armies = \"armies/coins/*.toml\"\n{stop}"))
}

fn plan_of(text: &str) -> Plan {
    let text = format!("ruleset = \"coins\"\nseed = 5\n{text}");
    let spec = Spec::read(&Source { name: "try.toml".into(), text }).unwrap();
    Plan::resolve(&spec, &Coins, &FileLookup::new(&Coins, vec!["/nowhere".into()])).unwrap()
}

/// A simulator that does something once so many engagements have been played on all of its kind.
struct Fused<'a> {
    simulator: Box<dyn Simulator + 'a>,
    played: &'a AtomicU64,
    at: u64,
    then: &'a (dyn Fn() + Sync),
}

impl Simulator for Fused<'_> {
    fn play(&self, seed: u64, cell: u64, pairs: Range<u64>, sink: &mut dyn ResultSink) {
        let more = 2 * (pairs.end - pairs.start);
        self.simulator.play(seed, cell, pairs, sink);
        let before = self.played.fetch_add(more, Ordering::SeqCst);
        if (before..before + more).contains(&self.at) {
            (self.then)();
        }
    }

    fn narrate(&self, address: Address, swapped: bool) -> Narration {
        self.simulator.narrate(address, swapped)
    }

    fn roster(&self, list: usize) -> &[String] {
        self.simulator.roster(list)
    }

    fn purchases(&self) -> &[crate::game::Purchase] {
        self.simulator.purchases()
    }
}

struct Go {
    shard: Shard,
    folder: Option<PathBuf>,
    rows: bool,
    fresh: bool,
    from: Vec<Run>,
    threads: usize,
    /// Engagements after which the run is broken off.
    broken_off_at: u64,
    /// Engagements after which the folder is copied to where the tests find it, as a killed run would leave it.
    killed_at: u64,
}

const GO: Go = Go {
    shard: Shard::WHOLE,
    folder: None,
    rows: false,
    fresh: false,
    from: Vec::new(),
    threads: 2,
    broken_off_at: u64::MAX,
    killed_at: u64::MAX,
};

fn copy_of(folder: &Path) -> PathBuf {
    folder.join("copy")
}

/// Checkpoint first: rows that come later are more than it promises.
fn copy(folder: &Path) {
    let copy = copy_of(folder);
    fs::create_dir_all(copy.join(".rows")).unwrap();
    if fs::copy(folder.join("checkpoint.json"), copy.join("checkpoint.json")).is_ok() {
        for file in fs::read_dir(folder.join(".rows")).into_iter().flatten().flatten() {
            fs::copy(file.path(), copy.join(".rows").join(file.file_name())).unwrap();
        }
    }
}

fn go(plan: &Plan, go: &Go) -> Result<Run, RunError> {
    go_on(plan, &Coins, go)
}

fn go_on(plan: &Plan, ruleset: &dyn Ruleset, go: &Go) -> Result<Run, RunError> {
    go_with(plan, &|setup| ruleset.prepare(setup), go)
}

fn go_with(plan: &Plan, prepare: &Make<'_>, go: &Go) -> Result<Run, RunError> {
    let (abort, played) = (AtomicBool::new(false), AtomicU64::new(0));
    let (at, kill) = (go.broken_off_at.min(go.killed_at), go.killed_at < go.broken_off_at);
    let then = || match &go.folder {
        Some(folder) if kill => copy(folder),
        _ => abort.store(true, Ordering::SeqCst),
    };
    let fuse = |simulator| Box::new(Fused { simulator, played: &played, at, then: &then }) as Box<dyn Simulator + '_>;
    let make = |setup: &CellSetup| prepare(setup).map(fuse);
    let conditions = Conditions {
        shard: go.shard,
        folder: go.folder.as_deref(),
        from: &go.from,
        fresh: go.fresh,
        rows: go.rows,
        checked: false,
        checkpoint_every: Duration::ZERO,
        abort: &abort,
        watch: &|_| {},
        warn: &|_| {},
        command: String::new(),
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(go.threads).build().unwrap();
    pool.install(|| play(plan, &make, &conditions))
}

fn results(run: &Run) -> (&str, &[Cell]) {
    (&run.manifest.digest, &run.cells)
}

#[test]
fn results_are_the_same_for_any_number_of_threads() {
    for stop in [FIXED, PRECISE] {
        let plan = plan(stop);
        let one = go(&plan, &Go { threads: 1, ..GO }).unwrap();
        for threads in [2, 8] {
            assert!(results(&go(&plan, &Go { threads, ..GO }).unwrap()) == results(&one), "{stop} {threads}");
        }
    }
}

#[test]
fn all_pairs_are_played_once_and_counted() {
    let run = go(&plan(FIXED), &GO).unwrap();
    assert_eq!(run.cells.len(), 3);
    for cell in &run.cells {
        let tally = &cell.tally;
        assert_eq!((tally.pairs(), cell.stopped), (333, Stopped::Pairs));
        assert_eq!(tally.endings.as_flattened().iter().sum::<u64>(), 666);
        assert_eq!(tally.turns.iter().sum::<u64>(), 666);
        assert!(tally.losses.iter().all(|bins| bins.iter().sum::<u64>() == 666));
        assert_eq!(tally.units[0][0].fielded, 666);
        let lost: i64 = tally.units.iter().flatten().map(|unit| unit.stats[4]).sum();
        assert_eq!(u64::try_from(lost).unwrap(), tally.rules[0], "every hit loses a coin");
    }
    assert_eq!(run.manifest.rules[0].times, run.cells.iter().map(|cell| cell.tally.rules[0]).sum::<u64>());
    assert_eq!(run.manifest.timing.engagements, 2 * 3 * 333);
}

#[test]
fn a_run_that_is_broken_off_has_something_of_every_cell() {
    let run = go(&plan("stop.pairs = 3000"), &Go { broken_off_at: 2000, threads: 1, ..GO }).unwrap();
    let pairs: Vec<u64> = run.cells.iter().map(|cell| cell.tally.pairs()).collect();
    let [least, most] = [pairs.iter().min(), pairs.iter().max()].map(|pairs| *pairs.unwrap());
    assert!(least > 200 && most < 2 * least, "{pairs:?}");
}

#[test]
fn a_longer_run_begins_with_the_shorter_one() {
    // 320 is a whole number of blocks, 300 is not.
    for pairs in [320, 300] {
        let folder = tempfile::tempdir().unwrap();
        let rows = |pairs: u64, name: &str| {
            let folder = folder.path().join(name);
            fs::create_dir_all(&folder).unwrap();
            let plan = plan(&format!("stop.pairs = {pairs}"));
            go(&plan, &Go { folder: Some(folder.clone()), rows: true, ..GO }).unwrap();
            RowWriter::new(&folder).rows(1).unwrap().collect::<Result<Vec<Row>, _>>().unwrap()
        };
        let (short, long) = (rows(pairs, "short"), rows(400, "long"));
        assert_eq!(short.len() as u64, 2 * pairs);
        assert!(short[..] == long[..short.len()]);
    }
}

#[test]
fn precision_is_looked_at_only_where_it_may_be() {
    let run = go(&plan("stop = { precision = 0.025, cap = 5000 }"), &GO).unwrap();
    for cell in &run.cells {
        let pairs = cell.tally.pairs();
        assert_eq!(cell.stopped, Stopped::Precision);
        assert!((200..5000).contains(&pairs) && pairs % 100 == 0, "{pairs} is no look-point");
        // The rule, by hand: half a pair at either end steadies the variance.
        let reached = |joint: [[u64; 3]; 3]| {
            let n: f64 = joint.iter().flatten().sum::<u64>() as f64;
            let moment = |power: i32| -> f64 {
                let cells = joint.iter().enumerate().flat_map(|(r, row)| row.iter().enumerate().map(move |c| (r, c)));
                cells.map(|(r, (c, count))| *count as f64 * libm::pow((r + c) as f64 / 4.0, f64::from(power))).sum()
            };
            let mean = (moment(1) + 0.5) / (n + 1.0);
            let variance = (moment(2) + 0.5) / (n + 1.0) - mean * mean;
            1.959_963_984_540_054 * ((variance + 1.0 / n) / n).sqrt()
        };
        assert!(reached(cell.tally.joint()) <= 0.025);
        let before = go(&plan(&format!("stop.pairs = {}", pairs - 100)), &GO).unwrap();
        let number = cell.key.number as usize;
        assert!(pairs == 200 || reached(before.cells[number].tally.joint()) > 0.025);
        let fixed = go(&plan(&format!("stop.pairs = {pairs}")), &GO).unwrap();
        assert_eq!(fixed.cells[number].tally, cell.tally, "what was played beyond the stop is thrown away");
    }
    let capped = go(&plan("stop = { precision = 0.001, cap = 450 }"), &GO).unwrap();
    assert!(capped.cells.iter().all(|cell| (cell.tally.pairs(), cell.stopped) == (450, Stopped::Cap)));
}

#[test]
fn what_units_destroy_is_counted_by_pairs_too() {
    let run = go(&plan(FIXED), &GO).unwrap();
    for tally in run.cells.iter().map(|cell| &cell.tally) {
        for (units, work) in tally.units.iter().zip(&tally.work) {
            assert_eq!(units.len(), work.len());
            for (unit, work) in units.iter().zip(work) {
                assert_eq!(work.sum, unit.stats[crate::game::UnitStat::Destroyed as usize]);
                let [sum, pairs] = [i128::from(work.sum), i128::from(tally.pairs())];
                assert!(work.squares * pairs >= sum * sum, "{work:?}");
            }
        }
    }
    assert!(run.cells.iter().any(|cell| cell.tally.work.iter().flatten().any(|work| work.sum > 0)));
}

#[test]
fn precision_may_be_of_draws_seat_length_and_losses() {
    for (of, width) in [
        (Quantity::Draws, 0.02),
        (Quantity::FirstSeat, 0.02),
        (Quantity::Turns, 0.1),
        (Quantity::Lost, 0.01),
        (Quantity::Destroyed, 0.01),
    ] {
        let run =
            go(&plan(&format!("stop = {{ precision = {width}, of = \"{}\", cap = 5000 }}", of.key())), &GO).unwrap();
        for cell in &run.cells {
            let interval = of.in_cell(&cell.tally).unwrap().interval;
            assert_eq!(cell.stopped, Stopped::Precision);
            let pairs = cell.tally.pairs();
            // What is asked for is what is told, but that pairs which are all alike are steadied a little less there.
            assert!(interval.half_width() <= 1.001 * width, "{of:?} {interval:?}");
            let before = go(&plan(&format!("stop.pairs = {}", pairs - 100)), &GO).unwrap();
            let tally = &before.cells[cell.key.number as usize].tally;
            let wide = of.in_cell(tally).unwrap().interval.half_width();
            assert!(pairs == 200 || wide > 0.97 * width, "{of:?} {pairs} {wide}");
        }
        let pairs: Vec<u64> = run.cells.iter().map(|cell| cell.tally.pairs()).collect();
        assert!(pairs.iter().any(|pairs| *pairs > 200), "{of:?} {pairs:?}");
    }
}

#[test]
fn cells_that_are_settled_take_no_more_games() {
    let run = go(&plan("stop = { decide = 0.06, cap = 4000 }"), &GO).unwrap();
    let alpha = 0.05 / 3.0;
    let verdict = |counts: &[u64]| run.manifest.stop.relevance(counts, 0.06, alpha).unwrap().verdict;
    let counts = |cell: &Cell| pentanomial(&cell.tally.joint());
    for cell in &run.cells {
        let pairs = cell.tally.pairs();
        assert_eq!(cell.stopped == Stopped::Decided, verdict(&counts(cell)) != Verdict::Undecided);
        let number = cell.key.number as usize;
        let fixed = go(&plan(&format!("stop.pairs = {pairs}")), &GO).unwrap();
        assert_eq!(fixed.cells[number].tally, cell.tally, "what was played beyond the stop is thrown away");
        // Looks are a hundred pairs apart up to two thousand; the first comes at two hundred.
        if (300..=2000).contains(&pairs) {
            let before = go(&plan(&format!("stop.pairs = {}", pairs - 100)), &GO).unwrap();
            assert_eq!(verdict(&counts(&before.cells[number])), Verdict::Undecided);
        }
    }
    let pairs = run.cells.iter().map(|cell| cell.tally.pairs());
    let (least, most) = (pairs.clone().min(), pairs.max());
    assert!(least < Some(1000) && most > Some(2 * least.unwrap()), "the clear cell stops long before the close one");
    let threads = go(&plan("stop = { decide = 0.06, cap = 4000 }"), &Go { threads: 4, ..GO }).unwrap();
    assert_eq!(threads.manifest.digest, run.manifest.digest);
}

#[test]
fn mirrors_are_no_part_of_what_is_decided() {
    let plan = plan("pairing = \"mirror\"\nstop = { decide = 0.02, cap = 4000 }");
    assert_eq!(plan.contests(), 0);
    let run = go(&plan, &GO).unwrap();
    assert!(run.cells.iter().all(|cell| (cell.tally.pairs(), cell.stopped) == (200, Stopped::Decided)));
}

#[test]
fn a_test_between_hypotheses_ends_with_one_of_them() {
    let test = Hypotheses { elo0: -20.0, elo1: 20.0, ..Hypotheses::default() };
    let run = go(&plan("stop = { sprt = { elo0 = -20, elo1 = 20 }, cap = 4000 }"), &GO).unwrap();
    assert_eq!(run.manifest.stop, Stop::Sprt { hypotheses: test, cap: 4000 });
    for cell in run.cells.iter().filter(|cell| cell.stopped == Stopped::Decided) {
        assert_ne!(Sprt::of(&pentanomial(&cell.tally.joint()), &test).unwrap().state, SprtState::Continue);
    }
    assert!(run.cells.iter().any(|cell| cell.stopped == Stopped::Decided));
}

#[test]
fn a_run_that_is_broken_off_goes_on_to_the_same_end() {
    for stop in [FIXED, PRECISE, DECISIVE, TESTED] {
        let plan = plan(stop);
        let whole = go(&plan, &GO).unwrap();
        for at in [0, 1, 100, 411, 640, 999, 1300, 1900] {
            let folder = tempfile::tempdir().unwrap();
            let part = Go { folder: Some(folder.path().to_owned()), ..GO };
            let first = go(&plan, &Go { broken_off_at: at, ..part }).unwrap();
            if let Some(open) = first.cells.iter().find(|cell| cell.stopped == Stopped::Interrupted) {
                assert!(open.tally.pairs() < 900);
                assert_ne!(first.manifest.digest, whole.manifest.digest);
            }
            let second = go(&plan, &Go { folder: Some(folder.path().to_owned()), threads: 1, ..GO }).unwrap();
            assert!(results(&second) == results(&whole), "{stop} {at}");
            if stop == FIXED {
                let played = first.manifest.timing.engagements + second.manifest.timing.engagements;
                assert_eq!(played, whole.engagements(), "nothing that was kept is played again");
            }
        }
    }
}

#[test]
fn a_longer_run_goes_on_from_a_finished_one_to_the_same_end() {
    let looser = "stop = { precision = 0.05, cap = 700 }";
    // 320 is a whole number of blocks, 300 is not; 0 is the beginning.
    for (earlier, stop) in [
        ("stop.pairs = 320", FIXED),
        ("stop.pairs = 300", FIXED),
        (looser, "stop.pairs = 700"),
        (looser, PRECISE),
        (PRECISE, "stop = { precision = 0.03, cap = 5000 }"),
        ("stop = { decide = 0.05, cap = 300 }", DECISIVE),
    ] {
        let (before, plan) = (plan(earlier), plan(stop));
        let whole = go(&plan, &GO).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_owned();
        go(&before, &GO).unwrap().save(&path).unwrap();
        // Broken off once on the way.
        let play = |broken_off_at: u64| {
            let held = RunFolder::hold_for(&plan, &path, Shard::WHOLE, false, false).unwrap();
            let from = held.earlier().to_vec();
            assert!(!from.is_empty(), "{earlier} to {stop}");
            go(&plan, &Go { folder: Some(path.clone()), from, broken_off_at, ..GO }).unwrap()
        };
        let (first, second) = (play(11), play(u64::MAX));
        assert!(results(&second) == results(&whole), "{earlier} to {stop}");
        if plan.stop.is_fixed() && before.stop.is_fixed() {
            let again = first.manifest.timing.engagements + second.manifest.timing.engagements;
            assert_eq!(again, whole.engagements() - 3 * 2 * before.stop.most(), "no game is played again");
        }
        second.save(&path).unwrap();
        forget(&path, Shard::WHOLE).unwrap();
        let held = |plan: &Plan, rows| RunFolder::hold_for(plan, &path, Shard::WHOLE, false, rows);
        assert!(held(&before, false).is_err(), "results of more games are not replaced by those of fewer");
        assert!(held(&plan, false).unwrap().earlier().is_empty(), "a run that is there is played again when asked for");
    }
}

/// Whether results in the folder may be replaced by those of a plan, or what is said instead.
fn held(plan: &Plan, path: &Path) -> Result<Vec<Run>, String> {
    match RunFolder::hold_for(plan, path, Shard::WHOLE, false, false) {
        Ok(held) => Ok(held.earlier().to_vec()),
        Err(RunError::Request(refused)) => Err(refused[0].allowed.join("; ")),
        Err(other) => panic!("{other:?}"),
    }
}

#[test]
fn a_list_that_comes_to_an_experiment_brings_its_own_games_and_leaves_the_others() {
    for stop in [FIXED, PRECISE, DECISIVE] {
        let two = plan_of(&format!("armies = [\"strong\", \"weak\"]\n{stop}"));
        let three = plan_of(&format!("armies = [\"strong\", \"rich\", \"weak\"]\n{stop}"));
        let (small, whole) = (go(&two, &GO).unwrap(), go(&three, &GO).unwrap());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_owned();
        small.save(&path).unwrap();
        // Broken off once on the way.
        let play = |broken_off_at: u64| {
            let from = held(&three, &path).unwrap();
            assert_eq!(from.len(), 1, "{stop}");
            go(&three, &Go { folder: Some(path.clone()), from, broken_off_at, ..GO }).unwrap()
        };
        let (first, second) = (play(111), play(u64::MAX));
        assert!(results(&second) == results(&whole), "{stop}");
        if two.stop.is_fixed() {
            let games = first.manifest.timing.engagements + second.manifest.timing.engagements;
            assert_eq!(games, whole.engagements() - small.engagements(), "no game is played again");
        }
        second.save(&path).unwrap();
        forget(&path, Shard::WHOLE).unwrap();

        // Games of lists that are left out would be lost.
        let refused = held(&two, &path).unwrap_err();
        let offer = format!("`run --from {}` takes over the games of 1 of its 3 cells", path.display());
        assert_eq!(refused.contains(&offer), !two.stop.is_sequential(), "{refused}");
        let from = vec![second];
        let again = go(&two, &Go { from, ..GO }).unwrap();
        assert!(results(&again) == results(&small), "{stop}");
        if !two.stop.is_sequential() {
            assert_eq!(again.manifest.timing.engagements, 0, "{stop}");
        }
    }
}

#[test]
fn games_are_taken_over_only_where_nothing_that_they_depend_on_is_changed() {
    let text = "armies = [\"strong\", \"weak\"]\nscenarios = \"all\"\nstop.pairs = 20\n";
    let run = go(&plan_of(text), &GO).unwrap();
    let taken = |text: &str| plan_of(text).played_before(std::slice::from_ref(&run)).len();
    assert_eq!(taken(text), run.cells.len());
    assert_eq!(taken(&format!("question = \"Why?\"\nname = \"other\"\n{text}")), run.cells.len(), "what it is called");
    assert_eq!(taken(&text.replace("20", "30")), run.cells.len(), "more pairs");
    for (what, changed) in [
        ("fewer pairs", text.replace("20", "19")),
        ("rules", format!("{text}[set]\n\"rules.turn-limit\" = 3\n")),
        ("doctrines", format!("doctrines = \"bold\"\n{text}")),
        ("battlefield", format!("battlefields = \"felt\"\n{text}")),
        ("lists", text.replace("weak", "rich")),
        ("seats", text.replace("\"strong\", \"weak\"", "\"weak\", \"strong\"")),
        ("luck", format!("luck = \"shared\"\n{text}")),
    ] {
        assert_eq!(taken(&changed), 0, "{what}");
    }
    let mut other = plan_of(text);
    other.seed = 6;
    assert_eq!(other.played_before(std::slice::from_ref(&run)).len(), 0, "seed");
    let mut old = run.clone();
    old.manifest.origins.clear();
    assert_eq!(
        plan_of(&format!("{text}pairing = \"mirror\"")).played_before(&[old]).len(),
        0,
        "of what it is not known"
    );
}

#[test]
fn luck_goes_by_what_a_cell_is_and_not_by_its_place() {
    let keys = |text: &str| -> Vec<(CellKey, u64)> {
        plan_of(text).cells.into_iter().map(|cell| (CellKey { number: 0, ..cell.key }, cell.luck)).collect()
    };
    let few = keys("armies = [\"strong\", \"weak\"]\nbattlefields = \"felt\"");
    let many = keys("armies = [\"strong\", \"rich\", \"weak\"]\nbattlefields = [\"felt\", \"oak\"]");
    assert!(many.contains(&few[0]), "as a run of it alone");
    let elsewhere = keys("armies = [\"weak\", \"strong\"]\nbattlefields = \"oak\"");
    assert_eq!(elsewhere[0].1, few[0].1, "whoever is named first, and on whatever table, if it is the first");
    let more = keys("armies = [\"strong\", \"rich\"]\nbattlefields = [\"felt\", \"oak\"]");
    assert!(more.iter().all(|cell| many.contains(cell)), "those that stay keep their luck");
    let two = "armies = [\"strong\", \"weak\"]\nbattlefields = \"felt\"\n";
    let bold = keys(&format!("{two}doctrines = [\"bold\", \"careful\"]"));
    assert_eq!(bold[0].1, few[0].1, "under whatever doctrines, if they are the first");
    let cross = keys(&format!("{two}doctrines = [\"bold\", \"careful\"]\ndoctrine-pairing = \"cross\""));
    assert_eq!(cross.len(), 4);
    assert!(bold.iter().all(|cell| cross.contains(cell)));
    let twice = keys("pairings = [[\"strong\", \"weak\"], [\"weak\", \"strong\"]]");
    assert_eq!(twice.len(), 2);
    let mut all: Vec<u64> = many.iter().chain(&twice[1..]).chain(&cross[1..]).map(|(_, luck)| *luck).collect();
    assert!(all.iter().all(|luck| (1..=1 << 52).contains(luck)));
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), many.len() + 4, "no two have the same");
}

#[test]
fn rows_of_a_finished_run_are_neither_lost_nor_left_short() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_owned();
    go(&plan("stop.pairs = 20"), &GO).unwrap().save(&path).unwrap();
    fs::write(path.join("engagements.parquet"), "rows").unwrap();
    let held = |fresh, rows| RunFolder::hold_for(&plan(FIXED), &path, Shard::WHOLE, fresh, rows);
    let Err(RunError::Request(refused)) = held(false, false) else { panic!("rows would get no more of them") };
    assert!(refused[0].message.contains("a row of every engagement"), "{}", refused[0]);
    for (fresh, rows) in [(false, true), (true, false)] {
        assert!(held(fresh, rows).unwrap().earlier().is_empty(), "all games are played anew");
    }
}

#[test]
fn a_run_that_was_broken_off_is_gone_on_with_under_a_rule_that_stops_later() {
    let (short, long) = (plan("stop.pairs = 320"), plan(FIXED));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_owned();
    let part = go(&short, &Go { folder: Some(path.clone()), broken_off_at: 411, ..GO }).unwrap();
    part.save(&path).unwrap();
    let held = RunFolder::hold_for(&long, &path, Shard::WHOLE, false, false).unwrap();
    let from = held.earlier().to_vec();
    let run = go(&long, &Go { folder: Some(path), from, ..GO }).unwrap();
    assert!(results(&run) == results(&go(&long, &GO).unwrap()));
    assert!(run.manifest.timing.engagements < run.engagements());
}

#[test]
fn a_run_that_is_killed_goes_on_to_the_same_end_with_the_same_rows() {
    for stop in [FIXED, PRECISE, DECISIVE] {
        let plan = plan(stop);
        let whole = tempfile::tempdir().unwrap();
        let full = go(&plan, &Go { folder: Some(whole.path().to_owned()), rows: true, ..GO }).unwrap();
        for at in [0, 64, 500, 700, 1111, 1500] {
            let folder = tempfile::tempdir().unwrap();
            let killed = Go { folder: Some(folder.path().to_owned()), rows: true, killed_at: at, ..GO };
            go(&plan, &killed).unwrap();
            let left = copy_of(folder.path());
            let again = go(&plan, &Go { folder: Some(left.clone()), rows: true, ..GO }).unwrap();
            assert!(results(&again) == results(&full), "{stop} {at}");
            for cell in 0..3 {
                let rows = |folder: &Path| RowWriter::new(folder).rows(cell).unwrap().map(Result::unwrap).collect();
                let (resumed, wanted): (Vec<Row>, Vec<Row>) = (rows(&left), rows(whole.path()));
                assert!(resumed == wanted, "{stop} {at}");
            }
        }
    }
}

#[test]
fn lists_that_are_drawn_are_the_same_for_threads_shards_and_resumes() {
    let plan = fixture_market::plan("scenarios = \"all\"\nstop.pairs = 300").unwrap();
    assert_eq!(plan.cells.len(), 4, "two scenarios, two doctrines");
    let go = |go: &Go| go_on(&plan, &fixture_market::Market, go).unwrap();
    let whole = go(&Go { threads: 1, ..GO });
    let meetings = &whole.cells[0].tally.meetings;
    assert_eq!(meetings.len(), 300);
    assert!(meetings.iter().map(|row| u64::from(row.pair)).eq(0..300));
    assert_ne!(whole.cells[0].tally.meetings, whole.cells[1].tally.meetings, "cells have dice of their own");
    let drawn = whole.manifest.drawn.clone().unwrap();
    assert_eq!((drawn.lists.budget, drawn.purchases.len()), (20.0, 5));
    for (unit, sum) in whole.cells[0].tally.units[0].iter().enumerate() {
        let counted: u64 = meetings.iter().map(|row| u64::from(row.counts[0][unit])).sum();
        assert_eq!(sum.fielded, 2 * counted, "{}", sum.name);
    }
    let score: u64 = meetings.iter().map(|row| u64::from(row.quarters)).sum();
    let counts = pentanomial(&whole.cells[0].tally.joint());
    assert_eq!(score, (0..).zip(counts).map(|(quarters, n)| quarters * n).sum::<u64>());

    assert!(results(&go(&Go { threads: 4, ..GO })) == results(&whole));
    for at in [1, 700, 1500] {
        let folder = tempfile::tempdir().unwrap();
        let part = || Go { folder: Some(folder.path().to_owned()), ..GO };
        go(&Go { broken_off_at: at, ..part() });
        assert!(results(&go(&part())) == results(&whole), "{at}");
    }
    let folder = tempfile::tempdir().unwrap();
    let shards: Vec<PathBuf> = (0..3)
        .map(|index| {
            let shard = Shard { index, of: 3 };
            go(&Go { shard, ..GO }).save_shard(folder.path(), shard).unwrap()
        })
        .collect();
    let merged = Run::merge(&shards).unwrap();
    assert!(results(&merged) == results(&whole));
    assert_eq!(merged.manifest.drawn, whole.manifest.drawn);
    whole.save(folder.path()).unwrap();
    assert!(Run::load(folder.path()).unwrap() == whole);
}

#[test]
fn a_checkpoint_that_does_not_belong_here_is_refused_unless_told_otherwise() {
    let folder = tempfile::tempdir().unwrap();
    let part = || Go { folder: Some(folder.path().to_owned()), broken_off_at: 100, ..GO };
    go(&plan(FIXED), &part()).unwrap();
    let other = plan("stop.pairs = 334");
    let Err(RunError::Request(diagnostics)) = go(&other, &part()) else { panic!("taken") };
    assert!(diagnostics[0].message.contains("another experiment"));
    assert!(go(&other, &Go { fresh: true, ..part() }).is_ok());

    let path = folder.path().join("checkpoint.json");
    let text = fs::read(&path).unwrap();
    fs::write(&path, &text[..text.len() / 2]).unwrap();
    let Err(RunError::Request(diagnostics)) = go(&other, &part()) else { panic!("taken") };
    assert!(diagnostics[0].message.contains("damaged"));
    forget(folder.path(), Shard::WHOLE).unwrap();
    assert!(go(&other, &part()).is_ok());
}

#[test]
fn shards_come_together_to_the_whole() {
    for stop in [FIXED, PRECISE, DECISIVE, TESTED, "stop.pairs = 40"] {
        let plan = plan(stop);
        let whole = go(&plan, &GO).unwrap();
        for of in [1, 3, 5] {
            let folder = tempfile::tempdir().unwrap();
            let mut paths: Vec<PathBuf> = (0..of)
                .map(|index| {
                    let shard = Shard { index, of };
                    go(&plan, &Go { shard, ..GO }).unwrap().save_shard(folder.path(), shard).unwrap()
                })
                .collect();
            paths.reverse();
            let merged = Run::merge(&paths).unwrap();
            assert!(results(&merged) == results(&whole), "{stop} {of}");
            assert_eq!(merged.manifest.rules, whole.manifest.rules);
            assert!(merged.manifest.timing.engagements >= whole.engagements());
        }
    }
}

#[test]
fn shards_that_do_not_belong_together_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let shard = |stop: &str, text: &str, broken_off_at: u64| {
        let shard = text.parse().unwrap();
        let run = go(&plan(stop), &Go { shard, broken_off_at, ..GO }).unwrap();
        let path = run.save_shard(folder.path(), shard).unwrap();
        let kept = path.with_extension(format!("{}-{broken_off_at}", stop.len()));
        fs::rename(path, &kept).unwrap();
        kept
    };
    let [zero, one] = ["0/2", "1/2"].map(|text| shard(FIXED, text, u64::MAX));
    let other = shard(PRECISE, "1/2", u64::MAX);
    let broken = shard(FIXED, "1/2", 10);
    let third = shard(FIXED, "2/3", u64::MAX);
    let message = |paths: &[&PathBuf]| {
        let paths: Vec<PathBuf> = paths.iter().map(|path| (*path).clone()).collect();
        Run::merge(&paths).unwrap_err().to_string()
    };
    assert!(message(&[]).contains("no shards"));
    assert!(message(&[&zero]).contains("missing: 1/2"));
    assert!(message(&[&zero, &other]).contains("another experiment"));
    assert!(message(&[&zero, &one, &one]).contains("once more"));
    assert!(message(&[&zero, &broken]).contains("broken off"));
    assert!(message(&[&zero, &third]).contains("this is shard 2/3"));
    let text = fs::read_to_string(&one).unwrap();
    fs::write(&broken, text.replacen("\"turns\": ", "\"turns\": 1", 1)).unwrap();
    assert!(message(&[&zero, &broken]).contains("damaged"));
    fs::write(&broken, &text[..100]).unwrap();
    assert!(message(&[&zero, &broken]).contains("damaged"));
    assert!(Run::merge(&[zero, one]).is_ok());
}

#[test]
fn a_saved_run_comes_back_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let run = go(&plan(PRECISE), &GO).unwrap();
    run.save(folder.path()).unwrap();
    assert!(Run::load(folder.path()).unwrap() == run);
    let path = folder.path().join("results.json");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("\"turns\": ", "\"turns\": 1", 1)).unwrap();
    assert!(Run::load(folder.path()).unwrap_err().to_string().contains("digest"));
    fs::remove_file(&path).unwrap();
    assert!(Run::load(folder.path()).unwrap_err().to_string().contains("no such file"));
}

/// Renaming the lists turns every result about and changes nothing else.
#[test]
fn the_other_order_of_the_lists_is_the_complement() {
    let joint = |pairs: &str| {
        let text = format!("luck = \"shared\"\npairings = [{pairs}]\nstop.pairs = 500");
        go(&plan(&text).clone(), &GO).unwrap().cells[0].tally.joint()
    };
    let one = joint("[\"weak\", \"rich\"]");
    let other = joint("[\"rich\", \"weak\"]");
    for r in 0..3 {
        for c in 0..3 {
            assert_eq!(one[r][c], other[2 - c][2 - r]);
        }
    }
    let mirror = joint("[\"weak\", \"weak\"]");
    let split: u64 = (0..3).map(|r| mirror[r][2 - r]).sum();
    assert_eq!(split, 500, "the games of a mirror pair are one game seen from both sides");
}
