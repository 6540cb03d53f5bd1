//! Before the battle and around it: Force Morale, support points, opening moves, reserves.

use std::borrow::Cow;

use super::inputs::{Inputs, fighter, input, required, switch};
use crate::dice::{Dice, Resolution, Step};
use crate::game::{CombatResolution, Diagnostic, InputDoc, Node, OpenEnded};
use crate::rulesets::chainsword::codex::{Codex, Scenario};
use crate::rulesets::chainsword::combat::force_morale::{levels_lost, starting_level};
use crate::rulesets::chainsword::combat::reserves::{Edge, arrives, drift, outflank_edge};
use crate::rulesets::chainsword::combat::scenario_rolls::{opening_moves, roll_off, support};
use crate::rulesets::chainsword::rules::{FmFormula, FmTests, HalfSupport, PatrolSupport, Rules};

const FORMULA: InputDoc = input("formula", "d3-troops, unit-average", "d3-troops");
const LEADERSHIP: &str = "list of Ld values or unit keys, at least one";
const SCENARIO: InputDoc =
    required("scenario", "patrol, probe, attack-and-defend, delaying-action, flank-attack, attack-on-an-objective");
const RESERVE_ROLL: InputDoc = input("reserve-roll", "2 to 6", "3");

/// Most events, and most units of an army.
const MOST_LISTED: usize = 500;

impl Inputs<'_, '_, '_> {
    /// Ld values of an army.
    fn leadership(&mut self, key: &'static str, formula: FmFormula) -> Option<Vec<u8>> {
        let codex = self.codex;
        let one = |node: &Node| match node.text() {
            Err(_) => node.whole(1..=12).map(Some),
            // Vehicles have no Ld: they do not count among all units (CW-FMO-01).
            Ok(name) if formula == FmFormula::UnitAverage && codex.vehicle(name).is_some() => Ok(None),
            Ok(_) => fighter(codex, node).map(|unit| Some(unit.ld)),
        };
        self.table.required(key, |node| {
            let list = node.list()?;
            if list.len() > MOST_LISTED {
                return Err(node.locate(Diagnostic::new(format!("{} units are more than {MOST_LISTED}", list.len()))));
            }
            let values: Vec<u8> =
                list.iter().map(one).filter_map(Result::transpose).collect::<Result<_, Diagnostic>>()?;
            if values.is_empty() {
                return Err(node.locate(Diagnostic::new("at least one unit with an Ld is needed").rule("CW-FMO-01")));
            }
            Ok(values)
        })
    }

    fn formula(&mut self) -> FmFormula {
        switch(&mut self.table, FORMULA.name, FmFormula::default())
    }

    fn scenario(&mut self) -> Option<Scenario> {
        self.table.required(SCENARIO.name, |node| node.one_of("scenario", &Scenario::ALL))
    }

    fn reserve_roll(&mut self) -> u8 {
        self.table.or(RESERVE_ROLL.name, Rules::default().reserve_roll, |node| node.whole(2..=6))
    }
}

/// Labels `fm-0` to `fm-most`.
fn levels(most: u8) -> Vec<Cow<'static, str>> {
    (0..=most).map(|level| format!("fm-{level}").into()).collect()
}

/// `force-morale-start`: the starting level.
pub(super) struct ForceMoraleStart {
    leadership: Vec<u8>,
    formula: FmFormula,
}

impl<'c> CombatResolution<'c> for ForceMoraleStart {
    type Codex = Codex;
    const NAME: &'static str = "force-morale-start";
    const ABOUT: &'static str = "starting Force Morale of an army";
    const LABELS: &'static [&'static str] = &["fm-N"];
    const NUMBERS: &'static [&'static str] = &["level"];

    fn inputs() -> Vec<InputDoc> {
        vec![required("leadership", LEADERSHIP), FORMULA]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let formula = inputs.formula();
        Some(Self { leadership: inputs.leadership("leadership", formula)?, formula })
    }

    fn labels(&self) -> Vec<Cow<'static, str>> {
        // A d3 on top of the highest value.
        levels(self.leadership.iter().max().map_or(0, |ld| ld + 3))
    }

    fn label(&self, level: &u8) -> usize {
        usize::from(*level)
    }

    fn values(&self, level: &u8) -> Vec<i64> {
        vec![i64::from(*level)]
    }
}

impl Resolution for ForceMoraleStart {
    type State = ();
    type Outcome = u8;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), u8> {
        Step::Done(starting_level(&self.leadership, self.formula, dice))
    }
}

/// `first-mover`: who moves first in the Patrol Phase.
pub(super) struct FirstMover {
    armies: [Vec<u8>; 2],
    formula: FmFormula,
}

impl<'c> CombatResolution<'c> for FirstMover {
    type Codex = Codex;
    const NAME: &'static str = "first-mover";
    const ABOUT: &'static str = "who moves first: higher starting Force Morale, else a roll-off";
    const LABELS: &'static [&'static str] = &["a-first", "b-first"];

    fn inputs() -> Vec<InputDoc> {
        vec![required("leadership-a", LEADERSHIP), required("leadership-b", LEADERSHIP), FORMULA]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let formula = inputs.formula();
        let [a, b] = ["leadership-a", "leadership-b"].map(|key| inputs.leadership(key, formula));
        Some(Self { armies: [a?, b?], formula })
    }

    fn label(&self, first: &usize) -> usize {
        *first
    }
}

impl Resolution for FirstMover {
    /// Whether the levels were equal, so that the dice decide.
    type State = bool;
    type Outcome = usize;

    fn begin(&self) -> bool {
        false
    }

    fn step<D: Dice>(&self, tied: bool, dice: &mut D) -> Step<bool, usize> {
        // CW-PAT-03
        let [a, b] = if tied {
            roll_off(dice)
        } else {
            self.armies.each_ref().map(|army| starting_level(army, self.formula, dice))
        };
        if a == b { Step::Next(true) } else { Step::Done(usize::from(b > a)) }
    }
}

/// `force-morale-test`: Force Morale after some events.
pub(super) struct ForceMoraleTest<'c> {
    codex: &'c Codex,
    level: u8,
    events: Vec<usize>,
    tests: FmTests,
}

impl<'c> CombatResolution<'c> for ForceMoraleTest<'c> {
    type Codex = Codex;
    const NAME: &'static str = "force-morale-test";
    const ABOUT: &'static str = "Force Morale after a list of events";
    const LABELS: &'static [&'static str] = &["fm-N"];
    const NUMBERS: &'static [&'static str] = &["levels-lost"];

    fn inputs() -> Vec<InputDoc> {
        vec![
            required("force-morale", "1 to 12"),
            required("events", "list of event keys"),
            input("steady", "tests skipped, the first ones", "0"),
            input("fm-tests", "table, flat", "table"),
        ]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let codex = inputs.codex;
        let names: Vec<&str> = codex.events.iter().map(|event| event.name.as_str()).collect();
        let level = inputs.table.required("force-morale", |node| node.whole(1..=12));
        let events = inputs.table.required("events", |node| {
            node.list()?
                .iter()
                .take(MOST_LISTED)
                .map(|item| item.index_in("event", &names))
                .collect::<Result<Vec<_>, _>>()
        });
        let steady: usize = inputs.table.or("steady", 0, |node| node.whole(0..=1000));
        let tests = switch(&mut inputs.table, "fm-tests", FmTests::default());
        // CW-STR-06
        let events = events?.into_iter().skip(steady).collect();
        Some(Self { codex, level: level?, events, tests })
    }

    fn labels(&self) -> Vec<Cow<'static, str>> {
        levels(self.level)
    }

    fn label(&self, level: &u8) -> usize {
        usize::from(*level)
    }

    fn values(&self, level: &u8) -> Vec<i64> {
        vec![i64::from(self.level - level)]
    }
}

impl Resolution for ForceMoraleTest<'_> {
    /// Events that have been tested, and the level.
    type State = (usize, u8);
    type Outcome = u8;

    fn begin(&self) -> (usize, u8) {
        (0, self.level)
    }

    fn step<D: Dice>(&self, (at, level): (usize, u8), dice: &mut D) -> Step<(usize, u8), u8> {
        match self.events.get(at) {
            Some(&event) if level > 0 => {
                Step::Next((at + 1, level.saturating_sub(levels_lost(self.codex, event, self.tests, dice))))
            }
            _ => Step::Done(level),
        }
    }
}

/// `support-roll`: support points of both sides.
pub(super) struct SupportPoints<'c> {
    codex: &'c Codex,
    scenario: Scenario,
    patrol: PatrolSupport,
    half: HalfSupport,
}

impl SupportPoints<'_> {
    /// All results there can be, in order.
    fn results(&self) -> Vec<(u16, u16)> {
        let mut all = crate::dice::exact::distribution(|mut dice| self.roll(&mut dice)).entries;
        all.sort_by_key(|(points, _)| *points);
        all.into_iter().map(|(points, _)| points).collect()
    }

    fn roll<D: Dice>(&self, dice: &mut D) -> (u16, u16) {
        support(self.codex, self.scenario, self.patrol, self.half, dice)
    }
}

impl<'c> CombatResolution<'c> for SupportPoints<'c> {
    type Codex = Codex;
    const NAME: &'static str = "support-roll";
    const ABOUT: &'static str = "support points of attacker and defender";
    const LABELS: &'static [&'static str] = &["att-X-def-Y"];
    const NUMBERS: &'static [&'static str] = &["attacker", "defender"];

    fn inputs() -> Vec<InputDoc> {
        vec![
            SCENARIO,
            input("patrol-support", "separate, shared", "separate"),
            input("half-support", "to-50, exact", "to-50"),
        ]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let scenario = inputs.scenario();
        let patrol = switch(&mut inputs.table, "patrol-support", PatrolSupport::default());
        let half = switch(&mut inputs.table, "half-support", HalfSupport::default());
        Some(Self { codex: inputs.codex, scenario: scenario?, patrol, half })
    }

    fn labels(&self) -> Vec<Cow<'static, str>> {
        self.results().iter().map(|(attacker, defender)| format!("att-{attacker}-def-{defender}").into()).collect()
    }

    fn label(&self, points: &(u16, u16)) -> usize {
        self.results().binary_search(points).unwrap_or_default()
    }

    fn values(&self, (attacker, defender): &(u16, u16)) -> Vec<i64> {
        vec![i64::from(*attacker), i64::from(*defender)]
    }
}

impl Resolution for SupportPoints<'_> {
    type State = ();
    type Outcome = (u16, u16);

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), (u16, u16)> {
        Step::Done(self.roll(dice))
    }
}

/// `opening-moves`: moves before the alternation.
pub(super) struct OpeningMoves {
    scenario: Scenario,
}

impl<'c> CombatResolution<'c> for OpeningMoves {
    type Codex = Codex;
    const NAME: &'static str = "opening-moves";
    const ABOUT: &'static str = "moves of the attacker's Patrol Markers before the alternation";
    const LABELS: &'static [&'static str] =
        &["moves-0", "moves-1", "moves-2", "moves-3", "moves-4", "moves-5", "moves-6"];
    const NUMBERS: &'static [&'static str] = &["moves"];

    fn inputs() -> Vec<InputDoc> {
        vec![SCENARIO]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        Some(Self { scenario: inputs.scenario()? })
    }

    fn label(&self, moves: &u8) -> usize {
        usize::from(*moves)
    }

    fn values(&self, moves: &u8) -> Vec<i64> {
        vec![i64::from(*moves)]
    }
}

impl Resolution for OpeningMoves {
    type State = ();
    type Outcome = u8;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), u8> {
        Step::Done(opening_moves(self.scenario, dice))
    }
}

/// `deep-strike`: arrival and scatter.
pub(super) struct DeepStrike {
    reserve_roll: u8,
}

impl<'c> CombatResolution<'c> for DeepStrike {
    type Codex = Codex;
    const NAME: &'static str = "deep-strike";
    const ABOUT: &'static str = "arrival and scatter of a deep-striking unit";
    const LABELS: &'static [&'static str] = &[
        "late",
        "on-target",
        "scatter-2",
        "scatter-3",
        "scatter-4",
        "scatter-5",
        "scatter-6",
        "scatter-7",
        "scatter-8",
        "scatter-9",
        "scatter-10",
        "scatter-11",
        "scatter-12",
    ];
    const NUMBERS: &'static [&'static str] = &["inches"];
    const OPEN_ENDED: Option<OpenEnded> = Some(OpenEnded { number: "inches", cut: &[], absent: &["late"] });

    fn inputs() -> Vec<InputDoc> {
        vec![RESERVE_ROLL]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        Some(Self { reserve_roll: inputs.reserve_roll() })
    }

    fn label(&self, drift: &Option<u8>) -> usize {
        match drift {
            None => 0,
            Some(0) => 1,
            Some(inches) => usize::from(*inches),
        }
    }

    fn values(&self, drift: &Option<u8>) -> Vec<i64> {
        vec![i64::from(drift.unwrap_or(0))]
    }
}

impl Resolution for DeepStrike {
    type State = ();
    type Outcome = Option<u8>;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), Option<u8>> {
        Step::Done(arrives(self.reserve_roll, dice).then(|| drift(dice)))
    }
}

/// `outflank`: arrival and edge.
pub(super) struct Outflank {
    reserve_roll: u8,
}

impl<'c> CombatResolution<'c> for Outflank {
    type Codex = Codex;
    const NAME: &'static str = "outflank";
    const ABOUT: &'static str = "arrival and table edge of an outflanking unit";
    const LABELS: &'static [&'static str] = &["late", "left", "right", "choice"];

    fn inputs() -> Vec<InputDoc> {
        vec![RESERVE_ROLL]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        Some(Self { reserve_roll: inputs.reserve_roll() })
    }

    fn label(&self, edge: &Option<Edge>) -> usize {
        edge.map_or(0, |edge| 1 + edge as usize)
    }
}

impl Resolution for Outflank {
    type State = ();
    type Outcome = Option<Edge>;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), Option<Edge>> {
        Step::Done(arrives(self.reserve_roll, dice).then(|| outflank_edge(dice)))
    }
}
