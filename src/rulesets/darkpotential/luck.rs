//! Luck: what a throw is worth beside what it was worth on average. Command Points come after throws, and are no luck.

use super::combat;
use super::events::LogEntry;
use super::roll::{Roll, RollKind};
use super::state::{Battle, FigureId, side_of};
use crate::game::Observer;

impl Battle<'_> {
    /// Tells what a throw of an attack would destroy if it stood, and what any throw would have destroyed on average: of a hit roll as
    /// much as the Strength roll then will, on average. Where templates come to lie is left out.
    pub(super) fn tell_luck<C: Observer<LogEntry>>(&self, roll: &Roll, total: i32, observer: &mut C) {
        let Some(attack) = &self.attack else { return };
        let weapon = self.weapon(attack.weapon);
        let (victim, worth) = match roll.kind {
            RollKind::Strength => (attack.rolling, self.profile(attack.rolling).value),
            RollKind::Hit if weapon.aoe == 0.0 => {
                let target = attack.target;
                let deadly = self.deadly_total(target, weapon.strength - self.profile(target).armor);
                (target, self.profile(target).value * combat::chance(deadly))
            }
            _ => return,
        };
        let most = if roll.kind == RollKind::Strength { self.deadly_total(victim, roll.target) } else { roll.target };
        let actual = if total <= most { worth } else { 0.0 };
        observer.random_result(side_of(victim), actual, worth * combat::chance(most));
    }

    /// The greatest total of a Strength roll against a target number that takes the last wound of a model (DP-WND-02).
    fn deadly_total(&self, victim: FigureId, target: i32) -> i32 {
        let wounds = i32::from(self.figure(victim).wounds);
        target - (wounds - self.setup.rules.wounds_base as i32).max(0)
    }
}
