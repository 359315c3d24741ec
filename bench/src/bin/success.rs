//! How often and how fast an algorithm solves the puzzles of a file.
//!
//! ```text
//! cargo run --release -p sudolab-bench --bin success -- \
//!     --algorithm boltzmann --file top95.txt --seeds 5 --time-limit 5s --jobs 2
//! ```
//!
//! `--ease 46 --versions 4` adds digits of the solution until there are 46 clues, four times for each
//! puzzle (the sets of Berggren & Nilsson); `--take`, `--skip` and `--stride` choose lines; `--set
//! name=value` sets parameters; `--rows FILE` keeps every run.
//!
//! Each puzzle is run once for each seed. Time is processor time of the thread that solves, so a
//! busy machine changes it little; runs that reach the limit count with the time they took. The
//! time limit itself is by the clock on the wall: on a busy machine give a generous one, or a limit
//! in ticks (`--ticks`), and read the times.

use rustix::time::{ClockId, clock_gettime};
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use sudolab_clock::unlimited;
use sudolab_grid::random::Random;
use sudolab_grid::{Cell, Puzzle};
use sudolab_solvers::stochastic::reduced::{Level, Reduced};
use sudolab_solvers::{Budget, RunVerdict, Task, registry};

struct Options {
    algorithm: String,
    file: String,
    take: usize,
    stride: usize,
    skip: usize,
    seeds: u64,
    first_seed: u64,
    limit: Duration,
    ticks: Option<u64>,
    jobs: usize,
    column: usize,
    ease: Option<usize>,
    versions: usize,
    rows: Option<String>,
    settings: Vec<(String, String)>,
}

struct Row {
    puzzle: usize,
    seed: u64,
    verdict: RunVerdict,
    seconds: f64,
    ticks: u64,
    best: f64,
}

fn main() {
    let options = match options() {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}");
            std::process::exit(2);
        }
    };
    if let Err(message) = measure(&options) {
        eprintln!("{message}");
        std::process::exit(1);
    }
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        algorithm: String::new(),
        file: String::new(),
        take: usize::MAX,
        stride: 1,
        skip: 0,
        seeds: 5,
        first_seed: 1,
        limit: Duration::from_secs(5),
        ticks: None,
        jobs: 1,
        column: usize::MAX,
        ease: None,
        versions: 1,
        rows: None,
        settings: Vec::new(),
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().ok_or(format!("{word} needs a value"))?;
        let whole = || value.parse::<usize>().map_err(|_| format!("{word} takes a whole number"));
        match word.as_str() {
            "--algorithm" => options.algorithm = value,
            "--file" => options.file = value,
            "--take" => options.take = whole()?,
            "--stride" => options.stride = whole()?.max(1),
            "--skip" => options.skip = whole()?,
            "--seeds" => options.seeds = whole()? as u64,
            "--first-seed" => options.first_seed = whole()? as u64,
            "--ticks" => options.ticks = Some(whole()? as u64),
            "--jobs" => options.jobs = whole()?.max(1),
            "--column" => options.column = whole()?,
            "--ease" => options.ease = Some(whole()?),
            "--versions" => options.versions = whole()?,
            "--rows" => options.rows = Some(value),
            "--set" => {
                let (name, value) = value.split_once('=').ok_or("--set takes name=value")?;
                options.settings.push((name.to_owned(), value.to_owned()));
            }
            "--time-limit" => {
                let seconds = value.trim_end_matches('s').parse::<f64>();
                let seconds = seconds.map_err(|_| "--time-limit takes seconds, such as 5s")?;
                options.limit = Duration::from_secs_f64(seconds);
            }
            _ => return Err(format!("there is no option {word}")),
        }
    }
    Ok(options)
}

fn measure(options: &Options) -> Result<(), String> {
    let algorithm = registry::find(&options.algorithm).map_err(|e| e.to_string())?;
    let budget = match options.ticks {
        Some(ticks) => Budget::ticks(ticks),
        None => Budget::time(options.limit),
    };
    let mut task = Task::new(algorithm).budget(budget);
    for (name, value) in &options.settings {
        task = task.set(name, value).map_err(|e| e.to_string())?;
    }
    let mut puzzles = puzzles(options)?;
    if let Some(n_clues) = options.ease {
        let versions = 0..options.versions as u64;
        puzzles = puzzles
            .iter()
            .flat_map(|p| versions.clone().map(move |version| eased(p, n_clues, version)))
            .collect::<Result<_, _>>()?;
    }
    let by_singles = puzzles
        .iter()
        .filter(|p| Reduced::new(p, Level::Singles).is_some_and(|r| r.is_filled()))
        .count();
    let next = AtomicUsize::new(0);
    let rows = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..options.jobs {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(puzzle) = puzzles.get(number) else { break };
                    for seed in options.first_seed..options.first_seed + options.seeds {
                        let task = task.clone().seed(seed);
                        let begun = processor_time();
                        let outcome =
                            task.solve(puzzle, &unlimited()).expect("settings were checked");
                        let row = Row {
                            puzzle: number,
                            seed,
                            verdict: outcome.verdict,
                            seconds: processor_time() - begun,
                            ticks: outcome.ticks,
                            best: outcome.best.map_or(0.0, |b| b.cost),
                        };
                        rows.lock().expect("no thread panics").push(row);
                    }
                }
            });
        }
    });
    let mut rows = rows.into_inner().expect("no thread panics");
    rows.sort_by_key(|r| (r.puzzle, r.seed));
    if let Some(path) = &options.rows {
        write_rows(path, options, &rows).map_err(|e| format!("{path}: {e}"))?;
    }
    report(options, puzzles.len(), by_singles, &rows);
    Ok(())
}

fn puzzles(options: &Options) -> Result<Vec<Puzzle>, String> {
    let text =
        std::fs::read_to_string(&options.file).map_err(|e| format!("{}: {e}", options.file))?;
    let tabular = options.file.ends_with(".tsv");
    let header = text.lines().next().unwrap_or("");
    let named = header.split('\t').position(|name| name == "puzzle").unwrap_or(0);
    let column = if options.column == usize::MAX { named } else { options.column };
    let lines = text.lines().skip(usize::from(tabular)).filter(|l| !l.trim().is_empty());
    let chosen = lines.skip(options.skip).step_by(options.stride).take(options.take);
    chosen
        .map(|line| {
            let field = line.split('\t').nth(if tabular { column } else { 0 }).unwrap_or("");
            let field = field.split(' ').next().unwrap_or("");
            field.parse().map_err(|e| format!("{}: {e}", options.file))
        })
        .collect()
}

/// The puzzle with digits of its solution added until it has so many clues.
fn eased(puzzle: &Puzzle, n_clues: usize, version: u64) -> Result<Puzzle, String> {
    let exact = registry::find("dlx").map_err(|e| e.to_string())?;
    let outcome = Task::new(exact).solve(puzzle, &unlimited()).map_err(|e| e.to_string())?;
    let solution = outcome.solution.ok_or("a puzzle has no solution to add digits of")?;
    let mut blanks: Vec<Cell> = puzzle.clues().blanks().collect();
    Random::for_run(version, "ease", &puzzle.to_string(), 0).shuffle(&mut blanks);
    let mut clues = puzzle.clues().clone();
    for &cell in blanks.iter().take(n_clues.saturating_sub(puzzle.n_clues())) {
        clues.set(cell, solution.digit(cell));
    }
    Ok(Puzzle::new(clues))
}

fn processor_time() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

fn write_rows(path: &str, options: &Options, rows: &[Row]) -> std::io::Result<()> {
    let mut file = std::io::BufWriter::new(std::fs::File::create(path)?);
    writeln!(file, "algorithm,puzzle,seed,verdict,seconds,ticks,best_cost")?;
    for row in rows {
        let line = options.skip + row.puzzle * options.stride + 1;
        writeln!(
            file,
            "{},{line},{},{},{:.6},{},{}",
            options.algorithm, row.seed, row.verdict, row.seconds, row.ticks, row.best
        )?;
    }
    file.flush()
}

fn report(options: &Options, n_puzzles: usize, by_singles: usize, rows: &[Row]) {
    let solved = rows.iter().filter(|r| r.verdict == RunVerdict::Solved).count();
    let wrong = rows.iter().filter(|r| r.verdict == RunVerdict::Wrong).count();
    let always = rows
        .chunk_by(|a, b| a.puzzle == b.puzzle)
        .filter(|c| c.iter().all(|r| r.verdict == RunVerdict::Solved))
        .count();
    let mut seconds: Vec<f64> = rows.iter().map(|r| r.seconds).collect();
    seconds.sort_by(f64::total_cmp);
    let mut ticks: Vec<u64> = rows.iter().map(|r| r.ticks).collect();
    ticks.sort_unstable();
    let total: f64 = seconds.iter().sum();
    let share = |q: f64| seconds[((seconds.len() as f64 * q) as usize).min(seconds.len() - 1)];
    println!(
        "{} on {}: {solved}/{} runs solved, {always}/{n_puzzles} puzzles by every seed, {wrong} wrong; {by_singles} fall to singles",
        options.algorithm,
        options.file.rsplit('/').next().unwrap_or(""),
        rows.len(),
    );
    println!(
        "  CPU seconds: median {:.5}  mean {:.5}  p90 {:.5}  p99 {:.4}  max {:.3}; ticks median {}; {:.1} M ticks/s",
        share(0.5),
        total / rows.len() as f64,
        share(0.9),
        share(0.99),
        seconds[seconds.len() - 1],
        ticks[ticks.len() / 2],
        ticks.iter().sum::<u64>() as f64 / total / 1e6,
    );
    for row in rows.iter().filter(|r| r.verdict != RunVerdict::Solved).take(20) {
        println!(
            "  puzzle {} seed {}: {}, best cost {}",
            options.skip + row.puzzle * options.stride + 1,
            row.seed,
            row.verdict,
            row.best
        );
    }
}
