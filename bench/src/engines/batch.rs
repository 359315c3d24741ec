//! Our engine for many puzzles at once.

use sudolab_exact::nine::Clues;
use sudolab_exact::nine::batch::{BatchCount, BatchEngine};

use super::single::clues;
use super::{Engine, Outcome};
use crate::sets::STRIDE;

/// The batch engine, fed a chunk at a time; memory for a chunk is kept from one to the next.
pub struct Batch {
    engine: BatchEngine,
    puzzles: Vec<Clues>,
    verdicts: Vec<BatchCount>,
}

impl Batch {
    /// With the best instructions of this machine.
    pub fn new() -> Batch {
        Batch { engine: BatchEngine::new(), puzzles: Vec::new(), verdicts: Vec::new() }
    }
}

impl Engine for Batch {
    fn name(&self) -> &str {
        "batch"
    }

    fn run(&mut self, chunk: &str, limit: u64, outcome: &mut Outcome) {
        self.puzzles.clear();
        self.puzzles.extend(chunk.as_bytes().chunks_exact(STRIDE).map(clues));
        self.verdicts.resize(self.puzzles.len(), BatchCount::NONE);
        self.engine.run(&self.puzzles, limit, &mut self.verdicts);
        for (i, verdict) in self.verdicts.iter().enumerate() {
            outcome.counts[i] = verdict.solutions;
            if limit == 1 {
                outcome.grids[i] = verdict.solution;
            }
        }
        outcome.guesses = Some(self.verdicts.iter().map(|verdict| verdict.guesses).sum());
    }
}
