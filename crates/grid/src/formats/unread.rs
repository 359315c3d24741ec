//! What a reader did not understand.
//!
//! A puzzle of which a rule was not understood is another puzzle, and any answer about it may be
//! wrong. So a reader keeps what it has no meaning for, with its name and place, and says whether
//! it might be a rule; who wants an answer all the same has to say so.

use super::document::Document;
use super::error::{Code, FormatError, unsupported};
use super::losses::has_usual_boxes;
use super::options::{Manner, ReadOptions};
use super::record::Record;
use super::span::Span;
use crate::rule::{Rule, RuleError};
use crate::{Layout, Puzzle};
use std::fmt;

/// One thing in a text that its reader has no meaning for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unread {
    /// What it is called: the key, the column or the section, or a few words about it.
    pub what: String,
    /// Where it stands.
    pub place: Place,
    /// Whether it might be a rule of the puzzle. Titles, authors, colours and the like are not.
    pub might_be_rule: bool,
}

/// Where something stands in a text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// The line, from 1.
    pub line: Option<usize>,
    /// The column, from 1, in characters.
    pub column: Option<usize>,
    /// The way to it through a nested text, outermost name first: `metadata.antiknight`.
    pub path: Option<String>,
}

impl Unread {
    /// Something that might be a rule.
    pub fn rule(what: impl Into<String>) -> Unread {
        Unread { what: what.into(), place: Place::default(), might_be_rule: true }
    }

    /// Something that is certainly no rule.
    pub fn harmless(what: impl Into<String>) -> Unread {
        Unread { what: what.into(), place: Place::default(), might_be_rule: false }
    }

    /// The same at a line and column, both from 1.
    pub fn at(mut self, line: usize, column: usize) -> Unread {
        self.place.line = Some(line);
        self.place.column = Some(column);
        self
    }

    /// The same where a piece of text begins.
    pub(crate) fn within(self, span: Span<'_>) -> Unread {
        self.at(span.line, span.column)
    }

    /// The same at a key of an object that is written on one line, else where the object begins.
    pub(crate) fn at_key(self, key: &str, object: Span<'_>) -> Unread {
        let at = object.text.find(&format!("\"{key}\""));
        match at.filter(|&at| !object.text[..at].contains('\n')) {
            Some(at) => self.within(object.slice(at, at)),
            None => self.within(object),
        }
    }

    /// The same inside a nested text.
    pub fn under(mut self, path: impl Into<String>) -> Unread {
        self.place.path = Some(path.into());
        self
    }
}

impl fmt::Display for Unread {
    /// `antiknight (in metadata.antiknight)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        match &self.place.path {
            Some(path) if *path != self.what => write!(f, " (in {path})"),
            _ => Ok(()),
        }
    }
}

/// A puzzle was refused because something that might be a rule of it was not understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotUnderstood {
    /// What might be a rule, in the order it was found.
    pub unread: Vec<Unread>,
}

impl fmt::Display for NotUnderstood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "what may be a rule of the puzzle was not understood: {}", names(&self.unread))
    }
}

impl std::error::Error for NotUnderstood {}

/// So many names are told; a hostile text may have any number.
pub(crate) const MOST_NAMES: usize = 8;

/// The names of what was not understood, as a list in words.
fn names(unread: &[Unread]) -> String {
    let mut names: Vec<String> = unread.iter().take(MOST_NAMES).map(Unread::to_string).collect();
    if unread.len() > MOST_NAMES {
        names.push(format!("and {} more", unread.len() - MOST_NAMES));
    }
    names.join(", ")
}

/// The refusal of a record of which these were not understood.
pub(crate) fn refusal(unread: &[Unread]) -> FormatError {
    let names = names(unread);
    let error = unsupported(format!("the puzzle has, or may have, rules beyond Sudoku: {names}"))
        .found(names, "a puzzle without further rules")
        .hint(
            "it is refused, so that it is not solved as something else; \
             --lenient leaves them out and says so",
        );
    let place = unread.first().map(|first| first.place.clone()).unwrap_or_default();
    match (place.line, place.column) {
        (Some(line), Some(column)) => error.at(line, column),
        (Some(line), None) => error.on_line(line),
        _ => error,
    }
}

impl Record {
    /// The record, unless something in it may be a rule that was not understood. A lenient reader
    /// takes it without, and says so.
    pub(crate) fn judged(mut self, options: &ReadOptions) -> Result<Record, FormatError> {
        let board = self.document.board();
        let (size, usual) = (board.size(), has_usual_boxes(board));
        let asked = options.regions.is_some() || options.box_shape.is_some();
        if usual && asked {
            // Formats that know the classic board alone still mean the board that was asked for.
            let board = options.board(size).map_err(|error| error.on_line(self.line))?;
            self.document = self.document.on_board(&board).expect("the board has the same size");
        }
        let said = self.notes.iter().any(|note| note.text.starts_with("read as a Latin square"));
        let is_latin = *self.document.board().layout() == Layout::Latin;
        if options.is_latin_by_name() && is_latin && !said {
            self.note("read as a Latin square, for so the file is called; --box says otherwise");
        }
        if !options.rules.is_empty() {
            self.document = with_rules(self.document, &options.rules)
                .map_err(|error| error.on_line(self.line))?;
        }
        let unread: Vec<Unread> = self.document.unread_rules().cloned().collect();
        if unread.is_empty() {
            return Ok(self);
        }
        if options.manner != Manner::Lenient {
            return Err(refusal(&unread));
        }
        self.note(format!("left out, although it may be a rule: {}", names(&unread)));
        Ok(self)
    }

    /// Keeps things that were not understood.
    pub(crate) fn with_unread(mut self, unread: Vec<Unread>) -> Record {
        self.document.unread.extend(unread);
        self
    }
}

/// Name and number of the cells beside the grid that a line `beside d 9` asks for.
fn asked_beside(text: &str) -> Option<Result<(&str, usize), FormatError>> {
    let rest = text.strip_prefix("beside")?;
    let told = rest.trim().split_once(' ').filter(|_| rest.starts_with(' '));
    let is_name =
        |name: &&str| (1..=8).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_lowercase());
    let told = told.and_then(|(name, n)| {
        Some((Some(name).filter(is_name)?, n.trim().parse().ok().filter(|n| *n > 0)?))
    });
    Some(told.ok_or_else(|| {
        FormatError::new(Code::UnsupportedRules, format!("{text:?} tells no cells beside the grid"))
            .hint("write a name of small letters and a number, such as beside d 9")
    }))
}

/// The document with further rules, and the cells beside the grid that they ask for.
fn with_rules(mut document: Document, texts: &[String]) -> Result<Document, FormatError> {
    for told in texts.iter().filter_map(|text| asked_beside(text)) {
        let (name, count) = told?;
        document = document.with_side(name, count).map_err(|error| {
            FormatError::new(Code::UnsupportedRules, format!("cells beside the grid: {error}"))
        })?;
    }
    let texts: Vec<&String> = texts.iter().filter(|text| asked_beside(text).is_none()).collect();
    let bad = |text: &str, error: RuleError| {
        FormatError::new(Code::UnsupportedRules, format!("the rule {text:?}: {error}"))
            .hint("correct it where the rules are given; docs/rules.md lists them")
    };
    let mut rules = document.rules().to_vec();
    let board = document.board().clone();
    for text in &texts {
        rules.push(Rule::from_text(text, &board).map_err(|error| bad(text, error))?);
    }
    let all = texts.iter().map(|text| text.as_str()).collect::<Vec<_>>().join("; ");
    document.with_rules(rules).map_err(|error| bad(&all, error))
}

/// The rules of a text with one on each line; blank lines and those that begin with `#` are none.
///
/// ```
/// use sudolab_grid::formats::rule_lines;
/// let text = "# two cages\ncage 3 r1c1 r1c2\n\ncage 10 r2c1 r2c2\n";
/// assert_eq!(rule_lines(text), ["cage 3 r1c1 r1c2", "cage 10 r2c1 r2c2"]);
/// ```
pub fn rule_lines(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}

impl Document {
    /// What might be a rule and was not understood.
    pub fn unread_rules(&self) -> impl Iterator<Item = &Unread> {
        self.unread.iter().filter(|unread| unread.might_be_rule)
    }

    /// The puzzle, like [`Document::to_puzzle`], unless something was not understood that might be
    /// a rule of it.
    pub fn puzzle(&self) -> Result<Puzzle, NotUnderstood> {
        let unread: Vec<Unread> = self.unread_rules().cloned().collect();
        match unread.is_empty() {
            true => Ok(self.to_puzzle()),
            false => Err(NotUnderstood { unread }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_with_something_that_might_be_a_rule_gives_no_puzzle() {
        let puzzle: Puzzle = "1...............".parse().unwrap();
        let mut document = Document::from(&puzzle);
        document.unread.push(Unread::harmless("colours"));
        assert_eq!(document.puzzle(), Ok(puzzle.clone()));
        document.unread.push(Unread::rule("antiknight").at(1, 9).under("metadata.antiknight"));
        assert_eq!(
            document.puzzle().unwrap_err().to_string(),
            "what may be a rule of the puzzle was not understood: \
             antiknight (in metadata.antiknight)"
        );
        assert_eq!(document.to_puzzle(), puzzle, "lenient is the caller's choice");
    }
}
