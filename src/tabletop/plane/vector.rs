//! Points and displacements of the plane, and turns.

use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// The greater of two numbers that are both numbers, in one instruction: the library asks first whether they are.
#[inline]
#[must_use]
pub fn greater(one: f64, other: f64) -> f64 {
    if one > other { one } else { other }
}

/// The lesser of two numbers that are both numbers, in one instruction.
#[inline]
#[must_use]
pub fn lesser(one: f64, other: f64) -> f64 {
    if one < other { one } else { other }
}

/// A place, in inches: `x` to the east and `y` to the north of the table's south-west corner.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// Inches east.
    pub x: f64,
    /// Inches north.
    pub y: f64,
}

/// A displacement in inches, or a direction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vector {
    /// Inches east.
    pub x: f64,
    /// Inches north.
    pub y: f64,
}

impl Point {
    /// The place `x` inches east and `y` inches north of the origin.
    #[inline]
    #[must_use]
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// Distance to another point.
    #[inline]
    #[must_use]
    pub fn distance(self, other: Point) -> f64 {
        (other - self).length()
    }

    /// The point half-way to another.
    #[inline]
    #[must_use]
    pub fn midpoint(self, other: Point) -> Point {
        Point::new((self.x + other.x) * 0.5, (self.y + other.y) * 0.5)
    }

    /// Where the point comes when the plane is turned about `pivot`.
    #[inline]
    #[must_use]
    pub fn turned_about(self, pivot: Point, turn: Turn) -> Point {
        pivot + (self - pivot).turned(turn)
    }
}

impl Vector {
    /// No displacement.
    pub const ZERO: Vector = Vector::new(0.0, 0.0);

    /// `x` inches east and `y` inches north.
    #[inline]
    #[must_use]
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// Scalar product.
    #[inline]
    #[must_use]
    pub fn dot(self, other: Vector) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// Twice the area of the triangle between the two: positive when `other` points to the left of this one.
    #[inline]
    #[must_use]
    pub fn cross(self, other: Vector) -> f64 {
        self.x * other.y - self.y * other.x
    }

    /// Length squared.
    #[inline]
    #[must_use]
    pub fn length_squared(self) -> f64 {
        self.dot(self)
    }

    /// Length.
    #[inline]
    #[must_use]
    pub fn length(self) -> f64 {
        self.length_squared().sqrt()
    }

    /// The same direction with length 1; none for a vector without direction.
    #[inline]
    #[must_use]
    pub fn unit(self) -> Option<Vector> {
        let length = self.length();
        (length > 0.0).then(|| Vector::new(self.x / length, self.y / length))
    }

    /// A quarter turn to the left, exact.
    #[inline]
    #[must_use]
    pub fn left(self) -> Vector {
        Vector::new(-self.y, self.x)
    }

    /// A quarter turn to the right, exact.
    #[inline]
    #[must_use]
    pub fn right(self) -> Vector {
        Vector::new(self.y, -self.x)
    }

    /// The vector turned.
    #[inline]
    #[must_use]
    pub fn turned(self, turn: Turn) -> Vector {
        let Turn { cos, sin } = turn;
        Vector::new(self.x * cos + self.y * sin, self.y * cos - self.x * sin)
    }
}

impl Sub for Point {
    type Output = Vector;
    #[inline]
    fn sub(self, other: Point) -> Vector {
        Vector::new(self.x - other.x, self.y - other.y)
    }
}

impl Add<Vector> for Point {
    type Output = Point;
    #[inline]
    fn add(self, step: Vector) -> Point {
        Point::new(self.x + step.x, self.y + step.y)
    }
}

impl Sub<Vector> for Point {
    type Output = Point;
    #[inline]
    fn sub(self, step: Vector) -> Point {
        Point::new(self.x - step.x, self.y - step.y)
    }
}

impl AddAssign<Vector> for Point {
    #[inline]
    fn add_assign(&mut self, step: Vector) {
        *self = *self + step;
    }
}

impl Add for Vector {
    type Output = Vector;
    #[inline]
    fn add(self, other: Vector) -> Vector {
        Vector::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Vector {
    type Output = Vector;
    #[inline]
    fn sub(self, other: Vector) -> Vector {
        Vector::new(self.x - other.x, self.y - other.y)
    }
}

impl Neg for Vector {
    type Output = Vector;
    #[inline]
    fn neg(self) -> Vector {
        Vector::new(-self.x, -self.y)
    }
}

impl Mul<f64> for Vector {
    type Output = Vector;
    #[inline]
    fn mul(self, times: f64) -> Vector {
        Vector::new(self.x * times, self.y * times)
    }
}

/// A turn of the plane, clockwise, kept as cosine and sine so that it is applied without trigonometry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    cos: f64,
    sin: f64,
}

impl Turn {
    /// Clockwise by so many radians.
    #[must_use]
    pub fn clockwise(radians: f64) -> Self {
        let (sin, cos) = libm::sincos(radians);
        Self { cos, sin }
    }

    /// Clockwise by so many quarters of a full turn, exact.
    #[must_use]
    pub const fn quarters(quarters: i32) -> Self {
        match quarters.rem_euclid(4) {
            0 => Turn { cos: 1.0, sin: 0.0 },
            1 => Turn { cos: 0.0, sin: 1.0 },
            2 => Turn { cos: -1.0, sin: 0.0 },
            _ => Turn { cos: 0.0, sin: -1.0 },
        }
    }
}

/// The two ways to turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Hand {
    /// Counter-clockwise.
    Left,
    /// Clockwise.
    Right,
}

impl Hand {
    /// The other hand.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Hand {
        match self {
            Hand::Left => Hand::Right,
            Hand::Right => Hand::Left,
        }
    }

    /// A turn to this hand by so many radians.
    #[must_use]
    pub fn turn(self, radians: f64) -> Turn {
        match self {
            Hand::Left => Turn::clockwise(-radians),
            Hand::Right => Turn::clockwise(radians),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_go_clockwise_about_their_pivot() {
        let (east, north) = (Vector::new(2.0, 0.0), Vector::new(0.0, 2.0));
        assert_eq!((north.turned(Turn::quarters(1)), north.right()), (east, east));
        assert_eq!((east.turned(Turn::quarters(-1)), east.left()), (north, north));
        assert_eq!(east.turned(Turn::quarters(6)), -east);
        assert!((east.turned(Hand::Left.turn(std::f64::consts::FRAC_PI_2)) - north).length() < 1e-15);
        assert_eq!(Hand::Right.other(), Hand::Left);
        let pivot = Point::new(10.0, 10.0);
        assert_eq!((pivot + north).turned_about(pivot, Turn::quarters(1)), pivot + east);
    }

    #[test]
    fn products_tell_length_and_side() {
        let (a, b) = (Vector::new(3.0, 4.0), Vector::new(-4.0, 3.0));
        assert_eq!((a.length(), a.dot(b), a.cross(b)), (5.0, 0.0, 25.0));
        assert_eq!(a.unit(), Some(Vector::new(0.6, 0.8)));
        assert_eq!(Vector::ZERO.unit(), None);
        assert_eq!(Point::new(1.0, 2.0).midpoint(Point::new(3.0, 6.0)), Point::new(2.0, 4.0));
    }
}
