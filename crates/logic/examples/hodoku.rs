//! Rates the puzzles of a file, one per line, as HoDoKu 2.2 would, and prints the steps in
//! the form of its batch mode with `/vp`: `cargo run --example hodoku -- puzzles.txt`.

use std::io::Write;
use std::ops::ControlFlow;
use sudolab_logic::position::Position;
use sudolab_logic::rating::hodoku::{HodokuProfile, Rater};

fn main() -> std::io::Result<()> {
    let path = std::env::args().nth(1).expect("a file with one puzzle per line");
    let silent = std::env::args().nth(2).is_some_and(|option| option == "--silent");
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut rater = Rater::new();
    let profile = HodokuProfile::default();
    for (number, line) in std::fs::read_to_string(path)?.lines().enumerate() {
        let Some(position) = Position::from_line(line) else {
            eprintln!("line {}: not a puzzle", number + 1);
            continue;
        };
        if silent {
            let rating = rater.rate(&position, &profile);
            writeln!(out, "{line} {} ({})", rating.level, rating.score)?;
            continue;
        }
        let mut steps = String::new();
        let rating = rater.rate_with(&position, &profile, |_, step| {
            let colon = if step.detail().starts_with("=>") || step.name().starts_with("Forcing") {
                ""
            } else {
                ":"
            };
            steps.push_str(&format!("   {}{colon} {}\n", step.name(), step.detail()));
            ControlFlow::Continue(())
        });
        let number = number + 1;
        write!(out, "{line} #{number} {} ({})\n{steps}", rating.level, rating.score)?;
    }
    Ok(())
}
