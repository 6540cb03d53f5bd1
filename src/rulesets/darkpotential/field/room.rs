//! Room for a base that is set down: nearest to a place, round another base (DP-STL-13), or back along a path.

use super::{Field, Stand};
use crate::tabletop::plane::{Facing, Route, Spot};

/// Directions, evenly spread, in which room is looked for.
const DIRECTIONS: u32 = 48;

/// Inches from one place at which room is looked for to the next.
const STEP: f64 = 0.05;

impl Field {
    /// Whether a base can be set down here: terrain leaves room, and so do the others.
    #[must_use]
    pub fn has_room(&self, stand: &Stand, taken: &[Stand]) -> bool {
        self.stands(stand) && !taken.iter().any(|other| other.overlaps(stand))
    }

    /// The place nearest to that of a base where it can be set down, within so many inches.
    #[must_use]
    pub fn nearest_room(&self, stand: &Stand, within: f64, taken: &[Stand]) -> Option<Stand> {
        if self.has_room(stand, taken) {
            return Some(*stand);
        }
        let rings = (within / STEP + 1e-9) as u32;
        (1..=rings).flat_map(|ring| round(stand.spot, f64::from(ring) * STEP)).find_map(|spot| {
            let found = self.stand(spot, stand.radius);
            self.has_room(&found, taken).then_some(found)
        })
    }

    /// Places at which a base of this radius is in base contact with another one and can be set down (DP-STL-13).
    pub fn room_round<'f>(
        &'f self,
        stand: &Stand,
        radius: f64,
        taken: &'f [Stand],
    ) -> impl Iterator<Item = Stand> + use<'f> {
        let places = round(stand.spot, stand.radius + radius).map(move |spot| self.stand(spot, radius));
        places.filter(move |place| self.has_room(place, taken))
    }

    /// The last place of a path, after no more than so many inches, where the mover can be set down: to where one goes back that
    /// was stopped where nobody can stay. Its start when there is none.
    #[must_use]
    pub fn last_room(&self, mover: &Stand, route: &Route, inches: f64, taken: &[Stand]) -> (f64, Stand) {
        let steps = (inches / STEP).ceil() as u32;
        let place = |back: u32| {
            let at = inches - f64::from(back) * STEP;
            let spot = route.spot_after(at).filter(|_| at > 0.0)?;
            let stand = self.stand(spot, mover.radius);
            self.has_room(&stand, taken).then_some((at, stand))
        };
        (0..steps).find_map(place).unwrap_or((0.0, *mover))
    }
}

/// Places so many inches round another, on its level, from north clockwise.
fn round(spot: Spot, inches: f64) -> impl Iterator<Item = Spot> {
    (0..DIRECTIONS).map(move |at| {
        let way = Facing::from_degrees(360.0 * f64::from(at) / f64::from(DIRECTIONS)).ahead();
        Spot { point: spot.point + way * inches, level: spot.level }
    })
}
