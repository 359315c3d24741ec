//! Stories of the stochastic and continuous algorithms.

use std::sync::Arc;
use sudolab_clock::unlimited;
use sudolab_grid::{Board, DigitSet, Grid, Puzzle};
use sudolab_solvers::{Budget, Event, Outcome, RunVerdict, Task, registry};

const OURS: [&str; 5] = ["boltzmann-binary", "boltzmann", "annealing", "projections", "belief"];

/// Line 54 of top95: the linear relaxation has other points than the solution.
const LOOSE: &str =
    "9.4..5...25.6..1..31......8.7...9...4..26......147....7.......2...3..8.6.4.....9.";

fn solve(id: &str, puzzle: &Puzzle, ticks: u64, settings: &[(&str, &str)]) -> Outcome {
    let mut task = Task::new(registry::find(id).unwrap()).budget(Budget::ticks(ticks)).seed(2);
    for (name, value) in settings {
        task = task.set(name, value).unwrap();
    }
    task.solve(puzzle, &unlimited()).unwrap()
}

fn empty(board: Arc<Board>) -> Puzzle {
    Puzzle::new(Grid::empty(board))
}

#[test]
fn our_algorithms_solve_the_hardest_kind_of_puzzle_within_a_small_budget() {
    // AI Escargot (A. Inkala, 2006) and the first line of top95.
    for line in [
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    ] {
        for id in OURS {
            let outcome = solve(id, &line.parse().unwrap(), 400_000_000, &[]);
            assert_eq!(outcome.verdict, RunVerdict::Solved, "{id} on {line}");
        }
    }
}

#[test]
fn every_kind_of_board_is_served() {
    let four = Board::of_size(4).unwrap();
    let boards = [
        four.with_extra(&four.diagonals()).unwrap(),
        Board::boxes(2, 3).unwrap(),
        Board::latin(7).unwrap(),
        Board::irregular(&[0, 0, 0, 1, 0, 1, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]).unwrap(),
        four.with_extra(&[vec![four.cell(0, 0), four.cell(2, 1), four.cell(3, 3)]]).unwrap(),
        Board::boxes(3, 4).unwrap(),
    ];
    let all = ["annealing-chi-lange", "annealing-lewis"].into_iter().chain(OURS);
    for id in all {
        let algorithm = registry::find(id).unwrap();
        for board in boards.iter().filter(|b| algorithm.promises.boards.include(b)) {
            let outcome = solve(id, &empty(board.clone()), 100_000_000, &[]);
            assert_eq!(outcome.verdict, RunVerdict::Solved, "{id} on {board}");
        }
    }
}

#[test]
fn a_board_of_twenty_five_digits_is_not_too_large() {
    let mut grid = Grid::empty(Board::of_size(25).unwrap());
    let board = grid.board().clone();
    // A known filling with some cells taken out again.
    for row in 0..25 {
        for column in 0..25 {
            let value = (row * 5 + row / 5 + column) % 25 + 1;
            if (row * 7 + column * 3) % 10 != 0 {
                grid.set(board.cell(row, column), board.digit(value).unwrap());
            }
        }
    }
    let puzzle = Puzzle::new(grid);
    assert!(puzzle.conflicts().is_empty());
    for id in OURS {
        let outcome = solve(id, &puzzle, 100_000_000, &[("reduce", "clues")]);
        assert_eq!(outcome.verdict, RunVerdict::Solved, "{id}");
    }
}

#[test]
fn stated_candidates_are_kept_by_every_algorithm() {
    let board = Board::of_size(4).unwrap();
    // The corners may hold 1 and 2 alone.
    let corners = [0usize, 3, 12, 15];
    let sets = (0..16)
        .map(|i| if corners.contains(&i) { DigitSet::from_bits(0b11) } else { board.digits() });
    let puzzle = Puzzle::with_candidates(Grid::empty(board.clone()), sets.collect()).unwrap();
    let all = ["annealing-chi-lange", "annealing-lewis"].into_iter().chain(OURS);
    for id in all {
        let outcome = solve(id, &puzzle, 50_000_000, &[]);
        let solution = outcome.solution.unwrap_or_else(|| panic!("{id}: {:?}", outcome.verdict));
        for corner in corners {
            assert!(solution.grid().values()[corner] <= 2, "{id}: {solution}");
        }
    }
}

#[test]
fn the_thesis_network_solves_forty_six_clues_at_its_critical_temperature() {
    let line = "5346789.2.72195.4819834.567.59.614.342.853.917.3.2485696.537..4287.1.635345286.7.";
    let puzzle: Puzzle = line.parse().unwrap();
    assert!((45..=66).contains(&puzzle.n_clues()));
    let mut last = f64::NAN;
    let mut observer = |_: u64, event: &Event<'_>| {
        if let Event::Temperature(t) = event {
            last = *t;
        }
    };
    // Begun just above the range, which saves the sweeps that the published schedule wastes.
    let task = Task::new(registry::find("boltzmann-thesis-fast").unwrap());
    let task = task.set("start", "0.8").unwrap().budget(Budget::ticks(60_000));
    let mut solver = task.build().unwrap();
    let outcome = task.run(&mut *solver, &puzzle, 0, Some(&mut observer), &unlimited()).unwrap();
    assert_eq!(outcome.verdict, RunVerdict::Solved);
    assert!((0.3..0.8).contains(&last), "solved at temperature {last}");
}

#[test]
fn the_annealing_of_chi_and_lange_ends_after_two_hundred_thousand_steps() {
    let puzzle: Puzzle = LOOSE.parse().unwrap();
    let mut restarts = 0;
    let mut observer =
        |_: u64, event: &Event<'_>| restarts += u32::from(matches!(event, Event::Restart { .. }));
    let task = Task::new(registry::find("annealing-chi-lange").unwrap()).seed(1);
    let mut solver = task.build().unwrap();
    let outcome = task.run(&mut *solver, &puzzle, 0, Some(&mut observer), &unlimited()).unwrap();
    assert_eq!((outcome.verdict, outcome.ticks, restarts), (RunVerdict::GaveUp, 200_000, 1));
    let best = outcome.best.unwrap();
    assert!(best.cost > 0.0 && best.cost < 20.0 && best.board.len() == 81);
}

#[test]
fn alternating_projections_settle_in_a_mixture_unless_the_relaxation_is_tight() {
    let tight: Puzzle =
        ".....7.95.....1...86..2.....2..73..85......6...3..49..3.5...41724................"
            .parse()
            .unwrap();
    let loose: Puzzle = LOOSE.parse().unwrap();
    for settings in [
        [("order", "cell-row-column-box"), ("start", "origin")],
        [("order", "shuffled"), ("start", "random")],
    ] {
        let id = "projections-chi-lange";
        assert_eq!(solve(id, &tight, 200_000, &settings).verdict, RunVerdict::Solved);
        let outcome = solve(id, &loose, 200_000, &settings);
        assert_eq!(outcome.verdict, RunVerdict::GaveUp, "it ends when it has converged");
        assert!(outcome.best.is_some_and(|best| best.cost > 0.0));
    }
}

#[test]
fn a_run_that_ends_early_leaves_a_filled_board_with_few_conflicts() {
    let puzzle: Puzzle = LOOSE.parse().unwrap();
    for id in ["boltzmann", "annealing", "annealing-lewis", "projections"] {
        let outcome = solve(
            id,
            &puzzle,
            20_000,
            &[("reduce", "clues")][..usize::from(id != "annealing-lewis")],
        );
        if let Some(best) = outcome.best {
            assert!(best.board.iter().all(|v| (1..=9).contains(v)), "{id}");
            assert!(best.cost < 40.0, "{id}: {}", best.cost);
        }
    }
}

#[test]
fn large_boards_are_frozen_square_by_square() {
    let line = format!("1.............G.{}", ".".repeat(240));
    let puzzle: Puzzle = line.parse().unwrap();
    let outcome = solve("boltzmann", &puzzle, 2_000_000_000, &[("reduce", "singles")]);
    assert_eq!(outcome.verdict, RunVerdict::Solved);
    assert!(outcome.guesses > 0, "placements are counted as guesses");
}

#[test]
fn the_thesis_network_begins_anew_when_asked() {
    let puzzle: Puzzle = LOOSE.parse().unwrap();
    let task = Task::new(registry::find("boltzmann-thesis-fast").unwrap());
    let task = task.set("restart", "1000").unwrap().budget(Budget::ticks(3_500));
    let (mut restarts, mut hottest) = (Vec::new(), Vec::new());
    let mut observer = |_: u64, event: &Event<'_>| match event {
        Event::Restart { number } => restarts.push(*number),
        Event::Temperature(t) => hottest.push(*t),
        _ => {}
    };
    let mut solver = task.build().unwrap();
    task.run(&mut *solver, &puzzle, 0, Some(&mut observer), &unlimited()).unwrap();
    assert_eq!(restarts, [1, 2, 3]);
    assert_eq!(hottest, [100.0; 4], "each descent begins at the top");
}

#[test]
fn filling_in_what_is_implied_helps_the_annealing_of_chi_and_lange() {
    // 29 clues; naked singles leave 24 blanks.
    let line = "1...6.9.....2...18...1..45...273..45.5....29...96..3.....5.2...5.1......9..486..1";
    let puzzle: Puzzle = line.parse().unwrap();
    let runs = |implied: &str| -> usize {
        let task = Task::new(registry::find("annealing-chi-lange").unwrap());
        let task = task.set("implied", implied).unwrap();
        let solved = |seed: &u64| {
            let outcome = task.clone().seed(*seed).solve(&puzzle, &unlimited()).unwrap();
            outcome.verdict == RunVerdict::Solved
        };
        (1..=10).filter(solved).count()
    };
    assert!(runs("fill") > runs("leave"));
}
