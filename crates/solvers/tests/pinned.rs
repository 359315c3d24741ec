//! What every algorithm that uses a seed does for it: ticks, guesses and the board it ends with.
//! A change of a line is a change of results per seed, which users have written down.

use std::path::Path;
use sudolab_grid::Puzzle;
use sudolab_solvers::{Budget, Halt, Task, registry};
use sudolab_testkit::pinned;

/// Ticks of a run: enough for each to do something of its own, few enough for a test.
const TICKS: u64 = 2_000;

const PUZZLES: [(&str, &str); 3] = [
    ("easy", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"),
    (
        "17-clues",
        ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
    ),
    // The easy one with most of its solution: also what seldom solves a puzzle solves this.
    (
        "45-clues",
        ".34.7.9.26.2.9.3.81.8.4.56.8.9.6.42.4.6.53.9.7.3.24.5.9.15.7.8.2.74.9.3.34.2.6.7.",
    ),
];

#[test]
fn every_algorithm_that_uses_a_seed_does_what_it_always_did() {
    let mut lines = Vec::new();
    for algorithm in registry::all().filter(|a| a.promises.uses_seed) {
        for (name, text) in PUZZLES {
            let puzzle: Puzzle = text.parse().expect("a puzzle");
            for seed in [1, 2] {
                let task = Task::new(algorithm).budget(Budget::ticks(TICKS)).seed(seed);
                let outcome = task.solve(&puzzle, &Halt::never()).expect("it accepts the puzzle");
                let board = match (&outcome.solution, &outcome.best) {
                    (Some(solution), _) => solution.grid().values().to_vec(),
                    (None, Some(best)) => best.board.clone(),
                    (None, None) => Vec::new(),
                };
                lines.push(format!(
                    "{} {name} {seed} {} {} {} {}",
                    algorithm.id,
                    outcome.verdict,
                    outcome.ticks,
                    outcome.guesses,
                    pinned::digest(&board)
                ));
            }
        }
    }
    assert!(lines.len() > 60, "{} lines", lines.len());
    pinned::check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pinned.txt"), &lines);
}
