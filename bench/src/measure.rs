//! Turns on the same chunks, thread CPU time, the smallest of three.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

use crate::engines::{Engine, Outcome};
use crate::sets::{self, Puzzles};

const CHUNKS: usize = 4;
const ROUNDS: usize = 3;

/// What one engine did on one set.
pub struct Measured {
    /// The engine's name.
    pub engine: String,
    /// Microseconds per puzzle.
    pub micros: f64,
    /// Guesses per puzzle, for engines that count them.
    pub guesses: Option<f64>,
}

/// Measures all engines on the puzzles; an error when they disagree.
pub fn measure(
    engines: &mut [Box<dyn Engine>],
    puzzles: &Puzzles,
    limit: u64,
) -> Result<Vec<Measured>, String> {
    let n = puzzles.len();
    let mut time = vec![Duration::ZERO; engines.len()];
    let mut guesses = vec![Some(0u64); engines.len()];
    for chunk in 0..CHUNKS {
        let (from, to) = (n * chunk / CHUNKS, n * (chunk + 1) / CHUNKS);
        let text = puzzles.range(from, to);
        let mut outcomes: Vec<Outcome> = engines.iter().map(|_| Outcome::new(to - from)).collect();
        let mut best = vec![Duration::MAX; engines.len()];
        for round in 0..=ROUNDS {
            for (i, engine) in engines.iter_mut().enumerate() {
                let start = thread_time();
                engine.run(text, limit, &mut outcomes[i]);
                let spent = thread_time() - start;
                if round > 0 {
                    best[i] = best[i].min(spent);
                }
            }
        }
        for (i, outcome) in outcomes.iter().enumerate() {
            compare(text, limit, engines[i].name(), outcome, engines[0].name(), &outcomes[0])?;
            time[i] += best[i];
            guesses[i] = guesses[i].zip(outcome.guesses).map(|(sum, more)| sum + more);
        }
    }
    Ok(engines
        .iter()
        .enumerate()
        .map(|(i, engine)| Measured {
            engine: engine.name().to_owned(),
            micros: time[i].as_secs_f64() * 1e6 / n as f64,
            guesses: guesses[i].map(|sum| sum as f64 / n as f64),
        })
        .collect())
}

/// CPU time of this thread so far.
pub fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn compare(
    text: &str,
    limit: u64,
    name: &str,
    outcome: &Outcome,
    first_name: &str,
    first: &Outcome,
) -> Result<(), String> {
    for (i, line) in sets::lines(text).enumerate() {
        let (count, expected) = (outcome.counts[i], first.counts[i]);
        if count != expected {
            return Err(format!(
                "{name} counts {count} solutions, {first_name} {expected}, limit {limit}: {line}"
            ));
        }
        if limit == 1 && count == 1 && !solves(&outcome.grids[i], line) {
            return Err(format!("{name} gives a wrong grid: {line}"));
        }
    }
    Ok(())
}

/// Whether a grid of digits is complete, breaks no house and keeps the clues of the line.
fn solves(grid: &[u8; 81], line: &str) -> bool {
    let mut seen = [0u32; 27];
    for (cell, (&digit, clue)) in grid.iter().zip(line.bytes()).enumerate() {
        if !(1..=9).contains(&digit) || (clue != b'.' && clue - b'0' != digit) {
            return false;
        }
        let (row, column) = (cell / 9, cell % 9);
        for house in [row, 9 + column, 18 + row / 3 * 3 + column / 3] {
            seen[house] |= 1 << digit;
        }
    }
    seen.iter().all(|&digits| digits == 0x3fe)
}
