//! A cell of an experiment made ready for play: the simulator of every ruleset whose games are played whole.
//!
//! A ruleset writes [`Playable`]: how its rules, scenarios and lists are read, how a table is laid, what a new game begins
//! with and what it leaves behind. The rest stands here: the order in which a cell is read, so that one reading finds
//! everything wrong with it, lists drawn at random ([`CellGenerator`]), and the players of both lists.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::{Debug, Write as _};
use std::sync::{Arc, Mutex, PoisonError};

use super::hands::{Hands, Players};
use super::{
    Armies, Army, Catalogue, CellSetup, CodexFile, Diagnostic, Diagnostics, DoctrineBook, Game, Item, ListGenerator,
    Listing, LogEntry, Override, PlaySettings, Player, Points, Purchase, RandomList, RandomMatchups, Roster, RuleAtom,
    ScenarioDoctrine, Seats, Side, SideCount, Simulator, Source, StateWords, Tactic, TurnPhase, UnitDoc, Weights,
    check_override, fill,
};
use crate::dice::{Address, SeededDice};

/// A ruleset whose games are played whole. Everything here is generic and monomorphic: no call inside a game is dynamic.
pub trait Playable: Sized + Debug + Send + Sync + 'static {
    /// The data of the game.
    type Codex: CodexFile + Catalogue + Debug + Send + Sync;
    /// Its switches.
    type Rules: Debug + Default + Send + Sync;
    /// What is played for, as a cell names it.
    type Scenario: Copy + Debug + Send + Sync + 'static;
    /// What an army list says beside its units.
    type Own: Debug + PartialEq + Send + Sync;
    /// Weights of a doctrine.
    type Weights: Weights + Debug + PartialEq + Send + Sync;
    /// What of the lists the table depends on, such as their size; `()` when nothing.
    type Scale: Clone + Debug + Default + Ord + Send;
    /// What is fixed for all games on one table: codex, rules, the table itself, odds.
    type Setup: Clone + Debug + Send + Sync;
    /// A game in progress.
    type Battle<'s>: Game<Event = LogEntry> + Clone;
    /// The player of a doctrine.
    type Script<'s>: Player<Self::Battle<'s>> + Clone;

    /// Every rule atom; rule counters follow this order.
    const LEDGER: &'static [RuleAtom];
    /// What is counted of each side.
    const COUNTS: &'static [SideCount] = &[];
    /// What the numbers mean that say how a side stands at the end of a turn.
    const STATES: StateWords;
    /// The phases of a turn, set-up first, in their order, of which [`Observer::phase_ended`](super::Observer::phase_ended) tells:
    /// at most [`MOST_PHASES`](super::MOST_PHASES).
    const PHASES: &'static [TurnPhase];
    /// What may be played for, by name, with a line about each.
    const SCENARIOS: &'static [(&'static str, Self::Scenario, &'static str)];
    /// The game's word for an army list.
    const LIST: &'static str = "list";

    /// The switches by these overrides; those whose key does not begin with `rules.` are left alone.
    ///
    /// # Errors
    /// Everything wrong with them.
    fn rules(codex: &Self::Codex, overrides: &[Override]) -> Result<Self::Rules, Diagnostics>;

    /// Reads an army list, and checks what can be checked of it alone.
    ///
    /// # Errors
    /// Everything wrong with it.
    fn read_roster(codex: &Self::Codex, rules: &Self::Rules, list: &Source) -> Result<Roster<Self::Own>, Diagnostics>;

    /// What the table depends on for these lists; none when it depends on them and they are not known yet.
    fn scale(cell: &CellParts<Self>, rosters: Option<&[Roster<Self::Own>; 2]>) -> Option<Self::Scale> {
        let _ = (cell, rosters);
        Some(Self::Scale::default())
    }

    /// Lays the tables of a cell, or says how they are drawn.
    ///
    /// # Errors
    /// Everything wrong with the battlefield.
    fn lay_tables(cell: &CellParts<Self>, scale: &Self::Scale) -> Result<Tables<Self::Setup>, Diagnostics>;

    /// Where tables are drawn: a table of a cell for these lists, on which [`redraw`](Self::redraw) then draws.
    fn drawn_for(sample: &Self::Setup, rosters: &[Roster<Self::Own>; 2]) -> Self::Setup {
        let _ = rosters;
        sample.clone()
    }

    /// Where tables are drawn: lays the table of a pair in the place of another one. It is a function of the seed and of
    /// the pair alone.
    fn redraw(setup: &mut Self::Setup, address: Address) {
        let _ = (setup, address);
    }

    /// The checks of lists that need the other list, the scenario or the table: everything that fails, in order.
    fn check_lists(cell: &CellSetup, setups: &[Self::Setup], rosters: &[Roster<Self::Own>; 2]) -> Diagnostics {
        let _ = (cell, setups, rosters);
        Diagnostics::new()
    }

    /// What is allowed where these lists meet, but hardly meant.
    fn warnings(cell: &CellSetup, setups: &[Self::Setup], rosters: &[Roster<Self::Own>; 2]) -> Vec<String> {
        let _ = (cell, setups, rosters);
        Vec::new()
    }

    /// Whether two lists play alike.
    fn alike(one: &Roster<Self::Own>, other: &Roster<Self::Own>) -> bool {
        (&one.units, &one.own) == (&other.units, &other.own)
    }

    /// The usual doctrines of a list in those scenarios where the one that it names, or the first of the book, is not.
    fn doctrines_by_scenario(codex: &Self::Codex, roster: &Roster<Self::Own>) -> Vec<ScenarioDoctrine> {
        let _ = (codex, roster);
        Vec::new()
    }

    /// Most of a unit type that a list drawn at random has.
    fn most_copies(codex: &Self::Codex, unit: usize) -> u8;

    /// What lists may spend points on besides units.
    fn extras(codex: &Self::Codex, rules: &Self::Rules) -> Vec<Purchase> {
        let _ = (codex, rules);
        Vec::new()
    }

    /// What a list spends points on besides units, and how many of each, by the names of [`extras`](Self::extras) where it has
    /// them.
    fn extras_of(codex: &Self::Codex, roster: &Roster<Self::Own>) -> Vec<(String, u32)> {
        let _ = (codex, roster);
        Vec::new()
    }

    /// Draws a list of at most `budget` thousandths of a point. What breaks a rule is drawn again.
    fn draw_list(market: &CellGenerator<Self>, budget: Points, dice: &mut SeededDice) -> RandomList;

    /// A table with nobody on it, for any number of games one after the other.
    fn new_game(setup: &Self::Setup) -> Self::Battle<'_>;

    /// The player of a doctrine.
    fn script<'s>(setup: &'s Self::Setup, weights: &Self::Weights) -> Self::Script<'s>;

    /// Gives a player other weights, before a game begins; its buffers stay.
    fn retune<'s>(setup: &'s Self::Setup, script: &mut Self::Script<'s>, weights: &Self::Weights);

    /// What becomes of the seats of the lists in the second game of a pair; it is the same on all tables of a cell.
    fn seats(setup: &Self::Setup) -> Seats {
        let _ = setup;
        Seats::Exchanged
    }

    /// The side of the first seat on a table. What is drawn for it comes from streams of the environment.
    fn first(setup: &Self::Setup, address: Address) -> Side;

    /// Begins a game between lists, by side.
    fn begin(battle: &mut Self::Battle<'_>, rosters: [&Roster<Self::Own>; 2], first: Side);

    /// Checks everything that must hold whenever a decision is due: of games that are [checked](Simulator::check_games).
    ///
    /// # Panics
    /// When something does not hold.
    fn check_state(battle: &Self::Battle<'_>);

    /// Checks what a choice may have changed.
    ///
    /// # Panics
    /// When it has changed something else.
    fn check_change(before: &Self::Battle<'_>, choice: <Self::Battle<'_> as Game>::Choice, after: &Self::Battle<'_>) {
        let _ = (before, choice, after);
    }

    /// What a side has when the game is over.
    fn remains(battle: &Self::Battle<'_>, roster: &Roster<Self::Own>, side: Side) -> Remains;

    /// Puts what was counted of a side, when the game is over, into `counts`, in the order of [`COUNTS`](Self::COUNTS).
    fn side_counts(battle: &Self::Battle<'_>, side: Side, counts: &mut [i64]) {
        let _ = (battle, side, counts);
    }

    /// The line that introduces the lists of both sides to a reader.
    fn introduction([a, b]: [&str; 2]) -> String {
        format!("Side A: {a}. Side B: {b}.")
    }
}

/// The tables of a cell.
#[derive(Debug)]
pub enum Tables<S> {
    /// Laid beforehand, at least one; pairs take them in turn.
    Laid(Arc<[S]>),
    /// Drawn anew for every pair; the sample has in common with them what they have in common.
    Drawn(Arc<S>),
}

impl<S> Tables<S> {
    /// All tables that are known beforehand.
    #[must_use]
    pub fn known(&self) -> &[S] {
        match self {
            Self::Laid(setups) => setups,
            Self::Drawn(sample) => std::slice::from_ref(sample),
        }
    }
}

impl<S> Clone for Tables<S> {
    fn clone(&self) -> Self {
        match self {
            Self::Laid(setups) => Self::Laid(Arc::clone(setups)),
            Self::Drawn(sample) => Self::Drawn(Arc::clone(sample)),
        }
    }
}

/// What a side has when the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remains {
    /// Value that it brought.
    pub fielded: Points,
    /// Value that it has left.
    pub left: Points,
    /// Units that it brought.
    pub units: u16,
    /// Units still in play, or safely off the table.
    pub alive: u16,
}

/// An army list of a ruleset.
type RosterOf<P> = Roster<<P as Playable>::Own>;

/// What a cell is made of beside its lists.
#[derive(Debug)]
pub struct CellParts<P: Playable> {
    /// As it was asked for.
    pub setup: CellSetup,
    /// The data of the game.
    pub codex: Arc<P::Codex>,
    /// Its switches.
    pub rules: P::Rules,
    /// What is played for.
    pub scenario: P::Scenario,
    /// Who plays both lists.
    pub hands: Hands<P>,
}

impl<P: Playable> CellParts<P> {
    /// Reads a cell and these lists. Where codex, rules or doctrine book are not sound, nothing that rests on them is read.
    ///
    /// # Errors
    /// Everything wrong with them: of the scenario, each list, each doctrine.
    fn read(cell: &CellSetup, lists: &[Source]) -> Result<(Self, Vec<RosterOf<P>>), Diagnostics> {
        let codex = P::Codex::read(&cell.codex, &cell.overrides)?;
        let rules = P::rules(&codex, &cell.overrides)?;
        let book = DoctrineBook::<P::Weights>::read(&cell.doctrine_book, &cell.overrides)?;
        let play = PlaySettings::read(&cell.overrides)?;
        let mut diagnostics = Diagnostics::new();
        let scenario = P::SCENARIOS.iter().find(|(name, ..)| *name == cell.scenario).map(|(_, scenario, _)| *scenario);
        if scenario.is_none() {
            let names = P::SCENARIOS.iter().map(|(name, ..)| name);
            diagnostics.push(Diagnostic::unknown("scenario", &cell.scenario, names));
        }
        let read = |list| P::read_roster(&codex, &rules, list).map_err(|found| diagnostics.extend(found)).ok();
        let rosters = lists.iter().filter_map(read).collect();
        let hands = Hands::read(&book, play, &cell.doctrines, &mut diagnostics);
        match (scenario, hands) {
            (Some(scenario), Some(hands)) if diagnostics.is_empty() => {
                let (setup, codex) = (cell.clone(), Arc::new(codex));
                Ok((Self { setup, codex, rules, scenario, hands }, rosters))
            }
            _ => Err(diagnostics),
        }
    }
}

/// A cell for two lists, ready to be played.
#[derive(Debug)]
pub struct Cell<P: Playable> {
    pub(super) tables: Tables<P::Setup>,
    rosters: Arc<[Roster<P::Own>; 2]>,
    /// What is allowed, but hardly meant.
    pub(super) warnings: Vec<String>,
    /// Unit types of each list.
    names: [Vec<String>; 2],
    /// By which of two streams each list draws its tempers: whoever is named first, a list draws the same.
    pub(super) tempers: [usize; 2],
    /// Who plays both lists.
    pub(super) hands: Hands<P>,
    /// Whether games are checked as they are played.
    pub(super) checked: bool,
}

/// A table laid for any number of games one after the other, with the players of both lists in order.
pub(super) type Laid<'s, P> = (<P as Playable>::Battle<'s>, Players<'s, P>);

impl<P: Playable> Cell<P> {
    /// Makes a cell for two lists ready.
    ///
    /// # Errors
    /// Everything wrong with it.
    pub fn read(cell: &CellSetup, lists: &[Source; 2]) -> Result<Self, Diagnostics> {
        let (parts, rosters) = CellParts::<P>::read(cell, lists)?;
        let rosters: [_; 2] = rosters.try_into().expect("two lists were read");
        let scale = P::scale(&parts, Some(&rosters)).expect("both lists are known");
        Self::new(&parts, P::lay_tables(&parts, &scale)?, rosters)
    }

    /// Two lists on tables that have been laid.
    fn new(cell: &CellParts<P>, tables: Tables<P::Setup>, rosters: [Roster<P::Own>; 2]) -> Result<Self, Diagnostics> {
        let diagnostics = P::check_lists(&cell.setup, tables.known(), &rosters);
        if !diagnostics.is_empty() {
            return Err(diagnostics);
        }
        let warnings = P::warnings(&cell.setup, tables.known(), &rosters);
        let key = |unit: &u8| cell.codex.key(usize::from(*unit)).to_owned();
        let names = rosters.each_ref().map(|roster| roster.units.iter().map(key).collect());
        let hands = cell.hands.clone();
        let [one, other] = &rosters;
        let tempers = if other.name < one.name { [1, 0] } else { [0, 1] };
        Ok(Self { tables, rosters: Arc::new(rosters), warnings, names, tempers, hands, checked: false })
    }

    /// The same with other numbers in the doctrine of a list; none where it has none. Those that are missing stay.
    pub(super) fn reweighed(&self, list: usize, numbers: &[f64]) -> Option<Self> {
        let hands = self.hands.reweighed(list, numbers)?;
        Some(Self {
            tables: self.tables.clone(),
            rosters: Arc::clone(&self.rosters),
            warnings: self.warnings.clone(),
            names: self.names.clone(),
            tempers: self.tempers,
            hands,
            checked: self.checked,
        })
    }

    /// A table to draw on, where tables are drawn for each pair.
    pub(super) fn drawn(&self, sample: &P::Setup) -> P::Setup {
        P::drawn_for(sample, &self.rosters)
    }

    /// The table of a pair.
    pub(super) fn table(&self, address: Address) -> Cow<'_, P::Setup> {
        match &self.tables {
            Tables::Laid(setups) => Cow::Borrowed(&setups[turn_of(address.pair, setups.len())]),
            Tables::Drawn(sample) => {
                let mut setup = self.drawn(sample);
                P::redraw(&mut setup, address);
                Cow::Owned(setup)
            }
        }
    }

    /// Begins to play on a table: fetches the players of both lists.
    pub(super) fn lay<'s>(&self, setup: &'s P::Setup) -> Laid<'s, P> {
        (P::new_game(setup), self.hands.players(setup))
    }

    /// Gives both players the tempers of a pair.
    pub(super) fn temper<'s>(&self, setup: &'s P::Setup, (_, players): &mut Laid<'s, P>, address: Address) {
        self.hands.temper(setup, players, self.tempers, address);
    }

    /// The list at this place, 0 or 1.
    pub(super) fn list(&self, list: usize) -> &Roster<P::Own> {
        &self.rosters[list]
    }

    /// The unit types of a list's units.
    pub(super) fn units(&self, list: usize) -> &[String] {
        &self.names[list]
    }

    /// Whether both lists are alike and played alike. The two games of a pair are then one and the same (table, dice and
    /// the side of the first seat are shared, and only the names change seats), and it is played once.
    pub(super) fn is_mirror(&self) -> bool {
        let [one, other] = &*self.rosters;
        self.seats() == Seats::Exchanged && P::alike(one, other) && self.hands.are_alike()
    }
}

/// Which of so many tables is the one of a pair.
pub(super) const fn turn_of(pair: u64, tables: usize) -> usize {
    (pair % tables as u64) as usize
}

/// Tables that have been laid, by what they depend on.
type TablesByScale<P> = BTreeMap<<P as Playable>::Scale, Tables<<P as Playable>::Setup>>;

/// Draws lists for a cell, and lets two of them meet.
#[derive(Debug)]
pub struct CellGenerator<P: Playable> {
    /// The cell.
    pub cell: CellParts<P>,
    /// The units of the codex, then everything else.
    purchases: Vec<Purchase>,
    units: Vec<String>,
    items: Vec<Item>,
    /// Tables laid so far.
    tables: Mutex<TablesByScale<P>>,
}

/// Thousandths of a point.
#[must_use]
pub fn thousandths(points: f64) -> Points {
    (1000.0 * points).round() as Points
}

impl<P: Playable> CellGenerator<P> {
    /// Reads all of a cell but its lists.
    ///
    /// # Errors
    /// Everything wrong with it.
    pub fn read(cell: &CellSetup) -> Result<Self, Diagnostics> {
        let (cell, _) = CellParts::<P>::read(cell, &[])?;
        let codex = &cell.codex;
        let units = codex.keys();
        let purchase = |(at, name): (usize, &String)| Purchase { name: name.clone(), cost: codex.cost(at) };
        let purchases = units.iter().enumerate().map(purchase).chain(P::extras(codex, &cell.rules)).collect();
        let item = |at| Item { cost: thousandths(codex.cost(at)), most: P::most_copies(codex, at) };
        let items = (0..units.len()).map(item).collect();
        let scale = P::scale(&cell, None);
        let generator = Self { cell, purchases, units, items, tables: Mutex::default() };
        if let Some(scale) = scale {
            generator.tables(scale)?;
        }
        Ok(generator)
    }

    /// The tables for lists of this scale, laid once for all of them.
    fn tables(&self, scale: P::Scale) -> Result<Tables<P::Setup>, Diagnostics> {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(laid) = tables.get(&scale) {
            return Ok(laid.clone());
        }
        let laid = P::lay_tables(&self.cell, &scale)?;
        tables.insert(scale, laid.clone());
        Ok(laid)
    }

    /// Buys units for `budget` thousandths of a point, `room` of them at most: how many of each unit of the codex.
    pub fn buy_units(&self, budget: Points, room: usize, dice: &mut SeededDice) -> Vec<u8> {
        fill(&self.items, budget, room, dice)
    }

    /// The units that a list has some of, with their numbers.
    pub fn bought<'a>(&'a self, counts: &'a [u8]) -> impl Iterator<Item = (&'a str, u8)> {
        self.units.iter().map(String::as_str).zip(counts.iter().copied()).filter(|(_, count)| *count > 0)
    }

    /// The table `[units]` of a list file.
    #[must_use]
    pub fn units_table(&self, counts: &[u8]) -> String {
        let mut text = "[units]\n".to_owned();
        for (unit, count) in self.bought(counts) {
            let _ = writeln!(text, "{unit} = {count}");
        }
        text
    }
}

impl<P: Playable> ListGenerator for CellGenerator<P> {
    type Simulator = Cell<P>;

    fn purchases(&self) -> &[Purchase] {
        &self.purchases
    }

    fn units(&self) -> &[String] {
        &self.units
    }

    fn draw(&self, budget: Points, dice: &mut SeededDice) -> RandomList {
        P::draw_list(self, budget, dice)
    }

    fn meet(&self, lists: [&str; 2]) -> Result<Cell<P>, Diagnostics> {
        let read = |list: usize| {
            let source = Source { name: format!("random {} {}", P::LIST, list + 1), text: lists[list].to_owned() };
            P::read_roster(&self.cell.codex, &self.cell.rules, &source)
        };
        let rosters = [read(0)?, read(1)?];
        let scale = P::scale(&self.cell, Some(&rosters)).expect("both lists are known");
        Cell::new(&self.cell, self.tables(scale)?, rosters)
    }
}

/// Makes a cell ready for play: [`Ruleset::prepare`](super::Ruleset::prepare) of a ruleset.
///
/// # Errors
/// Everything wrong with it.
pub fn prepare<P: Playable>(cell: &CellSetup) -> Result<Box<dyn Simulator>, Diagnostics> {
    Ok(match &cell.armies {
        Armies::Written(lists) => Box::new(Cell::<P>::read(cell, lists)?),
        Armies::Random(lists) => Box::new(RandomMatchups::open(CellGenerator::<P>::read(cell)?, *lists)?),
    })
}

/// Reads an army list by the rules with these departures: [`Ruleset::read_army_by`](super::Ruleset::read_army_by) of a ruleset.
/// It has to be one at the prices of the codex as it is; what it costs is told at those of the departures.
///
/// # Errors
/// Everything wrong with codex, departures or list.
pub fn read_army<P: Playable>(codex: &Source, overrides: &[Override], list: &Source) -> Result<Army, Diagnostics> {
    let source = codex;
    let codex = P::Codex::read(source, &[])?;
    let rules = P::rules(&codex, overrides)?;
    let roster = P::read_roster(&codex, &rules, list)?;
    let mut army = roster.summary(&codex);
    if overrides.iter().any(|change| change.key.starts_with("codex.")) {
        let repriced = P::Codex::read(source, overrides)?;
        // Where it breaks the limits of lists at these prices, nobody knows what it would cost.
        army.cost = P::read_roster(&repriced, &rules, list).map_or(army.cost, |roster| roster.summary(&repriced).cost);
    }
    let (by_scenario, extras) = (P::doctrines_by_scenario(&codex, &roster), P::extras_of(&codex, &roster));
    Ok(Army { by_scenario, extras, ..army })
}

/// Unit types of a codex: [`Ruleset::units`](super::Ruleset::units) of a ruleset.
///
/// # Errors
/// What is wrong with the codex.
pub fn units<C: CodexFile + Catalogue>(codex: &Source) -> Result<Vec<UnitDoc>, Diagnostics> {
    Ok(C::read(codex, &[])?.docs())
}

/// Names of the doctrines of a book: [`Ruleset::doctrines`](super::Ruleset::doctrines) of a ruleset.
///
/// # Errors
/// What is wrong with the book.
pub fn doctrines<P: Playable>(book: &Source) -> Result<Vec<Listing>, Diagnostics> {
    Ok(DoctrineBook::<P::Weights>::read(book, &[])?.listings())
}

/// What players may do without: [`Ruleset::tactics`](super::Ruleset::tactics) of a ruleset.
#[must_use]
pub fn tactics<P: Playable>() -> Vec<Listing> {
    Tactic::listings(P::Battle::<'static>::TACTICS)
}

/// What may be played for: [`Ruleset::scenarios`](super::Ruleset::scenarios) of a ruleset.
#[must_use]
pub fn scenarios<P: Playable>() -> Vec<Listing> {
    let listing = |(name, _, about): &(&str, P::Scenario, &str)| Listing::new(name, about);
    P::SCENARIOS.iter().map(listing).collect()
}

/// Checks an override of rules, codex or doctrines: [`Ruleset::check_override`](super::Ruleset::check_override) of a ruleset.
///
/// # Errors
/// What is wrong with it.
pub fn check_change<P: Playable>(codex: &Source, change: &Override) -> Result<(), Diagnostic> {
    // What is wrong with the codex is told where the codex is read.
    let sound = || P::Codex::read(codex, &[]).unwrap_or_else(|_| P::Codex::built_in());
    let rules = |alone: &[Override]| P::rules(&sound(), alone).map(drop);
    let units = |alone: &[Override]| P::Codex::read(codex, alone).map(drop);
    let doctrines = |alone: &[Override]| DoctrineBook::<P::Weights>::read(&P::Weights::source(), alone).map(drop);
    let play = |alone: &[Override]| PlaySettings::read(alone).map(drop);
    check_override(
        change,
        &[("rules.NAME", &rules), ("codex.PATH", &units), ("doctrines.PATH", &doctrines), ("play.NAME", &play)],
    )
}
