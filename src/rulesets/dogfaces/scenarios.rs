//! The scenarios: who sets up where, who moves first, how the game is won, and what happens at the cap.

use super::codex::{Codex, CombatResult, Numbers, Profile};
use super::ledger::rule;
use super::rules::{BlockedRetreat, CapResult, FirstPlayer, RetreatOffMap, Rules};
use super::state::{Battle, UnitSet, members, side_of};
use crate::game::keyed::keyed;
use crate::game::{Side, SideState, StateWords, Verdict};
use crate::tabletop::hex::HexIndex;

keyed! {
    /// A scenario.
    Scenario {
        /// The last side with a living unit wins (DF-SCN-01).
        LastManStanding = "last-man-standing",
        /// Points for objectives held (DF-SCN-02).
        SeizeAndHold = "seize-and-hold",
        /// Side A has to get across the map (DF-SCN-03).
        Breakthrough = "breakthrough",
        /// The leaders are the stake (DF-SCN-04).
        Decapitation = "decapitation",
        /// Side B is surrounded (DF-SCN-05).
        LastStand = "last-stand",
    }
}

/// Ways a game can end, in the order of [`Ending`].
pub const ENDINGS: [&str; 6] = Ending::KEYS;

keyed! {
    /// How a game ended.
    Ending {
        /// A side has no living unit on the map.
        Elimination = "elimination",
        /// Twenty points and a lead.
        Points = "points",
        /// The last turn is over.
        Cap = "cap",
        /// Neither side can kill any more.
        Stalemate = "stalemate",
        /// The scenario's own condition.
        Objective = "objective",
        /// A side gave up.
        Surrender = "surrender",
    }
}

/// Most objectives of a map.
pub const MOST_OBJECTIVES: usize = 16;

/// What a scenario counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Points of each side (`seize-and-hold`).
    pub points: [u16; 2],
    /// Who holds each objective, in the order of the map.
    pub holders: [Option<Side>; MOST_OBJECTIVES],
    /// Units of side A that have to leave the map (`breakthrough`).
    pub exits_needed: u8,
}

/// All scenarios by key, with a line about each, the usual one first.
pub const SCENARIOS: [(&str, Scenario, &str); 5] = [
    (
        "last-man-standing",
        Scenario::LastManStanding,
        "the last side with a living unit wins; 40, 50 or 60 turns by size",
    ),
    (
        "seize-and-hold",
        Scenario::SeizeAndHold,
        "a point per objective held from turn 3; 20 points and a lead win; 20 turns",
    ),
    (
        "breakthrough",
        Scenario::Breakthrough,
        "side A wins when two fifths of it have left the map by the north edge; 16 turns",
    ),
    ("decapitation", Scenario::Decapitation, "a side whose foot leaders are all out of combat loses; 40 turns"),
    (
        "last-stand",
        Scenario::LastStand,
        "side B holds the centre against two edges; A wins by eliminating it within 15 turns",
    ),
];

impl Scenario {
    /// Who moves first by the scenario; none when the switch decides.
    #[must_use]
    pub const fn first_player(self) -> Option<Side> {
        match self {
            Scenario::Breakthrough | Scenario::LastStand => Some(Side::A),
            _ => None,
        }
    }

    /// Who moves first; none when it is drawn.
    #[must_use]
    pub fn first(self, rules: &Rules) -> Option<Side> {
        self.first_player().or(match rules.first_player {
            FirstPlayer::Random => None,
            FirstPlayer::A => Some(Side::A),
            FirstPlayer::B => Some(Side::B),
        })
    }

    /// Who sets up first, given who moves first (DF-SET-06).
    #[must_use]
    pub fn deploys_first(self, first: Side) -> Side {
        match self {
            Scenario::Breakthrough | Scenario::LastStand => Side::B,
            _ => first,
        }
    }

    /// Last turn of a game in which the larger side has `teams` teams, Foxtrot counted.
    #[must_use]
    pub fn cap(self, rules: &Rules, teams: usize) -> u16 {
        if rules.turn_cap > 0 {
            return rules.turn_cap;
        }
        match self {
            Scenario::LastManStanding if teams <= 2 => 40,
            Scenario::LastManStanding if teams <= 4 => 50,
            Scenario::LastManStanding => 60,
            Scenario::SeizeAndHold => 20,
            Scenario::Breakthrough => 16,
            Scenario::Decapitation => 40,
            Scenario::LastStand => 15,
        }
    }

    /// Units of side A that must leave the map: the codex's share of `units`, rounded up.
    #[must_use]
    pub fn exits_needed(self, numbers: &Numbers, units: u8) -> u8 {
        let needed = (u16::from(units) * u16::from(numbers.exit_percent)).div_ceil(100);
        if self == Scenario::Breakthrough { needed as u8 } else { 0 }
    }

    /// The rule by which a verdict came about.
    #[must_use]
    pub fn deciding_rule(self, verdict: Verdict) -> u16 {
        const ELIMINATION: u8 = Ending::Elimination as u8;
        const STALEMATE: u8 = Ending::Stalemate as u8;
        const SURRENDER: u8 = Ending::Surrender as u8;
        const CAP: u8 = Ending::Cap as u8;
        match (verdict.ending, self) {
            (ELIMINATION, _) if verdict.winner.is_some() => rule::VIC_01,
            (ELIMINATION, _) => rule::VIC_02,
            (SURRENDER, _) => rule::VIC_03,
            (STALEMATE, _) => rule::VIC_05,
            (CAP, _) => rule::VIC_04,
            (_, Scenario::SeizeAndHold) => rule::SCN_02,
            (_, Scenario::Breakthrough) => rule::SCN_03,
            (_, Scenario::Decapitation) => rule::SCN_04,
            (_, Scenario::LastManStanding | Scenario::LastStand) => unreachable!("neither has an ending of its own"),
        }
    }

    /// Whether the two lists must field the same teams when `rosters` is `mirrored` (DF-ARM-02).
    #[must_use]
    pub const fn mirrors_rosters(self) -> bool {
        !matches!(self, Scenario::LastStand)
    }
}

/// How sides stand at the end of a turn, in words.
pub const STATES: StateWords = StateWords {
    units: "units that live, or have left the map unharmed",
    morale: "living units that are not Stunned",
    objective: "points in seize-and-hold, units that have left in breakthrough, living foot leaders in decapitation; else 0",
    told: [Some("not Stunned"), None],
};

/// Lowest strength at which some die removes the victim: 3 on the printed table; one more than the last column when
/// there is none.
fn deadly_strength(codex: &Codex) -> i32 {
    let columns = codex.table[0].len();
    let deadly = |column: &usize| codex.table.iter().any(|row| row[*column] == CombatResult::OutOfCombat);
    (0..columns).find(deadly).unwrap_or(columns) as i32 + 1
}

impl Battle<'_> {
    /// Notes that a ready unit of `side` stands in `hex`: it takes over an objective there.
    #[inline]
    pub(super) fn take_objective(&mut self, side: Side, hex: HexIndex) {
        if self.setup.scenario != Scenario::SeizeAndHold {
            return;
        }
        if let Some(index) = self.setup.field.objectives.iter().position(|objective| *objective == hex) {
            self.progress.holders[index] = Some(side);
        }
    }

    /// The Victory Phase (DF-TRN-05): scores, and ends the game if it is over.
    pub(super) fn victory_phase(&mut self) -> Option<Verdict> {
        let own = self.scenario_victory();
        own.or_else(|| self.elimination())
            .or_else(|| self.stalemate())
            .or_else(|| self.surrender())
            .or_else(|| (self.turn >= self.setup.cap).then(|| self.at_the_cap(Ending::Cap)))
    }

    fn scenario_victory(&mut self) -> Option<Verdict> {
        let won = |winner, ending: Ending| Some(Verdict { winner: Some(winner), ending: ending as u8 });
        match self.setup.scenario {
            Scenario::SeizeAndHold => {
                let numbers = &self.setup.codex.numbers;
                if self.turn >= numbers.points_from_turn {
                    for holder in self.progress.holders.iter().flatten() {
                        self.progress.points[holder.index()] += 1;
                    }
                }
                let [a, b] = self.progress.points;
                let leader = if a > b { Side::A } else { Side::B };
                if a != b && a.max(b) >= numbers.points_to_win { won(leader, Ending::Points) } else { None }
            }
            Scenario::Breakthrough => {
                let force = self.force(Side::A);
                let (saved, alive) = (force.saved.len(), force.alive.len());
                let needed = u32::from(self.progress.exits_needed);
                if saved >= needed {
                    won(Side::A, Ending::Objective)
                } else if saved + alive < needed {
                    won(Side::B, Ending::Objective)
                } else {
                    None
                }
            }
            Scenario::Decapitation => match (self.foot_leaders(Side::A), self.foot_leaders(Side::B)) {
                (0, 1..) => won(Side::B, Ending::Objective),
                (1.., 0) => won(Side::A, Ending::Objective),
                _ => None,
            },
            Scenario::LastManStanding | Scenario::LastStand => None,
        }
    }

    /// How a side stands, as [`STATES`] says it.
    #[must_use]
    pub fn side_state(&self, side: Side) -> SideState {
        let force = self.force(side);
        SideState {
            value: self.value(side),
            units: (force.alive | force.saved).len() as u16,
            morale: force.ready().len() as i32,
            objective: match self.setup.scenario {
                Scenario::SeizeAndHold => self.progress.points[side.index()].into(),
                Scenario::Breakthrough => force.saved.len() as i32,
                Scenario::Decapitation => self.foot_leaders(side) as i32,
                Scenario::LastManStanding | Scenario::LastStand => 0,
            },
        }
    }

    /// Living leaders of a side that are not vehicles.
    fn foot_leaders(&self, side: Side) -> u32 {
        let force = self.force(side);
        (force.alive & force.leaders & !force.vehicles).len()
    }

    /// DF-VIC-01, DF-VIC-02
    fn elimination(&self) -> Option<Verdict> {
        let winner = match (self.force(Side::A).alive, self.force(Side::B).alive) {
            (UnitSet::EMPTY, UnitSet::EMPTY) => None,
            (UnitSet::EMPTY, _) => Some(Side::B),
            (_, UnitSet::EMPTY) => Some(Side::A),
            _ => return None,
        };
        Some(Verdict { winner, ending: Ending::Elimination as u8 })
    }

    /// DF-VIC-05, R-54: neither side can ever remove an enemy.
    fn stalemate(&self) -> Option<Verdict> {
        let applies = matches!(self.setup.scenario, Scenario::LastManStanding | Scenario::Decapitation);
        if !self.setup.rules.stalemate_rule || !applies || Side::BOTH.iter().any(|side| self.can_kill(*side)) {
            return None;
        }
        Some(self.at_the_cap(Ending::Stalemate))
    }

    /// Whether `side` could bring enough on any living enemy to remove it, towns left aside.
    fn can_kill(&self, side: Side) -> bool {
        let rules = &self.setup.rules;
        let harsh = rules.blocked_retreat == BlockedRetreat::Ooc || rules.retreat_off_map == RetreatOffMap::LeavesPlay;
        let limit = if harsh { 1 } else { deadly_strength(&self.setup.codex) };
        let enemies = self.force(side.other()).alive;
        // Each type of enemy need be looked at only once.
        let mut seen = [0u64; 4];
        members(side.other(), enemies).any(|enemy| {
            let kind = self.unit(enemy).kind;
            let (word, mask) = (usize::from(kind / 64), 1 << (kind % 64));
            if seen[word] & mask != 0 {
                return false;
            }
            seen[word] |= mask;
            self.strength_within_reach(side, self.profile(enemy), limit) >= limit
        })
    }

    /// Largest net strength that all living units of `side` together could bring on a target of this type; counting
    /// stops once `enough` is reached.
    fn strength_within_reach(&self, side: Side, target: &Profile, enough: i32) -> i32 {
        let mut net = i32::from(target.strength_mod);
        for unit in members(side, self.force(side).alive) {
            net += self.best_points(unit, target);
            if net >= enough {
                break;
            }
        }
        net
    }

    ///
    fn surrender(&self) -> Option<Verdict> {
        let ratio = self.setup.rules.surrender_ratio;
        let alive = Side::BOTH.map(|side| f64::from(self.force(side).alive.len()));
        Side::BOTH
            .into_iter()
            .find(|side| ratio > 0.0 && alive[side.index()] < ratio * alive[side.other().index()])
            .map(|loser| Verdict { winner: Some(loser.other()), ending: Ending::Surrender as u8 })
    }

    /// The result at the cap, or where the game is broken off as at the cap.
    fn at_the_cap(&self, ending: Ending) -> Verdict {
        let by = |a: f64, b: f64| match a.total_cmp(&b) {
            std::cmp::Ordering::Greater => Some(Side::A),
            std::cmp::Ordering::Less => Some(Side::B),
            std::cmp::Ordering::Equal => None,
        };
        let alive = |side: Side| f64::from(self.force(side).alive.len());
        let winner = match self.setup.scenario {
            Scenario::LastManStanding => match self.setup.rules.cap_result {
                CapResult::Headcount => by(alive(Side::A), alive(Side::B)),
                CapResult::Draw => None,
                CapResult::Cost => by(self.value(Side::A), self.value(Side::B)),
            },
            Scenario::SeizeAndHold => {
                let [a, b] = self.progress.points.map(f64::from);
                by(a, b)
            }
            Scenario::Breakthrough | Scenario::LastStand => Some(Side::B),
            Scenario::Decapitation => {
                let [a, b] = Side::BOTH.map(|side| f64::from(self.foot_leaders(side)));
                by(a, b).or_else(|| by(alive(Side::A), alive(Side::B)))
            }
        };
        Verdict { winner, ending: ending as u8 }
    }

    /// Whether a unit may step off the map from `hex` (`breakthrough`).
    #[must_use]
    pub fn may_exit_from(&self, unit: super::state::UnitId, hex: HexIndex) -> bool {
        self.setup.scenario == Scenario::Breakthrough
            && side_of(unit) == Side::A
            && self.setup.field.grid.row(hex) == 0
            && self.force(Side::A).alive.contains(unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::CodexFile;

    #[test]
    fn the_last_turn_goes_by_scenario_and_size_unless_the_rules_name_one() {
        let caps = |teams| Scenario::LastManStanding.cap(&Rules::default(), teams);
        assert_eq!([1, 2, 3, 4, 5, 8].map(caps), [40, 40, 50, 50, 60, 60]);
        let others = [Scenario::SeizeAndHold, Scenario::Breakthrough, Scenario::Decapitation, Scenario::LastStand];
        assert_eq!(others.map(|scenario| scenario.cap(&Rules::default(), 8)), [20, 16, 40, 15]);
        let rules = Rules { turn_cap: 7, ..Rules::default() };
        assert_eq!(others.map(|scenario| scenario.cap(&rules, 2)), [7; 4]);
    }

    #[test]
    fn df_scn_03_two_fifths_of_the_attackers_must_leave_rounded_up() {
        let numbers = Codex::built_in().numbers;
        for (units, needed) in [(5, 2), (10, 4), (11, 5), (13, 6), (64, 26)] {
            assert_eq!(Scenario::Breakthrough.exits_needed(&numbers, units), needed);
        }
        assert_eq!(Scenario::Breakthrough.exits_needed(&Numbers { exit_percent: 60, ..numbers }, 10), 6);
        assert_eq!(Scenario::LastManStanding.exits_needed(&numbers, 10), 0);
    }
}
