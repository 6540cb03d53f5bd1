//! A game in progress: who stands where, in what state, and what is being decided.

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::choices::{Order, Sequence, Works};
use super::codex::{Codex, GradeCost, Kind, Profile, Service, Weapon};
use super::field::Field;
use super::kinds::ANY_TURNS;
use super::order_of_battle::{Group as Brigade, Level, MOST_COMMANDERS, MOST_DIVISIONS, MOST_GROUPS, MOST_UNITS};
use super::rules::{Rules, ZocContacted};
use super::scene::Scene;
pub use crate::game::NOBODY;
use crate::game::keyed::keyed;
use crate::game::{Side, Verdict, units};
use crate::tabletop::hex::{Aspect, HexIndex, NOWHERE, flat::Direction};
use crate::tabletop::hexset::MOST_HEXES;

units! { UnitSet in u64, MOST_UNITS, UnitId by unit_id }

/// Number of a commander within his side.
pub type CommanderId = u8;

/// Most pairs of units in contact.
pub const MOST_CONTACTS: usize = 192;

/// Most routes of retreat of a side.
pub const MOST_ROUTES: usize = if MOST_GROUPS > MOST_DIVISIONS { MOST_GROUPS } else { MOST_DIVISIONS };

/// Most works that are built or worn in a game.
pub const MOST_WORKS: usize = 64;

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
    /// Location of entry that was rolled for the arrivals on their way, from 0, by group.
    pub entries: [u8; MOST_GROUPS],
    /// Did something else than build since their side's last rally step.
    pub busy: UnitSet,
    /// Entered the board in the present turn (HX-REI-04).
    pub arrived: UnitSet,
    /// Markers of this side that were rolled for in the present spotting step.
    pub rolled: UnitSet,
    /// Units of the list; fake markers have the numbers after them.
    pub listed: u8,
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

keyed! {
    /// The steps of a game (HX-TRN-02).
    Phase {
        /// Set-up.
        Deployment = "deployment",
        /// The roll for initiative.
        Initiative = "initiative",
        /// The command step, up to the rout moves.
        Command = "command",
        /// Movement of the phasing side.
        Movement = "movement",
        /// Fire of one side, or of both under activation.
        Fire = "fire",
        /// Melee.
        Melee = "melee",
        /// Rally and recovery.
        Rally = "rally",
        /// The game is over.
        Over = "over",
    }
}

keyed! {
    /// The steps of a half, or of a turn under activation, in their order (HX-TRN-02, HX-TRN-04).
    Step {
        /// Set-up.
        SetUp = "set-up",
        /// Start of a turn: initiative.
        TurnStart = "turn-start",
        /// Commanders are lifted, and one may be replaced.
        Lift = "lift",
        /// Integrity.
        Integrity = "integrity",
        /// Spotting.
        Spotting = "spotting",
        /// Arrivals.
        Arrivals = "arrivals",
        /// Changes of orders.
        Orders = "orders",
        /// Commanders join steady units.
        Commanders = "commanders",
        /// Routed units move.
        RoutMoves = "rout-moves",
        /// Commanders join routed units.
        RoutedCommanders = "routed-commanders",
        /// The next group, under activation.
        Groups = "groups",
        /// Movement of the phasing side, or of its active group.
        Movement = "movement",
        /// Opportunity fire of the other side, under activation.
        Opportunity = "opportunity",
        /// Commanders join steady units, where they do so after movement.
        LateCommanders = "late-commanders",
        /// Fire of both sides.
        Fire = "fire",
        /// Melee.
        Melee = "melee",
        /// Rally and recovery.
        Rally = "rally",
        /// End of the turn.
        TurnEnd = "turn-end",
    }
}

keyed! {
    /// What is to be decided now.
    Decision {
        /// Throw for what is drawn before set-up: command values, and tribes that will not obey.
        Draw = "draw",
        /// Set up one more unit, or leave it for the arrivals.
        Deploy = "deploy",
        /// Mark a route of retreat.
        MarkRetreat = "mark-retreat",
        /// Give a group its number in the order of activation.
        Number = "number",
        /// Write the order of a brigade.
        Write = "write",
        /// Throw for initiative.
        Initiative = "initiative",
        /// Try to replace a commander, or not.
        Replace = "replace",
        /// Throw for integrity.
        Integrity = "integrity",
        /// Roll for a marker, or end spotting.
        Spot = "spot",
        /// Throw for the place of entry.
        Entry = "entry",
        /// Stay before an entry zone, or make way.
        Block = "block",
        /// Move a unit out of an entry zone.
        MakeWay = "make-way",
        /// Enter with a unit, or let the rest wait.
        Arrive = "arrive",
        /// Try to change an order, or keep them all.
        Order = "order",
        /// Throw to end a consequence by aggressiveness.
        Resolve = "resolve",
        /// Place a commander on a steady unit, or no more.
        Attach = "attach",
        /// Routed units move.
        RoutMoves = "rout-moves",
        /// Place a commander on a routed unit, or no more.
        AttachRouted = "attach-routed",
        /// Move a unit, set it to work, or end the movement.
        March = "march",
        /// Contact one more enemy, or no more.
        Contact = "contact",
        /// Skirmishers in contact: rout or be removed.
        Evade = "evade",
        /// Throw for who fires first.
        FireOrder = "fire-order",
        /// Fire, or end the fire step.
        Fire = "fire",
        /// Fire with a battery after a move of the enemy, or not.
        Opportunity = "opportunity",
        /// Routs of the fire step move.
        FireRouts = "fire-routs",
        /// Name a primary enemy.
        Primary = "primary",
        /// Name the target of canister.
        Canister = "canister",
        /// Name the enemy who is pressed.
        Press = "press",
        /// Throw the dice of the melee step.
        Melee = "melee",
        /// Advance, or turn.
        Advance = "advance",
        /// Contact an enemy after an advance, or not.
        AdvanceContact = "advance-contact",
        /// Face a unit that has rallied from rout (HX-RAL-02).
        Face = "face",
        /// Nothing: the game is over.
        Nothing = "nothing",
    }
}

/// What is fixed before an engagement begins: data, rules, board, scenario.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Data.
    pub codex: Arc<Codex>,
    /// Switches, with those that the scenario sets.
    pub rules: Rules,
    /// The board.
    pub field: Field,
    /// What is played for.
    pub scenario: Scene,
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Battle<'s> {
    /// What is fixed.
    pub setup: &'s Setup,
    /// All pieces, by [`UnitId`].
    pub units: [Unit; 2 * MOST_UNITS],
    /// The pieces of each side in sets.
    pub forces: [Force; 2],
    /// Commanders of each side; those beyond `commanders_start` plus `commanders_gained` are not in the game.
    pub commanders: [[Commander; MOST_COMMANDERS]; 2],
    /// Brigades and battalions of each side.
    pub groups: [[Group; MOST_GROUPS]; 2],
    /// The piece in each hex, the upper one of two, or [`NOBODY`].
    pub occupant: [UnitId; MOST_HEXES],
    /// The lower one of two pieces in each hex, or [`NOBODY`].
    pub below: [UnitId; MOST_HEXES],
    /// Units in contact, in the order in which they came.
    pub contacts: ArrayVec<Contact, MOST_CONTACTS>,
    /// Works built or worn.
    pub sites: ArrayVec<Site, MOST_WORKS>,
    /// The works of each hex, built ones included.
    pub works: [super::terrain::Works; MOST_HEXES],
    /// Who held each objective of the scenario last.
    pub held: [Option<Side>; super::scene::MOST_OBJECTIVES],
    /// Present turn, from 1; 0 during set-up.
    pub turn: u16,
    /// Who sets up last and, where the scenario says so, moves first: the first seat.
    pub first: Side,
    /// The winner of initiative of the present turn: player A (HX-TRN-01).
    pub leader: Side,
    /// Whether the second half of the turn is played.
    pub second_half: bool,
    /// One side has rallied, where both do so one after the other.
    pub both_rallied: bool,
    /// The phasing side.
    pub phasing: Side,
    /// The group that moves, under activation; else [`NOBODY`].
    pub active_group: u8,
    /// The phase.
    pub phase: Phase,
    /// The step within the half, or the turn.
    pub step: Step,
    /// What is to be decided, and by whom.
    pub decision: Decision,
    /// Who decides.
    pub decider: Side,
    /// What the movement step is in the middle of.
    pub march: super::march::Progress,
    /// What the arrival step is in the middle of.
    pub arrival: super::arrivals::Progress,
    /// What the fire step is in the middle of.
    pub fire: super::fire_step::Progress,
    /// What the melee step is in the middle of.
    pub melee: super::melee_step::Progress,
    /// How the game ended.
    pub verdict: Option<Verdict>,
}

/// A crew off its guns: on foot, it never fights and has no flanks; how far it goes stands in the codex.
static CREW: Profile = Profile {
    name: String::new(),
    service: Service::Foot,
    moves: 0,
    rout_moves: None,
    turns: ANY_TURNS,
    zoc: false,
    all_round: true,
    passes_friends: false,
    light: false,
    on_foot: None,
    melee: None,
    graded: false,
    cost: 0,
    value: 0.0,
    grades: GradeCost::None,
    arms: Vec::new(),
};

impl<'s> Battle<'s> {
    /// A unit.
    #[inline]
    #[must_use]
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[usize::from(unit)]
    }

    /// The same, to change it.
    #[inline]
    pub(super) fn unit_mut(&mut self, unit: UnitId) -> &mut Unit {
        &mut self.units[usize::from(unit)]
    }

    /// The force of a side.
    #[inline]
    #[must_use]
    pub fn force(&self, side: Side) -> &Force {
        &self.forces[side.index()]
    }

    /// The same, to change it.
    #[inline]
    pub(super) fn force_mut(&mut self, side: Side) -> &mut Force {
        &mut self.forces[side.index()]
    }

    /// The force that a unit belongs to.
    #[inline]
    #[must_use]
    pub fn own_force(&self, unit: UnitId) -> &Force {
        self.force(side_of(unit))
    }

    /// What a unit is: as it was mustered, or that on foot.
    #[inline]
    #[must_use]
    pub fn kind(&self, unit: UnitId) -> &'s Kind {
        let kinds = &self.setup.codex.kinds;
        let kind = &kinds[usize::from(self.unit(unit).kind)];
        match kind.on_foot {
            Some(on_foot) if self.own_force(unit).on_foot.contains(unit) => &kinds[usize::from(on_foot)],
            _ => kind,
        }
    }

    /// Its profile as it stands: mounted or on foot, with its guns or off them.
    #[inline]
    #[must_use]
    pub fn profile(&self, unit: UnitId) -> &'s Profile {
        let codex = &self.setup.codex;
        if self.own_force(unit).crews.contains(unit) {
            &CREW
        } else {
            &codex.units[usize::from(self.kind(unit).profile)]
        }
    }

    /// What it fires, if it carries anything.
    #[inline]
    #[must_use]
    pub fn weapon(&self, unit: UnitId) -> Option<&'s Weapon> {
        self.kind(unit).weapon.map(|weapon| &self.setup.codex.weapons[usize::from(weapon)])
    }

    /// Whether it serves guns, on them or off.
    #[inline]
    #[must_use]
    pub fn is_battery(&self, unit: UnitId) -> bool {
        self.weapon(unit).is_some_and(Weapon::is_gun)
    }

    /// Whether it is on the board and not routed.
    #[inline]
    #[must_use]
    pub fn is_steady(&self, unit: UnitId) -> bool {
        self.own_force(unit).steady().contains(unit)
    }

    /// Whether it has routed.
    #[inline]
    #[must_use]
    pub fn is_routed(&self, unit: UnitId) -> bool {
        self.own_force(unit).routed.contains(unit)
    }

    /// Whether its TE put it at a penalty, and take its zone of control (HX-ZOC-02, HX-FIR-18).
    #[inline]
    #[must_use]
    pub fn is_fatigued(&self, unit: UnitId) -> bool {
        super::melee::fatigued(&self.setup.rules, self.unit(unit).te)
    }

    /// Whether it is at the limit of its TE (HX-MOV-12, R-128).
    #[inline]
    #[must_use]
    pub fn is_spent(&self, unit: UnitId) -> bool {
        self.unit(unit).te >= self.setup.rules.fatigue_max
    }

    /// Whether it is in contact with an enemy.
    #[inline]
    #[must_use]
    pub fn in_contact(&self, unit: UnitId) -> bool {
        self.contacts.iter().any(|contact| contact.other(unit).is_some())
    }

    /// Whether it is in melee: in a contact of which a round has been fought.
    #[inline]
    #[must_use]
    pub fn in_melee(&self, unit: UnitId) -> bool {
        self.contacts.iter().any(|contact| contact.rounds > 0 && contact.other(unit).is_some())
    }

    /// The enemies with which it is in contact.
    pub fn foes(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        self.contacts.iter().filter_map(move |contact| contact.other(unit))
    }

    /// Ends every contact of a unit. Whoever is left without one is as rested as before.
    pub(super) fn end_contacts(&mut self, unit: UnitId) {
        let foes: ArrayVec<UnitId, MOST_CONTACTS> = self.foes(unit).collect();
        self.contacts.retain(|contact| contact.other(unit).is_none());
        for one in foes.into_iter().chain([unit]) {
            if !self.in_contact(one) {
                self.unit_mut(one).rounds = 0;
            }
        }
    }

    /// Where it can be attacked from without being flanked: a unit that is neither routed nor in column, nor of a kind
    /// without flanks, guards its front arc. Whether `from` lies in flank or rear of `unit` (HX-FIR-17, HX-TER-09, R-158).
    #[must_use]
    pub fn flanked_from(&self, unit: UnitId, from: HexIndex) -> bool {
        let profile = self.profile(unit);
        let state = self.unit(unit);
        !profile.all_round
            && (self.own_force(unit).column.contains(unit)
                || self.setup.field.grid.aspect(state.hex, state.facing, from) != Some(Aspect::Front))
    }

    /// Whether a unit has a zone of control now (HX-ZOC-02, R-136, R-173).
    #[must_use]
    pub fn has_zone(&self, unit: UnitId) -> bool {
        let force = self.own_force(unit);
        let state = self.unit(unit);
        let busy = match self.setup.rules.zoc_contacted {
            ZocContacted::Keeps => self.in_melee(unit),
            ZocContacted::Loses => self.in_contact(unit),
        };
        self.could_have_zone(unit)
            && state.hits == 0
            && !self.is_fatigued(unit)
            && !busy
            && !(force.hidden | force.fakes).contains(unit)
    }

    /// Whether a unit has front hexes at all: on top in its hex, steady, of a kind with a zone, guns unlimbered.
    #[must_use]
    pub fn could_have_zone(&self, unit: UnitId) -> bool {
        let force = self.own_force(unit);
        force.steady().contains(unit)
            && self.profile(unit).zoc
            && !force.limbered.contains(unit)
            && self.occupant[usize::from(self.unit(unit).hex)] == unit
    }

    /// Whether `hex` is one of the three front hexes of a unit.
    #[inline]
    #[must_use]
    pub fn in_front(&self, unit: UnitId, hex: HexIndex) -> bool {
        let state = self.unit(unit);
        [-1, 0, 1].iter().any(|turn| self.setup.field.neighbour(state.hex, state.facing.turned(*turn)) == hex)
    }

    /// The enemies of `side` whose zone of control covers `hex`.
    pub fn zones_over(&self, side: Side, hex: HexIndex) -> impl Iterator<Item = UnitId> + '_ {
        self.neighbours(hex)
            .filter(move |unit| side_of(*unit) != side && self.in_front(*unit, hex) && self.has_zone(*unit))
    }

    /// Whether an enemy zone of control covers `hex`.
    #[must_use]
    pub fn in_enemy_zone(&self, side: Side, hex: HexIndex) -> bool {
        self.zones_over(side, hex).next().is_some()
    }

    /// The upper pieces in the hexes round `hex`.
    pub fn neighbours(&self, hex: HexIndex) -> impl Iterator<Item = UnitId> + '_ {
        let round = &self.setup.field.neighbours[usize::from(hex)];
        round.iter().filter(|next| **next != NOWHERE).filter_map(|next| self.at(*next))
    }

    /// The upper piece in a hex.
    #[inline]
    #[must_use]
    pub fn at(&self, hex: HexIndex) -> Option<UnitId> {
        let unit = self.occupant[usize::from(hex)];
        (unit != NOBODY).then_some(unit)
    }

    /// Puts a piece, which is nowhere, into a hex: on top of another one.
    pub(super) fn put(&mut self, unit: UnitId, hex: HexIndex) {
        let at = usize::from(hex);
        if self.occupant[at] != NOBODY {
            debug_assert_eq!(self.below[at], NOBODY, "a hex holds two pieces at most");
            self.below[at] = self.occupant[at];
        }
        self.occupant[at] = unit;
        self.unit_mut(unit).hex = hex;
        let side = side_of(unit);
        self.force_mut(side).present |= bit(unit);
    }

    /// Takes a piece off its hex, to be put elsewhere or removed.
    pub(super) fn lift(&mut self, unit: UnitId) {
        let at = usize::from(self.unit(unit).hex);
        if self.occupant[at] == unit {
            self.occupant[at] = self.below[at];
        }
        self.below[at] = NOBODY;
        self.unit_mut(unit).hex = NOWHERE;
        let side = side_of(unit);
        self.force_mut(side).present &= !bit(unit);
    }

    /// Moves a piece to another hex.
    pub(super) fn shift(&mut self, unit: UnitId, hex: HexIndex) {
        self.lift(unit);
        self.put(unit, hex);
    }

    /// A commander.
    #[inline]
    #[must_use]
    pub fn commander(&self, side: Side, commander: CommanderId) -> &Commander {
        &self.commanders[side.index()][usize::from(commander)]
    }

    /// The commander with a unit.
    #[inline]
    #[must_use]
    pub fn commander_with(&self, unit: UnitId) -> Option<CommanderId> {
        let commander = self.unit(unit).commander;
        (commander != NOBODY).then_some(commander)
    }

    /// The direction in which a side's own edge lies: north for side B, south for side A.
    #[inline]
    #[must_use]
    pub fn homeward(side: Side) -> Direction {
        match side {
            Side::A => Direction::South,
            Side::B => Direction::North,
        }
    }

    /// The works in a hex that were built or have been worn.
    #[must_use]
    pub fn site(&self, hex: HexIndex) -> Option<&Site> {
        self.sites.iter().find(|site| site.hex == hex)
    }
}
