//! Play on the table: what Teams do once it is their turn, and how they answer the enemy.

use arrayvec::ArrayVec;

use super::duty::{Anchor, MOST_ANCHORS};
use super::ground::Ground;
use super::guard::{MOST_WARDS, Ward};
use super::plan::{Ideas, Plan};
use super::punch::Punches;
use super::rivals::Rivals;
use super::survey::Survey;
use super::tasks::Tasks;
use super::value::Values;
use crate::dice::SeededDice;
use crate::game::{Game, Side, Tactics};
use crate::rulesets::chainsword::choices::{Choice, Decision};
use crate::rulesets::chainsword::doctrine_book::Weights;
use crate::rulesets::chainsword::state::{Battle, members};

/// What a side thinks by: the doctrine, and what is wanted of its Teams.
#[derive(Clone, Copy, Debug)]
pub(super) struct Brief<'b> {
    /// The doctrine.
    pub weights: &'b Weights,
    /// What is wanted.
    pub tasks: &'b Tasks,
}

/// How far a script has looked at the table since it was asked to decide: until it has decided, nothing changes there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Glance {
    /// It is not asked: what it has seen may be gone.
    #[default]
    Idle,
    /// It is asked, and has not looked.
    Asked,
    /// It has looked for a side.
    Taken(Side),
}

/// What a script keeps about the fight on the table. Its buffers are reused from decision to decision and game to game.
#[derive(Clone, Debug, Default)]
pub(super) struct Tactician {
    /// What it does without.
    pub without: Tactics,
    /// How far it has looked at the table.
    pub glance: Glance,
    /// The table.
    pub ground: Ground,
    /// The Teams on it.
    pub survey: Survey,
    /// Somebody's vehicle may become a wreck yet.
    pub wrecks: bool,
    /// What they may do to each other.
    pub punches: Punches,
    /// The enemies of the Team that weighs places.
    pub rivals: Rivals,
    /// What that is worth.
    pub values: Values,
    /// Places that decide.
    pub anchors: ArrayVec<Anchor, MOST_ANCHORS>,
    /// Places that the defender guards.
    pub wards: ArrayVec<Ward, MOST_WARDS>,
    /// What the Team that acts is about.
    pub plan: Option<Plan>,
    /// What the best activation of each Team was found to be worth.
    pub ideas: Ideas,
}

impl Tactician {
    /// Forgets the last game.
    pub(super) fn restart(&mut self) {
        self.glance = Glance::Idle;
        self.ground.restart();
        self.survey.restart();
        self.punches.restart();
        self.rivals.restart();
        self.values.restart();
        self.anchors.clear();
        self.wards.clear();
        self.plan = None;
        self.ideas.restart();
    }

    /// Looks at the table for a side.
    pub(super) fn look(&mut self, battle: &Battle<'_>, side: Side) {
        if self.glance == Glance::Taken(side) {
            return;
        }
        self.ground.survey(battle);
        self.values.take_stock(battle, side);
        if self.survey.look(battle, &self.ground, side) {
            self.find_anchors(battle);
            self.find_wards(battle);
            let hulls = |of: Side| members(of, battle.force(of).alive()).any(|team| battle.profile(team).is_vehicle());
            self.wrecks = Side::BOTH.into_iter().any(hulls);
        }
        if self.glance != Glance::Idle {
            self.glance = Glance::Taken(side);
        }
    }

    /// Whether a choice is lawful, and none of the tactics that the side does without.
    pub(super) fn allows(&self, battle: &Battle<'_>, choice: Choice) -> bool {
        !battle.tactics_of(choice).meets(self.without) && battle.check(choice).is_ok()
    }

    /// What it would choose on the table, whether that is lawful or not; none where it has no opinion.
    pub(super) fn decide(
        &mut self,
        battle: &Battle<'_>,
        weights: &Weights,
        tasks: &Tasks,
        _: &mut SeededDice,
    ) -> Option<Choice> {
        let brief = &Brief { weights, tasks };
        match battle.decision {
            Decision::Activate => self.mode(battle, brief),
            Decision::Act => self.act(battle, brief),
            Decision::Attach => self.attach(battle, brief),
            Decision::AmbushFire => self.ambush_fire(battle),
            Decision::ChargeFire => self.charge_fire(battle),
            Decision::Reaction => self.reaction(battle),
            Decision::Melee => self.melee(battle),
            Decision::Blows => self.blows(battle),
            Decision::BreakOff => self.break_off(battle),
            Decision::Consolidate => self.consolidate(battle, brief),
            Decision::Overwatch => self.watch(battle, brief),
            Decision::Arrive => self.arrive(battle, brief),
            Decision::Mishap => self.mishap(battle, brief),
            Decision::Sortie => self.sortie(battle),
            Decision::Hover => self.hover(battle, brief),
            Decision::Vector => self.vector(battle),
            Decision::Interceptor => self.interceptor(battle),
            Decision::AntiAir => self.anti_air(battle),
            Decision::Jink => self.jink(battle),
            Decision::Dogfight => self.dogfight(battle),
            Decision::Strafe => self.strafe(battle),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
