//! What `sudolab count` shows of a puzzle.

use super::Working;
use crate::batch::Report;
use crate::form::Form;
use crate::input::Place;
use sudolab::exact::Conflicts;
use sudolab::formats::{Document, Format, WriteOptions};
use sudolab::{DigitSet, Puzzle};
use sudolab_wire::{Counted, Counting, digits_of_cells};

impl Working {
    /// A row of the table, with a fourth column where candidates were asked.
    pub(super) fn row(
        &self,
        puzzle: &str,
        solutions: &str,
        complete: &str,
        sets: Option<&[DigitSet]>,
        report: &mut Report,
    ) {
        let sets = sets.map(in_a_column).unwrap_or_default();
        let n_columns = if self.true_candidates { 4 } else { 3 };
        let row = [puzzle, solutions, complete, &sets];
        report.row(row.into_iter().take(n_columns));
    }

    /// Shows how many there are.
    pub(super) fn counted(
        &self,
        puzzle: &Puzzle,
        solutions: u64,
        complete: bool,
        sets: Option<Vec<DigitSet>>,
        place: Place<'_>,
        report: &mut Report,
    ) {
        if solutions == 0
            && let Some(conflicts) = Conflicts::of(puzzle)
        {
            report.fail(format!("{place}: {puzzle}: {conflicts}"));
        }
        match self.form {
            Form::Csv => {
                let complete = if complete { "true" } else { "false" };
                let (puzzle, solutions) = (puzzle.to_string(), solutions.to_string());
                self.row(&puzzle, &solutions, complete, sets.as_deref(), report);
            }
            Form::Json => report.object(&Counting::from(Counted {
                complete,
                puzzle: puzzle.to_string(),
                solutions,
                true_candidates: sets.map(|sets| digits_of_cells(&sets)),
            })),
            Form::Line => report.line(&solutions.to_string()),
            Form::Text => {
                let grid = sets.map(|sets| drawn(puzzle, &sets)).unwrap_or_default();
                let s = if solutions == 1 { "" } else { "s" };
                report.line(&match complete {
                    true => format!("{puzzle}: {solutions} solution{s}{grid}"),
                    false => format!("{puzzle}: at least {solutions}, stopped there{grid}"),
                });
            }
        }
    }
}

/// The candidates in one column of a table: cells separated by blanks, digits by slashes.
fn in_a_column(sets: &[DigitSet]) -> String {
    let cell = |set: &DigitSet| set.iter().map(|d| d.to_string()).collect::<Vec<_>>().join("/");
    sets.iter().map(cell).collect::<Vec<_>>().join(" ")
}

/// The candidates as a picture; where no picture can be drawn, cell by cell.
fn drawn(puzzle: &Puzzle, candidates: &[DigitSet]) -> String {
    let document = Document::new(puzzle.clues().clone()).with_candidates(candidates);
    match Format::Pencilmarks.write(&document, &WriteOptions::default()) {
        Ok(written) => format!("\n{}", written.text.trim_end()),
        Err(_) => format!("\n{}", in_a_column(candidates)),
    }
}
