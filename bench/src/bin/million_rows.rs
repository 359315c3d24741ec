//! A result file with many made-up rows, to measure how long its report takes and how much memory.
//!
//! ```text
//! cargo run --release -p sudolab-bench --bin million_rows -- DIR [puzzles] [runs]
//! /usr/bin/time -v sudolab study report DIR
//! ```
//!
//! With the defaults 5 algorithms run 4 times on 49 158 puzzles: 983 160 rows. Then the report is
//! computed here under a halt, and the longest times between two looks at it are printed: so long it
//! takes to stop a report.

use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;
use sudolab_clock::SYSTEM;
use sudolab_grid::halt::{Clock, Halt};
use sudolab_grid::random::Random;
use sudolab_lab::plan::Plan;
use sudolab_lab::report::Report;
use sudolab_lab::store::{self, Ended, Row, Store};
use sudolab_solvers::RunVerdict;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("name a folder")?;
    let puzzles: usize = arguments.next().map_or(Ok(49_158), |n| n.parse())?;
    let runs: u32 = arguments.next().map_or(Ok(4), |n| n.parse())?;
    let text = format!(
        "name = \"a million rows\"\nseed = 1\nalgorithms = [\"fast\", \"dlx\", \"rules-thesis\", \"backtrack-thesis\", \"annealing\"]\n[[puzzles]]\nbuiltin = \"royle17\"\ntake = {puzzles}\n[protocol]\nruns = {runs}\ntime_limit = \"1s\"\n"
    );
    let plan = Plan::read(&text, "million_rows")?;
    let sets = plan.puzzles(Path::new("."), &sudolab_solvers::Halt::never())?;
    let mut store = Store::open(Path::new(&folder), &plan, &sets, 2)?;
    let mut source = Random::new(7);
    let mut rows = Vec::new();
    let mut n = 0;
    for puzzle in 0..sets[0].puzzles.len() as u32 {
        // Hard puzzles are hard for everyone, more or less.
        let hardness = source.unit();
        for algorithm in 0..plan.contestants.len() as u32 {
            for repeat in 0..runs {
                let spread = 3.0 * hardness + source.unit() * f64::from(algorithm);
                let seconds = 1e-6 * 10f64.powf(f64::from(algorithm) * 0.8 + spread);
                let late = seconds > 1.0;
                let ended =
                    Ended::With(if late { RunVerdict::OutOfTime } else { RunVerdict::Solved });
                let (key, cpu) = ((puzzle, algorithm, repeat), seconds.min(1.0));
                rows.push(Row {
                    ticks: (seconds * 1e9) as u64,
                    guesses: (seconds * 1e6) as u64,
                    best_cost: late.then_some(2.0),
                    ..Row::once(key, ended, cpu, 1.01 * cpu)
                });
                n += 1;
            }
        }
        if rows.len() >= 10_000 {
            store.write(&rows)?;
            rows.clear();
        }
    }
    store.write(&rows)?;
    store.close()?;
    println!("{n} rows in {folder}");
    let clock = Looked(Mutex::new((SYSTEM.wall(), Vec::new())));
    let halt = Halt::never().within(Duration::from_secs(3600), &clock);
    let content = store::read_within(Path::new(&folder), &halt)?;
    clock.tell("rows read");
    let report = Report::within(&content, &halt)?;
    clock.tell("report computed");
    report.write(Path::new(&folder), &halt)?;
    clock.tell("report written");
    Ok(())
}

/// A clock that remembers how far apart the looks at it were.
struct Looked(Mutex<(Duration, Vec<Duration>)>);

impl Clock for Looked {
    fn wall(&self) -> Duration {
        let now = SYSTEM.wall();
        let mut looks = self.0.lock().expect("no thread fails here");
        let apart = now - looks.0;
        *looks = (now, std::mem::take(&mut looks.1));
        looks.1.push(apart);
        now
    }
}

impl Looked {
    fn tell(&self, what: &str) {
        self.wall();
        let mut looks = self.0.lock().expect("no thread fails here");
        looks.1.sort();
        let longest: Vec<String> =
            looks.1.iter().rev().take(5).map(|d| format!("{:.0}", d.as_secs_f64() * 1e3)).collect();
        let all: Duration = looks.1.iter().sum();
        let (n, longest) = (looks.1.len(), longest.join(", "));
        println!(
            "{what} in {all:.2?} with {n} looks at the halt; longest times between: {longest} ms"
        );
        looks.1.clear();
    }
}
