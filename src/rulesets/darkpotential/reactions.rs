//! What the side that waits does about a movement or an action: Overwatch, Suppressing Fire, Combat Ready (DP-OVW, DP-SUP,
//! DP-CBR).

use super::attack_step::AttackMode;
use super::choices::{Choice, Decision, Refusal, Way};
use super::events::LogEntry;
use super::geometry::Path;
use super::movement::{MoveKind, MoveStage, Movement};
use super::rules::{CombatReadyCharges, OverwatchShots, TmVsSuppressing};
use super::state::{Battle, FigureId, FigureSet, Stance, Template, bit, members, side_of};
use super::turn::Flow;
use crate::game::{Observer, Side};
use crate::tabletop::plane::{Facing, Spot};

/// Directions from which a charge is offered.
const DIRECTIONS: u32 = 12;

impl Battle<'_> {
    /// Whether a watcher may fire at the mover at a point of its plan (DP-OVW-03, DP-OVW-04, R-79, R-82).
    fn watcher_may(&self, movement: &Movement, watcher: FigureId, point: u8) -> bool {
        let Stance::Overwatch { .. } = self.figure(watcher).stance else { return false };
        let (figure, at) = (movement.figure, movement.place(point));
        let at_end = movement.stage == MoveStage::EndShots;
        let timely = if at_end { movement.moved } else { point > 0 && !self.is_covered() };
        let again = match self.setup.rules.overwatch_shots {
            OverwatchShots::PerEnemyModel => !self.figure(watcher).answered.contains(figure),
            OverwatchShots::One | OverwatchShots::Unlimited => true,
        };
        timely
            && again
            && !self.is_base(figure)
            && !movement.watchers_done.contains(watcher)
            && self.in_arc(watcher, at.point)
            && self.may_be_shot_at(watcher, figure, at)
    }

    /// Whether a model sees another one as if that stood here, and contact forbids neither to shoot nor to be shot at.
    fn may_be_shot_at(&self, firer: FigureId, target: FigureId, at: Spot) -> bool {
        self.is_present(firer)
            && self.sees_at(firer, target, at)
            && !self.bound_by_contact(firer)
            && (self.setup.rules.shoot_into_combat || self.is_base(target) || self.contacts_at(target, at).is_empty())
    }

    /// Whether a template of Suppressing Fire touches a figure as if it stood here (DP-SUP-06, R-16, R-18).
    #[must_use]
    pub fn template_touches(&self, template: &Template, figure: FigureId, at: Spot) -> bool {
        let radius = self.template_radius(template.participants.len());
        let stand = self.stand_at(figure, at);
        template.centre.point.distance(at.point) <= radius + stand.radius + super::combat::ROUNDING
            && self.on_level_of(template.centre, &stand)
    }

    /// Whether a template may attack a figure no more in this turn (DP-SUP-09).
    pub(super) fn is_spent_on(&self, template: &Template, figure: FigureId) -> bool {
        template.shots_at(figure) >= self.setup.rules.suppress_per_model
    }

    /// Participants of a template that may fire at a figure as if it stood here.
    pub(super) fn firers_of(&self, side: Side, template: &Template, figure: FigureId, at: Spot) -> FigureSet {
        members(side, template.participants).filter(|model| self.may_be_shot_at(*model, figure, at)).collect()
    }

    /// The point at which a template may be used against the mover: the first at which it is touched and seen.
    fn point_of_template(&self, movement: &Movement, side: Side, number: usize) -> Option<u8> {
        let template = &self.force(side).templates[number];
        let figure = movement.figure;
        let used = movement.templates_done >> number & 1 == 1 || self.is_spent_on(template, figure);
        if used || template.participants.is_empty() || (movement.last() == 0 && !movement.moved) {
            return None;
        }
        let at_end = movement.stage == MoveStage::EndShots;
        let deferred = self.setup.rules.tm_vs_suppressing == TmVsSuppressing::Defer && self.is_covered();
        if deferred != at_end {
            return None;
        }
        let first = if at_end { movement.last() } else { movement.open };
        (first..=movement.last()).find(|point| {
            let at = movement.place(*point);
            self.template_touches(template, figure, at) && !self.firers_of(side, template, figure, at).is_empty()
        })
    }

    /// Shows the reactions to the movement in progress at some of its points, until `visit` has seen enough.
    fn reactions(&self, from: u8, until: u8, visit: &mut impl FnMut(Choice) -> bool) -> bool {
        let Some(movement) = self.movement().filter(|movement| movement.kind != MoveKind::Reaction) else {
            return false;
        };
        let side = side_of(movement.figure).other();
        for number in 0..self.force(side).templates.len() {
            let point = self.point_of_template(movement, side, number).filter(|point| (from..=until).contains(point));
            let Some(point) = point else { continue };
            let template = &self.force(side).templates[number];
            for by in members(side, self.firers_of(side, template, movement.figure, movement.place(point))) {
                if visit(Choice::React { by, point, template: Some(number as u8) }) {
                    return true;
                }
            }
        }
        for by in members(side, self.force(side).shown()) {
            if !matches!(self.figure(by).stance, Stance::Overwatch { .. }) {
                continue;
            }
            for point in from..=until {
                if self.watcher_may(movement, by, point) && visit(Choice::React { by, point, template: None }) {
                    return true;
                }
            }
        }
        false
    }

    /// The last point up to which reactions are open now.
    pub(super) fn reactions_until(&self) -> u8 {
        let Some(movement) = self.movement() else { return 0 };
        match movement.stage {
            MoveStage::Interrupted => movement.at_point,
            MoveStage::Points => {
                let last = movement.last();
                self.next_watcher_check().map_or(last, |(_, point)| point.saturating_sub(1))
            }
            _ => movement.last(),
        }
    }

    /// The first point at which reactions are open now.
    fn reactions_from(&self) -> u8 {
        self.movement().map_or(0, |movement| match movement.stage {
            MoveStage::EndShots => movement.last(),
            _ => movement.open,
        })
    }

    /// Whether there is any reaction at these points.
    pub(super) fn any_reaction(&self, from: u8, until: u8) -> bool {
        from <= until && self.reactions(from, until, &mut |_| true)
    }

    /// Shows the reactions that may be chosen now.
    pub(super) fn visit_reactions(&self, visit: &mut impl FnMut(Choice)) {
        visit(Choice::Pass);
        self.reactions(self.reactions_from(), self.reactions_until(), &mut |choice| {
            visit(choice);
            false
        });
    }

    /// Whether a reaction may be chosen now.
    pub(super) fn check_reaction(&self, choice: Choice) -> Result<(), Refusal> {
        if self.reactions(self.reactions_from(), self.reactions_until(), &mut |other| other == choice) {
            Ok(())
        } else {
            Err(Refusal::new("R-79", "that model cannot react there"))
        }
    }

    /// A model shoots at the mover.
    pub(super) fn react<C: Observer<LogEntry>>(
        &mut self,
        by: FigureId,
        point: u8,
        template: Option<u8>,
        observer: &mut C,
    ) {
        let at_end = self.movement_mut().stage == MoveStage::EndShots;
        if !at_end {
            self.advance_to(point);
            let movement = self.movement_mut();
            (movement.open, movement.stage) = (point, MoveStage::Interrupted);
        }
        let figure = self.movement_mut().figure;
        let (weapon, mode) = match (self.figure(by).stance, template) {
            (Stance::Suppressing { weapon }, Some(number)) => {
                self.movement_mut().templates_done |= 1 << number;
                let template = &mut self.force_mut(side_of(by)).templates[usize::from(number)];
                template.use_against(figure); // DP-SUP-09
                (weapon, AttackMode::Suppressing)
            }
            (Stance::Overwatch { weapon, .. }, _) => {
                let movement = self.movement_mut();
                movement.watchers_done |= bit(by);
                match self.setup.rules.overwatch_shots {
                    OverwatchShots::One => self.end_stance(by), // DP-OVW-07
                    OverwatchShots::PerEnemyModel | OverwatchShots::Unlimited => {}
                }
                let answered = self.figure(by).answered | bit(figure);
                self.figure_mut(by).answered = answered;
                (weapon, AttackMode::Overwatch)
            }
            _ => return,
        };
        self.begin_attack(by, figure, weapon, mode, observer);
    }

    /// The side that waits lets the points pass that were open.
    pub(super) fn let_pass(&mut self) {
        let until = self.reactions_until();
        let Some(movement) = self.movement() else { return };
        let side = side_of(movement.figure).other();
        let mut offered = 0;
        for number in 0..self.force(side).templates.len() {
            let point = self.point_of_template(movement, side, number);
            offered |= u32::from(point.is_some_and(|point| point <= until)) << number;
        }
        let movement = self.movement_mut();
        movement.templates_done |= offered;
        match movement.stage {
            MoveStage::Interrupted => movement.stage = MoveStage::Replan,
            MoveStage::EndShots => movement.stage = MoveStage::Charges,
            _ => movement.open = until + 1,
        }
    }

    /// Further reactions at the point where the mover was shot at; then it plans anew.
    pub(super) fn offer_more_shots(&mut self) -> Flow {
        let Movement { figure, at_point, .. } = *self.movement_mut();
        if self.any_reaction(at_point, at_point) {
            return self.ask(Decision::React, side_of(figure).other());
        }
        self.move_stage(MoveStage::Replan)
    }

    /// Shots at the place where a covered mover ends (DP-TAC-05).
    pub(super) fn offer_end_shots(&mut self) -> Flow {
        let movement = self.movement_mut();
        let (figure, last, moved) = (movement.figure, movement.last(), movement.moved);
        if moved && self.is_covered() && self.any_reaction(last, last) {
            return self.ask(Decision::React, side_of(figure).other());
        }
        self.move_stage(MoveStage::Charges)
    }

    /// The next check of a moving base by a watcher: at the point with the best target number, the first of several.
    pub(super) fn next_watcher_check(&self) -> Option<(FigureId, u8)> {
        let movement = self.movement().filter(|movement| self.is_base(movement.figure) && movement.last() > 0)?;
        let side = side_of(movement.figure).other();
        let first = if self.is_covered() { movement.last() } else { movement.at_point.max(1) };
        let watches = |watcher: &FigureId| {
            matches!(self.figure(*watcher).stance, Stance::Overwatch { .. }) && !movement.checked.contains(*watcher)
        };
        let best = |watcher: FigureId| {
            let points = (first..=movement.last()).filter_map(|point| {
                let at = movement.place(point);
                let seen = self.in_arc(watcher, at.point);
                let target = self.perception_target_at(watcher, movement.figure, at, false).filter(|_| seen)?;
                Some((target, point))
            });
            let best = points.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
            Some((watcher, best.1))
        };
        let checks = members(side, self.force(side).shown()).filter(watches).filter_map(best);
        checks.min_by_key(|(_, point)| *point)
    }

    /// Models that are Combat Ready and may charge the mover now (DP-CBR-03, R-23, R-86).
    pub(super) fn offer_charges(&mut self) -> Flow {
        let Movement { figure, kind, moved, .. } = *self.movement_mut();
        if matches!(kind, MoveKind::Charge | MoveKind::Reaction) {
            return self.move_stage(MoveStage::Strike);
        }
        if moved && !self.is_base(figure) && self.charges(&mut |_| true) {
            return self.ask(Decision::ReactionCharge, side_of(figure).other());
        }
        self.move_stage(MoveStage::Done)
    }

    /// Shows charges at the mover, until `visit` has seen enough.
    fn charges(&self, visit: &mut impl FnMut(Choice) -> bool) -> bool {
        let Some(movement) = self.movement() else { return false };
        let (figure, side) = (movement.figure, side_of(movement.figure).other());
        for by in members(side, movement.in_arc & self.force(side).shown()) {
            if self.may_charge(by, figure).is_err() {
                continue;
            }
            let mut stop = false;
            self.visit_contact(by, figure, self.allowance(by, MoveKind::Reaction), &mut |at| {
                let way = Way::straight(at);
                if !stop && self.charge_path(by, figure, &way).is_ok() {
                    stop = visit(Choice::Charge { by, way });
                }
            });
            if stop {
                return true;
            }
        }
        false
    }

    /// Whether a model in its stance may charge the mover at all.
    fn may_charge(&self, by: FigureId, figure: FigureId) -> Result<(), Refusal> {
        let ready = matches!(self.figure(by).stance, Stance::CombatReady { .. }) && self.is_present(by);
        let again = self.setup.rules.combat_ready_charges == CombatReadyCharges::One
            || !self.figure(by).answered.contains(figure);
        if !ready || !again || self.best_close_weapon(by).is_none() {
            return Err(Refusal::new("DP-CBR-06", "it is not ready to charge that model"));
        }
        Ok(())
    }

    /// The path of a charge in reaction, which ends in contact.
    fn charge_path(&self, by: FigureId, figure: FigureId, way: &Way) -> Result<Path, Refusal> {
        let path = self.path(by, way, self.allowance(by, MoveKind::Reaction))?;
        if self.touches(self.stand_at(by, way.to), self.stand(figure)) {
            Ok(path)
        } else {
            Err(Refusal::new("DP-CBR-05", "the charge does not reach the mover"))
        }
    }

    /// Shows places in contact with another figure: where one stands, the cheapest on a budget, and all round.
    pub(super) fn visit_contact(&self, figure: FigureId, other: FigureId, budget: f64, visit: &mut impl FnMut(Spot)) {
        let (from, at) = (self.figure(figure).at, self.figure(other).at);
        if self.touches(self.stand(figure), self.stand(other)) {
            visit(from);
        }
        if let Some(stop) = self.approach(figure, other, budget) {
            visit(stop);
        }
        let reach = self.radius(figure) + self.radius(other);
        let straight = Facing::along(from.point - at.point).unwrap_or(Facing::NORTH);
        for step in 0..DIRECTIONS {
            let turn = Facing::from_degrees(straight.degrees() + 360.0 * f64::from(step) / f64::from(DIRECTIONS));
            visit(Spot { point: at.point + turn.ahead() * reach, level: at.level });
        }
    }

    /// Shows the charges in reaction that may be chosen now.
    pub(super) fn visit_charges(&self, visit: &mut impl FnMut(Choice)) {
        visit(Choice::Pass);
        self.charges(&mut |choice| {
            visit(choice);
            false
        });
    }

    /// Whether a model may charge the mover on this way.
    pub(super) fn check_charge(&self, by: FigureId, way: &Way) -> Result<(), Refusal> {
        let Some(movement) = self.movement().filter(|movement| movement.in_arc.contains(by)) else {
            return Err(Refusal::new("DP-CBR-03", "the mover was not in its arc and sight"));
        };
        if side_of(by) == side_of(movement.figure) {
            return Err(Refusal::new("DP-CBR-03", "the mover is a friend"));
        }
        self.may_charge(by, movement.figure)?;
        self.charge_path(by, movement.figure, way).map(drop)
    }

    /// A model that is Combat Ready charges the mover; or nobody does.
    pub(super) fn charge<C: Observer<LogEntry>>(&mut self, charge: Option<(FigureId, Way)>, observer: &mut C) {
        let figure = self.movement_mut().figure;
        let planned = charge.and_then(|(by, way)| Some((by, self.charge_path(by, figure, &way).ok()?)));
        let Some((by, path)) = planned else {
            self.movement_mut().stage = MoveStage::Done;
            return;
        };
        match self.setup.rules.combat_ready_charges {
            CombatReadyCharges::One => self.end_stance(by), // DP-CBR-06
            CombatReadyCharges::PerEnemyModel => {
                let answered = self.figure(by).answered | bit(figure);
                self.figure_mut(by).answered = answered;
            }
        }
        self.begin_movement(by, MoveKind::Reaction, path, figure, observer);
    }
}
