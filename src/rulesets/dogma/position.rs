//! Any position of a game, set up by hand: for situations and tests.

use super::army::{Dogmas, Plan};
use super::events;
use super::scenarios::Progress;
use super::state::{
    Battle, Command, Decision, ElementId, Formation, Lineup, NOBODY, Phase, Place, Pose, Setup, bit, element_id,
    side_of,
};
use crate::game::{LogEntry, Observer, Side};

/// What an Element has done or suffered that still matters, as a change of the game in which it has.
pub type Mark = fn(&mut Battle<'_>, ElementId);

/// All marks with their keys.
pub const MARKS: [(&str, Mark); 11] = [
    // Has a shaken marker.
    ("shaken", |battle, it| battle.force_mut(side_of(it)).shaken |= bit(it)),
    // Passed its shaken check this turn, or failed it.
    ("passed", |battle, it| battle.force_mut(side_of(it)).passed |= bit(it)),
    ("failed", |battle, it| battle.force_mut(side_of(it)).failed |= bit(it)),
    // Has made its move this turn.
    ("moved", |battle, it| battle.force_mut(side_of(it)).moved |= bit(it)),
    // Moved any distance in doing so (DG-MOV-08).
    ("displaced", |battle, it| battle.force_mut(side_of(it)).displaced |= bit(it)),
    // Ended a move touching an enemy front (DG-CON-06).
    ("fronted", |battle, it| battle.force_mut(side_of(it)).fronted |= bit(it)),
    // Got off an APC this turn, or went aboard.
    ("got-off", |battle, it| battle.force_mut(side_of(it)).got_off |= bit(it)),
    ("boarded", |battle, it| {
        let carrier = battle.element(it).carrier;
        let force = battle.force_mut(side_of(it));
        force.aboard_since &= !bit(it);
        if carrier != NOBODY {
            force.laden |= bit(carrier);
        }
    }),
    // Has attacked or supported this turn, or has been attacked.
    ("used", |battle, it| battle.force_mut(side_of(it)).used |= bit(it)),
    ("attacked", |battle, it| battle.force_mut(side_of(it)).attacked |= bit(it)),
    // Was deployed forward by Scout.
    ("scouted", |battle, it| battle.force_mut(side_of(it)).scouted |= bit(it)),
];

/// One Element of a [`Position`].
#[derive(Clone, Debug)]
pub struct Stand {
    /// Index of its unit.
    pub kind: u8,
    /// Where it is.
    pub place: Place,
    /// Where and how it stands on the table.
    pub pose: Pose,
    /// Place, within its side, of the APC that it rides in or got off.
    pub carrier: Option<u8>,
    /// What it has done.
    pub marks: Vec<Mark>,
}

/// The point in a game at which a position begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Set-up, from its first step.
    Setup,
    /// Markers and flag bearers are named.
    Nominations,
    /// This side deploys.
    Deployment(Side),
    /// Everybody is deployed, and Artillery fires.
    Artillery,
    /// A phase of the active side's turn.
    Phase(Phase),
}

/// A position: everything that a game in progress remembers between two decisions of a phase.
#[derive(Clone, Debug)]
pub struct Position {
    /// The Elements of each side.
    pub units: [Vec<Stand>; 2],
    /// Place of each side's Commander; none for a Force that lacks one.
    pub commanders: [Option<u8>; 2],
    /// What each Commander brings.
    pub dogmas: [Dogmas; 2],
    /// Who has the southern edge.
    pub aggressor: Side,
    /// Whose turn it is.
    pub active: Side,
    /// Round, from 1.
    pub round: u16,
    /// What begins.
    pub moment: Moment,
    /// What the initiative die has given, in the Movement phase.
    pub command: Command,
    /// What the scenario has counted.
    pub progress: Progress,
    /// Groups that are written down, where the rules ask for it.
    pub groups: Vec<Formation>,
}

impl Position {
    /// All Elements with their numbers.
    fn stands(&self) -> impl Iterator<Item = (ElementId, &Stand)> {
        Side::BOTH.into_iter().flat_map(|side| {
            let numbered = self.units[side.index()].iter().enumerate();
            numbered.map(move |(place, stand)| (element_id(side, place), stand))
        })
    }
}

impl<'s> Battle<'s> {
    /// Sets up `position`, which must be possible: nobody overlaps anybody or is where it may not be, and no APC carries
    /// more than it has room for. Tells the observer who stands where, once set-up is over.
    #[must_use]
    pub fn set_up<C: Observer<LogEntry>>(setup: &'s Setup, position: &Position, observer: &mut C) -> Self {
        let kinds = [0, 1].map(|side: usize| position.units[side].iter().map(|unit| unit.kind).collect::<Vec<u8>>());
        let plan = Plan::default();
        let lineup = Lineup {
            units: [&kinds[0], &kinds[1]],
            commanders: position.commanders.map(Option::unwrap_or_default),
            dogmas: position.dogmas,
            plans: [&plan, &plan],
        };
        let mut battle = Self::new(setup, &lineup);
        for side in Side::BOTH {
            if position.commanders[side.index()].is_none() {
                battle.force_mut(side).commander = NOBODY;
            }
        }
        battle.aggressor = position.aggressor;
        battle.active = position.active;
        for (element, stand) in position.stands() {
            battle.stand(element, stand);
        }
        battle.board_all(position);
        battle.progress = position.progress;
        position.groups.iter().for_each(|group| battle.declare(group));
        match position.moment {
            Moment::Setup => battle.resume_setup(),
            Moment::Nominations => battle.resume_nominations(observer),
            Moment::Deployment(side) => battle.resume_deployment(side, observer),
            Moment::Artillery => battle.resume_artillery(observer),
            Moment::Phase(phase) => battle.resume_turn(position, phase, observer),
        }
        battle
    }

    /// Puts one Element where it is.
    fn stand(&mut self, element: ElementId, stand: &Stand) {
        if stand.place == Place::Table {
            self.put(element, stand.pose);
        }
        let force = self.force_mut(side_of(element));
        force.undeployed &= !bit(element);
        force.reserve &= !bit(element);
        match stand.place {
            Place::Table => {}
            Place::Undeployed => force.undeployed |= bit(element),
            Place::Aboard => force.aboard |= bit(element),
            Place::Reserve => force.reserve |= bit(element),
            Place::Exited => force.exited |= bit(element),
            Place::Destroyed => force.destroyed |= bit(element),
        }
    }

    /// Tells riders, and those who got off, what they ride or rode in.
    fn board_all(&mut self, position: &Position) {
        for (element, stand) in position.stands() {
            let Some(carrier) = stand.carrier else { continue };
            let apc = element_id(side_of(element), usize::from(carrier));
            let base = *self.base(apc);
            let it = &mut self.elements[usize::from(element)];
            it.carrier = apc;
            if stand.place == Place::Aboard {
                it.base = base;
            }
        }
    }

    /// Begins a phase of a turn.
    fn resume_turn<C: Observer<LogEntry>>(&mut self, position: &Position, phase: Phase, observer: &mut C) {
        let side = position.active;
        self.round = position.round;
        (self.phase, self.decider) = (phase, side);
        self.decision = match phase {
            Phase::Ranged => Decision::Shoot,
            Phase::Close => Decision::Fight,
            Phase::Movement => Decision::Move,
            Phase::Setup | Phase::Initiative | Phase::Over => Decision::Roll,
        };
        let force = self.force_mut(side);
        force.aboard_since = force.aboard;
        for (element, stand) in position.stands() {
            stand.marks.iter().for_each(|mark| mark(self, element));
        }
        if phase == Phase::Movement {
            self.command = position.command;
            self.note_contacts();
        }
        observer.event(|| events::battle(self, &mut []));
        observer.event(|| events::turn(self));
        observer.event(|| events::whose_turn(self));
        observer.event(|| events::phase(self));
    }
}
