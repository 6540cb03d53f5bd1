//! Initiative: what a player may do in his turn.

use super::rules::{AirCallDie, Rules};
use crate::dice::Dice;

/// What the initiative die gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Initiative {
    /// Initiative Points.
    pub points: u8,
    /// Whether reserves may be called in instead of spending them.
    pub may_call: bool,
}

/// Throws the initiative die, which has so many `sides`; the own Commander has been destroyed or not.
pub fn initiative<D: Dice>(rules: &Rules, sides: u8, commander_destroyed: bool, dice: &mut D) -> Initiative {
    // DG-CMD-01
    let die = dice.roll(sides);
    // DG-CMD-02
    let points =
        if commander_destroyed { die.saturating_sub(rules.commander_lost_penalty).max(rules.ip_min) } else { die };
    // DG-AIR-01
    let counted = match rules.air_call_die {
        AirCallDie::Natural => die,
        AirCallDie::Modified => points,
    };
    Initiative { points, may_call: counted >= rules.air_call_min }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::ScriptedDice;

    #[test]
    fn dg_cmd_02_the_penalty_has_a_floor_and_spoils_no_call() {
        let mut rules = Rules::default();
        let throw = |rules: &Rules, die, lost| initiative(rules, 6, lost, &mut ScriptedDice::new(&[die]));
        assert_eq!(throw(&rules, 1, true), Initiative { points: 1, may_call: false });
        assert_eq!(throw(&rules, 5, true), Initiative { points: 4, may_call: true });
        assert_eq!(throw(&rules, 5, false), Initiative { points: 5, may_call: true });
        rules.set("air-call-die", "modified").unwrap();
        assert_eq!(throw(&rules, 5, true), Initiative { points: 4, may_call: false });
        rules.set("commander-lost-penalty", "9").unwrap();
        rules.set("ip-min", "3").unwrap();
        assert_eq!(throw(&rules, 6, true).points, 3);
        assert_eq!(throw(&rules, 1, false).points, 1);
    }
}
