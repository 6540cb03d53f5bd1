//! `fire-exchange`: one side fires, the survivors of the other answer.

use std::borrow::Cow;

use super::inputs::{Firing, Inputs, SHOCK_SHOOTING, SHOCK_TRIGGER, fighter, input, need, required, shock, switch};
use crate::dice::{Dice, Resolution, Step};
use crate::game::{CombatResolution, InputDoc, TableReader};
use crate::rulesets::chainsword::codex::{Codex, Kind};
use crate::rulesets::chainsword::combat::shooting::{Firing as Fire, Line, Losses, Manner, Target, Volley, cover_save};
use crate::rulesets::chainsword::rules::{ShockShooting, ShockTrigger};

/// A side of the exchange: its weapon as one model fires it, and itself as a target.
#[derive(Clone, Copy, Debug)]
struct Party {
    line: Line,
    target: Target,
    shock: u16,
}

/// `fire-exchange`.
pub(super) struct FireExchange<'c> {
    codex: &'c Codex,
    parties: [Party; 2],
    covering: bool,
    trigger: ShockTrigger,
    loss: ShockShooting,
    first: Volley,
}

/// Where the exchange stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Stage {
    /// The first side fires.
    First(Fire),
    /// So many models of the second side with so much Shock answer.
    Answer(u16, u16, Fire),
}

impl FireExchange<'_> {
    /// The answer of the second side with so many models left and so much Shock.
    fn answer(&self, left: u16, shock: u16, covered: bool) -> Volley {
        let [first, second] = &self.parties;
        let line = Line { shots: second.line.shots * left, ..second.line };
        let manner = Manner { covering_fire: covered.into(), ..Manner::default() };
        let firing = Firing { manner, shooter_shock: shock, loss: self.loss, trigger: self.trigger };
        firing.volley(self.codex, &[line], &first.target)
    }

    /// Covering fire works when at least one die is rolled (CW-SHO-03).
    fn covered(&self) -> bool {
        self.covering && self.first.pool(self.parties[1].target.models).total() > 0
    }
}

impl Inputs<'_, '_, '_> {
    fn party(&mut self, key: &'static str) -> Option<Party> {
        let codex = self.codex;
        let node = self.table.required_node(key)?;
        if node.text().is_ok() {
            let diagnostic = crate::game::Diagnostic::new(format!("`{key}` is a table, with `unit` for a named one"));
            self.table.diagnostics().push(node.locate(diagnostic));
            return None;
        }
        let mut table = TableReader::open(format!("`{key}`"), node, self.table.diagnostics())?;
        let unit = table.optional("unit", |node| fighter(codex, node));
        let mut stat = |key, own: Option<u8>, plain| table.or(key, own.unwrap_or(plain), |node| node.whole(1..=10));
        let bs = stat("bs", unit.map(|unit| unit.bs), 3);
        let strength = stat("strength", unit.map(|unit| unit.strength), 3);
        let toughness = stat("toughness", unit.map(|unit| unit.toughness), 3);
        let ap = table.or("ap", 0, |node| node.whole(0..=6));
        let shots = table.or("shots-per-model", 1, |node| node.whole(0..=20));
        let save = table.or("save", unit.map_or(5, |unit| unit.save), need);
        let invulnerable = table.or("invulnerable", unit.map_or(0, |unit| unit.invulnerable), need);
        let models = table.or("models", 5, |node| node.whole(1..=100));
        let cover = cover_save(table.or("cover", 0, need), 0, false);
        let shock = table.or("shock", 0, shock);
        table.close();
        let line = Line {
            shots,
            bs,
            strength,
            ap,
            kind: Kind::Direct,
            twin_linked: false,
            ignores_cover: false,
            skyfire: false,
            snap: false,
            wound_on: 0,
            pen_dice: 1,
        };
        let target = Target { toughness, save, invulnerable, wounds: 1, models, cover };
        Some(Party { line, target, shock })
    }
}

impl<'c> CombatResolution<'c> for FireExchange<'c> {
    type Codex = Codex;
    const NAME: &'static str = "fire-exchange";
    const ABOUT: &'static str = "one team fires, then the survivors of the other answer with their new Shock";
    const LABELS: &'static [&'static str] = &["kills-X-losses-Y"];
    const NUMBERS: &'static [&'static str] = &["kills", "losses"];

    fn inputs() -> Vec<InputDoc> {
        const PARTY: &str = "table: unit, or bs (3), strength (3), ap (0), shots-per-model (1), toughness (3), save (5), \
                             invulnerable (0), models (5), cover (0), shock (0)";
        vec![
            required("first", PARTY),
            required("second", PARTY),
            input("mode", "shoot, covering-fire", "shoot"),
            SHOCK_TRIGGER,
            SHOCK_SHOOTING,
        ]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let codex = inputs.codex;
        let (first, second) = (inputs.party("first"), inputs.party("second"));
        let modes = [("shoot", false), ("covering-fire", true)];
        let covering = inputs.table.or("mode", false, |node| node.one_of("mode", &modes));
        let trigger = switch(&mut inputs.table, SHOCK_TRIGGER.name, ShockTrigger::default());
        let loss = switch(&mut inputs.table, SHOCK_SHOOTING.name, ShockShooting::default());
        let parties = [first?, second?];
        let [first, second] = &parties;
        let line = Line { shots: first.line.shots * first.target.models, ..first.line };
        let manner = Manner { snap: covering, ..Manner::default() };
        let firing = Firing { manner, shooter_shock: first.shock, loss, trigger };
        let first = firing.volley(codex, &[line], &second.target);
        Some(Self { codex, parties, covering, trigger, loss, first })
    }

    fn labels(&self) -> Vec<Cow<'static, str>> {
        let [first, second] = self.parties.map(|party| party.target.models);
        let all = (0..=second).flat_map(|kills| (0..=first).map(move |losses| (kills, losses)));
        all.map(|(kills, losses)| format!("kills-{kills}-losses-{losses}").into()).collect()
    }

    fn label(&self, (kills, losses): &(u16, u16)) -> usize {
        usize::from(*kills) * (usize::from(self.parties[0].target.models) + 1) + usize::from(*losses)
    }

    fn values(&self, (kills, losses): &(u16, u16)) -> Vec<i64> {
        vec![i64::from(*kills), i64::from(*losses)]
    }
}

impl Resolution for FireExchange<'_> {
    type State = Stage;
    /// Models lost by the second side and by the first.
    type Outcome = (u16, u16);

    fn begin(&self) -> Stage {
        Stage::First(self.first.begin(&self.parties[1].target, Losses::default()))
    }

    fn step<D: Dice>(&self, stage: Stage, dice: &mut D) -> Step<Stage, (u16, u16)> {
        let [first, second] = &self.parties;
        match stage {
            Stage::First(fire) => match self.first.step(&second.target, fire, dice) {
                Some(next) => Step::Next(Stage::First(next)),
                None => {
                    let left = second.target.models - fire.losses.models;
                    let shock = second.shock + fire.shock;
                    if left == 0 {
                        return Step::Done((second.target.models, 0));
                    }
                    let volley = self.answer(left, shock, self.covered());
                    Step::Next(Stage::Answer(left, shock, volley.begin(&first.target, Losses::default())))
                }
            },
            Stage::Answer(left, shock, fire) => {
                let volley = self.answer(left, shock, self.covered());
                match volley.step(&first.target, fire, dice) {
                    Some(next) => Step::Next(Stage::Answer(left, shock, next)),
                    None => Step::Done((second.target.models - left, fire.losses.models)),
                }
            }
        }
    }
}
