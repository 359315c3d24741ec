//! Lines of limited length, with a look ahead.

use super::error::{Code, FormatError};
use super::text;
use std::collections::VecDeque;
use std::io::{self, BufRead};

/// A line and its number.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub number: usize,
    pub text: String,
}

/// Whether a line was within the limit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fit {
    Whole,
    TooLong,
}

/// Lines of a source; what is too long is passed over without being stored.
pub(crate) struct Source<R> {
    pub reader: R,
    limit: usize,
    /// The number of the line read last.
    pub number: usize,
    /// The line read last, without its end.
    pub buffer: Vec<u8>,
    /// Lines read ahead.
    pub pending: VecDeque<Result<Line, FormatError>>,
    /// Whether the reader has ended and only the pending lines are left.
    pub ended_pending: bool,
}

impl<R: BufRead> Source<R> {
    pub fn new(reader: R, limit: usize) -> Source<R> {
        let (buffer, pending) = (Vec::new(), VecDeque::new());
        Source { reader, limit, number: 0, buffer, pending, ended_pending: false }
    }

    /// Reads a line into the buffer, without its end; what is beyond the limit is passed over.
    pub fn read_raw(&mut self) -> io::Result<Option<Fit>> {
        self.buffer.clear();
        if self.ended_pending {
            return Ok(None);
        }
        let room = self.limit as u64 + 1;
        let n = io::Read::take(&mut self.reader, room).read_until(b'\n', &mut self.buffer)?;
        if n == 0 {
            // A source that has ended is not asked again: a terminal would go on.
            self.ended_pending = true;
            return Ok(None);
        }
        self.number += 1;
        if self.buffer.last() == Some(&b'\n') {
            self.buffer.pop();
        } else if n as u64 == room {
            self.reader.skip_until(b'\n')?;
            self.buffer.truncate(80);
            return Ok(Some(Fit::TooLong));
        }
        if self.number == 1 && self.buffer.starts_with(b"\xef\xbb\xbf") {
            self.buffer.drain(..3);
        }
        Ok(Some(Fit::Whole))
    }

    /// Puts the line in the buffer among the pending ones.
    pub fn keep(&mut self, fit: Fit) {
        let line = match fit {
            Fit::TooLong => Err(FormatError::new(
                Code::TooLarge,
                format!("the line is longer than {} bytes", self.limit),
            )
            .at(self.number, self.limit + 1)
            .hint("put one puzzle on a line; the line was skipped")),
            Fit::Whole => {
                let bytes = self.buffer.strip_suffix(b"\r").unwrap_or(&self.buffer);
                text::decode(bytes, self.number).map(|text| Line { number: self.number, text })
            }
        };
        self.pending.push_back(line);
    }

    pub fn peek(&mut self, ahead: usize) -> io::Result<Option<&Result<Line, FormatError>>> {
        while self.pending.len() <= ahead {
            match self.read_raw()? {
                Some(fit) => self.keep(fit),
                None => return Ok(None),
            }
        }
        Ok(self.pending.get(ahead))
    }

    pub fn peek_text(&mut self, ahead: usize) -> io::Result<Option<String>> {
        Ok(self.peek(ahead)?.and_then(|line| line.as_ref().ok()).map(|line| line.text.clone()))
    }

    pub fn next_line(&mut self) -> io::Result<Option<Result<Line, FormatError>>> {
        if self.pending.is_empty()
            && let Some(fit) = self.read_raw()?
        {
            self.keep(fit);
        }
        Ok(self.pending.pop_front())
    }

    pub fn unread(&mut self, line: Line) {
        self.pending.push_front(Ok(line));
    }
}
