//! Moves that nobody chooses: charges that fall short, falling back; and the way across wire (CW-MOV-08, R-95, R-137, R-157).

use super::ways::{Errand, Way, Ways, meets, stopped};
use super::{Crowd, GRAZE, Land, Mover, REACH, Stand, rounded};
use crate::rulesets::chainsword::terrain::Kind;
use crate::tabletop::plane::{Form, Outline, Point, Segment};

/// Inches that a Team in flight goes farther to a free place at most.
const FARTHER: f64 = 3.0;

/// Inches from one place at which it is seen whether a Team can stay to the next.
const STEP: f64 = 0.1;

/// Inches from wire within which a Team may cross it.
const AT_WIRE: f64 = 1.0;

/// Gap behind wire that was crossed, inches.
const BEHIND_WIRE: f64 = 0.05;

/// Who is near a Team in flight.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pursuers<'p> {
    /// Enemies that stop it.
    pub foes: &'p [Stand],
    /// Enemies that it fought: it passes them.
    pub fought: &'p [Stand],
    /// Friends, through whom it goes.
    pub friends: &'p [Stand],
}

/// How a flight goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flight {
    /// The way to the edge of the table.
    pub way: Way,
    /// Inches of it that are gone.
    pub inches: f64,
    /// Its centre reaches the edge: it leaves the table.
    pub left: bool,
    /// It finds no place among the enemies that it fought: it is destroyed.
    pub lost: bool,
}

impl Flight {
    /// Where it ends.
    #[must_use]
    pub fn end(&self) -> Point {
        self.way.after(self.inches)
    }

    /// Inches at which it enters a minefield, if it comes so far.
    #[must_use]
    pub fn mines(&self) -> Option<f64> {
        self.way.mines.filter(|at| *at <= self.inches)
    }
}

impl Land<'_> {
    /// Straight towards a stand, so many inches at most and no nearer to it or to other enemies than an inch: what a charge does that
    /// falls short (CW-MOV-08). It ends at the last place where there is room.
    #[must_use]
    pub fn advance(&self, stand: &Stand, mover: Mover, towards: &Stand, inches: f64, crowd: &Crowd) -> Way {
        let gap = self.enemy_gap();
        let errand = Errand { stand, mover, foes: crowd.foes, gap, target: None, lines: true };
        let (from, to) = (stand.at(), towards.at());
        let line = Segment::new(from, to);
        let whole = line.length();
        if whole <= 0.0 || inches <= 0.0 {
            return Way::nowhere(from);
        }
        let foes = crowd.foes.iter().chain([towards]).filter_map(|foe| meets(&errand, foe, &line));
        let most = foes.chain(stopped(self, &errand, &line)).fold(whole, f64::min);
        let all = self.way_along(&errand, &[from, to]);
        let allowed = all.inches_for(inches).min(most);
        // Its own target keeps it off as any enemy does.
        let end = self.last_room(stand, mover, &all, allowed, crowd, |_| true);
        if end <= 0.0 { Way::nowhere(from) } else { self.way_along(&errand, &[from, all.after(end)]) }
    }

    /// Across the wire within an inch of a Team that walks, to just behind it; none where there is none, or no room.
    #[must_use]
    pub fn across_wire(&self, stand: &Stand, mover: Mover, crowd: &Crowd) -> Option<Way> {
        if !matches!(mover, Mover::Foot | Mover::Mounted) {
            return None;
        }
        let gap = self.enemy_gap();
        let errand = Errand { stand, mover, foes: crowd.foes, gap, target: None, lines: false };
        let from = stand.at();
        let wires = self.parts().filter(|part| part.piece.kind == Kind::RazorWire).filter_map(|part| {
            let Form::Wall(wall) = part.patch.form() else { return None };
            let near = wall.line().nearest(from);
            (stand.gap_to(near) <= AT_WIRE + REACH).then_some((near, wall.line()))
        });
        for (near, wire) in wires {
            let Some(ahead) = (near - from).unit() else { continue };
            // Square to the wire, also beside its end.
            let square = wire.span().unit()?.left();
            let ahead = if square.dot(ahead) < 0.0 { -square } else { square };
            for beyond in [stand.form.reach() + BEHIND_WIRE, BEHIND_WIRE] {
                let to = rounded(near + ahead * beyond);
                let line = Segment::new(from, to);
                let free = self.room(&stand.moved_to(to), mover, crowd)
                    && stopped(self, &errand, &line).is_none()
                    && !crowd.foes.iter().any(|foe| meets(&errand, foe, &line).is_some());
                if free {
                    return Some(self.way_along(&errand, &[from, to]));
                }
            }
        }
        None
    }
}

impl Ways {
    /// How a Team falls back so many inches: straight to the nearest spot of its own edge, round impassable ground, through friends
    /// . Enemies stop it, but for those that it fought: near them it goes on to the first free place, or is destroyed
    ///
    pub fn flight(
        &mut self,
        land: &Land,
        stand: &Stand,
        mover: Mover,
        edges: &[Segment],
        inches: f64,
        pursuers: &Pursuers,
    ) -> Flight {
        let gap = land.enemy_gap();
        let errand = Errand { stand, mover, foes: &[], gap, target: None, lines: false };
        let from = stand.at();
        let spots = edges.iter().map(|edge| edge.nearest(from));
        let to = spots.min_by(|a, b| from.distance(*a).total_cmp(&from.distance(*b))).unwrap_or(from);
        let way = self.find(land, &errand, to, f64::INFINITY).unwrap_or_else(|| {
            // There is no way round: up to what bars it.
            let line = Segment::new(from, to);
            let until = stopped(land, &errand, &line).unwrap_or(line.length());
            let whole = land.way_along(&errand, &[from, to]);
            land.way_along(&errand, &[from, whole.after((until - GRAZE).max(0.0))])
        });
        let reaches = way.end().distance(to) <= GRAZE;
        let chased = Errand { foes: pursuers.foes, ..errand };
        let (mut before, mut stop) = (0.0, f64::INFINITY);
        for leg in way.legs() {
            let met = pursuers.foes.iter().filter_map(|foe| meets(&chased, foe, &leg));
            stop = met.map(|at| before + at).fold(stop, f64::min);
            before += leg.length();
        }
        let gone = inches.min(way.length()).min(stop);
        if reaches && gone >= way.length() - REACH {
            return Flight { way, inches: way.length(), left: true, lost: false };
        }
        let place = |at: f64| stand.moved_to(way.after(at));
        let near_fought = |at: f64| pursuers.fought.iter().any(|foe| place(at).crowds(foe, gap));
        let free = |at: f64| {
            let place = place(at);
            land.stands(&place, mover) && !pursuers.friends.iter().any(|friend| friend.overlaps(&place))
        };
        if near_fought(gone) {
            let steps = (FARTHER / STEP) as u32;
            let farther = (1..=steps).map(|step| gone + f64::from(step) * STEP);
            let mut farther = farther.filter(|at| *at <= way.length().min(stop));
            return match farther.find(|at| free(*at) && !near_fought(*at)) {
                Some(at) => Flight { way, inches: at, left: false, lost: false },
                None => Flight { way, inches: gone, left: false, lost: true },
            };
        }
        // Where a friend stands in the place it stays behind him.
        let steps = (gone / STEP).ceil() as u32;
        let back = (0..steps).map(|step| gone - f64::from(step) * STEP);
        let inches = back.into_iter().find(|at| free(*at) && !near_fought(*at)).unwrap_or(0.0);
        Flight { way, inches, left: false, lost: false }
    }
}
