//! `ranged-attack`: one combined direct attack on one unit, splash left out.

use super::inputs::{AT_TERRAIN, COVERED, FIRE, Inputs, LOWER, PATH, POLICY, RETREAT, RULES, SHOOTERS, STATE, TARGET};
use super::victim::{EndState, Victim};
use super::{CombatResolution, Setting};
use crate::dice::{AsUsual, Decider, Dice, Resolution, Step};
use crate::game::{DecisionDoc, InputDoc, Sides};
use crate::rulesets::dogfaces::codex::Codex;
use crate::rulesets::dogfaces::combat::{Attack, Shooter, Target};
use crate::rulesets::dogfaces::rules::Rules;

/// A combined attack.
pub(super) struct RangedAttack<'c> {
    setting: Setting<'c>,
    attack: Attack<'c>,
    victim: Victim<'c>,
    /// The target was Stunned before.
    stunned: bool,
}

/// What an attack did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Hit {
    pub(super) end: EndState,
    /// Final strength, 0 to 7.
    pub(super) strength: u8,
    /// Hexes of the retreat.
    pub(super) hexes: u8,
}

impl Hit {
    pub(super) const NUMBERS: &'static [&'static str] = &["strength", "hexes-lost"];

    pub(super) fn values(&self) -> Vec<i64> {
        vec![i64::from(self.strength), i64::from(self.hexes)]
    }
}

/// Fires at a victim that was `stunned` or not; nothing happens when nobody shoots.
pub(super) fn fire<D: Dice + Decider>(
    setting: &Setting<'_>,
    shooters: &[Shooter],
    victim: &Victim<'_>,
    stunned: bool,
    dice: &mut D,
) -> Hit {
    fire_prepared(setting, &Attack::new(setting.codex, &setting.rules, shooters, victim.target), victim, stunned, dice)
}

#[inline]
fn fire_prepared<D: Dice + Decider>(
    setting: &Setting<'_>,
    attack: &Attack<'_>,
    victim: &Victim<'_>,
    stunned: bool,
    dice: &mut D,
) -> Hit {
    let strike = attack.strike(dice);
    let after = victim.suffer(setting, strike.result, stunned, dice);
    Hit { end: after.into(), strength: strike.strength, hexes: after.steps }
}

impl<'c> RangedAttack<'c> {
    /// Reads an attack that falls back on `rules` when it has none of its own.
    pub(super) fn read_under(inputs: &mut Inputs<'_, '_, 'c>, rules: &Rules) -> Option<Self> {
        let (shooters, profile) = (inputs.shooters(SHOOTERS.name), inputs.unit(TARGET.name));
        let (terrain, lower, stunned) = (inputs.terrain(AT_TERRAIN.name), inputs.lower(), inputs.stunned());
        let (covered, policy, path) = (inputs.covered(), inputs.policy(), inputs.path());
        let setting = Setting { codex: inputs.codex, rules: inputs.rules(rules) };
        let (shooters, profile) = (shooters?, profile?);
        inputs.check_aim(&shooters, profile);
        let victim =
            Victim { target: Target { profile, terrain: terrain?, lower }, covered, policy, path, seat: Some(0) };
        let attack = Attack::new(setting.codex, &setting.rules, &shooters, victim.target);
        Some(Self { setting, attack, victim, stunned })
    }

    /// Carries it out.
    pub(super) fn fire<D: Dice + Decider>(&self, dice: &mut D) -> Hit {
        fire_prepared(&self.setting, &self.attack, &self.victim, self.stunned, dice)
    }
}

impl<'c> CombatResolution<'c> for RangedAttack<'c> {
    type Codex = Codex;
    const NAME: &'static str = "ranged-attack";
    const ABOUT: &'static str = "one combined direct attack on one unit, splash left out";
    const LABELS: &'static [&'static str] = &EndState::LABELS;
    const NUMBERS: &'static [&'static str] = Hit::NUMBERS;
    const SIDES: Option<Sides> = FIRE;
    const DECISIONS: Option<DecisionDoc> = Some(RETREAT);

    fn inputs() -> Vec<InputDoc> {
        vec![SHOOTERS, TARGET, AT_TERRAIN, LOWER, STATE, COVERED, POLICY, PATH, RULES]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        Self::read_under(inputs, &Rules::default())
    }

    fn label(&self, hit: &Hit) -> usize {
        hit.end as usize
    }

    fn values(&self, hit: &Hit) -> Vec<i64> {
        hit.values()
    }

    fn losses(&self, hit: &Hit) -> [f64; 2] {
        [0.0, f64::from(u8::from(hit.end == EndState::OutOfCombat))]
    }
}

impl Resolution for RangedAttack<'_> {
    type State = ();
    type Outcome = Hit;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), Hit> {
        self.step_deciding((), &mut AsUsual(dice))
    }

    fn step_deciding<D: Dice + Decider>(&self, (): (), dice: &mut D) -> Step<(), Hit> {
        Step::Done(self.fire(dice))
    }
}
