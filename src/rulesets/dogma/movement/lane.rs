//! The way straight ahead of a base, and how far it is free.

use crate::tabletop::plane::{Base, Outline, Point, ROUNDING, Vector};

/// A strip as wide as a base, straight ahead of one of its edges.
#[derive(Clone, Copy, Debug)]
pub struct Lane {
    /// The middle of the edge.
    origin: Point,
    ahead: Vector,
    half_width: f64,
}

impl Lane {
    /// The lane of a base along the unit vector `ahead`, one of its own axes.
    #[must_use]
    pub fn new(base: &Base, ahead: Vector) -> Self {
        let lengthways = ahead.dot(base.facing.ahead()).abs() > 0.5;
        let (half_depth, half_width) =
            if lengthways { (base.half_depth, base.half_width) } else { (base.half_width, base.half_depth) };
        Self { origin: base.centre + ahead * half_depth, ahead, half_width }
    }

    /// How far the base can go before it would overlap `shape`, inches; endless when the shape lies aside or behind.
    #[must_use]
    pub fn reach(&self, shape: &impl Outline) -> f64 {
        let corners = shape.corners();
        let corners = corners.as_ref();
        let local = |point: Point| {
            let offset = point - self.origin;
            (offset.dot(self.ahead), offset.dot(self.ahead.right()))
        };
        match corners {
            [centre] => {
                let (along, aside) = local(*centre);
                let beyond = (aside.abs() - self.half_width).max(0.0);
                let radius = shape.radius();
                if beyond >= radius - ROUNDING || along <= 0.0 && along + radius <= ROUNDING {
                    return f64::INFINITY;
                }
                let stop = along - (radius * radius - beyond * beyond).sqrt();
                if along < -radius { f64::INFINITY } else { stop }
            }
            _ => {
                let width = self.half_width - ROUNDING;
                let (mut nearest, mut farthest) = (f64::INFINITY, f64::NEG_INFINITY);
                let mut note = |along: f64| {
                    nearest = nearest.min(along);
                    farthest = farthest.max(along);
                };
                let mut last = local(corners[corners.len() - 1]);
                for corner in corners {
                    let next = local(*corner);
                    if next.1.abs() < width {
                        note(next.0);
                    }
                    for border in [-width, width] {
                        if (last.1 < border) != (next.1 < border) {
                            let share = (border - last.1) / (next.1 - last.1);
                            note(last.0 + (next.0 - last.0) * share);
                        }
                    }
                    last = next;
                }
                if farthest <= ROUNDING { f64::INFINITY } else { nearest }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tabletop::plane::{Disc, Facing, overlap};

    use proptest::prelude::*;

    fn base(x: f64, y: f64, degrees: f64) -> Base {
        Base::square(Point::new(x, y), Facing::from_degrees(degrees), 1.5)
    }

    proptest! {
        /// A base that goes just less far overlaps nothing, and one that goes a little farther does.
        #[test]
        fn a_base_goes_as_far_as_it_touches(
            x in -4.0..4.0f64, y in -6.0..6.0f64, degrees in 0.0..360.0f64, turned in 0.0..360.0f64, round in any::<bool>(),
        ) {
            let mover = base(0.0, 0.0, turned);
            let ahead = mover.facing.ahead();
            let lane = Lane::new(&mover, ahead);
            let disc = Disc { centre: Point::new(x, y), radius: 1.2 };
            let square = base(x, y, degrees);
            let hits = |far: f64| {
                let there = mover.moved(ahead * far);
                if round { overlap(&there, &disc) } else { overlap(&there, &square) }
            };
            prop_assume!(!hits(0.0));
            let reach = if round { lane.reach(&disc) } else { lane.reach(&square) };
            if reach.is_finite() {
                prop_assert!(reach > -1e-6);
                prop_assert!(!hits(reach - 1e-6));
                prop_assert!(hits(reach + 0.05) || reach + 0.05 > 12.0);
            } else {
                prop_assert!((0..120).all(|step| !hits(f64::from(step) * 0.1)));
            }
        }
    }
}
