//! `melee-round` and `melee-to-rout`: one pair, one round or until a rout.

use std::borrow::Cow;

use super::inputs::{
    ATTACKER_FLANKED, DEFENDER_FLANKED, DIE, Inputs, MAX_ROUNDS, MELEE, PAIR, ROUND, Switch, docs, fighter, melee_unit,
};
use super::{CombatResolution, Setting};
use crate::dice::{Dice, Resolution, Step, exact};
use crate::game::{InputDoc, OpenEnded, Sides};
use crate::rulesets::hexcommand::codex::Codex;
use crate::rulesets::hexcommand::melee::{Fighter, Toll, round};

pub(super) const ATTACKER: InputDoc = fighter("attacker");
pub(super) const DEFENDER: InputDoc = fighter("defender");

pub(super) fn switches() -> impl Iterator<Item = &'static Switch> {
    [&DIE].into_iter().chain(&MELEE)
}

/// Attacker and defender before a round.
struct Pair<'c> {
    setting: Setting<'c>,
    sides: [Fighter; 2],
    flanked: [bool; 2],
    round: u32,
}

impl<'c> Pair<'c> {
    const INPUTS: [InputDoc; 5] = [ATTACKER, DEFENDER, DEFENDER_FLANKED, ATTACKER_FLANKED, ROUND];

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let setting = inputs.setting(switches());
        let attacker = inputs.part(ATTACKER.name, |table| melee_unit(table, &setting));
        let defender = inputs.part(DEFENDER.name, |table| melee_unit(table, &setting));
        let flanked = [inputs.flag(&ATTACKER_FLANKED), inputs.flag(&DEFENDER_FLANKED)];
        let round = inputs.round();
        Some(Self { setting, sides: [attacker?, defender?], flanked, round })
    }
}

/// One round.
pub(super) struct MeleeRound<'c> {
    pair: Pair<'c>,
    /// Everything that can happen, in order.
    tolls: Vec<[Toll; 2]>,
}

impl<'c> CombatResolution<'c> for MeleeRound<'c> {
    type Codex = Codex;
    const NAME: &'static str = "melee-round";
    const ABOUT: &'static str = "one round of one pair";
    const LABELS: &'static [&'static str] = &["aHtT-dHtT", "aHtT-dHtT-ak", "aHtT-dHtT-dk", "aHtT-dHtT-ak-dk"];
    const NUMBERS: &'static [&'static str] = &["attacker-hits", "attacker-te", "defender-hits", "defender-te"];

    fn inputs() -> Vec<InputDoc> {
        docs(&Pair::INPUTS, switches())
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let mut resolution = Self { pair: Pair::read(inputs)?, tolls: Vec::new() };
        let odds = exact::evaluate(&resolution);
        resolution.tolls = odds.entries.into_iter().map(|(tolls, _)| tolls).collect();
        resolution.tolls.sort_unstable();
        Some(resolution)
    }

    fn labels(&self) -> Vec<Cow<'static, str>> {
        let label = |[a, d]: &[Toll; 2]| {
            let (ak, dk) = (if a.commander_killed { "-ak" } else { "" }, if d.commander_killed { "-dk" } else { "" });
            Cow::Owned(format!("a{}t{}-d{}t{}{ak}{dk}", a.hits, a.te, d.hits, d.te))
        };
        self.tolls.iter().map(label).collect()
    }

    fn label(&self, tolls: &[Toll; 2]) -> usize {
        self.tolls.binary_search(tolls).expect("every outcome was found beforehand")
    }

    fn values(&self, [a, d]: &[Toll; 2]) -> Vec<i64> {
        [a.hits, a.te, d.hits, d.te].map(i64::from).into()
    }
}

impl Resolution for MeleeRound<'_> {
    type State = ();
    type Outcome = [Toll; 2];

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), [Toll; 2]> {
        let Pair { setting, sides, flanked, round: number } = &self.pair;
        Step::Done(round(setting.codex, &setting.rules, &mut sides.clone(), *flanked, *number, dice))
    }
}

/// Rounds until one of the two routs.
pub(super) struct MeleeToRout<'c> {
    pair: Pair<'c>,
    max_rounds: u32,
}

/// A melee after some rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Struggle {
    pub(super) fought: u32,
    pub(super) sides: [Fighter; 2],
}

/// How a melee ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum End {
    AttackerWins,
    DefenderWins,
    BothRout,
    Undecided,
}

impl End {
    pub(super) const LABELS: [&'static str; 4] = ["attacker-wins", "defender-wins", "both-rout", "undecided"];

    /// Who has routed, attacker and defender.
    pub(super) fn losses(self) -> [f64; 2] {
        [End::DefenderWins, End::AttackerWins].map(|lost| f64::from(u8::from(self == lost || self == End::BothRout)))
    }

    /// The end that routs of attacker and defender make, if any.
    pub(super) const fn of(routs: [bool; 2]) -> Option<End> {
        match routs {
            [true, true] => Some(End::BothRout),
            [true, false] => Some(End::DefenderWins),
            [false, true] => Some(End::AttackerWins),
            [false, false] => None,
        }
    }
}

impl Struggle {
    /// Fights one more of `most` rounds, the first of which had the number `first`.
    pub(super) fn go_on<D: Dice>(
        mut self,
        setting: &Setting<'_>,
        flanked: [bool; 2],
        first: u32,
        most: u32,
        dice: &mut D,
    ) -> Step<Self, (End, u32)> {
        round(setting.codex, &setting.rules, &mut self.sides, flanked, first + self.fought, dice);
        self.fought += 1;
        match End::of([self.sides[0].routs(), self.sides[1].routs()]) {
            Some(end) => Step::Done((end, self.fought)),
            None if self.fought == most => Step::Done((End::Undecided, self.fought)),
            // HX-MEL-14
            None => Step::Next(self),
        }
    }
}

impl<'c> CombatResolution<'c> for MeleeToRout<'c> {
    type Codex = Codex;
    const NAME: &'static str = "melee-to-rout";
    const ABOUT: &'static str = "rounds of one pair until somebody routs";
    const LABELS: &'static [&'static str] = &End::LABELS;
    const SIDES: Option<Sides> = PAIR;
    const NUMBERS: &'static [&'static str] = &["rounds"];
    const OPEN_ENDED: Option<OpenEnded> = Some(OpenEnded { number: "rounds", cut: &["undecided"], absent: &[] });

    fn inputs() -> Vec<InputDoc> {
        docs(&[&Pair::INPUTS[..], &[MAX_ROUNDS]].concat(), switches())
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let pair = Pair::read(inputs);
        let max_rounds = inputs.max_rounds();
        Some(Self { pair: pair?, max_rounds })
    }

    fn label(&self, (end, _): &(End, u32)) -> usize {
        *end as usize
    }

    fn values(&self, (_, rounds): &(End, u32)) -> Vec<i64> {
        vec![i64::from(*rounds)]
    }

    fn losses(&self, (end, _): &(End, u32)) -> [f64; 2] {
        end.losses()
    }
}

impl Resolution for MeleeToRout<'_> {
    type State = Struggle;
    type Outcome = (End, u32);

    fn begin(&self) -> Struggle {
        Struggle { fought: 0, sides: self.pair.sides }
    }

    fn step<D: Dice>(&self, now: Struggle, dice: &mut D) -> Step<Struggle, (End, u32)> {
        now.go_on(&self.pair.setting, self.pair.flanked, self.pair.round, self.max_rounds, dice)
    }
}
