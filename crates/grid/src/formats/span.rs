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

    /// The pieces between blanks.
    pub fn words(self) -> impl Iterator<Item = Span<'a>> {
        let base = self.text.as_ptr() as usize;
        let (mut at, mut column) = (0, self.column);
        self.text.split_whitespace().map(move |word| {
            let from = word.as_ptr() as usize - base;
            column += self.text[at..from].chars().count();
            at = from;
            Span { text: word, line: self.line, column }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let span = Span::line("é ab  ñc d", 3);
        let words: Vec<_> = span.words().map(|w| (w.text, w.column)).collect();
        assert_eq!(words, [("é", 1), ("ab", 3), ("ñc", 7), ("d", 10)]);
        assert_eq!(Span::line("  é x ", 1).trim().column, 3);
    }
}
