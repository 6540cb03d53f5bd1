//! `area-attack`: a combined attack with frags or flames, and its bystanders.

use super::attack::fire;
use super::inputs::{
    AT_TERRAIN, COVERED, Inputs, LOWER, PATH, POLICY, RETREAT, RULES, SHOOTERS, TARGET, list, named, profile,
    terrain_named,
};
use super::victim::{EndState, Path, Victim};
use super::{CombatResolution, Setting};
use crate::dice::{AsUsual, Decider, Dice, Resolution, Step};
use crate::game::{DecisionDoc, Diagnostic, InputDoc, Node};
use crate::rulesets::dogfaces::codex::{Area, Codex, Weapon};
use crate::rulesets::dogfaces::combat::{Lower, RetreatPolicy, Shooter, Target, splash};
use crate::rulesets::dogfaces::rules::Rules;

/// A combined attack on a ready target among bystanders.
pub(super) struct AreaAttack<'c> {
    setting: Setting<'c>,
    shooters: Vec<Shooter>,
    victim: Victim<'c>,
    bystanders: Vec<Bystander<'c>>,
    /// Every burst and the bystander that it reaches, bystander by bystander.
    bursts: Vec<(usize, &'c Weapon)>,
}

struct Bystander<'c> {
    own: bool,
    victim: Victim<'c>,
}

/// Where the splash stands: who has been affected so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Progress {
    /// Bursts resolved, the attack on the target being the first.
    resolved: usize,
    target: bool,
    foes: u16,
    own: u16,
    /// The present bystander has been affected, and the rest of the bursts on it cannot change that.
    present: bool,
}

impl<'c> CombatResolution<'c> for AreaAttack<'c> {
    type Codex = Codex;
    const NAME: &'static str = "area-attack";
    const ABOUT: &'static str = "a combined attack with frags or flames on a ready target, and its bystanders";
    const LABELS: &'static [&'static str] =
        &["none", "target", "foe", "own", "target-foe", "target-own", "foe-own", "target-foe-own"];
    const NUMBERS: &'static [&'static str] = &["foes-affected", "own-affected"];
    const DECISIONS: Option<DecisionDoc> = Some(RETREAT);

    fn inputs() -> Vec<InputDoc> {
        vec![
            SHOOTERS,
            TARGET,
            AT_TERRAIN,
            LOWER,
            COVERED,
            POLICY,
            PATH,
            RULES,
            InputDoc {
                name: "bystanders",
                allowed: "list of foe:unit or own:unit, with or without @terrain",
                default: "[]",
            },
            InputDoc {
                name: "flame-splash",
                allowed: "index of the bystander that takes every flame splash",
                default: "0",
            },
        ]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let codex = inputs.codex;
        let (shooters, target) = (inputs.shooters(SHOOTERS.name), inputs.unit(TARGET.name));
        let (terrain, lower) = (inputs.terrain(AT_TERRAIN.name), inputs.lower());
        let (covered, policy, path) = (inputs.covered(), inputs.policy(), inputs.path());
        let setting = Setting { codex, rules: inputs.rules(&Rules::default()) };
        let bystanders =
            inputs.table.or("bystanders", Vec::new(), |node| list(node, |item| read_bystander(codex, item)));
        let last = bystanders.len().saturating_sub(1) as i64;
        let burnt: usize = inputs.table.or("flame-splash", 0, |node| node.whole(0..=last));
        let (shooters, target) = (shooters?, target?);
        inputs.check_aim(&shooters, target);

        let mut bursts = Vec::new();
        for at in 0..bystanders.len() {
            for shooter in &shooters {
                let weapon = shooter.weapon(codex);
                let reaches = match weapon.area {
                    Area::None => false,
                    Area::Ring => true,
                    Area::OneHex => at == burnt,
                };
                let times = if reaches { usize::from(shooter.mode(codex).shots) } else { 0 };
                bursts.extend(std::iter::repeat_n((at, weapon), times));
            }
        }
        let victim = Victim {
            target: Target { profile: target, terrain: terrain?, lower },
            covered,
            policy,
            path,
            seat: Some(0),
        };
        Some(Self { setting, shooters, victim, bystanders, bursts })
    }

    fn label(&self, done: &Progress) -> usize {
        match (done.target, done.foes > 0, done.own > 0) {
            (false, false, false) => 0,
            (true, false, false) => 1,
            (false, true, false) => 2,
            (false, false, true) => 3,
            (true, true, false) => 4,
            (true, false, true) => 5,
            (false, true, true) => 6,
            (true, true, true) => 7,
        }
    }

    fn values(&self, done: &Progress) -> Vec<i64> {
        vec![i64::from(done.foes) + i64::from(done.target), i64::from(done.own)]
    }
}

/// Reads `foe:unit`, `own:unit`, with `@terrain` or without: a ready unit without a leader near and with a clear path.
fn read_bystander<'c>(codex: &'c Codex, node: &Node) -> Result<Bystander<'c>, Diagnostic> {
    named(node, |text| {
        let (side, rest) = text.split_once(':').unwrap_or((text, ""));
        let own = match side {
            "foe" => false,
            "own" => true,
            _ => {
                let diagnostic = Diagnostic::new(format!("`{text}` is not a bystander of either side"));
                return Err(diagnostic.allowing(["foe:unit", "own:unit", "foe:unit@terrain", "own:unit@terrain"]));
            }
        };
        let (name, terrain) = rest.split_once('@').unwrap_or((rest, "grassland"));
        let profile = profile(codex, name)?;
        let terrain = terrain_named(codex, terrain)?;
        // DF-SPL-08: a hill stands above the shooter.
        let target = Target { profile, terrain, lower: Lower::All };
        Ok(Bystander {
            own,
            victim: Victim { target, covered: false, policy: RetreatPolicy::Smart, path: Path::Clear, seat: None },
        })
    })
}

impl Resolution for AreaAttack<'_> {
    type State = Progress;
    type Outcome = Progress;

    fn begin(&self) -> Progress {
        Progress::default()
    }

    fn step<D: Dice>(&self, now: Progress, dice: &mut D) -> Step<Progress, Progress> {
        self.step_deciding(now, &mut AsUsual(dice))
    }

    fn step_deciding<D: Dice + Decider>(&self, mut now: Progress, dice: &mut D) -> Step<Progress, Progress> {
        if now.resolved == 0 {
            // DF-SPL-05
            now.target = fire(&self.setting, &self.shooters, &self.victim, false, dice).end != EndState::HoldsReady;
        } else {
            let (at, weapon) = self.bursts[now.resolved - 1];
            let first = now.resolved == 1 || self.bursts[now.resolved - 2].0 != at;
            // Bursts reach bystanders independently of each other, so one bystander after the other is as good as one
            // burst after the other. An affected one ends Stunned, elsewhere or OOC, whatever else strikes him.
            if first || !now.present {
                let Bystander { own, victim } = &self.bystanders[at];
                let strike = splash(self.setting.codex, &self.setting.rules, weapon, victim.target, dice);
                let after = victim.suffer(&self.setting, strike.result, false, dice);
                now.present = EndState::from(after) != EndState::HoldsReady;
                *(if *own { &mut now.own } else { &mut now.foes }) += u16::from(now.present);
            }
        }
        if now.resolved == self.bursts.len() {
            return Step::Done(now);
        }
        now.resolved += 1;
        Step::Next(now)
    }
}
