//! What several threads must keep: everything but the time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use sudolab_clock::unlimited;
use sudolab_exact::split::Hands;
use sudolab_grid::{Grid, Puzzle};
use sudolab_solvers::{
    Algorithm, Answer, Boards, Budget, Family, Halt, Outcome, Parallel, Promises, Run, RunVerdict,
    Solver, Stop, Task, TaskError, registry,
};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// No solution, but no search sees that soon.
const NO_SOLUTION: &str =
    ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";

/// A hard one for the orders that look at the board.
const HARD: &str =
    "......52..8.4......3...9...5.1...6..2..7........3.....6...1..........7.4.......3.";

/// Seventeen clues, one solution.
const SEVENTEEN: &str =
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...";

/// The same without one of them: some thousand solutions.
const FEW_CLUES: &str =
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.....";

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
    let line = match algorithm.id {
        "fast" => FEW_CLUES,
        "rules-thesis" | "rules-draft" => LOOSE,
        "backtrack-random" => TWO_ROWS,
        _ => ONE_ROW,
    };
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
            let alone = task.solve(&puzzle, &unlimited()).unwrap();
            for threads in [2, 3] {
                let shared = task.clone().threads(threads).solve(&puzzle, &unlimited()).unwrap();
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
            let alone = task.count(&puzzle, limit, keep, &Halt::never()).unwrap();
            for threads in [2, 3] {
                let shared = task.clone().threads(threads);
                let shared = shared.count(&puzzle, limit, keep, &Halt::never()).unwrap();
                assert_eq!(shared, alone, "{} with {threads}, limit {limit}", algorithm.id);
            }
        }
    }
}

#[test]
fn a_search_divided_into_cubes_is_the_same_with_any_number_of_threads_one_included() {
    // 16x16 with its first two rows filled.
    let many = format!("{}{}", "123456789ABCDEFG56781234DEFG9ABC", ".".repeat(224));
    for (id, line, limit) in [
        ("fast-general", many.as_str(), 160_000),
        ("fast", many.as_str(), 120_000),
        ("cdcl", ONE_ROW, 20_000),
    ] {
        let puzzle: Puzzle = line.parse().unwrap();
        let task = Task::new(registry::find(id).unwrap());
        let count = |threads| {
            task.clone().threads(threads).count(&puzzle, limit, 3, &Halt::never()).unwrap()
        };
        let alone = count(1);
        assert!(!alone.wrong && alone.first.len() == 3);
        assert!(alone.ticks > 4_000_000, "{id}: {} ticks are not divided", alone.ticks);
        for threads in [2, 3] {
            assert_eq!(count(threads), alone, "{id} with {threads} threads");
        }
    }
}

#[test]
fn threads_that_become_free_help_with_a_search_under_way_and_change_nothing() {
    let puzzle: Puzzle = ONE_ROW.parse().unwrap();
    for id in ["backtrack-thesis", "dlx", "fast-general"] {
        let task = Task::new(registry::find(id).unwrap());
        let alone = task.count(&puzzle, u64::MAX, 3, &Halt::never()).unwrap();
        let hands = Arc::new(Hands::default());
        let lent = std::thread::scope(|scope| {
            let search = scope.spawn(|| {
                task.clone()
                    .hands(hands.clone())
                    .count(&puzzle, u64::MAX, 3, &Halt::never())
                    .unwrap()
            });
            hands.add(2);
            search.join().unwrap()
        });
        assert_eq!(lent, alone, "{id}");
        assert_eq!(hands.take_all(), 2, "{id}: what is borrowed is given back");
    }
}

/// A generous bound, since the machine may be busy: the `stopping` bench tells milliseconds.
const SOON: Duration = Duration::from_secs(5);

#[test]
fn a_time_limit_and_a_cancel_reach_every_thread() {
    for algorithm in registry::all().filter(|a| a.parallel.is_some()) {
        // The empty board: there is always more to search or to count.
        let empty = Puzzle::new(Grid::empty(sudolab_grid::Board::of_size(9).unwrap()));
        let limit = Duration::from_millis(80);
        let task = Task::new(algorithm).threads(3).budget(Budget::time(limit));
        if !Task::new(algorithm).counts() {
            continue;
        }
        let over = |stopped: Stop, stop: &dyn Fn() -> Option<Stop>| {
            let started = Instant::now();
            assert_eq!(stop(), Some(stopped), "{}", algorithm.id);
            started.elapsed().saturating_sub(limit)
        };
        let by_time = || task.count(&empty, u64::MAX, 0, &unlimited()).unwrap().stopped;
        assert!(over(Stop::Time, &by_time) < SOON, "{}: too long", algorithm.id);
        let task = Task::new(algorithm).threads(3);
        let by_flag = || {
            let flag = AtomicBool::new(false);
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(limit);
                    flag.store(true, Ordering::Relaxed);
                });
                let halt = unlimited().cancelled_by(&flag);
                task.count(&empty, u64::MAX, 0, &halt).unwrap().stopped
            })
        };
        assert!(over(Stop::Cancelled, &by_flag) < SOON, "{}: too long", algorithm.id);
    }
}

/// Easy, and most of its blanks filled: for the networks of the thesis.
const VERY_EASY: &str =
    "5346789126721953481983425678597.14234268537917139248569615372842.7419635.452861.9";

fn side_by_side() -> impl Iterator<Item = &'static Algorithm> {
    registry::all().filter(|a| a.parallel == Some(Parallel::SideBySide))
}

#[test]
fn lanes_give_the_same_outcome_with_any_number_of_threads() {
    for algorithm in side_by_side() {
        let easy = if algorithm.id.starts_with("boltzmann-thesis") { VERY_EASY } else { EASY };
        let puzzle: Puzzle = easy.parse().unwrap();
        let hopeless: Puzzle = SEVENTEEN.parse().unwrap();
        for (puzzle, ticks) in [(puzzle, 100_000_000), (hopeless, 3000)] {
            let task = Task::new(algorithm).seed(3).lanes(3).budget(Budget::ticks(ticks));
            let alone = task.solve(&puzzle, &unlimited()).unwrap();
            for threads in [2, 3] {
                let shared = task.clone().threads(threads).solve(&puzzle, &unlimited()).unwrap();
                assert_eq!(key(&shared), key(&alone), "{} with {threads}", algorithm.id);
            }
        }
    }
}

#[test]
fn the_lane_with_the_fewest_ticks_counts() {
    let puzzle: Puzzle = HARD.parse().unwrap();
    for id in ["annealing", "boltzmann", "projections"] {
        let task = Task::new(registry::find(id).unwrap()).seed(1);
        let lanes: Vec<u64> = (1..=4)
            .map(|n| task.clone().lanes(n).solve(&puzzle, &unlimited()))
            .map(|o| o.unwrap().ticks)
            .collect();
        assert!(lanes.windows(2).all(|pair| pair[1] <= pair[0]), "{id}: {lanes:?}");
        assert_eq!(
            lanes[0],
            task.solve(&puzzle, &unlimited()).unwrap().ticks,
            "lane 0 is the ordinary run"
        );
        let by_threads = task.clone().threads(2).solve(&puzzle, &unlimited()).unwrap().ticks;
        assert_eq!(by_threads, lanes[3], "two threads run four lanes");
    }
}

#[test]
fn lanes_keep_their_time_limit() {
    let hopeless: Puzzle = NO_SOLUTION.parse().unwrap();
    for algorithm in side_by_side() {
        let limit = Duration::from_millis(80);
        let task = Task::new(algorithm).lanes(3).threads(2).budget(Budget::time(limit));
        let started = Instant::now();
        task.solve(&hopeless, &unlimited()).unwrap();
        assert!(started.elapsed() < limit + SOON, "{}: too long", algorithm.id);
    }
}

/// Panics in the lanes whose first random bit is set, and elsewhere never ends.
struct Panicking;

impl Solver for Panicking {
    fn solve(&mut self, _: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
        let panics = run.random().chance(0.5);
        loop {
            run.tick()?;
            assert!(!panics || run.ticks() < 1000, "a defect for the test");
        }
    }
}

#[test]
fn a_panic_becomes_an_error_and_hangs_nobody() {
    static MOCK: Algorithm = Algorithm {
        id: "panicking",
        title: "Panics",
        family: Family::Stochastic,
        as_published: false,
        source: "for this test",
        promises: Promises {
            proves_impossible: false,
            uses_seed: true,
            proves_unique: false,
            boards: Boards::Any,
        },
        parameters: &[],
        preset: &[],
        tick: "a tick",
        parallel: Some(Parallel::SideBySide),
        bulk: None,
        build: |_| Ok(Box::new(Panicking)),
        build_counter: None,
    };
    for (lanes, threads) in [(8, 1), (8, 3), (16, 16)] {
        let task = Task::new(&MOCK).lanes(lanes).threads(threads);
        let error = task.solve(&EASY.parse().unwrap(), &unlimited()).unwrap_err();
        assert!(
            matches!(&error, TaskError::Panicked { message, .. } if message.contains("defect"))
        );
        assert!(error.to_string().starts_with("panicking failed"), "{error}");
    }
}

#[test]
fn squares_drawn_in_independent_groups_come_out_the_same_with_any_number_of_threads() {
    let boltzmann = registry::find("boltzmann").unwrap();
    let task = Task::new(boltzmann).set("update", "groups").unwrap().lanes(1).seed(2);
    let puzzle: Puzzle = LOOSE.parse().unwrap();
    let alone = task.solve(&puzzle, &unlimited()).unwrap();
    assert_eq!(alone.verdict, RunVerdict::Solved);
    for threads in [2, 3] {
        let shared = task.clone().threads(threads).solve(&puzzle, &unlimited()).unwrap();
        assert_eq!(key(&shared), key(&alone), "{threads} threads");
    }
    let task = task.threads(3).budget(Budget::time(Duration::from_millis(80)));
    let started = Instant::now();
    assert_eq!(
        task.solve(&NO_SOLUTION.parse().unwrap(), &unlimited()).unwrap().verdict,
        RunVerdict::OutOfTime
    );
    assert!(started.elapsed() < SOON);
}
