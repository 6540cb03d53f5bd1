//! The fire plan: who fires at whom, the best use of the guns as they stand, by exact odds.

use arrayvec::ArrayVec;

use super::observation::{Foe, Friend, Observation, SHAKEN};
use crate::game::policy::{Salvo, Share, share_out};
use crate::rulesets::dogma::choices::{Attack, Target};
use crate::rulesets::dogma::odds::Odds;
use crate::rulesets::dogma::rules::SightLine;
use crate::rulesets::dogma::state::{Battle, ElementId, MOST_ELEMENTS};
use crate::rulesets::dogma::strike::sight::reaches;
use crate::tabletop::plane::{Base, Segment};

/// Most guns in one attack: the attacker and two supporters.
pub const GUNS: usize = 3;

/// Least worth in FP for which a gun is named.
const TRIFLE: f64 = 1e-6;

/// One attack on one enemy; guns are indices into [`Observation::friends`], and its worth is FP that it will destroy or hinder.
pub type Volley = Salvo<GUNS>;

/// The line along which an attack is led.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// From the middle of the attacker to that of the enemy.
    pub way: Segment,
    /// The attacker, an index into [`Observation::friends`].
    pub gun: u8,
    /// FP that the attack will destroy or hinder.
    pub worth: f64,
}

/// The attacks of a phase.
#[derive(Clone, Debug)]
pub struct FirePlan {
    /// By index into [`Observation::foes`].
    pub volleys: [Volley; MOST_ELEMENTS],
    /// By index into [`Observation::friends`]: whom it fires at, if anybody.
    pub aims: [Option<u8>; MOST_ELEMENTS],
    /// The lines along which the attacks are led.
    pub lines: ArrayVec<Line, MOST_ELEMENTS>,
    /// By index into [`Observation::friends`]: the enemies that it can fire at, as a set of indices.
    sees: [u128; MOST_ELEMENTS],
    /// The stamp of the observation for which guns were last shared out.
    assigned: Option<u64>,
    /// Most guns in one attack.
    most: usize,
    /// What lines of sight were last looked for.
    looked: Looked,
}

/// Lines of range and sight as they were last found, and for whom.
#[derive(Clone, Debug)]
struct Looked {
    friends: ArrayVec<(ElementId, Base), MOST_ELEMENTS>,
    foes: ArrayVec<(ElementId, Base), MOST_ELEMENTS>,
    /// By index of the friend: the enemies in range and in sight.
    lines: [u128; MOST_ELEMENTS],
}

impl FirePlan {
    /// No attack.
    pub fn new() -> Self {
        Self {
            volleys: std::array::from_fn(|_| Volley::default()),
            aims: [None; MOST_ELEMENTS],
            lines: ArrayVec::new_const(),
            sees: [0; MOST_ELEMENTS],
            assigned: None,
            most: GUNS,
            looked: Looked { friends: ArrayVec::new_const(), foes: ArrayVec::new_const(), lines: [0; MOST_ELEMENTS] },
        }
    }

    /// Forgets all lines of sight.
    pub fn forget(&mut self) {
        self.looked.friends.clear();
        self.looked.foes.clear();
    }

    /// Plans the attacks of everybody who may fire at somebody from where he stands. While everybody moves, lines of sight
    /// are judged anew for the movers only. `exactly` minds those as well in whose way a mover has come: it makes sure that every
    /// attack of the plan is legal. Where everybody attacks `alone`, nobody supports.
    pub fn make(
        &mut self,
        battle: &Battle<'_>,
        observation: &Observation,
        concentrate: f64,
        alone: bool,
        exactly: bool,
    ) {
        self.most = if alone { 1 } else { (1 + battle.most_supporters()).min(GUNS) };
        self.looked.look(battle, observation);
        self.assign(battle, observation, concentrate);
        if exactly {
            let mut sure = [0; MOST_ELEMENTS];
            self.make_sure(battle, observation, concentrate, &mut sure);
            if self.look_closer(battle, observation, &mut sure) {
                self.assign(battle, observation, concentrate);
                self.make_sure(battle, observation, concentrate, &mut sure);
            }
        }
        self.lines.clear();
        for (volley, foe) in self.volleys.iter().zip(&observation.foes) {
            if let Some(&gun) = volley.guns.first() {
                let way = Segment::new(observation.friends[usize::from(gun)].base.centre, foe.base.centre);
                self.lines.push(Line { way, gun, worth: volley.worth });
            }
        }
    }

    /// Plans anew without the lines that are none, until every line of the plan is `sure`.
    fn make_sure(
        &mut self,
        battle: &Battle<'_>,
        observation: &Observation,
        concentrate: f64,
        sure: &mut [u128; MOST_ELEMENTS],
    ) {
        loop {
            let mut all_sure = true;
            for (foe, volley) in self.volleys[..observation.foes.len()].iter().enumerate() {
                for gun in volley.guns.iter().map(|gun| usize::from(*gun)) {
                    if sure[gun] & (1 << foe) != 0 {
                        continue;
                    }
                    if sees(battle, observation, gun, foe) {
                        sure[gun] |= 1 << foe;
                    } else {
                        self.looked.lines[gun] &= !(1 << foe);
                        all_sure = false;
                    }
                }
            }
            if all_sure {
                return;
            }
            self.assign(battle, observation, concentrate);
        }
    }

    /// Looks past corners, for those who are to fire at nobody, at the enemy at whom they would like to. Says whether somebody
    /// sees his.
    fn look_closer(
        &mut self,
        battle: &Battle<'_>,
        observation: &Observation,
        sure: &mut [u128; MOST_ELEMENTS],
    ) -> bool {
        let mut found = false;
        for (at, friend) in observation.friends.iter().enumerate() {
            if self.aims[at].is_some() || battle.check_shooter(friend.id).is_err() {
                continue;
            }
            let wanted = |foe: &usize| {
                let enemy = &observation.foes[*foe];
                let free = !enemy.engaged && !enemy.attacked && self.looked.lines[at] & (1 << foe) == 0;
                free && in_arc(observation, friend, enemy)
            };
            let by_worth = |a: &usize, b: &usize| {
                let worth = |foe: usize| expected(&battle.setup.odds, observation, at as u8, foe, 0);
                worth(*a).total_cmp(&worth(*b))
            };
            let best = (0..observation.foes.len()).filter(wanted).max_by(by_worth);
            if let Some(foe) = best.filter(|foe| sees(battle, observation, at, *foe)) {
                self.looked.lines[at] |= 1 << foe;
                sure[at] |= 1 << foe;
                found = true;
            }
        }
        found
    }

    /// Shares out the guns among the enemies that they see.
    fn assign(&mut self, battle: &Battle<'_>, observation: &Observation, concentrate: f64) {
        let odds = &battle.setup.odds;
        let mut free: u128 = 0;
        let mut same = self.assigned == Some(observation.stamp);
        let open = open_targets(battle, observation);
        for (at, friend) in observation.friends.iter().enumerate() {
            let lines = self.looked.lines[at] & open;
            let sees = if lines != 0 && battle.check_shooter(friend.id).is_ok() { lines } else { 0 };
            same &= std::mem::replace(&mut self.sees[at], sees) == sees;
            if sees != 0 {
                free |= 1 << at;
            }
            debug_assert!(battle.on_table(friend.id));
        }
        if same {
            return;
        }
        self.assigned = Some(observation.stamp);
        self.aims[..observation.friends.len()].fill(None);
        for volley in &mut self.volleys[..observation.foes.len()] {
            volley.guns.clear();
            volley.worth = 0.0;
        }
        let most = self.most;
        share_out(
            free,
            &self.sees,
            &mut self.volleys,
            TRIFLE,
            |at, foe, volley| adds(odds, observation, [at, foe], volley, most, concentrate),
            |foe, volley| expected(odds, observation, volley.guns[0], foe, volley.guns.len() - 1),
        );
        for (foe, volley) in self.volleys[..observation.foes.len()].iter().enumerate() {
            for gun in &volley.guns {
                self.aims[usize::from(*gun)] = Some(foe as u8);
            }
        }
    }

    /// What the plan would lose without a friend.
    pub fn share(&self, odds: &Odds, observation: &Observation, at: usize) -> f64 {
        let Some(foe) = self.aims[at].map(usize::from) else { return 0.0 };
        let volley = &self.volleys[foe];
        let rest = volley.guns.len() - 1;
        let left = if usize::from(volley.guns[0]) != at {
            expected(odds, observation, volley.guns[0], foe, rest - 1)
        } else if rest > 0 {
            expected(odds, observation, volley.guns[1], foe, rest - 1)
        } else {
            0.0
        };
        volley.worth - left
    }

    /// What a friend would add by firing at an enemy from elsewhere, once it has left its place in the plan. `at` is its
    /// index, if it is on the table.
    pub fn offer(&self, odds: &Odds, observation: &Observation, at: Option<usize>, friend: &Friend, foe: usize) -> f64 {
        let volley = &self.volleys[foe];
        if volley.guns.is_empty() {
            return hurt(odds, observation, friend.kind, foe, 0);
        }
        let mut guns = volley.guns.clone();
        let mut worth = volley.worth;
        if let Some(at) = at
            && let Some(place) = guns.iter().position(|gun| usize::from(*gun) == at)
        {
            guns.remove(place);
            worth -= self.share(odds, observation, at);
        }
        let alone = || hurt(odds, observation, friend.kind, foe, 0);
        let Some(&first) = guns.first() else { return alone() };
        let first = &observation.friends[usize::from(first)];
        if first.class != friend.class {
            return (alone() - worth).max(0.0);
        }
        let supporters = guns.len().min(self.most - 1);
        let leading = hurt(odds, observation, friend.kind, foe, supporters);
        let following = hurt(odds, observation, first.kind, foe, supporters);
        (leading.max(following) - worth).max(0.0)
    }

    /// The attacks of the plan, the best last.
    pub fn attacks(&self, observation: &Observation, attacks: &mut ArrayVec<Attack, MOST_ELEMENTS>) {
        let mut order: ArrayVec<(f64, usize), MOST_ELEMENTS> = ArrayVec::new();
        let planned = self.volleys[..observation.foes.len()].iter().enumerate();
        order.extend(planned.filter(|(_, volley)| !volley.guns.is_empty()).map(|(foe, volley)| (volley.worth, foe)));
        order.sort_unstable_by(|(a, i), (b, j)| a.total_cmp(b).then(j.cmp(i)));
        for (_, foe) in order {
            let guns = &self.volleys[foe].guns;
            let id = |gun: u8| observation.friends[usize::from(gun)].id;
            let attack = Attack::new(id(guns[0]), Target::Element(observation.foes[foe].id));
            attacks.push(guns[1..].iter().fold(attack, |attack, gun| attack.with(id(*gun))));
        }
    }
}

impl Looked {
    /// Finds the lines that are not known.
    fn look(&mut self, battle: &Battle<'_>, observation: &Observation) {
        let here = |known: &[(ElementId, Base)], now: &mut dyn Iterator<Item = ElementId>| {
            known.iter().map(|(id, _)| *id).eq(now)
        };
        let same = here(&self.friends, &mut observation.friends.iter().map(|friend| friend.id))
            && here(&self.foes, &mut observation.foes.iter().map(|foe| foe.id));
        let moved = |known: &(ElementId, Base), now: &Base| known.1 != *now;
        if !same {
            self.friends.clear();
            self.friends.extend(observation.friends.iter().map(|friend| (friend.id, friend.base)));
            self.foes.clear();
            self.foes.extend(observation.foes.iter().map(|foe| (foe.id, foe.base)));
        }
        let all = (1_u128 << observation.foes.len()) - 1;
        let mut movers: u128 = 0;
        for (index, foe) in observation.foes.iter().enumerate() {
            if moved(&self.foes[index], &foe.base) {
                movers |= 1 << index;
                self.foes[index].1 = foe.base;
            }
        }
        for (at, friend) in observation.friends.iter().enumerate() {
            let whole = !same || moved(&self.friends[at], &friend.base);
            if !whole && movers == 0 {
                continue;
            }
            self.friends[at].1 = friend.base;
            let wanted = if whole { all } else { movers };
            let known = if whole { 0 } else { self.lines[at] & !movers };
            self.lines[at] = known | lines(battle, observation, at, wanted);
        }
    }
}

/// Whether an enemy is near enough to a friend, and not behind it.
fn in_arc(observation: &Observation, friend: &Friend, enemy: &Foe) -> bool {
    let way = enemy.base.centre - friend.base.centre;
    let reach = friend.range + 1.42 * observation.base;
    friend.range >= 0.0
        && way.length_squared() <= reach * reach
        && way.dot(friend.base.facing.ahead()) >= -0.25 * observation.base
}

/// The enemies of `wanted` that a friend has in range and, as far as it seems, in sight from where it stands.
fn lines(battle: &Battle<'_>, observation: &Observation, at: usize, wanted: u128) -> u128 {
    let friend = &observation.friends[at];
    let mut seen = 0;
    if friend.range < 0.0 {
        return seen;
    }
    for foe in ones(wanted) {
        let enemy = &observation.foes[foe];
        if in_arc(observation, friend, enemy)
            && reaches(&friend.base, friend.range, &enemy.base)
            && observation.seems_open(battle, friend, &friend.base, enemy, &observation.everybody)
        {
            seen |= 1 << foe;
        }
    }
    seen
}

/// Whether a friend has an enemy in range and in sight (DG-LOS-01, DG-LOS-07).
fn sees(battle: &Battle<'_>, observation: &Observation, at: usize, foe: usize) -> bool {
    let (friend, enemy) = (&observation.friends[at], &observation.foes[foe]);
    let target = Target::Element(enemy.id);
    //
    let any_line = battle.setup.rules.sight_line == SightLine::Independent;
    battle.in_range(friend.id, target)
        && (any_line && observation.is_wide_open(friend, enemy) || battle.sees(friend.id, target))
}

/// The enemies that may be fired at now, by whomever.
fn open_targets(battle: &Battle<'_>, observation: &Observation) -> u128 {
    let open = |foe: &Foe| battle.check_shot_at(Target::Element(foe.id)).is_ok();
    let foes = observation.foes.iter().enumerate();
    foes.filter(|(_, foe)| open(foe)).fold(0, |set, (index, _)| set | 1 << index)
}

/// FP that an attack led by a friend will destroy or hinder, by exact expectation.
#[inline]
fn expected(odds: &Odds, observation: &Observation, gun: u8, foe: usize, supporters: usize) -> f64 {
    hurt(odds, observation, observation.friends[usize::from(gun)].kind, foe, supporters)
}

/// The same by a unit.
#[inline]
fn hurt(odds: &Odds, observation: &Observation, kind: u8, foe: usize, supporters: usize) -> f64 {
    let enemy = &observation.foes[foe];
    let chances = &odds.pairing(kind, enemy.kind).ranged[usize::from(enemy.cover)][supporters];
    enemy.worth * (chances.destroyed + SHAKEN * chances.shaken)
}

/// What a friend adds to the attack on an enemy, and whether it had better be the attacker; at most `most` take part.
fn adds(
    odds: &Odds,
    observation: &Observation,
    [at, foe]: [usize; 2],
    volley: &Volley,
    most: usize,
    concentrate: f64,
) -> Share {
    let Some(&first) = volley.guns.first() else {
        return Share { gain: expected(odds, observation, at as u8, foe, 0), leads: true };
    };
    let friends = &observation.friends;
    if volley.guns.len() >= most || friends[usize::from(first)].class != friends[at].class {
        return Share { gain: 0.0, leads: false };
    }
    let supporters = volley.guns.len();
    let leading = expected(odds, observation, at as u8, foe, supporters);
    let following = expected(odds, observation, first, foe, supporters);
    Share { gain: concentrate * (leading.max(following) - volley.worth), leads: leading > following }
}

/// The members of a set of indices, lowest first.
#[inline]
pub fn ones(set: u128) -> impl Iterator<Item = usize> {
    let mut left = set;
    std::iter::from_fn(move || {
        let first = (left != 0).then(|| left.trailing_zeros() as usize);
        left &= left.wrapping_sub(1);
        first
    })
}
