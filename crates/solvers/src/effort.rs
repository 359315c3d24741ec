//! Search effort as a measure of difficulty: how hard the papers' algorithms found a puzzle.
//!
//! Idea: Berggren & Nilsson (*A study of Sudoku solving algorithms*, 2012, sections 4 and 5) compare
//! how long each algorithm needs and ask whether algorithms agree on what is hard. Seconds belong
//! to a machine; guesses and ticks do not, so the profile `thesis` counts those: what the two exact
//! algorithms of the thesis need until they hold the solution.
//!
//! - `backtrack-thesis`: fewest candidates first; guesses are cells branched on;
//! - `rules-thesis`: naked single, naked tuples, guess; guesses are cells branched on.
//!
//! The thesis' third algorithm, the Boltzmann machine, draws random numbers: its effort is a
//! distribution, which `sudolab study` measures; one run of it would not be a rating.
//!
//! Zero guesses of `rules-thesis` means that its rules alone solve the puzzle.

use crate::{Budget, Halt, RunVerdict, Solver, Task, TaskError, registry};
use sudolab_grid::Puzzle;

/// Which algorithms are asked, and how long each may try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EffortProfile {
    /// The name of the profile.
    pub name: &'static str,
    /// Ids of deterministic algorithms.
    pub algorithms: &'static [&'static str],
    /// Most ticks for one algorithm on one puzzle.
    pub ticks: u64,
}

/// The profile `thesis`.
pub static THESIS: EffortProfile = EffortProfile {
    name: "thesis",
    algorithms: &["backtrack-thesis", "rules-thesis"],
    ticks: 10_000_000,
};

/// What one algorithm needed for a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// The algorithm's id.
    pub algorithm: &'static str,
    /// How it ended; anything but solved makes the counts a lower bound.
    pub verdict: RunVerdict,
    /// Branches of the search.
    pub guesses: u64,
    /// Its own units of work.
    pub ticks: u64,
}

/// Rates puzzles one after the other, keeping its solvers.
pub struct EffortRater(Vec<(Task, Box<dyn Solver>)>);

impl EffortRater {
    /// A rater for a profile.
    ///
    /// ```
    /// use sudolab_solvers::effort::{EffortRater, THESIS};
    /// let easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let efforts = EffortRater::new(&THESIS).rate(&easy.parse()?)?;
    /// assert_eq!(efforts[1].algorithm, "rules-thesis");
    /// assert_eq!(efforts[1].guesses, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// When the profile names an algorithm that the registry has not.
    pub fn new(profile: &EffortProfile) -> Self {
        let solver = |&id: &&'static str| {
            let algorithm = registry::find(id).expect("profiles name registered algorithms");
            let task = Task::new(algorithm).budget(Budget::ticks(profile.ticks));
            let solver = task.build().expect("defaults go together");
            (task, solver)
        };
        Self(profile.algorithms.iter().map(solver).collect())
    }

    /// What each algorithm of the profile needs, in the profile's order.
    ///
    /// # Errors
    /// When an algorithm does not work on the puzzle's board.
    pub fn rate(&mut self, puzzle: &Puzzle) -> Result<Vec<Effort>, TaskError> {
        self.rate_within(puzzle, &Halt::never())
    }

    /// The same, as long as the halt lets it: the verdict of an algorithm that was stopped says so.
    ///
    /// # Errors
    /// When an algorithm does not work on the puzzle's board.
    pub fn rate_within(
        &mut self,
        puzzle: &Puzzle,
        halt: &Halt<'_>,
    ) -> Result<Vec<Effort>, TaskError> {
        let run = |(task, solver): &mut (Task, Box<dyn Solver>)| {
            let outcome = task.run(&mut **solver, puzzle, 0, None, halt)?;
            Ok(Effort {
                algorithm: task.algorithm().id,
                verdict: outcome.verdict,
                guesses: outcome.guesses,
                ticks: outcome.ticks,
            })
        };
        self.0.iter_mut().map(run).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guesses(line: &str) -> Vec<u64> {
        let puzzle = line.parse().expect("a puzzle");
        let efforts = EffortRater::new(&THESIS).rate(&puzzle).expect("a 9x9 board");
        assert!(
            efforts.iter().all(|effort| effort.verdict == RunVerdict::Solved && effort.ticks > 0)
        );
        efforts.into_iter().map(|effort| effort.guesses).collect()
    }

    #[test]
    fn a_hard_puzzle_takes_more_guesses_than_an_easy_one_and_the_count_repeats() {
        let easy =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let hard =
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let (first, again) = (guesses(hard), guesses(hard));
        assert_eq!(first, again);
        assert!(first.iter().zip(guesses(easy)).all(|(&hard, easy)| hard > easy + 10));
    }
}
