//! What a situation begins with: rules, table, Elements.

use std::sync::Arc;

use super::company::{Company, settle};
use super::script::read_facing;
use crate::game::{CodexFile, Diagnostic, Diagnostics, Node, Override, Side, Source, TableReader};
use crate::rulesets::dogma::arena::table_for;
use crate::rulesets::dogma::army::{Dogma, Dogmas};
use crate::rulesets::dogma::battlefield::read_feature;
use crate::rulesets::dogma::choices::Choice;
use crate::rulesets::dogma::codex::{Codex, Scenario};
use crate::rulesets::dogma::position::{Moment, Position};
use crate::rulesets::dogma::rules::{Rules, TerrainPolicy};
use crate::rulesets::dogma::scenarios::Progress;
use crate::rulesets::dogma::state::{Battle, Command, Phase, Pose, Setup, bit, element_id};
use crate::rulesets::dogma::terrain::{MOST_FEATURES, Terrain};
use crate::tabletop::plane::{Area, Point};

/// Longest coordinate, inches.
const FARTHEST: f64 = 1000.0;

/// Points in a game at which a situation begins, by key.
const MOMENTS: [(&str, Option<Moment>); 9] = [
    ("setup", Some(Moment::Setup)),
    ("nominations", Some(Moment::Nominations)),
    // Of the active side.
    ("deployment", None),
    ("artillery", Some(Moment::Artillery)),
    ("initiative", Some(Moment::Phase(Phase::Initiative))),
    ("movement", Some(Moment::Phase(Phase::Movement))),
    ("ranged", Some(Moment::Phase(Phase::Ranged))),
    ("close", Some(Moment::Phase(Phase::Close))),
    ("", None),
];

/// The keys of the file that say what a situation begins with.
#[derive(Debug)]
pub(super) struct Keys<'n> {
    rules: Option<&'n Node>,
    codex: Option<&'n Node>,
    points: Option<&'n Node>,
    terrain: Option<&'n Node>,
    scenario: Option<&'n Node>,
    aggressor: Option<&'n Node>,
    active: Option<&'n Node>,
    turn: Option<&'n Node>,
    phase: Option<&'n Node>,
    initiative: Option<&'n Node>,
    may_call: Option<&'n Node>,
    commanders: Option<&'n Node>,
    dogmas: Option<&'n Node>,
    bearers: Option<&'n Node>,
    flags: Option<&'n Node>,
    centre: Option<&'n Node>,
    markers: Option<&'n Node>,
    holders: Option<&'n Node>,
    groups: Option<&'n Node>,
    units: Option<&'n Node>,
}

impl<'n> Keys<'n> {
    /// Asks the form of the file for its keys.
    pub(super) fn of(form: &mut TableReader<'n, '_>) -> Self {
        Self {
            rules: form.node("rules"),
            codex: form.node("codex"),
            points: form.node("points"),
            terrain: form.node("terrain"),
            scenario: form.node("scenario"),
            aggressor: form.node("aggressor"),
            active: form.node("active"),
            turn: form.node("turn"),
            phase: form.node("phase"),
            initiative: form.node("initiative"),
            may_call: form.node("may-call"),
            commanders: form.node("commanders"),
            dogmas: form.node("dogmas"),
            bearers: form.node("bearers"),
            flags: form.node("flags"),
            centre: form.node("centre"),
            markers: form.node("markers"),
            holders: form.node("holders"),
            groups: form.node("groups"),
            units: form.required_node("units"),
        }
    }

    /// Reads everything that a situation begins with; none, with faults, when something is wrong with it.
    pub(super) fn read(&self, file: &Source, faults: &mut Diagnostics) -> Option<(Setup, Position)> {
        let codex = self.read_codex(file, faults)?;
        let mut rules = self.read_rules(faults);
        let points = value(self.points, 24, faults, |node| node.whole(1..=1_000_000));
        let size = table_for(&codex, points as u32);
        let terrain = self.read_terrain(&Area::table(size.width, size.depth), faults);
        if terrain.is_some() {
            rules.terrain_policy = TerrainPolicy::Fixed;
        }
        let scenario = value(self.scenario, Some(Scenario::Exterminate), faults, |node| {
            if node.text() == Ok("roll") {
                return Ok(None);
            }
            node.one_of("scenario", &Scenario::CHOICES).map(Some)
        });
        if !faults.is_empty() {
            return None;
        }
        let setup = Setup::new(Arc::new(codex), rules, size, points as u32, scenario, terrain);
        let position = self.read_position(&setup, faults)?;
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

    fn read_rules(&self, faults: &mut Diagnostics) -> Rules {
        let mut rules = Rules::default();
        match self.rules.map_or(Ok(&[][..]), Node::entries) {
            Ok(entries) => {
                for entry in entries {
                    let set = entry
                        .node
                        .switch()
                        .and_then(|value| rules.set(&entry.key, &value).map_err(|fault| entry.fault(fault)));
                    faults.extend(set.err());
                }
            }
            Err(fault) => faults.push(fault),
        }
        rules
    }

    fn read_terrain(&self, table: &Area, faults: &mut Diagnostics) -> Option<Terrain> {
        let list = match self.terrain?.list() {
            Ok(list) => list,
            Err(fault) => {
                faults.push(fault);
                return None;
            }
        };
        let mut terrain = Terrain::default();
        if let Some(extra) = list.get(MOST_FEATURES) {
            faults.push(extra.fault(Diagnostic::new(format!("a table has at most {MOST_FEATURES} features"))));
            return None;
        }
        for node in list {
            let Some(feature) = read_feature(node, faults) else { continue };
            if !table.holds(feature.shape()) {
                faults.push(node.fault(Diagnostic::new("the feature is not wholly on the table").rule("DG-TER-02")));
            }
            terrain.place(feature);
        }
        Some(terrain)
    }

    fn read_position(&self, setup: &Setup, faults: &mut Diagnostics) -> Option<Position> {
        let aggressor = value(self.aggressor, Side::A, faults, read_side);
        let active = value(self.active, aggressor, faults, read_side);
        let moment =
            value(self.phase, Some(Moment::Phase(Phase::Movement)), faults, |node| node.one_of("phase", &MOMENTS[..8]));
        let moment = moment.unwrap_or(Moment::Deployment(active));
        let deploying = !matches!(moment, Moment::Artillery | Moment::Phase(_));
        let dogmas = self.read_dogmas(faults);
        let mut company = Company::new(setup, aggressor, deploying);
        match self.units?.list() {
            Ok(list) => list.iter().for_each(|node| company.enlist(node, faults)),
            Err(fault) => faults.push(fault),
        }
        if !faults.is_empty() {
            return None;
        }
        let units = company.assemble(faults);
        let commanders = company.named(self.commanders, "Commander", faults).map(|one| one.map(|(_, place)| place));
        let points = value(self.initiative, setup.codex.numbers.ip_die, faults, |node| node.whole(0..=100));
        let may_call = value(self.may_call, false, faults, Node::flag);
        let command = Command { points, left: points, may_call, ..Command::default() };
        let progress = self.read_progress(&company, faults);
        let groups = value(self.groups, Vec::new(), faults, |node| company.declared(node));
        let round = value(self.turn, 1, faults, |node| node.whole(1..=9999));
        faults.is_empty().then_some(Position {
            units,
            commanders,
            dogmas,
            aggressor,
            active,
            round,
            moment,
            command,
            progress,
            groups,
        })
    }

    fn read_dogmas(&self, faults: &mut Diagnostics) -> [Dogmas; 2] {
        by_side(self.dogmas, "dogmas", faults, |node| match node.list() {
            Ok(list) => list.iter().map(|node| node.one_of("Dogma", &Dogma::CHOICES)).collect(),
            Err(_) => Ok(std::iter::once(node.one_of("Dogma", &Dogma::CHOICES)?).collect()),
        })
        .map(Option::unwrap_or_default)
    }

    fn read_progress(&self, company: &Company<'_, '_>, faults: &mut Diagnostics) -> Progress {
        let size = &company.setup.size;
        let scenario = company.setup.scenario;
        let marked = matches!(scenario, Some(Scenario::KingOfTheHill | Scenario::Control));
        let middle = Area::table(size.width, size.depth).middle();
        let mut progress = Progress {
            centre: value(self.centre, marked.then_some(middle), faults, |node| read_point(node).map(Some)),
            markers: by_side(self.markers, "markers", faults, read_point),
            flags: by_side(self.flags, "flags", faults, read_point),
            bearers: company
                .named(self.bearers, "flag bearer", faults)
                .map(|one| one.map(|(side, place)| element_id(side, usize::from(place)))),
            ..Progress::default()
        };
        let holders = by_side(self.holders, "holders", faults, |node| {
            let mut held = [0, 0];
            for entry in node.entries()? {
                let what = match entry.key.as_str() {
                    "centre" => 0,
                    "own" => 1,
                    key => return Err(entry.fault(Diagnostic::unknown("key", key, ["centre", "own"]))),
                };
                for node in entry.node.list()? {
                    let (side, place) = company.find(node)?;
                    held[what] |= bit(element_id(side, usize::from(place)));
                }
            }
            Ok(held)
        });
        progress.holders = holders.map(Option::unwrap_or_default);
        progress
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

/// A table with a value for A, for B, or for both.
fn by_side<'n, T>(
    node: Option<&'n Node>,
    what: &str,
    faults: &mut Diagnostics,
    mut read: impl FnMut(&'n Node) -> Result<T, Diagnostic>,
) -> [Option<T>; 2] {
    let Some(mut form) = node.and_then(|node| TableReader::open(format!("the {what}"), node, faults)) else {
        return [None, None];
    };
    let both = ["A", "B"].map(|side| form.optional(side, &mut read));
    form.close();
    both
}

/// A side, by its letter.
pub(super) fn read_side(node: &Node) -> Result<Side, Diagnostic> {
    node.one_of("side", &[("A", Side::A), ("B", Side::B)])
}

/// A point, as x and y.
pub(super) fn read_point(node: &Node) -> Result<Point, Diagnostic> {
    match node.list()? {
        [x, y] => Ok(Point::new(coordinate(x)?, coordinate(y)?)),
        _ => Err(node.fault(Diagnostic::new("a point is x and y").allowing(["[x, y]"]))),
    }
}

pub(super) fn coordinate(node: &Node) -> Result<f64, Diagnostic> {
    node.number(-FARTHEST..=FARTHEST)
}

/// Where a base is put by a choice: x, y and degrees clockwise from north.
pub(super) fn read_pose(battle: &Battle<'_>, node: &Node) -> Result<Pose, Diagnostic> {
    let _ = battle;
    match node.list()? {
        [x, y, facing] => Ok(Pose::new(Point::new(coordinate(x)?, coordinate(y)?), read_facing(facing)?)),
        _ => Err(node.fault(Diagnostic::new("a base is put at x, y, and faces a way").allowing(["[x, y, degrees]"]))),
    }
}

/// A choice as the game stands: a base that is all but in full contact is put into it.
pub(super) fn settled(battle: &Battle<'_>, choice: Choice) -> Choice {
    let settle = |pose: Pose| {
        let bases = battle.everybody().map(|other| *battle.base(other));
        Pose::from(settle(battle.base_at(pose), bases))
    };
    match choice {
        Choice::Deploy { element, pose } => Choice::Deploy { element, pose: settle(pose) },
        Choice::Disembark { element, pose } => Choice::Disembark { element, pose: settle(pose) },
        Choice::Bail { element, pose } => Choice::Bail { element, pose: settle(pose) },
        choice => choice,
    }
}
