//! Reading what points are spent on besides units: options, limits of lists, support.

use super::{MANY, MOST, read_table, row};
use crate::game::{Diagnostic, Diagnostics, Entry, Node, TableReader, codex, read_each};
use crate::rulesets::chainsword::codex::{Change, Fighter, LIMITED, ListLimits, MOST_MODES, UnitOption, Vehicle};
use crate::rulesets::chainsword::support::SupportItem;

/// Numbers of the codex that an experiment may vary, with rule, what is allowed, and a few words.
pub(super) const KNOBS: [(&str, &str, &str, &str); 17] = [
    ("units.UNIT.value", "0 to 1000000", "CW-ARM-01", "what scripts think it is worth"),
    ("officers.OFFICER.value", "0 to 1000000", "CW-ARM-01", "what scripts think he is worth"),
    ("vehicles.VEHICLE.value", "0 to 1000000", "CW-ARM-01", "what scripts think it is worth"),
    ("options.UNIT.OPTION.cost", "0 to 1000000", "CW-ARM-01", "cost in points"),
    ("options.UNIT.OPTION.value", "0 to 1000000", "CW-ARM-01", "what scripts think it is worth"),
    ("options.UNIT.OPTION.models", "1 to 30", "CW-ARM-01", "models more for each team"),
    ("lists.usual-size", "1 to 1000000", "CW-ARM-02", "points of a list whose limits of roles are not scaled"),
    ("lists.least", "0 to 1000000", "CW-ARM-02", "points below which a list of the usual size is warned of"),
    ("lists.troops", "two numbers from 0 to 30", "CW-ARM-02", "fewest and most Squads of troops"),
    ("lists.elite", "0 to 30", "CW-ARM-02", "most Squads of this role"),
    ("lists.fast", "0 to 30", "CW-ARM-02", "most Squads of this role"),
    ("lists.heavy", "0 to 30", "CW-ARM-02", "most Squads of this role"),
    ("lists.flyer", "0 to 30", "CW-ARM-02", "most Squads of this role"),
    ("lists.juniors", "two numbers from 0 to 30", "CW-ARM-02", "fewest and most junior leaders"),
    ("lists.seniors", "0 to 30", "CW-ARM-02", "most senior leaders below the warlord"),
    ("support.ITEM", "0 to 10000", "CW-ARM-03", "cost in support points"),
    ("options.UNIT.OPTION.by", "weapons", "CW-ARM-01", "what comes in the place of a weapon"),
];

/// Units and weapons that options may name.
pub(super) struct Units<'c> {
    pub fighters: &'c [Fighter],
    pub vehicles: &'c [Vehicle],
    pub weapons: &'c [String],
}

impl Units<'_> {
    fn names(&self) -> impl Iterator<Item = &str> {
        let fighters = self.fighters.iter().map(|unit| unit.name.as_str());
        fighters.chain(self.vehicles.iter().map(|unit| unit.name.as_str()))
    }

    /// Teams of a unit with the weapons that each of them carries; a vehicle is a team without a name.
    fn teams(&self, unit: usize) -> Vec<(&str, Vec<usize>)> {
        match self.fighters.get(unit) {
            Some(fighter) => {
                let carried = |weapons: &[(usize, u8)]| weapons.iter().map(|(weapon, _)| *weapon).collect();
                fighter.teams.iter().map(|team| (team.name.as_str(), carried(&team.weapons))).collect()
            }
            None => vec![("", self.vehicles[unit - self.fighters.len()].weapons.clone())],
        }
    }
}

pub(super) fn read_options(units: &Units<'_>, node: &Node, diagnostics: &mut Diagnostics) -> Vec<UnitOption> {
    let of_units = read_each("unit with options", Some(node), MOST, diagnostics, |entry, diagnostics| {
        let Some(unit) = units.names().position(|name| name == entry.key) else {
            diagnostics.push(entry.locate(Diagnostic::unknown("unit", &entry.key, units.names())));
            return None;
        };
        Some(read_each("option", Some(&entry.node), MOST, diagnostics, |entry, diagnostics| {
            read_option(units, unit, entry, diagnostics)
        }))
    });
    of_units.into_iter().flatten().collect()
}

fn read_option(units: &Units<'_>, unit: usize, entry: &Entry, diagnostics: &mut Diagnostics) -> Option<UnitOption> {
    let mut table = TableReader::open(format!("option `{}`", entry.key), &entry.node, diagnostics)?;
    let models = table.optional("models", |node| node.whole(1..=MANY));
    let change = match models {
        Some(models) => Some(Change::Models(models)),
        None => read_replacement(units, unit, &mut table),
    };
    let (cost, value) = (table.required("cost", codex::points), codex::read_value(&mut table));
    table.close();
    Some(UnitOption { name: entry.key.clone(), unit, change: change?, cost: cost?, value })
}

fn read_replacement(units: &Units<'_>, unit: usize, table: &mut TableReader<'_, '_>) -> Option<Change> {
    let teams = units.teams(unit);
    let names: Vec<&str> = teams.iter().map(|(name, _)| *name).collect();
    let team = match names.as_slice() {
        [""] => Some(0),
        _ => table.required("team", |node| node.index_in("team", &names)),
    };
    let known: Vec<&str> = units.weapons.iter().map(String::as_str).collect();
    let by = table.required("by", |node| {
        let by = node.list()?.iter().map(|item| item.index_in("weapon", &known));
        let by = by.collect::<Result<Vec<usize>, Diagnostic>>()?;
        let one_or_two = !by.is_empty() && by.len() <= MOST_MODES;
        let complaint =
            || Diagnostic::new(format!("a weapon has 1 to {MOST_MODES} ways to fire, this one {}", by.len()));
        if one_or_two { Ok(by) } else { Err(node.locate(complaint())) }
    });
    let carried: Vec<usize> = team.map(|team| teams[team].1.clone()).unwrap_or_default();
    let names: Vec<&str> = carried.iter().map(|weapon| known[*weapon]).collect();
    let weapon = table.required("weapon", |node| match team {
        Some(_) => node.index_in("weapon", &names).map(|at| carried[at]),
        None => node.index_in("weapon", &known),
    });
    Some(Change::Replace { team: team?, weapon: weapon?, by: by? })
}

pub(super) fn read_lists(node: Option<&Node>, diagnostics: &mut Diagnostics) -> Option<ListLimits> {
    read_table("`lists`", node, diagnostics, |table| {
        let usual_size = table.required("usual-size", |node| node.number(1.0..=1e6));
        let least = table.required("least", |node| node.number(0.0..=1e6));
        let pair = |node: &Node| match row::<2>(node, 0..=MANY)? {
            [fewest, most] if fewest > most => {
                Err(node.locate(Diagnostic::new(format!("the fewest, {fewest}, are more than the most, {most}"))))
            }
            pair => Ok(pair),
        };
        let (troops, juniors) = (table.required("troops", pair), table.required("juniors", pair));
        let number = |node: &Node| node.whole::<u8>(0..=MANY);
        let roles = LIMITED.map(|role| table.required(role, number));
        let seniors = table.required("seniors", number);
        let [elite, fast, heavy, flyer] = roles;
        Some(ListLimits {
            usual_size: usual_size?,
            least: least?,
            troops: troops?,
            roles: [elite?, fast?, heavy?, flyer?],
            juniors: juniors?,
            seniors: seniors?,
        })
    })
}

pub(super) fn read_support_costs(
    node: Option<&Node>,
    diagnostics: &mut Diagnostics,
) -> Option<[u16; SupportItem::ALL.len()]> {
    let costs = read_table("`support`", node, diagnostics, |table| {
        Some(SupportItem::KEYS.map(|key| table.required(key, |node| node.whole::<u16>(0..=10_000))))
    })?;
    costs.into_iter().collect::<Option<Vec<u16>>>()?.try_into().ok()
}
