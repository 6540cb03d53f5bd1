//! What pieces are made of: walls, slabs and volumes in lines of sight, ground, levels, and faces to climb.

use super::plan::Plan;
use crate::rulesets::darkpotential::combat::Grade;
use crate::rulesets::darkpotential::terrain::{
    Category, DOOR, GAP, PARAPET, Piece, SIDES, WALL, WALL_PER_WINDOW, WINDOW,
};
use crate::tabletop::plane::{Base, Disc, Edge, Facing, Segment, Shape, Vector, Wall, overlap};

/// Stands for no building.
pub(super) const NO_BUILDING: u8 = u8::MAX;

/// Something convex that stands in lines of sight.
#[derive(Clone, Debug)]
pub(super) struct Screen {
    pub plan: Plan,
    pub bottom: f64,
    pub top: f64,
}

/// A wall, slab, footprint or volume: a piece of its own where cover and contact are judged.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// What of it stands in lines of sight.
    pub screens: Vec<Screen>,
    /// All of it in plan.
    pub plan: Plan,
    pub bottom: f64,
    pub top: f64,
    pub grade: Grade,
    /// Hides without blocking.
    pub obscures: bool,
    /// The building of which it is a wall.
    pub building: u8,
}

/// The parts of a piece, with what is looked at first: all lie on its outline, and none above `top`.
#[derive(Clone, Debug)]
pub(super) struct Plot {
    pub plan: Plan,
    pub top: f64,
    /// Whether any of them blocks.
    pub blocks: bool,
    pub parts: Vec<Part>,
}

/// Area terrain.
#[derive(Clone, Debug)]
pub(super) struct AreaGround {
    pub outline: Shape,
    pub plan: Plan,
    pub grade: Grade,
    pub difficult: bool,
}

/// A level above the ground on which models stand: a roof, an upper floor, the top of a rock.
#[derive(Clone, Debug)]
pub(super) struct Level {
    /// Where whole bases have to be.
    pub room: Base,
    pub plan: Plan,
    pub height: f64,
}

/// A hill: its top is part of the ground, reached over its slopes.
#[derive(Clone, Debug)]
pub(super) struct Hill {
    pub plan: Plan,
    pub height: f64,
    /// Its long sides.
    pub faces: [Segment; 2],
}

impl Hill {
    /// Whether a base stands across one of its faces.
    pub(super) fn is_astride(&self, disc: &Disc) -> bool {
        let is_near = |face: &Segment| !face.keeps_off(disc.centre, disc.radius);
        self.faces.iter().any(|face| is_near(face) && overlap(disc, &Wall::new(*face)))
    }
}

/// A linear obstacle.
#[derive(Clone, Debug)]
pub(super) struct Obstacle {
    pub rectangle: Base,
    pub plan: Plan,
    pub thickness: f64,
}

/// What bars the way.
#[derive(Clone, Debug)]
pub(super) struct Bar {
    pub rectangle: Base,
    pub plan: Plan,
}

impl From<Base> for Bar {
    fn from(rectangle: Base) -> Self {
        Self { rectangle, plan: Plan::from(&rectangle) }
    }
}

/// A face that is climbed where a base touches it.
#[derive(Clone, Debug)]
pub(super) struct Face {
    /// The face in plan; the side from which it is climbed is on the right of the way from start to end.
    pub line: Segment,
    /// Inches to climb, one way.
    pub height: f64,
    /// Inches in plan between the face and what lies behind it: a wall to be stepped over.
    pub thickness: f64,
    /// Level at its foot and at its top.
    pub levels: [u8; 2],
    /// Nobody stands on the top: it is crossed to the ground behind it.
    pub over: bool,
}

/// Everything that pieces are made of.
#[derive(Clone, Debug, Default)]
pub(super) struct Structure {
    /// How long an inch of walls and openings is.
    inch: f64,
    pub plots: Vec<Plot>,
    pub areas: Vec<AreaGround>,
    /// Rooms of buildings, at the ground; the index is that of the building.
    pub rooms: Vec<Plan>,
    /// Levels from 1 on.
    pub levels: Vec<Level>,
    pub hills: Vec<Hill>,
    pub obstacles: Vec<Obstacle>,
    pub faces: Vec<Face>,
    /// What bars the way on the ground.
    pub bars: Vec<Bar>,
    /// Ground that no model stands on, blocks apart: what is inside them is their level.
    pub solids: Vec<Plan>,
}

/// The outline of a piece.
fn plan_of(piece: &Piece) -> Plan {
    Plan::of(&piece.rectangle, &piece.outline)
}

/// The rectangle on the inner side of a part of an edge: from and until so many inches along it, so deep.
fn strip(edge: &Segment, from: f64, until: f64, depth: f64) -> Base {
    let along = edge.span() * (1.0 / edge.length());
    let outward = along.right();
    let middle = edge.start + along * (0.5 * (from + until)) - outward * (0.5 * depth);
    let facing = Facing::along(outward).expect("an edge has a length");
    Base { centre: middle, facing, half_width: 0.5 * (until - from), half_depth: 0.5 * depth }
}

/// A part of an edge.
fn stretch(edge: &Segment, from: f64, until: f64) -> Segment {
    let along = edge.span() * (1.0 / edge.length());
    Segment::new(edge.start + along * from, edge.start + along * until)
}

impl Part {
    fn new(plan: Plan, bottom: f64, top: f64, grade: Grade) -> Self {
        let screens = vec![Screen { plan: plan.clone(), bottom, top }];
        Self { screens, plan, bottom, top, grade, obscures: false, building: NO_BUILDING }
    }
}

impl Structure {
    /// What pieces are made of that are measured in units of which so many make an inch.
    pub(super) fn of(pieces: &[Piece], inch: f64) -> Self {
        let mut all = Self { inch, ..Self::default() };
        pieces.iter().for_each(|piece| all.add(piece));
        all
    }

    fn add(&mut self, piece: &Piece) {
        let mut parts = Vec::new();
        match piece.kind.category {
            Category::Area => parts.extend(self.add_area(piece)),
            Category::Ruin => self.add_ruin(piece, &mut parts),
            Category::Building => self.add_building(piece, &mut parts),
            Category::Hill => parts.push(self.add_hill(piece)),
            Category::Solid => parts.push(self.add_solid(piece)),
            Category::Linear => parts.push(self.add_obstacle(piece)),
            Category::HighWall => parts.push(self.add_high_wall(piece)),
        }
        if !parts.is_empty() {
            let top = parts.iter().map(|part| part.top).fold(0.0, f64::max);
            let blocks = parts.iter().any(|part| !part.obscures);
            self.plots.push(Plot { plan: plan_of(piece), top, blocks, parts });
        }
    }

    fn add_area(&mut self, piece: &Piece) -> Option<Part> {
        let kind = &piece.kind;
        let (outline, plan) = (piece.outline.clone(), plan_of(piece));
        self.areas.push(AreaGround { outline, plan, grade: kind.grade, difficult: kind.difficult });
        let part = || Part { obscures: true, ..Part::new(plan_of(piece), 0.0, kind.height, kind.grade) };
        (kind.obscures && kind.height > 0.0).then(part)
    }

    fn add_level(&mut self, room: Base, height: f64) -> u8 {
        self.levels.push(Level { room, plan: Plan::from(&room), height });
        u8::try_from(self.levels.len()).expect("there are fewer levels than pieces")
    }

    fn add_ruin(&mut self, piece: &Piece, parts: &mut Vec<Part>) {
        let kind = &piece.kind;
        let storey = kind.height;
        let [wall_depth, gap, parapet] = [WALL, GAP, PARAPET].map(|inches| inches * self.inch);
        parts.extend(self.add_area(piece));
        let base = &piece.rectangle;
        // The half along one wall, as far in as the middle, and what of it is no wall.
        let beside = |side: Edge| [side.quarters() + 1, side.quarters() - 1].map(|at| SIDES[at.rem_euclid(4) as usize]);
        let half = strip(&base.edge(piece.floor), 0.0, base.edge(piece.floor).length(), base.half_across(piece.floor));
        let [clockwise, counter] = beside(piece.floor);
        let [near_start, near_end] =
            [clockwise, counter].map(|side| if piece.has_wall(side) { wall_depth } else { 0.0 });
        let floor_edge = base.edge(piece.floor);
        // Edges run counter-clockwise: at the start of the floor's edge lies the side clockwise of it.
        let length = floor_edge.length();
        let inner = strip(&floor_edge, near_start, length - near_end, base.half_across(piece.floor));
        let step = inner.facing.ahead() * (0.5 * wall_depth);
        let room = Base { centre: inner.centre - step, half_depth: inner.half_depth - 0.5 * wall_depth, ..inner };
        let level = self.add_level(room, storey);
        parts.push(Part::new(Plan::from(&half), storey - wall_depth, storey, kind.grade));

        for side in SIDES {
            let edge = base.edge(side);
            let length = edge.length();
            let middle = 0.5 * length;
            let stretches = [(0.0, middle - 0.5 * gap), (middle + 0.5 * gap, length)];
            // Which of both stretches bound the floor.
            let bound = if side == piece.floor {
                [true, true]
            } else if side == clockwise {
                // Its end meets the start of the floor's edge.
                [false, true]
            } else if side == counter {
                [true, false]
            } else {
                [false, false]
            };
            let halves = [(0.0, middle), (middle, length)];
            for at in 0..2 {
                let (from, until) = stretches[at];
                if !piece.has_wall(side) {
                    if bound[at] {
                        let (from, until) = halves[at];
                        self.faces.push(Face::onto(stretch(&edge, from, until), storey, 0.0, level));
                    }
                    continue;
                }
                if until <= from {
                    continue;
                }
                let wall = strip(&edge, from, until, wall_depth);
                let line = stretch(&edge, from, until);
                let top = if bound[at] { storey + parapet } else { storey };
                if bound[at] {
                    self.faces.push(Face::onto(line, top, wall_depth, level));
                } else {
                    self.add_crossing(line, storey, wall_depth);
                }
                self.bars.push(Bar::from(wall));
                parts.push(Part::new(Plan::from(&wall), 0.0, top, kind.grade));
            }
        }
        // The open edge across the middle, climbed from the half without a floor.
        let inside = -room.facing.ahead();
        let (middle, half) = (room.centre + inside * room.half_depth, inside.left() * room.half_width);
        self.faces.push(Face::onto(Segment::new(middle - half, middle + half), storey, 0.0, level));
    }

    /// A wall that is crossed in one go, from both sides.
    fn add_crossing(&mut self, line: Segment, height: f64, thickness: f64) {
        let outward = line.span().unit().map_or(Vector::ZERO, Vector::right);
        let back = Segment::new(line.end - outward * thickness, line.start - outward * thickness);
        for line in [line, back] {
            self.faces.push(Face { line, height, thickness, levels: [0, 0], over: true });
        }
    }

    fn add_building(&mut self, piece: &Piece, parts: &mut Vec<Part>) {
        let (kind, base) = (&piece.kind, &piece.rectangle);
        let height = kind.height;
        let wall = WALL * self.inch;
        let building = self.rooms.len() as u8;
        let room = Base { half_width: base.half_width - wall, half_depth: base.half_depth - wall, ..*base };
        self.rooms.push(Plan::from(&room));
        for side in SIDES {
            let edge = base.edge(side);
            let door = piece.is_long(side);
            let screens = wall_with_openings(&edge, height, door, self.inch);
            let plan = Plan::from(&strip(&edge, 0.0, edge.length(), wall));
            parts.push(Part { screens, building, ..Part::new(plan, 0.0, height, kind.grade) });
            let (length, half) = (edge.length(), 0.5 * DOOR[0] * self.inch);
            let barred = if door {
                vec![(0.0, 0.5 * length - half), (0.5 * length + half, length)]
            } else {
                vec![(0.0, length)]
            };
            self.bars.extend(barred.into_iter().map(|(from, until)| Bar::from(strip(&edge, from, until, wall))));
        }
        parts.push(Part::new(plan_of(piece), height - wall, height, kind.grade));
        self.add_top(piece);
    }

    /// The top of a block, climbed from all sides.
    fn add_top(&mut self, piece: &Piece) {
        let level = self.add_level(piece.rectangle, piece.kind.height);
        for side in SIDES {
            self.faces.push(Face::onto(piece.rectangle.edge(side), piece.kind.height, 0.0, level));
        }
    }

    fn add_hill(&mut self, piece: &Piece) -> Part {
        let mut long = SIDES.into_iter().filter(|side| piece.is_long(*side)).map(|side| piece.rectangle.edge(side));
        let faces: [Segment; 2] = std::array::from_fn(|_| long.next().expect("two sides are long"));
        for line in faces {
            self.faces.push(Face { levels: [0, 0], ..Face::onto(line, piece.kind.height, 0.0, 0) });
        }
        self.hills.push(Hill { plan: plan_of(piece), height: piece.kind.height, faces });
        Part::new(plan_of(piece), 0.0, piece.kind.height, piece.kind.grade)
    }

    fn add_solid(&mut self, piece: &Piece) -> Part {
        self.bars.push(Bar::from(piece.rectangle));
        self.solids.push(plan_of(piece));
        self.add_top(piece);
        Part::new(plan_of(piece), 0.0, piece.kind.height, piece.kind.grade)
    }

    fn add_obstacle(&mut self, piece: &Piece) -> Part {
        let thickness = 2.0 * piece.rectangle.half_depth.min(piece.rectangle.half_width);
        let (rectangle, plan) = (piece.rectangle, plan_of(piece));
        self.obstacles.push(Obstacle { rectangle, plan, thickness });
        let part = Part::new(plan_of(piece), 0.0, piece.kind.height, piece.kind.grade);
        Part { obscures: piece.kind.obscures, ..part }
    }

    fn add_high_wall(&mut self, piece: &Piece) -> Part {
        self.bars.push(Bar::from(piece.rectangle));
        let base = &piece.rectangle;
        for side in SIDES.into_iter().filter(|side| piece.is_long(*side)) {
            let (line, thickness) = (base.edge(side), 2.0 * base.half_across(side));
            self.faces.push(Face { line, height: piece.kind.height, thickness, levels: [0, 0], over: true });
        }
        Part::new(plan_of(piece), 0.0, piece.kind.height, piece.kind.grade)
    }
}

impl Face {
    /// A face that leads up from the ground onto a level.
    fn onto(line: Segment, height: f64, thickness: f64, level: u8) -> Self {
        Self { line, height, thickness, levels: [0, level], over: false }
    }
}

/// The solid parts of a wall with windows, and a door in its middle.
fn wall_with_openings(edge: &Segment, height: f64, door: bool, inch: f64) -> Vec<Screen> {
    let length = edge.length();
    let (door_size, window) = (DOOR.map(|inches| inches * inch), WINDOW.map(|inches| inches * inch));
    let windows = (length / (WALL_PER_WINDOW * inch) + 1e-9) as u32;
    let mut openings: Vec<(f64, f64, f64, f64)> = Vec::new();
    let middle = 0.5 * length;
    if door {
        openings.push((middle - 0.5 * door_size[0], middle + 0.5 * door_size[0], 0.0, door_size[1]));
    }
    for at in 0..windows {
        let centre = (f64::from(at) + 0.5) * length / f64::from(windows);
        let (from, until) = (centre - 0.5 * window[0], centre + 0.5 * window[0]);
        // A window where the door is, is the door.
        if openings.iter().all(|(door_from, door_until, ..)| until <= *door_from + 1e-9 || from >= *door_until - 1e-9) {
            openings.push((from, until, window[1], window[2]));
        }
    }
    openings.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut screens = Vec::new();
    let mut add = |from: f64, until: f64, bottom: f64, top: f64| {
        if until - from > 1e-9 && top - bottom > 1e-9 {
            screens.push(Screen { plan: Plan::from(&strip(edge, from, until, WALL * inch)), bottom, top });
        }
    };
    let mut at = 0.0;
    for (from, until, bottom, top) in openings {
        add(at, from, 0.0, height);
        add(from, until, 0.0, bottom.min(height));
        add(from, until, top, height);
        at = until;
    }
    add(at, length, 0.0, height);
    screens
}
