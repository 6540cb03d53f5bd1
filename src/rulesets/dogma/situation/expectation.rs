//! What a situation expects to find, and what it says when it finds something else.

use crate::game::situation::{CLOSE, Expectation, Expecting, Forced, Moment, Position, by_side, compare, read_side};
use crate::game::{Diagnostic, LogEntry, Node, RuleAtom, Side};
use crate::rulesets::dogma::choices::{Attack, Choice, Refusal, Target};
use crate::rulesets::dogma::events::{self, FIELDS};
use crate::rulesets::dogma::events::{CHARGES, SHOTS, STORMS};
use crate::rulesets::dogma::ledger::LEDGER;
use crate::rulesets::dogma::notation::{read_edge, read_facing, read_point};
use crate::rulesets::dogma::scenarios::ENDINGS;
use crate::rulesets::dogma::situation::stage;
use crate::rulesets::dogma::state::{Battle, Decision, ElementId, Formation, NOBODY, Phase, Place, side_of};
use crate::tabletop::plane::{Contact, Edge, Facing, Point, contact, edge_distance};

/// How two bases touch, in words.
const CONTACTS: [&str; 3] = ["none", "partial", "full"];

impl Position for Battle<'_> {
    const RULESET: &'static str = "dogma";
    const LEDGER: &'static [RuleAtom] = LEDGER;
    const EVENTS: &'static [(&'static str, &'static [&'static str])] = FIELDS;
    const DECISIONS: &'static [&'static str] = &Decision::KEYS;
    const PHASES: &'static [&'static str] = &Phase::KEYS;
    const ENDINGS: &'static [&'static str] = &ENDINGS;
    const OF_ACTIVE: &'static str = "turn";
    const UNIT_STATE: &'static str = "place";

    fn moment(&self) -> Moment {
        Moment { decision: self.decision.key(), phase: self.phase.key(), active: self.active }
    }

    #[cfg(test)]
    fn check_state(&self) {
        crate::rulesets::dogma::invariants::check_state(self);
    }

    fn refused(&self, choice: Choice, refusal: Refusal) -> LogEntry {
        events::refused(self, choice, refusal)
    }

    fn forced(&self) -> Option<Forced<Choice>> {
        (self.decision == Decision::Roll).then_some(Forced::Throw(Choice::Roll))
    }

    fn settled(&self, choice: Choice) -> Choice {
        stage::settled(self, choice)
    }

    fn choice_key(keys: &[&'static str]) -> Option<&'static str> {
        match keys {
            [key] => Some(key),
            // Reserves name an edge, too.
            ["edge", "enter"] => Some("enter"),
            _ => None,
        }
    }

    fn expect_state<'n>(
        &self,
        unit: ElementId,
        node: &'n Node,
        to: &mut Expectation<'n, Self>,
    ) -> Result<(), Diagnostic> {
        let place = node.one_of("place", &Place::CHOICES)?;
        to.add(node, move |battle, _| {
            let what = format!("{} is", battle.name(unit));
            compare(&what, &place, &battle.place(unit), |place| place.key().to_owned())
        });
        Ok(())
    }

    /// Where an Element stands: x and y, and perhaps its facing.
    fn expect_place<'n>(
        &self,
        unit: ElementId,
        node: &'n Node,
        to: &mut Expectation<'n, Self>,
    ) -> Result<(), Diagnostic> {
        let diagnostic =
            || node.locate(Diagnostic::new("a place is x and y, or x, y and a facing").allowing(["[x, y]"]));
        let [x, y, facing @ ..] = node.list()? else { return Err(diagnostic()) };
        let number = |node: &Node| node.number(-1000.0..=1000.0);
        let at = Point::new(number(x)?, number(y)?);
        to.add(node, move |battle, _| stands_at(battle, unit, at));
        match facing {
            [] => {}
            [facing] => {
                let facing = read_facing(facing)?;
                to.add(node, move |battle, _| faces(battle, unit, facing));
            }
            _ => return Err(diagnostic()),
        }
        Ok(())
    }

    fn expect_unit<'n>(&self, unit: ElementId, expecting: &mut Expecting<'n, '_, Self>) {
        expecting.holds("facing", read_facing, move |battle, facing| faces(battle, unit, *facing));
        let carrier = move |battle: &Self| match battle.place(unit) {
            Place::Aboard => battle.element(unit).carrier,
            _ => NOBODY,
        };
        let rides = move |battle: &Self| format!("{} rides in", battle.name(unit));
        expecting.is_shown("aboard", |node| self.read_unit(node), rides, carrier, Self::named);
        let shaken = move |battle: &Self| battle.force(side_of(unit)).shaken.contains(unit);
        expecting.is("shaken", Node::flag, move |battle| format!("{} is shaken:", battle.name(unit)), shaken);
        let engaged = move |battle: &Self| battle.is_engaged(unit);
        expecting.is("engaged", Node::flag, move |battle| format!("{} is engaged:", battle.name(unit)), engaged);
    }

    fn expect_attack<'n>(expecting: &mut Expecting<'n, '_, Self>) {
        let results = [&SHOTS[..], &CHARGES[..], &STORMS[..]].concat();
        expecting.attack("result", "result", |n| Ok(results[n.index_in("result", &results)?].into()));
        for key in ["optimal", "cover", "spoilt", "flanked", "way-back"] {
            expecting.attack(key, key, |n| Ok(n.flag()?.into()));
        }
        for key in ["kind", "attacker", "target"] {
            expecting.attack(key, key, |n| Ok(n.text()?.into()));
        }
        for key in ["totals", "dice"] {
            expecting.attack(key, key, |n| n.list()?.iter().map(|n| n.whole::<i64>(0..=999)).collect());
        }
        expecting.attack("distance", "distance", |n| Ok(n.number(0.0..=1000.0)?.into()));
    }

    fn expect<'n>(&self, expecting: &mut Expecting<'n, '_, Self>) {
        let letter = |_: &Self, side: &Side| side.letter().to_owned();
        expecting.is_shown(
            "aggressor",
            read_side,
            |_| "the aggressor is".to_owned(),
            |battle| battle.aggressor,
            letter,
        );
        let points = |battle: &Self| battle.command.left;
        expecting.is("initiative", |n| n.whole(0..=100), |_| "the points left are".to_owned(), points);
        expecting.holds("centre", read_point, |battle, at| match battle.progress.centre {
            Some(found) if at.distance(found) <= CLOSE => Ok(()),
            Some(found) => Err(format!("the central marker lies at {}", show_point(found))),
            None => Err("there is no central marker".to_owned()),
        });
        self.expect_flags(expecting);
        expecting.tables("sight", "the sight", |expecting| self.expect_sight(expecting));
        expecting.tables("contact", "the contact", |expecting| self.expect_contact(expecting));
        expecting.tables("groups", "the group", |expecting| self.expect_group(expecting));
        expecting.tables("targets", "the targets", |expecting| {
            self.expect_targets(expecting, "shoot at", |battle, attack| battle.check_fire(attack).is_ok());
        });
        expecting.tables("fights", "the targets", |expecting| {
            self.expect_targets(expecting, "fight", |battle, attack| battle.check_fight(attack).is_ok());
        });
    }
}

/// Checks of the game's own.
impl Battle<'_> {
    /// Name of an Element that may be [`NOBODY`].
    fn named(&self, unit: &ElementId) -> String {
        if *unit == NOBODY { "nobody".to_owned() } else { self.name(*unit) }
    }

    /// Name of what is attacked.
    fn named_target(&self, target: &Target) -> String {
        match *target {
            Target::Element(target) => self.name(target),
            Target::Building(index) => format!("building {index}"),
        }
    }

    /// Who bears the flag of each side, and where it lies.
    fn expect_flags<'n>(&self, expecting: &mut Expecting<'n, '_, Self>) {
        let Expecting { table, to } = expecting;
        let (bearers, flags) = (table.node("bearers"), table.node("flags"));
        by_side(bearers, "the bearers", table.diagnostics(), |side, node| {
            let bearer = if node.text() == Ok("none") { NOBODY } else { self.read_unit(node)? };
            to.add(node, move |battle: &Self, _| {
                let found = battle.progress.bearers[side.index()].unwrap_or(NOBODY);
                compare(&format!("the flag of {} is borne by", side.letter()), &bearer, &found, |it| battle.named(it))
            });
            Ok(())
        });
        by_side(flags, "the flags", table.diagnostics(), |side, node| {
            let at = if node.text() == Ok("none") { None } else { Some(read_point(node)?) };
            to.add(node, move |battle: &Self, _| match (at, battle.progress.flags[side.index()]) {
                (None, None) => Ok(()),
                (Some(at), Some(found)) if at.distance(found) <= CLOSE => Ok(()),
                (_, Some(found)) => Err(format!("the flag of {} lies at {}", side.letter(), show_point(found))),
                (Some(_), None) => Err(format!("the flag of {} does not lie about", side.letter())),
            });
            Ok(())
        });
    }

    /// Whether an Element sees another or a building, whether it is in range, and how far it is from its front, inches.
    fn expect_sight<'n>(&self, expecting: &mut Expecting<'n, '_, Self>) {
        // Without the two nothing is checked, for the file is refused.
        let from = expecting.table.required("from", |node| self.read_unit(node)).unwrap_or(NOBODY);
        let to = expecting.table.required("to", |node| self.read_target(node)).unwrap_or(Target::Element(NOBODY));
        let sees = move |battle: &Self| battle.sees(from, to);
        expecting.is("clear", Node::flag, move |battle| format!("{} sees it:", battle.name(from)), sees);
        let in_range = move |battle: &Self| battle.in_range(from, to);
        expecting.is("in-range", Node::flag, move |battle| format!("{} has it in range:", battle.name(from)), in_range);
        expecting.holds(
            "distance",
            |node| node.number(0.0..=1000.0),
            move |battle, distance| {
                let front = battle.base(from).edge(Edge::Front);
                let found = match to {
                    Target::Element(to) => edge_distance(&front, battle.base(to)),
                    Target::Building(at) => edge_distance(&front, battle.terrain.features()[usize::from(at)].shape()),
                };
                if (found - distance).abs() <= CLOSE {
                    return Ok(());
                }
                Err(format!("{} is {found:.4} inches away, not {distance}", battle.named_target(&to)))
            },
        );
    }

    /// How two bases touch, and by which edges those that are in full contact.
    fn expect_contact<'n>(&self, expecting: &mut Expecting<'n, '_, Self>) {
        let pair = expecting.table.required("of", |node| match self.read_units(node)?[..] {
            [one, other] => Ok([one, other]),
            _ => Err(node.locate(Diagnostic::new("contact is between two units"))),
        });
        let [one, other] = pair.unwrap_or([NOBODY; 2]);
        expecting.is(
            "is",
            |node| Ok(CONTACTS[node.index_in("contact", &CONTACTS)?]),
            |_| "the contact is".to_owned(),
            move |battle| match contact(battle.base(one), battle.base(other), &battle.tolerances()) {
                Contact::Apart => "none",
                Contact::Partial => "partial",
                Contact::Full { .. } => "full",
            },
        );
        expecting.is_shown(
            "edges",
            |node| match node.list()? {
                [one, other] => Ok((Some(read_edge(one)?), Some(read_edge(other)?))),
                _ => Err(node.locate(Diagnostic::new("full contact is between two edges"))),
            },
            |_| "the edges are".to_owned(),
            move |battle| (battle.shared_edge(one, other), battle.shared_edge(other, one)),
            |_, edges| format!("{edges:?}"),
        );
    }

    /// Whether some Elements are a Group.
    fn expect_group<'n>(&self, expecting: &mut Expecting<'n, '_, Self>) {
        let of = expecting.table.required("of", |node| Ok((node, self.read_units(node)?)));
        let legal = expecting.table.or("legal", true, Node::flag);
        let Some((node, units)) = of else { return };
        // More than a formation can hold are no Group.
        let group = Formation::of(&units).unwrap_or(Formation::EMPTY);
        expecting.to.add(node, move |battle: &Self, _| {
            compare("they are a Group:", &legal, &battle.is_group(&group), bool::to_string)
        });
    }

    /// What a unit can attack alone, where an attack is `legal`.
    fn expect_targets<'n>(
        &self,
        expecting: &mut Expecting<'n, '_, Self>,
        verb: &'static str,
        legal: fn(&Self, &Attack) -> bool,
    ) {
        let unit = expecting.table.required("unit", |node| self.read_unit(node)).unwrap_or(NOBODY);
        expecting.options(
            ["of", "not-of", "exactly"],
            |node| self.read_target(node),
            move |battle| format!("{} can {verb}", battle.name(unit)),
            move |battle| {
                let enemies = battle.on_the_table(side_of(unit).other()).map(Target::Element);
                let buildings = (0..battle.terrain.features().len() as u8).map(Target::Building);
                enemies.chain(buildings).filter(|target| legal(battle, &Attack::new(unit, *target))).collect()
            },
            Self::named_target,
        );
    }
}

fn stands_at(battle: &Battle<'_>, unit: ElementId, at: Point) -> Result<(), String> {
    let name = battle.name(unit);
    if battle.place(unit) != Place::Table {
        return Err(format!("{name} is not on the table but {}", battle.place(unit).key()));
    }
    let found = battle.base(unit).centre;
    if found.distance(at) <= CLOSE {
        return Ok(());
    }
    Err(format!("{name} stands at {}, not at {}", show_point(found), show_point(at)))
}

fn faces(battle: &Battle<'_>, unit: ElementId, facing: Facing) -> Result<(), String> {
    let found = battle.base(unit).facing;
    if found.ahead().dot(facing.ahead()) > 1.0 - 1e-7 {
        return Ok(());
    }
    let (found, wanted) = (found.degrees(), facing.degrees());
    Err(format!("{} faces {found:.2}, not {wanted:.2}", battle.name(unit)))
}

fn show_point(at: Point) -> String {
    format!("({:.4}, {:.4})", at.x, at.y)
}
