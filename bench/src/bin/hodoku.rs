//! Rates the puzzles of a file, one per line, as HoDoKu 2.2 would.
//!
//! `cargo run --release -p sudolab-bench --bin hodoku -- puzzles.txt` prints the steps in the form of
//! HoDoKu's batch mode with `/vp`, so that the two outputs can be compared line by line;
//! `--silent` prints level and score only, `--times` the microseconds besides.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::Instant;
use sudolab_logic::position::Position;
use sudolab_logic::rating::hodoku::{HodokuProfile, Rater};

fn main() -> std::io::Result<()> {
    let path = std::env::args().nth(1).expect("a file with one puzzle per line");
    let option = std::env::args().nth(2).unwrap_or_default();
    let profile = HodokuProfile::default();
    let mut rater = Rater::new();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for (number, line) in std::fs::read_to_string(path)?.lines().enumerate() {
        let Some(position) = Position::from_line(line) else {
            eprintln!("line {}: not a puzzle", number + 1);
            continue;
        };
        if !option.is_empty() {
            let begin = Instant::now();
            let rating = rater.rate(&position, &profile);
            write!(out, "{line} {} ({})", rating.level, rating.score)?;
            if option == "--times" {
                write!(out, " {}", begin.elapsed().as_micros())?;
            }
            writeln!(out)?;
            continue;
        }
        let mut steps = String::new();
        let rating = rater.rate_with(&position, &profile, |at, step| {
            let (name, detail) = (step.name(), step.detail(at));
            // HoDoKu leaves out the colon where no digit follows.
            let bare = detail.starts_with("=>") || name.starts_with("Forcing");
            let colon = if bare { "" } else { ":" };
            steps.push_str(&format!("   {name}{colon} {detail}\n"));
            ControlFlow::Continue(())
        });
        let number = number + 1;
        write!(out, "{line} #{number} {} ({})\n{steps}", rating.level, rating.score)?;
    }
    Ok(())
}
