//! `sudolab count`.

mod shown;

use crate::args::{AlgorithmArgs, Common, Input};
use crate::batch::{self, OneByOne, Pace, Report, Worker};
use crate::csv;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::form::{Form, Results};
use crate::input::{self, Entry, Place};
use crate::lanes::PlainBatch;
use crate::proving::ProofArgs;
use crate::record_time::RecordTime;
use clap::Args;
use sudolab::solvers::Counter;
use sudolab::{DigitSet, Halt, Puzzle, Task, true_candidates};
use sudolab_wire::Counting;

/// Count solutions
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sudolab count puzzles.txt --format csv               how many solutions, up to 2
  sudolab count 1............... --limit all           every solution of a 4x4 puzzle
  sudolab count puzzles.txt --limit 10000 --format csv
  sudolab count 1234............ --limit all --jobs 2   one search shared by two threads
  sudolab count 1.3............. --true-candidates     which candidates stand in some solution")]
pub struct Count {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    results: Results,

    #[command(flatten)]
    proof: ProofArgs,

    #[command(flatten)]
    algorithm: AlgorithmArgs,

    /// Stop counting a puzzle at N solutions; `all` counts to the end
    #[arg(short = 'n', long, value_name = "N|all", default_value = "2", value_parser = parse_limit)]
    limit: u64,

    /// Also list the candidates that stand in some solution, cell by cell; in a table as a fourth
    /// column, cells separated by blanks and digits by slashes
    #[arg(long)]
    true_candidates: bool,
}

fn parse_limit(text: &str) -> Result<u64, String> {
    match text {
        "all" => Ok(u64::MAX),
        _ => match text.replace('_', "").parse() {
            Ok(0) | Err(_) => Err("use a whole number from 1, or all".to_owned()),
            Ok(n) => Ok(n),
        },
    }
}

/// Up to this many solutions the lanes count; beyond, a search that can be stopped.
const LANES_UP_TO: u64 = 20_000;

impl Count {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let task = self.algorithm.task("fast", common)?;
        if task.build_counter().is_err() {
            return Err(Failure::Usage(format!(
                "{} cannot prove how many solutions there are; use an exact algorithm such as fast",
                task.algorithm().id
            )));
        }
        let mut head = Vec::new();
        if self.results.form == Form::Csv {
            let columns = ["puzzle", "solutions", "complete", "true_candidates"];
            csv::push_line(&mut head, columns.into_iter().take(self.n_columns()));
        }
        if self.true_candidates && self.results.form == Form::Line {
            return Err(Failure::Usage(
                "a line has no room for candidates; use --format text, csv or json, or leave out \
                 --true-candidates"
                    .to_owned(),
            ));
        }
        // Candidates are found one puzzle after the other, within the time of each.
        let in_lanes = task.algorithm().build_batch().is_some()
            && self.limit <= LANES_UP_TO
            && !self.true_candidates;
        let pace = if in_lanes { Pace::Bulk } else { Pace::Slow };
        let make = |hands: Option<&_>| {
            let task = batch::with_hands(&task, hands);
            Working {
                counter: task.build_counter().expect("it was built before"),
                lanes: if in_lanes { PlainBatch::of(&task) } else { None },
                task,
                limit: self.limit,
                true_candidates: self.true_candidates,
                form: self.results.form,
            }
        };
        let input = self.input.proving(self.proof.up_to(self.limit.saturating_add(1)));
        batch::run_at(pace, common, &input, &head, make)
    }

    /// Columns of the table.
    fn n_columns(&self) -> usize {
        if self.true_candidates { 4 } else { 3 }
    }
}

struct Working {
    task: Task,
    counter: Box<dyn Counter>,
    lanes: Option<PlainBatch>,
    limit: u64,
    true_candidates: bool,
    form: Form,
}

impl Worker for Working {
    fn work(&mut self, entries: Vec<Entry>, times: RecordTime, report: &mut Report) {
        let Some(mut lanes) = self.lanes.take() else {
            return batch::one_by_one(self, &entries, times, report);
        };
        let Some(found) = lanes.run(&entries, self.limit) else { return };
        let mut found = found.iter();
        for entry in &entries {
            match entry {
                Entry::Nine { clues, place } => {
                    let n = found.next().map_or(0, |v| v.solutions);
                    let puzzle = input::puzzle(clues);
                    self.counted(&puzzle, n, n < self.limit, None, *place, report);
                }
                other => batch::one(self, other, times, report),
            }
        }
        self.lanes = Some(lanes);
    }
}

impl OneByOne for Working {
    fn puzzle(&mut self, puzzle: Puzzle, place: Place<'_>, halt: &Halt<'_>, report: &mut Report) {
        let count = self.task.count_with(&mut *self.counter, &puzzle, self.limit, 0, halt);
        match count {
            Ok(count) => {
                if let Some(stop) = count.stopped {
                    let n = count.solutions;
                    let stopped = format!("{place}: {puzzle}: stopped at {n} solutions: {stop}");
                    report.messages.push(stopped);
                    report.exit = report.exit.and(Exit::Limit);
                }
                let sets = self.candidates(&puzzle, place, halt, report);
                self.counted(&puzzle, count.solutions, count.complete, sets, place, report);
            }
            Err(error) => {
                self.unreadable(&puzzle.to_string(), &error.to_string(), report);
                report.fail(format!("{place}: {puzzle}: {error}"));
            }
        }
    }

    fn form(&self) -> Form {
        self.form
    }

    fn unreadable(&mut self, record: &str, problem: &str, report: &mut Report) {
        match self.form {
            Form::Csv => self.row(record, "", "", None, report),
            Form::Json => report.object(&Counting::refused(record, problem)),
            Form::Line => report.line("# not counted"),
            Form::Text => {}
        }
    }
}

impl Working {
    /// The candidates that stand in some solution, where they were asked and found in time.
    fn candidates(
        &self,
        puzzle: &Puzzle,
        place: Place<'_>,
        halt: &Halt<'_>,
        report: &mut Report,
    ) -> Option<Vec<DigitSet>> {
        if !self.true_candidates {
            return None;
        }
        match true_candidates(puzzle, halt) {
            Ok(found) => Some(found),
            Err(stop) => {
                report.messages.push(format!("{place}: {puzzle}: no candidates: {stop}"));
                report.exit = report.exit.and(Exit::Limit);
                None
            }
        }
    }
}
