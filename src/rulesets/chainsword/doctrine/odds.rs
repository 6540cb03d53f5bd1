//! Odds: what volleys, charges and melees come to on average, exactly, by the numbers that games roll with.

use arrayvec::ArrayVec;

use crate::rulesets::chainsword::combat::melee::{Blow, Combatant, Entry};
use crate::rulesets::chainsword::combat::morale::{catches, most_to_pass};
use crate::rulesets::chainsword::combat::shooting::{Hit, Losses, MOST_LINES, Pool, Shot, Volley};
use crate::rulesets::chainsword::combat::vehicle::{Barrage, Round};
use crate::rulesets::chainsword::facing::Facing;
use crate::rulesets::chainsword::fire_lines::{Fire, FireKind, Mode, Sighting};
use crate::rulesets::chainsword::luck::{self, MOST_STATES, Toll as Chances, at_least, direct, falls, hull_chances};
use crate::rulesets::chainsword::profiles::Trait;
use crate::rulesets::chainsword::rules::ShockTrigger;
use crate::rulesets::chainsword::state::{Battle, TeamId};

/// Rounds of a melee that are looked ahead.
const ROUNDS: usize = 2;

/// Chances that are too small to follow up.
const TRIFLE: f64 = 1e-3;

/// What a volley does on average.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Toll {
    /// Models, or hull points.
    pub lost: f64,
    /// The chance that nothing is left.
    pub gone: f64,
    /// Points of Shock.
    pub shock: f64,
    /// The chance of a test for pinning that fails.
    pub pins: f64,
}

/// A volley that is thought of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    /// Who fires.
    pub by: TeamId,
    /// Why.
    pub kind: FireKind,
    /// How it moves in its activation.
    pub mode: Mode,
    /// Inches to the target.
    pub inches: f64,
    /// There is a line of sight.
    pub seen: bool,
    /// The cover save of the target, all counted in; 0 for none.
    pub cover: u8,
    /// The armour that a vehicle shows.
    pub facing: Facing,
}

/// All that the [`untested`] toll of a volley on the ground depends on, but for what is the same in a whole game.
pub(super) fn question(battle: &Battle<'_>, fire: &Fire, aim: &Aim) -> [u64; 7] {
    let (by, target, force) = (battle.team(aim.by), battle.team(fire.target), battle.own_force(aim.by));
    let sets = [force.suppressed, force.shaken, force.stunned, force.regrouped, force.overwatch_moved];
    let states = sets.iter().map(|set| set.contains(aim.by)).chain([
        battle.is_pinned(aim.by),
        battle.is_hovering(aim.by),
        battle.jinks(aim.by),
        aim.seen,
    ]);
    let states = states.fold(1_u64, |states, state| states << 1 | u64::from(state));
    let bytes = |bytes: [u8; 8]| u64::from_le_bytes(bytes);
    let loads = by.loads.map(|load| [load.weapon, load.other, load.count]);
    let load = |at: usize| loads[at / 3][at % 3];
    let all_loads = |first: usize| bytes(std::array::from_fn(|at| if first + at < 18 { load(first + at) } else { 0 }));
    [
        states << 48 | u64::from(battle.shooter_shock(aim.by)) << 32 | u64::from(aim.cover),
        bytes([
            by.profile,
            target.profile,
            aim.kind as u8,
            aim.mode as u8,
            fire.second,
            fire.aimed,
            fire.slots,
            aim.facing as u8,
        ]),
        bytes([target.models, target.wounds, target.hull, 0, 0, 0, 0, 0]),
        aim.inches.to_bits(),
        all_loads(0),
        all_loads(8),
        all_loads(16),
    ]
}

/// What a volley does to its target on average; nothing where it may not be fired.
pub(super) fn toll(battle: &Battle<'_>, fire: &Fire, aim: &Aim) -> Toll {
    tested(battle, fire.target, &untested(battle, fire, aim))
}

/// What a volley does to its target, the outcome of the test for pinning counted in.
pub(super) fn tested(battle: &Battle<'_>, target: TeamId, untested: &Toll) -> Toll {
    if untested.pins == 0.0 {
        return *untested;
    }
    let (ld, shock) = (battle.ld(target), battle.team(target).shock);
    let fails = fails(ld, shock, 0, battle.profile(target).is(Trait::Fearless));
    Toll { pins: untested.pins * fails, ..*untested }
}

/// The same with the chance of a test for pinning, whatever comes of that.
pub(super) fn untested(battle: &Battle<'_>, fire: &Fire, aim: &Aim) -> Toll {
    let sighting = Sighting { inches: aim.inches, seen: aim.seen, cover: 0 };
    let Ok(guns) = battle.guns(aim.by, fire, aim.kind, aim.mode, &sighting) else { return Toll::default() };
    if guns.is_empty() {
        return Toll::default();
    }
    let hindered = battle.own_force(aim.by).suppressed.contains(aim.by);
    let team = fire.target;
    let state = battle.team(team);
    if battle.profile(team).is_vehicle() {
        let mut hull = battle.hull_of(team, None, 0);
        (hull.armour, hull.cover) = (battle.profile(team).armour[aim.facing as usize], aim.cover);
        let barrage = battle.barrage_at(aim.by, &guns, hindered);
        return hull_toll(&barrage, &hull, state.hull);
    }
    let mut target = battle.target_of(team, 0);
    target.cover = aim.cover;
    let volley = battle.volley_at(aim.by, &guns, hindered, &target);
    let begun = Losses { models: 0, wounds: state.wounds };
    let pool = volley.begin(&target, Losses::default()).pool;
    let left = luck::toll_of(&volley, &target, &pool, begun, &[1.0; MOST_LINES]);
    let wounded: f64 = (guns.iter().zip(&volley.shots).zip(pool.0))
        .filter(|((gun, _), _)| gun.weapon.pinning)
        .map(|((_, shot), dice)| 1.0 - spared(shot, dice, target.models, 1.0 - at_least(shot.save.need)))
        .sum();
    Toll { lost: left.mean(), gone: left.gone(), shock: shock(&volley, &pool, target.models), pins: wounded.min(1.0) }
}

/// What a volley does to a hull on average.
fn hull_toll(barrage: &Barrage, hull: &crate::rulesets::chainsword::combat::vehicle::Hull, left: u8) -> Toll {
    let pool = barrage.begin(hull, crate::rulesets::chainsword::combat::vehicle::Condition::default()).pool;
    let chances = hull_chances(barrage, hull, &pool, left);
    let lost = chances.iter().enumerate().map(|(lost, p)| lost as f64 * p).sum();
    Toll { lost, gone: chances[usize::from(left)], ..Toll::default() }
}

/// The chance that no die of a line does it: hits, wounds, and then comes through with this chance.
fn spared(shot: &Shot, dice: u16, models: u16, through: f64) -> f64 {
    let each = at_least(shot.wound) * through;
    let none = |hits: u16| power(1.0 - each, hits);
    let one = match shot.hit {
        Hit::Direct { first, second } => 1.0 - direct(first, second) * each,
        Hit::Template => (none(1) + none(2) + none(3)) / 3.0,
        Hit::Blast { blast, skill } => {
            let [on, near] = falls(&blast, skill);
            1.0 - on * (1.0 - none(blast.hits(0.0, models))) - near * (1.0 - none(blast.hits(blast.radius, models)))
        }
    };
    power(one, dice)
}

fn power(base: f64, times: u16) -> f64 {
    (0..times).fold(1.0, |product, _| product * base)
}

/// Mean hits of one die.
fn mean_hits(hit: &Hit, models: u16) -> f64 {
    match hit {
        Hit::Direct { first, second } => direct(*first, *second),
        Hit::Template => 2.0,
        Hit::Blast { blast, skill } => {
            let [on, near] = falls(blast, *skill);
            on * f64::from(blast.hits(0.0, models)) + near * f64::from(blast.hits(blast.radius, models))
        }
    }
}

/// Shock that a volley gives on average.
fn shock(volley: &Volley, pool: &Pool, models: u16) -> f64 {
    let lines = volley.shots.iter().zip(pool.0);
    let some = |armour_alone: bool| {
        let counted = lines.clone().filter(|(shot, _)| !armour_alone || shot.save.armour);
        1.0 - counted.map(|(shot, dice)| spared(shot, dice, models, 1.0)).product::<f64>()
    };
    let mean = |through: fn(&Shot) -> f64| {
        let each = |(shot, dice): (&Shot, u16)| {
            f64::from(dice) * mean_hits(&shot.hit, models) * at_least(shot.wound) * through(shot)
        };
        lines.clone().map(each).sum()
    };
    match volley.trigger {
        ShockTrigger::SaveStep => some(false),
        ShockTrigger::ArmourSave => some(true),
        ShockTrigger::PerSave => mean(|_| 1.0),
        ShockTrigger::PerUnsaved => mean(|shot| 1.0 - at_least(shot.save.need)),
    }
}

/// The chance that a test on Ld fails.
pub(super) fn fails(ld: u8, shock: u16, margin: u16, fearless: bool) -> f64 {
    if fearless || ld == 0 {
        return 0.0;
    }
    let most = most_to_pass(ld, shock, margin, false);
    f64::from(ABOVE[most.clamp(0, 12) as usize]) / 36.0
}

/// Ways of two dice to show more than so much, of 36.
const ABOVE: [u8; 13] = {
    let mut ways = [0; 13];
    let mut most = 0;
    while most <= 12 {
        let mut total: u8 = 2;
        while total <= 12 {
            if total > most {
                ways[most as usize] += 6 - total.abs_diff(7);
            }
            total += 1;
        }
        most += 1;
    }
    ways
};

/// The chance that a charge over so many inches of way, beyond its move, comes into contact; on difficult ground the highest of three
/// dice does not count.
pub(super) fn reaches(beyond: f64, difficult: bool) -> f64 {
    let need = (beyond - 0.01).ceil().clamp(0.0, 13.0) as u8;
    if need <= 2 {
        return 1.0;
    }
    if !difficult {
        return f64::from(ABOVE[usize::from(need - 1)]) / 36.0;
    }
    let mut ways = 0;
    for dice in 0..216u16 {
        let thrown = [dice % 6 + 1, dice / 6 % 6 + 1, dice / 36 + 1];
        let sum: u16 = thrown.iter().sum::<u16>() - thrown.iter().copied().max().unwrap_or(0);
        ways += u32::from(sum >= u16::from(need));
    }
    f64::from(ways) / 216.0
}

/// What comes of a melee in the Phase in which it begins and the next, for its attacker and its defender.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Clash {
    /// Models lost on average, to blows and sweeps.
    pub lost: [f64; 2],
    /// The chance that nobody is left: killed, or swept.
    pub gone: [f64; 2],
    /// The chance to be driven off.
    pub flees: [f64; 2],
}

/// One who fights.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fighter {
    /// His numbers.
    pub combatant: Combatant,
    /// How he comes into the first round.
    pub entry: Entry,
    /// His leadership, an officer counted in.
    pub ld: u8,
    /// Wounds of the model in front.
    pub wounds: u8,
}

impl Fighter {
    /// A Team as it is; whether it charges.
    pub(super) fn of(battle: &Battle<'_>, team: TeamId, charging: bool, slowed: bool) -> Self {
        let (profile, state) = (battle.profile(team), battle.team(team));
        let charging = if charging { battle.setup.rules.charge_bonus } else { 0 };
        let entry = Entry { charging, slowed: slowed && !profile.is(Trait::AssaultGrenades), shock: state.shock };
        Self { combatant: profile.combatant(state.models.into()), entry, ld: battle.ld(team), wounds: state.wounds }
    }
}

impl Fighter {
    /// All that the [`clash`] of two Teams depends on, but for what is the same in a whole game.
    pub(super) fn question(battle: &Battle<'_>, teams: [TeamId; 2], sides: &[Self; 2]) -> [u64; 2] {
        [0, 1].map(|at| {
            let Self { combatant, entry, ld, wounds } = &sides[at];
            let about = [battle.team(teams[at]).profile, *ld, *wounds, entry.charging];
            1 << 63
                | u64::from(entry.slowed) << 62
                | u64::from(combatant.models & 0xff) << 48
                | u64::from(entry.shock) << 32
                | u64::from(u32::from_le_bytes(about))
        })
    }
}

/// States of a Team in melee that are told apart, by wounds lost.
const MOST_WOUNDS: usize = 24;

/// Blows that are remembered within a round.
const MOST_STRIKES: usize = 96;

/// What blows of a round come to, by who strikes with how many models, and what the other one has lost before.
struct Strikes {
    keys: ArrayVec<[u8; 3], MOST_STRIKES>,
    tolls: ArrayVec<Chances, MOST_STRIKES>,
}

impl Strikes {
    /// What blows come to, worked out where that is not known yet.
    fn of(&mut self, key: [u8; 3], work_out: impl FnOnce() -> Chances) -> &Chances {
        let known = self.keys.iter().position(|known| *known == key);
        let at = known.unwrap_or_else(|| {
            if self.keys.is_full() {
                self.keys.pop();
                self.tolls.pop();
            }
            self.keys.push(key);
            self.tolls.push(work_out());
            self.keys.len() - 1
        });
        &self.tolls[at]
    }
}

/// What comes of a melee of two Teams of models.
pub(super) fn clash(battle: &Battle<'_>, sides: &[Fighter; 2]) -> Clash {
    let codex = &battle.setup.codex;
    let blows = [0, 1].map(|at: usize| Blow::new(codex, &sides[at].combatant, &sides[1 - at].combatant));
    let chance = blows.map(|blow| at_least(blow.hit) * at_least(blow.wound) * (1.0 - at_least(blow.save)));
    let most = [0, 1].map(|at: usize| {
        let one = &sides[at].combatant;
        (usize::from(one.models) * usize::from(one.wounds)).min(MOST_WOUNDS - 1)
    });
    let mut boards = [[[0.0_f64; MOST_WOUNDS]; MOST_WOUNDS]; 2];
    let [states, next] = &mut boards;
    let (mut states, mut next) = (states, next);
    let caught =
        [0, 1].map(|side: usize| sweeps(sides[1 - side].combatant.initiative, sides[side].combatant.initiative));
    states[usize::from(sides[0].wounds)][usize::from(sides[1].wounds)] = 1.0;
    let mut clash = Clash::default();
    let lost = |side: usize, wounds: usize| wounds / usize::from(sides[side].combatant.wounds.max(1));
    let mut strikes = Strikes { keys: ArrayVec::new(), tolls: ArrayVec::new() };
    for round in 0..ROUNDS {
        let entries = [0, 1].map(|at: usize| match round {
            0 => sides[at].entry,
            _ => Entry { shock: sides[at].entry.shock, ..Entry::default() },
        });
        let paces = [0, 1].map(|at: usize| sides[at].combatant.pace(&entries[at]));
        let first = usize::from(paces[1] > paces[0]);
        let together = paces[0] == paces[1];
        strikes.keys.clear();
        strikes.tolls.clear();
        let strike = |by: usize, own: usize, other: usize| {
            let models = usize::from(sides[by].combatant.models).saturating_sub(lost(by, own));
            let work_out = move || {
                let victim = &sides[1 - by].combatant;
                let begun = Losses {
                    models: lost(1 - by, other) as u16,
                    wounds: (other % usize::from(victim.wounds.max(1))) as u8,
                };
                let mut chances = Chances::new(victim.models, victim.wounds, begun);
                let attacks = sides[by].combatant.blows(models as u16, &entries[by]);
                chances.suffer(attacks, chance[by], blows[by].instant_death);
                chances
            };
            ([by as u8, models as u8, other as u8], work_out)
        };
        for (a, row) in states.iter().enumerate().take(most[0]) {
            for (b, p) in row.iter().copied().enumerate().take(most[1]) {
                if p < TRIFLE {
                    continue;
                }
                let before = [a, b];
                let second = 1 - first;
                let (key, work_out) = strike(first, before[first], before[second]);
                let struck: ArrayVec<f64, MOST_STATES> = strikes.of(key, work_out).chances().iter().copied().collect();
                for (after_second, chance) in struck.iter().enumerate() {
                    let p = p * chance;
                    if p < TRIFLE * 0.1 {
                        continue;
                    }
                    let own = if together { before[second] } else { after_second };
                    let (key, work_out) = strike(second, own, before[first]);
                    let answer = strikes.of(key, work_out);
                    for (after_first, chance) in answer.chances().iter().enumerate() {
                        let p = p * chance;
                        if p <= 0.0 {
                            continue;
                        }
                        let mut after = [0; 2];
                        (after[first], after[second]) = (after_first.min(most[first]), after_second.min(most[second]));
                        for side in [0, 1] {
                            let models = lost(side, after[side]) - lost(side, before[side]);
                            clash.lost[side] += p * models as f64;
                        }
                        settle(sides, &entries, caught, before, after, most, p, &mut clash, next);
                    }
                }
            }
        }
        std::mem::swap(&mut states, &mut next);
        next.iter_mut().take(most[0] + 1).for_each(|row| row[..=most[1]].fill(0.0));
    }
    clash
}

/// A round has left both sides like this: who has lost is tested.
#[expect(clippy::too_many_arguments, reason = "a round before and after, and what it is added to")]
fn settle(
    sides: &[Fighter; 2],
    entries: &[Entry; 2],
    caught: [f64; 2],
    before: [usize; 2],
    after: [usize; 2],
    most: [usize; 2],
    p: f64,
    clash: &mut Clash,
    next: &mut [[f64; MOST_WOUNDS]; MOST_WOUNDS],
) {
    let dead = [0, 1].map(|side: usize| after[side] >= most[side]);
    if dead[0] || dead[1] {
        for side in [0, 1] {
            clash.gone[side] += if dead[side] { p } else { 0.0 };
        }
        return;
    }
    let wounds = [0, 1].map(|side: usize| after[side] - before[side]);
    let margin = wounds[0].abs_diff(wounds[1]) as u16;
    if margin == 0 {
        next[after[0]][after[1]] += p;
        return;
    }
    let loser = usize::from(wounds[1] > wounds[0]);
    let one = &sides[loser];
    let fails = fails(one.ld, entries[loser].shock, margin, one.combatant.fearless);
    let caught = caught[loser];
    let left = usize::from(one.combatant.models) - after[loser] / usize::from(one.combatant.wounds.max(1));
    clash.lost[loser] += p * fails * caught * left as f64;
    clash.gone[loser] += p * fails * caught;
    clash.flees[loser] += p * fails * (1.0 - caught);
    next[after[0]][after[1]] += p * (1.0 - fails);
}

/// The chance that a winner of this initiative catches a loser.
fn sweeps(winner: u8, loser: u8) -> f64 {
    let ways = (1..=6).flat_map(|own| (1..=6).map(move |other| [own, other]));
    ways.filter(|dice| catches(*dice, [winner, loser])).count() as f64 / 36.0
}

/// Hull points that a Team takes of a vehicle in a round of melee, and the chance to destroy it.
pub(super) fn melee_at_hull(
    battle: &Battle<'_>,
    team: TeamId,
    vehicle: TeamId,
    grenades: bool,
    charging: bool,
) -> Toll {
    let state = battle.team(team);
    let (round, need) = battle.melee_round_at(team, vehicle, grenades);
    let combatant = battle.profile(team).combatant(state.models.into());
    let attacks = if grenades && battle.profile(team).grenade.strength > 0 {
        u16::from(state.models)
    } else {
        let charging = if charging { battle.setup.rules.charge_bonus } else { 0 };
        combatant.blows(state.models.into(), &Entry { charging, ..Entry::default() })
    };
    let round = Round { shots: attacks, hit: Hit::Direct { first: need, second: 7 }, ..round };
    let rules = &battle.setup.rules;
    let barrage = Barrage { rounds: [round].into_iter().collect(), shooter_shock: 0, loss: rules.shock_shooting };
    hull_toll(&barrage, &battle.melee_hull(vehicle), battle.team(vehicle).hull)
}

#[cfg(test)]
mod tests;
