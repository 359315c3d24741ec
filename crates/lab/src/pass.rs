//! Passes over a set of puzzles, and what is counted and said of them: what throughput is made of.

use crate::runner::process_cpu_seconds;
use std::time::Instant;

/// The least, the median and the largest of the passes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Span {
    /// The least.
    pub low: f64,
    /// Half lie below.
    pub median: f64,
    /// The largest.
    pub high: f64,
}

/// What was counted over the set, once.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Sum {
    /// How many puzzles.
    pub puzzles: usize,
    /// Branches of the search.
    pub guesses: u64,
    /// The algorithm's own units of work.
    pub ticks: u64,
    /// Puzzles without a branch.
    pub without_guess: usize,
    /// Puzzles solved.
    pub solved: usize,
}

impl Sum {
    /// Counts a puzzle.
    pub fn add(&mut self, guesses: u64, ticks: u64, solved: bool) {
        self.puzzles += 1;
        self.guesses += guesses;
        self.ticks += ticks;
        self.without_guess += usize::from(guesses == 0);
        self.solved += usize::from(solved);
    }

    /// Adds what another thread counted.
    pub fn absorb(&mut self, other: Sum) {
        self.puzzles += other.puzzles;
        self.guesses += other.guesses;
        self.ticks += other.ticks;
        self.without_guess += other.without_guess;
        self.solved += other.solved;
    }
}

/// So many puzzles in so much time.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// Puzzles done, each time it was done.
    pub puzzles: usize,
    /// Seconds on the wall.
    pub wall: f64,
    cpu: f64,
}

impl Pass {
    /// Times `work`, which says how many puzzles it did.
    pub fn timed<T>(work: impl FnOnce() -> T, puzzles: impl FnOnce(&T) -> usize) -> (Pass, T) {
        let (start, cpu) = (Instant::now(), process_cpu_seconds());
        let done = work();
        let (wall, cpu) = (start.elapsed().as_secs_f64(), process_cpu_seconds() - cpu);
        (Pass { puzzles: puzzles(&done), wall, cpu }, done)
    }

    fn rate(&self) -> f64 {
        self.puzzles as f64 / self.wall.max(1e-9)
    }
}

/// Puzzles in a second over passes.
pub fn rate(passes: &[Pass]) -> Span {
    let rates = sorted(passes, Pass::rate);
    let (low, high) = (rates.first().copied(), rates.last().copied());
    Span { low: low.unwrap_or(0.0), median: median(&rates), high: high.unwrap_or(0.0) }
}

/// Seconds of CPU time for a puzzle, in the middle pass.
pub fn cpu_per_puzzle(passes: &[Pass]) -> f64 {
    median(&sorted(passes, |pass| pass.cpu / pass.puzzles.max(1) as f64))
}

fn sorted(passes: &[Pass], value: impl Fn(&Pass) -> f64) -> Vec<f64> {
    let mut values: Vec<f64> = passes.iter().map(value).collect();
    values.sort_by(f64::total_cmp);
    values
}

/// The median of sorted values; of none it is 0.
fn median(sorted: &[f64]) -> f64 {
    match sorted.len() {
        0 => 0.0,
        n => (sorted[(n - 1) / 2] + sorted[n / 2]) / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_the_median_of_the_passes_between_the_slowest_and_the_fastest() {
        let pass = |puzzles, wall, cpu| Pass { puzzles, wall, cpu };
        let passes = [pass(100, 2.0, 4.0), pass(300, 1.0, 3.0), pass(100, 1.0, 3.0)];
        assert_eq!(rate(&passes), Span { low: 50.0, median: 100.0, high: 300.0 });
        assert_eq!(cpu_per_puzzle(&passes), 0.03);
        assert_eq!(rate(&passes[..2]).median, 175.0);
        assert_eq!(rate(&[]), Span { low: 0.0, median: 0.0, high: 0.0 });
    }

    #[test]
    fn a_timed_pass_knows_what_was_done() {
        let (pass, done) = Pass::timed(|| vec![1, 2, 3], Vec::len);
        assert_eq!((pass.puzzles, done), (3, vec![1, 2, 3]));
        assert!(pass.wall >= 0.0 && pass.cpu >= 0.0);
    }
}
