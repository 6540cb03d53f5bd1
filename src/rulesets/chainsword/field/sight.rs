//! Lines of sight and cover (CW-GEO-03, R-96 to ).

use super::{Land, Part, REACH, Stand};
use crate::rulesets::chainsword::terrain::{Kind, MOST_PIECES, Screen};
use crate::tabletop::plane::{Form, Outline, Patch, Point, Segment, nearest_line};

/// Cover save behind a vehicle.
const BEHIND_A_HULL: u8 = 5;

/// Inches by which a line may cross more woods than hide: rounding.
const HAIR: f64 = 1e-6;

/// Inches from a shooter within which walls and hulls cover nobody from him.
const AT_HAND: f64 = 1.0;

/// Stands for no save when the best is sought.
const NONE: u8 = u8::MAX;

/// Who is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Where it stands.
    pub stand: Stand,
    /// It is infantry: vehicles and wrecks on the line cover it.
    pub infantry: bool,
}

/// The straight line between the nearest points of two stands: the same one seen from both ends.
#[must_use]
pub fn line_between(from: &Stand, to: &Stand) -> Segment {
    let (a, b) = (from.at(), to.at());
    if let (Form::Disc(one), Form::Disc(other)) = (from.form, to.form) {
        let apart = a.distance(b);
        if apart <= one.radius + other.radius {
            let middle = a.midpoint(b);
            return Segment::new(middle, middle);
        }
        let along = (b - a) * (1.0 / apart);
        return Segment::new(a + along * one.radius, b - along * other.radius);
    }
    // Of several shortest lines it takes the first: begun at the same end, that is one line.
    if (b.x, b.y) < (a.x, a.y) {
        let line = nearest_line(&to.form, &from.form);
        Segment::new(line.end, line.start)
    } else {
        nearest_line(&from.form, &to.form)
    }
}

impl Land<'_> {
    /// Whether there is a line of sight between two stands.
    #[must_use]
    pub fn sees(&self, from: &Stand, to: &Stand) -> bool {
        let line = line_between(from, to);
        let length = line.length();
        if length == 0.0 {
            return true;
        }
        if length > self.farthest + REACH {
            return false;
        }
        let (a, b) = (from.at(), to.at());
        let mut woods = 0.0;
        for part in self.parts() {
            if part.screen == Screen::Open {
                continue;
            }
            let Some(cut) = part.patch.cut(&line) else { continue };
            if part.screen == Screen::Deep {
                woods += cut.until - cut.from;
                if woods > self.field.woods_depth + HAIR {
                    return false;
                }
            } else if !part.patch.contains(a) && !part.patch.contains(b) {
                return false;
            }
        }
        !self.burning().any(|part| part.patch.contains(line.start) || part.patch.cut(&line).is_some())
    }

    /// Cover save of a target from a shooter, be it seen or not; 0 for none. The vehicles on the table cover infantry; shooter
    /// and target may be among them.
    #[must_use]
    pub fn cover(&self, from: &Stand, target: &Target, hulls: &[Stand]) -> u8 {
        let (a, b) = (from.at(), target.stand.at());
        let own = self.cover_at(b);
        let Some(lines) = lines_to(a, &target.stand) else { return own };
        let on_hill = self.parts().any(|part| part.screen == Screen::Crest && part.patch.contains(a));
        let mut best = [NONE; 3];
        let mut crossed = |patch: &Patch, save: u8| {
            for (line, best) in lines.iter().zip(&mut best) {
                if save < *best && patch.cut(line).is_some() {
                    *best = save;
                }
            }
        };
        for part in self.parts().filter(|part| part.behind && part.cover > 0) {
            let low = matches!(part.piece.kind, Kind::Scrub | Kind::Wall | Kind::Barricade | Kind::Wreck);
            let counts = !(low && on_hill)
                && (part.piece.kind != Kind::Wreck || target.infantry)
                && !part.patch.is_off(&lines[0], target.stand.form.reach())
                && !part.patch.contains(a)
                && !(part.covers_nobody_at_hand() && from.is_within(AT_HAND, &Stand { form: *part.patch.form() }));
            if counts {
                crossed(&part.patch, part.cover);
            }
        }
        if target.infantry && !on_hill {
            let reach = target.stand.form.reach();
            for hull in hulls {
                let far = lines[0].keeps_off(hull.at(), hull.form.reach() + reach);
                if !far && !from.is_within(AT_HAND, hull) {
                    crossed(&Patch::new(hull.form), BEHIND_A_HULL);
                }
            }
        }
        best.sort_unstable();
        // So many of the three lines must cross cover.
        match (own, best[usize::from(self.field.cover_lines.clamp(1, 3)) - 1]) {
            (own, NONE) => own,
            (0, behind) => behind,
            (own, behind) => own.min(behind),
        }
    }

    /// What who stands at one point sees of who stands at another, by the one line between both and by what lies on the table from
    /// the beginning or was laid since, burning pieces left out: its cover save, 0 for none; nothing where it is hidden. Plans go by
    /// it; shots go by [`sight`](Self::sight).
    #[must_use]
    pub fn glimpse(&self, from: Point, to: Point) -> Option<u8> {
        self.glimpse_before(from, to, self.laid())
    }

    /// The same as it was when only so many pieces had been laid.
    #[must_use]
    pub fn glimpse_before(&self, from: Point, to: Point, laid: usize) -> Option<u8> {
        self.glimpse_among(from, to, laid, u128::MAX)
    }

    /// The same where only these of the pieces that lie on the table from the beginning may be on the line ([`Between`]).
    #[must_use]
    pub fn glimpse_among(&self, from: Point, to: Point, laid: usize, among: u128) -> Option<u8> {
        let line = Segment::new(from, to);
        let (mut woods, mut save) = (0.0, NONE);
        for part in among_parts(&self.field.parts, among).chain(&self.additions.parts[..laid]) {
            let covers = part.cover > 0;
            if (part.screen == Screen::Open && !covers) || part.patch.is_off(&line, 0.0) {
                continue;
            }
            let holds = covers && part.patch.contains(to);
            if holds {
                save = save.min(part.cover);
            }
            let Some(cut) = part.patch.cut(&line) else { continue };
            let own = part.patch.contains(from);
            match part.screen {
                Screen::Open => {}
                Screen::Deep => {
                    woods += cut.until - cut.from;
                    if woods > self.field.woods_depth + HAIR {
                        return None;
                    }
                }
                _ if !own && !holds && !part.patch.contains(to) => return None,
                _ => {}
            }
            let at_hand = part.covers_nobody_at_hand() && cut.from <= AT_HAND;
            if covers && part.behind && !own && !at_hand {
                save = save.min(part.cover);
            }
        }
        Some(if save == NONE { 0 } else { save })
    }

    /// Whether a shooter sees a target, and the cover save that it has then, 0 for none (CW-GEO-03).
    #[must_use]
    pub fn sight(&self, from: &Stand, target: &Target, hulls: &[Stand]) -> Option<u8> {
        self.sees(from, &target.stand).then(|| self.cover(from, target, hulls))
    }
}

/// Of some parts those of a set, a bit each, in order.
fn among_parts(parts: &[Part], among: u128) -> impl Iterator<Item = &Part> {
    let mut left = if parts.len() < MOST_PIECES { among & ((1 << parts.len()) - 1) } else { among };
    std::iter::from_fn(move || {
        let next = left.trailing_zeros() as usize;
        left &= left.wrapping_sub(1);
        parts.get(next)
    })
}

/// Which pieces of a field may be on the line between two places of a lattice, and hide or cover who is at its end.
#[derive(Clone, Debug, Default)]
pub struct Between {
    /// Of columns, and of rows: the pieces that do not lie beyond each to the east or the north, and to the west or the south.
    sides: [Vec<[u128; 2]>; 2],
}

impl Between {
    /// That of a lattice, by where its columns and rows are.
    pub fn survey(&mut self, land: &Land<'_>, lattice: [&[f64]; 2]) {
        for (axis, (sides, lines)) in self.sides.iter_mut().zip(lattice).enumerate() {
            sides.clear();
            sides.resize(lines.len(), [0; 2]);
            for (number, part) in land.field.parts.iter().enumerate() {
                if part.screen == Screen::Open && part.cover == 0 {
                    continue;
                }
                let extent = part.patch.extent();
                let [least, most] = if axis == 0 { [extent[0].x, extent[1].x] } else { [extent[0].y, extent[1].y] };
                for (sides, at) in sides.iter_mut().zip(lines) {
                    sides[0] |= u128::from(*at >= least) << number;
                    sides[1] |= u128::from(*at <= most) << number;
                }
            }
        }
    }

    /// Those between two places, each by its column and its row.
    #[must_use]
    pub fn of(&self, from: [usize; 2], to: [usize; 2]) -> u128 {
        let between = |axis: usize| {
            let sides = &self.sides[axis];
            sides[from[axis].max(to[axis])][0] & sides[from[axis].min(to[axis])][1]
        };
        between(0) & between(1)
    }
}

/// The lines from a point to the centre of a stand and to the ends of its outline square to that; none from its centre.
fn lines_to(from: Point, stand: &Stand) -> Option<[Segment; 3]> {
    let middle = stand.at();
    let across = (middle - from).unit()?.left();
    let half = match stand.form {
        Form::Disc(disc) => disc.radius,
        Form::Base(base) => {
            let out = |axis: f64, half: f64| if axis == 0.0 { f64::INFINITY } else { half / axis.abs() };
            let right = out(across.dot(base.facing.right()), base.half_width);
            right.min(out(across.dot(base.facing.ahead()), base.half_depth))
        }
        Form::Wall(_) => 0.0,
    };
    Some([middle, middle + across * half, middle - across * half].map(|end| Segment::new(from, end)))
}
