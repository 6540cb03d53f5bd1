//! What a situation expects to find, and what it says when it finds something else.

use crate::game::situation::{CLOSE, Expectation, Expecting, Forced, Moment, Position, by_side, compare, read_side};
use crate::game::{Diagnostic, LogEntry, Node, RuleAtom, Side};
use crate::rulesets::chainsword::choices::{Choice, Decision, Refusal};
use crate::rulesets::chainsword::combat::morale::Bearing;
use crate::rulesets::chainsword::events::{self, FIELDS};
use crate::rulesets::chainsword::facing::Facing;
use crate::rulesets::chainsword::fire_lines::Mode;
use crate::rulesets::chainsword::ledger::LEDGER;
use crate::rulesets::chainsword::notation::read_point;
use crate::rulesets::chainsword::phase_step::Stage;
use crate::rulesets::chainsword::position::MARKS;
use crate::rulesets::chainsword::setup_step::SetUpStage;
use crate::rulesets::chainsword::state::{Battle, NOBODY, TeamId};
use crate::rulesets::chainsword::victory::Ending;
use crate::tabletop::plane::Point;

/// Rulings of the rulebook that refuse a choice.
const RULINGS: [&str; 32] = [
    "R-52", "R-65", "R-75", "R-87", "R-100", "R-101", "R-102", "R-104", "R-107", "R-117", "R-118", "R-122", "R-123",
    "R-126", "R-127", "R-128", "R-129", "R-131", "R-132", "R-133", "R-136", "R-138", "R-140", "R-142", "R-143",
    "R-145", "R-146", "R-147", "R-174", "R-180", "R-185", "R-187",
];

/// Where a Team may be, by key.
const PLACES: [&str; 5] = ["table", "aboard", "waiting", "reserve", "gone"];

/// How a Team may stand, by key.
const BEARINGS: [&str; 4] = ["steady", "pinned", "broken", "falling-back"];

/// Steps of the set-up and of a Phase at which something is decided.
const PHASES: [&str; 21] = [
    "rolls",
    "purchase",
    "works",
    "marker-count",
    "markers",
    "patrol",
    "infiltration",
    "points",
    "extra-points",
    "withdraw",
    "regroup",
    "flee",
    "dice",
    "spend",
    "last-watch",
    "melee",
    "casualties",
    "states",
    "turn-end",
    "captures",
    "over",
];

impl Position for Battle<'_> {
    const RULESET: &'static str = "chainsword";
    const LEDGER: &'static [RuleAtom] = LEDGER;
    const RULINGS: &'static [&'static str] = &RULINGS;
    const EVENTS: &'static [(&'static str, &'static [&'static str])] = FIELDS;
    const DECISIONS: &'static [&'static str] = &Decision::KEYS;
    const PHASES: &'static [&'static str] = &PHASES;
    const ENDINGS: &'static [&'static str] = &Ending::KEYS;
    const OF_ACTIVE: &'static str = "Phase";
    const UNIT_STATE: &'static str = "state";
    const FACES: [u16; 2] = [0, 359];

    fn moment(&self) -> Moment {
        let phase = match (self.stage, self.set_up.stage) {
            (Stage::SetUp, SetUpStage::Done) | (Stage::Next, _) => Stage::Withdraw.key(),
            (Stage::SetUp, stage) => stage.key(),
            // The question stands at the start of the Phase, before the step that comes next.
            (Stage::Regroup, _) if self.decision == Decision::Withdraw => Stage::Withdraw.key(),
            (stage, _) => stage.key(),
        };
        Moment { decision: self.decision.key(), phase, active: self.active }
    }

    #[cfg(test)]
    fn check_state(&self) {
        crate::rulesets::chainsword::invariants::check_state(self);
    }

    fn refused(&self, choice: Choice, refusal: Refusal) -> LogEntry {
        events::refused(self, choice, refusal)
    }

    fn forced(&self) -> Option<Forced<Choice>> {
        None
    }

    fn expect_state<'n>(&self, unit: TeamId, node: &'n Node, to: &mut Expectation<'n, Self>) -> Result<(), Diagnostic> {
        let state = PLACES[node.index_in("state", &PLACES)?];
        to.add(node, move |battle, _| {
            let what = format!("{} is", battle.name(unit));
            compare(&what, &state, &battle.status_of(unit), |state| (*state).to_owned())
        });
        Ok(())
    }

    fn expect_place<'n>(&self, unit: TeamId, node: &'n Node, to: &mut Expectation<'n, Self>) -> Result<(), Diagnostic> {
        let wanted = read_point(node)?;
        to.add(node, move |battle, _| {
            let (found, status) = (battle.stand(unit).at(), battle.status_of(unit));
            if status == "table" && found.distance(wanted) <= CLOSE {
                return Ok(());
            }
            Err(format!("{} is {status} at ({:.3}, {:.3})", battle.name(unit), found.x, found.y))
        });
        Ok(())
    }

    fn expect_unit<'n>(&self, unit: TeamId, expecting: &mut Expecting<'n, '_, Self>) {
        let has = move |what: &'static str| move |battle: &Self| format!("{} {what}", battle.name(unit));
        let number = |node: &'n Node| node.whole::<u16>(0..=999);
        expecting.is("models", number, has("has models:"), move |battle| battle.team(unit).models.into());
        expecting.is("wounds", number, has("has lost wounds in front:"), move |battle| battle.team(unit).wounds.into());
        expecting.is("hull", number, has("has hull points:"), move |battle| battle.team(unit).hull.into());
        expecting.is("shock", number, has("has Shock:"), move |battle| battle.team(unit).shock);
        expecting.is("heading", number, has("heads"), move |battle| events::clockwise(battle.team(unit).heading));
        expecting.is("ld", number, has("has Ld:"), move |battle| battle.ld(unit).into());
        expecting.is("locked", Node::flag, has("is locked:"), move |battle| battle.is_locked(unit));
        expecting.is(
            "bearing",
            |node| Ok(BEARINGS[node.index_in("bearing", &BEARINGS)?]),
            has("is"),
            move |battle| match battle.bearing(unit) {
                Bearing::Broken => BEARINGS[2],
                _ if battle.own_force(unit).falling_back.contains(unit) => BEARINGS[3],
                _ if battle.is_pinned(unit) => BEARINGS[1],
                _ => BEARINGS[0],
            },
        );
        let named = |of: fn(&Self, TeamId) -> TeamId| {
            move |battle: &Self| match of(battle, unit) {
                NOBODY => "nobody".to_owned(),
                other => battle.name(other),
            }
        };
        let text = |node: &'n Node| node.text().map(str::to_owned);
        expecting.is("with", text, has("is with"), named(|battle, unit| battle.team(unit).with));
        expecting.is("officer", text, has("has as its officer"), named(|battle, unit| battle.team(unit).officer));
        expecting.is("aboard", text, has("is aboard"), named(|battle, unit| battle.team(unit).carrier));
        expecting.holds(
            "lines",
            |node| node.list()?.iter().map(|node| node.whole::<u8>(0..=99)).collect::<Result<Vec<_>, _>>(),
            move |battle, wanted| {
                let mut found = battle.team(unit).loads.map(|load| load.count).to_vec();
                found.truncate(found.iter().rposition(|count| *count > 0).map_or(0, |last| last + 1).max(wanted.len()));
                compare(&format!("{} carries", battle.name(unit)), wanted, &found, |lines| format!("{lines:?}"))
            },
        );
        let marks = move |battle: &Self| {
            let mut force = battle.own_force(unit).clone();
            MARKS.iter().filter(|(_, mark)| mark(&mut force).contains(unit)).map(|(key, _)| *key).collect()
        };
        expecting.options(
            ["marks", "not-marks", "exactly-marks"],
            |node| Ok(MARKS[node.index_in("mark", &MARKS.map(|(key, _)| key))?].0),
            move |battle: &Self| format!("{} is marked", battle.name(unit)),
            marks,
            |_, mark: &&str| (*mark).to_owned(),
        );
    }

    fn is_attack(event: &serde_json::Value) -> bool {
        event["event"] == "volley"
    }

    fn expect_attack<'n>(expecting: &mut Expecting<'n, '_, Self>) {
        for key in ["by", "target", "kind"] {
            expecting.attack(key, key, |node| Ok(node.text()?.into()));
        }
        expecting.attack("inches", "inches", |node| Ok(node.number(0.0..=1000.0)?.into()));
        expecting.attack("cover", "cover", |node| Ok(node.whole::<i64>(0..=6)?.into()));
        expecting.attack("seen", "seen", |node| Ok(node.flag()?.into()));
    }

    fn expect<'n>(&self, expecting: &mut Expecting<'n, '_, Self>) {
        expect_sides(expecting);
        let number = |node: &'n Node| node.whole::<u16>(0..=9999);
        let is = |what: &'static str| move |_: &Self| what.to_owned();
        expecting.is("turns", number, is("the Turn is"), |battle| battle.turns);
        expecting.is("again", Node::flag, is("the same side has the next Phase:"), |battle| battle.again);
        expecting.is("turn-ends", Node::flag, is("the Turn ends after this Phase:"), |battle| battle.turn_ends);
        expecting.is_shown(
            "controller",
            read_side,
            is("the objective is controlled by"),
            |battle| battle.controller,
            |_, side| side.letter().to_owned(),
        );
        expecting.holds(
            "hand",
            |node| node.list()?.iter().map(|node| node.whole::<u8>(1..=6)).collect::<Result<Vec<_>, _>>(),
            |battle, wanted| {
                let mut wanted = wanted.clone();
                wanted.sort_unstable();
                let dice = |face: u8| std::iter::repeat_n(face, battle.hand.faces[usize::from(face) - 1].into());
                let mut found: Vec<u8> = (1..=4).flat_map(dice).collect();
                found.extend(battle.hand.wild.then_some(6));
                compare("the Command Dice left are", &wanted, &found, |dice| format!("{dice:?}"))
            },
        );
        expecting.options(
            ["modes", "not-modes", "exactly-modes"],
            |node| node.one_of("mode", &Mode::CHOICES),
            |battle| match battle.activation {
                Some(activation) => format!("{} may act by", battle.name(activation.team)),
                None => "nobody acts, by".to_owned(),
            },
            |battle| {
                let mut modes = Vec::new();
                if battle.decision == Decision::Activate {
                    battle.visit_modes(&mut |choice| {
                        if let Choice::Mode(mode) = choice {
                            modes.push(mode);
                        }
                    });
                }
                modes
            },
            |_, mode: &Mode| mode.key().to_owned(),
        );
        expecting.tables("sight", "the line of sight", |expecting| self.expect_sight(expecting));
        expecting.tables("markers", "the marker", expect_marker);
    }
}

/// A number that each side has: its key, what it is, and how it is read off a game.
type SideNumber = (&'static str, &'static str, fn(&Battle<'_>, Side) -> u16);

/// What each side has.
fn expect_sides<'n>(expecting: &mut Expecting<'n, '_, Battle<'_>>) {
    let numbers: [SideNumber; 5] = [
        ("level", "Force Morale", |battle, side| battle.force(side).level.into()),
        ("command-points", "command points", |battle, side| battle.force(side).command_points),
        ("points", "jump-off points", |battle, side| battle.force(side).points.len() as u16),
        ("support", "support points", |battle, side| battle.set_up.budget[side.index()] as u16),
        ("dice", "Command Dice", |battle, side| battle.command_dice(side).into()),
    ];
    for (key, what, of) in numbers {
        let node = expecting.table.node(key);
        let wanted =
            by_side(node, what, expecting.table.diagnostics(), |_, node| Ok((node, node.whole::<u16>(0..=9999)?)));
        for (side, (node, wanted)) in Side::BOTH.into_iter().zip(wanted).filter_map(|(side, it)| Some((side, it?))) {
            expecting.to.add(node, move |battle, _| {
                compare(&format!("{what} of {} are", side.letter()), &wanted, &of(battle, side), u16::to_string)
            });
        }
    }
}

/// Where a Patrol Marker is.
fn expect_marker<'n>(expecting: &mut Expecting<'n, '_, Battle<'_>>) {
    let side = expecting.table.required("side", read_side).unwrap_or(Side::A);
    let number = expecting.table.required("marker", |node| node.whole::<usize>(0..=11)).unwrap_or(0);
    let what = move || format!("Patrol Marker {number} of {}", side.letter());
    let gone = move || format!("there is no {}", what());
    expecting.holds("at", read_point, move |battle, wanted: &Point| {
        let found = battle.set_up.patrol.of(side).get(number).ok_or_else(gone)?.at;
        if found.distance(*wanted) <= CLOSE {
            return Ok(());
        }
        Err(format!("{} is at ({:.3}, {:.3})", what(), found.x, found.y))
    });
    expecting.holds("locked", Node::flag, move |battle, wanted| {
        let found = battle.set_up.patrol.of(side).get(number).ok_or_else(gone)?.locked;
        compare(&format!("{} is locked:", what()), wanted, &found, bool::to_string)
    });
}

/// Checks of the game's own. Without the Teams nothing is checked, for the file is refused.
impl Battle<'_> {
    /// What lies between two Teams, and how the one sees the other.
    fn expect_sight<'n>(&self, expecting: &mut Expecting<'n, '_, Self>) {
        let from = expecting.table.required("from", |node| self.read_unit(node)).unwrap_or(0);
        let to = expecting.table.required("to", |node| self.read_unit(node)).unwrap_or(0);
        let what = move |what: &'static str| {
            move |battle: &Self| format!("{} and {} {what}", battle.name(from), battle.name(to))
        };
        expecting.is("clear", Node::flag, what("see each other:"), move |battle| battle.sighting(from, to).seen);
        let save = |node: &'n Node| node.whole::<u8>(0..=6);
        expecting.is("cover", save, what("have cover by terrain of"), move |battle| battle.sighting(from, to).cover);
        expecting.is("save", save, what("have a cover save of"), move |battle| {
            battle.cover_of(to, battle.sighting(from, to).cover)
        });
        expecting.is_shown(
            "facing",
            |node| node.one_of("facing", &Facing::ALL),
            move |battle| format!("{} sees {} from the", battle.name(from), battle.name(to)),
            move |battle| Facing::seen(battle.team(to).at, battle.heading_of(to), battle.team(from).at),
            |_, facing| Facing::ALL.iter().find(|(_, one)| one == facing).map_or("", |(key, _)| key).to_owned(),
        );
        expecting.holds(
            "inches",
            |node| node.number(0.0..=1000.0),
            move |battle, wanted| {
                let found = battle.gap(from, to);
                if (found - wanted).abs() <= CLOSE {
                    return Ok(());
                }
                Err(format!("{} and {} are {found:.4} inches apart", battle.name(from), battle.name(to)))
            },
        );
    }
}
