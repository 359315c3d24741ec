//! Words between drawn puzzles: passed over, but not without a word.
//!
//! Posts and pages tell something before a puzzle. Most of it changes nothing, and is said in a
//! note with the record that follows. What speaks of cells, knights or sums may be a rule: then the
//! record is refused like any other with a rule that was not understood.

use super::error::{FormatError, Note, unsupported};
use super::names;
use super::record::Record;
use super::source::Line;
use super::unread::Unread;

/// So many lines are kept; of more, their number.
const MOST_LINES: usize = 4;

/// Characters of a line that are told.
const MOST_CHARS: usize = 60;

/// Lines that were passed over.
#[derive(Default)]
pub(super) struct Prose {
    /// The first of them.
    lines: Vec<Line>,
    /// The first that may be a rule.
    rule: Option<Line>,
    n: usize,
    /// The line of a puzzle behind the mark of a comment, if it is the first of the source.
    commented: Option<usize>,
}

impl Prose {
    /// Passes over a line.
    pub(super) fn pass(&mut self, line: Line) {
        if line.text.trim().is_empty() {
            return;
        }
        self.n += 1;
        if self.rule.is_none() && names::speaks_of_rules(&line.text) {
            self.rule = Some(line.clone());
        }
        if self.lines.len() < MOST_LINES {
            self.lines.push(line);
        }
    }

    /// Passes over a puzzle that stands behind the mark of a comment.
    pub(super) fn pass_commented(&mut self, line: usize) {
        self.commented = Some(line);
    }

    /// All of it, which leaves nothing.
    pub(super) fn take(&mut self) -> Prose {
        std::mem::take(self)
    }

    /// The first line.
    pub(super) fn first(self) -> Option<(usize, String)> {
        self.lines.into_iter().next().map(|line| (line.number, line.text))
    }

    /// The record that follows it, with what has to be known.
    pub(super) fn told_with(self, mut record: Record) -> Record {
        if let Some(line) = self.commented {
            record.note(told_of_comment(line));
        }
        if let Some(line) = &self.rule {
            let words = format!("the words \"{}\"", shortened(&line.text));
            record.document.unread.push(Unread::rule(words).at(line.number, 1));
            return record;
        }
        let Some(first) = self.lines.first() else { return record };
        let words = shortened(&first.text);
        record.note(match self.n {
            1 => format!("line {} was passed over: \"{words}\"", first.number),
            n => format!("{n} lines from line {} were passed over: \"{words}\" …", first.number),
        });
        record
    }

    /// The note on a puzzle behind the mark of a comment that no record follows.
    pub(super) fn commented_note(&self) -> Option<Note> {
        self.commented.map(|line| Note { code: None, line, text: told_of_comment(line) })
    }

    /// What is wrong when it follows the last record.
    pub(super) fn rule(self) -> Option<FormatError> {
        let line = self.rule?;
        let words = shortened(&line.text);
        Some(
            unsupported(format!("\"{words}\" may be a rule of the puzzle before it"))
                .at(line.number, 1)
                .hint("the puzzle was read without; leave the line out if it is none"),
        )
    }
}

fn told_of_comment(line: usize) -> String {
    format!(
        "line {line} was passed over: '#' begins a comment; remove it to have the puzzle behind it read"
    )
}

fn shortened(text: &str) -> String {
    let text = text.trim();
    let mut short: String = text.chars().filter(|c| !c.is_control()).take(MOST_CHARS).collect();
    if text.chars().count() > MOST_CHARS {
        short.push('…');
    }
    short
}
