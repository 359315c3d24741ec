//! Puzzles to order.

use crate::attend::{Progress, attended, beside, n_jobs};
use crate::failure::Failure;
use crate::puzzle::read_limit;
use crate::table::Table;
use arrow_array::ArrayRef;
use arrow_array::builder::{Float64Builder, LargeStringBuilder, UInt64Builder};
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::sync::Arc;
use sudolab::{GenerateEnd, Halt, Making, Puzzle, generate_on};
use sudolab_wire::request::GenerateRequest;
use sudolab_wire::shape::{Shape, document_line, line_loses};
use sudolab_wire::{Made, stop_words};

/// Puzzles to order, by a request in the wire form.
#[pyfunction]
#[pyo3(signature = (request, rated, jobs=None, progress=None))]
pub fn generate(
    py: Python<'_>,
    request: &str,
    rated: bool,
    jobs: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Table> {
    let request: GenerateRequest =
        sudolab_wire::read(request).map_err(|error| Failure::from(error).raise(py))?;
    let limit = request.time_limit.map(|limit| read_limit(limit.0)).transpose();
    let limit = limit.map_err(|failure| failure.raise(py))?;
    let commission = attended(py, |halt| request.commission(halt))?;
    let mut commission = commission.map_err(|error| Failure::from(error).raise(py))?;
    commission.order.rate = rated;
    let shape = Shape::of(&commission.order.board);
    let how_far = Progress::of(usize::try_from(commission.count).unwrap_or(usize::MAX));
    let mut columns = Columns::default();
    let (ended, _) = beside(py, &how_far, progress, |halt| {
        let own = match (limit, halt.clock()) {
            (Some(limit), Some(clock)) => Halt::under(halt).within(limit, clock),
            _ => Halt::under(halt),
        };
        generate_on(n_jobs(jobs), &commission, &own, |making| {
            if let Making::Made(made) = making {
                columns.add(&Made::new(made, &shape), made.puzzle.puzzle());
                how_far.advance(1);
            }
            ControlFlow::<()>::Continue(())
        })
    })?;
    let end = match ended {
        ControlFlow::Continue(GenerateEnd::Stopped(stop)) => Some(stop_words(stop).to_owned()),
        ControlFlow::Continue(GenerateEnd::GaveUp(why)) => Some(why.to_string()),
        _ => None,
    };
    columns.finish().map(|table| table.ended(end)).map_err(|failure| failure.raise(py))
}

#[derive(Default)]
struct Columns {
    puzzle: LargeStringBuilder,
    solution: LargeStringBuilder,
    clues: UInt64Builder,
    er: Float64Builder,
    level: LargeStringBuilder,
    score: UInt64Builder,
    hardest: LargeStringBuilder,
    word: LargeStringBuilder,
    r#box: LargeStringBuilder,
    regions: LargeStringBuilder,
    /// The whole puzzle, where its line does not say all of it.
    record: LargeStringBuilder,
}

impl Columns {
    fn add(&mut self, made: &Made, puzzle: &Puzzle) {
        self.puzzle.append_value(&made.puzzle);
        self.solution.append_value(&made.solution);
        self.clues.append_value(made.clues as u64);
        self.er.append_option(made.er);
        self.level.append_option(made.level.as_deref());
        self.score.append_option(made.score.map(u64::from));
        self.hardest.append_option(made.hardest.as_deref());
        self.word.append_option(made.word.as_deref());
        let shape = made.r#box.map(|[rows, columns]| format!("{rows}x{columns}"));
        self.r#box.append_option(shape);
        self.regions.append_option(made.regions.as_deref());
        let record = line_loses(puzzle).then(|| document_line(puzzle)).flatten();
        self.record.append_option(record.as_deref().map(str::trim_end));
    }

    fn finish(mut self) -> Result<Table, Failure> {
        let columns: Vec<(&str, ArrayRef)> = vec![
            ("puzzle", Arc::new(self.puzzle.finish())),
            ("solution", Arc::new(self.solution.finish())),
            ("clues", Arc::new(self.clues.finish())),
            ("er", Arc::new(self.er.finish())),
            ("level", Arc::new(self.level.finish())),
            ("score", Arc::new(self.score.finish())),
            ("hardest", Arc::new(self.hardest.finish())),
            ("word", Arc::new(self.word.finish())),
            ("box", Arc::new(self.r#box.finish())),
            ("regions", Arc::new(self.regions.finish())),
            ("record", Arc::new(self.record.finish())),
        ];
        Table::new(columns, Vec::new())
    }
}
