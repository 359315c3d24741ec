//! What the framework costs: a study of many short runs, and where its CPU time went.
//!
//! ```text
//! cargo run --release -p sudolab-bench --bin overhead -- 100000 [fast]
//! ```
//!
//! First the fast solver alone in a bare loop, then the same puzzles through the runner: the two
//! times of a puzzle should be equal, although the runner checks, counts, times and stores. Then
//! a study of the given number of runs: the part of the runner's CPU time that is in no row.
//! A repeated run begins with a pass of the algorithm that is in no row either; it is counted as
//! one warm pass, which is less than it takes, so the part outside is an upper bound.

use std::hint::black_box;
use sudolab_grid::random::Random;
use sudolab_lab::plan::Plan;
use sudolab_lab::runner;
use sudolab_lab::store::{self, Store};
use sudolab_solvers::{Halt, Run, Task, registry};

/// CPU time of the whole process, in seconds.
fn cpu() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

fn main() {
    let runs: usize = std::env::args().nth(1).map_or(100_000, |n| n.parse().expect("a number"));
    println!("one puzzle at a time, fast solver, nanoseconds of CPU time per puzzle:");
    // The machine's speed changes from second to second, so the two take turns.
    let mut medians = Vec::new();
    for _ in 0..11 {
        let (bare, rows) = (bare(400), study(r#"["fast"]"#, 400, 1, 1).2);
        let mut ratios: Vec<f64> = bare.iter().zip(&rows).map(|(b, r)| r / b).collect();
        ratios.sort_by(f64::total_cmp);
        let mean = |x: &[f64]| x.iter().sum::<f64>() / x.len() as f64 * 1e9;
        let median = ratios[ratios.len() / 2];
        println!(
            "  bare loop {:.0}, rows {:.0}; median ratio {median:.3}",
            mean(&bare),
            mean(&rows)
        );
        medians.push(median);
    }
    medians.sort_by(f64::total_cmp);
    println!("  median of {}: {:.3}", medians.len(), medians[medians.len() / 2]);
    println!("studies of {runs} runs, two threads:");
    let sets = [
        ("fast", r#"["fast"]"#, 1),
        ("rules-thesis", r#"["rules-thesis"]"#, 1),
        ("dlx", r#"["dlx"]"#, 1),
        ("annealing", r#"["annealing"]"#, 1),
        ("all four", r#"["fast", "rules-thesis", "dlx", "annealing"]"#, 4),
    ];
    let only = std::env::args().nth(2);
    for (name, list, n_algorithms) in sets {
        if only.as_ref().is_some_and(|only| only != name) {
            continue;
        }
        let puzzles = 400.min(runs / n_algorithms);
        let repeats = runs / puzzles / n_algorithms;
        let (total, inside, _) = study(list, puzzles, repeats, 2);
        println!(
            "  {name}: {total:.2} s of CPU time, {inside:.2} s in the algorithms, {:.1} % outside",
            100.0 * (1.0 - inside / total)
        );
    }
}

/// The mean time of each puzzle in a loop around the solver and nothing else.
fn bare(n: usize) -> Vec<f64> {
    let text = sudolab_lab::builtin::BuiltinSet::find("royle17").expect("it is built in").text();
    let task = Task::new(registry::find("fast").expect("it is registered"));
    let mut solver = task.build().expect("it has no settings");
    let halt = Halt::never();
    let mut run = Run::new(&halt, None, Random::new(0));
    text.lines()
        .take(n)
        .map(|line| {
            let puzzle: sudolab_grid::Puzzle = line.parse().expect("the list is tested");
            let mut time = |n: u32| {
                let before = cpu();
                for _ in 0..n {
                    let _ = black_box(solver.solve(black_box(&puzzle), &mut run));
                }
                (cpu() - before) / f64::from(n)
            };
            time(20);
            time(200)
        })
        .collect()
}

/// Runs a study; the CPU time of the runner, that inside the algorithms, and the first time of
/// each puzzle.
fn study(algorithms: &str, puzzles: usize, repeats: usize, jobs: usize) -> (f64, f64, Vec<f64>) {
    let text = format!(
        "name = \"overhead\"\nseed = 1\nalgorithms = {algorithms}\n[[puzzles]]\nbuiltin = \"royle17\"\ntake = {puzzles}\n[protocol]\nruns = {repeats}\ntime_limit = \"20s\"\n"
    );
    let plan = Plan::read(&text, "overhead").expect("the plan is right");
    let sets =
        plan.puzzles(std::path::Path::new("."), &Halt::never()).expect("the puzzles are built in");
    let folder = tempfile::tempdir().expect("a folder");
    let mut store = Store::open(folder.path(), &plan, &sets, jobs).expect("a new store");
    let never = Halt::never();
    let before = cpu();
    runner::run(&plan, &sets, &mut store, jobs, &never, &mut |_| {}).expect("it runs");
    let total = cpu() - before;
    let (mut inside, mut first) = (0.0, Vec::new());
    store
        .each_run(|row| {
            // The first pass, and every batch that was kept or thrown away.
            let batches = row.measured.batches + row.measured.rejected;
            let passes = 1.0 + f64::from(row.inner) * f64::from(batches);
            let passes = if row.inner == 1 && batches == 1 { 1.0 } else { passes };
            inside += passes * row.cpu_seconds;
            if row.repeat == 0 && row.algorithm == 0 {
                first.push(row.cpu_seconds);
            }
        })
        .expect("it was just written");
    store.close().expect("it was just written");
    assert!(store::read(folder.path()).is_ok());
    (total, inside, first)
}
