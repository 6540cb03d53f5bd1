//! What is seen from a hex: the enemies who matter there, and what their fire may do.

use arrayvec::ArrayVec;

use super::piece::Piece;
use crate::rulesets::hexcommand::odds::{Gunnery, Odds};

/// Enemies that are told apart in the view of one hex.
const MOST_LINES: usize = 16;

/// Enemies that guns tell apart.
const MOST_FAR: usize = 24;

/// Hexes within which enemies are always looked at: small arms reach so far.
pub(super) const SMALL_ARMS: u8 = 5;

/// Ranges of fire that are told apart.
const RANGES: usize = 64;

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
    /// What a shot at it is expected to be worth, of the unit for whom the view was last priced; less than nothing where there is none.
    pub gift: f32,
}

/// A hex with the enemies who matter there.
#[derive(Clone, Debug)]
pub(super) struct View {
    pub lines: ArrayVec<Line, MOST_LINES>,
    /// Hits to be expected in the next enemy half from enemies who come nearer first.
    pub later: f32,
    /// Hexes to the nearest steady enemy.
    pub nearest: u8,
    /// The epoch in which the contacts of enemies were heeded.
    pub heeded: u32,
    /// Somebody can fire at it as he stands.
    pub held: bool,
    /// If so, its cover against the nearest enemy; what comes over its sides left out.
    pub cover: u8,
    /// The flank of an enemy is near.
    pub flank: bool,
    /// Share of the steady enemies in front of each facing, those near counted more.
    pub outlook: Facings,
    /// For whose fire the lines were last priced.
    pub priced: Option<Gunnery>,
}

impl View {
    pub(super) const NONE: View = View {
        lines: ArrayVec::new_const(),
        later: 0.0,
        nearest: 0,
        heeded: 0,
        held: false,
        cover: 0,
        flank: false,
        outlook: [0.0; 8],
        priced: None,
    };
}

/// The targets of guns in a hex, which reach farther than others look.
#[derive(Clone, Debug)]
pub(super) struct FarView {
    /// How far the guns reach that it was taken for.
    pub reach: u8,
    pub lines: ArrayVec<Line, MOST_FAR>,
    /// For whose fire the lines were last priced.
    pub priced: Option<Gunnery>,
}

/// Prices lines for a unit that fires this.
pub(super) fn price(lines: &mut [Line], priced: &mut Option<Gunnery>, odds: &Odds, own: Gunnery, foes: &[Piece]) {
    if *priced == Some(own) {
        return;
    }
    *priced = Some(own);
    let hits = f32::from(odds.hits(own.arms));
    for line in lines {
        let foe = &foes[usize::from(line.foe)];
        let chance = odds.hit(own, line.range, line.cover, line.flank);
        line.gift = if chance <= 0.0 || foe.marker { -1.0 } else { chance * hits * foe.hit_worth };
    }
}

/// What the fire of an enemy is expected to do to a unit without cover.
#[derive(Clone, Debug)]
pub(super) struct Threat {
    /// What it was worked out from.
    pub of: Option<(Gunnery, u8, bool)>,
    /// Hits in the next enemy half, by range.
    pub later: [f32; RANGES],
    /// Hits from the front as it stands, and from flank or rear, by range.
    pub now: [[f32; 2]; RANGES],
}

impl Threat {
    pub(super) const NONE: Threat = Threat { of: None, later: [0.0; RANGES], now: [[0.0; 2]; RANGES] };

    /// Works it out, unless it is the same as before.
    pub(super) fn update(&mut self, odds: &Odds, foe: &Piece) {
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
