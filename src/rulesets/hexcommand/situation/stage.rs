//! What a situation begins with: rules, ground, what is played for, who stands where.

use std::sync::Arc;

use super::company::Company;
use super::staff::{read_armies, read_contacts, read_holder};
use crate::game::situation::{Stage, keys, list, read_side, value};
use crate::game::{Diagnostic, Diagnostics, Side, Source, TableReader};
use crate::rulesets::hexcommand::battlefield::{self, Battlefield, MapParts};
use crate::rulesets::hexcommand::board_map::{Map, USUAL_SIZE};
use crate::rulesets::hexcommand::codex::Codex;
use crate::rulesets::hexcommand::field::Field;
use crate::rulesets::hexcommand::notation::read_hex_of;
use crate::rulesets::hexcommand::order_of_battle::MOST_GROUPS;
use crate::rulesets::hexcommand::position::Position;
use crate::rulesets::hexcommand::rules::{Rules, TurnSystem};
use crate::rulesets::hexcommand::scenarios::Scenario;
use crate::rulesets::hexcommand::scene::Scene;
use crate::rulesets::hexcommand::state::{MOST_WORKS, Setup, Step};
use crate::rulesets::hexcommand::terms::Terms;
use crate::tabletop::hex::HexIndex;

keys! {
    /// The game's own keys of what a situation begins with.
    Keys {
        battlefield = "battlefield",
        map = "map",
        terms = "terms",
        first = "first",
        leader = "leader",
        group = "group",
        groups = "groups",
        commanders = "commanders",
        sides = "sides",
        contacts = "contacts",
        worn = "worn",
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
        let map = self.read_map(file, &codex, diagnostics)?;
        let (scenario, terms) = self.read_terms(stage, &map, &codex, diagnostics)?;
        let mut rules = Rules::default();
        terms.settle(&mut rules, &[]);
        stage.read_rules(diagnostics, |name, value| rules.set(name, value));
        if !diagnostics.is_empty() {
            return None;
        }
        let field = Field::compile(&map, &codex, &rules);
        let scene = Scene::of(&terms, &field, &rules, scenario);
        let setup = Setup::new(codex, rules, field, scene);
        let position = self.read_position(stage, &setup, diagnostics)?;
        Some((setup, position))
    }

    /// The ground: a built-in battlefield that is drawn, one drawn here, or the usual board with nothing on it.
    fn read_map(&self, file: &Source, codex: &Codex, diagnostics: &mut Diagnostics) -> Option<Map> {
        if let Some(node) = self.map {
            if let Some(other) = self.battlefield {
                diagnostics.push(other.locate(Diagnostic::new("a situation has either a `battlefield` or a `map`")));
            }
            let mut table = TableReader::open("the map", node, diagnostics)?;
            let parts = MapParts::of(&mut table);
            table.close();
            return parts.read(&file.text, codex, diagnostics);
        }
        let Some(node) = self.battlefield else { return Some(Map::bare(USUAL_SIZE.0, USUAL_SIZE.1)) };
        let name = node.text().map_err(|diagnostic| diagnostics.push(diagnostic)).ok()?;
        let read = |source: Source| match Battlefield::read(&source, codex).ok()?.ground {
            battlefield::Ground::Drawn(map) => Some(map),
            battlefield::Ground::Open => Some(Map::bare(USUAL_SIZE.0, USUAL_SIZE.1)),
            battlefield::Ground::Random(_) => None,
        };
        if let Some(map) = battlefield::built_in(name).and_then(read) {
            return Some(map);
        }
        let sources = battlefield::sources();
        let names = sources.iter().filter_map(Source::stem).filter(|name| *name != "random");
        diagnostics.push(node.locate(Diagnostic::unknown("battlefield that is drawn", name, names)));
        None
    }

    /// What is played for: a built-in scenario, or terms of the situation's own.
    fn read_terms(
        &self,
        stage: &Stage<'n>,
        map: &Map,
        codex: &Codex,
        diagnostics: &mut Diagnostics,
    ) -> Option<(Scenario, Terms)> {
        let keyed = Scenario::ALL.map(|scenario| (scenario.key(), scenario));
        let usual = if self.terms.is_some() { Scenario::Historical } else { Scenario::OpenField };
        let scenario = value(stage.scenario, usual, diagnostics, |node| node.one_of("scenario", &keyed));
        if let Some(node) = self.terms {
            if let Some(other) = stage.scenario {
                diagnostics.push(other.locate(Diagnostic::new("a situation has either a `scenario` or `terms`")));
            }
            return Terms::read_node(node, map.grid, codex, diagnostics).map(|terms| (scenario, terms));
        }
        let blame = |diagnostic: Diagnostic| match stage.scenario {
            Some(node) => node.locate(Diagnostic { source: String::new(), span: None, ..diagnostic }),
            None => diagnostic,
        };
        match (stage.scenario, Terms::of(scenario, None, map.grid, codex)) {
            (_, Ok(terms)) => Some((scenario, terms)),
            (None, Err(_)) => Some((scenario, Terms::default())),
            (Some(_), Err(found)) => {
                diagnostics.extend(found.into_iter().map(blame));
                None
            }
        }
    }

    fn read_position(&self, stage: &Stage<'n>, setup: &Setup, diagnostics: &mut Diagnostics) -> Option<Position> {
        let steps = Step::CHOICES;
        let step = value(stage.phase, Step::Movement, diagnostics, |node| node.one_of("phase", &steps));
        let deploying = step == Step::SetUp;
        let turn = value(stage.turn, 1, diagnostics, |node| node.whole(1..=i64::from(setup.rules.turn_limit)));
        let active = value(stage.active, Side::A, diagnostics, read_side);
        let leader = value(self.leader, active, diagnostics, read_side);
        let attacker = setup.scenario.attacker.unwrap_or(Side::A);
        let first = value(self.first, attacker, diagnostics, read_side);
        let group = value(self.group, 0, diagnostics, |node| node.whole(0..=MOST_GROUPS as i64 - 1));
        let by_groups = setup.rules.turn_system == TurnSystem::Activation;
        if let Some(node) = self.group.filter(|_| !by_groups) {
            let message = "groups move in turn under `turn.system` = activation alone";
            diagnostics.push(node.locate(Diagnostic::new(message).rule("HX-TRN-04")));
        }
        if let Some(node) = stage.phase.filter(|_| !by_groups && matches!(step, Step::Groups | Step::Opportunity)) {
            let message = "this step belongs to `turn.system` = activation";
            diagnostics.push(node.locate(Diagnostic::new(message).rule("HX-TRN-04")));
        }
        let grid = setup.field.grid;
        let mut worn = Vec::new();
        for node in list(self.worn, diagnostics) {
            let Some(mut table) = TableReader::open("the works", node, diagnostics) else { continue };
            let hex = table.required("hex", |node| read_hex_of(grid, node));
            let hits = table.or("hits", 0, |node| node.whole(0..=99));
            let levels = table.or("levels", 0, |node| node.whole(0..=9));
            table.close();
            worn.extend(hex.map(|hex: HexIndex| (hex, hits, levels)));
        }
        if worn.len() > MOST_WORKS {
            diagnostics.extend(self.worn.map(|node| node.locate(Diagnostic::new("too many works"))));
        }
        let held = value(self.holders, Vec::new(), diagnostics, |node| {
            let held: Vec<Option<Side>> = node.list()?.iter().map(read_holder).collect::<Result<_, _>>()?;
            let wanted = setup.scenario.objectives.len();
            if held.len() == wanted {
                return Ok(held);
            }
            Err(node.locate(Diagnostic::new(format!("one holder for each objective, of which there are {wanted}"))))
        });
        let company = Company::read(stage.units, setup, deploying, diagnostics);
        let armies = read_armies([self.sides, self.groups, self.commanders], &company.units, setup, diagnostics);
        let contacts = read_contacts(self.contacts, &company.units, diagnostics);
        let units = company.assemble(diagnostics);
        diagnostics.is_empty().then_some(Position {
            units,
            armies,
            contacts,
            worn,
            held,
            turn,
            step,
            active,
            leader,
            first,
            group,
        })
    }
}
