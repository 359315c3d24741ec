//! Many puzzles looked at one by one.

use std::collections::HashSet;
use sudolab_exact::nine::Clues;
use sudolab_exact::nine::batch::{BatchCount, BatchEngine};
use sudolab_exact::redundant_clues_of_many;
use sudolab_generate::Quarry;
use sudolab_grid::{Board, Canonical, Grid, Puzzle};

/// How many of the sample are proper and minimal, and how many classes of isomorphs they are.
fn look_at(count: u64) -> (usize, usize, usize) {
    let mut quarry = Quarry::new();
    let mut engine = BatchEngine::new();
    let (mut proper, mut minimal) = (0, 0);
    let mut classes = HashSet::new();
    for first in (0..count).step_by(4096) {
        let dug = quarry.minimal(11, first..count.min(first + 4096));
        let clues: Vec<Clues> = dug.iter().map(|dug| Clues(dug.clues)).collect();
        let mut verdicts = vec![BatchCount::NONE; clues.len()];
        engine.run(&clues, 2, &mut verdicts);
        let right = verdicts.iter().zip(&dug);
        proper += right.filter(|(v, dug)| v.solutions == 1 && v.solution == dug.solution).count();
        let spare = redundant_clues_of_many(&mut engine, &clues);
        minimal += spare.iter().filter(|cells| cells.is_empty()).count();
        for Clues(values) in clues {
            let grid = Grid::from_values(Board::classic(), &values).expect("81 values are a grid");
            let canonical = Canonical::of(&Puzzle::new(grid)).expect("it is a classic puzzle");
            classes.insert(canonical.grid().values().to_vec());
        }
    }
    (proper, minimal, classes.len())
}

#[test]
fn generated_puzzles_are_proper_minimal_and_no_two_isomorphic() {
    assert_eq!(look_at(500), (500, 500, 500));
}

#[test]
#[ignore = "minutes: canonical forms of a hundred thousand puzzles"]
fn a_hundred_thousand_puzzles_are_proper_minimal_and_no_two_isomorphic() {
    assert_eq!(look_at(100_000), (100_000, 100_000, 100_000));
}
