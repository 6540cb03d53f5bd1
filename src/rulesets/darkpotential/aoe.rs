//! Area weapons: where the template ends, and who is under it.

use std::f64::consts::TAU;

use super::codex::Weapon;
use super::combat::ROUNDING;
use super::rules::{AoeMeasure, Rules};
use crate::dice::Dice;
use crate::tabletop::plane::{Disc, Facing, Point, Turn};

/// How far and in which direction a shot that missed goes astray.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Deviation {
    /// 0 is straight away from the firer, then clockwise seen from above.
    pub direction: u32,
    /// Inches.
    pub inches: u32,
}

impl Deviation {
    /// Throws for it at a target `distance` inches away.
    pub fn throw<D: Dice>(rules: &Rules, distance: f64, dice: &mut D) -> Self {
        let direction = u32::from(dice.roll(rules.deviation_directions as u8)) - 1; // DP-AOE-03
        Self { direction, inches: dice.sum(deviation_dice(rules, distance)) }
    }

    /// Where the centre of the template comes to lie, of a shot along `line_of_fire` at a target.
    #[must_use]
    pub fn centre(self, rules: &Rules, target: Point, line_of_fire: Facing) -> Point {
        let round = f64::from(self.direction) / f64::from(rules.deviation_directions);
        target + line_of_fire.ahead().turned(Turn::clockwise(round * TAU)) * f64::from(self.inches)
    }
}

/// Dice for the inches of a deviation (DP-AOE-04).
#[must_use]
pub fn deviation_dice(rules: &Rules, distance: f64) -> u32 {
    ((distance / rules.deviation_step - ROUNDING).ceil() as u32).max(1)
}

/// How a model fares under a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exposure {
    /// Out of it.
    Clear,
    /// Touched: the lower Strength.
    Touched,
    /// Under the hole: the full Strength.
    Centred,
}

/// The template of an area weapon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Template {
    radius: f64,
    hole: f64,
}

impl Template {
    /// That of a weapon.
    #[must_use]
    pub fn new(rules: &Rules, weapon: &Weapon) -> Self {
        let radius = match rules.aoe_measure {
            AoeMeasure::Diameter => weapon.aoe / 2.0,
            AoeMeasure::Radius => weapon.aoe,
        };
        Self { radius, hole: rules.hole_radius }
    }

    /// How a model fares, on the same level, when the centre of the template lies at a point.
    #[must_use]
    pub fn exposure(&self, centre: Point, base: &Disc) -> Exposure {
        let distance = centre.distance(base.centre);
        if distance <= self.hole + base.radius + ROUNDING {
            Exposure::Centred // DP-AOE-05
        } else if distance <= self.radius + base.radius + ROUNDING {
            Exposure::Touched // DP-AOE-06
        } else {
            Exposure::Clear
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::CodexFile;
    use crate::rulesets::darkpotential::codex::Codex;

    #[test]
    fn dp_aoe_04_one_die_for_each_step_begun() {
        let distances = [0.0, 5.0, 8.0, 8.01, 16.0, 25.0, 40.0, 40.1];
        assert_eq!(distances.map(|distance| deviation_dice(&Rules::default(), distance)), [1, 1, 1, 2, 2, 4, 5, 6]);
    }

    #[test]
    fn dp_aoe_06_a_template_of_3_inches_touches_at_1_99_and_not_at_2() {
        let codex = Codex::built_in();
        let rocket = codex.weapon("rocket-launcher").unwrap();
        let radius = codex.unit("generic-soldier").unwrap().base_radius();
        let at = |template: Template, distance: f64| {
            template.exposure(Point::new(20.0, 20.0), &Disc { centre: Point::new(20.0 + distance, 20.0), radius })
        };
        let template = Template::new(&Rules::default(), rocket);
        let exposures = [0.0, 0.49, 0.5, 1.99, 2.0].map(|distance| at(template, distance));
        use Exposure::{Centred, Clear, Touched};
        assert_eq!(exposures, [Centred, Centred, Touched, Touched, Clear]);
        let wide = Template::new(&Rules { aoe_measure: AoeMeasure::Radius, ..Rules::default() }, rocket);
        assert_eq!(at(wide, 3.49), Touched);
        let holed = Template::new(&Rules { hole_radius: 0.5, ..Rules::default() }, rocket);
        assert_eq!(at(holed, 0.99), Centred);
    }

    #[test]
    fn dp_aoe_03_directions_go_clockwise_from_straight_on() {
        // A shot to the east: to the right of the firer is south.
        let target = Point::new(20.0, 20.0);
        let missed = |direction, x: f64, y: f64| {
            let centre = Deviation { direction, inches: 2 }.centre(&Rules::default(), target, Facing::EAST);
            assert!(centre.distance(Point::new(20.0 + x, 20.0 + y)) < 1e-12, "{direction}");
        };
        missed(0, 2.0, 0.0);
        missed(1, 1.0, -3f64.sqrt());
        missed(3, -2.0, 0.0);
    }
}
