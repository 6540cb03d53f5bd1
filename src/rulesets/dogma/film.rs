//! Films: how the events of a trace move the bases on the table.

use serde_json::Value;

use crate::game::film::{
    Board, Condition, Feature, Form, Look, Mark, Measure, Outline, Piece, Reel, State, number, on_page, text,
};
use crate::game::{EventLog, Film, Side};

/// The film of a game; none where nothing of it was told.
#[must_use]
pub fn film(log: &EventLog) -> Option<Film> {
    crate::game::film::film(log, open, tell)
}

fn look(kind: &str) -> Look {
    match kind {
        "cover" => Look::Wood,
        "hill" => Look::Hill,
        "deep-water" => Look::Water,
        "impassable" => Look::Rock,
        _ => Look::Building,
    }
}

fn outline(feature: &Value, depth: f64) -> Option<Outline> {
    match &feature["points"] {
        Value::Array(points) => Some(Outline::Area(points.iter().filter_map(|point| on_page(point, depth)).collect())),
        _ => Some(Outline::Disc(on_page(&feature["centre"], depth)?, number(&feature["diameter"]) / 2.0)),
    }
}

fn marker(name: String, kind: &str) -> Piece {
    Piece { name, side: None, kind: kind.to_owned(), value: 0.0, range: None, form: Form::Marker }
}

fn open(battle: &Value) -> Reel {
    let size = [number(&battle["table"]["size"][0]), number(&battle["table"]["size"][1])];
    let terrain = battle["table"]["terrain"].as_array().into_iter().flatten();
    let features = terrain.filter_map(|feature| {
        let kind = text(&feature["kind"]);
        Some(Feature {
            look: look(kind),
            outline: outline(feature, size[1])?,
            kind: kind.to_owned(),
            name: kind.to_owned(),
        })
    });
    let mut reel = Reel::new(Board { size, measure: Measure::Inches, features: features.collect() });
    let base = number(&battle["base"]);
    for (side, force) in Side::BOTH.into_iter().zip(battle["forces"].as_array().into_iter().flatten()) {
        for unit in force["units"].as_array().into_iter().flatten() {
            let piece = Piece {
                name: text(&unit["id"]).to_owned(),
                side: Some(side),
                kind: text(&unit["type"]).to_owned(),
                value: number(&unit["cost"]),
                range: unit["range"].as_f64(),
                form: Form::Base(base, base),
            };
            let mut state = State { at: on_page(&unit["at"], size[1]), ..State::default() };
            state.facing = unit["at"].get(2).and_then(Value::as_f64);
            if unit["shaken"] == true {
                state.condition = Condition::Hurt;
            }
            state.note = match text(&unit["place"]) {
                "aboard" => format!("aboard {}", text(&unit["aboard"])),
                "table" if unit["commander"] == true => "Commander".to_owned(),
                "table" => String::new(),
                place => place.to_owned(),
            };
            reel.add(piece, state);
        }
    }
    let mut lay = |name: &str, at: &Value| {
        let at = on_page(at, size[1]);
        if at.is_some() {
            reel.add(marker(name.to_owned(), "marker"), State { at, ..State::default() });
        }
    };
    lay("central marker", &battle["centre"]);
    for side in Side::BOTH {
        lay(&format!("marker of {}", side.letter()), &battle["markers"][side.index()]);
    }
    for side in Side::BOTH {
        if let Some(bearer) = battle["bearers"][side.index()].as_str() {
            let name = format!("flag of {}", side.letter());
            reel.add(
                marker(name, "flag"),
                State { owner: Some(side), note: format!("borne by {bearer}"), ..State::default() },
            );
        }
    }
    reel
}

fn tell(reel: &mut Reel, event: &Value) {
    let (unit, depth) = (text(&event["unit"]), reel.size()[1]);
    match text(&event["event"]) {
        "move" => {
            for mover in event["units"].as_array().into_iter().flatten() {
                let name = text(&mover["unit"]);
                let path = mover["path"].as_array().map(Vec::as_slice).unwrap_or_default();
                reel.goes(name, path.iter().filter_map(|base| on_page(base, depth)).collect());
                let facing = path.last().and_then(|base| base.get(2)?.as_f64());
                reel.change(name, |state| {
                    state.facing = facing;
                    if matches!(text(&event["kind"]), "entry" | "off") {
                        state.note.clear();
                    }
                });
            }
        }
        "attack" => {
            let target = match &event["target"] {
                Value::String(name) => reel.at(name),
                target => reel.feature(number(&target["building"]) as usize),
            };
            let Some(to) = target else { return };
            let supports = event["supports"].as_array().into_iter().flatten();
            match event["attacker"].as_str() {
                Some(attacker) => {
                    for who in std::iter::once(attacker).chain(supports.map(text)) {
                        if let Some(from) = reel.at(who) {
                            reel.mark(Mark::Attack(from, to));
                        }
                    }
                }
                None => reel.mark(Mark::Blast(to, 1.0)),
            }
        }
        "status" => reel.change(unit, |state| match text(&event["status"]) {
            "shaken" => state.condition = Condition::Hurt,
            "recovered" => state.condition = Condition::Ready,
            "aboard" => {
                state.at = None;
                state.note = format!("aboard {}", text(&event["aboard"]));
            }
            other => state.note = other.to_owned(),
        }),
        "removed" if event["cause"] == "exit" => reel.change(unit, |state| {
            state.at = None;
            state.note = "off the enemy edge".to_owned();
        }),
        "removed" => reel.remove(unit),
        "objective" if event["what"] == "flag" => {
            let name = format!("flag of {}", text(&event["side"]));
            let (at, bearer) = (on_page(&event["at"], depth), text(&event["bearer"]));
            reel.change(&name, |state| {
                state.at = at;
                state.note = if bearer.is_empty() { String::new() } else { format!("borne by {bearer}") };
            });
        }
        "objective" => {
            let side = Side::of_letter(text(&event["side"]));
            let held = |what: &str| event[what].as_array().is_some_and(|holders| !holders.is_empty());
            let own = format!("marker of {}", text(&event["side"]));
            for (name, held) in [("central marker", held("centre")), (own.as_str(), held("own"))] {
                reel.change(name, |state| match held {
                    true => state.owner = side,
                    false if state.owner == side => state.owner = None,
                    false => {}
                });
            }
        }
        _ => {}
    }
}
