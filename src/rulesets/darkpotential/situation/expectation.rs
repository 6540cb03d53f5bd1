//! What a situation expects to find, and what it says when it finds something else.

use crate::game::situation::{CLOSE, Expectation, Expecting, Forced, Moment, Position, compare};
use crate::game::{Diagnostic, Game, LogEntry, Node, RuleAtom};
use crate::rulesets::darkpotential::choices::{Choice, Decision, Refusal};
use crate::rulesets::darkpotential::events::{self, FIELDS};
use crate::rulesets::darkpotential::ledger::LEDGER;
use crate::rulesets::darkpotential::notation::read_spot;
use crate::rulesets::darkpotential::scenarios::Ending;
use crate::rulesets::darkpotential::state::{Battle, FigureId, NOBODY, Phase, Stance};

/// Rulings of the rulebook that refuse a choice.
const RULINGS: [&str; 12] =
    ["R-26", "R-39", "R-42", "R-67", "R-75", "R-79", "R-80", "R-93", "R-108", "R-109", "R-110", "R-111"];

/// States of a figure.
const STATUSES: [&str; 3] = ["present", "hidden", "gone"];

/// Stances of a model.
const STANCES: [&str; 4] = ["none", "overwatch", "combat-ready", "suppressing-fire"];

impl Position for Battle<'_> {
    const RULESET: &'static str = "darkpotential";
    const LEDGER: &'static [RuleAtom] = LEDGER;
    const RULINGS: &'static [&'static str] = &RULINGS;
    const EVENTS: &'static [(&'static str, &'static [&'static str])] = FIELDS;
    const DECISIONS: &'static [&'static str] = &Decision::KEYS;
    const PHASES: &'static [&'static str] = &Phase::KEYS;
    const ENDINGS: &'static [&'static str] = &Ending::KEYS;
    const OF_ACTIVE: &'static str = "turn";
    const UNIT_STATE: &'static str = "state";

    /// A charge that ends in no contact is a move of more inches.
    #[cfg(test)]
    const SPARED: &'static [&'static str] = &["ActCharge"];

    fn moment(&self) -> Moment {
        Moment { decision: self.decision.key(), phase: self.phase.key(), active: self.active }
    }

    #[cfg(test)]
    fn check_state(&self) {
        crate::rulesets::darkpotential::invariants::check_state(self);
    }

    fn refused(&self, choice: Choice, refusal: Refusal) -> LogEntry {
        events::refused(self, choice, refusal)
    }

    fn forced(&self) -> Option<Forced<Choice>> {
        (self.decision == Decision::RollOff).then_some(Forced::Throw(Choice::RollOff))
    }

    fn expect_state<'n>(
        &self,
        unit: FigureId,
        node: &'n Node,
        to: &mut Expectation<'n, Self>,
    ) -> Result<(), Diagnostic> {
        let status = STATUSES[node.index_in("state", &STATUSES)?];
        to.add(node, move |battle, _| {
            let what = format!("{} is", battle.name(unit));
            compare(&what, &status, &battle.status_of(unit), |status| (*status).to_owned())
        });
        Ok(())
    }

    fn expect_place<'n>(
        &self,
        unit: FigureId,
        node: &'n Node,
        to: &mut Expectation<'n, Self>,
    ) -> Result<(), Diagnostic> {
        let wanted = read_spot(node)?;
        to.add(node, move |battle, _| {
            let found = battle.figure(unit).at;
            if battle.is_present(unit) && found.level == wanted.level && found.point.distance(wanted.point) <= CLOSE {
                return Ok(());
            }
            let at = format!("({:.3}, {:.3}), level {}", found.point.x, found.point.y, found.level);
            Err(format!("{} is {} at {at}", battle.name(unit), battle.status_of(unit)))
        });
        Ok(())
    }

    fn expect_unit<'n>(&self, unit: FigureId, expecting: &mut Expecting<'n, '_, Self>) {
        let is = move |what: &'static str| move |battle: &Self| format!("{} {what}", battle.name(unit));
        let number = |node: &'n Node| node.whole::<u16>(0..=999);
        expecting.is("wounds", number, is("has wounds left:"), move |battle| battle.figure(unit).wounds);
        expecting.is("points", number, is("has Command Points in its unit:"), move |battle| {
            battle.unit_of(unit).points.into()
        });
        expecting
            .is("available", number, is("has Command Points at hand:"), move |battle| battle.points_for(unit).into());
        expecting.is("suppressed", Node::flag, is("is suppressed:"), move |battle| {
            battle.own_force(unit).suppressed.contains(unit)
        });
        expecting.is("engaged", Node::flag, is("is in base contact:"), move |battle| battle.engaged(unit));
        expecting.is("covered", Node::flag, is("is covered by a Tactical Manoeuvre:"), move |battle| {
            battle.own_force(unit).covered.contains(unit)
        });
        expecting.is("leads", Node::flag, is("leads its unit:"), move |battle| battle.unit_of(unit).leader == unit);
        expecting.is(
            "stance",
            |node| Ok(STANCES[node.index_in("stance", &STANCES)?].to_owned()),
            is("has the stance"),
            move |battle| {
                let at = match battle.figure(unit).stance {
                    Stance::None => 0,
                    Stance::Overwatch { .. } => 1,
                    Stance::CombatReady { .. } => 2,
                    Stance::Suppressing { .. } => 3,
                };
                STANCES[at].to_owned()
            },
        );
    }

    fn expect_attack<'n>(expecting: &mut Expecting<'n, '_, Self>) {
        for key in ["needed", "cover"] {
            expecting.attack(key, key, |node| Ok(node.whole::<i64>(-99..=99)?.into()));
        }
        for key in ["attacker", "target", "weapon", "mode"] {
            expecting.attack(key, key, |node| Ok(node.text()?.into()));
        }
        expecting.attack("distance", "distance", |node| Ok(node.number(0.0..=1000.0)?.into()));
    }

    fn expect<'n>(&self, expecting: &mut Expecting<'n, '_, Self>) {
        expecting.tables("sight", "the line of sight", |expecting| self.expect_sight(expecting));
        expecting.tables("reactions", "the reactions", |expecting| self.expect_reactions(expecting));
    }
}

/// Checks of the game's own. Without the models nothing is checked, for the file is refused.
impl Battle<'_> {
    /// What lies between two figures.
    fn expect_sight<'n>(&self, expecting: &mut Expecting<'n, '_, Self>) {
        let from = expecting.table.required("from", |node| self.read_unit(node)).unwrap_or(NOBODY);
        let to = expecting.table.required("to", |node| self.read_unit(node)).unwrap_or(NOBODY);
        let what = move |what: &'static str| {
            move |battle: &Self| format!("{} and {} {what}:", battle.name(from), battle.name(to))
        };
        expecting.is("clear", Node::flag, what("see each other"), move |battle| battle.sees(from, to));
        expecting.is(
            "cover",
            |node| node.whole::<i32>(0..=99),
            what("have cover between them"),
            move |battle| {
                let rules = &battle.setup.rules;
                battle.cover(from, to).map_or(-1, |cover| cover.penalty(rules, battle.profile(to).dug_in))
            },
        );
        expecting.holds(
            "distance",
            |node| node.number(0.0..=1000.0),
            move |battle, wanted| {
                let found = battle.distance(from, to);
                if (found - wanted).abs() <= CLOSE {
                    return Ok(());
                }
                Err(format!("{} and {} are {found:.4} inches apart", battle.name(from), battle.name(to)))
            },
        );
    }

    /// The points of a movement at which a model may react now.
    fn expect_reactions<'n>(&self, expecting: &mut Expecting<'n, '_, Self>) {
        let by = expecting.table.required("by", |node| self.read_unit(node)).unwrap_or(NOBODY);
        expecting.options(
            ["at", "not-at", "exactly"],
            |node| node.whole::<u8>(0..=255),
            move |battle| format!("{} may react at", battle.name(by)),
            move |battle| {
                let mut points = Vec::new();
                battle.choices(&mut |choice| {
                    if let Choice::React { by: one, point, .. } = choice
                        && one == by
                    {
                        points.push(point);
                    }
                });
                points
            },
            |_, point| point.to_string(),
        );
    }
}
