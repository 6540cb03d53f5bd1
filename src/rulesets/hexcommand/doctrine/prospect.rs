//! What comes of going into contact with an enemy, whatever kind of unit it is.

use crate::rulesets::hexcommand::codex::Service;
use crate::rulesets::hexcommand::odds::struggle::Helper;
use crate::rulesets::hexcommand::odds::{Approach, Contender, Odds, Outcome, Stake};
use crate::rulesets::hexcommand::state::{Battle, UnitId};
use crate::tabletop::hex::HexIndex;

/// Worth of driving off what does not fight, as a share of the unit: a crew off its guns.
const CREW: f32 = 0.1;

/// Of skirmishers, who rout or are gone.
const SCREEN: f32 = 0.6;

/// Chance that a routed unit in contact is destroyed: a red face.
const RED: f32 = 0.5;

/// What comes of a contact.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Prospect {
    /// The melee.
    pub(super) outcome: Outcome,
    /// What it is worth, measured by units of trained infantry.
    pub(super) worth: f32,
}

/// The prospect of a unit that stands in `from` when it contacts an enemy, with the units as they are now. Those who are in
/// contact with the enemy already help; a unit that has another enemy already fights both.
pub(super) fn prospect(battle: &Battle<'_>, unit: UnitId, from: HexIndex, enemy: UnitId) -> Prospect {
    let odds = battle.setup.odds();
    let (Some(own), there) = (odds.contender(battle, unit), battle.unit(enemy).hex) else {
        return Prospect::default();
    };
    let [stake, prize] = [unit, enemy].map(|one| Stake::of(battle, one));
    let sure = |worth: f32| Prospect { outcome: Outcome { win: 1.0, ..Outcome::default() }, worth };
    let force = battle.own_force(enemy);
    if force.crews.contains(enemy) {
        return sure(CREW * prize.unit);
    }
    if force.routed.contains(enemy) {
        // It may be shot before it is ridden down.
        let shot = own.gunnery.map_or(0.0, |gunnery| odds.hit(gunnery, 1, 0, true));
        let destroyed = 1.0 - (1.0 - shot) * (1.0 - RED);
        return sure(destroyed * prize.worth(1));
    }
    let flank = battle.flanked_from(enemy, from);
    let toward = battle.setup.field.direction(there, from);
    let cover = battle.cover(there, from, toward, true);
    let attacker_cover = battle.cover(from, there, toward.map(|side| side.opposite()), true);
    if battle.is_battery(enemy) {
        if force.limbered.contains(enemy) {
            return sure(prize.unit + prize.hit);
        }
        let Some(guns) = odds.gunnery(battle, enemy) else { return sure(prize.unit) };
        let outcome = odds.storm(&own, guns, !flank, attacker_cover);
        let worth = outcome.win * (prize.unit + prize.hit) - stake.hit * (outcome.taken + outcome.lose);
        return Prospect { outcome, worth };
    }
    match battle.profile(enemy).service {
        Service::Skirmisher => return sure(SCREEN * prize.unit),
        Service::Wagon | Service::Mounted => return sure(prize.unit),
        Service::Foot | Service::Horse | Service::Artillery => {}
    }
    let Some(other) = odds.contender(battle, enemy) else { return sure(prize.unit) };
    let approach = Approach { flank, cover, attacker_cover, bonus: bonus(battle, unit, from, enemy), helper: None };
    let alone = fight(battle, odds, (unit, &own), (enemy, &other), &approach);
    let mut worth = alone.worth(&stake, &prize);
    let mut outcome = alone;
    if let Some(friend) = battle.foes(enemy).find(|friend| *friend != unit) {
        (outcome, worth) = joined(battle, odds, (unit, &own, &approach), (enemy, &other), friend);
    }
    if let Some(known) = battle.foes(unit).find(|foe| *foe != enemy) {
        worth -= burden(battle, odds, (unit, &own), known, enemy);
    }
    Prospect { outcome, worth }
}

/// Points of melee value of a unit beside its own: the cover of its hex, and a friend past the melee plane.
fn bonus(battle: &Battle<'_>, unit: UnitId, from: HexIndex, enemy: UnitId) -> i8 {
    let there = battle.unit(enemy).hex;
    let ground = battle.cover(from, there, None, false) as i8;
    let supported = battle.unit(unit).hex == from && battle.has_support(unit, enemy);
    ground + if supported { battle.setup.rules.melee_plane_bonus as i8 } else { 0 }
}

/// The melee of two units to the rout, with the fire before it unless one of them fights hand to hand already.
fn fight(
    battle: &Battle<'_>,
    odds: &Odds,
    (unit, own): (UnitId, &Contender),
    (enemy, other): (UnitId, &Contender),
    approach: &Approach,
) -> Outcome {
    if battle.in_melee(enemy) || battle.in_melee(unit) {
        odds.melee(own, other, approach)
    } else {
        odds.charge(own, other, approach)
    }
}

/// What a unit adds by joining a friend against an enemy, with what becomes of that melee; the sturdier one is the enemy's
/// primary one, for that is the phasing side's to say.
fn joined(
    battle: &Battle<'_>,
    odds: &Odds,
    (unit, own, approach): (UnitId, &Contender, &Approach),
    (enemy, other): (UnitId, &Contender),
    friend: UnitId,
) -> (Outcome, f32) {
    let Some(comrade) = odds.contender(battle, friend) else {
        let alone = fight(battle, odds, (unit, own), (enemy, other), approach);
        return (alone, alone.worth(&Stake::of(battle, unit), &Stake::of(battle, enemy)));
    };
    let prize = Stake::of(battle, enemy);
    let his = approach_of(battle, friend, enemy);
    let helper = |flank| Some(if flank { Helper::Flank } else { Helper::Front });
    let before = fight(battle, odds, (friend, &comrade), (enemy, other), &his);
    let led = Approach { helper: helper(approach.flank), ..his };
    let leads = Approach { helper: helper(his.flank), ..*approach };
    let follows = fight(battle, odds, (friend, &comrade), (enemy, other), &led);
    let heads = fight(battle, odds, (unit, own), (enemy, other), &leads);
    let base = before.worth(&Stake::of(battle, friend), &prize);
    let options = [
        (follows, follows.worth(&Stake::of(battle, friend), &prize)),
        (heads, heads.worth(&Stake::of(battle, unit), &prize)),
    ];
    let best = if options[0].1 >= options[1].1 { options[0] } else { options[1] };
    (best.0, best.1 - base)
}

/// How a unit that is in contact with an enemy comes at it.
pub(super) fn approach_of(battle: &Battle<'_>, unit: UnitId, enemy: UnitId) -> Approach {
    let (from, there) = (battle.unit(unit).hex, battle.unit(enemy).hex);
    let toward = battle.setup.field.direction(there, from);
    Approach {
        flank: battle.flanked_from(enemy, from),
        cover: battle.cover(there, from, toward, true),
        attacker_cover: battle.cover(from, there, toward.map(|side| side.opposite()), true),
        bonus: bonus(battle, unit, from, enemy),
        helper: None,
    }
}

/// What it costs a unit to have a second enemy: the worth of its fight with the first one, with the second as his helper.
fn burden(battle: &Battle<'_>, odds: &Odds, (unit, own): (UnitId, &Contender), known: UnitId, second: UnitId) -> f32 {
    let Some(foe) = odds.contender(battle, known) else { return 0.0 };
    let [stake, prize] = [unit, known].map(|one| Stake::of(battle, one));
    let his = approach_of(battle, known, unit);
    let flank = battle.flanked_from(unit, battle.unit(second).hex);
    let helper = Some(if flank { Helper::Flank } else { Helper::Front });
    let worth = |approach: &Approach| fight(battle, odds, (known, &foe), (unit, own), approach).worth(&prize, &stake);
    (worth(&Approach { helper, ..his }) - worth(&his)).max(0.0)
}
