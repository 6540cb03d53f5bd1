//! Choices by lot: a family of choices first, then one of it, so that nobody has to list all that a Force might do.
//!
//! What is drawn is checked, and drawn again when it is not legal. After [`TRIES`] the lot is among all choices that are
//! shown.

use super::choices::{Attack, Choice};
use super::state::{Battle, Decision, Formation, UnitSet, members};
use super::terrain::Kind;
use crate::dice::{Dice, SeededDice};
use crate::game::Game;

/// How often a choice is drawn before all are listed.
const TRIES: u32 = 32;

/// One time in so many a side goes no further in the phase, whatever it might still do.
const STOPS: u32 = 48;

/// Draws one of what it is shown, each equally likely, without knowing how many there will be.
struct Reservoir<'d, T> {
    chance: &'d mut SeededDice,
    shown: u32,
    drawn: Option<T>,
}

impl<'d, T> Reservoir<'d, T> {
    fn new(chance: &'d mut SeededDice) -> Self {
        Self { chance, shown: 0, drawn: None }
    }

    fn show(&mut self, one: T) {
        self.shown += 1;
        if self.chance.pick(self.shown) == 0 {
            self.drawn = Some(one);
        }
    }
}

/// One of what `visit_all` shows.
fn one_of<T>(chance: &mut SeededDice, visit_all: impl FnOnce(&mut dyn FnMut(T))) -> Option<T> {
    let mut lot = Reservoir::new(chance);
    visit_all(&mut |one| lot.show(one));
    lot.drawn
}

impl Battle<'_> {
    /// A legal choice by lot, every kind of which may come.
    pub(super) fn draw_choice(&self, chance: &mut SeededDice) -> Choice {
        let many = matches!(self.decision, Decision::Feature | Decision::Deploy | Decision::Shoot)
            || (self.decision == Decision::Move && self.command.left > 0);
        for _ in 0..if many { TRIES } else { 0 } {
            let drawn = match self.decision {
                Decision::Feature => self.draw_feature(chance),
                Decision::Deploy => self.draw_deployment(chance),
                Decision::Shoot => Some(self.draw_shot(chance)),
                _ => self.draw_move(chance),
            };
            if let Some(choice) = drawn.filter(|choice| self.check(*choice).is_ok()) {
                return choice;
            }
        }
        one_of(chance, |mut show| self.choices(&mut show)).expect("there is always something to choose")
    }

    /// A feature of any kind and size on any place of the grid.
    fn draw_feature(&self, chance: &mut SeededDice) -> Option<Choice> {
        if chance.pick(STOPS) == 0 {
            return Some(Choice::NoFeature);
        }
        let (_, kind) = Kind::CHOICES[chance.pick(Kind::CHOICES.len() as u32) as usize];
        let sizes = kind.sizes();
        let across = sizes[chance.pick(sizes.len() as u32) as usize];
        let at = self.feature_place(|places| chance.pick(places))?;
        Some(Choice::Feature { kind, at, across })
    }

    /// An Element of those to be deployed, on any place, in reserve or aboard.
    fn draw_deployment(&self, chance: &mut SeededDice) -> Option<Choice> {
        let side = self.decider;
        let element = one_of(chance, |show| self.to_deploy(side).for_each(show))?;
        match chance.pick(12) {
            0 => Some(Choice::Reserve { element }),
            1 => {
                let apcs = self.on_the_table(side).filter(|apc| self.profile(*apc).carries);
                one_of(chance, |show| apcs.for_each(show)).map(|apc| Choice::Mount { element, apc })
            }
            _ => {
                let pose = self.grid_place(element, |places| chance.pick(places));
                Some(Choice::Deploy { element, pose })
            }
        }
    }

    /// Something that any Element may do in the Movement phase.
    fn draw_move(&self, chance: &mut SeededDice) -> Option<Choice> {
        let (side, force) = (self.active, self.force(self.active));
        if chance.pick(STOPS) == 0 {
            return Some(Choice::EndMovement);
        }
        let (movers, apcs) = (self.last_move.movers & force.table, self.last_move.apcs & force.table);
        if !movers.is_empty() && !apcs.is_empty() && chance.pick(2) == 0 {
            let element = one_of(chance, |show| members(side, movers).for_each(show))?;
            let apc = one_of(chance, |show| members(side, apcs).for_each(show))?;
            return Some(Choice::Board { element, apc });
        }
        let called = self.command.called;
        let waiting = if self.check_call().is_ok() { force.reserve } else { UnitSet::EMPTY };
        let standing = if called { UnitSet::EMPTY } else { force.table };
        let able = standing | waiting | (force.aboard & force.aboard_since);
        let element = one_of(chance, |show| members(side, able).for_each(show))?;
        if force.aboard.contains(element) {
            let apc = self.element(element).carrier;
            let pose = one_of(chance, |mut show| self.visit_beside(element, apc, &mut show))?;
            return Some(Choice::Disembark { element, pose });
        }
        if force.reserve.contains(element) {
            return one_of(chance, |mut show| self.visit_entries(element, &mut show));
        }
        if self.check_check(element).is_ok() {
            return Some(Choice::Check { element });
        }
        if chance.pick(2) == 0 {
            let group: Formation = one_of(chance, |mut show| self.visit_groups(element, &mut show))?;
            if !force.partial.contains(element) {
                return one_of(chance, |mut show| self.sketch_marches(&group, &mut show));
            }
        }
        if force.partial.contains(element) {
            return one_of(chance, |mut show| self.visit_leaving(element, &mut show));
        }
        let sketch = one_of(chance, |mut show| self.sketch_tactical(element, &mut show))?;
        let (path, meeting, join) = self.draw(element, sketch);
        Some(Choice::Move { element, path, meeting, join })
    }

    /// A shot of any able Element at the first enemy or building that can be shot at, counted from any of them on.
    fn draw_shot(&self, chance: &mut SeededDice) -> Choice {
        let (side, force) = (self.active, self.force(self.active));
        let stop = chance.pick(STOPS) == 0;
        let unsteady = members(side, force.table & force.unsteady());
        if !stop && chance.pick(4) == 0 {
            let able = unsteady.filter(|one| self.check_shooter(*one).is_ok() && self.check_check(*one).is_ok());
            if let Some(element) = one_of(chance, |show| able.for_each(show)) {
                return Choice::Check { element };
            }
        }
        let mut count = 0;
        self.targets(|_| count += 1);
        if stop || count == 0 {
            return Choice::EndRanged;
        }
        let from = chance.pick(count);
        let nth = |wanted: u32| {
            let (mut at, mut found) = (0, None);
            self.targets(|target| {
                if at == wanted {
                    found = Some(target);
                }
                at += 1;
            });
            found
        };
        for target in (0..count).filter_map(|step| nth((from + step) % count)) {
            let shooters = self.shooters_at(target);
            let Some(attacker) = one_of(chance, |show| members(side, shooters).for_each(show)) else { continue };
            let attack = Attack::new(attacker, target);
            if chance.pick(2) == 0 {
                return Choice::Fire(attack);
            }
            let mates = members(side, self.fire_supporters(attacker, shooters)).take(self.most_supporters());
            return Choice::Fire(mates.fold(attack, Attack::with));
        }
        Choice::EndRanged
    }
}
