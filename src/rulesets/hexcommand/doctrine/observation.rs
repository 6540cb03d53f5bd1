//! The one view of the board that a script takes for its moves: who is where, who can fire at whom, who can come where.

use arrayvec::ArrayVec;

use crate::game::Side;
use crate::rulesets::hexcommand::codex::Service;
use crate::rulesets::hexcommand::field::Field;
use crate::rulesets::hexcommand::odds::{Gunnery, MEASURE};
use crate::rulesets::hexcommand::order_of_battle::MOST_UNITS;
use crate::rulesets::hexcommand::sight::{Between, Viewer};
use crate::rulesets::hexcommand::state::{Battle, Phase, UnitId, UnitSet, members};
use crate::tabletop::hex::{Aspect, Axial, HexIndex, NOWHERE, aspect, flat::Direction};
use crate::tabletop::hexset::{HexSet, MOST_HEXES};

/// Enemies that are told apart in the view of one hex.
const MOST_LINES: usize = 16;

/// Hexes within which enemies are always looked at: small arms reach so far.
const SMALL_ARMS: u8 = 5;

/// Half the columns and rows of a table of offsets, and its rows.
const MIDDLE: (i16, i16) = (24, 40);
const ROWS: i16 = 81;

/// How much an enemy counts for the facing of a unit, by range.
const NEAR: [f32; 10] = [1.0, 1.0, 1.0, 0.7, 0.5, 0.4, 0.3, 0.2, 0.15, 0.1];

/// Hexes behind a unit that are kept free for its rout.
const LANE: usize = 2;

/// A unit as a script sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub unit: UnitId,
    pub hex: HexIndex,
    pub facing: Direction,
    /// What it can fire as it stands.
    pub gunnery: Option<Gunnery>,
    /// How far that reaches.
    pub reach: u8,
    /// It serves guns.
    pub gun: bool,
    /// Hexes of a move.
    pub moves: u8,
    /// It can go into melee.
    pub fights: bool,
    /// It is in the saddle.
    pub horse: bool,
    /// It has no flank and no rear.
    pub round: bool,
    /// Hits that it can still take before it routs.
    pub left: u8,
    pub hits: u8,
    /// Value, measured by trained infantry.
    pub value: f32,
    pub contact: bool,
    pub routed: bool,
    /// A marker: nobody knows what it is.
    pub marker: bool,
    /// Where it may be at the end of the step: its own hex once it has moved.
    pub ahead: HexIndex,
    /// It has had its move.
    pub done: bool,
}

impl Piece {
    fn of(battle: &Battle<'_>, unit: UnitId) -> Self {
        let (state, force, setup) = (battle.unit(unit), battle.own_force(unit), battle.setup);
        let profile = battle.profile(unit);
        let gun = battle.is_battery(unit);
        let routed = force.routed.contains(unit);
        let marker = force.hidden.contains(unit);
        let packed = match profile.service {
            Service::Artillery => force.limbered.contains(unit) || force.crews.contains(unit),
            Service::Mounted => battle.weapon(unit).is_some_and(|weapon| weapon.max.is_none()),
            Service::Wagon => true,
            Service::Foot | Service::Skirmisher | Service::Horse => gun,
        };
        let spent = battle.fires_once_a_turn() && force.fired_now.contains(unit);
        let loaded = !(routed || marker || packed || spent || battle.in_melee(unit));
        let gunnery = if loaded { setup.odds().gunnery(battle, unit) } else { None };
        Self {
            unit,
            hex: state.hex,
            facing: state.facing,
            gunnery,
            reach: gunnery.map_or(0, |own| setup.odds().reach(own.arms)),
            gun,
            moves: if gun && !force.limbered.contains(unit) { 0 } else { profile.allowance(&setup.rules) },
            fights: !routed && !marker && battle.fights(unit),
            horse: matches!(profile.service, Service::Horse | Service::Mounted),
            round: profile.all_round,
            left: if routed { 0 } else { state.rout_at.saturating_sub(state.hits).max(1) },
            hits: state.hits,
            value: (battle.kind(unit).value / MEASURE) as f32,
            contact: battle.in_contact(unit),
            routed,
            marker,
            ahead: state.hex,
            done: force.done.contains(unit),
        }
    }

    /// Worth of a hit on it, measured by hits on trained infantry: the one that routs counts double.
    pub(super) fn hit_worth(&self) -> f32 {
        let weight = match self.left {
            0 => 1.5,
            1 => 2.0,
            2 => 1.25,
            _ => 1.0,
        };
        self.value * weight
    }
}

/// An enemy, seen from a hex.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// Number of the enemy in the observation.
    pub foe: u8,
    pub range: u8,
    /// Its cover against fire from the hex.
    pub cover: u8,
    /// The hex lies in its flank or rear.
    pub flank: bool,
    /// The facings that have it in front, one bit each.
    pub arcs: u8,
    /// Chance that it hits a unit there from the front as it stands, and from flank or rear, in hits.
    pub front: f32,
    pub side: f32,
}

/// A hex with the enemies who matter there.
#[derive(Clone, Debug)]
pub(super) struct View {
    epoch: u32,
    pub lines: ArrayVec<Line, MOST_LINES>,
    /// Hits to be expected in the next enemy half from enemies who come nearer first.
    pub later: f32,
    /// Hexes to the nearest steady enemy.
    pub nearest: u8,
    /// Enemies who could come there in their next move and fight.
    pub menace: u8,
    /// Share of the steady enemies in front of each facing, those near counted more.
    pub outlook: [f32; 6],
}

impl View {
    const NONE: View =
        View { epoch: 0, lines: ArrayVec::new_const(), later: 0.0, nearest: 0, menace: 0, outlook: [0.0; 6] };
}

/// Part of a game for which what is known of enemies holds.
type Span = (u16, bool, Phase, u8, UnitSet, UnitSet, usize);

/// The observation.
#[derive(Clone, Debug)]
pub(super) struct Observation {
    pub side: Side,
    span: Option<Span>,
    epoch: u32,
    pub foes: ArrayVec<Piece, MOST_UNITS>,
    pub friends: ArrayVec<Piece, MOST_UNITS>,
    /// Hexes in an enemy zone of control.
    pub zones: HexSet,
    /// Hexes behind friends that are kept free for routs.
    pub lanes: HexSet,
    /// Friends in or beside each hex, where they are and where they may be.
    beside: [u8; MOST_HEXES],
    views: Vec<View>,
    /// The facings that have an offset in front, one bit each.
    arcs: Vec<u8>,
}

impl Observation {
    /// Nothing has been seen yet.
    pub(super) fn new(field: &Field) -> Self {
        let arcs =
            (-MIDDLE.0..=MIDDLE.0).flat_map(|q| (-MIDDLE.1..=MIDDLE.1).map(move |r| Axial::new(q, r))).map(|at| {
                Direction::ALL.iter().fold(0, |mask, facing| {
                    mask | u8::from(aspect(at, *facing) == Some(Aspect::Front)) << *facing as u8
                })
            });
        Self {
            side: Side::A,
            span: None,
            epoch: 0,
            foes: ArrayVec::new(),
            friends: ArrayVec::new(),
            zones: HexSet::EMPTY,
            lanes: HexSet::EMPTY,
            beside: [0; MOST_HEXES],
            views: vec![View::NONE; field.hexes()],
            arcs: arcs.collect(),
        }
    }

    /// Forgets the last game.
    pub(super) fn restart(&mut self) {
        self.span = None;
    }

    /// The facings from which `to` lies in front of `from`, one bit each.
    #[inline]
    pub(super) fn arcs(&self, field: &Field, from: HexIndex, to: HexIndex) -> u8 {
        let offset = field.offset(from, to);
        self.arcs[((offset.q + MIDDLE.0) * ROWS + offset.r + MIDDLE.1) as usize]
    }

    /// Takes the view of `side`. Says whether anything but places of friends has changed since the last one.
    pub(super) fn look(&mut self, battle: &Battle<'_>, side: Side) -> bool {
        let (own, other) = (battle.force(side), battle.force(side.other()));
        let (friends, foes) = (own.present & !own.routed, other.present & !other.crews);
        let span =
            (battle.turn, battle.second_half, battle.phase, battle.active_group, friends, foes, battle.contacts.len());
        if self.span == Some(span) && self.side == side {
            let mut moved = false;
            for friend in &mut self.friends {
                let (state, done) = (battle.unit(friend.unit), own.done.contains(friend.unit));
                if (friend.hex, friend.facing, friend.done) != (state.hex, state.facing, done) {
                    let ahead = if done { state.hex } else { friend.ahead };
                    *friend = Piece { ahead, ..Piece::of(battle, friend.unit) };
                    moved = true;
                }
            }
            if moved {
                self.count_friends(battle);
            }
            return false;
        }
        (self.span, self.side) = (Some(span), side);
        self.epoch = self.epoch.wrapping_add(1).max(1);
        self.foes.clear();
        self.foes.extend(members(side.other(), foes).map(|unit| Piece::of(battle, unit)));
        let ahead = self.friends.clone();
        self.friends.clear();
        for unit in members(side, friends) {
            let mut piece = Piece::of(battle, unit);
            if let Some(known) = ahead.iter().find(|known| known.unit == unit).filter(|_| !piece.done) {
                piece.ahead = known.ahead;
            }
            self.friends.push(piece);
        }
        self.zones.clear();
        for foe in &self.foes {
            if battle.has_zone(foe.unit) {
                for turn in [-1, 0, 1] {
                    let hex = battle.setup.field.neighbour(foe.hex, foe.facing.turned(turn));
                    if hex != NOWHERE {
                        self.zones.insert(hex);
                    }
                }
            }
        }
        self.count_friends(battle);
        true
    }

    /// Counts friends beside hexes, and finds the lanes behind them.
    pub(super) fn count_friends(&mut self, battle: &Battle<'_>) {
        let field = &battle.setup.field;
        self.beside[..field.hexes()].fill(0);
        self.lanes.clear();
        for friend in &self.friends {
            let places = [friend.hex, friend.ahead];
            for hex in &places[..if friend.ahead == friend.hex { 1 } else { 2 }] {
                self.beside[usize::from(*hex)] += 1;
                for next in field.neighbours[usize::from(*hex)] {
                    if next != NOWHERE {
                        self.beside[usize::from(next)] += 1;
                    }
                }
            }
            let (mut hex, back) = (friend.ahead, friend.facing.opposite());
            for _ in 0..LANE {
                hex = field.neighbour(hex, back);
                if hex == NOWHERE {
                    break;
                }
                self.lanes.insert(hex);
            }
        }
    }

    /// Friends in or beside a hex, the one in question left out.
    #[inline]
    pub(super) fn beside(&self, field: &Field, hex: HexIndex, but: &Piece) -> u8 {
        let near = |at: HexIndex| u8::from(field.distance(at, hex) <= 1);
        let own = near(but.hex) + if but.ahead == but.hex { 0 } else { near(but.ahead) };
        self.beside[usize::from(hex)].saturating_sub(own)
    }

    /// What matters in a hex.
    pub(super) fn view(&mut self, battle: &Battle<'_>, hex: HexIndex) -> &View {
        let at = usize::from(hex);
        if self.views[at].epoch != self.epoch {
            let mut view = std::mem::replace(&mut self.views[at], View::NONE);
            self.see(battle, hex, &mut view);
            self.views[at] = view;
        }
        &self.views[at]
    }

    /// What matters in a hex that has been [viewed](Self::view).
    #[inline]
    pub(super) fn known(&self, hex: HexIndex) -> &View {
        &self.views[usize::from(hex)]
    }

    /// Says whether what is known of the enemies still holds.
    pub(super) fn stamp(&self) -> u64 {
        u64::from(self.epoch)
    }

    fn see(&self, battle: &Battle<'_>, hex: HexIndex, view: &mut View) {
        let setup = battle.setup;
        let (field, odds) = (&setup.field, setup.odds());
        view.epoch = self.epoch;
        view.lines.clear();
        (view.later, view.nearest, view.menace) = (0.0, u8::MAX, 0);
        let (mut outlook, mut all) = ([0.0; 6], 0.0);
        for (number, foe) in self.foes.iter().enumerate() {
            let range = field.distance(hex, foe.hex);
            if range == 0 {
                continue;
            }
            if !foe.routed {
                let (weight, arcs) = (NEAR[usize::from(range).min(NEAR.len() - 1)], self.arcs(field, hex, foe.hex));
                all += weight;
                for (facing, sum) in outlook.iter_mut().enumerate() {
                    *sum += if arcs & 1 << facing == 0 { 0.0 } else { weight };
                }
                view.nearest = view.nearest.min(range);
                if foe.fights && !foe.contact && range <= foe.moves {
                    view.menace += 1;
                }
            }
            let far = foe.reach.max(SMALL_ARMS);
            if range > far + foe.moves {
                continue;
            }
            if let Some(own) = foe.gunnery.filter(|_| !foe.contact) {
                let near = range.saturating_sub(foe.moves).max(2).min(range);
                view.later += odds.hit(own, near, 0, false) * f32::from(odds.hits(own.arms));
            }
            if range > far || view.lines.is_full() {
                continue;
            }
            let sight = Viewer { indirect: true, artillery: true };
            if field.sight(hex, foe.hex, sight, |_| Between::Nobody, || true).is_none() {
                continue;
            }
            let entry = |from, to| field.entry_side(from, to);
            let seen_by = self.arcs(field, foe.hex, hex) & 1 << foe.facing as u8 != 0;
            let mut line = Line {
                foe: number as u8,
                range,
                cover: battle.cover(foe.hex, hex, entry(hex, foe.hex), true),
                flank: !foe.round && (foe.routed || !seen_by),
                arcs: self.arcs(field, hex, foe.hex),
                front: 0.0,
                side: 0.0,
            };
            if let Some(own) = foe.gunnery.filter(|_| (seen_by || foe.round) && range <= foe.reach) {
                let cover = battle.cover(hex, foe.hex, entry(foe.hex, hex), true);
                let through = if battle.is_fortified(hex) { odds.through(own.arms) } else { 1.0 };
                let hits = f32::from(odds.hits(own.arms)) * through;
                line.front = odds.hit(own, range, cover, false) * hits;
                line.side = odds.hit(own, range, cover, true) * hits;
            }
            view.lines.push(line);
        }
        view.outlook = outlook.map(|sum| if all > 0.0 { sum / all } else { 0.0 });
    }
}
