//! One puzzle with 1, 2, … threads: how much sooner, and what it costs.
//!
//! ```text
//! cargo run --release -p sudolab-bench --bin speedup -- \
//!     ALGORITHM solve|unique|count PUZZLE|FILE [threads] [repeats] [lanes] [NAME=VALUE]...
//! ```
//!
//! A file has a puzzle on each line: a line of cells, or 729 pencil marks. Prints for each number of
//! threads the wall and processor time, the speed-up against one thread, efficiency (speed-up over
//! threads), mean ticks, and what came out, which must not change for trees. Times are the least of
//! the repeats; where the algorithm draws, repeats are seeds and times are means. On a busy machine
//! the processor time says how much work threads add, and for lanes the ticks say what two threads
//! gain: `ticks of 1 / (ticks of n * lanes / n)`.

use std::time::Instant;
use sudolab_clock::unlimited;
use sudolab_grid::{Board, DigitSet, Grid, Puzzle};
use sudolab_solvers::{Task, registry};

fn processor_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

fn read(line: &str) -> Result<Puzzle, Box<dyn std::error::Error>> {
    if line.len() != 729 {
        return Ok(line.parse()?);
    }
    let set = |cell: &[u8]| {
        let bits = cell.iter().enumerate().map(|(i, &symbol)| u64::from(symbol != b'.') << i);
        DigitSet::from_bits(bits.sum())
    };
    let sets = line.as_bytes().chunks(9).map(set).collect();
    let puzzle = Puzzle::with_candidates(Grid::empty(Board::classic()), sets);
    puzzle.ok_or_else(|| "pencil marks that leave a cell empty".into())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [id, what, text, rest @ ..] = arguments.as_slice() else {
        return Err(
            "usage: speedup ALGORITHM solve|unique|count PUZZLE|FILE [threads] [repeats]".into()
        );
    };
    let most: usize = rest.first().map_or(Ok(2), |n| n.parse())?;
    let repeats: u32 = rest.get(1).map_or(Ok(3), |n| n.parse())?;
    let lanes: Option<usize> = rest.get(2).map(|n| n.parse()).transpose()?;
    let text = std::fs::read_to_string(text).unwrap_or_else(|_| text.clone());
    let algorithm = registry::find(id)?;
    let draws = algorithm.promises.uses_seed;
    let mut base = Task::new(algorithm);
    for setting in rest.iter().skip(3) {
        let (name, value) = setting.split_once('=').ok_or("a setting is NAME=VALUE")?;
        base = base.set(name, value)?;
    }
    if let Some(lanes) = lanes {
        base = base.lanes(lanes);
    }
    println!("algorithm,puzzle,threads,wall_s,processor_s,speed_up,efficiency,ticks,came_out");
    for (number, line) in text.lines().filter(|l| !l.starts_with('#')).enumerate() {
        let puzzle = read(line.trim())?;
        let mut alone = f64::NAN;
        for threads in 1..=most {
            let (mut walls, mut processors, mut ticks) = (Vec::new(), Vec::new(), 0);
            let mut came_out = String::new();
            for repeat in 0..repeats {
                let task = base.clone().threads(threads).seed(u64::from(repeat));
                let (started, before) = (Instant::now(), processor_seconds());
                let spent;
                (came_out, spent) = match what.as_str() {
                    "solve" => {
                        let outcome = task.solve(&puzzle, &unlimited())?;
                        (outcome.verdict.to_string(), outcome.ticks)
                    }
                    what => {
                        let limit = if what == "unique" { 2 } else { u64::MAX };
                        let count = task.count(&puzzle, limit, 0, &unlimited())?;
                        (format!("{} solutions", count.solutions), count.ticks)
                    }
                };
                ticks += spent;
                walls.push(started.elapsed().as_secs_f64());
                processors.push(processor_seconds() - before);
            }
            let typical = |times: &[f64]| match draws {
                true => times.iter().sum::<f64>() / times.len() as f64,
                false => times.iter().copied().fold(f64::INFINITY, f64::min),
            };
            let (wall, processor) = (typical(&walls), typical(&processors));
            if threads == 1 {
                alone = wall;
            }
            let (speed_up, ticks) = (alone / wall, ticks / u64::from(repeats));
            let efficiency = speed_up / threads as f64;
            println!(
                "{id},{number},{threads},{wall:.4},{processor:.4},{speed_up:.3},{efficiency:.3},{ticks},{came_out}",
            );
        }
    }
    Ok(())
}
