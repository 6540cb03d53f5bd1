//! The choices of a situation, as written.

use super::expectation::Check;
use super::stage::{read_point, read_pose};
use crate::game::situation::{Expectation, ParsedChoice, Reader, certain};
use crate::game::{Diagnostic, Diagnostics, Node, RuleAtom, TableReader};
use crate::rulesets::dogma::choices::{
    Attack, Away, Choice, Leg, MOST_LEGS, MOST_SUPPORTERS, Meeting, Path, Route, Target,
};
use crate::rulesets::dogma::ledger::LEDGER;
use crate::rulesets::dogma::setup::TableEdge;
use crate::rulesets::dogma::state::{Battle, ElementId, Formation, MOST_IN_GROUP, NOBODY};
use crate::rulesets::dogma::terrain::Kind;
use crate::tabletop::plane::{Edge, Facing};

/// The keys of which each written choice has exactly one.
const CHOICE_KEYS: [&str; 23] = [
    "roll",
    "feature",
    "edge",
    "bearer",
    "marker",
    "deploy",
    "mount",
    "reserve",
    "barrage",
    "check",
    "move",
    "march",
    "turn",
    "slide",
    "break-off",
    "board",
    "disembark",
    "enter",
    "end",
    "fire",
    "fight",
    "declare",
    "bail",
];

/// Longest way of a choice, inches.
const FARTHEST: f64 = 1000.0;

/// A direction in degrees clockwise from north.
pub(super) fn read_facing(node: &Node) -> Result<Facing, Diagnostic> {
    node.number(-360.0..=360.0).map(Facing::from_degrees)
}

/// An edge of a base.
pub(super) fn read_edge(node: &Node) -> Result<Edge, Diagnostic> {
    node.one_of("edge", &[("front", Edge::Front), ("left", Edge::Left), ("rear", Edge::Rear), ("right", Edge::Right)])
}

/// A kind of terrain.
pub(super) fn read_kind(node: &Node) -> Result<Kind, Diagnostic> {
    node.one_of("kind of terrain", &Kind::CHOICES)
}

fn inches(node: &Node) -> Result<f64, Diagnostic> {
    node.number(-FARTHEST..=FARTHEST)
}

/// Finds what the file names in the position that it sets up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finder<'b, 's> {
    /// The position.
    pub battle: &'b Battle<'s>,
}

impl Finder<'_, '_> {
    /// An Element, by its identifier.
    pub(super) fn unit(&self, node: &Node) -> Result<ElementId, Diagnostic> {
        let name = node.text()?;
        let names = || self.battle.names(self.battle.all_elements());
        self.battle.find(name).ok_or_else(|| node.fault(Diagnostic::unknown("unit", name, names())))
    }

    /// One Element, or a list of them.
    pub(super) fn units(&self, node: &Node) -> Result<Vec<ElementId>, Diagnostic> {
        match node.list() {
            Ok(list) => list.iter().map(|node| self.unit(node)).collect(),
            Err(_) => Ok(vec![self.unit(node)?]),
        }
    }

    fn group(&self, node: &Node) -> Result<Formation, Diagnostic> {
        let units = self.units(node)?;
        let few = (1..=MOST_IN_GROUP).contains(&units.len()).then(|| Formation::of(&units)).flatten();
        few.ok_or_else(|| node.fault(Diagnostic::new(format!("a Group has 1 to {MOST_IN_GROUP} units"))))
    }

    /// What is attacked: an Element, or a building by its number in the list of terrain.
    pub(super) fn target(&self, node: &Node) -> Result<Target, Diagnostic> {
        if node.text().is_ok() {
            return self.unit(node).map(Target::Element);
        }
        let count = self.battle.terrain.features().len() as i64;
        if count == 0 {
            return Err(node.fault(Diagnostic::new("there is no building: the table has no terrain")));
        }
        let (mut faults, mut index) = (Diagnostics::new(), None);
        if let Some(mut form) = TableReader::open("the target", node, &mut faults) {
            index = form.required("building", |node| node.whole(0..=count - 1));
            form.close();
        }
        match (index, faults.pop()) {
            (Some(index), None) => Ok(Target::Building(index)),
            (_, fault) => Err(fault.unwrap_or_else(|| node.fault(Diagnostic::new("a target is a unit or a building")))),
        }
    }

    /// The path of a tactical move: inches straight on, or legs and facing.
    fn path(node: &Node) -> Result<Path, Diagnostic> {
        if node.entries().is_err() {
            return inches(node).map(Path::straight);
        }
        let mut faults = Diagnostics::new();
        let mut path = Path::STAY;
        if let Some(mut form) = TableReader::open("the path", node, &mut faults) {
            path.first = form.or("first", 0.0, inches);
            path.facing = form.optional("facing", read_facing);
            path.second = form.or("second", 0.0, inches);
            form.close();
        }
        faults.pop().map_or(Ok(path), Err)
    }

    /// The route of a Group: inches straight on, or a list of legs.
    fn route(node: &Node) -> Result<Route, Diagnostic> {
        let Ok(legs) = node.list() else { return inches(node).map(Route::straight) };
        if legs.len() > MOST_LEGS {
            return Err(node.fault(Diagnostic::new(format!("a route has at most {MOST_LEGS} legs"))));
        }
        legs.iter().try_fold(Route::STAY, |route, node| {
            let mut faults = Diagnostics::new();
            let mut leg = None;
            if let Some(mut form) = TableReader::open("the leg", node, &mut faults) {
                let straight = form.optional("straight", inches).map(Leg::Straight);
                let wheel = form.optional("wheel", |node| node.number(-360.0..=360.0));
                leg = straight.or(wheel.map(|degrees| Leg::Wheel(degrees.to_radians())));
                form.close();
            }
            match (leg, faults.pop()) {
                (_, Some(fault)) => Err(fault),
                (Some(leg), None) => Ok(route.then(leg)),
                (None, None) => Err(node.fault(Diagnostic::new("a leg is `straight` or a `wheel`"))),
            }
        })
    }

    fn choice(&self, key: &'static str, form: &mut TableReader<'_, '_>) -> Option<Choice> {
        let unit = |node: &Node| self.unit(node);
        let group = |node: &Node| self.group(node);
        let pose = |node: &Node| read_pose(self.battle, node);
        let edges = TableEdge::ALL.map(|edge| (edge.key(), edge));
        Some(match key {
            "roll" => {
                form.optional(key, certain)?;
                Choice::Roll
            }
            "feature" => {
                if form.node(key).and_then(|node| node.text().ok()) == Some("none") {
                    return Some(Choice::NoFeature);
                }
                let kind = form.optional(key, read_kind);
                let (at, across) = (form.required("at", read_point), form.required("across", inches));
                Choice::Feature { kind: kind?, at: at?, across: across? }
            }
            "edge" => Choice::Edge(form.optional(key, |node| node.one_of("edge", &edges))?),
            "bearer" => Choice::Bearer { element: form.optional(key, unit)? },
            "marker" => Choice::Marker { at: form.optional(key, read_point)? },
            "deploy" => {
                let (element, pose) = (form.optional(key, unit), form.required("at", pose));
                Choice::Deploy { element: element?, pose: pose? }
            }
            "mount" => {
                let (element, apc) = (form.optional(key, unit), form.required("on", unit));
                Choice::Mount { element: element?, apc: apc? }
            }
            "reserve" => Choice::Reserve { element: form.optional(key, unit)? },
            "barrage" => Choice::Barrage { group: form.optional(key, group)? },
            "declare" => Choice::Declare { group: form.optional(key, group)? },
            "check" => Choice::Check { element: form.optional(key, unit)? },
            "move" => {
                let element = form.optional(key, unit);
                let path = form.or("path", Path::STAY, Self::path);
                let (meeting, join) = (self.meeting(form), form.or("join", NOBODY, unit));
                Choice::Move { element: element?, path, meeting, join }
            }
            "march" => {
                let group = form.optional(key, group);
                let route = form.or("route", Route::STAY, Self::route);
                Choice::March { group: group?, route, meeting: self.meeting(form) }
            }
            "turn" => {
                let group = form.optional(key, group);
                let quarters = form.required("quarters", |node| node.whole(0..=9));
                Choice::Turn { group: group?, quarters: quarters? }
            }
            "slide" => {
                let (group, foe) = (form.optional(key, group), form.required("foe", unit));
                Choice::Slide { group: group?, foe: foe? }
            }
            "break-off" => {
                let group = form.optional(key, group);
                let ways = [("back", Away::Back), ("left", Away::Left), ("right", Away::Right)];
                let away = form.or("away", Away::Back, |node| node.one_of("way", &ways));
                let distance = form.required("distance", inches);
                let facing = form.optional("facing", read_facing);
                Choice::BreakOff { group: group?, away, distance: distance?, facing }
            }
            "board" => {
                let (element, apc) = (form.optional(key, unit), form.required("on", unit));
                Choice::Board { element: element?, apc: apc? }
            }
            "disembark" => {
                let (element, pose) = (form.optional(key, unit), form.required("at", pose));
                Choice::Disembark { element: element?, pose: pose? }
            }
            "enter" => {
                let element = form.optional(key, unit);
                let edge = form.required("edge", |node| node.one_of("edge", &edges));
                let at = form.required("at", inches);
                let path = form.or("path", Path::STAY, Self::path);
                let (meeting, join) = (self.meeting(form), form.or("join", NOBODY, unit));
                Choice::Enter { element: element?, edge: edge?, at: at?, path, meeting, join }
            }
            "end" => {
                let phases = [
                    ("movement", Choice::EndMovement),
                    ("ranged", Choice::EndRanged),
                    ("close", Choice::EndClose),
                    ("declaration", Choice::EndDeclaration),
                ];
                form.optional(key, |node| node.one_of("phase", &phases))?
            }
            "fire" | "fight" => {
                let attacker = form.optional(key, unit);
                let target = form.required("target", |node| self.target(node));
                let supports = form.or("supports", Vec::new(), |node| {
                    let units = self.units(node)?;
                    if units.len() > MOST_SUPPORTERS {
                        return Err(node.fault(Diagnostic::new(format!("at most {MOST_SUPPORTERS} can be named"))));
                    }
                    Ok(units)
                });
                let attack = supports.into_iter().fold(Attack::new(attacker?, target?), Attack::with);
                if key == "fire" { Choice::Fire(attack) } else { Choice::Fight(attack) }
            }
            _ => {
                let (element, pose) = (form.optional(key, unit), form.required("at", pose));
                Choice::Bail { element: element?, pose: pose? }
            }
        })
    }

    fn meeting(&self, form: &mut TableReader<'_, '_>) -> Meeting {
        Meeting { foe: form.or("foe", NOBODY, |node| self.unit(node)), edge: form.optional("contact", read_edge) }
    }
}

impl Reader for Finder<'_, '_> {
    type Choice = Choice;
    type Check = Check;
    const CHOICE_KEYS: &'static [&'static str] = &CHOICE_KEYS;
    const LEDGER: &'static [RuleAtom] = LEDGER;

    fn key(keys: &[&'static str]) -> Option<&'static str> {
        match keys {
            [key] => Some(key),
            // Reserves name an edge, too.
            ["edge", "enter"] => Some("enter"),
            _ => None,
        }
    }

    fn choices<'n>(
        &self,
        key: &'static str,
        form: &mut TableReader<'n, '_>,
    ) -> Option<ParsedChoice<'n, Choice, Check>> {
        self.choice(key, form).map(|choice| (vec![choice], Expectation::default()))
    }

    fn expectation<'n>(&self, node: Option<&'n Node>, faults: &mut Diagnostics) -> Expectation<'n, Check> {
        Expectation::read(*self, node, faults)
    }
}
