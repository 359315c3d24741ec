//! Solutions of many puzzles counted up to a limit, and the columns that are told of it.

use crate::many::{Block, Columns, Worker};
use crate::rows::{Rows, Subject};
use arrow_array::builder::{LargeStringBuilder, UInt64Builder};
use arrow_array::{ArrayRef, BooleanArray, UInt64Array};
use arrow_buffer::{BooleanBuffer, NullBuffer};
use std::ops::Range;
use std::sync::Arc;
use sudolab::exact::Conflicts;
use sudolab::exact::nine::Clues;
use sudolab::exact::nine::batch::{BatchCount, BatchEngine};
use sudolab::{Answer, ExactSolver, Halt, Stop};
use sudolab_python_lines::{digits, n_clues};
use sudolab_wire::{CheckStatus, SolveStatus};

/// What is known of a puzzle after its solutions were counted up to a limit.
pub struct Counted {
    solutions: u64,
    guesses: u64,
    /// As a line.
    solution: Option<Box<str>>,
    conflict: bool,
    clues: u32,
}

/// What is told of each puzzle besides how many solutions it has.
#[derive(Clone, Copy, PartialEq)]
pub enum Wanted {
    /// Nothing.
    Count,
    /// How many clues it has.
    Clues,
    /// A solution.
    Solution,
}

/// Counts solutions, plain 9x9 puzzles side by side; one for each thread.
pub struct Counter {
    limit: u64,
    wanted: Wanted,
    engine: Option<BatchEngine>,
    clues: Vec<Clues>,
    verdicts: Vec<BatchCount>,
}

impl Worker for Counter {
    type Row = Counted;

    fn block(
        &mut self,
        rows: &Rows<'_>,
        block: Range<usize>,
        halt: &Halt<'_>,
    ) -> Result<Block<Counted>, Stop> {
        self.clues.clear();
        let mut others = Vec::new();
        if !rows.read_nines(block.clone(), &mut self.clues) {
            for row in block.clone() {
                if rows.read_nine(row, &mut self.clues) {
                    continue;
                }
                let other = match rows.subject(row) {
                    Ok(Subject::Nine(cells)) => {
                        self.clues.push(Clues(cells));
                        continue;
                    }
                    Ok(Subject::Other(puzzle)) => Ok(self.one(&puzzle, halt)?),
                    Err(failure) => Err(Box::new(failure)),
                };
                others.push((row - block.start, other));
            }
        }
        if !self.clues.is_empty() {
            self.verdicts.resize(self.clues.len(), BatchCount::NONE);
            let engine = self.engine.get_or_insert_default();
            engine.run_within(&self.clues, self.limit, &mut self.verdicts, halt)?;
        }
        let mut results = Vec::with_capacity(block.len());
        let mut plain = self.clues.iter().zip(&self.verdicts);
        if others.is_empty() {
            results.extend(plain.map(|(clues, verdict)| Ok(self.plain(clues, verdict))));
            return Ok(results);
        }
        let mut others = others.into_iter().peekable();
        for place in 0..block.len() {
            if let Some((_, other)) = others.next_if(|(at, _)| *at == place) {
                results.push(other);
            } else if let Some((clues, verdict)) = plain.next() {
                results.push(Ok(self.plain(clues, verdict)));
            }
        }
        Ok(results)
    }
}

impl Counter {
    /// Counts up to a limit, and keeps what is wanted besides.
    pub fn new(limit: u64, wanted: Wanted) -> Counter {
        Counter { limit, wanted, engine: None, clues: Vec::new(), verdicts: Vec::new() }
    }

    fn plain(&self, clues: &Clues, verdict: &BatchCount) -> Counted {
        let found = verdict.solutions > 0;
        let conflict =
            || Subject::Nine(clues.0).puzzle().is_some_and(|p| Conflicts::of(&p).is_some());
        Counted {
            solutions: verdict.solutions,
            guesses: verdict.guesses,
            conflict: !found && conflict(),
            clues: if self.wanted == Wanted::Clues { n_clues(clues) } else { 0 },
            solution: match found && self.wanted == Wanted::Solution {
                true => std::str::from_utf8(&digits(&verdict.solution)).ok().map(Box::from),
                false => None,
            },
        }
    }

    fn one(&self, puzzle: &sudolab::Puzzle, halt: &Halt<'_>) -> Result<Counted, Stop> {
        let clues = u32::try_from(puzzle.n_clues()).unwrap_or(u32::MAX);
        let none = |conflict| Counted { clues, conflict, ..Counted::NOTHING };
        if self.wanted != Wanted::Solution {
            let counted = sudolab::count(puzzle, self.limit, halt);
            if let sudolab::CountEnd::Stopped(stop) = counted.end {
                return Err(stop);
            }
            let conflict = counted.solutions == 0 && Conflicts::of(puzzle).is_some();
            return Ok(Counted { solutions: counted.solutions, ..none(conflict) });
        }
        let answered = ExactSolver::kept(|solver| solver.answer_within(puzzle, halt))?;
        let some = |solutions, solution: String| Counted {
            solutions,
            guesses: answered.guesses,
            solution: Some(solution.into()),
            ..none(false)
        };
        Ok(match &answered.answer {
            Answer::Unique(proper) => some(1, proper.solution().to_string()),
            Answer::Several(two) => some(2, two.first.to_string()),
            Answer::Unproved { stop, .. } => return Err(*stop),
            Answer::None => none(false),
            Answer::Conflict(_) => none(true),
        })
    }
}

impl Counted {
    const NOTHING: Counted =
        Counted { solutions: 0, guesses: 0, solution: None, conflict: false, clues: 0 };
}

/// How many solutions there are.
pub struct Counts {
    limit: u64,
    solutions: Vec<u64>,
    /// The rows that are no puzzles.
    missing: Vec<usize>,
}

impl Counts {
    /// Counted up to a limit.
    pub fn up_to(limit: u64) -> Counts {
        Counts { limit, solutions: Vec::new(), missing: Vec::new() }
    }
}

impl Columns for Counts {
    type Row = Counted;

    fn append(&mut self, row: Option<&Counted>) {
        if row.is_none() {
            self.missing.push(self.solutions.len());
        }
        self.solutions.push(row.map_or(0, |counted| counted.solutions));
    }

    fn finish(self) -> Vec<(&'static str, ArrayRef)> {
        let n_rows = self.solutions.len();
        let nulls = (!self.missing.is_empty()).then(|| {
            let mut there = vec![true; n_rows];
            self.missing.iter().for_each(|&row| there[row] = false);
            NullBuffer::from(there)
        });
        let complete = BooleanBuffer::collect_bool(n_rows, |row| self.solutions[row] < self.limit);
        vec![
            ("solutions", Arc::new(UInt64Array::new(self.solutions.into(), nulls.clone()))),
            ("complete", Arc::new(BooleanArray::new(complete, nulls))),
        ]
    }
}

/// A solution of each puzzle, and whether it is the only one.
#[derive(Default)]
pub struct Solutions {
    status: LargeStringBuilder,
    solutions: LargeStringBuilder,
    guesses: UInt64Builder,
}

impl Columns for Solutions {
    type Row = Counted;

    fn append(&mut self, row: Option<&Counted>) {
        let status = row.map_or(SolveStatus::Syntax, |counted| match counted.solutions {
            0 if counted.conflict => SolveStatus::Conflict,
            0 => SolveStatus::None,
            1 => SolveStatus::Solved,
            _ => SolveStatus::Multiple,
        });
        self.status.append_value(status.word());
        self.guesses.append_option(row.map(|counted| counted.guesses));
        self.solutions.append_option(row.and_then(|counted| counted.solution.as_deref()));
    }

    fn finish(mut self) -> Vec<(&'static str, ArrayRef)> {
        vec![
            ("status", Arc::new(self.status.finish())),
            ("solution", Arc::new(self.solutions.finish())),
            ("guesses", Arc::new(self.guesses.finish())),
        ]
    }
}

/// Whether each puzzle is proper.
#[derive(Default)]
pub struct Verdicts {
    status: LargeStringBuilder,
    clues: UInt64Builder,
}

impl Columns for Verdicts {
    type Row = Counted;

    fn append(&mut self, row: Option<&Counted>) {
        let status = row.map_or(CheckStatus::Syntax, |counted| match counted.solutions {
            0 if counted.conflict => CheckStatus::Conflict,
            0 => CheckStatus::None,
            1 => CheckStatus::Unique,
            _ => CheckStatus::Multiple,
        });
        self.status.append_value(status.word());
        self.clues.append_option(row.map(|counted| u64::from(counted.clues)));
    }

    fn finish(mut self) -> Vec<(&'static str, ArrayRef)> {
        vec![("status", Arc::new(self.status.finish())), ("clues", Arc::new(self.clues.finish()))]
    }
}
