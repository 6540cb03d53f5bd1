//! What an observer is told: every event as one JSON object for referees, and in words for readers.
//!
//! The format is described event by event in `docs/trace-darkpotential.md`. What the rules keep secret, which stealth base is the
//! real one, stands in the trace alone.

mod combat;
mod moves;
mod opening;

use serde_json::{Value, json};

use super::choices::{Action, Choice, Refusal};
use super::scenarios::Ending;
use super::state::{Battle, FigureId, FigureSet, NOBODY, members, side_of};
pub use crate::game::LogEntry;
use crate::game::notation::ChoiceNotation;
use crate::game::trace::{self, EventFields, event_fields};
use crate::game::units::named;
use crate::game::{Side, Verdict};
use crate::tabletop::plane::{Aloft, Spot};
pub use combat::*;
pub use moves::*;
pub use opening::*;

/// Every event with its fields, in the order of the page that describes them.
pub const FIELDS: &[EventFields] = event_fields![
    battle ["first", "rules", "table", "terrain", "forces", "templates"],
    turn,
    phase,
    choice,
    refused,
    "roll-off" ["dice", "winner"],
    "first" ["side", "edges"],
    "placed" ["figure", "at", "level"],
    "real" ["base", "model"],
    "leader" ["model"],
    "player-turn" ["turn", "round", "side"],
    "points" ["side", "unit", "points", "cause"],
    "activation" ["unit", "figures"],
    "manoeuvre" ["unit", "payer", "covered"],
    "path" ["figure", "kind", "points", "cost", "leaves"],
    "moved" ["figure", "at", "level"],
    "stayed" ["figure"],
    "stance" ["model", "stance", "weapon", "facing"],
    "template" ["side", "centre", "height", "radius", "participants"],
    "attack" ["attacker", "target", "weapon", "mode", "distance", "cover", "needed"],
    "roll" ["what", "model", "against", "needed", "total", "dice"],
    "certain" ["what", "model", "needed", "passed"],
    "shift" ["what", "model", "total"],
    "hit" ["attacker", "target", "hit"],
    "deviation" ["direction", "inches", "centre", "height"],
    "under-template" ["centre", "models", "bases", "centred"],
    "wounds" ["model", "lost", "left"],
    "leadership" ["model", "passed"],
    "perception" ["observer", "base", "needed"],
    "revealed" ["model", "at", "level"],
    "hidden" ["model", "base"],
    "base-removed" ["base", "real"],
    "removed" ["model"],
    "picked-up" ["model", "from", "at", "level"],
    verdict,
];

named! {
    Battle<'_>, FigureSet;
    |battle, side| battle.force(side).figures;
    |battle, figure| if battle.is_base(figure) { "base" } else { battle.profile(figure).key.as_str() }
}

impl Battle<'_> {
    /// Name of a unit in traces and situations: that of an independent model, or `A:squad-2` of a squad, by its number among the
    /// squads of its side.
    #[must_use]
    pub fn unit_name(&self, side: Side, unit: u8) -> String {
        let state = self.unit(side, unit);
        if !state.squad {
            return members(side, state.members).next().map_or_else(String::new, |model| self.name(model));
        }
        let number = (0..=unit).filter(|one| self.unit(side, *one).squad).count();
        format!("{}:squad-{number}", side.letter())
    }

    /// Names of some figures.
    pub(super) fn listed(&self, side: Side, set: FigureSet) -> Vec<String> {
        self.names(members(side, set))
    }
}

/// A place in traces: x and y.
pub(super) fn place(at: Spot) -> Value {
    trace::point(at.point)
}

/// The centre of a template in words.
fn aloft(at: Aloft) -> String {
    let height = if at.height == 0.0 { String::new() } else { format!(", {:.2} high", at.height) };
    format!("({:.2}, {:.2}{height})", at.point.x, at.point.y)
}

/// A place in words.
fn spot(at: Spot) -> String {
    let level = if at.level == 0 { String::new() } else { format!(", level {}", at.level) };
    format!("({:.2}, {:.2}{level})", at.point.x, at.point.y)
}

/// A decision.
pub fn choice(battle: &Battle<'_>, choice: Choice) -> LogEntry {
    trace::choice(battle.decider, battle.choice_json(choice), "")
}

/// A decision that the rules refuse.
pub fn refused(battle: &Battle<'_>, choice: Choice, refusal: Refusal) -> LogEntry {
    trace::refused(battle.decider, battle.choice_json(choice), refusal, 4)
}

/// The dice of the roll-off.
pub fn roll_off(battle: &Battle<'_>, winner: Option<Side>, dice: Vec<u16>) -> LogEntry {
    let words = match winner {
        Some(side) => format!(
            "Roll-off, {} throws first, on {dice:?}: {} wins (DP-SET-05).",
            battle.first.letter(),
            side.letter()
        ),
        None => format!("Roll-off {dice:?}: again (DP-SET-05)."),
    };
    LogEntry::new(json!({ "event": "roll-off", "dice": dice, "winner": winner.map(Side::letter) }), words)
}

/// Who goes first, and at which edges both sides deploy.
pub fn first(battle: &Battle<'_>) -> LogEntry {
    let edges = battle.deployment.edges.map(|edge| edge.map(super::field::BoardEdge::key));
    let side = battle.first.letter();
    let words = match edges[battle.first.index()] {
        Some(edge) => format!("{side} goes first and deploys in the {edge} (DP-SET-06)."),
        None => format!("{side} goes first."),
    };
    LogEntry::new(json!({ "event": "first", "side": side, "edges": edges }), words)
}

/// A figure is put down.
pub fn placed(battle: &Battle<'_>, figure: FigureId) -> LogEntry {
    let (name, at) = (battle.name(figure), battle.figure(figure).at);
    let trace = json!({ "event": "placed", "figure": name, "at": place(at), "level": at.level });
    LogEntry::new(trace, format!("  {name} at {}", spot(at)))
}

/// Which base is the real one: of the trace alone.
pub fn real(battle: &Battle<'_>, base: FigureId) -> LogEntry {
    let model = battle.figure(base).model;
    LogEntry::new(json!({ "event": "real", "base": battle.name(base), "model": battle.name(model) }), "")
}

/// A squad has a leader.
pub fn leader(battle: &Battle<'_>, model: FigureId) -> LogEntry {
    let name = battle.name(model);
    let words = format!("  {name} leads {} (DP-SQD-01)", battle.unit_name(side_of(model), battle.figure(model).unit));
    LogEntry::new(json!({ "event": "leader", "model": name }), words)
}

/// A player turn begins.
pub fn turn(battle: &Battle<'_>) -> LogEntry {
    let (turn, round, side) = (battle.turn, battle.round(), battle.active.letter());
    let trace = json!({ "event": "player-turn", "turn": turn, "round": round, "side": side });
    LogEntry::new(trace, format!("\nRound {round}, turn of {side}"))
}

/// Command Points of a unit came back.
pub fn regenerated(battle: &Battle<'_>, side: Side, unit: u8) -> LogEntry {
    let (name, points) = (battle.unit_name(side, unit), battle.unit(side, unit).points);
    let trace = json!({
        "event": "points", "side": side.letter(), "unit": name, "points": points, "cause": "regeneration",
    });
    LogEntry::new(trace, format!("  {name} has {} (DP-TRN-03)", trace::counted(points.into(), "Command Point")))
}

/// A unit pays a Command Point for an action.
pub fn paid(battle: &Battle<'_>, side: Side, unit: u8, cost: u32) -> LogEntry {
    let (name, points) = (battle.unit_name(side, unit), battle.unit(side, unit).points);
    let trace = json!({
        "event": "points", "side": side.letter(), "unit": name, "points": points, "cause": "action",
    });
    let what = if cost == 1 { "a Command Point".to_owned() } else { format!("{cost} Command Points") };
    LogEntry::new(trace, format!("    {name} pays {what}, {points} left"))
}

/// A unit is activated.
pub fn activated(battle: &Battle<'_>, unit: u8) -> LogEntry {
    let name = battle.unit_name(battle.active, unit);
    let figures = battle.listed(battle.active, battle.figures_of_activation());
    let trace = json!({ "event": "activation", "unit": name, "figures": figures });
    LogEntry::heading(trace, format!("  {name} is activated"))
}

/// A Tactical Manoeuvre is bought.
pub fn manoeuvre(battle: &Battle<'_>, unit: u8, payer: u8) -> LogEntry {
    let side = battle.active;
    let covered = battle.listed(side, battle.force(side).covered);
    let (unit, payer) = (battle.unit_name(side, unit), battle.unit_name(side, payer));
    let words = format!("    Tactical Manoeuvre, paid by {payer}: {} (DP-TAC-01)", trace::listed(&covered));
    LogEntry::new(json!({ "event": "manoeuvre", "unit": unit, "payer": payer, "covered": covered }), words)
}

/// What a model goes to do.
pub fn action(battle: &Battle<'_>, figure: FigureId, action: &Action) -> LogEntry {
    let name = battle.name(figure);
    let what = match action {
        Action::None => "does nothing",
        Action::Move(_) => "moves a second time",
        Action::Shoot { .. } => "shoots (DP-SHT-01)",
        Action::Fight { .. } => "fights (DP-CLC-01)",
        Action::Charge(_) => "charges (DP-CHG-01)",
        Action::Overwatch { .. } => "goes on Overwatch (DP-OVW-01)",
        Action::CombatReady { .. } => "gets Combat Ready (DP-CBR-01)",
        Action::Suppress { .. } => "leads Suppressing Fire (DP-SUP-01)",
        Action::Look { .. } => "looks for a stealth base (DP-PER-06)",
    };
    LogEntry::new(Value::Null, format!("    {name} {what}"))
}

/// A model shows itself.
pub fn revealed(battle: &Battle<'_>, model: FigureId) -> LogEntry {
    let (name, at) = (battle.name(model), battle.figure(model).at);
    let trace = json!({ "event": "revealed", "model": name, "at": place(at), "level": at.level });
    LogEntry::new(trace, format!("    {name} is seen at {} (DP-STL-11)", spot(at)))
}

/// A model hides.
pub fn hidden(battle: &Battle<'_>, model: FigureId) -> LogEntry {
    let (name, base) = (battle.name(model), perhaps(battle, battle.figure(model).real));
    LogEntry::new(
        json!({ "event": "hidden", "model": name, "base": base }),
        format!("    {name} hides again (DP-STL-13)"),
    )
}

/// A stealth base is taken off the board.
pub fn base_removed(battle: &Battle<'_>, base: FigureId, real: bool) -> LogEntry {
    let name = battle.name(base);
    let what = if real { "was the real one" } else { "was false" };
    let trace = json!({ "event": "base-removed", "base": name, "real": real });
    LogEntry::new(trace, format!("    {name} is removed: it {what}"))
}

/// A model is removed.
pub fn removed(battle: &Battle<'_>, model: FigureId) -> LogEntry {
    let name = battle.name(model);
    LogEntry::new(json!({ "event": "removed", "model": name }), format!("    {name} is destroyed (DP-WND-04)"))
}

/// The end of the game.
pub fn verdict(battle: &Battle<'_>) -> LogEntry {
    let verdict = battle.verdict.unwrap_or(Verdict { winner: None, ending: 0 });
    let ending = Ending::ALL[usize::from(verdict.ending)];
    let winner = verdict.winner.map_or("Nobody wins", |side| if side == Side::A { "A wins" } else { "B wins" });
    let shares = Side::BOTH.map(|side| battle.attrition(side));
    let why = match ending {
        Ending::WipeOut => "the other side has nobody left (DP-VIC-01)".to_owned(),
        Ending::DrawMutual => "the last of both sides died at once (DP-VIC-02)".to_owned(),
        Ending::Attrition | Ending::DrawCap => {
            let [a, b] = shares.map(|share| 100.0 * share);
            format!("A has {a:.1} and B {b:.1} of a hundred wounds left (DP-VIC-03)")
        }
    };
    let models = Side::BOTH.into_iter().flat_map(|side| members(side, battle.force(side).all_models()));
    let fates = models.map(|model| {
        let fate = match (battle.is_hidden(model), battle.is_present(model)) {
            (true, _) => "hidden",
            (false, true) => "alive",
            (false, false) => "destroyed",
        };
        (battle.name(model), fate)
    });
    let words = format!("\n{winner}: {why}.");
    let values = Side::BOTH.map(|side| battle.worth(side));
    trace::verdict(verdict, &Ending::KEYS, battle.turn, values, fates, words)
}

/// A figure by name, null for nobody.
pub(super) fn perhaps(battle: &Battle<'_>, figure: FigureId) -> Value {
    if figure == NOBODY { Value::Null } else { battle.name(figure).into() }
}
