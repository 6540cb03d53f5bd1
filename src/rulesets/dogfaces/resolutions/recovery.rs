//! `stun-recovery`: one unit through several Stun Recovery Phases.

use super::inputs::{Inputs, RULES, TURNS, unit};
use super::retreat::LEADERS;
use super::{CombatResolution, Setting};
use crate::dice::{Dice, Resolution, Step};
use crate::game::{InputDoc, OpenEnded};
use crate::rulesets::dogfaces::codex::{Codex, Profile};
use crate::rulesets::dogfaces::recovery::{lent_number, recovers, recovery_number, treats};
use crate::rulesets::dogfaces::rules::{RecoveryOrder, Rules};

/// A Stunned unit, leaders in range of it, and perhaps a medic.
pub(super) struct StunRecovery<'c> {
    setting: Setting<'c>,
    patient: &'c Profile,
    treated: bool,
    /// The best number that leaders lend who are ready from the start.
    lent: Option<u8>,
    /// Stunned leaders that are alike.
    groups: Vec<Group>,
    phases: u16,
}

/// Leaders who are Stunned at first: their own number and the one they lend.
struct Group {
    own: u8,
    lends: u8,
    leaders: u32,
}

/// A medic next to the unit.
#[derive(Clone, Copy)]
enum Medic {
    None,
    Ready,
    Stunned,
}

/// After some phases: the number that leaders lend by now, and how many of each group are still Stunned.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Waiting {
    phases: u16,
    lent: Option<u8>,
    stunned: Vec<u32>,
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Recovered {
    recovered: bool,
    phases: u16,
}

impl<'c> CombatResolution<'c> for StunRecovery<'c> {
    type Codex = Codex;
    const NAME: &'static str = "stun-recovery";
    const ABOUT: &'static str = "a Stunned unit through one or more Stun Recovery Phases";
    const LABELS: &'static [&'static str] = &["recovered", "still-stunned"];
    const NUMBERS: &'static [&'static str] = &["turns"];
    const OPEN_ENDED: Option<OpenEnded> = Some(OpenEnded { number: "turns", cut: &["still-stunned"], absent: &[] });

    fn inputs() -> Vec<InputDoc> {
        vec![
            unit("unit"),
            LEADERS,
            InputDoc { name: "medic", allowed: "none, adjacent, adjacent-stunned", default: "none" },
            InputDoc { name: "phases", ..TURNS },
            RULES,
        ]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let patient = inputs.unit("unit");
        let leaders = inputs.leaders();
        let medics = [("none", Medic::None), ("adjacent", Medic::Ready), ("adjacent-stunned", Medic::Stunned)];
        let medic = inputs.table.or("medic", Medic::None, |node| node.one_of("place of a medic", &medics));
        let phases = inputs.length("phases", 1);
        let rules = inputs.rules(&Rules::default());
        let patient = patient?;

        let (mut lent, mut groups) = (None, Vec::<Group>::new());
        for leader in leaders.iter().filter(|leader| leader.in_range()) {
            let (own, lends) = (leader.profile.recovers, lent_number(&rules, leader.profile));
            if lends >= patient.recovers {
                continue;
            }
            if !leader.stunned {
                lent = better(lent, lends);
            } else if let Some(group) = groups.iter_mut().find(|group| (group.own, group.lends) == (own, lends)) {
                group.leaders += 1;
            } else {
                groups.push(Group { own, lends, leaders: 1 });
            }
        }
        let treated = match medic {
            Medic::None => false,
            Medic::Ready => treats(&rules, false, patient, false),
            Medic::Stunned => treats(&rules, true, patient, false),
        };
        Some(Self { setting: Setting { codex: inputs.codex, rules }, patient, treated, lent, groups, phases })
    }

    fn label(&self, end: &Recovered) -> usize {
        usize::from(!end.recovered)
    }

    fn values(&self, end: &Recovered) -> Vec<i64> {
        vec![i64::from(end.phases)]
    }
}

/// The lower of two recovery numbers (DF-LDR-04).
fn better(lent: Option<u8>, number: u8) -> Option<u8> {
    Some(lent.map_or(number, |lent| lent.min(number)))
}

impl Resolution for StunRecovery<'_> {
    type State = Waiting;
    type Outcome = Recovered;

    fn begin(&self) -> Waiting {
        let stunned = self.groups.iter().map(|group| group.leaders).collect();
        Waiting { phases: 0, lent: self.lent, stunned }
    }

    fn step<D: Dice>(&self, mut now: Waiting, dice: &mut D) -> Step<Waiting, Recovered> {
        now.phases += 1;
        let before = now.lent;
        for (group, stunned) in self.groups.iter().zip(&mut now.stunned) {
            let ready = dice.successes(*stunned, group.own);
            *stunned -= ready;
            if ready > 0 {
                now.lent = better(now.lent, group.lends);
            }
        }
        let lent = match self.setting.rules.recovery_order {
            // DF-REC-05
            RecoveryOrder::Simultaneous => before,
            RecoveryOrder::LeadersFirst => now.lent,
        };
        let recovered = recovers(recovery_number(self.patient, lent), self.treated, dice);
        if recovered || now.phases == self.phases {
            return Step::Done(Recovered { recovered, phases: now.phases });
        }
        // A leader whose number is no better than the present one makes no difference any more.
        for (group, stunned) in self.groups.iter().zip(&mut now.stunned) {
            if now.lent.is_some_and(|lent| lent <= group.lends) {
                *stunned = 0;
            }
        }
        Step::Next(now)
    }
}
