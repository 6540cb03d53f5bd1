//! A side: its Teams in sets, its Squads, its morale.

use arrayvec::ArrayVec;

use super::state::{JumpOffPoint, MOST_POINTS, MOST_SQUADS, Squad, TeamSet};
use super::tally::Tally;
use crate::tabletop::plane::Point;

/// A side: its Teams in sets, its Squads, its morale.
#[derive(Clone, Debug)]
pub struct Force {
    /// Teams so far, those made by orders counted in.
    pub teams: u8,
    /// Of these, those made by orders (CW-OFF-08).
    pub split: TeamSet,
    /// Squads; officers and lone vehicles are Squads of one Team.
    pub squads: u8,
    /// Squads of its list: those after them came as support.
    pub listed: u8,
    /// They, by number.
    pub squad_states: [Squad; MOST_SQUADS],
    /// Off the table, to deploy from a point.
    pub waiting: TeamSet,
    /// In reserve: Deep Strike, Outflank, flyers.
    pub reserve: TeamSet,
    /// On the table themselves, attached officers among them.
    pub present: TeamSet,
    /// Aboard a transport.
    pub aboard: TeamSet,
    /// Of the flyers in reserve, those that wait for a raider (CW-FLY-15).
    pub lurking: TeamSet,
    /// Gone for good.
    pub gone: TeamSet,
    /// Have activated in this Phase (CW-TRN-10).
    pub activated: TeamSet,
    /// Came onto the table in this Phase, by any way.
    pub came_on: TeamSet,
    /// Arrived from reserve at some time: they do not count for the crossing.
    pub from_reserve: TeamSet,
    /// On Overwatch.
    pub overwatch: TeamSet,
    /// Of these, those that moved when they went on it.
    pub overwatch_moved: TeamSet,
    /// Made a Tactical move, and still have the cover of it.
    pub tactical: TeamSet,
    /// Falling back.
    pub falling_back: TeamSet,
    /// Their flight has been put to the test for Force Morale.
    pub fled: TeamSet,
    /// Pinned by a failed test, until the end of the owner's next Phase (CW-SHK-08).
    pub pinned: TeamSet,
    /// Of these, those that were pinned in the owner's own Phase that is going on.
    pub newly_pinned: TeamSet,
    /// Under covering fire in this Phase.
    pub suppressed: TeamSet,
    /// Under covering fire in the next one.
    pub suppressed_next: TeamSet,
    /// Moved in this Phase, or since the owner's last one began.
    pub moved: TeamSet,
    /// Moved in the owner's last Phase but one.
    pub moved_before: TeamSet,
    /// Regrouped in this Phase: they fire snap shots.
    pub regrouped: TeamSet,
    /// Got on or off a transport in this Phase (CW-BAS-26).
    pub rode: TeamSet,
    /// Vehicles that went flat out in this Phase.
    pub raced: TeamSet,
    /// Fired as interceptors in this Phase (CW-DEP-12).
    pub intercepted: TeamSet,
    /// Charged in this Phase.
    pub charged: TeamSet,
    /// Charged through difficult ground.
    pub slowed: TeamSet,
    /// Have fought a round of melee in this Phase (CW-MEL-01).
    pub fought: TeamSet,
    /// Fired in reaction to a charge in this Phase.
    pub reacted: TeamSet,
    /// Shaken vehicles.
    pub shaken: TeamSet,
    /// Stunned vehicles.
    pub stunned: TeamSet,
    /// Immobilised vehicles.
    pub immobilised: TeamSet,
    /// Shaken or stunned in the activation that is going on: they are so in the next one too.
    pub newly_rattled: TeamSet,
    /// Teams with a medic.
    pub medics: TeamSet,
    /// Of these, those whose medic has worked in this Phase.
    pub treated: TeamSet,
    /// Officers with an adjutant.
    pub adjutants: TeamSet,
    /// Officers whose die has been used in this Phase (CW-OFF-12).
    pub commanded: TeamSet,
    /// Force Morale.
    pub level: u8,
    /// Command points in the bank.
    pub command_points: u16,
    /// Its jump-off points.
    pub points: ArrayVec<JumpOffPoint, MOST_POINTS>,
    /// Command Dice fewer in its next Phase, by an event.
    pub jammed: u8,
    /// It has bought a preliminary barrage.
    pub barrage: bool,
    /// Dice that it has thrown again by `reroll` in this Phase.
    pub rerolled: u8,
    /// Points from which Teams have deployed in this Phase.
    pub deployed_from: ArrayVec<Point, MOST_POINTS>,
    /// What it did.
    pub tally: Tally,
}

impl Default for Force {
    fn default() -> Self {
        let none = TeamSet::EMPTY;
        Self {
            teams: 0,
            split: none,
            squads: 0,
            listed: 0,
            squad_states: [Squad::NONE; MOST_SQUADS],
            waiting: none,
            reserve: none,
            present: none,
            aboard: none,
            lurking: none,
            gone: none,
            activated: none,
            came_on: none,
            from_reserve: none,
            overwatch: none,
            overwatch_moved: none,
            tactical: none,
            falling_back: none,
            fled: none,
            pinned: none,
            newly_pinned: none,
            suppressed: none,
            suppressed_next: none,
            moved: none,
            moved_before: none,
            regrouped: none,
            rode: none,
            raced: none,
            intercepted: none,
            charged: none,
            slowed: none,
            fought: none,
            reacted: none,
            shaken: none,
            stunned: none,
            immobilised: none,
            newly_rattled: none,
            medics: none,
            treated: none,
            adjutants: none,
            commanded: none,
            level: 0,
            command_points: 0,
            points: ArrayVec::new(),
            jammed: 0,
            barrage: false,
            rerolled: 0,
            deployed_from: ArrayVec::new(),
            tally: Tally::default(),
        }
    }
}

impl Force {
    /// All its Teams, those that are gone included.
    #[must_use]
    pub fn all(&self) -> TeamSet {
        (0..self.teams).collect()
    }

    /// Teams that are not gone.
    #[must_use]
    pub fn alive(&self) -> TeamSet {
        self.all() & !self.gone
    }
}
