//! The dice of a round, and its results (R-146, steps 5 to 8).

use arrayvec::ArrayVec;

use super::MOST_WINNERS;
use crate::dice::Dice;
use crate::game::{Observer, Side, UnitStat};
use crate::rulesets::hexcommand::codex::Face;
use crate::rulesets::hexcommand::events;
use crate::rulesets::hexcommand::ledger::rule;
use crate::rulesets::hexcommand::melee::{self, Corner, Fighter};
use crate::rulesets::hexcommand::state::{
    Battle, CommanderId, Fate, MOST_CONTACTS, NOBODY, UnitId, bit, members, place_of, side_of,
};
use crate::tabletop::hex::HexIndex;

impl Battle<'_> {
    /// All pairs roll, and the results are applied together (HX-MEL-04, HX-MEL-10; R-146, steps 5 to 8).
    pub(super) fn clash<D: Dice, C: Observer<events::LogEntry>>(&mut self, dice: &mut D, observer: &mut C) {
        let (codex, rules) = (&self.setup.codex, &self.setup.rules);
        let mut throws: ArrayVec<[Face; 2], MOST_CONTACTS> = ArrayVec::new();
        let mut pairs: ArrayVec<[UnitId; 2], MOST_CONTACTS> = ArrayVec::new();
        // in list order of the phasing units.
        for unit in members(self.phasing, self.force(self.phasing).present) {
            for foe in self.opponents(unit) {
                pairs.push([unit, foe]);
            }
        }
        let strengths: ArrayVec<[i32; 2], MOST_CONTACTS> =
            pairs.iter().map(|[unit, foe]| [self.strength(*unit, *foe), self.strength(*foe, *unit)]).collect();
        for (at, pair) in pairs.iter().enumerate() {
            throws.push(melee::throw(codex, rules, dice));
            let thrown = dice.thrown();
            let [unit, foe] = *pair;
            let primary = [self.primary_of(foe) == unit, self.primary_of(unit) == foe];
            observer.event(|| events::clash(self, *pair, strengths[at], primary, thrown));
            self.count_melee_rules(*pair, observer);
        }
        // Values and primaries are those before the first result.
        let primaries: ArrayVec<[bool; 2], MOST_CONTACTS> =
            pairs.iter().map(|[unit, foe]| [self.primary_of(*foe) == *unit, self.primary_of(*unit) == *foe]).collect();
        let mut doomed: ArrayVec<(Side, CommanderId), MOST_CONTACTS> = ArrayVec::new();
        let mut tolls: ArrayVec<(UnitId, u8, u8), MOST_WINNERS> = ArrayVec::new();
        for unit in self.in_order() {
            let mut own: ArrayVec<(usize, usize), MOST_CONTACTS> = ArrayVec::new();
            for (at, pair) in pairs.iter().enumerate() {
                if let Some(place) = pair.iter().position(|one| *one == unit) {
                    own.push((at, place));
                }
            }
            if own.is_empty() {
                continue;
            }
            // the primary pair first.
            let primary = self.primary_of(unit);
            own.sort_by_key(|(at, place)| pairs[*at][1 - place] != primary);
            let (mut hits, mut te) = (0u8, 0u8);
            for (at, place) in own {
                let foe = pairs[at][1 - place];
                let leader = self.leader_in_combat(unit).map(|leader| (side_of(unit), leader));
                let alive = leader.filter(|leader| !doomed.contains(leader));
                let corner = |place: usize, commander: bool| Corner {
                    strength: strengths[at][place],
                    flanked: self.flanked_from(pairs[at][place], self.unit(pairs[at][1 - place]).hex),
                    commander,
                };
                let corners = [corner(place, alive.is_some()), corner(1 - place, false)];
                let harm = melee::harm(rules, corners, [throws[at][place], throws[at][1 - place]]);
                let counts = primaries[at][place];
                let (own_hits, becoming) = if counts { (harm.hits, 0) } else { melee::secondary(rules, harm.hits) };
                let value = self.kind(unit).value / f64::from(self.unit(unit).rout_at);
                let expected = if counts { melee::expected_hits(codex, rules, corners) } else { 0.0 };
                observer.random_result(side_of(unit), value * f64::from(own_hits), value * expected);
                self.credit(foe, value * f64::from(own_hits), false, observer);
                hits = hits.saturating_add(own_hits);
                te = te.saturating_add(harm.te + becoming);
                if self.is_pressed_by(unit, foe) {
                    observer.rule_fired(rule::MEL_15);
                    te = te.saturating_add(melee::pressed(rules, strengths[at][place], strengths[at][1 - place]));
                }
                if harm.commander_killed
                    && let Some(leader) = alive
                {
                    observer.rule_fired(rule::CMD_08);
                    doomed.push(leader);
                }
            }
            tolls.push((unit, hits, te));
        }
        let places: ArrayVec<[HexIndex; 2], MOST_CONTACTS> =
            pairs.iter().map(|pair| pair.map(|unit| self.unit(unit).hex)).collect();
        for (side, commander) in doomed {
            self.lose_commander(side, commander, Fate::Killed, observer);
        }
        for (unit, hits, te) in tolls {
            self.take_toll(unit, hits, te, observer);
        }
        let routed = pairs.iter().filter(|pair| pair.iter().all(|unit| !self.is_steady(*unit))).count();
        if routed > 0 {
            observer.rule_fired(rule::MEL_10);
        }
        self.run_breaking(dice, observer);
        self.find_winners(&pairs, &places, dice, observer);
        // An advance may bring the same two into contact anew, and that contact has had no round.
        pairs.retain(|[unit, foe]| self.contact_of(*unit, *foe).is_some());
        self.melee.pairs = pairs;
    }

    /// Whether `foe` presses `unit`: the enemy whom it names, or its primary one, or the only one that is weaker (HX-MEL-15).
    fn is_pressed_by(&self, unit: UnitId, foe: UnitId) -> bool {
        match self.melee.pressed[usize::from(foe)] {
            _ if !self.setup.rules.melee_points => false,
            NOBODY => self.weaker_foes(foe).eq([unit]),
            named => named == unit,
        }
    }

    /// Hits and TE of a round really go on a unit, all at once (HX-MEL-13).
    fn take_toll<C: Observer<events::LogEntry>>(&mut self, unit: UnitId, hits: u8, te: u8, observer: &mut C) {
        let rules = &self.setup.rules;
        let state = *self.unit(unit);
        let mut fighter = Fighter {
            value: 0,
            hits: 0,
            te: state.te,
            cover: 0,
            commander: None,
            support: false,
            rout_at: state.rout_at,
        };
        let (real, stays) = fighter.suffer(rules, hits, te);
        if real > hits {
            observer.rule_fired(rule::MEL_13);
        }
        self.unit_mut(unit).te = fighter.te;
        let side = side_of(unit);
        self.interrupt_work(unit);
        let force = self.force_mut(side);
        force.fought |= bit(unit);
        force.stirred |= bit(unit);
        observer.count(side, place_of(unit), UnitStat::Attacks, 1);
        observer.event(|| events::toll(self, unit, real, stays));
        self.wound(unit, real, observer);
    }

    fn count_melee_rules<C: Observer<events::LogEntry>>(&self, [unit, foe]: [UnitId; 2], observer: &mut C) {
        observer.rule_fired(rule::MEL_03);
        observer.rule_fired(rule::MEL_04);
        for (own, other) in [(unit, foe), (foe, unit)] {
            let fighter = self.fighter(own, other);
            let (hex, from) = (self.unit(own).hex, self.unit(other).hex);
            let toward = self.setup.field.direction(hex, from);
            let behind = self.cover(hex, from, toward, true) > self.cover(hex, from, toward, false);
            for (made, rule) in [
                (behind, rule::MEL_09),
                (self.setup.field.height_cover(hex, from) > 0, rule::TER_11),
                (self.flanked_from(own, self.unit(other).hex), rule::MEL_05),
                (fighter.support, rule::MEL_07),
                (fighter.cover > 0 && self.unit(own).rounds > 0, rule::MEL_08),
                (fighter.commander.is_some_and(|bonus| bonus > 0), rule::CMD_05),
            ] {
                if made {
                    observer.rule_fired(rule);
                }
            }
        }
        if self.contact_of(unit, foe).is_some_and(|contact| contact.rounds > 0) {
            observer.rule_fired(rule::MEL_14);
        }
    }
}
