//! The end of a turn and of a game (HX-VIC): who holds what, what it is worth, and who has won.

use super::events;
use super::integrity_step::Book;
use super::ledger::rule;
use super::rules::{VictoryGraceTurns, VictoryTie};
use super::state::{Battle, UnitId, UnitSet, members, side_of};
use crate::game::keyed::keyed;
use crate::game::{Observer, Side, SideState, StateWords, Verdict};
use crate::tabletop::hex::HexIndex;

keyed! {
    /// How a game ended.
    Ending {
        /// An army stayed at its break point for too long (HX-VIC-02).
        Break = "break",
        /// An army had no steady unit any more (HX-VIC-03).
        WipedOut = "wiped-out",
        /// The last turn was over (HX-VIC-05).
        Points = "points",
    }
}

/// Points for an enemy unit that was removed.
const REMOVED: u32 = 2;

/// How sides stand at the end of a turn, in words.
pub const STATES: StateWords = StateWords {
    units: "combat units that are left, those still to come included",
    morale: "combat units on the board that are steady",
    objective: "points for what the enemy lost and for what is held",
    told: [Some("steady"), Some("victory points")],
};

impl Battle<'_> {
    /// How a side stands, as [`STATES`] says it.
    #[must_use]
    pub fn side_state(&self, side: Side) -> SideState {
        SideState {
            value: self.worth(side),
            units: self.left(side).len() as u16,
            morale: self.force(side).fit().len() as i32,
            objective: self.points(side) as i32,
        }
    }

    /// Units that hold ground: steady, and no artillery.
    fn holders(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        let fit = self.force(side).fit() & !self.force(side).hidden;
        members(side, fit).filter(|unit| !self.is_battery(*unit))
    }

    /// Whether a unit of a side that holds ground stands in a hex.
    fn holds(&self, side: Side, hex: HexIndex) -> bool {
        self.holders(side).any(|unit| self.unit(unit).hex == hex)
    }

    /// Takes note of who stands on objectives with no enemy next to them: they keep them when they have gone (HX-VIC-04).
    pub(super) fn note_holders(&mut self) {
        for (at, objective) in self.setup.scenario.objectives.iter().enumerate() {
            for side in Side::BOTH {
                let near = |unit: UnitId| self.range(self.unit(unit).hex, objective.hex) <= 1;
                if self.holds(side, objective.hex) && !self.holders(side.other()).any(near) {
                    self.held[at] = Some(side);
                }
            }
        }
    }

    /// Who holds an objective: the side that stands there, else the one that stood there last with no enemy next to it.
    #[must_use]
    pub fn holder(&self, at: usize) -> Option<Side> {
        let hex = self.setup.scenario.objectives[at].hex;
        Side::BOTH.into_iter().find(|side| self.holds(*side, hex)).or(self.held[at])
    }

    /// Points of a side as they are now: for what the enemy lost, and for what it holds (HX-VIC-05, R-167).
    #[must_use]
    pub fn points(&self, side: Side) -> u32 {
        let (rules, other) = (&self.setup.rules, side.other());
        let force = self.force(other);
        let lost: UnitSet = force.combat & (force.removed | force.crews);
        let strayed = lost & force.strayed;
        let routed = force.combat & force.routed & force.present & !lost;
        let guns = members(other, force.combat)
            .filter(|unit| self.is_battery(*unit) && self.unit(*unit).holder != side_of(*unit));
        REMOVED * (lost & !strayed).len()
            + REMOVED * u32::from(rules.rout_ror_weight) * strayed.len()
            + routed.len()
            + guns.count() as u32
            + u32::from(self.commanders_lost(other))
            + self.ground(side)
    }

    /// Points of a side for what it holds.
    fn ground(&self, side: Side) -> u32 {
        let scenario = &self.setup.scenario;
        let held =
            scenario.objectives.iter().enumerate().filter(|(at, objective)| {
                objective.side.is_none_or(|only| only == side) && self.holder(*at) == Some(side)
            });
        let objectives: u32 = held.map(|(_, objective)| u32::from(objective.points)).sum();
        let bank = scenario.bank.filter(|bank| {
            let across = |unit: &UnitId| scenario.far_bank.contains(self.unit(*unit).hex);
            let force = self.force(side).fit() & !self.force(side).hidden;
            bank.side == side && members(side, force).filter(across).count() >= usize::from(bank.units)
        });
        objectives + bank.map_or(0, |bank| u32::from(bank.points))
    }

    /// Whether a side has no steady combat unit left on the board, and none to come (HX-VIC-03, R-164).
    #[must_use]
    pub fn is_wiped_out(&self, side: Side) -> bool {
        let force = self.force(side);
        force.fit().is_empty() && (force.due & force.combat).is_empty()
    }

    /// The end of a turn: the verdict, if the game is over (HX-TRN-10, HX-TRN-11, R-193).
    pub(super) fn turn_end<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) -> Option<Verdict> {
        self.note_holders();
        for contact in &mut self.contacts {
            contact.fought = false;
        }
        let rules = &self.setup.rules;
        for side in Side::BOTH {
            let broken = self.losses(side, Book::Whole).broken(rules, self.force(side).break_point);
            let force = self.force_mut(side);
            force.broken = if broken { force.broken.saturating_add(1) } else { 0 };
        }
        observer.event(|| events::score(self));
        let wiped_out = Side::BOTH.map(|side| self.is_wiped_out(side));
        let won = |winner: Option<Side>, ending: Ending| Some(Verdict { winner, ending: ending as u8 });
        match wiped_out {
            [true, true] => {
                observer.rule_fired(rule::VIC_03);
                return won(None, Ending::WipedOut);
            }
            [a, b] if a || b => {
                observer.rule_fired(rule::VIC_03);
                return won(Some(if a { Side::B } else { Side::A }), Ending::WipedOut);
            }
            _ => {}
        }
        let broken = Side::BOTH.map(|side| match rules.victory_grace_turns {
            VictoryGraceTurns::Off => false,
            VictoryGraceTurns::Turns(turns) => self.force(side).broken >= turns,
        });
        match broken {
            [false, false] => {}
            [true, true] => {
                observer.rule_fired(rule::VIC_05);
                return won(self.leader_on_points(), Ending::Break);
            }
            [a, _] => {
                observer.rule_fired(rule::VIC_01);
                observer.rule_fired(rule::VIC_02);
                return won(Some(if a { Side::B } else { Side::A }), Ending::Break);
            }
        }
        if self.turn < u16::from(rules.turn_limit) {
            return None;
        }
        observer.rule_fired(rule::TRN_11);
        observer.rule_fired(rule::VIC_05);
        if Side::BOTH.into_iter().any(|side| self.ground(side) > 0) {
            observer.rule_fired(rule::VIC_04);
        }
        won(self.leader_on_points(), Ending::Points)
    }

    /// Who leads by enough points; a draw may be the defender's (HX-VIC-05, R-193).
    fn leader_on_points(&self) -> Option<Side> {
        let rules = &self.setup.rules;
        let [a, b] = Side::BOTH.map(|side| self.points(side));
        let lead = a.abs_diff(b);
        if lead > 0 && lead >= u32::from(rules.victory_draw_margin) {
            return Some(if a > b { Side::A } else { Side::B });
        }
        let attacker = self.setup.scenario.attacker;
        attacker.filter(|_| rules.victory_tie == VictoryTie::Defender).map(Side::other)
    }
}

#[cfg(test)]
mod tests;
