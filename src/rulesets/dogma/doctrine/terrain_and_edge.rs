//! Before anybody is deployed: terrain (D-02) and the edge (D-03).

use super::ScriptedPlayer;
use crate::dice::{Dice, SeededDice};
use crate::game::Game;
use crate::rulesets::dogma::choices::Choice;
use crate::rulesets::dogma::doctrine_book::Taste;
use crate::rulesets::dogma::state::Battle;
use crate::rulesets::dogma::terrain::{Kind, TRIES};
use crate::tabletop::plane::Point;

/// Steps in which places and sizes are drawn.
const STEPS: u32 = 1000;

/// Where on the table a feature goes.
#[derive(Clone, Copy, Debug)]
enum Part {
    Anywhere,
    Middle,
    Flank,
    Rim,
}

impl ScriptedPlayer {
    /// Places a feature by taste: kind, part of the table and size are drawn until one is legal.
    pub(super) fn place_feature(&self, battle: &Battle<'_>, chance: &mut SeededDice) -> Choice {
        for _ in 0..TRIES {
            let (kind, part, from, to) = taste(self.weights.terrain, chance);
            let across = draw(chance, from, to);
            let at = place(battle, part, chance);
            let choice = Choice::Feature { kind, at, across };
            if battle.check(choice).is_ok() {
                return choice;
            }
        }
        Choice::NoFeature
    }

    /// Any edge will do: features are placed by both, and no doctrine lives by one side of the table.
    pub(super) fn pick_edge(&self, battle: &Battle<'_>, chance: &mut SeededDice) -> Choice {
        let mut count = 0;
        battle.choices(&mut |_| count += 1);
        let mut left = chance.pick(count);
        let mut picked = Choice::Roll;
        battle.choices(&mut |choice| {
            if left == 0 && picked == Choice::Roll {
                picked = choice;
            }
            left = left.saturating_sub(1);
        });
        picked
    }
}

/// A kind of feature, where it goes, and between which widths, inches.
fn taste(taste: Taste, chance: &mut SeededDice) -> (Kind, Part, f64, f64) {
    let die = chance.d6();
    match taste {
        Taste::Mixed => match die {
            1..=3 => (Kind::Cover, Part::Anywhere, 3.0, 6.0),
            4 => (Kind::Hill, Part::Anywhere, 3.0, 6.0),
            5 => (Kind::Impassable, Part::Anywhere, 3.0, 4.0),
            _ => (Kind::DeepWater, Part::Anywhere, 3.0, 4.0),
        },
        Taste::Open if die > 2 => (Kind::DeepWater, Part::Flank, 3.0, 4.0),
        Taste::Open => (Kind::Cover, Part::Rim, 3.0, 4.0),
        Taste::BlockedFlank => (Kind::Impassable, Part::Flank, 4.0, 6.0),
        Taste::BlockedCentre if die > 3 => (Kind::Impassable, Part::Middle, 3.0, 5.0),
        Taste::BlockedCentre => (Kind::Hill, Part::Middle, 5.0, 6.0),
        Taste::Hills => (Kind::Hill, Part::Anywhere, 4.0, 6.0),
        Taste::CoveredCentre => (Kind::Cover, Part::Middle, 4.0, 6.0),
        Taste::CoveredEdges => (Kind::Cover, Part::Rim, 4.0, 6.0),
        Taste::Blocked if die > 4 => (Kind::Building(die - 3), Part::Anywhere, 2.0, 4.0),
        Taste::Blocked => (Kind::Impassable, Part::Anywhere, 4.0, 6.0),
    }
}

fn draw(chance: &mut SeededDice, from: f64, to: f64) -> f64 {
    from + (to - from) * f64::from(chance.pick(STEPS)) / f64::from(STEPS - 1)
}

/// A place in a part of the table; which edges are whose is not known yet.
fn place(battle: &Battle<'_>, part: Part, chance: &mut SeededDice) -> Point {
    let (width, depth) = (battle.setup.size.width, battle.setup.size.depth);
    let (x, y) = (draw(chance, 0.0, 1.0), draw(chance, 0.0, 1.0));
    let mut to_the_rim = |share: f64, reach: f64| {
        let near = reach * share;
        if chance.pick(2) == 0 { near } else { 1.0 - near }
    };
    let (x, y) = match part {
        Part::Anywhere => (x, y),
        Part::Middle => (0.3 + 0.4 * x, 0.3 + 0.4 * y),
        Part::Flank => (to_the_rim(x, 0.25), 0.25 + 0.5 * y),
        Part::Rim if y < 0.5 => (to_the_rim(x, 0.25), 2.0 * y),
        Part::Rim => (x, to_the_rim(2.0 * y - 1.0, 0.25)),
    };
    Point::new(width * x, depth * y)
}
