//! What always holds in a game, checked after every choice of random players under random switches.

use std::sync::Arc;

use super::army::{self, Roster};
use super::choices::Decision;
use super::codex::Codex;
use super::field::Field;
use super::movement::MoveStage;
use super::muster::Lineup;
use super::random_board;
use super::rules::{Rules, StealthContact, StealthReentry};
use super::scenarios::Scenario;
use super::state::{Battle, FigureId, FigureSet, NOBODY, Setup, Stance, UnitMask, members, side_of};
use super::terrain::Board;
use crate::dice::{Address, Dice, Purpose, Seat, SeededDice, Streams};
use crate::game::{CodexFile, Game, Side, Silent};

/// Tables and lists of all kinds: every built-in list, a bare board and boards drawn by chance.
pub(super) fn boards(codex: &Codex, rules: &Rules, dice: &mut SeededDice) -> Board {
    match dice.pick(6) {
        0 => Board::bare(48.0, 48.0),
        1 | 2 => Board::bare(20.0, 20.0),
        3 => random_board::draw(codex, rules, 576.0, dice).board,
        _ => random_board::draw(codex, rules, rules.terrain_area, dice).board,
    }
}

/// Half of the switches at any of their values, the others at their defaults.
pub(super) fn drawn_rules(dice: &mut SeededDice) -> Rules {
    let mut rules = Rules::default();
    for knob in Rules::knobs() {
        let words: Vec<&str> = knob.allowed.split(", ").filter(|word| !word.contains(' ')).collect();
        // Other units of length are tried apart.
        if dice.pick(2) == 0 || words.is_empty() || knob.name == "army-check" {
            continue;
        }
        let value = words[dice.pick(words.len() as u32) as usize];
        rules.set(&knob.name, value).unwrap_or_else(|error| panic!("{} = {value}: {error}", knob.name));
    }
    rules
}

/// Everything that must hold whenever a decision is due.
pub(super) fn check_state(battle: &Battle<'_>) {
    for side in Side::BOTH {
        check_models(battle, side);
        check_units(battle, side);
        check_places(battle, side);
        for template in &battle.force(side).templates {
            for model in members(side, template.participants) {
                assert!(matches!(battle.figure(model).stance, Stance::Suppressing { .. }), "{model}");
            }
        }
    }
    check_movements(battle);
}

/// Nobody is lost, everybody is in one place, and bases are those of models in stealth.
fn check_models(battle: &Battle<'_>, side: Side) {
    let force = battle.force(side);
    let all = force.all_models();
    let unplaced =
        if battle.turn == 0 { all & !(force.present | force.hidden | force.destroyed) } else { FigureSet::EMPTY };
    let sets = [force.present & all, force.hidden, force.destroyed, unplaced];
    let sum: u32 = sets.iter().map(|set| set.len()).sum();
    assert_eq!(sum, all.len(), "every model is in one place: {sets:?}");
    for model in members(side, all) {
        let (figure, bases) = (battle.figure(model), battle.bases_of(model));
        assert!(u32::from(figure.wounds) <= battle.profile(model).wounds, "{model}");
        if battle.turn == 0 {
            continue;
        }
        if force.hidden.contains(model) {
            assert!(!bases.is_empty() && (bases.contains(figure.real) || battle.is_lost(model)), "{model}");
        } else {
            assert!(bases.is_empty(), "{model} has bases {bases:?}, and is not hidden");
        }
        if battle.attack.is_none() && !battle.is_lost(model) {
            assert_eq!(figure.wounds == 0, force.destroyed.contains(model), "{model}");
        }
        if figure.stance != Stance::None {
            assert!(force.present.contains(model), "{model}: {:?}", figure.stance);
        }
    }
}

/// Pools within their bounds, and somebody to hold them.
fn check_units(battle: &Battle<'_>, side: Side) {
    for unit in 0..battle.force(side).units {
        let state = battle.unit(side, unit);
        assert!(state.points <= state.base_points, "unit {unit} of {side:?}: {state:?}");
        if battle.turn > 0 && battle.attack.is_none() && !battle.living(side, unit).is_empty() {
            assert!(state.leader != NOBODY && battle.is_alive(state.leader), "{side:?} {unit} {state:?}");
        }
    }
}

/// Nobody stands on somebody, off the board, or in a place where nobody can stand; bases keep off enemies.
fn check_places(battle: &Battle<'_>, side: Side) {
    let (field, rules) = (&battle.setup.field, &battle.setup.rules);
    let is_moving = |figure: FigureId| battle.movements.iter().any(|movement| movement.figure == figure);
    let apart = rules.stealth_contact == StealthContact::Blocked && rules.stealth_reentry == StealthReentry::Unengaged;
    for figure in members(side, battle.force(side).present).filter(|figure| !is_moving(*figure)) {
        let stand = battle.stand(figure);
        assert!(
            field.table().inset(stand.radius - 1e-6).contains(stand.spot.point),
            "{figure} is off the board at {:?}",
            stand.spot
        );
        assert!(field.stands(&stand), "{figure} stands in {:?}", stand.spot);
        for other in Side::BOTH.into_iter().flat_map(|side| members(side, battle.force(side).present)) {
            let there = battle.stand(other);
            if other == figure || is_moving(other) || there.spot.level != stand.spot.level {
                continue;
            }
            let gap = stand.gap(&there);
            assert!(gap > -1e-3, "{figure} and {other} overlap by {gap}");
            if apart && side_of(other) != side && battle.is_base(figure) {
                assert!(gap > rules.contact_tolerance - 1e-6, "{figure} touches {other}, and one is a stealth base");
            }
        }
    }
}

/// Movements keep within their allowance, on the board and off enemies, and no point is farther than it has cost.
fn check_movements(battle: &Battle<'_>) {
    let field = &battle.setup.field;
    for movement in &battle.movements {
        assert!(movement.cost(movement.last()) <= movement.budget + 0.001, "{movement:?}");
        let enemy = side_of(movement.figure).other();
        for point in &movement.points {
            let apart = movement.from.point.distance(point.at.point);
            assert!(apart <= point.cost + 1e-3, "{apart} inches for {}", point.cost);
            let stand = battle.stand_at(movement.figure, point.at);
            assert!(field.table().inset(stand.radius - 1e-3).contains(point.at.point), "{movement:?}");
            // Those who charge in answer may stand where it has come along.
            let ahead = matches!(movement.stage, MoveStage::FreeAttacks | MoveStage::Points);
            for other in members(enemy, battle.force(enemy).present).filter(|_| ahead) {
                let there = battle.stand(other);
                assert!(
                    there.spot.level != point.at.level || there.gap(&stand) > -2e-3,
                    "{movement:?}: through {other}"
                );
            }
        }
    }
}

/// What a choice must not change, as it was before.
struct Before {
    turn: u16,
    unit: Option<u8>,
    activated: UnitMask,
    wounds: Vec<u16>,
    points: Vec<u8>,
}

impl Before {
    fn of(battle: &Battle<'_>) -> Self {
        let units = Side::BOTH.into_iter().flat_map(|side| (0..battle.force(side).units).map(move |unit| (side, unit)));
        Self {
            turn: battle.turn,
            unit: battle.activation.map(|now| now.unit),
            activated: battle.force(battle.active).activated,
            wounds: battle.figures.iter().map(|figure| figure.wounds).collect(),
            points: units.map(|(side, unit)| battle.unit(side, unit).points).collect(),
        }
    }

    /// Wounds never come back (DP-WND-05), points only as a turn begins, nobody is activated twice, and whoever has been activated
    /// left its bases in coherency (DP-STL-07).
    fn check(&self, battle: &Battle<'_>) {
        let now = Self::of(battle);
        assert!(now.wounds.iter().zip(&self.wounds).all(|(now, before)| now <= before), "wounds come back");
        if now.turn != self.turn {
            return;
        }
        assert!(now.points.iter().zip(&self.points).all(|(now, before)| now <= before), "points come back");
        assert_eq!(now.activated & self.activated, self.activated, "{:?} activates again", self.unit);
        if let Some(unit) = self.unit.filter(|_| now.unit != self.unit) {
            let side = battle.active;
            let hidden = members(side, battle.living(side, unit)).filter(|model| battle.is_hidden(*model));
            hidden.for_each(|model| assert!(battle.in_coherency(model), "{model} is out of coherency"));
        }
    }
}

/// Games that are played.
const GAMES: u64 = 12;

#[test]
fn random_players_never_break_the_state() {
    let codex = Arc::new(Codex::built_in());
    let read = |source| Roster::read(&codex, &Rules::default(), &source).expect("built-in lists are sound");
    let lists: Vec<Roster> = army::built_in().into_iter().map(read).collect();
    let mut lot = Address { seed: 20, cell: 0, pair: 0 }.open(Seat::Environment, Purpose::Muster, 0);
    let mut decided = std::collections::BTreeMap::new();
    for game in 0..GAMES {
        let mut rules = if game % 4 == 0 { Rules::default() } else { drawn_rules(&mut lot) };
        let board = boards(&codex, &rules, &mut lot);
        if board.table.max.y < 24.0 {
            rules.deployment_depth = 8.0; // both sides meet at once
        }
        let field = Field::new(&rules, &board);
        let terms = Scenario::Elimination.terms(&rules);
        let setup = Setup { codex: Arc::clone(&codex), rules, field, terms };
        let forces = [0, 0].map(|_: i32| &lists[lot.pick(lists.len() as u32) as usize]);
        let mut battle = Battle::new(&setup, &Lineup { first: Side::A, forces });
        let mut streams = Streams::new(Address { seed: 7, cell: 0, pair: game });
        let mut choices = 0;
        while let Some(side) = battle.to_choose() {
            check_state(&battle);
            let chance = streams.get(battle.seat(side), Purpose::Script, battle.turn());
            let choice = battle.any_choice(chance);
            battle.check(choice).unwrap_or_else(|refusal| panic!("{choice:?} is refused: {refusal}"));
            *decided.entry(battle.decision).or_insert(0u32) += 1;
            if game % 8 == 1 && choices % 5 == 0 {
                let mut shown = 0;
                battle.choices(&mut |choice| {
                    shown += 1;
                    battle.check(choice).unwrap_or_else(|refusal| panic!("{choice:?} is shown and refused: {refusal}"));
                });
                assert!(shown > 0, "{:?}", battle.decision);
            }
            let key = battle.stream();
            let before = Before::of(&battle);
            battle.apply(choice, streams.get(key.seat, key.purpose, key.k), &mut Silent);
            before.check(&battle);
            choices += 1;
            assert!(choices < 100_000, "the game does not end: {:?}", battle.decision);
        }
        assert!(battle.verdict().is_some(), "a game with nobody to choose is over");
    }
    for decision in [Decision::Bid, Decision::React, Decision::Replan, Decision::FreeAttack, Decision::Coherency] {
        assert!(decided.contains_key(&decision), "{decision:?} never comes: {decided:?}");
    }
}
