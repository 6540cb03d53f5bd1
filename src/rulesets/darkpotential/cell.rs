//! A cell of an experiment: its tables, the checks of lists that meet there, how games begin and what they leave behind.

use std::sync::Arc;

use super::DarkPotential;
use super::army::{self, Group, GroupKind, ListTerms, Roster};
use super::battlefield::{self, Battlefield, Ground};
use super::choices::Choice;
use super::codex::Codex;
use super::deployment;
use super::deployment_step::throw_off;
use super::doctrine::ScriptedPlayer;
use super::doctrine_book::Weights;
use super::field::Field;
use super::generator;
use super::invariants;
use super::ledger::LEDGER;
use super::muster::Lineup;
use super::own_doctrine;
use super::random_board;
use super::rules::{FirstPlayer, Rules};
use super::scenarios::{SCENARIOS, Scenario};
use super::state::{Battle, Setup};
use super::terrain::Board;
use crate::dice::{Address, Purpose, Seat, SeededDice};
use crate::game::{
    CellGenerator, CellParts, CellSetup, Diagnostics, Override, Playable, Points, Purchase, RandomList, RandomMaps,
    Remains, RuleAtom, ScenarioDoctrine, Side, Source, StateWords, Tables, TurnPhase, thousandths,
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
#[derive(Clone, Copy, Debug)]
struct Draw {
    maps: RandomMaps,
    /// Square inches of terrain.
    area: f64,
}

impl Draw {
    /// The table of some dice.
    fn board(self, codex: &Codex, rules: &Rules, dice: &mut SeededDice) -> Board {
        random_board::draw(codex, rules, self.area, dice).board
    }
}

impl Playable for DarkPotential {
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

    fn redraw(table: &mut Table, address: Address) {
        if let Some(draw) = table.drawn {
            let Setup { codex, rules, field, .. } = &mut table.setup;
            *field = Field::new(rules, &draw.board(codex, rules, &mut draw.maps.dice_of(address)));
        }
    }

    /// Room to deploy is looked for on tables that are known beforehand; on a table that is drawn, models without room are put
    /// down in rows, or wait.
    fn check_lists(_: &CellSetup, tables: &[Table], rosters: &[Roster; 2]) -> Diagnostics {
        let lists = rosters.each_ref();
        let mut found = army::check_pair(&tables[0].setup.rules, lists);
        let room = |table: &Table| deployment::check_room(&table.setup.field, &table.setup.codex, lists);
        found.extend(tables.iter().map(room).find(|found| !found.is_empty()).into_iter().flatten());
        found
    }

    /// Names of units change nothing.
    fn alike(one: &Roster, other: &Roster) -> bool {
        let alike = |(one, other): (&Group, &Group)| (one.kind, &one.members) == (other.kind, &other.members);
        let [ours, theirs] = [&one.own.groups, &other.own.groups];
        (&one.units, &one.own.weapons, ours.len()) == (&other.units, &other.own.weapons, theirs.len())
            && ours.iter().zip(theirs).all(alike)
    }

    fn doctrines_by_scenario(codex: &Codex, roster: &Roster) -> Vec<ScenarioDoctrine> {
        own_doctrine::by_scenario(codex, roster)
    }

    fn most_copies(codex: &Codex, unit: usize) -> u8 {
        generator::most_copies(codex, unit)
    }

    fn extras(codex: &Codex, _: &Rules) -> Vec<Purchase> {
        generator::extras(codex)
    }

    fn extras_of(codex: &Codex, roster: &Roster) -> Vec<(String, u32)> {
        // A model of a squad's kind that stands alone pays for Command Points as a squad does.
        let serves = |member: &u8| codex.serves_in_squads(usize::from(roster.units[usize::from(*member)]));
        let pays = |group: &&Group| group.kind == GroupKind::Squad || group.members.iter().any(serves);
        let squads = roster.own.groups.iter().filter(pays).count();
        if squads == 0 { Vec::new() } else { vec![("squad".to_owned(), squads as u32)] }
    }

    fn draw_list(market: &CellGenerator<Self>, budget: Points, dice: &mut SeededDice) -> RandomList {
        generator::draw(&market.cell.codex, &market.cell.rules, budget, dice)
    }

    fn new_game(table: &Table) -> Battle<'_> {
        Battle::empty(&table.setup)
    }

    fn script(table: &Table, weights: &Weights) -> ScriptedPlayer {
        ScriptedPlayer::new(&table.setup, *weights)
    }

    fn retune(_: &Table, script: &mut ScriptedPlayer, weights: &Weights) {
        script.retune(*weights);
    }

    /// Who wins the roll-off has the first seat: its dice are looked at beforehand, and the game throws them again, from the
    /// same stream. Where nobody rolls, it is who goes first.
    fn first(table: &Table, address: Address) -> Side {
        match table.setup.rules.first_player {
            FirstPlayer::ForceA => Side::A,
            FirstPlayer::ForceB => Side::B,
            FirstPlayer::Alternate => Side::BOTH[(address.pair % 2) as usize],
            FirstPlayer::WinnerChooses | FirstPlayer::WinnerGoesFirst => {
                let mut dice = address.open(Seat::First, Purpose::Setup, 0);
                loop {
                    if let Some(winner) = throw_off(Side::A, &mut dice) {
                        break winner;
                    }
                }
            }
        }
    }

    fn begin(battle: &mut Battle<'_>, rosters: [&Roster; 2], first: Side) {
        // In the roll-off side A throws first.
        let rolls =
            matches!(battle.setup.rules.first_player, FirstPlayer::WinnerChooses | FirstPlayer::WinnerGoesFirst);
        battle.restart(&Lineup { first: if rolls { Side::A } else { first }, forces: rosters });
    }

    /// Models, and what scripts take them to be worth.
    fn check_state(battle: &Battle<'_>) {
        invariants::check_state(battle);
    }

    fn check_change(before: &Battle<'_>, _: Choice, after: &Battle<'_>) {
        invariants::Before::of(before).check(after);
    }

    fn remains(battle: &Battle<'_>, roster: &Roster, side: Side) -> Remains {
        Remains {
            fielded: thousandths(roster.value(&battle.setup.codex)),
            left: thousandths(battle.worth(side)),
            units: u16::from(battle.force(side).models),
            alive: battle.force(side).alive().len() as u16,
        }
    }
}

fn lay_tables(cell: &CellParts<DarkPotential>) -> Result<Tables<Table>, Diagnostics> {
    let (codex, rules) = (&cell.codex, &cell.rules);
    let named = cell.setup.battlefield.clone();
    let source = named.unwrap_or_else(|| Source::called(USUAL, battlefield::sources()).expect("it is built in"));
    let table = |board: &Board, drawn| {
        let field = Field::new(rules, board);
        let terms = cell.scenario.terms(rules);
        Table { setup: Setup { codex: Arc::clone(codex), rules: rules.clone(), field, terms }, drawn }
    };
    Ok(match Battlefield::read(codex, rules, &source)?.ground {
        Ground::Map(board) => Tables::Laid(Arc::new([table(&board, None)])),
        Ground::Random { maps, area } => {
            let draw = Draw { maps, area: area.unwrap_or(rules.terrain_area) };
            if maps.number.is_none() {
                let bare = Board::bare(rules.board_width, rules.board_depth);
                Tables::Drawn(Arc::new(table(&bare, Some(draw))))
            } else {
                let dice = maps.dice(cell.setup.seed);
                Tables::Laid(dice.map(|mut dice| table(&draw.board(codex, rules, &mut dice), None)).collect())
            }
        }
    })
}

/// The battlefield of a cell that names none.
const USUAL: &str = "random";

#[cfg(test)]
mod tests;
