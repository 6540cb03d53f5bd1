//! Who denies jump-off points, and who controls the objective (CW-JOP-10, CW-SCN-20, R-163, R-177).

use super::geometry::ALLOWANCE;
use super::state::{Battle, TeamId, TeamSet, members};
use crate::game::Side;
use crate::tabletop::plane::{Outline, Point};

impl Battle<'_> {
    /// Whether a Team holds ground: unbroken, no officer alone, no transport without a Team, no flyer (R-160, CW-FLY-22).
    #[must_use]
    pub fn holds_ground(&self, team: TeamId) -> bool {
        let empty = self.profile(team).capacity > 0
            && !members(super::state::side_of(team), self.own_force(team).aboard).any(|rider| {
                self.team(rider).carrier == team && (!self.is_officer(rider) || self.setup.rules.officer_holds)
            });
        let officer = self.is_officer(team) && !self.setup.rules.officer_holds;
        self.stands(team) && !self.is_fleeing(team) && !self.is_flyer(team) && !officer && !empty
    }

    /// Whether a side holds ground so near to a place, some Teams left out.
    fn holds(&self, side: Side, place: Point, radius: f64, but: TeamSet) -> bool {
        let near = |team: TeamId| {
            let (stand, most) = (self.stand(team), radius + ALLOWANCE);
            let far = most + stand.form.reach();
            (stand.at() - place).length_squared() <= far * far && self.holds_ground(team) && stand.gap_to(place) <= most
        };
        members(side, self.force(side).present & !but).any(near)
    }

    /// Whether a side's point is denied now: nothing deploys from it (CW-JOP-10).
    #[must_use]
    pub fn is_denied(&self, side: Side, point: u8) -> bool {
        self.denied_without(side, point, TeamSet::EMPTY)
    }

    fn denied_without(&self, side: Side, point: u8, newcomers: TeamSet) -> bool {
        let (at, radius) = (self.force(side).points[usize::from(point)].at, self.setup.rules.jop_capture_radius);
        self.holds(side.other(), at, radius, newcomers) && !self.holds(side, at, radius, TeamSet::EMPTY)
    }

    /// Whether a side's point is captured at this Turn end: by Teams that did not come on in this Phase.
    #[must_use]
    pub fn is_captured(&self, side: Side, point: u8) -> bool {
        let newcomers = if self.setup.rules.newcomers_win { TeamSet::EMPTY } else { self.force(side.other()).came_on };
        self.denied_without(side, point, newcomers)
    }

    /// Who controls the objective after an action: whoever is alone on it; else it stays with who had it.
    pub(super) fn update_control(&mut self) {
        let Some(objective) = self.setup.objective else { return };
        let radius = self.setup.rules.objective_radius;
        let there = Side::BOTH.map(|side| self.holds(side, objective, radius, TeamSet::EMPTY));
        match there {
            [true, false] => self.controller = Side::A,
            [false, true] => self.controller = Side::B,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::choices::Choice;
    use super::super::scene::{enlist, play, setup_of, stand, two_forces};
    use super::super::state::{JumpOffPoint, bit};
    use super::super::victory::Ending;
    use super::*;
    use crate::game::Game;
    use crate::rulesets::chainsword::codex::Scenario;

    /// A game in which side B has two points, 20 inches apart, and a Team of side A stands by the first.
    fn at_a_point(setup: &super::super::state::Setup) -> Battle<'_> {
        let mut battle = two_forces(setup, 9);
        for x in [10.0, 30.0] {
            battle.forces[1].points.push(JumpOffPoint { at: Point::new(x, 30.0), shaded: x < 20.0 });
        }
        // Its disc has a radius of 1.57.
        stand(&mut battle, 0, 10.0, 30.0 - 1.565 - 3.0);
        battle
    }

    #[test]
    fn cw_jop_10_a_point_is_denied_and_captured_at_the_turn_end() {
        let setup = setup_of(Scenario::Patrol, &[]);
        let mut battle = at_a_point(&setup);
        assert!(battle.is_denied(Side::B, 0) && !battle.is_denied(Side::B, 1));
        let mut far = battle.clone();
        stand(&mut far, 0, 10.0, 30.0 - 1.565 - 3.03);
        assert!(!far.is_denied(Side::B, 0));
        let mut contested = battle.clone();
        stand(&mut contested, 64, 13.0, 30.0);
        assert!(!contested.is_denied(Side::B, 0), "R-177");
        contested.teams[64].shock = 14;
        assert!(contested.is_denied(Side::B, 0), "broken Teams protect nothing");
        let mut new = battle.clone();
        new.forces[0].came_on |= bit(0);
        assert!(new.is_denied(Side::B, 0) && !new.is_captured(Side::B, 0), "R-186");
        play(&mut battle, Choice::Pass, &[6, 6, 6, 3, 3, 5]);
        let left: Vec<f64> = battle.forces[1].points.iter().map(|point| point.at.x).collect();
        assert_eq!((left, battle.forces[1].level, battle.forces[1].tally.points_lost), (vec![30.0], 7, 1));
    }

    #[test]
    fn r_160_officers_and_empty_transports_hold_nothing() {
        for (rule, holds) in [("no", false), ("yes", true)] {
            let setup = setup_of(Scenario::Patrol, &[("officer-holds", rule)]);
            let mut battle = at_a_point(&setup);
            stand(&mut battle, 0, 60.0, 10.0);
            stand(&mut battle, 2, 10.0, 28.0);
            assert_eq!(battle.is_denied(Side::B, 0), holds);
            let mule = enlist(&mut battle, Side::A, "mule");
            stand(&mut battle, 2, 60.0, 10.0);
            stand(&mut battle, mule, 10.0, 28.0);
            assert!(!battle.is_denied(Side::B, 0));
            let riders = enlist(&mut battle, Side::A, "breachers");
            battle.forces[0].waiting &= !bit(riders);
            battle.forces[0].aboard |= bit(riders);
            battle.teams[usize::from(riders)].carrier = mule;
            assert!(battle.is_denied(Side::B, 0), "with passengers it does");
        }
    }

    #[test]
    fn cw_scn_13_the_delaying_action_is_won_by_a_shaded_point_at_a_turn_end() {
        for (scenario, ending) in [(Scenario::DelayingAction, Some(Ending::Capture as u8)), (Scenario::Probe, None)] {
            let setup = setup_of(scenario, &[]);
            let mut battle = at_a_point(&setup);
            let thrown: &[u8] = if ending.is_some() { &[6, 6, 6, 3, 3] } else { &[6, 6, 6, 3, 3, 1] };
            play(&mut battle, Choice::Pass, thrown);
            assert_eq!(battle.verdict().map(|verdict| verdict.ending), ending, "R-120: before the test for it");
            assert_eq!(battle.verdict().and_then(|verdict| verdict.winner), ending.map(|_| Side::A));
        }
    }

    #[test]
    fn r_163_the_objective_stays_with_who_had_it_while_it_is_contested() {
        let mut setup = setup_of(Scenario::AttackOnAnObjective, &[]);
        setup.objective = Some(Point::new(36.0, 42.0));
        let mut battle = two_forces(&setup, 9);
        stand(&mut battle, 64, 60.0, 30.0);
        stand(&mut battle, 65, 60.0, 36.0);
        battle.update_control();
        assert_eq!(battle.controller, Side::B, "the defender's until an attacker is alone there");
        stand(&mut battle, 0, 36.0, 35.0);
        battle.update_control();
        assert_eq!(battle.controller, Side::A);
        stand(&mut battle, 64, 36.0, 44.0);
        battle.update_control();
        assert_eq!(battle.controller, Side::A, "contested");
        stand(&mut battle, 0, 36.0, 20.0);
        battle.update_control();
        assert_eq!(battle.controller, Side::B);
        stand(&mut battle, 64, 60.0, 30.0);
        battle.update_control();
        assert_eq!(battle.controller, Side::B, "kept after the Team leaves");
    }
}
