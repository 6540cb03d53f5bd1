//! Retreats (DF-RTR): which ways are open to a victim, who chooses among them, and the steps of the one that is taken. What
//! else a result does is in `results`.

use std::ops::ControlFlow;

use super::choices::{Path, PathStep, Refusal};
use super::events;
use super::field::FORBIDDEN;
use super::ledger::rule;
use super::results::Effect;
use super::rules::{BlockedRetreat, RetreatChooser, RetreatOffMap, RetreatZoc};
use super::state::{Battle, Decision, NOBODY, bit, members, side_of};
use crate::game::Observer;
use crate::tabletop::hex::{Direction, HexIndex, NOWHERE};

impl<'s> Battle<'s> {
    /// Step 8: asks for the path of the retreat, unless there is none or only one.
    pub(super) fn ask_retreat<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) {
        let Some(effect) = self.effect else { return };
        if self.is_lost(&effect) {
            return self.finish_effect(&effect, Path::EMPTY, observer);
        }
        let mut only = None;
        let open = effect.open.unwrap_or_default();
        let several = self.search_retreats(&effect, open, &mut |path, _| match only.replace(path) {
            None => ControlFlow::Continue(()),
            Some(_) => ControlFlow::Break(()),
        });
        if several.is_break() {
            let chooser = match self.setup.rules.retreat_chooser {
                RetreatChooser::Owner => side_of(effect.victim),
                // Not always the victim's enemy: bursts hit friends as well.
                RetreatChooser::Attacker => self.attacker(),
            };
            (self.decision, self.decider) = (Decision::Retreat, chooser);
            return;
        }
        self.effect = None;
        self.finish_effect(&effect, only.unwrap_or(Path::EMPTY), observer);
    }

    /// Whether the retreat ends with the removal of the victim whichever way it goes.
    fn is_lost(&self, effect: &Effect) -> bool {
        let longest = effect.open.map_or(0, |(length, _)| length);
        let harsh = self.setup.rules.blocked_retreat == BlockedRetreat::Ooc;
        longest < effect.needed && (harsh || self.leaves_map(effect))
    }

    pub(super) fn give_way<C: Observer<events::LogEntry>>(&mut self, effect: &Effect, path: Path, observer: &mut C) {
        let victim = effect.victim;
        let start = self.unit(victim).hex;
        if self.unit(victim).carrier == NOBODY {
            self.lift(victim);
        } else {
            self.leave_carrier(victim);
            observer.event(|| events::status(self, victim, "gets-off"));
        }
        let end = self.walk(start, path).last().unwrap_or(start);
        self.put(victim, end);
        let riders = self.rider_set(victim);
        for rider in members(side_of(victim), riders) {
            self.units[usize::from(rider)].hex = end;
        }
        observer.rule_fired(rule::RTR_01);
        // DF-RTR-12
        let force = &mut self.forces[side_of(victim).index()];
        let watched = force.watching.contains(victim);
        force.watching &= !bit(victim);
        observer.event(|| events::retreat(self, victim, start, path, effect.threat));
        if watched {
            observer.event(|| events::status(self, victim, "off-overwatch"));
        }
        if let Some(motion) = &mut self.motion {
            motion.diverted |= motion.unit == victim;
        }
    }

    /// The hexes of a path, its start left out.
    pub(super) fn walk(&self, start: HexIndex, path: Path) -> impl Iterator<Item = HexIndex> + use<'s> {
        let field = &self.setup.field;
        let mut at = start;
        path.steps().map_while(move |step| match step {
            PathStep::To(direction) => {
                at = field.neighbours[usize::from(at)][direction as usize];
                (at != NOWHERE).then_some(at)
            }
            PathStep::Exit => None,
        })
    }

    /// The longest retreat that is open, outward before sideways (step 8): its length, and whether it goes sideways.
    pub(super) fn open_retreat(&self, effect: &Effect) -> Option<(u8, bool)> {
        let sideways = self.setup.rules.retreat_sideways;
        for length in (1..=effect.needed).rev() {
            for aslant in [false, true] {
                if aslant && !sideways {
                    continue;
                }
                let found = self.search_retreats(effect, (length, aslant), &mut |_, _| ControlFlow::Break(()));
                if found.is_break() {
                    return Some((length, aslant));
                }
            }
        }
        None
    }

    /// Shows every path by which the victim may retreat, with its end.
    pub fn visit_retreats(&self, effect: &Effect, visit: &mut impl FnMut(Path, HexIndex)) {
        let Some(open) = effect.open else { return };
        let _ = self.search_retreats(effect, open, &mut |path, hex| {
            visit(path, hex);
            ControlFlow::Continue(())
        });
    }

    /// Shows the retreats of one length, sideways steps included or not, until one of them is enough.
    fn search_retreats(
        &self,
        effect: &Effect,
        (length, aslant): (u8, bool),
        visit: &mut impl FnMut(Path, HexIndex) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if length == 0 {
            return ControlFlow::Continue(());
        }
        let start = self.unit(effect.victim).hex;
        self.extend_retreat(effect, aslant, length, start, Path::EMPTY, visit)
    }

    /// DF-RTR-03 to DF-RTR-07
    fn extend_retreat(
        &self,
        effect: &Effect,
        aslant: bool,
        left: u8,
        at: HexIndex,
        path: Path,
        visit: &mut impl FnMut(Path, HexIndex) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for direction in Direction::ALL {
            let Ok(to) = self.retreat_step(effect, aslant, left == 1, at, direction) else { continue };
            if left == 1 {
                visit(path.then(direction), to)?;
            } else {
                self.extend_retreat(effect, aslant, left - 1, to, path.then(direction), visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The hex of one step of a retreat, sideways steps included when `aslant`; the `last` one has to end in an empty
    /// hex.
    #[inline]
    fn retreat_step(
        &self,
        effect: &Effect,
        aslant: bool,
        last: bool,
        at: HexIndex,
        direction: Direction,
    ) -> Result<HexIndex, Refusal> {
        let field = &self.setup.field;
        let victim = effect.victim;
        let side = side_of(victim);
        let vehicle = self.profile(victim).vehicle;
        let to = field.neighbours[usize::from(at)][direction as usize];
        if to == NOWHERE {
            return Err(Refusal::new("DF-RTR-08", "the map ends there"));
        }
        if !field.may_stand(vehicle, to) || field.cost(vehicle, at, direction as usize) == FORBIDDEN {
            return Err(Refusal::new("DF-RTR-04", "that terrain may not be entered"));
        }
        let (away, distance) = (field.distance(effect.threat, at), field.distance(effect.threat, to));
        if distance < away || to == self.unit(victim).hex {
            return Err(Refusal::new("DF-RTR-03", "that is no farther from the threat"));
        }
        if distance == away && !aslant {
            return Err(Refusal::new("DF-RTR-06", "no sideways steps while a way outward is open"));
        }
        let there = self.occupant[usize::from(to)];
        if there != NOBODY && (last || side_of(there) != side || field.no_passing.contains(to)) {
            return Err(Refusal::new("DF-RTR-05", "somebody stands there"));
        }
        if self.setup.rules.retreat_zoc == RetreatZoc::Blocks && self.in_enemy_zone(side, to) {
            return Err(Refusal::new("DF-RTR-07", "that hex is next to an enemy"));
        }
        Ok(to)
    }

    /// R-42, `leaves-play`: whether an outward step of the retreat would cross the map edge.
    pub(super) fn leaves_map(&self, effect: &Effect) -> bool {
        if self.setup.rules.retreat_off_map == RetreatOffMap::Blocked {
            return false;
        }
        self.crosses_edge(effect, self.unit(effect.victim).hex, effect.needed)
    }

    /// Whether one of so many outward steps, each of which the victim can take but for the edge, crosses it. None of them
    /// need end in an empty hex: it is not the last.
    fn crosses_edge(&self, effect: &Effect, at: HexIndex, left: u8) -> bool {
        self.steps_off(effect.threat, at)
            || left > 1
                && Direction::ALL.into_iter().any(|direction| {
                    let step = self.retreat_step(effect, false, false, at, direction);
                    step.is_ok_and(|to| self.crosses_edge(effect, to, left - 1))
                })
    }

    /// Whether some step from `hex` leaves the map away from `threat`.
    fn steps_off(&self, threat: HexIndex, hex: HexIndex) -> bool {
        let grid = self.setup.field.grid;
        let away = grid.distance(threat, hex);
        Direction::ALL.into_iter().any(|direction| {
            let to = grid.axial(hex) + direction.step();
            grid.find(to).is_none() && (to - grid.axial(threat)).length() > away
        })
    }

    /// Whether the victim may retreat along `path`.
    pub(super) fn check_retreat(&self, path: Path) -> Result<(), Refusal> {
        let Some((effect, (length, aslant))) = self.effect.as_ref().and_then(|effect| Some((effect, effect.open?)))
        else {
            return Err(Refusal::new("DF-RTR-01", "nobody can retreat"));
        };
        if path.len() != usize::from(length) {
            return Err(Refusal::new("DF-RTR-01", "a retreat goes as far as it can"));
        }
        let mut at = self.unit(effect.victim).hex;
        for (index, step) in path.steps().enumerate() {
            let PathStep::To(direction) = step else {
                return Err(Refusal::new("DF-RTR-08", "the map ends there"));
            };
            at = self.retreat_step(effect, aslant, index + 1 == path.len(), at, direction)?;
        }
        Ok(())
    }
}
