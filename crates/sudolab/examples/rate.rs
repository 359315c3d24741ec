//! What every rating profile says about a puzzle.
//!
//! `cargo run --release -p sudolab --example rate`

use std::error::Error;
use sudolab::{Halt, Profile, Raters, UniquePuzzle};

const PUZZLES: [&str; 3] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
];

fn main() -> Result<(), Box<dyn Error>> {
    // Raters keep their tables: make one for many puzzles.
    let mut raters = Raters::new();
    for line in PUZZLES {
        let proper = UniquePuzzle::prove(line.parse()?)?;
        println!("{line}");
        for (name, profile) in Profile::ALL {
            println!("  {name:10} {}", raters.rate(&proper, profile, &Halt::never())?);
        }
    }
    Ok(())
}
