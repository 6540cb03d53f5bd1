//! Which units the names of a roster mean, and how many of each it has.

use toml::Table;

use super::roster::Chosen;
use crate::game::list_text::{normal, unit_called};
use crate::game::{Diagnostic, Diagnostics, Node, Source, TableReader, UnitDoc, nearest};

/// What stands between the name of a bearer and that of an upgrade.
const OF: char = '>';

/// A file that maps names of an army builder to units.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Names {
    /// Names, `Bearer > Upgrade` for an upgrade, and what one of it is.
    units: Vec<(String, Vec<(String, i64)>)>,
    /// Names that stand for nothing.
    ignored: Vec<String>,
    /// Further keys of the list.
    pub keys: Table,
}

/// What came of a roster.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mapped {
    /// Units and how many, in the order of the roster.
    pub units: Vec<(String, i64)>,
    /// What was left out, in words.
    pub left_out: Vec<String>,
}

impl Names {
    /// Reads the file.
    ///
    /// # Errors
    /// Everything wrong with it, units that the codex does not have included.
    pub fn read(source: &Source, units: &[UnitDoc]) -> Result<Self, Diagnostics> {
        Node::read_with(source, &[], "", |node, diagnostics| {
            let mut table = TableReader::open("a file of names", node, diagnostics)?;
            let _: Option<&str> = table.optional("ruleset", Node::text);
            let mut read = Self::default();
            for entry in table.or("units", &[][..], Node::entries) {
                match meaning(&entry.node, units) {
                    Ok(meaning) => read.units.push((key(&entry.key), meaning)),
                    Err(fault) => table.diagnostics().push(fault),
                }
            }
            for name in table.or("ignore", &[][..], Node::list) {
                match name.text() {
                    Ok(name) => read.ignored.push(key(name)),
                    Err(fault) => table.diagnostics().push(fault),
                }
            }
            if let Some(keys) = table.node("list") {
                match keys.entries().map(|_| Table::try_from(keys.json())) {
                    Ok(Ok(keys)) => read.keys = keys,
                    Ok(Err(_)) => table.diagnostics().push(keys.locate(Diagnostic::new("dates are no keys of a list"))),
                    Err(fault) => table.diagnostics().push(fault),
                }
            }
            table.close();
            Some(read)
        })
    }

    /// The units of what was chosen.
    #[must_use]
    pub fn map(&self, chosen: &[Chosen], units: &[UnitDoc]) -> Mapped {
        let mut mapping = Mapping { names: self, units, mapped: Mapped::default() };
        for one in chosen {
            mapping.take(one);
        }
        mapping.mapped
    }

    fn meaning(&self, name: &str) -> Option<&[(String, i64)]> {
        self.units.iter().find(|(known, _)| known == name).map(|(_, meaning)| &meaning[..])
    }
}

/// Names are compared by letters and digits alone.
fn key(name: &str) -> String {
    name.split(OF).map(normal).collect::<Vec<_>>().join(" > ")
}

/// What one of a name is: a unit, or several.
fn meaning(node: &Node, units: &[UnitDoc]) -> Result<Vec<(String, i64)>, Diagnostic> {
    let known = |name: &str, node: &Node| match units.iter().any(|unit| unit.name == name) {
        true => Ok(name.to_owned()),
        false => Err(node.locate(Diagnostic::unknown("unit", name, units.iter().map(|unit| &unit.name)))),
    };
    if let Ok(name) = node.text() {
        return Ok(vec![(known(name, node)?, 1)]);
    }
    let refused = |_| node.locate(Diagnostic::new("expected a unit, or a table of units and how many"));
    node.entries()
        .map_err(refused)?
        .iter()
        .map(|entry| Ok((known(&entry.key, &entry.node)?, entry.node.whole(1..=1000)?)))
        .collect()
}

struct Mapping<'a> {
    names: &'a Names,
    units: &'a [UnitDoc],
    mapped: Mapped,
}

impl Mapping<'_> {
    /// Takes what was chosen, and all in it. Where models are told within a unit, they are counted and not the unit; upgrades are units where
    /// the names say so, or where nothing else of it is one.
    fn take(&mut self, chosen: &Chosen) {
        let Chosen { name, inside, .. } = chosen;
        if self.is_ignored(name) {
            return;
        }
        let [upgrades, models] = [true, false].map(|wanted| inside.iter().filter(move |one| one.is_upgrade == wanted));
        if models.clone().any(|one| self.means_something(one)) {
            models.for_each(|one| self.take(one));
            let rest: Vec<&str> = upgrades.map(|one| one.name.as_str()).filter(|name| !self.is_ignored(name)).collect();
            self.leave_out(name, &rest);
        } else if let Some(meaning) = self.meaning_of(name) {
            self.take_bearers(chosen, &meaning);
        } else if inside.iter().any(|one| self.means_something(one)) {
            inside.iter().for_each(|one| self.take(one));
        } else {
            let near = nearest(&normal(name), self.units.iter().map(|unit| unit.name.as_str()));
            let near = near.map_or(String::new(), |unit| format!("; did you mean `{unit}`?"));
            self.mapped.left_out.push(format!("not understood: {}x {name}{near}", chosen.number));
        }
    }

    /// Takes a unit; upgrades that make other units of some of its bearers are taken from them.
    fn take_bearers(&mut self, chosen: &Chosen, meaning: &[(String, i64)]) {
        let mut bearers = chosen.number;
        let mut rest = Vec::new();
        for one in &chosen.inside {
            match self.names.meaning(&key(&format!("{}{OF}{}", chosen.name, one.name))) {
                Some(other) => {
                    let number = one.number.min(bearers);
                    bearers -= number;
                    other.iter().for_each(|(unit, each)| self.add(unit, each * number));
                }
                None if self.is_ignored(&one.name) => {}
                None => rest.push(one.name.as_str()),
            }
        }
        meaning.iter().for_each(|(unit, each)| self.add(unit, each * bearers));
        self.leave_out(&chosen.name, &rest);
    }

    fn leave_out(&mut self, of: &str, names: &[&str]) {
        if !names.is_empty() {
            self.mapped.left_out.push(format!("left out of {of}: {}", names.join(", ")));
        }
    }

    fn add(&mut self, unit: &str, count: i64) {
        match self.mapped.units.iter_mut().find(|(known, _)| known == unit) {
            Some((_, sum)) => *sum += count,
            None if count > 0 => self.mapped.units.push((unit.to_owned(), count)),
            None => {}
        }
    }

    fn is_ignored(&self, name: &str) -> bool {
        self.names.ignored.contains(&key(name))
    }

    fn means_something(&self, chosen: &Chosen) -> bool {
        !self.is_ignored(&chosen.name)
            && (self.meaning_of(&chosen.name).is_some() || chosen.inside.iter().any(|one| self.means_something(one)))
    }

    fn meaning_of(&self, name: &str) -> Option<Vec<(String, i64)>> {
        let named = self.names.meaning(&key(name)).map(<[_]>::to_vec);
        named.or_else(|| unit_called(name, self.units).map(|unit| vec![(unit.name.clone(), 1)]))
    }
}

#[cfg(test)]
mod tests {
    use super::super::roster;
    use super::*;

    fn units() -> Vec<UnitDoc> {
        ["rifleman", "sergeant", "bazooka-man", "tank"]
            .map(|name| UnitDoc { name: name.to_owned(), cost: 1.0, about: String::new() })
            .to_vec()
    }

    fn map(roster: &str, names: &str) -> Mapped {
        let names = Source { name: "names.toml".to_owned(), text: names.to_owned() };
        let names = Names::read(&names, &units()).unwrap();
        names.map(&roster::read("a.ros", roster.as_bytes().to_vec()).unwrap().chosen, &units())
    }

    fn of(selections: &str) -> String {
        format!("<roster><forces><force><selections>{selections}</selections></force></forces></roster>")
    }

    fn counts(mapped: &Mapped) -> Vec<(&str, i64)> {
        mapped.units.iter().map(|(unit, count)| (unit.as_str(), *count)).collect()
    }

    #[test]
    fn models_within_a_unit_are_counted_and_not_the_unit() {
        let squad = of("<selection name='Rifleman' type='unit' number='1'><selections>
            <selection name='Rifleman' type='model' number='9'/><selection name='Sergeant' type='model' number='1'>
            <selections><selection name='Sword' type='upgrade' number='1'/></selections></selection></selections></selection>
            <selection name='Tanks' type='unit' number='2'/><selection name='Walker' type='unit' number='3'/>");
        let mapped = map(&squad, "");
        assert_eq!(counts(&mapped), [("rifleman", 9), ("sergeant", 1), ("tank", 2)]);
        assert_eq!(mapped.left_out, ["left out of Sergeant: Sword", "not understood: 3x Walker"]);
        assert!(map(&squad, "ignore = ['sword', 'Walker']").left_out.is_empty());
    }

    #[test]
    fn names_say_what_a_squad_is_and_which_upgrade_makes_another_unit() {
        let squads = of("<selection name='Rifle Squad' type='unit' number='2'/>
            <selection name='Rifleman' type='model' number='5'><selections>
            <selection name='Bazooka' type='upgrade' number='2'/></selections></selection>");
        let names = "[units]\n\"rifle squad\" = { rifleman = 4, sergeant = 1 }\n'Rifleman > Bazooka' = 'bazooka-man'";
        assert_eq!(counts(&map(&squads, names)), [("rifleman", 11), ("sergeant", 2), ("bazooka-man", 2)]);
        assert_eq!(map(&squads, names).left_out, [""; 0]);
    }

    #[test]
    fn a_file_of_names_is_checked_whole() {
        let names = "ignored = []\nignore = [1]\n[units]\nA = 'rifelman'\nB = 3\nC = { tank = 0 }\n";
        let names = Source { name: "names.toml".to_owned(), text: names.to_owned() };
        let faults = Names::read(&names, &units()).unwrap_err();
        let said: Vec<String> = faults.iter().map(ToString::to_string).collect();
        for part in ["ignored", "a string", "did you mean `rifleman`", "expected a unit, or a table", "from 1 to 1000"]
        {
            assert!(said.iter().any(|fault| fault.contains(part)), "{part} is missing in {said:?}");
        }
        assert!(faults.iter().all(|fault| fault.span.is_some()), "{faults:?}");
    }
}
