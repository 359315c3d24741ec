//! A trace as lines of JSON, as fast as algorithms tell.
//!
//! A search tells millions of events in a second, nearly all of a few short kinds. Their lines are put
//! together here byte by byte, with the names of the cells at hand; through [`TraceLine`] and its JSON,
//! which the rest goes through, each would take several times as long. A test holds both to the same
//! bytes.

use super::{TraceLine, house_of, line_of, name, plain};
use std::io::{self, Write};
use std::sync::Arc;
use sudolab_grid::Board;
use sudolab_trace::{Frame, Scribe, View};

/// Writes a trace as lines of JSON.
pub struct LineWriter<W> {
    out: W,
    board: Arc<Board>,
    /// The name of each cell.
    cells: Vec<String>,
    /// The line being made.
    text: Vec<u8>,
    failed: Option<io::Error>,
}

impl<W: Write> LineWriter<W> {
    /// Writes the first line of a run.
    pub fn new(out: W, board: &Arc<Board>, run: &TraceLine) -> LineWriter<W> {
        let cells = board.cells().map(|cell| name(board, cell.index() as u32)).collect();
        let mut writer =
            LineWriter { out, board: board.clone(), cells, text: Vec::new(), failed: None };
        writer.put(run);
        writer
    }

    /// What was written to, and the first failure to write.
    pub fn into_parts(self) -> (W, Option<io::Error>) {
        (self.out, self.failed)
    }

    fn put(&mut self, line: &TraceLine) {
        self.text.clear();
        self.text.extend_from_slice(line.json().as_bytes());
        self.hand_over();
    }

    /// Hands the line over.
    fn hand_over(&mut self) {
        self.text.push(b'\n');
        if self.failed.is_none()
            && let Err(error) = self.out.write_all(&self.text)
        {
            self.failed = Some(error);
        }
    }

    /// Makes the line of an event of a short kind; tells whether it was one. Fields stand in the order
    /// of the alphabet.
    fn short(&mut self, tick: u64, frame: &Frame) -> bool {
        let text = &mut self.text;
        text.clear();
        let cell = |cell: u32| self.cells.get(cell as usize).map_or("", String::as_str);
        match *frame {
            Frame::Assign { cell: at, digit } => {
                put_text(text, "{\"cell\":\"", cell(at));
                put_number(text, "\",\"digit\":", digit.into());
                text.extend_from_slice(b",\"kind\":\"assign\"");
            }
            Frame::Retract { cell: at } => {
                put_text(text, "{\"cell\":\"", cell(at));
                text.extend_from_slice(b"\",\"kind\":\"retract\"");
            }
            Frame::Guess { cell: at, digit, rest, depth } => {
                put_text(text, "{\"cell\":\"", cell(at));
                put_number(text, "\",\"depth\":", depth);
                put_number(text, ",\"digit\":", digit.into());
                text.extend_from_slice(b",\"kind\":\"guess\",\"rest\":[");
                let mut left = rest;
                while left != 0 {
                    let between = if left == rest { "" } else { "," };
                    put_number(text, between, u64::from(left.trailing_zeros()) + 1);
                    left &= left - 1;
                }
                text.push(b']');
            }
            Frame::Swap { a, b } => {
                put_text(text, "{\"cells\":[\"", cell(a));
                put_text(text, "\",\"", cell(b));
                text.extend_from_slice(b"\"],\"kind\":\"swap\"");
            }
            Frame::Conflict => {
                text.extend_from_slice(b"{\"cell\":null,\"house\":null,\"kind\":\"conflict\"");
            }
            Frame::ConflictInCell(at) => {
                put_text(text, "{\"cell\":\"", cell(at));
                text.extend_from_slice(b"\",\"house\":null,\"kind\":\"conflict\"");
            }
            Frame::ConflictInHouse(house) => {
                text.extend_from_slice(b"{\"cell\":null,\"house\":");
                text.extend_from_slice(crate::line(&house_of(&self.board, house)).as_bytes());
                text.extend_from_slice(b",\"kind\":\"conflict\"");
            }
            Frame::Decide { cell: at, digit, holds, level } => {
                put_text(text, "{\"cell\":\"", cell(at));
                put_number(text, "\",\"digit\":", digit.into());
                put_text(text, ",\"holds\":", if holds { "true" } else { "false" });
                put_number(text, ",\"kind\":\"decide\",\"level\":", level);
            }
            Frame::Learn { size, level } => {
                put_number(text, "{\"kind\":\"learn\",\"level\":", level);
                put_number(text, ",\"size\":", size);
            }
            Frame::Moves { accepted, rejected } => {
                put_number(text, "{\"accepted\":", accepted);
                put_number(text, ",\"kind\":\"moves\",\"rejected\":", rejected);
            }
            Frame::Temperature(value) => return self.value(tick, "temperature", value),
            Frame::Energy(value) => return self.value(tick, "energy", value),
            _ => return false,
        }
        put_number(text, ",\"tick\":", tick);
        text.push(b'}');
        true
    }

    /// A line that carries a number; it stands behind the tick.
    fn value(&mut self, tick: u64, kind: &str, value: f32) -> bool {
        put_text(&mut self.text, "{\"kind\":\"", kind);
        put_number(&mut self.text, "\",\"tick\":", tick);
        put_text(&mut self.text, ",\"value\":", &crate::line(&plain(value)));
        self.text.push(b'}');
        true
    }
}

impl<W: Write> Scribe for LineWriter<W> {
    fn begin(&mut self, tick: u64, view: &View) {
        // At the very start the algorithm shows the board itself.
        if tick > 0 {
            let board = line_of(&self.board, &view.board);
            self.put(&TraceLine::State { board, tick });
        }
    }

    fn write(&mut self, tick: u64, frame: &Frame, _: &View) {
        if self.short(tick, frame) {
            self.hand_over();
        } else {
            let line = TraceLine::of(tick, frame, &self.board);
            self.put(&line);
        }
    }
}

fn put_text(text: &mut Vec<u8>, before: &str, word: &str) {
    text.extend_from_slice(before.as_bytes());
    text.extend_from_slice(word.as_bytes());
}

fn put_number(text: &mut Vec<u8>, before: &str, mut number: u64) {
    text.extend_from_slice(before.as_bytes());
    // The largest has twenty digits; they come from the last to the first.
    let mut digits = [0; 20];
    let mut from = digits.len();
    loop {
        from -= 1;
        digits[from] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    text.extend_from_slice(&digits[from..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_made_byte_by_byte_are_those_of_the_schema() {
        let board = Board::classic();
        let frames = [
            Frame::Assign { cell: 0, digit: 9 },
            Frame::Retract { cell: 80 },
            Frame::Guess { cell: 40, digit: 1, rest: 0b1_0000_0110, depth: 12 },
            Frame::Guess { cell: 40, digit: 1, rest: 0, depth: 0 },
            Frame::Swap { a: 3, b: 77 },
            Frame::Conflict,
            Frame::ConflictInCell(9),
            Frame::ConflictInHouse(0),
            Frame::ConflictInHouse(26),
            Frame::ConflictInHouse(4000),
            Frame::Decide { cell: 8, digit: 5, holds: true, level: 3 },
            Frame::Decide { cell: 8, digit: 5, holds: false, level: u64::MAX },
            Frame::Learn { size: 10, level: 0 },
            Frame::Moves { accepted: 1_000_000, rejected: 7 },
            Frame::Temperature(0.1),
            Frame::Temperature(100.0),
            Frame::Energy(f32::NAN),
            Frame::Energy(1e-30),
            Frame::Restart(2),
        ];
        let run = TraceLine::Restart { number: 0, tick: 0 };
        let mut writer = LineWriter::new(Vec::new(), &board, &run);
        let mut expected = format!("{}\n", run.json());
        for (frame, tick) in frames.iter().zip([0, 1, 9, 10, u64::MAX].into_iter().cycle()) {
            writer.write(tick, frame, &View::new(vec![0; 81]));
            expected.push_str(&format!("{}\n", TraceLine::of(tick, frame, &board).json()));
        }
        assert!(frames[..frames.len() - 1].iter().all(|frame| writer.short(1, frame)));
        assert!(!writer.short(1, &Frame::Restart(2)), "the rest goes through its type");
        let (bytes, failed) = writer.into_parts();
        assert!(failed.is_none());
        assert_eq!(String::from_utf8_lossy(&bytes), expected);
    }
}
