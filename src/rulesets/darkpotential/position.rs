//! Positions in the midst of a game, as situations describe them.

use super::choices::Decision;
use super::state::{
    Battle, Figure, FigureId, FigureSet, Force, MOST_FIGURES, NOBODY, Phase, Setup, Stance, Template, UnitState,
    WeaponSet, bit, figure_id, side_of,
};
use super::stealth;
use crate::game::Side;
use crate::tabletop::plane::{Aloft, Spot};

/// A model of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Posted {
    /// Its unit type.
    pub profile: u8,
    /// Its unit within the side.
    pub unit: u8,
    /// Its weapons.
    pub weapons: WeaponSet,
    /// Wounds left.
    pub wounds: u16,
    /// Where it stands; of a model in stealth nowhere.
    pub at: Option<Spot>,
    /// Where its bases stand, of a model in stealth.
    pub bases: Vec<Spot>,
    /// Which of them is the real one.
    pub real: u8,
    /// What it does in the enemy's turn.
    pub stance: Stance,
    /// It is suppressed.
    pub suppressed: bool,
}

/// A unit of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PostedUnit {
    /// It is a squad.
    pub squad: bool,
    /// Its leader, by place.
    pub leader: u8,
    /// Command Points left.
    pub points: u8,
    /// Command Points that it began with.
    pub base_points: u8,
    /// It has been activated in this turn.
    pub activated: bool,
}

/// A side of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PostedForce {
    /// Its models.
    pub models: Vec<Posted>,
    /// Its units.
    pub units: Vec<PostedUnit>,
    /// Its templates of Suppressing Fire: the centre, and who takes part by place.
    pub templates: Vec<(Aloft, Vec<u8>)>,
}

/// A position.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    /// Both sides.
    pub forces: [PostedForce; 2],
    /// Player turns, this one included.
    pub turn: u16,
    /// Whose turn it is.
    pub active: Side,
    /// Who had the first turn.
    pub first: Side,
}

impl<'s> Battle<'s> {
    /// The game in which a position comes about, the next unit to be chosen.
    #[must_use]
    pub fn set_up(setup: &'s Setup, position: &Position) -> Self {
        let mut battle = Self::empty(setup);
        for side in Side::BOTH {
            battle.post(side, &position.forces[side.index()]);
        }
        (battle.turn, battle.active, battle.first) = (position.turn, position.active, position.first);
        (battle.phase, battle.decision, battle.decider) = (Phase::Turn, Decision::Activate, position.active);
        battle.deployment.hiding = NOBODY;
        battle
    }

    /// Puts the models of a side down.
    fn post(&mut self, side: Side, posted: &PostedForce) {
        let id = |place: u8| figure_id(side, usize::from(place));
        let mut force =
            Force { models: posted.models.len() as u8, units: posted.units.len() as u8, ..Force::default() };
        for (at, unit) in posted.units.iter().enumerate() {
            let members: FigureSet = (0..posted.models.len())
                .filter(|place| usize::from(posted.models[*place].unit) == at)
                .map(|place| figure_id(side, place))
                .collect();
            force.unit_states[at] = UnitState {
                members,
                squad: unit.squad,
                leader: id(unit.leader),
                points: unit.points,
                base_points: unit.base_points,
            };
            force.activated |= u32::from(unit.activated) << at;
        }
        let mut next = posted.models.len();
        for (place, model) in posted.models.iter().enumerate() {
            let own = figure_id(side, place);
            let profile = &self.setup.codex.units[usize::from(model.profile)];
            let usual = stealth::base_count(&self.setup.rules, profile) as usize;
            let bases = if usual == 0 { 0 } else { model.bases.len().max(usual) };
            let first_base = if bases > 0 { figure_id(side, next) } else { NOBODY };
            let special = profile.special_weapon.map_or(0, |weapon| 1 << weapon);
            let figure = Figure {
                profile: model.profile,
                unit: model.unit,
                at: model.at.unwrap_or(Figure::NONE.at),
                radius: self.setup.field.radius_of(profile),
                wounds: model.wounds,
                weapons: model.weapons,
                specials: model.weapons & special,
                stance: model.stance,
                model: own,
                first_base,
                bases: bases as u8,
                real: if model.bases.is_empty() { NOBODY } else { first_base + model.real },
                ..Figure::NONE
            };
            self.figures[usize::from(own)] = figure;
            force.commanders |= FigureSet::of_if(own, profile.commander);
            match (model.at, model.wounds) {
                (_, 0) => force.destroyed |= bit(own),
                (Some(_), _) => force.present |= bit(own),
                (None, _) => force.hidden |= bit(own),
            }
            for number in 0..bases {
                let base = figure_id(side, next + number);
                let at = model.bases.get(number).copied();
                self.figures[usize::from(base)] = Figure {
                    at: at.unwrap_or(Figure::NONE.at),
                    wounds: 0,
                    weapons: 0,
                    specials: 0,
                    stance: Stance::None,
                    first_base: NOBODY,
                    bases: 0,
                    real: NOBODY,
                    ..figure
                };
                force.present |= FigureSet::of_if(base, at.is_some());
            }
            next += bases;
            debug_assert!(next <= MOST_FIGURES, "positions are checked before");
            force.suppressed |= FigureSet::of_if(own, model.suppressed);
        }
        force.figures = next as u8;
        for (centre, participants) in &posted.templates {
            let participants = participants.iter().map(|place| id(*place)).collect();
            force.templates.push(Template::new(*centre, participants));
        }
        self.forces[side.index()] = force;
    }

    /// What a model is at present, for the end of a game and expectations.
    #[must_use]
    pub fn status_of(&self, figure: FigureId) -> &'static str {
        if self.is_present(figure) {
            "present"
        } else if !self.is_base(figure) && self.force(side_of(figure)).hidden.contains(figure) {
            "hidden"
        } else {
            "gone"
        }
    }
}
