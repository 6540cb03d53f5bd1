//! Choices by lot: quicker than to list all that a side might do, and not bound to what is shown.
//!
//! What is drawn is checked, and drawn again when it is not lawful; after [`TRIES`] the lot is among all choices that are shown.

use super::activation::Activation;
use super::choices::{Choice, Decision};
use super::fire_lines::Mode;
use super::state::{Battle, members};
use crate::dice::{Dice, SeededDice};
use crate::game::Game;
use crate::tabletop::plane::{Facing, Outline, Point, Vector};

/// How often a choice is drawn before all are listed.
const TRIES: u32 = 12;

/// A number from 0 to 1.
fn share(chance: &mut SeededDice) -> f64 {
    f64::from(chance.pick(1 << 16)) / f64::from((1u32 << 16) - 1)
}

/// A place within so many inches of another.
fn around(centre: Point, inches: f64, chance: &mut SeededDice) -> Point {
    let way = Facing::from_degrees(f64::from(chance.pick(360))).ahead();
    super::field::rounded(centre + way * (inches * share(chance).sqrt()))
}

/// One of what is shown, or none where nothing is.
fn one_of<V: Fn(&mut dyn FnMut(Choice))>(show: V, chance: &mut SeededDice) -> Option<Choice> {
    let mut count = 0;
    show(&mut |_| count += 1);
    let (mut left, mut drawn) = (chance.pick(count.max(1)), None);
    show(&mut |choice| {
        if left == 0 && drawn.is_none() {
            drawn = Some(choice);
        }
        left = left.saturating_sub(1);
    });
    drawn
}

impl Battle<'_> {
    /// A lawful choice by lot where there are too many to list; none where they are listed, or where none is found.
    pub(super) fn draw_choice(&self, chance: &mut SeededDice) -> Option<Choice> {
        for _ in 0..TRIES {
            let drawn = match self.decision {
                Decision::Act => self.draw_act(chance),
                Decision::Squad => self.draw_deployment(chance),
                Decision::Arrive => self.draw_arrival(chance),
                Decision::Consolidate => self.draw_consolidation(chance),
                _ => return None,
            };
            if let Some(choice) = drawn.filter(|choice| self.check(*choice).is_ok()) {
                return Some(choice);
            }
        }
        (self.decision == Decision::Act).then_some(Choice::Pass)
    }

    /// A move somewhere, a fire action, or none.
    fn draw_act(&self, chance: &mut SeededDice) -> Option<Choice> {
        let Activation { team, mode, fired, moved } = self.activation?;
        let mode = mode?;
        if self.is_aboard(team) {
            let hull = self.stand(team);
            return Some(Choice::Disembark { at: around(hull.at(), 6.0 + hull.form.reach(), chance) });
        }
        if mode == Mode::Charge {
            return self.draw_charge(chance);
        }
        match chance.pick(8) {
            0 => Some(Choice::Pass),
            1..=3 if !fired => one_of(|mut visit| self.visit_fire(team, mode, &mut visit), chance),
            _ if !moved => {
                let to = around(self.team(team).at, self.reach(team, mode), chance);
                Some(Choice::Move { to, heading: chance.pick(360) as u16 })
            }
            _ => None,
        }
    }

    /// One of the enemies that the Team may charge.
    fn draw_charge(&self, chance: &mut SeededDice) -> Option<Choice> {
        one_of(|mut visit| self.visit_charges(&mut visit), chance)
    }

    /// A place anywhere for one of the Teams that arrive.
    fn draw_arrival(&self, chance: &mut SeededDice) -> Option<Choice> {
        let troop = self.troop?;
        let coming = troop.left & self.reserves(troop.side);
        let team = members(troop.side, coming).nth(chance.pick(coming.len().max(1)) as usize)?;
        let table = self.setup.field.table();
        let [x, y] = [share(chance), share(chance)];
        let span = table.max - table.min;
        Some(Choice::Arrive { team, at: table.min + Vector::new(span.x * x, span.y * y) })
    }

    /// A place for a Team that has won its melee.
    fn draw_consolidation(&self, chance: &mut SeededDice) -> Option<Choice> {
        let (team, inches) = self.fight?.victor?;
        let to = around(self.team(team).at, inches.into(), chance);
        Some(Choice::Consolidate { to, heading: chance.pick(360) as u16 })
    }

    /// A place for one of the Teams that come on, or the turn of one that is on the table.
    fn draw_deployment(&self, chance: &mut SeededDice) -> Option<Choice> {
        let troop = self.troop?;
        let force = self.force(troop.side);
        let team = members(troop.side, troop.left).nth(chance.pick(troop.left.len().max(1)) as usize)?;
        if !force.waiting.contains(team) {
            return Some(Choice::Activate(team));
        }
        let carrier = if self.is_officer(team) {
            members(troop.side, force.present & force.came_on).find(|other| self.profile(*other).capacity > 0)
        } else {
            Some(troop.carrier).filter(|carrier| *carrier != super::state::NOBODY)
        };
        if let Some(transport) = carrier.filter(|_| chance.pick(2) == 0) {
            return Some(Choice::Board { team, transport });
        }
        let point = chance.pick((force.points.len() as u32).max(1)) as u8;
        let centre = force.points.get(usize::from(point))?.at;
        let at = around(centre, self.deploy_reach(team), chance);
        Some(Choice::Place { team, point, at, heading: chance.pick(360) as u16 })
    }
}
