//! `close-attack` and `close-line`: close attacks, with their recoils.

use std::borrow::Cow;

use super::inputs::{ATTACKER, DEFENDER, Inputs, OPTIMAL, RULES, any, flag, no_air_support, on_the_ground, required};
use super::{CombatResolution, Rules};
use crate::dice::{Dice, Resolution, Step};
use crate::game::{Diagnostic, InputDoc, Node, Sides, TableReader};
use crate::rulesets::dogma::codex::{Codex, Unit};
use crate::rulesets::dogma::combat::{Charge, CloseAttack, Fighter, optimal_in_close};
use crate::rulesets::dogma::fixed_inches::Length;
use crate::rulesets::dogma::recoil::{Lane, Obstacle};
use crate::rulesets::dogma::rules::AirClose;

/// Most attacks of a line.
const MOST_ATTACKS: usize = 6;

/// Most things behind a target.
const MOST_BEHIND: usize = 100;

/// Most friends in contact with the attacker.
pub(super) const MOST_IN_CONTACT: i64 = 3;

const CONTACT: InputDoc = InputDoc {
    name: "contact",
    allowed: "edge of the defender that the attacker touches: front, side, rear",
    default: "front",
};
const CONTACT_SUPPORTS: InputDoc =
    InputDoc { name: "contact-supports", allowed: "free friends touching the attacker: 0 to 3", default: "0" };
const FLANK_SUPPORTS: InputDoc = InputDoc {
    name: "flank-supports",
    allowed: "free friends on other sides or the rear, opposite not counted: 0 to 2, with contact side 0 to 1",
    default: "0",
};
const OPPOSITE: InputDoc = flag("opposite");
const BEHIND: InputDoc = InputDoc {
    name: "behind",
    allowed: "list of tables with kind, gap and, for terrain, depth, nearest first",
    default: "[]",
};

/// An edge of the defender's base.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Contact {
    Front,
    Side,
    Rear,
}

/// What stands behind a defender.
const KINDS: [(&str, Obstacle); 8] = [
    ("friend", Obstacle::Friend { flyer: false }),
    ("friend-jump", Obstacle::Friend { flyer: true }),
    ("friend-air", Obstacle::Friend { flyer: true }),
    ("enemy", Obstacle::Deadly),
    ("impassable", Obstacle::Deadly),
    ("deep-water", Obstacle::Deadly),
    ("building", Obstacle::Deadly),
    ("table-edge", Obstacle::TableEdge),
];

/// The kinds that are terrain, and so have a depth of their own.
const TERRAIN: [&str; 3] = ["impassable", "deep-water", "building"];

/// Depth of terrain that none is given for, inches.
const USUAL_DEPTH: f64 = 2.0;

/// One attack.
pub(super) struct CloseAttackOdds {
    rules: Rules,
    attack: CloseAttack,
}

fn inches(node: &Node) -> Result<Length, Diagnostic> {
    node.number(0.0..=Length::MOST_INCHES).map(Length::from_inches)
}

/// Reads one thing behind a defender into `lane`.
fn read_thing(table: &mut TableReader<'_, '_>, lane: &mut Lane) {
    let what = table.required("kind", |node| node.one_of("kind of thing", &KINDS).map(|what| (what, node.text())));
    let gap = table.or("gap", Length::ZERO, inches);
    let depth = table.node("depth");
    let Some((what, kind)) = what else { return };
    let terrain = kind.is_ok_and(|kind| TERRAIN.contains(&kind));
    let depth = match depth.map(|node| (node, inches(node))) {
        None => terrain.then(|| Length::from_inches(USUAL_DEPTH)),
        Some((_, Ok(depth))) if terrain => Some(depth),
        Some((node, Ok(_))) => {
            table.diagnostics().push(node.locate(Diagnostic::new("terrain alone has a depth").allowing(TERRAIN)));
            None
        }
        Some((_, Err(diagnostic))) => {
            table.diagnostics().push(diagnostic);
            None
        }
    };
    lane.add(what, gap, depth);
}

/// Reads an attack; its rules stand elsewhere.
fn read(inputs: &mut Inputs<'_, '_, '_>, rules: &Rules) -> Option<CloseAttack> {
    //
    let may_attack: fn(&Unit) -> Result<(), Diagnostic> =
        if rules.air_close == AirClose::Allowed { any } else { on_the_ground };
    let attacker: Option<Fighter> = inputs.side_or(ATTACKER, None, may_attack);
    let defender: Option<Fighter> = inputs.side_or(DEFENDER, None, on_the_ground);
    let contacts = [("front", Contact::Front), ("side", Contact::Side), ("rear", Contact::Rear)];
    let contact = inputs.table.or(CONTACT.name, Contact::Front, |node| node.one_of("edge", &contacts));
    let in_contact = inputs.count(CONTACT_SUPPORTS.name, MOST_IN_CONTACT);
    let flanking = inputs.count(FLANK_SUPPORTS.name, if contact == Contact::Side { 1 } else { 2 });
    let opposite = inputs.flag(OPPOSITE.name);
    let optimal = inputs.optimal();
    let mut lane = Lane::new(Length::from_millimetres(inputs.codex.numbers.base_mm));
    if opposite {
        lane.add(Obstacle::Deadly, Length::ZERO, None);
    }
    if let Some(nodes) = inputs.table.optional(BEHIND.name, |node| super::inputs::bounded(node, 0, MOST_BEHIND)) {
        inputs.each("thing behind", nodes, &mut |one| {
            read_thing(&mut one.table, &mut lane);
            Some(())
        });
    }
    let (attacker, defender) = (attacker?, defender?);
    for (key, fighter, barred) in
        [("attacker-type", attacker, rules.air_close == AirClose::Forbidden), ("defender-type", defender, true)]
    {
        if barred && let Err(diagnostic) = no_air_support(key, fighter.kind) {
            inputs.table.diagnostics().push(diagnostic.within(&format!("input `{key}`")));
        }
    }
    // A friend opposite an attacker from the rear stands on the front, where it is no flanker (DG-CLO-04).
    let opposite_flanks = opposite && contact != Contact::Rear;
    let flanked = contact != Contact::Front || flanking > 0 || opposite_flanks;
    Some(CloseAttack {
        attack: attacker.modifier,
        defence: defender.modifier,
        optimal: optimal.unwrap_or_else(|| optimal_in_close(inputs.codex, rules, attacker, defender, flanked)),
        // DG-CLO-05, DG-CLO-06
        supporters: in_contact + flanking + u32::from(opposite_flanks),
        recoil: lane.recoil(rules, defender.flyer),
    })
}

impl<'c> CombatResolution<'c> for CloseAttackOdds {
    type Codex = Codex;
    const NAME: &'static str = "close-attack";
    const ABOUT: &'static str = "one close attack with its recoil";
    const LABELS: &'static [&'static str] = &["destroyed", "destroyed-on-recoil", "recoils", "holds"];
    const SIDES: Option<Sides> = Some(Sides {
        keys: [ATTACKER.unit, DEFENDER.unit],
        mutual: false,
        support: [&[CONTACT_SUPPORTS.name, FLANK_SUPPORTS.name, OPPOSITE.name], &[]],
    });

    fn inputs() -> Vec<InputDoc> {
        let mut docs = ATTACKER.docs("unit key, Air Support only with air-close = allowed").to_vec();
        docs.extend(DEFENDER.docs("unit key, no Air Support"));
        docs.extend([CONTACT, CONTACT_SUPPORTS, FLANK_SUPPORTS, OPPOSITE, BEHIND, OPTIMAL, RULES]);
        docs
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let rules = inputs.rules();
        read(inputs, &rules).map(|attack| Self { rules, attack })
    }

    fn label(&self, charge: &Charge) -> usize {
        *charge as usize
    }

    fn losses(&self, charge: &Charge) -> [f64; 2] {
        [0.0, f64::from(u8::from(charge.destroys()))]
    }
}

impl Resolution for CloseAttackOdds {
    type State = ();
    type Outcome = Charge;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), Charge> {
        Step::Done(self.attack.fight(&self.rules, dice))
    }
}

/// Attacks on different targets.
pub(super) struct CloseLine {
    rules: Rules,
    attacks: Vec<CloseAttack>,
}

/// How many attacks are over, and how many targets are gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Losses {
    resolved: usize,
    lost: usize,
}

impl<'c> CombatResolution<'c> for CloseLine {
    type Codex = Codex;
    const NAME: &'static str = "close-line";
    const ABOUT: &'static str = "several close attacks on different targets";
    const LABELS: &'static [&'static str] = &["lost-{n}"];
    const NUMBERS: &'static [&'static str] = &["lost"];

    fn inputs() -> Vec<InputDoc> {
        vec![required("attacks", "list of 1 to 6 tables, each with the inputs of close-attack without rules"), RULES]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let rules = inputs.rules();
        let attacks = inputs.tables("attacks", "attack", MOST_ATTACKS, |one| read(one, &rules))?;
        Some(Self { rules, attacks })
    }

    fn labels(&self) -> Vec<Cow<'static, str>> {
        (0..=self.attacks.len()).map(|n| Cow::Owned(format!("lost-{n}"))).collect()
    }

    fn label(&self, losses: &Losses) -> usize {
        losses.lost
    }

    fn values(&self, losses: &Losses) -> Vec<i64> {
        vec![losses.lost as i64]
    }
}

impl Resolution for CloseLine {
    type State = Losses;
    type Outcome = Losses;

    fn begin(&self) -> Losses {
        Losses { resolved: 0, lost: 0 }
    }

    fn step<D: Dice>(&self, mut losses: Losses, dice: &mut D) -> Step<Losses, Losses> {
        let charge = self.attacks[losses.resolved].fight(&self.rules, dice);
        losses.resolved += 1;
        losses.lost += usize::from(charge.destroys());
        if losses.resolved == self.attacks.len() { Step::Done(losses) } else { Step::Next(losses) }
    }
}
