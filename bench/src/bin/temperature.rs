//! Solve effort against temperature: a table, and the critical temperature.
//!
//! ```text
//! cargo run --release -p sudolab-bench --bin temperature -- \
//!     boltzmann top95.txt 0.20 0.60 0.02 [stride] [seeds] [million ticks]
//! ```
//!
//! The algorithm is any with a parameter `temperature`. Printed as comma-separated values.

use sudolab_grid::Puzzle;
use sudolab_solvers::{registry, stochastic::temperature};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [id, file, low, high, step, rest @ ..] = &words[..] else {
        return Err(
            "usage: temperature ALGORITHM FILE LOW HIGH STEP [STRIDE] [SEEDS] [MTICKS]".into()
        );
    };
    let number = |place: usize, default: u64| {
        rest.get(place).map_or(Ok(default), |word| word.parse::<u64>())
    };
    let (stride, seeds, million) = (number(0, 1)?, number(1, 1)?, number(2, 100)?);
    let (low, high, step): (f64, f64, f64) = (low.parse()?, high.parse()?, step.parse()?);
    let text = std::fs::read_to_string(file)?;
    let lines = text.lines().step_by(stride.max(1) as usize);
    let puzzles = lines.map(str::parse).collect::<Result<Vec<Puzzle>, _>>()?;
    let n_steps = ((high - low) / step).round().max(0.0) as u32;
    let temperatures: Vec<f64> =
        (0..=n_steps).map(|i| ((low + f64::from(i) * step) * 1e6).round() / 1e6).collect();
    let algorithm = registry::find(id)?;
    println!("algorithm,temperature,runs,solved,ticks,ticks_per_solution");
    let found =
        temperature::scan(algorithm, &puzzles, &temperatures, seeds, million * 1_000_000, |at| {
            println!(
                "{id},{},{},{},{},{:.0}",
                at.temperature,
                at.runs,
                at.solved,
                at.ticks,
                at.ticks_per_solution()
            );
        })?;
    match temperature::critical(&found) {
        Some(at) => eprintln!("critical temperature of {id}: {}", at.temperature),
        None => eprintln!("nothing was solved at any of these temperatures"),
    }
    Ok(())
}
