//! Attrition by formula: who is left when two forces grind each other down (Lanchester 1916).

use super::error::finite;
use super::method::{Method, method};
use super::{Result, refuse};
use serde::{Deserialize, Serialize};

/// What losses are proportional to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Law {
    /// To the number of enemies: aimed fire, everybody in range of everybody.
    Square,
    /// To the number of single combats: one at a time, or fire into an area.
    Linear,
}

/// Two forces. For a duel their numbers are whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forces {
    /// What losses are proportional to.
    pub law: Law,
    /// Units of A.
    pub a: f64,
    /// Units of B.
    pub b: f64,
    /// Kills by a unit of A in a unit of time.
    pub alpha: f64,
    /// Kills by a unit of B in a unit of time.
    pub beta: f64,
}

/// Who is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Survivor {
    /// A.
    A,
    /// B.
    B,
    /// Neither.
    None,
}

/// How a fight to the finish ends on average numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Lanchester {
    /// Who is left.
    pub winner: Survivor,
    /// How many of the winner's.
    pub survivors: f64,
    /// After how much time; none at a tie, which takes for ever, and under the linear law.
    pub duration: Option<f64>,
}

/// How a fight to the finish ends when chance decides who falls next.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Duel {
    /// The chance that A is left.
    pub win_probability_a: f64,
    /// Units of A left on average, 0 counting when it loses.
    pub expected_survivors_a: f64,
    /// The same for B.
    pub expected_survivors_b: f64,
}

/// States of a duel, one for every pair of numbers, beyond which it is not worked out.
const MOST_STATES: f64 = 25_000_000.0;

impl Forces {
    /// Solves `a' = -βb, b' = -αa` (square law) or `a' = -βab, b' = -αab` (linear law) to the end of one side.
    ///
    /// # Errors
    /// Numbers below 0, and two forces neither of which can harm the other.
    pub fn grind(self) -> Result<Lanchester> {
        let Self { law, a, b, alpha, beta } = self.checked()?;
        let power = |units: f64, rate: f64| match law {
            Law::Square => rate * units * units,
            Law::Linear => rate * units,
        };
        let (of_a, of_b) = (power(a, alpha), power(b, beta));
        // Equal up to the rounding of the products.
        if (of_a - of_b).abs() <= 4.0 * f64::EPSILON * of_a.max(of_b) {
            return Ok(Lanchester { winner: Survivor::None, survivors: 0.0, duration: None });
        }
        let (winner, most, rate, least, other) =
            if of_a > of_b { (Survivor::A, a, alpha, b, beta) } else { (Survivor::B, b, beta, a, alpha) };
        if least == 0.0 {
            let duration = (law == Law::Square).then_some(0.0);
            return Ok(Lanchester { winner, survivors: most, duration });
        }
        let left = most - least * (least / most) * (other / rate);
        Ok(match law {
            Law::Linear => Lanchester { winner, survivors: most - other / rate * least, duration: None },
            Law::Square => Lanchester {
                winner,
                survivors: (most * left).max(0.0).sqrt(),
                // atanh(x)/√(αβ) with x = least/most·√(other/rate): least/(most·rate) in the limit of a harmless loser.
                duration: Some({
                    let x = least / most * (other / rate).sqrt();
                    let stretch = if x > 0.0 { libm::atanh(x) / x } else { 1.0 };
                    stretch * least / most / rate
                }),
            },
        })
    }

    /// Works out the duel in which the next loss is B's with chance αi/(αi + βj) while i and j are left (square law), or
    /// α/(α + β) (linear law).
    ///
    /// # Errors
    /// Numbers that are below 0 or not whole, two forces neither of which can harm the other, and forces so large that the
    /// duel has too many states.
    pub fn duel(self) -> Result<Duel> {
        let Self { law, a, b, alpha, beta } = self.checked()?;
        for (input, units) in [("a", a), ("b", b)] {
            if units.fract() != 0.0 {
                return refuse(input, format!("must be a whole number, got {units}"));
            }
        }
        if (a + 1.0) * (b + 1.0) > MOST_STATES {
            return refuse("a", format!("has too many states together with b, more than {MOST_STATES}"));
        }
        let mut duel = Duel { win_probability_a: 0.0, expected_survivors_a: 0.0, expected_survivors_b: 0.0 };
        // The chance to come to i and j left, for the present i and every j.
        let mut reached = vec![0.0; b as usize + 1];
        reached[b as usize] = 1.0;
        for i in (1..=a as usize).rev() {
            for j in (1..=b as usize).rev() {
                let (of_a, of_b) = match law {
                    Law::Square => (alpha * i as f64, beta * j as f64),
                    Law::Linear => (alpha, beta),
                };
                let falls_b = of_a / (of_a + of_b);
                reached[j - 1] += reached[j] * falls_b;
                // The rest goes on with one fewer of A, in the same place.
                reached[j] *= 1.0 - falls_b;
            }
            duel.win_probability_a += reached[0];
            duel.expected_survivors_a += reached[0] * i as f64;
            reached[0] = 0.0;
        }
        duel.expected_survivors_b = reached.iter().enumerate().map(|(j, chance)| chance * j as f64).sum();
        Ok(duel)
    }

    fn checked(self) -> Result<Self> {
        for (input, number) in [("a", self.a), ("b", self.b), ("alpha", self.alpha), ("beta", self.beta)] {
            if finite(input, number)? < 0.0 {
                return refuse(input, format!("must not be below 0, got {number}"));
            }
        }
        if self.alpha == 0.0 && self.beta == 0.0 && self.a > 0.0 && self.b > 0.0 {
            return refuse("alpha", "is 0, and beta too: neither side ever falls");
        }
        if self.a == 0.0 && self.b == 0.0 {
            return refuse("a", "is 0, and b too: there is nobody to fight");
        }
        Ok(self)
    }
}

/// `p` in "quality × numbers^p", from a ratio of qualities and a ratio of numbers that are worth the same: 1 under the linear
/// law, 2 under the square law.
///
/// # Errors
/// Ratios that are not above 0, equal numbers.
pub fn exponent_of_numbers(quality_ratio: f64, number_ratio: f64) -> Result<f64> {
    let quality = libm::log(super::error::positive("quality_ratio", quality_ratio)?);
    let number = libm::log(super::error::positive("number_ratio", number_ratio)?);
    if number == 0.0 { refuse("number_ratio", "must not be 1") } else { Ok(quality / number) }
}

pub(super) const LANCHESTER: Method = method!(
    "lanchester",
    "who is left of two forces on average numbers, and when",
    { law["square | linear"]: Law, a: f64, b: f64, alpha: f64, beta: f64 } => Forces { law, a, b, alpha, beta }.grind()
);

pub(super) const DUEL: Method = method!(
    "lanchester-duel",
    "who is left of two small forces when chance decides who falls next",
    { law["square | linear"]: Law, a: f64, b: f64, alpha: f64, beta: f64 } => Forces { law, a, b, alpha, beta }.duel()
);

#[cfg(test)]
mod tests {
    use super::*;

    fn forces(law: Law, a: f64, b: f64, alpha: f64, beta: f64) -> Forces {
        Forces { law, a, b, alpha, beta }
    }

    #[test]
    fn the_sides_mirror_each_other() {
        for law in [Law::Square, Law::Linear] {
            let there = forces(law, 100.0, 80.0, 0.05, 0.06).grind().unwrap();
            let back = forces(law, 80.0, 100.0, 0.06, 0.05).grind().unwrap();
            assert_eq!((there.winner, back.winner), (Survivor::A, Survivor::B));
            assert_eq!((there.survivors, there.duration), (back.survivors, back.duration));
        }
    }

    #[test]
    fn the_linear_law_does_not_reward_mass() {
        let Lanchester { winner, survivors, duration } = forces(Law::Linear, 100.0, 80.0, 0.05, 0.06).grind().unwrap();
        assert_eq!((winner, duration), (Survivor::A, None));
        assert!((survivors - 4.0).abs() < 1e-12);
    }

    #[test]
    fn equal_powers_leave_nobody() {
        for (law, b, beta) in [(Law::Square, 30.0, 0.01), (Law::Linear, 30.0, 0.03)] {
            let tie = forces(law, 10.0, b, 0.09, beta).grind().unwrap();
            assert_eq!(tie, Lanchester { winner: Survivor::None, survivors: 0.0, duration: None });
        }
    }

    #[test]
    fn a_harmless_enemy_is_shot_down_at_leisure() {
        let shot = forces(Law::Square, 10.0, 8.0, 0.5, 0.0).grind().unwrap();
        assert_eq!(shot, Lanchester { winner: Survivor::A, survivors: 10.0, duration: Some(1.6) });
        let nobody = forces(Law::Square, 10.0, 0.0, 0.5, 0.5).grind().unwrap();
        assert_eq!(nobody, Lanchester { winner: Survivor::A, survivors: 10.0, duration: Some(0.0) });
    }

    #[test]
    fn small_duels_by_hand() {
        let one = forces(Law::Square, 1.0, 1.0, 3.0, 1.0).duel().unwrap();
        assert_eq!((one.win_probability_a, one.expected_survivors_b), (0.75, 0.25));
        // B must win twice, at chances 1/2 and 1/2 under the linear law.
        let two = forces(Law::Linear, 2.0, 1.0, 1.0, 1.0).duel().unwrap();
        assert_eq!((two.win_probability_a, two.expected_survivors_a), (0.75, 0.5 * 2.0 + 0.25));
        assert_eq!(two.expected_survivors_b, 0.25);
        let nobody = forces(Law::Square, 0.0, 3.0, 1.0, 1.0).duel().unwrap();
        assert_eq!((nobody.win_probability_a, nobody.expected_survivors_b), (0.0, 3.0));
    }

    #[test]
    fn numbers_against_quality() {
        assert!((exponent_of_numbers(4.0, 2.0).unwrap() - 2.0).abs() < 1e-15);
        assert!(exponent_of_numbers(4.0, 1.0).is_err() && exponent_of_numbers(0.0, 2.0).is_err());
    }

    #[test]
    fn fights_without_end_are_refused() {
        assert!(forces(Law::Square, 5.0, 5.0, 0.0, 0.0).grind().is_err());
        assert!(forces(Law::Square, 0.0, 0.0, 1.0, 1.0).duel().is_err());
        assert_eq!(forces(Law::Square, 2.5, 5.0, 1.0, 1.0).duel().unwrap_err().input, "a");
        assert_eq!(forces(Law::Square, 1e6, 1e6, 1.0, 1.0).duel().unwrap_err().input, "a");
        assert_eq!(forces(Law::Square, 5.0, 5.0, -1.0, 1.0).grind().unwrap_err().input, "alpha");
    }
}
