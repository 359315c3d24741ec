//! The solvers under comparison, one file each.
//!
//! To add one: write its file, implement [`Engine`], add it to [`all`].

mod batch;
mod single;
mod sudoku_crate;
mod tdoku;

use std::path::Path;

/// A solver that can be given lines of text.
pub trait Engine {
    /// The name in tables and for `--engines`; ours say `batch` or `single`.
    fn name(&self) -> &str;

    /// Counts the solutions of each line of the chunk (see [`crate::sets::lines`]) up to the
    /// limit and writes them down. With a limit of 1 the solution is written down as well.
    fn run(&mut self, chunk: &str, limit: u64, outcome: &mut Outcome);
}

/// What an engine found on a chunk; room for it is made outside of the measured time.
pub struct Outcome {
    /// Solutions of each puzzle, at most the limit.
    pub counts: Vec<u64>,
    /// The first solution of each puzzle when the limit is 1: digits 1 to 9.
    pub grids: Vec<[u8; 81]>,
    /// Guesses in the whole chunk, if the engine counts them.
    pub guesses: Option<u64>,
}

impl Outcome {
    /// Room for so many puzzles.
    pub fn new(n: usize) -> Outcome {
        Outcome { counts: vec![0; n], grids: vec![[0; 81]; n], guesses: None }
    }
}

/// All engines of this build; tdoku only when its library is named.
pub fn all(tdoku: Option<&Path>) -> Result<Vec<Box<dyn Engine>>, String> {
    let mut engines: Vec<Box<dyn Engine>> = vec![
        Box::new(batch::Batch::new()),
        Box::new(single::Single::new()),
        Box::new(single::Single::portable()),
        Box::new(sudoku_crate::SudokuCrate),
    ];
    if let Some(path) = tdoku {
        engines.push(Box::new(tdoku::Tdoku::open(path)?));
    }
    Ok(engines)
}
