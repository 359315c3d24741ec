//! What several threads must keep: everything but the time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use sudolab_grid::{Grid, Puzzle};
use sudolab_solvers::{Algorithm, Budget, Outcome, Parallel, Stop, Task, registry};

/// A hard one for the orders that look at the board.
const HARD: &str =
    "......52..8.4......3...9...5.1...6..2..7........3.....6...1..........7.4.......3.";

/// Seventeen clues, one solution.
const SEVENTEEN: &str =
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...";

/// 6x6 with 39 168 solutions.
const ONE_ROW: &str = "123456..............................";

/// 6x6 for the order that is lost on anything larger.
const TWO_ROWS: &str = "123456456123........................";

/// Some clues taken from an easy one: 58 solutions.
const LOOSE: &str =
    ".3..7....6...95....98....6.8...6...34..8.3...7...2...6.6....2.....4.9..5....8..7.";

fn split_over_trees() -> impl Iterator<Item = &'static Algorithm> {
    registry::all().filter(|a| a.parallel == Some(Parallel::Tree))
}

/// A puzzle that keeps an algorithm busy, but not for long.
fn hard_for(algorithm: &Algorithm) -> Puzzle {
    let line = match algorithm.id {
        "backtrack-house" => SEVENTEEN,
        "backtrack-chi-lange" => LOOSE,
        "backtrack-random" => TWO_ROWS,
        _ => HARD,
    };
    line.parse().unwrap()
}

/// A puzzle with many solutions, likewise.
fn many_for(algorithm: &Algorithm) -> Puzzle {
    let line = if algorithm.id == "backtrack-random" { TWO_ROWS } else { ONE_ROW };
    line.parse().unwrap()
}

fn key(outcome: &Outcome) -> impl PartialEq + std::fmt::Debug + use<> {
    let o = outcome.clone();
    (o.verdict, o.solution, o.ticks, o.guesses, o.best, o.trail)
}

#[test]
fn the_first_solution_and_the_work_up_to_it_do_not_depend_on_the_number_of_threads() {
    for algorithm in split_over_trees() {
        let task = Task::new(algorithm).seed(3);
        for puzzle in [hard_for(algorithm), many_for(algorithm)] {
            let alone = task.solve(&puzzle).unwrap();
            for threads in [2, 3] {
                let shared = task.clone().threads(threads).solve(&puzzle).unwrap();
                assert_eq!(key(&shared), key(&alone), "{} with {threads}", algorithm.id);
            }
        }
    }
}

#[test]
fn counts_do_not_depend_on_the_number_of_threads() {
    for algorithm in split_over_trees() {
        let task = Task::new(algorithm).seed(3);
        let puzzle = many_for(algorithm);
        for (limit, keep) in [(2, 2), (1000, 5), (30_000, 30_000), (u64::MAX, 3)] {
            let alone = task.count(&puzzle, limit, keep).unwrap();
            for threads in [2, 3] {
                let shared = task.clone().threads(threads);
                let shared = shared.count(&puzzle, limit, keep).unwrap();
                assert_eq!(shared, alone, "{} with {threads}, limit {limit}", algorithm.id);
            }
        }
    }
}

#[test]
fn a_time_limit_and_a_cancel_reach_every_thread() {
    for algorithm in registry::all().filter(|a| a.parallel.is_some()) {
        // The empty board: there is always more to search or to count.
        let empty = Puzzle::new(Grid::empty(sudolab_grid::Board::of_size(9).unwrap()));
        let limit = Duration::from_millis(80);
        let task = Task::new(algorithm).threads(3).budget(Budget::time(limit));
        if algorithm.build_counter.is_none() {
            continue;
        }
        let over = |stopped: Stop, stop: &dyn Fn() -> Option<Stop>| {
            // A busy machine may take the processor away for longer, but not every time.
            (0..5)
                .map(|_| {
                    let started = Instant::now();
                    assert_eq!(stop(), Some(stopped), "{}", algorithm.id);
                    started.elapsed().saturating_sub(limit)
                })
                .find(|&over| over < Duration::from_millis(50))
        };
        let by_time = || task.count(&empty, u64::MAX, 0).unwrap().stopped;
        assert!(over(Stop::Time, &by_time).is_some(), "{}: too long", algorithm.id);
        let task = Task::new(algorithm).threads(3);
        let by_flag = || {
            let flag = AtomicBool::new(false);
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(limit);
                    flag.store(true, Ordering::Relaxed);
                });
                task.count_until(&empty, u64::MAX, 0, Some(&flag)).unwrap().stopped
            })
        };
        assert!(over(Stop::Cancelled, &by_flag).is_some(), "{}: too long", algorithm.id);
    }
}
