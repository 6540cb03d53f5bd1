//! What a situation begins with: rules, table, units.

use std::sync::Arc;

use crate::game::situation::{Listed, Stage, UnitList, keys, read_side, value};
use crate::game::{Diagnostic, Diagnostics, Node, Side, Source};
use crate::rulesets::dogfaces::battlefield::{self, Battlefield, Drawn, Ground, Map};
use crate::rulesets::dogfaces::codex::{Codex, MOST_UNITS};
use crate::rulesets::dogfaces::field::Field;
use crate::rulesets::dogfaces::notation::read_hex;
use crate::rulesets::dogfaces::odds::Odds;
use crate::rulesets::dogfaces::position::{MARKS, Position, Spot, Stand};
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

/// What an identifier looks like.
const IDENTIFIERS: [&str; 2] = ["side and type, such as A:chuck", "a number for several of a type: B:rifleman-2"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Ready,
    Stunned,
    Overwatch,
    Unplaced,
    OutOfCombat,
    LeftMap,
}

keys! {
    /// The game's own keys of what a situation begins with, and of what has to be true then.
    Keys {
        battlefield = "battlefield",
        map = "map",
        heights = "heights",
        letters = "letters",
        objectives = "objectives",
        first = "first",
        points = "points",
        holders = "holders",
    }
}

impl<'n> Keys<'n> {
    /// Reads everything that a situation begins with; none, with diagnostics, when something is wrong with it.
    pub(super) fn read(
        &self,
        stage: &Stage<'n>,
        file: &Source,
        diagnostics: &mut Diagnostics,
    ) -> Option<(Setup, Position)> {
        let codex: Arc<Codex> = Arc::new(stage.read_codex(file, diagnostics)?);
        let mut rules = Rules::default();
        stage.read_rules(diagnostics, |name, value| {
            rules.set(name, value)?;
            rules.check_terrain(&codex)
        });
        let map = self.read_map(stage, file, &codex, diagnostics)?;
        let scenario = value(stage.scenario, Scenario::LastManStanding, diagnostics, |node| {
            node.one_of("scenario", &Scenario::CHOICES)
        });
        if !diagnostics.is_empty() {
            return None;
        }
        let field = Field::compile(&map, &codex, &rules).map_err(|diagnostic| diagnostics.push(diagnostic)).ok()?;
        let odds = Arc::new(Odds::new(&codex, &rules));
        let mut setup = Setup { codex, rules, field, odds, scenario, cap: 0 };
        let position = self.read_position(stage, &setup, diagnostics)?;
        let largest = position.units.iter().map(Vec::len).max().unwrap_or(0);
        setup.cap = scenario.cap(&setup.rules, largest.div_ceil(TEAM).max(1));
        if position.turn > setup.cap
            && let Some(node) = stage.turn
        {
            let message = format!("the game ends after turn {}", setup.cap);
            diagnostics.push(node.locate(Diagnostic::new(message).rule("DF-VIC-04")));
            return None;
        }
        Some((setup, position))
    }

    fn read_map(&self, stage: &Stage<'_>, file: &Source, codex: &Codex, diagnostics: &mut Diagnostics) -> Option<Map> {
        if let Some(map) = self.map {
            if let Some(node) = self.battlefield {
                diagnostics.push(node.locate(Diagnostic::new("a situation has either a `battlefield` or a `map`")));
            }
            let drawn = Drawn { map, heights: self.heights, letters: self.letters, objectives: self.objectives };
            return drawn.read(&file.text, codex, diagnostics);
        }
        for needless in [self.heights, self.letters, self.objectives].into_iter().flatten() {
            diagnostics
                .push(needless.locate(Diagnostic::new("only a `map` has `heights`, `letters` and `objectives`")));
        }
        let Some(node) = self.battlefield else {
            let diagnostic = Diagnostic::new("the situation lacks a `battlefield` or a `map`");
            diagnostics.push(stage.units.map_or(diagnostic.clone(), |units| units.locate(diagnostic)));
            return None;
        };
        let name = node.text().map_err(|diagnostic| diagnostics.push(diagnostic)).ok()?;
        let read = |source| Battlefield::read(&source, codex).ok().map(|battlefield| battlefield.ground);
        if let Some(Ground::Drawn(map)) = battlefield::built_in(name).and_then(read) {
            return Some(map);
        }
        let sources = battlefield::sources();
        let names = sources.iter().filter_map(Source::stem);
        diagnostics.push(node.locate(Diagnostic::unknown(
            "battlefield",
            name,
            names.filter(|name| *name != "generated"),
        )));
        None
    }

    fn read_position(&self, stage: &Stage<'n>, setup: &Setup, diagnostics: &mut Diagnostics) -> Option<Position> {
        let phases = [Phase::Deployment, Phase::Movement, Phase::Attack, Phase::Recovery];
        let phases = phases.map(|phase| (phase.key(), phase));
        let phase = value(stage.phase, Phase::Movement, diagnostics, |node| node.one_of("phase", &phases));
        let active = value(stage.active, Side::A, diagnostics, read_side);
        let first = value(self.first, Side::A, diagnostics, read_side);
        let turn = value(stage.turn, u16::from(phase != Phase::Deployment), diagnostics, |node| {
            node.whole(i64::from(phase != Phase::Deployment)..=9999)
        });
        let points = value(self.points, [0; 2], diagnostics, read_points);
        let holders = self.read_holders(setup, diagnostics);
        let company = Company::read(stage.units, setup, phase == Phase::Deployment, diagnostics);
        // Units that could not be read would be missed by the checks of the others.
        let units = if diagnostics.is_empty() { company.assemble(diagnostics) } else { Default::default() };
        diagnostics.is_empty().then_some(Position { units, turn, phase, active, first, points, holders })
    }

    fn read_holders(&self, setup: &Setup, diagnostics: &mut Diagnostics) -> [Option<Side>; MOST_OBJECTIVES] {
        let mut holders = [None; MOST_OBJECTIVES];
        let Some(node) = self.holders else { return holders };
        let count = setup.field.objectives.len();
        let read = node.list().and_then(|list| {
            if list.len() != count {
                let message = format!("{} holders for {count} objectives", list.len());
                return Err(node.locate(Diagnostic::new(message).allowing(["`A`, `B` or `none` for each objective"])));
            }
            for (holder, node) in holders.iter_mut().zip(list) {
                *holder = read_holder(node)?;
            }
            Ok(())
        });
        diagnostics.extend(read.err());
        holders
    }
}

/// Points of side A and of side B.
pub(super) fn read_points(node: &Node) -> Result<[u16; 2], Diagnostic> {
    match node.list()? {
        [a, b] => Ok([a.whole(0..=9999)?, b.whole(0..=9999)?]),
        _ => Err(node.locate(Diagnostic::new("points are those of side A and of side B").allowing(["[A, B]"]))),
    }
}

/// What the file says of a unit.
struct Recruit<'n> {
    aboard: Option<&'n Node>,
    at: Option<(HexIndex, &'n Node)>,
    state: State,
    stand: Stand,
}

/// The units of a file.
struct Company<'n, 's> {
    setup: &'s Setup,
    deploying: bool,
    units: UnitList<'n, Recruit<'n>>,
}

impl<'n, 's> Company<'n, 's> {
    /// Reads the list of units; `deploying` says that units without a place are still to be set up.
    fn read(units: Option<&'n Node>, setup: &'s Setup, deploying: bool, diagnostics: &mut Diagnostics) -> Self {
        let kinds: Vec<&str> = setup.codex.profile_names().collect();
        let units = UnitList::read(units, &kinds, IDENTIFIERS, diagnostics, |_, kind, table| {
            let at = table.optional("at", |at| Ok((read_hex(&setup.field, at)?, at)));
            let aboard = table.node("aboard");
            let state = table.optional("state", |node| node.one_of("state", &STATES));
            let ammo = table.optional("ammo", |ammo| ammo.whole(0..=9));
            let marks = |node: &Node| node.list()?.iter().map(|mark| mark.one_of("mark", &MARKS)).collect();
            let marks = table.or("marks", Vec::new(), marks);
            let usual = if deploying && at.is_none() && aboard.is_none() { State::Unplaced } else { State::Ready };
            let state = state.unwrap_or(usual);
            let (stunned, watching) = (state == State::Stunned, state == State::Overwatch);
            let stand = Stand { kind, spot: Spot::Unplaced, stunned, watching, ammo, marks };
            Some(Recruit { aboard, at, state, stand })
        });
        Self { setup, deploying, units }
    }

    /// Checks the units against each other, and puts them in their places.
    fn assemble(mut self, diagnostics: &mut Diagnostics) -> [Vec<Stand>; 2] {
        let kinds: Vec<&str> = self.setup.codex.profile_names().collect();
        self.units.check_names(&kinds, MOST_UNITS, "units of one type", diagnostics);
        let mut taken: Vec<(HexIndex, &str)> = Vec::new();
        for seat in self.units.seats() {
            match self.spot(seat, &mut taken) {
                Ok(spot) => self.units.get_mut(seat).unit.stand.spot = spot,
                Err(diagnostic) => diagnostics.push(diagnostic),
            }
        }
        Side::BOTH.into_iter().for_each(|side| self.check_riders(side, diagnostics));
        self.check_space(diagnostics);
        self.units.sides.map(|units| units.into_iter().map(|listed| listed.unit.stand).collect())
    }

    fn spot(&self, seat: (Side, u8), taken: &mut Vec<(HexIndex, &'n str)>) -> Result<Spot, Diagnostic> {
        let Listed { id, name, kind, unit } = self.units.get(seat);
        let refuse = |message: &str| Err(id.locate(Diagnostic::new(format!("`{name}` {message}"))));
        let profile = &self.setup.codex.profiles[usize::from(*kind)];
        match (unit.state, unit.at, unit.aboard) {
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
                    return Err(at.locate(Diagnostic::new(format!("`{other}` stands there already")).rule("DF-STK-01")));
                }
                if !self.setup.field.may_stand(profile.vehicle, hex) {
                    let terrain = &self.setup.codex.terrain[usize::from(self.setup.field.terrain[usize::from(hex)])];
                    let rule = if terrain.cost_foot.is_none() { "DF-TER-06" } else { "DF-TER-03" };
                    let message = format!("`{name}` may not stand in {}", terrain.name);
                    return Err(at.locate(Diagnostic::new(message).rule(rule)));
                }
                taken.push((hex, *name));
                Ok(Spot::Hex(hex))
            }
            (State::Overwatch, None, Some(_)) => {
                Err(id.locate(Diagnostic::new("riders cannot be on Overwatch").rule("DF-OVW-13")))
            }
            (_, None, Some(aboard)) => {
                let carrier = aboard.text()?;
                let own = &self.units.sides[seat.0.index()];
                let place = own.iter().position(|other| other.name == carrier);
                let names = || own.iter().map(|other| other.name);
                let unknown = || aboard.locate(Diagnostic::unknown("unit of its side", carrier, names()));
                let place = place.ok_or_else(unknown)?;
                let carries = self.setup.codex.profiles[usize::from(own[place].kind)].capacity > 0;
                if own[place].unit.at.is_none() || !carries || profile.vehicle {
                    let message = format!("`{name}` cannot ride in `{carrier}`");
                    return Err(aboard.locate(Diagnostic::new(message).rule("DF-VEH-06")));
                }
                Ok(Spot::Aboard(place as u8))
            }
        }
    }

    /// No vehicle carries more than it has room for.
    fn check_riders(&self, side: Side, diagnostics: &mut Diagnostics) {
        let units = &self.units.sides[side.index()];
        for (place, carrier) in units.iter().enumerate() {
            let aboard = |listed: &&Listed<'_, Recruit<'_>>| listed.unit.stand.spot == Spot::Aboard(place as u8);
            let room = usize::from(self.setup.codex.profiles[usize::from(carrier.kind)].capacity);
            if let Some(extra) = units.iter().filter(aboard).nth(room) {
                let message = format!("`{}` has room for {room}", carrier.name);
                diagnostics
                    .push(extra.unit.aboard.unwrap_or(extra.id).locate(Diagnostic::new(message).rule("DF-VEH-06")));
            }
        }
    }

    /// Everybody who may have to stand somewhere can: riders of a lost vehicle, movers put back.
    fn check_space(&self, diagnostics: &mut Diagnostics) {
        let units = || self.units.sides.iter().flatten();
        let profile = |listed: &Listed<'_, Recruit<'_>>| &self.setup.codex.profiles[usize::from(listed.kind)];
        for vehicle in [false, true] {
            let hexes = self.setup.field.open(vehicle).iter().count();
            if let Some(last) = units().rfind(|listed| profile(listed).vehicle == vehicle)
                && hexes < units().count()
            {
                let message = format!("{} units on a map with {hexes} hexes for them", units().count());
                diagnostics.push(last.id.locate(Diagnostic::new(message).rule("DF-STK-01")));
                return;
            }
        }
    }
}

/// Who holds an objective: a side, or `none`.
pub(super) fn read_holder(node: &Node) -> Result<Option<Side>, Diagnostic> {
    node.one_of("holder", &[("A", Some(Side::A)), ("B", Some(Side::B)), ("none", None)])
}
