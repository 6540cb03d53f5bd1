//! Films: how the events of a trace move Teams on the table.

use serde_json::Value;

use crate::game::film::{
    At, Board, Condition, Feature, Form, Look, Mark, Measure, Outline, Piece, Reel, State, number, on_page, text,
};
use crate::game::{EventLog, Film, Side};

/// What Patrol Markers are called.
const PATROL_MARKER: &str = "Patrol Marker";

/// What jump-off points are called.
const POINT: &str = "jump-off point";

/// What the objective of a scenario is called.
const OBJECTIVE: &str = "objective";

/// The film of a game; none where nothing of it was told.
#[must_use]
pub fn film(log: &EventLog) -> Option<Film> {
    crate::game::film::film(log, open, tell)
}

fn look(kind: &str) -> Look {
    match kind {
        "woods" | "scrub" => Look::Wood,
        "crater" | "wreck" => Look::Rough,
        "ruins" | "building" => Look::Building,
        "wall" | "barricade" => Look::Wall,
        "rock" => Look::Rock,
        "hill" => Look::Hill,
        "stream" => Look::Water,
        "road" => Look::Road,
        _ => Look::Works,
    }
}

/// The size of a piece of terrain, or of a Team.
fn size(of: &Value) -> At {
    [number(&of["size"][0]), number(&of["size"][1])]
}

fn feature(piece: &Value, depth: f64) -> Option<Feature> {
    // Angles are counter-clockwise from +x.
    let (middle, degrees) = (on_page(&piece["centre"], depth)?, -number(&piece["angle"]));
    let outline = match size(piece) {
        [length, 0.0] => Outline::straight(middle, length, degrees),
        [length, _] if piece["round"] == true => Outline::Disc(middle, length / 2.0),
        size => Outline::rectangle(middle, size, degrees),
    };
    let kind = text(&piece["piece"]);
    Some(Feature { look: look(kind), outline, kind: kind.to_owned(), name: kind.to_owned() })
}

fn marker(name: String, side: Option<Side>, kind: &str) -> Piece {
    Piece { name, side, kind: kind.to_owned(), value: 0.0, range: None, form: Form::Marker }
}

fn open(battle: &Value) -> Reel {
    let table = [number(&battle["table"][0]), number(&battle["table"][1])];
    let depth = table[1];
    let terrain = battle["terrain"].as_array().into_iter().flatten();
    let features = terrain.filter_map(|piece| feature(piece, depth)).collect();
    let mut reel = Reel::new(Board { size: table, measure: Measure::Inches, features });
    if let Some(at) = on_page(&battle["objective"], depth) {
        reel.add(marker(OBJECTIVE.to_owned(), None, OBJECTIVE), State { at: Some(at), ..State::default() });
    }
    for force in battle["forces"].as_array().into_iter().flatten() {
        let Some(side) = Side::of_letter(text(&force["side"])) else { continue };
        for at in force["points"].as_array().into_iter().flatten() {
            point(&mut reel, side, at);
        }
        for (number, own) in (0..).zip(force["markers"].as_array().into_iter().flatten()) {
            patrol_marker(&mut reel, side, number, own);
        }
        teams(&mut reel, &force["teams"], false);
    }
    reel
}

fn teams(reel: &mut Reel, teams: &Value, support: bool) {
    for team in teams.as_array().into_iter().flatten() {
        self::team(reel, team, support);
    }
}

/// A Team as `battle` or, in support, `bought` has it.
fn team(reel: &mut Reel, team: &Value, support: bool) {
    let (name, hull) = (text(&team["id"]), number(&team["hull"]));
    let (size, strength) = (size(team), if hull > 0.0 { hull } else { number(&team["models"]) });
    let unit = text(&team["unit"]);
    // What comes as support is in no list: none of its value is fielded, nor lost.
    let (kind, value) =
        if support { (format!("support-{unit}"), 0.0) } else { (unit.to_owned(), number(&team["value"]) * strength) };
    let piece = Piece {
        name: name.to_owned(),
        side: name.split_once(':').and_then(|(side, _)| Side::of_letter(side)),
        kind,
        value,
        range: team["range"].as_f64(),
        form: if hull > 0.0 { Form::Base(size[0], size[1]) } else { Form::Disc(size[0] / 2.0) },
    };
    let mut state = State { at: on_page(&team["at"], reel.size()[1]), ..State::default() };
    if hull > 0.0 {
        state.facing = team["heading"].as_f64();
        state.count("hull points", hull as i64);
    } else {
        state.count("models", strength as i64);
    }
    state.count("Shock", team["shock"].as_i64().unwrap_or_default());
    // Who leads a Team, or rides, is shown with it.
    let place = [("with", &team["with"]), ("aboard", &team["aboard"])].into_iter().find(|(_, other)| other.is_string());
    state.note = match (place, text(&team["state"])) {
        (Some((how, other)), _) => format!("{how} {}", text(other)),
        (None, "waiting") => "waits for a die".to_owned(),
        (None, "reserve") => "in reserve".to_owned(),
        (None, _) => String::new(),
    };
    if place.is_some() {
        state.at = None;
    }
    let marked = |mark: &str| team["marks"].as_array().is_some_and(|marks| marks.iter().any(|own| *own == mark));
    state.condition = match text(&team["state"]) {
        "gone" => Condition::Gone,
        _ if marked("overwatch") => Condition::Watching,
        _ if marked("pinned") || marked("falling-back") || marked("stunned") || marked("shaken") => Condition::Hurt,
        _ => Condition::Ready,
    };
    reel.add(piece, state);
}

fn point(reel: &mut Reel, side: Side, at: &Value) {
    let at = on_page(at, reel.size()[1]);
    let placed = reel.of_kind(POINT).len();
    let name = format!("{POINT} {} of {}", placed + 1, side.letter());
    reel.add(marker(name, Some(side), POINT), State { at, ..State::default() });
}

fn patrol_marker(reel: &mut Reel, side: Side, number: u64, own: &Value) {
    let at = on_page(&own["at"], reel.size()[1]);
    let name = format!("{PATROL_MARKER} {} of {}", number + 1, side.letter());
    reel.add(marker(name.clone(), Some(side), PATROL_MARKER), State::default());
    let note = if own["locked"] == true { "locked" } else { "" };
    reel.change(&name, |state| (state.at, state.note) = (at, note.to_owned()));
}

/// A work that is laid after the game has begun.
fn work(reel: &mut Reel, side: Side, piece: &Value) {
    let (at, kind, [length, width]) = (on_page(&piece["centre"], reel.size()[1]), text(&piece["piece"]), size(piece));
    let name = format!("{kind} {} of {}", reel.of_kind(kind).len() + 1, side.letter());
    let round = piece["round"] == true;
    let form = if round { Form::Disc(length / 2.0) } else { Form::Base(width, length) };
    let facing = (!round).then(|| 90.0 - number(&piece["angle"]));
    let own = Piece { name, side: Some(side), kind: kind.to_owned(), value: 0.0, range: None, form };
    reel.add(own, State { at, facing, ..State::default() });
}

/// A Team stands here, out of whatever it was in.
fn stands(reel: &mut Reel, team: &str, at: &Value) {
    let at = on_page(at, reel.size()[1]);
    reel.change(team, |state| {
        state.at = at;
        state.note.clear();
    });
}

/// A Team is off the table, for this reason.
fn is_off(reel: &mut Reel, team: &str, note: String) {
    reel.change(team, |state| (state.at, state.note) = (None, note));
}

/// So many models, or hull points, are left of a Team.
fn is_left(reel: &mut Reel, team: &str, counted: &'static str, left: i64) {
    let Some(piece) = reel.piece(team) else { return };
    let (value, disc) = (piece.value, matches!(piece.form, Form::Disc(_)));
    let Some(before) = counted_as(reel, team, counted).filter(|before| *before > 0) else { return };
    reel.change(team, |state| {
        let share = left as f64 / before as f64;
        state.count(counted, left);
        state.worth = Some(state.worth.unwrap_or(value) * share);
        // The disc of a Team covers as much as its models need.
        if disc {
            state.scale = Some(state.scale.unwrap_or(1.0) * share.sqrt());
        }
    });
}

fn counted_as(reel: &Reel, team: &str, counted: &str) -> Option<i64> {
    reel.state(team)?.counts.iter().find(|(name, _)| *name == counted).map(|(_, count)| *count)
}

/// Models leave a Team to be, or to join, another.
fn leave(reel: &mut Reel, team: &str, models: i64) {
    let left = counted_as(reel, team, "models").map_or(0, |before| (before - models).max(0));
    is_left(reel, team, "models", left);
}

/// Models that have left a Team are one of their own.
fn form(reel: &mut Reel, event: &Value) {
    let (from, name, models) =
        (text(&event["from"]), text(&event["team"]), event["models"].as_i64().unwrap_or_default());
    let before = counted_as(reel, from, "models").unwrap_or(models).max(1);
    let (Some(parent), Some(state)) = (reel.piece(from), reel.state(from)) else { return };
    let share = models as f64 / before as f64;
    let radius = match parent.form {
        Form::Disc(radius) => radius * state.scale.unwrap_or(1.0) * share.sqrt(),
        _ => return,
    };
    let value = state.worth.unwrap_or(parent.value) * share;
    let piece = Piece { name: name.to_owned(), value, form: Form::Disc(radius), ..parent.clone() };
    let mut state = State { at: on_page(&event["at"], reel.size()[1]), ..State::default() };
    state.count("models", models);
    state.count("Shock", 0);
    leave(reel, from, models);
    reel.add(piece, state);
}

/// A Team goes for good; whoever led it or rode in it is left where it was, until something else is told of him.
fn goes(reel: &mut Reel, team: &str) {
    let at = reel.at(team);
    let notes = [format!("with {team}"), format!("aboard {team}")];
    for other in reel.those(|_, state| notes.contains(&state.note)) {
        reel.change(&other, |state| {
            state.at = at;
            state.note.clear();
        });
    }
    reel.remove(team);
}

fn watches(reel: &mut Reel, team: &str, watches: bool) {
    reel.change(team, |state| {
        state.condition = match state.condition {
            Condition::Watching if !watches => Condition::Ready,
            Condition::Ready | Condition::Hurt if watches => Condition::Watching,
            condition => condition,
        };
    });
}

fn way(reel: &mut Reel, points: &Value) {
    let depth = reel.size()[1];
    let points = points.as_array().into_iter().flatten();
    reel.mark(Mark::Way(points.filter_map(|point| on_page(point, depth)).collect()));
}

fn shock(reel: &mut Reel, team: &str, event: &Value) {
    reel.change(team, |state| {
        state.count("Shock", event["shock"].as_i64().unwrap_or_default());
        state.condition = match (text(&event["bearing"]), state.condition) {
            (_, Condition::Gone) => Condition::Gone,
            ("steady", Condition::Hurt) => Condition::Ready,
            ("steady", condition) => condition,
            // Who is pinned is off Overwatch.
            _ => Condition::Hurt,
        };
    });
}

fn tell(reel: &mut Reel, event: &Value) {
    let depth = reel.size()[1];
    let (team, side) = (text(&event["team"]), Side::of_letter(text(&event["side"])));
    match (text(&event["event"]), side) {
        ("bought", _) => teams(reel, &event["teams"], true),
        ("work", Some(side)) => work(reel, side, &event["piece"]),
        ("marker", Some(side)) => patrol_marker(reel, side, event["marker"].as_u64().unwrap_or_default(), event),
        ("point", Some(side)) => point(reel, side, &event["at"]),
        ("point-lost", Some(side)) => {
            let at = on_page(&event["point"], depth);
            for point in reel.those(|piece, state| piece.kind == POINT && piece.side == Some(side) && state.at == at) {
                reel.remove(&point);
            }
        }
        // The patrols are over: points stand where their markers led.
        ("turn", _) => {
            for marker in reel.of_kind(PATROL_MARKER) {
                reel.change(&marker, |state| state.at = None);
            }
        }
        ("infiltrated" | "disembarked" | "arrived" | "dropped", _) => stands(reel, team, &event["at"]),
        ("deployed" | "moved", _) => {
            stands(reel, team, &event["at"]);
            if matches!(reel.piece(team), Some(Piece { form: Form::Base(..), .. })) {
                reel.change(team, |state| state.facing = event["heading"].as_f64());
            }
        }
        ("attached", _) => is_off(reel, text(&event["officer"]), format!("with {team}")),
        ("boarded", _) => is_off(reel, team, format!("aboard {}", text(&event["transport"]))),
        ("relocated", _) => is_off(reel, team, "waits for a die".to_owned()),
        ("left", _) => is_off(reel, team, "off the table".to_owned()),
        ("flight", _) if event["left"] == true => is_off(reel, team, "off the table".to_owned()),
        ("flight", _) => stands(reel, team, &event["at"]),
        ("sortie", _) => reel.change(team, |state| state.note = format!("comes to {}", text(&event["aim"]))),
        ("way" | "vector", _) => way(reel, &event["points"]),
        ("charge" | "contact", _) => reel.attacks(team, text(&event["target"])),
        ("volley", _) => {
            let by = text(&event["by"]);
            reel.attacks(by, text(&event["target"]));
            if matches!(text(&event["kind"]), "overwatch" | "anti-air") {
                watches(reel, by, false);
            }
        }
        ("blows", _) => reel.attacks(text(&event["by"]), text(&event["target"])),
        ("line", _) => {
            if let (Some(at), Some(radius)) = (on_page(&event["at"], depth), event["radius"].as_f64()) {
                reel.mark(Mark::Blast(at, radius));
            }
        }
        ("activation", _) => watches(reel, team, false),
        ("overwatch", _) => watches(reel, team, true),
        ("turn-end", _) => {
            for team in reel.those(|_, state| state.condition == Condition::Watching) {
                watches(reel, &team, false);
            }
        }
        ("transfer", _) => {
            leave(reel, text(&event["from"]), 1);
            let to = text(&event["to"]);
            if let Some(models) = counted_as(reel, to, "models") {
                is_left(reel, to, "models", models + 1);
            }
        }
        ("formed", _) => form(reel, event),
        ("shock", _) => shock(reel, team, event),
        ("fallen", _) => is_left(reel, team, "models", event["models"].as_i64().unwrap_or_default()),
        ("damage", _) => is_left(reel, team, "hull points", event["left"].as_i64().unwrap_or_default()),
        ("gone", _) => goes(reel, team),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::game::LogEntry;

    #[test]
    fn what_comes_as_support_is_shown_and_is_no_value_of_the_list() {
        let teams = |id: &str| json!([{ "id": id, "unit": "rampart", "size": [3, 5], "value": 50.0, "hull": 3 }]);
        let gone = |id: &str| json!({ "event": "gone", "team": id });
        let mut log = EventLog::default();
        let forces = json!([{ "side": "A", "teams": teams("A:rampart") }]);
        for event in [
            json!({ "event": "battle", "table": [72, 48], "forces": forces }),
            json!({ "event": "bought", "side": "A", "left": 0, "teams": teams("A:support-rampart-1") }),
            json!({ "event": "damage", "team": "A:support-rampart-1", "left": 1 }),
            gone("A:support-rampart-1"),
            json!({ "event": "damage", "team": "A:rampart", "left": 1 }),
            gone("A:rampart"),
        ] {
            log.entries.push(LogEntry::new(event, "  told"));
        }
        let shown = film(&log).expect("a film");
        let values: Vec<f64> = shown.steps.iter().map(|step| step.value[0]).collect();
        assert_eq!(values, [150.0, 150.0, 150.0, 150.0, 50.0, 0.0]);
        let kinds: Vec<&str> = shown.pieces.iter().map(|piece| piece.kind.as_str()).collect();
        assert_eq!(kinds, ["rampart", "support-rampart"]);
        assert_eq!([0, 1].map(|piece| shown.after(3)[piece].condition), [Condition::Ready, Condition::Gone]);
    }
}
