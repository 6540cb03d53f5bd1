//! Luck: what a throw destroys on average, exactly, beside what it did destroy.

use super::combat::shooting::{Hit, Losses, MOST_LINES, Pool, Target, Volley};
use super::combat::vehicle::{Barrage, Hull, Round};

/// Most models of a Team.
pub const MOST_MODELS: usize = 16;

/// Most wounds of a model.
const MOST_WOUNDS: usize = 10;

/// One more than the hull points that a vehicle may have.
const MOST_HULL: usize = 32;

/// The chances of every state of a Team under fire: models lost, and wounds of the one in front.
#[derive(Clone, Copy)]
struct Toll {
    chances: [[f64; MOST_WOUNDS]; MOST_MODELS + 1],
    models: usize,
    wounds: usize,
}

impl Toll {
    fn new(models: u16, wounds: u8, losses: Losses) -> Self {
        let mut chances = [[0.0; MOST_WOUNDS]; MOST_MODELS + 1];
        let models = usize::from(models).min(MOST_MODELS);
        chances[usize::from(losses.models).min(models)][usize::from(losses.wounds)] = 1.0;
        Self { chances, models, wounds: usize::from(wounds).clamp(1, MOST_WOUNDS) }
    }

    /// One attack after another, each of which wounds with this chance; `deadly` takes the whole model.
    fn suffer(&mut self, attacks: u16, chance: f64, deadly: bool) {
        for _ in 0..attacks {
            let mut next = [[0.0; MOST_WOUNDS]; MOST_MODELS + 1];
            for lost in 0..=self.models {
                for wound in 0..self.wounds {
                    let p = self.chances[lost][wound];
                    if p <= 0.0 {
                        continue;
                    }
                    if lost == self.models {
                        next[lost][wound] += p;
                        continue;
                    }
                    next[lost][wound] += p * (1.0 - chance);
                    let (models, wounds) =
                        if deadly || wound + 1 == self.wounds { (lost + 1, 0) } else { (lost, wound + 1) };
                    next[models][wounds] += p * chance;
                }
            }
            self.chances = next;
        }
    }

    /// Any of some numbers of attacks, each with a chance of its own that depends on the models lost so far.
    fn branch(&mut self, ways: &[(f64, &dyn Fn(usize) -> u16)], chance: f64, deadly: bool) {
        let mut sum = [[0.0; MOST_WOUNDS]; MOST_MODELS + 1];
        for lost in 0..=self.models {
            let row = self.chances[lost];
            if row.iter().all(|p| *p <= 0.0) {
                continue;
            }
            for (share, attacks) in ways {
                let mut part = Self { chances: [[0.0; MOST_WOUNDS]; MOST_MODELS + 1], ..*self };
                part.chances[lost] = row.map(|p| p * share);
                part.suffer(attacks(lost), chance, deadly);
                for (into, from) in sum.iter_mut().flatten().zip(part.chances.iter().flatten()) {
                    *into += from;
                }
            }
        }
        self.chances = sum;
    }

    fn mean(&self) -> f64 {
        let of = |(lost, row): (usize, &[f64; MOST_WOUNDS])| lost as f64 * row.iter().sum::<f64>();
        self.chances.iter().enumerate().map(of).sum()
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
                    let (mut on, mut near, mut off) = (0.0, 0.0, 0.0);
                    for (p, inches) in drifts(skill) {
                        match inches {
                            inches if inches <= 0.0 => on += p,
                            inches if blast.covers(inches) => near += p,
                            _ => off += p,
                        }
                    }
                    let left = |lost: usize| target.models - lost as u16;
                    let full = |lost: usize| blast.hits(0.0, left(lost));
                    let half = |lost: usize| blast.hits(blast.radius, left(lost));
                    toll.branch(&[(on, &full), (near, &half), (off, &|_| 0)], chance, shot.instant_death);
                }
            }
        }
    }
    toll.mean() - f64::from(losses.models)
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
    chances.iter().enumerate().map(|(lost, p)| lost as f64 * p).sum()
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
