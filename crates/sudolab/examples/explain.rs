//! Solves one puzzle as a person would, each step with its reason.
//!
//! `cargo run --release -p sudolab --example explain -- [PUZZLE]`

use std::error::Error;
use sudolab::{End, Halt, Order, explain_any};

const PUZZLE: &str =
    "..6.....8..7..56...1.4...7.....5...2.7.....8.3...1.....5...4.9...92..1..8.....5..";

fn main() -> Result<(), Box<dyn Error>> {
    let line = std::env::args().nth(1).unwrap_or_else(|| PUZZLE.to_owned());
    let halt = Halt::never();
    let mut steps = explain_any(&line.parse()?, Order::Human, &halt)?;
    for step in &mut steps {
        let step = step?;
        println!("{}. {}", step.number, step.text());
    }
    match steps.end() {
        Some(End::Solved) => println!("solved"),
        Some(End::Broken(breach)) => println!("{breach}: there is no solution"),
        Some(End::Open) => println!("nothing more follows: there are several solutions"),
        _ => println!("no further step is known"),
    }
    Ok(())
}
