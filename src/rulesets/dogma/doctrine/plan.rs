//! Who fires at whom: the best use of the guns as they stand, by exact odds.

use arrayvec::ArrayVec;

use super::picture::{Friend, Picture, SHAKEN};
use crate::rulesets::dogma::choices::{Attack, Target};
use crate::rulesets::dogma::odds::Odds;
use crate::rulesets::dogma::state::{Battle, ElementId, MOST_ELEMENTS};
use crate::tabletop::plane::Base;

/// Most guns in one attack: the attacker and two supporters.
pub const GUNS: usize = 3;

/// Least worth in FP for which a gun is named.
const TRIFLE: f64 = 1e-6;

/// One attack on one enemy; guns are indices into [`Picture::friends`], the attacker first.
#[derive(Clone, Debug, Default)]
pub struct Volley {
    /// Who takes part.
    pub guns: ArrayVec<u8, GUNS>,
    /// FP that it will destroy or hinder, by exact expectation.
    pub worth: f64,
}

/// The attacks of a phase.
#[derive(Clone, Debug)]
pub struct Plan {
    /// By index into [`Picture::foes`].
    pub volleys: [Volley; MOST_ELEMENTS],
    /// By index into [`Picture::friends`]: whom it fires at, if anybody.
    pub aims: [Option<u8>; MOST_ELEMENTS],
    /// By index into [`Picture::friends`]: the enemies that it can fire at, as a set of indices.
    sees: [u128; MOST_ELEMENTS],
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
    /// Whether all lines were found exactly, and nobody has moved since.
    exact: bool,
}

impl Plan {
    /// No attack.
    pub fn new() -> Self {
        Self {
            volleys: std::array::from_fn(|_| Volley::default()),
            aims: [None; MOST_ELEMENTS],
            sees: [0; MOST_ELEMENTS],
            looked: Looked {
                friends: ArrayVec::new_const(),
                foes: ArrayVec::new_const(),
                lines: [0; MOST_ELEMENTS],
                exact: false,
            },
        }
    }

    /// Forgets all lines of sight.
    pub fn forget(&mut self) {
        self.looked.friends.clear();
        self.looked.foes.clear();
    }

    /// Plans the attacks of everybody who may fire at somebody from where he stands. While everybody moves, lines of sight
    /// are found anew for the movers only; `exactly` minds those as well in whose way a mover has come.
    pub fn make(&mut self, battle: &Battle<'_>, picture: &Picture, concentrate: f64, exactly: bool) {
        let odds = &battle.setup.odds;
        self.looked.look(battle, picture, exactly);
        let mut free: u128 = 0;
        for volley in &mut self.volleys[..picture.foes.len()] {
            volley.guns.clear();
            volley.worth = 0.0;
        }
        for (at, friend) in picture.friends.iter().enumerate() {
            self.aims[at] = None;
            self.sees[at] = targets(battle, picture, at, self.looked.lines[at]);
            if self.sees[at] != 0 {
                free |= 1 << at;
            }
            debug_assert!(battle.on_table(friend.id));
        }
        while free != 0 {
            let mut best = (TRIFLE, 0, 0, false);
            for at in ones(free) {
                for foe in ones(self.sees[at]) {
                    let (gain, leads) = self.gain(odds, picture, at, foe, concentrate);
                    if gain > best.0 {
                        best = (gain, at, foe, leads);
                    }
                }
            }
            let (gain, at, foe, leads) = best;
            if gain <= TRIFLE {
                break;
            }
            let volley = &mut self.volleys[foe];
            let place = if leads { 0 } else { volley.guns.len() };
            volley.guns.insert(place, at as u8);
            volley.worth = expected(odds, picture, volley.guns[0], foe, volley.guns.len() - 1);
            self.aims[at] = Some(foe as u8);
            free &= !(1 << at);
        }
    }

    /// What a friend adds to the attack on an enemy, and whether it had better be the attacker.
    fn gain(&self, odds: &Odds, picture: &Picture, at: usize, foe: usize, concentrate: f64) -> (f64, bool) {
        let volley = &self.volleys[foe];
        let Some(&first) = volley.guns.first() else {
            return (expected(odds, picture, at as u8, foe, 0), true);
        };
        if volley.guns.is_full() || picture.friends[usize::from(first)].class != picture.friends[at].class {
            return (0.0, false);
        }
        let supporters = volley.guns.len();
        let (leading, following) =
            (expected(odds, picture, at as u8, foe, supporters), expected(odds, picture, first, foe, supporters));
        (concentrate * (leading.max(following) - volley.worth), leading > following)
    }

    /// What the plan would lose without a friend.
    pub fn share(&self, odds: &Odds, picture: &Picture, at: usize) -> f64 {
        let Some(foe) = self.aims[at].map(usize::from) else { return 0.0 };
        let volley = &self.volleys[foe];
        let rest = volley.guns.len() - 1;
        let left = if usize::from(volley.guns[0]) != at {
            expected(odds, picture, volley.guns[0], foe, rest - 1)
        } else if rest > 0 {
            expected(odds, picture, volley.guns[1], foe, rest - 1)
        } else {
            0.0
        };
        volley.worth - left
    }

    /// What a friend would add by firing at an enemy from elsewhere, once it has left its place in the plan. `at` is its
    /// index, if it is on the table.
    pub fn offer(&self, odds: &Odds, picture: &Picture, at: Option<usize>, friend: &Friend, foe: usize) -> f64 {
        let volley = &self.volleys[foe];
        let mut guns = volley.guns.clone();
        let mut worth = volley.worth;
        if let Some(at) = at
            && let Some(place) = guns.iter().position(|gun| usize::from(*gun) == at)
        {
            guns.remove(place);
            worth -= self.share(odds, picture, at);
        }
        let alone = || hurt(odds, picture, friend.kind, foe, 0);
        let Some(&first) = guns.first() else { return alone() };
        let first = &picture.friends[usize::from(first)];
        if first.class != friend.class {
            return (alone() - worth).max(0.0);
        }
        let supporters = guns.len().min(GUNS - 1);
        let leading = hurt(odds, picture, friend.kind, foe, supporters);
        let following = hurt(odds, picture, first.kind, foe, supporters);
        (leading.max(following) - worth).max(0.0)
    }

    /// The best attack of the plan as a choice.
    pub fn best(&self, picture: &Picture) -> Option<Attack> {
        let mut best: Option<(usize, &Volley)> = None;
        for (foe, volley) in self.volleys[..picture.foes.len()].iter().enumerate() {
            if !volley.guns.is_empty() && best.is_none_or(|(_, other)| volley.worth > other.worth) {
                best = Some((foe, volley));
            }
        }
        let (foe, volley) = best?;
        let id = |gun: u8| picture.friends[usize::from(gun)].id;
        let attack = Attack::new(id(volley.guns[0]), Target::Element(picture.foes[foe].id));
        Some(volley.guns[1..].iter().fold(attack, |attack, gun| attack.with(id(*gun))))
    }
}

impl Looked {
    /// Finds the lines that are not known.
    fn look(&mut self, battle: &Battle<'_>, picture: &Picture, exactly: bool) {
        let here = |known: &[(ElementId, Base)], now: &mut dyn Iterator<Item = ElementId>| {
            known.iter().map(|(id, _)| *id).eq(now)
        };
        let same = here(&self.friends, &mut picture.friends.iter().map(|friend| friend.id))
            && here(&self.foes, &mut picture.foes.iter().map(|foe| foe.id));
        let moved = |known: &(ElementId, Base), now: &Base| known.1 != *now;
        let all = !same || (exactly && !self.exact);
        if !same {
            self.friends = picture.friends.iter().map(|friend| (friend.id, friend.base)).collect();
            self.foes = picture.foes.iter().map(|foe| (foe.id, foe.base)).collect();
        }
        let mut movers: u128 = 0;
        for (index, foe) in picture.foes.iter().enumerate() {
            if moved(&self.foes[index], &foe.base) {
                movers |= 1 << index;
                self.foes[index].1 = foe.base;
            }
        }
        self.exact &= movers == 0;
        for (at, friend) in picture.friends.iter().enumerate() {
            let whole = all || moved(&self.friends[at], &friend.base);
            if !whole && movers == 0 {
                continue;
            }
            self.exact &= !whole;
            self.friends[at].1 = friend.base;
            let wanted = if whole { u128::MAX } else { movers };
            let found = lines(battle, picture, at, wanted, exactly);
            self.lines[at] = (self.lines[at] & !wanted) | found;
        }
        if all {
            self.exact = exactly;
        }
    }
}

/// The enemies of `wanted` that a friend has in range and in sight from where it stands; unless it has to be known `exactly`,
/// a glimpse past somebody's corner does not count.
fn lines(battle: &Battle<'_>, picture: &Picture, at: usize, wanted: u128, exactly: bool) -> u128 {
    let friend = &picture.friends[at];
    if friend.range < 0.0 {
        return 0;
    }
    let reach = friend.range + 1.42 * picture.base;
    let mut seen = 0;
    for (foe, enemy) in picture.foes.iter().enumerate() {
        let apart = (enemy.base.centre - friend.base.centre).length_squared();
        let near = wanted & (1 << foe) != 0 && apart <= reach * reach;
        let way = enemy.base.centre - friend.base.centre;
        let behind = way.dot(friend.base.facing.ahead()) < -0.25 * picture.base;
        if !near || behind {
            continue;
        }
        let target = Target::Element(enemy.id);
        let sees = if exactly {
            battle.check_line(friend.id, target).is_ok()
        } else {
            battle.in_range(friend.id, target) && picture.seems_open(battle, friend, &friend.base, enemy)
        };
        if sees {
            seen |= 1 << foe;
        }
    }
    seen
}

/// The enemies of `lines` that a friend may fire at now.
fn targets(battle: &Battle<'_>, picture: &Picture, at: usize, lines: u128) -> u128 {
    if lines == 0 || battle.check_shooter(picture.friends[at].id).is_err() {
        return 0;
    }
    let open = |foe: &usize| battle.check_shot_at(Target::Element(picture.foes[*foe].id)).is_ok();
    ones(lines).filter(open).fold(0, |set, foe| set | 1 << foe)
}

/// FP that an attack led by a friend will destroy or hinder, by exact expectation.
#[inline]
fn expected(odds: &Odds, picture: &Picture, gun: u8, foe: usize, supporters: usize) -> f64 {
    hurt(odds, picture, picture.friends[usize::from(gun)].kind, foe, supporters)
}

/// The same by a unit.
#[inline]
fn hurt(odds: &Odds, picture: &Picture, kind: u8, foe: usize, supporters: usize) -> f64 {
    let enemy = &picture.foes[foe];
    let chances = &odds.pairing(kind, enemy.kind).ranged[usize::from(enemy.cover)][supporters];
    enemy.worth * (chances.destroyed + SHAKEN * chances.shaken)
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
