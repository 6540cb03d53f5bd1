//! One bar in several parts: what a whole is made of.

use super::palette::{GREY, SERIES};
use super::picture::{Anchor, MARGIN, PHONE, Picture, Text, text_width};

/// Lengths side by side, each with its name and a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Parts {
    /// Title.
    pub title: String,
    /// What the lengths are.
    pub subtitle: String,
    /// Name, length (not below 0), and what is written about it.
    pub parts: Vec<(String, f64, String)>,
    /// A sentence for those who cannot see it.
    pub alt: String,
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 34.0;

impl Parts {
    /// Lays it out.
    #[must_use]
    pub fn picture(&self) -> Picture {
        self.on(WIDTH).beside(|| Some(self.on(PHONE)))
    }

    fn on(&self, page: f64) -> Picture {
        let (mut picture, top) = Picture::open(&self.title, &self.subtitle, page);
        let room = page - 2.0 * MARGIN;
        let whole: f64 = self.parts.iter().map(|(_, length, _)| length.max(0.0)).sum();
        let mut x = MARGIN;
        for (n, (_, length, _)) in self.parts.iter().enumerate() {
            let width = if whole > 0.0 { room * length.max(0.0) / whole } else { 0.0 };
            if width > 0.0 {
                picture.rect((x, top), (width, HEIGHT), SERIES[n % SERIES.len()]);
            }
            x += width;
        }
        let mut y = top + HEIGHT + 18.0;
        for (n, (name, _, text)) in self.parts.iter().enumerate() {
            picture.dot((MARGIN + 5.0, y), 4.5, SERIES[n % SERIES.len()]);
            picture.text(Text::new(name.as_str(), (MARGIN + 16.0, y), 12.0));
            let gap = MARGIN + 16.0 + text_width(name, 12.0, false) + 12.0;
            let end = page - MARGIN;
            if gap + text_width(text, 12.0, false) > end {
                y += 17.0;
            }
            picture.text(Text::new(text.as_str(), (end, y), 12.0).anchor(Anchor::End).color(GREY));
            y += 20.0;
        }
        picture.close(y - 10.0, self.alt.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_take_their_share_of_the_bar() {
        let parts = |lengths: [f64; 3]| Parts {
            title: "The balance budget".to_owned(),
            subtitle: "In points of score".to_owned(),
            parts: lengths.map(|length| ("Units".to_owned(), length, format!("{length} points"))).to_vec(),
            alt: "A bar.".to_owned(),
        };
        for lengths in [[1.0, 2.0, 5.0], [0.0, 0.0, 3.0], [0.0; 3]] {
            parts(lengths).picture().check();
        }
        assert!(parts([1.0, 2.0, 5.0]).picture().texts().contains(&"5 points"));
    }
}
