//! What a scenario is about: zones, objectives, arrivals, who attacks, who moves first, switches.
//!
//! The built-in scenarios and a designer's refights have files of one form. A built-in one stands alone and names its usual
//! battlefield; those of a refight stand in the table `scenario` of a battlefield file.

use super::codex::Codex;
use super::field::{Field, forward};
use super::rules::Rules;
use super::scenarios::Scenario;
use crate::game::{Diagnostic, Diagnostics, Node, Override, Side, Source, TableReader};
use crate::tabletop::hex::flat::{Direction, Grid};
use crate::tabletop::hex::{HexIndex, NOWHERE};
use crate::tabletop::hexset::HexSet;

/// Most objectives.
pub const MOST_OBJECTIVES: usize = 16;

/// Most entries of other lists in a file.
const MOST_ENTRIES: usize = 64;

/// Last turn of a game.
const LAST_TURN: i64 = 20;

/// The sides as files name them: the first list sits south, and attacks where there is an attack.
pub const SIDES: [(&str, Side); 2] = [("south", Side::A), ("north", Side::B)];

/// What a scenario is about.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Terms {
    /// Name of its usual battlefield; none where it stands in a battlefield file.
    pub battlefield: Option<String>,
    /// Who attacks, and outnumbers the other by `setup.ratio`; none between equals.
    pub attacker: Option<Side>,
    /// Who is A on the first turn; none when initiative is rolled for.
    pub first: Option<Side>,
    /// Guns start limbered.
    pub limbered: bool,
    /// The attacker should have a heavy gun.
    pub heavy_gun: bool,
    /// Where each side sets up.
    pub zones: [Zone; 2],
    /// Hexes that score.
    pub objectives: Vec<Objective>,
    /// A bank that scores.
    pub bank: Option<Bank>,
    /// Units that come later.
    pub arrivals: Vec<Arrival>,
    /// Units that stand where the file says.
    pub placed: Vec<Placed>,
    /// Break points by side, percent, in place of `integrity.break-point`.
    pub break_points: [Option<u8>; 2],
    /// Switches that it sets, each with its value.
    pub switches: Vec<(String, String)>,
}

/// Where a side sets up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    /// `setup.zone-depth` rows from the own edge.
    #[default]
    Usual,
    /// So many rows of the longer columns from the own edge, and one less of the others.
    Rows(u8),
    /// These hexes.
    Hexes(Vec<HexIndex>),
}

/// A hex that scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Objective {
    /// The hex; [`NOWHERE`] for the centre of the board.
    pub hex: HexIndex,
    /// Points at the end of the game to the side that holds it.
    pub points: u8,
    /// The only side that it scores for; both when none.
    pub side: Option<Side>,
}

/// The first rows from an enemy's edge, which score for enough units in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bank {
    /// Whose units score.
    pub side: Side,
    /// Rows from the edge of the other side.
    pub rows: u8,
    /// Steady combat units that are needed.
    pub units: u8,
    /// Points at the end of the game.
    pub points: u8,
}

/// Who comes later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// Half of the combat units of each side, rounded down, at the owner's choice.
    Half,
    /// So many of a kind of unit of one side: the last ones in its list.
    Units {
        /// Side.
        side: Side,
        /// Index into [`Codex::kinds`].
        kind: u8,
        /// How many.
        count: u8,
    },
}

/// Units that come later (HX-REI-01, HX-REI-02).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// Turn.
    pub turn: u8,
    /// Who.
    pub who: Who,
    /// Where they enter, by side: one hex, or several of which the die takes one.
    pub entries: [Vec<HexIndex>; 2],
}

/// A unit that stands where the file says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Side.
    pub side: Side,
    /// Index into [`Codex::kinds`]: the first one of this kind that is not placed yet.
    pub kind: u8,
    /// Hex.
    pub hex: HexIndex,
    /// Facing.
    pub facing: Direction,
}

impl Terms {
    /// The terms of a scenario for a board. A refight has none of its own: those of its battlefield file are `own`.
    ///
    /// # Errors
    /// When a refight has none, and when a built-in one names hexes that are not on the board.
    pub fn of(scenario: Scenario, own: Option<&Terms>, grid: Grid, codex: &Codex) -> Result<Self, Diagnostics> {
        match (scenario.terms(), own) {
            (None, Some(own)) => Ok(own.clone()),
            (None, None) => {
                let message = format!("`{}` needs a battlefield file with a table `scenario`", scenario.key());
                Err(vec![Diagnostic::new(message).rule("R-185")])
            }
            (Some(source), _) => Self::read(&source, grid, codex),
        }
    }

    /// Reads a file of terms.
    ///
    /// # Errors
    /// Everything wrong with it.
    pub fn read(source: &Source, grid: Grid, codex: &Codex) -> Result<Self, Diagnostics> {
        Node::read_with(source, &[], "", |root, diagnostics| Self::read_node(root, grid, codex, diagnostics))
    }

    /// Reads the table of terms that `node` is.
    pub fn read_node(node: &Node, grid: Grid, codex: &Codex, diagnostics: &mut Diagnostics) -> Option<Self> {
        let mut table = TableReader::open("the scenario", node, diagnostics)?;
        let side = |node: &Node| node.one_of("side", &SIDES);
        let rolled = [("south", Some(Side::A)), ("north", Some(Side::B)), ("rolled", None)];
        let mut terms = Self {
            battlefield: table.optional("battlefield", Node::text).map(str::to_owned),
            attacker: table.optional("attacker", side),
            first: table.or("first", None, |node| node.one_of("side", &rolled)),
            limbered: table.or("limbered", false, Node::flag),
            heavy_gun: table.or("heavy-gun", false, Node::flag),
            break_points: table.or("break-points", [None; 2], read_break_points),
            ..Self::default()
        };
        let keys = ["zones", "objectives", "bank", "arrivals", "placed", "switches"];
        let [zones, objectives, bank, arrivals, placed, switches] = keys.map(|key| table.node(key));
        table.close();
        let reader = TermsReader { grid, codex };
        if let Some(mut table) = zones.and_then(|node| TableReader::open("`zones`", node, diagnostics)) {
            terms.zones = ["south", "north"].map(|key| table.or(key, Zone::Usual, |node| reader.zone(node)));
            table.close();
        }
        terms.objectives = reader
            .each(objectives, MOST_OBJECTIVES, diagnostics, |node, diagnostics| reader.objective(node, diagnostics));
        terms.bank = bank.and_then(|node| read_bank(node, diagnostics));
        terms.arrivals =
            reader.each(arrivals, MOST_ENTRIES, diagnostics, |node, diagnostics| reader.arrival(node, diagnostics));
        if terms.arrivals.iter().filter(|arrival| arrival.who == Who::Half).count() > 1 {
            let node = arrivals.expect("they were read from it");
            diagnostics.push(node.locate(Diagnostic::new("half of both armies arrives once").rule("R-185")));
        }
        terms.placed =
            reader.each(placed, MOST_ENTRIES, diagnostics, |node, diagnostics| reader.placed(node, diagnostics));
        terms.switches = switches.map_or_else(Vec::new, |node| read_switches(node, diagnostics));
        Some(terms)
    }

    /// Sets the switches of the scenario, but for those that an experiment sets itself.
    pub fn settle(&self, rules: &mut Rules, overrides: &[Override]) {
        let own = |name: &str| overrides.iter().any(|change| change.key.strip_prefix("rules.") == Some(name));
        for (name, value) in self.switches.iter().filter(|(name, _)| !own(name)) {
            rules.set(name, value).expect("they were tried when the file was read");
        }
    }

    /// Where a side sets up.
    #[must_use]
    pub fn zone(&self, field: &Field, rules: &Rules, side: Side) -> HexSet {
        let rows = |longer: u8, other: u8| {
            let deep = |hex: &HexIndex| {
                let rows = if field.grid.column(*hex).is_multiple_of(2) { longer } else { other };
                field.to_own_edge(side, *hex) < rows
            };
            field.grid.hexes().filter(deep).collect()
        };
        match &self.zones[side.index()] {
            Zone::Usual => rows(rules.setup_zone_depth, rules.setup_zone_depth),
            Zone::Rows(longer) => rows(*longer, longer.saturating_sub(1)),
            Zone::Hexes(hexes) => hexes.iter().copied().collect(),
        }
    }

    /// The hexes that score, on this board.
    pub fn objectives(&self, grid: Grid) -> impl Iterator<Item = Objective> {
        let centre = grid.half_turn(0) / 2;
        self.objectives.iter().map(move |&objective| match objective.hex {
            NOWHERE => Objective { hex: centre, ..objective },
            _ => objective,
        })
    }

    /// Whether a hex lies on the bank that scores for a side.
    #[must_use]
    pub fn on_bank(&self, field: &Field, side: Side, hex: HexIndex) -> bool {
        self.bank.is_some_and(|bank| bank.side == side && field.to_own_edge(side.other(), hex) < bank.rows)
    }

    /// Percentage of loss at which an army of a side breaks (HX-VIC-01).
    #[must_use]
    pub fn break_point(&self, rules: &Rules, side: Side) -> u8 {
        self.break_points[side.index()].unwrap_or(rules.integrity_break_point)
    }
}

/// The hexes of an entry zone: up to `reinforcement.zone` edge hexes centred on the entry, nearest first (HX-REI-04).
#[must_use]
pub fn entry_zone(field: &Field, rules: &Rules, entry: HexIndex) -> Vec<HexIndex> {
    let grid = field.grid;
    let reach = u16::from(rules.reinforcement_zone / 2);
    let is_edge = |hex: &HexIndex| field.neighbours[usize::from(*hex)].contains(&NOWHERE);
    let edges: [fn(&Field, HexIndex) -> bool; 4] = [
        |field, hex| field.to_own_edge(Side::B, hex) == 0,
        |field, hex| field.to_own_edge(Side::A, hex) == 0,
        |field, hex| field.grid.column(hex) == 0,
        |field, hex| field.grid.column(hex) == field.grid.width - 1,
    ];
    let edge = edges.into_iter().find(|edge| edge(field, entry));
    let on_edge = |hex: &HexIndex| edge.map_or_else(|| is_edge(hex), |edge| edge(field, *hex));
    let mut zone: Vec<HexIndex> =
        grid.hexes().filter(on_edge).filter(|hex| u16::from(field.distance(entry, *hex)) <= reach).collect();
    if !zone.contains(&entry) {
        zone.push(entry);
    }
    zone.sort_by_key(|hex| field.distance(entry, *hex));
    zone.truncate(usize::from(rules.reinforcement_zone));
    zone
}

fn read_break_points(node: &Node) -> Result<[Option<u8>; 2], Diagnostic> {
    let [south, north] = node.list()? else {
        let fault = Diagnostic::new("break points are those of the south and of the north");
        return Err(node.locate(fault.allowing(["[30, 25]"])));
    };
    Ok([Some(south.whole(1..=100)?), Some(north.whole(1..=100)?)])
}

fn read_bank(node: &Node, diagnostics: &mut Diagnostics) -> Option<Bank> {
    let mut table = TableReader::open("`bank`", node, diagnostics)?;
    let side = table.required("side", |node| node.one_of("side", &SIDES));
    let number = |node: &Node| node.whole::<u8>(1..=60);
    let [rows, units, points] = ["rows", "units", "points"].map(|key| table.required(key, number));
    table.close();
    Some(Bank { side: side?, rows: rows?, units: units?, points: points? })
}

fn read_switches(node: &Node, diagnostics: &mut Diagnostics) -> Vec<(String, String)> {
    let mut rules = Rules::default();
    let mut switches = Vec::new();
    crate::game::switches::from_table(node, diagnostics, |name, value| {
        rules.set(name, value)?;
        switches.push((name.to_owned(), value.to_owned()));
        Ok(())
    });
    switches
}

/// What the parts of a file are read with.
#[derive(Clone, Copy)]
struct TermsReader<'r> {
    grid: Grid,
    codex: &'r Codex,
}

impl TermsReader<'_> {
    /// Reads the items of a list, of which there may be so many; nothing when it is missing.
    fn each<T>(
        self,
        node: Option<&Node>,
        most: usize,
        diagnostics: &mut Diagnostics,
        mut read: impl FnMut(&Node, &mut Diagnostics) -> Option<T>,
    ) -> Vec<T> {
        let Some(node) = node else { return Vec::new() };
        let items = node.list().unwrap_or_else(|diagnostic| {
            diagnostics.push(diagnostic);
            &[]
        });
        if items.len() > most {
            diagnostics.push(node.locate(Diagnostic::new(format!("{} entries are more than {most}", items.len()))));
        }
        items.iter().take(most).filter_map(|item| read(item, diagnostics)).collect()
    }

    fn hex(self, node: &Node) -> Result<HexIndex, Diagnostic> {
        let found = self.grid.parse(node.text()?);
        found.map_err(|error| node.locate(Diagnostic::new(error.to_string()).rule("R-185")))
    }

    fn kind(self, node: &Node) -> Result<u8, Diagnostic> {
        let name = node.text()?;
        let found = self.codex.units().position(|kind| kind.name == name).map(|at| at as u8);
        let names = self.codex.units().map(|kind| kind.name.as_str());
        found.ok_or_else(|| node.locate(Diagnostic::unknown("unit", name, names)))
    }

    /// A number of rows, or hexes in a string.
    fn zone(self, node: &Node) -> Result<Zone, Diagnostic> {
        let Ok(text) = node.text() else { return node.whole(1..=i64::from(self.grid.height)).map(Zone::Rows) };
        let hex = |word: &str| {
            let found = self.grid.parse(word);
            found.map_err(|error| node.locate(Diagnostic::new(error.to_string()).rule("R-185")))
        };
        text.split_whitespace().map(hex).collect::<Result<Vec<_>, _>>().map(Zone::Hexes)
    }

    fn objective(self, node: &Node, diagnostics: &mut Diagnostics) -> Option<Objective> {
        let mut table = TableReader::open("an objective", node, diagnostics)?;
        let hex = table.required("hex", |node| match node.text() {
            Ok("centre") => Ok(NOWHERE),
            _ => self.hex(node),
        });
        let points = table.required("points", |node| node.whole(1..=60));
        let side = table.optional("side", |node| node.one_of("side", &SIDES));
        table.close();
        Some(Objective { hex: hex?, points: points?, side })
    }

    fn arrival(self, node: &Node, diagnostics: &mut Diagnostics) -> Option<Arrival> {
        let mut table = TableReader::open("an arrival", node, diagnostics)?;
        let turn = table.required("turn", |node| node.whole(1..=LAST_TURN));
        let half = table.optional("who", |node| node.one_of("part of the army", &[("half", ())]));
        let side = table.optional("side", |node| node.one_of("side", &SIDES));
        let unit = table.optional("unit", |node| self.kind(node));
        let count = table.or("count", 1, |node| node.whole(1..=60));
        let columns = table.optional("columns", |node| self.columns(node));
        let hexes = table.optional("hexes", |node| match self.zone(node)? {
            Zone::Hexes(hexes) if [1, 2, 3, 6].contains(&hexes.len()) => Ok(hexes),
            _ => Err(node.locate(Diagnostic::new("units enter at 1, 2, 3 or 6 hexes"))),
        });
        table.close();
        let who = match (half, side, unit) {
            (Some(()), None, None) => Some(Who::Half),
            (None, Some(side), Some(kind)) => Some(Who::Units { side, kind, count }),
            _ => {
                let fault = Diagnostic::new("an arrival is of half of both armies, or of units of one side");
                diagnostics.push(node.locate(fault.allowing(["who = \"half\"", "side = .., unit = .."])));
                None
            }
        };
        let entries = match (columns, hexes) {
            (Some(entries), None) => Some(entries),
            (None, Some(hexes)) => Some([hexes.clone(), hexes]),
            _ => {
                let fault = Diagnostic::new("an arrival enters at `columns` of the own edge, or at `hexes`");
                diagnostics.push(node.locate(fault));
                None
            }
        };
        Some(Arrival { turn: turn?, who: who?, entries: entries? })
    }

    /// Hexes of either own edge, by column.
    fn columns(self, node: &Node) -> Result<[Vec<HexIndex>; 2], Diagnostic> {
        let items = node.list()?;
        if ![1, 2, 3, 6].contains(&items.len()) {
            return Err(node.locate(Diagnostic::new("units enter at 1, 2, 3 or 6 columns")));
        }
        let mut entries = [Vec::new(), Vec::new()];
        for item in items {
            let column: i32 = item.whole(1..=i64::from(self.grid.width))?;
            let last = i32::from(self.grid.height) - 1 - (column - 1) % 2;
            entries[Side::A.index()].extend(self.grid.at(column - 1, last));
            entries[Side::B.index()].extend(self.grid.at(column - 1, 0));
        }
        Ok(entries)
    }

    fn placed(self, node: &Node, diagnostics: &mut Diagnostics) -> Option<Placed> {
        let mut table = TableReader::open("a placed unit", node, diagnostics)?;
        let side = table.required("side", |node| node.one_of("side", &SIDES));
        let kind = table.required("unit", |node| self.kind(node));
        let hex = table.required("hex", |node| self.hex(node));
        let names = Direction::ALL.map(Direction::name);
        let facing = table.optional("facing", |node| node.index_in("direction", &names).map(|at| Direction::ALL[at]));
        table.close();
        let side = side?;
        Some(Placed { side, kind: kind?, hex: hex?, facing: facing.unwrap_or(forward(side)) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::CodexFile;
    use crate::rulesets::hexcommand::battlefield::{self, Battlefield};
    use crate::rulesets::hexcommand::board_map::Map;
    use crate::rulesets::hexcommand::scenarios::{self, SCENARIOS};

    fn usual() -> Field {
        Field::compile(&Map::bare(21, 13), &Codex::built_in(), &Rules::default())
    }

    fn terms(scenario: Scenario) -> Terms {
        Terms::of(scenario, None, usual().grid, &Codex::built_in()).unwrap()
    }

    /// HX-SET-02: each kind loads, on a battlefield that there is.
    #[test]
    fn hx_set_02_every_scenario_loads() {
        let (codex, field) = (Codex::built_in(), usual());
        for (key, scenario, about) in SCENARIOS {
            assert!(key == scenario.key() && !about.is_empty());
            if scenario == Scenario::Historical {
                let refused = Terms::of(scenario, None, field.grid, &codex).unwrap_err();
                assert_eq!(refused[0].rule.as_deref(), Some("R-185"));
                continue;
            }
            let terms = terms(scenario);
            let source = battlefield::built_in(terms.battlefield.as_deref().unwrap()).unwrap();
            assert!(Battlefield::read(&source, &codex).is_ok());
            let assault = key.ends_with("assault") || ["river-crossing", "hidden-defence"].contains(&key);
            assert_eq!(terms.attacker, assault.then_some(Side::A), "{key}");
            assert_eq!(terms.first, terms.attacker, "{key}");
            assert_eq!(terms.limbered, key == "crossroads");
        }
        assert_eq!(scenarios::sources().len(), SCENARIOS.len() - 1);
    }

    #[test]
    fn hx_set_02_zones_are_those_of_the_rulebook() {
        let (field, rules) = (usual(), Rules::default());
        let zone = |scenario, side| terms(scenario).zone(&field, &rules, side);
        let equal = Side::BOTH.map(|side| zone(Scenario::OpenField, side));
        assert_eq!(equal.map(|zone| zone.len()), [63, 63]);
        let nearest = equal[0].iter().flat_map(|a| equal[1].iter().map(move |b| (a, b)));
        assert_eq!(nearest.map(|(a, b)| field.distance(a, b)).min(), Some(7));
        for (scenario, odd, even) in [(Scenario::RidgeAssault, 6, 5), (Scenario::RedoubtAssault, 5, 4)] {
            assert_eq!(zone(scenario, Side::B).len(), 11 * odd + 10 * even);
            assert_eq!(zone(scenario, Side::A).len(), 63);
        }
        let mut deep = rules.clone();
        deep.set("setup.zone-depth", "4").unwrap();
        assert_eq!(terms(Scenario::OpenField).zone(&field, &deep, Side::A).len(), 84);
    }

    #[test]
    fn hx_vic_04_objectives_are_those_of_the_rulebook() {
        let field = usual();
        let told = |scenario| {
            let objectives = terms(scenario).objectives(field.grid).collect::<Vec<_>>();
            let tell = |it: Objective| (field.grid.number(it.hex).to_string(), it.points, it.side);
            objectives.into_iter().map(tell).collect::<Vec<_>>()
        };
        let both = |hex: &str, points| (hex.to_owned(), points, None);
        assert_eq!(told(Scenario::OpenField), []);
        assert_eq!(told(Scenario::Crossroads), [both("1107", 4), both("1006", 2), both("1207", 2)]);
        assert_eq!(told(Scenario::Relief), told(Scenario::Crossroads));
        assert_eq!(told(Scenario::Random), [both("1107", 4)]);
        let south = |hexes: [&str; 3]| hexes.map(|hex| (hex.to_owned(), 3, Some(Side::A)));
        assert_eq!(told(Scenario::RidgeAssault), south(["0905", "1105", "1305"]));
        assert_eq!(told(Scenario::HiddenDefence), told(Scenario::RidgeAssault));
        assert_eq!(told(Scenario::RedoubtAssault), south(["0704", "1104", "1504"]));
        let river = terms(Scenario::RiverCrossing);
        assert_eq!(river.bank, Some(Bank { side: Side::A, rows: 6, units: 4, points: 6 }));
        let on_bank = |side, hex| river.on_bank(&field, side, field.grid.parse(hex).unwrap());
        assert!(on_bank(Side::A, "1106") && on_bank(Side::A, "1206") && !on_bank(Side::A, "1107"));
        assert!(!on_bank(Side::B, "1106") && !on_bank(Side::B, "1113"));
        let small = Map::bare(17, 11).grid;
        let random = Terms::of(Scenario::Random, None, small, &Codex::built_in()).unwrap();
        assert_eq!(random.objectives(small).next().unwrap().hex, small.parse("0906").unwrap());
    }

    #[test]
    fn hx_set_06_arrivals_are_written_down() {
        let field = usual();
        let relief = terms(Scenario::Relief);
        let [Arrival { turn: 3, who: Who::Half, entries }] = &relief.arrivals[..] else { panic!("{relief:?}") };
        let numbers = |side: Side| entries[side.index()].iter().map(|hex| field.grid.number(*hex).to_string());
        assert_eq!(numbers(Side::A).collect::<Vec<_>>(), ["0513", "1113", "1713"]);
        assert_eq!(numbers(Side::B).collect::<Vec<_>>(), ["0501", "1101", "1701"]);
        let zone = |number: &str, rules: &Rules| {
            let zone = entry_zone(&field, rules, field.grid.parse(number).unwrap());
            let mut numbers: Vec<String> = zone.iter().map(|hex| field.grid.number(*hex).to_string()).collect();
            assert_eq!(numbers[0], number);
            numbers.sort_unstable();
            numbers.join(" ")
        };
        assert_eq!(zone("1113", &Rules::default()), "0913 1012 1113 1212 1313");
        assert_eq!(zone("1101", &Rules::default()), "0901 1001 1101 1201 1301");
        assert_eq!(zone("0101", &Rules::default()), "0101 0201 0301");
        let mut narrow = Rules::default();
        narrow.set("reinforcement.zone", "1").unwrap();
        assert_eq!(zone("1113", &narrow), "1113");
    }

    #[test]
    fn scenarios_set_switches_but_for_those_of_the_experiment() {
        let settled = |scenario, overrides: &[Override]| {
            let mut rules = Rules::read(overrides).unwrap();
            terms(scenario).settle(&mut rules, overrides);
            rules
        };
        assert!(settled(Scenario::HiddenDefence, &[]).hidden_mode && !settled(Scenario::RidgeAssault, &[]).hidden_mode);
        assert!(settled(Scenario::RiverCrossing, &[]).construction_mode);
        let off = Override { key: "rules.hidden.mode".to_owned(), value: "off".into() };
        assert!(!settled(Scenario::HiddenDefence, &[off]).hidden_mode);
    }

    /// a designer's file.
    #[test]
    fn a_refight_has_terms_of_its_own() {
        let codex = Codex::built_in();
        let text = |scenario: &str| {
            let text =
                format!("name = \"r\"\nruleset = \"hexcommand\"\n[terrain]\nforest = \"1107\"\n[scenario]\n{scenario}");
            Battlefield::read(&Source { name: "r.toml".into(), text }, &codex)
        };
        let read = text(
            "attacker = \"north\"\nfirst = \"north\"\nbreak-points = [30, 25]\nzones = { south = \"1113 1012\", north = 2 }\n\
             objectives = [{ hex = \"1107\", points = 5 }]\n\
             arrivals = [{ turn = 2, side = \"south\", unit = \"wagon\", hexes = \"0113\" }]\n\
             placed = [{ side = \"north\", unit = \"wagon\", hex = \"1101\" }]\nswitches = { \"turn.limit\" = 8 }",
        );
        let read = read.unwrap();
        let field = usual();
        let terms = Terms::of(Scenario::Historical, read.terms.as_ref(), field.grid, &codex).unwrap();
        let mut rules = Rules::default();
        terms.settle(&mut rules, &[]);
        assert_eq!((rules.turn_limit, terms.attacker, terms.first), (8, Some(Side::B), Some(Side::B)));
        assert_eq!(Side::BOTH.map(|side| terms.break_point(&rules, side)), [30, 25]);
        assert_eq!(terms.zone(&field, &rules, Side::A).len(), 2);
        assert_eq!(terms.zone(&field, &rules, Side::B).len(), 11 * 2 + 10);
        assert_eq!(terms.placed[0].facing, Direction::South);
        for wrong in [
            "objectives = [{ hex = \"2201\", points = 5 }]",
            "zones = { south = \"1114\" }",
            "arrivals = [{ turn = 2, who = \"half\" }]",
            "arrivals = [{ turn = 2, hexes = \"0101\" }]",
            "arrivals = [{ turn = 2, who = \"half\", columns = [1] }, { turn = 3, who = \"half\", columns = [1] }]",
            "arrivals = [{ turn = 21, who = \"half\", columns = [1] }]",
            "placed = [{ side = \"east\", unit = \"wagon\", hex = \"1101\" }]",
            "placed = [{ side = \"north\", unit = \"waggon\", hex = \"1101\" }]",
            "switches = { \"turn.limit\" = 80 }",
            "break-points = [30]",
            "bank = { side = \"south\", rows = 2 }",
            "unknown = 1",
        ] {
            let found = text(wrong).expect_err(wrong);
            assert!(!found.is_empty() && found.iter().all(|fault| fault.span.is_some()), "{wrong}: {found:?}");
        }
    }
}
