//! `assault`: a whole charge.

use super::inputs::{Firing as Manner, Inputs, PAIR, inches, input, need, required};
use super::melee::{Clash, LABELS, SIDES, gone, label};
use crate::dice::{Dice, Resolution, Step};
use crate::game::{CombatResolution, Diagnostic, InputDoc, Sides};
use crate::rulesets::chainsword::codex::{Codex, Kind};
use crate::rulesets::chainsword::combat::melee::charge;
use crate::rulesets::chainsword::combat::melee::{Entry, Outcome, Round};
use crate::rulesets::chainsword::combat::shooting::{Firing, Losses, Target, Volley, cover_save};

/// `assault`.
pub(super) struct Assault {
    clash: Clash,
    speed: u8,
    distance: f64,
    difficult: bool,
    charger: Target,
    reaction: Volley,
}

/// Where the charge stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Stage {
    /// The defender fires.
    Reaction(Firing),
    /// The survivors charge, with their Shock.
    Charge(Losses, u16),
    /// They fight, with their Shock.
    Melee(Round, u16),
}

/// How it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum End {
    ShotDown,
    Fails,
    Fought(Outcome),
}

/// Labels of a charge, in order: those of the charge itself, and those of a round.
const ALL_LABELS: [&str; 12] = {
    let mut all = ["attacker-shot-down"; 12];
    all[1] = "charge-fails";
    let mut at = 0;
    while at < LABELS.len() {
        all[at + 2] = LABELS[at];
        at += 1;
    }
    all
};

impl Assault {
    fn entries(&self, shock: u16) -> [Entry; 2] {
        let [attacker, defender] = self.clash.entries;
        [Entry { shock, ..attacker }, defender]
    }
}

impl<'c> CombatResolution<'c> for Assault {
    type Codex = Codex;
    const NAME: &'static str = "assault";
    const ABOUT: &'static str = "a charge: reaction fire, charge roll, one round of melee by the survivors";
    const LABELS: &'static [&'static str] = &ALL_LABELS;
    const SIDES: Option<Sides> = PAIR;

    fn inputs() -> Vec<InputDoc> {
        let own = [
            input("move", "1 to 30; required without a named attacker", "of the attacker"),
            required("distance", "inches to contact"),
            input("reaction", "none, snap, overwatch", "none"),
            input("reaction-groups", "list of weapon lines", "[]"),
            input("attacker-cover", "0 for none, or 2 to 6", "0"),
        ];
        [SIDES.as_slice(), &own].concat()
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let codex = inputs.codex;
        let clash = inputs.clash();
        let difficult = inputs.table.or("difficult", false, crate::game::Node::flag);
        let speed = inputs.table.optional("move", |node| node.whole(1..=30));
        let distance = inputs.table.required("distance", inches);
        let reactions = [("none", None), ("snap", Some(true)), ("overwatch", Some(false))];
        let reaction = inputs.table.or("reaction", None, |node| node.one_of("reaction", &reactions));
        let mut lines = inputs.lines("reaction-groups");
        let cover = cover_save(inputs.table.or("attacker-cover", 0, need), 0, false);
        let clash = clash?;
        if inputs.table.node("move").is_none() && clash.speed.is_none() {
            let diagnostic = Diagnostic::new("assault lacks `move`, or an attacker that has one").within("inputs");
            inputs.table.diagnostics().push(diagnostic);
        }
        let attacker = &clash.melee.sides[0];
        let charger = Target {
            toughness: attacker.toughness,
            save: attacker.save,
            invulnerable: attacker.invulnerable,
            wounds: attacker.wounds,
            models: attacker.models,
            cover,
        };
        match reaction {
            None => lines.clear(),
            // Templates fire at chargers where they are snapped, too, blasts do not (CW-SHO-08, CW-BAS-04).
            Some(snap) => {
                lines.iter_mut().for_each(|line| line.snap = line.kind != Kind::Template && (snap || line.snap))
            }
        }
        let manner = Manner { shooter_shock: clash.entries[1].shock, ..Manner::default() };
        let reaction = manner.volley(codex, &lines, &charger);
        let speed = speed.or(clash.speed)?;
        Some(Self { clash, speed, distance: distance?, difficult, charger, reaction })
    }

    fn label(&self, end: &End) -> usize {
        match end {
            End::ShotDown => 0,
            End::Fails => 1,
            End::Fought(outcome) => 2 + label(*outcome),
        }
    }

    fn losses(&self, end: &End) -> [f64; 2] {
        match end {
            End::ShotDown => [1.0, 0.0],
            End::Fails => [0.0, 0.0],
            End::Fought(outcome) => gone(*outcome),
        }
    }
}

impl Resolution for Assault {
    type State = Stage;
    type Outcome = End;

    fn begin(&self) -> Stage {
        Stage::Reaction(self.reaction.begin(&self.charger, Losses::default()))
    }

    fn step<D: Dice>(&self, stage: Stage, dice: &mut D) -> Step<Stage, End> {
        match stage {
            Stage::Reaction(fire) => match self.reaction.step(&self.charger, fire, dice) {
                Some(next) => Step::Next(Stage::Reaction(next)),
                None if fire.losses.models == self.charger.models => Step::Done(End::ShotDown),
                None => Step::Next(Stage::Charge(fire.losses, self.clash.entries[0].shock + fire.shock)),
            },
            Stage::Charge(losses, shock) => {
                if f64::from(charge(self.speed, shock, self.difficult, dice)) < self.distance {
                    return Step::Done(End::Fails);
                }
                let round = self.clash.melee.begin([losses, Losses::default()], &self.entries(shock));
                Step::Next(Stage::Melee(round, shock))
            }
            Stage::Melee(round, shock) => match self.clash.melee.step(&self.entries(shock), round, dice) {
                Ok(next) => Step::Next(Stage::Melee(next, shock)),
                Err((outcome, _, _)) => Step::Done(End::Fought(outcome)),
            },
        }
    }
}
