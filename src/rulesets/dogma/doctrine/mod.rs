//! Scripted play: one player whose judgement is a handful of weights.
//!
//! | file | decisions of the rulebook |
//! | --- | --- |
//! | `ground` | D-02, D-03: terrain and edges |
//! | `deployment` | D-04 to D-06 |
//! | `manoeuvre` | D-07 to D-10: how points are spent |
//! | `single` | moves of one Element |
//! | `group` | moves of a Group |
//! | `reserves` | D-07: who comes in where |
//! | `transport` | D-09, D-13 |
//! | `fight` | D-11, D-12 |
//! | `picture` | the whole board, gathered once for every choice |
//! | `outlook` | what somebody has to reckon with wherever it goes |
//! | `plan` | who fires at whom |
//! | `judge` | what places are worth |
//! | `goal` | what the scenario asks for |
//! | `mood` | what becomes of the weights in the course of a game |
//!
//! Every worth is in FP. A script sees the game as it is and nothing else, and all its chance comes from the player's own
//! stream. It never allocates.

mod deployment;
mod fight;
mod goal;
mod ground;
mod group;
mod judge;
mod manoeuvre;
mod mood;
mod outlook;
mod picture;
mod plan;
#[cfg(test)]
mod positions;
mod reserves;
mod single;
#[cfg(test)]
mod tests;
mod transport;

use deployment::Row;
use fight::Salvo;
use goal::Goal;
use judge::Judge;
use manoeuvre::Ideas;
use mood::Mood;
use picture::Picture;
use plan::Plan;

use super::choices::Choice;
use super::doctrine_book::Weights;
use super::state::{Battle, Decision, Formation, Phase};
use crate::dice::SeededDice;
use crate::game::{Game, Player, Side};

/// A player that goes by the weights of a doctrine. Its buffers are reused from choice to choice and game to game.
#[derive(Clone, Debug)]
pub struct ScriptedPlayer {
    /// The doctrine.
    weights: Weights,
    /// What has become of it in the course of the game.
    mood: Mood,
    /// The phase that has been entered.
    stage: Option<(u16, Phase, Side)>,
    /// Those that are being deployed side by side.
    row: Row,
    picture: Picture,
    plan: Plan,
    salvo: Salvo,
    goal: Goal,
    ideas: Ideas,
}

impl ScriptedPlayer {
    /// A player of a doctrine.
    #[must_use]
    pub fn new(weights: Weights) -> Self {
        Self {
            weights,
            mood: weights,
            stage: None,
            row: Row::default(),
            picture: Picture::new(),
            plan: Plan::new(),
            salvo: Salvo::default(),
            goal: Goal::None,
            ideas: Ideas::new(),
        }
    }

    /// Forgets the last game.
    pub fn restart(&mut self) {
        (self.mood, self.stage, self.row, self.goal) = (self.weights, None, Row::default(), Goal::None);
        self.picture.forget();
        self.plan.forget();
        self.ideas.restart();
    }

    /// Whether this is a phase that was not entered before; notes that it is now.
    fn enter(&mut self, battle: &Battle<'_>) -> bool {
        let stage = Some((battle.round, battle.phase, battle.decider));
        std::mem::replace(&mut self.stage, stage) != stage
    }

    /// Looks at the board as `side` sees it.
    fn look(&mut self, battle: &Battle<'_>, side: Side) {
        self.mood = mood::mood(battle, side, &self.weights);
        self.picture.look(battle, side, &self.mood);
        self.goal = Goal::of(battle, &self.picture, &self.goal);
    }

    /// Looks at the board, and who can fire at whom: lines of sight are taken `exactly`, or as they seem.
    fn aim(&mut self, battle: &Battle<'_>, side: Side, exactly: bool) {
        self.look(battle, side);
        self.plan.make(battle, &self.picture, self.mood.concentrate, exactly);
    }

    /// A judge of what was last looked at.
    fn judge<'a, 's>(&'a self, battle: &'a Battle<'s>) -> Judge<'a, 's> {
        Judge { battle, picture: &self.picture, plan: &self.plan, mood: &self.mood, goal: &self.goal }
    }

    /// The same, and what was thought of before.
    fn judge_and_ideas<'a, 's>(&'a mut self, battle: &'a Battle<'s>) -> (Judge<'a, 's>, &'a mut Ideas) {
        let Self { picture, plan, mood, goal, ideas, .. } = self;
        (Judge { battle, picture, plan, mood, goal }, ideas)
    }

    /// Where the passenger of a wreck gets off.
    fn bail(&mut self, battle: &Battle<'_>) -> Choice {
        self.aim(battle, battle.decider, false);
        let judge = self.judge(battle);
        let mut best: Option<(f64, Choice)> = None;
        battle.choices(&mut |choice| {
            let Choice::Bail { element, pose } = choice else { return };
            let worth = judge.place(element, pose);
            if best.is_none_or(|(other, _)| worth > other) {
                best = Some((worth, choice));
            }
        });
        best.map_or(Choice::Roll, |(_, choice)| choice)
    }
}

/// Writes down the largest Group that is offered; none where Groups that are written down are of use to Artillery alone.
fn declare(battle: &Battle<'_>) -> Choice {
    let mut best = Formation::EMPTY;
    if battle.groups_are_declared() {
        battle.choices(&mut |choice| {
            if let Choice::Declare { group } = choice
                && group.len() > best.len()
            {
                best = group;
            }
        });
    }
    if best.is_empty() { Choice::EndDeclaration } else { Choice::Declare { group: best } }
}

impl Player<Battle<'_>> for ScriptedPlayer {
    fn choose(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Choice {
        match battle.decision {
            Decision::Roll | Decision::Nothing => Choice::Roll,
            Decision::Feature => self.place_feature(battle, chance),
            Decision::Edge => self.pick_edge(battle, chance),
            Decision::Bearer => self.name_bearer(battle),
            Decision::Marker => self.place_marker(battle),
            Decision::Deploy => self.deploy(battle),
            Decision::Barrage => self.barrage(battle),
            Decision::Move => self.manoeuvre(battle),
            Decision::Shoot => self.shoot(battle),
            Decision::Fight => self.fight(battle),
            Decision::Declare => declare(battle),
            Decision::Bail => self.bail(battle),
        }
    }
}
