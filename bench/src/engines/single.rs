//! Our engine for one puzzle at a time.

use sudolab_exact::nine::Clues;
use sudolab_exact::nine::single::{Opening, SingleEngine};

use super::{Engine, Outcome};
use crate::sets::STRIDE;

/// The single-puzzle engine, fed line by line.
pub struct Single {
    name: &'static str,
    engine: SingleEngine,
}

impl Single {
    /// With the best instructions of this machine.
    pub fn new() -> Single {
        Single { name: "single", engine: SingleEngine::new() }
    }

    /// In plain Rust.
    pub fn portable() -> Single {
        Single { name: "single-portable", engine: SingleEngine::portable() }
    }
}

impl Engine for Single {
    fn name(&self) -> &str {
        self.name
    }

    fn run(&mut self, chunk: &str, limit: u64, outcome: &mut Outcome) {
        let mut guesses = 0;
        for (i, line) in chunk.as_bytes().chunks_exact(STRIDE).enumerate() {
            let start = Opening::Clues(clues(line));
            if limit == 1 {
                let solution = self.engine.solve(&start);
                outcome.counts[i] = u64::from(solution.is_some());
                if let Some(grid) = solution {
                    outcome.grids[i] = grid;
                }
            } else {
                let count = self.engine.count(&start, limit);
                outcome.counts[i] = count.solutions;
                guesses += count.guesses;
            }
        }
        outcome.guesses = (limit > 1).then_some(guesses);
    }
}

/// The clues of a line of 81 characters: '1' to '9', anything else is blank.
pub(super) fn clues(line: &[u8]) -> Clues {
    let mut clues = [0; 81];
    for (clue, &byte) in clues.iter_mut().zip(line) {
        let digit = byte.wrapping_sub(b'0');
        *clue = if digit <= 9 { digit } else { 0 };
    }
    Clues(clues)
}
