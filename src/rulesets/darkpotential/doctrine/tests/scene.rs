//! Positions set up by hand, for a player to decide in.

use std::sync::Arc;

use crate::dice::SeededDice;
use crate::game::{CodexFile, Game, Player, Side};
use crate::rulesets::darkpotential::choices::{Choice, Decision};
use crate::rulesets::darkpotential::codex::{Codex, WeaponKind};
use crate::rulesets::darkpotential::doctrine::ScriptedPlayer;
use crate::rulesets::darkpotential::doctrine_book::DoctrineBook;
use crate::rulesets::darkpotential::field::Field;
use crate::rulesets::darkpotential::position::{Position, Posted, PostedForce, PostedUnit};
use crate::rulesets::darkpotential::rules::Rules;
use crate::rulesets::darkpotential::scenarios::Scenario;
use crate::rulesets::darkpotential::state::{Battle, FigureId, Setup, Stance, figure_id, place_of, side_of};
use crate::rulesets::darkpotential::terrain::{Board, Piece};
use crate::tabletop::plane::{Facing, Point, Spot};

/// A bare table of the usual size.
pub(super) fn bare() -> Setup {
    table(&[])
}

/// A table of the usual size with pieces of the catalogue: the key, the centre, width and depth of each.
pub(super) fn table(pieces: &[(&str, (f64, f64), [f64; 2])]) -> Setup {
    let (codex, rules) = (Arc::new(Codex::built_in()), Rules::default());
    let mut board = Board::bare(48.0, 48.0);
    for (key, (x, y), size) in pieces {
        let kind = codex.terrain.iter().find(|kind| kind.key == *key).unwrap();
        board.pieces.push(Piece::new(kind, Point::new(*x, *y), Facing::from_degrees(0.0), *size, false));
    }
    let field = Field::new(&rules, &board);
    let terms = Scenario::Elimination.terms(&rules);
    Setup { codex, rules, field, terms }
}

/// A player of a built-in doctrine.
pub(super) fn player(setup: &Setup, doctrine: &str) -> ScriptedPlayer {
    let book = DoctrineBook::built_in();
    let found = book.doctrines.iter().find(|known| known.name == doctrine).unwrap();
    ScriptedPlayer::new(setup, found.weights)
}

/// A position in the making.
pub(super) struct Scene {
    codex: Arc<Codex>,
    forces: [PostedForce; 2],
}

impl Scene {
    pub(super) fn new(setup: &Setup) -> Self {
        Self { codex: Arc::clone(&setup.codex), forces: Default::default() }
    }

    fn post(&mut self, side: Side, key: &str, at: Option<(f64, f64)>, bases: &[(f64, f64)], real: u8) -> FigureId {
        let kind = self.codex.units.iter().position(|unit| unit.key == key).unwrap();
        let unit = &self.codex.units[kind];
        let spot = |(x, y): (f64, f64)| Spot::from(Point::new(x, y));
        let force = &mut self.forces[side.index()];
        force.models.push(Posted {
            profile: kind as u8,
            unit: force.units.len() as u8 - 1,
            weapons: unit.weapons.iter().fold(0, |set, weapon| set | 1 << weapon),
            wounds: unit.wounds as u16,
            at: at.map(spot),
            bases: bases.iter().copied().map(spot).collect(),
            real,
            stance: Stance::None,
            suppressed: false,
        });
        figure_id(side, force.models.len() - 1)
    }

    fn unit(&mut self, side: Side, squad: bool, points: u8) {
        let force = &mut self.forces[side.index()];
        let leader = force.models.len() as u8;
        force.units.push(PostedUnit { squad, leader, points, base_points: points.max(1), activated: false });
    }

    /// A model of its own.
    pub(super) fn model(&mut self, side: Side, key: &str, at: (f64, f64)) -> FigureId {
        self.unit(side, false, 1);
        self.post(side, key, Some(at), &[], 0)
    }

    /// A squad, the first of which leads it.
    pub(super) fn squad(&mut self, side: Side, members: &[(&str, (f64, f64))], points: u8) -> Vec<FigureId> {
        self.unit(side, true, points);
        members.iter().map(|(key, at)| self.post(side, key, Some(*at), &[], 0)).collect()
    }

    /// A model in stealth.
    pub(super) fn hidden(&mut self, side: Side, key: &str, bases: &[(f64, f64)], real: u8) -> FigureId {
        self.unit(side, false, 1);
        self.post(side, key, None, bases, real)
    }

    /// A model that was posted.
    fn posted(&mut self, figure: FigureId) -> &mut Posted {
        &mut self.forces[side_of(figure).index()].models[place_of(figure)]
    }

    /// Suppresses a model.
    pub(super) fn shake(&mut self, figure: FigureId) {
        self.posted(figure).suppressed = true;
    }

    /// Leaves a model so many wounds.
    pub(super) fn hurt(&mut self, figure: FigureId, left: u16) {
        self.posted(figure).wounds = left;
    }

    /// Puts a model on Overwatch with its first weapon that shoots, looking along so many degrees.
    pub(super) fn watch(&mut self, figure: FigureId, degrees: f64) {
        let codex = Arc::clone(&self.codex);
        let posted = self.posted(figure);
        let guns = |weapon: &usize| codex.weapons[*weapon].kind == WeaponKind::Ranged;
        let weapon = codex.units[usize::from(posted.profile)].weapons.iter().copied().find(guns).unwrap();
        posted.stance = Stance::Overwatch { weapon: weapon as u8, facing: Facing::from_degrees(degrees) };
    }

    /// The game, side A to choose its next unit in some turn.
    pub(super) fn begin<'s>(&self, setup: &'s Setup, turn: u16) -> Battle<'s> {
        let position = Position { forces: self.forces.clone(), turn, active: Side::A, first: Side::A };
        Battle::set_up(setup, &position)
    }
}

/// Plays on until side B's turn begins; gives what was chosen, by whom and at which decision.
pub(super) fn play_turn(
    battle: &mut Battle<'_>,
    players: &mut [ScriptedPlayer; 2],
    seed: u64,
) -> Vec<(Side, Decision, Choice)> {
    let (mut chance, mut dice) = (SeededDice::from_key(seed), SeededDice::from_key(seed + 1));
    let mut chosen = Vec::new();
    let turn = battle.turn;
    while let Some(side) = battle.to_choose().filter(|_| battle.turn == turn) {
        let choice = players[side.index()].choose(battle, &mut chance);
        battle.check(choice).unwrap_or_else(|refusal| panic!("{choice:?} is refused: {refusal}"));
        chosen.push((side, battle.decision, choice));
        battle.apply(choice, &mut dice, &mut crate::game::Silent);
    }
    chosen
}
