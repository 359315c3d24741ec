//! Frames as bytes. `docs/traces.md` describes them.

use crate::frame::{Frame, Instruction, ProgramFrame, Scaled, View};
use crate::recorder::Scribe;
use std::fmt;
use std::io::{self, Write};
use sudolab_grid::Board;

/// The first bytes of every trace.
pub const MAGIC: &[u8; 4] = b"SLTR";
/// The version of the frames.
pub const VERSION: u8 = 1;
/// Events between two keyframes.
pub const KEYFRAME_EVERY: u64 = 4096;
/// Boards with more cells than this are not read.
const MOST_CELLS: u64 = 64 * 64;

/// Where a keyframe is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keyframe {
    /// The tick it is taken at.
    pub tick: u64,
    /// The byte of the trace at which it begins.
    pub offset: u64,
}

/// Writes frames as bytes.
pub struct FrameWriter<W> {
    out: W,
    /// The frame in the making.
    frame: Vec<u8>,
    written: u64,
    last_tick: u64,
    events: u64,
    keyframes: Vec<Keyframe>,
    failed: Option<io::Error>,
}

impl<W: Write> FrameWriter<W> {
    /// Writes the header for a board.
    pub fn new(out: W, board: &Board) -> FrameWriter<W> {
        let mut writer = FrameWriter {
            out,
            frame: Vec::with_capacity(256),
            written: 0,
            last_tick: 0,
            events: 0,
            keyframes: Vec::new(),
            failed: None,
        };
        writer.frame.extend(MAGIC);
        writer.frame.push(VERSION);
        put_varint(&mut writer.frame, board.n_cells() as u64);
        put_varint(&mut writer.frame, board.size() as u64);
        writer.flush_frame();
        writer
    }

    /// What was written to, where the keyframes are, and the first failure to write.
    pub fn into_parts(self) -> (W, Vec<Keyframe>, Option<io::Error>) {
        (self.out, self.keyframes, self.failed)
    }

    fn flush_frame(&mut self) {
        if self.failed.is_none()
            && let Err(error) = self.out.write_all(&self.frame)
        {
            self.failed = Some(error);
        }
        self.written += self.frame.len() as u64;
        self.frame.clear();
    }

    fn keyframe(&mut self, tick: u64, view: &View) {
        self.keyframes.push(Keyframe { tick, offset: self.written });
        self.last_tick = tick;
        let out = &mut self.frame;
        put_varint(out, 0);
        out.push(0);
        put_varint(out, tick);
        put_varint(out, self.events);
        put_varint(out, view.depth);
        for number in [view.temperature, view.energy, view.best] {
            put_real(out, number);
        }
        out.extend(&view.board);
        self.flush_frame();
    }
}

impl<W: Write> Scribe for FrameWriter<W> {
    fn begin(&mut self, tick: u64, view: &View) {
        self.keyframe(tick, view);
    }

    fn write(&mut self, tick: u64, frame: &Frame, view: &View) {
        put_varint(&mut self.frame, tick.saturating_sub(self.last_tick));
        self.last_tick = tick;
        put_frame(&mut self.frame, frame);
        self.flush_frame();
        self.events += 1;
        if self.events.is_multiple_of(KEYFRAME_EVERY) {
            self.keyframe(tick, view);
        }
    }

    fn written(&self) -> u64 {
        self.written
    }
}

fn put_varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn put_real(out: &mut Vec<u8>, value: f32) {
    out.extend(value.to_le_bytes());
}

fn put_text(out: &mut Vec<u8>, text: &str) {
    put_varint(out, text.len() as u64);
    out.extend(text.as_bytes());
}

fn put_scaled(out: &mut Vec<u8>, scaled: &Scaled) {
    put_varint(out, scaled.bytes.len() as u64);
    put_real(out, scaled.low);
    put_real(out, scaled.high);
    out.extend(&scaled.bytes);
}

/// Kind and arguments.
fn put_frame(out: &mut Vec<u8>, frame: &Frame) {
    match frame {
        Frame::State(board) => {
            out.push(1);
            out.extend(board);
        }
        Frame::Guess { cell, digit, rest, depth } => {
            out.push(2);
            put_varint(out, u64::from(*cell));
            out.push(*digit);
            put_varint(out, *rest);
            put_varint(out, *depth);
        }
        Frame::Assign { cell, digit } => {
            out.push(3);
            put_varint(out, u64::from(*cell));
            out.push(*digit);
        }
        Frame::Retract { cell } => {
            out.push(4);
            put_varint(out, u64::from(*cell));
        }
        Frame::Swap { a, b } => {
            out.push(5);
            put_varint(out, u64::from(*a));
            put_varint(out, u64::from(*b));
        }
        Frame::Conflict => out.extend([6, 0]),
        Frame::ConflictInCell(cell) => {
            out.extend([6, 1]);
            put_varint(out, u64::from(*cell));
        }
        Frame::ConflictInHouse(house) => {
            out.extend([6, 2]);
            put_varint(out, u64::from(*house));
        }
        Frame::Decide { cell, digit, holds, level } => {
            out.push(7);
            put_varint(out, u64::from(*cell));
            out.extend([*digit, u8::from(*holds)]);
            put_varint(out, *level);
        }
        Frame::Learn { size, level } => {
            out.push(8);
            put_varint(out, *size);
            put_varint(out, *level);
        }
        Frame::Step { technique, placed, removed } => {
            out.push(9);
            put_text(out, technique);
            put_varint(out, placed.len() as u64);
            for (cell, digit) in placed {
                put_varint(out, u64::from(*cell));
                out.push(*digit);
            }
            put_varint(out, removed.len() as u64);
            for (cell, digits) in removed {
                put_varint(out, u64::from(*cell));
                put_varint(out, *digits);
            }
        }
        Frame::Temperature(value) => {
            out.push(10);
            put_real(out, *value);
        }
        Frame::Energy(value) => {
            out.push(11);
            put_real(out, *value);
        }
        Frame::Moves { accepted, rejected } => {
            out.push(12);
            put_varint(out, *accepted);
            put_varint(out, *rejected);
        }
        Frame::Field { name, values } => {
            out.push(13);
            put_text(out, name);
            put_scaled(out, values);
        }
        Frame::Generation { number, best, mean } => {
            out.push(14);
            put_varint(out, *number);
            put_real(out, *best);
            put_real(out, *mean);
        }
        Frame::Population(costs) => {
            out.push(15);
            put_scaled(out, costs);
        }
        Frame::Program(told) => {
            out.push(16);
            put_varint(out, told.generation);
            put_real(out, told.best_fitness);
            put_real(out, told.mean_fitness);
            put_varint(out, told.most_successes);
            put_real(out, told.mean_successes);
            put_varint(out, told.most_placed);
            put_varint(out, told.instructions.len() as u64);
            for Instruction { rule, house, digits, fate } in &told.instructions {
                out.extend([*rule, *house]);
                put_varint(out, *digits);
                out.push(*fate);
            }
        }
        Frame::Improved { cost, board } => {
            out.push(17);
            put_real(out, *cost);
            out.extend(board);
        }
        Frame::Restart(number) => {
            out.push(18);
            put_varint(out, *number);
        }
        Frame::Note(line) => {
            out.push(19);
            put_text(out, line);
        }
        Frame::Solved(board) => {
            out.push(20);
            out.extend(board);
        }
        Frame::End { verdict, ticks, guesses } => {
            out.push(21);
            put_text(out, verdict);
            put_varint(out, *ticks);
            put_varint(out, *guesses);
        }
    }
}

/// Why bytes are no trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceError {
    /// The byte at which it shows.
    pub offset: usize,
    /// What is wrong.
    pub what: &'static str,
}

impl fmt::Display for TraceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}; record the trace anew, the run is the same", self.offset, self.what)
    }
}

impl std::error::Error for TraceError {}

/// Reads frames one after the other, and plays them on a view.
#[derive(Clone, Debug)]
pub struct FrameReader<'b> {
    bytes: &'b [u8],
    at: usize,
    cells: usize,
    digits: u8,
    tick: u64,
    events: u64,
    view: View,
}

impl<'b> FrameReader<'b> {
    /// Reads the header.
    ///
    /// # Errors
    /// When the bytes are no trace of this version.
    pub fn new(bytes: &'b [u8]) -> Result<FrameReader<'b>, TraceError> {
        let mut reader = FrameReader {
            bytes,
            at: 0,
            cells: 0,
            digits: 0,
            tick: 0,
            events: 0,
            view: View::new(Vec::new()),
        };
        if reader.take(4)? != MAGIC {
            return Err(TraceError { offset: 0, what: "this is no trace" });
        }
        if reader.byte()? != VERSION {
            return Err(TraceError { offset: 4, what: "frames of another version" });
        }
        let cells = reader.varint()?;
        if cells == 0 || cells > MOST_CELLS {
            return Err(reader.wrong("a board of an impossible size"));
        }
        reader.cells = cells as usize;
        let digits = reader.varint()?;
        if digits == 0 || digits > 64 {
            return Err(reader.wrong("a board with an impossible number of digits"));
        }
        reader.digits = digits as u8;
        reader.view = View::new(vec![0; reader.cells]);
        Ok(reader)
    }

    /// Cells and digits of the board.
    pub fn board(&self) -> (usize, u8) {
        (self.cells, self.digits)
    }

    /// The view after the frames read so far.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Events before the next frame, as the writer counted them.
    pub fn events(&self) -> u64 {
        self.events
    }

    /// Goes on at a keyframe.
    ///
    /// # Errors
    /// When there is none.
    pub fn seek(&mut self, keyframe: Keyframe) -> Result<(), TraceError> {
        let at = usize::try_from(keyframe.offset).unwrap_or(usize::MAX);
        if self.bytes.get(at..).is_none_or(|rest| !rest.starts_with(&[0, 0])) {
            return Err(TraceError { offset: at, what: "there is no keyframe here" });
        }
        self.at = at;
        Ok(())
    }

    /// The next event with its tick; `None` at the end. Keyframes are played and passed over.
    ///
    /// # Errors
    /// When the bytes are damaged: what was read until then holds.
    pub fn next_frame(&mut self) -> Result<Option<(u64, Frame)>, TraceError> {
        while self.at < self.bytes.len() {
            let ticks = self.varint()?;
            let kind = self.byte()?;
            if kind == 0 {
                self.keyframe()?;
                continue;
            }
            let tick = self.tick.checked_add(ticks);
            self.tick = tick.ok_or_else(|| self.wrong("a tick beyond counting"))?;
            let frame = self.frame(kind)?;
            self.events = self.events.saturating_add(1);
            self.view.play(&frame);
            return Ok(Some((self.tick, frame)));
        }
        Ok(None)
    }

    fn keyframe(&mut self) -> Result<(), TraceError> {
        self.tick = self.varint()?;
        self.events = self.varint()?;
        self.view.depth = self.varint()?;
        self.view.temperature = self.real()?;
        self.view.energy = self.real()?;
        self.view.best = self.real()?;
        self.view.board = self.values()?;
        Ok(())
    }

    fn frame(&mut self, kind: u8) -> Result<Frame, TraceError> {
        Ok(match kind {
            1 => Frame::State(self.values()?),
            2 => Frame::Guess {
                cell: self.cell()?,
                digit: self.digit()?,
                rest: self.varint()?,
                depth: self.varint()?,
            },
            3 => Frame::Assign { cell: self.cell()?, digit: self.digit()? },
            4 => Frame::Retract { cell: self.cell()? },
            5 => Frame::Swap { a: self.cell()?, b: self.cell()? },
            6 => match self.byte()? {
                0 => Frame::Conflict,
                1 => Frame::ConflictInCell(self.cell()?),
                2 => Frame::ConflictInHouse(self.small()?),
                _ => return Err(self.wrong("a conflict of an unknown kind")),
            },
            7 => Frame::Decide {
                cell: self.cell()?,
                digit: self.digit()?,
                holds: self.byte()? != 0,
                level: self.varint()?,
            },
            8 => Frame::Learn { size: self.varint()?, level: self.varint()? },
            9 => {
                let technique = self.text()?;
                let n = self.count(2)?;
                let mut placed = Vec::with_capacity(n);
                for _ in 0..n {
                    placed.push((self.cell()?, self.digit()?));
                }
                let n = self.count(2)?;
                let mut removed = Vec::with_capacity(n);
                for _ in 0..n {
                    removed.push((self.cell()?, self.varint()?));
                }
                Frame::Step { technique, placed, removed }
            }
            10 => Frame::Temperature(self.real()?),
            11 => Frame::Energy(self.real()?),
            12 => Frame::Moves { accepted: self.varint()?, rejected: self.varint()? },
            13 => Frame::Field { name: self.text()?, values: self.scaled()? },
            14 => {
                Frame::Generation { number: self.varint()?, best: self.real()?, mean: self.real()? }
            }
            15 => Frame::Population(self.scaled()?),
            16 => {
                let generation = self.varint()?;
                let (best_fitness, mean_fitness) = (self.real()?, self.real()?);
                let most_successes = self.varint()?;
                let mean_successes = self.real()?;
                let most_placed = self.varint()?;
                let n = self.count(4)?;
                let mut instructions = Vec::with_capacity(n);
                for _ in 0..n {
                    let (rule, house) = (self.byte()?, self.byte()?);
                    let (digits, fate) = (self.varint()?, self.byte()?);
                    instructions.push(Instruction { rule, house, digits, fate });
                }
                Frame::Program(ProgramFrame {
                    generation,
                    best_fitness,
                    mean_fitness,
                    most_successes,
                    mean_successes,
                    most_placed,
                    instructions,
                })
            }
            17 => Frame::Improved { cost: self.real()?, board: self.values()? },
            18 => Frame::Restart(self.varint()?),
            19 => Frame::Note(self.text()?),
            20 => Frame::Solved(self.values()?),
            21 => {
                Frame::End { verdict: self.text()?, ticks: self.varint()?, guesses: self.varint()? }
            }
            _ => return Err(self.wrong("a frame of an unknown kind")),
        })
    }

    fn wrong(&self, what: &'static str) -> TraceError {
        TraceError { offset: self.at, what }
    }

    fn take(&mut self, n: usize) -> Result<&'b [u8], TraceError> {
        let end = self.at.checked_add(n).filter(|&end| end <= self.bytes.len());
        let end = end.ok_or_else(|| self.wrong("the trace ends in the middle of a frame"))?;
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, TraceError> {
        Ok(self.take(1)?[0])
    }

    fn varint(&mut self) -> Result<u64, TraceError> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                break;
            }
            value |= bits << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(self.wrong("a number of more than 64 bits"))
    }

    fn small(&mut self) -> Result<u32, TraceError> {
        let value = self.varint()?;
        u32::try_from(value).map_err(|_| self.wrong("a place beyond counting"))
    }

    fn cell(&mut self) -> Result<u32, TraceError> {
        let cell = self.small()?;
        if (cell as usize) < self.cells {
            Ok(cell)
        } else {
            Err(self.wrong("a cell that the board has not"))
        }
    }

    fn digit(&mut self) -> Result<u8, TraceError> {
        let digit = self.byte()?;
        if (1..=self.digits).contains(&digit) {
            Ok(digit)
        } else {
            Err(self.wrong("a digit that the board has not"))
        }
    }

    /// A number of things that take so many bytes each at least.
    fn count(&mut self, bytes: usize) -> Result<usize, TraceError> {
        let n = self.varint()?;
        let fits = (self.bytes.len() - self.at) / bytes;
        match usize::try_from(n) {
            Ok(n) if n <= fits => Ok(n),
            _ => Err(self.wrong("the trace ends in the middle of a frame")),
        }
    }

    fn real(&mut self) -> Result<f32, TraceError> {
        let bytes = self.take(4)?;
        Ok(f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    fn text(&mut self) -> Result<String, TraceError> {
        let n = self.count(1)?;
        let bytes = self.take(n)?.to_vec();
        String::from_utf8(bytes).map_err(|_| self.wrong("words that are not UTF-8"))
    }

    fn scaled(&mut self) -> Result<Scaled, TraceError> {
        let n = self.count(1)?;
        let (low, high) = (self.real()?, self.real()?);
        Ok(Scaled { low, high, bytes: self.take(n)?.to_vec() })
    }

    fn values(&mut self) -> Result<Vec<u8>, TraceError> {
        let values = self.take(self.cells)?.to_vec();
        if values.iter().all(|&value| value <= self.digits) {
            Ok(values)
        } else {
            Err(self.wrong("a digit that the board has not"))
        }
    }
}
