//! The format strings of `serate`, so that scripts written for it go on working.
//!
//! `%g` the input line, `%i` the grid in 81 digits, `%r %p %d` rating, pearl and diamond with one
//! decimal, `%e` seconds elapsed, `%n` the number of the puzzle, `%s` the short text of the step,
//! `%m` and `%M` the candidates in one line and as a grid, `%l` a line break, `%t` a tab, `%%` a
//! percent sign.

use super::document::Document;
use super::pencilmarks;
use super::sukaku;
use super::{FormatError, WriteOptions};
use std::fmt;
use std::time::Duration;

/// A format string, taken apart.
///
/// ```
/// use sudolab_grid::formats::SerateFormat;
/// assert!(SerateFormat::parse("%g ED=%r/%p/%d").is_ok());
/// assert_eq!(
///     SerateFormat::parse("%r %q").unwrap_err().to_string(),
///     "column 4: %q is not known; use %g %i %r %p %d %e %n %s %m %M %l %t or %%"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SerateFormat {
    pieces: Vec<Piece>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Piece {
    Text(String),
    Field(char),
}

/// What a rated puzzle has to tell.
#[derive(Clone, Copy, Debug)]
pub struct Rated<'a> {
    /// The line as it was read.
    pub input: &'a str,
    /// The puzzle.
    pub document: &'a Document,
    /// Rating; 0.0 is an error in processing, 20.0 valid but not solved.
    pub rating: f64,
    /// Rating of the first placement.
    pub pearl: f64,
    /// Rating of the first step.
    pub diamond: f64,
    /// How long it took.
    pub elapsed: Duration,
    /// The number of the puzzle, from 1.
    pub ordinal: usize,
    /// The short text of the hardest step.
    pub step: &'a str,
}

/// A letter that no format string has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SerateError {
    /// Where the percent sign stands, from 1.
    pub column: usize,
    /// What follows it, if anything.
    pub letter: Option<char>,
}

impl fmt::Display for SerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = self.letter.map(String::from).unwrap_or_default();
        write!(
            f,
            "column {}: %{letter} is not known; use %g %i %r %p %d %e %n %s %m %M %l %t or %%",
            self.column
        )
    }
}

impl std::error::Error for SerateError {}

impl Default for SerateFormat {
    /// `%r/%p/%d`.
    fn default() -> SerateFormat {
        SerateFormat::parse("%r/%p/%d").expect("the default names known letters")
    }
}

impl SerateFormat {
    /// Takes a format string apart.
    pub fn parse(format: &str) -> Result<SerateFormat, SerateError> {
        let mut pieces = Vec::new();
        let mut text = String::new();
        let mut chars = format.chars().enumerate();
        while let Some((i, c)) = chars.next() {
            if c != '%' {
                text.push(c);
                continue;
            }
            match chars.next().map(|(_, c)| c) {
                Some('%') => text.push('%'),
                Some('l') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some(c @ ('g' | 'i' | 'r' | 'p' | 'd' | 'e' | 'n' | 's' | 'm' | 'M')) => {
                    if !text.is_empty() {
                        pieces.push(Piece::Text(std::mem::take(&mut text)));
                    }
                    pieces.push(Piece::Field(c));
                }
                letter => return Err(SerateError { column: i + 1, letter }),
            }
        }
        if !text.is_empty() {
            pieces.push(Piece::Text(text));
        }
        Ok(SerateFormat { pieces })
    }

    /// Writes a rated puzzle, without a line break at the end.
    pub fn render(&self, rated: &Rated<'_>) -> String {
        let mut out = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Field(letter) => field(*letter, rated, &mut out),
            }
        }
        out
    }
}

fn field(letter: char, rated: &Rated<'_>, out: &mut String) {
    let options = WriteOptions::default();
    match letter {
        'g' => out.push_str(rated.input),
        'i' => out.push_str(&rated.document.givens().to_string()),
        'r' => out.push_str(&format!("{:.1}", rated.rating)),
        'p' => out.push_str(&format!("{:.1}", rated.pearl)),
        'd' => out.push_str(&format!("{:.1}", rated.diamond)),
        'e' => out.push_str(&format!("{:.3}", rated.elapsed.as_secs_f64())),
        'n' => out.push_str(&rated.ordinal.to_string()),
        's' => out.push_str(rated.step),
        'm' => trimmed(sukaku::write, rated, &options, out),
        _ => trimmed(pencilmarks::write, rated, &options, out),
    }
}

type Write = fn(&Document, &WriteOptions, &mut String) -> Result<(), FormatError>;

fn trimmed(write: Write, rated: &Rated<'_>, options: &WriteOptions, out: &mut String) {
    let mut text = String::new();
    if write(rated.document, options, &mut text).is_ok() {
        out.push_str(text.trim_end());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Puzzle;

    #[test]
    fn a_rated_puzzle_is_written_as_asked() {
        let line =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let document = Document::from(&line.parse::<Puzzle>().unwrap());
        let rated = Rated {
            input: line,
            document: &document,
            rating: 1.2,
            pearl: 1.2,
            diamond: 20.0,
            elapsed: Duration::from_millis(1500),
            ordinal: 7,
            step: "HS",
        };
        let render = |format: &str| SerateFormat::parse(format).unwrap().render(&rated);
        assert_eq!(SerateFormat::default().render(&rated), "1.2/1.2/20.0");
        assert_eq!(render("%n%t%g%l%e %s 100%%"), format!("7\t{line}\n1.500 HS 100%"));
        assert_eq!(render("%i"), line);
        assert!(render("%m").starts_with("....5......3......12.4......2...6.........7...2.4.6.8."));
        assert_eq!(render("%M").lines().count(), 13);
        assert_eq!(
            SerateFormat::parse("ab%").unwrap_err(),
            SerateError { column: 3, letter: None }
        );
    }
}
