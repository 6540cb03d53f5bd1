//! Overwatch in the enemy's Phase: the moments at which it may fire (CW-SHO-06, R-129).

use super::choices::{Choice, Decision, Refusal};
use super::events::LogEntry;
use super::fire_lines::{Fire, FireKind, Mode, Sighting};
use super::profiles::Trait;
use super::state::{Battle, MOST_LOADS, NO_WEAPON, NOBODY, TeamId, TeamSet, bit, members, side_of};
use super::turn::Flow;
use crate::dice::Dice;
use crate::game::{Observer, Side};

/// A moment at which Teams on Overwatch may fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Watch {
    /// Whose Overwatch it is.
    pub side: Side,
    /// At whom; nobody stands for anybody.
    pub target: TeamId,
    /// Teams on Overwatch that may still fire.
    pub watchers: TeamSet,
    /// At the end of an arrival from reserve: Teams that fire as interceptors (CW-DEP-12).
    pub interceptors: TeamSet,
}

impl Battle<'_> {
    /// A moment for the Overwatch of the side whose Phase it is not: at a Team, or at anybody.
    pub(super) fn open_watch(&mut self, target: TeamId, watchers: TeamSet) {
        let side = self.active.other();
        let watchers = watchers & self.force(side).overwatch;
        if !watchers.is_empty() && (target == NOBODY || side_of(target) == self.active) {
            self.watch = Some(Watch { side, target, watchers, interceptors: TeamSet::EMPTY });
        }
    }

    /// The moment at the end of an arrival from reserve: for Overwatch, and for interceptors, who need none (CW-DEP-12, CW-BAS-27).
    pub(super) fn open_arrival(&mut self, target: TeamId) {
        let side = self.active.other();
        let (watchers, interceptors) = (self.force(side).overwatch, self.interceptors(side));
        if !(watchers | interceptors).is_empty() && side_of(target) == self.active {
            self.watch = Some(Watch { side, target, watchers, interceptors });
        }
    }

    /// Teams of a side that may fire as interceptors: once in a Phase.
    pub(super) fn interceptors(&self, side: Side) -> TeamSet {
        let able = |team: &TeamId| {
            self.profile(*team).is(Trait::Interceptor) && !self.is_fleeing(*team) && !self.is_locked(*team)
        };
        members(side, self.standing_teams(side) & !self.force(side).intercepted).filter(able).collect()
    }

    /// How a Team fires at this moment, if it may: as an interceptor where it can, and then its Overwatch stays.
    fn watch_kind(&self, watch: &Watch, by: TeamId) -> Option<(FireKind, Mode)> {
        let force = self.force(watch.side);
        if (watch.interceptors & !force.intercepted).contains(by) {
            return Some((FireKind::Interceptor, Mode::Stand));
        }
        let watches = (watch.watchers & force.overwatch).contains(by);
        watches.then(|| (FireKind::Overwatch, self.team(by).mode))
    }

    /// Shows the volleys that a Team may fire at a target: all that it carries, launchers with either round, the weapons that a
    /// moving vehicle aims, without ordnance, at an officer.
    pub(super) fn visit_volleys(
        &self,
        by: TeamId,
        target: TeamId,
        kind: FireKind,
        mode: Mode,
        visit: &mut impl FnMut(Fire),
    ) {
        if self.gap(by, target) <= self.longest_range(by) {
            self.visit_volleys_seen(by, target, kind, mode, &self.sighting(by, target), visit);
        }
    }

    /// Inches beyond which nothing that a Team carries reaches, with whatever round.
    fn longest_range(&self, by: TeamId) -> f64 {
        let loads = self.team(by).loads.iter().filter(|load| load.count > 0);
        let weapons = loads.flat_map(|load| [load.weapon, load.other]).filter(|weapon| *weapon != NO_WEAPON);
        weapons.map(|weapon| self.setup.codex.weapons[usize::from(weapon)].range).fold(0.0, f64::max)
    }

    /// The same at a target that is seen like this.
    pub(super) fn visit_volleys_seen(
        &self,
        by: TeamId,
        target: TeamId,
        kind: FireKind,
        mode: Mode,
        sighting: &Sighting,
        visit: &mut impl FnMut(Fire),
    ) {
        let loads = &self.team(by).loads;
        let carried = |slot: &usize| loads[*slot].count > 0;
        let launchers: u8 = (0..MOST_LOADS)
            .filter(|slot| carried(slot) && loads[*slot].other != NO_WEAPON)
            .fold(0, |set, slot| set | 1 << slot);
        let seconds = [0, launchers];
        for second in seconds.into_iter().take(if launchers == 0 { 1 } else { 2 }) {
            for aimed in (0..=MOST_LOADS).map(|slot| if slot == MOST_LOADS { 0 } else { 1u8 << slot }) {
                let lone = aimed.trailing_zeros() as usize;
                if aimed != 0 && (!self.profile(by).is_vehicle() || mode != Mode::Combat || !carried(&lone)) {
                    continue;
                }
                for at_officer in [false, true] {
                    let fire = Fire { second, aimed, at_officer, ..Fire::all(target) };
                    if self.check_volley(by, &fire, kind, mode, sighting).is_ok() {
                        visit(fire);
                    }
                }
            }
        }
    }

    /// The enemies at which somebody may fire now.
    fn watched(&self, watch: &Watch) -> TeamSet {
        if watch.target == NOBODY { self.standing_teams(watch.side.other()) } else { bit(watch.target) }
    }

    /// Every shot from Overwatch at this moment.
    pub(super) fn visit_watch(&self, visit: &mut impl FnMut(Choice)) {
        visit(Choice::Pass);
        let Some(watch) = self.watch else { return };
        for by in members(watch.side, watch.watchers | watch.interceptors) {
            let Some((kind, mode)) = self.watch_kind(&watch, by) else { continue };
            for target in members(watch.side.other(), self.watched(&watch)) {
                self.visit_volleys(by, target, kind, mode, &mut |fire| visit(Choice::React { by, fire }));
            }
        }
    }

    /// The moment goes on while somebody may fire.
    pub(super) fn run_watch(&mut self) -> Flow {
        let Some(watch) = self.watch else { return Flow::Go };
        let gone = watch.target != NOBODY && !self.stands(watch.target);
        let mut shots = 0;
        if !gone {
            self.visit_watch(&mut |_| shots += 1);
        }
        if shots > 1 {
            return self.ask(Decision::Overwatch, watch.side);
        }
        self.watch = None;
        Flow::Go
    }

    /// Whether a Team may fire so from Overwatch now.
    pub(super) fn check_react(&self, by: TeamId, fire: &Fire) -> Result<(), Refusal> {
        let Some(watch) = self.watch else { return Err(Refusal::new("R-129", "this is no moment for Overwatch")) };
        let Some((kind, mode)) = self.watch_kind(&watch, by).filter(|_| side_of(by) == watch.side) else {
            return Err(Refusal::new("CW-SHO-06", "it is not on Overwatch, or has let the moment pass"));
        };
        if watch.target != NOBODY && fire.target != watch.target {
            return Err(Refusal::new("R-129", "Overwatch answers the Team that acts"));
        }
        if fire.target == NOBODY || usize::from(fire.target) >= self.teams.len() {
            return Err(Refusal::new("CW-TRN-08", "there is no such Team"));
        }
        self.check_volley(by, fire, kind, mode, &self.sighting(by, fire.target))
    }

    /// A Team fires from Overwatch, or as an interceptor.
    pub(super) fn react<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        by: TeamId,
        fire: &Fire,
        dice: &mut D,
        observer: &mut C,
    ) {
        let Some((kind, mode)) = self.watch.and_then(|watch| self.watch_kind(&watch, by)) else { return };
        let sighting = self.sighting(by, fire.target);
        self.fire_volley(by, fire, kind, mode, &sighting, dice, observer);
    }
}

#[cfg(test)]
mod tests;
