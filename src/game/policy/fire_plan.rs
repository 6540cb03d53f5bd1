//! Fire plans: guns shared out among targets, each to the one to which it adds most, by exact odds.

use arrayvec::ArrayVec;

/// The guns that fire at one target, by number, the one that leads the attack first; at most `PARTY`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Salvo<const PARTY: usize> {
    /// Who takes part.
    pub guns: ArrayVec<u8, PARTY>,
    /// What the attack is worth, by exact expectation.
    pub worth: f64,
}

/// What one more gun adds to a salvo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// What the attack is worth more with it.
    pub gain: f64,
    /// Whether it had better lead the attack.
    pub leads: bool,
}

/// The members of a set of numbers, lowest first.
#[inline]
fn members(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        first
    })
}

/// Shares out the guns of the set `free` among targets: again and again the gun and the target whose salvo gains most by
/// it, until nothing gains more than `least`. Of equals the lowest gun, then the lowest target comes first.
///
/// `targets` has the set of targets that each gun may fire at; `salvos`, by target, are added to. `share` says what a gun
/// would add to the salvo at a target, `worth` what a salvo is worth.
///
/// Greedy by marginal gain: at least half of the best plan's worth where gains only shrink as a salvo grows (Nemhauser,
/// Wolsey and Fisher 1978), and usually nearly all of it.
#[inline]
pub fn share_out<const PARTY: usize>(
    mut free: u128,
    targets: &[u128],
    salvos: &mut [Salvo<PARTY>],
    least: f64,
    mut share: impl FnMut(usize, usize, &Salvo<PARTY>) -> Share,
    mut worth: impl FnMut(usize, &Salvo<PARTY>) -> f64,
) {
    while free != 0 {
        let mut best = (Share { gain: least, leads: false }, 0, 0);
        for gun in members(free) {
            for target in members(targets[gun]) {
                let adds = share(gun, target, &salvos[target]);
                if adds.gain > best.0.gain {
                    best = (adds, gun, target);
                }
            }
        }
        let (Share { gain, leads }, gun, target) = best;
        if gain <= least {
            return;
        }
        let salvo = &mut salvos[target];
        let place = if leads { 0 } else { salvo.guns.len() };
        salvo.guns.insert(place, gun as u8);
        salvo.worth = worth(target, salvo);
        free &= !(1 << gun);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Chances of each gun to remove each target, and what targets are worth.
    const HITS: [[f64; 3]; 4] = [[0.5, 0.1, 0.0], [0.5, 0.4, 0.0], [0.2, 0.2, 0.2], [0.0, 0.0, 0.9]];
    const WORTH: [f64; 3] = [10.0, 8.0, 1.0];

    fn worth(target: usize, guns: &[u8]) -> f64 {
        let missed: f64 = guns.iter().map(|gun| 1.0 - HITS[usize::from(*gun)][target]).product();
        WORTH[target] * (1.0 - missed)
    }

    fn plan(free: u128) -> [Salvo<4>; 3] {
        let mut salvos: [Salvo<4>; 3] = Default::default();
        let share = |gun: usize, target: usize, salvo: &Salvo<4>| {
            let mut guns = salvo.guns.clone();
            guns.push(gun as u8);
            Share { gain: worth(target, &guns) - salvo.worth, leads: false }
        };
        share_out(free, &[0b011, 0b011, 0b111, 0b100], &mut salvos, 1e-9, share, |target, salvo| {
            worth(target, &salvo.guns)
        });
        salvos
    }

    #[test]
    fn every_gun_fires_where_it_adds_most() {
        let plan = plan(0b1111);
        // The first takes the dearest target; the second adds 2.5 there and 3.2 at the next.
        assert_eq!(plan.each_ref().map(|salvo| salvo.guns.to_vec()), [vec![0, 2], vec![1], vec![3]]);
        assert!((plan[0].worth - 6.0).abs() < 1e-12);
    }

    #[test]
    fn a_plan_is_worth_at_least_half_of_the_best() {
        for free in 1..16_u128 {
            let ours: f64 = plan(free).iter().map(|salvo| salvo.worth).sum();
            let mut best = 0.0_f64;
            for choice in 0..81_usize {
                let mut guns: [Vec<u8>; 3] = Default::default();
                for gun in members(free) {
                    let target = choice / 3_usize.pow(gun as u32) % 3;
                    guns[target].push(gun as u8);
                }
                best = best.max((0..3).map(|target| worth(target, &guns[target])).sum());
            }
            assert!(ours >= 0.5 * best && ours <= best + 1e-9, "{free:b}: {ours} of {best}");
        }
    }

    #[test]
    fn nobody_fires_for_nothing() {
        let mut salvos: [Salvo<2>; 1] = Default::default();
        share_out(0b1, &[0b1], &mut salvos, 0.1, |_, _, _| Share { gain: 0.1, leads: true }, |_, _| 1.0);
        assert!(salvos[0].guns.is_empty());
    }
}
