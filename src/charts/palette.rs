//! Colours that colour-blind eyes can tell apart.

use crate::game::film::Look;

/// A colour: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color(pub u8, pub u8, pub u8);

/// Behind everything. Pages that show a chart in the dark give this and the next three colours another value.
pub const PAPER: Color = Color(0xFF, 0xFF, 0xFF);
/// Titles, labels, axes.
pub const INK: Color = Color(0x1B, 0x1F, 0x24);
/// Subtitles, ticks.
pub const GREY: Color = Color(0x5F, 0x6B, 0x7A);
/// Grid.
pub const GRID: Color = Color(0xE3, 0xE7, 0xEC);

/// Style rules that give the drawings within `scope` a dark page: paper, ink, grey and
/// grid change, and the darkest colour of series; other data stay as they are.
#[must_use]
pub fn dark_style(scope: &str) -> String {
    let changes = [(PAPER, "#14181d"), (INK, "#e6e9ed"), (GREY, "#9aa5b3"), (GRID, "#303841"), (SERIES[0], "#3d9fdc")];
    let rule = |(Color(r, g, b), dark): (Color, &str)| {
        let light = format!("#{r:02X}{g:02X}{b:02X}");
        format!("{scope} [fill=\"{light}\"] {{ fill: {dark}; }} {scope} [stroke=\"{light}\"] {{ stroke: {dark}; }}\n")
    };
    changes.into_iter().map(rule).collect()
}

/// Text on a pale patch of data; stays as it is on a dark page, as the patch does.
pub const DARK_ON_DATA: Color = Color(0x10, 0x10, 0x10);
/// Text on a strong patch of data.
pub const LIGHT_ON_DATA: Color = Color(0xFE, 0xFE, 0xFE);
/// The pale end of a scale that begins at nothing; stays as it is on a dark page.
pub const PAPER_ON_DATA: Color = Color(0xF4, 0xF7, 0xFA);
/// A patch where no data can be.
pub const NO_DATA: Color = Color(0xC9, 0xCE, 0xD4);

/// Colours of series, after Okabe and Ito (2008), the most distinct first.
pub const SERIES: [Color; 6] = [
    Color(0x00, 0x72, 0xB2),
    Color(0xD5, 0x5E, 0x00),
    Color(0x00, 0x9E, 0x73),
    Color(0xCC, 0x79, 0xA7),
    Color(0xE6, 0x9F, 0x00),
    Color(0x56, 0xB4, 0xE9),
];

/// Colours of ground, on paper and on a dark page: what pieces stand on stays paler, or darker, than they are.
pub const fn ground(look: Look) -> (Color, Color) {
    match look {
        Look::Open => (Color(0xEE, 0xF2, 0xE6), Color(0x22, 0x29, 0x20)),
        Look::Sand => (Color(0xF3, 0xE6, 0xC4), Color(0x3A, 0x34, 0x23)),
        Look::Rough => (Color(0xDD, 0xD8, 0xB8), Color(0x38, 0x35, 0x20)),
        Look::Wood => (Color(0xBF, 0xD8, 0xB0), Color(0x28, 0x40, 0x2A)),
        Look::Water => (Color(0xB9, 0xD9, 0xEE), Color(0x1D, 0x3A, 0x4F)),
        Look::Hill => (Color(0xE2, 0xCF, 0xAE), Color(0x45, 0x38, 0x2A)),
        Look::Rock => (Color(0xB9, 0xB9, 0xB9), Color(0x4A, 0x4D, 0x50)),
        Look::Building => (Color(0xD3, 0xC6, 0xC6), Color(0x4B, 0x3F, 0x44)),
        Look::Wall => (Color(0x7D, 0x7D, 0x7D), Color(0x9A, 0x9A, 0x9A)),
        Look::Road => (Color(0xD8, 0xCD, 0xB8), Color(0x5C, 0x54, 0x45)),
        Look::Works => (Color(0xCB, 0xB4, 0x8E), Color(0x5A, 0x4A, 0x30)),
        Look::Zone => (Color(0xE9, 0xE2, 0xF3), Color(0x2F, 0x29, 0x38)),
    }
}

/// Style rules that give everything of a look, `.l-wood`, its colour; on a dark page where `dark` says so.
#[must_use]
pub fn ground_style(dark: bool) -> String {
    let rule = |look: &Look| {
        let (light, night) = ground(*look);
        let Color(r, g, b) = if dark { night } else { light };
        format!(".l-{} {{ fill: #{r:02X}{g:02X}{b:02X}; stroke: #{r:02X}{g:02X}{b:02X}; }}\n", look.key())
    };
    Look::ALL.iter().map(rule).collect()
}

const LOW: Color = Color(0xC2, 0x4A, 0x12);
const EVEN: Color = Color(0xF7, 0xF7, 0xF7);
/// The strong end of a scale.
pub const HIGH: Color = Color(0x0B, 0x5F, 0x9E);

/// The diverging scale: -1 is red, 0 nearly white, 1 blue; what lies outside is taken to its end.
pub fn diverging(place: f64) -> Color {
    let end = if place < 0.0 { LOW } else { HIGH };
    mix(EVEN, end, place.abs().min(1.0))
}

/// `share` of the second colour mixed into the first.
pub fn mix(from: Color, to: Color, share: f64) -> Color {
    let blend = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round() as u8;
    Color(blend(from.0, to.0), blend(from.1, to.1), blend(from.2, to.2))
}

/// The ink that can be read on a patch of this colour.
pub fn ink_on(patch: Color) -> Color {
    let luminance = 0.299 * f64::from(patch.0) + 0.587 * f64::from(patch.1) + 0.114 * f64::from(patch.2);
    if luminance < 130.0 { LIGHT_ON_DATA } else { DARK_ON_DATA }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_is_even_in_the_middle_and_ends_where_it_should() {
        assert_eq!((diverging(-2.0), diverging(0.0), diverging(1.0)), (LOW, EVEN, HIGH));
    }

    #[test]
    fn ink_follows_the_patch() {
        assert_eq!(ink_on(EVEN), DARK_ON_DATA);
        assert_eq!(ink_on(HIGH), LIGHT_ON_DATA);
        assert_eq!(ink_on(LOW), LIGHT_ON_DATA);
    }
}
