//! `ranged-exchange` and `melee-exchange`: two Elements attack each other in alternate turns.

use super::close::MOST_IN_CONTACT;
use super::inputs::{Inputs, MOST_SUPPORTS, RULES, any, flag, on_the_ground, unit};
use super::{CombatResolution, Rules};
use crate::dice::{Dice, Resolution, Step};
use crate::game::{InputDoc, Node, OpenEnded, Side, Sides};
use crate::rulesets::dogma::codex::{Codex, Unit};
use crate::rulesets::dogma::combat::{CloseAttack, Fighter, Gunner, RangedAttack, Shot, optimal_in_close};
use crate::rulesets::dogma::recoil::Recoil;

/// Exchanges that may be asked for: more than any two Elements take that can destroy each other.
const MOST_EXCHANGES: i64 = 1000;
const EXCHANGES: InputDoc = InputDoc { name: "exchanges", allowed: "1 to 1000", default: "1" };
const COVERS: [InputDoc; 2] = [flag("cover-a"), flag("cover-b")];
const BLOCKED: [InputDoc; 2] = [flag("blocked-a"), flag("blocked-b")];

const LABELS: &[&str] = &["a-destroyed", "b-destroyed", "both-standing"];
/// The exchange in which one was destroyed, or the last.
const NUMBERS: &[&str] = &["last-exchange"];
const OPEN_ENDED: Option<OpenEnded> = Some(OpenEnded { number: "last-exchange", cut: &["both-standing"], absent: &[] });
const SIDES: Option<Sides> =
    Some(Sides { keys: ["a", "b"], mutual: true, support: [&["supports-a"], &["supports-b"]] });

const fn supports(name: &'static str, allowed: &'static str) -> InputDoc {
    InputDoc { name, allowed, default: "0" }
}

/// Whose turn it is, and who is shaken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Standing {
    exchange: u32,
    turn: Side,
    shaken: [bool; 2],
}

impl Standing {
    const BEGIN: Standing = Standing { exchange: 1, turn: Side::A, shaken: [false; 2] };

    /// The next turn, or the end after so many exchanges.
    fn pass(mut self, exchanges: u32) -> Step<Standing, Settled> {
        if self.turn == Side::B {
            if self.exchange == exchanges {
                return Step::Done((End::BothStanding, self.exchange));
            }
            self.exchange += 1;
        }
        self.turn = self.turn.other();
        Step::Next(self)
    }

    /// The side whose turn it is has destroyed the other.
    fn wins(self) -> Step<Standing, Settled> {
        let end = match self.turn {
            Side::A => End::BDestroyed,
            Side::B => End::ADestroyed,
        };
        Step::Done((end, self.exchange))
    }
}

/// How it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum End {
    ADestroyed,
    BDestroyed,
    BothStanding,
}

/// How it ended, and in which exchange.
type Settled = (End, u32);

impl End {
    fn losses(self) -> [f64; 2] {
        [End::ADestroyed, End::BDestroyed].map(|lost| f64::from(u8::from(self == lost)))
    }
}

/// Reads what both kinds of exchange have in common: the units, their supporters, the number of exchanges.
fn read_pair<'c>(
    inputs: &mut Inputs<'_, '_, 'c>,
    most_supports: i64,
    check: impl Fn(&Unit) -> Result<(), crate::game::Diagnostic>,
) -> Option<([&'c Unit; 2], [u32; 2], u32)> {
    let units = ["a", "b"].map(|key| inputs.unit(key, &check));
    let supports = ["supports-a", "supports-b"].map(|key| inputs.count(key, most_supports));
    let exchanges = inputs.table.or(EXCHANGES.name, 1, |node| node.whole(1..=MOST_EXCHANGES));
    Some(([units[0]?, units[1]?], supports, exchanges))
}

/// Shots in alternate turns.
pub(super) struct RangedExchange {
    rules: Rules,
    /// The attack of each side; none for a unit without a range.
    attacks: [Option<RangedAttack>; 2],
    exchanges: u32,
}

impl<'c> CombatResolution<'c> for RangedExchange {
    type Codex = Codex;
    const NAME: &'static str = "ranged-exchange";
    const ABOUT: &'static str = "two Elements shoot at each other in alternate turns, a first";
    const LABELS: &'static [&'static str] = LABELS;
    const SIDES: Option<Sides> = SIDES;
    const NUMBERS: &'static [&'static str] = NUMBERS;
    const OPEN_ENDED: Option<OpenEnded> = OPEN_ENDED;

    fn inputs() -> Vec<InputDoc> {
        let number = "0 to 6";
        let [cover_a, cover_b] = COVERS;
        vec![
            unit("a"),
            unit("b"),
            supports("supports-a", number),
            supports("supports-b", number),
            cover_a,
            cover_b,
            EXCHANGES,
            RULES,
        ]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let (rules, codex) = (inputs.rules(), inputs.codex);
        let covers = COVERS.map(|doc| inputs.flag(doc.name));
        let (units, supports, exchanges) = read_pair(inputs, MOST_SUPPORTS, any)?;
        // DG-RNG-03
        let attack = |own: usize, other: usize| {
            let gunner = Gunner::Element(units[own].into());
            let attack = RangedAttack::new(codex, &rules, gunner, units[other].into(), covers[other]);
            units[own].range.map(|_| attack.supported(supports[own]))
        };
        let attacks = [attack(0, 1), attack(1, 0)];
        Some(Self { rules, attacks, exchanges })
    }

    fn label(&self, (end, _): &Settled) -> usize {
        *end as usize
    }

    fn values(&self, (_, exchange): &Settled) -> Vec<i64> {
        vec![i64::from(*exchange)]
    }

    fn losses(&self, (end, _): &Settled) -> [f64; 2] {
        end.losses()
    }
}

impl Resolution for RangedExchange {
    type State = Standing;
    type Outcome = Settled;

    fn begin(&self) -> Standing {
        Standing::BEGIN
    }

    fn step<D: Dice>(&self, mut now: Standing, dice: &mut D) -> Step<Standing, Settled> {
        let (own, other) = (now.turn.index(), now.turn.other().index());
        if let Some(attack) = &self.attacks[own] {
            let attack = RangedAttack { shaken: now.shaken[own], ..*attack };
            match attack.fire(&self.rules, dice) {
                Shot::Destroyed => return now.wins(),
                Shot::Shaken => now.shaken[other] = true,
                Shot::NoEffect | Shot::NoAttack => {}
            }
        }
        // DG-TRN-04
        now.shaken[own] = false;
        now.pass(self.exchanges)
    }
}

/// Close attacks in alternate turns, front to front.
pub(super) struct MeleeExchange {
    rules: Rules,
    /// The attack of each side; none for a side that does not reply.
    attacks: [Option<CloseAttack>; 2],
    exchanges: u32,
}

impl<'c> CombatResolution<'c> for MeleeExchange {
    type Codex = Codex;
    const NAME: &'static str = "melee-exchange";
    const ABOUT: &'static str = "two Elements close-attack each other's front in alternate turns, a first";
    const LABELS: &'static [&'static str] = LABELS;
    const SIDES: Option<Sides> = SIDES;
    const NUMBERS: &'static [&'static str] = NUMBERS;
    const OPEN_ENDED: Option<OpenEnded> = OPEN_ENDED;

    fn inputs() -> Vec<InputDoc> {
        let number = "friends in contact: 0 to 3";
        let [blocked_a, blocked_b] = BLOCKED;
        vec![
            unit("a"),
            unit("b"),
            supports("supports-a", number),
            supports("supports-b", number),
            blocked_a,
            blocked_b,
            InputDoc { name: "b-replies", allowed: "false: only a attacks", default: "true" },
            EXCHANGES,
            RULES,
        ]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let (rules, codex) = (inputs.rules(), inputs.codex);
        let blocked = BLOCKED.map(|doc| inputs.flag(doc.name));
        let replies = inputs.table.or("b-replies", true, Node::flag);
        let (units, supports, exchanges) = read_pair(inputs, MOST_IN_CONTACT, on_the_ground)?;
        let fighters = units.map(Fighter::from);
        let attack = |own: usize, other: usize| CloseAttack {
            attack: fighters[own].modifier,
            defence: fighters[other].modifier,
            optimal: optimal_in_close(codex, &rules, fighters[own], fighters[other], false),
            supporters: supports[own],
            // DG-REC-07
            recoil: if blocked[other] && !fighters[other].flyer { Recoil::Fatal } else { Recoil::Survived },
        };
        let attacks = [Some(attack(0, 1)), replies.then(|| attack(1, 0))];
        Some(Self { rules, attacks, exchanges })
    }

    fn label(&self, (end, _): &Settled) -> usize {
        *end as usize
    }

    fn values(&self, (_, exchange): &Settled) -> Vec<i64> {
        vec![i64::from(*exchange)]
    }

    fn losses(&self, (end, _): &Settled) -> [f64; 2] {
        end.losses()
    }
}

impl Resolution for MeleeExchange {
    type State = Standing;
    type Outcome = Settled;

    fn begin(&self) -> Standing {
        Standing::BEGIN
    }

    fn step<D: Dice>(&self, now: Standing, dice: &mut D) -> Step<Standing, Settled> {
        let attack = &self.attacks[now.turn.index()];
        if attack.is_some_and(|attack| attack.fight(&self.rules, dice).destroys()) {
            return now.wins();
        }
        now.pass(self.exchanges)
    }
}
