//! `sudolab solve`.

use crate::args::{AlgorithmArgs, Common, Input, ResultFormat};
use crate::batch::{self, Pace, Report, Worker};
use crate::csv;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{self, Entry, Place};
use crate::interrupt;
use clap::Args;
use serde_json::json;
use std::time::Instant;
use sudolab_exact::nine::Clues;
use sudolab_exact::nine::batch::{BatchEngine, Verdict as Found};
use sudolab_grid::formats::{Document, Format, WriteOptions};
use sudolab_grid::{Puzzle, Solution};
use sudolab_solvers::{Solver, Task, Verdict};

/// Solve puzzles
///
/// With the default algorithm every puzzle is also proved to have one solution only: status
/// `multiple` says that it has more. Other algorithms stop at the first solution they find.
#[derive(Args, Debug)]
#[command(after_help = "\
Status: solved, multiple, none (proved to have no solution), conflict, syntax, unsolved, time-limit, tick-limit, wrong.
With --format line a puzzle that has no solution to print gives a line beginning with '#'.

Examples:
  sudolab solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  sudolab solve puzzles.txt --format line --output solved.txt
  sudolab solve puzzles.txt --algorithm boltzmann --seed 7 --time-limit 5s --format csv
  sudolab solve ................1234............ --solutions 3 --format line
  sudolab solve 1............... --algorithm backtrack-thesis --set digits=random --format json
  sudolab solve puzzles.txt --algorithm annealing --lanes 4 --format csv")]
pub struct Solve {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    algorithm: AlgorithmArgs,

    /// List up to N solutions of each puzzle
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    solutions: Option<u64>,
}

const COLUMNS: [&str; 6] = ["puzzle", "status", "solution", "guesses", "ticks", "seconds"];

impl Solve {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let task = self.algorithm.task("fast", common)?;
        let id = task.algorithm().id;
        if self.solutions.is_some_and(|n| n > 1) && task.algorithm().build_counter.is_none() {
            return Err(Failure::Usage(format!(
                "{id} cannot list solutions; leave out --solutions or use an exact algorithm such as fast"
            )));
        }
        let mut head = Vec::new();
        if common.format == ResultFormat::Csv {
            csv::push_line(&mut head, COLUMNS);
        }
        let in_lanes = id == "fast" && self.solutions.is_none();
        let pace = if in_lanes { Pace::Bulk } else { Pace::Slow };
        let make = |hands: Option<&_>| Solving {
            solver: task.build().expect("the settings were tried before"),
            task: batch::with_hands(&task, hands),
            lanes: in_lanes.then(BatchEngine::new),
            plain: Vec::new(),
            found: Vec::new(),
            solutions: self.solutions,
            format: common.format,
        };
        batch::run_at(pace, common, &self.input, &head, make)
    }
}

struct Solving {
    task: Task,
    solver: Box<dyn Solver>,
    lanes: Option<BatchEngine>,
    /// The plain puzzles of a chunk, and what was found of them.
    plain: Vec<Clues>,
    found: Vec<Found>,
    solutions: Option<u64>,
    format: ResultFormat,
}

/// One result.
struct Row<'a> {
    puzzle: &'a str,
    status: &'a str,
    solution: &'a str,
    guesses: u64,
    ticks: u64,
    seconds: f64,
}

impl Worker for Solving {
    fn work(&mut self, entries: Vec<Entry>, report: &mut Report) {
        self.plain.clear();
        let in_lanes = self.lanes.is_some();
        self.plain.extend(entries.iter().filter_map(|e| match e {
            Entry::Nine { clues, .. } if in_lanes => Some(Clues(*clues)),
            _ => None,
        }));
        let n_plain = self.plain.len();
        let started = Instant::now();
        if self.found.len() < n_plain {
            self.found.resize(n_plain, Found::NONE);
        }
        if let Some(lanes) = &mut self.lanes {
            lanes.run(&self.plain, 2, &mut self.found[..n_plain]);
        }
        let seconds = started.elapsed().as_secs_f64() / n_plain.max(1) as f64;
        report.out.reserve(n_plain * 82);
        let found = std::mem::take(&mut self.found);
        let mut next = found[..n_plain].iter();
        for entry in &entries {
            let place = entry.place();
            match entry {
                Entry::Nine { clues, .. } if self.lanes.is_some() => {
                    let Some(found) = next.next() else { continue };
                    self.nine(clues, place, found, seconds, report);
                }
                Entry::Nine { clues, .. } => self.one(&input::puzzle(clues), place, report),
                Entry::Record(record) => self.one(&record.document.to_puzzle(), place, report),
                Entry::Failed(_) => {}
                Entry::Bad { error, raw } => {
                    self.row(report, &failed(raw, "syntax"), None);
                    report.fail(error.to_string());
                }
            }
        }
        self.found = found;
    }
}

fn failed<'a>(puzzle: &'a str, status: &'a str) -> Row<'a> {
    Row { puzzle, status, solution: "", guesses: 0, ticks: 0, seconds: 0.0 }
}

impl Solving {
    /// The fast path: nothing is allocated for a puzzle that is solved.
    fn nine(
        &self,
        clues: &[u8; 81],
        place: Place<'_>,
        found: &Found,
        seconds: f64,
        report: &mut Report,
    ) {
        if self.format == ResultFormat::Line && found.solutions == 1 {
            let mut text = [b'\n'; 82];
            text.iter_mut().zip(&found.solution).for_each(|(symbol, v)| *symbol = b'0' + v);
            report.out.extend_from_slice(&text);
            return;
        }
        let text = |values: &[u8; 81]| -> String {
            values.iter().map(|&v| if v == 0 { '.' } else { char::from(b'0' + v) }).collect()
        };
        let puzzle_text = text(clues);
        let status = match found.solutions {
            1 => "solved",
            0 if input::puzzle(clues).conflicts().is_empty() => "none",
            0 => "conflict",
            _ => "multiple",
        };
        let solution = if found.solutions > 0 { text(&found.solution) } else { String::new() };
        let row = Row {
            puzzle: &puzzle_text,
            status,
            solution: &solution,
            guesses: found.guesses,
            ticks: found.guesses + 1,
            seconds,
        };
        self.row(report, &row, Some(&input::puzzle(clues)));
        if status != "solved" {
            report.fail(format!("{place}: {}", reason(status, &input::puzzle(clues))));
        }
    }

    fn one(&mut self, puzzle: &Puzzle, place: Place<'_>, report: &mut Report) {
        let text = puzzle.to_string();
        if !puzzle.conflicts().is_empty() {
            self.row(report, &failed(&text, "conflict"), Some(puzzle));
            report.fail(format!("{place}: {text}: {}", reason("conflict", puzzle)));
            return;
        }
        match self.solutions {
            Some(n) if self.task.algorithm().build_counter.is_some() => {
                self.list(puzzle, n, place, report)
            }
            _ => self.first(puzzle, place, report),
        }
    }

    fn list(&mut self, puzzle: &Puzzle, limit: u64, place: Place<'_>, report: &mut Report) {
        let text = puzzle.to_string();
        let started = Instant::now();
        // One more than asked for tells whether the list is complete.
        let asked = limit.min(1 << 20) as usize;
        let cancel = Some(interrupt::flag());
        let count = match self.task.count_until(puzzle, limit.saturating_add(1), asked, cancel) {
            Ok(count) => count,
            Err(error) => return self.refused(&text, &error.to_string(), place, report),
        };
        let seconds = started.elapsed().as_secs_f64();
        let status = match (count.wrong, count.first.is_empty(), count.stopped) {
            (true, ..) => "wrong",
            (_, true, Some(_)) => "time-limit",
            (_, true, None) => "none",
            _ if count.solutions > 1 => "multiple",
            _ => "solved",
        };
        if !count.first.is_empty() && count.stopped.is_none() {
            let n = count.solutions;
            let s = if n == 1 { "" } else { "s" };
            if n > limit {
                report.notes.push(format!("{place}: the first {limit} of more solutions"));
            } else if n < limit {
                report.notes.push(format!("{place}: it has {n} solution{s} only, all listed"));
            }
        }
        let mut lines: Vec<String> = count.first.iter().map(Solution::to_string).collect();
        if lines.is_empty() {
            report.fail(format!("{place}: {text}: {}", reason(status, puzzle)));
            lines.push(String::new());
        }
        for solution in &lines {
            let row = Row {
                puzzle: &text,
                status,
                solution,
                guesses: count.guesses,
                ticks: count.ticks,
                seconds,
            };
            self.row(report, &row, Some(puzzle));
        }
        if count.stopped.is_some() {
            report.exit = report.exit.and(Exit::Limit);
        }
    }

    fn first(&mut self, puzzle: &Puzzle, place: Place<'_>, report: &mut Report) {
        let text = puzzle.to_string();
        let run = self.task.run(&mut *self.solver, puzzle, 0, None, Some(interrupt::flag()));
        let outcome = match run {
            Ok(outcome) => outcome,
            Err(error) => return self.refused(&text, &error.to_string(), place, report),
        };
        let mut status = outcome.verdict.word();
        let exact = self.solutions.is_none() && self.task.algorithm().id.starts_with("fast");
        if outcome.verdict == Verdict::Solved && exact {
            // The default algorithms also prove that there is no other solution.
            if self
                .task
                .count_until(puzzle, 2, 0, Some(interrupt::flag()))
                .is_ok_and(|c| c.solutions > 1)
            {
                status = "multiple";
            }
        }
        let solution = outcome.solution.as_ref().map(Solution::to_string).unwrap_or_default();
        let row = Row {
            puzzle: &text,
            status,
            solution: &solution,
            guesses: outcome.guesses,
            ticks: outcome.ticks,
            seconds: outcome.elapsed.as_secs_f64(),
        };
        self.row(report, &row, Some(puzzle));
        if status != "solved" {
            report.fail(format!("{place}: {text}: {}", reason(status, puzzle)));
        }
        if matches!(outcome.verdict, Verdict::OutOfTime | Verdict::OutOfTicks) {
            report.exit = report.exit.and(Exit::Limit);
        }
        if self.format == ResultFormat::Text {
            for line in &outcome.trail {
                report.out.extend_from_slice(format!("  {line}\n").as_bytes());
            }
        }
    }

    fn refused(&self, text: &str, why: &str, place: Place<'_>, report: &mut Report) {
        self.row(report, &failed(text, "unsolved"), None);
        report.fail(format!("{place}: {text}: {why}"));
    }

    fn row(&self, report: &mut Report, row: &Row<'_>, puzzle: Option<&Puzzle>) {
        let out = &mut report.out;
        match self.format {
            ResultFormat::Csv => csv::push_line(
                out,
                [
                    row.puzzle,
                    row.status,
                    row.solution,
                    &row.guesses.to_string(),
                    &row.ticks.to_string(),
                    &format!("{:.9}", row.seconds),
                ],
            ),
            ResultFormat::Json => {
                let solution = (!row.solution.is_empty()).then_some(row.solution);
                let object = json!({
                    "puzzle": row.puzzle, "status": row.status, "solution": solution,
                    "guesses": row.guesses, "ticks": row.ticks, "seconds": row.seconds,
                });
                out.extend_from_slice(object.to_string().as_bytes());
                out.push(b'\n');
            }
            ResultFormat::Line if row.solution.is_empty() => {
                out.extend_from_slice(format!("# {}: {}\n", row.status, row.puzzle).as_bytes());
            }
            ResultFormat::Line => out.extend_from_slice(format!("{}\n", row.solution).as_bytes()),
            ResultFormat::Text => out.extend_from_slice(drawn(row, puzzle).as_bytes()),
        }
    }
}

/// A result for people: the solution as a grid and a line about it.
fn drawn(row: &Row<'_>, puzzle: Option<&Puzzle>) -> String {
    let grid = puzzle
        .filter(|_| !row.solution.is_empty())
        .and_then(|p| p.board().grid_from_line(row.solution).ok())
        .and_then(|grid| Format::Grid.write(&Document::new(grid), &WriteOptions::default()).ok());
    let s = if row.guesses == 1 { "" } else { "es" };
    match grid {
        Some(grid) => format!(
            "{}{}, {} guess{s}, {:.6} s\n\n",
            grid.text, row.status, row.guesses, row.seconds
        ),
        None => format!("{}: {}\n\n", row.puzzle, row.status),
    }
}

/// A status in words.
fn reason(status: &str, puzzle: &Puzzle) -> String {
    match status {
        "conflict" => {
            let board = puzzle.board();
            let all: Vec<String> = puzzle.conflicts().iter().map(|c| c.describe(board)).collect();
            format!("the clues break a rule: {}", all.join("; "))
        }
        "none" => "it has no solution".to_owned(),
        "multiple" => "it has more than one solution; the first is given".to_owned(),
        "unsolved" => "the algorithm could go no further".to_owned(),
        "time-limit" => "not solved within the time limit".to_owned(),
        "tick-limit" => "not solved within the tick limit".to_owned(),
        "cancelled" => "not solved: interrupted".to_owned(),
        other => other.to_owned(),
    }
}
