//! A cell of an experiment: its table, how games begin and what they leave behind.

use std::sync::Arc;

use super::Dogma;
use super::army::{ListTerms, MOST_ELEMENTS, Roster};
use super::battlefield::Battlefield;
use super::choices::Choice;
use super::codex::{Codex, Scenario, Size};
use super::doctrine::ScriptedPlayer;
use super::doctrine_book::Weights;
use super::generator;
use super::invariants;
use super::ledger::LEDGER;
use super::rules::{Aggressor, Rules, TerrainPolicy};
use super::setup::{RollOff, roll_off};
use super::state::{Battle, Lineup, Setup};
use super::terrain::{Limits, Terrain};
use crate::dice::{Address, Purpose, Seat, SeededDice};
use crate::game::switches::Value;
use crate::game::{
    Armies, CellGenerator, CellParts, CellSetup, Diagnostic, Diagnostics, Override, Playable, Points, Purchase,
    RandomList, Remains, RuleAtom, ScenarioDoctrine, Side, Source, StateWords, Tables, TurnPhase,
};

/// The scenario that the aggressor rolls.
pub const ROLLED: &str = "roll";

/// Key of the override that says who places terrain.
const POLICY: &str = "rules.terrain-policy";

impl Playable for Dogma {
    type Codex = Codex;
    type Rules = Rules;
    type Scenario = Option<Scenario>;
    type Own = ListTerms;
    type Weights = Weights;
    /// Points that are played for.
    type Scale = u32;
    type Setup = Setup;
    type Battle<'s> = Battle<'s>;
    type Script<'s> = ScriptedPlayer;

    const LEDGER: &'static [RuleAtom] = LEDGER;
    const STATES: StateWords = super::scenarios::STATES;
    const PHASES: &'static [TurnPhase] = super::state::PHASES;
    const SCENARIOS: &'static [(&'static str, Option<Scenario>, &'static str)] = &[
        ("exterminate", Some(Scenario::Exterminate), "destroy half the enemy Force"),
        ("regicide", Some(Scenario::Regicide), "destroy the enemy Commander"),
        (
            "invasion",
            Some(Scenario::Invasion),
            "the aggressor brings a third of his Force off the enemy edge; the opponent stops him",
        ),
        ("king-of-the-hill", Some(Scenario::KingOfTheHill), "hold the centre through an enemy turn"),
        ("capture-the-flag", Some(Scenario::CaptureTheFlag), "take the flag of the enemy's bearer"),
        ("control", Some(Scenario::Control), "hold the central marker and the own one in the enemy half"),
        (ROLLED, None, "the aggressor rolls one of the six"),
    ];
    const LIST: &'static str = "Force";

    fn rules(_: &Codex, overrides: &[Override]) -> Result<Rules, Diagnostics> {
        Rules::read(overrides)
    }

    fn read_roster(codex: &Codex, rules: &Rules, list: &Source) -> Result<Roster, Diagnostics> {
        Roster::read(codex, rules, list)
    }

    /// Random Forces play for the mean budget, whatever each of them has.
    fn scale(cell: &CellParts<Self>, rosters: Option<&[Roster; 2]>) -> Option<u32> {
        match cell.setup.armies {
            Armies::Random(lists) => Some(lists.budget.round().max(1.0) as u32),
            Armies::Written(_) => rosters.map(|[a, b]| a.points_limit().max(b.points_limit())),
        }
    }

    fn lay_tables(cell: &CellParts<Self>, points: &u32) -> Result<Tables<Setup>, Diagnostics> {
        let (mut rules, size) = (cell.rules.clone(), table_for(&cell.codex, *points));
        let terrain = lay_table(&cell.setup, &mut rules, &size)?;
        let setup = Setup::new(Arc::clone(&cell.codex), rules, size, *points, cell.scenario, terrain);
        Ok(Tables::Laid(Arc::new([setup])))
    }

    /// As the list has them, whoever is named first.
    fn doctrines_by_scenario(_: &Codex, roster: &Roster) -> Vec<ScenarioDoctrine> {
        let each = roster
            .own
            .doctrines
            .iter()
            .flat_map(|(scenario, doctrine)| [0, 1].map(|place| (*scenario, doctrine, place)));
        let here = |(scenario, doctrine, place): (Scenario, &String, usize)| ScenarioDoctrine {
            scenario: scenario.key(),
            place,
            doctrine: doctrine.clone(),
        };
        each.map(here).collect()
    }

    /// Doctrines are chosen for a list: they make no other list of it.
    fn alike(one: &Roster, other: &Roster) -> bool {
        let terms = |roster: &Roster| ListTerms { doctrines: Vec::new(), ..roster.own.clone() };
        one.units == other.units && terms(one) == terms(other)
    }

    fn most_copies(_: &Codex, _: usize) -> u8 {
        MOST_ELEMENTS as u8
    }

    fn extras(_: &Codex, rules: &Rules) -> Vec<Purchase> {
        generator::dogmas_for_sale(rules)
    }

    fn extras_of(_: &Codex, roster: &Roster) -> Vec<(String, u32)> {
        roster.own.dogmas.iter().map(|dogma| (dogma.key().to_owned(), 1)).collect()
    }

    fn draw_list(market: &CellGenerator<Self>, budget: Points, dice: &mut SeededDice) -> RandomList {
        generator::draw(market, budget, dice)
    }

    fn new_game(setup: &Setup) -> Battle<'_> {
        Battle::empty(setup)
    }

    fn script(_: &Setup, weights: &Weights) -> ScriptedPlayer {
        ScriptedPlayer::new(*weights)
    }

    fn retune(_: &Setup, script: &mut ScriptedPlayer, weights: &Weights) {
        script.retune(*weights);
    }

    /// The aggressor has the first seat: the dice of his roll-off are looked at beforehand. The game throws them again, from
    /// the same stream.
    fn first(setup: &Setup, address: Address) -> Side {
        match setup.rules.aggressor {
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

    fn begin(battle: &mut Battle<'_>, rosters: [&Roster; 2], _: Side) {
        battle.restart(&lineup(rosters));
    }

    fn check_state(battle: &Battle<'_>) {
        invariants::check_state(battle);
    }

    fn check_change(before: &Battle<'_>, choice: Choice, after: &Battle<'_>) {
        if matches!(choice, Choice::Move { .. } | Choice::March { .. }) {
            invariants::check_distances(before, after);
        }
    }

    fn remains(battle: &Battle<'_>, _: &Roster, side: Side) -> Remains {
        let force = battle.force(side);
        Remains {
            fielded: battle.fielded(side),
            left: battle.value_alive(side),
            units: u16::from(force.size),
            alive: (force.present() | force.exited).len() as u16,
        }
    }
}

/// Two lists, by side, as a game begins with them.
#[must_use]
pub fn lineup<'a>([a, b]: [&'a Roster; 2]) -> Lineup<'a> {
    Lineup {
        units: [&a.units, &b.units],
        commanders: [a.own.commander, b.own.commander],
        dogmas: [a.own.dogmas, b.own.dogmas],
        plans: [&a.own.plan, &b.own.plan],
    }
}

/// The terrain of a cell where a map fixes it; otherwise the rules say who places it. A battlefield that is named decides, and
/// rules that say otherwise are refused.
fn lay_table(cell: &CellSetup, rules: &mut Rules, size: &Size) -> Result<Option<Terrain>, Diagnostics> {
    let Some(source) = &cell.battlefield else {
        return match rules.terrain_policy {
            TerrainPolicy::Fixed => {
                let diagnostic = Diagnostic::new("`terrain-policy = fixed` needs a battlefield with a map");
                Err(vec![diagnostic.rule("R-13")])
            }
            _ => Ok(None),
        };
    };
    let battlefield = Battlefield::read(source, &Limits::from(&*rules))?;
    let (policy, terrain) = battlefield.ground(size).map_err(|diagnostic| vec![diagnostic.within(&source.name)])?;
    let asked = cell.overrides.iter().any(|change| change.key == POLICY);
    if asked && rules.terrain_policy != policy {
        let message = format!("the battlefield `{}` says itself who places terrain", battlefield.name);
        let diagnostic = Diagnostic::new(message).within(&format!("override `{POLICY}`"));
        return Err(vec![diagnostic.allowing([Value::write(&policy)]).rule("R-13")]);
    }
    rules.terrain_policy = policy;
    Ok(terrain)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Address;
    use crate::game::{Armies, Override, Ruleset};
    use crate::rulesets::dogma::Dogma;
    use crate::rulesets::dogma::battlefield::built_in;

    /// What is wrong with the standard game on a battlefield, by these rules.
    fn diagnostics(battlefield: Source, rules: &[(&str, toml::Value)]) -> Vec<(String, String)> {
        let (_, cell) = Dogma.benchmark().cells.remove(0);
        let change =
            |(key, value): &(&str, toml::Value)| Override { key: format!("rules.{key}"), value: value.clone() };
        let overrides = rules.iter().map(change).collect();
        let cell = CellSetup { battlefield: Some(battlefield), overrides, ..cell };
        let diagnostics = Dogma.prepare(&cell).err().unwrap_or_default();
        diagnostics.into_iter().map(|diagnostic| (diagnostic.source, diagnostic.message)).collect()
    }

    #[test]
    fn r_13_no_rule_and_battlefield_say_different_things() {
        let on = |name: &str, policy: &str| diagnostics(built_in(name).unwrap(), &[("terrain-policy", policy.into())]);
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
        let told = |rules: &[(&str, toml::Value)]| diagnostics(crowded.clone(), rules);
        let diagnostic = |message: &str| ("map.toml".to_owned(), message.to_owned());
        assert_eq!(told(&[]), [diagnostic("the feature is too wide")]);
        let wider = ("max-feature-diameter", 7.into());
        assert_eq!(told(std::slice::from_ref(&wider)), [diagnostic("the feature is too near to another one")]);
        assert_eq!(told(&[wider, ("min-feature-gap", 1.into())]), []);
        let narrow = map("{ kind = 'hill', centre = [5, 5], diameter = 1.5 }");
        assert_eq!(diagnostics(narrow.clone(), &[]), [diagnostic("the feature is too narrow")]);
        assert_eq!(diagnostics(narrow, &[("min-feature-diameter", 1.into())]), []);
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
