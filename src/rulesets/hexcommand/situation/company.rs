//! The units that a situation begins with.

use crate::game::situation::{UnitList, read_side};
use crate::game::{Diagnostic, Diagnostics, Node, Side, TableReader};
use crate::rulesets::hexcommand::choices::Works;
use crate::rulesets::hexcommand::notation::{read_direction, read_hex_of};
use crate::rulesets::hexcommand::order_of_battle::{MOST_GROUPS, MOST_UNITS};
use crate::rulesets::hexcommand::position::{MARKS, Mark, Stand, Standing};
use crate::rulesets::hexcommand::state::{NOBODY, Setup, Unit, unit_id};
use crate::rulesets::hexcommand::terrain::MoveClass;
use crate::tabletop::hex::{HexIndex, NOWHERE, flat::Direction};

/// What an identifier looks like.
const IDENTIFIERS: [&str; 2] =
    ["side and kind, such as A:trained-infantry:rifle-musket", "a number for several of a kind: B:wagon-2"];

/// States of a unit at the start, by key.
const STANDINGS: [(&str, Standing); 7] = [
    ("steady", Standing::Steady),
    ("routed", Standing::Routed),
    ("crew", Standing::Crew),
    ("due", Standing::Due),
    ("unplaced", Standing::Unplaced),
    ("removed", Standing::Removed),
    ("strayed", Standing::Strayed),
];

/// What the file says of a unit.
pub(super) struct Recruit<'n> {
    at: Option<(HexIndex, &'n Node)>,
    aimed_at: Option<&'n Node>,
    stand: Stand,
}

/// The units of a file.
pub(super) struct Company<'n, 's> {
    setup: &'s Setup,
    /// The units, as they are listed.
    pub(super) units: UnitList<'n, Recruit<'n>>,
}

impl<'n, 's> Company<'n, 's> {
    /// Reads the list of units; `deploying` says that units without a place are still to be set up.
    pub(super) fn read(
        units: Option<&'n Node>,
        setup: &'s Setup,
        deploying: bool,
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let kinds: Vec<&str> = setup.codex.kinds.iter().map(|kind| kind.name.as_str()).collect();
        let units = UnitList::read(units, &kinds, IDENTIFIERS, diagnostics, |side, kind, table| {
            Some(recruit(setup, deploying, side, kind, table))
        });
        Self { setup, units }
    }

    /// Checks the units against each other, and gives them with their places.
    pub(super) fn assemble(mut self, diagnostics: &mut Diagnostics) -> [Vec<Stand>; 2] {
        let kinds: Vec<&str> = self.setup.codex.kinds.iter().map(|kind| kind.name.as_str()).collect();
        self.units.check_names(&kinds, MOST_UNITS, "units of one kind", diagnostics);
        let mut taken: Vec<(HexIndex, Side, &str)> = Vec::new();
        let seats: Vec<(Side, u8)> = self.units.seats().collect();
        for seat in seats {
            if let Err(diagnostic) = self.check(seat, &mut taken) {
                diagnostics.push(diagnostic);
            }
            if let Some(node) = self.units.get(seat).unit.aimed_at {
                match self.units.find(node) {
                    Ok((side, place)) => {
                        self.units.get_mut(seat).unit.stand.unit.aimed_at = unit_id(side, usize::from(place));
                    }
                    Err(diagnostic) => diagnostics.push(diagnostic),
                }
            }
        }
        for side in Side::BOTH {
            // Fake markers are numbered after all that is listed (HX-SPT-01).
            let units = &self.units.sides[side.index()];
            let fakes = units.iter().skip_while(|listed| !listed.unit.stand.is_fake());
            for late in fakes.filter(|listed| !listed.unit.stand.is_fake()) {
                diagnostics.push(late.id.locate(Diagnostic::new("fake markers come last").rule("HX-SPT-01")));
            }
        }
        self.units.sides.map(|units| units.into_iter().map(|listed| listed.unit.stand).collect())
    }

    fn check(&self, seat: (Side, u8), taken: &mut Vec<(HexIndex, Side, &'n str)>) -> Result<(), Diagnostic> {
        let listed = self.units.get(seat);
        let (name, Recruit { at, stand, .. }) = (listed.name, &listed.unit);
        let refuse = |message: &str| Err(listed.id.locate(Diagnostic::new(format!("`{name}` {message}"))));
        let there = matches!(stand.standing, Standing::Steady | Standing::Routed | Standing::Crew);
        let Some((hex, node)) = at else {
            return if there { refuse("needs a place: `at`") } else { Ok(()) };
        };
        if !there {
            return refuse("is not on the board, and has no place");
        }
        let codex = &self.setup.codex;
        let gun = codex.kinds[usize::from(listed.kind)]
            .weapon
            .is_some_and(|weapon| codex.weapons[usize::from(weapon)].is_gun());
        if stand.standing == Standing::Crew && (!gun || stand.unit.guns == NOWHERE) {
            return refuse("is no crew that has left its `guns`");
        }
        let most = usize::from(self.setup.rules.board_stack_limit);
        let mut here = taken.iter().filter(|(other, ..)| other == hex);
        if let Some((_, _, other)) = here.clone().find(|(_, side, _)| *side != seat.0).or_else(|| here.nth(most - 1)) {
            return Err(node.locate(Diagnostic::new(format!("`{other}` stands there already")).rule("HX-TER-14")));
        }
        let field = &self.setup.field;
        let kind = &codex.kinds[usize::from(listed.kind)];
        let class = match (stand.standing, kind.on_foot) {
            (Standing::Crew, _) => MoveClass::Foot,
            (_, Some(on_foot)) if stand.has("on-foot") => codex.kinds[usize::from(on_foot)].class,
            _ => kind.class,
        };
        let road = field.roads[usize::from(*hex)] != 0;
        if !road && !field.may_stand(codex, *hex, class) {
            let terrain = &codex.terrain[usize::from(field.terrain[usize::from(*hex)])].name;
            return Err(node.locate(Diagnostic::new(format!("`{name}` may not stand in {terrain}")).rule("R-116")));
        }
        taken.push((*hex, seat.0, name));
        Ok(())
    }
}

/// Reads one unit.
fn recruit<'n>(setup: &Setup, deploying: bool, side: Side, kind: u8, table: &mut TableReader<'n, '_>) -> Recruit<'n> {
    let (rules, grid) = (&setup.rules, setup.field.grid);
    let hex = |node: &Node| read_hex_of(grid, node);
    let at = table.optional("at", |node| Ok((hex(node)?, node)));
    let standing = table.optional("state", |node| node.one_of("state", &STANDINGS));
    let marks: Vec<(&'static str, Mark)> = table.or("marks", Vec::new(), |node| {
        node.list()?.iter().map(|mark| Ok(MARKS[mark.index_in("mark", &MARKS.map(|(key, _)| key))?])).collect()
    });
    let usual = if deploying && at.is_none() { Standing::Unplaced } else { Standing::Steady };
    let rare = marks.iter().any(|(key, _)| *key == "rare");
    let rout_at = if rare { rules.unit_rare_rout_at } else { rules.unit_rout_at };
    let standing = standing.unwrap_or(usual);
    let hits = if standing == Standing::Routed { rout_at } else { 0 };
    let forward = match side {
        Side::A => Direction::North,
        Side::B => Direction::South,
    };
    // Who is due comes with the first of the arrivals, and found no room at set-up where there are none.
    let last_wave = setup.scenario.arrivals.len().saturating_sub(1) as i64;
    let first_wave = if setup.scenario.arrivals.is_empty() { NOBODY } else { 0 };
    let works = table.or("builds", Works::Pontoon, |node| node.one_of("works", &Works::CHOICES));
    let unit = Unit {
        kind,
        group: table.or("group", 0, |node| node.whole(0..=MOST_GROUPS as i64 - 1)),
        people: table.or("people", 0, |node| node.whole(0..=8)),
        hex: at.map_or(NOWHERE, |(hex, _)| hex),
        facing: table.or("facing", forward, read_direction),
        hits: table.or("hits", hits, |node| node.whole(0..=9)),
        te: table.or("te", 0, |node| node.whole(0..=9)),
        rout_at,
        rounds: table.or("rounds", 0, |node| node.whole(0..=99)),
        horses: table.or("horses", NOWHERE, hex),
        guns: table.or("guns", NOWHERE, hex),
        guns_facing: table.or("guns-facing", forward, read_direction),
        holder: table.or("holder", side, read_side),
        shots: table.or("shots", 0, |node| node.whole(0..=6)),
        supply: table.or("supply", rules.supply_points, |node| node.whole(0..=30)),
        work: table.or("work", 0, |node| node.whole(0..=12)),
        wave: table.or("wave", first_wave, |node| node.whole(0..=last_wave)),
        site: (works, table.or("site", NOWHERE, hex)),
        ..Unit::NONE
    };
    let aimed_at = table.node("aimed-at");
    Recruit { at, aimed_at, stand: Stand { unit, standing, marks } }
}
