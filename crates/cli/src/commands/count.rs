//! `sudolab count`.

use crate::args::{AlgorithmArgs, Common, Input, ResultFormat};
use crate::batch::{self, Pace, Report, Worker};
use crate::csv;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{self, Entry, Place};
use crate::interrupt;
use clap::Args;
use serde_json::json;
use sudolab_exact::nine::Clues;
use sudolab_exact::nine::batch::{BatchEngine, Verdict};
use sudolab_exact::{ExactSolver, true_candidates};
use sudolab_grid::formats::{Document, Format, WriteOptions};
use sudolab_grid::{DigitSet, Puzzle};
use sudolab_solvers::Task;

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
    algorithm: AlgorithmArgs,

    /// Stop counting a puzzle at N solutions; `all` counts to the end
    #[arg(long, value_name = "N|all", default_value = "2", value_parser = parse_limit)]
    limit: u64,

    /// Also list the candidates that stand in some solution
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
        let id = task.algorithm().id;
        if task.algorithm().build_counter.is_none() {
            return Err(Failure::Usage(format!(
                "{id} cannot prove how many solutions there are; use an exact algorithm such as fast"
            )));
        }
        let mut head = Vec::new();
        if common.format == ResultFormat::Csv {
            csv::push_line(&mut head, ["puzzle", "solutions", "complete"]);
        }
        let in_lanes = id == "fast" && self.limit <= LANES_UP_TO;
        let pace = if in_lanes && !self.true_candidates { Pace::Bulk } else { Pace::Slow };
        let make = |hands: Option<&_>| Counting {
            task: batch::with_hands(&task, hands),
            lanes: in_lanes.then(BatchEngine::new),
            solver: ExactSolver::new(),
            limit: self.limit,
            true_candidates: self.true_candidates,
            format: common.format,
        };
        batch::run_at(pace, common, &self.input, &head, make)
    }
}

struct Counting {
    task: Task,
    lanes: Option<BatchEngine>,
    solver: ExactSolver,
    limit: u64,
    true_candidates: bool,
    format: ResultFormat,
}

impl Worker for Counting {
    fn work(&mut self, entries: Vec<Entry>, report: &mut Report) {
        let plain: Vec<Clues> = entries
            .iter()
            .filter_map(|e| match e {
                Entry::Nine { clues, .. } if self.lanes.is_some() => Some(Clues(*clues)),
                _ => None,
            })
            .collect();
        let mut found = vec![Verdict::NONE; plain.len()];
        if let Some(lanes) = &mut self.lanes {
            lanes.run(&plain, self.limit, &mut found);
        }
        let mut found = found.iter();
        for entry in &entries {
            let place = entry.place();
            match entry {
                Entry::Nine { clues, .. } if self.lanes.is_some() => {
                    let n = found.next().map_or(0, |v| v.solutions);
                    self.row(&input::puzzle(clues), n, n < self.limit, place, report);
                }
                Entry::Nine { clues, .. } => self.one(&input::puzzle(clues), place, report),
                Entry::Record(record) => self.one(&record.document.to_puzzle(), place, report),
                Entry::Failed(_) => {}
                Entry::Bad { error, raw } => {
                    self.refuse(raw, &error.to_string(), report);
                    report.fail(error.to_string());
                }
            }
        }
    }
}

impl Counting {
    /// Keeps the place of a record that cannot be counted.
    fn refuse(&self, puzzle: &str, problem: &str, report: &mut Report) {
        match self.format {
            ResultFormat::Csv => csv::push_line(&mut report.out, [puzzle, "", ""]),
            ResultFormat::Json => {
                let object = json!({
                    "puzzle": puzzle, "solutions": null, "complete": null, "problem": problem,
                });
                report.out.extend_from_slice(format!("{object}\n").as_bytes());
            }
            ResultFormat::Line => report.out.extend_from_slice(b"# not counted\n"),
            ResultFormat::Text => {}
        }
    }

    fn one(&mut self, puzzle: &Puzzle, place: Place<'_>, report: &mut Report) {
        match self.task.count_until(puzzle, self.limit, 0, Some(interrupt::flag())) {
            Ok(count) => {
                if let Some(stop) = count.stopped {
                    report.messages.push(format!(
                        "{place}: {puzzle}: stopped at {} solutions: {stop}",
                        count.solutions
                    ));
                    report.exit = report.exit.and(Exit::Limit);
                }
                self.row(puzzle, count.solutions, count.complete, place, report);
            }
            Err(error) => {
                self.refuse(&puzzle.to_string(), &error.to_string(), report);
                report.fail(format!("{place}: {puzzle}: {error}"));
            }
        }
    }

    fn row(
        &mut self,
        puzzle: &Puzzle,
        solutions: u64,
        complete: bool,
        place: Place<'_>,
        report: &mut Report,
    ) {
        let conflicts = if solutions == 0 { puzzle.conflicts() } else { Vec::new() };
        if let Some(conflict) = conflicts.first() {
            let what = conflict.describe(puzzle.board());
            report.fail(format!("{place}: {puzzle}: the clues break a rule: {what}"));
        }
        let candidates = self.true_candidates.then(|| true_candidates(&mut self.solver, puzzle));
        let complete_word = if complete { "true" } else { "false" };
        let text = match self.format {
            ResultFormat::Csv => {
                let line = [&puzzle.to_string(), &solutions.to_string(), complete_word];
                return csv::push_line(&mut report.out, line);
            }
            ResultFormat::Json => {
                let sets =
                    candidates.map(|c| c.iter().map(DigitSet::to_string).collect::<Vec<_>>());
                let object = json!({
                    "puzzle": puzzle.to_string(), "solutions": solutions,
                    "complete": complete, "true_candidates": sets,
                });
                object.to_string()
            }
            ResultFormat::Line => solutions.to_string(),
            ResultFormat::Text => {
                let more = if complete { "" } else { " or more" };
                let s = if solutions == 1 && complete { "" } else { "s" };
                let grid = candidates.map(|sets| drawn(puzzle, &sets)).unwrap_or_default();
                format!("{puzzle}: {solutions}{more} solution{s}{grid}")
            }
        };
        report.out.extend_from_slice(text.as_bytes());
        report.out.push(b'\n');
    }
}

fn drawn(puzzle: &Puzzle, candidates: &[DigitSet]) -> String {
    let document = Document::new(puzzle.clues().clone()).with_candidates(candidates);
    match Format::Pencilmarks.write(&document, &WriteOptions::default()) {
        Ok(written) => format!("\n{}", written.text.trim_end()),
        Err(_) => String::new(),
    }
}
