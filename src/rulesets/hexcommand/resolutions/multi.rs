//! `melee-multi`: one round of one unit against several enemies.

use super::inputs::{Inputs, ROUND, Switch, docs, fighter, input, melee_unit, switch};
use super::melee::switches;
use super::{CombatResolution, Setting};
use crate::dice::{Dice, Resolution, Step};
use crate::game::{Diagnostic, InputDoc, Node, TableReader};
use crate::rulesets::hexcommand::codex::Codex;
use crate::rulesets::hexcommand::melee::{Fighter, Opponent, Single};

/// Most secondary enemies.
const MOST_SECONDARIES: usize = 20;

/// One unit and its enemies, the primary one first.
pub(super) struct MeleeMulti<'c> {
    setting: Setting<'c>,
    single: Fighter,
    enemies: Vec<Opponent>,
    round: u32,
}

/// A round after some pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Pairs {
    fought: usize,
    single: Single,
    enemy_routs: bool,
}

const ENEMY: &str = "table of unit, value, hits, te, cover, commander, support, rout-at, on-flank";
const SINGLE: InputDoc = fighter("single");
const PRIMARY: InputDoc = input("primary", ENEMY, "{}");
const SECONDARIES: InputDoc = input("secondaries", "list of tables of the keys of primary", "[{}]");
const AUTO_TE_TARGET: InputDoc = input("auto-te-target", "primary, secondary-1, secondary-2, ...", "primary");
const SECONDARY_DAMAGE: Switch =
    switch("secondary-damage", "hits-become-te, hits-dropped", "hits-become-te", "melee.secondary-damage");

fn enemy(table: &mut TableReader<'_, '_>, setting: &Setting<'_>, primary: bool) -> Option<Opponent> {
    let fighter = melee_unit(table, setting);
    let on_flank = table.or("on-flank", false, Node::flag);
    Some(Opponent { fighter: fighter?, on_flank, primary, chosen: false })
}

impl<'c> CombatResolution<'c> for MeleeMulti<'c> {
    type Codex = Codex;
    const NAME: &'static str = "melee-multi";
    const ABOUT: &'static str = "one round of one unit against a primary and other enemies";
    const LABELS: &'static [&'static str] = &["held", "single-routs", "enemy-routs", "both-rout"];

    fn inputs() -> Vec<InputDoc> {
        docs(&[SINGLE, PRIMARY, SECONDARIES, AUTO_TE_TARGET, ROUND], switches().chain([&SECONDARY_DAMAGE]))
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let setting = inputs.setting(switches().chain([&SECONDARY_DAMAGE]));
        let single = inputs.part(SINGLE.name, |table| melee_unit(table, &setting));
        let primary = inputs.part(PRIMARY.name, |table| enemy(table, &setting, true));
        let secondaries = inputs.parts(SECONDARIES.name, MOST_SECONDARIES, |table| enemy(table, &setting, false));
        let round = inputs.round();
        let number = secondaries.as_ref().map_or(0, Vec::len);
        let chosen = inputs.table.or(AUTO_TE_TARGET.name, 0, |node| {
            let names: Vec<String> =
                (0..=number).map(|at| if at == 0 { "primary".into() } else { format!("secondary-{at}") }).collect();
            let word = node.text()?;
            let found = names.iter().position(|name| name == word);
            found.ok_or_else(|| node.locate(Diagnostic::unknown("enemy", word, &names)))
        });
        let (single, primary, secondaries) = (single?, primary?, secondaries?);
        let mut enemies: Vec<Opponent> = [primary].into_iter().chain(secondaries).collect();
        enemies[chosen].chosen = true;
        Some(Self { setting, single, enemies, round })
    }

    fn label(&self, [single, enemy]: &[bool; 2]) -> usize {
        usize::from(*single) + 2 * usize::from(*enemy)
    }
}

impl Resolution for MeleeMulti<'_> {
    type State = Pairs;
    /// Whether the unit routs, and whether any enemy does.
    type Outcome = [bool; 2];

    fn begin(&self) -> Pairs {
        let single = Single { commander: self.single.commander.is_some(), hits: 0, te: 0 };
        Pairs { fought: 0, single, enemy_routs: false }
    }

    fn step<D: Dice>(&self, mut now: Pairs, dice: &mut D) -> Step<Pairs, [bool; 2]> {
        let Setting { codex, rules } = &self.setting;
        let Some(enemy) = self.enemies.get(now.fought) else {
            let mut single = self.single;
            single.suffer(rules, now.single.hits, now.single.te);
            return Step::Done([single.routs(), now.enemy_routs]);
        };
        // No key of the question sets the single unit on an enemy's flank.
        let strength = self.single.strength(rules, self.round, false);
        let after = now.single.meet(codex, rules, strength, enemy, self.round, dice);
        now.enemy_routs |= after.routs();
        now.fought += 1;
        Step::Next(now)
    }
}
