//! `apc-strike`: a shot at a loaded APC, and shots at those who are thrown out.

use super::inputs::{COVER, Inputs, MOST_SUPPORTS, RULES, SUPPORTS, armed, bounded, flag, required};
use super::{CombatResolution, Rules};
use crate::dice::{Dice, Resolution, Step};
use crate::game::{Diagnostic, InputDoc};
use crate::rulesets::dogma::codex::{Codex, Unit};
use crate::rulesets::dogma::combat::{Fighter, Gunner, RangedAttack, Shot};

/// Most passengers: the labels go so far.
const MOST_PASSENGERS: usize = 2;

const PASSENGERS_COVER: InputDoc = flag("passengers-cover");

/// The strike and what follows.
pub(super) struct ApcStrike {
    rules: Rules,
    strike: RangedAttack,
    /// Passengers for whom there is no place.
    crushed: usize,
    /// One shot at each passenger put down, as far as there are any.
    follow_ups: Vec<RangedAttack>,
}

/// What has become of the APC so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Stage {
    /// It is about to be shot at.
    Loaded,
    /// It is gone, and so many of its passengers have been shot at and lost.
    Lost { shots: usize, lost: usize },
}

/// How it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum End {
    Unhurt,
    Shaken,
    /// The APC is lost with so many passengers.
    Lost(usize),
}

/// A unit that may ride (DG-APC-01).
fn rides(unit: &Unit) -> Result<(), Diagnostic> {
    if unit.may_ride {
        return Ok(());
    }
    Err(Diagnostic::new(format!("`{}` may not ride in an APC", unit.key)).rule("DG-APC-01"))
}

impl<'c> CombatResolution<'c> for ApcStrike {
    type Codex = Codex;
    const NAME: &'static str = "apc-strike";
    const ABOUT: &'static str = "a shot at a loaded APC and follow-up shots at those thrown out";
    const LABELS: &'static [&'static str] = &["apc-unhurt", "apc-shaken", "apc-lost-0", "apc-lost-1", "apc-lost-2"];
    const NUMBERS: &'static [&'static str] = &["passengers-lost"];

    fn inputs() -> Vec<InputDoc> {
        vec![
            required("attacker", "unit key of a unit with a range"),
            SUPPORTS,
            COVER,
            InputDoc { name: "passengers", allowed: "list of 0 to 2 unit keys that may ride", default: "[]" },
            InputDoc { name: "places", allowed: "how many can be put down, first ones first: 0 to 2", default: "2" },
            InputDoc {
                name: "follow-ups",
                allowed: "list of up to 2 tables with attacker and supports, each at the next passenger put down; \
                          those without a target are not fired",
                default: "[]",
            },
            PASSENGERS_COVER,
            RULES,
        ]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let (rules, codex) = (inputs.rules(), inputs.codex);
        let attacker = inputs.unit("attacker", armed);
        let supports = inputs.count(SUPPORTS.name, MOST_SUPPORTS);
        let cover = inputs.flag(COVER.name);
        let capacity = usize::from(codex.numbers.apc_capacity).min(MOST_PASSENGERS);
        let passengers = inputs.units("passengers", 0, capacity, rides);
        let places = inputs.table.or("places", MOST_PASSENGERS, |node| node.whole(0..=MOST_PASSENGERS as i64));
        let passengers_cover = inputs.flag(PASSENGERS_COVER.name);
        let nodes = inputs.table.or("follow-ups", &[][..], |node| bounded(node, 0, MOST_PASSENGERS));
        let shooters = inputs.each("follow-up", nodes, &mut |one| {
            let supports = one.count(SUPPORTS.name, MOST_SUPPORTS);
            one.unit("attacker", armed).map(|attacker| (attacker, supports))
        });
        let Some(apc) = codex.unit("apc") else {
            inputs.table.diagnostics().push(Diagnostic::new("the codex has no unit `apc`").within("inputs"));
            return None;
        };
        let (attacker, passengers) = (attacker?, passengers?);
        let attack = |(attacker, supports): (&Unit, u32), target: &Unit, cover: bool| {
            let gunner = Gunner::Element(Fighter::from(attacker));
            RangedAttack::new(codex, &rules, gunner, target.into(), cover).supported(supports)
        };
        let placed = passengers.iter().take(places);
        let follow_ups =
            shooters.into_iter().zip(placed).map(|(shooter, target)| attack(shooter, target, passengers_cover));
        let follow_ups = follow_ups.collect();
        let strike = attack((attacker, supports), apc, cover);
        Some(Self { rules, strike, crushed: passengers.len().saturating_sub(places), follow_ups })
    }

    fn label(&self, end: &End) -> usize {
        match end {
            End::Unhurt => 0,
            End::Shaken => 1,
            End::Lost(passengers) => 2 + passengers,
        }
    }

    fn values(&self, end: &End) -> Vec<i64> {
        vec![match end {
            End::Unhurt | End::Shaken => 0,
            End::Lost(passengers) => *passengers as i64,
        }]
    }
}

impl Resolution for ApcStrike {
    type State = Stage;
    type Outcome = End;

    fn begin(&self) -> Stage {
        Stage::Loaded
    }

    fn step<D: Dice>(&self, stage: Stage, dice: &mut D) -> Step<Stage, End> {
        match stage {
            Stage::Loaded => match self.strike.fire(&self.rules, dice) {
                // DG-APC-09
                Shot::Destroyed => Step::Next(Stage::Lost { shots: 0, lost: self.crushed }),
                Shot::Shaken => Step::Done(End::Shaken),
                Shot::NoEffect | Shot::NoAttack => Step::Done(End::Unhurt),
            },
            // DG-APC-10
            Stage::Lost { shots, lost } => match self.follow_ups.get(shots) {
                None => Step::Done(End::Lost(lost)),
                Some(attack) => {
                    let hit = attack.fire(&self.rules, dice) == Shot::Destroyed;
                    Step::Next(Stage::Lost { shots: shots + 1, lost: lost + usize::from(hit) })
                }
            },
        }
    }
}
