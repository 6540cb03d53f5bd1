//! Crowded positions in the middle of a battle, played on by chance under random switches.

use std::sync::Arc;

use super::*;
use crate::dice::{Dice, SeededDice};
use crate::game::{CodexFile, Game, Side};
use crate::rulesets::hexcommand::codex::Codex;
use crate::rulesets::hexcommand::fuzz::{drawn_rules, setup};
use crate::rulesets::hexcommand::invariants::check_state;
use crate::rulesets::hexcommand::state::{Setup, UnitId, side_of};
use crate::rulesets::hexcommand::test_position::Table;
use crate::tabletop::hex::{HexIndex, flat::Direction};

/// Pieces of each side.
const CROWD: usize = 12;

/// Two crowds among each other, some of them in contact, hurt, tired, routed, led.
fn crowd<'s>(setup: &'s Setup, chance: &mut SeededDice) -> Table<'s> {
    let mut table = Table::new(setup);
    let field = &setup.field;
    let middle: Vec<HexIndex> = field.grid.hexes().filter(|hex| (4..9).contains(&field.grid.row(*hex))).collect();
    for side in Side::BOTH {
        for _ in 0..CROWD {
            let kind = chance.pick(setup.codex.sold as u32) as usize;
            let name = setup.codex.kinds[kind].name.clone();
            let hex = middle[chance.pick(middle.len() as u32) as usize];
            let class = setup.codex.kinds[kind].class;
            if table.battle.at(hex).is_some() || !field.may_stand(&setup.codex, hex, class) {
                continue;
            }
            let facing = Direction::ALL[chance.pick(6) as usize];
            let unit = table.put(side, &name, &field.grid.number(hex).to_string(), facing);
            let state = table.battle.unit_mut(unit);
            state.hits = chance.pick(3) as u8;
            state.te = (chance.pick(4) as u8).min(setup.rules.fatigue_max);
            state.rout_at = state.rout_at.max(state.hits + 1);
            if table.battle.is_battery(unit) && chance.pick(3) == 0 {
                table.mark(unit, |force| &mut force.limbered);
            }
            if chance.pick(8) == 0 {
                table.routed(unit);
            }
            if chance.pick(3) == 0 && table.battle.force(side).combat.contains(unit) {
                table.commander(unit, chance.pick(3) as u8);
            }
        }
    }
    let units: Vec<UnitId> = table.battle.all_units().collect();
    for unit in &units {
        for foe in &units {
            let meets = side_of(*unit) != side_of(*foe) && table.battle.check_melee(*unit, *foe, 1, false).is_ok();
            if meets && chance.pick(2) == 0 {
                table.contact(*unit, *foe, chance.pick(2) as u8);
            }
        }
    }
    table
}

/// Plays on from the fire step until two turns are over.
fn play_on(setup: &Setup, seed: u64) {
    let mut chance = SeededDice::from_key(seed);
    let mut dice = SeededDice::from_key(!seed);
    let mut table = crowd(setup, &mut chance);
    table.begin_fire();
    for _ in 0..2000 {
        check_state(&table.battle);
        if table.battle.to_choose().is_none() || table.battle.turn > 2 {
            break;
        }
        let mut shown = Vec::new();
        let combat = !matches!(table.battle.decision, Decision::March | Decision::Deploy);
        if combat {
            shown = table.choices();
            assert!(!shown.is_empty(), "{:?} shows nothing", table.battle.decision);
        }
        let choice =
            if combat { shown[chance.pick(shown.len() as u32) as usize] } else { table.battle.any_choice(&mut chance) };
        table.choose_with(choice, &mut dice);
    }
}

#[test]
fn crowds_never_break_the_state_under_random_switches() {
    let codex = Arc::new(Codex::built_in());
    let maps = ["open-field", "crossroads", "ridge-line", "river-crossing", "redoubt-line"];
    for seed in 0..200_u64 {
        let mut dice = SeededDice::from_key(seed ^ 0x6372_6f77);
        let setup = setup(&codex, maps[seed as usize % maps.len()], drawn_rules(&mut dice), seed);
        play_on(&setup, seed);
    }
}
