//! Where Teams come from reserve, and where mishaps set them down.

use arrayvec::ArrayVec;

use super::plan::Mind;
use super::punch::Posture;
use super::survey::{Piece, piece};
use super::tactician::{Brief, Tactician};
use super::threat::Spot;
use crate::rulesets::chainsword::choices::Choice;
use crate::rulesets::chainsword::profiles::Trait;
use crate::rulesets::chainsword::state::{Battle, TeamId, side_of};
use crate::tabletop::plane::{Facing, Point};

/// Most places that are chosen among.
const MOST_PLACES: usize = 512;

/// Chance that a drop scatters, and what a mishap costs of a Team on average.
const SCATTERS: f64 = 2.0 / 3.0;
const MISHAP: f64 = 0.35;

/// Inches of scatter that are tried round a place, and how many headings.
const DRIFTS: [f64; 3] = [5.0, 7.0, 9.0];
const HEADINGS: u32 = 8;

impl Tactician {
    /// Where a Team arrives.
    pub(super) fn arrive(&mut self, battle: &Battle<'_>, brief: &Brief<'_>) -> Option<Choice> {
        let mut places: ArrayVec<(TeamId, Point), MOST_PLACES> = ArrayVec::new();
        battle.visit_arrivals(&mut |choice| {
            if let Choice::Arrive { team, at } = choice {
                let _ = places.try_push((team, at));
            }
        });
        let first = places.first()?.0;
        self.look(battle, side_of(first));
        let mind = self.mind(battle, brief, first);
        let me = piece(battle, &self.ground, first, 1.0);
        let mut best: Option<(f64, Choice)> = None;
        for (team, at) in places.into_iter().filter(|(team, _)| *team == first) {
            let worth = self.landing(battle, &me, &mind, at);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, Choice::Arrive { team, at }));
            }
        }
        best.map(|(_, choice)| choice)
    }

    /// Where the enemy's Team is set down after a mishap: where it is worth least to him.
    pub(super) fn mishap(&mut self, battle: &Battle<'_>, brief: &Brief<'_>) -> Option<Choice> {
        let team = battle.dropped;
        let mut places: ArrayVec<Point, MOST_PLACES> = ArrayVec::new();
        battle.visit_mishap(&mut |choice| {
            if let Choice::Arrive { at, .. } = choice {
                let _ = places.try_push(at);
            }
        });
        // Seen with his eyes.
        self.look(battle, side_of(team));
        let mind = self.mind(battle, brief, team);
        let me = piece(battle, &self.ground, team, 1.0);
        let mut worst: Option<(f64, Point)> = None;
        for at in places {
            let worth = self.landed(battle, &me, &mind, at);
            if worst.is_none_or(|(least, _)| worth < least) {
                worst = Some((worth, at));
            }
        }
        worst.map(|(_, at)| Choice::Arrive { team, at })
    }
}

impl Tactician {
    /// What it is worth to a Team to come on at a place: its shot there, and all that comes after.
    fn landed(&mut self, battle: &Battle<'_>, me: &Piece, mind: &Mind, at: Point) -> f64 {
        let here = Piece { at, cell: self.ground.cell(at), ..*me };
        let spot = Spot { at, cell: here.cell };
        let shot = self.deal(battle, &here, &spot, Posture::Moved);
        let way = self.ground.way(at, mind.goal, mind.hull);
        mind.deal(&shot) + self.place_worth(battle, &here, mind, at) - mind.inch * way
    }

    /// The same for one who is dropped there, or walks there from an edge.
    fn landing(&mut self, battle: &Battle<'_>, me: &Piece, mind: &Mind, at: Point) -> f64 {
        let there = self.landed(battle, me, mind, at);
        if battle.profile(me.team).is(Trait::Outflank) {
            return there;
        }
        let (land, table) = (battle.land(), *battle.setup.field.table());
        let mut lost = 0;
        for step in 0..HEADINGS {
            let ahead = Facing::from_degrees(f64::from(step * 360 / HEADINGS)).ahead();
            for inches in DRIFTS {
                let end = at + ahead * inches;
                let free = table.contains(end)
                    && land.stands(&me.stand.moved_to(end), battle.mover(me.team))
                    && !self.is_taken(me, end);
                lost += u32::from(!free);
            }
        }
        let share = f64::from(lost) / (f64::from(HEADINGS) * DRIFTS.len() as f64);
        there - SCATTERS * share * MISHAP * mind.whole
    }
}
