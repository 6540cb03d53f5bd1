//! A cell made ready, and engagements played in it.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::army::{self, Roster};
use super::battlefield::{self, Battlefield};
use super::codex::Codex;
use super::deployment::{Zone, room, zones};
use super::doctrine_book::{DoctrineBook, Script};
use super::events::Told;
use super::field::Field;
use super::ledger::LEDGER;
use super::mind::Mind;
use super::odds::Odds;
use super::rules::Rules;
use super::scenarios::Scenario;
use super::state::{Battle, Muster, Setup};
use crate::dice::{Address, Dice, Purpose, Seat, Streams};
use crate::game::{
    Arena, CellSetup, Chronicle, Engaged, Engagement, Fault, Faults, Gather, Narration, Points, Side, Tally, Teller,
    Verdict, engage,
};

/// A cell of an experiment, ready to be played.
#[derive(Debug)]
pub struct DogfacesArena {
    /// One setup a map; pairs take them in turn.
    setups: Vec<Setup>,
    rosters: [Roster; 2],
    /// Unit types of each list.
    names: [Vec<String>; 2],
    scripts: [Script; 2],
}

/// Makes a cell ready, or says everything that is wrong with it.
pub fn prepare(cell: &CellSetup) -> Result<DogfacesArena, Faults> {
    let codex = Codex::read(&cell.codex, &cell.overrides)?;
    let rules = Rules::read(&codex, &cell.overrides)?;
    let book = DoctrineBook::read(&cell.doctrine_book, &cell.overrides)?;
    let mut faults = Faults::new();
    let scenario = Scenario::find(&cell.scenario);
    if scenario.is_none() {
        faults.push(Fault::unknown("scenario", &cell.scenario, Scenario::ALL.map(Scenario::key)));
    }
    let mut take = |result: Result<Roster, Faults>| result.map_err(|found| faults.extend(found)).ok();
    let first = take(Roster::read(&codex, &rules, &cell.armies[0]));
    let second = take(Roster::read(&codex, &rules, &cell.armies[1]));
    let scripts = [0, 1].map(|list| book.script(&cell.doctrines[list]));
    let (Some(scenario), Some(first), Some(second)) = (scenario, first, second) else {
        faults.extend(scripts.into_iter().filter_map(Result::err));
        return Err(faults);
    };
    let rosters = [first, second];
    let [script_a, script_b] = scripts;
    let scripts = match (script_a, script_b) {
        (Ok(a), Ok(b)) => [a, b],
        (a, b) => return Err([a.err(), b.err()].into_iter().flatten().collect()),
    };
    let setups = lay_tables(cell, &Arc::new(codex), &rules, scenario, &rosters)?;
    check_lists(cell, &setups, &rosters)?;
    let codex = &setups[0].codex;
    let names = [0, 1].map(|list: usize| {
        rosters[list].units.iter().map(|kind| codex.profiles[usize::from(*kind)].name.clone()).collect()
    });
    Ok(DogfacesArena { setups, rosters, names, scripts })
}

/// Compiles the tables of a cell.
fn lay_tables(
    cell: &CellSetup,
    codex: &Arc<Codex>,
    rules: &Rules,
    scenario: Scenario,
    rosters: &[Roster; 2],
) -> Result<Vec<Setup>, Faults> {
    let vehicles = rosters.iter().any(|roster| roster.has_vehicles(codex));
    let on_foot = rosters.iter().map(|roster| roster.on_foot(codex)).max().unwrap_or(0);
    let teams = rosters.iter().map(|roster| roster.teams(codex)).max().unwrap_or(1);
    let source = match &cell.battlefield {
        Some(source) => source.clone(),
        None => {
            let name = battlefield::usual(scenario.key(), on_foot, vehicles);
            battlefield::built_in(name).expect("the usual battlefields are built in")
        }
    };
    let blame = |fault: Fault| vec![fault.within(&source.name)];
    let maps = Battlefield::read(&source, codex)?.maps(codex, cell.seed).map_err(blame)?;
    let odds = Arc::new(Odds::new(codex, rules));
    let cap = scenario.cap(rules, teams);
    maps.iter()
        .map(|map| {
            let field = Field::compile(map, codex, rules).map_err(blame)?;
            let (codex, odds) = (Arc::clone(codex), Arc::clone(&odds));
            Ok(Setup { codex, rules: rules.clone(), field, odds, scenario, cap, survey: OnceLock::new() })
        })
        .collect()
}

/// The checks of lists that need the other list, the scenario or the table.
fn check_lists(cell: &CellSetup, setups: &[Setup], rosters: &[Roster; 2]) -> Result<(), Faults> {
    let setup = &setups[0];
    let mut faults = Faults::new();
    let mirrors = setup.scenario.mirrors_rosters();
    if setup.scenario == Scenario::SeizeAndHold && setups.iter().any(|setup| setup.field.objectives.is_empty()) {
        let fault = Fault::new("the scenario `seize-and-hold` needs a map with objectives, this one has none");
        let source = cell.battlefield.as_ref().map_or("", |source| source.name.as_str());
        faults.push(fault.within(source).breaks("DF-SCN-02"));
    }
    faults.extend(army::check_pair(&setup.rules, &cell.overrides, mirrors, [&rosters[0], &rosters[1]]).err());
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
fn check_mounted(scenario: Scenario, roster: &Roster) -> Result<(), Fault> {
    let apart = |side: Side, (rider, carrier): (u8, u8)| {
        let zone = |place: u8| Zone::of(scenario, side, usize::from(place), roster.units.len());
        zone(rider) != zone(carrier)
    };
    let parted = |pair: &(u8, u8)| Side::BOTH.into_iter().any(|side| apart(side, *pair));
    if !roster.mounted.iter().any(parted) {
        return Ok(());
    }
    let message = format!("in `{}` a rider and its vehicle set up on different edges", scenario.key());
    Err(Fault::new(message).within(&roster.source).breaks("bad-mount"))
}

/// Who plays which side in one engagement.
#[derive(Clone, Copy, Debug)]
struct Seating {
    /// The side that moves first.
    first: Side,
    /// The list that plays side A.
    list_of_a: usize,
}

impl Seating {
    /// The list that plays `side`.
    fn list(self, side: Side) -> usize {
        match side {
            Side::A => self.list_of_a,
            Side::B => 1 - self.list_of_a,
        }
    }

    /// The side that `list` plays.
    fn side(self, list: usize) -> Side {
        if list == self.list_of_a { Side::A } else { Side::B }
    }
}

impl DogfacesArena {
    fn setup(&self, pair: u64) -> &Setup {
        &self.setups[(pair % self.setups.len() as u64) as usize]
    }

    /// Draws who moves first and seats the lists: the first-named one has the first seat unless `swapped`.
    fn seat(&self, setup: &Setup, address: Address, swapped: bool) -> Seating {
        let drawn = || {
            let coin = address.open(Seat::Environment, Purpose::Setup, 0).pick(2);
            Side::BOTH[coin as usize]
        };
        let first = setup.scenario.first(&setup.rules).unwrap_or_else(drawn);
        let list_in_first_seat = usize::from(swapped);
        let list_of_a = if first == Side::A { list_in_first_seat } else { 1 - list_in_first_seat };
        Seating { first, list_of_a }
    }

    fn muster(&self, seating: Seating) -> Muster<'_> {
        let roster = |side: Side| &self.rosters[seating.list(side)];
        Muster {
            units: [&roster(Side::A).units, &roster(Side::B).units],
            mounted: [&roster(Side::A).mounted, &roster(Side::B).mounted],
            first: seating.first,
        }
    }

    fn minds<'s>(&self, setup: &'s Setup) -> [Mind<'s>; 2] {
        [0, 1].map(|list: usize| Mind::new(&self.scripts[list], setup))
    }

    /// What an engagement leaves behind, from the point of view of the first-named list.
    fn record(&self, battle: &Battle<'_>, verdict: Verdict, seating: Seating) -> Engagement {
        let result = match verdict.winner {
            None => 1,
            Some(side) if seating.list(side) == 0 => 2,
            Some(_) => 0,
        };
        let per_list = |of: &dyn Fn(Side) -> Points| [of(seating.side(0)), of(seating.side(1))];
        let thousandths = |value: f64| (value * 1000.0).round() as Points;
        let fielded = |side: Side| {
            let units = &self.rosters[seating.list(side)].units;
            thousandths(units.iter().map(|kind| battle.setup.codex.profiles[usize::from(*kind)].cost).sum())
        };
        let count = |of: &dyn Fn(Side) -> u32| [of(seating.side(0)) as u16, of(seating.side(1)) as u16];
        Engagement {
            result,
            ending: verdict.ending,
            turns: battle.turn,
            fielded: per_list(&fielded),
            lost: per_list(&|side| fielded(side) - thousandths(battle.value(side))),
            units: count(&|side| u32::from(battle.force(side).size)),
            alive: count(&|side| (battle.force(side).alive | battle.force(side).saved).count_ones()),
            ..Engagement::default()
        }
    }

    fn play_one<'s, C: Chronicle<Told>>(
        &self,
        battle: &mut Battle<'s>,
        minds: &mut [Mind<'s>; 2],
        streams: &mut Streams,
        seating: Seating,
        chronicle: &mut C,
    ) -> Engagement {
        battle.restart(&self.muster(seating));
        let [first, second] = minds;
        first.restart();
        second.restart();
        let players = if seating.list_of_a == 0 { [first, second] } else { [second, first] };
        let verdict = engage(battle, players, streams, chronicle);
        self.record(battle, verdict, seating)
    }
}

impl Arena for DogfacesArena {
    fn play(&self, seed: u64, cell: u64, pairs: Range<u64>, gather: &mut dyn Gather) {
        let units = [0, 1].map(|list: usize| self.rosters[list].units.len());
        let most = units[0].max(units[1]);
        let mut tally = Tally::new([most, most], LEDGER.len());
        let mut streams = Streams::new(Address { seed, cell, pair: pairs.start });
        let mut tables: Vec<_> = self.setups.iter().map(|_| None).collect::<Vec<Option<(Battle<'_>, [Mind<'_>; 2])>>>();
        for pair in pairs {
            let address = Address { seed, cell, pair };
            let table = (pair % self.setups.len() as u64) as usize;
            let setup = self.setup(pair);
            let (battle, minds) = tables[table].get_or_insert_with(|| (Battle::empty(setup), self.minds(setup)));
            for swapped in [false, true] {
                let seating = self.seat(setup, address, swapped);
                streams.restart(address);
                tally.clear();
                let mut engagement = self.play_one(battle, minds, &mut streams, seating, &mut tally);
                engagement.luck = tally.luck(seating.side(0));
                engagement.changes_of_lead = tally.changes_of_lead;
                let deeds = [0, 1].map(|list: usize| &tally.deeds[seating.side(list).index()][..units[list]]);
                gather.take(&Engaged { pair, swapped, engagement, deeds, rules: &tally.rules });
            }
        }
    }

    fn narrate(&self, address: Address, swapped: bool) -> Narration {
        let setup = self.setup(address.pair);
        let seating = self.seat(setup, address, swapped);
        let most = self.rosters[0].units.len().max(self.rosters[1].units.len());
        let mut teller = Teller::new([most, most], LEDGER.len());
        let mut battle = Battle::empty(setup);
        let mut minds = self.minds(setup);
        let mut streams = Streams::new(address);
        let mut engagement = self.play_one(&mut battle, &mut minds, &mut streams, seating, &mut teller);
        engagement.luck = teller.tally.luck(seating.side(0));
        engagement.changes_of_lead = teller.tally.changes_of_lead;
        let mut trace: Vec<serde_json::Value> = teller.told.iter().map(|told| told.trace.clone()).collect();
        if let Some(battle) = trace.first_mut() {
            battle["seed"] = address.seed.into();
            battle["cell"] = address.cell.into();
            battle["pair"] = address.pair.into();
            battle["swapped"] = swapped.into();
            battle["lists"] = serde_json::json!({
                "A": self.rosters[seating.list(Side::A)].name,
                "B": self.rosters[seating.list(Side::B)].name,
            });
        }
        let mut lines = vec![format!(
            "Side A (south): {}. Side B (north): {}.",
            self.rosters[seating.list(Side::A)].name,
            self.rosters[seating.list(Side::B)].name
        )];
        lines.extend(teller.told.into_iter().map(|told| told.words).filter(|words| !words.is_empty()));
        Narration { lines, trace, engagement }
    }

    fn roster(&self, list: usize) -> &[String] {
        &self.names[list]
    }
}
