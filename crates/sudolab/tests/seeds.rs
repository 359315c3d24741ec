//! A seed belongs to the whole puzzle: its board, clues, candidates and rules. For a plain puzzle
//! that is its clue line, so that what was made for a seed stays the same.

use std::path::Path;
use sudolab::formats::{Document, Format, WriteOptions};
use sudolab::grid::random::Random;
use sudolab::lab::plan::Plan;
use sudolab::workshop::{self, random_jigsaw};
use sudolab::{ExactSolver, Grid, Halt, Puzzle, Transform, UniquePuzzle, transform};

const LINE: &str =
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...";

/// A proper puzzle with regions of its own.
fn jigsaw() -> UniquePuzzle {
    let (mut solver, mut random, never) = (ExactSolver::new(), Random::new(11), Halt::never());
    let board = random_jigsaw(&mut solver, 9, &mut random, &never).expect("nothing stops it");
    let grid = workshop::random_grid(&mut solver, &board, &mut random).expect("it can be filled");
    let full = UniquePuzzle::prove(Puzzle::new(grid.into_grid())).expect("it is full");
    workshop::minimize(&mut solver, &full, &mut random)
}

#[test]
fn a_plan_and_the_verb_ease_a_puzzle_with_regions_alike() {
    let proper = jigsaw();
    let folder = tempfile::tempdir().unwrap();
    let written = Format::Json
        .write(&Document::from(proper.puzzle()), &WriteOptions::default())
        .expect("JSON holds regions");
    std::fs::write(folder.path().join("one.json"), written.text).unwrap();
    let plan = Plan::read(
        "name = \"x\"\nseed = 7\nalgorithms = [\"dlx\"]\n[[puzzles]]\nfile = \"one.json\"\nease = 46\n\
         versions = 3\n[protocol]\nkind = \"fixed\"\nruns = 1\ntime_limit = \"1s\"\n",
        "the test",
    )
    .unwrap();
    let sets = plan.puzzles(folder.path(), &Halt::never()).unwrap();
    let by_verb: Vec<Puzzle> = (0..3)
        .map(|version| sudolab::ease(&proper, 46, 7, version).expect("it has fewer").into_puzzle())
        .collect();
    assert_eq!(sets[0].puzzles, by_verb);
    assert_ne!(by_verb[0], by_verb[1]);
    assert!(plan.puzzles(Path::new("nowhere"), &Halt::never()).is_err());
}

#[test]
fn a_plain_puzzle_keeps_what_was_made_for_its_seed() {
    let proper = UniquePuzzle::prove(LINE.parse().unwrap()).unwrap();
    let eased = sudolab::ease(&proper, 46, 7, 0).unwrap();
    let mut random = Random::for_run(7, "ease", LINE, 0);
    assert_eq!(eased, workshop::ease(&proper, 46, &mut random).unwrap());
    let minimal = sudolab::minimize(&eased, 7, &Halt::never()).unwrap();
    let mut random = Random::for_run(7, "minimize", &eased.to_string(), 0);
    assert_eq!(minimal, workshop::minimize(&mut ExactSolver::new(), &eased, &mut random));
}

#[test]
fn the_same_clues_on_another_board_have_another_stream() {
    let proper = jigsaw();
    let values = proper.puzzle().clues().values();
    let classic = Grid::from_values(sudolab::Board::classic(), values).expect("81 values");
    let shuffle = Transform::new().shuffle(7);
    let one = transform(&Puzzle::new(classic), &shuffle, &Halt::never())
        .expect("the classic board can be shuffled");
    // A board of its own regions has fewer isomorphs; what counts is that the streams differ.
    if let Ok(other) = transform(proper.puzzle(), &shuffle, &Halt::never()) {
        assert_ne!(one.puzzle.clues().values(), other.puzzle.clues().values());
    }
    let plain: Puzzle = LINE.parse().unwrap();
    assert_eq!(plain.seed_text(), LINE);
    assert_ne!(proper.puzzle().seed_text(), proper.puzzle().to_string());
}
