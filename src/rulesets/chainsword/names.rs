//! Names of Teams in traces and situations: they never change in a game, whoever comes in support or is split off.

use super::state::{Battle, TeamId, side_of, team_id};
use crate::game::units::Named;
use crate::game::{Side, UnitId, units};

/// How a Team came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// It is of the list.
    List,
    /// It was bought with support points.
    Support,
    /// It was split off another one (CW-OFF-08).
    Split,
}

impl Battle<'_> {
    /// Name of a Team in traces and situations: side, unit, and a number where the list has several Teams of the unit, such as
    /// `A:marshal` or `B:levy-rifles-3`. Teams in support are `A:support-mule-1`, those that orders make `A:split-breachers-1`:
    /// they are counted by themselves, and always numbered.
    #[must_use]
    pub fn name(&self, team: TeamId) -> String {
        let (side, own) = (side_of(team), self.origin(team));
        let of_origin = |other: &TeamId| self.origin(*other) == own;
        let alike = |other: &TeamId| of_origin(other) && self.team(*other).profile == self.team(team).profile;
        let all = || (0..self.force(side).teams).map(move |place| team_id(side, place.into()));
        if own == Origin::List {
            let place = all().filter(of_origin).position(|other| other == team).unwrap_or(0);
            return units::name(side, place, self.types(all().filter(|other| self.origin(*other) == own)));
        }
        let number = all().filter(alike).position(|other| other == team).map_or(0, |at| at + 1);
        let prefix = if own == Origin::Support { "support" } else { "split" };
        format!("{}:{prefix}-{}-{number}", side.letter(), self.profile(team).name)
    }

    /// Names of some Teams.
    #[must_use]
    pub fn names(&self, teams: impl IntoIterator<Item = TeamId>) -> Vec<String> {
        teams.into_iter().map(|team| self.name(team)).collect()
    }

    /// The Team of this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<TeamId> {
        self.all_units().find(|team| name.contains(self.profile(*team).name.as_str()) && self.name(*team) == name)
    }

    /// All Teams of both sides, those that are gone included.
    pub fn all_units(&self) -> impl Iterator<Item = TeamId> + use<> {
        let counts = Side::BOTH.map(|side| usize::from(self.force(side).teams));
        let of_side = move |side: Side| (0..counts[side.index()]).map(move |place| team_id(side, place));
        Side::BOTH.into_iter().flat_map(of_side)
    }

    fn origin(&self, team: TeamId) -> Origin {
        if self.own_force(team).split.contains(team) {
            Origin::Split
        } else if self.is_listed(team) {
            Origin::List
        } else {
            Origin::Support
        }
    }

    /// Units of some Teams, in order.
    fn types<'a>(&'a self, teams: impl Iterator<Item = TeamId> + Clone + 'a) -> impl Iterator<Item = &'a str> + Clone {
        teams.map(|team| self.profile(team).name.as_str())
    }
}

impl Named for Battle<'_> {
    fn find(&self, name: &str) -> Option<UnitId> {
        Battle::find(self, name)
    }

    fn unit_names(&self) -> Vec<String> {
        self.names(self.all_units())
    }
}
