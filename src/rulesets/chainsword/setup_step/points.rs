//! Jump-off points: who places how many, and where they may lie (CW-JOP).

use arrayvec::ArrayVec;

use super::{SetUpChoice, SetUpStage};
use crate::game::Side;
use crate::rulesets::chainsword::choices::{Decision, Refusal};
use crate::rulesets::chainsword::codex::Scenario;
use crate::rulesets::chainsword::field::Land;
use crate::rulesets::chainsword::patrol::search::{Found, PointSearch};
use crate::rulesets::chainsword::patrol::{self, Ground, MOST_MARKERS, kept, towards};
use crate::rulesets::chainsword::scenarios::{StartArea, TableEdge};
use crate::rulesets::chainsword::state::{Battle, JumpOffPoint};
use crate::rulesets::chainsword::turn::Flow;
use crate::tabletop::plane::Point;

/// Places across an area, and about the centre of the objective, that are offered for a point of the scenario.
const ACROSS: u16 = 12;
const ROUND: u16 = 24;

impl Battle<'_> {
    fn markers_of(&self, side: Side) -> ArrayVec<Point, MOST_MARKERS> {
        self.set_up.patrol.of(side).iter().map(|marker| marker.at).collect()
    }

    /// Asks something of the search for the next point of a side.
    fn searching<T>(&self, side: Side, ask: impl FnOnce(&PointSearch<'_, Land<'_>>, &Found) -> T) -> T {
        let (friends, enemies) = (self.markers_of(side), self.markers_of(side.other()));
        let (rules, layout, land) = (&self.setup.rules, self.layout(), self.land());
        //
        let keeps_off = self.setup.scenario == Scenario::Probe && side == Side::A && rules.probe_point_gap > 0.0;
        let search = PointSearch {
            friends: &friends,
            used: self.set_up.used[side.index()],
            enemies: &enemies,
            ground: &land,
            rules,
            numbers: &self.setup.codex.numbers,
            own_edges: layout.own_edges(side),
            keeps_off: keeps_off.then_some((TableEdge::North, rules.probe_point_gap)),
        };
        let found = self.set_up.found.clone().unwrap_or_else(|| search.search());
        ask(&search, &found)
    }

    /// CW-JOP-01
    pub(super) fn run_points(&mut self) -> Flow {
        let side = self.set_up.turn;
        if self.set_up.to_place == [0; 2] {
            // CW-JOP-09: those of the scenario are the defender's.
            let extra = self.layout().points(Side::B).extra;
            (self.set_up.stage, self.set_up.turn) = (SetUpStage::ExtraPoints, Side::B);
            self.set_up.to_place = [0, extra];
            return Flow::Go;
        }
        if self.set_up.to_place[side.index()] == 0 {
            self.set_up.turn = side.other();
            return Flow::Go;
        }
        let found = self.searching(side, |_, found| found.clone());
        let any = !matches!(&found, Found::Waived(places) if places.is_empty());
        if any {
            self.set_up.found = Some(found);
            return self.ask(Decision::PlacePoint, side);
        }
        // A side without a marker has no place for a point.
        self.set_up.to_place[side.index()] = 0;
        Flow::Go
    }

    pub(super) fn run_extra_points(&mut self) -> Flow {
        let mut any = false;
        if self.set_up.to_place[Side::B.index()] > 0 {
            self.visit_extra_places(&mut |_| any = true);
        }
        if any {
            return self.ask(Decision::PlacePoint, Side::B);
        }
        self.set_up.stage = SetUpStage::Done;
        Flow::Go
    }

    pub(super) fn visit_points(&self, visit: &mut impl FnMut(SetUpChoice)) {
        let visit = &mut |at| visit(SetUpChoice::Point(at));
        match self.set_up.stage {
            SetUpStage::ExtraPoints => self.visit_extra_places(visit),
            _ => self.visit_places(self.set_up.turn, visit),
        }
    }

    fn visit_places(&self, side: Side, visit: &mut impl FnMut(Point)) {
        self.searching(side, |search, found| search.visit(found, visit));
    }

    fn visit_extra_places(&self, visit: &mut impl FnMut(Point)) {
        let mut offer = |at: Point| {
            if self.check_extra_point(at).is_ok() {
                visit(at);
            }
        };
        let part = |step: u16| f64::from(step) / f64::from(ACROSS);
        match self.layout().extra_area() {
            Some(StartArea::Area(area)) => {
                let span = area.max - area.min;
                for (column, row) in (0..=ACROSS).flat_map(|column| (0..=ACROSS).map(move |row| (column, row))) {
                    offer(kept(Point::new(area.min.x + span.x * part(column), area.min.y + span.y * part(row))));
                }
            }
            Some(StartArea::Disc(disc)) => {
                offer(kept(disc.centre));
                for share in [1.0 / 3.0, 2.0 / 3.0, 1.0] {
                    for turn in 0..ROUND {
                        let degrees = f64::from(turn) * 360.0 / f64::from(ROUND);
                        offer(towards(disc.centre, degrees, disc.radius * share));
                    }
                }
            }
            Some(StartArea::Edge(_)) | None => {}
        }
    }

    pub(super) fn check_point(&self, at: Point) -> Result<(), Refusal> {
        match self.set_up.stage {
            SetUpStage::ExtraPoints => self.check_extra_point(kept(at)),
            _ => self.searching(self.set_up.turn, |search, found| search.check(kept(at), found)),
        }
    }

    fn check_extra_point(&self, at: Point) -> Result<(), Refusal> {
        let layout = self.layout();
        if layout.extra_area().is_none_or(|area| !area.contains(at)) {
            return Err(Refusal::new("CW-JOP-09", "that is not where the scenario lets the point lie"));
        }
        if !patrol::table(&self.setup.codex.numbers).contains(at) || self.land().is_closed(at) {
            return Err(Refusal::new("CW-JOP-05", "nobody can stand there"));
        }
        Ok(())
    }

    /// Places a lawful point.
    pub(super) fn place_point(&mut self, at: Point) {
        let (side, at) = (self.set_up.turn, kept(at));
        if self.set_up.stage == SetUpStage::Points {
            let server = self.searching(side, |search, found| match found {
                Found::AtDistance(_) => search.server(at),
                Found::Waived(_) => search.waived_server(at),
            });
            if let Some(marker) = server {
                self.set_up.used[side.index()][marker] += 1;
            }
            self.set_up.turn = side.other();
        }
        self.set_up.to_place[side.index()] -= 1;
        self.set_up.found = None;
        let shaded = side == Side::B && self.layout().is_shaded(at);
        self.force_mut(side).points.push(JumpOffPoint { at, shaded });
    }
}
