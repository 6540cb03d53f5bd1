//! Teams that infiltrate are set up between the Patrol Phase and the jump-off points (CW-PAT-15, CW-DEP-06, CW-DEP-07, R-110).

use super::{SetUpChoice, SetUpStage};
use crate::game::Side;
use crate::rulesets::chainsword::choices::{Decision, Refusal};
use crate::rulesets::chainsword::field::Stand;
use crate::rulesets::chainsword::patrol::{REACH, edges, kept, towards};
use crate::rulesets::chainsword::profiles::Trait;
use crate::rulesets::chainsword::state::{Battle, NOBODY, TeamId, TeamSet, bit, members, side_of};
use crate::rulesets::chainsword::turn::Flow;
use crate::tabletop::plane::Point;

/// Headings about a marker, and shares of the longest distance from it, that are offered.
const HEADINGS: u16 = 12;
const SHARES: [f64; 4] = [0.25, 0.5, 0.75, 1.0];

impl Battle<'_> {
    /// Teams of a side that may be set up early: those of the Squad that has begun, else all that infiltrate.
    fn infiltrators(&self, side: Side) -> TeamSet {
        let begun = self.set_up.infiltrating;
        if begun != NOBODY {
            return self.squad_of(begun).teams & self.force(side).waiting;
        }
        let may = |team: &TeamId| self.profile(*team).is(Trait::Infiltrate) && !self.is_officer(*team);
        members(side, self.force(side).waiting).filter(may).collect()
    }

    /// CW-PAT-15
    pub(super) fn run_infiltration(&mut self) -> Flow {
        let side = self.set_up.turn;
        if self.set_up.infiltrated == [true; 2] {
            (self.set_up.stage, self.set_up.turn) = (SetUpStage::Points, self.set_up.mover);
            return Flow::Go;
        }
        let mut any = false;
        if !self.set_up.infiltrated[side.index()] {
            self.visit_infiltration(&mut |_| any = true);
        }
        if any {
            return self.ask(Decision::Infiltrate, side);
        }
        // What finds no place of a Squad that has begun waits for a point.
        if self.set_up.infiltrating == NOBODY {
            self.set_up.infiltrated[side.index()] = true;
        }
        self.end_infiltration();
        Flow::Go
    }

    /// The Squad that has begun is set up, or the side declines for good.
    pub(super) fn end_infiltration(&mut self) {
        self.set_up.infiltrating = NOBODY;
        self.set_up.turn = self.set_up.turn.other();
    }

    /// A side sets nobody up early any more.
    pub(super) fn decline_infiltration(&mut self) {
        self.set_up.infiltrated[self.set_up.turn.index()] = true;
        self.end_infiltration();
    }

    pub(super) fn check_infiltration(&self, team: TeamId, at: Point) -> Result<(), Refusal> {
        let side = self.set_up.turn;
        if side_of(team) != side || !self.infiltrators(side).contains(team) {
            return Err(Refusal::new("CW-DEP-06", "that Team is not set up early"));
        }
        let (rules, numbers) = (&self.setup.rules, &self.setup.codex.numbers);
        let edge = edges(numbers, rules.patrol_measure) / 2.0;
        let near = |marker: Point| marker.distance(at) - edge <= rules.infiltrate_radius + REACH;
        if !self.set_up.patrol.of(side).iter().any(|marker| near(marker.at)) {
            return Err(Refusal::new("CW-DEP-06", "that is too far from all own Patrol Markers"));
        }
        let (stand, land) = (self.stand_at(team, at, 0), self.land());
        let free = self.among(team, |crowd| land.room(&stand, self.mover(team), crowd));
        if !free {
            return Err(Refusal::new("CW-DEP-02", "there is no room for the Team"));
        }
        // The gap to a marker is measured from its edge, sight from its centre.
        let teams = self.stands_of(side.other(), NOBODY);
        let foes = teams.iter().map(|foe| (*foe, stand.gap(foe)));
        let markers = self.set_up.patrol.of(side.other()).iter();
        let markers = markers.map(|it| (Stand::disc(it.at, 0.0), stand.gap(&Stand::disc(it.at, edge))));
        let crowded = |(foe, gap): (Stand, f64)| {
            let least = if land.sees(&foe, &stand) { rules.infiltrate_gap_sight } else { rules.infiltrate_gap };
            gap < least - REACH
        };
        if foes.chain(markers).any(crowded) {
            return Err(Refusal::new("CW-DEP-07", "that is too near to an enemy Team or marker"));
        }
        Ok(())
    }

    pub(super) fn visit_infiltration(&self, visit: &mut impl FnMut(SetUpChoice)) {
        let side = self.set_up.turn;
        let (rules, numbers) = (&self.setup.rules, &self.setup.codex.numbers);
        let longest = rules.infiltrate_radius + edges(numbers, rules.patrol_measure) / 2.0;
        for team in members(side, self.infiltrators(side)) {
            for marker in self.set_up.patrol.of(side) {
                for (heading, share) in (0..HEADINGS).flat_map(|heading| SHARES.map(|share| (heading, share))) {
                    let at = towards(marker.at, f64::from(heading) * 360.0 / f64::from(HEADINGS), longest * share);
                    if self.check_infiltration(team, at).is_ok() {
                        visit(SetUpChoice::Infiltrate { team, at });
                    }
                }
            }
        }
    }

    /// Sets a Team up early; the rest of its Squad comes next.
    pub(super) fn infiltrate(&mut self, team: TeamId, at: Point) {
        let side = side_of(team);
        let force = self.force_mut(side);
        force.waiting &= !bit(team);
        force.present |= bit(team);
        self.team_mut(team).at = kept(at);
        self.set_up.infiltrating = team;
        if self.infiltrators(side).is_empty() {
            self.end_infiltration();
        }
    }
}
