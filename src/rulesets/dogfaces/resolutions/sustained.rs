//! `sustained-fire`: the same shooters fire at the same target turn after turn.

use super::attack::fire;
use super::inputs::{
    AT_TERRAIN, FIRE, Inputs, LOWER, POLICY, RETREAT, RULES, SHOOTERS, STATE, TARGET, TURNS, leader, medic,
};
use super::victim::{EndState, Path, Victim};
use super::{CombatResolution, Setting};
use crate::dice::{AsUsual, Decider, Dice, Resolution, Step};
use crate::game::{DecisionDoc, InputDoc, Node, OpenEnded, Sides};
use crate::rulesets::dogfaces::codex::{Codex, Profile};
use crate::rulesets::dogfaces::combat::{Shooter, Target};
use crate::rulesets::dogfaces::recovery::{lent_number, recovers, recovery_number, treats};
use crate::rulesets::dogfaces::rules::Rules;

/// Shooters who fire every turn while their ammunition lasts.
pub(super) struct Rota {
    /// Those whose ammunition lasts longest come first.
    shooters: Vec<Shooter>,
    /// Turns in which each of them fires.
    turns: Vec<u16>,
}

impl Rota {
    pub(super) fn new(codex: &Codex, mut shooters: Vec<Shooter>) -> Self {
        let lasts = |shooter: &Shooter| shooter.weapon(codex).ammo.map_or(u16::MAX, u16::from);
        shooters.sort_by_key(|shooter| std::cmp::Reverse(lasts(shooter)));
        let turns = shooters.iter().map(lasts).collect();
        Self { shooters, turns }
    }

    /// Those who fire in `turn`, counted from 1.
    pub(super) fn in_turn(&self, turn: u16) -> &[Shooter] {
        &self.shooters[..self.turns.partition_point(|last| *last >= turn)]
    }
}

/// How a unit recovers from Stun, turn after turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Care {
    number: u8,
    treated: bool,
}

impl Care {
    /// The care of `patient` by a leader and a medic that are ready and near throughout.
    pub(super) fn new(rules: &Rules, patient: &Profile, leader: Option<&Profile>, medic: bool) -> Self {
        let lent = leader.map(|leader| lent_number(rules, leader));
        Self { number: recovery_number(patient, lent), treated: medic && treats(rules, false, patient, false) }
    }

    /// Whether the unit is still Stunned after the Stun Recovery Phase.
    pub(super) fn still_stunned<D: Dice>(self, stunned: bool, dice: &mut D) -> bool {
        stunned && !recovers(self.number, self.treated, dice)
    }
}

/// The same attack every turn, with a Stun Recovery Phase after each.
pub(super) struct SustainedFire<'c> {
    setting: Setting<'c>,
    shooters: Rota,
    victim: Victim<'c>,
    care: Care,
    stunned: bool,
    turns: u16,
}

/// The target before a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct UnderFire {
    turn: u16,
    stunned: bool,
}

/// How it ended, and in which turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Outlasted {
    end: End,
    turns: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum End {
    Ready,
    Stunned,
    DrivenOff,
    OutOfCombat,
}

impl<'c> CombatResolution<'c> for SustainedFire<'c> {
    type Codex = Codex;
    const NAME: &'static str = "sustained-fire";
    const ABOUT: &'static str =
        "the same shooters at the same target every turn, until it is gone or the turns are over";
    const LABELS: &'static [&'static str] = &["ready", "stunned", "driven-off", "ooc"];
    const NUMBERS: &'static [&'static str] = &["turns"];
    const OPEN_ENDED: Option<OpenEnded> = Some(OpenEnded { number: "turns", cut: &["ready", "stunned"], absent: &[] });
    const SIDES: Option<Sides> = FIRE;
    const DECISIONS: Option<DecisionDoc> = Some(RETREAT);

    fn inputs() -> Vec<InputDoc> {
        vec![SHOOTERS, TARGET, AT_TERRAIN, LOWER, STATE, POLICY, RULES, TURNS, leader("leader"), medic("medic")]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let codex = inputs.codex;
        let (shooters, profile) = (inputs.shooters(SHOOTERS.name), inputs.unit(TARGET.name));
        let (terrain, lower, stunned) = (inputs.terrain(AT_TERRAIN.name), inputs.lower(), inputs.stunned());
        let policy = inputs.policy();
        let rules = inputs.rules(&Rules::default());
        let (turns, leader) = (inputs.length(TURNS.name, 1), inputs.leader("leader"));
        let medic = inputs.table.or("medic", false, Node::flag);
        let (shooters, profile) = (shooters?, profile?);
        inputs.check_aim(&shooters, profile);
        let care = Care::new(&rules, profile, leader, medic);
        let target = Target { profile, terrain: terrain?, lower };
        let victim = Victim { target, covered: leader.is_some(), policy, path: Path::Clear, seat: Some(0) };
        let setting = Setting { codex, rules };
        Some(Self { setting, shooters: Rota::new(codex, shooters), victim, care, stunned, turns })
    }

    fn label(&self, outlasted: &Outlasted) -> usize {
        outlasted.end as usize
    }

    fn values(&self, outlasted: &Outlasted) -> Vec<i64> {
        vec![i64::from(outlasted.turns)]
    }

    fn losses(&self, outlasted: &Outlasted) -> [f64; 2] {
        [0.0, f64::from(u8::from(outlasted.end == End::OutOfCombat))]
    }
}

impl Resolution for SustainedFire<'_> {
    type State = UnderFire;
    type Outcome = Outlasted;

    fn begin(&self) -> UnderFire {
        UnderFire { turn: 1, stunned: self.stunned }
    }

    fn step<D: Dice>(&self, now: UnderFire, dice: &mut D) -> Step<UnderFire, Outlasted> {
        self.step_deciding(now, &mut AsUsual(dice))
    }

    fn step_deciding<D: Dice + Decider>(&self, now: UnderFire, dice: &mut D) -> Step<UnderFire, Outlasted> {
        let hit = fire(&self.setting, self.shooters.in_turn(now.turn), &self.victim, now.stunned, dice);
        let done = |end| Step::Done(Outlasted { end, turns: now.turn });
        let stunned = match hit.end {
            EndState::OutOfCombat => return done(End::OutOfCombat),
            EndState::FallsBackReady | EndState::FallsBackStunned => return done(End::DrivenOff),
            EndState::HoldsReady => false,
            EndState::HoldsStunned => true,
        };
        let stunned = self.care.still_stunned(stunned, dice);
        match (now.turn == self.turns, stunned) {
            (true, true) => done(End::Stunned),
            (true, false) => done(End::Ready),
            (false, stunned) => Step::Next(UnderFire { turn: now.turn + 1, stunned }),
        }
    }
}
