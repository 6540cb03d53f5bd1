//! Officers: where they come on, whom they join, and how safe they are there.

use super::Script;
use super::survey::Piece;
use super::tactician::{Brief, Tactician};
use super::threat::{Exposure, Spot};
use crate::game::Game;
use crate::rulesets::chainsword::choices::Choice;
use crate::rulesets::chainsword::field::rounded;
use crate::rulesets::chainsword::state::{Battle, NOBODY, TeamId, side_of};
use crate::tabletop::plane::{Facing, Point};

/// Inches from a Team, and headings, at which places beside it are looked at.
const BESIDE: f64 = 0.4;
const HEADINGS: u32 = 8;

/// The chance that an officer who has joined a Team is picked out of it.
const PICKED_OUT: f64 = 0.01;

/// What it is worth to a Team to have an officer, as a chance of his to fall.
const JOINED: f64 = 0.02;

impl Tactician {
    /// The chance that an officer falls with a Team that he has joined before its side's next own Phase: all of its men fall first.
    fn falls_with(&mut self, battle: &Battle<'_>, team: &Piece) -> f64 {
        let spot = Spot { at: team.at, cell: team.cell };
        let how = Exposure { tactical: team.tactical, moves: false };
        let share = self.alone(battle, team, &spot, how) / self.values.whole(battle, team.team).max(1e-9);
        share * share
    }

    /// Whether a Team takes an officer who stands beside it.
    fn takes_officers(battle: &Battle<'_>, team: &Piece) -> bool {
        let engaged = team.locked || team.flees || team.vehicle;
        !engaged && !battle.is_officer(team.team) && battle.team(team.team).officer == NOBODY
    }

    /// The least chance to fall that an officer has with a Team that he may join at a place; nothing where there is none.
    pub(super) fn company(&mut self, battle: &Battle<'_>, me: &Piece, at: Point) -> Option<f64> {
        let joins = battle.setup.rules.attach;
        let mut least: Option<f64> = None;
        for number in 0..self.survey.own.len() {
            let own = self.survey.own[number];
            let near = own.at.distance(at) - own.radius - me.radius <= joins;
            if near && own.team != me.team && Self::takes_officers(battle, &own) {
                let falls = PICKED_OUT + self.falls_with(battle, &own);
                least = Some(least.map_or(falls, |other| other.min(falls)));
            }
        }
        least
    }

    /// What it gains an officer to join a Team, as a chance to fall that he has no more.
    pub(super) fn gain_of_joining(&mut self, battle: &Battle<'_>, officer: TeamId, team: TeamId) -> f64 {
        let [Some(me), Some(company)] = [officer, team].map(|own| self.survey.own(own).copied()) else { return 0.0 };
        let spot = Spot { at: me.at, cell: me.cell };
        let how = Exposure { tactical: me.tactical, moves: false };
        let alone = self.alone(battle, &me, &spot, how) / self.values.whole(battle, officer).max(1e-9);
        JOINED + alone - self.falls_with(battle, &company)
    }
}

impl Script {
    /// Where an officer comes on: beside a Team that he may join, unless he is as safe by himself.
    pub(super) fn post(&mut self, battle: &Battle<'_>, officer: TeamId) -> Option<Choice> {
        let side = side_of(officer);
        let Self { tactician, weights, tasks, .. } = self;
        tactician.look(battle, side);
        let mind = tactician.mind(battle, &Brief { weights, tasks }, officer);
        let me = super::survey::piece(battle, &tactician.ground, officer, 1.0);
        let mut best: Option<(f64, Choice)> = None;
        let mut weigh = |tactician: &mut Tactician, choice: Choice| {
            let Choice::Place { at, .. } = choice else { return };
            let here = Piece { at, cell: tactician.ground.cell(at), ..me };
            let worth = tactician.place_worth(battle, &here, &mind, at);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, choice));
            }
        };
        battle.visit_deployments(officer, None, &mut |choice| weigh(tactician, choice));
        for number in 0..tactician.survey.own.len() {
            let own = tactician.survey.own[number];
            if !Tactician::takes_officers(battle, &own) {
                continue;
            }
            let away = own.radius + me.radius + BESIDE;
            for step in 0..HEADINGS {
                let ahead = Facing::from_degrees(f64::from(step * 360 / HEADINGS)).ahead();
                let (at, heading) = (rounded(own.at + ahead * away), battle.team(officer).heading);
                let places = 0..battle.force(side).points.len() as u8;
                let mut places = places.map(|point| Choice::Place { team: officer, point, at, heading });
                if let Some(choice) = places.find(|choice| battle.check(*choice).is_ok()) {
                    weigh(tactician, choice);
                }
            }
        }
        best.map(|(_, choice)| choice)
    }
}
