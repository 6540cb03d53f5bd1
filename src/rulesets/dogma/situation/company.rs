//! The Elements that a situation begins with.

use crate::game::situation::{Listed, UnitList, value};
use crate::game::{Diagnostic, Diagnostics, Node, Side, TableReader};
use crate::rulesets::dogma::army::MOST_ELEMENTS;
use crate::rulesets::dogma::notation::{EDGES, coordinate, read_edge, read_facing};
use crate::rulesets::dogma::position::{MARKS, Stand};
use crate::rulesets::dogma::state::{Formation, Place, Pose, Setup, element_id, side_of};
use crate::tabletop::plane::{Area, Base, Contact, Edge, Facing, Point, Tolerances, contact, overlap};

/// Bases that miss contact, or overlap, by no more than this are put in contact, inches: decimals on paper are rounded.
const ROUNDED: f64 = 0.005;

/// What an identifier looks like.
const IDENTIFIERS: [&str; 2] = ["side and unit, such as A:sht", "a number for several of a kind: B:mbt-2"];

/// Who is meant: side, and place within it.
type Seat = (Side, u8);

/// What the file says of an Element.
pub(super) struct Recruit<'n> {
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
    kinds: Vec<&'s str>,
    pub units: UnitList<'n, Recruit<'n>>,
}

impl<'n, 's> Company<'n, 's> {
    /// Reads the list of units; `deploying` says that Elements without a place are still to be deployed.
    pub fn read(
        units: Option<&'n Node>,
        setup: &'s Setup,
        aggressor: Side,
        deploying: bool,
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let kinds: Vec<&str> = setup.codex.units.iter().map(|unit| unit.key.as_str()).collect();
        let units = UnitList::read(units, &kinds, IDENTIFIERS, diagnostics, |side, kind, table| {
            let ahead = if side == aggressor { Facing::NORTH } else { Facing::SOUTH };
            Recruit::read(kind, ahead, deploying, table)
        });
        Self { setup, kinds, units }
    }

    /// The Groups that are written down: two to four Elements of one side each, nobody in two.
    pub fn declared(&self, node: &Node) -> Result<Vec<Formation>, Diagnostic> {
        let most = usize::from(self.setup.rules.group_max);
        let mut named: Vec<Seat> = Vec::new();
        let mut groups = Vec::new();
        for node in node.list()? {
            let mut ids = Vec::new();
            for node in node.list()? {
                let seat = self.units.find(node)?;
                if named.contains(&seat) {
                    return Err(node.locate(Diagnostic::new("it is written down twice").rule("DG-GRP-04")));
                }
                named.push(seat);
                ids.push(element_id(seat.0, usize::from(seat.1)));
            }
            let mixed = ids.iter().any(|id| side_of(*id) != side_of(ids[0]));
            let group = Formation::of(&ids).filter(|group| (2..=most).contains(&group.len()) && !mixed);
            let diagnostic =
                || node.locate(Diagnostic::new(format!("a Group has 2 to {most} units of one side")).rule("DG-GRP-01"));
            groups.push(group.ok_or_else(diagnostic)?);
        }
        Ok(groups)
    }

    /// Checks the Elements against each other, and puts them in their places.
    pub fn assemble(&mut self, diagnostics: &mut Diagnostics) -> [Vec<Stand>; 2] {
        let mut standing: Vec<(Seat, Base)> = Vec::new();
        self.units.check_names(&self.kinds, MOST_ELEMENTS, "units of one kind", diagnostics);
        if self.units.sides.iter().any(|units| units.len() > MOST_ELEMENTS) {
            return Default::default();
        }
        // Those at a point first, then those that are put against somebody who stands, until nobody can be put down.
        let mut waiting: Vec<Seat> = self.units.seats().collect();
        waiting.retain(|seat| self.recruit(*seat).stand.place == Place::Table);
        waiting.sort_by_key(|seat| self.recruit(*seat).against.is_some());
        while !waiting.is_empty() {
            let ready = |seat: &Seat| self.leans_on(*seat).is_none_or(|on| standing.iter().any(|(up, _)| *up == on));
            let at = waiting.iter().position(ready).unwrap_or(0);
            let seat = waiting.remove(at);
            match self.settle(self.units.get(seat), &standing) {
                Ok(base) => {
                    standing.push((seat, base));
                    self.units.get_mut(seat).unit.stand.pose = base.into();
                }
                Err(diagnostic) => diagnostics.push(diagnostic),
            }
        }
        for seat in self.units.seats().collect::<Vec<_>>() {
            match self.ride(seat) {
                Ok(carrier) => self.units.get_mut(seat).unit.stand.carrier = carrier,
                Err(diagnostic) => diagnostics.push(diagnostic),
            }
        }
        [0, 1].map(|side: usize| self.units.sides[side].iter().map(|listed| listed.unit.stand.clone()).collect())
    }

    fn recruit(&self, seat: Seat) -> &Recruit<'n> {
        &self.units.get(seat).unit
    }

    /// The Element that another is put against, if there is such a one.
    fn leans_on(&self, seat: Seat) -> Option<Seat> {
        let against = self.recruit(seat).against.as_ref()?;
        self.units.find_name(against.node, against.foe).ok()
    }

    /// The base of an Element on the table, put in contact where it all but is.
    fn settle(&self, listed: &Listed<'_, Recruit<'_>>, standing: &[(Seat, Base)]) -> Result<Base, Diagnostic> {
        let side = self.setup.side;
        let (base, node) = match (&listed.unit.at, &listed.unit.against) {
            (Some((pose, node)), None) => {
                let base = Base::square(pose.centre, pose.facing, side);
                (settle(base, standing.iter().map(|(_, other)| *other)), *node)
            }
            (None, Some(against)) => {
                let seat = self.units.find_name(against.node, against.foe)?;
                let found = standing.iter().find(|(other, _)| *other == seat);
                let Some((_, foe)) = found else {
                    let message = format!("`{}` does not stand on the table yet", against.foe);
                    return Err(against.node.locate(Diagnostic::new(message)));
                };
                let outward = foe.outward(against.theirs);
                let base = Base::square(foe.centre, foe.facing, side).against(against.mine, foe, against.theirs);
                (base.moved(outward * against.gap + outward.left() * -against.shift), against.node)
            }
            (None, None) => {
                let message = format!("`{}` needs a place: `at`, `against`, `aboard` or `place`", listed.name);
                return Err(listed.id.locate(Diagnostic::new(message)));
            }
            (Some(_), Some(against)) => {
                let message = format!("`{}` is either `at` a point or `against` a unit", listed.name);
                return Err(against.node.locate(Diagnostic::new(message)));
            }
        };
        let table = Area::table(self.setup.size.width, self.setup.size.depth);
        if !table.holds(&base) {
            let message = format!("`{}` is not wholly on the table", listed.name);
            return Err(node.locate(Diagnostic::new(message).rule("DG-MOV-07")));
        }
        if let Some((seat, _)) = standing.iter().find(|(_, other)| overlap(&base, other)) {
            let other = self.units.get(*seat).name;
            let message = format!("`{}` overlaps `{other}`", listed.name);
            return Err(node.locate(Diagnostic::new(message).rule("DG-MOV-05")));
        }
        if self.setup.terrain.as_ref().is_some_and(|terrain| terrain.blocks(&base)) {
            let message = format!("`{}` may not stand there", listed.name);
            return Err(node.locate(Diagnostic::new(message).rule("DG-MOV-06")));
        }
        Ok(base)
    }

    /// The APC that an Element rides in, or got off.
    fn ride(&self, (side, place): Seat) -> Result<Option<u8>, Diagnostic> {
        let units = &self.units.sides[side.index()];
        let listed = &units[usize::from(place)];
        let Some(node) = listed.unit.aboard else {
            if listed.unit.stand.place == Place::Aboard {
                return Err(listed.id.locate(Diagnostic::new(format!("`{}` rides in nothing", listed.name))));
            }
            return Ok(None);
        };
        let (owner, carrier) = self.units.find(node)?;
        let apc = self.units.get((owner, carrier));
        let profile = |kind: u8| self.setup.profiles[usize::from(kind)];
        if owner != side || !profile(apc.kind).carries || !profile(listed.kind).may_ride {
            let message = format!("`{}` cannot ride in `{}`", listed.name, apc.name);
            return Err(node.locate(Diagnostic::new(message).rule("DG-APC-01")));
        }
        let earlier = units[..usize::from(place)].iter().map(|other| &other.unit).filter(|other| {
            other.stand.place == Place::Aboard && other.aboard.is_some_and(|node| node.text() == Ok(apc.name))
        });
        let room = usize::from(self.setup.codex.numbers.apc_capacity);
        if listed.unit.stand.place == Place::Aboard && earlier.count() >= room {
            let message = format!("`{}` has room for {room}", apc.name);
            return Err(node.locate(Diagnostic::new(message).rule("DG-APC-02")));
        }
        Ok(Some(carrier))
    }
}

impl<'n> Recruit<'n> {
    /// Reads what a table says of an Element that looks `ahead` unless it says otherwise.
    fn read(kind: u8, ahead: Facing, deploying: bool, table: &mut TableReader<'n, '_>) -> Option<Self> {
        let (at, against) = (table.node("at"), table.optional("against", read_against));
        let aboard = table.node("aboard");
        let mine = table.or("edge", Edge::Front, read_edge);
        let (shift, gap) = (table.or("shift", 0.0, coordinate), table.or("gap", 0.0, coordinate));
        let place = table.optional("place", |node| node.one_of("place", &Place::CHOICES));
        let marks =
            table.or("marks", Vec::new(), |node| node.list()?.iter().map(|mark| mark.one_of("mark", &MARKS)).collect());
        let at = match at {
            None => None,
            Some(node) => {
                Some((value(Some(node), None, table.diagnostics(), |node| read_stand(node, ahead).map(Some))?, node))
            }
        };
        let against = against.map(|(node, foe, theirs)| Against { node, foe, theirs, mine, shift, gap });
        let usual = match (&at, &against, aboard) {
            (None, None, None) if deploying => Place::Undeployed,
            (None, None, Some(_)) => Place::Aboard,
            _ => Place::Table,
        };
        let pose = at.map_or(Pose::new(Point::new(0.0, 0.0), ahead), |(pose, _)| pose);
        let stand = Stand { kind, place: place.unwrap_or(usual), pose, carrier: None, marks };
        Some(Self { at, against, aboard, stand })
    }
}

/// Where a base stands: x and y, and degrees clockwise from north unless it faces the enemy edge.
fn read_stand(node: &Node, ahead: Facing) -> Result<Pose, Diagnostic> {
    match node.list()? {
        [x, y] => Ok(Pose::new(Point::new(coordinate(x)?, coordinate(y)?), ahead)),
        [x, y, facing] => Ok(Pose::new(Point::new(coordinate(x)?, coordinate(y)?), read_facing(facing)?)),
        _ => {
            Err(node
                .locate(Diagnostic::new("a place is x and y, or x, y and a facing").allowing(["[x, y]", "[x, y, 90]"])))
        }
    }
}

/// The edge of another unit, as `B:mbt front`.
fn read_against(node: &Node) -> Result<(&Node, &str, Edge), Diagnostic> {
    let text = node.text()?;
    let (unit, edge) = text.rsplit_once(' ').unwrap_or((text, "front"));
    let found = EDGES.iter().find(|(key, _)| *key == edge);
    let (_, edge) = found.ok_or_else(|| node.locate(Diagnostic::unknown("edge", edge, EDGES.map(|(key, _)| key))))?;
    Ok((node, unit, *edge))
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
