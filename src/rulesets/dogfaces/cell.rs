//! A cell of an experiment: its tables, the checks of lists that meet there, how games begin and what they leave behind.

use std::sync::{Arc, OnceLock};

use super::Dogfaces;
use super::army::{self, ListTerms, Roster};
use super::battlefield::{self, Battlefield, Ground, Map};
use super::codex::Codex;
use super::deployment::{Room, Zone, room, zones};
use super::doctrine::ScriptedPlayer;
use super::doctrine::precomputed::Precomputed;
use super::doctrine_book::Weights;
use super::drawn_table::Draw;
use super::field::Field;
use super::generator;
use super::invariants;
use super::ledger::LEDGER;
use super::odds::Odds;
use super::random_map::MOST_TRIES;
use super::rules::Rules;
use super::scenarios::{SCENARIOS, Scenario};
use super::state::{Battle, Lineup, Setup};
use crate::dice::{Address, Dice, Purpose, Seat, SeededDice};
use crate::game::{
    CellGenerator, CellParts, CellSetup, Diagnostic, Diagnostics, Override, Playable, Points, RandomList, Remains,
    RuleAtom, Side, Source, StateWords, Tables, TurnPhase, thousandths,
};

/// What of its lists a cell's table depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Scale {
    /// The usual map for lists of this size; none where the cell names one.
    map: Option<&'static str>,
    /// The last turn.
    cap: u16,
    /// Whether one of them is a free list.
    free: bool,
}

/// A table of a cell, and what scripts have worked out of it.
#[derive(Clone, Debug)]
pub struct Table {
    /// What the rules know.
    setup: Setup,
    /// What scripts know, found out when the first of them sits down.
    precomputed: OnceLock<Precomputed>,
    /// How it is drawn, where each pair has its own.
    draw: Option<Arc<Draw>>,
    /// What the lists need of a map that is drawn.
    demands: Vec<Demand>,
}

/// What a list needs of a map: hexes to set up in.
#[derive(Clone, Copy, Debug)]
struct Demand {
    /// Units of the other list that may have set up there before.
    foes: usize,
    /// By side: units to set up in one zone.
    shares: [Room; 2],
}

impl Table {
    /// A table at which no script has sat down yet.
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        Self { setup, precomputed: OnceLock::new(), draw: None, demands: Vec::new() }
    }

    /// What the rules know.
    pub(super) fn setup(&self) -> &Setup {
        &self.setup
    }

    /// What stands for all tables that are drawn: the map of a recipe with nothing on it.
    fn sample(setup: Setup, draw: Draw) -> Self {
        let nobody = vec![false; setup.codex.profiles.len()];
        let precomputed = OnceLock::from(Precomputed::new(&setup, &nobody));
        Self { setup, precomputed, draw: Some(Arc::new(draw)), demands: Vec::new() }
    }

    /// A table on which maps can be drawn for games of these lists.
    fn for_lists(&self, rosters: &[Roster; 2]) -> Self {
        let mut kinds = vec![false; self.setup.codex.profiles.len()];
        rosters.iter().flat_map(|roster| &roster.units).for_each(|kind| kinds[usize::from(*kind)] = true);
        let demand = |list: usize| Demand {
            foes: rosters[1 - list].on_the_ground(),
            shares: Side::BOTH.map(|side| rosters[list].share(&self.setup.codex, zones(self.setup.scenario, side))),
        };
        let precomputed = OnceLock::from(self.precomputed().for_kinds(&self.setup, &kinds));
        let (setup, draw) = (self.setup.clone(), self.draw.clone());
        Self { setup, precomputed, draw, demands: [0, 1].map(demand).into() }
    }

    /// Draws the map of a pair. Where hardly any map of the recipe has room for the lists, nothing is on it.
    fn redraw(&mut self, address: Address) {
        let Some(draw) = self.draw.clone() else { return };
        let (recipe, mut dice) = draw.of(address);
        let mut fits = false;
        for _ in 0..MOST_TRIES {
            let Ok(map) = recipe.draw(&self.setup.codex, &mut dice) else { break };
            self.lay(&map);
            fits = self.has_room();
            if fits {
                break;
            }
        }
        if !fits {
            let map = recipe.bare(&self.setup.codex, &mut dice);
            self.lay(&map);
        }
        if let Some(precomputed) = self.precomputed.get_mut() {
            precomputed.relay(&self.setup);
        }
    }

    fn lay(&mut self, map: &Map) {
        let Setup { codex, rules, field, .. } = &mut self.setup;
        field.relay(map, codex, rules);
    }

    fn has_room(&self) -> bool {
        self.demands.iter().all(|demand| {
            let fits = |side: Side| demand.shares[side.index()].beyond(room(&self.setup, side, demand.foes)).is_none();
            Side::BOTH.into_iter().all(fits)
        })
    }

    /// What scripts know of it.
    pub fn precomputed(&self) -> &Precomputed {
        self.precomputed.get_or_init(|| Precomputed::new(&self.setup, &vec![true; self.setup.codex.profiles.len()]))
    }

    /// The player of a doctrine.
    #[must_use]
    pub fn script(&self, weights: Weights) -> ScriptedPlayer<'_> {
        ScriptedPlayer::new(&self.setup, self.precomputed(), weights)
    }
}

#[cfg(test)]
impl std::ops::Deref for Table {
    type Target = Setup;

    fn deref(&self) -> &Setup {
        &self.setup
    }
}

impl Playable for Dogfaces {
    type Codex = Codex;
    type Rules = Rules;
    type Scenario = Scenario;
    type Own = ListTerms;
    type Weights = Weights;
    type Scale = Scale;
    type Setup = Table;
    type Battle<'s> = Battle<'s>;
    type Script<'s> = ScriptedPlayer<'s>;

    const LEDGER: &'static [RuleAtom] = LEDGER;
    const STATES: StateWords = super::scenarios::STATES;
    const PHASES: &'static [TurnPhase] = super::state::PHASES;
    const SCENARIOS: &'static [(&'static str, Scenario, &'static str)] = &SCENARIOS;

    fn rules(codex: &Codex, overrides: &[Override]) -> Result<Rules, Diagnostics> {
        Rules::read(codex, overrides)
    }

    fn read_roster(codex: &Codex, rules: &Rules, list: &Source) -> Result<Roster, Diagnostics> {
        Roster::read(codex, rules, list)
    }

    fn scale(cell: &CellParts<Self>, rosters: Option<&[Roster; 2]>) -> Option<Scale> {
        let (codex, rosters) = (&cell.codex, rosters?);
        let vehicles = rosters.iter().any(|roster| roster.has_vehicles(codex));
        let on_foot = rosters.iter().map(|roster| roster.on_foot(codex)).max().unwrap_or(0);
        let usual = || battlefield::usual(cell.scenario.key(), on_foot, vehicles);
        let teams = rosters.iter().map(|roster| roster.teams(codex)).max().unwrap_or(1);
        Some(Scale {
            map: cell.setup.battlefield.is_none().then(usual),
            cap: cell.scenario.cap(&cell.rules, teams),
            free: rosters.iter().any(Roster::is_free),
        })
    }

    fn lay_tables(cell: &CellParts<Self>, scale: &Scale) -> Result<Tables<Table>, Diagnostics> {
        let codex = &cell.codex;
        let named = cell.setup.battlefield.as_ref();
        let blame =
            |diagnostic: Diagnostic| vec![named.map_or(diagnostic.clone(), |source| diagnostic.within(&source.name))];
        let mut rules = cell.rules.clone();
        army::settle_rosters(&mut rules, &cell.setup.overrides, scale.free);
        let odds = Arc::new(Odds::new(codex, &rules));
        let setup = |map: &Map| {
            let field = Field::compile(map, codex, &rules).map_err(blame)?;
            let (codex, odds, rules) = (Arc::clone(codex), Arc::clone(&odds), rules.clone());
            Ok(Setup { codex, rules, field, odds, scenario: cell.scenario, cap: scale.cap })
        };
        let draw = match named.map(|source| Battlefield::read(source, codex)).transpose()? {
            None => Draw::like(scale.map.unwrap_or("farmstead"), codex)?,
            Some(Battlefield { ground: Ground::Random { recipe, maps }, .. }) if maps.number.is_none() => {
                Draw::by(recipe, maps)
            }
            Some(battlefield) => {
                let maps = battlefield.maps(codex, cell.setup.seed).map_err(blame)?;
                let tables: Result<Arc<[Table]>, _> = maps.iter().map(|map| setup(map).map(Table::new)).collect();
                return tables.map(Tables::Laid);
            }
        };
        let (recipe, mut dice) = draw.of(Address { seed: cell.setup.seed, cell: 0, pair: 0 });
        // An impossible recipe is told beforehand.
        recipe.draw(codex, &mut dice).map_err(blame)?;
        let bare = setup(&recipe.bare(codex, &mut dice))?;
        Ok(Tables::Drawn(Arc::new(Table::sample(bare, draw))))
    }

    fn drawn_for(sample: &Table, rosters: &[Roster; 2]) -> Table {
        sample.for_lists(rosters)
    }

    fn redraw(table: &mut Table, address: Address) {
        table.redraw(address);
    }

    fn check_lists(cell: &CellSetup, tables: &[Table], rosters: &[Roster; 2]) -> Diagnostics {
        check_lists(cell, tables, rosters)
    }

    fn alike(one: &Roster, other: &Roster) -> bool {
        (&one.units, &one.own.mounted) == (&other.units, &other.own.mounted)
    }

    fn most_copies(codex: &Codex, unit: usize) -> u8 {
        generator::most_copies(codex, unit)
    }

    fn draw_list(market: &CellGenerator<Self>, budget: Points, dice: &mut SeededDice) -> RandomList {
        generator::draw(market, budget, dice)
    }

    fn new_game(table: &Table) -> Battle<'_> {
        Battle::empty(&table.setup)
    }

    fn script<'s>(table: &'s Table, weights: &Weights) -> ScriptedPlayer<'s> {
        table.script(*weights)
    }

    fn retune<'s>(table: &'s Table, script: &mut ScriptedPlayer<'s>, weights: &Weights) {
        script.retune(&table.setup, *weights);
    }

    /// Who moves first, as the scenario says or as is drawn.
    fn first(Table { setup, .. }: &Table, address: Address) -> Side {
        let drawn = || Side::BOTH[address.open(Seat::Environment, Purpose::Setup, 0).pick(2) as usize];
        setup.scenario.first(&setup.rules).unwrap_or_else(drawn)
    }

    fn begin(battle: &mut Battle<'_>, [a, b]: [&Roster; 2], first: Side) {
        battle.restart(&Lineup { units: [&a.units, &b.units], mounted: [&a.own.mounted, &b.own.mounted], first });
    }

    fn check_state(battle: &Battle<'_>) {
        invariants::check_state(battle);
    }

    fn remains(battle: &Battle<'_>, roster: &Roster, side: Side) -> Remains {
        let force = battle.force(side);
        Remains {
            fielded: thousandths(roster.cost),
            left: thousandths(battle.value(side)),
            units: u16::from(force.size),
            alive: (force.alive | force.saved).len() as u16,
        }
    }

    fn introduction([a, b]: [&str; 2]) -> String {
        format!("Side A (south): {a}. Side B (north): {b}.")
    }
}

/// The checks of lists that need the other list, the scenario or the table.
fn check_lists(cell: &CellSetup, tables: &[Table], rosters: &[Roster; 2]) -> Diagnostics {
    let setup = &tables[0].setup;
    let mut diagnostics = Diagnostics::new();
    let mirrors = setup.scenario.mirrors_rosters();
    if setup.scenario == Scenario::SeizeAndHold && tables.iter().any(|table| table.setup.field.objectives.is_empty()) {
        let diagnostic =
            Diagnostic::new("the scenario `seize-and-hold` needs a map with objectives, this one has none");
        let source = cell.battlefield.as_ref().map_or("", |source| source.name.as_str());
        diagnostics.push(diagnostic.within(source).rule("DF-SCN-02"));
    }
    diagnostics.extend(army::check_pair(&setup.rules, mirrors, [&rosters[0], &rosters[1]]).err());
    for (list, roster) in rosters.iter().enumerate() {
        let foes = rosters[1 - list].on_the_ground();
        let cramped = Side::BOTH.into_iter().find_map(|side| {
            let zones = zones(setup.scenario, side);
            let check = |table: &Table| roster.check_room(&setup.codex, zones, room(&table.setup, side, foes)).err();
            tables.iter().find_map(check)
        });
        diagnostics.extend(cramped);
        if setup.scenario == Scenario::Decapitation {
            diagnostics.extend(roster.check_leader(&setup.codex).err());
        }
        diagnostics.extend(check_mounted(setup.scenario, roster).err());
    }
    diagnostics
}

/// The riders of a list have to set up where their vehicles do; each list plays both sides.
fn check_mounted(scenario: Scenario, roster: &Roster) -> Result<(), Diagnostic> {
    let apart = |side: Side, (rider, carrier): (u8, u8)| {
        let zone = |place: u8| Zone::of(scenario, side, usize::from(place), roster.units.len());
        zone(rider) != zone(carrier)
    };
    let parted = |pair: &(u8, u8)| Side::BOTH.into_iter().any(|side| apart(side, *pair));
    if !roster.own.mounted.iter().any(parted) {
        return Ok(());
    }
    let message = format!("in `{}` a rider and its vehicle set up on different edges", scenario.key());
    Err(Diagnostic::new(message).within(&roster.source).rule("bad-mount"))
}
