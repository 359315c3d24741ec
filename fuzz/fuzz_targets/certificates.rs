//! Certificates: the checker never panics, and what it believes about a small board is true.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudolab_witness::{Claim, Encoding, Puzzle, Reader, check};

fuzz_target!(|data: &[u8]| {
    let mut reader = Reader::new(data);
    while let Ok(Some(certificate)) = reader.next_certificate() {
        let puzzle = &certificate.puzzle;
        if check(&certificate).is_err() || puzzle.size > 4 {
            continue;
        }
        let encoding = Encoding::new(puzzle);
        let n = count(puzzle, &encoding, &mut Vec::new());
        match certificate.claim {
            Claim::Exactly(claimed) => assert_eq!(n, claimed),
            Claim::AtLeast(claimed) => assert!(n >= claimed),
        }
    }
});

/// Every grid whose rows and columns hold, tried cell by cell, and judged when it is full.
fn count(puzzle: &Puzzle, encoding: &Encoding, grid: &mut Vec<usize>) -> usize {
    let (at, size) = (grid.len(), puzzle.size);
    if at == size * size {
        return usize::from(encoding.broken_by(grid).is_none());
    }
    let mut n = 0;
    for digit in 1..=size {
        let in_line = (0..at).any(|cell| {
            grid[cell] == digit && (cell / size == at / size || cell % size == at % size)
        });
        if !in_line {
            grid.push(digit);
            n += count(puzzle, encoding, grid);
            grid.pop();
        }
    }
    n
}
