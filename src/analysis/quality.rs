//! What games are like to play: how long, how close, how often the lead changes (after Browne 2008).

use super::error::positive;
use super::method::{Method, method};
use super::special::squared;
use super::{Result, refuse};
use serde::{Deserialize, Serialize};

/// The course of one game.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Course {
    /// Chance of the first seat to win (a draw counting half) at the end of each turn, without the outcome; at least two.
    pub path: Vec<f64>,
    /// Seat of the winner, 1 or 2; 0 for a draw.
    pub winner: u8,
    /// Turns played.
    pub turns: u32,
    /// Whether a condition of victory ended it, and not the last turn.
    pub completed: bool,
}

/// Averages over games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Quality {
    /// Share that a condition of victory ended.
    pub completion: f64,
    /// Share drawn.
    pub draw_rate: f64,
    /// Mean score of the first seat.
    pub first_seat_score: f64,
    /// Mean number of turns.
    pub duration_mean: f64,
    /// Mean distance from the preferred number of turns, as a share of it.
    pub duration_error: f64,
    /// How far behind the winner was while behind; none when all games were drawn.
    pub drama: Option<f64>,
    /// Share of the steps in which the lead went over.
    pub lead_change: f64,
    /// How early it was decided, 1 being from the start; none when all games were drawn.
    pub decisiveness: Option<f64>,
    /// How open games are, 1 being even chances throughout.
    pub uncertainty: f64,
    /// How far the chance wanders in a game, up and down.
    pub surprise: f64,
    /// Squares of the steps over the square of the whole way: about 1 when the chances are honest. None when the outcome was
    /// certain from the start of every game.
    pub martingale_ratio: Option<f64>,
}

impl Quality {
    /// Describes games of which `preferred_turns` is the length that players want.
    ///
    /// # Errors
    /// No games, paths of fewer than two chances or outside [0, 1], a winner other than 0, 1 or 2, preferred turns that are
    /// not above 0.
    pub fn of(games: &[Course], preferred_turns: f64) -> Result<Self> {
        positive("preferred_turns", preferred_turns)?;
        if games.is_empty() {
            return refuse("games", "must not be empty");
        }
        for game in games {
            game.check()?;
        }
        let n = games.len() as f64;
        let mean = |of: &dyn Fn(&Course) -> f64| games.iter().map(of).sum::<f64>() / n;
        let share = |of: fn(&Course) -> bool| games.iter().filter(|game| of(game)).count() as f64 / n;
        let decided = games.iter().filter(|game| game.winner != 0).count() as f64;
        let mean_decided = |of: fn(&Course) -> Option<f64>| {
            (decided > 0.0).then(|| games.iter().filter_map(of).sum::<f64>() / decided)
        };
        let squares: f64 = games.iter().flat_map(Course::steps).map(|step| step * step).sum();
        let whole: f64 = games.iter().map(|game| squared(game.score() - game.path[0])).sum();
        Ok(Self {
            completion: share(|game| game.completed),
            draw_rate: share(|game| game.winner == 0),
            first_seat_score: mean(&Course::score),
            duration_mean: mean(&|game| f64::from(game.turns)),
            duration_error: mean(&|game| (f64::from(game.turns) - preferred_turns).abs()) / preferred_turns,
            drama: mean_decided(Course::drama),
            lead_change: mean(&Course::lead_change),
            decisiveness: mean_decided(Course::decisiveness),
            uncertainty: mean(&Course::uncertainty),
            surprise: mean(&Course::surprise),
            martingale_ratio: (whole > 0.0).then(|| squares / whole),
        })
    }
}

impl Course {
    fn check(&self) -> Result<()> {
        if self.path.len() < 2 {
            return refuse("games", "must have paths of at least two chances");
        }
        if let Some(p) = self.path.iter().find(|p| !(0.0..=1.0).contains(*p)) {
            return refuse("games", format!("must have chances from 0 to 1 in their paths, got {p}"));
        }
        if self.winner > 2 {
            return refuse("games", format!("must have the winner 1, 2 or 0 for a draw, got {}", self.winner));
        }
        Ok(())
    }

    /// Score of the first seat.
    fn score(&self) -> f64 {
        match self.winner {
            1 => 1.0,
            2 => 0.0,
            _ => 0.5,
        }
    }

    /// Chances of the eventual winner; none for a draw.
    fn winners_path(&self) -> Option<Vec<f64>> {
        match self.winner {
            1 => Some(self.path.clone()),
            2 => Some(self.path.iter().map(|p| 1.0 - p).collect()),
            _ => None,
        }
    }

    /// Steps of the chance, the last one to the outcome.
    fn steps(&self) -> impl Iterator<Item = f64> {
        let next = self.path[1..].iter().copied().chain([self.score()]);
        self.path.iter().zip(next).map(|(from, to)| to - from)
    }

    /// How far behind the winner was while behind, `sqrt(1 - 2p)` on average; 0 for a winner who never was. None for a draw.
    #[must_use]
    pub fn drama(&self) -> Option<f64> {
        let path = self.winners_path()?;
        let behind: Vec<f64> = path.iter().filter(|p| **p < 0.5).map(|p| (1.0 - 2.0 * p).sqrt()).collect();
        Some(behind.iter().sum::<f64>() / behind.len().max(1) as f64)
    }

    /// Share of the steps in which the lead went from one side to the other; a level game keeps its last leader.
    #[must_use]
    pub fn lead_change(&self) -> f64 {
        let leaders: Vec<bool> = self.path.iter().filter(|p| **p != 0.5).map(|p| *p > 0.5).collect();
        let changes = leaders.windows(2).filter(|pair| pair[0] != pair[1]).count();
        changes as f64 / (self.path.len() - 1) as f64
    }

    /// The part of the game that was left when the winner first stood better than the loser ever would. None for a draw.
    #[must_use]
    pub fn decisiveness(&self) -> Option<f64> {
        let path = self.winners_path()?;
        let losers_best = path.iter().map(|p| 1.0 - p).fold(0.0, f64::max);
        let decided = path.iter().position(|p| *p > losers_best).unwrap_or(path.len());
        Some(1.0 - decided as f64 / path.len() as f64)
    }

    /// How open the game was on average: `4p(1-p)`.
    #[must_use]
    pub fn uncertainty(&self) -> f64 {
        self.path.iter().map(|p| 4.0 * p * (1.0 - p)).sum::<f64>() / self.path.len() as f64
    }

    /// How far the chance wandered, up and down.
    #[must_use]
    pub fn surprise(&self) -> f64 {
        self.steps().map(f64::abs).sum()
    }
}

pub(super) const METHOD: Method = method!(
    "quality",
    "length, drama, changes of lead and openness of games, from the chance to win turn by turn",
    { games["[{path, winner, turns, completed}, ...]"]: Vec<Course>, preferred_turns: f64 }
    => Quality::of(&games, preferred_turns)
);

#[cfg(test)]
mod tests {
    use super::*;

    fn course(path: &[f64], winner: u8) -> Course {
        Course { path: path.to_vec(), winner, turns: path.len() as u32, completed: true }
    }

    #[test]
    fn drama_is_of_winners_who_were_behind() {
        assert_eq!(course(&[0.5, 0.6, 0.9], 1).drama(), Some(0.0));
        assert_eq!(course(&[0.5, 0.6, 0.9], 0).drama(), None);
        // Behind twice, by chances of 0.18 and 0.32.
        let drama = course(&[0.5, 0.82, 0.68, 0.4], 2).drama().unwrap();
        assert!((drama - (0.8 + 0.6) / 2.0).abs() < 1e-12);
    }

    #[test]
    fn a_level_game_keeps_its_leader() {
        assert_eq!(course(&[0.6, 0.5, 0.6, 0.5], 1).lead_change(), 0.0);
        assert_eq!(course(&[0.5, 0.6, 0.5, 0.4, 0.7], 1).lead_change(), 0.5);
        assert_eq!(course(&[0.5, 0.5], 0).lead_change(), 0.0);
    }

    #[test]
    fn decided_when_the_loser_never_comes_back() {
        assert_eq!(course(&[0.5, 0.6, 0.7, 0.8], 1).decisiveness(), Some(0.75));
        // The loser stood at 0.7 once: 0.8 is the first chance above that.
        assert_eq!(course(&[0.6, 0.3, 0.65, 0.8], 1).decisiveness(), Some(0.25));
        // Won from behind at the end.
        assert_eq!(course(&[0.5, 0.3], 1).decisiveness(), Some(0.0));
    }

    #[test]
    fn all_drawn_games_have_no_drama() {
        let quality = Quality::of(&[course(&[0.5, 0.5], 0)], 4.0).unwrap();
        assert_eq!((quality.drama, quality.decisiveness, quality.martingale_ratio), (None, None, None));
        assert_eq!((quality.draw_rate, quality.uncertainty, quality.duration_error), (1.0, 1.0, 0.5));
    }

    #[test]
    fn impossible_courses_are_refused() {
        assert!(Quality::of(&[], 4.0).is_err());
        assert!(Quality::of(&[course(&[0.5], 1)], 4.0).is_err());
        assert!(Quality::of(&[course(&[0.5, 1.5], 1)], 4.0).is_err());
        assert!(Quality::of(&[course(&[0.5, 0.5], 3)], 4.0).is_err());
        assert_eq!(Quality::of(&[course(&[0.5, 0.5], 1)], 0.0).unwrap_err().input, "preferred_turns");
    }
}
