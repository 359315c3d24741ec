//! Writing SVG: numbers of two decimals, elements with a class for the theme, nothing else.

use super::text;
use std::fmt::Write;

/// Where a text is anchored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A font size with its weight.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Font {
    pub size: f64,
    pub bold: bool,
}

impl Font {
    // One size for everything: what can be read in one place can be read in all.
    pub const TICK: Self = Self { size: 8.0, bold: false };
    pub const LABEL: Self = Self { size: 8.0, bold: false };
    pub const TITLE: Self = Self { size: 8.0, bold: true };
    pub const NOTE: Self = Self { size: 8.0, bold: false };
}

/// How a path is painted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Paint {
    /// Number of the colour, or the ink of text and axes.
    pub colour: Option<usize>,
    /// Width of the stroke; 0 paints none.
    pub stroke: f64,
    /// Opacity of the filling; 0 paints none.
    pub fill: f64,
    /// Opacity of the stroke.
    pub opacity: f64,
    /// Dashes, empty for a solid line.
    pub dashes: &'static str,
    /// Round line ends, which turn zero-length pieces into dots.
    pub round: bool,
}

impl Paint {
    pub const INK: Self =
        Self { colour: None, stroke: 0.6, fill: 0.0, opacity: 1.0, dashes: "", round: false };

    pub fn coloured(colour: Option<usize>) -> Self {
        Self { colour, ..Self::INK }
    }

    pub fn stroke(self, stroke: f64) -> Self {
        Self { stroke, ..self }
    }

    pub fn fill(self, fill: f64) -> Self {
        Self { fill, ..self }
    }

    pub fn opacity(self, opacity: f64) -> Self {
        Self { opacity, ..self }
    }

    pub fn dashes(self, dashes: &'static str) -> Self {
        Self { dashes, ..self }
    }

    pub fn round(self) -> Self {
        Self { round: true, ..self }
    }
}

/// A drawing under way.
#[derive(Debug, Default)]
pub(crate) struct Svg {
    body: String,
}

impl Svg {
    /// Draws a path, given as path data; empty data draws nothing.
    pub fn path(&mut self, data: &str, paint: Paint) {
        if data.is_empty() {
            return;
        }
        let class = match paint.colour {
            Some(colour) => format!("c{colour}"),
            None => "ink".to_owned(),
        };
        // Class k for a stroke, f for a filling, so that the theme can tell them apart.
        let mut classes = String::new();
        if paint.stroke > 0.0 {
            let _ = write!(classes, "s-{class}");
        }
        if paint.fill > 0.0 {
            let _ = write!(classes, "{}f-{class}", if classes.is_empty() { "" } else { " " });
        }
        let colour = match paint.colour {
            Some(colour) => super::style::light_colour(colour),
            None => "currentColor",
        };
        let _ = write!(self.body, "<path class=\"{classes}\" d=\"{data}\"");
        if paint.fill > 0.0 {
            let _ = write!(self.body, " fill=\"{colour}\"");
            if paint.fill < 1.0 {
                let _ = write!(self.body, " fill-opacity=\"{}\"", number(paint.fill));
            }
        } else {
            self.body.push_str(" fill=\"none\"");
        }
        if paint.stroke > 0.0 {
            let _ =
                write!(self.body, " stroke=\"{colour}\" stroke-width=\"{}\"", number(paint.stroke));
            if paint.opacity < 1.0 {
                let _ = write!(self.body, " stroke-opacity=\"{}\"", number(paint.opacity));
            }
            if !paint.dashes.is_empty() {
                let _ = write!(self.body, " stroke-dasharray=\"{}\"", paint.dashes);
            }
            self.body.push_str(if paint.round {
                " stroke-linecap=\"round\" stroke-linejoin=\"round\""
            } else {
                " stroke-linejoin=\"round\""
            });
        }
        self.body.push_str("/>\n");
    }

    /// Fills a path with the colour of the paper, to set a marker off from lines behind it.
    pub fn blank(&mut self, data: &str) {
        if !data.is_empty() {
            let _ = writeln!(self.body, "<path class=\"paper\" d=\"{data}\" fill=\"#ffffff\"/>");
        }
    }

    /// Draws a straight line in the colour of the paper, to set another off from what is behind.
    pub fn halo(&mut self, from: (f64, f64), to: (f64, f64)) {
        let ((x1, y1), (x2, y2)) = (from, to);
        let (x1, y1, x2, y2) = (number(x1), number(y1), number(x2), number(y2));
        let _ = writeln!(
            self.body,
            "<path class=\"s-paper\" d=\"M{x1} {y1}L{x2} {y2}\" stroke=\"#ffffff\" stroke-width=\"1.8\" stroke-opacity=\".6\"/>"
        );
    }

    /// Draws a straight line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), paint: Paint) {
        self.path(
            &format!("M{} {}L{} {}", number(from.0), number(from.1), number(to.0), number(to.1)),
            paint,
        );
    }

    /// Writes a line of text; `exponent`, if any, is raised behind it.
    pub fn text(
        &mut self,
        at: (f64, f64),
        anchor: Anchor,
        font: Font,
        text: &str,
        exponent: Option<&str>,
    ) {
        self.turned_text(at, 0.0, anchor, font, text, exponent);
    }

    /// Writes a line of text in the colour of a series.
    pub fn coloured_text(
        &mut self,
        at: (f64, f64),
        anchor: Anchor,
        font: Font,
        text: &str,
        colour: Option<usize>,
    ) {
        self.words(at, 0.0, (anchor, font), (text, None), colour);
    }

    /// Writes a line of text turned by an angle in degrees about its anchor.
    pub fn turned_text(
        &mut self,
        at: (f64, f64),
        angle: f64,
        anchor: Anchor,
        font: Font,
        text: &str,
        exponent: Option<&str>,
    ) {
        self.words(at, angle, (anchor, font), (text, exponent), None);
    }

    fn words(
        &mut self,
        at: (f64, f64),
        angle: f64,
        (anchor, font): (Anchor, Font),
        (text, exponent): (&str, Option<&str>),
        colour: Option<usize>,
    ) {
        if !(at.0.is_finite() && at.1.is_finite()) {
            return;
        }
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let (x, y) = (number(at.0), number(at.1));
        let (class, paint) = match colour {
            Some(colour) => (format!("c{colour}"), super::style::light_colour(colour)),
            None => ("ink".to_owned(), "currentColor"),
        };
        let _ = write!(
            self.body,
            "<text class=\"f-{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{}\"{anchor} fill=\"{paint}\"",
            number(font.size)
        );
        if font.bold {
            self.body.push_str(" font-weight=\"bold\"");
        }
        if angle != 0.0 {
            let _ = write!(self.body, " transform=\"rotate({} {x} {y})\"", number(angle));
        }
        let _ = write!(self.body, ">{}", text::escaped(text));
        if let Some(exponent) = exponent {
            let _ = write!(
                self.body,
                "<tspan dy=\"{}\" font-size=\"{}\">{}</tspan>",
                number(-0.4 * font.size),
                number(0.75 * font.size),
                text::escaped(exponent)
            );
        }
        self.body.push_str("</text>\n");
    }

    /// The finished document, in points.
    pub fn finish(self, width: f64, height: f64, title: &str, description: &str) -> String {
        let (w, h) = (number(width), number(height));
        let (title, description) = (text::escaped(title), text::escaped(description));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"sudolab-figure\" width=\"{w}pt\" height=\"{h}pt\" \
             viewBox=\"0 0 {w} {h}\" role=\"img\" aria-label=\"{title}\" color=\"#1a1a1a\" \
             font-family=\"Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif\">\n\
             <title>{title}</title>\n<desc>{description}</desc>\n\
             <rect class=\"paper\" width=\"{w}\" height=\"{h}\" fill=\"#ffffff\"/>\n{}</svg>\n",
            self.body
        )
    }
}

/// A coordinate with at most two decimals and no superfluous zeros. Callers draw finite numbers
/// only; should another one come, it becomes 0 instead of breaking the document.
pub(crate) fn number(x: f64) -> String {
    debug_assert!(x.is_finite(), "a coordinate that is not a number");
    if !x.is_finite() {
        return "0".to_owned();
    }
    let hundredths = (x * 100.0).round() as i64;
    let (sign, size) = (if hundredths < 0 { "-" } else { "" }, hundredths.unsigned_abs());
    match (size / 100, size % 100) {
        (whole, 0) => format!("{sign}{whole}"),
        (0, cents) if cents % 10 == 0 => format!("{sign}.{}", cents / 10),
        (0, cents) => format!("{sign}.{cents:02}"),
        (whole, cents) if cents % 10 == 0 => format!("{sign}{whole}.{}", cents / 10),
        (whole, cents) => format!("{sign}{whole}.{cents:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_are_short() {
        for (x, expected) in [
            (0.0, "0"),
            (-0.001, "0"),
            (1.0, "1"),
            (1.5, "1.5"),
            (0.05, ".05"),
            (-0.5, "-.5"),
            (12.345, "12.35"),
            (-3.1, "-3.1"),
        ] {
            assert_eq!(number(x), expected);
        }
    }
}
