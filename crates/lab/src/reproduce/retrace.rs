//! A run of a result file made again, watched.
//!
//! Rows keep what a run came to, not how it went. But a run is determined by its puzzle, algorithm,
//! settings, seed and repeat, all of which the file holds, so it can be made again with an observer:
//! the figures that show a run in the making are drawn from such runs.

use crate::store::{Content, Row};
use sudolab_grid::Puzzle;
use sudolab_solvers::{Event, Outcome, Task, registry};

/// Makes the run of a row again, with some settings changed, and tells what it hears. `None` when the
/// file is of another version and names what this one does not know.
pub fn retrace(
    content: &Content,
    row: &Row,
    changes: &[(&str, &str)],
    mut watch: impl FnMut(&Event<'_>),
) -> Option<(Puzzle, Outcome)> {
    let entry = content.algorithms.get(row.algorithm as usize)?;
    let puzzle: Puzzle = content.puzzles.get(row.puzzle as usize)?.line.parse().ok()?;
    let mut task = Task::new(registry::find(&entry.algorithm).ok()?).seed(content.seed);
    let stored = entry.settings.split_whitespace().filter_map(|word| word.split_once('='));
    for (name, value) in stored.chain(changes.iter().copied()) {
        task = task.set(name, value).ok()?;
    }
    let mut solver = task.build().ok()?;
    let halt = sudolab_clock::unlimited();
    let mut hear = |_: u64, event: &Event<'_>| watch(event);
    let outcome =
        task.run(&mut *solver, &puzzle, row.repeat.into(), Some(&mut hear), &halt).ok()?;
    Some((puzzle, outcome))
}
