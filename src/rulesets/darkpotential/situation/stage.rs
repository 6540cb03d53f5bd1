//! What a situation begins with: rules, table, whose turn it is.

use std::sync::Arc;

use super::models::read_forces;
use crate::game::situation::{Stage, keys, read_side, value};
use crate::game::{Diagnostic, Diagnostics, Side, Source};
use crate::rulesets::darkpotential::battlefield::read_pieces;
use crate::rulesets::darkpotential::codex::Codex;
use crate::rulesets::darkpotential::field::Field;
use crate::rulesets::darkpotential::position::Position;
use crate::rulesets::darkpotential::rules::Rules;
use crate::rulesets::darkpotential::scenarios::Scenario;
use crate::rulesets::darkpotential::state::{Battle, Setup};
use crate::rulesets::darkpotential::terrain::Board;
use crate::tabletop::plane::Area;

keys! {
    /// The game's own keys of what a situation begins with.
    Keys {
        table = "table",
        features = "features",
        first = "first",
        points = "points",
        activated = "activated",
        templates = "templates",
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
        let [width, depth] = value(self.table, [48.0, 48.0], diagnostics, |node| match node.list()? {
            [width, depth] => Ok([width.number(12.0..=480.0)?, depth.number(12.0..=480.0)?]),
            _ => Err(node.locate(Diagnostic::new("a table has a width and a depth").allowing(["[width, depth]"]))),
        });
        let table = Area::table(width, depth);
        let pieces = match self.features {
            Some(node) => read_pieces(&codex, &rules, node, &table, diagnostics)?,
            None => Vec::new(),
        };
        if let Some(node) = stage.phase {
            diagnostics.push(node.locate(Diagnostic::new("a position is between two activations")));
        }
        let scenario = value(stage.scenario, Scenario::Elimination, diagnostics, |node| {
            node.one_of("scenario", &Scenario::CHOICES)
        });
        if !diagnostics.is_empty() {
            return None;
        }
        let field = Field::new(&rules, &Board { table, pieces });
        let terms = scenario.terms(&rules);
        let setup = Setup { codex: Arc::new(codex), rules, field, terms };
        let turn = value(stage.turn, 1, diagnostics, |node| node.whole(1..=9999));
        let active = value(stage.active, Side::A, diagnostics, read_side);
        let usual = if turn % 2 == 1 { active } else { active.other() };
        let first = value(self.first, usual, diagnostics, read_side);
        let forces = read_forces(self, stage.units, &setup, diagnostics)?;
        let position = Position { forces, turn, active, first };
        self.check(&setup, &position, diagnostics);
        diagnostics.is_empty().then_some((setup, position))
    }

    /// Everybody must stand where one can.
    fn check(&self, setup: &Setup, position: &Position, diagnostics: &mut Diagnostics) {
        let battle = Battle::set_up(setup, position);
        for figure in battle.all_units().filter(|figure| battle.is_present(*figure)) {
            if let Err(refusal) = battle.check_room(figure, battle.figure(figure).at) {
                let message = format!("{}: {}", battle.name(figure), refusal.reason);
                diagnostics.push(Diagnostic::new(message).rule(refusal.rule));
            }
        }
    }
}
