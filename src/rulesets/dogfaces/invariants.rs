//! What always holds in a game, whoever plays it: for games that are checked as they are played.

use super::state::{Battle, NOBODY, UnitSet, members, side_of, unit_id};
use crate::game::Side;
use crate::tabletop::hex::NOWHERE;

/// Everything that must hold whenever a decision is due.
pub(super) fn check_state(battle: &Battle<'_>) {
    let field = &battle.setup.field;
    let mover = battle.motion.map_or(NOBODY, |motion| motion.unit);
    for side in Side::BOTH {
        let force = battle.force(side);
        assert_eq!(force.stunned & !force.alive, UnitSet::EMPTY, "the Stunned live");
        assert_eq!(
            force.watching & (force.stunned | force.aboard | !force.alive),
            UnitSet::EMPTY,
            "watchers are ready on foot"
        );
        assert_eq!(force.alive & force.saved, UnitSet::EMPTY, "who has left is not on the map");
        assert!(battle.turn == 0 || force.unplaced.is_empty());
        for place in 0..usize::from(force.size) {
            let unit = unit_id(side, place);
            let state = battle.unit(unit);
            if !force.alive.contains(unit) {
                assert_eq!(state.hex, NOWHERE, "who is gone stands nowhere");
                continue;
            }
            if force.unplaced.contains(unit) || unit == mover {
                continue;
            }
            if force.aboard.contains(unit) {
                assert_eq!(state.hex, battle.unit(state.carrier).hex, "riders are where their vehicle is (DF-STK-02)");
                assert!(battle.riders(state.carrier).count() <= usize::from(battle.profile(state.carrier).capacity));
            } else {
                assert_eq!(state.carrier, NOBODY);
                assert_eq!(battle.occupant[usize::from(state.hex)], unit, "one unit per hex (DF-STK-01)");
                assert!(
                    field.may_stand(battle.profile(unit).vehicle, state.hex),
                    "nobody in closed terrain (DF-TER-06)"
                );
            }
        }
        // How many enemies of the other side stop movers in each hex.
        let zoned = battle.zones_of(side);
        let mut reaching = vec![0_usize; field.grid.len()];
        for unit in members(side, force.standing() & !force.unplaced) {
            let hex = battle.unit(unit).hex;
            let stops = battle.setup.rules.stunned_zoc || !battle.is_stunned(unit);
            if hex != NOWHERE && stops && battle.occupant[usize::from(hex)] == unit {
                field.grid.neighbours(hex).for_each(|(_, hex)| reaching[usize::from(hex)] += 1);
            }
        }
        for hex in field.grid.hexes() {
            let reaching = reaching[usize::from(hex)];
            assert_eq!(usize::from(battle.zones[side.index()][usize::from(hex)]), reaching);
            let stops = reaching > 0 && !field.zone_free.contains(hex);
            assert_eq!(zoned.contains(hex), stops, "the set of zones is what they are hex by hex");
            let there = battle.occupant[usize::from(hex)];
            assert_eq!(battle.held[side.index()].contains(hex), there != NOBODY && side_of(there) == side);
        }
    }
    let on_board = field.grid.hexes().filter(|hex| battle.occupant[usize::from(*hex)] != NOBODY).count();
    let standing: u32 =
        Side::BOTH.iter().map(|side| (battle.force(*side).standing() & !battle.force(*side).unplaced).len()).sum();
    let in_transit = usize::from(mover != NOBODY && battle.occupant[usize::from(battle.unit(mover).hex)] != mover);
    assert_eq!(on_board + in_transit, standing as usize);
}
