//! Riding: when a Team gets off its transport, and where.

use arrayvec::ArrayVec;

use super::plan::{Deed, Mind, Plan};
use super::punch::Posture;
use super::survey::piece;
use super::tactician::Tactician;
use super::threat::{Exposure, Spot};
use crate::rulesets::chainsword::choices::Choice;
use crate::rulesets::chainsword::fire_lines::Mode;
use crate::rulesets::chainsword::state::{Battle, TeamId};
use crate::tabletop::plane::{Facing, Outline, Point};

/// Inches from the hull at which places are looked at, and how many headings.
const RINGS: [f64; 2] = [2.0, 5.9];
const HEADINGS: u32 = 12;

/// Inches of way from which a Team rather rides on, and how many a ride gains it over a walk.
const RIDES: f64 = 14.0;
const GAINED: f64 = 6.0;

impl Tactician {
    /// The best place for a Team to get off its transport, if it had better.
    pub(super) fn think_aboard(&mut self, battle: &Battle<'_>, team: TeamId, mind: &Mind) -> Option<Plan> {
        battle.may_get_off(team).ok()?;
        let me = piece(battle, &self.ground, team, 1.0);
        let hull = me.stand;
        let own = battle.stand_at(team, hull.at(), 0);
        let start = self.ground.way(hull.at(), mind.goal, false);
        // A Team that is far from its goal rides on.
        let rides = if start > RIDES { GAINED * mind.inch } else { 0.0 };
        let mut best: ArrayVec<(f64, f64, Point), 64> = ArrayVec::new();
        for step in 0..HEADINGS {
            let ahead = Facing::from_degrees(f64::from(step * 360 / HEADINGS)).ahead();
            for ring in RINGS {
                let inches = (hull.form.reach() + own.form.reach()).min(1.25 + RINGS[1]).max(1.25 + ring);
                let at = hull.at() + ahead * inches;
                let spot = Spot { at, cell: self.ground.cell(at) };
                if !battle.setup.field.table().contains(at) || !self.ground.place(spot.cell).foot {
                    continue;
                }
                let mut here = me;
                (here.at, here.cell, here.radius) = (at, spot.cell, own.form.reach());
                if self.is_taken(&here, at) {
                    continue;
                }
                let shot = self.deal(battle, &here, &spot, Posture::Moved);
                let risk = self.risk(battle, &here, &spot, Exposure { tactical: false, moves: true });
                let way = mind.ground(start, self.ground.way(at, mind.goal, false)) - mind.absence(at);
                here.at = hull.at();
                let worth = mind.deal(&shot) + way + self.duty(battle, &here, mind, at) - mind.dread(risk);
                best.push((worth, shot.harm, at));
            }
        }
        best.sort_by(|one, other| other.0.total_cmp(&one.0));
        let (worth, harm, _) = *best.first()?;
        Some(Plan {
            team,
            mode: Mode::Standard,
            places: best.iter().map(|(_, _, at)| *at).take(3).collect(),
            deed: Deed::GetOff,
            gain: worth - rides,
            harm,
        })
    }
}

impl Tactician {
    /// Any lawful place to get off that is offered; or nothing.
    pub(super) fn get_off(&self, battle: &Battle<'_>) -> Option<Choice> {
        let mut place = None;
        battle.visit_disembarking(&mut |choice| place = place.or(Some(choice)));
        place.or(Some(Choice::Pass))
    }
}
