//! `vehicle-attack` and `vehicle-volley`: fire at a vehicle.

use std::borrow::Cow;

use super::inputs::{
    AUTO_HIT, FIRE_AT_VEHICLE, FIRING, Firing, INDIRECT, Inputs, LINE, LINES, UNDER_COVERING_FIRE, VEHICLE, firing,
    line, volley_lines,
};
use crate::dice::{Dice, Resolution, Step};
use crate::game::{CombatResolution, InputDoc, Node, Sides};
use crate::rulesets::chainsword::codex::Codex;
use crate::rulesets::chainsword::combat::shooting::{Hit, Manner, direct_hits, scatter};
use crate::rulesets::chainsword::combat::vehicle::{Barrage, Bombardment, Condition, Effect, Fate, Hull, Round};

/// `vehicle-attack`: one hit at most.
pub(super) struct VehicleAttack {
    /// None when it cannot be fired, or does not reach.
    round: Option<Round>,
    auto_hit: bool,
    hull: Hull,
}

impl<'c> CombatResolution<'c> for VehicleAttack {
    type Codex = Codex;
    const NAME: &'static str = "vehicle-attack";
    const ABOUT: &'static str = "one shot, of one hit at most, at a vehicle";
    const LABELS: &'static [&'static str] = &[
        "miss",
        "no-effect",
        "saved",
        "glance",
        "shaken",
        "stunned",
        "weapon-destroyed",
        "immobilised",
        "explodes",
        "wrecked",
    ];
    const NUMBERS: &'static [&'static str] = &["hull-points-lost"];

    fn inputs() -> Vec<InputDoc> {
        [LINE.as_slice(), &[AUTO_HIT, UNDER_COVERING_FIRE, INDIRECT], &VEHICLE].concat()
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let codex = inputs.codex;
        let hull = inputs.hull();
        let table = &mut inputs.table;
        let line = line(codex, table, 4, false);
        let mut flag = |key: InputDoc| table.or(key.name, false, Node::flag);
        let auto_hit = flag(AUTO_HIT);
        let manner =
            Manner { covering_fire: flag(UNDER_COVERING_FIRE).into(), indirect: flag(INDIRECT), ..Manner::default() };
        let round = Round::of(codex, &line, manner).filter(|round| round.shots > 0);
        Some(Self { round, auto_hit, hull })
    }

    fn label(&self, (effect, _): &(Option<Effect>, u8)) -> usize {
        effect.map_or(0, |effect| 1 + effect as usize)
    }

    fn values(&self, (_, lost): &(Option<Effect>, u8)) -> Vec<i64> {
        vec![i64::from(*lost)]
    }
}

impl Resolution for VehicleAttack {
    type State = ();
    /// What a hit does, none for a miss, and the hull points lost.
    type Outcome = (Option<Effect>, u8);

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), (Option<Effect>, u8)> {
        let Some(round) = &self.round else { return Step::Done((None, 0)) };
        let hit = match round.hit {
            _ if self.auto_hit => true,
            Hit::Direct { first, second } => direct_hits(1, first, second, dice) == 1,
            Hit::Template => true,
            Hit::Blast { blast, skill } => blast.covers(scatter(skill, dice).into()),
        };
        let mut condition = Condition::default();
        let effect = hit.then(|| round.strike(&self.hull, &mut condition, dice));
        Step::Done((effect, condition.lost))
    }
}

/// `vehicle-volley`: a volley until the vehicle is gone.
pub(super) struct VehicleVolley {
    barrage: Barrage,
    hull: Hull,
}

impl<'c> CombatResolution<'c> for VehicleVolley {
    type Codex = Codex;
    const NAME: &'static str = "vehicle-volley";
    const ABOUT: &'static str = "a volley at a vehicle, die by die, until it is wrecked or explodes";
    const LABELS: &'static [&'static str] = &["intact", "hull-lost-K", "wrecked", "exploded"];
    const NUMBERS: &'static [&'static str] = &["hull-points-lost"];
    const SIDES: Option<Sides> = FIRE_AT_VEHICLE;

    fn inputs() -> Vec<InputDoc> {
        [LINES.as_slice(), &FIRING[..5], &VEHICLE].concat()
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let codex = inputs.codex;
        let lines = volley_lines(codex, &mut inputs.table);
        let firing = firing(&mut inputs.table, Firing::default(), false);
        let hull = inputs.hull();
        Some(Self { barrage: firing.barrage(codex, &lines), hull })
    }

    fn labels(&self) -> Vec<Cow<'static, str>> {
        let damaged = (1..self.hull.points).map(|lost| format!("hull-lost-{lost}").into());
        [Cow::from("intact")].into_iter().chain(damaged).chain(["wrecked".into(), "exploded".into()]).collect()
    }

    fn label(&self, condition: &Condition) -> usize {
        match condition.fate {
            Fate::Alive => usize::from(condition.lost),
            Fate::Wrecked => usize::from(self.hull.points),
            Fate::Exploded => usize::from(self.hull.points) + 1,
        }
    }

    fn values(&self, condition: &Condition) -> Vec<i64> {
        vec![i64::from(condition.lost)]
    }

    fn losses(&self, condition: &Condition) -> [f64; 2] {
        [0.0, f64::from(u8::from(condition.fate != Fate::Alive))]
    }
}

impl Resolution for VehicleVolley {
    type State = Bombardment;
    type Outcome = Condition;

    fn begin(&self) -> Bombardment {
        self.barrage.begin(&self.hull, Condition::default())
    }

    fn step<D: Dice>(&self, now: Bombardment, dice: &mut D) -> Step<Bombardment, Condition> {
        match self.barrage.step(&self.hull, now, dice) {
            Some(next) => Step::Next(next),
            None => Step::Done(now.condition),
        }
    }
}
