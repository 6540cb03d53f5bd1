//! Army lists read from files, and the checks of the rulebook.

use super::{CARRIER, Dogma, Dogmas, ListTerms, MOST_ELEMENTS, Plan, Roster, carries, may_wait};
use crate::game::roster::read_name;
use crate::game::{Diagnostic, Diagnostics, ListReader, Node, Points, TableReader, Unassigned, thousandths as points};
use crate::rulesets::dogma::codex::{Codex, Scenario, Type, Unit};
use crate::rulesets::dogma::rules::{CheapRuleBase, CommanderInReserve, ForceValueBase, Rules};

/// Thousandths as FP.
fn fp(points: Points) -> f64 {
    points as f64 / 1000.0
}

/// Reads a list as far as it makes sense, and notes everything wrong with it.
pub(super) fn read(codex: &Codex, rules: &Rules, root: &Node, diagnostics: &mut Diagnostics) -> Option<Roster> {
    let mut table = TableReader::open("the list", root, diagnostics)?;
    let name = read_name(&mut table, "dogma");
    let doctrine = table.optional("doctrine", Node::text).map(str::to_owned);
    let by_scenario = table.node("doctrines");
    let points_limit = table.or("points-limit", rules.points_limit, |node| {
        node.whole(1..=1_000_000).map_err(|diagnostic| diagnostic.rule("bad-points-limit"))
    });
    let (commander, dogma) = (table.node("commander"), table.node("dogma"));
    let (units, deployment) = (table.node("units"), table.node("deployment"));
    table.close();

    let doctrines = by_scenario.map_or_else(Vec::new, |node| doctrines_by_scenario(node, diagnostics));
    let mut reader = Reader { list: ListReader::new(codex, diagnostics), rules, root };
    if let Some(node) = units {
        reader.units(node);
    }
    let place = units.unwrap_or(root);
    if reader.list.counts.iter().all(|count| *count == 0) {
        reader.list.complain(place, "empty-force", "the Force has no Element");
    }
    let elements = reader.list.units(place, MOST_ELEMENTS, "Elements")?;
    let dogmas = dogma.map_or_else(Dogmas::default, |node| reader.dogmas(node));
    let mut warnings = Vec::new();
    reader.check_costs(place, points_limit, dogmas, &mut warnings);
    let commander_unit = reader.commander(commander);
    let plan = deployment.map_or_else(Plan::default, |node| reader.plan(node, &elements, dogmas));
    let commander = reader.appoint(commander, commander_unit?, &elements, &plan);
    let (cost, value) = (fp(reader.spent(dogmas)), reader.value(dogmas));
    warnings.extend(reader.warnings(points_limit, dogmas));
    Some(Roster {
        source: String::new(),
        name,
        doctrine,
        units: elements,
        cost,
        limit: Some(f64::from(points_limit)),
        warnings,
        own: ListTerms { commander, dogmas, plan, value, doctrines },
    })
}

/// The table of doctrines by scenario.
fn doctrines_by_scenario(node: &Node, diagnostics: &mut Diagnostics) -> Vec<(Scenario, String)> {
    let entries = node.entries().unwrap_or_else(|diagnostic| {
        diagnostics.push(diagnostic);
        &[]
    });
    let mut doctrines = Vec::new();
    for entry in entries {
        let names = || Scenario::CHOICES.into_iter().map(|(name, _)| name);
        let scenario = Scenario::CHOICES.into_iter().find(|(name, _)| *name == entry.key);
        match (scenario, entry.node.text()) {
            (Some((_, scenario)), Ok(doctrine)) => doctrines.push((scenario, doctrine.to_owned())),
            (None, _) => diagnostics.push(entry.locate(Diagnostic::unknown("scenario", &entry.key, names()))),
            (_, Err(diagnostic)) => diagnostics.push(diagnostic),
        }
    }
    doctrines
}

/// A list while it is read.
struct Reader<'a> {
    list: ListReader<'a, Codex>,
    rules: &'a Rules,
    root: &'a Node,
}

impl<'a> Reader<'a> {
    fn codex(&self) -> &'a Codex {
        self.list.catalogue
    }

    fn complain(&mut self, node: &Node, diagnostic: Diagnostic, check: &str) {
        self.list.diagnostics.push(node.locate(diagnostic.rule(check)));
    }

    /// The items of a list, or the one thing that stands in its place.
    fn several<'n>(&mut self, node: &'n Node) -> Vec<&'n Node> {
        node.list().map_or_else(|_| vec![node], |list| list.iter().collect())
    }

    /// The Elements (DG-ARM-01, DG-ARM-03).
    fn units(&mut self, node: &Node) {
        for entry in self.list.entries(node) {
            if let Some((unit, count)) = self.list.counted(entry) {
                self.list.counts[unit] += count;
            }
        }
    }

    /// The Dogmas (DG-ARM-05).
    fn dogmas(&mut self, node: &Node) -> Dogmas {
        let mut dogmas = Vec::new();
        for item in self.several(node) {
            match item.one_of("Dogma", &Dogma::CHOICES) {
                Ok(dogma) => dogmas.push(dogma),
                Err(diagnostic) => self.list.diagnostics.push(diagnostic.rule("unknown-dogma")),
            }
        }
        let most = usize::from(self.rules.dogma_max);
        if dogmas.len() > most {
            let message = format!("the Force has {} Dogmas, {most} at most may be there", dogmas.len());
            self.complain(node, Diagnostic::new(message), "too-many-dogmas");
        }
        dogmas.into_iter().collect()
    }

    /// Cost of the Elements that `wanted` takes.
    fn elements(&self, wanted: impl Fn(&Unit) -> bool) -> Points {
        let units = self.codex().units.iter().zip(&self.list.counts).filter(|(unit, _)| wanted(unit));
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

    fn check_costs(&mut self, place: &Node, limit: u32, dogmas: Dogmas, warnings: &mut Vec<String>) {
        let (spent, limit) = (self.spent(dogmas), points(f64::from(limit)));
        // DG-ARM-01
        if spent > limit {
            let message =
                format!("the Force costs {} FP, {} more than its {}", fp(spent), fp(spent - limit), fp(limit));
            let diagnostic = Diagnostic::new(message).allowing([
                format!("up to {} FP", fp(limit)),
                format!("another limit: `--rule points-limit={:.0}`", fp(spent).ceil()),
            ]);
            self.list.over_points(self.rules.over_points, place, "over-points", diagnostic, warnings);
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
            let diagnostic = Diagnostic::new(message).allowing(["another share: `--rule cheap-fraction=0`"]);
            self.list.over_points(self.rules.over_points, place, "cheap-share", diagnostic, warnings);
        }
    }

    /// The unit that the Commander belongs to (DG-ARM-04).
    fn commander(&mut self, node: Option<&Node>) -> Option<usize> {
        let Some(node) = node else {
            let diagnostic = Diagnostic::new("the list names no Commander")
                .allowing(["commander = \"UNIT\" above [units]", "in a list in words a line `Commander: UNIT`"]);
            self.complain(self.root, diagnostic, "no-commander");
            return None;
        };
        let named = self.several(node);
        if let [] | [_, _, ..] = named[..] {
            let check = if named.is_empty() { "no-commander" } else { "several-commanders" };
            let message = format!("a Force has one Commander, the list names {}", named.len());
            self.complain(node, Diagnostic::new(message), check);
            return None;
        }
        let unit = self.list.named(named[0])?;
        if self.list.counts[unit] == 0 {
            let message =
                format!("the Commander is a unit of the Force, which has no `{}`", self.codex().units[unit].key);
            self.complain(node, Diagnostic::new(message), "commander-not-in-force");
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
        let air = self.codex().units[unit].kind == Type::AirSupport;
        //
        if self.rules.commander_in_reserve == CommanderInReserve::Forbidden && (air || waits(commander)) {
            let message = format!("the Commander, `{}`, would wait off the table", self.codex().units[unit].key);
            self.complain(node.unwrap_or(self.root), Diagnostic::new(message), "commander-in-reserve");
        }
        commander
    }

    /// How the Force means to deploy.
    fn plan(&mut self, node: &Node, elements: &[u8], dogmas: Dogmas) -> Plan {
        let Some(mut table) = TableReader::open("`deployment`", node, self.list.diagnostics) else {
            return Plan::default();
        };
        let (reserve, passengers) = (table.node("reserve"), table.node("passengers"));
        table.close();
        let mut free = Unassigned::new(elements);
        let aboard = passengers.map(|node| self.passengers(node, elements, &mut free));
        let reserve = reserve.map(|node| self.reserve(node, &mut free, dogmas));
        Plan { reserve, aboard }
    }

    /// Who waits off the table. Of equal Elements the last ones do, so that a Commander is among them only when all are.
    fn reserve(&mut self, node: &Node, free: &mut Unassigned<'_>, dogmas: Dogmas) -> Vec<u8> {
        let mut reserve = Vec::new();
        for entry in self.list.entries(node) {
            let Some((unit, count)) = self.list.counted(entry) else { continue };
            let profile = &self.codex().units[unit];
            if !may_wait(profile, dogmas) {
                let message = format!("`{}` may not wait off the table", profile.key);
                let allowed = ["Air Support", "Infantry of a Force with `special-forces`"];
                self.list
                    .diagnostics
                    .push(entry.locate(Diagnostic::new(message).rule("not-reservable").allowing(allowed)));
                continue;
            }
            for _ in 0..count {
                let Some(at) = free.take_last(unit) else {
                    let message = format!("{count} `{}` are to wait, but so many are not left to do so", profile.key);
                    self.list.diagnostics.push(entry.locate(Diagnostic::new(message).rule("not-reservable")));
                    break;
                };
                reserve.push(at);
            }
        }
        reserve.sort_unstable();
        reserve
    }

    /// Who starts aboard (DG-SET-10): one list of units for each carrier.
    fn passengers(&mut self, node: &Node, elements: &[u8], free: &mut Unassigned<'_>) -> Vec<(u8, u8)> {
        let (codex, loads) = (self.codex(), self.list.items(node));
        let is_carrier = |at: &u8| carries(&codex.units[usize::from(elements[usize::from(*at)])]);
        let carriers: Vec<u8> = (0..elements.len() as u8).filter(is_carrier).collect();
        let capacity = usize::from(codex.numbers.apc_capacity);
        // DG-APC-01
        let may_ride = |unit: usize| {
            if codex.units[unit].may_ride {
                return Ok(());
            }
            let allowed = codex.units.iter().filter(|unit| unit.may_ride).map(|unit| unit.key.as_str());
            let diagnostic = Diagnostic::new(format!("`{}` may not ride", codex.units[unit].key));
            Err(diagnostic.allowing(allowed).rule("bad-passenger"))
        };
        let none_left =
            |key: &str| Diagnostic::new(format!("no `{key}` of the Force is left to ride")).rule("bad-passenger");
        let mut aboard = Vec::new();
        for (at, load) in loads.iter().enumerate() {
            let riders = self.list.items(load);
            let Some(&carrier) = carriers.get(at) else {
                let message =
                    format!("the Force has {} `{CARRIER}`, and passengers for {}", carriers.len(), loads.len());
                self.list.complain(load, "bad-passenger", message);
                break;
            };
            // DG-APC-02
            if riders.len() > capacity {
                let message = format!("an APC carries {capacity} Elements, not {}", riders.len());
                self.list.complain(load, "apc-overloaded", message);
            }
            aboard.extend(self.list.board(riders, carrier, free, may_ride, none_left));
        }
        aboard
    }

    /// What is allowed, but hardly meant.
    fn warnings(&self, limit: u32, dogmas: Dogmas) -> Vec<String> {
        let count = |wanted: &dyn Fn(&Unit) -> bool| -> usize {
            let units = self.codex().units.iter().zip(&self.list.counts);
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
