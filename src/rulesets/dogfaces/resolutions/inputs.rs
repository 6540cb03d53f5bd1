//! The inputs that resolutions share.

use serde_json::{Map, Value};

use super::victim::Path;
use crate::game::{self, DecisionDoc, Diagnostic, InputDoc, Node, Priced, Sides, switches};
use crate::rulesets::dogfaces::codex::{Codex, Profile, Terrain};
use crate::rulesets::dogfaces::combat::{Lower, RetreatPolicy, Shooter, may_aim};
use crate::rulesets::dogfaces::rules::Rules;

/// Most entries of a list of units.
const MOST_LISTED: usize = 500;

/// Longest chain of turns or phases.
const LONGEST: i64 = 60_000;

const SHOOTER: &str = "unit or unit:mode";
const UNIT: &str = "unit key";
const TERRAIN: &str = "terrain key other than water-river";

pub(super) const SHOOTERS: InputDoc = required("shooters", "list of unit or unit:mode, at least one");
pub(super) const TARGET: InputDoc = required("target", UNIT);
pub(super) const AT_TERRAIN: InputDoc = InputDoc { name: "terrain", allowed: TERRAIN, default: "grassland" };
pub(super) const LOWER: InputDoc =
    InputDoc { name: "lower", allowed: "shooters lower than a target on a hill: none, some, all", default: "all" };
pub(super) const STATE: InputDoc = InputDoc { name: "state", allowed: "ready, stunned", default: "ready" };
pub(super) const COVERED: InputDoc =
    InputDoc { name: "leader-in-range", allowed: "true: a ready friendly leader covers the target", default: "false" };
pub(super) const POLICY: InputDoc = InputDoc {
    name: "retreat-policy",
    allowed: "when to roll against a retreat: try, accept, smart",
    default: "smart",
};
/// The choice of whoever is shot at.
pub(super) const RETREAT: DecisionDoc = DecisionDoc {
    about: "the owner of the target rolls against a retreat or not, for what is wanted",
    policies: Some((POLICY.name, &["smart", "try", "accept"])),
};
pub(super) const PATH: InputDoc =
    InputDoc { name: "path", allowed: "room for a retreat: clear, one-hex, blocked", default: "clear" };
pub(super) const TURNS: InputDoc = InputDoc { name: "turns", allowed: "1 to 60000", default: "1" };
pub(super) const RULES: InputDoc = InputDoc { name: "rules", allowed: "table of switch = value", default: "empty" };

/// The sides of an attack.
pub(super) const FIRE: Option<Sides> =
    Some(Sides { keys: [SHOOTERS.name, TARGET.name], mutual: false, support: [&[], &[]] });

/// An input that must be given.
pub(super) const fn required(name: &'static str, allowed: &'static str) -> InputDoc {
    InputDoc { name, allowed, default: "required" }
}

/// A unit that must be given.
pub(super) const fn unit(name: &'static str) -> InputDoc {
    required(name, UNIT)
}

/// A shooter that must be given.
pub(super) const fn shooter(name: &'static str) -> InputDoc {
    required(name, SHOOTER)
}

/// Shooters that may be left out.
pub(super) const fn support(name: &'static str) -> InputDoc {
    InputDoc { name, allowed: "list of unit or unit:mode", default: "[]" }
}

/// A terrain of another name than `terrain`.
pub(super) const fn terrain(name: &'static str) -> InputDoc {
    InputDoc { name, allowed: TERRAIN, default: "grassland" }
}

/// A leader that is ready and in range throughout.
pub(super) const fn leader(name: &'static str) -> InputDoc {
    InputDoc { name, allowed: "none, or the leader that is ready and in range throughout", default: "none" }
}

/// A medic that is ready and adjacent throughout.
pub(super) const fn medic(name: &'static str) -> InputDoc {
    InputDoc { name, allowed: "true: a ready medic is adjacent throughout", default: "false" }
}

impl Priced for Codex {
    fn price(&self, inputs: &Map<String, Value>, key: &str) -> Option<f64> {
        let cost = |unit: &Value| {
            let name = unit.as_str()?.split(':').next()?;
            self.profiles.iter().find(|profile| profile.name == name).map(|profile| profile.cost)
        };
        match inputs.get(key)? {
            Value::Array(units) => units.iter().map(cost).sum(),
            unit => cost(unit),
        }
    }
}

/// The inputs of one resolution, while they are read.
pub(super) type Inputs<'n, 'f, 'c> = game::Inputs<'n, 'f, 'c, Codex>;

/// A leader and how far away it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leader<'c> {
    pub(super) profile: &'c Profile,
    pub(super) distance: u8,
    pub(super) stunned: bool,
}

impl Leader<'_> {
    /// Whether it would cover the unit if it were ready (DF-LDR-07).
    pub(super) fn in_range(&self) -> bool {
        self.distance <= self.profile.lead
    }
}

impl<'c> Inputs<'_, '_, 'c> {
    /// At least one shooter.
    pub(super) fn shooters(&mut self, key: &'static str) -> Option<Vec<Shooter>> {
        let codex = self.codex;
        self.table.required(key, |node| match shooters(codex, node)? {
            none if none.is_empty() => {
                Err(node.locate(Diagnostic::new("at least one shooter is needed").allowing([SHOOTER])))
            }
            some => Ok(some),
        })
    }

    /// Any number of shooters.
    pub(super) fn support(&mut self, key: &'static str) -> Vec<Shooter> {
        let codex = self.codex;
        self.table.or(key, Vec::new(), |node| shooters(codex, node))
    }

    /// One shooter.
    pub(super) fn shooter(&mut self, key: &'static str) -> Option<Shooter> {
        let codex = self.codex;
        self.table.required(key, |node| read_shooter(codex, node))
    }

    /// A unit type.
    pub(super) fn unit(&mut self, key: &'static str) -> Option<&'c Profile> {
        let codex = self.codex;
        self.table.required(key, |node| named(node, |name| profile(codex, name)))
    }

    /// A unit type, or the default.
    pub(super) fn unit_or(&mut self, key: &'static str, default: &str) -> Option<&'c Profile> {
        let codex = self.codex;
        self.named_or(key, default, |name| profile(codex, name))
    }

    /// What `find` finds under the name given, or under the default; a codex need not have the default.
    fn named_or<T>(
        &mut self,
        key: &'static str,
        default: &str,
        find: impl Fn(&str) -> Result<T, Diagnostic>,
    ) -> Option<T> {
        let found = match self.table.node(key) {
            Some(node) => named(node, find),
            None => find(default).map_err(|diagnostic| diagnostic.within(&format!("default of `{key}`"))),
        };
        found.map_err(|diagnostic| self.table.diagnostics().push(diagnostic)).ok()
    }

    /// Unit types.
    pub(super) fn units(&mut self, key: &'static str) -> Vec<&'c Profile> {
        let codex = self.codex;
        self.table.or(key, Vec::new(), |node| list(node, |item| named(item, |name| profile(codex, name))))
    }

    /// The terrain of a hex that units can stand in.
    pub(super) fn terrain(&mut self, key: &'static str) -> Option<&'c Terrain> {
        let codex = self.codex;
        self.named_or(key, AT_TERRAIN.default, |name| terrain_named(codex, name))
    }

    /// `lower`.
    pub(super) fn lower(&mut self) -> Lower {
        let choices = [("none", Lower::None), ("some", Lower::Some), ("all", Lower::All)];
        self.table.or(LOWER.name, Lower::All, |node| node.one_of("number of lower shooters", &choices))
    }

    /// `state`: whether the target was Stunned before.
    pub(super) fn stunned(&mut self) -> bool {
        self.table.or(STATE.name, false, |node| node.one_of("state", &[("ready", false), ("stunned", true)]))
    }

    /// `leader-in-range`.
    pub(super) fn covered(&mut self) -> bool {
        self.table.or(COVERED.name, false, Node::flag)
    }

    /// `retreat-policy`.
    pub(super) fn policy(&mut self) -> RetreatPolicy {
        let choices = [("try", RetreatPolicy::Try), ("accept", RetreatPolicy::Accept), ("smart", RetreatPolicy::Smart)];
        self.table.or(POLICY.name, RetreatPolicy::Smart, |node| node.one_of("retreat policy", &choices))
    }

    /// `path`.
    pub(super) fn path(&mut self) -> Path {
        self.table.or(PATH.name, Path::Clear, |node| node.one_of("path", &Path::CHOICES))
    }

    /// A whole number of turns or phases.
    pub(super) fn length(&mut self, key: &'static str, default: u16) -> u16 {
        self.table.or(key, default, |node| node.whole(1..=LONGEST))
    }

    /// `rules`, or the default.
    pub(super) fn rules(&mut self, default: &Rules) -> Rules {
        let Some(node) = self.table.node(RULES.name) else { return default.clone() };
        let (mut rules, codex) = (Rules::default(), self.codex);
        switches::from_table(node, self.table.diagnostics(), |name, value| {
            rules.set(name, value)?;
            rules.check_terrain(codex)
        });
        rules
    }

    /// `leaders`.
    pub(super) fn leaders(&mut self) -> Vec<Leader<'c>> {
        let codex = self.codex;
        self.table.or("leaders", Vec::new(), |node| list(node, |item| read_leader(codex, item)))
    }

    /// A leader that is ready and in range throughout; none by default.
    pub(super) fn leader(&mut self, key: &'static str) -> Option<&'c Profile> {
        let codex = self.codex;
        self.table.or(key, None, |node| match node.text()? {
            "none" => Ok(None),
            _ => named(node, |name| leader_named(codex, name)).map(Some),
        })
    }

    /// Refuses shots that cannot harm the target (DF-ATK-05).
    pub(super) fn check_aim(&mut self, shooters: &[Shooter], target: &Profile) {
        let codex = self.codex;
        if let Some(shooter) = shooters.iter().find(|shooter| !may_aim(shooter.weapon(codex), target)) {
            let (name, mode) = (&codex.profiles[usize::from(shooter.profile)].name, &shooter.mode(codex).name);
            let harmful = codex.weapons.iter().filter(|weapon| may_aim(weapon, target));
            let diagnostic = Diagnostic::new(format!("`{name}:{mode}` cannot harm `{}`", target.name))
                .allowing(harmful.map(|weapon| weapon.name.as_str()))
                .rule("cannot-harm");
            self.table.diagnostics().push(diagnostic.within("inputs"));
        }
    }
}

/// Reads the items of a list.
pub(super) fn list<'n, T>(
    node: &'n Node,
    read: impl Fn(&'n Node) -> Result<T, Diagnostic>,
) -> Result<Vec<T>, Diagnostic> {
    match node.list()? {
        long if long.len() > MOST_LISTED => {
            Err(node.locate(Diagnostic::new(format!("{} entries are more than {MOST_LISTED}", long.len()))))
        }
        items => items.iter().map(read).collect(),
    }
}

fn shooters(codex: &Codex, node: &Node) -> Result<Vec<Shooter>, Diagnostic> {
    list(node, |item| read_shooter(codex, item))
}

/// What `find` finds under the name that stands in `node`; its diagnostics are put in their place.
pub(super) fn named<T>(node: &Node, find: impl FnOnce(&str) -> Result<T, Diagnostic>) -> Result<T, Diagnostic> {
    find(node.text()?).map_err(|diagnostic| node.locate(diagnostic))
}

fn index(codex: &Codex, name: &str) -> Result<u8, Diagnostic> {
    codex.profile(name).ok_or_else(|| Diagnostic::unknown("unit", name, codex.profile_names()))
}

/// The unit type `name`.
pub(super) fn profile<'c>(codex: &'c Codex, name: &str) -> Result<&'c Profile, Diagnostic> {
    Ok(&codex.profiles[usize::from(index(codex, name)?)])
}

/// The terrain `name`, in which units can stand.
pub(super) fn terrain_named<'c>(codex: &'c Codex, name: &str) -> Result<&'c Terrain, Diagnostic> {
    let mut open = codex.terrain.iter().filter(|t| t.cost_foot.is_some() || t.cost_vehicle.is_some());
    let names = open.clone().map(|terrain| terrain.name.as_str());
    open.find(|terrain| terrain.name == name).ok_or_else(|| Diagnostic::unknown("terrain", name, names))
}

fn read_shooter(codex: &Codex, node: &Node) -> Result<Shooter, Diagnostic> {
    named(node, |text| {
        let (name, mode) = text.split_once(':').map_or((text, None), |(name, mode)| (name, Some(mode)));
        let profile = index(codex, name)?;
        let known = &codex.profiles[usize::from(profile)];
        let mode = match mode {
            None => 0,
            Some(mode) => known.mode(mode).ok_or_else(|| {
                let names = known.modes.iter().map(|mode| mode.name.as_str());
                Diagnostic::unknown(&format!("fire mode of `{name}`"), mode, names)
            })?,
        };
        Ok(Shooter { profile, mode })
    })
}

fn leader_named<'c>(codex: &'c Codex, name: &str) -> Result<&'c Profile, Diagnostic> {
    let mut leaders = codex.profiles.iter().filter(|profile| profile.lead > 0);
    let names = leaders.clone().map(|profile| profile.name.as_str());
    leaders.find(|profile| profile.name == name).ok_or_else(|| Diagnostic::unknown("leader", name, names))
}

fn read_leader<'c>(codex: &'c Codex, node: &Node) -> Result<Leader<'c>, Diagnostic> {
    named(node, |text| {
        let unclear = || {
            Diagnostic::new(format!("`{text}` is no leader at a distance"))
                .allowing(["leader@distance", "leader@distance:stunned"])
        };
        let (name, place) = text.split_once('@').ok_or_else(unclear)?;
        let (distance, stunned) = match place.split_once(':') {
            None => (place, false),
            Some((distance, "stunned")) => (distance, true),
            Some(_) => return Err(unclear()),
        };
        let profile = leader_named(codex, name)?;
        Ok(Leader { profile, distance: distance.parse().map_err(|_| unclear())?, stunned })
    })
}
