//! A piece of text that knows where it stands in its file.

use super::error::{Code, FormatError};

/// A piece of one line.
#[derive(Clone, Copy, Debug)]
pub struct Span<'a> {
    /// What it says.
    pub text: &'a str,
    /// The number of its line, from 1.
    pub line: usize,
    /// Column of its first character, from 1.
    pub column: usize,
}

impl<'a> Span<'a> {
    /// A whole line with its number, from 1.
    pub fn line(text: &'a str, line: usize) -> Span<'a> {
        Span { text, line, column: 1 }
    }

    /// The part between two byte offsets.
    pub fn slice(self, from: usize, to: usize) -> Span<'a> {
        let column = self.column + self.text[..from].chars().count();
        Span { text: &self.text[from..to], line: self.line, column }
    }

    /// From a byte offset to the end.
    pub fn from(self, from: usize) -> Span<'a> {
        self.slice(from, self.text.len())
    }

    /// Without blanks at both ends.
    pub fn trim(self) -> Span<'a> {
        let start = self.text.len() - self.text.trim_start().len();
        self.slice(start, start + self.text.trim().len())
    }

    /// Cuts pieces off from left to right, which together costs one walk over the text. Many
    /// slices of one span would each count the columns from its beginning.
    pub fn cutter(self) -> Cutter<'a> {
        Cutter { whole: self, at: 0, column: self.column }
    }

    /// The pieces between blanks.
    pub fn words(self) -> impl Iterator<Item = Span<'a>> {
        let base = self.text.as_ptr() as usize;
        let mut cutter = self.cutter();
        self.text.split_whitespace().map(move |word| {
            let from = word.as_ptr() as usize - base;
            cutter.cut(from, from + word.len())
        })
    }

    /// The pieces between separators, empty ones too.
    pub fn pieces(self, separator: char) -> impl Iterator<Item = Span<'a>> {
        let base = self.text.as_ptr() as usize;
        let mut cutter = self.cutter();
        self.text.split(separator).map(move |piece| {
            let from = piece.as_ptr() as usize - base;
            cutter.cut(from, from + piece.len())
        })
    }

    /// An error at its character with this number, from 0.
    pub fn error(self, code: Code, at: usize, message: impl Into<String>) -> FormatError {
        FormatError::new(code, message).at(self.line, self.column + at)
    }

    /// Gives an error from inside this piece its place in the file.
    pub fn place(self, error: FormatError) -> FormatError {
        error.moved(self.line, self.column)
    }
}

/// Cuts a span into pieces, each at or behind the beginning of the one before.
pub struct Cutter<'a> {
    whole: Span<'a>,
    /// The byte that the column belongs to.
    at: usize,
    column: usize,
}

impl<'a> Cutter<'a> {
    /// The part between two byte offsets of the whole.
    pub fn cut(&mut self, from: usize, to: usize) -> Span<'a> {
        self.column += self.whole.text[self.at..from].chars().count();
        self.at = from;
        Span { text: &self.whole.text[from..to], line: self.whole.line, column: self.column }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let span = Span::line("é ab  ñc d", 3);
        let words: Vec<_> = span.words().map(|w| (w.text, w.column)).collect();
        assert_eq!(words, [("é", 1), ("ab", 3), ("ñc", 7), ("d", 10)]);
        assert_eq!(Span::line("  é x ", 1).trim().column, 3);
        let pieces: Vec<_> = span.pieces(' ').map(|p| (p.text, p.column)).collect();
        assert_eq!(pieces, [("é", 1), ("ab", 3), ("", 6), ("ñc", 7), ("d", 10)]);
    }
}
