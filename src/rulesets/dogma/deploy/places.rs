//! Where Elements may be deployed, and where else they may begin the game (DG-SET-06 to DG-SET-10, DG-DOG-04, DG-DOG-06).

use crate::game::{LogEntry, Observer, Side, UnitStat};
use crate::rulesets::dogma::army::{Dogma, may_wait};
use crate::rulesets::dogma::choices::{Choice, Refusal};
use crate::rulesets::dogma::codex::Type;
use crate::rulesets::dogma::events;
use crate::rulesets::dogma::rules::CommanderInReserve;
use crate::rulesets::dogma::state::{
    Battle, ElementId, NOBODY, Pose, UnitSet, bit, element_id, members, place_of, side_of,
};
use crate::tabletop::plane::{Area, Facing, Point, nearer_than, overlap};

/// Steps between the places that are shown, inches; the finer ones only when none of the others is free.
const STEPS: [f64; 2] = [1.0, 0.25];

/// Places side by side and row behind row, from the front.
#[derive(Clone, Copy, Debug)]
struct Grid {
    first: Point,
    /// From column to column, inches.
    step: f64,
    /// From row to row, along y.
    back: f64,
    columns: u32,
    rows: u32,
    facing: Facing,
}

impl Grid {
    fn len(&self) -> u32 {
        self.columns * self.rows
    }

    fn pose(&self, at: u32) -> Pose {
        let (row, column) = (f64::from(at / self.columns), f64::from(at % self.columns));
        Pose::new(Point::new(self.first.x + column * self.step, self.first.y + row * self.back), self.facing)
    }
}

impl Battle<'_> {
    /// The strip of the table next to the edge of `side`, so deep.
    fn strip(&self, side: Side, deep: f64) -> Area {
        let size = &self.setup.size;
        let table = Area::table(size.width, size.depth);
        if side == self.aggressor {
            Area { max: Point::new(size.width, deep), ..table }
        } else {
            Area { min: Point::new(0.0, size.depth - deep), ..table }
        }
    }

    /// The Deployment Zone of a side (DG-SET-06).
    #[must_use]
    pub fn zone(&self, side: Side) -> Area {
        self.strip(side, self.setup.rules.deploy_depth)
    }

    /// The table half of a side.
    #[must_use]
    pub fn half(&self, side: Side) -> Area {
        self.strip(side, self.setup.size.depth / 2.0)
    }

    /// Whether an Element may be deployed outside the zone: an Assault Element under Scout, an APC only when it is empty
    /// (DG-DOG-06).
    fn may_scout(&self, element: ElementId) -> bool {
        let side = side_of(element);
        self.profile(element).kind == Type::Assault && self.has_dogma(side, Dogma::Scout)
    }

    /// Refuses Elements that are not to be deployed by the one who decides.
    pub(super) fn check_undeployed(&self, element: ElementId) -> Result<(), Refusal> {
        let side = self.decider;
        let listed = side_of(element) == side && place_of(element) < usize::from(self.force(side).size);
        if !listed || !self.force(side).undeployed.contains(element) {
            return Err(Refusal::new("DG-SET-07", "it is not to be deployed now"));
        }
        Ok(())
    }

    /// Whether the list has an Element start aboard an APC.
    fn is_booked(&self, element: ElementId) -> bool {
        self.force(side_of(element)).mounts_planned && self.element(element).carrier != NOBODY
    }

    /// Whether an Element may be deployed at `pose` (DG-SET-06, DG-SET-09, DG-DOG-06).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check_place(&self, element: ElementId, pose: Pose) -> Result<(), Refusal> {
        let (side, base) = (side_of(element), self.base_at(pose));
        if self.is_booked(element) {
            return Err(Refusal::new("DG-SET-10", "its list has it start aboard"));
        }
        if self.force(side).air.contains(element) {
            return Err(Refusal::new("DG-SET-08", "Air Support is never deployed"));
        }
        if !self.zone(side).holds(&base) {
            if !self.may_scout(element) {
                return Err(Refusal::new("DG-SET-06", "it is not wholly within the Deployment Zone"));
            }
            if !self.half(side).holds(&base) {
                return Err(Refusal::new("DG-DOG-06", "it is not wholly within the own table half"));
            }
            let booked = |rider: &ElementId| self.element(*rider).carrier == element;
            if self.force(side).mounts_planned && members(side, self.force(side).undeployed).any(|one| booked(&one)) {
                return Err(Refusal::new("DG-DOG-06", "a loaded APC does not scout"));
            }
        }
        let near = |other: ElementId| self.close_by(&base, self.base(other));
        if self.everybody().any(|other| near(other) && overlap(&base, self.base(other))) {
            return Err(Refusal::new("DG-SET-09", "it overlaps an Element"));
        }
        let touching = self.setup.rules.contact_tolerance;
        if self.on_the_table(side.other()).any(|enemy| near(enemy) && nearer_than(&base, self.base(enemy), touching)) {
            return Err(Refusal::new("DG-SET-09", "it touches an enemy"));
        }
        if self.terrain.blocks(&base) {
            return Err(Refusal::new("DG-SET-09", "it overlaps impassable ground, a building or deep water"));
        }
        Ok(())
    }

    /// Whether an Element may start aboard an APC (DG-SET-10).
    pub(super) fn check_mount(&self, element: ElementId, apc: ElementId) -> Result<(), Refusal> {
        if self.force(self.decider).mounts_planned {
            return Err(Refusal::new("DG-SET-10", "its list says who starts aboard"));
        }
        if !self.profile(element).may_ride {
            return Err(Refusal::new("DG-APC-01", "it may not ride"));
        }
        let deployed = side_of(apc) == self.decider && apc != NOBODY && self.on_table(apc);
        if !deployed || !self.profile(apc).carries {
            return Err(Refusal::new("DG-APC-01", "that is no APC on the table"));
        }
        if self.riders(apc).count() >= usize::from(self.setup.codex.numbers.apc_capacity) {
            return Err(Refusal::new("DG-APC-02", "the APC is full"));
        }
        if self.force(self.decider).scouted.contains(apc) {
            return Err(Refusal::new("DG-DOG-06", "a loaded APC does not scout"));
        }
        Ok(())
    }

    /// Whether an Element may wait off the table (DG-DOG-04).
    pub(super) fn check_reserve(&self, element: ElementId) -> Result<(), Refusal> {
        let force = self.force(self.decider);
        if force.reserve_planned {
            return Err(Refusal::new("DG-DOG-04", "its list says who waits in reserve"));
        }
        if self.is_booked(element) {
            return Err(Refusal::new("DG-APC-11", "its list has it start aboard"));
        }
        if !may_wait(self.unit(element), force.dogmas) {
            return Err(Refusal::new("DG-DOG-04", "it may not wait in reserve"));
        }
        if self.setup.rules.commander_in_reserve == CommanderInReserve::Forbidden && force.commander == element {
            return Err(Refusal::new("DG-ARM-04", "the Commander may not wait in reserve"));
        }
        if self.progress.bearers[self.decider.index()] == Some(element) {
            return Err(Refusal::new("DG-SCN-06", "the flag bearer may not wait in reserve"));
        }
        Ok(())
    }

    /// Puts an Element down, with those who are to start aboard it.
    pub(super) fn deploy(&mut self, element: ElementId, pose: Pose) {
        let side = side_of(element);
        let outside = !self.zone(side).holds(&self.base_at(pose));
        let force = self.force_mut(side);
        force.undeployed &= !bit(element);
        if outside {
            force.scouted |= bit(element);
        }
        self.put(element, pose);
        if self.force(side).mounts_planned {
            for place in 0..usize::from(self.force(side).size) {
                let rider = element_id(side, place);
                if self.element(rider).carrier == element {
                    self.mount(rider, element);
                }
            }
        }
    }

    /// Starts an Element riding.
    pub(super) fn mount(&mut self, rider: ElementId, apc: ElementId) {
        let base = *self.base(apc);
        let it = &mut self.elements[usize::from(rider)];
        (it.carrier, it.base) = (apc, base);
        let force = self.force_mut(side_of(rider));
        force.undeployed &= !bit(rider);
        force.aboard |= bit(rider);
    }

    /// Shows where Elements may be deployed, and who may start aboard or in reserve: of Elements of one kind, the first.
    pub(super) fn visit_deployment(&self, visit: &mut impl FnMut(Choice)) {
        let side = self.decider;
        for step in STEPS {
            let mut found = false;
            for element in self.to_deploy(side) {
                self.visit_places(element, step, &mut |pose| {
                    found = true;
                    visit(Choice::Deploy { element, pose });
                });
            }
            if found {
                break;
            }
        }
        for element in self.to_deploy(side) {
            for apc in self.on_the_table(side).filter(|apc| self.profile(*apc).carries) {
                if self.check_mount(element, apc).is_ok() {
                    visit(Choice::Mount { element, apc });
                }
            }
            if self.check_reserve(element).is_ok() {
                visit(Choice::Reserve { element });
            }
        }
    }

    /// Shows places for an Element, so many inches apart, facing the enemy.
    pub fn visit_places(&self, element: ElementId, step: f64, visit: &mut impl FnMut(Pose)) {
        self.places(element, step).for_each(visit);
    }

    /// Places for an Element, so many inches apart, facing the enemy, the front row first.
    fn places(&self, element: ElementId, step: f64) -> impl DoubleEndedIterator<Item = Pose> {
        let grid = self.grid(element, step);
        (0..grid.len()).map(move |at| grid.pose(at)).filter(move |pose| self.check_place(element, *pose).is_ok())
    }

    /// All places of the coarse grid for an Element: the one whose number `pick` names when it is told how many there are.
    pub(in crate::rulesets::dogma) fn grid_place(&self, element: ElementId, pick: impl FnOnce(u32) -> u32) -> Pose {
        let grid = self.grid(element, STEPS[0]);
        grid.pose(pick(grid.len()))
    }

    /// Places for an Element, whether they are free or not.
    fn grid(&self, element: ElementId, step: f64) -> Grid {
        let side = side_of(element);
        let area = if self.may_scout(element) { self.half(side) } else { self.zone(side) };
        let half = self.setup.side / 2.0;
        let count = |inches: f64| ((inches - 2.0 * half) / step) as u32 + 1;
        let (columns, rows) = (count(area.max.x - area.min.x), count(area.max.y - area.min.y));
        let from_the_south = side != self.aggressor;
        let start = if from_the_south { area.min.y + half } else { area.max.y - half };
        let (first, back) = (Point::new(area.min.x + half, start), if from_the_south { step } else { -step });
        Grid { first, step, back, columns, rows, facing: self.towards_the_enemy(side) }
    }

    /// Whether there is a place for anybody who is still to be deployed.
    fn has_room(&self, side: Side) -> bool {
        // From the rear, which fills up last.
        let place = |element: ElementId| STEPS.iter().any(|step| self.places(element, *step).next_back().is_some());
        let apcs = || self.on_the_table(side).filter(|apc| self.profile(*apc).carries);
        let aboard = |element: ElementId| apcs().any(|apc| self.check_mount(element, apc).is_ok());
        self.to_deploy(side).any(|element| self.check_reserve(element).is_ok() || aboard(element) || place(element))
    }

    /// The way a side looks at the enemy edge.
    #[must_use]
    pub fn towards_the_enemy(&self, side: Side) -> Facing {
        if side == self.aggressor { Facing::NORTH } else { Facing::SOUTH }
    }

    /// Nobody is kept from starting for ever: when there is no place left for any Element of a side, those who are left are
    /// lost. Players who leave room for their Force never see it.
    pub(super) fn turn_away_the_stranded<C: Observer<LogEntry>>(&mut self, observer: &mut C) {
        let side = self.decider;
        if self.force(side).undeployed.is_empty() {
            return;
        }
        if self.has_room(side) {
            return;
        }
        let stranded = self.force(side).undeployed;
        let force = self.force_mut(side);
        force.undeployed = UnitSet::EMPTY;
        force.destroyed |= stranded;
        for element in members(side, stranded) {
            observer.count(side, place_of(element), UnitStat::Lost, 1);
            self.report(observer, |battle| events::removed(battle, element, "no-room"));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::game::{CodexFile, Source};
    use crate::rulesets::dogma::army::Roster;
    use crate::rulesets::dogma::cell::{lineup, table_for};
    use crate::rulesets::dogma::codex::{Codex, Scenario};
    use crate::rulesets::dogma::rules::Rules;
    use crate::rulesets::dogma::state::Setup;

    /// Of two APCs of a list with Scout the one that its list has loaded stays back.
    #[test]
    fn dg_dog_06_an_apc_that_its_list_has_loaded_does_not_scout() {
        let text = "name = \"Test\"\nruleset = \"dogma\"\ncommander = \"mbt\"\ndogma = \"scout\"\n\
                    units = { mbt = 3, apc = 2, elites = 2 }\n[deployment]\npassengers = [[\"elites\"], []]\n";
        let (codex, rules) = (Codex::built_in(), Rules::default());
        let source = Source { name: "list.toml".to_owned(), text: text.to_owned() };
        let roster = Roster::read(&codex, &rules, &source).unwrap();
        let points = roster.points_limit();
        let size = table_for(&codex, points);
        let setup = Setup::new(Arc::new(codex), rules, size, points, Some(Scenario::Exterminate), None);
        let battle = Battle::new(&setup, &lineup([&roster; 2]));
        let side = battle.aggressor;
        let all = || members(side, battle.force(side).undeployed);
        let carriers: Vec<ElementId> =
            all().map(|one| battle.element(one).carrier).filter(|it| *it != NOBODY).collect();
        let [loaded] = carriers[..] else { panic!("{carriers:?}") };
        let empty = all().find(|one| battle.profile(*one).carries && *one != loaded).unwrap();
        let place = |y: f64| Pose::new(Point::new(12.0, y), battle.towards_the_enemy(side));
        assert_eq!(battle.check_place(empty, place(9.0)), Ok(()));
        assert_eq!(battle.check_place(loaded, place(9.0)).unwrap_err().rule, "DG-DOG-06");
        assert_eq!(battle.check_place(loaded, place(3.0)), Ok(()));
    }
}
