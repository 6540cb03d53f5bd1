//! Reading army lists, with the checks of a list alone.

use super::{Group, GroupKind, ListTerms, MOST_MODELS, Roster, Weapons};
use crate::game::roster::read_name;
use crate::game::{Catalogue, Diagnostic, Diagnostics, ListReader, Node, Source, TableReader, built_in};
use crate::rulesets::darkpotential::codex::{Codex, WeaponKind};
use crate::rulesets::darkpotential::rules::{ArmyCheck, Rules};
use crate::rulesets::darkpotential::state::MOST_FIGURES;

/// The army lists built into the program, in the order of the rulebook.
#[must_use]
pub fn built_in() -> Vec<Source> {
    built_in![
        "armies/darkpotential":
        "suggested",
        "no-rocket",
        "two-assassins",
        "two-snipers",
        "shooters",
        "sniper-nest",
        "assassin-cell",
        "hunter-killers",
        "double-squad",
        "led-mob",
        "melee-horde",
        "rocket-teams",
        "four-leaders",
        "suggested-large",
    ]
}

/// Least members of a squad.
const LEAST_MEMBERS: usize = 2;

/// A group as a file has it.
struct WrittenGroup<'n> {
    name: Option<(String, &'n Node)>,
    kind: GroupKind,
    /// Unit types of its models, with their weapons.
    models: Vec<(u8, Weapons)>,
}

pub(super) fn read(codex: &Codex, rules: &Rules, root: &Node, diagnostics: &mut Diagnostics) -> Option<Roster> {
    let mut table = TableReader::open("the list", root, diagnostics)?;
    let name = read_name(&mut table, "darkpotential");
    let doctrine = table.optional("doctrine", Node::text).map(str::to_owned);
    let size = table.optional("size", |node| node.number(1.0..=1e6));
    let [units, independents, squads] = ["units", "independents", "squads"].map(|key| table.node(key));
    table.close();

    let mut list = ListReader::new(codex, diagnostics);
    let mut groups = Vec::new();
    let mut warnings = Vec::new();
    let entries = units.map_or(&[][..], |node| list.entries(node));
    for (unit, count) in entries.iter().filter_map(|entry| list.counted(entry)) {
        let alone = || WrittenGroup { name: None, kind: GroupKind::Independent, models: vec![usual(codex, unit)] };
        groups.extend((0..count).map(|_| alone()));
    }
    let items = independents.map_or(&[][..], |node| list.items(node));
    groups.extend(items.iter().filter_map(|node| read_independent(&mut list, node)));
    let items = squads.map_or(&[][..], |node| list.items(node));
    groups.extend(items.iter().filter_map(|node| read_squad(&mut list, rules, node, &mut warnings)));

    let place = squads.or(units).or(independents).unwrap_or(root);
    if groups.is_empty() && list.diagnostics.is_empty() {
        list.complain(place, "empty-list", "a list has at least one model");
    }
    check_names(&mut list, &groups);
    for (unit, _) in groups.iter().flat_map(|group| &group.models) {
        list.counts[usize::from(*unit)] += 1;
    }
    let units = list.units(place, MOST_MODELS, "models")?;
    let cost = cost(codex, &groups);
    let own = muster(codex, groups);
    let roster = Roster { source: String::new(), name, doctrine, units, cost, limit: None, warnings, own };
    let figures = roster.figures(codex, rules);
    if figures > MOST_FIGURES {
        let message = format!("a side has {MOST_FIGURES} models and stealth bases at most, this one {figures}");
        list.complain(place, "deployment-overflow", message);
    }
    Some(with_notes(codex, rules, roster, size.unwrap_or(codex.lists.size)))
}

/// A model with all weapons of its unit type.
fn usual(codex: &Codex, unit: usize) -> (u8, Weapons) {
    (unit as u8, codex.units[unit].weapons.iter().map(|weapon| *weapon as u8).collect())
}

/// A table of an independent model that has a name, or some of its weapons.
fn read_independent<'n>(list: &mut ListReader<'_, Codex>, node: &'n Node) -> Option<WrittenGroup<'n>> {
    let mut table = TableReader::open("an independent model", node, list.diagnostics)?;
    let unit = table.required_node("unit");
    let name = table.optional("name", |node| node.name().map(|name| (name.to_owned(), node)));
    let weapons = table.node("weapons");
    table.close();
    let unit = list.named(unit?)?;
    let weapons = match weapons {
        Some(node) => read_weapons(list, unit, node),
        None => usual(list.catalogue, unit).1,
    };
    Some(WrittenGroup { name, kind: GroupKind::Independent, models: vec![(unit as u8, weapons)] })
}

/// A squad: the key of one, or its members by unit type; and the weapons of some of them.
fn read_squad<'n>(
    list: &mut ListReader<'_, Codex>,
    rules: &Rules,
    node: &'n Node,
    warnings: &mut Vec<String>,
) -> Option<WrittenGroup<'n>> {
    let codex = list.catalogue;
    let mut table = TableReader::open("a squad", node, list.diagnostics)?;
    let keys: Vec<&str> = codex.squads.iter().map(|squad| squad.key.as_str()).collect();
    let (squad, members) = (table.node("squad"), table.node("members"));
    let name = table.optional("name", |node| node.name().map(|name| (name.to_owned(), node)));
    let weapons = table.node("weapons");
    table.close();
    let mut models = Vec::new();
    match (squad, members) {
        (Some(squad), None) => {
            let found =
                squad.index_in("squad", &keys).map_err(|fault| list.diagnostics.push(fault.rule("unknown-squad")));
            models.extend(codex.squads[found.ok()?].members.iter().map(|unit| usual(codex, usize::from(*unit))));
        }
        (None, Some(members)) => {
            for entry in list.entries(members) {
                let Some((unit, count)) = list.counted(entry) else { continue };
                if codex.units[unit].stealth > 0 {
                    let message = format!("`{}` has stealth and serves in no squad", entry.key);
                    list.diagnostics.push(entry.locate(Diagnostic::new(message).rule("stealth-in-squad")));
                }
                models.extend((0..count).map(|_| usual(codex, unit)));
            }
        }
        _ => {
            let message = "a squad has either `squad` or `members`";
            list.diagnostics.push(node.locate(Diagnostic::new(message).allowing(["squad", "members"])));
            return None;
        }
    }
    let entries = weapons.map_or(&[][..], |node| list.entries(node));
    for entry in entries {
        let Some(unit) = list.keyed(entry) else { continue };
        let carried = read_weapons(list, unit, &entry.node);
        let mut armed = models.iter_mut().filter(|(member, _)| usize::from(*member) == unit).peekable();
        if armed.peek().is_none() {
            let message = format!("the squad has no `{}`", entry.key);
            list.diagnostics.push(entry.locate(Diagnostic::new(message).rule("weapon-not-allowed")));
        }
        armed.for_each(|(_, weapons)| weapons.clone_from(&carried));
    }
    let called = name.as_ref().map_or("a squad", |(name, _)| name);
    for (grave, check, message) in check_squad(codex, rules, called, &models) {
        if grave { list.complain(node, check, message) } else { warnings.push(format!("{message} [{check}]")) }
    }
    Some(WrittenGroup { name, kind: GroupKind::Squad, models })
}

/// The weapons of a model of a unit type that a list names: some of those that the type has.
fn read_weapons(list: &mut ListReader<'_, Codex>, unit: usize, node: &Node) -> Weapons {
    let codex = list.catalogue;
    let unit = &codex.units[unit];
    let keys: Vec<&str> = codex.weapons.iter().map(|weapon| weapon.key.as_str()).collect();
    let mut carried = Weapons::new();
    for item in list.items(node) {
        let weapon = match item.index_in("weapon", &keys) {
            Ok(weapon) => weapon,
            Err(fault) => {
                list.diagnostics.push(fault.rule("unknown-weapon"));
                continue;
            }
        };
        let key = &unit.key;
        let own = unit.weapons.iter().map(|at| keys[*at]);
        if unit.ranged.is_none() && codex.weapons[weapon].kind == WeaponKind::Ranged {
            let message = format!("`{key}` has no Ranged skill for a `{}`", keys[weapon]);
            list.diagnostics.push(item.locate(Diagnostic::new(message).rule("skill-missing").allowing(own)));
        } else if !unit.weapons.contains(&weapon) {
            let message = format!("`{key}` does not carry a `{}`", keys[weapon]);
            list.diagnostics.push(item.locate(Diagnostic::new(message).rule("weapon-not-allowed").allowing(own)));
        } else if !carried.contains(&(weapon as u8)) {
            carried.push(weapon as u8);
        }
    }
    carried
}

/// The checks of a squad's size and special weapons: whether it is an error, the code, and what is wrong.
fn check_squad(
    codex: &Codex,
    rules: &Rules,
    name: &str,
    models: &[(u8, Weapons)],
) -> Vec<(bool, &'static str, String)> {
    let (lists, size) = (&codex.lists, models.len());
    let mut found = Vec::new();
    let strict = rules.army_check == ArmyCheck::Alpha;
    let members = if size == 1 { "member" } else { "members" };
    if size < LEAST_MEMBERS {
        let message = format!("{name} has {size} {members}, at least {LEAST_MEMBERS} are needed");
        found.push((true, "squad-too-small", message));
    } else if strict && size != lists.squad_members {
        found.push((true, "squad-size", format!("{name} has {size} {members}, not {}", lists.squad_members)));
    } else if size > lists.most_members {
        let message = format!("{name} has {size} {members}, more than {}", lists.most_members);
        found.push((strict, "squad-size", message));
    }
    let special = |(unit, weapons): &&(u8, Weapons)| {
        let special = codex.units[usize::from(*unit)].special_weapon;
        special.is_some_and(|weapon| weapons.contains(&(weapon as u8)))
    };
    let (has, most) = (models.iter().filter(special).count(), (size / lists.members_per_special_weapon).max(1));
    if has > most {
        let message = format!("{name} has {has} special weapons for {size} {members}, more than {most}");
        found.push((strict, "special-weapon-limit", message));
    }
    found
}

/// Names that the file gives are different.
fn check_names(list: &mut ListReader<'_, Codex>, groups: &[WrittenGroup<'_>]) {
    let named: Vec<&(String, &Node)> = groups.iter().filter_map(|group| group.name.as_ref()).collect();
    for (at, (name, node)) in named.iter().enumerate() {
        if named[..at].iter().any(|(other, _)| other == name) {
            list.complain(node, "duplicate-name", format!("two units are called `{name}`"));
        }
    }
}

/// What a list costs in points: its models, and a squad's Command Points for every squad and every model of a squad's kind that
/// stands alone.
fn cost(codex: &Codex, groups: &[WrittenGroup<'_>]) -> f64 {
    let of_group = |group: &WrittenGroup<'_>| {
        let models: f64 = group.models.iter().map(|(unit, _)| codex.cost(usize::from(*unit))).sum();
        let serves = |(unit, _): &(u8, Weapons)| codex.serves_in_squads(usize::from(*unit));
        let pool = group.kind == GroupKind::Squad || group.models.iter().any(serves);
        models + if pool { codex.lists.squad_point } else { 0.0 }
    };
    groups.iter().map(of_group).sum()
}

/// Gives every model its place in the list: by unit type, in the order of the codex, then in the order of the file.
fn muster(codex: &Codex, written: Vec<WrittenGroup<'_>>) -> ListTerms {
    let mut models: Vec<(u8, u8, Weapons)> = Vec::new();
    for (group, it) in written.iter().enumerate() {
        models.extend(it.models.iter().map(|(unit, weapons)| (*unit, group as u8, weapons.clone())));
    }
    models.sort_by_key(|(unit, ..)| *unit);
    let group_of: Vec<u8> = models.iter().map(|(_, group, _)| *group).collect();
    let mut names: Vec<String> = written.iter().filter_map(|group| Some(group.name.as_ref()?.0.clone())).collect();
    let groups = written
        .into_iter()
        .enumerate()
        .map(|(at, group)| {
            let members: Vec<u8> =
                (0..models.len() as u8).filter(|place| usize::from(group_of[usize::from(*place)]) == at).collect();
            let name = group.name.map(|(name, _)| name).unwrap_or_else(|| {
                let stem = match (group.kind, members.first()) {
                    (GroupKind::Independent, Some(place)) => codex.key(usize::from(models[usize::from(*place)].0)),
                    _ => "squad",
                };
                let name = unlike(stem, &names);
                names.push(name.clone());
                name
            });
            Group { name, kind: group.kind, members }
        })
        .collect();
    ListTerms { groups, group_of, weapons: models.into_iter().map(|(.., weapons)| weapons).collect() }
}

/// The first of `stem`, `stem-2`, `stem-3` ... that nobody has.
fn unlike(stem: &str, names: &[String]) -> String {
    let numbered = |number: usize| if number == 1 { stem.to_owned() } else { format!("{stem}-{number}") };
    (1..).map(numbered).find(|name| !names.contains(name)).expect("there are more numbers than names")
}

/// Notes what is allowed, but hardly meant.
fn with_notes(codex: &Codex, rules: &Rules, mut roster: Roster, size: f64) -> Roster {
    let most = size + codex.lists.tolerance;
    if rules.army_check == ArmyCheck::Free && roster.cost > most {
        roster.warnings.push(format!("{} points, over {most} [over-size]", roster.cost));
    }
    let attackers = |kind| (0..roster.units.len()).any(|place| roster.attacks(codex, place, kind));
    let has_commander = roster.units.iter().any(|unit| codex.units[usize::from(*unit)].commander);
    let lacking = [
        (has_commander, "nobody is a Commander [no-commander]"),
        (attackers(WeaponKind::Ranged), "nobody can shoot [no-ranged]"),
        (attackers(WeaponKind::Close), "nobody can fight in close combat [no-melee-threat]"),
    ];
    roster.warnings.extend(lacking.iter().filter(|(has, _)| !has).map(|(_, note)| (*note).to_owned()));
    roster
}
