//! Films: how the events of a trace move the counters on the board.

use serde_json::Value;

use crate::game::film::{
    At, Board, Condition, Feature, Form, HexLayout, Look, Measure, Outline, Piece, Reel, State, number, text,
};
use crate::game::{EventLog, Film, Side};
use crate::tabletop::hex::HexNumber;

const HEXES: HexLayout = HexLayout { flat: true };

/// Directions of a facing, clockwise from north, by sixths of a turn.
const DIRECTIONS: [&str; 6] = ["N", "NE", "SE", "S", "SW", "NW"];

/// The film of a game; none where nothing of it was told.
#[must_use]
pub fn film(log: &EventLog) -> Option<Film> {
    crate::game::film::film(log, open, tell)
}

/// Column and row of a hex, from 0; none off the board.
fn place(hex: &str) -> Option<(u16, u16)> {
    let HexNumber { column, row } = hex.parse().ok()?;
    Some((column.checked_sub(1)?, row.checked_sub(1)?))
}

fn centre(hex: &Value) -> Option<At> {
    place(hex.as_str()?).map(|(column, row)| HEXES.centre(column, row))
}

fn facing(direction: &str) -> Option<f64> {
    DIRECTIONS.iter().position(|known| *known == direction).map(|sixth| 60.0 * sixth as f64)
}

/// Both ends of the side of a hex, as `0905/SW` names it.
fn side_of_hex(name: &str) -> Option<[At; 2]> {
    let (hex, direction) = name.split_once('/')?;
    let ((column, row), sixth) = (place(hex)?, DIRECTIONS.iter().position(|known| *known == direction)?);
    let corners = HEXES.corners(column, row);
    // Corners of a flat-top hex begin in the east and go clockwise; its northern side lies between the fifth and the last.
    Some([corners[(sixth + 4) % 6], corners[(sixth + 5) % 6]])
}

fn look(terrain: &str) -> Look {
    match terrain {
        "clear" => Look::Open,
        "hill" => Look::Hill,
        "buildings" | "ruin" => Look::Building,
        "broken-ground" => Look::Rough,
        "trench" | "redoubt" | "fort" | "quick-works" => Look::Works,
        "river" => Look::Water,
        "sunken-road" | "bridge" | "ford" => Look::Road,
        "impassable" => Look::Rock,
        terrain if terrain.contains("forest") => Look::Wood,
        _ => Look::Rough,
    }
}

fn border(feature: &str) -> Look {
    match feature {
        "hedge" => Look::Wood,
        "stream" | "creek" => Look::Water,
        "bridge" | "ford" => Look::Road,
        _ => Look::Wall,
    }
}

fn marker(name: String, kind: &str) -> Piece {
    Piece { name, side: None, kind: kind.to_owned(), value: 0.0, range: None, form: Form::Marker }
}

fn features(board: &Value, columns: u16, rows: u16) -> Vec<Feature> {
    let listed = |what: &str| board[what].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut features = Vec::new();
    for (column, row) in (0..columns).flat_map(|column| (0..rows - column % 2).map(move |row| (column, row))) {
        let hex = HexNumber { column: column + 1, row: row + 1 }.to_string();
        let told = listed("hexes").iter().find(|told| text(&told["hex"]) == hex);
        let terrain = told.map_or("clear", |hex| text(&hex["terrain"]));
        let level = match told.map_or(0.0, |hex| number(&hex["level"])) {
            0.0 => String::new(),
            level => format!(", level {level}"),
        };
        let is_high = terrain == "clear" && !level.is_empty();
        let (look, kind) = if is_high { (Look::Hill, "high ground") } else { (look(terrain), terrain) };
        let name = format!("{hex} {terrain}{level}");
        let outline = Outline::Area(HEXES.corners(column, row));
        features.push(Feature { look, outline, kind: kind.to_owned(), name });
    }
    for road in listed("roads").iter().filter_map(Value::as_str) {
        let Some((hex, _)) = road.split_once('/') else { continue };
        let (Some(from), Some([one, other])) = (centre(&hex.into()), side_of_hex(road)) else { continue };
        let gate = [(one[0] + other[0]) / 2.0, (one[1] + other[1]) / 2.0];
        let to = [2.0 * gate[0] - from[0], 2.0 * gate[1] - from[1]];
        let outline = Outline::Line(vec![from, to]);
        features.push(Feature { look: Look::Road, outline, kind: "road".to_owned(), name: "road".to_owned() });
    }
    for side in listed("sides") {
        let (Some(ends), name) = (side_of_hex(text(&side["side"])), text(&side["feature"])) else { continue };
        let outline = Outline::Line(ends.into());
        features.push(Feature { look: border(name), outline, kind: name.to_owned(), name: name.to_owned() });
    }
    features
}

fn open(battle: &Value) -> Reel {
    let board = &battle["board"];
    let (columns, rows) = (number(&board["columns"]) as u16, number(&board["rows"]) as u16);
    let mut reel = Reel::new(Board {
        // Every second column is half a hex lower and one hex shorter.
        size: [HEXES.size(columns, rows)[0], f64::from(rows)],
        measure: Measure::FlatHexes,
        features: features(board, columns, rows),
    });
    for (at, one) in battle["objectives"].as_array().into_iter().flatten().enumerate() {
        let name = objective(at);
        let note = format!("{}, {} points", text(&one["hex"]), number(&one["points"]));
        let state =
            State { at: centre(&one["hex"]), owner: Side::of_letter(text(&one["holder"])), note, ..State::default() };
        reel.add(marker(name, "objective"), state);
    }
    for one in battle["works"].as_array().into_iter().flatten() {
        if let Some(what) = one["what"].as_str() {
            works(&mut reel, text(&one["hex"]), what);
        }
    }
    for (side, force) in Side::BOTH.into_iter().zip(battle["forces"].as_array().into_iter().flatten()) {
        for unit in force["units"].as_array().into_iter().flatten() {
            let weapon = unit["weapon"].as_str().map(|weapon| format!(" {weapon}")).unwrap_or_default();
            let piece = Piece {
                name: text(&unit["id"]).to_owned(),
                side: Some(side),
                kind: format!("{}{weapon}", text(&unit["type"])),
                value: if unit["combat"] == true { number(&unit["value"]) } else { 0.0 },
                range: unit["range"].as_f64(),
                form: Form::Counter,
            };
            let mut state =
                State { at: centre(&unit["hex"]), facing: facing(text(&unit["facing"])), ..State::default() };
            state.condition = match text(&unit["status"]) {
                "routed" => Condition::Hurt,
                "fake" => Condition::Hidden,
                "removed" | "strayed" => Condition::Gone,
                _ => Condition::Ready,
            };
            worn(&mut state, &unit["hits"], &unit["te"]);
            reel.add(piece, state);
        }
        for one in force["commanders"].as_array().into_iter().flatten().filter(|one| !one["hex"].is_null()) {
            let piece = Piece { side: Some(side), ..marker(text(&one["id"]).to_owned(), "commander") };
            reel.add(
                piece,
                State { at: centre(&one["hex"]), note: text(&one["level"]).to_owned(), ..State::default() },
            );
        }
    }
    reel
}

/// The name of an objective by its place in the scenario.
fn objective(at: usize) -> String {
    format!("objective {}", at + 1)
}

fn works(reel: &mut Reel, hex: &str, what: &str) {
    let at = centre(&hex.into());
    reel.add(marker(format!("{what} {hex}"), "works"), State { at, ..State::default() });
}

/// Hits and TE that lie on a unit, as far as they are told.
fn worn(state: &mut State, hits: &Value, te: &Value) {
    for (name, count) in [("hits", hits), ("TE", te)] {
        if let Some(count) = count.as_i64() {
            state.count(name, count);
        }
    }
}

fn tell(reel: &mut Reel, event: &Value) {
    let unit = text(&event["unit"]);
    match text(&event["event"]) {
        "step" => {
            reel.goes(unit, [&event["from"], &event["to"]].into_iter().filter_map(centre).collect());
            reel.change(unit, |state| worn(state, &Value::Null, &event["te"]));
        }
        "withdrawal" => reel.goes(unit, [&event["from"], &event["to"]].into_iter().filter_map(centre).collect()),
        "rout" => reel.goes(unit, event["path"].as_array().into_iter().flatten().filter_map(centre).collect()),
        "advance" => {
            let way = reel.at(unit).into_iter().chain(centre(&event["hex"])).collect();
            reel.goes(unit, way);
        }
        "arrived" | "faced" | "revealed" | "status" => reel.change(unit, |state| {
            state.at = centre(&event["hex"]).or(state.at);
            state.facing = facing(text(&event["facing"])).or(state.facing);
            worn(state, &event["hits"], &event["te"]);
            match (text(&event["event"]), text(&event["status"])) {
                ("status", "manned") => {
                    state.worth = None;
                    state.note = "manned".to_owned();
                }
                ("revealed", _) if event["fake"] == true => state.condition = Condition::Gone,
                ("revealed", _) => state.condition = Condition::Ready,
                (_, "routed") => state.condition = Condition::Hurt,
                (_, "hidden") => state.condition = Condition::Hidden,
                (_, "turned" | "faced" | "horses-lost" | "resupplied") | ("arrived" | "faced", _) => {}
                (_, status) => state.note = status.replace('-', " "),
            }
        }),
        "shot" | "canister" => reel.attacks(unit, text(&event["target"])),
        "melee" => reel.attacks(text(&event["units"][0]), text(&event["units"][1])),
        "contact" => reel.attacks(text(&event["attacker"]), text(&event["defender"])),
        "ridden-down" => reel.attacks(text(&event["by"]), unit),
        "toll" => reel.change(unit, |state| worn(state, &Value::Null, &event["total_te"])),
        "wound" => reel.change(unit, |state| worn(state, &event["total"], &Value::Null)),
        "fatigue" => reel.change(unit, |state| worn(state, &Value::Null, &event["te"])),
        "rally" => reel.change(unit, |state| {
            worn(state, &event["hits"], &event["te"]);
            if event["rallied"] == true {
                state.condition = Condition::Ready;
            }
        }),
        "removed" => reel.remove(unit),
        // A crew without its guns counts as lost until it has them again.
        "captured" => reel.change(unit, |state| state.worth = Some(0.0)),
        "guns" if event["what"] == "left" => reel.change(unit, |state| state.worth = Some(0.0)),
        "works" if event["progress"] == "finished" => works(reel, text(&event["hex"]), text(&event["what"])),
        "commander" => {
            let (at, fate) = (centre(&event["hex"]), text(&event["fate"]));
            let name = text(&event["commander"]);
            reel.change(name, |state| {
                state.at = if unit.is_empty() { at } else { None };
                if fate != "present" {
                    state.condition = Condition::Gone;
                }
            });
        }
        "score" => {
            for (at, holder) in event["holders"].as_array().into_iter().flatten().enumerate() {
                let (name, holder) = (objective(at), Side::of_letter(text(holder)));
                if reel.state(&name).is_some_and(|state| state.owner != holder) {
                    reel.change(&name, |state| state.owner = holder);
                }
            }
        }
        _ => {}
    }
}
