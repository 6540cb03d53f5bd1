//! Films: how the events of a trace move the counters on the map.

use serde_json::Value;

use crate::game::film::{
    At, Board, Condition, Feature, Form, HexLayout, Look, Mark, Measure, Outline, Piece, Reel, State, number, text,
};
use crate::game::{EventLog, Film, Side};

const HEXES: HexLayout = HexLayout { flat: false };

/// The film of a game; none where nothing of it was told.
#[must_use]
pub fn film(log: &EventLog) -> Option<Film> {
    crate::game::film::film(log, open, tell)
}

/// Column and row of a hex; none off the map.
fn place(hex: &Value) -> Option<(u16, u16)> {
    let number = |at: usize| hex.get(at)?.as_u64().and_then(|number| u16::try_from(number).ok());
    Some((number(0)?, number(1)?))
}

fn centre(hex: &Value) -> Option<At> {
    place(hex).map(|(column, row)| HEXES.centre(column, row))
}

fn way(path: &Value) -> Vec<At> {
    path.as_array().into_iter().flatten().filter_map(centre).collect()
}

fn look(terrain: &str) -> Look {
    match terrain {
        "desert-beach" => Look::Sand,
        "swamp" => Look::Rough,
        "forest" => Look::Wood,
        "hill" => Look::Hill,
        "water-river" => Look::Water,
        "bridge" | "road" => Look::Road,
        "town" => Look::Building,
        "grassland" => Look::Open,
        _ => Look::Rock,
    }
}

fn objective(hex: &Value) -> Option<String> {
    place(hex).map(|(column, row)| format!("objective ({column},{row})"))
}

fn open(battle: &Value) -> Reel {
    let table = &battle["table"];
    let (columns, rows) = place(&table["size"]).unwrap_or_default();
    let hexes = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let features = hexes.map(|(column, row)| {
        let terrain = text(&table["hexes"][usize::from(row)][usize::from(column)]);
        let height = match number(&table["heights"][usize::from(row)][usize::from(column)]) {
            0.0 => String::new(),
            height => format!(", height {height}"),
        };
        let name = format!("({column},{row}) {terrain}{height}");
        let outline = Outline::Area(HEXES.corners(column, row));
        Feature { look: look(terrain), outline, kind: terrain.to_owned(), name }
    });
    let mut reel = Reel::new(Board {
        size: HEXES.size(columns, rows),
        measure: Measure::PointyHexes,
        features: features.collect(),
    });
    for hex in table["objectives"].as_array().into_iter().flatten() {
        let Some(name) = objective(hex) else { continue };
        let piece =
            Piece { name, side: None, kind: "objective".to_owned(), value: 0.0, range: None, form: Form::Marker };
        reel.add(piece, State { at: centre(hex), ..State::default() });
    }
    for (side, force) in Side::BOTH.into_iter().zip(battle["forces"].as_array().into_iter().flatten()) {
        for unit in force["units"].as_array().into_iter().flatten() {
            let piece = Piece {
                name: text(&unit["id"]).to_owned(),
                side: Some(side),
                kind: text(&unit["type"]).to_owned(),
                value: number(&unit["cost"]),
                range: unit["range"].as_f64(),
                form: Form::Counter,
            };
            let mut state =
                State { at: centre(&unit["hex"]), condition: condition(text(&unit["status"])), ..State::default() };
            board(&mut state, &unit["aboard"]);
            reel.add(piece, state);
        }
    }
    reel
}

/// Who rides stands where its vehicle does, and is not shown.
fn board(state: &mut State, carrier: &Value) {
    match carrier.as_str() {
        Some(carrier) => {
            state.at = None;
            state.note = format!("aboard {carrier}");
        }
        None => state.note.clear(),
    }
}

fn condition(status: &str) -> Condition {
    match status {
        "stunned" => Condition::Hurt,
        "overwatch" => Condition::Watching,
        "ooc" => Condition::Gone,
        _ => Condition::Ready,
    }
}

fn tell(reel: &mut Reel, event: &Value) {
    let unit = text(&event["unit"]);
    match text(&event["event"]) {
        "move" => reel.goes(unit, way(&event["path"])),
        "attack" => {
            let Some(target) = centre(&event["hex"]) else { return };
            for attacker in event["attackers"].as_array().into_iter().flatten() {
                let from = if event["kind"] == "splash" { centre(&event["burst"]) } else { centre(&attacker["hex"]) };
                let from = from.or_else(|| reel.at(attacker.as_str().unwrap_or(text(&attacker["unit"]))));
                if let Some(from) = from {
                    reel.mark(Mark::Attack(from, target));
                }
            }
        }
        "status" => reel.change(unit, |state| {
            let status = text(&event["status"]);
            if !matches!(status, "boards" | "gets-off" | "thrown-out") {
                state.condition = condition(status);
            }
            state.at = centre(&event["hex"]);
            board(state, &event["aboard"]);
        }),
        // Who has left the map unharmed counts as saved.
        "removed" if event["cause"] == "left-map" => reel.change(unit, |state| {
            state.at = None;
            state.note = "has left the map".to_owned();
        }),
        "removed" => reel.remove(unit),
        "objective" => {
            for one in event["objectives"].as_array().into_iter().flatten() {
                let (name, holder) =
                    (objective(&one["hex"]).unwrap_or_default(), Side::of_letter(text(&one["holder"])));
                if reel.state(&name).is_some_and(|state| state.owner != holder) {
                    reel.change(&name, |state| state.owner = holder);
                }
            }
        }
        _ => {}
    }
}
