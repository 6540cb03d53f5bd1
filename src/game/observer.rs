//! Watching a game.

use super::{PhaseLosses, Points, Side, SideState};

/// An observer of a game of events `E`. Games call it at every point of interest; [`Silent`] compiles to nothing.
pub trait Observer<E> {
    /// Whether [`Observer::event`] wants events. Games skip the work of preparing them when it does not.
    const OBSERVES: bool;

    /// Something happened; `event` is only built when somebody listens.
    #[inline]
    fn event(&mut self, event: impl FnOnce() -> E) {
        let _ = event;
    }

    /// The rule with this index in [`super::Ruleset::ledger`] made a difference.
    #[inline]
    fn rule_fired(&mut self, index: u16) {
        let _ = index;
    }

    /// A random result was applied: `actual` value of `owner` destroyed where `expected` was the exact expectation.
    #[inline]
    fn random_result(&mut self, owner: Side, actual: f64, expected: f64) {
        let _ = (owner, actual, expected);
    }

    /// Unit number `unit` (within its side) did or suffered something, `amount` times.
    #[inline]
    fn count(&mut self, side: Side, unit: usize, stat: UnitStat, amount: i64) {
        let _ = (side, unit, stat, amount);
    }

    /// A turn is over, and the sides stand so.
    #[inline]
    fn turn_ended(&mut self, sides: [SideState; 2]) {
        let _ = sides;
    }

    /// A game begins, in which sides field so much, thousandths of a point.
    #[inline]
    fn game_began(&mut self, fielded: [Points; 2]) {
        let _ = fielded;
    }

    /// A phase is over, or the game in its midst: which one by its place in the [phases](super::TurnPhase) of the ruleset, whose
    /// it was (nobody's where sides share it), who of each side is left, and the value alive of each side at its end, points. Value is
    /// only worked out when somebody wants it, and not where the same units are left as at the end of the phase before; a game in
    /// which units lose value before they are lost does not say who is left. A phase may be said to be over again before another
    /// one begins.
    #[inline]
    fn phase_ended(&mut self, phase: u8, of: Option<Side>, left: Option<[u64; 2]>, value: impl FnOnce() -> [f64; 2]) {
        let _ = (phase, of, left, value);
    }
}

/// The observer that nobody reads.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<E> Observer<E> for Silent {
    const OBSERVES: bool = false;
}

/// What is counted of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum UnitStat {
    /// Moves made.
    Moves,
    /// Attacks taken part in.
    Attacks,
    /// Enemy value destroyed, in thousandths of a point, shared among the attackers.
    Destroyed,
    /// Enemy units put out of action for a while (stunned, shaken, driven back), shared like value, in thousandths.
    Hindered,
    /// Removed from play.
    Lost,
    /// Left the table unharmed.
    Left,
}

impl UnitStat {
    /// All stats, in the order of their columns.
    pub const ALL: [UnitStat; 6] =
        [UnitStat::Moves, UnitStat::Attacks, UnitStat::Destroyed, UnitStat::Hindered, UnitStat::Lost, UnitStat::Left];
    /// Column names, in the order of [`UnitStat::ALL`].
    pub const NAMES: [&'static str; 6] = ["moves", "attacks", "destroyed", "hindered", "lost", "left"];
}

/// The stats of one unit in one engagement, indexed by [`UnitStat`].
pub type UnitStats = [i64; 6];

/// More turns than games last by the usual caps; only longer ones ask for more memory.
const USUAL_TURNS: usize = 64;

/// The observer of an engagement that is counted and not told.
#[derive(Clone, Debug)]
pub struct GameCounters {
    /// What was counted of each side's units.
    pub stats: [Vec<UnitStats>; 2],
    /// How often each rule of the ledger made a difference.
    pub rules: Vec<u32>,
    /// Value of each side destroyed beyond its exact expectation.
    pub excess: [f64; 2],
    /// How each side stood at the end of each turn.
    pub turns: [Vec<SideState>; 2],
    /// What each side lost in each phase.
    pub phases: PhaseLosses,
    /// Who had more value alive at the end of the last turn that was not level.
    leader: Option<Side>,
    /// How often the lead changed hands.
    pub changes_of_lead: u16,
}

impl GameCounters {
    /// A counters for `units` on each side and `rules` rules.
    #[must_use]
    pub fn new(units: [usize; 2], rules: usize) -> Self {
        Self {
            stats: units.map(|n| vec![UnitStats::default(); n]),
            rules: vec![0; rules],
            excess: [0.0; 2],
            turns: [Vec::with_capacity(USUAL_TURNS), Vec::with_capacity(USUAL_TURNS)],
            phases: PhaseLosses::default(),
            leader: None,
            changes_of_lead: 0,
        }
    }

    /// Forgets everything, keeping the memory.
    pub fn clear(&mut self) {
        self.stats.iter_mut().for_each(|side| side.fill(UnitStats::default()));
        self.rules.fill(0);
        self.excess = [0.0; 2];
        self.turns.iter_mut().for_each(Vec::clear);
        self.phases = PhaseLosses::default();
        self.leader = None;
        self.changes_of_lead = 0;
    }

    /// Dice luck in favour of `side`, in thousandths of a point.
    #[must_use]
    pub fn luck(&self, side: Side) -> Points {
        ((self.excess[side.other().index()] - self.excess[side.index()]) * 1000.0).round() as Points
    }
}

impl<E> Observer<E> for GameCounters {
    const OBSERVES: bool = false;

    #[inline]
    fn rule_fired(&mut self, index: u16) {
        self.rules[usize::from(index)] += 1;
    }

    #[inline]
    fn random_result(&mut self, owner: Side, actual: f64, expected: f64) {
        self.excess[owner.index()] += actual - expected;
    }

    #[inline]
    fn count(&mut self, side: Side, unit: usize, stat: UnitStat, amount: i64) {
        self.stats[side.index()][unit][stat as usize] += amount;
    }

    #[inline]
    fn turn_ended(&mut self, sides: [SideState; 2]) {
        self.turns.iter_mut().zip(sides).for_each(|(turns, side)| turns.push(side));
        let leader = match sides[0].value.total_cmp(&sides[1].value) {
            std::cmp::Ordering::Greater => Side::A,
            std::cmp::Ordering::Less => Side::B,
            std::cmp::Ordering::Equal => return,
        };
        if self.leader.is_some_and(|last| last != leader) {
            self.changes_of_lead += 1;
        }
        self.leader = Some(leader);
    }
    #[inline]
    fn game_began(&mut self, fielded: [Points; 2]) {
        self.phases.begin(fielded);
    }

    #[inline]
    fn phase_ended(&mut self, phase: u8, of: Option<Side>, left: Option<[u64; 2]>, value: impl FnOnce() -> [f64; 2]) {
        self.phases.end(phase, of, left, value);
    }
}
