//! Makes puzzles to order and says why others were rejected.
//!
//! `cargo run --release -p sudolab --example generate_to_order`

use std::error::Error;
use std::time::Duration;
use sudolab::{ClueSymmetry, Commission, GenerateEnd, generate, system_clock};

fn main() -> Result<(), Box<dyn Error>> {
    let order = Commission::new().rating(2.6..=4.0).symmetry(ClueSymmetry::Rot180).count(5).seed(7);
    // What no puzzle can meet is known beforehand.
    order.check()?;
    let halt = system_clock::within(Duration::from_secs(30));
    let mut making = generate(&order, &halt);
    for made in &mut making {
        let er = made.rating.map(|r| r.er.to_string()).unwrap_or_default();
        println!("{} ER {er}, {} clues", made.puzzle, made.clues);
    }
    for (reason, n) in &making.tally().rejected {
        println!("{n} attempts: {reason}");
    }
    match making.end() {
        Some(GenerateEnd::Complete) | None => {}
        Some(GenerateEnd::Stopped(stop)) => {
            println!("{stop}; go on with attempt {}", making.next_attempt());
        }
        Some(GenerateEnd::GaveUp(why)) => println!("{why}"),
    }
    Ok(())
}
