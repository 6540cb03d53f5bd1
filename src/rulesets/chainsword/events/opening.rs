//! The first event of a game: rules, table, and both sides as they are when it begins.

use serde_json::{Value, json};

use super::{Battle, clockwise};
use crate::game::{LogEntry, Side, trace};
use crate::rulesets::chainsword::codex::Scenario;
use crate::rulesets::chainsword::position::MARKS;
use crate::rulesets::chainsword::state::{Load, NO_WEAPON, NOBODY, TeamId, members};
use crate::rulesets::chainsword::terrain::{Footprint, Piece};
use crate::tabletop::plane::{Form, Point};

/// A piece of terrain.
pub(super) fn piece(piece: &Piece) -> Value {
    let [length, width] = piece.size.map(trace::inches);
    json!({
        "piece": piece.kind.key(), "centre": trace::point(piece.centre), "size": [length, width],
        "angle": trace::inches(piece.degrees), "round": piece.footprint == Footprint::Disc,
    })
}

/// The weapons of a Team, line by line: each its count, and the weapon, or the two between which its bearer chooses.
fn lines(battle: &Battle<'_>, loads: &[Load]) -> Vec<Value> {
    let name = |weapon: u8| battle.setup.codex.weapons[usize::from(weapon)].name.as_str();
    let line = |load: &Load| {
        let weapons: Vec<&str> =
            [load.weapon, load.other].into_iter().filter(|weapon| *weapon != NO_WEAPON).map(name).collect();
        json!({ "count": load.count, "weapons": weapons })
    };
    loads.iter().filter(|load| load.weapon != NO_WEAPON).map(line).collect()
}

/// What a Team covers, across and along its heading: of a disc both are its diameter.
fn size(battle: &Battle<'_>, team: TeamId) -> [f64; 2] {
    let own = battle.stand_at(team, Point::default(), 0);
    match own.form {
        Form::Disc(disc) => [2.0 * disc.radius; 2].map(trace::inches),
        _ => {
            let [length, width] = battle.profile(team).hull_size();
            [width, length].map(trace::inches)
        }
    }
}

/// The longest range of the weapons that a Team has, in inches; none where it has none.
fn range(battle: &Battle<'_>, loads: &[Load]) -> Option<f64> {
    let weapons = &battle.setup.codex.weapons;
    let carried = loads.iter().filter(|load| load.count > 0 && load.weapon != NO_WEAPON);
    carried.map(|load| weapons[usize::from(load.weapon)].range).max_by(f64::total_cmp).map(trace::inches)
}

/// A Team as it is.
pub(super) fn team(battle: &Battle<'_>, team: TeamId) -> Value {
    let (state, profile) = (battle.team(team), battle.profile(team));
    let mut force = battle.own_force(team).clone();
    let marks: Vec<&str> = MARKS[..MARKS.len() - 2]
        .iter()
        .filter(|(_, mark)| mark(&mut force).contains(team))
        .map(|(key, _)| *key)
        .collect();
    let name = |other: TeamId| if other == NOBODY { Value::Null } else { battle.name(other).into() };
    let status = battle.status_of(team);
    json!({
        "id": battle.name(team),
        "unit": profile.name,
        "squad": state.squad,
        "state": status,
        "at": (status == "table").then(|| trace::point(battle.stand(team).at())),
        "heading": clockwise(state.heading),
        "size": size(battle, team),
        "value": (state.worth * 1e6).round() / 1e6,
        "range": range(battle, &state.loads),
        "models": state.models,
        "wounds": state.wounds,
        "hull": state.hull,
        "shock": state.shock,
        "lines": lines(battle, &state.loads),
        "with": name(state.with),
        "aboard": name(state.carrier),
        "locked": battle.names(members(super::side_of(team).other(), state.locked)),
        "assails": name(state.assails),
        "transport": name(battle.squad_of(team).transport),
        "marks": marks,
    })
}

/// The game begins: what is played, on which table, and who is there.
pub fn battle(battle: &Battle<'_>) -> LogEntry {
    let setup = battle.setup;
    let forces = Side::BOTH.map(|side| {
        let force = battle.force(side);
        let teams: Vec<Value> = members(side, force.all()).map(|one| team(battle, one)).collect();
        let points: Vec<Value> = force.points.iter().map(|point| trace::point(point.at)).collect();
        let markers: Vec<Value> = battle
            .set_up
            .patrol
            .of(side)
            .iter()
            .map(|marker| json!({ "at": trace::point(marker.at), "locked": marker.locked, "group": marker.group }))
            .collect();
        json!({
            "side": side.letter(), "level": force.level, "command-points": force.command_points, "points": points,
            "markers": markers, "teams": teams,
        })
    });
    let (key, _) = Scenario::ALL[setup.scenario as usize];
    let table = setup.field.table();
    let size = table.max - table.min;
    let own = json!({
        "rules": trace::rules(setup.rules.values()),
        "table": [trace::inches(size.x), trace::inches(size.y)],
        "terrain": battle.land().pieces().map(piece).collect::<Vec<_>>(),
        "objective": setup.objective.map(trace::point),
        "phase": battle.phase, "turn": battle.turns, "active": battle.active.letter(),
        "hand": { "faces": battle.hand.faces, "wild": battle.hand.wild },
        "forces": forces,
    });
    let words = format!(
        "{key} on a table of {:.0} by {:.0} inches with {}, at most {} Phases.",
        size.x,
        size.y,
        trace::counted(setup.field.pieces().count() as u32, "piece"),
        setup.rules.max_phases
    );
    LogEntry::new(trace::battle("chainsword", key, own), words)
}
