//! `volley`: a whole Attack Phase, several attacks on different targets.

use super::CombatResolution;
use super::attack::RangedAttack;
use super::inputs::{Inputs, RULES, required};
use super::victim::EndState;
use crate::dice::{AsUsual, Decider, Dice, Resolution, Step};
use crate::game::{DecisionDoc, Diagnostic, InputDoc, TableReader};
use crate::rulesets::dogfaces::codex::Codex;
use crate::rulesets::dogfaces::rules::Rules;

/// Most attacks of a volley.
const MOST_ATTACKS: usize = 100;

/// Several attacks.
pub(super) struct Volley<'c> {
    attacks: Vec<RangedAttack<'c>>,
    count: Count,
}

/// Which targets count.
#[derive(Clone, Copy)]
enum Count {
    OutOfCombat,
    Stopped,
}

/// What the attacks have done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Toll {
    resolved: usize,
    ooc: u16,
    /// OOC or Stunned.
    stopped: u16,
}

impl<'c> CombatResolution<'c> for Volley<'c> {
    type Codex = Codex;
    const NAME: &'static str = "volley";
    const ABOUT: &'static str = "a whole Attack Phase: several attacks on different targets";
    const LABELS: &'static [&'static str] = &["count-0", "count-1", "count-2", "count-3-plus"];
    const NUMBERS: &'static [&'static str] = &["ooc", "stopped"];
    const DECISIONS: Option<DecisionDoc> = Some(DecisionDoc {
        about: "the owner of the targets rolls against each retreat or not, for what is wanted",
        policies: None,
    });

    fn inputs() -> Vec<InputDoc> {
        vec![
            required("attacks", "list of tables, each with the inputs of ranged-attack"),
            InputDoc { name: "count", allowed: "ooc, or stopped: OOC or Stunned at the end", default: "ooc" },
            InputDoc { name: RULES.name, allowed: "used by each attack without its own", default: RULES.default },
        ]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let codex = inputs.codex;
        let rules = inputs.rules(&Rules::default());
        let counts = [("ooc", Count::OutOfCombat), ("stopped", Count::Stopped)];
        let count = inputs.table.or("count", Count::OutOfCombat, |node| node.one_of("kind of count", &counts));
        let nodes =
            inputs.table.required("attacks", |node| match node.list()? {
                list if list.is_empty() || list.len() > MOST_ATTACKS => Err(node
                    .locate(Diagnostic::new(format!("a volley has 1 to {MOST_ATTACKS} attacks, not {}", list.len())))),
                list => Ok(list),
            })?;
        let mut attacks = Vec::new();
        for (at, node) in nodes.iter().enumerate() {
            let Some(table) = TableReader::open(format!("attack {at} of the volley"), node, inputs.table.diagnostics())
            else {
                continue;
            };
            let mut one = Inputs { table, codex };
            attacks.extend(RangedAttack::read_under(&mut one, &rules));
            one.table.close();
        }
        Some(Self { attacks, count })
    }

    fn label(&self, toll: &Toll) -> usize {
        let counted = match self.count {
            Count::OutOfCombat => toll.ooc,
            Count::Stopped => toll.stopped,
        };
        usize::from(counted.min(3))
    }

    fn values(&self, toll: &Toll) -> Vec<i64> {
        vec![i64::from(toll.ooc), i64::from(toll.stopped)]
    }
}

impl Resolution for Volley<'_> {
    type State = Toll;
    type Outcome = Toll;

    fn begin(&self) -> Toll {
        Toll::default()
    }

    fn step<D: Dice>(&self, toll: Toll, dice: &mut D) -> Step<Toll, Toll> {
        self.step_deciding(toll, &mut AsUsual(dice))
    }

    fn step_deciding<D: Dice + Decider>(&self, mut toll: Toll, dice: &mut D) -> Step<Toll, Toll> {
        let end = self.attacks[toll.resolved].fire(dice).end;
        let stunned = matches!(end, EndState::HoldsStunned | EndState::FallsBackStunned);
        let ooc = end == EndState::OutOfCombat;
        toll.resolved += 1;
        toll.ooc += u16::from(ooc);
        toll.stopped += u16::from(ooc || stunned);
        if toll.resolved == self.attacks.len() { Step::Done(toll) } else { Step::Next(toll) }
    }
}
