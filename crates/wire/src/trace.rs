//! Traces in the form that travels: the answer with frames, and lines of JSON.
//!
//! ```
//! use sudolab::Halt;
//! use sudolab_wire::request::TraceRequest;
//!
//! let request: TraceRequest =
//!     sudolab_wire::read("{\"puzzle\": \"1.3..2.......4..\", \"algorithm\": \"dlx\"}")?;
//! let traced = request.answer(&Halt::never())?;
//! assert!(traced.complete && traced.events > 0);
//! assert_eq!(&traced.bytes()?[..4], b"SLTR");
//! # Ok::<(), sudolab_wire::Error>(())
//! ```

mod lines;

pub use lines::LineWriter;

use crate::error::{Error, ErrorCode};
use crate::outcome::Outcome;
use crate::step::CellDigit;
use data_encoding::BASE64;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use sudolab_grid::{Board, Cell, DigitSet, Grid, Puzzle};
use sudolab_solvers::evolution::AuditRule;
use sudolab_trace::{Frame, Recorded, Scaled};

/// Where a keyframe of a trace is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct KeyframePlace {
    /// The byte of the trace at which it begins.
    pub offset: u64,
    /// The tick it is taken at.
    pub tick: u64,
}

/// A run with its trace.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Traced {
    /// Whether every event of the window is there, as far as the sample asks for it.
    pub complete: bool,
    /// Seconds the thread worked while the run was recorded, writing included; left out where the
    /// system does not tell. A recorded run stays on one thread.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_seconds: Option<f64>,
    /// How many events there are.
    pub events: u64,
    /// The trace as frames, base64; empty where they follow as bytes.
    pub frames: String,
    /// Where the keyframes are.
    pub keyframes: Vec<KeyframePlace>,
    /// What the run came to.
    pub outcome: Outcome,
    /// Ticks between two looks.
    pub sample: u64,
}

impl Traced {
    /// A recorded run.
    pub fn new(recorded: &Recorded, outcome: Outcome, sample: u64) -> Traced {
        let place = |k: &sudolab_trace::Keyframe| KeyframePlace { offset: k.offset, tick: k.tick };
        Traced {
            complete: recorded.tally.complete,
            cpu_seconds: None,
            events: recorded.tally.events,
            frames: String::new(),
            keyframes: recorded.keyframes.iter().map(place).collect(),
            outcome,
            sample,
        }
    }

    /// The same, with the frames in it.
    pub fn with_frames(mut self, recorded: &Recorded) -> Traced {
        self.frames = BASE64.encode(&recorded.bytes);
        self
    }

    /// The same, with the time the thread worked on it, where that is known.
    pub fn with_cpu(mut self, worked: Option<Duration>) -> Traced {
        self.cpu_seconds = worked.map(|time| time.as_secs_f64());
        self
    }

    /// The answer on a line that says how many bytes follow, and the bytes: the frames as they are.
    pub fn with_bytes(self, recorded: &Recorded) -> Vec<u8> {
        let n = recorded.bytes.len();
        let mut all = format!("{{\"answer\":{},\"bytes\":{n}}}\n", crate::line(&self)).into_bytes();
        all.extend(&recorded.bytes);
        all
    }

    /// The frames as bytes.
    ///
    /// # Errors
    /// When they are not base64.
    pub fn bytes(&self) -> Result<Vec<u8>, Error> {
        BASE64.decode(self.frames.as_bytes()).map_err(|error| {
            Error::new(ErrorCode::Syntax, format!("the frames are not base64: {error}"))
                .remedy("ask for the trace again")
                .in_field("frames")
        })
    }
}

/// What became of an instruction of an evolved program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum InstructionFate {
    /// It placed a number.
    Placed,
    /// It placed a number and the last one of its house.
    PlacedTwo,
    /// It placed nothing.
    Failed,
    /// The board was full before its turn.
    Neutral,
    /// It struck candidates.
    Struck,
}

/// One instruction of an evolved program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ProgramLine {
    /// The digits it is about.
    pub digits: Vec<u32>,
    /// What became of it.
    pub fate: InstructionFate,
    /// The house it looks at, such as `row 4`; `null` where it looks at none or several.
    pub house: Option<String>,
    /// The rule it applies.
    pub rule: String,
}

/// One line of a trace.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "snake_case")]
#[non_exhaustive]
pub enum TraceLine {
    /// Which run it is: the first line.
    Run {
        /// The algorithm's id.
        algorithm: String,
        /// The first tick of the window.
        from: u64,
        /// The puzzle as a line.
        puzzle: String,
        /// Ticks between two looks.
        sample: u64,
        /// The seed of the run.
        seed: u64,
        /// Its parameters by name.
        settings: BTreeMap<String, String>,
        /// Always 0.
        tick: u64,
        /// The version of the wire form.
        version: u32,
    },
    /// The whole board.
    State {
        /// As a line, `.` for a blank.
        board: String,
        /// When.
        tick: u64,
    },
    /// A cell is filled to see where that leads.
    Guess {
        /// The cell.
        cell: String,
        /// The depth of the search.
        depth: u64,
        /// The digit tried now.
        digit: u32,
        /// The digits still to try.
        rest: Vec<u32>,
        /// When.
        tick: u64,
    },
    /// A cell is filled.
    Assign {
        /// The cell.
        cell: String,
        /// Its digit.
        digit: u32,
        /// When.
        tick: u64,
    },
    /// A cell is emptied.
    Retract {
        /// The cell.
        cell: String,
        /// When.
        tick: u64,
    },
    /// Two cells exchange their digits.
    Swap {
        /// Both cells.
        cells: [String; 2],
        /// When.
        tick: u64,
    },
    /// What stands on the board cannot be completed.
    Conflict {
        /// The cell that can hold no digit, if that is how it shows.
        cell: Option<String>,
        /// The house that lacks a digit, such as `row 4`, if that is how it shows.
        house: Option<String>,
        /// When.
        tick: u64,
    },
    /// A decision about a candidate.
    Decide {
        /// The cell.
        cell: String,
        /// The digit.
        digit: u32,
        /// Whether the cell is to hold it.
        holds: bool,
        /// How many decisions are open.
        level: u64,
        /// When.
        tick: u64,
    },
    /// A learned clause.
    Learn {
        /// How many decisions stay open.
        level: u64,
        /// Its literals.
        size: u64,
        /// When.
        tick: u64,
    },
    /// A rule that was applied.
    Step {
        /// The candidates it removes.
        eliminations: Vec<CellDigit>,
        /// The digits it places.
        placements: Vec<CellDigit>,
        /// The technique's id.
        technique: String,
        /// When.
        tick: u64,
    },
    /// The temperature.
    Temperature {
        /// When.
        tick: u64,
        /// The number.
        value: f64,
    },
    /// The energy or cost.
    Energy {
        /// When.
        tick: u64,
        /// The number.
        value: f64,
    },
    /// Moves so far.
    Moves {
        /// Made.
        accepted: u64,
        /// Not made.
        rejected: u64,
        /// When.
        tick: u64,
    },
    /// A number for each cell and digit.
    Field {
        /// What the numbers are.
        name: String,
        /// When.
        tick: u64,
        /// For each cell a number for each digit.
        values: Vec<Vec<f64>>,
    },
    /// A generation.
    Generation {
        /// Its best cost.
        best: f64,
        /// Its mean cost.
        mean: f64,
        /// Its number.
        number: u64,
        /// When.
        tick: u64,
    },
    /// The cost of each individual.
    Population {
        /// One after the other.
        costs: Vec<f64>,
        /// When.
        tick: u64,
    },
    /// A generation of programs.
    Program {
        /// The highest fitness.
        best_fitness: f64,
        /// Its number.
        generation: u64,
        /// The fittest program.
        instructions: Vec<ProgramLine>,
        /// The mean fitness.
        mean_fitness: f64,
        /// The mean number of instructions that placed something.
        mean_successes: f64,
        /// The most numbers placed by one program.
        most_placed: u64,
        /// The most instructions of one program that placed something.
        most_successes: u64,
        /// When.
        tick: u64,
    },
    /// The best cost so far.
    Improved {
        /// The board that has it, as a line.
        board: String,
        /// The cost.
        cost: f64,
        /// When.
        tick: u64,
    },
    /// The algorithm begins anew.
    Restart {
        /// How often it has done so.
        number: u64,
        /// When.
        tick: u64,
    },
    /// A line of an audit trail.
    Note {
        /// The line.
        text: String,
        /// When.
        tick: u64,
    },
    /// The solution.
    Solved {
        /// As a line.
        board: String,
        /// When.
        tick: u64,
    },
    /// The end of the run: the last line.
    End {
        /// Branches of the search.
        guesses: u64,
        /// The run's ticks.
        tick: u64,
        /// How it ended.
        verdict: String,
    },
}

/// A number that was kept with single precision, in as few digits as that has.
fn plain(number: f32) -> f64 {
    number.to_string().parse().unwrap_or(f64::NAN)
}

/// A number of a field: what a byte can tell.
fn rough(number: f32) -> f64 {
    (f64::from(number) * 1e4).round() / 1e4
}

fn name(board: &Board, cell: u32) -> String {
    board.name(Cell::new(cell as usize)).to_string()
}

fn line_of(board: &Arc<Board>, values: &[u8]) -> String {
    Grid::from_values(board.clone(), values).map_or_else(String::new, |grid| grid.to_string())
}

fn digits(bits: u64) -> Vec<u32> {
    DigitSet::from_bits(bits).iter().map(|digit| digit.value().into()).collect()
}

fn house_of(board: &Board, house: u32) -> Option<String> {
    board.houses().get(house as usize).map(ToString::to_string)
}

fn numbers(scaled: &Scaled) -> Vec<f64> {
    scaled.numbers().map(rough).collect()
}

impl TraceLine {
    /// The first line of a run.
    pub fn run(task: &sudolab::Task, seed: u64, puzzle: &Puzzle, from: u64, sample: u64) -> Self {
        let settings = task.set_values();
        TraceLine::Run {
            algorithm: task.algorithm().id.to_owned(),
            from,
            puzzle: puzzle.to_string(),
            sample,
            seed,
            settings: settings.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            tick: 0,
            version: crate::VERSION,
        }
    }

    /// A frame of a trace on a board.
    pub fn of(tick: u64, frame: &Frame, board: &Arc<Board>) -> TraceLine {
        let cell = |cell: u32| name(board, cell);
        match frame {
            Frame::State(values) => TraceLine::State { board: line_of(board, values), tick },
            Frame::Guess { cell: at, digit, rest, depth } => TraceLine::Guess {
                cell: cell(*at),
                depth: *depth,
                digit: (*digit).into(),
                rest: digits(*rest),
                tick,
            },
            Frame::Assign { cell: at, digit } => {
                TraceLine::Assign { cell: cell(*at), digit: (*digit).into(), tick }
            }
            Frame::Retract { cell: at } => TraceLine::Retract { cell: cell(*at), tick },
            Frame::Swap { a, b } => TraceLine::Swap { cells: [cell(*a), cell(*b)], tick },
            Frame::Conflict => TraceLine::Conflict { cell: None, house: None, tick },
            Frame::ConflictInCell(at) => {
                TraceLine::Conflict { cell: Some(cell(*at)), house: None, tick }
            }
            Frame::ConflictInHouse(house) => {
                TraceLine::Conflict { cell: None, house: house_of(board, *house), tick }
            }
            Frame::Decide { cell: at, digit, holds, level } => TraceLine::Decide {
                cell: cell(*at),
                digit: (*digit).into(),
                holds: *holds,
                level: *level,
                tick,
            },
            Frame::Learn { size, level } => TraceLine::Learn { level: *level, size: *size, tick },
            Frame::Step { technique, placed, removed } => {
                let mark = |at: u32, digit: u32| CellDigit { cell: cell(at), digit: digit.into() };
                let removed = removed.iter().flat_map(|(at, bits)| {
                    digits(*bits).into_iter().map(move |digit| (*at, digit))
                });
                TraceLine::Step {
                    eliminations: removed.map(|(at, digit)| mark(at, digit)).collect(),
                    placements: placed
                        .iter()
                        .map(|(at, digit)| mark(*at, (*digit).into()))
                        .collect(),
                    technique: technique.clone(),
                    tick,
                }
            }
            Frame::Temperature(value) => TraceLine::Temperature { tick, value: plain(*value) },
            Frame::Energy(value) => TraceLine::Energy { tick, value: plain(*value) },
            Frame::Moves { accepted, rejected } => {
                TraceLine::Moves { accepted: *accepted, rejected: *rejected, tick }
            }
            Frame::Field { name, values } => {
                let values = numbers(values);
                let values = values.chunks(board.size()).map(<[f64]>::to_vec).collect();
                TraceLine::Field { name: name.clone(), tick, values }
            }
            Frame::Generation { number, best, mean } => TraceLine::Generation {
                best: plain(*best),
                mean: plain(*mean),
                number: *number,
                tick,
            },
            Frame::Population(costs) => TraceLine::Population { costs: numbers(costs), tick },
            Frame::Program(told) => TraceLine::Program {
                best_fitness: plain(told.best_fitness),
                generation: told.generation,
                instructions: told.instructions.iter().map(|i| program_line(i, board)).collect(),
                mean_fitness: plain(told.mean_fitness),
                mean_successes: plain(told.mean_successes),
                most_placed: told.most_placed,
                most_successes: told.most_successes,
                tick,
            },
            Frame::Improved { cost, board: values } => {
                TraceLine::Improved { board: line_of(board, values), cost: plain(*cost), tick }
            }
            Frame::Restart(number) => TraceLine::Restart { number: *number, tick },
            Frame::Note(text) => TraceLine::Note { text: text.clone(), tick },
            Frame::Solved(values) => TraceLine::Solved { board: line_of(board, values), tick },
            Frame::End { verdict, ticks, guesses } => {
                TraceLine::End { guesses: *guesses, tick: *ticks, verdict: verdict.clone() }
            }
        }
    }

    /// The line as JSON, its fields in the order of the alphabet.
    pub fn json(&self) -> String {
        // The tag would stand first: as a value, it finds its place.
        serde_json::to_value(self).map_or_else(|_| String::new(), |value| crate::line(&value))
    }
}

fn program_line(instruction: &sudolab_trace::frame::Instruction, board: &Board) -> ProgramLine {
    ProgramLine {
        digits: digits(instruction.digits),
        fate: match instruction.fate {
            0 => InstructionFate::Placed,
            1 => InstructionFate::PlacedTwo,
            3 => InstructionFate::Neutral,
            4 => InstructionFate::Struck,
            _ => InstructionFate::Failed,
        },
        house: house_of(board, instruction.house.into()),
        rule: AuditRule::ALL
            .get(usize::from(instruction.rule))
            .map_or("", |rule| rule.word())
            .to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::TraceRequest;
    use sudolab::Halt;
    use sudolab_trace::FrameReader;

    const HARD: &str =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

    fn request(more: &str) -> TraceRequest {
        crate::read(&format!("{{\"puzzle\":\"{HARD}\"{more}}}")).expect("a request")
    }

    #[test]
    fn the_frames_of_an_answer_end_with_the_solution() {
        let traced = request(",\"algorithm\":\"backtrack-thesis\"").answer(&Halt::never()).unwrap();
        let bytes = traced.bytes().unwrap();
        let mut reader = FrameReader::new(&bytes).unwrap();
        let mut n = 0;
        while let Some((tick, frame)) = reader.next_frame().unwrap() {
            n += 1;
            let line = TraceLine::of(tick, &frame, &Board::classic());
            assert_eq!(crate::read::<TraceLine>(&line.json()).unwrap(), line);
        }
        assert_eq!(n, traced.events);
        let line = line_of(&Board::classic(), &reader.view().board);
        assert_eq!(Some(line), traced.outcome.solution);
        assert!(traced.complete && traced.keyframes.len() as u64 > n / 4096);
    }

    #[test]
    fn a_full_trace_says_that_it_is_not_complete() {
        let traced = request(",\"algorithm\":\"backtrack-thesis\",\"events\":100");
        let traced = traced.answer(&Halt::never()).unwrap();
        assert_eq!((traced.complete, traced.events), (false, 101), "and the end of the run");
    }

    #[test]
    fn a_request_that_cannot_be_meant_names_its_field() {
        for (more, field) in [
            (",\"algorithm\":\"backtrak\"", "algorithm"),
            (",\"algorithm\":\"annealing\",\"set\":{\"heat\":\"1\"}", "set"),
            (",\"sample\":0", "sample"),
        ] {
            let error = request(more).answer(&Halt::never()).expect_err("it cannot be meant");
            assert_eq!(error.place.and_then(|place| place.field).as_deref(), Some(field));
        }
    }
}
