//! Stochastic algorithms on puzzles with rules beyond the houses: those that take rules as cost solve
//! them, the others say that they do not.

use sudolab_grid::formats::{ReadOptions, read_all};
use sudolab_grid::halt::Halt;
use sudolab_grid::rule::Rule;
use sudolab_grid::{Board, Puzzle, Solution};
use sudolab_solvers::{Budget, Family, RunVerdict, Task, registry};

/// A killer without a clue, with one solution.
const KILLER: &str = r#"{"size":6,"rules":["cage 18 r1c1 r1c2 r1c3 r1c4 r1c5","cage 13 r1c6 r2c6 r3c6","cage 6 r2c5 r3c5","cage 8 r3c1 r4c1","cage 7 r4c5 r4c6","cage 8 r5c1 r6c1","cage 15 r5c3 r5c4 r5c5","cage 8 r6c3 r6c4"],"givens":"...................................."}"#;

/// By knights' moves and these clues one solution.
const KNIGHT: &str =
    "..5..62....25.9.1..8....9....7......4....5...65.....435......71.7......5..4..7..2";

fn read(text: &str) -> Puzzle {
    let record = read_all(text, &ReadOptions::default()).remove(0);
    record.expect("a record").document.puzzle().expect("a puzzle")
}

/// The line of a puzzle with rules as text.
fn ruled(line: &str, rules: &[&str]) -> Puzzle {
    let puzzle: Puzzle = line.parse().expect("a line");
    let board = puzzle.board().clone();
    let rules = rules.iter().map(|text| Rule::from_text(text, &board).expect("a rule"));
    puzzle.with_rules(rules.collect()).expect("rules of the board")
}

#[track_caller]
fn solved(id: &str, puzzle: &Puzzle, ticks: u64) {
    let algorithm = registry::find(id).expect("it is registered");
    for seed in 0..3 {
        let task = Task::new(algorithm).budget(Budget::ticks(ticks)).seed(seed);
        let outcome = task.solve(puzzle, &Halt::never()).expect("it takes the puzzle");
        assert_eq!(outcome.verdict, RunVerdict::Solved, "seed {seed}: {} ticks", outcome.ticks);
        let grid = outcome.solution.as_ref().expect("it is solved").grid().clone();
        assert!(Solution::check(puzzle, grid).is_ok(), "seed {seed}");
        let again = task.solve(puzzle, &Halt::never()).expect("it takes the puzzle");
        assert_eq!(again.ticks, outcome.ticks, "seed {seed}");
        assert_eq!(again.solution, outcome.solution, "seed {seed}");
        println!("seed {seed}: {} ticks", outcome.ticks);
    }
}

#[test]
fn annealing_and_the_heat_bath_solve_a_killer_without_a_clue() {
    solved("annealing", &read(KILLER), 3_000_000);
    solved("boltzmann", &read(KILLER), 20_000_000);
}

#[test]
fn annealing_and_the_heat_bath_keep_knights_apart() {
    solved("annealing", &ruled(KNIGHT, &["jump 1 2"]), 20_000_000);
    solved("boltzmann", &ruled(KNIGHT, &["jump 1 2"]), 20_000_000);
}

#[test]
fn annealing_and_the_heat_bath_keep_rules_of_every_kind_of_cost() {
    // Read off one solution: a sum, a pair, a line, a count, an alternative.
    let rules = [
        "cage 6 r1c1 r1c2 r1c3",
        "thermometer r1c1 r1c2 r1c3 r1c4",
        "renban r1c1 r1c2 r1c3",
        "quadruple 1 5 r1c1 r1c2 r2c1 r2c2",
        "either { cage 3 r1c1 r1c2 | cage 4 r1c1 r1c2 }",
        "even r1c2",
    ];
    let puzzle = ruled("....................................", &rules);
    solved("annealing", &puzzle, 3_000_000);
    solved("boltzmann", &puzzle, 3_000_000);
}

#[test]
fn the_heat_bath_takes_boards_of_every_form() {
    // Four rows of six cells: columns hold four of the six digits.
    solved("boltzmann", &read(".Shape~4x6.~R1C1_3.~R2C5_3"), 1_000_000);
    solved("boltzmann", &read(".Shape~4x6.~R1C1_3.~R2C5_3.Cage~10~R1C2~R1C3~R2C2"), 1_000_000);
}

#[test]
fn the_others_of_the_family_say_that_they_do_not_know_rules() {
    let puzzle = read(KILLER);
    let family = registry::all()
        .filter(|a| a.family == Family::Stochastic && !["annealing", "boltzmann"].contains(&a.id));
    let mut n = 0;
    for algorithm in family {
        let refused = algorithm.accepts(&puzzle).expect_err(algorithm.id);
        assert!(refused.to_string().contains("cage"), "{refused}");
        n += 1;
    }
    assert!(n >= 5, "{n}");
    // Without boxes there is nothing to exchange digits in.
    let annealing = registry::find("annealing").expect("it is registered");
    let latin = Puzzle::new(sudolab_grid::Grid::empty(Board::latin(5).expect("a board")));
    assert!(annealing.accepts(&latin).is_err());
}
