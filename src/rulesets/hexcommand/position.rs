//! Any position of a game, set up by hand: for situations.

use super::choices::Sequence;
use super::events::{self, LogEntry};
use super::order_of_battle::{MOST_COMMANDERS, MOST_GROUPS};
use super::rules::{CvsMode, TribalCheck};
use super::state::{
    Battle, Commander, Contact, Fate, Force, Group, MOST_ROUTES, NOBODY, Setup, Site, Step, Unit, UnitId, UnitSet, bit,
    side_of, unit_id,
};
use crate::game::{Observer, Side};
use crate::tabletop::hex::{HexIndex, NOWHERE, flat::Direction};

/// A mark: what a unit is, or has done, that still matters, as the set of its side that says who has it.
pub type Mark = fn(&mut Force) -> &mut UnitSet;

/// All marks with their keys: first what a unit is, then what it did.
pub const MARKS: [(&str, Mark); 25] = [
    // HX-ARM-06
    ("rare", |force| &mut force.rare),
    //
    ("special", |force| &mut force.special),
    // HX-SKM-06
    ("reluctant", |force| &mut force.reluctant),
    // HX-ARM-13
    ("limbered", |force| &mut force.limbered),
    ("on-foot", |force| &mut force.on_foot),
    // HX-TER-09
    ("column", |force| &mut force.column),
    // HX-SPT-01
    ("hidden", |force| &mut force.hidden),
    ("fake", |force| &mut force.fakes),
    // HX-INT-05
    ("late", |force| &mut force.late),
    // HX-ART-12
    ("taken", |force| &mut force.taken),
    // In the present turn.
    ("routed-now", |force| &mut force.routed_now),
    ("moved", |force| &mut force.moved),
    ("turned", |force| &mut force.turned),
    ("unlimbered", |force| &mut force.unlimbered),
    ("remounted", |force| &mut force.remounted),
    ("fired", |force| &mut force.fired_now),
    ("struck", |force| &mut force.struck),
    ("arrived", |force| &mut force.arrived),
    // In the present half.
    ("ran", |force| &mut force.ran),
    ("done", |force| &mut force.done),
    ("stirred", |force| &mut force.stirred),
    ("withdrew", |force| &mut force.withdrew),
    ("rolled-for", |force| &mut force.rolled),
    // Since the last own rally step, and in the last own half.
    ("busy", |force| &mut force.busy),
    ("stirred-before", |force| &mut force.stirred_own),
];

/// Where a unit of a [`Position`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// On the board.
    Steady,
    /// On the board, routed: it faces the way it runs.
    Routed,
    /// On the board, off its guns.
    Crew,
    /// Still to arrive.
    Due,
    /// Still to be set up.
    Unplaced,
    /// Gone.
    Removed,
    /// Gone, far from its route of retreat (HX-SET-08).
    Strayed,
}

/// One unit of a [`Position`].
#[derive(Clone, Debug)]
pub struct Stand {
    /// Everything that a unit remembers, with the hex where it is to be put.
    pub unit: Unit,
    /// Where it is.
    pub standing: Standing,
    /// What it is, and what it has done, with the keys.
    pub marks: Vec<(&'static str, Mark)>,
}

impl Stand {
    /// Whether it has the mark of this key.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.marks.iter().any(|(known, _)| *known == key)
    }

    /// Whether it is a fake marker.
    #[must_use]
    pub fn is_fake(&self) -> bool {
        self.has("fake")
    }
}

/// One commander of a [`Position`].
#[derive(Clone, Copy, Debug)]
pub struct Leader {
    /// Everything that he remembers, but for where he is.
    pub commander: Commander,
    /// He came in a lost one's place (HX-CVS-14).
    pub gained: bool,
    /// He is the supreme one, if he is not lost.
    pub supreme: bool,
    /// Place of the unit of his side that he is with.
    pub with: Option<u8>,
    /// The hex of his figure where he is alone.
    pub hex: Option<HexIndex>,
}

/// What a side of a [`Position`] has beside its units.
#[derive(Clone, Debug, Default)]
pub struct Army {
    /// Brigades and battalions; as many as the units name where there are fewer.
    pub groups: Vec<Group>,
    /// Commanders, those gained last.
    pub leaders: Vec<Leader>,
    /// Break point in percent, where it is not that of the scenario.
    pub break_point: Option<u8>,
    /// Routes of retreat by division; the middle of the own edge for those left out.
    pub retreats: Vec<HexIndex>,
    /// Groups in their written order.
    pub sequence: Vec<u8>,
    /// Changes of orders left.
    pub changes: Option<u8>,
    /// Turn ends running at or past the break point.
    pub broken: u8,
    /// A check of integrity has been made.
    pub checked: bool,
    /// The supreme commander was lost since the last check.
    pub supreme_lost: bool,
    /// Attempts at replacement made.
    pub attempts: u8,
    /// Prepared redoubts that have still to be laid.
    pub redoubts: u8,
    /// Hexes of prepared quick works that have still to be laid.
    pub quick_works: u8,
}

/// A position: everything that a game in progress remembers where a step begins.
#[derive(Clone, Debug)]
pub struct Position {
    /// The units of each side, fake markers last.
    pub units: [Vec<Stand>; 2],
    /// What the sides have beside them.
    pub armies: [Army; 2],
    /// Who is in contact.
    pub contacts: Vec<Contact>,
    /// Works of the map that fire has worn: hex, hits and levels.
    pub worn: Vec<(HexIndex, u8, u8)>,
    /// Who held each objective last.
    pub held: Vec<Option<Side>>,
    /// Turn, from 1.
    pub turn: u16,
    /// The step that begins.
    pub step: Step,
    /// Whose half it is, or which side's group moves.
    pub active: Side,
    /// Player A of the turn.
    pub leader: Side,
    /// Who sets up last.
    pub first: Side,
    /// The active group, under activation.
    pub group: u8,
}

impl<'s> Battle<'s> {
    /// Sets up `position`, which must be possible: no more in a hex than fit, nobody where the ground bars him. Tells the
    /// observer who stands where, once set-up is over.
    #[must_use]
    pub fn set_up<C: Observer<LogEntry>>(setup: &'s Setup, position: &Position, observer: &mut C) -> Self {
        let mut battle = Self::empty(setup);
        battle.clear(position.first);
        for side in Side::BOTH {
            battle.line_up(side, &position.units[side.index()], &position.armies[side.index()]);
        }
        for contact in &position.contacts {
            for unit in [contact.attacker, contact.defender] {
                let state = battle.unit_mut(unit);
                state.rounds = state.rounds.max(contact.rounds);
            }
            battle.contacts.push(*contact);
        }
        for (hex, hits, worn) in &position.worn {
            let facing = Direction::South;
            battle.sites.push(Site { hex: *hex, built: None, facing, hits: *hits, worn: *worn });
        }
        battle.held[..position.held.len()].copy_from_slice(&position.held);
        battle.leader = position.leader;
        if position.step == Step::SetUp {
            for side in Side::BOTH {
                let draws = battle.setup.rules.cvs_mode == CvsMode::Random
                    || battle.setup.rules.tribal_check != TribalCheck::Off && !battle.force(side).reluctant.is_empty();
                battle.force_mut(side).drawn = !draws;
            }
            battle.go_on_with_set_up(observer);
            return battle;
        }
        battle.begin_at(position, observer);
        battle
    }

    /// Musters a side as it stands.
    fn line_up(&mut self, side: Side, units: &[Stand], army: &Army) {
        let scene_break = self.setup.scenario.break_points[side.index()];
        let fakes = units.iter().filter(|stand| stand.is_fake()).count();
        let named = units.iter().map(|stand| stand.unit.group + 1).max().unwrap_or(0);
        let gained = army.leaders.iter().filter(|leader| leader.gained).count() as u8;
        let middle = self.setup.field.grid.width / 2;
        let home = self.edge(side).find(|hex| self.setup.field.grid.column(*hex) == middle).unwrap_or(NOWHERE);
        self.groups[side.index()] = [Group::NONE; MOST_GROUPS];
        for (number, group) in self.groups[side.index()].iter_mut().enumerate() {
            *group = army.groups.get(number).copied().unwrap_or(Group { supports: number as u8, ..Group::NONE });
        }
        let mut retreats = [home; MOST_ROUTES];
        retreats[..army.retreats.len()].copy_from_slice(&army.retreats);
        let supreme = army.leaders.iter().position(|leader| leader.supreme && leader.commander.fate == Fate::Present);
        let mut sequence = Sequence::default();
        sequence[..army.sequence.len()].copy_from_slice(&army.sequence);
        *self.force_mut(side) = Force {
            size: units.len() as u8,
            listed: (units.len() - fakes) as u8,
            supreme: supreme.map_or(NOBODY, |number| number as u8),
            break_point: army.break_point.unwrap_or(scene_break),
            groups: named.max(army.groups.len() as u8),
            retreats,
            sequence,
            ordered: army.sequence.len() as u8,
            commanders_start: army.leaders.len() as u8 - gained,
            commanders_gained: gained,
            replacements_tried: army.attempts,
            supreme_lost: army.supreme_lost,
            checked: army.checked,
            broken: army.broken,
            drawn: true,
            redoubts: army.redoubts,
            quick_works: army.quick_works,
            ..Force::default()
        };
        let routes = self.retreats(side);
        self.force_mut(side).marked = if army.retreats.is_empty() { 0 } else { routes };
        for (place, stand) in units.iter().enumerate() {
            self.place_stand(unit_id(side, place), stand);
        }
        self.commanders[side.index()] = [Commander::NONE; MOST_COMMANDERS];
        for (number, leader) in army.leaders.iter().enumerate() {
            let with = leader.with.map_or(NOBODY, |place| unit_id(side, usize::from(place)));
            let own = if with == NOBODY { NOWHERE } else { self.unit(with).hex };
            let hex = if self.has_figures() { leader.hex.unwrap_or(own) } else { NOWHERE };
            let before = if leader.commander.halves > 0 { with } else { NOBODY };
            self.commanders[side.index()][number] = Commander { with, hex, before, ..leader.commander };
            if with != NOBODY {
                self.unit_mut(with).commander = number as u8;
            }
        }
        self.limit_changes(side);
        if let Some(changes) = army.changes {
            self.force_mut(side).changes = changes;
        }
    }

    fn place_stand(&mut self, unit: UnitId, stand: &Stand) {
        let side = side_of(unit);
        let counts = !stand.is_fake() && self.setup.codex.is_combat_unit(stand.unit.kind);
        let hex = stand.unit.hex;
        self.units[usize::from(unit)] = Unit { hex: NOWHERE, ..stand.unit };
        let force = self.force_mut(side);
        force.combat |= UnitSet::of_if(unit, counts);
        force.fielded += u8::from(counts);
        stand.marks.iter().for_each(|(_, mark)| *mark(force) |= bit(unit));
        match stand.standing {
            Standing::Steady => {}
            Standing::Routed => force.routed |= bit(unit),
            Standing::Crew => force.crews |= bit(unit),
            Standing::Due => force.due |= bit(unit),
            Standing::Unplaced => force.unplaced |= bit(unit),
            Standing::Removed => force.removed |= bit(unit),
            Standing::Strayed => {
                force.removed |= bit(unit);
                force.strayed |= bit(unit);
            }
        }
        if hex != NOWHERE {
            self.put(unit, hex);
        }
    }

    /// Begins a step: the one before it is over.
    fn begin_at<C: Observer<LogEntry>>(&mut self, position: &Position, observer: &mut C) {
        let groups = self.by_activation();
        self.turn = position.turn;
        self.phasing = position.active;
        self.second_half = position.active != position.leader;
        self.active_group = if groups { position.group } else { NOBODY };
        self.step = match position.step {
            Step::TurnStart => {
                self.turn -= 1;
                Step::SetUp
            }
            Step::Lift if !self.second_half => Step::TurnStart,
            Step::Lift => {
                (self.phasing, self.second_half) = (position.leader, false);
                if groups { Step::RoutedCommanders } else { Step::Rally }
            }
            Step::Integrity => Step::Lift,
            Step::Spotting => Step::Integrity,
            Step::Arrivals => Step::Spotting,
            Step::Orders => Step::Arrivals,
            Step::Commanders => Step::Orders,
            Step::RoutMoves => Step::Commanders,
            Step::RoutedCommanders => Step::RoutMoves,
            Step::Groups => {
                self.second_half = true;
                Step::RoutedCommanders
            }
            Step::Movement if groups => {
                (self.phasing, self.second_half) = (position.active.other(), true);
                Step::Groups
            }
            Step::Movement => Step::RoutedCommanders,
            Step::Opportunity => Step::Movement,
            Step::LateCommanders => Step::Movement,
            Step::Fire if self.by_group() => Step::Opportunity,
            Step::Fire => {
                self.second_half |= groups;
                Step::LateCommanders
            }
            Step::Melee => Step::Fire,
            Step::Rally => {
                self.second_half &= !groups;
                Step::Melee
            }
            Step::SetUp | Step::TurnEnd => {
                (self.second_half, self.both_rallied) = (true, true);
                Step::Rally
            }
        };
        // HX-SET-07: who is at war has marked them.
        for side in Side::BOTH {
            let routes = self.retreats(side);
            self.force_mut(side).marked = routes;
        }
        observer.event(|| events::battle(self));
        if position.step != Step::TurnStart {
            observer.event(|| events::turn(self));
        }
        self.next_step(observer);
    }
}
