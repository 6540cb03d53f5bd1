//! The one view of the board that a script takes for its moves: who is where, who can fire at whom, who can come where.
//!
//! What is known of enemies holds for an epoch: until one of them appears, goes, or comes into contact, or the step changes.
//! What matters in a hex is worked out when somebody may go there, and kept for the epoch.

use arrayvec::ArrayVec;

pub(super) use super::piece::Piece;
use crate::game::Side;
use crate::rulesets::hexcommand::field::Field;
use crate::rulesets::hexcommand::odds::{Gunnery, Odds};
use crate::rulesets::hexcommand::order_of_battle::MOST_UNITS;
use crate::rulesets::hexcommand::state::{Battle, Phase, UnitSet, members, place_of};
use crate::tabletop::hex::{HexIndex, NOWHERE};
use crate::tabletop::hexset::{HexSet, MOST_HEXES};

/// Enemies that are told apart in the view of one hex.
const MOST_LINES: usize = 16;

/// Enemies that guns tell apart.
const MOST_FAR: usize = 24;

/// Hexes within which enemies are always looked at: small arms reach so far.
const SMALL_ARMS: u8 = 5;

/// Ranges of fire that are told apart.
const RANGES: usize = 64;

/// How much an enemy counts for the facing of a unit, by range.
const NEAR: [f32; 10] = [1.0, 1.0, 1.0, 0.7, 0.5, 0.4, 0.3, 0.2, 0.15, 0.1];

/// Hexes behind a unit that are kept free for its rout.
const LANE: usize = 2;

/// Hexes within which friends count as a mass.
const MASS: u8 = 2;

/// Hexes within which an enemy flank counts.
const FLANK_REACH: u8 = 3;

/// Stands for a hex that has not been viewed.
const UNSEEN: u16 = u16::MAX;

/// Hexes to the nearest enemy where there is none.
const FAR: u8 = 99;

/// Something for each of the six facings; two more places make whole words of them.
pub(super) type Facings = [f32; 8];

/// All bits of a number for each facing of a set, and none for the others.
static MASKS: [[u32; 8]; 64] = masks();

const fn masks() -> [[u32; 8]; 64] {
    let mut masks = [[0; 8]; 64];
    let mut set = 0;
    while set < 64 {
        let mut facing = 0;
        while facing < 6 {
            if set >> facing & 1 != 0 {
                masks[set][facing] = u32::MAX;
            }
            facing += 1;
        }
        set += 1;
    }
    masks
}

/// For each facing the one number if it is in the set, else the other.
#[inline]
pub(super) fn chosen(facings: u8, inside: f32, outside: f32) -> Facings {
    let mask = &MASKS[usize::from(facings & 63)];
    let (inside, outside) = (inside.to_bits(), outside.to_bits());
    std::array::from_fn(|facing| f32::from_bits(inside & mask[facing] | outside & !mask[facing]))
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
    /// It fires at the hex from where it stands, unless it has somebody nearer.
    pub fires: bool,
    /// Chance that it hits a unit there from the front as it stands, and from flank or rear, in hits.
    pub front: f32,
    pub side: f32,
}

/// A hex with the enemies who matter there.
#[derive(Clone, Debug)]
pub(super) struct View {
    pub lines: ArrayVec<Line, MOST_LINES>,
    /// Hits to be expected in the next enemy half from enemies who come nearer first.
    pub later: f32,
    /// Hexes to the nearest steady enemy.
    pub nearest: u8,
    /// Somebody can fire at it as he stands.
    pub held: bool,
    /// If so, its cover against the nearest enemy; what comes over its sides left out.
    pub cover: u8,
    /// The flank of an enemy is near.
    pub flank: bool,
    /// Share of the steady enemies in front of each facing, those near counted more.
    pub outlook: Facings,
}

impl View {
    const NONE: View = View {
        lines: ArrayVec::new_const(),
        later: 0.0,
        nearest: 0,
        held: false,
        cover: 0,
        flank: false,
        outlook: [0.0; 8],
    };
}

/// The targets of guns in a hex, which reach farther than others look.
#[derive(Clone, Debug)]
struct FarView {
    /// How far the guns reach that it was taken for.
    reach: u8,
    lines: ArrayVec<Line, MOST_FAR>,
}

/// What the fire of an enemy is expected to do to a unit without cover.
#[derive(Clone, Debug)]
struct Threat {
    /// What it was worked out from.
    of: Option<(Gunnery, u8, bool)>,
    /// Hits in the next enemy half, by range.
    later: [f32; RANGES],
    /// Hits from the front as it stands, and from flank or rear, by range.
    now: [[f32; 2]; RANGES],
}

impl Threat {
    const NONE: Threat = Threat { of: None, later: [0.0; RANGES], now: [[0.0; 2]; RANGES] };

    /// Works it out, unless it is the same as before.
    fn update(&mut self, odds: &Odds, foe: &Piece) {
        let of = foe.gunnery.map(|own| (own, foe.moves, foe.contact));
        if self.of == of {
            return;
        }
        self.of = of;
        let Some(own) = foe.gunnery else { return };
        let hits = f32::from(odds.hits(own.arms));
        let farthest = foe.reach.max(SMALL_ARMS) + foe.moves;
        for range in 1..=farthest.min(RANGES as u8 - 1) {
            let near = range.saturating_sub(foe.moves).max(2).min(range);
            let at = usize::from(range);
            self.later[at] = if foe.contact { 0.0 } else { odds.hit(own, near, 0, false) * hits };
            self.now[at] = [false, true].map(|flank| odds.hit(own, range, 0, flank) * hits);
        }
    }
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
    /// Friends within two hexes of each hex.
    mass: [u8; MOST_HEXES],
    /// Hexes to each enemy from where a friend is or may be, whichever is nearer; by friend, then enemy.
    ranges: Box<[[u8; MOST_UNITS]; MOST_UNITS]>,
    /// Enemies who could come to each hex in their next move and fight.
    menace: [u8; MOST_HEXES],
    /// Hexes to the nearest enemy, of steady ones if there are any.
    nearest: [u8; MOST_HEXES],
    /// By place of the enemy.
    threats: Vec<Threat>,
    /// Number of the view of each hex, and of that of its guns; [`UNSEEN`] where none has been taken in this epoch.
    seen: [[u16; 2]; MOST_HEXES],
    views: Vec<View>,
    far_views: Vec<FarView>,
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
            threats: vec![Threat::NONE; MOST_UNITS],
            seen: [[UNSEEN; 2]; MOST_HEXES],
            views: Vec::with_capacity(field.hexes()),
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
        (self.span, self.side) = (Some(span), side);
        self.epoch = self.epoch.wrapping_add(1);
        self.seen[..battle.setup.field.hexes()].fill([UNSEEN; 2]);
        self.views.clear();
        self.far_views.clear();
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
        self.note_foes(battle);
        self.count_friends(battle);
        true
    }

    /// Notes for every hex how far off the enemies are, and what their fire does.
    fn note_foes(&mut self, battle: &Battle<'_>) {
        let Self { foes, menace, nearest, threats, .. } = self;
        let (field, odds) = (&battle.setup.field, battle.setup.odds());
        let hexes = field.hexes();
        let (menace, nearest) = (&mut menace[..hexes], &mut nearest[..hexes]);
        let steady = foes.iter().any(|foe| !foe.routed);
        menace.fill(0);
        nearest.fill(if steady { u8::MAX } else { FAR });
        for foe in foes.iter() {
            threats[place_of(foe.unit)].update(odds, foe);
            let ranges = field.distances.from(foe.hex);
            if foe.routed != steady {
                for (nearest, range) in nearest.iter_mut().zip(ranges) {
                    *nearest = (*nearest).min(*range);
                }
            }
            if !foe.routed && foe.fights && !foe.contact {
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
            let mut view = View::NONE;
            self.see(battle, hex, &mut view);
            self.seen[usize::from(hex)][0] = self.views.len() as u16;
            self.views.push(view);
        }
        self.known(hex)
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
        view.nearest = u8::MAX;
        let ranges = field.distances.from(hex);
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
            let mut line = self.line(battle, hex, number as u8, arcs);
            let seen_by = self.arcs(field, foe.hex, hex) & 1 << foe.facing as u8 != 0;
            if let Some(own) = foe.gunnery.filter(|_| (seen_by || foe.round) && range <= foe.reach) {
                let cover = battle.cover(hex, foe.hex, field.entry_side(foe.hex, hex), true);
                if cover == 0 && !battle.is_fortified(hex) {
                    [line.front, line.side] = threat.now[usize::from(range)];
                } else {
                    let odds = battle.setup.odds();
                    let through = if battle.is_fortified(hex) { odds.through(own.arms) } else { 1.0 };
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

    /// An enemy as he is seen from a hex that has him in these arcs, whatever he fires.
    fn line(&self, battle: &Battle<'_>, hex: HexIndex, number: u8, arcs: u8) -> Line {
        let (field, foe) = (&battle.setup.field, &self.foes[usize::from(number)]);
        let seen_by = self.arcs(field, foe.hex, hex) & 1 << foe.facing as u8 != 0;
        Line {
            foe: number,
            range: field.distance(hex, foe.hex),
            cover: battle.cover(foe.hex, hex, field.entry_side(hex, foe.hex), true),
            flank: !foe.round && (foe.routed || !seen_by),
            arcs,
            fires: false,
            front: 0.0,
            side: 0.0,
        }
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
                lines.push(self.line(battle, hex, number as u8, self.arcs(field, hex, foe.hex)));
            }
        }
        let view = FarView { reach, lines };
        if let Some(other) = self.far_views.get_mut(known) {
            *other = view;
        } else {
            self.seen[at][1] = self.far_views.len() as u16;
            self.far_views.push(view);
        }
    }

    /// The targets of guns in a hex that have been [looked for](Self::far_lines).
    #[inline]
    pub(super) fn known_far_lines(&self, hex: HexIndex) -> &[Line] {
        &self.far_views[usize::from(self.seen[usize::from(hex)][1])].lines
    }
}
