//! The Elements that a situation begins with.

use super::script::{read_edge, read_facing};
use super::stage::coordinate;
use crate::game::{Diagnostic, Diagnostics, Node, Side, TableReader};
use crate::rulesets::dogma::army::MOST_ELEMENTS;
use crate::rulesets::dogma::codex::Codex;
use crate::rulesets::dogma::position::{Mark, Stand};
use crate::rulesets::dogma::state::{Formation, Place, Pose, Setup, element_id, side_of};
use crate::tabletop::plane::{Area, Base, Contact, Edge, Facing, Point, Tolerances, contact, overlap};

/// Bases that miss contact, or overlap, by no more than this are put in contact, inches: decimals on paper are rounded.
const ROUNDED: f64 = 0.005;

/// Places of an Element at the start, by key.
const PLACES: [Place; 6] =
    [Place::Undeployed, Place::Table, Place::Aboard, Place::Reserve, Place::Exited, Place::Destroyed];

/// Who is meant: side, and place within it.
pub(super) type Seat = (Side, u8);

/// An Element as the file gives it.
struct Recruit<'n> {
    id: &'n Node,
    name: &'n str,
    at: Option<(Pose, &'n Node)>,
    against: Option<Against<'n>>,
    aboard: Option<&'n Node>,
    stand: Stand,
}

/// A base put in contact with another.
struct Against<'n> {
    node: &'n Node,
    foe: &'n str,
    theirs: Edge,
    mine: Edge,
    /// Inches to the right, seen from the other base, from full contact.
    shift: f64,
    /// Inches between the two.
    gap: f64,
}

/// The Elements of a file.
pub(super) struct Company<'n, 's> {
    pub setup: &'s Setup,
    aggressor: Side,
    deploying: bool,
    recruits: [Vec<Recruit<'n>>; 2],
}

impl<'n, 's> Company<'n, 's> {
    /// Nobody yet; `deploying` says that Elements without a place are still to be deployed.
    pub fn new(setup: &'s Setup, aggressor: Side, deploying: bool) -> Self {
        Self { setup, aggressor, deploying, recruits: [Vec::new(), Vec::new()] }
    }

    pub fn enlist(&mut self, node: &'n Node, faults: &mut Diagnostics) {
        let Some(mut form) = TableReader::open("the unit", node, faults) else { return };
        let codex = &self.setup.codex;
        let id = form.required_node("id");
        let typed = id.map(|id| id.text().and_then(|name| read_type(codex, id, name).map(|found| (id, name, found))));
        let (at, against) = (form.node("at"), form.optional("against", read_against));
        let aboard = form.node("aboard");
        let mine = form.or("edge", Edge::Front, read_edge);
        let (shift, gap) = (form.or("shift", 0.0, coordinate), form.or("gap", 0.0, coordinate));
        let places = PLACES.map(|place| (place.key(), place));
        let place = form.optional("place", |node| node.one_of("place", &places));
        let marks = form
            .or("marks", Vec::new(), |node| node.list()?.iter().map(|mark| mark.one_of("mark", &Mark::ALL)).collect());
        form.close();
        let (id, name, (side, kind)) = match typed {
            Some(Ok(found)) => found,
            Some(Err(fault)) => return faults.push(fault),
            None => return,
        };
        let ahead = if side == self.aggressor { Facing::NORTH } else { Facing::SOUTH };
        let at = at.map(|at| (read_stand(at, ahead), at));
        let at = match at {
            Some((Ok(pose), node)) => Some((pose, node)),
            Some((Err(fault), _)) => return faults.push(fault),
            None => None,
        };
        let against = against.map(|(node, foe, theirs)| Against { node, foe, theirs, mine, shift, gap });
        let usual = match (&at, &against, aboard) {
            (None, None, None) if self.deploying => Place::Undeployed,
            (None, None, Some(_)) => Place::Aboard,
            _ => Place::Table,
        };
        let pose = at.map_or(Pose::new(Point::new(0.0, 0.0), ahead), |(pose, _)| pose);
        let stand = Stand { kind, place: place.unwrap_or(usual), pose, carrier: None, marks };
        self.recruits[side.index()].push(Recruit { id, name, at, against, aboard, stand });
    }

    /// The identifier of the Element at a place: numbered where there are several of a unit.
    fn proper_name(&self, side: Side, place: usize) -> String {
        let recruits = &self.recruits[side.index()];
        let kind = recruits[place].stand.kind;
        let same = |other: &&Recruit<'_>| other.stand.kind == kind;
        let key = &self.setup.codex.units[usize::from(kind)].key;
        match recruits.iter().filter(same).count() {
            1 => format!("{}:{key}", side.letter()),
            _ => format!("{}:{key}-{}", side.letter(), recruits[..=place].iter().filter(same).count()),
        }
    }

    /// The Element that a string names.
    pub fn find(&self, node: &Node) -> Result<Seat, Diagnostic> {
        self.find_name(node, node.text()?)
    }

    fn find_name(&self, node: &Node, name: &str) -> Result<Seat, Diagnostic> {
        for side in Side::BOTH {
            if let Some(place) = self.recruits[side.index()].iter().position(|recruit| recruit.name == name) {
                return Ok((side, place as u8));
            }
        }
        let names = self.recruits.iter().flatten().map(|recruit| recruit.name);
        Err(node.fault(Diagnostic::unknown("unit", name, names)))
    }

    /// The Elements that a list names, one of each side at most.
    pub fn named(&self, node: Option<&Node>, what: &str, faults: &mut Diagnostics) -> [Option<Seat>; 2] {
        let mut found = [None, None];
        let list = match node.map_or(Ok(&[][..]), Node::list) {
            Ok(list) => list,
            Err(fault) => {
                faults.push(fault);
                return found;
            }
        };
        for node in list {
            match self.find(node) {
                Ok((side, place)) if found[side.index()].is_none() => found[side.index()] = Some((side, place)),
                Ok((side, _)) => {
                    faults.push(node.fault(Diagnostic::new(format!("side {} has one {what}", side.letter()))));
                }
                Err(fault) => faults.push(fault),
            }
        }
        found
    }

    /// The Groups that are written down: two to four Elements of one side each, nobody in two.
    pub fn declared(&self, node: &Node) -> Result<Vec<Formation>, Diagnostic> {
        let most = usize::from(self.setup.rules.group_max);
        let mut named: Vec<Seat> = Vec::new();
        let mut groups = Vec::new();
        for node in node.list()? {
            let mut ids = Vec::new();
            for node in node.list()? {
                let seat = self.find(node)?;
                if named.contains(&seat) {
                    return Err(node.fault(Diagnostic::new("it is written down twice").rule("DG-GRP-04")));
                }
                named.push(seat);
                ids.push(element_id(seat.0, usize::from(seat.1)));
            }
            let mixed = ids.iter().any(|id| side_of(*id) != side_of(ids[0]));
            let group = Formation::of(&ids).filter(|group| (2..=most).contains(&group.len()) && !mixed);
            let fault =
                || node.fault(Diagnostic::new(format!("a Group has 2 to {most} units of one side")).rule("DG-GRP-01"));
            groups.push(group.ok_or_else(fault)?);
        }
        Ok(groups)
    }

    /// Checks the Elements against each other, and puts them in their places.
    pub fn assemble(&mut self, faults: &mut Diagnostics) -> [Vec<Stand>; 2] {
        let mut standing: Vec<(Seat, Base)> = Vec::new();
        for side in Side::BOTH {
            if let Some(extra) = self.recruits[side.index()].get(MOST_ELEMENTS) {
                faults.push(extra.id.fault(Diagnostic::new(format!("a side has at most {MOST_ELEMENTS} units"))));
                return Default::default();
            }
            for place in 0..self.recruits[side.index()].len() {
                let (proper, recruit) = (self.proper_name(side, place), &self.recruits[side.index()][place]);
                if recruit.name != proper {
                    let message = format!("this unit is called `{proper}`");
                    let label = "units of one kind are numbered in the order of the file";
                    faults.push(recruit.id.fault(Diagnostic::new(message).label(label).allowing([proper])));
                }
            }
        }
        // Those at a point first, then those that are put against somebody who stands, until nobody can be put down.
        let seats = Side::BOTH
            .into_iter()
            .flat_map(|side| (0..self.recruits[side.index()].len()).map(move |place| (side, place as u8)));
        let mut waiting: Vec<Seat> = seats.filter(|seat| self.recruit(*seat).stand.place == Place::Table).collect();
        waiting.sort_by_key(|seat| self.recruit(*seat).against.is_some());
        while !waiting.is_empty() {
            let ready = |seat: &Seat| self.leans_on(*seat).is_none_or(|on| standing.iter().any(|(up, _)| *up == on));
            let at = waiting.iter().position(ready).unwrap_or(0);
            let seat = waiting.remove(at);
            match self.settle(self.recruit(seat), &standing) {
                Ok(base) => {
                    standing.push((seat, base));
                    self.recruits[seat.0.index()][usize::from(seat.1)].stand.pose = base.into();
                }
                Err(fault) => faults.push(fault),
            }
        }
        for side in Side::BOTH {
            for place in 0..self.recruits[side.index()].len() {
                match self.ride(side, place) {
                    Ok(carrier) => self.recruits[side.index()][place].stand.carrier = carrier,
                    Err(fault) => faults.push(fault),
                }
            }
        }
        [0, 1].map(|side: usize| self.recruits[side].iter().map(|recruit| recruit.stand.clone()).collect())
    }

    fn recruit(&self, seat: Seat) -> &Recruit<'n> {
        &self.recruits[seat.0.index()][usize::from(seat.1)]
    }

    /// The Element that another is put against, if there is such a one.
    fn leans_on(&self, seat: Seat) -> Option<Seat> {
        let against = self.recruit(seat).against.as_ref()?;
        self.find_name(against.node, against.foe).ok()
    }

    /// The base of an Element on the table, put in contact where it all but is.
    fn settle(&self, recruit: &Recruit<'_>, standing: &[(Seat, Base)]) -> Result<Base, Diagnostic> {
        let side = self.setup.side;
        let (base, node) = match (&recruit.at, &recruit.against) {
            (Some((pose, node)), None) => {
                let base = Base::square(pose.centre, pose.facing, side);
                (settle(base, standing.iter().map(|(_, other)| *other)), *node)
            }
            (None, Some(against)) => {
                let seat = self.find_name(against.node, against.foe)?;
                let found = standing.iter().find(|(other, _)| *other == seat);
                let Some((_, foe)) = found else {
                    let message = format!("`{}` does not stand on the table yet", against.foe);
                    return Err(against.node.fault(Diagnostic::new(message)));
                };
                let outward = foe.outward(against.theirs);
                let base = Base::square(foe.centre, foe.facing, side).against(against.mine, foe, against.theirs);
                (base.moved(outward * against.gap + outward.left() * -against.shift), against.node)
            }
            (None, None) => {
                let message = format!("`{}` needs a place: `at`, `against`, `aboard` or `place`", recruit.name);
                return Err(recruit.id.fault(Diagnostic::new(message)));
            }
            (Some(_), Some(against)) => {
                let message = format!("`{}` is either `at` a point or `against` a unit", recruit.name);
                return Err(against.node.fault(Diagnostic::new(message)));
            }
        };
        let table = Area::table(self.setup.size.width, self.setup.size.depth);
        if !table.holds(&base) {
            let message = format!("`{}` is not wholly on the table", recruit.name);
            return Err(node.fault(Diagnostic::new(message).rule("DG-MOV-07")));
        }
        if let Some((seat, _)) = standing.iter().find(|(_, other)| overlap(&base, other)) {
            let other = self.recruits[seat.0.index()][usize::from(seat.1)].name;
            let message = format!("`{}` overlaps `{other}`", recruit.name);
            return Err(node.fault(Diagnostic::new(message).rule("DG-MOV-05")));
        }
        if self.setup.terrain.as_ref().is_some_and(|terrain| terrain.blocks(&base)) {
            let message = format!("`{}` may not stand there", recruit.name);
            return Err(node.fault(Diagnostic::new(message).rule("DG-MOV-06")));
        }
        Ok(base)
    }

    /// The APC that an Element rides in, or got off.
    fn ride(&self, side: Side, place: usize) -> Result<Option<u8>, Diagnostic> {
        let recruit = &self.recruits[side.index()][place];
        let Some(node) = recruit.aboard else {
            if recruit.stand.place == Place::Aboard {
                return Err(recruit.id.fault(Diagnostic::new(format!("`{}` rides in nothing", recruit.name))));
            }
            return Ok(None);
        };
        let (owner, carrier) = self.find(node)?;
        let apc = &self.recruits[owner.index()][usize::from(carrier)];
        let profile = |recruit: &Recruit<'_>| self.setup.profiles[usize::from(recruit.stand.kind)];
        if owner != side || !profile(apc).carries || !profile(recruit).may_ride {
            let message = format!("`{}` cannot ride in `{}`", recruit.name, apc.name);
            return Err(node.fault(Diagnostic::new(message).rule("DG-APC-01")));
        }
        let earlier = self.recruits[side.index()][..place].iter().filter(|other| {
            other.stand.place == Place::Aboard && other.aboard.is_some_and(|node| node.text() == Ok(apc.name))
        });
        let room = usize::from(self.setup.codex.numbers.apc_capacity);
        if recruit.stand.place == Place::Aboard && earlier.count() >= room {
            let message = format!("`{}` has room for {room}", apc.name);
            return Err(node.fault(Diagnostic::new(message).rule("DG-APC-02")));
        }
        Ok(Some(carrier))
    }
}

/// Where a base stands: x and y, and degrees clockwise from north unless it faces the enemy edge.
fn read_stand(node: &Node, ahead: Facing) -> Result<Pose, Diagnostic> {
    match node.list()? {
        [x, y] => Ok(Pose::new(Point::new(coordinate(x)?, coordinate(y)?), ahead)),
        [x, y, facing] => Ok(Pose::new(Point::new(coordinate(x)?, coordinate(y)?), read_facing(facing)?)),
        _ => {
            Err(node
                .fault(Diagnostic::new("a place is x and y, or x, y and a facing").allowing(["[x, y]", "[x, y, 90]"])))
        }
    }
}

/// The edge of another unit, as `B:mbt front`.
fn read_against(node: &Node) -> Result<(&Node, &str, Edge), Diagnostic> {
    let text = node.text()?;
    let edges = [("front", Edge::Front), ("left", Edge::Left), ("rear", Edge::Rear), ("right", Edge::Right)];
    let (unit, edge) = text.rsplit_once(' ').unwrap_or((text, "front"));
    let found = edges.iter().find(|(key, _)| *key == edge);
    let (_, edge) = found.ok_or_else(|| node.fault(Diagnostic::unknown("edge", edge, edges.map(|(key, _)| key))))?;
    Ok((node, unit, *edge))
}

/// Side and unit of an Element, from an identifier such as `A:sht` or `B:mbt-2`.
fn read_type(codex: &Codex, node: &Node, id: &str) -> Result<(Side, u8), Diagnostic> {
    let shape = || {
        let fault = Diagnostic::new(format!("`{id}` is no identifier of a unit"));
        node.fault(fault.allowing(["side and unit, such as A:sht", "a number for several of a kind: B:mbt-2"]))
    };
    let (side, name) = id.split_once(':').ok_or_else(shape)?;
    let side = match side {
        "A" => Side::A,
        "B" => Side::B,
        _ => return Err(shape()),
    };
    let find = |name: &str| codex.units.iter().position(|unit| unit.key == name);
    let numbered = || name.rsplit_once('-').filter(|(_, number)| number.parse::<u8>().is_ok());
    let kind = find(name).or_else(|| numbered().and_then(|(name, _)| find(name)));
    let keys = codex.units.iter().map(|unit| unit.key.as_str());
    kind.map(|kind| (side, kind as u8)).ok_or_else(|| node.fault(Diagnostic::unknown("unit", name, keys)))
}

/// Puts a base that misses full contact with another by a rounding into it.
pub(super) fn settle(base: Base, others: impl IntoIterator<Item = Base>) -> Base {
    let tolerances = Tolerances { contact: ROUNDED, full_contact: ROUNDED };
    let touched = others.into_iter().find_map(|other| match contact(&base, &other, &tolerances) {
        Contact::Full { mine, theirs } => Some(base.against(mine, &other, theirs)),
        _ => None,
    });
    touched.unwrap_or(base)
}
