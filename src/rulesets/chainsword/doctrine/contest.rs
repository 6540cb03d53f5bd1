//! What decides the scenario, and what a level of Force Morale is worth.

use crate::game::Side;
use crate::rulesets::chainsword::state::Battle;

/// Level at which a list starts, about.
const USUAL_LEVEL: f64 = 9.0;

/// What a level of Force Morale of a side is worth now, in points of value: more, the fewer are left.
pub(super) fn level_worth(battle: &Battle<'_>, side: Side) -> f64 {
    let force = battle.force(side);
    let army: f64 = force.all().members(side).map(|team| initial_worth(battle, team)).sum();
    let times = match force.level {
        5.. => 1.0,
        3 | 4 => 1.5,
        _ => 2.5,
    };
    times * army / USUAL_LEVEL
}

/// What a Team was worth that is as it was bought.
fn initial_worth(battle: &Battle<'_>, team: u8) -> f64 {
    let (state, profile) = (battle.team(team), battle.profile(team));
    let full = if profile.is_vehicle() { profile.hull_points } else { state.models.max(1) };
    state.worth * f64::from(full)
}
