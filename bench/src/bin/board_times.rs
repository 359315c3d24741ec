//! How long full grids and puzzles of a board take: `board_times SIZE [COUNT]`.

use std::time::Instant;
use sudolab_exact::ExactSolver;
use sudolab_generate::{Order, Workshop, random_grid};
use sudolab_grid::Board;
use sudolab_grid::random::Random;

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u64>().ok());
    let size = arguments.next().flatten().unwrap_or(16) as usize;
    let count = arguments.next().flatten().unwrap_or(3);
    let board = Board::of_size(size).expect("sizes are 2 to 25");
    let mut solver = ExactSolver::new();
    let mut workshop = Workshop::new();
    let order = Order { board: board.clone(), ..Order::default() };
    for number in 0..count {
        let started = Instant::now();
        let grid = random_grid(&mut solver, &board, &mut Random::new(number));
        let grid_time = started.elapsed();
        println!("grid {} in {grid_time:.2?}", if grid.is_some() { "found" } else { "missed" });
        let started = Instant::now();
        match workshop.attempt(&order, 1, number) {
            Ok(made) => println!("puzzle of {} clues in {:.2?}", made.clues, started.elapsed()),
            Err(reason) => println!("{reason} after {:.2?}", started.elapsed()),
        }
    }
}
