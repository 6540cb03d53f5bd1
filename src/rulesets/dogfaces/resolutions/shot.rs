//! `shot-check`: is a shot legal?

use super::inputs::{Inputs, RULES, list, required, shooter};
use super::{CombatResolution, Setting};
use crate::dice::{Dice, Resolution, Step};
use crate::game::{Diagnostic, InputDoc, Node};
use crate::rulesets::dogfaces::codex::{Codex, Profile};
use crate::rulesets::dogfaces::combat::{Shooter, may_aim};
use crate::rulesets::dogfaces::rules::Rules;
use crate::rulesets::dogfaces::sight::{Screen, SightRules};
use crate::tabletop::hex::{Axial, line};

/// A shot from the origin.
pub(super) struct ShotCheck<'c> {
    setting: Setting<'c>,
    shooter: Shooter,
    target: &'c Profile,
    to: Axial,
    forest: Vec<Axial>,
    shooter_stunned: bool,
    shooter_aboard: bool,
    target_aboard: bool,
    rockets_left: u8,
}

/// What is wrong with a shot, in the order of the checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Finding {
    ShooterStunned,
    ShooterAboard,
    TargetAboard,
    NoAmmo,
    CannotHarm,
    TooClose,
    TooFar,
    ForestLimit,
    Allowed,
}

/// Farthest offset in either coordinate.
const FAR: i64 = 1000;

/// Most rockets that can be left.
const MOST_ROCKETS: i64 = 3;

fn offset(node: &Node) -> Result<Axial, Diagnostic> {
    match node.list()? {
        [q, r] => Ok(Axial::new(q.whole(-FAR..=FAR)?, r.whole(-FAR..=FAR)?)),
        other => Err(node
            .locate(Diagnostic::new(format!("expected [q, r], found {} numbers", other.len())).allowing(["[q, r]"]))),
    }
}

impl<'c> CombatResolution<'c> for ShotCheck<'c> {
    type Codex = Codex;
    const NAME: &'static str = "shot-check";
    const ABOUT: &'static str = "whether a shot from the origin is legal";
    const LABELS: &'static [&'static str] = &[
        "shooter-stunned",
        "shooter-aboard",
        "target-aboard",
        "no-ammo",
        "cannot-harm",
        "too-close",
        "too-far",
        "forest-limit",
        "allowed",
    ];

    fn inputs() -> Vec<InputDoc> {
        let flag = |name, allowed| InputDoc { name, allowed, default: "false" };
        vec![
            shooter("shooter"),
            required("to", "axial offset [q, r] of the target"),
            InputDoc { name: "forest", allowed: "list of [q, r]; the origin never counts", default: "[]" },
            InputDoc { name: "target", allowed: "unit key", default: "rifleman" },
            flag("shooter-stunned", "true: the shooter is Stunned"),
            flag("shooter-aboard", "true: the shooter is riding"),
            flag("target-aboard", "true: the target is riding"),
            InputDoc { name: "rockets-left", allowed: "0 to 3", default: "3" },
            RULES,
        ]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let shooter = inputs.shooter("shooter");
        let to = inputs.table.required("to", offset);
        let forest = inputs.table.or("forest", Vec::new(), |node| list(node, offset));
        let target = inputs.unit_or("target", "rifleman");
        let shooter_stunned = inputs.table.or("shooter-stunned", false, Node::flag);
        let shooter_aboard = inputs.table.or("shooter-aboard", false, Node::flag);
        let target_aboard = inputs.table.or("target-aboard", false, Node::flag);
        let rockets_left = inputs.table.or("rockets-left", MOST_ROCKETS as u8, |node| node.whole(0..=MOST_ROCKETS));
        let setting = Setting { codex: inputs.codex, rules: inputs.rules(&Rules::default()) };
        Some(Self {
            setting,
            shooter: shooter?,
            target: target?,
            to: to?,
            forest,
            shooter_stunned,
            shooter_aboard,
            target_aboard,
            rockets_left,
        })
    }

    fn label(&self, finding: &Finding) -> usize {
        *finding as usize
    }
}

impl ShotCheck<'_> {
    fn finding(&self) -> Finding {
        let weapon = self.shooter.weapon(self.setting.codex);
        let range = self.to.length();
        if self.shooter_stunned {
            Finding::ShooterStunned
        } else if self.shooter_aboard {
            Finding::ShooterAboard
        } else if self.target_aboard && !self.setting.rules.riders_targetable {
            Finding::TargetAboard
        } else if weapon.ammo.is_some() && self.rockets_left == 0 {
            Finding::NoAmmo
        } else if !may_aim(weapon, self.target) {
            Finding::CannotHarm
        } else if range < u16::from(weapon.min) {
            Finding::TooClose
        } else if range > u16::from(weapon.max) {
            Finding::TooFar
        } else if range > u16::from(self.terrain_limit()) {
            Finding::ForestLimit
        } else {
            Finding::Allowed
        }
    }

    /// The longest shot that the forest leaves (DF-LOS-03 to DF-LOS-05).
    fn terrain_limit(&self) -> u8 {
        let codex = self.setting.codex;
        let forest = codex.terrain("forest").map(|at| &codex.terrain[usize::from(at)]);
        let screen =
            |at| forest.filter(|_| self.forest.contains(&at)).map(|terrain| Screen::of(terrain, terrain.height));
        SightRules::of(&self.setting.rules).limit(self.to, &line(self.to), screen)
    }
}

impl Resolution for ShotCheck<'_> {
    type State = ();
    type Outcome = Finding;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), _dice: &mut D) -> Step<(), Finding> {
        Step::Done(self.finding())
    }
}
