//! What a side does in a game, beside what is counted of its units: for its record.

use super::state::{Battle, TeamId, TeamSet, side_of};
use crate::game::{LogEntry, Observer, Side, SideCount, UnitStat};

/// What a side did in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Phases in which it was active.
    pub phases: u16,
    /// Teams of it that acted in these, each once a Phase.
    pub activations: u16,
    /// Command Dice that lapsed.
    pub dice_wasted: u16,
    /// Command points spent on stratagems.
    pub points_spent: u16,
    /// Shock that it gave to enemies.
    pub shock_given: u16,
    /// Its Teams that were ever pinned, by Shock or by a test, broken ones among them.
    pub pinned: TeamSet,
    /// Its Teams that were ever broken.
    pub broken: TeamSet,
    /// Its Teams that are gone for good.
    pub gone: u16,
    /// Shock that these had when they went.
    pub shock_of_gone: u16,
    /// Enemy value destroyed, thousandths of a point.
    pub destroyed: i64,
    /// Of that, while the enemy was active.
    pub destroyed_in_enemy_phases: i64,
    /// Phase in which one of its charges first came home; 0 before.
    pub contact: u16,
    /// From the nearest of its jump-off points to an edge of the enemy, before the first Phase, thousandths of an inch.
    pub point_to_edge: u32,
    /// Jump-off points that it lost.
    pub points_lost: u8,
}

/// What games count of each side, in the order of [`Battle::side_counts`].
pub const COUNTS: &[SideCount] = &[
    count("phases", "Phases in which the side was active"),
    count("turns", "Turns that were begun, the same for both sides"),
    count("activations", "Teams that acted in own Phases, each once a Phase"),
    count("dice-wasted", "Command Dice that lapsed"),
    count("points-spent", "command points spent on stratagems"),
    count("points-left", "command points in the bank at the end"),
    count("teams", "Teams in all, officers, vehicles and what came as support counted in"),
    count("teams-pinned", "Teams that were ever pinned or broken"),
    count("teams-broken", "Teams that were ever broken"),
    count("teams-gone", "Teams that were destroyed or left the table for good"),
    count("shock-of-gone", "Shock that these had when they went"),
    count("shock-given", "Shock given to enemies"),
    count("destroyed", "enemy value destroyed, thousandths of a point"),
    count("destroyed-in-enemy-phases", "of that, while the enemy was active, thousandths of a point"),
    count("came-to-contact", "1 if a charge of the side came home, else 0"),
    count("first-contact", "Phase in which its first charge came home, 0 if none did"),
    count("point-to-enemy-edge", "from the nearest own jump-off point to an edge of the enemy, thousandths of an inch"),
    count("jump-off-points-lost", "jump-off points lost"),
    count("force-morale", "Force Morale at the end"),
];

const fn count(name: &'static str, about: &'static str) -> SideCount {
    SideCount { name, about }
}

impl Battle<'_> {
    /// What was counted of a side.
    #[must_use]
    pub fn side_counts(&self, side: Side) -> [i64; COUNTS.len()] {
        let force = self.force(side);
        let tally = &force.tally;
        [
            tally.phases.into(),
            self.turns.into(),
            tally.activations.into(),
            tally.dice_wasted.into(),
            tally.points_spent.into(),
            force.command_points.into(),
            force.teams.into(),
            tally.pinned.len().into(),
            tally.broken.len().into(),
            tally.gone.into(),
            tally.shock_of_gone.into(),
            tally.shock_given.into(),
            tally.destroyed,
            tally.destroyed_in_enemy_phases,
            i64::from(tally.contact > 0),
            tally.contact.into(),
            tally.point_to_edge.into(),
            tally.points_lost.into(),
            force.level.into(),
        ]
    }

    /// Notes how far the points of both sides are from the edges of their enemies.
    pub(super) fn note_points(&mut self) {
        for side in Side::BOTH {
            let (layout, points) = (self.layout(), &self.force(side).points);
            let table = layout.table();
            let edges = layout.own_edges(side.other());
            let gaps = points.iter().flat_map(|point| edges.iter().map(|edge| edge.distance(&table, point.at)));
            let nearest = gaps.fold(f64::INFINITY, f64::min);
            if nearest.is_finite() {
                self.force_mut(side).tally.point_to_edge = (nearest * 1000.0).round() as u32;
            }
        }
    }

    /// A Team has destroyed enemy value, in points.
    pub(super) fn credit<C: Observer<LogEntry>>(&mut self, by: TeamId, value: f64, observer: &mut C) {
        let value = (value * 1000.0).round() as i64;
        self.count(by, UnitStat::Destroyed, value, observer);
        let own_phase = self.active == side_of(by);
        let tally = &mut self.own_force_mut(by).tally;
        tally.destroyed += value;
        tally.destroyed_in_enemy_phases += if own_phase { 0 } else { value };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Armies, CellSetup, GameView, Override, ResultSink, Ruleset, Source};
    use crate::rulesets::chainsword::Chainsword;

    /// Holds what is counted of sides against what is counted of all games.
    struct Check {
        games: u32,
        contacts: u32,
        pinned: i64,
    }

    impl ResultSink for Check {
        fn take(&mut self, view: &GameView<'_>) {
            let of = |list: usize, name: &str| {
                view.counts[list][COUNTS.iter().position(|count| count.name == name).unwrap()]
            };
            self.games += 1;
            assert_eq!(of(0, "phases") + of(1, "phases"), i64::from(view.record.turns));
            assert_eq!(of(0, "turns"), of(1, "turns"));
            for list in 0..2 {
                let destroyed: i64 = view.stats[list].iter().map(|stats| stats[UnitStat::Destroyed as usize]).sum();
                assert_eq!(of(list, "destroyed"), destroyed);
                assert!(of(list, "destroyed-in-enemy-phases") <= destroyed);
                let [broken, pinned, teams] = ["teams-broken", "teams-pinned", "teams"].map(|name| of(list, name));
                assert!(broken <= pinned && pinned <= teams && of(list, "teams-gone") <= teams);
                assert!(of(list, "activations") > of(list, "phases") / 2);
                // An officer has the Shock of his Team as well.
                assert!(of(list, "shock-of-gone") <= 2 * of(1 - list, "shock-given"));
                assert_eq!(of(list, "came-to-contact") > 0, of(list, "first-contact") > 0);
                assert!((1..48_000).contains(&of(list, "point-to-enemy-edge")), "points are between the edges");
                assert!(of(list, "first-contact") <= i64::from(view.record.turns));
                assert!(of(list, "points-spent") % 6 == 0 && (0..=12).contains(&of(list, "force-morale")));
                self.contacts += of(list, "came-to-contact") as u32;
                self.pinned += pinned;
            }
        }
    }

    #[test]
    fn what_is_counted_of_sides_agrees_with_what_is_counted_of_units_and_games() {
        let list = |name: &str| Source::called(name, Chainsword.armies()).unwrap();
        let lists = Armies::Written(["breacher-assault", "levy-foot"].map(list));
        let mut cell = CellSetup::usual(&Chainsword, lists, ["blitz", "firebase"], "patrol");
        // What came as support is in no list, and its deeds are counted of its side alone.
        cell.overrides = vec![Override { key: "codex.support-rolls.patrol.pip".to_owned(), value: 1.into() }];
        let mut check = Check { games: 0, contacts: 0, pinned: 0 };
        Chainsword.prepare(&cell).unwrap().play(3, 0, 0..3, &mut check);
        assert!(check.games == 6 && check.contacts > 0 && check.pinned > 0);
    }
}
