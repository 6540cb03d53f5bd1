//! What always holds in a game, whoever plays it: for games that are checked as they are played.

use super::movement::MoveStage;
use super::rules::{StealthContact, StealthReentry};
use super::state::{Battle, FigureId, FigureSet, NOBODY, Stance, UnitMask, members, side_of};
use crate::game::Side;

/// Everything that must hold whenever a decision is due.
pub(super) fn check_state(battle: &Battle<'_>) {
    for side in Side::BOTH {
        check_models(battle, side);
        check_units(battle, side);
        check_places(battle, side);
        for template in &battle.force(side).templates {
            for model in members(side, template.participants) {
                assert!(matches!(battle.figure(model).stance, Stance::Suppressing { .. }), "{model}");
            }
        }
    }
    check_movements(battle);
}

/// Nobody is lost, everybody is in one place, and bases are those of models in stealth.
fn check_models(battle: &Battle<'_>, side: Side) {
    let force = battle.force(side);
    let all = force.all_models();
    let unplaced =
        if battle.turn == 0 { all & !(force.present | force.hidden | force.destroyed) } else { FigureSet::EMPTY };
    let sets = [force.present & all, force.hidden, force.destroyed, unplaced];
    let sum: u32 = sets.iter().map(|set| set.len()).sum();
    assert_eq!(sum, all.len(), "every model is in one place: {sets:?}");
    for model in members(side, all) {
        let (figure, bases) = (battle.figure(model), battle.bases_of(model));
        assert!(u32::from(figure.wounds) <= battle.profile(model).wounds, "{model}");
        if battle.turn == 0 {
            continue;
        }
        if force.hidden.contains(model) {
            assert!(!bases.is_empty() && (bases.contains(figure.real) || battle.is_lost(model)), "{model}");
        } else {
            assert!(bases.is_empty(), "{model} has bases {bases:?}, and is not hidden");
        }
        if battle.attack.is_none() && !battle.is_lost(model) {
            assert_eq!(figure.wounds == 0, force.destroyed.contains(model), "{model}");
        }
        if figure.stance != Stance::None {
            assert!(force.present.contains(model), "{model}: {:?}", figure.stance);
        }
    }
}

/// Pools within their bounds, and somebody to hold them.
fn check_units(battle: &Battle<'_>, side: Side) {
    for unit in 0..battle.force(side).units {
        let state = battle.unit(side, unit);
        assert!(state.points <= state.base_points, "unit {unit} of {side:?}: {state:?}");
        if battle.turn > 0 && battle.attack.is_none() && !battle.living(side, unit).is_empty() {
            assert!(state.leader != NOBODY && battle.is_alive(state.leader), "{side:?} {unit} {state:?}");
        }
    }
}

/// Nobody stands on somebody, off the board, or in a place where nobody can stand; bases keep off enemies.
fn check_places(battle: &Battle<'_>, side: Side) {
    let (field, rules) = (&battle.setup.field, &battle.setup.rules);
    let is_moving = |figure: FigureId| battle.movements.iter().any(|movement| movement.figure == figure);
    let apart = rules.stealth_contact == StealthContact::Blocked && rules.stealth_reentry == StealthReentry::Unengaged;
    for figure in members(side, battle.force(side).present).filter(|figure| !is_moving(*figure)) {
        let stand = battle.stand(figure);
        assert!(
            field.table().inset(stand.radius - 1e-6).contains(stand.spot.point),
            "{figure} is off the board at {:?}",
            stand.spot
        );
        assert!(field.stands(&stand), "{figure} stands in {:?}", stand.spot);
        for other in Side::BOTH.into_iter().flat_map(|side| members(side, battle.force(side).present)) {
            let there = battle.stand(other);
            if other == figure || is_moving(other) || there.spot.level != stand.spot.level {
                continue;
            }
            let gap = stand.gap(&there);
            assert!(gap > -1e-3, "{figure} and {other} overlap by {gap}");
            if apart && side_of(other) != side && battle.is_base(figure) {
                assert!(gap > rules.contact_tolerance - 1e-6, "{figure} touches {other}, and one is a stealth base");
            }
        }
    }
}

/// Movements keep within their allowance, on the board and off enemies, and no point is farther than it has cost.
fn check_movements(battle: &Battle<'_>) {
    let field = &battle.setup.field;
    for movement in &battle.movements {
        assert!(movement.cost(movement.last()) <= movement.budget + 0.001, "{movement:?}");
        let enemy = side_of(movement.figure).other();
        for point in &movement.points {
            let apart = movement.from.point.distance(point.at.point);
            assert!(apart <= point.cost + 1e-3, "{apart} inches for {}", point.cost);
            let stand = battle.stand_at(movement.figure, point.at);
            assert!(field.table().inset(stand.radius - 1e-3).contains(point.at.point), "{movement:?}");
            // Those who charge in answer may stand where it has come along.
            let ahead = matches!(movement.stage, MoveStage::FreeAttacks | MoveStage::Points);
            for other in members(enemy, battle.force(enemy).present).filter(|_| ahead) {
                let there = battle.stand(other);
                assert!(
                    there.spot.level != point.at.level || there.gap(&stand) > -2e-3,
                    "{movement:?}: through {other}"
                );
            }
        }
    }
}

/// What a choice must not change, as it was before.
pub(super) struct Before {
    turn: u16,
    unit: Option<u8>,
    activated: UnitMask,
    wounds: Vec<u16>,
    points: Vec<u8>,
}

impl Before {
    pub(super) fn of(battle: &Battle<'_>) -> Self {
        let units = Side::BOTH.into_iter().flat_map(|side| (0..battle.force(side).units).map(move |unit| (side, unit)));
        Self {
            turn: battle.turn,
            unit: battle.activation.map(|now| now.unit),
            activated: battle.force(battle.active).activated,
            wounds: battle.figures.iter().map(|figure| figure.wounds).collect(),
            points: units.map(|(side, unit)| battle.unit(side, unit).points).collect(),
        }
    }

    /// Wounds never come back (DP-WND-05), points only as a turn begins, nobody is activated twice, and whoever has been activated
    /// left its bases in coherency (DP-STL-07).
    pub(super) fn check(&self, battle: &Battle<'_>) {
        let now = Self::of(battle);
        assert!(now.wounds.iter().zip(&self.wounds).all(|(now, before)| now <= before), "wounds come back");
        if now.turn != self.turn {
            return;
        }
        assert!(now.points.iter().zip(&self.points).all(|(now, before)| now <= before), "points come back");
        assert_eq!(now.activated & self.activated, self.activated, "{:?} activates again", self.unit);
        if let Some(unit) = self.unit.filter(|_| now.unit != self.unit) {
            let side = battle.active;
            let hidden = members(side, battle.living(side, unit)).filter(|model| battle.is_hidden(*model));
            hidden.for_each(|model| assert!(battle.in_coherency(model), "{model} is out of coherency"));
        }
    }
}
