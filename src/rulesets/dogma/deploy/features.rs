//! Placing terrain (DG-TER-01, DG-TER-02).

use crate::dice::Dice;
use crate::rulesets::dogma::choices::{Choice, Refusal};
use crate::rulesets::dogma::state::Battle;
use crate::rulesets::dogma::terrain::{Feature, Kind, Limits};
use crate::tabletop::plane::{Point, Vector};

/// Inches between the places that are shown.
const STEP: f64 = 4.0;

/// Most of them that lie between two edges.
const MOST_STEPS: f64 = 100.0;

impl Battle<'_> {
    /// Shows features of every kind, the second smallest and the second largest of their sizes, four inches apart all over
    /// the table or farther, and none at all.
    pub(super) fn visit_features(&self, visit: &mut impl FnMut(Choice)) {
        visit(Choice::NoFeature);
        let (table, limits) = (self.table(), Limits::from(&self.setup.rules));
        for at in self.feature_places() {
            for (_, kind) in Kind::CHOICES {
                let sizes = kind.sizes();
                for &across in &sizes[1..sizes.len() - 1] {
                    if self.terrain.check(&kind.shape(at, across), &table, &limits).is_ok() {
                        visit(Choice::Feature { kind, at, across });
                    }
                }
            }
        }
    }

    /// Places four inches apart all over the table; farther on one of hundreds of inches.
    fn feature_places(&self) -> impl Iterator<Item = Point> + Clone + use<> {
        let table = self.table();
        let inside = table.max - table.min;
        let apart = |length: f64| STEP.max(length / MOST_STEPS);
        let (across, along) = (apart(inside.x), apart(inside.y));
        let (columns, rows) = ((inside.x / across) as i32, (inside.y / along) as i32);
        let steps = (1..columns).flat_map(move |x| (1..rows).map(move |y| (f64::from(x), f64::from(y))));
        steps.map(move |(x, y)| table.min + Vector::new(x * across, y * along))
    }

    /// The place for a feature whose number `pick` names when it is told how many there are.
    pub(in crate::rulesets::dogma) fn feature_place(&self, pick: impl FnOnce(u32) -> u32) -> Option<Point> {
        let places = self.feature_places();
        let count = places.clone().count() as u32;
        (count > 0).then(|| places.clone().nth(pick(count) as usize)).flatten()
    }

    /// Whether a feature may be placed (DG-TER-02, R-12).
    pub(super) fn check_feature(&self, kind: Kind, at: Point, across: f64) -> Result<(), Refusal> {
        self.terrain.check(&kind.shape(at, across), &self.table(), &Limits::from(&self.setup.rules))
    }

    /// Places a feature that was checked.
    pub(super) fn place_feature(&mut self, kind: Kind, at: Point, across: f64) {
        self.terrain.place(Feature::new(kind, kind.shape(at, across)));
        self.preparations.features += 1;
    }

    /// Draws all features; one without a place is forfeited.
    pub(super) fn draw_features(&mut self, dice: &mut impl Dice) {
        let (table, limits) = (self.table(), Limits::from(&self.setup.rules));
        while self.preparations.features < self.setup.size.features {
            if let Some(feature) = self.terrain.draw(&table, &limits, dice) {
                self.terrain.place(feature);
            }
            self.preparations.features += 1;
        }
    }
}
