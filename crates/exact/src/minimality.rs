//! Minimality: which clues of a proper puzzle can go.
//!
//! A clue is redundant when the puzzle stays proper without it. The questions of one puzzle are
//! independent of each other, and so are those of many puzzles: they are asked of the batch
//! engine all together.

use crate::ExactSolver;
use crate::nine::Clues;
use crate::nine::batch::{BatchCount, BatchEngine};
use crate::solver::unstopped;
use sudolab_grid::halt::{Halt, Stop};
use sudolab_grid::{Cell, Puzzle};

/// The clues of a proper puzzle each of which can go alone, in reading order. None: the puzzle is
/// minimal.
pub fn redundant_clues(solver: &mut ExactSolver, puzzle: &Puzzle) -> Vec<Cell> {
    unstopped(redundant_clues_within(solver, puzzle, &Halt::never()))
}

/// The same, as long as the halt lets it.
pub fn redundant_clues_within(
    solver: &mut ExactSolver,
    puzzle: &Puzzle,
    halt: &Halt<'_>,
) -> Result<Vec<Cell>, Stop> {
    let without = |cell: Cell| {
        let mut clues = puzzle.clues().clone();
        clues.clear(cell);
        puzzle.with_clues(clues).expect("the clues lie on the same board")
    };
    let mut spare = Vec::new();
    for (cell, _) in puzzle.clues().filled() {
        halt.check()?;
        if solver.count_within(&without(cell), 2, halt)?.solutions == 1 {
            spare.push(cell);
        }
    }
    Ok(spare)
}

/// The same for many proper 9x9 puzzles at once, in their order.
pub fn redundant_clues_of_many(engine: &mut BatchEngine, puzzles: &[Clues]) -> Vec<Vec<Cell>> {
    unstopped(redundant_clues_of_many_within(engine, puzzles, &Halt::never()))
}

/// The same, as long as the halt lets it.
pub fn redundant_clues_of_many_within(
    engine: &mut BatchEngine,
    puzzles: &[Clues],
    halt: &Halt<'_>,
) -> Result<Vec<Vec<Cell>>, Stop> {
    let mut asked = Vec::with_capacity(puzzles.len() * 26);
    for Clues(clues) in puzzles {
        for (cell, _) in clues.iter().enumerate().filter(|&(_, &v)| v != 0) {
            let mut less = *clues;
            less[cell] = 0;
            asked.push(Clues(less));
        }
    }
    let mut verdicts = vec![BatchCount::NONE; asked.len()];
    engine.run_within(&asked, 2, &mut verdicts, halt)?;
    let mut verdicts = verdicts.iter();
    let of = |Clues(clues): &Clues| {
        let cells = clues.iter().enumerate().filter(|&(_, &v)| v != 0).map(|(i, _)| Cell::new(i));
        cells
            .zip(verdicts.by_ref())
            .filter(|(_, v)| v.solutions == 1)
            .map(|(cell, _)| cell)
            .collect()
    };
    Ok(puzzles.iter().map(of).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_by_one_and_many_at_once_agree() {
        let lines = [
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
        ];
        let puzzles = lines.map(|line| line.parse::<Puzzle>().unwrap());
        let clues = puzzles.each_ref().map(|p| Clues(*p.as_nine().unwrap()));
        let many = redundant_clues_of_many(&mut BatchEngine::new(), &clues);
        let mut solver = ExactSolver::new();
        for (puzzle, spare) in puzzles.iter().zip(&many) {
            assert_eq!(&redundant_clues(&mut solver, puzzle), spare);
        }
        assert!(!many[0].is_empty());
        assert_eq!(many[1], [], "a 17-clue puzzle is minimal");
    }
}
