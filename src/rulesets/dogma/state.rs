//! A game in progress: who stands where, in what state, and what is being decided.

use std::sync::Arc;

pub use super::army::MOST_ELEMENTS;
use super::army::{self, Dogma, Dogmas, Plan};
use super::codex::{Codex, Scenario, Size, Type, Unit};
use super::deploy::Preparations;
use super::movement::LastMove;
use super::odds::Odds;
use super::rules::Rules;
use super::scenarios::Progress;
use super::strike::{Sights, Wreck};
use super::terrain::Terrain;
use crate::game::{Points, Side, Verdict};
use crate::tabletop::plane::{Base, Edge, Facing, Point};

/// Number of an Element: side A from 0, side B from [`MOST_ELEMENTS`].
pub type ElementId = u8;

/// Stands for "no Element".
pub const NOBODY: ElementId = ElementId::MAX;

/// A set of Elements of one side, one bit each.
pub type Squad = u128;

/// Most Elements in a Group (DG-GRP-01).
pub const MOST_IN_GROUP: usize = 4;

/// Side of an Element.
#[inline]
#[must_use]
pub fn side_of(element: ElementId) -> Side {
    if usize::from(element) < MOST_ELEMENTS { Side::A } else { Side::B }
}

/// Place of an Element within its side.
#[inline]
#[must_use]
pub fn place_of(element: ElementId) -> usize {
    usize::from(element) % MOST_ELEMENTS
}

/// Number of the Element at `place` within `side`.
#[inline]
#[must_use]
pub fn element_id(side: Side, place: usize) -> ElementId {
    (side.index() * MOST_ELEMENTS + place) as ElementId
}

/// The bit of an Element in a [`Squad`] of its side.
#[inline]
#[must_use]
pub fn bit(element: ElementId) -> Squad {
    1 << place_of(element)
}

/// The Elements of a squad, lowest number first.
#[inline]
pub fn members(side: Side, squad: Squad) -> impl Iterator<Item = ElementId> + Clone {
    // One half of the set after the other: in all but the largest games the upper one is empty.
    let (mut left, mut upper) = (squad as u64, (squad >> 64) as u64);
    let mut first = element_id(side, 0);
    std::iter::from_fn(move || {
        if left == 0 {
            if upper == 0 {
                return None;
            }
            (left, upper, first) = (upper, 0, first + 64);
        }
        let place = left.trailing_zeros() as ElementId;
        left &= left - 1;
        Some(first + place)
    })
}

/// Where a base stands and how it faces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Centre, inches.
    pub centre: Point,
    /// The way its front looks.
    pub facing: Facing,
}

impl Pose {
    /// At `centre`, with its front looking along `facing`.
    #[must_use]
    pub const fn new(centre: Point, facing: Facing) -> Self {
        Self { centre, facing }
    }
}

impl From<Base> for Pose {
    fn from(base: Base) -> Self {
        Self::new(base.centre, base.facing)
    }
}

/// Up to four Elements of one side, each once; the first leads.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Formation {
    ids: [ElementId; MOST_IN_GROUP],
}

impl Default for Formation {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Formation {
    /// Nobody.
    pub const EMPTY: Formation = Formation { ids: [NOBODY; MOST_IN_GROUP] };

    /// One Element alone.
    #[must_use]
    pub const fn single(element: ElementId) -> Self {
        Self { ids: [element, NOBODY, NOBODY, NOBODY] }
    }

    /// The Elements of `list`; none when there are more than four.
    #[must_use]
    pub fn of(list: &[ElementId]) -> Option<Self> {
        let mut ids = [NOBODY; MOST_IN_GROUP];
        ids.get_mut(..list.len())?.copy_from_slice(list);
        Some(Self { ids })
    }

    /// This formation with one more at its end; as it is when four are there.
    #[must_use]
    pub fn with(mut self, element: ElementId) -> Self {
        if let Some(free) = self.ids.iter_mut().find(|id| **id == NOBODY) {
            *free = element;
        }
        self
    }

    /// Who leads; [`NOBODY`] of nobody.
    #[inline]
    #[must_use]
    pub fn leader(&self) -> ElementId {
        self.ids[0]
    }

    /// How many they are.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.ids.iter().take_while(|id| **id != NOBODY).count()
    }

    /// Whether there is nobody.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ids[0] == NOBODY
    }

    /// Everybody, the leader first.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = ElementId> + use<> {
        self.ids.into_iter().take_while(|id| *id != NOBODY)
    }

    /// As a set.
    #[must_use]
    pub fn squad(&self) -> Squad {
        self.iter().fold(0, |squad, element| squad | bit(element))
    }
}

impl std::fmt::Debug for Formation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// What of a unit matters in play: small, and fixed before the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Profile {
    /// Its Type.
    pub kind: Type,
    /// Longest tactical move, inches.
    pub speed: f64,
    /// Range of its fire, inches; negative for units without ranged attacks (DG-RNG-03).
    pub range: f64,
    /// Combat modifier.
    pub modifier: u8,
    /// Whether it may not fire in a turn in which it moved (DG-MOV-08).
    pub move_or_fire: bool,
    /// Whether it may ride in an APC (DG-APC-01).
    pub may_ride: bool,
    /// Whether it carries riders.
    pub carries: bool,
    /// Whether it passes over things (DG-TER-07).
    pub flyer: bool,
    /// Value, thousandths of a point.
    pub cost: Points,
}

impl Profile {
    /// Whether it is Air Support.
    #[inline]
    #[must_use]
    pub fn air(&self) -> bool {
        self.kind == Type::AirSupport
    }
}

impl From<&Unit> for Profile {
    fn from(unit: &Unit) -> Self {
        Self {
            kind: unit.kind,
            speed: unit.speed,
            range: unit.range.unwrap_or(-1.0),
            modifier: unit.modifier,
            move_or_fire: unit.move_or_fire,
            may_ride: unit.may_ride,
            carries: army::carries(unit),
            flyer: unit.flyer,
            cost: (unit.cost * 1000.0).round() as Points,
        }
    }
}

/// What a base touches, kept up to date after every move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbours {
    /// Who shares each whole edge, by [`Edge`], friend or enemy (DG-CON-01): full contact. [`NOBODY`] where nobody.
    pub edges: [ElementId; 4],
    /// Enemies touched in any way, full contact included.
    pub foes: Squad,
}

impl Neighbours {
    /// Nobody.
    pub const NONE: Neighbours = Neighbours { edges: [NOBODY; 4], foes: 0 };
}

/// One Element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Element {
    /// Index of its unit in the codex, and of its [`Profile`].
    pub kind: u8,
    /// Its base. Where it stands means nothing unless it is on the table.
    pub base: Base,
    /// The APC it rides in, or [`NOBODY`].
    pub carrier: ElementId,
    /// What its base touches.
    pub contact: Neighbours,
}

/// Where an Element is. Each Element is in exactly one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// To be deployed.
    Undeployed,
    /// On the table, on its own base.
    Table,
    /// In an APC that is on the table.
    Aboard,
    /// Off the table, to be called in (DG-AIR-01).
    Reserve,
    /// Off the enemy edge in Invasion, safe (DG-SCN-03).
    Exited,
    /// Gone for good.
    Destroyed,
}

impl Place {
    /// Key in traces and situations.
    #[must_use]
    pub const fn key(self) -> &'static str {
        ["undeployed", "table", "aboard", "reserve", "exited", "destroyed"][self as usize]
    }
}

/// One side's Elements, sorted into sets, and what else belongs to the side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Force {
    /// Elements at the start.
    pub size: u8,
    /// Value of the Elements at the start, reserves and passengers included, Dogma excluded (DG-ARM-06).
    pub value: Points,
    /// The same without Air Support.
    pub ground_value: Points,
    /// The Commander (DG-ARM-04).
    pub commander: ElementId,
    /// What the Commander brings (DG-ARM-05).
    pub dogmas: Dogmas,
    /// Whether its list says who waits in reserve; they are there from the start.
    pub reserve_planned: bool,
    /// Whether its list says who starts aboard: their [`Element::carrier`] is set from the start, and they go aboard when it is
    /// deployed.
    pub mounts_planned: bool,

    /// Still to be deployed. This set, the next four and [`Force::destroyed`] never overlap; see [`Place`].
    pub undeployed: Squad,
    /// On the table on their own bases.
    pub table: Squad,
    /// In APCs on the table.
    pub aboard: Squad,
    /// In reserve.
    pub reserve: Squad,
    /// Off the enemy edge.
    pub exited: Squad,
    /// Destroyed.
    pub destroyed: Squad,

    /// Air Support, by profile.
    pub air: Squad,
    /// Flyers, by profile: Air Support and jump infantry.
    pub flyers: Squad,
    /// Those that carry riders, by profile: APCs.
    pub apcs: Squad,

    /// With a shaken marker (DG-MOR-01).
    pub shaken: Squad,
    /// Passed the shaken check that counts now (DG-MOR-02).
    pub passed: Squad,
    /// Failed it.
    pub failed: Squad,

    /// In full contact with an enemy.
    pub engaged: Squad,
    /// Began the present own Movement phase in partial contact, not engaged (DG-CON-08).
    pub partial: Squad,

    /// Made a tactical or Group move this turn, a call included (DG-CMD-07).
    pub moved: Squad,
    /// Moved any distance in doing so (DG-MOV-08).
    pub displaced: Squad,
    /// Ended a move touching an enemy front (DG-CON-06).
    pub fronted: Squad,
    /// Got off an APC this turn (DG-APC-07).
    pub got_off: Squad,
    /// Was aboard when the turn began (DG-APC-05).
    pub aboard_since: Squad,
    /// APCs that took somebody aboard this turn (DG-APC-04).
    pub laden: Squad,
    /// Attacked or supported this turn (DG-RNG-12).
    pub used: Squad,
    /// Was attacked in the present turn (DG-RNG-10): set in the force of the victim.
    pub attacked: Squad,
    /// Deployed with any part outside the Deployment Zone by Scout (DG-DOG-07).
    pub scouted: Squad,
}

impl Force {
    /// Nobody.
    pub const NONE: Force = Force {
        size: 0,
        value: 0,
        ground_value: 0,
        commander: NOBODY,
        dogmas: Dogmas::NONE,
        reserve_planned: false,
        mounts_planned: false,
        undeployed: 0,
        table: 0,
        aboard: 0,
        reserve: 0,
        exited: 0,
        destroyed: 0,
        air: 0,
        flyers: 0,
        apcs: 0,
        shaken: 0,
        passed: 0,
        failed: 0,
        engaged: 0,
        partial: 0,
        moved: 0,
        displaced: 0,
        fronted: 0,
        got_off: 0,
        aboard_since: 0,
        laden: 0,
        used: 0,
        attacked: 0,
        scouted: 0,
    };

    /// Everybody who is not destroyed and has not left.
    #[inline]
    #[must_use]
    pub fn present(&self) -> Squad {
        self.undeployed | self.table | self.aboard | self.reserve
    }

    /// Shaken, and without a check passed: those who may neither move nor fire as they are.
    #[inline]
    #[must_use]
    pub fn unsteady(&self) -> Squad {
        self.shaken & !self.passed
    }
}

/// The phases of a game (DG-TRN-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Everything before the first turn.
    Setup,
    /// The initiative die.
    Initiative,
    /// Movement.
    Movement,
    /// Ranged Attacks.
    Ranged,
    /// Close Attacks.
    Close,
    /// The game is over.
    Over,
}

impl Phase {
    /// Key in traces and situations.
    #[must_use]
    pub const fn key(self) -> &'static str {
        ["setup", "initiative", "movement", "ranged", "close", "over"][self as usize]
    }
}

/// What is to be decided now; in brackets its number in the rulebook's list of decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// Throw dice that are due: nothing to choose.
    Roll,
    /// Place a terrain feature (D-02).
    Feature,
    /// Pick an edge of the table (D-03).
    Edge,
    /// Name a flag bearer (D-04).
    Bearer,
    /// Place a control marker (D-04).
    Marker,
    /// Deploy one more Element (D-05).
    Deploy,
    /// Name the Group that Artillery hits (D-06).
    Barrage,
    /// Movement phase: check, move, call in, get off, or end the phase (D-07 to D-10).
    Move,
    /// Ranged phase: attack, or end the phase (D-11).
    Shoot,
    /// Close phase: attack, or end the phase and the turn (D-12).
    Fight,
    /// Write down one more Group.
    Declare,
    /// Place a passenger of a wrecked APC (D-13).
    Bail,
    /// Nothing: the game is over.
    Nothing,
}

impl Decision {
    /// All decisions, in order.
    pub const ALL: [Decision; 13] = [
        Decision::Roll,
        Decision::Feature,
        Decision::Edge,
        Decision::Bearer,
        Decision::Marker,
        Decision::Deploy,
        Decision::Barrage,
        Decision::Move,
        Decision::Shoot,
        Decision::Fight,
        Decision::Declare,
        Decision::Bail,
        Decision::Nothing,
    ];

    /// Key in situations.
    #[must_use]
    pub const fn key(self) -> &'static str {
        [
            "roll", "feature", "edge", "bearer", "marker", "deploy", "barrage", "move", "shoot", "fight", "declare",
            "bail", "nothing",
        ][self as usize]
    }
}

/// Initiative Points and what became of them (DG-CMD).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Command {
    /// Points that the die gave.
    pub points: u8,
    /// Points left.
    pub left: u8,
    /// Whether the die allows calling in reserves.
    pub may_call: bool,
    /// Whether reserves have been called in: nobody else moves this turn (DG-AIR-01).
    pub called: bool,
    /// Whether a tactical or Group move has been made: no reserves this turn.
    pub moved: bool,
}

/// What is fixed before an engagement begins: data, rules, size, scenario.
#[derive(Debug)]
pub struct Setup {
    /// Data.
    pub codex: Arc<Codex>,
    /// Profiles of the codex's units, by index.
    pub profiles: Vec<Profile>,
    /// Switches.
    pub rules: Rules,
    /// Exact odds of every unit against every other.
    pub odds: Odds,
    /// Side of every base, inches.
    pub side: f64,
    /// Bases whose centres are farther apart do not touch, inches.
    pub reach: f64,
    /// Table and number of features.
    pub size: Size,
    /// Points that the game is played for.
    pub points: u32,
    /// The scenario; none when the aggressor rolls it.
    pub scenario: Option<Scenario>,
    /// The table's terrain when it is fixed (`terrain-policy = fixed`); else players or dice place it.
    pub terrain: Option<Terrain>,
}

impl Setup {
    /// A game of `points` by these rules on this table: whatever lists may be written for by themselves, `points` is the limit
    /// that its rules tell.
    #[must_use]
    pub fn new(
        codex: Arc<Codex>,
        rules: Rules,
        size: Size,
        points: u32,
        scenario: Option<Scenario>,
        terrain: Option<Terrain>,
    ) -> Self {
        let rules = Rules { points_limit: points, ..rules };
        let profiles = codex.units.iter().map(Profile::from).collect();
        let odds = Odds::new(&codex, &rules);
        let side = codex.numbers.base_mm / 25.4;
        // Tolerances are a tenth of an inch at most.
        let reach = side * std::f64::consts::SQRT_2 + 0.2;
        Self { codex, profiles, rules, odds, side, reach, size, points, scenario, terrain }
    }
}

/// The two forces of an engagement by side.
#[derive(Clone, Copy, Debug)]
pub struct Muster<'a> {
    /// Unit indices of each side's Elements.
    pub units: [&'a [u8]; 2],
    /// Place of each side's Commander.
    pub commanders: [u8; 2],
    /// What each side's Commander brings.
    pub dogmas: [Dogmas; 2],
    /// How each side means to deploy, where its list says so.
    pub plans: [&'a Plan; 2],
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Battle<'s> {
    /// What is fixed.
    pub setup: &'s Setup,
    /// All Elements, by [`ElementId`].
    pub elements: [Element; 2 * MOST_ELEMENTS],
    /// The Elements of each side in sets.
    pub forces: [Force; 2],
    /// Terrain on the table. Coordinates as everywhere: origin at the left end of the aggressor's edge, x to the right
    /// along it, y towards the opponent's edge, inches.
    pub terrain: Terrain,
    /// The scenario being played; that of [`Setup::scenario`] until it is rolled.
    pub scenario: Scenario,
    /// Present round, from 1; 0 during set-up. A round is one turn of each player (DG-TRN-01).
    pub round: u16,
    /// Who deploys and moves first, along the edge at y = 0.
    pub aggressor: Side,
    /// Whose turn it is.
    pub active: Side,
    /// The phase.
    pub phase: Phase,
    /// What is to be decided.
    pub decision: Decision,
    /// Who decides.
    pub decider: Side,
    /// Initiative of the present turn.
    pub command: Command,
    /// The last tactical or Group move, for boarding afterwards.
    pub last_move: LastMove,
    /// Full contacts of the active side's Elements with friends of equal facing when the Movement phase began, by place
    /// (DG-GRP-03).
    pub links: [[ElementId; 4]; MOST_ELEMENTS],
    /// The first of the Group that each Element is written down in by its owner, itself when it is written down alone; [`NOBODY`]
    /// of those who are not written down. For the rules that ask for it, see [`super::declaration`].
    pub declared: [ElementId; 2 * MOST_ELEMENTS],
    /// How far set-up has come.
    pub preparations: Preparations,
    /// What the scenario counts.
    pub progress: Progress,
    /// A wrecked APC whose passengers are getting off.
    pub wreck: Option<Wreck>,
    /// Buildings attacked this turn, by their index in the terrain, one bit each.
    pub stormed: u32,
    /// Who sees whom, as far as anybody has asked.
    pub sights: Sights,
    /// How the game ended.
    pub verdict: Option<Verdict>,
}

impl<'s> Battle<'s> {
    /// An Element.
    #[inline]
    #[must_use]
    pub fn element(&self, element: ElementId) -> &Element {
        &self.elements[usize::from(element)]
    }

    /// An Element's base.
    #[inline]
    #[must_use]
    pub fn base(&self, element: ElementId) -> &Base {
        &self.elements[usize::from(element)].base
    }

    /// Whether two bases are so near that they may touch, by the largest tolerance that the rules take: tells the many that are
    /// far apart from the few that have to be measured.
    #[inline]
    #[must_use]
    pub fn close_by(&self, one: &Base, other: &Base) -> bool {
        (one.centre - other.centre).length_squared() < self.setup.reach * self.setup.reach
    }

    /// Those of each side who can touch a base whose centre is no farther than so many inches from a point.
    #[must_use]
    pub fn near(&self, centre: Point, inches: f64) -> [Squad; 2] {
        let reach = inches + self.setup.reach;
        Side::BOTH.map(|side| {
            let near = |one: &ElementId| (self.base(*one).centre - centre).length_squared() < reach * reach;
            self.on_the_table(side).filter(near).fold(0, |squad, one| squad | bit(one))
        })
    }

    /// The base of an Element that stands so.
    #[inline]
    #[must_use]
    pub fn base_at(&self, pose: Pose) -> Base {
        Base::square(pose.centre, pose.facing, self.setup.side)
    }

    /// Profile of an Element.
    #[inline]
    #[must_use]
    pub fn profile(&self, element: ElementId) -> &'s Profile {
        &self.setup.profiles[usize::from(self.elements[usize::from(element)].kind)]
    }

    /// The unit of an Element in the codex.
    #[must_use]
    pub fn unit(&self, element: ElementId) -> &'s Unit {
        &self.setup.codex.units[usize::from(self.elements[usize::from(element)].kind)]
    }

    /// The force of a side.
    #[inline]
    #[must_use]
    pub fn force(&self, side: Side) -> &Force {
        &self.forces[side.index()]
    }

    /// The force of a side, to change.
    #[inline]
    pub fn force_mut(&mut self, side: Side) -> &mut Force {
        &mut self.forces[side.index()]
    }

    /// Where an Element is.
    #[must_use]
    pub fn place(&self, element: ElementId) -> Place {
        let (force, it) = (self.force(side_of(element)), bit(element));
        match it {
            _ if force.table & it != 0 => Place::Table,
            _ if force.aboard & it != 0 => Place::Aboard,
            _ if force.reserve & it != 0 => Place::Reserve,
            _ if force.exited & it != 0 => Place::Exited,
            _ if force.destroyed & it != 0 => Place::Destroyed,
            _ => Place::Undeployed,
        }
    }

    /// Whether an Element stands on the table on its own base.
    #[inline]
    #[must_use]
    pub fn on_table(&self, element: ElementId) -> bool {
        self.force(side_of(element)).table & bit(element) != 0
    }

    /// Whether an Element is in full contact with an enemy (DG-CON-01).
    #[inline]
    #[must_use]
    pub fn is_engaged(&self, element: ElementId) -> bool {
        self.force(side_of(element)).engaged & bit(element) != 0
    }

    /// Everybody of `side` on the table, lowest number first.
    #[inline]
    pub fn on_the_table(&self, side: Side) -> impl Iterator<Item = ElementId> + Clone + use<> {
        members(side, self.force(side).table)
    }

    /// Everybody on the table, side A first.
    #[inline]
    pub fn everybody(&self) -> impl Iterator<Item = ElementId> + Clone + use<> {
        self.on_the_table(Side::A).chain(self.on_the_table(Side::B))
    }

    /// Who shares the whole edge `edge` of an Element's base, or [`NOBODY`].
    #[inline]
    #[must_use]
    pub fn beside(&self, element: ElementId, edge: Edge) -> ElementId {
        self.element(element).contact.edges[edge as usize]
    }

    /// The edge of `element` that is in full contact with `other`, if one is.
    #[inline]
    #[must_use]
    pub fn shared_edge(&self, element: ElementId, other: ElementId) -> Option<Edge> {
        Edge::ALL.into_iter().find(|edge| self.beside(element, *edge) == other)
    }

    /// The passengers of an APC, lowest number first.
    pub fn riders(&self, carrier: ElementId) -> impl Iterator<Item = ElementId> + use<'_, 's> {
        let side = side_of(carrier);
        members(side, self.force(side).aboard).filter(move |rider| self.element(*rider).carrier == carrier)
    }

    /// Value of a set of Elements of `side`.
    #[must_use]
    pub fn worth(&self, side: Side, squad: Squad) -> Points {
        members(side, squad).map(|element| self.profile(element).cost).sum()
    }

    /// Whether the side's Commander has been destroyed (DG-CMD-02).
    #[must_use]
    pub fn commander_lost(&self, side: Side) -> bool {
        let force = self.force(side);
        force.commander != NOBODY && force.destroyed & bit(force.commander) != 0
    }

    /// Whether a side has a Dogma that works now (DG-ARM-05).
    #[must_use]
    pub fn has_dogma(&self, side: Side, wanted: Dogma) -> bool {
        let works = !(self.setup.rules.dogma_dies_with_commander && self.commander_lost(side));
        works && self.force(side).dogmas.contains(wanted)
    }
}
