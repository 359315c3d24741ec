//! One event as plain data, and what a player keeps while it plays frames.

use sudolab_solvers::{Clash, Event, Fate, Outcome};

/// Numbers kept in a byte each, between the lowest and the highest of them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scaled {
    /// What byte 0 stands for.
    pub low: f32,
    /// What byte 255 stands for.
    pub high: f32,
    /// One for each number.
    pub bytes: Vec<u8>,
}

impl Scaled {
    /// Numbers, each rounded to one of 256 steps; what is no number counts as the lowest.
    pub fn new(numbers: &[f32]) -> Scaled {
        let finite = || numbers.iter().copied().filter(|x| x.is_finite());
        let low = finite().fold(f32::INFINITY, f32::min);
        let high = finite().fold(f32::NEG_INFINITY, f32::max);
        if low > high {
            return Scaled { low: 0.0, high: 0.0, bytes: vec![0; numbers.len()] };
        }
        let scale = if high > low { 255.0 / (high - low) } else { 0.0 };
        let byte = |x: &f32| ((x.clamp(low, high) - low) * scale).round() as u8;
        Scaled { low, high, bytes: numbers.iter().map(byte).collect() }
    }

    /// The numbers again.
    pub fn numbers(&self) -> impl Iterator<Item = f32> {
        let step = (self.high - self.low) / 255.0;
        self.bytes.iter().map(move |&byte| self.low + f32::from(byte) * step)
    }
}

/// One instruction of a program, by numbers as `docs/traces.md` lists them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Instruction {
    /// What it applies.
    pub rule: u8,
    /// The house it looks at, 255 where there is none.
    pub house: u8,
    /// The digits it is about: bit `d - 1` for digit `d`.
    pub digits: u64,
    /// What became of it.
    pub fate: u8,
}

/// A generation of programs.
#[derive(Clone, PartialEq, Debug)]
pub struct ProgramFrame {
    /// Its number.
    pub generation: u64,
    /// The highest fitness.
    pub best_fitness: f32,
    /// The mean fitness.
    pub mean_fitness: f32,
    /// The most instructions of one program that placed something.
    pub most_successes: u64,
    /// Their mean number.
    pub mean_successes: f32,
    /// The most numbers placed by one program.
    pub most_placed: u64,
    /// The fittest program.
    pub instructions: Vec<Instruction>,
}

/// One event of a trace. Cells count from 0 row by row, digits from 1; boards hold 0 for a blank.
#[derive(Clone, PartialEq, Debug)]
pub enum Frame {
    /// The whole board.
    State(Vec<u8>),
    /// A cell is filled to see where that leads.
    Guess {
        /// The cell.
        cell: u32,
        /// The digit tried now.
        digit: u8,
        /// The digits still to try: bit `d - 1` for digit `d`.
        rest: u64,
        /// The depth of the search.
        depth: u64,
    },
    /// A cell is filled.
    Assign {
        /// The cell.
        cell: u32,
        /// Its digit.
        digit: u8,
    },
    /// A cell is emptied.
    Retract {
        /// The cell.
        cell: u32,
    },
    /// Two cells exchange their digits.
    Swap {
        /// One cell.
        a: u32,
        /// The other.
        b: u32,
    },
    /// A conflict nobody can place.
    Conflict,
    /// A cell that can hold no digit.
    ConflictInCell(u32),
    /// A house, by its place on the board, that lacks a digit.
    ConflictInHouse(u32),
    /// A decision about a candidate.
    Decide {
        /// The cell.
        cell: u32,
        /// The digit.
        digit: u8,
        /// Whether the cell is to hold it.
        holds: bool,
        /// How many decisions are open.
        level: u64,
    },
    /// A learned clause.
    Learn {
        /// Its literals.
        size: u64,
        /// The level it leads back to.
        level: u64,
    },
    /// A rule that was applied.
    Step {
        /// The technique's id.
        technique: String,
        /// Cells and the digits placed in them.
        placed: Vec<(u32, u8)>,
        /// Cells and the digits removed from them, as bits.
        removed: Vec<(u32, u64)>,
    },
    /// The temperature.
    Temperature(f32),
    /// The energy or cost.
    Energy(f32),
    /// Moves so far.
    Moves {
        /// Made.
        accepted: u64,
        /// Not made.
        rejected: u64,
    },
    /// A number for each cell and digit.
    Field {
        /// What the numbers are.
        name: String,
        /// The numbers of the first cell's digits, then the next one's.
        values: Scaled,
    },
    /// A generation.
    Generation {
        /// Its number.
        number: u64,
        /// Its best cost.
        best: f32,
        /// Its mean cost.
        mean: f32,
    },
    /// The cost of each individual.
    Population(Scaled),
    /// A generation of programs.
    Program(ProgramFrame),
    /// The best cost so far.
    Improved {
        /// The cost.
        cost: f32,
        /// The board that has it.
        board: Vec<u8>,
    },
    /// The algorithm begins anew.
    Restart(u64),
    /// A line of an audit trail.
    Note(String),
    /// The solution.
    Solved(Vec<u8>),
    /// The end of the run.
    End {
        /// How it ended.
        verdict: String,
        /// The run's ticks.
        ticks: u64,
        /// The run's guesses.
        guesses: u64,
    },
}

impl Frame {
    /// An event as a frame; `None` for a kind this version has no frame for.
    pub fn of(event: &Event<'_>) -> Option<Frame> {
        Some(match event {
            Event::State { board } => Frame::State(board.to_vec()),
            Event::Guess { cell, digit, rest, depth } => Frame::Guess {
                cell: cell.index() as u32,
                digit: digit.value(),
                rest: rest.bits(),
                depth: *depth as u64,
            },
            Event::Assign { cell, digit } => {
                Frame::Assign { cell: cell.index() as u32, digit: digit.value() }
            }
            Event::Retract { cell } => Frame::Retract { cell: cell.index() as u32 },
            Event::Swap { a, b } => Frame::Swap { a: a.index() as u32, b: b.index() as u32 },
            Event::Conflict(Clash::Somewhere) => Frame::Conflict,
            Event::Conflict(Clash::Cell(cell)) => Frame::ConflictInCell(cell.index() as u32),
            Event::Conflict(Clash::House(house)) => Frame::ConflictInHouse(*house as u32),
            Event::Decide { cell, digit, holds, level } => Frame::Decide {
                cell: cell.index() as u32,
                digit: digit.value(),
                holds: *holds,
                level: *level as u64,
            },
            Event::Learn { size, level } => {
                Frame::Learn { size: *size as u64, level: *level as u64 }
            }
            Event::Step(step) => {
                let place = |cell: sudolab_grid::nine::Cell| cell.index() as u32;
                let placed = step.effect.placements.iter();
                let mut removed: Vec<(u32, u64)> = Vec::new();
                for candidate in &step.effect.eliminations {
                    let bit = 1 << candidate.digit.index();
                    match removed.last_mut() {
                        Some((cell, digits)) if *cell == place(candidate.cell) => *digits |= bit,
                        _ => removed.push((place(candidate.cell), bit)),
                    }
                }
                Frame::Step {
                    technique: step.technique.id().to_owned(),
                    placed: placed.map(|c| (place(c.cell), c.digit.index() as u8 + 1)).collect(),
                    removed,
                }
            }
            Event::Temperature(t) => Frame::Temperature(*t as f32),
            Event::Energy(e) => Frame::Energy(*e as f32),
            Event::Moves { accepted, rejected } => {
                Frame::Moves { accepted: *accepted, rejected: *rejected }
            }
            Event::Field { name, values } => {
                Frame::Field { name: (*name).to_owned(), values: Scaled::new(values) }
            }
            Event::Generation { number, best, mean } => {
                Frame::Generation { number: *number, best: *best as f32, mean: *mean as f32 }
            }
            Event::Population { costs } => Frame::Population(Scaled::new(costs)),
            Event::Program(program) => {
                let instructions = program.instructions.iter().zip(program.fates);
                Frame::Program(ProgramFrame {
                    generation: program.generation,
                    best_fitness: program.best_fitness as f32,
                    mean_fitness: program.mean_fitness as f32,
                    most_successes: program.most_successes as u64,
                    mean_successes: program.mean_successes as f32,
                    most_placed: program.most_placed as u64,
                    instructions: instructions
                        .map(|(instruction, fate)| Instruction {
                            rule: instruction.rule as u8,
                            house: instruction.house.map_or(255, |house| house as u8),
                            digits: instruction.digits.bits(),
                            fate: match fate {
                                Fate::Placed => 0,
                                Fate::PlacedTwo => 1,
                                Fate::Failed => 2,
                                Fate::Neutral => 3,
                                Fate::Struck => 4,
                            },
                        })
                        .collect(),
                })
            }
            Event::Improved { cost, board } => {
                Frame::Improved { cost: *cost as f32, board: board.to_vec() }
            }
            Event::Restart { number } => Frame::Restart(*number),
            Event::Note(line) => Frame::Note((*line).to_owned()),
            Event::Solved(grid) => Frame::Solved(grid.values().to_vec()),
            _ => return None,
        })
    }

    /// The word for its kind, as traces write it.
    pub fn kind(&self) -> &'static str {
        match self {
            Frame::State(_) => "state",
            Frame::Guess { .. } => "guess",
            Frame::Assign { .. } => "assign",
            Frame::Retract { .. } => "retract",
            Frame::Swap { .. } => "swap",
            Frame::Conflict | Frame::ConflictInCell(_) | Frame::ConflictInHouse(_) => "conflict",
            Frame::Decide { .. } => "decide",
            Frame::Learn { .. } => "learn",
            Frame::Step { .. } => "step",
            Frame::Temperature(_) => "temperature",
            Frame::Energy(_) => "energy",
            Frame::Moves { .. } => "moves",
            Frame::Field { .. } => "field",
            Frame::Generation { .. } => "generation",
            Frame::Population(_) => "population",
            Frame::Program(_) => "program",
            Frame::Improved { .. } => "improved",
            Frame::Restart(_) => "restart",
            Frame::Note(_) => "note",
            Frame::Solved(_) => "solved",
            Frame::End { .. } => "end",
        }
    }

    /// The last frame of a run.
    pub fn end(outcome: &Outcome) -> Frame {
        Frame::End {
            verdict: outcome.verdict.word().to_owned(),
            ticks: outcome.ticks,
            guesses: outcome.guesses,
        }
    }
}

/// What a player keeps while it plays frames: enough to go on from here.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// The board as it stands.
    pub board: Vec<u8>,
    /// The depth of the search, 0 where there is none.
    pub depth: u64,
    /// The temperature; NaN where there is none.
    pub temperature: f32,
    /// The energy; NaN where there is none.
    pub energy: f32,
    /// The best cost so far; NaN where there is none.
    pub best: f32,
}

impl View {
    /// Before anything happened.
    pub fn new(board: Vec<u8>) -> View {
        View { board, depth: 0, temperature: f32::NAN, energy: f32::NAN, best: f32::NAN }
    }

    /// What changes with an event.
    pub fn hear(&mut self, event: &Event<'_>) {
        match event {
            Event::State { board } => self.board.copy_from_slice(board),
            Event::Guess { cell, digit, depth, .. } => {
                self.board[cell.index()] = digit.value();
                self.depth = *depth as u64;
            }
            Event::Assign { cell, digit } => self.board[cell.index()] = digit.value(),
            Event::Retract { cell } => self.board[cell.index()] = 0,
            Event::Swap { a, b } => self.board.swap(a.index(), b.index()),
            Event::Decide { level, .. } => self.depth = *level as u64,
            Event::Learn { level, .. } => self.depth = *level as u64,
            Event::Restart { .. } => self.depth = 0,
            Event::Temperature(t) => self.temperature = *t as f32,
            Event::Energy(e) => self.energy = *e as f32,
            Event::Improved { cost, .. } => self.best = *cost as f32,
            _ => {}
        }
    }

    /// What changes with a frame of a board of this size; a cell that the board has not is passed
    /// over, so that nothing read can do harm.
    pub fn play(&mut self, frame: &Frame) {
        let cells = self.board.len();
        let at = |cell: u32| (cell as usize).min(cells);
        match frame {
            Frame::State(board) if board.len() == cells => self.board.copy_from_slice(board),
            Frame::Guess { cell, digit, depth, .. } => {
                self.depth = *depth;
                self.board[at(*cell)..].first_mut().into_iter().for_each(|c| *c = *digit);
            }
            Frame::Assign { cell, digit } => {
                self.board[at(*cell)..].first_mut().into_iter().for_each(|c| *c = *digit);
            }
            Frame::Retract { cell } => {
                self.board[at(*cell)..].first_mut().into_iter().for_each(|c| *c = 0);
            }
            Frame::Swap { a, b } if at(*a) < cells && at(*b) < cells => {
                self.board.swap(at(*a), at(*b));
            }
            Frame::Decide { level, .. } | Frame::Learn { level, .. } => self.depth = *level,
            Frame::Restart(_) => self.depth = 0,
            Frame::Temperature(t) => self.temperature = *t,
            Frame::Energy(e) => self.energy = *e,
            Frame::Improved { cost, .. } => self.best = *cost,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scaled_numbers_come_back_to_within_half_a_step() {
        let numbers: Vec<f32> = (0..100).map(|i| (i as f32 * 0.7).sin() * 3.0).collect();
        let scaled = Scaled::new(&numbers);
        let half = (scaled.high - scaled.low) / 510.0 + 1e-6;
        assert!(scaled.numbers().zip(&numbers).all(|(a, b)| (a - b).abs() <= half));
        // Small whole numbers can be told apart.
        let costs: Vec<f32> = (0..60).map(|i| (i % 61) as f32).collect();
        let back: Vec<f32> = Scaled::new(&costs).numbers().map(f32::round).collect();
        assert_eq!(back, costs);
        let odd = Scaled::new(&[f32::NAN, f32::INFINITY, 2.0, 4.0]);
        assert_eq!((odd.low, odd.high, odd.bytes), (2.0, 4.0, vec![0, 255, 0, 255]));
        assert_eq!(Scaled::new(&[f32::NAN]).bytes, [0]);
        assert!(Scaled::new(&[]).bytes.is_empty());
    }
}
