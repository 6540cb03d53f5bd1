//! What a game begins with: the models of both lists, their units, and room for the bases of those with stealth.

use super::army::{GroupKind, Roster};
use super::choices::Decision;
use super::deployment_step::Deployment;
use super::state::{
    Battle, Figure, FigureSet, Force, MOST_FIGURES, NOBODY, Phase, Setup, TurnPart, UnitState, figure_id,
};
use super::stealth;
use super::turn::Flow;
use crate::game::{Side, Silent};

/// What a game begins with.
#[derive(Clone, Copy, Debug)]
pub struct Lineup<'l> {
    /// Who rolls first in the roll-off, and goes first where nobody rolls.
    pub first: Side,
    /// The list of each side.
    pub forces: [&'l Roster; 2],
}

impl<'s> Battle<'s> {
    /// A game about to be set up.
    #[must_use]
    pub fn new(setup: &'s Setup, lineup: &Lineup<'_>) -> Self {
        let mut battle = Self::empty(setup);
        battle.restart(lineup);
        battle
    }

    /// Begins a game anew.
    pub fn restart(&mut self, lineup: &Lineup<'_>) {
        self.figures = [Figure::nobody(self.setup); 2 * MOST_FIGURES];
        (self.turn, self.first, self.active, self.phase) = (0, lineup.first, lineup.first, Phase::Deployment);
        self.part = TurnPart::Deployment;
        self.deployment = Deployment { hiding: NOBODY, ..Deployment::default() };
        (self.activation, self.attack, self.check, self.roll, self.verdict) = (None, None, None, None, None);
        self.movements.clear();
        (self.decision, self.decider) = (Decision::Nothing, lineup.first);
        for side in Side::BOTH {
            self.enlist(side, lineup.forces[side.index()]);
        }
        while self.run_deployment(&mut Silent) == Flow::Go {}
    }

    /// Takes the models of a list in.
    fn enlist(&mut self, side: Side, roster: &Roster) {
        let Setup { codex, rules, .. } = self.setup;
        let (models, groups) = (roster.units.len(), roster.own.groups.len());
        let mut force = Force { models: models as u8, units: groups as u8, ..Force::default() };
        for (unit, group) in roster.own.groups.iter().enumerate() {
            let points = roster.base_points(codex, rules, unit).min(u8::MAX.into()) as u8;
            let squad = group.kind == GroupKind::Squad;
            let members: FigureSet = group.members.iter().map(|place| figure_id(side, usize::from(*place))).collect();
            let leader = if squad { NOBODY } else { figure_id(side, usize::from(group.members[0])) };
            force.unit_states[unit] = UnitState { members, squad, leader, points, base_points: points };
        }
        let mut next = models;
        for (place, kind) in roster.units.iter().enumerate() {
            let id = figure_id(side, place);
            let profile = &codex.units[usize::from(*kind)];
            let weapons = roster.own.weapons[place].iter().fold(0, |set, weapon| set | 1 << weapon);
            let special = profile.special_weapon.map_or(0, |weapon| 1 << weapon);
            let bases = stealth::base_count(rules, profile) as usize;
            let figure = Figure {
                profile: *kind,
                unit: roster.own.group_of[place],
                radius: self.setup.field.radius_of(profile),
                wounds: profile.wounds as u16,
                weapons,
                specials: weapons & special,
                model: id,
                first_base: if bases > 0 { figure_id(side, next) } else { NOBODY },
                bases: bases as u8,
                ..Figure::NONE
            };
            self.figures[usize::from(id)] = figure;
            force.commanders |= FigureSet::of_if(id, profile.commander);
            for base in next..next + bases {
                let of_base = Figure { wounds: 0, weapons: 0, specials: 0, bases: 0, first_base: NOBODY, ..figure };
                self.figures[usize::from(figure_id(side, base))] = of_base;
            }
            next += bases;
        }
        force.figures = next as u8;
        self.forces[side.index()] = force;
    }
}
