//! One solver for every puzzle: the simple face of the [`Engines`].

use crate::nine::Clues;
use crate::nine::single::Opening;
use crate::unique::Proof;
use crate::{Answer, Answered, Choice, Engines, NotUnique, Solved, UniquePuzzle, Work};
use std::cell::RefCell;
use std::ops::ControlFlow;
use sudolab_grid::halt::{Halt, Meter, Stop};
use sudolab_grid::{Grid, Puzzle, Solution};

/// How many solutions a puzzle has, as far as was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolutionCount {
    /// Solutions found, at most the limit.
    pub solutions: u64,
    /// Whether there are certainly no more.
    pub complete: bool,
    /// Branches of the search.
    pub guesses: u64,
}

/// Solves, counts and enumerates. Make one and keep it: it holds the memory of its searches.
///
/// Each question has a form that goes on to the end and one, named `_within`, that a [`Halt`] can
/// stop.
///
/// ```
/// use sudolab_exact::ExactSolver;
/// let puzzle = "1.3..2..........".parse()?;
/// let mut solver = ExactSolver::new();
/// let count = solver.count(&puzzle, 100);
/// assert!(count.complete && count.solutions > 1);
/// # Ok::<(), sudolab_grid::LineError>(())
/// ```
#[derive(Debug, Default)]
pub struct ExactSolver {
    engines: Engines,
}

thread_local! {
    static KEPT: RefCell<ExactSolver> = RefCell::default();
}

impl ExactSolver {
    /// A solver with the best instructions this machine has.
    pub fn new() -> ExactSolver {
        ExactSolver::default()
    }

    /// Works with a solver that the calling thread keeps, so that single calls make no engine.
    pub fn kept<R>(work: impl FnOnce(&mut ExactSolver) -> R) -> R {
        KEPT.with(|kept| match kept.try_borrow_mut() {
            Ok(mut solver) => work(&mut solver),
            // Called from inside such work.
            Err(_) => work(&mut ExactSolver::new()),
        })
    }

    /// The engines it asks.
    pub fn engines(&mut self) -> &mut Engines {
        &mut self.engines
    }

    /// A solution, if there is any.
    pub fn solve(&mut self, puzzle: &Puzzle) -> Option<Solution> {
        unstopped(self.solve_within(puzzle, &Halt::never()))
    }

    /// The same, as long as the halt lets it.
    pub fn solve_within(
        &mut self,
        puzzle: &Puzzle,
        halt: &Halt<'_>,
    ) -> Result<Option<Solution>, Stop> {
        let mut first = None;
        self.each_found_within(puzzle, halt, |solved| {
            first = Some(solved.grid_of(puzzle));
            ControlFlow::Break(())
        })?;
        Ok(first.map(|grid| checked(puzzle, grid)))
    }

    /// Counts solutions up to a limit: 1 asks whether there is one, 2 whether it is the only one.
    pub fn count(&mut self, puzzle: &Puzzle, limit: u64) -> SolutionCount {
        let Some(clues) = puzzle.as_nine() else {
            return unstopped(self.count_within(puzzle, limit, &Halt::never()));
        };
        let count = self.engines.single().count(&Opening::Clues(Clues(*clues)), limit);
        let (solutions, guesses) = (count.solutions, count.guesses);
        SolutionCount { solutions, complete: solutions < limit, guesses }
    }

    /// The same, as long as the halt lets it.
    pub fn count_within(
        &mut self,
        puzzle: &Puzzle,
        limit: u64,
        halt: &Halt<'_>,
    ) -> Result<SolutionCount, Stop> {
        let mut solutions = 0;
        if limit == 0 {
            return Ok(SolutionCount { solutions, complete: false, guesses: 0 });
        }
        let guesses = self.each_found_within(puzzle, halt, |_| {
            solutions += 1;
            if solutions < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        Ok(SolutionCount { solutions, complete: solutions < limit, guesses })
    }

    /// First solution and uniqueness, from one search.
    ///
    /// ```
    /// use sudolab_exact::{Answer, ExactSolver};
    /// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let answered = ExactSolver::new().answer(&puzzle);
    /// assert!(matches!(answered.answer, Answer::Unique(_)));
    /// # Ok::<(), sudolab_grid::LineError>(())
    /// ```
    pub fn answer(&mut self, puzzle: &Puzzle) -> Answered {
        unstopped(self.answer_within(puzzle, &Halt::never()))
    }

    /// The same, as long as the halt lets it: stopped before the first solution it has no answer,
    /// stopped after it [`Answer::Unproved`].
    pub fn answer_within(&mut self, puzzle: &Puzzle, halt: &Halt<'_>) -> Result<Answered, Stop> {
        let (proof, Work { guesses, ticks, ended, .. }) =
            self.search_for_two(puzzle, &mut halt.pulse());
        let answer = match (ended, proof) {
            (Err(stop), Proof { first: None, .. }) => return Err(stop),
            (Err(stop), Proof { first: Some(grid), .. }) => {
                Answer::Unproved { first: checked(puzzle, grid), stop }
            }
            (Ok(()), proof) => proof.judge(puzzle.clone()).into(),
        };
        Ok(Answered { answer, guesses, ticks })
    }

    /// Proves that a puzzle has exactly one solution, as long as the meter lets it.
    pub(crate) fn prove_metered(
        &mut self,
        puzzle: Puzzle,
        meter: &mut impl Meter,
    ) -> Result<Result<UniquePuzzle, NotUnique>, Stop> {
        let (proof, work) = self.search_for_two(&puzzle, meter);
        work.ended?;
        Ok(proof.judge(puzzle))
    }

    fn search_for_two(&mut self, puzzle: &Puzzle, meter: &mut impl Meter) -> (Proof, Work) {
        let mut proof = Proof::default();
        let work = self.engines.each_found(Choice::ByBoard, puzzle, meter, |solved| {
            let grid = Some(solved.grid_of(puzzle));
            if proof.first.is_none() {
                proof.first = grid;
                return ControlFlow::Continue(());
            }
            proof.second = grid;
            ControlFlow::Break(())
        });
        (proof, work)
    }

    /// Hands over each solution until `found` breaks off; returns the number of guesses.
    pub fn each_solution(
        &mut self,
        puzzle: &Puzzle,
        found: impl FnMut(&Grid) -> ControlFlow<()>,
    ) -> u64 {
        unstopped(self.each_solution_within(puzzle, &Halt::never(), found))
    }

    /// The same, as long as the halt lets it.
    pub fn each_solution_within(
        &mut self,
        puzzle: &Puzzle,
        halt: &Halt<'_>,
        mut found: impl FnMut(&Grid) -> ControlFlow<()>,
    ) -> Result<u64, Stop> {
        let mut grid = puzzle.clues().clone();
        self.each_found_within(puzzle, halt, |solved| {
            solved.write_to(&mut grid);
            found(&grid)
        })
    }

    /// The same, with solutions that are written out only when asked: counting needs none of them.
    pub fn each_found_within(
        &mut self,
        puzzle: &Puzzle,
        halt: &Halt<'_>,
        found: impl FnMut(Solved<'_>) -> ControlFlow<()>,
    ) -> Result<u64, Stop> {
        let work = self.engines.each_found(Choice::ByBoard, puzzle, &mut halt.pulse(), found);
        work.ended.map(|()| work.guesses)
    }
}

/// What came of work that nothing could stop.
pub(crate) fn unstopped<T>(result: Result<T, Stop>) -> T {
    result.expect("a halt that watches nothing stops nothing")
}

/// A solution the engines have found.
pub(crate) fn checked(puzzle: &Puzzle, grid: Grid) -> Solution {
    Solution::check(puzzle, grid)
        .expect("the engines find only solutions; the tests compare them with the naive one")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::general::{Engine, Unsuited};
    use sudolab_grid::Rule;

    #[test]
    fn rules_beyond_the_houses_are_never_left_out() {
        let plain: Puzzle = "1...............".parse().unwrap();
        let mut solver = ExactSolver::new();
        for text in ["thermometer r1c1 r1c2 r1c3 r1c4", "cage 3 r1c1 r2c2", "cage 2 r1c1 r2c2"] {
            let rule = Rule::from_text(text, plain.board()).unwrap();
            let mut expected = 0;
            solver.each_solution(&plain, |grid| {
                expected += u64::from(rule.holds(grid).is_ok());
                ControlFlow::Continue(())
            });
            let ruled = plain.clone().with_rules(vec![rule]).unwrap();
            assert_eq!(solver.count(&ruled, u64::MAX).solutions, expected, "{text}");
            assert_eq!(solver.solve(&ruled).is_some(), expected > 0, "{text}");
            let refused = Engine::new(ruled.board()).count(&ruled, 2);
            assert!(matches!(refused, Err(Unsuited::Rules { .. })), "{text}");
        }
        let plain: Puzzle =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap();
        let rule = Rule::from_text("thermometer r1c1 r1c2", plain.board()).unwrap();
        assert_eq!(solver.count(&plain.with_rules(vec![rule]).unwrap(), 2).solutions, 0);
    }
}
