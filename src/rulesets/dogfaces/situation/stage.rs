//! What a situation begins with: rules, table, units.

use std::sync::{Arc, OnceLock};

use crate::game::{CodexFile, Diagnostic, Diagnostics, Node, Override, Side, Source, TableReader};
use crate::rulesets::dogfaces::battlefield::{self, Battlefield, Drawn, Ground, Map};
use crate::rulesets::dogfaces::codex::{Codex, MOST_UNITS};
use crate::rulesets::dogfaces::field::Field;
use crate::rulesets::dogfaces::odds::Odds;
use crate::rulesets::dogfaces::position::{Mark, Position, Spot, Stand};
use crate::rulesets::dogfaces::rules::Rules;
use crate::rulesets::dogfaces::scenarios::{MOST_OBJECTIVES, Scenario};
use crate::rulesets::dogfaces::state::{Phase, Setup};
use crate::tabletop::hex::HexIndex;

/// Units of a team, for the turn cap.
const TEAM: usize = 5;

/// States of a unit at the start, by key.
const STATES: [(&str, State); 6] = [
    ("ready", State::Ready),
    ("stunned", State::Stunned),
    ("overwatch", State::Overwatch),
    ("unplaced", State::Unplaced),
    ("ooc", State::OutOfCombat),
    ("left-map", State::LeftMap),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Ready,
    Stunned,
    Overwatch,
    Unplaced,
    OutOfCombat,
    LeftMap,
}

/// The keys of the file that say what a situation begins with.
#[derive(Debug)]
pub(super) struct Keys<'n> {
    rules: Option<&'n Node>,
    codex: Option<&'n Node>,
    battlefield: Option<&'n Node>,
    map: Option<&'n Node>,
    heights: Option<&'n Node>,
    letters: Option<&'n Node>,
    objectives: Option<&'n Node>,
    scenario: Option<&'n Node>,
    turn: Option<&'n Node>,
    phase: Option<&'n Node>,
    active: Option<&'n Node>,
    first: Option<&'n Node>,
    points: Option<&'n Node>,
    holders: Option<&'n Node>,
    units: Option<&'n Node>,
}

impl<'n> Keys<'n> {
    /// Asks the form of the file for its keys.
    pub(super) fn of(form: &mut TableReader<'n, '_>) -> Self {
        Self {
            rules: form.node("rules"),
            codex: form.node("codex"),
            battlefield: form.node("battlefield"),
            map: form.node("map"),
            heights: form.node("heights"),
            letters: form.node("letters"),
            objectives: form.node("objectives"),
            scenario: form.node("scenario"),
            turn: form.node("turn"),
            phase: form.node("phase"),
            active: form.node("active"),
            first: form.node("first"),
            points: form.node("points"),
            holders: form.node("holders"),
            units: form.required_node("units"),
        }
    }

    /// Reads everything that a situation begins with; none, with faults, when something is wrong with it.
    pub(super) fn read(&self, file: &Source, faults: &mut Diagnostics) -> Option<(Setup, Position)> {
        let codex = Arc::new(self.read_codex(file, faults)?);
        let rules = self.read_rules(&codex, faults);
        let map = self.read_map(file, &codex, faults)?;
        let scenarios = Scenario::ALL.map(|scenario| (scenario.key(), scenario));
        let scenario =
            value(self.scenario, Scenario::LastManStanding, faults, |node| node.one_of("scenario", &scenarios));
        if !faults.is_empty() {
            return None;
        }
        let field = Field::compile(&map, &codex, &rules).map_err(|fault| faults.push(fault)).ok()?;
        let odds = Arc::new(Odds::new(&codex, &rules));
        let mut setup = Setup { codex, rules, field, odds, scenario, cap: 0, survey: OnceLock::new() };
        let position = self.read_position(&setup, faults)?;
        let largest = position.units.iter().map(Vec::len).max().unwrap_or(0);
        setup.cap = scenario.cap(&setup.rules, largest.div_ceil(TEAM).max(1));
        if position.turn > setup.cap
            && let Some(node) = self.turn
        {
            let message = format!("the game ends after turn {}", setup.cap);
            faults.push(node.fault(Diagnostic::new(message).rule("DF-VIC-04")));
            return None;
        }
        Some((setup, position))
    }

    fn read_codex(&self, file: &Source, faults: &mut Diagnostics) -> Option<Codex> {
        let mut overrides = Vec::new();
        if let Some(node) = self.codex {
            node.entries().map_err(|fault| faults.push(fault)).ok()?;
            let table: toml::Table = toml::from_str(&file.text).ok()?;
            flatten("codex", table.get("codex")?, &mut overrides);
            let read = Codex::read(&Codex::source(), &overrides);
            let blame = |fault: Diagnostic| node.fault(Diagnostic { source: String::new(), ..fault });
            return read.map_err(|found| faults.extend(found.into_iter().map(blame))).ok();
        }
        Codex::read(&Codex::source(), &overrides).map_err(|found| faults.extend(found)).ok()
    }

    fn read_rules(&self, codex: &Codex, faults: &mut Diagnostics) -> Rules {
        let mut rules = Rules::default();
        let entries = self.rules.map_or(Ok(&[][..]), Node::entries);
        match entries {
            Ok(entries) => {
                for entry in entries {
                    let value = entry.node.switch();
                    let set = value.and_then(|value| {
                        let done = rules.set(&entry.key, &value).and_then(|()| rules.check_terrain(codex));
                        done.map_err(|fault| entry.fault(fault))
                    });
                    faults.extend(set.err());
                }
            }
            Err(fault) => faults.push(fault),
        }
        rules
    }

    fn read_map(&self, file: &Source, codex: &Codex, faults: &mut Diagnostics) -> Option<Map> {
        if let Some(map) = self.map {
            if let Some(node) = self.battlefield {
                faults.push(node.fault(Diagnostic::new("a situation has either a `battlefield` or a `map`")));
            }
            let drawn = Drawn { map, heights: self.heights, letters: self.letters, objectives: self.objectives };
            return drawn.read(&file.text, codex, faults);
        }
        for needless in [self.heights, self.letters, self.objectives].into_iter().flatten() {
            faults.push(needless.fault(Diagnostic::new("only a `map` has `heights`, `letters` and `objectives`")));
        }
        let Some(node) = self.battlefield else {
            let fault = Diagnostic::new("the situation lacks a `battlefield` or a `map`");
            faults.push(self.units.map_or(fault.clone(), |units| units.fault(fault)));
            return None;
        };
        let name = node.text().map_err(|fault| faults.push(fault)).ok()?;
        let read = |source| Battlefield::read(&source, codex).ok().map(|battlefield| battlefield.ground);
        if let Some(Ground::Drawn(map)) = battlefield::built_in(name).and_then(read) {
            return Some(map);
        }
        let sources = battlefield::sources();
        let names = sources.iter().filter_map(|source| source.name.rsplit('/').next()?.strip_suffix(".toml"));
        faults.push(node.fault(Diagnostic::unknown("battlefield", name, names.filter(|name| *name != "generated"))));
        None
    }

    fn read_position(&self, setup: &Setup, faults: &mut Diagnostics) -> Option<Position> {
        let phases = [Phase::Deployment, Phase::Movement, Phase::Attack, Phase::Recovery];
        let phases = phases.map(|phase| (phase.key(), phase));
        let phase = value(self.phase, Phase::Movement, faults, |node| node.one_of("phase", &phases));
        let active = value(self.active, Side::A, faults, read_side);
        let first = value(self.first, Side::A, faults, read_side);
        let turn = value(self.turn, u16::from(phase != Phase::Deployment), faults, |node| {
            node.whole(i64::from(phase != Phase::Deployment)..=9999)
        });
        let points = value(self.points, [0; 2], faults, |node| match node.list()? {
            [a, b] => Ok([a.whole(0..=9999)?, b.whole(0..=9999)?]),
            _ => Err(node.fault(Diagnostic::new("points are those of side A and of side B").allowing(["[A, B]"]))),
        });
        let holders = self.read_holders(setup, faults);
        let mut company = Company { setup, deploying: phase == Phase::Deployment, stands: Default::default() };
        match self.units?.list() {
            Ok(list) => list.iter().for_each(|node| company.enlist(node, faults)),
            Err(fault) => faults.push(fault),
        }
        // Units that could not be read would be missed by the checks of the others.
        let units = if faults.is_empty() { company.assemble(faults) } else { Default::default() };
        faults.is_empty().then_some(Position { units, turn, phase, active, first, points, holders })
    }

    fn read_holders(&self, setup: &Setup, faults: &mut Diagnostics) -> [Option<Side>; MOST_OBJECTIVES] {
        let mut holders = [None; MOST_OBJECTIVES];
        let Some(node) = self.holders else { return holders };
        let count = setup.field.objectives.len();
        let read = node.list().and_then(|list| {
            if list.len() != count {
                let message = format!("{} holders for {count} objectives", list.len());
                return Err(node.fault(Diagnostic::new(message).allowing(["`A`, `B` or `none` for each objective"])));
            }
            for (holder, node) in holders.iter_mut().zip(list) {
                *holder = node.one_of("holder", &[("A", Some(Side::A)), ("B", Some(Side::B)), ("none", None)])?;
            }
            Ok(())
        });
        faults.extend(read.err());
        holders
    }
}

/// The overrides that a table of the file amounts to.
fn flatten(key: &str, value: &toml::Value, overrides: &mut Vec<Override>) {
    match value {
        toml::Value::Table(table) => {
            table.iter().for_each(|(name, value)| flatten(&format!("{key}.{name}"), value, overrides));
        }
        _ => overrides.push(Override { key: key.to_owned(), value: value.clone() }),
    }
}

fn value<'n, T>(
    node: Option<&'n Node>,
    default: T,
    faults: &mut Diagnostics,
    read: impl FnOnce(&'n Node) -> Result<T, Diagnostic>,
) -> T {
    let read = node.map_or(Ok(None), |node| read(node).map(Some));
    read.map_err(|fault| faults.push(fault)).ok().flatten().unwrap_or(default)
}

/// A side, by its letter.
pub(super) fn read_side(node: &Node) -> Result<Side, Diagnostic> {
    node.one_of("side", &[("A", Side::A), ("B", Side::B)])
}

/// A hex, as column and row.
pub(super) fn read_hex(setup: &Setup, node: &Node) -> Result<HexIndex, Diagnostic> {
    let grid = setup.field.grid;
    let [column, row] = node.list()? else {
        return Err(node.fault(Diagnostic::new("a hex is a column and a row").allowing(["[column, row]"])));
    };
    let column: u16 = column.whole(0..=i64::from(grid.width) - 1)?;
    let row: u16 = row.whole(0..=i64::from(grid.height) - 1)?;
    Ok(row * grid.width + column)
}

/// A unit as the file gives it.
struct Recruit<'n> {
    id: &'n Node,
    name: &'n str,
    aboard: Option<&'n Node>,
    at: Option<(HexIndex, &'n Node)>,
    state: State,
    stand: Stand,
}

/// The units of a file.
struct Company<'n, 's> {
    setup: &'s Setup,
    deploying: bool,
    stands: [Vec<Recruit<'n>>; 2],
}

impl<'n> Company<'n, '_> {
    fn enlist(&mut self, node: &'n Node, faults: &mut Diagnostics) {
        let Some(mut form) = TableReader::open("the unit", node, faults) else { return };
        let codex = &self.setup.codex;
        let id = form.required_node("id");
        let typed = id.map(|id| id.text().and_then(|name| read_type(codex, id, name).map(|found| (id, name, found))));
        let at = form.optional("at", |at| Ok((read_hex(self.setup, at)?, at)));
        let aboard = form.node("aboard");
        let state = form.optional("state", |node| node.one_of("state", &STATES));
        let ammo = form.optional("ammo", |ammo| ammo.whole(0..=9));
        let marks = form
            .or("marks", Vec::new(), |node| node.list()?.iter().map(|mark| mark.one_of("mark", &Mark::ALL)).collect());
        form.close();
        match typed {
            Some(Ok((id, name, (side, kind)))) => {
                let usual =
                    if self.deploying && at.is_none() && aboard.is_none() { State::Unplaced } else { State::Ready };
                let state = state.unwrap_or(usual);
                let stand = Stand {
                    kind,
                    spot: Spot::Unplaced,
                    stunned: state == State::Stunned,
                    watching: state == State::Overwatch,
                    ammo,
                    marks,
                };
                self.stands[side.index()].push(Recruit { id, name, aboard, at, state, stand });
            }
            Some(Err(fault)) => faults.push(fault),
            None => {}
        }
    }

    /// Checks the units against each other, and puts them in their places.
    fn assemble(mut self, faults: &mut Diagnostics) -> [Vec<Stand>; 2] {
        let mut taken: Vec<(HexIndex, &str)> = Vec::new();
        for side in Side::BOTH {
            let recruits = &self.stands[side.index()];
            if let Some(extra) = recruits.get(MOST_UNITS) {
                faults.push(extra.id.fault(Diagnostic::new(format!("a side has at most {MOST_UNITS} units"))));
            }
            let names = names(&self.setup.codex, side, recruits);
            for (recruit, name) in recruits.iter().zip(&names) {
                if recruit.name != name {
                    let message = format!("this unit is called `{name}`");
                    let label = "units of one type are numbered in the order of the file";
                    faults.push(recruit.id.fault(Diagnostic::new(message).label(label).allowing([name])));
                }
            }
            let spots: Vec<Result<Spot, Diagnostic>> =
                recruits.iter().map(|recruit| self.spot(recruit, &names, recruits, &mut taken)).collect();
            for (recruit, spot) in self.stands[side.index()].iter_mut().zip(spots) {
                match spot {
                    Ok(spot) => recruit.stand.spot = spot,
                    Err(fault) => faults.push(fault),
                }
            }
            self.check_riders(side, faults);
        }
        self.check_space(faults);
        self.stands.map(|recruits| recruits.into_iter().map(|recruit| recruit.stand).collect())
    }

    fn spot(
        &self,
        recruit: &Recruit<'n>,
        names: &[String],
        recruits: &[Recruit<'n>],
        taken: &mut Vec<(HexIndex, &'n str)>,
    ) -> Result<Spot, Diagnostic> {
        let refuse = |message: &str| Err(recruit.id.fault(Diagnostic::new(format!("`{}` {message}", recruit.name))));
        let profile = &self.setup.codex.profiles[usize::from(recruit.stand.kind)];
        match (recruit.state, recruit.at, recruit.aboard) {
            (_, Some(_), Some(_)) => refuse("is either `at` a hex or `aboard` a vehicle"),
            (State::Unplaced, None, None) if self.deploying => Ok(Spot::Unplaced),
            (State::Unplaced, None, None) => refuse("can only be `unplaced` while the phase is `deployment`"),
            (State::OutOfCombat, None, None) => Ok(Spot::OutOfCombat),
            (State::LeftMap, None, None) => Ok(Spot::Saved),
            (State::Unplaced | State::OutOfCombat | State::LeftMap, ..) => {
                refuse("is not on the map, and has no place")
            }
            (_, None, None) => refuse("needs a place: `at` or `aboard`"),
            (_, Some((hex, at)), None) => {
                if let Some((_, other)) = taken.iter().find(|(there, _)| *there == hex) {
                    return Err(at.fault(Diagnostic::new(format!("`{other}` stands there already")).rule("DF-STK-01")));
                }
                if !self.setup.field.may_stand(profile.vehicle, hex) {
                    let terrain = &self.setup.codex.terrain[usize::from(self.setup.field.terrain[usize::from(hex)])];
                    let rule = if terrain.cost_foot.is_none() { "DF-TER-06" } else { "DF-TER-03" };
                    let message = format!("`{}` may not stand in {}", recruit.name, terrain.name);
                    return Err(at.fault(Diagnostic::new(message).rule(rule)));
                }
                taken.push((hex, recruit.name));
                Ok(Spot::Hex(hex))
            }
            (State::Overwatch, None, Some(_)) => {
                Err(recruit.id.fault(Diagnostic::new("riders cannot be on Overwatch").rule("DF-OVW-13")))
            }
            (_, None, Some(aboard)) => {
                let carrier = aboard.text()?;
                let place = names
                    .iter()
                    .position(|name| name == carrier)
                    .ok_or_else(|| aboard.fault(Diagnostic::unknown("unit of its side", carrier, names)))?;
                let standing = recruits[place].at.is_some();
                let carries = self.setup.codex.profiles[usize::from(recruits[place].stand.kind)].capacity > 0;
                if !standing || !carries || profile.vehicle {
                    let message = format!("`{}` cannot ride in `{carrier}`", recruit.name);
                    return Err(aboard.fault(Diagnostic::new(message).rule("DF-VEH-06")));
                }
                Ok(Spot::Aboard(place as u8))
            }
        }
    }

    /// No vehicle carries more than it has room for.
    fn check_riders(&self, side: Side, faults: &mut Diagnostics) {
        let recruits = &self.stands[side.index()];
        for (place, carrier) in recruits.iter().enumerate() {
            let aboard = |recruit: &&Recruit<'_>| recruit.stand.spot == Spot::Aboard(place as u8);
            let room = usize::from(self.setup.codex.profiles[usize::from(carrier.stand.kind)].capacity);
            if let Some(extra) = recruits.iter().filter(aboard).nth(room) {
                let message = format!("`{}` has room for {room}", carrier.name);
                faults.push(extra.aboard.unwrap_or(extra.id).fault(Diagnostic::new(message).rule("DF-VEH-06")));
            }
        }
    }

    /// Everybody who may have to stand somewhere can: riders of a lost vehicle, movers put back.
    fn check_space(&self, faults: &mut Diagnostics) {
        let recruits = || self.stands.iter().flatten();
        let profile = |recruit: &Recruit<'_>| &self.setup.codex.profiles[usize::from(recruit.stand.kind)];
        for vehicle in [false, true] {
            let hexes = self.setup.field.open(vehicle).iter().count();
            if let Some(last) = recruits().rfind(|recruit| profile(recruit).vehicle == vehicle)
                && hexes < recruits().count()
            {
                let message = format!("{} units on a map with {hexes} hexes for them", recruits().count());
                faults.push(last.id.fault(Diagnostic::new(message).rule("DF-STK-01")));
                return;
            }
        }
    }
}

/// Side and type of a unit, from an identifier such as `A:chuck` or `B:rifleman-2`.
fn read_type(codex: &Codex, node: &Node, id: &str) -> Result<(Side, u8), Diagnostic> {
    let shape = || {
        let fault = Diagnostic::new(format!("`{id}` is no identifier of a unit"));
        node.fault(fault.allowing(["side and type, such as A:chuck", "a number for several of a type: B:rifleman-2"]))
    };
    let (side, name) = id.split_once(':').ok_or_else(shape)?;
    let side = match side {
        "A" => Side::A,
        "B" => Side::B,
        _ => return Err(shape()),
    };
    let numbered = || name.rsplit_once('-').filter(|(_, number)| number.parse::<u8>().is_ok());
    codex
        .profile(name)
        .or_else(|| numbered().and_then(|(name, _)| codex.profile(name)))
        .map(|kind| (side, kind))
        .ok_or_else(|| node.fault(Diagnostic::unknown("unit", name, codex.profile_names())))
}

/// The identifiers that the units of a side go by: numbered where there are several of a type.
fn names(codex: &Codex, side: Side, recruits: &[Recruit<'_>]) -> Vec<String> {
    let same = |a: &Recruit<'_>, b: &Recruit<'_>| a.stand.kind == b.stand.kind;
    recruits
        .iter()
        .enumerate()
        .map(|(place, recruit)| {
            let kind = &codex.profiles[usize::from(recruit.stand.kind)].name;
            let number = recruits[..=place].iter().filter(|other| same(other, recruit)).count();
            match recruits.iter().filter(|other| same(other, recruit)).count() {
                1 => format!("{}:{kind}", side.letter()),
                _ => format!("{}:{kind}-{number}", side.letter()),
            }
        })
        .collect()
}
