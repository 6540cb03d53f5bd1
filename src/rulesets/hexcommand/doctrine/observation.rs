//! The one view of the board that a script takes for its moves: who is where, who can fire at whom, who can come where.
//!
//! What is known of enemies holds for an epoch: until one of them appears, goes, or comes into contact, or the step changes.
//! What matters in a hex is worked out when somebody may go there, and kept for the epoch.

use arrayvec::ArrayVec;

pub(super) use super::piece::Piece;
pub(super) use super::view::{Facings, Line, View, chosen};
use super::view::{FarView, SMALL_ARMS, Threat, price};
use crate::game::Side;
use crate::rulesets::hexcommand::field::Field;
use crate::rulesets::hexcommand::odds::{Gunnery, Odds};
use crate::rulesets::hexcommand::order_of_battle::MOST_UNITS;
use crate::rulesets::hexcommand::state::{Battle, Phase, UnitSet, members, place_of};
use crate::tabletop::hex::{HexIndex, NOWHERE};
use crate::tabletop::hexset::{HexSet, MOST_HEXES};

/// How much an enemy counts for the facing of a unit, by range.
const NEAR: [f32; 10] = [1.0, 1.0, 1.0, 0.7, 0.5, 0.4, 0.3, 0.2, 0.15, 0.1];

/// Hexes behind a unit that are kept free for its rout.
const LANE: usize = 2;

/// Hexes within which friends count as a mass.
const MASS: u8 = 2;

/// Hexes within which an enemy flank counts.
pub(super) const FLANK_REACH: u8 = 3;

/// Stands for a hex that has not been viewed.
const UNSEEN: u16 = u16::MAX;

/// Hexes to the nearest enemy where there is none.
const FAR: u8 = 99;

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
    /// Friends within two hexes of each hex.
    mass: [u8; MOST_HEXES],
    /// Hexes to each enemy from where a friend is or may be, whichever is nearer; by friend, then enemy.
    ranges: Box<[[u8; MOST_UNITS]; MOST_UNITS]>,
    /// Enemies who could come to each hex in their next move and fight.
    menace: [u8; MOST_HEXES],
    /// Hexes to the nearest enemy, of steady ones if there are any.
    nearest: [u8; MOST_HEXES],
    /// Hexes to the nearest enemy, steady or not.
    closest: [u8; MOST_HEXES],
    /// Some enemies are steady.
    steady: bool,
    /// By place of the enemy.
    threats: Vec<Threat>,
    /// Number of the view of each hex, and of that of its guns; [`UNSEEN`] where none has been taken in this epoch.
    seen: [[u16; 2]; MOST_HEXES],
    views: Vec<View>,
    /// How many of the views are of this epoch; the others are memory to be used again.
    viewed: usize,
    far_views: Vec<FarView>,
}

/// Whether an enemy may come and fight in his next move.
fn is_menace(foe: &Piece) -> bool {
    !foe.routed && foe.fights && !foe.contact
}

impl Observation {
    /// Nothing has been seen yet.
    pub(super) fn new(field: &Field) -> Self {
        Self {
            side: Side::A,
            span: None,
            epoch: 0,
            foes: ArrayVec::new(),
            friends: ArrayVec::new(),
            zones: HexSet::EMPTY,
            lanes: HexSet::EMPTY,
            beside: [0; MOST_HEXES],
            mass: [0; MOST_HEXES],
            ranges: Box::new([[0; MOST_UNITS]; MOST_UNITS]),
            menace: [0; MOST_HEXES],
            nearest: [0; MOST_HEXES],
            closest: [0; MOST_HEXES],
            steady: false,
            threats: vec![Threat::NONE; MOST_UNITS],
            seen: [[UNSEEN; 2]; MOST_HEXES],
            views: Vec::with_capacity(field.hexes()),
            viewed: 0,
            far_views: Vec::with_capacity(field.hexes()),
        }
    }

    /// Forgets the last game.
    pub(super) fn restart(&mut self) {
        self.span = None;
        self.threats.iter_mut().for_each(|threat| threat.of = None);
    }

    /// The facings from which `to` lies in front of `from`, one bit each.
    #[inline]
    pub(super) fn arcs(&self, field: &Field, from: HexIndex, to: HexIndex) -> u8 {
        field.facings_to(from, to)
    }

    /// Takes the view of `side`. Says whether anything but places of friends has changed since the last one.
    pub(super) fn look(&mut self, battle: &Battle<'_>, side: Side) -> bool {
        let (own, other) = (battle.force(side), battle.force(side.other()));
        let (friends, foes) = (own.present & !own.routed, other.present & !other.crews);
        let span =
            (battle.turn, battle.second_half, battle.phase, battle.active_group, friends, foes, battle.contacts.len());
        if self.span == Some(span) && self.side == side {
            let mut moved = false;
            for number in 0..self.friends.len() {
                let friend = self.friends[number];
                let (state, done) = (battle.unit(friend.unit), own.done.contains(friend.unit));
                if (friend.hex, friend.facing, friend.done) != (state.hex, state.facing, done) {
                    let ahead = if done { state.hex } else { friend.ahead };
                    self.count::<false>(&battle.setup.field, number);
                    self.friends[number] = Piece { ahead, ..Piece::of(battle, friend.unit) };
                    self.count::<true>(&battle.setup.field, number);
                    moved = true;
                }
            }
            if moved {
                self.find_lanes(&battle.setup.field);
            }
            return false;
        }
        let known = self.span.filter(|_| self.side == side);
        let same_step =
            known.is_some_and(|old| (old.0, old.1, old.2, old.3, old.5) == (span.0, span.1, span.2, span.3, span.5));
        (self.span, self.side) = (Some(span), side);
        self.epoch = self.epoch.wrapping_add(1);
        let kept = same_step && self.heed_contacts(battle);
        if !kept {
            self.seen[..battle.setup.field.hexes()].fill([UNSEEN; 2]);
            self.viewed = 0;
            self.far_views.clear();
            self.foes.clear();
            self.foes.extend(members(side.other(), foes).map(|unit| Piece::of(battle, unit)));
        }
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
        if !kept {
            self.note_foes(battle);
        }
        self.count_friends(battle);
        true
    }

    /// Heeds the contacts into which enemies came. Says whether nothing else is new of them: then most of what was seen holds.
    fn heed_contacts(&mut self, battle: &Battle<'_>) -> bool {
        let alike = |foe: &Piece| {
            let new = Piece::of(battle, foe.unit);
            foe.contact <= new.contact && Piece { contact: foe.contact, ..new } == *foe
        };
        if !self.foes.iter().all(alike) {
            return false;
        }
        let Self { foes, menace, threats, .. } = self;
        let field = &battle.setup.field;
        for foe in foes.iter_mut().filter(|foe| !foe.contact) {
            if !battle.in_contact(foe.unit) {
                continue;
            }
            if is_menace(foe) {
                let ranges = field.distances.from(foe.hex);
                for (menace, range) in menace[..field.hexes()].iter_mut().zip(ranges) {
                    *menace -= u8::from(range.wrapping_sub(1) < foe.moves);
                }
            }
            foe.contact = true;
            threats[place_of(foe.unit)].update(battle.setup.odds(), foe);
        }
        true
    }

    /// Notes for every hex how far off the enemies are, and what their fire does.
    fn note_foes(&mut self, battle: &Battle<'_>) {
        let Self { foes, menace, nearest, closest, threats, .. } = self;
        let (field, odds) = (&battle.setup.field, battle.setup.odds());
        let hexes = field.hexes();
        let (menace, nearest, closest) = (&mut menace[..hexes], &mut nearest[..hexes], &mut closest[..hexes]);
        let steady = foes.iter().any(|foe| !foe.routed);
        self.steady = steady;
        menace.fill(0);
        nearest.fill(if steady { u8::MAX } else { FAR });
        closest.fill(u8::MAX);
        for foe in foes.iter() {
            threats[place_of(foe.unit)].update(odds, foe);
            let ranges = field.distances.from(foe.hex);
            for (closest, range) in closest.iter_mut().zip(ranges) {
                *closest = (*closest).min(*range);
            }
            if foe.routed != steady {
                for (nearest, range) in nearest.iter_mut().zip(ranges) {
                    *nearest = (*nearest).min(*range);
                }
            }
            if is_menace(foe) {
                for (menace, range) in menace.iter_mut().zip(ranges) {
                    // Its own hex does not count.
                    *menace += u8::from(range.wrapping_sub(1) < foe.moves);
                }
            }
        }
    }

    /// Counts friends beside hexes, and finds the lanes behind them.
    pub(super) fn count_friends(&mut self, battle: &Battle<'_>) {
        let field = &battle.setup.field;
        self.beside[..field.hexes()].fill(0);
        self.mass[..field.hexes()].fill(0);
        for number in 0..self.friends.len() {
            self.count::<true>(field, number);
        }
        self.find_lanes(field);
    }

    /// Counts a friend where it is and where it may be, or takes it off again.
    fn count<const ADD: bool>(&mut self, field: &Field, number: usize) {
        let friend = &self.friends[number];
        let moves = friend.ahead != friend.hex;
        let (here, ahead) = (field.distances.from(friend.hex), field.distances.from(friend.ahead));
        let places = self.beside.iter_mut().zip(&mut self.mass);
        for ((beside, mass), (here, ahead)) in places.zip(here.iter().zip(ahead)) {
            let near = u8::from(*here <= 1) + (u8::from(*ahead <= 1) & u8::from(moves));
            let close = u8::from((*here).min(*ahead) <= MASS);
            if ADD {
                (*beside, *mass) = (beside.wrapping_add(near), mass.wrapping_add(close));
            } else {
                (*beside, *mass) = (beside.wrapping_sub(near), mass.wrapping_sub(close));
            }
        }
        if ADD {
            for (range, foe) in self.ranges[number].iter_mut().zip(&self.foes) {
                *range = here[usize::from(foe.hex)].min(ahead[usize::from(foe.hex)]);
            }
        }
    }

    /// Finds the hexes behind friends that are kept free for their routs.
    fn find_lanes(&mut self, field: &Field) {
        self.lanes.clear();
        for friend in &self.friends {
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

    /// Hexes to each enemy, by his number, from where a friend is or may be.
    #[inline]
    pub(super) fn ranges(&self, friend: usize) -> &[u8; MOST_UNITS] {
        &self.ranges[friend]
    }

    /// Enemies who could come to a hex in their next move and fight.
    #[inline]
    pub(super) fn menace(&self, hex: HexIndex) -> u8 {
        self.menace[usize::from(hex)]
    }

    /// Hexes to the nearest enemy; of steady ones, if there are any.
    #[inline]
    pub(super) fn nearest(&self, hex: HexIndex) -> u8 {
        self.nearest[usize::from(hex)]
    }

    /// Hexes to the nearest enemy, steady or not.
    #[inline]
    pub(super) fn closest(&self, hex: HexIndex) -> u8 {
        self.closest[usize::from(hex)]
    }

    /// Hexes to the nearest steady enemy; [`u8::MAX`] if there is none.
    #[inline]
    pub(super) fn nearest_steady(&self, hex: HexIndex) -> u8 {
        if self.steady { self.nearest[usize::from(hex)] } else { u8::MAX }
    }

    /// Friends within two hexes of a hex, where they are or may be, the one in question left out.
    #[inline]
    pub(super) fn mass(&self, field: &Field, hex: HexIndex, but: &Piece) -> u8 {
        let own = field.distance(but.hex, hex).min(field.distance(but.ahead, hex)) <= MASS;
        self.mass[usize::from(hex)] - u8::from(own)
    }

    /// Friends in or beside a hex, the one in question left out.
    #[inline]
    pub(super) fn beside(&self, field: &Field, hex: HexIndex, but: &Piece) -> u8 {
        let near = |at: HexIndex| u8::from(field.distance(at, hex) <= 1);
        let own = near(but.hex) + if but.ahead == but.hex { 0 } else { near(but.ahead) };
        self.beside[usize::from(hex)].saturating_sub(own)
    }

    /// What matters in a hex; found when it is first asked for in an epoch.
    pub(super) fn view(&mut self, battle: &Battle<'_>, hex: HexIndex) -> &View {
        if self.seen[usize::from(hex)][0] == UNSEEN {
            let mut views = std::mem::take(&mut self.views);
            if self.viewed == views.len() {
                views.push(View::NONE);
            }
            let view = &mut views[self.viewed];
            self.see(battle, hex, view);
            view.heeded = self.epoch;
            self.seen[usize::from(hex)][0] = self.viewed as u16;
            self.viewed += 1;
            self.views = views;
        } else {
            self.renew(battle, hex);
        }
        self.known(hex)
    }

    /// Heeds the contacts of enemies since the view of a hex was taken.
    fn renew(&mut self, battle: &Battle<'_>, hex: HexIndex) {
        let Self { foes, threats, views, epoch, .. } = self;
        let view = &mut views[usize::from(self.seen[usize::from(hex)][0])];
        if view.heeded == *epoch {
            return;
        }
        view.heeded = *epoch;
        let ranges = battle.setup.field.distances.from(hex);
        view.later = 0.0;
        for foe in foes.iter() {
            let range = ranges[usize::from(foe.hex)];
            let comes = range > 0 && range <= foe.reach.max(SMALL_ARMS) + foe.moves;
            if comes && foe.gunnery.is_some() && !foe.contact {
                view.later += threats[place_of(foe.unit)].later[usize::from(range)];
            }
        }
        view.held = false;
        for line in &mut view.lines {
            line.fires &= !(foes[usize::from(line.foe)].contact && line.range > 1);
            view.held |= line.fires;
        }
        view.cover = if view.held { view.cover } else { 0 };
    }

    /// What matters in a hex that has been [viewed](Self::view).
    #[inline]
    pub(super) fn known(&self, hex: HexIndex) -> &View {
        &self.views[usize::from(self.seen[usize::from(hex)][0])]
    }

    /// Says whether what is known of the enemies still holds.
    pub(super) fn stamp(&self) -> u64 {
        u64::from(self.epoch)
    }

    fn see(&self, battle: &Battle<'_>, hex: HexIndex, view: &mut View) {
        let field = &battle.setup.field;
        view.lines.clear();
        (view.later, view.held, view.flank, view.priced) = (0.0, false, false, None);
        view.nearest = u8::MAX;
        let ranges = field.distances.from(hex);
        let fortified = battle.is_fortified(hex);
        let (mut outlook, mut all) = ([0.0; 8], 0.0);
        let mut towards = (u8::MAX, hex);
        for (number, foe) in self.foes.iter().enumerate() {
            let range = ranges[usize::from(foe.hex)];
            if range < towards.0 {
                towards = (range, foe.hex);
            }
            if range == 0 {
                continue;
            }
            let arcs = self.arcs(field, hex, foe.hex);
            if !foe.routed {
                let weight = NEAR[usize::from(range).min(NEAR.len() - 1)];
                all += weight;
                for (sum, weight) in outlook.iter_mut().zip(chosen(arcs, weight, 0.0)) {
                    *sum += weight;
                }
                view.nearest = view.nearest.min(range);
            }
            let far = foe.reach.max(SMALL_ARMS);
            if range > far + foe.moves {
                continue;
            }
            let threat = &self.threats[place_of(foe.unit)];
            if foe.gunnery.is_some() && !foe.contact {
                view.later += threat.later[usize::from(range)];
            }
            if range > far || view.lines.is_full() || !field.is_open(hex, foe.hex) {
                continue;
            }
            let (mut line, seen_by) = self.line(battle, hex, (number as u8, range), arcs);
            if let Some(own) = foe.gunnery.filter(|_| (seen_by || foe.round) && range <= foe.reach) {
                let cover = battle.cover_from(hex, foe.hex);
                if cover == 0 && !fortified {
                    [line.front, line.side] = threat.now[usize::from(range)];
                } else {
                    let odds = battle.setup.odds();
                    let through = if fortified { odds.through(own.arms) } else { 1.0 };
                    let hits = f32::from(odds.hits(own.arms)) * through;
                    line.front = odds.hit(own, range, cover, false) * hits;
                    line.side = odds.hit(own, range, cover, true) * hits;
                }
            }
            line.fires = line.front > 0.0 && !(foe.contact && range > 1);
            view.held |= line.fires;
            view.flank |= line.flank && range <= FLANK_REACH && !foe.routed;
            view.lines.push(line);
        }
        view.outlook = outlook.map(|sum| if all > 0.0 { sum / all } else { 0.0 });
        view.cover = if view.held { battle.cover(hex, towards.1, None, false) } else { 0 };
    }

    /// An enemy at a range as he is seen from a hex that has him in these arcs, whatever he fires; and whether he has the hex in his.
    #[inline]
    fn line(&self, battle: &Battle<'_>, hex: HexIndex, (number, range): (u8, u8), arcs: u8) -> (Line, bool) {
        let (field, foe) = (&battle.setup.field, &self.foes[usize::from(number)]);
        let seen_by = self.arcs(field, foe.hex, hex) & 1 << foe.facing as u8 != 0;
        let line = Line {
            foe: number,
            range,
            cover: battle.cover_from(foe.hex, hex),
            flank: !foe.round && (foe.routed || !seen_by),
            arcs,
            fires: false,
            front: 0.0,
            side: 0.0,
            gift: 0.0,
        };
        (line, seen_by)
    }

    /// The targets of guns in a hex, which reach so far.
    pub(super) fn far_lines(&mut self, battle: &Battle<'_>, hex: HexIndex, reach: u8) {
        let at = usize::from(hex);
        let known = usize::from(self.seen[at][1]);
        if self.far_views.get(known).is_some_and(|view| view.reach == reach) {
            return;
        }
        let mut lines = ArrayVec::new();
        let field = &battle.setup.field;
        let ranges = field.distances.from(hex);
        for (number, foe) in self.foes.iter().enumerate() {
            let range = ranges[usize::from(foe.hex)];
            if range > 0 && range <= reach && !lines.is_full() && field.is_open(hex, foe.hex) {
                lines.push(self.line(battle, hex, (number as u8, range), self.arcs(field, hex, foe.hex)).0);
            }
        }
        let view = FarView { reach, lines, priced: None };
        if let Some(other) = self.far_views.get_mut(known) {
            *other = view;
        } else {
            self.seen[at][1] = self.far_views.len() as u16;
            self.far_views.push(view);
        }
    }

    /// Notes what shots from a hex that has been [viewed](Self::view) are worth to a unit that fires this; for guns the targets
    /// have to be [looked for](Self::far_lines) first.
    pub(super) fn price(&mut self, odds: &Odds, hex: HexIndex, own: Gunnery, gun: bool) {
        let [near, far] = self.seen[usize::from(hex)].map(usize::from);
        if gun {
            let view = &mut self.far_views[far];
            price(&mut view.lines, &mut view.priced, odds, own, &self.foes);
        } else {
            let view = &mut self.views[near];
            price(&mut view.lines, &mut view.priced, odds, own, &self.foes);
        }
    }

    /// The targets of guns in a hex that have been [looked for](Self::far_lines).
    #[inline]
    pub(super) fn known_far_lines(&self, hex: HexIndex) -> &[Line] {
        &self.far_views[usize::from(self.seen[usize::from(hex)][1])].lines
    }
}
