//! Puzzles of many boards, with clues and candidates from the bytes: the default solver, clause
//! learning and dancing links count as plain backtracking does.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::ops::ControlFlow;
use std::sync::Arc;
use sudolab_exact::naive::NaiveBoard;
use sudolab_exact::{Choice, Engines, ExactSolver, Solved, general};
use sudolab_grid::halt::Halt;
use sudolab_grid::{Board, Cell, Digit, DigitSet, Grid, Puzzle, Solution};
use sudolab_solvers::{Budget, Task, registry};

const LIMIT: u64 = 5;

fn board(kind: u8) -> Arc<Board> {
    let made = match kind % 8 {
        0 => Board::boxes(2, 2),
        1 => Board::boxes(2, 3),
        2 => Board::boxes(3, 2),
        3 => Board::latin(4),
        4 => Board::latin(5),
        5 => {
            let board = Board::boxes(2, 2).expect("it exists");
            let diagonals = board.diagonals();
            board.with_extra(&diagonals)
        }
        6 => Board::irregular(&[0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3]),
        _ => Ok(Board::classic()),
    };
    made.expect("boards that exist")
}

fuzz_target!(|data: &[u8]| {
    let [kind, keep, rest @ ..] = data else { return };
    let board = board(*kind);
    let (n, size) = (board.n_cells(), board.size() as u8);
    let mut clues = Grid::empty(board.clone());
    let mut bytes = rest.iter().copied();
    for _ in 0..n {
        let (Some(cell), Some(digit)) = (bytes.next(), bytes.next()) else { break };
        let digit = Digit::from_number(1 + digit % size).expect("from one to the size");
        clues.set(Cell::new(usize::from(cell) % n), digit);
    }
    // Plain backtracking wants few blanks on the large board.
    if n == 81 && clues.n_filled() < 45 {
        return;
    }
    let puzzle = match keep % 2 {
        0 => Puzzle::new(clues),
        _ => {
            let sets = (0..n).map(|_| {
                let mask = u64::from(bytes.next().unwrap_or(0xff)) << 1
                    | u64::from(bytes.next().unwrap_or(1));
                DigitSet::from_bits(mask & ((1 << size) - 1))
            });
            let sets = sets.collect();
            Puzzle::with_candidates(clues, sets).expect("one set for each cell")
        }
    };
    let houses = board.houses().iter().map(|h| h.cells().iter().map(|c| c.index()).collect());
    let naive = NaiveBoard { n_values: size, n_cells: n, houses: houses.collect() };
    let candidates: Vec<u64> = board.cells().map(|cell| puzzle.allowed(cell).bits()).collect();
    let expected = naive.count(&candidates, LIMIT);
    let mut found = 0;
    ExactSolver::kept(|solver| {
        solver.each_solution(&puzzle, |grid| {
            found += 1;
            Solution::check(&puzzle, grid.clone()).expect("a solution");
            if found < LIMIT { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    });
    assert_eq!(found, expected, "{}", puzzle.key());
    let mut learnt = 0;
    let halt = Halt::never();
    let choice = Choice::General(general::Settings::LEARNING);
    Engines::new().each_found(choice, &puzzle, &mut halt.pulse(), |_: Solved<'_>| {
        learnt += 1;
        if learnt < LIMIT { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!(learnt, expected, "learning: {}", puzzle.key());
    let task = Task::new(registry::find("dlx").expect("it is there"));
    let task = task.budget(Budget { ticks: Some(100_000), time: None });
    let count = task.count(&puzzle, LIMIT, 0, &halt).expect("it takes every board");
    if count.stopped.is_none() {
        assert_eq!(count.solutions, expected, "dlx: {}", puzzle.key());
    }
});
