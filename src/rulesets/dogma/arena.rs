//! A cell made ready, and engagements played in it.

use std::sync::Arc;

use super::any_player::AnyPlayer;
use super::army::Roster;
use super::battlefield::Battlefield;
use super::codex::{Codex, Scenario, Size};
use super::doctrine_book::{DoctrineBook, Policy};
use super::ledger::LEDGER;
use super::rules::{Aggressor, Rules, TerrainPolicy};
use super::setup::{RollOff, roll_off};
use super::state::{Battle, Lineup, Setup};
use super::terrain::{Limits, Terrain};
use crate::dice::{Address, Purpose, Seat};
use crate::game::switches::Value;
use crate::game::{
    CellSetup, CodexFile, Diagnostic, Diagnostics, GameRecord, GameSetup, Listing, Seating, Side, Source, Verdict,
};

/// The scenario that the aggressor rolls.
pub const ROLLED: &str = "roll";

/// Key of the override that says who places terrain.
const POLICY: &str = "rules.terrain-policy";

/// A cell of an experiment, ready to be played.
#[derive(Debug)]
pub struct DogmaCell {
    /// One setup a table; pairs take them in turn.
    setups: Arc<[Setup]>,
    rosters: [Roster; 2],
    /// Unit types of each list.
    names: [Vec<String>; 2],
    scripts: [Policy; 2],
}

/// Makes a cell for two lists ready, or says everything that is wrong with it.
///
/// # Errors
/// Everything wrong with it.
pub fn prepare(cell: &CellSetup, lists: &[Source; 2]) -> Result<DogmaCell, Diagnostics> {
    let codex = Codex::read(&cell.codex, &cell.overrides)?;
    let mut rules = Rules::read(&cell.overrides)?;
    let book = DoctrineBook::read(&cell.doctrine_book, &cell.overrides)?;
    let mut faults = Diagnostics::new();
    let scenario = find_scenario(&cell.scenario).map_err(|fault| faults.push(fault)).ok();
    let mut take = |result: Result<Roster, Diagnostics>| result.map_err(|found| faults.extend(found)).ok();
    let first = take(Roster::read(&codex, &rules, &lists[0]));
    let second = take(Roster::read(&codex, &rules, &lists[1]));
    let mut script = |list: usize| book.script(&cell.doctrines[list]).map_err(|fault| faults.push(fault)).ok();
    let (script_a, script_b) = (script(0), script(1));
    let (Some(scenario), Some(first), Some(second)) = (scenario, first, second) else { return Err(faults) };
    let (Some(script_a), Some(script_b)) = (script_a, script_b) else { return Err(faults) };
    let points = first.points_limit.max(second.points_limit);
    let size = table_for(&codex, points);
    let terrain = lay_table(cell, &mut rules, &size)?;
    let setups = Arc::new([Setup::new(Arc::new(codex), rules, size, points, scenario, terrain)]);
    Ok(DogmaCell::new(setups, [first, second], [script_a, script_b]))
}

impl DogmaCell {
    /// Two lists on tables that have been laid.
    pub(super) fn new(setups: Arc<[Setup]>, rosters: [Roster; 2], scripts: [Policy; 2]) -> Self {
        let codex = &setups[0].codex;
        let names = rosters
            .each_ref()
            .map(|roster| roster.units.iter().map(|kind| codex.units[usize::from(*kind)].key.clone()).collect());
        Self { setups, rosters, names, scripts }
    }
}

/// The terrain of a cell where a map fixes it; otherwise the rules say who places it. A battlefield that is named decides, and
/// rules that say otherwise are refused.
pub(super) fn lay_table(cell: &CellSetup, rules: &mut Rules, size: &Size) -> Result<Option<Terrain>, Diagnostics> {
    let Some(source) = &cell.battlefield else {
        return match rules.terrain_policy {
            TerrainPolicy::Fixed => {
                let fault = Diagnostic::new("`terrain-policy = fixed` needs a battlefield with a map");
                Err(vec![fault.rule("R-13")])
            }
            _ => Ok(None),
        };
    };
    let battlefield = Battlefield::read(source, &Limits::from(&*rules))?;
    let (policy, terrain) = battlefield.ground(size).map_err(|fault| vec![fault.within(&source.name)])?;
    let asked = cell.overrides.iter().any(|change| change.key == POLICY);
    if asked && rules.terrain_policy != policy {
        let message = format!("the battlefield `{}` says itself who places terrain", battlefield.name);
        let fault = Diagnostic::new(message).within(&format!("override `{POLICY}`"));
        return Err(vec![fault.allowing([Value::write(&policy)]).rule("R-13")]);
    }
    rules.terrain_policy = policy;
    Ok(terrain)
}

/// The scenario of this key; none when it is to be rolled.
///
/// # Errors
/// When there is no such scenario.
pub fn find_scenario(key: &str) -> Result<Option<Scenario>, Diagnostic> {
    if key == ROLLED {
        return Ok(None);
    }
    let keys = Scenario::CHOICES.iter().map(|(key, _)| *key).chain([ROLLED]);
    match Scenario::CHOICES.iter().find(|(name, _)| *name == key) {
        Some((_, scenario)) => Ok(Some(*scenario)),
        None => Err(Diagnostic::unknown("scenario", key, keys)),
    }
}

/// The scenarios, described.
#[must_use]
pub fn scenarios() -> Vec<Listing> {
    let listing = |name: &str, about: &str| Listing { name: name.to_owned(), about: about.to_owned() };
    vec![
        listing("exterminate", "destroy half the enemy Force"),
        listing("regicide", "destroy the enemy Commander"),
        listing("invasion", "the aggressor brings a third of his Force off the enemy edge; the opponent stops him"),
        listing("king-of-the-hill", "hold the centre through an enemy turn"),
        listing("capture-the-flag", "take the flag of the enemy's bearer"),
        listing("control", "hold the central marker and the own one in the enemy half"),
        listing(ROLLED, "the aggressor rolls one of the six"),
    ]
}

/// The table for a game of `points` (DG-SET-01); beyond the largest, one that grows with them.
#[must_use]
pub fn table_for(codex: &Codex, points: u32) -> Size {
    let size = codex.size(points);
    if points <= size.points {
        return size.clone();
    }
    let blocks = points.div_ceil(24);
    Size {
        key: format!("{points} points"),
        points,
        width: 24.0 * f64::from(blocks),
        features: (2 + 2 * blocks) as u8,
        ..*size
    }
}

impl GameSetup for DogmaCell {
    type Battle<'v> = Battle<'v>;
    type AnyPlayer<'v> = AnyPlayer;

    fn tables(&self) -> usize {
        self.setups.len()
    }

    fn new_game(&self, table: usize) -> (Battle<'_>, [AnyPlayer; 2]) {
        let setup = &self.setups[table];
        (Battle::empty(setup), [0, 1].map(|list: usize| AnyPlayer::new(&self.scripts[list])))
    }

    /// The aggressor has the first seat: the dice of his roll-off are looked at beforehand. The game throws them again, from
    /// the same stream.
    fn first(&self, table: usize, address: Address) -> Side {
        match self.setups[table].rules.aggressor {
            Aggressor::First => Side::A,
            Aggressor::Second => Side::B,
            Aggressor::Roll => {
                let mut dice = address.open(Seat::Environment, Purpose::Initiative, 0);
                loop {
                    match roll_off(&mut dice) {
                        RollOff::First => break Side::A,
                        RollOff::Second => break Side::B,
                        RollOff::Tie => {}
                    }
                }
            }
        }
    }

    fn begin<'v>(&'v self, battle: &mut Battle<'v>, players: &mut [AnyPlayer; 2], seating: Seating) {
        let roster = |side: Side| &self.rosters[seating.list(side)];
        let (a, b) = (roster(Side::A), roster(Side::B));
        battle.restart(&Lineup {
            units: [&a.units, &b.units],
            commanders: [a.commander, b.commander],
            dogmas: [a.dogmas, b.dogmas],
            plans: [&a.plan, &b.plan],
        });
        players.iter_mut().for_each(AnyPlayer::restart);
    }

    fn record(&self, battle: &Battle<'_>, verdict: Verdict, seating: Seating) -> GameRecord {
        let fielded = |side: Side| battle.fielded(side);
        let left = |side: Side| battle.force(side).present() | battle.force(side).exited;
        GameRecord {
            result: seating.result(verdict),
            ending: verdict.ending,
            turns: battle.round,
            fielded: seating.by_list(fielded),
            lost: seating.by_list(|side| fielded(side) - battle.value_alive(side)),
            units: seating.by_list(|side| u16::from(battle.force(side).size)),
            alive: seating.by_list(|side| left(side).count_ones() as u16),
            ..GameRecord::default()
        }
    }

    fn is_mirror(&self) -> bool {
        let [one, other] = &self.rosters;
        (&one.units, one.commander, one.dogmas, &one.plan) == (&other.units, other.commander, other.dogmas, &other.plan)
            && self.scripts[0] == self.scripts[1]
    }

    fn rules(&self) -> usize {
        LEDGER.len()
    }

    fn list_name(&self, list: usize) -> &str {
        &self.rosters[list].name
    }

    fn units(&self, list: usize) -> &[String] {
        &self.names[list]
    }

    fn introduction(&self, [a, b]: [&str; 2]) -> String {
        format!("Side A: {a}. Side B: {b}.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Address;
    use crate::game::{Armies, Override, Ruleset};
    use crate::rulesets::dogma::Dogma;
    use crate::rulesets::dogma::battlefield::built_in;

    /// What is wrong with the standard game on a battlefield, by these rules.
    fn faults(battlefield: Source, rules: &[(&str, toml::Value)]) -> Vec<(String, String)> {
        let (_, cell) = Dogma.benchmark().cells.remove(0);
        let change =
            |(key, value): &(&str, toml::Value)| Override { key: format!("rules.{key}"), value: value.clone() };
        let overrides = rules.iter().map(change).collect();
        let cell = CellSetup { battlefield: Some(battlefield), overrides, ..cell };
        let faults = Dogma.prepare(&cell).err().unwrap_or_default();
        faults.into_iter().map(|fault| (fault.source, fault.message)).collect()
    }

    #[test]
    fn r_13_no_rule_and_battlefield_say_different_things() {
        let on = |name: &str, policy: &str| faults(built_in(name).unwrap(), &[("terrain-policy", policy.into())]);
        assert_eq!(on("hamlet", "fixed"), []);
        assert_eq!(on("random", "random"), []);
        let message = "the battlefield `hamlet` says itself who places terrain";
        assert_eq!(on("hamlet", "none"), [("override `rules.terrain-policy`".to_owned(), message.to_owned())]);
        assert_eq!(on("open", "random").len(), 1);
    }

    #[test]
    fn r_12_maps_keep_the_limits_of_the_rules() {
        let map = |features: &str| Source {
            name: "map.toml".to_owned(),
            text: format!("name = \"map\"\nruleset = \"dogma\"\ntable = [24, 24]\nfeatures = [{features}]"),
        };
        let crowded =
            map("{ kind = 'cover', centre = [5, 5], diameter = 7 }, { kind = 'hill', centre = [12, 5], diameter = 5 }");
        let told = |rules: &[(&str, toml::Value)]| faults(crowded.clone(), rules);
        let fault = |message: &str| ("map.toml".to_owned(), message.to_owned());
        assert_eq!(told(&[]), [fault("the feature is too wide")]);
        let wider = ("max-feature-diameter", 7.into());
        assert_eq!(told(std::slice::from_ref(&wider)), [fault("the feature is too near to another one")]);
        assert_eq!(told(&[wider, ("min-feature-gap", 1.into())]), []);
        let narrow = map("{ kind = 'hill', centre = [5, 5], diameter = 1.5 }");
        assert_eq!(faults(narrow.clone(), &[]), [fault("the feature is too narrow")]);
        assert_eq!(faults(narrow, &[("min-feature-diameter", 1.into())]), []);
    }

    #[test]
    fn dg_arm_01_a_trace_tells_the_points_that_the_lists_play_with() {
        let (_, cell) = Dogma.benchmark().cells.remove(0);
        let name = "armies/dogma/combined-arms-48.toml";
        let list = Dogma.armies().into_iter().find(|army| army.name == name).unwrap();
        let cell = CellSetup { armies: Armies::Written([list.clone(), list]), ..cell };
        let simulator = Dogma.prepare(&cell).unwrap();
        let battle = &simulator.narrate(Address { seed: 1, cell: 0, pair: 0 }, false).trace[0];
        assert_eq!(battle["rules"]["points-limit"], "48");
        assert_eq!(battle["table"]["size"], serde_json::json!([48.0, 24.0]));
    }

    #[test]
    fn dg_cmd_03_scripts_choose_no_move_that_costs_more_than_is_left() {
        let (_, cell) = Dogma.benchmark().cells.remove(0);
        for key in ["rules.move-cost-ip", "rules.group-move-cost-ip"] {
            let overrides = vec![Override { key: key.to_owned(), value: 2.into() }];
            let simulator = Dogma.prepare(&CellSetup { overrides, ..cell.clone() }).unwrap();
            for pair in 0..4 {
                let trace = simulator.narrate(Address { seed: 1, cell: 0, pair }, false).trace;
                assert_eq!(trace.last().unwrap()["event"], "verdict");
            }
        }
    }
}
