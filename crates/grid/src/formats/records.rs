//! The streaming reader: any number of records, in constant memory, never stopped by a bad one.
//!
//! Every record is recognised by how it begins (see [`detect`](super::detect)), so that a file may
//! mix forms; only tables have a state, their head. Once a record was in line form, a line that is
//! none is reported as a bad line instead of being taken for the beginning of a drawing.
//!
//! At most one record is held in memory: one line of at most 1 MiB, or up to 8 MiB of lines where
//! a record spans many. A line that is too long is skipped without being stored.

use super::Format;
use super::block;
use super::detect::{self, LineStart, start_of};
use super::drawings::starts_drawing;
use super::entry::{Form, Framing, Peek, ReadText};
use super::error::{Code, FormatError, Note, ReadError};
use super::line::{self, nine};
use super::options::ReadOptions;
use super::prose::Prose;
use super::record::Record;
use super::rows::{self, LineKind};
use super::sdk;
use super::source::{Fit, Line, Source};
use super::span::Span;
use super::symbols::is_blank;
use super::table::Head;
use super::text;
use super::value::Json;
use crate::Alphabet;
use std::collections::VecDeque;
use std::io::{self, BufRead};

/// Lines that a quoted field may span.
const MAX_ROW_LINES: usize = 64;

/// Reads records from any source; see the module's page.
///
/// ```
/// use sudolab_grid::formats::{ReadOptions, Records};
/// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\nbad\n";
/// let mut records = Records::new(text.as_bytes(), ReadOptions::default());
/// assert_eq!(records.next().unwrap().unwrap().document.givens().n_filled(), 30);
/// let error = records.next().unwrap().unwrap_err();
/// assert!(error.to_string().starts_with("line 2, column "));
/// assert!(records.next().is_none());
/// ```
pub struct Records<R> {
    pub(super) source: Source<R>,
    pub(super) options: ReadOptions,
    pub(super) mode: Mode,
    pub(super) ready: VecDeque<Result<Record, FormatError>>,
    /// Whether a record in line form was seen.
    in_lines: bool,
    /// Whether one-line JSON was seen.
    in_json_lines: bool,
    /// Lines that were passed over as prose since the last record.
    pub(super) prose: Prose,
    pub(super) n_found: usize,
    /// The first puzzle that a mark of comment hides.
    commented: Option<usize>,
    /// What was passed over after the last record.
    closing: Option<Note>,
    /// The format of which the name of the file speaks.
    named: Option<Format>,
    ended: bool,
    /// Whether a plain 9x9 line lies on the classic board, by the options.
    on_classic: bool,
}

/// A record the quick way.
#[derive(Debug)]
pub enum Quick<'a> {
    /// A plain 9x9 line.
    Nine {
        /// The values, 0 for a blank.
        cells: [u8; 81],
        /// The line without its end.
        raw: &'a [u8],
        /// What follows the cells, with its separator.
        tail: &'a [u8],
        /// Its number, from 1.
        line: usize,
    },
    /// Anything else.
    Record(Box<Record>),
}

pub(super) enum Mode {
    Start,
    Any,
    Table(Head),
    /// Everything is one text of this format, by the name of the file or by request.
    Whole(Format),
    /// Every line is a record of this format, by request.
    Each(Format),
    /// The same, with a symbol for each cell.
    PlainLines(Format),
    /// Blocks between blank lines, by request.
    Blocks,
}

impl<R: BufRead> Records<R> {
    /// Reads from a source.
    pub fn new(reader: R, options: ReadOptions) -> Records<R> {
        Records {
            source: Source::new(reader, options.limits.line),
            on_classic: options.is_classic(),
            options,
            mode: Mode::Start,
            ready: VecDeque::new(),
            in_lines: false,
            in_json_lines: false,
            prose: Prose::default(),
            n_found: 0,
            commented: None,
            closing: None,
            named: None,
            ended: false,
        }
    }

    /// The source.
    pub fn get_ref(&self) -> &R {
        &self.source.reader
    }

    /// Whether nothing has been read ahead: the next record needs more of the source.
    pub fn is_idle(&self) -> bool {
        self.ready.is_empty() && self.source.pending.is_empty()
    }

    /// What was passed over after the last record and should be known, once the source has ended:
    /// there is no record that could tell it.
    pub fn closing_note(&self) -> Option<&Note> {
        self.closing.as_ref()
    }

    /// The next record; plain 9x9 lines come without building anything. The other records, and
    /// all errors, are those of the iterator.
    pub fn next_quick(&mut self) -> Option<Result<Quick<'_>, ReadError>> {
        if matches!(self.mode, Mode::Start)
            && let Err(error) = self.begin()
        {
            self.ended = true;
            return Some(Err(error));
        }
        if self.may_be_quick() {
            match self.source.read_raw() {
                Err(error) => {
                    self.ended = true;
                    return Some(Err(ReadError::Io(error)));
                }
                Ok(None) => {}
                Ok(Some(fit)) => {
                    let found = match fit {
                        Fit::Whole => {
                            let plain = nine(&self.source.buffer);
                            let plain = plain.filter(|(_, tail)| !line::has_second_grid(tail));
                            plain.map(|(cells, tail)| (cells, tail.len()))
                        }
                        Fit::TooLong => None,
                    };
                    if let Some((cells, tail)) = found {
                        self.in_lines = true;
                        self.n_found += 1;
                        let line = self.source.number;
                        let raw =
                            self.source.buffer.strip_suffix(b"\r").unwrap_or(&self.source.buffer);
                        let tail = &raw[raw.len() - tail.min(raw.len())..];
                        return Some(Ok(Quick::Nine { cells, raw, tail, line }));
                    }
                    self.source.keep(fit);
                }
            }
        }
        let next = self.next()?;
        Some(next.map(|record| Quick::Record(Box::new(record))))
    }

    fn may_be_quick(&self) -> bool {
        let plain = matches!(self.mode, Mode::Any | Mode::PlainLines(_))
            && matches!(self.options.alphabet, None | Some(Alphabet::Numbers))
            && self.on_classic
            && self.options.blank.is_none();
        plain && self.ready.is_empty() && self.source.pending.is_empty() && !self.ended
    }

    /// Decides how to read the whole.
    fn begin(&mut self) -> Result<(), ReadError> {
        self.mode = Mode::Any;
        let start = self.source.reader.fill_buf()?;
        if let Some(error) = text::refuse_binary(&start[..start.len().min(8192)]) {
            self.ended = true;
            return Err(self.named(error).into());
        }
        let file = self.options.file.as_deref();
        self.named = file.and_then(|file| Format::of_file(file, self.options.own));
        let asked = self.options.from.map(|format| (format.entry().framing, format));
        let named = || self.named.and_then(|format| Some((format.entry().named?, format)));
        self.mode = match asked.or_else(named) {
            Some((Framing::Table(separator), _)) => self.table(separator)?,
            Some((Framing::Whole, format)) => Mode::Whole(format),
            Some((Framing::Blocks, _)) => Mode::Blocks,
            Some((Framing::PlainLines, format)) => {
                self.in_lines = true;
                Mode::PlainLines(format)
            }
            Some((Framing::Lines, format)) => Mode::Each(format),
            Some((Framing::Mixed, _)) => Mode::Any,
            None => self.by_first_lines()?,
        };
        Ok(())
    }

    /// A table whose first line must be its head.
    fn table(&mut self, usual: char) -> Result<Mode, ReadError> {
        self.skip_blank()?;
        let Some(Ok(first)) = self.source.peek(0)? else { return Ok(Mode::Any) };
        let (number, line) = (first.number, first.text.clone());
        let separator = Head::separator_of(&line, usual);
        let span = Span::line(&line, number);
        let next = self.source.peek(1)?.and_then(|l| l.as_ref().ok()).map(|l| l.text.clone());
        let head = match self.options.from {
            Some(_) => Head::forced(span, separator),
            None => Head::find(span, next.as_deref()),
        };
        Ok(match head {
            Some(head) => {
                self.source.pending.pop_front();
                Mode::Table(head)
            }
            None => Mode::Any,
        })
    }

    fn by_first_lines(&mut self) -> Result<Mode, ReadError> {
        let own = self.options.own.iter().map(|entry| Format::Own(entry));
        for format in own.chain(Format::ALL) {
            if let Some(text) = TextForm::of(format)
                && (text.begins)(&mut |i| self.source.peek_text(i))?
            {
                return Ok(Mode::Whole(format));
            }
        }
        self.skip_blank()?;
        let Some(Ok(first)) = self.source.peek(0)? else { return Ok(Mode::Any) };
        if start_of(&first.text, self.options.own) != LineStart::Other {
            return Ok(Mode::Any);
        }
        let (number, line) = (first.number, first.text.clone());
        let next = self.source.peek(1)?.and_then(|l| l.as_ref().ok()).map(|l| l.text.clone());
        match Head::find(Span::line(&line, number), next.as_deref()) {
            Some(head) => {
                self.source.pending.pop_front();
                Ok(Mode::Table(head))
            }
            None => Ok(Mode::Any),
        }
    }

    /// Passes over blank lines and comments before the first record.
    fn skip_blank(&mut self) -> io::Result<()> {
        while let Some(Ok(line)) = self.source.peek(0)? {
            let line = line.clone();
            if !self.skips(&line) {
                break;
            }
            self.source.pending.pop_front();
        }
        Ok(())
    }

    /// Whether a line is blank or a comment. The first puzzle behind the mark of a comment is told
    /// with the record that follows it, and is an error when there is no other.
    fn skips(&mut self, line: &Line) -> bool {
        if !line::is_skipped(&line.text) {
            return false;
        }
        if self.commented.is_none() && line::hides_puzzle(&line.text) {
            self.commented = Some(line.number);
            self.prose.pass_commented(line.number);
        }
        true
    }

    pub(super) fn named(&self, error: FormatError) -> FormatError {
        match &self.options.file {
            Some(file) if error.fault().file.is_none() => error.in_file(file),
            _ => error,
        }
    }

    /// The results of one text. The first has the text; the others would each hold a copy of all of
    /// it, so they have none, and their errors its beginning.
    fn give_all(&mut self, results: Vec<Result<Record, FormatError>>, raw: &str) {
        let end = raw.char_indices().nth(240).map_or(raw.len(), |(at, _)| at);
        for (i, result) in results.into_iter().enumerate() {
            match i {
                0 => self.give(result, raw),
                _ => self.give_with(result, "", &raw[..end]),
            }
        }
    }

    pub(super) fn give(&mut self, result: Result<Record, FormatError>, raw: &str) {
        self.give_with(result, raw, raw);
    }

    fn give_with(&mut self, result: Result<Record, FormatError>, raw: &str, of_error: &str) {
        self.n_found += 1;
        let prose = self.prose.take();
        let result = result.map(|record| prose.told_with(record));
        let result = match result.and_then(|record| record.judged(&self.options)) {
            Ok(mut record) => {
                record.raw = raw.to_owned();
                record.file.clone_from(&self.options.file);
                let kind_of = |format: &Format| format.entry().kind_of == Some(record.format);
                if let Some(format) = self.named.filter(kind_of) {
                    record.format = format;
                }
                Ok(record)
            }
            Err(error) => Err(self.named(error).with_raw(of_error)),
        };
        self.ready.push_back(result);
    }

    /// Reads on until something is ready or the source has ended.
    fn advance(&mut self) -> Result<(), ReadError> {
        match &self.mode {
            Mode::Start => self.begin(),
            Mode::Whole(format) => self.whole(*format),
            Mode::Table(_) => self.row(),
            Mode::Each(format) | Mode::PlainLines(format) => self.each(*format),
            Mode::Any | Mode::Blocks => self.any(),
        }
    }

    fn next_line(&mut self) -> Result<Option<Line>, ReadError> {
        match self.source.next_line()? {
            None => {
                self.ended = true;
                Ok(None)
            }
            Some(Ok(line)) => Ok(Some(line)),
            Some(Err(error)) => {
                self.n_found += 1;
                let error = self.named(error);
                self.ready.push_back(Err(error));
                Ok(None)
            }
        }
    }

    fn row(&mut self) -> Result<(), ReadError> {
        let Some(mut line) = self.next_line()? else { return Ok(()) };
        if line.text.trim().is_empty() {
            return Ok(());
        }
        let Mode::Table(head) = &self.mode else { return Ok(()) };
        let head = head.clone();
        // A quoted field may hold line breaks; one that never ends must not eat the file.
        let mut joined = line.text.clone();
        let mut used = 0;
        while head.is_open(&joined)
            && used < MAX_ROW_LINES
            && joined.len() < self.options.limits.line
        {
            let Some(Ok(more)) = self.source.peek(used)? else { break };
            joined.push('\n');
            joined.push_str(&more.text);
            used += 1;
        }
        if used > 0 && !head.is_open(&joined) {
            self.source.pending.drain(..used);
            line.text = joined;
        }
        let result = head.read(Span::line(&line.text, line.number), &self.options);
        self.give(result, &line.text);
        Ok(())
    }

    fn each(&mut self, format: Format) -> Result<(), ReadError> {
        let Some(line) = self.next_line()? else { return Ok(()) };
        if self.skips(&line) {
            return Ok(());
        }
        let span = Span::line(&line.text, line.number);
        if line::is_hashed(&line.text) {
            self.give(Err(line::hashed(span)), &line.text);
            return Ok(());
        }
        let start = match start_of(&line.text, self.options.own) {
            LineStart::Url => LineStart::Url,
            _ => detect::start_in_lines(format),
        };
        if let Some(result) = detect::read_single(start, span, &self.options) {
            self.give(result, &line.text);
        }
        Ok(())
    }

    fn any(&mut self) -> Result<(), ReadError> {
        let Some(line) = self.next_line()? else { return Ok(()) };
        if self.skips(&line) {
            return Ok(());
        }
        if line::is_hashed(&line.text) {
            self.give(Err(line::hashed(Span::line(&line.text, line.number))), &line.text);
            return Ok(());
        }
        let blocks = matches!(self.mode, Mode::Blocks);
        if !blocks && let Some(result) = self.quoted(&line) {
            self.give(result, &line.text);
            return Ok(());
        }
        let start = if blocks { LineStart::Other } else { start_of(&line.text, self.options.own) };
        match start {
            LineStart::Json => return self.json(line),
            LineStart::Text(format) => {
                self.source.unread(line);
                return self.whole(format);
            }
            LineStart::Plain(_) if !self.in_lines && self.is_row_of_grid(&line)? => {
                return self.drawing(line);
            }
            LineStart::Other => {}
            start => {
                self.in_lines |= matches!(start, LineStart::Plain(_));
                let span = Span::line(&line.text, line.number);
                if let Some(result) = detect::read_single(start, span, &self.options) {
                    self.give(result, &line.text);
                }
                return Ok(());
            }
        }
        if let Some(format) = self.options.from.filter(|_| !blocks) {
            // JSON was asked for, or a packed string that may lack its prefix.
            let span = Span::line(&line.text, line.number).trim();
            if format.entry().forms.iter().all(|form| matches!(form, Form::Object { .. }))
                && !format.entry().forms.is_empty()
            {
                self.give_json(Json::parse(span.text), span, &line.text);
            } else {
                let result = detect::read_packed(format, span, &self.options);
                self.give(result, &line.text);
            }
            return Ok(());
        }
        if self.in_lines && !starts_drawing(&line.text) {
            let result = line::read(Span::line(&line.text, line.number), &self.options);
            self.give(result, &line.text);
            return Ok(());
        }
        if let LineKind::Prose = rows::classify(Span::line(&line.text, line.number)) {
            self.prose.pass(line);
            return Ok(());
        }
        self.drawing(line)
    }

    /// A record in one line behind the mark of quotation that mails and forums put there. A row
    /// of a quoted drawing is none.
    fn quoted(&self, line: &Line) -> Option<Result<Record, FormatError>> {
        let quoted = Span::line(&line.text, line.number).trim();
        if !quoted.text.starts_with('>') {
            return None;
        }
        let bare = rows::unquoted(quoted);
        match start_of(bare.text, self.options.own) {
            LineStart::Other | LineStart::Json | LineStart::Text(_) => None,
            LineStart::Plain(_) if bare.text.len() <= 25 => None,
            start => detect::read_single(start, bare, &self.options),
        }
    }

    /// Sixteen symbols are a 4x4 puzzle or a row of a 16x16 one, 25 a 5x5 puzzle or a row of a 25x25
    /// one, and so on up to 64. As many such lines as symbols, with a digit beyond the small board among
    /// them, are the large grid.
    fn is_row_of_grid(&mut self, first: &Line) -> io::Result<bool> {
        let n = first.text.trim().len();
        let small = n.isqrt() as u8;
        let is_row = |text: &str| text.trim().len() == n && !text.trim().contains([' ', ',', ';']);
        let large = |text: &str| {
            let is_large = |c: char| Alphabet::Numbers.value_up_to(c, n).is_some_and(|v| v > small);
            text.chars().any(|c| !is_blank(c) && is_large(c))
        };
        if !matches!(n, 16 | 25 | 36 | 49 | 64) || !is_row(&first.text) {
            return Ok(false);
        }
        let mut any_large = large(&first.text);
        for i in 0..n - 1 {
            match self.source.peek(i)? {
                Some(Ok(line)) if is_row(&line.text) => any_large |= large(&line.text),
                _ => return Ok(false),
            }
        }
        let after = match self.source.peek(n - 1)? {
            Some(Ok(line)) => line.text.trim().is_empty(),
            Some(Err(_)) => false,
            None => true,
        };
        Ok(after && any_large)
    }

    fn json(&mut self, first: Line) -> Result<(), ReadError> {
        let parsed = Json::parse(first.text.trim());
        let truncated = matches!(&parsed, Err(error) if error.code() == Code::Truncated);
        if parsed.is_ok() || !truncated || self.in_json_lines {
            self.in_json_lines |= parsed.is_ok() && first.text.trim_start().starts_with('{');
            let span = Span::line(&first.text, first.number).trim();
            self.give_json(parsed, span, &first.text);
            return Ok(());
        }
        // A record over several lines, unless the next line is a record by itself.
        if let Some(Ok(next)) = self.source.peek(0)?
            && first.text.trim_start().starts_with('{')
            && next.text.trim_start().starts_with('{')
            && Json::parse(next.text.trim()).is_ok()
        {
            self.in_json_lines = true;
            let span = Span::line(&first.text, first.number).trim();
            self.give_json(parsed, span, &first.text);
            return Ok(());
        }
        let number = first.number;
        let mut joined = first.text;
        let mut depth = Depth::default();
        depth.feed(&joined);
        while depth.is_open() {
            let Some(line) = self.next_line()? else { break };
            joined.push('\n');
            joined.push_str(&line.text);
            depth.feed("\n");
            depth.feed(&line.text);
            if joined.len() > self.options.limits.payload {
                self.give(Err(too_large(number, self.options.limits.payload)), "");
                return Ok(());
            }
        }
        let span = Span::line(&joined, number);
        self.give_json(Json::parse(&joined), span, &joined);
        Ok(())
    }

    fn give_json(&mut self, parsed: Result<Json, FormatError>, span: Span<'_>, raw: &str) {
        match parsed {
            Ok(value) => {
                let results = detect::read_json(&value, span, &self.options);
                self.give_all(results, raw);
            }
            Err(error) => self.give(Err(span.place(error)), raw),
        }
    }

    /// Reads everything that is left as one text.
    fn whole(&mut self, format: Format) -> Result<(), ReadError> {
        let forced = self.options.from.is_some();
        let text = TextForm::of(format);
        let mut lines: Vec<Line> = Vec::new();
        let mut size = 0;
        while let Some(line) = self.next_line()? {
            size += line.text.len() + 1;
            if size > self.options.limits.payload {
                let first = lines.first().map_or(line.number, |l| l.number);
                self.give(Err(too_large(first, self.options.limits.payload)), "");
                return Ok(());
            }
            let last = text.is_some_and(|text| text.is_last(&line.text));
            lines.push(line);
            if last {
                break;
            }
        }
        if lines.is_empty() {
            return Ok(());
        }
        let spans: Vec<Span<'_>> = lines.iter().map(|l| Span::line(&l.text, l.number)).collect();
        let results = match text {
            Some(text) => (text.read)(&spans, &self.options),
            None => {
                let drawn = ReadOptions { from: Some(format), ..self.options.clone() };
                let filled: Vec<Span<'_>> =
                    spans.iter().copied().filter(|s| !line::is_skipped(s.text)).collect();
                vec![block::read(&filled, &drawn)]
            }
        };
        let failed = results.iter().all(|r| r.is_err());
        let by_name = !forced && matches!(self.mode, Mode::Whole(_)) && self.options.file.is_some();
        let other = text.map_or(sdk::recovers as fn(&[Span<'_>]) -> bool, |text| text.misnamed);
        let other = other(&spans);
        if failed && by_name && other {
            // The name of the file was misleading: look at the content.
            self.mode = Mode::Any;
            self.ended = false;
            self.source.ended_pending = true;
            self.source.pending.extend(lines.into_iter().map(Ok));
            return Ok(());
        }
        let raw: Vec<&str> = lines.iter().map(|l| l.text.as_str()).collect();
        let raw = raw.join("\n");
        self.give_all(results, &raw);
        Ok(())
    }

    /// What to say when the source has ended.
    fn end(&mut self) -> Option<Result<Record, FormatError>> {
        if self.n_found > 0 {
            // The puzzle that these words follow has been handed over.
            let prose = self.prose.take();
            if let Some(note) = prose.commented_note() {
                self.closing = Some(note);
            }
            let rule = prose.rule()?;
            return Some(Err(self.named(rule)));
        }
        if let Some(line) = self.commented.take() {
            self.n_found += 1;
            return Some(Err(self.named(line::only_commented(line))));
        }
        let (line, text) = self.prose.take().first()?;
        self.n_found += 1;
        Some(Err(self.named(block::unknown(Span::line(&text, line), "as a grid: no row of cells"))))
    }
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Result<Record, ReadError>> {
        loop {
            if let Some(result) = self.ready.pop_front() {
                return Some(result.map_err(ReadError::Format));
            }
            if self.ended {
                return self.end().map(|result| result.map_err(ReadError::Format));
            }
            if let Err(error) = self.advance() {
                self.ended = true;
                self.prose = Prose::default();
                return Some(Err(error));
            }
        }
    }
}

/// The form of a format that takes all of a text.
#[derive(Clone, Copy)]
struct TextForm {
    begins: fn(&mut Peek<'_>) -> io::Result<bool>,
    end: Option<&'static str>,
    read: ReadText,
    misnamed: fn(&[Span<'_>]) -> bool,
}

impl TextForm {
    fn of(format: Format) -> Option<TextForm> {
        format.entry().forms.iter().find_map(|form| match *form {
            Form::Text { begins, end, read, misnamed, .. } => {
                Some(TextForm { begins, end, read, misnamed })
            }
            _ => None,
        })
    }

    fn is_last(&self, line: &str) -> bool {
        self.end.is_some_and(|end| line.contains(end))
    }
}

fn too_large(line: usize, limit: usize) -> FormatError {
    FormatError::new(Code::TooLarge, format!("the record is longer than {} MiB", limit >> 20))
        .on_line(line)
        .hint("split it")
}

/// How deep JSON is nested so far, strings left out.
#[derive(Default)]
struct Depth {
    open: usize,
    in_text: bool,
    escaped: bool,
}

impl Depth {
    fn feed(&mut self, text: &str) {
        for b in text.bytes() {
            match (self.in_text, b) {
                (true, _) if self.escaped => self.escaped = false,
                (true, b'\\') => self.escaped = true,
                (true, b'"') => self.in_text = false,
                (true, _) => {}
                (false, b'"') => self.in_text = true,
                (false, b'{' | b'[') => self.open += 1,
                (false, b'}' | b']') => self.open = self.open.saturating_sub(1),
                (false, _) => {}
            }
        }
    }

    fn is_open(&self) -> bool {
        self.open > 0
    }
}
