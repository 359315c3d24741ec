//! An own algorithm: it runs like those of the registry, with ticks, limits and a checked answer.
//!
//! `cargo run --release -p sudolab --example own_algorithm`

use std::error::Error;
use sudolab::solvers::{Algorithm, Answer, Boards, Family, Promises, Run, RunVerdict, Solver};
use sudolab::{Cell, Grid, Puzzle, Stop, Task, system_clock};

/// Depth first, the first empty cell, digits ascending: the simplest search there is.
struct Simplest;

impl Solver for Simplest {
    fn solve(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
        let mut grid = puzzle.clues().clone();
        Ok(if fill(&mut grid, run)? { Answer::Solved(grid) } else { Answer::Impossible })
    }
}

fn fill(grid: &mut Grid, run: &mut Run<'_>) -> Result<bool, Stop> {
    // Counts, and leaves when the limits are reached.
    run.tick()?;
    let Some(cell) = grid.blanks().next() else { return Ok(true) };
    let board = grid.board().clone();
    for digit in board.digits().iter() {
        let taken = |peer: &Cell| grid.get(*peer) == Some(digit);
        if board.peer_list(cell).iter().any(taken) {
            continue;
        }
        run.guess();
        grid.set(cell, digit);
        if fill(grid, run)? {
            return Ok(true);
        }
        grid.clear(cell);
    }
    Ok(false)
}

static SIMPLEST: Algorithm = Algorithm {
    id: "simplest",
    title: "Depth first on the first empty cell",
    family: Family::Exact,
    as_published: false,
    source: "everyone's first program",
    promises: Promises {
        proves_impossible: true,
        uses_seed: false,
        proves_unique: false,
        boards: Boards::Any,
    },
    parameters: &[],
    preset: &[],
    tick: "one cell looked at",
    parallel: None,
    bulk: None,
    build: |_| Ok(Box::new(Simplest)),
    build_counter: None,
};

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle: Puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
            .parse()?;
    let outcome = Task::new(&SIMPLEST).solve(&puzzle, &system_clock::unlimited())?;
    assert_eq!(outcome.verdict, RunVerdict::Solved); // and re-checked
    println!(
        "{} after {} ticks and {} guesses in {:?}",
        outcome.verdict, outcome.ticks, outcome.guesses, outcome.elapsed
    );
    Ok(())
}
