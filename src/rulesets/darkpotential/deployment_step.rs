//! Before the first turn: roll-off, edge, deployment (DP-SET-05 to 10, R-63, R-65).

use std::cmp::Ordering;

use super::choices::{Choice, Decision, Refusal};
use super::deployment;
use super::events::{self, LogEntry};
use super::field::{BoardEdge, Stand};
use super::ledger::rule;
use super::rules::FirstPlayer;
use super::state::{Battle, FigureId, FigureSet, NOBODY, Phase, bit, members, side_of};
use super::turn::Flow;
use crate::dice::Dice;
use crate::game::{Observer, Side};
use crate::tabletop::plane::{Point, Spot};

/// Inches between places that are tried when nobody chooses.
const GRID: f64 = 0.5;

/// Its steps from place to place where any place will do.
const WIDE: f64 = 8.0;

/// What is decided before the first turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DeploymentStep {
    /// The dice of the roll-off.
    #[default]
    RollOff,
    /// Who goes first.
    First,
    /// The edge of the first player.
    Edge,
    /// The next model.
    Place,
    /// The next base of a model in stealth.
    PlaceBases,
    /// Which base is the real one.
    Real,
    /// Leaders of squads.
    Leaders,
}

/// Set-up in progress.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Deployment {
    /// What comes next.
    pub step: DeploymentStep,
    /// The winner of the roll-off.
    pub winner: Option<Side>,
    /// The side that deploys; none before the edge is chosen.
    pub side: Option<Side>,
    /// The edge of each side.
    pub edges: [Option<BoardEdge>; 2],
    /// Models that have still to be put down.
    pub unplaced: FigureSet,
    /// The model whose bases are put down.
    pub hiding: FigureId,
}

/// One throw of the roll-off, in which one side rolls before the other (DP-SET-05): the winner; none when both are equal and throw
/// again.
pub fn throw_off<D: Dice>(before: Side, dice: &mut D) -> Option<Side> {
    let (own, other) = (dice.d6(), dice.d6());
    match own.cmp(&other) {
        Ordering::Greater => Some(before),
        Ordering::Less => Some(before.other()),
        Ordering::Equal => None,
    }
}

impl Battle<'_> {
    /// Goes on with set-up.
    pub(super) fn run_deployment<C: Observer<LogEntry>>(&mut self, observer: &mut C) -> Flow {
        let forced = match self.setup.rules.first_player {
            FirstPlayer::ForceA => Some(Side::A),
            FirstPlayer::ForceB => Some(Side::B),
            FirstPlayer::Alternate => Some(self.first),
            FirstPlayer::WinnerChooses | FirstPlayer::WinnerGoesFirst => None,
        };
        match self.deployment.step {
            DeploymentStep::RollOff => match forced {
                Some(side) => {
                    self.go_first(side);
                    Flow::Go
                }
                None => self.ask(Decision::RollOff, self.first),
            },
            DeploymentStep::First => {
                let winner = self.deployment.winner.expect("the roll-off is won");
                if self.setup.rules.first_player == FirstPlayer::WinnerGoesFirst {
                    self.go_first(winner);
                    return Flow::Go;
                }
                self.ask(Decision::First, winner)
            }
            DeploymentStep::Edge => self.ask(Decision::Edge, self.first),
            DeploymentStep::Place => self.next_placement(observer),
            DeploymentStep::PlaceBases => self.next_base(),
            DeploymentStep::Real => {
                let side = self.deploying();
                if self.bases_of(self.deployment.hiding).len() > 1 {
                    return self.ask(Decision::Real, side);
                }
                self.deployment.step = DeploymentStep::Place;
                Flow::Go
            }
            DeploymentStep::Leaders => self.next_leader(observer),
        }
    }

    /// The side that deploys.
    fn deploying(&self) -> Side {
        self.deployment.side.unwrap_or(self.first)
    }

    /// The roll-off (DP-SET-05): who rolls higher wins, equal dice are thrown again.
    pub(super) fn roll_off<D: Dice, C: Observer<LogEntry>>(&mut self, dice: &mut D, observer: &mut C) {
        loop {
            let winner = throw_off(self.first, dice);
            observer.event(|| events::roll_off(self, winner, dice.thrown()));
            observer.rule_fired(rule::SET_05);
            if let Some(winner) = winner {
                (self.deployment.winner, self.deployment.step) = (Some(winner), DeploymentStep::First);
                return;
            }
        }
    }

    /// This side has the first turn.
    pub(super) fn go_first(&mut self, side: Side) {
        (self.first, self.active) = (side, side);
        self.deployment.step = DeploymentStep::Edge;
    }

    /// The first player takes an edge, the other one gets the opposite (DP-SET-06, DP-SET-07).
    pub(super) fn take_edge<C: Observer<LogEntry>>(&mut self, edge: BoardEdge, observer: &mut C) {
        self.deployment.edges[self.first.index()] = Some(edge);
        self.deployment.edges[self.first.other().index()] = Some(edge.opposite());
        observer.event(|| events::first(self));
        self.begin_deploying(self.first);
    }

    fn begin_deploying(&mut self, side: Side) {
        let unplaced = self.force(side).all_models();
        let deployment = &mut self.deployment;
        (deployment.side, deployment.unplaced, deployment.step) = (Some(side), unplaced, DeploymentStep::Place);
    }

    /// The next model to be put down. Where one has no place left, all are put down in rows.
    fn next_placement<C: Observer<LogEntry>>(&mut self, observer: &mut C) -> Flow {
        let side = self.deploying();
        let unplaced = self.deployment.unplaced;
        if unplaced.is_empty() {
            self.deployment.step = DeploymentStep::Leaders;
            return Flow::Go;
        }
        // Models of one kind find room alike.
        let mut last = None;
        let has_place = |model: FigureId| {
            let kind = Some(self.figure(model).profile);
            std::mem::replace(&mut last, kind) == kind || self.has_place(model)
        };
        if members(side, unplaced).all(has_place) {
            return self.ask(Decision::Deploy, side);
        }
        self.deploy_in_rows(side, observer);
        Flow::Go
    }

    /// The next base of a model in stealth; one that finds no room is left out (DP-STL-14, R-63).
    fn next_base(&mut self) -> Flow {
        let side = self.deploying();
        match self.base_to_deploy() {
            Some(base) if self.has_place(base) => self.ask(Decision::PlaceBase, side),
            _ => {
                self.deployment.step = DeploymentStep::Real;
                Flow::Go
            }
        }
    }

    /// The base that is put down next.
    pub(super) fn base_to_deploy(&self) -> Option<FigureId> {
        let model = self.deployment.hiding;
        let figure = self.figure(model);
        let present = self.own_force(model).present;
        (0..figure.bases).map(|at| figure.first_base + at).find(|base| !present.contains(*base))
    }

    /// Whether a figure may be deployed here.
    fn check_place(&self, figure: FigureId, at: Spot) -> Result<(), Refusal> {
        let side = side_of(figure);
        let Some(edge) = self.deployment.edges[side.index()] else {
            return Err(Refusal::new("DP-SET-06", "no edge is chosen"));
        };
        if !self.setup.field.in_strip(edge, &self.stand_at(figure, at)) {
            return Err(Refusal::new("DP-SET-06", "that is outside of the own strip"));
        }
        self.check_room(figure, at)?;
        if self.is_base(figure) {
            let model = self.figure(figure).model;
            let (stand, link) = (self.stand_at(figure, at), self.coherency(model));
            let placed = self.bases_of(model) & !bit(figure);
            let near = |base: FigureId| self.setup.field.distance(&stand, &self.stand(base)) <= link;
            if !placed.is_empty() && !members(side, placed).any(near) {
                return Err(Refusal::new("DP-STL-06", "it is too far from the other bases"));
            }
        }
        Ok(())
    }

    /// Whether this figure may be put down here now.
    pub(super) fn check_placement(&self, figure: FigureId, at: Spot) -> Result<(), Refusal> {
        let due = match self.decision {
            Decision::Deploy => self.deployment.unplaced.contains(figure) && side_of(figure) == self.deploying(),
            _ => self.base_to_deploy() == Some(figure),
        };
        if !due || !at.point.x.is_finite() || !at.point.y.is_finite() {
            return Err(Refusal::new("DP-SET-07", "it is not its turn to be put down"));
        }
        self.check_place(figure, at)
    }

    /// Puts down a model, or a base.
    pub(super) fn place<C: Observer<LogEntry>>(&mut self, figure: FigureId, at: Spot, observer: &mut C) {
        self.figure_mut(figure).at = at;
        let force = self.own_force_mut(figure);
        force.present |= bit(figure);
        if self.is_base(figure) {
            let model = self.figure(figure).model;
            if self.figure(model).real == NOBODY {
                self.figure_mut(model).real = figure;
            }
        } else {
            self.deployment.unplaced &= !bit(figure);
        }
        observer.event(|| events::placed(self, figure));
    }

    /// Whether a model may be deployed in stealth now (DP-STL-02).
    pub(super) fn check_hide(&self, model: FigureId) -> Result<(), Refusal> {
        let due = self.deployment.unplaced.contains(model) && side_of(model) == self.deploying();
        if due && self.figure(model).bases > 0 {
            Ok(())
        } else {
            Err(Refusal::new("DP-STL-02", "it has no stealth, or is deployed"))
        }
    }

    /// A model is deployed in stealth: its bases come next.
    pub(super) fn deploy_hidden(&mut self, model: FigureId) {
        let force = self.own_force_mut(model);
        force.hidden |= bit(model);
        let deployment = &mut self.deployment;
        deployment.unplaced &= !bit(model);
        (deployment.hiding, deployment.step) = (model, DeploymentStep::PlaceBases);
    }

    /// Whether a base may be the real one.
    pub(super) fn check_real(&self, base: FigureId) -> Result<(), Refusal> {
        let hiding = self.activation.map_or(self.deployment.hiding, |now| now.hiding);
        if hiding != NOBODY && self.bases_of(hiding).contains(base) && side_of(base) == side_of(hiding) {
            Ok(())
        } else {
            Err(Refusal::new("DP-STL-03", "that is no base of the model"))
        }
    }

    /// Shows the bases of which one is the real one.
    pub(super) fn visit_reals(&self, visit: &mut impl FnMut(Choice)) {
        let hiding = self.activation.map_or(self.deployment.hiding, |now| now.hiding);
        members(side_of(hiding), self.bases_of(hiding)).for_each(|base| visit(Choice::Real(base)));
    }

    /// The next leader of a squad (DP-SET-08).
    fn next_leader<C: Observer<LogEntry>>(&mut self, observer: &mut C) -> Flow {
        let side = self.deploying();
        if self.leaderless(side).is_some() {
            return self.ask(Decision::Leader, side);
        }
        if side == self.first {
            self.begin_deploying(side.other());
            return Flow::Go;
        }
        self.phase = Phase::Turn;
        self.tell_part_ended(observer);
        observer.event(|| events::battle(self));
        self.begin_turn(observer);
        Flow::Go
    }

    /// Places of the strip on a grid.
    fn strip_places(&self, side: Side, step: f64) -> impl Iterator<Item = Spot> + '_ {
        let edge = self.deployment.edges[side.index()].unwrap_or(BoardEdge::South);
        let strip = self.setup.field.strip(edge);
        let across = ((strip.max.x - strip.min.x) / step) as u32;
        let deep = ((strip.max.y - strip.min.y) / step) as u32;
        let points = (0..=deep).flat_map(move |row| {
            (0..=across).map(move |column| {
                Point::new(strip.min.x + step * f64::from(column), strip.min.y + step * f64::from(row))
            })
        });
        let levels = self.setup.field.levels();
        points.flat_map(move |point| (0..=levels).map(move |level| Spot { point, level }))
    }

    /// A place where a figure may be deployed.
    pub(super) fn any_place(&self, figure: FigureId) -> Option<Spot> {
        self.strip_places(side_of(figure), GRID).find(|at| self.check_place(figure, *at).is_ok())
    }

    /// Whether there is one. Every place of a wider grid is one of the narrow one, and nearly always one of those on the ground is
    /// free.
    fn has_place(&self, figure: FigureId) -> bool {
        let mut wide = self.strip_places(side_of(figure), WIDE * GRID).filter(|at| at.level == 0);
        wide.any(|at| self.check_place(figure, at).is_ok()) || self.any_place(figure).is_some()
    }

    /// Shows places where figures may be deployed.
    pub(super) fn visit_placements(&self, visit: &mut impl FnMut(Choice)) {
        let side = self.deploying();
        if self.decision == Decision::PlaceBase {
            if let Some(base) = self.base_to_deploy() {
                let free = self.strip_places(side, 2.0 * GRID).filter(|at| self.check_place(base, *at).is_ok());
                let count = std::cell::Cell::new(0);
                free.for_each(|at| {
                    count.set(count.get() + 1);
                    visit(Choice::Place { figure: base, at });
                });
                if count.get() == 0 {
                    self.any_place(base).into_iter().for_each(|at| visit(Choice::Place { figure: base, at }));
                }
            }
            return;
        }
        for model in members(side, self.deployment.unplaced) {
            if self.check_hide(model).is_ok() {
                visit(Choice::Hide(model));
            }
            let mut any = false;
            for at in self.strip_places(side, 4.0 * GRID).filter(|at| self.check_place(model, *at).is_ok()) {
                any = true;
                visit(Choice::Place { figure: model, at });
            }
            if !any {
                self.any_place(model).into_iter().for_each(|at| visit(Choice::Place { figure: model, at }));
            }
        }
    }

    /// The whole deployment of a side again, in rows.
    fn deploy_in_rows<C: Observer<LogEntry>>(&mut self, side: Side, observer: &mut C) {
        let force = self.force_mut(side);
        (force.present, force.hidden) = (FigureSet::EMPTY, FigureSet::EMPTY);
        let models = force.all_models();
        self.deployment.unplaced = FigureSet::EMPTY;
        let edge = self.deployment.edges[side.index()].unwrap_or(BoardEdge::South);
        for model in members(side, models) {
            let free = |stand: &Stand| self.check_place(model, stand.spot).is_ok();
            let place = deployment::rows(&self.setup.field, edge, self.radius(model)).find(free);
            debug_assert!(place.is_some(), "lists that do not fit are refused beforehand");
            if let Some(place) = place {
                self.place(model, place.spot, observer);
            }
        }
    }
}

#[cfg(test)]
mod tests;
