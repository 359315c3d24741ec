//! The library's own rate beside Python's: proofs of uniqueness on one thread, in CPU seconds.
//!
//! Reads puzzles from standard input, 81 symbols a line, and for each line of the form `go` that
//! follows an empty line proves all of them once more and prints the CPU seconds it took. The batch
//! is read before the clock starts; proving is all that is timed. `tests/figures.py` runs it.

use std::io::{self, BufRead, Write};
use sudolab::Clock;
use sudolab::exact::nine::Clues;
use sudolab::exact::nine::batch::{BatchCount, BatchEngine, GOOD_BATCH};
use sudolab::formats::line::nine;
use sudolab::system_clock::SYSTEM;

fn main() -> io::Result<()> {
    let mut lines = io::stdin().lock().lines();
    let mut puzzles = Vec::new();
    for line in lines.by_ref() {
        match nine(line?.as_bytes()) {
            Some((cells, _)) => puzzles.push(Clues(cells)),
            None => break,
        }
    }
    let mut engine = BatchEngine::new();
    let mut verdicts = vec![BatchCount::NONE; GOOD_BATCH];
    for line in lines {
        if line? != "go" {
            break;
        }
        let began = SYSTEM.cpu().unwrap_or_default();
        let mut unique = 0;
        for block in puzzles.chunks(GOOD_BATCH) {
            let verdicts = &mut verdicts[..block.len()];
            engine.run(block, 2, verdicts);
            unique += verdicts.iter().filter(|verdict| verdict.solutions == 1).count();
        }
        let seconds = SYSTEM.cpu().unwrap_or_default() - began;
        println!("{unique} {}", seconds.as_secs_f64());
        io::stdout().flush()?;
    }
    Ok(())
}
