//! Step 5: the eight actions (DP-ACT-10), and Suppressing Fire that answers them.

use super::activation::ActivationStep;
use super::attack_step::AttackMode;
use super::choices::{Action, Choice, Decision, Refusal, Way};
use super::codex::{Weapon, WeaponKind};
use super::events::{self, LogEntry};
use super::ledger::rule;
use super::movement::MoveKind;
use super::rules::{SuppressGroups, SuppressOver4, SuppressedInCoverAction, SuppressingVsAction};
use super::state::{
    Battle, FigureId, FigureSet, MOST_TEMPLATES, MOST_UNITS, Stance, Template, bit, members, place_of, side_of,
};
use super::suppression::Bond;
use super::turn::Flow;
use crate::game::Observer;
use crate::tabletop::plane::{Aloft, Facing, Spot};

/// Directions in which arcs are offered.
const DIRECTIONS: u32 = 8;

impl Battle<'_> {
    /// The next action of a figure, or what comes of the one declared.
    pub(super) fn next_action<C: Observer<LogEntry>>(&mut self, observer: &mut C) -> Flow {
        let side = self.active;
        let figures = self.figures_of_activation();
        let activation = self.activation_mut();
        activation.to_act &= figures;
        activation.to_declare &= figures;
        if !activation.to_declare.is_empty() {
            return self.ask(Decision::Declare, side);
        }
        if activation.pending.is_some() {
            return self.answer_or_perform(observer);
        }
        let left = self.activation_mut().to_act;
        for figure in members(side, left).filter(|figure| self.bond(*figure) == Bond::Runs).collect::<FigureList>() {
            if self.first_run(figure, self.allowance(figure, MoveKind::Second)).is_none() {
                self.end_actions(figure);
            }
        }
        if self.activation_mut().to_act.is_empty() {
            return self.step_to(ActivationStep::End);
        }
        self.ask(Decision::Act, side)
    }

    /// A figure has had its action, or one of several that the rules allow (DP-ACT-05).
    fn spend_action(&mut self, figure: FigureId) {
        let most = self.setup.rules.actions_per_model;
        let activation = self.activation_mut();
        let acted = &mut activation.acted[place_of(figure)];
        *acted += 1;
        if u32::from(*acted) >= most {
            activation.to_act &= !bit(figure);
        }
    }

    /// A figure acts no more in this activation.
    fn end_actions(&mut self, figure: FigureId) {
        let activation = self.activation_mut();
        activation.to_act &= !bit(figure);
    }

    /// Whether a model counts as having moved, for weapons that ask (DP-SHT-14, R-36, R-92).
    #[must_use]
    pub fn has_moved(&self, model: FigureId) -> bool {
        self.own_force(model).moved.contains(model) || self.bond(model) == Bond::Held
    }

    /// Whether a model could fire a weapon now, whatever at (DP-SHT-08, DP-SHT-14, DP-OVW-13).
    pub(super) fn check_weapon(&self, model: FigureId, weapon: u8) -> Result<&Weapon, Refusal> {
        let carried = usize::from(weapon) < self.setup.codex.weapons.len()
            && self.figure(model).weapons >> weapon & 1 == 1
            && self.weapon(weapon).kind == WeaponKind::Ranged;
        if !carried || self.profile(model).ranged.is_none() {
            return Err(Refusal::new("DP-ARM-05", "it has no such ranged weapon, or no skill"));
        }
        if self.weapon(weapon).move_or_shoot && self.has_moved(model) {
            return Err(Refusal::new("DP-SHT-14", "that weapon cannot be fired after a move"));
        }
        if self.bound_by_contact(model) {
            return Err(Refusal::new("DP-SHT-08", "an enemy is in contact with it"));
        }
        Ok(self.weapon(weapon))
    }

    /// Ranged weapons that a model could fire now.
    pub fn usable_weapons(&self, model: FigureId) -> impl Iterator<Item = u8> + '_ {
        self.weapons(model).map(|(at, _)| at).filter(move |weapon| self.check_weapon(model, *weapon).is_ok())
    }

    /// Whether a model may shoot at another one (DP-SHT-01, DP-SHT-07).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check_shot(&self, model: FigureId, weapon: u8, target: FigureId) -> Result<(), Refusal> {
        self.check_weapon(model, weapon)?;
        self.check_enemy(model, target)?;
        if self.cover(model, target).is_none() {
            return Err(Refusal::new("DP-SHT-01", "the target is out of sight"));
        }
        if self.fought_by_friends_of(model, target) {
            return Err(Refusal::new("DP-SHT-07", "the target is in combat"));
        }
        Ok(())
    }

    /// Whether something is an enemy model that can be attacked (DP-STL-08).
    fn check_enemy(&self, model: FigureId, target: FigureId) -> Result<(), Refusal> {
        let enemy = side_of(model).other();
        let known = usize::from(target) < self.figures.len() && side_of(target) == enemy;
        if known && self.force(enemy).shown().contains(target) {
            Ok(())
        } else {
            Err(Refusal::new("DP-STL-08", "that is no enemy model on the board"))
        }
    }

    /// Whether a model may attack another one in close combat (DP-CLC-01, DP-CLC-05, R-58).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check_fight(&self, model: FigureId, weapon: u8, target: FigureId) -> Result<(), Refusal> {
        let carried = usize::from(weapon) < self.setup.codex.weapons.len()
            && self.figure(model).weapons >> weapon & 1 == 1
            && self.weapon(weapon).kind == WeaponKind::Close;
        if !carried || self.profile(model).close_combat.is_none() {
            return Err(Refusal::new("DP-ARM-05", "it has no such close-combat weapon, or no skill"));
        }
        self.check_enemy(model, target)?;
        if !self.touches(self.stand(model), self.stand(target)) {
            return Err(Refusal::new("DP-CLC-01", "they are not in base contact"));
        }
        Ok(())
    }

    /// Whether so many Command Points of a unit are at hand for a model (DP-CMD-02, R-59).
    fn check_payer(&self, model: FigureId, payer: u8, cost: u32) -> Result<(), Refusal> {
        if usize::from(payer) < MOST_UNITS && self.payers(model, cost) >> payer & 1 == 1 {
            Ok(())
        } else {
            Err(Refusal::new("DP-CMD-02", "these Command Points are not at hand"))
        }
    }

    /// Whether a figure may do this as its action now.
    pub(super) fn check_action(&self, figure: FigureId, action: &Action) -> Result<(), Refusal> {
        let due = self.activation.is_some_and(|now| now.to_act.contains(figure)) && side_of(figure) == self.active;
        if !due || !self.is_present(figure) {
            return Err(Refusal::new("DP-ACT-05", "its action is not due"));
        }
        let moves_only = self.is_base(figure) || self.activation.is_some_and(|now| now.reentered);
        if moves_only && !matches!(action, Action::None | Action::Move(_)) {
            return Err(Refusal::new("DP-STL-05", "in stealth a second move is the only action"));
        }
        match self.bond(figure) {
            Bond::Free => {}
            Bond::Runs => {
                let Action::Move(way) = action else {
                    return Err(Refusal::new("DP-LDR-07", "it is suppressed, and must run for cover"));
                };
                return self.check_run(figure, way, self.allowance(figure, MoveKind::Second)).map(drop);
            }
            Bond::Held => {
                let bound = self.setup.rules.suppressed_in_cover_action == SuppressedInCoverAction::NoMoveActions;
                if bound && matches!(action, Action::Move(_) | Action::Charge(_)) {
                    return Err(Refusal::new("DP-LDR-08", "it is suppressed in cover, and may not move"));
                }
            }
        }
        match *action {
            Action::None => Ok(()),
            Action::Move(way) => self.check_way(figure, &way, MoveKind::Second),
            Action::Charge(way) => {
                if self.best_close_weapon(figure).is_none() {
                    return Err(Refusal::new("DP-ARM-05", "it has nothing to fight with"));
                }
                self.check_way(figure, &way, MoveKind::Charge)
            }
            Action::Shoot { weapon, target } => self.check_shot(figure, weapon, target),
            Action::Fight { weapon, target } => self.check_fight(figure, weapon, target),
            Action::Overwatch { weapon, payer, .. } => {
                self.check_weapon(figure, weapon)?;
                self.check_payer(figure, payer, self.setup.rules.overwatch_cost)
            }
            Action::CombatReady { payer, .. } => {
                if self.best_close_weapon(figure).is_none() {
                    return Err(Refusal::new("DP-ARM-05", "it has nothing to fight with"));
                }
                self.check_payer(figure, payer, self.setup.rules.combat_ready_cost)
            }
            Action::Suppress { group, centre, payer } => self.check_suppress(figure, group, centre, payer),
            Action::Look { base } => self.check_look(figure, base),
        }
    }

    /// Whether there is a way that leads somewhere.
    fn check_way(&self, figure: FigureId, way: &Way, kind: MoveKind) -> Result<(), Refusal> {
        let path = self.path(figure, way, self.allowance(figure, kind))?;
        if path.points.is_empty() { Err(Refusal::new("R-67", "that is no movement")) } else { Ok(()) }
    }

    /// Whether a model may look at a base (DP-PER-06).
    fn check_look(&self, model: FigureId, base: FigureId) -> Result<(), Refusal> {
        let enemy = side_of(model).other();
        let known = usize::from(base) < self.figures.len() && side_of(base) == enemy;
        if !known || !self.force(enemy).bases().contains(base) {
            return Err(Refusal::new("DP-PER-06", "that is no stealth base of the enemy"));
        }
        if self.perception_target(model, base, true).is_none() {
            return Err(Refusal::new("DP-PER-01", "it does not see that base, or has no Perception"));
        }
        Ok(())
    }

    /// Whether a model may take part in Suppressing Fire at a place, paid by a unit (DP-SUP-01, R-26).
    pub(super) fn may_suppress(&self, model: FigureId, centre: Aloft, payer: u8) -> bool {
        self.may_suppress_somewhere(model, payer) && self.sees_place(model, centre)
    }

    /// The same wherever it sees.
    pub(super) fn may_suppress_somewhere(&self, model: FigureId, payer: u8) -> bool {
        let due = self.activation.is_some_and(|now| now.to_act.contains(model));
        due && self.is_present(model)
            && self.bond(model) != Bond::Runs
            && !self.engaged(model)
            && self.usable_weapons(model).next().is_some()
            && self.check_payer(model, payer, self.setup.rules.suppress_cost).is_ok()
    }

    /// Whether some members may lay a template together (DP-SUP-01 to 04, R-26, R-109).
    fn check_suppress(&self, model: FigureId, group: FigureSet, centre: Aloft, payer: u8) -> Result<(), Refusal> {
        let side = self.active;
        let Some(activation) = self.activation else { return Err(Refusal::new("DP-SUP-01", "no unit is activated")) };
        if !self.unit(side, activation.unit).squad || group.len() < self.setup.rules.suppress_min_models {
            return Err(Refusal::new("DP-SUP-01", "it takes several members of a squad"));
        }
        let one = self.setup.rules.suppress_groups == SuppressGroups::One;
        if one && activation.suppressed_fire || self.force(side).templates.len() == MOST_TEMPLATES {
            return Err(Refusal::new("R-109", "the squad has laid its template"));
        }
        let on_board = self.is_surface(centre);
        let all = (group & !activation.to_act).is_empty() && group.contains(model);
        if !on_board || !all || !members(side, group).all(|one| self.may_suppress(one, centre, payer)) {
            return Err(Refusal::new("R-26", "not all of them can fire at that place, or be ordered to"));
        }
        Ok(())
    }

    /// Radius of a template of so many participants, inches (DP-SUP-03, R-25).
    #[must_use]
    pub fn template_radius(&self, participants: u32) -> f64 {
        let rules = &self.setup.rules;
        let sizes = [rules.suppress_size_2, rules.suppress_size_3, rules.suppress_size_4];
        let beyond = match rules.suppress_over_4 {
            SuppressOver4::Cap => 0,
            SuppressOver4::Extend => participants.saturating_sub(4),
        };
        let size = sizes[(participants.clamp(2, 4) - 2) as usize] + f64::from(beyond);
        0.5 * size
    }

    /// An action is declared; Suppressing Fire may answer it before it begins (DP-SUP-14, R-84).
    pub(super) fn declare_action<C: Observer<LogEntry>>(&mut self, figure: FigureId, action: Action, observer: &mut C) {
        observer.event(|| events::action(self, figure, &action));
        let exposed = match action {
            Action::None | Action::Move(_) | Action::Charge(_) => FigureSet::EMPTY,
            Action::Suppress { group, .. } => group,
            _ => bit(figure),
        };
        let steady = exposed & !self.force(self.active).suppressed;
        let activation = self.activation_mut();
        (activation.pending, activation.exposed, activation.answered) = (Some((figure, action)), exposed, 0);
        activation.steady = steady;
    }

    /// The templates and firers that may answer the declared action now.
    fn answers(&self, visit: &mut impl FnMut(Choice)) {
        let Some(activation) = &self.activation else { return };
        let (side, enemy) = (self.active, self.active.other());
        let Some(model) = members(side, activation.exposed & self.force(side).present).next() else { return };
        for (number, template) in self.force(enemy).templates.iter().enumerate() {
            let used = activation.answered >> number & 1 == 1 || self.is_spent_on(template, model);
            let at = self.figure(model).at;
            if used || template.participants.is_empty() || !self.template_touches(template, model, at) {
                continue;
            }
            for by in members(enemy, self.firers_of(enemy, template, model, at)) {
                visit(Choice::React { by, point: 0, template: Some(number as u8) });
            }
        }
    }

    /// Suppressing Fire at who acts, then the action itself.
    fn answer_or_perform<C: Observer<LogEntry>>(&mut self, observer: &mut C) -> Flow {
        let side = self.active;
        let Some((figure, action)) = self.activation_mut().pending else { return Flow::Go };
        let (participants, least) = match action {
            Action::Suppress { group, .. } => (group, self.setup.rules.suppress_min_models),
            _ => (bit(figure), 1),
        };
        let force = self.force(side);
        let stopped = participants & (force.suppressed & self.activation_mut().steady | !self.force(side).present);
        if !stopped.is_empty() {
            let left = participants & !stopped;
            return self.action_stopped(participants, if left.len() < least { FigureSet::EMPTY } else { left });
        }
        let mut any = false;
        self.answers(&mut |_| any = true);
        if any {
            return self.ask(Decision::Answer, side.other());
        }
        let activation = self.activation_mut();
        let next = members(side, activation.exposed).next();
        if let Some(model) = next {
            activation.exposed &= !bit(model);
            activation.answered = 0;
            return Flow::Go;
        }
        activation.pending = None;
        // what the bids have used up is no longer there.
        if self.check_action(figure, &action).is_ok() {
            self.perform(figure, action, observer);
        }
        Flow::Go
    }

    /// An action that Suppressing Fire has stopped before it began; what is left of a group goes on.
    fn action_stopped(&mut self, participants: FigureSet, left: FigureSet) -> Flow {
        let lost = self.setup.rules.suppressing_vs_action == SuppressingVsAction::ActionLost;
        let side = self.active;
        let activation = self.activation_mut();
        if lost {
            activation.to_act &= !(participants & !left);
        }
        match (&mut activation.pending, members(side, left).next()) {
            (Some((beginner, Action::Suppress { group, .. })), Some(first)) => {
                *group = left;
                if !left.contains(*beginner) {
                    *beginner = first;
                }
                activation.exposed &= left;
            }
            (pending, _) => {
                *pending = None;
                activation.exposed = FigureSet::EMPTY;
            }
        }
        Flow::Go
    }

    /// Shows the answers to the declared action.
    pub(super) fn visit_answers(&self, visit: &mut impl FnMut(Choice)) {
        visit(Choice::Pass);
        self.answers(visit);
    }

    /// Whether an answer may be given now.
    pub(super) fn check_answer(&self, choice: Choice) -> Result<(), Refusal> {
        let mut found = false;
        self.answers(&mut |other| found |= other == choice);
        if found { Ok(()) } else { Err(Refusal::new("DP-SUP-06", "that model cannot fire at who acts")) }
    }

    /// Suppressing Fire answers the declared action; or all templates let it be.
    pub(super) fn answer<C: Observer<LogEntry>>(&mut self, shot: Option<(FigureId, u8)>, observer: &mut C) {
        let (side, enemy) = (self.active, self.active.other());
        let Some(activation) = &mut self.activation else { return };
        let Some((by, number)) = shot else {
            activation.answered = u32::MAX;
            return;
        };
        activation.answered |= 1 << number;
        let Some(model) = members(side, activation.exposed).next() else { return };
        let template = &mut self.force_mut(enemy).templates[usize::from(number)];
        template.use_against(model);
        if let Stance::Suppressing { weapon } = self.figure(by).stance {
            self.begin_attack(by, model, weapon, AttackMode::Suppressing, observer);
        }
    }

    /// Carries out an action.
    fn perform<C: Observer<LogEntry>>(&mut self, figure: FigureId, action: Action, observer: &mut C) {
        self.spend_action(figure);
        match action {
            Action::None => self.end_actions(figure),
            Action::Move(way) => {
                if self.is_base(figure) {
                    self.activation_mut().base_acted = true;
                }
                self.make_move(figure, &way, MoveKind::Second, observer);
            }
            Action::Charge(way) => self.make_move(figure, &way, MoveKind::Charge, observer),
            Action::Shoot { weapon, target } => {
                self.begin_attack(figure, target, weapon, AttackMode::Aimed, observer);
            }
            Action::Fight { weapon, target } => {
                self.begin_attack(figure, target, weapon, AttackMode::Close, observer);
            }
            Action::Overwatch { weapon, facing, payer } => {
                self.pay(payer, self.setup.rules.overwatch_cost, observer);
                self.figure_mut(figure).stance = Stance::Overwatch { weapon, facing };
                observer.event(|| events::stance(self, figure));
                observer.rule_fired(rule::OVW_01);
            }
            Action::CombatReady { facing, payer } => {
                self.pay(payer, self.setup.rules.combat_ready_cost, observer);
                self.figure_mut(figure).stance = Stance::CombatReady { facing };
                observer.event(|| events::stance(self, figure));
                observer.rule_fired(rule::CBR_01);
            }
            Action::Suppress { group, centre, payer } => {
                self.lay_suppression(figure, group, centre, payer, observer);
            }
            Action::Look { base } => self.begin_check(figure, base, true, observer),
        }
    }

    /// A unit pays for an action.
    fn pay<C: Observer<LogEntry>>(&mut self, payer: u8, cost: u32, observer: &mut C) {
        let side = self.active;
        self.unit_mut(side, payer).points -= cost as u8;
        observer.event(|| events::paid(self, side, payer, cost));
    }

    /// Some members lay a template; those with a choice of weapons declare one (DP-SUP-01 to 04).
    fn lay_suppression<C: Observer<LogEntry>>(
        &mut self,
        beginner: FigureId,
        group: FigureSet,
        centre: Aloft,
        payer: u8,
        observer: &mut C,
    ) {
        let side = self.active;
        self.pay(payer, self.setup.rules.suppress_cost, observer);
        let mut to_declare = FigureSet::EMPTY;
        for model in members(side, group & !bit(beginner)) {
            self.spend_action(model);
        }
        for model in members(side, group) {
            let mut weapons = self.usable_weapons(model);
            let (first, more) = (weapons.next(), weapons.next().is_some());
            drop(weapons);
            if let Some(weapon) = first {
                self.figure_mut(model).stance = Stance::Suppressing { weapon };
            }
            if more {
                to_declare |= bit(model);
            }
        }
        let template = Template::new(centre, group);
        observer.event(|| events::laid(self, &template));
        observer.rule_fired(rule::SUP_01);
        self.force_mut(side).templates.push(template);
        let activation = self.activation_mut();
        (activation.suppressed_fire, activation.to_declare) = (true, to_declare);
    }

    /// The participant who declares its weapon next.
    fn declarer(&self) -> Option<FigureId> {
        members(self.active, self.activation?.to_declare).next()
    }

    /// Shows the weapons that the next participant may declare.
    pub(super) fn visit_declarations(&self, visit: &mut impl FnMut(Choice)) {
        if let Some(model) = self.declarer() {
            self.usable_weapons(model).for_each(|weapon| visit(Choice::Declare { model, weapon }));
        }
    }

    /// Whether a participant may declare this weapon now.
    pub(super) fn check_declaration(&self, model: FigureId, weapon: u8) -> Result<(), Refusal> {
        if self.declarer() != Some(model) {
            return Err(Refusal::new("DP-OVW-14", "it has no weapon to declare now"));
        }
        self.check_weapon(model, weapon).map(drop)
    }

    /// A participant declares its weapon.
    pub(super) fn declare_weapon(&mut self, model: FigureId, weapon: u8) {
        self.figure_mut(model).stance = Stance::Suppressing { weapon };
        let activation = self.activation_mut();
        activation.to_declare &= !bit(model);
    }

    /// Shows actions of the models that have still to act.
    pub(super) fn visit_actions(&self, visit: &mut impl FnMut(Choice)) {
        let Some(activation) = self.activation else { return };
        for model in members(self.active, self.living(self.active, activation.unit)) {
            if self.may_reveal_to_act(model) {
                visit(Choice::Reveal(model));
            }
        }
        for figure in members(self.active, activation.to_act) {
            self.visit_actions_of(figure, &mut |action| {
                if self.check_action(figure, &action).is_ok() {
                    visit(Choice::Act { model: figure, action });
                }
            });
        }
    }

    /// Shows actions of a figure, lawful or not.
    pub(super) fn visit_actions_of(&self, figure: FigureId, visit: &mut impl FnMut(Action)) {
        let enemy = side_of(figure).other();
        if self.must_run(figure) {
            self.visit_runs(figure, self.allowance(figure, MoveKind::Second), &mut |choice| {
                if let Choice::Move { way, .. } = choice {
                    visit(Action::Move(way));
                }
            });
            return;
        }
        visit(Action::None);
        self.visit_ways(figure, self.allowance(figure, MoveKind::Second), &mut |way| visit(Action::Move(way)));
        if self.is_base(figure) {
            return;
        }
        let side = side_of(figure);
        let charge = self.allowance(figure, MoveKind::Charge);
        let rules = &self.setup.rules;
        let payers = |cost: u32| {
            let able = self.payers(figure, cost);
            (0..MOST_UNITS as u8).filter(move |unit| able >> unit & 1 == 1)
        };
        for target in members(enemy, self.force(enemy).shown()) {
            self.usable_weapons(figure).for_each(|weapon| visit(Action::Shoot { weapon, target }));
            if self.touches(self.stand(figure), self.stand(target)) {
                let close = self.weapons(figure).filter(|(_, weapon)| weapon.kind == WeaponKind::Close);
                close.for_each(|(weapon, _)| visit(Action::Fight { weapon, target }));
            } else if self.distance(figure, target) <= charge {
                self.visit_contact(figure, target, charge, &mut |at| visit(Action::Charge(Way::straight(at))));
            }
        }
        members(enemy, self.force(enemy).bases()).for_each(|base| visit(Action::Look { base }));
        for step in 0..DIRECTIONS {
            let facing = Facing::from_degrees(360.0 * f64::from(step) / f64::from(DIRECTIONS));
            for payer in payers(rules.overwatch_cost) {
                self.usable_weapons(figure).for_each(|weapon| visit(Action::Overwatch { weapon, facing, payer }));
            }
            payers(rules.combat_ready_cost).for_each(|payer| visit(Action::CombatReady { facing, payer }));
        }
        if self.unit_of(figure).squad {
            for target in members(enemy, self.force(enemy).present) {
                let centre = self.centre_on(target);
                for payer in payers(rules.suppress_cost) {
                    let to_act = self.activation.map_or(FigureSet::EMPTY, |now| now.to_act);
                    let group =
                        members(side, to_act).filter(|model| self.may_suppress(*model, centre, payer)).collect();
                    visit(Action::Suppress { group, centre, payer });
                }
            }
        }
    }

    /// Shows ways of a figure: in all directions, by the whole and the half of a budget, and into contact with enemies.
    pub(super) fn visit_ways(&self, figure: FigureId, budget: f64, visit: &mut impl FnMut(Way)) {
        let at = self.figure(figure).at;
        for step in 0..DIRECTIONS {
            let ahead = Facing::from_degrees(360.0 * f64::from(step) / f64::from(DIRECTIONS)).ahead();
            for share in [1.0, 0.5] {
                let point = at.point + ahead * (budget * share);
                visit(Way::straight(Spot { point, level: at.level }));
            }
        }
        if !self.is_base(figure) {
            let enemy = side_of(figure).other();
            for target in members(enemy, self.force(enemy).shown()) {
                if self.distance(figure, target) <= budget && !self.touches(self.stand(figure), self.stand(target)) {
                    self.visit_contact(figure, target, budget, &mut |at| visit(Way::straight(at)));
                }
            }
        }
    }
}

/// Some figures, in order.
type FigureList = arrayvec::ArrayVec<FigureId, { super::state::MOST_FIGURES }>;
