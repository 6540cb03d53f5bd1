//! A cell made ready, and engagements played in it.

use std::sync::{Arc, OnceLock};

use super::any_player::AnyPlayer;
use super::army::{self, Roster};
use super::battlefield::{self, Battlefield};
use super::codex::Codex;
use super::deployment::{Zone, room, zones};
use super::doctrine_book::{DoctrineBook, Policy};
use super::field::Field;
use super::ledger::LEDGER;
use super::odds::Odds;
use super::rules::Rules;
use super::scenarios::Scenario;
use super::state::{Battle, Lineup, Setup};
use crate::dice::{Address, Dice, Purpose, Seat};
use crate::game::{
    CellSetup, CodexFile, Diagnostic, Diagnostics, GameRecord, GameSetup, Points, Seating, Side, Source, Verdict,
};

/// A cell of an experiment, ready to be played.
#[derive(Debug)]
pub struct DogfacesCell {
    /// One setup a map; pairs take them in turn.
    setups: Arc<[Setup]>,
    rosters: [Roster; 2],
    /// Unit types of each list.
    names: [Vec<String>; 2],
    scripts: [Policy; 2],
}

/// Makes a cell for two lists ready, or says everything that is wrong with it.
pub fn prepare(cell: &CellSetup, lists: &[Source; 2]) -> Result<DogfacesCell, Diagnostics> {
    let codex = Codex::read(&cell.codex, &cell.overrides)?;
    let mut rules = Rules::read(&codex, &cell.overrides)?;
    let book = DoctrineBook::read(&cell.doctrine_book, &cell.overrides)?;
    let mut faults = Diagnostics::new();
    let scenario = Scenario::find(&cell.scenario);
    if scenario.is_none() {
        faults.push(Diagnostic::unknown("scenario", &cell.scenario, Scenario::ALL.map(Scenario::key)));
    }
    let mut take = |result: Result<Roster, Diagnostics>| result.map_err(|found| faults.extend(found)).ok();
    let first = take(Roster::read(&codex, &rules, &lists[0]));
    let second = take(Roster::read(&codex, &rules, &lists[1]));
    let scripts = [0, 1].map(|list| book.script(&cell.doctrines[list]));
    let (Some(scenario), Some(first), Some(second)) = (scenario, first, second) else {
        faults.extend(scripts.into_iter().filter_map(Result::err));
        return Err(faults);
    };
    let rosters = [first, second];
    army::settle_rosters(&mut rules, &cell.overrides, rosters.iter().any(Roster::is_free));
    let [script_a, script_b] = scripts;
    let scripts = match (script_a, script_b) {
        (Ok(a), Ok(b)) => [a, b],
        (a, b) => return Err([a.err(), b.err()].into_iter().flatten().collect()),
    };
    let codex = Arc::new(codex);
    let table = table(cell, &codex, scenario, &rosters);
    let cap = cap(&codex, &rules, scenario, &rosters);
    let setups = lay_tables(cell, &table, &codex, &rules, scenario, cap)?;
    DogfacesCell::new(cell, setups, rosters, scripts)
}

/// The table of a cell: the one that is named, or the usual one for lists of this size.
pub(super) fn table(cell: &CellSetup, codex: &Codex, scenario: Scenario, rosters: &[Roster; 2]) -> Source {
    cell.battlefield.clone().unwrap_or_else(|| {
        let vehicles = rosters.iter().any(|roster| roster.has_vehicles(codex));
        let on_foot = rosters.iter().map(|roster| roster.on_foot(codex)).max().unwrap_or(0);
        let name = battlefield::usual(scenario.key(), on_foot, vehicles);
        battlefield::built_in(name).expect("the usual battlefields are built in")
    })
}

/// The last turn of a game between lists of this size.
pub(super) fn cap(codex: &Codex, rules: &Rules, scenario: Scenario, rosters: &[Roster; 2]) -> u16 {
    scenario.cap(rules, rosters.iter().map(|roster| roster.teams(codex)).max().unwrap_or(1))
}

/// Compiles the maps of a table.
pub(super) fn lay_tables(
    cell: &CellSetup,
    table: &Source,
    codex: &Arc<Codex>,
    rules: &Rules,
    scenario: Scenario,
    cap: u16,
) -> Result<Arc<[Setup]>, Diagnostics> {
    let blame = |fault: Diagnostic| vec![fault.within(&table.name)];
    let maps = Battlefield::read(table, codex)?.maps(codex, cell.seed).map_err(blame)?;
    let odds = Arc::new(Odds::new(codex, rules));
    maps.iter()
        .map(|map| {
            let field = Field::compile(map, codex, rules).map_err(blame)?;
            let (codex, odds) = (Arc::clone(codex), Arc::clone(&odds));
            Ok(Setup { codex, rules: rules.clone(), field, odds, scenario, cap, survey: OnceLock::new() })
        })
        .collect()
}

impl DogfacesCell {
    /// Two lists on tables that have been laid.
    ///
    /// # Errors
    /// Everything that keeps these lists from meeting there.
    pub(super) fn new(
        cell: &CellSetup,
        setups: Arc<[Setup]>,
        rosters: [Roster; 2],
        scripts: [Policy; 2],
    ) -> Result<Self, Diagnostics> {
        check_lists(cell, &setups, &rosters)?;
        let codex = &setups[0].codex;
        let names = [0, 1].map(|list: usize| {
            rosters[list].units.iter().map(|kind| codex.profiles[usize::from(*kind)].name.clone()).collect()
        });
        Ok(Self { setups, rosters, names, scripts })
    }
}

/// The checks of lists that need the other list, the scenario or the table.
fn check_lists(cell: &CellSetup, setups: &[Setup], rosters: &[Roster; 2]) -> Result<(), Diagnostics> {
    let setup = &setups[0];
    let mut faults = Diagnostics::new();
    let mirrors = setup.scenario.mirrors_rosters();
    if setup.scenario == Scenario::SeizeAndHold && setups.iter().any(|setup| setup.field.objectives.is_empty()) {
        let fault = Diagnostic::new("the scenario `seize-and-hold` needs a map with objectives, this one has none");
        let source = cell.battlefield.as_ref().map_or("", |source| source.name.as_str());
        faults.push(fault.within(source).rule("DF-SCN-02"));
    }
    faults.extend(army::check_pair(&setup.rules, mirrors, [&rosters[0], &rosters[1]]).err());
    for (list, roster) in rosters.iter().enumerate() {
        let vehicles = roster.has_vehicles(&setup.codex);
        let foes = rosters[1 - list].on_the_ground();
        let cramped = Side::BOTH.into_iter().find_map(|side| {
            let hexes = setups.iter().map(|setup| room(setup, side, vehicles, foes)).min().unwrap_or(0);
            roster.check_room(zones(setup.scenario, side), hexes).err()
        });
        faults.extend(cramped);
        if setup.scenario == Scenario::Decapitation {
            faults.extend(roster.check_leader(&setup.codex).err());
        }
        faults.extend(check_mounted(setup.scenario, roster).err());
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// The riders of a list have to set up where their vehicles do; each list plays both sides.
fn check_mounted(scenario: Scenario, roster: &Roster) -> Result<(), Diagnostic> {
    let apart = |side: Side, (rider, carrier): (u8, u8)| {
        let zone = |place: u8| Zone::of(scenario, side, usize::from(place), roster.units.len());
        zone(rider) != zone(carrier)
    };
    let parted = |pair: &(u8, u8)| Side::BOTH.into_iter().any(|side| apart(side, *pair));
    if !roster.mounted.iter().any(parted) {
        return Ok(());
    }
    let message = format!("in `{}` a rider and its vehicle set up on different edges", scenario.key());
    Err(Diagnostic::new(message).within(&roster.source).rule("bad-mount"))
}

impl GameSetup for DogfacesCell {
    type Battle<'v> = Battle<'v>;
    type AnyPlayer<'v> = AnyPlayer<'v>;

    fn tables(&self) -> usize {
        self.setups.len()
    }

    fn new_game(&self, table: usize) -> (Battle<'_>, [AnyPlayer<'_>; 2]) {
        let setup = &self.setups[table];
        (Battle::empty(setup), [0, 1].map(|list: usize| AnyPlayer::new(&self.scripts[list], setup)))
    }

    /// Who moves first, as the scenario says or as is drawn.
    fn first(&self, table: usize, address: Address) -> Side {
        let setup = &self.setups[table];
        let drawn = || Side::BOTH[address.open(Seat::Environment, Purpose::Setup, 0).pick(2) as usize];
        setup.scenario.first(&setup.rules).unwrap_or_else(drawn)
    }

    fn begin<'v>(&'v self, battle: &mut Battle<'v>, players: &mut [AnyPlayer<'v>; 2], seating: Seating) {
        let roster = |side: Side| &self.rosters[seating.list(side)];
        battle.restart(&Lineup {
            units: [&roster(Side::A).units, &roster(Side::B).units],
            mounted: [&roster(Side::A).mounted, &roster(Side::B).mounted],
            first: seating.first,
        });
        players.iter_mut().for_each(AnyPlayer::restart);
    }

    fn record(&self, battle: &Battle<'_>, verdict: Verdict, seating: Seating) -> GameRecord {
        let thousandths = |value: f64| (value * 1000.0).round() as Points;
        let fielded = |side: Side| {
            let units = &self.rosters[seating.list(side)].units;
            thousandths(units.iter().map(|kind| battle.setup.codex.profiles[usize::from(*kind)].cost).sum())
        };
        let alive = |side: Side| (battle.force(side).alive | battle.force(side).saved).count_ones() as u16;
        GameRecord {
            result: seating.result(verdict),
            ending: verdict.ending,
            turns: battle.turn,
            fielded: seating.by_list(fielded),
            lost: seating.by_list(|side| fielded(side) - thousandths(battle.value(side))),
            units: seating.by_list(|side| u16::from(battle.force(side).size)),
            alive: seating.by_list(alive),
            ..GameRecord::default()
        }
    }

    fn is_mirror(&self) -> bool {
        let [one, other] = &self.rosters;
        (&one.units, &one.mounted) == (&other.units, &other.mounted) && self.scripts[0] == self.scripts[1]
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
        format!("Side A (south): {a}. Side B (north): {b}.")
    }
}
