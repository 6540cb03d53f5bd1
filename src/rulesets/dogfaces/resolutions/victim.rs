//! What becomes of a unit that is hit, when its surroundings are told and not measured.

use super::Setting;
use crate::dice::{Decider, Dice};
use crate::rulesets::dogfaces::codex::CombatResult;
use crate::rulesets::dogfaces::combat::{
    Aftermath, RetreatPolicy, Target, after_traits, retreat_length, settle, stands,
};

/// How far a retreat can go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Path {
    /// As far as it must.
    #[default]
    Clear,
    /// One hex, which is enough in a town.
    OneHex,
    /// Nowhere.
    Blocked,
}

impl Path {
    pub(super) const CHOICES: [(&'static str, Path); 3] =
        [("clear", Path::Clear), ("one-hex", Path::OneHex), ("blocked", Path::Blocked)];

    /// Hexes open to a retreat that takes `needed`.
    fn open(self, needed: u8) -> u8 {
        match self {
            Path::Clear => needed,
            Path::OneHex => needed.min(1),
            Path::Blocked => 0,
        }
    }
}

/// A unit under fire and what is assumed about its surroundings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Victim<'c> {
    pub(super) target: Target<'c>,
    /// A ready friendly leader covers it.
    pub(super) covered: bool,
    pub(super) policy: RetreatPolicy,
    pub(super) path: Path,
    /// Whose choice it is, for or against what is wanted, where best play is asked for; the policy decides when none.
    pub(super) seat: Option<usize>,
}

impl Victim<'_> {
    /// Whether the owner rolls against a retreat, which he may choose once he has seen the result (DF-LDR-01).
    fn tries(&self, left: CombatResult, stunned: bool, complete: bool, decider: &mut impl Decider) -> bool {
        let usual = self.policy.tries(left, stunned, complete);
        self.seat.map_or(usual, |seat| decider.decide(seat, usual))
    }

    /// Steps 6 to 9 of the order of effects: `result` strikes the unit, which was `stunned` or not.
    pub(super) fn suffer<D: Dice + Decider>(
        &self,
        setting: &Setting<'_>,
        result: CombatResult,
        stunned: bool,
        dice: &mut D,
    ) -> Aftermath {
        let profile = self.target.profile;
        let needed = retreat_length(setting.codex, self.target.terrain);
        let possible = self.path.open(needed);
        let mut left = after_traits(profile, result);
        // DF-LDR-01; a leader has his own benefit, Stunned or not (DF-LDR-06).
        let benefit = self.covered || profile.lead > 0;
        if left.retreats()
            && benefit
            && self.tries(left, stunned, possible >= needed, dice)
            && stands(setting.codex, dice)
        {
            left = left.without_retreat();
        }
        settle(&setting.rules, profile, left, stunned, needed, possible)
    }
}

/// What a unit is after an attack, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum EndState {
    HoldsReady,
    HoldsStunned,
    FallsBackReady,
    FallsBackStunned,
    OutOfCombat,
}

impl EndState {
    pub(super) const LABELS: [&'static str; 5] =
        ["holds-ready", "holds-stunned", "falls-back-ready", "falls-back-stunned", "ooc"];

    pub(super) fn new(removed: bool, moved: bool, stunned: bool) -> Self {
        match (removed, moved, stunned) {
            (true, _, _) => EndState::OutOfCombat,
            (false, false, false) => EndState::HoldsReady,
            (false, false, true) => EndState::HoldsStunned,
            (false, true, false) => EndState::FallsBackReady,
            (false, true, true) => EndState::FallsBackStunned,
        }
    }
}

impl From<Aftermath> for EndState {
    fn from(after: Aftermath) -> Self {
        EndState::new(after.removed, after.steps > 0, after.stunned)
    }
}
