//! `sudolab ease` and `sudolab minimize`: new puzzles from given ones.

use crate::alarm::Alarm;
use crate::args::{Common, Input, ResultFormat};
use crate::batch::{self, Report, Worker};
use crate::commands::carry::{carry, object_line};
use crate::csv;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{self, Entry};
use crate::interrupt;
use clap::Args;
use serde_json::json;
use std::ops::ControlFlow;
use std::time::Duration;
use sudolab_exact::{ExactSolver, UniquePuzzle};
use sudolab_generate::{Stopped, Workshop, ease};
use sudolab_grid::Puzzle;
use sudolab_grid::random::Random;

/// Make easier versions of puzzles by adding digits of the solution
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sudolab ease puzzles.txt --clues 46
  sudolab ease puzzles.txt --clues 40 --versions 4 --seed 7 --format csv")]
pub struct Ease {
    #[command(flatten)]
    input: Input,

    /// Clues of the result
    #[arg(long, value_name = "N", default_value_t = 46)]
    clues: usize,

    /// Versions made of each puzzle
    #[arg(long, value_name = "N", default_value_t = 1)]
    versions: u64,
}

/// Remove clues from proper puzzles until none can go
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sudolab minimize puzzles.txt
  sudolab minimize puzzles.txt --seed 7 --format csv")]
pub struct Minimize {
    #[command(flatten)]
    input: Input,
}

impl Ease {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let (clues, versions) = (self.clues, self.versions);
        remake(common, &self.input, move |_, puzzle, seed, out| {
            for version in 0..versions {
                let line = puzzle.puzzle().to_string();
                let mut random = Random::for_run(seed, "ease", &line, version);
                out.push(ease(puzzle, clues, &mut random).map_err(|e| e.to_string())?);
            }
            Ok(())
        })
    }
}

impl Minimize {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        remake(common, &self.input, |workshop, puzzle, seed, out| {
            let mut random = Random::for_run(seed, "minimize", &puzzle.puzzle().to_string(), 0);
            let made = workshop.minimize(puzzle.puzzle(), &mut random);
            out.push(made.map_err(|Stopped| OUT_OF_TIME.to_owned())?);
            Ok(())
        })
    }
}

const OUT_OF_TIME: &str = "the time limit is reached";

/// Makes new puzzles from proper ones.
fn remake<F>(common: &Common, input: &Input, make: F) -> Result<Exit, Failure>
where
    F: Fn(&mut Workshop, &UniquePuzzle, u64, &mut Vec<Puzzle>) -> Result<(), String> + Sync,
{
    let mut head = Vec::new();
    if common.format == ResultFormat::Csv {
        csv::push_line(&mut head, ["puzzle", "source", "clues"]);
    }
    batch::run(common, input, &head, || {
        let alarm = Alarm::new();
        Remaking {
            solver: ExactSolver::new(),
            workshop: Workshop::stopped_by(alarm.flag()),
            alarm,
            make: &make,
            seed: common.seed,
            format: common.format,
            limit: common.time_limit,
        }
    })
}

struct Remaking<'a, F> {
    solver: ExactSolver,
    workshop: Workshop,
    alarm: Alarm,
    make: &'a F,
    seed: u64,
    format: ResultFormat,
    /// For each puzzle.
    limit: Option<Duration>,
}

impl<F> Worker for Remaking<'_, F>
where
    F: Fn(&mut Workshop, &UniquePuzzle, u64, &mut Vec<Puzzle>) -> Result<(), String>,
{
    fn work(&mut self, entries: Vec<Entry>, report: &mut Report) {
        for entry in entries {
            if interrupt::is_raised() {
                return;
            }
            let puzzle = match entry {
                Entry::Nine { clues, .. } => input::puzzle(&clues),
                Entry::Record(record) => record.document.to_puzzle(),
                Entry::Failed(_) => continue,
                Entry::Bad { error, .. } => {
                    report.fail(error.to_string());
                    continue;
                }
            };
            let source = puzzle.to_string();
            let mut results = Vec::new();
            let done = self.remake(puzzle, &mut results);
            for result in &results {
                self.write(result, &source, report);
            }
            match done {
                Err(_) if interrupt::is_raised() => return,
                Err(reason) => {
                    let late = reason == OUT_OF_TIME;
                    report.fail(format!("{source}: {reason}"));
                    if late {
                        report.exit = report.exit.and(Exit::Limit);
                    }
                }
                Ok(()) => {}
            }
        }
    }
}

impl<F> Remaking<'_, F>
where
    F: Fn(&mut Workshop, &UniquePuzzle, u64, &mut Vec<Puzzle>) -> Result<(), String>,
{
    fn remake(&mut self, puzzle: Puzzle, results: &mut Vec<Puzzle>) -> Result<(), String> {
        self.alarm.set(self.limit);
        let alarm = &self.alarm;
        let poll = |_| match alarm.is_raised() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let proved = UniquePuzzle::prove_until(&mut self.solver, puzzle, poll);
        let proper = proved.map_err(|_| OUT_OF_TIME.to_owned())?.map_err(|e| e.to_string())?;
        (self.make)(&mut self.workshop, &proper, self.seed, results)
    }

    /// Writes a result in a form that loses nothing.
    fn write(&self, result: &Puzzle, source: &str, report: &mut Report) {
        let lossy = input::line_loses(result);
        match self.format {
            ResultFormat::Csv if lossy => report.fail(format!(
                "{source}: a table of puzzles cannot carry its regions or candidates; use --format json"
            )),
            ResultFormat::Csv => {
                let fields = [result.to_string(), source.to_owned(), result.n_clues().to_string()];
                csv::push_line(&mut report.out, fields.iter().map(String::as_str));
            }
            // Regions go into the same object; only candidates need another one.
            ResultFormat::Json if result.stated_candidates().is_none() => {
                let mut object = json!({
                    "puzzle": result.to_string(), "source": source, "clues": result.n_clues(),
                });
                carry(result.board()).describe(&mut object);
                report.out.extend_from_slice(format!("{object}\n").as_bytes());
            }
            ResultFormat::Json | ResultFormat::Text | ResultFormat::Line if lossy => {
                match object_line(result) {
                    Some(line) => report.out.extend_from_slice(line.as_bytes()),
                    None => report.fail(format!("{source}: no format can carry the result")),
                }
            }
            _ => report.out.extend_from_slice(format!("{result}\n").as_bytes()),
        }
    }
}
