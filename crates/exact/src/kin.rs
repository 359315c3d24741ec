//! Proper puzzles from proper puzzles.
//!
//! With more digits of its solution a proper puzzle stays proper: that needs no proof. Whether it
//! stays so with fewer clues is a question to the engine, and a cheaper one than from scratch,
//! since the solution is known: is there another? For a single clue that means a solution with
//! another digit in its cell.

use crate::{Choice, ExactSolver, UniquePuzzle};
use std::ops::ControlFlow;
use sudolab_grid::halt::{Halt, Meter, Stop};
use sudolab_grid::{Cell, DigitSet, Puzzle, Solution};

impl UniquePuzzle {
    /// The puzzle with the digits of its solution as clues in these cells too.
    pub fn with_clues(&self, cells: impl IntoIterator<Item = Cell>) -> UniquePuzzle {
        let mut clues = self.puzzle().clues().clone();
        for cell in cells {
            clues.set(cell, self.solution().digit(cell));
        }
        let puzzle = self.puzzle().with_clues(clues).expect("the clues lie on the same board");
        let solution = Solution::check(&puzzle, self.solution().grid().clone())
            .expect("clues of the solution agree with it");
        UniquePuzzle::proved(puzzle, solution)
    }

    /// The puzzle without the clues in these cells, if it stays proper.
    ///
    /// # Errors
    /// What stopped the search.
    pub fn without_clues_within(
        &self,
        solver: &mut ExactSolver,
        cells: &[Cell],
        halt: &Halt<'_>,
    ) -> Result<Option<UniquePuzzle>, Stop> {
        halt.check()?;
        self.without_clues_metered(solver, cells, &mut halt.pulse())
    }

    /// The same with any meter, such as one that allows so many ticks for this question.
    ///
    /// # Errors
    /// What stopped the search.
    pub fn without_clues_metered(
        &self,
        solver: &mut ExactSolver,
        cells: &[Cell],
        meter: &mut impl Meter,
    ) -> Result<Option<UniquePuzzle>, Stop> {
        let mut clues = self.puzzle().clues().clone();
        cells.iter().for_each(|&cell| clues.clear(cell));
        let puzzle = self.puzzle().with_clues(clues).expect("the clues lie on the same board");
        if self.has_another(solver, &puzzle, cells, meter)? {
            return Ok(None);
        }
        let solution = Solution::check(&puzzle, self.solution().grid().clone())
            .expect("fewer clues keep the solution");
        Ok(Some(UniquePuzzle::proved(puzzle, solution)))
    }

    /// Whether the puzzle with fewer clues has another solution than the known one.
    fn has_another(
        &self,
        solver: &mut ExactSolver,
        puzzle: &Puzzle,
        cells: &[Cell],
        meter: &mut impl Meter,
    ) -> Result<bool, Stop> {
        let engines = solver.engines();
        if let &[cell] = cells {
            let mut sets: Vec<DigitSet> = match puzzle.stated_candidates() {
                Some(stated) => stated.to_vec(),
                None => vec![puzzle.board().digits(); puzzle.board().n_cells()],
            };
            sets[cell.index()].remove(self.solution().digit(cell));
            let other = puzzle.restricted_to(sets).expect("there is one set for each cell");
            let mut another = false;
            let work = engines.each_found(Choice::ByBoard, &other, meter, |_| {
                another = true;
                ControlFlow::Break(())
            });
            return work.ended.map(|()| another);
        }
        // The known one is among them, so that two are one too many.
        let mut found = 0;
        let work = engines.each_found(Choice::ByBoard, puzzle, meter, |_| {
            found += 1;
            if found < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        work.ended.map(|()| found > 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    const LINES: [&str; 2] = [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
    ];

    #[test]
    fn fewer_clues_are_proper_exactly_where_a_proof_from_scratch_says_so() {
        let mut solver = ExactSolver::new();
        for line in LINES {
            let proper = UniquePuzzle::prove(line.parse().unwrap()).unwrap();
            let cells: Vec<Cell> = proper.puzzle().clues().filled().map(|(c, _)| c).collect();
            let pairs = cells.windows(2).map(|pair| pair.to_vec());
            for gone in cells.iter().map(|&cell| vec![cell]).chain(pairs) {
                let mut clues = proper.puzzle().clues().clone();
                gone.iter().for_each(|&cell| clues.clear(cell));
                let less = proper.without_clues_within(&mut solver, &gone, &Halt::never());
                let scratch = UniquePuzzle::prove_with(&mut solver, Puzzle::new(clues)).ok();
                assert_eq!(less, Ok(scratch), "{gone:?}");
            }
        }
    }

    #[test]
    fn more_clues_make_the_same_puzzle_as_a_proof_from_scratch() {
        let proper = UniquePuzzle::prove(LINES[1].parse().unwrap()).unwrap();
        let more = proper.with_clues((0..81).step_by(4).map(Cell::new));
        assert_eq!(UniquePuzzle::prove(more.puzzle().clone()).as_ref(), Ok(&more));
        assert_eq!(more.solution().grid(), proper.solution().grid());
    }

    #[test]
    fn a_raised_flag_stops_the_question() {
        let proper = UniquePuzzle::prove(LINES[0].parse().unwrap()).unwrap();
        let raised = AtomicBool::new(true);
        let halt = Halt::never().cancelled_by(&raised);
        let asked = proper.without_clues_within(&mut ExactSolver::new(), &[Cell::new(0)], &halt);
        assert_eq!(asked, Err(Stop::Cancelled));
    }
}
