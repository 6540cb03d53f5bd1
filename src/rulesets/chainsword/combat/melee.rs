//! A charge (CW-MOV-02), blows, and one round of melee between two teams (CW-MEL-02).

use crate::dice::Dice;
use crate::rulesets::chainsword::codex::{Codex, NEVER};

use super::morale::{passes, sweeps};
use super::shooting::{Losses, Save, instant_death, to_wound};

/// Inches of a charge (CW-MOV-02, CW-MOV-05, CW-MOV-07).
pub fn charge<D: Dice>(speed: u8, shock: u16, difficult: bool, dice: &mut D) -> u16 {
    let roll = if difficult { charge_roll(&[dice.d6(), dice.d6(), dice.d6()], 2) } else { dice.sum(2) as u16 };
    charge_inches(speed, shock, roll)
}

/// What the dice of a charge come to: of one more than count the highest does not (CW-MOV-07).
#[must_use]
pub fn charge_roll(thrown: &[u8], count: u8) -> u16 {
    let sum: u16 = thrown.iter().map(|die| u16::from(*die)).sum();
    if thrown.len() > usize::from(count) { sum - u16::from(thrown.iter().copied().max().unwrap_or(0)) } else { sum }
}

/// Inches of a charge by its roll (CW-MOV-02, CW-MOV-05).
#[must_use]
pub fn charge_inches(speed: u8, shock: u16, roll: u16) -> u16 {
    (u16::from(speed) + roll).saturating_sub(shock)
}

/// A team that fights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Combatant {
    /// Weapon skill.
    pub ws: u8,
    /// Strength of its blows.
    pub strength: u8,
    /// Toughness.
    pub toughness: u8,
    /// Wounds of a model.
    pub wounds: u8,
    /// Printed initiative.
    pub initiative: u8,
    /// Attacks of a model.
    pub attacks: u8,
    /// Leadership.
    pub ld: u8,
    /// Armour save; 0 for none.
    pub save: u8,
    /// Invulnerable save; 0 for none.
    pub invulnerable: u8,
    /// AP of its blows; 0 for none.
    pub ap: u8,
    /// Models before the first loss.
    pub models: u16,
    /// Passes every test.
    pub fearless: bool,
    /// Always strikes at initiative 1.
    pub initiative_one: bool,
    /// Crosses difficult ground without being slowed.
    pub assault_grenades: bool,
}

/// How a team comes into a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Entry {
    /// Attacks more of each model for a charge in this Phase (CW-MEL-03).
    pub charging: u8,
    /// It charged through difficult ground without grenades: initiative 1 (CW-BAS-18).
    pub slowed: bool,
    /// Its Shock.
    pub shock: u16,
}

impl Combatant {
    /// Initiative at which it strikes (CW-BAS-18).
    #[must_use]
    pub fn pace(&self, entry: &Entry) -> u8 {
        if self.initiative_one || entry.slowed { 1 } else { self.initiative }
    }

    /// Attacks of so many of its models (CW-BAS-17, CW-MEL-03).
    #[must_use]
    pub fn blows(&self, models: u16, entry: &Entry) -> u16 {
        models * (u16::from(self.attacks) + u16::from(entry.charging))
    }
}

/// How the blows of one team fall on another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blow {
    /// Need to hit.
    pub hit: u8,
    /// Need to wound.
    pub wound: u8,
    /// Need to save: nobody has cover.
    pub save: u8,
    /// An unsaved wound takes the whole model.
    pub instant_death: bool,
}

impl Blow {
    /// The blows of one team at another.
    #[must_use]
    pub fn new(codex: &Codex, by: &Combatant, at: &Combatant) -> Self {
        Self {
            hit: to_hit(by.ws, at.ws),
            wound: to_wound(codex, by.strength, at.toughness),
            save: Save::best(by.ap, at.save, at.invulnerable, 0).need,
            instant_death: instant_death(by.strength, at.toughness),
        }
    }

    /// Whether it can wound at all.
    #[must_use]
    pub fn can_wound(&self) -> bool {
        self.wound < NEVER
    }

    /// Hits of so many attacks.
    pub fn hits<D: Dice>(&self, attacks: u16, dice: &mut D) -> u16 {
        dice.successes(attacks.into(), self.hit) as u16
    }

    /// Wounds of so many hits.
    pub fn wounds<D: Dice>(&self, hits: u16, dice: &mut D) -> u16 {
        dice.successes(hits.into(), self.wound) as u16
    }

    /// Of so many wounds those that are not saved.
    pub fn unsaved<D: Dice>(&self, wounds: u16, dice: &mut D) -> u16 {
        wounds - dice.successes(wounds.into(), self.save) as u16
    }
}

/// A melee of two teams.
#[derive(Clone, Copy, Debug)]
pub struct Melee {
    /// Attacker and defender.
    pub sides: [Combatant; 2],
    blows: [Blow; 2],
}

/// A round that is being fought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Round {
    /// Losses of both sides, those before the round included.
    pub losses: [Losses; 2],
    /// Wounds that both sides have lost in this round.
    pub lost: [u16; 2],
    stage: Stage,
}

/// What is rolled next. The side that strikes is the first number of each stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Stage {
    Attacks(u8, u16, Answer),
    Hits(u8, u16, Answer),
    Wounds(u8, u16, Answer),
    Result,
}

/// How the other side strikes after these blows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Answer {
    /// At the same time, with so many attacks.
    Ready(u16),
    /// Afterwards, with those who are left.
    Survivors,
    /// It has struck.
    Done,
}

/// How a round ends. Numbers are sides: 0 for the attacker, 1 for the defender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Nobody is left.
    BothDestroyed,
    /// This side is gone.
    Destroyed(u8),
    /// Equal wounds.
    Drawn,
    /// This side has lost and stays.
    Holds(u8),
    /// This side has lost and gets away.
    FallsBack(u8),
    /// This side has lost and is run down.
    Swept(u8),
}

/// Need to hit by weapon skill (CW-BAS-16).
#[must_use]
pub fn to_hit(attacker: u8, defender: u8) -> u8 {
    if attacker > defender {
        3
    } else if defender > 2 * attacker {
        5
    } else {
        4
    }
}

impl Melee {
    /// A melee of attacker and defender.
    #[must_use]
    pub fn new(codex: &Codex, sides: [Combatant; 2]) -> Self {
        let [attacker, defender] = &sides;
        Self { sides, blows: [Blow::new(codex, attacker, defender), Blow::new(codex, defender, attacker)] }
    }

    /// Models that `side` has left.
    #[must_use]
    pub fn left(&self, side: usize, losses: &Losses) -> u16 {
        self.sides[side].models - losses.models
    }

    fn attacks(&self, side: usize, losses: &[Losses; 2], entries: &[Entry; 2]) -> u16 {
        self.sides[side].blows(self.left(side, &losses[side]), &entries[side])
    }

    /// The round before its first blow: the quicker side strikes first, equal ones together (CW-BAS-18).
    #[must_use]
    pub fn begin(&self, losses: [Losses; 2], entries: &[Entry; 2]) -> Round {
        let [attacker, defender] = [0, 1].map(|side| self.sides[side].pace(&entries[side]));
        let first = usize::from(defender > attacker);
        let answer = if attacker == defender {
            Answer::Ready(self.attacks(1 - first, &losses, entries))
        } else {
            Answer::Survivors
        };
        let stage = Stage::Attacks(first as u8, self.attacks(first, &losses, entries), answer);
        Round { losses, lost: [0; 2], stage }
    }

    /// Rolls once more.
    ///
    /// # Errors
    /// The outcome, when the round is over.
    pub fn step<D: Dice>(
        &self,
        entries: &[Entry; 2],
        mut now: Round,
        dice: &mut D,
    ) -> Result<Round, (Outcome, [Losses; 2], [u16; 2])> {
        now.stage = match now.stage {
            Stage::Attacks(side, n, answer) => Stage::Hits(side, self.blows[usize::from(side)].hits(n, dice), answer),
            Stage::Hits(side, n, answer) => Stage::Wounds(side, self.blows[usize::from(side)].wounds(n, dice), answer),
            Stage::Wounds(side, n, answer) => {
                let (by, at) = (usize::from(side), 1 - usize::from(side));
                let blow = &self.blows[by];
                let unsaved = blow.unsaved(n, dice);
                let victim = &self.sides[at];
                now.lost[at] += now.losses[at].suffer(unsaved, blow.instant_death, victim.models, victim.wounds);
                match answer {
                    Answer::Ready(n) => Stage::Attacks(at as u8, n, Answer::Done),
                    Answer::Survivors => Stage::Attacks(at as u8, self.attacks(at, &now.losses, entries), Answer::Done),
                    Answer::Done => Stage::Result,
                }
            }
            Stage::Result => return Err((self.result(entries, &now, dice), now.losses, now.lost)),
        };
        Ok(now)
    }

    /// Who has won, and whether the loser stays (CW-BAS-19).
    fn result<D: Dice>(&self, entries: &[Entry; 2], now: &Round, dice: &mut D) -> Outcome {
        match [0, 1].map(|side| self.left(side, &now.losses[side]) == 0) {
            [true, true] => return Outcome::BothDestroyed,
            [true, false] => return Outcome::Destroyed(0),
            [false, true] => return Outcome::Destroyed(1),
            [false, false] => {}
        }
        let [attacker, defender] = now.lost;
        if attacker == defender {
            return Outcome::Drawn;
        }
        let loser = usize::from(defender > attacker);
        let (combatant, winner) = (&self.sides[loser], &self.sides[1 - loser]);
        let (margin, side) = (attacker.abs_diff(defender), loser as u8);
        if combatant.fearless || passes(combatant.ld, entries[loser].shock, margin, false, dice) {
            Outcome::Holds(side)
        } else if sweeps(winner.initiative, combatant.initiative, dice) {
            Outcome::Swept(side)
        } else {
            Outcome::FallsBack(side)
        }
    }
}
