//! `leaving-combat`, `combat-ready-exchange` and `melee`: models in base contact.

use super::CombatResolution;
use super::inputs::{
    IN_COMBAT, Inputs, Need, OWN_ACTIVATION, PAIR, RULES, TARGET, commander, count, required, unit, wounds,
};
use crate::dice::{Dice, Resolution, Step};
use crate::game::{InputDoc, OpenEnded, Sides};
use crate::rulesets::darkpotential::codex::Codex;
use crate::rulesets::darkpotential::combat::{Attack, Effect};
use crate::rulesets::darkpotential::rules::{Rules, SuppressedInCombat, SuppressionInOwnActivation};

/// A model that moves out of contact with several enemies.
pub(super) struct LeavingCombat {
    attacks: Vec<Attack>,
    wounds: u32,
}

/// The leaver after some attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Leaver {
    attacks: usize,
    wounds: u32,
    suppressed: bool,
}

/// What became of the leaver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Escape {
    Steady,
    Suppressed,
    Removed,
}

impl<'c> CombatResolution<'c> for LeavingCombat {
    type Codex = Codex;
    const NAME: &'static str = "leaving-combat";
    const ABOUT: &'static str = "free attacks on a model that moves out of base contact";
    const LABELS: &'static [&'static str] = &["escapes-steady", "escapes-suppressed", "removed"];

    fn inputs() -> Vec<InputDoc> {
        [&TARGET[..], &[required("enemies", "list of tables of attacker keys, and count (1)"), RULES]].concat()
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let (target, rules) = (inputs.target(), inputs.rules());
        let node = inputs.table.required_node("enemies");
        let enemies = inputs.tables("enemies", node, |inputs| {
            let (attacker, count) = (inputs.attacker(Need::Close), inputs.count("count", 1));
            let (attacker, target) = (attacker?, target.as_ref()?);
            // DP-MOV-10, DP-MOV-11
            Some((Attack::close(&rules, attacker.skill, &attacker.weapon, target, true), count))
        });
        let wounds = target?.wounds;
        let attacks = enemies?.into_iter().flat_map(|(attack, count)| (0..count).map(move |_| attack)).collect();
        Some(Self { attacks, wounds })
    }

    fn label(&self, escape: &Escape) -> usize {
        *escape as usize
    }
}

impl Resolution for LeavingCombat {
    type State = Leaver;
    type Outcome = Escape;

    fn begin(&self) -> Leaver {
        Leaver { attacks: 0, wounds: self.wounds, suppressed: false }
    }

    fn step<D: Dice>(&self, mut leaver: Leaver, dice: &mut D) -> Step<Leaver, Escape> {
        let Some(attack) = self.attacks.get(leaver.attacks) else {
            return Step::Done(if leaver.suppressed { Escape::Suppressed } else { Escape::Steady });
        };
        leaver.attacks += 1;
        match attack.strike(leaver.wounds, !leaver.suppressed, dice) {
            Effect::Miss => {}
            Effect::Hit { lost, suppressed } => {
                leaver.wounds -= lost;
                leaver.suppressed |= suppressed;
            }
            Effect::Removed => return Step::Done(Escape::Removed), // DP-MOV-12
        }
        Step::Next(leaver)
    }
}

/// A braced model and an enemy that ends its Move within charge distance.
pub(super) struct CombatReadyExchange {
    /// The reactor's charge.
    reaction: Attack,
    /// The reactor's attack on a mover that runs.
    free: Attack,
    /// The mover's own attack.
    reply: Attack,
    reactor_wounds: u32,
    mover_wounds: u32,
    /// A mover that fails its Leadership roll has to run at once.
    flees: bool,
}

/// Where the exchange stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Exchange {
    /// The reactor strikes.
    Reaction,
    /// The mover runs, with so many wounds.
    Flight(u32),
    /// The mover strikes.
    Reply,
}

/// How the exchange ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Exchanged {
    MoverRemoved,
    MoverFled,
    ReactorRemoved,
    BothStanding,
}

impl<'c> CombatResolution<'c> for CombatReadyExchange {
    type Codex = Codex;
    const NAME: &'static str = "combat-ready-exchange";
    const ABOUT: &'static str = "a model that is Combat Ready, and an enemy that comes within its charge";
    const LABELS: &'static [&'static str] = &["mover-removed", "mover-fled", "reactor-removed", "both-standing"];
    const SIDES: Option<Sides> = Some(Sides { keys: ["reactor", "mover"], mutual: true, support: [&[], &[]] });

    fn inputs() -> Vec<InputDoc> {
        vec![
            unit("reactor"),
            unit("mover"),
            wounds("reactor-wounds"),
            wounds("mover-wounds"),
            commander("mover-commander-leadership"),
            OWN_ACTIVATION,
            IN_COMBAT,
            RULES,
        ]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let (reactor, mover) = (inputs.unit("reactor"), inputs.unit("mover"));
        let reactor_target = inputs.model(reactor, "reactor-wounds", None);
        let mover_target = inputs.model(mover, "mover-wounds", Some("mover-commander-leadership"));
        let mut rules = inputs.rules();
        let (when, what) = inputs.suppression(&mut rules);
        let (reactor, mover) = (reactor?, mover?);
        let (striker, replier) = (inputs.fighter(reactor), inputs.fighter(mover));
        let (striker, replier, reactor, mover) = (striker?, replier?, reactor_target?, mover_target?);
        let close = |free| Attack::close(&rules, striker.skill, &striker.weapon, &mover, free);
        Some(Self {
            reaction: close(false),
            free: close(true),
            reply: Attack::close(&rules, replier.skill, &replier.weapon, &reactor, false),
            reactor_wounds: reactor.wounds,
            mover_wounds: mover.wounds,
            //
            flees: (when, what) == (SuppressionInOwnActivation::Immediate, SuppressedInCombat::Flee),
        })
    }

    fn label(&self, end: &Exchanged) -> usize {
        *end as usize
    }

    fn losses(&self, end: &Exchanged) -> [f64; 2] {
        [Exchanged::ReactorRemoved, Exchanged::MoverRemoved].map(|lost| f64::from(u8::from(*end == lost)))
    }
}

impl Resolution for CombatReadyExchange {
    type State = Exchange;
    type Outcome = Exchanged;

    fn begin(&self) -> Exchange {
        Exchange::Reaction
    }

    fn step<D: Dice>(&self, now: Exchange, dice: &mut D) -> Step<Exchange, Exchanged> {
        match now {
            // DP-CBR-03, DP-CBR-04
            Exchange::Reaction => match self.reaction.strike(self.mover_wounds, self.flees, dice) {
                Effect::Removed => Step::Done(Exchanged::MoverRemoved),
                Effect::Hit { lost, suppressed: true } => Step::Next(Exchange::Flight(self.mover_wounds - lost)),
                Effect::Miss | Effect::Hit { .. } => Step::Next(Exchange::Reply),
            },
            // DP-LDR-13
            Exchange::Flight(wounds) => Step::Done(match self.free.strike(wounds, false, dice) {
                Effect::Removed => Exchanged::MoverRemoved,
                Effect::Miss | Effect::Hit { .. } => Exchanged::MoverFled,
            }),
            Exchange::Reply => Step::Done(match self.reply.strike(self.reactor_wounds, false, dice) {
                Effect::Removed => Exchanged::ReactorRemoved,
                Effect::Miss | Effect::Hit { .. } => Exchanged::BothStanding,
            }),
        }
    }
}

/// Two models in base contact over several rounds.
pub(super) struct Melee {
    /// Of A at B, and of B at A.
    strikes: [Attack; 2],
    /// The same on one that leaves.
    free: [Attack; 2],
    wounds: [u32; 2],
    activations: u32,
    /// A model that failed a Leadership roll has to run in its next activation.
    flees: bool,
}

/// A melee before an activation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Brawl {
    activations: u32,
    wounds: [u32; 2],
    /// The model that activates next has failed a Leadership roll.
    suppressed: bool,
}

/// How a melee ends; the number is the model, A first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Settled {
    Removed(usize),
    Fled(usize),
    Undecided,
}

impl<'c> CombatResolution<'c> for Melee {
    type Codex = Codex;
    const NAME: &'static str = "melee";
    const ABOUT: &'static str = "two models in base contact, striking turn about";
    const LABELS: &'static [&'static str] = &["a-removed", "b-removed", "a-fled", "b-fled", "both-standing"];
    const NUMBERS: &'static [&'static str] = &["rounds"];
    const OPEN_ENDED: Option<OpenEnded> = Some(OpenEnded { number: "rounds", cut: &["both-standing"], absent: &[] });
    const SIDES: Option<Sides> = PAIR;

    fn inputs() -> Vec<InputDoc> {
        vec![
            unit("a"),
            unit("b"),
            wounds("a-wounds"),
            wounds("b-wounds"),
            commander("a-commander-leadership"),
            commander("b-commander-leadership"),
            count("rounds", "6"),
            IN_COMBAT,
            RULES,
        ]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let (a, b) = (inputs.unit("a"), inputs.unit("b"));
        let a_target = inputs.model(a, "a-wounds", Some("a-commander-leadership"));
        let b_target = inputs.model(b, "b-wounds", Some("b-commander-leadership"));
        let (rounds, mut rules) = (inputs.count("rounds", 6), inputs.rules());
        inputs.rule(IN_COMBAT.name, &mut rules);
        let (a, b) = (a?, b?);
        let (a, b) = (inputs.fighter(a), inputs.fighter(b));
        let (a, b, targets) = (a?, b?, [a_target?, b_target?]);
        let strikes = |rules: &Rules, free| {
            [
                Attack::close(rules, a.skill, &a.weapon, &targets[1], free),
                Attack::close(rules, b.skill, &b.weapon, &targets[0], free),
            ]
        };
        Some(Self {
            strikes: strikes(&rules, false),
            free: strikes(&rules, true),
            wounds: targets.map(|target| target.wounds),
            activations: 2 * rounds,
            flees: rules.suppressed_in_combat == SuppressedInCombat::Flee,
        })
    }

    fn label(&self, (end, _): &(Settled, u32)) -> usize {
        match end {
            Settled::Removed(model) => *model,
            Settled::Fled(model) => 2 + *model,
            Settled::Undecided => 4,
        }
    }

    fn values(&self, (_, rounds): &(Settled, u32)) -> Vec<i64> {
        vec![i64::from(*rounds)]
    }

    fn losses(&self, (end, _): &(Settled, u32)) -> [f64; 2] {
        [0, 1].map(|model| f64::from(u8::from(*end == Settled::Removed(model))))
    }
}

impl Resolution for Melee {
    type State = Brawl;
    /// How it ends, and the rounds that it took, the one in which it ended included.
    type Outcome = (Settled, u32);

    fn begin(&self) -> Brawl {
        Brawl { activations: 0, wounds: self.wounds, suppressed: false }
    }

    fn step<D: Dice>(&self, mut now: Brawl, dice: &mut D) -> Step<Brawl, (Settled, u32)> {
        if now.activations == self.activations {
            return Step::Done((Settled::Undecided, now.activations / 2));
        }
        let active = (now.activations % 2) as usize;
        let other = 1 - active;
        now.activations += 1;
        let rounds = now.activations.div_ceil(2);
        if now.suppressed {
            // DP-LDR-13
            let end = match self.free[other].strike(now.wounds[active], false, dice) {
                Effect::Removed => Settled::Removed(active),
                Effect::Miss | Effect::Hit { .. } => Settled::Fled(active),
            };
            return Step::Done((end, rounds));
        }
        match self.strikes[active].strike(now.wounds[other], self.flees, dice) {
            Effect::Miss => {}
            Effect::Hit { lost, suppressed } => {
                now.wounds[other] -= lost;
                now.suppressed = suppressed;
            }
            Effect::Removed => return Step::Done((Settled::Removed(other), rounds)),
        }
        Step::Next(now)
    }
}
