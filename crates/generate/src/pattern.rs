//! Clues in given cells and nowhere else.
//!
//! The pattern is first filled from a random grid. That seldom leaves one solution, so the digits are
//! then changed one by one: of all puzzles that differ in one clue, one with the fewest solutions is taken
//! (counted up to a cap, all of them side by side), until there is one solution or no step gets
//! nearer. On boards other than the classic one only the first part is tried.

use crate::full_grid::random_grid_within;
use crate::order::Order;
use crate::uniform::uniform_grid;
use crate::workshop::{Rejected, Workshop};
use sudolab_exact::UniquePuzzle;
use sudolab_exact::nine::Clues;
use sudolab_exact::nine::batch::BatchCount;
use sudolab_grid::halt::Halt;
use sudolab_grid::random::Random;
use sudolab_grid::{Board, CellSet, Grid, Puzzle};

/// Solutions are counted no further than this.
const CAP: u64 = 500;
/// Steps of one descent, sideways ones included.
const STEPS: usize = 40;

impl Workshop {
    /// A puzzle with clues in exactly these cells.
    pub(crate) fn in_pattern(
        &mut self,
        order: &Order,
        pattern: &CellSet,
        random: &mut Random,
        halt: &Halt<'_>,
    ) -> Result<UniquePuzzle, Rejected> {
        if order.board.is_classic() {
            let clues = self.descend(pattern, random, halt)?;
            let clues = Grid::from_values(order.board.clone(), &clues).ok_or(Rejected::NoGrid)?;
            return self.settled(clues, halt);
        }
        let grid = random_grid_within(&mut self.solver, &order.board, random, halt)?;
        let mut clues = grid.ok_or(Rejected::NoGrid)?.into_grid();
        for cell in order.board.cells().filter(|cell| !pattern.contains(*cell)) {
            clues.clear(cell);
        }
        self.settled(clues, halt)
    }

    fn settled(&mut self, clues: Grid, halt: &Halt<'_>) -> Result<UniquePuzzle, Rejected> {
        match self.exact(halt).prove(&Puzzle::new(clues))? {
            Some(Ok(proper)) => Ok(proper),
            _ => Err(Rejected::PatternOpen),
        }
    }

    fn descend(
        &mut self,
        pattern: &CellSet,
        random: &mut Random,
        halt: &Halt<'_>,
    ) -> Result<[u8; 81], Rejected> {
        let board = Board::classic();
        let mut clues = uniform_grid(random);
        for cell in board.cells().filter(|cell| !pattern.contains(*cell)) {
            clues[cell.index()] = 0;
        }
        let mut fewest = CAP;
        let mut asked = Vec::new();
        for _ in 0..STEPS {
            halt.check()?;
            asked.clear();
            asked.push(Clues(clues));
            for cell in pattern.iter() {
                let held = |digit: u8| {
                    board.peer_list(cell).iter().any(|peer| clues[peer.index()] == digit)
                };
                for digit in (1..=9).filter(|&d| d != clues[cell.index()] && !held(d)) {
                    let mut other = clues;
                    other[cell.index()] = digit;
                    asked.push(Clues(other));
                }
            }
            let mut verdicts = vec![BatchCount::NONE; asked.len()];
            self.quarry.count(&asked, fewest.max(2), &mut verdicts);
            if verdicts[0].solutions == 1 {
                return Ok(clues);
            }
            let counts = || verdicts[1..].iter().map(|v| v.solutions).filter(|&n| n > 0);
            let Some(best) = counts().min() else { return Err(Rejected::PatternOpen) };
            let equal: Vec<&Clues> = asked[1..]
                .iter()
                .zip(&verdicts[1..])
                .filter(|(_, verdict)| verdict.solutions == best)
                .map(|(clues, _)| clues)
                .collect();
            let Some(&&Clues(next)) = random.pick(&equal) else { break };
            clues = next;
            fewest = best.max(2);
            if best == 1 {
                return Ok(clues);
            }
        }
        Err(Rejected::PatternOpen)
    }
}
