//! Minimal 9x9 puzzles per second: ours and the `sudoku` crate's generator, turn by turn.
//!
//! Both make minimal puzzles without symmetry from grids of their own, on one thread. They take
//! turns, chunk by chunk, and the thread CPU time of each is summed. What they made is looked at
//! afterwards, untimed: every puzzle must be proper and minimal.

use std::time::Duration;
use sudolab_exact::nine::Clues;
use sudolab_exact::nine::batch::{BatchCount, BatchEngine};
use sudolab_exact::{ExactSolver, redundant_clues_of_many};
use sudolab_generate::{Quarry, random_grid};
use sudolab_grid::Board;
use sudolab_grid::random::Random;

use crate::measure::thread_time;

/// Puzzles in one turn of ours; the peer, being slower, makes a quarter of them.
const TURN: u64 = 8192;

/// Measures both and prints the table.
pub fn compare(count: u64, seed: u64) -> Result<(), String> {
    let mut quarry = Quarry::new();
    let mut engine = BatchEngine::new();
    let mut time = [Duration::ZERO; 2];
    let mut made = [0u64; 2];
    let mut clues = [[0u64; 82]; 2];
    // Tables and memory are made outside the measured turns.
    quarry.minimal(seed ^ 1, 0..TURN);
    for first in (0..count).step_by(TURN as usize) {
        let start = thread_time();
        let ours = quarry.minimal(seed, first..count.min(first + TURN));
        time[0] += thread_time() - start;
        let ours: Vec<Clues> = ours.iter().map(|dug| Clues(dug.clues)).collect();

        let start = thread_time();
        let theirs: Vec<sudoku::Sudoku> = (0..ours.len() / 4)
            .map(|_| sudoku::Sudoku::generate_with_symmetry(sudoku::Symmetry::None))
            .collect();
        time[1] += thread_time() - start;
        let theirs: Vec<Clues> = theirs.iter().map(|s| Clues(s.to_bytes())).collect();

        for (i, (name, puzzles)) in [("sudolab", ours), ("sudoku", theirs)].iter().enumerate() {
            made[i] += puzzles.len() as u64;
            look(&mut engine, puzzles).map_err(|fault| format!("{name}: {fault}"))?;
            for Clues(values) in puzzles {
                clues[i][values.iter().filter(|&&v| v != 0).count()] += 1;
            }
        }
    }
    let rate = |i: usize| made[i] as f64 / time[i].as_secs_f64();
    println!("minimal 9x9 puzzles, no symmetry, one thread, CPU time");
    println!(
        "{:<10} {:>9} {:>12} {:>8}  clues: share",
        "generator", "puzzles", "per second", "ratio"
    );
    for (i, name) in ["sudolab", "sudoku"].into_iter().enumerate() {
        print!("{name:<10} {:>9} {:>12.0} {:>8.2} ", made[i], rate(i), rate(i) / rate(1));
        for (n, &of) in clues[i].iter().enumerate().filter(|(_, of)| **of > 0) {
            print!(" {n}: {:.3} %", 100.0 * of as f64 / made[i] as f64);
        }
        println!();
    }
    grids(seed);
    Ok(())
}

/// Full grids per second.
fn grids(seed: u64) {
    const GRIDS: usize = 50_000;
    let (board, mut solver) = (Board::classic(), ExactSolver::new());
    let mut random = Random::new(seed);
    let mut time = [Duration::ZERO; 2];
    for _ in 0..10 {
        let start = thread_time();
        for _ in 0..GRIDS / 10 {
            std::hint::black_box(random_grid(&mut solver, &board, &mut random));
        }
        time[0] += thread_time() - start;
        let start = thread_time();
        for _ in 0..GRIDS / 10 {
            std::hint::black_box(sudoku::Sudoku::generate_solved());
        }
        time[1] += thread_time() - start;
    }
    let rate = |i: usize| GRIDS as f64 / time[i].as_secs_f64();
    println!("full 9x9 grids, one thread, CPU time");
    println!(
        "{:<10} {:>9} {:>12.0} {:>8.2}  every grid equally likely",
        "sudolab",
        GRIDS,
        rate(0),
        rate(0) / rate(1)
    );
    println!("{:<10} {:>9} {:>12.0} {:>8.2}", "sudoku", GRIDS, rate(1), 1.0);
}

/// Every puzzle must be proper and minimal.
fn look(engine: &mut BatchEngine, puzzles: &[Clues]) -> Result<(), String> {
    let mut verdicts = vec![BatchCount::NONE; puzzles.len()];
    engine.run(puzzles, 2, &mut verdicts);
    if let Some(i) = verdicts.iter().position(|v| v.solutions != 1) {
        return Err(format!("{:?} is not proper", puzzles[i].0));
    }
    let spare = redundant_clues_of_many(engine, puzzles);
    match spare.iter().position(|cells| !cells.is_empty()) {
        Some(i) => Err(format!("{:?} is not minimal", puzzles[i].0)),
        None => Ok(()),
    }
}
