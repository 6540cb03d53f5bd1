//! How lists stand turn by turn: what is left of them, their morale, and what they play for.

use super::model::Figure;
use super::standings::{CONFIDENCE, MatchUp, Standings};
use crate::analysis::rounding::fixed;
use crate::analysis::{Interval, PairMean};
use crate::charts::{Curve, Curves, MOST_PARTS};
use crate::experiment::Run;
use crate::game::SideState;
use crate::outcomes::LeadTally;

/// Title and file name of the chart of each number of a [`SideState`] that has one, by its place: value is drawn as the lead.
const CHARTS: [(usize, &str, &str); 3] = [
    (1, "What is left, turn by turn", "units-by-turn"),
    (2, "Morale, turn by turn", "morale-by-turn"),
    (3, "The objective, turn by turn", "objective-by-turn"),
];

/// Charts of how the contestants of these match-ups stand turn by turn; none where there are more than colours, or where games
/// do not say it.
pub fn figures(run: &Run, standings: &Standings<'_>, contests: &[MatchUp<'_>]) -> Vec<Figure> {
    let Some(last) = last_turn(contests) else { return Vec::new() };
    let of_contest = |m: &MatchUp<'_>| [m.a, m.b];
    let mut contestants: Vec<usize> = contests.iter().flat_map(of_contest).collect();
    contestants.sort_unstable();
    contestants.dedup();
    let scenarios = contests.iter().flat_map(|m| &m.cells).map(|(cell, _)| &cell.key.scenario);
    let mixed = super::cells::distinct(scenarios).len() > 1;
    if contestants.len() > MOST_PARTS {
        return Vec::new();
    }
    let chart = |(at, title, stem): &(usize, &str, &str)| {
        let about = &run.manifest.states.get(*at)?.about;
        let means: Vec<Vec<Option<PairMean>>> = contestants
            .iter()
            .map(|contestant| (0..=last).map(|turn| mean(contests, *contestant, turn, *at)).collect())
            .collect();
        let objective = *at == CHARTS[2].0;
        let known = || means.iter().flatten().flatten();
        // Scenarios count different things, and some of them nothing.
        if known().next().is_none() || objective && (mixed || known().all(|mean| mean.mean == 0.0)) {
            return None;
        }
        let curve = |(contestant, means): (&usize, &Vec<Option<PairMean>>)| Curve {
            label: standings.contestants[*contestant].clone(),
            points: means.iter().map(|mean| Some(mean.as_ref()?.mean)).collect(),
            bounds: means.iter().map(|mean| mean.as_ref()?.interval.map(|i| (i.low, i.high))).collect(),
        };
        let said = |(contestant, means): (&usize, &Vec<Option<PairMean>>)| {
            let ends = [means.first()?.as_ref()?.mean, means.last()?.as_ref()?.mean].map(|mean| fixed(mean, 1));
            Some(format!("{} from {} to {}", standings.contestants[*contestant], ends[0], ends[1]))
        };
        let said: Vec<String> = contestants.iter().zip(&means).filter_map(said).collect();
        let chart = Curves {
            title: (*title).to_owned(),
            subtitle: format!(
                "{}. Mean of a game, with a 95% interval from how pairs scatter, as wide as if match-ups shared all their luck; a game that is over stays as it ended",
                capitalised(about)
            ),
            factor: "turns played".to_owned(),
            at: (0..=last).map(|turn| (turn + 1) as f64).collect(),
            curves: contestants.iter().zip(&means).map(curve).collect(),
            shares: false,
        };
        let mut picture = chart.picture();
        picture.alt = format!("{title}, after turn 1 and after turn {}: {}.", last + 1, said.join(", "));
        Some(Figure { stem: (*stem).to_owned(), picture })
    };
    CHARTS.iter().filter_map(chart).collect()
}

/// The last turn, from 0, after which one game in ten is still played; none where nothing was counted.
pub fn last_of(leads: &LeadTally) -> Option<usize> {
    let ends: Vec<u64> = leads.over.iter().map(|turn| turn.iter().sum()).collect();
    let total: u64 = ends.iter().sum();
    let mut sum = 0;
    ends.iter().position(|n| {
        sum += n;
        total > 0 && 10 * sum >= 9 * total
    })
}

fn last_turn(contests: &[MatchUp<'_>]) -> Option<usize> {
    let mut leads = LeadTally::default();
    contests.iter().flat_map(|m| &m.cells).for_each(|(cell, _)| leads.merge(&cell.tally.leads));
    let known = contests.iter().flat_map(|m| &m.cells).map(|(cell, _)| cell.tally.by_turn.turns().len()).max()?;
    last_of(&leads).filter(|_| known > 0).map(|last| last.min(known - 1))
}

/// The mean of a number of a contestant at a turn, over its match-ups; games of cells that were over before stay as they ended.
/// Cells share maps and dice, nobody knows how much: half the widths of their intervals are averaged as their means are, and the
/// interval holds however they do.
fn mean(contests: &[MatchUp<'_>], contestant: usize, turn: usize, at: usize) -> Option<PairMean> {
    let (mut pairs, mut sum, mut half) = (0, 0.0, Some(0.0));
    for m in contests.iter().filter(|m| m.a == contestant || m.b == contestant) {
        for (cell, turned) in &m.cells {
            let tally = &cell.tally.by_turn;
            let Some(counts) = tally.turns().get(turn).or(tally.turns().last()) else { continue };
            let count = counts[usize::from(*turned != (m.b == contestant))][at];
            let Some(own) = PairMean::of_sums(tally.pairs(), count.sum, count.squares, CONFIDENCE) else { continue };
            let weight = tally.pairs() as f64 / SideState::SCALES[at];
            pairs += tally.pairs();
            sum += weight * own.mean;
            half = half.zip(own.interval).map(|(half, interval)| half + weight * interval.half_width());
        }
    }
    let [mean, half] = [Some(sum), half].map(|sum| sum.filter(|_| pairs > 0).map(|sum| sum / pairs as f64));
    Some(PairMean {
        mean: mean?,
        interval: half.zip(mean).map(|(half, mean)| Interval { low: mean - half, high: mean + half }),
    })
}

pub(super) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::fixture_game::play;

    fn drawn(experiment: &str) -> Vec<Figure> {
        let run = play(experiment);
        let standings = Standings::of(&run);
        let contests: Vec<MatchUp<'_>> = standings.contests().cloned().collect();
        let figures = figures(&run, &standings, &contests);
        figures.iter().for_each(|figure| figure.picture.check());
        figures
    }

    #[test]
    fn a_duel_shows_what_is_left_morale_and_the_objective() {
        let figures = drawn("armies = [\"weak\", \"rich\"]\nstop.pairs = 200");
        let stems: Vec<&str> = figures.iter().map(|figure| figure.stem.as_str()).collect();
        assert_eq!(stems, ["units-by-turn", "morale-by-turn", "objective-by-turn"]);
        assert!(
            figures[0].picture.alt.contains("rich.toml from 5."),
            "six coins, less than one lost: {}",
            figures[0].picture.alt
        );
        assert!(figures[2].picture.alt.contains("weak.toml from 0."), "{}", figures[2].picture.alt);
        assert!(figures[1].picture.texts().iter().any(|text| text.starts_with("1 while no coin is lost")));
    }

    #[test]
    fn seats_and_turned_match_ups_do_not_exchange_the_lists() {
        let alt = |experiment: &str| drawn(experiment).remove(0).picture.alt;
        let one = alt("armies = [\"weak\", \"rich\"]\nstop.pairs = 200");
        let other = alt("armies = [\"rich\", \"weak\"]\nstop.pairs = 200");
        assert!(one.contains("weak.toml from 2.") && other.contains("weak.toml from 2."), "{one} {other}");
    }

    #[test]
    fn intervals_over_match_ups_are_averaged_with_their_means() {
        let run = play("armies = [\"weak\", \"rich\", \"strong\"]\nstop.pairs = 200");
        let standings = Standings::of(&run);
        let contests: Vec<MatchUp<'_>> = standings.contests().cloned().collect();
        let own = |m: &MatchUp<'_>| mean(std::slice::from_ref(m), m.a, 0, 1).unwrap();
        let of_first: Vec<MatchUp<'_>> = contests.iter().filter(|m| m.a == contests[0].a).cloned().collect();
        let [one, other] = [own(&of_first[0]), own(&of_first[1])];
        let both = mean(&of_first, contests[0].a, 0, 1).unwrap();
        let half = |mean: &PairMean| mean.interval.unwrap().half_width();
        assert!((both.mean - (one.mean + other.mean) / 2.0).abs() < 1e-12);
        assert!((half(&both) - (half(&one) + half(&other)) / 2.0).abs() < 1e-12);
        assert!(half(&both) > 0.0);
    }

    #[test]
    fn games_that_say_nothing_have_no_charts() {
        let run = super::super::sample::run(vec![super::super::sample::cell(
            "x",
            "y",
            super::super::sample::joint(30, 5, 15),
        )]);
        let standings = Standings::of(&run);
        let contests: Vec<MatchUp<'_>> = standings.contests().cloned().collect();
        assert!(figures(&run, &standings, &contests).is_empty());
        assert_eq!(last_of(&LeadTally::default()), None);
    }
}
