//! Shapes for tests.

use proptest::prelude::*;

use super::{Base, Disc, Facing, MOST_CORNERS, Outline, Point, Polygon, Segment, Shape, Vector, Wall};

/// A disc, a base as a polygon, or a polygon with corners on a circle, somewhere within `far` inches of the origin.
pub(crate) fn any_shape(far: f64) -> impl Strategy<Value = Shape> {
    let place = (-far..far, -far..far).prop_map(|(x, y)| Point::new(x, y));
    let disc = (place.clone(), 0.3..2.0f64).prop_map(|(centre, radius)| Shape::Disc(Disc { centre, radius }));
    let base = any_base(far).prop_map(Shape::from);
    let polygon = (place, 0.5..2.0f64, prop::collection::vec(0.5..1.0f64, 3..=MOST_CORNERS)).prop_map(
        |(centre, radius, gaps)| {
            let whole: f64 = gaps.iter().sum();
            let mut at = 0.0;
            let corners = gaps.iter().map(|gap| {
                at += gap / whole * 360.0;
                centre + Facing::from_degrees(at).ahead() * radius
            });
            Shape::Polygon(Polygon::new(&corners.collect::<Vec<_>>()).unwrap())
        },
    );
    prop_oneof![disc, base, polygon]
}

/// A square base somewhere within `far` inches of the origin; often square to the axes.
pub(crate) fn any_base(far: f64) -> impl Strategy<Value = Base> {
    let degrees = prop_oneof![0.0..360.0f64, (0..4i32).prop_map(|quarters| f64::from(quarters) * 90.0)];
    (-far..far, -far..far, degrees)
        .prop_map(|(x, y, degrees)| Base::square(Point::new(x, y), Facing::from_degrees(degrees), 1.5748))
}

/// A unit vector; often along an axis.
pub(crate) fn any_direction() -> impl Strategy<Value = Vector> {
    prop_oneof![0.0..360.0f64, (0..4i32).prop_map(|quarters| f64::from(quarters) * 90.0)]
        .prop_map(|degrees| Facing::from_degrees(degrees).ahead())
}

/// A shape with its points mapped.
pub(crate) fn mapped(shape: &Shape, map: impl Fn(Point) -> Point) -> Shape {
    match shape {
        Shape::Disc(disc) => Shape::Disc(Disc { centre: map(disc.centre), ..*disc }),
        Shape::Polygon(polygon) => {
            let corners: Vec<Point> = polygon.corners().iter().map(|&corner| map(corner)).collect();
            Shape::Polygon(Polygon::new(&corners).unwrap())
        }
        Shape::Wall(wall) => {
            let Segment { start, end } = wall.line();
            Shape::Wall(Wall::new(Segment::new(map(start), map(end))))
        }
    }
}

/// A shape shifted.
pub(crate) fn shifted(shape: &Shape, step: Vector) -> Shape {
    mapped(shape, |point| point + step)
}
