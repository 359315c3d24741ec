//! Certificates: the checker never panics, and what it believes about a small board is true.
//!
//! Random bytes seldom come further than the first line. So most inputs describe a small puzzle with
//! rules and then changes: the certificate our own engine writes for it has lines lost, doubled,
//! exchanged and numbers changed. Inputs that begin with a letter are taken as they are.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudolab_exact::certify;
use sudolab_grid::halt::Halt;
use sudolab_grid::{Board, Cell, Digit, Grid, Rule};
use sudolab_witness::{Encoding, Puzzle, Reader, check};

fuzz_target!(|data: &[u8]| {
    match data {
        [b'a'..=b'z', ..] => believe(data),
        _ => {
            if let Some(text) = changed(data) {
                believe(text.as_bytes());
            }
        }
    }
});

/// Reads certificates; those that hold are held against trying all grids.
fn believe(text: &[u8]) {
    let mut reader = Reader::new(text);
    while let Ok(Some(certificate)) = reader.next_certificate() {
        let puzzle = &certificate.puzzle;
        if check(&certificate).is_err() || puzzle.size > 4 {
            continue;
        }
        let encoding = Encoding::new(puzzle);
        let n = count(puzzle, &encoding, &mut Vec::new());
        assert!(n == certificate.claimed || certificate.is_least && n > certificate.claimed);
    }
}

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

/// The certificate of the puzzle that the bytes describe, with the changes they describe.
fn changed(data: &[u8]) -> Option<String> {
    let [kind, limit, n_clues, n_rules, rest @ ..] = data else { return None };
    let mut bytes = rest.iter().copied();
    let board = match kind % 4 {
        0 => Board::latin(3).ok()?,
        1 => Board::latin(4).ok()?,
        _ => Board::boxes(2, 2).ok()?,
    };
    let (size, n_cells) = (board.size(), board.n_cells());
    let mut clues = Grid::empty(board.clone());
    for _ in 0..n_clues % 8 {
        let cell = Cell::new(usize::from(bytes.next()?) % n_cells);
        clues.set(cell, Digit::from_index(usize::from(bytes.next()?) % size)?);
    }
    let mut rules = Vec::new();
    for _ in 0..n_rules % 4 {
        let word = ["cage", "sum", "thermometer", "whisper 2", "arrow", "renban", "white-dot 1"]
            [usize::from(bytes.next()?) % 7];
        let number = bytes.next()? % 16;
        let n_cells = 2 + usize::from(bytes.next()?) % 5;
        let cells: Vec<String> = (0..n_cells)
            .map_while(|_| bytes.next())
            .map(|b| {
                format!("r{}c{}", 1 + usize::from(b) / 16 % size, 1 + usize::from(b) % 16 % size)
            })
            .collect();
        let text = match word {
            "cage" | "sum" => format!("{word} {number} {}", cells.join(" ")),
            "arrow" => format!("arrow {} / {}", cells.first()?, cells.get(1..)?.join(" ")),
            _ => format!("{word} {}", cells.join(" ")),
        };
        rules.extend(Rule::from_text(&text, &board).ok());
    }
    let puzzle = sudolab_grid::Puzzle::new(clues).with_rules(rules).ok()?;
    let text = certify(&puzzle, 1 + usize::from(*limit) % 16, &Halt::never()).ok()?.to_string();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    // What is whole holds, and is true.
    let whole = Reader::new(text.as_bytes()).next_certificate().expect("it can be read");
    check(&whole.expect("it is there")).expect("our own certificate holds");
    believe(text.as_bytes());
    while let (Some(what), Some(at), Some(by)) = (bytes.next(), bytes.next(), bytes.next()) {
        let (at, by) = (usize::from(at) % lines.len(), usize::from(by));
        match what % 6 {
            0 if lines.len() > 1 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[by % lines.len()].clone()),
            2 => {
                let other = by % lines.len();
                lines.swap(at, other);
            }
            3 => lines.insert(at, format!("{} 0", by as i8)),
            _ => {
                // One number or symbol becomes another.
                let mut words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
                let place = by % words.len();
                words[place] = match words[place].parse::<i64>() {
                    Ok(number) if number < 1000 => (number + i64::from(what as i8 / 6)).to_string(),
                    _ => words[place].replacen(['1', '.'], &(what % 4).to_string(), 1),
                };
                lines[at] = words.join(" ");
            }
        }
        if lines.len() > 400 {
            break;
        }
    }
    Some(lines.join("\n") + "\n")
}
