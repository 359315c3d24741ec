//! What one puzzle costs through the public calls: reading a line, proving it, both.
//!
//! The calls are those a program makes for a puzzle that comes alone: `str::parse` and
//! `sudolab::check`, nothing kept between them; `UniquePuzzle::prove` is what the verb stands on. A
//! row gives the smallest and the largest thread CPU time per puzzle over the rounds. Copying is
//! measured because every result holds a copy of its puzzle.

use crate::measure::thread_time;
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;
use sudolab::{Halt, Puzzle, UniquePuzzle};

/// Measures over the lines of a file: a puzzle of 81 symbols each.
pub fn measure(file: &Path, rounds: u32) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let lines: Vec<&str> = text.lines().collect();
    let puzzles: Result<Vec<Puzzle>, _> = lines.iter().map(|line| line.parse()).collect();
    let puzzles = puzzles.map_err(|e| format!("{}: {e}", file.display()))?;
    if puzzles.is_empty() {
        return Err(format!("{} holds no puzzle", file.display()));
    }
    let read = |line: &str| line.parse::<Puzzle>();
    let halt = Halt::never();
    let rows: [(&str, &dyn Fn(usize)); 6] = [
        ("parse", &|i| drop(black_box(read(black_box(lines[i]))))),
        ("copy", &|i| drop(black_box(black_box(&puzzles[i]).clone()))),
        ("prove", &|i| drop(black_box(UniquePuzzle::prove(puzzles[i].clone())))),
        ("parse + prove", &|i| {
            drop(black_box(read(black_box(lines[i])).map(UniquePuzzle::prove)));
        }),
        ("check", &|i| drop(black_box(sudolab::check(black_box(&puzzles[i]), &halt)))),
        ("parse + check", &|i| {
            let puzzle = read(black_box(lines[i])).expect("it was read before");
            drop(black_box(sudolab::check(&puzzle, &halt)));
        }),
    ];
    println!("{} puzzles, ns each, least and most of the rounds", lines.len());
    for (name, call) in rows {
        let (mut least, mut most) = (Duration::MAX, Duration::ZERO);
        for _ in 0..rounds.max(1) {
            let started = thread_time();
            (0..lines.len()).for_each(call);
            let spent = thread_time() - started;
            (least, most) = (least.min(spent), most.max(spent));
        }
        let each = |spent: Duration| spent.as_secs_f64() * 1e9 / lines.len() as f64;
        println!("{name:<14} {:8.1} {:8.1}", each(least), each(most));
    }
    Ok(())
}
