//! Minimality: which clues of a proper puzzle can go.
//!
//! A clue is redundant when the puzzle stays proper without it. The questions of one puzzle are
//! independent of each other, and so are those of many puzzles: they are asked of the batch
//! engine all together.

use crate::ExactSolver;
use crate::nine::Clues;
use crate::nine::batch::{BatchEngine, Verdict};
use sudolab_grid::{Cell, Puzzle};

/// The clues of a proper puzzle each of which can go alone, in reading order. None: the puzzle is
/// minimal.
pub fn redundant_clues(solver: &mut ExactSolver, puzzle: &Puzzle) -> Vec<Cell> {
    let without = |cell: Cell| {
        let mut clues = puzzle.clues().clone();
        clues.clear(cell);
        match puzzle.stated_candidates() {
            Some(stated) => Puzzle::with_candidates(clues, stated.to_vec())
                .expect("the sets are those of the same board"),
            None => Puzzle::new(clues),
        }
    };
    let cells: Vec<Cell> = puzzle.clues().filled().map(|(cell, _)| cell).collect();
    cells.into_iter().filter(|&cell| solver.count(&without(cell), 2).solutions == 1).collect()
}

/// The same for many proper 9x9 puzzles at once, in their order.
pub fn redundant_clues_of_many(engine: &mut BatchEngine, puzzles: &[Clues]) -> Vec<Vec<Cell>> {
    let mut asked = Vec::with_capacity(puzzles.len() * 26);
    for Clues(clues) in puzzles {
        for (cell, _) in clues.iter().enumerate().filter(|&(_, &v)| v != 0) {
            let mut less = *clues;
            less[cell] = 0;
            asked.push(Clues(less));
        }
    }
    let mut verdicts = vec![Verdict::NONE; asked.len()];
    engine.run(&asked, 2, &mut verdicts);
    let mut verdicts = verdicts.iter();
    let of = |Clues(clues): &Clues| {
        let cells = clues.iter().enumerate().filter(|&(_, &v)| v != 0).map(|(i, _)| Cell::new(i));
        cells
            .zip(verdicts.by_ref())
            .filter(|(_, v)| v.solutions == 1)
            .map(|(cell, _)| cell)
            .collect()
    };
    puzzles.iter().map(of).collect()
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
