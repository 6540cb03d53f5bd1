//! Positions for unit tests: units put on a board by hand, decisions taken one by one with written dice.

use std::sync::Arc;

use super::battlefield::Battlefield;
use super::choices::Choice;
use super::codex::{Codex, Trait};
use super::field::Field;
use super::ledger::LEDGER;
use super::order_of_battle::Level;
use super::rules::Rules;
use super::scene::Scene;
use super::state::{
    Battle, Commander, CommanderId, Contact, Decision, Fate, Phase, Setup, Step, Unit, UnitId, UnitSet, bit, side_of,
    unit_id,
};
use crate::dice::{Dice, ScriptedDice};
use crate::game::{CodexFile, Game, LoggedGame, Refusal, Side, Source};
use crate::tabletop::hex::{HexIndex, NOWHERE, flat::Direction};

/// Kinds that tests use most, by shorter names.
pub const RIFLES: &str = "trained-infantry:rifle-musket";
pub const RAW: &str = "untrained-infantry:rifle-musket";
pub const MUSKETS: &str = "untrained-infantry:smoothbore-musket";
pub const CAVALRY: &str = "trained-cavalry:carbine";
pub const NAPOLEONS: &str = "trained-battery:smoothbore-gun";
pub const RIFLED: &str = "trained-battery:rifled-gun";
pub const HOWITZERS: &str = "trained-battery:howitzer";
pub const SKIRMISHERS: &str = "trained-skirmisher:rifle-musket";
pub const DRAGOONS: &str = "trained-mounted-infantry:rifle-musket";
pub const WAGON: &str = "wagon";

/// A board with what `ground` says beside its name, under these switches, with no objectives.
pub fn setup(ground: &str, switches: &[(&str, &str)]) -> Setup {
    let codex = Codex::built_in();
    let mut rules = Rules::default();
    for (name, value) in switches {
        rules.set(name, value).unwrap_or_else(|error| panic!("{name} = {value}: {error:?}"));
    }
    let text = format!("name = \"here\"\nruleset = \"hexcommand\"\n{ground}");
    let battlefield = Battlefield::read(&Source { name: "here".into(), text }, &codex).expect("a battlefield");
    let map = &battlefield.maps(&codex, &rules, 0).expect("maps")[0];
    let field = Field::compile(map, &codex, &rules);
    let scenario = Scene::bare(&field, &rules);
    Setup::new(Arc::new(codex), rules, field, scenario)
}

/// A game on such a board, in the first half of turn 1, side A phasing, with what happened so far.
#[derive(Debug)]
pub struct Table<'s> {
    /// The game.
    pub battle: Battle<'s>,
    /// What it told.
    pub told: LoggedGame,
}

impl<'s> Table<'s> {
    /// A table with nobody on it.
    pub fn new(setup: &'s Setup) -> Self {
        let mut battle = Battle::empty(setup);
        battle.clear(Side::A);
        (battle.turn, battle.phase, battle.step) = (1, Phase::Movement, Step::Movement);
        (battle.leader, battle.phasing, battle.decision) = (Side::A, Side::A, Decision::Nothing);
        for side in Side::BOTH {
            let force = battle.force_mut(side);
            (force.supreme, force.break_point, force.groups) = (crate::game::NOBODY, 95, 8);
            (force.drawn, force.marked) = (true, 1);
        }
        let edges = ["1113", "1101"].map(|number| setup.field.grid.parse(number).unwrap());
        for (side, edge) in Side::BOTH.into_iter().zip(edges) {
            battle.force_mut(side).retreats.fill(edge);
        }
        let units = [super::order_of_battle::MOST_UNITS; 2];
        let told = LoggedGame::new(units, LEDGER.len());
        Self { battle, told }
    }

    /// A hex by its number.
    pub fn hex(&self, number: &str) -> HexIndex {
        self.battle.setup.field.grid.parse(number).unwrap_or_else(|error| panic!("{number}: {error:?}"))
    }

    /// Puts a unit on the board; guns are unlimbered, riders mounted.
    pub fn put(&mut self, side: Side, kind: &str, hex: &str, facing: Direction) -> UnitId {
        let setup = self.battle.setup;
        let found = setup.codex.kinds.iter().position(|one| one.name == kind);
        let kind = found.unwrap_or_else(|| panic!("no kind {kind}")) as u8;
        let hex = self.hex(hex);
        let force = self.battle.force_mut(side);
        let unit = unit_id(side, usize::from(force.size));
        force.size += 1;
        force.listed += 1;
        if setup.codex.is_combat_unit(kind) {
            force.combat |= bit(unit);
            force.fielded += 1;
        }
        *self.battle.unit_mut(unit) = Unit {
            kind,
            facing,
            rout_at: setup.rules.unit_rout_at,
            supply: setup.rules.supply_points,
            holder: side,
            ..Unit::NONE
        };
        self.battle.put(unit, hex);
        unit
    }

    /// Gives a side a commander with this C, with a unit. The first one is supreme.
    pub fn commander(&mut self, unit: UnitId, combat: u8) -> CommanderId {
        let side = side_of(unit);
        let force = self.battle.force_mut(side);
        let number = force.commanders_start;
        force.commanders_start += 1;
        if number == 0 {
            force.supreme = 0;
        }
        let mut values = [0, 0, 7, 7, 8];
        values[Trait::Combat as usize] = combat;
        let hex = self.battle.unit(unit).hex;
        let figures = self.battle.has_figures();
        let hex = if figures { hex } else { NOWHERE };
        let commander =
            Commander { values, level: Level::Army, fate: Fate::Present, with: unit, hex, ..Commander::NONE };
        self.battle.commanders[side.index()][usize::from(number)] = commander;
        self.battle.unit_mut(unit).commander = number;
        number
    }

    /// Hits on a unit.
    pub fn hits(&mut self, unit: UnitId, hits: u8) {
        self.battle.unit_mut(unit).hits = hits;
    }

    /// Changes the sets of a side for a unit.
    pub fn mark(&mut self, unit: UnitId, set: fn(&mut super::state::Force) -> &mut UnitSet) {
        *set(self.battle.force_mut(side_of(unit))) |= bit(unit);
    }

    /// A unit that routed in an earlier turn and faces the way it runs.
    pub fn routed(&mut self, unit: UnitId) {
        self.mark(unit, |force| &mut force.routed);
        let rout_at = self.battle.unit(unit).rout_at;
        self.hits(unit, rout_at);
    }

    /// Two units in contact, so many rounds of which have been fought.
    pub fn contact(&mut self, attacker: UnitId, defender: UnitId, rounds: u8) {
        self.battle.contacts.push(Contact { attacker, defender, rounds, fought: false });
        for unit in [attacker, defender] {
            let state = self.battle.unit_mut(unit);
            state.rounds = state.rounds.max(rounds);
        }
    }

    /// Nobody rests in the present half.
    pub fn stir_all(&mut self) {
        for force in &mut self.battle.forces {
            force.stirred = force.present;
        }
    }

    /// Begins the fire step of side A's half.
    pub fn begin_fire(&mut self) {
        self.stir_all();
        (self.battle.phase, self.battle.step) = (Phase::Fire, Step::Fire);
        self.battle.begin_fire(&mut self.told);
    }

    /// Begins the melee step of side A's half.
    pub fn begin_melee(&mut self) {
        self.stir_all();
        (self.battle.phase, self.battle.step) = (Phase::Melee, Step::Melee);
        self.battle.begin_melee(&mut self.told);
    }

    /// Takes a legal decision with these dice, all of which must be thrown.
    pub fn choose(&mut self, choice: Choice, dice: &[u8]) {
        if let Err(refusal) = self.battle.check(choice) {
            panic!("{choice:?} at {:?} is refused: {refusal}", self.battle.decision);
        }
        let mut script = ScriptedDice::new(dice);
        self.battle.apply(choice, &mut script, &mut self.told);
        script.finish().unwrap_or_else(|fault| panic!("{choice:?}: {fault}"));
    }

    /// Takes a legal decision with any dice.
    pub fn choose_with(&mut self, choice: Choice, dice: &mut impl Dice) {
        self.battle.apply(choice, dice, &mut self.told);
    }

    /// One unit fires at another with its own arms.
    pub fn shoot(&mut self, unit: UnitId, target: UnitId, dice: &[u8]) {
        self.choose(Choice::Shoot { unit, target, captured: false }, dice);
    }

    /// Ends what is being decided.
    pub fn done(&mut self) {
        self.choose(Choice::Done, &[]);
    }

    /// Throws what is due.
    pub fn proceed(&mut self, dice: &[u8]) {
        self.choose(Choice::Proceed, dice);
    }

    /// The rule by which a decision is refused.
    pub fn refused(&self, choice: Choice) -> &'static str {
        match self.battle.check(choice) {
            Err(Refusal { rule, .. }) => rule,
            Ok(()) => panic!("{choice:?} is legal"),
        }
    }

    /// The rule by which a shot is refused.
    pub fn no_shot(&self, unit: UnitId, target: UnitId) -> &'static str {
        self.refused(Choice::Shoot { unit, target, captured: false })
    }

    /// Whether a shot is legal.
    pub fn may_shoot(&self, unit: UnitId, target: UnitId) -> bool {
        self.battle.check(Choice::Shoot { unit, target, captured: false }).is_ok()
    }

    /// All decisions that are shown; each of them is legal.
    pub fn choices(&self) -> Vec<Choice> {
        let mut all = Vec::new();
        self.battle.choices(&mut |choice| all.push(choice));
        for choice in &all {
            assert!(self.battle.check(*choice).is_ok(), "{choice:?} is shown and refused");
        }
        all
    }

    /// How often a rule made a difference.
    pub fn fired(&self, rule: u16) -> u32 {
        self.told.counters.rules[usize::from(rule)]
    }

    /// Hits and TE of a unit.
    pub fn state(&self, unit: UnitId) -> (u8, u8) {
        let state = self.battle.unit(unit);
        (state.hits, state.te)
    }

    /// Number of the hex of a unit; nothing when it is not on the board.
    pub fn at(&self, unit: UnitId) -> String {
        let hex = self.battle.unit(unit).hex;
        if hex == NOWHERE { String::new() } else { self.battle.setup.field.grid.number(hex).to_string() }
    }

    /// Whether a unit is gone.
    pub fn is_gone(&self, unit: UnitId) -> bool {
        self.battle.force(side_of(unit)).removed.contains(unit)
    }

    /// The causes for which pieces are gone, in order.
    pub fn causes(&self) -> Vec<String> {
        self.events("removed").iter().map(|event| event["cause"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// The events of a name, in order.
    pub fn events(&self, name: &str) -> Vec<serde_json::Value> {
        self.told.log.trace().filter(|event| event["event"] == name).cloned().collect()
    }
}
