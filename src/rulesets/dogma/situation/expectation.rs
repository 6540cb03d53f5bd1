//! What a situation expects to find, and what it says when it finds something else.

use serde_json::Value;

use super::script::{Finder, read_edge, read_facing};
use super::stage::{read_point, read_side};
use crate::game::situation::{
    self, Among, CLOSE, Expectation, agrees, compare, entries, heard, list, not_told, read_patterns, told_in_order,
};
use crate::game::{Diagnostic, Diagnostics, Game, LogEntry, Node, Side, TableReader};
use crate::rulesets::dogma::choices::{Attack, Target};
use crate::rulesets::dogma::events::FIELDS;
use crate::rulesets::dogma::scenarios::ENDINGS;
use crate::rulesets::dogma::state::{Battle, Decision, ElementId, Formation, NOBODY, Phase, Place, bit, side_of};
use crate::rulesets::dogma::strike::{CHARGES, SHOTS, STORMS};
use crate::tabletop::plane::{Contact, Edge, Facing, Point, contact, edge_distance};

/// One thing that has to be true.
#[derive(Debug)]
pub(super) enum Check {
    At(ElementId, Point),
    Faces(ElementId, Facing),
    Place(ElementId, Place),
    Aboard(ElementId, ElementId),
    Shaken(ElementId, bool),
    Engaged(ElementId, bool),
    /// A field of the last attack.
    Attack(&'static str, Value),
    /// These events were told, in this order.
    Told(Vec<Value>),
    /// No event like this was told.
    NotTold(Value),
    Decision(&'static str),
    Decider(Side),
    Turn(u16),
    Phase(&'static str),
    Active(Side),
    Aggressor(Side),
    /// Initiative Points left.
    Points(u8),
    Winner(Option<Side>),
    Ending(&'static str),
    Bearer(Side, ElementId),
    Flag(Side, Option<Point>),
    Centre(Point),
    /// Whether an Element sees another.
    Sight(ElementId, Target, bool),
    /// Whether it is in range.
    Range(ElementId, Target, bool),
    /// Distance from the front of an Element, inches.
    Distance(ElementId, Target, f64),
    Contact([ElementId; 2], &'static str),
    /// By which edges two Elements are in full contact.
    Edges([ElementId; 2], [Edge; 2]),
    Group(Formation, bool),
    /// What an Element can attack alone, at range or in close combat.
    Attacks(ElementId, Means, Among, Vec<Target>),
}

/// At range or in close combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Means {
    Ranged,
    Close,
}

/// How two bases touch, in words.
const CONTACTS: [(&str, &str); 3] = [("none", "none"), ("partial", "partial"), ("full", "full")];

impl<'n> Expectation<'n, Check> {
    /// Reads an `expect` table; a missing one expects nothing.
    pub(super) fn read(finder: Finder<'_, '_>, node: Option<&'n Node>, faults: &mut Diagnostics) -> Self {
        let mut expectation = Self::default();
        let Some(node) = node else { return expectation };
        let Some(mut form) = TableReader::open("the expectation", node, faults) else { return expectation };
        let checks = &mut expectation.checks;
        let (units, attack) = (form.node("units"), form.node("attack"));
        checks.extend(form.optional("told", |node| Ok((node, Check::Told(read_patterns(node, &FIELDS)?)))));
        if let Some(patterns) = form.optional("not-told", |node| read_patterns(node, &FIELDS)) {
            checks.extend(patterns.into_iter().map(|pattern| (node, Check::NotTold(pattern))));
        }
        let decisions = Decision::ALL.map(|decision| (decision.key(), decision.key()));
        let phases = [Phase::Setup, Phase::Initiative, Phase::Movement, Phase::Ranged, Phase::Close, Phase::Over];
        let phases = phases.map(|phase| (phase.key(), phase.key()));
        let endings = ENDINGS.map(|ending| (ending, ending));
        let sides = [("A", Some(Side::A)), ("B", Some(Side::B)), ("none", None)];
        let mut add = |check: Option<(&'n Node, Check)>| checks.extend(check);
        add(form.optional("decision", |n| Ok((n, Check::Decision(n.one_of("decision", &decisions)?)))));
        add(form.optional("decider", |n| Ok((n, Check::Decider(read_side(n)?)))));
        add(form.optional("turn", |n| Ok((n, Check::Turn(n.whole(0..=9999)?)))));
        add(form.optional("phase", |n| Ok((n, Check::Phase(n.one_of("phase", &phases)?)))));
        add(form.optional("active", |n| Ok((n, Check::Active(read_side(n)?)))));
        add(form.optional("aggressor", |n| Ok((n, Check::Aggressor(read_side(n)?)))));
        add(form.optional("initiative", |n| Ok((n, Check::Points(n.whole(0..=100)?)))));
        add(form.optional("winner", |n| Ok((n, Check::Winner(n.one_of("winner", &sides)?)))));
        add(form.optional("ending", |n| Ok((n, Check::Ending(n.one_of("ending", &endings)?)))));
        add(form.optional("centre", |n| Ok((n, Check::Centre(read_point(n)?)))));
        let (bearers, flags) = (form.node("bearers"), form.node("flags"));
        let (sight, contacts, groups) = (form.node("sight"), form.node("contact"), form.node("groups"));
        let (targets, fights) = (form.node("targets"), form.node("fights"));
        form.close();
        expectation.read_units(finder, units, faults);
        expectation.read_attack(attack, faults);
        expectation.read_flags(finder, bearers, flags, faults);
        expectation.read_sight(finder, sight, faults);
        expectation.read_contacts(finder, contacts, faults);
        expectation.read_groups(finder, groups, faults);
        expectation.read_attacks(finder, targets, Means::Ranged, faults);
        expectation.read_attacks(finder, fights, Means::Close, faults);
        expectation
    }

    fn read_units(&mut self, finder: Finder<'_, '_>, node: Option<&'n Node>, faults: &mut Diagnostics) {
        for entry in entries(node, faults) {
            let Some(unit) = finder.battle.find(&entry.key) else {
                let names = finder.battle.names(finder.battle.all_elements());
                faults.push(entry.fault(Diagnostic::unknown("unit", &entry.key, names)));
                continue;
            };
            let node = &entry.node;
            // A bare word is a place, a bare list where it stands.
            if node.text().is_ok() {
                match read_place(node) {
                    Ok(place) => self.checks.push((node, Check::Place(unit, place))),
                    Err(fault) => faults.push(fault),
                }
                continue;
            }
            if node.list().is_ok() {
                faults.extend(self.read_stand(unit, node).err());
                continue;
            }
            let Some(mut form) = TableReader::open("the unit", node, faults) else { continue };
            let at = form.node("at");
            let mut add = |check: Option<(&'n Node, Check)>| self.checks.extend(check);
            add(form.optional("place", |node| Ok((node, Check::Place(unit, read_place(node)?)))));
            add(form.optional("facing", |node| Ok((node, Check::Faces(unit, read_facing(node)?)))));
            add(form.optional("aboard", |node| Ok((node, Check::Aboard(unit, finder.unit(node)?)))));
            add(form.optional("shaken", |node| Ok((node, Check::Shaken(unit, node.flag()?)))));
            add(form.optional("engaged", |node| Ok((node, Check::Engaged(unit, node.flag()?)))));
            form.close();
            faults.extend(at.and_then(|node| self.read_stand(unit, node).err()));
        }
    }

    /// Where an Element stands: x and y, and perhaps its facing.
    fn read_stand(&mut self, unit: ElementId, node: &'n Node) -> Result<(), Diagnostic> {
        let [x, y, facing @ ..] = node.list()? else {
            return Err(node.fault(Diagnostic::new("a place is x and y, or x, y and a facing").allowing(["[x, y]"])));
        };
        let number = |node: &Node| node.number(-1000.0..=1000.0);
        self.checks.push((node, Check::At(unit, Point::new(number(x)?, number(y)?))));
        match facing {
            [] => {}
            [facing] => self.checks.push((node, Check::Faces(unit, read_facing(facing)?))),
            _ => return Err(node.fault(Diagnostic::new("a place is x and y, or x, y and a facing"))),
        }
        Ok(())
    }

    fn read_attack(&mut self, node: Option<&'n Node>, faults: &mut Diagnostics) {
        let Some(node) = node else { return };
        let Some(mut form) = TableReader::open("the attack", node, faults) else { return };
        let results = [&SHOTS[..], &CHARGES[..], &STORMS[..]].concat();
        let results: Vec<(&str, &str)> = results.into_iter().map(|key| (key, key)).collect();
        let mut add = |check: Option<(&'n Node, Check)>| self.checks.extend(check);
        add(form.optional("result", |n| Ok((n, Check::Attack("result", n.one_of("result", &results)?.into())))));
        for key in ["optimal", "cover", "spoilt", "flanked", "way-back"] {
            add(form.optional(key, |n| Ok((n, Check::Attack(key, n.flag()?.into())))));
        }
        for key in ["kind", "attacker", "target"] {
            add(form.optional(key, |n| Ok((n, Check::Attack(key, n.text()?.into())))));
        }
        for key in ["totals", "dice"] {
            add(form.optional(key, |n| {
                let numbers = n.list()?.iter().map(|number| number.whole::<i64>(0..=999));
                Ok((n, Check::Attack(key, numbers.collect::<Result<Vec<_>, _>>()?.into())))
            }));
        }
        add(form.optional("distance", |n| Ok((n, Check::Attack("distance", n.number(0.0..=1000.0)?.into())))));
        form.close();
    }

    fn read_flags(
        &mut self,
        finder: Finder<'_, '_>,
        bearers: Option<&'n Node>,
        flags: Option<&'n Node>,
        faults: &mut Diagnostics,
    ) {
        for (node, what) in [(bearers, "bearers"), (flags, "flags")] {
            let Some(mut form) = node.and_then(|node| TableReader::open(format!("the {what}"), node, faults)) else {
                continue;
            };
            for (key, side) in [("A", Side::A), ("B", Side::B)] {
                let check = form.optional(key, |node| {
                    Ok((
                        node,
                        match (what, node.text()) {
                            ("bearers", Ok("none")) => Check::Bearer(side, NOBODY),
                            ("bearers", _) => Check::Bearer(side, finder.unit(node)?),
                            (_, Ok("none")) => Check::Flag(side, None),
                            _ => Check::Flag(side, Some(read_point(node)?)),
                        },
                    ))
                });
                self.checks.extend(check);
            }
            form.close();
        }
    }

    fn read_sight(&mut self, finder: Finder<'_, '_>, node: Option<&'n Node>, faults: &mut Diagnostics) {
        for node in list(node, faults) {
            let Some(mut form) = TableReader::open("the sight", node, faults) else { continue };
            let from = form.required("from", |node| finder.unit(node));
            let to = form.required("to", |node| finder.target(node));
            let (clear, range) = (form.optional("clear", Node::flag), form.optional("in-range", Node::flag));
            let distance = form.optional("distance", |node| node.number(0.0..=1000.0));
            form.close();
            let (Some(from), Some(to)) = (from, to) else { continue };
            self.checks.extend(clear.map(|clear| (node, Check::Sight(from, to, clear))));
            self.checks.extend(range.map(|range| (node, Check::Range(from, to, range))));
            self.checks.extend(distance.map(|distance| (node, Check::Distance(from, to, distance))));
        }
    }

    fn read_contacts(&mut self, finder: Finder<'_, '_>, node: Option<&'n Node>, faults: &mut Diagnostics) {
        for node in list(node, faults) {
            let Some(mut form) = TableReader::open("the contact", node, faults) else { continue };
            let pair = form.required("of", |node| match finder.units(node)?[..] {
                [one, other] => Ok([one, other]),
                _ => Err(node.fault(Diagnostic::new("contact is between two units"))),
            });
            let how = form.optional("is", |node| node.one_of("contact", &CONTACTS));
            let edges = form.optional("edges", |node| match node.list()? {
                [one, other] => Ok([read_edge(one)?, read_edge(other)?]),
                _ => Err(node.fault(Diagnostic::new("full contact is between two edges"))),
            });
            form.close();
            let Some(pair) = pair else { continue };
            self.checks.extend(how.map(|how| (node, Check::Contact(pair, how))));
            self.checks.extend(edges.map(|edges| (node, Check::Edges(pair, edges))));
        }
    }

    fn read_groups(&mut self, finder: Finder<'_, '_>, node: Option<&'n Node>, faults: &mut Diagnostics) {
        for node in list(node, faults) {
            let Some(mut form) = TableReader::open("the group", node, faults) else { continue };
            let units = form.required("of", |node| finder.units(node));
            let legal = form.or("legal", true, Node::flag);
            form.close();
            // More than a formation can hold are no Group.
            let group = units.map(|units| Formation::of(&units).unwrap_or(Formation::EMPTY));
            self.checks.extend(group.map(|group| (node, Check::Group(group, legal))));
        }
    }

    fn read_attacks(&mut self, finder: Finder<'_, '_>, node: Option<&'n Node>, means: Means, faults: &mut Diagnostics) {
        for node in list(node, faults) {
            let Some(mut form) = TableReader::open("the targets", node, faults) else { continue };
            let unit = form.required("unit", |node| finder.unit(node));
            let targets = |node: &Node| match node.list() {
                Ok(list) => list.iter().map(|node| finder.target(node)).collect::<Result<Vec<_>, _>>(),
                Err(fault) => Err(fault),
            };
            for (key, among) in [("of", Among::All), ("not-of", Among::None), ("exactly", Among::Exactly)] {
                let check = form.optional(key, |node| {
                    Ok((node, Check::Attacks(unit.unwrap_or(NOBODY), means, among, targets(node)?)))
                });
                self.checks.extend(check);
            }
            form.close();
        }
    }
}

fn read_place(node: &Node) -> Result<Place, Diagnostic> {
    let places = [Place::Undeployed, Place::Table, Place::Aboard, Place::Reserve, Place::Exited, Place::Destroyed];
    node.one_of("place", &places.map(|place| (place.key(), place)))
}

fn show_point(at: Point) -> String {
    format!("({:.4}, {:.4})", at.x, at.y)
}

impl situation::Check<Battle<'_>> for Check {
    fn hold(&self, battle: &Battle<'_>, told: &[LogEntry]) -> Result<(), String> {
        let letter = |side: &Option<Side>| side.map_or("nobody", Side::letter).to_owned();
        let named = |unit: &ElementId| if *unit == NOBODY { "nobody".to_owned() } else { battle.name(*unit) };
        let flag = |flag: &bool| flag.to_string();
        match self {
            Check::At(unit, at) => {
                let name = battle.name(*unit);
                if battle.place(*unit) != Place::Table {
                    return Err(format!("{name} is not on the table but {}", battle.place(*unit).key()));
                }
                let found = battle.base(*unit).centre;
                if found.distance(*at) <= CLOSE {
                    return Ok(());
                }
                Err(format!("{name} stands at {}, not at {}", show_point(found), show_point(*at)))
            }
            Check::Faces(unit, facing) => {
                let found = battle.base(*unit).facing;
                if found.ahead().dot(facing.ahead()) > 1.0 - 1e-7 {
                    return Ok(());
                }
                let (found, wanted) = (found.degrees(), facing.degrees());
                Err(format!("{} faces {found:.2}, not {wanted:.2}", battle.name(*unit)))
            }
            Check::Place(unit, place) => {
                let what = format!("{} is", battle.name(*unit));
                compare(&what, place, &battle.place(*unit), |place| place.key().to_owned())
            }
            Check::Aboard(unit, carrier) => {
                let rides = battle.place(*unit) == Place::Aboard;
                let found = if rides { battle.element(*unit).carrier } else { NOBODY };
                compare(&format!("{} rides in", battle.name(*unit)), carrier, &found, named)
            }
            Check::Shaken(unit, shaken) => {
                let found = battle.force(side_of(*unit)).shaken & bit(*unit) != 0;
                compare(&format!("{} is shaken:", battle.name(*unit)), shaken, &found, flag)
            }
            Check::Engaged(unit, engaged) => {
                compare(&format!("{} is engaged:", battle.name(*unit)), engaged, &battle.is_engaged(*unit), flag)
            }
            Check::Attack(field, value) => check_attack(field, value, told),
            Check::Told(patterns) => told_in_order(patterns, told),
            Check::NotTold(pattern) => not_told(pattern, told),
            Check::Decision(key) => compare("the decision is", key, &battle.decision.key(), |key| (*key).to_owned()),
            Check::Decider(side) => compare("the decision is that of", &Some(*side), &battle.to_choose(), letter),
            Check::Turn(turn) => compare("the turn is", turn, &battle.round, u16::to_string),
            Check::Phase(key) => compare("the phase is", key, &battle.phase.key(), |key| (*key).to_owned()),
            Check::Active(side) => compare("the turn is that of", &Some(*side), &Some(battle.active), letter),
            Check::Aggressor(side) => compare("the aggressor is", &Some(*side), &Some(battle.aggressor), letter),
            Check::Points(points) => compare("the points left are", points, &battle.command.left, u8::to_string),
            Check::Winner(winner) => match battle.verdict {
                Some(verdict) => compare("the winner is", winner, &verdict.winner, letter),
                None => Err("the game is not over".to_owned()),
            },
            Check::Ending(ending) => match battle.verdict {
                Some(verdict) => {
                    compare("the game ended by", ending, &ENDINGS[usize::from(verdict.ending)], |e| (*e).to_owned())
                }
                None => Err("the game is not over".to_owned()),
            },
            Check::Bearer(side, bearer) => {
                let found = battle.progress.bearers[side.index()].unwrap_or(NOBODY);
                compare(&format!("the flag of {} is borne by", side.letter()), bearer, &found, named)
            }
            Check::Flag(side, at) => match (at, battle.progress.flags[side.index()]) {
                (None, None) => Ok(()),
                (Some(at), Some(found)) if at.distance(found) <= CLOSE => Ok(()),
                (_, Some(found)) => Err(format!("the flag of {} lies at {}", side.letter(), show_point(found))),
                (Some(_), None) => Err(format!("the flag of {} does not lie about", side.letter())),
            },
            Check::Centre(at) => match battle.progress.centre {
                Some(found) if at.distance(found) <= CLOSE => Ok(()),
                Some(found) => Err(format!("the central marker lies at {}", show_point(found))),
                None => Err("there is no central marker".to_owned()),
            },
            Check::Sight(from, to, clear) => {
                compare(&format!("{} sees it:", battle.name(*from)), clear, &battle.sees(*from, *to), flag)
            }
            Check::Range(from, to, range) => {
                compare(&format!("{} has it in range:", battle.name(*from)), range, &battle.in_range(*from, *to), flag)
            }
            Check::Distance(from, to, distance) => {
                let front = battle.base(*from).edge(Edge::Front);
                let (found, name) = match *to {
                    Target::Element(to) => (edge_distance(&front, battle.base(to)), battle.name(to)),
                    Target::Building(index) => {
                        let shape = battle.terrain.features()[usize::from(index)].shape();
                        (edge_distance(&front, shape), format!("building {index}"))
                    }
                };
                if (found - distance).abs() <= CLOSE {
                    return Ok(());
                }
                Err(format!("{name} is {found:.4} inches away, not {distance}"))
            }
            Check::Contact([one, other], how) => {
                let found = match contact(battle.base(*one), battle.base(*other), &battle.tolerances()) {
                    Contact::Apart => "none",
                    Contact::Partial => "partial",
                    Contact::Full { .. } => "full",
                };
                compare("the contact is", how, &found, |how| (*how).to_owned())
            }
            Check::Edges([one, other], [mine, theirs]) => {
                let found = (battle.shared_edge(*one, *other), battle.shared_edge(*other, *one));
                compare("the edges are", &(Some(*mine), Some(*theirs)), &found, |edges| format!("{edges:?}"))
            }
            Check::Group(group, legal) => compare("they are a Group:", legal, &battle.is_group(group), flag),
            Check::Attacks(unit, means, among, targets) => {
                let verb = if *means == Means::Ranged { "shoot at" } else { "fight" };
                among.hold(
                    &format!("{} can {verb}", battle.name(*unit)),
                    targets,
                    &attacks(battle, *unit, *means),
                    |it| match it {
                        Target::Element(target) => battle.name(*target),
                        Target::Building(index) => format!("building {index}"),
                    },
                )
            }
        }
    }
}

/// The last attack among the events.
fn check_attack(field: &str, wanted: &Value, told: &[LogEntry]) -> Result<(), String> {
    let attack = told.iter().rev().find(|event| event.trace["event"] == "attack");
    let attack = attack.ok_or_else(|| format!("there was no attack; {}", heard(told)))?;
    let found = &attack.trace[field];
    if agrees(wanted, found) { Ok(()) } else { Err(format!("{field} of the attack: {found}, not {wanted}")) }
}

/// What a unit can attack alone.
fn attacks(battle: &Battle<'_>, unit: ElementId, means: Means) -> Vec<Target> {
    let enemies = battle.on_the_table(side_of(unit).other()).map(Target::Element);
    let buildings = (0..battle.terrain.features().len() as u8).map(Target::Building);
    enemies
        .chain(buildings)
        .filter(|target| {
            let attack = Attack::new(unit, *target);
            match means {
                Means::Ranged => battle.check_fire(&attack).is_ok(),
                Means::Close => battle.check_fight(&attack).is_ok(),
            }
        })
        .collect()
}
