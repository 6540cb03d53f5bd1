//! Drawing a picture as SVG or PNG, with the fonts of the program alone.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Once;

use ab_glyph::{Font, ScaleFont, point};
use image::codecs::png::PngEncoder;
use image::{ColorType, ImageEncoder as _};
use plotters::backend::{BitMapBackend, DrawingBackend, SVGBackend};
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea};
use plotters::element::{Circle, PathElement, Polygon, Rectangle};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color as _, FontStyle, FontTransform, IntoFont, RGBColor, ShapeStyle, TextStyle, register_font};
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingErrorKind};

use super::palette::{Color, PAPER};
use super::picture::{Anchor, Mark, Picture, Text, font, glyph_scale, text_width};

/// Device pixels for each pixel of a picture, so that lines of the SVG stand on half pixels too and the PNG prints.
const SCALE: i32 = 2;

/// plotters' font sizes are this many times the size of an em.
const PLOTTERS_EM: f64 = 1.24;

/// Baseline of a text that hangs from its place in plotters' SVG, in ems below it.
const HANGING: f64 = 0.76;

/// Height of DejaVu's capitals, in ems.
const CAPITALS: f64 = 0.729;

const FAMILY: &str = "sans-serif";

impl Picture {
    /// The picture as an SVG document. Names are escaped; a title and a description are there for screen readers.
    ///
    /// # Errors
    /// None that the picture itself could give; whatever plotters reports.
    pub fn to_svg(&self) -> io::Result<String> {
        let mut svg = String::new();
        let area = SVGBackend::with_string(&mut svg, self.pixels()).into_drawing_area();
        self.draw(&area)?;
        drop(area);
        let (width, height) = self.pixels();
        let drawn = format!("<svg width=\"{width}\" height=\"{height}\"");
        let shown = format!("<svg role=\"img\" width=\"{}\" height=\"{}\"", self.width.ceil(), self.height.ceil());
        let described = format!("<title>{}</title>\n<desc>{}</desc>\n<rect", escape(&self.title), escape(&self.alt));
        Ok(svg.replacen(&drawn, &shown, 1).replacen("<rect", &described, 1))
    }

    /// Writes the picture as a PNG of twice its size.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write_png(&self, path: &Path) -> io::Result<()> {
        let (width, height) = self.pixels();
        let mut pixels = vec![0; 3 * width as usize * height as usize];
        let area = Crisp(BitMapBackend::with_buffer(&mut pixels, (width, height))).into_drawing_area();
        self.draw(&area)?;
        drop(area);
        let mut png = Vec::new();
        let encoder = PngEncoder::new(&mut png);
        encoder.write_image(&pixels, width, height, ColorType::Rgb8).map_err(io::Error::other)?;
        fs::write(path, png)
    }

    fn pixels(&self) -> (u32, u32) {
        let scaled = |length: f64| length.ceil() as u32 * SCALE as u32;
        (scaled(self.width), scaled(self.height))
    }

    fn draw<B: DrawingBackend<ErrorType: 'static>>(&self, area: &DrawingArea<B, Shift>) -> io::Result<()> {
        register_fonts();
        area.fill(&rgb(PAPER)).map_err(io::Error::other)?;
        for mark in &self.marks {
            match mark {
                Mark::Line { from, to, width, color } => {
                    area.draw(&PathElement::new(vec![device(*from), device(*to)], stroke(*color, *width)))
                }
                Mark::Path { points, width, color } => {
                    let points: Vec<_> = points.iter().map(|at| device(*at)).collect();
                    area.draw(&PathElement::new(points, stroke(*color, *width)))
                }
                Mark::Area { points, color } => {
                    let points: Vec<_> = points.iter().map(|at| device(*at)).collect();
                    area.draw(&Polygon::new(points, rgb(*color).filled()))
                }
                Mark::Rect { corner, size, color } => {
                    let far = device((corner.0 + size.0, corner.1 + size.1));
                    area.draw(&Rectangle::new([device(*corner), far], rgb(*color).filled()))
                }
                Mark::Dot { at, radius, color } => {
                    let radius = (radius * f64::from(SCALE)).round() as i32;
                    area.draw(&Circle::new(device(*at), radius, rgb(*color).filled()))
                }
                Mark::Text(text) => draw_text(area, text),
            }
            .map_err(io::Error::other)?;
        }
        area.present().map_err(io::Error::other)
    }
}

fn draw_text<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    text: &Text,
) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
    // Hanging texts are the one kind whose baseline is the same in SVG and bitmap.
    let lift = text.size * (HANGING - CAPITALS / 2.0);
    let (at, transform) = if text.turned {
        ((text.at.0 - lift, text.at.1), FontTransform::Rotate270)
    } else {
        ((text.at.0, text.at.1 - lift), FontTransform::None)
    };
    let side = match text.anchor {
        Anchor::Start => HPos::Left,
        Anchor::Middle => HPos::Center,
        Anchor::End => HPos::Right,
    };
    let face = if text.bold { FontStyle::Bold } else { FontStyle::Normal };
    let color = rgb(text.color);
    let style = TextStyle::from((FAMILY, text.size * f64::from(SCALE) * PLOTTERS_EM, face).into_font())
        .transform(transform)
        .color(&color)
        .pos(Pos::new(side, VPos::Top));
    area.draw_text(&text.text, &style, device(at))
}

/// plotters asks for a face of every family it meets before the first text is measured.
fn register_fonts() {
    static FONTS: Once = Once::new();
    FONTS.call_once(|| {
        for (style, bytes) in [(FontStyle::Normal, dejavu::sans::regular()), (FontStyle::Bold, dejavu::sans::bold())] {
            register_font(FAMILY, style, bytes).ok().expect("the built-in fonts are sound");
        }
    });
}

fn device((x, y): (f64, f64)) -> BackendCoord {
    ((x * f64::from(SCALE)).round() as i32, (y * f64::from(SCALE)).round() as i32)
}

fn rgb(color: Color) -> RGBColor {
    RGBColor(color.0, color.1, color.2)
}

fn stroke(color: Color, width: f64) -> ShapeStyle {
    let width = (width * f64::from(SCALE)).round().max(1.0) as u32;
    ShapeStyle { color: rgb(color).to_rgba(), filled: false, stroke_width: width }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A bitmap whose letters stand where the font wants them: plotters' own drawing snaps each to a whole pixel and
/// forgets the space at its left.
struct Crisp<'a>(BitMapBackend<'a>);

type Drawn<E> = Result<(), DrawingErrorKind<E>>;

impl<'a> DrawingBackend for Crisp<'a> {
    type ErrorType = <BitMapBackend<'a> as DrawingBackend>::ErrorType;

    fn get_size(&self) -> (u32, u32) {
        self.0.get_size()
    }

    fn ensure_prepared(&mut self) -> Drawn<Self::ErrorType> {
        self.0.ensure_prepared()
    }

    fn present(&mut self) -> Drawn<Self::ErrorType> {
        self.0.present()
    }

    fn draw_pixel(&mut self, at: BackendCoord, color: BackendColor) -> Drawn<Self::ErrorType> {
        self.0.draw_pixel(at, color)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, s: &S) -> Drawn<Self::ErrorType> {
        self.0.draw_line(from, to, s)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn<Self::ErrorType> {
        self.0.draw_rect(from, to, style, fill)
    }

    fn blit_bitmap(&mut self, at: BackendCoord, size: (u32, u32), source: &[u8]) -> Drawn<Self::ErrorType> {
        self.0.blit_bitmap(at, size, source)
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Self::ErrorType>> {
        let em = style.size() / PLOTTERS_EM;
        Ok((text_width(text, em, is_bold(style)).ceil() as u32, em.ceil() as u32))
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn<Self::ErrorType> {
        let (em, bold) = (style.size() / PLOTTERS_EM, is_bold(style));
        let font = font(bold).as_scaled(glyph_scale(em, bold));
        let width = text_width(text, em, bold) as f32;
        let mut x = match style.anchor().h_pos {
            HPos::Left => 0.0,
            HPos::Center => -width / 2.0,
            HPos::Right => -width,
        };
        let baseline = (em * HANGING) as f32;
        let mut previous = None;
        let mut pixels = Vec::new();
        for c in text.chars() {
            let id = font.glyph_id(c);
            x += previous.map_or(0.0, |p| font.kern(p, id));
            if let Some(outline) = font.outline_glyph(id.with_scale_and_position(font.scale(), point(x, baseline))) {
                let corner = outline.px_bounds().min;
                let (left, top) = (corner.x as i32, corner.y as i32);
                outline.draw(|u, v, cover| pixels.push((left + u as i32, top + v as i32, cover)));
            }
            x += font.h_advance(id);
            previous = Some(id);
        }
        let (color, (w, h)) = (style.color(), self.get_size());
        for (u, v, cover) in pixels {
            let (u, v) = style.transform().transform(u, v);
            let (px, py) = (at.0 + u, at.1 + v);
            if (0..w as i32).contains(&px) && (0..h as i32).contains(&py) {
                let alpha = color.alpha * f64::from(cover.min(1.0));
                self.0.draw_pixel((px, py), BackendColor { alpha, rgb: color.rgb })?;
            }
        }
        Ok(())
    }
}

fn is_bold<S: BackendTextStyle>(style: &S) -> bool {
    matches!(style.style(), FontStyle::Bold)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Picture {
        let (mut picture, y) = Picture::open("Us & <them>", "n = 1", 300.0);
        picture.text(Text::new("</text><script>", (20.0, y), 12.0));
        picture.dot((50.0, y + 20.0), 4.0, Color(1, 2, 3));
        picture.close(y + 30.0, "A \"dot\" & a name.".to_owned())
    }

    #[test]
    fn svg_is_escaped_described_and_half_the_size_it_is_drawn_in() {
        let svg = sample().to_svg().unwrap();
        assert!(svg.contains("&lt;/text&gt;&lt;script&gt;") && !svg.contains("<script"));
        assert!(svg.contains("<title>Us &amp; &lt;them&gt;</title>"));
        assert!(svg.contains("<desc>A \"dot\" &amp; a name.</desc>"));
        assert!(svg.contains("width=\"300\"") && svg.contains("viewBox=\"0 0 600 "));
        assert!(svg.trim_end().ends_with("</svg>"));
    }

    #[test]
    fn png_is_a_png_and_a_missing_folder_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.png");
        sample().write_png(&path).unwrap();
        assert_eq!(&std::fs::read(&path).unwrap()[..4], b"\x89PNG");
        let lost = sample().write_png(&folder.path().join("no/such/folder/a.png")).unwrap_err();
        assert_eq!(lost.kind(), io::ErrorKind::NotFound);
    }
}
