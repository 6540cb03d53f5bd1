//! The first event of a game: rules, table, and both sides as they stand once set-up is over.

use serde_json::{Value, json};

use super::{aloft, perhaps, place};
use crate::game::{LogEntry, Side, trace};
use crate::rulesets::darkpotential::battlefield::SIDE_KEYS;
use crate::rulesets::darkpotential::state::{Battle, FigureId, Stance, members};
use crate::rulesets::darkpotential::terrain::{Category, Piece};
use crate::rulesets::darkpotential::terrain_file::GRADES;
use crate::tabletop::plane::Base;

/// A rectangle: its middle, width and depth, and which way it faces, in degrees clockwise from north.
fn rectangle(base: &Base) -> Value {
    json!({
        "centre": trace::point(base.centre),
        "size": [trace::inches(2.0 * base.half_width), trace::inches(2.0 * base.half_depth)],
        "angle": trace::inches(base.facing.degrees()),
    })
}

/// A piece of terrain.
fn piece(piece: &Piece) -> Value {
    let kind = &piece.kind;
    let mut told = rectangle(&piece.rectangle);
    let walls: Vec<&str> =
        SIDE_KEYS.into_iter().filter(|(_, side)| piece.has_wall(*side)).map(|(key, _)| key).collect();
    let cover = GRADES.into_iter().find(|(_, grade)| *grade == kind.grade).map(|(key, _)| key);
    let floor = SIDE_KEYS.into_iter().find(|(_, side)| *side == piece.floor && kind.category == Category::Ruin);
    let floor = floor.map(|(key, _)| key);
    let more = json!({
        "piece": kind.key, "category": kind.category.key(), "height": trace::inches(kind.height),
        "cover": cover, "difficult": kind.difficult, "obscures": kind.obscures, "walls": walls, "floor": floor,
        "round": piece.is_round(),
    });
    if let (Some(told), Value::Object(mut more)) = (told.as_object_mut(), more) {
        told.append(&mut more);
    }
    told
}

/// A model.
fn model(battle: &Battle<'_>, model: FigureId) -> Value {
    let figure = battle.figure(model);
    let (stance, weapon, facing) = match figure.stance {
        Stance::None => ("none", None, None),
        Stance::Overwatch { weapon, facing } => ("overwatch", Some(weapon), Some(facing)),
        Stance::CombatReady { facing } => ("combat-ready", None, Some(facing)),
        Stance::Suppressing { weapon } => ("suppressing-fire", Some(weapon), None),
    };
    let bases: Vec<Value> = members(super::side_of(model), battle.bases_of(model))
        .map(|base| {
            let at = battle.figure(base).at;
            json!({ "id": battle.name(base), "at": place(at), "level": at.level })
        })
        .collect();
    let present = battle.is_present(model);
    json!({
        "id": battle.name(model),
        "type": battle.profile(model).key,
        "weapons": battle.weapons(model).map(|(_, weapon)| weapon.key.as_str()).collect::<Vec<_>>(),
        "wounds": figure.wounds,
        "value": battle.profile(model).value,
        "radius": trace::inches(battle.radius(model)),
        "range": battle.weapons(model).map(|(_, weapon)| weapon.range).filter(|range| *range > 0.0).reduce(f64::max),
        "at": present.then(|| place(figure.at)),
        "level": present.then_some(figure.at.level),
        "bases": bases,
        "real": if battle.is_hidden(model) { perhaps(battle, figure.real) } else { Value::Null },
        "suppressed": battle.own_force(model).suppressed.contains(model),
        "stance": stance,
        "weapon": weapon.map(|weapon| battle.weapon(weapon).key.as_str()),
        "facing": facing.map(|facing| trace::inches(facing.degrees())),
    })
}

/// Set-up is over: what is played, on which table, and who stands where.
pub fn battle(battle: &Battle<'_>) -> LogEntry {
    let setup = battle.setup;
    let forces = Side::BOTH.map(|side| {
        let force = battle.force(side);
        let units: Vec<Value> = (0..force.units)
            .map(|unit| {
                let state = battle.unit(side, unit);
                let models: Vec<Value> = members(side, state.members).map(|one| model(battle, one)).collect();
                json!({
                    "id": battle.unit_name(side, unit), "squad": state.squad, "leader": perhaps(battle, state.leader),
                    "points": state.points, "base-points": state.base_points,
                    "activated": force.activated >> unit & 1 == 1, "models": models,
                })
            })
            .collect();
        json!({ "side": side.letter(), "units": units })
    });
    let templates: Vec<Value> = Side::BOTH
        .into_iter()
        .flat_map(|side| battle.force(side).templates.iter().map(move |template| (side, template)))
        .map(|(side, template)| {
            json!({
                "side": side.letter(), "centre": trace::point(template.centre.point),
                "height": trace::inches(template.centre.height),
                "participants": battle.listed(side, template.participants),
            })
        })
        .collect();
    let table = setup.field.table();
    let size = table.max - table.min;
    let levels: Vec<Value> = (1..=setup.field.levels())
        .map(|level| {
            let (room, height) = setup.field.level(level);
            let mut told = rectangle(room);
            told["height"] = trace::inches(height).into();
            told
        })
        .collect();
    let own = json!({
        "first": battle.first.letter(),
        "rules": trace::rules(setup.rules.values()),
        "table": { "size": [trace::inches(size.x), trace::inches(size.y)], "levels": levels },
        "terrain": setup.field.pieces().iter().map(piece).collect::<Vec<_>>(),
        "forces": forces,
        "templates": templates,
    });
    let mut words = format!(
        "{} on a table of {:.0} by {:.0} inches, at most {} rounds.",
        setup.terms.scenario.key(),
        size.x,
        size.y,
        setup.terms.round_cap
    );
    for side in Side::BOTH {
        for template in &battle.force(side).templates {
            let names = trace::listed(&battle.listed(side, template.participants));
            words.push_str(&format!("\nSuppressing Fire of {names} at {}.", aloft(template.centre)));
        }
    }
    LogEntry::new(trace::battle("darkpotential", setup.terms.scenario.key(), own), words)
}
