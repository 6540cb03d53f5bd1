//! What a place may be worth to a unit at most: hexes that cannot be the best one by that are not weighed.

use super::super::movement::{Manoeuvre, Place};
use super::super::observation::{FLANK_REACH, Piece};
use super::super::plan::Task;
use super::super::reach::Stop;
use super::{GANG, LOOK, MASS_REACH, MOST_MELEE, NEXT_HALF, ROUT, Standing, at_least};
use crate::rulesets::hexcommand::choices::Act;
use crate::rulesets::hexcommand::state::Battle;

/// More than a unit may expect to take, and than sums are rounded by.
const MOST_TAKEN: f32 = 100.0;
const ROUNDING: f32 = 0.01;

/// Hexes to the nearest enemy that are told apart where gifts are bounded.
const GIFT_RANGES: usize = 24;

/// What keeps the worth of hexes within bounds, whichever they are.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Limits {
    /// What the unit may give from a hex counts at most, by the distance of the nearest enemy.
    gifts: [f32; GIFT_RANGES],
    /// What a level of cover counts at most, and an enemy flank near by.
    cover: f32,
    flank: f32,
    /// What all that is not looked at counts at most.
    rest: f32,
}

impl Manoeuvre<'_> {
    /// Bounds what hexes are worth to a unit that does this beside going there.
    pub(in super::super) fn limits(&self, battle: &Battle<'_>, friend: &Piece, act: Act) -> Limits {
        let (odds, mover, scales) = (battle.setup.odds(), &self.scratch.mover, &self.scales);
        // Of terms between nothing and so much, what a scale makes of them at most.
        let spared = (-scales.taken * MOST_TAKEN).max(0.0)
            + (-scales.shelter * mover.dear).max(0.0)
            + (-scales.exposed * 3.0 * friend.value).max(0.0);
        let look = if friend.round { 0.0 } else { LOOK };
        let (cover, flank) = (scales.cover.max(0.0), scales.flank.max(0.0));
        let mut limits = Limits { gifts: [0.0; GIFT_RANGES], cover, flank, rest: spared + look + ROUNDING };
        // Without moving it fires no worse.
        let Some(own) = self.arms(battle, friend, act, false) else { return limits };
        let shown = self.seen.foes.iter().filter(|foe| !foe.marker);
        let dearest = shown.map(|foe| foe.hit_worth).fold(0.0, f32::max);
        let each = f32::from(odds.hits(own.arms)) * dearest * (1.0 + NEXT_HALF) * self.gives();
        let each = (scales.given * each).max(0.0);
        let reach = usize::from(odds.reach(own.arms)).min(GIFT_RANGES - 1);
        let mut most = 0.0_f32;
        for range in (1..=reach).rev() {
            most = most.max(odds.hit(own, range as u8, 0, true)).max(odds.hit(own, range as u8, 0, false));
            limits.gifts[range] = most * each;
        }
        limits
    }

    /// No less than what a hex is worth with any facing, where no melee is to be fought; found without looking round there.
    pub(in super::super) fn bound(&self, battle: &Battle<'_>, friend: &Piece, stop: &Stop, limits: &Limits) -> f32 {
        let (field, mover, scales) = (&battle.setup.field, &self.scratch.mover, &self.scales);
        let hex = stop.hex;
        let nearest = self.seen.nearest_steady(hex);
        let way = self.way(battle, friend, hex);
        let standing = Standing { nearest, held: false, foot: false };
        let other = self.other(battle, friend, (hex, stop.te), way, standing);
        let given = limits.gifts[usize::from(self.seen.closest(hex)).min(GIFT_RANGES - 1)];
        // Its cover against an enemy below.
        let height = if field.is_hill(hex) { battle.setup.rules.cover_hill } else { 0 };
        let cover = limits.cover * f32::from(battle.cover(hex, hex, None, false) + height);
        let mass = if nearest <= MASS_REACH { f32::from(self.seen.mass(field, hex, friend)).min(3.0) } else { 0.0 };
        let flank = if nearest <= FLANK_REACH { limits.flank } else { 0.0 };
        let early = f32::from(mover.keep_off.saturating_sub(nearest));
        given + cover + flank + scales.mass * mass - scales.early * early - mover.close * f32::from(way.max(mover.stop))
            + other
            + limits.rest
    }

    /// No less than what a place is worth with any facing, melees as good as any included, where no enemy has just left; closer than
    /// [`bound`](Self::bound), for who fires there and whom the unit could fire at is looked up.
    pub(in super::super) fn closer_bound(&mut self, battle: &Battle<'_>, friend: &Piece, place: &Place) -> f32 {
        let (field, hex) = (&battle.setup.field, place.hex);
        let moves = hex != friend.hex;
        let own = self.arms(battle, friend, place.act, moves);
        self.look_round(battle, friend, own, hex);
        let mut given = 0.0_f32;
        if own.is_some() {
            self.shots(friend, hex, |_, worth| given = given.max(worth));
            given *= self.fire_steps(battle, friend, moves) * self.gives();
        }
        let (view, mover, scales) = (self.seen.known(hex), &self.scratch.mover, &self.scales);
        // Fire from the front is never worse than that from flank or rear.
        let (mut small, mut guns) = (0.0_f32, 0.0_f32);
        for line in view.lines.iter().filter(|line| line.fires) {
            let arm = if self.seen.foes[usize::from(line.foe)].gun { &mut guns } else { &mut small };
            *arm += self.share(line) * line.front.min(line.side);
        }
        let expected = (small.min(GANG) + guns.min(GANG)) * (1.0 + NEXT_HALF);
        let rout = at_least(friend.left, expected);
        let retires = mover.task == Task::Retire;
        let takes = if retires { 2.5 } else { 1.0 };
        let least = self.wary() * view.later.min(GANG) * friend.value + (expected + ROUT * rout) * friend.value * takes;
        let way = self.way(battle, friend, hex);
        let standing = Standing { nearest: view.nearest, held: view.held, foot: false };
        let other = self.other(battle, friend, (hex, place.te), way, standing);
        let look = if friend.round { 0.0 } else { LOOK * view.outlook.into_iter().fold(0.0, f32::max) };
        let mass =
            if view.nearest <= MASS_REACH { f32::from(self.seen.mass(field, hex, friend)).min(3.0) } else { 0.0 };
        let cover = if view.held { f32::from(view.cover) } else { 0.0 };
        let flank = f32::from(u8::from(view.flank && !retires));
        let melee =
            if self.seen.closest(hex) <= 1 && friend.fights { (scales.melee * MOST_MELEE).max(0.0) } else { 0.0 };
        // Of terms that are known within limits, what a scale makes of them at most.
        let taken = if scales.taken < 0.0 { MOST_TAKEN } else { least };
        let sheltered = if scales.shelter < 0.0 { 1.0 } else { rout } * mover.dear;
        let exposed = (-scales.exposed * 3.0 * friend.value).max(0.0);
        let early = f32::from(mover.keep_off.saturating_sub(view.nearest));
        (scales.given * given).max(0.0) - scales.taken * taken - scales.shelter * sheltered
            + exposed
            + melee
            + scales.cover * cover
            + scales.mass * mass
            + scales.flank * flank
            - scales.early * early
            - mover.close * f32::from(way.max(mover.stop))
            + other
            + look
            + ROUNDING
    }
}
