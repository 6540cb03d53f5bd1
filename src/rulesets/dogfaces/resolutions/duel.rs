//! `duel`: two principals shoot it out.

use super::attack::fire;
use super::inputs::{Inputs, POLICY, RETREAT, RULES, TURNS, leader, medic, shooter, support, terrain};
use super::sustained::{Care, Rota};
use super::victim::{EndState, Path, Victim};
use super::{CombatResolution, Setting};
use crate::dice::{AsUsual, Decider, Dice, Resolution, Step};
use crate::game::{DecisionDoc, InputDoc, Node, OpenEnded, Side, Sides};
use crate::rulesets::dogfaces::codex::Codex;
use crate::rulesets::dogfaces::combat::{Lower, Shooter, Target};
use crate::rulesets::dogfaces::rules::Rules;

/// Two principals, each with supporters who are never shot at.
pub(super) struct Duel<'c> {
    setting: Setting<'c>,
    corners: [Corner<'c>; 2],
    turns: u16,
}

/// One side of a duel.
struct Corner<'c> {
    principal: Shooter,
    /// Shots that the principal has in all; none when unlimited.
    ammo: Option<u8>,
    support: Rota,
    /// The principal under fire.
    victim: Victim<'c>,
    care: Care,
}

/// Whose fire is next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    Fire(Side),
    Recovery,
}

/// The duel before a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Standoff {
    turn: u16,
    phase: Phase,
    stunned: [bool; 2],
    /// Shots fired by the principals whose ammunition is limited.
    fired: [u8; 2],
}

/// How it ended, and in which turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Decision {
    end: End,
    turns: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum End {
    AKills,
    BKills,
    ADrivenOff,
    BDrivenOff,
    Undecided,
}

impl<'c> CombatResolution<'c> for Duel<'c> {
    type Codex = Codex;
    const NAME: &'static str = "duel";
    const ABOUT: &'static str = "two units shoot at each other turn after turn, a first, until one is gone";
    const LABELS: &'static [&'static str] = &["a-kills", "b-kills", "a-driven-off", "b-driven-off", "undecided"];
    const NUMBERS: &'static [&'static str] = &["turns"];
    const OPEN_ENDED: Option<OpenEnded> = Some(OpenEnded { number: "turns", cut: &["undecided"], absent: &[] });
    const SIDES: Option<Sides> =
        Some(Sides { keys: ["a", "b"], mutual: true, support: [&["a-support"], &["b-support"]] });
    const DECISIONS: Option<DecisionDoc> = Some(DecisionDoc {
        about: "either side rolls against a retreat or not, a for what is wanted and b against it",
        ..RETREAT
    });

    fn inputs() -> Vec<InputDoc> {
        vec![
            shooter("a"),
            shooter("b"),
            support("a-support"),
            support("b-support"),
            terrain("a-terrain"),
            terrain("b-terrain"),
            leader("a-leader"),
            leader("b-leader"),
            medic("a-medic"),
            medic("b-medic"),
            InputDoc { default: "6", ..TURNS },
            POLICY,
            RULES,
        ]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let codex = inputs.codex;
        let principals = [inputs.shooter("a"), inputs.shooter("b")];
        let support = [inputs.support("a-support"), inputs.support("b-support")];
        let terrain = [inputs.terrain("a-terrain"), inputs.terrain("b-terrain")];
        let leaders = [inputs.leader("a-leader"), inputs.leader("b-leader")];
        let medics = ["a-medic", "b-medic"].map(|key| inputs.table.or(key, false, Node::flag));
        let (turns, policy) = (inputs.length(TURNS.name, 6), inputs.policy());
        let rules = inputs.rules(&Rules::default());

        let (principals, terrain) = ([principals[0]?, principals[1]?], [terrain[0]?, terrain[1]?]);
        let profiles = principals.map(|principal| &codex.profiles[usize::from(principal.profile)]);
        for (side, other) in [(0, 1), (1, 0)] {
            inputs.check_aim(&[principals[side]], profiles[other]);
            inputs.check_aim(&support[side], profiles[other]);
        }
        let [a_support, b_support] = support;
        let corner = |side: usize, support| Corner {
            principal: principals[side],
            ammo: principals[side].weapon(codex).ammo,
            support: Rota::new(codex, support),
            victim: Victim {
                // A hill stands above the enemy.
                target: Target { profile: profiles[side], terrain: terrain[side], lower: Lower::All },
                covered: leaders[side].is_some(),
                policy,
                path: Path::Clear,
                seat: Some(side),
            },
            care: Care::new(&rules, profiles[side], leaders[side], medics[side]),
        };
        let corners = [corner(0, a_support), corner(1, b_support)];
        Some(Self { setting: Setting { codex, rules }, corners, turns })
    }

    fn label(&self, decision: &Decision) -> usize {
        decision.end as usize
    }

    fn values(&self, decision: &Decision) -> Vec<i64> {
        vec![i64::from(decision.turns)]
    }

    fn losses(&self, decision: &Decision) -> [f64; 2] {
        [End::BKills, End::AKills].map(|end| f64::from(u8::from(decision.end == end)))
    }
}

impl Duel<'_> {
    /// `side` fires at the enemy principal: its own unless he is Stunned or out of ammunition, and its supporters.
    fn fire<D: Dice + Decider>(&self, side: Side, mut now: Standoff, dice: &mut D) -> Step<Standoff, Decision> {
        let (own, other) = (side.index(), side.other().index());
        let corner = &self.corners[own];
        let mut shooters = corner.support.in_turn(now.turn).to_vec();
        if !now.stunned[own] && corner.ammo.is_none_or(|ammo| now.fired[own] < ammo) {
            shooters.push(corner.principal);
            // DF-ATK-20
            now.fired[own] += u8::from(corner.ammo.is_some());
        }
        let hit = fire(&self.setting, &shooters, &self.corners[other].victim, now.stunned[other], dice);
        let ends = |ends: [End; 2]| Step::Done(Decision { end: ends[own], turns: now.turn });
        match hit.end {
            EndState::OutOfCombat => return ends([End::AKills, End::BKills]),
            EndState::FallsBackReady | EndState::FallsBackStunned => return ends([End::BDrivenOff, End::ADrivenOff]),
            EndState::HoldsReady => now.stunned[other] = false,
            EndState::HoldsStunned => now.stunned[other] = true,
        }
        now.phase = match side {
            Side::A => Phase::Fire(Side::B),
            Side::B => Phase::Recovery,
        };
        Step::Next(now)
    }

    /// Both recover, and the next turn begins.
    fn recover<D: Dice>(&self, mut now: Standoff, dice: &mut D) -> Step<Standoff, Decision> {
        for (corner, stunned) in self.corners.iter().zip(&mut now.stunned) {
            *stunned = corner.care.still_stunned(*stunned, dice);
        }
        if now.turn == self.turns {
            return Step::Done(Decision { end: End::Undecided, turns: now.turn });
        }
        (now.turn, now.phase) = (now.turn + 1, Phase::Fire(Side::A));
        Step::Next(now)
    }
}

impl Resolution for Duel<'_> {
    type State = Standoff;
    type Outcome = Decision;

    fn begin(&self) -> Standoff {
        Standoff { turn: 1, phase: Phase::Fire(Side::A), stunned: [false; 2], fired: [0; 2] }
    }

    fn step<D: Dice>(&self, now: Standoff, dice: &mut D) -> Step<Standoff, Decision> {
        self.step_deciding(now, &mut AsUsual(dice))
    }

    fn step_deciding<D: Dice + Decider>(&self, now: Standoff, dice: &mut D) -> Step<Standoff, Decision> {
        match now.phase {
            Phase::Fire(side) => self.fire(side, now, dice),
            Phase::Recovery => self.recover(now, dice),
        }
    }
}
