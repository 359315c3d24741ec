//! What a plain search asks of the board it works on.

use sudolab_grid::{Cell, Digit, DigitSet, Grid, Puzzle};

/// A board that digits are put into and taken out of again, the last one first.
pub(super) trait SearchBoard: Clone + Sized {
    /// The puzzle with its clues in place; `None` when they conflict or a clue is excluded.
    fn new(puzzle: &Puzzle) -> Option<Self>;
    /// What is filled.
    fn grid(&self) -> &Grid;
    /// How many cells are blank.
    fn n_blank(&self) -> usize;
    /// The digits that the houses of a blank cell lack and the puzzle allows there.
    fn candidates(&self, cell: Cell) -> DigitSet;
    /// The first blank cell, in the order of cells, of those with fewest candidates: one with none
    /// comes before one with a single candidate, so that a dead end is seen before anything more
    /// is tried.
    fn fewest(&self) -> Option<Cell>;
    /// The fewest blank cells in any house of a cell.
    fn tightest_house(&self, cell: Cell) -> usize;
    /// How many houses still lack a digit: a common digit is lacked by few.
    fn houses_lacking(&self, digit: Digit) -> usize;
    /// Puts a digit into a blank cell.
    fn fill(&mut self, cell: Cell, digit: Digit);
    /// Empties the cell that was filled last.
    fn empty(&mut self, cell: Cell);

    /// Whether a cell is blank.
    #[inline]
    fn is_blank(&self, cell: Cell) -> bool {
        self.grid().values()[cell.index()] == 0
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Goes down the first digits of the cells with fewest candidates to a dead end or the end,
    /// and up again; all the way the board has to answer as counting does.
    pub fn answers_as_counting_does<B: SearchBoard>(line: &str) {
        let puzzle: Puzzle = line.parse().unwrap();
        let board = puzzle.board();
        let check = |search: &B| -> Option<Cell> {
            let grid = search.grid();
            let blanks = || board.cells().filter(|&c| grid.get(c).is_none());
            assert_eq!(search.n_blank(), blanks().count());
            let candidates = |cell: Cell| {
                let taken = board.peer_list(cell).iter().filter_map(|&peer| grid.get(peer));
                taken.fold(puzzle.allowed(cell), |mut set, digit| {
                    set.remove(digit);
                    set
                })
            };
            for cell in blanks() {
                assert!(search.is_blank(cell));
                assert_eq!(search.candidates(cell), candidates(cell));
                let blank_in = |&house: &usize| {
                    board.houses()[house].cells().iter().filter(|&&c| grid.get(c).is_none()).count()
                };
                let tightest = board.houses_of(cell).iter().map(blank_in).min();
                assert_eq!(Some(search.tightest_house(cell)), tightest);
            }
            for digit in board.digits().iter() {
                let lacks = |h: &&sudolab_grid::House| {
                    h.cells().iter().all(|&c| grid.get(c) != Some(digit))
                };
                assert_eq!(
                    search.houses_lacking(digit),
                    board.houses().iter().filter(lacks).count()
                );
            }
            let fewest = blanks().min_by_key(|&c| candidates(c).len());
            assert_eq!(search.fewest(), fewest);
            fewest
        };
        let mut search = B::new(&puzzle).unwrap();
        let mut path = Vec::new();
        while let Some(cell) = check(&search) {
            let Some(digit) = search.candidates(cell).first() else { break };
            search.fill(cell, digit);
            path.push(cell);
        }
        assert!(path.len() > 5);
        for cell in path.into_iter().rev() {
            search.empty(cell);
            check(&search);
        }
        assert_eq!(search.grid(), puzzle.clues());
    }
}
