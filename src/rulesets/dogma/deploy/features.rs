//! Placing terrain (DG-TER-01, DG-TER-02).
use crate::dice::Dice;
use crate::game::{Chronicle, Told};
use crate::rulesets::dogma::choices::{Choice, Refusal};
use crate::rulesets::dogma::state::Battle;
use crate::rulesets::dogma::terrain::Kind;
use crate::tabletop::plane::Point;
impl Battle<'_> {
    pub(super) fn visit_features(&self, visit: &mut impl FnMut(Choice)) {
        visit(Choice::NoFeature);
    }
    pub(super) fn check_feature(&self, kind: Kind, at: Point, across: f64) -> Result<(), Refusal> {
        let _ = (kind, at, across);
        Ok(())
    }
    pub(super) fn place_feature(&mut self, kind: Kind, at: Point, across: f64) {
        let _ = (kind, at, across);
        self.preparations.features += 1;
    }
    pub(super) fn draw_features<C: Chronicle<Told>>(&mut self, dice: &mut impl Dice, chronicle: &mut C) {
        let _ = (dice, chronicle);
        self.preparations.features = self.setup.size.features;
    }
}
