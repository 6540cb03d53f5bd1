//! Reading army lists, with the checks of a list alone.

use super::{
    Commander, Group, GroupKind, Level, ListTerms, MOST_COMMANDERS, MOST_UNITS, People, Roster, USUAL_TRAITS, grouping,
    order,
};
use crate::game::roster::read_name;
use crate::game::{Catalogue, Diagnostic, Diagnostics, ListReader, Node, Source, TableReader, built_in};
use crate::rulesets::hexcommand::codex::{Class, Codex, Grade, Nation, Service};
use crate::rulesets::hexcommand::order_of_battle::{MOST_DIVISIONS, MOST_GROUPS, OrderOfBattle};
use crate::rulesets::hexcommand::rules::{Era, Rules};

/// The army lists built into the program, in the order of the rulebook.
#[must_use]
pub fn built_in() -> Vec<Source> {
    built_in![
        "armies/hexcommand":
        "balanced-division",
        "militia-mass",
        "veteran-core",
        "gun-line",
        "raiders",
        "repeater-division",
        "confederate-1863",
        "union-1863",
        "many-generals",
        "siege-train",
        "pike-and-shot",
        "defender-nine",
        "defender-eight",
    ]
}

/// Largest number of works of a kind.
const MOST_WORKS: i64 = 20;

/// Years of the Civil War that a list may name.
const YEARS: (i64, i64) = (1500, 1900);

/// Counts of kinds of units.
type Counts = Vec<usize>;

/// A group as a file has it.
struct WrittenGroup<'n> {
    group: Group,
    counts: Counts,
    node: &'n Node,
}

pub(super) fn read(codex: &Codex, rules: &Rules, root: &Node, diagnostics: &mut Diagnostics) -> Option<Roster> {
    let mut table = TableReader::open("the list", root, diagnostics)?;
    let name = read_name(&mut table, "hexcommand");
    let doctrine = table.optional("doctrine", Node::text).map(str::to_owned);
    let eras = [("gunpowder", Era::Gunpowder), ("pike-and-shot", Era::PikeAndShot)];
    let era = table.or("era", rules.era, |node| node.one_of("era", &eras));
    let nation = table.optional("side", |node| node.one_of("side", &Nation::ALL));
    let year = table.optional("year", |node| node.whole::<u16>(YEARS.0..=YEARS.1));
    let limit = table.optional("cost-limit", |node| node.number(0.0..=1e9).map(|limit| (limit, node)));
    let keys = ["units", "brigades", "battalions", "detachments", "rare", "peoples", "commanders", "works"];
    let [units, brigades, battalions, detachments, rare, peoples, commanders, works] = keys.map(|key| table.node(key));
    table.close();

    let mut list = ListReader::new(codex, diagnostics);
    let mut groups = Vec::new();
    for (node, kind) in
        [(brigades, GroupKind::Brigade), (battalions, GroupKind::Battalion), (detachments, GroupKind::Detachment)]
    {
        let items = node.map_or(&[][..], |node| list.items(node));
        for item in items {
            groups.extend(read_group(&mut list, kind, item, groups.len()));
        }
    }
    let grouped = sum(codex, groups.iter().map(|group| &group.counts));
    match units {
        Some(node) => {
            list.counts = read_counts(&mut list, node);
            if !groups.is_empty() {
                check_grouped(&mut list, &grouped, node);
            }
        }
        None => list.counts.clone_from(&grouped),
    }
    let place = units.or(brigades).unwrap_or(root);
    if list.counts.iter().all(|count| *count == 0) {
        list.complain(place, "L15", "bad list: no units");
    }
    let counts = list.counts.clone();
    let units = list.units(place, MOST_UNITS, "units")?;

    if groups.len() > MOST_GROUPS {
        let message = format!("bad list: {} groups, at most {MOST_GROUPS}", groups.len());
        list.complain(place, "L15", message);
        return None;
    }
    let written = !groups.is_empty();
    let (groups, group_of) = if written {
        check_names(&mut list, &groups);
        spread_out(&units, &groups)
    } else {
        grouping::usual(codex, rules, &units)
    };
    let rare = rare.map_or_else(|| vec![false; units.len()], |node| read_rare(&mut list, &units, &counts, node));
    let (peoples, people_of) = match peoples {
        Some(node) => read_peoples(&mut list, &units, &counts, node),
        None => (Vec::new(), vec![None; units.len()]),
    };
    let combat = units.iter().filter(|kind| codex.is_combat_unit(**kind)).count();
    let most = combat.div_ceil(usize::from(codex.lists.units_per_commander)).min(MOST_COMMANDERS);
    let commanders = match commanders {
        Some(node) => read_commanders(&mut list, &peoples, &groups, (most, combat), node),
        None => Vec::new(),
    };
    let (quick_works, redoubts) = works.map_or((0, 0), |node| read_works(&mut list, node));
    let mut own = ListTerms {
        era,
        nation,
        year,
        groups,
        group_of,
        rare,
        peoples,
        people_of,
        commanders,
        quick_works,
        redoubts,
        order: OrderOfBattle::default(),
    };
    own.order = order::of_list(codex, &units, &own);
    let cost = cost(codex, rules, &units, &own);
    let (limit, at) = limit.map_or((codex.lists.cost, place), |(limit, node)| (limit, node));
    let mut over = Vec::new();
    if cost > limit {
        let diagnostic = Diagnostic::new(format!("cost {cost} over limit {limit} by {}", cost - limit));
        list.over_points(rules.over_points, at, "L11", diagnostic, &mut over);
    }
    check_strength(&mut list, &units, &own, place);
    let warnings = over.into_iter().chain(warnings(codex, rules, &units, &own)).collect();
    Some(Roster { source: String::new(), name, doctrine, units, cost, limit: Some(limit), warnings, own })
}

/// A table of units and their numbers.
fn read_counts(list: &mut ListReader<'_, Codex>, node: &Node) -> Counts {
    let mut counts = vec![0; list.catalogue.size()];
    for entry in list.entries(node) {
        if let Some((unit, count)) = list.counted(entry) {
            counts[unit] += count;
        }
    }
    counts
}

fn sum<'c>(codex: &Codex, counts: impl Iterator<Item = &'c Counts>) -> Counts {
    counts.fold(vec![0; codex.size()], |mut total, counts| {
        total.iter_mut().zip(counts).for_each(|(total, count)| *total += count);
        total
    })
}

fn read_group<'n>(
    list: &mut ListReader<'_, Codex>,
    kind: GroupKind,
    node: &'n Node,
    place: usize,
) -> Option<WrittenGroup<'n>> {
    let mut table = TableReader::open(format!("a {}", kind.key()), node, list.diagnostics)?;
    let name =
        table.optional("name", Node::name).map_or_else(|| format!("{} {}", kind.key(), place + 1), str::to_owned);
    let division = table.or("division", 1, |node| node.whole::<u8>(1..=MOST_DIVISIONS as i64));
    let units = table.required_node("units");
    table.close();
    let counts = units.map_or_else(|| vec![0; list.catalogue.size()], |node| read_counts(list, node));
    if counts.iter().all(|count| *count == 0) {
        list.complain(node, "L15", format!("bad list: `{name}` is empty"));
    }
    Some(WrittenGroup { group: Group { name, kind, division: division - 1 }, counts, node })
}

/// L03: where a list has units and groups, each unit is in one of them.
fn check_grouped(list: &mut ListReader<'_, Codex>, grouped: &Counts, node: &Node) {
    for (unit, &in_groups) in grouped.iter().enumerate() {
        let has = list.counts[unit];
        if has != in_groups {
            let name = list.catalogue.key(unit);
            let where_to = if has > in_groups { "in no group" } else { "in two groups, or not in the list" };
            let message = format!("unit `{name}` is {where_to}: the list has {has}, its groups {in_groups}");
            list.complain(node, "L03", message);
        }
    }
}

fn check_names(list: &mut ListReader<'_, Codex>, groups: &[WrittenGroup<'_>]) {
    for (at, group) in groups.iter().enumerate() {
        if groups[..at].iter().any(|other| other.group.name == group.group.name) {
            list.complain(group.node, "L15", format!("bad list: two groups are called `{}`", group.group.name));
        }
    }
}

/// Deals the units of a list, in its order, out to the groups that have units of their kind.
fn spread_out(units: &[u8], written: &[WrittenGroup<'_>]) -> (Vec<Group>, Vec<u8>) {
    let mut left: Vec<Counts> = written.iter().map(|group| group.counts.clone()).collect();
    let mut deal = |unit: &u8| {
        let group = left.iter().position(|counts| counts[usize::from(*unit)] > 0).unwrap_or(0);
        if let Some(count) = left[group].get_mut(usize::from(*unit)) {
            *count = count.saturating_sub(1);
        }
        group as u8
    };
    let group_of = units.iter().map(&mut deal).collect();
    (written.iter().map(|group| group.group.clone()).collect(), group_of)
}

/// So many of each kind, the first ones of the list.
fn flags(units: &[u8], marked: &Counts) -> Vec<bool> {
    let mut left = marked.clone();
    let mut flag = |unit: &u8| {
        let count = &mut left[usize::from(*unit)];
        let own = *count > 0;
        *count = count.saturating_sub(1);
        own
    };
    units.iter().map(&mut flag).collect()
}

fn read_rare(list: &mut ListReader<'_, Codex>, units: &[u8], counts: &Counts, node: &Node) -> Vec<bool> {
    let rare = read_counts(list, node);
    complain_of_more(list, counts, &rare, node, "rare");
    flags(units, &rare)
}

fn complain_of_more(list: &mut ListReader<'_, Codex>, has: &Counts, marked: &Counts, node: &Node, what: &str) {
    for unit in (0..has.len()).filter(|unit| marked[*unit] > has[*unit]) {
        let name = list.catalogue.key(unit);
        let message = format!("bad list: {} of `{name}` are {what}, the list has {}", marked[unit], has[unit]);
        list.complain(node, "L15", message);
    }
}

fn read_peoples(
    list: &mut ListReader<'_, Codex>,
    units: &[u8],
    counts: &Counts,
    node: &Node,
) -> (Vec<People>, Vec<Option<u8>>) {
    let mut peoples = Vec::new();
    let mut people_of = vec![None; units.len()];
    let mut left = counts.clone();
    for entry in list.entries(node) {
        let Some(mut table) = TableReader::open(format!("people `{}`", entry.key), &entry.node, list.diagnostics)
        else {
            continue;
        };
        let tribal = table.or("tribal", false, Node::flag);
        let own = table.required_node("units");
        table.close();
        let own = own.map_or_else(|| vec![0; counts.len()], |node| read_counts(list, node));
        complain_of_more(list, &left, &own, &entry.node, &format!("of the people `{}`", entry.key));
        left.iter_mut().zip(&own).for_each(|(left, own)| *left = left.saturating_sub(*own));
        let mut wanted = own;
        for (place, unit) in units.iter().enumerate() {
            let wanted = &mut wanted[usize::from(*unit)];
            if *wanted > 0 && people_of[place].is_none() {
                *wanted -= 1;
                people_of[place] = Some(peoples.len() as u8);
            }
        }
        peoples.push(People { name: entry.key.clone(), tribal });
    }
    (peoples, people_of)
}

/// Commanders: their number, or a list of tables. The supreme one comes first.
fn read_commanders(
    list: &mut ListReader<'_, Codex>,
    peoples: &[People],
    groups: &[Group],
    (most, combat): (usize, usize),
    node: &Node,
) -> Vec<Commander> {
    let plain = |level| Commander { level, group: None, division: None, traits: USUAL_TRAITS, people: None };
    let mut commanders: Vec<(Commander, bool)> = Vec::new();
    match node.list() {
        Err(_) => match node.whole::<usize>(0..=1000) {
            Ok(count) => {
                let level = |at| if at == 0 { Level::Army } else { Level::Brigade };
                commanders.extend((0..count).map(|at| (plain(level(at)), at == 0)));
            }
            Err(fault) => list.diagnostics.push(fault.allowing(["a whole number", "a list of tables"]).rule("L15")),
        },
        Ok(items) => {
            for item in items {
                commanders.extend(read_commander(list, peoples, groups, item));
            }
            let supreme = commanders.iter().filter(|(_, supreme)| *supreme).count();
            if supreme != 1 && !items.is_empty() {
                let message = match supreme {
                    0 => "no supreme commander".to_owned(),
                    many => format!("{many} supreme commanders"),
                };
                list.complain(node, "L06", message);
            }
        }
    }
    if commanders.len() > most {
        let message = format!("too many commanders: {} for {combat} units", commanders.len());
        list.complain(node, "L06", message);
        commanders.truncate(MOST_COMMANDERS);
    }
    commanders.sort_by_key(|(_, supreme)| !supreme);
    // one after the other they go to the brigades.
    let named: Vec<u8> = commanders.iter().filter_map(|(commander, _)| commander.group).collect();
    let mut free = (0..groups.len() as u8).filter(|group| !named.contains(group));
    for (commander, _) in &mut commanders {
        if commander.level == Level::Brigade && commander.group.is_none() {
            commander.group = free.by_ref().find(|group| groups[usize::from(*group)].kind != GroupKind::Battalion);
        }
    }
    commanders.into_iter().map(|(commander, _)| commander).collect()
}

fn read_commander(
    list: &mut ListReader<'_, Codex>,
    peoples: &[People],
    groups: &[Group],
    node: &Node,
) -> Option<(Commander, bool)> {
    let mut table = TableReader::open("a commander", node, list.diagnostics)?;
    let supreme = table.or("supreme", false, Node::flag);
    let usual = if supreme { Level::Army } else { Level::Brigade };
    let level = table.or("level", usual, |node| node.one_of("level", &Level::CHOICES));
    let names: Vec<&str> = groups.iter().map(|group| group.name.as_str()).collect();
    let group = table.optional("group", |node| node.index_in("group", &names).map(|at| at as u8));
    let division =
        table.optional("division", |node| node.whole::<u8>(1..=MOST_DIVISIONS as i64).map(|number| number - 1));
    let known: Vec<&str> = peoples.iter().map(|people| people.name.as_str()).collect();
    let of_people = |node: &Node| {
        let found = node.index_in("people", &known).map(|at| at as u8);
        found.map_err(|fault| fault.rule("L08"))
    };
    let people = table.optional("people", of_people);
    let ranges = [("combat", 0, 2), ("morale", 0, 2), ("tactical", 4, 7), ("aggression", 4, 7), ("initiative", 4, 7)];
    let mut traits = USUAL_TRAITS;
    for (value, (key, low, high)) in traits.iter_mut().zip(ranges) {
        *value = table.or(key, *value, |node| node.whole(low..=high).map_err(|fault| fault.rule("L07")));
    }
    table.close();
    Some((Commander { level, group, division, traits, people }, supreme))
}

fn read_works(list: &mut ListReader<'_, Codex>, node: &Node) -> (u8, u8) {
    let Some(mut table) = TableReader::open("`works`", node, list.diagnostics) else { return (0, 0) };
    let number = |node: &Node| node.whole::<u8>(0..=MOST_WORKS);
    let works = (table.or("quick-works", 0, number), table.or("redoubts", 0, number));
    table.close();
    works
}

/// What a list costs in points.
fn cost(codex: &Codex, rules: &Rules, units: &[u8], own: &ListTerms) -> f64 {
    let prices = &codex.prices;
    let of_unit = |unit: &u8| codex.price(&codex.kinds[usize::from(*unit)], rules);
    let of_commander =
        |commander: &Commander| prices.commander + prices.commander_bonus * f64::from(commander.combat(rules));
    let rare = own.rare.iter().filter(|rare| **rare).count();
    units.iter().map(of_unit).sum::<f64>()
        + own.commanders.iter().map(of_commander).sum::<f64>()
        + prices.rare * rare as f64
        + prices.quick_works * f64::from(own.quick_works)
        + prices.redoubt * f64::from(own.redoubts)
}

/// The checks of units and commanders together: L05, L08, L09.
fn check_strength(list: &mut ListReader<'_, Codex>, units: &[u8], own: &ListTerms, place: &Node) {
    let codex = list.catalogue;
    let kind = |unit: u8| &codex.kinds[usize::from(unit)];
    let fights = |unit: &&u8| {
        let kind = kind(**unit);
        kind.melee.is_some() || kind.on_foot.is_some_and(|form| codex.kinds[usize::from(form)].melee.is_some())
    };
    let (fighters, fewest) = (units.iter().filter(fights).count(), usize::from(codex.lists.fighters));
    if fighters < fewest {
        let message = format!("too few troops to fight: {fighters} units that can melee, {fewest} are needed");
        list.complain(place, "L05", message);
    }
    for (at, people) in own.peoples.iter().enumerate() {
        let leads = own.commanders.iter().any(|commander| commander.people == Some(at as u8));
        if !own.commanders.is_empty() && !leads {
            list.complain(place, "L08", format!("no commander for group `{}`", people.name));
        }
    }
    if own.era == Era::PikeAndShot {
        let mut told = Vec::new();
        for weapon in units.iter().filter_map(|unit| codex.weapon_of(kind(*unit))) {
            // Weapons with a bonus of their own are repeaters.
            if weapon.bonus > 0 && !told.contains(&&weapon.name) {
                told.push(&weapon.name);
                list.complain(place, "L09", format!("weapon `{}` not in era", weapon.name));
            }
        }
    }
}

/// What is allowed, but hardly meant: L04, L09, L10, L12.
fn warnings(codex: &Codex, rules: &Rules, units: &[u8], own: &ListTerms) -> Vec<String> {
    let mut warnings = Vec::new();
    let service = |unit: u8| codex.profile(unit).service;
    let regiment = |unit: u8| !matches!(service(unit), Service::Artillery | Service::Wagon);
    for (at, group) in own.groups.iter().enumerate().filter(|(_, group)| group.kind == GroupKind::Brigade) {
        let own = units.iter().zip(&own.group_of).filter(|(unit, of)| usize::from(**of) == at && regiment(**unit));
        let (count, range) = (own.count(), rules.brigade_min..=rules.brigade_max);
        if !range.contains(&(count as u8)) {
            warnings.push(format!("brigade `{}` has {count} regiments [L04]", group.name));
        }
    }
    let last = own.groups.iter().map(|group| group.division).max().unwrap_or(0);
    for division in 0..=last {
        let brigades = own.groups.iter().filter(|group| group.kind == GroupKind::Brigade && group.division == division);
        let (count, range) = (brigades.count(), rules.division_min..=rules.division_max);
        if !range.contains(&(count as u8)) {
            warnings.push(format!("division {} has {count} brigades [L04]", division + 1));
        }
    }
    if own.era != rules.era {
        warnings.push("the list is meant for another era than the game is played in".to_owned());
    }
    if own.era == Era::PikeAndShot {
        for weapon in codex.weapons.iter().filter(|weapon| weapon.class == Class::A) {
            let carried = |unit: &u8| codex.weapon_of(&codex.kinds[usize::from(*unit)]) == Some(weapon);
            if units.iter().any(carried) {
                warnings.push(format!("weapon `{}` counts as class B [L09]", weapon.name));
            }
        }
    }
    let combat = units.iter().filter(|unit| codex.is_combat_unit(**unit)).count();
    let guns = units.iter().filter(|unit| service(**unit) == Service::Artillery).count();
    if guns as f64 * 100.0 > codex.lists.guns * combat as f64 {
        warnings.push(format!("many guns: {guns} of {combat} units [L10]"));
    }
    warnings.extend(spread_warning(codex, units, own, regiment));
    warnings
}

/// L12: shares of grades that depart from the spread of year and side.
fn spread_warning(codex: &Codex, units: &[u8], own: &ListTerms, regiment: impl Fn(u8) -> bool) -> Option<String> {
    let (nation, year) = (own.nation?, own.year?);
    let percent = codex.spread.iter().find(|row| row.year == year)?.percent[nation as usize];
    let regiments: Vec<u8> = units.iter().copied().filter(|unit| regiment(*unit)).collect();
    let grades = [Grade::Veteran, Grade::Trained, Grade::Untrained];
    let far = grades.into_iter().zip(percent).find_map(|(grade, expected)| {
        let own = regiments.iter().filter(|unit| codex.kinds[usize::from(**unit)].grade == grade).count();
        let share = 100.0 * own as f64 / regiments.len().max(1) as f64;
        ((share - f64::from(expected)).abs() > f64::from(codex.lists.spread)).then_some((grade, share, expected))
    });
    let (grade, share, expected) = far?;
    Some(format!("{share:.0}% of the regiments are {}, in {year} {expected}% were [L12]", grade.key()))
}
