//! Reading army lists, with the checks of a list alone.

use super::{ListTerms, MOST_SQUADS, MOST_TEAMS, Reserve, Roster, Squad};
use crate::game::roster::read_name;
use crate::game::{Catalogue, Diagnostic, Diagnostics, ListReader, Node, Source, TableReader, built_in};
use crate::rulesets::chainsword::codex::{Change, Codex, LIMITED, Rank};
use crate::rulesets::chainsword::rules::{Rules, Struck};

/// The army lists built into the program, in the order of the rulebook.
#[must_use]
pub fn built_in() -> Vec<Source> {
    built_in![
        "armies/chainsword":
        "levy-foot",
        "breacher-assault",
        "ironclad-elite",
        "armoured-column",
        "mechanised",
        "sky-cavalry",
        "airborne-raiders",
        "gun-line",
        "anti-air",
        "combined-arms",
    ]
}

/// The checks of a list, in the order in which what is wrong is told.
const CHECKS: [&str; 12] = [
    "unknown-key",
    "over-size",
    "warlord-count",
    "officer-count",
    "troops-count",
    "role-limit",
    "transport-owner",
    "over-capacity",
    "bad-option",
    "duplicate-option",
    "bad-reserve",
    "optional-off",
];

/// A unit of a list as the file has it, before all are put in the order of the codex.
#[derive(Clone, Debug)]
struct Written {
    unit: usize,
    options: Vec<u8>,
    reserve: Option<Reserve>,
    infiltrates: bool,
    /// Number of the Squad, in the order of the file, whose transport it is.
    owner: Option<usize>,
}

impl Written {
    fn plain(unit: usize) -> Self {
        Self { unit, options: Vec::new(), reserve: None, infiltrates: false, owner: None }
    }
}

pub(super) fn read(codex: &Codex, rules: &Rules, root: &Node, diagnostics: &mut Diagnostics) -> Option<Roster> {
    let roster = read_unsorted(codex, rules, root, diagnostics);
    // What is no check of the list comes first.
    diagnostics.sort_by_key(|fault| CHECKS.iter().position(|check| fault.rule.as_deref() == Some(*check)));
    roster
}

fn read_unsorted(codex: &Codex, rules: &Rules, root: &Node, diagnostics: &mut Diagnostics) -> Option<Roster> {
    let mut table = TableReader::open("the list", root, diagnostics)?;
    let name = read_name(&mut table, "chainsword");
    let doctrine = table.optional("doctrine", Node::text).map(str::to_owned);
    let doctrine_as = ["attacking", "defending"].map(|key| table.optional(key, Node::text).map(str::to_owned));
    let size = table.optional("size", |node| node.number(1.0..=1e6).map(|size| (size, node)));
    let [officers, squads, plain] = ["officers", "squads", "units"].map(|key| table.node(key));
    table.close();

    let mut list = ListReader::new(codex, diagnostics);
    let mut written = Vec::new();
    let entries = officers.map_or(&[][..], |node| list.entries(node));
    for entry in entries {
        let known: Vec<&str> =
            codex.fighters.iter().filter(|it| it.rank.is_some()).map(|it| it.name.as_str()).collect();
        if !known.contains(&entry.key.as_str()) {
            let fault = Diagnostic::unknown("officer", &entry.key, known).rule("unknown-key");
            list.diagnostics.push(entry.locate(fault));
        } else if let Some((unit, count)) = list.counted(entry) {
            written.extend(std::iter::repeat_n(Written::plain(unit), count.min(MOST_SQUADS + 1)));
        }
    }
    let entries = plain.map_or(&[][..], |node| list.entries(node));
    for entry in entries {
        let Some((unit, count)) = list.counted(entry) else { continue };
        let (name, what) = (codex.key(unit), codex.unit_type(unit));
        if what.role() == "transport" {
            list.diagnostics.push(entry.locate(without_owner(name)));
            continue;
        }
        check_beast(&mut list, rules, unit, &entry.node);
        let reserve = what.is("flyer").then_some(Reserve::Flyer);
        written.extend(std::iter::repeat_n(Written { reserve, ..Written::plain(unit) }, count.min(MOST_SQUADS + 1)));
        written.truncate(10 * MOST_SQUADS);
    }
    let items = squads.map_or(&[][..], |node| list.items(node));
    for item in items {
        read_squads(&mut list, rules, item, &mut written);
        // Enough to say that it is too much.
        written.truncate(10 * MOST_SQUADS);
    }

    let place = squads.or(plain).or(officers).unwrap_or(root);
    let (size, size_at) = size.map_or((rules.army_size, place), |(size, node)| (size, node));
    let teams: usize = written.iter().map(|it| codex.fielded(it.unit, &it.options).len()).sum();
    if written.len() > MOST_SQUADS || teams > MOST_TEAMS {
        let message = format!(
            "a side has {MOST_SQUADS} Squads and {MOST_TEAMS} Teams at most, this one {} and {teams}",
            written.len()
        );
        list.diagnostics.push(place.locate(Diagnostic::new(message)));
        return None;
    }
    check_limits(&mut list, &written, size, officers.or(plain).unwrap_or(root), place);
    let (units, own) = in_order(codex, &written, doctrine_as);
    let cost: f64 = own.squads.iter().map(|squad| squad.cost).sum();
    let mut warnings = Vec::new();
    if cost > size {
        let diagnostic = Diagnostic::new(format!("{cost} points, the size is {size}"));
        list.over_points(rules.over_points, size_at, "over-size", diagnostic, &mut warnings);
    }
    let least = codex.lists.least * size / codex.lists.usual_size;
    if cost < least {
        warnings.push(format!("{cost} points, {least} or more are usual for a size of {size} [under-size]"));
    }
    Some(Roster { source: String::new(), name, doctrine, units, cost, limit: Some(size), warnings, own })
}

/// A Squad, or several alike.
fn read_squads(list: &mut ListReader<'_, Codex>, rules: &Rules, item: &Node, written: &mut Vec<Written>) {
    let codex = list.catalogue;
    let Some(mut table) = TableReader::open("a Squad", item, list.diagnostics) else { return };
    let unit = table.required_node("unit");
    let count = table.or("count", 1, |node| node.whole::<usize>(1..=MOST_SQUADS as i64));
    let options = table.node("options");
    let [transport, transport_options] = ["transport", "transport-options"].map(|key| table.node(key));
    let reserve = table.optional("reserve", |node| Ok((node.one_of("kind of reserve", &Reserve::CHOICES)?, node)));
    let infiltrates = table.optional("infiltrates", |node| Ok((node.flag()?, node)));
    table.close();

    let Some((unit, at)) = unit.and_then(|node| Some((list.named(node)?, node))) else { return };
    let (name, what) = (codex.key(unit), codex.unit_type(unit));
    if what.rank().is_some() {
        list.complain(
            at,
            "unknown-key",
            format!("`{name}` is an officer: `[officers]` or `[units]` is where they stand"),
        );
        return;
    }
    if what.role() == "transport" {
        list.diagnostics.push(at.locate(without_owner(name)));
        return;
    }
    let options = options.map_or_else(Vec::new, |node| read_options(list, unit, node));
    check_beast(list, rules, unit, at);
    let may = |reserve: Reserve| what.is(reserve.key());
    if let Some((reserve, node)) = reserve.filter(|(reserve, _)| !may(*reserve)) {
        let message = format!("`{name}` cannot come from reserve by {}", reserve.key());
        let fault = Diagnostic::new(message).rule("bad-reserve");
        let open = Reserve::ALL.into_iter().filter(|other| may(*other)).map(Reserve::key);
        list.diagnostics.push(node.locate(fault.allowing(open)));
    }
    if let Some((_, node)) = infiltrates.filter(|(infiltrates, _)| *infiltrates && !what.is("infiltrate")) {
        list.complain(node, "bad-reserve", format!("`{name}` does not infiltrate"));
    }
    // Flyers have no other way.
    let reserve = reserve.map(|(reserve, _)| reserve).or(what.is("flyer").then_some(Reserve::Flyer));
    let infiltrates = infiltrates.is_some_and(|(infiltrates, _)| infiltrates);
    let transport = transport.and_then(|node| read_transport(list, unit, &options, node));
    let transport_options = match (transport, transport_options) {
        (Some(carrier), Some(node)) => read_options(list, carrier, node),
        (None, Some(node)) => {
            list.complain(node, "bad-option", format!("options of a transport, of which `{name}` has none"));
            Vec::new()
        }
        (_, None) => Vec::new(),
    };
    for _ in 0..count {
        let owner = written.len();
        written.push(Written { unit, options: options.clone(), reserve, infiltrates, owner: None });
        if let Some(unit) = transport {
            let reserve = codex.unit_type(unit).is("flyer").then_some(Reserve::Flyer);
            let options = transport_options.clone();
            written.push(Written { unit, options, reserve, infiltrates: false, owner: Some(owner) });
        }
    }
}

/// That a transport is named by no Squad.
fn without_owner(name: &str) -> Diagnostic {
    let message = format!("a `{name}` belongs to one Squad of infantry, which names it as its `transport`");
    Diagnostic::new(message).rule("transport-owner")
}

/// Flying creatures are optional: `optional-off`.
fn check_beast(list: &mut ListReader<'_, Codex>, rules: &Rules, unit: usize, at: &Node) {
    let (name, what) = (list.catalogue.key(unit), list.catalogue.unit_type(unit));
    if what.is("creature") && what.is("flyer") && rules.flying_beasts == Struck::Off {
        let message = format!("`{name}` is a flying creature: rules.flying-beasts = on allows it");
        list.complain(at, "optional-off", message);
    }
}

/// Options of a unit, by index in the codex: `bad-option`, `duplicate-option`, `unknown-key`.
fn read_options(list: &mut ListReader<'_, Codex>, unit: usize, node: &Node) -> Vec<u8> {
    let codex = list.catalogue;
    let name = codex.key(unit);
    let own = || codex.options.iter().filter(move |option| option.unit == unit).map(|option| option.name.as_str());
    let mut chosen: Vec<u8> = Vec::new();
    for item in list.items(node) {
        let word = match item.text() {
            Ok(word) => word,
            Err(fault) => {
                list.diagnostics.push(fault);
                continue;
            }
        };
        let Some(at) = codex.options.iter().position(|option| option.unit == unit && option.name == word) else {
            let fault = if codex.options.iter().any(|option| option.name == word) {
                Diagnostic::new(format!("`{word}` is no option of `{name}`")).rule("bad-option").allowing(own())
            } else {
                Diagnostic::unknown("option", word, own()).rule("unknown-key")
            };
            list.diagnostics.push(item.locate(fault));
            continue;
        };
        let replaced = |at: usize| match codex.options[at].change {
            Change::Replace { team, weapon, .. } => Some((team, weapon)),
            Change::Models(_) => None,
        };
        let again = |other: &u8| {
            let other = usize::from(*other);
            other == at || replaced(other).is_some_and(|it| replaced(at) == Some(it))
        };
        if chosen.iter().any(again) {
            let message = match codex.options[at].change {
                Change::Replace { weapon, .. } => {
                    format!("the `{}` of `{name}` is replaced twice", codex.weapons[weapon].name)
                }
                Change::Models(_) => format!("`{name}` has `{word}` twice"),
            };
            list.complain(item, "duplicate-option", message);
        } else {
            chosen.push(at as u8);
        }
    }
    chosen.sort_unstable();
    chosen
}

/// The transport of a Squad: `transport-owner`, `over-capacity`.
fn read_transport(list: &mut ListReader<'_, Codex>, squad: usize, options: &[u8], node: &Node) -> Option<usize> {
    let codex = list.catalogue;
    let transport = list.named(node)?;
    let (name, capacity) = (codex.key(squad), codex.unit_type(transport).capacity());
    let carrier = codex.key(transport);
    if capacity == 0 {
        let fault = Diagnostic::new(format!("`{carrier}`, the transport of `{name}`, carries nobody"));
        let carriers = codex.vehicles.iter().filter(|vehicle| vehicle.capacity > 0);
        let fault = fault.rule("transport-owner").allowing(carriers.map(|vehicle| vehicle.name.as_str()));
        list.diagnostics.push(node.locate(fault));
        return None;
    }
    if !codex.unit_type(squad).is("rides") {
        list.complain(node, "transport-owner", format!("`{name}` does not ride, so that no `{carrier}` belongs to it"));
        return None;
    }
    let models = codex.models(squad, options);
    if models > capacity {
        let message = format!("`{name}` has {models} models, a `{carrier}` carries {capacity}");
        list.complain(node, "over-capacity", message);
        return None;
    }
    Some(transport)
}

/// The limits of ranks and roles (CW-ARM-02).
fn check_limits(list: &mut ListReader<'_, Codex>, written: &[Written], size: f64, officers: &Node, squads: &Node) {
    let (codex, limits) = (list.catalogue, list.catalogue.lists);
    let units = || written.iter().map(|it| codex.unit_type(it.unit));
    let of_rank = |rank| units().filter(|unit| unit.rank() == Some(rank)).count();
    let warlords = of_rank(Rank::Warlord);
    if warlords != 1 {
        list.complain(officers, "warlord-count", format!("{warlords} warlords, a list has one"));
    }
    let [fewest, most] = limits.juniors;
    let juniors = of_rank(Rank::Char);
    if !(usize::from(fewest)..=usize::from(most)).contains(&juniors) {
        let message = format!("{juniors} officers of rank char, a list has {fewest} to {most}");
        list.complain(officers, "officer-count", message);
    }
    let (seniors, most) = (of_rank(Rank::Ic), limits.seniors);
    if seniors > usize::from(most) {
        list.complain(officers, "officer-count", format!("{seniors} officers of rank ic, a list has {most} at most"));
    }
    let scaled = |limit: u8| scaled(limit, size / limits.usual_size);
    let of_role = |role: &str| units().filter(|unit| unit.role() == role).count();
    let ([fewest, most], troops) = (limits.troops.map(scaled), of_role("troops"));
    if !(fewest..=most).contains(&troops) {
        let message = format!("{troops} Squads of troops, a list of this size has {fewest} to {most}");
        list.complain(squads, "troops-count", message);
    }
    for (role, limit) in LIMITED.into_iter().zip(limits.roles) {
        let (count, limit) = (of_role(role), scaled(limit));
        if count > limit {
            let message = format!("{count} Squads of role {role}, a list of this size has {limit} at most");
            list.complain(squads, "role-limit", message);
        }
    }
}

/// A limit of a role in a list that is so many times as large as usual: at least 1.
pub fn scaled(limit: u8, times: f64) -> usize {
    ((f64::from(limit) * times).round() as usize).max(1)
}

/// All Squads in the order of the codex, those of one unit in the order of the file.
fn in_order(codex: &Codex, written: &[Written], doctrine_as: [Option<String>; 2]) -> (Vec<u8>, ListTerms) {
    let mut order: Vec<usize> = (0..written.len()).collect();
    order.sort_by_key(|at| written[*at].unit);
    let place_of = |number: usize| order.iter().position(|at| *at == number).map(|place| place as u8);
    let squad = |number: &usize| {
        let it = &written[*number];
        let unit = codex.unit_type(it.unit);
        let options = || it.options.iter().map(|option| &codex.options[usize::from(*option)]);
        let transport = written.iter().position(|other| other.owner == Some(*number));
        Squad {
            options: it.options.clone(),
            transport: transport.and_then(place_of),
            owner: it.owner.and_then(place_of),
            reserve: it.reserve,
            infiltrates: it.infiltrates,
            cost: unit.cost() + options().map(|option| option.cost).sum::<f64>(),
            value: unit.value() + options().map(|option| option.value).sum::<f64>(),
        }
    };
    let squads = order.iter().map(squad).collect();
    (order.iter().map(|at| written[*at].unit as u8).collect(), ListTerms { squads, doctrine_as })
}
