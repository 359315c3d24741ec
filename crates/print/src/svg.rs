//! Pages as SVG: one file for a page, glyphs as outlines, so that it looks the same everywhere
//! and needs no font.

use crate::{Book, FaceId, Fonts, Ink, Item, Page};
use std::collections::BTreeMap;
use std::fmt::Write;

/// One page as an SVG document.
pub fn write(book: &Book, page: &Page, fonts: &Fonts<'_>) -> String {
    let (mm_wide, mm_high) = book.paper.millimetres();
    let (width, height) = book.paper.points();
    let mut glyphs = Glyphs::default();
    let mut body = String::new();
    for item in &page.items {
        draw(&mut body, item, fonts, &mut glyphs);
    }
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{mm_wide}mm\" height=\"{mm_high}mm\" \
         viewBox=\"0 0 {} {}\" role=\"img\">\n",
        number(width),
        number(height)
    );
    let title = match page.label.as_str() {
        "" => book.title.clone(),
        label => format!("{}: {label}", book.title),
    };
    out.push_str(&format!("<title>{}</title>\n<defs>\n", escaped(&title)));
    for ((face, glyph), outline) in &glyphs.used {
        out.push_str(&format!("<path id=\"g{}-{glyph}\" d=\"{outline}\"/>\n", face.0));
    }
    out.push_str("</defs>\n");
    let page_area = (number(width), number(height));
    out.push_str(&format!(
        "<rect width=\"{}\" height=\"{}\" fill=\"#fff\"/>\n",
        page_area.0, page_area.1
    ));
    out.push_str(&body);
    out.push_str("</svg>\n");
    out
}

/// The outlines used on a page, each once. Their names tell face and glyph, so pages that stand
/// in one HTML document together do not take each other's outlines.
#[derive(Default)]
struct Glyphs {
    used: BTreeMap<(FaceId, u16), String>,
}

fn draw(out: &mut String, item: &Item, fonts: &Fonts<'_>, glyphs: &mut Glyphs) {
    // Writing to a string cannot fail.
    let _ = match item {
        Item::Area { at, width, height, ink } => writeln!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
            number(at.x),
            number(at.y),
            number(*width),
            number(*height),
            grey(*ink)
        ),
        Item::Line { from, to, thickness, ink } => writeln!(
            out,
            "<path d=\"M{} {}L{} {}\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"square\"/>",
            number(from.x),
            number(from.y),
            number(to.x),
            number(to.y),
            grey(*ink),
            number(*thickness)
        ),
        Item::Disc { middle, radius, fill, edge } => {
            let fill = fill.map_or("none".to_owned(), grey);
            let edge = edge.map(|thickness| {
                format!(" stroke=\"{}\" stroke-width=\"{}\"", grey(Ink::EDGE), number(thickness))
            });
            writeln!(
                out,
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{fill}\"{}/>",
                number(middle.x),
                number(middle.y),
                number(*radius),
                edge.unwrap_or_default()
            )
        }
        Item::Text { at, size, face, text, ink } => {
            let scale = size / f64::from(fonts.face(*face).units_per_em());
            let (x, y) = (number(at.x), number(at.y));
            let (ink, words) = (grey(*ink), escaped(text));
            let _ = write!(
                out,
                "<g transform=\"translate({x} {y}) scale({scale:.6} -{scale:.6})\" fill=\"{ink}\" aria-label=\"{words}\">",
            );
            let mut x = 0u64;
            for character in text.chars() {
                let Some(glyph) = fonts.face(*face).glyph(character) else { continue };
                let outline = glyphs
                    .used
                    .entry((*face, glyph))
                    .or_insert_with(|| fonts.face(*face).outline(glyph));
                if !outline.is_empty() {
                    let _ = match x {
                        0 => write!(out, "<use href=\"#g{}-{glyph}\"/>", face.0),
                        _ => write!(out, "<use href=\"#g{}-{glyph}\" x=\"{x}\"/>", face.0),
                    };
                }
                x += u64::from(fonts.face(*face).advance(glyph));
            }
            writeln!(out, "</g>")
        }
    };
}

/// A number with at most three decimals: a thousandth of a point is finer than any printer.
fn number(value: f64) -> String {
    ((value * 1000.0).round() / 1000.0 + 0.0).to_string()
}

fn grey(Ink(level): Ink) -> String {
    format!("#{level:02x}{level:02x}{level:02x}")
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // Not allowed in XML, even escaped.
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
