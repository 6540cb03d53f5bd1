//! A picture before it is drawn: marks with their places.

use ab_glyph::{Font, FontRef, ScaleFont};
use std::sync::OnceLock;

use super::palette::{Color, GREY, INK};

/// Room round a picture, in pixels.
pub const MARGIN: f64 = 16.0;

/// Width of a phone's page, in pixels: 390 less the margins of a report.
pub const PHONE: f64 = 358.0;

/// What a picture is laid out for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// As wide as it takes.
    Screen,
    /// [`PHONE`].
    Phone,
}

/// A picture: a page of a certain size, and marks on it. Places are pixels from the upper left corner.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// What it shows.
    pub title: String,
    /// What it says, in a sentence for those who cannot see it.
    pub alt: String,
    /// Width, in pixels.
    pub width: f64,
    /// Height, in pixels.
    pub height: f64,
    /// The same for a phone, where it would be too wide for one.
    pub narrow: Option<Box<Picture>>,
    pub(super) marks: Vec<Mark>,
}

/// Something drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    Line { from: (f64, f64), to: (f64, f64), width: f64, color: Color },
    Path { points: Vec<(f64, f64)>, width: f64, color: Color },
    Area { points: Vec<(f64, f64)>, color: Color },
    Rect { corner: (f64, f64), size: (f64, f64), color: Color },
    Dot { at: (f64, f64), radius: f64, color: Color },
    Text(Text),
}

/// A line of text; `at` is where it begins, ends or has its middle, at half the height of its capitals.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    pub text: String,
    pub at: (f64, f64),
    pub size: f64,
    pub bold: bool,
    pub anchor: Anchor,
    pub turned: bool,
    pub color: Color,
}

/// Which part of a text stands at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

impl Text {
    /// A text of this size beginning at a place, in [`INK`].
    pub fn new(text: impl Into<String>, at: (f64, f64), size: f64) -> Self {
        Self { text: text.into(), at, size, bold: false, anchor: Anchor::Start, turned: false, color: INK }
    }

    pub fn bold(mut self) -> Self {
        self.bold = true;
        self
    }

    pub fn anchor(mut self, anchor: Anchor) -> Self {
        self.anchor = anchor;
        self
    }

    pub fn color(mut self, color: Color) -> Self {
        self.color = color;
        self
    }

    /// Reads from bottom to top.
    pub fn turned(mut self) -> Self {
        self.turned = true;
        self
    }
}

impl Picture {
    /// A page with its title and a grey subtitle, both broken into lines where they must; also the height at which
    /// the drawing may begin. The height of the page is set by [`Picture::close`].
    pub(super) fn open(title: &str, subtitle: &str, width: f64) -> (Self, f64) {
        let (title, subtitle) = (clean(title), clean(subtitle));
        let mut picture =
            Self { title: title.clone(), alt: String::new(), width, height: 0.0, narrow: None, marks: Vec::new() };
        let mut y = MARGIN + 9.0;
        for line in broken(&title, 17.0, true, width - 2.0 * MARGIN) {
            picture.text(Text::new(line, (MARGIN, y), 17.0).bold());
            y += 23.0;
        }
        for line in broken(&subtitle, 12.0, false, width - 2.0 * MARGIN) {
            picture.text(Text::new(line, (MARGIN, y), 12.0).color(GREY));
            y += 17.0;
        }
        (picture, y + 6.0)
    }

    /// Ends the page below the lowest thing on it.
    pub(super) fn close(mut self, bottom: f64, alt: String) -> Self {
        self.height = (bottom + MARGIN).ceil();
        self.alt = clean(&alt);
        self
    }

    /// With the same for a phone beside it, unless it fits there itself.
    pub(super) fn beside(self, narrow: impl FnOnce() -> Option<Self>) -> Self {
        let narrow = if self.width > PHONE { narrow().map(Box::new) } else { None };
        Self { narrow, ..self }
    }

    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), width: f64, color: Color) {
        self.marks.push(Mark::Line { from, to, width, color });
    }

    pub(super) fn path(&mut self, points: Vec<(f64, f64)>, width: f64, color: Color) {
        self.marks.push(Mark::Path { points, width, color });
    }

    /// The inside of a line that comes back to where it began.
    pub(super) fn area(&mut self, points: Vec<(f64, f64)>, color: Color) {
        self.marks.push(Mark::Area { points, color });
    }

    pub(super) fn rect(&mut self, corner: (f64, f64), size: (f64, f64), color: Color) {
        self.marks.push(Mark::Rect { corner, size, color });
    }

    pub(super) fn dot(&mut self, at: (f64, f64), radius: f64, color: Color) {
        self.marks.push(Mark::Dot { at, radius, color });
    }

    pub(super) fn text(&mut self, text: Text) {
        self.marks.push(Mark::Text(text));
    }

    /// An interval with its estimate, lying along a row.
    pub(super) fn whisker(&mut self, low: f64, middle: f64, high: f64, y: f64, color: Color) {
        self.line((low, y), (high, y), 2.0, color);
        for end in [low, high] {
            self.line((end, y - 4.0), (end, y + 4.0), 2.0, color);
        }
        self.dot((middle, y), 4.5, color);
    }

    /// A row of dots and names that explains the colours; the height below it.
    pub(super) fn legend(&mut self, entries: &[(String, Color)], y: f64) -> f64 {
        let (mut x, mut y) = (MARGIN, y + 4.0);
        for (name, color) in entries {
            let name = fitted(name, 12.0, false, self.width - 2.0 * MARGIN - 14.0);
            let width = 14.0 + text_width(&name, 12.0, false);
            if x > MARGIN && x + width > self.width - MARGIN {
                x = MARGIN;
                y += 18.0;
            }
            self.dot((x + 5.0, y), 4.5, *color);
            self.text(Text::new(name, (x + 14.0, y), 12.0));
            x += width + 18.0;
        }
        y + 16.0
    }
}

/// A scale along one direction of a chart.
#[derive(Clone, Debug)]
pub struct Scale {
    values: (f64, f64),
    pixels: (f64, f64),
}

impl Scale {
    /// Puts the values from `values.0` to `values.1` on the pixels from `pixels.0` to `pixels.1`.
    pub fn new(values: (f64, f64), pixels: (f64, f64)) -> Self {
        Self { values, pixels }
    }

    /// Where a value stands.
    pub fn at(&self, value: f64) -> f64 {
        let share = (value - self.values.0) / (self.values.1 - self.values.0);
        self.pixels.0 + share * (self.pixels.1 - self.pixels.0)
    }

    /// Round values to mark, at most `most`.
    pub fn ticks(&self, most: usize) -> Vec<f64> {
        use plotters::coord::ranged1d::{BoldPoints, Ranged};
        plotters::coord::types::RangedCoordf64::from(self.values.0..self.values.1).key_points(BoldPoints(most))
    }
}

/// The range from the lowest to the highest share with a twentieth of room on both sides, never leaving 0 to 1 and
/// never narrower than ten points; always with `parity` in it.
pub fn share_range(shares: impl Iterator<Item = f64>, parity: f64) -> (f64, f64) {
    let (low, high) = shares.fold((parity, parity), |(low, high), share| (low.min(share), high.max(share)));
    let room = ((high - low) / 20.0).max((0.1 - (high - low)) / 2.0).max(0.01);
    ((low - room).max(0.0), (high + room).min(1.0))
}

/// Width of a text, in pixels.
pub fn text_width(text: &str, size: f64, bold: bool) -> f64 {
    let font = font(bold).as_scaled(glyph_scale(size, bold));
    let mut width = 0.0;
    let mut previous = None;
    for c in text.chars() {
        let glyph = font.glyph_id(c);
        width += previous.map_or(0.0, |p| font.kern(p, glyph)) + font.h_advance(glyph);
        previous = Some(glyph);
    }
    f64::from(width)
}

/// The text, or as much of it as fits into so many pixels.
pub fn fitted(text: &str, size: f64, bold: bool, room: f64) -> String {
    let text = clean(text);
    if text_width(&text, size, bold) <= room {
        return text;
    }
    // Names of a kind differ at their ends as often as at their beginnings.
    let letters: Vec<char> = text.chars().collect();
    let short = |kept: usize| {
        let tail = kept.min(6);
        let (head, tail) = (&letters[..kept - tail], &letters[letters.len() - tail..]);
        format!("{}…{}", head.iter().collect::<String>().trim_end(), tail.iter().collect::<String>().trim_start())
    };
    let sizes: Vec<usize> = (0..letters.len()).collect();
    match sizes.partition_point(|kept| text_width(&short(*kept), size, bold) <= room) {
        0 => String::new(),
        fitting => short(fitting - 1),
    }
}

/// Breaks a text between words.
fn broken(text: &str, size: f64, bold: bool, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if text_width(&format!("{line} {word}"), size, bold) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(fitted(word, size, bold, room)),
        }
    }
    lines
}

/// On one line, without control characters, which XML cannot hold.
fn clean(text: &str) -> String {
    let words = text.split_whitespace().map(|word| word.chars().filter(|c| !c.is_control()).collect::<String>());
    words.collect::<Vec<_>>().join(" ")
}

/// DejaVu Sans, upright or bold.
pub fn font(bold: bool) -> &'static FontRef<'static> {
    static FACES: OnceLock<[FontRef<'static>; 2]> = OnceLock::new();
    let faces = FACES.get_or_init(|| {
        [dejavu::sans::regular(), dejavu::sans::bold()]
            .map(|bytes| FontRef::try_from_slice(bytes).expect("the built-in fonts are sound"))
    });
    &faces[usize::from(bold)]
}

/// The glyph scale at which an em measures `size` pixels: it counts from ascent to descent.
pub fn glyph_scale(size: f64, bold: bool) -> f32 {
    let font = font(bold);
    size as f32 * font.height_unscaled() / font.units_per_em().expect("the built-in fonts name their unit")
}

#[cfg(test)]
impl Picture {
    /// All texts.
    pub fn texts(&self) -> Vec<&str> {
        self.marks
            .iter()
            .filter_map(|mark| if let Mark::Text(text) = mark { Some(text.text.as_str()) } else { None })
            .collect()
    }

    /// The corners of all areas.
    pub fn areas(&self) -> Vec<&[(f64, f64)]> {
        self.marks
            .iter()
            .filter_map(|mark| if let Mark::Area { points, .. } = mark { Some(&points[..]) } else { None })
            .collect()
    }

    /// Checks that everything is on the page, has a place, and that no text covers another.
    pub fn check(&self) {
        let boxes: Vec<_> = self.marks.iter().map(|mark| (mark, mark.bounds())).collect();
        for (mark, (x0, y0, x1, y1)) in &boxes {
            let inside = *x0 >= 0.0 && *y0 >= 0.0 && *x1 <= self.width && *y1 <= self.height;
            assert!(inside, "{mark:?} leaves the page of {} x {}", self.width, self.height);
        }
        let texts: Vec<_> = boxes.iter().filter(|(mark, _)| matches!(mark, Mark::Text(_))).collect();
        for (n, (mark, a)) in texts.iter().enumerate() {
            for (other, b) in &texts[n + 1..] {
                let apart = a.2 <= b.0 || b.2 <= a.0 || a.3 <= b.1 || b.3 <= a.1;
                assert!(apart, "{mark:?} and {other:?} overlap");
            }
        }
        if let Some(narrow) = &self.narrow {
            assert!(narrow.width <= PHONE && narrow.narrow.is_none(), "{}", narrow.width);
            narrow.check();
        }
        assert!(!self.alt.is_empty() && self.alt.ends_with('.'), "the alternative text is a sentence: {}", self.alt);
    }
}

#[cfg(test)]
impl Mark {
    /// Left, upper, right, lower.
    fn bounds(&self) -> (f64, f64, f64, f64) {
        match self {
            Mark::Line { from, to, .. } => (from.0.min(to.0), from.1.min(to.1), from.0.max(to.0), from.1.max(to.1)),
            Mark::Path { points, .. } | Mark::Area { points, .. } => {
                points.iter().fold((f64::MAX, f64::MAX, f64::MIN, f64::MIN), |b, p| {
                    (b.0.min(p.0), b.1.min(p.1), b.2.max(p.0), b.3.max(p.1))
                })
            }
            Mark::Rect { corner: (x, y), size: (w, h), .. } => (*x, *y, x + w, y + h),
            Mark::Dot { at: (x, y), radius: r, .. } => (x - r, y - r, x + r, y + r),
            Mark::Text(text) => {
                let width = text_width(&text.text, text.size, text.bold);
                let before = match text.anchor {
                    Anchor::Start => 0.0,
                    Anchor::Middle => width / 2.0,
                    Anchor::End => width,
                };
                let ((x, y), half) = (text.at, text.size / 2.0);
                if text.turned {
                    (x - half, y - width + before, x + half, y + before)
                } else {
                    (x - before, y - half, x - before + width, y + half)
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_to_its_room() {
        let name = "The Extraordinarily Long-Winded Expeditionary Battalion";
        for room in [0.0, 5.0, 40.0, 120.0, 1000.0] {
            let short = fitted(name, 12.0, false, room);
            assert!(text_width(&short, 12.0, false) <= room);
        }
        assert_eq!(fitted(name, 12.0, false, 1000.0), name);
        assert_eq!(fitted(name, 12.0, false, 120.0), "The Extraor…talion");
    }

    #[test]
    fn ranges_hold_parity_and_stay_shares() {
        assert_eq!(share_range(std::iter::empty(), 0.5), (0.45, 0.55));
        assert_eq!(share_range([0.0, 1.0].into_iter(), 0.5), (0.0, 1.0));
        let (low, high) = share_range([0.9, 0.95].into_iter(), 0.5);
        assert!(low < 0.5 && high > 0.95);
    }
}
