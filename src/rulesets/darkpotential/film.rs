//! Films: how the events of a trace move models and stealth bases on the table.

use serde_json::Value;

use crate::game::film::{
    At, Board, Condition, Feature, Form, Look, Mark, Measure, Outline, Piece, Reel, State, number, on_page, text,
};
use crate::game::{EventLog, Film, Side};

/// Radius of a base of which the trace says nothing, in inches: 25 mm across.
const USUAL_RADIUS: f64 = 0.492;

/// The film of a game; none where nothing of it was told.
#[must_use]
pub fn film(log: &EventLog) -> Option<Film> {
    crate::game::film::film(log, open, tell)
}

fn look(piece: &Value) -> Look {
    match (text(&piece["category"]), text(&piece["piece"])) {
        ("hill", _) => Look::Hill,
        ("ruin" | "building", _) => Look::Building,
        (_, "hedge") => Look::Wood,
        ("linear" | "high-wall", _) => Look::Wall,
        ("solid", _) => Look::Rock,
        (_, "crater") => Look::Rough,
        _ => Look::Wood,
    }
}

/// A rectangle, or an ellipse in it, by its middle, size and angle.
fn outline(rectangle: &Value, depth: f64) -> Option<Outline> {
    let middle = on_page(&rectangle["centre"], depth)?;
    let size = [number(&rectangle["size"][0]), number(&rectangle["size"][1])];
    let form = if rectangle["round"] == true { Outline::ellipse } else { Outline::rectangle };
    Some(form(middle, size, number(&rectangle["angle"])))
}

fn open(battle: &Value) -> Reel {
    let size = [number(&battle["table"]["size"][0]), number(&battle["table"]["size"][1])];
    let terrain = battle["terrain"].as_array().into_iter().flatten();
    let features = terrain.filter_map(|piece| {
        let kind = text(&piece["piece"]).to_owned();
        let name = format!("{kind}, {} inches high", number(&piece["height"]));
        Some(Feature { look: look(piece), outline: outline(piece, size[1])?, kind, name })
    });
    let mut reel = Reel::new(Board { size, measure: Measure::Inches, features: features.collect() });
    for (side, force) in Side::BOTH.into_iter().zip(battle["forces"].as_array().into_iter().flatten()) {
        let units = force["units"].as_array().into_iter().flatten();
        for model in units.flat_map(|unit| unit["models"].as_array().into_iter().flatten()) {
            let radius = model["radius"].as_f64().unwrap_or(USUAL_RADIUS);
            let piece = Piece {
                name: text(&model["id"]).to_owned(),
                side: Some(side),
                kind: text(&model["type"]).to_owned(),
                value: number(&model["value"]),
                range: model["range"].as_f64(),
                form: Form::Disc(radius),
            };
            let mut state = State { at: on_page(&model["at"], size[1]), ..State::default() };
            state.count("wounds left", model["wounds"].as_i64().unwrap_or_default());
            stance(&mut state, model);
            if model["suppressed"] == true {
                state.condition = Condition::Hurt;
            }
            reel.add(piece, state);
            for base in model["bases"].as_array().into_iter().flatten() {
                let real = if base["id"] == model["real"] { "the real one" } else { "" };
                let at = on_page(&base["at"], size[1]);
                let state = State { at, note: real.to_owned(), ..State::default() };
                self::base(&mut reel, text(&base["id"]), &bases_of(text(&model["id"])), state);
            }
        }
    }
    reel
}

/// What the stealth bases of a model are called together.
fn bases_of(model: &str) -> String {
    format!("stealth base of {model}")
}

/// A stealth base.
fn base(reel: &mut Reel, name: &str, kind: &str, state: State) {
    let piece = Piece {
        name: name.to_owned(),
        side: name.split_once(':').and_then(|(side, _)| Side::of_letter(side)),
        kind: kind.to_owned(),
        value: 0.0,
        range: None,
        form: Form::Disc(USUAL_RADIUS),
    };
    reel.add(piece, State { condition: Condition::Hidden, ..state });
}

fn stance(state: &mut State, event: &Value) {
    let stance = text(&event["stance"]);
    state.facing = event["facing"].as_f64();
    match stance {
        "none" | "" => {
            state.note.clear();
            if state.condition == Condition::Watching {
                state.condition = Condition::Ready;
            }
        }
        stance => {
            state.note = stance.replace('-', " ");
            state.condition = Condition::Watching;
        }
    }
}

fn tell(reel: &mut Reel, event: &Value) {
    let depth = reel.size()[1];
    let (figure, model) = (text(&event["figure"]), text(&event["model"]));
    match text(&event["event"]) {
        "path" => {
            let points = event["points"].as_array().into_iter().flatten();
            let way: Vec<At> =
                reel.at(figure).into_iter().chain(points.filter_map(|point| on_page(point, depth))).collect();
            reel.mark(Mark::Way(way));
        }
        "placed" | "moved" => {
            let at = on_page(&event["at"], depth);
            if reel.state(figure).is_none() {
                base(reel, figure, "stealth base", State::default());
            }
            reel.change(figure, |state| {
                state.at = at;
                if state.condition == Condition::Gone {
                    state.condition = Condition::Hidden;
                }
            });
        }
        "real" => reel.change(text(&event["base"]), |state| state.note = "the real one".to_owned()),
        "activation" => {
            for figure in event["figures"].as_array().into_iter().flatten().map(text) {
                if reel.state(figure).is_some_and(|state| state.condition == Condition::Hurt) {
                    reel.change(figure, |state| state.condition = Condition::Ready);
                }
            }
        }
        "stance" => reel.change(model, |state| stance(state, event)),
        "template" | "under-template" => {
            if let Some(centre) = on_page(&event["centre"], depth) {
                reel.mark(Mark::Blast(centre, event["radius"].as_f64().unwrap_or(1.0)));
            }
        }
        "attack" => reel.attacks(text(&event["attacker"]), text(&event["target"])),
        "perception" => reel.attacks(text(&event["observer"]), text(&event["base"])),
        "wounds" => reel.change(model, |state| state.count("wounds left", event["left"].as_i64().unwrap_or_default())),
        "leadership" if event["passed"] == false => reel.change(model, |state| state.condition = Condition::Hurt),
        "revealed" => {
            let at = on_page(&event["at"], depth);
            reel.change(model, |state| (state.at, state.condition) = (at, Condition::Ready));
            // Its bases are off the table with that.
            for base in reel.of_kind(&bases_of(model)) {
                reel.change(&base, |state| (state.at, state.note) = (None, String::new()));
            }
        }
        "hidden" => {
            let at = reel.at(model);
            reel.change(model, |state| state.at = None);
            reel.change(text(&event["base"]), |state| (state.at, state.condition) = (at, Condition::Hidden));
        }
        "base-removed" => reel.change(text(&event["base"]), |state| state.at = None),
        "removed" => reel.remove(model),
        "picked-up" => {
            let at = on_page(&event["at"], depth);
            reel.change(model, |state| state.at = at);
        }
        _ => {}
    }
}
