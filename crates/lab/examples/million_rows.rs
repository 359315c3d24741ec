//! A result file with many made-up rows, to measure how long its report takes and how much memory.
//!
//! ```text
//! cargo run --release -p sudolab-lab --example million_rows -- DIR [puzzles] [runs]
//! /usr/bin/time -v sudolab study report DIR
//! ```
//!
//! With the defaults 5 algorithms run 4 times on 50 000 puzzles: a million rows.

use std::path::Path;
use sudolab_grid::random::Random;
use sudolab_lab::plan::Plan;
use sudolab_lab::store::{Ended, Row, Store};
use sudolab_solvers::Verdict;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("name a folder")?;
    let puzzles: usize = arguments.next().map_or(Ok(49_158), |n| n.parse())?;
    let runs: u32 = arguments.next().map_or(Ok(4), |n| n.parse())?;
    let text = format!(
        "name = \"a million rows\"\nseed = 1\nalgorithms = [\"fast\", \"dlx\", \"rules-thesis\", \"backtrack-thesis\", \"annealing\"]\n[[puzzles]]\nbuiltin = \"royle17\"\ntake = {puzzles}\n[protocol]\nruns = {runs}\ntime_limit = \"1s\"\n"
    );
    let plan = Plan::read(&text, "million_rows")?;
    let sets = plan.puzzles(Path::new("."))?;
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
                rows.push(Row {
                    puzzle,
                    algorithm,
                    repeat,
                    ended: Ended::With(if late { Verdict::OutOfTime } else { Verdict::Solved }),
                    ticks: (seconds * 1e9) as u64,
                    guesses: (seconds * 1e6) as u64,
                    best_cost: late.then_some(2.0),
                    cpu_seconds: seconds.min(1.0),
                    wall_seconds: 1.01 * seconds.min(1.0),
                    inner: 1,
                    note: None,
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
    Ok(())
}
