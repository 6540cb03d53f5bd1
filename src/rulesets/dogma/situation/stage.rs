//! What a situation begins with: rules, table, Elements.

use std::sync::Arc;

use super::company::{Company, settle};
use crate::game::situation::{Stage, by_side, keys, read_side, value};
use crate::game::{Diagnostic, Diagnostics, Node, Side, Source};
use crate::rulesets::dogma::army::{Dogma, Dogmas};
use crate::rulesets::dogma::battlefield::read_feature;
use crate::rulesets::dogma::cell::table_for;
use crate::rulesets::dogma::choices::Choice;
use crate::rulesets::dogma::codex::{Codex, Scenario};
use crate::rulesets::dogma::notation::read_point;
use crate::rulesets::dogma::position::{Moment, Position};
use crate::rulesets::dogma::rules::{Rules, TerrainPolicy};
use crate::rulesets::dogma::scenarios::Progress;
use crate::rulesets::dogma::state::{Battle, Command, Phase, Pose, Setup, UnitSet, bit, element_id};
use crate::rulesets::dogma::terrain::{MOST_FEATURES, Terrain};
use crate::tabletop::plane::Area;

/// Points in a game at which a situation begins, by key.
const MOMENTS: [(&str, Option<Moment>); 8] = [
    ("setup", Some(Moment::Setup)),
    ("nominations", Some(Moment::Nominations)),
    // Of the active side.
    ("deployment", None),
    ("artillery", Some(Moment::Artillery)),
    ("initiative", Some(Moment::Phase(Phase::Initiative))),
    ("movement", Some(Moment::Phase(Phase::Movement))),
    ("ranged", Some(Moment::Phase(Phase::Ranged))),
    ("close", Some(Moment::Phase(Phase::Close))),
];

keys! {
    /// The game's own keys of what a situation begins with.
    Keys {
        points = "points",
        terrain = "terrain",
        aggressor = "aggressor",
        initiative = "initiative",
        may_call = "may-call",
        commanders = "commanders",
        dogmas = "dogmas",
        bearers = "bearers",
        flags = "flags",
        centre = "centre",
        markers = "markers",
        holders = "holders",
        groups = "groups",
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
        let points = value(self.points, 24, diagnostics, |node| node.whole(1..=1_000_000));
        let size = table_for(&codex, points as u32);
        let terrain = self.read_terrain(&Area::table(size.width, size.depth), diagnostics);
        if terrain.is_some() {
            rules.terrain_policy = TerrainPolicy::Fixed;
        }
        let scenario = value(stage.scenario, Some(Scenario::Exterminate), diagnostics, |node| {
            if node.text() == Ok("roll") {
                return Ok(None);
            }
            node.one_of("scenario", &Scenario::CHOICES).map(Some)
        });
        if !diagnostics.is_empty() {
            return None;
        }
        let setup = Setup::new(Arc::new(codex), rules, size, points as u32, scenario, terrain);
        let position = self.read_position(stage, &setup, diagnostics)?;
        Some((setup, position))
    }

    fn read_terrain(&self, table: &Area, diagnostics: &mut Diagnostics) -> Option<Terrain> {
        let list = match self.terrain?.list() {
            Ok(list) => list,
            Err(diagnostic) => {
                diagnostics.push(diagnostic);
                return None;
            }
        };
        let mut terrain = Terrain::default();
        if let Some(extra) = list.get(MOST_FEATURES) {
            diagnostics.push(extra.locate(Diagnostic::new(format!("a table has at most {MOST_FEATURES} features"))));
            return None;
        }
        for node in list {
            let Some(feature) = read_feature(node, diagnostics) else { continue };
            if !table.holds(feature.shape()) {
                diagnostics
                    .push(node.locate(Diagnostic::new("the feature is not wholly on the table").rule("DG-TER-02")));
            }
            terrain.place(feature);
        }
        Some(terrain)
    }

    fn read_position(&self, stage: &Stage<'n>, setup: &Setup, diagnostics: &mut Diagnostics) -> Option<Position> {
        let aggressor = value(self.aggressor, Side::A, diagnostics, read_side);
        let active = value(stage.active, aggressor, diagnostics, read_side);
        let moment = value(stage.phase, Some(Moment::Phase(Phase::Movement)), diagnostics, |node| {
            node.one_of("phase", &MOMENTS)
        });
        let moment = moment.unwrap_or(Moment::Deployment(active));
        let deploying = !matches!(moment, Moment::Artillery | Moment::Phase(_));
        let dogmas = self.read_dogmas(diagnostics);
        let mut company = Company::read(stage.units, setup, aggressor, deploying, diagnostics);
        if !diagnostics.is_empty() {
            return None;
        }
        let units = company.assemble(diagnostics);
        let commanders = company.units.named(self.commanders, "Commander", diagnostics);
        let points = value(self.initiative, setup.codex.numbers.ip_die, diagnostics, |node| node.whole(0..=100));
        let may_call = value(self.may_call, false, diagnostics, Node::flag);
        let command = Command { points, left: points, may_call, ..Command::default() };
        let progress = self.read_progress(&company, diagnostics);
        let groups = value(self.groups, Vec::new(), diagnostics, |node| company.declared(node));
        let round = value(stage.turn, 1, diagnostics, |node| node.whole(1..=9999));
        diagnostics.is_empty().then_some(Position {
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

    fn read_dogmas(&self, diagnostics: &mut Diagnostics) -> [Dogmas; 2] {
        by_side(self.dogmas, "the dogmas", diagnostics, |_, node| match node.list() {
            Ok(list) => list.iter().map(|node| node.one_of("Dogma", &Dogma::CHOICES)).collect(),
            Err(_) => Ok(std::iter::once(node.one_of("Dogma", &Dogma::CHOICES)?).collect()),
        })
        .map(Option::unwrap_or_default)
    }

    fn read_progress(&self, company: &Company<'_, '_>, diagnostics: &mut Diagnostics) -> Progress {
        let size = &company.setup.size;
        let scenario = company.setup.scenario;
        let marked = matches!(scenario, Some(Scenario::KingOfTheHill | Scenario::Control));
        let middle = Area::table(size.width, size.depth).middle();
        let bearers = company.units.named(self.bearers, "flag bearer", diagnostics);
        let bearers = Side::BOTH.map(|side| bearers[side.index()].map(|place| element_id(side, usize::from(place))));
        let mut progress = Progress {
            centre: value(self.centre, marked.then_some(middle), diagnostics, |node| read_point(node).map(Some)),
            markers: by_side(self.markers, "the markers", diagnostics, |_, node| read_point(node)),
            flags: by_side(self.flags, "the flags", diagnostics, |_, node| read_point(node)),
            bearers,
            ..Progress::default()
        };
        let holders = by_side(self.holders, "the holders", diagnostics, |_, node| {
            let mut held = [UnitSet::EMPTY; 2];
            for entry in node.entries()? {
                let what = match entry.key.as_str() {
                    "centre" => 0,
                    "own" => 1,
                    key => return Err(entry.locate(Diagnostic::unknown("key", key, ["centre", "own"]))),
                };
                for node in entry.node.list()? {
                    let (side, place) = company.units.find(node)?;
                    held[what] |= bit(element_id(side, usize::from(place)));
                }
            }
            Ok(held)
        });
        progress.holders = holders.map(Option::unwrap_or_default);
        progress
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
