//! Army lists: a Force, its Commander, its Dogma, and how it means to deploy; reading them, and their checks.

use super::codex::{Codex, Type, Unit};
use super::rules::{CheapRuleBase, CommanderInReserve, ForceValueBase, Rules};
use crate::game::{Army, Entry, Fault, Faults, Form, Node, Points, Source};

/// Most Elements that a side may have.
pub const MOST_ELEMENTS: usize = 96;

/// Key of the unit that carries others (DG-APC-02).
const CARRIER: &str = "apc";

/// The lists built into the program: file name and text.
macro_rules! built_in {
    ($($name:literal),+ $(,)?) => {
        [$((
            concat!("armies/dogma/", $name, ".toml"),
            include_str!(concat!("../../../armies/dogma/", $name, ".toml")),
        )),+]
    };
}

/// The army lists built into the program, in the order of the rulebook.
#[must_use]
pub fn built_in() -> Vec<Source> {
    let lists = built_in![
        "combined-arms",
        "militia-swarm",
        "armour-fist",
        "tank-hunters",
        "mech-column",
        "sky-strike",
        "titan",
        "scouts-out",
        "infiltrators",
        "walker-wall",
        "flak-park",
        "jump-trap",
        "combined-arms-48",
        "combined-arms-72",
    ];
    lists.map(|(name, text)| Source { name: name.to_owned(), text: text.to_owned() }).into()
}

/// What a Commander may bring (DG-ARM-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dogma {
    /// Strikes an enemy Group before the first turn (DG-DOG-01).
    Artillery,
    /// Infantry may wait off the table (DG-DOG-04).
    SpecialForces,
    /// Groups of Armour wheel once for nothing (DG-DOG-05).
    TankCommander,
    /// Assault Elements deploy far forward (DG-DOG-06).
    Scout,
}

impl Dogma {
    /// Keys and Dogmas, in the order of the rulebook.
    pub const CHOICES: [(&'static str, Dogma); 4] = [
        ("artillery", Dogma::Artillery),
        ("special-forces", Dogma::SpecialForces),
        ("tank-commander", Dogma::TankCommander),
        ("scout", Dogma::Scout),
    ];

    /// Its key.
    #[must_use]
    pub fn key(self) -> &'static str {
        Self::CHOICES[self as usize].0
    }

    /// Whether it does something for `unit`; the artillery needs nobody.
    pub(super) fn serves(self, unit: &Unit) -> bool {
        match self {
            Dogma::Artillery => true,
            Dogma::SpecialForces => unit.kind == Type::Infantry,
            Dogma::TankCommander => unit.kind == Type::Armour,
            Dogma::Scout => unit.kind == Type::Assault,
        }
    }

    /// Fewest Elements that it takes to do something.
    pub(super) fn needs(self) -> usize {
        if self == Dogma::TankCommander { 2 } else { 1 }
    }
}

/// A set of Dogmas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dogmas(u8);

impl Dogmas {
    /// None.
    pub const NONE: Dogmas = Dogmas(0);

    /// Whether `wanted` is one of them.
    #[must_use]
    pub fn contains(self, wanted: Dogma) -> bool {
        self.0 & (1 << wanted as u8) != 0
    }

    /// They, in the order of the rulebook.
    pub fn iter(self) -> impl Iterator<Item = Dogma> {
        Dogma::CHOICES.into_iter().map(|(_, dogma)| dogma).filter(move |dogma| self.contains(*dogma))
    }
}

impl FromIterator<Dogma> for Dogmas {
    fn from_iter<I: IntoIterator<Item = Dogma>>(dogmas: I) -> Self {
        Dogmas(dogmas.into_iter().fold(0, |set, one| set | 1 << one as u8))
    }
}

/// Whether a Force with these `dogmas` may keep `unit` off the table (DG-SET-08, DG-DOG-04).
#[must_use]
pub fn may_wait(unit: &Unit, dogmas: Dogmas) -> bool {
    unit.kind == Type::AirSupport || (unit.kind == Type::Infantry && dogmas.contains(Dogma::SpecialForces))
}

/// Whether `unit` carries others.
#[must_use]
pub fn carries(unit: &Unit) -> bool {
    unit.key == CARRIER
}

/// How a Force means to deploy, where its list says so; indices into [`Roster::units`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Who waits off the table besides Air Support; none when the player is to decide.
    pub reserve: Option<Vec<u8>>,
    /// Who starts aboard whom, passenger first; none when the player is to decide.
    pub aboard: Option<Vec<(u8, u8)>>,
}

/// An army list that breaks no rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Roster {
    /// Where it was read, for complaints.
    pub source: String,
    /// Name that the list gives itself.
    pub name: String,
    /// Indices into the codex of its Elements' units, in the order of the codex, whatever the order of the file.
    pub units: Vec<u8>,
    /// The Element that is the Commander: an index into `units` (DG-ARM-04).
    pub commander: u8,
    /// What he brings.
    pub dogmas: Dogmas,
    /// How it means to deploy.
    pub plan: Plan,
    /// The list's usual doctrine.
    pub doctrine: Option<String>,
    /// FP that it was made for.
    pub points_limit: u32,
    /// FP spent, Dogmas included.
    pub cost: f64,
    /// Value of the Force for victory (DG-ARM-06).
    pub value: Points,
    /// What is allowed, but hardly meant.
    pub warnings: Vec<String>,
}

impl Roster {
    /// Reads a list and checks it.
    ///
    /// # Errors
    /// Everything wrong with the list; [`Fault::rule`] is the name of the check that failed.
    pub fn read(codex: &Codex, rules: &Rules, source: &Source) -> Result<Roster, Faults> {
        let root = Node::parse(source)?;
        let mut faults = Faults::new();
        let roster = read(codex, rules, &root, &mut faults);
        match roster {
            Some(roster) if faults.is_empty() => Ok(Roster { source: source.name.clone(), ..roster }),
            _ => Err(faults.into_iter().map(|fault| fault.within(&source.name)).collect()),
        }
    }

    /// The unit types and how many of each, for the outside.
    #[must_use]
    pub fn summary(&self, codex: &Codex) -> Army {
        let mut units: Vec<(String, u32)> = Vec::new();
        for unit in self.units.iter().map(|unit| &codex.units[usize::from(*unit)]) {
            match units.last_mut() {
                Some((key, count)) if *key == unit.key => *count += 1,
                _ => units.push((unit.key.clone(), 1)),
            }
        }
        Army {
            name: self.name.clone(),
            doctrine: self.doctrine.clone(),
            units,
            cost: self.cost,
            warnings: self.warnings.clone(),
        }
    }
}

/// FP in thousandths.
fn points(fp: f64) -> Points {
    (fp * 1000.0).round() as Points
}

/// Thousandths as FP.
fn fp(points: Points) -> f64 {
    points as f64 / 1000.0
}

fn read(codex: &Codex, rules: &Rules, root: &Node, faults: &mut Faults) -> Option<Roster> {
    let mut form = Form::open("the list", root, faults)?;
    let name = form.required("name", Node::text).unwrap_or_default().to_owned();
    form.required("ruleset", |node| node.one_of("ruleset", &[("dogma", ())]));
    let doctrine = form.optional("doctrine", Node::text).map(str::to_owned);
    let points_limit = form.or("points-limit", rules.points_limit, |node| {
        node.whole(1..=1_000_000).map_err(|fault| fault.breaks("bad-points-limit"))
    });
    let (commander, dogma) = (form.node("commander"), form.node("dogma"));
    let (units, deployment) = (form.node("units"), form.node("deployment"));
    form.close();

    let mut reader = Reader { codex, rules, root, counts: vec![0; codex.units.len()], faults };
    if let Some(node) = units {
        reader.units(node);
    }
    let total: usize = reader.counts.iter().sum();
    let place = units.unwrap_or(root);
    if total == 0 {
        reader.complain(place, Fault::new("the Force has no Element"), "empty-force");
    }
    if total > MOST_ELEMENTS {
        let message = format!("a side has {MOST_ELEMENTS} Elements at most, this one {total}");
        reader.faults.push(place.fault(Fault::new(message)));
        return None;
    }
    let dogmas = dogma.map_or_else(Dogmas::default, |node| reader.dogmas(node));
    reader.check_costs(place, points_limit, dogmas);
    let elements: Vec<u8> =
        reader.counts.iter().enumerate().flat_map(|(at, count)| std::iter::repeat_n(at as u8, *count)).collect();
    let commander_unit = reader.commander(commander);
    let plan = deployment.map_or_else(Plan::default, |node| reader.plan(node, &elements, dogmas));
    let commander = reader.appoint(commander, commander_unit?, &elements, &plan);
    let (cost, value) = (fp(reader.spent(dogmas)), reader.value(dogmas));
    let warnings = reader.warnings(points_limit, dogmas);
    Some(Roster {
        source: String::new(),
        name,
        units: elements,
        commander,
        dogmas,
        plan,
        doctrine,
        points_limit,
        cost,
        value,
        warnings,
    })
}

/// A list while it is read.
struct Reader<'a> {
    codex: &'a Codex,
    rules: &'a Rules,
    root: &'a Node,
    /// How many of each unit of the codex.
    counts: Vec<usize>,
    faults: &'a mut Faults,
}

impl Reader<'_> {
    fn complain(&mut self, node: &Node, fault: Fault, check: &str) {
        self.faults.push(node.fault(fault.breaks(check)));
    }

    /// Index of the unit that goes by `name`.
    fn find(&self, name: &str) -> Option<usize> {
        let found = self.codex.unit(name)?;
        self.codex.units.iter().position(|unit| unit.key == found.key)
    }

    fn unknown(&self, name: &str) -> Fault {
        let names = |unit: &Unit| [&unit.key, &unit.name].into_iter().chain(&unit.aliases).cloned().collect::<Vec<_>>();
        let mut fault = Fault::unknown("unit", name, self.codex.units.iter().flat_map(names)).breaks("unknown-unit");
        fault.allowed = self.codex.units.iter().map(|unit| unit.key.clone()).collect();
        fault.nearest = fault.nearest.and_then(|name| Some(self.codex.unit(&name)?.key.clone()));
        fault
    }

    /// The unit named by a string.
    fn named(&mut self, node: &Node) -> Option<usize> {
        let name = node.text().map_err(|fault| self.faults.push(fault)).ok()?;
        let found = self.find(name);
        if found.is_none() {
            let fault = self.unknown(name);
            self.faults.push(node.fault(fault));
        }
        found
    }

    /// The unit that a key names, and how many.
    fn counted(&mut self, entry: &Entry) -> Option<(usize, usize)> {
        let unit = self.find(&entry.key);
        if unit.is_none() {
            let fault = self.unknown(&entry.key);
            self.faults.push(entry.fault(fault));
        }
        let count = entry.node.whole::<usize>(1..=10_000).map_err(|fault| fault.breaks("bad-count"));
        Some((unit?, count.map_err(|fault| self.faults.push(fault)).ok()?))
    }

    fn entries<'n>(&mut self, node: &'n Node) -> &'n [Entry] {
        node.entries().unwrap_or_else(|fault| {
            self.faults.push(fault);
            &[]
        })
    }

    /// The items of a list, or the one thing that stands in its place.
    fn several<'n>(&mut self, node: &'n Node) -> Vec<&'n Node> {
        node.list().map_or_else(|_| vec![node], |list| list.iter().collect())
    }

    /// The Elements (DG-ARM-01, DG-ARM-03).
    fn units(&mut self, node: &Node) {
        for entry in self.entries(node) {
            if let Some((unit, count)) = self.counted(entry) {
                self.counts[unit] += count;
            }
        }
    }

    /// The Dogmas (DG-ARM-05).
    fn dogmas(&mut self, node: &Node) -> Dogmas {
        let mut dogmas = Vec::new();
        for item in self.several(node) {
            match item.one_of("Dogma", &Dogma::CHOICES) {
                Ok(dogma) => dogmas.push(dogma),
                Err(fault) => self.faults.push(fault.breaks("unknown-dogma")),
            }
        }
        let most = usize::from(self.rules.dogma_max);
        if dogmas.len() > most {
            let message = format!("the Force has {} Dogmas, {most} at most may be there", dogmas.len());
            self.complain(node, Fault::new(message), "too-many-dogmas");
        }
        dogmas.into_iter().collect()
    }

    /// Cost of the Elements that `wanted` takes.
    fn elements(&self, wanted: impl Fn(&Unit) -> bool) -> Points {
        let units = self.codex.units.iter().zip(&self.counts).filter(|(unit, _)| wanted(unit));
        units.map(|(unit, count)| points(unit.cost) * *count as Points).sum()
    }

    fn spent(&self, dogmas: Dogmas) -> Points {
        self.elements(|_| true) + points(self.rules.dogma_cost) * dogmas.iter().count() as Points
    }

    /// What counts for victory (DG-ARM-06).
    fn value(&self, dogmas: Dogmas) -> Points {
        match self.rules.force_value_base {
            ForceValueBase::Elements => self.elements(|_| true),
            ForceValueBase::ElementsAndDogma => self.spent(dogmas),
        }
    }

    fn check_costs(&mut self, place: &Node, limit: u32, dogmas: Dogmas) {
        let (spent, limit) = (self.spent(dogmas), points(f64::from(limit)));
        // DG-ARM-01
        if spent > limit {
            let message =
                format!("the Force costs {} FP, {} more than its {}", fp(spent), fp(spent - limit), fp(limit));
            self.complain(place, Fault::new(message), "over-points");
        }
        // DG-ARM-02
        let cheap = self.elements(|unit| unit.cost <= self.rules.cheap_element_max);
        let whole = match self.rules.cheap_rule_base {
            CheapRuleBase::Elements => self.elements(|_| true),
            CheapRuleBase::Spent => spent,
            CheapRuleBase::Limit => limit,
        };
        if !self.rules.cheap_fraction.reached(cheap, whole) {
            let most = self.rules.cheap_element_max;
            let message = format!(
                "Elements that cost {most} FP or less make up {} of {} FP, which is too little",
                fp(cheap),
                fp(whole)
            );
            self.complain(place, Fault::new(message), "cheap-share");
        }
    }

    /// The unit that the Commander belongs to (DG-ARM-04).
    fn commander(&mut self, node: Option<&Node>) -> Option<usize> {
        let Some(node) = node else {
            let fault = Fault::new("the list names no Commander").allowing(["commander = \"UNIT\""]);
            self.complain(self.root, fault, "no-commander");
            return None;
        };
        let named = self.several(node);
        if let [] | [_, _, ..] = named[..] {
            let check = if named.is_empty() { "no-commander" } else { "several-commanders" };
            let message = format!("a Force has one Commander, the list names {}", named.len());
            self.complain(node, Fault::new(message), check);
            return None;
        }
        let unit = self.named(named[0])?;
        if self.counts[unit] == 0 {
            let message =
                format!("the Commander is a unit of the Force, which has no `{}`", self.codex.units[unit].key);
            self.complain(node, Fault::new(message), "commander-not-in-force");
            return None;
        }
        Some(unit)
    }

    /// The Element that is the Commander: the first of its unit, one that deploys on the table if there is any.
    fn appoint(&mut self, node: Option<&Node>, unit: usize, elements: &[u8], plan: &Plan) -> u8 {
        let waits = |at: u8| plan.reserve.as_ref().is_some_and(|reserve| reserve.contains(&at));
        let rides = |at: u8| plan.aboard.as_ref().is_some_and(|pairs| pairs.iter().any(|(rider, _)| *rider == at));
        let candidates = || (0..elements.len() as u8).filter(|at| usize::from(elements[usize::from(*at)]) == unit);
        let Some(commander) = candidates().min_by_key(|at| (waits(*at), rides(*at))) else { return 0 };
        let air = self.codex.units[unit].kind == Type::AirSupport;
        //
        if self.rules.commander_in_reserve == CommanderInReserve::Forbidden && (air || waits(commander)) {
            let message = format!("the Commander, `{}`, would wait off the table", self.codex.units[unit].key);
            self.complain(node.unwrap_or(self.root), Fault::new(message), "commander-in-reserve");
        }
        commander
    }

    /// How the Force means to deploy.
    fn plan(&mut self, node: &Node, elements: &[u8], dogmas: Dogmas) -> Plan {
        let Some(mut form) = Form::open("`deployment`", node, self.faults) else { return Plan::default() };
        let (reserve, passengers) = (form.node("reserve"), form.node("passengers"));
        form.close();
        let mut free: Vec<u8> = (0..elements.len() as u8).collect();
        let aboard = passengers.map(|node| self.passengers(node, elements, &mut free));
        let reserve = reserve.map(|node| self.reserve(node, elements, &mut free, dogmas));
        Plan { reserve, aboard }
    }

    /// Who waits off the table. Of equal Elements the last ones do, so that a Commander is among them only when all are.
    fn reserve(&mut self, node: &Node, elements: &[u8], free: &mut Vec<u8>, dogmas: Dogmas) -> Vec<u8> {
        let mut reserve = Vec::new();
        for entry in self.entries(node) {
            let Some((unit, count)) = self.counted(entry) else { continue };
            let profile = &self.codex.units[unit];
            if !may_wait(profile, dogmas) {
                let message = format!("`{}` may not wait off the table", profile.key);
                let allowed = ["Air Support", "Infantry of a Force with `special-forces`"];
                self.faults.push(entry.fault(Fault::new(message).breaks("not-reservable").allowing(allowed)));
                continue;
            }
            for _ in 0..count {
                let Some(at) = free.iter().rposition(|at| usize::from(elements[usize::from(*at)]) == unit) else {
                    let message = format!("{count} `{}` are to wait, but so many are not left to do so", profile.key);
                    self.faults.push(entry.fault(Fault::new(message).breaks("not-reservable")));
                    break;
                };
                reserve.push(free.remove(at));
            }
        }
        reserve.sort_unstable();
        reserve
    }

    /// Who starts aboard (DG-SET-10): one list of units for each carrier.
    fn passengers(&mut self, node: &Node, elements: &[u8], free: &mut Vec<u8>) -> Vec<(u8, u8)> {
        let loads = node.list().unwrap_or_else(|fault| {
            self.faults.push(fault);
            &[]
        });
        let is_carrier = |at: &u8| carries(&self.codex.units[usize::from(elements[usize::from(*at)])]);
        let carriers: Vec<u8> = (0..elements.len() as u8).filter(is_carrier).collect();
        let capacity = usize::from(self.codex.numbers.apc_capacity);
        let mut aboard = Vec::new();
        for (at, load) in loads.iter().enumerate() {
            let riders = load.list().unwrap_or_else(|fault| {
                self.faults.push(fault);
                &[]
            });
            let Some(&carrier) = carriers.get(at) else {
                let message =
                    format!("the Force has {} `{CARRIER}`, and passengers for {}", carriers.len(), loads.len());
                self.complain(load, Fault::new(message), "bad-passenger");
                break;
            };
            // DG-APC-02
            if riders.len() > capacity {
                let message = format!("an APC carries {capacity} Elements, not {}", riders.len());
                self.complain(load, Fault::new(message), "apc-overloaded");
            }
            for rider in riders {
                let Some(unit) = self.named(rider) else { continue };
                let profile = &self.codex.units[unit];
                // DG-APC-01
                if !profile.may_ride {
                    let allowed = self.codex.units.iter().filter(|unit| unit.may_ride).map(|unit| unit.key.as_str());
                    let fault = Fault::new(format!("`{}` may not ride", profile.key)).allowing(allowed);
                    self.complain(rider, fault, "bad-passenger");
                    continue;
                }
                let Some(at) = free.iter().position(|at| usize::from(elements[usize::from(*at)]) == unit) else {
                    let message = format!("no `{}` of the Force is left to ride", profile.key);
                    self.complain(rider, Fault::new(message), "bad-passenger");
                    continue;
                };
                aboard.push((free.remove(at), carrier));
            }
        }
        aboard
    }

    /// What is allowed, but hardly meant.
    fn warnings(&self, limit: u32, dogmas: Dogmas) -> Vec<String> {
        let count = |wanted: &dyn Fn(&Unit) -> bool| -> usize {
            let units = self.codex.units.iter().zip(&self.counts);
            units.filter(|(unit, _)| wanted(unit)).map(|(_, count)| *count).sum()
        };
        let unspent = points(f64::from(limit)) - self.spent(dogmas);
        let mut warnings = Vec::new();
        if unspent > 0 {
            warnings.push(format!("{} FP of {limit} are not spent", fp(unspent)));
        }
        for dogma in dogmas.iter().filter(|dogma| count(&|unit| dogma.serves(unit)) < dogma.needs()) {
            warnings.push(format!("the Dogma `{}` has nobody to use it", dogma.key()));
        }
        if count(&|_| true) == 1 {
            warnings.push("the only Element is the Commander and would have to bear the flag".to_owned());
        }
        if count(&|unit| unit.kind != Type::AirSupport) == 0 {
            warnings.push("without an Element on the ground `invasion` cannot be won".to_owned());
        }
        warnings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn muster_under(rules: &Rules, text: &str) -> Result<Roster, Faults> {
        let text = format!("name = \"Test\"\nruleset = \"dogma\"\n{text}");
        Roster::read(&Codex::built_in(), rules, &Source { name: "list.toml".to_owned(), text })
    }

    fn muster(text: &str) -> Result<Roster, Faults> {
        muster_under(&Rules::default(), text)
    }

    /// The checks that a list fails.
    fn broken(rules: &Rules, text: &str) -> Vec<String> {
        let faults = muster_under(rules, text).expect_err(text);
        assert!(faults.iter().all(|fault| fault.source == "list.toml" && fault.span.is_some()), "{faults:#?}");
        faults.into_iter().map(|fault| fault.rule.unwrap_or(fault.message)).collect()
    }

    fn setting(name: &str, value: &str) -> Rules {
        let mut rules = Rules::default();
        rules.set(name, value).unwrap();
        rules
    }

    #[test]
    fn every_reference_list_musters_with_the_rulebook_s_elements_and_costs() {
        // Key, Elements, Commander, Dogma, FP spent, value, value of the cheap Elements.
        let expected = [
            ("combined-arms", 13, "mbt", "tank-commander", 24, 23, 23),
            ("militia-swarm", 21, "regular-infantry", "artillery", 24, 23, 23),
            ("armour-fist", 9, "mbt", "tank-commander", 24, 23, 23),
            ("tank-hunters", 13, "tank-destroyer", "artillery", 24, 23, 23),
            ("mech-column", 14, "tank-destroyer", "", 24, 24, 24),
            ("sky-strike", 13, "elites", "", 24, 24, 12),
            ("titan", 13, "sht", "", 24, 24, 12),
            ("scouts-out", 13, "jet-bike", "scout", 24, 23, 23),
            ("infiltrators", 13, "spaag", "special-forces", 24, 23, 19),
            ("walker-wall", 14, "gunwalker", "tank-commander", 24, 23, 23),
            ("flak-park", 20, "elites", "artillery", 24, 23, 23),
            ("jump-trap", 15, "regular-infantry", "", 24, 24, 24),
            ("combined-arms-48", 28, "mbt", "", 48, 48, 48),
            ("combined-arms-72", 42, "mbt", "", 72, 72, 72),
        ];
        let codex = Codex::built_in();
        let lists = built_in();
        assert_eq!(lists.len(), expected.len());
        for (list, (key, elements, commander, dogma, cost, value, cheap)) in lists.iter().zip(expected) {
            assert_eq!(list.name, format!("armies/dogma/{key}.toml"));
            let roster = Roster::read(&codex, &Rules::default(), list).unwrap();
            let unit = |at: usize| &codex.units[usize::from(roster.units[at])];
            assert_eq!((roster.units.len(), roster.cost, roster.value), (elements, f64::from(cost), value * 1000));
            assert_eq!(unit(usize::from(roster.commander)).key, commander);
            assert_eq!(roster.dogmas.iter().map(Dogma::key).collect::<String>(), dogma);
            let small: f64 = (0..elements).map(|at| unit(at).cost).filter(|cost| *cost <= 3.0).sum();
            assert_eq!(small, f64::from(cheap), "{key}");
            assert_eq!(roster.warnings, [""; 0], "{key}");
        }
    }

    #[test]
    fn each_check_of_a_list_has_its_name() {
        let usual = Rules::default();
        for (text, checks) in [
            ("commander = \"sht\"\nunits = { sht = 6 }", vec!["cheap-share"]),
            (
                "commander = \"gunship\"\ndogma = \"artillery\"\nunits = { gunship = 3, regular-infantry = 11 }",
                vec!["cheap-share"],
            ),
            ("commander = \"mbt\"\ndogma = \"scout\"\nunits = { mbt = 8 }", vec!["over-points"]),
            ("commander = \"regular-infantry\"\nunits = { regular-infantry = 25 }", vec!["over-points"]),
            (
                "commander = \"apc\"\ndogma = [\"artillery\", \"scout\"]\nunits = { apc = 24 }",
                vec!["too-many-dogmas", "over-points"],
            ),
            ("commander = \"mbt\"\nunits = { jeep = 12, mbt = 1 }", vec!["unknown-unit"]),
            ("commander = \"mbt\"\nunits = { mbt = 0 }", vec!["bad-count", "empty-force", "commander-not-in-force"]),
            ("commander = \"mbt\"\nunits = { mbt = 1, apc = 1.5 }", vec!["bad-count"]),
            ("commander = \"mbt\"", vec!["empty-force", "commander-not-in-force"]),
            ("commander = \"mbt\"\ndogma = \"scouts\"\nunits = { mbt = 8 }", vec!["unknown-dogma"]),
            ("units = { mbt = 8 }", vec!["no-commander"]),
            ("commander = []\nunits = { mbt = 8 }", vec!["no-commander"]),
            ("commander = [\"mbt\", \"mbt\"]\nunits = { mbt = 8 }", vec!["several-commanders"]),
            ("commander = \"apc\"\nunits = { mbt = 8 }", vec!["commander-not-in-force"]),
            ("commander = \"jeep\"\nunits = { mbt = 8 }", vec!["unknown-unit"]),
            ("points-limit = 0\ncommander = \"mbt\"\nunits = { mbt = 1 }", vec!["bad-points-limit"]),
            (
                "commander = \"mbt\"\nunits = { mbt = 2, apc = 1 }\ndeployment = { passengers = [[\"mbt\"]] }",
                vec!["bad-passenger"],
            ),
            (
                "commander = \"mbt\"\nunits = { mbt = 2, elites = 3 }\ndeployment = { passengers = [[\"elites\"]] }",
                vec!["bad-passenger"],
            ),
            (
                "commander = \"apc\"\nunits = { apc = 2, elites = 1 }\n\
                 deployment = { passengers = [[\"elites\"], [\"elites\"]] }",
                vec!["bad-passenger"],
            ),
            (
                "commander = \"apc\"\nunits = { apc = 1, elites = 3 }\n\
                 deployment = { passengers = [[\"elites\", \"elites\", \"elites\"]] }",
                vec!["apc-overloaded"],
            ),
            (
                "commander = \"mbt\"\nunits = { mbt = 2, elites = 3 }\ndeployment = { reserve = { elites = 1 } }",
                vec!["not-reservable"],
            ),
            (
                "commander = \"mbt\"\ndogma = \"special-forces\"\nunits = { mbt = 2, elites = 3 }\n\
                 deployment = { reserve = { mbt = 1 } }",
                vec!["not-reservable"],
            ),
            (
                "commander = \"mbt\"\ndogma = \"special-forces\"\nunits = { mbt = 2, elites = 3 }\n\
                 deployment = { reserve = { elites = 4 } }",
                vec!["not-reservable"],
            ),
        ] {
            assert_eq!(broken(&usual, text), checks, "{text}");
        }
        // DG-APC-11: who waits cannot ride.
        let both = "commander = \"apc\"\ndogma = \"special-forces\"\nunits = { apc = 1, elites = 1 }\n\
                    deployment = { passengers = [[\"elites\"]], reserve = { elites = 1 } }";
        assert_eq!(broken(&usual, both), ["not-reservable"]);
        let jeep = muster("commander = \"mbt\"\nunits = { \"MBT\" = 1 }").unwrap_err();
        assert_eq!(jeep[0].nearest.as_deref(), Some("mbt"));
    }

    #[test]
    fn dg_arm_05_a_dogma_costs_what_the_rules_say() {
        let list =
            |spaags: u8| format!("commander = \"mbt\"\ndogma = \"scout\"\nunits = {{ mbt = 7, spaag = {spaags} }}");
        let (plain, dearer) = (Rules::default(), setting("dogma-cost", "2"));
        assert_eq!(muster_under(&plain, &list(2)).unwrap().cost, 24.0);
        assert_eq!(muster_under(&dearer, &list(1)).unwrap().cost, 24.0);
        assert_eq!(broken(&dearer, &list(2)), ["over-points"]);
    }

    #[test]
    fn dg_arm_01_spending_less_is_legal_and_a_list_may_be_made_for_more() {
        let roster = muster("commander = \"mbt\"\nunits = { mbt = 7, spaag = 2 }").unwrap();
        assert_eq!((roster.cost, &*roster.warnings), (23.0, &["1 FP of 24 are not spent".to_owned()][..]));
        assert!(muster("points-limit = 72\ncommander = \"mbt\"\nunits = { mbt = 24 }").is_ok());
        let more = setting("points-limit", "48");
        assert!(muster_under(&more, "commander = \"mbt\"\nunits = { mbt = 16 }").is_ok());
        assert_eq!(broken(&more, "commander = \"mbt\"\nunits = { mbt = 17 }"), ["over-points"]);
    }

    #[test]
    fn dg_arm_02_the_cheap_share_is_of_what_the_switch_says() {
        let list = "commander = \"gunship\"\ndogma = \"artillery\"\nunits = { gunship = 2, regular-infantry = 8 }";
        for (name, value, passes) in [
            ("cheap-rule-base", "elements", true),
            ("cheap-rule-base", "spent", false),
            ("cheap-rule-base", "limit", false),
            ("cheap-fraction", "2/3", false),
            ("cheap-element-max", "4", true),
        ] {
            assert_eq!(muster_under(&setting(name, value), list).is_ok(), passes, "{name} = {value}");
        }
    }

    #[test]
    fn dg_arm_03_any_number_of_any_unit_is_legal() {
        let roster = muster("commander = \"regular-infantry\"\nunits = { \"Regular Infantry\" = 24 }").unwrap();
        assert_eq!(roster.units, [0; 24]);
    }

    #[test]
    fn dg_arm_06_the_dogma_is_no_part_of_the_value() {
        let list = "commander = \"mbt\"\ndogma = \"tank-commander\"\nunits = { mbt = 7, gunwalker = 1 }";
        assert_eq!(muster(list).unwrap().value, 23_000);
        assert_eq!(muster_under(&setting("force-value-base", "elements-and-dogma"), list).unwrap().value, 24_000);
        let two = setting("dogma-max", "2");
        let list = "commander = \"mbt\"\ndogma = [\"artillery\", \"scout\"]\nunits = { mbt = 7 }";
        assert_eq!(muster_under(&two, list).unwrap().dogmas.iter().count(), 2);
    }

    #[test]
    fn a_plan_names_elements_and_keeps_the_commander_out_of_it() {
        let list = |plan: &str| {
            format!(
                "commander = \"elites\"\ndogma = \"special-forces\"\n\
                 units = {{ elites = 3, rpg-team = 1, apc = 2 }}\n[deployment]\n{plan}"
            )
        };
        let plan = |text: &str| muster(&list(text)).unwrap();
        let roster = plan("passengers = [[\"elites\", \"rpg-team\"], []]\nreserve = { elites = 1 }");
        assert_eq!(roster.units, [1, 1, 1, 5, 9, 9]);
        assert_eq!(roster.plan.aboard, Some(vec![(0, 4), (3, 4)]));
        assert_eq!((roster.plan.reserve, roster.commander), (Some(vec![2]), 1));
        let all = list("reserve = { elites = 3 }");
        assert_eq!(muster(&all).unwrap().commander, 0);
        assert_eq!(broken(&setting("commander-in-reserve", "forbidden"), &all), ["commander-in-reserve"]);
        let air = "commander = \"gunship\"\nunits = { gunship = 1, mbt = 2 }";
        assert!(muster(air).is_ok());
        assert_eq!(broken(&setting("commander-in-reserve", "forbidden"), air), ["commander-in-reserve"]);
        assert_eq!(muster(air).unwrap().plan, Plan::default());
    }

    #[test]
    fn what_is_hardly_meant_is_told() {
        let warnings = |text: &str| muster(&format!("points-limit = 8\n{text}")).unwrap().warnings;
        for (text, warning) in [
            ("commander = \"mbt\"\ndogma = \"tank-commander\"\nunits = { mbt = 1, elites = 2 }", "tank-commander"),
            ("commander = \"mbt\"\ndogma = \"scout\"\nunits = { mbt = 1, elites = 2 }", "scout"),
            ("commander = \"mbt\"\ndogma = \"special-forces\"\nunits = { mbt = 2, spaag = 1 }", "special-forces"),
        ] {
            let expected = format!("the Dogma `{warning}` has nobody to use it");
            assert_eq!(warnings(text), [expected], "{text}");
        }
        assert!(warnings("commander = \"mbt\"\nunits = { mbt = 1 }")[1].contains("bear the flag"));
        let cheap = setting("cheap-element-max", "4");
        let air = muster_under(&cheap, "points-limit = 8\ncommander = \"gunship\"\nunits = { gunship = 2 }").unwrap();
        assert!(air.warnings[0].contains("invasion"));
    }

    #[test]
    fn the_summary_counts_unit_types() {
        let army = muster("commander = \"mbt\"\nunits = { spaag = 3, mbt = 7 }").unwrap().summary(&Codex::built_in());
        assert_eq!(army.units, [("mbt".to_owned(), 7), ("spaag".to_owned(), 3)]);
        assert_eq!(army.cost, 24.0);
    }
}
