//! Works that support has bought are put on the table before the Patrol Phase (CW-ARM-05, R-104).

use super::{SetUpChoice, SetUpStage};
use crate::game::Side;
use crate::rulesets::chainsword::choices::{Decision, Refusal};
use crate::rulesets::chainsword::patrol::kept;
use crate::rulesets::chainsword::state::Battle;
use crate::rulesets::chainsword::support::SupportItem;
use crate::rulesets::chainsword::terrain::{Kind, Piece};
use crate::rulesets::chainsword::turn::Flow;
use crate::tabletop::plane::Point;

/// Places along x and y of the own half that are offered for a work, in inches from one to the next.
const STEP: f64 = 6.0;

/// Angles that are offered, in degrees: whole ones may be asked for.
const ANGLES: [u16; 4] = [0, 45, 90, 135];

/// What a work is on the table.
const fn kind(item: SupportItem) -> Option<Kind> {
    match item {
        SupportItem::Entrenchment => Some(Kind::Entrenchment),
        SupportItem::RazorWire => Some(Kind::RazorWire),
        SupportItem::Minefield => Some(Kind::Minefield),
        SupportItem::Bunker => Some(Kind::Bunker),
        SupportItem::PreliminaryBarrage | SupportItem::Adjutant | SupportItem::Medic => None,
    }
}

impl Battle<'_> {
    /// The side that places works first: the defender, in The Patrol the first mover (CW-ARM-05).
    fn first_to_dig(&self) -> Side {
        if self.layout().has_roles() { Side::B } else { self.set_up.mover }
    }

    /// The work that a side has to place next.
    #[must_use]
    pub fn next_work(&self, side: Side) -> Option<SupportItem> {
        SupportItem::ALL.into_iter().find(|item| self.set_up.works[side.index()][*item as usize] > 0)
    }

    /// CW-ARM-05
    pub(super) fn run_works(&mut self) -> Flow {
        let first = self.first_to_dig();
        for side in [first, first.other()] {
            let Some(item) = self.next_work(side) else { continue };
            self.set_up.turn = side;
            let mut any = false;
            self.visit_works(&mut |_| any = true);
            if any {
                return self.ask(Decision::PlaceSupport, side);
            }
            // without a legal spot its points are lost.
            self.set_up.works[side.index()][item as usize] -= 1;
            return Flow::Go;
        }
        (self.set_up.stage, self.set_up.turn) = (SetUpStage::MarkerCount, Side::A);
        Flow::Go
    }

    /// The next work of the side at a place, as a piece of terrain.
    fn work_at(&self, at: Point, degrees: u16) -> Option<Piece> {
        let kind = kind(self.next_work(self.set_up.turn)?)?;
        Some(self.setup.field.piece(kind, kept(at), f64::from(degrees)))
    }

    pub(super) fn check_work(&self, at: Point, degrees: u16) -> Result<(), Refusal> {
        let half = self.layout().own_half(self.set_up.turn);
        let spacing = self.setup.rules.support_spacing;
        let fits = self.work_at(at, degrees).is_some_and(|work| self.land().work_fits(&work, &half, spacing));
        if degrees < 180 && fits {
            Ok(())
        } else {
            Err(Refusal::new(
                "CW-ARM-05",
                "a work lies in the own half, off all terrain and away from others of its class",
            ))
        }
    }

    pub(super) fn visit_works(&self, visit: &mut impl FnMut(SetUpChoice)) {
        let half = self.layout().own_half(self.set_up.turn);
        let steps = |from: f64, to: f64| {
            (0..).map(move |step| from + STEP * (0.5 + f64::from(step))).take_while(move |at| *at < to)
        };
        for x in steps(half.min.x, half.max.x) {
            for y in steps(half.min.y, half.max.y) {
                for degrees in ANGLES {
                    if self.check_work(Point::new(x, y), degrees).is_ok() {
                        visit(SetUpChoice::Work { at: Point::new(x, y), degrees });
                    }
                }
            }
        }
    }

    /// Places the next work of the side.
    pub(super) fn place_work(&mut self, at: Point, degrees: u16) {
        if let Some(work) = self.work_at(at, degrees) {
            self.additions.lay(&self.setup.field, work);
        }
        self.give_up_work();
    }

    /// The side has placed its next work, or gives it up.
    pub(super) fn give_up_work(&mut self) {
        let side = self.set_up.turn;
        if let Some(item) = self.next_work(side) {
            self.set_up.works[side.index()][item as usize] -= 1;
        }
    }
}
