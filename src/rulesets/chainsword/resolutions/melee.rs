//! `melee-round` and `melee-to-break`: two teams hand to hand.

use super::inputs::{Inputs, PAIR, Side, input, required};
use crate::dice::{Dice, Resolution, Step};
use crate::game::{CombatResolution, InputDoc, Node, OpenEnded, Sides};
use crate::rulesets::chainsword::codex::Codex;
use crate::rulesets::chainsword::combat::melee::{Entry, Melee, Outcome, Round};
use crate::rulesets::chainsword::combat::shooting::Losses;
use crate::rulesets::chainsword::rules::Rules;

const SIDE: &str = "unit or officer key, or table: unit, ws (4), strength (4), toughness (4), wounds (1), initiative (4), \
                    attacks (1), ld (8), save (0), invulnerable (0), ap (0), models (5), shock (0), fearless, \
                    initiative-one, assault-grenades, charging";

/// Keys of two sides, in order.
pub(super) const SIDES: [InputDoc; 4] = [
    required("attacker", SIDE),
    required("defender", SIDE),
    input("charging", "true: the attacker has charged in this Phase", "true"),
    input("difficult", "true: he has charged through difficult ground", "false"),
];

/// Two sides and how they come in.
pub(super) struct Clash {
    pub(super) melee: Melee,
    pub(super) entries: [Entry; 2],
    /// Move of a named attacker.
    pub(super) speed: Option<u8>,
}

impl Inputs<'_, '_, '_> {
    pub(super) fn clash(&mut self) -> Option<Clash> {
        let (attacker, defender) = (self.side("attacker"), self.side("defender"));
        let charging = self.table.or("charging", true, Node::flag);
        let difficult = self.table.or("difficult", false, Node::flag);
        let (attacker, defender): (Side, Side) = (attacker?, defender?);
        let charging = attacker.charging.unwrap_or(charging);
        let bonus = |charges: bool| if charges { Rules::default().charge_bonus } else { 0 };
        let slowed = charging && difficult && !attacker.combatant.assault_grenades;
        let entries = [
            Entry { charging: bonus(charging), slowed, shock: attacker.shock },
            Entry { charging: bonus(defender.charging.unwrap_or(false)), slowed: false, shock: defender.shock },
        ];
        let melee = Melee::new(self.codex, [attacker.combatant, defender.combatant]);
        Some(Clash { melee, entries, speed: attacker.speed })
    }
}

/// Labels of a round, in order.
pub(super) const LABELS: [&str; 10] = [
    "both-destroyed",
    "attacker-destroyed",
    "defender-destroyed",
    "drawn",
    "defender-holds",
    "defender-falls-back",
    "defender-swept",
    "attacker-holds",
    "attacker-falls-back",
    "attacker-swept",
];

/// Index of the label of an outcome.
pub(super) fn label(outcome: Outcome) -> usize {
    match outcome {
        Outcome::BothDestroyed => 0,
        Outcome::Destroyed(side) => 1 + usize::from(side),
        Outcome::Drawn => 3,
        Outcome::Holds(side) => 7 - 3 * usize::from(side),
        Outcome::FallsBack(side) => 8 - 3 * usize::from(side),
        Outcome::Swept(side) => 9 - 3 * usize::from(side),
    }
}

/// Which sides are gone after a round, destroyed or swept.
pub(super) fn gone(outcome: Outcome) -> [f64; 2] {
    let lost = |side| match outcome {
        Outcome::BothDestroyed => true,
        Outcome::Destroyed(loser) | Outcome::Swept(loser) => loser == side,
        _ => false,
    };
    [lost(0), lost(1)].map(|lost| f64::from(u8::from(lost)))
}

/// `melee-round`.
pub(super) struct MeleeRound(Clash);

impl<'c> CombatResolution<'c> for MeleeRound {
    type Codex = Codex;
    const NAME: &'static str = "melee-round";
    const ABOUT: &'static str = "one round of melee of two teams, with its break test and sweep";
    const LABELS: &'static [&'static str] = &LABELS;
    const NUMBERS: &'static [&'static str] = &["attacker-wounds-lost", "defender-wounds-lost"];
    const SIDES: Option<Sides> = PAIR;

    fn inputs() -> Vec<InputDoc> {
        SIDES.into()
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        inputs.clash().map(Self)
    }

    fn label(&self, (outcome, _): &(Outcome, [u16; 2])) -> usize {
        label(*outcome)
    }

    fn values(&self, (_, lost): &(Outcome, [u16; 2])) -> Vec<i64> {
        lost.iter().map(|wounds| i64::from(*wounds)).collect()
    }

    fn losses(&self, (outcome, _): &(Outcome, [u16; 2])) -> [f64; 2] {
        gone(*outcome)
    }
}

impl Resolution for MeleeRound {
    type State = Round;
    /// The result, and the wounds that both sides have lost.
    type Outcome = (Outcome, [u16; 2]);

    fn begin(&self) -> Round {
        self.0.melee.begin([Losses::default(); 2], &self.0.entries)
    }

    fn step<D: Dice>(&self, now: Round, dice: &mut D) -> Step<Round, (Outcome, [u16; 2])> {
        match self.0.melee.step(&self.0.entries, now, dice) {
            Ok(next) => Step::Next(next),
            Err((outcome, _, lost)) => Step::Done((outcome, lost)),
        }
    }
}

/// `melee-to-break`.
pub(super) struct MeleeToBreak {
    clash: Clash,
    most_rounds: u8,
}

/// How a melee ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum End {
    AttackerWins,
    DefenderWins,
    BothDestroyed,
    Locked,
}

/// How a melee ended, in which round, and the models that both sides have left.
type Settled = (End, u8, [u16; 2]);

impl MeleeToBreak {
    /// The charge tells in the first round only (CW-MEL-03).
    fn entries(&self, round: u8) -> [Entry; 2] {
        match round {
            1 => self.clash.entries,
            _ => self.clash.entries.map(|entry| Entry { shock: entry.shock, ..Entry::default() }),
        }
    }
}

impl<'c> CombatResolution<'c> for MeleeToBreak {
    type Codex = Codex;
    const NAME: &'static str = "melee-to-break";
    const ABOUT: &'static str = "rounds of melee until a side is destroyed, swept or flees";
    const LABELS: &'static [&'static str] = &["attacker-wins", "defender-wins", "both-destroyed", "locked"];
    const SIDES: Option<Sides> = PAIR;
    const NUMBERS: &'static [&'static str] = &["rounds", "attacker-left", "defender-left"];
    const OPEN_ENDED: Option<OpenEnded> = Some(OpenEnded { number: "rounds", cut: &["locked"], absent: &[] });

    fn inputs() -> Vec<InputDoc> {
        [SIDES.as_slice(), &[input("max-rounds", "1 to 60", "4")]].concat()
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let clash = inputs.clash();
        let most_rounds = inputs.table.or("max-rounds", 4, |node| node.whole(1..=60));
        Some(Self { clash: clash?, most_rounds })
    }

    fn label(&self, (end, ..): &Settled) -> usize {
        *end as usize
    }

    fn values(&self, (_, rounds, left): &Settled) -> Vec<i64> {
        vec![i64::from(*rounds), i64::from(left[0]), i64::from(left[1])]
    }

    fn losses(&self, (end, ..): &Settled) -> [f64; 2] {
        let lost = |wins: End| f64::from(u8::from(*end == wins || *end == End::BothDestroyed));
        [lost(End::DefenderWins), lost(End::AttackerWins)]
    }
}

impl Resolution for MeleeToBreak {
    /// Number of the round, and the round.
    type State = (u8, Round);
    type Outcome = Settled;

    fn begin(&self) -> (u8, Round) {
        (1, self.clash.melee.begin([Losses::default(); 2], &self.entries(1)))
    }

    fn step<D: Dice>(&self, (number, now): (u8, Round), dice: &mut D) -> Step<(u8, Round), Settled> {
        let melee = &self.clash.melee;
        let (outcome, losses) = match melee.step(&self.entries(number), now, dice) {
            Ok(next) => return Step::Next((number, next)),
            Err((outcome, losses, _)) => (outcome, losses),
        };
        let mut left = [0, 1].map(|side| melee.sides[side].models - losses[side].models);
        let end = match outcome {
            Outcome::BothDestroyed => End::BothDestroyed,
            Outcome::Destroyed(side) | Outcome::FallsBack(side) | Outcome::Swept(side) => {
                if matches!(outcome, Outcome::Swept(_)) {
                    left[usize::from(side)] = 0;
                }
                if side == 0 { End::DefenderWins } else { End::AttackerWins }
            }
            Outcome::Drawn | Outcome::Holds(_) if number == self.most_rounds => End::Locked,
            Outcome::Drawn | Outcome::Holds(_) => {
                return Step::Next((number + 1, melee.begin(losses, &self.entries(number + 1))));
            }
        };
        Step::Done((end, number, left))
    }
}
