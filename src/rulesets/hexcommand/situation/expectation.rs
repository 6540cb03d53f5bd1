//! What a situation expects to find, and what it says when it finds something else.

use serde_json::Value;

use super::staff::read_holder;
use crate::game::situation::{CLOSE, Expectation, Expecting, Forced, Moment, Position, compare, read_side};
use crate::game::{Diagnostic, Game, LogEntry, Node, RuleAtom, Side};
use crate::rulesets::hexcommand::choices::{Choice, Order, Refusal};
use crate::rulesets::hexcommand::events::{self, FIELDS};
use crate::rulesets::hexcommand::integrity_step::Book;
use crate::rulesets::hexcommand::ledger::LEDGER;
use crate::rulesets::hexcommand::movement::Search;
use crate::rulesets::hexcommand::notation::{read_direction, read_hex};
use crate::rulesets::hexcommand::position::MARKS;
use crate::rulesets::hexcommand::scenarios::ENDINGS;
use crate::rulesets::hexcommand::state::{Battle, Decision, NOBODY, Step, UnitId, side_of};
use crate::tabletop::hex::flat::Direction;
use crate::tabletop::hex::{HexIndex, NOWHERE};

/// Rulings of the rulebook that refuse a choice.
const RULINGS: [&str; 14] = [
    "R-31", "R-116", "R-122", "R-128", "R-131", "R-132", "R-157", "R-163", "R-169", "R-173", "R-174", "R-175", "R-182",
    "R-192",
];

/// States of a unit in traces.
const STATUSES: [&str; 8] = ["steady", "routed", "crew", "due", "unplaced", "removed", "strayed", "fake"];

/// Rungs of the firing ladder.
const NEEDS: [&str; 5] = ["auto", "color", "code", "cnc", "impossible"];

/// What a shot does, by key.
const RESULTS: [&str; 8] = ["no-shot", "miss", "structure", "te", "hit", "routs", "destroyed", "commander-killed"];

impl Position for Battle<'_> {
    const RULESET: &'static str = "hexcommand";
    const LEDGER: &'static [RuleAtom] = LEDGER;
    const RULINGS: &'static [&'static str] = &RULINGS;
    const EVENTS: &'static [(&'static str, &'static [&'static str])] = FIELDS;
    const DECISIONS: &'static [&'static str] = &Decision::KEYS;
    const PHASES: &'static [&'static str] = &Step::KEYS;
    const ENDINGS: &'static [&'static str] = &ENDINGS;
    const OF_ACTIVE: &'static str = "half";
    const UNIT_STATE: &'static str = "state";
    const FACES: [u16; 2] = [0, 100];

    fn moment(&self) -> Moment {
        Moment { decision: self.decision.key(), phase: self.step.key(), active: self.phasing }
    }

    #[cfg(test)]
    fn check_state(&self) {
        crate::rulesets::hexcommand::invariants::check_state(self);
    }

    fn refused(&self, choice: Choice, refusal: Refusal) -> LogEntry {
        events::refused(self, choice, refusal)
    }

    fn forced(&self) -> Option<Forced<Choice>> {
        match self.decision {
            Decision::Draw
            | Decision::Initiative
            | Decision::Integrity
            | Decision::Entry
            | Decision::Resolve
            | Decision::FireOrder
            | Decision::Melee => Some(Forced::Throw(Choice::Proceed)),
            Decision::RoutMoves | Decision::FireRouts => Some(Forced::Due(Choice::Proceed)),
            _ => None,
        }
    }

    fn expect_state<'n>(&self, unit: UnitId, node: &'n Node, to: &mut Expectation<'n, Self>) -> Result<(), Diagnostic> {
        // A word may be a hex as well, which is a number in quotes.
        if node.text()?.starts_with(|first: char| first.is_ascii_digit()) {
            return self.expect_place(unit, node, to);
        }
        let status = STATUSES[node.index_in("state", &STATUSES)?];
        to.add(node, move |battle, _| {
            let what = format!("{} is", battle.name(unit));
            compare(&what, &status, &battle.status_of(unit), |status| (*status).to_owned())
        });
        Ok(())
    }

    fn expect_place<'n>(&self, unit: UnitId, node: &'n Node, to: &mut Expectation<'n, Self>) -> Result<(), Diagnostic> {
        let hex = read_hex(self, node)?;
        to.add(node, move |battle, _| battle.stands_in(unit, hex));
        Ok(())
    }

    fn expect_unit<'n>(&self, unit: UnitId, expecting: &mut Expecting<'n, '_, Self>) {
        let has = move |what: &'static str| move |battle: &Self| format!("{} has {what}", battle.name(unit));
        let number = |node: &'n Node| node.whole::<u8>(0..=99);
        expecting.is("hits", number, has("hits:"), move |battle| battle.unit(unit).hits);
        expecting.is("te", number, has("TE:"), move |battle| battle.unit(unit).te);
        expecting.is("supply", number, has("supply:"), move |battle| battle.unit(unit).supply);
        expecting.is("shots", number, has("shots left in its guns:"), move |battle| battle.unit(unit).shots);
        expecting.is("work", number, has("turns of work:"), move |battle| battle.unit(unit).work);
        expecting.is_shown(
            "facing",
            read_direction,
            move |battle| format!("{} faces", battle.name(unit)),
            move |battle| battle.unit(unit).facing,
            |_, facing: &Direction| facing.name().to_owned(),
        );
        for (key, of) in [
            ("horses", (|battle, unit| battle.unit(unit).horses) as fn(&Self, UnitId) -> HexIndex),
            ("guns", |battle, unit| battle.unit(unit).guns),
        ] {
            expecting.is_shown(
                key,
                |node| if node.text() == Ok("none") { Ok(NOWHERE) } else { read_hex(self, node) },
                move |battle| format!("{} has its {key} at", battle.name(unit)),
                move |battle| of(battle, unit),
                |battle, hex| if *hex == NOWHERE { "no hex".to_owned() } else { battle.spot(*hex) },
            );
        }
        expecting.is_shown(
            "holder",
            read_side,
            move |battle| format!("the guns of {} are in the hands of", battle.name(unit)),
            move |battle| battle.unit(unit).holder,
            |_, side| side.letter().to_owned(),
        );
        let commander = move |battle: &Self| match battle.commander_with(unit) {
            Some(number) => battle.commander_name(side_of(unit), number),
            None => "none".to_owned(),
        };
        expecting.is(
            "commander",
            |node| node.text().map(str::to_owned),
            move |battle| format!("with {} is", battle.name(unit)),
            commander,
        );
        expecting.is(
            "zone",
            Node::flag,
            move |battle| format!("{} has a zone of control:", battle.name(unit)),
            move |battle| battle.unit(unit).hex != NOWHERE && battle.has_zone(unit),
        );
        let found = move |battle: &Self| {
            let mut force = *battle.own_force(unit);
            MARKS.iter().filter(|(_, mark)| mark(&mut force).contains(unit)).map(|(key, _)| *key).collect()
        };
        expecting.options(
            ["marks", "not-marks", "exactly-marks"],
            |node| Ok(MARKS[node.index_in("mark", &MARKS.map(|(key, _)| key))?].0),
            move |battle: &Self| format!("{} is marked", battle.name(unit)),
            found,
            |_, mark: &&str| (*mark).to_owned(),
        );
    }

    fn is_attack(event: &Value) -> bool {
        event["event"] == "shot"
    }

    fn expect_attack<'n>(expecting: &mut Expecting<'n, '_, Self>) {
        for key in ["range", "cover", "hits"] {
            expecting.attack(key, key, |node| Ok(node.whole::<i64>(0..=99)?.into()));
        }
        for (key, field) in [
            ("flank", "flank"),
            ("partial", "partial_view"),
            ("off-arc", "off_arc"),
            ("moved", "moved"),
            ("fatigued", "fatigued"),
            ("higher", "higher"),
            ("consecutive", "consecutive"),
        ] {
            expecting.attack(key, field, |node| Ok(node.flag()?.into()));
        }
        expecting.attack("weapon", "weapon", |node| Ok(node.text()?.into()));
        expecting.attack("need", "need", |node| Ok(NEEDS[node.index_in("need", &NEEDS)?].into()));
        expecting.attack("result", "result", |node| Ok(RESULTS[node.index_in("result", &RESULTS)?].into()));
    }

    fn expect<'n>(&self, expecting: &mut Expecting<'n, '_, Self>) {
        let both = |node: &'n Node| match node.list()? {
            [a, b] => Ok([a.number(0.0..=1e6)?, b.number(0.0..=1e6)?]),
            _ => Err(node.locate(Diagnostic::new("numbers of side A and of side B").allowing(["[A, B]"]))),
        };
        let near = |what: &'static str, wanted: &[f64; 2], found: [f64; 2]| {
            let close = wanted.iter().zip(found).all(|(wanted, found)| (wanted - found).abs() <= CLOSE);
            if close { Ok(()) } else { Err(format!("the {what} of the sides: {found:?}, not {wanted:?}")) }
        };
        expecting.holds("points", both, move |battle, wanted| {
            near("points", wanted, Side::BOTH.map(|side| f64::from(battle.points(side))))
        });
        expecting.holds("loss", both, move |battle, wanted| {
            let rules = &battle.setup.rules;
            near("losses", wanted, Side::BOTH.map(|side| battle.losses(side, Book::Whole).percent(rules)))
        });
        expecting.is_shown(
            "leader",
            read_side,
            |_| "player A is".to_owned(),
            |battle| battle.leader,
            |_, side| side.letter().to_owned(),
        );
        expecting.is_shown(
            "holders",
            |node| node.list()?.iter().map(read_holder).collect::<Result<Vec<_>, _>>(),
            |_| "the objectives are held by".to_owned(),
            |battle| (0..battle.setup.scenario.objectives.len()).map(|at| battle.holder(at)).collect::<Vec<_>>(),
            |_, holders| holders.iter().map(|side| side.map_or("nobody", Side::letter)).collect::<Vec<_>>().join(", "),
        );
        expecting.tables("reach", "the reach", |expecting| self.expect_reach(expecting));
        expecting.tables("targets", "the targets", |expecting| self.expect_targets(expecting));
        expecting.tables("sight", "the line of sight", |expecting| self.expect_sight(expecting));
        expecting.tables("contact", "the contact", |expecting| self.expect_contact(expecting));
        expecting.tables("melee", "the melee", |expecting| self.expect_melee(expecting));
        expecting.tables("orders", "the order", |expecting| self.expect_order(expecting));
    }
}

/// Checks of the game's own. Without the units nothing is checked, for the file is refused.
impl Battle<'_> {
    /// Whether a unit is in a hex.
    pub(in super::super) fn stands_in(&self, unit: UnitId, hex: HexIndex) -> Result<(), String> {
        compare(&format!("{} is", self.name(unit)), &hex, &self.unit(unit).hex, |hex| match *hex {
            NOWHERE => self.status_of(unit).to_owned(),
            hex => format!("at {}", self.spot(hex)),
        })
    }

    /// Whether a unit faces a direction.
    pub(in super::super) fn faces(&self, unit: UnitId, facing: Direction) -> Result<(), String> {
        let found = self.unit(unit).facing;
        if found == facing {
            return Ok(());
        }
        let (name, now, then) = (self.name(unit), found.name(), facing.name());
        Err(format!("{name} faces {now} by now, not {then}: its move needs `start`"))
    }

    /// Where a unit can go.
    fn expect_reach<'n>(&self, expecting: &mut Expecting<'n, '_, Self>) {
        let unit = expecting.table.required("unit", |node| self.read_unit(node)).unwrap_or(0);
        expecting.options(
            ["hexes", "not-hexes", "exactly"],
            |node| read_hex(self, node),
            move |battle| format!("{} can end a move in", battle.name(unit)),
            move |battle| ends(battle, unit),
            |battle, hex| battle.spot(*hex),
        );
    }

    /// Whom a unit can shoot at.
    fn expect_targets<'n>(&self, expecting: &mut Expecting<'n, '_, Self>) {
        let unit = expecting.table.required("unit", |node| self.read_unit(node)).unwrap_or(0);
        expecting.options(
            ["of", "not-of", "exactly"],
            |node| self.read_unit(node),
            move |battle| format!("{} can shoot at", battle.name(unit)),
            move |battle| targets(battle, unit),
            |battle, unit| battle.name(*unit),
        );
    }

    /// What lies between two units, for the weapon of the first.
    fn expect_sight<'n>(&self, expecting: &mut Expecting<'n, '_, Self>) {
        let from = expecting.table.required("from", |node| self.read_unit(node)).unwrap_or(0);
        let to = expecting.table.required("to", |node| self.read_unit(node)).unwrap_or(0);
        let what = move |what: &'static str| {
            move |battle: &Self| format!("{} sees {} {what}:", battle.name(from), battle.name(to))
        };
        expecting.is("clear", Node::flag, what("at all"), move |battle| battle.line_between(from, to).is_some());
        expecting.is("partial", Node::flag, what("in part"), move |battle| {
            battle.line_between(from, to).is_some_and(|sight| sight.partial)
        });
    }

    /// Whether two units are in contact.
    fn expect_contact<'n>(&self, expecting: &mut Expecting<'n, '_, Self>) {
        let units = |node: &Node| match node.list()? {
            [one, other] => Ok([self.read_unit(one)?, self.read_unit(other)?]),
            _ => Err(node.locate(Diagnostic::new("two units").allowing(["[UNIT, UNIT]"]))),
        };
        let [one, other] = expecting.table.required("of", units).unwrap_or([0, 0]);
        let what = move |what: &'static str| {
            move |battle: &Self| format!("{} and {} {what}", battle.name(one), battle.name(other))
        };
        let found =
            move |battle: &Self| battle.contacts.iter().find(|contact| contact.other(one) == Some(other)).copied();
        expecting.is("is", Node::flag, what("are in contact:"), move |battle| found(battle).is_some());
        let rounds = move |battle: &Self| found(battle).map_or(0, |contact| contact.rounds);
        expecting.is("rounds", |node| node.whole(0..=99), what("have fought rounds:"), rounds);
    }

    /// The value of a unit in melee against an enemy in contact.
    fn expect_melee<'n>(&self, expecting: &mut Expecting<'n, '_, Self>) {
        let unit = expecting.table.required("unit", |node| self.read_unit(node)).unwrap_or(0);
        let against = expecting.table.required("against", |node| self.read_unit(node)).unwrap_or(0);
        let of = move |what: &'static str| move |battle: &Self| format!("{} {what}", battle.name(unit));
        let both = move |battle: &Self| [unit, against].iter().all(|one| battle.unit(*one).hex != NOWHERE);
        let value = move |battle: &Self| if both(battle) { battle.strength(unit, against) } else { 0 };
        expecting.is("value", |node| node.whole(-20..=20), of("has the value"), value);
        let flanked = move |battle: &Self| both(battle) && battle.flanked_from(unit, battle.unit(against).hex);
        expecting.is("flanked", Node::flag, of("is attacked in flank or rear:"), flanked);
    }

    /// The order of a brigade.
    fn expect_order<'n>(&self, expecting: &mut Expecting<'n, '_, Self>) {
        let side = expecting.table.required("side", read_side).unwrap_or(Side::A);
        let most = i64::from(self.force(side).groups) - 1;
        let group: u8 = expecting.table.required("group", |node| node.whole(0..=most)).unwrap_or(0);
        let of = move |what: &str| format!("brigade {group} of side {} {what}", side.letter());
        let state = move |battle: &Self| battle.groups[side.index()][usize::from(group)];
        expecting.is_shown(
            "order",
            |node| node.one_of("order", &Order::CHOICES),
            move |_| of("has the order"),
            move |battle| state(battle).order,
            |_, order| order.key().to_owned(),
        );
        expecting.is_shown(
            "consequences",
            |node| node.list()?.iter().map(|one| one.whole::<u8>(1..=7)).collect::<Result<Vec<_>, _>>(),
            move |_| of("is bound by"),
            move |battle| (1..=7).filter(|one| state(battle).is_bound(&[*one])).collect::<Vec<u8>>(),
            |_, all| format!("{all:?}"),
        );
    }
}

/// Where a unit is offered to end a move.
fn ends(battle: &Battle<'_>, unit: UnitId) -> Vec<HexIndex> {
    let mut hexes = Vec::new();
    if battle.decision == Decision::March && side_of(unit) == battle.decider && battle.check_mover(unit).is_ok() {
        let mut search = Search::new();
        battle.visit_marches(&mut search, unit, &mut |march| {
            if let Ok((_, at)) = battle.check_march(&march)
                && !march.path.is_empty()
            {
                hexes.push(at.hex);
            }
        });
    }
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// The units that a unit is offered to shoot at.
fn targets(battle: &Battle<'_>, unit: UnitId) -> Vec<UnitId> {
    let mut found = Vec::new();
    if unit != NOBODY && matches!(battle.decision, Decision::Fire | Decision::Opportunity) {
        battle.choices(&mut |choice| {
            if let Choice::Shoot { unit: shooter, target, .. } = choice
                && shooter == unit
            {
                found.push(target);
            }
        });
    }
    found.sort_unstable();
    found.dedup();
    found
}
