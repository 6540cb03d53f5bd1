//! `ranged-attack`: one shot at one model.

use super::inputs::{AUTO_HIT, Inputs, LINE, TARGET, UNDER_COVERING_FIRE, fighter, input, line};
use crate::dice::{Dice, Resolution, Step};
use crate::game::{CombatResolution, Diagnostic, InputDoc, Node};
use crate::rulesets::chainsword::codex::{Codex, Kind};
use crate::rulesets::chainsword::combat::shooting::{Hit, Manner, Shot, direct_hits};

/// `ranged-attack`.
pub(super) struct RangedAttack {
    /// None when it cannot be fired, or does not reach.
    shot: Option<Shot>,
    auto_hit: bool,
}

/// How far a shot gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum End {
    Miss,
    NoWound,
    Saved,
    Unsaved,
}

impl<'c> CombatResolution<'c> for RangedAttack {
    type Codex = Codex;
    const NAME: &'static str = "ranged-attack";
    const ABOUT: &'static str = "one shot at one model";
    const LABELS: &'static [&'static str] = &["miss", "no-wound", "saved", "unsaved"];
    const NUMBERS: &'static [&'static str] = &["unsaved-wounds"];

    fn inputs() -> Vec<InputDoc> {
        let own = [input("shooter", "unit or officer key, for its BS", "none"), AUTO_HIT, UNDER_COVERING_FIRE];
        let line =
            LINE.map(|doc| if doc.name == "kind" { input("kind", "direct, template", doc.default) } else { doc });
        [line.as_slice(), &own, &TARGET].concat()
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let codex = inputs.codex;
        let (target, _) = inputs.target();
        let table = &mut inputs.table;
        let shooter = table.optional("shooter", |node| match codex.vehicle(node.text()?) {
            Some(vehicle) => Ok(vehicle.bs),
            None => fighter(codex, node).map(|unit| unit.bs),
        });
        let line = line(codex, table, shooter.unwrap_or(4), false);
        let auto_hit = table.or(AUTO_HIT.name, false, Node::flag);
        let covering_fire = table.or(UNDER_COVERING_FIRE.name, false, Node::flag).into();
        if matches!(line.kind, Kind::SmallBlast | Kind::LargeBlast) {
            table
                .diagnostics()
                .push(Diagnostic::new("blasts belong in `blast-shot`").within("inputs").rule("CW-BAS-14"));
        }
        let manner = Manner { covering_fire, ..Manner::default() };
        let shot = Shot::of(codex, &line, manner, &target);
        Some(Self { shot: shot.filter(|shot| shot.shots > 0), auto_hit })
    }

    fn label(&self, end: &End) -> usize {
        *end as usize
    }

    fn values(&self, end: &End) -> Vec<i64> {
        vec![i64::from(*end == End::Unsaved)]
    }
}

impl Resolution for RangedAttack {
    type State = ();
    type Outcome = End;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), End> {
        let Some(shot) = &self.shot else { return Step::Done(End::Miss) };
        let hit = match shot.hit {
            _ if self.auto_hit => true,
            Hit::Direct { first, second } => direct_hits(1, first, second, dice) == 1,
            Hit::Template | Hit::Blast { .. } => true,
        };
        Step::Done(if !hit {
            End::Miss
        } else if dice.successes(1, shot.wound) == 0 {
            End::NoWound
        } else if dice.successes(1, shot.save.need) == 1 {
            End::Saved
        } else {
            End::Unsaved
        })
    }
}
