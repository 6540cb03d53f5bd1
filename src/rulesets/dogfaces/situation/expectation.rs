//! What a situation expects to find, and what it says when it finds something else.

use serde_json::Value;

use crate::game::situation::{Expectation, Expecting, Forced, Moment, Position, compare};
use crate::game::{Diagnostic, Game, LogEntry, Node, RuleAtom, Side};
use crate::rulesets::dogfaces::choices::{Aim, Choice, PathStep, Refusal};
use crate::rulesets::dogfaces::codex::{CombatResult, Mode};
use crate::rulesets::dogfaces::events::{self, FIELDS};
use crate::rulesets::dogfaces::ledger::LEDGER;
use crate::rulesets::dogfaces::notation::read_hex;
use crate::rulesets::dogfaces::scenarios::ENDINGS;
use crate::rulesets::dogfaces::situation::stage::{read_holder, read_points};
use crate::rulesets::dogfaces::state::{Battle, Decision, NOBODY, Phase, UnitId};
use crate::tabletop::hex::{Direction, HexIndex, NOWHERE};

/// States of a unit in traces.
const STATUSES: [&str; 5] = ["ready", "stunned", "overwatch", "ooc", "left-map"];

impl Position for Battle<'_> {
    const RULESET: &'static str = "dogfaces";
    const LEDGER: &'static [RuleAtom] = LEDGER;
    const EVENTS: &'static [(&'static str, &'static [&'static str])] = FIELDS;
    const DECISIONS: &'static [&'static str] = &Decision::KEYS;
    const PHASES: &'static [&'static str] = &Phase::KEYS;
    const ENDINGS: &'static [&'static str] = &ENDINGS;
    const OF_ACTIVE: &'static str = "phase";
    const UNIT_STATE: &'static str = "status";

    fn moment(&self) -> Moment {
        Moment { decision: self.decision.key(), phase: self.phase.key(), active: self.active }
    }

    #[cfg(test)]
    fn check_state(&self) {
        crate::rulesets::dogfaces::invariants::check_state(self);
    }

    fn refused(&self, choice: Choice, refusal: Refusal) -> LogEntry {
        events::refused(self, choice, refusal)
    }

    fn forced(&self) -> Option<Forced<Choice>> {
        match self.decision {
            Decision::Proceed => Some(Forced::Due(Choice::Proceed)),
            Decision::Recover => Some(Forced::Due(Choice::Recover)),
            _ => None,
        }
    }

    fn expect_state<'n>(&self, unit: UnitId, node: &'n Node, to: &mut Expectation<'n, Self>) -> Result<(), Diagnostic> {
        let status = STATUSES[node.index_in("state", &STATUSES)?];
        to.add(node, move |battle, _| {
            let what = format!("{} is", battle.name(unit));
            compare(&what, &status, &events::status_of(battle, unit), |status| (*status).to_owned())
        });
        Ok(())
    }

    fn expect_place<'n>(&self, unit: UnitId, node: &'n Node, to: &mut Expectation<'n, Self>) -> Result<(), Diagnostic> {
        let hex = read_hex(&self.setup.field, node)?;
        to.add(node, move |battle, _| battle.stands_in(unit, hex));
        Ok(())
    }

    fn expect_unit<'n>(&self, unit: UnitId, expecting: &mut Expecting<'n, '_, Self>) {
        expecting.is_shown(
            "aboard",
            |node| if node.text() == Ok("none") { Ok(NOBODY) } else { self.read_unit(node) },
            move |battle| format!("{} rides in", battle.name(unit)),
            move |battle| battle.unit(unit).carrier,
            |battle, carrier| if *carrier == NOBODY { "nothing".to_owned() } else { battle.name(*carrier) },
        );
        let ammo = move |battle: &Self| {
            let limited = |mode: &Mode| battle.setup.codex.weapons[usize::from(mode.weapon)].ammo.is_some();
            battle.profile(unit).modes.iter().position(limited).map_or(0, |at| battle.unit(unit).ammo[at])
        };
        let what = move |battle: &Self| format!("{} has ammunition for", battle.name(unit));
        expecting.is("ammo", |node| node.whole(0..=9), what, ammo);
    }

    fn is_attack(event: &Value) -> bool {
        event["event"] == "attack" && (event["kind"] == "direct" || event["kind"] == "overwatch")
    }

    fn expect_attack<'n>(expecting: &mut Expecting<'n, '_, Self>) {
        for key in ["points", "strength", "die", "total"] {
            expecting.attack(key, key, |n| Ok(n.whole::<i64>(0..=99)?.into()));
        }
        expecting.attack("die-mod", "die_modifiers", |n| Ok(n.whole::<i64>(-9..=9)?.into()));
        expecting.attack("result", "result", |n| Ok(n.one_of("result", &CombatResult::CHOICES)?.key().into()));
    }

    fn expect<'n>(&self, expecting: &mut Expecting<'n, '_, Self>) {
        let points = |battle: &Self| battle.progress.points;
        let shown = |_: &Self, points: &[u16; 2]| format!("{points:?}");
        expecting.is_shown("points", read_points, |_| "the points are".to_owned(), points, shown);
        expecting.is_shown(
            "holders",
            |node| node.list()?.iter().map(read_holder).collect::<Result<Vec<_>, _>>(),
            |_| "the objectives are held by".to_owned(),
            |battle| battle.progress.holders[..battle.setup.field.objectives.len()].to_vec(),
            |_, holders| holders.iter().map(|side| side.map_or("nobody", Side::letter)).collect::<Vec<_>>().join(", "),
        );
        expecting.tables("reach", "the reach", |expecting| self.expect_reach(expecting));
        expecting.tables("targets", "the targets", |expecting| self.expect_targets(expecting));
    }
}

/// Checks of the game's own.
impl Battle<'_> {
    /// Whether a unit is in a hex.
    pub(in super::super) fn stands_in(&self, unit: UnitId, hex: HexIndex) -> Result<(), String> {
        compare(&format!("{} is", self.name(unit)), &hex, &self.unit(unit).hex, |hex| match *hex {
            NOWHERE => events::status_of(self, unit).to_owned(),
            hex => format!("at {}", self.spot(hex)),
        })
    }

    /// Where a unit can go. Without the unit nothing is checked, for the file is refused.
    pub(super) fn expect_reach<'n>(&self, expecting: &mut Expecting<'n, '_, Self>) {
        let unit = expecting.table.required("unit", |node| self.read_unit(node)).unwrap_or(0);
        expecting.options(
            ["hexes", "not-hexes", "exactly"],
            |node| read_hex(&self.setup.field, node),
            move |battle| format!("{} can end a move in", battle.name(unit)),
            move |battle| ends(battle, unit).0,
            |battle, hex| battle.spot(*hex),
        );
        let what = move |battle: &Self| format!("{} can leave the map:", battle.name(unit));
        expecting.is("exit", Node::flag, what, move |battle| ends(battle, unit).1);
    }

    /// Whom a unit can shoot at.
    pub(super) fn expect_targets<'n>(&self, expecting: &mut Expecting<'n, '_, Self>) {
        let unit = expecting.table.required("unit", |node| self.read_unit(node)).unwrap_or(0);
        let mode = expecting.table.optional("mode", |node| self.read_mode(unit, node, node.text()?));
        expecting.options(
            ["of", "not-of", "exactly"],
            |node| self.read_unit(node),
            move |battle| format!("{} can shoot at", battle.name(unit)),
            move |battle| targets(battle, unit, mode),
            |battle, unit| battle.name(*unit),
        );
    }
}

/// Where a unit is offered to end a move, and whether it is offered to leave the map.
fn ends(battle: &Battle<'_>, unit: UnitId) -> (Vec<HexIndex>, bool) {
    let (mut hexes, mut leaves) = (Vec::new(), false);
    let start = battle.unit(unit).hex;
    battle.choices(&mut |choice| match choice {
        Choice::Move { unit: mover, path } if mover == unit => {
            if path.steps().any(|step| step == PathStep::Exit) {
                leaves = true;
            } else {
                hexes.extend(battle.walk(start, path).last());
            }
        }
        Choice::Fly { unit: mover, direction, length } if mover == unit => {
            let flown =
                |at: HexIndex, direction: Direction| battle.setup.field.neighbours[usize::from(at)][direction as usize];
            hexes.push((0..length).fold(start, |at, _| flown(at, direction)));
        }
        _ => {}
    });
    hexes.sort_unstable();
    hexes.dedup();
    (hexes, leaves)
}

/// The units that a unit is offered to shoot at.
fn targets(battle: &Battle<'_>, unit: UnitId, mode: Option<u8>) -> Vec<UnitId> {
    let mut found = Vec::new();
    battle.choices(&mut |choice| {
        if let Choice::Shoot(shot) = choice
            && shot.unit == unit
            && mode.is_none_or(|mode| mode == shot.mode)
            && let Aim::Unit(target) = shot.aim
        {
            found.push(target);
        }
    });
    found.sort_unstable();
    found.dedup();
    found
}
