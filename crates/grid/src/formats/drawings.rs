//! Records that are drawn over several lines, as the stream finds them: where a drawing ends, and
//! what after it still belongs to it.

use super::Format;
use super::block;
use super::detect::{self, LineStart, start_of};
use super::document::Document;
use super::entry::Entry;
use super::error::ReadError;
use super::options::ReadOptions;
use super::pencilmarks;
use super::record::Record;
use super::records::{Mode, Records};
use super::rows::{self, LineKind};
use super::simple_sudoku;
use super::source::Line;
use super::span::Span;
use super::value::Json;
use crate::MAX_SIZE;
use std::io::{self, BufRead};

/// Lines that a drawing may have; a 25x25 grid with all its borders has some fifty.
const MAX_DRAWING: usize = 400;

impl<R: BufRead> Records<R> {
    /// Reads a drawing that begins with this line, and what belongs to it after a blank line.
    pub(super) fn drawing(&mut self, first: Line) -> Result<(), ReadError> {
        let lines = self.gather(first)?;
        let raw =
            |lines: &[Line]| lines.iter().map(|l| l.text.as_str()).collect::<Vec<_>>().join("\n");
        let spans: Vec<Span<'_>> = lines.iter().map(|l| Span::line(&l.text, l.number)).collect();
        if rows::rows(&spans).is_empty() && matches!(self.mode, Mode::Any) {
            // Borders and words only.
            if let Some(first) = lines.first() {
                self.prose.pass(first.clone());
            }
            return Ok(());
        }
        let result = block::read(&spans, &self.options);
        let Ok(mut record) = result else {
            self.give(result, &raw(&lines));
            return Ok(());
        };
        let mut text = raw(&lines);
        if self.twin(&mut record, &mut text)? {
            // Both are one.
        } else if record.format == Format::Grid {
            self.follow(&mut record, &mut text)?;
        }
        self.give(Ok(record), &text);
        Ok(())
    }

    /// The lines of a drawing: up to a blank line, prose, or a record that is one line.
    fn gather(&mut self, first: Line) -> Result<Vec<Line>, ReadError> {
        let blocks = matches!(self.mode, Mode::Blocks);
        let mut lines = vec![first];
        while lines.len() < MAX_DRAWING {
            let Some(Ok(next)) = self.source.peek(0)? else { break };
            let text = next.text.as_str();
            let span = Span::line(text, next.number);
            let ends = rows::unquoted(span).text.is_empty()
                || (!blocks && is_record(text, &lines, self.options.own))
                || (matches!(rows::classify(span), LineKind::Prose)
                    && !simple_sudoku::is_history(text));
            if ends {
                break;
            }
            if let Some(Ok(line)) = self.source.pending.pop_front() {
                lines.push(line);
            }
        }
        Ok(lines)
    }

    /// Whether the very next line is a record with the same clues: a puzzle that is drawn for people
    /// and told once more for programs, as our own `generate` writes it. Both are one puzzle, and
    /// the one that says more is taken; where each says something of its own, they stay two.
    fn twin(&mut self, record: &mut Record, raw: &mut String) -> Result<bool, ReadError> {
        if !matches!(self.mode, Mode::Any) || self.options.from.is_some() {
            return Ok(false);
        }
        let Some(Ok(next)) = self.source.peek(0)? else { return Ok(false) };
        let next = next.clone();
        let span = Span::line(&next.text, next.number);
        let start = start_of(&next.text, self.options.own);
        let read = match start {
            LineStart::Json => Json::parse(span.trim().text)
                .ok()
                .and_then(|value| only(detect::read_json(&value, span.trim(), &self.options))),
            start => detect::read_single(start, span, &self.options),
        };
        let Some(Ok(told)) = read else { return Ok(false) };
        let (drawn, other) = (&record.document, &told.document);
        // A line of symbols says nothing of the board.
        let repeats = matches!(start, LineStart::Plain(_)) && says_clues_only(other);
        let usual = self.options.board(drawn.board().size());
        let replaces = says_clues_only(drawn)
            && (drawn.board() == other.board() || usual.is_ok_and(|board| board == *drawn.board()));
        if !same_clues(drawn, other) || !(repeats || replaces) {
            return Ok(false);
        }
        self.source.pending.pop_front();
        raw.push('\n');
        raw.push_str(&next.text);
        if !repeats {
            let line = record.line;
            let notes = std::mem::take(&mut record.notes);
            *record = told;
            record.line = line;
            record.notes.splice(0..0, notes);
        }
        Ok(true)
    }

    /// After a grid: the history of Simple Sudoku, or the candidates that belong to it.
    fn follow(&mut self, record: &mut Record, raw: &mut String) -> Result<(), ReadError> {
        let blocks = self.peek_blocks()?;
        let spans = |lines: &[Line]| -> Vec<(String, usize)> {
            lines.iter().map(|l| (l.text.clone(), l.number)).collect()
        };
        let Some(next) = blocks.first() else { return Ok(()) };
        let used = if simple_sudoku::is_history(&next.lines[0].text) {
            let owned = spans(&next.lines);
            let history: Vec<Span<'_>> = owned.iter().map(|(t, n)| Span::line(t, *n)).collect();
            match simple_sudoku::apply(record.clone(), &history) {
                Ok(played) => *record = played,
                Err(error) => {
                    // The grid is good; the history is reported after it.
                    let error = self.named(error);
                    self.n_found += 1;
                    self.ready.push_back(Err(error));
                }
            }
            1
        } else {
            let read = |block: &Block| -> Option<Record> {
                let owned = spans(&block.lines);
                let lines: Vec<Span<'_>> = owned.iter().map(|(t, n)| Span::line(t, *n)).collect();
                block::read(&lines, &ReadOptions { from: None, ..self.options.clone() }).ok()
            };
            let givens = record.document.givens();
            let second = read(next);
            let joined = match &second {
                Some(r) if r.format == Format::Pencilmarks => {
                    pencilmarks::join(givens, givens, &r.document).map(|d| (d, 1))
                }
                Some(r) if r.format == Format::Grid => {
                    let third = blocks.get(1).and_then(read);
                    third.filter(|t| t.format == Format::Pencilmarks).and_then(|t| {
                        pencilmarks::join(givens, r.document.givens(), &t.document).map(|d| (d, 2))
                    })
                }
                _ => None,
            };
            let Some((document, used)) = joined else { return Ok(()) };
            let meta = std::mem::take(&mut record.document.meta);
            record.document = document;
            record.document.meta = meta;
            record.format = Format::Pencilmarks;
            used
        };
        let n_lines: usize = blocks[..used].iter().map(|b| b.gap + b.lines.len()).sum();
        for line in self.source.pending.drain(..n_lines).flatten() {
            raw.push('\n');
            raw.push_str(&line.text);
        }
        Ok(())
    }

    /// The next two blocks of lines, without taking them.
    fn peek_blocks(&mut self) -> io::Result<Vec<Block>> {
        let mut blocks = Vec::new();
        let mut at = 0;
        while blocks.len() < 2 {
            let mut gap = 0;
            let mut lines: Vec<Line> = Vec::new();
            while lines.len() < MAX_DRAWING && gap < 4 {
                match self.source.peek(at)? {
                    Some(Ok(line)) if line.text.trim().is_empty() => {
                        if !lines.is_empty() {
                            break;
                        }
                        gap += 1;
                    }
                    Some(Ok(line))
                        if start_of(&line.text, self.options.own) == LineStart::Other =>
                    {
                        lines.push(line.clone())
                    }
                    _ => break,
                }
                at += 1;
            }
            if lines.is_empty() {
                break;
            }
            let is_drawing = starts_drawing(&lines[0].text)
                || simple_sudoku::is_history(&lines[0].text)
                || lines[0].text.starts_with(|c: char| !c.is_alphabetic());
            if !is_drawing {
                break;
            }
            blocks.push(Block { gap, lines });
        }
        Ok(blocks)
    }
}

/// The only one of several.
fn only<T>(mut all: Vec<T>) -> Option<T> {
    all.pop().filter(|_| all.is_empty())
}

/// Whether two documents have the same clues, on boards that may differ.
fn same_clues(one: &Document, other: &Document) -> bool {
    let clues = |document: &Document| {
        let givens = document.givens();
        document.board().cells().map(|cell| givens.get(cell)).collect::<Vec<_>>()
    };
    one.board().size() == other.board().size() && clues(one) == clues(other)
}

/// Whether a document says nothing but the board and the clues.
fn says_clues_only(document: &Document) -> bool {
    *document == Document::new(document.givens().clone())
}

/// Whether a line is a record by itself, so that it cannot belong to the drawing before it.
fn is_record(text: &str, drawing: &[Line], own: &[&'static Entry]) -> bool {
    match start_of(text, own) {
        LineStart::Other => false,
        // A row of sixteen symbols belongs to rows of sixteen.
        LineStart::Plain(_) => {
            let n = text.trim().len();
            n > usize::from(MAX_SIZE)
                || drawing.last().is_none_or(|line| line.text.trim().len() != n)
        }
        _ => true,
    }
}

/// Whether a line has the look of a drawing: a border, or bars between cells.
pub(super) fn starts_drawing(text: &str) -> bool {
    text.contains(['|', '│', '┃', '║'])
        || matches!(rows::classify(Span::line(text, 1)), LineKind::Border(_))
}

/// Lines after some blank ones.
struct Block {
    gap: usize,
    lines: Vec<Line>,
}
