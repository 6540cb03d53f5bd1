//! A movement: declared whole, then carried out past free attacks and reactions, point by point.

use arrayvec::ArrayVec;

use super::attack_step::AttackMode;
use super::choices::{Choice, Decision, Refusal};
use super::codex::WeaponKind;
use super::events::{self, LogEntry};
use super::geometry::{MOST_POINTS, Path, PathPoint};
use super::rules::{FreeAttackBy, StealthContact, TmCovers};
use super::state::{Battle, FigureId, FigureSet, NOBODY, Stance, bit, members, place_of, side_of};
use super::turn::Flow;
use crate::game::keyed::keyed;
use crate::game::{Observer, UnitStat};
use crate::tabletop::plane::Spot;

keyed! {
    /// What a movement is.
    MoveKind {
        /// The Move of step 4.
        Move = "move",
        /// A second move, as an action (DP-MOV-15).
        Second = "second-move",
        /// A charge (DP-CHG-01).
        Charge = "charge",
        /// A charge of a model that is Combat Ready (DP-CBR-03).
        Reaction = "reaction",
        /// No movement: a model shows itself before its action, which may count as the end of its Move.
        Reveal = "reveal",
    }
}

/// What a movement does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveStage {
    /// Free attacks of enemies that it leaves (DP-MOV-10).
    FreeAttacks,
    /// The points of the path, in order.
    Points,
    /// Further reactions at the point where it was shot at.
    Interrupted,
    /// The way on is planned anew.
    Replan,
    /// Shots at the end of a movement under a Tactical Manoeuvre (DP-TAC-05).
    EndShots,
    /// Charges of models that are Combat Ready (DP-CBR-03).
    Charges,
    /// The attack at the end of a charge.
    Strike,
    /// Nothing.
    Done,
}

/// A movement in progress.
#[derive(Clone, Debug, PartialEq)]
pub struct Movement {
    /// Who moves.
    pub figure: FigureId,
    /// What it is.
    pub kind: MoveKind,
    /// What comes next.
    pub stage: MoveStage,
    /// Movement that it may use in all, inches.
    pub budget: f64,
    /// Of that used up where the present plan began.
    pub spent: f64,
    /// The points of the present plan.
    pub points: ArrayVec<PathPoint, MOST_POINTS>,
    /// Where the present plan began.
    pub from: Spot,
    /// The point where it is: 0 is the start of the plan.
    pub at_point: u8,
    /// The first point at which reactions are still open: one that is let pass is gone.
    pub open: u8,
    /// A suppressed model runs for cover: it leads on as it began.
    pub runs: bool,
    /// The last place on its way where it may stay.
    pub(super) safe: Spot,
    /// Enemies in contact with it that it leaves and that may still strike.
    pub leaves: FigureSet,
    /// Enemies that have had their free attack in this movement.
    struck: FigureSet,
    /// Some free attack has been made on the present plan.
    pub(super) attacked: bool,
    /// It has moved at all.
    pub moved: bool,
    /// Watchers that may fire no more at this movement.
    pub watchers_done: FigureSet,
    /// Templates that were offered.
    pub templates_done: u32,
    /// Watchers that have checked this base.
    pub checked: FigureSet,
    /// Models that are Combat Ready and have had it in arc and sight.
    pub in_arc: FigureSet,
    /// Who may be struck at the end of a charge in reaction.
    pub quarry: FigureId,
}

impl Movement {
    /// Where the figure is at a point of the plan.
    #[must_use]
    pub fn place(&self, point: u8) -> Spot {
        if point == 0 { self.from } else { self.points[usize::from(point) - 1].at }
    }

    /// Movement used up at a point of the plan.
    #[must_use]
    pub fn cost(&self, point: u8) -> f64 {
        if point == 0 { self.spent } else { self.spent + self.points[usize::from(point) - 1].cost }
    }

    /// The last point of the plan.
    #[must_use]
    pub fn last(&self) -> u8 {
        self.points.len() as u8
    }

    /// Movement that is left where the figure is.
    #[must_use]
    pub fn left(&self) -> f64 {
        self.budget - self.cost(self.at_point)
    }
}

impl Battle<'_> {
    /// Inches that a figure may move in a movement of this kind (DP-MOV-01, DP-CHG-01).
    #[must_use]
    pub fn allowance(&self, figure: FigureId, kind: MoveKind) -> f64 {
        let share = match kind {
            MoveKind::Move | MoveKind::Second | MoveKind::Reveal => 1.0,
            MoveKind::Charge | MoveKind::Reaction => self.setup.rules.charge_factor,
        };
        self.profile(figure).movement * share
    }

    /// The movement in progress, the innermost.
    #[must_use]
    pub fn movement(&self) -> Option<&Movement> {
        self.movements.last()
    }

    /// The same, to change it.
    pub(super) fn movement_mut(&mut self) -> &mut Movement {
        self.movements.last_mut().expect("a movement is in progress")
    }

    /// Begins a movement along a path that has been worked out.
    pub(super) fn begin_movement<C: Observer<LogEntry>>(
        &mut self,
        figure: FigureId,
        kind: MoveKind,
        path: Path,
        quarry: FigureId,
        observer: &mut C,
    ) {
        let movement = self.new_movement(figure, kind, quarry);
        self.movements.push(movement);
        self.take_path(path, observer);
    }

    /// A model that has shown itself before its action may be charged as if its Move ended now.
    pub(super) fn end_move_of_shown(&mut self, model: FigureId) {
        let Some(activation) = self.activation else { return };
        let shown = Movement {
            stage: MoveStage::Charges,
            moved: true,
            in_arc: activation.real_seen_by,
            ..self.new_movement(model, MoveKind::Reveal, NOBODY)
        };
        self.movements.push(shown);
    }

    /// A movement that has not begun yet.
    fn new_movement(&self, figure: FigureId, kind: MoveKind, quarry: FigureId) -> Movement {
        let from = self.figure(figure).at;
        let runs = matches!(kind, MoveKind::Move | MoveKind::Second) && self.must_run(figure);
        Movement {
            figure,
            kind,
            stage: MoveStage::FreeAttacks,
            budget: self.allowance(figure, kind),
            spent: 0.0,
            points: ArrayVec::new(),
            from,
            at_point: 0,
            open: 0,
            runs,
            safe: from,
            leaves: FigureSet::EMPTY,
            struck: FigureSet::EMPTY,
            attacked: false,
            moved: false,
            watchers_done: FigureSet::EMPTY,
            templates_done: 0,
            checked: FigureSet::EMPTY,
            in_arc: FigureSet::EMPTY,
            quarry,
        }
    }

    /// The movement goes on along a path.
    pub(super) fn take_path<C: Observer<LogEntry>>(&mut self, path: Path, observer: &mut C) {
        let figure = self.movement_mut().figure;
        let from = self.figure(figure).at;
        let contacts = self.contacts(figure);
        let armed: FigureSet = members(side_of(figure).other(), contacts)
            .filter(|enemy| self.best_close_weapon(*enemy).is_some())
            .collect();
        let all = self.setup.rules.free_attack_by == FreeAttackBy::AllInContact && !path.leaves.is_empty();
        let mut leaves = if all { contacts } else { path.leaves } & armed;
        if self.is_base(figure)
            && let Some(activation) = &mut self.activation
        {
            // the first base that moves out of contact draws the free attacks.
            leaves &= !activation.left;
            activation.left |= leaves;
        }
        let movement = self.movement_mut();
        (movement.spent, movement.from, movement.at_point) = (movement.cost(movement.at_point), from, 0);
        movement.points = path.points;
        movement.leaves = leaves & !movement.struck;
        (movement.attacked, movement.open, movement.stage) = (false, 0, MoveStage::FreeAttacks);
        observer.event(|| events::path(self));
    }

    /// The close-combat weapon with which a model strikes best: the first of the highest Strength.
    #[must_use]
    pub fn best_close_weapon(&self, model: FigureId) -> Option<u8> {
        self.profile(model).close_combat?;
        let close = self.weapons(model).filter(|(_, weapon)| weapon.kind == WeaponKind::Close);
        close
            .fold(None, |best: Option<(u8, i32)>, (at, weapon)| match best {
                Some((_, strength)) if strength >= weapon.strength => best,
                _ => Some((at, weapon.strength)),
            })
            .map(|(at, _)| at)
    }

    /// Goes on with the innermost movement.
    pub(super) fn run_movement<C: Observer<LogEntry>>(&mut self, observer: &mut C) -> Flow {
        let movement = self.movement_mut();
        let (figure, stage) = (movement.figure, movement.stage);
        if stage != MoveStage::Done && !self.is_present(figure) {
            return self.move_stage(MoveStage::Done);
        }
        match stage {
            MoveStage::FreeAttacks => self.offer_free_attacks(),
            MoveStage::Points => self.pass_points(observer),
            MoveStage::Interrupted => self.offer_more_shots(),
            MoveStage::Replan => self.offer_replan(observer),
            MoveStage::EndShots => self.offer_end_shots(),
            MoveStage::Charges => self.offer_charges(),
            MoveStage::Strike => self.offer_strike(observer),
            MoveStage::Done => {
                self.end_movement(observer);
                Flow::Go
            }
        }
    }

    /// The movement goes on with another stage.
    pub(super) fn move_stage(&mut self, stage: MoveStage) -> Flow {
        self.movement_mut().stage = stage;
        Flow::Go
    }

    /// Free attacks come before the first inch.
    fn offer_free_attacks(&mut self) -> Flow {
        let Movement { figure, leaves, attacked, .. } = *self.movement_mut();
        let enemy = side_of(figure).other();
        if !(leaves & self.force(enemy).shown()).is_empty() {
            return self.ask(Decision::FreeAttack, enemy);
        }
        self.move_stage(if attacked { MoveStage::Replan } else { MoveStage::Points })
    }

    /// Shows the free attacks.
    pub(super) fn visit_free_attacks(&self, visit: &mut impl FnMut(Choice)) {
        visit(Choice::Pass);
        let Some(movement) = self.movement() else { return };
        let enemy = side_of(movement.figure).other();
        members(enemy, movement.leaves & self.force(enemy).shown()).for_each(|by| visit(Choice::FreeAttack(by)));
    }

    /// Whether an enemy may make a free attack now.
    pub(super) fn check_free_attack(&self, by: FigureId) -> Result<(), Refusal> {
        let leaves = self.movement().map_or(FigureSet::EMPTY, |movement| movement.leaves);
        if side_of(by) == self.decider && leaves.contains(by) && self.is_present(by) {
            Ok(())
        } else {
            Err(Refusal::new("DP-MOV-10", "the mover does not leave it, or it has struck"))
        }
    }

    /// An enemy makes its free attack (DP-MOV-11, DP-MOV-12); or all of them let it pass.
    pub(super) fn free_attack<C: Observer<LogEntry>>(&mut self, by: Option<FigureId>, observer: &mut C) {
        let figure = self.movement_mut().figure;
        let movement = self.movement_mut();
        let Some(by) = by else {
            movement.leaves = FigureSet::EMPTY;
            return;
        };
        movement.leaves &= !bit(by);
        movement.struck |= bit(by);
        movement.attacked = true;
        let weapon = self.best_close_weapon(by).expect("only armed enemies strike");
        self.begin_attack(by, figure, weapon, AttackMode::Free, observer);
    }

    /// Puts the figure at a point of its plan.
    pub(super) fn advance_to(&mut self, point: u8) {
        let movement = self.movement_mut();
        let (figure, before) = (movement.figure, movement.at_point);
        for at in before..=point {
            let place = self.movement_mut().place(at);
            self.figure_mut(figure).at = place;
            self.note_arcs();
        }
        let movement = self.movement_mut();
        movement.at_point = point;
        movement.moved |= point > 0;
        if point > 0 {
            let side = side_of(figure);
            let force = self.force_mut(side);
            force.moved |= bit(figure);
        }
    }

    /// Models that are Combat Ready note whether the mover is in arc and sight where it is (DP-CBR-03, R-86).
    fn note_arcs(&mut self) {
        let Movement { figure, kind, in_arc, .. } = *self.movement_mut();
        if !matches!(kind, MoveKind::Move | MoveKind::Second) {
            return;
        }
        let enemy = side_of(figure).other();
        let at = self.figure(figure).at.point;
        let sees = |model: &FigureId| {
            matches!(self.figure(*model).stance, Stance::CombatReady { .. })
                && self.in_arc(*model, at)
                && self.sees(*model, figure)
        };
        let more: FigureSet = members(enemy, self.force(enemy).shown() & !in_arc).filter(sees).collect();
        self.movement_mut().in_arc = in_arc | more;
    }

    /// Leads past the points of the plan: Perception first, then reactions, at each.
    fn pass_points<C: Observer<LogEntry>>(&mut self, observer: &mut C) -> Flow {
        let movement = self.movement_mut();
        if movement.kind == MoveKind::Reaction {
            return self.arrive(observer);
        }
        let (figure, open) = (movement.figure, movement.open);
        let next_check = self.next_watcher_check();
        // Reactions before the point of the next check are offered first, those at that point after it.
        if self.any_reaction(open, self.reactions_until()) {
            return self.ask(Decision::React, side_of(figure).other());
        }
        if let Some((watcher, point)) = next_check {
            self.advance_to(point);
            let movement = self.movement_mut();
            movement.open = movement.open.max(point);
            movement.checked |= bit(watcher);
            self.begin_check(watcher, figure, false, observer);
            return Flow::Go;
        }
        self.arrive(observer)
    }

    /// The figure is at the end of its plan.
    fn arrive<C: Observer<LogEntry>>(&mut self, observer: &mut C) -> Flow {
        let last = self.movement_mut().last();
        self.advance_to(last);
        let movement = self.movement_mut();
        let figure = movement.figure;
        movement.safe = movement.place(last);
        observer.event(|| events::moved(self));
        if self.movement_mut().moved && self.setup.rules.stealth_contact == StealthContact::Discovers {
            self.discover(figure, observer);
        }
        let figure = self.movement_mut().figure;
        // DP-OVW-10, DP-SUP-10
        if !self.is_base(figure) && self.movement_mut().moved {
            for enemy in members(side_of(figure).other(), self.contacts(figure)) {
                if matches!(self.figure(enemy).stance, Stance::Overwatch { .. } | Stance::Suppressing { .. }) {
                    self.end_stance(enemy);
                }
            }
        }
        self.move_stage(MoveStage::EndShots)
    }

    /// Whether a Tactical Manoeuvre covers the movement in progress (DP-TAC-04, DP-TAC-06, R-33).
    #[must_use]
    pub fn is_covered(&self) -> bool {
        let covers = |movement: &Movement| {
            let whole = self.setup.rules.tm_covers == TmCovers::Activation;
            self.own_force(movement.figure).covered.contains(movement.figure)
                && (whole || movement.kind == MoveKind::Move)
        };
        self.movement().is_some_and(covers)
    }

    /// A charge ends: in contact it strikes (DP-CHG-01, DP-CHG-02).
    fn offer_strike<C: Observer<LogEntry>>(&mut self, observer: &mut C) -> Flow {
        let mut only = None;
        let mut count = 0;
        self.visit_strikes(&mut |choice| {
            count += 1;
            only = Some(choice);
        });
        let striker = self.movement_mut().figure;
        match (count, only) {
            (0, _) => self.move_stage(MoveStage::Done),
            (1, Some(Choice::Strike { weapon, target })) => {
                self.strike(weapon, target, observer);
                Flow::Go
            }
            _ => self.ask(Decision::Strike, side_of(striker)),
        }
    }

    /// Shows the attacks at the end of a charge.
    pub(super) fn visit_strikes(&self, visit: &mut impl FnMut(Choice)) {
        let Some(movement) = self.movement() else { return };
        let figure = movement.figure;
        if self.profile(figure).close_combat.is_none() {
            return;
        }
        let quarry = if movement.quarry == NOBODY { self.contacts(figure) } else { bit(movement.quarry) };
        for target in members(side_of(figure).other(), quarry & self.contacts(figure)) {
            let close = self.weapons(figure).filter(|(_, weapon)| weapon.kind == WeaponKind::Close);
            close.for_each(|(weapon, _)| visit(Choice::Strike { weapon, target }));
        }
    }

    /// The attack at the end of a charge.
    pub(super) fn strike<C: Observer<LogEntry>>(&mut self, weapon: u8, target: FigureId, observer: &mut C) {
        let movement = self.movement_mut();
        movement.stage = MoveStage::Done;
        let figure = movement.figure;
        self.begin_attack(figure, target, weapon, AttackMode::Close, observer);
    }

    /// The movement is over.
    fn end_movement<C: Observer<LogEntry>>(&mut self, observer: &mut C) {
        let Some(movement) = self.movements.pop() else { return };
        let figure = movement.figure;
        let own_move = movement.kind == MoveKind::Move;
        if own_move
            && movement.moved
            && self.figure(self.figure(figure).model).real == figure
            && let Some(activation) = &mut self.activation
        {
            activation.real_seen_by = movement.in_arc;
        }
        if movement.moved && movement.kind != MoveKind::Reveal {
            let model = self.figure(figure).model;
            observer.count(side_of(figure), place_of(model), UnitStat::Moves, 1);
        }
        // one that its own movement has brought into cover is free in its action.
        let suppressed = self.own_force(figure).suppressed.contains(self.figure(figure).model);
        if matches!(movement.kind, MoveKind::Move | MoveKind::Reveal) && suppressed && self.is_present(figure) {
            let covered = self.in_cover_at(figure, self.figure(figure).at);
            let force = self.own_force_mut(figure);
            if covered && !force.held.contains(figure) {
                force.freed |= bit(figure);
            }
        }
    }
}
