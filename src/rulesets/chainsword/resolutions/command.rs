//! Command Dice: what a throw offers, how long Turns and runs of Phases last, command points, rallying.

use std::borrow::Cow;

use super::inputs::{self, Inputs, input, required};
use crate::dice::{Dice, Resolution, Step};
use crate::game::{CombatResolution, InputDoc, Node, OpenEnded};
use crate::rulesets::chainsword::codex::{Codex, Rank, RankData};
use crate::rulesets::chainsword::combat::command_dice::{command_points, offers, orders, rank, sixes_and_face};
use crate::rulesets::chainsword::combat::morale::Bearing;
use crate::rulesets::chainsword::rules::Rules;

const DICE: [InputDoc; 3] = [inputs::DICE, inputs::FORCE_MORALE, inputs::FM_TABLE];

/// `command-dice`: the sixes of one throw.
pub(super) struct CommandDice {
    dice: u8,
}

impl<'c> CombatResolution<'c> for CommandDice {
    type Codex = Codex;
    const NAME: &'static str = "command-dice";
    const ABOUT: &'static str = "what the sixes of one throw of Command Dice bring about";
    const LABELS: &'static [&'static str] = &["no-six", "wildcard", "next-phase", "turn-end", "turn-end-event"];
    const NUMBERS: &'static [&'static str] = &["sixes"];

    fn inputs() -> Vec<InputDoc> {
        DICE.into()
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        Some(Self { dice: inputs.dice() })
    }

    fn label(&self, sixes: &u8) -> usize {
        usize::from((*sixes).min(4))
    }

    fn values(&self, sixes: &u8) -> Vec<i64> {
        vec![i64::from(*sixes)]
    }
}

impl Resolution for CommandDice {
    type State = ();
    type Outcome = u8;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), u8> {
        Step::Done(dice.successes(u32::from(self.dice), 6) as u8)
    }
}

/// `command-need`: whether one throw has all faces that are wanted.
pub(super) struct CommandNeed {
    dice: u8,
    wanted: [u8; 5],
}

/// Faces still lacking, sixes up to two, and dice to throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Lacking {
    faces: [u8; 5],
    sixes: u8,
    dice: u8,
}

impl<'c> CombatResolution<'c> for CommandNeed {
    type Codex = Codex;
    const NAME: &'static str = "command-need";
    const ABOUT: &'static str = "whether one throw of Command Dice has a wanted set of faces";
    const LABELS: &'static [&'static str] = &["natural", "with-wildcard", "short"];

    fn inputs() -> Vec<InputDoc> {
        const FACE: &str = "dice of this face wanted, 0 to 5";
        let faces = ["ones", "twos", "threes", "fours", "fives"].map(|name| input(name, FACE, "0"));
        [DICE.as_slice(), &faces].concat()
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let dice = inputs.dice();
        let faces = ["ones", "twos", "threes", "fours", "fives"];
        Some(Self { dice, wanted: faces.map(|key| inputs.table.or(key, 0, |node| node.whole(0..=5))) })
    }

    fn label(&self, label: &usize) -> usize {
        *label
    }
}

impl Resolution for CommandNeed {
    type State = Lacking;
    type Outcome = usize;

    fn begin(&self) -> Lacking {
        Lacking { faces: self.wanted, sixes: 0, dice: self.dice }
    }

    fn step<D: Dice>(&self, mut now: Lacking, dice: &mut D) -> Step<Lacking, usize> {
        if now.dice == 0 {
            // A lone six fills one gap, two or more fill none (CW-CMD-07, CW-CMD-08).
            return Step::Done(match (now.faces.iter().sum::<u8>(), now.sixes) {
                (0, _) => 0,
                (1, 1) => 1,
                _ => 2,
            });
        }
        now.dice -= 1;
        match dice.d6() {
            6 => now.sixes = (now.sixes + 1).min(2),
            face => {
                let lacking = &mut now.faces[usize::from(face) - 1];
                *lacking = lacking.saturating_sub(1);
            }
        }
        Step::Next(now)
    }
}

/// `turn-length`: Phases until the Turn ends.
pub(super) struct TurnLength {
    dice: [u8; 2],
    cap: u8,
}

impl<'c> CombatResolution<'c> for TurnLength {
    type Codex = Codex;
    const NAME: &'static str = "turn-length";
    const ABOUT: &'static str = "Phases until three or more sixes end the Turn";
    const LABELS: &'static [&'static str] = &["phase-N", "longer"];
    const NUMBERS: &'static [&'static str] = &["phases"];
    const OPEN_ENDED: Option<OpenEnded> = Some(OpenEnded { number: "phases", cut: &["longer"], absent: &[] });

    fn inputs() -> Vec<InputDoc> {
        const SIDE: &str = "Command Dice of this side, 1 to 5";
        vec![input("dice-a", SIDE, "5"), input("dice-b", SIDE, "5"), input("cap", "Phases to look at, 1 to 60", "20")]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let dice = ["dice-a", "dice-b"].map(|key| inputs.table.or(key, 5, |node| node.whole(1..=5)));
        Some(Self { dice, cap: inputs.table.or("cap", 20, |node| node.whole(1..=60)) })
    }

    fn labels(&self) -> Vec<Cow<'static, str>> {
        let phases = (1..=self.cap).map(|phase| format!("phase-{phase}").into());
        phases.chain(["longer".into()]).collect()
    }

    fn label(&self, last: &Option<u8>) -> usize {
        usize::from(last.map_or(self.cap, |phase| phase - 1))
    }

    fn values(&self, last: &Option<u8>) -> Vec<i64> {
        vec![i64::from(last.unwrap_or(self.cap))]
    }
}

impl Resolution for TurnLength {
    /// Phase, and the side that is active in it.
    type State = (u8, bool);
    type Outcome = Option<u8>;

    fn begin(&self) -> (u8, bool) {
        (1, false)
    }

    fn step<D: Dice>(&self, (phase, side): (u8, bool), dice: &mut D) -> Step<(u8, bool), Option<u8>> {
        // CW-CMD-09
        match dice.successes(u32::from(self.dice[usize::from(side)]), 6) {
            3.. => Step::Done(Some(phase)),
            _ if phase == self.cap => Step::Done(None),
            2 => Step::Next((phase + 1, side)),
            _ => Step::Next((phase + 1, !side)),
        }
    }
}

/// `phase-run`: Phases that one player takes in a row.
pub(super) struct PhaseRun {
    dice: u8,
}

/// Longest run that is told apart.
const LONG_RUN: u8 = 4;

impl<'c> CombatResolution<'c> for PhaseRun {
    type Codex = Codex;
    const NAME: &'static str = "phase-run";
    const ABOUT: &'static str = "Phases that one player takes in a row, ends of Turns ignored";
    const LABELS: &'static [&'static str] = &["run-1", "run-2", "run-3", "run-4-plus"];
    const NUMBERS: &'static [&'static str] = &["run"];
    const OPEN_ENDED: Option<OpenEnded> = Some(OpenEnded { number: "run", cut: &["run-4-plus"], absent: &[] });

    fn inputs() -> Vec<InputDoc> {
        DICE.into()
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        Some(Self { dice: inputs.dice() })
    }

    fn label(&self, run: &u8) -> usize {
        usize::from(run - 1)
    }

    fn values(&self, run: &u8) -> Vec<i64> {
        vec![i64::from(*run)]
    }
}

impl Resolution for PhaseRun {
    type State = u8;
    type Outcome = u8;

    fn begin(&self) -> u8 {
        1
    }

    fn step<D: Dice>(&self, run: u8, dice: &mut D) -> Step<u8, u8> {
        match dice.successes(u32::from(self.dice), 6) {
            2.. if run + 1 == LONG_RUN => Step::Done(LONG_RUN),
            2.. => Step::Next(run + 1),
            _ => Step::Done(run),
        }
    }
}

/// `stratagem-clock`: command points after some Phases.
pub(super) struct StratagemClock {
    dice: u8,
    phases: u8,
    start: u8,
    cost: u8,
    wildcard: bool,
}

impl<'c> CombatResolution<'c> for StratagemClock {
    type Codex = Codex;
    const NAME: &'static str = "stratagem-clock";
    const ABOUT: &'static str = "command points after some own Phases";
    const LABELS: &'static [&'static str] = &["cp-N", "ready"];
    const NUMBERS: &'static [&'static str] = &["command-points"];

    fn inputs() -> Vec<InputDoc> {
        let own = [
            input("phases", "own Phases, 1 to 20", "6"),
            input("start-cp", "command points before, 0 to 6", "0"),
            input("cost", "of the stratagem, 1 to 8", "6"),
            input("wildcard-as-cp", "true: a lone 6 is used as a 5", "false"),
        ];
        [DICE.as_slice(), &own].concat()
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let dice = inputs.dice();
        let phases = inputs.table.or("phases", 6, |node| node.whole(1..=20));
        let start = inputs.table.or("start-cp", 0, |node| node.whole(0..=6));
        let cost = inputs.table.or("cost", 6, |node| node.whole(1..=8));
        Some(Self { dice, phases, start, cost, wildcard: inputs.table.or("wildcard-as-cp", false, Node::flag) })
    }

    fn labels(&self) -> Vec<Cow<'static, str>> {
        (0..self.cost).map(|points| format!("cp-{points}").into()).chain(["ready".into()]).collect()
    }

    fn label(&self, points: &u8) -> usize {
        usize::from(*points)
    }

    fn values(&self, points: &u8) -> Vec<i64> {
        vec![i64::from(*points)]
    }
}

impl Resolution for StratagemClock {
    /// Phases left, and points up to the cost.
    type State = (u8, u8);
    type Outcome = u8;

    fn begin(&self) -> (u8, u8) {
        (self.phases, self.start.min(self.cost))
    }

    fn step<D: Dice>(&self, (phases, points): (u8, u8), dice: &mut D) -> Step<(u8, u8), u8> {
        if phases == 0 || points == self.cost {
            return Step::Done(points);
        }
        let (sixes, fives) = sixes_and_face(self.dice, dice);
        let gained = command_points(sixes, fives, self.wildcard);
        Step::Next((phases - 1, (points + gained).min(self.cost)))
    }
}

/// `rally`: one Phase of an officer who rallies a Team.
pub(super) struct Rally {
    dice: u8,
    rank: RankData,
    shock: u8,
    ld: u8,
    spent: u8,
    extra: u8,
}

impl<'c> CombatResolution<'c> for Rally {
    type Codex = Codex;
    const NAME: &'static str = "rally";
    const ABOUT: &'static str = "how a Team stands after an officer has spent his orders of one Phase on it";
    const LABELS: &'static [&'static str] = &["no-officer", "steady", "pinned", "broken"];
    const NUMBERS: &'static [&'static str] = &["shock"];

    fn inputs() -> Vec<InputDoc> {
        let own = [
            required("rank", "char, ic, warlord"),
            required("shock", "of the Team, 0 to 30"),
            required("ld", "printed, of the Team, 2 to 10"),
            input("other-orders", "orders spent elsewhere", "0"),
            input("extra-orders", "orders beyond those of the rank", "0"),
        ];
        [DICE.as_slice(), &own].concat()
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let dice = inputs.dice();
        let own = inputs.table.required("rank", |node| node.one_of("rank", &Rank::ALL));
        let shock = inputs.table.required("shock", |node| node.whole(0..=30));
        let ld = inputs.table.required("ld", |node| node.whole(2..=10));
        let spent = inputs.table.or("other-orders", 0, |node| node.whole(0..=30));
        let extra = inputs.table.or("extra-orders", 0, |node| node.whole(0..=30));
        Some(Self { dice, rank: *rank(inputs.codex, own?), shock: shock?, ld: ld?, spent, extra })
    }

    fn label(&self, (officer, shock): &(bool, u8)) -> usize {
        if *officer {
            1 + Bearing::of(u16::from(*shock), self.ld, Rules::default().broken_multiple) as usize
        } else {
            0
        }
    }

    fn values(&self, (_, shock): &(bool, u8)) -> Vec<i64> {
        vec![i64::from(*shock)]
    }
}

impl Resolution for Rally {
    type State = ();
    /// Whether the officer is there, and the Shock left.
    type Outcome = (bool, u8);

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), (bool, u8)> {
        let (sixes, faces) = sixes_and_face(self.dice, dice);
        let officer = offers(sixes, faces);
        // CW-OFF-10, CW-SHK-09
        let rallied = if officer { orders(&self.rank, self.extra, self.spent) } else { 0 };
        Step::Done((officer, self.shock.saturating_sub(rallied)))
    }
}
