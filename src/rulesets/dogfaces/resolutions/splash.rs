//! `splash-hit`: bursts beside a unit.

use super::inputs::{AT_TERRAIN, COVERED, Inputs, PATH, POLICY, RETREAT, RULES, STATE, unit};
use super::victim::{EndState, Victim};
use super::{CombatResolution, Setting};
use crate::dice::{AsUsual, Decider, Dice, Resolution, Step};
use crate::game::{DecisionDoc, Diagnostic, InputDoc};
use crate::rulesets::dogfaces::codex::{Codex, Weapon, WeaponKind};
use crate::rulesets::dogfaces::combat::{Lower, Target, splash};
use crate::rulesets::dogfaces::rules::Rules;

/// Most bursts.
const MOST_BURSTS: i64 = 1000;

/// Bursts beside a unit, one after the other.
pub(super) struct SplashHit<'c> {
    setting: Setting<'c>,
    weapon: &'c Weapon,
    bursts: u16,
    victim: Victim<'c>,
    stunned: bool,
}

/// A victim between two bursts, or after the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Splashed {
    bursts: u16,
    stunned: bool,
    removed: bool,
    /// Hexes of all retreats.
    hexes: u16,
}

/// The first weapon of a kind that has an area effect.
fn area_weapon(codex: &Codex, kind: WeaponKind) -> Option<&Weapon> {
    codex.weapons.iter().find(|weapon| weapon.kind == kind && weapon.splash > 0)
}

impl<'c> CombatResolution<'c> for SplashHit<'c> {
    type Codex = Codex;
    const NAME: &'static str = "splash-hit";
    const ABOUT: &'static str = "bursts beside a unit, one after the other";
    const LABELS: &'static [&'static str] = &EndState::LABELS;
    const NUMBERS: &'static [&'static str] = &["hexes-lost"];
    const DECISIONS: Option<DecisionDoc> = Some(RETREAT);

    fn inputs() -> Vec<InputDoc> {
        vec![
            unit("victim"),
            InputDoc { name: "kind", allowed: "frag, flame", default: "frag" },
            InputDoc { name: "bursts", allowed: "1 to 1000", default: "1" },
            AT_TERRAIN,
            STATE,
            COVERED,
            POLICY,
            PATH,
            RULES,
        ]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let codex = inputs.codex;
        let profile = inputs.unit("victim");
        let kinds = [("frag", WeaponKind::Frag), ("flame", WeaponKind::Flame)];
        let kind = inputs.table.or("kind", WeaponKind::Frag, |node| node.one_of("kind of splash", &kinds));
        let weapon = area_weapon(codex, kind);
        if weapon.is_none() {
            inputs.table.diagnostics().push(Diagnostic::new("the codex has no weapon of this kind with a splash"));
        }
        let (bursts, terrain, stunned) = (
            inputs.table.or("bursts", 1, |node| node.whole(1..=MOST_BURSTS)),
            inputs.terrain(AT_TERRAIN.name),
            inputs.stunned(),
        );
        let (covered, policy, path) = (inputs.covered(), inputs.policy(), inputs.path());
        let setting = Setting { codex, rules: inputs.rules(&Rules::default()) };
        // DF-SPL-08: a hill stands above the shooter.
        let target = Target { profile: profile?, terrain: terrain?, lower: Lower::All };
        Some(Self {
            setting,
            weapon: weapon?,
            bursts,
            victim: Victim { target, covered, policy, path, seat: Some(0) },
            stunned,
        })
    }

    fn label(&self, end: &Splashed) -> usize {
        EndState::new(end.removed, end.hexes > 0, end.stunned) as usize
    }

    fn values(&self, end: &Splashed) -> Vec<i64> {
        vec![i64::from(end.hexes)]
    }
}

impl Resolution for SplashHit<'_> {
    type State = Splashed;
    type Outcome = Splashed;

    fn begin(&self) -> Splashed {
        Splashed { bursts: 0, stunned: self.stunned, removed: false, hexes: 0 }
    }

    fn step<D: Dice>(&self, before: Splashed, dice: &mut D) -> Step<Splashed, Splashed> {
        self.step_deciding(before, &mut AsUsual(dice))
    }

    fn step_deciding<D: Dice + Decider>(&self, before: Splashed, dice: &mut D) -> Step<Splashed, Splashed> {
        let strike = splash(self.setting.codex, &self.setting.rules, self.weapon, self.victim.target, dice);
        let after = self.victim.suffer(&self.setting, strike.result, before.stunned, dice);
        let now = Splashed {
            bursts: before.bursts + 1,
            stunned: after.stunned,
            removed: after.removed,
            hexes: before.hexes + u16::from(after.steps),
        };
        // DF-SPL-07
        if now.removed || now.bursts == self.bursts { Step::Done(now) } else { Step::Next(now) }
    }
}
