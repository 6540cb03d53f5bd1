//! What is on the board: units, commanders, brigades, the force of a side, contacts, works.

use super::{CommanderId, MOST_ROUTES, NOBODY, UnitId, UnitSet};
use crate::game::Side;
use crate::game::keyed::keyed;
use crate::rulesets::hexcommand::choices::{Order, Sequence, Works};
use crate::rulesets::hexcommand::order_of_battle::{Group as Brigade, Level};
use crate::tabletop::hex::{HexIndex, NOWHERE, flat::Direction};

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Index of its kind.
    pub kind: u8,
    /// Its brigade or battalion.
    pub group: u8,
    /// Ethnic group, from 1; 0 is none.
    pub people: u8,
    /// Its hex; [`NOWHERE`] before it arrives and when it is gone.
    pub hex: HexIndex,
    /// Its facing; of a routed unit the way it runs.
    pub facing: Direction,
    /// Hits.
    pub hits: u8,
    /// TE.
    pub te: u8,
    /// Hits at which it routs.
    pub rout_at: u8,
    /// The commander with it, or [`NOBODY`].
    pub commander: CommanderId,
    /// Steps of movement used in the present movement step.
    pub steps: u8,
    /// Rounds of melee fought without a break.
    pub rounds: u8,
    /// Where its horses wait while it is on foot; [`NOWHERE`] else, and when they are lost (HX-MOV-13).
    pub horses: HexIndex,
    /// Where its guns stand while the crew is off them, else [`NOWHERE`] (HX-ART-10).
    pub guns: HexIndex,
    /// Facing of the guns that it left.
    pub guns_facing: Direction,
    /// Whose the guns are that it left: the side that stood there last.
    pub holder: Side,
    /// Shots left in the guns that it lost, for a captor; rolled at the first capture (HX-ART-12).
    pub shots: u8,
    /// With which of the scenario's arrivals it comes; [`NOBODY`] who found no room at set-up.
    pub wave: u8,
    /// Which of their entries, from 0; [`NOBODY`] before it is known.
    pub entry: u8,
    /// Supply left (HX-SUP-01).
    pub supply: u8,
    /// Own turns of work done (HX-CON-01).
    pub work: u8,
    /// What it builds and where; nothing at [`NOWHERE`].
    pub site: (Works, HexIndex),
    /// At whom it fired in its last fire step, unmoved since (HX-FIR-20).
    pub aimed_at: UnitId,
    /// Hits of the present fire step that do not tell yet (HX-FIR-02).
    pub pending: u8,
    /// TE of the present fire step that do not tell yet.
    pub pending_te: u8,
    /// Units that have fired at it in the present fire step, by [`Arm`](super::codex::Arm).
    pub shooters: [u8; 2],
    /// Whether one of those had another target in its band, by arm (HX-FIR-09).
    pub choosy: [bool; 2],
}

impl Unit {
    /// A unit that is nowhere.
    pub const NONE: Unit = Unit {
        kind: 0,
        group: 0,
        people: 0,
        hex: NOWHERE,
        facing: Direction::North,
        hits: 0,
        te: 0,
        rout_at: 0,
        commander: NOBODY,
        steps: 0,
        rounds: 0,
        horses: NOWHERE,
        guns: NOWHERE,
        guns_facing: Direction::North,
        holder: Side::A,
        shots: 0,
        wave: NOBODY,
        entry: NOBODY,
        supply: 0,
        work: 0,
        site: (Works::Pontoon, NOWHERE),
        aimed_at: NOBODY,
        pending: 0,
        pending_te: 0,
        shooters: [0; 2],
        choosy: [false; 2],
    };
}

keyed! {
    /// What became of a commander.
    Fate {
        /// He is there: in hand, with a unit, or on the board.
        Present = "present",
        /// Killed.
        Killed = "killed",
        /// Captured.
        Captured = "captured",
        /// He left the board with a unit that withdrew, as a figure.
        Away = "away",
    }
}

/// A commander.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Commander {
    /// C, M, T, A and I, by [`Trait`](super::codex::Trait).
    pub values: [u8; 5],
    /// What he commands.
    pub level: Level,
    /// The brigade, or the division, that he commands.
    pub of: u8,
    /// Ethnic group, from 1; 0 is none.
    pub people: u8,
    /// What became of him.
    pub fate: Fate,
    /// The unit that he is with, or [`NOBODY`].
    pub with: UnitId,
    /// The unit that he was with in the own half before, or [`NOBODY`].
    pub before: UnitId,
    /// Own halves running with the same unit (HX-RAL-04).
    pub halves: u8,
    /// Hex of his figure; [`NOWHERE`] under `command.mode` = symbols.
    pub hex: HexIndex,
    /// He has been placed, or has ridden, in the present half.
    pub placed: bool,
}

impl Commander {
    /// Nobody.
    pub const NONE: Commander = Commander {
        values: [0; 5],
        level: Level::Army,
        of: 0,
        people: 0,
        fate: Fate::Away,
        with: NOBODY,
        before: NOBODY,
        halves: 0,
        hex: NOWHERE,
        placed: false,
    };
}

/// A brigade or battalion in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// As the list has it.
    pub brigade: Brigade,
    /// Its order.
    pub order: Order,
    /// The brigade that it supports.
    pub supports: u8,
    /// A new order on its way, and the own command steps until it arrives (HX-CVS-16).
    pub coming: Option<(Order, u8, u8)>,
    /// The consequences that bind it, 1 to 7: one bit each (HX-CVS-08, R-175).
    pub consequences: u8,
    /// It has moved in the present turn, under activation.
    pub activated: bool,
    /// A change of its order was tried in the present command step.
    pub tried: bool,
}

impl Group {
    /// A brigade of nobody.
    pub const NONE: Group = Group {
        brigade: Brigade { division: 0, battalion: false },
        order: Order::Hold,
        supports: 0,
        coming: None,
        consequences: 0,
        activated: false,
        tried: false,
    };
}

/// One side's pieces, sorted into sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Force {
    /// Pieces at the start, fake markers included.
    pub size: u8,
    /// Still to be set up.
    pub unplaced: UnitSet,
    /// Still to arrive (HX-REI-01).
    pub due: UnitSet,
    /// On the board.
    pub present: UnitSet,
    /// Gone: destroyed, captured, off the board.
    pub removed: UnitSet,
    /// Of those, who left more than the reach from the route of retreat (HX-SET-08).
    pub strayed: UnitSet,
    /// Routed.
    pub routed: UnitSet,
    /// Routed in the present turn.
    pub routed_now: UnitSet,
    /// Made the rout move of their own half.
    pub ran: UnitSet,
    /// Broke in the present step and have still to make their rout move.
    pub breaking: UnitSet,
    /// Limbered.
    pub limbered: UnitSet,
    /// Riders on foot.
    pub on_foot: UnitSet,
    /// Crews off their guns (HX-ART-10).
    pub crews: UnitSet,
    /// Batteries whose guns have been captured, so that their shots have been rolled for (HX-ART-12).
    pub taken: UnitSet,
    /// In column on a road (HX-TER-09).
    pub column: UnitSet,
    /// Markers: not yet revealed (HX-SPT-01).
    pub hidden: UnitSet,
    /// Fake markers.
    pub fakes: UnitSet,
    /// Count as combat units.
    pub combat: UnitSet,
    /// Rare.
    pub rare: UnitSet,
    /// Reluctant tribes (HX-SKM-06).
    pub reluctant: UnitSet,
    /// May fire more than once a turn.
    pub special: UnitSet,
    /// Arrived after a first check of integrity: a force of their own (HX-INT-05).
    pub late: UnitSet,
    /// Left their hex in the present turn: by a move, pushed, or driven.
    pub moved: UnitSet,
    /// Unlimbered, or were pushed, in the present turn.
    pub unlimbered: UnitSet,
    /// Turned in the present turn.
    pub turned: UnitSet,
    /// Mounted or dismounted in the present turn.
    pub remounted: UnitSet,
    /// Have had their move in the present movement step.
    pub done: UnitSet,
    /// Moved, turned, limbered, fought or were driven in the present own half: no recovery (HX-RAL-08).
    pub stirred: UnitSet,
    /// Those as they were at the end of the own half.
    pub stirred_own: UnitSet,
    /// Withdrew for their integrity in the present half.
    pub withdrew: UnitSet,
    /// Fired in the present fire step.
    pub fired: UnitSet,
    /// Fired in the present turn.
    pub fired_now: UnitSet,
    /// Fought in the present melee step.
    pub fought: UnitSet,
    /// Were hit in the present turn.
    pub struck: UnitSet,
    /// Have rallied from rout, and are still to be faced (HX-RAL-02).
    pub to_face: UnitSet,
    /// Commanders at the start.
    pub commanders_start: u8,
    /// Commanders gained by replacement.
    pub commanders_gained: u8,
    /// Attempts at replacement made.
    pub replacements_tried: u8,
    /// An attempt was made in the present turn.
    pub replacement_tried: bool,
    /// The supreme commander, or [`NOBODY`].
    pub supreme: CommanderId,
    /// He was lost, and no check has been made for it (HX-INT-07).
    pub supreme_lost: bool,
    /// His figure fell just now: every unit rolls at once (HX-CMD-15).
    pub panic: bool,
    /// A check of integrity has been made.
    pub checked: bool,
    /// Changes of orders left (HX-CVS-07).
    pub changes: u8,
    /// Break point in percent.
    pub break_point: u8,
    /// Turn ends running at or past it (HX-VIC-02).
    pub broken: u8,
    /// Combat units of the list, those still to arrive included.
    pub fielded: u8,
    /// Combat units that the scenario has arrive later, by kind.
    pub later: u8,
    /// Hexes of the routes of retreat, by division or brigade.
    pub retreats: [HexIndex; MOST_ROUTES],
    /// Routes of retreat marked.
    pub marked: u8,
    /// Groups in their written order, `ordered` of them (HX-SET-04).
    pub sequence: Sequence,
    /// Groups that have a number.
    pub ordered: u8,
    /// Groups of the list.
    pub groups: u8,
    /// The aggressiveness of brigades that may not close has been tried in the present command step (HX-CVS-09).
    pub resolved: bool,
    /// Values and tribes have been drawn, or need not be.
    pub drawn: bool,
    /// Brigades that have been asked for their first order.
    pub written: u8,
    /// First orders left to write (HX-CVS-07).
    pub orders: u8,
    /// Shares of veteran, trained and untrained commanders in percent, where they are drawn by year and nation.
    pub spread: [u8; 3],
    /// The next place in the written order that has not been activated in the present turn.
    pub next_group: u8,
    /// Did something else than build since their side's last rally step.
    pub busy: UnitSet,
    /// Entered the board in the present turn (HX-REI-04).
    pub arrived: UnitSet,
    /// Markers of this side that were rolled for in the present spotting step.
    pub rolled: UnitSet,
    /// Units of the list; fake markers have the numbers after them.
    pub listed: u8,
    /// Prepared redoubts that have still to be laid.
    pub redoubts: u8,
    /// Hexes of prepared quick works that have still to be laid.
    pub quick_works: u8,
}

impl Force {
    /// On the board and not routed; crews, wagons and markers included.
    #[inline]
    #[must_use]
    pub fn steady(&self) -> UnitSet {
        self.present & !self.routed
    }

    /// Steady combat units with their guns, markers left out.
    #[inline]
    #[must_use]
    pub fn fit(&self) -> UnitSet {
        self.steady() & self.combat & !self.crews & !self.fakes
    }
}

/// Two units in contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contact {
    /// Who came into contact.
    pub attacker: UnitId,
    /// With whom.
    pub defender: UnitId,
    /// Rounds fought; in melee from the first on.
    pub rounds: u8,
    /// The dice of the present melee step have been thrown, or are not due.
    pub fought: bool,
}

impl Contact {
    /// The other one of the two; nobody when `unit` is neither.
    #[inline]
    #[must_use]
    pub fn other(&self, unit: UnitId) -> Option<UnitId> {
        if self.attacker == unit { Some(self.defender) } else { (self.defender == unit).then_some(self.attacker) }
    }
}

/// Works that were built, or have been worn by fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// Where.
    pub hex: HexIndex,
    /// What was built; none for works of the map that have been worn.
    pub built: Option<Works>,
    /// Facing of quick works.
    pub facing: Direction,
    /// Hits taken towards the next level.
    pub hits: u8,
    /// Levels of cover lost.
    pub worn: u8,
}
