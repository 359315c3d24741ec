//! Share solved, ticks and times of one algorithm over a file of puzzles and several seeds.
//!
//! ```text
//! cargo run --release -p sudolab-bench --bin rates -- ID FILE [option=value ...]
//!   seeds=5          seeds 1 to this number
//!   time=5           seconds for each run
//!   ticks=N          a tick limit as well
//!   lines=even|odd|all  which lines of the file (the first is line 1); odd ones are for tuning
//!   every=1 take=N   every k-th of those, at most so many
//!   where=COLUMN:TEXT  only lines whose tab-separated column (from 1) is this text
//!   column=1         the tab-separated column that holds the puzzle
//!   kind=any|singles|beyond   only puzzles that singles solve, or do not solve
//!   ease=N           first raised to this many clues with digits of the solution
//!   csv=FILE         appends one row for each run
//!   any other name=value is a setting of the algorithm
//! ```
//! Times are those the process spent on a processor, so other work on the machine hardly counts.

use rustix::time::{ClockId, clock_gettime};
use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Duration;
use sudolab_clock::unlimited;
use sudolab_grid::random::Random;
use sudolab_grid::{Cell, Puzzle};
use sudolab_solvers::stochastic::reduced::{Level, Reduced};
use sudolab_solvers::{Budget, RunVerdict, Task, registry};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(id), Some(path)) = (args.next(), args.next()) else {
        return Err("usage: rates ID FILE [option=value ...]; the source lists the options".into());
    };
    let mut plan = Plan::default();
    let mut task = Task::new(registry::find(&id)?);
    let mut label = String::new();
    for arg in args {
        let (name, value) = arg.split_once('=').ok_or("options have the form name=value")?;
        if !plan.take_option(name, value)? {
            task = task.set(name, value)?;
            write!(label, "{}{arg}", if label.is_empty() { "" } else { " " })?;
        }
    }
    let puzzles = plan.puzzles(&std::fs::read_to_string(&path)?)?;
    let budget =
        Budget { time: Some(Duration::from_secs_f64(plan.seconds)), ticks: plan.tick_limit };
    let mut csv = match &plan.csv {
        Some(name) => Some(std::fs::OpenOptions::new().append(true).create(true).open(name)?),
        None => None,
    };
    let mut runs = Vec::new();
    let mut unsolved = vec![0u64; puzzles.len()];
    let mut rates = Vec::new();
    for seed in 1..=plan.seeds {
        let task = task.clone().budget(budget).seed(seed);
        let mut solver = task.build()?;
        let mut solved = 0;
        for (i, (line, puzzle)) in puzzles.iter().enumerate() {
            let before = processor_time();
            let outcome = task.run(&mut *solver, puzzle, 0, None, &unlimited())?;
            let seconds = (processor_time() - before).as_secs_f64();
            let ok = outcome.verdict == RunVerdict::Solved;
            assert!(outcome.verdict != RunVerdict::Wrong, "a wrong claim on {puzzle}");
            solved += usize::from(ok);
            unsolved[i] += u64::from(!ok);
            runs.push((ok, seconds, outcome.ticks));
            if let Some(csv) = &mut csv {
                let best = outcome.best.map_or(0.0, |best| best.cost);
                writeln!(
                    csv,
                    "{id},\"{label}\",{path},{line},{seed},{},{best},{},{seconds:.6}",
                    outcome.verdict, outcome.ticks
                )?;
            }
        }
        rates.push(solved);
    }
    report(&id, &label, puzzles.len(), &rates, &mut runs);
    let never: Vec<usize> =
        (0..puzzles.len()).filter(|&i| unsolved[i] == plan.seeds).map(|i| puzzles[i].0).collect();
    println!("  never solved: {} puzzles {:?}", never.len(), &never[..never.len().min(20)]);
    Ok(())
}

fn report(id: &str, label: &str, n: usize, rates: &[usize], runs: &mut [(bool, f64, u64)]) {
    let solved = runs.iter().filter(|r| r.0).count();
    println!(
        "{id} {label}: {solved}/{} runs = {:.1} %, per seed {rates:?} of {n}",
        runs.len(),
        100.0 * solved as f64 / runs.len().max(1) as f64
    );
    let total: f64 = runs.iter().map(|r| r.1).sum();
    let ticks: u64 = runs.iter().map(|r| r.2).sum();
    let mut times: Vec<f64> = runs.iter().filter(|r| r.0).map(|r| r.1).collect();
    let mut done: Vec<u64> = runs.iter().filter(|r| r.0).map(|r| r.2).collect();
    times.sort_by(f64::total_cmp);
    done.sort_unstable();
    let at = |share: f64| ((times.len() as f64 * share) as usize).min(times.len().max(1) - 1);
    if !times.is_empty() {
        println!(
            "  solved runs: median {:.1} ms, p90 {:.1} ms, p99 {:.1} ms, max {:.1} ms; ticks median {}, p90 {}, max {}",
            times[at(0.5)] * 1e3,
            times[at(0.9)] * 1e3,
            times[at(0.99)] * 1e3,
            times[times.len() - 1] * 1e3,
            done[at(0.5)],
            done[at(0.9)],
            done[done.len() - 1]
        );
    }
    println!(
        "  {:.3} million ticks per second of processor time; {:.0} ticks and {:.1} ms spent for each solved run",
        ticks as f64 / total / 1e6,
        ticks as f64 / solved.max(1) as f64,
        1e3 * total / solved.max(1) as f64
    );
}

/// Which puzzles, how often and how long.
struct Plan {
    seeds: u64,
    seconds: f64,
    tick_limit: Option<u64>,
    remainder: Option<usize>,
    every: usize,
    take: usize,
    column: usize,
    only: Option<(usize, String)>,
    kind: String,
    ease: Option<usize>,
    csv: Option<String>,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            seeds: 5,
            seconds: 5.0,
            tick_limit: None,
            remainder: None,
            every: 1,
            take: usize::MAX,
            column: 1,
            only: None,
            kind: "any".to_owned(),
            ease: None,
            csv: None,
        }
    }
}

impl Plan {
    fn take_option(&mut self, name: &str, value: &str) -> Result<bool, Box<dyn std::error::Error>> {
        match name {
            "seeds" => self.seeds = value.parse()?,
            "time" => self.seconds = value.parse()?,
            "ticks" => self.tick_limit = Some(value.parse()?),
            "lines" => {
                self.remainder = match value {
                    "odd" => Some(1),
                    "even" => Some(0),
                    _ => None,
                }
            }
            "every" => self.every = value.parse()?,
            "take" => self.take = value.parse()?,
            "column" => self.column = value.parse()?,
            "where" => {
                let (column, text) = value.split_once(':').ok_or("where=COLUMN:TEXT")?;
                self.only = Some((column.parse()?, text.to_owned()));
            }
            "kind" => self.kind = value.to_owned(),
            "ease" => self.ease = Some(value.parse()?),
            "csv" => self.csv = Some(value.to_owned()),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The chosen puzzles with their line numbers.
    fn puzzles(&self, text: &str) -> Result<Vec<(usize, Puzzle)>, Box<dyn std::error::Error>> {
        let mut chosen = Vec::new();
        let mut met = 0;
        for (i, line) in text.lines().enumerate() {
            let number = i + 1;
            let field = |column: usize| line.split('\t').nth(column - 1);
            let Some(Ok(puzzle)) = field(self.column).map(str::parse::<Puzzle>) else { continue };
            let other = |(column, text): &(usize, String)| field(*column) != Some(text);
            if self.remainder.is_some_and(|r| number % 2 != r)
                || self.only.as_ref().is_some_and(other)
            {
                continue;
            }
            met += 1;
            if (met - 1) % self.every != 0 {
                continue;
            }
            let wanted = match self.kind.as_str() {
                "singles" => singles_solve(&puzzle),
                "beyond" => !singles_solve(&puzzle),
                _ => true,
            };
            if !wanted {
                continue;
            }
            let puzzle = match self.ease {
                Some(clues) => eased(&puzzle, clues, number as u64)?,
                None => puzzle,
            };
            chosen.push((number, puzzle));
            if chosen.len() >= self.take {
                break;
            }
        }
        Ok(chosen)
    }
}

/// The puzzle with random digits of its solution added.
fn eased(puzzle: &Puzzle, clues: usize, seed: u64) -> Result<Puzzle, Box<dyn std::error::Error>> {
    let outcome = Task::new(registry::find("dlx")?).solve(puzzle, &unlimited())?;
    let solution = outcome.solution.ok_or("a puzzle to be eased has a solution")?;
    let mut grid = puzzle.clues().clone();
    let mut blanks: Vec<Cell> = grid.blanks().collect();
    Random::new(seed).shuffle(&mut blanks);
    for &cell in blanks.iter().take(clues.saturating_sub(puzzle.n_clues())) {
        grid.set(cell, solution.digit(cell));
    }
    Ok(Puzzle::new(grid))
}

/// Whether naked and hidden singles fill the board.
fn singles_solve(puzzle: &Puzzle) -> bool {
    Reduced::new(puzzle, Level::Singles).is_some_and(|reduced| reduced.is_filled())
}

/// Time this thread has spent on a processor.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
