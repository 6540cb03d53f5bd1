//! Who goes where.

use serde_json::{Value, json};

use super::{edge_key, heading, inches, listed, spot, standing};
use crate::game::{LogEntry, Side};
use crate::rulesets::dogma::state::{Battle, ElementId, UnitSet, bit, members, side_of};
use crate::tabletop::plane::{Base, Edge};

/// One Element's way in a move.
#[derive(Clone, Debug)]
pub struct Trail {
    /// Who.
    pub element: ElementId,
    /// How its base stood, one after the other, the start first.
    pub bases: Vec<Base>,
}

impl Trail {
    /// Where it went, and where it turned to: `(12.0, 8.0) facing 90 to (14.0, 8.0)`. `fresh`: nobody knows yet where it faces.
    fn words(&self, fresh: bool) -> String {
        let Some(start) = self.bases.first() else { return String::new() };
        let mut words = spot(start.centre);
        if fresh {
            words.push_str(&format!(" {}", heading(start.facing)));
        }
        for (from, to) in self.bases.iter().zip(self.bases.iter().skip(1)) {
            let turns = super::degrees(from.facing) != super::degrees(to.facing);
            let step = to.centre - from.centre;
            if inches(step.length()) > 0.0 {
                let back = !turns && step.dot(from.facing.ahead()) < -0.5 * step.length();
                words.push_str(&format!(" {}to {}", if back { "back " } else { "" }, spot(to.centre)));
            }
            if turns {
                words.push_str(&format!(" {}", heading(to.facing)));
            }
        }
        if self.bases.iter().all(|base| super::told_alike(base, start)) { format!("stays at {words}") } else { words }
    }
}

/// The rule that the kinds of [`Moved`] that a player chooses are made by.
#[must_use]
pub fn rule_of(kind: &str) -> &'static str {
    match kind {
        "entry" => "DG-AIR-02",
        "group" => "DG-GRP-06",
        "turn" => "DG-GRP-10",
        "slide" => "DG-CON-08",
        "break-off" => "DG-CON-10",
        _ => "DG-MOV-01",
    }
}

/// The enemies that a move ends in touch with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Meets {
    /// The enemy whose edge the mover meets with its whole front, and that edge.
    pub door: Option<(ElementId, Edge)>,
    /// Everybody who is touched.
    pub touched: UnitSet,
}

impl Meets {
    fn words(&self, battle: &Battle<'_>, enemy: Side) -> String {
        let mut words = String::new();
        let mut touched = self.touched & !battle.force(enemy).air;
        if let Some((foe, edge)) = self.door {
            let side = if matches!(edge, Edge::Left | Edge::Right) { " side" } else { "" };
            words.push_str(&format!(", into contact with the {}{side} of {}", edge_key(edge), battle.name(foe)));
            touched &= !bit(foe);
        }
        if !touched.is_empty() {
            words.push_str(&format!(", touching {}", listed(&battle.names(members(enemy, touched)))));
        }
        words
    }
}

/// Elements go somewhere.
#[derive(Clone, Debug)]
pub struct Moved {
    kind: &'static str,
    trails: Vec<Trail>,
    rule: &'static str,
    length: f64,
    gift: f64,
    lands: bool,
    points: u8,
    behind: Vec<ElementId>,
    meets: Meets,
}

impl Moved {
    /// Elements that go along these trails by a rule. `kind` is `tactical`, `group`, `turn`, `slide`, `break-off`, `entry`,
    /// `door` (closing it), `face` (turning to face), `recoil`, `push` or `evade`.
    #[must_use]
    pub fn new(kind: &'static str, trails: Vec<Trail>, rule: &'static str) -> Self {
        let meets = Meets::default();
        Self { kind, trails, rule, length: 0.0, gift: 0.0, lands: false, points: 0, behind: Vec::new(), meets }
    }

    /// That spends so many inches and Initiative Points.
    #[must_use]
    pub fn spending(self, length: f64, points: u8) -> Self {
        Self { length, points, ..self }
    }

    /// So many inches of which Tank Commander gives (DG-DOG-05).
    #[must_use]
    pub fn given(self, gift: f64) -> Self {
        Self { gift, ..self }
    }

    /// Whether somebody passes over what is in his way, to the first clear place beyond it (DG-REC-07).
    #[must_use]
    pub fn landing(self, lands: bool) -> Self {
        Self { lands, ..self }
    }

    /// That leaves members of the Group behind (DG-GRP-07).
    #[must_use]
    pub fn leaving(self, behind: Vec<ElementId>) -> Self {
        Self { behind, ..self }
    }

    /// That ends in touch with enemies.
    #[must_use]
    pub fn meeting(self, meets: Meets) -> Self {
        Self { meets, ..self }
    }

    /// The event.
    #[must_use]
    pub fn told(&self, battle: &Battle<'_>) -> LogEntry {
        let units: Vec<Value> = self
            .trails
            .iter()
            .map(|trail| {
                let riders = battle.names(battle.riders(trail.element));
                json!({
                    "unit": battle.name(trail.element),
                    "path": trail.bases.iter().map(standing).collect::<Vec<Value>>(),
                    "riders": riders,
                })
            })
            .collect();
        let behind = battle.names(self.behind.iter().copied());
        let trace = json!({
            "event": "move", "kind": self.kind, "units": units, "length": inches(self.length), "cost": self.points,
            "behind": behind,
        });
        LogEntry::new(trace, self.words(battle, &behind))
    }

    fn words(&self, battle: &Battle<'_>, behind: &[String]) -> String {
        let alone = self.kind == "group" && self.trails.len() == 1;
        let way = |trail: &Trail| {
            let mut words = battle.name(trail.element);
            if alone {
                words.push_str(" alone");
            }
            if battle.riders(trail.element).next().is_some() {
                words.push_str(&format!(" with {} aboard", listed(&battle.names(battle.riders(trail.element)))));
            }
            format!("{words} {}", trail.words(self.kind == "entry"))
        };
        let ways: Vec<String> = self.trails.iter().map(way).collect();
        let mut words = format!("    {}: {}", self.kind, ways.join("; "));
        if inches(self.length) > 0.0 {
            words.push_str(&format!(", {:.1} inches", self.length));
        }
        if self.gift > 0.0 {
            words.push_str(&format!(", {:.1} of them by Tank Commander", self.gift));
        }
        if let Some(trail) = self.trails.first() {
            words.push_str(&self.meets.words(battle, side_of(trail.element).other()));
        }
        if self.lands {
            words.push_str(", to the first clear place");
        }
        let also = if self.gift > 0.0 { ", DG-DOG-05" } else { "" };
        let also = if self.lands { ", DG-REC-07" } else { also };
        words.push_str(&format!(" ({}{also})", self.rule));
        if !behind.is_empty() {
            words.push_str(&format!("; left behind: {} (DG-GRP-07)", behind.join(", ")));
        }
        words
    }
}

/// An enemy that is met at its side or rear does not turn to face, in words alone; because it is engaged, or of a Group.
pub fn stands_firm(battle: &Battle<'_>, foe: ElementId, engaged: bool) -> LogEntry {
    let why = if engaged { "is engaged" } else { "is in a Group" };
    LogEntry::new(Value::Null, format!("      {} {why} and does not turn (DG-CON-04)", battle.name(foe)))
}

/// Somebody starts aboard, as his list plans (DG-SET-10); where everybody stands in the end is told with the battle.
pub fn starts_aboard(battle: &Battle<'_>, element: ElementId, apc: ElementId) -> LogEntry {
    let aloud = battle.preparations.is_aloud();
    let words = format!("  {} starts aboard {} (DG-SET-10)", battle.name(element), battle.name(apc));
    LogEntry { words: if aloud { words } else { String::new() }, ..boards(battle, element, apc) }
}

/// Somebody goes aboard (DG-APC-03).
pub fn boards(battle: &Battle<'_>, element: ElementId, apc: ElementId) -> LogEntry {
    let (who, on) = (battle.name(element), battle.name(apc));
    LogEntry::new(
        json!({ "event": "status", "unit": who, "status": "aboard", "aboard": on }),
        format!("    {who} boards {on} (DG-APC-03)"),
    )
}

/// Somebody gets off an APC, which may be a wreck.
pub fn gets_off(battle: &Battle<'_>, element: ElementId) -> LogEntry {
    let (apc, base) = (battle.element(element).carrier, *battle.base(element));
    let wrecked = battle.wreck.is_some_and(|wreck| wreck.apc == apc);
    let (what, rule) = if wrecked { ("the wreck of ", "DG-APC-09") } else { ("", "DG-APC-05") };
    let trail = Trail { element, bases: vec![*battle.base(apc), base] };
    let words = format!(
        "    off: {} gets off {what}{} to {} {} ({rule})",
        battle.name(element),
        battle.name(apc),
        spot(base.centre),
        heading(base.facing)
    );
    LogEntry { words, ..Moved::new("off", vec![trail], rule).told(battle) }
}
