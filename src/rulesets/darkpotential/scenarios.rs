//! The scenarios: how long they last, what counts at the cap, and how a game ends (DP-VIC, R-50, R-51, R-104).

use super::codex::Codex;
use super::rules::{AttritionWeight, CapResult, Rules};
use crate::game::Side;
use crate::game::keyed::keyed;

/// Rounds of `short-game`.
const SHORT: u32 = 6;

keyed! {
    /// A scenario.
    Scenario {
        /// The first to remove every enemy model wins.
        Elimination = "elimination",
        /// The same; nobody wins at the cap.
        EliminationDraw = "elimination-draw",
        /// The same in half the time.
        ShortGame = "short-game",
    }
}

/// All scenarios by key, with a line about each, the usual one first.
pub const SCENARIOS: [(&str, Scenario, &str); 3] = [
    (
        "elimination",
        Scenario::Elimination,
        "remove every enemy model; at the cap the smaller share of wounds lost wins",
    ),
    ("elimination-draw", Scenario::EliminationDraw, "remove every enemy model; the cap is a draw"),
    ("short-game", Scenario::ShortGame, "elimination in 6 rounds, for quick sweeps"),
];

/// Ways a game can end, in the order of [`Ending`]. Who won is told beside it.
pub const ENDINGS: [&str; 4] = Ending::KEYS;

keyed! {
    /// How a game ended.
    Ending {
        /// A side has no model left (DP-VIC-01).
        WipeOut = "wipe-out",
        /// The cap, by the shares of wounds left (DP-VIC-03).
        Attrition = "attrition",
        /// The cap, with shares too near to each other, or without a winner by the scenario.
        DrawCap = "draw-cap",
        /// Both sides lost their last models in one attack (DP-VIC-02).
        DrawMutual = "draw-mutual",
    }
}

/// What a scenario makes of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The scenario.
    pub scenario: Scenario,
    /// Rounds after which a game ends.
    pub round_cap: u32,
    /// What counts then.
    pub cap_result: CapResult,
}

impl Scenario {
    /// What it makes of the rules: short games are capped earlier, if the rules do not cap them earlier still.
    #[must_use]
    pub fn terms(self, rules: &Rules) -> Terms {
        let usual = Terms { scenario: self, round_cap: rules.round_cap, cap_result: rules.cap_result };
        match self {
            Scenario::Elimination => usual,
            Scenario::EliminationDraw => Terms { cap_result: CapResult::Draw, ..usual },
            Scenario::ShortGame => Terms { round_cap: usual.round_cap.min(SHORT), ..usual },
        }
    }
}

/// How a game ended, and who won it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// How.
    pub ending: Ending,
    /// The winner; none of a draw.
    pub winner: Option<Side>,
}

/// The verdict at the removals of an attack: none while both sides have a model left.
#[must_use]
pub fn after_removals(alive: [bool; 2]) -> Option<Verdict> {
    match alive {
        [true, true] => None,
        [false, false] => Some(Verdict { ending: Ending::DrawMutual, winner: None }),
        [true, false] => Some(Verdict { ending: Ending::WipeOut, winner: Some(Side::A) }),
        [false, true] => Some(Verdict { ending: Ending::WipeOut, winner: Some(Side::B) }),
    }
}

/// The verdict after the last round, by the shares that the sides have left.
#[must_use]
pub fn at_the_cap(rules: &Rules, terms: &Terms, shares: [f64; 2]) -> Verdict {
    let lead = shares[0] - shares[1];
    // What is written with a few digits may lie a hair beside the margin.
    let wins = lead.abs() > rules.attrition_margin + 1e-9;
    if terms.cap_result == CapResult::Draw || !wins {
        return Verdict { ending: Ending::DrawCap, winner: None };
    }
    Verdict { ending: Ending::Attrition, winner: Some(if lead > 0.0 { Side::A } else { Side::B }) }
}

/// The share of its wounds, or of its value, that a side has left of its `models`: the unit type of each, and its wounds left
///
#[must_use]
pub fn attrition_share(codex: &Codex, rules: &Rules, models: impl Iterator<Item = (u8, u32)>) -> f64 {
    let (mut left, mut total) = (0.0, 0.0);
    for (unit, wounds) in models {
        let unit = &codex.units[usize::from(unit)];
        let weight = match rules.attrition_weight {
            AttritionWeight::Wounds => f64::from(unit.wounds),
            AttritionWeight::Value => unit.value,
        };
        total += weight;
        left += weight * f64::from(wounds) / f64::from(unit.wounds);
    }
    if total > 0.0 { left / total } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{CodexFile, Source};
    use crate::rulesets::darkpotential::army::{self, Roster};

    fn suggested(codex: &Codex) -> Roster {
        let source = Source::called("suggested", army::built_in()).unwrap();
        Roster::read(codex, &Rules::default(), &source).unwrap()
    }

    #[test]
    fn dp_vic_03_scenarios_differ_at_the_cap() {
        let mut rules = Rules::default();
        let terms =
            |rules: &Rules| Scenario::ALL.map(|scenario| scenario.terms(rules)).map(|it| (it.round_cap, it.cap_result));
        let (attrition, draw) = (CapResult::Attrition, CapResult::Draw);
        assert_eq!(terms(&rules), [(12, attrition), (12, draw), (6, attrition)]);
        rules.set("round-cap", "4").unwrap();
        rules.set("cap-result", "draw").unwrap();
        assert_eq!(terms(&rules), [(4, draw); 3]);
        assert_eq!(SCENARIOS.map(|(key, ..)| key), Scenario::KEYS);
        assert_eq!(SCENARIOS.map(|(_, scenario, _)| scenario), Scenario::ALL);
    }

    #[test]
    fn r_104_shares_are_of_wounds_or_of_value() {
        // Four Soldiers, a carrier, Leader, Sniper and Assassin: 16 wounds.
        let codex = Codex::built_in();
        let (roster, mut rules) = (suggested(&codex), Rules::default());
        let share =
            |rules: &Rules, wounds: [u32; 8]| attrition_share(&codex, rules, roster.units.iter().copied().zip(wounds));
        assert_eq!(share(&rules, [1, 1, 1, 1, 1, 5, 3, 3]), 1.0);
        assert_eq!(share(&rules, [1, 1, 1, 1, 1, 2, 3, 3]), 13.0 / 16.0);
        assert_eq!(share(&rules, [1, 1, 0, 0, 1, 2, 3, 3]), 11.0 / 16.0);
        rules.set("attrition-weight", "value").unwrap();
        // The Leader is worth 28 of 115 points of models.
        assert!((share(&rules, [1, 1, 1, 1, 1, 0, 3, 3]) - 87.0 / 115.0).abs() < 1e-12);
    }

    #[test]
    fn r_50_a_lead_of_more_than_a_tenth_wins_at_the_cap() {
        // Position 25: 13 and 11 of 16 wounds, and 12 and 11.
        let rules = Rules::default();
        let verdict =
            |scenario: Scenario, a: f64, b: f64| at_the_cap(&rules, &scenario.terms(&rules), [a / 16.0, b / 16.0]);
        let draw = Verdict { ending: Ending::DrawCap, winner: None };
        let won = |side| Verdict { ending: Ending::Attrition, winner: Some(side) };
        assert_eq!(verdict(Scenario::Elimination, 13.0, 11.0), won(Side::A));
        assert_eq!(verdict(Scenario::ShortGame, 11.0, 13.0), won(Side::B));
        assert_eq!(verdict(Scenario::Elimination, 12.0, 11.0), draw);
        assert_eq!(verdict(Scenario::EliminationDraw, 13.0, 1.0), draw);
        let tenths = |a: f64, b: f64| at_the_cap(&rules, &Scenario::Elimination.terms(&rules), [a, b]);
        assert_eq!(tenths(0.8, 0.7), draw);
    }

    #[test]
    fn r_51_the_last_models_of_both_sides_are_a_draw() {
        // Position 23.
        assert_eq!(after_removals([false; 2]), Some(Verdict { ending: Ending::DrawMutual, winner: None }));
        assert_eq!(after_removals([true, false]), Some(Verdict { ending: Ending::WipeOut, winner: Some(Side::A) }));
        assert_eq!(after_removals([false, true]).and_then(|it| it.winner), Some(Side::B));
        assert_eq!(after_removals([true; 2]), None);
    }
}
