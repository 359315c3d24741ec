//! How many canonical forms a second: `cargo run --release -p sudolab-bench --bin canonical_rate`.
//!
//! Puzzles are shuffled first, so that files in canonical form give no advantage.

use std::time::Instant;
use sudolab_grid::random::Random;
use sudolab_grid::{Board, Isomorph, LeastForm, Puzzle};
use sudolab_testkit::outside;

fn main() {
    let board = Board::classic();
    let mut random = Random::new(1);
    let mut sets: Vec<(String, Vec<[u8; 81]>)> = Vec::new();
    for file in ["royle17_49158", "generated_minimal_random", "forum_hardest_1905_11plus"] {
        let Some(lines) = outside::shared_lines(&format!("9x9/{file}.txt")) else { continue };
        let values = lines.iter().filter_map(|line| {
            let puzzle: Puzzle = line.parse().ok()?;
            let shuffled = Isomorph::random(&board, &mut random).puzzle(&puzzle).ok()?;
            shuffled.as_nine().copied()
        });
        sets.push((file.to_owned(), values.collect()));
    }
    if let Some(text) = outside::shared("9x9/emerentius_graded.tsv") {
        let grids: Vec<Puzzle> =
            text.lines().filter_map(|line| line.split('\t').nth(2)?.parse().ok()).collect();
        let values = grids.iter().cycle().take(20_000).filter_map(|grid| {
            let shuffled = Isomorph::random(&board, &mut random).puzzle(grid).ok()?;
            shuffled.as_nine().copied()
        });
        sets.push(("filled grids".to_owned(), values.collect()));
    }
    let mut finder = LeastForm::new();
    for (name, puzzles) in &sets {
        let start = Instant::now();
        let mut slowest = 0.0f64;
        let mut sum = 0;
        for values in puzzles {
            let one = Instant::now();
            sum += finder.find(values).automorphisms;
            slowest = slowest.max(one.elapsed().as_secs_f64());
        }
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{name}: {} grids, {:.0} per second, slowest {:.2} ms, {sum} automorphisms in all",
            puzzles.len(),
            puzzles.len() as f64 / seconds,
            slowest * 1e3
        );
    }
}
