//! Faces: which characters they have, how wide they are, what they look like.
//!
//! Two faces of Inter (SIL Open Font License, `fonts/LICENSE-OFL.txt`) are built in, cut down to
//! Latin, Greek and Cyrillic letters. A third face of the caller steps in for what they lack, so a
//! title may be written in any script that runs from left to right and does not join its letters:
//! text is set glyph by glyph, without kerning or ligatures.

use crate::FaceId;
use std::collections::BTreeSet;
use thiserror::Error;
use ttf_parser::GlyphId;

static REGULAR: &[u8] = include_bytes!("../fonts/Inter-Regular.ttf");
static STRONG: &[u8] = include_bytes!("../fonts/Inter-SemiBold.ttf");

/// The faces a book is set in.
#[derive(Clone)]
pub struct Fonts<'a> {
    faces: Vec<Face<'a>>,
}

/// One face.
#[derive(Clone)]
pub struct Face<'a> {
    data: &'a [u8],
    parsed: ttf_parser::Face<'a>,
}

/// Why a font file cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FontError {
    /// It is no font, or a broken one.
    #[error("not a font we can read ({0}); use a TrueType or OpenType file (.ttf, .otf)")]
    Unreadable(String),
    /// It forbids what we would do with it.
    #[error("its licence bits forbid embedding; use a font that may be embedded")]
    Restricted,
    /// A variable font, which cannot be cut down for embedding.
    #[error("a variable font cannot be embedded; use a static instance of it, such as its Regular")]
    Variable,
}

impl Fonts<'static> {
    /// The faces that come with the program.
    pub fn built_in() -> Fonts<'static> {
        let face = |data| Face::parse(data).expect("the faces we ship can be read");
        Fonts { faces: vec![face(REGULAR), face(STRONG)] }
    }
}

impl<'a> Fonts<'a> {
    /// The same faces with one more, for the characters the others lack.
    pub fn with_own<'b>(self, data: &'b [u8]) -> Result<Fonts<'b>, FontError>
    where
        'a: 'b,
    {
        let mut faces: Vec<Face<'b>> = self.faces;
        faces.push(Face::parse(data)?);
        Ok(Fonts { faces })
    }

    /// A face.
    ///
    /// # Panics
    /// When these fonts have no face of that number.
    pub fn face(&self, id: FaceId) -> &Face<'a> {
        &self.faces[id.0]
    }

    /// Every face with its number.
    pub fn faces(&self) -> impl Iterator<Item = (FaceId, &Face<'a>)> {
        self.faces.iter().enumerate().map(|(i, face)| (FaceId(i), face))
    }

    /// The face that draws a character: the wanted one if it can, else any that can.
    pub fn face_for(&self, character: char, wanted: FaceId) -> Option<FaceId> {
        let wanted = std::iter::once(wanted).filter(|id| id.0 < self.faces.len());
        let all = wanted.chain((0..self.faces.len()).map(FaceId));
        all.into_iter().find(|&id| self.face(id).glyph(character).is_some())
    }

    /// The characters of a text that no face can draw, each once: those no face has, and those
    /// of scripts that run from right to left, which need more than glyphs in a row.
    pub fn missing(&self, text: &str) -> String {
        let lacking = |c: &char| {
            !c.is_whitespace()
                && (runs_leftwards(*c) || self.face_for(*c, FaceId::REGULAR).is_none())
        };
        text.chars().filter(lacking).collect::<BTreeSet<char>>().into_iter().collect()
    }

    /// A text cut into pieces that one face can draw each; what none can draw becomes `?`.
    pub fn pieces(&self, text: &str, wanted: FaceId) -> Vec<(FaceId, String)> {
        let mut pieces: Vec<(FaceId, String)> = Vec::new();
        for character in text.chars() {
            let character = if character.is_whitespace() { ' ' } else { character };
            let found = self.face_for(character, wanted).filter(|_| !runs_leftwards(character));
            let (face, character) = found.map_or((wanted, '?'), |face| (face, character));
            match pieces.last_mut() {
                Some((last, piece)) if *last == face => piece.push(character),
                _ => pieces.push((face, character.to_string())),
            }
        }
        pieces
    }

    /// How wide a text is, in points.
    pub fn width(&self, text: &str, wanted: FaceId, size: f64) -> f64 {
        let of = |(face, piece): &(FaceId, String)| self.face(*face).width(piece, size);
        self.pieces(text, wanted).iter().map(of).sum()
    }
}

/// Whether a character belongs to a script that runs from right to left (Hebrew, Arabic and
/// their relatives, and their presentation forms).
fn runs_leftwards(character: char) -> bool {
    matches!(u32::from(character), 0x0590..=0x08FF | 0xFB1D..=0xFDFF | 0xFE70..=0xFEFE | 0x10800..=0x10FFF | 0x1E800..=0x1EFFF)
}

impl<'a> Face<'a> {
    fn parse(data: &'a [u8]) -> Result<Face<'a>, FontError> {
        let parsed =
            ttf_parser::Face::parse(data, 0).map_err(|e| FontError::Unreadable(e.to_string()))?;
        if parsed.is_variable() {
            return Err(FontError::Variable);
        }
        if parsed.permissions() == Some(ttf_parser::Permissions::Restricted) {
            return Err(FontError::Restricted);
        }
        Ok(Face { data, parsed })
    }

    /// The file of the face.
    pub(crate) fn data(&self) -> &'a [u8] {
        self.data
    }

    /// The font as the parser sees it.
    pub(crate) fn parsed(&self) -> &ttf_parser::Face<'a> {
        &self.parsed
    }

    /// The glyph of a character.
    pub fn glyph(&self, character: char) -> Option<u16> {
        self.parsed.glyph_index(character).map(|g| g.0).filter(|&g| g != 0)
    }

    /// The advance of a glyph in units of the font.
    pub fn advance(&self, glyph: u16) -> u16 {
        self.parsed.glyph_hor_advance(GlyphId(glyph)).unwrap_or(0)
    }

    /// Units of the font in one size.
    pub fn units_per_em(&self) -> u16 {
        self.parsed.units_per_em()
    }

    /// How wide a text of this face is, in points.
    pub fn width(&self, text: &str, size: f64) -> f64 {
        let units: u64 =
            text.chars().filter_map(|c| self.glyph(c)).map(|g| u64::from(self.advance(g))).sum();
        units as f64 * size / f64::from(self.units_per_em())
    }

    /// How high a capital letter or a digit stands, as a share of the size.
    pub fn cap_height(&self) -> f64 {
        let units = self.parsed.capital_height().filter(|&h| h > 0);
        units.map_or(0.7, |h| f64::from(h) / f64::from(self.units_per_em()))
    }

    /// The outline of a glyph as an SVG path in units of the font, y upwards; empty for a blank.
    pub fn outline(&self, glyph: u16) -> String {
        let mut path = Contour(String::new());
        let _ = self.parsed.outline_glyph(GlyphId(glyph), &mut path);
        path.0
    }
}

/// Writes an outline as an SVG path. Fonts mostly use whole units, so numbers stay short.
struct Contour(String);

impl Contour {
    fn add(&mut self, command: char, numbers: &[f32]) {
        self.0.push(command);
        for (i, number) in numbers.iter().enumerate() {
            // Two decimals are far below what a printer resolves at 1000 units or more per em.
            // Adding zero turns a negative zero, which prints its sign, into a plain one.
            let rounded = (f64::from(*number) * 100.0).round() / 100.0 + 0.0;
            if i > 0 && !rounded.is_sign_negative() {
                self.0.push(' ');
            }
            self.0.push_str(&rounded.to_string());
        }
    }
}

impl ttf_parser::OutlineBuilder for Contour {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add('M', &[x, y]);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.add('L', &[x, y]);
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.add('Q', &[x1, y1, x, y]);
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.add('C', &[x1, y1, x2, y2, x, y]);
    }
    fn close(&mut self) {
        self.0.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_faces_have_every_symbol_of_every_board() {
        let fonts = Fonts::built_in();
        for symbol in ('0'..='9').chain('A'..='Z') {
            for (_, face) in fonts.faces() {
                let glyph = face.glyph(symbol).unwrap();
                assert!(face.outline(glyph).len() > 10, "{symbol}");
            }
        }
    }

    #[test]
    fn titles_in_latin_greek_and_cyrillic_need_no_other_font() {
        let fonts = Fonts::built_in();
        assert_eq!(fonts.missing("Rätsel für Žofie – Łódź, Ελληνικά, Кроссворд № 5 “x” €3…"), "");
        assert_eq!(fonts.missing("数独 and 数"), "数独");
        assert_eq!(fonts.missing("a\u{5d0}b"), "\u{5d0}");
    }

    #[test]
    fn what_no_face_has_becomes_a_question_mark() {
        let fonts = Fonts::built_in();
        let pieces = fonts.pieces("a数\tb", FaceId::STRONG);
        assert_eq!(pieces, [(FaceId::STRONG, "a? b".to_owned())]);
    }

    #[test]
    fn a_file_that_is_no_font_is_refused() {
        let refused = Fonts::built_in().with_own(b"not a font").err();
        assert!(matches!(refused, Some(FontError::Unreadable(_))));
    }

    #[test]
    fn digits_are_equally_high_and_a_word_is_as_wide_as_its_letters() {
        let fonts = Fonts::built_in();
        let one = fonts.width("A", FaceId::REGULAR, 10.0);
        assert!((fonts.width("AAAA", FaceId::REGULAR, 10.0) - 4.0 * one).abs() < 1e-9);
        assert!((fonts.face(FaceId::STRONG).cap_height() - 0.727).abs() < 0.01);
    }
}
