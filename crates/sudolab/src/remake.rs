//! New puzzles from given ones: easier, or with no clue too many.

use sudolab_exact::{ExactSolver, UniquePuzzle};
use sudolab_generate::{EaseError, minimize_within};
use sudolab_grid::halt::{Halt, Stop};
use sudolab_grid::random::Random;

/// The puzzle with random digits of its solution added up to so many clues. The same seed and
/// version give the same puzzle.
///
/// ```
/// use sudolab::{UniquePuzzle, ease};
///
/// let line = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...";
/// let hard = UniquePuzzle::prove(line.parse()?)?;
/// let easier = ease(&hard, 46, 7, 0)?;
/// assert_eq!(easier.puzzle().n_clues(), 46);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When it has more clues already, or the board fewer cells.
pub fn ease(
    puzzle: &UniquePuzzle,
    clues: usize,
    seed: u64,
    version: u64,
) -> Result<UniquePuzzle, EaseError> {
    let mut random = Random::for_run(seed, "ease", &puzzle.puzzle().seed_text(), version);
    sudolab_generate::ease(puzzle, clues, &mut random)
}

/// The puzzle without clues that can go, until none can. Which of them go depends on the seed.
///
/// ```
/// use sudolab::{Halt, UniquePuzzle, minimize, redundant_clues};
///
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let proper = UniquePuzzle::prove(line.parse()?)?;
/// let minimal = minimize(&proper, 7, &Halt::never())?;
/// assert!(redundant_clues(&minimal, &Halt::never())?.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// What stopped it.
pub fn minimize(puzzle: &UniquePuzzle, seed: u64, halt: &Halt<'_>) -> Result<UniquePuzzle, Stop> {
    let mut random = Random::for_run(seed, "minimize", &puzzle.puzzle().seed_text(), 0);
    ExactSolver::kept(|solver| minimize_within(solver, puzzle, &mut random, halt))
}
