//! Scripted play: one player whose judgement is a handful of weights.
//!
//! | file | what it decides |
//! | --- | --- |
//! | `deployment` | who goes first, the edge, and where everybody is put down |
//! | `posture` | what the side as a whole is about in a turn |
//! | `movement` | the order of units, Tactical Manoeuvres, and where everybody goes |
//! | `contact` | places beside several enemies, and the shots of friends that contact bars |
//! | `action`, `stances` | step 5: who acts next, and how |
//! | `stealth` | models that are shown or hide, and their bases |
//! | `reactions` | shots and charges in the enemy's turn, and what falls due in attacks |
//! | `command` | Command Points on rolls |
//! | `spot`, `outlook`, `value`, `odds` | what places, models and attacks are worth, by exact odds |
//! | `ground`, `survey`, `looks`, `foes` | what a side sees: the table, and the enemy |
//!
//! A script sees what a player sees: which of the enemy's stealth bases is the real one it never asks.

mod action;
mod command;
mod contact;
mod deployment;
mod foes;
mod ground;
mod looks;
mod movement;
mod odds;
mod outlook;
mod posture;
mod reactions;
mod spot;
mod stances;
mod stealth;
mod survey;
#[cfg(test)]
mod tests;
mod value;

use super::choices::{Choice, Decision};
use super::doctrine_book::Weights;
use super::state::{Battle, MOST_FIGURES, Phase, Setup};
use crate::dice::{Dice, SeededDice};
use crate::game::{Game, Player, Tactics, any_choice_without};
use command::Duel;
use deployment::Opening;
use ground::{Distances, Ground};
use looks::{Looks, hardest_penalty, worst_penalty};
use movement::{MOST_PLACES, REACHES, Reach};
use outlook::Lists;
use spot::Bout;
use survey::Fingerprint;

/// Rounds before the cap from which wounds count more than value.
const LATE: u32 = 4;

/// A player that goes by the weights of a doctrine. Its buffers are reused from decision to decision and game to game.
#[derive(Clone, Debug)]
pub struct ScriptedPlayer {
    /// The doctrine.
    weights: Weights,
    /// What it does without.
    without: Tactics,
    /// How near the cap is, from 0 to 1 in the last round: how far wounds count rather than value.
    late: f64,
    /// What one wound of each side is worth on average.
    wound_worth: [f64; 2],
    /// Bids.
    duel: Duel,
    /// The table, by which it was surveyed, and whether it has been looked at in this game.
    ground: Ground,
    surveyed: Option<Fingerprint>,
    is_known: bool,
    /// All bases are of one size.
    one_size: bool,
    /// The greatest penalty that cover is taken to mean, and whether no cover means more.
    worst: i32,
    is_bounded: bool,
    /// What the enemy sees of it.
    looks: Looks,
    /// Ways to the enemy, and those of own figures.
    to_enemy: Distances,
    reaches: Vec<Reach>,
    /// Places of the lattice that are thought of.
    cells: Vec<u16>,
    /// Memory for places that are guessed at.
    bouts: Vec<Bout>,
    lists: Lists,
    /// How the side is drawn up.
    opening: Opening,
    /// The turn of which stock has been taken.
    turn: u16,
    /// The doctrine as the game stands: its wish to close, its care, the range that it prefers.
    aggression: f64,
    cover_need: f64,
    range: f64,
    /// How much dearer than usual everything is held.
    caution: f64,
    /// For how long a side that is not ahead has waited, rounds.
    restless: f64,
    /// Those that hide would come out in this turn to look for others that do.
    is_bold: bool,
    /// The wave goes, and until which turn.
    strikes: bool,
    strikes_until: u16,
    /// By enemy: the chance that it is removed by what has been planned, and what is left of its danger to one of many.
    claims: [f64; MOST_FIGURES],
    crowds: [f64; MOST_FIGURES],
    /// The choice that it has found lawful already.
    checked: Option<Choice>,
}

impl ScriptedPlayer {
    /// A player of a doctrine on a table.
    #[must_use]
    pub fn new(setup: &Setup, weights: Weights) -> Self {
        let radius = setup.codex.units.first().map_or(0.5, |unit| setup.field.radius_of(unit));
        let mut player = Self {
            weights,
            without: Tactics::NONE,
            late: 0.0,
            wound_worth: [0.0; 2],
            duel: Duel::default(),
            ground: Ground::default(),
            surveyed: None,
            is_known: false,
            one_size: false,
            worst: 0,
            is_bounded: false,
            looks: Looks::default(),
            to_enemy: Distances::new(),
            reaches: vec![Reach::default(); REACHES],
            cells: Vec::new(),
            bouts: Vec::with_capacity((MOST_PLACES + 1) * MOST_FIGURES),
            lists: Lists::default(),
            opening: Opening::default(),
            turn: 0,
            aggression: weights.aggression,
            cover_need: weights.cover_need,
            range: weights.preferred_range,
            caution: 1.0,
            restless: 0.0,
            is_bold: false,
            strikes: false,
            strikes_until: 0,
            claims: [0.0; MOST_FIGURES],
            crowds: [1.0; MOST_FIGURES],
            checked: None,
        };
        player.survey(setup, radius);
        player
    }

    /// Surveys the table, unless it is the one that it knows.
    fn survey(&mut self, setup: &Setup, radius: f64) {
        let table = Fingerprint::of(&setup.field, radius);
        if self.surveyed != Some(table) {
            self.ground.survey(&setup.field, &setup.rules, radius);
            self.surveyed = Some(table);
            // No game asks for memory.
            let cells = self.ground.cells();
            self.reaches.iter_mut().for_each(|reach| reach.restart(cells));
            self.cells.clear();
            self.cells.reserve(cells);
        }
        let radii = || setup.codex.units.iter().map(|unit| setup.field.radius_of(unit));
        self.one_size = radii().zip(radii().skip(1)).all(|(one, other)| one == other);
        self.worst = worst_penalty(&setup.rules);
        self.is_bounded =
            self.worst >= hardest_penalty(&setup.rules) && setup.codex.units.iter().all(|it| it.dug_in >= 0);
        self.looks.restart(self.ground.cells());
    }

    /// Whether it does without a tactic.
    fn forgoes(&self, tactic: usize) -> bool {
        self.without.has(tactic)
    }

    /// The weights that it goes by.
    #[must_use]
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Goes by other weights from now on.
    pub fn retune(&mut self, weights: Weights) {
        self.weights = weights;
    }

    /// Looks at what has changed since the last decision.
    fn prepare(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) {
        let side = battle.decider;
        if !self.is_known {
            self.survey(battle.setup, battle.radius(super::state::figure_id(side, 0)));
            self.is_known = true;
        }
        if battle.phase == Phase::Turn && battle.active == side && self.turn != battle.turn {
            self.turn = battle.turn;
            self.take_stock(battle, side);
            self.is_bold = chance.pick(2) == 0;
        }
    }

    /// What it would choose, whether that is lawful or not.
    fn decide(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Choice {
        let left = battle.setup.terms.round_cap.saturating_sub(battle.round().into());
        self.late = f64::from(LATE.saturating_sub(left)) / f64::from(LATE);
        self.note_wounds(battle);
        self.prepare(battle, chance);
        match battle.decision {
            Decision::RollOff => Choice::RollOff,
            Decision::First => Choice::First(self.weights.prefer_first >= 0.5),
            Decision::Edge => self.edge(battle, chance),
            Decision::Deploy => self.deploy(battle, chance),
            Decision::PlaceBase => self.place_base(battle, chance),
            Decision::Real => self.real(battle, chance),
            Decision::Leader => self.leader(battle),
            Decision::Activate => self.activate(battle),
            Decision::Stealth => self.stealth(battle),
            Decision::Observe => self.observe(battle),
            Decision::Manoeuvre => self.manoeuvre(battle),
            Decision::Move => self.make_move(battle, chance),
            Decision::Replan => self.replan(battle, chance),
            Decision::React => self.react(battle),
            Decision::ReactionCharge => self.reaction_charge(battle),
            Decision::FreeAttack => self.free_attack(battle),
            Decision::Act => self.act(battle, chance),
            Decision::Answer => self.answer(battle),
            Decision::Strike => self.strike(battle),
            Decision::Declare => self.declare(battle),
            Decision::GiveUp => self.give_up(battle),
            Decision::Next => self.next_roll(battle),
            Decision::PickUp => self.pick_up(battle),
            Decision::Coherency => self.coherency(battle),
            Decision::Bid => self.bid(battle),
            Decision::Nothing => Choice::Pass,
        }
    }
}

impl Player<Battle<'_>> for ScriptedPlayer {
    fn choose(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Choice {
        self.checked = None;
        let choice = self.decide(battle, chance);
        // Rules under odd switches forbid what nobody thought of; any lawful choice is better than none.
        if self.checked != Some(choice) && battle.check(choice).is_err() {
            return any_choice_without(battle, self.without, chance);
        }
        choice
    }

    fn take_over(&mut self, from: &Self) {
        if (self.weights, self.without) == (from.weights, from.without) {
            self.clone_from(from);
        } else {
            self.restart();
        }
    }

    fn do_without(&mut self, tactics: Tactics) {
        self.without = tactics;
    }

    fn restart(&mut self) {
        (self.late, self.is_known, self.turn) = (0.0, false, 0);
        (self.is_bold, self.strikes, self.strikes_until) = (false, false, 0);
        self.claims = [0.0; MOST_FIGURES];
    }
}
