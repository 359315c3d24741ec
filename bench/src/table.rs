//! The figures as text.

use crate::measure::Measured;

/// One set: time, rate, guesses, and how many times as fast as each other engine.
pub fn print(set: &str, n: usize, limit: u64, results: &[Measured]) {
    println!("{set}: {n} puzzles, count up to {limit}");
    print!("  {:<14}{:>12}{:>14}{:>12}", "engine", "us/puzzle", "puzzles/s", "guesses");
    for other in results {
        print!("{:>15}", format!("vs {}", other.engine));
    }
    println!();
    for result in results {
        let guesses = result.guesses.map_or("-".into(), |guesses| format!("{guesses:.3}"));
        print!(
            "  {:<14}{:>12.3}{:>14.0}{:>12}",
            result.engine,
            result.micros,
            1e6 / result.micros,
            guesses
        );
        for other in results {
            print!("{:>15.2}", other.micros / result.micros);
        }
        println!();
    }
}

/// All sets in one table: us per puzzle, and every engine's ratio to the better of the peers.
pub fn print_summary(limit: u64, rows: &[(&str, Vec<Measured>)]) {
    let Some((_, first)) = rows.first() else { return };
    println!("\ncount up to {limit}: us per puzzle (times as fast as the better peer)");
    print!("  {:<14}", "engine");
    for (set, _) in rows {
        print!("{set:>18}");
    }
    println!();
    for (i, engine) in first.iter().enumerate() {
        print!("  {:<14}", engine.engine);
        for (_, results) in rows {
            let peer = results
                .iter()
                .filter(|r| ["sudoku", "tdoku"].contains(&r.engine.as_str()))
                .map(|r| r.micros)
                .fold(f64::NAN, f64::min);
            let text = format!("{:.3} ({:.2})", results[i].micros, peer / results[i].micros);
            print!("{text:>18}");
        }
        println!();
    }
}
