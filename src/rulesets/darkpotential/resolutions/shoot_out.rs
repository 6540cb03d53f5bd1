//! `shoot-out`: two models in cover that shoot at each other turn about.

use super::CombatResolution;
use super::inputs::{DISTANCE, Inputs, PAIR, RULES, commander, count, length, unit, wounds};
use crate::dice::{Dice, Resolution, Step};
use crate::game::{InputDoc, OpenEnded, Sides};
use crate::rulesets::darkpotential::codex::{Codex, Unit, Weapon};
use crate::rulesets::darkpotential::combat::{Attack, Cover, Effect, FireMode, Grade, Shot, Target};
use crate::rulesets::darkpotential::rules::Rules;

/// The shots of one model at the other, if it can fire at all.
#[derive(Clone, Copy)]
struct Fire {
    steady: Option<Attack>,
    /// When it is suppressed and counts as having moved.
    suppressed: Option<Attack>,
}

/// Weapons of one model.
#[derive(Clone, Copy)]
struct Arms<'c> {
    main: Option<&'c Weapon>,
    fallback: Option<&'c Weapon>,
}

impl<'c> Arms<'c> {
    fn fire(self, rules: &Rules, unit: &Unit, shot: &Shot, target: &Target) -> Fire {
        let attack = |weapon: &Weapon| unit.ranged.map(|skill| Attack::ranged(rules, skill, weapon, shot, target));
        // DP-LDR-08: a suppressed model in cover forfeits its movement, and with it "Move or Shoot" weapons, in whose place it
        // fires the fallback.
        let free = self.main.and_then(|weapon| if weapon.move_or_shoot { self.fallback } else { Some(weapon) });
        Fire { steady: self.main.and_then(attack), suppressed: free.and_then(attack) }
    }
}

/// Two models, A first.
pub(super) struct ShootOut {
    fire: [Fire; 2],
    wounds: [u32; 2],
    activations: u32,
}

/// A shoot-out before an activation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Standoff {
    activations: u32,
    wounds: [u32; 2],
    /// The model that activates next is suppressed.
    suppressed: bool,
}

const WORDS: &str = "light, medium, heavy";

impl<'c> CombatResolution<'c> for ShootOut {
    type Codex = Codex;
    const NAME: &'static str = "shoot-out";
    const ABOUT: &'static str = "two models in cover, shooting at each other turn about";
    const LABELS: &'static [&'static str] = &["a-removed", "b-removed", "both-standing"];
    const NUMBERS: &'static [&'static str] = &["rounds"];
    const OPEN_ENDED: Option<OpenEnded> = Some(OpenEnded { number: "rounds", cut: &["both-standing"], absent: &[] });
    const SIDES: Option<Sides> = PAIR;

    fn inputs() -> Vec<InputDoc> {
        let weapon = |name| InputDoc { name, allowed: "ranged weapon without a template", default: "the unit's first" };
        let fallback = |name| InputDoc { name, allowed: "none, or a weapon without Move or Shoot", default: "none" };
        let cover = |name| InputDoc { name, allowed: WORDS, default: "light" };
        vec![
            unit("a"),
            unit("b"),
            weapon("a-weapon"),
            weapon("b-weapon"),
            fallback("a-fallback"),
            fallback("b-fallback"),
            cover("a-cover"),
            cover("b-cover"),
            wounds("a-wounds"),
            wounds("b-wounds"),
            commander("a-commander-leadership"),
            commander("b-commander-leadership"),
            DISTANCE,
            count("rounds", "6"),
            RULES,
        ]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let (a, b) = (inputs.unit("a"), inputs.unit("b"));
        let a_arms = Arms { main: inputs.main_firearm("a-weapon", a), fallback: inputs.fallback("a-fallback") };
        let b_arms = Arms { main: inputs.main_firearm("b-weapon", b), fallback: inputs.fallback("b-fallback") };
        let allowed = ["light", "medium", "heavy"];
        let a_cover = inputs.grade("a-cover", Grade::Light, &allowed);
        let b_cover = inputs.grade("b-cover", Grade::Light, &allowed);
        let a_target = inputs.model(a, "a-wounds", Some("a-commander-leadership"));
        let b_target = inputs.model(b, "b-wounds", Some("b-commander-leadership"));
        let distance = inputs.table.or(DISTANCE.name, 8.0, length);
        let (rounds, rules) = (inputs.count("rounds", 6), inputs.rules());
        let targets = [a_target?, b_target?];
        let shot = |grade| Shot {
            distance,
            cover: Cover { grade, partial: false, more: 0 },
            mode: FireMode::Aimed,
            modifier: 0,
        };
        Some(Self {
            fire: [
                a_arms.fire(&rules, a?, &shot(b_cover), &targets[1]),
                b_arms.fire(&rules, b?, &shot(a_cover), &targets[0]),
            ],
            wounds: targets.map(|target| target.wounds),
            activations: 2 * rounds,
        })
    }

    fn label(&self, (removed, _): &(Option<usize>, u32)) -> usize {
        removed.unwrap_or(2)
    }

    fn values(&self, (_, rounds): &(Option<usize>, u32)) -> Vec<i64> {
        vec![i64::from(*rounds)]
    }

    fn losses(&self, (removed, _): &(Option<usize>, u32)) -> [f64; 2] {
        [0, 1].map(|model| f64::from(u8::from(*removed == Some(model))))
    }
}

impl Resolution for ShootOut {
    type State = Standoff;
    /// The model that was removed, A first, and the rounds that it took, the one in which it ended included.
    type Outcome = (Option<usize>, u32);

    fn begin(&self) -> Standoff {
        Standoff { activations: 0, wounds: self.wounds, suppressed: false }
    }

    fn step<D: Dice>(&self, mut now: Standoff, dice: &mut D) -> Step<Standoff, (Option<usize>, u32)> {
        if now.activations == self.activations {
            return Step::Done((None, now.activations / 2));
        }
        let active = (now.activations % 2) as usize;
        let other = 1 - active;
        now.activations += 1;
        let fire = &self.fire[active];
        let attack = if now.suppressed { fire.suppressed } else { fire.steady };
        now.suppressed = false; // DP-LDR-11
        match attack.map_or(Effect::Miss, |attack| attack.strike(now.wounds[other], true, dice)) {
            Effect::Miss => {}
            Effect::Hit { lost, suppressed } => {
                now.wounds[other] -= lost;
                now.suppressed = suppressed;
            }
            Effect::Removed => return Step::Done((Some(other), now.activations.div_ceil(2))),
        }
        Step::Next(now)
    }
}
