//! Out of partial contact: sliding into full contact and breaking off (DG-CON-08 to DG-CON-10).

use super::group_move::{Column, March, Way};
use super::unit_move::SLACK;
use crate::rulesets::dogma::choices::{Away, Choice, Leg, Meeting, Refusal, Route};
use crate::rulesets::dogma::fixed_inches::ON_PAPER;
use crate::rulesets::dogma::state::{Battle, ElementId, Formation, UnitSet, bit, members, side_of};
use crate::tabletop::plane::{Base, Facing, Vector, overlap, stretch};

impl Battle<'_> {
    /// A slide from partial into full contact, alone or with those of the Group that follow (DG-CON-08, DG-CON-09).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn plan_slide(&self, group: &Formation, foe: ElementId) -> Result<March, Refusal> {
        let leader = group.leader();
        self.check_leaving(group, self.cost_of(&Choice::Slide { group: *group, foe }))?;
        let ground = self.element(leader).contact.foes & !self.force(self.active.other()).air;
        if side_of(foe) == self.active || !ground.contains(foe) {
            return Err(Refusal::new("DG-CON-08", "it is not in partial contact with that enemy"));
        }
        let start = *self.base(leader);
        let mut march = March {
            ways: group
                .iter()
                .map(|element| {
                    let base = *self.base(element);
                    Way { element, start: base, end: base, settled: base }
                })
                .collect(),
            movers: group.unit_set(),
            door: None,
            touched: UnitSet::EMPTY,
            length: 0.0,
            route: Route::STAY,
        };
        self.close_door_together(group, &mut march, 0, &start, ground, Meeting::with(foe))?;
        //
        if march.door.is_none() {
            return Err(Refusal::new("DG-CON-08", "there is no room to slide into full contact"));
        }
        march.length = march.ways[0].settled.centre.distance(start.centre);
        for way in &mut march.ways {
            way.end = way.settled;
        }
        Ok(march)
    }

    /// Breaking off from partial contact, alone or with those of the Group that follow (DG-CON-10).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn plan_break_off(
        &self,
        group: &Formation,
        away: Away,
        distance: f64,
        facing: Option<Facing>,
    ) -> Result<March, Refusal> {
        self.check_leaving(group, self.cost_of(&Choice::BreakOff { group: *group, away, distance, facing }))?;
        let leader = group.leader();
        let base = *self.base(leader);
        let speed = group.iter().map(|element| self.profile(element).speed).fold(f64::INFINITY, f64::min);
        let within = (0.0..=speed + ON_PAPER).contains(&distance);
        if !within {
            return Err(Refusal::new("DG-CON-10", "that is farther than its speed"));
        }
        if facing.is_some() && group.len() > 1 {
            return Err(Refusal::new("DG-GRP-08", "nobody in a Group changes facing alone"));
        }
        let direction = match away {
            Away::Back => -base.facing.ahead(),
            Away::Left => -base.facing.right(),
            Away::Right => base.facing.right(),
        };
        let step = direction * distance;
        let mut column = self.column(group, &[Leg::Straight(distance)]);
        // Everybody breaks off from whom he touches: followers who cannot do so that way are left behind (DG-GRP-07).
        for at in 0..column.ids.len() {
            let mut end = column.bases[at].moved(step);
            if let (0, Some(facing)) = (at, facing) {
                end = end.with_facing(facing);
            }
            if let Err(refusal) = self.check_parting(&column, at, away, step, &end) {
                if at == 0 {
                    return Err(refusal);
                }
                column.stuck |= bit(column.ids[at]);
            }
        }
        self.advance(&mut column, step);
        if let Some(facing) = facing {
            column.bases[0] = column.bases[0].with_facing(facing);
        }
        self.finish_march(group, column, distance, &Route::STAY, Meeting::ANY)
    }

    /// Whether a member of a column that breaks off goes away from every enemy that it touches, across no front when it goes
    /// sideways, and ends in contact with nobody. Who begins before a front does not enter there: it may go on to the
    /// nearer side.
    fn check_parting(&self, column: &Column, at: usize, away: Away, step: Vector, end: &Base) -> Result<(), Refusal> {
        let (element, base, enemy) = (column.ids[at], &column.bases[at], self.active.other());
        let towards = |foe: ElementId| (base.centre - self.base(foe).centre).dot(step) < -ON_PAPER * step.length();
        if members(enemy, self.element(element).contact.foes).any(towards) {
            return Err(Refusal::new("DG-CON-10", "that is not away from the enemy"));
        }
        if let (Away::Left | Away::Right, Some(aside)) = (away, step.unit()) {
            let far = step.length();
            let crosses = |foe| {
                let ahead = self.base(foe).ground_ahead();
                let leaves = overlap(base, &ahead) && (base.centre - ahead.centre).dot(aside) > SLACK;
                !leaves && stretch(base, aside, 0.0, far, &ahead).is_some()
            };
            if self.on_the_table(enemy).any(crosses) {
                return Err(Refusal::new("DG-CON-10", "it would cross the front of an enemy"));
            }
        }
        if !self.foes_touched(&column.mover, end).is_empty() {
            return Err(Refusal::new("DG-CON-10", "it would end in contact with an enemy"));
        }
        Ok(())
    }

    /// Whether these may slide or break off: the leader in partial contact since the start of the phase, the others of its
    /// Group.
    fn check_leaving(&self, group: &Formation, cost: u8) -> Result<(), Refusal> {
        if group.len() == 1 {
            self.check_ready(group.leader(), cost)?;
        } else {
            self.check_group(group, cost)?;
        }
        let force = self.force(self.active);
        if force.engaged.meets(group.unit_set()) {
            return Err(Refusal::new("DG-MOV-12", "an engaged Element may not move"));
        }
        if !force.partial.contains(group.leader()) {
            return Err(Refusal::new("DG-CON-08", "it was not in partial contact when the phase began"));
        }
        Ok(())
    }
}
