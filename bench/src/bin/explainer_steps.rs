//! Rates the puzzles on standard input, one line each: `ER/EP/ED`.
//!
//! `--steps` also prints every step; `--no-uniqueness` leaves unique loops and the
//! bivalue universal grave out.

use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use sudolab_logic::position::Position;
use sudolab_logic::rating::se::{Rater, SeProfile};

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let steps = arguments.iter().any(|a| a == "--steps");
    let profile = SeProfile { uniqueness: !arguments.iter().any(|a| a == "--no-uniqueness") };
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut rater = Rater::new();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let Some(position) = Position::from_line(line.trim()) else {
            writeln!(out, "not a puzzle: {line}")?;
            continue;
        };
        let rating = if !steps {
            rater.rate(&position, &profile)
        } else {
            rater.rate_with(&position, &profile, |_, step| {
                if steps {
                    let _ = writeln!(out, "  {} {:?}", step.explainer_name(), step);
                }
                ControlFlow::Continue(())
            })
        };
        writeln!(out, "{}/{}/{}", rating.er, rating.ep, rating.ed)?;
        out.flush()?;
    }
    Ok(())
}
