//! `blast-shot`: one blast at a team.

use std::borrow::Cow;

use super::inputs::{INDIRECT, Inputs, SNAP, TARGET, UNDER_COVERING_FIRE, input};
use super::volley::Toll;
use crate::dice::{Dice, Resolution, Step};
use crate::game::{CombatResolution, InputDoc, Node};
use crate::rulesets::chainsword::codex::{Codex, Kind};
use crate::rulesets::chainsword::combat::shooting::{Firing, Line, Losses, Manner, Pending, Target, Volley};

/// `blast-shot`.
pub(super) struct BlastShot {
    target: Target,
    volley: Volley,
}

impl<'c> CombatResolution<'c> for BlastShot {
    type Codex = Codex;
    const NAME: &'static str = "blast-shot";
    const ABOUT: &'static str = "one blast at a team: scatter, hits under the template, wounds";
    const LABELS: &'static [&'static str] = Toll::LABELS;
    const NUMBERS: &'static [&'static str] = &["hits", "kills"];

    fn inputs() -> Vec<InputDoc> {
        let own = [
            input("size", "small, large", "small"),
            input("bs", "1 to 10", "4"),
            input("strength", "1 to 10", "4"),
            input("ap", "0 for none, or 1 to 6", "0"),
            INDIRECT,
            UNDER_COVERING_FIRE,
            SNAP,
            input("ignores-cover", "true: no cover save", "false"),
        ];
        [own.as_slice(), &TARGET].concat()
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let codex = inputs.codex;
        let (target, _) = inputs.target();
        let table = &mut inputs.table;
        let sizes = [("small", Kind::SmallBlast), ("large", Kind::LargeBlast)];
        let stat = |node: &Node| node.whole(1..=10);
        let line = Line {
            shots: 1,
            kind: table.or("size", Kind::SmallBlast, |node| node.one_of("size", &sizes)),
            bs: table.or("bs", 4, stat),
            strength: table.or("strength", 4, stat),
            ap: table.or("ap", 0, |node| node.whole(0..=6)),
            ignores_cover: table.or("ignores-cover", false, Node::flag),
            twin_linked: false,
            skyfire: false,
            snap: false,
            wound_on: 0,
            pen_dice: 1,
        };
        let mut flag = |key: InputDoc| table.or(key.name, false, Node::flag);
        let manner =
            Manner { indirect: flag(INDIRECT), covering_fire: flag(UNDER_COVERING_FIRE).into(), snap: flag(SNAP) };
        Some(Self { target, volley: Volley::new(codex, &[line], manner, &target) })
    }

    fn labels(&self) -> Vec<Cow<'static, str>> {
        Toll::labels(self.target.models, 1)
    }

    fn label(&self, (_, toll): &(u16, Toll)) -> usize {
        toll.label(self.target.models, 1)
    }

    fn values(&self, (hits, toll): &(u16, Toll)) -> Vec<i64> {
        vec![i64::from(*hits), i64::from(toll.losses.models)]
    }
}

impl Resolution for BlastShot {
    /// Hits, and the shot.
    type State = (u16, Firing);
    type Outcome = (u16, Toll);

    fn begin(&self) -> (u16, Firing) {
        (0, self.volley.begin(&self.target, Losses::default()))
    }

    fn step<D: Dice>(&self, (hits, now): (u16, Firing), dice: &mut D) -> Step<(u16, Firing), (u16, Toll)> {
        match self.volley.step(&self.target, now, dice) {
            Some(next) => {
                let hits = if let Pending::Hits(_, hits) = next.pending { hits } else { hits };
                Step::Next((hits, next))
            }
            None => Step::Done((hits, Toll { losses: now.losses, shock: now.shock })),
        }
    }
}
