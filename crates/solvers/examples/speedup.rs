//! One puzzle with 1, 2, … threads: how much sooner, and what it costs.
//!
//! ```text
//! cargo run --release --example speedup -- ALGORITHM solve|count PUZZLE|FILE [threads] [repeats]
//! ```
//!
//! Prints for each number of threads the least wall and processor time of the repeats, the speed-up
//! against one thread, efficiency (speed-up over threads), and what came out, which must not change.

use std::time::Instant;
use sudolab_grid::Puzzle;
use sudolab_solvers::{Task, registry};

fn processor_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [id, what, text, rest @ ..] = arguments.as_slice() else {
        return Err("usage: speedup ALGORITHM solve|count PUZZLE|FILE [threads] [repeats]".into());
    };
    let most: usize = rest.first().map_or(Ok(2), |n| n.parse())?;
    let repeats: usize = rest.get(1).map_or(Ok(3), |n| n.parse())?;
    let text = std::fs::read_to_string(text).unwrap_or_else(|_| text.clone());
    let algorithm = registry::find(id)?;
    println!("algorithm,puzzle,threads,wall_s,processor_s,speed_up,efficiency,came_out");
    for (number, line) in text.lines().filter(|l| !l.starts_with('#')).enumerate() {
        let puzzle: Puzzle = line.split(['\t', ',']).next().unwrap_or_default().parse()?;
        let mut alone = f64::NAN;
        for threads in 1..=most {
            let task = Task::new(algorithm).threads(threads);
            let (mut wall, mut processor) = (f64::INFINITY, f64::INFINITY);
            let mut came_out = String::new();
            for _ in 0..repeats {
                let (started, before) = (Instant::now(), processor_seconds());
                came_out = match what.as_str() {
                    "count" => {
                        let count = task.count(&puzzle, u64::MAX, 0)?;
                        format!("{} solutions {} ticks", count.solutions, count.ticks)
                    }
                    _ => {
                        let outcome = task.solve(&puzzle)?;
                        format!("{} {} ticks", outcome.verdict, outcome.ticks)
                    }
                };
                wall = wall.min(started.elapsed().as_secs_f64());
                processor = processor.min(processor_seconds() - before);
            }
            if threads == 1 {
                alone = wall;
            }
            let speed_up = alone / wall;
            println!(
                "{id},{number},{threads},{wall:.4},{processor:.4},{speed_up:.3},{:.3},{came_out}",
                speed_up / threads as f64
            );
        }
    }
    Ok(())
}
