//! The models that a situation begins with, their units and bases.

use super::stage::Keys;
use crate::game::situation::{UnitList, list};
use crate::game::{Diagnostic, Diagnostics, Node, Side, TableReader};
use crate::rulesets::darkpotential::army::MOST_MODELS;
use crate::rulesets::darkpotential::notation::{read_point, read_spot};
use crate::rulesets::darkpotential::position::{Posted, PostedForce, PostedUnit};
use crate::rulesets::darkpotential::state::{MOST_FIGURES, Setup, Stance, WeaponSet};
use crate::rulesets::darkpotential::stealth;
use crate::tabletop::plane::{Aloft, Facing, Spot};

/// What an identifier looks like.
const IDENTIFIERS: [&str; 2] = ["side and unit, such as A:generic-leader", "a number for several: B:generic-soldier-2"];

/// What the file says of a model.
struct Recruit {
    model: Posted,
    /// Its squad, by number; none of an independent model.
    squad: Option<u8>,
    /// It leads its squad.
    leads: bool,
}

/// Reads the models of both sides; none, with diagnostics, when something is wrong.
pub(super) fn read_forces<'n>(
    keys: &Keys<'n>,
    units: Option<&'n Node>,
    setup: &Setup,
    diagnostics: &mut Diagnostics,
) -> Option<[PostedForce; 2]> {
    let kinds: Vec<&str> = setup.codex.units.iter().map(|unit| unit.key.as_str()).collect();
    let found =
        UnitList::read(units, &kinds, IDENTIFIERS, diagnostics, |_, kind, table| read_model(setup, kind, table));
    found.check_names(&kinds, MOST_MODELS, "models of one type", diagnostics);
    let mut forces: [PostedForce; 2] = Default::default();
    for side in Side::BOTH {
        let force = &mut forces[side.index()];
        let mut squads: Vec<(u8, u8)> = Vec::new();
        let mut figures = found.sides[side.index()].len();
        for (place, listed) in found.sides[side.index()].iter().enumerate() {
            let Recruit { model, squad, leads } = &listed.unit;
            let profile = &setup.codex.units[usize::from(model.profile)];
            let usual = stealth::base_count(&setup.rules, profile) as usize;
            figures += if usual == 0 { 0 } else { model.bases.len().max(usual) };
            let points = profile.command_points as u8;
            let unit = PostedUnit {
                squad: squad.is_some(),
                leader: place as u8,
                points,
                base_points: points,
                activated: false,
            };
            let known =
                squad.and_then(|squad| squads.iter().find(|(number, _)| *number == squad).map(|(_, unit)| *unit));
            let at = known.unwrap_or(force.units.len() as u8);
            if known.is_none() {
                force.units.push(unit);
                squads.extend(squad.map(|squad| (squad, at)));
            } else if *leads {
                force.units[usize::from(at)].leader = place as u8;
            }
            force.models.push(Posted { unit: at, ..model.clone() });
        }
        if figures > MOST_FIGURES {
            diagnostics.push(Diagnostic::new(format!("a side has at most {MOST_FIGURES} models and bases")));
        }
        for (unit, state) in force.units.iter().enumerate() {
            let alive = |at: &u8| force.models[usize::from(*at)].wounds > 0;
            if state.squad && !alive(&state.leader) {
                let id = found.sides[side.index()][usize::from(state.leader)].id;
                diagnostics.push(id.locate(Diagnostic::new(format!("the leader of squad {} is dead", unit + 1))));
            }
        }
    }
    if !diagnostics.is_empty() {
        return None;
    }
    for node in list(keys.points, diagnostics) {
        let Some(mut table) = TableReader::open("the points", node, diagnostics) else { continue };
        let of = table.required("of", |node| found.find(node));
        let left = table.required("left", |node| node.whole::<u8>(0..=250));
        table.close();
        if let (Some((side, place)), Some(left)) = (of, left) {
            let force = &mut forces[side.index()];
            let unit = &mut force.units[usize::from(force.models[usize::from(place)].unit)];
            (unit.points, unit.base_points) = (left, unit.base_points.max(left));
        }
    }
    for node in list(keys.activated, diagnostics) {
        match found.find(node) {
            Ok((side, place)) => {
                let force = &mut forces[side.index()];
                force.units[usize::from(force.models[usize::from(place)].unit)].activated = true;
            }
            Err(diagnostic) => diagnostics.push(diagnostic),
        }
    }
    for node in list(keys.templates, diagnostics) {
        let Some(mut table) = TableReader::open("the template", node, diagnostics) else { continue };
        let at = table.required("at", read_point);
        let height = table.or("height", 0.0, |node| node.number(0.0..=100.0));
        let with = table
            .required("with", |node| node.list()?.iter().map(|node| found.find(node)).collect::<Result<Vec<_>, _>>());
        table.close();
        let (Some(point), Some(with)) = (at, with) else { continue };
        let Some(side) = with.first().map(|(side, _)| *side) else { continue };
        let places = with.iter().filter(|(one, _)| *one == side).map(|(_, place)| *place).collect();
        forces[side.index()].templates.push((Aloft { point, height }, places));
    }
    diagnostics.is_empty().then_some(forces)
}

/// Reads a model.
fn read_model(setup: &Setup, kind: u8, table: &mut TableReader<'_, '_>) -> Option<Recruit> {
    let profile = &setup.codex.units[usize::from(kind)];
    let keys: Vec<&str> = setup.codex.weapons.iter().map(|weapon| weapon.key.as_str()).collect();
    let weapon = |node: &Node| Ok(node.index_in("weapon", &keys)? as u8);
    let usual: WeaponSet = profile.weapons.iter().fold(0, |set, weapon| set | 1 << weapon);
    let weapons =
        table.or("weapons", usual, |node| node.list()?.iter().try_fold(0, |set, node| Ok(set | 1 << weapon(node)?)));
    let at = table.optional("at", read_spot);
    let bases: Vec<Spot> = table.or("bases", Vec::new(), |node| node.list()?.iter().map(read_spot).collect());
    let real = table.or("real", 1, |node| node.whole::<u8>(1..=bases.len().max(1) as i64));
    let wounds = table.or("wounds", profile.wounds as u16, |node| node.whole(0..=i64::from(profile.wounds)));
    let suppressed = table.or("suppressed", false, Node::flag);
    let squad = table.optional("squad", |node| node.whole::<u8>(1..=32));
    let leads = table.or("leads", false, Node::flag);
    let facing = table.optional("facing", |node| node.number(-360.0..=360.0).map(Facing::from_degrees));
    let watches = table.optional("overwatch", weapon);
    let braced = table.or("combat-ready", false, Node::flag);
    let fires = table.optional("suppressing-fire", weapon);
    let stance = match (watches, braced, fires) {
        (Some(weapon), _, _) => Stance::Overwatch { weapon, facing: facing.unwrap_or(Facing::NORTH) },
        (_, true, _) => Stance::CombatReady { facing: facing.unwrap_or(Facing::NORTH) },
        (_, _, Some(weapon)) => Stance::Suppressing { weapon },
        _ => Stance::None,
    };
    if at.is_none() == bases.is_empty() {
        let message = if profile.stealth > 0 { "it needs a place `at`, or `bases`" } else { "it needs a place `at`" };
        table.diagnostics().push(Diagnostic::new(message));
        return None;
    }
    let model = Posted { profile: kind, unit: 0, weapons, wounds, at, bases, real: real - 1, stance, suppressed };
    Some(Recruit { model, squad, leads })
}
