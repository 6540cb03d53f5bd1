//! `volley` and `squad-volley`: teams that fire at a team.

use std::borrow::Cow;

use super::inputs::{FIRE, FIRING, Firing, Inputs, LINES, TARGET, firing, required, volley_lines};
use crate::dice::{Dice, Resolution, Step};
use crate::game::{CombatResolution, Diagnostic, InputDoc, Sides, TableReader};
use crate::rulesets::chainsword::codex::Codex;
use crate::rulesets::chainsword::combat::shooting::{Firing as Fire, Losses, Target, Volley};

/// Most volleys of a Squad.
const MOST_VOLLEYS: usize = 50;

/// What fire has done to a team.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Toll {
    /// Models and wounds.
    pub(super) losses: Losses,
    /// Shock given.
    pub(super) shock: u16,
}

impl Toll {
    pub(super) const LABELS: &'static [&'static str] = &["kills-K-shock-S", "destroyed"];

    /// Labels for a team of so many models, with so much Shock at most.
    pub(super) fn labels(models: u16, most_shock: u16) -> Vec<Cow<'static, str>> {
        let left = (0..models).flat_map(|kills| (0..=most_shock).map(move |shock| (kills, shock)));
        left.map(|(kills, shock)| format!("kills-{kills}-shock-{shock}").into()).chain(["destroyed".into()]).collect()
    }

    /// Index among those labels.
    pub(super) fn label(&self, models: u16, most_shock: u16) -> usize {
        let row = usize::from(most_shock) + 1;
        let shock = if self.losses.models == models { 0 } else { usize::from(self.shock) };
        usize::from(self.losses.models) * row + shock
    }

    pub(super) fn values(&self) -> Vec<i64> {
        vec![i64::from(self.losses.models), i64::from(self.shock)]
    }
}

/// Volleys at one team, one after another.
#[derive(Clone, Debug)]
pub(super) struct Volleys {
    pub(super) target: Target,
    pub(super) volleys: Vec<Volley>,
}

/// Where the volleys stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Turn {
    at: usize,
    fire: Fire,
    shock: u16,
}

impl Volleys {
    pub(super) fn labels(&self) -> Vec<Cow<'static, str>> {
        Toll::labels(self.target.models, self.most_shock())
    }

    pub(super) fn label(&self, toll: &Toll) -> usize {
        toll.label(self.target.models, self.most_shock())
    }

    fn most_shock(&self) -> u16 {
        self.volleys.iter().map(|volley| volley.most_shock(self.target.models)).sum()
    }

    pub(super) fn begin(&self) -> Turn {
        Turn { at: 0, fire: self.volleys[0].begin(&self.target, Losses::default()), shock: 0 }
    }

    pub(super) fn step<D: Dice>(&self, now: Turn, dice: &mut D) -> Step<Turn, Toll> {
        if let Some(fire) = self.volleys[now.at].step(&self.target, now.fire, dice) {
            return Step::Next(Turn { fire, ..now });
        }
        let shock = now.shock + now.fire.shock;
        let losses = now.fire.losses;
        match self.volleys.get(now.at + 1) {
            Some(next) if losses.models < self.target.models => {
                Step::Next(Turn { at: now.at + 1, fire: next.begin(&self.target, losses), shock })
            }
            _ => Step::Done(Toll { losses, shock }),
        }
    }
}

/// `volley`: one volley of one team.
pub(super) struct TeamVolley(Volleys);

impl<'c> CombatResolution<'c> for TeamVolley {
    type Codex = Codex;
    const NAME: &'static str = "volley";
    const ABOUT: &'static str = "one volley of one team at one team";
    const LABELS: &'static [&'static str] = Toll::LABELS;
    const NUMBERS: &'static [&'static str] = &["kills", "shock"];
    const SIDES: Option<Sides> = FIRE;

    fn inputs() -> Vec<InputDoc> {
        [LINES.as_slice(), &FIRING, &TARGET].concat()
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let codex = inputs.codex;
        let lines = volley_lines(codex, &mut inputs.table);
        let firing = firing(&mut inputs.table, Firing::default(), true);
        let (target, _) = inputs.target();
        Some(Self(Volleys { target, volleys: vec![firing.volley(codex, &lines, &target)] }))
    }

    fn labels(&self) -> Vec<Cow<'static, str>> {
        self.0.labels()
    }

    fn label(&self, toll: &Toll) -> usize {
        self.0.label(toll)
    }

    fn values(&self, toll: &Toll) -> Vec<i64> {
        toll.values()
    }

    fn losses(&self, toll: &Toll) -> [f64; 2] {
        [0.0, f64::from(toll.losses.models) / f64::from(self.0.target.models)]
    }
}

impl Resolution for TeamVolley {
    type State = Turn;
    type Outcome = Toll;

    fn begin(&self) -> Turn {
        self.0.begin()
    }

    fn step<D: Dice>(&self, now: Turn, dice: &mut D) -> Step<Turn, Toll> {
        self.0.step(now, dice)
    }
}

/// `squad-volley`: the teams of a Squad fire one after another.
pub(super) struct SquadVolley(Volleys);

impl<'c> CombatResolution<'c> for SquadVolley {
    type Codex = Codex;
    const NAME: &'static str = "squad-volley";
    const ABOUT: &'static str = "several teams of a Squad fire at one team, one volley each";
    const LABELS: &'static [&'static str] = Toll::LABELS;
    const NUMBERS: &'static [&'static str] = &["kills", "shock"];

    fn inputs() -> Vec<InputDoc> {
        let volleys =
            required("volleys", "list of tables with groups or team (distance, moved), and firing keys of their own");
        [[volleys].as_slice(), &FIRING, &TARGET].concat()
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let codex = inputs.codex;
        let common = firing(&mut inputs.table, Firing::default(), true);
        let (target, _) = inputs.target();
        let node = inputs.table.required_node("volleys")?;
        let diagnostics = inputs.table.diagnostics();
        let list = node.list().unwrap_or_else(|diagnostic| {
            diagnostics.push(diagnostic);
            &[]
        });
        if !(1..=MOST_VOLLEYS).contains(&list.len()) {
            diagnostics.push(
                node.locate(Diagnostic::new(format!("a Squad fires 1 to {MOST_VOLLEYS} volleys, not {}", list.len()))),
            );
            return None;
        }
        let read = |item| {
            let mut table = TableReader::open("a volley", item, diagnostics)?;
            let lines = volley_lines(codex, &mut table);
            let own = firing(&mut table, common, true);
            table.close();
            Some(own.volley(codex, &lines, &target))
        };
        let volleys: Option<Vec<Volley>> = list.iter().map(read).collect();
        Some(Self(Volleys { target, volleys: volleys? }))
    }

    fn labels(&self) -> Vec<Cow<'static, str>> {
        self.0.labels()
    }

    fn label(&self, toll: &Toll) -> usize {
        self.0.label(toll)
    }

    fn values(&self, toll: &Toll) -> Vec<i64> {
        toll.values()
    }
}

impl Resolution for SquadVolley {
    type State = Turn;
    type Outcome = Toll;

    fn begin(&self) -> Turn {
        self.0.begin()
    }

    fn step<D: Dice>(&self, now: Turn, dice: &mut D) -> Step<Turn, Toll> {
        self.0.step(now, dice)
    }
}
