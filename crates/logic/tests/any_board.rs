//! Published puzzles of every kind, explained: no step removes a digit of the told solution, and every
//! step is confirmed from its reason as far as that can be counted out.

use sudolab_grid::formats::{ReadOptions, read_one};
use sudolab_grid::halt::Halt;
use sudolab_grid::{Alphabet, Grid, Puzzle, Solution};
use sudolab_logic::general::{End, Fault, Path, Position, check, words};
use sudolab_testkit::outside::shared;

fn filled(puzzle: &Puzzle, line: &str) -> Option<Grid> {
    let board = puzzle.board();
    if board.size() > 9 && board.first_value() == 1 {
        let values: Option<Vec<u8>> = line.chars().map(|c| Alphabet::Letters.value(c)).collect();
        return Grid::from_values(board.clone(), &values?);
    }
    board.grid_from_line(line).ok()
}

#[derive(Default, Debug)]
struct Tally {
    solved: usize,
    stuck: usize,
    steps: usize,
    confirmed: usize,
}

/// Explains a puzzle as far as a number of steps, against its told solution.
fn explain(puzzle: &Puzzle, solution: &Grid, most: usize, tally: &mut Tally) {
    let halt = Halt::never();
    let mut path = Path::new(Position::new(puzzle).unwrap(), &halt);
    for (before, step) in path.by_ref().take(most) {
        let text = || words(&before, &step).to_string();
        for &(cell, digit) in &step.effect.eliminations {
            assert_ne!(solution.get(cell), Some(digit), "{}", text());
        }
        for &(cell, digit) in &step.effect.placements {
            assert_eq!(solution.get(cell), Some(digit), "{}", text());
        }
        tally.steps += 1;
        match check(&before, &step) {
            Ok(()) => tally.confirmed += 1,
            Err(Fault::TooLarge) => {}
            Err(fault) => panic!("{}: {fault}", text()),
        }
    }
    match path.end() {
        Some(End::Solved) => tally.solved += 1,
        Some(End::Broken(dead)) => panic!("{}", dead.clause(path.position().ground())),
        _ => tally.stuck += 1,
    }
}

#[test]
fn published_variants_are_explained_without_a_wrong_step() {
    let Some(text) = shared("variants/iss_variants.tsv") else { return };
    let mut tally = Tally::default();
    // Every twelfth, and of each only so many steps: the whole file takes minutes.
    for line in text.lines().skip(1).step_by(12) {
        let fields: Vec<&str> = line.split('\t').collect();
        let Ok(record) = read_one(fields[2], &ReadOptions::default()) else { continue };
        let Ok(puzzle) = record.document.puzzle() else { continue };
        let Some(grid) = filled(&puzzle, fields[3]) else { continue };
        if puzzle.board().side_cells().next().is_some()
            || Solution::check(&puzzle, grid.clone()).is_err()
            || puzzle.board().n_cells() > 81
        {
            continue;
        }
        explain(&puzzle, &grid, 25, &mut tally);
    }
    println!("{tally:?}");
    assert!(tally.steps > 100, "{tally:?}");
    assert!(tally.confirmed * 2 > tally.steps, "{tally:?}");
}

#[test]
fn jigsaws_and_boards_of_sixteen_are_solved_by_steps() {
    let mut tally = Tally::default();
    let options = ReadOptions::default();
    if let Some(text) = shared("variants/jigsaw.tsv") {
        for line in text.lines().skip(1).step_by(23) {
            let fields: Vec<&str> = line.split('\t').collect();
            let both = format!("{} {}", fields[2], fields[3]);
            let puzzle = read_one(&both, &options).unwrap().document.puzzle().unwrap();
            let solution = puzzle.board().grid_from_line(fields[4]).unwrap();
            explain(&puzzle, &solution, usize::MAX, &mut tally);
        }
    }
    if let Some(text) = shared("larger/sudoku16_unique.tsv") {
        for line in text.lines().skip(1).step_by(61) {
            let fields: Vec<&str> = line.split('\t').collect();
            let puzzle = read_one(fields[1], &options).unwrap().document.puzzle().unwrap();
            let solution = puzzle.board().grid_from_line(fields[2]).unwrap();
            explain(&puzzle, &solution, 200, &mut tally);
        }
    }
    println!("{tally:?}");
    assert!(tally.steps == 0 || tally.solved * 2 > tally.stuck, "{tally:?}");
}
