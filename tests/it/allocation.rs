//! A simulator that has been warmed up plays without asking for memory.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use evenodds::game::{CellSetup, GameView, ResultSink};
use evenodds::rulesets;

/// The allocator of the system, which counts how often each thread asks for memory.
struct Counting;

thread_local! {
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    // A thread that ends may free and ask when its counter is gone.
    let _ = ASKED.try_with(|asked| asked.set(asked.get() + 1));
}

#[allow(unsafe_code)]
// Every call is handed on as it comes.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        unsafe { System.realloc(block, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Notes how often memory had been asked for whenever an engagement was over.
struct Watch {
    asked: Vec<u64>,
}

impl ResultSink for Watch {
    fn take(&mut self, _: &GameView<'_>) {
        assert!(self.asked.len() < self.asked.capacity());
        self.asked.push(ASKED.with(Cell::get));
    }
}

#[test]
fn games_ask_for_no_memory() {
    const PAIRS: usize = 12;
    for ruleset in rulesets::all() {
        for (name, cell) in ruleset.benchmark().cells {
            let random = CellSetup { doctrines: ["random".to_owned(), "random".to_owned()], ..cell.clone() };
            for cell in [cell, random] {
                let simulator = ruleset.prepare(&cell).unwrap();
                let mut watch = Watch { asked: Vec::with_capacity(2 * PAIRS) };
                simulator.play(1, 0, 0..PAIRS as u64, &mut watch);
                assert_eq!(watch.asked.len(), 2 * PAIRS);
                // The first game lays the table; a map that is drawn for each pair is laid before its first game.
                let games = if name.contains("random maps") { 2 } else { 1 };
                let steps = watch.asked.windows(2).step_by(games).map(|pair| pair[1] - pair[0]);
                assert!(steps.sum::<u64>() == 0, "{name}, {:?}", cell.doctrines);
            }
        }
    }
}

#[test]
fn the_count_counts() {
    let before = ASKED.with(Cell::get);
    let mut list = Vec::with_capacity(1);
    list.extend([1, 2, 3]);
    assert_eq!((ASKED.with(Cell::get) - before, list.len()), (2, 3));
}
