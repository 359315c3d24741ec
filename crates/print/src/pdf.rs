//! Books as PDF: vector lines, embedded fonts cut down to the glyphs in use, text that can be
//! searched and copied. No date and no random identifier is written, so equal books are equal
//! bytes.

use crate::font::Face;
use crate::{Book, FaceId, Fonts, Ink, Item, Page};
use pdf_writer::types::{CidFontType, FontFlags, LineCapStyle, SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use std::collections::BTreeMap;
use std::io::Write;
use subsetter::GlyphRemapper;
use sudolab_grid::halt::{Halt, Stop};
use thiserror::Error;

/// Why a book cannot be written.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PdfError {
    /// A font cannot be cut down.
    #[error("the font cannot be embedded ({0}); use another TrueType or OpenType file")]
    Font(String),
    /// More pages than a file of ours can count.
    #[error("{0} pages are too many for one file; print fewer puzzles at a time")]
    Pages(usize),
    /// It was stopped.
    #[error("{0}")]
    Stopped(#[from] Stop),
}

/// The most pages one file may have: object numbers stay far from their limit.
const MOST_PAGES: usize = 100_000;

/// A book as a PDF file, as long as the halt lets it: most of the time goes into packing the pages.
///
/// # Errors
/// When a font cannot be embedded, there are too many pages, or what stopped it.
pub fn write(book: &Book, fonts: &Fonts<'_>, halt: &Halt<'_>) -> Result<Vec<u8>, PdfError> {
    if book.pages.len() > MOST_PAGES {
        return Err(PdfError::Pages(book.pages.len()));
    }
    let mut numbers = Numbers(0);
    let (catalog, tree, info, outline) =
        (numbers.next(), numbers.next(), numbers.next(), numbers.next());
    let mut pdf = Pdf::new();
    pdf.set_version(1, 7);
    let mut sets: BTreeMap<FaceId, GlyphSet> = BTreeMap::new();
    let mut contents: Vec<Vec<u8>> = Vec::with_capacity(book.pages.len());
    for page in &book.pages {
        halt.check()?;
        contents.push(content(book, page, fonts, &mut sets));
    }
    let font_refs: Vec<(FaceId, Ref)> = sets.keys().map(|&face| (face, numbers.next())).collect();
    let page_refs: Vec<Ref> = book.pages.iter().map(|_| numbers.next()).collect();
    let bookmark_refs: Vec<Ref> = book.bookmarks.iter().map(|_| numbers.next()).collect();

    let mut root = pdf.catalog(catalog);
    root.pages(tree).lang(TextStr("en"));
    root.viewer_preferences().display_doc_title(true);
    if !book.bookmarks.is_empty() {
        root.outlines(outline);
    }
    root.finish();
    let producer = concat!("Sudolab ", env!("CARGO_PKG_VERSION"));
    pdf.document_info(info).title(TextStr(&book.title)).producer(TextStr(producer));
    pdf.pages(tree).kids(page_refs.iter().copied()).count(page_refs.len() as i32);
    let (width, height) = book.paper.points();
    for (&id, bytes) in page_refs.iter().zip(&contents) {
        halt.check()?;
        let stream = numbers.next();
        let mut page = pdf.page(id);
        page.parent(tree).contents(stream);
        page.media_box(Rect::new(0.0, 0.0, number(width), number(height)));
        let mut resources = page.resources();
        let mut names = resources.fonts();
        for &(face, font) in &font_refs {
            names.pair(Name(name_of(face).as_bytes()), font);
        }
        names.finish();
        resources.finish();
        page.finish();
        pdf.stream(stream, &packed(bytes)).filter(Filter::FlateDecode);
    }
    for &(face, font) in &font_refs {
        write_font(&mut pdf, fonts.face(face), &sets[&face], font, &mut numbers)?;
    }
    if let (Some(&first), Some(&last)) = (bookmark_refs.first(), bookmark_refs.last()) {
        pdf.outline(outline).first(first).last(last).count(bookmark_refs.len() as i32);
        for (i, mark) in book.bookmarks.iter().enumerate() {
            let mut item = pdf.outline_item(bookmark_refs[i]);
            item.title(TextStr(&mark.name)).parent(outline);
            if i > 0 {
                item.prev(bookmark_refs[i - 1]);
            }
            if let Some(&next) = bookmark_refs.get(i + 1) {
                item.next(next);
            }
            if let Some(&page) = page_refs.get(mark.page) {
                item.dest().page(page).fit();
            }
        }
    }
    Ok(pdf.finish())
}

/// Hands out object numbers.
struct Numbers(i32);

impl Numbers {
    fn next(&mut self) -> Ref {
        self.0 += 1;
        Ref::new(self.0)
    }
}

/// The glyphs of a face that the book uses, their new numbers, and the characters they stand for.
#[derive(Default)]
struct GlyphSet {
    remapper: GlyphRemapper,
    /// New number to old number and character.
    of: BTreeMap<u16, (u16, char)>,
}

impl GlyphSet {
    fn take(&mut self, glyph: u16, character: char) -> u16 {
        let new = self.remapper.remap(glyph);
        self.of.entry(new).or_insert((glyph, character));
        new
    }
}

fn name_of(face: FaceId) -> String {
    format!("F{}", face.0)
}

/// The drawing of a page. PDF counts y upwards.
fn content(
    book: &Book,
    page: &Page,
    fonts: &Fonts<'_>,
    sets: &mut BTreeMap<FaceId, GlyphSet>,
) -> Vec<u8> {
    let (_, height) = book.paper.points();
    let mut out = Content::new();
    out.set_line_cap(LineCapStyle::ProjectingSquareCap);
    for item in &page.items {
        match item {
            Item::Area { at, width, height: high, ink } => {
                out.set_fill_gray(f32::from(ink.0) / 255.0);
                let (x, y) = (number(at.x), number(height - at.y - high));
                out.rect(x, y, number(*width), number(*high)).fill_nonzero();
            }
            Item::Line { from, to, thickness, ink } => {
                out.set_stroke_gray(f32::from(ink.0) / 255.0).set_line_width(number(*thickness));
                out.move_to(number(from.x), number(height - from.y));
                out.line_to(number(to.x), number(height - to.y)).stroke();
            }
            Item::Disc { middle, radius, fill, edge } => {
                // Four curves come within a thousandth of the circle.
                let (x, y, r) = (middle.x, height - middle.y, *radius);
                let k = r * 0.552_284_75;
                out.move_to(number(x + r), number(y));
                for (dx, dy) in [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)] {
                    // From (dx, dy) a quarter turn on, to (-dy, dx).
                    let (tx, ty) = (-dy, dx);
                    out.cubic_to(
                        number(x + r * dx + k * tx),
                        number(y + r * dy + k * ty),
                        number(x + r * tx + k * dx),
                        number(y + r * ty + k * dy),
                        number(x + r * tx),
                        number(y + r * ty),
                    );
                }
                out.close_path();
                if let Some(ink) = fill {
                    out.set_fill_gray(f32::from(ink.0) / 255.0);
                }
                if let Some(thickness) = edge {
                    out.set_stroke_gray(f32::from(Ink::EDGE.0) / 255.0);
                    out.set_line_width(number(*thickness));
                }
                match (fill, edge) {
                    (Some(_), Some(_)) => out.fill_nonzero_and_stroke(),
                    (Some(_), None) => out.fill_nonzero(),
                    (None, Some(_)) => out.stroke(),
                    (None, None) => out.end_path(),
                };
            }
            Item::Text { at, size, face, text, ink } => {
                let set = sets.entry(*face).or_default();
                let glyphs = text.chars().filter_map(|c| Some((fonts.face(*face).glyph(c)?, c)));
                let codes: Vec<u8> =
                    glyphs.flat_map(|(g, c)| set.take(g, c).to_be_bytes()).collect();
                out.set_fill_gray(f32::from(ink.0) / 255.0).begin_text();
                out.set_font(Name(name_of(*face).as_bytes()), number(*size));
                out.next_line(number(at.x), number(height - at.y));
                out.show(Str(&codes)).end_text();
            }
        }
    }
    out.finish().into_vec()
}

fn write_font(
    pdf: &mut Pdf,
    face: &Face<'_>,
    set: &GlyphSet,
    font: Ref,
    numbers: &mut Numbers,
) -> Result<(), PdfError> {
    let (cid, descriptor, file, unicode) =
        (numbers.next(), numbers.next(), numbers.next(), numbers.next());
    let cut = subsetter::subset(face.data(), 0, &set.remapper)
        .map_err(|e| PdfError::Font(e.to_string()))?;
    let parsed = face.parsed();
    let is_cff = parsed.tables().cff.is_some();
    let name = format!("{}+{}", tag(set), postscript_name(face));
    let system = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };
    let scale = 1000.0 / f64::from(face.units_per_em());
    let scaled = |units: i16| number(f64::from(units) * scale);

    pdf.type0_font(font)
        .base_font(Name(name.as_bytes()))
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(cid)
        .to_unicode(unicode);
    let mut cid_font = pdf.cid_font(cid);
    cid_font.subtype(if is_cff { CidFontType::Type0 } else { CidFontType::Type2 });
    cid_font.base_font(Name(name.as_bytes())).system_info(system).font_descriptor(descriptor);
    if !is_cff {
        cid_font.cid_to_gid_map_predefined(Name(b"Identity"));
    }
    let widths =
        set.remapper.remapped_gids().map(|old| number(f64::from(face.advance(old)) * scale));
    cid_font.default_width(0.0).widths().consecutive(0, widths);
    cid_font.finish();

    let bounds = parsed.global_bounding_box();
    let mut described = pdf.font_descriptor(descriptor);
    described.name(Name(name.as_bytes())).flags(FontFlags::SYMBOLIC);
    described.bbox(Rect::new(
        scaled(bounds.x_min),
        scaled(bounds.y_min),
        scaled(bounds.x_max),
        scaled(bounds.y_max),
    ));
    described
        .italic_angle(0.0)
        .ascent(scaled(parsed.ascender()))
        .descent(scaled(parsed.descender()));
    // The thickness of stems is unknown to the file; this is what others write by weight.
    let stem = 10.0 + 220.0 * (f32::from(parsed.weight().to_number()) - 50.0) / 900.0;
    described.cap_height(number(face.cap_height() * 1000.0)).stem_v(stem.round());
    if is_cff {
        described.font_file3(file);
    } else {
        described.font_file2(file);
    }
    described.finish();

    let packed_file = packed(&cut);
    let mut stream = pdf.stream(file, &packed_file);
    stream.filter(Filter::FlateDecode);
    if is_cff {
        stream.pair(Name(b"Subtype"), Name(b"OpenType"));
    } else {
        stream.pair(Name(b"Length1"), cut.len() as i32);
    }
    stream.finish();

    let mut cmap = UnicodeCmap::new(Name(b"Custom"), system);
    for (&new, &(_, character)) in &set.of {
        cmap.pair(new, character);
    }
    pdf.cmap(unicode, &packed(&cmap.finish())).filter(Filter::FlateDecode);
    Ok(())
}

/// Six capitals that tell one subset from another: made from the glyphs, not from chance.
fn tag(set: &GlyphSet) -> String {
    let mix = |hash: u64, glyph: u16| (hash ^ u64::from(glyph)).wrapping_mul(0x0100_0000_01b3);
    let mut hash = set.remapper.remapped_gids().fold(0xcbf2_9ce4_8422_2325, mix);
    let mut tag = String::new();
    for _ in 0..6 {
        tag.push(char::from(b'A' + (hash % 26) as u8));
        hash /= 26;
    }
    tag
}

fn postscript_name(face: &Face<'_>) -> String {
    let names = face.parsed().names();
    let post = names.into_iter().filter(|n| n.name_id == ttf_parser::name_id::POST_SCRIPT_NAME);
    let name = post.into_iter().find_map(|n| n.to_string()).unwrap_or_default();
    let plain: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    if plain.is_empty() { "Font".to_owned() } else { plain }
}

/// A number with at most three decimals.
fn number(value: f64) -> f32 {
    ((value * 1000.0).round() / 1000.0) as f32
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::new(9));
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.expect("memory takes all that is written to it")
}
