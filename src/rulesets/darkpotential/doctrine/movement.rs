//! Whose turn it is: the order of units, step 3 and step 4.

use super::super::choices::{Choice, Way};
use super::super::movement::MoveKind;
use super::super::state::{Battle, FigureId, members, side_of};
use super::ScriptedPlayer;
use crate::dice::SeededDice;
use crate::tabletop::plane::{Facing, Spot, Turn};

impl ScriptedPlayer {
    /// The next unit.
    pub(super) fn activate(&mut self, battle: &Battle<'_>) -> Choice {
        Choice::Activate(battle.to_activate().trailing_zeros() as u8)
    }

    /// Step 3.
    pub(super) fn manoeuvre(&mut self, _: &Battle<'_>) -> Choice {
        Choice::Pass
    }

    /// Step 4: the next figure, and where it goes.
    pub(super) fn make_move(&mut self, battle: &Battle<'_>, _: &mut SeededDice) -> Choice {
        let Some(activation) = battle.activation else { return Choice::Pass };
        let Some(figure) = members(battle.active, activation.to_move).next() else { return Choice::Pass };
        let budget = battle.allowance(figure, MoveKind::Move);
        if battle.must_run(figure) {
            return run(battle, figure, budget).map_or(Choice::Pass, |way| Choice::Move { figure, way });
        }
        self.way_on(battle, figure, budget).map_or(Choice::Stay(figure), |way| Choice::Move { figure, way })
    }

    /// A movement that was interrupted goes on as it was.
    pub(super) fn replan(&mut self, battle: &Battle<'_>) -> Choice {
        let Some(movement) = battle.movement() else { return Choice::Pass };
        let figure = movement.figure;
        let end = movement.points.last().map_or(movement.from, |point| point.at);
        let way = Way::straight(end);
        if battle.check_replan(figure, &way).is_ok() { Choice::Move { figure, way } } else { Choice::Stay(figure) }
    }

    /// A way towards the nearest enemy, to the preferred range.
    pub(super) fn way_on(&self, battle: &Battle<'_>, figure: FigureId, budget: f64) -> Option<Way> {
        let from = battle.figure(figure).at;
        let enemy = side_of(figure).other();
        let foes = members(enemy, battle.force(enemy).present);
        let near = |foe: &FigureId| battle.distance(figure, *foe);
        let foe = foes.min_by(|one, other| near(one).total_cmp(&near(other)))?;
        let wanted = if battle.profile(figure).ranged.is_some() { self.weights.preferred_range } else { 0.0 };
        let step = (near(&foe) - wanted).min(budget);
        if step < 0.5 {
            return None;
        }
        let ahead = Facing::along(battle.figure(foe).at.point - from.point)?;
        [0.0, 30.0, -30.0, 60.0, -60.0].into_iter().find_map(|degrees: f64| {
            let way = ahead.turned(Turn::clockwise(degrees.to_radians())).ahead();
            let to = Spot { point: from.point + way * (step - 0.1), level: from.level };
            let way = Way::straight(to);
            battle.path(figure, &way, budget).is_ok().then_some(way)
        })
    }
}

/// A run for cover, if there is any.
pub(super) fn run(battle: &Battle<'_>, figure: FigureId, budget: f64) -> Option<Way> {
    let mut found = None;
    battle.visit_runs(figure, budget, &mut |choice| {
        if let Choice::Move { way, .. } = choice {
            found = found.or(Some(way));
        }
    });
    found
}
