//! What decides the scenario, and what a level of Force Morale is worth.

use crate::game::Side;
use crate::rulesets::chainsword::codex::Scenario;
use crate::rulesets::chainsword::fire_lines::Mode;
use crate::rulesets::chainsword::state::{Battle, TeamId, side_of};
use crate::tabletop::plane::Outline;

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

/// How a Team of the attacker of The Probe stands to the edge that it is to touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Crossing {
    /// Own Phases of running in which it is there if nobody stops it.
    pub phases: u8,
    /// Inches that it has to spare then.
    pub spare: f64,
}

/// Phases from which on a crossing is too far off to be thought of.
const FAR_OFF: u8 = 5;

/// How near a Team is to crossing the table in The Probe; none where it does not cross, or not soon.
pub(super) fn crossing(battle: &Battle<'_>, team: TeamId) -> Option<Crossing> {
    let setup = battle.setup;
    if setup.scenario != Scenario::Probe || side_of(team) != Side::A || !battle.is_crosser(team) {
        return None;
    }
    let force = battle.own_force(team);
    if !force.present.contains(team) || battle.is_fleeing(team) || battle.is_locked(team) {
        return None;
    }
    let run = battle.reach(team, Mode::Run) - battle.drag(team);
    if run < 1.0 {
        return None;
    }
    let stand = battle.stand(team);
    let left = (setup.field.table().max.y - stand.at().y - stand.form.reach()).max(0.1);
    let phases = (left / run).ceil();
    (phases < f64::from(FAR_OFF)).then_some(Crossing { phases: phases as u8, spare: phases * run - left })
}
