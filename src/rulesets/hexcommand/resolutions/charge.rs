//! `charge`: a unit moves next to an enemy, both fire, and they fight it out.

use super::inputs::{
    CASUALTIES, DEFENDER_FLANKED, DIE, FIRE, Gunman, Inputs, MAX_ROUNDS, MELEE, PAIR, Switch, charge_unit, docs, input,
};
use super::melee::{End, Struggle};
use super::{CombatResolution, Setting};
use crate::dice::{Dice, Resolution, Step};
use crate::game::{InputDoc, Sides};
use crate::rulesets::hexcommand::codex::{Codex, Grade, Weapon};
use crate::rulesets::hexcommand::fire::{Duellist, Struck, exchange};
use crate::rulesets::hexcommand::melee::{Fighter, fatigued};
use crate::rulesets::hexcommand::rules::Rules;

/// Attacker and defender before they fire.
pub(super) struct Charge<'c> {
    setting: Setting<'c>,
    sides: [Fighter; 2],
    /// Shots of the defender and of the attacker.
    shots: [Duellist<'c>; 2],
    defender_flanked: bool,
    max_rounds: u32,
}

/// How far a charge has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Stage {
    Fire,
    Melee(Struggle),
}

const UNIT: &str = "table of unit, weapon, grade, value, hits, te, cover, commander, support, rout-at";
const ATTACKER: InputDoc = input("attacker", UNIT, "{}");
const DEFENDER: InputDoc = input("defender", UNIT, "{}");

fn switches() -> impl Iterator<Item = &'static Switch> {
    [&CASUALTIES, &DIE].into_iter().chain(&FIRE).chain(&MELEE)
}

fn gunman<'c>(rules: &Rules, weapon: Option<&'c Weapon>, grade: Grade, fighter: &Fighter) -> Gunman<'c> {
    Gunman {
        weapon,
        grade,
        hits: fighter.hits,
        fatigued: fatigued(rules, fighter.te),
        commander: fighter.commander,
        cover: fighter.cover,
        rout_at: fighter.rout_at,
        artillery_moved: false,
    }
}

impl<'c> CombatResolution<'c> for Charge<'c> {
    type Codex = Codex;
    const NAME: &'static str = "charge";
    const ABOUT: &'static str = "a unit moves next to an enemy, both fire, and they fight until a rout";
    const LABELS: &'static [&'static str] = &End::LABELS;
    const SIDES: Option<Sides> = PAIR;

    fn inputs() -> Vec<InputDoc> {
        docs(&[ATTACKER, DEFENDER, DEFENDER_FLANKED, MAX_ROUNDS], switches())
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let setting = inputs.setting(switches());
        let attacker = inputs.part(ATTACKER.name, |table| charge_unit(table, &setting));
        let defender = inputs.part(DEFENDER.name, |table| charge_unit(table, &setting));
        let defender_flanked = inputs.flag(&DEFENDER_FLANKED);
        let max_rounds = inputs.max_rounds();
        let [(attacker_weapon, attacker_grade, attacker), (defender_weapon, defender_grade, defender)] =
            [attacker?, defender?];
        let assailant = gunman(&setting.rules, attacker_weapon, attacker_grade, &attacker);
        // A unit attacked in flank or rear has the enemy out of its arc.
        let weapon = defender_weapon.filter(|_| !defender_flanked);
        let holder = gunman(&setting.rules, weapon, defender_grade, &defender);
        let shots = [
            Duellist { shot: holder.shot_at(&assailant, 1, false), target: holder.as_target() },
            Duellist { shot: assailant.shot_at(&holder, 1, defender_flanked), target: assailant.as_target() },
        ];
        Some(Self { setting, sides: [attacker, defender], shots, defender_flanked, max_rounds })
    }

    fn label(&self, end: &End) -> usize {
        *end as usize
    }

    fn losses(&self, end: &End) -> [f64; 2] {
        end.losses()
    }
}

impl Charge<'_> {
    /// Both fire, the defender first.
    fn fire<D: Dice>(&self, dice: &mut D) -> Step<Stage, End> {
        let [defender, attacker] = &self.shots;
        let [on_defender, on_attacker] = exchange(self.setting.codex, &self.setting.rules, defender, attacker, dice);
        let struck = [on_attacker, on_defender];
        if let Some(end) = End::of(struck.map(|struck| matches!(struck, Struck::Routs(_)))) {
            return Step::Done(end);
        }
        let mut sides = self.sides;
        for (side, struck) in sides.iter_mut().zip(struck) {
            side.hits += struck.hits();
            if struck == Struck::CommanderKilled {
                side.commander = None;
            }
        }
        Step::Next(Stage::Melee(Struggle { fought: 0, sides }))
    }
}

impl Resolution for Charge<'_> {
    type State = Stage;
    type Outcome = End;

    fn begin(&self) -> Stage {
        Stage::Fire
    }

    fn step<D: Dice>(&self, stage: Stage, dice: &mut D) -> Step<Stage, End> {
        match stage {
            Stage::Fire => self.fire(dice),
            Stage::Melee(now) => {
                match now.go_on(&self.setting, [false, self.defender_flanked], 1, self.max_rounds, dice) {
                    Step::Next(now) => Step::Next(Stage::Melee(now)),
                    Step::Done((end, _)) => Step::Done(end),
                }
            }
        }
    }
}
