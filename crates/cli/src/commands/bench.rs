//! `sudolab bench`.

use crate::args::{Common, Input, ResultFormat};
use crate::csv;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{self, Entry};
use crate::output::Output;
use crate::progress::Progress;
use crate::{interrupt, say};
use clap::Args;
use serde_json::json;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use sudolab_exact::nine::Clues;
use sudolab_exact::nine::batch::{BatchEngine, Verdict as Found};
use sudolab_grid::Puzzle;
use sudolab_solvers::{Budget, Task, Verdict, registry};

/// Measure the throughput of algorithms over puzzles
///
/// Wall time of the whole set, parsing excluded. The algorithm `fast` is measured twice: `fast`
/// takes one puzzle at a time, `fast-batch` hands all of them to the batch engine. Both prove
/// uniqueness (count up to 2); the others solve for the first solution.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sudolab bench puzzles.txt
  sudolab bench puzzles.txt --algorithm fast-batch,fast,dlx,backtrack-thesis --jobs 1 --format csv
  sudolab bench puzzles.txt --algorithm boltzmann --time-limit 1s --take 20")]
pub struct Bench {
    #[command(flatten)]
    input: Input,

    /// Algorithms by id, separated by commas
    #[arg(long, value_name = "IDS", value_delimiter = ',', default_value = "fast-batch,fast")]
    algorithm: Vec<String>,

    /// A parameter for every algorithm that has it; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,

    /// Only the first N puzzles
    #[arg(long, value_name = "N")]
    take: Option<usize>,
}

/// What was measured of one algorithm.
struct Measured {
    algorithm: String,
    puzzles: usize,
    threads: usize,
    seconds: f64,
    guesses: u64,
    ticks: u64,
    no_guess: usize,
    solved: usize,
}

impl Bench {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        if common.format == ResultFormat::Line {
            let text =
                "a measurement is no puzzle to write as a line; use --format text, csv or json";
            return Err(Failure::Usage(text.to_owned()));
        }
        self.check_names()?;
        let jobs = common.n_jobs();
        let tasks: Vec<Option<Task>> =
            self.algorithm.iter().map(|id| self.task(id, common)).collect::<Result<_, _>>()?;
        let (puzzles, mut exit) = self.read()?;
        if puzzles.is_empty() {
            say::problem(
                "the input holds no puzzle; give puzzles, files, or lines on standard input",
            );
            return Ok(exit.and(Exit::SomeFailed));
        }
        let mut rows = Vec::new();
        for (id, task) in self.algorithm.iter().zip(&tasks) {
            let measured = match task {
                Some(task) => one_by_one(id, task, &puzzles, jobs, common.quiet)?,
                None => in_lanes(&puzzles, jobs)?,
            };
            if interrupt::is_raised() {
                exit = Exit::Interrupted;
                break;
            }
            if measured.solved < measured.puzzles {
                exit = exit.and(Exit::SomeFailed);
            }
            rows.push(measured);
        }
        let mut output = Output::open(common.output.as_deref())?;
        output.put(&render(&rows, common.format))?;
        output.finish()?;
        Ok(exit)
    }

    /// Refuses a parameter that none of the algorithms has.
    fn check_names(&self) -> Result<(), Failure> {
        for text in &self.set {
            let name = text.split('=').next().unwrap_or_default();
            let has = |id: &String| {
                registry::find(id).is_ok_and(|a| a.parameters.iter().any(|p| p.name == name))
            };
            if !self.algorithm.iter().any(has) {
                return Err(Failure::Usage(format!(
                    "--set {text}: none of {} has a parameter {name:?}; see `sudolab algorithms`",
                    self.algorithm.join(", ")
                )));
            }
        }
        Ok(())
    }

    /// The task of an id; `None` stands for the batch engine.
    fn task(&self, id: &str, common: &Common) -> Result<Option<Task>, Failure> {
        if id == "fast-batch" {
            return Ok(None);
        }
        let algorithm = registry::find(id).map_err(|e| Failure::Usage(e.to_string()))?;
        let mut settings = algorithm.defaults();
        for text in &self.set {
            let name = text.split('=').next().unwrap_or_default();
            if algorithm.parameters.iter().any(|p| p.name == name) {
                settings.set_from(text).map_err(|e| Failure::Usage(format!("{id}: {e}")))?;
            }
        }
        let limit = common.time_limit.unwrap_or(Duration::from_secs(20));
        let task = Task::new(algorithm).settings(settings).seed(common.seed);
        Ok(Some(task.budget(Budget::time(limit))))
    }

    fn read(&self) -> Result<(Vec<Puzzle>, Exit), Failure> {
        let (mut chunks, _) = self.input.open()?;
        let mut puzzles = Vec::new();
        let mut exit = Exit::Fine;
        let enough = self.take.unwrap_or(usize::MAX);
        while let Some(chunk) = chunks.next() {
            for entry in chunk.entries {
                if puzzles.len() >= enough {
                    return Ok((puzzles, exit));
                }
                match entry {
                    Entry::Nine { clues, .. } => puzzles.push(input::puzzle(&clues)),
                    Entry::Record(record) => puzzles.push(record.document.to_puzzle()),
                    Entry::Bad { error, .. } => {
                        say::problem(&error.to_string());
                        exit = Exit::SomeFailed;
                    }
                    Entry::Failed(failure) => return Err(failure),
                }
            }
        }
        Ok((puzzles, exit))
    }
}

fn one_by_one(
    id: &str,
    task: &Task,
    puzzles: &[Puzzle],
    jobs: usize,
    quiet: bool,
) -> Result<Measured, Failure> {
    let progress = Progress::items(Some(puzzles.len() as u64), quiet);
    progress.say(id.to_owned());
    let next = AtomicUsize::new(0);
    let started = Instant::now();
    let work = || -> Result<Measured, Failure> {
        let mut solver = task.build().map_err(|e| Failure::Usage(format!("{id}: {e}")))?;
        let mut counter = task.build_counter().ok().filter(|_| id == "fast");
        let mut sum = Measured {
            algorithm: id.to_owned(),
            puzzles: 0,
            threads: jobs,
            seconds: 0.0,
            guesses: 0,
            ticks: 0,
            no_guess: 0,
            solved: 0,
        };
        while !interrupt::is_raised() {
            let Some(puzzle) = puzzles.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
            let usage = |e: &dyn std::fmt::Display| Failure::Usage(format!("{id}: {e}"));
            let (guesses, ticks, solved) = if let Some(counter) = &mut counter {
                let count = task.count_with(&mut **counter, puzzle, 2, 0, Some(interrupt::flag()));
                let count = count.map_err(|e| usage(&e))?;
                (count.guesses, count.ticks, count.solutions > 0)
            } else {
                let outcome = task
                    .run(&mut *solver, puzzle, 0, None, Some(interrupt::flag()))
                    .map_err(|e| usage(&e))?;
                (outcome.guesses, outcome.ticks, outcome.verdict == Verdict::Solved)
            };
            sum.puzzles += 1;
            sum.guesses += guesses;
            sum.ticks += ticks;
            sum.no_guess += usize::from(guesses == 0);
            sum.solved += usize::from(solved);
            progress.advance(1);
        }
        Ok(sum)
    };
    let parts = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        threads.into_iter().map(|t| t.join()).collect::<Vec<_>>()
    });
    let seconds = started.elapsed().as_secs_f64();
    progress.finish();
    let mut total: Option<Measured> = None;
    for part in parts {
        let part = match part {
            Ok(part) => part?,
            Err(_) => return Err(Failure::Usage(format!("{id} failed; please report this"))),
        };
        match &mut total {
            None => total = Some(part),
            Some(sum) => {
                sum.puzzles += part.puzzles;
                sum.guesses += part.guesses;
                sum.ticks += part.ticks;
                sum.no_guess += part.no_guess;
                sum.solved += part.solved;
            }
        }
    }
    let mut total = total.expect("there is at least one thread");
    total.seconds = seconds;
    Ok(total)
}

fn in_lanes(puzzles: &[Puzzle], jobs: usize) -> Result<Measured, Failure> {
    let clues: Option<Vec<Clues>> =
        puzzles.iter().map(|p| p.as_nine().map(|c| Clues(*c))).collect();
    let clues = clues.ok_or_else(|| {
        Failure::Usage(
            "fast-batch works on plain 9x9 puzzles; use fast-general for others".to_owned(),
        )
    })?;
    let share = clues.len().div_ceil(jobs).max(1);
    let mut found = vec![Found::NONE; clues.len()];
    let started = Instant::now();
    std::thread::scope(|scope| {
        for (clues, found) in clues.chunks(share).zip(found.chunks_mut(share)) {
            scope.spawn(move || BatchEngine::new().run(clues, 2, found));
        }
    });
    Ok(Measured {
        algorithm: "fast-batch".to_owned(),
        puzzles: clues.len(),
        threads: jobs,
        seconds: started.elapsed().as_secs_f64(),
        guesses: found.iter().map(|v| v.guesses).sum(),
        ticks: found.iter().map(|v| v.guesses + 1).sum(),
        no_guess: found.iter().filter(|v| v.guesses == 0).count(),
        solved: found.iter().filter(|v| v.solutions > 0).count(),
    })
}

fn render(rows: &[Measured], format: ResultFormat) -> Vec<u8> {
    let mut out = Vec::new();
    let rate = |m: &Measured| m.puzzles as f64 / m.seconds.max(1e-9);
    let per = |m: &Measured, x: f64| x / m.puzzles.max(1) as f64;
    match format {
        ResultFormat::Csv => {
            csv::push_line(
                &mut out,
                [
                    "algorithm",
                    "puzzles",
                    "threads",
                    "puzzles_per_s",
                    "guesses_per_puzzle",
                    "no_guess",
                ],
            );
            for m in rows {
                let fields = [
                    m.algorithm.clone(),
                    m.puzzles.to_string(),
                    m.threads.to_string(),
                    format!("{:.1}", rate(m)),
                    format!("{:.4}", per(m, m.guesses as f64)),
                    format!("{:.4}", per(m, m.no_guess as f64)),
                ];
                csv::push_line(&mut out, fields.iter().map(String::as_str));
            }
        }
        ResultFormat::Json => {
            for m in rows {
                let object = json!({
                    "algorithm": m.algorithm, "puzzles": m.puzzles, "threads": m.threads,
                    "solved": m.solved, "seconds": m.seconds, "puzzles_per_s": rate(m),
                    "us_per_puzzle": per(m, m.seconds * 1e6), "ticks_per_s": m.ticks as f64 / m.seconds.max(1e-9),
                    "guesses_per_puzzle": per(m, m.guesses as f64),
                    "no_guess": per(m, m.no_guess as f64),
                });
                out.extend_from_slice(format!("{object}\n").as_bytes());
            }
        }
        // The lines were refused before anything was measured.
        ResultFormat::Text | ResultFormat::Line => {
            let width = rows.iter().map(|m| m.algorithm.len()).max().unwrap_or(9).max(9);
            let head = format!(
                "{:width$} {:>9} {:>8} {:>7} {:>13} {:>11} {:>15} {:>9} {:>13}\n",
                "algorithm",
                "puzzles",
                "solved",
                "threads",
                "puzzles/s",
                "us/puzzle",
                "guesses/puzzle",
                "no guess",
                "ticks/s"
            );
            out.extend_from_slice(head.as_bytes());
            for m in rows {
                let line = format!(
                    "{:width$} {:>9} {:>8} {:>7} {:>13.0} {:>11.3} {:>15.3} {:>8.1}% {:>13.0}\n",
                    m.algorithm,
                    m.puzzles,
                    m.solved,
                    m.threads,
                    rate(m),
                    per(m, m.seconds * 1e6),
                    per(m, m.guesses as f64),
                    per(m, 100.0 * m.no_guess as f64),
                    m.ticks as f64 / m.seconds.max(1e-9),
                );
                out.extend_from_slice(line.as_bytes());
            }
        }
    }
    out
}
