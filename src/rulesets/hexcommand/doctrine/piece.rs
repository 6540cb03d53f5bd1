//! A unit as a script sees it when it thinks of its moves.

use crate::rulesets::hexcommand::codex::Service;
use crate::rulesets::hexcommand::odds::{Gunnery, MEASURE};
use crate::rulesets::hexcommand::state::{Battle, UnitId};
use crate::rulesets::hexcommand::terrain::MoveClass;
use crate::tabletop::hex::{HexIndex, flat::Direction};

/// A unit as a script sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Piece {
    pub unit: UnitId,
    pub hex: HexIndex,
    pub facing: Direction,
    /// What it can fire as it stands.
    pub gunnery: Option<Gunnery>,
    /// How far that reaches.
    pub reach: u8,
    /// It serves guns.
    pub gun: bool,
    /// Hexes of a move.
    pub moves: u8,
    /// How it moves.
    pub class: MoveClass,
    /// It can go into melee.
    pub fights: bool,
    /// It is in the saddle.
    pub horse: bool,
    /// It has no flank and no rear.
    pub round: bool,
    /// Hits that it can still take before it routs.
    pub left: u8,
    pub hits: u8,
    /// Value, measured by trained infantry.
    pub value: f32,
    /// Worth of a hit on it, measured by hits on trained infantry.
    pub hit_worth: f32,
    pub contact: bool,
    pub routed: bool,
    /// A marker: nobody knows what it is.
    pub marker: bool,
    /// Where it may be at the end of the step: its own hex once it has moved.
    pub ahead: HexIndex,
    /// It has had its move.
    pub done: bool,
}

impl Piece {
    pub(super) fn of(battle: &Battle<'_>, unit: UnitId) -> Self {
        let (state, force, setup) = (battle.unit(unit), battle.own_force(unit), battle.setup);
        let profile = battle.profile(unit);
        let gun = battle.is_battery(unit);
        let routed = force.routed.contains(unit);
        let marker = force.hidden.contains(unit);
        let packed = match profile.service {
            Service::Artillery => force.limbered.contains(unit) || force.crews.contains(unit),
            Service::Mounted => battle.weapon(unit).is_some_and(|weapon| weapon.max.is_none()),
            Service::Wagon => true,
            Service::Foot | Service::Skirmisher | Service::Horse => gun,
        };
        let spent = battle.fires_once_a_turn() && force.fired_now.contains(unit);
        let loaded = !(routed || marker || packed || spent || battle.in_melee(unit));
        let gunnery = if loaded { setup.odds().gunnery(battle, unit) } else { None };
        let left = if routed { 0 } else { state.rout_at.saturating_sub(state.hits).max(1) };
        let value = (battle.kind(unit).value / MEASURE) as f32;
        Self {
            unit,
            hex: state.hex,
            facing: state.facing,
            gunnery,
            reach: gunnery.map_or(0, |own| setup.odds().reach(own.arms)),
            gun,
            moves: if gun && !force.limbered.contains(unit) { 0 } else { profile.allowance(&setup.rules) },
            class: battle.class(unit),
            fights: !routed && !marker && battle.fights(unit),
            horse: matches!(profile.service, Service::Horse | Service::Mounted),
            round: profile.all_round,
            left,
            hits: state.hits,
            value,
            hit_worth: hit_worth(value, left),
            contact: battle.in_contact(unit),
            routed,
            marker,
            ahead: state.hex,
            done: force.done.contains(unit),
        }
    }
}

/// Worth of a hit on a unit that can still take so many: the one that routs counts double.
fn hit_worth(value: f32, left: u8) -> f32 {
    let weight = match left {
        0 => 1.5,
        1 => 2.0,
        2 => 1.25,
        _ => 1.0,
    };
    value * weight
}
