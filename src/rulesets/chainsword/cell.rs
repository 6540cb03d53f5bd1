//! A cell of an experiment: its tables, how games begin and what they leave behind.

use std::sync::Arc;

use super::Chainsword;
use super::army::{ListTerms, Roster};
use super::battlefield::{self, Battlefield, Ground};
use super::choices::Choice;
use super::codex::{Codex, Scenario};
use super::doctrine::Script;
use super::doctrine_book::Weights;
use super::field::Field;
use super::generator;
use super::invariants;
use super::ledger::LEDGER;
use super::own_doctrine;
use super::random_board::{self, add_objective};
use super::rules::{ObjectivePiece, Rules};
use super::scenarios::{SCENARIOS, has_roles, objective_at, objective_places};
use super::state::{Battle, Setup};
use super::tally::COUNTS;
use super::terrain::{Board, Kind};
use crate::dice::{Address, Dice, SeededDice};
use crate::game::{
    CellGenerator, CellParts, Diagnostics, Override, Playable, Points, Purchase, RandomList, RandomMaps, Remains,
    RuleAtom, ScenarioDoctrine, Seats, Side, SideCount, Source, StateWords, Tables, TurnPhase, thousandths,
};

/// A table of a cell.
#[derive(Clone, Debug)]
pub struct Table {
    /// What the rules know.
    setup: Setup,
    /// How it is drawn, where each pair has its own.
    drawn: Option<Draw>,
}

impl Table {
    /// One that is laid beforehand.
    pub(super) fn laid(setup: Setup) -> Self {
        Self { setup, drawn: None }
    }

    /// What the rules know.
    pub(super) fn setup(&self) -> &Setup {
        &self.setup
    }
}

/// How tables are drawn.
#[derive(Clone, Debug)]
struct Draw {
    maps: RandomMaps,
    /// The map on which the objective alone is drawn; none where all of the terrain is.
    map: Option<Arc<Board>>,
}

/// A table in the place of another one, by some dice: its terrain, then its objective.
fn lay(setup: &mut Setup, map: Option<&Board>, dice: &mut SeededDice) {
    let (codex, rules) = (&setup.codex, &setup.rules);
    let mut board = map.cloned().unwrap_or_else(|| random_board::draw(codex, rules, dice));
    if setup.scenario == Scenario::AttackOnAnObjective {
        let centre = objective_at(&board.table, dice.pick(objective_places(&board.table)));
        let kind = match rules.objective_piece {
            ObjectivePiece::Ruins => Some(Kind::Ruins),
            ObjectivePiece::Building => Some(Kind::Building),
            ObjectivePiece::Open => None,
        };
        add_objective(&mut board, codex, rules, kind, centre);
        setup.objective = Some(centre);
    }
    setup.field = Field::new(codex, &setup.rules, &board);
}

impl Playable for Chainsword {
    type Codex = Codex;
    type Rules = Rules;
    type Scenario = Scenario;
    type Own = ListTerms;
    type Weights = Weights;
    type Scale = ();
    type Setup = Table;
    type Battle<'s> = Battle<'s>;
    type Script<'s> = Script;

    const LEDGER: &'static [RuleAtom] = LEDGER;
    const STATES: StateWords = super::victory::STATES;
    const PHASES: &'static [TurnPhase] = super::phase_step::PHASES;
    const COUNTS: &'static [SideCount] = COUNTS;
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

    fn redraw(table: &mut Table, address: Address) {
        if let Some(Draw { maps, map }) = &table.drawn {
            lay(&mut table.setup, map.as_deref(), &mut maps.dice_of(address));
        }
    }

    fn doctrines_by_scenario(codex: &Codex, roster: &Roster) -> Vec<ScenarioDoctrine> {
        own_doctrine::by_scenario(codex, roster)
    }

    fn most_copies(codex: &Codex, unit: usize) -> u8 {
        generator::most_copies(codex, &Rules::default(), unit)
    }

    fn extras(codex: &Codex, _: &Rules) -> Vec<Purchase> {
        generator::extras(codex)
    }

    fn extras_of(codex: &Codex, roster: &Roster) -> Vec<(String, u32)> {
        generator::bought(codex, &roster.own.squads)
    }

    fn draw_list(market: &CellGenerator<Self>, budget: Points, dice: &mut SeededDice) -> RandomList {
        generator::draw(&market.cell.codex, &market.cell.rules, budget, dice)
    }

    fn new_game(table: &Table) -> Battle<'_> {
        Battle::empty(&table.setup)
    }

    fn script(_: &Table, weights: &Weights) -> Script {
        Script::new(*weights)
    }

    fn retune(_: &Table, script: &mut Script, weights: &Weights) {
        script.retune(*weights);
    }

    /// Where one side attacks, the first list does in both games of a pair.
    fn seats(table: &Table) -> Seats {
        if has_roles(table.setup.scenario) { Seats::Kept } else { Seats::Exchanged }
    }

    /// The edge y = 0, or that of the attacker; who is active first is thrown for in the game (CW-TRN-12).
    fn first(_: &Table, _: Address) -> Side {
        Side::A
    }

    fn begin(battle: &mut Battle<'_>, rosters: [&Roster; 2], _: Side) {
        battle.restart(rosters);
    }

    fn check_state(battle: &Battle<'_>) {
        invariants::check_state(battle);
    }

    fn check_change(before: &Battle<'_>, _: Choice, after: &Battle<'_>) {
        invariants::check_change(before, after);
    }

    /// Teams of the list, and what scripts take them to be worth; what support has brought is not counted.
    fn remains(battle: &Battle<'_>, roster: &Roster, side: Side) -> Remains {
        let own = battle.force(side).all().members(side).filter(|team| battle.is_listed(*team));
        Remains {
            fielded: thousandths(roster.value()),
            left: thousandths(battle.listed_worth(side)),
            units: own.count() as u16,
            alive: battle.listed_alive(side).len() as u16,
        }
    }

    fn side_counts(battle: &Battle<'_>, side: Side, counts: &mut [i64]) {
        counts.copy_from_slice(&battle.side_counts(side));
    }

    fn introduction([a, b]: [&str; 2]) -> String {
        format!("Side A (south, or west; it attacks where one side does): {a}. Side B: {b}.")
    }
}

fn lay_tables(cell: &CellParts<Chainsword>) -> Result<Tables<Table>, Diagnostics> {
    let (codex, rules, scenario) = (&cell.codex, &cell.rules, cell.scenario);
    let named = cell.setup.battlefield.clone();
    let source = named.unwrap_or_else(|| Source::called(USUAL, battlefield::sources()).expect("it is built in"));
    let setup = |board: &Board| Setup::new(Arc::clone(codex), rules.clone(), scenario, board);
    Ok(match Battlefield::read(codex, &source)?.ground {
        // Where an objective lies is drawn on maps too.
        Ground::Map(board) if scenario == Scenario::AttackOnAnObjective => {
            let drawn = Some(Draw { maps: RandomMaps::EVERY_PAIR, map: Some(Arc::new(*board)) });
            Tables::Drawn(Arc::new(Table { setup: setup(&Board::bare(codex)), drawn }))
        }
        Ground::Map(board) => Tables::Laid(Arc::new([Table::laid(setup(&board))])),
        Ground::Random(maps) if maps.number.is_none() => {
            let drawn = Some(Draw { maps, map: None });
            Tables::Drawn(Arc::new(Table { setup: setup(&Board::bare(codex)), drawn }))
        }
        Ground::Random(maps) => {
            let bare = setup(&Board::bare(codex));
            let laid = |mut dice| {
                let mut setup = bare.clone();
                lay(&mut setup, None, &mut dice);
                Table::laid(setup)
            };
            Tables::Laid(maps.dice(cell.setup.seed).map(laid).collect())
        }
    })
}

/// The battlefield of a cell that names none.
const USUAL: &str = "random";
