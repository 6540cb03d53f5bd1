//! Works: who has nothing else to do builds them out of the enemy's reach.

use super::super::tactics;
use super::ScriptedPlayer;
use crate::game::Game;
use crate::rulesets::hexcommand::choices::{Choice, Works};
use crate::rulesets::hexcommand::state::{Battle, UnitId, side_of};
use crate::tabletop::hex::NOWHERE;

/// Hexes that an enemy needs two moves for, with his reach on top.
const OUT_OF_REACH: u16 = 10;

/// Turns after the work is done in which it is still of use.
const OF_USE: u16 = 2;

impl ScriptedPlayer {
    /// What a unit builds that has nothing else to do: quick works for who defends, out of the enemy's reach, where there is no
    /// cover yet and the game is long enough. Work that has been begun goes on by itself.
    pub(super) fn build(&mut self, battle: &Battle<'_>, unit: UnitId) -> Option<Choice> {
        let rules = &battle.setup.rules;
        let (side, state) = (side_of(unit), battle.unit(unit));
        let defends = battle.setup.scenario.attacker == Some(side.other());
        if self.without.has(tactics::WORKS) || !rules.construction_mode || !defends || state.site.1 != NOWHERE {
            return None;
        }
        let time = battle.turn + u16::from(rules.construction_quick_works) + OF_USE <= u16::from(rules.turn_limit);
        let far = battle.nearest_enemy(side, state.hex).is_none_or(|range| range >= OUT_OF_REACH);
        if !time || !far || battle.setup.field.hex_cover(state.hex) > 0 {
            return None;
        }
        let choice = Choice::Build { unit, works: Works::Quick, hex: state.hex };
        battle.check(choice).is_ok().then_some(choice)
    }
}
