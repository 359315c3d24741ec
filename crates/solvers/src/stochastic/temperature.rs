//! Where is the critical temperature? Solve effort against temperature.
//!
//! Too hot, and the board never orders; too cold, and it freezes in a wrong order. Berggren &
//! Nilsson saw that their network solves puzzles at one temperature, about 0.5 % of the first, and
//! never after it. An algorithm that holds its temperature makes this measurable: run it at
//! each of a list of temperatures and see what a solution costs.
//!
//! Effort is counted in ticks, so a scan gives the same numbers on every machine. Runs that spend
//! their budget are not left out: the cost of a solution is all ticks spent divided by the
//! solutions found, which is the best estimate of the mean when times are exponentially
//! distributed and some are cut off.

use crate::{Algorithm, Budget, Halt, RunVerdict, Task, TaskError};
use sudolab_grid::Puzzle;

/// What one temperature came to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AtTemperature {
    /// The temperature.
    pub temperature: f64,
    /// Runs made: one for each puzzle and seed.
    pub runs: u64,
    /// Runs that ended with a solution.
    pub solved: u64,
    /// Ticks of all runs.
    pub ticks: u64,
}

impl AtTemperature {
    /// Ticks for each solution; infinite when there was none.
    pub fn ticks_per_solution(&self) -> f64 {
        if self.solved == 0 { f64::INFINITY } else { self.ticks as f64 / self.solved as f64 }
    }
}

/// Runs an algorithm with a parameter `temperature` at each of the temperatures, on every puzzle
/// with every seed from 0, each run at most so many ticks; calls `done` after each temperature.
pub fn scan(
    algorithm: &'static Algorithm,
    puzzles: &[Puzzle],
    temperatures: &[f64],
    seeds: u64,
    ticks: u64,
    mut done: impl FnMut(&AtTemperature),
) -> Result<Vec<AtTemperature>, TaskError> {
    let mut found = Vec::with_capacity(temperatures.len());
    for &temperature in temperatures {
        let mut at = AtTemperature { temperature, runs: 0, solved: 0, ticks: 0 };
        let task = Task::new(algorithm).set("temperature", &temperature.to_string())?;
        for seed in 0..seeds {
            let task = task.clone().seed(seed).budget(Budget::ticks(ticks));
            for puzzle in puzzles {
                let outcome = task.solve(puzzle, &Halt::never())?;
                at.runs += 1;
                at.solved += u64::from(outcome.verdict == RunVerdict::Solved);
                at.ticks += outcome.ticks;
            }
        }
        done(&at);
        found.push(at);
    }
    Ok(found)
}

/// The temperature at which a solution costs least; `None` when nothing was solved at any.
pub fn critical(found: &[AtTemperature]) -> Option<AtTemperature> {
    let cost = AtTemperature::ticks_per_solution;
    let best = found.iter().min_by(|a, b| cost(a).total_cmp(&cost(b)))?;
    (best.solved > 0).then_some(*best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;

    #[test]
    fn the_critical_temperature_of_both_chains_lies_between_frozen_and_molten() {
        let puzzles: Vec<Puzzle> = [
            ".................1.....2.3...2...4....3.5......46....7.5.1......8.....2..9.76....",
            ".................1.....2.34.....5.....1...6....7..38......6.7...4..1....35.4.....",
        ]
        .iter()
        .map(|line| line.parse().unwrap())
        .collect();
        for id in ["boltzmann", "annealing"] {
            let algorithm = registry::find(id).unwrap();
            let temperatures = [0.08, 0.35, 1.2];
            let found = scan(algorithm, &puzzles, &temperatures, 2, 500_000, |_| {}).unwrap();
            assert_eq!(critical(&found).unwrap().temperature, 0.35, "{id}: {found:?}");
        }
    }

    #[test]
    fn unsolved_runs_count_with_what_they_spent() {
        let at = AtTemperature { temperature: 1.0, runs: 4, solved: 2, ticks: 1000 };
        assert_eq!(at.ticks_per_solution(), 500.0);
        assert_eq!(critical(&[AtTemperature { solved: 0, ..at }]), None);
        assert_eq!(critical(&[]), None);
    }
}
