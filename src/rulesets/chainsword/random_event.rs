//! Random events (CW-CMD-12, R-121).

use super::combat::d3;
use super::events::{self, LogEntry};
use super::state::{Battle, TeamId, TeamSet, members};
use crate::dice::Dice;
use crate::game::keyed::keyed;
use crate::game::{Observer, Side};

keyed! {
    /// What four sixes bring about, by a die.
    RandomEvent {
        /// Nobody sees beyond 18 inches until the end of the next Phase.
        SmokeDrift = "smoke-drift",
        /// A random Team takes d3 Shock.
        StrayShell = "stray-shell",
        /// Every Team on the table loses a point of Shock.
        SecondWind = "second-wind",
        /// The active side gains d3 command points.
        SupplyDrop = "supply-drop",
        /// The other side throws a Command Die fewer in its next Phase.
        SignalJam = "signal-jam",
        /// A random wood or scrub burns until the next Turn end.
        BrushFire = "brush-fire",
    }
}

impl Battle<'_> {
    /// A random event, at once.
    pub(super) fn random_event<D: Dice, C: Observer<LogEntry>>(&mut self, dice: &mut D, observer: &mut C) {
        let event = RandomEvent::ALL[usize::from(dice.d6()) - 1];
        match event {
            // The Phase that goes on counts as one.
            RandomEvent::SmokeDrift => self.smoke = 2,
            RandomEvent::StrayShell => {
                let targets = Side::BOTH.map(|side| self.shockable(side));
                let count = targets.map(|set| set.len());
                if count[0] + count[1] > 0 {
                    let place = dice.pick(count[0] + count[1]) as usize;
                    let mut all = members(Side::A, targets[0]).chain(members(Side::B, targets[1]));
                    if let Some(team) = all.nth(place) {
                        let shock = d3(dice);
                        self.add_shock(team, shock.into(), observer);
                    }
                }
            }
            RandomEvent::SecondWind => {
                for side in Side::BOTH {
                    for team in members(side, self.shockable(side)) {
                        self.calm(team, observer);
                    }
                }
            }
            RandomEvent::SupplyDrop => {
                let gained = d3(dice);
                self.gain_points(self.active, gained);
            }
            RandomEvent::SignalJam => self.force_mut(self.active.other()).jammed = 1,
            RandomEvent::BrushFire => {
                let pieces = self.setup.field.burnable();
                // without a piece that burns there is no effect.
                if let Some(count) = u32::try_from(pieces.clone().count()).ok().filter(|count| *count > 0)
                    && let Some(piece) = pieces.clone().nth(dice.pick(count) as usize)
                {
                    self.additions.burn(piece);
                }
            }
        }
        observer.event(|| events::random_event(event, dice.thrown()));
    }

    /// Teams of a side on the table that can have Shock; an officer shares that of his Team.
    fn shockable(&self, side: Side) -> TeamSet {
        let can = |team: &TeamId| self.profile(*team).ld > 0;
        members(side, self.standing_teams(side)).filter(can).collect()
    }
}
