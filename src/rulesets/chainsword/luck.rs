//! Luck: what a throw destroys on average, exactly, beside what it did destroy.

use super::codex::Blast;
use super::combat::shooting::{Hit, Losses, MOST_LINES, Pool, Target, Volley};
use super::combat::vehicle::{Barrage, Hull, Round};

/// Most models of a Team.
pub const MOST_MODELS: usize = 16;

/// Most wounds of a model.
const MOST_WOUNDS: usize = 10;

/// One more than the hull points that a vehicle may have.
pub const MOST_HULL: usize = 32;

/// States of the largest Team: wounds lost in all.
pub(super) const MOST_STATES: usize = MOST_MODELS * MOST_WOUNDS + 1;

/// The chances of every state of a Team under attack: wounds lost in all, those of models that are gone in full.
#[derive(Clone, Copy)]
pub struct Toll {
    chances: [f64; MOST_STATES],
    models: usize,
    wounds: usize,
    /// Nothing outside of these has a chance.
    low: usize,
    high: usize,
}

impl Toll {
    /// A Team of so many models of so many wounds each, before anything happens to it but what it has lost so far.
    #[must_use]
    pub fn new(models: u16, wounds: u8, losses: Losses) -> Self {
        let mut chances = [0.0; MOST_STATES];
        let (models, wounds) = (usize::from(models).min(MOST_MODELS), usize::from(wounds).clamp(1, MOST_WOUNDS));
        let lost = (usize::from(losses.models) * wounds + usize::from(losses.wounds)).min(models * wounds);
        chances[lost] = 1.0;
        Self { chances, models, wounds, low: lost, high: lost }
    }

    /// All wounds of the Team.
    #[must_use]
    pub const fn most(&self) -> usize {
        self.models * self.wounds
    }

    /// The chances of wounds lost in all, from none to [`most`](Self::most).
    #[must_use]
    pub fn chances(&self) -> &[f64] {
        &self.chances[..=self.most()]
    }

    /// Wounds that are lost after one more unsaved one: `deadly` takes the whole model.
    fn after(&self, lost: usize, deadly: bool) -> usize {
        if deadly { (lost / self.wounds + 1) * self.wounds } else { lost + 1 }
    }

    /// One attack after another, each of which wounds with this chance; `deadly` takes the whole model.
    pub fn suffer(&mut self, attacks: u16, chance: f64, deadly: bool) {
        let most = self.most();
        if most == 0 {
            return;
        }
        for _ in 0..attacks {
            // From the top: what moves up is not met again.
            for lost in (self.low..=self.high.min(most - 1)).rev() {
                let moved = self.chances[lost] * chance;
                self.chances[lost] -= moved;
                self.chances[self.after(lost, deadly)] += moved;
            }
            self.high = if self.high < most { self.after(self.high, deadly) } else { most };
        }
    }

    /// Any of some numbers of attacks, each with a chance of its own that depends on the models lost so far.
    fn branch(&mut self, ways: &[(f64, &dyn Fn(usize) -> u16)], chance: f64, deadly: bool) {
        let most = self.most();
        let mut sum = [0.0; MOST_STATES];
        let mut reached = self.high;
        for lost in self.low / self.wounds..=self.high / self.wounds {
            let row = lost * self.wounds..((lost + 1) * self.wounds).min(most + 1);
            if self.chances[row.clone()].iter().all(|p| *p <= 0.0) {
                continue;
            }
            for (share, attacks) in ways {
                let mut part = Self { chances: [0.0; MOST_STATES], low: row.start, high: row.end - 1, ..*self };
                for at in row.clone() {
                    part.chances[at] = self.chances[at] * share;
                }
                part.suffer(attacks(lost), chance, deadly);
                let reach = part.low..=part.high;
                for (into, from) in sum[reach.clone()].iter_mut().zip(&part.chances[reach]) {
                    *into += from;
                }
                reached = reached.max(part.high);
            }
        }
        (self.chances, self.high) = (sum, reached);
    }

    /// Models lost on average, those lost before counted in.
    #[must_use]
    pub fn mean(&self) -> f64 {
        (self.low..=self.high).map(|lost| (lost / self.wounds) as f64 * self.chances[lost]).sum()
    }

    /// The chance that nobody is left.
    #[must_use]
    pub fn gone(&self) -> f64 {
        self.chances[self.most()]
    }
}

/// The chance of a die to show at least so much.
#[must_use]
pub fn at_least(need: u8) -> f64 {
    f64::from(7 - need.clamp(1, 7)) / 6.0
}

/// The chance of a direct die to show a six that hits, thrown again or not.
#[must_use]
pub fn sixes(first: u8, second: u8) -> f64 {
    let again = if second <= 6 { (1.0 - at_least(first)) / 6.0 } else { 0.0 };
    1.0 / 6.0 + again
}

/// The chance of a direct die to hit.
#[must_use]
pub fn direct(first: u8, second: u8) -> f64 {
    let first = at_least(first);
    first + (1.0 - first) * at_least(second)
}

/// The chances of a scattering blast to come down so many inches from its mark.
fn drifts(skill: u8) -> impl Iterator<Item = (f64, f64)> {
    let ways = |total: u8| f64::from(6 - total.abs_diff(7)) / 54.0;
    std::iter::once((1.0 / 3.0, 0.0))
        .chain((2..=12u8).map(move |total| (ways(total), f64::from(total.saturating_sub(skill)))))
}

/// Models that a volley takes on average, those lost before not counted, from the dice of `pool`.
/// `on_team` is the share of the wounds of each line that falls on the Team itself.
#[must_use]
pub fn mean_models(volley: &Volley, target: &Target, pool: &Pool, losses: Losses, on_team: &[f64; MOST_LINES]) -> f64 {
    toll_of(volley, target, pool, losses, on_team).mean() - f64::from(losses.models)
}

/// The chances of all that a volley leaves of a Team, from the dice of `pool`. `on_team` is the share of the wounds of each line
/// that falls on the Team itself.
#[must_use]
pub fn toll_of(volley: &Volley, target: &Target, pool: &Pool, losses: Losses, on_team: &[f64; MOST_LINES]) -> Toll {
    let mut toll = Toll::new(target.models, target.wounds, losses);
    for ((shot, dice), share) in volley.shots.iter().zip(pool.0).zip(on_team) {
        let chance = at_least(shot.wound) * (1.0 - at_least(shot.save.need)) * share;
        match shot.hit {
            Hit::Direct { first, second } => toll.suffer(dice, direct(first, second) * chance, shot.instant_death),
            Hit::Template => {
                for _ in 0..dice {
                    let third = 1.0 / 3.0;
                    toll.branch(&[(third, &|_| 1), (third, &|_| 2), (third, &|_| 3)], chance, shot.instant_death);
                }
            }
            Hit::Blast { blast, skill } => {
                for _ in 0..dice {
                    let [on, near] = falls(&blast, skill);
                    let left = |lost: usize| target.models - lost as u16;
                    let full = |lost: usize| blast.hits(0.0, left(lost));
                    let half = |lost: usize| blast.hits(blast.radius, left(lost));
                    let off = 1.0 - on - near;
                    toll.branch(&[(on, &full), (near, &half), (off, &|_| 0)], chance, shot.instant_death);
                }
            }
        }
    }
    toll
}

/// The chances that a blast comes down on its mark, and beside it within its radius.
#[must_use]
pub fn falls(blast: &Blast, skill: u8) -> [f64; 2] {
    let (mut on, mut near) = (0.0, 0.0);
    for (p, inches) in drifts(skill) {
        match inches {
            inches if inches <= 0.0 => on += p,
            inches if blast.covers(inches) => near += p,
            _ => {}
        }
    }
    [on, near]
}

/// Models that so many attacks take on average, each of which wounds with this chance.
#[must_use]
pub fn mean_of_attacks(models: u16, wounds: u8, losses: Losses, attacks: u16, chance: f64, deadly: bool) -> f64 {
    let mut toll = Toll::new(models, wounds, losses);
    toll.suffer(attacks, chance, deadly);
    toll.mean() - f64::from(losses.models)
}

/// Chances of one hit on a vehicle: a hull point, and an explosion.
fn strikes(round: &Round, hull: &Hull) -> (f64, f64) {
    let wanted = hull.armour.saturating_sub(round.strength);
    let total = |sum: u8| match round.pen_dice {
        1 => f64::from(u8::from((1..=6).contains(&sum))) / 6.0,
        _ => f64::from(6u8.saturating_sub(sum.abs_diff(7))) / 36.0,
    };
    let fails = if round.ignores_cover || hull.cover == 0 { 1.0 } else { 1.0 - at_least(hull.cover) };
    let equal = total(wanted) * fails;
    let above: f64 = (wanted + 1..=12).map(total).sum::<f64>() * fails;
    let ap = match round.ap {
        1 => 2,
        2 => 1,
        _ => 0,
    };
    let explodes = at_least(6 - ap - u8::from(hull.open_topped)) * above;
    (equal + above - explodes, explodes)
}

/// Hull points that a volley takes on average of a vehicle that has `left`, all of them where it explodes, from the dice of `pool`.
#[must_use]
pub fn mean_hull(barrage: &Barrage, hull: &Hull, pool: &Pool, left: u8) -> f64 {
    hull_chances(barrage, hull, pool, left).iter().enumerate().map(|(lost, p)| lost as f64 * p).sum()
}

/// The chances of hull points that a volley takes of a vehicle that has `left`, all of them where it explodes, from the dice of
/// `pool`.
#[must_use]
pub fn hull_chances(barrage: &Barrage, hull: &Hull, pool: &Pool, left: u8) -> [f64; MOST_HULL] {
    let points = usize::from(left);
    // Chances by hull points lost; the last is the wreck.
    let mut chances = [0.0; MOST_HULL];
    chances[0] = 1.0;
    for (round, dice) in barrage.rounds.iter().zip(pool.0) {
        let (point, explodes) = strikes(round, hull);
        for _ in 0..dice {
            chances = match round.hit {
                Hit::Direct { first, second } => struck(&chances, points, direct(first, second), point, explodes),
                Hit::Template => after_template(&chances, points, point, explodes),
                Hit::Blast { blast, skill } => {
                    let covered = drifts(skill).filter(|(_, inches)| blast.covers(*inches)).map(|(p, _)| p).sum();
                    struck(&chances, points, covered, point, explodes)
                }
            };
        }
    }
    chances
}

/// The chances after a hit that comes with the chance `share`.
fn struck(before: &[f64; MOST_HULL], points: usize, share: f64, point: f64, explodes: f64) -> [f64; MOST_HULL] {
    let mut after = *before;
    for lost in 0..points {
        let p = before[lost] * share;
        after[lost] -= p * (point + explodes);
        after[lost + 1] += p * point;
        after[points] += p * explodes;
    }
    after
}

/// The chances after the one, two or three hits of a template.
fn after_template(before: &[f64; MOST_HULL], points: usize, point: f64, explodes: f64) -> [f64; MOST_HULL] {
    let (mut sum, mut now) = ([0.0; MOST_HULL], *before);
    for _ in 0..3 {
        now = struck(&now, points, 1.0, point, explodes);
        for (into, from) in sum.iter_mut().zip(now) {
            *into += from / 3.0;
        }
    }
    sum
}

#[cfg(test)]
mod tests;
