//! The Patrol Phase: how many markers, where they start, which of them moves where.

use super::setup::Ground;
use super::{Pick, Script};
use crate::dice::SeededDice;
use crate::game::Side;
use crate::rulesets::chainsword::choices::Choice;
use crate::rulesets::chainsword::codex::Scenario;
use crate::rulesets::chainsword::doctrine_book::PatrolRule;
use crate::rulesets::chainsword::patrol::phase::{Marker, PatrolPhase};
use crate::rulesets::chainsword::patrol::{REACH, edges};
use crate::rulesets::chainsword::setup_step::SetUpChoice;
use crate::rulesets::chainsword::state::Battle;
use crate::tabletop::plane::Point;

/// Centres of four markers that nobody passes: 14.5 inches apart, so that their edges are 12 apart.
const LINE: [f64; 4] = [14.25, 28.75, 43.25, 57.75];

/// Inches from his edge at which the defender of The Probe keeps his markers until he locks a runner.
const PROBED: f64 = 12.0;

/// Least gain of a move, in inches, for which no side passes.
const GAIN: f64 = 0.5;

/// Inches between markers along the edge beyond which spreading gains nothing, and what an inch of it is worth.
const SPREAD: (f64, f64) = (13.0, 0.35);

/// What it costs to send the last marker forward that could stand behind cover.
const REAR: f64 = 5.0;

/// Where the defender of The Probe starts his markers along the edge, in two pairs: nobody gets past them by a flank or between.
const PAIRS: [f64; 4] = [11.0, 25.5, 46.5, 61.0];

/// What it is worth to the defender of The Probe to lock an enemy marker for each inch that it is from its own edge, and what an
/// inch of the way there costs him.
const RUNNER: (f64, f64) = (0.5, 0.2);

/// Inches from the own edge within which a marker is in the rear.
const REAR_DEPTH: f64 = 11.0;

impl Script {
    /// Four markers, to spread points wide; three where they are to lock early.
    pub(super) fn marker_count(&self, _: &Battle<'_>) -> Option<Choice> {
        let count = if self.weights.patrol == PatrolRule::Early { 3 } else { 4 };
        Some(Choice::SetUp(SetUpChoice::Markers(count)))
    }

    /// Where the next marker starts: by plan, else as near to it as is offered.
    pub(super) fn place_marker(&self, battle: &Battle<'_>, chance: &mut SeededDice) -> Option<Choice> {
        let side = battle.decider;
        let wanted = self.planned(battle, side);
        let exact = Choice::SetUp(SetUpChoice::Marker(wanted));
        if self.allows(battle, exact) {
            return Some(exact);
        }
        let mut pick = Pick::new();
        battle.visit_set_up(&mut |choice| {
            if let SetUpChoice::Marker(at) = choice {
                pick.take(-at.distance(wanted), Choice::SetUp(choice), chance);
            }
        });
        pick.best()
    }

    /// Where the plan has the next marker of a side.
    fn planned(&self, battle: &Battle<'_>, side: Side) -> Point {
        let markers = battle.set_up.patrol.of(side);
        let (next, layout) = (markers.len(), battle.layout());
        let (x, table) = (LINE[next % LINE.len()], layout.table());
        let focus = layout.objective;
        match (layout.scenario, side) {
            (Scenario::Probe, Side::B) => Point::new(PAIRS[next % PAIRS.len()], table.max.y - PROBED),
            (Scenario::AttackAndDefend, Side::B) => {
                let depth = if self.weights.patrol == PatrolRule::Early { 12.0 } else { 18.0 };
                Point::new(x, table.max.y - depth)
            }
            (Scenario::DelayingAction, Side::B) => Point::new(table.max.x - 12.0, [12.0, 24.0, 36.0][next % 3]),
            (Scenario::FlankAttack, Side::B) => Point::new([42.0, 54.0, 66.0][next % 3], [30.0, 28.0, 34.0][next % 3]),
            (Scenario::AttackOnAnObjective, Side::B) => {
                let [across, along] = [[-5.0, 5.0, 0.0, 0.0], [-3.0, -3.0, -6.0, 0.0]].map(|off| off[next % 4]);
                Point::new(focus.x + across, focus.y + along)
            }
            // Up the flank that is farther from the enemy's markers.
            (Scenario::Probe, Side::A) => {
                let room = |x: f64| {
                    let foes = battle.set_up.patrol.of(Side::B).iter();
                    foes.map(|foe| (foe.at.x - x).abs()).fold(f64::INFINITY, f64::min)
                };
                let [west, east] = [table.min.x + 1.0, table.max.x - 1.0];
                Point::new(if room(west) > room(east) { west } else { east }, table.min.y)
            }
            (Scenario::DelayingAction, Side::A) => Point::new(table.min.x, table.middle().y),
            (Scenario::FlankAttack, Side::A) if next < 3 => Point::new([40.0, 54.0, 68.0][next], table.min.y),
            (Scenario::FlankAttack, Side::A) => Point::new(table.min.x, [44.0, 32.0, 20.0][next % 3]),
            (Scenario::AttackOnAnObjective, Side::A) => {
                let from = (focus.x - 21.75).clamp(table.min.x + 1.0, table.max.x - 44.5);
                Point::new(from + 14.5 * next as f64, table.min.y)
            }
            _ => Point::new(x, table.min.y),
        }
    }

    /// Which marker moves, and where to; a pass where nothing gains ground.
    pub(super) fn move_marker(&self, battle: &Battle<'_>, chance: &mut SeededDice) -> Option<Choice> {
        let side = battle.decider;
        let (phase, ground) = (&battle.set_up.patrol, Ground::of(battle, side));
        let (rules, numbers) = (&battle.setup.rules, &battle.setup.codex.numbers);
        let target = self.target(battle, &ground);
        let mut pick = Pick::new();
        for (marker, to, stop) in phase.stops(rules, numbers) {
            let own = phase.of(side)[usize::from(marker)];
            let gain = worth_at(phase, side, &ground, marker, target, stop.at)
                - worth_at(phase, side, &ground, marker, target, own.at);
            let last = is_last_behind(phase.of(side), &ground, marker) && ground.progress(stop.at) > REAR_DEPTH;
            // Who is locked stays: where that is ground won it is welcome, else it is to be put off.
            let locks = if battle.setup.scenario == Scenario::Probe && side == Side::B {
                self.worth_of_runners(battle, &ground, stop.at) - RUNNER.1 * stop.inches
            } else if stop.locks > 0 {
                0.25 * (ground.progress(stop.at) - 0.6 * target)
            } else {
                0.0
            };
            let worth = gain + locks - if last { REAR } else { 0.0 };
            if worth > GAIN {
                pick.take(worth, Choice::SetUp(SetUpChoice::Move { marker, to }), chance);
            }
        }
        pick.best().or(Some(Choice::Pass))
    }

    /// What it is worth to lock those of the enemy's free markers that are near to a place.
    fn worth_of_runners(&self, battle: &Battle<'_>, ground: &Ground, at: Point) -> f64 {
        let (rules, numbers) = (&battle.setup.rules, &battle.setup.codex.numbers);
        let reach = rules.patrol_lock + edges(numbers, rules.patrol_measure) + REACH;
        let foes = battle.set_up.patrol.of(battle.decider.other()).iter();
        let near = foes.filter(|foe| !foe.locked && foe.at.distance(at) <= reach);
        near.map(|foe| RUNNER.0 * (ground.depth() - ground.progress(foe.at))).sum()
    }

    /// How far from the own edge markers are to come.
    fn target(&self, battle: &Battle<'_>, ground: &Ground) -> f64 {
        if battle.setup.scenario == Scenario::Probe && battle.decider == Side::B {
            return PROBED;
        }
        let attacks = battle.layout().has_roles() && battle.decider == Side::A;
        let share = match self.weights.patrol {
            PatrolRule::Forward => 0.75,
            PatrolRule::Central => 0.5,
            PatrolRule::Early => 0.33,
        };
        ground.depth() * if attacks { f64::max(share, 0.6) } else { share }
    }
}

/// What it is worth that a marker stands at a place: how near to the depth wanted, how far from the others along the edge.
fn worth_at(phase: &PatrolPhase, side: Side, ground: &Ground, marker: u8, target: f64, at: Point) -> f64 {
    let short = (target - ground.progress(at)).abs();
    let others = phase.of(side).iter().enumerate().filter(|(other, _)| *other != usize::from(marker));
    let room = others.map(|(_, other)| ground.aside(other.at, at)).fold(SPREAD.0, f64::min);
    SPREAD.1 * room - short
}

/// Whether a marker is the only one in the rear.
fn is_last_behind(markers: &[Marker], ground: &Ground, marker: u8) -> bool {
    let behind = |it: &Marker| ground.progress(it.at) <= REAR_DEPTH;
    let others = markers.iter().enumerate().filter(|(other, _)| *other != usize::from(marker));
    behind(&markers[usize::from(marker)]) && !others.map(|(_, it)| it).any(behind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::doctrine_book::Policy;
    use crate::game::{Game, Silent};
    use crate::rulesets::chainsword::doctrine_book::DoctrineBook;
    use crate::rulesets::chainsword::scene::setup_of;
    use crate::rulesets::chainsword::setup_step::SetUpStage;

    #[test]
    fn the_defender_of_the_probe_locks_the_foremost_runner() {
        let setup = setup_of(Scenario::Probe, &[]);
        let Ok(Policy::Weighted(weights)) = DoctrineBook::built_in().script("firebase") else { panic!() };
        let mut battle = Battle::empty(&setup);
        let marker = |x: f64, y: f64| Marker { at: Point::new(x, y), locked: false, group: 0 };
        battle.set_up.patrol.markers = [
            [(71.0, 24.0), (68.0, 12.0), (68.0, 12.0), (68.0, 12.0)].map(|(x, y)| marker(x, y)).into_iter().collect(),
            PAIRS.map(|x| marker(x, 36.0)).into_iter().collect(),
        ];
        battle.set_up.patrol.mover = Side::B;
        battle.set_up.stage = SetUpStage::Patrol;
        let _ = battle.ask(crate::rulesets::chainsword::choices::Decision::MarkerMove, Side::B);
        let script = Script::new(weights);
        let choice = script.move_marker(&battle, &mut SeededDice::from_key(3)).unwrap();
        let Choice::SetUp(SetUpChoice::Move { marker: 3, .. }) = choice else { panic!("{choice:?}") };
        battle.apply(choice, &mut SeededDice::from_key(3), &mut Silent);
        assert!(battle.set_up.patrol.of(Side::A)[0].locked);
        // Without a runner in reach they stay where nobody gets past them.
        battle.set_up.patrol.markers[0].iter_mut().for_each(|marker| marker.at.y = 0.0);
        battle.set_up.patrol.mover = Side::B;
        let _ = battle.ask(crate::rulesets::chainsword::choices::Decision::MarkerMove, Side::B);
        assert_eq!(script.move_marker(&battle, &mut SeededDice::from_key(3)), Some(Choice::Pass));
    }
}
