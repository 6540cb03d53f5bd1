//! A game in progress: who stands where, in what state, and what is being decided.

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::activation::Activation;
use super::attack_step::AttackStep;
use super::check_step::CheckStep;
use super::choices::Decision;
use super::codex::{self, Codex, Weapon};
use super::deployment_step::Deployment;
use super::field::Field;
use super::movement::Movement;
use super::roll::Roll;
use super::rules::Rules;
use super::scenarios::Terms;
pub use crate::game::NOBODY;
use crate::game::keyed::keyed;
use crate::game::{Side, TurnPhase, Verdict, units};
use crate::tabletop::plane::{Aloft, Facing, Point, Spot};

/// Most models and stealth bases of a side.
pub const MOST_FIGURES: usize = 64;

/// Most independent models and squads of a side.
pub const MOST_UNITS: usize = 32;

/// Most templates of Suppressing Fire of a side.
pub const MOST_TEMPLATES: usize = 32;

/// Most attacks of a template of Suppressing Fire on one model in a turn, whatever the rules say.
pub const MOST_SHOTS: usize = 4;

/// Most movements in progress at a time: that of the active side, and a charge that answers it.
pub const MOST_MOVEMENTS: usize = 2;

units! { FigureSet in u64, MOST_FIGURES, FigureId by figure_id }

/// Some of the weapons of the codex, a bit each.
pub type WeaponSet = u32;

/// Some of the units of a side, a bit each.
pub type UnitMask = u32;

/// What is fixed before an engagement begins: data, rules, board.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Data.
    pub codex: Arc<Codex>,
    /// Switches.
    pub rules: Rules,
    /// The board.
    pub field: Field,
    /// What ends the game.
    pub terms: Terms,
}

/// What a model or a stealth base is and does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// Its unit type; of a base that of its model.
    pub profile: u8,
    /// Its unit within the side.
    pub unit: u8,
    /// Where it is, or was when it left the board.
    pub at: Spot,
    /// Radius of its base, inches.
    pub radius: f64,
    /// Wounds left; of a base none.
    pub wounds: u16,
    /// Weapons that it carries.
    pub weapons: WeaponSet,
    /// Those of them that a squad mate may take over (DP-SQD-07).
    pub specials: WeaponSet,
    /// What it does in the enemy's turn.
    pub stance: Stance,
    /// Enemies that it has reacted to in this turn.
    pub answered: FigureSet,
    /// Stealth bases that it has checked, or let be, in this activation (DP-PER-04).
    pub looked: FigureSet,
    /// Of a stealth base its model, of a model itself.
    pub model: FigureId,
    /// Of a model with stealth the first of its bases; they are numbered one after another.
    pub first_base: FigureId,
    /// How many bases it may have; 0 without stealth.
    pub bases: u8,
    /// Of a model in stealth which base is the real one: the secret of its owner (DP-STL-03).
    pub real: FigureId,
}

impl Figure {
    /// Nobody, nowhere.
    pub(super) const NONE: Self = Self {
        profile: 0,
        unit: 0,
        at: Spot { point: Point { x: 0.0, y: 0.0 }, level: 0 },
        radius: 0.0,
        wounds: 0,
        weapons: 0,
        specials: 0,
        stance: Stance::None,
        answered: FigureSet::EMPTY,
        looked: FigureSet::EMPTY,
        model: NOBODY,
        first_base: NOBODY,
        bases: 0,
        real: NOBODY,
    };
}

impl Figure {
    /// The same with a base as usual.
    pub(super) fn nobody(setup: &Setup) -> Self {
        let radius = setup.codex.units.first().map_or(0.0, |unit| setup.field.radius_of(unit));
        Self { radius, ..Self::NONE }
    }
}

/// What a model does in the enemy's turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stance {
    /// Nothing.
    None,
    /// Overwatch (DP-OVW-01).
    Overwatch {
        /// The weapon declared.
        weapon: u8,
        /// Axis of its arc.
        facing: Facing,
    },
    /// Combat Ready (DP-CBR-01).
    CombatReady {
        /// Axis of its arc.
        facing: Facing,
    },
    /// Takes part in Suppressing Fire (DP-SUP-01).
    Suppressing {
        /// The weapon declared.
        weapon: u8,
    },
}

/// An independent model or a squad (DP-ARM-06).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitState {
    /// The models that it began with.
    pub members: FigureSet,
    /// It is a squad.
    pub squad: bool,
    /// The leader of a squad; an independent model itself. Nobody until he is named.
    pub leader: FigureId,
    /// Command Points left.
    pub points: u8,
    /// Command Points that it began with.
    pub base_points: u8,
}

/// A template of Suppressing Fire.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Template {
    /// Its centre.
    pub centre: Aloft,
    /// Who takes part.
    pub participants: FigureSet,
    /// Enemies that it has been used against in this turn, those of whom it was once, those of whom it was twice, and so on
    /// (DP-SUP-09).
    pub attacked: [FigureSet; MOST_SHOTS],
}

impl Template {
    /// A template that has not been used yet.
    #[must_use]
    pub const fn new(centre: Aloft, participants: FigureSet) -> Self {
        Self { centre, participants, attacked: [FigureSet::EMPTY; MOST_SHOTS] }
    }

    /// How often it has been used against an enemy in this turn.
    #[must_use]
    pub fn shots_at(&self, enemy: FigureId) -> u32 {
        self.attacked.iter().map(|set| u32::from(set.contains(enemy))).sum()
    }

    /// It is used against an enemy.
    pub(super) fn use_against(&mut self, enemy: FigureId) {
        if let Some(set) = self.attacked.iter_mut().find(|set| !set.contains(enemy)) {
            *set |= bit(enemy);
        }
    }
}

/// The figures of a side in sets.
#[derive(Clone, Debug, Default)]
pub struct Force {
    /// Models that it began with: the figures from 0.
    pub models: u8,
    /// Models and stealth bases: the bases come after the models.
    pub figures: u8,
    /// Units that it began with.
    pub units: u8,
    /// Commanders among its models, those that are gone included.
    pub commanders: FigureSet,
    /// Its units, by number.
    pub unit_states: [UnitState; MOST_UNITS],
    /// Models and bases on the board.
    pub present: FigureSet,
    /// Models in stealth: alive, and not on the board themselves.
    pub hidden: FigureSet,
    /// Models destroyed.
    pub destroyed: FigureSet,
    /// Suppressed models.
    pub suppressed: FigureSet,
    /// Suppressed in their own activation, to be bound by the next one.
    pub suppressed_later: FigureSet,
    /// Models that failed a Leadership roll in this player turn: they roll no more (DP-LDR-05).
    pub failed: FigureSet,
    /// Pieces that moved in the present activation, or count as having moved.
    pub moved: FigureSet,
    /// Pieces covered by a Tactical Manoeuvre.
    pub covered: FigureSet,
    /// Suppressed models that may not move as their action: they were in cover.
    pub held: FigureSet,
    /// Suppressed models that their movement brought into cover: free in their action.
    pub freed: FigureSet,
    /// Units that were activated in this turn.
    pub activated: UnitMask,
    /// Its templates of Suppressing Fire; those that have ended have no participants.
    pub templates: ArrayVec<Template, MOST_TEMPLATES>,
}

impl Force {
    /// The set of its models, those that are gone included.
    #[must_use]
    pub fn all_models(&self) -> FigureSet {
        FigureSet::first(usize::from(self.models))
    }

    /// Models alive, in stealth or not.
    #[must_use]
    pub fn alive(&self) -> FigureSet {
        (self.present & self.all_models()) | self.hidden
    }

    /// Models on the board themselves: those that can be seen, hit, and fought.
    #[must_use]
    pub fn shown(&self) -> FigureSet {
        self.present & self.all_models()
    }

    /// Stealth bases on the board.
    #[must_use]
    pub fn bases(&self) -> FigureSet {
        self.present & !self.all_models()
    }
}

keyed! {
    /// What the game is about.
    Phase {
        /// Roll-off, edges and deployment.
        Deployment = "deployment",
        /// A player turn.
        Turn = "turn",
        /// The game is over.
        Over = "over",
    }
}

keyed! {
    /// The part of a turn in which something is lost.
    TurnPart {
        /// Roll-off, edges and deployment.
        Deployment = "set-up",
        /// Command Points come back.
        Regeneration = "regeneration",
        /// Step 1 of an activation.
        Stealth = "stealth",
        /// Step 2.
        Perception = "Perception",
        /// Step 3.
        Manoeuvre = "Tactical Manoeuvre",
        /// Step 4.
        Move = "Move",
        /// Step 5.
        Act = "Action",
        /// The end of an activation.
        End = "end of the activation",
    }
}

/// The phases of a turn, by the number of their [`TurnPart`].
pub const PHASES: &[TurnPhase] = &{
    let mut phases = [TurnPhase::shared(""); TurnPart::ALL.len()];
    let mut at = 0;
    while at < phases.len() {
        let name = TurnPart::KEYS[at];
        phases[at] = if at == 0 { TurnPhase::shared(name) } else { TurnPhase::of_a_side(name) };
        at += 1;
    }
    phases
};

/// A game in progress.
///
/// What is being resolved lies in layers, the innermost first; each layer holds one resolution, or none:
///
/// 1. [`roll`](Self::roll): a roll and the bids on it;
/// 2. [`check`](Self::check) or [`attack`](Self::attack): a Perception check, an attack with all its effects;
/// 3. [`movements`](Self::movements): the movement of the active side, and on top of it a charge that answers it;
/// 4. [`activation`](Self::activation): the activation of a unit, with the action that has been declared.
///
/// The game goes on with the innermost layer until somebody has something to choose; a layer that is done is taken off, and the
/// one beneath goes on where it stood. Nothing ever calls a player, and nothing is resolved twice on the way.
#[derive(Clone, Debug)]
pub struct Battle<'s> {
    /// What is fixed.
    pub setup: &'s Setup,
    /// Models and bases of both sides, by [`FigureId`].
    pub figures: [Figure; 2 * MOST_FIGURES],
    /// Both sides.
    pub forces: [Force; 2],
    /// Player turns so far, this one included; 0 during set-up.
    pub turn: u16,
    /// Who has the first turn; until that is settled who rolls first.
    pub first: Side,
    /// Whose turn it is.
    pub active: Side,
    /// What the game is about.
    pub phase: Phase,
    /// Set-up.
    pub deployment: Deployment,
    /// The activation in progress.
    pub activation: Option<Activation>,
    /// The part of the turn that goes on, or is over and was not told yet.
    pub part: TurnPart,
    /// Movements in progress.
    pub movements: ArrayVec<Movement, MOST_MOVEMENTS>,
    /// The attack in progress.
    pub attack: Option<AttackStep>,
    /// The Perception check in progress.
    pub check: Option<CheckStep>,
    /// The roll in progress.
    pub roll: Option<Roll>,
    /// What is to be decided.
    pub decision: Decision,
    /// Who decides.
    pub decider: Side,
    /// How the game ended.
    pub verdict: Option<Verdict>,
}

impl<'s> Battle<'s> {
    /// A board with nobody on it.
    #[must_use]
    pub fn empty(setup: &'s Setup) -> Self {
        Self {
            setup,
            figures: [Figure::nobody(setup); 2 * MOST_FIGURES],
            forces: [Force::default(), Force::default()],
            turn: 0,
            first: Side::A,
            active: Side::A,
            phase: Phase::Over,
            deployment: Deployment::default(),
            activation: None,
            part: TurnPart::Deployment,
            movements: ArrayVec::new(),
            attack: None,
            check: None,
            roll: None,
            decision: Decision::Nothing,
            decider: Side::A,
            verdict: None,
        }
    }

    /// A figure.
    #[inline]
    #[must_use]
    pub fn figure(&self, figure: FigureId) -> &Figure {
        &self.figures[usize::from(figure)]
    }

    /// The same, to change it.
    #[inline]
    pub(super) fn figure_mut(&mut self, figure: FigureId) -> &mut Figure {
        &mut self.figures[usize::from(figure)]
    }

    /// A side.
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

    /// The side of a figure.
    #[inline]
    #[must_use]
    pub fn own_force(&self, figure: FigureId) -> &Force {
        self.force(side_of(figure))
    }

    /// The same, to change it.
    #[inline]
    pub(super) fn own_force_mut(&mut self, figure: FigureId) -> &mut Force {
        self.force_mut(side_of(figure))
    }

    /// What a figure is.
    #[inline]
    #[must_use]
    pub fn profile(&self, figure: FigureId) -> &'s codex::Unit {
        &self.setup.codex.units[usize::from(self.figure(figure).profile)]
    }

    /// A weapon.
    #[inline]
    #[must_use]
    pub fn weapon(&self, weapon: u8) -> &'s Weapon {
        &self.setup.codex.weapons[usize::from(weapon)]
    }

    /// The weapons that a model carries, in the order of the codex.
    pub fn weapons(&self, figure: FigureId) -> impl Iterator<Item = (u8, &'s Weapon)> + use<'s> {
        let (mut left, all) = (self.figure(figure).weapons, &self.setup.codex.weapons);
        std::iter::from_fn(move || {
            let at = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            all.get(at as usize).map(|weapon| (at as u8, weapon))
        })
    }

    /// A unit of a side.
    #[inline]
    #[must_use]
    pub fn unit(&self, side: Side, unit: u8) -> &UnitState {
        &self.force(side).unit_states[usize::from(unit)]
    }

    /// The same, to change it.
    #[inline]
    pub(super) fn unit_mut(&mut self, side: Side, unit: u8) -> &mut UnitState {
        &mut self.force_mut(side).unit_states[usize::from(unit)]
    }

    /// The unit of a figure.
    #[inline]
    #[must_use]
    pub fn unit_of(&self, figure: FigureId) -> &UnitState {
        self.unit(side_of(figure), self.figure(figure).unit)
    }

    /// The models that a unit began with.
    #[must_use]
    pub fn members_of(&self, side: Side, unit: u8) -> FigureSet {
        self.unit(side, unit).members
    }

    /// Models of a unit that are alive.
    #[must_use]
    pub fn living(&self, side: Side, unit: u8) -> FigureSet {
        self.members_of(side, unit) & self.force(side).alive()
    }

    /// The bases of a model that are on the board.
    #[must_use]
    pub fn bases_of(&self, model: FigureId) -> FigureSet {
        let Figure { first_base, bases, .. } = *self.figure(model);
        let before = place_of(first_base);
        let all = FigureSet::first(before + usize::from(bases)) & !FigureSet::first(before);
        all & self.own_force(model).present
    }

    /// Whether a figure is a stealth base.
    #[inline]
    #[must_use]
    pub fn is_base(&self, figure: FigureId) -> bool {
        self.figure(figure).model != figure
    }

    /// Whether a model is in stealth.
    #[inline]
    #[must_use]
    pub fn is_hidden(&self, model: FigureId) -> bool {
        self.own_force(model).hidden.contains(model)
    }

    /// Whether a figure is on the board.
    #[inline]
    #[must_use]
    pub fn is_present(&self, figure: FigureId) -> bool {
        self.own_force(figure).present.contains(figure)
    }

    /// Whether a model is alive.
    #[inline]
    #[must_use]
    pub fn is_alive(&self, model: FigureId) -> bool {
        self.is_present(model) || self.is_hidden(model)
    }

    /// The round: a turn of each player (DP-GEN-11).
    #[must_use]
    pub fn round(&self) -> u16 {
        self.turn.div_ceil(2)
    }

    /// Ends what a model does in the enemy's turn (DP-SHT-11, DP-SUP-10).
    pub(super) fn end_stance(&mut self, model: FigureId) {
        self.figure_mut(model).stance = Stance::None;
        let least = self.setup.rules.suppress_min_models;
        let force = self.own_force_mut(model);
        let mut released = FigureSet::EMPTY;
        for template in &mut force.templates {
            let left = template.participants & !bit(model);
            // DP-SUP-11: too few are none.
            let gone = if left.len() < least { left } else { FigureSet::EMPTY };
            template.participants = left & !gone;
            released |= gone;
        }
        for other in members(side_of(model), released) {
            self.figure_mut(other).stance = Stance::None;
        }
    }

    /// Ends everything that a side does in the enemy's turn: that turn is over (DP-OVW-12, DP-CBR-10, DP-SUP-12).
    pub(super) fn end_stances(&mut self, side: Side) {
        for model in members(side, self.force(side).all_models()) {
            self.figure_mut(model).stance = Stance::None;
        }
        self.force_mut(side).templates.clear();
    }
}
