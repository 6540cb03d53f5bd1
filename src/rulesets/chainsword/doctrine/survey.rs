//! What a script sees of the Teams on the table, taken once for each state of the board.

use arrayvec::ArrayVec;

use super::contest::crossing;
use super::ground::Ground;
use crate::game::Side;
use crate::rulesets::chainsword::combat::shooting::cover_save;
use crate::rulesets::chainsword::field::Stand;
use crate::rulesets::chainsword::fire_lines::Mode;
use crate::rulesets::chainsword::profiles::{Body, Trait};
use crate::rulesets::chainsword::state::{Battle, MOST_TEAMS, TeamId, members};
use crate::tabletop::plane::{Facing, Outline, Point};

/// Teams that a full roll of Command Dice lets act in a Phase.
const ACTORS: f64 = 6.0;

/// The most that a Team is expected to act in its next Phase.
const SURE: f64 = 0.92;

/// A Team on the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// Which.
    pub team: TeamId,
    /// Where.
    pub at: Point,
    /// Where that is on the lattice.
    pub cell: usize,
    /// What it covers.
    pub stand: Stand,
    /// Inches from its middle to its outline, at most.
    pub radius: f64,
    /// Inches that it moves and fires.
    pub moves: f64,
    /// Inches of a charge before its dice; none where it does not charge.
    pub charges: Option<f64>,
    /// Inches of its longest weapon.
    pub range: f64,
    /// The chance that it acts in its side's next Phase.
    pub acts: f64,
    /// It is on Overwatch.
    pub watches: bool,
    /// It is locked in melee.
    pub locked: bool,
    /// It is in flight.
    pub flees: bool,
    /// It cannot move.
    pub pinned: bool,
    /// It is a vehicle, walkers among them.
    pub vehicle: bool,
    /// Where a vehicle heads.
    pub ahead: Facing,
    /// It has the cover of a Tactical move, of going to ground, of its jinking.
    pub tactical: bool,
    /// The save in the open of who has made a Tactical move.
    pub hides: u8,
    /// It has gone to ground.
    pub down: bool,
    /// It jinks.
    pub jinks: bool,
    /// It fires over what hides its target.
    pub lobs: bool,
    /// How much of its attention falls on one of the Teams that it can reach.
    pub focus: f64,
}

impl Piece {
    /// Its cover save where terrain gives this one; 0 for none.
    pub(super) fn cover(&self, by_terrain: u8) -> u8 {
        self.cover_as(by_terrain, self.tactical)
    }

    /// The same as if it had made a Tactical move, or had not.
    pub(super) fn cover_as(&self, by_terrain: u8, tactical: bool) -> u8 {
        let own = cover_save(by_terrain, if tactical { self.hides } else { 0 }, self.down);
        if self.jinks && (own == 0 || own > JINK) { JINK } else { own }
    }
}

/// The save of who jinks.
const JINK: u8 = 5;

/// What is seen.
#[derive(Clone, Debug)]
pub(super) struct Survey {
    /// Whose eyes these are.
    pub side: Side,
    /// Own Teams.
    pub own: ArrayVec<Piece, MOST_TEAMS>,
    /// Enemies.
    pub foes: ArrayVec<Piece, MOST_TEAMS>,
    /// What the odds of each Team depend on.
    pub stamps: [u32; 2 * MOST_TEAMS],
    /// The board.
    pub board: u64,
    /// How often the Teams on it have been looked at.
    pub looks: u64,
}

impl Default for Survey {
    fn default() -> Self {
        Self {
            side: Side::A,
            own: ArrayVec::new(),
            foes: ArrayVec::new(),
            stamps: [0; 2 * MOST_TEAMS],
            board: 0,
            looks: 0,
        }
    }
}

/// Mixes a number into a fingerprint (FNV-1a by words).
const fn mixed(print: u64, number: u64) -> u64 {
    (print ^ number).wrapping_mul(0x0100_0000_01b3)
}

/// The fingerprint of nothing.
const EMPTY: u64 = 0xcbf2_9ce4_8422_2325;

impl Survey {
    /// Forgets the last game.
    pub(super) fn restart(&mut self) {
        self.own.clear();
        self.foes.clear();
        (self.side, self.stamps, self.board, self.looks) = (Side::A, [0; 2 * MOST_TEAMS], 0, 0);
    }

    /// Looks at the table for a side: whether anything has changed.
    pub(super) fn look(&mut self, battle: &Battle<'_>, ground: &Ground, side: Side) -> bool {
        let board = self.take_stamps(battle, side);
        if board == self.board && side == self.side {
            return false;
        }
        (self.board, self.side) = (board, side);
        self.looks += 1;
        take_pieces(&mut self.own, battle, ground, side);
        take_pieces(&mut self.foes, battle, ground, side.other());
        focus(&mut self.own, &self.foes);
        focus(&mut self.foes, &self.own);
        true
    }

    /// The fingerprints of all Teams, and of the board.
    fn take_stamps(&mut self, battle: &Battle<'_>, side: Side) -> u64 {
        let mut board = mixed(mixed(EMPTY, u64::from(battle.phase)), side.index() as u64);
        let control = self.take_control(battle);
        for of in Side::BOTH {
            let force = battle.force(of);
            let about = u64::from(force.level) | control << 8;
            for team in members(of, force.alive()) {
                let state = battle.team(team);
                let flags = [
                    force.suppressed.contains(team),
                    force.pinned.contains(team),
                    force.shaken.contains(team),
                    force.stunned.contains(team),
                    force.immobilised.contains(team),
                    force.regrouped.contains(team),
                    force.overwatch_moved.contains(team),
                    force.moved.contains(team),
                ];
                let flags = flags.iter().fold(0_u64, |set, flag| set << 1 | u64::from(*flag));
                let mut stamp =
                    mixed(EMPTY, u64::from(state.models) | u64::from(state.wounds) << 8 | u64::from(state.hull) << 16);
                stamp =
                    mixed(stamp, u64::from(state.shock) | flags << 16 | u64::from(state.officer) << 32 | about << 48);
                if let Some(crossing) = crossing(battle, team) {
                    let slowed = crossing.spare < battle.setup.rules.shock_move;
                    stamp = mixed(stamp, u64::from(crossing.phases) << 1 | u64::from(slowed));
                }
                for load in &state.loads {
                    stamp = mixed(stamp, u64::from(load.count) | u64::from(load.weapon) << 8);
                }
                self.stamps[usize::from(team)] = (stamp >> 32 ^ stamp) as u32;
                let place = state.at.x.to_bits().rotate_left(17) ^ state.at.y.to_bits();
                let state_of = u64::from(force.present.contains(team)) | u64::from(force.overwatch.contains(team)) << 1;
                board = mixed(mixed(mixed(board, stamp), place), state_of | u64::from(state.locked.len()) << 2);
                board = mixed(board, u64::from(force.tactical.contains(team)) | u64::from(state.heading) << 1);
            }
        }
        board
    }

    /// Who controls the objective, and how many Teams of each side are on it.
    fn take_control(&self, battle: &Battle<'_>) -> u64 {
        let Some(objective) = battle.setup.objective else { return 0 };
        let radius = battle.setup.rules.objective_radius;
        let there = |team: &TeamId| battle.holds_ground(*team) && battle.stand(*team).gap_to(objective) <= radius;
        let count = |side: Side| members(side, battle.standing_teams(side)).filter(there).count() as u64;
        battle.controller.index() as u64 | count(Side::A) << 1 | count(Side::B) << 4
    }

    /// An own Team.
    pub(super) fn own(&self, team: TeamId) -> Option<&Piece> {
        self.own.iter().find(|piece| piece.team == team)
    }

    /// What the odds of two Teams against each other depend on.
    pub(super) fn pair(&self, by: TeamId, target: TeamId) -> u32 {
        let [one, other] = [by, target].map(|team| self.stamps[usize::from(team)]);
        (one.rotate_left(11) ^ other).wrapping_mul(0x9e37_79b1) | 1
    }
}

/// Share of the attention of a Team that falls on each enemy in its reach however many there are.
const LEAST_FOCUS: f64 = 0.3;

/// Says of Teams how their attention is shared out among the enemies in their reach.
fn focus(teams: &mut [Piece], enemies: &[Piece]) {
    for piece in teams {
        let reach = (piece.range + piece.moves).max(piece.charges.map_or(0.0, |inches| inches + 7.0));
        let near = enemies.iter().filter(|enemy| enemy.at.distance(piece.at) <= reach).count().max(1);
        piece.focus = LEAST_FOCUS + (1.0 - LEAST_FOCUS) / near as f64;
    }
}

/// Takes the Teams of a side on the table into a list.
fn take_pieces(list: &mut ArrayVec<Piece, MOST_TEAMS>, battle: &Battle<'_>, ground: &Ground, side: Side) {
    let teams = battle.standing_teams(side);
    let able = members(side, teams).filter(|team| !battle.is_locked(*team) && !battle.is_fleeing(*team)).count();
    let acts = (ACTORS / able.max(1) as f64).min(SURE);
    list.clear();
    members(side, teams).for_each(|team| list.push(piece(battle, ground, team, acts)));
}

/// A Team as it is seen.
pub(super) fn piece(battle: &Battle<'_>, ground: &Ground, team: TeamId, acts: f64) -> Piece {
    let (profile, force, state) = (battle.profile(team), battle.own_force(team), battle.team(team));
    let stand = battle.stand(team);
    let flees = battle.is_fleeing(team);
    let still = battle.is_pinned(team) || force.immobilised.contains(team) || battle.is_locked(team);
    let mode = if profile.drives() { Mode::Combat } else { Mode::Standard };
    let moves = if still { 0.0 } else { (battle.reach(team, mode) - battle.drag(team)).max(0.0) };
    let charges = !(profile.drives() || profile.body == Body::Battery || still || flees || battle.is_flyer(team));
    let weapons = &battle.setup.codex.weapons;
    let ranges = state.loads.iter().filter(|load| load.count > 0).map(|load| weapons[usize::from(load.weapon)].range);
    Piece {
        team,
        at: stand.at(),
        cell: ground.cell(stand.at()),
        radius: stand.form.reach(),
        stand,
        moves,
        charges: charges.then(|| f64::from(battle.speed(team)) - battle.drag(team)),
        range: ranges.fold(0.0, f64::max),
        acts: if flees { 0.0 } else { acts },
        watches: force.overwatch.contains(team),
        locked: battle.is_locked(team),
        flees,
        pinned: still,
        vehicle: profile.is_vehicle(),
        ahead: if profile.is_vehicle() { battle.heading_of(team) } else { Facing::NORTH },
        tactical: force.tactical.contains(team),
        hides: battle.setup.rules.tactical_cover,
        down: battle.is_pinned(team),
        jinks: (profile.is(Trait::Jink) || profile.is(Trait::Flyer))
            && (force.moved.contains(team) || force.moved_before.contains(team)),
        lobs: state.loads.iter().any(|load| load.count > 0 && weapons[usize::from(load.weapon)].barrage),
        focus: 1.0,
    }
}
