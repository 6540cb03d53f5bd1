//! What comes after the removals of an attack: new squad leaders, Leadership of those hit and of those who saw a friend die,
//! weapons taken over.

use super::attack_step::Stage;
use super::choices::Decision;
use super::events::{self, LogEntry};
use super::ledger::rule;
use super::roll::RollKind;
use super::rules::SuppressingScope;
use super::state::{Battle, FigureId, FigureSet, NOBODY, bit, members, place_of, side_of};
use super::turn::Flow;
use crate::game::{Observer, Side};

impl Battle<'_> {
    /// Friends within reach who see a place where somebody died owe a test for each (DP-LDR-03, R-55); those in stealth do not
    /// (DP-STL-18).
    pub(super) fn call_witnesses(&mut self, side: Side, dead: FigureSet) {
        let range = self.setup.rules.witness_range;
        for model in members(side, self.force(side).shown()) {
            let sees = |dead: &FigureId| self.distance(model, *dead) <= range && self.sees(model, *dead);
            let seen = members(side, dead).filter(sees).count();
            self.attack_mut().witness_tests[side.index()][place_of(model)] = seen as u8;
        }
    }

    /// Squads whose leader died get another (DP-SQD-02).
    pub(super) fn name_leaders<C: Observer<LogEntry>>(&mut self, observer: &mut C) -> Flow {
        for side in self.attack_mut().sides() {
            if let Some(unit) = self.leaderless(side) {
                let living = self.living(side, unit);
                if living.len() > 1 {
                    return self.ask(Decision::Leader, side);
                }
                let only = members(side, living).next().expect("a squad without a leader has members");
                self.name_leader(only, observer);
                return Flow::Go;
            }
        }
        self.go_to(Stage::Leadership)
    }

    /// The next Leadership roll: of those hit, then of those who saw a friend die; the side of the target first, in its
    /// owner's order.
    pub(super) fn next_leadership_roll(&mut self) -> Flow {
        if let Some((side, due)) = self.leadership_due() {
            let points = (0..self.force(side).units).any(|unit| self.unit(side, unit).points > 0);
            if due.len() > 1 && points {
                return self.ask(Decision::Next, side);
            }
            let next = members(side, due).next().expect("somebody is left");
            self.roll_leadership(next);
            return Flow::Go;
        }
        self.go_to(Stage::PickUp)
    }

    /// Who has to test now (DP-LDR-02, DP-LDR-03, DP-LDR-05).
    pub(super) fn leadership_due(&self) -> Option<(Side, FigureSet)> {
        let attack = self.attack.as_ref()?;
        let able = |side: Side| self.force(side).shown() & !self.force(side).failed;
        let hit = |side: Side| (side, attack.hit_tests[side.index()] & able(side));
        let saw = |side: Side| (side, attack.witnesses(side) & able(side));
        let [one, other] = attack.sides();
        [hit(one), hit(other), saw(one), saw(other)].into_iter().find(|(_, due)| !due.is_empty())
    }

    /// Begins the Leadership roll of a model (DP-LDR-04, DP-SHT-13, R-31).
    pub(super) fn roll_leadership(&mut self, tester: FigureId) {
        let (side, place) = (side_of(tester).index(), place_of(tester));
        let attack = self.attack_mut();
        let was_hit = attack.hit_tests[side].contains(tester);
        if was_hit {
            attack.hit_tests[side] &= !bit(tester);
        } else {
            attack.witness_tests[side][place] -= 1;
        }
        attack.rolling = tester;
        let weapon = attack.weapon;
        let caused = was_hit || self.setup.rules.suppressing_scope == SuppressingScope::AllCaused;
        let modifier = if caused { self.weapon(weapon).leadership_modifier } else { 0 };
        let target = self.target_of(tester).leadership + modifier;
        self.begin_test(RollKind::Leadership, tester, NOBODY, target);
    }

    /// The next weapon that may be taken over (DP-SQD-07 to DP-SQD-11).
    pub(super) fn next_pick_up(&mut self) -> Flow {
        for side in self.attack_mut().sides() {
            for dead in members(side, self.attack_mut().dropped[side.index()]) {
                if self.takers(dead).is_empty() {
                    let attack = self.attack_mut();
                    attack.dropped[side.index()] &= !bit(dead);
                } else {
                    self.attack_mut().rolling = dead;
                    return self.ask(Decision::PickUp, side);
                }
            }
        }
        self.go_to(Stage::Done)
    }

    /// The dead carrier whose weapons are asked about.
    pub(super) fn carrier(&self) -> Option<FigureId> {
        self.attack.as_ref().filter(|attack| attack.stage == Stage::PickUp).map(|attack| attack.rolling)
    }

    /// Who may take over the weapons of a dead carrier (DP-SQD-07).
    #[must_use]
    pub fn takers(&self, dead: FigureId) -> FigureSet {
        let side = side_of(dead);
        let range = self.setup.rules.pickup_range;
        let living = self.living(side, self.figure(dead).unit);
        members(side, living).filter(|model| self.distance(*model, dead) <= range).collect()
    }

    /// A squad mate takes over the weapons of the dead carrier that is asked about, or nobody does.
    pub(super) fn pick_up<C: Observer<LogEntry>>(&mut self, taker: Option<FigureId>, observer: &mut C) {
        let dead = self.attack_mut().rolling;
        let side = side_of(dead).index();
        let attack = self.attack_mut();
        attack.dropped[side] &= !bit(dead);
        let Some(taker) = taker else { return };
        let specials = self.figure(dead).specials;
        self.end_stance(taker);
        if let Some(at) = self.place_of_the_dead(dead, taker) {
            self.figure_mut(taker).at = at;
        }
        let figure = self.figure_mut(taker);
        figure.weapons |= specials;
        figure.specials |= specials;
        observer.event(|| events::picked_up(self, taker, dead));
        observer.rule_fired(rule::SQD_07);
    }

    /// The target number of a Leadership roll without any modifier.
    #[must_use]
    pub fn leadership(&self, model: FigureId) -> i32 {
        self.target_of(model).leadership
    }
}
