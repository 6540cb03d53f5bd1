//! The nearest cover of a suppressed model (DP-LDR-07, R-36, R-93).

use super::sight::Shutter;
use super::ways::Ways;
use super::{Field, Stand};
use crate::rulesets::darkpotential::state::MOST_FIGURES;
use crate::tabletop::plane::{Body, Outline, Point, Spot};

/// Inches of path beyond which no cover is looked for: for so many ways are laid.
pub const FARTHEST: f64 = 24.0;

/// Inches of path that are looked at first: cover is seldom farther.
const NEAR: f64 = 8.0;

/// Inches of path by which a lawful choice may be farther than the nearest cover.
const LEEWAY: f64 = 0.5;

/// What was in the way of each enemy before.
pub type Shutters = [Shutter; MOST_FIGURES];

/// What of a table matters to one who runs for cover.
#[derive(Clone, Copy, Debug)]
pub struct Danger<'a> {
    /// The table.
    pub field: &'a Field,
    /// Its enemies.
    pub enemies: &'a [Stand],
    /// All bodies on the table, where they block sight.
    pub bodies: &'a [Body],
}

impl Danger<'_> {
    /// Whether a model would be in cover at a place; `lasts` are what was in the way of each enemy before.
    #[must_use]
    pub fn is_cover(&self, stand: &Stand, lasts: &mut Shutters) -> bool {
        self.field.in_cover_past(stand, self.enemies.iter().zip(lasts), self.bodies)
    }

    /// Finds the nearest cover of a mover for whom `ways` are laid, within [`FARTHEST`]. Its places, each with what the way there costs, go to
    /// `places`: every one that is a lawful choice, the nearest first found. None within 24 inches: none.
    pub fn nearest_cover(&self, ways: &mut Ways, places: &mut Vec<(f64, Spot)>) -> Option<f64> {
        let mut lasts = [Shutter::default(); MOST_FIGURES];
        // Who stands in cover may go no farther than the leeway.
        let own = *ways.surroundings().mover();
        let near = if self.is_cover(&own, &mut lasts) { LEEWAY } else { NEAR };
        for budget in [near, FARTHEST] {
            places.clear();
            let mut range = ways.reach(self.field, budget);
            let mover = own;
            let mut least = f64::INFINITY;
            let mut consider = |spot: Spot, least: &mut f64| {
                if mover.spot.point.distance(spot.point) > *least + LEEWAY {
                    return;
                }
                let stand = self.field.stand(spot, mover.radius);
                if !range.around().has_room(self.field, &stand) {
                    return;
                }
                let most = (*least + LEEWAY).min(budget);
                // Other ways than the straight one are sought for cover alone.
                let straight = if spot == mover.spot { Some(0.0) } else { range.straight_to(spot) };
                if straight.is_some_and(|cost| cost > most) || !self.is_cover(&stand, &mut lasts) {
                    return;
                }
                if let Some(cost) = straight.or_else(|| range.cost_to(spot)).filter(|cost| *cost <= most) {
                    *least = least.min(cost);
                    places.push((cost, spot));
                }
            };
            consider(mover.spot, &mut least);
            for ring in 0..=(budget / self.field.rules.cover_search_step) as i32 + 1 {
                let nearest = f64::from(ring - 1) * self.field.rules.cover_search_step;
                if nearest > (least + LEEWAY).min(budget) {
                    break;
                }
                self.ring(mover.spot.point, ring, |point| {
                    consider(Spot { point, level: 0 }, &mut least);
                    for level in 1..=self.field.levels() {
                        if self.field.level(level).0.reach() >= self.field.level(level).0.middle().distance(point) {
                            consider(Spot { point, level }, &mut least);
                        }
                    }
                });
            }
            places.retain(|(cost, _)| *cost <= least + LEEWAY);
            if least <= budget {
                return Some(least);
            }
        }
        None
    }

    /// Where there is no cover: the place within the Movement of a mover, for whom `ways` are laid, that is nearest to a piece of
    /// terrain; none on a bare table.
    pub fn nearest_terrain(&self, ways: &mut Ways) -> Option<Spot> {
        let (mover, budget) = (*ways.surroundings().mover(), ways.surroundings().budget());
        let mut range = ways.reach(self.field, budget);
        let mut best = (self.field.distance_from_terrain(&mover), mover.spot);
        if best.0 == f64::INFINITY {
            return None;
        }
        for ring in 0..=(budget / self.field.rules.cover_search_step) as i32 + 1 {
            self.ring(mover.spot.point, ring, |point| {
                let spot = Spot { point, level: 0 };
                let stand = self.field.stand(spot, mover.radius);
                let off = self.field.distance_from_terrain(&stand);
                if off < best.0 && range.around().has_room(self.field, &stand) {
                    let cost = if spot == mover.spot { Some(0.0) } else { range.cost_to(spot) };
                    if cost.is_some_and(|cost| range.around().may_end(self.field, spot, cost)) {
                        best = (off, spot);
                    }
                }
            });
        }
        Some(best.1)
    }

    /// The points of the lattice that lie so many steps round a point, on the board.
    fn ring(&self, round: Point, steps: i32, mut put: impl FnMut(Point)) {
        let step = self.field.rules.cover_search_step;
        let (x, y) = ((round.x / step).round() as i32, (round.y / step).round() as i32);
        let mut at = |column: i32, row: i32| {
            let point = Point::new(f64::from(x + column) * step, f64::from(y + row) * step);
            if self.field.table.contains(point) {
                put(point);
            }
        };
        if steps == 0 {
            at(0, 0);
            return;
        }
        for side in -steps..steps {
            at(side, -steps);
            at(steps, side);
            at(-side, steps);
            at(-steps, -side);
        }
    }
}
