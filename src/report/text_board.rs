//! The board of a game in text: as it stands after a step of its film.

use std::collections::BTreeMap;

use super::columns::wrapped;
use crate::game::Side;
use crate::game::film::{At, Condition, Feature, Film, Form, HexLayout, Look, Measure, Outline, Piece, State};

/// Columns that a hex is wide: a label and what is said of it, and a gap.
const HEX_WIDTH: f64 = 4.0;

/// Characters are about twice as high as they are wide.
const ASPECT: f64 = 2.0;

/// Most columns to an inch: on a small table more would only draw it out.
const WIDEST_INCH: f64 = 3.0;

/// Marks what has nobody's label: an objective, a flag, works.
const MARKER: char = '◆';

/// A space at which no line is broken.
const TIE: &str = "\u{a0}";

/// Columns of a label.
const LABEL: usize = 2;

/// The board as it stands after a step, in lines of `width` characters at most, and below it who is who.
///
/// Every piece has a label of two characters, capitals for side A and small letters for side B, the same in the whole game; where
/// several stand in one place, the label is that of the first, with `+` behind it.
#[must_use]
pub fn text_board(film: &Film, step: usize, width: usize) -> String {
    let states = film.after(step);
    let labels = labels(&film.pieces);
    let mut canvas = Canvas::new(film, width);
    canvas.ground(&film.board.features);
    let mut places: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for (index, (piece, state)) in film.pieces.iter().zip(&states).enumerate() {
        let Some(at) = state.at.filter(|_| state.condition != Condition::Gone) else { continue };
        let place = canvas.place(at);
        if piece.form == Form::Marker || piece.side.is_none() {
            canvas.put((place.0, place.1 + LABEL / 2), MARKER);
        } else {
            places.entry(place).or_default().push(index);
        }
    }
    let mut together = Vec::new();
    for ((row, column), pieces) in &places {
        let first = pieces[0];
        let more = if pieces.len() > 1 { Some('+') } else { sign(states[first].condition) };
        for (offset, letter) in labels[first].chars().chain(more).enumerate() {
            canvas.put((*row, column + offset), letter);
        }
        if pieces.len() > 1 {
            together.push(pieces.iter().map(|piece| labels[*piece].as_str()).collect::<Vec<_>>().join(" "));
        }
    }
    let mut lines = canvas.lines();
    lines.extend(legend(film, &states, &labels, &together, width));
    lines.join("\n") + "\n"
}

/// What is said behind a label.
fn sign(condition: Condition) -> Option<char> {
    match condition {
        Condition::Hurt => Some('!'),
        Condition::Watching => Some('*'),
        Condition::Hidden => Some('?'),
        Condition::Ready | Condition::Gone => None,
    }
}

/// Who is who among those on the board, and what the signs mean that are on it.
fn legend(film: &Film, states: &[State], labels: &[String], together: &[String], width: usize) -> Vec<String> {
    let stands = |state: &State| state.at.is_some() && state.condition != Condition::Gone;
    let mut lines = Vec::new();
    for side in Side::BOTH {
        let own = film
            .pieces
            .iter()
            .zip(states)
            .zip(labels)
            .filter(|((piece, state), label)| piece.side == Some(side) && stands(state) && !label.is_empty());
        let named: Vec<String> = own
            .map(|((piece, state), label)| {
                let name = piece.name.split_once(':').map_or(piece.name.as_str(), |(_, name)| name);
                format!("{label}{}{TIE}{name}", sign(state.condition).map_or(String::new(), String::from))
            })
            .collect();
        if !named.is_empty() {
            lines.push(format!("{} ({}): {}", side.letter(), film.lists[side.index()], named.join(", ")));
        }
    }
    if !together.is_empty() {
        lines.push(format!("Together: {}", together.join("; ")));
    }
    let kinds = film.board.kinds().into_iter().filter(|(look, _)| *look != Look::Open);
    let mut signs: Vec<String> =
        kinds.map(|(look, kinds)| format!("{}{TIE}{}", ground(look), kinds.join(" or ").replace(' ', TIE))).collect();
    let said = [
        (Condition::Hurt, "stunned, shaken or worse"),
        (Condition::Watching, "watching"),
        (Condition::Hidden, "hidden"),
    ];
    for (condition, meaning) in said {
        if film.pieces.iter().zip(states).any(|(piece, state)| piece.side.is_some() && state.condition == condition) {
            signs.extend(sign(condition).map(|sign| format!("{sign}{TIE}{meaning}")));
        }
    }
    if film.pieces.iter().zip(states).any(|(piece, state)| piece.form == Form::Marker && stands(state)) {
        signs.push(format!("{MARKER}{TIE}marker"));
    }
    lines.push(signs.join(", "));
    let wrapped = lines.iter().filter(|line| !line.is_empty()).flat_map(|line| wrapped(line, width));
    wrapped.map(|line| line.replace(TIE, " ")).collect()
}

/// The sign of a kind of ground.
fn ground(look: Look) -> char {
    match look {
        Look::Open => '.',
        Look::Sand => ',',
        Look::Rough => '"',
        Look::Wood => '&',
        Look::Water => '~',
        Look::Hill => '^',
        Look::Rock => '%',
        Look::Building => '#',
        Look::Wall => '|',
        Look::Road => '=',
        Look::Works => 'H',
        Look::Zone => ':',
    }
}

/// A label for each piece that belongs to a side, no two of one side alike; empty for all others.
fn labels(pieces: &[Piece]) -> Vec<String> {
    let mut taken: [Vec<String>; 2] = Default::default();
    pieces
        .iter()
        .map(|piece| {
            let Some(side) = piece.side.filter(|_| piece.form != Form::Marker) else { return String::new() };
            let name = piece.name.split_once(':').map_or(piece.name.as_str(), |(_, name)| name);
            let taken = &mut taken[side.index()];
            let label = candidates(name)
                .map(|pair| pair.iter().collect::<String>())
                .map(|label| if side == Side::A { label.to_uppercase() } else { label.to_lowercase() })
                .find(|label| label.chars().count() == LABEL && !taken.contains(label))
                .unwrap_or_else(|| "··".to_owned());
            taken.push(label.clone());
            label
        })
        .collect()
}

/// Pairs of characters that a name can be told by, the best first: its first letter with the end of its number, then with
/// its other letters in order, then with any digit or letter; then any pair at all.
fn candidates(name: &str) -> impl Iterator<Item = [char; LABEL]> {
    let letters: Vec<char> = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let first = letters.first().copied().unwrap_or('x');
    let numbered = name.rsplit('-').next().filter(|end| name.contains('-') && end.parse::<u32>().is_ok());
    let number = numbered.and_then(|end| end.chars().last()).map(|digit| [first, digit]);
    let any = || ('1'..='9').chain('a'..='z');
    let own = letters.into_iter().skip(1).map(move |other| [first, other]);
    let others = any().map(move |other| [first, other]);
    number
        .into_iter()
        .chain(own)
        .chain(others)
        .chain(('a'..='z').flat_map(move |one| any().map(move |other| [one, other])))
}

/// The characters of the board.
struct Canvas {
    rows: Vec<Vec<char>>,
    /// Characters to a unit of length, across and down.
    scale: At,
    hexes: bool,
}

impl Canvas {
    fn new(film: &Film, width: usize) -> Self {
        let [across, down] = film.board.size;
        // Within a frame of one character on each side.
        let room = width.saturating_sub(2) as f64;
        let (scale, hexes) = match film.board.measure {
            Measure::Inches => {
                let across = (room / across).min(WIDEST_INCH);
                ([across, across / ASPECT], false)
            }
            // Lines of hexes take a row of text each, or half a hex does, by which every second column is lower.
            Measure::PointyHexes => ([HEX_WIDTH.min(room / across), 1.0 / HexLayout::LINE], true),
            Measure::FlatHexes => ([(HEX_WIDTH / HexLayout::LINE).min(room / across), 2.0], true),
        };
        let size = [across * scale[0], down * scale[1]].map(|length| libm::ceil(length - 1e-9).max(1.0) as usize);
        Self { rows: vec![vec![' '; size[0]]; size[1]], scale, hexes }
    }

    /// Row and column of the first character of what stands at a place: its label is about its middle.
    fn place(&self, [x, y]: At) -> (usize, usize) {
        let within = |place: f64, size: usize| (place.max(0.0) as usize).min(size.saturating_sub(1));
        let column = within(x * self.scale[0] - if self.hexes { 1.0 } else { LABEL as f64 / 2.0 }, self.rows[0].len());
        (within(y * self.scale[1], self.rows.len()), column.min(self.rows[0].len().saturating_sub(LABEL)))
    }

    fn put(&mut self, (row, column): (usize, usize), letter: char) {
        if let Some(place) = self.rows.get_mut(row).and_then(|row| row.get_mut(column)) {
            *place = letter;
        }
    }

    /// Fills in what lies on the board: of a hex its middle, of a table every character whose middle is covered.
    fn ground(&mut self, features: &[Feature]) {
        for feature in features {
            let sign = ground(feature.look);
            if let Outline::Line(points) = &feature.outline {
                points.windows(2).for_each(|two| self.line(two[0], two[1], sign));
                continue;
            }
            if let (Look::Open, Outline::Area(corners)) = (feature.look, &feature.outline) {
                // An open hex is a dot in its middle; an open table is bare.
                if self.hexes {
                    let [x, y] =
                        [0, 1].map(|axis| corners.iter().map(|at| at[axis]).sum::<f64>() / corners.len() as f64);
                    self.put(self.place([x, y]), sign);
                }
                continue;
            }
            for row in 0..self.rows.len() {
                for column in 0..self.rows[row].len() {
                    let at = [(column as f64 + 0.5) / self.scale[0], (row as f64 + 0.5) / self.scale[1]];
                    if covers(&feature.outline, at) {
                        self.rows[row][column] = sign;
                    }
                }
            }
        }
    }

    fn line(&mut self, from: At, to: At, sign: char) {
        let steps = libm::ceil(((to[0] - from[0]).abs() * self.scale[0]).max((to[1] - from[1]).abs() * self.scale[1]));
        for step in 0..=steps as u32 {
            let share = f64::from(step) / steps.max(1.0);
            let [x, y] = [0, 1].map(|axis| (from[axis] + share * (to[axis] - from[axis])).max(0.0) * self.scale[axis]);
            self.put((y as usize, x as usize), sign);
        }
    }

    fn lines(&self) -> Vec<String> {
        let edge = format!("+{}+", "-".repeat(self.rows[0].len()));
        let row = |row: &Vec<char>| format!("|{}|", row.iter().collect::<String>());
        std::iter::once(edge.clone()).chain(self.rows.iter().map(row)).chain([edge]).collect()
    }
}

/// Whether an outline covers a place.
fn covers(outline: &Outline, [x, y]: At) -> bool {
    match outline {
        Outline::Disc(middle, radius) => libm::hypot(x - middle[0], y - middle[1]) <= *radius,
        Outline::Area(corners) => {
            let next = corners.iter().cycle().skip(1);
            let crossed = corners
                .iter()
                .zip(next)
                .filter(|([ax, ay], [bx, by])| (*ay > y) != (*by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax));
            crossed.count() % 2 == 1
        }
        Outline::Line(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::film::{Board, Step};

    fn piece(name: &str, side: Option<Side>, form: Form) -> Piece {
        Piece { name: name.to_owned(), side, kind: String::new(), value: 1.0, range: None, form }
    }

    fn film(measure: Measure, size: At, features: Vec<Feature>, pieces: Vec<(Piece, State)>) -> Film {
        let (pieces, states): (Vec<Piece>, Vec<State>) = pieces.into_iter().unzip();
        let step = Step {
            words: String::new(),
            level: 0,
            heads: false,
            turn: 0,
            value: [0.0; 2],
            changes: states.into_iter().enumerate().collect(),
            marks: Vec::new(),
        };
        Film {
            scenario: String::new(),
            lists: ["Us", "Them"].map(str::to_owned),
            board: Board { size, measure, features },
            pieces,
            turns: vec!["Set-up".to_owned()],
            steps: vec![step],
        }
    }

    fn at(x: f64, y: f64) -> State {
        State { at: Some([x, y]), ..State::default() }
    }

    #[test]
    fn a_table_shows_ground_pieces_and_who_they_are() {
        let disc = Form::Disc(0.5);
        let wood = Feature {
            look: Look::Wood,
            outline: Outline::rectangle([6.0, 2.0], [4.0, 2.0], 0.0),
            kind: "wood".to_owned(),
            name: "the forest".to_owned(),
        };
        let hurt = State { condition: Condition::Hurt, ..at(2.0, 1.0) };
        let gone = State { condition: Condition::Gone, ..at(7.0, 3.0) };
        let pieces = vec![
            (piece("A:tank-1", Some(Side::A), disc), hurt),
            (piece("B:tank-1", Some(Side::B), disc), at(6.0, 2.0)),
            (piece("B:tank-2", Some(Side::B), disc), at(6.0, 2.2)),
            (piece("B:late", Some(Side::B), disc), gone),
            (piece("hill", None, Form::Marker), at(7.0, 0.5)),
        ];
        let drawn = text_board(&film(Measure::Inches, [8.0, 4.0], vec![wood], pieces), 0, 18);
        let wanted = "\
+----------------+
|              ◆ |
|   T1!  &&&&&&&&|
|        &&&t1+&&|
|                |
+----------------+
A (Us): T1! tank-1
B (Them):
t1 tank-1,
t2 tank-2
Together: t1 t2
& wood, ! stunned,
shaken or worse,
◆ marker
";
        assert_eq!(drawn, wanted, "{drawn}");
    }

    #[test]
    fn hexes_are_dots_in_rows_that_are_shifted() {
        let layout = HexLayout { flat: false };
        let hexes = (0..2).flat_map(|row| (0..3).map(move |column| (column, row)));
        let open = hexes.map(|(column, row)| Feature {
            look: if column == 2 { Look::Water } else { Look::Open },
            outline: Outline::Area(layout.corners(column, row)),
            kind: String::new(),
            name: String::new(),
        });
        let middle = layout.centre(1, 1);
        let pieces = vec![(piece("A:dave", Some(Side::A), Form::Counter), at(middle[0], middle[1]))];
        let drawn = text_board(&film(Measure::PointyHexes, layout.size(3, 2), open.collect(), pieces), 0, 40);
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[1..3], ["| .   .  ~~~~  |", "|   .   DA ~~~~|"], "{drawn}");
    }

    #[test]
    fn labels_of_a_side_differ_as_long_as_there_are_any() {
        let pieces: Vec<Piece> =
            (0..60).map(|n| piece(&format!("A:elites-{n}"), Some(Side::A), Form::Disc(1.0))).collect();
        let mut labels = labels(&pieces);
        assert_eq!(labels[..3], ["E0", "E1", "E2"]);
        labels.sort();
        labels.dedup();
        assert_eq!(labels.len(), 60);
    }
}
