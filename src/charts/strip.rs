//! A game in a few pictures of its board, for a post.

use super::palette::{Color, DARK_ON_DATA, GREY, GRID, PAPER, SERIES, ground, mix};
use super::picture::{MARGIN, Picture, Text, fitted};
use crate::game::Side;
use crate::game::film::{At, Condition, Film, Form, Look, Outline, Piece, State};

/// How many pictures tell a game.
const PICTURES: usize = 6;

/// Pictures beside each other.
const COLUMNS: usize = 3;

const WIDTH: f64 = 800.0;
const GAP: f64 = 14.0;

/// How far pieces may reach beyond the edge of the board: a marker on the edge is seen whole.
const OVERHANG: f64 = 6.0;
const CAPTION: f64 = 20.0;

/// Height of a line of the caption below all pictures.
const LINE: f64 = 15.0;

/// Corners of a disc as it is drawn.
const CORNERS: u32 = 32;

/// The film in six pictures. `title` says who met, the lines of `caption` where the game comes from; the end is told in the words of
/// the last step.
#[must_use]
pub fn strip(film: &Film, title: &str, caption: &[String]) -> Picture {
    let end = film.steps.last().map_or("", |step| step.words.as_str());
    let subtitle = format!("{}. {end}", film.scenario);
    let (mut picture, top) = Picture::open(title, &subtitle, WIDTH);
    let top = picture.legend(&Side::BOTH.map(|side| (film.lists[side.index()].clone(), color(Some(side)))), top);
    let room = (WIDTH - 2.0 * MARGIN - GAP * (COLUMNS - 1) as f64) / COLUMNS as f64;
    let scale = room / film.board.size[0];
    let height = scale * film.board.size[1];
    let (mut before, mut turn) = (Vec::new(), None);
    let mut bottom = top;
    for (number, moment) in film.moments(PICTURES).into_iter().enumerate() {
        let x = MARGIN + (number % COLUMNS) as f64 * (room + GAP);
        let y = top + (number / COLUMNS) as f64 * (height + CAPTION + GAP);
        let step = &film.steps[moment];
        let [a, b] = step.value.map(|value| (10.0 * value).round() / 10.0 + 0.0);
        let left = if step.value == [0.0, 0.0] { String::new() } else { format!(": {a} v {b}") };
        // A long turn may fill several pictures.
        let later = if turn == Some(step.turn) { ", later" } else { "" };
        turn = Some(step.turn);
        let caption = fitted(&format!("{}{later}{left}", film.turns[step.turn]), 12.0, true, room);
        picture.text(Text::new(caption, (x, y + CAPTION / 2.0), 12.0).bold());
        let frame = Frame { corner: (x, y + CAPTION), scale, size: film.board.size };
        let states = film.after(moment);
        frame.ground(&mut picture, film);
        frame.pieces(&mut picture, film, &before, &states);
        before = states;
        bottom = y + CAPTION + height;
    }
    let kinds = film.board.kinds().into_iter().map(|(look, kinds)| (kinds.join(", "), ground(look).0));
    let bottom = picture.legend(&kinds.collect::<Vec<_>>(), bottom + 12.0) - 12.0;
    let mut lines = vec!["Pale: stunned, shaken, suppressed or routed. Hollow: hidden. Cross: lost since the picture before. Numbers: points of the units that are left.".to_owned()];
    if let markers @ [_, ..] = &film.markers()[..] {
        lines.push(format!("Diamond: {}.", markers.join(", ")));
    }
    lines.extend(caption.iter().map(|line| (*line).to_owned()));
    let mut bottom = bottom + 14.0 - LINE;
    for line in lines {
        bottom += LINE;
        picture.text(Text::new(fitted(&line, 11.0, false, WIDTH - 2.0 * MARGIN), (MARGIN, bottom), 11.0).color(GREY));
    }
    let alt = format!(
        "The board in {PICTURES} pictures from set-up to the end of the game between {}.",
        film.lists.join(" and ")
    );
    picture.close(bottom + 8.0, alt)
}

fn color(side: Option<Side>) -> Color {
    side.map_or(GREY, |side| SERIES[side.index()])
}

/// A picture of the board on the page.
struct Frame {
    corner: (f64, f64),
    scale: f64,
    size: At,
}

impl Frame {
    /// A place of the board on the page, at its edge where it lies beyond.
    fn at(&self, [x, y]: At) -> (f64, f64) {
        let within = |place: f64, size: f64| place.clamp(0.0, size) * self.scale;
        (self.corner.0 + within(x, self.size[0]), self.corner.1 + within(y, self.size[1]))
    }

    /// A place of the board on the page, or of a piece that reaches a little beyond its edge.
    fn about(&self, [x, y]: At) -> (f64, f64) {
        let within = |place: f64, size: f64| (place * self.scale).clamp(-OVERHANG, size * self.scale + OVERHANG);
        (self.corner.0 + within(x, self.size[0]), self.corner.1 + within(y, self.size[1]))
    }

    fn area(&self, picture: &mut Picture, corners: &[At], color: Color) {
        picture.area(corners.iter().map(|corner| self.at(*corner)).collect(), color);
    }

    fn ground(&self, picture: &mut Picture, film: &Film) {
        let [width, depth] = self.size;
        picture.rect(self.corner, (width * self.scale, depth * self.scale), ground(Look::Open).0);
        for feature in &film.board.features {
            let color = ground(feature.look).0;
            match &feature.outline {
                Outline::Area(corners) => self.area(picture, corners, color),
                Outline::Disc(at, radius) => self.area(picture, &disc(*at, *radius), color),
                Outline::Line(points) => picture.path(points.iter().map(|at| self.at(*at)).collect(), 2.0, color),
            }
        }
        let frame = [[0.0, 0.0], [width, 0.0], [width, depth], [0.0, depth], [0.0, 0.0]].map(|at| self.at(at));
        picture.path(frame.into(), 1.0, GRID);
    }

    fn pieces(&self, picture: &mut Picture, film: &Film, before: &[State], states: &[State]) {
        for (place, (piece, state)) in film.pieces.iter().zip(states).enumerate() {
            let Some(at) = state.at else { continue };
            if state.condition != Condition::Gone {
                self.piece(picture, piece, state, at);
            } else if before.get(place).is_some_and(|state| state.condition != Condition::Gone) {
                self.cross(picture, at, color(piece.side));
            }
        }
    }

    fn piece(&self, picture: &mut Picture, piece: &Piece, state: &State, at: At) {
        let own = color(state.owner.or(piece.side));
        // On a large table pieces would be dots too small to be seen.
        let least = 2.5 / self.scale;
        let scale = state.scale.unwrap_or(1.0);
        let corners = match piece.form {
            Form::Base(width, depth) => {
                rectangle(at, [width, depth].map(|length| (scale * length).max(2.0 * least)), state.facing)
            }
            Form::Disc(radius) => disc(at, (scale * radius).max(least)),
            Form::Counter => rectangle(at, [0.62, 0.62], state.facing),
            Form::Marker => rectangle(at, [0.8_f64.max(2.0 * least); 2], Some(45.0)),
        };
        let fill = match state.condition {
            Condition::Hurt => mix(own, PAPER, 0.6),
            Condition::Hidden => PAPER,
            _ if piece.form == Form::Marker => mix(own, PAPER, 0.4),
            _ => own,
        };
        // Who is off the table shows at its edge.
        let is_on = (0.0..=self.size[0]).contains(&at[0]) && (0.0..=self.size[1]).contains(&at[1]);
        let shown = |corner: &At| if is_on { self.about(*corner) } else { self.at(*corner) };
        let mut outline: Vec<(f64, f64)> = corners.iter().map(shown).collect();
        picture.area(outline.clone(), fill);
        outline.extend(outline.first().copied());
        picture.path(outline, 1.0, mix(own, DARK_ON_DATA, 0.5));
    }

    fn cross(&self, picture: &mut Picture, at: At, color: Color) {
        let ((x, y), arm) = (self.at(at), 4.0);
        picture.line((x - arm, y - arm), (x + arm, y + arm), 2.0, color);
        picture.line((x - arm, y + arm), (x + arm, y - arm), 2.0, color);
    }
}

fn disc([x, y]: At, radius: f64) -> Vec<At> {
    let corner = |number: u32| {
        let turn = f64::from(number) / f64::from(CORNERS) * std::f64::consts::TAU;
        [x + radius * libm::cos(turn), y + radius * libm::sin(turn)]
    };
    (0..CORNERS).map(corner).collect()
}

/// The corners of a rectangle of this width and depth that faces so many degrees clockwise from the top.
fn rectangle([x, y]: At, [width, depth]: At, facing: Option<f64>) -> Vec<At> {
    let angle = facing.unwrap_or_default().to_radians();
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    let corner = |[right, down]: At| {
        let (a, b) = (right * width / 2.0, down * depth / 2.0);
        [x + a * cos - b * sin, y + a * sin + b * cos]
    };
    [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(corner).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::film::{Board, Feature, Measure, Step};

    fn film() -> Film {
        let piece = |name: &str, side, form| Piece {
            name: name.to_owned(),
            side,
            kind: "tank".to_owned(),
            value: 3.0,
            range: None,
            form,
        };
        let pieces = vec![
            piece("A:tank", Some(Side::A), Form::Base(1.0, 1.0)),
            piece("B:tank", Some(Side::B), Form::Disc(0.5)),
            piece("flag", None, Form::Marker),
        ];
        let step = |turn: usize, value: f64, changes: Vec<(usize, State)>| Step {
            words: "A draw".to_owned(),
            level: 0,
            heads: false,
            turn,
            value: [3.0, value],
            changes,
            marks: Vec::new(),
        };
        let at = |x: f64, y: f64, condition| State { at: Some([x, y]), condition, ..State::default() };
        let set_up = vec![
            (0, at(1.0, 1.0, Condition::Ready)),
            (1, at(9.0, 5.5, Condition::Hurt)),
            (2, at(5.0, 3.0, Condition::Hidden)),
        ];
        Film {
            scenario: "exterminate".to_owned(),
            lists: ["Us & <them>", "The others"].map(str::to_owned),
            board: Board {
                size: [10.0, 6.0],
                measure: Measure::Inches,
                features: vec![
                    Feature {
                        look: Look::Wood,
                        outline: Outline::Disc([2.0, 2.0], 3.0),
                        kind: "forest".to_owned(),
                        name: "the forest".to_owned(),
                    },
                    Feature {
                        look: Look::Road,
                        outline: Outline::Line(vec![[0.0, 0.0], [9.0, 4.0]]),
                        kind: "road".to_owned(),
                        name: "road".to_owned(),
                    },
                ],
            },
            pieces,
            turns: ["Set-up", "Turn 1", "Turn 2"].map(str::to_owned).into(),
            steps: vec![
                step(0, 3.0, set_up),
                step(1, 3.0, vec![(0, at(8.0, 5.0, Condition::Ready))]),
                step(2, 0.0, vec![(1, at(9.9, 5.9, Condition::Gone))]),
            ],
        }
    }

    #[test]
    fn a_strip_shows_moments_with_their_turns_and_stays_on_the_page() {
        let origin = ["Seed 7, pair 3.".to_owned(), "evenodds play us others --seed 7 --pair 3".to_owned()];
        let picture = strip(&film(), "Us against the others", &origin);
        picture.check();
        let texts = picture.texts();
        assert!(texts.contains(&"forest") && texts.contains(&"road"), "{texts:?}");
        assert!(origin.iter().all(|line| texts.contains(&line.as_str())), "{texts:?}");
        assert!(texts.contains(&"Set-up: 3 v 3") && texts.contains(&"Turn 2: 3 v 0"), "{texts:?}");
        assert!(texts.iter().any(|text| text.ends_with("Diamond: tank.")), "{texts:?}");
        let mut edge = film();
        edge.steps[0].changes[2].1.at = Some([0.0, 3.0]);
        let left =
            |film: &Film| strip(film, "", &[]).areas().into_iter().flatten().map(|(x, _)| *x).fold(WIDTH, f64::min);
        assert!(left(&film()) >= MARGIN && left(&edge) < MARGIN, "a marker on the edge is seen whole");
        edge.steps[0].changes[2].1.at = Some([-1.0, 3.0]);
        assert!(left(&edge) >= MARGIN, "what is off the table shows at its edge");
        let mut long = film();
        long.steps.iter_mut().skip(1).for_each(|step| step.turn = 1);
        let picture = strip(&long, "Us against the others", &[]);
        assert!(picture.texts().contains(&"Turn 1, later: 3 v 0"), "{:?}", picture.texts());
    }
}
