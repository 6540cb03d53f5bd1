//! Settings: the score of a match-up over the scenarios, battlefields and doctrines that it was played in.
//!
//! What was played in a few settings is a fact about these; a list is judged by all settings of the kind. The score of a
//! match-up over several settings is therefore that of random effects, and what the dice alone leave open is told beside it.

use super::cells::distinct;
use super::standings::{CONFIDENCE, Chance, average};
use crate::analysis::special::{normal_two_sided, squared};
use crate::analysis::{Interval, RandomEffects, new_setting};
use crate::charts::Estimate;
use crate::outcomes::Cell;

/// A cell, and whether its point of view is the other's.
pub type Seen<'r> = (&'r Cell, bool);

/// One setting of a match-up; doctrines in the order of its contestants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting<'r> {
    /// Scenario.
    pub scenario: &'r str,
    /// Battlefield.
    pub battlefield: &'r str,
    /// Doctrines of both sides; none where they are no part of the setting.
    pub doctrines: Option<[&'r str; 2]>,
}

impl<'r> Setting<'r> {
    /// The setting of a cell.
    pub fn of((cell, turned): &Seen<'r>) -> Self {
        let [a, b] = [cell.key.doctrine_a.as_str(), cell.key.doctrine_b.as_str()];
        Self {
            scenario: &cell.key.scenario,
            battlefield: &cell.key.battlefield,
            doctrines: Some(if *turned { [b, a] } else { [a, b] }),
        }
    }

    /// The scenario and battlefield of a cell alone.
    pub fn of_place(seen: &Seen<'r>) -> Self {
        Self { doctrines: None, ..Self::of(seen) }
    }
}

/// A score over several settings.
#[derive(Clone, Debug)]
pub struct OverSettings<'r> {
    /// The score over all settings of the kind, its limits cut at 0 and 1.
    pub score: Estimate,
    /// The same for a new setting; none after fewer than three.
    pub new: Option<Interval>,
    /// Whether a limit of either was cut.
    pub cut: bool,
    /// What the score was in each setting, with what its dice leave open.
    pub each: Vec<(Setting<'r>, Estimate)>,
    /// The whole answer.
    pub effects: RandomEffects,
}

impl<'r> OverSettings<'r> {
    /// Of the cells of one match-up; none in fewer than two settings.
    pub fn of(cells: &[Seen<'r>], chance: Chance) -> Option<Self> {
        Self::by(cells, chance, if doctrines_are_settings(&[cells]) { &Setting::of } else { &Setting::of_place })
    }

    /// Of the cells of a list against several opponents, where all of them were met in the same settings; doctrines are a part
    /// of these if every opponent was met under all of them. `opponent` tells opponents apart.
    pub fn of_many(cells: &[Seen<'r>], chance: Chance, opponent: &dyn Fn(&Seen<'r>) -> usize) -> Option<Self> {
        let of = |met: usize| cells.iter().filter(|cell| opponent(cell) == met).copied().collect();
        let groups: Vec<Vec<Seen<'r>>> = distinct(cells.iter().map(opponent)).into_iter().map(of).collect();
        let groups: Vec<&[Seen<'r>]> = groups.iter().map(Vec::as_slice).collect();
        if doctrines_are_settings(&groups) {
            Self::by(cells, chance, &Setting::of)
        } else if are_crossed(&groups, &Setting::of_place) {
            Self::by(cells, chance, &Setting::of_place)
        } else {
            None
        }
    }

    fn by(cells: &[Seen<'r>], chance: Chance, setting: &dyn Fn(&Seen<'r>) -> Setting<'r>) -> Option<Self> {
        let settings = distinct(cells.iter().map(setting));
        if settings.len() < 2 {
            return None;
        }
        let mut each = Vec::with_capacity(settings.len());
        let [mut estimates, mut variances, mut pairs] = [Vec::new(), Vec::new(), Vec::new()];
        for at in settings {
            let here: Vec<Seen<'r>> = cells.iter().filter(|cell| setting(cell) == at).copied().collect();
            // The dice themselves, whenever a cell stopped.
            let (Some(score), Some(dice)) = (average(&here, chance), average(&here, chance.of_the_dice())) else {
                continue;
            };
            each.push((at, score));
            estimates.push(dice.score);
            variances.push(squared(dice.half_width() / normal_two_sided(1.0 - CONFIDENCE)));
            pairs.push(here.iter().map(|(cell, _)| cell.tally.pairs()).sum::<u64>() as f64);
        }
        let variances = by_pairs(&variances, &pairs);
        let effects = RandomEffects::of(&estimates, &variances, CONFIDENCE).ok()?;
        // Cells may share their dice, and may have stopped by their score: never surer than the dice let these settings be.
        let here = average(cells, chance)?;
        let half = effects.interval.half_width().max(here.half_width());
        let (mean, cut) = (effects.mean, |limit: f64| limit.clamp(0.0, 1.0));
        let limits = Interval { low: mean - half, high: mean + half };
        let score = Estimate { score: mean, low: cut(limits.low), high: cut(limits.high) };
        let new = new_setting(&estimates, &variances, CONFIDENCE).ok().map(|new| {
            // A new setting is no surer than all of them.
            Interval { low: new.low.min(limits.low), high: new.high.max(limits.high) }
        });
        let widest = new.unwrap_or(limits);
        Some(Self {
            score,
            new: new.map(|new| Interval { low: cut(new.low), high: cut(new.high) }),
            cut: widest.low < 0.0 || widest.high > 1.0,
            each,
            effects,
        })
    }

    /// The settings with the lowest and the highest score.
    pub fn ends(&self) -> Option<[&(Setting<'r>, Estimate); 2]> {
        let by_score = |x: &&(Setting<'r>, Estimate), y: &&(Setting<'r>, Estimate)| x.1.score.total_cmp(&y.1.score);
        Some([self.each.iter().min_by(by_score)?, self.each.iter().max_by(by_score)?])
    }

    /// A setting in the words that tell it from the others.
    pub fn name(&self, setting: &Setting<'r>) -> String {
        let several = |part: &dyn Fn(&Setting<'r>) -> String| {
            let text = part(setting);
            self.each.iter().any(|(other, _)| part(other) != text).then_some(text)
        };
        let parts = [
            several(&|s| s.scenario.to_owned()),
            several(&|s| s.battlefield.to_owned()),
            several(&|s| s.doctrines.map_or_else(String::new, |[a, b]| format!("{a} v {b}"))),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// Whether doctrines are a part of the settings in which several groups of cells met, such as those of match-ups: where each met under
/// all that any of them did, and did not merely play one pair of doctrines both ways.
pub fn doctrines_are_settings(groups: &[&[Seen<'_>]]) -> bool {
    are_crossed(groups, &Setting::of) && !groups.iter().any(|cells| are_both_ways(cells))
}

/// Whether every group met in every setting in which any of them did.
fn are_crossed<'r>(groups: &[&[Seen<'r>]], setting: &dyn Fn(&Seen<'r>) -> Setting<'r>) -> bool {
    let settings = distinct(groups.iter().copied().flatten().map(setting));
    groups.iter().all(|cells| settings.iter().all(|at| cells.iter().any(|cell| setting(cell) == *at)))
}

/// Whether all cells are of one pair of doctrines and of the same turned round: then both lists play both, and there is nothing of
/// which these were some.
fn are_both_ways(cells: &[Seen<'_>]) -> bool {
    let pairs = distinct(cells.iter().filter_map(|cell| Setting::of(cell).doctrines));
    matches!(pairs[..], [[a, b], [c, d]] if a == d && b == c)
}

/// Variances of estimates, as if a pair had the same in every setting: its mean, each by its pairs. What few pairs say of their
/// own variance goes with what they scored; weights by it would draw a mean to settings where all pairs came out alike.
fn by_pairs(variances: &[f64], pairs: &[f64]) -> Vec<f64> {
    let of_a_pair = variances.iter().zip(pairs).map(|(v, n)| n * n * v).sum::<f64>() / pairs.iter().sum::<f64>();
    pairs.iter().map(|n| of_a_pair / n).collect()
}

#[cfg(test)]
pub mod tests {
    use super::super::sample::{cell, joint, run};
    use super::super::standings::Standings;
    use super::*;
    use crate::experiment::{Luck, Stop};

    /// x against y in scenarios, with these wins of a thousand.
    pub fn scenarios(wins: &[(&str, u64)]) -> Vec<Cell> {
        let played = |(scenario, wins): &(&str, u64)| {
            let mut cell = cell("x", "y", joint(*wins, 0, 1000 - wins));
            cell.key.scenario = (*scenario).to_owned();
            cell
        };
        wins.iter().map(played).collect()
    }

    fn over(cells: &[Cell], chance: Chance) -> OverSettings<'_> {
        let seen: Vec<Seen<'_>> = cells.iter().map(|cell| (cell, false)).collect();
        OverSettings::of(&seen, chance).unwrap()
    }

    fn over_of(cells: &[Cell; 2]) -> bool {
        OverSettings::of(&cells.each_ref().map(|cell| (cell, false)), FIXED).is_some()
    }

    const FIXED: Chance = Chance { stop: Stop::Pairs(1000), luck: Luck::Shared };

    #[test]
    fn the_score_over_settings_is_that_of_random_effects() {
        let cells = scenarios(&[("hill", 620), ("flag", 480), ("march", 550)]);
        let over = over(&cells, FIXED);
        let z = normal_two_sided(0.05);
        let variances: Vec<f64> = over.each.iter().map(|(_, e)| squared(e.half_width() / z)).collect();
        let pooled = variances.iter().sum::<f64>() / 3.0;
        let want = RandomEffects::of(&[0.62, 0.48, 0.55], &[pooled; 3], 0.95).unwrap();
        assert!((over.score.score - want.mean).abs() < 1e-12);
        assert!((over.score.low - want.interval.low).abs() < 1e-12);
        let new = new_setting(&[0.62, 0.48, 0.55], &[pooled; 3], 0.95).unwrap();
        assert!((over.new.unwrap().high - new.high.min(1.0)).abs() < 1e-12);
        assert!(!over.cut, "{over:?}");
        let far = scenarios(&[("hill", 950), ("flag", 480), ("march", 550)]);
        assert!(self::over(&far, FIXED).cut, "three settings that lie far apart say little of a fourth");
        let ends = over.ends().unwrap().map(|(at, _)| over.name(at));
        assert_eq!(ends, ["flag", "hill"]);
    }

    #[test]
    fn settings_of_as_many_pairs_count_alike_however_their_pairs_came_out() {
        let few = |scenario: &str, won: u64| {
            let mut cell = scenarios(&[(scenario, 0)]).remove(0);
            cell.tally.classes.iter_mut().for_each(|class| class.joint = [[0; 3]; 3]);
            for (pair, class) in cell.tally.classes.iter_mut().take(4).enumerate() {
                class.joint =
                    if (pair as u64) < won { [[0; 3], [0; 3], [0, 0, 1]] } else { [[1, 0, 0], [0; 3], [0; 3]] };
            }
            cell
        };
        let cells = [few("hill", 4), few("flag", 2), few("march", 1)];
        assert!((over(&cells, FIXED).score.score - 7.0 / 12.0).abs() < 1e-12);
        assert_eq!(by_pairs(&[0.01, 0.02], &[100.0, 100.0]), [0.015, 0.015]);
        assert_eq!(by_pairs(&[0.01, 0.01], &[100.0, 300.0]), [0.025, 0.025 / 3.0]);
    }

    #[test]
    fn doctrines_that_both_lists_play_are_no_settings() {
        let turned = |won: u64, doctrines: [&str; 2]| {
            let mut cell = cell("x", "y", joint(won, 0, 1000 - won));
            [cell.key.doctrine_a, cell.key.doctrine_b] = doctrines.map(str::to_owned);
            cell
        };
        let both = [turned(700, ["rush", "wait"]), turned(300, ["wait", "rush"])];
        let [both, others] = [both, [turned(700, ["rush", "wait"]), turned(300, ["wait", "wait"])]];
        let seen = |cells: &[Cell; 2]| (are_both_ways(&cells.each_ref().map(|cell| (cell, false))), over_of(cells));
        assert_eq!((seen(&both), seen(&others)), ((true, false), (false, true)));
    }

    #[test]
    fn settings_that_share_their_dice_are_no_surer_than_one() {
        let names: Vec<String> = (0..30).map(|n| format!("s{n}")).collect();
        let twins: Vec<(&str, u64)> = names.iter().map(|name| (name.as_str(), 550)).collect();
        let cells = scenarios(&twins);
        let over = over(&cells, FIXED);
        let dice = over.each[0].1.half_width();
        assert!(over.effects.interval.half_width() < 0.3 * dice);
        assert!(over.score.half_width() > 0.7 * dice, "{:?}", over.score);
    }

    #[test]
    fn opponents_count_as_crossed_only_where_all_were_met() {
        let mut cells = scenarios(&[("hill", 620), ("flag", 480)]);
        cells.extend(scenarios(&[("hill", 600), ("flag", 500)]).into_iter().map(|mut cell| {
            cell.key.list_b = "z".to_owned();
            cell.key.doctrine_b = "rush".to_owned();
            cell
        }));
        let run = run(cells);
        let seen: Vec<Seen<'_>> = run.cells.iter().map(|cell| (cell, false)).collect();
        let opponent = |(cell, _): &Seen<'_>| usize::from(cell.key.list_b == "z");
        // Each opponent has a doctrine of its own, which is then no part of the setting.
        let over = OverSettings::of_many(&seen, FIXED, &opponent).unwrap();
        assert_eq!((over.each.len(), over.each[0].0.doctrines), (2, None));
        assert!(OverSettings::of_many(&seen[..3], FIXED, &opponent).is_none());
        // And so it is in the averages of the standings.
        let standings = Standings::of(&run);
        assert_eq!(standings.average(0).map(|e| e.score), Some(over.score.score));
    }
}
