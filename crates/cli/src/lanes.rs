//! Plain 9x9 puzzles side by side, among other records.

use crate::input::Entry;
use crate::interrupt;
use sudolab::exact::nine::Clues;
use sudolab::exact::nine::batch::BatchCount;
use sudolab::solvers::Batch;
use sudolab::{Halt, Task};

/// The batch form of an algorithm, with the memory for one chunk after the other.
pub struct PlainBatch {
    batch: Box<dyn Batch>,
    plain: Vec<Clues>,
    found: Vec<BatchCount>,
}

impl PlainBatch {
    /// The batch form of a task's algorithm, if it has one.
    pub fn of(task: &Task) -> Option<PlainBatch> {
        Some(PlainBatch { batch: task.build_batch()?, plain: Vec::new(), found: Vec::new() })
    }

    /// Counts the solutions of the plain puzzles among the entries up to a limit: one verdict for
    /// each of them, in their order. Nothing when the user asked to end.
    pub fn run(&mut self, entries: &[Entry], limit: u64) -> Option<&[BatchCount]> {
        self.plain.clear();
        self.plain.extend(entries.iter().filter_map(|entry| match entry {
            Entry::Nine { clues, .. } => Some(Clues(*clues)),
            _ => None,
        }));
        let n_plain = self.plain.len();
        if n_plain == 0 {
            // The engine is made when it is needed: one puzzle shall start soon.
            return Some(&[]);
        }
        if self.found.len() < n_plain {
            self.found.resize(n_plain, BatchCount::NONE);
        }
        let found = &mut self.found[..n_plain];
        let halt = Halt::never().cancelled_by(interrupt::flag());
        self.batch.count(&self.plain, limit, found, &halt).ok()?;
        Some(found)
    }
}
