//! What is lost in the phases of a game is what is lost in it, and where.

use super::games::PlayedRuleset;
use crate::dice::{Address, Purpose, Streams};
use crate::game::{
    Armies, Cell, Engagement, Game, GameCounters, LogEntry, MOST_PHASES, Observer, Player, Points, Ruleset, Side,
    UnitStat,
};

/// What sides lost in all phases is what they fielded less what they have `left` when the game is over; it is what its last turn
/// says, and what is recorded.
pub(super) fn check_losses(counters: &GameCounters, fielded: [Points; 2], left: [Points; 2]) {
    let last = [0, 1].map(|side: usize| {
        let last = counters.turns[side].last().expect("every game has a turn");
        last.numbers()[0]
    });
    assert_eq!(last, left, "the last turn ends with what is left in the record");
    assert_eq!(counters.phases.left(), left, "the last phase is over when the game is");
    assert_eq!(
        counters.phases.total(),
        [0, 1].map(|side: usize| fielded[side] - left[side]),
        "nothing is lost between phases"
    );
}

/// An observer that keeps the phases and what units lost, in their order.
struct Phases {
    ended: Vec<(u8, Option<Side>, [f64; 2])>,
    /// Who was left when the last phase was over.
    left: Option<[u64; 2]>,
    /// Losses of units since the last phase was over, and whether the value went down without any.
    lost: [i64; 2],
    /// Whether somebody was lost in each phase.
    deadly: [bool; MOST_PHASES],
}

impl Observer<LogEntry> for Phases {
    const OBSERVES: bool = false;

    fn count(&mut self, side: Side, _: usize, stat: UnitStat, amount: i64) {
        if stat == UnitStat::Lost {
            self.lost[side.index()] += amount;
        }
    }

    fn phase_ended(&mut self, phase: u8, of: Option<Side>, left: Option<[u64; 2]>, value: impl FnOnce() -> [f64; 2]) {
        let value = value();
        let before = self.ended.last().map(|(.., value)| *value);
        if left.is_some() && left == self.left {
            assert_eq!(Some(value), before, "the same units are left, and are worth as much");
        }
        self.left = left;
        for (side, lost) in self.lost.iter_mut().enumerate() {
            if std::mem::take(lost) > 0 {
                self.deadly[usize::from(phase)] = true;
                assert!(
                    before.is_none_or(|before| value[side] < before[side]),
                    "units are lost in the phase that is over"
                );
            }
        }
        self.ended.push((phase, of, value));
    }
}

/// Plays games of the standard cell by the usual doctrines, and looks at what is said of their phases.
pub(crate) fn losses_add_up<R: PlayedRuleset>() {
    let phases = R::PHASES;
    assert!((2..=MOST_PHASES).contains(&phases.len()));
    assert_eq!((phases[0].name, phases[0].of_a_side), ("set-up", false));
    assert!(Ruleset::phases(&R::default()) == phases);
    let setup = R::default().benchmark().cells.remove(0).1;
    let Armies::Written(lists) = &setup.armies else { panic!("the standard game has two lists") };
    let cell = Cell::<R>::read(&setup, lists).expect("the standard game is sound");
    let (mut seen, mut deadly) = ([[false; 3]; MOST_PHASES], 0);
    for pair in 0..4 {
        let address = Address { seed: 5, cell: 0, pair };
        let table = cell.table(address);
        let (seating, dice) = cell.seating(&table, Engagement { address, swapped: pair % 2 == 1 });
        let mut laid = cell.lay(&table);
        cell.temper(&table, &mut laid, address);
        cell.begin(&mut laid, seating);
        let (mut battle, mut players) = laid;
        let mut streams = Streams::new(dice);
        let mut observer = Phases { ended: Vec::new(), left: None, lost: [0; 2], deadly: [false; MOST_PHASES] };
        while let Some(side) = battle.to_choose() {
            let chance = streams.get(battle.seat(side), Purpose::Script, battle.turn());
            let choice = players[seating.list(side)].choose(&battle, chance);
            let key = battle.stream();
            battle.apply(choice, streams.get(key.seat, key.purpose, key.k), &mut observer);
        }
        assert_eq!(observer.lost, [0; 2], "no unit is lost after the last phase");
        assert_eq!((observer.ended[0].0, observer.ended[0].1), (0, None), "set-up comes first");
        for (phase, of, _) in &observer.ended {
            let phase = usize::from(*phase);
            assert!(phase < phases.len(), "there is no phase {phase}");
            assert!(of.is_none() || phases[phase].of_a_side, "{} is shared", phases[phase].name);
            seen[phase][of.map_or(2, Side::index)] = true;
        }
        deadly += observer.deadly.iter().filter(|deadly| **deadly).count();
    }
    for (phase, seen) in phases.iter().zip(seen) {
        assert!(seen.contains(&true), "{} is never over", phase.name);
        assert!(!phase.of_a_side || seen[2] || seen[..2] == [true, true], "one side alone has {}", phase.name);
    }
    assert!(deadly > 0, "somebody is lost in some phase");
}
