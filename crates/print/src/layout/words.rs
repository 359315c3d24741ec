//! Words in place: centred, shortened, wrapped.

use crate::{FaceId, Fonts, Ink, Item, Page, Point};

/// Sets text with a choice of fonts.
pub struct Words<'f> {
    fonts: &'f Fonts<'f>,
}

/// A text broken into lines that fit, and the size at which they do.
pub struct Lines {
    pub lines: Vec<String>,
    pub size: f64,
}

impl<'f> Words<'f> {
    pub fn new(fonts: &'f Fonts<'f>) -> Words<'f> {
        Words { fonts }
    }

    pub fn fonts(&self) -> &'f Fonts<'f> {
        self.fonts
    }

    pub fn width(&self, text: &str, face: FaceId, size: f64) -> f64 {
        self.fonts.width(text, face, size)
    }

    /// Puts a text where its base line begins; returns where it ends.
    pub fn put(
        &self,
        page: &mut Page,
        text: &str,
        at: Point,
        size: f64,
        face: FaceId,
        ink: Ink,
    ) -> f64 {
        let mut x = at.x;
        for (face, piece) in self.fonts.pieces(text, face) {
            let width = self.fonts.face(face).width(&piece, size);
            let at = Point { x, y: at.y };
            page.items.push(Item::Text { at, size, face, text: piece, ink });
            x += width;
        }
        x
    }

    /// Puts a text around the middle of its base line.
    pub fn centred(
        &self,
        page: &mut Page,
        text: &str,
        middle: Point,
        size: f64,
        face: FaceId,
        ink: Ink,
    ) {
        let x = middle.x - self.width(text, face, size) / 2.0;
        self.put(page, text, Point { x, y: middle.y }, size, face, ink);
    }

    /// The text, or as much of it as fits with an ellipsis behind; nothing if not even that fits.
    pub fn shortened(&self, text: &str, face: FaceId, size: f64, room: f64) -> String {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if self.width(&text, face, size) <= room {
            return text;
        }
        let mut left = room - self.width("…", face, size);
        let mut end = 0;
        for (at, character) in text.char_indices() {
            left -= self.width(character.encode_utf8(&mut [0; 4]), face, size);
            if left < 0.0 {
                break;
            }
            end = at + character.len_utf8();
        }
        // Not within a word, unless little would be left of the text.
        if !text[end..].starts_with(' ')
            && let Some(space) = text[..end].rfind(' ').filter(|space| *space * 3 > end * 2)
        {
            end = space;
        }
        match text[..end].trim_end_matches([' ', ',', ';', ':', '–', '-']) {
            "" => String::new(),
            cut => format!("{cut}…"),
        }
    }

    /// Breaks a text between words into at most `most` lines. The size shrinks, to six tenths at
    /// the least, until they fit; what still does not is cut with an ellipsis.
    pub fn wrap(&self, text: &str, face: FaceId, size: f64, room: f64, most: usize) -> Lines {
        let mut tried = size;
        while tried >= size * 0.6 {
            let lines = self.broken(text, face, tried, room);
            let fits = |line: &String| self.width(line, face, tried) <= room;
            if lines.len() <= most && lines.iter().all(fits) {
                return Lines { lines: self.balanced(text, face, tried, room, lines), size: tried };
            }
            tried -= 0.5;
        }
        let size = size * 0.6;
        let mut lines = self.broken(text, face, size, room);
        if lines.len() > most {
            let rest = lines.split_off(most - 1).join(" ");
            lines.push(rest);
        }
        let lines = lines.iter().map(|l| self.shortened(l, face, size, room)).collect();
        Lines { lines, size }
    }

    /// Lines filled one after the other.
    fn broken(&self, text: &str, face: FaceId, size: f64, room: f64) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            match lines.last_mut() {
                Some(line) if self.width(&format!("{line} {word}"), face, size) <= room => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
        }
        lines
    }

    /// The same number of lines, about equally long: a title with one word on its second line
    /// looks like a mistake.
    fn balanced(
        &self,
        text: &str,
        face: FaceId,
        size: f64,
        room: f64,
        filled: Vec<String>,
    ) -> Vec<String> {
        if filled.len() < 2 {
            return filled;
        }
        let steps = (1..=20).map(|i| room * (1.0 - 0.025 * f64::from(i)));
        let narrower = steps.map(|room| (room, self.broken(text, face, size, room)));
        let fitting = narrower.take_while(|(room, lines)| {
            lines.len() == filled.len() && lines.iter().all(|l| self.width(l, face, size) <= *room)
        });
        fitting.last().map_or(filled, |(_, lines)| lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_fits_stays_and_a_longer_one_is_cut() {
        let fonts = Fonts::built_in();
        let words = Words::new(&fonts);
        assert_eq!(words.shortened("a  title", FaceId::REGULAR, 10.0, 100.0), "a title");
        let cut = words.shortened("a title that is longer", FaceId::REGULAR, 10.0, 50.0);
        assert!(cut.ends_with('…') && cut.starts_with("a t"), "{cut}");
        assert!(words.width(&cut, FaceId::REGULAR, 10.0) <= 50.0);
        assert_eq!(words.shortened("wide", FaceId::REGULAR, 10.0, 3.0), "");
    }

    #[test]
    fn a_long_title_takes_two_lines_of_like_length() {
        let fonts = Fonts::built_in();
        let words = Words::new(&fonts);
        let title = "A hundred puzzles for long evenings in the mountains of the north";
        let lines = words.wrap(title, FaceId::STRONG, 22.0, 500.0, 2);
        assert_eq!(lines.lines.len(), 2);
        assert_eq!(lines.lines.join(" "), title);
        let width = |i: usize| words.width(&lines.lines[i], FaceId::STRONG, lines.size);
        assert!(width(0) <= 500.0 && width(1) > 0.6 * width(0));
    }

    #[test]
    fn a_title_without_end_is_cut_after_two_lines() {
        let fonts = Fonts::built_in();
        let words = Words::new(&fonts);
        for title in ["endless ".repeat(200), "x".repeat(2000)] {
            let lines = words.wrap(&title, FaceId::STRONG, 22.0, 500.0, 2);
            assert!(lines.lines.len() <= 2);
            assert!(lines.lines.last().unwrap().ends_with('…'));
            assert!(
                lines.lines.iter().all(|l| words.width(l, FaceId::STRONG, lines.size) <= 500.0)
            );
        }
    }
}
