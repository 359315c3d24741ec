//! `sudolab solve`: puzzles are solved here and shown in [`shown`].

mod listed;
mod shown;
mod traced;

use crate::args::{AlgorithmArgs, Common, Input};
use crate::batch::{self, OneByOne, Pace, Report, Worker};
use crate::csv;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::form::{Form, Results};
use crate::input::{Entry, Place};
use crate::lanes::PlainBatch;
use crate::paint::Paint;
use crate::proving::ProofArgs;
use crate::record_time::RecordTime;
use clap::Args;
use shown::Shown;
use sudolab::system_clock::SYSTEM;
use sudolab::{Clock, Halt, Puzzle, Solving};
use sudolab_wire::{SolveStatus, Solved as Row};
use traced::TraceArgs;

/// Solve puzzles
///
/// With the default algorithm every puzzle is also proved to have one solution only: status
/// `multiple` says that it has more, `solved-unproved` that the time limit ended the proof. Other
/// algorithms stop at the first solution they find.
#[derive(Args, Debug)]
#[command(after_help = "\
Status: solved, solved-unproved, multiple, none (proved to have no solution), conflict, syntax,
unsolved, time-limit, tick-limit, wrong.
With --format line a puzzle that has no solution to print gives a line beginning with '#'.

Examples:
  sudolab solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  sudolab solve puzzles.txt --format line --output solved.txt
  sudolab solve puzzles.txt --algorithm boltzmann --seed 7 --time-limit 5s --format csv
  sudolab solve ................1234............ --solutions 3 --format line
  sudolab solve 1............... --algorithm backtrack-thesis --set digits=random --format json
  sudolab solve puzzles.txt --algorithm annealing --lanes 4 --format csv
  sudolab solve 1............... --algorithm dlx --trace run.jsonl")]
pub struct Solve {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    results: Results,

    #[command(flatten)]
    proof: ProofArgs,

    #[command(flatten)]
    algorithm: AlgorithmArgs,

    #[command(flatten)]
    trace: TraceArgs,

    /// List up to N solutions of each puzzle; beyond 1000 they are written as they are found,
    /// without the cost of the search
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    solutions: Option<u64>,
}

const COLUMNS: [&str; 6] = ["puzzle", "status", "solution", "guesses", "ticks", "seconds"];

impl Solve {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let task = self.algorithm.task("fast", common)?;
        let algorithm = task.algorithm();
        if self.solutions.is_some_and(|n| n > 1) && !task.counts() {
            return Err(Failure::Usage(format!(
                "{} cannot list solutions; leave out --solutions or use an exact algorithm such as fast",
                algorithm.id
            )));
        }
        if let Some(file) = &self.trace.trace {
            return self.run_traced(&task, file, common);
        }
        let mut head = Vec::new();
        if self.results.form == Form::Csv {
            csv::push_line(&mut head, COLUMNS);
        }
        let in_lanes = algorithm.build_batch().is_some() && self.solutions.is_none();
        let pace = if in_lanes { Pace::Bulk } else { Pace::Slow };
        let make = |hands: Option<&_>| Working {
            solving: Solving::new(batch::with_hands(&task, hands))
                .expect("the settings were tried before"),
            lanes: if in_lanes { PlainBatch::of(&task) } else { None },
            solutions: self.solutions.filter(|_| task.counts()),
            shown: Shown { form: self.results.form, paint: Paint::of(common) },
        };
        let input =
            self.input.proving(self.proof.up_to(self.solutions.map_or(2, |n| n.saturating_add(1))));
        batch::run_at(pace, common, &input, &head, make)
    }
}

struct Working {
    solving: Solving,
    lanes: Option<PlainBatch>,
    solutions: Option<u64>,
    shown: Shown,
}

impl Worker for Working {
    fn work(&mut self, entries: Vec<Entry>, times: RecordTime, report: &mut Report) {
        let Some(mut lanes) = self.lanes.take() else {
            return batch::one_by_one(self, &entries, times, report);
        };
        let began = SYSTEM.wall();
        let Some(found) = lanes.run(&entries, 2) else { return };
        let elapsed = SYSTEM.wall().saturating_sub(began);
        let seconds = elapsed.as_secs_f64() / found.len().max(1) as f64;
        report.out.reserve(found.len() * 82);
        let mut found = found.iter();
        for entry in &entries {
            match entry {
                Entry::Nine { clues, place } => {
                    let Some(found) = found.next() else { continue };
                    self.shown.nine(clues, *place, found, seconds, report);
                }
                other => batch::one(self, other, times, report),
            }
        }
        self.lanes = Some(lanes);
    }
}

impl OneByOne for Working {
    fn puzzle(&mut self, puzzle: Puzzle, place: Place<'_>, halt: &Halt<'_>, report: &mut Report) {
        if let Some(limit) = self.solutions {
            return self.list(&puzzle, limit, place, halt, report);
        }
        match self.solving.solve(&puzzle, halt) {
            Ok(solved) => self.shown.solved(&puzzle, place, &solved, report),
            Err(error) => self.shown.refused(&puzzle, place, &error.to_string(), report),
        }
    }

    fn form(&self) -> Form {
        self.shown.form
    }

    fn unreadable(&mut self, record: &str, _: &str, report: &mut Report) {
        self.shown.row(&Row::nothing(record, SolveStatus::Syntax), None, None, report);
    }
}
