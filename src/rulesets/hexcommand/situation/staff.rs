//! Brigades, commanders, and what else each side of a situation has.

use super::company::Recruit;
use crate::game::situation::{UnitList, by_side, list, read_side};
use crate::game::{Diagnostic, Diagnostics, Node, Side, TableReader};
use crate::rulesets::hexcommand::choices::Order;
use crate::rulesets::hexcommand::codex::Trait;
use crate::rulesets::hexcommand::notation::read_hex_of;
use crate::rulesets::hexcommand::order_of_battle::{
    Group as Brigade, Level, MOST_COMMANDERS, MOST_DIVISIONS, MOST_GROUPS, TRAITS,
};
use crate::rulesets::hexcommand::position::{Army, Leader};
use crate::rulesets::hexcommand::state::{Commander, Contact, Fate, Group, MOST_CONTACTS, Setup, unit_id};
use crate::tabletop::hex::HexIndex;

/// Reads what the sides have: tables of `sides`, of `groups` and of `commanders`.
pub(super) fn read_armies(
    [sides, groups, commanders]: [Option<&Node>; 3],
    units: &UnitList<'_, Recruit<'_>>,
    setup: &Setup,
    diagnostics: &mut Diagnostics,
) -> [Army; 2] {
    let mut armies = [Army::default(), Army::default()];
    for (side, node) in nodes_by_side(sides, "`sides`", diagnostics) {
        armies[side.index()] = read_army(node, setup, diagnostics);
    }
    for (side, node) in nodes_by_side(groups, "`groups`", diagnostics) {
        armies[side.index()].groups = list(Some(node), diagnostics)
            .iter()
            .enumerate()
            .filter_map(|(at, node)| read_group(at, node, diagnostics))
            .collect();
        if armies[side.index()].groups.len() > MOST_GROUPS {
            diagnostics.push(node.locate(Diagnostic::new(format!("a side has at most {MOST_GROUPS} brigades"))));
        }
    }
    for node in list(commanders, diagnostics) {
        read_commander(node, units, setup, &mut armies, diagnostics);
    }
    armies
}

/// The tables of A and of B.
fn nodes_by_side<'n>(
    node: Option<&'n Node>,
    what: &str,
    diagnostics: &mut Diagnostics,
) -> impl Iterator<Item = (Side, &'n Node)> + use<'n> {
    let both = by_side(node, what, diagnostics, |_, node| Ok(node));
    Side::BOTH.into_iter().zip(both).filter_map(|(side, node)| Some((side, node?)))
}

fn read_army(node: &Node, setup: &Setup, diagnostics: &mut Diagnostics) -> Army {
    let Some(mut table) = TableReader::open("the side", node, diagnostics) else { return Army::default() };
    let numbers = |node: &Node| node.list()?.iter().map(|one| one.whole(0..=MOST_GROUPS as i64 - 1)).collect();
    let hexes = |node: &Node| node.list()?.iter().map(|hex| read_hex_of(setup.field.grid, hex)).collect();
    let army = Army {
        break_point: table.optional("break-point", |node| node.whole(1..=100)),
        retreats: table.or("retreats", Vec::<HexIndex>::new(), hexes),
        sequence: table.or("sequence", Vec::new(), numbers),
        changes: table.optional("changes", |node| node.whole(0..=99)),
        broken: table.or("broken", 0, |node| node.whole(0..=20)),
        checked: table.or("checked", false, Node::flag),
        supreme_lost: table.or("supreme-lost", false, Node::flag),
        attempts: table.or("attempts", 0, |node| node.whole(0..=20)),
        redoubts: table.or("redoubts", 0, |node| node.whole(0..=20)),
        quick_works: table.or("quick-works", 0, |node| node.whole(0..=20)),
        ..Army::default()
    };
    table.close();
    if army.retreats.len() > MOST_DIVISIONS {
        diagnostics.push(node.locate(Diagnostic::new("more routes of retreat than divisions").rule("HX-SET-07")));
    }
    army
}

fn read_group(at: usize, node: &Node, diagnostics: &mut Diagnostics) -> Option<Group> {
    let mut table = TableReader::open("the brigade", node, diagnostics)?;
    let number = |node: &Node| node.whole::<u8>(0..=MOST_GROUPS as i64 - 1);
    let order = |node: &Node| node.one_of("order", &Order::CHOICES);
    let division = table.or("division", 0, |node| node.whole(0..=MOST_DIVISIONS as i64 - 1));
    let battalion = table.or("battalion", false, Node::flag);
    let usual = if battalion { Order::Attack } else { Order::Hold };
    let mut group = Group {
        brigade: Brigade { division, battalion },
        order: table.or("order", usual, order),
        supports: table.or("supports", at as u8, number),
        ..Group::NONE
    };
    let coming = table.optional("coming", order);
    let delay = table.or("delay", 1, |node| node.whole(1..=9));
    group.coming = coming.map(|order| (order, group.supports, delay));
    let consequences: Vec<u8> =
        table.or("consequences", Vec::new(), |node| node.list()?.iter().map(|one| one.whole(1..=7)).collect());
    consequences.into_iter().for_each(|one| group.bind(one));
    table.close();
    Some(group)
}

/// Reads a commander: `id` is his side and number, `A:1` the first.
fn read_commander(
    node: &Node,
    units: &UnitList<'_, Recruit<'_>>,
    setup: &Setup,
    armies: &mut [Army; 2],
    diagnostics: &mut Diagnostics,
) {
    let Some(mut table) = TableReader::open("the commander", node, diagnostics) else { return };
    let id = table.required("id", |id| Ok((id, read_number(id)?)));
    let rules = &setup.rules;
    let combat = table.or("combat", rules.command_value, |node| node.whole(0..=2));
    let mut plain = [0; TRAITS];
    plain[Trait::Combat as usize] = combat;
    plain[Trait::Tactical as usize] = 7;
    plain[Trait::Aggression as usize] = 7;
    plain[Trait::Initiative as usize] = rules.initiative_leaderless;
    let values = table.or("values", plain, |node| match node.list()? {
        [c, m, t, a, i] => {
            let mut values = [0; TRAITS];
            for (value, node) in values.iter_mut().zip([c, m, t, a, i]) {
                *value = node.whole(0..=10)?;
            }
            Ok(values)
        }
        _ => Err(node.locate(Diagnostic::new("the values of a commander").allowing(["[C, M, T, A, I]"]))),
    });
    let with = table.optional("with", |node| Ok((node, units.find(node)?)));
    let hex = table.optional("at", |node| Ok((node, read_hex_of(setup.field.grid, node)?)));
    let commander = Commander {
        values,
        level: table.or("level", Level::Army, |node| node.one_of("level", &Level::CHOICES)),
        of: table.or("of", 0, |node| node.whole(0..=MOST_GROUPS as i64 - 1)),
        people: table.or("people", 0, |node| node.whole(0..=8)),
        fate: table.or("fate", Fate::Present, |node| node.one_of("fate", &Fate::CHOICES)),
        halves: table.or("halves", 0, |node| node.whole(0..=99)),
        ..Commander::NONE
    };
    let gained = table.or("gained", false, Node::flag);
    let supreme = table.optional("supreme", Node::flag);
    table.close();
    let Some((id, (side, number))) = id else { return };
    let army = &mut armies[side.index()];
    let mut complain = |node: &Node, message: &str| diagnostics.push(node.locate(Diagnostic::new(message)));
    if number != army.leaders.len() {
        let name = format!("`{}:commander-{}`", side.letter(), army.leaders.len() + 1);
        return complain(id, &format!("this commander is {name}: they are numbered in the order of the file"));
    }
    if number >= MOST_COMMANDERS {
        return complain(id, &format!("a side has at most {MOST_COMMANDERS} commanders"));
    }
    let mut leader = Leader { commander, gained, supreme: supreme.unwrap_or(number == 0), with: None, hex: None };
    if let Some((node, (of, place))) = with {
        let there = armies[side.index()].leaders.iter().any(|other| other.with == Some(place));
        if of != side || there || commander.fate != Fate::Present {
            return complain(node, "he is with no unit of his side, or another one is");
        }
        leader.with = Some(place);
    }
    if let Some((node, hex)) = hex {
        if leader.with.is_some() {
            return complain(node, "he is either `with` a unit or alone `at` a hex");
        }
        leader.hex = Some(hex);
    }
    armies[side.index()].leaders.push(leader);
}

/// Side and place of a commander, from `A:commander-1`.
fn read_number(node: &Node) -> Result<(Side, usize), Diagnostic> {
    let text = node.text()?;
    let shape = || {
        node.locate(Diagnostic::new(format!("`{text}` is no commander")).allowing(["A:commander-1", "B:commander-2"]))
    };
    let (side, name) = text.split_once(':').ok_or_else(shape)?;
    let side = Side::of_letter(side).ok_or_else(shape)?;
    let number = name.strip_prefix("commander-").and_then(|number| number.parse::<usize>().ok());
    number.and_then(|number| number.checked_sub(1)).map(|number| (side, number)).ok_or_else(shape)
}

/// Reads who is in contact.
pub(super) fn read_contacts(
    node: Option<&Node>,
    units: &UnitList<'_, Recruit<'_>>,
    diagnostics: &mut Diagnostics,
) -> Vec<Contact> {
    let mut contacts: Vec<Contact> = Vec::new();
    for node in list(node, diagnostics) {
        let Some(mut table) = TableReader::open("the contact", node, diagnostics) else { continue };
        let find = |node: &Node| units.find(node).map(|(side, place)| (side, unit_id(side, usize::from(place))));
        let attacker = table.required("attacker", find);
        let defender = table.required("defender", find);
        let rounds = table.or("rounds", 0, |node| node.whole(0..=99));
        let fought = table.or("fought", false, Node::flag);
        table.close();
        let (Some((one, attacker)), Some((other, defender))) = (attacker, defender) else { continue };
        let known = contacts.iter().any(|contact| contact.other(attacker) == Some(defender));
        if one == other || known || contacts.len() >= MOST_CONTACTS {
            diagnostics.push(node.locate(Diagnostic::new("a contact is that of two enemies, once").rule("HX-MEL-01")));
        } else {
            contacts.push(Contact { attacker, defender, rounds, fought });
        }
    }
    contacts
}

/// Who holds an objective: a side, or `none`.
pub(super) fn read_holder(node: &Node) -> Result<Option<Side>, Diagnostic> {
    if node.text() == Ok("none") { Ok(None) } else { read_side(node).map(Some) }
}
