//! Army lists: reading them, the checks of a list alone, and those that need the other list, the scenario or the map.
//!
//! Which teams a list may field depends on its `mode`. Two strict lists that meet must be the same, unless `rosters` is
//! `free`. A free list says by itself that it is for comparison: where one takes part, `rosters` is taken as `free`,
//! unless the experiment sets it to `mirrored` in so many words. With `team-order` at `free` a strict list may field
//! any foot teams, alpha and charlie for example.

use super::codex::{Codex, MOST_UNITS, Profile};
use super::deployment::Room;
use super::rules::{Rosters, Rules, TeamOrder};
use crate::game::roster::read_name;
use crate::game::{
    Catalogue, Diagnostic, Diagnostics, ListReader, Node, Override, Source, TableReader, Unassigned, built_in,
};

/// Soldiers of a foot team (DF-ARM-05), by which the size of a free list is measured.
const TEAM_SIZE: usize = 5;

/// The army lists built into the program, in the order of the rulebook.
#[must_use]
pub fn built_in() -> Vec<Source> {
    built_in![
        "armies/dogfaces":
        "strict-1",
        "std-ab",
        "strict-3",
        "strict-4",
        "strict-5",
        "strict-2f",
        "strict-5f",
        "free-cd",
        "free-de",
        "free-be",
        "heavy-weapons",
        "close-assault",
        "hard-to-kill",
        "no-chiefs",
        "rifle-10",
        "rifle-13",
        "rifle-16",
        "mech-alpha",
    ]
}

/// What a list may be made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ListMode {
    /// Whole teams, the first ones in order.
    Strict,
    /// Any units (DF-ARM-09).
    Free,
}

/// What an army list says beside its units.
#[derive(Clone, Debug, PartialEq)]
pub struct ListTerms {
    /// What it may be made of.
    pub mode: ListMode,
    /// Who starts riding, and on whom: places among the list's units.
    pub mounted: Vec<(u8, u8)>,
}

/// An army list that breaks no rule of its own.
pub type Roster = crate::game::Roster<ListTerms>;

impl Catalogue for Codex {
    const BAD_COUNT: Option<&'static str> = None;

    fn size(&self) -> usize {
        self.profiles.len()
    }

    fn key(&self, unit: usize) -> &str {
        &self.profiles[unit].name
    }

    fn cost(&self, unit: usize) -> f64 {
        self.profiles[unit].cost
    }

    fn about(&self, unit: usize) -> String {
        self.profiles[unit].describe(self)
    }
}

impl Roster {
    /// Reads a list and checks it.
    ///
    /// # Errors
    /// Everything wrong with the list; [`Diagnostic::rule`] is the name of the check that failed.
    pub fn read(codex: &Codex, rules: &Rules, source: &Source) -> Result<Roster, Diagnostics> {
        Self::read_with(source, |root, diagnostics| read(codex, rules, root, diagnostics))
    }

    /// Number of soldiers.
    #[must_use]
    pub fn on_foot(&self, codex: &Codex) -> usize {
        self.profiles(codex).filter(|profile| !profile.vehicle).count()
    }

    /// Whether it has vehicles.
    #[must_use]
    pub fn has_vehicles(&self, codex: &Codex) -> bool {
        self.profiles(codex).any(|profile| profile.vehicle)
    }

    /// Size of the game that it is made for (DF-ARM-08): its foot teams, or as many as its soldiers would fill; and one
    /// more for vehicles.
    #[must_use]
    pub fn teams(&self, codex: &Codex) -> usize {
        self.on_foot(codex).div_ceil(TEAM_SIZE) + usize::from(self.has_vehicles(codex))
    }

    /// Number of units that take a hex at set-up: those that do not start riding.
    #[must_use]
    pub fn on_the_ground(&self) -> usize {
        self.units.len() - self.own.mounted.len()
    }

    /// The most units to set up in one of so many zones.
    #[must_use]
    pub fn share(&self, codex: &Codex, zones: usize) -> Room {
        // Units are shared out by their place in the list, so that riders count in a share.
        let most = self.units.len().div_ceil(zones);
        let soldiers = self.on_foot(codex);
        Room {
            soldiers: (soldiers - self.own.mounted.len()).min(most),
            vehicles: (self.units.len() - soldiers).min(most),
            all: self.on_the_ground().min(most),
        }
    }

    /// Checks that the units which do not start riding find room when they are shared out evenly to `zones` zones, each
    /// with these hexes that may be filled at set-up.
    ///
    /// # Errors
    /// `too-many-for-map`.
    pub fn check_room(&self, codex: &Codex, zones: usize, hexes: Room) -> Result<(), Diagnostic> {
        let Some((share, units, hexes)) = self.share(codex, zones).beyond(hexes) else { return Ok(()) };
        let message = format!("the list has {share} {units} to set up in one place, the map has room for {hexes}");
        Err(Diagnostic::new(message).within(&self.source).rule("too-many-for-map"))
    }

    /// Checks that the list has a leader on foot, as `decapitation` demands.
    ///
    /// # Errors
    /// `no-leader`.
    pub fn check_leader(&self, codex: &Codex) -> Result<(), Diagnostic> {
        if self.profiles(codex).any(Profile::leads_on_foot) {
            return Ok(());
        }
        let leaders = codex.profiles.iter().filter(|profile| profile.leads_on_foot());
        Err(Diagnostic::new("the scenario `decapitation` needs a leader on foot, the list has none")
            .within(&self.source)
            .rule("no-leader")
            .allowing(leaders.map(|profile| profile.name.as_str())))
    }

    /// Whether it names units instead of teams.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.own.mode == ListMode::Free
    }

    fn profiles<'c>(&self, codex: &'c Codex) -> impl Iterator<Item = &'c Profile> {
        self.units.iter().map(|unit| &codex.profiles[usize::from(*unit)])
    }
}

/// What becomes of `rosters` where a free list takes part (DF-ARM-02): `free`, unless it is set in so many words.
pub fn settle_rosters(rules: &mut Rules, overrides: &[Override], free_list: bool) {
    if free_list && !overrides.iter().any(|change| change.key == "rules.rosters") {
        rules.rosters = Rosters::Free;
    }
}

/// Checks that two lists may meet (DF-ARM-02). `mirrors` says whether the scenario has the sides field the same.
///
/// # Errors
/// `rosters-differ`.
pub fn check_pair(rules: &Rules, mirrors: bool, lists: [&Roster; 2]) -> Result<(), Diagnostic> {
    if !mirrors || rules.rosters == Rosters::Free || lists[0].units == lists[1].units {
        return Ok(());
    }
    let message = format!("`{}` does not field the units of `{}`", lists[1].name, lists[0].name);
    Err(Diagnostic::new(message)
        .within(&lists[1].source)
        .rule("rosters-differ")
        .allowing(["the same units on both sides", "rules.rosters = \"free\""]))
}

fn read(codex: &Codex, rules: &Rules, root: &Node, diagnostics: &mut Diagnostics) -> Option<Roster> {
    let mut table = TableReader::open("the list", root, diagnostics)?;
    let name = read_name(&mut table, "dogfaces");
    let doctrine = table.optional("doctrine", Node::text).map(str::to_owned);
    let limit = table.optional("cost-limit", |node| node.number(0.0..=1e9).map(|limit| (limit, node)));
    let (teams, units, mounted) = (table.node("teams"), table.node("units"), table.node("mounted"));
    let said =
        table.optional("mode", |node| node.one_of("mode", &[("strict", ListMode::Strict), ("free", ListMode::Free)]));
    table.close();
    // Who lists single units means a free list, unless he says otherwise, or spells out whole teams.
    let open = said.is_none() && teams.is_none() && units.is_some();
    let mode = said.unwrap_or(if open { ListMode::Free } else { ListMode::Strict });

    let mut list = ListReader::new(codex, diagnostics);
    let named =
        [teams.map(|node| read_teams(&mut list, mode, node)), units.map(|node| read_units(&mut list, mode, node))];
    let place = teams.or(units).unwrap_or(root);
    if !named.contains(&Some(true)) {
        list.complain(place, "empty-list", "the list is empty");
    }
    let mode = if open && spells_teams(codex, rules, &list.counts, place) { ListMode::Strict } else { mode };
    if mode == ListMode::Strict {
        check_teams(codex, rules, &list.counts, place, list.diagnostics);
    }
    let units = list.units(place, MOST_UNITS, "units")?;
    let cost = units.iter().map(|unit| codex.cost(usize::from(*unit))).sum();
    let mut warnings = Vec::new();
    check_cost(&mut list, rules, mode, cost, limit, &mut warnings);
    let mounted = mounted.map_or_else(Vec::new, |node| read_mounted(&mut list, rules, &units, node));
    Some(Roster {
        source: String::new(),
        name,
        doctrine,
        units,
        cost,
        limit: limit.map(|(limit, _)| limit),
        warnings,
        own: ListTerms { mode, mounted },
    })
}

/// Whether units are a lawful strict list.
fn spells_teams(codex: &Codex, rules: &Rules, counts: &[usize], place: &Node) -> bool {
    let single = counts.iter().zip(&codex.profiles).all(|(count, unit)| *count <= usize::from(unit.team.is_some()));
    let mut faults = Diagnostics::new();
    check_teams(codex, rules, counts, place, &mut faults);
    single && faults.is_empty()
}

/// Whole teams; false when there are none.
fn read_teams(list: &mut ListReader<'_, Codex>, mode: ListMode, node: &Node) -> bool {
    let (codex, items) = (list.catalogue, list.items(node));
    let names: Vec<&str> = codex.team_names().collect();
    let mut seen = Vec::new();
    for item in items {
        match item.index_in("team", &names) {
            Ok(team) if seen.contains(&team) => {
                let message = format!("team `{}` stands here twice", names[team]);
                list.complain(item, "duplicate-unit", message);
            }
            Ok(team) => {
                seen.push(team);
                for &member in &codex.teams[team].members {
                    add(list, mode, usize::from(member), 1, |diagnostic| item.locate(diagnostic));
                }
            }
            Err(diagnostic) => list.diagnostics.push(diagnostic.rule("unknown-team")),
        }
    }
    !items.is_empty()
}

/// Units by name and number; false when there are none.
fn read_units(list: &mut ListReader<'_, Codex>, mode: ListMode, node: &Node) -> bool {
    let entries = list.entries(node);
    for entry in entries {
        if let Some((unit, count)) = list.counted(entry) {
            add(list, mode, unit, count, |diagnostic| entry.locate(diagnostic));
        }
    }
    !entries.is_empty()
}

fn add(
    list: &mut ListReader<'_, Codex>,
    mode: ListMode,
    unit: usize,
    count: usize,
    at: impl Fn(Diagnostic) -> Diagnostic,
) {
    let Profile { name, team, .. } = &list.catalogue.profiles[unit];
    list.counts[unit] += count;
    let total = list.counts[unit];
    // DF-ARM-06
    let most = if mode == ListMode::Free { usize::from(list.catalogue.numbers.max_copies) } else { 1 };
    if team.is_some() && total > most {
        let message = format!("the list has {total} of `{name}`, {most} at most may be there");
        list.diagnostics.push(at(Diagnostic::new(message).rule("duplicate-unit")));
    }
    // DF-ARM-10
    if team.is_none() && mode == ListMode::Strict {
        let diagnostic = Diagnostic::new(format!("`{name}` belongs to no team, and a strict list is made of teams"));
        list.diagnostics.push(at(diagnostic.rule("not-a-team-unit").allowing(["mode = \"free\""])));
    }
}

/// The checks of a strict list: whole teams, the first ones in order, vehicles never alone.
fn check_teams(codex: &Codex, rules: &Rules, counts: &[usize], place: &Node, diagnostics: &mut Diagnostics) {
    let fields = |member: &u8| counts[usize::from(*member)] > 0;
    // DF-ARM-05
    for team in &codex.teams {
        let missing: Vec<&str> = team
            .members
            .iter()
            .filter(|member| !fields(member))
            .map(|member| codex.profiles[usize::from(*member)].name.as_str())
            .collect();
        if !missing.is_empty() && missing.len() < team.members.len() {
            let message = format!("team `{}` is incomplete without {}", team.name, missing.join(", "));
            diagnostics.push(place.locate(Diagnostic::new(message).rule("partial-team")));
        }
    }
    let fielded = |vehicles: bool| {
        let teams = codex.teams.iter().filter(move |team| team.vehicles == vehicles);
        teams.map(|team| (team.name.as_str(), team.members.iter().any(fields)))
    };
    // DF-ARM-03
    let foot = fielded(false).filter(|(_, fields)| *fields).count();
    let in_order = fielded(false).take(foot).all(|(_, fields)| fields);
    if !in_order && rules.team_order == TeamOrder::Strict {
        let first: Vec<&str> = fielded(false).take(foot).map(|(name, _)| name).collect();
        let message = format!("a list of {foot} foot teams fields the first of them: {}", first.join(", "));
        let diagnostic = Diagnostic::new(message).rule("teams-out-of-order").allowing(first);
        diagnostics.push(place.locate(diagnostic));
    }
    // DF-ARM-04
    if foot == 0
        && let Some((name, _)) = fielded(true).find(|(_, fields)| *fields)
    {
        let message = format!("team `{name}` is added to foot teams and never plays alone");
        diagnostics.push(place.locate(Diagnostic::new(message).rule("foxtrot-alone")));
    }
}

fn check_cost(
    list: &mut ListReader<'_, Codex>,
    rules: &Rules,
    mode: ListMode,
    cost: f64,
    limit: Option<(f64, &Node)>,
    warnings: &mut Vec<String>,
) {
    let Some((limit, node)) = limit else { return };
    if mode == ListMode::Strict {
        list.diagnostics
            .push(node.locate(Diagnostic::new("only a free list has a cost limit").allowing(["mode = \"free\""])));
    } else if cost > limit {
        let message = format!("the list costs {cost} points, {} above its limit", cost - limit);
        list.over_points(rules.over_points, node, "over-cost", Diagnostic::new(message), warnings);
    }
}

/// Who starts riding (DF-SET-05): a table of carriers, each with a list of riders.
fn read_mounted(list: &mut ListReader<'_, Codex>, rules: &Rules, units: &[u8], node: &Node) -> Vec<(u8, u8)> {
    let bad = |message: String| Diagnostic::new(message).rule("bad-mount");
    let (codex, entries) = (list.catalogue, list.entries(node));
    if !rules.setup_mounted && !entries.is_empty() {
        list.diagnostics.push(node.locate(bad("nobody starts riding under `setup-mounted` = `no`".to_owned())));
    }
    let may_ride = |rider: usize| match &codex.profiles[rider] {
        Profile { vehicle: true, name, .. } => Err(bad(format!("`{name}` is a vehicle, and vehicles never ride"))),
        _ => Ok(()),
    };
    let none_left = |name: &str| bad(format!("`{name}` rides, but no such unit of the list is left on foot"));
    let (mut free, mut mounted) = (Unassigned::new(units), Vec::new());
    for entry in entries {
        let Some(carrier) = list.keyed(entry) else { continue };
        let Some(at) = units.iter().position(|unit| usize::from(*unit) == carrier) else {
            list.diagnostics.push(entry.locate(bad(format!("`{}` carries riders, but is not in the list", entry.key))));
            continue;
        };
        let (riders, capacity) = (list.items(&entry.node), usize::from(codex.profiles[carrier].capacity));
        if riders.len() > capacity {
            let message = format!("`{}` carries {capacity} at most, not {}", entry.key, riders.len());
            list.diagnostics.push(entry.locate(bad(message)));
        }
        mounted.extend(list.board(riders, at as u8, &mut free, may_ride, none_left));
    }
    mounted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{CodexFile, OverPoints};

    fn source(text: &str) -> Source {
        Source { name: "list.toml".to_owned(), text: text.to_owned() }
    }

    fn read_army(text: &str) -> Result<Roster, Diagnostics> {
        muster_under(&Rules::default(), text)
    }

    fn muster_under(rules: &Rules, text: &str) -> Result<Roster, Diagnostics> {
        let text = format!("name = \"Test\"\nruleset = \"dogfaces\"\n{text}");
        Roster::read(&Codex::built_in(), rules, &source(&text))
    }

    /// The rules that a list breaks, and what the file says there.
    fn broken(text: &str) -> Vec<String> {
        let diagnostics = read_army(text).expect_err(text);
        assert!(
            diagnostics.iter().all(|diagnostic| diagnostic.source == "list.toml" && diagnostic.span.is_some()),
            "{diagnostics:#?}"
        );
        diagnostics.into_iter().map(|diagnostic| diagnostic.rule.unwrap_or(diagnostic.message)).collect()
    }

    fn setting(name: &str, value: &str) -> (Rules, Vec<Override>) {
        let change = Override { key: format!("rules.{name}"), value: value.into() };
        (Rules::read(&Codex::built_in(), std::slice::from_ref(&change)).unwrap(), vec![change])
    }

    #[test]
    fn every_reference_list_musters_with_the_rulebook_s_units_and_costs() {
        let expected = [
            ("strict-1", ListMode::Strict, 5, 675.0),
            ("std-ab", ListMode::Strict, 10, 1310.0),
            ("strict-3", ListMode::Strict, 15, 1900.0),
            ("strict-4", ListMode::Strict, 20, 2590.0),
            ("strict-5", ListMode::Strict, 25, 3255.0),
            ("strict-2f", ListMode::Strict, 13, 2270.0),
            ("strict-5f", ListMode::Strict, 28, 4215.0),
            ("free-cd", ListMode::Free, 10, 1280.0),
            ("free-de", ListMode::Free, 10, 1355.0),
            ("free-be", ListMode::Free, 10, 1300.0),
            ("heavy-weapons", ListMode::Free, 10, 1395.0),
            ("close-assault", ListMode::Free, 10, 1185.0),
            ("hard-to-kill", ListMode::Free, 10, 1275.0),
            ("no-chiefs", ListMode::Free, 10, 1285.0),
            ("rifle-10", ListMode::Free, 10, 1000.0),
            ("rifle-13", ListMode::Free, 13, 1300.0),
            ("rifle-16", ListMode::Free, 16, 1600.0),
            ("mech-alpha", ListMode::Free, 8, 1635.0),
        ];
        let lists = built_in();
        assert_eq!(lists.len(), expected.len());
        for (list, (key, mode, units, cost)) in lists.iter().zip(expected) {
            assert_eq!(list.name, format!("armies/dogfaces/{key}.toml"));
            let roster = Roster::read(&Codex::built_in(), &Rules::default(), list).unwrap();
            assert_eq!((roster.own.mode, roster.units.len(), roster.cost), (mode, units, cost), "{key}");
        }
    }

    #[test]
    fn each_check_of_a_list_has_its_name() {
        for (text, rules) in [
            ("", vec!["empty-list"]),
            ("teams = []\n[units]", vec!["empty-list"]),
            ("teams = [\"alhpa\"]", vec!["unknown-team"]),
            ("mode = \"free\"\n[units]\nandi = 1", vec!["unknown-unit"]),
            ("teams = [\"alpha\", \"alpha\"]", vec!["duplicate-unit"]),
            ("mode = \"free\"\nteams = [\"alpha\"]\nunits = { andy = 1 }", vec!["duplicate-unit"]),
            ("mode = \"free\"\n[units]\nandy = 2", vec!["duplicate-unit"]),
            ("teams = [\"alpha\", \"charlie\"]", vec!["teams-out-of-order"]),
            ("teams = [\"bravo\"]", vec!["teams-out-of-order"]),
            ("mode = \"strict\"\n[units]\nandy = 1\nbrett = 1", vec!["partial-team"]),
            ("[units]\nandy = 2", vec!["duplicate-unit"]),
            ("teams = [\"alpha\", \"bravo\"]\n[units]\nlcv-1 = 1", vec!["partial-team"]),
            ("teams = [\"foxtrot\"]", vec!["foxtrot-alone"]),
            ("teams = [\"alpha\"]\n[units]\nrifleman = 1", vec!["not-a-team-unit"]),
            ("teams = [\"alpha\", \"foxtrot\"]\nmounted = { mcv-1 = [\"andy\"] }", vec!["bad-mount"]),
            ("teams = [\"alpha\", \"foxtrot\"]\nmounted = { andy = [\"ernie\"] }", vec!["bad-mount"]),
            (
                "teams = [\"alpha\", \"foxtrot\"]\nmounted = { lcv-1 = [\"andy\", \"dave\", \"ernie\"] }",
                vec!["bad-mount"],
            ),
            ("teams = [\"alpha\", \"foxtrot\"]\nmounted = { lcv-1 = [\"lcv-2\"] }", vec!["bad-mount"]),
            ("teams = [\"alpha\", \"foxtrot\"]\nmounted = { lcv-1 = [\"frank\"] }", vec!["bad-mount"]),
            (
                "teams = [\"alpha\", \"foxtrot\"]\nmounted = { lcv-1 = [\"andy\"], lcv-2 = [\"andy\"] }",
                vec!["bad-mount"],
            ),
            ("teams = [\"alpha\"]\nmounted = { lcv-1 = [\"andy\"] }", vec!["bad-mount"]),
            ("teams = [\"alpha\", \"foxtrot\"]\nmounted = { lcv-3 = [\"andy\"] }", vec!["unknown-unit"]),
            ("mode = \"free\"\ncost-limit = 999\n[units]\nrifleman = 10", vec!["over-cost"]),
            ("cost-limit = 9999\nteams = [\"alpha\"]", vec!["only a free list has a cost limit"]),
            ("mode = \"free\"\n[units]\nrifleman = 65", vec!["a side has 64 units at most, this one 65"]),
            ("mode = \"free\"\n[units]\nrifleman = 0", vec!["expected a whole number from 1 to 10000, found 0"]),
            ("teams = [\"alpha\"]\nteam = 1", vec!["unknown key `team` in the list"]),
            // Several at once.
            (
                "teams = [\"charly\", \"bravo\"]\n[units]\nlcv-1 = 1\nrifleman = 1",
                vec!["unknown-team", "not-a-team-unit", "partial-team", "teams-out-of-order"],
            ),
        ] {
            assert_eq!(broken(text), rules, "{text}");
        }
    }

    #[test]
    fn df_arm_09_a_free_list_over_its_limit_plays_where_it_is_only_told() {
        let list = "mode = \"free\"\ncost-limit = 999\n[units]\nrifleman = 10";
        let told = muster_under(&Rules { over_points: OverPoints::Told, ..Rules::default() }, list).unwrap();
        assert_eq!(told.warnings, ["the list costs 1000 points, 1 above its limit [over-cost]"]);
    }

    #[test]
    fn df_arm_06_the_codex_says_how_often_a_named_unit_may_stand() {
        let twice = Override { key: "codex.numbers.max-copies".to_owned(), value: 2.into() };
        let codex = Codex::read(&Codex::source(), &[twice]).unwrap();
        let read = |mode: &str, andies: u32| {
            let text = format!(
                "name = \"x\"\nruleset = \"dogfaces\"\nmode = \"{mode}\"\nteams = [\"alpha\"]\n[units]\nandy = {andies}"
            );
            Roster::read(&codex, &Rules::default(), &source(&text)).map_err(|diagnostics| diagnostics[0].rule.clone())
        };
        assert_eq!(read("free", 1).unwrap().units.len(), 6);
        assert_eq!(read("free", 2).unwrap_err().as_deref(), Some("duplicate-unit"));
        assert_eq!(read("strict", 1).unwrap_err().as_deref(), Some("duplicate-unit"));
    }

    #[test]
    fn diagnostics_point_at_the_word_and_know_the_right_one() {
        let text = "name = \"x\"\nruleset = \"dogfaces\"\nteams = [\"alpha\", \"brava\"]";
        let diagnostics = Roster::read(&Codex::built_in(), &Rules::default(), &source(text)).unwrap_err();
        assert_eq!(&text[diagnostics[0].span.clone().unwrap()], "\"brava\"");
        assert_eq!(diagnostics[0].nearest.as_deref(), Some("bravo"));
    }

    #[test]
    fn df_arm_03_free_team_order_permits_any_foot_teams() {
        let (free, _) = setting("team-order", "free");
        assert_eq!(muster_under(&free, "teams = [\"alpha\", \"charlie\"]").unwrap().units.len(), 10);
        assert!(read_army("teams = [\"bravo\", \"alpha\"]").is_ok(), "the order of writing does not matter");
    }

    #[test]
    fn df_arm_04_vehicles_join_any_game() {
        let roster = read_army("teams = [\"foxtrot\", \"alpha\"]").unwrap();
        assert_eq!(roster.teams(&Codex::built_in()), 2);
        assert!(read_army("mode = \"free\"\nteams = [\"foxtrot\"]").is_ok());
    }

    #[test]
    fn df_arm_05_a_team_may_be_spelt_out() {
        let spelt = read_army("[units]\nernie = 1\ndave = 1\nchuck = 1\nbrett = 1\nandy = 1").unwrap();
        assert_eq!(spelt, read_army("teams = [\"alpha\"]").unwrap());
    }

    #[test]
    fn df_arm_02_two_lists_must_agree_unless_one_is_free() {
        let [alpha, standard] =
            ["teams = [\"alpha\"]", "teams = [\"alpha\", \"bravo\"]"].map(|t| read_army(t).unwrap());
        let rifles = read_army("mode = \"free\"\nunits = { rifleman = 5 }").unwrap();
        let default = (Rules::default(), vec![]);
        let meet = |(rules, overrides): &(Rules, Vec<Override>), mirrors: bool, lists: [&Roster; 2]| {
            let mut rules = rules.clone();
            settle_rosters(&mut rules, overrides, lists.iter().any(|list| list.is_free()));
            check_pair(&rules, mirrors, lists).map_err(|diagnostic| diagnostic.rule.unwrap())
        };
        let differ = Err("rosters-differ".to_owned());
        assert_eq!(meet(&default, true, [&alpha, &alpha]), Ok(()));
        assert_eq!(meet(&default, true, [&alpha, &standard]), differ);
        assert_eq!(meet(&default, false, [&alpha, &standard]), Ok(()));
        assert_eq!(meet(&setting("rosters", "free"), true, [&alpha, &standard]), Ok(()));
        assert_eq!(meet(&default, true, [&alpha, &rifles]), Ok(()));
        assert_eq!(meet(&setting("rosters", "mirrored"), true, [&alpha, &rifles]), differ);
        assert_eq!(meet(&setting("rosters", "mirrored"), true, [&rifles, &rifles]), Ok(()));
    }

    #[test]
    fn riders_are_found_among_the_units_of_the_list() {
        let text =
            "mode = \"free\"\nmounted = { lcv-2 = [\"rifleman\", \"rifleman\"] }\nunits = { rifleman = 3, lcv-2 = 1 }";
        let roster = read_army(text).unwrap();
        assert_eq!(roster.own.mounted, [(1, 0), (2, 0)]);
        let (no, _) = setting("setup-mounted", "no");
        assert_eq!(muster_under(&no, text).unwrap_err()[0].rule.as_deref(), Some("bad-mount"));
        let room = |soldiers, vehicles, all| Room { soldiers, vehicles, all };
        let check = |zones, hexes| roster.check_room(&Codex::built_in(), zones, hexes).map_err(|no| no.message);
        assert_eq!(check(1, room(1, 1, 2)), Ok(()));
        assert_eq!(check(2, room(2, 2, 2)), Ok(()));
        let refused = |units: &str, hexes| {
            Err(format!("the list has {units} to set up in one place, the map has room for {hexes}"))
        };
        assert_eq!(check(2, room(1, 1, 1)), refused("2 units", 1));
        assert_eq!(check(1, room(1, 1, 1)), refused("2 units", 1));
        assert_eq!(check(1, room(3, 0, 3)), refused("1 vehicles", 0));
        assert_eq!(check(1, room(0, 3, 3)), refused("1 soldiers", 0));
    }

    #[test]
    fn decapitation_needs_a_leader_on_foot() {
        let codex = Codex::built_in();
        let leaders = "mode = \"free\"\nunits = { vic = 1 }";
        let vehicles = "mode = \"free\"\nteams = [\"foxtrot\"]";
        assert_eq!(read_army(leaders).unwrap().check_leader(&codex), Ok(()));
        assert_eq!(read_army(vehicles).unwrap().check_leader(&codex).unwrap_err().rule.as_deref(), Some("no-leader"));
    }

    #[test]
    fn the_summary_counts_unit_types() {
        let codex = Codex::built_in();
        let army = read_army("mode = \"free\"\nunits = { rifleman = 3, dave = 1 }").unwrap().summary(&codex);
        assert_eq!(army.units, [("dave".to_owned(), 1), ("rifleman".to_owned(), 3)]);
        assert_eq!(army.cost, 470.0);
    }
}
