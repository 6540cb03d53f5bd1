//! Reversals: a list that is stronger in one scenario, or on one battlefield, and weaker in another.

use super::cells::distinct;
use super::rounding::{share, share_with_interval};
use super::settings::Seen;
use super::standings::{CONFIDENCE, MatchUp, Standings, average};
use crate::analysis::multiple_testing::{Correction, adjust_p};
use crate::analysis::special::{normal_cdf, normal_two_sided};
use crate::charts::Estimate;

/// Chance of calling a match-up turned round that is not.
const ALPHA: f64 = 0.05;

/// A match-up that turns round, seen from its first contestant.
#[derive(Clone, Debug, PartialEq)]
pub struct Reversal<'r> {
    /// What it turns on: `scenario` or `battlefield`.
    pub aspect: &'static str,
    /// Where the first contestant does worst, shown to be below one half.
    pub worst: (&'r str, Estimate),
    /// Where it does best, shown to be above.
    pub best: (&'r str, Estimate),
}

impl<'r> Reversal<'r> {
    /// The widest reversal of a match-up; none where no level of scenario or battlefield is shown to be above one half and
    /// another below, all levels taken together (Holm). What is shown holds for the dice: these levels are named, not drawn.
    pub fn of(m: &MatchUp<'r>) -> Option<Self> {
        if m.is_mirror() {
            return None;
        }
        let scenario = |(cell, _): &Seen<'r>| cell.key.scenario.as_str();
        let battlefield = |(cell, _): &Seen<'r>| cell.key.battlefield.as_str();
        let found = [Self::by("scenario", m, &scenario), Self::by("battlefield", m, &battlefield)];
        // Of two equally wide the first: the scenario comes before its table.
        found.into_iter().flatten().reduce(|one, other| if other.range() > one.range() { other } else { one })
    }

    fn by(aspect: &'static str, m: &MatchUp<'r>, level: &dyn Fn(&Seen<'r>) -> &'r str) -> Option<Self> {
        let scored = |name: &'r str| {
            let cells: Vec<Seen<'r>> = m.cells.iter().filter(|cell| level(cell) == name).copied().collect();
            Some((name, average(&cells, m.chance)?))
        };
        let levels: Vec<_> = distinct(m.cells.iter().map(level)).into_iter().filter_map(scored).collect();
        if levels.len() < 2 {
            return None;
        }
        let p_even = |(_, e): &(&str, Estimate)| {
            let std_error = (e.score - e.low).max(e.high - e.score) / normal_two_sided(1.0 - CONFIDENCE);
            2.0 * normal_cdf(-(e.score - 0.5).abs() / std_error)
        };
        let p_values: Vec<f64> = levels.iter().map(p_even).collect();
        let shown = adjust_p(&p_values, Correction::Holm, ALPHA).ok()?.rejected;
        let shown = || levels.iter().zip(&shown).filter(|(_, shown)| **shown).map(|(level, _)| *level);
        let by_score = |x: &(&str, Estimate), y: &(&str, Estimate)| x.1.score.total_cmp(&y.1.score);
        let (worst, best) = (shown().min_by(by_score)?, shown().max_by(by_score)?);
        // Not even one interval that stands beside it may reach one half.
        (worst.1.high < 0.5 && best.1.low > 0.5).then_some(Self { aspect, worst, best })
    }

    fn range(&self) -> f64 {
        self.best.1.score - self.worst.1.score
    }

    /// The headline of a single match-up.
    pub fn headline(&self, [a, b]: [&str; 2]) -> String {
        let Self { aspect, worst, best } = self;
        format!(
            "It turns on the {aspect}: {a} is stronger than {b} in {}, where it scores {}, and weaker in {}, where it scores {}.",
            best.0,
            share_with_interval(best.1),
            worst.0,
            share_with_interval(worst.1)
        )
    }

    /// The same among many.
    fn brief(&self, [a, b]: [&str; 2]) -> String {
        let Self { worst, best, .. } = self;
        format!("{a} against {b} ({} in {}, {} in {})", share(best.1), best.0, share(worst.1), worst.0)
    }
}

/// Which of many match-ups turn round, the widest first; nothing where none does.
pub fn remark(standings: &Standings<'_>) -> Option<String> {
    let of = |m| Some((Reversal::of(m)?, standings.names(m)));
    let mut found: Vec<_> = standings.contests().filter_map(of).collect();
    found.sort_by(|one, other| other.0.range().total_cmp(&one.0.range()));
    let (widest, names) = found.first()?;
    let all = standings.contests().count();
    let most = if found.len() == 1 { "" } else { "most of all " };
    Some(format!(
        "{} of {all} match-ups {} round with the scenario or the battlefield, {most}{}.",
        found.len(),
        if found.len() == 1 { "turns" } else { "turn" },
        widest.brief(*names)
    ))
}

#[cfg(test)]
mod tests {
    use super::super::sample::run;
    use super::super::settings::tests::scenarios;
    use super::*;
    use crate::outcomes::Cell;

    fn headline(cells: Vec<Cell>) -> Option<String> {
        let run = run(cells);
        let standings = Standings::of(&run);
        let m = standings.contests().next().unwrap();
        Reversal::of(m).map(|found| found.headline(standings.names(m)))
    }

    #[test]
    fn above_in_one_scenario_and_below_in_another_is_a_reversal() {
        let text = headline(scenarios(&[("hill", 650), ("flag", 400), ("march", 500)])).unwrap();
        assert_eq!(
            text,
            "It turns on the scenario: The x is stronger than The y in hill, where it scores 65% (95% interval 62 to 68), and weaker in flag, where it scores 40% (95% interval 37 to 43)."
        );
    }

    #[test]
    fn what_dice_may_have_done_is_none() {
        assert_eq!(headline(scenarios(&[("hill", 650), ("flag", 480)])), None);
        assert_eq!(headline(scenarios(&[("hill", 650), ("flag", 600)])), None);
        // Each would be shown by itself, but one of six may be so by chance.
        let six = [("a", 533), ("b", 467), ("c", 500), ("d", 500), ("e", 500), ("f", 500)];
        assert_eq!(headline(scenarios(&six)), None);
        assert!(headline(scenarios(&[("a", 540), ("b", 460)])).is_some());
    }

    #[test]
    fn the_wider_aspect_is_told_and_many_are_counted() {
        let mut cells = scenarios(&[("hill", 560), ("flag", 440), ("hill", 700), ("flag", 300)]);
        for (cell, map) in cells.iter_mut().zip(["plain", "wood", "wood", "plain"]) {
            cell.key.battlefield = map.to_owned();
        }
        let run = run(cells);
        let standings = Standings::of(&run);
        let found = Reversal::of(&standings.match_ups[0]).unwrap();
        assert_eq!((found.aspect, found.best.0), ("scenario", "hill"));
        let text = remark(&standings).unwrap();
        assert!(text.starts_with("1 of 1 match-ups turns round with the scenario or the battlefield, The x against The y (63% in hill, 37% in flag"), "{text}");
    }
}
