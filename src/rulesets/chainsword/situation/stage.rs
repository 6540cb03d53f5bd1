//! What a situation begins with: rules, table, where the game stands, both sides.

use std::sync::Arc;

use super::teams::read_teams;
use crate::dice::ScriptedDice;
use crate::game::situation::{Stage, by_side, keys, read_side, value};
use crate::game::{Diagnostic, Diagnostics, Node, Side, Silent, Source, TableReader};
use crate::rulesets::chainsword::battlefield::read_pieces;
use crate::rulesets::chainsword::codex::{Codex, Scenario};
use crate::rulesets::chainsword::notation::read_point;
use crate::rulesets::chainsword::patrol::MOST_MARKERS;
use crate::rulesets::chainsword::patrol::phase::Marker;
use crate::rulesets::chainsword::phase_step::Hand;
use crate::rulesets::chainsword::position::{Position, PostedForce, Start};
use crate::rulesets::chainsword::rules::Rules;
use crate::rulesets::chainsword::setup_step::SetUpStage;
use crate::rulesets::chainsword::state::{Battle, MOST_POINTS, Setup, members};
use crate::rulesets::chainsword::support::SupportItem;
use crate::rulesets::chainsword::terrain::Board;
use crate::tabletop::plane::Point;

/// The steps at which a situation may begin, by key.
const STARTS: [(&str, Start); 9] = [
    ("rolls", Start::SetUp(SetUpStage::Rolls)),
    ("purchase", Start::SetUp(SetUpStage::Purchase)),
    ("works", Start::SetUp(SetUpStage::Works)),
    ("marker-count", Start::SetUp(SetUpStage::MarkerCount)),
    ("patrol", Start::SetUp(SetUpStage::Patrol)),
    ("infiltration", Start::SetUp(SetUpStage::Infiltration)),
    ("points", Start::SetUp(SetUpStage::Points)),
    ("withdraw", Start::Withdraw),
    ("spend", Start::Spend),
];

/// Force Morale of a side of which nothing is said.
const USUAL_LEVEL: u8 = 9;

keys! {
    /// The game's own keys of what a situation begins with.
    Keys {
        features = "features",
        objective = "objective",
        turns = "turns",
        mover = "mover",
        opening = "opening",
        hand = "hand",
        again = "again",
        turn_ends = "turn-ends",
        smoke = "smoke",
        controller = "controller",
        sides = "sides",
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
        let codex: Codex = stage.read_codex(file, diagnostics)?;
        let mut rules = Rules::default();
        stage.read_rules(diagnostics, |name, value| rules.set(name, value));
        let bare = Board::bare(&codex);
        let pieces = match self.features {
            Some(node) => read_pieces(&codex, node, &bare.table, diagnostics)?,
            None => Vec::new(),
        };
        let scenario =
            value(stage.scenario, Scenario::Patrol, diagnostics, |node| node.one_of("scenario", &Scenario::ALL));
        let objective = value(self.objective, Point::new(36.0, 42.0), diagnostics, read_point);
        if !diagnostics.is_empty() {
            return None;
        }
        let mut setup = Setup::new(Arc::new(codex), rules, scenario, &Board { pieces, ..bare });
        setup.objective = (scenario == Scenario::AttackOnAnObjective).then_some(objective);
        let position = self.read_position(stage, &setup, diagnostics)?;
        check(&setup, &position, diagnostics);
        diagnostics.is_empty().then_some((setup, position))
    }

    fn read_position(&self, stage: &Stage<'n>, setup: &Setup, diagnostics: &mut Diagnostics) -> Option<Position> {
        let teams = read_teams(stage.units, setup, diagnostics)?;
        let sides = by_side(self.sides, "`sides`", diagnostics, |_, node| Ok(node));
        let forces = [0, 1].map(|at| read_force(sides[at], diagnostics));
        let start = value(stage.phase, Start::Spend, diagnostics, |node| node.one_of("phase", &STARTS));
        let position = Position {
            forces,
            start,
            phase: value(stage.turn, 1, diagnostics, |node| node.whole(1..=9999)),
            turns: value(self.turns, 1, diagnostics, |node| node.whole(1..=9999)),
            active: value(stage.active, Side::A, diagnostics, read_side),
            mover: value(self.mover, Side::A, diagnostics, read_side),
            opening: value(self.opening, 0, diagnostics, |node| node.whole(0..=12)),
            hand: value(self.hand, Hand::default(), diagnostics, read_hand),
            again: value(self.again, false, diagnostics, Node::flag),
            turn_ends: value(self.turn_ends, false, diagnostics, Node::flag),
            smoke: value(self.smoke, 0, diagnostics, |node| node.whole(0..=9)),
            controller: value(self.controller, Side::B, diagnostics, read_side),
        };
        let [a, b] = position.forces;
        let [own, other] = teams;
        let forces = [PostedForce { teams: own, ..a }, PostedForce { teams: other, ..b }];
        diagnostics.is_empty().then_some(Position { forces, ..position })
    }
}

/// Reads what a side has beside its Teams.
fn read_force(node: Option<&Node>, diagnostics: &mut Diagnostics) -> PostedForce {
    let usual = PostedForce { level: USUAL_LEVEL, ..PostedForce::default() };
    let Some(mut table) = node.and_then(|node| TableReader::open("the side", node, diagnostics)) else { return usual };
    let points = |node: &Node, most: usize| {
        let list = node.list()?;
        if list.len() > most {
            return Err(node.locate(Diagnostic::new(format!("a side has at most {most}"))));
        }
        list.iter().map(read_point).collect::<Result<Vec<Point>, _>>()
    };
    let markers = table.or("markers", Vec::new(), |node| {
        node.list()?.iter().map(read_marker).collect::<Result<Vec<Marker>, _>>().and_then(|all| {
            let most = Diagnostic::new(format!("a side has at most {MOST_MARKERS} markers"));
            if all.len() > MOST_MARKERS { Err(node.locate(most)) } else { Ok(all) }
        })
    });
    let force = PostedForce {
        level: table.or("level", usual.level, |node| node.whole(1..=99)),
        command_points: table.or("command-points", 0, |node| node.whole(0..=999)),
        points: table.or("points", Vec::new(), |node| points(node, MOST_POINTS)),
        jammed: table.or("jammed", 0, |node| node.whole(0..=9)),
        barrage: table.or("barrage", false, Node::flag),
        rerolled: table.or("rerolled", false, Node::flag),
        markers,
        budget: table.or("support", 0.0, |node| node.number(0.0..=9999.0)),
        works: table.or("works", Default::default(), |node| {
            let mut works = [0; SupportItem::ALL.len()];
            for node in node.list()? {
                works[node.index_in("work", &SupportItem::KEYS)?] += 1;
            }
            Ok(works)
        }),
        leadership: table
            .or("leadership", Vec::new(), |node| node.list()?.iter().map(|node| node.whole(1..=10)).collect()),
        ..usual
    };
    table.close();
    force
}

/// A Patrol Marker: its centre, and its group where there are several.
fn read_marker(node: &Node) -> Result<Marker, Diagnostic> {
    match node.list()? {
        [x, y, group] => {
            let number = |node: &Node| node.number(0.0..=1000.0);
            Ok(Marker { at: Point::new(number(x)?, number(y)?), locked: false, group: group.whole(0..=1)? })
        }
        _ => Ok(Marker { at: read_point(node)?, locked: false, group: 0 }),
    }
}

/// Command Dice that have not been spent, by their faces; of fives nothing is left, and there is one 6 at most.
fn read_hand(node: &Node) -> Result<Hand, Diagnostic> {
    let mut hand = Hand::default();
    for node in node.list()? {
        match node.whole::<u8>(1..=6)? {
            5 => return Err(node.locate(Diagnostic::new("a 5 is a command point at once").rule("CW-CMD-06"))),
            6 if hand.wild => {
                return Err(node.locate(Diagnostic::new("only a lone 6 is left to be spent").rule("CW-CMD-08")));
            }
            6 => hand.wild = true,
            face => hand.faces[usize::from(face) - 1] += 1,
        }
    }
    Ok(hand)
}

/// Everybody must stand where he can, and nobody throws dice before anything is decided.
fn check(setup: &Setup, position: &Position, diagnostics: &mut Diagnostics) {
    let mut dice = ScriptedDice::new(&[]);
    let battle = Battle::posted(setup, position, &mut dice, &mut Silent);
    if dice.finish().is_err() {
        diagnostics.push(Diagnostic::new("this position throws dice before anybody decides anything"));
    }
    let standing: Vec<u8> =
        Side::BOTH.into_iter().flat_map(|side| members(side, battle.standing_teams(side))).collect();
    for (place, team) in standing.iter().enumerate() {
        let own = battle.stand(*team);
        if !setup.field.table().contains(battle.team(*team).at) {
            diagnostics.push(Diagnostic::new(format!("{} is not on the table", battle.name(*team))).rule("R-90"));
        }
        for other in &standing[..place] {
            if own.overlaps(&battle.stand(*other)) {
                let message = format!("{} and {} overlap", battle.name(*other), battle.name(*team));
                diagnostics.push(Diagnostic::new(message).rule("R-91"));
            }
        }
    }
}
