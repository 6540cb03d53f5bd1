//! `aoe-placement` and `aoe-attack`: one shot with a template.

use std::borrow::Cow;

use super::CombatResolution;
use super::inputs::{
    AOE_MEASURE, ATTACKER, Attacker, Inputs, Need, RULES, SHOT, TARGET, attribute, coordinate, numbered, some,
};
use crate::dice::{Dice, Resolution, Step};
use crate::game::{Diagnostic, InputDoc};
use crate::rulesets::darkpotential::aoe::{Deviation, Exposure, Template};
use crate::rulesets::darkpotential::codex::Codex;
use crate::rulesets::darkpotential::combat::{Target, passes, ranged_hit_target, wound};
use crate::rulesets::darkpotential::rules::Rules;
use crate::tabletop::plane::{Disc, Facing, Point};

/// Where the model that is aimed at stands. The firer is south of it.
const TARGET_AT: Point = Point::new(0.0, 0.0);

/// A shot with a template at a model.
struct Blast {
    rules: Rules,
    hit: i32,
    distance: f64,
    template: Template,
    attacker: Attacker,
    target: Target,
}

impl Blast {
    fn read(inputs: &mut Inputs<'_, '_, '_>) -> Option<Self> {
        let (attacker, target) = (inputs.attacker(Need::Area), inputs.target());
        let (shot, mut rules) = (inputs.shot(), inputs.rules());
        inputs.rule(AOE_MEASURE.name, &mut rules);
        let (attacker, target) = (attacker?, target?);
        let hit = ranged_hit_target(&rules, attacker.skill, &attacker.weapon, &shot, &target);
        let template = Template::new(&rules, &attacker.weapon);
        Some(Self { rules, hit, distance: shot.distance, template, attacker, target })
    }

    fn docs() -> Vec<InputDoc> {
        [&ATTACKER[..], &TARGET, &SHOT, &[AOE_MEASURE, RULES]].concat()
    }

    /// Fires it: where the centre of the template ends.
    fn fire<D: Dice>(&self, dice: &mut D) -> Point {
        if passes(self.hit, dice) {
            TARGET_AT // DP-AOE-02
        } else {
            Deviation::throw(&self.rules, self.distance, dice).centre(&self.rules, TARGET_AT, Facing::NORTH)
        }
    }

    fn exposure(&self, centre: Point, victim: &Victim) -> Exposure {
        self.template.exposure(centre, &victim.base)
    }
}

/// A model that may come under the template.
struct Victim {
    base: Disc,
    armor: i32,
    wounds: u32,
}

impl Victim {
    fn aimed_at(target: &Target) -> Self {
        let base = Disc { centre: TARGET_AT, radius: target.base_radius };
        Self { base, armor: target.armor, wounds: target.wounds }
    }

    /// A bystander.
    fn read(inputs: &mut Inputs<'_, '_, '_>) -> Option<Self> {
        let (x, y) = (inputs.table.required("x", coordinate), inputs.table.required("y", coordinate));
        let unit = inputs.unit("target");
        let (armor, wounds) = (inputs.table.optional("armor", attribute), inputs.table.optional("wounds", some));
        let unit = unit?;
        Some(Self {
            // Further from the firer is north, to the firer's right east.
            base: Disc { centre: Point::new(y?, x?), radius: unit.base_radius() },
            armor: armor.unwrap_or(unit.armor),
            wounds: wounds.unwrap_or(unit.wounds),
        })
    }
}

/// Where the template ends.
pub(super) struct Placement(Blast);

impl<'c> CombatResolution<'c> for Placement {
    type Codex = Codex;
    const NAME: &'static str = "aoe-placement";
    const ABOUT: &'static str = "where the template of one shot ends, seen from its target";
    const LABELS: &'static [&'static str] = &["centered", "touched", "clear"];

    fn inputs() -> Vec<InputDoc> {
        Blast::docs()
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        Blast::read(inputs).map(Self)
    }

    fn label(&self, exposure: &Exposure) -> usize {
        match exposure {
            Exposure::Centred => 0,
            Exposure::Touched => 1,
            Exposure::Clear => 2,
        }
    }
}

impl Resolution for Placement {
    type State = ();
    type Outcome = Exposure;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), Exposure> {
        let centre = self.0.fire(dice);
        Step::Done(self.0.exposure(centre, &Victim::aimed_at(&self.0.target)))
    }
}

/// Casualties of one shot with a template.
pub(super) struct AreaAttack {
    blast: Blast,
    /// The target first.
    victims: Vec<Victim>,
    strength_blast: i32,
}

/// The shot, before and after the template has landed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Stage {
    Fired,
    Landed {
        /// How each victim fares.
        exposures: Vec<Exposure>,
        /// Strength rolls taken so far.
        rolled: usize,
        removed: u32,
    },
}

impl<'c> CombatResolution<'c> for AreaAttack {
    type Codex = Codex;
    const NAME: &'static str = "aoe-attack";
    const ABOUT: &'static str = "casualties of one shot with a template";
    const LABELS: &'static [&'static str] = &["removed-0", "...", "removed-n"];
    const NUMBERS: &'static [&'static str] = &["removed"];

    fn inputs() -> Vec<InputDoc> {
        let allowed = "list of tables: x (inches further from the firer than the target), y (to the firer's right), \
                       target, armor, wounds";
        let mut docs = Blast::docs();
        docs.push(InputDoc { name: "bystanders", allowed, default: "[]" });
        docs
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let blast = Blast::read(inputs);
        let node = inputs.table.node("bystanders");
        let bystanders = inputs.tables("bystanders", node, |inputs| Victim::read(inputs));
        let (blast, bystanders) = (blast?, bystanders?);
        let mut victims = vec![Victim::aimed_at(&blast.target)];
        victims.extend(bystanders);
        let Some(strength_blast) = blast.attacker.weapon.strength_blast else {
            let message = format!(
                "`{}` has no Strength beside the centre; give one as `strength-blast`",
                blast.attacker.weapon.key
            );
            inputs.table.diagnostics().push(Diagnostic::new(message).rule("DP-AOE-05").within("inputs"));
            return None;
        };
        Some(Self { blast, victims, strength_blast })
    }

    fn labels(&self) -> Vec<Cow<'static, str>> {
        numbered("removed-", self.victims.len() as u32)
    }

    fn label(&self, removed: &u32) -> usize {
        *removed as usize
    }

    fn values(&self, removed: &u32) -> Vec<i64> {
        vec![i64::from(*removed)]
    }
}

impl AreaAttack {
    /// How each victim fares when the template lies there. The full Strength is for one alone: the target, else whose centre is
    /// nearer.
    fn exposures(&self, centre: Point) -> Vec<Exposure> {
        let mut exposures: Vec<_> = self.victims.iter().map(|victim| self.blast.exposure(centre, victim)).collect();
        let away = |at: usize| if at == 0 { -1.0 } else { centre.distance(self.victims[at].base.centre) };
        let under = |at: &usize| exposures[*at] == Exposure::Centred;
        let one = (0..exposures.len()).filter(under).min_by(|a, b| away(*a).total_cmp(&away(*b)));
        for (at, exposure) in exposures.iter_mut().enumerate() {
            if *exposure == Exposure::Centred && Some(at) != one {
                *exposure = Exposure::Touched;
            }
        }
        exposures
    }

    /// Strength against a model that is exposed like this (DP-AOE-05).
    fn strength(&self, exposure: Exposure) -> Option<i32> {
        match exposure {
            Exposure::Clear => None,
            Exposure::Touched => Some(self.strength_blast),
            Exposure::Centred => Some(self.blast.attacker.weapon.strength),
        }
    }
}

impl Resolution for AreaAttack {
    type State = Stage;
    type Outcome = u32;

    fn begin(&self) -> Stage {
        Stage::Fired
    }

    fn step<D: Dice>(&self, stage: Stage, dice: &mut D) -> Step<Stage, u32> {
        match stage {
            Stage::Fired => {
                let centre = self.blast.fire(dice);
                let exposures = self.exposures(centre);
                Step::Next(Stage::Landed { exposures, rolled: 0, removed: 0 })
            }
            // DP-AOE-08, DP-AOE-09: everybody under the template rolls, whoever dies.
            Stage::Landed { exposures, rolled, removed } => {
                let Some((exposure, victim)) = exposures.get(rolled).zip(self.victims.get(rolled)) else {
                    return Step::Done(removed);
                };
                let lost = self.strength(*exposure).map_or(0, |strength| {
                    wound(strength - victim.armor, self.blast.rules.wounds_base, victim.wounds, dice)
                });
                let removed = removed + u32::from(lost >= victim.wounds);
                Step::Next(Stage::Landed { exposures, rolled: rolled + 1, removed })
            }
        }
    }
}
