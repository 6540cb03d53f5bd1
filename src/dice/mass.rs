//! What probabilities are counted in.

use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::{One, ToPrimitive, Zero};

/// A fraction of any size, in lowest terms.
pub type Fraction = Ratio<BigUint>;

/// A probability, as enumeration multiplies and adds it up: to floating-point precision, or as the fraction that it is.
pub trait Mass: Clone {
    /// Of what cannot happen.
    fn nothing() -> Self;

    /// Of what is certain.
    fn certain() -> Self;

    /// So many times as much, divided by so many.
    #[must_use]
    fn scaled(&self, by: u32, over: u32) -> Self;

    /// Of this and an independent other event.
    #[must_use]
    fn times(&self, other: &Self) -> Self;

    /// Of this, where that is given.
    #[must_use]
    fn given(&self, condition: &Self) -> Self;

    /// Adds that of an event which excludes this one.
    fn add(&mut self, other: &Self);

    /// Of the opposite.
    #[must_use]
    fn opposite(&self) -> Self;

    /// The nearest floating-point number.
    fn to_f64(&self) -> f64;

    /// What a branch of this probability takes of a budget: alike on every machine.
    fn work(&self) -> u64;

    /// One case among so many equally likely ones.
    #[must_use]
    fn one_of(cases: u32) -> Self {
        Self::certain().scaled(1, cases)
    }

    /// To the power of a whole number, by squaring.
    #[must_use]
    fn power(&self, mut exponent: u32) -> Self {
        let (mut product, mut square) = (Self::certain(), self.clone());
        while exponent > 0 {
            if exponent % 2 == 1 {
                product = product.times(&square);
            }
            square = square.times(&square);
            exponent /= 2;
        }
        product
    }
}

impl Mass for f64 {
    fn nothing() -> Self {
        0.0
    }

    fn certain() -> Self {
        1.0
    }

    fn scaled(&self, by: u32, over: u32) -> Self {
        self * Self::from(by) / Self::from(over)
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn given(&self, condition: &Self) -> Self {
        self / condition
    }

    fn add(&mut self, other: &Self) {
        *self += other;
    }

    fn opposite(&self) -> Self {
        1.0 - self
    }

    fn to_f64(&self) -> f64 {
        *self
    }

    fn work(&self) -> u64 {
        1
    }
}

impl Mass for Fraction {
    fn nothing() -> Self {
        Self::zero()
    }

    fn certain() -> Self {
        Self::one()
    }

    fn scaled(&self, by: u32, over: u32) -> Self {
        self * Self::new(by.into(), over.into())
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn given(&self, condition: &Self) -> Self {
        self / condition
    }

    fn add(&mut self, other: &Self) {
        *self += other;
    }

    fn opposite(&self) -> Self {
        Self::one() - self
    }

    fn to_f64(&self) -> f64 {
        ToPrimitive::to_f64(self).unwrap_or(f64::NAN)
    }

    /// Reducing to lowest terms takes a time that grows with the square of the length.
    fn work(&self) -> u64 {
        let words = 1 + self.denom().bits() / 64;
        words * words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same sum of products in either.
    fn two_sixes_or_none<M: Mass>() -> M {
        let mut both = M::one_of(6).power(2);
        both.add(&M::one_of(6).opposite().times(&M::certain().scaled(5, 6)));
        both
    }

    #[test]
    fn fractions_say_what_floating_point_numbers_come_near_to() {
        let exactly: Fraction = two_sixes_or_none();
        assert_eq!(exactly.to_string(), "13/18");
        assert!((two_sixes_or_none::<f64>() - Mass::to_f64(&exactly)).abs() < 1e-15);
        assert_eq!(exactly.given(&exactly), Fraction::certain());
        assert_eq!(Fraction::one_of(3).power(0), Fraction::certain());
    }

    #[test]
    fn longer_fractions_take_more_of_a_budget() {
        assert_eq!((Fraction::one_of(6).work(), 0.3.work()), (1, 1));
        assert_eq!(Fraction::one_of(2).power(64).work(), 4);
        assert_eq!(Mass::to_f64(&Fraction::one_of(2).power(1000)), libm::pow(0.5, 1000.0));
    }
}
