//! Every operation of the exact room stops soon: by the time, and by a raised flag.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use sudolab_exact::nine::Clues;
use sudolab_exact::nine::batch::{BatchCount, BatchEngine};
use sudolab_exact::split::{self, Hands, Wanted};
use sudolab_exact::{
    Answer, Choice, Engines, ExactSolver, Solved, UniquePuzzle, general,
    redundant_clues_of_many_within, redundant_clues_within, true_candidates_within,
};
use sudolab_grid::halt::{Clock, Halt, HandClock, Stop};
use sudolab_grid::{Board, DigitSet, Grid, Puzzle, Solution};

/// What is asked of a puzzle.
type Operation = fn(&Puzzle, &Halt<'_>) -> Result<(), Stop>;

const OPERATIONS: [(&str, Operation); 9] = [
    ("count", |puzzle, halt| ExactSolver::new().count_within(puzzle, u64::MAX, halt).map(drop)),
    ("each_solution", |puzzle, halt| {
        let go_on = |_: &Grid| ControlFlow::Continue(());
        ExactSolver::new().each_solution_within(puzzle, halt, go_on).map(drop)
    }),
    ("a search with threads", |puzzle, halt| {
        let wanted = Wanted { limit: u64::MAX, keep: 0 };
        let mut engine = general::Engine::new(puzzle.board());
        engine.search_with_hands(puzzle, &Hands::new(2), wanted, halt).unwrap().1
    }),
    ("clause learning", |puzzle, halt| {
        let choice = Choice::General(general::Settings::LEARNING);
        let go_on = |_: Solved<'_>| ControlFlow::Continue(());
        Engines::new().each_found(choice, puzzle, &mut halt.pulse(), go_on).ended
    }),
    ("solve", |puzzle, halt| ExactSolver::new().solve_within(puzzle, halt).map(drop)),
    ("answer", |puzzle, halt| ExactSolver::new().answer_within(puzzle, halt).map(drop)),
    ("prove", |puzzle, halt| {
        UniquePuzzle::prove_within(&mut ExactSolver::new(), puzzle.clone(), halt).map(drop)
    }),
    ("true_candidates", |puzzle, halt| {
        true_candidates_within(&mut ExactSolver::new(), puzzle, halt).map(drop)
    }),
    ("redundant_clues", |puzzle, halt| {
        redundant_clues_within(&mut ExactSolver::new(), puzzle, halt).map(drop)
    }),
];

/// So many of the operations visit every solution.
const COUNTING: usize = 4;

/// Thirteen cells of a row share twelve digits, and so the other thirteen digits twelve cells: no
/// search by cases refutes that while anyone waits. One clue, so that there is one to take away.
fn hopeless() -> Puzzle {
    let board = Board::latin(25).unwrap();
    let few = DigitSet::from_bits((1 << 12) - 1);
    let sets = board.cells().map(|cell| if cell.index() < 13 { few } else { board.digits() });
    let sets = sets.collect();
    let mut clues = Grid::empty(board.clone());
    clues.set(board.cell(24, 24), board.digits().iter().next().unwrap());
    Puzzle::with_candidates(clues, sets).unwrap()
}

/// Each operation with a puzzle that keeps it busy for longer than anyone waits.
fn endless() -> Vec<(&'static str, Operation, Puzzle)> {
    let boards = [Board::classic(), Board::boxes(5, 5).unwrap(), Board::boxes(4, 4).unwrap()];
    let mut cases = Vec::new();
    for (at, (name, operation)) in OPERATIONS.into_iter().enumerate() {
        cases.push((name, operation, hopeless()));
        for board in boards.iter().filter(|_| at < COUNTING) {
            cases.push((name, operation, Puzzle::new(Grid::empty(board.clone()))));
        }
    }
    cases
}

#[test]
fn every_operation_stops_when_the_time_is_spent() {
    for (name, operation, puzzle) in endless() {
        // Each look at the clock takes a millisecond by this clock.
        let clock = HandClock::stepping(Duration::from_millis(1));
        let halt = Halt::never().within(Duration::from_millis(400), &clock);
        assert_eq!(operation(&puzzle, &halt), Err(Stop::Time), "{name}, {}", puzzle.board());
        // It was noticed within a few looks: with three threads each takes some.
        let late = clock.wall().saturating_sub(Duration::from_millis(400));
        assert!(late < Duration::from_millis(50), "{name}: {late:?} late");
    }
}

#[test]
fn every_operation_stops_when_the_flag_is_raised() {
    let raised = AtomicBool::new(true);
    let halt = Halt::never().cancelled_by(&raised);
    for (name, operation, puzzle) in endless() {
        let stopped = operation(&puzzle, &halt);
        assert_eq!(stopped, Err(Stop::Cancelled), "{name}, {}", puzzle.board());
    }
}

#[test]
fn a_batch_and_a_split_search_stop_too() {
    let empty = [Clues([0; 81]); 3];
    let clock = HandClock::stepping(Duration::from_millis(1));
    let limit = Duration::from_millis(200);
    let mut engine = BatchEngine::new();
    let halt = Halt::never().within(limit, &clock);
    let mut verdicts = [BatchCount::NONE; 3];
    assert_eq!(engine.run_within(&empty, u64::MAX, &mut verdicts, &halt), Err(Stop::Time));
    // The engine is as good as new afterwards.
    engine.run(&empty[..1], 2, &mut verdicts[..1]);
    assert_eq!(verdicts[0].solutions, 2);
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let clues = Clues(*line.parse::<Puzzle>().unwrap().as_nine().unwrap());
    let raised = AtomicBool::new(true);
    let halt = Halt::never().cancelled_by(&raised);
    let spare = redundant_clues_of_many_within(&mut engine, &[clues], &halt);
    assert_eq!(spare, Err(Stop::Cancelled));
    let start = sudolab_exact::nine::single::Opening::Clues(empty[0]);
    let walk = Engines::new().single().walk(&start);
    let halt = Halt::never().within(limit, &clock);
    let wanted = Wanted { limit: u64::MAX, keep: 0 };
    let (tally, ended) = split::search(walk, &Hands::new(1), wanted, &halt);
    assert_eq!(ended, Err(Stop::Time));
    assert!(tally.solutions() > 0);
}

#[test]
fn a_proof_that_is_stopped_after_the_first_solution_says_so() {
    // Candidates for every cell, so that the engine for every board searches these.
    let lines = [
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    ];
    let mut seen = [0; 3];
    for line in lines {
        let clues = line.parse::<Puzzle>().unwrap().clues().clone();
        let all = vec![clues.board().digits(); 81];
        let puzzle = Puzzle::with_candidates(clues, all).unwrap();
        // A look takes so long by this clock that the search looks whenever it can.
        let look = Duration::from_millis(10);
        for looks in (1..600).step_by(3) {
            let clock = HandClock::stepping(look);
            let halt = Halt::never().within(look * looks, &clock);
            match ExactSolver::kept(|solver| solver.answer_within(&puzzle, &halt)) {
                Err(stop) => {
                    assert_eq!(stop, Stop::Time);
                    seen[0] += 1;
                }
                Ok(answered) => match answered.answer {
                    Answer::Unproved { first, stop } => {
                        assert_eq!(stop, Stop::Time);
                        assert!(Solution::check(&puzzle, first.into_grid()).is_ok());
                        seen[1] += 1;
                    }
                    Answer::Unique(_) => seen[2] += 1,
                    other => panic!("{other:?}"),
                },
            }
        }
    }
    assert!(seen.iter().all(|&times| times > 0), "no answer, unproved, unique: {seen:?}");
}
