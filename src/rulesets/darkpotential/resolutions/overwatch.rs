//! `overwatch-charge`: a charger under fire on its way.

use super::CombatResolution;
use super::inputs::{Inputs, OWN_ACTIVATION, RULES, SHOOTERS, commander, unit, wounds};
use crate::dice::{Dice, Resolution, Step};
use crate::game::InputDoc;
use crate::rulesets::darkpotential::codex::Codex;
use crate::rulesets::darkpotential::combat::{Attack, Effect};
use crate::rulesets::darkpotential::rules::SuppressionInOwnActivation;

/// Watchers, a charger and its victim.
pub(super) struct OverwatchCharge {
    shots: Vec<Attack>,
    charger_wounds: u32,
    strike: Attack,
    victim_wounds: u32,
    /// A failed Leadership roll stops the charge.
    stops: bool,
}

/// The movement during which the watchers fire.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Move,
    Charge,
}

/// The charger after some shots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Charger {
    shots: usize,
    wounds: u32,
    suppressed: bool,
}

/// How it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Charged {
    Removed,
    Stopped,
    VictimRemoved,
    VictimStanding,
}

impl<'c> CombatResolution<'c> for OverwatchCharge {
    type Codex = Codex;
    const NAME: &'static str = "overwatch-charge";
    const ABOUT: &'static str = "a charger is shot at on its way and then strikes, if it still can";
    const LABELS: &'static [&'static str] =
        &["charger-removed", "charger-stopped", "victim-removed", "victim-standing"];

    fn inputs() -> Vec<InputDoc> {
        let phase = InputDoc { name: "phase", allowed: "shots come during the move or the charge", default: "move" };
        vec![
            InputDoc { default: "generic-assassin", ..unit("charger") },
            wounds("charger-wounds"),
            commander("charger-commander-leadership"),
            SHOOTERS,
            phase,
            unit("victim"),
            wounds("victim-wounds"),
            OWN_ACTIVATION,
            RULES,
        ]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let (charger, victim) = (inputs.unit_or("charger", "generic-assassin"), inputs.unit("victim"));
        let charger_target = inputs.model(charger, "charger-wounds", Some("charger-commander-leadership"));
        let victim_target = inputs.model(victim, "victim-wounds", None);
        let phases = [("move", Phase::Move), ("charge", Phase::Charge)];
        let phase = inputs.table.or("phase", Phase::Move, |node| node.one_of("phase", &phases));
        let mut rules = inputs.rules();
        inputs.rule(OWN_ACTIVATION.name, &mut rules);
        let shooters = inputs.shooters(&rules, charger_target.as_ref());
        let fighter = inputs.fighter(charger?);
        let (fighter, victim) = (fighter?, victim_target?);
        let shots = shooters?.into_iter().flat_map(|(attack, count)| (0..count).map(move |_| attack)).collect();
        Some(Self {
            shots,
            charger_wounds: charger_target?.wounds,
            strike: Attack::close(&rules, fighter.skill, &fighter.weapon, &victim, false),
            victim_wounds: victim.wounds,
            // a charge already begun is finished, with its attack.
            stops: phase == Phase::Move && rules.suppression_in_own_activation == SuppressionInOwnActivation::Immediate,
        })
    }

    fn label(&self, end: &Charged) -> usize {
        *end as usize
    }
}

impl Resolution for OverwatchCharge {
    type State = Charger;
    type Outcome = Charged;

    fn begin(&self) -> Charger {
        Charger { shots: 0, wounds: self.charger_wounds, suppressed: false }
    }

    fn step<D: Dice>(&self, mut charger: Charger, dice: &mut D) -> Step<Charger, Charged> {
        let Some(shot) = self.shots.get(charger.shots) else {
            if charger.suppressed {
                return Step::Done(Charged::Stopped);
            }
            return Step::Done(match self.strike.strike(self.victim_wounds, false, dice) {
                Effect::Removed => Charged::VictimRemoved,
                Effect::Miss | Effect::Hit { .. } => Charged::VictimStanding,
            });
        };
        charger.shots += 1;
        // DP-LDR-05; a roll that could change nothing is left out.
        match shot.strike(charger.wounds, self.stops && !charger.suppressed, dice) {
            Effect::Miss => {}
            Effect::Hit { lost, suppressed } => {
                charger.wounds -= lost;
                charger.suppressed |= suppressed;
            }
            Effect::Removed => return Step::Done(Charged::Removed),
        }
        Step::Next(charger)
    }
}
