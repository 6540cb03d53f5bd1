//! Melees until somebody routs: exact chances, worked out backwards over all states of a pair.

use super::{Contender, Stake};
use crate::rulesets::hexcommand::codex::Codex;
use crate::rulesets::hexcommand::melee::{Corner, fatigued, harm, pressed};
use crate::rulesets::hexcommand::rules::Rules;

/// Differences of melee values that are told apart, either way. What a pair can still lose never makes up for a larger one.
const GAP: i32 = 7;

/// Differences of melee values.
const GAPS: usize = 2 * GAP as usize + 1;

/// Hits that a unit may still take: 1 to so many.
const LEFT: usize = 4;

/// Levels of cover: 0 to so many less one.
const COVERS: usize = 4;

/// Who helps the attacker: nobody, somebody in front of the defender, somebody in its flank or rear.
const HELPERS: usize = 3;

/// How a unit comes at its enemy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Approach {
    /// Into flank or rear of the defender.
    pub flank: bool,
    /// Levels of cover of the defender.
    pub cover: u8,
    /// Levels of cover of the attacker against fire.
    pub attacker_cover: u8,
    /// Points of melee value of the attacker beside its own: cover in melee, support past the plane.
    pub bonus: i8,
    /// Another unit of the attacker's side is in contact with the defender too.
    pub helper: Option<Helper>,
}

/// Another unit in contact with the defender, whose primary enemy is the attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Helper {
    /// In front of it.
    Front,
    /// In its flank or rear.
    Flank,
}

/// What comes of a melee.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Chance that the defender alone routs.
    pub win: f32,
    /// Chance that the attacker alone routs.
    pub lose: f32,
    /// Hits that the defender is expected to take.
    pub given: f32,
    /// Hits that the attacker is expected to take.
    pub taken: f32,
}

impl Outcome {
    /// Adds another one at a chance.
    pub fn add(&mut self, other: &Outcome, chance: f32) {
        self.win += chance * other.win;
        self.lose += chance * other.lose;
        self.given += chance * other.given;
        self.taken += chance * other.taken;
    }

    /// What it is worth to the attacker: what the defender is expected to lose less what it loses itself, a rout counting one
    /// hit more.
    #[must_use]
    pub fn worth(&self, attacker: &Stake, defender: &Stake) -> f32 {
        defender.hit * (self.given + 1.0 - self.lose) - attacker.hit * (self.taken + 1.0 - self.win)
    }
}

/// What a throw of all dice does: hits and TE of the attacker, then of the defender.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Toll {
    chance: f32,
    attacker: (u8, u8),
    defender: (u8, u8),
}

/// All melees of two units, of whom the second one may have another enemy.
#[derive(Clone, Debug)]
pub struct Struggles {
    outcomes: Vec<Outcome>,
    /// Most TE.
    limit: u8,
}

/// A pair before a round.
#[derive(Clone, Copy, Debug)]
struct State {
    /// Melee value of the attacker less that of the defender, cover included.
    gap: i32,
    /// Hits that the two can still take.
    left: [u8; 2],
    /// Their TE.
    te: [u8; 2],
    /// Levels of cover of the defender.
    cover: u8,
    flank: bool,
    helper: usize,
}

impl Struggles {
    /// Works everything out.
    #[must_use]
    pub fn new(codex: &Codex, rules: &Rules) -> Self {
        let limit = rules.fatigue_max;
        let tes = usize::from(limit) + 1;
        let size = 2 * HELPERS * LEFT * LEFT * tes * tes * COVERS * GAPS;
        let mut all = Self { outcomes: vec![Outcome::default(); size], limit };
        for flank in [false, true] {
            for helper in 0..HELPERS {
                let throws = [-1, 0, 1].map(|gap| throws(codex, rules, gap, flank, helper));
                // Hits left only fall, TE only grows, cover only falls: what follows a state is known before it.
                for at in 0..LEFT * LEFT * tes * tes * COVERS * GAPS {
                    let (rest, gap) = (at / GAPS, at % GAPS);
                    let (rest, cover) = (rest / COVERS, rest % COVERS);
                    let (rest, rested) = (rest / tes, rest % tes);
                    let (rest, fresh) = (rest / tes, rest % tes);
                    let state = State {
                        gap: gap as i32 - GAP,
                        left: [(rest / LEFT) as u8 + 1, (rest % LEFT) as u8 + 1],
                        te: [limit - fresh as u8, limit - rested as u8],
                        cover: cover as u8,
                        flank,
                        helper,
                    };
                    let outcome = all.work_out(rules, &state, &throws[(state.gap.signum() + 1) as usize]);
                    let index = all.index(&state);
                    all.outcomes[index] = outcome;
                }
            }
        }
        all
    }

    fn index(&self, state: &State) -> usize {
        let tes = usize::from(self.limit) + 1;
        let fresh = state.te.map(|te| usize::from(self.limit.saturating_sub(te)));
        let left = state.left.map(|left| usize::from(left).clamp(1, LEFT) - 1);
        let mut at = usize::from(state.flank) * HELPERS + state.helper;
        at = (at * LEFT + left[0]) * LEFT + left[1];
        at = (at * tes + fresh[0]) * tes + fresh[1];
        at = at * COVERS + usize::from(state.cover).min(COVERS - 1);
        at * GAPS + (state.gap.clamp(-GAP, GAP) + GAP) as usize
    }

    /// What comes of a state, once what comes of those that may follow it is known.
    fn work_out(&self, rules: &Rules, state: &State, throws: &[Toll]) -> Outcome {
        let (mut sum, mut stays) = (Outcome::default(), 0.0);
        for toll in throws {
            let (own, other) =
                (self.suffer(rules, state, 0, toll.attacker), self.suffer(rules, state, 1, toll.defender));
            let ([taken, given], routs) = ([own.0, other.0], [own.0 >= state.left[0], other.0 >= state.left[1]]);
            let dealt = Outcome {
                win: 0.0,
                lose: 0.0,
                given: f32::from(given.min(state.left[1])),
                taken: f32::from(taken.min(state.left[0])),
            };
            sum.add(&dealt, toll.chance);
            match routs {
                [false, false] => {
                    let wears = rules.melee_cover_degrades && state.cover > 0;
                    let next = State {
                        gap: state.gap - own.2 + other.2 + i32::from(wears),
                        left: [state.left[0] - taken, state.left[1] - given],
                        te: [own.1, other.1],
                        cover: state.cover - u8::from(wears),
                        ..*state
                    };
                    if (next.left, next.te, next.cover) == (state.left, state.te, state.cover) {
                        stays += toll.chance;
                    } else {
                        sum.add(&self.outcomes[self.index(&next)], toll.chance);
                    }
                }
                [true, true] => {}
                [true, false] => sum.lose += toll.chance,
                [false, true] => sum.win += toll.chance,
            }
        }
        // A round that changes nothing is fought again.
        let mut outcome = Outcome::default();
        if stays < 1.0 {
            outcome.add(&sum, 1.0 / (1.0 - stays));
        }
        outcome
    }

    /// What hits and TE do to one of the two (HX-MEL-13): hits really taken, its TE, points of strength lost.
    fn suffer(&self, rules: &Rules, state: &State, place: usize, (hits, te): (u8, u8)) -> (u8, u8, i32) {
        let before = state.te[place];
        let after = (before + te).min(self.limit);
        let hits = hits + before + te - after;
        let tires = fatigued(rules, after) && !fatigued(rules, before);
        (hits, after, i32::from(hits) + i32::from(tires))
    }

    /// What becomes of two units that fight until one of them routs.
    #[must_use]
    pub fn outcome(&self, attacker: &Contender, defender: &Contender, approach: &Approach) -> Outcome {
        let gap = attacker.strength + i32::from(approach.bonus) + i32::from(approach.flank)
            - defender.strength
            - i32::from(approach.cover);
        self.outcomes[self.index(&State {
            gap,
            left: [attacker.left, defender.left],
            te: [attacker.te, defender.te],
            cover: approach.cover,
            flank: approach.flank,
            helper: match approach.helper {
                None => 0,
                Some(Helper::Front) => 1,
                Some(Helper::Flank) => 2,
            },
        })]
    }
}

/// All that the dice of a round may do, by whether the attacker is weaker, equal or stronger. A helper is taken to be as
/// strong against the defender as the attacker is; what the defender does to it is left out.
fn throws(codex: &Codex, rules: &Rules, gap: i32, flank: bool, helper: usize) -> Vec<Toll> {
    let faces = &codex.cube(rules.dice_mapping).faces;
    let mut tolls: Vec<Toll> = Vec::new();
    let mut put = |chance: f32, attacker: (u8, u8), defender: (u8, u8)| match tolls
        .iter_mut()
        .find(|toll| (toll.attacker, toll.defender) == (attacker, defender))
    {
        Some(toll) => toll.chance += chance,
        None => tolls.push(Toll { chance, attacker, defender }),
    };
    let corners = |flanked: bool| {
        let own = Corner { strength: gap, flanked: false, commander: false };
        (own, Corner { strength: 0, flanked, commander: false })
    };
    let pairs = || faces.iter().flat_map(|own| faces.iter().map(move |other| [*own, *other]));
    let (own, other) = corners(flank);
    for [mine, theirs] in pairs() {
        let on_own = harm(rules, [own, other], [mine, theirs]);
        let on_other = harm(rules, [other, own], [theirs, mine]);
        let attacker = (on_own.hits, on_own.te + pressed(rules, gap, 0));
        let defender = (on_other.hits, on_other.te + pressed(rules, 0, gap));
        if helper == 0 {
            put(1.0 / 36.0, attacker, defender);
            continue;
        }
        let (friend, foe) = corners(helper == 2);
        for [his, theirs] in pairs() {
            let more = harm(rules, [foe, friend], [theirs, his]);
            let defender = (defender.0 + more.hits, defender.1 + more.te);
            put(1.0 / 1296.0, attacker, defender);
        }
    }
    tolls
}
