//! What every algorithm of the registry must keep, whatever it is.

use std::time::{Duration, Instant};
use sudolab_clock::unlimited;
use sudolab_grid::random::Random;
use sudolab_grid::{Board, Cell, Digit, Grid, Puzzle};
use sudolab_solvers::{Algorithm, Budget, Outcome, RunVerdict, Task, registry};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The same with most of its blanks filled.
const VERY_EASY: &str =
    "5346789126721953481983425678597.14234268537917139248569615372842.7419635.452861.9";

fn works_on(algorithm: &Algorithm, board: &Board) -> bool {
    algorithm.promises.boards.include(board)
}

/// Random puzzles with none, one or many solutions on small boards: clues drawn freely, so that
/// conflicts happen too.
fn random_puzzles(seed: u64, board: &std::sync::Arc<Board>, n: usize) -> Vec<Puzzle> {
    let mut random = Random::new(seed);
    let draw = |_| {
        let mut grid = Grid::empty(board.clone());
        let n_clues = random.index(board.n_cells() * 2 / 3);
        for _ in 0..n_clues {
            let cell = Cell::new(random.index(board.n_cells()));
            let open: Vec<Digit> = grid.open_digits(cell).iter().collect();
            let free = random.chance(0.97);
            let any = Digit::from_index(random.index(board.size()));
            let digit = if free { random.pick(&open).copied() } else { any };
            if let Some(digit) = digit {
                grid.set(cell, digit);
            }
        }
        Puzzle::new(grid)
    };
    (0..n).map(draw).collect()
}

fn boards() -> Vec<std::sync::Arc<Board>> {
    let four = Board::of_size(4).unwrap();
    vec![
        four.with_extra(&four.diagonals()).unwrap(),
        four,
        Board::of_size(6).unwrap(),
        Board::latin(5).unwrap(),
        Board::irregular(&[0, 0, 0, 1, 0, 1, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]).unwrap(),
    ]
}

#[test]
fn every_algorithm_solves_an_easy_puzzle() {
    for algorithm in registry::all() {
        // The thesis gave its networks puzzles with 46 clues, because fewer defeated them.
        let is_weak = algorithm.id.starts_with("boltzmann-thesis");
        let puzzle: Puzzle = if is_weak { VERY_EASY } else { EASY }.parse().unwrap();
        let budget = Budget::time(Duration::from_secs(60));
        let outcome =
            Task::new(algorithm).budget(budget).seed(1).solve(&puzzle, &unlimited()).unwrap();
        assert_eq!(outcome.verdict, RunVerdict::Solved, "{}: {outcome:?}", algorithm.id);
    }
}

#[test]
fn no_algorithm_claims_a_solution_of_a_puzzle_without_one() {
    // The last blank of row 1 can only be 9, which column 9 already holds.
    let line = format!("12345678.{}9{}", ".".repeat(17), ".".repeat(54));
    let hopeless: Puzzle = line.parse().unwrap();
    let conflict: Puzzle = format!("55{}", ".".repeat(79)).parse().unwrap();
    for algorithm in registry::all() {
        for puzzle in [&hopeless, &conflict] {
            let budget = Budget::time(Duration::from_millis(300));
            let outcome = Task::new(algorithm).budget(budget).solve(puzzle, &unlimited()).unwrap();
            let honest = match outcome.verdict {
                RunVerdict::Impossible => algorithm.promises.proves_impossible,
                RunVerdict::GaveUp | RunVerdict::OutOfTime => true,
                _ => false,
            };
            assert!(honest, "{} on {puzzle}: {:?}", algorithm.id, outcome.verdict);
        }
    }
}

#[test]
fn exact_algorithms_agree_with_the_naive_one_on_every_kind_of_board() {
    for (i, board) in boards().into_iter().enumerate() {
        for puzzle in random_puzzles(i as u64, &board, 60) {
            let expected = naive_count(&puzzle, 50);
            for algorithm in registry::all().filter(|a| works_on(a, &board)) {
                if Task::new(algorithm).counts() {
                    let count = Task::new(algorithm).count(&puzzle, 50, 50, &unlimited()).unwrap();
                    assert!(!count.wrong && count.complete == (expected < 50));
                    assert_eq!(count.solutions, expected, "{} on {puzzle:?}", algorithm.id);
                    let mut lines: Vec<String> =
                        count.first.iter().map(ToString::to_string).collect();
                    lines.sort();
                    lines.dedup();
                    assert_eq!(lines.len() as u64, expected, "{}: a solution twice", algorithm.id);
                }
                if algorithm.promises.proves_impossible {
                    let verdict =
                        Task::new(algorithm).solve(&puzzle, &unlimited()).unwrap().verdict;
                    let right =
                        if expected > 0 { RunVerdict::Solved } else { RunVerdict::Impossible };
                    assert_eq!(verdict, right, "{} on {puzzle:?}", algorithm.id);
                }
            }
        }
    }
}

#[test]
fn the_same_seed_and_tick_budget_give_the_same_run() {
    let puzzle: Puzzle =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
            .parse()
            .unwrap();
    for algorithm in registry::all() {
        let task = Task::new(algorithm).budget(Budget::ticks(2000)).seed(5);
        let once = task.solve(&puzzle, &unlimited()).unwrap();
        let again = task.solve(&puzzle, &unlimited()).unwrap();
        let key = |o: &sudolab_solvers::Outcome| {
            (o.verdict, o.ticks, o.guesses, o.solution.clone(), o.best.clone(), o.trail.clone())
        };
        assert_eq!(key(&once), key(&again), "{}", algorithm.id);
    }
}

#[test]
fn every_algorithm_keeps_its_time_limit() {
    // No search ends this one soon: an empty 25x25 corner of a hard kind for plain search, and a
    // 9x9 puzzle without a solution for the stochastic ones.
    let hopeless: Puzzle =
        ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
            .parse()
            .unwrap();
    for algorithm in registry::all() {
        let limit = Duration::from_millis(100);
        let task = Task::new(algorithm).budget(Budget::time(limit));
        let mut solver = task.build().unwrap();
        let started = Instant::now();
        task.run(&mut *solver, &hopeless, 0, None, &unlimited()).unwrap();
        // Generous, since the machine may be busy; the `stopping` bench tells milliseconds.
        let over = started.elapsed().saturating_sub(limit);
        assert!(over < Duration::from_secs(5), "{}: {over:?} too long", algorithm.id);
    }
}

#[test]
fn an_observer_changes_nothing_and_sees_something() {
    let puzzle: Puzzle = EASY.parse().unwrap();
    for algorithm in registry::all() {
        let task = Task::new(algorithm).budget(Budget::ticks(50_000)).seed(3);
        let plain = task.solve(&puzzle, &unlimited()).unwrap();
        let mut events = 0u64;
        let mut observer = |_: u64, _: &sudolab_solvers::Event<'_>| events += 1;
        let mut solver = task.build().unwrap();
        let seen = task.run(&mut *solver, &puzzle, 0, Some(&mut observer), &unlimited()).unwrap();
        let told = |o: &Outcome| {
            (o.verdict, o.ticks, o.guesses, o.best.clone(), o.solution.clone(), o.trail.clone())
        };
        assert_eq!(told(&plain), told(&seen), "{}", algorithm.id);
        assert!(events > 0, "{} tells nothing", algorithm.id);
    }
}

/// Plain recursion over cells in order, written to be obviously right.
fn naive_count(puzzle: &Puzzle, limit: u64) -> u64 {
    if !puzzle.conflicts().is_empty() {
        return 0;
    }
    fn rest(grid: &mut Grid, puzzle: &Puzzle, limit: u64) -> u64 {
        let Some(cell) = grid.blanks().next() else { return 1 };
        let mut found = 0;
        for digit in (grid.open_digits(cell) & puzzle.allowed(cell)).iter() {
            grid.set(cell, digit);
            found += rest(grid, puzzle, limit - found);
            grid.clear(cell);
            if found >= limit {
                break;
            }
        }
        found
    }
    rest(&mut puzzle.clues().clone(), puzzle, limit)
}
