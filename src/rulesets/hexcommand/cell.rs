//! A cell of an experiment: its boards, the checks of lists that meet there, how games begin and what they leave behind.

use std::sync::{Arc, OnceLock};

use super::HexCommand;
use super::army::{self, ListTerms, Roster};
use super::battlefield::{self, Battlefield, Ground};
use super::board_map::{Map, USUAL_SIZE};
use super::codex::Codex;
use super::doctrine::{Gates, ScriptedPlayer};
use super::doctrine_book::Weights;
use super::field::Field;
use super::generator;
use super::invariants;
use super::ledger::LEDGER;
use super::muster::Lineup;
use super::own_doctrine;
use super::rules::Rules;
use super::scenarios::{SCENARIOS, Scenario};
use super::scene::{Scene, Who};
use super::state::{Battle, Setup};
use super::terms::Terms;
use crate::dice::{Address, Dice, Purpose, Seat, SeededDice};
use crate::game::{
    CellGenerator, CellParts, CellSetup, Diagnostic, Diagnostics, Override, Playable, Points, Purchase, RandomList,
    RandomMaps, Remains, RuleAtom, ScenarioDoctrine, Seats, Side, Source, StateWords, Tables, TurnPhase, thousandths,
};
use crate::tabletop::hex::flat::Grid;

/// A board of a cell.
#[derive(Clone, Debug)]
pub struct Table {
    /// What the rules know.
    setup: Setup,
    /// How it is drawn, where each pair has its own.
    maps: Option<RandomMaps>,
    /// The lists stay on their sides in the second game of a pair.
    sides_are_fixed: bool,
    /// The gates of the board, found for the first script that plays on it.
    gates: OnceLock<Gates>,
}

impl Table {
    /// A board that lies as it is.
    pub(super) fn laid(setup: Setup) -> Self {
        let sides_are_fixed = setup.scenario.attacker.is_some() || setup.scenario.key == Scenario::Historical.key();
        Self { setup, maps: None, sides_are_fixed, gates: OnceLock::new() }
    }

    /// What the rules know.
    pub(super) fn setup(&self) -> &Setup {
        &self.setup
    }
}

impl Playable for HexCommand {
    type Codex = Codex;
    type Rules = Rules;
    type Scenario = Scenario;
    type Own = ListTerms;
    type Weights = Weights;
    type Scale = ();
    type Setup = Table;
    type Battle<'s> = Battle<'s>;
    type Script<'s> = ScriptedPlayer;

    const LEDGER: &'static [RuleAtom] = LEDGER;
    const STATES: StateWords = super::victory::STATES;
    const PHASES: &'static [TurnPhase] = super::state::PHASES;
    const SCENARIOS: &'static [(&'static str, Scenario, &'static str)] = &SCENARIOS;

    fn rules(_: &Codex, overrides: &[Override]) -> Result<Rules, Diagnostics> {
        Rules::read(overrides)
    }

    fn read_roster(codex: &Codex, rules: &Rules, list: &Source) -> Result<Roster, Diagnostics> {
        Roster::read(codex, rules, list)
    }

    fn lay_tables(cell: &CellParts<Self>, (): &()) -> Result<Tables<Table>, Diagnostics> {
        lay_tables(cell)
    }

    fn drawn_for(sample: &Table, _: &[Roster; 2]) -> Table {
        // All tables have the odds of the sample.
        let _ = sample.setup.odds();
        sample.clone()
    }

    fn redraw(table: &mut Table, address: Address) {
        if let Some(maps) = table.maps {
            let Setup { codex, rules, field, .. } = &mut table.setup;
            let map = battlefield::draw(codex, rules, &mut maps.dice_of(address));
            field.relay(&map, codex, rules);
            table.gates = OnceLock::new();
        }
    }

    fn check_lists(_: &CellSetup, tables: &[Table], rosters: &[Roster; 2]) -> Diagnostics {
        check_lists(&tables[0].setup, rosters)
    }

    fn warnings(_: &CellSetup, tables: &[Table], rosters: &[Roster; 2]) -> Vec<String> {
        warnings(&tables[0].setup, rosters)
    }

    fn alike(one: &Roster, other: &Roster) -> bool {
        one.order() == other.order()
    }

    fn doctrines_by_scenario(codex: &Codex, roster: &Roster) -> Vec<ScenarioDoctrine> {
        own_doctrine::by_scenario(codex, roster)
    }

    fn most_copies(codex: &Codex, unit: usize) -> u8 {
        generator::most_copies(codex, unit)
    }

    fn extras(codex: &Codex, rules: &Rules) -> Vec<Purchase> {
        generator::extras(codex, rules)
    }

    fn extras_of(_: &Codex, roster: &Roster) -> Vec<(String, u32)> {
        let own = &roster.own;
        let rare = own.rare.iter().filter(|rare| **rare).count();
        let counts = [
            ("commander", own.commanders.len()),
            ("rare unit", rare),
            ("quick work", own.quick_works.into()),
            ("redoubt", own.redoubts.into()),
        ];
        let bought = counts.into_iter().filter(|(_, count)| *count > 0);
        bought.map(|(what, count)| (what.to_owned(), count as u32)).collect()
    }

    fn draw_list(market: &CellGenerator<Self>, budget: Points, dice: &mut SeededDice) -> RandomList {
        generator::draw(&market.cell.codex, &market.cell.rules, budget, dice)
    }

    fn new_game(table: &Table) -> Battle<'_> {
        Battle::empty(&table.setup)
    }

    fn script(table: &Table, weights: &Weights) -> ScriptedPlayer {
        let gates = table.gates.get_or_init(|| Gates::of(&table.setup.field));
        ScriptedPlayer::among(&table.setup, gates.clone(), *weights)
    }

    fn retune(_: &Table, script: &mut ScriptedPlayer, weights: &Weights) {
        script.retune(*weights);
    }

    /// In attack games the first list attacks in both games of a pair, and in a refight each has the side that the file
    /// describes.
    fn seats(table: &Table) -> Seats {
        if table.sides_are_fixed { Seats::Kept } else { Seats::Exchanged }
    }

    /// Who sets up last: the attacker; in equal games who wins a roll (HX-SET-11).
    fn first(table: &Table, address: Address) -> Side {
        let drawn = || Side::BOTH[address.open(Seat::Environment, Purpose::Setup, 0).pick(2) as usize];
        let fixed = || if table.sides_are_fixed { Side::A } else { drawn() };
        table.setup.scenario.attacker.unwrap_or_else(fixed)
    }

    fn begin(battle: &mut Battle<'_>, rosters: [&Roster; 2], first: Side) {
        battle.restart(&Lineup { first, forces: rosters.map(Roster::order) });
    }

    /// Combat units and what scripts take them to be worth.
    fn check_state(battle: &Battle<'_>) {
        invariants::check_state(battle);
    }

    fn remains(battle: &Battle<'_>, roster: &Roster, side: Side) -> Remains {
        let codex = &battle.setup.codex;
        let combat = roster.units.iter().filter(|kind| codex.is_combat_unit(**kind));
        let value: f64 = combat.map(|kind| codex.kinds[usize::from(*kind)].value).sum();
        Remains {
            fielded: thousandths(value),
            left: thousandths(battle.worth(side)),
            units: u16::from(battle.force(side).fielded),
            alive: battle.left(side).len() as u16,
        }
    }

    fn introduction([a, b]: [&str; 2]) -> String {
        format!("Side A (south): {a}. Side B (north): {b}.")
    }
}

/// The battlefield of a cell: the one that it names, else the usual one of its scenario.
fn ground_of(cell: &CellParts<HexCommand>) -> Result<Battlefield, Diagnostics> {
    let (codex, scenario) = (&cell.codex, cell.scenario);
    if let Some(source) = &cell.setup.battlefield {
        return Battlefield::read(source, codex);
    }
    let terms = Terms::of(scenario, None, Map::bare(USUAL_SIZE.0, USUAL_SIZE.1).grid, codex)?;
    let usual = terms.battlefield.as_deref().and_then(battlefield::built_in);
    Battlefield::read(&usual.expect("scenarios name built-in battlefields"), codex)
}

fn lay_tables(cell: &CellParts<HexCommand>) -> Result<Tables<Table>, Diagnostics> {
    let (codex, scenario, named) = (&cell.codex, cell.scenario, cell.setup.battlefield.as_ref());
    let blame =
        |diagnostic: Diagnostic| vec![named.map_or(diagnostic.clone(), |source| diagnostic.within(&source.name))];
    let blame_all = |found: Diagnostics| found.into_iter().flat_map(blame).collect::<Diagnostics>();
    let battlefield = ground_of(cell)?;
    let maps = battlefield.maps(codex, &cell.rules, cell.setup.seed).map_err(blame)?;
    let grid = maps[0].grid;
    let terms = Terms::of(scenario, battlefield.terms.as_ref(), grid, codex).map_err(blame_all)?;
    if scenario == Scenario::Historical && battlefield.grid_of_terms() != grid {
        let Grid { width, height, .. } = grid;
        let message = format!("the scenario of this file is not for a board of {width} columns of {height} rows");
        return Err(blame(Diagnostic::new(message).rule("R-120")));
    }
    let mut rules = cell.rules.clone();
    terms.settle(&mut rules, &cell.setup.overrides);
    let table = |map: &Map, maps: Option<RandomMaps>| {
        let field = Field::compile(map, codex, &rules);
        let scene = Scene::of(&terms, &field, &rules, scenario);
        let faults = scene.faults(codex, &field);
        if !faults.is_empty() {
            return Err(blame_all(faults));
        }
        let setup = Setup::new(Arc::clone(codex), rules.clone(), field, scene);
        Ok(Table { maps, ..Table::laid(setup) })
    };
    match battlefield.ground {
        Ground::Random(random) if random.number.is_none() => {
            Ok(Tables::Drawn(Arc::new(table(&Map::bare(grid.width, grid.height), Some(random))?)))
        }
        _ => {
            let tables: Result<Arc<[Table]>, _> = maps.iter().map(|map| table(map, None)).collect();
            tables.map(Tables::Laid)
        }
    }
}

/// The lists of a cell by side: who keeps his seat keeps the first one, the attacker's, else the south.
fn by_side<'r>(setup: &Setup, rosters: &'r [Roster; 2]) -> [&'r Roster; 2] {
    Side::BOTH.map(|side| &rosters[usize::from(side != setup.scenario.attacker.unwrap_or(Side::A))])
}

/// What is allowed where these lists meet, but hardly meant: L13 where it is no more than a warning, and an attacker without
/// the heavy gun that works ask for.
fn warnings(setup: &Setup, rosters: &[Roster; 2]) -> Vec<String> {
    let (codex, scenario) = (&setup.codex, &setup.scenario);
    let lists = by_side(setup, rosters);
    let (_, mut warnings) = army::check_pair(codex, &setup.rules, scenario.attacker, lists);
    if let Some(attacker) = scenario.attacker.map(|side| lists[side.index()])
        && scenario.heavy_gun
        && !attacker.has_heavy_gun(codex)
    {
        warnings.push(format!("attacker `{}` has no heavy gun against the works", attacker.name));
    }
    warnings
}

/// The checks of lists that need the other list or the scenario.
fn check_lists(setup: &Setup, rosters: &[Roster; 2]) -> Diagnostics {
    let (codex, scenario) = (&setup.codex, &setup.scenario);
    let lists = by_side(setup, rosters);
    let (mut diagnostics, _) = army::check_pair(codex, &setup.rules, scenario.attacker, lists);
    for side in Side::BOTH {
        let roster = lists[side.index()];
        for kind in 0..codex.sold as u8 {
            let placed = scenario.placed.iter().filter(|placed| (placed.side, placed.kind) == (side, kind)).count();
            let later = scenario.arrivals.iter().map(|arrivals| match arrivals.who {
                Who::Units { side: whose, kind: what, count } if (whose, what) == (side, kind) => usize::from(count),
                _ => 0,
            });
            let (wanted, has) =
                (placed + later.sum::<usize>(), roster.units.iter().filter(|own| **own == kind).count());
            if wanted > has {
                let (name, side) =
                    (&codex.kinds[usize::from(kind)].name, if side == Side::A { "south" } else { "north" });
                let message = format!(
                    "the scenario has {wanted} of `{name}` in the {side}, the list `{}` has {has}",
                    roster.name
                );
                diagnostics.push(Diagnostic::new(message).within(&roster.source).rule("R-185"));
            }
        }
    }
    diagnostics
}

#[cfg(test)]
mod tests;
