//! Sets of stealth bases: how many there are, and how they stay linked (DP-STL-01, DP-STL-06, R-37, R-38, R-102).

use super::codex::Unit;
use super::field::{Field, Stand};
use super::rules::{Rules, StealthBaseCount};

/// Most bases of a set that are looked at: more than a list may put down.
const MOST: usize = 64;

/// Bases that a model puts down when it hides, the real one included; 0 for a model without stealth.
#[must_use]
pub fn base_count(rules: &Rules, unit: &Unit) -> u32 {
    match (unit.stealth, rules.stealth_base_count) {
        (0, _) => 0,
        (level, StealthBaseCount::LevelPlusOne) => level + 1,
        (level, StealthBaseCount::Level) => level,
    }
}

/// Whether the bases of a set form one group with gaps of no more than its level allows (DP-STL-06).
#[must_use]
pub fn are_linked(field: &Field, unit: &Unit, bases: &[Stand]) -> bool {
    let longest = field.rules().coherency_per_level * f64::from(unit.stealth);
    let count = bases.len().min(MOST);
    let all = if count == MOST { u64::MAX } else { (1 << count) - 1 };
    let (mut reached, mut next) = (1u64, 1u64);
    // From the first base on, link by link.
    while next != 0 && reached != all {
        let from = next.trailing_zeros() as usize;
        next &= next - 1;
        for (at, base) in bases.iter().enumerate().take(count) {
            if reached & 1 << at == 0 && field.distance(&bases[from], base) <= longest {
                reached |= 1 << at;
                next |= 1 << at;
            }
        }
    }
    count == 0 || reached == all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::CodexFile;
    use crate::rulesets::darkpotential::codex::Codex;
    use crate::rulesets::darkpotential::terrain::Board;
    use crate::tabletop::plane::{Point, Spot};

    #[test]
    fn dp_stl_01_a_set_has_a_false_base_for_each_level() {
        let (codex, mut rules) = (Codex::built_in(), Rules::default());
        let [assassin, soldier] = ["generic-assassin", "generic-soldier"].map(|key| codex.unit(key).unwrap());
        assert_eq!((base_count(&rules, assassin), base_count(&rules, soldier)), (4, 0));
        rules.set("stealth-base-count", "level").unwrap();
        assert_eq!((base_count(&rules, assassin), base_count(&rules, soldier)), (3, 0));
    }

    #[test]
    fn dp_stl_06_links_are_gaps_of_three_inches_a_level() {
        let codex = Codex::built_in();
        let assassin = codex.unit("generic-assassin").unwrap();
        let field = Field::new(&Rules::default(), &Board::bare(48.0, 48.0));
        let apart = 2.0 * assassin.base_radius();
        let linked = |gaps: &[f64]| {
            let mut x = 1.0;
            let mut stands = vec![field.stand(Spot::from(Point::new(x, 20.0)), assassin.base_radius())];
            for gap in gaps {
                x += gap + apart;
                stands.push(field.stand(Spot::from(Point::new(x, 20.0)), assassin.base_radius()));
            }
            are_linked(&field, assassin, &stands)
        };
        assert!(linked(&[9.0, 9.0, 9.0]) && !linked(&[9.0, 9.1, 9.0]) && linked(&[]));
        // a star is linked as well as a chain.
        let around = [(20.0, 20.0), (29.0, 20.0), (11.0, 20.0), (20.0, 29.0)];
        let star = around.map(|(x, y)| field.stand(Spot::from(Point::new(x, y)), assassin.base_radius()));
        assert!(are_linked(&field, assassin, &star) && are_linked(&field, assassin, &[]));
        assert!(!are_linked(&field, assassin, &star[1..]), "without the middle nobody is near");
    }
}
